"""Examinations and operations somebody had or has, or did not have."""

from __future__ import annotations

import re

from desktop_app.domain.dates import Toward
from desktop_app.domain.extraction.advised import is_advised
from desktop_app.domain.extraction.lexicon import Kind, Mention
from desktop_app.domain.extraction.reading import Reading, View
from desktop_app.domain.memory import Category, FactStatus
from desktop_app.domain.patterns import Pattern

_CAME_OUT = Pattern(
    r"[过了]|示|结果|正常|异常|阳性|阴性|术后|已|\b(?:had|done|showed|normal|negative|positive|was|were|after)\b"
)
# An examination or operation took place, or takes place.
_DONE = Pattern(
    r"做|查|拍|行|动|开(?!始)|切|装|放|接受|进行|检查|复查|化验|照|打|输|住|拔|割|换|植|完|过|了|"
    r"史|术后|术前|提示|显示|示|结果|"
    r"报告|正常|异常|发现|说|见|[:]|抢救|插|上|通过|经|测|监测|\b(?:had|have|has|having|underwent|"
    r"undergoing|undergo|got|did|done|getting|gets?|receiv\w*|s/p|status post|post|"
    r"after|since|showed|shows?|revealed|normal|negative|positive|unremarkable|clear|"
    r"was|were|is on|on|a|an|my|his|her|history|hx|h/o|psh|pshx|"
    r"surgical history|in (?:19|20)\d\d|performed|completed|went through|recovering|report|results?|"
    r"last|years? ago|months? ago|weeks? ago|found|placed|been|removed|needed|required)\b"
)
_NOT_DONE = Pattern(
    r"(?:建议|需要|应该|必须|最好|要不要|可以|能|想|准备|打算|考虑|希望|预约|排队|等着|安排|计划|拟|将|"
    r"待|约|要(?!求)|去(?=做|查)|让我|叫我|该|得去|说(?:要|需要)|不想|害怕|怕|用不着|没必要|不需要|"
    r"不用|不愿|拒绝|推荐|嘱)(?:[^,。]{0,10})$|"
    r"\b(?:should|need(?:s|ed)? (?:to|an?)|recommend\w*|suggest\w*|advis\w*|considering|consider|"
    r"want(?:s)? (?:to|an?)|plan(?:s|ning)?|going to|will|schedul\w*|order(?:ed|s)?|booked|"
    r"waiting for|might (?:need|have)|may need|would|upcoming|pending|refer(?:red)? for|about to|"
    r"afraid of|looking into|interested in|thinking about|before|prior to|awaiting|if|declin\w*|refus\w*)\b[^,]{0,24}$"
)
_GENERAL_PROCEDURES = frozenset(
    "检查 手术 化验 体检 复查 随访 tests physical echo labs cast follow-up follow up counseling operation "
    "急诊 住院 麻醉 抢救 介入 消融 造影 超声 支架 搭桥 病理 穿刺 输液 理疗 疫苗 缝合 吸氧 雾化 ua icd cbt "
    "radiation treatment braces stent transfusion".split()
)
_ONGOING = Pattern(
    r"正在|目前|现在|每周|每天|定期|长期|一直|规律|维持性|还在|在做|\b(?:on|currently|weekly|is (?:getting|having|"
    r"undergoing|receiving)|am (?:getting|having|undergoing)|undergoing|every week|now|"
    r"three times a week|has been getting|regular|wears?)\b"
)
_ONGOING_KINDS = Pattern(
    r"透析|化疗|放疗|理疗|康复|治疗|针灸|推拿|雾化|吸氧|呼吸机|dialysis|chemo|radiation|therapy|acupuncture|"
    r"cpap|pacemaker|起搏器|immunotherapy|counseling"
)
_TAKEN_OUT = Pattern(
    r"\b(?:had|got|have had|has had|having|getting|get|have)\s(?:my|his|her|the|an?|both|"
    r"their)\s(?P<what>(?:\w+\s){1,3}?(?:removed|taken out|(?<=tooth )out|(?<=teeth )out|"
    r"(?<=tonsils )out|(?<=appendix )out|(?<=gallbladder )out|(?<=stitches )out|repaired|replaced|"
    r"operated on|scanned|"
    r"biopsied|pulled|fused|drained|excised|fitted|put in|implanted|inserted))\b"
    r"|(?P<zh>(?:切|摘|割|取|换|拔)(?:除|掉|了|过)*(?:左|右|一个|一颗|两颗|半个|"
    r"部分)?(?:阑尾|胆囊|扁桃体|子宫|卵巢|甲状腺|肾|胃|脾|智齿|乳房|息肉|结石|肿瘤|前列腺|瓣膜|膝关节|"
    r"髋关节|痔疮|包皮|眼角膜|牙)|(?:阑尾|胆囊|扁桃体|子宫|卵巢|甲状腺|脾脏?|智齿|前列腺|息肉)(?:已经?|"
    r"早就?|都|被|全)*(?:切|摘|割|拔)(?:除|掉)?)(?=了|过|$|,|手术)"
)
_NEVER_HAD = Pattern(
    r"没(?:有)?(?:去|再|敢|来得及)?(?:做|查|拍|开|动|打|接种|接受)过?$|未(?:行|做|查|完善)$|(?:haven't|hasn't|didn't|never)\b.{0,24}$"
)
_JUST_DONE = Pattern(r"(?:做|查|拍|开)了|检查了|做过|\b(?:had|got|did)\b")
_IN_GENERAL_AFTER = Pattern(
    r"^(?:是(?:什么|一种)|的(?:价格|费用|意义|作用|原理|准备)|多少钱|贵|前(?:要|需)|怎么)|^ (?:is an?|costs?|prep)\b"
)
_DONE_JUST_BEFORE = Pattern(
    r"(?:做|查|动|行|住|去|开|打|输|装|放|接受|经|了|过|的|\b(?:had|have|having|has|an?|my|his|her|after|since|underwent|"
    r"heart|knee|back|eye|hip|any|no|prior|previous|for|the|another|of|and|or|on|got|did|w/)\s|个|心脏|超声|冠脉|没有?|无|"
    r"否认|次)[^,。]{0,6}$"
)
_CAME_OUT_AFTER = Pattern(
    r"^(?:查出|检出|过|了|史|时|后|中|术|结果|报告|显示|提示|发现|说|都|也|正常|没|就|\s?(?:in|last|showed|results?|was|"
    r"were|ago|19|20|x\d))"
)
_WENT_FOR = Pattern(r"(?:做|去|来|全身|各种|都|过|了)[^,。]{0,6}$|\b(?:had|did|have had)\b")
_FINISHED = Pattern(r"做过|结束|完成|finished|completed|had")


