"""The safety strip of a clinical vault: allergies, current drugs and open conflicts, whatever tab is open."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop_app.domain.conflicts import conflicts_of
from desktop_app.domain.memory import SELF, Category, Fact, FactState, FactStatus, Polarity
from desktop_app.ui.memory_panel.fact_cards import allergies
from desktop_app.ui.memory_panel.fact_words import fact_value
from desktop_app.ui.texts import translate
from desktop_app.ui.transcript.display_text import printable
from desktop_app.ui.widgets.basics import button


class SafetyStrip(QWidget):
    """Says what must not be overlooked.

    Signals:
        conflicts_requested: the person wants to settle the open conflicts.
    """

    conflicts_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "warning")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.allergies = self._label()
        bold = self.allergies.font()
        bold.setBold(True)
        self.allergies.setFont(bold)
        self.drugs = self._label()
        self.conflicts = button("link", self)
        self.conflicts.clicked.connect(self.conflicts_requested)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.allergies)
        words.addWidget(self.drugs)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(18, 9, 18, 9)
        layout.setSpacing(12)
        layout.addLayout(words, 1)
        layout.addWidget(self.conflicts, 0, Qt.AlignmentFlag.AlignTop)
        self.show_facts(())

    def _label(self) -> QLabel:
        label = QLabel(self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        return label

    def show_facts(self, facts: Sequence[Fact]) -> None:
        """Show what a person's facts say about safety; of facts about others only that they conflict."""
        today = date.today()
        known = allergies(facts)
        self.allergies.setText(_allergy_words(known, facts, today))
        self.allergies.setProperty("role", "warning" if known else "muted")
        self.allergies.style().polish(self.allergies)
        drugs = _distinct(fact_value(fact, today) for fact in facts if _is_current_drug(fact))
        self.drugs.setText(
            translate("Safety", "Medication {drugs}").format(drugs=_listed(drugs))
            if drugs
            else translate("Safety", "No current medication recorded")
        )
        count = len(conflicts_of(facts))
        self.conflicts.setVisible(count > 0)
        text = translate("Safety", "1 conflict") if count == 1 else translate("Safety", "{count} conflicts")
        self.conflicts.setText(text.format(count=count))
        self.conflicts.setAccessibleName(translate("Safety", "Settle the open conflicts"))


def _allergy_words(known: Sequence[Fact], facts: Sequence[Fact], today: date) -> str:
    if known:
        unresolved = translate("Safety", "{value} (unresolved)")
        names = _distinct(
            unresolved.format(value=value) if fact.state is FactState.CONFLICT else value
            for fact, value in ((fact, fact_value(fact, today)) for fact in known)
        )
        return translate("Safety", "Allergy {allergies}").format(allergies=_listed(names))
    denied = any(
        fact.category is Category.ALLERGY
        and fact.subject == SELF
        and fact.polarity is Polarity.NEGATED
        and fact.state is FactState.ACTIVE
        for fact in facts
    )
    return translate("Safety", "Allergy denied") if denied else translate("Safety", "No allergy recorded")


def _is_current_drug(fact: Fact) -> bool:
    return (
        fact.category is Category.MEDICATION
        and fact.subject == SELF
        and fact.status is FactStatus.CURRENT
        and fact.state in (FactState.ACTIVE, FactState.PROPOSED, FactState.CONFLICT)
        and fact.polarity is Polarity.AFFIRMED
    )


def _distinct(words: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(printable(word) for word in words))


def _listed(words: Sequence[str]) -> str:
    return translate("Safety", ", ").join(words)
