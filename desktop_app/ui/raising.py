"""Coming forward when the program is started a second time on the same vault."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, Qt, QTimer, Slot
from PySide6.QtWidgets import QApplication, QMainWindow

from desktop_app.support import raise_request

_POLL_MS = 1_000  # where the system does not tell of changes


class RaiseWatcher(QFileSystemWatcher):
    """Watches a vault's folder for the request of a second start, and shows the window."""

    def __init__(self, directory: Path, window: QMainWindow) -> None:
        super().__init__(window)
        self._directory = directory
        self._window = window
        raise_request.take(directory)  # of a start that gave up waiting
        self.directoryChanged.connect(self._look)
        if not self.addPath(str(directory)):
            timer = QTimer(self)
            timer.timeout.connect(self._look)
            timer.start(_POLL_MS)

    @Slot()
    def _look(self) -> None:
        if raise_request.take(self._directory):
            come_forward(self._window)


def come_forward(window: QMainWindow) -> None:
    """Show a window in front, also one that was minimised; where the system does not allow that, it asks for a look."""
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized | Qt.WindowState.WindowActive)
    window.show()
    window.raise_()
    window.activateWindow()
    QApplication.alert(window)
