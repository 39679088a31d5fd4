"""The picture: memories as points, the question among them, and lines to what it recalled."""

from __future__ import annotations

from collections import defaultdict

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from desktop_app.domain.ledger import Section
from desktop_app.domain.memory_map import MapQuestion, MemoryMap
from desktop_app.ui.memory_panel.memory_map.marks import (
    SHAPES,
    Stamps,
    paint_fact,
    paint_memory,
    paint_question,
    paint_recalled,
)
from desktop_app.ui.memory_panel.memory_map.words import caption_words
from desktop_app.ui.texts import shortened, translate
from desktop_app.ui.theme import Theme

_REACH = 10  # pixels from the pointer within which a point is meant
_CELL = 16
_MARGIN = 14  # of the 14 px design; a ring at the edge stays whole
_TIP_CHARACTERS = 160
_DIRECTIONS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}


class MapCanvas(QWidget):
    """Paints a map. The list beside it is the same for the screen reader.

    Signals:
        selected: a point by its place in the map, chosen by key or mouse.
        opened: a point whose source is wanted.
    """

    selected = Signal(int)
    opened = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._map: MemoryMap | None = None
        self._question: MapQuestion | None = None
        self._session: int | None = None
        self._facts = False
        self._selected = -1
        self._hovered = -1
        self._at: list[QPointF] = []
        self._cells: dict[tuple[int, int], list[int]] = {}
        self._recalled: list[int] = []  # places, best first
        self._shapes: dict[int, int] = {}  # by session
        self._picture: QPixmap | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)

    # What is shown

    def set_theme(self, theme: Theme) -> None:
        """Paint in another theme."""
        self._theme = theme
        self._lay_out()

    def show_map(self, drawn: MemoryMap | None, session_id: int | None, *, facts: bool) -> None:
        """Show a map; memories of the session are filled, those that facts rest on are marked if asked for."""
        kept = self.chunk_at(self._selected)
        self._map, self._session, self._facts = drawn, session_id, facts
        self._shapes = {one: place % SHAPES for place, one in enumerate(drawn.sessions)} if drawn else {}
        self._hovered = -1
        self._selected = self._place_of(kept)
        self._find_recalled()
        self._lay_out()

    @property
    def shapes(self) -> tuple[int | None, tuple[int, ...]]:
        """The shape of the open session, None where none of its memories is drawn; those of the others, in order."""
        drawn = {point.session_id for point in self._map.points} if self._map is not None else set()
        shapes = {one: shape for one, shape in self._shapes.items() if one in drawn}
        others = dict.fromkeys(shape for one, shape in shapes.items() if one != self._session)
        here = shapes.get(self._session) if self._session is not None else None
        return here, tuple(others)

    def show_question(self, question: MapQuestion | None) -> None:
        """Show a question with what it recalled."""
        self._question = question
        self._find_recalled()
        self.update()

    def select(self, place: int) -> None:
        """Mark a point, without saying so."""
        self._selected = place
        self._describe()
        self.update()

    def chunk_at(self, place: int) -> int | None:
        """The memory at a place of the map."""
        points = self._map.points if self._map else ()
        return points[place].chunk_id if 0 <= place < len(points) else None

    def position_of(self, place: int) -> QPointF:
        """Where a point is painted."""
        return self._at[place]

    def question_position(self) -> QPointF | None:
        """Where the question is painted; at the edge where it stands beyond."""
        if self._question is None:
            return None
        return self._spot(max(-1.0, min(1.0, self._question.x)), max(-1.0, min(1.0, self._question.y)))

    @property
    def recalled(self) -> list[int]:
        """Places of the points that are linked to the question, best first."""
        return self._recalled

    def words_at(self, place: int) -> str:
        """What a point says, in two lines."""
        assert self._map is not None
        point = self._map.points[place]
        caption = caption_words(self._map, point, self._question, facts=self._facts)
        return f"{shortened(point.text, _TIP_CHARACTERS)}\n{caption}"

    def _place_of(self, chunk_id: int | None) -> int:
        points = self._map.points if self._map else ()
        return next((place for place, point in enumerate(points) if point.chunk_id == chunk_id), -1)

    def _find_recalled(self) -> None:
        wanted = self._question.recalled if self._question else ()
        places = {point.chunk_id: place for place, point in enumerate(self._map.points)} if self._map else {}
        self._recalled = [places[chunk_id] for chunk_id in wanted if chunk_id in places]

    # Geometry

    def sizeHint(self) -> QSize:
        """As much as there is."""
        return QSize(320, self._theme.px(260))

    def minimumSizeHint(self) -> QSize:
        """Readable also when small."""
        return QSize(160, self._theme.px(60))

    def _spot(self, x: float, y: float) -> QPointF:
        margin = self._theme.px(_MARGIN)
        return QPointF(
            margin + (x + 1) / 2 * max(1, self.width() - 2 * margin),
            margin + (1 - y) / 2 * max(1, self.height() - 2 * margin),
        )

    def _lay_out(self) -> None:
        self._at = [self._spot(point.x, point.y) for point in self._map.points] if self._map else []
        cells: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        for place, at in enumerate(self._at):
            cells[int(at.x()) // _CELL, int(at.y()) // _CELL].append(place)
        self._cells = dict(cells)
        self._picture = None
        self._describe()
        self.update()

    def place_at(self, position: QPointF) -> int:
        """The point nearest to a position and within reach, -1 if there is none; what was recalled first."""
        column, line = int(position.x()) // _CELL, int(position.y()) // _CELL
        near = [p for x in (-1, 0, 1) for y in (-1, 0, 1) for p in self._cells.get((column + x, line + y), ())]
        linked = set(self._recalled)
        best = min(near, key=lambda p: _distance(self._at[p], position) - (4 if p in linked else 0), default=-1)
        return best if best >= 0 and _distance(self._at[best], position) <= _REACH else -1

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place every point anew."""
        super().resizeEvent(event)
        self._lay_out()

    # Painting: the points once, what moves over them each time

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the points and what is marked among them."""
        if self._picture is None:
            self._picture = self._painted()
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_links(painter)
        for place in (self._hovered, self._selected):
            if 0 <= place < len(self._at):
                self._paint_marked(painter, place, strong=place == self._selected)
        if self.hasFocus():
            painter.setPen(QPen(self._theme.color("muted"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)

    def _painted(self) -> QPixmap:
        ratio = self.devicePixelRatioF()
        picture = QPixmap(self.size() * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(self._theme.color("panel"))
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        stamps = Stamps(self._theme, ratio)
        points = self._map.points if self._map else ()
        for here in (False, True):  # the open session above the others
            for point, at in zip(points, self._at, strict=True):
                if (point.session_id == self._session) is here:
                    stamps.paint(painter, self._shapes[point.session_id], at, here=here)
        if self._map and self._facts:
            for point, at in zip(points, self._at, strict=True):
                if point.turn_id in self._map.facts:
                    paint_fact(painter, at, self._theme)
        painter.end()
        return picture

    def _paint_links(self, painter: QPainter) -> None:
        star = self.question_position()
        if star is None:
            return
        painter.setPen(QPen(self._theme.section(Section.RECALLED), 1.4))
        for place in self._recalled:
            painter.drawLine(star, self._at[place])
        for place in self._recalled:
            self._paint_point(painter, place)
            paint_recalled(painter, self._at[place], self._theme)
        paint_question(painter, star, self._theme)

    def _paint_marked(self, painter: QPainter, place: int, *, strong: bool) -> None:
        self._paint_point(painter, place, 1.35)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._theme.color("ink"), 2 if strong else 1))
        side = self._theme.px(10)
        at = self._at[place]
        painter.drawRoundedRect(QRectF(at.x() - side, at.y() - side, 2 * side, 2 * side), 4, 4)

    def _paint_point(self, painter: QPainter, place: int, scale: float = 1.0) -> None:
        assert self._map is not None
        session = self._map.points[place].session_id
        here = session == self._session
        paint_memory(painter, self._shapes[session], self._at[place], self._theme, here=here, scale=scale)

    # Pointer and keys

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Mark the point under the pointer."""
        place = self.place_at(event.position())
        if place != self._hovered:
            self._hovered = place
            self.setCursor(Qt.CursorShape.PointingHandCursor if place >= 0 else Qt.CursorShape.ArrowCursor)
            if place >= 0:
                QToolTip.showText(event.globalPosition().toPoint() + QPoint(10, 10), self.words_at(place), self)
            else:
                QToolTip.hideText()
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose a point and go to where it was said."""
        place = self.place_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and place >= 0:
            self._choose(place)
            self.opened.emit(place)

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is under the pointer any more."""
        self._hovered = -1
        self.update()
        super().leaveEvent(event)

    def event(self, event: QEvent) -> bool:
        """Say what the point under a resting pointer is."""
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            place = self.place_at(QPointF(event.pos()))
            if place >= 0:
                QToolTip.showText(event.globalPos() + QPoint(8, 8), self.words_at(place), self)
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows lead to the next point in a direction, Home and End to the oldest and newest, Enter to its source."""
        key = Qt.Key(event.key())
        last = len(self._at) - 1
        if last < 0:
            super().keyPressEvent(event)
        elif key in _DIRECTIONS:
            self._choose(self._next_in(_DIRECTIONS[key]) if self._selected >= 0 else self._start())
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._choose(0 if key == Qt.Key.Key_Home else last)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._selected >= 0:
            self.opened.emit(self._selected)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus."""
        super().focusInEvent(event)
        self.update()

    def _start(self) -> int:
        return self._recalled[0] if self._recalled else len(self._at) - 1

    def _next_in(self, direction: tuple[int, int]) -> int:
        """The nearest point on that side; what stands aside of the direction counts as farther."""
        dx, dy = direction
        at = self._at[self._selected]
        best, least = self._selected, float("inf")
        for place, other in enumerate(self._at):
            along = (other.x() - at.x()) * dx + (other.y() - at.y()) * dy
            aside = abs((other.x() - at.x()) * dy) + abs((other.y() - at.y()) * dx)
            if along > 0.5 and along + 2 * aside < least:
                best, least = place, along + 2 * aside
        return best

    def _choose(self, place: int) -> None:
        if place != self._selected:
            self.select(place)
            self.selected.emit(place)

    def _describe(self) -> None:
        self.setAccessibleName(translate("Map", "Map of the memories"))
        words = self.words_at(self._selected) if 0 <= self._selected < len(self._at) else ""
        keys = translate("Map", "Arrow keys go from point to point, Enter to where it was said")
        self.setAccessibleDescription(words or keys)


def _distance(one: QPointF, other: QPointF) -> float:
    return float((one - other).manhattanLength())
