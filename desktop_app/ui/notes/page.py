"""One note in its dialog: the sections to read and type in, what was added, and what a sentence rests on beside it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from desktop_app.domain.conversation import PersonState, VaultKind
from desktop_app.domain.notes.note import Note
from desktop_app.services.notes.opened import OpenNote
from desktop_app.ui.notes.section_card import SectionCard
from desktop_app.ui.notes.sources_view import SourcesView
from desktop_app.ui.texts import format_moment
from desktop_app.ui.theme import ThemeManager
from desktop_app.ui.widgets.basics import Hairline, label

_SOURCES_PX = 300
_SELECTABLE = Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard


class NotePage(QWidget):
    """Shows an open note and tells what is done to it.

    Signals:
        edited: a section's number and its text.
        settled: a sentence's id, and whether it is kept.
        copy_requested, reword_requested, restore_requested: a section's number.
        source_requested: session and turn to go to.
    """

    edited = Signal(int, str)
    settled = Signal(int, bool)
    copy_requested = Signal(int)
    reword_requested = Signal(int)
    restore_requested = Signal(int)
    source_requested = Signal(int, int)

    def __init__(self, kind: VaultKind, themes: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._opened: OpenNote | None = None
        self._chosen = (0, 0)  # section and sentence
        self.cards: list[SectionCard] = []
        self._addenda = QVBoxLayout()
        self.unplaced = label("caption")
        self.sections = QScrollArea()
        self.sections.setWidgetResizable(True)
        self.sections.setFrameShape(QFrame.Shape.NoFrame)
        self.sections.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.sections.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.sources = SourcesView(kind)
        self.sources.setFixedWidth(themes.theme.px(_SOURCES_PX))
        self.sources.source_requested.connect(self.source_requested)
        regions = QHBoxLayout(self)
        regions.setContentsMargins(0, 0, 0, 0)
        regions.setSpacing(0)
        regions.addWidget(self.sections, 1)
        regions.addWidget(Hairline(Qt.Orientation.Vertical))
        regions.addWidget(self.sources)

    @property
    def can_reword(self) -> bool:
        """Whether the model may put any section into words."""
        return any(not card.reword_button.isHidden() for card in self.cards)

    def show_note(
        self,
        opened: OpenNote,
        can_reword: Callable[[Note, int], bool],
        can_restore: Callable[[Note, int], bool],
    ) -> None:
        """Show a note; what is being typed stays."""
        shown, note = self._opened, opened.note
        self._opened = opened
        if shown is None or shown.note.id != note.id or len(self.cards) != len(note.sections):
            self._chosen = (0, 0)
            self._make_cards(len(note.sections))
        for number, (card, section) in enumerate(zip(self.cards, note.sections, strict=True)):
            card.show_section(
                section,
                frozen=note.is_confirmed or opened.person.state is PersonState.RESTRICTED,
                can_reword=can_reword(note, number),
                can_restore=can_restore(note, number),
            )
        if self._chosen[1] and self._chosen[0] < len(self.cards):  # what was typed may have become another sentence
            here = self.cards[self._chosen[0]].sentence
            self._chosen = (self._chosen[0], here.id if here is not None else 0)
        self._show_addenda(note)
        self._show_unplaced(opened)
        self.sources.show_sentence(opened, *self._chosen)

    def keep(self) -> None:
        """Hand over what was typed."""
        for card in self.cards:
            card.keep()

    def _make_cards(self, count: int) -> None:
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 14, 0)
        column.setSpacing(8)
        self.cards = []
        for number in range(count):
            card = SectionCard(number, self._themes.theme, body)
            card.edited.connect(self.edited)
            card.chosen.connect(self._choose)
            card.settled.connect(self.settled)
            card.copy_requested.connect(self.copy_requested)
            card.reword_requested.connect(self.reword_requested)
            card.restore_requested.connect(self.restore_requested)
            column.addWidget(card)
            self.cards.append(card)
        self._addenda = QVBoxLayout()
        self._addenda.setSpacing(6)
        column.addLayout(self._addenda)
        self.unplaced = label("caption")
        self.unplaced.setWordWrap(True)
        self.unplaced.setTextInteractionFlags(_SELECTABLE)
        column.addWidget(self.unplaced)
        column.addStretch(1)
        self.sections.setWidget(body)

    def _show_unplaced(self, opened: OpenNote) -> None:
        """Tell what the clinician said that stands in no section, so that nothing is left out without a word."""
        head = self.tr("The clinician also said, and it was put into no section:")
        self.unplaced.setText("\n".join((head, *(f"· {words}" for words in opened.unplaced))))
        self.unplaced.setVisible(bool(opened.unplaced))

    def _show_addenda(self, note: Note) -> None:
        while (item := self._addenda.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for each in note.addenda:
            moment = format_moment(each.at_ms, date.today())
            head = self.tr("Addendum by {name}, {time}").format(name=each.author, time=moment)
            for words in (label("heading", head), label("body", each.text)):
                words.setWordWrap(True)
                self._addenda.addWidget(words)

    @Slot(int, int)
    def _choose(self, number: int, sentence_id: int) -> None:
        self._chosen = (number, sentence_id)
        if self._opened is not None:
            self.sources.show_sentence(self._opened, number, sentence_id)
