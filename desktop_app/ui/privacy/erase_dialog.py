"""Erases a turn, the shown session or the shown person for good and shows the certificate."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QCheckBox, QPlainTextEdit, QRadioButton, QWidget

from desktop_app.domain.certificates import Certificate, ErasedKind
from desktop_app.domain.conversation import Person, Turn, VaultKind
from desktop_app.domain.errors import UserError
from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.error_texts import error_text
from desktop_app.ui.file_dialogs import ask_where_to_save
from desktop_app.ui.file_names import proposed_name
from desktop_app.ui.privacy.certificate_words import certificate_text, result_words
from desktop_app.ui.privacy.retention import RetentionReason
from desktop_app.ui.texts import person_identifiers
from desktop_app.ui.transcript.display_text import printable
from desktop_app.ui.widgets.basics import button, label

_APART = 8  # pixels above what is to be confirmed


class EraseDialog(Dialog):
    """Asks what goes, asks again, erases, and shows what was found.

    Args:
        services: of the vault.
        bridge: runs the erasing.
        person_id: the person shown.
        session_id: the session shown, None where there is none.
        parent: the window.
        turn: one of that session, chosen beforehand; the newest one stands for choice where none is given.
    """

    def __init__(
        self,
        services: Services,
        bridge: EventBridge,
        person_id: int,
        session_id: int | None,
        parent: QWidget | None = None,
        *,
        turn: Turn | None = None,
    ) -> None:
        super().__init__(parent, 560)
        self._services = services
        self._bridge = bridge
        self._person_id = person_id
        self._session_id = session_id
        self._chosen = turn
        self.certificate: Certificate | None = None
        self.whom, self._said, self.told = label("heading"), label("body"), label("warning")
        self._person: Person | None = None
        self._title = ""  # of the session
        for text in (self.whom, self._said, self.told):
            text.setWordWrap(True)
        self.told.hide()
        self.turn, self.session, self.person = QRadioButton(), QRadioButton(), QRadioButton()
        for choice in (self.turn, self.session):
            choice.setEnabled(session_id is not None)
        (self.turn if turn is not None else self.session if session_id is not None else self.person).setChecked(True)
        self.person.toggled.connect(self._name_whom)
        self.retention = RetentionReason()
        self.retention.changed.connect(self._show_state)
        self.sure = QCheckBox()
        self.sure.toggled.connect(self._show_state)
        self.accept_button.setEnabled(False)
        self.shown = QPlainTextEdit()
        self.shown.setReadOnly(True)
        self.shown.setTabChangesFocus(True)
        self.shown.setMinimumHeight(330)
        self.shown.hide()
        self.save_button = button()
        self.save_button.clicked.connect(self._choose_file)
        self.save_button.hide()
        self.buttons.insertWidget(0, self.save_button)
        for part in (
            self.whom,
            self._said,
            self.turn,
            self.session,
            self.person,
            self.retention,
            self.sure,
            self.shown,
        ):
            if part is self.sure:
                self.body.addSpacing(_APART)  # it is no further choice
            self.body.addWidget(part)
        self.body.addWidget(self.told)
        self.retranslate()
        bridge.run("read", self._read_whom, done=self._take_whom, owner=self)
        bridge.run("read", services.consents.reason_needed_until, person_id, done=self._take_period, owner=self)

    def _read_whom(self) -> tuple[Person, str]:
        """On a lane: whose words and which session it is about."""
        session = self._services.sessions.get(self._session_id) if self._session_id is not None else None
        return self._services.people.get(self._person_id), session.title if session is not None else ""

    def _take_whom(self, whom: tuple[Person, str]) -> None:
        self._person, self._title = whom
        self._name_whom()
        if self.isVisible():
            self.fit_height()

    @Slot()
    def _name_whom(self) -> None:
        if self._person is None:
            return
        described = person_identifiers(self._person, self._services.vault_kind, date.today())
        parts = [printable(self._person.name), *(part for part in described if part)]
        if self._title and self._kind is not ErasedKind.PERSON:
            parts.append(self.tr("session “{title}”").format(title=printable(self._title)))
        self.whom.setText(" · ".join(parts))

    def _take_period(self, until: date | None) -> None:
        """Before the end of the period a reason is asked for."""
        self.retention.set_until(until)
        if self.isVisible():
            self.fit_height()

    @Slot()
    def _show_state(self) -> None:
        asked = self.sure.isChecked() and self.retention.is_given
        self.accept_button.setEnabled(self.certificate is not None or asked)

    def accept(self) -> None:
        """Erase; once that is done, close."""
        if self.certificate is not None:
            super().accept()
        elif self.sure.isChecked() and self.accept_button.isEnabled():
            self.accept_button.setEnabled(False)
            self.cancel_button.setEnabled(False)
            self.accept_button.setText(self.tr("Erasing…"))
            self._services.chat.stop()  # a reply that is being written could not be stored any more
            reason = self.retention.value
            self._bridge.run(
                "background", self._erase, self._kind, reason, done=self._take, failed=self._on_failed, owner=self
            )

    @property
    def _kind(self) -> ErasedKind:
        if self._session_id is None or self.person.isChecked():
            return ErasedKind.PERSON
        return ErasedKind.TURN if self.turn.isChecked() else ErasedKind.SESSION

    def _erase(self, kind: ErasedKind, reason: str) -> Certificate:
        """On a lane: nothing here touches a widget."""
        erasure, session_id = self._services.erasure, self._session_id
        if kind is ErasedKind.PERSON or session_id is None:
            return erasure.erase(ErasedKind.PERSON, self._person_id, reason)
        if kind is ErasedKind.SESSION:
            return erasure.erase(kind, session_id, reason)
        if self._chosen is not None:
            return erasure.erase(kind, self._chosen.id, reason)
        newest = self._services.sessions.page(session_id, limit=1).turns
        if not newest:
            raise UserError("nothing_to_erase")  # and never more than was asked for
        return erasure.erase(kind, newest[-1].id, reason)

    def reject(self) -> None:
        """Not while it erases."""
        if self.cancel_button.isEnabled():
            super().reject()

    def _take(self, certificate: Certificate) -> None:
        self.certificate = certificate
        for part in (self.turn, self.session, self.person, self.retention, self.sure, self.cancel_button):
            part.hide()
        self.cancel_button.setEnabled(True)
        self.accept_button.setEnabled(True)
        self.shown.show()
        self.save_button.show()
        self.retranslate()
        self.fit_height()

    def _on_failed(self, error: UserError) -> None:
        self.accept_button.setEnabled(True)
        self.cancel_button.setEnabled(True)
        self.accept_button.setText(self.tr("Erase for good"))
        self.told.setText(error_text(error).line)
        self.told.show()
        self.fit_height()

    @Slot()
    def _choose_file(self) -> None:
        kinds = self.tr("Text (*.txt);;JSON (*.json)")
        proposed = proposed_name(self.tr("certificate"), "txt", date.today())
        path = ask_where_to_save(self, self.tr("Save the certificate"), proposed, kinds)
        if path is not None:
            self.save(path)

    def save(self, path: Path) -> None:
        """Write the certificate as text, or as JSON by the file's ending."""
        if self.certificate is None:
            return
        as_json = path.suffix.lower() == ".json"
        text = (
            self.certificate.as_json() + "\n"
            if as_json
            else certificate_text(self.certificate, self._services.vault_kind)
        )
        try:
            path.write_text(text, encoding="utf-8")
        except OSError:
            self.told.setText(error_text(UserError("vault_io_failed", path=str(path))).line)
        else:
            self.told.setText(self.tr("Saved as {name}.").format(name=path.name))
        self.told.show()
        self.fit_height()

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        self.set_title(
            self.tr("Erase with certificate") if self.certificate is None else self.tr("Certificate of erasure")
        )
        self.turn.setText(
            self.tr("The newest turn of this session")
            if self._chosen is None
            else self.tr("Turn {number}: the message and its reply").format(number=self._chosen.ordinal + 1)
        )
        self.session.setText(self.tr("This session"))
        personal = self._services.vault_kind is VaultKind.PERSONAL
        self.person.setText(
            self.tr("This space, with all sessions and everything remembered")
            if personal
            else self.tr("This patient, with all sessions and everything remembered")
        )
        self._name_whom()
        self.retention.retranslate()
        self.sure.setText(self.tr("I know that this cannot be undone"))
        self.save_button.setText(self.tr("Save…"))
        self.shown.setAccessibleName(self.tr("Certificate of erasure"))
        if self.certificate is None:
            self._said.setText(
                self.tr(
                    "What was said goes, and so does all that was made of it: facts, summaries, the word index, the "
                    "vectors, texts in stored prompts. Backups that hold it are deleted and one without it is made. "
                    "Afterwards every page and file is searched for it."
                )
            )
            self.accept_button.setText(self.tr("Erase for good"))
        else:
            self._said.setText(result_words(self.certificate))
            self.accept_button.setText(self.tr("Close"))
            self.shown.setPlainText(certificate_text(self.certificate, self._services.vault_kind))
