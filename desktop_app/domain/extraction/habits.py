"""What somebody does again and again: smoking, drinking, sport, sleep, food."""

from __future__ import annotations

import re

from desktop_app.domain.extraction.reading import Reading, View
from desktop_app.domain.memory import Category, FactStatus
from desktop_app.domain.patterns import Pattern

# These say a habit by themselves.
_STRONG_ZH = (
    r"抽(?:电子)?烟|吸(?:电子)?烟|吃槟榔|嚼槟榔|饮酒|酗酒|喝酒|嗜烟|嗜酒|烟酒|熬夜|吸毒|久坐|赌博|"
    r"吃素|吃斋|素食|烟龄|酒龄|节食|健身(?!房|馆|卡|教练|器|操房|中心)|"
    r"抽(?:了)?[一二三四五六七八九十\d多几]+年(?:多)?(?:的)?烟|"
    r"喝(?:了)?[一二三四五六七八九十\d多几]+年(?:多)?(?:的)?酒|冬泳|裸睡|晚睡|早睡早起|早睡|早起|夜跑|晨跑"
)
# These only with a word of frequency, a denial or a stop.
_WEAK_ZH = (
    r"(?:走路|步行|骑(?:自行车|电动车|单车|车)|开车|坐(?:地铁|公交车?|班车)|乘(?:地铁|公交车?))(?:去)?(?:上下?班|上学)|"
    r"跑步|散步|锻炼(?:身体)?|运动|游泳|瑜伽|打太极拳?|跳广场舞|跳舞|爬山|骑(?:自行车|车|行)|"
    r"打(?:篮球|羽毛球|乒乓球|网球|麻将|游戏|牌|坐)|踢足球|快走|走路|跳绳|撸铁|举铁|冥想|午睡|"
    r"睡午觉|"
    r"喝(?:白酒|红酒|啤酒|黄酒|葡萄酒|点酒|点儿酒|点红酒|点白酒|点啤酒|小酒|茶|浓茶|绿茶|咖啡|"
    r"奶茶|可乐|饮料|碳酸饮料|牛奶|豆浆|热水|温水)|吃(?:夜宵|宵夜|零食|辣|甜食|外卖|早餐|早饭|"
    r"快餐|油炸食品|咸菜)|点外卖|刷手机|玩手机|看手机|刷短视频|泡脚|打呼噜|写日记|"
    r"背(?:[一二三四五六七八九十\d]+个)?单词|练琴|练字|弹(?:钢琴|吉他)|看书|做瑜伽|"
    r"跑(?=[\d一二两三四五六七八九十半]+(?:公里|千米|步|圈|km))|加班|吃早饭|睡觉|起床|遛狗"
)
_HABIT_ZH = Pattern(
    rf"(?P<strong>{_STRONG_ZH})|(?P<weak>(?:{_WEAK_ZH})(?:\d+(?:公里|分钟|小时|步|圈)|"
    rf"[一二两三四五六半]个?(?:公里|小时|杯|圈))?)|(?P<unit>(?:抽|吸)(?:[一二两三四五半\d]+(?:多)?(?:包|"
    rf"支|根))(?:烟)?|喝(?:[一二两三四五半\d]+(?:多)?(?:两|斤|瓶|杯)(?:白酒|啤酒|红酒|咖啡|茶|奶茶|酒|"
    rf"水)?))|(?P<fronted>烟|酒|白酒|啤酒|咖啡|茶|奶茶|可乐)(?=(?:我|他|她)?(?:倒是?|嘛|呢|是|也|就|,)*(?:偶尔|"
    rf"经常|每天|天天|很少|不怎么|从来不|"
    rf"从不|一天|有时候?|常|基本不|几乎不|早就不|不)(?:会|就|也|都|能)?(?:喝|抽|沾|碰))|把(?P<quit2>烟|酒|咖啡|"
    rf"奶茶)(?=(?:给|都|也|全)?戒)|(?P<quit3>烟|酒|咖啡|奶茶|槟榔)(?=(?:我|他|她)?(?:已经?|早就?|早|都|也|全|给|终于|总算|是)*戒(?:掉|了|干净))|戒(?:了)?(?P<quit>烟|酒|糖|"
    rf"咖啡|槟榔)|(?P<noun>吸烟|抽烟|饮酒)(?:史)"
)
# 早上六点半起床: the hour belongs to the habit.
_HOUR_ZH = Pattern(
    r"(?:早上|早晨|清晨|凌晨|上午|中午|下午|傍晚|晚上|夜里|半夜)?[\d一二两三四五六七八九十]{1,3}(?:点(?:半|[一三]刻|[\d一二三四五六七八九十]{1,3}分?)?|:\d{2})"
    r"(?:钟|左右|多|前后|以?前|以?后)?(?:才|就|准时|之前)?$"
)
_FREQUENT_ZH = Pattern(
    r"每|天天|经常|偶尔|平时|习惯|一直|常|从不|从来|总|老|有时|爱|喜欢|一般|长期|几乎|基本|一天|一周|"
    r"周末|坚持|晚上|早上|早晨|睡前|饭后|下班|很少|规律|定期|不怎么|规律|每周|都|上瘾|戒|断|以前|曾|不"
)
_DENY_ZH = Pattern(
    r"(?:从来不|从不|从没有?|从来没有?|不(?!停|断|但|光|仅)|没有?|否认|无|未|滴)(?:怎么|再|太|会|去|爱|"
    r"喜欢|经常|常|吃|抽烟|喝酒|、|抽|吸|喝|熬夜|有)*(?:的)?(?:习惯)?[^,。]{0,1}$"
)
_QUIT_AFTER_ZH = Pattern(
    r"(?:已经?|早就?|都|现在|后来|去年|今年|[一二两三四五六七八九十\d]+(?:年|个月)前|前年|"
    r"上个月)*(?:已?戒|不(?:再)?(?:抽|吸|喝|碰)了|断了|没再)"
)
_DRINK_EVENT_ZH = Pattern(
    r"(?:昨[天晚]|刚才?|刚刚|今[天晚]|前天|上周|那天|昨夜)[^,。]{0,12}$|(?:请|一起|陪|去|想|要|"
    r"能|可以|准备|打算|该|应该|建议|可不可以|戒掉|(?<!很)少|多|别|不能|不要|不可以|不敢|禁止|医生让我|叫我|"
    r"让我)(?:我|去|再)?$"
)
_INTENDED_ZH = Pattern(
    r"(?:(?<!不)想|打算|准备|决定|要|计划|目标|争取|尽量|应该|必须|需要|建议|正在|努力|帮我|如何|怎么)"
    r"(?:把|从|在|今年|开始|坚持)?[^,]{0,6}$"
)
_DURING_ZH = Pattern(r"^(?:的时候|时|后|完|以后|之后)|^(?:了|过)(?=[^,。]{0,3}$)")

