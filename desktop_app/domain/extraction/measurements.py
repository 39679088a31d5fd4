"""Measurements: a name with a number, in series by name."""

from __future__ import annotations

import re
from functools import cache

from desktop_app.domain.extraction.clause_subjects import NOBODY
from desktop_app.domain.extraction.lexicon import Kind, concept_lines, concept_of
from desktop_app.domain.extraction.lexicons.procedures import MEASURES, UNITS
from desktop_app.domain.extraction.normal import is_han
from desktop_app.domain.extraction.reading import Reading, View
from desktop_app.domain.memory import SELF, Category, FactCandidate, FactStatus
from desktop_app.domain.patterns import Pattern

_ZH_NUMBER = r"[一二两三四五六七八九十百零点]{2,8}"
_NUMBER = r"(?:[<>≥≤≈]\s?)?\d{1,6}(?:\.\d{1,3})?(?:\s?(?:/|-|—+|~|～|到|至|over|to)\s?\d{1,4}(?:\.\d{1,3})?)?(?:度\d)?"
_GAP = r"(?:(?!\d|[,。;!?\n]|[吃服药片粒颗]|过敏|、)[^\d]){0,26}?"
_VALUE = Pattern(
    rf"(?P<gap>{_GAP})(?P<number>{_NUMBER}|"
    rf"{_ZH_NUMBER}(?=\s?(?:{UNITS})))(?P<unit>\s?(?:{UNITS})(?![a-z]))?(?P<next>[\u4e00-\u9fff]{{0,2}})"
)
_GAP_WORDS = Pattern(
    r"(?:是|为|在|到|有|达到?|约|大概|大约|差不多|左右|测得?|量得?|测量|量了|测了|最高|最低|"
    r"平均|一般|都|就|稳定在|控制在|维持在|升到|降到|高到|飙到|只有|才|已经|还|又|结果|值|水平|"
    r"今天|今早|昨天|昨晚|早上|晚上|上午|下午|中午|刚才|刚刚|空腹|餐后|饭后|睡前|目前|现在|上次|"
    r"这次|体检|"
    r"也|偏高|偏低|高|低|正常|有点|从|了|的|不到|超过|波动|范围|之间|我|他|她|自测|复查|检查|"
    r"化验|报告|显示|提示|增高|升高|下降|降低|掉到?|减到|瘦到|胖到|涨到|时|每分钟|每分|分钟|年|前|"
    r"[:=()\s\"'~≈]|\b(?:is|was|are|were|of|at|about|around|approximately|roughly|measured|reads?|"
    r"reading|came back|came out|comes|to|in|be|been|this|last|morning|evening|night|today|yesterday|"
    r"now|currently|usually|on|the|my|his|her|it|levels?|"
    r"count|result|just|only|under|over|above|below|as|high|low|up|down|averag(?:e|es|ing)|runs?|"
    r"running|ran|stays?|hovers?|shows?|showed|still|went|from|dropped|rose|has|had|says|said|week|"
    r"month|visit|after|before|breakfast|lunch|dinner|a|an|be|near|nearly|almost|went|got|between|"
    r"score|room air|fasting|tested|ranged?|fell|jumped|climbed|has been|"
    r"monday|tuesday|wednesday|thursday|friday|saturday|sunday|during|exercise|rest|resting|hit|"
    r"peaked|out|back|came|down)\b|'s)*"
)
# 血压更正为124/88, "BP corrected to 124/88": between the name and the value that stands from now on.
_CORRECTED = Pattern(
    r"[\s:(-]*(?:(?:读数|数值|值|结果|记录|有误|错了|的|已|予|请)\s?)*(?:更正|纠正|订正|修正|勘误)(?:一下|[成为到至])?了?[\s:-]*"
    r"(?:应该?|应当|实际|其实)?(?:改?[成为是])?\s?"
    r"|[\s:(-]*(?:reading |value )?(?:was |is |has been )?(?:corrected|amended|correction)[\s:-]*"
    r"(?:to|should be|should read|is|was|it's|it is|reads)?\s?"
)
_SHOULD_BE = Pattern(
    r"\s?(?:(?:读数|数值|值)?(?:应该?|应当|实际|其实)(?:改?[成为是])|(?:reading )?should (?:be|read))[\s:]?"
)
_OWNS_A_MISTAKE = Pattern(
    r"更正|纠正|订正|修正|勘误|有误|[记说写看录填输打量测]错|[笔口]误|\b(?:correct(?:ed|ion|ing)|mistake|wrong|misread|"
    r"mistyped|misspoke|typo)\b"
)
# 血钾录错，应为4.1; "potassium was entered wrong. It should be 4.1": a measurement of which a mistake is owned.
_AMOUNT = rf"{_NUMBER}(?:\s?(?:{UNITS})(?![a-z]))?"
_MISTAKEN = Pattern(
    r"(?:的?(?:结果|数值|读数|值|水平|记录|数据))?(?:我|刚才|刚刚|上面|之前|是|被|好像|可能|\s)*"
    r"(?:[记说写看录填输打量测报抄]入?得?(?:错误?|有误)了?|有误|不对|错误|错了|误)[\s,。;:、(]*"
    r"(?:更正|纠正|订正)?(?:一下)?[\s,:]*(?:应该?|应当|实际|其实|正确的?)?(?:改?[成为是])\s?"
    rf"(?P<zh>{_AMOUNT})"
    r"|(?: level| value| reading| result| count)?(?: was| is| has been| got| had been| i)?"
    r"(?: (?:entered|recorded|typed|written|noted|put|read|got|down|in|as))*"
    r"(?: wrong(?:ly)?| incorrect(?:ly)?| a typo| a mistake| an error| mistyped| misread)"
    r"(?: entered| recorded| typed| noted)?"
    r"[\s,.;:()–-]*(?:it |the value |this |that )?(?:should (?:be|read|have been)|is|was|must be)(?: actually)?\s?"
    rf"(?P<en>{_AMOUNT})"
)
_WRITER = Pattern(r"(?:sorry,? |刚才|上面|抱歉)?(?:i\b|我)")
_ITS_UNIT = Pattern(rf"(?:{UNITS})$")
# 心率有点快,102: the number stands alone in the next clause.
_JUDGED = Pattern(
    r"(?:今天|现在|最近|倒是?|还|也|都|又|比较|有点儿?|有些|稍微?|偏|很|挺|蛮|不|太|算|是|一直|基本|正常|高|低|快|"
    r"慢|好|稳定|行|可以|了|的|更正|纠正|订正|修正|有误|错误|错|记|写|录|看|量|测|"
    r"\s|\b(?:is|was|a bit|bit|little|high|low|fine|ok|okay|good|normal|up|down|still|today|too|pretty|quite|looks)\b)*"
)
_ALONE = Pattern(
    rf"(?:大概|大约|约|应该?为|应该是|更正为|should be |it's |是|"
    rf"才|只有|测了?|有)?(?P<number>{_NUMBER})(?P<unit>\s?(?:{UNITS})(?![a-z]))?(?:左右|吧|了)?"
)
# 从82降到76公斤, from 82 to 76 kg: what it is now stands last.
_CHANGED_TO = Pattern(
    rf"\s?(?:{UNITS})?(?:[降升涨减掉瘦胖长增跌变][了成为低高到至]*|到|至|\s(?:down |"
    rf"up )?to\s)+"
    rf"(?P<number>{_NUMBER})(?P<unit>\s?(?:{UNITS})(?![a-z]))?"
)
_NOT_UNIT = Pattern(
    r"^(?:年|天|个月|个|月|周|岁|小时|片|粒|号|点(?!\d)|日|种|倍|级|期|ml/天|颗|支|袋|包|楼|元|块|万|"
    r"次(?!/)|种|本|位|人)"
)
_TIME_AFTER_EN = Pattern(
    r"^\s?(?:years?|days?|weeks?|months?|hours?|minutes?|am\b|pm\b|times?|mg\b|tablets?|o'clock|st\b|"
    r"nd\b|rd\b|th\b|:\d)"
)
_BARE_VITALS = Pattern(
    r"(?<![a-z0-9])(?P<name>t|p|r|k|hr|bp|wt|"
    r"ht)\s?[:=]?\s?(?P<number>\d{1,3}(?:\.\d)?(?:/\d{2,3})?)(?P<unit>\s?(?:℃|°c|°f|次/分钟|次/分|/min|"
    r"mmhg|bpm|kg|cm|%|f\b|c\b))?(?![\d.]*[a-z\d])"
)
_LETTER = Pattern(r"(?<![a-z0-9])[tpr](?![a-z0-9/])")
_ELECTROLYTE = Pattern(
    r"\b(?P<name>potassium|sodium|calcium|magnesium)\b(?!-)(?:[ :=]{1,2}(?:(?:is|was|at|of|came back(?: at)?) )?"
    r"(?P<number>\d{1,3}(?:\.\d{1,2})?)(?![\d./-])\s?(?P<unit>mmol/l|meq/l|mg/dl)?(?!\s?[a-z%\d]))?"
)
_ELECTROLYTE_RANGE = {"potassium": (1.5, 9), "sodium": (90, 190), "calcium": (1, 5), "magnesium": (0.2, 5)}  # mmol/l
# A height or weight without its name: I'm 170 cm tall, 5'9", 一米七五, 我七十公斤.
_BODY_SIZE = Pattern(
    r"(?P<height>(?<![\d.])\d{1,3}(?:\.\d{1,2})?\s?(?:cm|centimet(?:er|re)s|m|met(?:er|re)s)(?= tall| in height)|"
    r"(?<![\d.])\d'\s?\d{1,2}(?:\"|''|(?![\d\w]))|(?<![\d.])\d\s?(?:foot|feet|"
    r"ft)(?:\s?\d{1,2})?(?:\s?(?:inches|in|\"))?(?= tall|$|,| and)|"
    r"[一二两]米[一二三四五六七八九\d]{1,2}|(?<![\d.])[12]米\d{1,2}|(?<![\d.])[12]\.\d{1,2}\s?米)"
    r"|(?P<weight>(?:[一二两三四五六七八九十百]{2,5}|(?<![\d.])\d{2,3}(?:\.\d)?)\s?(?:公斤|kg|"
    r"千克|斤(?!白酒|酒|水|米|肉|菜|苹果)))"
)
_OWN_SIZE = Pattern(
    r"(?:^|我|他|她|现在|体重|身高|大概|大约|有|才|只有|i'm|i am|he's|she's|is|about|around)[\s,]*(?:有|"
    r"大概|大约|差不多|才|只有|现在|快|about|around|roughly|only|just|over|under|a bit over)*\s?$"
)
_VITAL_NAMES = {"t": "temperature", "p": "pulse", "r": "respiratory rate", "k": "potassium level"}
_VITAL_RANGE = {"t": (30, 110), "p": (30, 220), "r": (5, 70), "k": (1.5, 9)}
# 血钾5.8，复测4.8; "potassium 5.8, repeat 4.8": a second reading of what was measured just before.
_AGAIN = Pattern(
    r"(?:复测|复查|重测|重查|再测|再查|再量|又测|又量|复检)(?:了|一次|结果|后|示|显示|的|值|仍|已|降|升|为|是|到|至|:|\s)*"
    rf"(?P<zh>\d{{1,3}}(?:\.\d{{1,2}})?(?:/\d{{2,3}})?)(?P<zh_unit>\s?(?:{UNITS})(?![a-z]))?(?![\d.]*[\d年月日号/-])"
    r"|\b(?:repeat(?:ed)?|re-?check(?:ed)?|re-?test(?:ed)?)"
    r"(?: (?:was|is|at|of|came back|value|level|reading|result|showed|now))*"
    r"[ :=]{1,2}(?P<en>\d{1,3}(?:\.\d{1,2})?(?:/\d{2,3})?)"
    rf"(?P<en_unit>\s?(?:{UNITS})(?![a-z]))?(?![\d.]*[\d/-])"
)
_TO_COME = Pattern(r"建议|计划|预约|明[天日]|下[周次]|目标|\b(?:in|plan|will|should|target)\b")
_LARGEST_CHANGE = 4  # times: a larger one is of another measurement
_FEVER_NUMBER = Pattern(
    r"(?:发烧|发热|高烧|低烧|烧|烧到|发烧到|高热|fever|febrile|fever of|"
    r"temp)(?:[^\d,。;]{0,12}?)(?P<value>\d{2,3}(?:\.\d)?\s?(?:度\d?|℃|°c|°f|c\b|f\b|degrees))|"
    r"(?:最高|高达|达|烧到)\s?(?P<value2>(?:3[6-9]|4[0-2])(?:\.\d)?\s?(?:度\d?|℃|°c)?)"
)
_CHANGE = Pattern(
    r"(?:减|瘦|胖|轻|重|长|涨|降|升高|下降|增加|减少|掉|高|低)了|\b(?:lost|gained|dropped by|lose|gain|"
    r"goal|target|below|under|get|want|need|should)\b|目标|想|希望|争取|减到|减掉|控制到|"
    r"降到.{0,4}以下|建议"
)


