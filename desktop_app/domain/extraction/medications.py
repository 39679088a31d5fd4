"""Drugs somebody takes, took or does not take."""

from __future__ import annotations

import re

from desktop_app.domain.extraction.lexicon import Kind, concept_of
from desktop_app.domain.extraction.lexicons.drugs import ZH_FORMS
from desktop_app.domain.extraction.reading import Reading, View
from desktop_app.domain.extraction.scope import last_match
from desktop_app.domain.memory import Category, FactStatus, Polarity
from desktop_app.domain.patterns import Pattern

_NUMBER = r"(?:\d+(?:[.,/]\d+)?|[一二两三四五六七八九十半]+)"
_DOSE_UNIT = (
    r"(?:mg|mcg|ug|μg|µg|g|ml|iu|u|units?|毫克|微克|毫升|克|单位|片|粒|颗|支|袋|滴|丸|喷|揿|puffs?|tablets?|"
    r"tabs?|pills?|capsules?|caps?|drops?|sprays?|%|包|贴|吸)"
)
_FREQUENCY = (
    r"(?:q\.?d\.?|b\.?i\.?d\.?|t\.?i\.?d\.?|q\.?i\.?d\.?|qhs|qod|qam|qpm|qn|qw|hs|prn|stat|q\d+h|po|"
    r"iv|im|sc|sq|subq|inh|ivgtt|"
    r"once (?:a day|daily|a week|weekly)|twice (?:a day|daily|a week)|three times (?:a day|daily)|"
    r"(?:\d|two|four) times (?:a day|daily)|daily|nightly|weekly|every (?:day|night|morning|evening|"
    r"week)|every \d+ hours|at night|at bedtime|a day|"
    r"per day|in the (?:morning|evening)|口服|静滴|静脉滴注|肌注|皮下注射|"
    r"每[日天晚早周]\s?[一二两三四五半\d]+(?:次|片|粒|颗|支|包|袋|毫克|单位|mg)|"
    r"[一1]日[一二两三四1-4]次|[一1]天[一二两三四1-4]次|睡前|餐前|餐后|饭后|饭前)"
)
_TAIL = Pattern(
    rf"(?:{ZH_FORMS}|片|inhaler|吸入剂|注射液|tablets?|pills?|capsules?|cream|patch|gel|xr|er|sr|cr|xl|hfa)?"
    rf"(?:[ ,]?\(?(?:每次|一次|剂量|各)? ?(?P<dose>{_NUMBER} ?(?:-|"
    rf"~)? ?(?:{_NUMBER})? ?(?P<unit>{_DOSE_UNIT})(?:(?<=[\u4e00-\u9fff])|(?![a-z]))(?: ?/ ?(?:日|天|次|day|d))?)\)?)?"
    rf"(?:[ ]{{0,2}}(?:{_FREQUENCY})(?![a-z]))*"
)
# 改成10毫克, "was increased from 5 to 10 mg": what it is from then on, and how often.
_CHANGE_ZH = (
    r"(?:剂量|用量)?(?:[改换调变加减增降升]|调整|更改|更换|变更|增加|减少|"
    r"[加减增]量|[上下]调|滴定)[成为到至]了?"
)
_CHANGED_EN = (
    r"(?:increased|raised|changed|reduced|lowered|decreased|cut|bumped|upped|adjusted|up|down|doubled|halved|switched|"
    r"titrated|uptitrated|downtitrated|tapered)"
)
_NEW_DOSE = Pattern(
    rf"[^,。;!?\d]{{0,6}}(?:的?(?:剂量|用量|量))?(?:从|由)?(?:{_NUMBER} ?(?:{_DOSE_UNIT})?)?[^,。;!?\d]{{0,6}}?"
    rf"{_CHANGE_ZH} ?(?:每[天日次晚早]|一天|一次)?"
    rf"(?P<zh>{_NUMBER} ?(?:-|~)? ?(?:{_NUMBER})? ?(?P<zh_unit>{_DOSE_UNIT})(?![a-z])"
    rf"(?:[ ]{{0,2}}{_FREQUENCY}(?![a-z]))*)"
    rf"|(?: \d[\d.]* ?(?:{_DOSE_UNIT})?)?(?: {_FREQUENCY})? (?:dose |dosage )?(?:was |is |has been |got |went )?"
    rf"(?:now |recently |just )?{_CHANGED_EN}(?: up| down| back)?(?: from \d[\d.]* ?(?:{_DOSE_UNIT})?)?"
    rf" to (?P<en>\d[\d.]* ?(?P<en_unit>{_DOSE_UNIT})(?![a-z])(?:[ ]{{1,2}}{_FREQUENCY}(?![a-z]))*)"
)
# Increase amlodipine (from 5 mg) to 10 mg: the change stands before the name.
_CHANGES_EN = Pattern(
    r"\b(?:increas|rais|chang|reduc|lower|decreas|cut|adjust|titrat|uptitrat|downtitrat|taper|switch)(?:e[ds]?|ing|ed|"
    r"s|t?ting|)(?: up| down| back)?(?: (?:the|his|her|my|your|their))?(?: (?:dose|dosage) of)?(?: from)? ?$"
)
_CHANGES_ZH = Pattern(r"(?:增加|减少|加大|上调|下调|提高|降低|调整|加量|减量)$")
_TO_DOSE_ZH = Pattern(
    rf"(?:的?(?:剂量|用量))?(?:(?:从|由)?{_NUMBER} ?(?:{_DOSE_UNIT}))?(?:至|到)(?:每[天日次晚早]|一天|一次)?"
    rf"(?P<zh>{_NUMBER} ?(?P<zh_unit>{_DOSE_UNIT})(?![a-z])(?:[ ]{{0,2}}{_FREQUENCY}(?![a-z]))*)"
)
_TO_DOSE_EN = Pattern(
    rf"(?:(?: from)? \d[\d.]* ?(?:{_DOSE_UNIT})?(?: {_FREQUENCY})?)?(?: dose| dosage)? to "
    rf"(?P<en>\d[\d.]* ?(?P<en_unit>{_DOSE_UNIT})(?![a-z])(?:[ ]{{1,2}}{_FREQUENCY}(?![a-z]))*)"
)
# 改为10mg每日一次 in a clause of its own, behind the one that names the drug.
_NEW_DOSE_ALONE = Pattern(
    rf"(?:我|今天|今日|现在|目前|今|现|起|开始|给予?|予以?|先|再|已|就|请|都|\s)*"
    rf"{_CHANGE_ZH} ?(?:每[天日次晚早]|一天|一次)?"
    rf"(?P<zh>{_NUMBER} ?(?P<unit>{_DOSE_UNIT})(?![a-z])(?:[ ]{{0,2}}{_FREQUENCY}(?![a-z]))*).{{0,12}}"
)
# Taken otherwise is not stopped: 改为每日两次, 改成睡前, "changed to twice daily".
_OTHERWISE_ZH = (
    r"(?!了?\s?(?:每|一[日天次]|晚|早|中午|下午|睡前|饭|餐|空腹|隔[日天]|必要时|按需|口服|静滴|静脉|肌注|皮下|间断|长期|\d|半|"
    r"[一二两三四]?[片粒颗]|b\.?i\.?d|q\.?[dn]|t\.?i\.?d|q\d|prn))"
)
_OTHERWISE_EN = (
    r"(?! (?:\d|once|twice|daily|nightly|every|the (?:morning|evening)|at night|bedtime|mornings?|evenings?|b\.?i\.?d|"
    r"q\.?[dn]|t\.?i\.?d|prn|as needed)\b)"
)
_OFTEN = Pattern(
    r"(?:(?:每[天日]|天天)?(?:早晨|早上|清晨|上午|中午|下午|傍晚|晚上|夜里|早晚|早中晚|睡前|睡觉前|饭前|饭后|餐前|餐后|空腹)(?:各|饭[前后])?|"
    r"每晚|每早|每周[一二三四五六日天两\d]次?|隔天|隔日|"
    r"(?:每[天日]|一[天日])[一二两三四1-4]次)[,、]?(?:都|各|要|得|会|再|就)?(?:吃|服用|服|口服|用|打|注射|喷|滴|喝)?(?:着|了)?\s?$"
    r"|\b(?:every|each) (?:morning|evening|night|noon|afternoon|other day)(?: at \d+)?,? (?:(?:i|he|she) )?"
    r"(?:takes?|uses?|injects?|am taking|is taking)\s?$"
)
# Numbers in words only in front of a counted form: "two tablets of …".
_DOSE_BEFORE = Pattern(
    rf"(?<![a-z\d.])(?:{_NUMBER}|half a|a|one|two|three|four) ?(?P<unit>{_DOSE_UNIT})(?: of| 的|的)? ?$"
)
_ZH_UNIT_HEAD = Pattern(r"(?<=[\d半一二两三四五])(?:毫克|微克|毫升|克|片|粒|颗|支|袋|滴)(?=[\u4e00-\u9fff]{2})")
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
_HEADER = Pattern(
    r"\b(?:meds?|medications?|current meds|home meds|rx|drugs)\s*[:：]|(?:用药|目前用药|药物|"
    r"口服药|长期用药|用药史|现用药|用药情况)\s*[:：]"
)
_STOP_ZH = Pattern(
    r"停|不(?:用|要|需要|让我)?(?:再)?(?:吃|用|服|打|喝|贴|涂)(?:[\u4e00-\u9fff]{0,8})?了|"
    r"断(?:了|药)|戒(?:了|掉)|吃完了|换掉|不吃了|(?:吃|用|服|打|喝|服用|注射|口服|输)过(?!敏|量)|曾|以前|"
    r"之前(?!.*(?:一直|到现在))|过去|早年|那时|当时|自行停|撤"
)
_STOP_EN = Pattern(
    r"\b(?:stopp?(?:ed|ing)?|quit|discontinued?|d/c'?d?|dc'?d|came off|come off|went off|got off|"
    r"got me off|going off|weaned off|no longer|used to|was on|were on|had been on|had been taking|"
    r"previously|formerly|switched from|changed from|finished|completed|held|holding|"
    r"took|ran out of|tapered off|tried|was taking|were taking|was prescribed|was given|were given|"
    r"gave up|taken off|took (?:me|him|her) off|has not taken|off of|off|anymore|any more)\b"
)
_STOP_AFTER_EN = Pattern(
    rf"^[^,;]{{0,24}}\b(?:(?:was |were )?(?:changed|switched) to\b{_OTHERWISE_EN}|(?:replaced (?:by|with)|anymore|"
    r"any more)\b)|"
    r"^[^,;]{0,40}\b(?:was stopped|stopped|(?:was |were |has been |been |is )?discontinued|(?:was |were |"
    r"is |on )?held|was held|is on hold|d/c'?d|dc'?d|in the past|ago|before|as a child|until|for a week|"
    r"last (?:week|month|year|night)|yesterday)\b"
)
_STOP_AFTER_ZH = Pattern(
    rf"^[^,。]{{0,16}}(?:换成|改成|改为|换为|改用|调整为){_OTHERWISE_ZH}|"
    r"^[^,。]{0,6}(?:我)?(?:已经?|早就?|后来|"
    r"上周|上个月|昨天|前天|去年|也|都|就|现在)?(?:停|不(?:再)?(?:吃|用|打|服)了|断了|吃完了|戒了|没再|"
    r"没有再|吃过|用过|"
    rf"(?:换成|改成|改为){_OTHERWISE_ZH}|换了)"
)
_DENY_ZH = Pattern(
    r"(?:从来没有?|从没有?|从未|没有?|未|不(?!良|适|舒|久|过)|否认|无|别|不能|不可以|不敢|不想|"
    r"拒绝)(?:再|在|有|曾|能|可以|敢|需要|规律|正规|长期|自行|继续|任何|什么|想|愿意|按时|每天|怎么|会|"
    r"要|给|特殊|其他|其它|长期|经常|定期|常规)*(?:吃|服用?|口服|用|打|注射|喝|使用|应用|接受)?(?:过|"
    r"任何|什么|其他|其它|别的|这些|那些|、)*$"
)
_CURRENT_ZH = Pattern(r"现在|目前|仍|还在|一直|正在|每天|每日|天天|长期|继续|在吃|在用|在打|在服|吃着|开始")
# Considered or advised is not taken.
_NOT_YET = Pattern(
    r"可能|考虑(?!到)|打算|准备|想|建议|might|may|considering|thinking about|going to|plan|suggest|recommend"
)
_ORDERED = Pattern(r"建议.*(?:服|口服)")
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
        _dose_alone(reading, view)
        for match in _NO_DRUGS.finditer(view.text):
            group = "zh" if match["zh"] else "en"
            start, end = view.start + match.start(group), view.start + match.end(group)
            if reading.says(view, start) and not reading.is_claimed(start, end):
                reading.add(Category.MEDICATION, start, end, attribute=match[group], negated=True)
        for pattern in (_BARE_DRUG, _BARE_DRUG_ZH):
            for match in pattern.finditer(view.text):
                start, end = view.start + match.start("name"), view.start + match.end("name")
                if pattern is _BARE_DRUG_ZH:
                    head = _ZH_NAME_HEAD.match(match["name"])
                    start += head.end() if head else 0
                    if end - start < 3 or _GENERIC_ZH.search(reading.norm[start:end]):
                        continue
                if not reading.is_claimed(start, end) and not any(
                    one.start < end and start < one.end for one in view.mentions
                ):
                    _drug(reading, view, start, end, header=True, listed=True)


