"""Automatic titles: the model's in idle time, never over a person's, never with words of its own."""

from __future__ import annotations

from pathlib import Path

from desktop_app.domain.conversation import TitledBy
from desktop_app.domain.events import Changed
from tests.scripted_program import Heard, scripted_program

SAID = "My knee hurts after running in the park with the new shoes."


def test_the_model_names_a_session_after_its_first_reply(tmp_path: Path) -> None:
    with scripted_program(
        tmp_path, replies=["Rest your knee."], grammar_replies=["Knee hurts after running"]
    ) as services:
        heard = Heard(services)
        person = services.people.create("Me")
        session = services.sessions.create(person.id)
        services.chat.send(session.id, SAID, "person")
        before = services.sessions.get(session.id)
        assert (before.title, before.titled_by) == ("My knee hurts after run…", TitledBy.PROGRAM)
        assert services.consolidation.wait()
        after = services.sessions.get(session.id)
        assert (after.title, after.titled_by) == ("Knee hurts after running", TitledBy.MODEL)
        assert any(isinstance(e, Changed) and e.origin == "consolidation.title" for e in heard.events)


def test_a_title_with_a_word_that_was_never_said_is_not_taken(tmp_path: Path) -> None:
    with scripted_program(tmp_path, replies=["Rest your knee."], grammar_replies=["Anna's knee"]) as services:
        session = services.sessions.create(services.people.create("Me").id)
        services.chat.send(session.id, SAID, "person")
        assert services.consolidation.wait()
        assert services.sessions.get(session.id).title == "My knee hurts after run…"


def test_a_word_that_only_the_model_brought_in_makes_no_title(tmp_path: Path) -> None:
    with scripted_program(
        tmp_path, replies=["Your knee hurts because of arthritis."], grammar_replies=["Knee and arthritis"]
    ) as services:
        session = services.sessions.create(services.people.create("Me").id)
        services.chat.send(session.id, SAID, "person")
        assert services.consolidation.wait()
        named = services.sessions.get(session.id)
        assert (named.title, named.titled_by) == ("My knee hurts after run…", TitledBy.PROGRAM)


def test_a_title_that_a_person_gave_stays(tmp_path: Path) -> None:
    with scripted_program(tmp_path, replies=["Rest your knee."], grammar_replies=["Knee after running"]) as services:
        session = services.sessions.create(services.people.create("Me").id)
        services.chat.send(session.id, SAID, "person")
        services.sessions.rename(session.id, "Mine")
        assert services.consolidation.wait()
        named = services.sessions.get(session.id)
        assert (named.title, named.titled_by) == ("Mine", TitledBy.USER)


def test_a_later_turn_asks_for_no_title(tmp_path: Path) -> None:
    with scripted_program(tmp_path, grammar_replies=["[]"]) as services:
        session = services.sessions.create(services.people.create("Me").id)
        for text in ("one", "two", "three"):
            services.chat.send(session.id, text, "person")
        queued = services.sessions._store.read(
            lambda db: db.connection.execute("SELECT turn_id FROM consolidation_job WHERE kind = 'title'").fetchall()
        )
        assert len(queued) == 2
