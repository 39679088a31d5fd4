"""Whether the words around a mention deny it, doubt it, or put it into the past."""

from __future__ import annotations

import re

from desktop_app.domain.extraction.lexicon import Kind
from desktop_app.domain.patterns import Pattern

# What may stand between a negation and the thing denied; other mentions are blanked before.
_FILLER_ZH = (
    r"(?:有|过|得过?|患过?|患有|发生|发作|发现|出现过?|存在|什么|任何|明显的?|特殊|其他|其它|别的|"
    r"伴有?|再|感到|感觉|觉得|觉|发|是|犯过?|很|那么|特别|十分|怎么|严重的?|"
    r"既往|慢性|急性|基础|家族|遗传|传染|相关|史|病史|等?症状|及|或者?|和|与|跟|以及|还|也|又|、|"
    r"\s|/|,|听到|闻及|可见|见|触及|查出来?|诊断|确诊|检查出|做过?|行|"
    r"等|性|的|之|类|地方|哪里|一点|一丁点|半点|说|说过|被|对|在|长|起|进行|接受过?|动过?|开过?|"
    r"住过?|打过?|因为|由于|双肺|双下肢|下肢|腹部|胸部|肺部|心脏|全身|局部|疾病|病|异常|任何的|这种|"
    r"这些|自己|人|"
    r"吃|喝|服用|服|用|抽|吸|因|受|伤|去|我|她|他)*"
)
_DENIAL_ZH = Pattern(
    r"从来没有|从来没|从来不|从没有?|从未|从不|并没有?|并无|并不是?|绝没有|没有|没|否认|未见|"
    r"未发现|未诉|未闻及|未触及|未查出|未曾|未|不伴有?|不存在|不再|不怎么|不太|不会|不是|不|无|"
    r"非(?!常)|排除了?|除外|没得|冇|唔|毫无|查无"
)
# These begin like a negation and deny nothing of what follows.
_NO_DENIAL_ZH = Pattern(
    r"没(?:想到|办法|关系|多久|准|管|在意|注意到?|事|多长时间|几天|太在意|当回事|法|吃药|吃饭|休息好|"
    r"睡|忍住|控制|停|断)|不(?:知道?|清楚|小心|停|断|得不|仅|但|光|只|论|然|过|错|久|一会|得已|"
    r"舒服|好|适|明|定期|定时|住|管|注意|规律|是不|敢|想|能|可以|排除|除外|确定|会是)|"
    r"无(?:明显诱因|诱因|缘无故|缘|意|奈|法|论|故|痛(?:胃|肠)|创|所谓|聊|偿)|未(?:必|婚|来|明|"
    r"愈|予|成年)|非(?:典|甾|常|酒精|特异|小细胞|要|得)|没有(?:办法|想到|关系|注意|在意|以前|之前|"
    r"休息|睡|吃药|好|缓解|改善|减轻|力气|精神|胃口|食欲|劲)"
)
_DENIED_AFTER_ZH = Pattern(
    r"^(?:史|病史)?(?:这些|什么的|之类的?)?(?:等)?[、,\s]*(?:我)?(?:都|也|全|倒是|倒|暂时|目前|是|均)?(?:没有|"
    r"没得过|没|无|冇|否认|阴性|未见|未做)(?:了|的|过|啊|呢|出现)?$|^\s*\(?[-－—]\)?|^\s*(?:阴性|"
    r"negative\b|neg\b|not present|absent|denied\b|is denied|ruled out|"
    r"was ruled out|none\b)|^(?:已经?)?排除"
)
_DENIAL_EN = Pattern(
    r"\b(?:no longer|not|no|never|without|denie[sd]|deny|denying|denied|negative for|neg for|free of|"
    r"none|neither|nor|ruled out|absence of|lacks|w/o|non|nil|zero|ø|cannot|"
    r"(?:do|does|did|have|has|had|is|was|are|were|ai|wo|ca|could)n'?t|isnt|dont|doesnt|havent|hasnt|didnt)\b"
)
_NO_DENIAL_EN = Pattern(
    r"no (?:idea|problem|wonder|doubt|matter|worries|way|relief|improvement|better|change|"
    r"longer having to)|not without|(?:barely|hardly|can't|cannot|never) [\w' ]{0,24}without|not (?:only|just|sure|"
    r"certain|really sure|to mention|necessarily|yet|well|"
    r"sleeping|controlled|well controlled|helping|getting better|responding)|never mind|"
    r"can't (?:sleep|breathe|stop)|couldn't"
)
_FILLER_EN = Pattern(
    r"(?:[\s,/;-]|、|\b(?:any|known|history|hx|h/o|of|significant|more|other|signs?|symptoms?|"
    r"evidence|or|and|nor|associated|recent|current|new|really|actually|a|an|the|have|has|had|ever|"
    r"been|"
    r"diagnosed|with|experienc\w+|suffer\w*|from|feel\w*|get(?:ting)?|got|am|is|are|be|being|having|"
    r"family|personal|complaints?|for|to|developed?|type|prior|previous|previously|past|medical|"
    r"acute|chronic|active|obvious|apparent|major|serious|severe|at all|all|such|i|he|she|my|his|her|"
    r"currently|recently|kind|sort|much|either|as|well|in|on|take|takes|taking|taken|took|use|uses|"
    r"using|used|undergone|"
    r"underwent|smok\w*|drink\w*|that|it|it's|this|these|those|positive|since|longer|also|yet|think|"
    r"believe|suspect|believes|require\w*|need\w*|report\w*|complain\w*|noted?|seen|found|allergic|"
    r"allerg\w+|drug|food|medication|some|had any|exhibit\w*|show\w*|abdominal|pedal|leg|chest|lower|"
    r"extremity|focal)\b)*"
)
_SUSPECT_ZH = Pattern(
    r"可能|怀疑|疑似|疑|考虑|好像|似乎|大概|也许|估计|恐怕|不排除|像是|有点像|说不定|八成|多半|"
    r"倾向于?|担心(?:是|自己|有|得)|怕是|会不会是|应该是|不确定是不是|怕(?:自己)?(?:是|得了)|"
    r"拟诊(?:断)?|拟为|初步考虑|没准|看着像|感觉像|像"
)
_SUSPECT_AFTER_ZH = Pattern(
    r"^[^,。]{0,3}(?:可能(?:性)?(?:大|较大)?|待排查?|待查|不除外|待确诊|\?|？|的可能|不能排除|前期吧)"
)
_BELIEF_ZH = Pattern(r"(?:觉得|感觉|认为|自认|以为|猜|想着)")
_SUSPECT_EN = Pattern(
    r"\b(?:might|may|maybe|could|probably|probable|possibly|possible|suspect(?:ed|s|ing)?|"
    r"provisional(?:ly)?|tentative(?:ly)?|working diagnosis|"
    r"suspicious for|suspicion of|likely|perhaps|seems?|r/o|rule out|query|concern(?:ed|ing)? (?:for|"
    r"about|that|i|it|she|he)|"
    r"worried (?:that|i|it|she|he|about having)|afraid (?:i|it|that)|i guess|sounds like|looks like|"
    r"feels like i|consistent with|c/w|ddx|differential|presumed|presumptive|impression of|potential|"
    r"suggest(?:s|ive|ing)?(?: of)?|"
    r"wonder(?:s|ing)? if|apparently)\b|\?\s*$|\?(?=[a-z])"
)
_THINK_EN = Pattern(r"\b(?:think|thinks|thought|believe|believes|assume|guess|figure)\b")
_SUSPECT_AFTER_EN = Pattern(
    r"^\s*(?:\?|\(\?\)|is (?:possible|likely|suspected)|suspected|vs\.? |can't be ruled out|"
    r"cannot be ruled out|likely|not ruled out|could be(?! (?:from|due|because|related|caused|coming)))"
)

