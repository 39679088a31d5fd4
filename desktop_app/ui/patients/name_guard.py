"""Asks before a text that tells of another patient goes into the record that is shown."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QWidget

from desktop_app.domain.conversation import Person
from desktop_app.domain.errors import UserError
from desktop_app.domain.events import Changed
from desktop_app.domain.patient_mentions import PatientMentions, stated_sexes
from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.dialogs.question import QuestionDialog
from desktop_app.ui.patients.words import identified
from desktop_app.ui.texts import sex_name

_OPENED_FROM_HERE = 3  # so many patients at most have a button of their own


class NameGuard(QObject):
    """Knows what tells everybody apart, also while a patient sits beside and only that one may be named.

    That one text belongs here says nothing of the next: every text is asked about, but the very same one sent again.
    A text that comes before everybody is read waits.

    Args:
        services, bridge: of the window.
        window: stands behind the question.
        open_person: shows another patient; None where that is not offered.
        failed: gets a `UserError` where what tells people apart could not be read.
        whole_text: the texts are pieces of one that is being written and is asked about as a whole in the end
            (`check` with ``again``); whom one of them may name, the next may.
    """

    def __init__(
        self,
        services: Services,
        bridge: EventBridge,
        window: QWidget,
        open_person: Callable[[int], object] | None,
        failed: Callable[[UserError], None],
        *,
        whole_text: bool = False,
    ) -> None:
        super().__init__(window)
        self._services = services
        self._bridge = bridge
        self._window = window
        self._open_person = open_person
        self._failed = failed
        self._mentions: PatientMentions | None = None
        self._reading = False
        self._waiting: list[Callable[[], object]] = []
        self._whole_text = whole_text
        self._allowed: set[tuple[int, int, str]] = set()  # person shown, person told of, in which text
        self._allowed_sexes: set[int] = set()  # of whom another sex may be said than their record says
        bridge.event.connect(self._on_event)
        self._reload()

    def check(
        self,
        person_id: int,
        text: str,
        send: Callable[[], object],
        open_person: Callable[[int], object] | None = None,
        *,
        again: bool = False,
    ) -> None:
        """Send a text, at once where it tells of nobody else, else once that is wanted.

        Args:
            person_id: who is shown.
            text: what would be sent.
            send: does it.
            open_person: takes the text to another patient; else that one is only shown.
            again: ask also about whom it was allowed to name before: somebody is going to answer for the text.
        """
        if self._mentions is None:
            if not self._reading:
                self._reload()  # it failed, and that was said
            self._waiting.append(lambda: self.check(person_id, text, send, open_person, again=again))
            return
        within = "" if self._whole_text else " ".join(text.split())
        strangers = [
            person
            for person in self._mentions.others_in(text, person_id, date.today())
            if again or (person_id, person.id, within) not in self._allowed
        ]
        if not strangers:
            self._check_sex(self._mentions.person(person_id), text, send)
            return

        shown = self._mentions.person(person_id)

        def allow() -> None:
            self._allowed.update((person_id, person.id, within) for person in strangers)
            self._check_sex(shown, text, send)

        self._ask(shown, strangers, allow, open_person or self._open_person)

    def _check_sex(self, shown: Person | None, text: str, send: Callable[[], object]) -> None:
        """Send a text, once it is wanted where it says another sex of the patient than the record does."""
        known = shown is not None and shown.sex in ("male", "female") and shown.id not in self._allowed_sexes
        other = stated_sexes(text) - {shown.sex} if shown is not None and known else set()
        if shown is None or not other:
            send()
            return

        def allow() -> None:
            self._allowed_sexes.add(shown.id)
            send()

        box = QuestionDialog(
            self._window,
            self.tr("Another sex is said"),
            self.tr("The text says “{said}”; the record says “{held}”.").format(
                said=sex_name(other.pop()), held=sex_name(shown.sex)
            ),
            self.tr(
                "It would go into the record of {person}. The sex of a record is corrected under “Correct…” (Ctrl+P)."
            ).format(person=identified(shown, date.today())),
            keep=self.tr("Back to the text"),
        )
        box.offer(self.tr("It belongs here"), allow)
        box.open()

    def _ask(
        self,
        shown: Person | None,
        strangers: list[Person],
        allow: Callable[[], None],
        open_person: Callable[[int], object] | None,
    ) -> None:
        today = date.today()
        told = self.tr("It would go into the record of {person}.").format(
            person=identified(shown, today) if shown is not None else ""
        )
        hidden = not all(self._services.people.may_name(person.id) for person in strangers)
        if hidden:  # the patient beside reads along
            question = self.tr("The text names another patient, or tells a number or birth date of one.")
            told += "\n" + self.tr("Who it is does not show while the patient is beside you.")
        else:
            names = self.tr(", ").join(identified(person, today) for person in strangers)
            question = self.tr("The text names {names}.").format(names=names)
        title = self.tr("Another patient is named")
        box = QuestionDialog(self._window, title, question, told, keep=self.tr("Back to the text"))
        if open_person is not None and not hidden and len(strangers) <= _OPENED_FROM_HERE:
            for person in strangers:
                words = self.tr("Open {name}").format(name=identified(person, today))
                box.offer(words, partial(open_person, person.id), aside=True)
        box.offer(self.tr("It belongs here"), allow)
        box.open()

    @Slot(object)
    def _on_event(self, event: object) -> None:
        if isinstance(event, Changed) and event.people:
            self._reload()

    def _reload(self) -> None:
        self._reading = True
        self._bridge.run("read", self._read, done=self._take, failed=self._on_failed)

    def _on_failed(self, error: UserError) -> None:
        """Nothing is sent that could not be looked at; the text stays where it was written."""
        self._reading = False
        self._waiting.clear()
        self._failed(error)

    def _read(self) -> PatientMentions:
        """On a lane: thousands of names take a moment."""
        return PatientMentions(self._services.people.everybody())

    def _take(self, read: PatientMentions) -> None:
        self._reading = False
        self._mentions = read
        waiting, self._waiting = self._waiting, []
        for check in waiting:
            check()
