"""The real panel and the real conversation over a whole program with a scripted model."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import shiboken6
from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.domain.conversation import VaultKind
from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.composer import Composer
from desktop_app.ui.conversation import Conversation
from desktop_app.ui.memory_panel.panel import MemoryPanel
from desktop_app.ui.theme import ThemeManager
from tests.scripted_program import scripted_program

QUESTION = "Where do the beehives stand, behind the barn?"  # of what `remembering` was told


class VaultScene:
    """What a person has before them, without the rest of the window."""

    def __init__(self, qtbot: QtBot, services: Services, themes: ThemeManager) -> None:
        self.qtbot = qtbot
        self.services = services
        self.bridge = EventBridge(services.bus, services.tasks)
        self.composer = Composer(services.vault_kind, themes)
        self.conversation = Conversation(services, self.bridge, self.composer)
        self.panel = MemoryPanel(services, self.bridge, themes, services.vault_kind)
        self.conversation.preview_changed.connect(self.panel.show_preview)
        self.conversation.standing_changed.connect(self.panel.show_standing)
        self.conversation.typed_counted.connect(self.panel.show_typed)
        self.conversation.ledger_changed.connect(self.panel.show_ledger)
        self.conversation.choices_changed.connect(self.panel.show_choices)
        self.conversation.what_if_changed.connect(self.panel.show_what_if)
        self.panel.choices_changed.connect(self.conversation.choose)
        self.panel.resize(400, 800)
        self.panel.show()

    def open(self, person_id: int, session_id: int) -> None:
        self.panel.show_session(person_id, session_id)
        self.conversation.open(person_id, session_id)

    def type(self, text: str) -> None:
        self.composer.set_text(text)

    def follow(self, tab: str, link: str) -> None:
        """Press a link of a tab."""
        self.panel.pages[tab].browser.anchorClicked.emit(QUrl(link))

    def link(self, tab: str, start: str) -> str:
        """The first link of a tab that begins so."""
        phrases = (p for card in self.panel.pages[tab].browser.cards for line in card.lines for p in line.phrases)
        return next((phrase.link for phrase in phrases if phrase.link.startswith(start)), "")

    def text(self, tab: str) -> str:
        self.panel.show_tab(tab)
        return (
            self.panel.pages[tab]
            .browser.toPlainText()
            .replace("\u2060", "")
            .replace("\u00a0", " ")
            .replace("\u2002", " ")
        )

    def wait(self, condition: Callable[[], object]) -> None:
        self.qtbot.waitUntil(lambda: bool(condition()), timeout=8000)

    def close(self) -> None:
        self.conversation.close()
        self.bridge.close()
        for widget in (self.panel, self.composer):
            shiboken6.delete(widget)
        QApplication.processEvents()


@contextmanager
def remembering(directory: Path, **script: object) -> Iterator[tuple[Services, int, int]]:
    """A program whose person told things in one session; with the person and a second, empty session."""
    with scripted_program(directory, kind=VaultKind.PERSONAL, **script) as services:  # type: ignore[arg-type]
        person = services.people.create("Ann").id
        first = services.sessions.create(person, "The bees").id
        for text in (
            "Our beehives stand behind the old barn near the orchard.",
            "The lawn mower needs new spark plugs before spring.",
            "My sister plays the cello in a string quartet.",
        ):
            services.chat.record(first, text, "person")
        assert services.consolidation.wait(60)
        yield services, person, services.sessions.create(person, "Today").id
