"""Where somebody is in a list of links that is written anew."""

from __future__ import annotations

import pytest

from desktop_app.ui.memory_panel.kept_place import Anchor, KeptPlace, place_after


def anchors(*cards: str) -> tuple[Anchor, ...]:
    """Cards as words: "a b" is one with the links a and b."""
    found: list[Anchor] = []
    for card, links in enumerate(cards):
        for link in links.split():
            found.append(Anchor(card, link, 10 * len(found), 10 * len(found) + 5))
    return tuple(found)


@pytest.mark.parametrize(
    ("before", "link", "after", "expected"),
    [
        (("a/1", "a/2"), "a/2", ("x", "a/1", "a/2"), "a/2"),  # something new above
        (("a/1 pin/1 b/1",), "pin/1", ("a/1 unpin/1 b/1",), "unpin/1"),  # another one in its place
        (("s a/1 b/1 c/1", "s a/2"), "b/1", ("s a/1", "s a/2"), "a/1"),  # fewer: the nearest before it
        (("s a/1", "s a/2", "s a/3"), "a/2", ("s a/1", "s a/3"), "s"),  # gone: the next one, from its beginning
        (("a/1", "a/2"), "a/2", ("a/1",), "a/1"),  # the last is gone
        (("a/1", "a/2", "a/3", "a/4"), "a/1", ("a/2", "a/3", "a/4", "a/1"), "a/2"),  # went to the end
        (("a/1", "a/2", "a/3"), "a/2", ("a/1", "a/9", "a/3", "a/2"), "a/9"),  # replaced, and kept as ended
        (("a/1", "a/2"), "a/1", (), None),
    ],
)
def test_the_place_is_the_same_one_or_its_neighbour(
    before: tuple[str, ...], link: str, after: tuple[str, ...], expected: str | None
) -> None:
    old = anchors(*before)
    at = next(at for at, each in enumerate(old) if each.link == link)
    found = place_after(KeptPlace(old, at), anchors(*after), pressed=True)
    assert (found.link if found is not None else None) == expected


def test_what_a_press_listed_is_gone_to_what_came_by_itself_is_not() -> None:
    old = anchors("a/1", "a/2", "more")
    new = anchors("a/1", "a/2", "a/3", "a/4", "more")
    followed = place_after(KeptPlace(old, 2), new, pressed=True)
    stayed = place_after(KeptPlace(old, 2), new, pressed=False)
    assert followed is not None
    assert stayed is not None
    assert (followed.link, stayed.link) == ("a/3", "more")


def test_the_neighbour_of_a_link_that_many_cards_have_is_in_the_next_card() -> None:
    old = anchors("s a/1", "s a/2", "s a/3")
    found = place_after(KeptPlace(old, 3), anchors("s a/1", "s a/3"), pressed=True)
    assert found is not None
    assert (found.card, found.link) == (1, "s")
