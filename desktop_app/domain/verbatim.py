"""What a summary must not lose: numbers, doses, dates, names, allergies and negations, word for word.

A small model that summarises drops and changes such things. So a summary step is proved against its
source: a sentence of the prose that says something weighty stays only if one statement of the source
says exactly that, and every weighty statement the prose does not carry whole is put back as it was said.

Statements are sentences, not clauses: in "no fever, cough or rash", "allergies: nuts, eggs" or "my father
has diabetes, he takes 5 mg" a clause on its own says something else.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from desktop_app.domain.extraction.lexicon import find_mentions
from desktop_app.domain.patterns import Pattern
from desktop_app.domain.turn_lexicon import CLINICAL, DATE, NAME, QUANTITY, ZH_COURTESY_CLAUSE

SHORT_ANSWER_CHARACTERS = 40  # an answer this short means little without its question, but must not be lost

_LINE = Pattern(r"[^\n]*\S[^\n]*")
# A line that goes on with the one before: an item of a list, or what follows a colon or a comma.
_LIST_ITEM = Pattern(r"\s*(?:[-*•·–]|\(?\d{1,2}[.)、）](?!\d)|[①-⑳])\s*")
_OPEN_END = Pattern(r"[:：,，、;；(（]\s*$")
_HEADING = Pattern(r"[:：]\s*$")
_ENDS = "。！？!?."
_BARE_ITEM_CHARACTERS = 40
_ABBREVIATION = Pattern(
    r"(?:^|[\s(])(?:\d+|dr|mr|mrs|ms|prof|st|vs|no|nos|approx|ca|tab|tabs|cap|caps|inj|resp|temp|wt|ht|hx|dx|rx"
    r"|[a-z](?:\.[a-z])+|[a-z])\.$",
    re.IGNORECASE,
)
_STOP_MARK = Pattern(r"[。！？!?]+[”’」』)）]*|\.(?=\s+\S)")
_CLOSING = "。！？!?.;；，,、 \t"

_NARRATOR = Pattern(
    r"患者|病人|用户|本人|表示|提到|谈到|谈及|询问|讨论|告知|自述|\b(?:patient|user|person|client|speaker)(?:['’]?s)?\b"
    r"|\b(?:say|says|said|mention|mentions|mentioned|report|reports|reported|discuss|discussed|talk|talked|ask"
    r"|asks|asked|state|states|stated|share|shared|about)\b"
)
_NEGATION = Pattern(
    r"\b(?:no|not|never|none|nil|nobody|nothing|nowhere|without|w/o|cannot|neither|nor|non|neg|den(?:y|ies|ied|ying)"
    r"|negative|absent|absence|lack\w*|free of|refus\w+|declin\w+|avoid\w*|unable|stop\w*|quit\w*|discontinu\w+"
    r"|rul(?:e|ed|es) out|hardly|rarely|except\w*|instead|nkda|nka)\b|\bnon\w+|\b\w+n['’]t\b"
    r"|\b(?:do|does|did|is|are|was|were|has|have|had|wo|ca|could|should|would|must)nt\b"
    r"|不|没|无|未|否|(?<![特分区告离级个性类])别(?![人的])|非(?!常)|勿|莫|免|甭|停|戒|忌|禁|拒|缺|阴性|除了|除外"
)
_DOUBT = Pattern(
    r"\b(?:may|might|maybe|perhaps|possibl[ey]|probabl[ey]|likely|suspect\w*|unsure|uncertain|if|unless|whether"
    r"|could|should|would)\b|疑|可能|也许|或许|大概|如果|要是|是否|假如|除非|估计|应该|最好|[?吗]"
)
_PAST = Pattern(
    r"\b(?:was|were|had|did|used to|previous\w*|former\w*|ago|past|history|once|earlier|back then)\b"
    r"|曾|以前|之前|从前|原来|过去|小时候|当时|既往|病史"
)
_HAVE_HAD = Pattern(r"(?:['’]ve|\bhave|\bhas) had\b")  # lasts until now
_FUTURE = Pattern(r"\b(?:will|going to|plan\w*|intend\w*|want\w*|hope\w*)\b|\b\w+['’]ll\b|将|打算|准备|计划|想要|希望")
_KIN = Pattern(
    r"\b(?:father|mother|dad|mom|mum|parents?|wife|husband|spouse|partner|sons?|daughters?|child|children|kids?|baby"
    r"|brothers?|sisters?|siblings?|uncles?|aunts?|cousins?|grand\w+|nephew|niece|family|friends?|colleagues?"
    r"|neighbou?rs?)\b|父|母|爸|妈|爹|娘|妻|夫(?!西地)|老婆|老公|儿子|女儿|孩|娃|宝宝|哥|弟|姐|妹|爷|奶奶|姥|外公|外婆"
    r"|叔|伯|姑|姨|舅|侄|孙|家人|家里人|家属|家族|朋友|同事|邻居"
)
_THIRD = Pattern(r"\b(?:he|she|they|him|her|his|hers|them|their)\b|他|她|它")
_MARKS = (_NEGATION, _DOUBT, _PAST, _FUTURE, _KIN)

_NUMBER_WORD = Pattern(
    r"\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty"
    r"|sixty|seventy|eighty|ninety|hundred|thousand|million|dozen|half|quarter|third|double|triple|twice|once|thrice"
    r"|first|second|daily|nightly|weekly|monthly|hourly|yearly|annually|every|each|bid|tid|qid|qd|qod|qhs|prn|stat)\b"
)
_CHINESE_IDIOM = Pattern(
    r"一(?:下|样|起|直|定|般|些|点(?!钟|半)|会|切|边|旦|共|概|律|向|致)|万一|十分|统一|唯一|千万|百分百"
)
_CHINESE_NUMBER = Pattern(r"[零〇一二两三四五六七八九十百千万亿半几]|每|早晚|睡前|饭前|饭后|空腹")
_DATE_WORD = Pattern(
    r"\b(?:jan(?:uary)?|feb(?:ruary)?|april|june|july|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?"
    r"|dec(?:ember)?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|yesterday|tomorrow|today|tonight|last|next|since"
    r"|until|birthday)\b|今|明[天早晚年]|昨|前天|后天|上周|下周|上个?月|下个?月|[去前]年|周[一二三四五六日天末]|星期|礼拜|生日"
)
_WEIGHTY = Pattern(
    r"\b(?:allerg\w*|intoleran\w*|anaphyla\w*|rash\w*|hives|react(?:s|ed|ion|ions)?|diagnos\w*|name[ds]?|call(?:ed)?"
    r"|decid\w*|decision|agree\w*|must|born|die[ds]?|dead|dose\w*|medic\w+|pregnan\w*|increas\w+|decreas\w+|rais\w+"
    r"|lower\w*|start\w*|chang\w+|switch\w*)\b"
    r"|过敏|皮疹|红疹|起疹|休克|确诊|诊断|叫|姓|决定|约定|约好|必须|务必|剂量|药|怀孕|孕|死|去世|加量|减量|改[为成用]|换[成用]|开始"
)
# Words whose day is told only by the day they were said on.
_RELATIVE = Pattern(
    r"\b(?:yesterday|tomorrow|today|tonight|ago|last|next|this (?:week|month|year|morning|evening)|now|currently"
    r"|recently|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b"
    r"|昨|今[天早晚年日]|明[天早晚年日]|[前后]天|上周|下周|本周|这周|上个?月|下个?月|本月|这个月|[去前]年|周[一二三四五六日天末]|星期|礼拜"
    r"|以?前(?=$|[，。,;；、])|刚才|刚刚|最近|目前|现在"
)

_TOKEN = Pattern(
    r"(?<![\w.])[-−+]?\d+(?:[.,:/×~\-–]\d+)*|\d+(?:[.,:/×~\-–]\d+)*|[a-zµμ]+(?:['’][a-z]+)?"
    r"|[零〇一二两三四五六七八九十百千万亿半]+|[^\W\d_a-z]|[%℃°<>≥≤±]|[,、;:，；：]"
)
# What stands between two of these is a clause of its own.
_COMMA = ","
_BOUNDARIES = frozenset((_COMMA, "and", "or", "but", "then", "和", "与", "及", "或", "并", "但"))
_STOP = frozenset(
    "a an the i you we my your our me us myself am is are be been was were do does did has have had so of to"
    " in on at for with as that this there it its he she his her 我 你 您 的 是 也 就 都 很 呢 吧 啊 呀 们".split()
)
_CONTRACTION = Pattern(r"(\w+)n['’]?t$")
_PLAIN_NEGATIONS = frozenset(
    "dont doesnt didnt isnt arent wasnt werent hasnt havent hadnt wont cant couldnt shouldnt wouldnt mustnt".split()
)


def sentences(text: str) -> list[str]:
    """The sentences of a text, verbatim and stripped; each line stands for itself."""
    return [sentence for line in _LINE.findall(text) for sentence in _split(line)]


def statements(text: str) -> list[str]:
    """What a text states, verbatim and stripped: its sentences, with a list in one piece."""
    blocks: list[str] = []
    ended = True  # by an empty line
    for line in text.split("\n"):
        if not ended and line.strip() and _goes_on(blocks[-1], line):
            blocks[-1] += "\n" + line
        elif line.strip():
            blocks.append(line)
        ended = not line.strip()
    return [statement for block in blocks for statement in _split(block)]


def is_weighty(text: str) -> bool:
    """Whether losing or changing this could harm: see the module's text."""
    folded = _fold(text)
    if any(pattern.search(folded) for pattern in (*_MARKS, _NUMBER_WORD, _DATE_WORD, _WEIGHTY, QUANTITY, DATE)):
        return True
    if any(character.isnumeric() for character in _CHINESE_IDIOM.sub("", folded)):
        return True
    if _CHINESE_NUMBER.search(_CHINESE_IDIOM.sub("", folded)) or CLINICAL.search(folded):
        return True
    if ZH_COURTESY_CLAUSE.fullmatch(folded.strip(_CLOSING)):
        return False
    return bool(NAME.search(text) or find_mentions(text))


