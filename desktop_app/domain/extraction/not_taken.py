"""Drugs that are not taken: refused, never begun, stopped, or taken once and no more."""

from __future__ import annotations

import re

from desktop_app.domain.extraction.lexicon import Kind
from desktop_app.domain.extraction.reading import Reading, View
from desktop_app.domain.extraction.scope import last_match
from desktop_app.domain.patterns import Pattern

# Taken otherwise is not stopped: 改为每日两次, 改成睡前, "changed to twice daily".
_OTHERWISE_ZH = (
    r"(?!了?\s?(?:每|一[日天次]|晚|早|中午|下午|睡前|饭|餐|空腹|隔[日天]|必要时|按需|口服|静滴|静脉|肌注|皮下|"
    r"间断|长期|\d|半|"
    r"[一二两三四]?[片粒颗]|b\.?i\.?d|q\.?[dn]|t\.?i\.?d|q\d|prn))"
)
_OTHERWISE_EN = (
    r"(?! (?:\d|once|twice|daily|nightly|every|the (?:morning|evening)|at night|bedtime|mornings?|evenings?|b\.?i\.?d|"
    r"q\.?[dn]|t\.?i\.?d|prn|as needed)\b)"
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
STOP_AFTER_EN = Pattern(
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
_DENY_EN = Pattern(
    r"\b(?:can't|cannot|can not|won't|refuses? to|refused to|declines? to|declined to|never|not|don't|doesn't|didn't|"
    r"isn't|haven't|hasn't|avoids?|avoiding|denies|deny|without|no)\b(?: \w+){0,3} (?:take|taking|taken|use|using|on|"
    r"been on|tried|need|tolerate)? ?(?:any |、 ?(?:or|and|,)? ?)*$"
)
# 二甲双胍我没吃, 他不肯吃, "but I'm not taking it": behind the name, or in the clause after it.
_WHO_ZH = (
    r"(?:我|他|她|患者|病人|这个?|那个?|药|但|但是|可|可是|就|却|其实|实际上?|到现在|"
    r"还|一直|都|也|根本|从来|最近|现在|就是|死活|说什么也|,|\s)*"
)
_NOT_TAKEN_ZH = (
    r"(?:没(?:有)?(?:敢|去|在|肯|想)?|未|从未|不(?:肯|愿意?|想|敢|能|可以|让|爱)?(?:再|去)?|拒绝|拒)"
    r"(?:吃|服用?|用|打|涂|喝|注射|口服)(?:过|药|它|呢|的)?(?!完|多|少|好|了|惯|准|饭|下|几)"
)
_NOT_TAKEN_AFTER_ZH = Pattern(rf"^{_WHO_ZH}{_NOT_TAKEN_ZH}")
_NOT_TAKEN_NEXT_ZH = Pattern(rf"{_WHO_ZH}{_NOT_TAKEN_ZH}(?:[^\u4e00-\u9fff].*)?")
_NOT_TAKEN_EN = (
    r"[\s,:-]*(?:but |and |which |though |although |however |yet |still |actually |really |just |currently )*(?:i |he |"
    r"she |i've |i'm |he's |she's |"
    r"they )?(?:am |is |'m |'s |was |have |has |just |still |really |actually )*(?:not (?:been )?taking|not taken|"
    r"never (?:took|takes?|started|taken|filled|"
    r"picked)|(?:do|does|did|have|has|is|wo)n't (?:been |actually |really )?(?:tak(?:e|ing|en)|took|start\w*|fill\w*)|"
    r"refus\w+(?: to take)?|"
    r"will not take|declin\w+)(?: up)?(?: it| them| that| this)?"
)
_NOT_TAKEN_NEXT_EN = Pattern(rf"{_NOT_TAKEN_EN}(?: (?:because|since|as|so|at all|yet|any).*)?")
# 拟加用地高辛，患者拒绝，未用: said of the patient or the family in a clause of its own.
_REFUSED_ZH = (
    r"(?:但|而|因|故|后|经沟通后?|向)?(?:患者|病人|家属|家人|其|本人|他|她|我)?(?:本人|及(?:其)?家属|和家属|家属)?"
    r"(?:仍|均|都|暂时?|坚决|明确|表示|目前|当时|再次|已)*"
    r"(?:拒绝|婉拒|谢绝|拒|不同意|未同意|不接受|未接受|不愿意?|不肯|不想|[暂故]?(?:未|没有?|不|缓)(?:予|给予?|加|"
    r"启|使|应|服|曾)?(?=用|服|给药|执行))"
    r"(?:使用|应用|服用|加用|用药|服药|给药|加药|执行|治疗|接受|用|服|吃|打)?(?:该|此|这个?|上述)?(?:药物?|方案|"
    r"治疗)?了?"
)
_REFUSED_EN = (
    r"(?:but |and |however |though )?(?:(?:the )?(?:patient|pt|family|parents?)|he|she|they|i) (?:has |"
    r"have )?(?:again |politely |"
    r"firmly )?"
    r"(?:declin\w+|refus\w+|did not (?:want|agree|accept|consent)|didn't (?:want|agree|accept)|was not willing)"
    r"(?: to (?:take|start|use|try))?(?: (?:it|this|that|the (?:drug|medication)|treatment))?"
    r"|(?:so )?(?:it was |was )?(?:not|never) (?:started|given|begun|taken|used)"
)
_REFUSED = Pattern(rf"(?:{_REFUSED_ZH}|{_REFUSED_EN})")
_SAME_LIST = Pattern(r"(?:[、/& ]|和|及|与|或|\band\b|\bor\b|[\d.]|mg|g|qd|bid|tid|qn)*")
_NEVER_BEGUN_EN = Pattern(
    r"\b(?:never (?:started|filled|picked up|began)|(?:did|have|has)n't (?:started|start|filled|fill|picked up|"
    r"pick up))"
    r"(?: taking)?(?: (?:the|my|his|her|any))? $"
)
# 打了一个礼拜青霉素, 布洛芬吃了两片: so many doses or days, and it was done.
_TAKEN_ONCE = (
    r"(?:吃|服|服用|口服|打|输|用|注射|喝|吊|挂)了(?:大概|大约|差不多|有|才|就|只|整整|总共|一共|"
    r"\s)*[一二两三四五六七八九十几半\d]+"
    r"(?:个|来|多)?(?:片|粒|颗|支|针|次|回|顿|包|袋|瓶|滴|丸|勺|口|天|周|星期|礼拜|疗程)(?:半)?"
)
_TAKEN_ONCE_BEFORE = Pattern(rf"{_TAKEN_ONCE}(?:的)?$")
_TAKEN_ONCE_AFTER = Pattern(
    rf"^(?:我|他|她|昨[天晚日]|前天|今[早晚天]|当时|那时|还|就|也|已经)*{_TAKEN_ONCE}(?!了|[一-龥]*了$)"
)
_TAKEN_SOME = Pattern(
    rf"{_TAKEN_ONCE}|(?:昨[天晚日]|前[天晚]|今[早晚]|上周|前几天)[^,]{{0,10}}(?:吃|服|用|打|输)了(?!了)"
    r"|\b(?:took|had|used) (?:(?:a|an|one|two|three|four|half an?|some|\d+)\b"
    r"|[a-z]+ (?:once|last night|yesterday|this morning))"
)
_STOPS = Pattern(r"[停戒断撤]|不(?:再)?(?:吃|用|服|打)了|换[成了为]|\b(?:stop|quit|no longer|off|discontinued|until)")
CURRENT_ZH = Pattern(r"现在|目前|仍|还在|一直|正在|每天|每日|天天|长期|继续|在吃|在用|在打|在服|吃着|开始")


def was_taken_once(words: str) -> bool:
    """Whether normalised words tell of so many doses or days of a drug, rather than that it was stopped."""
    return _TAKEN_SOME.search(words) is not None and not _STOPS.search(words)


def is_single_course(view: View, start: int, end: int) -> bool:
    """Whether so many doses or days were taken and nothing says that it goes on: 吃了两片布洛芬, 打了一周青霉素.

    吃了三天阿莫西林了 goes on, and a while of months or years is as it is told.
    """
    before, after = view.text[: start - view.start], view.text[end - view.start :]
    if CURRENT_ZH.search(view.text) or re.search(r"了$", after.strip()):
        return False
    return bool(_TAKEN_ONCE_BEFORE.search(before) or _TAKEN_ONCE_AFTER.search(after))


def is_not_taken(reading: Reading, view: View, end: int) -> bool:
    """Whether the words behind a drug say that it is not taken: refused, never begun."""
    after = view.text[end - view.start :]
    if _NOT_TAKEN_AFTER_ZH.match(after) if view.han else _NOT_TAKEN_NEXT_EN.fullmatch(after):
        return True
    if not view.han and _NEVER_BEGUN_EN.search(view.text[: end - view.start].rsplit(" ", 1)[0] + " "):
        return True
    if _is_refused(reading, view, end):
        return True
    others = any(one.kind is Kind.DRUG and one.start >= end for one in view.mentions)
    if others or view.index + 1 >= len(reading.views):
        return False
    following = reading.views[view.index + 1]
    if any(one.kind is Kind.DRUG for one in following.mentions) or not reading.says(following, following.start):
        return False
    said = _NOT_TAKEN_NEXT_ZH if following.han else _NOT_TAKEN_NEXT_EN
    return said.fullmatch(following.text) is not None


def _is_refused(reading: Reading, view: View, end: int) -> bool:
    """Whether the clauses behind a proposed drug say that it was refused: 拟加用地高辛，已告知风险，患者拒绝."""
    last = max((one.end for one in view.mentions if one.kind is Kind.DRUG), default=end)
    if last > end and not _SAME_LIST.fullmatch(_between_drugs(view, end, last)):
        return False
    for following in reading.views[view.index + 1 : view.index + 4]:
        if _REFUSED.fullmatch(following.text):
            return reading.says(following, following.start)
        if following.mentions or following.clause.sentence != view.clause.sentence:
            return False
    return False


def _between_drugs(view: View, start: int, end: int) -> str:
    """The words of a clause between two places but for the drugs among them."""
    words, at = "", start
    for one in view.mentions:
        if one.kind is Kind.DRUG and one.start >= start:
            words, at = words + view.text[at - view.start : one.start - view.start], one.end
    return words + view.text[at - view.start : end - view.start]


def is_denied_use(before: str, spans: list[tuple[int, int]]) -> bool:
    """Whether the words before a drug deny that it is taken.

    Args:
        before: the clause up to the drug.
        spans: of everything named in the clause; what is named before the drug is no part of the denial.
    """
    words = _blanked(before, spans)
    return bool(_DENY_ZH.search(words) or _DENY_EN.search(words))


def _blanked(before: str, spans: list[tuple[int, int]]) -> str:
    text = before
    for left, right in reversed(spans):
        if right <= len(before):
            text = text[:left] + "、" + text[right:]
    return re.sub(r"(?:、|\s|和|及|或|or|and|,)+$", "", text) + ("、" if spans and spans[0][1] <= len(before) else "")


def is_stopped(before: str, after: str) -> bool:
    """Whether the words of a clause before and after a drug tell that it was stopped, or changed for another."""
    started = re.search(
        r"\b(?:put (?:me|him|her) on|started|starting|began|switched to|prescribed|restarted|"
        r"added)\b[^,]{0,20}$",
        before,
    )
    if started and not re.search(r"\b(?:stopped|discontinued|held|anymore|switched to|changed to)\b", after):
        return False
    if _STOP_AFTER_ZH.search(after) or STOP_AFTER_EN.search(after):
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
    ) and not CURRENT_ZH.search(before):
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
