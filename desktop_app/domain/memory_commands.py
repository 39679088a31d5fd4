"""What a message asks of the memory itself: remember that …, forget that …, what do you know about me?

Recognised by the words alone, without a model, in Chinese and English. A command stands at the
beginning of its message and is the whole of it: a message that also asks something else is for the
model, and so are memories told in passing ("I can't remember that", “你还记得上次…吗”).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

from desktop_app.domain.extraction.normal import normalise
from desktop_app.domain.patterns import Pattern

LONGEST_COMMAND = 600  # characters; what is longer is a text to talk about


class CommandKind(StrEnum):
    """What is asked of the memory."""

    REMEMBER = "remember"
    FORGET = "forget"
    KNOW = "know"


@dataclass(frozen=True, slots=True)
class MemoryCommand:
    """A request to the fact memory.

    Attributes:
        kind: what to do.
        words: what it is about, word for word as in the message; "" for everything about the person.
        start: where ``words`` begins in the message.
        certain: whether the words alone tell that the memory is meant. "What do you know about
            penicillin?" is not certain: it is answered from memory where the memory holds something.
        addressed: whether the memory answers it also where nothing fits. “忘掉钓鱼” is not certain, so that
            it asks first; but a model must not seem to have carried it out.
    """

    kind: CommandKind
    words: str = ""
    start: int = 0
    certain: bool = True
    addressed: bool = True


def recognise(text: str) -> MemoryCommand | None:
    """The command a message is, None where it is none."""
    if len(text) > LONGEST_COMMAND or not text.strip():
        return None
    plain = normalise(text).translate(_FOLDED)
    for read in (_know_chinese, _know_english, partial(_remember, text), _forget):
        found = read(plain)
        if found is not None:
            kind, start, end, certain = found
            addressed = certain or (kind is CommandKind.FORGET and _orders_to_forget(plain))
            return MemoryCommand(kind, text[start:end], start if end > start else 0, certain, addressed)
    return None


def asks_to_forget(text: str) -> bool:
    """Whether a message is a command to forget something: its words must not bring that back."""
    command = recognise(text)
    return command is not None and command.kind is CommandKind.FORGET


_FOLDED = str.maketrans("記於", "记于")
_Found = tuple[CommandKind, int, int, bool]
_OPENING = (
    r"\s*(?:(?:你好|您好|好的|好|嗯|对了|另外|还有|那|喂|顺便)[,。、!\s]+|那么?|"
    r"(?:hi|hey|hello|ok|okay|so|well|oh|and|also|by the way|btw)[,.!\s]+)*"
)

# --- questions

_QUESTION_ZH = Pattern(
    r"吗[。!\s]*$|呢[。!\s]*$|怎么|怎样|如何|为什么|为何|干嘛|啥(?!都|也)|什么(?!都|也|的)|哪(?!怕|里都|儿都|儿也|里也|都)"
    r"|多少|多久|多大|几(?:个|次|点|岁|天|号|月|年)(?:了)?[。!\s]*$|谁(?!都|也)|是不是|有没有|能不能|可不可以|会不会|要不要"
)
_QUESTION_EN = Pattern(
    r"(?:^|[,;.]\s*|\b(?:so|and|but|then)\s+)(?:what|which|who|whom|whose|where|when|why|how|do|does|did|is|are|was|were|"
    r"can|could|should|shall|would|will|may|am) (?:i|you|we|he|she|it|they|the|my|your|his|her|there|this|that|to|much|"
    r"many|long|often|about|is|are|was|were|do|does|did|can|should|would|could)\b"
)


_KNOWING_HOW_ZH = Pattern(
    r"(?:知道|明白|懂得?|清楚|学会|会|告诉\w{0,3}|研究)(?:该|要|应该)?(?:怎么|怎样|如何|为什么|为何|什么|哪\w?|谁|多少|几)"
)


def _asks(words: str) -> bool:
    return "?" in words or bool(_QUESTION_ZH.search(words) or _QUESTION_EN.search(words))


# --- what is named

_NOTHING_NAMED = Pattern(
    r"(?:it|this|that|these|those|them|me|us|him|her|everyone|"
    r"(?:that )?i (?:ever |just )?said (?:that|it|this|anything)|"
    r"what i (?:just )?said|what we (?:just )?said|all of (?:it|this|that))"
    r"(?: (?:too|all|now|then|please|instead|for now|anyway|forever))*|"
    r"(?:这|那)(?:个|些|件事|句话|一点|点|事|条|几点|段话|段)?|它|他|她|他们|她们|我|我们|你|您|以上(?:内容)?|上面(?:的|这些)?(?:内容|话)?|"
    r"(?:我)?(?:刚才|刚刚|上次|之前)说的(?:话|内容|那些)?|我说的(?:话)?|我的话|一下|一切|下来|"
    r"(?:谢谢|多谢|谢了|好的|明白|了|哦|啊|吧|没|没有|我了|thanks|thank you|ok|okay)"
)


def _trimmed(plain: str, start: int, end: int) -> tuple[int, int]:
    """The span without the spaces and marks around it."""
    while start < end and plain[start] in ' \n:,,。、;-"“”「」':
        start += 1
    while end > start and plain[end - 1] in ' \n.。!,,;;、~"“”「」':
        end -= 1
    return start, end


def _named(plain: str, start: int, end: int, least: int) -> tuple[int, int] | None:
    """The span that names something, None where nothing is named."""
    start, end = _trimmed(plain, start, end)
    words = plain[start:end]
    has_han = any("\u4e00" <= character <= "\u9fff" for character in words)
    if len(words) < (least if has_han else 2) or _NOTHING_NAMED.fullmatch(words):
        return None
    return start, end


# --- remember

_POLITE_EN = (
    r"(?:(?:please|kindly|pls)[, ]+)?"
    r"(?P<ask>(?:can|could|would|will) you (?:please |kindly )?|i(?:'d| would) like you to |"
    r"i want you to |i need you to |"
    r"you (?:should|must|need to|have to) )?(?:please )?(?:always |also )?"
)
_KEEP_EN = (
    r"(?:remember|keep in mind|bear in mind|make a note|take a note|note down|write down|don't forget|do not forget|"
    r"never forget|memori[sz]e|record|(?:add|save|put|commit)(?: this| it)? to (?:your |my )?memory)"
)
_REMEMBER_EN = Pattern(
    rf"{_OPENING}{_POLITE_EN}(?P<verb>{_KEEP_EN})"
    r"(?:(?P<colon>(?: this| the following| for me| for later)?(?:, please)?\s*[:])\s*|(?P<comma>, please,?|,)\s+"
    r"|(?: for me| please)? (?P<that>that) "
    r"|\s+(?P<bare>(?=(?:i|i'm|i've|i'd|my|our|mom|mum|dad|the patient|patient)\b)))"
    r"(?P<words>.+)",
    re.DOTALL,
)
_VERB_EN = (
    r"(?:is|isn't|are|aren't|was|were|am|has|have|had|hasn't|haven't|do|does|don't|doesn't|did|didn't|can|can't|cannot|"
    r"will|won't|would|must|should|shouldn't|need|needs|make|makes|gives|give|comes|lives|likes|hates|loves|takes|works|"
    r"wants|prefers|starts|ends|weighs|goes|gets|causes|costs|means|'s|refuses|denies|died|moved|stopped|started|got|"
    r"came|went|lay|stood|fell|rose|grew|drew|knew|took|gave|kept|held|became|began|broke|lost|left|sold|told|"
    r"wrote|ran|burnt|drowned|slept|spoke|built|may|might|could|never|always|used to)"
)
# A clause that begins like this says something by itself.
_CLAUSE_EN = Pattern(
    r"(?:i|i'm|i've|i'd|i'll|we|we're|we've|we'll|he|he's|she|she's|they|they're|it|it's|there|there's|no|nobody|"
    r"everybody|all|both|when|if|on|in|at|for|from|since|today|tomorrow|every|each|next|this|these|those|"
    r"the|an?|my|our|your|his|her|its|their|some|many|most|several|few|one of|neither|either|nothing|everything|"
    r"someone|somebody|everyone|after|before|until|during|because|although|while|under|two|three|four|five|\d+)\b"
)
_CLAUSE_WITH_VERB_EN = Pattern(
    # but for "that Paris trip we took"
    rf"(?![\w-]+ (?:[\w-]*[^sd\W] ){{0,2}}(?:we|i|you|he|she|they) )(?:[\w'./%-]+ ){{1,6}}?{_VERB_EN}\b|[\w-]+'s [\w-]+"
    # ships sink: "that" points at one thing only; copper burns green: a verb by its ending, with more to come
    r"|(?!(?:bus|gas|lens|boss|christmas|class)\b)[\w-]+[^sui\W]s [\w'-]+"
    r"|(?:[\w'.-]+ ){1,3}(?!(?:called|named|red|bed|shed)\b)[\w-]+(?:[^su\W]s|ed) (?!(?:by|we|i|you|they)\b)[\w'-]+"
)
# "Remember that film we saw": that points at something and opens no clause.
_POINTS_EN = Pattern(
    r"[\w-]+ (?:we|i|you|he|she|they|who|which|where|when|with|from|about|in|at|of|on|near|by|called|named)\b"
)
# "Remember that Mara sang as a child": a name opens a clause, but for "that Paris trip we took".
_NAME_EN = Pattern(r"[A-Z][\w'’-]*,? (?!(?:[\w-]*[^sd\W] ){1,2}(?:we|I|you|he|she|they) )[\w'’-]+ [\w'’-]+")
# ", who keeps the light, …" tells more of somebody; it is no question.
_RELATIVE_EN = Pattern(r", ?(?:who|whom|whose|which|where|when)\b")
_TO_THE_MODEL_EN = Pattern(r"(?:you|your|you're|to)\b")
_REMINISCES_EN = Pattern(r"i (?:told|said|mentioned|asked|wrote|showed|was telling|used to tell)\b")

_WHO_ZH = (
    r"(?:我|俺|咱|本人|他|她|患者|病人|病员|家属|妈妈|爸爸|母亲|父亲|爷爷|奶奶|外公|外婆|姥姥|姥爷|老公|老婆|丈夫|妻子|太太|先生|"
    r"儿子|女儿|孩子|宝宝|哥哥|弟弟|姐姐|妹妹|老板|公司|家里)"
)
_WHEN_ZH = (
    r"(?:今天|明天|后天|今晚|明早|下周|下个?月|本周|这周|每天|每周|每月|明年|今年|下午|上午|早上|晚上|"
    r"周[一二三四五六日天]|\d)"
)
_REMEMBER_ZH = Pattern(
    rf"{_OPENING}(?P<lead>(?:我(?:要|想|希望|需要)(?:让|请)?(?:你|您))?(?:请|麻烦|拜托|劳驾|烦请)?(?:你|您)?"
    r"(?P<able>能不能|可不可以|能|可以)?(?:请)?(?P<help>帮我|给我|替我|帮忙|为我)?(?:一定|务必|千万|必须|要|得|需要|也)*)"
    r"(?P<verb>记住|记下来|记下|记一下|记一记|记着|记牢|牢记|记录一下|记录下来|备注一下|记好|别忘了|别忘记|不要忘了|不要忘记|记得|记个)"
    r"(?P<mark>\s*[:,]\s*|\s+)?(?P<words>.+)",
    re.DOTALL,
)
_KEEP_THIS_ZH = Pattern(
    rf"{_OPENING}(?:请|麻烦)?(?:你|您)?(?:帮我|给我|替我)?把(?P<words>.+?)(?:给我|都)?"
    r"(?:记住|记下来|记下|记一下|记录下来|记着|记到(?:你的)?(?:记忆|脑子)里|存进记忆里?|加到记忆里?)(?:吧|一下)?[。!\s]*",
    re.DOTALL,
)
_SAYS_ENOUGH_ZH = Pattern(rf"(?:{_WHO_ZH}|{_WHEN_ZH})")
# 记住灯塔在冬天才点亮: whatever it is about, something is said of it; 记住单词很难 speaks of remembering.
_STATES_ZH = Pattern(
    r"(?!这|那|上次|每个|单词|人名|名字)[^,?!]{2,12}?(?:是|在|有|没有|位于|离|死于|住|叫|属于|来自|需要|必须|不能|只能|会|要)[^,?!]{2,}"
)
_ABOUT_SOMEBODY_ZH = Pattern(
    rf"{_WHO_ZH}.{{0,12}}?(?:是|有|对|叫|姓|住|在|不|没|吃|喝|用|服|喜欢|讨厌|爱|怕|的|要|会|想|打算|做|患|得|属|生|今年|从|每|过敏|岁)",
    re.DOTALL,
)
# 请记得吃药, 记得带伞: a reminder, which is no fact.
_STRONG_ZH = frozenset({"记一下", "记下来", "记录一下", "记录下来", "备注一下", "记下"})
_REMINDING_ZH = frozenset({"记得", "别忘了", "别忘记", "不要忘了", "不要忘记"})
_POLITE_TAIL_ZH = Pattern(r"(?:,\s*(?:好吗|好不好|可以吗|行吗|行不行|好么|谢谢你?)|吗)[?。!\s]*$")


def _remember(text: str, plain: str) -> _Found | None:
    return _remember_english(text, plain) or _remember_chinese(plain)


def _remember_english(text: str, plain: str) -> _Found | None:
    match = _REMEMBER_EN.fullmatch(plain)
    if match is None:
        return None
    end = match.end("words")
    if match["ask"] and plain.rstrip().endswith("?"):
        end = plain.rindex("?")
    span = _named(plain, match.start("words"), end, 2)
    if span is None:
        return None
    words = plain[slice(*span)]
    asked = words if "?" in words or not match["that"] else _RELATIVE_EN.sub(" ", words)
    if _asks(asked) or _TO_THE_MODEL_EN.match(words) or _REMINISCES_EN.match(words):
        return None
    if match["verb"] == "record" and not (match["that"] or match["colon"]):
        return None
    if match["that"] or match["bare"] is not None:
        opens = _CLAUSE_EN.match(words) if match["that"] else re.match(r"(?:i|i'm|i've|i'd)\b", words)
        named = match["that"] and _NAME_EN.match(text[slice(*span)])
        if not (
            opens
            or (named and not _POINTS_EN.match(words))
            or (not _POINTS_EN.match(words) and _CLAUSE_WITH_VERB_EN.match(words))
        ):
            return None
    return CommandKind.REMEMBER, *span, True


def _remember_chinese(plain: str) -> _Found | None:
    match = _KEEP_THIS_ZH.fullmatch(plain)
    if match is not None:
        span = _named(plain, *match.span("words"), least=3)
        return None if span is None or _asks(plain[slice(*span)]) else (CommandKind.REMEMBER, *span, True)
    match = _REMEMBER_ZH.fullmatch(plain)
    if match is None:
        return None
    if match["able"] and not match["help"]:
        return None  # 你能记住…吗 asks what the program can do
    end = match.end("words")
    polite = _POLITE_TAIL_ZH.search(plain, match.start("words"))
    if polite is not None and (match["able"] or plain[polite.start()] == ","):
        end = polite.start()  # 能帮我…吗, …，好吗: asked politely
    span = _named(plain, match.start("words"), end, 3)
    if span is None or _asks(_KNOWING_HOW_ZH.sub("", plain[span[0] : end])):
        return None  # but 请记住她不知道怎么游泳 states something
    words, verb = plain[slice(*span)], match["verb"]
    asked = bool(match["lead"].strip()) or bool(match["mark"] and match["mark"].strip())
    if verb in _REMINDING_ZH:
        wanted = match["lead"].strip() not in ("", "你", "您") or verb != "记得"
        return (CommandKind.REMEMBER, *span, True) if wanted and _ABOUT_SOMEBODY_ZH.match(words) else None
    if verb == "记个":
        return None
    if asked or verb in _STRONG_ZH or _SAYS_ENOUGH_ZH.match(words) or _STATES_ZH.match(words):
        return CommandKind.REMEMBER, *span, True
    return None


# --- forget

_FORGET_EN = Pattern(
    rf"{_OPENING}{_POLITE_EN}"
    r"(?:(?P<verb>forget|stop remembering|don't remember|do not remember|no longer remember)"
    r"(?: (?P<what>what i (?:said|told you|mentioned) about|(?:everything|anything|all|all|whatever)(?: that)? you "
    r"(?:know|remember|have|stored|learned) (?:about|of|on)|everything about|all about|anything about|"
    r"about|the fact that|that)"
    r" (?P<words>.+)|\s+(?P<all>everything|it all)|\s+(?P<bare>(?:my|i|i'm|i've)\b.+))"
    r"|(?:delete|erase|remove|clear|wipe) (?P<out>.+?) (?:from|in|out of) (?:your |my |the )?memory)[.!?\s]*",
    re.DOTALL,
)
_ALL_EN = Pattern(r"(?:me|myself|us|everything|everything about me|all|all about me)")
_FORGET_ZH = Pattern(
    rf"{_OPENING}(?P<lead>(?:请|麻烦|拜托)?(?:你|您)?(?:帮我|给我|替我|能不能|可以)*(?:请)?)"
    r"(?P<verb>忘掉|忘了|忘记|别再记得|别再记着|别再记住|别再记|不要再记得|不要再记着|不要再记住|不要再记|不要记得|不要记住|"
    r"不用再记得|不用再记|不用记得|不用记住|不用记|别记得|别记着|别记|删掉|删除|清除|抹掉|抹去)(?P<words>.+)",
    re.DOTALL,
)
_FORGET_THIS_ZH = Pattern(
    rf"{_OPENING}(?:请|麻烦)?(?:你|您)?(?:帮我|给我|替我)?把(?P<words>.+?)(?:给我|都|全)?"
    r"(?:忘掉|忘了|忘记|从(?:你的)?(?:记忆|脑子)(?:里|中)?(?:删掉|删除|删去|抹掉|清除|去掉|移除))(?:吧)?[。!\s]*",
    re.DOTALL,
)
_ABOUT_ZH = Pattern(
    r"(?:(?:我)?(?:刚才|刚刚|上次|之前)?(?:说过?的|告诉(?:过)?你的|讲过?的)?(?:关于|有关)|关于|有关|你知道的|我说过(?!的))"
)
_TAIL_ZH = Pattern(
    r"(?:的)?(?:这件事情?|这件|这事儿?|这回事|这一点|这点|这个事实|事情|事儿|事|一切|所有(?:事|信息|内容)?|全部|信息|内容|"
    r"(?:所有|全部|一切)?(?:的)?(?:记忆|记录))?(?:吧|了|了吧|好吗|好不好|可以吗)?[?。!\s]*$"
)
_ALL_ZH = Pattern(
    r"(?:我|我们|关于我|我的一切|关于我的一切|我的所有(?:信息|事情)?|一切|所有|全部|所有(?:事|事情|事实|记忆)|所有的?一切|你知道的一切|你知道的所有)"
)
_MEMORY_ZH = Pattern(r"记忆|事实|关于我")
_CLEAR_FORGET_ZH = Pattern(
    r"(?:我(?:对|是|有|的|说|在|住|叫|吃|服|喝|喜欢|怕|不|会|每|要|想|今年|爱|讨厌|得|患)|关于|有关|刚才说的|患者|病人)"
)


# 忘掉过去真难, forget about the cake and tell me a joke: that says something, or asks for something else too.
_MORE_THAN_FORGET = Pattern(
    r"[,;:?]\s*\S|[.。!]\s*\S|真|很|太|非常|容易|难|需要|才能|之后|以后|然后|重新|如果|的(?:方法|办法|歌|人|时候|过程)|"
    r"\b(?:and|but|then|let's|just|instead|if|when|because|last|previous|above|earlier|questions?|messages?|answers?|"
    r"repl(?:y|ies)|instructions?|prompts?|conversation)\b"
)
_NARRATED_ZH = Pattern(rf"{_OPENING}(?:忘了|忘记)")  # 忘了带药 tells what happened
_ORDERED_ZH = Pattern(r"吧[。!~\s]*$|(?:忘了|忘记)我.*?(?:的)?事(?:情|儿)?[。!~\s]*$")


def _orders_to_forget(plain: str) -> bool:
    """Whether words that were read as a wish to forget are nothing else, whatever the memory holds."""
    said = re.sub(rf"^{_OPENING}", "", plain)
    if _MORE_THAN_FORGET.search(said):
        return False
    return _NARRATED_ZH.match(plain) is None or _ORDERED_ZH.search(plain) is not None


def _forget(plain: str) -> _Found | None:
    return _forget_english(plain) or _forget_chinese(plain)


def _forget_english(plain: str) -> _Found | None:
    match = _FORGET_EN.fullmatch(plain)
    if match is None or ("?" in plain and not match["ask"]):
        return None
    if match["all"]:
        return CommandKind.FORGET, 0, 0, False
    group = next(name for name in ("words", "bare", "out") if match[name])
    words = _trimmed(plain, *match.span(group))
    what = match["what"] or ""
    if what.startswith(("everything", "anything", "all", "whatever")) and _ALL_EN.fullmatch(plain[slice(*words)]):
        return CommandKind.FORGET, 0, 0, True
    span = _named(plain, words[0], plain.rindex("?") if match["ask"] and "?" in plain else words[1], 2)
    if span is None:
        return None
    said = plain[slice(*span)]
    if _asks(said) or "," in said.split(" ", 1)[0]:
        return None
    if what == "that":
        opens = _CLAUSE_EN.match(said) or (not _POINTS_EN.match(said) and _CLAUSE_WITH_VERB_EN.match(said))
        return (CommandKind.FORGET, *span, True) if opens else None
    clear = (
        group == "out" or what not in ("about", "") or (what == "" and re.match(r"(?:i|i'm|i've)\b", said) is not None)
    )
    return CommandKind.FORGET, *span, clear


def _forget_chinese(plain: str) -> _Found | None:
    match = _FORGET_THIS_ZH.fullmatch(plain)
    clear = match is not None
    if match is None:
        match = _FORGET_ZH.fullmatch(plain)
        if match is None:
            return None
    start, end = _trimmed(plain, *match.span("words"))
    about = _ABOUT_ZH.match(plain, start, end)
    tail = _TAIL_ZH.search(plain, start, end)
    if tail is not None:
        end = max(start, tail.start())
    words = plain[start:end]
    verb = "把" if clear else match["verb"]
    if verb in ("删掉", "删除", "清除", "抹掉", "抹去") and not _MEMORY_ZH.search(plain):
        return None
    if verb in ("忘了", "忘记") and re.search(r"了[。!\s]*$", plain):
        return None  # 忘了吃药了 tells what happened
    if _asks(words) or (re.search(r"[?]|吗", plain) and not re.search(r"(?:好|可以|行)吗[?\s]*$|能不能|可以", plain)):
        return None
    if _ALL_ZH.fullmatch(words):
        return CommandKind.FORGET, 0, 0, bool(words.startswith(("我的", "关于我", "你知道")) or clear)
    if about is not None and about.end() < end:
        start = about.end()
    span = _named(plain, start, end, 2)
    if span is None:
        return None
    polite = not clear and bool(match["lead"].strip())
    certain = (
        clear
        or polite
        or about is not None
        or verb not in ("忘掉", "忘了", "忘记")
        or bool(_CLEAR_FORGET_ZH.match(words))
    )
    return CommandKind.FORGET, *span, certain


# --- what do you know

_SELF_EN = Pattern(r"(?:me|myself|us|me and my [\w ]+|me so far|me (?:already|now|personally))")
_KNOW_EN = Pattern(
    rf"{_OPENING}(?:please )?(?:(?:can|could|would|will) you )?(?:please )?"
    r"(?:what(?: all| else| exactly)? (?:do|have|did) you (?:actually |already |currently |still )?"
    r"(?:know|remember|remembered|recorded|stored|saved|learned|learnt|have on (?:file|record)|"
    r"have in (?:your )?memory|have)"
    r"(?: so far)?(?: about| of| on| regarding)"
    r"|(?:tell|show|list|give) (?:me )?(?:everything|all|what|anything|all the facts|the facts)(?: that)?(?: you)?"
    r"(?: (?:know|remember|have|stored|recorded))?(?: on (?:file|record)| in memory)?(?: about| of| on)"
    r"|do you (?:know|remember|have) (?:anything|something)(?: at all)? (?:about|on)"
    r"|(?:what|which) facts (?:do you (?:have|know|hold|remember)|have you (?:stored|recorded)) (?:about|on)"
    r"|what(?:'s| is) in (?:your|my) (?:memory|record|file) (?:about|on)) (?P<about>[^?!.;,]{1,60})[?!.\s]*"
)
_ALL_KNOWN_EN = Pattern(
    rf"{_OPENING}(?:what(?:'s| is) (?:in|stored in) (?:your|my|the) (?:fact )?memory|"
    r"what (?:do|have) you (?:remember|remembered|memori[sz]ed)"
    r"(?: so far)?|(?:show|list) (?:me )?(?:your|my|all|the) (?:facts|memories|memory))[?!.\s]*"
)
_LEADS_ON_EN = Pattern(r"\b(?:how|why|when|whether|if|that i|i (?:said|told)|we (?:said|talked|discussed|did))\b")

_SELF_ZH = r"(?:我|我们|我这个人|我本人|本人|我自己)"
_PEOPLE_ZH = (
    r"(?:我(?:的)?(?:妈妈|妈|爸爸|爸|母亲|父亲|老公|老婆|丈夫|妻子|儿子|女儿|孩子|爷爷|奶奶|外公|外婆|哥哥|弟弟|姐姐|妹妹|家人|家)|"
    r"他|她|他们|她们|患者|病人|这个病人|这位患者)"
)
_THINGS_ZH = r"(?:什么|些什么|哪些|多少|啥|些啥|点什么|点啥)(?:事情|事儿|事|信息|东西|情况|内容|资料)?"
_TAIL_KNOW_ZH = r"(?:了)?(?:呢|呀|啊|吗)?[?。!\s]*"
_ASK_ZH = rf"{_OPENING}(?:请|麻烦)?(?:告诉我|说说|说一下|讲讲|列出来?|列一下|看看|查一下|查查)?[,:\s]*"
_KNOWING_ZH = r"(?:知道|记得|记住|记着|记下|了解|掌握|保存|存|记录)(?:了|过)?"
_KNOW_ZH: tuple[Pattern, ...] = (
    # 你都知道我什么, 你记得我哪些事
    Pattern(
        rf"{_ASK_ZH}(?:你|您)(?:现在|目前|都|还|已经|到底|究竟)*{_KNOWING_ZH}(?:关于)?(?P<about>{_SELF_ZH}|{_PEOPLE_ZH})(?:的)?"
        rf"(?:都)?{_THINGS_ZH}{_TAIL_KNOW_ZH}"
    ),
    # 关于我你都知道什么, 你对我了解多少
    Pattern(
        rf"{_ASK_ZH}(?:你|您)?(?:关于|有关|对于|对)(?P<about>[^,。?!]{{1,20}}?)[,\s]*(?:你|您)?(?:现在|目前|都|还|已经|到底)*"
        rf"{_KNOWING_ZH}{_THINGS_ZH}{_TAIL_KNOW_ZH}"
    ),
    # 你记得关于青霉素的什么, 你知道哪些关于我的事
    Pattern(
        rf"{_ASK_ZH}(?:你|您)(?:现在|目前|都|还|已经)*{_KNOWING_ZH}(?:些|哪些|什么|一些)?(?:关于|有关)(?P<about>[^,。?!]{{1,20}}?)"
        rf"(?:的)?(?:{_THINGS_ZH}|事情|事|信息|内容|情况){_TAIL_KNOW_ZH}"
    ),
    # 把你知道的关于我的事都告诉我, 列出你记得的关于我的一切
    Pattern(
        rf"{_OPENING}(?:请)?(?:把|列出|告诉我|说说|讲讲)(?:你|您)(?:所)?(?:知道|记得|记住|了解|记录)的?(?:所有|全部|一切)?(?:关于|有关)"
        rf"(?P<about>[^,。?!]{{1,20}}?)(?:的)?(?:一切|所有(?:事|信息)?|事情|事|信息|内容|情况|事实)?(?:都)?"
        rf"(?:告诉我|列出来|说出来|说说|讲讲)?[?。!\s]*"
    ),
    # 你都记住了什么, 你记得些什么
    Pattern(rf"{_ASK_ZH}(?:你|您)(?:现在|目前|都|还|已经)*(?:记住|记得|记下|记)(?:了)?{_THINGS_ZH}{_TAIL_KNOW_ZH}"),
    # 我的记忆里有什么
    Pattern(
        rf"{_ASK_ZH}(?:你|您|我)?(?:的)?(?:记忆|事实记忆|档案|记录)(?:里|中)(?:都|现在)?有{_THINGS_ZH}{_TAIL_KNOW_ZH}"
    ),
)


def _know_english(plain: str) -> _Found | None:
    if _ALL_KNOWN_EN.fullmatch(plain):
        return CommandKind.KNOW, 0, 0, True
    match = _KNOW_EN.fullmatch(plain)
    if match is None:
        return None
    start, end = _trimmed(plain, *match.span("about"))
    about = plain[start:end]
    if not about or _LEADS_ON_EN.search(about):
        return None
    if _SELF_EN.fullmatch(about):
        return CommandKind.KNOW, 0, 0, True
    return CommandKind.KNOW, start, end, False


def _know_chinese(plain: str) -> _Found | None:
    for pattern in _KNOW_ZH:
        match = pattern.fullmatch(plain)
        if match is None:
            continue
        if "about" not in match.re.groupindex:
            return CommandKind.KNOW, 0, 0, True
        start, end = _trimmed(plain, *match.span("about"))
        about = plain[start:end]
        if not about:
            continue
        if re.fullmatch(_SELF_ZH, about):
            return CommandKind.KNOW, 0, 0, True
        return CommandKind.KNOW, start, end, False
    return None
