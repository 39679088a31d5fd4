"""Reactions to a drug told in plain words: 吃磺胺起过疹子, "my throat swelled after penicillin".

Who tells that a drug was borne well (头孢我能吃, 打过青霉素没事) takes no drug by that: the words only count against an
allergy that is held. A side effect (吃二甲双胍拉肚子) is no allergy and is left to the other rules.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from desktop_app.domain.extraction.clause_subjects import NOBODY
from desktop_app.domain.extraction.lexicon import Kind, Mention, concept_of
from desktop_app.domain.extraction.reading import Reading, View
from desktop_app.domain.memory import SELF, Category, FactStatus
from desktop_app.domain.patterns import Pattern

_SKIN_ZH = r"(?:药疹|皮疹|荨麻疹|红疹子?|疹子?|风团|风疹块|疙瘩|红点|红斑|大包|水[疱泡])"
_ALL_OVER_ZH = r"(?:全身|浑身|满身|一身|身上|周身|皮肤|到处|脸上?|手上|脖子上?|胳膊上?|前胸后背)"
_HOW_ZH = r"(?:都|也|全|就|很|发|特别|非常|一直|有点儿?|开始|会|老|总)*"
# What the body does against a drug; a sick stomach or a swollen foot is none of it.
REACTION_ZH = (
    rf"(?:出现|[起出长发冒泛])(?:了|过|满|来|的|点儿?|些|一|很多|好多|大片|全身|身|片|小|大|红)*{_SKIN_ZH}"
    rf"|(?:出现|有过?|{_ALL_OVER_ZH}{_HOW_ZH}){_SKIN_ZH}|(?:药疹|荨麻疹|风团)"
    r"|(?<!糖)(?<!血)(?<!染)(?<!毒)(?<!源性)(?:过敏性?)?休克"
    r"|喘不(?:上|过)来?气|[上透喘]不(?:来|过)气|(?:上气不接下气)|呼吸(?:困难|不了)|憋(?:得慌|气|得喘)"
    r"|(?:喉头|喉咙|咽喉|喉|嗓子眼?|气道|嘴[唇巴]?|口唇|舌头?|脸|面部|颜面|眼(?:睛|皮|睑))"
    rf"{_HOW_ZH}(?:水肿|浮肿|肿|发紧|堵)|血管(?:神经)?性?水肿"
    rf"|{_ALL_OVER_ZH}{_HOW_ZH}(?:瘙?痒|过敏)|发痒|瘙痒|痒得|(?<!抗)(?<!脱)过敏(?!性|原|科|药|史|体质)|过敏性(?:皮疹|反应|皮炎)"
    r"|剥脱性?皮炎|大疱"
)
_REACTION_ZH = Pattern(REACTION_ZH)
# Only where it ran into the body: 打青霉素晕过去了.
_COLLAPSE_ZH = Pattern(r"差点儿?(?:没命|死)|[晕昏]过去|昏倒|晕倒|不省人事|被?抢救")
_RUN_IN_ZH = Pattern(r"(?:打|输|注射|滴|吊|挂|静推|做)[^,。]{0,8}$")
_VERB_ZH = r"(?:吃|服用?|口服|用|打|注射|喝|涂|抹|擦|喷|贴|输|滴|吊|挂|吸入|含|静滴|做|碰|沾)"
_TOOK_ZH = Pattern(rf"{_VERB_ZH}(?:上|到|了|过|完|的是|着|一|次|片|粒|支|瓶|针|几|天|两|[\d.]|mg|g|毫克|克){{0,6}}$")
_TAKEN_BEHIND_ZH = Pattern(
    rf"{_VERB_ZH}(?:了|过|完|后|的|就)|{_VERB_ZH}(?=[,]|$)|后|之后|让|使|给|害|引起|导致|造成|诱发|一{_VERB_ZH}|(?:就|会|曾|都)(?=$|[^,]{{0,6}}$)"
)
_VERB_BEHIND_ZH = Pattern(rf"{_VERB_ZH}(?:了|过|完|后|的|就|着)|{_VERB_ZH}(?=,|$)|后")
_CAUSED_ZH = Pattern(r"让|使得?|害|引起|导致|造成|诱发")
_BARE_GAP_ZH = Pattern(r"(?:类|药物?|片|针|胶囊|注射液|软?膏|曾|就|会|都|也|过|后|之后|的|全身|浑身|[、,和]| )*")
_ONCE_ZH = Pattern(
    rf"上[次回]|以前|曾|那[次回]|有一?[次回]|小时候|从前|之前|当年|去年|前年|年前|{_VERB_ZH}过|一{_VERB_ZH}(?![个片粒])"
)
_AT_ONCE_ZH = Pattern(r"就|马上|立刻|立马|当场|当时|后|结果|然后|没多久|不久|不一会|分钟|很快")
_PERFECT_ZH = Pattern(rf"{_VERB_ZH}[^,。]{{0,6}}[了完过后上]|后$|后,")
_CURES_ZH = Pattern(
    r"治|好|缓|止|抗|退|消|控制|因为|由于|如(?!今)|若|注意|警惕|观察|[避预]|怕|担心|对付|针对|减轻|原来|本来|还是|仍|为了|"
    r"吗|是不是|会不会|有没有|改善|想|说明书|处(?=$|[^方])|的?时候?$|备着|随身"
)
_OVER_ZH = Pattern(
    r"^(?:也|都|就|慢慢|基本|已经?|全)*(?:好|消|退|没了|减轻|缓解|轻了|下去|的?时候|才|时)|^的?(?:药|时候)"
)
_OUTGROWN_ZH = Pattern(r"现在[^,。]{0,4}(?:不|好了|没事|能)")
_NO_ZH = Pattern(r"没(?!多|过多|几|一会)|(?<!受)不(?!久|一会|到|停)|未|无|否认")
_PUT_DOWN_TO_ZH = Pattern(
    rf"(?:{REACTION_ZH}|{_SKIN_ZH})[^,。]{{0,4}},?\s?(?:就|都|也)?(?:可能|怀疑|应该)?(?:是|因为|由于|是因为|是由于)"
    rf"(?:我|他|她|以前|上次)*{_VERB_ZH}(?:了|过|的是)?$"
)
_TOLERATED_ZH = Pattern(
    r"^[^,。;!?]{0,10}?(?:,?[^,。;!?]{0,8}?)?(?:(?:都|也|就|并|倒|是|从来|一直|什么|之后|后|过|了|从)*"
    r"(?:没(?:有)?(?:什么|啥|出现?|任何|过|得|不良|起过?|发生|再|有){0,3}"
    r"(?:事儿?|问题|反应|过敏|不适|不舒服|毛病|异常|(?:皮)?疹子?|痒)|不(?:会)?过敏(?!了)|好好的|(?:能|可以)?耐受(?!性|不)|"
    r"无(?:任何|明显)?(?:不适|过敏|不良反应|反应)))"
)
_CAN_TAKE_ZH = Pattern(
    rf"^(?:我|他|她|俺)?(?:是|也|都|一直|从来|倒是|还是|现在)*(?:能|可以|敢)(?:够|正常|放心)?{_VERB_ZH}(?!多少|几|吗|么|不)(?:的)?(?=$|[,。;!，])"
)
# 他头孢没事的: no word of taking it is needed.
_WHO_ONLY_ZH = Pattern(r"(?:我|俺|他|她|患者|病人|本人|对|但是?|可是?|不过|其实|说|,|\s)*")
_NO_TROUBLE_ZH = Pattern(
    r"^(?:我|他|她|俺)?(?:是|都|也|一直|从来|倒是|还是|现在|向来)*(?:没事儿?|没(?:有)?(?:问题|反应)|无反应)(?:的|呀|啊|啦)?(?=$|[,。;!])"
)
_ABLE_ZH = Pattern(rf"(?<!不)(?<!才)(?<!没)(?:能|敢)(?:够|正常|放心)?{_VERB_ZH}$")
_ON_IT_ZH = Pattern(
    r"每[天日晚早周]|现在|目前|正在|长期|一直在?[吃服用]|天天|[吃服用打]着|在[吃服用打]|(?:[\d一二两三四五六七八九十几半]+(?:多)?(?:年|个?月|天|周))"
    r"(?!前|没)|\d ?(?:mg|g|毫克|克|片|粒|单位)|[qtb]\.?i?\.?d\b|次"
)

_SWELLS_EN = (
    r"(?:throat|tongue|lips?|face|mouth|eyes?|eyelids?|airways?)(?: (?:all|just|completely|really|started to|"
    r"began to))* "
    r"(?:swell\w*|swollen|closed?s?(?: up)?|closing(?: up)?|tighten\w*|itch\w*|puff\w*(?: up)?|blew up|went numb|"
    r"close up)"
)
REACTION_EN = (
    r"\bhives\b|\brash(?:es)?\b|\bwelts\b|\burticaria\b|\banaphyla\w+(?: (?:shock|reaction))?|\bangio-?o?edema\b"
    rf"|\b(?:an? )?allergic reaction\b|\b{_SWELLS_EN}|\bswell(?:ed|s|ing)?(?: up)?\b(?! (?:ankle|leg|feet|foot))|"
    rf"\bswollen (?:throat|lips?|tongue|face|eyes?)"
    r"|\b(?:brok?en?|breaks?|broke|came|comes?) out(?: in (?:an? )?(?:\w+ )?(?:spots|blotches|hives|rash|welts|lumps))?"
    r"\b|\b(?:couldn't|could not|"
    r"can't|cannot|could hardly|could barely|"
    r"struggled to|unable to) (?:breathe|catch \w+ breath)|\b(?:trouble|difficulty|problems) breathing|"
    r"\bstopped breathing"
    r"|\bitch(?:y|ing|ed|es)?(?: all over)?\b|\bwheez\w+|\bstevens-johnson\b|\bsjs\b"
)
_LEADS_EN = (
    r"(?:when(?:ever)?|after|from|with|to|on|following|because of|due to|once|as soon as|every time|the last time|"
    r"last time)"
)
_TAKING_EN = (
    r"(?:i|he|she|they|we|had|have|has|took|takes?|taking|taken|gave|given|giving|got|getting|having|being|was|were|"
    r"been|me|him|her|"
    r"on|used|using|use|started|starting|tried|trying|eating|an?|the|my|his|first|second|last|one|two|some|any|dose|"
    r"doses|course|shot|"
    r"injection|tablets?|pills?|of|iv|oral|drip|drops|cream|that|time|put|for|about|days?|minutes|hours?)"
)
_CONNECTED_EN = Pattern(rf"(?:{REACTION_EN})(?P<gap>[^.;!?,]{{0,24}}?),? {_LEADS_EN}(?: {_TAKING_EN})*(?: |$)$")
_REACTED_TO_EN = Pattern(
    r"\breact(?:s|ed|ing)?(?: (?:really|very|quite|so|pretty|rather|extremely))?(?: (?:badly|terribly|horribly|"
    r"severely|violently|strongly|poorly))?"
    r" (?:to|with)(?: (?:the|some|any|all|an?|my|his|her|most))? $"
)
_GAVE_EN = Pattern(
    rf"^[^.;!?,]{{0,14}}?\b(?:gives?|gave|giving|causes?|caused|makes?|made|brings?|brought|leaves?|left|puts?|sent|"
    rf"sends?|triggers?|triggered)"
    rf"\b[^.;!?,]{{0,40}}?(?P<what>{REACTION_EN}|\binto (?:shock|anaphyl\w+))"
)
_SWELLED_EN = Pattern(
    r"^ (?:swelled|closed|swells|closes)(?: up)? (?:my|his|her) (?P<what>throat|face|tongue|lips?|airway)"
)
_TOOK_AND_EN = Pattern(rf"^[^.;!?]{{0,30}}?(?:,|\band\b|\bthen\b)[^.;!?]{{0,24}}?(?P<what>{REACTION_EN})")
_TOOK_EN = Pattern(
    rf"\b(?:took|had|got|given|gave|tried|used|started(?: on)?|taking|take|whenever|on)(?: {_TAKING_EN})* $"
)
_NO_REACTION_EN = Pattern(
    rf"\b(?:no|never|not|didn't|without)\b[^.;!?,]{{0,20}}(?:{REACTION_EN})[^.;!?,]{{0,16}}? {_LEADS_EN}"
    rf"(?: {_TAKING_EN})* $"
)
_NOTED = Pattern(
    rf"^\s?(?:[:(=-]|->|→)\s?(?:a |an |the |skin |severe |bad )*(?:{REACTION_EN}|{REACTION_ZH}|{_SKIN_ZH})"
)
_LISTED_AS_TAKEN = Pattern(
    r"\b(?:meds?|medications?|tak(?:e|es|ing)|on|us(?:e|es|ing)|start\w*|mg|rx|give|apply)\b|[吃服用涂打输]|\dg\b"
)
_IT_EN = Pattern(
    rf"^(?:and |but |then |so |which )?(?:it|that|this|that one|they|which|he|she)?\s?(?:gives?|gave|causes?|caused|"
    rf"makes?|made) (?:me|him|her|my) [^.;!?,]{{0,30}}?(?P<what>{REACTION_EN})"
)
_CURES_EN = Pattern(
    r"\b(?:for|treat\w*|clear\w*|better|improv\w*|reliev\w*|gone|away|resolv\w*|help\w*|settl\w*|manag\w*|control\w*|"
    r"stopp?\w*|eas\w*|before|"
    r"if|in case|worried|afraid|scared|watch\w*|so i|because)\b"
)
_NO_EN = Pattern(
    r"\b(?:no|not|never|without|none|denie[sd]|doesn't|don't|does not|do not|didn't|did not|hasn't|haven't|has not|"
    r"have not|wasn't|n't)\b"
)
_FINE_EN = (
    r"(?:(?:just |perfectly |totally |absolutely |completely |it )*(?:fine|ok(?:ay)?|all right|alright|"
    r"well)\b(?! tolerated)|"
    r"(?:(?:with|and|had|have|has|got|and (?:had|have|got|with)) (?:no|zero)|without|(?:and )?(?:never|didn't|did not) "
    r"(?:had|have|got|get|noticed?))"
    r" (?:any |an? |bad |side |real )*(?:problems?|issues?|trouble|reactions?|rash|hives|allerg\w+|ill effects?|"
    r"adverse \w+)\b)"
)
_CAN_TAKE_EN = Pattern(
    r"\b(?:can|could)(?: still| also| safely| always| actually| perfectly)* (?:take|have|tolerate|use|handle)(?: any|"
    r" all| the)? $"
)
_FINE_AFTER_EN = Pattern(
    rf"^(?:[^.;!?,]{{0,30}}?),?(?: (?:and|but|before|since|as a child|as a kid|last year|in the past|years ago))*"
    rf"(?: (?:it|i|he|she|that|they|there))?(?: (?:was|were|is|am|'m|did|felt|went))? ?(?P<fine>{_FINE_EN})"
)
_TOLERATES_EN = Pattern(
    r"\b(?:tolerat(?:e[sd]?|ing)|do(?:es)? (?:fine|ok(?:ay)?|well) (?:on|with)|did (?:fine|ok(?:ay)?|well) (?:on|with)|"
    r"(?:i'm|am|is|are|was|were|been) (?:fine|ok(?:ay)?|all right) (?:with|on)|no (?:problems?|issues?|trouble|"
    r"bad reactions?) (?:with|on|taking|from)|"
    r"never had (?:a |any )?(?:problems?|issues?|trouble|reactions?|rash) (?:with|on|to|from|taking))(?: (?:any|the|"
    r"taking|my))? $"
)
_WELL_BORNE_EN = Pattern(
    r"^ (?:is|was|has been|has always been) (?:just |perfectly |totally )?(?:fine|ok(?:ay)?|well tolerated|"
    r"no problem)\b"
)
_HAD_BEFORE_EN = Pattern(
    r"\b(?:had|took|taken|been given|was given|were given|gave (?:me|him|her)|used|tried|been on|was on|"
    r"got)\b[^.;!?,]{0,16}$"
)
_ON_IT_EN = Pattern(
    r"\b(?:now|currently|every|daily|nightly|twice|once a|each (?:day|morning|night)|at the moment|\d+ ?m?c?g|am on|"
    r"i'm on|is on|he's on|she's on|q\.?d|b\.?i\.?d|"
    r"for (?:\d+|two|three|four|five|six|ten|many|several|a few) (?:years?|months?|weeks?))\b"
)
# What is given against a reaction: only named as its cause it is one.
_AGAINST_IT = Pattern(
    r"他定$|利嗪$|氯苯那敏|扑尔敏|海拉明|斯汀$|非索非那定|酮替芬|司特|的松|龙$|肾上腺素|炉甘石|丁胺醇|特罗|奈德|激素|"
    r"adine$|irizine$|epinephrine|epipen|adrenaline|diphenhydramine|hydroxyzine|sone\b|solone|steroid|benadryl|"
    r"claritin|zyrtec|allegra|"
    r"piriton|albuterol|salbutamol|ventolin|inhaler|calamine|lukast|antihistamine"
)
_LIST = Pattern(r"(?:[、/&, ]|和|及|与|跟|或者?|还有|以及|\band\b|\bor\b|类|药物?|片|针)*")
_FORM = Pattern(r"(?:类药物?|类|药物?|注射液|胶囊|软膏|片|针|粉针)(?![\u4e00-\u9fff]?[方师店])")
_LONGEST_LOOK = 48  # characters behind the drug


@dataclass(frozen=True, slots=True)
class _Told:
    """What is told of a drug: a reaction, or that there was none."""

    start: int  # of the words that tell it, within the message
    end: int
    borne: bool = False
    goes_on: bool = False  # borne and still taken
    suspected: bool = False


def extract_reactions(reading: Reading) -> None:
    """Find reactions to named drugs, and drugs that were borne well, and claim their words."""
    for view in reading.views:
        for group in _groups(view):
            first, last = group[0], group[-1]
            if reading.is_claimed(first.start, last.end) or not reading.says(view, first.start):
                continue
            told = _told(reading, view, group)
            if told is not None and _is_said(reading, told):
                _keep(reading, view, group, told)
    _by_pronoun(reading)


def is_remedy(drug: str) -> bool:
    """Whether a drug is one that is given against reactions, by its normalised name."""
    return _AGAINST_IT.search(concept_of(Kind.DRUG, drug)) is not None


def _is_said(reading: Reading, told: _Told) -> bool:
    """Whether the words behind the drug state something as well: 吃阿莫西林会起疹子吗 asks."""
    view = reading.view_at(told.end - 1)
    return view is not None and reading.says(view, told.end - 1)


def _groups(view: View) -> list[list[Mention]]:
    """The drugs of a clause; those of a list together."""
    groups: list[list[Mention]] = []
    for drug in (one for one in view.mentions if one.kind is Kind.DRUG):
        if groups and _LIST.fullmatch(view.text, groups[-1][-1].end - view.start, drug.start - view.start):
            groups[-1].append(drug)
        else:
            groups.append([drug])
    return groups


def _told(reading: Reading, view: View, group: list[Mention]) -> _Told | None:
    sentence = [one for one in reading.views if one.clause.sentence == view.clause.sentence]
    start, end = group[0].start, group[-1].end
    form = _FORM.match(reading.norm, end, view.clause.end)
    end = form.end() if form else end
    others = [one.start for each in sentence for one in each.mentions if one.kind is Kind.DRUG and one.start >= end]
    reach = min([sentence[-1].clause.end, end + _LONGEST_LOOK, *others])
    before = reading.norm[max(sentence[0].start, start - 60) : start]
    after = reading.norm[end:reach]
    own_before = reading.norm[view.start : start]
    remedy = any(is_remedy(reading.norm[one.start : one.end]) for one in group)
    at = (start, end, remedy)
    noted = _NOTED.match(after)
    if noted is not None and not remedy and not _LISTED_AS_TAKEN.search(own_before):
        return _Told(start, end + noted.end())
    if view.han:
        return _borne_zh(own_before, after, at) or _reacted_zh(before, own_before, after, at)
    return _borne_en(before, after, at) or _reacted_en(before, after, at)


# --- in Chinese


def _reacted_zh(before: str, own_before: str, after: str, at: tuple[int, int, bool]) -> _Told | None:
    start, end, remedy = at
    put_down = _PUT_DOWN_TO_ZH.search(before)
    if put_down and not re.match(r"因为|由于", before[: put_down.start() + 2].lstrip(" ,")):
        return _Told(start - (len(before) - put_down.start()), end, suspected=bool(re.search("可能|怀疑|应该", before)))
    found = _REACTION_ZH.search(after)
    ran_in = _COLLAPSE_ZH.search(after) if _RUN_IN_ZH.search(own_before) else None
    if ran_in is not None and (found is None or ran_in.start() < found.start()):
        found = ran_in
    if found is None:
        return None
    gap = after[: found.start()]
    if _CURES_ZH.search(gap) or _OVER_ZH.match(after[found.end() :]) or _NO_ZH.search(gap):
        return None
    if re.search(r"怕|担心|听说|据说|如果|万一|会不会|避免|为了|预防|治", own_before):
        return None
    if (remedy and not _CAUSED_ZH.search(gap)) or _OUTGROWN_ZH.search(after):
        return None
    taken = _TOOK_ZH.search(own_before) is not None or _TAKEN_BEHIND_ZH.search(gap) is not None
    commas = gap.count(",") + gap.count(" ")
    if not commas:
        bare = found.group() != "过敏" and _BARE_GAP_ZH.fullmatch(gap) is not None
        known = (taken and len(gap) <= 18) or bare
    else:
        once = _ONCE_ZH.search(own_before) or _ONCE_ZH.search(gap)
        at_once = _AT_ONCE_ZH.search(gap) and (_PERFECT_ZH.search(own_before) or _PERFECT_ZH.search(gap.split(",")[0]))
        known = taken and commas <= 2 and len(gap) <= 24 and bool(once or at_once)
    if not known:
        return None
    return _Told(start, end + found.end(), suspected=found is ran_in or bool(re.search("可能|怀疑|好像|疑", gap)))


def _borne_zh(before: str, after: str, at: tuple[int, int, bool]) -> _Told | None:
    start, end, _ = at
    if re.search(r"怕|如果|听说|[不没]$", before):
        return None
    plain = _NO_TROUBLE_ZH.match(after) if _WHO_ONLY_ZH.fullmatch(before) else None
    if plain:
        return _Told(start, end + plain.end(), borne=True)
    able = _CAN_TAKE_ZH.match(after) or (_ABLE_ZH.search(before) and re.match(r"[^吗么]{0,6}(?:$|[,。])", after))
    fine = _TOLERATED_ZH.match(after)
    if fine and re.search(r"[停换断戒]|不[吃用打]", fine.group()):
        return None  # 氨氯地平停了，没什么不舒服: what is told is that it was stopped
    if fine and not (_TOOK_ZH.search(before) or _VERB_BEHIND_ZH.search(after[: fine.end()]) or able):
        fine = None
    if not (able or fine):
        return None
    words = before + after[: fine.end() if fine else 0]
    stop = fine.end() if fine else able.end() if isinstance(able, re.Match) else 0
    return _Told(start, end + stop, borne=True, goes_on=bool(_ON_IT_ZH.search(words) and not _ONCE_ZH.search(words)))


# --- in English


def _reacted_en(before: str, after: str, at: tuple[int, int, bool]) -> _Told | None:
    start, end, remedy = at
    if _REACTED_TO_EN.search(before):
        told = _REACTED_TO_EN.search(before)
        if told and not _NO_EN.search(before[: told.start()][-24:]):
            rest = re.match(rf" (?:with|by)[^.;!?,]{{0,16}}?(?:{REACTION_EN})", after)
            return _Told(start - (len(before) - told.start()), end + (rest.end() if rest else 0))
    connected = _CONNECTED_EN.search(before)
    if connected is not None and not remedy and not _CURES_EN.search(connected["gap"]):
        head = before[: connected.start()][-40:]
        if not _NO_EN.search(head) and not re.search(
            r"\b(?:if|in case|worried|afraid|for (?:my|the|a|an|his|her))\b", head
        ):
            return _Told(start - (len(before) - connected.start()), end)
    gave = _GAVE_EN.match(after) or _SWELLED_EN.match(after)
    if (
        gave is not None
        and not _NO_EN.search(gave.group())
        and not re.search(r"\b(?:ankle|leg|feet|foot)", gave.group())
    ):
        return _Told(start, end + gave.end())
    took = _TOOK_AND_EN.match(after) if not remedy and _TOOK_EN.search(before) else None
    if took is None or _CURES_EN.search(after[: took.start("what")]) or _NO_EN.search(took.group()):
        return None
    return None if re.search(r"\b(?:for|because of)\b", before[-40:]) else _Told(start, end + took.end())


def _borne_en(before: str, after: str, at: tuple[int, int, bool]) -> _Told | None:
    start, end, _ = at
    if re.search(r"\b(?:if|not|can't|cannot|couldn't|don't|doesn't)\b[^,.;]{0,20}$", before):
        return None
    bears = _TOLERATES_EN.search(before)
    can = _CAN_TAKE_EN.search(before)
    fine = _FINE_AFTER_EN.match(after)
    borne = _WELL_BORNE_EN.match(after)
    gave = _GAVE_EN.match(after)
    none = _NO_REACTION_EN.search(before)
    if bears or none:
        stop = 0
    elif can and (fine or re.match(r" *(?:$|[,.;])|(?: too| as well| though)", after)):
        stop = fine.end() if fine else 0
    elif fine and _HAD_BEFORE_EN.search(before) and not re.search(r"\b(?:not|n't)\b", fine.group()):
        stop = fine.end()
    elif borne:
        stop = borne.end()
    elif gave and _NO_EN.search(gave.group()):
        stop = gave.end()
    else:
        return None
    words = before + after
    return _Told(start, end + stop, borne=True, goes_on=bool(_ON_IT_EN.search(words)))


# --- keeping


def _by_pronoun(reading: Reading) -> None:
    """I took amoxicillin last year. It gave me hives: what is meant is the drug named just before."""
    for view in reading.views[1:]:
        it = _IT_EN.match(view.text) if not view.han else None
        if it is None or not reading.says(view, view.start) or _NO_EN.search(it.group()):
            continue
        for earlier in reversed(reading.views[max(0, view.index - 2) : view.index]):
            groups = _groups(earlier)
            if not groups:
                continue
            group = groups[-1]
            if reading.says(earlier, group[0].start) and not reading.is_claimed(group[0].start, group[-1].end):
                _keep(reading, earlier, group, _Told(group[0].start, view.start + it.end()))
            break


def _keep(reading: Reading, view: View, group: list[Mention], told: _Told) -> None:
    subjects = view.subjects.at(group[0].start - view.start)
    if subjects == (NOBODY,):
        return
    if told.borne and subjects != (SELF,):
        if not told.goes_on:
            reading.claim(told.start, told.end)
        return
    if any(reading.is_claimed(one.start, one.end) for one in group):
        return
    for drug in group:
        form = _FORM.match(reading.norm, drug.end, view.clause.end)
        reading.add(
            Category.ALLERGY,
            drug.start,
            drug.end,
            subjects=subjects,
            attribute=reading.norm[drug.start : drug.end],
            negated=told.borne,
            status=FactStatus.SUSPECTED if told.suspected else FactStatus.CURRENT,
            quoted=(min(told.start, drug.start), max(told.end, drug.end)),
            only_against=told.borne,
            claim=not told.goes_on,
        )
        if form and not told.goes_on:
            reading.claim(drug.end, form.end())
    if not told.goes_on:
        reading.claim(told.start, told.end)
