"""The patient page: everything held about a patient on one page, each item leading to the words it rests on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.domain.consent import Consent, standing_uses
from desktop_app.domain.conversation import Person, PersonState, Session
from desktop_app.domain.events import Changed
from desktop_app.domain.memory import HELD_STATES
from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.memory_panel.cards import CardBrowser
from desktop_app.ui.memory_panel.links import OPEN_TURN
from desktop_app.ui.patients.page_cards import VISIT, PatientRecord, first_column, second_column
from desktop_app.ui.patients.words import identified, use_name
from desktop_app.ui.texts import format_date, short_statement
from desktop_app.ui.theme import Theme, ThemeManager
from desktop_app.ui.transcript.display_text import printable
from desktop_app.ui.widgets.basics import Hairline, button, label
from desktop_app.ui.widgets.chip import Initial

_SIZE = (1180, 740)


class PatientPageDialog(Dialog):
    """Shows a patient in two columns. Of a restricted record only who it is and what was agreed.

    Args:
        services, bridge, themes: of the window.
        person: whose page.
        parent: the window.
        today: the day it is.

    Signals:
        source_requested: session and turn that should be shown; the turn is 0 for the whole session.
        consents_requested: consent and retention should be shown.
        copy_requested: a readable copy of everything is wanted.
    """

    source_requested = Signal(int, int)
    consents_requested = Signal()
    copy_requested = Signal()

    def __init__(
        self,
        services: Services,
        bridge: EventBridge,
        themes: ThemeManager,
        person: Person,
        parent: QWidget | None = None,
        today: Callable[[], date] = date.today,
    ) -> None:
        super().__init__(parent, 720)
        self._services = services
        self._bridge = bridge
        self._themes = themes
        self._person = person
        self._saved_as = ""  # the file of the readable copy that was written
        self._today = today
        self._record: PatientRecord | None = None
        self._consents: tuple[Consent, ...] = ()
        self._kept_until: date | None = None
        self.initial = Initial()
        self.identity, self.state = label("title"), label("caption")
        self.state.setWordWrap(True)
        self.left, self.right = CardBrowser(themes.theme), CardBrowser(themes.theme)
        self.consent_button, self.copy_button = button("small"), button("small")
        self.statement = label("caption")
        self.statement.setWordWrap(True)
        self._lay_out()
        self.cancel_button.hide()
        self.heading.hide()
        self.consent_button.clicked.connect(self.consents_requested)
        self.copy_button.clicked.connect(self.copy_requested)
        for browser in (self.left, self.right):
            browser.link_activated.connect(self._follow)
        bridge.event.connect(self._on_event)
        themes.theme_changed.connect(self._on_theme)
        self._on_theme(themes.theme)
        self.retranslate()
        self._read()

    def _lay_out(self) -> None:
        who = QVBoxLayout()
        who.setSpacing(2)
        who.addWidget(self.identity)
        who.addWidget(self.state)
        head = QHBoxLayout()
        head.setSpacing(14)
        head.addWidget(self.initial)
        head.addLayout(who, 1)
        head.addWidget(self.consent_button)
        head.addWidget(self.copy_button)
        columns = QHBoxLayout()
        columns.setSpacing(0)
        columns.addWidget(self.left, 1)
        columns.addWidget(Hairline(Qt.Orientation.Vertical))
        columns.addWidget(self.right, 1)
        self.body.addLayout(head)
        self.body.addWidget(Hairline())
        self.body.addLayout(columns, 1)
        self.body.addWidget(self.statement)

    def fit_height(self) -> None:
        """As large as the design at this size of text, and no larger than the screen has room for; the rest scrolls."""
        self.resize_within_screen(*(self._themes.theme.px(side) for side in _SIZE))

    @Slot()
    def _read(self) -> None:
        self._bridge.run("read", self._fetch, done=self._take, owner=self)

    def _fetch(self) -> tuple[Person, tuple[Consent, ...], date | None, PatientRecord]:
        """On a lane: nothing here touches a widget."""
        services, person_id = self._services, self._person.id
        person = services.people.get(person_id)
        record = PatientRecord((), ())
        if person.state is PersonState.ACTIVE:
            facts = tuple(fact for fact in services.memory.facts(person_id) if fact.state in HELD_STATES)
            visits = _visits(services.sessions.list(person_id))
            record = PatientRecord(facts, visits, tuple(services.notes.confirmed(person_id)))
        return person, services.consents.list(person_id), services.consents.kept_until(person_id), record

    def _take(self, read: tuple[Person, tuple[Consent, ...], date | None, PatientRecord]) -> None:
        self._person, self._consents, self._kept_until, self._record = read
        self._show()

    def _show(self) -> None:
        today = self._today()
        self.initial.set_name(self._person.name)
        self.identity.setText(identified(self._person, today))
        self.state.setText(self._state_words(today))
        if self._record is None:
            return
        restricted = self._person.state is PersonState.RESTRICTED
        self.left.setVisible(not restricted)
        self.right.setVisible(not restricted)
        self.left.show_cards(first_column(self._record, today))
        self.right.show_cards(second_column(self._record, today))

    def _state_words(self, today: date) -> str:
        parts = []
        if self._person.birth_date:
            parts.append(self.tr("born {day}").format(day=self._person.birth_date))
        if self._person.state is PersonState.RESTRICTED:
            parts.append(self.tr("restricted: kept, and used for nothing"))
        uses = standing_uses(self._consents)
        if uses:
            agreed = self.tr(", ").join(use_name(use) for use in sorted(uses))
            parts.append(self.tr("agreed: {uses}").format(uses=agreed))
        else:
            parts.append(self.tr("no basis recorded"))
        if self._kept_until is not None:
            parts.append(self.tr("to be kept until {day}").format(day=format_date(self._kept_until, today)))
        if self._saved_as:
            parts.append(self.tr("saved as {name}, not encrypted").format(name=self._saved_as))
        return printable(self.tr(" · ").join(parts))

    def say_saved(self, name: str) -> None:
        """A readable copy was written."""
        self._saved_as = name
        self.state.setText(self._state_words(self._today()))

    @Slot(str)
    def _follow(self, link: str) -> None:
        name, _, place = link.partition("/")
        numbers = [int(number) for number in place.split("/") if number.isdigit()]
        if name == OPEN_TURN and len(numbers) == 2:
            self._leave(*numbers)
        elif name == VISIT and numbers:
            self._leave(numbers[0], 0)

    def _leave(self, session_id: int, turn_id: int) -> None:
        self.accept()
        self.source_requested.emit(session_id, turn_id)

    @Slot(object)
    def _on_event(self, event: object) -> None:
        if isinstance(event, Changed) and self._person.id in event.people | event.facts_of_people:
            self._read()

    @Slot(object)
    def _on_theme(self, theme: Theme) -> None:
        self.initial.set_theme(theme)
        for browser in (self.left, self.right):
            browser.set_theme(theme)

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        self.setWindowTitle(self.tr("Patient page"))
        self.accept_button.setText(self.tr("Close"))
        self.left.setAccessibleName(self.tr("Allergies, medication, conditions, procedures and plans"))
        self.right.setAccessibleName(self.tr("Measurements, family, confirmed notes and visits"))
        self.consent_button.setText(self.tr("Consent and retention…"))
        self.copy_button.setText(self.tr("Copy of everything…"))
        self.copy_button.setAccessibleDescription(self.tr("One page with everything held about this patient"))
        self.statement.setText(short_statement())
        self._show()


def _visits(sessions: Sequence[Session]) -> tuple[Session, ...]:
    """The sessions in which something was said, the newest first."""
    return tuple(sorted((one for one in sessions if one.turn_count), key=lambda one: -one.created_at_ms))
