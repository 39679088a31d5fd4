"""What somebody works or worked as, and where."""

from __future__ import annotations

import re

from desktop_app.domain.extraction.lexicon import alternation
from desktop_app.domain.extraction.lexicons import people
from desktop_app.domain.extraction.lexicons.places import CITIES_ZH
from desktop_app.domain.extraction.reading import Reading, View
from desktop_app.domain.memory import Category, FactStatus
from desktop_app.domain.patterns import Pattern

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
# 李师傅说, 老师建议: who does something is named, not what somebody is.
_DOES_SOMETHING_ZH = Pattern(
    r"^(?:说|给|让|建议|开|叫|告诉|认为|怀疑|问|帮|你好|您好|的(?!$)|都|好|要|看|们|今|把|认|嘱|跟|推荐|$(?<=医生)(?=x))"
)
_OF_RETIRING_ZH = Pattern(r"(?:之?前|后|金|工资|手续|年龄|了$)")
_PLAIN_JOB_ZH = Pattern(
    rf"[,、\s(]*(?:{_JOB_ZH}|(?:退休|中学|小学|高中|大学|公司|工厂|建筑|银行)[\u4e00-\u9fff]{{1,8}})"
)
# Alone they are whom somebody speaks of.
_NAMES_OTHERS_ZH = frozenset("医生 老师 护士 学生 老板 教授 客服 失业 主任 运营 翻译 策划 记者 人事 物流 采购".split())
_NOT_ONES_OWN_ZH = Pattern(
    r"(?:不|你|您|如果|想|梦想|希望|想要|像|找|请|问|看|去|不再|去了|见|打算)(?:是|当|做)?(?:个|一个|一名)?$"
)
_DESCRIBED_EN = Pattern(
    r"(?:\d+[ -]year[ -]old |\d+yo |healthy |single |married |divorced |male |female |busy |proud |very |really |"
    r"full-time )+"
)
_NOT_ONES_OWN_EN = Pattern(
    r"\b(?:not|n't|want to be|want to become|like|if i were|wish|hope to be|see|dream of being|dream is to be)\b"
    r"[^,]{0,8}$"
)
_OF_ANOTHER_EN = Pattern(r"\b(?:your|my|his|her|the|of|this|that|their|to)\s$")
_NO_EMPLOYER_EN = Pattern(r"(?:me|my|him|her|it|that|all|home|least|this|the moment|night|most|you|a while)\b")


def read_occupation(reading: Reading, view: View) -> None:
    """Find what somebody works as in a clause, and where he works if it tells no more."""
    _worked_zh(reading, view)
    for pattern in (_OCCUPATION_ZH, _OCCUPATION_GENERIC_ZH, _POST_ZH, _RUNS_ZH):
        for match in pattern.finditer(view.text):
            _job_zh(reading, view, match, pattern)
    if not _has_job(reading, view):
        _workplace_zh(reading, view)
    _business_en(reading, view)
    for match in _OCCUPATION_EN.finditer(view.text):
        _job_en(reading, view, match)
    if not _has_job(reading, view):
        for match in _POST_EN.finditer(view.text):
            _post_en(reading, view, match)
    if not _has_job(reading, view):
        _employer_en(reading, view)


def _has_job(reading: Reading, view: View) -> bool:
    return reading.has(Category.OCCUPATION, view.start, view.clause.end)


def _status(*, past: bool) -> FactStatus:
    return FactStatus.PAST if past else FactStatus.CURRENT


# --- in Chinese


def _worked_zh(reading: Reading, view: View) -> None:
    for match in _WORKED_ZH.finditer(view.text):
        start, end = view.place(match, "org")
        if reading.is_open(view, start, end):
            leading = view.subjects.leading(match.start())
            reading.add(Category.OCCUPATION, start, end, subjects=leading, status=FactStatus.PAST)


def _job_zh(reading: Reading, view: View, match: re.Match[str], pattern: Pattern) -> None:
    start, end = view.place(match, "job")
    if not reading.is_open(view, start, end):
        return
    before, after = view.text[: match.start("job")], view.text[match.end("job") :]
    if match["job"].startswith("退休") and _OF_RETIRING_ZH.match(after):
        return
    if _DOES_SOMETHING_ZH.match(after) and not re.match(r"^(?:的$)", after):
        return
    if pattern is _OCCUPATION_ZH and not _is_own_job_zh(reading, view, match):
        return
    runs = pattern is _RUNS_ZH
    city = _IN_CITY_ZH.search(before) if runs else None
    reading.add(
        Category.OCCUPATION,
        view.start + city.start() if city else start,
        end,
        subjects=view.subjects.at(match.start("job")) if runs else view.subjects.leading(match.start()),
        status=_status(past=bool(_RETIRED.search(before)) and not re.search(r"现在|目前", before)),
    )


