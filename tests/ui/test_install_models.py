"""Models from a stick through the window: the first-run page, the models' dialog, errors, both languages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.domain.events import EngineState
from desktop_app.services.facade import Services
from desktop_app.services.models import ModelService
from desktop_app.ui.dialogs.install_models import InstallModelsDialog
from desktop_app.ui.dialogs.models import ModelsDialog
from desktop_app.ui.dialogs.welcome import WelcomeDialog
from desktop_app.ui.main_window import MainWindow
from tests.services.test_model_bundles import CHAT, make_bundle
from tests.ui.vault_window import vault_window

Opened = Callable[..., tuple[MainWindow, Services]]


@pytest.fixture
def opened(qtbot: QtBot, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Opened]:
    monkeypatch.setattr("desktop_app.ui.shell.survive_uncaught_errors", lambda report: None)
    with ExitStack() as windows:

        def make(*, welcomed: bool, has_model: bool) -> tuple[MainWindow, Services]:
            def prepare(services: Services) -> None:
                if not has_model:
                    (tmp_path / "smollm-scripted.json").unlink()
                    assert services.models.load_default() is None

            return windows.enter_context(
                vault_window(qtbot, qapp, tmp_path, people=("Me",), welcomed=welcomed, prepare=prepare, load=False)
            )

        yield make


W = TypeVar("W", bound=QWidget)


def _shown(qtbot: QtBot, root: QWidget, kind: type[W]) -> W:
    qtbot.waitUntil(lambda: any(each.isVisible() for each in root.findChildren(kind)))
    return next(each for each in root.findChildren(kind) if each.isVisible())


def _choose(qtbot: QtBot, dialog: InstallModelsDialog, folder: Path) -> None:
    qtbot.mouseClick(dialog.accept_button, Qt.MouseButton.LeftButton)
    chooser = _shown(qtbot, dialog, QFileDialog)
    assert chooser.fileMode() == QFileDialog.FileMode.Directory
    chooser.fileSelected.emit(str(folder))
    chooser.reject()


def test_a_first_start_without_models_leads_to_the_stick(qtbot: QtBot, opened: Opened, tmp_path: Path) -> None:
    bundle = make_bundle(tmp_path / "stick" / "retrace-models")
    window, services = opened(welcomed=False, has_model=False)
    welcome = _shown(qtbot, window, WelcomeDialog)
    assert welcome.accept_button.text() == "Choose a model"
    qtbot.mouseClick(welcome.install_button, Qt.MouseButton.LeftButton)
    dialog = _shown(qtbot, welcome, InstallModelsDialog)
    asked: list[str] = []
    services.models.load_default = lambda: asked.append("chat")  # type: ignore[method-assign,assignment]
    _choose(qtbot, dialog, bundle.parent)
    qtbot.waitUntil(lambda: "Installed and checked" in dialog._state.text())
    assert "small.gguf, e5" in dialog._state.text()
    assert (services.models.folder / Path(CHAT).name).read_bytes() == (bundle / CHAT).read_bytes()
    qtbot.waitUntil(lambda: asked == ["chat"])
    assert welcome.isVisible()
    qtbot.mouseClick(dialog.accept_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not welcome.findChildren(InstallModelsDialog))


def test_where_there_is_no_model_at_all_the_first_page_leads_to_the_stick_too(
    qtbot: QtBot, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after installing the package: no file was ever chosen, so none failed to load."""
    monkeypatch.setattr(ModelService, "_path_of", lambda self, settings: None)
    window, services = opened(welcomed=False, has_model=False)
    assert services.models.state.state is EngineState.NONE
    welcome = _shown(qtbot, window, WelcomeDialog)
    assert welcome.install_button.isVisible()
    assert welcome.accept_button.text() == "Choose a model"
    assert not any("The model that ships" in line.text() for line in welcome._lines)


def test_a_wrong_folder_and_a_damaged_file_are_said_and_another_can_be_chosen(
    qtbot: QtBot, opened: Opened, tmp_path: Path
) -> None:
    bundle = make_bundle(tmp_path / "retrace-models")
    window, services = opened(welcomed=True, has_model=True)
    window.dialogs.models()
    models = _shown(qtbot, window, ModelsDialog)
    qtbot.mouseClick(models._install, Qt.MouseButton.LeftButton)
    dialog = _shown(qtbot, models, InstallModelsDialog)
    (tmp_path / "empty").mkdir()
    _choose(qtbot, dialog, tmp_path / "empty")
    qtbot.waitUntil(lambda: "There is no bundle of models in the folder empty." in dialog._state.text())
    content = (bundle / CHAT).read_bytes()
    (bundle / CHAT).write_bytes(b"?" + content[1:])
    _choose(qtbot, dialog, bundle)
    qtbot.waitUntil(lambda: "The file small.gguf of the bundle is not what its checksum says." in dialog._state.text())
    assert not (services.models.folder / "small.gguf").exists()
    (bundle / CHAT).write_bytes(content)
    _choose(qtbot, dialog, bundle)
    qtbot.waitUntil(lambda: "Installed and checked" in dialog._state.text())
    assert not dialog.cancel_button.isVisible()


def test_copying_can_be_ended(qtbot: QtBot, opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bundle = make_bundle(tmp_path / "retrace-models")
    window, services = opened(welcomed=True, has_model=True)
    window.dialogs.models()
    models = _shown(qtbot, window, ModelsDialog)
    models._install.click()
    dialog = _shown(qtbot, models, InstallModelsDialog)
    progress = services.model_bundles.progress()
    progress.cancel()  # as if it had been asked for in time
    monkeypatch.setattr(services.model_bundles, "progress", lambda: progress)
    _choose(qtbot, dialog, bundle)
    qtbot.waitUntil(lambda: dialog._state.text() == "Cancelled. Nothing was changed.")
    assert not (services.models.folder / "small.gguf").exists()
    dialog.cancel_button.click()
    qtbot.waitUntil(lambda: not models.findChildren(InstallModelsDialog))
