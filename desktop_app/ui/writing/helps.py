"""The helps at writing, put around the composer of a window."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QTextCursor

from desktop_app.domain.named_texts import NamedText
from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.composer import Composer
from desktop_app.ui.notes.notes_button import NotesButton
from desktop_app.ui.theme import ThemeManager
from desktop_app.ui.writing.persona_button import PersonaButton
from desktop_app.ui.writing.saved_prompts import SavedPrompts
from desktop_app.ui.writing.sent_history import SentHistory


class WritingHelps(QObject):
    """Persona, notes, saved prompts and sent messages for the open session.

    Signals:
        personas_requested, prompts_requested: show them, for changing them.
        notes_requested: show the notes of the open session.
    """

    personas_requested = Signal()
    prompts_requested = Signal()
    notes_requested = Signal()

    def __init__(self, services: Services, bridge: EventBridge, themes: ThemeManager, composer: Composer) -> None:
        super().__init__(composer)
        self._services = services
        self._bridge = bridge
        self._composer = composer
        self._session_id: int | None = None
        self.persona = PersonaButton(services, bridge, themes, composer)
        composer.add_beside_speaker(self.persona)
        self.notes = NotesButton(services.vault_kind, composer)
        composer.add_beside_speaker(self.notes)
        self.notes.clicked.connect(self.notes_requested)
        self.history = SentHistory(services, bridge, composer.edit)
        self.prompts = SavedPrompts(services, bridge, themes, composer.edit)  # the last filter is asked first
        self.persona.edit_requested.connect(self.personas_requested)
        self.prompts.edit_requested.connect(self.prompts_requested)
        self.prompts.chosen.connect(self._insert)

    def show_session(self, session_id: int | None) -> None:
        """Turn to another session."""
        self._session_id = session_id
        self.persona.show_session(session_id)
        self.notes.show_session(session_id)
        self.history.show_session(session_id)

    @Slot(object)
    def _insert(self, prompt: NamedText) -> None:
        if self._session_id is None:
            self._put(prompt.text)
            return
        fill = self._services.personas.fill
        self._bridge.run("read", fill, prompt.text, self._session_id, done=self._put, owner=self)

    def _put(self, text: str) -> None:
        edit = self._composer.edit
        cursor = edit.textCursor()
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text)
        edit.setTextCursor(cursor)
        edit.setFocus()
