"""Qt's file dialogs begin where somebody looked last, and propose a name that says what is in the file."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QStandardPaths
from PySide6.QtWidgets import QApplication, QFileDialog, QTreeView, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.ui import file_dialogs
from desktop_app.ui.theme import ThemeManager, ThemeName


def test_they_begin_among_the_documents_and_then_where_the_last_one_was(
    qapp: QApplication, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    documents, elsewhere = tmp_path / "documents", tmp_path / "elsewhere"
    for folder in (documents, elsewhere):
        folder.mkdir()
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda _: str(documents))
    qapp.setProperty("last_folder", None)
    began: list[str] = []

    def save(_parent: QWidget, _title: str, start: str, _kinds: str) -> tuple[str, str]:
        began.append(start)
        return str(elsewhere / "notes.md"), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", save)
    for _ in range(2):
        assert file_dialogs.ask_where_to_save(window, "Save", "talk.md") == elsewhere / "notes.md"
    assert began == [str(documents / "talk.md"), str(elsewhere / "talk.md")]
    assert file_dialogs.file_dialog(window, "Open").directory().absolutePath() == str(elsewhere)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: ("", ""))
    assert file_dialogs.ask_for_file(window, "Open", "") is None
    assert file_dialogs.start_folder() == str(elsewhere)  # thinking better of it changes nothing
    elsewhere.rmdir()
    assert file_dialogs.start_folder() == str(documents)
    qapp.setProperty("last_folder", None)


def test_a_name_typed_without_an_ending_gets_the_right_one(
    qapp: QApplication, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    typed: list[str] = []
    proposed: list[str] = []

    def save(_parent: QWidget, _title: str, start: str, _kinds: str) -> tuple[str, str]:
        proposed.append(Path(start).name)
        name = typed.pop(0)
        return str(tmp_path / name) if name else "", ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", save)
    for name, written in (("li_a", "li_a.html"), ("2026.11.30", "2026.11.30.html"), ("li.htm", "li.htm")):
        typed[:] = [name]
        assert file_dialogs.ask_where_to_save(window, "Save", "all.html") == tmp_path / written
    (tmp_path / "li_a.html").touch()
    typed[:] = ["li_a", ""]
    proposed.clear()
    assert file_dialogs.ask_where_to_save(window, "Save", "all.html") is None, "nothing is overwritten unasked"
    assert proposed == ["all.html", "li_a.html"]
    qapp.setProperty("last_folder", None)


@pytest.mark.parametrize("body_px", [14, 20])
def test_qts_own_dialog_has_room_for_its_columns(
    qapp: QApplication, qtbot: QtBot, tmp_path: Path, body_px: int
) -> None:
    themes = ThemeManager(qapp, ThemeName.LIGHT, body_px)
    for name in ("Bloodpressure of the whole year.md", "b.md"):
        (tmp_path / name).write_text("x", encoding="utf-8")
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    dialog = file_dialogs.file_dialog(window, "Open")
    dialog.setDirectory(str(tmp_path))
    dialog.open()
    view = dialog.findChild(QTreeView, "treeView")
    qtbot.waitUntil(
        lambda: view.header().sectionSize(0) >= view.fontMetrics().horizontalAdvance("Bloodpressure of the")
    )
    for column in (1, 2, 3):
        qtbot.waitUntil(lambda at=column: view.header().sectionSize(at) >= view.sizeHintForColumn(at))
    assert dialog.frameGeometry().height() <= dialog.screen().availableGeometry().height()
    dialog.reject()
    themes.deleteLater()


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("我的记录", "我的记录.md"),
        ("a/b: what?", "a b what.md"),
        ("..", "retrace.md"),
        ("", "retrace.md"),
        ("x" * 100, "x" * 60 + ".md"),
    ],
)
def test_a_title_becomes_a_name_that_every_system_takes(title: str, name: str) -> None:
    assert file_dialogs.file_name(title, "md", "retrace") == name
