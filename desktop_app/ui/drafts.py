"""What was typed or attached and not sent, kept for each session."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QObject, QTimer, Slot

from desktop_app.domain.conversation import Attachment
from desktop_app.services.sessions import SessionService
from desktop_app.ui.bridge import EventBridge

SAVE_AFTER_MS = 800


class Drafts(QObject):
    """Remembers drafts in memory and writes them to the vault after a pause in typing."""

    def __init__(self, sessions: SessionService, bridge: EventBridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sessions = sessions
        self._bridge = bridge
        self._texts: dict[int, str] = {}
        self._on_the_way: dict[int, str] = {}
        self._files: dict[int, tuple[Attachment, ...]] = {}
        self._unsaved_texts: set[int] = set()
        self._unsaved_files: set[int] = set()
        self._saving = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SAVE_AFTER_MS)
        self._timer.timeout.connect(self._save)

    def known(self, session_id: int) -> str | None:
        """The draft of a session, None where the vault must be asked."""
        return self._texts.get(session_id)

    def loaded(self, session_id: int, text: str) -> str:
        """Take what the vault has, unless something was typed in the meantime. Returns what counts."""
        return self._texts.setdefault(session_id, text)

    def put(self, session_id: int, text: str) -> None:
        """Something else is typed now."""
        if self._texts.get(session_id) != text:
            self._texts[session_id] = text
            self._unsaved_texts.add(session_id)
            self._timer.start()

    def put_on_the_way(self, texts: Mapping[int, str]) -> None:
        """What was sent, by session, and is no turn of the vault yet: kept before the draft, for a sudden end."""
        for session_id in self._on_the_way.keys() | texts.keys():
            if self._on_the_way.get(session_id, "") != texts.get(session_id, ""):
                self._unsaved_texts.add(session_id)
                self._timer.start()
        self._on_the_way = dict(texts)

    def put_files(self, session_id: int, files: Sequence[Attachment]) -> None:
        """Something else is attached now."""
        self._files[session_id] = tuple(files)
        self._unsaved_files.add(session_id)
        self._timer.start()

    def save_now(self) -> None:
        """Write everything on this thread: the program is about to end."""
        self._timer.stop()
        while (write := self._next()) is not None:
            write()

    @Slot()
    def _save(self) -> None:
        """Write one draft after the other, so that an older one never lands on a newer one."""
        if self._saving or (write := self._next()) is None:
            return
        self._saving = True
        self._bridge.run("read", write, done=self._saved, failed=self._saved, owner=self)

    def _next(self) -> Callable[[], None] | None:
        """How to write one of the drafts that are not in the vault yet."""
        if self._unsaved_texts:
            session_id = self._unsaved_texts.pop()
            parts = (self._on_the_way.get(session_id, ""), self._texts.get(session_id, ""))
            text = "\n\n".join(part for part in parts if part)
            return lambda: self._sessions.save_draft(session_id, text)
        if self._unsaved_files:
            session_id = self._unsaved_files.pop()
            files = self._files[session_id]
            return lambda: self._sessions.save_draft_files(session_id, files)
        return None

    def _saved(self, _: object) -> None:
        self._saving = False
        self._save()
