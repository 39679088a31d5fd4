"""The values a text names: what a reply claims, and what a record holds."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from desktop_app.domain.dates import resolve
from desktop_app.domain.extraction.lexicon import Kind, Mention, concept_of, find_mentions
from desktop_app.domain.extraction.lexicons.drugs import ZH_FORMS
from desktop_app.domain.extraction.normal import is_han, normalise
from desktop_app.domain.grounding.dates import NamedDate, named_dates
from desktop_app.domain.grounding.denials import Said, statements
from desktop_app.domain.grounding.quantities import Quantity, quantities
from desktop_app.domain.patterns import Pattern

_CODE = Pattern(r"(?ms)^[ \t]*(```|~~~).*?(?:^[ \t]*\1|\Z)|`[^`\n]+`|\$\$.*?\$\$|https?://\S+")
# The name a shape gives may swallow the words before it: 需要艾普拉唑.
_SHORTEST_NAME = 3
_FORM = Pattern(rf"(?:{ZH_FORMS})$")


@dataclass(frozen=True, slots=True)
class Values:
    """What a text names. Places are those of the text."""

    text: str  # normalised, code and addresses blanked
    drugs: tuple[Mention, ...]
    quantities: tuple[Quantity, ...]
    dates: tuple[NamedDate, ...]
    said: tuple[Said, ...]
    illnesses: tuple[Mention, ...] = ()


def values_in(text: str, today: date | None = None, *, of_record: bool = True) -> Values:
    """The values of a text.

    Args:
        text: as it was written.
        today: where given, dates such as 昨天 and "last Tuesday" count as the days they mean.
        of_record: whether short names of weekdays are read, which in a reply may be other words.
    """
    plain = blanked(normalise(text))
    mentions = find_mentions(plain)
    dates = named_dates(plain, short_weekdays=of_record)
    unread = list(plain)
    spans = [(one.start, one.end) for one in dates] + [(one.start, one.end) for one in mentions]
    for start, end in spans:  # 二甲双胍 counts nothing
        unread[start:end] = " " * (end - start)
    counted = quantities("".join(unread))
    if today is not None:
        dates += [
            NamedDate(one.start, one.end, one.first.year, one.first.month, one.first.day)
            for one in resolve(text, today)
            if one.first == one.last
        ]
    drugs = tuple(one for one in mentions if one.kind is Kind.DRUG)
    illnesses = tuple(one for one in mentions if one.kind in (Kind.CHRONIC, Kind.ACUTE))
    return Values(plain, drugs, tuple(counted), tuple(dates), tuple(statements(plain, mentions)), illnesses)


def blanked(text: str) -> str:
    """A text whose code and addresses are spaces, of the same length."""
    return _CODE.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)


def same_drug(one: Mention, other: Mention) -> bool:
    """Whether two mentions mean the same drug; of a name known by its shape the end counts."""
    first, second = _substance(one), _substance(other)
    if first == second:
        return True
    if (one.listed and other.listed) or not is_han(first[0]) or not is_han(second[0]):
        return False
    short, long = sorted((first, second), key=len)
    return len(short) >= _SHORTEST_NAME and long.endswith(short)


def _substance(drug: Mention) -> str:
    """The concept without the form it is given in: 利伐沙班片 is 利伐沙班."""
    bare = _FORM.sub("", drug.concept)
    return concept_of(Kind.DRUG, bare) if len(bare) >= _SHORTEST_NAME else drug.concept
