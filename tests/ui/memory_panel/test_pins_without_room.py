"""Pins that do not fit are named by their words before the message is sent."""

from __future__ import annotations

from pathlib import Path

from pytestqt.qtbot import QtBot

from desktop_app.ui.theme import ThemeManager
from tests.scripted_program import scripted_program
from tests.ui.memory_panel.vault_scene import VaultScene


def test_the_composer_names_pins_that_have_no_room(qtbot: QtBot, themes: ThemeManager, tmp_path: Path) -> None:
    with scripted_program(tmp_path, context_length=512) as services:
        person = services.people.create("Ann").id
        session = services.sessions.create(person).id
        told = [
            services.chat.record(session, f"Lamp {number} stands near the window. " * 18, "person")
            for number in range(5)
        ]
        scene = VaultScene(qtbot, services, themes)
        try:
            scene.open(person, session)
            scene.type("And now?")
            scene.wait(lambda: "would leave" in scene.composer._preview.text())
            assert "pinned" not in scene.composer._preview.text()
            for turn in told:
                services.sessions.pin_turn(turn.id, True)
            scene.wait(lambda: "no room for what you pinned: “Lamp 0 stands" in scene.composer._preview.text())
            assert "Lamp 4 stands" not in scene.composer._preview.text()  # the newest stays
        finally:
            scene.close()
