"""Grammatical subjects that are no known person: pets, names, people at large, things.

豆豆不爱吃东西 says nothing of whoever writes it. The reader of family words does not know 豆豆, so
this one looks at the head of the clause: words that stand where the subject stands and are not the
speaker are a stranger. A proper name is kept as the subject; of anything else no fact is kept, for a
fact that is lost does less harm than one filed under the wrong person.
"""

from __future__ import annotations

import re

from desktop_app.domain.extraction.lexicon import SURNAME, find_mentions
from desktop_app.domain.extraction.lexicons import conditions
from desktop_app.domain.patterns import Pattern

# What may stand before the subject: when, where, and how the sentence is tied to the last one.
_TIME_ZH = (
    r"今天|昨天|前天|明天|后天|今晚|昨晚|明晚|今早|明早|今年|去年|明年|最近|现在|目前|刚才|刚刚|以前|之前|从前|过去|"
    r"平时|平常|有时候?|每天|每晚|每周|每年|天天|经常|常常|一直|从小|小时候|周末|早上|上午|中午|下午|晚上|"
    r"(?:上|下|这|本)(?:个?(?:周|月|星期|礼拜)[一二三四五六日天末]?)|[一二两三四五六七八九十半几\d]+(?:天|周|年|"
    r"个月|点)(?:前|后)?"
)
_LEAD_ZH = (
    rf"(?:{_TIME_ZH}|但是|但|不过|可是|而且|因为|所以|因此|其实|另外|还有|后来|然后|对了|"
    rf"原来|听说|好像|可能|也许|[\s,、:])*+"
)
_ADVERB_ZH = (
    rf"(?:{_TIME_ZH}|也|都|还|就|又|才|已经|已|快|刚|老是|老|总是|总|很|特别|最|更|比较|非常|挺|尤其|超级?|真的?|"
    rf"其实|从来|从|一向|向来|一般|普遍|基本上?|大多|不太|不怎么|不再|不是很|没那么|不|没有?|太|好|只|在|"
    rf"再|要|会)*"
)
# What only somebody can do or be; a body, a drug or a reading never stands before it.
_OWN_ZH = (
    r"喜欢|爱(?=[吃喝看听玩用穿养逛睡运打唱泡拖叫晒抓咬])|讨厌|偏爱|不怕|害怕|"
    r"(?<=不)吃|抽烟|吸烟|喝(?:白酒|啤酒|红酒|奶茶|咖啡|酒)|戒烟|戒酒|跳绳|跑步|熬夜|打游戏|住(?=在)|"
    r"姓(?=[\u4e00-\u9fff])|"
    r"结婚|离婚|怀孕|出生|患有|体弱|"
    r"(?:[1-9]?\d|1[01]\d|[一二三四五六七八九十两]{1,4})(?:个半?月|(?:多|来)?(?:周)?岁)(?!以|起|时|的时候|开始|得|前)|"
    r"(?:[二三四五六七八九]十[一二三四五六七八九]?|[2-9]\d)多?(?=了(?:$|,))|"
    r"对[\u4e00-\u9fff、]{1,8}过敏"
)
# Characters no subject of this kind holds: persons known otherwise, verbs, functions, the body.
_NOT_IN_NAME = (
    r"我你您咱俺他她它谁自己是有在对把被给让和跟与没要会能想去来吃喝做说看了着过得很太最就都也还又再因为所以但如果"
    r"每时候不点忙累请听写问叫头眼耳鼻口嘴牙喉嗓颈脖肩背腰胸腹肚胃肠肝肾心肺腿膝脚手臂指皮肤骨血尿便痰伤疤药病痛症"
    r"从小以当如用比,\d\s"
)
_WHO_ZH = (
    rf"(?:(?:我们|咱们?|他们|她们|你们|我家|(?:[^\W我你您他她是a-z\d_]{{1,6}}|"
    rf"我们[^\W我你您他她是a-z\d_]{{1,5}})的))?(?:新来的|楼[上下]的?|隔壁的?)?(?P<who>[^\W{_NOT_IN_NAME}a-z_]{{2,8}}?|"
    rf"小[^\W{_NOT_IN_NAME}a-z_]{{1,2}})"
)
_SUBJECT_ZH = Pattern(rf"^{_LEAD_ZH}{_WHO_ZH}{_ADVERB_ZH}(?:{_OWN_ZH})")
# Zhang Wei 对磺胺过敏: a name in Latin letters.
_LATIN_ZH = Pattern(
    rf"^{_LEAD_ZH}(?P<who>[a-z]{{2,14}}(?: [a-z]{{2,14}}){{0,2}}) ?{_ADVERB_ZH}对[\u4e00-\u9fffa-z、 ]{{1,16}}过敏"
)
# 旺财今天吐了: a short word before a time and a verb.
_TIMED_ZH = Pattern(
    rf"^(?:但是|但|不过|因为|对了)?{_WHO_ZH}(?:今天|昨天|昨晚|最近|今早|刚才)(?:早上|上午|下午|晚上|又|一直|老是|总|"
    rf"老|都|也|还|突然|开始|有点|没什么)*(?:吐|拉稀|拉肚子|发烧|咳|打喷嚏|生病|没精神|精神|食欲|胃口|便秘|骨折|"
    rf"瘸|掉毛)"
)
# 这台电脑, 班里: things and groups.
_THING_ZH = Pattern(
    r"^(?:对了|但是?|不过)?(?:(?:这|那|某|另)[一两几]?(?:台|款|部|辆|家|盆|道|本|座|间|栋|幢|套|株|棵|朵|头|匹|群|所|"
    r"首|篇)|(?:(?:我|我们|咱|咱们)?家?的?)?(?:电脑|笔记本|手机|平板|汽车|车子?|电动车|冰箱|空调|洗衣机|机器|电池|"
    r"充电器|发动机|路由器|打印机|服务器|显卡|主板|音箱|耳机)(?=(?:有点|有些|最近|老是?|总是?|又|"
    r"一直|经常|也|还|用了|买了|突然|开机|玩一会儿?|很|特别|容易|"
    r"今天|昨天|动不动)*(?:就|都|又)?(?:发烧|发热|发烫|咳|抽|喘|抖|麻|"
    r"出血|[一二两三四五六七八九十\d]+年))|(?:我们?|咱们?|他们?|她们?)?(?:班|宿舍|年级)"
    r"(?:里|上)?(?:今年|现在|一共|总共)?(?:有|来了|的人))(?![^,]*(?:让我|害我|给我))"
)
_SOME_ZH = Pattern(
    r"(?:^|[\u4e00-\u9fff])(?:(?P<who>最(?:小|大|年轻|年长)的(?:一个|那个)?|平均(?:年龄)?|大多数?|多数|"
    r"其中一个)(?:才|是|都|也|只有|"
    r"不到|已经|在)*)(?=\d|[一二三四五六七八九十]+(?:多)?岁)"
)
# 养了一只橘猫,叫年糕: what the last clause brings in is named by the next.
_BROUGHT_ZH = Pattern(
    r"(?:一|两|三|几|1|2|这|那)(?:只|条|匹|头|个|位|名)(?P<who>(?:[\u4e00-\u9fff]{0,4}?)"
    r"(?:猫|狗|犬|兔|鸟|鹦鹉|仓鼠|乌龟|龟|鱼|马|泰迪|金毛|柯基|布偶|英短|边牧|哈士奇|柴犬|人|同事|室友|同学|"
    r"徒弟|学生|老师|邻居|"
    r"实习生|朋友|网友|搭档|阿姨))$"
)
_CALLED_ZH = Pattern(r"^(?:名字|名|它|他|她|都|今年|才|刚|已经)*(?:叫|是|[一二两三四五六七八九十\d]+(?:个月|岁))")
_NAME_ZH = Pattern(rf"([\u4e00-\u9fff])\1|[小阿][\u4e00-\u9fff]{{1,2}}|{SURNAME}[\u4e00-\u9fff]{{1,2}}")
_NO_NAME_ZH = Pattern(
    r"(?:人|们|生|员|师|家|店|老板|司|者|孩|客|方|者|鼠|猫|狗|花|树|书|片|剧|歌|菜|车|机|的|里|大家|小区|小说|阿姨|"
    r"小组|单位|同桌|班|年|月|日|天|号)$|^(?:大家|其中|单|方|平均|高|时|常|成|关|温|石|金|古|白|黄|于|应|向)"
)
_HOW_ZH = Pattern(_ADVERB_ZH)
_BODY_ZH = Pattern(conditions.ZH_BODY_PARTS)
_NOBODY_ZH = Pattern(
    r"^(?:体检|检查|报告|结果|医院|门诊|化验|手术|复查|医生|大夫|护士|主任|人家|别人|本人|患者|病人|患儿|主诉|既往|"
    r"真|确实|反正|总之|特|超|尤|偏|酷|热|可|一向|向来|蛮|本来|天生|主要|目前|尤其|同时|年纪|年龄|岁数|今|快|"
    r"马上|刚满|虚|"
    r"周[岁末]|大概|大约|女|男|全家|一家|夫妻|[两俩]|性别|名字|姓名|老年|青年|农历|阳历|已婚|未婚|长期|偶尔|几乎|"
    r"通常|普通|春|夏|秋|冬|[早午晚]餐|夜宵|主食|零食|甜品|饮[食料]|食物|口味|水果|蔬菜|音乐|电影|电视|颜色|运动|"
    r"体育|衣服|穿衣|"
    r"业余|闲暇|空闲|假期|节假日|旅[游行]|游戏|性格|爱好|兴趣|休息|孕|酒量|毕业|[婚产术病]后|歌曲?$|书籍?$|"
    r"无|否认|戒|晚|早|深夜|半夜|睡前|饭后|饭前|下班|上班|放学|空腹|工作|出差|出门|回家|单身|独自|一个人|独居|"
    r"一人|退休)|"
    r"(?:方面|类|后|期|间|季|上|里|中|下|边|天|年|月|晚|早)$|"
    r"(?:还|比|更|就|真|挺|超|蛮|特|颇|怪|经|直|终|究|[^台]前)$"
)

