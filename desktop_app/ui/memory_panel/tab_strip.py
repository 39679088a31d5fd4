"""The tabs of the panel: names in full at any width, with small counts and with what waits to be decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QRect, QSize, Qt, Slot
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QMenu, QStyle, QStyleOptionTab, QTabBar, QWidget

from desktop_app.ui.texts import translate
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.basics import button

HEIGHT = 42
_NONE = Qt.KeyboardModifier.NoModifier
_LEAST_SPACE = 3  # on both sides of a tab before the next step is taken
_SPACE = 6
_TIGHTEST = 2  # pixels; what has no room with this goes into the menu


@dataclass(frozen=True, slots=True)
class _Step:
    """How tightly the tabs are set."""

    name_px: int
    counts: bool


# Names stay whole: first the type shrinks, then the counts go, then the type shrinks again.
_STEPS = (_Step(13, True), _Step(12, True), _Step(12, False), _Step(11, False))


@dataclass(frozen=True, slots=True)
class TabWords:
    """What a tab says: its name, a figure, and in the figure's place what waits in it to be decided."""

    key: str
    name: str
    count: str = ""
    mark: str = ""

    @property
    def in_full(self) -> str:
        """All of it in one line."""
        return " ".join(word for word in (self.name, self.count, self.mark) if word)


