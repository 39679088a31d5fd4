"""What the Recalled tab fetches, and what is excluded there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import partial

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from desktop_app.domain.choices import NO_CHOICES, TurnChoices
from desktop_app.domain.conversation import Turn, VaultKind
from desktop_app.domain.events import Changed, EmbedderChanged
from desktop_app.domain.ledger import Ledger, RecalledSnippet
from desktop_app.services.facade import Services
from desktop_app.services.recall_inspection import RecallLook
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.memory_panel import recalled_cards as links
from desktop_app.ui.memory_panel.card_tab import CardTab
from desktop_app.ui.memory_panel.cards import Card
from desktop_app.ui.memory_panel.recalled_cards import RecalledShown, recalled_cards
from desktop_app.ui.memory_panel.tab import RECALLED
from desktop_app.ui.texts import format_number, translate
from desktop_app.ui.theme import Theme


class RecalledTab(CardTab):
    """What came back from earlier sessions and turns, and what stands behind it."""

    key = RECALLED

    def __init__(
        self, services: Services, bridge: EventBridge, kind: VaultKind, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(services, bridge, kind, theme, parent)
        self._read_for: object = None
        self._turns: dict[int, Turn] = {}
        self._look: RecallLook | None = None
        self._choices = NO_CHOICES
        self._near_wanted = False
        self._excluded_shown = False
        self.retranslate()
        bridge.event.connect(self._on_event)

    def name(self) -> str:
        """What the strip calls the tab."""
        return translate("Panel", "Recalled")

    def count(self) -> str:
        """How many memories came back."""
        ledger = self._view.ledger
        return format_number(len(ledger.recalled)) if ledger is not None else ""

    def accessible_name(self) -> str:
        """What a screen reader calls the list."""
        return translate("Panel", "Recalled from earlier")

    def show_session(self, person_id: int | None, session_id: int | None) -> None:
        """Begin with another session."""
        super().show_session(person_id, session_id)
        self._read_for, self._look, self._turns = None, None, {}
        self._near_wanted = self._excluded_shown = False

    def show_choices(self, choices: TurnChoices) -> None:
        """Show what is chosen for the next message."""
        if choices != self._choices:
            self._choices = choices
            self.rewrite()

    def cards_of(self, ledger: Ledger) -> list[Card]:
        """The cards for a ledger."""
        return recalled_cards(
            ledger,
            RecalledShown(
                self._kind,
                date.today(),
                self._view.full,
                self._services.models.embedder_state,
                self._choices.recall or self._services.settings.get().recall,
                turns=self._turns,
                look=self._look,
                choices=self._choices,
                can_choose=self._view.can_choose,
                near_shown=self._near_wanted,
                excluded_shown=self._excluded_shown,
            ),
        )

    def read(self, ledger: Ledger) -> None:
        """Fetch what the cards of a ledger lack."""
        wanted = (tuple(ledger.recalled), ledger.prompt_tokens, self._near_wanted, self._choices)
        if self._session is None or wanted == self._read_for:
            return
        self._read_for = wanted
        self._bridge.run(
            "read", self._fetch, self._session, ledger, self._choices, self._near_wanted,
            done=partial(self._fetched, wanted), owner=self,
        )  # fmt: skip

    def follow(self, action: str, arguments: Sequence[str]) -> bool:
        """Do what a link of the tab says; False if it is none of its own."""
        if action == links.SKIP:
            excluded = self._choices.exclude_chunks | {int(arguments[0])}
            self.choices_changed.emit(replace(self._choices, exclude_chunks=excluded))
        elif action == links.UNSKIP:
            self.choices_changed.emit(replace(self._choices, exclude_chunks=frozenset()))
        elif action in (links.NEVER, links.ALLOW):
            self._bridge.run("read", self._services.recall.set_excluded, int(arguments[0]), action == links.NEVER)
        elif action == links.NEAR:
            self._near_wanted = not self._near_wanted
            self.rewrite()
        elif action == links.EXCLUDED:
            self._excluded_shown = not self._excluded_shown
            self.rewrite()
        else:
            return False
        return True

    def _fetch(
        self, session_id: int, ledger: Ledger, choices: TurnChoices, near: bool
    ) -> tuple[RecallLook, dict[int, Turn]]:
        look = self._services.recall.look(session_id, ledger, choices=choices, near=near)
        return look, self._turns_of((*ledger.recalled, *(look.near or ())))

    def _turns_of(self, snippets: Sequence[RecalledSnippet]) -> dict[int, Turn]:
        # A turn that is gone or on another branch is not found in its place: its snippet stays without names.
        pages = (self._services.sessions.page(one.session_id, one.ordinal + 1, 1) for one in snippets)
        return {turn.id: turn for page in pages for turn in page.turns}

    def _fetched(self, wanted: object, read: tuple[RecallLook, dict[int, Turn]]) -> None:
        if wanted == self._read_for:
            self._look, self._turns = read
            self.rewrite()

    @Slot(object)
    def _on_event(self, event: object) -> None:
        if isinstance(event, Changed) and event.origin == "recall.exclude":
            self._read_for = None
            self.rewrite()
        elif isinstance(event, EmbedderChanged):
            self.rewrite()