def tells_day(text: str) -> bool:
    """Whether a statement needs the day it was said on to be understood ("yesterday")."""
    return bool(_RELATIVE.search(_fold(text)))


def reaches_on(text: str) -> bool:
    """Whether what a text says may reach over the comma behind it: a denial, a doubt, or somebody of the family."""
    folded = _fold(text)
    return any(pattern.search(folded) for pattern in (_NEGATION, _DOUBT, _KIN))


def same_stance(sentence: str, sources: Iterable[str]) -> bool:
    """Whether a sentence denies, doubts, dates and speaks of kin where its sources do, and nowhere else."""
    told = [_HAVE_HAD.sub("have", _fold(text)) for text in sources]
    said = _HAVE_HAD.sub("have", _fold(sentence))
    return all(bool(pattern.search(said)) == any(pattern.search(text) for text in told) for pattern in _MARKS)


def new_share(sentence: str, sources: Iterable[str]) -> float:
    """How much of the wording of a sentence no source has, 0-1; the narrator's words and figures do not count."""
    words = {word for word in _Said.of(sentence).words if not word[0].isdigit()} - _BOUNDARIES
    known = {word for text in sources for word in _Said.of(text).words}
    return len(words - known) / max(1, len(words))


@dataclass(frozen=True, slots=True)
class Source:
    """What one person said in a turn that is summarised.

    Attributes:
        text: word for word.
        own: whether the person the session belongs to, or who usually speaks in it, said it. Prose tells
            of no other: what somebody else said is put back with their name.
        answers: whether it answers a question, so that a bare word may matter.
    """

    text: str
    own: bool = True
    answers: bool = False


