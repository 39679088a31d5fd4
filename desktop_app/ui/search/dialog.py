"""The search over everything that was said with a person, or with all of them."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from enum import Enum

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QListView, QMenu, QWidget

from desktop_app.domain.conversation import (
    ASSISTANT,
    CLINICIAN,
    DOCUMENT,
    FAMILY_PREFIX,
    MEMORY,
    PERSON,
    Person,
    PersonState,
    VaultKind,
)
from desktop_app.domain.memory import Fact
from desktop_app.domain.memory_commands import asks_to_forget
from desktop_app.domain.search import Found, SearchFilter
from desktop_app.services.facade import Services
from desktop_app.services.search import LIMIT
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.search.fact_hits import FactHits
from desktop_app.ui.search.results import ResultDelegate, ResultsModel
from desktop_app.ui.sessions.deletion import NOTHING_DELETED, Deleted
from desktop_app.ui.texts import format_number, speaker_name
from desktop_app.ui.theme import ThemeManager
from desktop_app.ui.widgets.basics import button, label
from desktop_app.ui.widgets.line_edit import LineEdit

SEARCH_AFTER_MS = 80
_REPEATING = {ASSISTANT: 1, MEMORY: 2}  # who says again what others said, and how far behind them
_MOVES = (Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_PageDown, Qt.Key.Key_PageUp)


class _Since(Enum):
    """How far back to look, in days; None for always."""

    ANY = None
    TODAY = 0
    WEEK = 7
    MONTH = 30
    YEAR = 365


class SearchDialog(Dialog):
    """Results as one types; Enter or a click opens the turn. What was ``deleted`` a moment ago is none.

    Signals:
        chosen: person, session and turn of the result that was opened.
        fact_chosen: the Fact of the person that was opened.
        why_requested: the turn of which it is asked why the open session's prompt does not have it.
    """

    chosen = Signal(int, int, int)
    fact_chosen = Signal(object)
    why_requested = Signal(int)

    def __init__(
        self,
        services: Services,
        bridge: EventBridge,
        themes: ThemeManager,
        person_id: int | None,
        session_id: int | None,
        deleted: Deleted = NOTHING_DELETED,
        *,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent, 640)
        self._services = services
        self._bridge = bridge
        self._person_id = person_id
        self._session_id = session_id
        self._deleted = deleted
        self._asked: tuple[int | None, str, SearchFilter] | None = None
        self._restricted = False  # whether the person is, so that nothing of them is searched
        self._facts: list[Fact] = []  # the person's, read once: they do not change with what is typed
        self.field = LineEdit()
        self.field.setClearButtonEnabled(True)
        self.field.installEventFilter(self)
        self._speaker = QComboBox()
        self._since = QComboBox()
        self._here = QCheckBox()
        self._here.setEnabled(session_id is not None)
        self._everybody = QCheckBox()
        filters = QHBoxLayout()
        filters.setSpacing(10)
        for widget in (self._speaker, self._since, self._here, self._everybody):
            filters.addWidget(widget)
        filters.addStretch(1)
        self._model = ResultsModel(services.vault_kind, self)
        self.results = QListView()
        self.results.setModel(self._model)
        self.results.setItemDelegate(ResultDelegate(self._model, themes.theme, self.results))
        self.results.setUniformItemSizes(True)
        self.results.setMouseTracking(True)
        self._list_px = themes.theme.px(320)  # of facts and messages together: the dialog must not move while one types
        self.results.setMinimumHeight(self._list_px)
        self.results.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.results.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.results.customContextMenuRequested.connect(self._open_menu)
        self.why_button = button()
        self.why_button.clicked.connect(self._ask_why)
        self.buttons.insertWidget(self.buttons.indexOf(self.cancel_button), self.why_button)
        self._told = label("muted")
        self._told.setWordWrap(True)
        self.facts = FactHits()
        self.facts.chosen.connect(self._open_fact)
        for part in (self.field, self.facts, self.results, self._told):
            self.body.addWidget(part)
        self.body.insertLayout(1, filters)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SEARCH_AFTER_MS)
        self._timer.timeout.connect(self._search)
        self._fill_filters()
        self.field.textChanged.connect(self._timer.start)
        for box in (self._speaker, self._since):
            box.currentIndexChanged.connect(self._timer.start)
        for check in (self._here, self._everybody):
            check.toggled.connect(self._timer.start)
        self._everybody.toggled.connect(self._on_everybody)
        self.results.activated.connect(self._open)
        self.results.clicked.connect(self._open)
        self.results.selectionModel().currentChanged.connect(self._offer_why)
        self._offer_why()
        self.accept_button.setEnabled(False)
        self.retranslate()
        if person_id is not None:
            bridge.run("read", self._read_person, person_id, done=self._take_person, owner=self)

    def showEvent(self, event: QShowEvent) -> None:
        """Begin in the field."""
        super().showEvent(event)
        if not event.spontaneous():
            self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def accept(self) -> None:
        """Open the chosen result, the first fact where nothing was said."""
        if self._model.rowCount():
            self._open(self.results.currentIndex())
        else:
            self.facts.open_first()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the arrow keys choose a result while the field has the focus."""
        if (
            watched is self.field
            and isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() in _MOVES
            and not self.field.is_composing
        ):
            self.results.event(event)
            return True
        return super().eventFilter(watched, event)

    def _fill_filters(self) -> None:
        clinical = self._services.vault_kind is VaultKind.CLINICAL
        speakers = (
            (CLINICIAN, PERSON, FAMILY_PREFIX, DOCUMENT, ASSISTANT) if clinical else (PERSON, DOCUMENT, ASSISTANT)
        )
        self._speaker.addItem("", "")
        for speaker in speakers:
            self._speaker.addItem("", speaker)
        for since in _Since:
            self._since.addItem("", since)

    @Slot(bool)
    def _on_everybody(self, everybody: bool) -> None:
        self._here.setEnabled(not everybody and self._session_id is not None)

    def _filter(self) -> SearchFilter:
        here = self._here.isChecked() and not self._everybody.isChecked()
        days = self._since.currentData().value
        since_ms = None
        if days is not None:
            day = datetime.combine(date.today() - timedelta(days=days), datetime.min.time())
            since_ms = int(day.astimezone().timestamp() * 1000)
        return SearchFilter(self._session_id if here else None, self._speaker.currentData(), since_ms)

    @Slot()
    def _search(self) -> None:
        typed = self.field.text().strip()
        person_id = None if self._everybody.isChecked() else self._person_id
        if not typed or (person_id is None and not self._everybody.isChecked()):
            self._asked = None
            self._show(())
            return
        asked = self._asked = (person_id, typed, self._filter())

        def done(found: tuple[Found, ...]) -> None:
            if asked == self._asked:
                self._show(tuple(one for one in found if self._is_there(one)))

        self._bridge.run("read", self._services.search.find, *asked, done=done, owner=self)

    def _is_there(self, found: Found) -> bool:
        return found.session.id not in self._deleted.sessions and found.message.turn_id not in self._deleted.turns

    def _read_person(self, person_id: int) -> tuple[Person, list[Fact]]:
        """On a lane. Of a restricted person nothing is searched, facts neither."""
        person = self._services.people.get(person_id)
        restricted = person.state is PersonState.RESTRICTED
        return person, [] if restricted else self._services.memory.facts(person_id)

    def _take_person(self, read: tuple[Person, list[Fact]]) -> None:
        person, facts = read
        self._facts = [fact for fact in facts if fact.id not in self._deleted.facts]
        self._restricted = person.state is PersonState.RESTRICTED
        self._show_facts()
        self._say()

    def _show_facts(self) -> None:
        person_id, typed = self._asked[:2] if self._asked is not None else (None, "")
        said = self._model.rowCount() > 0
        self.facts.show_facts(self._facts if person_id is not None else (), typed, also_near=not said)
        self.facts.updateGeometry()  # the dialog measures itself before the event that would tell it
        taken = self.facts.sizeHint().height() + self.body.spacing() if self.facts.isVisibleTo(self) else 0
        self.results.setMinimumHeight(self._list_px - taken)
        self.accept_button.setEnabled(self._model.rowCount() > 0 or self.facts.isVisibleTo(self))

    def _show(self, found: tuple[Found, ...]) -> None:
        # What the model and the memory repeat of it stands behind the words themselves: these are what Enter opens.
        found = tuple(sorted(found, key=_repeats))
        self._model.show(found, with_people=self._everybody.isChecked())
        self._show_facts()
        # A list without a row would be a stop at which nothing is seen.
        self.results.setEnabled(bool(found))
        if found:
            self.results.setCurrentIndex(self._model.index(0))
        self._offer_why()
        self._say()

    def _say(self) -> None:
        found = self._model.rowCount()
        if self._restricted and not self._everybody.isChecked():
            text = self.tr("This record is restricted: it is kept, and not searched.")
        elif self._asked is None:
            text = self.tr("Every word is taken literally: 150/95, C++ or (. Chinese in any script finds both.")
        elif not found:
            text = self.tr("Nothing was said that contains this.")
        elif found == LIMIT:
            text = self.tr("The newest {count} messages; there are more.").format(count=format_number(LIMIT))
        else:
            text = self.tr("%n messages", "", found)
        self._told.setText(text)
        if self.isVisible():
            self.fit_height()  # a line more of words must not be cut

    @Slot(QModelIndex)
    def _open(self, index: QModelIndex) -> None:
        found = self._model.found(index)
        if found is not None:
            self.chosen.emit(found.person.id, found.session.id, found.message.turn_id)
            self.done(int(Dialog.DialogCode.Accepted))

    def _can_ask_why(self) -> bool:
        """Whether the marked turn could stand in a prompt of the session that is open: it is the same person's."""
        found = self._model.found(self.results.currentIndex())
        return found is not None and self._session_id is not None and found.person.id == self._person_id

    @Slot()
    def _offer_why(self) -> None:
        self.why_button.setEnabled(self._can_ask_why())

    @Slot()
    def _ask_why(self) -> None:
        found = self._model.found(self.results.currentIndex())
        if found is not None:
            self.why_requested.emit(found.message.turn_id)
            self.done(int(Dialog.DialogCode.Accepted))

    @Slot(QPoint)
    def _open_menu(self, at: QPoint) -> None:
        if not self._model.rowCount():
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.accept_button.text(), self.accept)
        menu.addAction(self.why_button.text(), self._ask_why).setEnabled(self._can_ask_why())
        menu.popup(self.results.viewport().mapToGlobal(at))

    @Slot(object)
    def _open_fact(self, fact: Fact) -> None:
        self.fact_chosen.emit(fact)
        self.done(int(Dialog.DialogCode.Accepted))

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        self.set_title(self.tr("Search"))
        self.accept_button.setText(self.tr("Open what is marked"))
        self.cancel_button.setText(self.tr("Close"))
        self.why_button.setText(self.tr("Why is it not here?"))
        why = self.tr("Why the prompt of the open session does not have the marked turn, step by step")
        self.why_button.setToolTip(why)
        self.why_button.setAccessibleDescription(why)
        self.field.setPlaceholderText(self.tr("What was said"))
        self.field.setAccessibleName(self.tr("What was said"))
        self.results.setAccessibleName(self.tr("Results"))
        self._speaker.setAccessibleName(self.tr("Said by"))
        self._since.setAccessibleName(self.tr("Said when"))
        self._here.setText(self.tr("In this session"))
        clinical = self._services.vault_kind is VaultKind.CLINICAL
        self._everybody.setText(self.tr("All patients") if clinical else self.tr("All spaces"))
        self._speaker.setItemText(0, self.tr("Said by anybody"))
        for row in range(1, self._speaker.count()):
            speaker = self._speaker.itemData(row)
            name = self.tr("Family") if speaker == FAMILY_PREFIX else speaker_name(speaker, self._services.vault_kind)
            self._speaker.setItemText(row, name)
        times = {
            _Since.ANY: self.tr("At any time"),
            _Since.TODAY: self.tr("Today"),
            _Since.WEEK: self.tr("In the last 7 days"),
            _Since.MONTH: self.tr("In the last 30 days"),
            _Since.YEAR: self.tr("In the last year"),
        }
        for row in range(self._since.count()):
            self._since.setItemText(row, times[self._since.itemData(row)])
        self.facts.retranslate()
        if self._asked is None:
            self._show(())


def _repeats(found: Found) -> int:
    """How far behind what somebody said it stands: replies, then what the memory was asked and answered."""
    message = found.message
    if message.speaker not in _REPEATING and asks_to_forget(message.text):
        return _REPEATING[MEMORY]
    return _REPEATING.get(message.speaker, 0)