@cache
def _chinese_names() -> dict[str, str]:
    """The first Chinese name of each concept."""
    chinese: dict[str, str] = {}
    for names in concept_lines(MEASURES):
        for name in names:
            if is_han(name[0]):
                chinese.setdefault(names[0], name)
    return chinese


def measurement_name(name: str, *, chinese: bool) -> str:
    """One name for everything a measurement is called: 血压 or "blood pressure" for BP.

    Args:
        name: as said.
        chinese: whether the words around it are Chinese.
    """
    concept = concept_of(Kind.MEASURE, name)
    return _chinese_names().get(concept, concept) if chinese else concept


def extract_measurements(reading: Reading) -> None:
    """Find named numbers and claim them."""
    for view in reading.views:
        for mention in view.mentions:
            if mention.kind is Kind.MEASURE and not reading.is_claimed(mention.start, mention.end):
                _measure(reading, view, mention.start, mention.end)
        _electrolytes(reading, view)
        _corrected_letters(reading, view)
        _bare_vitals(reading, view)
        _body_size(reading, view)
        for match in _FEVER_NUMBER.finditer(view.text):
            group = "value" if match["value"] else "value2"
            if group == "value2" and not re.search(
                r"烧|热|温|fever|temp", reading.norm[max(0, view.start - 40) : view.clause.end]
            ):
                continue
            start, end = view.place(match, group)
            if reading.is_open(view, start, end):
                _add(
                    reading,
                    view,
                    start,
                    end,
                    "体温" if view.han else "temperature",
                    unit="℃" if "度" in match[group] or "℃" in match[group] else "",
                )
    _measured_again(reading)


