"""Drugs somebody takes, took or does not take."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from desktop_app.domain.extraction.dose_changes import add_changed_dose, extract_lone_dose, new_dose_of
from desktop_app.domain.extraction.dosing import CHANGE_ZH, CHANGED_EN, DOSE_UNIT, FREQUENCY, NUMBER
from desktop_app.domain.extraction.lexicon import Kind, concept_of
from desktop_app.domain.extraction.lexicons.drugs import ZH_FORMS
from desktop_app.domain.extraction.lexicons.people import FAMILY_ZH
from desktop_app.domain.extraction.not_taken import (
    CURRENT_ZH,
    STOP_AFTER_EN,
    is_denied_use,
    is_not_taken,
    is_single_course,
    is_stopped,
)
from desktop_app.domain.extraction.reading import Reading, View
from desktop_app.domain.memory import Category, FactStatus
from desktop_app.domain.patterns import Pattern

_TAIL = Pattern(
    rf"(?:{ZH_FORMS}|片|inhaler|吸入剂|注射液|tablets?|pills?|capsules?|cream|patch|gel|xr|er|sr|cr|xl|hfa)?"
    rf"(?:[ ,]?\(?(?:每次|一次|剂量|各)? ?(?P<dose>{NUMBER} ?(?:-|"
    rf"~)? ?(?:{NUMBER})? ?(?P<unit>{DOSE_UNIT})(?:(?<=[\u4e00-\u9fff])|(?![a-z]))(?: ?/ ?(?:日|天|次|day|d))?)\)?)?"
    rf"(?:[ ]{{0,2}}(?:{FREQUENCY})(?![a-z]))*"
    # 一天一次80mg, 一天一粒80的: the dose behind how often
    rf"(?:[ ]{{0,2}}(?:每次|一次|各)? ?(?P<late>{NUMBER} ?(?P<late_unit>{DOSE_UNIT})(?:(?<=[\u4e00-\u9fff])|(?![a-z])))"
    r"|(?<=[片粒颗丸])(?P<bare>\d{1,4}(?:\.\d+)?)(?=的|$))?"
)
# 氨氯地平改为每日两次, "changed to twice daily": how often from then on, at an unchanged dose.
_NEW_FREQUENCY = Pattern(
    rf"[^,。;!?\d改换调]{{0,6}}?(?:(?:从|由)?{FREQUENCY})?{CHANGE_ZH} ?"
    rf"(?:{FREQUENCY}|每[天日](?:早|晚)上?|早晚|隔[天日]一?次?|晚上|早上|必要时)(?:各?一次)?(?:服用|口服|吃|服|用)?"
    rf"|(?: \d[\d.]* ?(?:{DOSE_UNIT}))?(?: {FREQUENCY})?(?: was| is| has been| got)?(?: now| recently| just)?"
    rf" {CHANGED_EN}(?: from {FREQUENCY})? to {FREQUENCY}(?![a-z])"
)
_OFTEN = Pattern(
    r"(?:(?:每[天日]|天天)?(?:早晨|早上|清晨|上午|中午|下午|傍晚|晚上|夜里|早晚|早中晚|睡前|睡觉前|饭前|饭后|餐前|"
    r"餐后|空腹)(?:各|饭[前后])?|"
    r"每晚|每早|每周[一二三四五六日天两\d]次?|隔天|隔日|"
    r"(?:每[天日]|一[天日])[一二两三四1-4]次)[,、]?(?:都|各|要|得|会|再|就)?(?:吃|服用|服|口服|用|打|注射|喷|滴|"
    r"喝)?(?:着|了)?\s?$"
    r"|\b(?:every|each) (?:morning|evening|night|noon|afternoon|other day)(?: at \d+)?,? (?:(?:i|he|she) )?"
    r"(?:takes?|uses?|injects?|am taking|is taking)\s?$"
)
# Numbers in words only in front of a counted form: "two tablets of …".
_OFTEN_ALONE = Pattern(
    rf"(?P<said>(?:(?:{FREQUENCY}(?![a-z])|(?:口服|服用|吃|静滴|皮下注射)(?=[每一\d早晚睡隔])"
    rf"|(?:每次|一次|各)? ?{NUMBER} ?{DOSE_UNIT}(?![a-z]))[ 、]?)+(?:口服|服用|服|吃|用)?"
    r"(?:(?<=[片粒颗丸])\d{1,4}(?:\.\d+)?(?=的))?)的?[了吧呢]?$"
)
_NAMED_LAST = Pattern(r"[了的吧]?\s*")
# 胰岛素每天打12单位: how often, the way it is given, how much.
_GIVEN_DAILY_ZH = Pattern(
    r"(?:我|他|她|患者|也|都|要|得|是|现在|目前|一直)*(?:每[天日晚早次]|一[天日]|早晚|早上|晚上|睡前|"
    r"[三早晚]?餐前|饭前)"
    r"(?:早上|晚上|睡前|早晚|[三早晚]?[餐饭][前后])?(?:各|都|要|得|再|皮下)*(?:打|注射|吃|服用?|口服|用|喷|吸|滴|"
    r"喝)(?:了|上)?"
    rf" ?(?P<dose>{NUMBER} ?个?(?P<unit>{DOSE_UNIT})(?![a-z]))"
)
_DOSE_BEFORE = Pattern(
    rf"(?<![a-z\d.])(?:{NUMBER}|half a|a|one|two|three|four) ?个?(?P<unit>{DOSE_UNIT})(?: of| 的|的)? ?$"
)
_ZH_UNIT_HEAD = Pattern(r"(?<=[\d半一二两三四五])(?:个?单位|毫克|微克|毫升|克|片|粒|颗|支|袋|滴)(?=[\u4e00-\u9fff]{2})")
_FORM_ONLY = Pattern(rf"(?:{ZH_FORMS}|片| ?(?:inhaler|tablets?|pills?|cream|patch)\b)?")
_TAKING_ZH = Pattern(
    r"吃|服(?!务|装|气|从)|口服|用(?!户|心|力|处)|打(?!算|扰|车|电|字|架|工)|注射|喝|涂|抹|喷|贴|"
    r"吸(?!烟)|滴|开(?!始(?:咳|头|发)|车|会)|换|改|加(?!重)|予|给|停|戒|断|靠|处方|输|静推|皮下|"
    r"备着|吊|挂|补|上了|嚼|含|减量|继续|维持|先后"
)
_TAKING_EN = Pattern(
    r"\b(?:takes?|taking|took|taken|on|uses?|using|used|prescribed|prescribes?|start(?:s|ed|ing)?|"
    r"given|gave|gives?|put|switch(?:ed|ing)?|inject(?:s|ed|ing)?|began|stop(?:s|ped|ping)?|quit|"
    r"discontinue[ds]?|discontinuing|held|hold|holding|d/c'?d?|dc'?d|"
    r"continue[ds]?|increase[ds]?|decrease[ds]?|finish(?:ed)?|complete[ds]?|came off|off|get(?:s|"
    r"ting)?|receiv(?:es?|ed|ing)|swallow\w*|apply|applies|applying|taper(?:ed|ing)?|wean(?:ed)?|"
    r"tried|trying|weaned|meds?|medications?|rx|treated with|managed with|controlled with|"
    r"controlled on|need(?:s|ed)?|drink(?:s|ing)?|add(?:ed)?|restart(?:ed)?|resume[ds]?|home meds|"
    r"plus|s/p)\b"
)
_TAKING_AFTER = Pattern(
    r"^[^,。]{0,8}(?:停|吃|用着|在用|在吃|口服|治疗|静滴|qd|bid|控制|维持|过(?!敏|不)|天了|年了|一直|换|改)"
    r"|^(?: that| which)? (?:i|he|she)(?:'m| am| is)? (?:takes?|uses?|on|have|taking)\b"
    r"|^\s(?:was |has been |is |dose )?(?:increased|decreased|titrated|reduced|started|added|continued|resumed|changed|"
    r"restarted|initiated|uptitrated|doubled|halved)"
)
_POSSESSED = Pattern(r"(?:我的|my|his|her|their)\s?$")
_SWALLOWED = Pattern(r"吃|服|用|打|take|taking|on |补")
_UNDER_WAY_ZH = Pattern(r"在|正|已|着|了|一直|每天")
_UNCHANGED = Pattern(r"[不没未勿]|暂缓|\b(?:not|n't)\b")
_VERB_LAST_ZH = Pattern(r"(?:吃|喝|服|用)$")
_NO_LONGER = Pattern(r"不(?:用|要|需要|让我)?(?:再)?(?:吃|用|服|打|喝|贴|涂)|\bno longer\b")
_HEADER = Pattern(
    r"\b(?:meds?|medications?|current meds|home meds|rx|drugs)\s*[:：]|(?:用药|目前用药|药物|"
    r"口服药|长期用药|用药史|现用药|用药情况)\s*[:：]"
)
_MAY_I_ZH = Pattern(
    r"(?:我|他|她|他们)?(?:还|现在|到底)?(?:能|可以|可|该|要)(?:不能|不可以|不该|不要)?(?:再|接着|继续)?(?:吃|用|"
    r"打|服|停)"
)
# Considered or advised is not taken.
_NOT_YET = Pattern(
    r"可能|考虑(?!到)|打算|准备|想|建议|might|may|considering|thinking about|going to|plan|suggest|recommend"
)
_ORDERED = Pattern(r"建议.*(?:服|口服)")
# 邻居让我吃三七粉, "my neighbor says I should take aspirin": what others think of is not taken.
_LAY_ZH = (
    r"(?:邻居|邻床|隔壁|隔床|同病房|病友|朋友|同事|同学|室友|老乡|亲戚|熟人|别人|人家|有人|网上|网友|群里|抖音|"
    r"电视|广告|卖药的|店员|"
    rf"老板|战友|牌友|舞友|闺蜜|{FAMILY_ZH}|[爸妈哥姐弟妹])"
)
_DOCTOR_ZH = r"(?:医生|大夫|医师|主任|护士|药师|专家|教授|医院|门诊|急诊|社区|学医)"
_USE_ZH = r"(?:吃|服用?|口服|用|打|注射|喝|试|加|上|买)"
_URGED_ZH = Pattern(
    rf"{_LAY_ZH}(?:(?!{_DOCTOR_ZH})[^,。;]){{0,6}}?(?:让|叫|劝|推荐|建议|介绍|怂恿|鼓励|催|喊)(?:我|俺|咱|他|她|"
    rf"患者|我?[爸妈])?"
    rf"(?:们)?(?:也|去|多|可以|该|应该|试试|最好|赶紧|再|每天|天天)*{_USE_ZH}(?:点儿?|些|一下)?$"
)
_SOMEBODY_ZH = Pattern(rf"{_LAY_ZH}|听说")
_PRAISED_ZH = Pattern(r"(?:说|讲|告诉(?:我|他|她)|听说)[^,。;]{0,6}$")
_PRAISES_ZH = Pattern(
    r"^(?:片|药|针|胶囊|粉)?(?:对[^,。]{1,6})?(?:挺|很|最|特别|比较|更|就|也|都|会|能|可以|还)*"
    r"(?:好(?!了|多了|些|一点|点|转|几|久)|管用|有用|有效|有好处|见效|不错|灵|行(?!走)|预防|治|降|养|保护|补)"
)
_THEN_TOOK = Pattern(
    r"^(?:我|俺|他|她|就|也|已经?|现在|于是|后来|然后|从|昨[天晚]|今[天早]|一直|,|\s)*(?:每[天日晚早]|天天)?(?:都|"
    r"在|也|就)*"
    rf"(?:{_USE_ZH}(?:了|着|上|过|到|一|两|\d|的是)|在{_USE_ZH})"
    r"|^(?:and |so |now )*(?:i|he|she)(?:'ve|'m|'s| have| has| am| is)? (?:been |now |just |already )?(?:tak(?:e|"
    r"es|ing|en)|took|"
    r"start\w*|us(?:e|es|ed|ing)|tried)\b"
)
_URGED_EN = Pattern(
    r"\b(?:someone|somebody|people|everyone|everybody|(?:my|his|her|a|the|our|another) (?:(?!(?:doctor|gp|pcp|"
    r"nurse|np|physician|"
    r"pharmacist|specialist|consultant|surgeon|dentist|provider|clinician|psychiatrist|\w+ologist|doc|clinic|hospital|"
    r"dr)\b)[a-z]+ ){1,3}?)(?: ?(?:keeps?|kept))? ?(?:says?|said|tells?|told|telling|thinks?|suggest(?:s|ed)|"
    r"recommend(?:s|ed)|"
    r"advis(?:es|ed)|wants?|insists?|urge[sd]?|asks?|asked)\b(?:(?!\b(?:doctor|he|she) (?:takes|took|"
    r"is)\b)[^.;,]){0,20}?\b"
    r"(?:should|to|ought to|could|must|try|need to) (?:be |try |start |just |also )*(?:take|taking|use|using|try|"
    r"trying|start)? "
    r"?(?:some |an? |the |daily |baby )*$"
)
_REACTION_ZH = Pattern(
    r"[^,。]{0,4}(?:会|就|总|老)[^,。]{0,4}(?:难受|不舒服|恶心|想吐|吐|疼|痛|晕|拉肚子|反酸|起疹|痒|心慌|犯困|没用|"
    r"不管用)"
)
_NO_DRUGS = Pattern(
    r"(?:没有?|不|未|从不|无)(?:在|再|长期|规律|特殊|需要|常规)*(?:吃|服用?|用)(?:任何|什么|其他|其它|"
    r"别的|过|特殊|常规)*(?P<zh>药物?)(?=$|[,。;史]|物)"
    r"|\b(?:not (?:on|taking)|don't take|doesn't take|do not take|no(?: current| regular| home|"
    r" daily| chronic)?|denies|isn't on|aren't on|n't (?:on|taking))(?: any| any other)?(?: regular|"
    r" prescription| current| daily| other)? (?P<en>medications?|meds|medicines?|drugs|pills|"
    r"prescriptions?)\b(?! allerg| for| reactions?| intoleran)"
)
_BARE_DRUG = Pattern(
    r"(?:on|take|takes|taking|use|uses|using|started|"
    r"prescribed) (?P<name>[a-z][a-z-]{3,24}) (?P<dose>\d+(?:\.\d+)? ?(?:mg|mcg|ug|g|ml|units?|iu)\b)"
)
_BARE_DRUG_ZH = Pattern(
    r"(?:吃|服用?|口服|用|在用|开了?|打|注射|喷|涂|贴)(?:了|着|的|一种|是|"
    r"的是)*(?P<name>[\u4e00-\u9fff]{2,8}?(?:" + ZH_FORMS + r"))(?![\u4e00-\u9fff]?[剂])"
)
_ZH_NAME_HEAD = Pattern(
    r"^(?:[一二两三四五六七八九十半几]+(?:片|粒|颗|支|盒|瓶|个|种|包)|了|的|点儿?|些|过|着|是|就|完|"
    r"这种|那种|每天|早晚|一种)+"
)
_GENERIC_ZH = Pattern(
    r"^(?:[一二两三四五六七八九十半几]|一)?(?:药|片|粒|照片|名片|图片|影片|卡片|薯片|麦片|面膜|肉片|饼片)$|"
    r"(?:图|照|影|卡|薯|麦|唱|芯|碟|名|底|胶|X)片$|(?:肉|鱼|药)丸$"
)
FOOD_NAMES = frozenset(
    (
        "钾",
        "iron",
        "calcium",
        "magnesium",
        "potassium",
        "lithium",
        "contrast",
        "lead",
        "葡萄糖",
        "生理盐水",
        "疫苗",
        "vaccine",
        "creatine",
        "安定",
        "可定",
        "激素",
        "代文",
        "steroid",
        "心律平",
    )
)


def extract_medications(reading: Reading) -> None:
    """Find drugs with a word of taking, a dose, or under a heading, and claim their words."""
    header = False
    sentence = -1
    for view in reading.views:
        if view.clause.sentence != sentence:
            sentence, header = view.clause.sentence, False
        header = header or bool(_HEADER.search(view.text))
        taken_before = False
        for mention in view.mentions:
            if mention.kind is not Kind.DRUG or reading.is_claimed(mention.start, mention.end):
                continue
            taken_before = (
                _drug(reading, view, mention.start, mention.end, header=header or taken_before, listed=mention.listed)
                or taken_before
            )
        extract_lone_dose(reading, view)
        for match in _NO_DRUGS.finditer(view.text):
            group = "zh" if match["zh"] else "en"
            start, end = view.place(match, group)
            if reading.is_open(view, start, end):
                reading.add(Category.MEDICATION, start, end, attribute=match[group], negated=True)
        for pattern in (_BARE_DRUG, _BARE_DRUG_ZH):
            for match in pattern.finditer(view.text):
                start, end = view.place(match, "name")
                if pattern is _BARE_DRUG_ZH:
                    head = _ZH_NAME_HEAD.match(match["name"])
                    start += head.end() if head else 0
                    if end - start < 3 or _GENERIC_ZH.search(reading.norm[start:end]):
                        continue
                if not reading.is_claimed(start, end) and not any(
                    one.start < end and start < one.end for one in view.mentions
                ):
                    _drug(reading, view, start, end, header=True, listed=True)


@dataclass(frozen=True, slots=True)
class _Dosing:
    """What is told around a drug of how much and how often it is taken; places within the clause."""

    tail: re.Match[str] | None  # dose and frequency right behind the name
    given: re.Match[str] | None  # 每天打12单位
    before: re.Match[str] | None  # 20 mg of
    end: int  # of the words that belong to the drug

    @property
    def has_dose(self) -> bool:
        """Whether an amount is told."""
        behind = self.tail is not None and bool(self.tail["dose"] or self.tail["late"] or self.tail["bare"])
        return behind or self.given is not None or self.before is not None

    @property
    def is_told(self) -> bool:
        """Whether an amount or how often is told."""
        return self.has_dose or (self.tail is not None and bool(self.tail.group().strip()))

    @property
    def unit(self) -> str:
        """Of the amount behind the name, "" where there is none."""
        if self.given is not None:
            return str(self.given["unit"] or "")
        return (self.tail["unit"] or self.tail["late_unit"] or "") if self.tail is not None else ""


def _drug(reading: Reading, view: View, start: int, end: int, *, header: bool, listed: bool) -> bool:
    """Keep the drug at ``start:end`` where its clause tells of its use, or of none. Returns whether it does."""
    if not reading.says(view, start):
        return False
    start = _behind_unit(view, start, end)
    if _is_asked_about(view, start, end):
        return False
    left, right = start - view.start, end - view.start
    before, after = view.text[:left], view.text[right:]
    new_dose = new_dose_of(view, left, right)
    weighed = new_dose is not None and _is_weighed(before, view.text[right : new_dose.end()])
    if new_dose is not None and not (weighed or reading.denied(view, start, end)):
        add_changed_dose(reading, view, start, end, new_dose, listed=listed)
        return True
    dosing = _dosing(view, left, right)
    not_taken = is_not_taken(reading, view, end)
    if not (
        header
        or dosing.is_told
        or not_taken
        or _is_told_as_taken(view, before, after)
        or STOP_AFTER_EN.search(after)
        or _carried(reading, view)
    ):
        return False
    name = reading.norm[start:end]
    if (
        _is_advice(reading, view, before, after)
        or _is_about(before, after)
        or _is_badly_borne(before, after)
        or (name in FOOD_NAMES and not (dosing.has_dose or _SWALLOWED.search(before)))
    ):
        return False
    ended = (is_stopped(before, after) or is_single_course(view, start, end)) and not weighed and not not_taken
    negated = not_taken or reading.denied(view, start, end) or is_denied_use(before, view.spans)
    if negated and ended and _NO_LONGER.search(view.text):
        negated = False
    if _NOT_YET.search(before[-24:]) and not _ORDERED.search(before) and not (dosing.has_dose and reading.clinical):
        return False
    _add_drug(reading, view, start, dosing, name=name, listed=listed, negated=negated, past=ended and not negated)
    return True


def _add_drug(
    reading: Reading, view: View, start: int, dosing: _Dosing, *, name: str, listed: bool, negated: bool, past: bool
) -> None:
    """Keep a drug with the words that tell how it is taken: 20 mg of atorvastatin, 早晚各吃一片二甲双胍."""
    unit = dosing.unit
    if dosing.before is not None and not reading.is_claimed(view.start + dosing.before.start(), start):
        start = view.start + dosing.before.start()
        unit = unit or dosing.before["unit"]
    end = dosing.end
    if dosing.tail and end == dosing.tail.end():
        end = _with_frequency(reading, view, end)
    often = _OFTEN.search(view.text[: start - view.start])
    if often and not (negated or past) and not reading.is_claimed(view.start + often.start(), start):
        start = view.start + often.start()
    reading.add(
        Category.MEDICATION,
        start,
        view.start + end,
        attribute=concept_of(Kind.DRUG, name) if not listed else name,
        negated=negated,
        status=FactStatus.PAST if past else FactStatus.CURRENT,
        unit=unit,
    )


def _behind_unit(view: View, start: int, end: int) -> int:
    """Where a drug's name begins: 5毫克氨氯地平 begins behind the unit."""
    unit = _ZH_UNIT_HEAD.match(view.text, start - view.start)
    return view.start + unit.end() if unit and unit.end() < end - view.start else start


