from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.theme import ThemeManager, ThemeName
from desktop_app.ui.transcript.view import TranscriptView
from tests.ui.fakes import FakeServices


@dataclass
class Scene:
    services: FakeServices
    bridge: EventBridge
    themes: ThemeManager
    view: TranscriptView


@pytest.fixture
def scene(qtbot: QtBot, qapp: QApplication) -> Iterator[Scene]:
    services = FakeServices()
    bridge = EventBridge(services.bus, services.tasks)
    themes = ThemeManager(qapp, ThemeName.LIGHT)
    view = TranscriptView(cast(Services, services), bridge, themes)
    qtbot.addWidget(view)
    view.resize(760, 600)
    view.show()
    yield Scene(services, bridge, themes, view)
    bridge.close()