_PAST_ZH = Pattern(
    r"以前|曾经?|过去|从前|早年|年轻(?:的)?时|年轻那会|小时候|小的时候|儿时|上学(?:的)?时候|"
    r"当年|之前|前几年|那时候?|读书时|刚生完时|当时|术前|去年|前年|大前年|上个?月|上周|上星期|上上周|"
    r"昨[天晚日夜]|前[天晚]|前几天|前阵子|前段时间|上次|今年(?:初|年初|[春夏秋])|"
    r"[0-9一二两三四五六七八九十几半]+(?:多)?(?:个)?(?:年|月|周|星期|天)(?:多)?(?:以)?前|(?:19|"
    r"20)\d\d ?年|[0-9]{1,2}月份?(?!前)"
)
_STRONG_PAST_ZH = Pattern(
    r"以前|曾经?|过去(?!了)|从前|早年|年轻(?:的)?时|小时候|小的时候|儿时|上学(?:的)?时候|当年|那时候?"
)
_ONGOING_ZH = Pattern(
    r"开始|起(?!来|疹)|至今|到现在|一直|就有|查出|确诊|诊断|发现|现在|目前|仍|还在|还有|还是|持续|"
    r"加重|又|以来|最近|今天|今早|正在|装了|带着|复发"
)
_OVER_ZH = Pattern(
    r"(?:已经|早就?|都|也|现在|后来|就|基本|完全|差不多)?(?:好了|痊愈|治好|治愈|缓解了|消失|康复|"
    r"恢复了|恢复正常|不再有|没了|过去了|消退|退了|不药而愈|自愈|好转了|正常了|做掉了|切了|切掉了)"
)
_EXPERIENCED_ZH = Pattern(
    r"(?:得|患|有|发|生|出|犯|做|动|开|住|打|吃|服|用|抽|喝|中|骨折|怀|流|摔|感染|经历|发作|出现|晕|昏|"
    r"休克)过(?!敏|程|度|速|缓|多|少|快|高|低|重|长)"
)
_PAST_EN = Pattern(
    r"\b(?:used to|had(?! been having)|was(?! diagnosed)|were|ago|previously|formerly|in the past|"
    r"as a (?:child|kid|teenager|boy|girl|baby|young)|when i was|when (?:he|she) was|growing up|"
    r"childhood|back then|once|last (?:week|month|year|summer|winter|spring|fall|autumn|night)|"
    r"yesterday|got over|recovered|resolved|"
    r"survived|in remission|cured|went away|is gone|cleared up|healed|remote|former|s/p|status post|"
    r"prior|died|passed away|in (?:19|20)\d\d|took|suffered|broke|caught|developed|fainted|"
    r"passed out|vomited)\b"
)
_ONGOING_EN = Pattern(
    r"\b(?:since|have had|has had|have been|has been|'ve had|'ve been|still|currently|now|ongoing|"
    r"diagnosed|found out|started|keeps?|lately|recently|for the (?:past|last)|this (?:morning|week)|"
    r"today|history of|hx of|h/o|had been|also has|have|has|is|am|are|takes?)\b"
)
_SIMPLE_PAST_EN = Pattern(r"\b(?:had|was|were|got|used to|suffered|developed|caught|died|broke|survived|recovered)\b")


