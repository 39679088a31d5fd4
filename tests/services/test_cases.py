"""Cases and replays of a real vault with a scripted model."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from desktop_app.domain.cases import Case, CaseResult, Expectation, ExpectationKind
from desktop_app.domain.choices import NO_CHOICES, TurnChoices
from desktop_app.domain.errors import UserError
from desktop_app.services.facade import Services
from desktop_app.services.memory_test import Progress
from tests.ui.memory_panel.vault_scene import remembering

QUESTION = "Where do our beehives stand?"
KIND = ExpectationKind


@dataclass
class Scene:
    services: Services
    person: int
    session: int
    told: tuple[int, ...]  # turns of the first session: bees, mower, cello
    asked: int

    def run(self, *expectations: Expectation, replies: bool = False) -> CaseResult:
        case = self.services.cases.add(self.asked, "Bees", expectations)
        results = self.services.cases.run([case], Progress(), replies=replies)
        assert results is not None
        return results[0]


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    with remembering(tmp_path) as (services, person, today):
        first = next(s.id for s in services.sessions.list(person) if s.title == "The bees")
        told = tuple(turn.id for turn in services.sessions.page(first).turns)
        services.chat.send(today, "Good morning, how are you today?", "person")
        asked = services.chat.send(today, QUESTION, "person").id
        services.chat.send(today, "And what does my sister play?", "person")
        assert services.consolidation.wait(60)
        yield Scene(services, person, today, told, asked)


def test_what_is_expected_is_looked_up_in_the_prompt_built_anew(scene: Scene) -> None:
    bees, mower, _ = scene.told
    scene.services.recall.set_excluded(mower, True)
    result = scene.run(
        Expectation(KIND.IN_PROMPT, bees),
        Expectation(KIND.NOT_IN_PROMPT, mower),
        Expectation(KIND.RECALLED_CONTAINS, text="OLD BARN"),
        Expectation(KIND.REPLY_CONTAINS, text="anything"),
    )
    assert [one.passed for one in result.checked] == [True, True, True, None]
    assert result.passed
    ledger = scene.services.context.ledger(scene.asked)
    assert ledger is not None
    assert 0 < result.tokens <= ledger.prompt_tokens  # the same prompt, less what is excluded by now


def test_a_change_of_settings_fails_a_case_and_says_why(scene: Scene) -> None:
    settings = scene.services.settings.get()
    scene.services.settings.update(replace(settings, recall=replace(settings.recall, minimum_score=1.0)))
    result = scene.run(Expectation(KIND.IN_PROMPT, scene.told[0]))
    assert not result.passed
    trace = result.checked[0].trace
    assert trace is not None
    assert trace.setting == "recall.minimum_score"


def test_a_turn_that_should_be_absent_and_is_there_fails(scene: Scene) -> None:
    assert [one.passed for one in scene.run(Expectation(KIND.NOT_IN_PROMPT, scene.told[0])).checked] == [False]


def test_replies_are_made_only_when_asked_and_nothing_is_stored(scene: Scene) -> None:
    before = scene.services.sessions.page(scene.session).turns
    result = scene.run(
        Expectation(KIND.REPLY_CONTAINS, text="BEEHIVES"), Expectation(KIND.REPLY_CONTAINS, text="zebra"), replies=True
    )
    assert [one.passed for one in result.checked] == [True, False]  # the scripted model repeats the question
    assert scene.services.sessions.page(scene.session).turns == before


def test_a_turn_on_another_branch_is_not_run_as_if_it_were_here(scene: Scene) -> None:
    scene.services.chat.edit(scene.asked, "Where do the hives stand?")
    result = scene.run(Expectation(KIND.IN_PROMPT, scene.told[0]))
    assert result.error is not None
    assert result.error.code == "case_off_branch"
    assert not result.passed


def test_cases_go_with_their_turn_and_come_back_where_they_were_deleted(scene: Scene) -> None:
    cases = scene.services.cases
    cases.add(scene.asked, "Bees", [Expectation(KIND.IN_PROMPT, scene.told[0])])
    book = cases.book(scene.person)
    assert book.places[scene.told[0]].session_title == "The bees"
    cases.delete([book.cases[0].id])
    assert cases.book(scene.person).cases == ()
    cases.add_all(book.cases)
    assert [case.name for case in cases.book(scene.person).cases] == ["Bees"]
    scene.services.sessions.delete_turn(scene.asked)
    assert cases.book(scene.person).cases == ()
    assert cases.add_all([Case(0, scene.asked, "Bees", ())]) == []


def test_a_draft_suggests_what_its_own_prompt_recalled(scene: Scene) -> None:
    draft = scene.services.cases.draft(scene.asked)
    assert scene.told[0] in [one.turn_id for one in draft.suggestions]
    assert draft.place.ordinal == 1
    assert len(draft.branch) == 1


def test_cases_travel_as_json_by_title_and_place(scene: Scene, tmp_path: Path) -> None:
    cases = scene.services.cases
    expectations = (Expectation(KIND.IN_PROMPT, scene.told[0]), Expectation(KIND.REPLY_CONTAINS, text="barn"))
    kept = cases.add(scene.asked, "Bees", expectations)
    path = tmp_path / "cases.json"
    cases.export(scene.person, path)
    written = json.loads(path.read_text(encoding="utf-8"))
    assert written[0]["turn"] == 1
    assert written[0]["expect"][0] == {
        "kind": "in_prompt",
        "session": "The bees",
        "turn": 0,
        "user": "Our beehives stand behind the old barn near the orchard.",
    }
    cases.delete([kept.id])
    stranger = {**written[0], "session": "Elsewhere"}
    path.write_text(json.dumps([*written, stranger]), encoding="utf-8")
    assert cases.import_from(scene.person, path) == (1, 1)
    assert [(c.turn_id, c.expectations) for c in cases.book(scene.person).cases] == [(scene.asked, expectations)]
    path.write_text('[{"case": 3}]', encoding="utf-8")
    with pytest.raises(UserError, match="file_unreadable"):
        cases.import_from(scene.person, path)
    with pytest.raises(UserError, match="file_not_written"):
        cases.export(scene.person, tmp_path / "absent" / "cases.json")


def test_a_replay_by_the_same_settings_is_what_was_and_by_others_is_not(scene: Scene) -> None:
    same = scene.services.replay.run(scene.session, NO_CHOICES, Progress())
    assert same is not None
    assert [one.ordinal for one in same] == [0, 1, 2]
    assert same[1].now == same[1].was
    settings = scene.services.settings.get()
    choices = TurnChoices(
        context=replace(settings.context, keep_last_turns=0), recall=replace(settings.recall, enabled=False)
    )
    other = scene.services.replay.run(scene.session, choices, Progress())
    assert other is not None
    assert other[1].now is not None
    assert scene.told[0] in other[1].was.recalled
    assert other[1].now.recalled == frozenset()
    assert other[1].now.tokens < other[1].was.tokens
    cancelled = Progress()
    cancelled.cancel()
    assert scene.services.replay.run(scene.session, choices, cancelled) is None


def test_a_session_moved_to_somebody_else_is_named_in_nobodys_cases(scene: Scene) -> None:
    scene.services.cases.add(scene.asked, "Bees", [Expectation(KIND.IN_PROMPT, scene.told[0])])
    other = scene.services.people.create("Ben").id
    first = scene.services.cases.book(scene.person).places[scene.told[0]].session_id
    scene.services.sessions.move([first], other)
    assert scene.told[0] not in scene.services.cases.book(scene.person).places
    assert scene.services.cases.book(other).cases == ()
