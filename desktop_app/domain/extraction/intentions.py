"""Plans (booked, dated, with a deadline) and goals (undated wishes)."""

from __future__ import annotations

import re
from datetime import date

from desktop_app.domain.dates import DateMention, Toward
from desktop_app.domain.extraction.holidays import HOLIDAY_EN, HOLIDAY_ZH, next_holiday
from desktop_app.domain.extraction.reading import Reading, View
from desktop_app.domain.memory import Category
from desktop_app.domain.patterns import Pattern

_TIME_ZH = (
    r"(?:[这本下]{1,2}个?(?:周|星期|礼拜)[一二三四五六日天末]|过(?:两|几|些)天|过段时间|过阵子|明日|今日|次日|今天|"
    r"今晚|明天|明早|明晚|后天|大后天|"
    r"昨天|这周|本周|下周|下下周|下星期|下礼拜|下个?月|"
    r"本月|这个月|今年|明年|后年|年底|年初|月底|月初|周末|这周末|下周末|周[一二三四五六日天]|"
    rf"星期[一二三四五六日天]|礼拜[一二三四五六日天]|{HOLIDAY_ZH}|"
    r"[一二三四五六日天](?=上午|下午|早上|晚上)|(?:早上|上午|中午|下午|晚上|傍晚|凌晨)|"
    r"(?:\d{4}年)?\d{1,2}月(?:\d{1,2}[日号])?(?:底|初|中旬|份)?|\d{1,2}[日号]|"
    r"[一二三四五六七八九十]{1,3}[月号日点]|\d{1,2}[:点时](?:\d{2}|半|一刻)?分?|"
    r"[一二两三四五六七八九十\d半]+(?:个)?(?:天|周|月|星期|年|小时)(?:之?内|以?后|之后)|之前|以前|前|后|"
    r"左右|号|的)"
)
_FUTURE_ZH = Pattern(
    r"过(?:两|几|些)天|过段时间|过阵子|明日|次日|今晚|明天|明早|明晚|后天|下周|下下周|下星期|"
    r"下礼拜|下个?月|明年|后年|年底|月底|周末|"
    r"(?<![每上])周[一二三四五六日天]|(?<![每上])星期[一二三四五六日天]|"
    rf"(?<!每)礼拜[一二三四五六日天]|{HOLIDAY_ZH}|"
    r"\d{1,2}月(?:\d{1,2}[日号]|底|初|中旬|份)?|\d{1,2}[日号](?!线|楼|院)|"
    r"[一二两三四五六七八九十\d半]+(?:个)?(?:天|周|月|星期|年)(?:之?内|以?后|之后)|"
    r"[一二三四五六七八九十]+月[一二三四五六七八九十底初]|这周|本周|这个月|本月|今天下午|今天晚上|今年(?:内|"
    r"年底|底|[春夏秋冬])"
)
_BOOKED_ZH = Pattern(r"预约了?|约了|约好了?|挂了|订了|预定了?|定了|买了|报了|报名了?|安排了?|排了")
_INTEND_ZH = Pattern(
    r"要(?!求|是|不|么|害)|去|得(?!了|过)|需要?|会(?!议)|打算|准备|计划|拟|预计|定在|定于|安排|"
    r"约|有(?:个|一个|场|一场)?|必须|务必|应|须|决定|该|将|复查|复诊|随访|手术|出发|飞|回|搬|考|参加|让(?=下|明|后|"
    r"过|周|再)|"
    r"上线|交付|截止|到期|做|让我|叫我|嘱|出院|入院|住院|开始|交|完成|结婚|办|面试|出差|体检|值班|上(?=小学|"
    r"初中|高中|大学|幼儿园)"
)
_PAST_TALK_ZH = Pattern(r"了(?=$|[^解])|过(?!年|来|去|敏)|上周|上个月|去年|昨天|前天|之前|以前|那天|当时|每|一直|刚")
# What is liked or done again and again is no appointment, unless a day is named that comes once.
_HABITUAL_ZH = Pattern(
    r"喜欢|爱(?=去|吃|看|玩|睡|跑|打|逛|做|喝|听)|经常|常常|时常|通常|一般|平时|平常|总是|总(?=去|会|要|爱)|习惯|往往|偶尔|有时|"
    r"都会|都(?=去|要|在)|每|天天|老是"
)
_ONCE_ZH = Pattern(
    r"明[天早晚日年]|后天|下下?个?(?:周|星期|礼拜|月)|[这本]个?(?:周|星期|礼拜|月)|\d{1,2}[日号]|[月日]\d|预约|约了|约好|挂了|订了|报了名"
)
_WHAT_IS_BOOKED_ZH = Pattern(r"号|门诊|手术|检查|体检|复查|复诊|ct|核磁|胃镜|肠镜|票|医生|专家|牙|考试|课")
_SOME_TIME_ZH = Pattern(rf"过(?:两|几|些)天|过段|过阵|周末|{HOLIDAY_ZH}|今晚|年底|月底|[天周月年](?:之?内|以?后)|前")
_STILL_TO_COME_ZH = Pattern(
    r"[一二两三四五六七八九十\d]+(?:个)?(?:天|周|月|年)以?后|明|下周|下个?月|要|打算|准备|计划|必须"
)
_COMPLAINT_ZH = Pattern(r"(?:疼|痛|咳|烧|吐|吃了|药|出生|得了|确诊|查出|发现|开始(?!上班|放疗|化疗|治疗|新))")
_TO_BE_DONE_ZH = Pattern(r"要|去|约|打算|准备|计划|复查|拟|安排")
_CALLED_OFF_ZH = Pattern(r"不(?:去|用|需要|想)|没(?:有)?(?:约|安排|计划)|取消")
_BY_THEN_ZH = Pattern(
    r"(?:之?前|以前|截止|内)(?:必须|要|得|需要?|应|务必|完成|交|提交|上线|交付|把|[^\u4e00-\u9fff]|$|到|还|付|搞定|结束|"
    r"发|给)"
)
_SET_FOR_ZH = Pattern(r"(?:定在|定于|安排在|约在|订在|改到|排在|是|在|于|有|的|预约|约|就|会|将|要|到)+$")
_NOTHING_PLANNED_ZH = Pattern(r"(?:的?(?:票|号)|前|后|左右|上午|下午|吧)+")
_REASON_ZH = Pattern(r"(?:,|因为|所以|吧$|了$|呢$|啊$)")
_PARTICLES_ZH = Pattern(r"(?:了|吧|呢|啊|的)+$")
_GOING_ZH = Pattern(r"[去来](?=做|复查|查|看|拿|取|办|检查|拔|打|体检|抽|验|拍|复诊|开药|参加)")
_CLOCK_ZH = Pattern(
    r"(?:早上|早晨|上午|中午|下午|晚上|傍晚|凌晨|夜里|今晚|明早|明晚)?(?:(?:\d{1,2}|[一二两三四五六七八九十]{1,3})点"
    r"(?:半|[一三]刻|钟|整|过?\d{1,2}分?|[零一二三四五]?十?[一二三四五六七八九]?分)?|(?<!\d)\d{1,2}:\d{2})"
)
_CLOCK_EN = Pattern(
    r"\s?(?:,\s?)?(?:on |next |this |tomorrow|monday|tuesday|wednesday|thursday|friday|saturday|sunday|"
    r"[a-z]+ \d{1,2}(?:st|nd|rd|th)?|\s)*(?:at |from |,)\s?"
    r"(?:\d{1,2}(?:[:.]\d{2})?\s?(?:am|pm|a\.m\.|p\.m\.|o'clock)|\d{1,2}:\d{2}|noon|midnight)"
)
_HOUR_EN = Pattern(r"\b(?:at )?(?:\d{1,2}(?:[:.]\d{2})?\s?(?:am|pm|o'clock)\b|\d{1,2}:\d{2})")
_HABITUAL_EN = Pattern(
    r"\b(?:(?<!'d )(?<!would )(?:like|love|enjoy)|often|always|normally|typically|generally|sometimes|tend|usual|"
    r"occasionally)\b"
)
_WEATHER_ZH = Pattern(
    r"天气|下雨|下雪|放假吗|见[吧啊!]?$|^(?:明天|下次|改天|周末|回头)见|再(?:来|聊|说|问)|愉快|快乐|"
    r"气温|降温|晴|吗$"
)
_DEADLINE_ZH = Pattern(
    r"(?:(?:合同|租约|协议|保险|签证|护照)[^,。]{0,4}(?:签到|到|至)|有效期(?:到|至)|到期日?|截止(?:日期|"
    r"时间)?|最后期限|期限|交付(?:日期|时间)?|到期(?:日|时间)?|deadline|ddl)\s?(?:是|为|在|:|定在|"
    r"定于)?(?P<when>[^,。;!?\n]{2,20})"
)
_LEAD_ZH = Pattern(
    rf"^(?:{_TIME_ZH}|请|记住|记得|记一下|别忘了|提醒我|我们?|他们?|她们?|咱们?|患者|病人|医生|大夫|让|叫|嘱咐?|"
    rf"建议|安排|"
    rf"我妈|我爸|妈妈|爸爸|打算|准备|计划|已经|已|就|还|都|也|要|得|需要|需|会|将|拟|于|在|到|我|再|"
    rf"又|可能|应该|必须|务必|一定|决定|有个|有一个|有一场|有场|有|是|预约了?|约了|约好了?|挂了|订了|"
    rf"定了|预定了?|报名了?|安排了?|排了|带|陪|跟|和|这个|那个|项目|预计|[\s,、:的之内于])*"
)
_GOAL_ZH = Pattern(
    r"(?P<verb>(?<![不没思梦猜设料试感理思幻着])想(?:要|在|把|让|尽快|早点|能|努力|再|继续|今年|慢慢|"
    r"重新)*|希望(?:自己|能够|能|可以|我|我能|尽快|早日|以后|他|她|孩子|在|把)*|打算(?:以后|开始|慢慢|在|把)*|"
    r"计划(?:在|把|开始)*|目标(?:就是|是|为)(?:要|把|在)*|争取(?:能够|能|在|把)*|梦想(?:就是|是|"
    r"着)?(?:能|要)*|决定(?:要|开始|从今天起)*|准备(?:开始)?(?=去|做|买|考|学|开始|把|参加|换|搬|"
    r"报|结|生|要|装|创|出|申|减|戒|写|开)|力争|立志|愿望(?:就是|"
    r"是)?)(?P<what>[^,。;!?\n]{2,30})"
)
_NOT_WISH_ZH = Pattern(
    r"^(?:吐|睡|起|到|不|法|来想去|说|哭|死|象|像|必|念|了|着|开(?:$|点|了)|多了|太多|一想|吃|喝|"
    r"上厕所|静静|歇|买点|笑)"
)
# 帮我想一句问候语, 请你准备一份菜单: somebody else is to do it.
_ASKED_OF_ANOTHER_ZH = Pattern(
    r"(?:(?:帮|替|给|为)(?:我们?|他们?|她们?|忙|一下)|(?:请|麻烦|劳驾|拜托)(?:你|您)?(?:们)?|(?<!和)(?<!跟)(?<!陪)(?:你|您)(?:来|能|可以)?)"
    r"(?:再|先|好好|快|也|一起|重新|仔细)?$"
)
# 想个名字, 想一句话: what is thought up is no wish; 想一个人去 is one.
_THOUGHT_UP_ZH = Pattern(
    r"一?[下想]|(?:出)?(?:[一两三几]?(?:句|首|段|篇|条|道|副|则)|[一两三几](?:个|种|些)(?!人|月|星期|礼拜|小时|学期)|个(?!人|月))"
)
_NOT_GOAL_ZH = Pattern(
    r"^(?:试试|和你|向你|向您|跟您|分享|来和|来跟|来问|它|这|那|看哪|"
    r"[\u4e00-\u9fff]{1,4}的(?:地方|事情?|项目|东西|人|书|电影|那种|样子|时候|目标|话)|问|"
    r"请问|知道|咨询|请教|了解|看看|听听|请你|请您|问问|确认|查(?:一?下|询)|让你|要你|你|"
    r"您|要问|跟你|和你|聊|打听|找你|给你|要吃什么|什么|得到回复|医生|大夫|尽快回复|怎么|没|当然|上厕所|"
    r"喝水|吃饭|没事|别|她|他(?!能)|也|的是|回复|明白|把(?:这|下面))|没事|不要紧|回复|回答|解答|"
    r"早点睡|帮(?:我|忙)"
)

