"""The long-term layers of memory: chunks to recall, facts to believe, summaries to lean on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Category(StrEnum):
    """What a fact is about."""

    NAME = "name"
    AGE = "age"
    SEX = "sex"
    BLOOD_TYPE = "blood_type"
    CONTACT = "contact"
    RESIDENCE = "residence"
    OCCUPATION = "occupation"
    ALLERGY = "allergy"
    MEDICATION = "medication"
    CONDITION = "condition"
    MEASUREMENT = "measurement"
    PROCEDURE = "procedure"
    HABIT = "habit"
    PLAN = "plan"
    GOAL = "goal"
    PREFERENCE = "preference"
    BUSINESS_PARAMETER = "business_parameter"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class OwnCategory:
    """A category that somebody set up for the facts of a space. ``position`` orders it among the others, from 0."""

    id: int
    name: str
    position: int


class Polarity(StrEnum):
    """Whether the words affirm or deny the fact."""

    AFFIRMED = "affirmed"
    NEGATED = "negated"


class FactStatus(StrEnum):
    """The time the words give the fact."""

    CURRENT = "current"
    PAST = "past"
    SUSPECTED = "suspected"


class FactState(StrEnum):
    """What the program holds of the fact now."""

    PROPOSED = "proposed"
    ACTIVE = "active"
    CONFLICT = "conflict"
    SUPERSEDED = "superseded"
    RETRACTED = "retracted"
    FORGOTTEN = "forgotten"


CURRENT_STATES = frozenset({FactState.ACTIVE, FactState.CONFLICT})  # what counts, in doubt or not
HELD_STATES = CURRENT_STATES | {FactState.PROPOSED}  # and what waits for somebody to confirm it

# A day says of these when they were, of everything else since when it holds.
OF_A_DAY = frozenset({Category.AGE, Category.MEASUREMENT, Category.PROCEDURE, Category.PLAN})


class Doubt(StrEnum):
    """How a contradiction was left that nobody settled."""

    OPEN = ""  # nobody has looked at it yet
    TO_ASK = "to_ask"  # the person it is about is to be asked
    LEFT = "left"  # both sides are kept in doubt


SELF = "self"  # the subject of a fact about the session's person


@dataclass(frozen=True, slots=True)
class FactCandidate:
    """A fact found in one message. ``value`` is ``text[start:end]`` of that message.

    ``quote`` is the clause that says it, verbatim, and contains the value.
    """

    subject: str
    category: Category
    attribute: str  # which drug, which measurement; "" where the category holds one value
    value: str
    polarity: Polarity
    status: FactStatus
    start: int
    end: int
    quote: str
    unit: str = ""
    valid_from: str = ""  # ISO date the fact is anchored to, "" if unknown
    valid_to: str = ""
    retracts: str = ""  # a value of the same category that these words correct away
    confidence: float = 1.0
    extractor: str = "rules"
    own_category_id: int | None = None  # only by hand: extraction knows none
    only_against: bool = False  # kept only where it contradicts what is held: that a drug was borne well
    unsure: bool = False  # whose it is was not said clearly: proposed, whatever the mode


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact as stored, with the words it rests on.

    One that was entered by hand may rest on none: quote and extractor are empty then, the ids of session,
    turn and message 0.
    """

    id: int
    person_id: int
    subject: str
    category: Category
    attribute: str
    value: str
    unit: str
    polarity: Polarity
    status: FactStatus
    state: FactState
    speaker: str
    confidence: float
    observed_at_ms: int  # when it was said
    valid_from: str
    valid_to: str
    recorded_at_ms: int
    retracted_at_ms: int | None
    superseded_by: int | None
    pinned: bool
    quote: str
    session_id: int
    turn_id: int
    message_id: int
    start: int  # span of the value in the message's text
    end: int
    extractor: str
    doubt: Doubt = Doubt.OPEN  # says something only while the state is conflict
    by_hand: bool = False
    source_count: int = 1  # in how many places it was said
    withdrawn: bool = False  # retracted by nobody: only a version of the conversation that is not shown says it
    own_category: OwnCategory | None = None  # where somebody filed it; ``category`` stays what it was found as


class ChunkPart(StrEnum):
    """Which messages of its turn a chunk stands for."""

    BOTH = "both"
    QUESTION = "question"
    REPLY = "reply"


@dataclass(frozen=True, slots=True)
class Chunk:
    """A unit of recall: at most one question with its answer, with what is indexed for it."""

    id: int
    person_id: int
    session_id: int
    turn_id: int
    position: int  # within its turn
    part: ChunkPart
    text: str  # what a person reads and the prompt gets
    indexed_text: str  # what is embedded and split into terms (speaker, context, text)
    said_at_ms: int
    is_chinese: bool = False  # written mostly in Chinese, Japanese or Korean
    content_terms: int = 0  # distinct terms of the text without stop words; few mean small talk


@dataclass(frozen=True, slots=True)
class Quote:
    """What a person said in a summarised turn, put back word for word because the prose does not say it."""

    turn_id: int
    speaker: str
    said_on: str  # ISO 8601 date
    text: str


@dataclass(frozen=True, slots=True)
class SummarySegment:
    """A step of a session's rolling summary; it stands for the turns that left the window together.

    A segment is never rewritten, so nothing can get lost from it later. One with neither text nor quotes
    says that summing up its turns would save nothing: they are merely clipped.

    Attributes:
        text: the model's prose, as far as the turns support it.
        covered: ids of the turns, oldest first.
        stale: to be made anew; it still holds until another covers its turns.
        level: brief, normal or detailed.
    """

    id: int
    text: str
    covered: tuple[int, ...]
    quotes: tuple[Quote, ...] = ()
    session_id: int = 0
    level: str = ""
    stale: bool = False
    created_at_ms: int = 0

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to send."""
        return not self.text and not self.quotes
