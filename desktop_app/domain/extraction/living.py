"""Where somebody lives, what he works, with whom he lives."""

from __future__ import annotations

import re

from desktop_app.domain.dates import Toward
from desktop_app.domain.extraction.lexicon import alternation
from desktop_app.domain.extraction.lexicons import people
from desktop_app.domain.extraction.lexicons.places import CITIES_ZH
from desktop_app.domain.extraction.reading import Reading, View
from desktop_app.domain.extraction.subjects import NOBODY
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
_JOB_ZH = alternation(people.OCCUPATIONS_ZH)
_OCCUPATION_ZH = Pattern(
    rf"(?P<link>职业[:是为]*|是(?:一名|一个|一位|名|个|位|做|搞|干|当)?|"
    rf"当(?:了)?(?:[\d一二三四五六七八九十多几]+年)?(?:的)?(?:一名|一个)?|担任|从事|"
    rf"做(?:了)?(?:[\d一二三四五六七八九十多几]+年)?(?:的)?(?:一名|一个)?|"
    rf"干(?:了)?(?:[\d一二三四五六七八九十多几]+年)?|系|[,、\s(]|^|职务[:是]|工作是|"
    rf"在(?P<org>[\u4e00-\u9fffa-z ]{{1,14}}?)(?:当|做|任|担任|干))(?P<job>(?:(?!是|"
    rf"的|当|做|和|有|我|他|她|在|从)[\u4e00-\u9fffa-z]){{0,7}}?(?:{_JOB_ZH}))"
)
_WORKPLACE_ZH = Pattern(
    r"(?P<v>在(?P<org>(?!找|思考|考虑|准备|努力|认真|换|忙|加班|完成|处理|进行|熬夜|拼命|寻|好好|家|"
    r"外面工作的)[\u4e00-\u9fffa-z]{2,16}?)(?:上班|工作|任职|任教|就职|打工|教书|读书|上学|"
    r"读(?:大学|研究生|博士|硕士|高中|初中|小学)))"
)
_WORKED_ZH = Pattern(
    r"在(?P<org>(?!家|这|那|哪|外面|一起)[\u4e00-\u9fffa-z]{2,12}?)(?:里)?(?:干|做|上班|上|工作|打工|当差|"
    r"待)过(?=$|[,。;!]|[一二两三四五六七八九十几半\d])"
)
_OCCUPATION_GENERIC_ZH = Pattern(
    r"(?:^|我|他|她|爸|妈|公|婆|人|本人|一直)(?:是|以前是|曾是|退休前是|现在是)(?:一名|一位|一个|个|名|位|做|"
    r"搞)(?P<job>(?!不|什么)[\u4e00-\u9fff]{1,8}?(?:师|员|工|家|长|手|司机|生意|人员|的|商|匠|夫|"
    r"兵|警|医|农|士))(?=$|[,。;!\s])"
)
# 在图书馆做编目员: whatever somebody is called who works there.
_POST_ZH = Pattern(
    r"在(?!家)[\u4e00-\u9fffa-z0-9]{1,16}?(?:做|当|任|担任)(?:着|了)?(?:一名|一个|一位|个|名|位)?(?P<job>(?!不|什么|手工|义工|家长|手术|"
    r"伴郎|志愿|和|有|我|他|她)[\u4e00-\u9fff]{1,7}?(?:师|员|工|长|手|匠|编辑|助理|主管|经理|顾问|秘书|会计|出纳|保安|馆员|研究|保洁|"
    r"前台|编导|翻译|文秘|行政))(?=$|[,。;!\s(]|已|好?多年|[一二两三四五六七八九十\d]+年)"
)
# Works as a cataloguer at a library; works at a library as a cataloguer.
_POST_EN = Pattern(
    r"\b(?:work|works|worked|working|employed)(?: (?:part[- ]time|full[- ]time|mostly|now|there))?"
    r"(?: (?:at|in|for) [^,.;!?]{2,40}?)? as (?:an? |the )?"
    r"(?P<job>(?!well|usual|normal|before|if|though|part|one|much|long|soon|hard|team|expected|intended|it|i|my|we|a|an|the)"
    r"[a-z][a-z'-]{2,}(?: (?!at|in|for|with|on|and|but|from|near|there|now|since)[a-z'-]{2,}){0,2})"
    r"(?=$|[,.;!?]| (?:at|in|for|with|on|and|but|from|near|there|now|since)\b)"
)
_RUNS_ZH = Pattern(
    r"(?:我|他|她|公|婆|爸|妈|哥|姐|弟|妹|丈夫|妻子|爱人|先生|太太|叔|姑|姨|舅|女儿|儿子|后来|以后我?就|现在|如今|辞职|退休后|"
    r"在[\u4e00-\u9fff]{1,8}?)(?:自己|"
    r"现在|目前|是|"
    r"以前)?(?P<job>(?:开(?:了)?(?:一?家|一?个|间)?[\u4e00-\u9fff]{0,6}(?:店|馆|厂|"
    r"公司|诊所|超市|出租车|出租|滴滴|网约车|货车|大车|卡车|公交车?|大巴车?|客车|校车|班车|叉车|吊车|塔吊|挖掘机|挖机)|开(?:地铁|高铁|火车|轻轨|动车|飞机|轮船|渔船)(?=$|的(?:$|[,。])|[,。;!]|[一二两三四五六七八九十几\d]+年|多年)|做[\u4e00-\u9fff]{1,6}(?:生意|"
    r"行业|工作|销售|贸易|外贸|电商)|跑(?:出租车?|滴滴|外卖|运输|长途(?:货车|客车|运输)?|业务|销售|货运|货车)|"
    r"送(?:外卖|快递)|种地|务农|"
    r"教(?:的(?:科目|课)?是)?(?:书|语文|数学|英语|物理|化学|生物|历史|地理|政治|体育|音乐|美术|钢琴|舞蹈|高中|初中|小学|幼儿园|大学|"
    r"瑜伽)|摆摊|经商))"
)
_IN_CITY_ZH = Pattern(rf"在(?:{CITIES_ZH})市?$")
_JOB_EN = alternation(people.OCCUPATIONS_EN)
_OCCUPATION_EN = Pattern(
    rf"(?P<link>\b(?:i'm|i am|im|i was|he's|she's|he is|she is|he was|she was|is|was|as|are|am|be|"
    rf"been|became|become|works? as|worked as|working as|job as|job is|occupation(?: is|:)|"
    rf"profession(?: is|:)|employed as|who is)\s(?:now |currently |also |still |actually |just |"
    rf"formerly |once )?(?:an? |the |our |my )?|年.{{0,2}}|,\s(?:an? )?|^(?:occ|"
    rf"occupation(?:al)?(?: hx| history)?|job|work hx|shx|social)[: ]+|^(?=(?:retired |former |"
    rf"ex-)?(?:{_JOB_EN})\b)|^an? |是(?:一名|一个)?\s?|做\s?|old )(?P<job>(?:retired |former |"
    rf"ex-)?(?:(?!(?:{_JOB_EN})\b)[a-z0-9'&-]+\s){{0,3}}?(?:{_JOB_EN}))(?![a-z'-]|\s(?:said|says|"
    rf"told|thinks|gave|prescribed|recommended|suggested|advised|wants|asked|put|called|office|"
    rf"visit|appointment|found|diagnosed|started))"
)
_EMPLOYER_EN = Pattern(
    r"\b(?P<v>(?:work|works|working|worked) (?:nights |days |full[- ]time |part[- ]time |shifts |"
    r"night shifts |remotely )?(?:for|at|in(?= (?:an? |the )?(?:\w+ )?(?:factory|hospital|office|"
    r"warehouse|shop|bank|school|restaurant|finance|it\b|marketing|construction|retail|tech|sales|hr\b|"
    r"healthcare|insurance|advertising|logistics|hotel|kitchen|lab|clinic|store|mine|library|university|"
    r"government|real estate|education|manufacturing|publishing|law firm|bakery|supermarket|"
    r"call cent(?:er|re)))) (?P<org>[^.;,!?\n]{2,40}))"
)
_JOB_STOP_EN = frozenset(
    "not no never my your his her their our allergic having taking seeing going trying the that this told "
    "said with by to from for like and or but so".split()
)
_RUNS_EN = Pattern(
    r"\b(?P<job>(?:run|runs|ran|own|owns|owned|manage|manages|managed) (?:an? |my own |his own |"
    r"her own |our |the family |our own )(?:small |little |local |family )?(?:\w+ )?(?:bakery|shop|"
    r"store|restaurant|caf[eé]|business|company|clinic|farm|salon|hotel|bar|garage|gym|practice|"
    r"startup|studio|pub|agency|firm|bookstore|bookshop|pharmacy|factory|vineyard|hostel|franchise)|"
    r"(?:drive|drives|drove) (?:an? )?(?:truck|taxi|bus|cab|lorry|uber|forklift|"
    r"van)(?: for (?:a living|work))?|(?:teach|teaches|taught) (?:(?:high school|middle school|"
    r"elementary|primary|college|secondary) )?(?:math|maths|mathematics|english|history|physics|"
    r"chemistry|biology|music|art|science|french|spanish|german|kindergarten|piano|yoga|pilates|dance|swimming|art|"
    r"ballet|pe|economics|"
    r"philosophy|(?:first|second|third|fourth|fifth|sixth|\d{1,2}(?:st|nd|rd|th)) grade|school)\b)"
)
_NOT_YET_EN = Pattern(r"\b(?:not|never|wants? to|hopes? to|would|like to|plans? to|going to|doesn't|don't|might|may)\b")
_RETIRED = Pattern(
    r"退休前|以前|曾经?|原来|之前|年轻时|过去|\b(?:used to|formerly|was|were|worked as|previously|ex-|"
    r"former|before retiring|until)\b"
)
_OTHER = Pattern(
    r"(?P<a>已婚已育|已婚未育|未婚未育|已婚|未婚|离异|离婚了?|丧偶|单身)(?![夫妻妈爸])|(?:我|他|她|家里|"
    r"我们|家)(?:现在|一共)?(?P<b>有(?:[一二两三四五六1-9])(?:个|对)(?:孩子|儿子|女儿|小孩|娃|"
    r"双胞胎|哥哥|姐姐|弟弟|妹妹|孙子|孙女|兄弟|姐妹))|(?P<c>(?:养了|养着|"
    r"有)[一二两三四1-9]只(?:[\u4e00-\u9fff]{0,4})?(?:狗|猫|兔子|鹦鹉|乌龟|仓鼠))|"
    r"\b(?:i'm|i am|is|am|he's|she's)\s(?:now |recently |happily |still )?(?P<d>married|divorced|"
    r"widowed|single|separated|engaged)\b(?! to my work)|\b(?:i|we|he|she)(?:\s(?:have got|has got|have|has)|"
    r"'ve got|'s got|"
    r"\s've got)\s(?P<e>(?:one|two|three|four|five|six|\d|a|an|no)\s(?:\w+\s)?(?:kids?|children|sons?|"
    r"daughters?|brothers?|sisters?|siblings?|grandchildren|cats?|dogs?|twins|boys?|girls?|rabbits?|"
    r"parrots?))\b"
)


