"""Likes, dislikes and how somebody wants to be answered."""

from __future__ import annotations

import re

from desktop_app.domain.extraction.reading import Reading, View
from desktop_app.domain.memory import SELF, Category
from desktop_app.domain.patterns import Pattern

_LIKE_ZH = Pattern(
    r"(?P<verb>(?:从小|一直|都|也|还|就|最|更|比较|特别|很|非常|挺|尤其|超|超级|蛮|平时|真的|真|"
    r"一向|向来|其实|蛮|不太|不怎么|不是很|并不|从来不|从不|不|没那么|不再)*(?:喜欢|爱(?=吃|喝|看|听|玩|"
    r"用|穿|养|逛|睡|运动|打|唱|泡)|偏爱|偏好|钟爱|热爱|酷爱|倾向于|习惯(?=用|吃|喝|看|穿|睡)|中意|"
    r"钟意)|讨厌|最烦|反感|受不了|厌恶|(?:最|很|特别|非常)(?:讨厌|反感|烦)|"
    r"不吃(?=[\u4e00-\u9fff]{0,4}(?:肉|鱼|虾|蟹|奶|蛋|菜|豆|果|糖|面|饭(?!了)|"
    r"主食)(?:$|[,。]))|不吃(?=香菜|葱|姜|蒜|辣|肉|猪肉|牛肉|羊肉|鱼|海鲜|甜|荤|内脏|肥肉|芹菜|"
    r"榴莲|苦瓜|胡萝卜|茄子|洋葱))"
    r"(?P<what>[^,。;!?\n]{1,24})"
)
_LIKE_NOT_ZH = Pattern(r"^(?:的|跟我|和我|我|你|您|上你|的是|吗|么|什么|哪|谁|上了|就好|不)|^(?:他|她)(?:$|[^们的])")
_BARE_VERBS = frozenset("饭 吃 喝 看 听 玩 用 穿 养 逛 睡".split())
_DENY_ZH = Pattern(r"不|没|讨厌|烦|反感|受不了|厌恶")
_FAVOURITE_ZH = Pattern(r"最(?:喜欢|爱)的(?P<kind>[\u4e00-\u9fff]{1,6})(?:是|就是)(?P<what>[^,。;!?\n]{1,16})")
_TAIL_ZH = Pattern(
    r"(?:了|吧|啊|呀|呢|哦|(?<![甜辣酸咸苦冷热凉硬软腻])的|啦|嘛|这种|这些|之类的?|什么的|来着|多一点|一点)$"
)

_ANSWERING_ZH = Pattern(
    r"please|reply|answer|respond|回答|回复|答复|回应|输出|跟我(?:说话|聊|讲话|交流|沟通)|"
    r"和我(?:说话|聊|交流|沟通)|讲解|称呼|对话|"
    r"说话|以后|每次|今后|一律|始终|总是|请(?:用|别|不要|勿|少|多|尽量)|直接(?:说|讲|给|告诉)|别(?:给我|再|用)|"
    r"不要(?:用|"
    r"给我|列|太|再|使用|加|那么)|单位"
)
_STYLE_ZH = (
    Pattern(
        r"(?:请|都|要|一律|尽量|务必|最好|以后|只|能不能|可以|还是|必须|全部|统一)?(?P<deny>不要|别|勿|"
        r"不|避免|不用|少)?(?:使用|采用|用|按|说|讲|写|(?<!可)以(?![后前来上下及为]))(?P<what>(?!药|餐|户|力|心|得着|法|处|完|"
        r"来|了|过)[^,。;!?\n]{1,16}?)(?:来|去|格式|的方式|的形式)?\s?(?:reply|answer|respond|回答|回复|答复|回应|跟我|"
        r"和我|与我|交流|沟通|说话|说|写|讲|作答|答|输出|对话|聊|显示|表示)(?:我|就行|就好|吧|即可)?"
    ),
    Pattern(
        r"(?:请|以后|今后|都|一律|尽量|统一)(?:请|都|你|您|要|只)*(?:使用|采用|用|按)(?P<what>(?!药|餐|户|"
        r"力|心|我)[^,。;!?\n]{1,16})$"
    ),
    Pattern(
        r"(?:回答|回复|输出|答案|说话|讲解|解释|答复)(?:我)?(?:的时候|时|的话|问题时|要|请|得|尽量|可以|"
        r"都|能|，)*(?P<what>(?:尽量|稍微|更|再|越)?(?:简短|简洁|简单|详细|具体|直接|正式|口语化|"
        r"通俗|温柔|幽默|耐心|委婉|专业|短|精炼|通俗易懂)(?:一点|一些|些|点|易懂)?)"
    ),
    Pattern(r"(?:直接|只|先)(?:说|讲|给(?:我)?|告诉我|上)(?P<what>结论|重点|答案|结果|要点|步骤)"),
    Pattern(
        r"(?P<deny>不要|别|请勿|避免|无需|不用|不需要|少)(?:再|给我|使用|用|加|列|写|说|出现|放|发|带|"
        r"有|太多|那么多|任何|老是|总|总是|一直|搞|弄)*\s?(?P<what>(?:表情(?:符号)?|emoji|列表|表格|"
        r"英文|中文|英语|术语|专业术语|废话|客套话?|markdown|项目符号|编号|标题|感叹号|敬语|缩写|啰嗦|太长|"
        r"长篇大论|套话|网络用语|成语|粗体|加粗|分点|代码块|代码|寒暄|道歉|比喻|链接|图片|"
        r"[\u4e00-\u9fffa-z]{1,8}?(?:符号|格式|列表|术语|语气|字眼|用语|开场白)))"
    ),
)
_NOT_STYLE_ZH = Pattern(
    r"^(?:了|药|这|那|什么|我|你|完|不|多久|多少|的|手机|一个|来|嘴|激素)|药|片$|胰岛素|mg|毫克|水$"
)