def read_taken_out(reading: Reading, view: View) -> None:
    """An operation that is a phrase: got my gallbladder taken out, 胆囊切了."""
    for match in _TAKEN_OUT.finditer(view.text):
        group = "what" if match["what"] else "zh"
        start, end = view.place(match, group)
        before = view.text[: match.start()]
        if (
            not reading.is_open(view, start, end)
            or _NOT_DONE.search(before)
            or re.match(r"(?:get|getting|having|have)\b", match.group())
        ):
            continue
        negated = bool(re.search(r"没(?:有)?$|未$|\b(?:never|not|haven't|hasn't|didn't)\b[^,]{0,6}$", before))
        reading.add(
            Category.PROCEDURE,
            start,
            end,
            attribute=reading.norm[start:end],
            negated=negated,
            status=FactStatus.CURRENT if negated else FactStatus.PAST,
        )


def read_procedure(reading: Reading, view: View, mention: Mention) -> None:
    """Keep an examination or operation named in a clause where it took place, takes place or is denied."""
    if not reading.says(view, mention.start):
        return
    text, left = view.text, mention.start - view.start
    before, after = text[:left], text[mention.end - view.start :]
    name = reading.norm[mention.start : mention.end]
    ahead = reading.dates(view, Toward.FUTURE)
    if any(one.first > reading.said_on for one in ahead) and not reading.dates(view, Toward.PAST):
        return  # it has not happened yet
    negated = reading.denied(view, mention.start, mention.end) or _NEVER_HAD.search(before) is not None
    if not negated and _is_to_come(reading, view, mention, before):
        return
    if _IN_GENERAL_AFTER.search(after):
        return
    if name in _GENERAL_PROCEDURES:
        told = _is_general_told(view, mention, name, before, after, negated=negated)
    else:
        told = bool(_DONE.search(before) or _DONE.search(after[:14]))
    alone = (
        reading.clinical
        or (left == 0 and (view.han or not after))
        or all(one.kind is Kind.PROCEDURE for one in view.mentions)
    )
    if not (told or alone):
        return
    ongoing = _ONGOING_KINDS.search(name) and _ONGOING.search(before) and not _FINISHED.search(text)
    status = FactStatus.CURRENT if negated or ongoing else FactStatus.PAST
    first, last = ("", "") if negated else reading.period(view)
    reading.add(
        Category.PROCEDURE,
        mention.start,
        mention.end,
        attribute=name,
        negated=negated,
        status=status,
        valid_from=first,
        valid_to=last if status is FactStatus.PAST else "",
    )


def _is_to_come(reading: Reading, view: View, mention: Mention, before: str) -> bool:
    """Whether a procedure is planned, wished or advised, and not done."""
    if _NOT_DONE.search(before) and not _JUST_DONE.search(before[-14:]):
        return True
    return is_advised(reading, view, mention.start) and not _CAME_OUT.search(view.text)


def _is_general_told(view: View, mention: Mention, name: str, before: str, after: str, *, negated: bool) -> bool:
    """Whether a word as general as 检查 or "tests" names something that took place, and nothing says it better."""
    if name in ("检查", "tests", "化验", "复查") and not negated and not _WENT_FOR.search(before):
        return False
    if name in ("检查", "化验", "复查") and any(
        one.kind is Kind.PROCEDURE and one is not mention for one in view.mentions
    ):
        return False
    return bool(_DONE_JUST_BEFORE.search(before) or _CAME_OUT_AFTER.search(after) or not (before or after))
