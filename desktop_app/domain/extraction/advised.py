"""Advice in a note or told of: what follows it is to be done or kept from, and has not happened."""

from __future__ import annotations

from desktop_app.domain.extraction.reading import Reading, View
from desktop_app.domain.patterns import Pattern

# 处理：多饮水; 嘱预防感冒; "Plan: rest, avoid constipation": what shall be done or kept from tells of no illness.
_ADVISED = Pattern(
    r"(?:^|[,;。\s])(?:处理(?:意见|措施)?|处置|医嘱|诊疗计划|治疗计划|计划|健康教育|宣教|注意事项)\s?:"
    r"|(?:^|[,;。:\s]|医生|大夫|医师)(?:并|再|另|予|已|并且|反复)?(?:建议|叮?嘱(?:咐|托)?|医嘱|告知|交代|提醒)(?!后|未|已)"
    r"|(?:^|[.;\s])(?:plan|advice|recommendations?|treatment plan|management)\s?:"
    r"|\b(?:advised?|recommend(?:ed|s)?|counsell?ed|reminded) (?:(?:him|her|me|them|the patient|pt|patient) )?"
    r"(?:to|on|about)\b"
    r"|^(?:advised?|recommend(?:ed)?) "
)


def is_advised(reading: Reading, view: View, position: int) -> bool:
    """Whether the words of the sentence before a position open advice: what follows it is to be done."""
    return _ADVISED.search(reading.norm[reading.first_of_sentence(view).start : position]) is not None