def _is_asked_about(view: View, start: int, end: int) -> bool:
    """Whether a drug is only asked about: 阿司匹林我能吃吗; 服用华法林期间能喝酒吗, which asks in general."""
    if view.clause.asks_from >= view.clause.end:
        return False
    if _MAY_I_ZH.match(view.text, end - view.start):
        return True
    return not view.subjects.names_somebody and not _UNDER_WAY_ZH.search(view.text[: start - view.start])


def _is_weighed(before: str, change: str) -> bool:
    """Whether a change of a dose is only thought of, or denied."""
    return bool(_NOT_YET.search(before[-24:] + change) or _UNCHANGED.search(change))


def _dosing(view: View, left: int, right: int) -> _Dosing:
    text = view.text
    tail, given = _TAIL.match(text, right), _GIVEN_DAILY_ZH.match(text, right)
    found = _Dosing(tail, given, _DOSE_BEFORE.search(text[:left]), right)
    otherwise = _NEW_FREQUENCY.match(text, right)
    if otherwise and not _NOT_YET.search(text[:left][-24:] + otherwise.group()):
        end = otherwise.end()
    elif given:
        end = given.end()
    elif tail and found.is_told:
        end = tail.end()
    else:
        form = _FORM_ONLY.match(text, right)
        end = form.end() if form else right
    return replace(found, end=end)


