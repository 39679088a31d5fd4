"""What is said of a setting: its page, its words, and which values it takes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TypeAlias

from desktop_app.domain.setting_paths import SettingValue
from desktop_app.support.paths import SHIPPED_EMBEDDING_MODELS
from desktop_app.ui.texts import translate

CONTEXT = "Settings"  # of the translations


class Page(StrEnum):
    """The pages, in their order."""

    APPEARANCE = "appearance"
    MODEL = "model"
    REPLIES = "replies"
    CONTEXT = "context"
    RECALL = "recall"
    FACTS = "facts"
    PRIVACY = "privacy"


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number. ``at_least_means`` are the words for the least one, e.g. "never" for 0."""

    least: int
    most: int
    step: int = 1
    unit: str = ""
    at_least_means: str = ""
    unit_of_one: str = ""  # where one is called otherwise than several

    def accepts(self, value: SettingValue) -> bool:
        """Whether a value is in the range."""
        return isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= self.most


@dataclass(frozen=True, slots=True)
class Decimal:
    """A number with two decimals."""

    least: float
    most: float
    step: float = 0.05

    def accepts(self, value: SettingValue) -> bool:
        """Whether a value is in the range."""
        return isinstance(value, int | float) and not isinstance(value, bool) and self.least <= value <= self.most


@dataclass(frozen=True, slots=True)
class Switch:
    """On or off, with the words beside the box."""

    words: str

    def accepts(self, value: SettingValue) -> bool:
        """Whether a value is one of both."""
        return isinstance(value, bool)


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few values, each with its words."""

    options: tuple[tuple[str, str], ...]

    def accepts(self, value: SettingValue) -> bool:
        """Whether a value is one of them."""
        return any(value == option for option, _ in self.options)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A text of several lines; ``if_empty`` says what holds where there is none."""

    if_empty: str

    def accepts(self, value: SettingValue) -> bool:
        """Any text."""
        return isinstance(value, str)


@dataclass(frozen=True, slots=True)
class Line:
    """A text of one line; ``if_empty`` says what holds where there is none."""

    if_empty: str

    def accepts(self, value: SettingValue) -> bool:
        """Any text without a line break."""
        return isinstance(value, str) and "\n" not in value


@dataclass(frozen=True, slots=True)
class Lines:
    """Several texts, one a line."""

    if_empty: str

    def accepts(self, value: SettingValue) -> bool:
        """Texts without an empty one among them."""
        return isinstance(value, tuple) and all(value)


@dataclass(frozen=True, slots=True)
class Seed:
    """A whole number or nothing."""

    if_empty: str

    def accepts(self, value: SettingValue) -> bool:
        """Nothing, or a number the engine takes."""
        return value is None or (isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**31)


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """The file of a chat model, "" for the one that ships."""

    if_empty: str

    def accepts(self, value: SettingValue) -> bool:
        """A file that is there."""
        return isinstance(value, str) and (not value or Path(value).is_file())


@dataclass(frozen=True, slots=True)
class EmbeddingChoice:
    """A shipped embedding model with its words, or a folder."""

    options: tuple[tuple[str, str], ...]

    def accepts(self, value: SettingValue) -> bool:
        """A shipped one, or a folder that is there."""
        return isinstance(value, str) and (value in SHIPPED_EMBEDDING_MODELS or Path(value).is_dir())


Kind: TypeAlias = Whole | Decimal | Switch | Choice | Paragraph | Line | Lines | Seed | ModelChoice | EmbeddingChoice


@dataclass(frozen=True, slots=True)
class Descriptor:
    """One setting for people.

    Attributes:
        path: of `domain.settings.Settings`, or ``window.…`` for what lies beside the vault, or ``person.…``
            for what belongs to the person who is shown.
        page: where it stands.
        name: its words, in English; "{name}" stands for the person.
        explanation: what it does, in plain words.
        kind: which values it takes.
        loads_model: a change loads the chat model again.
        needs_gpu: it has no effect where the engine was built without a graphics processor.
        only_personal: it does not exist in a clinical vault.
        only_clinical: it does not exist in a personal one.
    """

    path: str
    page: Page
    name: str
    explanation: str
    kind: Kind
    loads_model: bool = False
    needs_gpu: bool = False
    only_personal: bool = False
    only_clinical: bool = False

    def name_in_words(self, person: str = "") -> str:
        """The name in the language in force."""
        return translate(CONTEXT, self.name).replace("{name}", person)

    def explanation_in_words(self) -> str:
        """The explanation in the language in force."""
        return translate(CONTEXT, self.explanation)