def _drug(reading: Reading, view: View, start: int, end: int, *, header: bool, listed: bool) -> bool:
    if not reading.says(view, start):
        return False
    text = view.text
    unit_in_name = _ZH_UNIT_HEAD.match(text, start - view.start)
    if unit_in_name and unit_in_name.end() < end - view.start:
        start = view.start + unit_in_name.end()  # 5毫克氨氯地平: the name begins behind the unit
    if (
        view.clause.asks_from < view.clause.end
        and not view.subjects.names_somebody
        and not re.search(r"在|正|已|着|了|一直|每天", text[: start - view.start])
    ):
        return False  # 服用华法林期间能喝酒吗: asked in general
    left, right = start - view.start, end - view.start
    before, after = text[:left], text[right:]
    tail = _TAIL.match(text, right)
    dose_before = _DOSE_BEFORE.search(before)
    dosed = bool(tail and tail["dose"]) or dose_before is not None
    new_dose = _new_dose(view, left, right)
    weighed = new_dose is not None and bool(
        _NOT_YET.search(before[-24:] + text[right : new_dose.end()])
        or re.search(r"[不没未勿]|暂缓|\b(?:not|n't)\b", text[right : new_dose.end()])
    )
    if new_dose is not None and not (weighed or reading.denied(view, start, end)):
        _changed_dose(reading, view, start, end, new_dose, listed=listed)
        return True
    has_frequency = bool(tail and tail.end() > right and tail.group().strip())
    value_end = right
    if tail and (dosed or has_frequency):
        value_end = tail.end()
    else:
        form = _FORM_ONLY.match(text, right)
        value_end = form.end() if form else right
    verb = bool(_TAKING_ZH.search(before)) if view.han else False
    verb = (
        verb
        or bool(_TAKING_EN.search(before))
        or bool(
            re.search(
                r"^[^,。]{0,8}(?:停|吃|用着|在用|在吃|口服|治疗|静滴|qd|bid|控制|维持|过|天了|年了|"
                r"一直|换|改)|^(?: that| which)? (?:i|he|she)(?:'m| am| is)? (?:takes?|uses?|on|have|taking)\b|"
                r"^\s(?:was |"
                r"has been |is |dose )?(?:increased|decreased|titrated|reduced|started|added|"
                r"continued|resumed|changed|restarted|initiated|uptitrated|doubled|halved)",
                after,
            )
        )
    )
    possessed = bool(re.search(r"(?:我的|my|his|her|their)\s?$", before))
    if not (verb or dosed or has_frequency or header or possessed or _STOP_AFTER_EN.search(after)):
        previous = _carried(reading, view)
        if not previous:
            return False
    if _is_about(before, after, reading.norm[start:end]):
        return False
    if _REACTION_ZH.match(after) and re.search(r"(?:吃|喝|服|用)$", before) and not _CURRENT_ZH.search(before):
        return False  # 吃布洛芬胃会难受: why it is not taken
    name = reading.norm[start:end]
    if name in FOOD_NAMES and not (dosed or re.search(r"吃|服|用|打|take|taking|on |补", before)):
        return False
    spans = view.spans
    negated = (
        reading.denied(view, start, end)
        or bool(_DENY_ZH.search(_blanked(before, spans)))
        or bool(
            re.search(
                r"\b(?:can't|cannot|can not|won't|refuses? to|refused to|declines? to|declined to|never|not|"
                r"don't|doesn't|didn't|isn't|haven't|hasn't|avoids?|avoiding|denies|deny|without|"
                r"no)\b(?: \w+){0,3} (?:take|taking|taken|use|using|on|been on|tried|need|"
                r"tolerate)? ?(?:any |、 ?(?:or|and|,)? ?)*$",
                _blanked(before, spans),
            )
        )
    )
    past = _stopped(text, before, after) and not weighed
    if negated and past and re.search(r"不(?:用|要|需要|让我)?(?:再)?(?:吃|用|服|打|喝|贴|涂)|\bno longer\b", text):
        negated = False
    if negated:
        past = False
    if _NOT_YET.search(before[-24:]) and not _ORDERED.search(before) and not (dosed and reading.clinical):
        return False
    status = FactStatus.PAST if past else FactStatus.CURRENT
    unit = (tail["unit"] or "") if tail else ""
    if dose_before is not None and not reading.is_claimed(view.start + dose_before.start(), start):
        start = view.start + dose_before.start()  # 20 mg of atorvastatin: the dose is part of what is taken
        unit = unit or dose_before["unit"]
    often = _OFTEN.search(text[: start - view.start])
    if often and not (negated or past) and not reading.is_claimed(view.start + often.start(), start):
        start = view.start + often.start()  # when it is taken is part of how it is taken
    reading.add(
        Category.MEDICATION,
        start,
        view.start + value_end,
        attribute=concept_of(Kind.DRUG, name) if not listed else name,
        negated=negated,
        status=status,
        unit=unit,
    )
    return True