_FUTURE_EN = Pattern(
    rf"\b(?:{HOLIDAY_EN}|tomorrow|tonight|next (?:week|month|year|\w+day|spring|summer|fall|autumn|winter)|"
    r"this (?:weekend|\w+day|afternoon|evening|coming \w+)|on (?:\w+ )?(?:monday|tuesday|wednesday|"
    r"thursday|friday|saturday|sunday)|(?:on|by|before|until|at|for|in|"
    r"from) (?:the )?(?:\d{1,2}(?:st|nd|rd|th)?(?: of)? )?(?:january|february|march|april|may|june|"
    r"july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|"
    r"dec)\b\.?(?: \d{1,2}(?:st|nd|rd|th)?)?(?:,? \d{4})?|in (?:\d+|a|an|one|two|three|four|five|six|"
    r"a few|a couple of) (?:days?|weeks?|wks?|months?|mos?|years?|yrs?)(?! ago)|in (?:\d+|two|three) weeks' time|"
    r"the day after tomorrow|(?:on|by|before) the \d{1,2}(?:st|nd|rd|th)|(?:on|by|before|"
    r"due) \d{1,2}/\d{1,2}(?:/\d{2,4})?|(?:on|by|due) \d{4}-\d{2}-\d{2}|by (?:the end of|end of|"
    r"christmas|easter|monday|tuesday|wednesday|thursday|friday|saturday|sunday|eod|eow|next|"
    r"q[1-4])(?: (?:the )?(?:week|month|year|day|\w+))?|at the end of (?:the )?(?:month|year|week)|"
    r"(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)(?: (?:morning|afternoon|evening|"
    r"at))?|(?:january|february|march|april|june|july|august|september|october|november|"
    r"december) \d{1,2}(?:st|nd|rd|th)?)\b"
)
_HOLIDAY_EN = Pattern(HOLIDAY_EN)
_INTEND_EN = Pattern(
    r"\b(?:have|has|having|'ve got|got|am|i'm|is|are|will|i'll|'ll|going to|must|needs?|"
    r"has to|have to|scheduled|booked|due|ends?|runs out|opens|closes|arriv\w*|plan(?:s|ning)?|"
    r"flying|fly|seeing|see|meeting|starting|start|leaving|leave|moving|appointment|surgery|"
    r"follow-up|deadline|finish|deliver|submit|launch|return|returning|travel(?:l?ing)?|getting|"
    r"expires?|set for|to be|supposed to|shall|f/u|rtc|check-up|takes place|begins|starts|wants?|"
    r"arranged|exam|meet|repeat|recheck|refer(?:ral|red)?|plan|schedule|order)\b"
)
_PAST_EN = Pattern(
    r"\b(?:was|were|had|went|did|saw|last|ago|yesterday|since|started|began|stopped|diagnosed|died|took|"
    r"got back|came|used to|met|been)\b"
)
_SMALL_EN = Pattern(
    r"\b(?:alibis?|see you|talk to you|have a (?:nice|good|great)|weather|rain|snow|sunny|happy|looking forward|"
    r"birthday|anniversary|my period)\b"
)
_VERB_PHRASE_EN = Pattern(
    r"\b(?:(?:i|we|he|she|they|it|\w+) )?(?:(?:have|has|'ve got|have got|got|'ve|has got) (?:an? |"
    r"my |our |another |the )?(?P<event>[a-z][^,.;!?\n]{2,60})|(?:am|'m|is|are|'s|'re) (?:having|"
    r"getting|seeing|flying|starting|going (?:to|for|in for)|leaving|moving|meeting|traveling|"
    r"travelling|returning|due|scheduled|booked|supposed to|set to|"
    r"to)\b ?(?P<doing>[^,.;!?\n]{0,60})|(?:must|will|'ll|need to|needs to|has to|have to|shall|"
    r"going to|planning to|plan to|plans to|wants? me (?:to|back)|should) (?P<task>[^,.;!?\n]{2,60}))"
)
_GOAL_EN = Pattern(
    r"\b(?:(?:i|we|he|she)(?:(?:'d| would)(?: really| also| so)? (?:like|love) to|(?: really| also|"
    r"'m| am|'re| are|'ve been| still| just|"
    r" always|'ve always| have always|\s)*\s(?:wants? to|(?<=always )wanted to|hope to|hoping to|"
    r"wish to|plan(?:s|ning)? to|"
    r"aim(?:ing)? to|trying to|try to|working on|intend to|working towards?|determined to|dream of|"
    r"dreams? of|planning on|hope (?:i|that i) can|hopes to|tries to|looking to))|(?:my|his|her|"
    r"our) (?:long-term |main |big |ultimate |personal |health |first )?(?:goal|dream|aim|target|"
    r"resolution|objective|ambition|plan)(?: for (?:this|next) year|"
    r" this year)? is (?:to )?)\s?(?P<what>[^,.;!?\n]{3,60})"
)
_NOT_GOAL_EN = Pattern(
    r"^(?:know|ask|understand|see if|see what|see how|make sure|check|thank|tell|talk|discuss|say|"
    r"hear|find out|figure out|get (?:some|your|an|a second) (?:advice|info|opinion|answer)|clarify|"
    r"confirm|share|mention|add|point out|be (?:sure|clear|honest|called)|sleep$|cry|vomit|throw up|"
    r"die|scream|believe|think|remember|follow up|learn more about|speak|book|schedule|have you|you|"
    r"report|correct)\b"
)


