"""What the transcript shows, as plain values: marks of memory, rows of the document, folded runs."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from operator import attrgetter

from desktop_app.domain.conversation import (
    ASSISTANT,
    AskedAgain,
    AttachedFile,
    FinishReason,
    Message,
    MessageStatus,
    Turn,
)
from desktop_app.domain.errors import UserError
from desktop_app.domain.ledger import ClippedTurn, ClipReason, Ledger, is_crowded_out
from desktop_app.domain.thinking import divided
from desktop_app.ui.transcript.live_reply import LiveText

FOLD_FROM = 2  # so many left-out turns in a row become one line


class Presence(StrEnum):
    """Where a turn stands towards the prompt the gutter speaks of."""

    UNKNOWN = "unknown"
    IN_PROMPT = "in_prompt"
    SUMMARISED = "summarised"
    LEFT_OUT = "left_out"


@dataclass(frozen=True, slots=True)
class Mark:
    """A turn's presence, with the reason and value (0-1) where it was left out.

    ``from_memory``: it was answered from memory, which the model is not shown.
    """

    presence: Presence = Presence.UNKNOWN
    reason: ClipReason | None = None
    value: float = 0.0
    recalled: bool = False
    from_memory: bool = False


_ORDINAL = attrgetter("ordinal")
_UNKNOWN, _IN_PROMPT = Mark(), Mark(Presence.IN_PROMPT)


@dataclass(frozen=True, slots=True)
class LeftOutRun:
    """Turns left out one after the other, by first and last ordinal, with how many of them for each reason.

    ``crowded``: how many were worth much and had no room.
    """

    first: int
    last: int
    counts: tuple[tuple[ClipReason, int], ...]
    crowded: int


class Marks:
    """The marks one ledger gives the turns of its branch, by ordinal.

    Made with every ledger that is shown, so nothing here walks through the turns of a session.
    """

    def __init__(self, ledger: Ledger | None) -> None:
        self._kept: frozenset[int] = frozenset()
        self._clipped: tuple[ClippedTurn, ...] = ()  # in order of time
        self._recalled: frozenset[int] = frozenset()
        self._current = -1
        if ledger is not None:
            self._kept, self._clipped = frozenset(ledger.kept), ledger.clipped
            self._recalled = frozenset(snippet.turn_id for snippet in ledger.recalled)
            # kept and clipped are all earlier turns, so the next ordinal is the question's own.
            self._current = len(self._kept) + len(self._clipped)
        self._runs: list[LeftOutRun] = []  # those asked for: one may be thousands of turns long
        self.ledger = ledger

    @property
    def is_empty(self) -> bool:
        """Whether there was no ledger to speak of."""
        return self._current < 0

    def of(self, ordinal: int) -> Mark:
        """The mark of the turn at ``ordinal``; the question's own turn is in the prompt."""
        if ordinal == self._current or ordinal in self._kept:
            return _IN_PROMPT
        place = bisect_left(self._clipped, ordinal, key=_ORDINAL)
        clipped = self._clipped[place] if place < len(self._clipped) else None
        if clipped is None or clipped.ordinal != ordinal:
            return _UNKNOWN
        covered = clipped.reason is ClipReason.SUMMARISED
        presence = Presence.SUMMARISED if covered else Presence.LEFT_OUT
        return Mark(presence, clipped.reason, clipped.value, clipped.turn_id in self._recalled)

    def run(self, ordinal: int) -> LeftOutRun:
        """The run of left-out turns around one of them."""
        for known in self._runs:
            if known.first <= ordinal <= known.last:
                return known
        first = last = bisect_left(self._clipped, ordinal, key=_ORDINAL)
        while first > 0 and self._follow_each_other(first - 1):
            first -= 1
        while last + 1 < len(self._clipped) and self._follow_each_other(last):
            last += 1
        turns = self._clipped[first : last + 1]
        made = LeftOutRun(
            turns[0].ordinal,
            turns[-1].ordinal,
            tuple(Counter(turn.reason for turn in turns).most_common()),
            sum(is_crowded_out(turn.reason, turn.value) for turn in turns),
        )
        self._runs.append(made)
        return made

    def _follow_each_other(self, place: int) -> bool:
        """Whether the clipped turn at a place and the next one are two of a run."""
        one, other = self._clipped[place], self._clipped[place + 1]
        return other.ordinal == one.ordinal + 1 and ClipReason.SUMMARISED not in (one.reason, other.reason)


