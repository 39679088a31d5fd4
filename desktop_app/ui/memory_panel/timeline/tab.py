"""The timeline as a tab of the panel."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.domain.conversation import VaultKind
from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.memory_panel.tab import TIMELINE, PanelTab, View
from desktop_app.ui.memory_panel.timeline.page import TimelinePage
from desktop_app.ui.texts import translate
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.focus_area import FocusArea


class TimelineTab(PanelTab):
    """Holds the page. Where the panel is too low for it, as with large text, it scrolls."""

    key = TIMELINE

    def __init__(
        self, services: Services, bridge: EventBridge, kind: VaultKind, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(services, bridge, kind, theme, parent)
        self.page = TimelinePage(services, bridge, theme, self)
        self.page.setProperty("surface", "panel")
        self.page.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.page.turn_requested.connect(self._on_turn_requested)
        area = FocusArea(self.page, self)
        for cards in (self.page.changes, self.page.prompt):
            cards.place_changed.connect(partial(area.show_place, cards))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(area)

    def name(self) -> str:
        """What the strip calls the tab."""
        return translate("Panel", "Timeline")

    def show_session(self, person_id: int | None, session_id: int | None) -> None:
        """Begin with another session, at its end."""
        super().show_session(person_id, session_id)
        self.page.show_session(session_id)

    def set_view(self, view: View) -> None:
        """Show figures, or hide them."""
        if view.full != self._view.full:
            self.page.set_full(view.full)
        super().set_view(view)

    def refresh(self) -> None:
        """Read the figures, where they have changed since."""
        self.page.refresh()

    def set_theme(self, theme: Theme) -> None:
        """Take the look of a theme."""
        super().set_theme(theme)
        self.page.set_theme(theme)

    def retranslate(self) -> None:
        """Nothing here: the page follows the language by itself."""

    @Slot(int)
    def _on_turn_requested(self, turn_id: int) -> None:
        if self._session is not None:
            self.source_requested.emit(self._session, turn_id)
