"""Finding a setting by any word of it, in whichever language the window speaks."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QTranslator

from desktop_app.support.paths import resources_directory
from desktop_app.ui.settings.descriptors import CONTEXT, Descriptor
from desktop_app.ui.settings.registry import PAGE_NAMES


class SettingFinder:
    """Knows each setting's words in English and in Chinese."""

    def __init__(self, parent: QObject) -> None:
        self._chinese = QTranslator(parent)
        self._chinese.load("retrace_zh_CN", str(resources_directory() / "i18n"))

    def matches(self, descriptor: Descriptor, text: str, person: str = "") -> bool:
        """Whether every word of a text occurs in the setting's words, whatever its case."""
        words = [PAGE_NAMES[descriptor.page], descriptor.name, descriptor.explanation, descriptor.path]
        words += [option for _, option in _options(descriptor)]
        translated = [self._chinese.translate(CONTEXT, word) or "" for word in words]
        everything = " ".join((*words, *translated, person)).casefold()
        return all(word in everything for word in text.casefold().split())


def _options(descriptor: Descriptor) -> Sequence[tuple[object, str]]:
    return getattr(descriptor.kind, "options", ())
