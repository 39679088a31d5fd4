"""The pages about privacy over a window: the proof, the log, erasing; and what the log says at the start."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from desktop_app.domain.audit import AuditState
from desktop_app.domain.conversation import Turn
from desktop_app.domain.errors import UserError
from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.privacy.audit_dialog import AuditDialog
from desktop_app.ui.privacy.erase_dialog import EraseDialog
from desktop_app.ui.privacy.proof_dialog import ProofDialog


class PrivacyPages(QObject):
    """Opens the pages, notes whose memory is looked at, and checks the log once."""

    def __init__(self, services: Services, bridge: EventBridge, window: MainWindow) -> None:
        super().__init__(window)
        self._services = services
        self._bridge = bridge
        self._window = window
        window.top_bar.privacy_requested.connect(self.show_proof)
        window.top_bar.audit_requested.connect(self.show_audit)
        window.top_bar.erase_requested.connect(self.show_erase)
        window.turn_actions.erase_requested.connect(self.show_erase_turn)
        window.person_shown.connect(self._note_viewed)
        bridge.run("read", services.audit.check, done=self._on_checked)

    @Slot()
    def show_proof(self) -> None:
        """Show what every process has open."""
        ProofDialog(self._services.privacy, self._bridge, self._window).open()

    @Slot()
    def show_audit(self) -> None:
        """Show what was done."""
        AuditDialog(self._services, self._bridge, self._window).open()

    @Slot()
    def show_erase(self) -> None:
        """Ask what of the shown person is to be erased."""
        self._ask_to_erase(None)

    @Slot(object)
    def show_erase_turn(self, turn: Turn) -> None:
        """Ask whether a turn of the open session is to be erased."""
        self._ask_to_erase(turn)

    def _ask_to_erase(self, turn: Turn | None) -> None:
        window = self._window
        if window.person_id is not None:
            EraseDialog(self._services, self._bridge, window.person_id, window.session_id, window, turn=turn).open()

    @Slot(int)
    def _note_viewed(self, person_id: int) -> None:
        self._bridge.run("read", self._services.audit.viewed, person_id)

    def _on_checked(self, state: AuditState) -> None:
        error = audit_error(state)
        if error is not None:
            self._window.notices.show_error(error)


def audit_error(state: AuditState) -> UserError | None:
    """What is wrong with the log, None where it is whole."""
    if state.missing:
        return UserError("audit_missing", missing=state.missing)
    if state.replaced:
        return UserError("audit_replaced")
    if state.broken_at is not None:
        return UserError("audit_broken", entry=state.broken_at)
    return None