def last_match(pattern: Pattern, text: str) -> re.Match[str] | None:
    """The last place where a pattern stands, None if it does not."""
    return max(pattern.finditer(text), key=re.Match.start, default=None)


def _gap(text: str, start: int, end: int, mentions: list[tuple[int, int]]) -> str:
    """The words between two places, with other mentions made a list comma."""
    pieces, at = [], start
    for left, right in mentions:
        if start <= left and right <= end:
            pieces.append(text[at:left])
            pieces.append("、")
            at = right
    pieces.append(text[at:end])
    return "".join(pieces)


_FILLER_ZH_FULL = Pattern(_FILLER_ZH)


def denial_of(text: str, start: int, end: int, mentions: list[tuple[int, int]]) -> tuple[int, int] | None:
    """Where a clause denies the mention at ``start:end``.

    Args:
        text: the clause, normalised.
        start: of the mention within it.
        end: of the mention.
        mentions: spans of all mentions of the clause.

    Returns:
        The place of the denying words, None where nothing denies it.
    """
    behind = _DENIED_AFTER_ZH.search(text[end : end + 16])
    if behind:
        return end + behind.start(), end + behind.end()
    spared = [match.span() for match in _NO_DENIAL_ZH.finditer(text)] + [
        match.span() for match in _NO_DENIAL_EN.finditer(text)
    ]
    for pattern, filler in ((_DENIAL_ZH, _FILLER_ZH_FULL), (_DENIAL_EN, _FILLER_EN)):
        for match in pattern.finditer(text, max(0, start - 60), start):
            if any(left <= match.start() < right for left, right in spared):
                continue
            if any(left <= match.start() < right for left, right in mentions):
                continue  # 不舒服, can't sleep: part of a name
            if filler.fullmatch(_gap(text, match.end(), start, mentions)):
                return match.span()
    return None


