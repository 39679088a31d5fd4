"""The pages about privacy over a whole program with real processes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.domain.audit import AuditState
from desktop_app.domain.certificates import ErasedKind
from desktop_app.domain.conversation import VaultKind
from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.privacy.audit_dialog import AuditDialog
from desktop_app.ui.privacy.certificate_words import certificate_text
from desktop_app.ui.privacy.erase_dialog import EraseDialog
from desktop_app.ui.privacy.pages import audit_error
from desktop_app.ui.privacy.proof_dialog import ProofDialog
from tests.scripted_program import scripted_program
from tests.ui.conftest import OpenWindow

SAID = "The blue door sticks when it rains."


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    with scripted_program(tmp_path) as program:
        yield program


@pytest.fixture
def bridge(services: Services, qapp: QApplication) -> Iterator[EventBridge]:
    made = EventBridge(services.bus, services.tasks)
    yield made
    made.close()


@pytest.fixture
def session(services: Services) -> int:
    session_id = services.sessions.create(services.people.create("Wilhelmina").id).id
    services.chat.record(session_id, SAID, "person")
    return session_id


def test_the_privacy_page_shows_each_process_and_that_it_is_cut_off(
    services: Services, bridge: EventBridge, qtbot: QtBot
) -> None:
    dialog = ProofDialog(services.privacy, bridge)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitUntil(lambda: dialog.table.rowCount() == 3, timeout=20_000)
    guards = [dialog.table.item(row, 2).text() for row in range(3)]
    assert guards[1:] == ["kernel and program"] * 2
    assert guards[0] == "none"  # the test process itself is not isolated
    assert {dialog.table.item(row, 4).text() for row in (1, 2)} == {"none"}
    assert "vault" in dialog.files.toPlainText()
    places = dialog.places.toPlainText()
    assert "Vault, encrypted" in places
    assert "vaults.json" in places
    assert all(f"{one.pattern}" in places for one in services.privacy.written())
    assert "does not guard" in dialog.said.text()


def test_the_log_is_shown_filtered_and_exported(
    services: Services, bridge: EventBridge, session: int, qtbot: QtBot, tmp_path: Path
) -> None:
    other = services.people.create("Other").id
    services.audit.viewed(other)
    dialog = AuditDialog(services, bridge)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitUntil(lambda: dialog.table.rowCount() == 2 and dialog.person.count() == 3)
    qtbot.waitUntil(lambda: "whole" in dialog.state.text())
    assert dialog.table.item(0, 3).text() == "viewed"
    dialog.person.setCurrentIndex(2)
    dialog.person.activated.emit(2)
    qtbot.waitUntil(lambda: dialog.table.rowCount() == 1)
    assert dialog.table.item(0, 4).text() == "Other"
    dialog.export(tmp_path / "log.jsonl")
    qtbot.waitUntil(lambda: "1" in dialog.told.text() and "Exported" in dialog.told.text())
    (line,) = (tmp_path / "log.jsonl").read_text(encoding="utf-8").splitlines()
    entry = json.loads(line)
    assert (entry["action"], entry["subject"]) == ("person.viewed", f"person:{other}")
    assert SAID not in line


def test_erasing_asks_first_and_shows_a_certificate_to_keep(
    services: Services, bridge: EventBridge, session: int, qtbot: QtBot, tmp_path: Path
) -> None:
    person_id = services.sessions.get(session).person_id
    dialog = EraseDialog(services, bridge, person_id, session)
    qtbot.addWidget(dialog)
    dialog.show()
    whom = services.people.get(person_id)
    qtbot.waitUntil(lambda: dialog.whom.text().startswith(whom.name))
    assert services.sessions.get(session).title in dialog.whom.text()
    dialog.accept()
    assert services.sessions.get(session).id == session  # nothing goes before it was confirmed
    dialog.sure.setChecked(True)
    dialog.accept_button.click()
    qtbot.waitUntil(lambda: dialog.certificate is not None, timeout=20_000)
    assert dialog.certificate is not None
    assert dialog.certificate.holds
    text = dialog.shown.toPlainText()
    assert "Nothing of it was found." in text
    assert "Reason: none was asked for" in text
    assert "Erased by: who used this machine" in text
    assert "not named here on purpose" in text
    assert "record number" not in text  # a space has none
    assert "does not diagnose" not in text  # a space is no patient
    with pytest.raises(KeyError):
        services.sessions.get(session)
    assert [person.id for person in services.people.list()] == [person_id]
    dialog.save(tmp_path / "c.txt")
    dialog.save(tmp_path / "c.json")
    assert dialog.certificate.sha256 in (tmp_path / "c.txt").read_text(encoding="utf-8")
    assert json.loads((tmp_path / "c.json").read_text(encoding="utf-8"))["holds"] is True
    dialog.accept_button.click()


def test_a_certificate_says_why_who_and_what_others_said_too(
    services: Services, bridge: EventBridge, session: int
) -> None:
    certificate = services.erasure.erase(ErasedKind.SESSION, session)
    found = replace(certificate.verification, said_elsewhere=5)
    told = replace(certificate, verification=found, reason="request", erased_by="Dr Li", with_secret=True)
    text = certificate_text(told, VaultKind.CLINICAL)
    assert "Name and record number are not written here on purpose" in text
    assert "Reason: The patient or who stands for them asked for it" in text
    assert "Erased by: Dr Li, who opened the vault with its passphrase or recovery code" in text
    assert "It does not diagnose, prescribe or advise on drugs" in text
    assert "Nothing of it was found." not in text  # as five of its texts stand elsewhere
    assert "Nothing of it was found but 5 texts that also stand in what is kept" in text


def test_the_heading_names_the_session_only_where_it_is_what_goes(
    services: Services, bridge: EventBridge, session: int, qtbot: QtBot
) -> None:
    dialog = EraseDialog(services, bridge, services.sessions.get(session).person_id, session)
    qtbot.addWidget(dialog)
    title = services.sessions.get(session).title
    qtbot.waitUntil(lambda: title in dialog.whom.text())
    dialog.person.setChecked(True)
    assert title not in dialog.whom.text()
    dialog.session.setChecked(True)
    assert title in dialog.whom.text()


def test_the_newest_turn_alone_can_be_erased_and_never_more(
    services: Services, bridge: EventBridge, session: int, qtbot: QtBot
) -> None:
    dialog = EraseDialog(services, bridge, services.sessions.get(session).person_id, session)
    qtbot.addWidget(dialog)
    dialog.turn.setChecked(True)
    dialog.sure.setChecked(True)
    dialog.accept()
    qtbot.waitUntil(lambda: dialog.certificate is not None, timeout=20_000)
    assert services.sessions.page(session).turns == ()
    empty = EraseDialog(services, bridge, services.sessions.get(session).person_id, session)
    qtbot.addWidget(empty)
    empty.turn.setChecked(True)
    empty.sure.setChecked(True)
    empty.accept()
    qtbot.waitUntil(lambda: "no turn" in empty.told.text())
    assert services.sessions.get(session).id == session


def test_a_whole_person_can_be_erased(services: Services, bridge: EventBridge, session: int, qtbot: QtBot) -> None:
    person_id = services.sessions.get(session).person_id
    dialog = EraseDialog(services, bridge, person_id, session)
    qtbot.addWidget(dialog)
    dialog.person.setChecked(True)
    dialog.sure.setChecked(True)
    dialog.accept()
    qtbot.waitUntil(lambda: dialog.certificate is not None, timeout=20_000)
    assert services.people.list() == ()


@pytest.mark.parametrize(
    ("state", "code"),
    [
        (AuditState(9), None),
        (AuditState(9, broken_at=3), "audit_broken"),
        (AuditState(9, missing=2), "audit_missing"),
        (AuditState(9, replaced=True), "audit_replaced"),
    ],
)
def test_a_log_that_is_not_whole_is_told_at_the_start(
    open_window: OpenWindow, qtbot: QtBot, state: AuditState, code: str | None
) -> None:
    error = audit_error(state)
    assert (error.code if error else None) == code
    viewed: list[int] = []

    def prepare(program: object) -> None:
        program.audit.check = lambda: state  # type: ignore[attr-defined]
        program.audit.viewed = viewed.append  # type: ignore[attr-defined]

    window, _program = open_window(prepare=prepare)
    if code is not None:
        qtbot.waitUntil(window.notices.isVisible)
    qtbot.waitUntil(lambda: viewed == [1])
    assert window.notices.isVisible() is (code is not None)
