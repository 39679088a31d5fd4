"""What is one person's never reaches another: facts, recall, summaries, search hits, and the prompt itself."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from desktop_app.domain.conversation import PERSON
from desktop_app.domain.extraction import extract
from desktop_app.domain.ledger import Section
from desktop_app.domain.memory import FactState
from desktop_app.services.facade import Services
from desktop_app.storage.repositories import Repositories
from tests.scripted_program import scripted_program

PEOPLE, FACTS, QUESTIONS = 20, 10, 50
FRAMES = ("I'm allergic to {}.", "I like {}.", "I love {}.", "My wife is allergic to {}.")
FILLING = "Roses and gardens are lovely and one can walk among them for a whole afternoon. " * 2


@dataclass
class Someone:
    id: int
    session: int  # where the facts were said
    asking: int  # where the questions are asked
    words: list[str]  # which nobody else uses: one for each fact, and one of the summary


@dataclass
class Town:
    services: Services
    people: list[Someone]


def _words(rng: random.Random, count: int) -> list[str]:
    """Words that are no part of one another."""
    made: dict[str, None] = {}
    while len(made) < count:
        made["".join(rng.choice("bdfgklmnprtvz") + rng.choice("aeiou") for _ in range(4)) + "x"] = None
    return list(made)


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Town]:
    """Twenty people with ten random facts, a summary of their own, and more turns than the window holds."""
    rng = random.Random(20)
    words = _words(rng, PEOPLE * (FACTS + 1))
    with scripted_program(tmp_path_factory.mktemp("town"), context_length=560) as services:
        store = services.sessions._store
        people = []
        for number in range(PEOPLE):
            own, words = words[: FACTS + 1], words[FACTS + 1 :]
            person = services.people.create(f"Person {number}").id
            session = services.sessions.create(person, own[0]).id
            for at in range(0, FACTS, 5):
                text = " ".join(rng.choice(FRAMES).format(word) for word in own[at : at + 5])
                services.chat.give(session, text, PERSON, f"{FILLING}{own[at]}")
            asking = services.sessions.create(person, own[-1]).id
            turns = [services.chat.give(asking, FILLING, PERSON, FILLING).id for _ in range(4)][:2]

            def sum_up(db: Repositories, asking: int = asking, turns: list[int] = turns, word: str = own[-1]) -> None:
                db.summaries.add(asking, "brief", f"They spoke of {word}.", covers=turns, now_ms=1)

            store.write(sum_up)
            people.append(Someone(person, session, asking, own))
        assert services.consolidation.wait(100)
        yield Town(services, people)


def test_two_hundred_facts_belong_to_whoever_said_them(town: Town) -> None:
    for someone in town.people:
        facts = town.services.memory.facts(someone.id)
        assert sorted(fact.value for fact in facts) == sorted(someone.words[:FACTS])
        assert {(fact.person_id, fact.session_id, fact.state) for fact in facts} == {
            (someone.id, someone.session, FactState.ACTIVE)
        }


def test_fifty_questions_each_way_bring_nothing_of_anybody_else(town: Town) -> None:
    rng = random.Random(50)
    services, store = town.services, town.services.sessions._store
    seen = dict.fromkeys((Section.FACTS, Section.RECALLED, Section.SUMMARY), 0)
    for _ in range(QUESTIONS):
        pair = rng.sample(town.people, 2)
        for asker, other in (pair, pair[::-1]):
            asked = rng.choice(other.words[:FACTS])
            own = rng.choice(asker.words[:FACTS])
            ledger = services.context.build(asker.asking, f"What about {asked}, and what about {own}?", PERSON)
            memory = [piece for piece in ledger.pieces if piece.section is not Section.QUESTION]
            sent = "\n".join(piece.text for piece in memory)
            for stranger in town.people:
                if stranger is not asker:
                    assert not [word for word in stranger.words if word in sent]
            assert {snippet.session_id for snippet in ledger.recalled} <= {asker.session}
            assert all(word not in snippet.text for snippet in ledger.recalled for word in other.words)
            for section in seen:
                seen[section] += any(piece.section is section for piece in memory)
            hits = store.read(lambda db, p=asker.id, w=asked: db.search.search(p, w, 9))
            assert hits == []
            mine = store.read(lambda db, p=asker.id, w=own: db.search.search(p, w, 9))
            assert {hit.session_id for hit in mine} == {asker.session}
    # Nothing was kept apart by staying empty.
    assert all(count > QUESTIONS for count in seen.values()), seen


def test_a_switch_in_the_middle_of_extraction_changes_nothing_about_whose_facts_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading, go_on, read = threading.Event(), threading.Event(), threading.Event()

    def slow(text: str, **others: object) -> object:
        if "naproxen" in text:
            reading.set()
            assert go_on.wait(60)
            read.set()
        return extract(text, **others)  # type: ignore[arg-type]

    monkeypatch.setattr("desktop_app.services.extraction.extract", slow)
    with scripted_program(tmp_path) as services:
        ann, ben = services.people.create("Ann").id, services.people.create("Ben").id
        hers, his = services.sessions.create(ann, "hers").id, services.sessions.create(ben, "his").id
        services.chat.give(hers, "I'm allergic to naproxen.", PERSON, "")
        worker = threading.Thread(target=services.consolidation.work)
        worker.start()
        assert reading.wait(20)
        # The window shows Ben now, and he is answered while Ann's message is still being read.
        services.context.build(his, "What am I allergic to?", PERSON)
        turn = services.chat.send(his, "@@say I'm allergic to penicillin.", PERSON)
        assert turn.reply is not None
        assert not read.is_set()  # whichever thread took the job up, it is still in the middle of it
        go_on.set()
        worker.join(20)
        assert services.consolidation.wait(20)

        assert [fact.value for fact in services.memory.facts(ann)] == ["naproxen"]
        assert {fact.value for fact in services.memory.facts(ben)} <= {"penicillin"}
        assert all(fact.session_id == his for fact in services.memory.facts(ben))