def _measured_again(reading: Reading) -> None:
    """Take a second reading that names nothing as one of the nearest measurement before it that it can be of."""
    for match in _AGAIN.finditer(reading.norm):
        group = "zh" if match["zh"] else "en"
        at, stop = match.start(group), match.end(f"{group}_unit" if match[f"{group}_unit"] else group)
        view = reading.view_at(at)
        rest = reading.norm[stop : stop + 8]
        if view is None or not reading.says(view, at) or reading.is_claimed(at, stop):
            continue
        if not match[f"{group}_unit"] and (_NOT_UNIT.match(rest) or _TIME_AFTER_EN.match(rest)):
            continue
        if _TO_COME.search(reading.norm, max(view.start, match.start() - 12), match.start()):
            continue
        of = _could_be_of(reading, view, match[group], match.start())
        if of is not None:
            unit = (match[f"{group}_unit"] or "").strip() or of.unit
            _add(reading, view, at, stop, of.attribute, unit=unit, subjects=(of.subject,))
            reading.claim(match.start(), stop)


def _could_be_of(reading: Reading, view: View, number: str, before: int) -> FactCandidate | None:
    """The last measurement of this or the last sentence whose value is like a number."""
    found = [one for one in reading.candidates if one.category is Category.MEASUREMENT and one.end <= before]
    for one in sorted(found, key=lambda candidate: candidate.start, reverse=True):
        held = reading.view_at(one.start)
        value = re.findall(r"\d+(?:\.\d+)?(?:/\d+)?", reading.norm[one.start : one.end])
        if held is None or held.clause.sentence < view.clause.sentence - 1 or not value:
            continue
        old, new = (words.split("/") for words in (value[-1], number))
        if len(old) == len(new) and all(
            float(first) <= _LARGEST_CHANGE * float(second) and float(second) <= _LARGEST_CHANGE * float(first)
            for first, second in zip(old, new, strict=True)
        ):
            return one
    return None


