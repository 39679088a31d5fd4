"""Whether a sentence is worded as its lines: each word of content stands there, and none that turns them is lost.

No dictionary and no judgement: a Chinese word counts as said where its characters stand together in a line, an English
one by its stem. Beside them a rewording has only the small lists of frame words here, and a name of the lexicon
(`domain.extraction`) that the lines give another way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from desktop_app.domain.extraction.lexicon import find_mentions
from desktop_app.domain.extraction.normal import is_han, normalise
from desktop_app.domain.patterns import Pattern

# What joins words or says who speaks, and so adds nothing. Denials are compared by what they deny, see `support`.
_ZH_FRAME: Final = tuple(
    "患者 病人 自述 主诉 诉 述 称 说 表示 提示 目前 现 出现 存在 感到 觉得 伴有 伴 以及 并且 其中 同时 此外 另外 "
    "情况 方面 您 你 我 他 她 它 们 的 了 着 过 地 得 有 是 在 和 与 及 并 且 而 也 就 都 还 又 则 等 其 该 此 这 那 "
    "于 为 由 被 把 给 对 从 到 以 所 之 问 答 呢 吧 啊 呀 吗 嘛 没有 没 不 无 未 否认 有点 一点".split()
)
_EN_FRAME: Final = frozenset(
    "a an the i you we they he she it me us them him my your our their his her its myself patient patients pt am "
    "is are be been being was were do does did done has have had having ve s t d ll m re of to in on at for with "
    "as that this these those there and or but so by from also which who whom when while report reports reported "
    "state states stated say says said describe describes described complain complains complained complaint "
    "mention mentions mentioned note noted present presents presented currently current asked answered no not "
    "without denies denied deny yes".split()
)
_EN_WORD = Pattern(r"[a-z]+")
_ZH_WORDS = Pattern(r"[\u4e00-\u9fff]+")
_EN_ENDINGS: Final = ("ations", "ation", "ings", "ing", "ies", "ied", "ers", "ed", "es", "er", "ly", "s", "y", "e")
_LEAST_STEM: Final = 3
_ZH_NUMERALS = frozenset("零〇一二两三四五六七八九十百千万亿半几")
_FRAME_SPLIT = Pattern("|".join((*_ZH_FRAME, f"[{''.join(sorted(_ZH_NUMERALS))}]", r"[^\u4e00-\u9fff]+")))
_EN_NUMERALS = frozenset(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand half".split()
)
# What is left of a line without one of these says something else than the line.
_CHANGING = Pattern(
    r"更正|纠正|订正|改正|改为|应为|应该是?|说错|量错|记错|看错|听错|搞错|弄错|错|误|不对|并非|不是|其实|刚才|否认|"
    r"可能|也许|或许|大概|好像|似乎|疑似|怀疑|疑|估计|不确定|不清楚|不记得|记不清|说不清|"
    r"除了|除外|只有|仅|偶尔|曾|以前|之前|原来|如果|要是|"
    r"\b(?:wrong\w*|correct\w*|mistak\w*|error\w*|misread|misheard|instead|actually|rather|should|just now|"
    r"den(?:y|ies|ied)|may|might|maybe|perhaps|possib\w+|probab\w+|likely|suspect\w*|unsure|uncertain|not sure|"
    r"about|around|seem\w*|except|only|unless|if|used to|previous\w*|former\w*|sometimes|"
    r"occasional\w*|stopped|was|were)\b"
)


def foreign_words(sentence: str, lines: Sequence[str], checked: Sequence[range] = ()) -> list[str]:
    """The words of content in a sentence that stand in none of its lines.

    Args:
        sentence: of a note.
        lines: the texts it cites.
        checked: places of the sentence whose values were found in the lines.
    """
    text, told = normalise(sentence), [normalise(line) for line in lines]
    named = {mention.concept for line in told for mention in find_mentions(line)}
    known = bytearray(len(text))
    for place in (*checked, *(range(m.start, m.end) for m in find_mentions(text) if m.concept in named)):
        known[place.start : place.stop] = b"\1" * len(place)
    _mark_said(text, told, known)
    left = _blank(text, known)
    found = _ZH_WORDS.findall(left)
    stems = {_stem(word) for line in told for word in _EN_WORD.findall(line)}
    return found + [
        word
        for word in _EN_WORD.findall(left)
        if word not in _EN_FRAME and word not in _EN_NUMERALS and _stem(word) not in stems
    ]


def lost_turns(sentence: str, line: str) -> list[str]:
    """The words that change what a line says and that a sentence in its place leaves out."""
    said = set(_CHANGING.findall(normalise(sentence)))
    return [word for word in _CHANGING.findall(normalise(line)) if word not in said]


def _mark_said(text: str, told: Sequence[str], known: bytearray) -> None:
    """Mark which Chinese characters are accounted for: by a line's words, a frame word or a numeral."""
    alone = {part for line in told for part in _FRAME_SPLIT.split(line) if len(part) == 1}
    for start, character in enumerate(text):
        if not is_han(character):
            continue
        if character in alone or character in _ZH_NUMERALS:
            known[start] = 1
        pair = text[start : start + 2]
        if len(pair) == 2 and is_han(pair[1]) and any(pair in line for line in told):
            known[start : start + 2] = b"\1\1"
        for word in _ZH_FRAME:
            if text.startswith(word, start):
                known[start : start + len(word)] = b"\1" * len(word)


def _blank(text: str, known: bytearray) -> str:
    return "".join(" " if mark else character for character, mark in zip(text, known, strict=True))


def _stem(word: str) -> str:
    for ending in _EN_ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _LEAST_STEM:
            word = word[: -len(ending)]
            break
    return word[:-1] if len(word) > _LEAST_STEM and word[-1] == word[-2] else word
