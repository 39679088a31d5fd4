"""A vault of a trial version at the start of the program: brought over, or left alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app import desktop
from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.errors import VaultError
from desktop_app.storage import keyfile
from desktop_app.storage.connection import open_connection
from desktop_app.storage.store import Store
from desktop_app.ui.backups.bring_over_dialog import BringOverDialog
from tests.scripted_program import Clock
from tests.storage.storage_helpers import new_session, say

Step = Callable[[BringOverDialog], bool]


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    store = Store.create(tmp_path / "vault", VaultKind.PERSONAL, Clock())
    session_id = store.write(new_session)
    store.write(lambda db: [say(db, session_id, f"question {n}") for n in range(3)])
    store.close()
    age(tmp_path / "vault", "ALTER TABLE session DROP COLUMN archived")
    return tmp_path / "vault"


def age(vault: Path, sql: str) -> None:
    connection = open_connection(vault / "vault.db", keyfile.load(vault).data_key)
    connection.execute("PRAGMA foreign_keys=OFF")
    connection.execute(sql)
    connection.close()


def error_of(vault: Path) -> VaultError:
    with pytest.raises(VaultError) as raised:
        Store.open(vault, Clock())
    return raised.value


@pytest.fixture
def meet(qapp: QApplication) -> Iterator[Callable[[Step], None]]:
    """Drives the dialog while it is executed: the step runs again until it says that it is done."""
    timers: list[QTimer] = []

    def make(step: Step) -> None:
        timer = QTimer()

        def look() -> None:
            for widget in QApplication.topLevelWidgets():
                if isinstance(widget, BringOverDialog) and widget.isVisible() and step(widget):
                    timer.stop()

        timer.timeout.connect(look)
        timer.start(20)
        timers.append(timer)

    yield make
    for timer in timers:
        timer.stop()


def test_one_key_brings_it_over_and_one_opens_it(qtbot: QtBot, vault: Path, meet: Callable[[Step], None]) -> None:
    titles: list[str] = []

    def confirm(dialog: BringOverDialog) -> bool:
        if not dialog.accept_button.isEnabled() or dialog.heading.text() in titles:
            return False
        titles.append(dialog.heading.text())
        if len(titles) == 2:
            assert "Messages: 6" in dialog.said.text()
            assert not dialog.cancel_button.isVisible()
        qtbot.keyClick(dialog, Qt.Key.Key_Return)
        return len(titles) == 2

    meet(confirm)
    store = desktop.rescue_and_open(vault, error_of(vault))
    assert store is not None
    assert len(store.read(lambda db: db.turns.branch(1))) == 3
    store.close()
    assert titles == ["This memory is from a trial version", "Everything was brought over"]


def test_whoever_quits_finds_everything_as_it_was(qtbot: QtBot, vault: Path, meet: Callable[[Step], None]) -> None:
    def leave(dialog: BringOverDialog) -> bool:
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)
        return True

    error, before = error_of(vault), (vault / "vault.db").read_bytes()
    meet(leave)
    assert desktop.rescue_and_open(vault, error) is None
    assert (vault / "vault.db").read_bytes() == before
    assert not list(vault.glob("earlier-*"))


def test_what_does_not_fit_is_said_and_nothing_is_changed(
    qtbot: QtBot, vault: Path, meet: Callable[[Step], None]
) -> None:
    age(vault, "CREATE TABLE s AS SELECT * FROM model; DROP TABLE model; ALTER TABLE s RENAME TO model")
    age(vault, "INSERT INTO model (id, sha256) VALUES (1, 'x'), (2, 'x')")  # what must be unique is not
    error, before = error_of(vault), (vault / "vault.db").read_bytes()

    def try_it(dialog: BringOverDialog) -> bool:
        if not dialog.told.isVisible():
            qtbot.mouseClick(dialog.accept_button, Qt.MouseButton.LeftButton)
        elif "model" in dialog.told.text():
            qtbot.mouseClick(dialog.cancel_button, Qt.MouseButton.LeftButton)
            return True
        return False

    meet(try_it)
    assert desktop.rescue_and_open(vault, error) is None
    assert (vault / "vault.db").read_bytes() == before
