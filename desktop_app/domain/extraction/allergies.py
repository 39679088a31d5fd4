"""Allergies: what somebody reacts to, or that nothing is known."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from desktop_app.domain.extraction.lexicon import Kind
from desktop_app.domain.extraction.reading import Reading, View
from desktop_app.domain.extraction.subjects import NOBODY, may_be_the_patient
from desktop_app.domain.memory import SELF, Category, FactStatus, Polarity
from desktop_app.domain.patterns import Pattern

_LIST_ZH = r"[^。;!?\n()]"
_TO_ZH = Pattern(
    rf"(?P<deny>不|没有|并不|从来不|否认|无)?对(?![,、 ])(?P<items>(?:(?!对|"
    rf"过敏){_LIST_ZH}){{1,40}}?)(?P<how>(?:[,、 ]?(?:我)?(?:一点儿?|全|都|也|会|有点儿?|有些|"
    rf"轻度|中度|重度|严重|非常|特别|很|比较|高度|可能|好像|已经|不再|不会|并不|不|没有?|均|曾|曾经|以前|从小|"
    rf"从小就|就|一直|是|药物))*)过敏(?!原|科)"
)
# Before what is denied besides what was named.
_NO_OTHER = Pattern(r"(?:其[他它余]|别的|另外的|\bother|\belse)[^，,。；;！!]*$")
_NOUN_ZH = Pattern(
    r"(?P<items>[\u4e00-\u9fffa-z0-9+\-、/ ]{1,30}?)过敏(?P<tail>史|体质|症状|反应)?(?!性|原|科|"
    r"药)(?:(?P<colon>[:]|是|为|有|包括)(?P<after>[^。;!?\n]{1,60}))?"
)
_HISTORY_ZH = Pattern(
    r"(?:药物|食物)?(?:及|、|和)?(?:食物|药物)?(?:过敏史|过敏原|过敏药物|药敏史|"
    r"过敏)(?:有)?[:]\s*(?P<items>[^。;!?\n]{1,60})|(?:过敏原|过敏药物|过敏的(?:药|东西|食物|"
    r"药物))(?:是|为|有|包括|主要是)(?P<items2>[^。;!?\n]{1,60})"
)
_EATEN_ZH = Pattern(
    r"(?:一?(?:吃|喝|碰|接触|闻|用|打|吸|沾|摸|遇|注射|服用|输|涂|抹|敷|贴)(?:到|了|上|过|"
    r"完)?)(?P<items>[\u4e00-\u9fffa-z、和或]{1,12}?)(?:类|的)?(?:之后|以后|"
    r"后)?(?:就|会|都|也|便|立刻|马上|立马|当场|容易|总|老|要|有|开始|全身|浑身|满身|身上|周身|脸上?|手上|脖子|皮肤)*"
    r"(?:过敏|[起长出]过?(?:了|一|满)*(?:疹子?|皮疹|荨麻疹|风团|红疹|红点|疙瘩|大包)|喉头水肿|发痒|痒|"
    r"嘴(?:巴|唇)?(?:会)?肿|嗓子肿|喉咙肿|喉咙发紧|全身起疙瘩)"
)
_INJECTED_ZH = Pattern(r"[针苗剂药素清酸水]$|蛋白$")
_DRUG_BY_USE_ZH = Pattern(r"(?:消炎|止痛|止疼|退烧|感冒|安眠|中成?|降[压糖脂]|抗过敏)药$")
# 吃了一口花生: the amount is not what somebody reacts to, and neither is 它, 很多 or a word that only leads on.
_AMOUNT_ZH = Pattern(
    r"(?:[一二两三四五六七八九十几半好\d]+(?:小|大)?(?:口|片|颗|粒|块|个|次|点儿?|些|勺|杯|碗|顿|下|只|瓶|包|根|条|串|盘|支|回|会儿?)|点儿?|些)(?:的)?"
)
_NAMES_NOTHING_ZH = Pattern(
    r"(?:就|会|都|也|便|后|之后|以后|完|了|的|它们?|他|她|这个?|那个?|这些|那些|这种|那种|这样|东西|一样|很多|好多|太多|不少|多|少|过|"
    r"全身|浑身|身上|脸上?|嘴里?|皮肤|马上|立刻|立马|当场|没多久|不久|一会儿?|几分钟|当天|晚上|早上|我|又|还|不)*"
)
_SHUNNED_ZH = Pattern(r"(?:不(?:能|敢)?|没法|别)(?:吃|喝|碰|用)(?P<what>[\u4e00-\u9fffa-z]{1,8})$")
_TO_EN = Pattern(
    r"(?P<deny>\b(?:not|never been|no longer|isn't|aren't|wasn't|ain't|am not|"
    r"never)\s+)?(?P<how>(?:(?<![a-z])[a-z]{2,20}ly |also |very |super |highly |deathly |extremely |"
    r"mildly |a bit |so |really |possibly |probably |maybe )*)"
    r"\b(?:all?erg(?:ic|y|ies)|alergic|anaphyla(?:ctic|xis)(?: reaction)?|allergic reactions?|"
    r"sensitivity|bad reaction|reaction|reacts?|reacted|"
    r"hypersensitiv\w+)\s+to\s+(?=(?P<items>[^.;!?\n]{2,120}))"
)
_REACTING_EN = Pattern(r"all?erg|anaphyla|react|sensitiv")
_NOUN_EN = Pattern(
    r"(?P<deny>\b(?:no(?: other)?(?: known)?(?: history of)?(?: any)?|denies(?: any)?(?: known)?|"
    r"without(?: any)?(?: known)?|don't have (?:any )?(?:known )?|doesn't have (?:any )?(?:known )?|"
    r"do not have (?:any )?(?:known )?|does not have (?:any )?(?:known )?|"
    r"haven't (?:got )?(?:any )?(?:known )?|not have (?:any )?|never had (?:any |an? )?|"
    r"negative for)\s*)?"
    r"(?P<items>(?:(?!(?:and|has|have|is|an?|my|known|no|denies|with|any|the|severe|seasonal|of|got|"
    r"had|for|her|his|their|to|or|i|about|from|bad|mild|include|includes|reports?|documented|also|"
    r"possible|suspected|serious|life-threatening|terrible|confirmed|new|other|"
    r"without)\b)(?<![a-z-])[a-z][a-z-]{0,24}\s{1,3}|(?<=[a-z] )(?:or|and|/)\s+){0,4})"
    r"allerg(?:y|ies)\b(?!\s+(?:to|test|med|pill|shot|season|clinic|specialist))(?P<tail>\s*(?:[:=-]|"
    r"include[sd]?|are|is)\s*(?P<after>[^.;!?\n]{1,100}))?"
)
_CAUSES_EN = Pattern(
    r"(?:^|\b(?:and|but|because|that|eating|taking|says|"
    r"know) )(?P<items>[a-z][a-z -]{1,30}?) (?:gives?|gave|causes?|caused|makes?|made) (?:me|him|her|"
    r"my (?!ankles?|legs?|feet|foot|stomach|belly|tummy|gums?)\w+) (?:an? )?(?:\w+ )?(?:to )?(?:hives|rash|itch\w*|"
    r"swell\w*|break out|breaks out|"
    r"anaphyla\w+|my (?:throat|lips|face|tongue)|throat|wheez\w+|come out in)"
    r"|\b(?:break|breaks|broke|come|came) out in (?:hives|a rash|spots|welts) (?:when(?:ever)? (?:i|"
    r"he|she) (?:eats?|takes?|touch(?:es)?|ate|took|have|has|drinks?)|after(?: eating| taking)?|from|"
    r"with) (?P<items2>[a-z][a-z -]{1,30})"
    r"|\b(?:get|gets|got) (?:hives|a (?:bad )?rash|itchy|a swollen \w+) (?:when(?:ever)? (?:i|he|"
    r"she) (?:eats?|takes?|touch(?:es)?|ate|took|have|has|drinks?)|after(?: eating| taking)?|from|"
    r"with) (?P<items3>[a-z][a-z -]{1,30})"
)
# I can't eat shellfish, my throat swells up: the reaction names what is shunned an allergen.
_SHUNNED_EN = Pattern(
    r"\b(?:can't|cannot|can not|mustn't|never)(?: \w+ly)? (?:eat|have|take|touch|drink|use|"
    r"wear) (?P<items>[a-z][a-z -]{1,30}?),?"
    r" (?:(?:because|since|as|or(?: else)?|without) )?(?:it |they )?(?:(?:gives?|makes?) (?:me|him|her) )?(?:(?:i|"
    r"he|she|my|his|her|the)"
    r" )?(?:whole )?(?:(?:throat|face|lips?|tongue|mouth|eyes?|airway) (?:swells?|closes?|itch\w*|tingles?|"
    r"blows? up|go(?:es)? numb)|"
    r"(?:break|breaks|come|comes) out in|get(?:s)? (?:a )?(?:hives|rash|anaphylaxis)|hives|(?:can't|"
    r"cannot) breathe|stop breathing)"
)
# Penicillin I'm not allergic to.
_FRONTED_EN = Pattern(
    r"\s*(?:(?:but|and|so) )?(?P<items>(?:[a-z][a-z-]{2,24}(?: (?:and|or) |, | ))*[a-z][a-z-]{2,24}),? "
    r"(?:i'm|i am|he's|he is|she's|she is|i was|i've (?:never )?been)(?P<how>(?: (?:actually|definitely|really|also|so|"
    r"very|certainly|never|no longer|not))*)"
    r" all?ergic to(?=\s*$|[,.;!?\n]| (?:at all|though|either|anymore|any more|but)\b)"
)
_LEADS_ON_EN = Pattern(
    r"\b(?:what|that|which|things?|nothing|anything|everything|something|know|think|if|whether|foods?|drugs?|sure|say|said|"
    r"hope|told|guess|list|of|the|medicines?|medications?|one|ones|stuff|all|those|these|it|only|because|since|as|so|and|but)\b"
)
# 吃了就喘, 一碰就起疹子, "it makes me wheeze", "I get hives"
_REACTS_SO = Pattern(
    r"(?:表现(?:为|是)|反应(?:为|是))?(?:(?:我|他|她|患者)(?:一|只要)?|一|只要|每次)?"
    r"(?:(?:吃|喝|碰|闻|用|打|接触|沾|服|输|摸|吸)(?:了|到|上|着|完|过|下去)?(?:它|一点儿?|一口)?(?:以后|之后|后)?)?(?:就|会|便|都|能|马上|立马|立刻|立即|当场|要|总|老|开始|全身|浑身|身上|脸上?|嘴唇?|喉咙|嗓子|皮肤|"
    r"出现|有点|特别|的)*(?:气?喘|哮喘(?:发作)?|憋气?|胸闷|气短|呼吸困难|喘不(?:上|过)来?气|休克|过敏性休克|"
    r"(?:[起长出发]+(?:皮|红|荨麻)?疹|皮疹)(?:子|块)?|起?(?:荨麻疹|风团|疙瘩|红点)"
    r"|发?痒|瘙痒|红?肿(?:起来)?|水肿|喉头水肿|拉肚子|呕吐|恶心|晕倒|发麻)(?:得(?:厉害|不行|很|要命))?(?:了|的)?"
    r"|(?:and |then )?(?:it |that |they )?(?:makes?|made|gives?|gave) (?:me|him|her) (?:an? )?(?:bad |severe |itchy )?"
    r"(?:wheez\w*|hives|rash|itch\w*|swell\w*|sick|vomit\w*|short of breath|anaphyla\w+|asthma)"
    r"|(?:and |then )?(?:i|he|she) (?:gets?|got|breaks? out in|broke out in|starts? to|started to|starts?) ?(?:an? )?"
    r"(?:bad |severe |itchy )?"
    r"(?:wheez\w*|hives|rash|itch\w*|swell\w*|short of breath|anaphyla\w+|asthma)"
    r"|(?:and )?(?:i|he|she) (?:wheezes?|itch(?:es)?|swells? up)"
)
_SKIN_TEST = Pattern(r"(?:皮肤?试验?|过敏试验)(?:结果)?(?:是|为|:)?\s?(?P<result>阳性|阴性|\(\+\)|\(-\)|\+|-)")
_CODES = Pattern(r"\b(?:nkda|nkfa|nka)\b")
_ITEM_SPLIT = Pattern(
    r"\s*(?:[、,/&+]|\band\b|\bor\b|\bnor\b|\bplus\b|\bas well as\b|和|及|与|跟|还有|以及|或者?|还|"
    r"\()\s*"
)
_ITEM_HEAD = Pattern(
    r"^(?:(?:我|他|她|也|都|是|就是|包括|有|既往|患者|其|某些|一些|一种|所有|各种|对|于|是对|的|"
    r"又|还|只|不|主要|像|目前|已知|"
    r"吃|任何)+(?=..)|(?:(?:(?:a|one|two|some)\s+)?(?:small |tiny |little )?(?:bites?|sips?|bits?|"
    r"pieces?|handfuls?|spoonfuls?|mouthfuls?|slices?)\s+of|both|all|the|some|certain|also|maybe|any|most|many|a|an|my|"
    r"his|"
    r"her|our|eating|either|every|even|i think|things like|like|such as|known|to|is|"
    r"are)\s+)+"
)
_ITEM_TAIL = Pattern(
    r"(?:\s[-–—]\s.*$|(?:这(?:类|种|些)|那种|之类|等等?|类药(?=物)|什么的|都|也)$|\s+(?:too|either|as well|"
    r"since|but|so|which|that|because|when|after|for|with|at|in|for years|though|though|now|"
    r"however|it|this|these|anymore|any more|if|causing|causes|on|during|who|"
    r"medications?(?= ))\b.*$)"
)
_NOT_ITEM = Pattern(
    r"^(?:but|though|although|just|only|except|mostly|i|my|he|she|we|it|she's|he's|i'm|don't|please|"
    r"takes?|taking|has|have|is|am|was|can|could|"
    r"should|what|which|use|uses|on|never|not|currently|works?|lives?|drinks?|smokes?|had|denies|got|"
    r"do|does|also (?:take|have)|things?|something|anything|everything|nothing|some|too much|too many|(?:a|one|two|"
    r"just) (?:bites?|sips?|little|bit|taste|few|mouthfuls?|tablets?|pills?|doses?)(?! of)|"
    r"rash|hives|itching|anaphylaxis|swelling|gi upset|"
    r"nausea|vomiting|"
    r"no wait|很|非常|特别|严重|very|so|really|actually|sorry|no,|wait|everyone|people|him|her|them|me|you|that|"
    r"this|both|meds|pmh\w*|fhx|shx|unknown|not sure)\b|^(?:我|他|她|每天|吃|能|可以|怎么|所以|"
    r"但|请|现在|住|今年|皮疹|休克|不详|不确定|是不是|起疹|会|曾|从|因|你|您|患|否认|有)"
)
# A clause of its own: Anna has three of them.
_SAYS = Pattern(r"so\b|\w+(?:'s)?(?: \w+){0,2} (?:has|have|is|are|was|were|does|loves?|hates?|likes?)\b")
_NONE = Pattern(r"^\s*(?:无|没有|否认|none|nil|no|n/a|unknown|不详|\(-\)|-|nkda|nka|none known|no known)\s*$")
_SYMPTOMATIC_ZH = frozenset("皮肤 鼻子 眼睛 脸 面部 脸部 局部 全身 身上 容易 抗 换季".split())
_PREFIX_ZH = Pattern(
    r"^.*?(?:确实|就是|可能是?|怀疑是?|好像是?|疑似|我是|患者|自述|自诉|既往有?|曾有|曾因|明确|并有|"
    r"具有|存在|诉|有|是|因为?|由于|对|吃|说|我|他|她|否认|无|没有?|不|也|还|又|都|什么|任何|了|的|会|"
    r"容易|为|并|且|但|已知|轻度|严重|重度|从小)(?=[\u4e00-\u9fffa-z0-9])"
)
# 青霉素我倒是不过敏, 海鲜他从来没过敏过: who reacts and whether, behind what it is to.
_WHO_REACTS_ZH = Pattern(
    r"(?:自己|本人|这边)?(?:都|也|全|均|统统|倒是|倒|是|确实|真的|其实|根本|从来|从小|一直|向来|现在|目前|以前|好像|应该|可能|就|又|并|绝对|完全|肯定)*"
    r"(?:不会|不是很|不怎么|不算|不|没有|没|未|会|很|挺|特别|非常|严重)?$"
)
_NOT_REACTING_ZH = Pattern(
    r"(?:(?:我|俺|他|她|本人|患者|病人)(?:自己|本人)?)?(?:倒是|倒|也|又|并|现在|目前|根本|其实|确实|是)*(?:不会|不|没)"
)
# 过不过敏, 不知道过敏: nobody says whether.
_WHETHER_ZH = Pattern(
    r"会不会|有没有|是否|是不是|抗$|脱$|怕|担心|过不$|(?:不|没)(?:太|大)?(?:知道|清楚|确定|晓得|记得|听说|查)"
)
_DENY_ZH = Pattern(r"否认|(?<!有)无|没有?|不(?!详|锈)|未发现|未见|并不|非")


def extract_allergies(reading: Reading) -> None:
    """Find allergies in every sentence and claim their words."""
    for group in reading.sentences():
        start, end = group[0].start, group[-1].clause.end
        for rule in _RULES:
            rule(reading, start, end)
    _with_reactions(reading)
    _of_the_patient_maybe(reading)


def _with_reactions(reading: Reading) -> None:
    """对阿司匹林过敏，吃了就喘: how somebody reacts belongs to the allergy, and is no complaint of today."""
    for view, following in pairwise(reading.views):
        if following.clause.sentence != view.clause.sentence or not reading.says(following, following.start):
            continue
        told = [
            one
            for one in reading.candidates
            if one.category is Category.ALLERGY
            and one.polarity is Polarity.AFFIRMED
            and view.start <= one.start < view.clause.end
        ]
        if not told or following.clause.opener == "(" or not _REACTS_SO.fullmatch(following.text):
            continue
        for one in told:
            quote = reading.text[min(view.start, one.start) : following.clause.end]
            reading.candidates[reading.candidates.index(one)] = replace(one, quote=quote)
        reading.claim(following.start, following.clause.end)


def _of_the_patient_maybe(reading: Reading) -> None:
    """我爸吃头孢起疹子, told by a relative nobody knows more of: it may be the patient's and must not be lost."""
    for one in list(reading.candidates):
        if one.category is not Category.ALLERGY or one.only_against or one.polarity is Polarity.NEGATED:
            continue
        own = re.search(
            rf"(?:我|俺|咱)(?:家|的|们家)?{re.escape(one.subject)}|\bmy {re.escape(one.subject)}\b", reading.norm
        )
        if own and may_be_the_patient(one.subject, reading.speaker, reading.known.sex):
            reading.candidates[reading.candidates.index(one)] = replace(one, subject=SELF, unsure=True)


