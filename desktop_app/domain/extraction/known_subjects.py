"""Kin and pets that facts are held of: whom a name means, and which words mean the same one."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from desktop_app.domain.extraction.normal import is_han, normalise
from desktop_app.domain.memory import HELD_STATES, SELF, Category, Fact, Polarity
from desktop_app.domain.patterns import Pattern

# Words for one and the same relative.
_SAME: Final = tuple(
    frozenset(words.split())
    for words in (
        "妈 妈妈 老妈 阿妈 妈咪 母亲 mother mom mum mommy mummy",
        "爸 爸爸 老爸 阿爸 父亲 father dad daddy",
        "丈夫 老公 先生 husband hubby",
        "妻子 老婆 太太 媳妇 wife",
        "女儿 闺女 daughter",
        "儿子 son",
        "外公 姥爷 外祖父",
        "外婆 姥姥 外祖母",
        "爷爷 祖父",
        "奶奶 祖母",
        "grandmother grandma granny",
        "grandfather grandpa",
    )
)
# A pet is known by the last word: 橘猫 is a 猫, a "tabby cat" a "cat".
_PET: Final = Pattern(r"(猫|狗|犬|兔|鹦鹉|仓鼠|乌龟|\b(?:cat|dog|rabbit|parrot|hamster|kitten|puppy))(?:咪|狗|子|s)?$")
# 叫团团: who is being named is not told of by that name yet.
_NAMING: Final = Pattern(r"(?:叫做?|名字是|名叫|取名|改名|called|named|name is|name's)\s?$")

_WOMAN: Final = Pattern(r"女|产妇|孕妇|\b(?:female|woman|girl|lady|f)\b")


def _fold(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().strip()


@dataclass(frozen=True, slots=False)
class KnownSubjects:
    """What is held of others than the person.

    Attributes:
        facts: held facts of any subject, in any order.
    """

    facts: tuple[Fact, ...] = ()

    @classmethod
    def of(cls, facts: Iterable[Fact]) -> KnownSubjects:
        """From the facts of a person in every state."""
        return cls(tuple(one for one in facts if one.state in HELD_STATES and one.polarity is Polarity.AFFIRMED))

    @cached_property
    def subjects(self) -> tuple[str, ...]:
        """Whom facts are held of, beside the person."""
        return tuple(dict.fromkeys(one.subject for one in self.facts if one.subject != SELF))

    @cached_property
    def names(self) -> dict[str, str]:
        """The subject by its folded name. A name of two of them, or of the person, tells nothing."""
        found: dict[str, set[str]] = {}
        for one in self.facts:
            if one.category is Category.NAME and len(one.value.strip()) > 1:
                found.setdefault(normalise(one.value).strip(), set()).add(one.subject)
        return {name: next(iter(whose)) for name, whose in found.items() if len(whose) == 1 and SELF not in whose}

    @cached_property
    def sex(self) -> str:
        """The person's sex, "male" or "female"; "" where nothing or both are held."""
        said = {
            "female" if _WOMAN.search(normalise(one.value)) else "male"
            for one in self.facts
            if one.category is Category.SEX and one.subject == SELF
        }
        return said.pop() if len(said) == 1 else ""

    def find(self, text: str, original: str) -> Iterator[tuple[int, int, str]]:
        """Where a normalised clause calls one of them by name: the span and the subject."""
        for name, subject in self.names.items():
            for match in re.finditer(re.escape(name), text):
                start, end = match.span()
                if not is_han(name[0]) and not (
                    original[start].isupper() and not text[end : end + 1].isalnum() and not text[:start][-1:].isalnum()
                ):
                    continue
                if not _NAMING.search(text, 0, start):
                    yield start, end, subject

    def held_as(self, subject: str) -> str:
        """The word under which facts of a relative or a pet are held already, else the word itself."""
        if subject == SELF or subject in self.subjects:
            return subject
        same = [held for held in self.subjects if _mean_one(_fold(subject), _fold(held))]
        return same[0] if len(same) == 1 else subject

    def of_category(self, category: Category) -> Sequence[Fact]:
        """The held facts of a category, of anybody."""
        return [one for one in self.facts if one.category is category]


def _mean_one(word: str, held: str) -> bool:
    if any(word in group and held in group for group in _SAME):
        return True
    one, other = _PET.search(word), _PET.search(held)
    # A bare 猫 is the cat there is; a 橘猫 is no 黑猫.
    return bool(one and other and one[1] == other[1] and one.start() == 0)


NOBODY_KNOWN: Final = KnownSubjects()
