"""Where somebody lives or lived, and since when."""

from __future__ import annotations

import re

from desktop_app.domain.dates import Toward
from desktop_app.domain.extraction.reading import Reading, View
from desktop_app.domain.memory import Category, FactStatus
from desktop_app.domain.patterns import Pattern

_PLACE_ZH = r"[\u4e00-\u9fffa-z0-9·]{2,20}?"
_PLACE_END = (
    r"(?=$|[,。;!?\s(、]|了(?:$|[,。])|已经|都|快|十|[一二三四五六七八九]年|\d+年|这边|那边|市区|"
    r"附近|住|工作|上班|生活|,|读|上学|做|当|和|跟|好多年|多年|的|呢)"
)
_RESIDENCE_ZH = Pattern(
    rf"(?P<verb>(?:现|目前|现在|一直|长期|暂时|常年|之前|以前|原来|曾经?|小时候|"
    rf"一家)?(?:都)?(?:居)?(?:住|定居|居住|常住|租住|暂住|(?<![a-z])base(?:d)?\s?(?=在|in)|现居|旅居|搬家?|移居|迁|"
    rf"落户|回)(?:在|到|去|于|"
    rf"址[:是]?|回)?了?|家(?:住|在)|住址[:是]*|地址[:是]*|现住址?[:是]*|"
    rf"籍贯)\s?(?P<place>{_PLACE_ZH}){_PLACE_END}"
)
_MOVED_ZH = Pattern(
    rf"从(?P<old>[\u4e00-\u9fff]{{2,10}}?)(?:搬|迁|移居|移民|回)(?:家|来)?(?:到|去|"
    rf"回)?了?(?P<new>[\u4e00-\u9fff]{{2,12}}?){_PLACE_END}"
)
_LIVED_ZH = Pattern(
    r"在(?P<place>[\u4e00-\u9fff]{2,10}?)(?:(?P<drift>漂着?|打拼|扎根)|住|生活|待|呆|定居)(?P<how>(?<=漂)|"
    r"(?<=漂着)|(?<=打拼)|(?<=扎根)|过|"
    r"了)(?:[一二两三四五六七八九十\d半多好几]+(?:个)?(?:年|月))?"
)
_NOT_PLACE_ZH = Pattern(
    r"^(?:在|院|过|校|了|一起|哪|这|那|不|医院|我|他|她|得|宿舍|酒店|宾馆|楼|家里|一个人|一块|公司|"
    r"着|附近|满|院了|院治疗|出来|走|家了?$|国外|外面|农村$|城里$|学校|心|步|去|我家|你|起来|家|嘴|"
    r"病房|床|重症|icu|[一二两三四五六七八九十\d]+(?:天|周|个|年|次|楼|层|人))|(?:医院|病房|"
    r"酒店|科室?|公司|一起|多久|天|问题|以后|之后|病)$"
)
_RESIDENCE_EN = Pattern(
    r"\b(?P<verb>(?:i|he|she|we|they|who|family|parents|and|currently|now|still|used to|also|pt|"
    r"patient|has|have|mother|father|mom|dad|mum|sister|brother|son|daughter|wife|husband|friend|"
    r"\w+)?\s?\b(?:live[sd]?|living|reside[sd]?|residing|moved|move|relocated|based|settled|grew up|"
    r"stay(?:s|ing)?|relocating))\s(?:here |there |alone |back |out |with [\w ]{2,20}? )?(?P<prep>in|"
    r"to|near|outside|at|from|on|just outside|around)\s(?P<place>[^.;!?\n]{2,60})"
)
_VISITS_ZH = Pattern(r"每|经常|常常|有时|偶尔|周末|过年|春节|放假|[一两几\d][次趟回]")
# I used to live in Toronto, now I'm in Halifax.
_NOW_IN_EN = Pattern(
    r"\b(?:(?:now|currently|these days) (?:i'm|i am|we're|we are|he's|she's) in (?P<place>[^.;!?\n]{2,60}))"
)
_AFTER_TIME = Pattern(r"[\s,]*|(?:份|起|开始|的时候|左右|时)+")
_BEFORE_TIME = Pattern(
    r"(?:[\s,]+(?:in|on|since|from|until|till|by|around|about|early|late|back|the))*[\s,]*$|[是在于从自]+$"
)
_MOVED = Pattern(r"\b(?:moved|relocated|settled)\b|搬|迁|移居|落户")
_SINCE = Pattern(r"\bsince\b|从|自(?!己)")
_ONWARDS_ZH = Pattern(r"份?(?:以来|起|开始)")
_PLACE_WORDS = Pattern(
    r"(?:the\s)?(?:(?:[A-Z][\w'’.-]*|of|in(?=\s[A-Z])|de|la|St\.|upon|on|and(?=\s[A-Z])|"
    r"[\u4e00-\u9fff]{2,8}|north|south|east|west|northern|southern|central|downtown|upstate)(?:\s+|"
    r",\s(?=[A-Z])|$|(?=[,.;!?])))+"
)
_ADDRESS_EN = Pattern(r"\b(?:my |home |mailing )?address(?: is|:)\s(?P<place>[^.;!?\n]{4,60})")


