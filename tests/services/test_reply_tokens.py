"""A past reply stands in later prompts with the tokens the model wrote it with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from desktop_app.domain.conversation import MessageStatus
from desktop_app.domain.ledger import Ledger, Section
from desktop_app.domain.ports import PromptPiece
from tests.scripted_program import scripted_program
from tests.services.context_fakes import Bench, FakeEngine, bench, count_text, model

WRITTEN = tuple(range(40))


class AcceptingEngine(FakeEngine):
    """Takes given tokens, unless they are the wrong ones."""

    def count(self, pieces: Sequence[PromptPiece]) -> list[int]:
        return [
            len(piece.token_ids)
            if piece.token_ids is not None and piece.token_ids[0] >= 0
            else count_text(piece.kind, piece.text)
            for piece in pieces
        ]


def desk_with_reply(
    ids: tuple[int, ...] = WRITTEN, reply: str = "The lamp stands on the table.", **context: int
) -> Bench:
    desk = bench(context=context)
    desk.engine = AcceptingEngine(model())
    desk.restart()
    turn = desk.store.add_turn("where is the lamp", reply)
    desk.store.reply_ids[0xAA] = {turn.id: ids}
    return desk


def reply_pieces(desk: Bench, ledger: Ledger) -> list[tuple[PromptPiece, int]]:
    prompt = desk.service.prompt(1, ledger)
    assert [piece.text for piece in prompt] == [piece.text for piece in ledger.pieces]
    reply_source = f"message:{desk.store.turns[0].id * 2 + 1}"
    return [
        (sent, piece.tokens) for sent, piece in zip(prompt, ledger.pieces, strict=True) if piece.source == reply_source
    ]


def test_a_whole_reply_is_counted_and_sent_as_written() -> None:
    desk = desk_with_reply()
    ledger = desk.service.build(1, "and the chair", "person")
    assert reply_pieces(desk, ledger) == [
        (PromptPiece(ledger.pieces[0].kind.CONTENT, "The lamp stands on the table.", WRITTEN), len(WRITTEN))
    ]
    assert desk.store.tokens[0xAA, desk.store.turns[0].id * 2 + 1] == len(WRITTEN)


def test_the_tokens_do_not_enter_the_hash() -> None:
    desk, plain = desk_with_reply(), desk_with_reply()
    plain.store.reply_ids.clear()
    one = desk.service.build(1, "and the chair", "person")
    other = plain.service.build(1, "and the chair", "person")
    assert one.sha256 == other.sha256
    assert one.prompt_tokens != other.prompt_tokens


def test_another_model_tokenises_anew() -> None:
    desk = desk_with_reply()
    desk.engine.model = model(sha256="b" * 64)
    ledger = desk.service.build(1, "and the chair", "person")
    ((sent, tokens),) = reply_pieces(desk, ledger)
    assert sent.token_ids is None
    assert tokens == count_text(sent.kind, sent.text)


def test_tokens_that_the_engine_refuses_count_as_it_will_read_the_text() -> None:
    desk = desk_with_reply(ids=(-1, *WRITTEN))
    ledger = desk.service.build(1, "and the chair", "person")
    ((sent, tokens),) = reply_pieces(desk, ledger)
    assert tokens == count_text(sent.kind, sent.text)


def test_a_denoised_or_cut_reply_is_tokenised_anew() -> None:
    wordy = "Sure, I'd be happy to help! The lamp stands on the table. Let me know if you have any questions."
    for reply in (wordy, "The lamp stands on the table. " * 200):
        desk = desk_with_reply(reply=reply)
        ledger = desk.service.build(1, "and the chair", "person")
        pieces = reply_pieces(desk, ledger)
        assert pieces
        assert all(sent.token_ids is None for sent, _ in pieces)
        assert all(sent.text != reply for sent, _ in pieces)


def test_a_reply_that_grows_is_counted_again() -> None:
    desk = bench()
    turn = desk.store.add_turn("where is the lamp", "The lamp")
    assert turn.reply is not None
    growing = replace(turn, reply=replace(turn.reply, status=MessageStatus.STREAMING), finish_reason=None)
    desk.store.turns[-1] = growing
    desk.service.preview(1, "and the chair", "person")
    finished = replace(turn, reply=replace(turn.reply, text="The lamp stands on the table beside the window."))
    desk.store.turns[-1] = finished
    desk.changed()
    ledger = desk.service.build(1, "and the chair", "person")
    ((sent, tokens),) = reply_pieces(desk, ledger)
    assert tokens == count_text(sent.kind, sent.text) > 5


def test_the_engine_evaluates_what_was_planned(tmp_path: Path) -> None:
    with scripted_program(tmp_path) as services:
        session = services.sessions.create(services.people.create("Ann").id).id
        first = services.chat.send(session, "@@say Take 5 mg, 诊 👩‍👩‍👧.", "person")
        planned = services.context.preview(session, "and then", "person")
        ids = [piece.token_ids for piece in services.context.prompt(session, planned) if piece.token_ids]
        assert len(ids) == 1
        second = services.chat.send(session, "and then", "person")
        sent = services.context.ledger(second.id)
        assert sent is not None
        assert sent.sections[Section.HISTORY] == planned.sections[Section.HISTORY]
        assert first.reply is not None
        (reply,) = [p for p in sent.pieces if p.source == f"message:{first.reply.id}"]
        assert reply.tokens == len(ids[0])
