"""A vault whose facts come from messages as they do in the program, without models or processes."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from desktop_app.domain.conversation import PERSON, FinishReason, MessageStatus, Turn, VaultKind
from desktop_app.domain.events import Changed, Event
from desktop_app.domain.memory import Fact, FactState
from desktop_app.services.bus import EventBus
from desktop_app.services.extraction import ExtractionService
from desktop_app.services.fact_editing import FactEditing
from desktop_app.services.memory import MemoryService
from desktop_app.services.settings import SettingsService
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store

DAY_MS = 86_400_000
MARCH = 1_772_500_800_000  # 3 March 2026, noon in Europe


@dataclass
class Heard:
    """What the bus said."""

    events: list[Event] = field(default_factory=list)

    def changes(self) -> list[str]:
        return [event.origin for event in self.events if isinstance(event, Changed)]


class FactVault:
    """Says things in a vault and reads them for facts."""

    def __init__(self, directory: Path, kind: VaultKind = VaultKind.PERSONAL) -> None:
        self.now_ms = MARCH
        self.store = Store.create(directory, kind, self._clock)
        self.heard = Heard()
        bus = EventBus()
        bus.subscribe(self.heard.events.append)
        self.settings = SettingsService(self.store, bus)
        self.extraction = ExtractionService(self.store, self.settings, self._clock)
        self.memory = MemoryService(self.store, bus, self._clock)
        self.editing = FactEditing(self.store, bus, self._clock)

    def _clock(self) -> int:
        return self.now_ms

    def session(self, name: str = "Ann") -> tuple[int, int]:
        """A new person with a session."""

        def work(db: Repositories) -> tuple[int, int]:
            person = db.people.add(name, now_ms=self.now_ms)
            return person.id, db.sessions.add(person.id, "s", now_ms=self.now_ms).id

        return self.store.write(work)

    def say(self, session_id: int, text: str, *, days: int = 0, speaker: str = PERSON, reply: str = "") -> Turn:
        """A finished turn, its job queued but not done."""
        at_ms = MARCH + days * DAY_MS

        def work(db: Repositories) -> Turn:
            turn = db.turns.add(session_id, db.sessions.head(session_id), text, speaker, now_ms=at_ms)
            if reply:
                db.turns.begin_reply(turn.id, now_ms=at_ms)
            db.turns.finish(turn.id, reply or None, MessageStatus.COMPLETE, FinishReason.RECORDED)
            db.jobs.add(turn.id, ("extract",))
            return db.turns.get(turn.id)

        return self.store.write(work)

    def tell(self, session_id: int, text: str, *, days: int = 0, speaker: str = PERSON) -> Turn:
        """A finished turn, read for facts."""
        turn = self.say(session_id, text, days=days, speaker=speaker)
        for job in self.store.read(lambda db: db.jobs.due(self.now_ms, 1000)):
            self.extraction.do(job)
        return turn

    def all_facts(self, person_id: int) -> list[Fact]:
        """In every state, in the order of their ids."""
        return sorted(self.store.read(lambda db: db.facts.list(person_id)), key=lambda fact: fact.id)

    def states(self, person_id: int) -> list[tuple[str, FactState]]:
        """Each fact's value and state, in the order in which they were learnt."""
        return [(fact.value, fact.state) for fact in self.all_facts(person_id)]
