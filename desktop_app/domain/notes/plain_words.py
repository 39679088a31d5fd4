"""A plan in plain words for the patient: what a line of it is about, and shorthand spelled out.

Nothing is reworded but the shorthand of prescriptions, each sign of which has one meaning: a sentence says what the
clinician said, in words a patient can read. Signs with two meanings (OD is a day and an eye) stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from desktop_app.domain.extraction.lexicon import Kind, find_mentions
from desktop_app.domain.extraction.normal import normalise
from desktop_app.domain.notes.note import Part, Sentence
from desktop_app.domain.notes.sorting import clauses_of
from desktop_app.domain.patterns import Pattern
from desktop_app.domain.prompt_words import Language
from desktop_app.domain.verbatim import reaches_on

_EDGE, _END = r"(?<![A-Za-z0-9])", r"(?![A-Za-z0-9])"
_SIGNS: Final[tuple[tuple[str, str, str], ...]] = (
    (r"q\.?d\.?", "每天1次", "once a day"),
    (r"b\.?i\.?d\.?", "每天2次", "twice a day"),
    (r"t\.?i\.?d\.?|t\.?d\.?s\.?", "每天3次", "three times a day"),
    (r"q\.?i\.?d\.?|q\.?d\.?s\.?", "每天4次", "four times a day"),
    (r"q\.?o\.?d\.?", "隔天1次", "every other day"),
    (r"q\.?n\.?|q\.?h\.?s\.?", "每晚睡前1次", "every night at bedtime"),
    (r"q\.?w\.?", "每周1次", "once a week"),
    (r"p\.?r\.?n\.?", "需要时", "when needed"),
    (r"p\.?o\.?", "口服", "by mouth"),
    (r"i\.?m\.?", "肌肉注射", "into a muscle"),
    (r"s\.?c\.?", "皮下注射", "under the skin"),
    (r"a\.?c\.?", "饭前", "before meals"),
    (r"p\.?c\.?", "饭后", "after meals"),
    (r"s\.?o\.?s\.?", "必要时", "if necessary"),
    (r"stat", "马上", "at once"),
)
_EVERY_HOURS = Pattern(rf"{_EDGE}q(\d{{1,2}})h{_END}", re.IGNORECASE)
_FOR_DAYS = Pattern(r"\s*[×x*]\s*(\d{1,3})\s*(?:d|days?|天)(?![a-z])", re.IGNORECASE)
_FOR_SEVENTHS = Pattern(r"(?<![\d/])(\d{1,2})/7(?![\d/])")
_FOR_TWELFTHS = Pattern(r"(?<![\d/])(\d{1,2})/52(?![\d/])")
_UNITS_ZH = ((r"(?<=\d)\s*mg", "毫克"), (r"(?<=\d)\s*μg|(?<=\d)\s*ug|(?<=\d)\s*mcg", "微克"), (r"(?<=\d)\s*ml", "毫升"),
             (r"(?<=\d)\s*g", "克"))  # fmt: skip

_FOLLOW_UP = Pattern(
    r"复诊|随访|随诊|再来|来看|就诊|急诊|如果|如有|若|随时|(?<![a-z])(?:come back|return|follow[- ]?up|review in|"
    r"see (?:me|us|you)|if |emergency|999|911|120|urgent)"
    # To be examined again at a time is to come back then.
    r"|[\d一二两三四五六七八九十半] ?个?(?:天|日|周|月|年|星期|礼拜)(?:之?后|内).{0,6}?复查"
    r"|(?:每|下)[^，。；]{0,6}?复查|定期.{0,4}?复查"
    r"|(?<![a-z])(?:repeat|recheck|retest)(?![a-z]).{0,40}?(?<![a-z])(?:in|after|every) .{0,12}?"
    r"(?:days?|weeks?|months?|years?)(?![a-z])",
    re.IGNORECASE,
)
_TESTS = Pattern(
    r"复查|检查|化验|抽血|查(?:一?[个下])?(?:血|尿|便|肝|肾)|血常规|b超|彩超|胃镜|ct|核磁|心电图|拍片|"
    r"(?<![a-z])(?:tests?|bloods?|x-?ray|scan|ultrasound|mri|ecg|repeat|swab|urine)(?![a-z])",
    re.IGNORECASE,
)
_MEDICINE = Pattern(
    r"片|粒|胶囊|毫克|(?<=\d)\s*m?g(?![a-z])|服药|用药|停药|tablets?|capsules?|inhaler|cream|puffs?", re.I
)

_AMOUNT = Pattern(
    r"(?P<number>\d+(?:\.\d+)?) ?(?P<unit>mg|μg|ug|mcg|g|ml|毫克|微克|克|毫升|片|粒|天|周|days?|weeks?|tablets?)"
)

# A clause that begins with one of these is about something of its own.
_OPENS = Pattern(
    r"^\s*(?:多|注意|避免|忌|戒|清淡|休息|保持|定期|(?:门诊|回来|回院)?(?:复查|复诊|随访|随诊)|如果|如有|若|不适|"
    r"[\d一二两三四五六七八九十半]+ ?个?(?:天|周|月|星期)后|"
    r"(?:rest|drink|avoid|keep|repeat|come|return|follow|review|see|if)(?![a-z]))",
    re.IGNORECASE,
)


def plain(text: str, language: Language) -> str:
    """A text with the shorthand of prescriptions spelled out in a language."""
    chinese = language == "zh"
    text = _EVERY_HOURS.sub(lambda found: f"每{found[1]}小时1次" if chinese else f"every {found[1]} hours", text)
    text = _FOR_DAYS.sub(lambda found: f"，用{found[1]}天" if chinese else f" for {found[1]} days", text)
    text = _FOR_SEVENTHS.sub(lambda found: f"用{found[1]}天" if chinese else f"for {found[1]} days", text)
    text = _FOR_TWELFTHS.sub(lambda found: f"用{found[1]}周" if chinese else f"for {found[1]} weeks", text)
    for sign, zh, en in _SIGNS:
        text = re.sub(rf"{_EDGE}(?:{sign}){_END}", f"，{zh}" if chinese else en, text, flags=re.IGNORECASE)
    if chinese:
        for sign, word in _UNITS_ZH:
            text = re.sub(rf"{sign}(?![a-z/])", word, text, flags=re.IGNORECASE)
        text = re.sub(r"\s*，[，\s]*", "，", text).replace("，。", "。").strip("，")
    return text.strip()


def part_of_plan(text: str) -> Part:
    """What a line of a plan is about: medicines, when to come back, tests, or what else to do."""
    if _names_drug(text) or _MEDICINE.search(text):
        return Part.MEDICINES
    if _FOLLOW_UP.search(text):
        return Part.FOLLOW_UP
    return Part.TESTS if _TESTS.search(text) or _names_examination(text) else Part.ADVICE


def sorted_plan(sentences: Iterable[Sentence]) -> dict[Part, list[Sentence]]:
    """The sentences of a plan by what they are about, cut where the later clause is about something else."""
    found: dict[Part, list[Sentence]] = {}
    for sentence in sentences:
        for text in _pieces(sentence.text):
            found.setdefault(part_of_plan(text), []).append(replace(sentence, text=text))
    return found


def is_added_to(sentence: str, addendum: str) -> bool:
    """Whether a signed addendum speaks of what a sentence is about: the same drug or illness, or another amount."""
    said, added = normalise(sentence), normalise(addendum)
    named = {mention.concept for mention in find_mentions(added)}
    if named & {mention.concept for mention in find_mentions(said)}:
        return True
    amounts = {each["unit"]: each["number"] for each in _AMOUNT.finditer(added)}
    return not named and any(
        amounts.get(each["unit"], each["number"]) != each["number"] for each in _AMOUNT.finditer(said)
    )


def _pieces(text: str) -> list[str]:
    parts: list[str] = []
    for clause in clauses_of(text):
        opens = bool(_OPENS.search(clause)) or _names_drug(clause)
        if parts and (parts[-1][-1] not in "；;" and (not opens or reaches_on(parts[-1]))):
            parts[-1] += ("" if parts[-1][-1] in "，；" else " ") + clause
        else:
            parts.append(clause)
    return [part.strip().rstrip("，,；;") for part in parts]


def _names_examination(text: str) -> bool:
    return any(mention.kind in (Kind.PROCEDURE, Kind.MEASURE) for mention in find_mentions(normalise(text)))


def _names_drug(text: str) -> bool:
    return any(mention.kind is Kind.DRUG for mention in find_mentions(normalise(text)))
