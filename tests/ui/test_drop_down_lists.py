"""A list that drops down shows its entries whole and does not cover what it was opened from."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QComboBox
from pytestqt.qtbot import QtBot

from desktop_app.ui.theme import ThemeName
from tests.ui.vault_window import shown_dialog, vault_window


@pytest.mark.parametrize("theme", [ThemeName.DARK, ThemeName.CONTRAST])
def test_the_list_is_as_high_as_its_entries(qtbot: QtBot, qapp: QApplication, tmp_path: Path, theme: ThemeName) -> None:
    with vault_window(qtbot, qapp, tmp_path, language="zh", theme=theme) as (window, _):
        window.dialogs.settings()
        dialog = shown_dialog(qtbot)
        box = next(b for b in dialog.findChildren(QComboBox) if b.count() == 4 and b.isVisible())
        qtbot.mouseClick(box, Qt.MouseButton.LeftButton)
        view = box.view()
        qtbot.waitUntil(view.isVisible)
        rows = [view.visualRect(view.model().index(row, 0)) for row in range(box.count())]
        assert all(view.viewport().rect().contains(row) for row in rows)
        assert view.verticalScrollBar().maximum() == 0
        popup, field = view.window().geometry(), box.rect().translated(box.mapToGlobal(QPoint(0, 0)))
        assert popup.intersected(field).height() <= 1  # their edges may meet
        box.hidePopup()
        dialog.reject()
