"""Replies of a real vault held against their prompts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from desktop_app.domain.conversation import VaultKind
from desktop_app.services.facade import Services
from tests.scripted_program import scripted_program

TOLD = "My mother takes warfarin 3 mg. I'm allergic to penicillin."
REPLY = "She takes warfarin 3 mg, not 5 mg."


@pytest.fixture
def program(tmp_path: Path) -> Iterator[tuple[Services, int]]:
    with scripted_program(tmp_path, replies=["Noted.", REPLY]) as services:
        session = services.sessions.create(services.people.create("Ann").id, "Drugs").id
        for text in (TOLD, "What does she take?"):
            services.chat.send(session, text, "person")
            services.chat.wait_until_idle(10)
        yield services, session


def test_a_value_said_before_knows_its_turn_and_one_never_said_none(program: tuple[Services, int]) -> None:
    services, session = program
    first, second = services.sessions.page(session).turns
    found = {value.claim.text: value.place for value in services.grounding.check(second.id)}
    assert set(found) == {"warfarin", "3 mg", "5 mg"}
    assert found["5 mg"] is None
    for text in ("warfarin", "3 mg"):
        place = found[text]
        assert place is not None
        assert (place.session_id, place.turn_id) == (session, first.id)


def test_there_is_nothing_to_check_without_a_prompt_or_with_the_setting_off(program: tuple[Services, int]) -> None:
    services, session = program
    second = services.sessions.page(session).turns[1].id
    assert services.grounding.check(999) == ()
    other = services.sessions.create(services.people.create("Bea").id, "Given").id
    services.chat.give(other, "Hello", "person", "Take 5 mg.")
    assert services.grounding.check(services.sessions.page(other).turns[0].id) == ()
    settings = services.settings.get()
    services.settings.update(replace(settings, mark_unrecorded=False))
    assert services.grounding.check(second) == ()
    services.settings.update(settings)
    assert services.grounding.check(second)


def test_a_prompt_whose_words_were_erased_marks_nothing_as_missing(program: tuple[Services, int]) -> None:
    services, session = program
    first, second = services.sessions.page(session).turns[:2]
    assert any(not value.claim.in_record for value in services.grounding.check(second.id))
    services.sessions.delete_turn(first.id)
    assert services.grounding.check(second.id) == ()


def test_values_keep_their_source_where_other_words_of_the_prompt_were_erased(tmp_path: Path) -> None:
    with scripted_program(tmp_path, replies=["Noted.", "Fine.", REPLY]) as services:
        session = services.sessions.create(services.people.create("Ann").id, "Drugs").id
        for text in (TOLD, "The weather was fine today.", "What does she take?"):
            services.chat.send(session, text, "person")
            services.chat.wait_until_idle(10)
        first, weather, last = services.sessions.page(session).turns
        services.sessions.delete_turn(weather.id)
        found = {value.claim.text: value.place for value in services.grounding.check(last.id)}
    assert set(found) == {"warfarin", "3 mg"}  # whether 5 mg stood in what was erased nobody can tell
    assert all(place is not None and place.turn_id == first.id for place in found.values())


@pytest.mark.parametrize(
    ("told", "corrected", "reply", "value"),
    [
        ("我女儿六岁，在幼儿园大班。", "我记错了，我女儿七岁，不是六岁。", "你的女儿六岁了。", "六岁"),
        ("高压138。", "我记错了，高压是 148，不是 138。", "你的高压是138。", "138"),
        ("My systolic is 138.", "I was wrong, my systolic is 148, not 138.", "Your systolic is 138.", "138"),
    ],
)
def test_a_value_that_was_corrected_before_is_marked_and_leads_to_the_correction(
    tmp_path: Path, told: str, corrected: str, reply: str, value: str
) -> None:
    with scripted_program(tmp_path, replies=["Good.", "Good.", reply]) as services:
        session = services.sessions.create(services.people.create("Ann").id, "Told").id
        for text in (told, corrected, "Which one holds?"):
            services.chat.send(session, text, "person")
            services.chat.wait_until_idle(10)
            assert services.consolidation.wait()
        _, correction, asked = services.sessions.page(session).turns
        (found,) = [one for one in services.grounding.check(asked.id) if one.claim.text.startswith(value)]
        assert (found.claim.in_record, found.corrected) == (True, True)
        assert found.place is not None
        assert found.place.turn_id == correction.id


def test_what_holds_and_what_is_told_as_taken_back_is_not_marked_as_corrected(tmp_path: Path) -> None:
    with scripted_program(tmp_path, replies=["Good.", "你的高压是138。", "你的高压是148，不是138。"]) as services:
        session = services.sessions.create(services.people.create("Ann").id, "Told").id
        for text in ("高压138。", "我的高压是多少？", "我记错了，高压是148，不是138。"):
            services.chat.send(session, text, "person")
            services.chat.wait_until_idle(10)
            assert services.consolidation.wait()
        _, before, after = services.sessions.page(session).turns
        # Written before the correction, it was right by what was known; and a denial is no claim.
        for turn in (before, after):
            assert not any(one.corrected for one in services.grounding.check(turn.id))


OLD_DRUGS = "氨氯地平5mg qd，阿司匹林100mg qn。"
NEW_DRUGS = "氨氯地平由5mg加量至10mg，停阿司匹林。"


@pytest.mark.parametrize(
    ("reply", "since"),
    [
        ("他现在吃氨氯地平5mg，还有阿司匹林。", {"5mg": ("氨氯地平 10mg", False), "阿司匹林": ("阿司匹林", True)}),
        ("他现在吃氨氯地平10mg。", {}),
        ("氨氯地平已由5mg改为10mg，阿司匹林已停用。", {}),
    ],
)
def test_a_drug_that_was_changed_or_stopped_since_is_not_vouched_for(
    tmp_path: Path, reply: str, since: dict[str, tuple[str, bool]]
) -> None:
    with scripted_program(tmp_path, kind=VaultKind.CLINICAL, replies=["好。", "好。", reply]) as services:
        session = services.sessions.create(services.people.create("王芳").id, "Drugs").id
        for text in (OLD_DRUGS, NEW_DRUGS, "他现在都吃哪些药？"):
            services.chat.send(session, text, "clinician")
            services.chat.wait_until_idle(10)
            assert services.consolidation.wait()
        _, change, asked = services.sessions.page(session).turns
        checked = [one for one in services.grounding.check(asked.id) if one.now is not None]
        assert {one.claim.text: (one.now.words, one.now.stopped) for one in checked if one.now} == since
        for one in checked:
            assert one.corrected
            assert one.place is not None
            assert one.place.turn_id == change.id
