"""A question as recall looks for it: what "it" means, and which of its words must be there literally."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from desktop_app.domain.patterns import Pattern
from desktop_app.domain.terms import has_chinese, normalise, query_terms

# A literal term in this many chunks at most is one of a kind.
RARE_DOCUMENTS = 3
# How many recent messages a follow-up may rest on, and how much of each.
_RECENT = 2
_RECENT_CHARACTERS = 200
_FEW_TERMS = 2  # English content words a follow-up has at most
_FEW_CHARACTERS = 4  # Chinese content characters
_POINTING = Pattern(
    r"\b(?:it|its|that|this|those|these|they|them|their|he|him|his|she|her|one|ones|there|then)\b"
    r"|^(?:and|but|so|why|how come|what about|how about)\b"
    r"|[它他她这那其]|^(?:那么?|还有|然后|为什么|怎么办)|呢[？?]?$",
    re.IGNORECASE,
)
_QUOTED = Pattern('["“「『《]([^"”」』》]{2,60})["”」』》]')
_PUNCTUATION = Pattern(r"[\W_]+")
_LEAST_EXACT_CHARACTERS = 6
_LEAST_EXACT_TERMS = 3


def standalone(question: str, recent: Sequence[str]) -> str:
    """The question with what it points at.

    "And how long did it take?" says nothing to a search; the messages before it do. Only a question
    that points (a pronoun, "what about", 那个呢) and has hardly a term of its own is changed.

    Args:
        question: as typed.
        recent: the last messages before it, the newest last.
    """
    if not recent or not _POINTING.search(question.strip()):
        return question
    terms = query_terms(question)
    few = _FEW_CHARACTERS if has_chinese(question) else _FEW_TERMS
    if sum(1 for term in terms if not has_chinese(term) or len(term) == 1) > few:
        return question
    said = [text.strip()[:_RECENT_CHARACTERS] for text in recent[-_RECENT:] if text.strip()]
    return "\n".join([*said, question])


class Literally:
    """What of a question a text can hold word for word.

    A text certainly is what a question means if it holds the whole question, something the question puts in
    quotation marks, or a rare literal of it such as XK-4417 or 150/95.

    Args:
        question: as asked.
    """

    def __init__(self, question: str) -> None:
        asked = _plain(question)
        exact = len(asked) >= _LEAST_EXACT_CHARACTERS and len(query_terms(question)) >= _LEAST_EXACT_TERMS
        quoted = [plain for one in _QUOTED.findall(question) if (plain := _plain(one))]
        self._wanted = (*quoted, asked) if exact else tuple(quoted)

    def is_in(self, text: str, rare_terms: Iterable[str]) -> bool:
        """Whether a text holds it.

        Args:
            text: of a chunk.
            rare_terms: terms of the question that this chunk and `RARE_DOCUMENTS` at most have.
        """
        if any(_is_literal(term) for term in rare_terms):
            return True
        if not self._wanted:
            return False
        plain = _plain(text)
        return any(wanted in plain for wanted in self._wanted)


def _is_literal(term: str) -> bool:
    """A word with digits and something else in it, or a long number: one of a kind by its form."""
    digits = sum(char.isdigit() for char in term)
    return len(term) >= 4 and digits > 0 and (digits < len(term) or digits >= 6)


def _plain(text: str) -> str:
    return _PUNCTUATION.sub("", normalise(text))
