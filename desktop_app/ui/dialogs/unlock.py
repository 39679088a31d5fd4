"""Asks for the passphrase of a vault before there is a window."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer, Slot
from PySide6.QtWidgets import QWidget

from desktop_app.domain.errors import UserError
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.error_texts import error_text
from desktop_app.ui.texts import product_name
from desktop_app.ui.widgets.basics import label
from desktop_app.ui.widgets.secret_field import SecretField

# After a wrong passphrase the next try waits. It only keeps a hand from hurrying: what makes guessing
# expensive is the derivation of the key.
_FIRST_WAIT_MS, _LONGEST_WAIT_MS = 500, 30_000

Outcome = Callable[[UserError | None], None]


class UnlockDialog(Dialog):
    """Takes a passphrase or the recovery code.

    Args:
        vault_name: which vault is opened.
        open_with: tries a secret away from the GUI thread and tells the outcome on it: None where the
            vault is open, else the error.
        parent: the window it stands over, if any.
    """

    def __init__(
        self, vault_name: str, open_with: Callable[[str, Outcome], None], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent, 440)
        self._vault_name = vault_name
        self._open_with = open_with
        self._error: UserError | None = None
        self._wait_ms = _FIRST_WAIT_MS
        self._said = label("body")
        self.secret = SecretField()
        self.told = label("warning")
        for text in (self._said, self.told):
            text.setWordWrap(True)
        for part in (self._said, self.secret, self.told):
            self.body.addWidget(part)
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.timeout.connect(self._on_ready)
        self.retranslate()
        self.secret.setFocus()

    def accept(self) -> None:
        """Try what was typed."""
        secret = self.secret.text()
        if not secret or not self.accept_button.isEnabled():
            return
        self._enable(False)
        self.accept_button.setText(self.tr("Opening…"))
        self._open_with(secret, self._on_tried)

    def _on_tried(self, error: UserError | None) -> None:
        if error is None:
            self.secret.clear()
            super().accept()
            return
        self._error = error
        self.retranslate()
        self.fit_height()
        self._again.start(self._wait_ms)
        self._wait_ms = min(2 * self._wait_ms, _LONGEST_WAIT_MS)

    @Slot()
    def _on_ready(self) -> None:
        self._enable(True)
        self.secret.field.selectAll()
        self.secret.setFocus()

    def _enable(self, enabled: bool) -> None:
        self.accept_button.setEnabled(enabled)
        self.secret.setEnabled(enabled)

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        self.set_title(self.tr("Open the vault"))
        self.setWindowTitle(product_name())
        self.accept_button.setText(self.tr("Open"))
        self.cancel_button.setText(self.tr("Quit"))
        self._said.setText(
            self.tr("“{vault}” is protected. Enter its passphrase, or the recovery code from your paper.").format(
                vault=self._vault_name
            )
        )
        self.secret.name(self.tr("Passphrase or recovery code"))
        text = error_text(self._error) if self._error is not None else None
        self.told.setText(text.line if text is not None else "")
        self.told.setVisible(text is not None)