_VERB_EN = (
    r"(?:is|are|was|were|has|have|had|loves?|likes?|hates?|prefers?|enjoys?|smokes?|drinks?|takes?|lives?|"
    r"works?|needs?|"
    r"eats?|sleeps?|turned|turns|gets?|got|doesn't|don't|does not|do not|isn't|aren't|won't|can't|never|always|"
    r"threw|throws|vomited|suffers?|plays?|runs?|stopped|started|quit|died|broke|came|went|moved)"
)
_ADVERB_EN = r"(?:(?:also|still|just|really|now|only|usually|often|both|all|recently|already|\w+ly) )*"
_LEAD_EN = (
    r"(?:(?:and|but|so|because|well|oh|also|then|today|yesterday|tonight|now|lately|recently|"
    r"apparently|actually|since|though|although) )*"
)
_NAMED_EN = Pattern(
    rf"^{_LEAD_EN}(?P<np>(?P<who>[a-z]{{2,14}}(?: [a-z]{{2,14}})?)"
    rf"(?: and [a-z]{{2,14}})?(?: from (?:[a-z]+ ){{0,3}}[a-z]+| next door|"
    rf" upstairs| at work)?) "
    rf"{_ADVERB_EN}(?:last |first )?(?P<verb>{_VERB_EN}|wrote|said|told)\b"
)
_SOME_EN = Pattern(
    rf"^{_LEAD_EN}(?P<who>(?:the|this|that|these|those|our|most|some|many|all|every|each|a|an|my|"
    rf"your)(?: [a-z'-]+){{1,4}}?|"
    rf"everyone(?: at \w+)?|everybody|people|kids|children|students|pupils|men|women|[a-z]+s next door) "
    rf"{_ADVERB_EN}{_VERB_EN}\b"
)
# A nurse I know, the woman next door: somebody, whoever.
_ACQUAINTED_EN = Pattern(
    r"^(?:(?:and|but|so|because|well|oh|also|then) )*(?P<who>(?:an?|the|this|that|one|"
    r"some) (?:\w+ ){1,2}?(?:i (?:know|met|work with|used to know)|"
    r"(?:who|that) lives \w+(?: \w+)?|next door|upstairs|downstairs|at work|at school|at my \w+|in my \w+|"
    r"on my \w+|from work|from my \w+))\b"
)
_SHOP_ZH = Pattern(
    r"^(?P<who>(?:楼[上下]|隔壁|对门|小区|村口|路口|街角|门口|公司|学校|单位)[\u4e00-\u9fff]{1,8}?(?:老板娘?|店主|"
    r"大爷|大妈|大叔|大婶|阿姨|师傅|小哥|姑娘|小伙子?|"
    r"保安|门卫|女的|男的|老头|老太太?|邻居))"
)
_MANY_EN = Pattern(
    r"(?:are|were|have|love|like|hate|prefer|enjoy|smoke|drink|take|live|work|need|eat|sleep|"
    r"play|run|do|don't)$"
)
# "My house", "my pupils": what somebody has is not himself, but "my knee", "my sugar" is.
_MINE_EN = Pattern(
    r"^my (?:\w+ )?(?:house|flat|apartment|car|bike|phone|laptop|computer|tv|fridge|boiler|garden|plants?|"
    r"company|school|class|pupils|students|team|clients?|customers|patients|tenants|guests|neighbou?rs|"
    r"colleagues|coworkers|friends|horse|hamster|rabbit|parrot|fish|tortoise|"
    r"ex|coach|trainer|tutor|hairdresser|barber|babysitter|cleaner|gardener|driver|mentor|supervisor|professor|intern|"
    r"assistant|printer|router|bakery|shop|restaurant|employees|staff|village|building)$"
)
_HOUSEHOLD_EN = Pattern(r"the (?:\w+ )?(?P<who>baby|toddler|dog|cat|puppy|kitten|twins)")
_BODY_EN = Pattern(
    r"\b(?:pain|eyes?|ears?|head|knees?|back|neck|feet|foot|legs?|arms?|hands?|skin|stomach|chest|throat|nose|teeth|"
    r"tooth|hair|hips?|ankles?|wrists?|shoulders?|heart|lungs?|kidneys?|liver|blood|sugar|pressure|weight|pulse|"
    r"doctors?|nurse|biopsy|scan|x-ray|mri|ct|results?|test|tests|lab|labs|surgery|dose|pills?|tablets?|"
    r"patient|rash|cough|fever|wound|scar|symptoms?|only thing|thing|problem|budget|deadline|rent|price|"
    r"project|contract|release|launch|flight|trip|wedding|party|concert|course|team|company|firm|startup|"
    r"department|goal|plan|reason|first|last|name|appointment|meeting|exam)\b"
)
_NO_NAME_EN = Pattern(
    r"\b(?:i|i'm|we|he|she|they|it|this|that|there|here|who|which|what|still|currently|nothing|everything|something|"
    r"no|not|none|both|ive|im|hes|shes|pt|mr|mrs|nobody|and|or|but|if|when|to|in|on|of|for|the|a|an|my|our|am|"
    r"do|does|did|can|"
    r"work|life|sleep|food|dinner|lunch|breakfast|coffee|tea|today|also|never|always|only|just|blood|you|"
    r"sometimes|usually|lately|recently|appetite|diet|since|because|with|without|exercise|yes|sorry|thanks|"
    r"please|from|at|by|so|then|diagnosed|allergic|born|retired|married|all|some|most|"
    r"is|are|was|were|has|have|had|been|being|will|would|should|could|must|may|might|needs?|feels?|"
    r"mine|ours|mother|father|dr|doctor|monday|tuesday|wednesday|thursday|friday|saturday|sunday|"
    r"walking|running|eating|drinking|smoking|sitting|standing|working|budget|rent|price|people|kids|children|everyone|"
    r"everybody|abdomen|name|age|bp|hr|weight|height)\b"
)


