"""How much of a drug and how often, how a change of either is said, and what is taken from then on."""

from __future__ import annotations

from desktop_app.domain.extraction.normal import normalise
from desktop_app.domain.patterns import Pattern

NUMBER = r"(?:\d+(?:[.,/]\d+)?|[一二两三四五六七八九十半]+)"
DOSE_UNIT = (
    r"(?:mg|mcg|ug|μg|µg|g|ml|iu|u|units?|毫克|微克|毫升|克|单位|片|粒|颗|支|袋|滴|丸|喷|揿|puffs?|tablets?|"
    r"tabs?|pills?|capsules?|caps?|drops?|sprays?|%|包|贴|吸)"
)
FREQUENCY = (
    r"(?:(?:每[天日])?(?:早上?|早晨|晨起|上午|中午|下午|傍晚|晚上?|夜里|早晚|早中晚|睡前|[早晚]?[餐饭][前后])(?:各|口服|服用|服|吃)?"
    r"(?:[一二两三1-3]次|[一二两三1-4半][片粒颗])|隔[日天](?:[一1]次)?|每(?:\d+|[一二两三四六八十]+)个?小时(?:[一1]次)?|"
    r"(?:once|twice) (?:each|every|per|in the) (?:day|morning|evening|night|week)|each (?:day|morning|evening|night)|"
    r"every other day|as needed|q\.?d\.?|b\.?i\.?d\.?|t\.?i\.?d\.?|q\.?i\.?d\.?|qhs|qod|qam|qpm|qn|qw|hs|prn|stat|"
    r"q\d+h|po|"
    r"iv|im|sc|sq|subq|inh|ivgtt|"
    r"once (?:a day|daily|a week|weekly)|twice (?:a day|daily|a week)|three times (?:a day|daily)|"
    r"(?:\d|two|four) times (?:a day|daily)|daily|nightly|weekly|every (?:day|night|morning|evening|"
    r"week)|every \d+ hours|at night|at bedtime|a day|"
    r"per day|in the (?:morning|evening)|口服|静滴|静脉滴注|肌注|皮下注射|"
    r"每[日天晚早周]\s?[一二两三四五半\d]+(?:次|片|粒|颗|支|包|袋|毫克|单位|mg)|"
    r"[一1][日天][一二两三四1-4](?:次|[片粒颗丸支包袋])|睡前|餐前|餐后|饭后|饭前)"
)
# 改成10毫克, "was increased from 5 to 10 mg": what it is from then on, and how often.
CHANGE_ZH = (
    r"(?:剂量|用量)?(?:[改换调变加减增降升]|调整|更改|更换|变更|增加|减少|"
    r"[加减增]量|[上下]调|滴定)[成为到至]了?"
)
CHANGED_EN = (
    r"(?:increased|raised|changed|reduced|lowered|decreased|cut|bumped|upped|adjusted|up|down|doubled|halved|switched|"
    r"titrated|uptitrated|downtitrated|tapered)"
)

_AMOUNT = rf"(?:每次|一次|各)?{NUMBER} ?{DOSE_UNIT}(?:(?<=[\u4e00-\u9fff%])|(?![a-z]))"
_CHANGE = Pattern(
    rf"(?:的?(?:剂量|用量|量))?(?:[,，]?\s?)(?:(?P<zh>{CHANGE_ZH})|[至到])"
    rf"|(?: (?:dose|dosage))?(?: (?:was|is|has been|got|went))?(?: (?:now|recently|just))?"
    rf"(?P<en> {CHANGED_EN}(?: (?:up|down|back))?)?(?: from [^,.;]{{1,30}}?)? to(?= )"
)
_OLD = Pattern(rf"(?:[\s,(（]*(?:从|由|\bfrom )?(?:{_AMOUNT}|(?<![\d.a-z-])\d[\d.]*|{FREQUENCY}(?![a-z]))[)）]?)+\s*$")
_DOSE = Pattern(_AMOUNT)
_OFTEN = Pattern(rf"{FREQUENCY}(?![a-z])")
_RUN_ON = Pattern(r"(?<=[a-z\u4e00-\u9fff])(?=每[日天晚早周]|[一1][日天][一二两三四1-4]次|睡前|[餐饭][前后])")