def extract_living(reading: Reading) -> None:
    """Find residence, occupation and family status."""
    for view in reading.views:
        if not view.clause.hypothetical:
            _residence(reading, view)
            _occupation(reading, view)
            _other(reading, view)


def _residence(reading: Reading, view: View) -> None:
    text = view.text
    for match in _MOVED_ZH.finditer(text):
        if not reading.says(view, view.start + match.start()):
            continue
        subjects = view.subjects.leading(match.start())
        for group, status in (("old", FactStatus.PAST), ("new", FactStatus.CURRENT)):
            if not _NOT_PLACE_ZH.search(match[group]):
                _home(reading, view, match.span(group), subjects, status)
    for match in _RESIDENCE_ZH.finditer(text):
        start, end = view.start + match.start("place"), view.start + match.end("place")
        place = match["place"]
        if not reading.says(view, start) or reading.is_claimed(start, end) or _NOT_PLACE_ZH.search(place):
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
        start, end = view.start + match.start("place"), view.start + match.end("place")
        if (
            reading.says(view, start)
            and not reading.is_claimed(start, end)
            and not _NOT_PLACE_ZH.search(match["place"])
        ):
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


def _occupation(reading: Reading, view: View) -> None:
    text = view.text
    for match in _WORKED_ZH.finditer(text):
        start, end = view.start + match.start("org"), view.start + match.end("org")
        if reading.says(view, start) and not reading.is_claimed(start, end):
            leading = view.subjects.leading(match.start())
            reading.add(Category.OCCUPATION, start, end, subjects=leading, status=FactStatus.PAST)
    for pattern in (_OCCUPATION_ZH, _OCCUPATION_GENERIC_ZH, _POST_ZH, _RUNS_ZH):
        for match in pattern.finditer(text):
            start, end = view.start + match.start("job"), view.start + match.end("job")
            if not reading.says(view, start) or reading.is_claimed(start, end):
                continue
            before, after = text[: match.start("job")], text[match.end("job") :]
            city = _IN_CITY_ZH.search(before) if pattern is _RUNS_ZH else None
            start = view.start + city.start() if city else start
            if match["job"].startswith("退休") and re.match(r"(?:之?前|后|金|工资|手续|年龄|了$)", after):
                continue
            if re.search(
                r"^(?:说|给|让|建议|开|叫|告诉|认为|怀疑|问|帮|你好|您好|的(?!$)|都|好|要|看|们|今|把|认|"
                r"嘱|跟|推荐|$(?<=医生)(?=x))",
                after,
            ) and not re.match(r"^(?:的$)", after):
                continue
            if pattern is _OCCUPATION_ZH:
                link = match["link"]
                if link in ("", ",", " ", "、", "(") or not link.strip():
                    plain = (
                        re.fullmatch(
                            rf"[,、\s(]*(?:{_JOB_ZH}|(?:退休|中学|小学|高中|大学|公司|工厂|建筑|"
                            rf"银行)[\u4e00-\u9fff]{{1,8}})",
                            text[match.start() :].strip(),
                        )
                        is not None
                    )
                    if not plain or match["job"] in (
                        "医生",
                        "老师",
                        "护士",
                        "学生",
                        "老板",
                        "教授",
                        "客服",
                        "失业",
                        "主任",
                        "运营",
                        "翻译",
                        "策划",
                        "记者",
                        "人事",
                        "物流",
                        "采购",
                    ):
                        continue
                    if not (
                        reading.clinical
                        or any(map(reading.has, (Category.NAME, Category.AGE, Category.SEX, Category.RESIDENCE)))
                    ):
                        continue
                if re.search(
                    r"(?:不|你|您|如果|想|梦想|希望|想要|像|找|请|问|看|去|不再|去了|见|打算)(?:是|当|"
                    r"做)?(?:个|一个|一名)?$",
                    before,
                ):
                    continue
                if match["job"].startswith(("主任", "前台")) and after:
                    continue
            past = bool(_RETIRED.search(before)) and not re.search(r"现在|目前", before)
            reading.add(
                Category.OCCUPATION,
                start,
                end,
                subjects=view.subjects.leading(match.start())
                if pattern is not _RUNS_ZH
                else view.subjects.at(match.start("job")),
                status=FactStatus.PAST if past else FactStatus.CURRENT,
            )
    if not reading.has(Category.OCCUPATION, view.start, view.clause.end):
        for match in _WORKPLACE_ZH.finditer(text):
            start = view.start + match.start("v")
            if (
                reading.says(view, start)
                and not re.search(r"想|打算|希望|以前|曾|正在|刚才|昨天|今天", text[: match.start()])
                and not re.match(r"家|这|哪|外面|一起|那|上面|单位$", match["org"])
            ):
                reading.add(
                    Category.OCCUPATION,
                    start,
                    view.start + match.end("v"),
                    subjects=view.subjects.leading(match.start()),
                )
    for match in _RUNS_EN.finditer(text):
        start, end = view.start + match.start("job"), view.start + match.end("job")
        if (
            reading.says(view, start)
            and view.subjects.at(match.start())
            and not re.search(r"\b(?:want|hope|would|like|plan|going|dream)\b", text[: match.start()])
        ):
            past = bool(_RETIRED.search(text[: match.start()])) or match["job"].startswith(
                ("ran", "owned", "managed", "drove", "taught")
            )
            reading.add(Category.OCCUPATION, start, end, status=FactStatus.PAST if past else FactStatus.CURRENT)
    for match in _OCCUPATION_EN.finditer(text):
        start, end = view.start + match.start("job"), view.start + match.end("job")
        words = match["job"].split()
        first = re.match(
            r"(?:\d+[ -]year[ -]old |\d+yo |healthy |single |married |divorced |male |female |busy |"
            r"proud |very |really |full-time )+",
            match["job"],
        )
        start += first.end() if first else 0
        if not reading.says(view, start) or reading.is_claimed(start, end) or _JOB_STOP_EN & set(words[:-1]):
            continue
        link = match["link"]
        if not link and not (reading.clinical and re.fullmatch(r"[\s.]*(?:\([^)]*\))?", text[match.end("job") :])):
            continue
        if (link.startswith(",") or link in ("a ", "an ")) and not (
            reading.has(Category.NAME) or reading.has(Category.AGE)
        ):
            continue
        if re.search(
            r"\b(?:not|n't|want to be|want to become|like|if i were|wish|hope to be|see|dream of being|"
            r"dream is to be)\b[^,]{0,8}$",
            text[: match.start("job")],
        ):
            continue
        if match["job"] == "pm" and not reading.text[start:end].isupper():
            continue
        leading = (
            view.subjects.at(match.start("job"))
            if view.subjects.names_somebody
            else view.subjects.leading(match.start())
        )
        past = bool(_RETIRED.search(text[: match.start("job")])) and not re.search(
            r"\bnow\b", text[: match.start("job")]
        )
        reading.add(
            Category.OCCUPATION, start, end, subjects=leading, status=FactStatus.PAST if past else FactStatus.CURRENT
        )
    if not reading.has(Category.OCCUPATION, view.start, view.clause.end):
        for match in _POST_EN.finditer(text):
            _english_post(reading, view, match)
    if not reading.has(Category.OCCUPATION, view.start, view.clause.end):
        for match in _EMPLOYER_EN.finditer(text):
            start = view.start + match.start("v")
            words = re.match(r"(?:an? |the )?(?:[\w'&-]+\s?){1,3}", match["org"])
            before = text[: match.start("v")]
            if re.search(r"\b(?:your|my|his|her|the|of|this|that|their|to)\s$", before):
                continue
            if (
                words
                and reading.says(view, start)
                and not re.match(
                    r"(?:me|my|him|her|it|that|all|home|least|this|the moment|night|most|you|a while)\b", match["org"]
                )
            ):
                past = "worked" in match["v"] or "used to" in text
                reading.add(
                    Category.OCCUPATION,
                    start,
                    view.start + match.start("org") + words.end(),
                    status=FactStatus.PAST if past else FactStatus.CURRENT,
                )


