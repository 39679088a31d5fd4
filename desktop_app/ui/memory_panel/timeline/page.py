"""The tab: chart and slider above, below them what changed, the exact prompt, or the figures as a table."""

from __future__ import annotations

from datetime import date
from functools import partial

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QSpinBox, QStackedWidget, QVBoxLayout, QWidget

from desktop_app.domain.events import Changed, TurnFinished, TurnStarted
from desktop_app.domain.ledger import Ledger, Section
from desktop_app.domain.ledger_diff import difference
from desktop_app.domain.timeline import EventKind, Series, TurnFigures
from desktop_app.services.facade import Services
from desktop_app.services.timeline import PastPrompt
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.memory_panel.cards import Card, CardBrowser, message
from desktop_app.ui.memory_panel.ledger_cards import nothing_yet, turn_number
from desktop_app.ui.memory_panel.links import TOGGLE
from desktop_app.ui.memory_panel.timeline import prompt_cards
from desktop_app.ui.memory_panel.timeline.chart import TimelineChart
from desktop_app.ui.memory_panel.timeline.slider import TurnSlider
from desktop_app.ui.memory_panel.timeline.table import TimelineTable
from desktop_app.ui.memory_panel.timeline.trial_view import TrialView
from desktop_app.ui.memory_panel.timeline.words import moment_words
from desktop_app.ui.texts import format_number, translate
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.basics import ElidedLabel, button, label
from desktop_app.ui.widgets.flow import FlowLayout

CHANGES, PROMPT, TRIAL, TABLE = "changes", "prompt", "trial", "table"
VIEWS = (CHANGES, PROMPT, TRIAL, TABLE)
READ_AFTER_MS = 60  # a slider that is dragged has not every turn's prompt read
MARGIN = 18
_ARROWS = 22  # of a spin box
_CHART_FROM = 560  # pixels of the 14 px design
_VIEW_FROM = 140  # likewise; with less than this of a view the page scrolls
_OPEN_AT_FIRST = {Section.FACTS.value, Section.RECALLED.value, Section.QUESTION.value}


class _ViewStack(QStackedWidget):
    """Asks for the height that the open view needs, ``least`` pixels at least: the others may be far longer."""

    least = 0

    def hasHeightForWidth(self) -> bool:
        """A stack would ask for the height of its longest view at this width, and the page scroll beside the list."""
        return False

    def minimumSizeHint(self) -> QSize:
        """Of the open view."""
        height = self.least
        view: QWidget | None = self.currentWidget()
        cards = view.findChild(CardBrowser) if view is not None and not isinstance(view, CardBrowser) else view
        if view is not None and isinstance(cards, CardBrowser) and cards.minimumHeight():
            height = max(height, view.minimumHeight(), view.minimumSizeHint().height())
        return QSize(super().minimumSizeHint().width(), height)


