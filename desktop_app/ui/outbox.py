"""Messages on their way to the model: one at a time, in the order they were sent."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal, Slot

from desktop_app.domain.choices import NO_CHOICES, TurnChoices
from desktop_app.domain.conversation import DOCUMENT, Session, Turn
from desktop_app.domain.errors import UserError
from desktop_app.domain.events import TurnAdded, TurnFinished, TurnStarted
from desktop_app.domain.memory_commands import recognise
from desktop_app.services.asked import MemoryAnswer
from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A message as it left the composer. ``session_id`` None: a session is opened for it."""

    person_id: int
    session_id: int | None
    text: str
    speaker: str
    record_only: bool
    choices: TurnChoices = NO_CHOICES  # for the context of this message
    ask_record: bool = False

    @property
    def needs_model(self) -> bool:
        """Whether the model is to answer it."""
        return not (self.record_only or self.ask_record or is_for_memory(self.text, self.speaker))


def is_for_memory(text: str, speaker: str) -> bool:
    """Whether a message certainly asks something of the memory itself, which needs no model."""
    command = recognise(text) if speaker != DOCUMENT else None
    return command is not None and command.addressed


class Outbox(QObject):
    """Sends messages on the turn lane; those written during a reply wait and are shown waiting."""

    changed = Signal()
    session_opened = Signal(int, int)  # person id, session id: for a message that had none
    answered = Signal(object)  # MemoryAnswer: a message asked something of the memory itself
    refused = Signal(object, object)  # Outgoing, UserError: nothing was stored, the text goes back

    def __init__(self, services: Services, bridge: EventBridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._services = services
        self._bridge = bridge
        self._waiting: deque[Outgoing] = deque()
        self._current: Outgoing | None = None
        self._answering: tuple[int, int] | None = None  # session and turn whose reply is being written
        self._stored = False  # whether the vault has the message that is being sent
        self._stop_wanted = False  # for the reply under way alone: the next one is another wish
        self._held = False
        self._awaiting = False  # a new session is being made for what has none
        bridge.event.connect(self._on_event)

    @property
    def waiting(self) -> tuple[Outgoing, ...]:
        """The messages that wait."""
        return tuple(self._waiting)

    @property
    def unfinished(self) -> tuple[Outgoing, ...]:
        """Everything the vault has not got yet, oldest first."""
        current = (self._current,) if self._current is not None and not self._stored else ()
        return (*current, *self._waiting)

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being sent or answered."""
        return self._current is None and self._answering is None

    def is_busy_in(self, session_id: int | None) -> bool:
        """Whether a message of this session is being sent or answered."""
        if self._answering is not None:
            return self._answering[0] == session_id
        return self._current is not None and self._current.needs_model and self._current.session_id == session_id

    def hold(self, held: bool) -> None:
        """Let messages wait while the model is being loaded."""
        if held != self._held:
            self._held = held
            self._send_next()

    def await_session(self) -> None:
        """Let messages without a session wait for the one that is being made."""
        self._awaiting = True

    def take_session(self, person_id: int, session_id: int) -> None:
        """Messages to this person that have no session belong to the one that was made; 0 for none."""
        self._awaiting = False
        if session_id:
            self._give_session(person_id, session_id)
        self._send_next()

    def submit(self, message: Outgoing) -> None:
        """Send a message, or let it wait for the reply before it."""
        self._waiting.append(message)
        self._send_next()

    def take_back(self, message: Outgoing) -> None:
        """Remove a message that still waits."""
        self._waiting.remove(message)
        self.changed.emit()

    @Slot()
    def stop(self) -> None:
        """End the reply that is being written, also one that has not begun yet."""
        if not self.is_idle:
            self._stop_wanted = True
            self._services.chat.stop()

    def _send_next(self) -> None:
        if self._waiting and self.is_idle and not self._has_to_wait(self._waiting[0]):
            self._current = self._waiting.popleft()
            self._stored = False
            if self._current.session_id is None:
                self._bridge.run(
                    "read",
                    self._services.sessions.create,
                    self._current.person_id,
                    done=self._on_session_created,
                    failed=self._on_failed,
                )
            else:
                self._start(self._current, self._current.session_id)
        self.changed.emit()

    def _has_to_wait(self, message: Outgoing) -> bool:
        """For the model that is being loaded, or for the session that is being made."""
        return (self._held and message.needs_model) or (self._awaiting and message.session_id is None)

    def _give_session(self, person_id: int, session_id: int) -> None:
        self._waiting = deque(
            replace(message, session_id=session_id)
            if message.session_id is None and message.person_id == person_id
            else message
            for message in self._waiting
        )

    def _on_session_created(self, session: Session) -> None:
        assert self._current is not None
        self._current = replace(self._current, session_id=session.id)
        # What was written for the same new session while it was being opened belongs to it as well.
        self._give_session(session.person_id, session.id)
        self.session_opened.emit(session.person_id, session.id)
        self._start(self._current, session.id)

    def _start(self, message: Outgoing, session_id: int) -> None:
        chat, said = self._services.chat, (session_id, message.text, message.speaker)
        if message.record_only:
            attached = (message.choices.attachments,) if message.choices.attachments else ()
            self._bridge.run("turn", chat.record, *said, *attached, done=self._on_done, failed=self._on_failed)
        elif message.ask_record:
            ask = self._services.asked.ask_record
            self._bridge.run("turn", ask, *said, done=self._on_done, failed=self._on_failed)
        else:
            self._bridge.run(
                "turn", self._command_or_send, *said, message.choices, done=self._on_done, failed=self._on_failed
            )

    def _command_or_send(self, session_id: int, text: str, speaker: str, choices: TurnChoices) -> MemoryAnswer | Turn:
        """What is asked of the memory the memory answers, everything else the model."""
        # What comes with a document asks something of the document.
        answer = None if choices.attachments else self._services.asked.answer(session_id, text, speaker)
        return answer if answer is not None else self._services.chat.send(session_id, text, speaker, choices)

    def _on_done(self, result: object) -> None:
        self._current = None
        self._stop_wanted = False
        if isinstance(result, MemoryAnswer):
            self.answered.emit(result)
        self._send_next()

    def _on_failed(self, error: UserError) -> None:
        message, self._current = self._current, None
        self._answering = None
        self._stop_wanted = False
        if message is not None:
            self.refused.emit(message, error)
        self._send_next()

    @Slot(object)
    def _on_event(self, event: object) -> None:
        if isinstance(event, TurnAdded):
            if self._current is not None and self._current.session_id == event.session_id:
                self._stored = True
                self.changed.emit()
        elif isinstance(event, TurnStarted):
            self._answering = (event.session_id, event.turn_id)
            if self._stop_wanted:
                self._services.chat.stop()
            self.changed.emit()
        elif isinstance(event, TurnFinished) and self._answering == (event.session_id, event.turn_id):
            self._answering = None
            self._stop_wanted = False
            self._send_next()
