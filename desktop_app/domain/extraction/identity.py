"""Age, sex, blood type and contact."""

from __future__ import annotations

import re

from desktop_app.domain.extraction.reading import Reading, View
from desktop_app.domain.memory import SELF, Category
from desktop_app.domain.patterns import Pattern

_AGE_ZH = Pattern(
    r"(?P<age>(?<![\d.])(?:1[01]\d|[1-9]?\d)(?:\.5)?\s?(?:多|来)?(?:周?岁)(?:多|半|"
    r"\d{1,2}个月)?|(?<![\d])(?:一百[零〇]?[一二三四五六七八九十]{0,3}|[一二三四五六七八九十两]{1,4})"
    r"(?:多|来)?(?:周)?岁(?:半|多)?|"
    r"(?<!怀孕)(?<!\d)\d{1,2}\s?个(?:半)?月(?:大|零\d+天)|(?:刚)?满月|"
    r"[0-9一二三四五六七八九十]{1,3}个半?月大)"
)
_AGE_AFTER_PERSON_ZH = Pattern(
    r"(?:都|已经|快|也|今年|现在|马上|刚|要|就){0,3}(?P<age>(?:1[01]\d|[1-9]\d)(?:多|来)?|"
    r"[二三四五六七八九]十[一二三四五六七八九]?(?:多|来)?)(?=了(?:$|[,。])|,|$)"
)
_AGE_BABY_ZH = Pattern(r"(?P<age>\d{1,2}个半?多?月|[一二两三四五六七八九十]{1,2}个半?多?月)(?=$|了|,|大)")
_AGE_BARE_ZH = Pattern(
    r"(?:今年|年龄|年纪|已经|都|快|马上|才|刚|刚满|岁数)[:是]?(?:快|都|已经|才|刚|满|"
    r"有)*(?P<age>(?:1[01]\d|[1-9]\d)(?:多|来)?|[二三四五六七八九]十[一二三四五六七八九]?(?:多|"
    r"来)?)(?=$|[,。;!了吧的\s]|岁)|(?:我|爸|妈|爷|奶|公|婆|娘|爹|父亲|母亲|老人|姥|哥|姐|弟|妹|儿子|"
    r"女儿)(?:都|已经|快|也|今年|现在|马上|刚){0,3}(?P<age2>[1-9]\d(?:多|来)?|"
    r"[二三四五六七八九]十[一二三四五六七八九]?(?:多|来)?)(?=了(?:$|[,。])|,|$|岁)"
)
_AGE_EN = Pattern(
    r"\b(?:(?P<age>\d{1,3}(?:\.5)?[ -]?(?:years?|yrs?|yr|months?|weeks?|days?)[ -]old|"
    r"\d{1,3}\s?y[./]?o\b|\d{1,3}\s?yo\b)|(?P<bare>(?:(?<=i'm )|(?<=i am )|(?<=im )|(?<=age )|"
    r"(?<=aged )|(?<=age: )|(?<=age is )|(?<=he's )|(?<=she's )|(?<=is )|(?<=turned )|(?<=turning )|"
    r"(?<=is now )|(?<=just turned )|(?<=twins are )|(?<=kids are )|(?<=parents are )|(?<=boys are )|"
    r"(?<=girls are ))\d{1,3}|(?<=i'm )(?:thirty|forty|fifty|sixty|seventy|eighty|"
    r"ninety)(?:-\w+)?|(?:(?<=he's )|(?<=she's )|(?<=is ))(?:two|three|four|five|six|seven|eight|nine|ten|"
    r"eleven|twelve|\w+teen)(?=$| and\b| now\b| already\b))(?![\d./%'′-]|\s?(?:kg|lbs?|cm|weeks|pounds|percent|"
    r"%|minutes|hours|miles|km|"
    r"feet|mg|mm|bpm|degrees|°|days|months|over|°c|stone|stones|euros|dollars|am|pm|years(?! old)|"
    r"people|[a-z]+ pregnant)\b))"
)
_AGE_SEX_EN = Pattern(
    r"(?<![\w.])(?P<age>\d{1,3})\s?(?P<sex>[mf])(?![\w%/])|(?<![\w.])(?P<age2>\d{1,3})[\s-]*(?:y\.o\.|y/?o|yo|y|"
    r"year[ -]old|yr old|years old|yrs)[\s,-]*(?P<sex2>[mf]|male|female|man|woman|boy|girl|lady|"
    r"gentleman)\b"
)
_BORN = Pattern(
    r"(?:我|他|她|患者|本人)?(?:是|生于|出生于|生日是)?(?P<born>(?:19|"
    r"20)\d\d\s?年(?:\d{1,2}月(?:\d{1,2}[日号])?)?)(?:出生|生人|生的|的$|生$)|(?:生于|出生于|出生日期[:是]?|"
    r"生日是?)(?P<born2>(?:19|20)\d\d[年-]?(?:\d{1,2}[月-]?(?:\d{1,2}[日号]?)?)?)|\bborn (?:in|"
    r"on) (?P<born3>(?:\w+ )?(?:\d{1,2}(?:st|nd|rd|th)?,? )?(?:19|20)\d\d)|\b(?:dob|"
    r"date of birth)[: ]+(?P<born4>[\d/.-]{6,10})"
)
_COPULA_EN = Pattern(r"(?<=\w) (?:is|are) (?:\w+ )?$")
_NOT_AGE_NOW = Pattern(
    r"(?:时|的时候|那年|起|开始|就|以前|之前|前|后)$|^(?:时|的时候|那年|起|开始|就|以前|之前|前|得|患|"
    r"做|查|确诊)"
)
_AGE_OF_EVENT = Pattern(r"(?:初潮|绝经|结婚|上学|参加工作|入伍|退休|出国|离家|丧)")
_AT_AGE = Pattern(
    r"(?:从|自|在|满|到|超过|以上|不到|未满|at|when i was|when he was|when she was|since|by|was|were|until|before|over|"
    r"under|about)\s?(?:age |the age of )?$"
)
_SEX_ZH = Pattern(
    r"(?:(?:患者|病人|性别|患儿)[:是,，、\s]*(?:[\u4e00-\u9fff]{2,3}[,、\s])?(?P<a>男性?|"
    r"女性?)(?![儿孩婿友朋的人生士朋])|(?:^|[,、\s(岁])(?P<b>男性?|女性?)(?=$|[,、\s;)。\d])|(?:我|他|"
    r"她|患者)(?:是)?(?:个|一名|一位)?(?P<c>男的|女的|男生|女生|男人|女人|男性|女性|男孩|女孩)(?![友朋]))"
)
_SEX_EN = Pattern(
    r"\b(?:sex|gender)[: ]+(?P<a>male|female|m|f)\b|\b(?:i'm|i am|is|as) an? (?:[\w-]+ ){0,3}(?P<b>male|"
    r"female|man|woman|boy|girl)\b|(?:^|, ?|\(|岁 ?|old |y/o |yo )(?P<c>male|female)(?=$|,|;|\.|\)| )|"
    r"\byear[ -]old (?:\w+ )?(?P<d>male|female|man|woman|boy|girl)\b|\b(?:pt|"
    r"patient) is (?:an? )?(?:[\w-]+ )?(?P<e>male|female)\b"
)
_BLOOD = Pattern(
    r"(?:血型|blood (?:type|group))(?:\s?(?:是|为|:|is|=))*\s?(?P<a>(?:rh[\s-]?)?(?:ab|a|b|"
    r"o)(?:\s?型)?(?:\s?血)?(?:\s?(?:rh)?\s?(?:positive|negative|pos|neg|\+|-|阳性|阴性))?)|"
    r"(?P<b>(?<![a-z])(?:ab|a|b|o)\s?型血?(?:\s?rh[\s-]?(?:阳|阴)性)?)(?=$|[,。;!?\s的])|"
    r"\b(?P<c>(?:ab|a|b|o)(?:\s?(?:positive|negative)|[+]|\s?rh\s?(?:positive|negative)))(?=$|"
    r"[\s,.;])(?: blood)?|(?P<d>rh\s?-?(?:阴性|阳性|negative|positive))"
)
_CONTACT = (
    Pattern(r"(?P<v>[a-z0-9._%+-]{1,40}@[a-z0-9-]{1,40}(?:\.[a-z0-9-]{2,24}){1,3})"),
    Pattern(r"(?<![\d.])(?P<v>(?:\+?86[- ]?)?1[3-9]\d[- ]?\d{4}[- ]?\d{4})(?!\d)"),
    Pattern(
        r"(?:电话|手机|座机|联系方式|号码|phone|cell|mobile|tel|call me (?:at|on)|reach me (?:at|on)|"
        r"number)[^\d+\n]{0,16}(?P<v>\+?\(?\d[\d() -]{5,17}\d)"
    ),
    Pattern(
        r"(?:微信号?|vx|wechat|qq|skype|telegram|line id|whatsapp)(?:号|id)?(?:\s?(?:是|为|:|"
        r"is))*\s?(?P<v>[a-z0-9_+-]{4,24})"
    ),
)


