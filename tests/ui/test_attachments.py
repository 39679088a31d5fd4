"""Attachments in the composer of the real window over a real vault."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from desktop_app.services.facade import Services
from desktop_app.support.sizes import format_bytes
from desktop_app.ui.main_window import MainWindow
from tests.ui.vault_window import vault_window


@pytest.fixture
def window(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[MainWindow, Services]]:
    monkeypatch.setattr("desktop_app.ui.shell.survive_uncaught_errors", lambda report: None)
    with vault_window(
        qtbot,
        qapp,
        tmp_path / "program",
        people=("Ann",),
        prepare=lambda services: services.sessions.create(services.people.list()[0].id, "Talk"),
        context_length=4096,
        reserve=512,
    ) as (opened, services):
        qtbot.waitUntil(lambda: opened.session_id is not None)
        yield opened, services


def _drop(window: MainWindow, *paths: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    assert window.composer.edit.canInsertFromMimeData(data)
    window.composer.edit.insertFromMimeData(data)


def test_a4_a_huge_file_is_clipped_and_the_button_says_so(
    qtbot: QtBot, window: tuple[MainWindow, Services], tmp_path: Path
) -> None:
    shown, services = window
    path = tmp_path / "diary.txt"
    path.write_text("\n\n".join(f"Entry {number}: the garden was watered once more." for number in range(1500)))
    bar = shown.conversation.attachments
    _drop(shown, path)
    qtbot.waitUntil(lambda: len(bar.attachments) == 1, timeout=10_000)
    assert bar.isVisible()
    assert shown.composer.text() == ""  # the file's address is not typed
    shown.composer.set_text("@@say What about entry 1234?")
    qtbot.waitUntil(lambda: "have no room" in shown.composer._send.accessibleDescription(), timeout=20_000)
    assert "diary.txt" in shown.composer._send.toolTip()
    shown.composer.send()
    qtbot.waitUntil(lambda: shown.conversation.sent is not None, timeout=20_000)
    assert bar.attachments == ()
    assert not bar.isVisible()
    sent = shown.conversation.sent
    assert sent is not None
    (cut,) = sent[1].attachment_cuts
    assert cut.tokens > 8000
    assert 0 < sent[1].sections["attachments"] <= 1792
    qtbot.waitUntil(lambda: not services.chat.busy, timeout=20_000)


def test_a_file_can_be_removed_and_a_foreign_one_is_refused(
    qtbot: QtBot, window: tuple[MainWindow, Services], tmp_path: Path
) -> None:
    shown, _ = window
    good, bad = tmp_path / "note.md", tmp_path / "virus.exe"
    good.write_text("# hello")
    bad.write_bytes(b"MZ")
    bar = shown.conversation.attachments
    with qtbot.waitSignal(bar.failed, timeout=10_000) as refused:
        _drop(shown, bad)
    assert refused.args[0].code == "attachment_kind"
    _drop(shown, good)
    qtbot.waitUntil(lambda: len(bar.attachments) == 1, timeout=10_000)
    (remove,) = [each for each in bar.findChildren(QPushButton) if each.isVisible()]
    assert remove.accessibleName() == "Remove the attachment note.md"
    qtbot.mouseClick(remove, Qt.MouseButton.LeftButton)
    assert bar.attachments == ()
    assert not bar.isVisible()


def test_what_is_attached_and_not_sent_is_there_after_a_restart(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("desktop_app.ui.shell.survive_uncaught_errors", lambda report: None)
    path = tmp_path / "leaflet.md"
    path.write_text("Take one with water. " * 50)
    vault = tmp_path / "program"
    with vault_window(
        qtbot, qapp, vault, people=("Ann",), prepare=lambda s: s.sessions.create(s.people.list()[0].id, "Talk")
    ) as (shown, services):
        qtbot.waitUntil(lambda: shown.session_id is not None)
        session_id = shown.session_id
        assert session_id is not None
        _drop(shown, path)
        qtbot.waitUntil(lambda: len(shown.conversation.attachments.attachments) == 1, timeout=10_000)
    with vault_window(qtbot, qapp, vault) as (shown, services):
        bar = shown.conversation.attachments
        qtbot.waitUntil(lambda: [each.name for each in bar.attachments] == ["leaflet.md"])
        (kept,) = bar.attachments
        assert kept.text == path.read_text().strip()
        assert kept.file_bytes == path.stat().st_size
        assert kept.tokens > 100
        shown.composer.set_text("@@say What does it say?")
        shown.composer.send()
        line = f"Attached: leaflet.md ({format_bytes(kept.file_bytes)}, about {kept.tokens} tokens)"
        qtbot.waitUntil(lambda: line in shown.transcript.browser.toPlainText(), timeout=20_000)
        qtbot.waitUntil(lambda: not services.chat.busy, timeout=20_000)
        qtbot.waitUntil(lambda: services.sessions.draft_files(session_id) == (), timeout=5_000)
    with vault_window(qtbot, qapp, vault) as (shown, _):
        qtbot.waitUntil(lambda: line in shown.transcript.browser.toPlainText(), timeout=20_000)
        assert shown.conversation.attachments.attachments == ()