def _is_told_as_taken(view: View, before: str, after: str) -> bool:
    """Whether the words around a drug are of taking, giving or having it."""
    return bool(
        (view.han and _TAKING_ZH.search(before))
        or _TAKING_EN.search(before)
        or _TAKING_AFTER.search(after)
        or _POSSESSED.search(before)
    )


def _is_badly_borne(before: str, after: str) -> bool:
    """吃布洛芬胃会难受: why it is not taken."""
    return bool(_REACTION_ZH.match(after) and _VERB_LAST_ZH.search(before) and not CURRENT_ZH.search(before))


def _is_advice(reading: Reading, view: View, before: str, after: str) -> bool:
    """Whether a drug is only what somebody who is no doctor advises, and nothing says that it was taken."""
    said = view.subjects.names_somebody or _SOMEBODY_ZH.search(before)
    praised = said and _PRAISED_ZH.search(before) and _PRAISES_ZH.match(after)
    if not (praised or _URGED_ZH.search(before) or _URGED_EN.search(before)):
        return False
    following = reading.views[view.index + 1] if view.index + 1 < len(reading.views) else None
    told = following is not None and _THEN_TOOK.match(following.text) and reading.says(following, following.start)
    return not told


def _with_frequency(reading: Reading, view: View, value_end: int) -> int:
    """Where a drug's words end with how often it is taken, which may stand behind a comma: 2mg，早上一次."""
    if not _NAMED_LAST.fullmatch(view.text, value_end) or view.index + 1 >= len(reading.views):
        return value_end
    following = reading.views[view.index + 1]
    often = _OFTEN_ALONE.match(following.text)
    if (
        following.clause.opener != ","
        or often is None
        or reading.is_claimed(following.start, following.start + often.end())
    ):
        return value_end
    return following.start + often.end("said") - view.start


