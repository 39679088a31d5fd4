"""Dates that the program itself writes into a prompt: the day it is, the days that caption facts and quotes.

Nobody said them of a birthday or a journey. They bear out a date of a reply only where the reply speaks of what
they caption: today, or the words that stand under them.
"""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.domain.extraction.normal import normalise
from desktop_app.domain.grounding.dates import NamedDate, named_dates
from desktop_app.domain.ledger import Piece, Section
from desktop_app.domain.patterns import Pattern
from desktop_app.domain.terms import query_terms

_DAY = r"\d{4}(?:-\d{2}(?:-\d{2})?)?"
_QUOTED = Pattern(rf"^> \[{_DAY}[^\]\n]*\] ")  # of a recalled turn, see `PromptWords.snippet`
_SUMMED = Pattern(rf"^- \({_DAY}\) ")  # of a quote in a summary
_DATED = Pattern(rf"[（(]{_DAY}(?: – {_DAY})?[)）](?=[【\[\s]|$)")  # behind a fact
_SENTENCE_END = Pattern(r"[。！？!?；;\n]|\.(?=\s|$)")
_PRESENT = Pattern(
    r"今[天日晚早年]|现在|目前|当前|此刻|截至|截止|日期|几号|星期几|周几|"
    r"\b(?:today|tonight|now|current(?:ly)?|as of|date|"
    r"this (?:morning|afternoon|evening|week|month|year))\b"
)


@dataclass(frozen=True, slots=True)
class Caption:
    """The dates over or behind a piece of a prompt.

    Attributes:
        dates: what they name.
        words: what they stand for, normalised; "" for the day it is.
    """

    dates: tuple[NamedDate, ...]
    words: str = ""

    def bears_out(self, date: NamedDate, sentence: str) -> bool:
        """Whether a sentence of a reply may take a date from here: it speaks of the same thing."""
        if not any(date.stands_in(one) for one in self.dates):
            return False
        if not self.words:
            return bool(_PRESENT.search(sentence))
        said = sentence[: date.start] + " " + sentence[date.end :]
        return bool(_terms(said) & _terms(self.words))


def split_caption(piece: Piece) -> tuple[str, Caption | None]:
    """The words of a piece that somebody said or a fact states, and the caption that goes with them."""
    if piece.section is Section.QUESTION and not piece.source:
        return "", Caption(tuple(named_dates(normalise(piece.text), short_weekdays=True)))
    pattern = {Section.RECALLED: _QUOTED, Section.SUMMARY: _SUMMED, Section.FACTS: _DATED}.get(piece.section)
    found = pattern.search(piece.text) if pattern is not None and piece.source else None
    if found is None:
        return piece.text, None
    words = piece.text[: found.start()] + " " + piece.text[found.end() :]
    return words, Caption(tuple(named_dates(normalise(found.group()))), normalise(words))


def sentence_around(text: str, start: int, end: int) -> tuple[int, str]:
    """The sentence of a text in which a stretch stands, with where it begins."""
    first = max((match.end() for match in _SENTENCE_END.finditer(text, 0, start)), default=0)
    last = _SENTENCE_END.search(text, end)
    return first, text[first : last.start() if last else len(text)]


def _terms(text: str) -> frozenset[str]:
    return frozenset(query_terms(text))