def _measure(reading: Reading, view: View, start: int, end: int) -> None:
    name = reading.norm[start:end]
    match = _VALUE.match(view.text, end - view.start)
    said = reading.says(view, start) or (
        not view.clause.hypothetical
        and not view.han
        and bool(re.search(r"\bmy (?:[\w-]+ ){0,3}$", view.text[: start - view.start]))
    )
    if said and (_mistaken(reading, view, start, end) or (not match and _number_alone(reading, view, start, end))):
        return
    if not match or not said:
        return
    corrected = bool(_CORRECTED.fullmatch(match["gap"])) or bool(
        _SHOULD_BE.fullmatch(match["gap"]) and _OWNS_A_MISTAKE.search(reading.norm)
    )
    if corrected:
        start = view.start + match.start("number")  # the words between tell of the correction, not of the value
    elif not _GAP_WORDS.fullmatch(match["gap"]):
        return
    if re.search(r"从|由|\bfrom\b", match["gap"]):
        changed = _CHANGED_TO.match(view.text, match.end("number"))
        if changed is None and not re.search(r"to|到|至|-|~", match["number"]):
            return  # where it started is not what it is
        if changed is not None:
            stop = view.start + changed.end("unit" if changed["unit"] else "number")
            name_now = measurement_name(name, chinese=_chinese(reading, view))
            _add(reading, view, start, stop, name_now, unit=(changed["unit"] or "").strip())
            return
    number_end = match.end("unit") if match["unit"] else match.end("number")
    rest = view.text[number_end:]
    if not match["unit"] and (_NOT_UNIT.match(rest) or _TIME_AFTER_EN.match(rest)):
        return
    if (
        match["unit"]
        and match["unit"].strip() in ("次", "分", "d", "step", "steps", "斤")
        and name not in ("体重", "weight", "步数", "steps")
        and concept_of(Kind.MEASURE, name) not in ("heart rate", "pulse", "respiratory rate", "apgar", "pain score")
    ):
        if _NOT_UNIT.match(rest):
            return
        number_end = match.end("number")
    if (
        name in ("sugar", "sugars", "oxygen", "vision", "platelet", "steps", "呼吸", "乳酸", "stones")
        and match["gap"].strip()
        not in ("", "is", "was", ":", "level", "at", "on", "were", "are", "level is", "level was", "次")
        and not match["unit"]
    ):
        return
    around = view.text[max(0, start - view.start - 12) : match.start("number")]
    if (
        not corrected
        and _CHANGE.search(around)
        and re.search(r"减|瘦|目标|想|希望|争取|goal|target|want|need|should|get", around)
    ):
        return
    before = view.text[: start - view.start]
    if reading.denied(view, start, view.start + number_end) and re.search(r"不是|not|isn't|wasn't", before[-8:]):
        return
    unit = (match["unit"] or "").strip()
    _add(
        reading,
        view,
        start,
        view.start + number_end,
        measurement_name(name, chinese=_chinese(reading, view)),
        unit=reading.text[view.start + number_end - len(unit) : view.start + number_end]
        if unit and number_end == match.end("unit")
        else "",
    )


