"""Diseases and symptoms; leads through every clause, with the examinations and operations named in it."""

from __future__ import annotations

import re
from datetime import timedelta

from desktop_app.domain.dates import DateMention, Toward
from desktop_app.domain.extraction.advised import is_advised
from desktop_app.domain.extraction.lexicon import Kind, Mention
from desktop_app.domain.extraction.lexicons.conditions import AMBIGUOUS_EN, AMBIGUOUS_ZH
from desktop_app.domain.extraction.procedures import read_procedure, read_taken_out
from desktop_app.domain.extraction.reading import Reading, View
from desktop_app.domain.extraction.scope import is_over
from desktop_app.domain.memory import Category, FactStatus
from desktop_app.domain.patterns import Pattern

# Somebody has it.
_HAVING = Pattern(
    r"有|得|患|犯|长|确诊|诊断|查出|发现|出现|感到|感觉|觉得|伴|因|诉|发|一直|老是|总是|经常|反复|"
    r"最近|近来|今天|昨|这几天|开始|持续|天|周|个月|年|次|厉害|严重|"
    r"\b(?:has|have|had|having|got|gets?|with|suffer\w*|diagnosed|feel\w*|felt|been|develop\w*|"
    r"experienc\w*|complain\w*|c/o|presents?|history|hx|h/o|pmh\w*|known|since|for|started|am|i'm|is|"
    r"was|his|her|my|battl\w+|live with|survived|caught|cause[sd]? me|gives? me|down with|because of|"
    r"due to|from|reports?|notes|endorses?|positive for)\b"
)
_STRONG_ZH = Pattern(
    r"(?:我|俺|本人|患者|爸|妈|老公|老婆|女儿|儿子|孩子|宝宝|奶奶|爷爷|他|她|父亲|母亲|家)|有|得了|"
    r"患|查出|确诊|诊断|检查出|犯了|出现|伴"
)
# The words treat a disease as a topic.
_TOPIC_BEFORE = Pattern(
    r"(?:关于|预防|避免|防止|远离|对抗|抗击|治愈|治|治疗|缓解|减轻|诱发|引起|导致|造成|会得|容易得|"
    r"容易患|得了?(?=.{0,4}的人)|风险|筛查|降低|所谓|研究|科普|害怕|怕|担心会|担心以后|小心|防|"
    r"针对|什么是|叫做|说起|诱发|可致|加重|才会|就会|会不会|不会|会)(?:了)?(?:什么|得|患|出现|"
    r"引起|有)?$"
)
_TOPIC_AFTER = Pattern(
    r"^(?:\s?的\s?(?:医生|大夫|doctor|专家|门诊)|是(?:一种|种|指|由|慢性|很常见|什么)|的(?:人|患者|病人|原因|症状|"
    r"危害|治疗|预防|饮食|"
    r"食谱|病因|定义|分类|风险|发病|诊断标准|前兆|早期|并发症|文章|书|知识|概率)|病人|患者|(?:人群|"
    r"饮食|食谱|知识|门诊|科(?!室)|论文|专家|医院|指南|防治|日)|会(?:遗传|传染|引起|导致|好|自己)|"
    r"(?:病毒)?(?:表面|核心|e)?(?:抗原|抗体|核酸|菌素|疫苗|检测|筛查|试纸)|(?:常|最)?(?:常见|多见)|分为|属于|往往|通常|真可怕|高发|季)"
)
_TOPIC_BEFORE_EN = Pattern(
    r"\b(?:(?:normal|common|possible|easy|okay|ok|hard|likely) to (?:have|get|feel|be|develop)|about|"
    r"treats?|treating|treatment (?:of|for)|cures?|cure for|prevents?|preventing|"
    r"prevention of|causes?(?! me)|causing|cause of|causes of|risk (?:of|for|factors for)|used for|"
    r"for|information on|symptoms of|signs of|types? of|(?:article|book|paper|talk|lecture|seminar|"
    r"research|study|questions?) on|research into|studying|avoid|reduces?|relieves?|fight(?:ing)?|"
    r"against|called|lead to|leads to|worse than|like|means|raise money for|charity|awareness|"
    r"vaccine|screen(?:ed|ing)? for|test(?:ed)? for|define|"
    r"afraid of|scared of|fear of|fear|worried about (?:getting|developing)|prone to|tend to get|"
    r"trigger(?:s|ed)?)\s(?:the |a |an |some |any |getting |developing )?$"
)
_TOPIC_AFTER_EN = Pattern(
    r"^ (?:(?:diet(?!-controlled)|friendly|foods?|recipes?|socks|shoes|complications)\b|is (?:an?|the|caused|common|"
    r"when|one)|are (?:an?|caused|common|the)|can (?!be ruled)|may|causes?|affects?|often|usually|"
    r"occurs?|research|awareness|charity|patients?|sufferers?|clinic|specialist|season\b(?! is)|risk|"
    r"treatments?|drugs?|medicines?|medications?|meds?|pills?|vaccines?|tests?|screening|guidelines?|"
    r"diet(?!-controlled)|nurse|ward)\b"
)
_POSSESSED = Pattern(
    r"(?:\b(?:my|his|her|their|pt's|patient's)(?: \w+){0,2} |我的?|我这|我妈的?|我爸的?|他的|她的|"
    r"患者的?|\w's )$"
)
_PURPOSE = Pattern(r"\bfor (?:my |his |her |the |a |an )?$|(?:治疗?|控制|治着)$")
_USE = Pattern(r"吃|服|用|打|在用|\b(?:takes?|taking|on|uses?|using|prescribed|started|took|mg|given|had|have)\b")
_FIGURATIVE = Pattern(
    r"(?:代码|老板|工作|作业|bug|程序|电脑|项目|考试|数学|开会|房价|股票|甲方|领导|熊孩子|这事|"
    r"这道题|这题)(?:真|太|可|都|"
    r"又|实在|就)*(?:让|令|使|搞得|弄得|给|愁)[^,。]{0,4}$|(?:笑|(?<![喘短胀腹])气|(?<![尿内])急|吓|愁|美|困|烦|忙|(?<![发潮高低燥])热|冷|饿|累|"
    r"渴)[^,。、]{0,3}$|(?:快|都?要|快要|差点(?:儿|就)?|简直|怕是|迟早|早晚)(?:给我)?(?:整出|憋出|累出|气出|愁出|"
    r"急出|吓出|熬出|得|犯)(?:个)?$|"
    r"\b(?:homework|code|traffic|meetings?|bug|deadline|task|"
    r"politics|taxes|paperwork)\b (?:is|was|are|gives? me|gave me)[^,]{0,12}$"
)
_FIGURATIVE_AFTER = Pattern(
    r"^(?:(?:都|快|差点|真)(?:要|快)?(?:犯|出来|发作|复发)了|的(?:问题|代码|事|作业|老板|工作|是|bug)|死我?了|,?哈哈)|"
    r"^ (?:of a (?:problem|job|task|project|boss)|for (?:my|our) (?:team|boss|company))"
)
# Traffic gives nobody a heart attack.
_GIVEN = Pattern(r"\b(?:giv(?:e|es|en|ing)|gave) (?:me|us|him|her) (?:a |an )?(?:mini |real |fucking |damn )?$")
_DRAMATIC = frozenset({"heart attack", "stroke", "aneurysm", "ptsd", "cancer", "diabetes", "ulcer", "seizure"})
_UNDECIDED = Pattern(
    r"(?:还|尚)?(?:没有?|未)(?:完全|正式|最后|最终)?(?:确诊|定下来)|等(?:结果|报告)|"
    r"not (?:yet )?(?:confirmed|diagnosed)"
)
_ALMOST = Pattern(r"\b(?:almost|nearly|practically|about to) (?:had|have|having|got|gave (?:me|him|her))(?: an?)? $")
_CALENDAR_LIKE = Pattern(r"\b(?:spring|cabin|yellow|dance|gold|football|election) fever\b")
_PRN = Pattern(r"\bprn(?: for)? ?$|\bas needed for $|(?:必要时|如有|若有|如|若)(?:出现)?$")
_KEPT_FROM = Pattern(
    r"(?:避免|预防|防止|防|注意|警惕|观察|监测|谨防|减少|"
    r"\b(?:avoid|prevent|watch (?:out )?for|monitor|look out for|beware of|report any))[^,;。]{0,16}$"
)
# 多饮水, 多食蔬菜: the symptom's word takes an object.
_TAKEN_MORE = Pattern(r"(?:用|些|点|温|热|凉|白|开|淡|清|水|茶|汤|粥|奶|果|蔬|菜|粗|五谷|豆|鱼|肉|高|富含|含)")
_PREGNANCY = Pattern(
    r"(?:怀孕|有孕|(?<!怀)孕|妊娠|停经|怀二胎|怀上)(?:了|已经?|快|大约|差不多|现在)*(?:\s?(?:\d{1,2}|"
    r"[一二三四五六七八九十]{1,3})\s?(?:\+\d)?\s?(?:周|个?多?月)(?:\+\d天?|多)?)|(?:\d{1,2}|"
    r"[a-z]+)[ -](?:weeks?|months?)(?: and \d days?)? pregnant|"
    r"pregnant(?: at)? \d{1,2} weeks|\d{1,2} ?wks? pregnant|"
    r"\bg\d{1,2}p\d{1,2}(?:\d{3})?,? (?:at |@ ?)?\d{1,2}(?:\+\d| ?\d/7)? ?w(?:ks?|eeks?)?\b"
)
# A diagnosis with a question mark is a suspicion: 初步诊断：急性阑尾炎？
_QUERIED = Pattern(r"(?:[\u4e00-\u9fff]{0,4}(?:诊断|印象)\s?:?|(?:dx|impression|imp|ddx|assessment|a/p)\s?:?|\s)*")
_POORLY = Pattern(
    r"(?:睡眠|睡觉|饮食|食欲|胃口|精神(?:状态)?|大便|小便|月经|经期|记忆力|视力|听力|心情|情绪|"
    r"体力|血糖控制|血压控制|腿脚|心脏|肠胃|脾胃|肾|肝|腰|颈椎|皮肤|眼睛|耳朵|牙口|身体)(?:质量|"
    r"情况|状态)?(?:真的|也|都|还|一直|总是|总|老是|比较|一向|最近|从来|特别|非常|越来越|实在|是|"
    r"变得|就)*"
    r"(?:不(?:是)?(?:太|大|怎么|很)?(?:好|行|规律|稳定|正常|佳|准|灵便|理想)|欠佳|很差|差|紊乱|"
    r"失调|不调|下降|减退|低落)"
)
_LEVEL = Pattern(
    r"(?:血压|血糖|血脂|尿酸|胆固醇|转氨酶|甘油三酯|眼压|心率|肌酐|血红蛋白|白细胞|血小板|体重|心跳|"
    r"甲状腺激素|雌激素|血钾|血钙)(?:有点儿?|有些|偏|比较|一直|总是|总|老|很|太|又|都|也|略|稍微?|"
    r"升|增|明显|轻度|确实|还是|过)*(?:高|低|升高|偏高|偏低|增高|降低|过快|过慢|偏快|偏慢|快|慢|"
    r"异常|超标|超重)(?!压|\s?[\d到至])"
    r"|\b(?:blood pressure|cholesterol|blood sugars?|sugars?|uric acid|triglycerides|ldl|heart rate|"
    r"iron(?: levels?)?|vitamin d|thyroid|potassium|liver enzymes|bp|a1c|ferritin|"
    r"b12)\s(?:levels?\s)?(?:is|was|are|were|runs|ran|has been|have been|came back|"
    r"tends to be)\s(?:a bit |a little |too |very |slightly |really |quite |always |usually |on the |"
    r"still |borderline )*(?:high|low|elevated|raised|abnormal|high side|low side)\b"
)
_HURTS = Pattern(
    r"\b(?:(?<=my )|(?<=his )|(?<=her )|(?<=the )|(?<=their ))(?:(?:left|right|lower|upper|whole|"
    r"entire) )?(?:throat|head|back|neck|knees?|hips?|shoulders?|chest|stomach|belly|tummy|ears?|"
    r"eyes?|legs?|arms?|feet|foot|ankles?|wrists?|hands?|fingers?|toes?|elbows?|jaw|teeth|tooth|gums|"
    r"joints|muscles|skin|scalp|face|body|ribs?|heel|calf|side|bones|nose|tongue|lips?|"
    r"breasts?)(?:'s|\s)\s?(?:is |are |was |were |has been |have been |feels? |felt |really |still |always |"
    r"sometimes |often |a bit |very |so |all |still |keeps? )*(?:hurts?|hurting|aches?|aching|sore|"
    r"swollen|itchy|itches|itching|numb|bleeding|bleeds|stiff|burns?|burning|throbs?|throbbing|"
    r"tender|cramping|twitching|tingling|painful|tight|dry|puffy|bruised|inflamed|killing me|shot|giving out|itch)\b"
)
_BROKE = Pattern(
    r"\b(?:broke|broken|fractured|sprained|twisted|dislocated|tore|torn|injured|hurt|strained|"
    r"pulled) (?:my|his|her|a|the|their) (?:(?:left|right|lower|upper) )?(?:hip|arm|leg|wrist|ankle|"
    r"knee|foot|toe|finger|rib|ribs|collarbone|shoulder|elbow|hand|nose|back|thumb|hamstring|acl|"
    r"meniscus|rotator cuff|achilles(?: tendon)?|pelvis|femur|tibia|jaw|neck)\b"
    r"|(?:摔断|摔伤|扭伤|崴|拉伤|撞伤|砸伤|骨裂|摔裂|划伤|割伤|烫伤)了?(?:左|右)?(?:脚踝|脚|腿|"
    r"手腕|手臂|手指|手|胳膊|腰|膝盖|肩膀|肋骨|脖子|韧带)"
)


