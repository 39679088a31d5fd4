"""The tab: the picture or the list, and below it what the chosen memory says."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.errors import UserError
from desktop_app.domain.events import Changed, ConsolidationProgress, EmbedderChanged
from desktop_app.domain.ledger import Ledger
from desktop_app.domain.memory_map import MapPoint, MapQuestion, MemoryMap
from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.error_texts import error_text
from desktop_app.ui.memory_panel.memory_map.canvas import MapCanvas
from desktop_app.ui.memory_panel.memory_map.legend import MapLegend
from desktop_app.ui.memory_panel.memory_map.reading import Reading
from desktop_app.ui.memory_panel.memory_map.table import MapTable
from desktop_app.ui.memory_panel.memory_map.words import caption_words, nothing_words, state_words
from desktop_app.ui.memory_panel.tab import MAP, PanelTab, View
from desktop_app.ui.texts import translate
from desktop_app.ui.theme import Theme
from desktop_app.ui.transcript.display_text import printable
from desktop_app.ui.widgets.basics import ElidedLabel, button, label
from desktop_app.ui.widgets.focus_area import FocusArea

PICTURE, LIST = "picture", "list"
VIEWS = (PICTURE, LIST)
REREAD_AFTER_MS = 400  # memory work announces each step
_MARGIN = 18
_TEXT_LINES = 3
_LEAST_ROWS = 5  # of the list; a lower page scrolls
_LEAST_PICTURE = 120  # pixels of the 14 px design, likewise
_LINES_FROM, _LEGEND_FROM = 330, 210  # pixels of the 14 px design; a lower page has their place for the picture


class _OwnHeights(QVBoxLayout):
    """What is read below the map has lines of its own: the wrapping of its words makes the page no higher."""

    def hasHeightForWidth(self) -> bool:
        """Never."""
        return False


class MapTab(PanelTab):
    """This person's memories on a plane, and the question that is typed or was asked."""

    key = MAP

    def __init__(
        self, services: Services, bridge: EventBridge, kind: VaultKind, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(services, bridge, kind, theme, parent)
        self._map: MemoryMap | None = None
        self._question: MapQuestion | None = None
        self._place = -1
        self._stale = True
        self._question_stale = True
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(REREAD_AFTER_MS)
        self._timer.timeout.connect(self.refresh)
        self._build(theme)
        self.set_theme(theme)
        self.retranslate()
        bridge.event.connect(self._on_event)

    def _build(self, theme: Theme) -> None:
        # Made in the order in which they stand, which is that of the Tab key.
        group = QButtonGroup(self)
        self.view_buttons = {key: button("small", self) for key in VIEWS}
        self.facts = QCheckBox(self)
        self.facts.toggled.connect(self._show)
        self.canvas = MapCanvas(theme, self)
        self.table = MapTable(theme, self)
        for view in (self.canvas, self.table):
            view.selected.connect(self.select)
            view.opened.connect(self._open)
        self.legend = MapLegend(theme, self)
        self.state = ElidedLabel("caption", self)
        self.nothing = label("muted", parent=self)
        self.nothing.setWordWrap(True)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.text = Reading(self)
        self.caption = ElidedLabel("caption", self)
        self.go_to = button("link", self)
        self.go_to.clicked.connect(lambda: self._open(self._place))
        for key, control in self.view_buttons.items():
            control.setCheckable(True)
            control.setChecked(key == PICTURE)
            group.addButton(control)
            control.clicked.connect(partial(self.show_view, key))
        self._stack = QStackedWidget(self)
        for widget in (self.canvas, self.table, self.nothing):
            self._stack.addWidget(widget)
        self._lay_out()

    def _lay_out(self) -> None:
        switch = QHBoxLayout()
        switch.setSpacing(4)
        for control in self.view_buttons.values():
            switch.addWidget(control)
        switch.addSpacing(8)
        switch.addWidget(self.facts)
        switch.addStretch(1)
        below = QHBoxLayout()
        below.setSpacing(10)
        below.addWidget(self.caption, 1)
        below.addWidget(self.go_to)
        page = QWidget(self)
        self._area = FocusArea(page, self)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._area)
        for part in (self._area, page):
            part.setProperty("surface", "panel")
        layout = _OwnHeights(page)
        layout.setContentsMargins(_MARGIN, 10, _MARGIN, 10)
        layout.setSpacing(6)
        layout.addLayout(switch)
        layout.addWidget(self.state)
        layout.addWidget(self._stack, 1)
        layout.addWidget(self.legend)
        layout.addWidget(self.text)
        layout.addLayout(below)

    # What the panel asks for

    def name(self) -> str:
        """What the strip calls the tab."""
        return translate("Panel", "Map")

    def show_session(self, person_id: int | None, session_id: int | None) -> None:
        """Show the memories of a person, those of a session filled."""
        if person_id != self._person:
            self._map, self._place, self._stale = None, -1, True
        if session_id != self._session:
            self._question, self._question_stale = None, True
        super().show_session(person_id, session_id)
        self._show()
        self._refresh_if_seen()

    def set_view(self, view: View) -> None:
        """Show the question of a prompt and what was recalled for it."""
        before = self._view
        super().set_view(view)
        if view.full != before.full:
            self._show()
        if view.ledger is not before.ledger:
            self._question_stale = True
            self._refresh_if_seen()

    @Slot()
    def refresh(self) -> None:
        """Read what has changed since."""
        if self._stale and self._person is not None:
            self._stale = False
            self._bridge.run(
                "read", self._services.memory_map.read, self._person,
                done=self._take_map, failed=self._on_failed, owner=self,
            )  # fmt: skip
        elif self._question_stale:
            self._read_question()

    def _refresh_if_seen(self) -> None:
        if self.isVisible():
            self.refresh()

    # Reading

    def _take_map(self, drawn: MemoryMap) -> None:
        if drawn.person_id != self._person:
            return
        chosen = self._point
        self._map = drawn
        chunk = chosen.chunk_id if chosen is not None else None
        self._place = next((place for place, point in enumerate(drawn.points) if point.chunk_id == chunk), -1)
        self._show()
        self._read_question()

    def _read_question(self) -> None:
        """After the map: that chooses the plane."""
        self._question_stale = False
        ledger, session_id = self._view.ledger, self._session
        if ledger is None or session_id is None:
            self._take_question(ledger, None)
            return
        self._bridge.run(
            "read", self._services.memory_map.question, session_id, ledger,
            done=partial(self._take_question, ledger), failed=self._on_failed, owner=self,
        )  # fmt: skip

    def _take_question(self, ledger: Ledger | None, question: MapQuestion | None) -> None:
        if ledger is self._view.ledger:
            self._question = question
            self._show()

    def _on_failed(self, error: UserError) -> None:
        """The map stays without its question; the embedding model's failure is told by the window already."""
        self._question = None
        self._show()
        if self._map is None:
            self.nothing.setText(error_text(error).line)

    # What is shown

    @property
    def map(self) -> MemoryMap | None:
        """The map that is shown."""
        return self._map

    @property
    def question(self) -> MapQuestion | None:
        """The question that is shown."""
        return self._question

    @property
    def _point(self) -> MapPoint | None:
        points = self._map.points if self._map else ()
        return points[self._place] if 0 <= self._place < len(points) else None

    def show_view(self, key: str, _checked: bool = False) -> None:
        """Open the picture or the list."""
        self.view_buttons[key].setChecked(True)
        self._show()

    @Slot(int)
    def select(self, place: int) -> None:
        """Choose a memory by its place in the map."""
        self._place = place
        self.canvas.select(place)
        self.table.select(place)
        self._show_chosen()

    def _open(self, place: int) -> None:
        self.select(place)
        point = self._point
        if point is not None:
            self.source_requested.emit(point.session_id, point.turn_id)

    @Slot()
    def _show(self) -> None:
        drawn, question, facts = self._map, self._question, self.facts.isChecked()
        nothing = nothing_words(drawn, self._services.models.embedder_state)
        self.nothing.setText(nothing)
        is_list = self.view_buttons[LIST].isChecked()
        self._stack.setCurrentWidget(self.nothing if nothing else self.table if is_list else self.canvas)
        self.canvas.show_map(drawn, self._session, facts=facts)
        self.canvas.show_question(question)
        self.table.show_map(drawn, question)
        self.canvas.select(self._place)
        self.table.select(self._place)
        here, others = self.canvas.shapes
        self.legend.set_signs(here, others, question=question is not None, facts=facts)
        self._make_room()
        for control in (self.facts, self.state, self.text, *self.view_buttons.values()):
            control.setVisible(not nothing)
        self.state.set_full_text(state_words(drawn, full=self._view.full) if drawn else "")
        self._show_chosen()

    def _make_room(self) -> None:
        """Where the page is low, what is read has one line; where it is lower still, the legend goes."""
        is_high = self.height() >= self._theme.px(_LINES_FROM)
        has_legend = self.height() >= self._theme.px(_LEGEND_FROM)
        self.legend.setVisible(has_legend and self._stack.currentWidget() is self.canvas)
        shows_list = self._stack.currentWidget() is self.table
        self._stack.setMinimumHeight(
            self.table.height_of(_LEAST_ROWS) if shows_list else self._theme.px(_LEAST_PICTURE)
        )
        self.text.set_lines(_TEXT_LINES if is_high else 1, self._theme.px(20))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit what is shown."""
        super().resizeEvent(event)
        self._make_room()

    def _show_chosen(self) -> None:
        point = self._point
        self.go_to.setVisible(point is not None)
        if point is None or self._map is None:
            if self._map and self._map.points:
                self.text.set_wordings(
                    translate(
                        "Map",
                        "Point at a memory or go to it by the arrow keys to read it; press it, or Enter, to go there.",
                    ),
                    translate("Map", "Point at a memory to read it."),
                    translate("Map", "Point at a memory."),
                )
            else:
                self.text.set_wordings("")
            self.caption.set_full_text("")
            return
        self.text.set_wordings(printable(" ".join(point.text.split())))
        self.caption.set_full_text(caption_words(self._map, point, self._question, facts=self.facts.isChecked()))

    # Events, language and theme

    @Slot(object)
    def _on_event(self, event: object) -> None:
        if isinstance(event, EmbedderChanged):
            self._question_stale = True
        elif not isinstance(event, ConsolidationProgress | Changed):
            return
        self._stale = True
        if self.isVisible():
            self._timer.start()

    def set_theme(self, theme: Theme) -> None:
        """Paint in another theme."""
        super().set_theme(theme)
        for part in (self.canvas, self.table, self.legend):
            part.set_theme(theme)
        self._make_room()
        self.state.setFixedHeight(theme.px(18))

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        for key, name in ((PICTURE, translate("Map", "Picture")), (LIST, translate("Map", "List"))):
            self.view_buttons[key].setText(name)
            self.view_buttons[key].setAccessibleName(name)
        self.facts.setText(translate("Map", "Facts"))
        self.facts.setAccessibleName(translate("Map", "Mark the memories that facts rest on"))
        self.go_to.setText(translate("Map", "to the conversation"))
        self.go_to.setAccessibleName(translate("Map", "Show this memory in the conversation"))
        self.table.retranslate()
        self._show()
