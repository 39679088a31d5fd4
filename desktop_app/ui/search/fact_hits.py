"""The facts of a person that contain what is searched for, above the messages."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from desktop_app.domain.memory import HELD_STATES, Fact
from desktop_app.domain.search import needles_of, normalise
from desktop_app.ui.memory_panel.fact_words import fact_name, quoted
from desktop_app.ui.texts import translate
from desktop_app.ui.transcript.display_text import printable
from desktop_app.ui.widgets.basics import label

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
        self._heading = label("caption")
        self.list = QListWidget()
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

    def show_facts(self, facts: Sequence[Fact], typed: str) -> None:
        """List those that are held and contain every part of what was typed, as they are named or were said."""
        needles, today = needles_of(typed), date.today()
        self._facts = [
            fact
            for fact in facts
            if needles and fact.state in HELD_STATES and all(needle in _words(fact, today) for needle in needles)
        ]
        self.list.clear()
        for fact in self._facts:
            name = printable(fact_name(fact, today))
            quote = printable(quoted(" ".join(fact.quote.split()))) if fact.quote else ""
            item = QListWidgetItem("  ".join(part for part in (name, quote) if part))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, translate("Search", "Fact: {name}").format(name=name))
            item.setToolTip(name if "<" not in name else "")  # never read as markup
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
        self._heading.setText(translate("Search", "Facts: {count}").format(count=len(self._facts)))
        self.list.setAccessibleName(translate("Search", "Facts that contain this"))


def _words(fact: Fact, today: date) -> str:
    filed = fact.own_category.name if fact.own_category else ""
    named = fact_name(fact, today)
    return normalise(f"{named} {fact.subject} {fact.attribute} {fact.value} {fact.unit} {fact.quote} {filed}")