def extract_conditions(reading: Reading) -> None:
    """Find diseases, symptoms, examinations and operations."""
    for view in reading.views:
        _pregnancy(reading, view)
        for pattern in (_POORLY, _LEVEL, _HURTS, _BROKE):
            for match in pattern.finditer(view.text):
                _phrase(reading, view, *match.span(), broke=pattern is _BROKE)
        read_taken_out(reading, view)
        for mention in view.mentions:
            if reading.is_claimed(mention.start, mention.end):
                continue
            if mention.kind.is_condition:
                _condition(reading, view, mention)
            elif mention.kind is Kind.PROCEDURE:
                read_procedure(reading, view, mention)


def _is_day_or_whole(when: DateMention) -> bool:
    """Whether it is a day, or whole months or years, which their first day stands for; that of a week does not."""
    return when.is_day or (when.first.day == 1 and (when.last + timedelta(days=1)).day == 1)


def _pregnancy(reading: Reading, view: View) -> None:
    """Pregnancy with its weeks: the weeks are anchored to the day they were said."""
    for match in _PREGNANCY.finditer(view.text):
        start, end = view.place(match)
        if not reading.is_open(view, start, end):
            continue
        if re.search(r"我[^,。]{0,4}(?:怀孕|怀)[^,]*(?:时|的时候)", view.text) or re.search(
            r"^(?:的时候|时候|时)", view.text[match.end() :]
        ):
            continue
        reading.add(
            Category.CONDITION,
            start,
            end,
            attribute="怀孕" if view.han else "pregnancy",
            status=FactStatus.SUSPECTED if reading.suspected(view, start, end) else FactStatus.CURRENT,
            valid_from=reading.said_on.isoformat(),
        )