_HABIT_EN = Pattern(
    r"\b(?P<quit>(?:quit|stopped|gave up|given up|cut out|giving up)(?: the)? (?P<quit_value>smoking|"
    r"drinking|vaping|alcohol|cigarettes|coffee|caffeine|sugar|soda|weed|cannabis|red meat|meat|"
    r"dairy))"
    r"|\b(?P<user>(?:(?:current|former|ex|ex-|heavy|social|occasional|chain|light|never|non|non-|"
    r"lifelong|active|daily|moderate)[ -]?)?(?:smoker|drinker|vaper|nonsmoker))\b"
    r"|\b(?P<smoke>smoke[sd]?\b(?! (?:detector|alarm|signal))|smoking|vap(?:e|es|ed|ing)|"
    r"chews? tobacco|tobacco(?: use)?|alcohol use|drug use|illicit drugs?|etoh(?: use)?|"
    r"recreational drugs|drink(?:s|ing)? (?:alcohol|heavily|socially|too much|occasionally)|"
    r"binge drink\w*|(?<=never )drinks?(?=$| and\b| at all)|(?<=n't )drink(?=$| and\b| at all|"
    r" anymore))(?P<amount> (?:about |around |roughly )?(?:a|an|one|two|three|half a|"
    r"\d+) (?:packs?|cigarettes|cigars?)(?: (?:a|per) (?:day|week))?)?"
    r"|\b(?P<drink>(?:drink|drinks|drank|drinking|have|has|having|had) (?:(?:about|around|roughly|"
    r"up to|at least|only|just|maybe)\s)?(?:an?|one|two|three|four|five|six|\d+|several|a couple of|"
    r"a few|some|lots of|a lot of|too much|a glass of|no|my)?\s?(?:(?:cups?|glasses|glass|pints?|"
    r"cans?|bottles?|units?|shots?|mugs?) of )?(?:black |green |red |white |strong |diet |"
    r"craft )?(?:coffees?|coffee|tea|wine|beers?|whiske?y|alcohol|vodka|soda|cola|coke|milk|"
    r"energy drinks?|water|sodas|caffeine|drinks))"
    r"|\b(?P<sport>(?:(?:go(?:es)?|going|went)(?: out)?(?: for a| to the)? )?(?:run|runs|ran|running|"
    r"jog|jogs|jogging|swim|swims|swam|swimming|cycle|cycles|cycling|hike|hikes|hiking|walk|walks|"
    r"walked|walking|knits?|knitting|paints?|painting|gardens?|gardening|fish|fishes|fishing|sews?|bakes?|dances?|"
    r"sings?|exercise|exercises|exercising|exercised|work out|works out|working out|workout|"
    r"gym|yoga|pilates|meditate|meditates|meditation|lift weights|lifts weights|bike|bikes|biking|"
    r"play(?:s|ed|ing)? (?:tennis|golf|football|soccer|basketball|badminton|chess|the piano|"
    r"the guitar|video games)|do(?:es)? (?:yoga|pilates|crossfit|tai chi)|tai chi|journal|nap|naps|"
    r"skip breakfast|skips breakfast|snack|snacks|eat fast food|eats fast food|eat meat|eats meat|"
    r"stay up late|stays up late|bite my nails|gamble|gambles|read before bed|walk (?:my|the) dog)\b)"
    r"|\b(?P<diet>vegetarian|vegan|pescatarian|teetotall?er|teetotal|keto(?: diet)?|low-carb diet|"
    r"gluten-free diet|intermittent fasting|night owl|early riser|early bird)\b"
)
# What makes a way a daily one, and the hour somebody rises at.
_DAILY_WAY_EN = Pattern(r" to (?:work|school|the office|college|university|uni)\b")
_RISES_EN = Pattern(
    r"\b(?:i|he|she|we)(?: (?:usually|always|normally|often|generally))? (?P<what>(?:get|gets|wake|wakes) up "
    r"(?:at|around|before|about) (?:(?:half|quarter|\w+) (?:past|to) )?"
    r"(?:\d{1,2}(?:[:.]\d{2})?(?: ?[ap]\.?m\b)?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon)"
    r"(?: o'clock)?(?: in the morning)?)(?! (?:tomorrow|today|yesterday))"
)
_FREQUENT_EN = Pattern(
    r"/(?:day|night|wk|week|d)\b|\b(?:every|each|daily|usually|often|always|never|sometimes|"
    r"occasionally|regularly|rarely|"
    r"seldom|weekly|most|nightly|a day|a week|per day|per week|a month|times|habit|used to|"
    r"in the morning|in the evening|mornings|evenings|weekends|nights|after work|before bed|"
    r"no longer|don't|doesn't|not|tend to|twice|once|on (?:mon|tues|wednes|thurs|fri|satur|sun)days?|"
    r"all day|a lot|hardly|socially|quit|denies|no|at night|like to|love to|enjoy)\b|n't\b"
)
_DENY_EN = Pattern(
    r"\b(?:never|not|no|don't|doesn't|dont|doesnt|denies|denied|do not|does not|non|neither|nor|"
    r"hardly ever|without|didn't)\b[^,;.]{0,26}$|n't [^,;.]{0,20}$"
)
_PAST_EN = Pattern(
    r"\b(?:used to|formerly|previously|no longer|quit|stopped|gave up|given up|former|anymore|any more|"
    r"until|when i was|years ago|in college|cut out)\b|\bex-(?=smoker|drinker|user)"
)
_ACTIVE_EN = Pattern(
    r"(?:^|\b(?:i|he|she|we|they|go|goes|do|does|to|also|still|usually|often|always|never|regularly|sometimes|rarely|"
    r"don't|doesn't|not|and|or|only|mostly|practi[cs]es?|started|stopped|quit|enjoy|daily|every day|"
    r"currently)\s)$|[\u4e00-\u9fff]\s?$"
)
_EVENT_EN = Pattern(
    r"\b(?:yesterday|last night|this morning|tonight|today|tomorrow|just|let's|want to|going to|should|"
    r"can|could|would|might|will|need to|trying to|plan to|please|to)\s?(?:\w+ ){0,2}$"
)