@dataclass(frozen=True, slots=True)
class Used:
    """What a reply rested on: how many facts and recalled snippets its prompt carried.

    ``outdated``: one of the facts was taken back or corrected afterwards; ``forgotten``: all of
    those were forgotten. ``unrecorded``: how many
    of its values its prompt does not hold. ``advises``: it says what to do with a medicine.
    ``file``: words of a file stood in its prompt.
    """

    facts: int = 0
    recalled: int = 0
    outdated: bool = False
    forgotten: bool = False
    unrecorded: int = 0
    advises: bool = False
    file: bool = False


class RowKind(StrEnum):
    """What a row of the document is."""

    CAPTION = "caption"
    QUESTION = "question"
    FILES = "files"  # what went with a question
    THOUGHT = "thought"  # what a reasoning model wrote before its answer, folded
    REPLY = "reply"
    NOTE = "note"  # how a reply ended, if not simply well
    FOLD = "fold"


class Offer(StrEnum):
    """What a note about a reply lets one do."""

    NOTHING = ""
    GO_ON = "go_on"
    TRY_AGAIN = "try_again"


@dataclass(frozen=True, slots=True)
class Shown:
    """What the rows of turns show besides the turns themselves.

    Attributes:
        used: by turn id, for the captions of replies.
        errors: by turn id, why a reply failed, where that is still known.
        live: by turn id, what a reply that is being written says so far.
        versions: by turn id, all versions of turns that have several.
        again: by turn id, of questions that were asked again in the same words.
        files: by turn id, what went with its question.
        thoughts: ids of turns whose thoughts are unfolded.
        last: the last turn of the branch.
    """

    used: Mapping[int, Used] = field(default_factory=dict)
    errors: Mapping[int, UserError] = field(default_factory=dict)
    live: Mapping[int, LiveText] = field(default_factory=dict)
    versions: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    again: Mapping[int, AskedAgain] = field(default_factory=dict)
    files: Mapping[int, tuple[AttachedFile, ...]] = field(default_factory=dict)
    thoughts: Collection[int] = ()
    last: int = 0


@dataclass(frozen=True, slots=True)
class Row:
    """One stretch of the document. Equal rows look equal, so that only changed ones are rewritten.

    ``is_reply`` tells the two halves of a turn apart; ``mark`` is set where it shows in words
    or colour. ``counts`` are the reasons of a folded run, most frequent first,
    ``crowded`` how many of those of low value are only worth less than what stayed.
    """

    kind: RowKind
    turn_id: int
    is_reply: bool = False
    speaker: str = ""
    at_ms: int = 0
    text: str = ""
    mark: Mark = _UNKNOWN
    pinned: bool = False
    used: Used | None = None
    finish: FinishReason | None = None
    open: bool = False  # the reply is being written
    blank: bool = False  # of a note: the reply has no text
    error: str = ""  # code, see domain.errors
    facts: tuple[tuple[str, object], ...] = ()  # of the error
    counts: tuple[tuple[ClipReason, int], ...] = ()
    crowded: int = 0
    expanded: bool = False
    version: int = 0  # of an edited question, or of a reply given again: which one this is, from 1, and of how many
    versions: int = 0
    offer: Offer = Offer.NOTHING  # of a note
    files: tuple[AttachedFile, ...] = ()


def row_list(
    turns: Sequence[Turn],
    marks: Marks,
    *,
    expanded: Collection[int] = (),
    shown: Shown = Shown(),
) -> list[Row]:
    """The rows of consecutive turns, oldest first.

    Args:
        turns: of one branch.
        marks: what the gutter shows.
        expanded: ids of turns shown although their run would fold.
        shown: what else is known of them.
    """
    rows: list[Row] = []
    index = 0
    while index < len(turns):
        run = _run_length(turns, index, marks)
        whole = marks.run(turns[index].ordinal) if run else None
        # What the memory answered is kept out by its kind: hiding it would hide what was just confirmed.
        told = all(turn.is_from_memory for turn in turns[index : index + run])
        if whole is not None and whole.last - whole.first + 1 >= FOLD_FROM and not told:
            unfolded = any(turn.id in expanded for turn in turns[index : index + run])
            rows.append(
                Row(RowKind.FOLD, turns[index].id, counts=whole.counts, crowded=whole.crowded, expanded=unfolded)
            )
            if unfolded:
                for turn in turns[index : index + run]:
                    rows += _turn_rows(turn, marks, shown)
            index += run
            continue
        rows += _turn_rows(turns[index], marks, shown)
        index += 1
    return rows


