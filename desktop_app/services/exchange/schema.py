"""The format ``retrace-export``: everything a vault holds of people, as one JSON document in UTF-8.

``{"format": "retrace-export", "version": 1, "people": [{"sessions": […], "facts": […]}], "settings": {…}}``

- A *person* has sessions and facts. A *session* has its turns, all branches: a turn names the turn it follows
  (``parent``), ``head`` names the last turn of the branch that is shown. Parents stand before what follows them.
- A *turn* is a question with its answer; both say who spoke, what, and when. ``context`` is the record of what
  the model saw, for people and tools to read; an import leaves it aside, because another vault cannot prove it.
  ``copy_of`` names the turn that a turn of a duplicated session repeats: it is remembered once.
  ``read_for_facts`` is false where nobody has looked for facts in it yet.
- A *fact* carries what is held of it, the words it rests on (``sources``: turn, role, place and quote), and its
  history (``changes``). ``superseded_by`` and ``other`` name facts of the same person. ``own_category`` is the one of
  the person's ``own_categories`` where somebody filed it; ``category`` stays what it was found as.
- A *note* has sections of sentences; a sentence names the turns whose questions it rests on (``sources``), and what a
  hand changed in it. ``confirmed_by`` is empty while it is a draft.
- A *consent* and an *arrival* (the list of a day) are of a person; they stand in an export of all of a person, not of
  one session, and in none without identifiers.
- ``vault_id`` and a person's ``id`` let the vault that wrote the document know its own rows again, also where
  somebody was renamed since.
- A *summary* names the turns it stands for and what it quotes word for word.
- ``statement`` says what the program is not; an import leaves it aside.
- Vectors and word indexes are not in it: an import derives them anew.

Times are Unix milliseconds, dates ISO 8601, character positions count Unicode code points. Ids hold within their
list only: an import gives its own. The JSON schema in ``resources/schemas`` is written from these types.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from desktop_app.domain.consent import Basis, Form, Use
from desktop_app.domain.conversation import FinishReason, MessageStatus, PersonState, TitledBy, VaultKind
from desktop_app.domain.fact_changes import ChangeKind
from desktop_app.domain.memory import Category, Doubt, FactState, FactStatus, Polarity
from desktop_app.domain.notes.note import ChangeOf, NoteKind, Origin, Part, SentenceState
from desktop_app.domain.own_categories import NAME_LIMIT
from desktop_app.domain.patients import Arrival
from desktop_app.domain.settings import FactMode

FORMAT, VERSION = "retrace-export", 1

Id = Annotated[int, msgspec.Meta(ge=1, le=2**53)]
Time = Annotated[int, msgspec.Meta(ge=0, le=2**53, description="Unix time in milliseconds")]
Position = Annotated[int, msgspec.Meta(ge=0, le=2**53, description="in Unicode code points")]
Count = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
OwnCategoryName = Annotated[str, msgspec.Meta(min_length=1, max_length=NAME_LIMIT)]
IsoDate = Annotated[str, msgspec.Meta(pattern=r"^(\d{4}(-\d{2}(-\d{2})?)?)?$", description='ISO 8601, "" if unknown')]


class AttachmentDoc(msgspec.Struct, frozen=True):
    """A file whose text was sent with a message; its size and the estimate of its tokens are 0 where unknown."""

    name: str
    text: str
    file_bytes: Count = 0
    tokens: Count = 0


class MessageDoc(msgspec.Struct, frozen=True):
    """Something said."""

    speaker: str
    text: str
    at_ms: Time
    status: MessageStatus = MessageStatus.COMPLETE
    attachments: tuple[AttachmentDoc, ...] = ()


class PlaceDoc(msgspec.Struct, frozen=True):
    """A turn of a session of the same person."""

    session: Id
    turn: Id


class TurnDoc(msgspec.Struct, frozen=True):
    """A question with its answer."""

    id: Id
    question: MessageDoc
    reply: MessageDoc | None = None
    parent: Id | None = None
    finish_reason: FinishReason = FinishReason.GIVEN
    pinned: bool = False
    never_recalled: bool = False
    read_for_facts: bool = True
    copy_of: PlaceDoc | None = None
    context: dict[str, Any] | None = None


class QuoteDoc(msgspec.Struct, frozen=True):
    """What a summary keeps word for word."""

    turn: Id
    speaker: str
    said_on: IsoDate
    text: str


class SummaryDoc(msgspec.Struct, frozen=True):
    """A step of a session's summary."""

    text: str
    level: str
    covers: Annotated[tuple[Id, ...], msgspec.Meta(min_length=1)]
    at_ms: Time
    quotes: tuple[QuoteDoc, ...] = ()
    stale: bool = False


class NoteChangeDoc(msgspec.Struct, frozen=True):
    """What a hand changed in a sentence of a note; ``before`` is "" where it was added."""

    at_ms: Time
    kind: ChangeOf
    before: str = ""


class SentenceDoc(msgspec.Struct, frozen=True):
    """A sentence of a note."""

    text: str
    origin: Origin
    state: SentenceState
    sources: tuple[PlaceDoc, ...] = ()
    changes: tuple[NoteChangeDoc, ...] = ()


class NoteSectionDoc(msgspec.Struct, frozen=True):
    """A section of a note."""

    heading: str
    part: Part
    words: tuple[str, ...] = ()
    sentences: tuple[SentenceDoc, ...] = ()