class TimelinePage(QWidget):
    """Time travel through one session.

    Signals:
        ledger_chosen: a turn's id and ledger, to be shown by gauge and transcript; None where nothing was sent.
        turn_requested: a turn to be shown in the conversation, by its id.
    """

    ledger_chosen = Signal(int, object)
    turn_requested = Signal(int)

    def __init__(self, services: Services, bridge: EventBridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._services = services
        self._bridge = bridge
        self._session: int | None = None
        self._series = Series()
        self._listed: Series | None = None  # what the table shows; it is filled when it is looked at
        self._position = -1
        self._wanted: int | None = None  # a turn to go to once the figures are there
        self._compared_turn: int | None = None  # chosen by hand; None: the one before
        self._past: PastPrompt | None = None
        self._other: PastPrompt | None = None
        self._to_now = False  # whether the next figures lead to the newest turn
        self._told: tuple[int, Ledger | None] | None = None  # what was last announced as chosen
        self._stale = True
        self._full = True
        self._chart_from = _CHART_FROM
        self._expanded: dict[str, set[str]] = {CHANGES: set(), PROMPT: set(_OPEN_AT_FIRST)}
        self._read_timer = QTimer(self)
        self._read_timer.setSingleShot(True)
        self._read_timer.setInterval(READ_AFTER_MS)
        self._read_timer.timeout.connect(self._read_prompts)
        self._build(theme)
        self.set_theme(theme)
        self.retranslate()
        bridge.event.connect(self._on_event)

    def _build(self, theme: Theme) -> None:
        # Made in the order in which they stand, which is that of the Tab key.
        self.chart = TimelineChart(theme, self)
        self.chart.turn_chosen.connect(self.choose)
        self.slider = TurnSlider(theme, self.chart, self)
        self.slider.valueChanged.connect(self.choose)
        self.moment = ElidedLabel("heading", self)
        self.marks = ElidedLabel("caption", self)
        self.now = button("link", self)
        self.now.clicked.connect(self.return_to_now)
        self.go_to = button("link", self)
        self.go_to.clicked.connect(self._go_to_turn)
        self.views = QButtonGroup(self)
        self.view_buttons = {key: button("small", self) for key in VIEWS}
        self.other = QSpinBox(self)
        self.other.lineEdit().setTextMargins(8, 0, 0, 0)  # the style sheet's padding does not reach it
        self.other.valueChanged.connect(self._on_other)
        self.other_label = label("caption", parent=self)
        self.other_label.setBuddy(self.other)
        self.changes = CardBrowser(theme, self)
        self.prompt = CardBrowser(theme, self)
        self.trial = TrialView(self._services, self._bridge, theme, self)
        self.trial.kept.connect(self._on_kept)
        self.table = TimelineTable(theme, self)
        self.table.turn_chosen.connect(self.choose)
        self._stack = _ViewStack(self)
        for key, view in zip(VIEWS, (self._changes_view(), self.prompt, self.trial, self.table), strict=True):
            self._stack.addWidget(view)
            self.view_buttons[key].setCheckable(True)
            self.view_buttons[key].setChecked(key == CHANGES)
            self.views.addButton(self.view_buttons[key])
            self.view_buttons[key].clicked.connect(partial(self.show_view, key))
        for key, cards in ((CHANGES, self.changes), (PROMPT, self.prompt)):
            cards.link_activated.connect(partial(self._follow_link, key))
        self._lay_out()

    def _changes_view(self) -> QWidget:
        view = QWidget(self)
        chooser, row = FlowLayout(8), QHBoxLayout()
        row.setContentsMargins(MARGIN, 4, MARGIN, 0)
        row.addLayout(chooser, 1)
        chooser.addWidget(self.other_label)
        chooser.addWidget(self.other)
        layout = QVBoxLayout(view)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(row)
        layout.addWidget(self.changes, 1)
        return view

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(self.moment, 1)
        head.addWidget(self.go_to)
        head.addWidget(self.now)
        switch = FlowLayout(4)
        for key in VIEWS:
            switch.addWidget(self.view_buttons[key])
        top = QVBoxLayout()
        top.setContentsMargins(MARGIN, 10, MARGIN, 6)
        top.setSpacing(4)
        top.addWidget(self.chart, 1)
        top.addWidget(self.slider)
        top.addLayout(head)
        top.addWidget(self.marks)
        top.addLayout(switch)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        self._rows = layout
        layout.addLayout(top)
        layout.addWidget(self._stack)
        self._share(True)

    def _share(self, has_chart: bool) -> None:
        """Give the chart its share of the height, or all of it to the view."""
        self._rows.setStretch(0, 2 if has_chart else 0)
        self._rows.setStretch(1, 3)

    # What the panel asks for

    def show_session(self, session_id: int | None) -> None:
        """Begin with another session, at its end."""
        self._session = session_id
        self._position, self._wanted, self._compared_turn = -1, None, None
        self._past = self._other = self._told = None
        self._take(Series())
        self._stale = True
        if self.isVisible():
            self.refresh()

    def refresh(self) -> None:
        """Read the figures, where they have changed since."""
        if self._stale and self._session is not None:
            self._stale = False
            session_id = self._session
            self._bridge.run(
                "read", self._services.timeline.series, session_id,
                done=partial(self._turns_read, session_id), owner=self,
            )  # fmt: skip

    def show_turn(self, turn_id: int) -> None:
        """Go to a turn by its id, now or when the figures are there."""
        position = self._place_of(turn_id)
        if position is None:
            self._wanted = turn_id
            self._stale = True
            self.refresh()
        else:
            self.choose(position)

    def set_full(self, full: bool) -> None:
        """Show figures, or hide them."""
        self._full = full
        self.chart.set_series(self._series, full)
        self.trial.set_full(full)
        self.view_buttons[TABLE].setVisible(full)
        if not full and self._stack.currentIndex() == VIEWS.index(TABLE):
            self.show_view(CHANGES)
        self._write()

    # Turns

    def _turns_read(self, session_id: int, series: Series) -> None:
        if session_id != self._session:
            return
        turns = series.turns
        chosen = self.turn.turn_id if self.turn is not None and not self.is_at_end and not self._to_now else None
        self._to_now = False
        wanted, self._wanted = self._wanted or chosen, None
        self._take(series)
        if turns:
            place = self._place_of(wanted) if wanted is not None else None
            self._position = -1
            self.choose(len(turns) - 1 if place is None else place)

    def _take(self, series: Series) -> None:
        self._series, turns = series, series.turns
        self.chart.set_series(series, self._full)
        self._fill_table()
        blocked = self.slider.blockSignals(True)
        self.slider.setRange(0, max(0, len(turns) - 1))
        self.slider.blockSignals(blocked)
        self.slider.setEnabled(len(turns) > 1)
        self.marks.set_full_text(self._marks_words())
        self._fit_other()
        self._show_place()
        if not turns:
            self._past = self._other = None
            self._write()

    def _fill_table(self) -> None:
        """Give the table its rows, where it is open: ten thousand of them take their time."""
        if self._stack.currentIndex() != VIEWS.index(TABLE):
            return
        if self._listed is not self._series:
            self._listed = self._series
            self.table.set_turns(self._series.turns, self._series.events)
        if self.turn is not None:
            self.table.select(self._position)

    def _place_of(self, turn_id: int) -> int | None:
        return next((place for place, turn in enumerate(self._series.turns) if turn.turn_id == turn_id), None)

    @Slot(int)
    def choose(self, position: int) -> None:
        """Go to a turn by its place."""
        if position == self._position or not 0 <= position < len(self._series.turns):
            return
        self._position = position
        self._show_place()
        self._read_timer.start()

    @Slot()
    def return_to_now(self) -> None:
        """Go to the newest turn."""
        self.choose(len(self._series.turns) - 1)

    @property
    def turn(self) -> TurnFigures | None:
        """The chosen turn."""
        return self._series.turns[self._position] if 0 <= self._position < len(self._series.turns) else None

    @property
    def is_at_end(self) -> bool:
        """Whether the newest turn is chosen."""
        return self._position == len(self._series.turns) - 1

    def _show_place(self) -> None:
        """What must follow the slider at once: nothing here reads or decodes."""
        turn = self.turn
        words = moment_words(turn, len(self._series.turns), date.today()) if turn is not None else ""
        blocked = self.slider.blockSignals(True)
        self.slider.setValue(max(0, self._position))
        self.slider.blockSignals(blocked)
        self.slider.set_words(words)
        self.slider.update()
        self.moment.set_full_text(words)
        self.chart.select(self._position, self._compared_place())
        self._fill_table()
        self.go_to.setVisible(turn is not None)
        self.now.setVisible(turn is not None and self._position < len(self._series.turns) - 1)

    # Comparison

    def _compared_place(self) -> int:
        """The turn to compare with: the chosen one, else the nearest before that had a prompt."""
        if self._compared_turn is not None:
            place = self._place_of(self._compared_turn)
            return -1 if place is None else place
        return next((p for p in range(self._position - 1, -1, -1) if self._series.turns[p].prompt is not None), -1)

    def _fit_other(self) -> None:
        """Zero stands for the turn before."""
        place = self._place_of(self._compared_turn) if self._compared_turn is not None else None
        blocked = self.other.blockSignals(True)
        self.other.setRange(0, len(self._series.turns))
        before = translate("Timeline", "the turn before")
        self.other.setSpecialValueText(before)
        self.other.setMinimumWidth(self.other.fontMetrics().horizontalAdvance(before) + 2 * MARGIN + _ARROWS)
        self.other.setValue(0 if place is None else place + 1)
        self.other.blockSignals(blocked)

    @Slot(int)
    def _on_other(self, number: int) -> None:
        self.compare_with(self._series.turns[number - 1].turn_id if number else None)

    def compare_with(self, turn_id: int | None) -> None:
        """Compare with a turn by its id; None: with the one before."""
        self._compared_turn = turn_id
        self._fit_other()
        self._show_place()
        self._read_prompts()

    # Prompts

    @Slot()
    def _read_prompts(self) -> None:
        turn, place = self.turn, self._compared_place()
        if turn is None:
            return
        wanted = (turn.turn_id, self._series.turns[place].turn_id if place >= 0 else None)
        self._bridge.run("read", self._fetch, *wanted, done=partial(self._prompts_read, wanted), owner=self)

    def _fetch(self, turn_id: int, other_id: int | None) -> tuple[PastPrompt | None, PastPrompt | None]:
        prompt = self._services.timeline.prompt
        return prompt(turn_id), None if other_id is None else prompt(other_id)

    def _prompts_read(self, wanted: tuple[int, int | None], read: tuple[PastPrompt | None, PastPrompt | None]) -> None:
        turn = self.turn
        if turn is None or turn.turn_id != wanted[0]:
            return  # the slider has moved on
        self._past, self._other = read
        self._write()
        # Reading again what is known already must not take the place of what is shown meanwhile, such as a preview.
        chosen = (turn.turn_id, self._past.ledger if self._past is not None else None)
        if chosen != self._told:
            self._told = chosen
            self.ledger_chosen.emit(*chosen)

    @property
    def past(self) -> PastPrompt | None:
        """The prompt of the chosen turn, as far as it has been read."""
        return self._past

    # Views

    def show_view(self, key: str, _checked: bool = False) -> None:
        """Open one of the views below the chart."""
        self.view_buttons[key].setChecked(True)
        self._stack.setCurrentIndex(VIEWS.index(key))
        self._make_room()
        self._fill_table()
        if key == TABLE:
            self.table.scrollTo(self.table.currentIndex())
        self._write()

    def _make_room(self) -> None:
        """Where the page is low, the view below gets the chart's place, a long one sooner; the slider stays."""
        is_long = VIEWS[self._stack.currentIndex()] in (PROMPT, TRIAL)
        seen = self.parentWidget() or self  # the page itself may be higher, and scroll
        has_room = seen.height() >= (self._chart_from if is_long else self._chart_from // 2)
        for part in (self.chart, self.marks):
            part.setVisible(has_room)
        self._share(has_room)
        # Lists do not scroll within a page that scrolls: they are as long as they are.
        needed = (
            self._rows.minimumHeightForWidth(self.width()) - self._stack.minimumSizeHint().height() + self._stack.least
        )
        for cards in (self.changes, self.prompt):
            cards.set_grows(seen.height() < needed)

    def heightForWidth(self, width: int) -> int:
        """No more than it needs: its scroll area asks for this height, and would scroll what fits."""
        return self._rows.minimumHeightForWidth(width)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show or hide the chart beside the form of a trial."""
        super().resizeEvent(event)
        self._make_room()

    def _write(self) -> None:
        key = VIEWS[self._stack.currentIndex()]
        if key == CHANGES:
            self.changes.show_cards(self._change_cards())
        elif key == PROMPT:
            self.prompt.show_cards(self._prompt_cards())
        elif key == TRIAL:
            past = self._past
            self.trial.show_turn(past.turn_id if past else None, past.ledger if past else None)
            self.trial.begin()

    @Slot(int)
    def _on_kept(self, turn_id: int) -> None:
        """The session goes on from the kept trial: show it."""
        self.show_view(CHANGES)
        self._wanted = turn_id
        self._stale = True
        self.refresh()

    def _prompt_cards(self) -> list[Card]:
        if self.turn is None:
            return [nothing_yet()]
        if self._past is None:
            return [prompt_cards.no_prompt(self.turn)]
        return prompt_cards.context_cards(self._past, self._expanded[PROMPT], self._full, self._ordinals())

    def _ordinals(self) -> dict[int, int]:
        return {each.turn_id: each.ordinal for each in self._series.turns}

    def _change_cards(self) -> list[Card]:
        turn, place = self.turn, self._compared_place()
        if turn is None:
            return [nothing_yet()]
        if self._past is None:
            return [prompt_cards.no_prompt(turn)]
        if self._other is None or place < 0:
            return [message(translate("Timeline", "The first prompt of this session: there is none before it."))]
        other = self._series.turns[place]
        events = (
            [event for event in self._series.events if event.position == self._position]
            if place < self._position
            else []
        )
        diff = difference(self._other.ledger, self._past.ledger)
        ordinals = self._ordinals()
        names = (turn_number(other.ordinal), turn_number(turn.ordinal))
        return prompt_cards.diff_cards(diff, names, ordinals, self._expanded[CHANGES], events, full=self._full)

    def _follow_link(self, key: str, link: str) -> None:
        action, _, argument = link.partition("/")
        if action == TOGGLE:
            self._expanded[key] ^= {argument}
            self._write()
        elif action == prompt_cards.COPY and self._past is not None:
            QGuiApplication.clipboard().setText(prompt_cards.prompt_text(self._past.ledger))

    @Slot()
    def _go_to_turn(self) -> None:
        if self.turn is not None:
            self.turn_requested.emit(self.turn.turn_id)

    # Events, language and theme

    @Slot(object)
    def _on_event(self, event: object) -> None:
        here = (isinstance(event, TurnStarted | TurnFinished) and event.session_id == self._session) or (
            isinstance(event, Changed) and self._session in event.sessions
        )
        if here:
            self._stale = True
            self._to_now |= isinstance(event, TurnStarted)  # the head speaks of what is sent now
            if isinstance(event, Changed) and event.changes_branch:
                self._told = None  # the head returns to now, and has to be told again
            if self.isVisible():
                self.refresh()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape leads back to the newest turn."""
        if event.key() == Qt.Key.Key_Escape and self.now.isVisible():
            self.return_to_now()
            return
        super().keyPressEvent(event)

    def set_theme(self, theme: Theme) -> None:
        """Paint in another theme."""
        for part in (self.chart, self.slider, self.changes, self.prompt, self.trial, self.table):
            part.set_theme(theme)
        self.marks.setFixedHeight(theme.px(18))
        self._chart_from = theme.px(_CHART_FROM)
        self._stack.least = theme.px(_VIEW_FROM)
        self._stack.updateGeometry()

    def changeEvent(self, event: QEvent) -> None:
        """Say everything again when the language changes."""
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        self.slider.setAccessibleName(translate("Timeline", "Turn of the session"))
        self.go_to.setText(translate("Timeline", "to the conversation"))
        self.go_to.setAccessibleName(translate("Timeline", "Show this turn in the conversation"))
        self.now.setText(translate("Timeline", "back to now"))
        self.now.setAccessibleName(translate("Timeline", "Back to the newest turn (Esc)"))
        self.now.setToolTip(self.now.accessibleName())
        self.other_label.setText(translate("Timeline", "compared with"))
        self.other.setAccessibleName(translate("Timeline", "Turn to compare with"))
        names = {
            CHANGES: translate("Timeline", "Changes"),
            PROMPT: translate("Timeline", "Prompt"),
            TRIAL: translate("Timeline", "Run again"),
            TABLE: translate("Timeline", "Table"),
        }
        for key, name in names.items():
            self.view_buttons[key].setText(name)
            self.view_buttons[key].setAccessibleName(name)
        self.changes.setAccessibleName(translate("Timeline", "What changed between two prompts"))
        self.prompt.setAccessibleName(translate("Timeline", "The exact prompt of this turn"))
        self.table.retranslate()
        self.chart.set_series(self._series, self._full)
        self.marks.set_full_text(self._marks_words())
        self._fit_other()
        self._show_place()
        self._write()

    def _marks_words(self) -> str:
        """The signs above the bars in words, with how often they stand there."""
        counts = {kind: sum(event.kind is kind for event in self._series.events) for kind in EventKind}
        words = {
            EventKind.CLIP: translate("Timeline", "▼ clips {count}"),
            EventKind.SUMMARY: translate("Timeline", "◆ summary {count}"),
            EventKind.PREFIX: translate("Timeline", "○ prefix breaks {count}"),
            EventKind.MODEL: translate("Timeline", "▮ other model {count}"),
        }
        return "\u2002\u2002".join(
            words[kind].format(count=format_number(count)) for kind, count in counts.items() if count
        )