_LIKE_EN = Pattern(
    r"\b(?P<verb>(?:really |also |absolutely |strongly |much |do |don't |do not |doesn't |does not |"
    r"never |not |always |still |just |truly |generally |usually |would |'d |didn't |can't )*(?:love|"
    r"loves|like|likes|liked|enjoy|enjoys|prefer|prefers|hate|hates|dislike|dislikes|can't stand|"
    r"cannot stand|can't bear|despise|detest|adore|adores|loathe|am fond of|am a fan of|"
    r"am not a fan of|'m a fan of|'m not a fan of|'m not a big fan of|am not a big fan of|"
    r"'m a big fan of|'m fond of|'m into|'m not fond of|am into))\s(?P<what>[^,.;!?\n]{2,60})"
)
_FAVOURITE_EN = Pattern(
    r"\b(?:my|his|her|our|their)\s(?:all-time |absolute )?favou?rite\s(?P<kind>[a-z ]{2,24}?)\s(?:is|are|"
    r"was)\s(?P<what>[^,.;!?\n]{2,40})"
)
_LIKE_NOT_EN = Pattern(
    r"^(?:and\b|in\b|of\b|for\b|your\b|these\b|those\b|i\b|(?:his|her|their) (?:skills|work|style|"
    r"energy|attitude)|the (?:quote|vibe|sound|look|support|energy|pic|photo)|to (?:know|ask|"
    r"understand|see if|make|book|discuss|schedule|talk|hear|thank|get an?|find|"
    r"learn more|check|confirm|add|mention|tell|say)|it\b(?! when)|you\b|that\b|this\b|him\b|her\b|"
    r"them\b|how\b|a (?:lot|headache|rash)|if\b|when\b|what\b|i'm\b|crazy|the (?:idea|way|answer|"
    r"response)|my (?:husband|wife|mother|mom|dad|father|kids|children|family|daughter|son)\b)"
)
# Between whoever likes and the verb stand at most adverbs: "so much love" is a noun.
_SUBJECT_BEFORE = Pattern(
    r"(?:^|\b(?:i|he|she|we|they|but|and|also|or|so|who|both)(?:'ve|'d| have| has)?)\s*(?:(?:\w+ly|"
    r"always|also|still|just|never|really|most|do|would|used to|both|all|quite|rather|sometimes|"
    r"often)\s)*$"
)
_WISH_EN = Pattern(r"\b(?:would|'d)\s(?:\w+ )?(?:love|like|hate)|\bwould (?:love|like|hate)")
_STYLE_EN = (
    Pattern(
        r"\b(?:answer|explain|reply|respond|write|talk|speak)(?: \w+){0,2}? (?P<what>step by step|briefly|simply|"
        r"concisely|in detail|formally|informally|slowly|clearly|politely|casually|directly)\b"
    ),
    Pattern(
        r"\b(?:(?P<deny>don't|do not|never|stop)\s)?(?:answer|reply|respond|write|speak|talk|communicate|"
        r"answering|replying|responding|explain(?: things| everything)?)(?: to me| back| me|"
        r" my questions| everything)?(?: only| always)? (?:in|using|with)\s(?P<what>[^,.;!?\n]{2,40})"
    ),
    Pattern(
        r"\b(?:answers?|explanations?|repl(?:y|ies)|responses?|things) in (?P<what>(?:plain|simple|proper|british|"
        r"american|clear) [a-z]+)\b"
    ),
    Pattern(
        r"\b(?:please |always |from now on,? |only |just |i'd like you to |you should |"
        r"could you |and (?=use )|^(?=use [^,.;!?\n]{2,40} (?:when|in your|for your)\b))+(?:always |only |just |also |"
        r"and )*use\s(?P<what>[^,.;!?\n]{2,40})"
    ),
    Pattern(
        r"\b(?:keep|make) (?:your |the |all |all your |every )?(?:answers?|repl(?:y|ies)|responses?|"
        r"explanations?|messages?|sentences)\s(?P<what>[^,.;!?\n]{2,30})"
    ),
    Pattern(
        r"\b(?:keep|make) (?:it|things)\s(?P<what>(?:(?:more|very|as|really|nice and) )?(?:brief|short|simple|concise|"
        r"clear|formal|informal|light|positive|factual|polite|professional|friendly|casual|readable|"
        r"to the point|plain))\b"
    ),
    Pattern(
        r"\b(?:please )?(?P<deny>don't|do not|never|avoid|no|skip|stop|without|no more|"
        r"leave out)\s(?:ever )?(?:use |using |give me |giving me |include |including |add |adding |the |"
        r"any |send me |sending |write |start with |starting with |writing in |so many |"
        r"too many )*(?P<what>(?:[a-z-]+ )?(?:emojis?|bullet points?|bullets|lists?|tables?|jargon|"
        r"markdown|headings?|headers|exclamation (?:marks|points)|small talk|disclaimers?|slang|"
        r"abbreviations|acronyms|technical terms|long answers|apologies|filler|pleasantries|code blocks?|"
        r"links|metaphors|footnotes|preambles?|caveats|medical terms))(?: please)?\b"
    ),
    Pattern(
        r"\b(?:be|sound) (?P<what>(?:more |very |as )?(?:brief|concise|direct|formal|informal|blunt|"
        r"detailed|polite|honest|short|gentle|friendly|casual|succinct)(?: with me| as possible)?)\b"
    ),
    Pattern(
        r"\b(?:give me|i want|i'd like|i would like|i prefer|prefer) (?P<what>(?:short|brief|concise|detailed|long|"
        r"direct|"
        r"simple|step-by-step|formal|plain)\s(?:and \w+ )?(?:answers?|explanations?|replies|responses|"
        r"summaries|instructions))\b"
    ),
)
_ANSWERING_EN = Pattern(
    r"\b(?:please|always|never|from now on|answers?|repl(?:y|ies)|respond|responses?|when you|for me|"
    r"i prefer|don't|do not|avoid|no more|keep|be|with me)\b"
)
_TASK_EN = Pattern(r"\b(?:write|draft|translate|generate|create|compose) (?:me )?(?:an?|the|this|my)\b")
_CUT_EN = Pattern(
    r"\s(?:and i|but|because|since|when|if|so|when you|when answering|please|though|from now on|instead|"
    r"anymore|any more|too|as well|a lot|so much|very much|the most|best|most of all|to me|for me|"
    r"at all|rather than|over|than|in (?:my|your)|whenever|every|"
    r"for (?:all|everything)|and (?:throws|gets|has|is|sleeps|hides|runs|goes|barks|can|will|doesn't|never|"
    r"always))\b.*$"
)