@dataclass(frozen=True, slots=True)
class PutBack:
    """A statement put back word for word; ``source`` is the position of its source."""

    source: int
    text: str


@dataclass(frozen=True, slots=True)
class ProvedSummary:
    """A summary step that was checked against its source."""

    prose: str  # sentences of the model that the source supports
    verbatim: tuple[PutBack, ...]  # weighty statements, in the order in which they were said
    removed: tuple[str, ...]  # sentences the source does not support


def prove(prose: str, sources: Sequence[Source], replies: Sequence[str] = ()) -> ProvedSummary:
    """Check the model's prose against the turns it summarises.

    Args:
        prose: what the model wrote.
        sources: what people said in the turns of this step, in order.
        replies: what the assistant said. It is no evidence: nothing weighty rests on it.

    Returns:
        Prose without unsupported sentences, and every weighty statement that prose does not carry.
    """
    stated = [(at, text) for at, source in enumerate(sources) for text in statements(source.text)]
    own = [_Said.of(text) for at, text in stated if sources[at].own]
    others = [_Said.of(text) for at, text in stated if not sources[at].own]
    chat = [_Said.of(text) for reply in replies for text in sentences(reply)]
    kept: dict[str, _Said] = {}
    removed: list[str] = []
    for sentence in sentences(prose):
        said = _Said.of(sentence)
        if not said.words or sentence in kept:
            continue
        if _supported(sentence, said, own, others, chat):
            kept[sentence] = said
        else:
            removed.append(sentence)
    put_back: dict[tuple[bool, str], PutBack] = {}
    for at, text in stated:
        source = sources[at]
        bare = source.answers and len(source.text.strip()) <= SHORT_ANSWER_CHARACTERS
        if (bare or is_weighty(text)) and (source.own, text) not in put_back:
            said = _Said.of(text)
            if not (source.own and any(said.within(prose_said) for prose_said in kept.values())):
                put_back[source.own, text] = PutBack(at, text)
    return ProvedSummary(_join(kept), tuple(put_back.values()), tuple(removed))


