"""A quiet line above the composer: facts were found and wait to be confirmed."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from desktop_app.domain.events import Changed
from desktop_app.domain.memory import FactState
from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.texts import format_number, translate
from desktop_app.ui.widgets.basics import button, label


class ProposalNotice(QFrame):
    """Shown while facts of the person wait, until it is closed; further ones bring it back.

    Signals:
        facts_requested: the Facts tab is to be shown.
    """

    facts_requested = Signal()

    def __init__(self, services: Services, bridge: EventBridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._services = services
        self._bridge = bridge
        self._person_id: int | None = None
        self._waiting = 0
        self._seen = 0  # how many waited when it was closed
        self.setProperty("surface", "card")
        self._words = label("caption")
        self._words.setWordWrap(True)
        self._look, self._close = button("link"), button("link")
        self._look.clicked.connect(self.facts_requested)
        self._close.clicked.connect(self._on_closed)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 8, 14, 8)
        layout.setSpacing(14)
        layout.addWidget(self._words, 1)
        layout.addWidget(self._look)
        layout.addWidget(self._close)
        self.hide()
        bridge.event.connect(self._on_event)

    def show_person(self, person_id: int | None) -> None:
        """Speak of the facts of a person."""
        if person_id != self._person_id:
            self._person_id, self._waiting, self._seen = person_id, 0, 0
            self._show()
            self._count()

    def _count(self) -> None:
        person_id = self._person_id
        if person_id is None:
            return

        def waiting() -> int:
            return sum(fact.state is FactState.PROPOSED for fact in self._services.memory.facts(person_id))

        self._bridge.run("read", waiting, done=lambda count: self._counted(person_id, count), owner=self)

    def _counted(self, person_id: int, waiting: int) -> None:
        if person_id == self._person_id:
            self._waiting = waiting
            self._seen = min(self._seen, waiting)
            self._show()

    @Slot(object)
    def _on_event(self, event: object) -> None:
        if isinstance(event, Changed) and self._person_id in event.facts_of_people:
            self._count()

    @Slot()
    def _on_closed(self) -> None:
        self._seen = self._waiting
        self._show()

    def _show(self) -> None:
        self.setVisible(self._waiting > self._seen)
        words = (
            translate("ProposalNotice", "1 fact found waits to be confirmed; until then it is not used.")
            if self._waiting == 1
            else translate("ProposalNotice", "{count} facts found wait to be confirmed; until then they are not used.")
        ).format(count=format_number(self._waiting))
        self._words.setText(words)
        self.setAccessibleName(words)
        self._look.setText(translate("ProposalNotice", "Look at them"))
        self._look.setAccessibleName(translate("ProposalNotice", "Look at the facts that wait"))
        self._close.setText(translate("ProposalNotice", "Later"))
        self._close.setAccessibleName(translate("ProposalNotice", "Confirm facts later"))
        for each in (self._look, self._close):
            each.setAccessibleDescription(words)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._show()
        super().changeEvent(event)
