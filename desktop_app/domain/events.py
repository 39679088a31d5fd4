"""What the services announce. Events carry ids and figures; views fetch what they show."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from desktop_app.domain.backups import BackupState
from desktop_app.domain.conversation import FinishReason
from desktop_app.domain.errors import UserError
from desktop_app.domain.ledger import Ledger
from desktop_app.domain.ports import ModelInfo


@dataclass(frozen=True, slots=True)
class TurnAdded:
    """The user's message is stored; its reply may follow."""

    session_id: int
    turn_id: int


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """The prompt is built and on its way to the engine: shown before the first token."""

    session_id: int
    turn_id: int
    ledger: Ledger
    reply: str = ""  # what the reply says already, where it is continued


@dataclass(frozen=True, slots=True)
class PromptRead:
    """Progress of prompt reading."""

    turn_id: int
    read_tokens: int
    total_tokens: int


@dataclass(frozen=True, slots=True)
class ReplyDelta:
    """New text at the end of a streaming reply."""

    session_id: int
    turn_id: int
    text: str


@dataclass(frozen=True, slots=True)
class TurnFinished:
    """The reply is stored. Figures are the engine's; ``ledger`` None where no prompt was built."""

    session_id: int
    turn_id: int
    finish_reason: FinishReason
    ledger: Ledger | None
    completion_tokens: int = 0
    first_token_ms: float = 0.0
    prefill_ms: float = 0.0
    decode_ms: float = 0.0
    read_tokens: int = 0  # of the prompt in ``prefill_ms``; those read ahead are computed, but not in this time
    error: UserError | None = None


@dataclass(frozen=True, slots=True)
class TrialRead:
    """Progress of prompt reading for a trial of a past turn."""

    turn_id: int
    read_tokens: int
    total_tokens: int


@dataclass(frozen=True, slots=True)
class TrialDelta:
    """New text at the end of a trial's reply."""

    turn_id: int
    text: str


_LEAVES_MEMORY_WORK = frozenset(
    (
        "sessions.move",
        "sessions.move_turns",
        "sessions.duplicate",
        "sessions.delete_turn",
        "patients.merge",
        "consents.lift",
    )
)


@dataclass(frozen=True, slots=True)
class Changed:
    """What a use case changed; each view compares it with what it shows and refetches only then.

    ``origin`` is the use case, e.g. "sessions.rename".
    """

    origin: str
    people: frozenset[int] = frozenset()
    sessions: frozenset[int] = frozenset()
    turns: frozenset[int] = frozenset()
    facts_of_people: frozenset[int] = frozenset()
    rewritten: frozenset[int] = frozenset()  # messages whose text is another one now
    settings: bool = False
    vault_keys: bool = False

    @property
    def changes_branch(self) -> bool:
        """Whether sessions show other turns now: another version, or without what was deleted or moved away.

        A new turn is told of by `TurnStarted` and `TurnFinished`.
        """
        return self.origin in ("branches.show", "sessions.delete_turn", "sessions.move_turns")

    @property
    def leaves_memory_work(self) -> bool:
        """Whether turns wait to be remembered since, that came or went without a reply, or may be learnt of again."""
        return self.origin in _LEAVES_MEMORY_WORK


class EngineState(StrEnum):
    """What the chat model is doing."""

    NONE = "none"
    LOADING = "loading"
    READY = "ready"
    ANSWERING = "answering"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class EngineChanged:
    """The chat model's state; ``progress`` 0-1 while loading."""

    state: EngineState
    model: ModelInfo | None
    progress: float = 0.0
    error: UserError | None = None


@dataclass(frozen=True, slots=True)
class EmbedderChanged:
    """Recall by meaning is available, or why it is not."""

    ready: bool
    error: UserError | None = None


@dataclass(frozen=True, slots=True)
class ConsolidationProgress:
    """Background memory work: jobs waiting, jobs that failed and wait for another try."""

    waiting: int
    failed: int


@dataclass(frozen=True, slots=True)
class SummaryChanged:
    """A session's summary grew or is to be made anew; ``remaining`` turns are still to be summed up."""

    session_id: int
    remaining: int


@dataclass(frozen=True, slots=True)
class BackupsChanged:
    """A backup was made, or failed, or is made elsewhere from now on."""

    state: BackupState


@dataclass(frozen=True, slots=True)
class ExchangeProgress:
    """How far an export or an import has come, in turns."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Notice:
    """Something a person should know that belongs to no turn."""

    error: UserError


Event: TypeAlias = (
    TurnAdded
    | TurnStarted
    | PromptRead
    | ReplyDelta
    | TurnFinished
    | TrialRead
    | TrialDelta
    | Changed
    | EngineChanged
    | EmbedderChanged
    | ConsolidationProgress
    | SummaryChanged
    | BackupsChanged
    | ExchangeProgress
    | Notice
)
