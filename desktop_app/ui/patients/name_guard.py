"""Asks before a text that names another patient goes into the record that is shown."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtWidgets import QMessageBox, QWidget

from desktop_app.domain.conversation import Person
from desktop_app.domain.events import Changed
from desktop_app.domain.patients import NameFinder, folded
from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.patients.words import identified


class NameGuard(QObject):
    """Knows everybody's name. What was allowed once is not asked again while the program runs.

    Args:
        services, bridge: of the window.
        window: stands behind the question.
        open_person: shows another patient.
    """

    def __init__(
        self, services: Services, bridge: EventBridge, window: QWidget, open_person: Callable[[int], object]
    ) -> None:
        super().__init__(window)
        self._services = services
        self._bridge = bridge
        self._window = window
        self._open_person = open_person
        self._people: dict[int, Person] = {}
        self._names = NameFinder(())
        self._allowed: set[tuple[int, str]] = set()  # person shown, name
        bridge.event.connect(self._on_event)
        self._reload()

    def check(self, person_id: int, text: str, send: Callable[[], object]) -> None:
        """Send a text, at once where it names nobody else, else once that is wanted."""
        own = folded(self._people[person_id].name) if person_id in self._people else ""
        strangers = [
            person
            for person in self._names.named_in(text)
            if folded(person.name) != own and (person_id, folded(person.name)) not in self._allowed
        ]
        if not strangers:
            send()
            return
        today, other = date.today(), strangers[0]
        shown = self._people.get(person_id)
        box = QMessageBox(self._window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setWindowTitle(self.tr("Another patient is named"))
        names = self.tr(", ").join(identified(person, today) for person in strangers)
        box.setText(self.tr("The text names {names}.").format(names=names))
        into = identified(shown, today) if shown is not None else ""
        box.setInformativeText(self.tr("It would go into the record of {person}.").format(person=into))
        agreed = box.addButton(self.tr("It belongs here"), QMessageBox.ButtonRole.AcceptRole)
        back = box.addButton(self.tr("Back to the text"), QMessageBox.ButtonRole.RejectRole)
        if len(strangers) == 1:
            switch = box.addButton(self.tr("Open {name}").format(name=other.name), QMessageBox.ButtonRole.ActionRole)
            switch.clicked.connect(lambda: self._open_person(other.id))

        def allow() -> None:
            self._allowed.update((person_id, folded(person.name)) for person in strangers)
            send()

        agreed.clicked.connect(allow)
        box.setDefaultButton(back)
        box.open()

    @Slot(object)
    def _on_event(self, event: object) -> None:
        if isinstance(event, Changed) and event.people:
            self._reload()

    def _reload(self) -> None:
        self._bridge.run("read", self._read, done=self._take)

    def _read(self) -> tuple[dict[int, Person], NameFinder]:
        """On a lane: thousands of names take a moment."""
        people = self._services.people.list()
        return {person.id: person for person in people}, NameFinder(people)

    def _take(self, read: tuple[dict[int, Person], NameFinder]) -> None:
        self._people, self._names = read
