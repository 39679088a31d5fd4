"""Where somebody lives: a time behind the place is when, not where."""

from __future__ import annotations

from datetime import date

import pytest

from desktop_app.domain.conversation import PERSON, VaultKind
from desktop_app.domain.extraction import extract
from desktop_app.domain.memory import Category, FactStatus

SAID_ON = date(2026, 3, 10)
CURRENT, PAST = FactStatus.CURRENT, FactStatus.PAST


def homes(text: str) -> list[tuple[str, FactStatus, str]]:
    found = extract(text, speaker=PERSON, vault=VaultKind.PERSONAL, said_on=SAID_ON, recent=())
    return [(one.value, one.status, one.valid_from) for one in found if one.category is Category.RESIDENCE]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "We moved from Leeds to York in March 2019",
            [("Leeds", PAST, ""), ("York", CURRENT, "2019-03-01")],
        ),
        (
            "I moved to York from Leeds in March 2019.",
            [("York", CURRENT, "2019-03-01"), ("Leeds", PAST, "")],
        ),
        ("I moved to York last year.", [("York", CURRENT, "2025-01-01")]),
        ("We moved to York on May 3rd", [("York", CURRENT, "2025-05-03")]),
        ("I moved to York In March", [("York", CURRENT, "2026-03-01")]),
        ("We relocated to St. Ives Monday", [("St. Ives", CURRENT, "2026-03-09")]),
        ("I live in York since May", [("York", CURRENT, "2025-05-01")]),
        ("I have lived in York since 2015", [("York", CURRENT, "2015-01-01")]),
        ("I lived in Leeds until last March.", [("Leeds", PAST, "")]),
        # A time beside what holds anyway is no beginning.
        ("I live in New York in the winter", [("New York", CURRENT, "")]),
        ("我们从利兹搬到约克三月", [("利兹", PAST, ""), ("约克", CURRENT, "2026-03-01")]),
        ("我们2019年三月从利兹搬到约克", [("利兹", PAST, ""), ("约克", CURRENT, "2019-03-01")]),
        ("我搬到杭州去年三月", [("杭州", CURRENT, "2025-03-01")]),
        ("我从成都搬到杭州是去年三月", [("成都", PAST, ""), ("杭州", CURRENT, "2025-03-01")]),
        ("我搬到杭州三月份的时候", [("杭州", CURRENT, "2026-03-01")]),
        ("我住在上海去年开始", [("上海", CURRENT, "2025-01-01")]),
        ("我从去年五月住在北京", [("北京", CURRENT, "2025-05-01")]),
        # What only looks like a time is part of the name.
        ("我住在三亚", [("三亚", CURRENT, "")]),
        ("我住在五月花小区", [("五月花小区", CURRENT, "")]),
    ],
)
def test_a_time_is_no_part_of_a_place(text: str, expected: list[tuple[str, FactStatus, str]]) -> None:
    assert homes(text) == expected


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("我弟在重庆", [("弟", "重庆", "")]),
        ("我弟现在在重庆呢", [("弟", "重庆", "")]),
        ("我姐一直在成都", [("姐", "成都", "")]),
        ("诶说错了，我弟不在重庆，在绵阳", [("弟", "绵阳", "重庆")]),
        ("我弟不在重庆，是在绵阳", [("弟", "绵阳", "重庆")]),
        ("我弟在绵阳，不在重庆", [("弟", "绵阳", "重庆")]),
        ("我弟不在重庆了，在绵阳", [("弟", "绵阳", "")]),
        ("我不在成都，在绵阳", [("self", "绵阳", "成都")]),
        ("My brother isn't in Leeds, he's in York.", [("brother", "York", "Leeds")]),
        ("我妹妹在学校", []),
        ("我在重庆", []),
        ("我弟上周在重庆", []),
        ("我弟在不在重庆？", []),
    ],
)
def test_the_city_of_a_relative_is_a_home(text: str, found: list[tuple[str, str, str]]) -> None:
    read = extract(text, speaker=PERSON, vault=VaultKind.PERSONAL, said_on=SAID_ON, recent=())
    assert [(one.subject, one.value, one.retracts) for one in read if one.category is Category.RESIDENCE] == found
