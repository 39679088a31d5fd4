"""Facts, each with the words it rests on."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, TypeAlias

import apsw

from desktop_app.domain.conflicts import unopposed
from desktop_app.domain.conversation import Message
from desktop_app.domain.fact_changes import HAND, PROGRAM, ChangeKind, FactEntry
from desktop_app.domain.memory import Category, Doubt, Fact, FactCandidate, FactState, FactStatus, OwnCategory, Polarity
from desktop_app.storage.connection import rows, value
from desktop_app.storage.erasure import Eraser

# A fact shows the words it was first found in; one that was entered by hand may have none.
_SELECT = """
SELECT f.id, f.person_id, f.subject, f.category, f.attribute, f.value, f.unit, f.polarity, f.status, f.state,
    f.speaker, f.confidence, f.observed_at_ms, f.valid_from, f.valid_to, f.recorded_at_ms, f.retracted_at_ms,
    f.superseded_by, f.pinned, coalesce(s.quote, ''), coalesce(t.session_id, 0), coalesce(t.id, 0),
    coalesce(s.message_id, 0), coalesce(s.start, 0), coalesce(s."end", 0), coalesce(s.extractor, ''), f.doubt,
    f.by_hand, (SELECT count(*) FROM fact_source WHERE fact_id = f.id
        AND (message_id + 1) / 2 NOT IN (SELECT turn_id FROM turn_copy)),
    f.state = 'retracted' AND (SELECT c.kind FROM fact_change AS c WHERE c.fact_id = f.id
        ORDER BY c.id DESC LIMIT 1) = 'withdrawn', o.id, o.name, o.position
