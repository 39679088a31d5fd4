from __future__ import annotations

import pytest

from desktop_app.ui.memory_panel.marked_words import marked_words, places_of_words


def parts(text: str, places: list[tuple[int, int]]) -> list[tuple[str, bool]]:
    phrases = marked_words(text, places)
    assert [phrase.joined for phrase in phrases] == [place > 0 for place in range(len(phrases))]
    return [(phrase.text, phrase.marked) for phrase in phrases]


@pytest.mark.parametrize(
    ("text", "words", "found"),
    [
        ("Bees and bees", "bees", [(0, 4), (9, 13)]),
        ("aaaa", "aa", [(0, 2), (2, 4)]),
        ("蜂箱在谷仓后", "谷仓", [(3, 5)]),
        ("bees", "", []),
        ("bees", "wasps", []),
        ("İzmir", "izmir", []),  # in lower case it is a character longer: its places would be others
    ],
)
def test_words_are_found_whatever_their_case(text: str, words: str, found: list[tuple[int, int]]) -> None:
    assert places_of_words(text, words) == found


def test_a_text_stays_whole_between_its_marks() -> None:
    assert parts("the barn", [(4, 8)]) == [("the ", False), ("barn", True)]
    assert parts("barn door", [(0, 4), (5, 9)]) == [("barn", True), (" ", False), ("door", True)]
    assert parts("barn", []) == [("barn", False)]


def test_places_beyond_the_text_or_within_each_other_mark_nothing_twice() -> None:
    assert parts("barn", [(-5, -1), (-2, 2), (1, 3), (9, 12)]) == [("ba", True), ("r", True), ("n", False)]
    assert parts("barn", [(2, 40)]) == [("ba", False), ("rn", True)]
