"""Names, forms of address and nicknames."""

from __future__ import annotations

import re

from desktop_app.domain.extraction.lexicon import SURNAME, alternation
from desktop_app.domain.extraction.lexicons import people
from desktop_app.domain.extraction.normal import is_han
from desktop_app.domain.extraction.reading import Reading, View
from desktop_app.domain.memory import SELF, Category
from desktop_app.domain.patterns import Pattern

_ZH_NAME = rf"{SURNAME}[\u4e00-\u9fff]{{1,2}}"
_END_ZH = (
    r"(?=$|[,。;!?\s、(]|吧|就行|就好|就可以|即可|呢|啊|呀|哦|哈|,|男|女|今年|\d|年龄|住|现|因|性别|"
    r"[,]?患|系|来自|是(?!谁))"
)
_NAMED_ZH = (
    Pattern(
        rf"(?:叫做|叫作|名叫|名字是|名字叫做?|大名是?|全名是?|本名|真名|姓名[:是 ]*|称呼[我他她]?(?:为)?|"
        rf"英文名(?:字)?(?:是|叫)?|小名(?:是|叫)?|昵称(?:是|叫)?|网名(?:是|"
        rf"叫)?)(?P<name>[\u4e00-\u9fff·]{{1,6}}?|[a-z][a-z .'-]{{0,24}}?){_END_ZH}"
    ),
    Pattern(
        rf"(?<![不])叫(?!我(?:去|来|做|吃|别|不|回|注意|多|少|住|休|好|复|今|明|后|下))(?:我|他|"
        rf"她)?(?P<name>(?!什么|啥|他|她|我|你|做|人|车|外|医生|救|苦|停|醒|号|个|一|了|大家|"
        rf"嚣)[\u4e00-\u9fff·]{{1,4}}?|[a-z][a-z .'-]{{0,24}}?){_END_ZH}"
    ),
    Pattern(rf"(?:免贵)?姓(?P<name>(?!名|氏|什么)[\u4e00-\u9fff]{{1,2}}?){_END_ZH}"),
    Pattern(rf"(?:我是|患者|病人|患儿|本人)[:是]?\s?(?P<name>{_ZH_NAME})(?=$|[,。;!?\s(、]|男|女)"),
)
_NAMED_EN = Pattern(
    r"\b(?P<intro>my (?:full |first |last |real |middle )?name(?:'s| is)|(?:his|her|its|their) (?:full |"
    r"first |last )?name(?:'s| is| was)|name(?: is|:)|(?:please |just |you can |people |everyone |"
    r"friends |they )?(?:call|calls) (?:me|him|her)|i go by|goes by|this is|i'm|i am|im|i was named|"
    r"pt|patient(?:'s name)?(?: is|:)?|nickname is|surname is|known as)[: ]+(?:(?:dr|mr|mrs|ms|"
    r"prof)\.? )?(?P<name>\S.{0,60})"
)
_LETTER = "a-zA-ZÀ-ÖØ-öø-ɏ"
_CAPITAL = "[A-ZÀ-ÖØ-ÞĀ-ɏ]"  # from Ā on capitals and others alternate
_NAME_WORDS = Pattern(
    rf"(?:(?:{_CAPITAL}[{_LETTER}'’.-]*[{_LETTER}]|[A-Z]\.?|de|van|von|der|la|del|bin|al|Mc[A-Z]\w+|"
    r"[\u4e00-\u9fff]{2,4})(?:\s+|$|(?=[,.;!?(])))+"
)
_NOT_NAMES = frozenset(
    "I Hi Hello Allergic Diabetic Dr Mr Mrs Ms Monday Tuesday Wednesday Thursday Friday Saturday Sunday "
    "January February March April May June July August September October November December A An The Not Very "
    "So On In At From Currently Really Just Always Also Taking Chinese English American German French Indian "
    "Japanese Canadian British Australian Mexican Italian Spanish Asian Muslim Catholic Jewish Christian T2DM "
    "HTN NKDA OK Vegan Vegetarian ADHD PTSD CEO CTO CFO UX UI IT HR PM QA PhD RN MD GP MRI CT Type Male "
    "Female Sorry Sick Tired Pregnant Fine Good Great Afraid Glad Happy Sure Male Old Years Google Microsoft "
    "Apple Siemens Amazon BP HR".split()
)
_FAMILY_NAME_EN = Pattern(
    rf"\b(?:my|our|his|her)\s(?:[\w-]+\s){{0,2}}"
    rf"(?P<who>{alternation(people.FAMILY_EN + '|friend|colleague|neighbor|neighbour|boss|dog|cat')})"
    rf"(?:'s name is|,? (?:is )?(?:named|called)|,|)\s(?P<name>\S.{{0,40}})"
)
_FAMILY_NAME_ZH = Pattern(
    rf"(?:(?:我|咱)(?:家|的|家的|那|那个)?|(?<![\u4e00-\u9fff]))(?P<who>先生|太太|大女儿|小女儿|女儿|儿子|闺女|老公|老婆|丈夫|妻子|哥哥|弟弟|"
    rf"姐姐|妹妹|孙子|孙女|妈妈|爸爸|母亲|父亲|宝宝|外孙女?|表[哥弟姐妹]|堂[哥弟姐妹]|爱人|侄[子女]|外甥女?|奶奶|"
    rf"爷爷)(?:叫|名叫|名字叫|名字是)?(?P<name>(?:小|阿|大)[\u4e00-\u9fff]|"
    rf"(?:{SURNAME})[\u4e00-\u9fff]{{1,2}}|[\u4e00-\u9fff]{{2,3}}(?=今年|"
    rf"叫))(?=今年|有|患|得|对|也|在|上|是|,|每|去|最|从|刚|昨|吃|因|不|\d|$|已|才|快|明年|明天|后年|下个?[周月]|"
    rf"马上|现在|正|读|住|做|当)|(?:我|咱)(?:家)?(?P<short>弟|哥|姐|妹|老伴)(?P<name2>(?:{SURNAME})[\u4e00-\u9fff]{{2}})"
    rf"(?=今年|在|是|去年|明年|有|住|做|当|开)"
)
_NOT_ZH_NAME = Pattern(
    r"^(?:上|下|昨|今|明天|前|去|最|刚|已|也|都|在|有|对|得|就|还|没|不|一|又|才|最|能|会|"
    r"要|想|今年|以前|现在|最近|经常|一直|昨天|常常|高血压|高烧|高热|经过|曾经|明天|于是|马上|都是|"
    r"因为|时常|常年|平时|平常|严重|金属|安徽|江苏|江西|石家庄|连续|连云港|程序员|和我|和他|陪我|左撇|"
    r"右撇|应该|常规|全职|白领|白血病|毛病|黄疸|高中|高级|时候|方便|包括|解放军|单身|单位|农民|司机|"
    r"老师|从小|关节|关心|支气管|万一|项目|钱|江|高兴|高龄|高考|单亲|古|方案|成年|管理|成都|常州|温州|"
    r"金华|康复|安全|习惯|祖父|祖母|冷|凌晨|武汉|文员|和田)|(?:人|的|师|员|工|生|病|症|痛|疼|"
    r"了|过|着|吗|吧|呢|史|者|市|省|子|党|控|粉|族|迷)$"
)


