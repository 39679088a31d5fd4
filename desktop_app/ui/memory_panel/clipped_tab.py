"""What the clipped tab fetches and what is chosen there for the next message."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from desktop_app.domain.choices import TurnChoices
from desktop_app.domain.conversation import Turn
from desktop_app.domain.ledger import Ledger
from desktop_app.domain.prices import ClipPrices
from desktop_app.domain.turn_value import EvidenceKind, evidence_of
from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.memory_panel import clipped_cards
from desktop_app.ui.memory_panel.cards import Card
from desktop_app.ui.memory_panel.ledger_cards import excerpt

PRICED = 20  # turns whose price is looked up: each is planned


class ClippedTab(QObject):
    """The cards of the tab.

    Signals:
        changed: the cards read otherwise now.
        choices_changed: the TurnChoices for the next message of the session.
    """

    changed = Signal()
    choices_changed = Signal(object)

    def __init__(self, services: Services, bridge: EventBridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._services = services
        self._bridge = bridge
        self._session: int | None = None
        self._shown = clipped_cards.ClippedShown()
        self._priced_for: object = None

    def show_session(self, session_id: int | None) -> None:
        """Begin with another session."""
        self._session = session_id
        self._shown = clipped_cards.ClippedShown()
        self._priced_for = None

    def show_choices(self, choices: TurnChoices) -> None:
        """Show what is chosen for the next message."""
        if choices != self._shown.choices:
            self._shown = replace(self._shown, choices=choices, prices=None)
            self.changed.emit()

    def cards(self, ledger: Ledger, *, full: bool, can_choose: bool) -> list[Card]:
        """The cards for a ledger; ``can_choose``: it is the newest, so the next message can be changed."""
        self._shown = replace(self._shown, full=full, can_choose=can_choose)
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
                "read", self._fetch_texts, session_id, min(missing), max(missing),
                done=partial(self._texts_read, session_id), owner=self,
            )  # fmt: skip
        turn_ids = tuple(turn.turn_id for turn in listed[:PRICED])
        wanted = (turn_ids, self._shown.choices, len(ledger.kept) + len(ledger.clipped))
        if self._shown.can_choose and wanted != self._priced_for:
            self._priced_for = wanted
            self._bridge.run(
                "read", self._fetch_prices, session_id, turn_ids, self._shown.choices,
                done=partial(self._prices_read, session_id, wanted),
                failed=lambda _error: None,  # nothing can be sent, so nothing has a price: the composer says why
                owner=self,
            )  # fmt: skip

    def list_turn(self, ledger: Ledger, turn_id: int) -> bool:
        """List so many turns that one is among them; False if it is already, or was not left out."""
        newest = sorted(ledger.clipped, key=lambda turn: -turn.ordinal)
        place = next((place for place, turn in enumerate(newest, 1) if turn.turn_id == turn_id), 0)
        if place <= self._shown.count:
            return False
        self._shown = replace(self._shown, count=-(-place // clipped_cards.PAGE) * clipped_cards.PAGE)
        return True

    def follow(self, action: str, turn_id: int) -> bool:
        """Do what a link of the tab says; False if it is none of its own."""
        choices = self._shown.choices
        if action == clipped_cards.BRING_BACK:
            self.choices_changed.emit(replace(choices, bring_back=choices.bring_back | {turn_id}))
        elif action == clipped_cards.FILL:
            self.choices_changed.emit(replace(choices, fill_now=True))
        elif action == clipped_cards.TAKE_BACK:
            self.choices_changed.emit(replace(choices, bring_back=frozenset(), fill_now=False))
        elif action in (clipped_cards.PIN, clipped_cards.UNPIN):
            self._priced_for = None
            self._bridge.run(
                "read", self._services.sessions.pin_turn, turn_id, action == clipped_cards.PIN,
                done=lambda _: self.changed.emit(), owner=self,
            )  # fmt: skip
        elif action == clipped_cards.MORE:
            self._shown = replace(self._shown, count=self._shown.count + clipped_cards.PAGE)
            self.changed.emit()
        else:
            return False
        return True

    def _fetch_texts(
        self, session_id: int, first: int, last: int
    ) -> tuple[dict[int, str], dict[int, tuple[EvidenceKind, ...]]]:
        page = self._services.sessions.page(session_id, last + 1, last - first + 1)
        return (
            {turn.id: excerpt(turn.question.text) for turn in page.turns},
            {
                turn.id: evidence_of(turn.question.text, turn.reply.text if turn.reply is not None else "")
                for turn in page.turns
            },
        )

    def _texts_read(self, session_id: int, read: tuple[dict[int, str], dict[int, tuple[EvidenceKind, ...]]]) -> None:
        texts, evidence = read
        if session_id == self._session and texts:
            self._shown = replace(
                self._shown,
                texts={**self._shown.texts, **texts},
                evidence={**self._shown.evidence, **evidence},
            )
            self.changed.emit()

    def _fetch_prices(
        self, session_id: int, turn_ids: tuple[int, ...], choices: TurnChoices
    ) -> tuple[ClipPrices, tuple[Turn, ...]]:
        prices = self._services.prices.of_clipped(session_id, turn_ids, choices)
        return prices, self._services.context.pinned(session_id)

    def _prices_read(self, session_id: int, wanted: object, read: tuple[ClipPrices, tuple[Turn, ...]]) -> None:
        if session_id == self._session and wanted == self._priced_for:
            prices, pinned = read
            self._shown = replace(self._shown, prices=prices, pinned=tuple((turn.id, turn.ordinal) for turn in pinned))
            self.changed.emit()
