"""Facts, each with the words it rests on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

import apsw

from desktop_app.domain.conflicts import unopposed
from desktop_app.domain.conversation import Message
from desktop_app.domain.memory import Category, Doubt, Fact, FactCandidate, FactState, FactStatus, Polarity
from desktop_app.storage.connection import rows, value

# A fact shows the words it was first found in.
_SELECT = """
SELECT f.id, f.person_id, f.subject, f.category, f.attribute, f.value, f.unit, f.polarity, f.status, f.state,
    f.speaker, f.confidence, f.observed_at_ms, f.valid_from, f.valid_to, f.recorded_at_ms, f.retracted_at_ms,
    f.superseded_by, f.pinned, s.quote, t.session_id, t.id, s.message_id, s.start, s."end", s.extractor, f.doubt
FROM fact AS f
JOIN fact_source AS s ON s.id = (SELECT min(id) FROM fact_source WHERE fact_id = f.id)
JOIN message AS m ON m.id = s.message_id
JOIN turn AS t ON t.id = m.turn_id
"""
_ENDED = (FactState.SUPERSEDED, FactState.RETRACTED, FactState.FORGOTTEN)

_Facts: TypeAlias = list[Fact]


class FactRepository:
    """Reads and writes facts over one connection; writing needs the writer's transaction."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def add(
        self,
        person_id: int,
        candidate: FactCandidate,
        *,
        message: Message,
        session_id: int,
        state: FactState,
        observed_at_ms: int,
        now_ms: int,
    ) -> Fact:
        """Store a fact found in a message.

        Args:
            person_id: whom it is about (or whose family).
            candidate: what was found.
            message: where it was found; its speaker becomes the fact's.
            session_id: of the message.
            state: to begin with.
            observed_at_ms: when it was said.
            now_ms: Unix time in milliseconds.
        """
        self._connection.execute(
            "INSERT INTO fact (person_id, subject, category, attribute, value, unit, polarity, status, state, speaker,"
            " confidence, observed_at_ms, valid_from, valid_to, recorded_at_ms)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                person_id,
                candidate.subject,
                candidate.category.value,
                candidate.attribute,
                candidate.value,
                candidate.unit,
                candidate.polarity.value,
                candidate.status.value,
                state.value,
                message.speaker,
                candidate.confidence,
                observed_at_ms,
                candidate.valid_from,
                candidate.valid_to,
                now_ms,
            ),
        )
        fact_id = self._connection.last_insert_rowid()
        self.add_source(fact_id, candidate, message=message)
        return self.get(fact_id)

    def add_source(self, fact_id: int, candidate: FactCandidate, *, message: Message) -> bool:
        """Note that a message says a fact again. False if exactly these words were noted before."""
        before = self._connection.total_changes()
        self._connection.execute(
            'INSERT INTO fact_source (fact_id, message_id, start, "end", quote, extractor) VALUES (?, ?, ?, ?, ?, ?)'
            " ON CONFLICT DO NOTHING",
            (fact_id, message.id, candidate.start, candidate.end, candidate.quote, candidate.extractor),
        )
        return self._connection.total_changes() > before

    def get(self, fact_id: int) -> Fact:
        """One fact. Raises KeyError."""
        found = self._select("f.id = ?", fact_id)
        if not found:
            raise KeyError(fact_id)
        return found[0]

    def list(self, person_id: int, states: Iterable[FactState] | None = None) -> _Facts:
        """A person's facts, by category, attribute and age; of some states only where given."""
        if states is None:
            return self._select("f.person_id = ?", person_id)
        wanted = tuple(state.value for state in states)
        marks = ", ".join("?" * len(wanted))
        return self._select(f"f.person_id = ? AND f.state IN ({marks})", person_id, *wanted)

    def from_message(self, message_id: int) -> _Facts:
        """The facts that rest on a message, alone or among others."""
        return self._select("f.id IN (SELECT fact_id FROM fact_source WHERE message_id = ?)", message_id)

    def set_state(self, fact_id: int, state: FactState, *, now_ms: int, superseded_by: int | None = None) -> None:
        """Change what the program holds of a fact; an end is dated, a return to life undates it.

        A contradiction is open anew: what was decided about it before did not know of this.
        """
        self._connection.execute(
            "UPDATE fact SET state = ?, superseded_by = ?, retracted_at_ms = ?, doubt = '' WHERE id = ?",
            (state.value, superseded_by, now_ms if state in _ENDED else None, fact_id),
        )

    def set_doubt(self, fact_id: int, doubt: Doubt) -> None:
        """Note how the contradiction a fact is part of was left."""
        self._connection.execute("UPDATE fact SET doubt = ? WHERE id = ?", (doubt.value, fact_id))

    def restore(self, fact: Fact) -> None:
        """Make what is held of a fact what it was; one that was erased meanwhile stays erased."""
        self._connection.execute(
            "UPDATE fact SET state = ?, retracted_at_ms = ?, valid_to = ?, doubt = ?,"
            " superseded_by = (SELECT id FROM fact WHERE id = ?) WHERE id = ?",
            (fact.state.value, fact.retracted_at_ms, fact.valid_to, fact.doubt.value, fact.superseded_by, fact.id),
        )

    def close_conflicts(self, person_id: int, *, now_ms: int) -> _Facts:
        """Let facts hold that were in doubt and that nothing contradicts any more. Returns them as they were."""
        alone = unopposed(self.list(person_id, (FactState.CONFLICT,)))
        for fact in alone:
            self.set_state(fact.id, FactState.ACTIVE, now_ms=now_ms)
        return alone

    def set_valid_to(self, fact_id: int, valid_to: str) -> None:
        """Say until when a fact holds (ISO 8601 date, "" for open)."""
        self._connection.execute("UPDATE fact SET valid_to = ? WHERE id = ?", (valid_to, fact_id))

    def set_pinned(self, fact_id: int, pinned: bool) -> None:
        """Put a fact into every prompt of its person, or no longer."""
        self._connection.execute("UPDATE fact SET pinned = ? WHERE id = ?", (int(pinned), fact_id))

    def without_quote(self) -> int:
        """How many sources do not stand word for word in their message."""
        return int(
            value(
                self._connection,
                "SELECT count(*) FROM fact_source AS s JOIN message AS m ON m.id = s.message_id"
                " WHERE s.quote = '' OR instr(m.text, s.quote) = 0",
            )
        )

    def _select(self, condition: str, *bindings: int | str) -> _Facts:
        found = rows(self._connection, f"{_SELECT} WHERE {condition} ORDER BY f.category, f.attribute, f.id", bindings)
        return [_fact(fields) for fields in found]


def _fact(fields: tuple[Any, ...]) -> Fact:
    """A fact of the columns of `_SELECT`, which are its attributes in order."""
    typed = list(fields)
    for position, kind in ((3, Category), (7, Polarity), (8, FactStatus), (9, FactState), (18, bool), (26, Doubt)):
        typed[position] = kind(fields[position])
    return Fact(*typed)
