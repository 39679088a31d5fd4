"""Memory work after a turn: exactly once, never from the wrong words, never lost."""

from __future__ import annotations

import functools
import json
import threading
import time
from pathlib import Path

import pytest

from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.events import Changed
from desktop_app.domain.memory import Category, Fact, FactState, Polarity
from desktop_app.domain.settings import FactMode, Settings
from desktop_app.main import main
from desktop_app.services.facade import Services
from desktop_app.storage.repositories import Repositories
from tests.scripted_program import Clock, Heard, scripted_program


def say(services: Services, session: int, text: str, reply: str = "", speaker: str = "person") -> int:
    turn = services.chat.give(session, text, speaker, reply)
    assert services.consolidation.wait(20)
    return turn.id


def open_session(services: Services, name: str = "Ann") -> tuple[int, int]:
    person = services.people.create(name)
    return person.id, services.sessions.create(person.id, "first").id


def values(facts: list[Fact], category: Category, *states: FactState) -> list[str]:
    return [f.value for f in facts if f.category is category and f.state in (states or (FactState.ACTIVE,))]


def test_a_turn_is_embedded_and_its_facts_are_taken_from_the_users_words_only(tmp_path: Path) -> None:
    with scripted_program(tmp_path) as services:
        person, session = open_session(services)
        heard = Heard(services)

        say(services, session, "I'm allergic to naproxen.", "I am allergic to penicillin and live in Paris.")

        (fact,) = services.memory.facts(person)
        assert (fact.category, fact.value, fact.polarity) == (Category.ALLERGY, "naproxen", Polarity.AFFIRMED)
        assert fact.quote in "I'm allergic to naproxen."
        assert any(isinstance(e, Changed) and person in e.facts_of_people for e in heard.events)


def test_memory_work_makes_way_for_what_somebody_waits_for(tmp_path: Path) -> None:
    with scripted_program(tmp_path) as services:
        person, session = open_session(services)
        release, passed = threading.Event(), threading.Event()
        services.tasks.submit("background", release.wait, 5)
        services.chat.give(session, "I'm allergic to naproxen.", "person", "")
        services.consolidation.resume()
        services.tasks.later("background", 0.1, passed.set)
        time.sleep(0.3)  # both stand behind it now
        asked_for = services.tasks.submit("background", services.memory.facts, person)
        release.set()
        assert asked_for.result(5) == []
        assert passed.is_set()
        assert services.consolidation.wait(20)
        assert values(services.memory.facts(person), Category.ALLERGY) == ["naproxen"]


def test_a_document_yields_nothing(tmp_path: Path) -> None:
    with scripted_program(tmp_path) as services:
        person, session = open_session(services)

        say(services, session, "I'm allergic to naproxen.", speaker="document")

        assert services.memory.facts(person) == []


def test_a_contradiction_keeps_both_and_asks(tmp_path: Path) -> None:
    with scripted_program(tmp_path) as services:
        person, session = open_session(services)
        say(services, session, "我对青霉素过敏。")
        say(services, session, "我对青霉素不过敏。")

        facts = services.memory.facts(person)

        assert {(f.polarity, f.state) for f in facts} == {
            (Polarity.AFFIRMED, FactState.CONFLICT),
            (Polarity.NEGATED, FactState.CONFLICT),
        }


def test_a_correction_retracts(tmp_path: Path) -> None:
    with scripted_program(tmp_path) as services:
        person, session = open_session(services)
        say(services, session, "我对青霉素过敏。")
        say(services, session, "不对，我刚才说错了，不是青霉素，是头孢过敏。")

        facts = services.memory.facts(person)

        assert values(facts, Category.ALLERGY, FactState.RETRACTED) == ["青霉素"]
        assert "头孢" in values(facts, Category.ALLERGY)


def test_a_second_drug_never_replaces_the_first_and_stopping_one_ends_only_that_one(tmp_path: Path) -> None:
    with scripted_program(tmp_path) as services:
        person, session = open_session(services)
        say(services, session, "我每天吃二甲双胍500毫克。")
        say(services, session, "我还吃氨氯地平5毫克。")
        assert len(values(services.memory.facts(person), Category.MEDICATION)) == 2

        say(services, session, "二甲双胍我已经停了。")

        current = [
            f.value
            for f in services.memory.facts(person)
            if f.category is Category.MEDICATION and f.state is FactState.ACTIVE and f.status.value == "current"
        ]
        assert current == ["氨氯地平5毫克"]