def extract_preferences(reading: Reading) -> None:
    """Find likes, dislikes and wishes about the answers."""
    for view in reading.views:
        if view.clause.hypothetical and not re.search(r"\bwhen\b", view.text):
            continue
        _favourites(reading, view)
        if not reading.clinical:
            _style(reading, view)
        _likes_zh(reading, view)
        _likes_en(reading, view)


def _keep(reading: Reading, start: int, end: int, negated: bool, subjects: tuple[str, ...]) -> None:
    text = reading.norm[start:end]
    tail = _TAIL_ZH.search(text)
    while tail and tail.start() > 0 and not re.fullmatch(r"[吃喝用穿]\w{1,4}的", text):
        end -= len(text) - tail.start()
        text = reading.norm[start:end]
        tail = _TAIL_ZH.search(text)
    if text in _BARE_VERBS:
        return  # what is liked stands elsewhere
    if end > start and not reading.is_claimed(start, end):
        reading.add(Category.PREFERENCE, start, end, subjects=subjects, attribute=text.strip(), negated=negated)


def _favourites(reading: Reading, view: View) -> None:
    for pattern in (_FAVOURITE_ZH, _FAVOURITE_EN):
        for match in pattern.finditer(view.text):
            start, end = view.place(match, "what")
            if reading.says(view, start):
                _keep(reading, start, end, False, view.subjects.leading(match.start()))