# Every Sunday I call my mum. What befalls somebody every day is none.
_EVERY_EN = Pattern(
    r"^(?:every|each) (?:other )?(?:day|morning|evening|night|week|weekend|month|year|summer|winter|"
    r"\w+day)s? i (?:always |usually )?"
    r"(?P<what>(?!feel|have|had|get|got|wake|take|need|want|see|think|am|was|can|could|would|wish|worry|forget|"
    r"lose|miss|suffer)"
    r"[a-z]{3,12} [a-z' ]{2,36})"
)


def _claims(reading: Reading, view: View) -> bool:
    """Whether an earlier rule has read the clause: a drug, a plan, a complaint."""
    return any(view.start <= one.start < view.clause.end for one in reading.candidates)


def extract_habits(reading: Reading) -> None:
    """Find habits; a habit that was given up stays one, in the past."""
    for view in reading.views:
        for match in _HABIT_ZH.finditer(view.text):
            _chinese(reading, view, match)
        for match in _HABIT_EN.finditer(view.text):
            _english(reading, view, match)
        for match in _RISES_EN.finditer(view.text):
            start, end = view.place(match, "what")
            if reading.is_open(view, start, end) and "tomorrow" not in view.text:
                reading.add(Category.HABIT, start, end, attribute="get up")
        for match in _EVERY_EN.finditer(view.text):
            start, end = view.place(match, "what")
            if reading.is_open(view, start, end) and not _claims(reading, view):
                reading.add(Category.HABIT, start, end, attribute=match["what"])