class AddendumDoc(msgspec.Struct, frozen=True):
    """What was added to a confirmed note."""

    author: str
    text: str
    at_ms: Time


class IdentityDoc(msgspec.Struct, frozen=True):
    """Whose a note was when it was confirmed."""

    name: str
    sex: str = ""
    birth_date: str = ""
    record_number: str = ""


class NoteDoc(msgspec.Struct, frozen=True):
    """A note of a session, or a hand-out for the patient."""

    kind: NoteKind
    title: str
    language: Literal["zh", "en"]
    created_at_ms: Time
    updated_at_ms: Time
    sections: tuple[NoteSectionDoc, ...] = ()
    drafted_by: str = ""
    confirmed_by: str = ""
    confirmed_at_ms: Time | None = None
    cut: bool = False
    addenda: tuple[AddendumDoc, ...] = ()
    confirmed_as: IdentityDoc | None = None


class SessionDoc(msgspec.Struct, frozen=True):
    """A conversation, all its branches."""

    title: str
    created_at_ms: Time
    updated_at_ms: Time
    turns: tuple[TurnDoc, ...] = ()
    id: Id = 1
    head: Id | None = None
    pinned: bool = False
    archived: bool = False
    folder: str = ""
    titled_by: TitledBy = TitledBy.USER
    summaries: tuple[SummaryDoc, ...] = ()
    notes: tuple[NoteDoc, ...] = ()


class SourceDoc(msgspec.Struct, frozen=True):
    """The words a fact rests on: a span of a message of a session of the same person."""

    session: Id
    turn: Id
    role: Literal["user", "assistant"]
    start: Position
    end: Position
    quote: str
    extractor: str = "rules"


class ChangeDoc(msgspec.Struct, frozen=True):
    """An entry of a fact's history."""

    at_ms: Time
    actor: str
    kind: ChangeKind
    state: FactState
    other: Id | None = None


class FactDoc(msgspec.Struct, frozen=True):
    """A fact with its provenance and history."""

    id: Id
    subject: str
    category: Category
    value: str
    polarity: Polarity
    status: FactStatus
    state: FactState
    speaker: str
    observed_at_ms: Time
    recorded_at_ms: Time
    attribute: str = ""
    unit: str = ""
    confidence: float = 1.0
    valid_from: IsoDate = ""
    valid_to: IsoDate = ""
    retracted_at_ms: Time | None = None
    superseded_by: Id | None = None
    pinned: bool = False
    doubt: Doubt = Doubt.OPEN
    by_hand: bool = False
    own_category: Annotated[str, msgspec.Meta(max_length=NAME_LIMIT)] = ""  # of the person's own, where it was filed
    sources: tuple[SourceDoc, ...] = ()
    changes: tuple[ChangeDoc, ...] = ()


class ConsentDoc(msgspec.Struct, frozen=True):
    """What was agreed to, or another basis; ``given_by`` and ``withdrawn_by`` are "" for the person themselves."""

    basis: Basis
    uses: tuple[Use, ...]
    form: Form
    given_on: IsoDate
    recorded_by: str
    recorded_at_ms: Time
    given_by: str = ""
    relation: str = ""
    note: str = ""
    withdrawn_at_ms: Time | None = None
    withdrawn_by: str = ""


class ArrivalDoc(msgspec.Struct, frozen=True):
    """A place on the list of a day."""

    day: Annotated[str, msgspec.Meta(pattern=r"^\d{4}-\d{2}-\d{2}$", description="ISO 8601")]
    state: Arrival
    at_ms: Time


class PersonDoc(msgspec.Struct, frozen=True):
    """Somebody's memory: a patient, or a space of a personal vault."""

    name: str
    created_at_ms: Time
    sex: str = ""
    birth_date: IsoDate = ""
    record_number: str = ""
    state: PersonState = PersonState.ACTIVE
    fact_mode: FactMode | None = None
    shares_facts: bool = False
    own_categories: tuple[OwnCategoryName, ...] = ()  # of facts, in their order
    sessions: tuple[SessionDoc, ...] = ()
    facts: tuple[FactDoc, ...] = ()
    id: Id | None = None
    keep_until: IsoDate = ""
    consents: tuple[ConsentDoc, ...] = ()
    arrivals: tuple[ArrivalDoc, ...] = ()


class ExportDoc(msgspec.Struct, frozen=True):
    """The whole document."""

    exported_at_ms: Time
    vault_kind: VaultKind
    people: tuple[PersonDoc, ...]
    format: Literal["retrace-export"] = "retrace-export"
    version: Literal[1] = 1
    deidentified: bool = False
    vault_id: str = ""
    settings: dict[str, Any] | None = None  # as `domain.settings` has them
    statement: str = ""  # of a clinical vault: what the program is not, for whoever reads the file


def encode(document: ExportDoc) -> bytes:
    """The document as JSON in UTF-8, indented."""
    return msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n"


def json_schema() -> bytes:
    """The JSON schema (2020-12) of the format, as it stands in ``resources/schemas``."""
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **msgspec.json.schema(ExportDoc)}
    return msgspec.json.format(msgspec.json.encode(schema, order="sorted"), indent=1) + b"\n"
