"""Replies held against their prompts, in the real window over a real vault."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QTextCharFormat
from PySide6.QtWidgets import QApplication, QCheckBox
from pytestqt.qtbot import QtBot

from desktop_app.services.facade import Services
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.preferences import PreferenceStore
from desktop_app.ui.settings.dialog import SettingsDialog
from desktop_app.ui.shell import build_window
from desktop_app.ui.transcript.captions import UNRECORDED_LINK
from desktop_app.ui.transcript.grounding_marks import MARK_LINK, SOURCE_LINK
from tests.scripted_program import scripted_program

TOLD = "I take lisinopril 10 mg every morning, since 5 March 2024."
ASKED = "What do I take?"
REPLY = (
    "😅 You take **lisinopril 10 mg**, not 20 mg, since March 5th, 2024.\n\n1. Add aspirin.\n\n```\nx = 77 mg\n```\n"
)


class Scene:
    def __init__(self, qtbot: QtBot, window: MainWindow, services: Services) -> None:
        self.qtbot, self.window, self.services = qtbot, window, services

    @property
    def text(self) -> str:
        return self.window.transcript.browser.toPlainText()

    def links(self) -> dict[str, str]:
        """The words under every link of the transcript."""
        found: dict[str, str] = {}
        block = self.window.transcript.browser.document().begin()
        while block.isValid():
            for each in block:
                fragment = each.fragment()
                if fragment.charFormat().isAnchor():
                    link = fragment.charFormat().anchorHref()
                    found[link] = found.get(link, "") + fragment.text()
            block = block.next()
        return found

    def formats(self, text: str) -> QTextCharFormat:
        cursor = self.window.transcript.browser.document().find(text)
        while not cursor.charFormat().isAnchor() and not cursor.isNull():
            cursor = self.window.transcript.browser.document().find(text, cursor)
        return cursor.charFormat()

    def marked(self) -> list[str]:
        return [words for link, words in self.links().items() if link.startswith(MARK_LINK)]

    def until(self, condition: object) -> None:
        self.qtbot.waitUntil(condition, timeout=8000)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    """A vault in which a drug was told, asked for, and answered partly wrong."""
    with scripted_program(tmp_path_factory.mktemp("vault"), replies=["Noted.", REPLY]) as services:
        session = services.sessions.create(services.people.create("Ann").id, "Drugs").id
        for text in (TOLD, ASKED):
            services.chat.send(session, text, "person")
            services.chat.wait_until_idle(10)
        yield services


@pytest.fixture
def scene(qtbot: QtBot, qapp: QApplication, program: Services, monkeypatch: pytest.MonkeyPatch) -> Iterator[Scene]:
    monkeypatch.setattr("desktop_app.ui.shell.survive_uncaught_errors", lambda report: None)
    preferences = PreferenceStore(None)
    preferences.update(language="en", welcomed=True)
    window = build_window(qapp, program, preferences)
    window.resize(1280, 800)
    window.show()
    yield Scene(qtbot, window, program)
    window.close()
    window.deleteLater()
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    qapp.setStyleSheet("")


def test_values_not_in_the_record_are_marked_and_the_others_lead_to_their_source(scene: Scene) -> None:
    scene.until(lambda: len(scene.marked()) == 2)
    assert scene.marked() == ["20 mg", "aspirin"]
    mark = scene.formats("aspirin")
    assert mark.toolTip() == "not in the record"
    assert mark.underlineStyle() == QTextCharFormat.UnderlineStyle.WaveUnderline
    first = scene.services.sessions.page(scene.window.session_id or 0).turns[0]
    source = f"{SOURCE_LINK}/{first.session_id}/{first.id}"
    assert scene.links()[source] == "lisinopril10 mgMarch 5th, 2024"
    went: list[tuple[int, int]] = []
    scene.window.transcript.source_requested.connect(lambda *place: went.append(place))
    scene.window.transcript.browser.link_activated.emit(source)
    assert went == [(first.session_id, first.id)]


def test_the_caption_counts_them_and_leads_from_one_to_the_next(scene: Scene) -> None:
    scene.until(lambda: "2 values not in the record" in scene.text)
    second = scene.services.sessions.page(scene.window.session_id or 0).turns[1]
    link = f"{UNRECORDED_LINK}/{second.id}"
    assert scene.links()[link] == "2 values not in the record"
    scene.until(lambda: len(scene.marked()) == 2)
    browser = scene.window.transcript.browser
    chosen = []
    for _ in range(3):
        browser.link_activated.emit(link)
        chosen.append(browser.textCursor().selectedText())
    assert chosen == ["20 mg", "aspirin", "20 mg"]


def test_the_marks_stay_with_another_language_and_go_with_the_setting(scene: Scene, qapp: QApplication) -> None:
    scene.until(lambda: len(scene.marked()) == 2)
    scene.window.dialogs._translations.set_choice("zh")
    scene.until(lambda: len(scene.marked()) == 2)
    scene.window.dialogs._translations.set_choice("en")
    scene.window.dialogs.settings()
    dialog = scene.window.findChild(SettingsDialog)
    assert dialog is not None
    box = next(b for b in dialog.findChildren(QCheckBox) if b.accessibleName() == "Check replies against the record")
    assert box.isChecked()
    assert box.accessibleDescription()
    box.click()
    dialog.accept()
    scene.until(lambda: not scene.marked() and "not in the record" not in scene.text)
    settings = scene.services.settings.get()
    scene.services.settings.update(replace(settings, mark_unrecorded=True))
    scene.until(lambda: len(scene.marked()) == 2)


def test_a_reply_is_checked_when_it_is_finished(scene: Scene) -> None:
    scene.until(lambda: len(scene.marked()) == 2)
    turn = scene.services.sessions.page(scene.window.session_id or 0).turns[-1]
    scene.services.chat.send(turn.session_id, "@@say Take warfarin.", "person")
    scene.until(lambda: scene.marked() == ["20 mg", "aspirin"] and "Take warfarin." in scene.text)
