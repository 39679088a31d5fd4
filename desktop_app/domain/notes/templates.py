"""Templates of notes as text: a heading a line; behind a colon, the words by which a section of one's own finds lines.

    主诉
    处理意见
    睡眠：失眠、早醒、打鼾

A usual heading knows what belongs under it; any other takes the lines that hold one of its words, or the heading.
"""

from __future__ import annotations

import re
from typing import Final

from desktop_app.domain.notes.note import NoteKind, NoteSection, Part, SectionPlan
from desktop_app.domain.patterns import Pattern
from desktop_app.domain.prompt_words import Language, language_of

_HEADINGS: Final = (
    (Part.COMPLAINT, ("主诉", "chief complaint", "presenting complaint", "reason for visit")),
    (Part.PRESENT, ("现病史", "病情变化", "history of present", "history since", "hpi")),
    (Part.PAST, ("既往史", "个人史", "家族史", "past", "pmh", "background")),
    (Part.ALLERGIES, ("过敏史", "药物过敏", "allerg")),
    (Part.EXAMINATION, ("体格检查", "查体", "专科检查", "exam", "physical")),
    (Part.INVESTIGATIONS, ("辅助检查", "检查结果", "investigations", "results", "tests", "labs")),
    (Part.DIAGNOSIS, ("初步诊断", "诊断", "评估", "diagnos", "assessment", "impression")),
    (Part.PLAN, ("处理意见", "处理", "计划", "治疗", "医嘱", "plan", "treatment", "management")),
    (Part.SIGNATURE, ("医师签名", "签名", "签字", "signature", "signed")),
    (Part.SUBJECTIVE, ("主观", "subjective")),
    (Part.OBJECTIVE, ("客观", "objective")),
)
_COLON = Pattern(r"[:：]")
_LABELLED = Pattern(r"\s*(?P<label>[^\W\d][^:：，。,.;；]{1,20}?)\s*[:：]\s*(?P<rest>\S.*)", re.DOTALL)
_WORDS = Pattern(r"[,，、;；\s]+")
MOST_SECTIONS: Final = 30

_HANDOUT: Final[dict[Language, tuple[tuple[str, Part], ...]]] = {
    "zh": (
        ("用药", Part.MEDICINES),
        ("检查", Part.TESTS),
        ("生活上注意", Part.ADVICE),
        ("复诊与何时就医", Part.FOLLOW_UP),
    ),
    "en": (
        ("Your medicines", Part.MEDICINES),
        ("Tests", Part.TESTS),
        ("What to do", Part.ADVICE),
        ("When to come back", Part.FOLLOW_UP),
    ),
}
HANDOUT_TITLE: Final[dict[Language, str]] = {"zh": "给患者的说明", "en": "For the patient"}


def sections_of(text: str) -> tuple[SectionPlan, ...]:
    """The sections of a template; () where it has none."""
    found: list[SectionPlan] = []
    for line in text.splitlines():
        heading, *rest = _COLON.split(line.strip(), maxsplit=1)
        heading = heading.strip()
        if not heading:
            continue
        words = tuple(filter(None, _WORDS.split(rest[0]))) if rest else ()
        part = Part.OWN if words else _part_of(heading)
        found.append(SectionPlan(heading, part, words or ((heading,) if part is Part.OWN else ())))
    return tuple(found[:MOST_SECTIONS])


def without_heading(text: str, part: Part) -> str:
    """A line without the label it begins with, where that says no more than the heading of its section."""
    labelled = _LABELLED.fullmatch(text)
    names = next((names for known, names in _HEADINGS if known is part), ())
    if labelled is not None and labelled["label"].casefold().startswith(names):
        return labelled["rest"]
    return text


def language_of_sections(sections: tuple[SectionPlan, ...], otherwise: Language) -> Language:
    """The language of the headings, which the words around the note follow."""
    return language_of(" ".join(section.heading for section in sections), otherwise)


def handout_sections(language: Language) -> tuple[SectionPlan, ...]:
    """The sections of a patient's hand-out."""
    return tuple(SectionPlan(heading, part) for heading, part in _HANDOUT[language])


def as_text(section: NoteSection, mark: str, kind: NoteKind = NoteKind.NOTE) -> str:
    """A section as plain text, to be pasted into another system; ``mark`` stands behind what is in no record."""
    heading, text = section.plan.heading, "\n".join(section.lines(mark))
    if kind is NoteKind.HANDOUT or "\n" not in text:
        return f"{heading}{'：' if language_of(heading) == 'zh' else ': '}{text}".rstrip()
    return f"{heading}\n{text}"


def _part_of(heading: str) -> Part:
    folded = heading.casefold()
    return next(
        (part for part, names in _HEADINGS if any(folded.startswith(name) for name in names)),
        Part.OWN,
    )
