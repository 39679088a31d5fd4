from __future__ import annotations

from dataclasses import replace

from desktop_app.domain.conversation import MEMORY, AskedAgain, FinishReason, MessageStatus
from desktop_app.domain.ledger import ClipReason
from desktop_app.ui.transcript.captions import fold_line, presence_words
from desktop_app.ui.transcript.live_reply import LiveText
from desktop_app.ui.transcript.rows import Marks, Presence, RowKind, Shown, Used, row_list
from tests.ui.fakes import make_ledger, make_turn

TALK, TWICE, SUMMED = ClipReason.SMALL_TALK, ClipReason.DUPLICATE, ClipReason.SUMMARISED


def test_marks_of_a_ledger() -> None:
    marks = Marks(make_ledger([2], [(0, SUMMED), (1, TALK)]))
    assert [marks.of(ordinal).presence for ordinal in range(5)] == [
        Presence.SUMMARISED,
        Presence.LEFT_OUT,
        Presence.IN_PROMPT,
        Presence.IN_PROMPT,  # the question's own turn
        Presence.UNKNOWN,
    ]


def test_a_run_folds_into_one_line_and_opens() -> None:
    turns = [make_turn(i, f"q{i}", f"a{i}") for i in range(6)]
    marks = Marks(make_ledger([0, 4], [(1, TALK), (2, TALK), (3, TWICE)]))
    rows = row_list(turns, marks)
    folds = [row for row in rows if row.kind is RowKind.FOLD]
    assert len(folds) == 1
    assert folds[0].counts == ((TALK, 2), (TWICE, 1))
    assert {row.turn_id for row in rows if row.kind is not RowKind.FOLD} == {100, 104, 105}
    opened = row_list(turns, marks, expanded={102})
    assert {row.turn_id for row in opened if row.kind is RowKind.QUESTION} == {turn.id for turn in turns}
    assert next(row for row in opened if row.kind is RowKind.FOLD).expanded


def test_a_folded_run_counts_turns_that_are_not_loaded() -> None:
    turns = [make_turn(i, f"q{i}", f"a{i}") for i in range(50, 60)]
    marks = Marks(make_ledger([58], [(i, TALK) for i in range(58)]))
    rows = row_list(turns, marks)
    assert rows[0].counts == ((TALK, 58),)


def test_one_left_out_turn_and_summarised_ones_stand_for_themselves() -> None:
    turns = [make_turn(i, f"q{i}", f"a{i}") for i in range(4)]
    rows = row_list(turns, Marks(make_ledger([3], [(0, SUMMED), (1, SUMMED), (2, TALK)])))
    assert not [row for row in rows if row.kind is RowKind.FOLD]


def test_endings_get_a_line() -> None:
    for finish, noted in (
        (FinishReason.STOP, False),
        (FinishReason.CANCELLED, True),
        (FinishReason.INTERRUPTED, True),
        (FinishReason.FAILED, True),
        (FinishReason.REFUSED, True),
        (FinishReason.RECORDED, False),
    ):
        reply = None if finish in (FinishReason.REFUSED, FinishReason.RECORDED) else "text"
        rows = row_list([make_turn(0, "q", reply, finish=finish)], Marks(None))
        assert (rows[-1].kind is RowKind.NOTE) is noted


def test_a_streaming_reply_shows_the_live_text() -> None:
    turn = make_turn(0, "q", "sav", status=MessageStatus.STREAMING, finish=None)
    assert (
        row_list([turn], Marks(None), shown=Shown(live={100: LiveText("", "saved and more")}))[-1].text
        == "saved and more"
    )


def test_a_turn_of_value_is_said_to_have_had_no_room() -> None:
    turns = [make_turn(i, f"q{i}", f"a{i}") for i in range(5)]
    ledger = make_ledger([0, 4], [(1, TALK), (2, ClipReason.LOW_VALUE), (3, ClipReason.LOW_VALUE)])
    clipped = tuple(replace(turn, value=0.98 if turn.ordinal == 3 else 0.1) for turn in ledger.clipped)
    marks = Marks(replace(ledger, clipped=clipped))
    assert "no room: worth less than what stayed, value 0.98" in presence_words(marks.of(3))
    assert "low value, value 0.10" in presence_words(marks.of(2))
    fold = next(row for row in row_list(turns, marks) if row.kind is RowKind.FOLD)
    words = fold_line(fold)[0].text
    assert "low value 1" in words
    assert "small talk 1" in words
    assert "no room: worth less than what stayed 1" in words


def test_what_the_memory_answered_stays_in_sight_and_is_called_by_its_kind() -> None:
    turns = [make_turn(i, f"q{i}", f"a{i}") for i in range(4)]
    for at in (1, 2):
        reply = turns[at].reply
        assert reply is not None
        turns[at] = replace(turns[at], reply=replace(reply, speaker=MEMORY))
    kept_out = [(1, ClipReason.EXCLUDED), (2, ClipReason.EXCLUDED)]
    rows = row_list(turns, Marks(make_ledger([0, 3], kept_out)))
    assert not [row for row in rows if row.kind is RowKind.FOLD]
    words = [presence_words(row.mark) for row in rows if row.kind is RowKind.CAPTION and presence_words(row.mark)]
    assert words == ["not in this prompt: answered from memory"] * 2


def test_a_reply_stopped_before_its_first_word_used_nothing() -> None:
    for reply, used in (("", None), ("text", Used(facts=1))):
        turn = make_turn(0, "q", reply, finish=FinishReason.CANCELLED)
        rows = row_list([turn], Marks(None), shown=Shown(used={turn.id: Used(facts=1)}))
        assert next(row for row in rows if row.kind is RowKind.CAPTION and row.is_reply).used == used


def test_versions_of_a_reply_are_switched_at_the_reply_and_the_question_keeps_its_time() -> None:
    turn = make_turn(0, "q", "a")
    same = AskedAgain(first_ms=5, only_replies=True)
    shown = Shown(versions={turn.id: (turn.id, 99)}, again={turn.id: same})
    question, _, reply, _ = row_list([turn], Marks(None), expanded=(), shown=shown)
    assert (question.at_ms, question.versions) == (5, 0)
    assert (reply.version, reply.versions) == (1, 2)
    edited = Shown(versions={turn.id: (turn.id, 99)}, again={turn.id: replace(same, only_replies=False)})
    question, _, reply, _ = row_list([turn], Marks(None), expanded=(), shown=edited)
    assert (question.versions, reply.versions) == (2, 0)