class TabStrip(QTabBar):
    """Tabs by name. Their spacing shrinks before anything is cut, then their type, then counts go; marks stay.

    What has no room even then is in the menu of ``more``, a button that stands beside the strip.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._tabs: tuple[TabWords, ...] = ()
        # A layout asks for the size of each tab, and each size for the width of all: measured once by theme.
        self._widths: dict[tuple[str, str, _Step], int] = {}
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setUsesScrollButtons(False)
        self.setElideMode(Qt.TextElideMode.ElideNone)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.more = button("quiet", parent)
        self.more.setText("⋯")
        self.more.hide()
        self._menu = QMenu(self.more)
        self._menu.aboutToShow.connect(self._fill_menu)
        self.more.setMenu(self._menu)
        self.currentChanged.connect(self._lay_out)

    def set_theme(self, theme: Theme) -> None:
        """Paint in another theme."""
        self._theme = theme
        self._widths.clear()
        self._lay_out()

    def set_tabs(self, tabs: Sequence[TabWords]) -> None:
        """Set the tabs; the current one stays if it is still there."""
        if tuple(tabs) == self._tabs:
            return  # naming them all again measures and lays out the strip several times
        self._tabs = tuple(tabs)
        current = self.current_key()
        if [tab.key for tab in tabs] != [self.tabData(index) for index in range(self.count())]:
            blocked = self.blockSignals(True)
            while self.count():
                self.removeTab(0)
            for tab in tabs:
                self.setTabData(self.addTab(""), tab.key)
            self.blockSignals(blocked)
            self.select(current if any(tab.key == current for tab in tabs) else tabs[0].key)
        for index, tab in enumerate(tabs):
            self.setTabText(index, tab.name)
            self.setAccessibleTabName(index, tab.in_full)
        self._lay_out()

    def current_key(self) -> str:
        """The key of the current tab, "" if there is none."""
        return str(self.tabData(self.currentIndex()) or "")

    def select(self, key: str) -> None:
        """Make a tab the current one, if it is there."""
        for index in range(self.count()):
            if self.tabData(index) == key:
                self.setCurrentIndex(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows, Home and End reach every tab: one that is in the menu comes out of it."""
        last = self.count() - 1
        places = {
            Qt.Key.Key_Left: max(0, self.currentIndex() - 1),
            Qt.Key.Key_Right: min(last, self.currentIndex() + 1),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        place = places.get(Qt.Key(event.key()))
        if place is None or event.modifiers() not in (_NONE, Qt.KeyboardModifier.KeypadModifier):
            super().keyPressEvent(event)
            return
        self.setCurrentIndex(place)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """See anew what has room."""
        super().resizeEvent(event)
        self._hide_what_has_no_room()
        self._tell_counts()

    @property
    def hidden(self) -> list[int]:
        """Indices of the tabs that are in the menu."""
        return [index for index in range(self.count()) if not self.isTabVisible(index)]

    def _hide_what_has_no_room(self) -> None:
        widths = [self._content_width(index, _STEPS[-1]) + 2 * _TIGHTEST for index in range(self.count())]
        room = self._room()
        if sum(widths) > room:
            room -= self.more.sizeHint().width()
        current = max(0, self.currentIndex())
        left = room - (widths[current] if widths else 0)
        shown = {current}
        for index, width in enumerate(widths):
            if index == current:
                continue
            if width > left:
                break
            left -= width
            shown.add(index)
        for index in range(self.count()):
            if self.isTabVisible(index) != (index in shown):
                self.setTabVisible(index, index in shown)
        self.more.setVisible(len(shown) < self.count())
        self.more.setText("⋯ !" if any(self._tabs[index].mark for index in self.hidden) else "⋯")
        names = translate("Transcript", ", ").join(
            f"{self.tabText(index)} {self._tabs[index].mark}".strip() for index in self.hidden
        )
        self.more.setAccessibleName(translate("Panel", "More tabs: {names}").format(names=names))

    def _tell_counts(self) -> None:
        """A count that has no room is told by the tooltip; `setAccessibleTabName` has it in any case."""
        counts = self._metrics()[0].counts
        for index, tab in enumerate(self._tabs):
            self.setTabToolTip(index, tab.mark or (tab.in_full if tab.count and not counts else ""))

    @Slot()
    def _fill_menu(self) -> None:
        self._menu.clear()
        for index in self.hidden:
            self._menu.addAction(self._tabs[index].in_full, partial(self.setCurrentIndex, index))

    def _room(self) -> int:
        parent = self.parentWidget()
        return (self.width() if parent is None else parent.width()) - 2 * self._theme.px(12)

    @Slot()
    def _lay_out(self) -> None:
        self._hide_what_has_no_room()
        self._tell_counts()
        # QTabBar measures again when an icon size is set; it has no other public way.
        self.setIconSize(QSize(1, 1))
        self.setIconSize(QSize(0, 0))
        self.update()

    def _fonts(self, step: _Step) -> tuple[QFont, QFont]:
        name, count = self._theme.font("control"), self._theme.font("caption")
        name.setPixelSize(self._theme.px(step.name_px))
        count.setPixelSize(self._theme.px(11))
        return name, count

    def _count_at(self, index: int, step: _Step) -> str:
        if index >= len(self._tabs):
            return ""
        tab = self._tabs[index]
        return tab.mark or (tab.count if step.counts else "")

    def _content_width(self, index: int, step: _Step) -> int:
        words = (self.tabText(index), self._count_at(index, step), step)
        if words not in self._widths:
            self._widths[words] = self._measure(*words)
        return self._widths[words]

    def _measure(self, text: str, shown: str, step: _Step) -> int:
        name, count = self._fonts(step)
        # Measured in the weight of the current tab, so that choosing a tab moves nothing.
        name.setWeight(QFont.Weight.DemiBold)
        width = QFontMetrics(name).horizontalAdvance(text)
        if shown:
            width += self._theme.px(4) + QFontMetrics(count).horizontalAdvance(shown)
        return width

    def _metrics(self) -> tuple[_Step, int]:
        """How tightly the tabs are set, and the space on both sides of each."""
        shown = [index for index in range(self.count()) if self.isTabVisible(index)]
        room = self._room() - (self.more.sizeHint().width() if len(shown) < self.count() else 0)
        for step in _STEPS:
            content = sum(self._content_width(index, step) for index in shown)
            space = (room - content) // max(1, 2 * len(shown))
            if space >= self._theme.px(_LEAST_SPACE):
                return step, min(self._theme.px(_SPACE), space)
        return _STEPS[-1], _TIGHTEST

    def tabSizeHint(self, index: int) -> QSize:
        """As wide as the name and its count."""
        step, space = self._metrics()
        return QSize(self._content_width(index, step) + 2 * space, self._theme.px(HEIGHT))

    def minimumTabSizeHint(self, index: int) -> QSize:
        """Never less than the name."""
        return self.tabSizeHint(index)

    def minimumSizeHint(self) -> QSize:
        """The strip never widens the panel."""
        return QSize(0, self._theme.px(HEIGHT))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint names, counts and the line under the current tab."""
        painter = QPainter(self)
        step, space = self._metrics()
        fonts = self._fonts(step)
        for index in range(self.count()):
            if not self.isTabVisible(index):
                continue
            option = QStyleOptionTab()
            self.initStyleOption(option, index)
            rect = self.tabRect(index)
            current = index == self.currentIndex()
            self._paint_tab(painter, rect.adjusted(space, 0, 0, 0), index, self._count_at(index, step), fonts)
            if current:
                painter.fillRect(QRect(rect.left(), rect.bottom() - 1, rect.width(), 2), self._theme.color("ink"))
            if current and option.state & QStyle.StateFlag.State_HasFocus:
                painter.setPen(QPen(self._theme.color("focus"), 2))
                painter.drawRect(rect.adjusted(1, 6, -2, -6))

    def _paint_tab(self, painter: QPainter, rect: QRect, index: int, count: str, fonts: tuple[QFont, QFont]) -> None:
        theme = self._theme
        current = index == self.currentIndex()
        font = fonts[0]
        font.setWeight(QFont.Weight.DemiBold if current else QFont.Weight.Normal)
        painter.setFont(font)
        painter.setPen(theme.color("ink" if current else "muted"))
        metrics = QFontMetrics(font)
        baseline = rect.center().y() + metrics.ascent() // 2 - 1
        painter.drawText(rect.left(), baseline, self.tabText(index))
        if count:
            painter.setFont(fonts[1])
            painter.setPen(theme.color("warning" if self._tabs[index].mark else "muted"))
            x = rect.left() + metrics.horizontalAdvance(self.tabText(index)) + theme.px(4)
            painter.drawText(x, baseline, count)
