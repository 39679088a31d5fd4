"""Which turns leave the prompt when the window is full, and how many at once.

Turns leave in blocks. A block costs reading everything behind the first turn that left once more,
so it must be large enough that the next one is far away: the more leaves now, the fewer later. Turns
are dropped one by one, the least valuable first, until that reading is paid for by the turns until
the next block (`Economy`). Between two blocks nothing that stands before the newest turns changes.
In a small window even the largest block lasts a few turns only; there every second block may be a
small one that leaves half of the prompt as the engine has it (`choose_small_block`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from desktop_app.domain.ledger import ClippedTurn, ClipReason, Ledger, Piece, Section
from desktop_app.domain.settings import ClipStrategy

# A block may cost this share of what the turns until the next one compute anyway.
REREAD_SHARE = 0.18
# Turns a block should last, and the share of the room that history keeps even where that fails.
BLOCK_TURNS = 7.0
LOWEST_SHARE = 0.3
# Blocks that last fewer turns than this take turns with small ones.
LASTING_TURNS = 6


@dataclass(frozen=True, slots=True)
class Economy:
    """What reading costs, all in tokens.

    Attributes:
        head_tokens: standing blocks before the history if they change with this clip, which has the
            whole history read again; else 0.
        fresh_tokens: what each turn computes besides the turn before it (question, recalled, facts).
        turn_tokens: a usual turn of this conversation.
    """

    head_tokens: int
    fresh_tokens: int
    turn_tokens: float

    def pays(self, free_tokens: int, reread_tokens: int) -> bool:
        """Whether the free space puts off the next clip long enough for what this one costs."""
        turns = free_tokens / max(self.turn_tokens, 1.0)
        allowed = REREAD_SHARE * turns * (self.turn_tokens + self.fresh_tokens)
        return turns >= BLOCK_TURNS and reread_tokens <= allowed


def leaving_order(values: Sequence[float], strategy: ClipStrategy) -> list[int]:
    """Positions in the order in which turns leave: the least valuable first, the oldest among equals."""
    if strategy is ClipStrategy.NEWEST_ONLY:
        return list(range(len(values)))
    return sorted(range(len(values)), key=values.__getitem__)


def choose_leaving(
    tokens: Sequence[int],
    order: Sequence[int],
    protected: Sequence[int],
    room: int,
    economy: Economy | None = None,
) -> list[int]:
    """Positions of the turns that leave, in the order in which they do.

    Args:
        tokens: of each turn, oldest first.
        order: positions, see `leaving_order`.
        protected: positions that leave only if nothing else helps, the dearest first (the newest
            turns, then pins).
        room: tokens for the turns that stay.
        economy: where given, more leave than must, so that it lasts; None fills the room.
    """
    total = sum(tokens)
    if total <= room:
        return []
    behind = list(accumulate(reversed(tokens), initial=0))[::-1]  # tokens from a position to the end
    guarded = frozenset(protected)
    leaving: list[int] = []
    first = len(tokens)
    gone = 0
    newest = tokens[-1] if tokens else 0
    lowest = int(room * LOWEST_SHARE)
    for position in order:
        if total <= room:
            if economy is None or total <= lowest:
                break
            # The newest turn is read anew in any case.
            unbroken = 0 if economy.head_tokens else min(first, len(tokens) - 1)
            reread = economy.head_tokens + behind[unbroken] - gone - newest
            if economy.pays(room - total, reread):
                break
        if position in guarded:
            continue
        leaving.append(position)
        first = min(first, position)
        gone += tokens[position]
        total -= tokens[position]
    for position in reversed(protected):
        if total <= room:
            break
        leaving.append(position)
        total -= tokens[position]
    return leaving


def choose_small_block(tokens: Sequence[int], newest: int, before: int, behind: int, room: int) -> list[int]:
    """Positions of the turns that leave between an untouched beginning and the newest turns.

    The beginning is as short as it may be for half of the prompt to be read already; nothing where it
    does not fit or no turn would leave.

    Args:
        tokens: of each turn, oldest first.
        newest: how many of the last turns stay.
        before: tokens of the prompt before the turns.
        behind: tokens of the prompt behind them.
        room: tokens for the turns that stay.
    """
    end = len(tokens) - newest
    last = sum(tokens[end:])
    beginning = 0
    for position in range(1, end):
        beginning += tokens[position - 1]
        if before + beginning >= last + behind:
            return list(range(position, end)) if beginning + last <= room else []
    return []


def keep_newest(tokens: Sequence[int], budget: int) -> list[int]:
    """The reference mode: positions of the newest messages that fit, oldest first.

    Stops at the first message that does not fit. Content tokens only, messages on their own;
    the program itself clips whole turns with `choose_leaving`.
    """
    kept: list[int] = []
    left = budget
    for position in reversed(range(len(tokens))):
        if tokens[position] > left:
            break
        left -= tokens[position]
        kept.append(position)
    return kept[::-1]


@dataclass(frozen=True, slots=True)
class ClipState:
    """What the last prompt of a branch left standing; the next one starts with the same bytes.

    Attributes:
        turn_id: the turn whose ledger this is from. Later turns are new.
        context_limit: of that prompt.
        reserved: of that prompt.
        clipped: what was out, in order of time.
        facts: pieces of the standing fact block, heading included.
        summary: pieces of the summary block, heading included.
        stable: all pieces before the block that changes each turn.
    """

    turn_id: int
    context_limit: int
    reserved: int
    clipped: tuple[ClippedTurn, ...]
    facts: tuple[Piece, ...]
    summary: tuple[Piece, ...]
    stable: tuple[Piece, ...]


_VOLATILE = (Section.QUESTION, Section.ATTACHMENTS)
_HEAD = (Section.SYSTEM, Section.FACTS, Section.SUMMARY)


def state_of(turn_id: int, ledger: Ledger) -> ClipState:
    """Read the clip state back from the ledger that a turn was answered with.

    Relies on the order `prompt.assemble` gives: the standing blocks are the first content, the
    block that changes each turn begins with the first piece of the question's section.
    """
    pieces = ledger.pieces
    end = stable_length(pieces)
    begin = next((index for index, piece in enumerate(pieces) if piece.section is not Section.TEMPLATE), end)
    head_end = begin
    while head_end < end and pieces[head_end].section in _HEAD:
        head_end += 1
    head = pieces[begin:head_end]
    return ClipState(
        turn_id,
        ledger.context_limit,
        ledger.reserved,
        ledger.clipped,
        tuple(piece for piece in head if piece.section is Section.FACTS),
        tuple(piece for piece in head if piece.section is Section.SUMMARY),
        pieces[:end],
    )


def stable_length(pieces: Sequence[Piece]) -> int:
    """How many pieces of a prompt stand before the block that changes each turn."""
    return next((index for index, piece in enumerate(pieces) if piece.section in _VOLATILE), len(pieces))


def broken_section(stable: Sequence[Piece], pieces: Sequence[Piece]) -> str:
    """The section in which a prompt first differs from what stood before, "" if it carries on."""
    for old, new in zip(stable, pieces, strict=False):
        if old.text != new.text or old.kind != new.kind:
            return new.section.value
    return ""


def broken_where(planned: str, pieces: Sequence[Piece], reused_tokens: int) -> str:
    """The section at which the engine really stopped reusing, where the plan expected the prefix to break.

    The plan compares with the turn before; the engine may still hold a later prompt with the same beginning,
    as where a reply is written again.

    Args:
        planned: what `broken_section` said.
        pieces: of the prompt, as the engine counted them.
        reused_tokens: that the engine had already.

    Returns:
        "" where nothing was to break, or everything before the question was reused.
    """
    if not planned or not reused_tokens:
        return planned
    end = stable_length(pieces)
    read = 0
    for place, piece in enumerate(pieces):
        read += piece.tokens
        if read > reused_tokens:
            after = (each.section for each in pieces[place:end] if each.section is not Section.TEMPLATE)
            section = next(after, None)
            return section.value if section is not None else ""
    return ""


def summarised(clipped: Sequence[ClippedTurn], covered: frozenset[int]) -> tuple[ClippedTurn, ...]:
    """The same list with SUMMARISED as the reason of the turns that the prompt's summary covers."""
    if not covered:
        return tuple(clipped)
    return tuple(
        ClippedTurn(turn.turn_id, turn.ordinal, ClipReason.SUMMARISED, turn.value, turn.tokens)
        if turn.turn_id in covered and turn.reason is not ClipReason.EXCLUDED
        else turn
        for turn in clipped
    )
