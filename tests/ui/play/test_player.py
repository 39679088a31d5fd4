"""A script is played from its first message on, also in a vault that has nobody yet."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.domain.conversation import PERSON
from desktop_app.domain.errors import UserError
from desktop_app.services.facade import Services
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.play.player import Player
from desktop_app.ui.play.script import ScriptLine
from desktop_app.ui.preferences import PreferenceStore
from desktop_app.ui.shell import build_window
from tests.scripted_program import scripted_program

_LINES = [ScriptLine("first", "Ann", PERSON, "I keep bees."), ScriptLine("other", "Bo", PERSON, "I play the cello.")]


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    with scripted_program(tmp_path) as services:
        yield services


@pytest.fixture
def window(services: Services, qtbot: QtBot, qapp: QApplication) -> Iterator[MainWindow]:
    preferences = PreferenceStore(None)
    preferences.update(welcomed=True, language="en")
    window = build_window(qapp, services, preferences)
    window.show()
    yield window
    window.close()
    window.deleteLater()
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    qapp.setStyleSheet("")


def _player(window: MainWindow, services: Services) -> Player:
    return Player(window, services, window.bridge, default_person="Ann", wait_memory=False)


def test_somebody_new_can_be_written_to_before_the_list_of_people_is_read(
    window: MainWindow, services: Services, qtbot: QtBot
) -> None:
    qtbot.waitUntil(lambda: bool(window.composer.closed), timeout=5000)  # nobody is there yet
    person = services.people.create("Ann")
    window.open_session(person.id, services.sessions.create(person.id, "first").id)
    assert window.composer.closed == ""
    assert [record["user"] for record in _player(window, services).play(_LINES, None)] == [
        "I keep bees.",
        "I play the cello.",
    ]


def test_a_message_the_window_does_not_take_ends_the_play_at_once(
    window: MainWindow, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window.composer, "send", lambda: None)
    with pytest.raises(UserError) as refused:
        list(_player(window, services).play(_LINES, None))
    assert (refused.value.code, refused.value.facts["text"]) == ("play_not_taken", "I keep bees.")
