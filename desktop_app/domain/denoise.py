"""Leaves out of sent history what carries nothing: interjections, repetitions, boiler-plate.

Works on one message at a time and gives the same text every time, so a turn's bytes never change
after it entered the history. Stored text is never touched. Code, quotations and every sentence with
a number, a unit or a negation stay as they are, boiler-plate phrases apart.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from desktop_app.domain.patterns import Pattern
from desktop_app.domain.turn_lexicon import NEGATION, NUMBER, QUANTITY

# Stretches that are taken over as they are: fenced and inline code, quotations, quoted lines,
# list and table lines.
_PROTECTED = Pattern(
    r"```[\s\S]*?(?:```|\Z)|`[^`\n]*`|“[^”]*”|「[^」]*」|『[^』]*』|《[^》]*》|‘[^’]*’|\"[^\"\n]*\"|"
    r"^(?:[ \t]*(?:>|\||[-*+•] |\d+[.)、])| {4}|\t)[^\n]*$",
    re.MULTILINE,
)
_SENTENCE = Pattern(r"[^。！？!?\n.]+(?:[。！？!?]+|\.+(?=\s|$)|(?=\n|\Z)|\.)\s*|\n+\s*|[。！？!?.]+\s*")
_ENDS_SENTENCE = Pattern(r"[。！？!?.\n]\s*$")
_SHORTEST_REPETITION = 5  # letters; shorter ones may be meant
_NOT_LETTERS = Pattern(r"[\W_]+")

_INTERJECTION = Pattern(
    r"(?:^|(?<=[,，。.!！?？\s]))"
    r"(?:嗯+|呃+|额+|唉+|哎呀?|诶|欸|啊+|哦+|噢+|喔+|哈{2,}|呵{2,}|嘿{2,}|嘻{2,}|那个|就是说|怎么说呢|"
    r"(?:um+|uh+|erm?|hm+|ah+|oh|well|you know|i mean|haha(?:ha)*|hehe(?:he)*|lol)(?![A-Za-z']))"
    r"[ \t]*(?:[,，、…~～]+|\.{2,})[ \t]*",
    re.IGNORECASE,
)

_BOILERPLATE = Pattern(
    r"""(?:
    (?:sure|certainly|of[ ]course|absolutely|definitely|ok(?:ay)?|great|got[ ]it|understood|no[ ]problem
            |thanks?(?:[ ]you)?)
        (?:[ ]thing)?(?:[,!.][ ]*(?:(?:i'?d|i[ ]would|i'?ll|i[ ]will|i'?m|i[ ]am)[ ](?:be[ ])?(?:happy|glad
                |delighted|pleased)[ ]to[ ](?:help|assist)(?:[ ]you)?(?:[ ]with[ ](?:that|this))?)?)?
    |(?:i'?d|i[ ]would|i'?ll|i'?m|i[ ]am)[ ](?:be[ ])?(?:happy|glad|delighted|pleased)[ ]to[ ](?:help
            |assist)(?:[ ]you)?(?:[ ]with[ ](?:that|this))?(?:[ ]today)?
    |(?:that'?s[ ]|what[ ])?(?:a[ ])?(?:great|good|excellent)[ ]question
    |(?:thanks|thank[ ]you)[ ]for[ ](?:sharing|asking|your[ ](?:question|message|patience)|letting[ ]me[ ]know
            |reaching[ ]out)(?:[ ](?:that|this))?(?:[ ]with[ ]me)?
    |(?:please[ ])?(?:let[ ]me[ ]know|feel[ ]free[ ]to[ ](?:ask|reach[ ]out|let[ ]me[ ]know)
            |don'?t[ ]hesitate[ ]to[ ](?:ask|reach[ ]out))(?:[ ]if[ ](?:you|there)[^.!?\n\d]{0,80})?
    |if[ ]you[ ](?:have|need|want)[ ](?:any|more|further
            |some)[^.!?\n\d]{0,60},[ ]*(?:please[ ])?(?:feel[ ]free[ ]to[ ]ask|let[ ]me[ ]know|just[ ](?:ask
            |let[ ]me[ ]know)|don'?t[ ]hesitate[ ]to[ ]ask)(?:[ ]me)?
    |is[ ]there[ ]anything[ ]else[ ](?:i[ ]can[ ](?:help|do)|you)[^.!?\n\d]{0,50}
    |(?:i[ ])?hope[ ](?:this|that|it)[ ]helps(?:[ ]you)?|how[ ](?:can|may)[ ]i[ ](?:help
            |assist)[ ]you(?:[ ](?:today|further))?
    |as[ ]an[ ]ai(?:[ ](?:language[ ]model|assistant))?|you'?re[ ](?:very[ ])?welcome|happy[ ]to[ ]help
            |glad[ ]to[ ]help
    |(?:好的|好|当然|当然可以|没问题|可以|可以的|明白|明白了|收到|了解|了解了|您好|你好|嗯)(?:[，,、](?:好的|当然|当然可以|没问题|可以|明白|明白了|收到|我明白了|我来帮您|我来帮你
            |很高兴为您服务|很高兴为你服务|请稍等))*
    |(?:我)?很(?:高兴|乐意|荣幸)(?:能)?(?:为您服务|为你服务|帮助您|帮助你|帮您|帮你|为您解答|为你解答|回答您的问题|回答你的问题)
    |(?:这是|您问了|你问了)?(?:一个)?(?:很|非常)好的问题|感谢(?:您|你)的(?:提问|分享|信任|咨询|耐心)|谢谢(?:您|你)的(?:提问|分享|信任|咨询|耐心)
    |(?:如果|如|若)(?:您|你)?(?:还|仍)?有(?:任何)?(?:其他|其它|别的|更多|疑问|问题|需要)[^。！？!?\n\d]{0,20}[，,]?(?:请|欢迎|可以)?(?:随时
            |尽管)?(?:告诉我|问我|提问|联系我|咨询|向我提问|跟我说)?
    |(?:请|欢迎)(?:随时|尽管)(?:告诉我|问我|提问|联系我|咨询|向我提问)
    |希望(?:这|以上|这些|我的回答|上述)?(?:内容|信息|建议|回答)?(?:能|能够|可以|会)?对(?:您|你)有(?:所)?帮助|(?:请问)?还有(?:什么|其他|别的)(?:我)?(?:可以
            |能)帮(?:您|你|助您|助你)的吗?
    |作为一个?(?:人工智能|AI)(?:语言模型|助手)?|不客气|有什么(?:我)?(?:可以|能)帮(?:您|你)的吗?
    )[\s,，、~～]*[。！？!?.：:]*\s*""",
    re.IGNORECASE | re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Denoised:
    """A text as it is sent, and what was left out of it."""

    text: str
    left_out: tuple[str, ...]


def _untouchable(sentence: str) -> bool:
    lowered = sentence.lower()
    return bool(NUMBER.search(sentence) or QUANTITY.search(lowered) or NEGATION.search(lowered))


def denoise(text: str, *, assistant: bool) -> Denoised:
    """Leave out of one message what carries nothing.

    A message that would become empty is returned whole: a bare "no problem" may be the answer.

    Args:
        text: the stored text.
        assistant: whether a model wrote it; only then phrases count as boiler-plate.
    """
    left_out: list[str] = []
    seen: set[str] = set()
    parts: list[str] = []
    position = 0
    for match in _PROTECTED.finditer(text):
        parts.append(_clean(text, position, match.start(), assistant, seen, left_out))
        parts.append(match.group())
        position = match.end()
    parts.append(_clean(text, position, len(text), assistant, seen, left_out))
    result = "".join(parts).strip()
    if not left_out or not _NOT_LETTERS.sub("", result):
        return Denoised(text, ())
    return Denoised(result, tuple(left_out))


def _clean(text: str, start: int, end: int, assistant: bool, seen: set[str], left_out: list[str]) -> str:
    """Clean a stretch between protected ones; ``seen`` are the message's sentences so far."""
    kept: list[str] = []
    for match in _SENTENCE.finditer(text, start, end):
        sentence = match.group()
        # The rest of a sentence around a quotation or code is no sentence of its own.
        opens = match.start() > start or start == 0 or text[start - 1] == "\n"
        closes = match.end() == len(text) or _ENDS_SENTENCE.search(sentence) is not None
        whole = opens and closes
        if assistant and whole and _BOILERPLATE.fullmatch(sentence.strip()):
            left_out.append(sentence.strip())
            continue
        if not whole or _untouchable(sentence):
            kept.append(sentence)
            continue
        shorter = _INTERJECTION.sub("", sentence)
        if shorter != sentence and _NOT_LETTERS.sub("", shorter):
            left_out.extend(found.strip() for found in _INTERJECTION.findall(sentence))
            sentence = shorter
        key = _NOT_LETTERS.sub("", sentence.lower())
        if len(key) >= _SHORTEST_REPETITION and key in seen:
            left_out.append(sentence.strip())
            continue
        seen.add(key)
        kept.append(sentence)
    return "".join(kept)