def _run_length(turns: Sequence[Turn], start: int, marks: Marks) -> int:
    length = 0
    while start + length < len(turns) and marks.of(turns[start + length].ordinal).presence is Presence.LEFT_OUT:
        length += 1
    return length


def _turn_rows(turn: Turn, marks: Marks, shown: Shown) -> list[Row]:
    mark = replace(marks.of(turn.ordinal), from_memory=turn.is_from_memory)
    dim = Mark(Presence.LEFT_OUT) if mark.presence is Presence.LEFT_OUT else _UNKNOWN
    question = turn.question
    recorded = turn.finish_reason is FinishReason.RECORDED
    versions = () if _only_replies(turn, shown) else shown.versions.get(turn.id, ())
    again = shown.again.get(turn.id)
    rows = [
        Row(
            RowKind.CAPTION,
            turn.id,
            speaker=question.speaker,
            at_ms=again.first_ms if again is not None else question.created_at_ms,
            mark=mark,
            pinned=turn.pinned,
            finish=FinishReason.RECORDED if recorded else None,
            version=versions.index(turn.id) + 1 if versions else 0,
            versions=len(versions),
        ),
        Row(RowKind.QUESTION, turn.id, text=question.text, mark=dim),
    ]
    if files := shown.files.get(turn.id):
        rows.append(Row(RowKind.FILES, turn.id, files=files, mark=dim))
    if turn.reply is not None:
        rows += _reply_rows(turn, turn.reply, dim, shown)
    if turn.finish_reason in _NOTED or turn.id in shown.errors:
        error = shown.errors.get(turn.id)
        rows.append(
            Row(
                RowKind.NOTE,
                turn.id,
                is_reply=turn.reply is not None,
                finish=turn.finish_reason,
                blank=turn.reply is None or not turn.reply.text,
                error=error.code if error else "",
                facts=tuple(sorted(error.facts.items())) if error else (),
                offer=_offer(turn, shown.last),
            )
        )
    return rows


def _reply_rows(turn: Turn, reply: Message, dim: Mark, shown: Shown) -> list[Row]:
    is_open = reply.status is MessageStatus.STREAMING
    live = shown.live.get(turn.id) if is_open else None
    text = live or LiveText(*(divided(reply.text) if reply.speaker == ASSISTANT else ("", reply.text)))
    versions = shown.versions.get(turn.id, ()) if _only_replies(turn, shown) else ()
    rows = [
        Row(
            RowKind.CAPTION,
            turn.id,
            is_reply=True,
            speaker=reply.speaker,
            at_ms=reply.created_at_ms,
            used=shown.used.get(turn.id) if reply.text or is_open else None,  # no word rests on anything
            finish=turn.finish_reason,
            open=is_open,
            version=versions.index(turn.id) + 1 if versions else 0,
            versions=len(versions),
        )
    ]
    if text.thought or text.is_thinking:
        unfolded = turn.id in shown.thoughts
        rows.append(
            Row(
                RowKind.THOUGHT,
                turn.id,
                is_reply=True,
                text=text.thought if unfolded else "",
                expanded=unfolded,
                open=text.is_thinking,
                mark=dim,
            )
        )
    if text.answer or is_open:
        rows.append(
            Row(RowKind.REPLY, turn.id, is_reply=True, speaker=reply.speaker, text=text.answer, mark=dim, open=is_open)
        )
    return rows


def _only_replies(turn: Turn, shown: Shown) -> bool:
    """Whether the versions of a turn are those of its reply."""
    again = shown.again.get(turn.id)
    return again is not None and again.only_replies and turn.reply is not None


def _offer(turn: Turn, last: int) -> Offer:
    if turn.can_go_on:
        return Offer.GO_ON if turn.id == last else Offer.NOTHING
    return Offer.TRY_AGAIN


_NOTED = (
    FinishReason.LENGTH,
    FinishReason.CANCELLED,
    FinishReason.FAILED,
    FinishReason.INTERRUPTED,
    FinishReason.REFUSED,
)
