"""Errors in the language of the window: what happened and what to do."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath

from desktop_app.domain.error_words import in_words, words_for
from desktop_app.domain.errors import UserError
from desktop_app.support.sizes import format_bytes
from desktop_app.ui.texts import format_number, section_name, sentences, translate


@dataclass(frozen=True, slots=True)
class ErrorText:
    """An error in the language in force. ``advice`` says what to do about it."""

    title: str
    advice: str

    @property
    def line(self) -> str:
        """Both in one line."""
        return sentences(self.title, self.advice)


def error_text(error: UserError) -> ErrorText:
    """The words for an error. An unknown code is shown by its name rather than hidden."""
    title, advice = words_for(error)
    facts = {name: _fact_text(name, value) for name, value in error.facts.items()}
    return ErrorText(*in_words((translate("Errors", title), translate("Errors", advice)), error, facts))


def _fact_text(name: str, value: object) -> str:
    if name == "section":
        return section_name(str(value))
    if name == "path":
        return PurePath(str(value)).name  # folders may name people
    if name.endswith("_bytes") and isinstance(value, int):
        return format_bytes(value)
    if isinstance(value, int):
        return format_number(value)
    return str(value)
