"""A backup is merged: what only it holds comes back, and what became of the rest meanwhile stays."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import msgspec
import pytest

from desktop_app.domain.backups import Backup, BackupReason
from desktop_app.domain.certificates import ErasedKind
from desktop_app.domain.consent import Basis, ConsentEntry, ErasureReason, Form, Use
from desktop_app.domain.conversation import PersonState, Turn, VaultKind
from desktop_app.domain.errors import UserError, VaultError
from desktop_app.domain.patients import Arrival
from desktop_app.services.exchange.collecting import Scope
from desktop_app.services.exchange.merging import Merged
from desktop_app.services.exchange.schema import ExportDoc
from desktop_app.services.facade import Services
from tests.scripted_program import scripted_program

SAID = "我对青霉素过敏，现在每天吃二甲双胍0.5g"


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    with scripted_program(tmp_path, kind=VaultKind.CLINICAL) as services:
        yield services


def patient(services: Services, name: str, *said: str) -> tuple[int, int]:
    """A patient with a session; the ids of both."""
    person = services.people.create(name, "f", "1957-03-12", f"no-{name}").id
    session = services.sessions.create(person, f"visit of {name}").id
    for text in said:
        services.chat.record(session, text, "person")
    assert services.consolidation.wait()
    return person, session


def backed_up(services: Services) -> Backup:
    services.backups.back_up_now()
    return services.backups.list()[0]


def merged(services: Services, backup: Backup) -> Merged:
    result = services.backup_merge.merge(backup, services.backup_merge.progress())
    assert services.consolidation.wait()
    return result


def whole(services: Services) -> ExportDoc:
    """Everything an export holds, but its time."""
    document = services.exports.document(Scope(), services.exports.progress())
    return msgspec.structs.replace(document, exported_at_ms=0)


def turns_of(services: Services, session: int) -> tuple[Turn, ...]:
    return services.sessions.page(session).turns


def said_with(services: Services, person: int) -> list[str]:
    sessions = services.sessions.list(person)
    return [turn.question.text for session in sessions for turn in turns_of(services, session.id)]


def test_an_unchanged_vault_stays_the_same_to_the_last_id(services: Services) -> None:
    person, _ = patient(services, "王芳", SAID, "血压150/95")
    entry = ConsentEntry(Basis.CONSENT, (Use.KEEP, Use.PROMPT), Form.WRITTEN, "2026-09-01", "Dr Li")
    services.consents.record(person, entry)
    services.patients.set_arrival(person, date(2026, 9, 21), Arrival.SEEN)
    before = whole(services)
    result = merged(services, backed_up(services))
    assert (result.new_people, result.new_sessions, result.new_turns, result.new_facts) == (0, 0, 0, 0)
    assert (result.known_turns, result.known_facts) == (2, len(before.people[0].facts))
    assert whole(services) == before


def test_what_was_lost_comes_back_with_all_that_was_known(services: Services) -> None:
    person, _ = patient(services, "王芳", SAID)
    services.consents.record(
        person, ConsentEntry(Basis.CONSENT, (Use.KEEP,), Form.SPOKEN, "2026-09-01", "Dr Li", "王建", "儿子", "电话")
    )
    services.patients.set_arrival(person, date(2026, 9, 21), Arrival.SEEN)
    services.consents.keep_until(person, date(2050, 1, 1))
    facts = {(fact.category, fact.value, fact.quote) for fact in services.memory.facts(person)}
    assert len(facts) == 2
    backup = backed_up(services)
    services.people.delete(person)
    other, _ = patient(services, "李雷", "今天头痛")
    result = merged(services, backup)
    assert (result.new_people, result.new_sessions, result.new_turns, result.new_facts) == (1, 1, 1, 2)
    found = {one.name: one for one in services.people.list()}
    assert set(found) == {"王芳", "李雷"}
    back = found["王芳"]
    assert back.keep_until == "2050-01-01"
    assert {(fact.category, fact.value, fact.quote) for fact in services.memory.facts(back.id)} == facts
    (consent,) = services.consents.list(back.id)
    assert (consent.entry.given_by, consent.entry.relation, consent.entry.note) == ("王建", "儿子", "电话")
    entries = {entry.person.id: entry.arrival for entry in services.patients.list(date(2026, 9, 21))}
    assert entries == {back.id: Arrival.SEEN, other: None}
    assert [hit.message.text for hit in services.search.find(None, "二甲双胍")] == [SAID]
    assert BackupReason.BEFORE_RESTORE in {one.reason for one in services.backups.list()}


def test_who_was_renamed_since_is_not_there_twice(services: Services) -> None:
    person, session = patient(services, "王芳", "咳嗽三天")
    backup = backed_up(services)
    services.patients.identify(person, "王方", "f", "1957-03-21", "B-7")
    services.chat.record(session, "咳嗽好了", "person")
    assert merged(services, backup).new_people == 0
    (only,) = services.people.list()
    assert (only.name, only.birth_date, only.record_number) == ("王方", "1957-03-21", "B-7")
    assert said_with(services, person) == ["咳嗽三天", "咳嗽好了"]


def test_words_that_were_moved_to_the_right_patient_stay_there(services: Services) -> None:
    wrong, session = patient(services, "王芳", "请坐", SAID)
    other_session = services.sessions.create(wrong, "of somebody else").id
    services.chat.record(other_session, "我对头孢过敏", "person")
    assert services.consolidation.wait()
    right, _ = patient(services, "李雷")
    backup = backed_up(services)
    turn = turns_of(services, session)[1]
    services.sessions.move_turns([turn.id], right)
    services.sessions.move([other_session], right)
    assert services.consolidation.wait()
    before = whole(services)
    result = merged(services, backup)
    assert (result.new_people, result.new_sessions, result.new_turns, result.new_facts) == (0, 0, 0, 0)
    assert whole(services) == before
    assert said_with(services, wrong) == ["请坐"]
    assert services.memory.facts(wrong) == []


def test_two_records_that_were_joined_stay_one(services: Services) -> None:
    first, _ = patient(services, "王芳", SAID)
    second, _ = patient(services, "王芳（重复）", "血压150/95")
    backup = backed_up(services)
    services.patients.merge(second, first)
    assert services.consolidation.wait()
    before = whole(services)
    assert merged(services, backup).new_people == 0
    assert whole(services) == before


def test_a_restricted_person_is_passed_over_and_counted(services: Services) -> None:
    person, session = patient(services, "王芳", "咳嗽三天", "血压150/95")
    patient(services, "李雷", "头痛")
    backup = backed_up(services)
    services.sessions.delete(session, ErasureReason.REQUEST)
    services.consents.restrict(person)
    result = merged(services, backup)
    assert (result.left_restricted, result.new_turns) == (1, 0)
    assert services.people.get(person).state is PersonState.RESTRICTED
    assert services.sessions.list(person) == ()


def test_a_copy_that_was_elsewhere_does_not_undo_an_erasure(services: Services, tmp_path: Path) -> None:
    _, session = patient(services, "王芳", "咳嗽三天", SAID, "血压150/95")
    gone, _ = patient(services, "李雷", "头痛")
    backup = backed_up(services)
    drive = tmp_path / "unplugged.db"
    shutil.copy(backup.path, drive)
    services.erasure.erase(ErasedKind.TURN, turns_of(services, session)[1].id, ErasureReason.REQUEST)
    services.erasure.erase(ErasedKind.PERSON, gone, ErasureReason.REQUEST)
    before = whole(services)
    result = merged(services, replace(backup, path=drive))
    assert (result.left_erased, result.new_people, result.new_turns, result.new_facts) == (2, 0, 0, 0)
    assert whole(services) == before


def test_what_was_said_on_after_the_restored_copy_is_shown_again(services: Services) -> None:
    person, session = patient(services, "王芳", "一", "二", "三")
    backup = backed_up(services)
    last = turns_of(services, session)[-1]
    services.sessions.delete_turn(last.id, ErasureReason.REQUEST)
    assert said_with(services, person) == ["一", "二"]
    assert merged(services, backup).new_turns == 1
    assert said_with(services, person) == ["一", "二", "三"]


def test_what_is_no_backup_of_this_vault_is_refused_and_nothing_is_copied(services: Services, tmp_path: Path) -> None:
    patient(services, "王芳", "一")
    backup = backed_up(services)
    broken = tmp_path / "broken.db"
    broken.write_bytes(backup.path.read_bytes()[:-9000])
    with scripted_program(tmp_path / "other", kind=VaultKind.CLINICAL, load=False) as others:
        foreign = backed_up(others).path
    for path in (broken, foreign, tmp_path / "none.db"):
        with pytest.raises(VaultError) as caught:
            merged(services, replace(backup, path=path))
        assert caught.value.code == "backup_unusable"
    assert [one.reason for one in services.backups.list()] == [BackupReason.BY_HAND]
    progress = services.backup_merge.progress()
    progress.cancel()
    with pytest.raises(UserError, match="exchange_cancelled"):
        services.backup_merge.merge(backup, progress)
