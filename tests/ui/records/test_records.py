"""The record of a real session, written through the dialog and opened again in the window."""

from __future__ import annotations

import json
import re
import stat
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QUrl
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu
from pytestqt.qtbot import QtBot

from desktop_app.services.facade import Services
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.memory_panel.links import TOGGLE
from desktop_app.ui.preferences import PreferenceStore
from desktop_app.ui.records.export_dialog import ExportDialog
from desktop_app.ui.records.viewer import RecordDialog
from desktop_app.ui.shell import build_window
from tests.scripted_program import scripted_program

SAID = ("I'm allergic to penicillin.", "<script>alert(1)</script> & <b>more</b>", "What do you know? " + "word " * 60)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    with scripted_program(tmp_path_factory.mktemp("vault"), context_length=512) as services:
        session = services.sessions.create(services.people.create("Ann").id, "Drugs").id
        for text in (*SAID, *(f"@@say Reply {n} {'more ' * 20}" for n in range(6))):
            services.chat.send(session, text, "person")
            services.chat.wait_until_idle(10)
        assert services.consolidation.wait(60)
        yield services


@pytest.fixture
def window(
    qapp: QApplication, program: Services, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> Iterator[MainWindow]:
    monkeypatch.setattr("desktop_app.ui.shell.survive_uncaught_errors", lambda report: None)
    preferences = PreferenceStore(None)
    preferences.update(language="en", welcomed=True)
    window = build_window(qapp, program, preferences)
    window.show()
    qtbot.waitUntil(lambda: window.session_id is not None)
    yield window
    window.close()
    window.deleteLater()
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    qapp.setStyleSheet("")


def choose(window: MainWindow, text: str) -> None:
    """Take an entry of the memory menu."""
    menu: QMenu = window.top_bar._memory_menu
    menu.aboutToShow.emit()
    next(action for action in menu.actions() if action.text() == text).trigger()


def export(
    window: MainWindow, path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, *, page: bool, turn: int = 0
) -> None:
    """Export the whole session, or a turn by its number."""
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *arguments: (str(path), ""))
    choose(window, "Export the record…")
    dialog = window.findChild(ExportDialog)
    qtbot.waitUntil(dialog.accept_button.isEnabled)
    assert "not encrypted" in dialog._warning.text()
    (dialog.page if page else dialog.data).click()
    (dialog.one if turn else dialog.all).click()
    dialog.number.setValue(turn or 1)
    dialog.accept_button.click()
    qtbot.waitUntil(path.exists, timeout=8000)
    qtbot.waitUntil(lambda: window.findChild(ExportDialog) is None or not window.findChild(ExportDialog).isVisible())


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes.update(name for name, _ in attrs)


