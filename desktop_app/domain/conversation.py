"""People, sessions, turns and messages: what was said, by whom, in which order."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, TypeAlias

from desktop_app.domain.thinking import divided
from desktop_app.domain.turn_links import plain_words

Role: TypeAlias = Literal["system", "user", "assistant"]


class VaultKind(StrEnum):
    """What a vault is for; a clinical vault holds patients, a personal one spaces."""

    PERSONAL = "personal"
    CLINICAL = "clinical"


# A speaker is one of the constants below or "family:WORD" with the word that was chosen
# (family:妈妈, family:wife). Replies of the model carry ASSISTANT, those that the program gives from
# memory without it MEMORY.
PERSON = "person"
CLINICIAN = "clinician"
DOCUMENT = "document"
ASSISTANT = "assistant"
MEMORY = "memory"
FAMILY_PREFIX = "family:"


def is_speaker(value: str) -> bool:
    """Whether ``value`` names somebody who can author a user message."""
    return value in (PERSON, CLINICIAN, DOCUMENT) or (
        value.startswith(FAMILY_PREFIX) and len(value) > len(FAMILY_PREFIX)
    )


def first_speaker(kind: VaultKind) -> str:
    """The speaker a new session of a vault of this kind starts with."""
    return CLINICIAN if kind is VaultKind.CLINICAL else PERSON


class PersonState(StrEnum):
    """``RESTRICTED``: kept, but never recalled, searched or prompted."""

    ACTIVE = "active"
    RESTRICTED = "restricted"


class MessageStatus(StrEnum):
    """How the writing of a message ended, if it ended."""

    STREAMING = "streaming"
    COMPLETE = "complete"
    CANCELLED = "cancelled"
    FAILED = "failed"
    INTERRUPTED = "interrupted"


class FinishReason(StrEnum):
    """Why a turn's reply ended. The last three build no prompt."""

    STOP = "stop"
    LENGTH = "length"
    CANCELLED = "cancelled"
    FAILED = "failed"
    INTERRUPTED = "interrupted"
    REFUSED = "refused"  # the message is larger than the window
    GIVEN = "given"  # a fixed reply
    RECORDED = "recorded"  # remembered without a reply


@dataclass(frozen=True, slots=True)
class AskedAgain:
    """A question that was put to the model once more: it was said once, its replies are several.

    Attributes:
        first_ms: when it was said first.
        only_replies: whether all versions of the turn ask in these words, so that only their replies differ.
    """

    first_ms: int
    only_replies: bool


_CUT_OFF = (FinishReason.LENGTH, FinishReason.CANCELLED, FinishReason.FAILED, FinishReason.INTERRUPTED)


@dataclass(frozen=True, slots=True)
class Person:
    """Whose memory it is: a patient in a clinical vault, a space in a personal one."""

    id: int
    name: str
    sex: str = ""
    birth_date: str = ""  # ISO 8601 date or ""
    record_number: str = ""
    state: PersonState = PersonState.ACTIVE
    fact_mode: str = ""  # a `settings.FactMode` in place of the vault's, "" for that one
    shares_facts: bool = False  # what is known here holds in every space of a personal vault
    keep_until: str = ""  # ISO 8601 date; erasing before it needs a reason
    has_basis: bool = False  # whether something was agreed to, and not withdrawn, that lets a model be asked


class TitledBy(StrEnum):
    """Whose words a session's title is; one that a person gave is never replaced."""

    PROGRAM = "program"  # the beginning of the first message
    MODEL = "model"
    USER = "user"


@dataclass(frozen=True, slots=True)
class Folder:
    """A name under which sessions of one person stand together; ``folded``: only the name is listed."""

    id: int
    person_id: int
    name: str
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Session:
    """A conversation with or about one person."""

    id: int
    person_id: int
    title: str
    created_at_ms: int  # Unix time
    updated_at_ms: int
    pinned: bool = False
    archived: bool = False
    turn_count: int = 0  # along the current branch
    folder_id: int | None = None
    titled_by: TitledBy = TitledBy.PROGRAM


def turn_of_message(message_id: int) -> int:
    """The turn a message belongs to: the question of turn n has the id 2n - 1, its reply 2n."""
    return (message_id + 1) // 2


@dataclass(frozen=True, slots=True)
class Message:
    """One stored utterance. Its text is never changed, only deleted; a reply that was cut off may go on."""

    id: int
    turn_id: int
    role: Role
    speaker: str
    text: str
    status: MessageStatus
    created_at_ms: int

    @property
    def words(self) -> str:
        """The text without the links of an answer from memory; outside of the transcript they mean nothing."""
        return plain_words(self.text) if self.speaker == MEMORY else self.text

    @property
    def answer(self) -> str:
        """The words without what a reasoning model thought before them; only this is sent, recalled and summed up."""
        return divided(self.text)[1] if self.speaker == ASSISTANT else self.words


@dataclass(frozen=True, slots=True)
class Attachment:
    """The text of a file that goes with a message. It is a document's, never evidence of what anybody said."""

    name: str
    text: str
    file_bytes: int = 0  # of the file the text was taken from, 0 where that is not known
    tokens: int = 0  # of the text, as estimated without a model; 0 likewise


@dataclass(frozen=True, slots=True)
class AttachedFile:
    """An attachment without its text, for lists."""

    name: str
    file_bytes: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Turn:
    """A question with its answer; they live and die together.

    Turns of a session form a tree through ``parent_id``: editing or asking again makes a
    sibling. A branch is the path from the root to the session's head turn.
    """

    id: int
    session_id: int
    parent_id: int | None
    ordinal: int  # zero-based along its branch
    question: Message
    reply: Message | None  # None only for RECORDED and REFUSED turns
    finish_reason: FinishReason | None  # None while streaming
    pinned: bool = False

    @property
    def is_from_memory(self) -> bool:
        """Whether the program answered it from memory, without the model."""
        return self.reply is not None and self.reply.speaker == MEMORY

    @property
    def can_go_on(self) -> bool:
        """Whether the model's reply was cut off and may be continued."""
        reply = self.reply
        return reply is not None and bool(reply.text) and reply.speaker == ASSISTANT and self.finish_reason in _CUT_OFF

    @property
    def created_at_ms(self) -> int:
        """When the question was said (Unix time)."""
        return self.question.created_at_ms
