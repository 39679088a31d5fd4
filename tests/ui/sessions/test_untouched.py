"""Ctrl+N and nothing else: the empty session is shown again, and does not stay behind."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.domain.choices import TurnChoices
from desktop_app.domain.conversation import VaultKind
from desktop_app.services.facade import Services
from desktop_app.ui.main_window import MainWindow
from tests.scripted_program import scripted_program
from tests.ui.vault_window import vault_window


def talk(services: Services) -> None:
    for title in ("Knee", "Sleep"):
        services.chat.give(services.sessions.create(1, title).id, f"About {title}.", "person", "I see.")


def begin(qtbot: QtBot, window: MainWindow) -> int:
    """Press Ctrl+N where something was said. Returns the new session."""
    qtbot.waitUntil(lambda: window.session_id is not None)
    before = window.session_id
    qtbot.keyClick(window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: window.session_id not in (None, before))
    assert window.session_id is not None
    return window.session_id


def ids(services: Services) -> set[int]:
    return {session.id for session in services.sessions.list(1)}


@pytest.mark.parametrize("kind", VaultKind)
def test_an_empty_session_is_shown_again_and_goes_when_it_is_left(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, kind: VaultKind
) -> None:
    with vault_window(qtbot, qapp, tmp_path, kind=kind, prepare=talk) as (window, services):
        empty = begin(qtbot, window)
        qtbot.keyClick(window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
        qtbot.wait(100)
        assert (window.session_id, ids(services)) == (empty, {1, 2, empty})
        window.open_session(1, 1)
        qtbot.waitUntil(lambda: ids(services) == {1, 2})
        qtbot.waitUntil(lambda: sorted(window.sessions.titles) == ["Knee", "Sleep"])
        assert window.session_id == 1


def test_what_was_typed_or_chosen_keeps_it(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> None:
    with vault_window(qtbot, qapp, tmp_path, prepare=talk) as (window, services):
        typed = begin(qtbot, window)
        qtbot.keyClicks(window.composer.edit, "half a")
        window.open_session(1, 1)  # before the draft was written to the vault
        qtbot.waitUntil(lambda: services.sessions.draft(typed) == "half a")
        tried = begin(qtbot, window)
        window.conversation.choose(TurnChoices(fill_now=True))
        window.open_session(1, 1)
        gone = begin(qtbot, window)
        window.open_session(1, typed)
        qtbot.waitUntil(lambda: gone not in ids(services))
        assert ids(services) == {1, 2, typed, tried}
        qtbot.waitUntil(lambda: window.composer.text() == "half a")


def test_a_file_that_is_still_being_read_keeps_it(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Dr Lin,", encoding="utf-8")
    with vault_window(qtbot, qapp, tmp_path / "home", prepare=talk) as (window, services):
        session = begin(qtbot, window)
        window.conversation.attachments.add_files([tmp_path / "letter.txt"])
        window.open_session(1, 1)
        qtbot.waitUntil(lambda: len(services.sessions.draft_files(session)) == 1)
        assert session in ids(services)


def test_an_undone_deletion_brings_it_back(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> None:
    with vault_window(qtbot, qapp, tmp_path, prepare=talk) as (window, services):
        session = begin(qtbot, window)
        window.sessions._deletions.add(session)
        qtbot.waitUntil(lambda: window.session_id != session)
        qtbot.wait(50)
        window.sessions._take_back()
        qtbot.waitUntil(lambda: window.session_id == session)
        assert session in ids(services)


@pytest.mark.parametrize(("typed", "left"), [("", {1, 2}), ("half a", {1, 2, 3})])
def test_the_end_of_the_program_leaves_it_too(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, typed: str, left: set[int]
) -> None:
    with vault_window(qtbot, qapp, tmp_path, prepare=talk) as (window, _):
        assert begin(qtbot, window) == 3
        qtbot.keyClicks(window.composer.edit, typed)
    with scripted_program(tmp_path, load=False) as services:
        assert ids(services) == left
        assert services.sessions.draft(3) == typed


def test_another_session_can_be_begun_while_the_first_reply_is_written(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    with vault_window(qtbot, qapp, tmp_path, prepare=talk, tokens_per_second=20.0) as (window, services):
        first = begin(qtbot, window)
        window.composer.set_text("@@tokens 400")
        window.composer.send()
        qtbot.waitUntil(lambda: services.chat.busy)
        qtbot.waitUntil(lambda: [one.turn_count for one in window.sessions._sessions if one.id == first] == [1])
        assert services.chat.busy, "the list tells the turn before its reply has ended"
        assert begin(qtbot, window) != first
        assert first in ids(services)
        window.conversation.stop()
        qtbot.waitUntil(lambda: not services.chat.busy)