def _mistaken(reading: Reading, view: View, start: int, end: int) -> bool:
    """Take the number that shall stand in the place of one that was noted wrongly, be it in the next sentence."""
    match = _MISTAKEN.match(reading.norm, end)
    if match is None:
        return False
    group = "zh" if match["zh"] else "en"
    at, stop = match.span(group)
    unit = _ITS_UNIT.search(reading.norm, at, stop)
    following = reading.view_at(at)
    rest = reading.norm[stop : stop + 8]
    if following is None or following.clause.hypothetical or reading.is_claimed(at, stop):
        return False
    if match["zh"] and not reading.says(following, at):
        return False
    if "?" in rest:
        return False  # "should be 4.1" asks nothing by itself
    if unit is None and (_NOT_UNIT.match(rest) or _TIME_AFTER_EN.match(rest)):
        return False
    words = reading.norm[start:end]
    words = f"{words} level" if words in _ELECTROLYTE_RANGE else _VITAL_NAMES.get(words, words)
    name = measurement_name(words, chinese=_chinese(reading, view))
    said_unit = reading.text[unit.start() : unit.end()] if unit else ""
    subjects = reading.subjects_at(start)
    if reading.clinical and subjects == (NOBODY,) and _WRITER.match(view.text):
        subjects = (SELF,)  # who noted it is not whose it is
    _add(reading, following, at, stop, name, unit=said_unit, subjects=subjects)
    return True


def _number_alone(reading: Reading, view: View, start: int, end: int) -> bool:
    """Take the number of a measurement that is only judged in its own clause."""
    index = view.index + 1
    if index >= len(reading.views) or not _JUDGED.fullmatch(view.text[end - view.start :]):
        return False
    following = reading.views[index]
    match = _ALONE.fullmatch(following.text)
    if (
        match is None
        or following.clause.sentence != view.clause.sentence
        or not reading.says(following, following.start)
        or reading.is_claimed(following.start, following.clause.end)
    ):
        return False
    name = measurement_name(reading.norm[start:end], chinese=_chinese(reading, view))
    stop = following.start + match.end("unit" if match["unit"] else "number")
    if _OWNS_A_MISTAKE.search(view.text):
        start, view = following.start + match.start("number"), following
    _add(reading, view, start, stop, name, unit=(match["unit"] or "").strip())
    return True


def _chinese(reading: Reading, view: View) -> bool:
    return view.han or any(other.han for other in reading.views)


