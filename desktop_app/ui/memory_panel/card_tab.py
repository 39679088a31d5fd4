"""A tab that is a list of cards."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.ledger import Ledger
from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.memory_panel.cards import Card, CardBrowser
from desktop_app.ui.memory_panel.ledger_cards import nothing_yet, reading
from desktop_app.ui.memory_panel.tab import PanelTab, View
from desktop_app.ui.theme import Theme


class CardTab(PanelTab):
    """Makes cards of what the panel shows and reads what they lack.

    What stands above or below the list is added to ``rows``.
    """

    def __init__(
        self, services: Services, bridge: EventBridge, kind: VaultKind, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(services, bridge, kind, theme, parent)
        self._stale = True
        self.browser = CardBrowser(theme, self)
        self.rows = QVBoxLayout(self)
        self.rows.setContentsMargins(0, 0, 0, 0)
        self.rows.setSpacing(0)
        self.rows.addWidget(self.browser, 1)

    def accessible_name(self) -> str:
        """What a screen reader calls the list."""
        raise NotImplementedError

    def cards(self) -> list[Card]:
        """The cards for what the panel shows."""
        ledger = self._view.ledger
        if ledger is None:
            return [reading() if self._view.is_reading else nothing_yet()]
        return self.cards_of(ledger)

    def cards_of(self, ledger: Ledger) -> list[Card]:
        """The cards for a ledger."""
        raise NotImplementedError

    def read(self, ledger: Ledger) -> None:
        """Fetch what the cards of a ledger lack."""

    def set_view(self, view: View) -> None:
        """Take what the panel shows; the list is written when the tab is open."""
        super().set_view(view)
        self._stale = True

    def refresh(self) -> None:
        """Write the list, if something has changed since it was written."""
        if not self._stale:
            return
        self._stale = False
        self.browser.show_cards(self.cards())
        if self._view.ledger is not None:
            self.read(self._view.ledger)

    def rewrite(self) -> None:
        """Have the list written anew: something it depends on has changed."""
        self._stale = True
        self.changed.emit()

    def set_theme(self, theme: Theme) -> None:
        """Take the look of a theme."""
        super().set_theme(theme)
        self.browser.set_theme(theme)

    def retranslate(self) -> None:
        """Name the list in the language in force."""
        self.browser.setAccessibleName(self.accessible_name())
        self.rewrite()