def _follows(reading: Reading, view: View) -> str:
    """The next clauses of the sentence, where a stop is often told."""
    index = view.index + 1
    after = [one.text for one in reading.views[index : index + 2] if one.clause.sentence == view.clause.sentence]
    return " ".join(text for text in after if len(text) < 24)


def _chinese(reading: Reading, view: View, match: re.Match[str]) -> None:
    group = next(name for name, value in match.groupdict().items() if value)
    start, end = view.place(match, group)
    if not reading.is_open(view, start, end):
        return
    before, after = view.text[: match.start()], view.text[match.end() :]
    later = after + " " + _follows(reading, view)
    frequent = bool(
        _FREQUENT_ZH.search(before[-14:])
        or re.match(r"^\s?(?:的习惯|[一二两三四五\d]+年|史|不多|很多|比较多|多年|习惯|成瘾|上瘾|一天|每天)", after)
    )
    if group == "weak" and not frequent and not match.start():
        frequent = _is_listed(reading, view)
    if group == "weak" and not frequent:
        return
    if _DRINK_EVENT_ZH.search(before) and not re.search(r"每|经常|平时|一直|常", before):
        return
    if _INTENDED_ZH.search(before) and not re.search(r"一直|每天|经常", before):
        return
    if group == "weak" and _DURING_ZH.match(after) and not re.search(r"每|经常|常|一直", before):
        return
    negated = bool(_DENY_ZH.search(before)) or reading.denied(view, start, end)
    if group == "fronted":
        negated = bool(re.match(r"[^,]{0,3}?(?:从|基本|几乎|早就)?(?:来)?不(?!怎么)", after))
        frequent = True
    past = (
        group in ("quit", "quit2", "quit3")
        or bool(re.search(r"以前|曾经?|过去|从前|年轻时|之前(?!.*一直)", before))
        or bool(_QUIT_AFTER_ZH.search(later[:30]))
    )
    if re.search(r"不(?:再)?$", before) and re.match(r"^了", after):
        past, negated = True, False
    if past and re.search(r"不戒|没戒|戒不|未戒|没有戒", later[:16]):
        past = False
    if past and negated:
        negated = group != "quit" and not re.search(r"不再", before)
        past = not negated
    name = _habit_name(reading.norm[start:end])
    hour = _HOUR_ZH.search(before)
    reading.add(
        Category.HABIT,
        view.start + hour.start() if hour else start,
        end,
        attribute=name,
        negated=negated,
        status=FactStatus.PAST if past else FactStatus.CURRENT,
    )