def extract_intentions(reading: Reading) -> None:
    """Find plans, then goals, and claim their words."""
    for view in reading.views:
        if view.clause.hypothetical or view.clause.asks_from <= view.start:
            continue
        if not (_deadline(reading, view) or _plan_zh(reading, view) or _plan_en(reading, view)):
            _goals(reading, view)


def _future(reading: Reading, view: View) -> DateMention | None:
    for mention in reading.dates(view, Toward.FUTURE):
        if mention.last >= reading.said_on:
            return mention
    return next_holiday(view.text, reading.said_on)


def _span(day: DateMention | None, *, deadline: bool) -> tuple[str, str]:
    """``valid_from`` and ``valid_to`` of a plan: its day, or the last day of its deadline."""
    if day is None:
        return "", ""
    first: date = day.first
    last: date = day.last
    return ("", last.isoformat()) if deadline else (first.isoformat(), last.isoformat())


def _add(
    reading: Reading,
    view: View,
    category: Category,
    start: int,
    end: int,
    day: DateMention | None,
    *,
    deadline: bool = False,
    negated: bool = False,
    name: str = "",
) -> None:
    """Keep a plan or goal; ``name``: what it is without its hour, "" for its whole value."""
    valid_from, valid_to = _span(day, deadline=deadline)
    value = reading.norm[start:end].strip()
    reading.add(
        category,
        start,
        end,
        subjects=view.subjects.leading(start - view.start),
        attribute=name or value,
        negated=negated,
        valid_from=valid_from,
        valid_to=valid_to,
    )


