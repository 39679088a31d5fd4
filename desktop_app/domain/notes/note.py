"""What a note is: sections of sentences, each with the words it rests on, a draft until somebody answers for it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from desktop_app.domain.conversation import Person
from desktop_app.domain.prompt_words import Language


class NoteKind(StrEnum):
    """Whom it is for."""

    NOTE = "note"
    HANDOUT = "handout"  # for the patient


class Part(StrEnum):
    """What belongs into a section."""

    COMPLAINT = "complaint"
    PRESENT = "present"
    PAST = "past"
    ALLERGIES = "allergies"
    EXAMINATION = "examination"
    INVESTIGATIONS = "investigations"
    SUBJECTIVE = "subjective"
    OBJECTIVE = "objective"
    DIAGNOSIS = "diagnosis"
    PLAN = "plan"
    SIGNATURE = "signature"  # for a pen; nothing is drafted
    OWN = "own"  # lines that hold the section's own words
    MEDICINES = "medicines"  # of a hand-out, as the rest
    TESTS = "tests"
    ADVICE = "advice"
    FOLLOW_UP = "follow_up"


# What only the clinician's words may fill.
CLINICIAN_ONLY = frozenset(
    {Part.DIAGNOSIS, Part.PLAN, Part.MEDICINES, Part.TESTS, Part.ADVICE, Part.FOLLOW_UP}
)  # fmt: skip


class Origin(StrEnum):
    """Who put a sentence into words."""

    SAID = "said"  # as it was said
    MODEL = "model"
    USER = "user"  # by hand


class SentenceState(StrEnum):
    """Whether a sentence stands in the note. ``KEPT``: nothing said bears it out, a hand wrote, changed or kept it."""

    SUPPORTED = "supported"
    UNSUPPORTED = "unsupported"
    KEPT = "kept"
    DROPPED = "dropped"


class ChangeOf(StrEnum):
    """What a hand did to a sentence."""

    ADDED = "added"
    EDITED = "edited"
    KEPT = "kept"
    DROPPED = "dropped"


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a note. ``id`` is 0 before it is stored; ``sources`` are the messages it rests on."""

    text: str
    origin: Origin
    state: SentenceState
    sources: tuple[int, ...] = ()
    id: int = 0

    @property
    def stands(self) -> bool:
        """Whether it is part of the note's text."""
        return self.state in (SentenceState.SUPPORTED, SentenceState.KEPT)

    @property
    def is_unbacked(self) -> bool:
        """Whether it stands though nothing that was said bears it out: a hand wrote, changed or kept it."""
        return self.stands and (not self.sources or self.state is SentenceState.KEPT)


@dataclass(frozen=True, slots=True)
class SectionPlan:
    """A section of a template. ``words``, one of which a line must hold, matter to `Part.OWN` alone."""

    heading: str
    part: Part
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NoteSection:
    """A section with its sentences, those that do not stand included."""

    plan: SectionPlan
    sentences: tuple[Sentence, ...] = ()

    @property
    def text(self) -> str:
        """Its text, a sentence a line."""
        return "\n".join(sentence.text for sentence in self.sentences if sentence.stands)

    def lines(self, mark: str) -> tuple[str, ...]:
        """Its sentences as they leave the vault: behind each that is in no record stands the mark."""
        marked = self.plan.part is not Part.SIGNATURE
        return tuple(
            f"{each.text} {mark}" if marked and each.is_unbacked else each.text
            for each in self.sentences
            if each.stands
        )

    @property
    def unbacked(self) -> int:
        """How many of its sentences nothing said bears out; what stands for a signature is none."""
        return 0 if self.plan.part is Part.SIGNATURE else sum(each.is_unbacked for each in self.sentences)


@dataclass(frozen=True, slots=True)
class Change:
    """What a hand changed before the note was confirmed. ``before`` is "" where the sentence was added."""

    sentence_id: int
    at_ms: int
    kind: ChangeOf
    before: str


@dataclass(frozen=True, slots=True)
class Addendum:
    """What was added to a confirmed note."""

    author: str
    text: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class Identity:
    """What tells a patient apart, as it stood when a note was confirmed."""

    name: str
    sex: str
    birth_date: str
    record_number: str

    @classmethod
    def of(cls, person: Person) -> Identity:
        """A person's identity now."""
        return cls(person.name, person.sex, person.birth_date, person.record_number)


@dataclass(frozen=True, slots=True)
class Note:
    """A note of a session.

    Attributes:
        id: 0 before it is stored.
        session_id: whose turns it is about.
        kind: whom it is for.
        title: of the template.
        language: its headings and the statements around it follow.
        sections: in order.
        drafted_by: the model that reworded last (see `model`); "" where only the words that were said stand.
        confirmed_by: who answers for it; "" while it is a draft.
        confirmed_at_ms: when that was; None while it is a draft.
        cut: whether sentences left since because their words were erased or moved away.
        created_at_ms: when it was drafted.
        updated_at_ms: when it was changed last.
        changes: made by hand before it was confirmed, oldest first.
        addenda: oldest first.
        confirmed_as: whose it was when it was confirmed; None for a draft, and where its session moved since.
    """

    id: int
    session_id: int
    kind: NoteKind
    title: str
    language: Language
    sections: tuple[NoteSection, ...]
    drafted_by: str = ""
    confirmed_by: str = ""
    confirmed_at_ms: int | None = None
    cut: bool = False
    created_at_ms: int = 0
    updated_at_ms: int = 0
    changes: tuple[Change, ...] = ()
    addenda: tuple[Addendum, ...] = ()
    confirmed_as: Identity | None = None

    def identity(self, person: Person) -> Identity:
        """Whose it is by its head: the person as identified when it was confirmed, else as now."""
        return self.confirmed_as or Identity.of(person)

    @property
    def model(self) -> str:
        """The model that drafted words of it, "" where nothing of what it wrote is left, not even changed by a hand."""
        sentences = (each for section in self.sections for each in section.sentences)
        left = any(each.origin is Origin.MODEL and each.state is not SentenceState.DROPPED for each in sentences)
        return self.drafted_by if left or any(each.kind is ChangeOf.EDITED for each in self.changes) else ""

    @property
    def is_confirmed(self) -> bool:
        """Whether somebody answers for it; from then on it is only added to."""
        return self.confirmed_at_ms is not None

    @property
    def unbacked(self) -> int:
        """How many sentences stand in it that nothing said bears out."""
        return sum(section.unbacked for section in self.sections)

    @property
    def is_changed_by_hand(self) -> bool:
        """Whether sentences stand in it that a hand wrote or changed."""
        sentences = (each for section in self.sections for each in section.sentences)
        return any(each.stands and each.origin is Origin.USER for each in sentences)

    @property
    def unsupported(self) -> int:
        """How many sentences wait for somebody to keep or to drop them."""
        return sum(each.state is SentenceState.UNSUPPORTED for part in self.sections for each in part.sentences)
