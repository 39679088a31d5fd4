"""The Summary tab: what is stored of it and how far it is, how detailed it shall be, and making it anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.events import SummaryChanged
from desktop_app.domain.ledger import Section
from desktop_app.domain.settings import SummaryLevel
from desktop_app.services.facade import Services
from desktop_app.services.summaries import ShownSegment
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.memory_panel import summary_cards as links
from desktop_app.ui.memory_panel.card_tab import CardTab
from desktop_app.ui.memory_panel.cards import Card
from desktop_app.ui.memory_panel.summary_cards import summary_cards
from desktop_app.ui.memory_panel.tab import SUMMARY
from desktop_app.ui.texts import translate
from desktop_app.ui.theme import Theme


class SummaryTab(CardTab):
    """Is there where something is summed up, or the prompt that is shown holds a summary."""

    key = SUMMARY

    def __init__(
        self, services: Services, bridge: EventBridge, kind: VaultKind, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(services, bridge, kind, theme, parent)
        self._segments: tuple[ShownSegment, ...] = ()
        self._remaining = 0  # turns still to be summed up
        self.retranslate()
        bridge.event.connect(self._on_event)

    def name(self) -> str:
        """What the strip calls the tab."""
        return translate("Panel", "Summary")

    def accessible_name(self) -> str:
        """What a screen reader calls the list."""
        return translate("Panel", "Summary of earlier turns")

    def is_there(self) -> bool:
        """Whether anything is summed up."""
        ledger = self._view.ledger
        return bool(self._segments or self._remaining or (ledger is not None and ledger.sections[Section.SUMMARY]))

    def show_session(self, person_id: int | None, session_id: int | None) -> None:
        """Begin with another session."""
        super().show_session(person_id, session_id)
        self._segments, self._remaining = (), 0
        self._read_segments()

    def cards(self) -> list[Card]:
        """The stored summary, whether or not anything was sent yet."""
        level = self._services.settings.get().context.summary_level
        return summary_cards(self._view.ledger, self._segments, self._remaining, self._kind, level)

    def follow(self, action: str, arguments: Sequence[str]) -> bool:
        """Do what a link of the tab says; False if it is none of its own."""
        if action == links.REBUILD:
            if self._session is not None:
                self._bridge.run("read", self._services.summaries.rebuild, self._session)
        elif action == links.LEVEL:
            self._set_level(SummaryLevel(arguments[0]))
        else:
            return False
        return True

    def _set_level(self, level: SummaryLevel) -> None:
        settings = self._services.settings.get()
        changed = replace(settings, context=replace(settings.context, summary_level=level))
        self._bridge.run(
            "read", self._services.settings.update, changed, done=lambda _: self.rewrite(), owner=self
        )  # fmt: skip

    def _read_segments(self) -> None:
        if self._session is not None:
            self._bridge.run(
                "read", self._services.summaries.segments, self._session,
                done=partial(self._segments_read, self._session), owner=self,
            )  # fmt: skip

    def _segments_read(self, session_id: int, segments: tuple[ShownSegment, ...]) -> None:
        if session_id == self._session:
            self._segments = segments
            self.rewrite()

    @Slot(object)
    def _on_event(self, event: object) -> None:
        if isinstance(event, SummaryChanged) and event.session_id == self._session:
            self._remaining = event.remaining
            self._read_segments()