def _phrase(reading: Reading, view: View, left: int, right: int, *, broke: bool) -> None:
    """A complaint that is a phrase instead of a name: 睡眠一直不太好, broke her hip."""
    start, end = view.start + left, view.start + right
    if not reading.is_open(view, start, end):
        return
    if not broke and any(one.start <= start and one.end >= end for one in view.mentions):
        return
    old = (
        broke
        and not re.search(r"\b(?:have|has|'ve)\b.{0,6}$|\bis\b", view.text[:left])
        and bool(not view.han or re.search(r"去年|以前|上|前|昨", view.text))
    )
    negated = reading.denied(view, start, end)
    reading.add(
        Category.CONDITION,
        start,
        end,
        attribute=reading.norm[start:end],
        negated=negated,
        status=FactStatus.PAST if old and not negated else FactStatus.CURRENT,
    )


def _condition(reading: Reading, view: View, mention: Mention) -> None:
    text = view.text
    left, right = mention.start - view.start, mention.end - view.start
    before, after = text[:left], text[right:]
    name = reading.norm[mention.start : mention.end]
    queried = (
        reading.clinical and bool(_QUERIED.fullmatch(before)) and not after and mention.start >= view.clause.asks_from
    )
    if not queried and not _licensed(reading, view, mention, name, before, after):
        return
    if re.search(r"没(?:有)?说(?:过)?我?(?:有|得|是|患)?$|\b(?:didn't|never) (?:say|said)\b[^,]{0,20}$", before):
        return
    negated = mention.negated or reading.denied(view, mention.start, mention.end)
    if re.search(r"以为(?:是|自己|得)?[^,]{0,4}$|\bthought (?:it was|i had)\b[^,]{0,10}$", before):
        return
    suspected = queried or (not negated and reading.suspected(view, mention.start, mention.end, mention.kind))
    following = reading.views[view.index + 1] if view.index + 1 < len(reading.views) else view
    if not negated and following.clause.sentence == view.clause.sentence and _UNDECIDED.search(following.text):
        suspected = True
    lasting = mention.kind is Kind.CHRONIC
    past = not negated and not suspected and reading.past(view, mention.start, mention.end, lasting=lasting)
    if negated and is_over(text, left, right):
        negated, past = True, False
    if not (negated or suspected) and re.match(r"because of|due to", text):
        index = view.index
        cause_of = reading.views[index - 1] if index else view
        past = past or (
            cause_of.clause.sentence == view.clause.sentence
            and bool(re.search(r"\b(?:stopped|quit|had|was|went|took)\b", cause_of.text))
        )
    if past and lasting and not is_over(text, left, right) and re.search(r"病史|史\d|hx|h/o|history of|pmh", text):
        past = False
    status = FactStatus.PAST if past else FactStatus.SUSPECTED if suspected else FactStatus.CURRENT
    first, last = ("", "") if negated else _since(reading, view)
    reading.add(
        Category.CONDITION,
        mention.start,
        mention.end,
        attribute=name,
        negated=negated,
        status=status,
        valid_from=first,
        valid_to=last if status is FactStatus.PAST else "",
    )


