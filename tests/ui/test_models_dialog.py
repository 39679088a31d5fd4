"""The models through the window: what is said of each, loading with a context that fits, unloading."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractScrollArea, QListWidget
from pytestqt.qtbot import QtBot

from desktop_app.domain.errors import ModelError
from desktop_app.domain.events import EngineChanged, EngineState
from desktop_app.domain.ports import FoundModels, ModelFile
from desktop_app.domain.recommended_models import RECOMMENDED
from desktop_app.ui.dialogs.model_words import details
from desktop_app.ui.dialogs.models import ModelsDialog
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.settings.dialog import SettingsDialog
from tests.ui.conftest import OpenWindow
from tests.ui.window_fakes import MODEL, FakeProgram


def opened(window: MainWindow, qtbot: QtBot) -> tuple[ModelsDialog, QListWidget]:
    window.dialogs.models()
    [dialog] = window.findChildren(ModelsDialog)
    models = dialog._list
    qtbot.waitUntil(lambda: models.count() == 3)
    return dialog, models


def test_a_model_says_what_it_is_and_what_it_needs(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, _ = open_window()
    dialog, models = opened(window, qtbot)
    used, large = (models.item(row).text() for row in range(2))
    for said in ("Qwen3-4B (in use)", "1.0B parameters", "2.5 GB", "Q4_K_M", "context 32,768", "apache-2.0"):
        assert said in used
    assert "found in Hugging Face" in used
    assert "46.0 GB of memory, more than is free; fits with a context of 2,048 tokens" in large
    assert "loaded with 4,096 tokens" in dialog._in_use.text()
    assert dialog._recommended.count() == len(RECOMMENDED)
    name, said = dialog._recommended.item(len(RECOMMENDED) - 1).text().split("\n")
    assert name == RECOMMENDED[-1].name
    assert "more than is free" in said
    assert said.endswith(RECOMMENDED[-1].licence)


def cut_rows(rows: QListWidget) -> list[str]:
    """Rows that are lower than their wrapped text, or end below their list."""
    metrics, cut = rows.fontMetrics(), []
    for number in range(rows.count()):
        place, text = rows.visualItemRect(rows.item(number)), rows.item(number).text()
        room = rows.viewport().width() - 20  # less than the padding of a row takes, so that no wrap is missed
        needed = metrics.boundingRect(0, 0, room, 10_000, Qt.TextFlag.TextWordWrap, text).height()
        if place.height() < needed or place.bottom() > rows.viewport().rect().bottom():
            cut.append(text)
    return cut


@pytest.mark.parametrize("size", [(760, 640), (560, 480)])
@pytest.mark.parametrize("body_px", [14, 28])
def test_every_row_stands_in_full_and_only_the_page_scrolls(
    open_window: OpenWindow, qtbot: QtBot, body_px: int, size: tuple[int, int]
) -> None:
    window, program = open_window()
    tiny = replace(program.models.catalogue().usable[0], parameters=135_000_000, name="Tiny", path=Path("tiny.gguf"))
    found = FoundModels((tiny, *program.models.catalogue().usable[1:]), program.models.catalogue().unusable)
    program.models.catalogue = lambda: found
    window._themes.set_body_px(body_px)
    dialog, models = opened(window, qtbot)
    dialog.resize(*size)
    for rows in (models, dialog._recommended):
        qtbot.waitUntil(lambda rows=rows: not cut_rows(rows))
        assert rows.verticalScrollBar().maximum() == 0
    scrolled = [
        area
        for area in dialog.findChildren(QAbstractScrollArea)
        if area.isVisible() and max(area.verticalScrollBar().maximum(), area.horizontalScrollBar().maximum()) > 0
    ]
    assert scrolled == [dialog._body_area]
    assert "Memory, search and records work in full with it." in models.item(0).text()
    # By keyboard the page follows the row.
    page = dialog._body_area.widget()
    qtbot.waitUntil(lambda: page.height() >= dialog._recommended.geometry().bottom())
    dialog._recommended.setFocus()
    qtbot.keyClick(dialog._recommended, Qt.Key.Key_End)
    last = dialog._recommended.item(len(RECOMMENDED) - 1)
    assert dialog._recommended.visibleRegion().contains(dialog._recommended.visualItemRect(last).center())
    qtbot.keyClick(dialog._recommended, Qt.Key.Key_Home)
    first = dialog._recommended.visualItemRect(dialog._recommended.item(0))
    assert dialog._recommended.visibleRegion().contains(first.center())


def test_a_file_that_cannot_be_used_is_listed_with_the_reason(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, program = open_window()
    dialog, models = opened(window, qtbot)
    said = models.item(2).text()
    assert said.startswith("half.gguf (cannot be used)\nThe model file is incomplete: half.gguf")
    assert "Found in Jan." in said
    models.setCurrentRow(2)
    assert not dialog.accept_button.isEnabled()
    models.itemActivated.emit(models.item(2))
    assert program.models.loaded == []


def test_a_model_too_large_is_loaded_with_the_context_that_fits(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, program = open_window()
    dialog, models = opened(window, qtbot)
    models.setCurrentRow(1)
    assert dialog.accept_button.text() == "Load with 2,048 tokens"
    dialog.accept_button.click()
    qtbot.waitUntil(lambda: program.models.loaded == [Path("models/large.gguf")])
    assert program.models.contexts == [2048]
    assert dialog.isVisible()
    program.models.set_state(EngineChanged(EngineState.LOADING, MODEL, progress=0.4))
    qtbot.waitUntil(lambda: dialog._progress.value() == 40)
    assert dialog._progress.isVisibleTo(dialog)
    assert not dialog.accept_button.isEnabled()


def test_a_failure_is_said_in_the_dialog_and_unloading_empties_it(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, program = open_window()
    dialog, models = opened(window, qtbot)
    program.models.fail = ModelError("model_truncated", path="/home/me/half.gguf")
    dialog._on_file("/home/me/half.gguf")
    qtbot.waitUntil(lambda: "incomplete: half.gguf" in dialog._problem.text())
    assert "loaded with" in dialog._in_use.text()  # the one before still answers
    dialog._unload.click()
    qtbot.waitUntil(lambda: dialog._in_use.text() == "No model is loaded.")
    qtbot.waitUntil(lambda: "(in use)" not in models.item(0).text())
    assert not dialog._unload.isVisibleTo(dialog)


def test_a_folder_is_looked_into_from_now_on_and_the_settings_are_near(
    open_window: OpenWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    window, program = open_window()
    dialog, _ = opened(window, qtbot)
    dialog.folder_added.emit(str(tmp_path))
    qtbot.waitUntil(lambda: program.settings.get().model.folders == (str(tmp_path),))
    dialog._parameters.click()
    [settings] = window.findChildren(SettingsDialog)
    shown = [row.descriptor.path for row in settings.rows if row.isVisibleTo(settings)]
    assert "model.embedding" in shown
    assert "context.context_length" in shown


def test_a_very_small_model_says_what_it_cannot_do(open_window: OpenWindow) -> None:
    _, program = open_window(prepare=lambda _: None)
    assert isinstance(program, FakeProgram)
    model: ModelFile = program.models.catalogue().usable[0]
    assert "makes things up" not in details(model, in_use=False)
    assert "makes things up" in details(replace(model, parameters=135_000_000), in_use=False)
    assert "licence not stated" in details(replace(model, licence=""), in_use=False)
