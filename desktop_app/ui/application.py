"""Setting up Qt: the platform, the input method, the languages, and errors nobody caught."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, MutableMapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final

from PySide6.QtCore import QLibraryInfo, QLocale, QObject, QTranslator, Signal
from PySide6.QtWidgets import QApplication

from desktop_app.domain.errors import UserError
from desktop_app.domain.patterns import Pattern
from desktop_app.support.paths import resources_directory
from desktop_app.ui.icons import application_icon
from desktop_app.ui.qt_messages import log_qt_messages

_log = logging.getLogger(__name__)

# :0, :0.0, unix:0, and the socket path that XQuartz uses; everything else names a host.
_LOCAL_DISPLAY = Pattern(r"(unix)?:\d+(\.\d+)?|/.+:\d+(\.\d+)?")
_FCITX_MODULES = ("fcitx", "fcitx5")

LANGUAGES = ("zh", "en")

# The window's thread gives the interpreter away at nearly every call into Qt, and gets it back this
# late while another thread computes. At Python's own 5 ms, twenty calls of one paint took 100 ms.
THREAD_SWITCH_S: Final = 0.0005


def prepare_environment(
    environment: MutableMapping[str, str] = os.environ, input_method_plugins: Path | None = None
) -> None:
    """Set the variables Qt reads at its start; call it before the application is made.

    Where there is no display the window is drawn offscreen. Where fcitx is asked for and its
    plugin is missing, the ibus plugin is used, which fcitx serves too.

    Raises:
        UserError: ``display_remote``, when the X display is on another machine: keystrokes
            would leave this one.
    """
    if sys.platform.startswith("linux"):
        display, wayland = environment.get("DISPLAY", ""), environment.get("WAYLAND_DISPLAY", "")
        platform = environment.get("QT_QPA_PLATFORM", "")
        if not platform and not display and not wayland:
            environment["QT_QPA_PLATFORM"] = platform = "offscreen"
        if display and platform in ("", "xcb") and not _LOCAL_DISPLAY.fullmatch(display):
            raise UserError("display_remote", display=display)
    plugins = input_method_plugins or Path(
        QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath), "platforminputcontexts"
    )
    if environment.get("QT_IM_MODULE") in _FCITX_MODULES and not any(plugins.glob("*fcitx*")):
        environment["QT_IM_MODULE"] = "ibus"


def make_application(arguments: Sequence[str]) -> QApplication:
    """The one QApplication, after `prepare_environment`."""
    log_qt_messages()
    sys.setswitchinterval(THREAD_SWITCH_S)
    application = QApplication(list(arguments))
    application.setStyle("Fusion")
    application.setApplicationName("retrace")
    application.setDesktopFileName("retrace")
    application.setWindowIcon(application_icon())
    return application


def system_language() -> str:
    """The language of the desktop, of those the window speaks."""
    return "zh" if QLocale.system().language() == QLocale.Language.Chinese else "en"


class Translations(QObject):
    """Installs the window's texts and Qt's own in one language and switches them live."""

    language_changed = Signal(str)

    def __init__(self, application: QApplication, choice: str = "system", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._application = application
        self._installed: list[QTranslator] = []
        self._choice = ""
        self._language = ""
        self.set_choice(choice)

    @property
    def choice(self) -> str:
        """What the person chose: "system", "zh" or "en"."""
        return self._choice

    @property
    def language(self) -> str:
        """The language in force: "zh" or "en"."""
        return self._language

    def set_choice(self, choice: str) -> None:
        """Switch the language; every widget hears of it as a LanguageChange event."""
        self._choice = choice
        language = choice if choice in LANGUAGES else system_language()
        if language == self._language:
            return
        self._language = language
        for translator in self._installed:
            self._application.removeTranslator(translator)
        self._installed.clear()
        QLocale.setDefault(QLocale("zh_CN" if language == "zh" else "en_GB"))
        qt_texts = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        suffix = "zh_CN" if language == "zh" else "en"
        self._install(f"qtbase_{suffix}", qt_texts)
        self._install(f"retrace_{suffix}", str(resources_directory() / "i18n"))
        self.language_changed.emit(language)

    def _install(self, name: str, directory: str) -> None:
        translator = QTranslator(self)
        if not translator.load(name, directory):
            _log.warning("the translation %s is missing", name)
            return
        self._application.installTranslator(translator)
        self._installed.append(translator)


def survive_uncaught_errors(report: Callable[[UserError], None]) -> None:
    """Let an error in a slot be reported and logged without its text, and the window live on.

    Args:
        report: shows an error to the person.
    """

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        _log.error("an error nobody caught: %s", kind.__name__, exc_info=(Exception, Exception(kind.__name__), trace))
        report(error if isinstance(error, UserError) else UserError("internal_error", kind=kind.__name__))

    sys.excepthook = hook