def listed_items(reading: Reading, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The items of a list, without the words around them; ends at the first that is none."""
    at = start
    text = reading.norm
    edges = [match.span() for match in _ITEM_SPLIT.finditer(text, start, end)]
    for left, right in [*edges, (end, end)]:
        begin, stop = at, left
        at = right
        while begin < stop and text[begin] in " \"'“”:":
            begin += 1
        body = text[begin:stop]
        head = _ITEM_HEAD.match(body)
        if head and head.end() < len(body):
            begin += head.end()
            body = text[begin:stop]
        tail = _ITEM_TAIL.search(body)
        if tail:
            stop = begin + tail.start()
            body = text[begin:stop]
        if not body.strip(" )"):
            continue
        paren = body.find(")")
        if paren >= 0:
            continue
        if _NOT_ITEM.match(body) or _SAYS.match(body) or len(body) > 40 or len(body.split()) > 5:
            if right < end and text[left:right].strip() == "(":
                continue
            return
        yield begin, stop
        if tail:
            return


def keep_allergy(
    reading: Reading, start: int, end: int, *, anchor: int, negated: bool, suspected: bool = False
) -> bool:
    """Keep what stands at ``start:end`` as something reacted to, or not.

    Args:
        reading: the message.
        start: of the substance.
        end: of the substance.
        anchor: where the words begin that tell of the reaction; whom they are about counts.
        negated: whether the reaction is denied.
        suspected: whether it is only supposed.

    Returns:
        Whether the words are of somebody whose facts are kept.
    """
    view = reading.view_at(anchor) or reading.view_at(start)
    if view is None or not reading.says(view, start if view.clause.start <= start < view.clause.end else anchor):
        return False
    item_view = reading.view_at(start)
    if item_view is not None and not reading.says(item_view, start):
        return False
    if negated and _NO_OTHER.search(reading.norm, max(0, start - 12), end):
        return False  # nothing that is named is denied
    subjects = view.subjects.at(max(anchor, start if item_view is view else anchor) - view.start)
    past = (
        not negated
        and reading.past(view, start, end, lasting=True)
        and bool(
            re.search(
                r"以前|小时候?|曾|好了|不过敏了|不再|used to|as a (?:child|kid)|outgrew|grew out|former", view.text
            )
        )
    )
    status = FactStatus.PAST if past else FactStatus.SUSPECTED if suspected else FactStatus.CURRENT
    value = reading.norm[start:end].strip()
    attribute = re.sub(r"(?:类药物|类药|类|药物|药|制剂)$", "", value) if len(value) > 3 else value
    reading.add(
        Category.ALLERGY, start, end, subjects=subjects, attribute=attribute or value, negated=negated, status=status
    )
    return subjects != (NOBODY,)


def _history_zh(reading: Reading, start: int, end: int) -> None:
    for match in _HISTORY_ZH.finditer(reading.norm, start, end):
        group = "items" if match["items"] else "items2"
        left, right = match.span(group)
        if reading.is_claimed(match.start(), match.end()):
            continue
        if _NONE.match(match[group]) or re.match(r"\s*(?:无|否认|没有)", match[group]):
            general = re.search(r"药物|食物|过敏史|过敏", match.group())
            if general:
                at = match.start() + general.start()
                keep_allergy(reading, at, at + len(general.group()), anchor=at, negated=True)
                reading.claim(*match.span())
            continue
        for begin, stop in listed_items(reading, left, right):
            keep_allergy(reading, begin, stop, anchor=begin, negated=False)
        reading.claim(match.start(), left)


def _to_zh(reading: Reading, start: int, end: int) -> None:
    for match in _TO_ZH.finditer(reading.norm, start, end):
        if reading.is_claimed(*match.span()):
            continue
        how = match["how"]
        items = match["items"]
        negated = bool(match["deny"]) or bool(re.search(r"不|没", how))
        view = reading.view_at(match.start())
        before = view.text[: match.start() - view.start] if view else ""
        if re.search(r"(?:没有|不是|否认|没|无|未发现)$|不是因为$", before.rstrip()):
            negated = True
        if re.match(r"[我他她你](?:们)?$", items):
            continue
        whether = re.search(r"(?:有没有|会不会|是不是|是否)", items + how)
        if whether:
            continue
        suspected = bool(re.search(r"可能|好像|怀疑|疑似|似乎|也许|大概", before + how + items[:4]))
        if re.match(r"(?:什么|啥|哪)", items) and not negated and not re.search(r"都|也", how):
            continue
        left, right = match.span("items")
        if re.match(r"(?:什么|啥|任何东西)", items) and negated:
            keep_allergy(reading, left, right, anchor=match.start(), negated=True)
        else:
            for begin, stop in listed_items(reading, left, right):
                keep_allergy(reading, begin, stop, anchor=match.start(), negated=negated, suspected=suspected)
        reading.claim(*match.span())


def _eaten_zh(reading: Reading, start: int, end: int) -> None:
    for match in _EATEN_ZH.finditer(reading.norm, start, end):
        if reading.is_claimed(*match.span()) or re.search(r"不(?:会)?过敏", match.group()):
            continue
        amount = _AMOUNT_ZH.match(match["items"])
        left = match.start("items") + (amount.end() if amount else 0)
        items = reading.norm[left : match.end("items")]
        if _NAMES_NOTHING_ZH.fullmatch(items):
            _shunned_zh(reading, match.start())
            continue
        if re.search(r"(?:没有?|[不未别抗脱])$", items) or (
            match.group()[0] == "打" and not _INJECTED_ZH.search(items)
        ):
            continue  # 吃虾没起疹子; 打球身上痒
        told = reading.view_at(match.end() - 1)
        lead = reading.norm[max(start, match.start() - 6) : match.start()]
        if told is None or not reading.says(told, match.end() - 1) or re.search(r"怕|担心|如果|会不会|万一", lead):
            continue
        unnamed = re.search(r"药$|^[针水]$|点滴$|什么|饭|东西$|辣|饱|多了", items) and not _DRUG_BY_USE_ZH.search(items)
        if unnamed and not re.search(r"过敏$", match.group()):
            continue
        for begin, stop in listed_items(reading, left, match.end("items")):
            keep_allergy(reading, begin, stop, anchor=match.start(), negated=False)
        reading.claim(*match.span())


def _shunned_zh(reading: Reading, at: int) -> None:
    """不能吃虾，一吃就起疹子: what is shunned in the clause before is what somebody reacts to."""
    view = reading.view_at(at)
    before = reading.views[view.index - 1] if view is not None and view.index else None
    shunned = _SHUNNED_ZH.search(before.text) if before is not None else None
    if before is not None and shunned is not None:
        start, end = before.start + shunned.start("what"), before.start + shunned.end("what")
        keep_allergy(reading, start, end, anchor=start, negated=False)


def _noun_zh(reading: Reading, start: int, end: int) -> None:
    for match in _NOUN_ZH.finditer(reading.norm, start, end):
        at = match.start("items")
        word_end = match.end("items")
        view = reading.view_at(word_end)
        if view is None or reading.is_claimed(max(at, word_end - 1), match.end("items") + 2):
            continue
        at = max(at, view.start)
        word_end = _behind_the_item(reading, view, at, word_end)
        body = reading.norm[at:word_end]
        negated = bool(_DENY_ZH.search(reading.norm, at, match.end("items"))) or view.denied_list
        said = reading.norm[at : match.end("items")]
        suspected = bool(re.search(r"可能|怀疑|好像|疑似|似乎", said))
        if _WHETHER_ZH.search(said) or reading.norm.startswith("不过敏", match.end("items") + len("过敏")):
            reading.claim(match.end("items"), match.end("items") + len("过敏不过敏"))
            continue
        # Names of the lists are cut out exactly; else what is left after the words around it.
        while True:
            head = _PREFIX_ZH.match(body)
            if not head:
                break
            body = body[head.end() :]
        begin = word_end - len(body)
        known = [one for one in view.mentions if one.kind is Kind.DRUG and one.end == word_end]
        if known:
            begin = (
                min(begin, known[0].start)
                if re.search(r"[、和及与跟]", reading.norm[begin:word_end])
                else known[0].start
            )
        begin = max(
            [begin, *(view.start + one.end for one in view.subjects.references if view.start + one.end < word_end)]
        )
        body = reading.norm[begin:word_end].strip()
        if (body in ("什么", "任何", "啥") and negated) or _NOT_REACTING_ZH.fullmatch(match["items"].strip()):
            body = ""
        if (
            (body == "药" and not negated)
            or body in ("", "体", "会", "有", "是", "了", "的", "易", "史", "对")
            or body in _SYMPTOMATIC_ZH
        ):
            _general_zh(reading, view, match, negated, body)
            continue
        if len(body) > 12 and "、" not in body and " " not in body:
            continue
        for one_begin, one_end in listed_items(reading, begin, word_end):
            keep_allergy(reading, one_begin, one_end, anchor=match.end("items"), negated=negated, suspected=suspected)
        reading.claim(begin, match.end("items") + 2)
        _list_before(reading, view, negated)


def _behind_the_item(reading: Reading, view: View, start: int, end: int) -> int:
    """Where an item before 过敏 ends: 青霉素 of 青霉素我倒是不过敏, 海鲜 of 海鲜我妈也过敏."""
    reacting = _WHO_REACTS_ZH.search(reading.norm, start, end)
    if reacting is not None:
        end = reacting.start()
    for one in view.subjects.references:
        if view.start + one.end == end and view.start + one.start >= start:
            who = view.start + one.start
            return who - 1 if who > start and reading.norm[who - 1] in "我他她" else who
    return end


def _general_zh(reading: Reading, view: View, match: re.Match[str], negated: bool, body: str) -> None:
    """我没有过敏, 无过敏史, 过敏体质; 青霉素，我不过敏."""
    start = match.end("items")
    if _NOT_REACTING_ZH.fullmatch(match["items"].strip()):
        told = reading.has(Category.ALLERGY, reading.first_of_sentence(view).start, view.start)
        if _list_before(reading, view, negated=True) or told or reading.norm.startswith("了", start + 2):
            reading.claim(start, start + 2)
            return  # 妈妈对虾过敏，我不过敏; 现在不过敏了: to what was told of before
    end = start + 2 + len(match["tail"] or "")
    if negated and match["tail"] not in ("反应", "症状"):
        keep_allergy(reading, start, end, anchor=start, negated=True)
        reading.claim(start, end)
    elif match["tail"] == "体质":
        keep_allergy(reading, start, end, anchor=start, negated=False)
        reading.claim(start, end)
    elif body in ("皮肤", "鼻子", "眼睛", "脸", "面部", "脸部") and reading.says(view, start):
        reading.add(
            Category.CONDITION,
            start - len(body),
            end,
            subjects=view.subjects.at(start - view.start),
            attribute=body + "过敏",
            negated=negated,
        )


def _list_before(reading: Reading, view: View, negated: bool) -> bool:
    """青霉素，磺胺过敏: bare drugs in the clauses just before belong to the list too. Returns whether there are any."""
    index = view.index
    found = False
    while index:
        index -= 1
        before = reading.views[index]
        if before.clause.sentence != view.clause.sentence or reading.views[index + 1].clause.opener != ",":
            return found
        drugs = [one for one in before.mentions if one.kind is Kind.DRUG]
        if (
            not drugs
            or drugs[-1].end != before.clause.end
            or not re.fullmatch(r"(?:我)?(?:对)?", before.text[: drugs[0].start - before.start])
        ):
            return found
        for drug in drugs:
            keep_allergy(reading, drug.start, drug.end, anchor=drug.start, negated=negated)
        found = True
    return found


def _to_en(reading: Reading, start: int, end: int) -> None:
    if not _REACTING_EN.search(reading.norm, start, end):
        return
    for match in _TO_EN.finditer(reading.norm, start, end):
        if reading.is_claimed(match.start(), match.start("items")):
            continue
        view = reading.view_at(match.start("how") if match["how"] else match.start("items") - 4)
        if view is None:
            continue
        before = view.text[: match.start() - view.start]
        negated = bool(match["deny"]) or bool(
            re.search(
                r"\b(?:no|not|never|denies|without|don't|doesn't|isn't|aren't|neither|n't)\b[^,]{0,30}$|"
                r"n't [^,]{0,20}$",
                before,
            )
        )
        suspected = bool(
            re.search(
                r"\b(?:might|may|maybe|possibl[ey]|probably|think|suspect|could be|perhaps|seem|wonder)\b",
                before + match["how"],
            )
        )
        if (
            re.search(
                r"\b(?:reacts?|reacted|reaction|sensitivity)\b", match.group()[: match.start("items") - match.start()]
            )
            and not any(
                one.kind is Kind.DRUG and match.start("items") <= one.start <= match.start("items") + 12
                for one in view.mentions
            )
            and "anaphyla" not in match.group()
            and "allerg" not in match.group()
        ):
            continue
        for begin, stop in listed_items(reading, *match.span("items")):
            if re.match(r"(?:nothing|no\b)", reading.norm[begin:stop]):
                continue
            general = re.match(r"(?:anything|any (?:drugs?|foods?|medications?|medicines?))", reading.norm[begin:stop])
            keep_allergy(
                reading,
                begin,
                stop,
                anchor=match.start("items") - 4,
                negated=negated or bool(general),
                suspected=suspected,
            )
        reading.claim(match.start(), match.start("items"))


def _fronted_en(reading: Reading, start: int, end: int) -> None:
    """Penicillin I'm not allergic to: what it is to stands in front."""
    if reading.norm.find("ergic to", start, end) < 0:
        return
    views = [view for view in reading.views if start <= view.start < end]
    for match in filter(None, (_FRONTED_EN.match(reading.norm, view.start, view.clause.end) for view in views)):
        if _LEADS_ON_EN.search(match["items"]) or reading.is_claimed(match.start("items"), match.end()):
            continue
        negated = bool(re.search(r"\bno|never", match.group()[match.end("items") - match.start() :]))
        for begin, stop in listed_items(reading, *match.span("items")):
            keep_allergy(reading, begin, stop, anchor=match.end() - 2, negated=negated)
        reading.claim(match.start("items"), match.end())


def _noun_en(reading: Reading, start: int, end: int) -> None:
    if reading.norm.find("allerg", start, end) < 0:
        return
    for match in _NOUN_EN.finditer(reading.norm, start, end):
        word = match.end("items")
        if reading.is_claimed(word, min(word + 6, end)):
            continue
        view = reading.view_at(word)
        if view is None:
            continue
        stop = re.match(r"allerg(?:y|ies)", reading.norm[word:]).end() + word  # type: ignore[union-attr]
        negated = bool(match["deny"]) or reading.denied(view, word, stop) or view.denied_list
        after = match["after"]
        if after and not match["items"].strip() and not negated:
            if _NONE.match(after) or re.match(r"\s*(?:none|no known|nkda|nil|denies|no )", after):
                code = _CODES.search(after)
                if not code:
                    keep_allergy(reading, word, stop, anchor=word, negated=True)
                    reading.claim(word, stop)
                continue
            for begin, finish in listed_items(reading, *match.span("after")):
                keep_allergy(reading, begin, finish, anchor=word, negated=False)
            reading.claim(word, stop)
            continue
        items = match["items"].strip()
        if not items:
            if negated:
                keep_allergy(reading, word, stop, anchor=word, negated=True)
                reading.claim(word, stop)
            elif re.search(r"\bseasonal\s*$", reading.norm[max(0, word - 12) : word]):
                at = reading.norm.rindex("seasonal", 0, word)
                keep_allergy(reading, at, stop, anchor=word, negated=False)
                reading.claim(at, stop)
            continue
        suspected = reading.suspected(view, match.start("items"), stop)
        for begin, finish in listed_items(reading, match.start("items"), word):
            keep_allergy(reading, begin, finish, anchor=word, negated=negated, suspected=suspected)
        reading.claim(match.start("items"), stop)


def _causes_en(reading: Reading, start: int, end: int) -> None:
    for match in _CAUSES_EN.finditer(reading.norm, start, end):
        group = next(name for name, value in match.groupdict().items() if value)
        if re.search(
            r"\b(?:worr|afraid|scared|in case|might|fear)", reading.norm[max(start, match.start() - 30) : match.end()]
        ):
            reading.claim(*match.span(group))
            continue
        if re.match(r"(?:it|this|that|stress|heat|he|she|they|which|the sun|sun|cold|work)\b", match[group]):
            continue
        for begin, stop in listed_items(reading, *match.span(group)):
            keep_allergy(reading, begin, stop, anchor=match.start(), negated=False)
            reading.claim(begin, stop)


def _shunned_en(reading: Reading, start: int, end: int) -> None:
    for match in _SHUNNED_EN.finditer(reading.norm, start, end):
        for begin, stop in listed_items(reading, *match.span("items")):
            if not reading.is_claimed(begin, stop):
                keep_allergy(reading, begin, stop, anchor=match.start(), negated=False)
                reading.claim(begin, stop)


def _skin_test(reading: Reading, start: int, end: int) -> None:
    for match in _SKIN_TEST.finditer(reading.norm, start, end):
        view = reading.view_at(match.start())
        drug = (
            next((one for one in view.mentions if one.kind is Kind.DRUG and one.end == match.start()), None)
            if view
            else None
        )
        if drug:
            keep_allergy(
                reading, drug.start, drug.end, anchor=drug.start, negated=match["result"] in ("阴性", "-", "(-)", "－")
            )
            reading.claim(drug.start, match.end())


def _codes(reading: Reading, start: int, end: int) -> None:
    for match in _CODES.finditer(reading.norm, start, end):
        keep_allergy(reading, match.start(), match.end(), anchor=match.start(), negated=True)


_RULES = (
    _history_zh,
    _to_zh,
    _eaten_zh,
    _noun_zh,
    _fronted_en,
    _to_en,
    _noun_en,
    _causes_en,
    _shunned_en,
    _skin_test,
    _codes,
)