def _new_dose(view: View, left: int, right: int) -> re.Match[str] | None:
    """The dose that the drug at ``left:right`` of a clause was changed to."""
    match = _NEW_DOSE.match(view.text, right)
    if match is None and _CHANGES_EN.search(view.text[:left]):
        match = _TO_DOSE_EN.match(view.text, right)
    if match is None and _CHANGES_ZH.search(view.text[:left]):
        match = _TO_DOSE_ZH.match(view.text, right)
    if match is None:
        return None
    others = any(
        mention.kind is Kind.DRUG and right < mention.end - view.start <= match.end() for mention in view.mentions
    )
    return None if others else match  # A、B改成10毫克 is B's


def _dose_alone(reading: Reading, view: View) -> None:
    """氨氯地平5mg每日一次，改为10mg: a clause that only changes a dose speaks of the one drug before it."""
    match = _NEW_DOSE_ALONE.fullmatch(view.text)
    if match is None or not view.index or not reading.says(view, view.start):
        return
    before = reading.views[view.index - 1]
    named = {
        (one.attribute, one.subject)
        for one in reading.candidates
        if one.category is Category.MEDICATION
        and before.start <= one.start < before.clause.end
        and one.status is FactStatus.CURRENT
        and one.polarity is Polarity.AFFIRMED
    }
    if len(named) != 1 or before.clause.sentence < view.clause.sentence - 1:
        return
    ((attribute, subject),) = named
    start, end = view.start + match.start("zh"), view.start + match.end("zh")
    reading.add(Category.MEDICATION, start, end, subjects=(subject,), attribute=attribute, unit=match["unit"])


