"""The notes of a session: drafting, reading with sources, changing, confirming, and putting them on paper."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from desktop_app.domain.conversation import Person, PersonState
from desktop_app.domain.errors import UserError
from desktop_app.domain.events import Changed
from desktop_app.domain.named_texts import NamedText
from desktop_app.domain.notes.note import Identity, Note, NoteKind
from desktop_app.domain.notes.words import NOTE_WORDS, NoteWords
from desktop_app.services.facade import Services
from desktop_app.services.notes import pages
from desktop_app.services.notes.opened import OpenNote
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.dialogs.question import QuestionDialog
from desktop_app.ui.error_texts import error_text
from desktop_app.ui.notes.exits import NoteExits
from desktop_app.ui.notes.page import NotePage
from desktop_app.ui.notes.signing import SigningDialog
from desktop_app.ui.patients.basis_hint import BasisHint
from desktop_app.ui.patients.name_guard import NameGuard
from desktop_app.ui.texts import format_moment, product_statement, shortened
from desktop_app.ui.theme import ThemeManager
from desktop_app.ui.widgets.basics import ElidedLabel, Hairline, button, label

_SIZE = (1180, 780)
_TITLE_CHARACTERS = 12
_TOLD_MS = 8000  # how long it stands what became of something


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
        self._asked_together: list[int] = []  # sections that were to be reworded at once, undone at once
        self._reworded_sections, self._left_sections = 0, 0  # of those asked for together
        self._outcome = ""  # of the last rewording, said until something else is done to the note
        self._elsewhere: list[tuple[Note, str]] = []  # the patient's notes of other sessions, with their titles
        self._signed_by = services.settings.get().user_name
        self._make_widgets()
        self._guard = NameGuard(services, bridge, self, None, self._fail, whole_text=True)
        self._asked_about: set[str] = set()  # lines that were typed
        self._signing = False  # what is typed is asked about with the whole note
        self.exits = NoteExits(services, bridge, self, lambda: self._opened)
        self._told_timer = QTimer(self)
        self._told_timer.setSingleShot(True)
        self._told_timer.setInterval(_TOLD_MS)
        self._told_timer.timeout.connect(self._show_status)
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
        self.notes_box.setPlaceholderText("…")
        self.elsewhere_button = button("link")
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
        self.basis = BasisHint(self._services, self._bridge)
        self.reword_button, self.handout_button, self.copy_button = button(), button(), button()
        self.handout_box = QComboBox()
        self.addenda_box, self.contradicted = QCheckBox(), label("warning")
        self.contradicted.setWordWrap(True)
        self._show_addenda()
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
        choose.addWidget(self.elsewhere_button)
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
        self.body.addWidget(self.addenda_box)
        self.body.addWidget(self.contradicted)
        self.body.addWidget(Hairline())
        self.body.addWidget(self.stack, 1)
        self.body.addWidget(Hairline())
        self.body.addWidget(self.problem)
        self.body.addWidget(self.told)
        self.body.addWidget(self.basis)
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
        self.delete_button.clicked.connect(self._ask_delete)
        self.elsewhere_button.clicked.connect(self._open_elsewhere)
        self.drop_button.clicked.connect(self._drop_all)
        self.reword_button.clicked.connect(self._on_reword)
        self.handout_button.clicked.connect(lambda: self.exits.allow("hand-out", self._hand_out))
        self.copy_button.clicked.connect(self.exits.copy_all)
        self.pdf_button.clicked.connect(self.exits.choose_pdf)
        self.print_button.clicked.connect(self.exits.print_out)
        self.exits.told.connect(self._tell)
        self.exits.failed.connect(self._fail)
        self.confirm_button.clicked.connect(self._sign)
        self.page.source_requested.connect(self._on_source)
        self.page.edited.connect(self._edit)
        self.page.settled.connect(self._settle)
        self.page.copy_requested.connect(self.exits.copy_section)
        self.page.reword_requested.connect(self._reword_one)
        self.page.restore_requested.connect(self._restore)
        self.addenda_box.clicked.connect(self._choose_addenda)
        self.finished.connect(self._leave)
        self._bridge.event.connect(self._on_event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Undo, outside of the fields: the words of what was reworded last."""
        note = self.note
        if event.matches(QKeySequence.StandardKey.Undo) and note is not None and not self._queue:
            for number in self._asked_together:
                if self._services.notes.can_restore(note, number):
                    self._restore(number)
        else:
            super().keyPressEvent(event)

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
        self.basis.show_for(person.id)
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
        notes, session_id = self._services.notes, self._session_id
        self._bridge.run(
            "read", lambda: (notes.of_session(session_id), notes.elsewhere(session_id)),
            done=lambda read: self._take_notes(read[0], read[1], show), failed=self._fail, owner=self,
        )  # fmt: skip

    def _take_notes(self, notes: list[Note], elsewhere: list[tuple[Note, str]], show: int | None) -> None:
        self._notes, self._elsewhere = notes, elsewhere
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
        for each, session in (*((note, "") for note in self._notes), *self._elsewhere):
            moment = format_moment(each.created_at_ms, date.today())
            state = self.tr("confirmed") if each.is_confirmed else self.tr("draft")
            parts = [each.title, moment, state]
            if each.session_id != self._session_id:
                parts.append(self.tr("session “{title}”").format(title=shortened(session, _TITLE_CHARACTERS)))
            self.notes_box.addItem(" · ".join(parts), each.id)
        self.notes_box.setCurrentIndex(self.notes_box.findData(shown.id) if shown is not None else -1)
        self.notes_box.setVisible(bool(self._notes or self._elsewhere))
        count = len(self._elsewhere)
        self._say(
            self.elsewhere_button,
            self.tr("%n notes of other sessions", "", count),
            self.tr("Shows the newest of them; the others are in the list beside."),
        )
        self.elsewhere_button.setVisible(count > 0)
        self._say_empty()

    @Slot()
    def _open_elsewhere(self) -> None:
        if self._elsewhere:
            self.page.keep()
            self._queue.clear()
            self._open(self._elsewhere[0][0].id)

    def _open(self, note_id: int) -> None:
        """Show a note; a draft says what holds today."""
        notes = self._services.notes

        def read() -> tuple[int, OpenNote]:
            return notes.bring_up(note_id), notes.open(note_id)

        def done(read: tuple[int, OpenNote]) -> None:
            changed, opened = read
            self._show(opened)
            if changed:
                self._tell(self.tr("What was settled or changed since it was drafted is said in it now."))

        self._bridge.run("read", read, done=done, failed=self._fail, owner=self)

    @Slot(int)
    def _on_note_chosen(self, row: int) -> None:
        self.page.keep()
        note_id = self.notes_box.itemData(row)
        if note_id is not None:
            self._queue.clear()
            self._open(note_id)

    # --- showing

    def _show_nothing(self) -> None:
        self.stack.setCurrentIndex(0)
        self.status.hide()
        self.corrected.hide()
        self._show_addenda()
        self._show_buttons()

    def _show(self, opened: OpenNote) -> None:
        if self._opened is not None and self._opened.note.id != opened.note.id:
            self._asked_together.clear()
            self._outcome = ""
        self._opened = opened
        notes = self._services.notes
        self.page.show_note(opened, notes.can_reword, notes.can_restore)
        self.notes_box.setCurrentIndex(self.notes_box.findData(opened.note.id))
        self.stack.setCurrentIndex(1)
        self._show_status()
        self._show_addenda()
        self._show_buttons()

    def _show_addenda(self) -> None:
        """Whether a hand-out tells what was added to its note; a line that it speaks of is said where it does not."""
        opened = self._opened
        there = opened is not None and bool(opened.addenda_elsewhere) and not opened.note.is_confirmed
        self.addenda_box.setVisible(there)
        self.addenda_box.setChecked(opened is not None and bool(opened.note.addenda))
        self.contradicted.setVisible(there and opened is not None and opened.contradicted)

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
        elif opened.outdated:
            told = self.tr("Draft, not checked · {count} call unresolved what was settled")
            self.status.setText(told.format(count=opened.outdated))
        elif note.unsupported:
            self.status.setText(self.tr("Draft, not checked · {count} to decide").format(count=note.unsupported))
        else:
            self.status.setText(self.tr("Draft, not checked"))
        self.status.setProperty("role", "heading" if note.is_confirmed else "warning")
        self.status.style().polish(self.status)
        self.status.show()
        drafted = (
            self.tr("Drafted by AI ({model}).").format(model=note.model)
            if note.model
            else self.tr("From the words said; every sentence of the model was taken out.")
            if note.drafted_by
            else self.tr("Drafted by AI from the words said; no model reworded them.")
        )
        if note.is_changed_by_hand:
            drafted += " " + self.tr("A hand wrote or changed sentences of it.")
        if note.cut:
            drafted += " " + self.tr("Sentences left it because their words were erased or moved away.")
        if not (self._queue or self._told_timer.isActive()):  # what is being done, or was, is said as long
            self.told.setText(" ".join(filter(None, (self._outcome, drafted))))

    @Slot(str)
    def _tell(self, words: str) -> None:
        """Say for a while what became of something."""
        self.problem.hide()
        self.told.setText(words)
        self._told_timer.start()

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

    def _hand_out(self, opened: OpenNote) -> None:
        self.page.keep()
        language = "zh" if self.handout_box.currentIndex() == 0 else "en"
        self._bridge.run(
            "read", self._services.notes.hand_out, opened.note.id, language,
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
            self._begin_rewording()
        self._show_buttons()

    @Slot(int)
    def _reword_one(self, number: int) -> None:
        self.page.keep()
        idle = not self._queue
        if number not in self._queue:
            self._queue.append(number)
        if idle:
            self._begin_rewording()
        self._show_buttons()

    def _begin_rewording(self) -> None:
        self._reworded_sections = self._left_sections = 0
        self._asked_together = list(self._queue)
        self._outcome = ""
        self._told_timer.stop()
        self._reword_next()

    def _reword_next(self) -> None:
        if not self._queue or self.note is None:
            return
        number, before = self._queue[0], self.note.sections[self._queue[0]]
        heading = before.plan.heading
        self.problem.hide()
        self.told.setText(self.tr("The model puts “{heading}” into words…").format(heading=heading))

        def done(note: Note) -> None:
            changed = note.sections[number].sentences != before.sentences
            self._reworded_sections += changed
            self._left_sections += not changed
            self._reworded(note)

        self._bridge.run(
            "background", self._services.notes.reword, self.note.id, number,
            done=done, failed=self._reword_failed, owner=self,
        )  # fmt: skip

    def _reworded(self, note: Note) -> None:
        if self.note is None or note.id != self.note.id:
            self._queue.clear()
            return
        self._queue = self._queue[1:]
        self._open(note.id)
        if self._queue:
            self._reword_next()
        else:
            self._outcome = self._rewording_result()
            self._tell(self._outcome)

    def _rewording_result(self) -> str:
        if not self._reworded_sections:
            return self.tr("The model changed nothing: what it wrote said less or more than the words. They stand.")
        changed = self.tr("%n sections were reworded.", "", self._reworded_sections)
        if not self._left_sections:
            return changed
        return changed + " " + self.tr("%n sections stand as they were said.", "", self._left_sections)

    def _reword_failed(self, error: UserError) -> None:
        self._queue.clear()
        self._show_status()
        self._show_buttons()
        self._fail(error)

    # --- by hand

    @Slot(int, str)
    def _edit(self, number: int, text: str) -> None:
        opened = self._opened
        if opened is None or opened.note.is_confirmed:
            return
        before = {*opened.note.sections[number].text.splitlines(), *self._asked_about}
        typed = [line for line in map(str.strip, text.splitlines()) if line not in before]

        def done(note: Note) -> None:
            self._outcome = ""
            self._changed(note)
            if self.isVisible() and not self._signing:  # it is stored; what is wrong in it is taken out by hand
                self._asked_about.update(typed)
                self._guard.check(opened.person.id, "\n".join(typed), lambda: None)

        self._bridge.run(
            "read", self._services.notes.edit, opened.note.id, number, text,
            done=done, failed=self._fail, owner=self,
        )  # fmt: skip

    @Slot(int, bool)
    def _settle(self, sentence_id: int, keep: bool) -> None:
        if self.note is not None:
            work = partial(self._services.notes.settle, self.note.id, sentence_id, keep=keep)
            self._bridge.run("read", work, done=self._changed, failed=self._fail, owner=self)

    @Slot(int)
    def _restore(self, number: int) -> None:
        if self.note is not None:
            self._bridge.run(
                "read", self._services.notes.restore, self.note.id, number,
                done=self._changed, failed=self._fail, owner=self,
            )  # fmt: skip

    @Slot(bool)
    def _choose_addenda(self, shown: bool) -> None:
        if self.note is not None:
            self.page.keep()
            work = partial(self._services.notes.choose_addenda, self.note.id, shown=shown)
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
        opened = self._opened
        if opened is None:
            return
        self._signing = True
        self.page.keep()
        if opened.person.state is PersonState.RESTRICTED:
            self._cannot_sign(UserError("person_restricted", person=opened.person.name))
        elif opened.note.unsupported:  # before anybody puts a name to it
            self._cannot_sign(UserError("note_unsettled", count=opened.note.unsupported))
        elif opened.note.is_confirmed:
            self._ask_name(opened)
        else:  # read after what was just typed is stored
            self._bridge.run(
                "read", self._services.notes.open, opened.note.id,
                done=self._check_names, failed=self._cannot_sign, owner=self,
            )  # fmt: skip

    def _check_names(self, opened: OpenNote) -> None:
        """Ask for a name once it is wanted that the note tells of everybody it names."""
        self._signing = False
        text = "\n".join(section.text for section in opened.note.sections)
        self._guard.check(opened.person.id, text, lambda: self._ask_name(opened), again=True)

    def _cannot_sign(self, error: UserError) -> None:
        self._signing = False
        self._fail(error)

    def _ask_name(self, opened: OpenNote) -> None:
        self._signing = False
        dialog = SigningDialog(
            self._signed_by,
            addendum=opened.note.is_confirmed,
            parent=self,
            check=lambda text, go_on: self._guard.check(opened.person.id, text, go_on, again=True),
        )
        dialog.signed.connect(self._signed)
        dialog.show_open_points(opened)
        dialog.open()

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
    def _ask_delete(self) -> None:
        note = self.note
        if note is None:
            return
        moment = format_moment(note.created_at_ms, date.today())
        box = QuestionDialog(
            self,
            self.tr("Delete the draft"),
            self.tr("Delete the draft “{title}” of {time}?").format(title=note.title, time=moment),
            self.tr("What was written into it by hand goes with it. The words said stay."),
            keep=self.tr("Keep"),
        )
        box.offer(self.tr("Delete"), lambda: self._delete(note.id))
        box.open()

    def _delete(self, note_id: int) -> None:
        self._queue.clear()
        self._bridge.run(
            "read", self._services.notes.delete, note_id,
            done=lambda _: self._read_notes(None), failed=self._fail, owner=self,
        )  # fmt: skip

    @Slot()
    def _leave(self) -> None:
        self.page.keep()
        if self._queue:
            self._services.notes.stop()

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
        self._name(self.notes_box, self.tr("Note"), self.tr("The notes and hand-outs of this patient."))
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
        self._say(
            self.addenda_box,
            self.tr("With what was added to the note"),
            self.tr("Puts the addendum on the hand-out, with who wrote it; unchecked it is taken off again."),
        )
        self.contradicted.setText(
            self.tr("What was added to the note speaks of something that stands here, and is not on this sheet.")
        )
        self._say(self.copy_button, self.tr("Copy all"), self.tr("Copies the note as plain text."))
        self._say(self.pdf_button, self.tr("PDF…"), self.tr("Writes the note into a file that is not encrypted."))
        self._say(self.print_button, self.tr("Print…"), self.tr("Prints it with who drafted and who checked it."))
        self.reword_button.setAccessibleDescription(
            self.tr("The model puts the words into sentences, section by section; each is held against the words.")
        )
        self.confirm_button.setAccessibleDescription(self.tr("Somebody answers for it by name."))
        self.statement.setText(product_statement())
        self._fill_notes_box()
        self._show_status()
        self._show_buttons()
        if self._opened is not None:
            self._show(self._opened)

    def _say_empty(self) -> None:
        how = self.tr(
            "Choose a template and draft one: the words that were said are put under its headings, each with where it "
            "was said. Diagnosis and plan are taken from the clinician's words alone."
        )
        none = self.tr("No note of this session yet.") if self._elsewhere else self.tr("No note yet.")
        there = self.tr("Other sessions of this patient have notes: see above.") if self._elsewhere else ""
        self.empty.setText("\n".join(part for part in (none, there, how) if part))

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
