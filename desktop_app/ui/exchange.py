"""The way to exports and imports from the window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QWidget

from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.file_dialogs import ask_for_file
from desktop_app.ui.window_dialogs import Place


class ExchangeDialogs(QObject):
    """Opens the two dialogs over a window, for the place where it is."""

    def __init__(self, services: Services, bridge: EventBridge, place: Callable[[], Place], window: QWidget) -> None:
        super().__init__(window)
        self._services = services
        self._bridge = bridge
        self._place = place
        self._window = window

    @Slot()
    def export(self) -> None:
        """Export the shown session, this person, or everything."""
        from desktop_app.ui.dialogs.export import ExchangeExportDialog

        place = self._place()
        ExchangeExportDialog(self._services, self._bridge, place.person, place.session_id, self._window).open()

    @Slot()
    def import_(self) -> None:
        """Choose a file and show what it would bring."""
        path = ask_for_file(
            self._window, self.tr("Import conversations"), self.tr("Exports (*.json *.zip);;All files (*)")
        )
        if path is not None:
            self.open_file(path)

    def open_file(self, path: Path) -> None:
        """Show what a file would bring."""
        from desktop_app.ui.dialogs.import_ import ImportDialog

        person = self._place().person
        ImportDialog(self._services, self._bridge, path, person.id if person else None, self._window).open()