def extract_names(reading: Reading) -> None:
    """Find what people are called."""
    for match in _FAMILY_NAME_EN.finditer(reading.norm):
        at = reading.view_at(match.start("name"))
        whose = reading.view_at(match.start("who"))
        if at and whose:
            subjects = whose.subjects.at(match.end("who") - whose.start)
            _latin_name(reading, at, match.start("name") - at.start, subjects, direct=True)
    for view in reading.views:
        if not view.clause.hypothetical:
            _names(reading, view)


def _names(reading: Reading, view: View) -> None:
    text = view.text
    for match in _FAMILY_NAME_ZH.finditer(text):
        group = "name" if match["name"] else "name2"
        start, end = view.place(match, group)
        if not _NOT_ZH_NAME.search(match[group]) and reading.says(view, start):
            reading.add(Category.NAME, start, end, subjects=view.subjects.at(match.start(group)), claim=True)
    for pattern in _NAMED_ZH:
        for match in pattern.finditer(text):
            start, end = view.place(match, "name")
            name = match["name"]
            if not reading.is_open(view, start, end) or not name.strip():
                continue
            if pattern is _NAMED_ZH[0] and not (
                view.subjects.names_somebody
                or reading.clinical
                or re.match(r"姓名|大名|小名|全名|本名|昵称|英文名|名字|网名", match.group())
            ):
                continue  # a dish, a song or a place is called something too
            if re.search(r"不(?:是)?$", text[: match.start()]) or (
                pattern is _NAMED_ZH[3] and (_NOT_ZH_NAME.search(name) or name in people.OCCUPATIONS_ZH.split("|"))
            ):
                continue
            if pattern is _NAMED_ZH[1] and (
                len(name) < 2
                or re.search(r"^(?:[^我他她]*医生|.*大夫)", text[: match.start()])
                or name.startswith(("病", "药", "什", "这", "那", "不"))
            ):
                continue
            if name.isascii() and not reading.text[start].isupper():
                continue
            if reading.norm[start:end] in ("先生", "女士", "医生", "大夫", "患者"):
                continue
            if any(mention.start < end and start < mention.end for mention in view.mentions):
                continue
            reading.add(
                Category.NAME,
                start,
                end,
                subjects=view.subjects.at(match.start("name") if view.subjects.names_somebody else 0),
            )
    for match in _NAMED_EN.finditer(text):
        subjects = view.subjects.at(match.start("name"))
        if match["intro"].startswith(("his", "her", "its", "their")) and subjects == (SELF,) and not reading.clinical:
            continue  # whose name it is has not been said
        _latin_name(reading, view, match.start("name"), subjects, intro=match["intro"])


