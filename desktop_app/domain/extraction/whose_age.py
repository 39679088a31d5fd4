"""Ages of somebody the words do not make known: 团团五岁, where nobody is called 团团."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from desktop_app.domain.extraction.clause_subjects import NOBODY
from desktop_app.domain.extraction.normal import normalise
from desktop_app.domain.extraction.quantities import quantities
from desktop_app.domain.extraction.reading import Reading, View
from desktop_app.domain.memory import SELF, Category, Fact, FactCandidate
from desktop_app.domain.patterns import Pattern

# What may stand before an age without saying whose it is.
_FILLER = Pattern(
    r"(?:[\s,、:'\"“”]|今年|明年|去年|现在|目前|其实|应该|已经|已|才|刚|都|快|满|实际|周岁|虚岁|实岁|年龄|年纪|岁数|到底|"
    r"不是|而是|是|有|为|了|我|记错|说错|写错|打错|搞错|不对|更正|"
    r"\b(?:i'm|i am|i|am|is|was|age[ds]?|now|not|just|turned|turning|about|almost|nearly|actually|it's|it|my|sorry|no|"
    r"correction|meant|mean|wrong|and|but|a|an|the|male|female|man|woman)\b)*"
)
# A word that may well be a name, and nothing else before the age.
_NAME_ZH = Pattern(r"[\u4e00-\u9fff]{2,3}")
_NAME_EN = Pattern(r"(?P<name>[A-Z][a-z]{1,14})(?:'s age)? (?:is|was|isn't|turned|just turned)(?: (?:not|only|now))? $")
_FILLED_ZH = Pattern(r"(?:今年|现在|已经|才|刚|快|满|不是|而是|应该是|是|有)*$")
_NO_NAME_ZH = Pattern(
    r"男性?|女性?|患者|病人|先生|女士|本人|未婚|已婚|汉族|[一二三四五六七八九十百\d]+|.*(?:[的了和也在有想要去来到]|时候)"
)


def mark_unclear_ages(reading: Reading) -> None:
    """Let an age that would be the person's own be only proposed where the words leave open whose it is.

    They do where its clause names somebody unknown, and where it corrects an age that is not held of the person. Where
    the age that is taken back is held of just one other, that one is meant.
    """
    for one in list(reading.candidates):
        view = reading.view_at(one.start)
        if one.category is not Category.AGE or one.subject != SELF or view is None or reading.clinical:
            continue
        clauses = _clauses_of(reading, view, one)
        told = {reference.subject for clause in clauses for reference in clause.subjects.references}
        if told - {NOBODY}:
            continue
        held = reading.known.of_category(Category.AGE)
        whose = _held_by(one, held)
        if NOBODY in told and len(whose) != 1:
            reading.candidates.remove(one)  # a stranger's
            continue
        names = NOBODY in told or any(_names_unknown(reading, clause) for clause in clauses)
        another = bool(one.retracts) and SELF not in whose and any(fact.subject == SELF for fact in held)
        if names or another or len(whose) > 1:
            subject = next(iter(whose)) if len(whose) == 1 else SELF
            clear = not names and len(whose) == 1
            reading.candidates[reading.candidates.index(one)] = replace(one, subject=subject, unsure=not clear)
            if names:
                _mark_what_follows(reading, view)


def _mark_what_follows(reading: Reading, view: View) -> None:
    """林晚今年二十七岁，住在苏州: what the sentence goes on to say without naming anybody is as open as the age."""
    for other in reading.views[view.index + 1 :]:
        if other.clause.sentence != view.clause.sentence or other.subjects.references:
            return
        for at, one in enumerate(reading.candidates):
            if one.subject == SELF and other.start <= one.start < other.clause.end:
                reading.candidates[at] = replace(one, unsure=True)


def _clauses_of(reading: Reading, view: View, one: FactCandidate) -> list[View]:
    """The clause of an age, and the other of a correction: 团团不是三岁，是五岁."""
    if not one.retracts:
        return [view]
    around = reading.views[max(0, view.index - 1) : view.index + 2]
    return [other for other in around if other.clause.sentence == view.clause.sentence]


def _names_unknown(reading: Reading, clause: View) -> bool:
    """Whether a clause opens with a name nobody is known by."""
    found = [number.start for number in quantities(clause.text)]
    if not found:
        return False
    prefix = clause.text[: found[0]]
    if _FILLER.fullmatch(prefix):
        return False
    if _NAME_EN.match(reading.text[clause.start : clause.start + len(prefix)]):
        return True
    name = _FILLED_ZH.sub("", prefix)
    return bool(_NAME_ZH.fullmatch(name)) and not _NO_NAME_ZH.fullmatch(name) and not _FILLER.fullmatch(name)


def _held_by(one: FactCandidate, held: Sequence[Fact]) -> set[str]:
    """Whose age is held as the one that is taken back."""
    old = quantities(normalise(one.retracts))
    if not old:
        return set()
    return {fact.subject for fact in held if any(it.equals(old[0]) for it in quantities(normalise(fact.value)))}