def is_denied(text: str, start: int, end: int, mentions: list[tuple[int, int]]) -> bool:
    """Whether a clause denies the mention at ``start:end``, see `denial_of`."""
    return denial_of(text, start, end, mentions) is not None


def is_suspected(text: str, start: int, end: int, kind: Kind | None = None) -> bool:
    """Whether a clause only supposes the mention. A feeling of a symptom is no supposition."""
    before, after = text[max(0, start - 40) : start], text[end : end + 24]
    if _SUSPECT_AFTER_ZH.search(after) or _SUSPECT_AFTER_EN.search(after) or _SUSPECT_EN.search(before):
        return True
    match = last_match(_SUSPECT_ZH, before)
    if match and len(before) - match.end() <= 14 and not re.search(r"但|,|就(?!是)|所以", before[match.end() :]):
        return True
    disease = kind in (Kind.CHRONIC, Kind.ACUTE)
    return disease and bool(_THINK_EN.search(before) or _BELIEF_ZH.search(before))


def is_over(text: str, start: int, end: int) -> bool:
    """Whether the words say that it has gone: 好了, resolved."""
    return bool(_OVER_ZH.search(text, end)) or bool(
        re.search(
            r"\b(?:resolved|went away|is gone|cleared up|in remission|cured|healed|recovered|got over)\b",
            text[:start][-24:] + " " + text[end:],
        )
    )


def is_past(text: str, start: int, end: int, *, lasting: bool) -> bool:
    """Whether a clause puts the mention into the past.

    Args:
        text: the clause, normalised.
        start: of the mention within it.
        end: of the mention.
        lasting: a disease that does not end; a mere date of the past does not end it.
    """
    if is_over(text, start, end):
        return True
    experienced = _EXPERIENCED_ZH.search(text)
    ongoing = bool(_ONGOING_ZH.search(text))
    if experienced and not ongoing:
        return True
    if _STRONG_PAST_ZH.search(text) and not re.search(r"现在|目前|至今|一直|到现在|开始", text):
        return True
    if not lasting and _PAST_ZH.search(text) and not ongoing:
        return True
    if (
        not lasting
        and re.search(r"(?<![\d/.])(?:19|20)\d\d(?![\d/.])", text[end:])
        and not _ONGOING_EN.search(text)
        and not ongoing
    ):
        return True
    if re.search(
        r"\b(?:used to|previously|formerly|in the past|as a (?:child|kid|teenager|boy|girl|baby|"
        r"young \w+)|growing up|childhood|former|s/p|status post|once had|survived)\b",
        text,
    ):
        return True
    if _SIMPLE_PAST_EN.search(text) and _PAST_EN.search(text):
        present = re.search(
            r"\b(?:have had|has had|'ve had|have been|has been|'ve been|since|diagnosed|still|currently|"
            r"for the (?:past|last)|found)\b",
            text,
        )
        return not present
    return False
