"""What the Recalled tab fetches, and what is excluded there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import partial

from PySide6.QtCore import QObject, Signal

from desktop_app.domain.choices import NO_CHOICES, TurnChoices
from desktop_app.domain.conversation import Turn, VaultKind
from desktop_app.domain.ledger import Ledger, RecalledSnippet
from desktop_app.services.facade import Services
from desktop_app.services.recall_inspection import RecallLook
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.memory_panel import recalled_cards as links
from desktop_app.ui.memory_panel.cards import Card
from desktop_app.ui.memory_panel.recalled_cards import RecalledShown, recalled_cards


class RecalledTab(QObject):
    """Makes the cards of the tab and reads what stands behind them.

    Signals:
        changed: the cards read differently now.
        choices_changed: the TurnChoices for the next message of the session.
    """

    changed = Signal()
    choices_changed = Signal(object)

    def __init__(self, services: Services, bridge: EventBridge, parent: QObject) -> None:
        super().__init__(parent)
        self._services = services
        self._bridge = bridge
        self._session: int | None = None
        self._read_for: object = None
        self._turns: dict[int, Turn] = {}
        self._look: RecallLook | None = None
        self._choices = NO_CHOICES
        self._near_wanted = False
        self._excluded_shown = False

    def show_session(self, session_id: int | None) -> None:
        """Begin with another session."""
        self._session = session_id
        self._read_for, self._look, self._turns = None, None, {}
        self._near_wanted = self._excluded_shown = False

    def show_choices(self, choices: TurnChoices) -> None:
        """Show what is chosen for the next message."""
        if choices != self._choices:
            self._choices = choices
            self.changed.emit()

    def forget(self) -> None:
        """Read again: what is excluded has changed."""
        self._read_for = None
        self.changed.emit()

    def cards(self, ledger: Ledger, kind: VaultKind, *, full: bool, can_choose: bool) -> list[Card]:
        """The cards for a ledger; ``can_choose``: the next message can still be changed."""
        return recalled_cards(
            ledger,
            RecalledShown(
                kind,
                date.today(),
                full,
                self._services.models.embedder_state,
                self._choices.recall or self._services.settings.get().recall,
                turns=self._turns,
                look=self._look,
                choices=self._choices,
                can_choose=can_choose,
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

    def follow(self, action: str, identity: int) -> bool:
        """Do what a link of the tab says; False if it is none of its own."""
        if action == links.SKIP:
            excluded = self._choices.exclude_chunks | {identity}
            self.choices_changed.emit(replace(self._choices, exclude_chunks=excluded))
        elif action == links.UNSKIP:
            self.choices_changed.emit(replace(self._choices, exclude_chunks=frozenset()))
        elif action in (links.NEVER, links.ALLOW):
            self._bridge.run("read", self._services.recall.set_excluded, identity, action == links.NEVER)
        elif action == links.NEAR:
            self._near_wanted = not self._near_wanted
            self.changed.emit()
        elif action == links.EXCLUDED:
            self._excluded_shown = not self._excluded_shown
            self.changed.emit()
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
            self.changed.emit()