def read_residence(reading: Reading, view: View) -> None:
    """Find where somebody lives or lived in a clause."""
    text = view.text
    for match in _MOVED_ZH.finditer(text):
        if not reading.says(view, view.start + match.start()):
            continue
        subjects = view.subjects.leading(match.start())
        for group, status in (("old", FactStatus.PAST), ("new", FactStatus.CURRENT)):
            if not _NOT_PLACE_ZH.search(match[group]):
                _home(reading, view, match.span(group), subjects, status)
    for match in _RESIDENCE_ZH.finditer(text):
        start, end = view.place(match, "place")
        place = match["place"]
        if not reading.is_open(view, start, end) or _NOT_PLACE_ZH.search(place):
            continue
        went = "回" in match["verb"] and not re.search(r"[搬迁居民]", match["verb"])
        if went and (not match["verb"].endswith(("回到", "回到了")) or _VISITS_ZH.search(text)):
            continue  # 回去看她, 每年回到老家: who goes there does not live there
        if match["verb"] in ("籍贯", "搬", "搬了", "搬家", "迁", "住了"):
            continue
        if match["verb"] == "住" and not re.search(r"(?:^|[我他她家现都爸妈])$", text[: match.start()]):
            continue
        if re.search(r"打算|想|准备|计划|希望|要(?=搬|移|定)|如果", text[: match.start("place")]):
            continue
        left = bool(re.search(r"以前|之前|原来|曾|小时候|过$", text[: match.start("place")])) or bool(
            re.match(r"过", text[match.end("place") :])
        )
        gone = bool(re.search(r"不(?:再)?(?:住|在)", text[: match.start("place")]))
        status = FactStatus.PAST if left or gone else FactStatus.CURRENT
        _home(reading, view, match.span("place"), view.subjects.leading(match.start()), status)
    for match in _LIVED_ZH.finditer(text):
        start, end = view.place(match, "place")
        if reading.is_open(view, start, end) and not _NOT_PLACE_ZH.search(match["place"]):
            over = match["how"] == "过" or bool(re.search(r"以前|之前|曾|小时候", text[: match.start()]))
            status = FactStatus.PAST if over else FactStatus.CURRENT
            _home(reading, view, match.span("place"), view.subjects.leading(match.start()), status)
    if reading.has(Category.RESIDENCE):
        for match in _NOW_IN_EN.finditer(text):
            _english_place(reading, view, match)
    for pattern in (_RESIDENCE_EN, _ADDRESS_EN):
        for match in pattern.finditer(text):
            _english_place(reading, view, match)


def _english_place(reading: Reading, view: View, match: re.Match[str]) -> None:
    text = view.text
    verb = match.groupdict().get("verb") or "live"
    prep = match.groupdict().get("prep") or "in"
    before = text[: match.start("place")]
    if re.search(r"\b(?:want|hope|plan|going|would|might|may|thinking|considering|wish|planning|will|'ll)\b", before):
        return
    subjects = view.subjects.leading(match.start())
    place = match["place"]
    pair = (
        re.match(r"(?P<old>.{2,30}?) to (?P<new>.{2,30})", place)
        if prep == "from"
        else re.match(r"(?P<new>.{2,30}?) from (?P<old>.{2,30})", place)
        if "mov" in verb or "relocat" in verb
        else None
    )
    gone = bool(re.search(r"\b(?:lived|resided|grew up|used to|previously|formerly)\b", before)) and not re.search(
        r"\b(?:have|has|'ve) lived\b", before
    )
    denied = bool(re.search(r"\b(?:no longer|don't|doesn't|not)\b", before))
    places = (
        [(match.start("place") + pair.start(group), group == "old") for group in ("old", "new")]
        if pair
        else [(match.start("place"), gone or denied or (prep == "from" and "mov" in verb))]
    )
    for offset, past in places:
        start = view.start + offset
        words = _PLACE_WORDS.match(reading.text, start, view.clause.end)
        if words and reading.says(view, start):
            found = re.split(r"\s+(?:and|on|of)\s*$", words.group().strip(" ,."))[0]
            months = re.match(
                r"(?:January|February|March|April|May|June|July|August|September|October|November|"
                r"December|I|My|\w+day)\b",
                found,
            )
            if found and not months:
                status = FactStatus.PAST if past else FactStatus.CURRENT
                _home(reading, view, (offset, offset + len(found)), subjects, status)


def _home(reading: Reading, view: View, place: tuple[int, int], subjects: tuple[str, ...], status: FactStatus) -> None:
    """Keep where somebody lives; ``place`` is a stretch of the clause.

    A time behind the place is none of it: it says since when, as one does that stands elsewhere beside a
    verb of moving.
    """
    start, end = place
    dates = reading.dates(view, Toward.PAST)
    for when in dates:
        if start < when.start < end and _AFTER_TIME.fullmatch(view.text, when.end, max(when.end, end)):
            end = start + len(_BEFORE_TIME.sub("", view.text[start : when.start]))
    since = ""
    if status is FactStatus.CURRENT and len(dates) == 1 and dates[0].first <= reading.said_on:
        when = dates[0]
        if _MOVED.search(view.text) or _SINCE.search(view.text[: when.end]) or _ONWARDS_ZH.match(view.text, when.end):
            since = when.first.isoformat()
    reading.add(
        Category.RESIDENCE,
        view.start + start,
        view.start + end,
        subjects=subjects,
        status=status,
        valid_from=since,
    )
