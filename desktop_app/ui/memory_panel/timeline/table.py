"""The chart as a table: every turn with its figures, by keyboard and for screen readers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from desktop_app.domain.ledger import Section
from desktop_app.domain.timeline import PromptFigures, TimelineEvent, TurnFigures
from desktop_app.ui.memory_panel.timeline.words import event_words
from desktop_app.ui.texts import format_moment, format_number, section_name, translate
from desktop_app.ui.theme import SECTION_ORDER, Theme
from desktop_app.ui.widgets.row_table import Index, RowTable, TextModel

_Column = tuple[Callable[[], str], Callable[[PromptFigures], int]]

_SECTIONS = tuple(Section(section) for section in SECTION_ORDER if section in set(Section))


def _of(section: Section) -> _Column:
    return lambda: section_name(section), lambda prompt: prompt.of(section)


_FIGURES: tuple[_Column, ...] = (
    (lambda: translate("Timeline", "Prompt"), lambda prompt: prompt.tokens),
    *(_of(section) for section in _SECTIONS),
    (lambda: translate("Timeline", "Read"), lambda prompt: prompt.computed_tokens),
    (lambda: translate("Timeline", "Reused"), lambda prompt: prompt.reused_tokens),
)
_TURN, _TIME, _FIRST_FIGURE = 0, 1, 2
_EVENTS = _FIRST_FIGURE + len(_FIGURES)


class TimelineModel(TextModel):
    """A row for each turn."""

    columns = _EVENTS + 1

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._turns: tuple[TurnFigures, ...] = ()
        self._events: dict[int, list[TimelineEvent]] = {}

    def set_turns(self, turns: tuple[TurnFigures, ...], events: Sequence[TimelineEvent]) -> None:
        """Show turns with what happened at them."""
        self.beginResetModel()
        self._turns = turns
        self._events = {}
        for event in events:
            self._events.setdefault(event.position, []).append(event)
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Turns."""
        return 0 if parent.isValid() else len(self._turns)

    def headings(self) -> tuple[str, ...]:
        """Turn, time, figures, events."""
        figures = (name() for name, _ in _FIGURES)
        return (translate("Timeline", "Turn"), translate("Timeline", "Time"), *figures, translate("Timeline", "Events"))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """A cell's text, figures to the right; what does not fit of the events is told on pointing."""
        if index.isValid() and role == Qt.ItemDataRole.TextAlignmentRole:
            left = index.column() in (_TIME, _EVENTS)
            side = Qt.AlignmentFlag.AlignLeft if left else Qt.AlignmentFlag.AlignRight
            return side | Qt.AlignmentFlag.AlignVCenter
        if index.isValid() and role == Qt.ItemDataRole.ToolTipRole and index.column() == _EVENTS:
            return self.text(index.row(), _EVENTS)
        return super().data(index, role)

    def text(self, row: int, column: int) -> str:
        """What a cell says."""
        turn = self._turns[row]
        if column == _TURN:
            return format_number(turn.ordinal + 1)
        if column == _TIME:
            return format_moment(turn.at_ms, date.today())
        if column == _EVENTS:
            words = [event_words(event) for event in self._events.get(row, ())]
            return "; ".join(words if turn.prompt else [translate("Timeline", "no prompt was built")])
        return format_number(_FIGURES[column - _FIRST_FIGURE][1](turn.prompt)) if turn.prompt else ""


class TimelineTable(RowTable):
    """Shows the model; the current row is the chosen turn.

    Signals:
        turn_chosen: the row that became current by mouse or keyboard.
    """

    turn_chosen = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        self._table = TimelineModel()
        super().__init__(self._table, Qt.AlignmentFlag.AlignRight, parent)
        self._table.setParent(self)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Take the sizes of a theme."""
        super().set_theme(theme)
        self._fit()

    def set_turns(self, turns: tuple[TurnFigures, ...], events: Sequence[TimelineEvent]) -> None:
        """Show turns."""
        with self.silently():
            self._table.set_turns(turns, events)
        self._fit()

    def retranslate(self) -> None:
        """Name the table and its columns in the language in force."""
        self.setAccessibleName(translate("Timeline", "Figures of every turn"))
        self._table.rename()
        self._fit()

    def select(self, position: int) -> None:
        """Make a turn's row the current one, without saying so."""
        if position != self.currentIndex().row():
            with self.silently():
                column = max(0, self.currentIndex().column())
                self.setCurrentIndex(self._table.index(position, column))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Home and End lead to the first and the last turn, as on the slider."""
        rows = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: self._table.rowCount() - 1}
        row = rows.get(Qt.Key(event.key()))
        if row is not None and not event.modifiers():
            self.setCurrentIndex(self._table.index(row, max(0, self.currentIndex().column())))
            return
        super().keyPressEvent(event)

    def _fit(self) -> None:
        """Columns as wide as their heading and their largest figure, without looking at every row."""
        metrics = self.fontMetrics()
        rows = self._table.rowCount()
        shown = {0, rows // 2, rows - 1} if rows else set()
        for column in range(_EVENTS + 1):
            texts = [str(self._table.headerData(column, Qt.Orientation.Horizontal))]
            texts += [self._table.text(row, column) for row in shown]
            if column not in (_TIME, _EVENTS):
                texts.append("00,000")
            width = max(metrics.horizontalAdvance(text) for text in texts) + 16
            self.setColumnWidth(column, max(width, 320) if column == _EVENTS else width)

    def row_chosen(self, row: int) -> None:
        """Choose the turn of the row."""
        self.turn_chosen.emit(row)