FROM fact AS f
LEFT JOIN own_category AS o ON o.id = f.own_category_id
LEFT JOIN fact_source AS s ON s.id = (SELECT min(id) FROM fact_source WHERE fact_id = f.id)
LEFT JOIN message AS m ON m.id = s.message_id
LEFT JOIN turn AS t ON t.id = m.turn_id
"""
_TYPED = (
    (3, Category),
    (7, Polarity),
    (8, FactStatus),
    (9, FactState),
    (18, bool),
    (26, Doubt),
    (27, bool),
    (29, bool),
)
_DOUBTS = {Doubt.OPEN: ChangeKind.STATE, Doubt.TO_ASK: ChangeKind.TO_ASK, Doubt.LEFT: ChangeKind.LEFT}
_ENDED = (FactState.SUPERSEDED, FactState.RETRACTED, FactState.FORGOTTEN)

_Facts: TypeAlias = list[Fact]


class FactRepository:
    """Reads and writes facts over one connection; writing needs the writer's transaction."""

    def __init__(self, connection: apsw.Connection, eraser: Eraser) -> None:
        self._connection = connection
        self._eraser = eraser

    def add(
        self,
        person_id: int,
        candidate: FactCandidate,
        *,
        message: Message,
        state: FactState,
        observed_at_ms: int,
        now_ms: int,
    ) -> Fact:
        """Store a fact found in a message.

        Args:
            person_id: whom it is about (or whose family).
            candidate: what was found.
            message: where it was found; its speaker becomes the fact's.
            state: to begin with.
            observed_at_ms: when it was said.
            now_ms: Unix time in milliseconds.
        """
        fact_id = self._insert(
            person_id, candidate, state, message.speaker, candidate.confidence, observed_at_ms, now_ms, by_hand=False
        )
        self.add_source(fact_id, candidate, message=message)
        self.note(fact_id, ChangeKind.ADDED, by=message.speaker, now_ms=now_ms)
        return self.get(fact_id)

    def add_by_hand(
        self, person_id: int, entry: FactEntry, *, speaker: str, state: FactState, observed_at_ms: int, now_ms: int
    ) -> Fact:
        """Store a fact that somebody entered, without words it rests on.

        Args:
            person_id: whom it is about (or whose family).
            entry: what it says.
            speaker: who vouches for it.
            state: to begin with.
            observed_at_ms: of when it speaks.
            now_ms: Unix time in milliseconds.
        """
        fact_id = self._insert(person_id, entry, state, speaker, 1.0, observed_at_ms, now_ms, by_hand=True)
        self.note(fact_id, ChangeKind.ADDED, by=HAND, now_ms=now_ms)
        return self.get(fact_id)

    def _insert(
        self,
        person_id: int,
        said: FactCandidate | FactEntry,
        state: FactState,
        speaker: str,
        confidence: float,
        observed_at_ms: int,
        now_ms: int,
        *,
        by_hand: bool,
    ) -> int:
        self._connection.execute(
            "INSERT INTO fact (person_id, subject, category, attribute, value, unit, polarity, status, state, speaker,"
            " confidence, observed_at_ms, valid_from, valid_to, recorded_at_ms, by_hand, own_category_id)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                person_id,
                said.subject,
                said.category.value,
                said.attribute,
                said.value,
                said.unit,
                said.polarity.value,
                said.status.value,
                state.value,
                speaker,
                confidence,
                observed_at_ms,
                said.valid_from,
                said.valid_to,
                now_ms,
                int(by_hand),
                said.own_category_id,
            ),
        )
        return self._connection.last_insert_rowid()

    def keyed_turns(
        self, person_id: int, categories: Iterable[Category], names: Iterable[str], limit: int
    ) -> dict[int, list[tuple[Category, str, str]]]:
        """Turns that say a fact held of the person, of these categories or with one of these names.

        Args:
            person_id: whose facts.
            categories: all facts of these.
            names: parts of an attribute or a value, in lower case.
            limit: of facts, the newest first.

        Returns:
            By turn, the category, attribute and value of its facts.
        """
        found = rows(
            self._connection,
            "SELECT DISTINCT m.turn_id, f.category, f.attribute, f.value FROM ("
            " SELECT id, category, attribute, value FROM fact WHERE person_id = ?1 AND state IN ('active', 'conflict')"
            " AND (category IN (SELECT value FROM json_each(?2)) OR EXISTS (SELECT 1 FROM json_each(?3) AS n"
            " WHERE instr(lower(attribute), n.value) OR instr(lower(fact.value), n.value)))"
            " ORDER BY id DESC LIMIT ?4) AS f"
            " JOIN fact_source AS s ON s.fact_id = f.id JOIN message AS m ON m.id = s.message_id",
            (person_id, json.dumps([one.value for one in categories]), json.dumps(list(names)), limit),
        )
        turns: dict[int, list[tuple[Category, str, str]]] = {}
        for turn_id, category, attribute, fact_value in found:
            turns.setdefault(turn_id, []).append((Category(category), attribute, fact_value))
        return turns

    def add_source(self, fact_id: int, candidate: FactCandidate, *, message: Message) -> bool:
        """Note that a message says a fact again. False if exactly these words were noted before."""
        before = self._connection.total_changes()
        self._connection.execute(
            'INSERT INTO fact_source (fact_id, message_id, start, "end", quote, extractor) VALUES (?, ?, ?, ?, ?, ?)'
            " ON CONFLICT DO NOTHING",
            (fact_id, message.id, candidate.start, candidate.end, candidate.quote, candidate.extractor),
        )
        return self._connection.total_changes() > before

    def give_to(self, fact_id: int, person_id: int) -> None:
        """Let a fact be another person's, filed in that one's category of the same name where there is one."""
        self._connection.execute(
            "UPDATE fact SET person_id = ?1, own_category_id = (SELECT theirs.id FROM own_category AS theirs"
            " JOIN own_category AS mine ON mine.name = theirs.name"
            " WHERE theirs.person_id = ?1 AND mine.id = fact.own_category_id) WHERE id = ?2",
            (person_id, fact_id),
        )

    def file(self, fact_id: int, own_category_id: int | None, *, now_ms: int) -> None:
        """Put a fact into a category of its person's own, or out of any."""
        self._connection.execute("UPDATE fact SET own_category_id = ? WHERE id = ?", (own_category_id, fact_id))
        self.note(fact_id, ChangeKind.FILED, by=HAND, now_ms=now_ms)

    def file_as(self, fact_id: int, entry: FactEntry, *, now_ms: int) -> None:
        """Let a fact stand where an entry stands, and be about what and whom that says."""
        self._connection.execute(
            "UPDATE fact SET own_category_id = ?, category = ?, attribute = ?, subject = ? WHERE id = ?",
            (entry.own_category_id, entry.category.value, entry.attribute, entry.subject, fact_id),
        )
        self.note(fact_id, ChangeKind.FILED, by=HAND, now_ms=now_ms)

    def take_place_of(self, fact_id: int, earlier_id: int) -> None:
        """File a fact that was filed nowhere where the one is filed whose place it takes."""
        self._connection.execute(
            "UPDATE fact SET own_category_id = (SELECT own_category_id FROM fact WHERE id = ?)"
            " WHERE id = ? AND own_category_id IS NULL",
            (earlier_id, fact_id),
        )

    def copy_sources(self, from_id: int, to_id: int) -> tuple[int, ...]:
        """Give a fact the words that another rests on as well. Returns the ids of its new sources."""
        added = rows(
            self._connection,
            'INSERT INTO fact_source (fact_id, message_id, start, "end", quote, extractor)'
            ' SELECT ?, message_id, start, "end", quote, extractor FROM fact_source WHERE fact_id = ? ORDER BY id'
            " ON CONFLICT DO NOTHING RETURNING id",
            (to_id, from_id),
        )
        return tuple(source_id for (source_id,) in added)

    def remove_sources(self, source_ids: Iterable[int]) -> None:
        """Take back what `copy_sources` gave."""
        self._connection.executemany("DELETE FROM fact_source WHERE id = ?", [(each,) for each in source_ids])

    def delete(self, fact_ids: Iterable[int]) -> None:
        """Erase facts with their history, also from the prompts that carried them."""
        self._eraser.facts(fact_ids)

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

    def shared_with(self, person_id: int) -> _Facts:
        """The facts of others that hold for everybody; never any among patients."""
        return self._select(
            "f.person_id <> ? AND f.person_id IN (SELECT id FROM person WHERE shares_facts AND state = 'active')",
            person_id,
        )

    def from_message(self, message_id: int) -> _Facts:
        """The facts that rest on a message, alone or among others."""
        return self._select("f.id IN (SELECT fact_id FROM fact_source WHERE message_id = ?)", message_id)

    def said_in(self, turn_ids: Iterable[int]) -> _Facts:
        """The facts that rest on something said in these turns, alone or among others."""
        scope = json.dumps(list(turn_ids))
        return self._select(
            "f.id IN (SELECT s.fact_id FROM json_each(?) AS wanted JOIN message AS q ON q.turn_id = wanted.value"
            " JOIN fact_source AS s ON s.message_id = q.id)",
            scope,
        )

    def replaced_by(self, fact_id: int) -> _Facts:
        """The facts whose place a fact took."""
        return self._select("f.superseded_by = ?", fact_id)

    def corrected_by(self, fact_id: int) -> _Facts:
        """The facts held now that were once taken back because this one was said."""
        return self._select(
            "f.state IN ('active', 'conflict') AND f.id IN"
            " (SELECT fact_id FROM fact_change WHERE other_id = ? AND state = 'retracted')",
            fact_id,
        )

    def last_changed_as(self, person_id: int, kind: ChangeKind) -> _Facts:
        """A person's facts to which this was the last thing that happened."""
        return self._select(
            "f.person_id = ? AND"
            " (SELECT c.kind FROM fact_change AS c WHERE c.fact_id = f.id ORDER BY c.id DESC LIMIT 1) = ?",
            person_id,
            kind.value,
        )

    def carry_over(self, from_message: int, to_message: int) -> None:
        """Let the facts that rest on a message rest on another of the same words as well."""
        self._connection.execute(
            'INSERT INTO fact_source (fact_id, message_id, start, "end", quote, extractor)'
            ' SELECT fact_id, ?, start, "end", quote, extractor FROM fact_source WHERE message_id = ? ORDER BY id'
            " ON CONFLICT DO NOTHING",
            (to_message, from_message),
        )

    def set_state(
        self,
        fact_id: int,
        state: FactState,
        *,
        now_ms: int,
        superseded_by: int | None = None,
        by: str = PROGRAM,
        kind: ChangeKind = ChangeKind.STATE,
    ) -> None:
        """Change what the program holds of a fact; an end is dated, a return to life undates it.

        A contradiction is open anew: what was decided about it before did not know of this.

        Args:
            fact_id: which.
            state: from now on.
            now_ms: Unix time in milliseconds.
            superseded_by: the fact that takes its place.
            by: who did it, for the history: a speaker, `HAND` or `PROGRAM`.
            kind: what the history calls it.
        """
        self._connection.execute(
            "UPDATE fact SET state = ?, superseded_by = ?, retracted_at_ms = ?, doubt = '' WHERE id = ?",
            (state.value, superseded_by, now_ms if state in _ENDED else None, fact_id),
        )
        self.note(fact_id, kind, by=by, now_ms=now_ms, other_id=superseded_by)

    def set_doubt(self, fact_id: int, doubt: Doubt, *, now_ms: int) -> None:
        """Note how somebody left the contradiction a fact is part of."""
        self._connection.execute("UPDATE fact SET doubt = ? WHERE id = ?", (doubt.value, fact_id))
        self.note(fact_id, _DOUBTS[doubt], by=HAND, now_ms=now_ms)

    def restore(self, fact: Fact, *, now_ms: int) -> None:
        """Make what is held of a fact what it was; one that was erased meanwhile stays erased."""
        self._connection.execute(
            "UPDATE fact SET category = ?, subject = ?, attribute = ?, state = ?,"
            " retracted_at_ms = ?, valid_to = ?, doubt = ?, pinned = ?,"
            " superseded_by = (SELECT id FROM fact WHERE id = ?),"
            " own_category_id = (SELECT id FROM own_category WHERE id = ?) WHERE id = ?",
            (
                fact.category.value,
                fact.subject,
                fact.attribute,
                fact.state.value,
                fact.retracted_at_ms,
                fact.valid_to,
                fact.doubt.value,
                int(fact.pinned),
                fact.superseded_by,
                fact.own_category.id if fact.own_category else None,
                fact.id,
            ),
        )
        self.note(fact.id, ChangeKind.UNDONE, by=HAND, now_ms=now_ms)

    def close_conflicts(self, person_id: int, *, now_ms: int) -> _Facts:
        """Let facts hold that were in doubt and that nothing contradicts any more. Returns them as they were."""
        alone = unopposed(self.list(person_id, (FactState.CONFLICT,)))
        for fact in alone:
            self.set_state(fact.id, FactState.ACTIVE, now_ms=now_ms)
        return alone

    def set_valid_to(self, fact_id: int, valid_to: str) -> None:
        """Say until when a fact holds (ISO 8601 date, "" for open)."""
        self._connection.execute("UPDATE fact SET valid_to = ? WHERE id = ?", (valid_to, fact_id))

    def set_pinned(self, fact_id: int, pinned: bool, *, now_ms: int) -> None:
        """Put a fact into every prompt of its person, or no longer."""
        self._connection.execute("UPDATE fact SET pinned = ? WHERE id = ?", (int(pinned), fact_id))
        self.note(fact_id, ChangeKind.PINNED if pinned else ChangeKind.UNPINNED, by=HAND, now_ms=now_ms)

    def note(self, fact_id: int, kind: ChangeKind, *, by: str, now_ms: int, other_id: int | None = None) -> None:
        """Write an entry of a fact's history, with the state it has now."""
        self._connection.execute(
            "INSERT INTO fact_change (fact_id, at_ms, actor, kind, state, other_id)"
            " SELECT id, ?, ?, ?, state, ? FROM fact WHERE id = ?",
            (now_ms, by, kind.value, other_id, fact_id),
        )

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
    """A fact of the columns of `_SELECT`, which are its attributes in order; the last three are of its own category."""
    typed = list(fields[:-3])
    own_id, own_name, own_position = fields[-3:]
    for position, kind in _TYPED:
        typed[position] = kind(fields[position])
    typed.append(OwnCategory(own_id, own_name, own_position) if own_id is not None else None)
    return Fact(*typed)