def _deadline(reading: Reading, view: View) -> bool:
    match = _DEADLINE_ZH.search(view.text)
    if match and _future(reading, view):
        _add(
            reading,
            view,
            Category.PLAN,
            view.start + match.start("when"),
            view.start + match.end("when"),
            _future(reading, view),
            deadline=True,
        )
        return True
    return False


def _plan_zh(reading: Reading, view: View) -> bool:
    """Keep what a Chinese clause plans: booked, or meant for a day to come. Returns whether it plans anything."""
    text = view.text
    booked = _BOOKED_ZH.search(text)
    dated = _FUTURE_ZH.search(text) or _FUTURE_EN.search(text)
    if not view.han or not (dated or booked) or _WEATHER_ZH.search(text):
        return False
    if not booked and not (dated and _INTEND_ZH.search(text)):
        return False
    if booked and not dated and not _WHAT_IS_BOOKED_ZH.search(text[booked.end() :]):
        return False
    day = _future(reading, view)
    if not booked and not _is_to_come_zh(view, day):
        return False
    if (_COMPLAINT_ZH.search(text) and not _TO_BE_DONE_ZH.search(text)) or _CALLED_OFF_ZH.search(text):
        return False
    span = _planned_zh(view, dated)
    if span is None or reading.is_claimed(view.start + span[0], view.start + span[1]):
        return False
    start, end = span
    # The hour is part of what is planned; the day is its date.
    clock = next((one for one in _CLOCK_ZH.finditer(text, 0, end) if one.start() <= start), None)
    name = text[max(start, clock.end() if clock else 0) : end].strip()
    start = min(start, clock.start()) if clock else start
    deadline = _BY_THEN_ZH.search(text) is not None
    _add(reading, view, Category.PLAN, view.start + start, view.start + end, day, deadline=deadline, name=name)
    reading.claim(view.start, view.start + end)
    return True


