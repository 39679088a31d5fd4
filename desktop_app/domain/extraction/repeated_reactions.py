"""A reaction that comes whenever something is taken is an allergy to it: 头孢我一打就喘.

Here a mere wheeze or itch is enough, which beside a drug that was taken once may come of anything else.
"""

from __future__ import annotations

import re
from dataclasses import replace

from desktop_app.domain.extraction.allergen_lists import keep_allergy, listed_items
from desktop_app.domain.extraction.lexicon import Kind
from desktop_app.domain.extraction.reactions import REACTION_EN, REACTION_ZH, is_remedy
from desktop_app.domain.extraction.reading import Reading, View
from desktop_app.domain.patterns import Pattern

_GIVEN_ZH = r"打|注射|输|静滴|静推|吊|挂|滴|服用?|口服|用|含|喷|推"
_TAKEN_ZH = rf"(?:{_GIVEN_ZH}|吃|喝|碰|沾|摸|接触|闻|涂|抹|敷|贴)"
_WHO_ZH = (
    r"(?:我|俺|他|她|它|患者|病人|本人|孩子|宝宝|娃|我?(?:家|们家)?[爸妈爹娘哥姐弟妹]|"
    r"[妈爸哥姐弟妹爷奶](?:妈|爸|哥|姐|弟|妹|爷|奶)|女儿|儿子|老[公婆伴])"
)
_EACH_ZH = rf"(?:每[次回]都?一?|只要一?|[一逢])(?P<verb{{0}}>{_TAKEN_ZH})(?:到|了|上|着|完|过|下去|进去)?"
_THEN_ZH = (
    r"(?:之后|以后|后)?,?\s?(?:我|他|她)?(?:就|会|都|便|准|也|马上|立马|立刻|立即|当场|必|必定|肯定|容易|总|老|要|"
    r"开始|全身|浑身|满身|身上|"
    r"周身|脸上?|手上|脖子上?|皮肤|嘴[巴唇]?|嗓子|喉咙|舌头|眼睛|眼皮|鼻子|胸口|出现|有点儿?|特别|犯|又)*"
)
_ONLY_LEADS_ZH = Pattern(_THEN_ZH)
_BODY_ZH = rf"(?:{REACTION_ZH}|气?喘(?!口)|哮喘(?:发作)?|发?痒|红?肿|休克|起红|出疹|起疹|发麻)"
_REACTS_ZH = rf"{_THEN_ZH}(?P<reaction{{0}}>{_BODY_ZH})"
# 头孢我一打就喘; 一打头孢就喘
_NAMED_FIRST_ZH = Pattern(
    rf"(?P<items>[\u4e00-\u9fffa-z、/]{{1,24}}?),?\s?(?:{_WHO_ZH}){{0,2}}(?:是|都|也|从小|一直|以前|现在)*"
    rf"{_EACH_ZH.format(1)}{_REACTS_ZH.format(1)}"
)
_NAMED_LAST_ZH = Pattern(rf"{_EACH_ZH.format(2)}(?P<items>[\u4e00-\u9fffa-z、/和或]{{1,16}}?){_REACTS_ZH.format(2)}")
_INJECTED_ZH = Pattern(r"[针苗剂药素]$|蛋白$")
# What everybody takes, how much of it, and what irritates the airways of whoever has asthma: nothing to be allergic to.
_NO_SUBSTANCE_ZH = Pattern(
    r"(?:东西|饭|水|饱|多|急|快|辣|冷|凉|热|烫|酸|甜|咸|油腻|油烟?|烟|味|气|风|药|力|劲|脑|眼|手|嗓子|一口|"
    r"一点儿?|它|这|那|什么|楼|路|车|球|酒)"
    r"的?(?:东西|饭|菜|水|味儿?|药)?$|[吃喝用打碰服输不没未别抗]|就|会|如果|怎么|为什么"
)
# 一吃氨氯地平脚就肿 is a side effect; 对海鲜过敏，一吃就喘 says what it is.
_NO_ALLERGY = Pattern(r"[脚腿踝足肚]|关节|\b(?:ankles?|legs?|feet|foot|stomach|belly|gums?)\b|过敏[,\s]|过敏.*一")
_FEARED_ZH = Pattern(r"怕|担心|如果|会不会|是不是|万一|听说|据说|有些人|有的人")
_WHO_EN = r"(?:i|he|she|we|the patient|patient|pt|my [a-z]+|his [a-z]+|her [a-z]+)"
_EACH_EN = (
    rf"\b(?:(?:every|each|any)(?: single)? ?time|whenever|when|as soon as|the moment)(?: that)? {_WHO_EN} "
    r"(?:(?:even|so much as|just|ever|try to|tries to) )?"
    r"(?P<verb>eats?|drinks?|touch(?:es)?|takes?|uses?|has|have|gets?|am given|is given|are given|goes? on|starts?) "
    r"(?P<items>[a-z][a-z /-]{1,30}?)"
)
_OF_THE_BODY_EN = (
    rf"(?:{REACTION_EN}|\b(?:itch\w*|wheez\w*|swell\w*|swollen|short of breath|"
    r"(?:an? )?asthma(?: attack)?|covered in spots))"
)
_SO_EN = (
    r"(?:(?:always|just|immediately|instantly|usually|start(?:s)?|to|get(?:s)?|develop(?:s)?|have|has|"
    r"end(?:s)? up|with|in|"
    r"am|is|are|break(?:s)?|come(?:s)?|out|covered|gives?|makes?|me|him|her|an?|bad|severe|terrible|awful|really|"
    r"all|so|"
    r"very|skin|red|itchy) )*"
)
_AFTER_EN = Pattern(rf"{_EACH_EN},? (?:then )?(?:{_WHO_EN}|it|they|my|his|her) {_SO_EN}(?P<reaction>{_OF_THE_BODY_EN})")
_BEFORE_EN = Pattern(
    rf"\b(?P<who>i|he|she|my [a-z]+|his [a-z]+|"
    rf"her [a-z]+) {_SO_EN}(?P<reaction>{_OF_THE_BODY_EN})[a-z ]{{0,14}}? {_EACH_EN}"
    r"(?= ?(?:$|[,.;!?]|and\b|but\b|so\b))"
)
_FREELY_EN = frozenset({"eat", "eats", "drink", "drinks", "touch", "touches"})
_NO_SUBSTANCE_EN = Pattern(
    r"^(?:too|so|very|a lot|lots|quickly|fast|late|out|at|before|after|any|some(?:thing)?|anything|everything|"
    r"nothing|more|"
    r"much|food|foods|meals?|breakfast|lunch|dinner|water|it|that|this|them|my|the (?:floor|wall)|cold|hot|spicy|"
    r"big|large|"
    r"heavy)\b"
)


