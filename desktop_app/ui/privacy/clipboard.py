"""What is copied here stays out of the desktop's clipboard history, where the settings say so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QMimeData, QObject, Slot
from PySide6.QtGui import QClipboard

from desktop_app.services.facade import Services

# What managers of clipboard histories look for: KDE's, Windows' and those of macOS.
_MARKS: Final = {
    "x-kde-passwordManagerHint": b"secret",
    'application/x-qt-windows-mime;value="ExcludeClipboardContentFromMonitorProcessing"': b"\x00\x00\x00\x00",
    'application/x-qt-windows-mime;value="CanIncludeInClipboardHistory"': b"\x00\x00\x00\x00",
    'application/x-qt-windows-mime;value="CanUploadToCloudClipboard"': b"\x00\x00\x00\x00",
    "com.trolltech.anymime.org--nspasteboard--ConcealedType": b"1",
}
_FORMATS: Final = ("text/plain", "text/html")


class ClipboardGuard(QObject):
    """Marks what the program itself puts into the clipboard; what others put there is not touched.

    Args:
        clipboard: the desktop's.
        services: know the setting.
        parent: the window.
        is_ours: whether the program put there what is in it; as the desktop tells, if not given.
    """

    def __init__(
        self,
        clipboard: QClipboard,
        services: Services,
        parent: QObject | None = None,
        is_ours: Callable[[], bool] | None = None,
    ) -> None:
        super().__init__(parent)
        self._is_ours = is_ours or clipboard.ownsClipboard
        self._clipboard = clipboard
        self._services = services
        clipboard.dataChanged.connect(self._mark)

    @Slot()
    def _mark(self) -> None:
        if self._services.settings.get().privacy.clipboard_history or not self._is_ours():
            return
        copied = self._clipboard.mimeData()
        if is_marked(copied) or not copied.hasText():
            return
        marked = QMimeData()
        for kind in _FORMATS:
            if copied.hasFormat(kind):
                marked.setData(kind, copied.data(kind))
        for kind, value in _MARKS.items():
            marked.setData(kind, value)
        self._clipboard.setMimeData(marked)


def is_marked(copied: QMimeData) -> bool:
    """Whether histories are asked to leave it out."""
    return all(copied.hasFormat(kind) for kind in _MARKS)
