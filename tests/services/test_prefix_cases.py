"""What people reported of prompts that are read again and again, on the whole program over a scripted engine."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

import pytest

from desktop_app.domain.clipping import stable_length
from desktop_app.domain.ledger import Ledger, Piece, Section
from desktop_app.services.facade import Services
from tests.scripted_program import Heard, scripted_program
from tests.services.prefix_simulation import _IDLE, _WEIGHTY, _words


def sent(services: Services, turn_id: int) -> Ledger:
    ledger = services.context.ledger(turn_id)
    assert ledger is not None
    return ledger


def standing_tokens(ledger: Ledger) -> int:
    """Tokens before the block that changes each turn."""
    return sum(piece.tokens for piece in ledger.pieces[: stable_length(ledger.pieces)])


def of_section(ledger: Ledger, section: Section) -> list[Piece]:
    return [piece for piece in ledger.pieces if piece.section is section]


def test_c1_the_same_recalled_set_is_the_same_block_and_nothing_before_it_is_read_again(tmp_path: Path) -> None:
    with scripted_program(tmp_path, context_length=4096) as services:
        person = services.people.create("Ann").id
        earlier = services.sessions.create(person, "earlier").id
        for text in ("naproxen gave me hives in spring", "naproxen and hives again in summer"):
            services.chat.give(earlier, text, "person", "That is noted: naproxen gave you hives.")
        assert services.consolidation.wait(30)
        session = services.sessions.create(person, "now").id
        ledgers = [
            sent(services, services.chat.send(session, f"did naproxen give me hives? {n}", "person").id)
            for n in range(3)
        ]
        blocks = [[piece.text for piece in of_section(ledger, Section.RECALLED)] for ledger in ledgers]
        assert blocks[0]
        assert blocks[0] == blocks[1] == blocks[2]
        for before, ledger in pairwise(ledgers):
            assert ledger.broke_prefix == ""
            assert ledger.reused_tokens >= standing_tokens(before)


def test_c2_a_fact_written_in_mid_chat_leaves_system_and_history_alone(tmp_path: Path) -> None:
    with scripted_program(tmp_path, context_length=4096) as services:
        session = services.sessions.create(services.people.create("Ann").id).id
        for number in range(4):
            services.chat.send(session, f"@@say answer number {number} about the garden", "person")
        told = services.chat.send(session, "I am allergic to penicillin.", "person")
        assert services.consolidation.wait(30)
        asked = sent(services, services.chat.send(session, "what may I take?", "person").id)
        assert any("penicillin" in piece.text for piece in of_section(asked, Section.FACTS))
        assert asked.broke_prefix == ""
        assert asked.reused_tokens >= standing_tokens(sent(services, told.id))


@pytest.mark.parametrize(
    ("reserve", "reply_words"), [(128, 60), *(pytest.param(256, words, marks=pytest.mark.slow) for words in (52, 60))]
)
def test_c3_and_c7_a_full_window_of_1024_is_not_read_from_zero(tmp_path: Path, reserve: int, reply_words: int) -> None:
    """Over the turns at the limit fewer than 1 in 5 reuse under half; all evaluated under 3 times all new tokens."""
    rng = random.Random(5)
    replies = [_words(rng, reply_words) for _ in range(40)]
    with scripted_program(tmp_path, context_length=1024, reserve=reserve, replies=replies) as services:
        session = services.sessions.create(services.people.create("Ann").id).id
        heard = Heard(services)
        at_limit = under_half = evaluated = new = 0
        for number in range(60):
            start = rng.choice(_IDLE if number % 4 == 0 else _WEIGHTY if number % 4 == 1 else ("and then",))
            question = f"{start} {_words(rng, 12)}"
            turn = services.chat.send(session, question, "person")
            ledger = sent(services, turn.id)
            assert ledger.prompt_tokens + ledger.reserved <= ledger.context_limit
            evaluated += ledger.computed_tokens
            new += of_section(ledger, Section.QUESTION)[-1].tokens + heard.last_end().completion_tokens
            if ledger.clipped:
                at_limit += 1
                under_half += ledger.reused_tokens * 2 < ledger.prompt_tokens
            assert services.consolidation.wait(30)
    assert at_limit >= 30
    assert under_half * 5.5 <= at_limit
    assert evaluated < 3 * new


def test_a_reply_written_again_and_a_question_sent_again_change_nothing_before_them(tmp_path: Path) -> None:
    """Against the turn before the window has changed; the engine holds the prompt that was sent since."""
    rng = random.Random(5)
    replies = [_words(rng, 60) for _ in range(40)]
    with scripted_program(tmp_path, context_length=1024, reserve=128, replies=replies) as services:
        session = services.sessions.create(services.people.create("Ann").id).id
        turn, first = None, None
        for number in range(30):
            turn = services.chat.send(session, f"{_words(rng, 12)} {number}", "person")
            first = sent(services, turn.id)
            if first.broke_prefix:
                break
        assert turn is not None
        assert first is not None
        assert first.broke_prefix == "history"
        again = sent(services, services.chat.ask_again(turn.id).id)
        assert again.computed_tokens < 5
        assert again.broke_prefix == ""
        edited = sent(services, services.chat.edit(turn.id, "and for a cough?").id)
        assert edited.computed_tokens < 60
        assert edited.broke_prefix == ""
