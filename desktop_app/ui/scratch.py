"""Windows for what is to be kept nowhere: a conversation in RAM beside the vault."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Slot
from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget
from shiboken6 import isValid

from desktop_app.domain.errors import UserError
from desktop_app.services.facade import Services
from desktop_app.ui.application import Translations
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.preferences import PreferenceStore
from desktop_app.ui.texts import product_name
from desktop_app.ui.theme import ThemeManager
from desktop_app.ui.widgets.basics import button, label

_ACTIVE_AFTER_MS = 400

# What speaks of the vault, of which this window knows nothing.
_OF_THE_VAULT = ("new_session", "sessions", "search", "models", "backups", "settings", "scratch")


class Scratch(Protocol):
    """A program that keeps nothing."""

    @property
    def services(self) -> Services:
        """What its window may ask of it."""

    def close(self) -> None:
        """End it; nothing is left."""


BeginScratch: TypeAlias = Callable[[str], Scratch]  # from the name of its one person


class ScratchWindow(MainWindow):
    """The window over a scratch program: one session, and a line that says that nothing is kept."""

    def __init__(
        self, services: Services, themes: ThemeManager, translations: Translations, preferences: PreferenceStore
    ) -> None:
        super().__init__(services, EventBridge(services.bus, services.tasks), themes, translations, preferences)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._banner = QWidget()
        self._banner.setProperty("surface", "warning")
        self._banner.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._words, self._end = label("warning"), button("link")
        self._end.clicked.connect(self.close)
        row = QHBoxLayout(self._banner)
        row.setContentsMargins(16, 6, 16, 6)
        row.addStretch(1)
        row.addWidget(self._words)
        row.addWidget(self._end)
        row.addStretch(1)
        self.setMenuWidget(self._banner)
        self.sessions.hide()
        self.status_bar.hide()
        self.top_bar.hide()
        for name in _OF_THE_VAULT:
            self._actions[name].setEnabled(False)
        self._name_scratch()

    @Slot(bool)
    def _on_covered(self, covered: bool) -> None:
        super()._on_covered(covered)
        for name in _OF_THE_VAULT:
            self._actions[name].setEnabled(False)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._name_scratch()

    def _name_scratch(self) -> None:
        self.setWindowTitle(self.tr("Scratch session · {product}").format(product=product_name()))
        self._words.setText(self.tr("Scratch: nothing is kept. What is said here is gone when this window is closed."))
        self._end.setText(self.tr("Close and forget"))
        self._end.setAccessibleDescription(self.tr("Closes this window; nothing of what was said in it is left"))


class ScratchWindows(QObject):
    """Opens scratch windows beside the window of the vault, and closes them with it."""

    def __init__(
        self, begin: BeginScratch, window: MainWindow, themes: ThemeManager, translations: Translations
    ) -> None:
        super().__init__(window)
        self._begin = begin
        self._window = window
        self._themes = themes
        self._translations = translations
        self._open: list[ScratchWindow] = []
        self._focus: QWidget | None = None  # where the vault's window had it while a scratch window begins
        window.closed.connect(self._close_all)
        window.cover.covered_changed.connect(self._on_covered)

    @Slot()
    def open_window(self) -> None:
        """Open another scratch window. Until it is there, the vault's takes no keys: they are meant for the new one."""
        if not self._window.isEnabled():
            return
        self._focus = QApplication.focusWidget()
        self._window.setEnabled(False)
        self._window.bridge.run(
            "read", self._begin, self.tr("Scratch"), done=self._show, failed=self._on_failed, owner=self
        )

    @Slot(object)
    def _on_failed(self, error: UserError) -> None:
        self._give_back()
        self._window.notices.show_error(error)

    def _give_back(self) -> None:
        """Let the vault's window take keys again, where it took them before."""
        self._window.setEnabled(True)
        if self._focus is not None and isValid(self._focus):
            self._focus.setFocus()
        self._focus = None

    @property
    def windows(self) -> tuple[ScratchWindow, ...]:
        """Those that are open."""
        return tuple(self._open)

    def _show(self, scratch: Scratch) -> None:
        preferences = PreferenceStore(None)  # what is changed in such a window ends with it
        preferences.update(welcomed=True)
        window = ScratchWindow(scratch.services, self._themes, self._translations, preferences)
        window.resize(min(1000, self._window.width()), min(700, self._window.height()))
        window.closed.connect(lambda: self._forget(window, scratch))
        window.lock_requested.connect(self._window.lock_requested)
        self._open.append(window)
        window.show()
        window.activateWindow()
        QTimer.singleShot(_ACTIVE_AFTER_MS, self, self._give_back)  # the desktop takes its time to hand over the keys

    def _forget(self, window: ScratchWindow, scratch: Scratch) -> None:
        self._open.remove(window)
        scratch.close()

    @Slot()
    def _close_all(self) -> None:
        for window in list(self._open):
            window.close()

    @Slot(bool)
    def _on_covered(self, covered: bool) -> None:
        """What hides the vault's window hides what is beside it."""
        for window in self._open:
            if covered:
                window.cover.cover_alone()
            else:
                window.cover.uncover()
