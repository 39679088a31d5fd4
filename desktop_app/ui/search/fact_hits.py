"""The facts of a person that contain what is searched for, above the messages."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from desktop_app.domain.fact_matching import facts_meant
from desktop_app.domain.memory import HELD_STATES, Fact, Polarity
from desktop_app.domain.search import needles_of, normalise
from desktop_app.ui.memory_panel.fact_words import category_name, fact_name, fact_value, quoted, whose
from desktop_app.ui.texts import translate
from desktop_app.ui.transcript.display_text import printable
from desktop_app.ui.widgets.basics import label, plain_tip

_SHOWN = 4  # rows without scrolling


class FactHits(QWidget):
    """A small list that is there only while a fact contains the words.

    Signals:
        chosen: the Fact that is to be shown.
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._facts: list[Fact] = []
        self._near = False  # whether they only mean what was typed
        self._heading = label("caption")
        self.list = QListWidget()
        self.list.setProperty("rows", "hits")
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.itemActivated.connect(self._open)
        self.list.itemClicked.connect(self._open)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self._heading)
        layout.addWidget(self.list)
        self.hide()

    def show_facts(self, facts: Sequence[Fact], typed: str, *, also_near: bool = False) -> None:
        """List those that are held and contain every part of what was typed, as they are named or were said.

        Args:
            facts: the person's.
            typed: what is searched for.
            also_near: where none contains it, list those that it names in other words: 血压 names 收缩压.
        """
        needles, today = needles_of(typed), date.today()
        held = [fact for fact in facts if needles and fact.state in HELD_STATES]
        self._facts = [fact for fact in held if all(needle in _words(fact, today) for needle in needles)]
        self._near = also_near and not self._facts
        if self._near:
            self._facts = facts_meant(typed, held)
        self.list.clear()
        for fact in self._facts:
            name = printable(_named(fact, today))
            quote = printable(quoted(" ".join(fact.quote.split()))) if fact.quote else ""
            item = QListWidgetItem("  ".join(part for part in (name, quote) if part))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, translate("Search", "Fact: {name}").format(name=name))
            item.setToolTip(plain_tip(name))
            self.list.addItem(item)
        row = self.list.sizeHintForRow(0) if self._facts else 0
        self.list.setFixedHeight(row * min(_SHOWN, len(self._facts)) + 2 * self.list.frameWidth() + 2)
        self.retranslate()
        self.setVisible(bool(self._facts))

    def open_first(self) -> None:
        """Choose the first fact."""
        if self._facts:
            self.chosen.emit(self._facts[0])

    def _open(self, item: QListWidgetItem) -> None:
        self.chosen.emit(self._facts[self.list.row(item)])

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        heading = (
            translate("Search", "Facts that mean this: {count}")
            if self._near
            else translate("Search", "Facts: {count}")
        )
        self._heading.setText(heading.format(count=len(self._facts)))
        name = (
            translate("Search", "Facts that mean this")
            if self._near
            else translate("Search", "Facts that contain this")
        )
        self.list.setAccessibleName(name)


def _named(fact: Fact, today: date) -> str:
    """A fact as it is named, with its category where nothing else says what its value is of."""
    if fact.attribute or fact.polarity is Polarity.NEGATED:
        return fact_name(fact, today)
    pattern = translate("Facts", "{category}: {value}")
    return (
        f"{whose(fact)} {pattern.format(category=category_name(fact.category), value=fact_value(fact, today))}".lstrip()
    )


def _words(fact: Fact, today: date) -> str:
    filed = fact.own_category.name if fact.own_category else ""
    named = fact_name(fact, today)
    return normalise(f"{named} {fact.subject} {fact.attribute} {fact.value} {fact.unit} {fact.quote} {filed}")
