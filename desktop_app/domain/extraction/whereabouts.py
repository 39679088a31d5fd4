"""Where relatives are at home, said without a word of living: 我弟在重庆; 不在重庆，在绵阳; "not in Leeds, in York"."""

from __future__ import annotations

from itertools import pairwise

from desktop_app.domain.extraction.lexicons.places import CITIES_ZH
from desktop_app.domain.extraction.reading import Reading, View
from desktop_app.domain.memory import SELF, Category
from desktop_app.domain.patterns import Pattern

_CITY = rf"(?:{CITIES_ZH})(?:市|省)?"
_WHILE = r"(?:人|现在|目前|一直|常年|都|也|还|就|其实|根本)*"
_IS_IN_ZH = Pattern(rf"[^,。]{{1,8}}?{_WHILE}(?<!不)(?<!没)在(?P<place>{_CITY})(?:那边|这边|呢|的)?")
_NOT_IN_ZH = Pattern(rf"[^,。]{{0,10}}?{_WHILE}(?:不是|不|没有|没)(?:住)?在(?P<old>{_CITY})(?P<left>了)?")
_BUT_IN_ZH = Pattern(
    rf"(?:他|她)?(?:(?:而|其实|应该)?是|现在|其实|人|应该)*(?:住)?在(?P<place>{_CITY})(?:那边|这边|呢|的|才对|啊)?"
)
_NAME_EN = r"[A-Z][\w'-]+(?: [A-Z][\w'-]+){0,2}"
_NOT_BUT_EN = Pattern(
    rf"\b(?:is|'s|isn't|lives?|doesn't live|don't live)(?: not)? (?:not )?in (?P<old>{_NAME_EN}),? "
    rf"(?:but |it's |(?:he|she)(?:'s| is| lives) )?(?:actually |really )?in (?P<place>{_NAME_EN})"
)
_DENIES_EN = Pattern(r"\bnot |n't ")
# Where somebody was at a time, or on what occasion, is no home.
_FOR_A_TIME = Pattern(r"昨|今天|明天|上周|下周|那天|刚|出差|旅游|玩|周末|暂时|这几天|开会")


def extract_whereabouts(reading: Reading) -> None:
    """Find in which city a relative is, and which city takes the place of another."""
    for before, view in pairwise(reading.views):
        _instead_zh(reading, before, view)
    for view in reading.views:
        match = _IS_IN_ZH.fullmatch(view.text)
        if match is not None and _names_whom(reading, view) and not _FOR_A_TIME.search(view.text):
            _home(reading, view, view.start + match.start("place"), view.start + match.end("place"), kin=True)
    for match in _NOT_BUT_EN.finditer(reading.text):
        at = reading.view_at(match.start())
        if at is not None and _DENIES_EN.search(match.group().lower()):
            old = match["old"]
            reading.candidates[:] = [
                one for one in reading.candidates if one.category is not Category.RESIDENCE or one.value != old
            ]
            _home(reading, at, match.start("place"), match.end("place"), retracts=old)


def _names_whom(reading: Reading, view: View) -> bool:
    """Whether a clause names whom it is about, or goes on with one that does nothing else: 我弟现在 | 在重庆."""
    before = reading.views[view.index - 1] if view.index else None
    return view.subjects.names_somebody or (
        before is not None
        and before.clause.sentence == view.clause.sentence
        and before.subjects.names_somebody
        and len(before.text) <= len("我二表弟")
    )


def _instead_zh(reading: Reading, before: View, view: View) -> None:
    if before.clause.sentence != view.clause.sentence:
        return
    wrong, right = before, view
    denied, said = _NOT_IN_ZH.fullmatch(before.text), _BUT_IN_ZH.fullmatch(view.text)
    if denied is None:
        wrong, right = view, before
        denied, said = _NOT_IN_ZH.fullmatch(view.text), _IS_IN_ZH.fullmatch(before.text)
    if denied is None or said is None:
        return
    start, end = wrong.place(denied, "old")
    place = right.start + said.start("place"), right.start + said.end("place")
    reading.candidates[:] = [
        one
        for one in reading.candidates
        if one.category is not Category.RESIDENCE or not (start <= one.start < end or one.start == place[0])
    ]
    _home(reading, before, *place, retracts="" if denied["left"] else reading.text[start:end])


def _home(reading: Reading, view: View, start: int, end: int, *, retracts: str = "", kin: bool = False) -> None:
    """Keep a city as the home of whom a clause is about."""
    subjects = view.subjects.leading(len(view.text))
    if not reading.says(view, view.start) or (kin and SELF in subjects):
        return  # 我在重庆: maybe for a day
    reading.add(Category.RESIDENCE, start, end, subjects=subjects, retracts=retracts, claim=not kin)
