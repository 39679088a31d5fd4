from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

import pytest
import shiboken6
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.domain.conversation import VaultKind
from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.memory_panel.panel import MemoryPanel
from desktop_app.ui.theme import BODY_PX, ThemeManager, ThemeName
from tests.ui.fakes import FakeServices
from tests.ui.memory_panel.vault_scene import remembering


@dataclass
class PanelScene:
    services: FakeServices
    bridge: EventBridge
    themes: ThemeManager
    panel: MemoryPanel

    def show(self) -> None:
        self.panel.show_session(1, 1)
        self.settle()

    def close(self) -> None:
        # At once: without a running event loop deleteLater never happens and old widgets would be restyled for ever.
        self.bridge.close()
        shiboken6.delete(self.panel)

    def settle(self) -> None:
        for _ in range(4):
            QApplication.processEvents()

    def text(self, tab: str) -> str:
        self.panel.show_tab(tab)
        self.settle()
        # Words are held together by joiners at the right edge; a reader sees none.
        return self.panel.pages[tab].browser.toPlainText().replace("\u2060", "").replace("\u00a0", " ")


def make_scene(qtbot: QtBot, themes: ThemeManager, kind: VaultKind) -> PanelScene:
    services = FakeServices(kind)
    bridge = EventBridge(services.bus, services.tasks)
    panel = MemoryPanel(cast(Services, services), bridge, themes, kind)
    panel.resize(360, 700)
    panel.show()
    return PanelScene(services, bridge, themes, panel)


@pytest.fixture(scope="session")
def shared_themes(qapp: QApplication) -> ThemeManager:
    return ThemeManager(qapp, ThemeName.LIGHT)


@pytest.fixture
def themes(shared_themes: ThemeManager) -> Iterator[ThemeManager]:
    """Light at 14 px, for every test: dressing the application anew takes half a second."""
    yield shared_themes
    shared_themes.set_choice(ThemeName.LIGHT)
    shared_themes.set_body_px(BODY_PX)


@pytest.fixture
def scene(qtbot: QtBot, themes: ThemeManager) -> Iterator[PanelScene]:
    made = make_scene(qtbot, themes, VaultKind.PERSONAL)
    yield made
    made.close()


@pytest.fixture
def clinic(qtbot: QtBot, themes: ThemeManager) -> Iterator[PanelScene]:
    made = make_scene(qtbot, themes, VaultKind.CLINICAL)
    yield made
    made.close()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Services, int, int]]:
    """A program that was told a few things, with the person and an empty session; once a module."""
    with remembering(tmp_path_factory.mktemp("vault")) as found:
        yield found
