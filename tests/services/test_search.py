"""Searching what was said, over a real vault."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app.domain.conversation import PERSON, VaultKind
from desktop_app.domain.search import SearchFilter
from desktop_app.services.facade import Services
from tests.scripted_program import Clock, scripted_program


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    with scripted_program(tmp_path, kind=VaultKind.CLINICAL, clock=Clock(), load=False) as opened:
        yield opened


def _say(services: Services, session_id: int, text: str, speaker: str = PERSON) -> int:
    return services.chat.record(session_id, text, speaker).id


def test_other_people_are_found_only_when_asked_for(services: Services) -> None:
    mine, other = services.people.create("李雷"), services.people.create("韩梅")
    said = [
        _say(services, services.sessions.create(person.id, "门诊").id, text)
        for person, text in ((mine, "我頭痛三天了"), (other, "头痛好多了"))
    ]
    own = services.search.find(mine.id, "头痛")
    assert [(hit.message.turn_id, hit.person.name, hit.session.title) for hit in own] == [(said[0], "李雷", "门诊")]
    assert own[0].passage.text[slice(*own[0].passage.matches[0])] == "頭痛"
    assert [hit.message.turn_id for hit in services.search.find(None, "頭痛")] == [said[1], said[0]]


def test_filters_narrow_by_speaker_session_and_time(services: Services) -> None:
    person = services.people.create("Ann")
    first, second = (services.sessions.create(person.id, title).id for title in ("one", "two"))
    by_patient = _say(services, first, "knee pain")
    by_wife = _say(services, first, "the knee is swollen", "family:wife")
    by_clinician = _say(services, second, "knee: no effusion", "clinician")

    def found(where: SearchFilter) -> list[int]:
        return [hit.message.turn_id for hit in services.search.find(person.id, "knee", where)]

    assert found(SearchFilter()) == [by_clinician, by_wife, by_patient]
    assert found(SearchFilter(session_id=first)) == [by_wife, by_patient]
    assert found(SearchFilter(speaker="clinician")) == [by_clinician]
    assert found(SearchFilter(speaker="family:")) == [by_wife]
    middle = services.search.find(person.id, "swollen")[0].message.created_at_ms
    assert found(SearchFilter(since_ms=middle)) == [by_clinician, by_wife]
    assert found(SearchFilter(until_ms=middle)) == [by_patient]


def test_what_was_said_in_another_version_says_so(services: Services) -> None:
    person = services.people.create("Ann")
    session = services.sessions.create(person.id).id
    root = _say(services, session, "begin")
    _say(services, session, "old knee")
    store = services.search._store
    store.write(lambda db: db.turns.add(session, root, "new knee", PERSON, now_ms=1))
    assert [(hit.message.text, hit.current) for hit in services.search.find(person.id, "knee")] == [
        ("new knee", True),
        ("old knee", False),
    ]
