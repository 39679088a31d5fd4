"""Finding a patient by a few keys, and the list of today."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import date

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.events import Changed
from desktop_app.domain.patients import Arrival, PatientEntry, PatientIndex
from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.dialogs.person import PersonDialog
from desktop_app.ui.patients.table import NUMBERED, PatientTable
from desktop_app.ui.patients.words import arrival_name
from desktop_app.ui.texts import format_number
from desktop_app.ui.theme import ThemeManager
from desktop_app.ui.widgets.basics import button, label
from desktop_app.ui.widgets.line_edit import ENTER_KEYS, LineEdit

_SIZE = (980, 660)
SHOWN = 200  # rows at most; more keys find the rest


class PatientsDialog(Dialog):
    """Lists the patients that match what is typed; Enter takes the marked one, Alt with a digit that row's.

    Args:
        services, bridge, themes: of the window.
        parent: the window.
        purpose: the title where a patient is chosen for something else than to be shown, "" to be shown.
        without: people that cannot be chosen.
        today: the day it is.

    Signals:
        chosen: the patient.
        page_requested: whose page is wanted.
        merge_requested: who is to be joined with another record.
        new_requested: a new patient is wanted.
    """

    chosen = Signal(int)
    page_requested = Signal(int)
    merge_requested = Signal(int)
    new_requested = Signal()

    def __init__(
        self,
        services: Services,
        bridge: EventBridge,
        themes: ThemeManager,
        parent: QWidget | None = None,
        *,
        purpose: str = "",
        without: Collection[int] = (),
        today: Callable[[], date] = date.today,
    ) -> None:
        super().__init__(parent, 860)
        self._services = services
        self._bridge = bridge
        self._themes = themes
        self._purpose = purpose
        self._without = frozenset(without)
        self._today = today
        self._index = PatientIndex(())
        self._order: list[int] = []  # people, as they stand while states are changed: no row goes from under the hand
        self.field = LineEdit()
        self.field.installEventFilter(self)
        self.field.textChanged.connect(self._on_typed)
        self.table = PatientTable(themes.theme, today)
        self.table.setMinimumHeight(360)
        self.table.opened.connect(self._take)
        self.table.moved.connect(self._show_state)
        self._told = label("caption")
        self._hidden = label("caption")
        self._hidden.setWordWrap(True)
        self.arrivals: dict[Arrival | None, QPushButton] = {one: button("small") for one in (*Arrival, None)}
        for arrival, control in self.arrivals.items():
            control.clicked.connect(lambda _=False, arrival=arrival: self._set_arrival(arrival))
        self.new_button, self.edit_button = button("small"), button("small")
        self.merge_button, self.page_button = button("small"), button("small")
        self._lay_out()
        self._connect()
        self.retranslate()
        self.reload()
        self.field.setFocus()

    def _lay_out(self) -> None:
        places, records = QHBoxLayout(), QHBoxLayout()
        for row in (places, records):
            row.setSpacing(8)
        self._today_label = label("muted")
        places.addWidget(self._today_label)
        for control in self.arrivals.values():
            places.addWidget(control)
        places.addStretch(1)
        places.addWidget(self._told)
        for control in (self.page_button, self.edit_button, self.merge_button):
            records.addWidget(control)
        records.addStretch(1)
        records.addWidget(self.new_button)
        self.body.addWidget(self.field)
        self.body.addWidget(self.table, 1)
        self.body.addWidget(self._hidden)
        self.body.addLayout(places)
        self.body.addLayout(records)
        for control in (
            *self.arrivals.values(),
            self.edit_button,
            self.merge_button,
            self.page_button,
            self.new_button,
        ):
            control.setVisible(not self._purpose)
        self._today_label.setVisible(not self._purpose)

    def _connect(self) -> None:
        self.page_button.clicked.connect(lambda: self._leave_for(self.page_requested.emit))
        self.merge_button.clicked.connect(lambda: self._leave_for(self.merge_requested.emit))
        self.edit_button.clicked.connect(self._edit)
        self.new_button.clicked.connect(self._ask_new)
        self._bridge.event.connect(self._on_event)

    def fit_height(self) -> None:
        """As large as the design at this size of text, and no larger than the screen has room for; the rest scrolls."""
        self.resize_within_screen(*(self._themes.theme.px(side) for side in _SIZE))

    @Slot()
    def reload(self) -> None:
        """Look at the vault's patients again."""
        self._bridge.run("read", self._services.patients.list, self._today(), done=self._take_list)

    def _take_list(self, entries: tuple[PatientEntry, ...]) -> None:
        self._index = PatientIndex(entries).leaving_out(self._without)  # who is left out is still a namesake
        self._say_hidden()
        current = self.table.current
        self._find(current.person.id if current is not None else None)

    @Slot()
    def _on_typed(self) -> None:
        self._order.clear()
        self._find()

    def _find(self, marked: int | None = None) -> None:
        """Show who matches. Typing marks the best match; what changes meanwhile leaves the mark where it is."""
        found = self._index.find(self.field.text(), SHOWN)
        place = {person_id: at for at, person_id in enumerate(self._order)}
        found = sorted(found, key=lambda entry: place.get(entry.person.id, len(place)))
        self.table.show_entries(found, marked)
        count = len(self._index.entries)
        shown = self.tr("{shown} of {count} patients").format(
            shown=format_number(len(found)), count=format_number(count)
        )
        self._told.setText(shown if found or not count else self.tr("Nobody is found by this."))

    def _say_hidden(self) -> None:
        hidden = self._services.people.hides_others
        self._hidden.setText(
            self.tr("Other patients are hidden while the patient is beside you (Shift+F8).") if hidden else ""
        )
        self._hidden.setVisible(hidden)

    @Slot()
    def _show_state(self) -> None:
        entry = self.table.current
        self.accept_button.setEnabled(entry is not None)
        for control in (*self.arrivals.values(), self.edit_button, self.merge_button, self.page_button):
            control.setEnabled(entry is not None)
        if entry is not None:
            for arrival, control in self.arrivals.items():
                control.setEnabled(entry.arrival is not arrival)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The arrows move in the table while the typing goes on; Alt and a digit take that row."""
        if watched is self.field and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 10, Qt.Key.Key_PageUp: -10}
            if Qt.Key(event.key()) in steps:
                self.table.step(steps[Qt.Key(event.key())])
                return True
            row = event.key() - Qt.Key.Key_1
            if event.modifiers() == Qt.KeyboardModifier.AltModifier and 0 <= row < NUMBERED:
                if row < len(self.table.entries):
                    self._take(self.table.entries[row].person.id)
                return True
            if event.key() in ENTER_KEYS and not self.field.is_composing:
                self.accept()
                return True
        return super().eventFilter(watched, event)

    def accept(self) -> None:
        """Take the marked patient."""
        entry = self.table.current
        if entry is not None:
            self._take(entry.person.id)

    @Slot(int)
    def _take(self, person_id: int) -> None:
        super().accept()
        self.chosen.emit(person_id)

    def _leave_for(self, ask: Callable[[int], object]) -> None:
        entry = self.table.current
        if entry is not None:
            super().accept()
            ask(entry.person.id)

    @Slot()
    def _ask_new(self) -> None:
        super().accept()
        self.new_requested.emit()

    def _set_arrival(self, arrival: Arrival | None) -> None:
        entry = self.table.current
        if entry is not None:
            self._order = [each.person.id for each in self.table.entries]
            self._bridge.run("read", self._services.patients.set_arrival, entry.person.id, self._today(), arrival)
        self.field.setFocus()

    @Slot()
    def _edit(self) -> None:
        entry = self.table.current
        if entry is None:
            return
        dialog = PersonDialog(VaultKind.CLINICAL, self, entry.person)

        def identify(*identity: str) -> None:
            self._bridge.run(
                "read", self._services.patients.identify, entry.person.id, *identity,
                done=lambda _: dialog.taken(), failed=dialog.refuse, owner=dialog,
            )  # fmt: skip

        dialog.submitted.connect(identify)
        dialog.finished.connect(lambda _: self.field.setFocus())  # where the next patient is sought, not on the button
        dialog.show_people([each.person for each in self._index.entries])
        dialog.open()

    @Slot(object)
    def _on_event(self, event: object) -> None:
        if isinstance(event, Changed) and (event.people or event.facts_of_people):
            self.reload()

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        self.set_title(self._purpose or self.tr("Patients"))
        self.accept_button.setText(self.tr("Choose") if self._purpose else self.tr("Open"))
        self.field.setPlaceholderText(
            self.tr("Name, initials or record number; with both, such as l07: L… with a number that ends in 07")
        )
        self.field.setAccessibleName(self.tr("Find a patient"))
        self._today_label.setText(self.tr("Today:"))
        for arrival, control in self.arrivals.items():
            word = arrival_name(arrival) if arrival is not None else self.tr("off the list")
            control.setText(word)
            control.setAccessibleName(self.tr("Today: {word}").format(word=word))
        self.page_button.setText(self.tr("Patient page"))
        self.edit_button.setText(self.tr("Correct…"))
        self.edit_button.setAccessibleName(self.tr("Correct name, sex, birth date or record number"))
        self.merge_button.setText(self.tr("Merge…"))
        self.merge_button.setAccessibleName(self.tr("Merge with another record of the same person"))
        self.new_button.setText(self.tr("New patient…"))
        self.new_button.setShortcut("Ctrl+N")  # set with each text, which takes it away
        self.new_button.setToolTip("Ctrl+N")
        self.table.retranslate()
        self._say_hidden()