def _is_listed(reading: Reading, view: View) -> bool:
    """Whether a clause goes on with habits: 平时六点起床，骑车上班."""
    before = reading.views[view.index - 1] if view.index else None
    return (
        before is not None
        and before.clause.sentence == view.clause.sentence
        and view.clause.opener == ","
        and any(
            one.category is Category.HABIT and before.start <= one.start < before.clause.end
            for one in reading.candidates
        )
    )


def _habit_name(value: str) -> str:
    if re.search(r"烟", value) or re.match(r"^(?:抽|吸)[^毒]", value):
        return "吸烟"
    if re.search(r"酒", value) and not re.search(r"烟酒", value):
        return "饮酒"
    return re.sub(r"\d.*$", "", value) or value


def _english(reading: Reading, view: View, match: re.Match[str]) -> None:
    groups = match.groupdict()
    group = next(kind for kind in ("quit", "user", "smoke", "drink", "sport", "diet") if groups.get(kind))
    value_group = "quit_value" if group == "quit" else group
    start, end = view.place(match, value_group)
    if not reading.is_open(view, start, end):
        return
    if not (
        view.subjects.names_somebody
        or reading.clinical
        or match.start() < 6
        or view.han
        or view.clause.opener == " "
        or not view.clause.first
    ):
        return
    before, after = view.text[: match.start()], view.text[match.end() :]
    frequent = bool(
        _FREQUENT_EN.search(before) or _FREQUENT_EN.search(after) or (view.han and _FREQUENT_ZH.search(before[-14:]))
    )
    if group == "sport" and not (_ACTIVE_EN.search(before) or view.subjects.ends_at(len(before.rstrip()))):
        return  # in the long run, on a hike
    way = _DAILY_WAY_EN.match(after) if group == "sport" else None
    if way and not re.search(r"(?:ed|ing|went|ran|swam)$", match.group()):
        frequent = True
    if group in ("drink", "sport") and not frequent:
        return
    if (
        group == "drink"
        and re.match(r"^(?:have|has|had|having) ", match.group())
        and not re.search(
            r"\b(?:a day|per day|every|daily|with dinner|usually|often|always|a week|never)\b", before + after
        )
    ):
        return
    if (
        group in ("drink", "sport", "smoke")
        and _EVENT_EN.search(before)
        and not re.search(r"\bused to |like to|love to|tend to", before)
    ):
        return
    if group == "diet" and not re.search(
        r"\b(?:i'm|i am|is|am|been|became|a|as|strict|follow\w*|on|do|doing)\b|是|吃", before
    ):
        return
    user = match["user"] or ""
    denied = bool(_DENY_EN.search(before)) or user.startswith(("never", "non"))
    past = (
        group == "quit"
        or bool(_PAST_EN.search(before))
        or user.startswith(("former", "ex"))
        or bool(re.search(r"\b(?:anymore|any more|but (?:i )?(?:quit|stopped)|until|in college|years ago)\b", after))
    )
    if not past and re.search(
        r"\b(?:quit|stopped|gave (?:it|that) up|given up)\b(?! (?:drinking|smoking|vaping|taking|my|the))",
        _follows(reading, view)[:40],
    ):
        past = True
    if group == "quit" and re.search(
        r"\b(?:want|trying|try|need|hope|plan|going|like|should|decided|help me)\b[^,]{0,12}$", before
    ):
        return
    if group == "quit" and re.search(r"\b(?:haven't|never|not|didn't)\b", before):
        past = False
    if past and denied:
        denied = not re.search(r"\bno longer\b|anymore|any more", before + after)
        past = not denied
    name = _english_name(reading.norm[start:end])
    if way:
        end += way.end()
    offset = 0
    if user.startswith(("never", "non")) and " " in user:
        offset = user.index(" ") + 1
    reading.add(
        Category.HABIT,
        start + offset,
        end,
        attribute=name,
        negated=denied,
        status=FactStatus.PAST if past else FactStatus.CURRENT,
    )


def _english_name(value: str) -> str:
    if re.search(r"smok|cigar|tobacco|pack", value):
        return "smoking"
    if re.search(
        r"alcohol|wine|beer|whisk|drinker|etoh|vodka|drinking|drinks? (?:heavily|socially)|^drinks?$|teetotal", value
    ):
        return "alcohol"
    if re.search(r"vap", value):
        return "vaping"
    return value
