"""Texts that are kept under a name, personas and saved prompts, and the variables in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from desktop_app.domain.patterns import Pattern
from desktop_app.domain.prompt_words import WORDS, language_of

USER, PERSON, DATE, WEEKDAY = "user", "person", "date", "weekday"
VARIABLES: Final = (USER, PERSON, DATE, WEEKDAY)
SHIPPED: Final = "shipped:"  # begins the ids of those that come with the program
CLINICAL_PERSONAS: Final = frozenset({"shipped:clinic"})  # those of them for clinical vaults

_VARIABLE = Pattern(r"\{\{\s*(\w+)\s*\}\}")


@dataclass(frozen=True, slots=True)
class NamedText:
    """A text with its name. ``id`` is "" before it is kept."""

    id: str
    name: str
    text: str

    @property
    def is_shipped(self) -> bool:
        """Whether it comes with the program: it can be copied, not changed."""
        return self.id.startswith(SHIPPED)


def filled(text: str, values: Mapping[str, str]) -> str:
    """A text with its variables replaced, in one pass: what a value says is never read as a variable.

    What is not known stays as it is written.
    """
    return _VARIABLE.sub(lambda found: values.get(found.group(1).lower(), found.group(0)), text)


def values_for(text: str, user: str, person: str, now: datetime) -> dict[str, str]:
    """What the variables of a text stand for; the weekday is named in the text's language."""
    words = WORDS[language_of(_VARIABLE.sub("", text))]
    return {
        USER: user or person,
        PERSON: person,
        DATE: f"{now:%Y-%m-%d}",
        WEEKDAY: words.weekdays[now.weekday()],
    }