def test_a_session_s_json_keeps_the_rules_of_records(
    window: MainWindow, program: Services, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "record.json"
    export(window, path, qtbot, monkeypatch, page=False)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    records = json.loads(path.read_text(encoding="utf-8"))
    assert [record["record"] for record in records] == list(range(9))
    assert [record["user"] for record in records[:3]] == list(SAID)
    for record in records:
        assert sum(record["sections"].values()) == record["prompt_tokens"]
        assert record["reused_tokens"] + record["computed_tokens"] == record["prompt_tokens"]
        earlier = record["kept"] + [turn["turn"] for turn in record["clipped"]]
        assert sorted(earlier) == list(range(record["turn"]))
    turns = program.sessions.page(window.session_id or 0).turns
    assert records == [{"record": n, **program.records.record(turn.id)} for n, turn in enumerate(turns)]
    assert any(record["clipped"] for record in records)


def test_a_session_s_page_needs_nothing_else_and_runs_nothing(
    window: MainWindow, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "record.html"
    export(window, path, qtbot, monkeypatch, page=True)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    text = path.read_text(encoding="utf-8")
    found = Tags()
    found.feed(text)
    assert not found.tags & {"script", "img", "link", "iframe", "object", "b", "a", "form"}
    assert not found.attributes & {"src", "href", "onload", "onerror", "onclick"}
    assert not re.search(r"https?:|url\((?!#reserve\))|@import", text)
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; &lt;b&gt;more" in text
    assert text.count("<svg ") >= 9
    assert "“I&#x27;m allergic to penicillin”" in text
    assert "This file is not encrypted." in text


def test_a_turn_s_page_has_its_exact_prompt(
    window: MainWindow, program: Services, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "turn.html"
    export(window, path, qtbot, monkeypatch, page=True, turn=9)
    text = path.read_text(encoding="utf-8")
    record = program.records.record(program.sessions.page(window.session_id or 0).turns[8].id)
    assert text.count("<article>") == 1
    assert f"Sent to the model: {record['prompt_tokens']} of 512 tokens" in text
    assert "&lt;|im_start|&gt;" in text
    assert text.count("<tr>") > len(record["clipped"])  # type: ignore[arg-type]


def test_a_file_that_cannot_be_written_is_told_and_the_dialog_stays(
    window: MainWindow, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = str(tmp_path / "nowhere" / "record.json")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *arguments: (place, ""))
    choose(window, "Export the record…")
    dialog = window.findChild(ExportDialog)
    qtbot.waitUntil(dialog.accept_button.isEnabled)
    dialog.accept_button.click()
    qtbot.waitUntil(lambda: "record.json" in dialog._problem.text())
    assert dialog.isVisible()
    assert dialog.accept_button.isEnabled()
    dialog.reject()


def opened(window: MainWindow, path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> RecordDialog:
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *arguments: (str(path), ""))
    choose(window, "Open a record…")
    qtbot.waitUntil(lambda: window.findChild(RecordDialog) is not None, timeout=8000)
    return window.findChild(RecordDialog)


def words(dialog: RecordDialog) -> str:
    return dialog.browser.toPlainText().replace("\u2060", "").replace("\u00a0", " ").replace("\u2002", " ")


def test_an_exported_record_opens_with_its_figures_and_nothing_is_stored(
    window: MainWindow, program: Services, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "record.json"
    export(window, path, qtbot, monkeypatch, page=False)
    before = len(program.people.list()), program.sessions.page(window.session_id or 0).total
    dialog = opened(window, path, qtbot, monkeypatch)
    assert dialog.number.maximum() == 9
    dialog.number.setValue(9)
    record = json.loads(path.read_text(encoding="utf-8"))[8]
    text = words(dialog)
    assert str(record["prompt_tokens"]) in text
    assert "penicillin" in text
    assert f"{record['clipped'][0]['tokens']}" in text
    assert f"{record['prompt_tokens']} of 512" in dialog.gauge.accessibleDescription()
    dialog.browser.anchorClicked.emit(QUrl(f"{TOGGLE}/history"))
    assert "Reply 4" in words(dialog)
    assert (len(program.people.list()), program.sessions.page(window.session_id or 0).total) == before
    dialog.accept()


def test_a_list_of_messages_opens_with_estimates(
    window: MainWindow, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "messages.json"
    messages = [{"role": "system", "content": "Be kind."}, {"role": "user", "content": "Where are my keys?"}]
    path.write_text(json.dumps({"messages": messages}), encoding="utf-8")
    dialog = opened(window, path, qtbot, monkeypatch)
    assert "estimates" in dialog._note.text()
    assert "Where are my keys?" in words(dialog)
    assert not dialog.number.isVisible()
    dialog.accept()


def test_a_file_that_is_no_record_is_refused_with_the_reason(
    window: MainWindow, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "odd.json"
    path.write_text('[{"role": "robot"}]', encoding="utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *arguments: (str(path), ""))
    choose(window, "Open a record…")
    qtbot.waitUntil(lambda: window.notices.isVisible())
    assert window.findChild(RecordDialog) is None
