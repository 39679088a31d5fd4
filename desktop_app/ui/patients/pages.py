"""What concerns patients, over a window: finding them, moving to them, their page, their consents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from desktop_app.domain.conversation import Person
from desktop_app.services.exchange.collecting import Scope
from desktop_app.services.exchange.exporting import ExportFormat, ExportRequest
from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.dialogs.question import QuestionDialog
from desktop_app.ui.exchange_words import export_words
from desktop_app.ui.file_dialogs import ask_where_to_save
from desktop_app.ui.file_names import proposed_name
from desktop_app.ui.patients.consent_dialog import ConsentDialog
from desktop_app.ui.patients.documents import Circumstances, Paper, paper_html
from desktop_app.ui.patients.finder import PatientsDialog
from desktop_app.ui.patients.hand_out_question import HandOutQuestion
from desktop_app.ui.patients.page import PatientPageDialog
from desktop_app.ui.patients.words import identified
from desktop_app.ui.pdf import pdf_of
from desktop_app.ui.texts import shortened
from desktop_app.ui.theme import ThemeManager

_QUOTED = 120  # characters of a message
_QUOTED_MESSAGES = 3


class PatientPages(QObject):
    """Opens the pages of a clinical vault and carries out what is decided there.

    Signals:
        person_chosen: the patient to be shown.
        new_person_requested: a new patient is wanted.
        source_requested: person, session and turn that should be shown.
        failed: a `UserError` of something decided here.
    """

    person_chosen = Signal(int)
    new_person_requested = Signal()
    source_requested = Signal(int, int, int)
    failed = Signal(object)

    def __init__(
        self,
        services: Services,
        bridge: EventBridge,
        themes: ThemeManager,
        person: Callable[[], Person | None],
        window: QWidget,
        language: Callable[[], str],
        today: Callable[[], date] = date.today,
        choose_file: Callable[[str], str] | None = None,
    ) -> None:
        """``language`` tells that of the window, ``choose_file`` asks for a file that is proposed; "" for none."""
        super().__init__(window)
        self._language = language
        self._choose_file = choose_file or self._ask_file
        self._services = services
        self._bridge = bridge
        self._themes = themes
        self._person = person
        self._window = window
        self._today = today

    @Slot()
    def find(self) -> None:
        """Find a patient, or look at the list of today."""
        dialog = self._finder("", ())
        dialog.chosen.connect(self.person_chosen)
        dialog.new_requested.connect(self.new_person_requested)
        dialog.merge_requested.connect(self.merge)
        dialog.page_requested.connect(
            lambda person_id: self._run(self._services.people.get, person_id, done=self._show_page_of)
        )
        dialog.open()

    def _finder(self, purpose: str, without: Sequence[int]) -> PatientsDialog:
        return PatientsDialog(
            self._services, self._bridge, self._themes, self._window,
            purpose=purpose, without=without, today=self._today,
        )  # fmt: skip

    @Slot()
    def show_page(self) -> None:
        """Show the page of the patient who is shown."""
        person = self._person()
        if person is not None:
            self._show_page_of(person)

    def _show_page_of(self, person: Person) -> None:
        dialog = PatientPageDialog(self._services, self._bridge, self._themes, person, self._window, today=self._today)
        dialog.source_requested.connect(
            lambda session_id, turn_id: self.source_requested.emit(person.id, session_id, turn_id)
        )
        dialog.consents_requested.connect(lambda: self._show_consents_of(person))
        dialog.copy_requested.connect(lambda: self._save_copy(person, dialog.say_saved))
        dialog.open()

    @Slot()
    def show_consents(self) -> None:
        """Show what the patient who is shown agreed to."""
        person = self._person()
        if person is not None:
            self._show_consents_of(person)

    def _show_consents_of(self, person: Person) -> None:
        dialog = ConsentDialog(self._services, self._bridge, person, self._window, today=self._today)
        dialog.paper_requested.connect(lambda paper: self.save_paper(paper, person, dialog.say_saved))
        dialog.copy_requested.connect(lambda: self._save_copy(person, dialog.say_saved))
        dialog.open()

    # --- papers

    def save_paper(self, paper: Paper, person: Person, saved: Callable[[str], None]) -> None:
        """Write a paper as a PDF; the notice in both languages, that of the window first.

        Args:
            paper: which one.
            person: whose the notice is.
            saved: gets the name of the file once it is there.
        """
        language = self._language()
        of_one = person if paper is Paper.NOTICE else None
        path = self._choose_file(proposed_name(paper.heading, "pdf", self._today(), of_one))
        if not path:
            return

        def fetch() -> Circumstances:
            services = self._services
            return Circumstances(
                of_one,
                services.settings.get(),
                services.models.state.model,
                services.vault_keys.protected,
                len(services.people.list()),
                self._today(),
            )

        def write(about: Circumstances) -> None:
            languages = (language, *({"zh", "en"} - {language})) if paper is Paper.NOTICE else (language,)
            html = paper_html(paper, about, languages)
            self._run(self._write, Path(path), html, done=lambda _: saved(Path(path).name))

        self._run(fetch, done=write)

    def _write(self, path: Path, html: str) -> None:
        """On a lane."""
        self._services.record_files.write_data(path, pdf_of(html))

    def _save_copy(self, person: Person, saved: Callable[[str], None]) -> None:
        """Ask for whom the copy is, and write one page with everything held about a patient.

        Patients have a right to their own, whatever was agreed; for anybody else it is asked as every export is.
        """
        box = QuestionDialog(
            self._window,
            self.tr("Copy of everything"),
            self.tr("For whom is the copy of everything about {person}?").format(
                person=identified(person, self._today())
            ),
            self.tr("Patients have a right to a copy of their own, whatever was agreed to. The file is not encrypted."),
        )
        write = partial(self._write_copy, person, saved)
        others = HandOutQuestion(self._services, self._bridge, self._window, self.failed.emit)
        box.offer(self.tr("For the patient"), write)
        box.offer(self.tr("For somebody else"), lambda: others.ask(lambda: person.id, "export", write))
        box.open()

    def _write_copy(self, person: Person, saved: Callable[[str], None]) -> None:
        path = self._choose_file(proposed_name(self.tr("everything"), "html", self._today(), person))
        if path:
            services = self._services
            words = export_words(services.vault_kind, self._language())
            request = ExportRequest(
                Path(path), Scope(person_id=person.id), ExportFormat.HTML, words=words, for_the_patient=True
            )
            progress = services.exports.progress()
            self._run(services.exports.export, request, progress, done=lambda _: saved(Path(path).name))

    def _ask_file(self, proposed: str) -> str:
        kinds = self.tr("PDF (*.pdf)") if proposed.endswith(".pdf") else self.tr("Web page (*.html)")
        return str(ask_where_to_save(self._window, self.tr("Save"), proposed, kinds) or "")

    # --- to the right patient

    @Slot(object)
    def move_turns(self, turn_ids: Sequence[int]) -> None:
        """Ask whose turns of the shown session are, and move them there."""
        shown = self._person()
        if shown is None:
            return
        purpose = self.tr("Whose is this?")
        told = self.tr("What was said there is remembered of {person} alone. Facts are looked for anew.")

        def move(person: Person) -> None:
            self._run(self._services.sessions.move_turns, tuple(turn_ids), person.id)

        def choose(said: tuple[str, ...]) -> None:
            quoted = self._quoted(said)
            self._choose(purpose, (shown.id,), self.tr("Move it to {person}?"), told, self.tr("Move"), move, quoted)

        self._run(self._services.sessions.said_in, tuple(turn_ids), done=choose)

    def _quoted(self, said: Sequence[str]) -> str:
        """The messages a question is about, as far as there is room for them."""
        lines = [self.tr("“{words}”").format(words=shortened(" ".join(text.split()), _QUOTED)) for text in said]
        more = len(lines) - _QUOTED_MESSAGES
        return "\n".join((*lines[:_QUOTED_MESSAGES], *([self.tr("and %n more", "", more)] if more > 0 else ())))

    @Slot(object)
    def move_sessions(self, session_ids: Sequence[int]) -> None:
        """Ask whose sessions of the shown patient are, and move them there."""
        shown = self._person()
        if shown is None:
            return
        told = self.tr("What was said there is remembered of {person} alone. Facts are looked for anew.")

        def move(person: Person) -> None:
            self._run(self._services.sessions.move, tuple(session_ids), person.id)

        self._choose(
            self.tr("Whose is this?"), (shown.id,), self.tr("Move it to {person}?"), told, self.tr("Move"), move
        )

    @Slot(int)
    def merge(self, person_id: int) -> None:
        """Ask which record is of the same person, and join both."""
        told = self.tr(
            "Sessions, facts and consents go over; contradictions between both records are shown."
            " The record that was chosen first is gone afterwards. This cannot be undone."
        )

        def merge(person: Person) -> None:
            def merged(_: object) -> None:
                self.person_chosen.emit(person.id)

            self._run(self._services.patients.merge, person_id, person.id, done=merged)

        self._choose(
            self.tr("Merge with which record?"), (person_id,), self.tr("Merge into the record of {person}?"), told,
            self.tr("Merge"), merge,
        )  # fmt: skip

    def _choose(
        self,
        purpose: str,
        without: Sequence[int],
        question: str,
        told: str,
        yes: str,
        work: Callable[[Person], object],
        quoted: str = "",
    ) -> None:
        dialog = self._finder(purpose, without)

        def ask(person: Person) -> None:
            named = identified(person, self._today())
            asked = "\n".join(part for part in (quoted, question.format(person=named)) if part)
            box = QuestionDialog(self._window, purpose, asked, told.format(person=named))
            box.offer(yes, lambda: work(person))
            box.open()

        dialog.chosen.connect(lambda person_id: self._run(self._services.people.get, person_id, done=ask))
        dialog.open()

    def _run(self, fn: Callable[..., object], *args: object, done: Callable[[Any], None] | None = None) -> None:
        self._bridge.run("read", fn, *args, done=done, failed=self.failed.emit, owner=self)