def _is_to_come_zh(view: View, day: DateMention | None) -> bool:
    """Whether a clause that books nothing speaks of one time to come, neither of the past nor of a habit."""
    text = view.text
    if day is None and not _SOME_TIME_ZH.search(text):
        return False
    if _PAST_TALK_ZH.search(text[: view.clause.asks_from - view.start]) and not _STILL_TO_COME_ZH.search(text):
        return False
    return not (_HABITUAL_ZH.search(text) and not _ONCE_ZH.search(text))


def _planned_zh(view: View, dated: re.Match[str] | None) -> tuple[int, int] | None:
    """The words of a clause that say what is planned, without its date; None where there are none."""
    text = view.text
    lead = _LEAD_ZH.match(text)
    start = lead.end() if lead else 0
    end = min(len(text), view.clause.asks_from - view.start)
    if dated and dated.start() >= start:
        # The date may stand in the middle: 项目9月底前必须上线, 手术定在12月5日.
        head = _SET_FOR_ZH.sub("", text[start : dated.start()])
        behind = _behind_date_zh(text, dated)
        rest = text[behind:end].strip(" ,的了")
        if len(rest) >= 2 and not _NOTHING_PLANNED_ZH.fullmatch(rest):
            start = behind
        elif len(head) >= 2:
            end = start + len(head)
        else:
            return None
    for trailing in (_REASON_ZH, _PARTICLES_ZH):
        found = trailing.search(text[start:end])
        end = start + found.start() if found else end
    going = _GOING_ZH.match(text[start:end])
    start += going.end() if going else 0
    return (start, end) if end - start >= 2 else None