def extract_identity(reading: Reading) -> None:
    """Find age, sex, blood type and how to reach somebody."""
    for view in reading.views:
        if not view.clause.hypothetical:
            _ages(reading, view)
            _sex(reading, view)
            _blood_and_contact(reading, view)


def _ages(reading: Reading, view: View) -> None:
    today = reading.said_on.isoformat()
    text = view.text
    for match in _AGE_SEX_EN.finditer(text):
        group, sex = ("age", "sex") if match["age"] else ("age2", "sex2")
        if not 0 < int(match[group]) < 120 or not reading.says(view, view.start + match.start()):
            continue
        if group == "age" and not (reading.clinical or reading.text[view.start + match.start("sex")].isupper()):
            continue
        subjects = view.subjects.at(match.start(group))
        if (
            match[sex] in ("man", "woman", "boy", "girl", "lady", "gentleman")
            and re.search(r"\ba \d*$|\b(?:an? )$", text[: match.start()])
            and not view.subjects.names_somebody
            and not reading.clinical
        ):
            continue
        reading.add(
            Category.AGE,
            view.start + match.start(group),
            view.start + match.end(group),
            subjects=subjects,
            valid_from=today,
        )
        reading.add(Category.SEX, view.start + match.start(sex), view.start + match.end(sex), subjects=subjects)
    for pattern in (_AGE_ZH, _AGE_BABY_ZH, _AGE_BARE_ZH, _AGE_EN):
        for match in pattern.finditer(text):
            if pattern is _AGE_BABY_ZH and not re.search(
                r"(?:宝宝|孩子|宝贝|娃|儿子|女儿|婴儿|崽|孙子|孙女|小孩|闺女|丫头)(?:现在|今天|刚|才|"
                r"已经|快|马上|都|有)*$",
                text[: match.start()],
            ):
                continue
            group = next(name for name, value in match.groupdict().items() if value)
            start, end = view.place(match, group)
            if not reading.is_open(view, start, end):
                continue
            after, before = text[match.end(group) :], text[: match.start(group)]
            then = _NOT_AGE_NOW.search(after[:4]) or _AGE_OF_EVENT.match(after) or _AT_AGE.search(before)
            if re.search(r"比.{1,6}[大小]$", before):
                continue  # a difference
            if then and not re.search(r"(?:刚|才)满$", before):
                continue
            if (
                re.match(r"^(?:以上|以下|以内|左右的(?:人|老人)|的(?:老人|时候|男|女|人)|孩子$|儿童)", after)
                and not view.subjects.names_somebody
            ):
                continue
            if (
                group == "bare"
                and re.search(r"\bage $", before)
                and any(one.kind.is_condition and one.end <= start for one in view.mentions)
            ):
                continue
            if group in ("bare",) and re.search(
                r"(?:[a-z]+ (?:pressure|rate|sugar|weight|temp\w*|bp|a1c|budget|price|number|address|"
                r"room|score|level|spo2|bmi))(?: \w+)? is\s?$",
                before,
            ):
                continue
            if (
                group == "bare"
                and before.strip() != "is"
                and re.search(r"\bis (?:now |already |only )?$", before)
                and not reading.person_ends_at(
                    view,
                    re.search(r"\s*is (?:now |already |only )?$", before).start(),  # type: ignore[union-attr]
                )
                and not re.search(r"\b(?:age|who) is $", before)
            ):
                continue
            subjects = view.subjects.at(match.start(group))
            verb = _COPULA_EN.search(before)
            if verb and subjects == (SELF,) and not reading.person_ends_at(view, verb.start()):
                continue  # our company is 15 years old
            reading.add(Category.AGE, start, end, subjects=subjects, valid_from=today)
    for match in _AGE_AFTER_PERSON_ZH.finditer(text):
        start, end = view.place(match, "age")
        if view.subjects.ends_at(match.start()) and reading.is_open(view, start, end):
            reading.add(Category.AGE, start, end, subjects=view.subjects.at(match.start("age")), valid_from=today)
    for match in _BORN.finditer(text):
        group = next(name for name, value in match.groupdict().items() if value)
        start = view.start + match.start(group)
        if reading.says(view, start) and (reading.norm[start : start + 4].isdigit() or group in ("born3", "born4")):
            reading.add(
                Category.AGE,
                start,
                view.start + match.end(group),
                subjects=view.subjects.at(match.start(group)),
                valid_from=today,
            )