def test_a_forgotten_fact_stays_forgotten(tmp_path: Path) -> None:
    with scripted_program(tmp_path) as services:
        person, session = open_session(services)
        say(services, session, "I'm allergic to naproxen.")
        services.memory.forget(services.memory.facts(person)[0].id)

        say(services, session, "I'm allergic to naproxen.")

        assert services.memory.facts(person) == []


@pytest.mark.parametrize(("mode", "state"), [(FactMode.ASK, FactState.PROPOSED), (FactMode.OFF, None)])
def test_the_mode_decides(tmp_path: Path, mode: FactMode, state: FactState | None) -> None:
    with scripted_program(tmp_path) as services:
        person, session = open_session(services)
        services.settings.update(Settings(fact_mode=mode))

        say(services, session, "I'm allergic to naproxen.")

        assert [f.state for f in services.memory.facts(person)] == ([state] if state else [])


def test_facts_go_to_the_person_of_the_turn(tmp_path: Path) -> None:
    with scripted_program(tmp_path, kind=VaultKind.CLINICAL) as services:
        one, session_one = open_session(services, "Ann")
        two, session_two = open_session(services, "Ben")
        services.chat.give(session_one, "患者男68岁，青霉素过敏史。", "clinician", "")
        services.chat.give(session_two, "患者女30岁，否认药物过敏。", "clinician", "")
        assert services.consolidation.wait(20)

        assert "青霉素" in values(services.memory.facts(one), Category.ALLERGY)
        assert "青霉素" not in values(services.memory.facts(two), Category.ALLERGY)
        assert {f.person_id for f in services.memory.facts(two)} == {two}


def test_work_left_by_an_earlier_run_is_done_once(tmp_path: Path) -> None:
    clock = Clock()
    with scripted_program(tmp_path, clock=clock) as services:
        person, session = open_session(services)
        services.chat.give(session, "I'm allergic to naproxen.", "person", "")
    with scripted_program(tmp_path, clock=clock) as services:
        assert services.consolidation.wait(20)
        assert services.consolidation.wait(20)

        assert [f.value for f in services.memory.facts(person)] == ["naproxen"]


def test_a_failing_job_is_tried_again_later_and_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    with scripted_program(tmp_path, clock=clock) as services:
        person, session = open_session(services)

        def broken(*_: object, **__: object) -> list[object]:
            raise RuntimeError("secret words")

        monkeypatch.setattr("desktop_app.services.extraction.extract", broken)
        services.chat.give(session, "I'm allergic to naproxen.", "person", "")
        assert not services.consolidation.wait(20)
        monkeypatch.undo()
        clock.now_ms += 60_000

        assert services.consolidation.wait(20)
        assert [f.value for f in services.memory.facts(person)] == ["naproxen"]


def test_what_an_earlier_run_put_off_is_done_when_its_time_comes(tmp_path: Path) -> None:
    clock = Clock()
    with scripted_program(tmp_path, load=False, clock=clock) as services:
        person, session = open_session(services)
        services.chat.give(session, "I'm allergic to naproxen.", "person", "")
        store = services.sessions._store
        soon_ms = clock.now_ms + 400

        def put_off(db: Repositories) -> None:
            for job in db.jobs.due(soon_ms, 10):
                db.jobs.postpone(job, soon_ms)

        store.write(put_off)
        services.consolidation.resume()  # as at the start: nothing is due yet, and nobody says anything more
        time.sleep(0.1)
        assert services.memory.facts(person) == []
        clock.now_ms = soon_ms
        end = time.monotonic() + 20
        while not services.memory.facts(person) and time.monotonic() < end:
            time.sleep(0.02)
        assert [f.value for f in services.memory.facts(person)] == ["naproxen"]


def test_an_embedding_model_that_comes_later_embeds_everything_that_waits(tmp_path: Path) -> None:
    with scripted_program(tmp_path, load=False) as services:
        _, session = open_session(services)
        for number in range(70):  # more than two batches
            services.chat.give(session, f"The code of door {number} is {number * 37}.", "person", "")
        assert services.consolidation.wait(60)

        services.models.load_embedder()  # announced; the background lane takes it up
        missing = functools.partial(services.sessions._store.read, lambda db: db.chunks.count_missing_vectors())
        end = time.monotonic() + 20
        while missing() and time.monotonic() < end:
            time.sleep(0.02)

    report_file = tmp_path / "report.json"
    assert main(["verify", "--vault", str(tmp_path / "vault"), "--json", str(report_file)]) == 0
    report = json.loads(report_file.read_text("utf-8"))
    assert report["chunks"] == report["vectors"] == 70
