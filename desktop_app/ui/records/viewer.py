"""A record from a file, read-only: the gauge, the sections, and what was left out, recalled and known."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QSpinBox, QWidget

from desktop_app.services.record_files import OpenedRecord
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.memory_panel.cards import Card, CardBrowser, message
from desktop_app.ui.memory_panel.context_cards import COPY, MORE, NEXT_CHARACTERS, ContextShown, context_cards, text_of
from desktop_app.ui.memory_panel.figures import Figures
from desktop_app.ui.memory_panel.gauge import Gauge
from desktop_app.ui.memory_panel.links import TOGGLE
from desktop_app.ui.records.opened import ledgers_of, memory_cards, spoken_cards
from desktop_app.ui.texts import format_number, translate
from desktop_app.ui.theme import Theme, ThemeManager
from desktop_app.ui.widgets.basics import label

_WIDTH, _HEIGHT = 720, 460


class RecordDialog(Dialog):
    """Shows what a file holds; nothing of it is stored."""

    def __init__(self, opened: OpenedRecord, themes: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(parent, themes.theme.px(_WIDTH))
        self._opened = opened
        self._ledgers = ledgers_of(opened)
        self._shown = ContextShown(expanded=frozenset({"question"}), has_tokens=False)
        self._note = label("caption")
        self._note.setWordWrap(True)
        self.number = QSpinBox()
        self.number.setRange(1, len(self._ledgers))
        self._which = label("")
        self._which.setBuddy(self.number)
        self._of = label("muted")
        self.gauge = Gauge(themes.theme)
        self.browser = CardBrowser(themes.theme)
        self.browser.setMinimumHeight(themes.theme.px(_HEIGHT))
        row = QHBoxLayout()
        row.setSpacing(8)
        for widget in (self._which, self.number, self._of):
            row.addWidget(widget)
            widget.setVisible(len(self._ledgers) > 1)
        row.addStretch(1)
        self.body.addWidget(self._note)
        self.body.addLayout(row)
        self.body.addWidget(self.gauge)
        self.body.addWidget(self.browser, 1)
        self.cancel_button.hide()
        self.number.valueChanged.connect(self._begin)
        self.number.lineEdit().setTextMargins(8, 0, 0, 0)  # the style sheet's padding does not reach it
        self.browser.link_activated.connect(self._follow)
        themes.theme_changed.connect(self._set_theme)
        self.retranslate()

    @Slot()
    def _begin(self) -> None:
        """Show an entry from its beginning."""
        self._write()
        self.browser.verticalScrollBar().setValue(0)

    @Slot()
    def _write(self) -> None:
        place = self.number.value() - 1
        ledger = self._ledgers[place]
        self.gauge.set_figures(Figures.of(ledger) if ledger.pieces else None)
        cards: list[Card] = []
        if self._opened.turns:
            cards += spoken_cards(self._opened.turns[place])
        if ledger.pieces:
            cards += context_cards(ledger, self._shown)
        else:
            cards.append(message(translate("Records", "No prompt was built for this turn.")))
        if self._opened.turns:
            cards += memory_cards(self._opened.turns[place])
        self.browser.show_cards(cards)

    @Slot(str)
    def _follow(self, link: str) -> None:
        action, _, argument = link.partition("/")
        if action == TOGGLE:
            self._shown = replace(self._shown, expanded=frozenset(self._shown.expanded) ^ {argument})
        elif action == MORE:
            room = self._shown.characters.get(argument, 0) + NEXT_CHARACTERS
            self._shown = replace(self._shown, characters={**self._shown.characters, argument: room})
        elif action == COPY:
            QGuiApplication.clipboard().setText(text_of(self._ledgers[self.number.value() - 1], argument))
        self._write()

    @Slot(object)
    def _set_theme(self, theme: Theme) -> None:
        self.gauge.set_theme(theme)
        self.browser.set_theme(theme)

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        self.set_title(self.tr("Record: {name}").format(name=self._opened.name))
        self.accept_button.setText(self.tr("Close"))
        words = self.tr("Opened to be read: nothing of it is stored or remembered.")
        if self._opened.messages:
            words += " " + self.tr("The figures are estimates by the cl100k table.")
        self._note.setText(words)
        self._which.setText(self.tr("Entry"))
        self._of.setText(self.tr("of {count}").format(count=format_number(len(self._ledgers))))
        self.number.setAccessibleName(self.tr("Entry of the record"))
        self.browser.setAccessibleName(self.tr("What the record holds"))
        self._write()
