"""What the clipped tab fetches and what is chosen there for the next message."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtWidgets import QWidget

from desktop_app.domain.choices import TurnChoices
from desktop_app.domain.conversation import Turn, VaultKind
from desktop_app.domain.ledger import Ledger
from desktop_app.domain.prices import ClipPrices
from desktop_app.domain.turn_value import evidence_of
from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.memory_panel import clipped_cards
from desktop_app.ui.memory_panel.card_tab import CardTab
from desktop_app.ui.memory_panel.cards import Card
from desktop_app.ui.memory_panel.ledger_cards import excerpt
from desktop_app.ui.memory_panel.links import turn_link
from desktop_app.ui.memory_panel.tab import CLIPPED
from desktop_app.ui.texts import format_number, translate
from desktop_app.ui.theme import Theme

PRICED = 20  # turns whose price is looked up: each is planned


class ClippedTab(CardTab):
    """The turns that were left out, with prices, and with choices for the next message."""

    key = CLIPPED

    def __init__(
        self, services: Services, bridge: EventBridge, kind: VaultKind, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(services, bridge, kind, theme, parent)
        self._shown = clipped_cards.ClippedShown()
        self._priced_for: object = None
        self.retranslate()

    def name(self) -> str:
        """What the strip calls the tab."""
        return translate("Panel", "Clipped")

    def count(self) -> str:
        """How many turns left to make room."""
        ledger = self._view.ledger
        return format_number(len(clipped_cards.left_the_window(ledger))) if ledger is not None else ""

    def accessible_name(self) -> str:
        """What a screen reader calls the list."""
        return translate("Panel", "Turns left out of the prompt")

    def show_session(self, person_id: int | None, session_id: int | None) -> None:
        """Begin with another session."""
        super().show_session(person_id, session_id)
        self._shown = clipped_cards.ClippedShown()
        self._priced_for = None

    def show_choices(self, choices: TurnChoices) -> None:
        """Show what is chosen for the next message."""
        if choices != self._shown.choices:
            self._shown = replace(self._shown, choices=choices, prices=None)
            self.rewrite()

    def cards_of(self, ledger: Ledger) -> list[Card]:
        """The cards for a ledger."""
        self._shown = replace(self._shown, full=self._view.full, can_choose=self._view.can_choose)
        return clipped_cards.clipped_cards(ledger, self._shown)

    def read(self, ledger: Ledger) -> None:
        """Fetch what the cards lack."""
        session_id = self._session
        if session_id is None:
            return
        listed = clipped_cards.listed_clipped(ledger, self._shown.count)
        missing = [turn.ordinal for turn in listed if turn.turn_id not in self._shown.texts]
        if missing:
            self._bridge.run(
                "read", self._fetch_turns, session_id, min(missing), max(missing),
                done=partial(self._turns_read, session_id), owner=self,
            )  # fmt: skip
        turn_ids = tuple(turn.turn_id for turn in listed[:PRICED])
        wanted = (turn_ids, self._shown.choices, ledger.turns_before)
        if self._shown.can_choose and wanted != self._priced_for:
            self._priced_for = wanted
            self._bridge.run(
                "read", self._fetch_prices, session_id, turn_ids, self._shown.choices,
                done=partial(self._prices_read, session_id, wanted),
                failed=lambda _error: None,  # nothing can be sent, so nothing has a price: the composer says why
                owner=self,
            )  # fmt: skip

    def show_turn(self, turn_id: int) -> None:
        """Go to a turn that was left out, and list as many as it takes."""
        if self._view.ledger is not None:
            newest = sorted(self._view.ledger.clipped, key=lambda turn: -turn.ordinal)
            place = next((place for place, turn in enumerate(newest, 1) if turn.turn_id == turn_id), 0)
            if place > self._shown.count:
                self._shown = replace(self._shown, count=-(-place // clipped_cards.PAGE) * clipped_cards.PAGE)
                self.rewrite()
        self.browser.scroll_to_link(turn_link(turn_id))

    def follow(self, action: str, arguments: Sequence[str]) -> bool:
        """Do what a link of the tab says; False if it is none of its own."""
        choices = self._shown.choices
        if action == clipped_cards.BRING_BACK:
            self.choices_changed.emit(replace(choices, bring_back=choices.bring_back | {int(arguments[0])}))
        elif action == clipped_cards.FILL:
            self.choices_changed.emit(replace(choices, fill_now=True))
        elif action == clipped_cards.TAKE_BACK:
            self.choices_changed.emit(replace(choices, bring_back=frozenset(), fill_now=False))
        elif action in (clipped_cards.PIN, clipped_cards.UNPIN):
            self._priced_for = None
            self._bridge.run(
                "read", self._services.sessions.pin_turn, int(arguments[0]), action == clipped_cards.PIN,
                done=lambda _: self.rewrite(), owner=self,
            )  # fmt: skip
        elif action == clipped_cards.MORE:
            self._shown = replace(self._shown, count=self._shown.count + clipped_cards.PAGE)
            self.rewrite()
        else:
            return False
        return True

    def _fetch_turns(self, session_id: int, first: int, last: int) -> tuple[Turn, ...]:
        return self._services.sessions.page(session_id, last + 1, last - first + 1).turns

    def _turns_read(self, session_id: int, turns: tuple[Turn, ...]) -> None:
        if session_id != self._session or not turns:
            return
        shown = self._shown
        said = [turn for turn in turns if not turn.is_from_memory]  # the others say nothing of their own
        evidence = {turn.id: evidence_of(turn.question.text, turn.reply.text if turn.reply else "") for turn in said}
        self._shown = replace(
            shown,
            texts={**shown.texts, **{turn.id: excerpt(turn.question.text) for turn in turns}},
            evidence={**shown.evidence, **evidence},
            from_memory=shown.from_memory | {turn.id for turn in turns if turn.is_from_memory},
        )
        self.rewrite()

    def _fetch_prices(
        self, session_id: int, turn_ids: tuple[int, ...], choices: TurnChoices
    ) -> tuple[ClipPrices, tuple[Turn, ...]]:
        prices = self._services.prices.of_clipped(session_id, turn_ids, choices)
        return prices, self._services.context.pinned(session_id)

    def _prices_read(self, session_id: int, wanted: object, read: tuple[ClipPrices, tuple[Turn, ...]]) -> None:
        if session_id == self._session and wanted == self._priced_for:
            prices, pinned = read
            self._shown = replace(self._shown, prices=prices, pinned=tuple((turn.id, turn.ordinal) for turn in pinned))
            self.rewrite()