def _since(reading: Reading, view: View) -> tuple[str, str]:
    """When something began, and the last day of the month or year that was said; "" where it is no more than vague."""
    when = next(iter(reading.dates(view, Toward.PAST)), None)
    if when is None or when.first > reading.said_on or when.vague or not _is_day_or_whole(when):
        return "", ""
    return when.first.isoformat(), "" if when.is_day else when.last.isoformat()


def _licensed(reading: Reading, view: View, mention: Mention, name: str, before: str, after: str) -> bool:
    """Whether the words say that somebody has it, rather than speak of it."""
    if view.clause.hypothetical:
        return False
    if name in ("多饮", "多食") and _TAKEN_MORE.match(after):
        return False
    if is_advised(reading, view, mention.start) and (
        mention.kind is not Kind.CHRONIC or _KEPT_FROM.search(before) is not None
    ):
        return False
    if name in _DRAMATIC and (_GIVEN.search(before) or _ALMOST.search(before)):
        return False
    if (
        _FIGURATIVE.search(before)
        or _FIGURATIVE_AFTER.search(after)
        or _CALENDAR_LIKE.search(view.text)
        or _PRN.search(before)
    ):
        return False
    possessed = bool(_POSSESSED.search(before))
    if mention.start >= view.clause.asks_from:
        return possessed and not view.han and not re.search(r"\b(?:is|are|was|were)\b (?:it|this|that) ", before)
    if (
        view.clause.asks_from < view.clause.end
        and not possessed
        and view.han
        and not (_STRONG_ZH.search(before) or view.clause.asks_from > mention.end + 12)
    ):
        return False
    if view.han:
        if (
            _TOPIC_AFTER.search(after)
            and not re.match(r"^的(?:症状|早期)", after)
            and not re.search(r"我(?:也)?是|他是|她是|是个|作为|身为", before)
        ):
            return False
        purpose = _PURPOSE.search(before)
        if purpose:
            return bool(_USE.search(before + after))
        if _TOPIC_BEFORE.search(before) and not re.search(
            r"(?:老|总|一直|经常|有时|偶尔|时不时|常|一.{1,6}就|晚上|有时候|也|还|后|就)会$|不会$", before
        ):
            return False
        if re.search(r"不会$", before) and not re.search(r"我|他|她", before):
            return False
    else:
        if _TOPIC_AFTER_EN.search(after) and not possessed:
            return False
        if (
            _TOPIC_BEFORE_EN.search(before)
            and not possessed
            and not re.search(
                r"\b(?:neg|negative|positive|pos|history|hx|hospitali[sz]ed|treated|operated on|surgery|here|"
                r"seen|admitted|except|followed|worked up|evaluated) for (?:a |an |the )?$",
                before,
            )
        ):
            return (
                bool(re.search(r"\bfor (?:the |a |an )?$", before))
                and bool(_USE.search(before))
                and view.clause.asks_from == view.clause.end
            )
        if not reading.clinical and not (view.subjects.names_somebody or _HAVING.search(before) or _fragment(view)):
            return False
    if name == "weakness" and after.startswith(" for"):
        return False
    if name in AMBIGUOUS_EN or name.rstrip("s") in AMBIGUOUS_EN:
        written = reading.text[mention.start : mention.end]
        if reading.clinical:
            return len(name) > 3 or not written.islower()
        return bool(written.isupper() and len(written) > 1) or (
            len(name) > 4
            and bool(
                re.search(
                    r"\b(?:have|has|had|having|with|from|of|i|he|she|my|his|her|feel\w*|felt|am|i'm|is|was|been|"
                    r"got|some|no|any|and|severe|chronic|left|right|bad|diagnosed|'s)\s(?:\w+ )?$|^$",
                    before,
                )
            )
        )
    if name in AMBIGUOUS_ZH:
        others = [one for one in view.mentions if one.kind.is_condition and one is not mention]
        return bool(
            others
            or reading.clinical
            or view.subjects.names_somebody
            or re.search(
                r"有点|一直|老|总|经常|最近|又|很|不|有|会|直|天|还|[了着]|感觉|觉得|频|早上|晚上|夜", view.text
            )
        )
    return True


def _fragment(view: View) -> bool:
    """A note without a verb: "Headache for three days", or the rest of a list about somebody."""
    if re.search(r"\b(?:is|are|can|causes?|means|affects?)\b", view.text):
        return False
    return len(view.text.split()) <= 8