def _is_ours(words: str) -> bool:
    """Whether words name a disease, a drug, a reading or a part of the body: then they are the speaker's."""
    return bool(find_mentions(words))


# 今年四十二岁: the beginning of a number in words.
_COUNT_ZH = Pattern(r"[零一二两三四五六七八九十百]+")


def _chinese(text: str) -> re.Match[str] | None:
    for pattern in (_SUBJECT_ZH, _TIMED_ZH):
        match = pattern.search(text)
        if match and not (
            _HOW_ZH.fullmatch(match["who"])
            or _NOBODY_ZH.search(match["who"])
            or _is_ours(match["who"])
            or _BODY_ZH.search(match["who"])
            or _COUNT_ZH.fullmatch(match["who"])
        ):
            return match
    return None


def find_stranger(text: str, original: str, before: str) -> tuple[int, int, str] | None:
    """The stranger a clause is about.

    Args:
        text: the clause, normalised.
        original: the clause as written, of the same length.
        before: the clause before it within the sentence, or nothing.

    Returns:
        Where the words stand and the subject: a proper name as written, or ``""`` for anything
        else; None where the clause has no such subject.
    """
    brought = _BROUGHT_ZH.search(before)
    if brought and _CALLED_ZH.match(text):
        return 0, 0, brought["who"]
    thing = _THING_ZH.match(text)
    if thing:
        return 0, thing.end(), ""
    shop = _SHOP_ZH.match(text) or _ACQUAINTED_EN.match(text)
    if shop:
        return 0, shop.end(), ""
    some = _SOME_ZH.search(text)
    if some:
        return some.start("who"), some.end(), ""
    match = _chinese(text)
    if match:
        start, end = match.span("who")
        name = original[start:end]
        known = _NAME_ZH.fullmatch(name) and not _NO_NAME_ZH.search(name)
        return start, end, name if known else ""
    match = _LATIN_ZH.search(text)
    if match and _is_name_en(match["who"], original[match.start("who") : match.end("who")]):
        return *match.span("who"), original[match.start("who") : match.end("who")]
    return _english(text, original)


def _is_name_en(words: str, written: str) -> bool:
    """Whether words in Latin letters are a name: every one capitalised, and none a word for anything else."""
    if _NO_NAME_EN.search(words) or _BODY_EN.search(words) or _is_ours(words):
        return False
    return all(word[0].isupper() and not word.isupper() for word in written.split())


def _english(text: str, original: str) -> tuple[int, int, str] | None:
    match = _SOME_EN.search(text)
    if match:
        who = match["who"]
        if not (_BODY_EN.search(who) or _is_ours(who)) and (not who.startswith("my ") or _MINE_EN.match(who)):
            household = _HOUSEHOLD_EN.fullmatch(who)
            return *match.span("who"), household["who"] if household else ""
    match = _NAMED_EN.search(text)
    if match and original[match.start("who")].isupper():
        start, end = match.span("who")
        if _is_name_en(match["who"], original[start:end]):
            many = original[end - 1] == "s" and _MANY_EN.match(match["verb"])
            return start, match.end("np"), "" if many else original[start:end]
    return None