def _english_post(reading: Reading, view: View, match: re.Match[str]) -> None:
    start, end = view.start + match.start("job"), view.start + match.end("job")
    before = view.text[: match.start()]
    if not reading.says(view, start) or reading.is_claimed(start, end) or _NOT_YET_EN.search(before):
        return
    past = bool(re.search(r"worked\b", match.group())) or bool(_RETIRED.search(before))
    reading.add(
        Category.OCCUPATION,
        start,
        end,
        subjects=view.subjects.leading(match.start()),
        status=FactStatus.PAST if past else FactStatus.CURRENT,
    )


def _other(reading: Reading, view: View) -> None:
    for match in _OTHER.finditer(view.text):
        group = next(name for name, value in match.groupdict().items() if value)
        start, end = view.start + match.start(group), view.start + match.end(group)
        if (
            reading.says(view, start)
            and not reading.is_claimed(start, end)
            and view.subjects.at(match.start(group)) != (NOBODY,)
        ):
            if group == "a" and match["a"] == "单身" and not view.subjects.names_somebody and not reading.clinical:
                continue
            attribute = "marital status" if group in ("a", "d") else "family" if group in ("b", "e") else "pets"
            if group == "a" and view.han:
                attribute = "婚姻"
            elif view.han and group in ("b", "c"):
                attribute = "家庭" if group == "b" else "宠物"
            reading.add(Category.OTHER, start, end, attribute=attribute)