@dataclass(frozen=True, slots=True)
class _Said:
    """A sentence as it is compared: its telling words in order, and how often it denies, doubts and dates."""

    words: tuple[str, ...]
    marks: tuple[int, ...]
    third: bool  # speaks of somebody by a pronoun

    @classmethod
    def of(cls, text: str) -> _Said:
        folded = _fold(text)
        told = _NARRATOR.sub(" ", folded)
        words = tuple(word for token in _TOKEN.findall(told) for word in _normal(token))
        marks = tuple(len(pattern.findall(folded)) for pattern in _MARKS)
        while words and words[-1] == _COMMA:
            words = words[:-1]
        return cls(words, marks, bool(_THIRD.search(folded)))

    def within(self, prose: _Said) -> bool:
        """Whether a sentence of the prose says the whole statement.

        Its words, numbers and units must stand there in the same order with nothing between them, and the sentence
        must deny, doubt and date as often. Less is counted as lost: putting back what was not lost costs a few tokens,
        missing what was changed costs the patient.
        """
        return not self.third and bool(self.words) and self.marks == prose.marks and bool(self._places_in(prose))

    def rests_on(self, told: _Said) -> bool:
        """Whether this sentence of the prose, in which "he" is the patient, repeats whole clauses of a statement."""
        if told.third or self.marks != told.marks:
            return False
        ends = {at for at, word in enumerate(told.words) if word in _BOUNDARIES} | {-1, len(told.words)}
        return any(at - 1 in ends and at + len(self.words) in ends for at in self._places_in(told))

    def _places_in(self, other: _Said) -> list[int]:
        size = len(self.words)
        return [at for at in range(len(other.words) - size + 1) if other.words[at : at + size] == self.words]

    def share_in(self, other: _Said) -> float:
        """How much of what this says the other says too, 0-1."""
        words = set(self.words) - _BOUNDARIES
        return len(words & set(other.words)) / max(1, len(words))


def _supported(sentence: str, said: _Said, own: list[_Said], others: list[_Said], chat: list[_Said]) -> bool:
    """Whether a sentence of the prose may stay.

    What is weighty must be told by one statement. Small talk may sum up several, but must not look like a
    statement that was denied or doubted: "he sleeps well" never rests on "I don't sleep well".
    """
    if tells_day(sentence):
        return False  # a quote tells the day it was said on, prose does not
    if any(said.words == told.words for told in chat):
        return False  # a reply that was copied sums up nothing
    if is_weighty(sentence):
        return any(said.rests_on(told) for told in own)
    if any(told.marks != said.marks and said.share_in(told) >= 0.5 for told in (*own, *others)):
        return False
    known = {word for told in (*own, *others, *chat) for word in told.words}
    words = set(said.words) - _BOUNDARIES
    return 2 * len(words & known) >= len(words)


def _split(block: str) -> list[str]:
    """Split at the marks that end a sentence; a dot ends one only where another begins."""
    parts: list[str] = []
    start = 0
    for mark in _STOP_MARK.finditer(block):
        if mark.group() == ".":
            following = block[mark.end() :].lstrip()[0]
            if following.islower() or following.isdigit() or _ABBREVIATION.search(block[start : mark.end()]):
                continue
        parts.append(block[start : mark.end()])
        start = mark.end()
    parts.append(block[start:])
    return [part.strip() for part in parts if part.strip(_CLOSING)]


def _goes_on(block: str, line: str) -> bool:
    """Whether a line belongs to the lines above it."""
    lines = block.split("\n")
    is_open = lines[-1].rstrip()[-1:] not in _ENDS
    if _OPEN_END.search(lines[-1]) or (_LIST_ITEM.match(line) and (is_open or _LIST_ITEM.match(lines[-1]))):
        return True
    # Items without a sign in front, under a heading.
    bare = is_open and len(line.strip()) <= _BARE_ITEM_CHARACTERS and line.rstrip()[-1:] not in _ENDS
    return bare and bool(_HEADING.search(lines[0]))


def _fold(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _normal(token: str) -> tuple[str, ...]:
    """The words a token counts as: none for a stop word, two for "can't", the singular of a plural."""
    if token in "、;:，；：":
        return (_COMMA,)
    negated = _CONTRACTION.match(token) if "'" in token or "’" in token or token in _PLAIN_NEGATIONS else None
    if negated:
        return tuple(word for word in (negated[1], "not") if word not in _STOP)
    token = re.sub(r"['’](?:s|m|re|ve|d)$", "", token)
    if token in _STOP:
        return ()
    if len(token) > 3 and token.endswith("s") and not token.endswith(("ss", "us", "is")):
        return (token[:-1],)
    return (token,)


def _join(parts: Iterable[str]) -> str:
    text = ""
    for part in parts:
        text += (" " if text and text[-1].isascii() else "") + part
    return text
