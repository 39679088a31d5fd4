"""The backups through the real window over a real vault."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from desktop_app import desktop
from desktop_app.composition import Program, open_or_create
from desktop_app.domain.backups import BackupReason
from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.errors import UserError
from desktop_app.domain.events import BackupsChanged
from desktop_app.engine.scripted import scripted_chat_engine, scripted_embedder
from desktop_app.services.exchange.collecting import Collector
from desktop_app.support.paths import DataPaths
from desktop_app.ui.backups.dialog import BackupsDialog
from desktop_app.ui.backups.mark import BackupMark
from desktop_app.ui.dialogs.question import QuestionDialog
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.preferences import PreferenceStore
from desktop_app.ui.shell import build_window
from tests.scripted_program import CHEAP, READY, Clock

Scene = tuple[MainWindow, Program]


Reopen = Callable[[], Program]


@pytest.fixture
def reopen(tmp_path: Path) -> Iterator[Reopen]:
    """Opens the program without a window."""
    opened: list[Program] = []

    def make() -> Program:
        opened.append(
            Program(
                open_or_create(tmp_path / "vault", VaultKind.PERSONAL, Clock()),
                DataPaths(tmp_path),
                language=lambda: "en",
                clock=Clock(),
                engine=scripted_chat_engine(READY),
                embedder=scripted_embedder(READY),
                key_cost=CHEAP,
            )
        )
        return opened[-1]

    yield make
    for program in opened:
        program.close()


@pytest.fixture
def scene(qtbot: QtBot, qapp: QApplication, reopen: Reopen, monkeypatch: pytest.MonkeyPatch) -> Iterator[Scene]:
    monkeypatch.setattr("desktop_app.ui.shell.survive_uncaught_errors", lambda report: None)
    program = reopen()
    program.services.people.create("Me")
    preferences = PreferenceStore(None)
    preferences.update(language="en", welcomed=True)
    window = build_window(qapp, program.services, preferences)
    window.show()
    qtbot.waitUntil(lambda: window.person_id is not None)
    yield window, program
    window.close()
    window.deleteLater()
    program.close()
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    qapp.setStyleSheet("")


def _mark(window: MainWindow) -> BackupMark:
    return next(iter(window.findChildren(BackupMark)))


def _dialog(qtbot: QtBot, window: MainWindow) -> BackupsDialog:
    qtbot.waitUntil(lambda: any(each.isVisible() for each in window.findChildren(BackupsDialog)))
    return next(each for each in window.findChildren(BackupsDialog) if each.isVisible())


def test_from_the_status_line_to_a_backup_and_back(qtbot: QtBot, scene: Scene, reopen: Reopen) -> None:
    window, program = scene
    sessions = program.services.sessions
    kept = sessions.create(1, "kept")
    mark = _mark(window)
    assert mark.text() == "no backup yet"
    qtbot.mouseClick(mark, Qt.MouseButton.LeftButton)
    dialog = _dialog(qtbot, window)
    assert not dialog.restore_button.isEnabled()
    qtbot.mouseClick(dialog.now, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.table.rowCount() == 1)
    assert mark.text().startswith("backed up ")
    qtbot.waitUntil(lambda: dialog.now.isEnabled())
    assert [dialog.table.item(0, column).text() for column in (1, 2, 4)] == ["by hand", "0", "beside the vault"]
    sessions.create(1, "said later")
    dialog.table.setFocus()
    qtbot.keyClick(dialog.table, Qt.Key.Key_Down)
    dialog.table.selectRow(0)
    qtbot.mouseClick(dialog.restore_button, Qt.MouseButton.LeftButton)
    box = dialog.findChild(QuestionDialog)
    assert box.cancel_button.isDefault()
    assert box.cancel_button.text() == "Keep the vault"
    next(each for each in box.findChildren(QPushButton) if each.text() == "Back up and replace").click()
    qtbot.waitUntil(lambda: not window.isVisible())
    assert window.restore_from is not None
    desktop._restore(program, window.restore_from)
    program = reopen()
    assert [session.id for session in program.services.sessions.list(1)] == [kept.id]
    reasons = {one.reason for one in program.services.backups.list()}
    assert reasons == {BackupReason.BEFORE_RESTORE, BackupReason.BY_HAND}


def test_what_only_a_backup_holds_is_added_and_nothing_here_changes(qtbot: QtBot, scene: Scene, tmp_path: Path) -> None:
    window, program = scene
    services = program.services
    lost, kept = (services.sessions.create(1, name).id for name in ("lost", "kept"))
    services.chat.record(lost, "My grey heron returns each May.", "person")
    services.chat.record(kept, "Before the backup.", "person")
    services.backups.back_up_now()
    services.sessions.delete(lost)
    services.sessions.rename(kept, "named since")
    services.chat.record(kept, "After the backup.", "person")
    window.dialogs.backups()
    dialog = _dialog(qtbot, window)
    qtbot.waitUntil(lambda: dialog.table.rowCount() == 1)
    dialog.table.selectRow(0)
    qtbot.mouseClick(dialog.restore_button, Qt.MouseButton.LeftButton)
    box = dialog.findChild(QuestionDialog)
    assert box.cancel_button.isDefault()
    assert box.cancel_button.text() == "Keep the vault"
    next(each for each in box.findChildren(QPushButton) if each.text() == "Back up and add what is missing").click()
    qtbot.waitUntil(lambda: dialog._added.text().startswith("Added:"))
    assert dialog._added.text() == (
        "Added: sessions 1, turns 1, facts 0. Here already and left as they are: turns 1, facts 0."
    )
    assert not dialog.bar.isVisible()
    assert dialog.restore_button.isEnabled()
    assert window.isVisible()  # nothing starts again
    titles = {session.title: session.id for session in services.sessions.list(1)}
    assert set(titles) == {"lost", "named since"}
    said = [turn.question.text for turn in services.sessions.page(titles["named since"]).turns]
    assert said == ["Before the backup.", "After the backup."]
    reasons = [one.reason for one in services.backups.list()]
    assert sorted(reasons) == sorted([BackupReason.BEFORE_RESTORE, BackupReason.BY_HAND])
    heron = b"grey heron"
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and heron in path.read_bytes()]


def test_adding_is_stopped_or_fails_with_words_and_nothing_changes(
    qtbot: QtBot, scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, program = scene
    services = program.services
    session = services.sessions.create(1, "lost").id
    for number in range(5):
        services.chat.record(session, f"Line {number}", "person")
    services.backups.back_up_now()
    backup = services.backups.list()[0]
    services.sessions.delete(session)
    dialog = BackupsDialog(services.backups, services.backup_merge, window.bridge, window)
    dialog.open()
    collect = Collector.document

    def stopped(self: Collector, *arguments: object) -> object:
        qtbot.mouseClick(dialog.stop, Qt.MouseButton.LeftButton)
        return collect(self, *arguments)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(window.bridge, "run", _at_once)
        patch.setattr(Collector, "document", stopped)
        dialog._merge(backup)
    assert dialog._told.text().startswith("Cancelled")
    backup.path.write_bytes(b"x" * 5000)
    dialog._merge(backup)
    qtbot.waitUntil(lambda: "backup" in dialog._told.text().lower())
    assert dialog._progress is None
    assert services.sessions.list(1) == ()


def _at_once(
    lane: str, work: Callable[..., object], *arguments: object, done: Callable[[object], None],
    failed: Callable[[UserError], None], owner: object,
) -> None:  # fmt: skip
    try:
        done(work(*arguments))
    except UserError as error:
        failed(error)


def test_a_restore_that_fails_is_said_and_the_vault_is_what_it_was(
    scene: Scene, reopen: Reopen, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    told: list[UserError] = []
    monkeypatch.setattr(desktop, "show_fatal", told.append)
    _, program = scene
    session = program.services.sessions.create(1, "kept")
    (tmp_path / "broken.db").write_bytes(b"x" * 5000)
    desktop._restore(program, tmp_path / "broken.db")
    assert [error.code for error in told] == ["backup_unusable"]
    program = reopen()
    assert [one.id for one in program.services.sessions.list(1)] == [session.id]


def test_a_second_place_is_chosen_named_and_left(qtbot: QtBot, scene: Scene, tmp_path: Path) -> None:
    window, program = scene
    drive = tmp_path / "drive"
    answers = [str(tmp_path / "vault"), str(drive)]
    dialog = BackupsDialog(
        program.services.backups, program.services.backup_merge, window.bridge, window, lambda: answers.pop(0)
    )
    dialog.open()
    qtbot.mouseClick(dialog.choose, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog._told.isVisible())
    assert dialog._told.text().startswith("This folder lies in the vault itself: vault")
    drive.mkdir()
    qtbot.mouseClick(dialog.choose, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: str(drive) in dialog._place.text())
    assert dialog._keyless.isVisible()  # no passphrase: the key stays here
    qtbot.mouseClick(dialog.now, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.table.rowCount() == 2)
    assert {dialog.table.item(row, 4).text() for row in (0, 1)} == {"beside the vault", "second place"}
    assert "last copy:" in dialog._place.text()
    qtbot.mouseClick(dialog.forget, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog._place.text().startswith("None."))
    assert len(list(drive.rglob("*.db"))) == 1  # what was copied stays there


def test_the_mark_says_what_failed(qtbot: QtBot, scene: Scene) -> None:
    window, program = scene
    services = program.services
    services.backups.back_up_now()
    state = services.backups.state()
    for changes, text in (({"error": "disk_full"}, "backup failed"), ({"second_error": "x"}, "second place failed")):
        services.bus.publish(BackupsChanged(replace(state, **changes)))
        qtbot.waitUntil(lambda text=text: text in _mark(window).text())
        assert text in _mark(window).accessibleName()


def test_the_text_says_how_often_by_the_setting(qtbot: QtBot, scene: Scene) -> None:
    window, program = scene
    settings = program.services.settings
    for minutes, words in ((30, "every 30 minutes"), (5, "every 5 minutes"), (0, "when the program ends, where")):
        settings.change(lambda now, minutes=minutes: replace(now, backup=replace(now.backup, every_minutes=minutes)))
        dialog = BackupsDialog(program.services.backups, program.services.backup_merge, window.bridge, window)
        assert words in dialog._said.text()
        assert ("minutes" in dialog._said.text()) == bool(minutes)
        dialog.close()
