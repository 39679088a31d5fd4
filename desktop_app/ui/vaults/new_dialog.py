"""A new, empty vault: what it is called and what it is for."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QRadioButton, QWidget

from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.errors import UserError
from desktop_app.services.vault_shelf import VaultShelf
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.error_texts import error_text
from desktop_app.ui.widgets.basics import label
from desktop_app.ui.widgets.line_edit import LineEdit


class NewVaultDialog(Dialog):
    """Asks for a name and a kind and makes the vault.

    Signals:
        created: its folder.
    """

    created = Signal(object)  # Path

    def __init__(self, shelf: VaultShelf, bridge: EventBridge, parent: QWidget | None = None) -> None:
        super().__init__(parent, 480)
        self._shelf = shelf
        self._bridge = bridge
        self.name = LineEdit()
        self.name.setMaxLength(60)
        self.name.textChanged.connect(self._check)
        self.personal, self.clinical = QRadioButton(), QRadioButton()
        self.personal.setChecked(True)
        self._personal_said, self._clinical_said = label("muted"), label("muted")
        self.told = label("warning")
        for text in (self._personal_said, self._clinical_said, self.told):
            text.setWordWrap(True)
        for text in (self._personal_said, self._clinical_said):
            text.setContentsMargins(26, 0, 0, 6)  # under the words of its button
        self.told.hide()
        for part in (
            self.name, self.personal, self._personal_said, self.clinical, self._clinical_said, self.told,
        ):  # fmt: skip
            self.body.addWidget(part)
        self.retranslate()
        self._check()
        self.name.setFocus()

    def accept(self) -> None:
        """Make it; the dialog stays open until that is done."""
        if not self.accept_button.isEnabled():
            return
        self.accept_button.setEnabled(False)
        kind = VaultKind.CLINICAL if self.clinical.isChecked() else VaultKind.PERSONAL
        self._bridge.run(
            "read", self._shelf.create, self.name.text(), kind, done=self._done, failed=self._on_failed, owner=self
        )

    def _done(self, folder: Path) -> None:
        self.created.emit(folder)
        super().accept()

    def _on_failed(self, error: UserError) -> None:
        self.accept_button.setEnabled(True)
        self.told.setText(error_text(error).line)
        self.told.show()
        self.fit_height()

    @Slot()
    def _check(self) -> None:
        self.accept_button.setEnabled(bool(self.name.text().strip()))

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        self.set_title(self.tr("New vault"))
        self.accept_button.setText(self.tr("Create and open"))
        self.name.setPlaceholderText(self.tr("Name, for example: practice, diary"))
        self.name.setAccessibleName(self.tr("Name of the vault"))
        self.personal.setText(self.tr("Personal"))
        self.clinical.setText(self.tr("Clinical"))
        personal = self.tr("Spaces for one person. A passphrase is offered.")
        clinical = self.tr(
            "Patients, each apart from every other. A passphrase is required; an unattended window is covered after one"
            " minute and locked after fifteen; exports leave out names by default."
        )
        for choice, said, text in (
            (self.personal, self._personal_said, personal),
            (self.clinical, self._clinical_said, clinical),
        ):
            said.setText(text)
            choice.setAccessibleDescription(text)