_TOLD_ON = Pattern(r"(?<=[\u4e00-\u9fffa-z])了[,，]\s?")  # 缬沙坦了，一天一粒

_NUMBERS = Pattern(r"\d+(?:\.\d+)?")
_A_DAY = r"(?:每[天日]|[一1][天日])"
_FREQUENCIES = {
    "once": Pattern(rf"\bq\.?d\b|{_A_DAY}[一1]次|\bonce (?:a day|daily)\b|(?<!times )(?<!twice )(?<!once )\bdaily\b"),
    "twice": Pattern(rf"\bb\.?i\.?d\b|{_A_DAY}[二两2]次|\btwice (?:a day|daily)\b"),
    "three": Pattern(rf"\bt\.?i\.?d\b|{_A_DAY}[三3]次|\b(?:three|3) times (?:a day|daily)\b"),
    "four": Pattern(rf"\bq\.?i\.?d\b|{_A_DAY}[四4]次|\b(?:four|4) times (?:a day|daily)\b"),
    "night": Pattern(r"\bqn\b|\bqhs\b|睡前|每晚|晚上|\bat (?:night|bedtime)\b|\bnightly\b"),
    "alternate": Pattern(r"\bqod\b|隔[天日]|\bevery other day\b"),
}


def how_often(words: str) -> str:
    """How often a drug is taken by its words, in one spelling: the last that is named, "" where none is."""
    said = normalise(words)
    return max(
        ((match.end(), name) for name, pattern in _FREQUENCIES.items() for match in pattern.finditer(said)),
        default=(0, ""),
    )[1]


def amounts(words: str) -> list[str]:
    """The numbers in a drug's words but for those that say how often it is taken."""
    said = normalise(words)
    for pattern in _FREQUENCIES.values():
        said = pattern.sub(" ", said)
    return _NUMBERS.findall(said)


def as_taken(words: str) -> str:
    """A drug with what is taken of it now, where its words tell how that was changed.

    氨氯地平改为10mg每天一次 is 氨氯地平 10mg 每天一次; "Amlodipine 5 mg daily changed to twice daily" is "Amlodipine
    5 mg twice daily". Words that tell of no change come back as they are, but for 了， between a drug and its dose.

    Args:
        words: as the drug is noted, in words of a message.
    """
    words = _TOLD_ON.sub(" ", words)
    plain = normalise(words)
    change = max(_CHANGE.finditer(plain), key=lambda match: match.end(), default=None)
    if change is None or not change.start():
        return words
    new = words[change.end() :].strip(" ,，:：")
    said = normalise(new)
    if not (_DOSE.search(said) or _OFTEN.search(said)):
        return words
    head = words[: change.start()]
    old = _OLD.search(normalise(head))
    if old and not (change["zh"] or change["en"]):
        return words  # 1至2片, "200 to 400 mg": from one amount to another, not in the place of it
    drug = (head[: old.start()] if old else head).strip(" ,，(（")
    if not drug:
        return words
    kept = _DOSE.search(normalise(head)) if not _DOSE.search(said) else None
    parts = (drug, head[kept.start() : kept.end()] if kept else "", _spaced(new))
    return " ".join(part for part in parts if part)


def with_held_dose(words: str, held: str) -> str:
    """A drug of which only how often was changed, with the dose that is held of it.

    Args:
        words: of the change: 氨氯地平改为每日两次.
        held: how the drug was noted until then: 氨氯地平5mg每日一次.
    """
    taken = as_taken(words)
    if _DOSE.search(normalise(taken)):
        return words
    dose = _DOSE.search(normalise(as_taken(held)))
    often = _OFTEN.search(normalise(taken))
    if dose is None or often is None:
        return words
    amount = as_taken(held)[dose.start() : dose.end()]
    return f"{taken[: often.start()].rstrip()} {amount} {taken[often.start() :]}".lstrip()


def _spaced(words: str) -> str:
    plain = normalise(words)
    found = _RUN_ON.search(plain)
    return f"{words[: found.start()].rstrip()} {words[found.start() :]}" if found and found.start() else words
