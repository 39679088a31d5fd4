"""What opens the vault: passphrases, the recovery code, or whoever has its files."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.errors import UserError
from desktop_app.domain.events import Changed
from desktop_app.domain.vault_keys import KeySlot, KeySlotKind
from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.dialogs.question import QuestionDialog
from desktop_app.ui.error_texts import error_text
from desktop_app.ui.texts import format_day
from desktop_app.ui.widgets.basics import button, label
from desktop_app.ui.widgets.line_edit import LineEdit
from desktop_app.ui.widgets.secret_field import SecretField

CLIPBOARD_MS = 30_000  # a copied code leaves the clipboard again


class ProtectionDialog(Dialog):
    """Lists what opens the vault and changes it.

    Args:
        services: of the vault.
        bridge: runs what takes time.
        parent: the window.
        required: stay until there is a passphrase, or the person quits.

    Signals:
        given_up: the person would rather quit than set a passphrase.
    """

    given_up = Signal()

    def __init__(
        self, services: Services, bridge: EventBridge, parent: QWidget | None = None, *, required: bool = False
    ) -> None:
        super().__init__(parent, 520)
        self._required = required
        self._services = services
        self._bridge = bridge
        self._keys = services.vault_keys
        self._said, self._listed = label("body"), label("section")
        self._said.setWordWrap(True)
        self._list = QVBoxLayout()
        self._list.setSpacing(10)
        self._set, self._code, self._unprotect = button(), button(), button("link")
        self._set.clicked.connect(lambda: self._ask_passphrase(""))
        self._code.clicked.connect(self._make_code)
        self._unprotect.clicked.connect(self._ask_unprotect)
        row = QHBoxLayout()
        row.setSpacing(8)
        for control in (self._set, self._code, self._unprotect):
            row.addWidget(control)
        row.addStretch(1)
        self._told = label("warning")
        self._told.setWordWrap(True)
        self._told.hide()
        self.body.addWidget(self._said)
        self.body.addWidget(self._listed)
        self.body.addLayout(self._list)
        self.body.addLayout(row)
        self.body.addWidget(self._told)
        self.cancel_button.clicked.disconnect()
        self.cancel_button.clicked.connect(self.given_up)
        bridge.event.connect(self._on_event)
        self.retranslate()
        if self._is_waiting:
            self._set.setFocus()

    def accept(self) -> None:
        """Close, unless there must be a passphrase first."""
        if not self._is_waiting:
            super().accept()

    def reject(self) -> None:
        """Likewise: Escape does not get past it."""
        if not self._is_waiting:
            super().reject()

    @property
    def _is_waiting(self) -> bool:
        return self._required and not self._keys.protected

    @Slot(object)
    def _on_event(self, event: object) -> None:
        if isinstance(event, Changed) and event.vault_keys:
            self.retranslate()
            self.fit_height()

    def _ask_passphrase(self, name: str) -> None:
        dialog = PassphraseDialog(name, first=not self._keys.protected, parent=self)
        dialog.chosen.connect(partial(self._set_passphrase, dialog))
        dialog.open()

    def _set_passphrase(self, dialog: PassphraseDialog, name: str, passphrase: str) -> None:
        first = not self._keys.protected

        def done(_: object) -> None:
            dialog.close()
            if first:
                self._make_code()  # before it is needed, not after

        self._bridge.run(
            "read", self._keys.set_passphrase, name, passphrase, done=done, failed=dialog.refuse, owner=dialog
        )

    @Slot()
    def _make_code(self) -> None:
        def show(code: str) -> None:
            RecoveryCodeDialog(code, self).open()

        self._run(self._keys.new_recovery_code, done=show)

    @Slot()
    def _ask_unprotect(self) -> None:
        box = QuestionDialog(
            self,
            self.tr("Take the protection away"),
            self.tr("Take the protection away?"),
            self.tr("Then whoever has the files of this vault can read it. Every passphrase and code is removed."),
            keep=self.tr("Keep it"),
        )
        box.offer(self.tr("Take it away"), lambda: self._run(self._keys.unprotect))
        box.open()

    def _run(self, fn: Callable[..., object], *args: object, done: Callable[..., None] | None = None) -> None:
        self._told.hide()
        self._bridge.run("read", fn, *args, done=done, failed=self._on_failed, owner=self)

    def _on_failed(self, error: UserError) -> None:
        text = error_text(error)
        self._told.setText(text.line)
        self._told.show()
        self.fit_height()

    def _fill(self) -> None:
        while (item := self._list.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()
        for slot in self._keys.slots():
            row = self._row(slot)
            self._list.addWidget(row)
            row.show()  # Qt would do so later, and until then the row takes no room

    def _row(self, slot: KeySlot) -> QWidget:
        widget = QWidget()
        row = QHBoxLayout(widget)
        row.setContentsMargins(0, 0, 0, 0)
        since = format_day(slot.created_at_ms, date.today()) if slot.created_at_ms else ""
        names = {
            KeySlotKind.DEVICE: self.tr("Whoever has its files"),
            KeySlotKind.PASSPHRASE: self.tr("Passphrase of {name}").format(name=slot.name)
            if slot.name
            else self.tr("Passphrase"),
            KeySlotKind.RECOVERY: self.tr("Recovery code"),
        }
        name = names[slot.kind]
        row.addWidget(label("body", name))
        row.addWidget(label("muted", since))
        row.addStretch(1)
        if slot.kind is KeySlotKind.PASSPHRASE:
            change = button("link")
            change.setText(self.tr("Change"))
            change.setAccessibleName(self.tr("Change: {what}").format(what=name))
            change.clicked.connect(lambda: self._ask_passphrase(slot.name))
            row.addWidget(change)
        if slot.kind is not KeySlotKind.DEVICE:
            remove = button("link")
            remove.setText(self.tr("Remove"))
            remove.setAccessibleName(self.tr("Remove: {what}").format(what=name))
            remove.clicked.connect(lambda: self._run(self._keys.remove, slot.id))
            row.addWidget(remove)
        return widget

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        self.set_title(self.tr("What opens this vault"))
        self.accept_button.setText(self.tr("Close"))
        protected = self._keys.protected
        waiting = self._is_waiting
        self.accept_button.setEnabled(not waiting)
        self.cancel_button.setVisible(waiting)
        self.cancel_button.setText(self.tr("Quit"))
        self._said.setText(
            self.tr("A clinical vault opens with a passphrase only. Set one to begin.")
            if waiting
            else self.tr(
                "The vault is encrypted, and only what is listed here opens it. Without any of it, nobody can "
                "read the vault, you included."
            )
            if protected
            else self.tr(
                "The vault is encrypted, but its key lies beside it: whoever takes both can read everything. "
                "With a passphrase, the files alone are worth nothing."
            )
        )
        self._listed.setText(self.tr("It is opened now by:"))
        self._set.setText(self.tr("Add a passphrase…") if protected else self.tr("Set a passphrase…"))
        has_code = any(slot.kind is KeySlotKind.RECOVERY for slot in self._keys.slots())
        self._code.setText(self.tr("New recovery code…") if has_code else self.tr("Make a recovery code…"))
        self._code.setVisible(protected)
        self._unprotect.setText(self.tr("Take the protection away…"))
        self._unprotect.setVisible(protected and self._services.vault_kind is not VaultKind.CLINICAL)
        self._fill()


class PassphraseDialog(Dialog):
    """Takes a new passphrase, twice.

    Signals:
        chosen: name and passphrase; the dialog stays open until it is closed or told that it was refused.
    """

    chosen = Signal(str, str)

    def __init__(self, name: str, *, first: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent, 440)
        self._changes = bool(name)
        self._first = first
        self._said = label("body")
        self._said.setWordWrap(True)
        self.name = LineEdit()
        self.name.setText(name)
        self.name.setEnabled(not name)
        self.secret, self.again = SecretField(), SecretField()
        self.told = label("warning")
        self.told.setWordWrap(True)
        self.told.hide()
        for part in (self._said, self.name, self.secret, self.again, self.told):
            self.body.addWidget(part)
        self.retranslate()
        (self.secret if name else self.name).setFocus()

    def accept(self) -> None:
        """Hand the passphrase on, if both are the same."""
        if self.secret.text() != self.again.text():
            self._tell(self.tr("The two are not the same."))
        elif self.secret.text() and self.accept_button.isEnabled():
            self.accept_button.setEnabled(False)
            self.chosen.emit(self.name.text().strip(), self.secret.text())

    def refuse(self, error: UserError) -> None:
        """Say why it was not taken."""
        self.accept_button.setEnabled(True)
        text = error_text(error)
        self._tell(text.line)

    def _tell(self, text: str) -> None:
        self.told.setText(text)
        self.told.show()
        self.fit_height()

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        self.set_title(self.tr("Change the passphrase") if self._changes else self.tr("Set a passphrase"))
        self._said.setText(
            self.tr(
                "It is asked for whenever the vault is opened. There is no way around a forgotten one but the "
                "recovery code, which you are given next."
            )
            if self._first
            else self.tr("It is asked for whenever the vault is opened.")
        )
        self.accept_button.setText(self.tr("Set"))
        self.name.setPlaceholderText(self.tr("Whose it is (optional)"))
        self.name.setAccessibleName(self.tr("Whose it is (optional)"))
        self.secret.name(self.tr("New passphrase"))
        self.again.name(self.tr("The same again"))


class RecoveryCodeDialog(Dialog):
    """Shows a recovery code once."""

    def __init__(self, code: str, parent: QWidget | None = None) -> None:
        super().__init__(parent, 460)
        self._code = code
        self._said = label("body")
        self._said.setWordWrap(True)
        half = len(code) // 2
        self.shown = label("title", f"{code[:half]}\n{code[half + 1 :]}")
        self.shown.setTextInteractionFlags(self.shown.textInteractionFlags().TextSelectableByKeyboard)
        self._copy = button()
        self._copy.clicked.connect(self._copy_code)
        self._written = QCheckBox()
        self._written.toggled.connect(self.accept_button.setEnabled)
        self.accept_button.setEnabled(False)
        self.cancel_button.hide()
        for part in (self._said, self.shown, self._copy, self._written):
            self.body.addWidget(part)
        self.body.setAlignment(self._copy, Qt.AlignmentFlag.AlignLeft)
        self.retranslate()

    def reject(self) -> None:
        """Escape does not lose the code before it was written down."""
        if self._written.isChecked():
            super().reject()

    @Slot()
    def _copy_code(self) -> None:
        clipboard, code = QGuiApplication.clipboard(), self._code
        clipboard.setText(code)
        QTimer.singleShot(CLIPBOARD_MS, clipboard, lambda: clipboard.clear() if clipboard.text() == code else None)

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        self.set_title(self.tr("Recovery code"))
        self._said.setText(
            self.tr(
                "Write it on paper and keep it where you keep what matters. It opens the vault like a passphrase; "
                "it is shown only now, and an older code no longer works."
            )
        )
        self.shown.setAccessibleName(self.tr("Recovery code"))
        self._copy.setText(self.tr("Copy (for 30 seconds)"))
        self._written.setText(self.tr("I have written it down"))
        self.accept_button.setText(self.tr("Done"))
