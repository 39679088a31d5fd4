"""What people do to facts by hand, what was done to a fact, and where it was said and used."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from desktop_app.domain.memory import SELF, Category, Fact, FactState, FactStatus, Polarity

HAND = "user"  # the actor of what is done in the window
PROGRAM = "program"

# To stand in one of these says nothing about what a fact says, and none of them holds one value alone.
LOOSE = frozenset({Category.OTHER, Category.PREFERENCE, Category.HABIT, Category.PLAN, Category.GOAL})


class ChangeKind(StrEnum):
    """What happened to a fact."""

    ADDED = "added"
    STATE = "state"  # what is held of it changed
    EDITED = "edited"  # a correction by hand took its place
    MERGED = "merged"  # another fact that says the same took it in
    TOOK_IN = "took_in"  # it took in another fact that says the same
    PINNED = "pinned"
    UNPINNED = "unpinned"
    TO_ASK = "to_ask"  # the person is to be asked which statement is right
    LEFT = "left"  # kept, in doubt
    FILED = "filed"  # in a category of one's own, or out of it
    UNDONE = "undone"
    WITHDRAWN = "withdrawn"  # all that says it was edited away, or is on a version that is not shown
    RETURNED = "returned"  # what says it is shown again, or what took it back no longer is


@dataclass(frozen=True, slots=True)
class FactChange:
    """One entry of a fact's history.

    Attributes:
        fact_id: whose history.
        at_ms: Unix time in milliseconds.
        actor: a speaker, `HAND` or `PROGRAM`.
        kind: what happened.
        state: of the fact from then on.
        other_id: the fact that took its place, or that it took in.
    """

    fact_id: int
    at_ms: int
    actor: str
    kind: ChangeKind
    state: FactState
    other_id: int | None = None


@dataclass(frozen=True, slots=True)
class FactSource:
    """A place where a fact was said."""

    id: int
    message_id: int
    session_id: int
    session_title: str
    turn_id: int
    ordinal: int
    speaker: str
    said_at_ms: int
    quote: str
    extractor: str


@dataclass(frozen=True, slots=True)
class FactUse:
    """A turn whose prompt carried a fact. ``reply`` is None where none was written."""

    session_id: int
    session_title: str
    turn_id: int
    ordinal: int
    at_ms: int
    question: str
    reply: str | None


@dataclass(frozen=True, slots=True)
class FactDossier:
    """Everything known of one fact.

    Attributes:
        fact: as it stands.
        sources: where it was said, oldest first.
        changes: its history and that of the facts it took the place of, oldest first.
        related: the other facts of the history, by id.
        uses: turns whose prompts carried it or what it took the place of, oldest first.
    """

    fact: Fact
    sources: tuple[FactSource, ...]
    changes: tuple[FactChange, ...]
    related: tuple[Fact, ...]
    uses: tuple[FactUse, ...]


@dataclass(frozen=True, slots=True)
class FactEntry:
    """A fact as a person writes it by hand. Dates are ISO 8601, "" for open."""

    category: Category
    value: str
    attribute: str = ""
    unit: str = ""
    subject: str = SELF
    polarity: Polarity = Polarity.AFFIRMED
    status: FactStatus = FactStatus.CURRENT
    valid_from: str = ""
    valid_to: str = ""
    own_category_id: int | None = None

    @classmethod
    def of(cls, fact: Fact) -> FactEntry:
        """What a fact says, to be corrected."""
        return cls(
            fact.category,
            fact.value,
            fact.attribute,
            fact.unit,
            fact.subject,
            fact.polarity,
            fact.status,
            fact.valid_from,
            fact.valid_to,
            fact.own_category.id if fact.own_category else None,
        )


def only_filed(fact: Fact, entry: FactEntry) -> bool:
    """Whether an entry says what a fact says, and stands elsewhere or names what it is about for the first time.

    What was taken for an allergy or a job and is none was wrong, and so was what was said of somebody: that is a
    correction. A note tells of nobody until somebody is named.
    """
    names_somebody = fact.subject == SELF and fact.category is Category.OTHER and (fact.by_hand or not fact.attribute)
    same = replace(
        FactEntry.of(fact),
        category=entry.category if fact.category in LOOSE else fact.category,
        own_category_id=entry.own_category_id,
        attribute=fact.attribute or entry.attribute,
        subject=entry.subject if names_somebody else fact.subject,
    )
    return same == entry


@dataclass(frozen=True, slots=True)
class FactsBefore:
    """A person's facts as they were before a change: what undoes it.

    Attributes:
        person_id: whose.
        facts: those that were changed, as they were.
        added: ids of facts that came with the change.
        source_ids: sources that the change gave to other facts.
    """

    person_id: int
    facts: tuple[Fact, ...] = ()
    added: tuple[int, ...] = ()
    source_ids: tuple[int, ...] = ()
