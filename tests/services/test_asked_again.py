"""A reply that is given again is another version of the reply: the question keeps its time and its one version."""

from __future__ import annotations

from pathlib import Path

from tests.scripted_program import Clock, scripted_program


def test_a_question_asked_again_was_said_once(tmp_path: Path) -> None:
    with scripted_program(tmp_path, clock=Clock()) as services:
        person = services.people.create("Me").id
        session = services.sessions.create(person, "Talk").id
        first = services.chat.send(session, "Where do the beehives stand?", "person")
        assert services.branches.asked_again([first.id]) == {}
        again = services.chat.ask_again(first.id)
        told = services.branches.asked_again([first.id, again.id])
        assert {one.first_ms for one in told.values()} == {first.question.created_at_ms}
        assert all(one.only_replies for one in told.values())
        edited = services.chat.edit(again.id, "Where do the hives stand?")
        told = services.branches.asked_again([first.id, again.id, edited.id])
        assert set(told) == {first.id, again.id}  # what was said otherwise was said then
        assert not any(one.only_replies for one in told.values())
