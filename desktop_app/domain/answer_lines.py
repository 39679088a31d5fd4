"""The lines of an answer from memory that quote what was said, and the answer once that is erased."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from desktop_app.domain.patterns import Pattern
from desktop_app.domain.prompt_words import Language, language_of
from desktop_app.domain.turn_links import linked_turns, plain_words

ERASED_LINE: Final[dict[Language, str]] = {"en": "- (erased)", "zh": "- （已抹去）"}
_QUOTED: Final = Pattern("“(.*?)”")
_ITEM: Final = "- "


def is_copy(line: str, erased: str, said: Callable[[tuple[int, ...]], Collection[str]]) -> bool:
    """Whether a line of an answer quotes what was erased, and stands in no turn it leads to.

    Args:
        line: of the answer. Also the title of a session is quoted.
        erased: what was erased, with single spaces.
        said: what was said in turns, as far as they are there, with single spaces.
    """
    quoted = [words for words in _QUOTED.findall(plain_words(line)) if words in erased]
    if not line.startswith(_ITEM) or not quoted:
        return False
    kept = said(linked_turns(line))
    return not all(any(words in text for text in kept) for words in quoted)


def without_erased(answer: str, is_erased: Callable[[str], bool]) -> str:
    """An answer whose lines about what was erased say only that; what follows a line stays where it is."""
    neutral = ERASED_LINE[language_of(answer)]
    return "\n".join(neutral if line.startswith(_ITEM) and is_erased(line) else line for line in answer.split("\n"))