def _carried(reading: Reading, view: View) -> bool:
    """A bare drug right after a clause that gave one: 吃二甲双胍，阿卡波糖; lisinopril and metformin."""
    index = view.index
    if not index or not reading.candidates:
        return False
    before = reading.views[index - 1]
    if before.clause.sentence != view.clause.sentence or len(view.text) > 40:
        return False
    if not reading.has(Category.MEDICATION, before.start, before.clause.end):
        return False
    first = view.spans[0][0] if view.spans else 0
    return bool(
        re.fullmatch(r"(?:(?:and|also|plus|then|or|还有|以及|和|及|另外)\s*)*", view.text[:first].strip() + " ")
    )


def _is_about(before: str, after: str) -> bool:
    """Talk about a drug instead of its use: 二甲双胍是…, the effects of aspirin."""
    if re.search(
        r"^(?:是(?!我|每天)|的(?:作用|副作用|用法|功效|原理|价格|说明)|和.{1,8}的区别|有(?:什么|副作用)|可以治|能治|"
        r"会(?:引起|导致))|^ (?:is an?|are|works|causes|can cause|vs)\b",
        after,
    ):
        return True
    return bool(
        re.search(
            r"(?:关于|听说|了解|介绍|比如|推荐|广告)[^,]{0,4}$|\b(?:about|effects? of|mechanism of|dose of|"
            r"information on|instead of|better than|heard of|overdose of|than)\s*$",
            before,
        )
    )
