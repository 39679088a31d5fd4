"""A contradiction that waits is seen wherever one is: on the tab, and above the composer."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from desktop_app.domain.conflicts import Settlement
from desktop_app.domain.memory import FactState
from desktop_app.services.facade import Services
from tests.ui.vault_window import vault_window


def _contradict(services: Services) -> None:
    """Say two things of one allergy, and let the memory read both."""
    person = services.people.list()[0].id
    session = services.sessions.create(person, "Allergy").id
    for text in ("I am allergic to peanuts.", "I am not allergic to peanuts."):
        services.chat.record(session, text, "person")
    assert services.consolidation.wait()
    assert [fact.state for fact in services.memory.facts(person)] == [FactState.CONFLICT] * 2


def test_a_contradiction_marks_its_tab_and_leads_there_from_the_conversation(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    with vault_window(qtbot, qapp, tmp_path, prepare=_contradict) as (window, _):
        strip, notice, facts = window.memory_panel.tabs, window.conflict_notice, window.memory_panel.facts
        qtbot.waitUntil(notice.isVisible)
        assert notice.accessibleName().startswith("Two statements contradict each other: Allergies: peanuts.")
        place = next(at for at in range(strip.count()) if strip.tabData(at) == "facts")
        qtbot.waitUntil(lambda: strip.accessibleTabName(place) == "Facts 2 1 to settle")
        assert place not in strip.hidden
        assert strip.current_key() == "context"
        look = next(b for b in notice.findChildren(QPushButton) if b.text() == "Settle")
        qtbot.mouseClick(look, Qt.MouseButton.LeftButton)
        assert strip.current_key() == "facts"
        assert facts.inbox.is_open
        qtbot.mouseClick(facts.inbox.choices[Settlement.ASK], Qt.MouseButton.LeftButton)
        qtbot.waitUntil(notice.isHidden)  # it was answered; the tab still tells of it
        assert strip.accessibleTabName(place) == "Facts 2 1 to settle"
        qtbot.mouseClick(facts.inbox.choices[Settlement.KEEP_OLD], Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: strip.accessibleTabName(place) == "Facts 1")


def test_later_lasts_until_something_else_contradicts(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> None:
    with vault_window(qtbot, qapp, tmp_path, prepare=_contradict) as (window, services):
        notice = window.conflict_notice
        qtbot.waitUntil(notice.isVisible)
        later = next(b for b in notice.findChildren(QPushButton) if b.text() == "Later")
        qtbot.mouseClick(later, Qt.MouseButton.LeftButton)
        assert notice.isHidden()
        session = window.session_id or 0
        services.chat.record(session, "I am allergic to penicillin.", "person")
        services.chat.record(session, "I am not allergic to penicillin.", "person")
        assert services.consolidation.wait()
        qtbot.waitUntil(notice.isVisible)
        assert notice.accessibleName() == "2 contradictions wait for you, the first about Allergies: peanuts."