def _split(reading: Reading, start: int, end: int) -> list[tuple[int, int]]:
    """The items of a list of things liked."""
    items, at = [], start
    for match in re.finditer(
        r"\s*(?:、|和(?!谐|平|气)|以及|还有|与|跟|,)\s*|\s+(?:and|or)\s+", reading.norm[start:end]
    ):
        items.append((at, start + match.start()))
        at = start + match.end()
    items.append((at, end))
    return [(left, right) for left, right in items if right > left]


def _likes_zh(reading: Reading, view: View) -> None:
    for match in _LIKE_ZH.finditer(view.text):
        start, end = view.place(match, "what")
        if not reading.says(view, start) or _LIKE_NOT_ZH.match(match["what"]):
            continue
        if re.search(r"(?:会|你|您|如果|怎么|谁)$", view.text[: match.start()]):
            continue
        negated = bool(_DENY_ZH.search(match["verb"]))
        inner = re.search(r"(?:但|不过|可是|却|因为|所以)", match["what"])
        if inner:
            end = start + inner.start()
        for left, right in _split(reading, start, end):
            _keep(reading, left, right, negated, view.subjects.at(match.start("what")))


def _likes_en(reading: Reading, view: View) -> None:
    for match in _LIKE_EN.finditer(view.text):
        start, end = view.place(match, "what")
        if not reading.says(view, start) or _LIKE_NOT_EN.match(match["what"]):
            continue
        verb = match["verb"]
        if _WISH_EN.search(view.text[max(0, match.start() - 2) : match.end("verb")]) and "prefer" not in verb:
            continue
        before = view.text[: match.start()]
        if "like" in verb and re.search(
            r"\b(?:feels?|felt|looks?|sounds?|seems?|something|things|stuff|just|tastes?|smells?|act|"
            r"acts|more|much|what|is|was|are|it's|symptoms)\s*$",
            before,
        ):
            continue
        if not _SUBJECT_BEFORE.search(before) and not reading.person_ends_at(view, len(before.rstrip())):
            continue
        if not view.subjects.names_somebody and re.match(r"(?:like|love)s? (?:the|a|an) |like", match.group()):
            continue  # like getting exercise: such as; love the photo: said of what is seen
        if not view.subjects.names_somebody and not re.fullmatch(
            r"(?:but|and|also|or|so|then|still|really|just|\s)*", before
        ):
            continue
        if re.search(r"\b(?:you|to|what|who|doctors?|that)\s*$", before):
            continue
        negated = bool(
            re.search(
                r"\b(?:don't|do not|doesn't|does not|never|not|hate|hates|dislike|dislikes|can't|cannot|"
                r"despise|detest|loathe|didn't)\b|n't",
                verb,
            )
        )
        cut = _CUT_EN.search(match["what"])
        if cut:
            end = start + cut.start()
        lead = re.match(
            r"(?:to (?:eat|drink|have|use|be called)|eating|drinking|the taste of|it when (?:you|"
            r"people) )\s?",
            reading.norm[start:end],
        )
        if lead and lead.end() < end - start:
            start += lead.end()
        for left, right in _split(reading, start, end):
            _keep(reading, left, right, negated, view.subjects.at(match.start("what")))


def _style(reading: Reading, view: View) -> None:
    if view.han and (
        _ANSWERING_ZH.search(view.text) or (view.clause.opener == "," and reading.has(Category.PREFERENCE))
    ):
        for pattern in _STYLE_ZH:
            for match in pattern.finditer(view.text):
                start, end = view.place(match, "what")
                if _NOT_STYLE_ZH.search(match["what"]) or (
                    not reading.says(view, start) and not re.search(r"能不能|可以|能否|请", view.text)
                ):
                    continue
                if re.search(r"帮我|给我写|写一|翻译|怎么", view.text[: match.start("what")]) and not re.search(
                    r"以后|每次|回答|回复", view.text
                ):
                    continue
                negated = bool(match.groupdict().get("deny"))
                _keep(reading, start, end, negated, (SELF,))
    before = reading.has(Category.PREFERENCE)
    if (before or _ANSWERING_EN.search(view.text)) and not _TASK_EN.search(view.text):
        for pattern in _STYLE_EN:
            for match in pattern.finditer(view.text):
                start, end = view.place(match, "what")
                cut = _CUT_EN.search(match["what"])
                if cut:
                    end = start + cut.start()
                negated = bool(match.groupdict().get("deny"))
                if (
                    match.groupdict().get("deny") in ("no", "without")
                    and not re.search(r"please|answer|repl|respon", view.text)
                    and not reading.has(Category.PREFERENCE)
                ):
                    continue
                _keep(reading, start, end, negated, (SELF,))
