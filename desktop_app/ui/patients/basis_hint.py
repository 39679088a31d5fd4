"""Says quietly that nothing is recorded on which a patient's words may be used."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QWidget

from desktop_app.domain.consent import Consent
from desktop_app.domain.conversation import VaultKind
from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.texts import translate


class BasisHint(QLabel):
    """A line that shows where words of a patient can leave the vault and neither consent nor other basis is recorded.

    It asks nothing: whether a basis is required is a setting. Outside of clinical vaults it never shows.

    Signals:
        changed: it shows now, and wants room.
    """

    changed = Signal()

    def __init__(self, services: Services, bridge: EventBridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._services = services
        self._bridge = bridge
        self.setProperty("role", "caption")
        self.setWordWrap(True)
        self.hide()

    def show_for(self, person_id: int | None) -> None:
        """Turn to a patient; None hides it."""
        self.hide()
        if person_id is not None and self._services.vault_kind is VaultKind.CLINICAL:
            self._bridge.run("read", self._services.consents.list, person_id, done=self._show, owner=self)

    def _show(self, consents: tuple[Consent, ...]) -> None:
        self.retranslate()
        self.setVisible(not consents)
        if not consents:
            self.changed.emit()

    def retranslate(self) -> None:
        """Say it in the language in force."""
        self.setText(translate("Consent", "No basis is recorded for this patient (Ctrl+Shift+K)."))
