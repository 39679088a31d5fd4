"""What was erased is gone also from the answers that the memory gave about it elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_app.domain.certificates import ErasedKind
from desktop_app.domain.conversation import PERSON, TitledBy
from desktop_app.services.facade import Services
from desktop_app.storage.connection import rows
from desktop_app.storage.given_answers import GivenAnswers
from tests.scripted_program import scripted_program
from tests.services.test_erasure import found_in, say, store_of


def _asked(services: Services, session_id: int, text: str) -> int:
    """A turn that the memory answers."""
    given = services.asked.answer(session_id, text, PERSON)
    assert given is not None
    return given.turn.id


def _reply(services: Services, turn_id: int) -> str:
    reply = store_of(services).read(lambda db: db.turns.get(turn_id)).reply
    assert reply is not None
    return reply.text


@pytest.mark.parametrize(
    ("said", "other", "question", "on_record", "found", "fact", "words", "kept", "neutral"),
    [
        (
            "最近总是头痛，睡不好觉。",
            "我养了一只橘猫，叫团团。",
            "你都知道我什么？",
            "为什么睡不好觉？",
            "睡不好觉",
            "头痛",
            "最近总是头痛",
            "团团",
            "- （已抹去）",
        ),
        (
            "I keep getting migraines in the evening.",
            "I am allergic to penicillin.",
            "What do you know about me?",
            "How are my evenings, what do I keep getting?",
            "I keep getting migraines",
            "migraine",
            "I keep getting migraines",
            "penicillin",
            "- (erased)",
        ),
    ],
)
@pytest.mark.parametrize("fact_first", [False, True])
def test_a_listing_quotes_nothing_of_an_erased_turn(
    tmp_path: Path,
    said: str,
    other: str,
    question: str,
    on_record: str,
    found: str,
    fact: str,
    words: str,
    kept: str,
    neutral: str,
    fact_first: bool,
) -> None:
    with scripted_program(tmp_path) as services:
        person = services.people.create("One")
        session = services.sessions.create(person.id)
        turn_id = say(services, session.id, said)
        say(services, session.id, other)
        asked = _asked(services, session.id, question)
        record = services.asked.ask_record(session.id, on_record, PERSON).id
        assert fact in _reply(services, asked)
        assert found in _reply(services, record)
        if fact_first:
            going = [one.id for one in services.memory.facts(person.id) if fact in one.value]
            services.fact_editing.delete(*going)
            assert services.search.find(person.id, fact), "the sentence itself remains"

        certificate = services.erasure.erase(ErasedKind.TURN, turn_id)

        assert certificate.holds
        assert services.search.find(person.id, fact) == ()
        assert found_in(store_of(services), tmp_path, words) == []
        listing = _reply(services, asked)
        assert fact not in listing
        assert neutral in listing.split("\n")
        assert kept in listing
        assert found not in _reply(services, record)


def test_a_copy_in_an_answer_that_stayed_makes_the_certificate_say_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GivenAnswers, "rewrite_without", lambda *_: frozenset())
    with scripted_program(tmp_path) as services:
        session = services.sessions.create(services.people.create("One").id)
        turn_id = say(services, session.id, "最近总是头痛，睡不好觉。")
        _asked(services, session.id, "你都知道我什么？")
        certificate = services.erasure.erase(ErasedKind.TURN, turn_id)
        assert certificate.verification.remnants == ("vault.db",)


def test_an_answer_that_came_with_other_ids_is_known_by_its_words(tmp_path: Path) -> None:
    with scripted_program(tmp_path) as services:
        session = services.sessions.create(services.people.create("One").id)
        turn_id = say(services, session.id, "最近总是头痛，睡不好觉。")
        asked = _asked(services, session.id, "你都知道我什么？")
        store_of(services).write(
            lambda db: db.connection.execute(
                "UPDATE message SET text = replace(text, ?, '/999)') WHERE id = ?", (f"/{turn_id})", 2 * asked)
            )
        )
        assert services.erasure.erase(ErasedKind.TURN, turn_id).holds
        assert "头痛" not in _reply(services, asked)


@pytest.mark.parametrize("titled_by", [TitledBy.PROGRAM, TitledBy.MODEL, TitledBy.USER])
def test_a_title_made_of_an_erased_turn_goes_but_not_a_persons(tmp_path: Path, titled_by: TitledBy) -> None:
    with scripted_program(tmp_path) as services:
        session = services.sessions.create(services.people.create("One").id)
        turn_id = say(services, session.id, "最近总是头痛，睡不好觉。")
        say(services, session.id, "今天天气不错。")
        if titled_by is not TitledBy.PROGRAM:
            store_of(services).write(lambda db: db.sessions.rename(session.id, "睡不好觉", titled_by))
        services.sessions.delete_turn(turn_id)
        title = services.sessions.get(session.id).title
        assert title == ("睡不好觉" if titled_by is TitledBy.USER else "今天天气不错。")


def test_an_erased_answer_leaves_other_answers_and_what_they_quote(tmp_path: Path) -> None:
    with scripted_program(tmp_path) as services:
        session = services.sessions.create(services.people.create("One").id)
        say(services, session.id, "最近总是头痛，睡不好觉。")
        first, second = (_asked(services, session.id, "你都知道我什么？") for _ in range(2))
        before = _reply(services, second)
        certificate = services.erasure.erase(ErasedKind.TURN, first)
        assert certificate.holds
        assert _reply(services, second) == before


def test_a_deleted_session_is_quoted_nowhere_and_a_prompt_that_held_the_answer_loses_it(tmp_path: Path) -> None:
    with scripted_program(tmp_path) as services:
        person = services.people.create("One")
        one, two = services.sessions.create(person.id), services.sessions.create(person.id)
        say(services, one.id, "I am allergic to penicillin.")
        asked = _asked(services, two.id, "What do you know about me?")
        services.sessions.pin_turn(asked, True)  # so that the model is shown it
        say(services, two.id, "Good morning!")
        held = "SELECT count(*) FROM ledger_text WHERE CAST(body AS TEXT) LIKE '%penicillin%'"
        store = store_of(services)
        assert store.read(lambda db: rows(db.connection, held)) != [(0,)]
        heard: list[frozenset[int]] = []
        services.bus.subscribe(lambda event: heard.append(getattr(event, "rewritten", frozenset())))
        services.sessions.delete(one.id)
        assert "penicillin" not in _reply(services, asked)
        assert store.read(lambda db: rows(db.connection, held)) == [(0,)]
        assert frozenset({2 * asked}) in heard
