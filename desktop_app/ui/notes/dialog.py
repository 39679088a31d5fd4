"""The notes of a session: drafting, reading with sources, changing, confirming, and putting them on paper."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QComboBox, QFileDialog, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from desktop_app.domain.conversation import Person
from desktop_app.domain.errors import UserError
from desktop_app.domain.events import Changed
from desktop_app.domain.named_texts import NamedText
from desktop_app.domain.notes.note import Identity, Note, NoteKind
from desktop_app.domain.notes.templates import as_text
from desktop_app.domain.notes.words import NOTE_WORDS, NoteWords
from desktop_app.services.facade import Services
from desktop_app.services.notes import pages
from desktop_app.services.notes.service import OpenNote
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.error_texts import error_text
from desktop_app.ui.notes.page import NotePage
from desktop_app.ui.notes.paper import Paper, pdf, print_on
from desktop_app.ui.notes.signing import SigningDialog
from desktop_app.ui.texts import format_moment, product_statement
from desktop_app.ui.theme import ThemeManager
from desktop_app.ui.widgets.basics import ElidedLabel, Hairline, button, label

_SIZE = (1180, 780)


class NotesDialog(Dialog):
    """Shows one note at a time. Everything that blocks runs on a lane; the model works on the background lane.

    Signals:
        source_requested: session and turn that should be shown; the dialog closes.
        templates_requested: show the templates, for changing them.
    """

    source_requested = Signal(int, int)
    templates_requested = Signal()

    def __init__(
        self,
        services: Services,
        bridge: EventBridge,
        themes: ThemeManager,
        session_id: int,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent, 760)
        self._services, self._bridge, self._themes = services, bridge, themes
        self._session_id = session_id
        self._notes: list[Note] = []
        self._templates: tuple[NamedText, ...] = ()
        self._opened: OpenNote | None = None
        self._queue: list[int] = []  # sections that wait to be reworded
        self._signed_by = services.settings.get().user_name
        self._make_widgets()
        self._build()
        self._connect()
        self.retranslate()
        bridge.run("read", self._read_person, done=self._take_person, failed=self._fail, owner=self)
        self._read_templates()
        self._read_notes(None)

    def _make_widgets(self) -> None:
        self.who, self.status, self.corrected = ElidedLabel("heading"), label("warning"), label("warning")
        self.corrected.setWordWrap(True)
        self.corrected.hide()
        self.notes_box, self.template_box, self.scope_box = QComboBox(), QComboBox(), QComboBox()
        for box in (self.notes_box, self.template_box, self.scope_box):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.draft_button, self.templates_button = button(), button("link")
        self.page = NotePage(self._services.vault_kind, self._themes)
        self.empty = label("muted")
        self.empty.setWordWrap(True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.stack = QStackedWidget()
        self.problem, self.told, self.statement = label("warning"), label("caption"), label("caption")
        for words in (self.problem, self.told, self.statement):
            words.setWordWrap(True)
        self.problem.hide()
        self.reword_button, self.handout_button, self.copy_button = button(), button(), button()
        self.handout_box = QComboBox()
        self.pdf_button, self.print_button, self.confirm_button = button(), button(), button("primary")
        self.delete_button, self.drop_button = button("link"), button("link")

    def _build(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(12)
        top.addWidget(self.who, 1)
        top.addWidget(self.drop_button)
        top.addWidget(self.status)
        choose = QHBoxLayout()
        choose.setSpacing(8)
        choose.addWidget(self.notes_box)
        choose.addWidget(self.delete_button)
        choose.addStretch(1)
        for control in (self.template_box, self.scope_box, self.draft_button, self.templates_button):
            choose.addWidget(control)
        nothing = QWidget()
        middle = QVBoxLayout(nothing)
        middle.addStretch(1)
        middle.addWidget(self.empty)
        middle.addStretch(2)
        self.stack.addWidget(nothing)
        self.stack.addWidget(self.page)
        self.body.addLayout(top)
        self.body.addWidget(self.corrected)
        self.body.addLayout(choose)
        self.body.addWidget(Hairline())
        self.body.addWidget(self.stack, 1)
        self.body.addWidget(Hairline())
        self.body.addWidget(self.problem)
        self.body.addWidget(self.told)
        self.body.addWidget(self.statement)
        self.accept_button.hide()
        own = (
            self.reword_button, self.handout_box, self.handout_button, self.copy_button, self.pdf_button,
            self.print_button, self.confirm_button,
        )  # fmt: skip
        for position, widget in enumerate(own):
            self.buttons.insertWidget(position, widget)
        self.accept_button.setDefault(False)

    def _connect(self) -> None:
        self.notes_box.activated.connect(self._on_note_chosen)
        self.draft_button.clicked.connect(self.draft)
        self.templates_button.clicked.connect(self.templates_requested)
        self.delete_button.clicked.connect(self._delete)
        self.drop_button.clicked.connect(self._drop_all)
        self.reword_button.clicked.connect(self._on_reword)
        self.handout_button.clicked.connect(self._hand_out)
        self.copy_button.clicked.connect(self._copy_all)
        self.pdf_button.clicked.connect(self._choose_pdf)
        self.print_button.clicked.connect(self._print)
        self.confirm_button.clicked.connect(self._sign)
        self.page.source_requested.connect(self._on_source)
        self.page.edited.connect(self._edit)
        self.page.settled.connect(self._settle)
        self.page.copy_requested.connect(self._copy)
        self.page.reword_requested.connect(self._reword_one)
        self.finished.connect(self._leave)
        self._bridge.event.connect(self._on_event)

    def fit_height(self) -> None:
        """As large as the design at this size of text, and no larger than the screen has room for."""
        self.resize_within_screen(*(self._themes.theme.px(side) for side in _SIZE))

    # --- reading

    @property
    def note(self) -> Note | None:
        """The note that is shown."""
        return self._opened.note if self._opened is not None else None

    def _read_person(self) -> Person:
        """On a lane: whose session it is."""
        return self._services.people.get(self._services.sessions.get(self._session_id).person_id)

    def _take_person(self, person: Person) -> None:
        """Say whose notes they are, also while there is none."""
        if self._opened is None:
            self._show_person(person, NOTE_WORDS[self._services.notes.window_language])

    def _show_person(self, person: Person | Identity, words: NoteWords) -> None:
        self.who.set_full_text(pages.identifiers(person, words).replace("    ", "  ·  "))

    def _read_templates(self) -> None:
        self._bridge.run("read", self._services.notes.templates.list, done=self._take_templates, owner=self)

    def _take_templates(self, templates: tuple[NamedText, ...]) -> None:
        chosen = self.template_box.currentData()
        self._templates = templates
        self.template_box.clear()
        for each in templates:
            self.template_box.addItem(each.name or self.tr("Without a name"), each.id)
        self.template_box.setCurrentIndex(max(0, self.template_box.findData(chosen)))

    def _read_notes(self, show: int | None) -> None:
        def done(notes: list[Note]) -> None:
            self._take_notes(notes, show)

        self._bridge.run(
            "read", self._services.notes.of_session, self._session_id, done=done, failed=self._fail, owner=self
        )

    def _take_notes(self, notes: list[Note], show: int | None) -> None:
        self._notes = notes
        self._fill_notes_box()
        shown = show if show is not None else (notes[0].id if notes else None)
        if shown is None:
            self._opened = None
            self._show_nothing()
        else:
            self._open(shown)

    def _fill_notes_box(self) -> None:
        shown = self.note
        self.notes_box.clear()
        for each in self._notes:
            moment = format_moment(each.created_at_ms, date.today())
            state = self.tr("confirmed") if each.is_confirmed else self.tr("draft")
            self.notes_box.addItem(f"{each.title} · {moment} · {state}", each.id)
        self.notes_box.setCurrentIndex(max(0, self.notes_box.findData(shown.id if shown is not None else None)))
        self.notes_box.setVisible(bool(self._notes))

    def _open(self, note_id: int) -> None:
        self._bridge.run("read", self._services.notes.open, note_id, done=self._show, failed=self._fail, owner=self)

    @Slot(int)
    def _on_note_chosen(self, row: int) -> None:
        self.page.keep()
        if 0 <= row < len(self._notes):
            self._queue.clear()
            self._open(self._notes[row].id)

    # --- showing

    def _show_nothing(self) -> None:
        self.stack.setCurrentIndex(0)
        self.status.hide()
        self.corrected.hide()
        self._show_buttons()

    def _show(self, opened: OpenNote) -> None:
        self._opened = opened
        self.page.show_note(opened, self._services.notes.can_reword)
        self.notes_box.setCurrentIndex(self.notes_box.findData(opened.note.id))
        self.stack.setCurrentIndex(1)
        self._show_status()
        self._show_buttons()

    def _show_status(self) -> None:
        note, opened = self.note, self._opened
        if note is None or opened is None:
            return
        self._show_person(note.identity(opened.person), NOTE_WORDS[note.language])
        self.corrected.setText(pages.correction(opened))
        self.corrected.setVisible(opened.corrected_at_ms is not None)
        if note.is_confirmed:
            moment = format_moment(note.confirmed_at_ms or 0, date.today())
            self.status.setText(self.tr("Checked by {name}, {time}").format(name=note.confirmed_by, time=moment))
        elif note.unsupported:
            self.status.setText(self.tr("Draft, not checked · {count} to decide").format(count=note.unsupported))
        else:
            self.status.setText(self.tr("Draft, not checked"))
        self.status.setProperty("role", "heading" if note.is_confirmed else "warning")
        self.status.style().polish(self.status)
        self.status.show()
        drafted = (
            self.tr("Drafted by AI ({model}).").format(model=note.drafted_by)
            if note.drafted_by
            else self.tr("Drafted by AI from the words said; no model reworded them.")
        )
        if note.is_changed_by_hand:
            drafted += " " + self.tr("A hand wrote or changed sentences of it.")
        if note.cut:
            drafted += " " + self.tr("Sentences left it because their words were erased or moved away.")
        self.told.setText(drafted)

    def _show_buttons(self) -> None:
        note = self.note
        there = note is not None
        handout = note is not None and note.kind is NoteKind.HANDOUT
        confirmed = note is not None and note.is_confirmed
        for each in (self.copy_button, self.pdf_button, self.print_button, self.confirm_button):
            each.setVisible(there)
        self.handout_button.setVisible(there and not handout)
        self.handout_box.setVisible(there and not handout)
        self.delete_button.setVisible(there and not confirmed)
        self.drop_button.setVisible(note is not None and not confirmed and note.unsupported > 0)
        possible = there and self.page.can_reword
        self.reword_button.setVisible(bool(self._queue) or possible)
        self.reword_button.setText(
            self.tr("Stop") if self._queue else self.tr("Translate") if handout else self.tr("Reword all")
        )
        paper = not handout or confirmed
        for widget in (self.pdf_button, self.print_button):
            widget.setEnabled(paper)
            widget.setToolTip("" if paper else self.tr("A hand-out is printed after it was checked."))
        self.confirm_button.setText(self.tr("Addendum…") if confirmed else self.tr("Confirm…"))

    # --- drafting

    @Slot()
    def draft(self) -> None:
        """Draft a note by the chosen template."""
        row = self.template_box.currentIndex()
        if not 0 <= row < len(self._templates):
            return
        self.page.keep()
        notes, whole = self._services.notes, self.scope_box.currentIndex() == 1
        work = partial(notes.draft, self._session_id, self._templates[row], whole_session=whole)
        self._bridge.run("read", work, done=self._drafted, failed=self._fail, owner=self)

    def _drafted(self, note: Note) -> None:
        self.problem.hide()
        self._read_notes(note.id)

    @Slot()
    def _hand_out(self) -> None:
        if self.note is not None:
            self.page.keep()
            language = "zh" if self.handout_box.currentIndex() == 0 else "en"
            self._bridge.run(
                "read", self._services.notes.hand_out, self.note.id, language,
                done=self._drafted, failed=self._fail, owner=self,
            )  # fmt: skip

    @Slot()
    def _on_reword(self) -> None:
        if self._queue:
            self._queue.clear()
            self._services.notes.stop()
        elif self.note is not None:
            self.page.keep()
            can_reword = self._services.notes.can_reword
            self._queue = [at for at in range(len(self.note.sections)) if can_reword(self.note, at)]
            self._reword_next()
        self._show_buttons()

    @Slot(int)
    def _reword_one(self, number: int) -> None:
        self.page.keep()
        idle = not self._queue
        if number not in self._queue:
            self._queue.append(number)
        if idle:
            self._reword_next()
        self._show_buttons()

    def _reword_next(self) -> None:
        if self._queue and self.note is not None:
            number, heading = self._queue[0], self.note.sections[self._queue[0]].plan.heading
            self.told.setText(self.tr("The model puts “{heading}” into words…").format(heading=heading))
            self._bridge.run(
                "background", self._services.notes.reword, self.note.id, number,
                done=self._reworded, failed=self._reword_failed, owner=self,
            )  # fmt: skip

    def _reworded(self, note: Note) -> None:
        if self.note is None or note.id != self.note.id:
            self._queue.clear()
            return
        self._queue = self._queue[1:]
        self._open(note.id)
        self._reword_next()

    def _reword_failed(self, error: UserError) -> None:
        self._queue.clear()
        self._show_status()
        self._show_buttons()
        self._fail(error)

    # --- by hand

    @Slot(int, str)
    def _edit(self, number: int, text: str) -> None:
        if self.note is not None and not self.note.is_confirmed:
            self._bridge.run(
                "read", self._services.notes.edit, self.note.id, number, text,
                done=self._changed, failed=self._fail, owner=self,
            )  # fmt: skip

    @Slot(int, bool)
    def _settle(self, sentence_id: int, keep: bool) -> None:
        if self.note is not None:
            work = partial(self._services.notes.settle, self.note.id, sentence_id, keep=keep)
            self._bridge.run("read", work, done=self._changed, failed=self._fail, owner=self)

    @Slot()
    def _drop_all(self) -> None:
        if self.note is not None:
            self._bridge.run(
                "read", self._services.notes.drop_unsupported, self.note.id,
                done=self._changed, failed=self._fail, owner=self,
            )  # fmt: skip

    def _changed(self, note: Note) -> None:
        self.problem.hide()
        if self.note is not None and note.id == self.note.id:
            self._open(note.id)

    @Slot()
    def _sign(self) -> None:
        note = self.note
        if note is None:
            return
        self.page.keep()
        dialog = SigningDialog(self._signed_by, addendum=note.is_confirmed, parent=self)
        dialog.signed.connect(self._signed)
        dialog.open()
        if not note.is_confirmed:  # read after what was just typed is stored
            self._bridge.run("read", self._services.notes.open, note.id, done=dialog.show_open_points, owner=dialog)

    @Slot(str, str)
    def _signed(self, name: str, text: str) -> None:
        note = self.note
        if note is None:
            return
        self._signed_by = name
        work = (
            partial(self._services.notes.add, note.id, name, text)
            if note.is_confirmed
            else partial(self._services.notes.confirm, note.id, name)
        )
        self._bridge.run("read", work, done=self._drafted, failed=self._fail, owner=self)

    @Slot()
    def _delete(self) -> None:
        if self.note is not None:
            self._queue.clear()
            self._bridge.run(
                "read", self._services.notes.delete, self.note.id,
                done=lambda _: self._read_notes(None), failed=self._fail, owner=self,
            )  # fmt: skip

    @Slot()
    def _leave(self) -> None:
        self.page.keep()
        if self._queue:
            self._services.notes.stop()

    # --- leaving the vault

    @Slot(int)
    def _copy(self, number: int) -> None:
        if self.note is not None:
            section = self.note.sections[number]
            self._to_clipboard(as_text(section, NOTE_WORDS[self.note.language].not_in_record, self.note.kind))

    @Slot()
    def _copy_all(self) -> None:
        if self._opened is not None:
            self._to_clipboard(pages.plain_text(self._opened))

    def _to_clipboard(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self.told.setText(self.tr("Copied. What is copied is no longer protected by the vault."))
        QTimer.singleShot(4000, self, self._show_status)

    def paper(self) -> Paper:
        """The shown note as it is printed."""
        assert self._opened is not None
        note = self._opened.note
        words = NOTE_WORDS[note.language]
        return Paper(
            pages.html(self._opened, self._services.notes.now_ms()),
            pages.footer(self._opened),
            words.page,
            "" if note.is_confirmed else words.watermark,
        )

    @Slot()
    def _choose_pdf(self) -> None:
        path, _ = QFileDialog.getSaveFileName(self, self.tr("Save the note"), "note.pdf", self.tr("PDF files (*.pdf)"))
        if path:
            self.save_pdf(Path(path if path.endswith(".pdf") else f"{path}.pdf"))

    def save_pdf(self, path: Path) -> None:
        """Write the note into a PDF file."""
        if self.note is not None:
            self._bridge.run(
                "read", self._services.notes.save, self.note.id, path, partial(pdf, self.paper()),
                done=lambda _: self.told.setText(self.tr("Saved. The file is not encrypted.")),
                failed=self._fail, owner=self,
            )  # fmt: skip

    @Slot()
    def _print(self) -> None:
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        if self.note is not None and QPrintDialog(printer, self).exec() == QPrintDialog.DialogCode.Accepted:
            self.print_with(printer)

    def print_with(self, printer: QPrinter) -> None:
        """Print the note; it is noted first, so that nothing leaves unnoticed."""
        if self.note is not None:
            paper = self.paper()
            self._bridge.run(
                "read", self._services.notes.printed, self.note.id,
                done=lambda _: print_on(printer, paper), failed=self._fail, owner=self,
            )  # fmt: skip

    # --- events and words

    @Slot(int, int)
    def _on_source(self, session_id: int, turn_id: int) -> None:
        self.source_requested.emit(session_id, turn_id)
        self.reject()

    @Slot(object)
    def _on_event(self, event: object) -> None:
        if isinstance(event, Changed) and event.origin.startswith("note_templates."):
            self._read_templates()

    @Slot(object)
    def _fail(self, error: UserError) -> None:
        self.problem.setText(error_text(error).line)
        self.problem.show()

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        self.set_title(self.tr("Notes"))
        self.cancel_button.setText(self.tr("Close"))
        self._name(self.notes_box, self.tr("Note"), self.tr("The notes and hand-outs of this session."))
        self._name(self.template_box, self.tr("Template"), self.tr("The sections a new note has."))
        self._name(self.scope_box, self.tr("Drafted from"), self.tr("What a new note is made from."))
        self._name(self.handout_box, self.tr("Language of the patient"), self.tr("The language of the hand-out."))
        self._fill(self.scope_box, (self.tr("the last day"), self.tr("the whole session")))
        self._fill(self.handout_box, (self.tr("in Chinese"), self.tr("in English")))
        self._say(self.draft_button, self.tr("Draft"), self.tr("Puts the words that were said under the headings."))
        self._say(self.templates_button, self.tr("Templates…"), self.tr("Shows the templates, for changing them."))
        self._say(self.delete_button, self.tr("Delete the draft"), self.tr("A confirmed note is never deleted alone."))
        self._say(
            self.drop_button, self.tr("Drop all of them"), self.tr("Leaves out every sentence that nothing supports.")
        )
        self._say(self.handout_button, self.tr("Hand-out"), self.tr("The plan in plain words for the patient."))
        self._say(self.copy_button, self.tr("Copy all"), self.tr("Copies the note as plain text."))
        self._say(self.pdf_button, self.tr("PDF…"), self.tr("Writes the note into a file that is not encrypted."))
        self._say(self.print_button, self.tr("Print…"), self.tr("Prints it with who drafted and who checked it."))
        self.reword_button.setAccessibleDescription(
            self.tr("The model puts the words into sentences, section by section; each is held against the words.")
        )
        self.confirm_button.setAccessibleDescription(self.tr("Somebody answers for it by name."))
        self.empty.setText(
            self.tr(
                "No note yet. Choose a template and draft one: the words that were said are put under its headings, "
                "each with where it was said. Diagnosis and plan are taken from the clinician's words alone."
            )
        )
        statement = product_statement().rstrip(".。")
        self.statement.setText(self.tr("{statement}. A note is not the legal record.").format(statement=statement))
        self._fill_notes_box()
        self._show_status()
        self._show_buttons()
        if self._opened is not None:
            self._show(self._opened)

    @staticmethod
    def _fill(box: QComboBox, texts: Sequence[str]) -> None:
        row = max(0, box.currentIndex())
        box.clear()
        box.addItems(list(texts))
        box.setCurrentIndex(row)

    @staticmethod
    def _say(widget: QWidget, text: str, description: str) -> None:
        widget.setProperty("text", text)
        widget.setAccessibleName(text)
        widget.setAccessibleDescription(description)

    @staticmethod
    def _name(widget: QWidget, name: str, description: str) -> None:
        widget.setAccessibleName(name)
        widget.setAccessibleDescription(description)
