"""The map as a list: every memory with its session and time, by keyboard and for screen readers."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QWidget

from desktop_app.domain.memory_map import MapQuestion, MemoryMap
from desktop_app.ui.memory_panel.memory_map.words import session_words
from desktop_app.ui.texts import format_moment, format_number, shortened, translate
from desktop_app.ui.theme import Theme
from desktop_app.ui.transcript.display_text import printable
from desktop_app.ui.widgets.row_table import Index, RowTable, TextModel

_RECALLED, _TEXT, _SESSION, _TIME = range(4)
_CHARACTERS = 160
_LEAST_WORDS = "m" * 20  # of a memory's text before time and session stand beside it
_BESIDE_TEXT_PX = 20  # padding of a cell in the style sheet and the style's own margin, both sides
_LONG_AGO_MS = 978_033_600_000  # a moment of another year with two figures for the day, which takes most room


class MapModel(TextModel):
    """A row for each memory: what was recalled first, then the newest first."""

    columns = _TIME + 1

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._map: MemoryMap | None = None
        self._places: list[int] = []  # by row
        self._ranks: dict[int, int] = {}  # by place

    def set_map(self, drawn: MemoryMap | None, question: MapQuestion | None) -> None:
        """Show a map with what a question recalled."""
        self.beginResetModel()
        self._map = drawn
        points = drawn.points if drawn else ()
        rank = {chunk_id: rank for rank, chunk_id in enumerate(question.recalled)} if question else {}
        self._ranks = {place: rank[point.chunk_id] for place, point in enumerate(points) if point.chunk_id in rank}
        rest = [place for place in range(len(points) - 1, -1, -1) if place not in self._ranks]
        self._places = sorted(self._ranks, key=self._ranks.__getitem__) + rest
        self.endResetModel()

    def place_of(self, row: int) -> int:
        """The place in the map of a row."""
        return self._places[row]

    def row_of(self, place: int) -> int:
        """The row of a place in the map, -1 if it has none."""
        return self._places.index(place) if place in self._places else -1

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Memories."""
        return 0 if parent.isValid() else len(self._places)

    def headings(self) -> tuple[str, ...]:
        """Rank, text, session, time."""
        return (
            translate("Map", "Recalled"),
            translate("Map", "Memory"),
            translate("Map", "Session"),
            translate("Map", "Time"),
        )

    def text(self, row: int, column: int) -> str:
        """What a cell says."""
        assert self._map is not None
        place = self._places[row]
        point = self._map.points[place]
        if column == _RECALLED:
            return format_number(self._ranks[place] + 1) if place in self._ranks else ""
        if column == _TEXT:
            return shortened(printable(point.text), _CHARACTERS)
        if column == _SESSION:
            return session_words(self._map, point)
        return format_moment(point.said_at_ms, date.today())


class MapTable(RowTable):
    """Shows the model; the current row is the chosen memory.

    Signals:
        selected: the place in the map of the row that became current.
        opened: the place whose source is wanted.
    """

    selected = Signal(int)
    opened = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        self._table = MapModel()
        super().__init__(self._table, Qt.AlignmentFlag.AlignLeft, parent)
        self._table.setParent(self)
        self.horizontalHeader().setSectionResizeMode(_TEXT, QHeaderView.ResizeMode.Stretch)
        self.doubleClicked.connect(lambda index: self.opened.emit(self._table.place_of(index.row())))
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Take the sizes of a theme."""
        super().set_theme(theme)
        self._fit_columns()

    def height_of(self, rows: int) -> int:
        """The height of the headings and so many rows, in pixels."""
        return self.horizontalHeader().sizeHint().height() + rows * self.verticalHeader().defaultSectionSize()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """See anew what has room."""
        super().resizeEvent(event)
        self._fit_columns()

    def _fit_columns(self) -> None:
        """Where it is narrow the words come first: session and time stand below the list as well."""
        metrics, header = self.fontMetrics(), self.horizontalHeader()
        time = max(
            header.sectionSizeHint(_TIME),
            metrics.horizontalAdvance(format_moment(_LONG_AGO_MS, date.today())) + _BESIDE_TEXT_PX,
        )
        widths = {
            _RECALLED: header.sectionSizeHint(_RECALLED),
            _SESSION: metrics.horizontalAdvance("m" * 11),
            _TIME: time,
        }
        for column, width in widths.items():
            self.setColumnWidth(column, width)
        left = self.viewport().width() - metrics.horizontalAdvance(_LEAST_WORDS)
        left -= 0 if self.isColumnHidden(_RECALLED) else widths[_RECALLED]
        self.setColumnHidden(_TIME, left < time)
        self.setColumnHidden(_SESSION, left < time + widths[_SESSION])

    def show_map(self, drawn: MemoryMap | None, question: MapQuestion | None) -> None:
        """Show a map with what a question recalled."""
        with self.silently():
            self._table.set_map(drawn, question)
        self.setColumnHidden(_RECALLED, not (question and question.recalled))
        self._fit_columns()

    def retranslate(self) -> None:
        """Name the list and its columns in the language in force."""
        self.setAccessibleName(translate("Map", "List of the memories on the map"))
        self._table.rename()
        self._fit_columns()

    def select(self, place: int) -> None:
        """Make a memory's row the current one, without saying so."""
        row = self._table.row_of(place)
        if row >= 0 and row != self.currentIndex().row():
            with self.silently():
                self.setCurrentIndex(self._table.index(row, _TEXT if self.isColumnHidden(_RECALLED) else _RECALLED))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter leads to where it was said."""
        row = self.currentIndex().row()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and row >= 0:
            self.opened.emit(self._table.place_of(row))
            return
        super().keyPressEvent(event)

    def row_chosen(self, row: int) -> None:
        """Choose the memory of the row."""
        self.selected.emit(self._table.place_of(row))
