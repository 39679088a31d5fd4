"""The guide, what is inside the program, and the note of an error, as they are shown."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QListWidget, QPlainTextEdit, QTextBrowser
from pytestqt.qtbot import QtBot

from desktop_app.support.crash_log import CrashLog
from desktop_app.ui.dialogs.about import AboutDialog
from desktop_app.ui.help.crash import CrashDialog
from desktop_app.ui.help.guide import GuideDialog, guide_pages
from tests.ui.conftest import OpenWindow, Speak

CANARY = "zinnoberfisch"


def test_the_guide_has_the_same_pages_in_both_languages() -> None:
    english, chinese = guide_pages("en"), guide_pages("zh")
    assert len(english) == len(chinese) > 0
    assert (english[0].title, chinese[0].title) == ("First ten minutes", "最初的十分钟")


def test_the_guide_follows_the_language_and_loads_nothing(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, _ = open_window()
    window._actions["guide"].trigger()
    dialog = window.findChild(GuideDialog)
    page, pages = dialog.findChild(QTextBrowser), dialog.findChild(QListWidget)
    assert "Retrace is an assistant" in page.toPlainText()
    assert pages.item(0).text() == "First ten minutes"
    window.dialogs._translations.set_choice("zh")
    qtbot.waitUntil(lambda: "溯忆是一个" in page.toPlainText())
    assert page.loadResource(2, "file:///etc/hostname") is None
    dialog.reject()


def test_about_names_what_is_inside(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, _ = open_window()
    window._actions["about"].trigger()
    field = window.findChild(AboutDialog).findChild(QPlainTextEdit)
    qtbot.waitUntil(lambda: "msgspec" in field.toPlainText())
    shown = field.toPlainText().lower().replace("_", "-")
    for name in ("pyside6-essentials", "llama-cpp-python", "sqlite-vec"):
        assert name in shown
    assert shown.count("no licence named") < 3  # a few packages name none


def _fail(text: str) -> None:
    raise ValueError(text)


def test_an_uncaught_error_is_noted_without_its_words_and_offered_once(
    speak: Speak, qtbot: QtBot, tmp_path: Path
) -> None:
    speak("en")
    crashes = CrashLog(tmp_path / "logs")
    assert crashes.unread() == ""
    try:
        _fail(CANARY)
    except ValueError as error:
        crashes.write(type(error), sys.exc_info()[2])
    text = CrashLog(tmp_path / "logs").unread()
    for part in ("ValueError", "test_help.py", "_fail"):
        assert part in text
    for part in (CANARY, str(tmp_path), str(Path(__file__).parent)):
        assert part not in text
    assert CrashLog(tmp_path / "logs").unread() == ""

    dialog = CrashDialog(text, crashes)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.mouseClick(dialog._copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text().rstrip() == text.rstrip()
    assert crashes.path.exists()
    qtbot.mouseClick(dialog.cancel_button, Qt.MouseButton.LeftButton)
    assert not crashes.path.exists()
    assert not dialog.isVisible()


def test_what_the_dying_interpreter_wrote_is_offered_without_folders(tmp_path: Path) -> None:
    (tmp_path / "fatal.txt").write_text(
        "Fatal Python error: Segmentation fault\n\nCurrent thread 0x1 (most recent call first):\n"
        '  File "/home/anna-secret/app/desktop_app/ui/bridge.py", line 12 in run\n',
        encoding="utf-8",
    )
    text = CrashLog(tmp_path).unread()
    assert 'File "bridge.py", line 12 in run' in text
    assert "anna-secret" not in text