def _sex(reading: Reading, view: View) -> None:
    for pattern in (_SEX_ZH, _SEX_EN):
        for match in pattern.finditer(view.text):
            group = next(name for name, value in match.groupdict().items() if value)
            start, end = view.place(match, group)
            if reading.is_open(view, start, end):
                if (
                    group == "b"
                    and pattern is _SEX_ZH
                    and not (
                        reading.clinical
                        or re.search(
                            r"岁|\d|姓名|性别|患者|名", view.text + reading.norm[max(0, start - 12) : end + 12]
                        )
                    )
                ):
                    continue
                reading.add(Category.SEX, start, end, subjects=view.subjects.at(match.start(group)))


def _blood_and_contact(reading: Reading, view: View) -> None:
    for match in _BLOOD.finditer(view.text):
        group = next(name for name, value in match.groupdict().items() if value)
        start, end = view.place(match, group)
        written = reading.text[start]
        if group == "c" and not (
            written.isupper() and re.match(r"(?: blood|\s?$|[,.;!?])", view.text[match.end(group) :])
        ):
            continue
        if group in ("b", "c") and not re.search(r"血|blood|rh|是|i'm|i am", view.text):
            continue
        if group == "b" and re.search(r"[甲乙丙]|肝炎|流感|性格|行为|超|血友|题", view.text):
            continue
        if reading.says(view, start):
            reading.add(Category.BLOOD_TYPE, start, end, attribute="rh" if group == "d" else "")
    for pattern in _CONTACT:
        for match in pattern.finditer(view.text):
            start, end = view.place(match, "v")
            if reading.is_open(view, start, end):
                kind = "email" if "@" in match["v"] else "messenger" if pattern is _CONTACT[3] else "phone"
                reading.add(Category.CONTACT, start, end, attribute=kind, subjects=view.subjects.leading(match.start()))