def extract_repeated_reactions(reading: Reading) -> None:
    """Find what somebody reacts to every time, and claim the words that tell it."""
    for group in reading.sentences():
        start, end = group[0].start, group[-1].clause.end
        for pattern in (_NAMED_FIRST_ZH, _NAMED_LAST_ZH):
            for match in pattern.finditer(reading.norm, start, end):
                _told_zh(reading, match)
        for pattern in (_AFTER_EN, _BEFORE_EN):
            for match in pattern.finditer(reading.norm, start, end):
                _told_en(reading, match)


def _told_zh(reading: Reading, match: re.Match[str]) -> None:
    words = match.groupdict()
    number = "1" if "verb1" in words else "2"
    left, right = _without_people(reading, *match.span("items"))
    lead = reading.norm[max(0, match.start() - 8) : match.end()]
    if left >= right or reading.is_claimed(left, right) or _NO_ALLERGY.search(match.group()):
        return
    if _FEARED_ZH.search(lead):
        reading.claim(left, match.end())
        return
    drugs = _drugs(reading, left, right)
    verb = words[f"verb{number}"]
    if drugs:
        if any(is_remedy(reading.norm[one:other]) for one, other in drugs):
            return
        places = drugs
    else:
        body = reading.norm[left:right]
        if (
            _NO_SUBSTANCE_ZH.search(body)
            or _ONLY_LEADS_ZH.fullmatch(body)
            or (re.fullmatch(_GIVEN_ZH, verb) and not _INJECTED_ZH.search(body))
        ):
            return
        places = list(listed_items(reading, left, right))
    _keep(reading, match, places, match.start(f"verb{number}"), match.end(f"reaction{number}"))


def _told_en(reading: Reading, match: re.Match[str]) -> None:
    left, right = match.span("items")
    drugs = _drugs(reading, left, right)
    if _NO_ALLERGY.search(match.group()) or reading.is_claimed(left, right):
        return
    if any(is_remedy(reading.norm[one:other]) for one, other in drugs):
        return
    if not drugs and (match["verb"] not in _FREELY_EN or _NO_SUBSTANCE_EN.match(match["items"])):
        return  # whenever I take the stairs, whenever I have a cold
    places = drugs or list(listed_items(reading, left, right))
    _keep(reading, match, places, match.start("reaction"), match.end("reaction"))


def _keep(reading: Reading, match: re.Match[str], places: list[tuple[int, int]], anchor: int, reaction: int) -> None:
    told = reading.view_at(reaction - 1)
    if told is None or not reading.says(told, reaction - 1) or not places:
        return
    before = len(reading.candidates)
    for start, end in places:
        keep_allergy(reading, start, end, anchor=anchor, negated=False)
    first = reading.view_at(match.start())
    begin = min(first.start if first is not None else match.start(), places[0][0])
    for index, one in enumerate(reading.candidates[before:], before):
        reading.candidates[index] = replace(one, quote=reading.text[begin : told.clause.end])
    reading.claim(min(match.start(), places[0][0]), match.end())


def _drugs(reading: Reading, start: int, end: int) -> list[tuple[int, int]]:
    view: View | None = reading.view_at(start)
    if view is None:
        return []
    return [(one.start, one.end) for one in view.mentions if one.kind is Kind.DRUG and start <= one.start < end]


def _without_people(reading: Reading, start: int, end: int) -> tuple[int, int]:
    """The words of a substance without those before them that name who reacts: 我妈海鲜一吃就痒."""
    view = reading.view_at(start)
    people = view.subjects.references if view is not None else ()
    for one in people:
        if view is not None and start <= view.start + one.start and view.start + one.end < end:
            start = max(start, view.start + one.end)
    head = re.match(r"(?:像|对|这个|那个|的|呢|啊|,|\s|可能|好像)+", reading.norm[start:end])
    return start + (head.end() if head else 0), end