def _behind_date_zh(text: str, dated: re.Match[str]) -> int:
    """Where the words behind a date begin, and behind those that only lead on."""
    after = _LEAD_ZH.match(text, dated.start()) or dated
    again = _LEAD_ZH.match(text, after.end())
    return again.end() if again else after.end()


def _plan_en(reading: Reading, view: View) -> bool:
    text = view.text
    dated = _FUTURE_EN.search(text)
    if not dated or not _INTEND_EN.search(text) or _SMALL_EN.search(text):
        return False
    day = _future(reading, view)
    if day is None and "end of" not in dated.group() and not _HOLIDAY_EN.match(dated.group()):
        return False
    if _PAST_EN.search(text[: dated.start()]) and not re.search(
        r"\b(?:will|going to|scheduled|booked|due|must|appointment|have to|need to)\b", text
    ):
        return False
    if (
        re.search(r"\b(?:every|each|usually|since)\b", text)
        or _HABITUAL_EN.search(text[: dated.start()])
        or re.search(r"\bsince\b", text)
    ):
        return False
    deadline = bool(
        re.search(r"\b(?:by|before|until|due|no later than|deadline)\b", text[max(0, dated.start() - 12) : dated.end()])
    )
    start, end = _english_span(view, dated.start(), dated.end(), deadline)
    if end - start < 3 or reading.is_claimed(view.start + start, view.start + end):
        return False
    name = reading.norm[view.start + start : view.start + end].strip()
    clock = _CLOCK_EN.match(text, end)
    end = clock.end() if clock else end
    hour = None if clock else next(_HOUR_EN.finditer(text, 0, start), None)
    start = hour.start() if hour else start
    _add(reading, view, Category.PLAN, view.start + start, view.start + end, day, deadline=deadline, name=name)
    reading.claim(view.start + start, view.start + max(end, dated.end()))
    return True


