"""Whether a reply says what is done with a medicine or how much of it is taken, which the program never answers for."""

from __future__ import annotations

from desktop_app.domain.extraction.lexicon import Kind, find_mentions
from desktop_app.domain.patterns import Pattern

_SENTENCE = Pattern(r"[^。！？!?\n；;]+")
_ADVICE = Pattern(
    r"(?<![反响适相对])应[该当]?|建议|推荐|避免|不宜|不要|不能|禁用|禁忌|慎用|需要?|可以?(?:服|用|吃|换|加|减|停)|停[用药]|加量|减量|[换改]用|(?:增加|减少)剂量"
    r"|\b(?:should|must|need to|ought|avoid\w*|recommend\w*|suggest\w*|advis\w*|consider\w*|can take|may take|"
    r"do not take|don't take|increas\w*|decreas\w*|reduc\w*|stop\w*|start\w*|switch\w*|contraindicated)\b"
)
_MEDICINE = Pattern(r"药|剂量|\b(?:medicines?|medications?|drugs?|dos(?:e|es|age)|tablets?|pills?)\b")
_DOSE = Pattern(
    r"[\d一二两三四五六七八九十半]\s?(?:mg|mcg|ug|μg|g|ml|iu|u|毫克|微克|克|毫升|单位|片|粒|颗|支|喷|滴|袋|"
    r"tablets?|capsules?|pills?|puffs?|drops?|units?)(?![a-z])"
    r"|(?<![a-z])(?:qd|bid|tid|qid|qn|q\d+h|prn)(?![a-z])|[每一][日天][一二三四123两][次片粒]"
)


def advises_on_drugs(text: str) -> bool:
    """Whether a sentence of a text holds a medicine, and a dose of it or a word by which one advises about it.

    What somebody else advised or takes is told by the same words, and counts as well: it is read as advice.
    """
    for sentence in _SENTENCE.finditer(text.casefold()):
        said = sentence[0]
        names_drug = any(one.kind is Kind.DRUG for one in find_mentions(said))
        if (names_drug and _DOSE.search(said)) or (_ADVICE.search(said) and (names_drug or _MEDICINE.search(said))):
            return True
    return False
