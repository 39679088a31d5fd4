"""What a summary must not lose: numbers, doses, dates, names, allergies and negations, word for word.

A small model that summarises drops or changes such things. So a summary step is proved against
its source: sentences of the prose that say something the source does not are taken out, and every
weighty clause of the source that the prose does not carry faithfully is put back as it was said.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_SENTENCE_END = re.compile(r"(?<=[。！？!?；;\n])|(?<=[.])(?=\s)")
# A comma ends a clause unless it stands inside a number (1,200).
_CLAUSE_END = re.compile(r"(?<=[。！？!?；;，、\n])|(?<=[.,])(?=\s)")

_DIGITS = r"\d+(?:[.,:/×xX~～\-–]\d+)*"
_CHINESE_NUMBER = r"[零一二两三四五六七八九十百千万半]+(?=[年月日号天周个片粒次支岁点斤颗袋毫克升度小时分])"
_NUMBER = re.compile(rf"{_DIGITS}|{_CHINESE_NUMBER}")
_UNIT = re.compile(
    r"\s*(?:mmol/l|mmhg|mg/dl|mcg|ug|μg|mg|kg|km|cm|mm|ml|iu|g|l|%|℃|°c|°f|bpm|毫克|微克|毫升|公斤|千克|克|升|片|粒|支|次|岁|度|"
    r"tablets?|capsules?|drops?|puffs?|hours?|days?|weeks?|months?|years?|am|pm|年|月|日|号|天|周|点|小时|分钟|元|块)",
    re.IGNORECASE,
)
_NUMBER_WORD = re.compile(
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|half|twice|once)\b"
)
_DATE_WORD = re.compile(
    r"\b(?:january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|"
    r"wednesday|thursday|friday|saturday|sunday|yesterday|tomorrow|today|tonight)\b"
    r"|昨天|前天|今天|明天|后天|上周|下周|上个月|下个月|去年|今年|明年|周[一二三四五六日天]|星期[一二三四五六日天]"
)
_NEGATION = re.compile(
    r"\b(?:no|not|never|none|nobody|nothing|without|denies|denied|negative|cannot|neither|nor|stopped|quit)\b|\w+n['’]t\b"
    r"|不|没|无|未|否认|(?<![特分区])别(?![人的])|非(?!常)|停用|停了|戒"
)
_WEIGHTY = re.compile(
    r"\b(?:allerg\w*|intoleran\w*|diagnos\w*|named?|called|decided?|agreed|must|born|died)\b"
    r"|过敏|忌|确诊|诊断|叫做?|名叫|姓|决定|约定|必须|务必|剂量|用药"
)
_WORD = re.compile(r"[a-z]+(?:['’][a-z]+)?|[\u3400-\u9fff]|\d+")
_STOP = frozenset(
    _WORD.findall(
        "a an the i you he she it we they my your his her its our their me him them is are was were be been am do does"
        " did have has had and or but so of to in on at for with as that this there then"
        "的了是我你他她它们在有和也就都很吗呢吧啊呀"
    )
)


def sentences(text: str) -> list[str]:
    """The sentences of a text, verbatim and stripped."""
    return [part.strip() for part in _SENTENCE_END.split(text) if part.strip()]


def clauses(text: str) -> list[str]:
    """The clauses of a text, verbatim and stripped of the mark that ends them."""
    return [c for c in (part.strip().rstrip("。！？!?；;，、,.").strip() for part in _CLAUSE_END.split(text)) if c]


def is_weighty(clause: str) -> bool:
    """Whether losing or changing this clause could harm: see the module's text."""
    folded = _fold(clause)
    return any(p.search(folded) for p in (_NUMBER, _NUMBER_WORD, _DATE_WORD, _NEGATION, _WEIGHTY))


def carries(prose_sentences: Iterable[str], clause: str) -> bool:
    """Whether one sentence of the prose says what the clause says.

    It must have the clause's numbers (with their units), dates and number words, the same polarity,
    and at least 70 % of its other words. Less is counted as lost: putting a clause back that was
    not lost costs a few tokens, missing one that was changed costs the patient.
    """
    folded = _fold(clause)
    exact, words = _exact(folded), _words(folded)
    negated = bool(_NEGATION.search(folded))
    for sentence in prose_sentences:
        candidate = _fold(sentence)
        if folded in candidate:
            return True
        if not exact <= _exact(candidate) or negated != bool(_NEGATION.search(candidate)):
            continue
        if not words or len(words & _words(candidate)) >= 0.7 * len(words):
            return True
    return False


@dataclass(frozen=True, slots=True)
class ProvedSummary:
    """A summary step that was checked against its source."""

    prose: str  # sentences of the model that the source supports
    verbatim: tuple[str, ...]  # weighty clauses put back as they were said
    removed: tuple[str, ...]  # sentences the source does not support


def prove(prose: str, source_texts: Sequence[str]) -> ProvedSummary:
    """Check the model's prose against the texts it summarises.

    Args:
        prose: what the model wrote.
        source_texts: what people said in the turns of this step, in order. The assistant's words
            are not evidence and are left to the prose.

    Returns:
        Prose without unsupported sentences, and every weighty clause that prose does not carry.
    """
    source_sentences = [sentence for text in source_texts for sentence in sentences(text)]
    source_words = set().union(*(_words(_fold(text)) for text in source_texts)) if source_texts else set()
    source_exact = set().union(*(_exact(_fold(text)) for text in source_texts)) if source_texts else set()
    kept: list[str] = []
    removed: list[str] = []
    for sentence in sentences(prose):
        (kept if _supported(sentence, source_sentences, source_words, source_exact) else removed).append(sentence)
    verbatim: list[str] = []
    for text in source_texts:
        for clause in clauses(text):
            if is_weighty(clause) and clause not in verbatim and not carries(kept, clause):
                verbatim.append(clause)
    return ProvedSummary(_join(kept), tuple(verbatim), tuple(removed))


def _supported(sentence: str, source_sentences: list[str], words: set[str], exact: set[str]) -> bool:
    """Whether the source says this. A sentence with numbers, dates or a negation must rest on one sentence of it."""
    folded = _fold(sentence)
    own_exact, own_words = _exact(folded), _words(folded)
    if not own_exact <= exact:
        return False
    if own_words and len(own_words & words) < 0.5 * len(own_words):
        return False
    negated = bool(_NEGATION.search(folded))
    if not own_exact and not negated:
        return True
    for source in source_sentences:
        candidate = _fold(source)
        shared = len(own_words & _words(candidate))
        if (
            own_exact <= _exact(candidate)
            and negated == bool(_NEGATION.search(candidate))
            and 2 * shared >= len(own_words)
        ):
            return True
    return False


def _fold(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _exact(folded: str) -> set[str]:
    """Numbers with their units, number words and date words: what must match to the letter."""
    found: set[str] = set()
    for match in _NUMBER.finditer(folded):
        unit = _UNIT.match(folded, match.end())
        found.add(match.group() + (unit.group().strip() if unit else ""))
    found.update(_NUMBER_WORD.findall(folded))
    found.update(_DATE_WORD.findall(folded))
    return found


def _words(folded: str) -> set[str]:
    return {word for word in _WORD.findall(folded) if word not in _STOP}


def _join(parts: list[str]) -> str:
    text = ""
    for part in parts:
        text += (" " if text and text[-1].isascii() else "") + part
    return text