def _electrolytes(reading: Reading, view: View) -> None:
    """Potassium 3.1 mmol/L: the bare word is a drug as well, and a reading only with a value that can be one."""
    for match in _ELECTROLYTE.finditer(view.text):
        start, end = view.start + match.start(), view.start + match.end("name")
        if any(one.kind is Kind.MEASURE and one.start <= start < one.end for one in view.mentions):
            continue
        if reading.is_claimed(start, end) or not reading.says(view, start):
            continue
        if match["number"] is None:
            _mistaken(reading, view, start, end)
            continue
        low, high = _ELECTROLYTE_RANGE[match["name"]]
        if match["unit"] or low <= float(match["number"]) <= high:
            stop = view.start + match.end("unit" if match["unit"] else "number")
            name = measurement_name(f"{match['name']} level", chinese=_chinese(reading, view))
            unit = reading.text[view.start + match.start("unit") : stop] if match["unit"] else ""
            _add(reading, view, start, stop, name, unit=unit)


def _corrected_letters(reading: Reading, view: View) -> None:
    """P 记错了，应该是68; 心率录错，P 应为68: a sign of one letter of which a mistake is owned."""
    if not _OWNS_A_MISTAKE.search(reading.norm) or not reading.says(view, view.start):
        return
    for sign in _LETTER.finditer(view.text):
        start, end = view.place(sign)
        if not reading.text[start].isupper() or reading.is_claimed(start, end) or _mistaken(reading, view, start, end):
            continue
        match = _VALUE.match(view.text, sign.end())
        if match is None or not (_CORRECTED.fullmatch(match["gap"]) or _SHOULD_BE.fullmatch(match["gap"])):
            continue
        low, high = _VITAL_RANGE[sign.group()]
        if not re.fullmatch(r"\d+(?:\.\d+)?", match["number"]) or not low <= float(match["number"]) <= high:
            continue
        name = measurement_name(_VITAL_NAMES[sign.group()], chinese=_chinese(reading, view))
        stop = view.start + match.end("unit" if match["unit"] else "number")
        _add(reading, view, view.start + match.start("number"), stop, name, unit=(match["unit"] or "").strip())


def _bare_vitals(reading: Reading, view: View) -> None:
    """T 38.6, P 102, R 22 as charts write them; single letters count only in a row of such signs."""
    for match in _BARE_VITALS.finditer(view.text):
        name = match["name"]
        start, end = (
            view.start + match.start(),
            view.start + (match.end("unit") if match["unit"] else match.end("number")),
        )
        if reading.is_claimed(start, end) or not reading.says(view, start):
            continue
        if name in _VITAL_NAMES:
            low, high = _VITAL_RANGE[name]
            number = float(match["number"].split("/")[0])
            written = reading.text[start]
            if not (written.isupper() and low <= number <= high):
                continue
            if not (
                reading.clinical
                or match["unit"]
                or len(_BARE_VITALS.findall(reading.norm[max(0, start - 60) : end + 60])) > 1
            ):
                continue
        concept = _VITAL_NAMES.get(name, name)
        _add(
            reading,
            view,
            start,
            end,
            measurement_name(concept, chinese=_chinese(reading, view)),
            unit=(match["unit"] or "").strip(),
        )


def _body_size(reading: Reading, view: View) -> None:
    for match in _BODY_SIZE.finditer(view.text):
        group = "height" if match["height"] else "weight"
        start, end = view.place(match)
        before = view.text[: match.start()]
        if reading.is_claimed(start, end) or not reading.says(view, start) or not _OWN_SIZE.search(before):
            continue
        if _CHANGE.search(view.text) or (
            group == "weight" and not (before or reading.has(Category.MEASUREMENT) or reading.clinical)
        ):
            continue
        _add(reading, view, start, end, measurement_name(group, chinese=_chinese(reading, view)), unit="")


def _add(
    reading: Reading,
    view: View,
    start: int,
    end: int,
    attribute: str,
    *,
    unit: str,
    subjects: tuple[str, ...] | None = None,
) -> None:
    past = (
        reading.past(view, start, end)
        and bool(re.search(r"去年|前年|以前|曾|小时候|年前|\d{4}年|last year|years? ago|used to|when i was", view.text))
        and not re.search(r"现在|目前|now", view.text)
    )
    first, last = reading.period(view)
    reading.add(
        Category.MEASUREMENT,
        start,
        end,
        subjects=subjects,
        attribute=attribute,
        unit=unit,
        status=FactStatus.PAST if past else FactStatus.CURRENT,
        valid_from=first or reading.said_on.isoformat(),
        valid_to=last,
    )
