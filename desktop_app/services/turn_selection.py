"""Which turns of a branch a prompt holds: those of the last prompt, or fewer after a clip."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

from desktop_app.domain.choices import TurnChoices
from desktop_app.domain.clipping import (
    LASTING_TURNS,
    ClipState,
    Economy,
    choose_leaving,
    choose_small_block,
    leaving_order,
    summarised,
)
from desktop_app.domain.ledger import ClippedTurn, ClipReason
from desktop_app.domain.prompt import RenderedTurn
from desktop_app.domain.settings import ClipStrategy, ContextSettings
from desktop_app.services.turn_rendering import TurnRenderer
from desktop_app.services.working_memory import COMPARED_TURNS, OpenSession

SHORTEST_TURN_TOKENS = 24  # a newest turn is left out rather than squeezed below this
# Where there is no last prompt to carry on, turns far behind what could fit leave by age, unread:
# judging ten thousand of them takes seconds, and recall and facts speak for what they hold.
CONSIDERED_CHARACTERS = 16  # for each token of the window; more characters than any text has a token


@dataclass(frozen=True, slots=True)
class Selection:
    """Positions of the turns that are in, and the turns that are out; both oldest first."""

    kept: tuple[int, ...]
    clipped: tuple[ClippedTurn, ...]


class TurnSelector:
    """Selects among the first turns of a session's branch.

    Args:
        session: the open session.
        count: how many.
        renderer: renders the turns that are needed.
        overhead: tokens of a turn's template.
        state: what the last prompt left standing, None to begin anew.
        choices: of the person for this turn.
        settings: strategy and the number of newest turns that stay.
        available: tokens of the window that a prompt may take.
    """

    def __init__(
        self,
        session: OpenSession,
        count: int,
        renderer: TurnRenderer,
        overhead: int,
        state: ClipState | None,
        choices: TurnChoices,
        settings: ContextSettings,
        available: int,
    ) -> None:
        self._session = session
        self._turns = session.turns
        self._count = count
        self._renderer = renderer
        self._overhead = overhead
        self._squeezed: dict[int, RenderedTurn] = {}
        self._state = state
        self._choices = choices
        self._settings = settings
        self._excluded = {position for position in session.refused if position < self._count}
        self._pinned = {position for position in session.pinned if position < self._count}
        self._pinned.update(session.positions_of(choices.pin, self._count))
        # A model copies the words of an answer from memory, and a command to forget names what it forgets.
        memory = {position for position in session.from_memory if position < self._count}
        self._excluded |= memory - self._pinned
        self._excluded.update(session.positions_of(choices.leave_out, self._count))
        self._brought = set(session.positions_of(choices.bring_back, self._count))
        self._considered_from = self._far_enough(available) if state is None or choices.fill_now else 0
        self.carried_on = self._carried_on()
        renderer.render(session, self.carried_on.kept)

    def _far_enough(self, available: int) -> int:
        """The first position of the turns among which a new selection is made."""
        position, characters = self._count, 0
        while position > 0 and (
            self._count - position < COMPARED_TURNS or characters < CONSIDERED_CHARACTERS * available
        ):
            position -= 1
            turn = self._turns[position]
            characters += len(turn.question.text) + (len(turn.reply.text) if turn.reply else 0)
        return position

    def _carried_on(self) -> Selection:
        """The last prompt's turns and everything since; all that are considered where there is no last prompt."""
        clipped = self._state.clipped if self._state else ()
        if clipped and not self._is_current(clipped[-1]):
            clipped = tuple(
                replace(turn, ordinal=self._turns[position].ordinal)
                for turn in clipped
                for position in self._session.positions_of((turn.turn_id,), self._count)
            )
        out, kept = self._session.standing(clipped, self._count)
        new = self._excluded - out
        far = set[int]()
        if self._state is None:
            far.update(range(self._considered_from))
            far -= self._pinned | self._brought | new
        if not new and not far:
            return Selection(kept, clipped)
        first = self._turns[0].ordinal
        ordered = {turn.ordinal - first: turn for turn in clipped}
        tokens = self._renderer.whole_tokens(self._turns, sorted(far))
        ordered.update((p, self._out(p, ClipReason.OLDEST, 0.0, count)) for p, count in tokens.items())
        rendered = self._renderer.render(self._session, new)
        ordered.update((p, self._out(p, ClipReason.EXCLUDED, 0.0, rendered[p].tokens)) for p in new)
        left = (position for position in kept if position not in ordered)
        return Selection(tuple(left), tuple(ordered[position] for position in sorted(ordered)))

    def _is_current(self, clipped: ClippedTurn) -> bool:
        """Whether the ordinals of the stored list still hold: no turn before its last was deleted."""
        position = clipped.ordinal - self._turns[0].ordinal if self._turns else -1
        return 0 <= position < self._count and self._turns[position].id == clipped.turn_id

    def _out(self, position: int, reason: ClipReason, value: float, content_tokens: int) -> ClippedTurn:
        tokens = content_tokens + self._overhead
        known = self._session.left_out.get(position)
        if known is not None and known.value == value and known.reason is reason and known.tokens == tokens:
            return known
        turn = self._turns[position]
        made = ClippedTurn(turn.id, turn.ordinal, reason, value, tokens)
        self._session.left_out[position] = made
        return made

    @property
    def _asked_back(self) -> set[int]:
        """What is out and shall be in: brought back by hand, or pinned."""
        kept = set(self.carried_on.kept)
        return (self._brought | (self._pinned - self._excluded)) - kept

    @property
    def must_change(self) -> bool:
        """Whether another set of turns is asked for than the one that carries on."""
        return bool(self._asked_back) or (self._choices.fill_now and bool(self.carried_on.clipped))

    @property
    def can_shrink(self) -> bool:
        """Whether there is a turn that may leave."""
        return len(self.carried_on.kept) > self._newest_kept

    @property
    def _newest_kept(self) -> int:
        return max(1, self._settings.keep_last_turns)  # the newest turn is never dropped

    def turn(self, position: int) -> RenderedTurn:
        """A turn as it is sent."""
        return self._squeezed.get(position) or self._session.rendered[position]

    def cost(self, positions: Sequence[int]) -> int:
        """Tokens of some turns with their template."""
        return sum(self.turn(position).tokens for position in positions) + self._overhead * len(positions)

    def usual_cost(self, turns: int) -> float:
        """Mean tokens of the newest turns that are in."""
        kept = self.carried_on.kept[-turns:]
        return self.cost(kept) / max(1, len(kept))

    def squeeze_newest(self, room: int) -> None:
        """Cut the newest turn further down where it alone exceeds the room."""
        newest = next((p for p in reversed(range(self._count)) if p not in self._excluded - self._brought), None)
        cap = room - self._overhead
        if newest is None or cap < SHORTEST_TURN_TOKENS:
            return
        if self._renderer.render(self._session, (newest,))[newest].tokens > cap:
            self._squeezed[newest] = self._renderer.squeezed(self._turns[newest], cap)

    def clip(
        self,
        room: int,
        recall_floor: int,
        economy: Economy,
        question: str,
        fact_turns: set[int],
        covered: frozenset[int],
    ) -> Selection:
        """Let turns leave in a block.

        Args:
            room: tokens for history and recall.
            recall_floor: how much of it is held free for recall, unless protected turns need it.
            economy: what reading costs.
            question: the present one.
            fact_turns: turns on which a current fact rests.
            covered: turns the prompt's summary covers.
        """
        asked_back = self._asked_back
        candidates = asked_back.union(self.carried_on.kept)
        if self._choices.fill_now:
            candidates.update(range(self._considered_from, self._count))
        candidates -= self._excluded - self._brought
        positions = sorted(candidates)
        rendered = self._renderer.render(self._session, positions)
        values, reasons = self._session.judged(positions, self._count, question, fact_turns)
        for index in self._indices(positions, self._pinned):
            values[index] = 1.0
        strategy = self._settings.clip_strategy
        overhead = self._overhead
        costs = [rendered[position].tokens + overhead for position in positions]
        for index in self._indices(positions, self._squeezed):
            costs[index] = self.cost((positions[index],))
        protected = self._protected(positions)
        target = max(room - recall_floor, min(room, sum(costs[index] for index in protected)))
        # What is asked back by hand takes only the room it needs; so does filling the window.
        paced = None if self._choices.fill_now or asked_back else economy
        leaving = choose_leaving(costs, leaving_order(values, strategy), protected, target, paced)
        oldest = strategy is ClipStrategy.NEWEST_ONLY
        left = {positions[index]: index for index in leaving}
        new = [
            self._out(p, ClipReason.OLDEST if oldest else reasons[index], values[index], rendered[p].tokens)
            for p, index in left.items()
        ]
        old: Sequence[ClippedTurn] = self.carried_on.clipped
        if len(candidates) > len(self.carried_on.kept):  # some of it may come back
            first = self._turns[0].ordinal
            old = [turn for turn in old if turn.ordinal - first not in candidates]
        clipped = sorted([*old, *new], key=attrgetter("ordinal"))
        return Selection(tuple(p for p in positions if p not in left), summarised(clipped, covered))

    def clip_little(self, usual: Selection, before: int, behind: int, room: int) -> Selection | None:
        """A small block that leaves the beginning of the last prompt alone; None where a usual one is due.

        It takes out nothing that the usual block would not. Small blocks stand between usual ones, never
        after another, lest recall finds no room any more.

        Args:
            usual: what `clip` gives.
            before: tokens of the prompt before the history.
            behind: tokens behind it.
            room: tokens for it.
        """
        kept = self.carried_on.kept
        by_value = self._settings.clip_strategy is ClipStrategy.BY_VALUE
        turns = (room - self.cost(usual.kept)) / max(self.usual_cost(len(kept)), 1.0)
        if not by_value or not self._unbroken or turns + 1 >= LASTING_TURNS:
            return None
        costs = [self.cost((position,)) for position in kept]
        leaving = choose_small_block(costs, self._newest_kept, before, behind, room)
        gone = {self._turns[kept[index]].id: kept[index] for index in leaving}
        known = {turn.turn_id for turn in self.carried_on.clipped}
        clipped = tuple(turn for turn in usual.clipped if turn.turn_id in known or turn.turn_id in gone)
        if not gone or len(clipped) != len(known) + len(gone):
            return None
        out = set(gone.values())
        return Selection(tuple(position for position in kept if position not in out), clipped)

    @property
    def _unbroken(self) -> bool:
        """Whether the turns that are in, but for pins, all followed those that left."""
        first = next((position for position in self.carried_on.kept if position not in self._pinned), self._count)
        left = [turn.ordinal for turn in self.carried_on.clipped if turn.reason is not ClipReason.EXCLUDED]
        return not left or left[-1] - self._turns[0].ordinal < first

    @staticmethod
    def _indices(positions: list[int], wanted: Collection[int]) -> list[int]:
        """Where some positions stand in a sorted list of positions; the others are passed over."""
        found = ((bisect_left(positions, position), position) for position in wanted)
        return sorted(index for index, position in found if positions[index : index + 1] == [position])

    def _protected(self, positions: list[int]) -> list[int]:
        """Indices into ``positions`` that leave last, the dearest first: newest turns, brought back, pins.

        Where the free space is filled, what is in stays in.
        """
        newest = range(len(positions) - 1, max(-1, len(positions) - 1 - self._newest_kept), -1)
        brought = self._indices(positions, self._brought)
        pins = self._indices(positions, self._pinned)
        filled_up = self._choices.fill_now and self._state is not None
        kept = self._indices(positions, self.carried_on.kept) if filled_up else []
        return list(dict.fromkeys((*newest, *reversed(brought), *reversed(pins), *reversed(kept))))
