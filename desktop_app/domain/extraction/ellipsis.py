"""Statements that borrow their content: "I don't have asthma but my brother does", 我没有，我爸有."""

from __future__ import annotations

from dataclasses import replace

from desktop_app.domain.extraction.clause_subjects import NOBODY
from desktop_app.domain.extraction.reading import Reading
from desktop_app.domain.memory import Category, FactStatus, Polarity
from desktop_app.domain.patterns import Pattern

_BORROWED = frozenset({Category.CONDITION, Category.ALLERGY, Category.HABIT, Category.MEDICATION, Category.PROCEDURE})
_EN = Pattern(
    r"(?:(?:but|and|though|although|so|while|whereas) )?(?:my [a-z -]{2,30}?|i|he|she|they|both my \w+) "
    r"(?P<verb>does|do|did|has(?: it)?|have(?: it)?|is|am|are|does too|has it too|is too|doesn't|"
    r"don't|hasn't|haven't|isn't|am not|never did|does not|do not)(?: too| as well| either| not)?"
)
_ZH = Pattern(
    r"(?:但|但是|可|可是|不过|而)?(?:是)?(?:[我他她俺][\u4e00-\u9fff]{0,4}?|"
    r"[\u4e00-\u9fff]{1,4}?)(?:倒是|也|却|就|倒|都)?(?P<verb>有|没有|没|是|不是|会|不会|不|抽|不抽|"
    r"喝|不喝|吃|不吃)"
)
_DENIES = Pattern(r"n't|not|never|没|不")


def apply_ellipsis(reading: Reading) -> None:
    """Give what the clause before states to the one that only says who else has it or not."""
    for before, view in zip(reading.views, reading.views[1:], strict=False):
        if before.clause.sentence != view.clause.sentence or not view.subjects.names_somebody:
            continue
        match = _EN.fullmatch(view.text) or _ZH.fullmatch(view.text)
        if not match or view.clause.hypothetical or view.clause.asks_from < view.clause.end:
            continue
        subjects = view.subjects.leading(len(view.text))
        if subjects == (NOBODY,) or any(reading.has(category, view.start, view.clause.end) for category in _BORROWED):
            continue
        denied = bool(_DENIES.search(match["verb"] + view.text[match.end("verb") :]))
        borrowed = [
            one
            for one in reading.candidates
            if before.start <= one.start < before.clause.end and one.category in _BORROWED
        ]
        for one in borrowed:
            if one.subject in subjects:
                continue
            for subject in subjects:
                reading.candidates.append(
                    replace(
                        one,
                        subject=subject,
                        polarity=Polarity.NEGATED if denied else Polarity.AFFIRMED,
                        status=FactStatus.CURRENT,
                        quote=reading.text[before.start : view.clause.end],
                    )
                )
