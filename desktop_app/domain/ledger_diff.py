"""What lies between two prompts: what entered, what left, what changed, to the token."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass

from desktop_app.domain.ledger import Ledger, Piece, PieceKind, Section

_Key = Callable[[Piece], Hashable | None]


@dataclass(frozen=True, slots=True)
class Change:
    """A piece that is in both prompts, with other words or another count."""

    before: Piece
    after: Piece

    @property
    def tokens(self) -> int:
        """By how many tokens it grew; negative where it shrank."""
        return self.after.tokens - self.before.tokens


@dataclass(frozen=True, slots=True)
class SectionDiff:
    """One section of both prompts: ``after_tokens == before_tokens + entered - left + changed``, always."""

    section: Section
    before_tokens: int
    after_tokens: int
    entered: tuple[Piece, ...]
    left: tuple[Piece, ...]
    changed: tuple[Change, ...]

    @property
    def entered_tokens(self) -> int:
        """Tokens of what is only in the later prompt."""
        return _tokens(self.entered)

    @property
    def left_tokens(self) -> int:
        """Tokens of what is only in the earlier prompt."""
        return _tokens(self.left)

    @property
    def changed_tokens(self) -> int:
        """By how much the changed pieces grew together."""
        return sum(change.tokens for change in self.changed)

    @property
    def is_empty(self) -> bool:
        """Whether the section is the same in both."""
        return not (self.entered or self.left or self.changed)


@dataclass(frozen=True, slots=True)
class LedgerDiff:
    """The difference of two prompts, section by section in the order of `Section`."""

    sections: tuple[SectionDiff, ...]

    @property
    def before_tokens(self) -> int:
        """Tokens of the earlier prompt."""
        return sum(section.before_tokens for section in self.sections)

    @property
    def after_tokens(self) -> int:
        """Tokens of the later prompt."""
        return sum(section.after_tokens for section in self.sections)

    @property
    def entered_tokens(self) -> int:
        """Tokens that entered."""
        return sum(section.entered_tokens for section in self.sections)

    @property
    def left_tokens(self) -> int:
        """Tokens that left."""
        return sum(section.left_tokens for section in self.sections)

    @property
    def changed_tokens(self) -> int:
        """By how much what is in both grew."""
        return sum(section.changed_tokens for section in self.sections)

    @property
    def is_empty(self) -> bool:
        """Whether both prompts hold the same pieces."""
        return all(section.is_empty for section in self.sections)


def difference(before: Ledger, after: Ledger) -> LedgerDiff:
    """Compare two prompts. Within a section the order of pieces does not count."""
    return LedgerDiff(tuple(_section_diff(section, before.pieces, after.pieces) for section in Section))


def _section_diff(section: Section, before: Iterable[Piece], after: Iterable[Piece]) -> SectionDiff:
    left = [piece for piece in before if piece.section is section]
    entered = [piece for piece in after if piece.section is section]
    before_tokens, after_tokens = _tokens(left), _tokens(entered)
    changed: list[Change] = []
    # The same words of the same source first, then the same words, then the same source, and at last
    # the program's own words by their order.
    for key in (_whole, _words, _source, _own_words):
        pairs, left, entered = _paired(left, entered, key)
        changed += [pair for pair in pairs if pair.before.text != pair.after.text or pair.tokens]
    return SectionDiff(section, before_tokens, after_tokens, tuple(entered), tuple(left), tuple(changed))


def _whole(piece: Piece) -> Hashable:
    return piece.kind, piece.text, piece.source, piece.tokens


def _words(piece: Piece) -> Hashable:
    return piece.kind, piece.text


def _source(piece: Piece) -> Hashable | None:
    return (piece.kind, piece.source) if piece.source else None


def _own_words(piece: Piece) -> Hashable | None:
    return "" if piece.kind is PieceKind.CONTENT and not piece.source else None


def _paired(
    before: Sequence[Piece], after: Sequence[Piece], key: _Key
) -> tuple[list[Change], list[Piece], list[Piece]]:
    """Pair pieces whose keys are equal and not None, in order; the rest of both sides."""
    waiting: defaultdict[Hashable, deque[int]] = defaultdict(deque)
    for place, piece in enumerate(before):
        found = key(piece)
        if found is not None:
            waiting[found].append(place)
    pairs: list[Change] = []
    rest: list[Piece] = []
    taken: set[int] = set()
    for piece in after:
        found = key(piece)
        places = waiting.get(found) if found is not None else None
        if places:
            place = places.popleft()
            taken.add(place)
            pairs.append(Change(before[place], piece))
        else:
            rest.append(piece)
    return pairs, [piece for place, piece in enumerate(before) if place not in taken], rest


def _tokens(pieces: Iterable[Piece]) -> int:
    return sum(piece.tokens for piece in pieces)
