"""The safety strip of a clinical vault: allergies, current drugs and open conflicts, whatever tab is open."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop_app.domain.conflicts import conflicts_of
from desktop_app.domain.extraction.lexicon import is_general_allergen
from desktop_app.domain.memory import SELF, Category, Fact, FactState, FactStatus, Polarity
from desktop_app.domain.patterns import Pattern
from desktop_app.ui.memory_panel.fact_cards import allergies
from desktop_app.ui.memory_panel.fact_words import fact_value
from desktop_app.ui.texts import translate
from desktop_app.ui.transcript.display_text import printable
from desktop_app.ui.widgets.basics import button

_COMMAS = Pattern(r"\s*[,，]\s*(?!\d{3}(?!\d))")


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
        self.restricted = self._label()
        self.restricted.setProperty("role", "warning")
        self.restricted.setFont(bold)
        self.restricted.hide()
        self.conflicts = button("link", self)
        self.conflicts.clicked.connect(self.conflicts_requested)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.restricted)
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

    def show_restricted(self, restricted: bool) -> None:
        """Say that the record is kept and used for nothing, also not for what stands below any more."""
        self.restricted.setVisible(restricted)

    def show_facts(self, facts: Sequence[Fact]) -> None:
        """Show what a person's facts say about safety; of facts about others only that they conflict."""
        today = date.today()
        self.restricted.setText(translate("Safety", "Restricted: kept, and used for nothing"))
        known = allergies(facts)
        self.allergies.setText(_allergy_words(known, facts, today))
        self.allergies.setProperty("role", "warning" if known else "muted")
        self.allergies.style().polish(self.allergies)
        drugs = _distinct(_drug_words(fact, today) for fact in facts if _is_current_drug(fact))
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
        and is_general_allergen(fact.value)  # who bears one drug may still react to another
        for fact in facts
    )
    return translate("Safety", "Allergy denied") if denied else translate("Safety", "No allergy recorded")


def _drug_words(fact: Fact, today: date) -> str:
    """A drug as one item of a list, whose commas part the items; what is contradicted says so."""
    value = _COMMAS.sub(" ", fact_value(fact, today))
    return (
        translate("Safety", "{value} (unresolved)").format(value=value) if fact.state is FactState.CONFLICT else value
    )


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
