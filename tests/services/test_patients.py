"""Patients: today's list, one identity each, two records made one, single turns moved; consents and restriction."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path

import pytest

from desktop_app.domain.audit import AuditFilter
from desktop_app.domain.certificates import ErasedKind
from desktop_app.domain.consent import Basis, ConsentEntry, ErasureReason, Form, Use
from desktop_app.domain.conversation import PersonState, VaultKind
from desktop_app.domain.errors import UserError
from desktop_app.domain.memory import Category, FactState
from desktop_app.domain.patients import Arrival
from desktop_app.services.exchange.collecting import Scope
from desktop_app.services.exchange.exporting import ExportFormat, ExportRequest
from desktop_app.services.exchange.reading import read_import
from desktop_app.services.facade import Services
from tests.scripted_program import Clock, scripted_program

_SECRET = "青霉素"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def services(tmp_path: Path, clock: Clock) -> Iterator[Services]:
    with scripted_program(tmp_path, kind=VaultKind.CLINICAL, clock=clock, context_length=2048) as opened:
        for name, number in (("李建国", "101"), ("王芳", "102")):
            opened.people.create(name, "male", "1957-03-12", number)
        yield opened


def _said(services: Services, person_id: int, *texts: str) -> int:
    session = services.sessions.create(person_id)
    for text in texts:
        services.chat.record(session.id, text, "clinician")
    assert services.consolidation.wait(30)
    return session.id


def _consent(*uses: Use) -> ConsentEntry:
    return ConsentEntry(Basis.CONSENT, uses or (Use.KEEP, Use.PROMPT), Form.WRITTEN, "2026-03-01", "Dr Zhang")


def _values(services: Services, person_id: int, category: Category) -> list[tuple[str, FactState]]:
    return [(f.value, f.state) for f in services.memory.facts(person_id) if f.category is category]


def _today(clock: Clock) -> date:
    return datetime.fromtimestamp(clock.now_ms / 1000).date()


# --- the list of the day


def test_the_list_of_a_day_keeps_who_is_here_and_what_is_due(services: Services, clock: Clock) -> None:
    _said(services, 1, "两周后复查血压。")
    clock.now_ms += 14 * 86_400_000
    today = _today(clock)
    services.patients.set_arrival(2, today, Arrival.ARRIVED)
    first, second = services.patients.list(today)
    assert [plan.words for plan in first.due] == ["复查血压"]
    assert (first.arrival, second.arrival) == (None, Arrival.ARRIVED)
    _said(services, 1, "血压 130/80。")  # the visit the plan was for
    assert services.patients.list(today)[0].due == ()
    services.patients.set_arrival(2, today, None)
    assert services.patients.list(today)[1].arrival is None


def test_a_record_number_is_one_patients_alone(services: Services) -> None:
    with pytest.raises(UserError) as taken:
        services.people.create("赵六", record_number="102")
    assert taken.value.code == "record_number_taken"
    with pytest.raises(UserError):
        services.patients.identify(1, "李建国", "male", "1957-03-12", "102")
    services.patients.identify(1, "李建国", "male", "1957-03-13", "101")
    assert services.people.get(1).birth_date == "1957-03-13"


# --- who is who


def test_two_records_become_one_and_their_contradiction_is_seen(services: Services) -> None:
    session_id = _said(services, 1, "青霉素过敏。")
    _said(services, 2, "否认药物过敏史。")
    services.consents.record(1, _consent())
    services.patients.merge(1, 2)
    assert services.consolidation.wait(30)
    assert [person.id for person in services.people.list()] == [2]
    assert services.sessions.get(session_id).person_id == 2
    assert {state for _, state in _values(services, 2, Category.ALLERGY)} == {FactState.CONFLICT}
    assert len(services.consents.list(2)) == 1
    with pytest.raises(ValueError, match="itself"):
        services.patients.merge(2, 2)


def test_single_turns_move_with_their_memory_and_are_audited(services: Services) -> None:
    session_id = _said(services, 1, "头痛三天。", "青霉素过敏。", "血压 142/88。")
    turns = services.sessions.page(session_id).turns
    moved = services.sessions.move_turns([turns[1].id], 2)
    assert services.consolidation.wait(30)
    assert [turn.question.text for turn in services.sessions.page(session_id).turns] == ["头痛三天。", "血压 142/88。"]
    (turn,) = services.sessions.page(moved.id).turns
    assert turn.question.text == "青霉素过敏。"
    assert turn.created_at_ms == turns[1].created_at_ms
    assert _values(services, 1, Category.ALLERGY) == []
    assert _values(services, 2, Category.ALLERGY) == [("青霉素", FactState.ACTIVE)]
    found = {hit.person.id for hit in services.search.find(None, "青霉素")}
    assert found == {2}
    entry = next(entry for entry in services.audit.entries() if entry.action == "turn.moved")
    assert json.loads(entry.detail) == {"from": 1, "to": 2, "was": turns[1].id}


# --- consents


def test_withdrawal_restricts_at_once_and_drops_what_is_queued(services: Services) -> None:
    consent = services.consents.record(1, _consent())
    session = services.sessions.create(1)
    services.chat.record(session.id, "青霉素过敏。", "clinician")  # queued, not yet read
    services.consents.withdraw(consent.id)
    assert services.people.get(1).state is PersonState.RESTRICTED
    assert services.consolidation.wait(30)
    assert services.memory.facts(1) == []
    with pytest.raises(UserError) as refused:
        services.chat.record(session.id, "再来一次。", "clinician")
    assert refused.value.code == "person_restricted"
    with pytest.raises(UserError) as missing:
        services.consents.lift(1)  # everything was withdrawn
    assert missing.value.code == "basis_missing"
    services.consents.record(1, _consent())
    services.consents.lift(1)
    assert services.consolidation.wait(30)
    assert _values(services, 1, Category.ALLERGY) == [("青霉素", FactState.ACTIVE)]  # taken up again


def test_a_second_basis_keeps_the_record_in_use(services: Services) -> None:
    first = services.consents.record(1, _consent())
    services.consents.record(1, replace(_consent(), basis=Basis.CARE))
    services.consents.withdraw(first.id, "李梅")
    assert services.people.get(1).state is PersonState.ACTIVE
    withdrawn, stands = services.consents.list(1)
    assert (withdrawn.withdrawn_by, withdrawn.stands, stands.stands) == ("李梅", False, True)


def test_no_prompt_is_built_without_a_basis_where_one_is_required(services: Services) -> None:
    session_id = _said(services, 1, "头痛三天。")
    services.settings.change(lambda now: replace(now, clinical=replace(now.clinical, require_basis=True)))
    for ask in (
        lambda: services.chat.send(session_id, "多久了？", "clinician"),
        lambda: services.context.preview(session_id, "多久了？", "clinician"),
        lambda: services.context.plan(session_id),
    ):
        with pytest.raises(UserError) as refused:
            ask()
        assert refused.value.code == "basis_missing"
    assert services.context.standing(session_id) is None
    services.consents.record(1, _consent(Use.KEEP))  # kept, but not for a model
    with pytest.raises(UserError):
        services.context.plan(session_id)
    services.consents.record(1, _consent())
    assert services.chat.send(session_id, "多久了？", "clinician").reply is not None


def test_nothing_leaves_the_vault_without_a_basis_for_it_where_one_is_required(
    services: Services, tmp_path: Path
) -> None:
    _said(services, 1, "今日血压150/95。")
    session = _said(services, 2, "青霉素过敏。")
    note = services.notes.draft(session, services.notes.templates.list()[0])
    out = tmp_path / "out.json"

    def export(scope: Scope, **more: bool) -> list[str]:
        request = ExportRequest(out, scope, ExportFormat.JSON, **more)  # type: ignore[arg-type]
        out.unlink(missing_ok=True)
        services.exports.export(request, services.exports.progress())
        return [person.name for person in read_import(out, 0).document.people]

    assert export(Scope()) == ["李建国", "王芳"]  # no basis is asked for
    services.settings.change(lambda now: replace(now, clinical=replace(now.clinical, require_basis=True)))
    services.consents.record(1, _consent())  # kept and asked about, no more
    given = services.consents.record(2, _consent(*Use))
    for scope, name in ((Scope(1), "李建国"), (Scope(), "李建国")):
        with pytest.raises(UserError, match="hand_out_not_agreed") as refused:
            export(scope)
        assert refused.value.facts["person"] == name
        assert not out.exists()
    assert export(Scope(2)) == ["王芳"]
    assert export(Scope(session_id=session)) == ["王芳"]
    assert export(Scope(), agreed_only=True) == ["王芳"]
    assert export(Scope(1), for_the_patient=True) == ["李建国"]  # what is theirs
    services.notes.save(note.id, tmp_path / "note.pdf", lambda: b"%PDF")
    services.consents.withdraw(given.id)
    services.consents.record(2, _consent())
    services.consents.lift(2)
    for leave in (
        lambda: export(Scope(2)),
        lambda: services.notes.save(note.id, tmp_path / "again.pdf", lambda: b"%PDF"),
        lambda: services.notes.printed(note.id),
        lambda: services.consents.require_hand_out(2),
    ):
        with pytest.raises(UserError, match="hand_out_not_agreed"):
            leave()
    assert not (tmp_path / "again.pdf").exists()


def test_a_restricted_person_is_in_no_answer_to_fifty_questions(services: Services) -> None:
    _said(services, 1, "患者青霉素过敏。", "服用华法林5mg每日一次。", "血压 171/96。", "住在桂花巷。")
    own, other = services.sessions.list(1)[0].id, _said(services, 2, "头痛三天。")
    assert services.search.find(None, "华法林")
    assert any("华法林" in p.text for p in services.context.build(own, "吃什么药？", "clinician").pieces)
    services.consents.restrict(1)
    secrets = (_SECRET, "华法林", "171/96", "桂花巷", "李建国")
    things = ("对什么过敏", "吃什么药", "血压多少", "住在哪里", "上次说了什么")
    forms = "病人{}？ {}？ 请问{} 以前记录里{}？ 告诉我{} 还记得{}吗 谁{}？ 他{}？ 记录：{} {}呢".split()
    questions = [form.format(thing) for form in forms for thing in things]
    assert len(questions) == 50
    for question in questions:
        ledger = services.context.build(other, question, "clinician")
        prompt = "".join(piece.text for piece in ledger.pieces)
        assert not [secret for secret in secrets if secret in prompt]
        with pytest.raises(UserError):
            services.context.build(own, question, "clinician")
    for secret in secrets[:4]:
        assert list(services.search.find(None, secret)) == []


# --- retention


def test_erasing_before_its_time_asks_for_a_reason_and_notes_it(services: Services) -> None:
    session_id = _said(services, 1, "头痛三天。")
    until = services.consents.kept_until(1)
    assert until is not None
    assert until.year == _today(Clock()).year + 15
    for kind, number in ((ErasedKind.SESSION, session_id), (ErasedKind.PERSON, 1)):
        with pytest.raises(UserError) as refused:
            services.erasure.erase(kind, number)
        assert refused.value.code == "reason_needed"
    services.erasure.erase(ErasedKind.PERSON, 1, "request")
    entry = next(entry for entry in services.audit.entries() if entry.action == "erased")
    assert json.loads(entry.detail)["reason"] == "request"


def test_deleting_words_before_their_time_asks_for_a_reason(services: Services, clock: Clock) -> None:
    session = _said(services, 1, "今日血压150/95。", "青霉素过敏。")
    turn = services.sessions.page(session).turns[0].id
    for delete, number in (
        (services.sessions.delete, session),
        (services.sessions.clear, session),
        (services.sessions.delete_turn, turn),
    ):
        with pytest.raises(UserError, match="reason_needed"):
            delete(number)
    assert len(services.sessions.page(session).turns) == 2
    empty = services.sessions.create(1)
    services.sessions.delete(empty.id)  # nothing was said there
    services.sessions.delete_turn(turn, ErasureReason.MISTAKE)
    assert services.audit.entries(AuditFilter("turn.deleted"))[0].detail == '{"reason": "mistake"}'
    services.consents.keep_until(1, _today(clock))  # the period is over
    services.sessions.delete(session)
    assert services.audit.entries(AuditFilter("session.deleted"))[0].detail == ""


def test_a_day_of_its_own_takes_the_place_of_the_period(services: Services) -> None:
    _said(services, 1, "头痛三天。")
    services.consents.keep_until(1, date(2020, 1, 1))
    services.consents.require_reason(1, "")  # it is over
    services.consents.keep_until(1, None)
    with pytest.raises(UserError):
        services.consents.require_reason(1, "")