def _changed_dose(reading: Reading, view: View, start: int, end: int, dose: re.Match[str], *, listed: bool) -> None:
    """Keep a drug with the dose it was changed to; it is taken on, whatever was changed."""
    group = "zh" if dose.groupdict().get("zh") else "en"
    name = reading.norm[start:end]
    reading.add(
        Category.MEDICATION,
        start,
        view.start + dose.end(group),
        attribute=name if listed else concept_of(Kind.DRUG, name),
        unit=dose[f"{group}_unit"],
    )


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


def _blanked(before: str, spans: list[tuple[int, int]]) -> str:
    text = before
    for left, right in reversed(spans):
        if right <= len(before):
            text = text[:left] + "、" + text[right:]
    return re.sub(r"(?:、|\s|和|及|或|or|and|,)+$", "", text) + ("、" if spans and spans[0][1] <= len(before) else "")


def _stopped(text: str, before: str, after: str) -> bool:
    started = re.search(
        r"\b(?:put (?:me|him|her) on|started|starting|began|switched to|prescribed|restarted|"
        r"added)\b[^,]{0,20}$",
        before,
    )
    if started and not re.search(r"\b(?:stopped|discontinued|held|anymore|switched to|changed to)\b", after):
        return False
    if _STOP_AFTER_ZH.search(after) or _STOP_AFTER_EN.search(after):
        return not re.search(r"^[^,。]{0,6}(?:停不|没停|不能停|不敢停)", after)
    if re.search(r"不(?:用|要|需要|让我)?(?:再)?(?:吃|用|服|打|喝|贴|涂)[\u4e00-\u9fff]{0,4}$", before) and re.match(
        r"[^,。]{0,6}了", after
    ):
        return True
    # 把X换成Y, from X to Y: what comes after the change is current.
    change = re.search(
        r"换成|换为|改成|改为|改用|换了|改吃|改服|调整为|改(?=.{0,2}$)|\b(?:switch|chang|mov|transition|increas|"
        r"decreas|reduc)\w*\b.*\bto\b|replaced by|changed to|and started|now",
        before,
    )
    if change:
        return False
    stop = last_match(_STOP_ZH, before)
    if (
        stop
        and not re.search(r"(?:现在|目前|一直|开始|继续)", before[stop.end() :])
        and not re.search(r"^.{0,12}(?:停不|没停|不停|不能停)", before[stop.start() - 1 if stop.start() else 0 :])
    ):
        return True
    if re.search(
        r"(?:昨[天晚]|前天|上周|上个月|去年|前年|前几天)[^,]{0,10}(?:吃|服|用|打|输)了", before
    ) and not _CURRENT_ZH.search(before):
        return True
    match = last_match(_STOP_EN, before)
    if not match:
        return False
    resumed = (
        (r"\b(?:now|currently|started)\b")
        if match.group() in ("no longer", "used to")
        else (r"\b(?:now|currently|started|takes?|on)\b")
    )
    return not re.search(resumed, before[match.end() :])


def _is_about(before: str, after: str, name: str) -> bool:
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
