"""Allergies: what somebody reacts to, or that nothing is known."""

from __future__ import annotations

import re
from collections.abc import Iterator

from desktop_app.domain.extraction.lexicon import Kind
from desktop_app.domain.extraction.reading import Reading, View
from desktop_app.domain.extraction.subjects import NOBODY
from desktop_app.domain.memory import Category, FactStatus
from desktop_app.domain.patterns import Pattern

_LIST_ZH = r"[^。;!?\n()]"
_TO_ZH = Pattern(
    rf"(?P<deny>不|没有|并不|从来不|否认|无)?对(?![,、 ])(?P<items>(?:(?!对|"
    rf"过敏){_LIST_ZH}){{1,40}}?)(?P<how>(?:[,、 ]?(?:我)?(?:全|都|也|会|有点儿?|有些|"
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
    r"(?:一?(?:吃|喝|碰|接触|闻|用|打|吸|沾|摸|遇|注射|服用)(?:到|了|过|"
    r"完)?)(?P<items>[\u4e00-\u9fffa-z、和或]{1,12}?)(?:类|的)?(?:之后|以后|"
    r"后)?(?:就|会|都|也|便|立刻|容易|总|老|要|有)*(?:就|会|都)*(?:过敏|起疹子|起荨麻疹|长疹子|浑身痒|"
    r"嘴(?:巴|唇)?(?:会)?肿|嗓子肿|喉咙肿|喉咙发紧|全身起疙瘩)"
)
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
    r"my \w+) (?:an? )?(?:\w+ )?(?:to )?(?:hives|rash|itch\w*|swell\w*|break out|breaks out|"
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
_SKIN_TEST = Pattern(r"(?:皮肤?试验?|过敏试验)(?:结果)?(?:是|为|:)?\s?(?P<result>阳性|阴性|\(\+\)|\(-\)|\+|-)")
_CODES = Pattern(r"\b(?:nkda|nkfa|nka)\b")
_ITEM_SPLIT = Pattern(
    r"\s*(?:[、,/&+]|\band\b|\bor\b|\bnor\b|\bplus\b|\bas well as\b|和|及|与|跟|还有|以及|或者?|还|"
    r"\()\s*"
)
_ITEM_HEAD = Pattern(
    r"^(?:(?:我|他|她|也|都|是|就是|包括|有|既往|患者|其|某些|一些|一种|所有|各种|对|于|是对|的|"
    r"又|还|只|不|主要|像|目前|已知|"
    r"吃|任何)+(?=..)|(?:both|all|the|some|certain|also|maybe|any|most|many|a|an|my|his|"
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
    r"do|does|also (?:take|have)|things?|something|rash|hives|itching|anaphylaxis|swelling|gi upset|"
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
_ALSO_ZH = Pattern(r"[\s,]*(?:我|他|她)?(?:都|也|全|均|统统)+(?:会|很|严重|不)?$")
_DENY_ZH = Pattern(r"否认|(?<!有)无|没有?|不(?!详)|未发现|未见|并不|非")


def extract_allergies(reading: Reading) -> None:
    """Find allergies in every sentence and claim their words."""
    for group in reading.sentences():
        start, end = group[0].start, group[-1].clause.end
        for rule in (
            _history_zh,
            _to_zh,
            _eaten_zh,
            _noun_zh,
            _to_en,
            _noun_en,
            _causes_en,
            _shunned_en,
            _skin_test,
            _codes,
        ):
            rule(reading, start, end)


def _items(reading: Reading, start: int, end: int) -> Iterator[tuple[int, int]]:
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


def _keep(reading: Reading, start: int, end: int, *, anchor: int, negated: bool, suspected: bool = False) -> bool:
    view = reading.view_at(anchor) or reading.view_at(start)
    if view is None or not reading.says(view, start if view.clause.start <= start < view.clause.end else anchor):
        return False
    item_view = reading.view_at(start)
    if item_view is not None and not reading.says(item_view, start):
        return False
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
                _keep(reading, at, at + len(general.group()), anchor=at, negated=True)
                reading.claim(*match.span())
            continue
        for begin, stop in _items(reading, left, right):
            _keep(reading, begin, stop, anchor=begin, negated=False)
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
            _keep(reading, left, right, anchor=match.start(), negated=True)
        else:
            for begin, stop in _items(reading, left, right):
                _keep(reading, begin, stop, anchor=match.start(), negated=negated, suspected=suspected)
        reading.claim(*match.span())


def _eaten_zh(reading: Reading, start: int, end: int) -> None:
    for match in _EATEN_ZH.finditer(reading.norm, start, end):
        if reading.is_claimed(*match.span()) or re.search(r"不(?:会)?过敏", match.group()):
            continue
        items = match["items"]
        if re.fullmatch(r"就|会|都|也|便|后|之后|完|了", items):
            start_of = reading.view_at(match.start())
            index = start_of.index if start_of else 0
            shunned = (
                re.search(
                    r"(?:不(?:能|敢)?|没法|别)(?:吃|喝|碰|用)(?P<what>[\u4e00-\u9fffa-z]{1,8})$",
                    reading.views[index - 1].text,
                )
                if index
                else None
            )
            if shunned:
                at = reading.views[index - 1].start
                _keep(
                    reading,
                    at + shunned.start("what"),
                    at + shunned.end("what"),
                    anchor=at + shunned.start("what"),
                    negated=False,
                )
            continue
        if re.search(r"药$|什么|饭|东西$|辣|饱|多了", items) and not re.search(r"过敏$", match.group()):
            continue
        for begin, stop in _items(reading, *match.span("items")):
            _keep(reading, begin, stop, anchor=match.start(), negated=False)
        reading.claim(*match.span())


def _noun_zh(reading: Reading, start: int, end: int) -> None:
    for match in _NOUN_ZH.finditer(reading.norm, start, end):
        at = match.start("items")
        word_end = match.end("items")
        view = reading.view_at(word_end)
        if view is None or reading.is_claimed(max(at, word_end - 1), match.end("items") + 2):
            continue
        at = max(at, view.start)
        also = _ALSO_ZH.search(reading.norm, at, word_end)
        if also:
            word_end = also.start()
        body = reading.norm[at:word_end]
        negated = bool(_DENY_ZH.search(reading.norm, at, match.end("items"))) or view.denied_list
        suspected = bool(re.search(r"可能|怀疑|好像|疑似|是不是|似乎", body))
        if re.search(r"会不会|有没有|是否|抗$|脱$", body):
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
        body = reading.norm[begin:word_end].strip()
        if body in ("什么", "任何", "啥") and negated:
            body = ""
        if body in ("", "药", "体", "会", "有", "是", "了", "的", "易", "史", "对") or body in _SYMPTOMATIC_ZH:
            _general_zh(reading, view, match, negated, body)
            continue
        if len(body) > 12 and "、" not in body and " " not in body:
            continue
        for one_begin, one_end in _items(reading, begin, word_end):
            _keep(reading, one_begin, one_end, anchor=word_end, negated=negated, suspected=suspected)
        reading.claim(begin, word_end + 2)
        _list_before(reading, view, negated)


def _general_zh(reading: Reading, view: View, match: re.Match[str], negated: bool, body: str) -> None:
    """我没有过敏, 无过敏史, 过敏体质."""
    start = match.end("items")
    end = start + 2 + len(match["tail"] or "")
    if negated and match["tail"] not in ("反应", "症状"):
        _keep(reading, start, end, anchor=start, negated=True)
        reading.claim(start, end)
    elif match["tail"] == "体质":
        _keep(reading, start, end, anchor=start, negated=False)
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


def _list_before(reading: Reading, view: View, negated: bool) -> None:
    """青霉素，磺胺过敏: bare drugs in the clauses just before belong to the list too."""
    index = view.index
    while index:
        index -= 1
        before = reading.views[index]
        if before.clause.sentence != view.clause.sentence or reading.views[index + 1].clause.opener != ",":
            return
        drugs = [one for one in before.mentions if one.kind is Kind.DRUG]
        if (
            not drugs
            or drugs[-1].end != before.clause.end
            or not re.fullmatch(r"(?:我)?(?:对)?", before.text[: drugs[0].start - before.start])
        ):
            return
        for drug in drugs:
            _keep(reading, drug.start, drug.end, anchor=drug.start, negated=negated)


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
        for begin, stop in _items(reading, *match.span("items")):
            if re.match(r"(?:nothing|no\b)", reading.norm[begin:stop]):
                continue
            general = re.match(r"(?:anything|any (?:drugs?|foods?|medications?|medicines?))", reading.norm[begin:stop])
            _keep(
                reading,
                begin,
                stop,
                anchor=match.start("items") - 4,
                negated=negated or bool(general),
                suspected=suspected,
            )
        reading.claim(match.start(), match.start("items"))


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
                    _keep(reading, word, stop, anchor=word, negated=True)
                    reading.claim(word, stop)
                continue
            for begin, finish in _items(reading, *match.span("after")):
                _keep(reading, begin, finish, anchor=word, negated=False)
            reading.claim(word, stop)
            continue
        items = match["items"].strip()
        if not items:
            if negated:
                _keep(reading, word, stop, anchor=word, negated=True)
                reading.claim(word, stop)
            elif re.search(r"\bseasonal\s*$", reading.norm[max(0, word - 12) : word]):
                at = reading.norm.rindex("seasonal", 0, word)
                _keep(reading, at, stop, anchor=word, negated=False)
                reading.claim(at, stop)
            continue
        suspected = reading.suspected(view, match.start("items"), stop)
        for begin, finish in _items(reading, match.start("items"), word):
            _keep(reading, begin, finish, anchor=word, negated=negated, suspected=suspected)
        reading.claim(match.start("items"), stop)


def _causes_en(reading: Reading, start: int, end: int) -> None:
    for match in _CAUSES_EN.finditer(reading.norm, start, end):
        group = next(name for name, value in match.groupdict().items() if value)
        if re.match(r"(?:it|this|that|stress|heat|he|she|they|which|the sun|sun|cold|work)\b", match[group]):
            continue
        for begin, stop in _items(reading, *match.span(group)):
            _keep(reading, begin, stop, anchor=match.start(), negated=False)
            reading.claim(begin, stop)


def _shunned_en(reading: Reading, start: int, end: int) -> None:
    for match in _SHUNNED_EN.finditer(reading.norm, start, end):
        for begin, stop in _items(reading, *match.span("items")):
            if not reading.is_claimed(begin, stop):
                _keep(reading, begin, stop, anchor=match.start(), negated=False)
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
            _keep(
                reading, drug.start, drug.end, anchor=drug.start, negated=match["result"] in ("阴性", "-", "(-)", "－")
            )
            reading.claim(drug.start, match.end())


def _codes(reading: Reading, start: int, end: int) -> None:
    for match in _CODES.finditer(reading.norm, start, end):
        _keep(reading, match.start(), match.end(), anchor=match.start(), negated=True)


_RULES = (_history_zh, _to_zh, _eaten_zh, _noun_zh, _to_en, _noun_en, _causes_en, _shunned_en, _skin_test, _codes)