def _english_span(view: View, date_start: int, date_end: int, deadline: bool) -> tuple[int, int]:
    """What is to be done, without its date unless it is a deadline."""
    text = view.text
    phrase = _VERB_PHRASE_EN.search(text)
    head_end = date_start
    while head_end > 0 and text[head_end - 1] in " ,":
        head_end -= 1
    if phrase:
        group = next((name for name in ("event", "doing", "task") if phrase[name]), "")
        start = phrase.start(group) if group else phrase.start()
        if start < date_start:
            words = re.match(r"(?:be |to |for |in for |a |an |the )+", text[start:date_start])
            begin = start + (words.end() if words else 0)
            if head_end - begin >= 3:
                return begin, date_end if deadline else head_end
            if group == "doing":
                # "is due on 15 August", "is on Friday": what it is stands before the verb.
                noun = re.sub(r"^(?:and |but |also |my |our |the |his |her |an? )+", "", text[: phrase.start()])
                if len(noun) >= 3:
                    return phrase.start() - len(noun), date_end if deadline else phrase.start()
                return phrase.start(), date_end
        elif start >= date_end:
            return start, phrase.end(group) if group else phrase.end()
    before = re.match(
        r"(?:plan ?:? ?|please |(?:do )?(?:note|remember|be aware|keep in mind)(?: that)? |"
        r"and |but |also |so |my |our |the |his |her |i |we |an? |is |am |'m )*",
        text,
    )
    begin = before.end() if before else 0
    if head_end - begin >= 3:
        stop = re.search(
            r"\s(?:is|are|was|on|at|due|scheduled|booked|set|for)(?:\s(?:due|scheduled|booked|set|for|"
            r"on))*$",
            text[begin:head_end],
        )
        if stop and stop.start() >= 3 and not deadline:
            return begin, begin + stop.start()
        return begin, date_end if deadline else head_end
    rest = text[date_end:].lstrip(" ,")
    lead = re.match(r"(?:i |we |he |she |'m |i'm |i'll |am |have |will |to |an? |my |the |is |are )*", rest)
    begin = len(text) - len(rest) + (lead.end() if lead else 0)
    return begin, len(text)


def _goals(reading: Reading, view: View) -> None:
    for match in _GOAL_ZH.finditer(view.text):
        start, end = view.place(match, "what")
        if not reading.says(view, start) or _NOT_GOAL_ZH.search(match["what"]) or re.search(r"你|您", match["verb"]):
            continue
        if _ASKED_OF_ANOTHER_ZH.search(view.text, 0, match.start()):
            continue
        if (
            match["verb"].startswith("想")
            and re.search(r"(?:就|只|很|总|老|好|不|别|多|也)$", view.text[: match.start()])
            and re.search(r"^(?:睡|吐|哭|死|吃|喝|笑|咳|打|骂|躺|上厕所|一个人|静)", match["what"])
        ):
            continue
        if match["verb"] == "想" and (_NOT_WISH_ZH.match(match["what"]) or _THOUGHT_UP_ZH.match(match["what"])):
            continue
        end = _trim_goal(reading, start, end)
        if end - start < 2 or reading.is_claimed(start, end):
            continue
        day = _future(reading, view)
        dated = day is not None and bool(_FUTURE_ZH.search(view.text))
        if dated and re.match(r"(?:在)?[^\u4e00-\u9fff]*" + _TIME_ZH, match["what"]):
            lead = _LEAD_ZH.match(match["what"])
            start += lead.end() if lead else 0
        _add(
            reading, view, Category.PLAN if dated else Category.GOAL, start, end, day if dated else None, deadline=dated
        )
        return
    for match in _GOAL_EN.finditer(view.text):
        start, end = view.place(match, "what")
        if not reading.says(view, start) or _NOT_GOAL_EN.match(match["what"]) or reading.is_claimed(start, end):
            continue
        if re.search(
            r"\b(?:don't|doesn't|do not|didn't|not|never)\b", match.group()[: match.start("what") - match.start()]
        ):
            continue
        cut = re.search(r"\s(?:but|because|so|since|if|as)\b", match["what"])
        if cut:
            end = start + cut.start()
        day = _future(reading, view)
        dated = day is not None and bool(_FUTURE_EN.search(view.text))
        _add(
            reading, view, Category.PLAN if dated else Category.GOAL, start, end, day if dated else None, deadline=dated
        )
        return


def _trim_goal(reading: Reading, start: int, end: int) -> int:
    cut = re.search(r"(?:但|不过|可是|因为|所以|,|吧$|了$|呢$|啊$|的$)", reading.norm[start:end])
    return start + cut.start() if cut else end
