"""`play`: drives the real window through a scripted dialogue, with a picture and a record per turn."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, Slot

from desktop_app.domain.conversation import Person
from desktop_app.domain.errors import UserError
from desktop_app.domain.events import TurnFinished
from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.play.script import ScriptLine
from desktop_app.ui.play.waiting import settle, wait_until
from desktop_app.ui.texts import shortened

T = TypeVar("T")

SETTLE_MS = 300  # after a turn: the panel refetches and paints
TURN_TIMEOUT_MS = 30 * 60_000
MEMORY_TIMEOUT_S = 300.0
_NAMED_CHARACTERS = 60  # of a message that was not taken


class Player(QObject):
    """Types each line into the composer of the real window and waits for what comes of it."""

    def __init__(
        self, window: MainWindow, services: Services, bridge: EventBridge, *, default_person: str, wait_memory: bool
    ) -> None:
        super().__init__()
        self._window = window
        self._services = services
        self._bridge = bridge
        self._default_person = default_person
        self._wait_memory = wait_memory
        self._finished: TurnFinished | None = None
        self._sessions: dict[tuple[int, str], int] = {}
        self._bridge.event.connect(self._on_event)
        # Nobody is there to be asked whether a name belongs here: the script says whose each message is.
        window.conversation.before_sending = lambda person_id, text, send: send()

    def play(self, lines: Sequence[ScriptLine], screenshots: Path | None) -> Iterator[dict[str, object]]:
        """Play the script; yields the record of each turn, in the format of the README.

        Raises:
            UserError: a turn could not be begun (no model, a restricted person), or the composer kept the message.
        """
        number = 0
        if screenshots is not None:
            screenshots.mkdir(parents=True, exist_ok=True)
        for line in lines:
            self._open(line)
            if line.user is None:
                continue
            turn_id = self._say(line, line.user)
            if self._wait_memory:
                self._run("background", self._services.consolidation.wait, MEMORY_TIMEOUT_S)
            settle(SETTLE_MS)
            record: dict[str, object] = {
                "record": number,
                **self._run("read", self._services.records.record, turn_id),
                "screenshot": "",
            }
            if screenshots is not None:
                record["screenshot"] = name = f"{number:03}.png"
                self._window.grab().save(str(screenshots / name))
            number += 1
            yield record

    @Slot(object)
    def _on_event(self, event: object) -> None:
        if isinstance(event, TurnFinished):
            self._finished = event

    def _open(self, line: ScriptLine) -> None:
        person = self._person(line.person or self._default_person)
        key = (person.id, line.session)
        if key not in self._sessions:
            known = [s for s in self._services.sessions.list(person.id) if s.title == line.session]
            session = known[0] if known else self._services.sessions.create(person.id, line.session)
            self._sessions[key] = session.id
        self._window.open_session(person.id, self._sessions[key])
        settle(0)

    def _person(self, name: str) -> Person:
        found = self._services.people.find(name)
        return found[0] if found else self._services.people.create(name)

    def _say(self, line: ScriptLine, text: str) -> int:
        self._finished = None
        composer = self._window.composer
        composer.set_speaker(line.speaker)
        if line.assistant is not None:
            session_id = self._window.session_id
            assert session_id is not None
            self._run("turn", self._services.chat.give, session_id, text, line.speaker, line.assistant)
        else:
            composer.set_text(text)
            if line.record_only:
                composer.record()
            else:
                composer.send()
            if composer.text() and self._window.last_error is None:
                raise UserError("play_not_taken", text=shortened(text, _NAMED_CHARACTERS))
        wait_until(lambda: self._finished is not None or self._window.last_error is not None, TURN_TIMEOUT_MS)
        if self._finished is None:
            raise self._window.last_error or UserError("engine_hung")
        return self._finished.turn_id

    def _run(self, lane: str, function: Callable[..., T], *args: object) -> T:
        """Run a use case on a lane while the window goes on painting."""
        future = self._services.tasks.submit(lane, function, *args)
        wait_until(future.done, TURN_TIMEOUT_MS)
        return future.result(0)


def write_records(records: list[dict[str, object]], path: Path) -> None:
    """Write records as a JSON array, one object a turn."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(records, ensure_ascii=False, indent=1), encoding="utf-8")
