"""Every setting of a vault: typed, documented and with its default in one place."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from desktop_app.domain.conversation import Person, VaultKind


class ClipStrategy(StrEnum):
    """Which turns leave first when the window is full."""

    BY_VALUE = "by_value"
    NEWEST_ONLY = "newest_only"


class SummaryLevel(StrEnum):
    """Granularity of the rolling summary."""

    BRIEF = "brief"
    NORMAL = "normal"
    DETAILED = "detailed"


class FactMode(StrEnum):
    """How facts are taken from what is said."""

    AUTOMATIC = "automatic"
    ASK = "ask"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class ContextSettings:
    """How a prompt is put together. Shares are of the window less the reply reserve."""

    context_length: int = 4096  # asked of the engine; what it allocates counts
    reply_reserve_tokens: int = 512
    clip_strategy: ClipStrategy = ClipStrategy.BY_VALUE
    keep_last_turns: int = 3  # never dropped for value, pins or recall
    recall_budget_tokens: int = 600
    facts_budget_tokens: int = 400
    summary_budget_tokens: int = 500
    denoise: bool = True
    summary_level: SummaryLevel = SummaryLevel.NORMAL


@dataclass(frozen=True, slots=True)
class RecallSettings:
    """What is looked up for a question. Scores run 0-1, 1 = identical."""

    enabled: bool = True
    top_k: int = 5
    minimum_score: float = 0.35
    vector_weight: float = 0.6


@dataclass(frozen=True, slots=True)
class ReplySettings:
    """How the model writes."""

    temperature: float = 0.7
    top_p: float = 0.95
    top_k: int = 40
    min_p: float = 0.05
    repeat_penalty: float = 1.1
    seed: int | None = None  # None: a new one each turn, stored with the turn
    stop: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """Which model, loaded how. An empty path means the one the program ships."""

    path: str = ""
    threads: int = 0
    batch: int = 512
    gpu_layers: int = 0
    embedding: str = "e5"  # e5, minilm or a directory
    folders: tuple[str, ...] = ()  # to look for models in, besides those of other programs


@dataclass(frozen=True, slots=True)
class PrivacySettings:
    """When what is on the screen is hidden. Minutes without input; 0 for never."""

    cover_after_minutes: int = 0
    lock_after_minutes: int = 0  # needs a passphrase; without one the window is covered
    lock_with_system: bool = True  # when the desktop locks or the machine goes to sleep
    clipboard_history: bool = True  # what is copied may stay in the desktop's history of copied things


@dataclass(frozen=True, slots=True)
class BackupSettings:
    """When copies of the vault are made."""

    every_minutes: int = 30  # of use, where anything changed; 0: only at the end


@dataclass(frozen=True, slots=True)
class ClinicalSettings:
    """What holds for the patients of a clinical vault."""

    require_basis: bool = False  # ask no model about a patient, and export nothing, without a recorded basis for it
    retention_years: int = 15  # since the last visit; 0: no period. Erasing before its end asks for a reason
    fit_models: tuple[str, ...] = ()  # names of models somebody checked for clinical text


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of one vault."""

    system_prompt: str = ""  # "": the shipped one in the language of the window
    user_name: str = ""  # what {{user}} stands for in personas and saved prompts; "": the person's name
    fact_mode: FactMode = FactMode.AUTOMATIC
    show_cl100k: bool = False  # an estimate by the cl100k table beside the model's own count
    mark_unrecorded: bool = True  # mark what a reply states and its prompt does not hold
    # Off: of what a small model pointed at in messages unknown to it, three in ten were right, of the rules' eight.
    model_facts: bool = False  # also let the model look for facts where the rules find none
    context: ContextSettings = field(default_factory=ContextSettings)
    recall: RecallSettings = field(default_factory=RecallSettings)
    reply: ReplySettings = field(default_factory=ReplySettings)
    model: ModelSettings = field(default_factory=ModelSettings)
    privacy: PrivacySettings = field(default_factory=PrivacySettings)
    backup: BackupSettings = field(default_factory=BackupSettings)
    clinical: ClinicalSettings = field(default_factory=ClinicalSettings)


def fact_mode_of(person: Person, settings: Settings) -> FactMode:
    """How facts are taken from what is said with a person."""
    return FactMode(person.fact_mode) if person.fact_mode else settings.fact_mode


def default_settings(kind: VaultKind) -> Settings:
    """What a new vault starts with.

    In a clinical vault nothing that was said is left out of what is sent, and an unattended screen is hidden.
    """
    if kind is VaultKind.CLINICAL:
        return Settings(
            context=ContextSettings(denoise=False),
            privacy=PrivacySettings(cover_after_minutes=1, lock_after_minutes=15, clipboard_history=False),
        )
    return Settings()
