"""The guide, what is inside the program, and the note of an error, as they are shown."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QTextDocument
from PySide6.QtWidgets import QListWidget, QPlainTextEdit, QTextBrowser
from pytestqt.qtbot import QtBot

from desktop_app.support.crash_log import CrashLog
from desktop_app.ui.dialogs.about import AboutDialog
from desktop_app.ui.help.crash import CrashDialog
from desktop_app.ui.help.guide import GuideDialog, guide_pages
from desktop_app.ui.memory_panel.panel import MemoryPanel
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


def test_the_guide_is_as_high_as_the_screen_has_room_for(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, _ = open_window()
    guide = GuideDialog(window)
    guide.show()
    room = guide.screen().availableGeometry()
    assert guide.height() >= round(0.9 * room.height())
    assert guide.height() <= room.height()
    guide.close()


def test_the_guide_gives_lists_air(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, _ = open_window()
    window._actions["guide"].trigger()
    dialog = window.findChild(GuideDialog)
    document = dialog.findChild(QTextBrowser).document()
    blocks = [document.findBlockByNumber(number) for number in range(document.blockCount())]
    items = [block for block in blocks if block.textList() is not None]
    assert len(items) > 5
    for item in items:
        indent = item.blockFormat().textIndent()
        assert item.text().startswith("\u00a0"), "the bullet would touch the words"
        assert item.blockFormat().leftMargin() == -indent > 0, "the lines below would not stand below the words"
    ends = [block for block in items if block.next().textList() is None]
    assert {block.blockFormat().bottomMargin() for block in ends} == {8}
    dialog.reject()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_guide_names_every_tab_of_the_panel(open_window: OpenWindow, speak: Speak, language: str) -> None:
    window, _ = open_window()
    speak(language)
    first = guide_pages(language)[0].markdown
    for page in window.findChild(MemoryPanel).pages.values():
        assert f"**{page.name()}**" in first, page.key


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_guide_shows_its_own_pictures_and_no_other_file(
    open_window: OpenWindow, speak: Speak, qtbot: QtBot, language: str
) -> None:
    window, _ = open_window()
    speak(language)
    window._actions["guide"].trigger()
    dialog = window.findChild(GuideDialog)
    page = dialog.findChild(QTextBrowser)
    image = QTextDocument.ResourceType.ImageResource.value
    pictures = [name for one in dialog._pages for name in re.findall(r"!\[.+?\]\((.+?)\)", one.markdown)]
    assert len(pictures) >= 5
    for name in pictures:
        picture = page.loadResource(image, name)
        assert 200 < picture.width() <= page.viewport().width()
    for elsewhere in ("file:///etc/hostname", "../../icons/retrace.svg", "/usr/share/pixmaps/debian-logo.png"):
        assert page.loadResource(image, elsewhere) is None
    dialog.reject()


def test_about_names_what_is_inside(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, _ = open_window()
    window._actions["about"].trigger()
    dialog = window.findChild(AboutDialog)
    inside, text = dialog.findChild(QListWidget), dialog.findChild(QPlainTextEdit)
    qtbot.waitUntil(lambda: inside.count() > 0, timeout=20_000)  # some two hundred files are read
    shown = [inside.item(row).text().lower().replace("_", "-") for row in range(inside.count())]
    assert shown[0].startswith("retrace ")
    assert "Apache License" in text.toPlainText()
    for name, words in (
        ("pyside6-essentials", "GNU LESSER GENERAL PUBLIC LICENSE"),
        ("llama-cpp-python", "The ggml authors"),
        ("apsw-sqlite3mc", "Ulrich Telle"),
        ("tokenizers", "Apache License"),
        ("python", "PYTHON SOFTWARE FOUNDATION LICENSE"),
    ):
        inside.setFocus()
        inside.setCurrentRow(next(row for row, line in enumerate(shown) if line.startswith(f"{name} ")))
        assert words.lower() in text.toPlainText().lower(), name
    for line in shown:
        assert "no licence named" not in line
        assert not line.endswith("osi approved")


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
