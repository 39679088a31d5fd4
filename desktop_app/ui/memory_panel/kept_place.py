"""Where somebody is among the links of a list, and where that is once the list has been written anew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from PySide6.QtGui import QTextBlock, QTextCursor, QTextDocument


@dataclass(frozen=True, slots=True)
class Anchor:
    """A link in a document: the place of its card, its name, where its text begins and ends."""

    card: int
    link: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class KeptPlace:
    """The links of a list as it was, and the one that somebody was at."""

    anchors: tuple[Anchor, ...]
    at: int


def anchors_of(document: QTextDocument) -> list[Anchor]:
    """The links of a document whose blocks bear the place of their card."""
    found: list[Anchor] = []
    block = document.begin()
    while block.isValid():
        for link, start, end in _links(block):
            if found and (found[-1].link, found[-1].end) == (link, start):
                found[-1] = Anchor(found[-1].card, link, found[-1].start, end)  # one link, set in two ways
            else:
                found.append(Anchor(block.userState(), link, start, end))
        block = block.next()
    return found


def _links(block: QTextBlock) -> Iterator[tuple[str, int, int]]:
    iterator = block.begin()
    while not iterator.atEnd():
        fragment = iterator.fragment()
        link = fragment.charFormat().anchorHref()
        if link:
            yield link, fragment.position(), fragment.position() + fragment.length()
        iterator += 1


def place_of(document: QTextDocument, cursor: QTextCursor) -> KeptPlace | None:
    """Which link a cursor has selected, None where it has not."""
    if not cursor.hasSelection():
        return None
    anchors = anchors_of(document)
    at = next((at for at, each in enumerate(anchors) if each.start == cursor.selectionStart()), None)
    return None if at is None or anchors[at].end != cursor.selectionEnd() else KeptPlace(tuple(anchors), at)


def place_after(kept: KeptPlace, anchors: Sequence[Anchor], *, pressed: bool) -> Anchor | None:
    """The link to be at in the list as it is now: the same one, else one of the same card, else of its neighbour.

    ``pressed``: the link has just been followed; where that listed more cards before its own, the first of these.
    """
    before, after = _by_card(kept.anchors), _by_card(anchors)
    serials = [card[0].card for card in before]
    at = serials.index(kept.anchors[kept.at].card)
    now = _same_cards(before, after)
    place = now[at]
    earlier = [found for found in now[:at] if found is not None]
    later = [found for found in now[at + 1 :] if found is not None]
    # Another card that changed its place passes this one; a card that changed its own passes several.
    if place is not None and sum(found > place for found in earlier) + sum(found < place for found in later) <= 1:
        first_new = max(earlier, default=-1) + 1
        if pressed and len(before[at]) == 1 and earlier and place > first_new:
            return after[first_new][0]
        return _in_card(before[at], kept, after[place])
    # It is gone, or has been put elsewhere: whoever goes through the list goes on where it was.
    previous = next((found for found in reversed(now[:at]) if found is not None), -1)
    following = next((found for found in now[at + 1 :] if found is not None), len(after))
    successor = next((each for each in range(previous + 1, following) if each not in now), None)
    if successor is not None:
        return _in_card(before[at], kept, after[successor])
    if following < len(after):
        return after[following][0]
    return after[min(previous + 1, len(after) - 1)][0] if after else None


def _by_card(anchors: Sequence[Anchor]) -> list[list[Anchor]]:
    return [list(group) for _, group in groupby(anchors, key=lambda each: each.card)]


def _same_cards(before: Sequence[Sequence[Anchor]], after: Sequence[Sequence[Anchor]]) -> list[int | None]:
    """For each card of before its place among those of after: a card is known by links no other one had."""
    owners: dict[str, list[int]] = {}
    for place, card in enumerate(before):
        for link in {each.link for each in card}:
            owners.setdefault(link, []).append(place)
    scores: list[dict[int, int]] = [{} for _ in before]
    for place, card in enumerate(after):
        for link in {each.link for each in card}:
            owner = owners.get(link, [])
            if len(owner) == 1:
                scores[owner[0]][place] = scores[owner[0]].get(place, 0) + 1
    return [max(score, key=lambda place: (score[place], -place)) if score else None for score in scores]


def _in_card(old: Sequence[Anchor], kept: KeptPlace, new: Sequence[Anchor]) -> Anchor:
    """The same link; else, where one has taken its place, that; else the nearest one that is left, before it first."""
    wanted = kept.anchors[kept.at]
    index = next(index for index, each in enumerate(old) if each is wanted)
    near = [wanted, *reversed(old[:index]), *old[index + 1 :]]
    by_link = {each.link: each for each in reversed(new)}
    if wanted.link not in by_link and len(new) == len(old):
        return new[index]
    if (same := next((by_link[each.link] for each in near if each.link in by_link), None)) is not None:
        return same
    by_action = {_action(each): each for each in reversed(new)}  # that of what replaced it
    return next((by_action[_action(each)] for each in near if _action(each) in by_action), new[0])


def _action(anchor: Anchor) -> str:
    return anchor.link.partition("/")[0]
