from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

import pytest
import shiboken6
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.theme import BODY_PX, ThemeManager, ThemeName
from desktop_app.ui.transcript.view import TranscriptView
from tests.ui.fakes import FakeServices


@dataclass
class Scene:
    services: FakeServices
    bridge: EventBridge
    themes: ThemeManager
    view: TranscriptView


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
def scene(qtbot: QtBot, themes: ThemeManager) -> Iterator[Scene]:
    services = FakeServices()
    bridge = EventBridge(services.bus, services.tasks)
    view = TranscriptView(cast(Services, services), bridge, themes)
    view.resize(760, 600)
    view.show()
    yield Scene(services, bridge, themes, view)
    bridge.close()
    # At once: without a running event loop deleteLater never happens and old widgets would be restyled for ever.
    shiboken6.delete(view)