def _latin_name(
    reading: Reading, view: View, offset: int, subjects: tuple[str, ...], *, intro: str = "", direct: bool = False
) -> None:
    start = view.start + offset
    if not reading.says(view, start):
        return
    words = _NAME_WORDS.match(reading.text, start, view.clause.end)
    if not words:
        if intro.startswith("my name") or "call" in intro or "name" in intro:
            lower = re.match(r"[a-z][a-z'-]{1,19}(?=$|[\s,.;!])", reading.norm[start : view.clause.end])
            if lower and reading.norm[start : start + lower.end()] not in (
                "the",
                "a",
                "an",
                "not",
                "when",
                "if",
                "back",
                "in",
                "on",
                "at",
                "later",
                "my",
                "names",
                "is",
                "for",
            ):
                reading.add(Category.NAME, start, start + lower.end(), subjects=subjects)
        return
    if intro == "this is" and view.index > 1:
        return  # said of somebody in a picture as often as of oneself
    tokens = words.group().split()
    kept = []
    for token in tokens:
        if intro in ("i'm", "i am", "im", "this is") and not re.search(r"[a-z\u4e00-\u9fff]|^[A-Z]\.?$", token):
            break
        if (
            token.strip(".,") in _NOT_NAMES
            or (token.isupper() and len(token) > 3 and not direct)
            or token.lower().startswith(("i'm", "i’m", "i'"))
        ):
            break
        kept.append(token)
    while kept and kept[-1] in ("de", "van", "von", "der", "la", "del"):
        kept.pop()
    if not kept or kept[0] in ("de", "la"):
        return
    kept[-1] = re.sub(r"['’]s$", "", kept[-1])
    end = start + words.group().index(kept[-1], sum(len(one) for one in kept[:-1])) + len(kept[-1])
    if any(mention.start < end and start < mention.end for mention in view.mentions) or _NOT_ZH_NAME.search(
        words.group()
    ):
        return
    if intro in ("pt", "patient") and is_han(kept[0][0]) and not re.fullmatch(_ZH_NAME, kept[0]):
        return  # pt 否认, pt 主诉
    after = reading.norm[end : end + 12]
    if intro in ("i'm", "i am", "im", "this is", "pt", "patient") and (
        re.match(r"\s(?:citizen|speaker|years?|born|by)", after) or re.search(r"\bnot\s*$", view.text[:offset])
    ):
        return
    reading.add(Category.NAME, start, end, subjects=subjects)
    following = re.match(
        r",?\s(?:and\s)?(?:aged?\s)?(?P<age>\d{1,3})(?=$|[,.;\s])(?!\s?(?:kg|cm|lbs))", reading.norm[end : end + 14]
    )
    if following:
        reading.add(
            Category.AGE,
            end + following.start("age"),
            end + following.end("age"),
            subjects=subjects,
            valid_from=reading.said_on.isoformat(),
        )
