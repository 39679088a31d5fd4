"""Corrections of quantities: 是10毫克，不是5毫克; "I'm 43, not 42"; 高压不是138，是148.

What is taken back is no fact, whatever rule has read it. What takes its place is the fact of the same words,
or of what the sentence names, or, where it names nothing, the fact of the session that said the old value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from desktop_app.domain.extraction.lexicon import Kind, Mention
from desktop_app.domain.extraction.measurements import measurement_name
from desktop_app.domain.extraction.normal import normalise
from desktop_app.domain.extraction.quantities import DOSE_UNITS, Quantity, quantities
from desktop_app.domain.extraction.reading import Reading
from desktop_app.domain.memory import HELD_STATES, SELF, Category, Fact, FactCandidate, Polarity
from desktop_app.domain.patterns import Pattern

WITH_QUANTITY = (Category.AGE, Category.MEASUREMENT, Category.MEDICATION)
_FARTHEST = 40  # characters between the two quantities
_MISTAKEN_ZH = r"(?:我?(?:刚才|之前|上次)?(?:记|说|讲|搞|弄|写|打|看|填|输)错了?[,、。\s]*)?"
_NOT_ZH = r"(?:而|并|可)?(?<!是)不是(?:我?(?:刚才|之前|以前|上次|原来|前面)?(?:说|讲|写|记|告诉你)?的?)?"
_OPENS_OLD = Pattern(
    rf"{_NOT_ZH}(?:[\u4e00-\u9fff]{{0,8}})\s?$|\b(?:not|isn't|wasn't|aren't|ain't)(?: (?:at|on|about|taking|the|a))*\s$"
)
_THEN_NEW = Pattern(
    rf"(?:的|了|吧|啊)?[\s,、。;!]*{_MISTAKEN_ZH}(?:(?:而是|应该是|应该为|应为|其实是|实际是|实际上是|准确说是|改成|改为|是)"
    r"[\u4e00-\u9fff]{0,4}|[\u4e00-\u9fff]{2,4}(?:应该)?(?:是|为))?\s?"
    r"|[\s,;.!–—-]*(?:but|it's|it is|i'm|i am|he's|she's|it was|it should be|should be|rather|make that|make it|is|was|"
    r"actually|i meant|i mean|sorry|[\s,])*(?: ?(?:rather|actually|taking|at|on|a|the))*\s*"
)
_THEN_OLD = Pattern(
    rf"(?:[^,。;!?\n\d]{{0,12}}[,、。;!]\s*|[的了吧啊\s]*){_MISTAKEN_ZH}{_NOT_ZH}(?:[\u4e00-\u9fff]{{0,8}})\s?"
    r"|[^,.;!?\n]{0,24}[\s,;.!–—-]+(?:and |it's |it is |i'm |i am |it was |definitely |certainly )?"
    r"not (?:(?:the|a|at|on|to|my|about) )*"
    r"|[^,.;!?\n]{0,16} (?:instead of|rather than) (?:the |a |my )?"
)
_CHANGED = Pattern(
    r"\s?(?:更正|纠正|修正|订正|改)(?:成|为|到)了?\s?|\s?(?:应该|应)(?:改成|改为|是|为)\s?|\s?(?:->|→)\s?|\sto\s"
)
# 142/88有误，应为124/88; 142/88更正为124/88; "142/88, corrected to 124/88": the first was never so.
_WRONG = Pattern(
    r"\s?[,、。;(]?\s?(?:(?:是|系)?(?:有误|错误|错了|不对|不准|(?:我|刚才)?[记说写看录填输打量测]错了?|[笔口]误|录入错误)[,、。;:\s]*"
    r"(?:应该?|实际|其实)?(?:更正|纠正|订正|修正|改)?[成为是]"
    r"|(?:更正|纠正|订正|修正|勘误)(?:一下)?[,:\s]*(?:应该?)?[成为是到]?)\s?(?:血压|体重|心率|体温|剂量)?\s?(?:应该?)?[成为是]?\s?"
    r"|,? ?(?:(?:is|was) (?:wrong|a mistake|a typo|an error|incorrect)|corrected|correction|amended)[,;:\s.-]*"
    r"(?:(?:it )?(?:should (?:be|read)|is|was|to)|it's)?\s?"
)
_CHANGES = Pattern(
    r"(?:把|将|从|由)[^,。;!?\n]{0,16}$|\b(?:change|changed|correct|corrected|update|updated|fix)\b[^,.;!?\n]{0,24}$"
)
# A message that says nothing beside the quantities: it leaves open what they are of.
_ONLY_CORRECTS = Pattern(
    r"(?:[\s,、。.;:!?~…'\"“”–—-]|我|您?你|刚才?|刚刚|之前|前面|上面|上次|方才|说|讲|记|写|打|弄|搞|看|填|输|错|了|的|不对|更正|纠正|"
    r"订正|一下|口误|笔误|抱歉|对不起|不好意思|应该|应为|其实|实际上?|准确|而是|是|不是|不|把|将|从|由|改成|改为|成|吧|啊|哦|噢|呃|嗯|等等|"
    r"它|那个|剂量|用量|年龄|数值|哦不|"
    r"\b(?:no|not|sorry|oops|wait|actually|correction|it's|it|is|was|that's|that|i|i'm|am|meant|mean|said|misspoke|"
    r"wrong|my|mistake|bad|make|should|be|but|rather|and|the|dose|age|dosage|change|changed|correct|from|to|please|"
    r"instead|of|than|typo|a|got|were|taking|take|have been|now|really)\b)*"
)
_LINKS = Pattern(
    r"\s*(?:现在|目前|其实|应该|的?(?:剂量|用量|读数|数值|结果))*(?:[吃服用]的?)?(?:是|为|:)?\s*"
    r"|\s*(?:dose |dosage |reading )?(?:is|was|should be|:)?\s*(?:actually |really |now )?"
)


def apply_quantity_corrections(reading: Reading, recent: Sequence[Fact]) -> None:
    """Let the corrected quantity stand, and take the other one back."""
    for old, new in _pairs(reading):
        removed = _without_old(reading, old, new)
        said = _saying(reading, new)
        if said is None:
            said = _of_removed(reading, removed, new) or _of_mention(reading, old, new)
        if said is None and _only_corrects(reading):
            said = _of_recent(reading, recent, old, new)
        if said is None and "age" in (old.unit, new.unit):
            said = _added(reading, Category.AGE, new.start, new.end)
        if said is not None and not said.retracts:
            _swap(reading, said, replace(said, retracts=reading.text[old.start : old.end]))


def correct_elliptically(reading: Reading, recent: Sequence[Fact]) -> bool:
    """Read a message that gives nothing but the right quantity: 应该是10毫克; "it's 10 mg, I meant"."""
    found = quantities(reading.norm)
    if len(found) != 1 or not _only_corrects(reading):
        return False
    return _of_recent(reading, recent, None, found[0]) is not None


def _pairs(reading: Reading) -> Iterator[tuple[Quantity, Quantity]]:
    """What is taken back and what takes its place."""
    norm, found = reading.norm, quantities(reading.norm)
    at = 0
    while at + 1 < len(found):
        first, second = found[at], found[at + 1]
        at += 1
        between = norm[first.end : second.start]
        if len(between) > _FARTHEST or first.equals(second) or not first.is_like(second):
            continue
        if len(first.numbers) != len(second.numbers) or not _says(reading, first) or not _says(reading, second):
            continue
        before = norm[max(0, first.start - 28) : first.start]
        if _OPENS_OLD.search(before) and _THEN_NEW.fullmatch(between):
            yield first, second
        elif _THEN_OLD.fullmatch(between):
            yield second, first
        elif _WRONG.fullmatch(between) or (
            _CHANGES.search(before) and _CHANGED.fullmatch(between) and _is_correction(reading, first, second)
        ):
            yield first, second
        else:
            continue
        at += 1


def _is_correction(reading: Reading, first: Quantity, second: Quantity) -> bool:
    """Whether something that was said is changed, rather than something that was taken, or is yet to be."""
    if re.search(r"建议|考虑|打算|准备|\b(?:consider|suggest|recommend|plan)", reading.norm[: first.start]):
        return False
    if any(one.start <= first.start and second.end <= one.end for one in reading.candidates):
        return False  # a dose that was changed holds both
    return bool(re.search(r"错|更正|纠正|订正|修正|\bcorrect|wrong|mistake|misspoke|把|将", reading.norm))


def _says(reading: Reading, quantity: Quantity) -> bool:
    view = reading.view_at(quantity.start)
    return view is not None and reading.says(view, quantity.start)


def _without_old(reading: Reading, old: Quantity, new: Quantity) -> list[FactCandidate]:
    """Drop what rests on the quantity that is taken back. Returns what was dropped."""
    removed = [
        one
        for one in reading.candidates
        if one.category in WITH_QUANTITY
        and one.start < old.end
        and old.start < one.end
        and not (one.start < new.end and new.start < one.end)
    ]
    reading.candidates[:] = [one for one in reading.candidates if one not in removed]
    return removed


def _saying(reading: Reading, new: Quantity) -> FactCandidate | None:
    """The fact that says the new quantity already."""
    for one in reading.candidates:
        touches = one.start < new.end and new.start < one.end
        if touches and one.category in WITH_QUANTITY and one.polarity is Polarity.AFFIRMED:
            return one
    return None


def _of_removed(reading: Reading, removed: Sequence[FactCandidate], new: Quantity) -> FactCandidate | None:
    """我吃的不是氨氯地平5毫克，是10毫克: what was said of the old quantity holds for the new one."""
    for one in removed:
        if _may_be(one.category, new):
            return _added(
                reading, one.category, new.start, new.end, (one.subject,), one.attribute, one.unit, one.valid_from
            )
    return None


def _of_mention(reading: Reading, old: Quantity, new: Quantity) -> FactCandidate | None:
    """氨氯地平不是5毫克，是10毫克: the last drug or measurement named in the sentence or the one before."""
    at = reading.view_at(min(old.start, new.start))
    if at is None:
        return None
    named: Mention | None = None
    for view in reading.views[: at.index + 1]:
        if view.clause.sentence < at.clause.sentence - 1:
            continue
        for mention in view.mentions:
            if mention.kind in (Kind.DRUG, Kind.MEASURE) and mention.end <= max(old.start, new.start):
                named = mention
    if named is None:
        return None
    category = Category.MEDICATION if named.kind is Kind.DRUG else Category.MEASUREMENT
    if not _may_be(category, new):
        return None
    name = reading.norm[named.start : named.end]
    if category is Category.MEASUREMENT:
        name = measurement_name(name, chinese=any(view.han for view in reading.views))
    # The same drug without its dose says nothing beside it.
    reading.candidates[:] = [
        one
        for one in reading.candidates
        if not (one.category is category and one.start <= named.start and named.end <= one.end)
    ]
    together = named.end <= new.start and _LINKS.fullmatch(reading.norm, named.end, new.start)
    start = named.start if together else new.start
    return _added(reading, category, start, new.end, reading.subjects_at(named.start), name, _unit(reading, new))


def _of_recent(reading: Reading, recent: Sequence[Fact], old: Quantity | None, new: Quantity) -> FactCandidate | None:
    """The newest fact of the session that says the old quantity, or one like the new where no old one is named."""
    for fact in recent:
        if fact.category not in WITH_QUANTITY or fact.state not in HELD_STATES or fact.polarity is Polarity.NEGATED:
            continue
        own = quantities(normalise(fact.value))
        fits = [one for one in own if (one.equals(old) if old else one.is_like(new) and not one.equals(new))]
        if not fits or not _may_be(fact.category, new) or len(fits[0].numbers) != len(new.numbers):
            continue
        said_unit = new.unit or (old.unit if old else "")
        if not said_unit and fact.category is Category.MEDICATION and old is None:
            continue
        attribute = fact.attribute
        return _added(
            reading,
            fact.category,
            new.start,
            new.end,
            (fact.subject,),
            attribute,
            fact.unit,
            fact.valid_from,
            retracts=fact.value,
            confidence=0.8,
        )
    return None


def _may_be(category: Category, quantity: Quantity) -> bool:
    if category is Category.AGE:
        return quantity.unit in ("", "age")
    if category is Category.MEDICATION:
        return quantity.unit in DOSE_UNITS or not quantity.unit
    return quantity.unit != "age"


def _unit(reading: Reading, quantity: Quantity) -> str:
    words = re.sub(r"^[\d./\s零〇一二两三四五六七八九十百半点-]+", "", reading.text[quantity.start : quantity.end])
    return words if quantity.unit else ""


def _only_corrects(reading: Reading) -> bool:
    rest = list(reading.norm)
    for one in quantities(reading.norm):
        rest[one.start : one.end] = " " * (one.end - one.start)
    return _ONLY_CORRECTS.fullmatch("".join(rest)) is not None


def _added(
    reading: Reading,
    category: Category,
    start: int,
    end: int,
    subjects: tuple[str, ...] | None = None,
    attribute: str = "",
    unit: str = "",
    valid_from: str = "",
    *,
    retracts: str = "",
    confidence: float = 0.9,
) -> FactCandidate | None:
    before = len(reading.candidates)
    if not valid_from and category in (Category.AGE, Category.MEASUREMENT):
        valid_from = reading.said_on.isoformat()
    reading.add(
        category,
        start,
        end,
        subjects=subjects or (SELF,),
        attribute=attribute,
        unit=unit,
        valid_from=valid_from,
        retracts=retracts,
        confidence=confidence,
    )
    return reading.candidates[-1] if len(reading.candidates) > before else None


def _swap(reading: Reading, old: FactCandidate, new: FactCandidate) -> None:
    reading.candidates[reading.candidates.index(old)] = new
