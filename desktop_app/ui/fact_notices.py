"""Quiet lines above the composer: facts that were found wait to be confirmed, statements contradict each other."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from datetime import date

from PySide6.QtCore import QEvent, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from desktop_app.domain.conflicts import Conflict
from desktop_app.domain.events import Changed
from desktop_app.domain.memory import Doubt, Fact, FactState
from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.memory_panel.fact_cards import open_conflicts
from desktop_app.ui.memory_panel.fact_words import category_name, fact_value, whose
from desktop_app.ui.texts import format_number, translate
from desktop_app.ui.transcript.display_text import printable
from desktop_app.ui.widgets.basics import button, label


class FactNotice(QFrame):
    """Shown while something about the facts of the person waits, until it is closed; anything new brings it back.

    Signals:
        facts_requested: what waits is to be shown in the Facts tab.
    """

    facts_requested = Signal()

    def __init__(self, services: Services, bridge: EventBridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._services = services
        self._bridge = bridge
        self._person_id: int | None = None
        self._facts: Sequence[Fact] = ()
        self._seen: frozenset[Hashable] = frozenset()  # what waited when it was closed
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

    def waiting(self, facts: Sequence[Fact]) -> frozenset[Hashable]:
        """What waits among the facts of the person, each by what tells it from the others."""
        raise NotImplementedError

    def words(self, facts: Sequence[Fact]) -> tuple[str, str, str, str]:
        """What is said, then the button that leads to it with its accessible name, and that of the other button."""
        raise NotImplementedError

    def show_person(self, person_id: int | None) -> None:
        """Speak of the facts of a person."""
        if person_id != self._person_id:
            self._person_id, self._facts, self._seen = person_id, (), frozenset()
            self._show()
            self._read()

    def _read(self) -> None:
        person_id = self._person_id
        if person_id is not None:
            self._bridge.run(
                "read",
                self._services.memory.facts,
                person_id,
                done=lambda facts: self._take(person_id, facts),
                owner=self,
            )

    def _take(self, person_id: int, facts: Sequence[Fact]) -> None:
        if person_id == self._person_id:
            self._facts = facts
            self._seen &= self.waiting(facts)
            self._show()

    @Slot(object)
    def _on_event(self, event: object) -> None:
        if isinstance(event, Changed) and self._person_id in event.facts_of_people:
            self._read()

    @Slot()
    def _on_closed(self) -> None:
        self._seen = self.waiting(self._facts)
        self._show()

    def _show(self) -> None:
        waiting = self.waiting(self._facts)
        self.setVisible(bool(waiting - self._seen))
        if not waiting:
            return
        words, look, look_name, close_name = self.words(self._facts)
        self._words.setText(words)
        self.setAccessibleName(words)
        self._look.setText(look)
        self._look.setAccessibleName(look_name)
        self._close.setText(translate("FactNotice", "Later"))
        self._close.setAccessibleName(close_name)
        for each in (self._look, self._close):
            each.setAccessibleDescription(words)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._show()
        super().changeEvent(event)


class ProposalNotice(FactNotice):
    """Facts were found and wait to be confirmed."""

    def waiting(self, facts: Sequence[Fact]) -> frozenset[Hashable]:
        """The ids of the facts that are proposed."""
        return frozenset(fact.id for fact in facts if fact.state is FactState.PROPOSED)

    def words(self, facts: Sequence[Fact]) -> tuple[str, str, str, str]:
        """How many wait."""
        count = len(self.waiting(facts))
        words = (
            translate("ProposalNotice", "1 fact found waits to be confirmed; until then it is not used.")
            if count == 1
            else translate("ProposalNotice", "{count} facts found wait to be confirmed; until then they are not used.")
        )
        return (
            words.format(count=format_number(count)),
            translate("ProposalNotice", "Look at them"),
            translate("ProposalNotice", "Look at the facts that wait"),
            translate("ProposalNotice", "Confirm facts later"),
        )


class ConflictNotice(FactNotice):
    """Statements contradict each other and nobody has decided; what is left to be asked is not told again."""

    def waiting(self, facts: Sequence[Fact]) -> frozenset[Hashable]:
        """Each contradiction by the ids of its facts: one more statement makes it another one."""
        return frozenset(tuple(fact.id for fact in conflict.facts) for conflict in _undecided(facts))

    def words(self, facts: Sequence[Fact]) -> tuple[str, str, str, str]:
        """What the first is about, and how many there are."""
        conflicts = _undecided(facts)
        words = (
            translate(
                "ConflictNotice", "Two statements contradict each other: {matter}. Until you decide, it is in doubt."
            )
            if len(conflicts) == 1
            else translate("ConflictNotice", "{count} contradictions wait for you, the first about {matter}.")
        )
        return (
            words.format(matter=_matter(conflicts[0]), count=format_number(len(conflicts))),
            translate("ConflictNotice", "Settle"),
            translate("ConflictNotice", "Settle the contradiction in the Facts tab"),
            translate("ConflictNotice", "Settle the contradiction later"),
        )


def _undecided(facts: Sequence[Fact]) -> list[Conflict]:
    return [conflict for conflict in open_conflicts(facts) if conflict.doubt is not Doubt.TO_ASK]


def _matter(conflict: Conflict) -> str:
    """What a contradiction is about, in a word or two."""
    first = conflict.facts[0]
    value = first.attribute or fact_value(first, date.today())
    name = translate("ConflictNotice", "{category}: {value}").format(
        category=category_name(first.category), value=value
    )
    return printable(f"{whose(first)} {name}".strip())
