"""How allergies are told in Chinese."""

from __future__ import annotations

import re

from desktop_app.domain.extraction.allergen_lists import NOTHING_LISTED, keep_allergy, listed_items
from desktop_app.domain.extraction.lexicon import Kind
from desktop_app.domain.extraction.reading import Reading, View
from desktop_app.domain.memory import Category
from desktop_app.domain.patterns import Pattern

_LIST_ZH = r"[^。;!?\n()]"
_TO_ZH = Pattern(
    rf"(?P<deny>不|没有|并不|从来不|否认|无)?对(?![,、 ])(?P<items>(?:(?!对|"
    rf"过敏){_LIST_ZH}){{1,40}}?)(?P<how>(?:[,、 ]?(?:我)?(?:一点儿?|全|都|也|会|有点儿?|有些|"
    rf"轻度|中度|重度|严重|非常|特别|很|比较|高度|可能|好像|已经|不再|不会|并不|不|没有?|均|曾|曾经|以前|从小|"
    rf"从小就|就|一直|是|药物))*)过敏(?!原|科)"
)
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


def _history_zh(reading: Reading, start: int, end: int) -> None:
    for match in _HISTORY_ZH.finditer(reading.norm, start, end):
        group = "items" if match["items"] else "items2"
        left, right = match.span(group)
        if reading.is_claimed(match.start(), match.end()):
            continue
        if NOTHING_LISTED.match(match[group]) or re.match(r"\s*(?:无|否认|没有)", match[group]):
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
        start, end = before.place(shunned, "what")
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


# In this order; each is asked of every sentence.
ALLERGY_RULES_ZH = (_history_zh, _to_zh, _eaten_zh, _noun_zh)
