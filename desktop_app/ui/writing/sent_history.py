"""What was sent before in the open session, with the arrow keys in an empty composer."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QTextCursor

from desktop_app.services.facade import Services
from desktop_app.services.sessions import TranscriptPage
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.message_edit import MessageEdit

_MOST = 100


class SentHistory(QObject):
    """Up goes back, Down forth and to the empty field; a text that was changed is no longer history."""

    def __init__(self, services: Services, bridge: EventBridge, edit: MessageEdit) -> None:
        super().__init__(edit)
        self._services = services
        self._bridge = bridge
        self._edit = edit
        self._session_id: int | None = None
        self._texts: tuple[str, ...] = ()
        self._at: int | None = None  # which of them stands in the field
        edit.installEventFilter(self)

    def show_session(self, session_id: int | None) -> None:
        """Turn to another session."""
        self._session_id = session_id
        self._texts, self._at = (), None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take Up and Down where the field is empty or shows what was sent."""
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        if event.key() not in (Qt.Key.Key_Up, Qt.Key.Key_Down) or self._edit.is_composing:
            return False
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        if self._at is not None and self._edit.toPlainText() != self._texts[self._at]:
            self._at = None
        if self._at is not None:
            self._move(-1 if event.key() == Qt.Key.Key_Up else 1)
            return True
        if event.key() == Qt.Key.Key_Up and self._edit.document().isEmpty() and self._session_id is not None:
            self._begin(self._session_id)
            return True
        return False

    def _begin(self, session_id: int) -> None:
        def take(page: TranscriptPage) -> None:
            if session_id == self._session_id and self._edit.document().isEmpty() and page.turns:
                newest_first = dict.fromkeys(turn.question.text for turn in reversed(page.turns))
                self._texts = tuple(newest_first)[::-1]  # each once, where it was said last
                self._put(len(self._texts) - 1)

        self._bridge.run("read", self._services.sessions.page, session_id, None, _MOST, done=take, owner=self)

    def _move(self, step: int) -> None:
        if self._at is not None:
            self._put(max(0, self._at + step))

    def _put(self, at: int) -> None:
        """Show one of them, or none behind the last, in one step that can be undone."""
        self._at = at if at < len(self._texts) else None
        cursor = self._edit.textCursor()
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText("" if self._at is None else self._texts[self._at])
        self._edit.setTextCursor(cursor)
