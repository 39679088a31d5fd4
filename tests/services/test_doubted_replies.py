"""Wrong replies do not come back as memories; what was asked does."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_app.services.facade import Services
from tests.scripted_program import scripted_program


def _recalled(services: Services, person: int, question: str) -> list[str]:
    session = services.sessions.create(person)
    retrieval = services.asked._retrieval
    found = retrieval.search(
        person, question, session_id=session.id, exclude_turns=frozenset(), now_ms=1_900_000_000_000
    )
    return [hit.text for hit in found.hits]


@pytest.mark.parametrize(
    ("reply", "comes_back"),
    [
        ("Your cat is 5 years old.", True),
        ("Your cat is 3 years old.", False),
    ],
)
def test_of_a_turn_whose_reply_contradicts_a_fact_the_question_alone_is_recalled(
    tmp_path: Path, reply: str, comes_back: bool
) -> None:
    with scripted_program(tmp_path, replies=["All right.", reply]) as services:
        person = services.people.create("One").id
        session = services.sessions.create(person)
        services.chat.send(session.id, "My cat Pepper is 5 years old.", "person")
        services.chat.wait_until_idle(30)
        services.chat.send(session.id, "How old is Pepper, the grown cat of mine?", "person")
        services.chat.wait_until_idle(30)
        assert services.consolidation.wait()
        found = _recalled(services, person, "How many years old is the grown cat?")
        assert any("the grown cat of mine" in text for text in found)
        assert any(reply in text for text in found) is comes_back


def test_a_reply_that_may_tell_what_was_deleted_is_recalled_no_more(tmp_path: Path) -> None:
    reply = "Your brother lives in Shenyang."
    with scripted_program(tmp_path, replies=["All right.", reply]) as services:
        person = services.people.create("One").id
        session = services.sessions.create(person)
        said = services.chat.send(session.id, "My brother drives a taxi in Shenyang.", "person")
        services.chat.wait_until_idle(30)
        services.chat.send(session.id, "A red scarf hangs in the taxi of my brother.", "person")
        services.chat.wait_until_idle(30)
        assert services.consolidation.wait()
        assert any(
            reply in text for text in _recalled(services, person, "What hangs in the taxi of my brother, a red scarf?")
        )
        services.sessions.delete_turn(said.id)
        assert services.consolidation.wait()  # what follows it is read anew
        found = _recalled(services, person, "What hangs in the taxi of my brother, a red scarf?")
        assert any("A red scarf hangs" in text for text in found), "the person's own words stay"
        assert not any("Shenyang" in text for text in found)
