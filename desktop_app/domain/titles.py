"""Titles of sessions by the model: what it is asked, and what of its answer is believed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from desktop_app.domain.patterns import Pattern
from desktop_app.domain.prompt_words import Language
from desktop_app.domain.script_variants import simplified
from desktop_app.domain.terms import CHINESE_STOP_WORDS, ENGLISH_STOP_WORDS, normalise

LONGEST: Final = {"zh": 16, "en": 48}  # characters
REPLY_TOKENS: Final = 32
GRAMMAR: Final = "root ::= [^\\n\\r]{1,48}"  # one line
READ_TURNS: Final = 2  # the first ones
READ_CHARACTERS: Final = 600  # of each message: what a session is about is said at its beginning

_STEM_CHARACTERS: Final = 4  # "allergies" bears out "allergy"
_HAN: Final = Pattern(r"[\u3400-\u4dbf\u4e00-\u9fff]")
_TOKEN: Final = Pattern(r"\d+(?:[./:]\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)?")
_FRAME: Final = " \t\"'“”‘’「」『』《》【】*#`.。,，;；:：!！-–—"
_LABEL: Final = Pattern(r"^(?:title|标题|题目)\s*[:：]\s*", re.IGNORECASE)
# Words of a title that say what kind of talk it was, and need not have been said.
_FREE_CHINESE: Final = frozenset("问题咨询讨论建议关于情况计划介绍方法选择对话话题的与和及之谈论") | CHINESE_STOP_WORDS
_FREE_ENGLISH: Final = (
    frozenset(
        "about question questions advice discussion plan plans planning help choosing introduction talk tips notes idea"
        " ideas vs versus".split()
    )
    | ENGLISH_STOP_WORDS
)


@dataclass(frozen=True, slots=True)
class TitleWords:
    """What the model is told, in the language of the conversation."""

    instruction: str
    begin: str
    end: str


WORDS: Final[dict[Language, TitleWords]] = {
    "en": TitleWords(
        "You name conversations. Give a title of two to six words that says what the conversation is about."
        " Use words of the conversation, add nothing, and answer with the title alone.",
        "Conversation:\n",
        "\nTitle:",
    ),
    "zh": TitleWords(
        "你给对话起标题。用四到十二个字说明对话讲的是什么。只用对话里出现过的词，不要添加任何内容，只回答标题。",
        "对话：\n",
        "\n标题：",
    ),
}


def believable(reply: str, said: str, language: Language) -> str:
    """The title in a reply, "" where it cannot be one.

    Every number, every word and every Chinese character in it must stand in what was said, but for words that
    only name the kind of talk: a title never brings in a name of its own. One that says the same word twice
    tells nothing.

    Args:
        reply: of the model.
        said: what people and files said; what only the model said may be its invention.
        language: of the conversation; a title in another is none.
    """
    line = next((one for one in reply.splitlines() if one.strip()), "")
    title = _LABEL.sub("", line.strip(_FRAME)).strip(_FRAME)
    if not title or len(title) > LONGEST[language] or bool(_HAN.search(title)) != (language == "zh"):
        return ""
    source = simplified(normalise(said))
    words = [word for token in _TOKEN.findall(simplified(normalise(title))) for word in _parts(token)]
    known = {part for token in _TOKEN.findall(source) for part in _parts(token)}
    stems = {word[:_STEM_CHARACTERS] for word in known if len(word) > _STEM_CHARACTERS}
    if not any(not _is_free(word) for word in words) or _repeats(words):
        return ""
    return title if all(_is_said(word, known, stems) for word in words) else ""


def _parts(token: str) -> list[str]:
    """A word as it is; of a Chinese run its characters, and the words of other writing between them."""
    return [part for part in re.split(r"([\u3400-\u4dbf\u4e00-\u9fff])", token) if part]


def _repeats(words: Sequence[str]) -> bool:
    """Whether words or Chinese characters that say something come back, or one pair of characters does.

    A character alone may: 心 in 关心心脏.
    """
    telling = [word for word in words if not _is_free(word)]
    long = [word for word in telling if len(word) > 1]
    pairs = [(one, two) for one, two in pairwise(words) if len(one) == len(two) == 1 and _HAN.search(one + two)]
    return len(set(long)) < len(long) or len(set(pairs)) < len(pairs)


def _is_free(word: str) -> bool:
    return word in _FREE_CHINESE or word in _FREE_ENGLISH


def _is_said(word: str, known: set[str], stems: set[str]) -> bool:
    if _is_free(word) or word in known:
        return True
    # A name is as long as any word: another ending is allowed only where the beginning was said.
    return len(word) > _STEM_CHARACTERS and not word[0].isdigit() and word[:_STEM_CHARACTERS] in stems