def _is_own_job_zh(reading: Reading, view: View, match: re.Match[str]) -> bool:
    """Whether a word of a job tells what somebody is, rather than whom he sees or wants to be."""
    if not match["link"].strip(" ,、("):
        if match["job"] in _NAMES_OTHERS_ZH or not _PLAIN_JOB_ZH.fullmatch(view.text[match.start() :].strip()):
            return False
        if not (
            reading.clinical or any(map(reading.has, (Category.NAME, Category.AGE, Category.SEX, Category.RESIDENCE)))
        ):
            return False
    if _NOT_ONES_OWN_ZH.search(view.text[: match.start("job")]):
        return False
    return not (match["job"].startswith(("主任", "前台")) and view.text[match.end("job") :])


def _workplace_zh(reading: Reading, view: View) -> None:
    for match in _WORKPLACE_ZH.finditer(view.text):
        start = view.start + match.start("v")
        if (
            reading.says(view, start)
            and not re.search(r"想|打算|希望|以前|曾|正在|刚才|昨天|今天", view.text[: match.start()])
            and not re.match(r"家|这|哪|外面|一起|那|上面|单位$", match["org"])
        ):
            leading = view.subjects.leading(match.start())
            reading.add(Category.OCCUPATION, start, view.start + match.end("v"), subjects=leading)


# --- in English


def _business_en(reading: Reading, view: View) -> None:
    for match in _RUNS_EN.finditer(view.text):
        start, end = view.place(match, "job")
        before = view.text[: match.start()]
        if (
            reading.says(view, start)
            and view.subjects.at(match.start())
            and not re.search(r"\b(?:want|hope|would|like|plan|going|dream)\b", before)
        ):
            over = match["job"].startswith(("ran", "owned", "managed", "drove", "taught"))
            reading.add(Category.OCCUPATION, start, end, status=_status(past=over or bool(_RETIRED.search(before))))


def _job_en(reading: Reading, view: View, match: re.Match[str]) -> None:
    start, end = view.place(match, "job")
    described = _DESCRIBED_EN.match(match["job"])
    start += described.end() if described else 0
    if not reading.is_open(view, start, end) or not _is_own_job_en(reading, view, match):
        return
    if match["job"] == "pm" and not reading.text[start:end].isupper():
        return
    before = view.text[: match.start("job")]
    named = view.subjects.names_somebody
    reading.add(
        Category.OCCUPATION,
        start,
        end,
        subjects=view.subjects.at(match.start("job")) if named else view.subjects.leading(match.start()),
        status=_status(past=bool(_RETIRED.search(before)) and not re.search(r"\bnow\b", before)),
    )


def _is_own_job_en(reading: Reading, view: View, match: re.Match[str]) -> bool:
    """Whether a word of a job tells what somebody is, rather than whom he sees or wants to be."""
    if _JOB_STOP_EN & set(match["job"].split()[:-1]):
        return False
    link = match["link"]
    if not link and not (reading.clinical and re.fullmatch(r"[\s.]*(?:\([^)]*\))?", view.text[match.end("job") :])):
        return False
    if (link.startswith(",") or link in ("a ", "an ")) and not (
        reading.has(Category.NAME) or reading.has(Category.AGE)
    ):
        return False
    return _NOT_ONES_OWN_EN.search(view.text[: match.start("job")]) is None


def _employer_en(reading: Reading, view: View) -> None:
    for match in _EMPLOYER_EN.finditer(view.text):
        start = view.start + match.start("v")
        name = re.match(r"(?:an? |the )?(?:[\w'&-]+\s?){1,3}", match["org"])
        if name is None or _OF_ANOTHER_EN.search(view.text[: match.start("v")]):
            continue
        if reading.says(view, start) and not _NO_EMPLOYER_EN.match(match["org"]):
            end = view.start + match.start("org") + name.end()
            past = "worked" in match["v"] or "used to" in view.text
            reading.add(Category.OCCUPATION, start, end, status=_status(past=past))


def _post_en(reading: Reading, view: View, match: re.Match[str]) -> None:
    start, end = view.place(match, "job")
    before = view.text[: match.start()]
    if not reading.is_open(view, start, end) or _NOT_YET_EN.search(before):
        return
    past = bool(re.search(r"worked\b", match.group())) or bool(_RETIRED.search(before))
    reading.add(
        Category.OCCUPATION,
        start,
        end,
        subjects=view.subjects.leading(match.start()),
        status=FactStatus.PAST if past else FactStatus.CURRENT,
    )
