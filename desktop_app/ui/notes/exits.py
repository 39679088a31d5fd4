"""The ways a note leaves the vault: the clipboard, a file, paper. Each is asked about, noted, and said."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QWidget

from desktop_app.domain.notes.note import NoteKind
from desktop_app.domain.notes.templates import as_text
from desktop_app.domain.notes.words import NOTE_WORDS
from desktop_app.services.facade import Services
from desktop_app.services.notes import pages
from desktop_app.services.notes.opened import OpenNote
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.file_dialogs import ask_where_to_save
from desktop_app.ui.file_names import proposed_name
from desktop_app.ui.notes.paper import Paper, pdf, print_on
from desktop_app.ui.patients.hand_out_question import HandOutQuestion


class NoteExits(QObject):
    """Takes the note that is shown out of the vault.

    Args:
        services, bridge: of the window.
        window: the dialog, behind what is asked.
        shown: the note it shows.

    Signals:
        told: what became of it, in a sentence.
        failed: `UserError`: it did not leave.
    """

    told = Signal(str)
    failed = Signal(object)

    def __init__(
        self, services: Services, bridge: EventBridge, window: QWidget, shown: Callable[[], OpenNote | None]
    ) -> None:
        super().__init__(window)
        self._services = services
        self._bridge = bridge
        self._window = window
        self._shown = shown
        self._question = HandOutQuestion(services, bridge, window, self.failed.emit)

    @staticmethod
    def paper_of(opened: OpenNote, now_ms: int) -> Paper:
        """A note as it is printed."""
        words = NOTE_WORDS[opened.note.language]
        return Paper(
            pages.html(opened, now_ms),
            pages.footer(opened),
            words.page,
            "" if opened.note.is_confirmed else words.watermark,
        )

    def paper(self) -> Paper:
        """The shown note as it is printed."""
        opened = self._shown()
        assert opened is not None
        return self.paper_of(opened, self._services.notes.now_ms())

    def allow(self, what: str, go_on: Callable[[OpenNote], object]) -> None:
        """Ask what `HandOutQuestion.ask` asks, and go on with the note that was shown."""
        opened = self._shown()
        if opened is not None:
            self._question.ask(lambda: opened.person.id, what, lambda: go_on(opened))

    @Slot()
    def copy_all(self) -> None:
        """Put the note on the clipboard."""
        self.allow("copy", lambda opened: self._copy(opened, pages.plain_text(opened)))

    @Slot(int)
    def copy_section(self, number: int) -> None:
        """Put one section on the clipboard."""

        def copy(opened: OpenNote) -> None:
            note = opened.note
            self._copy(opened, as_text(note.sections[number], NOTE_WORDS[note.language].not_in_record, note.kind))

        self.allow("copy", copy)

    def _copy(self, opened: OpenNote, text: str) -> None:
        def done(_: object) -> None:
            QGuiApplication.clipboard().setText(text)
            self.told.emit(self.tr("Copied. What is copied is no longer protected by the vault."))

        self._run(self._services.notes.copied, opened.note.id, done=done)

    @Slot()
    def choose_pdf(self) -> None:
        """Ask for the place of a PDF file, and write it."""
        self.allow("file", self._choose_pdf)

    def _choose_pdf(self, opened: OpenNote) -> None:
        what = self.tr("Hand-out") if opened.note.kind is NoteKind.HANDOUT else self.tr("Note")
        proposed = proposed_name(what, "pdf", date.today(), opened.person)
        path = self.ask_file(proposed)
        if path:
            self.save_pdf(Path(path))

    def ask_file(self, proposed: str) -> str:
        """Where to write; "" for nowhere."""
        title, kinds = self.tr("Save the note"), self.tr("PDF files (*.pdf)")
        return str(ask_where_to_save(self._window, title, proposed, kinds) or "")

    def save_pdf(self, path: Path) -> None:
        """Write the note into a PDF file."""
        opened = self._shown()
        if opened is not None:

            def done(_: object) -> None:
                self.told.emit(self.tr("Saved as {name}. The file is not encrypted.").format(name=path.name))

            self._run(self._services.notes.save, opened.note.id, path, partial(pdf, self.paper()), done=done)

    @Slot()
    def print_out(self) -> None:
        """Ask for the printer, and print."""
        self.allow("print", self._choose_printer)

    def _choose_printer(self, _opened: OpenNote) -> None:
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        if QPrintDialog(printer, self._window).exec() == QPrintDialog.DialogCode.Accepted:
            self.print_with(printer)

    def print_with(self, printer: QPrinter) -> None:
        """Print the note; it is noted first, so that nothing leaves unnoticed."""
        opened = self._shown()
        if opened is not None:
            paper = self.paper()

            def done(_: object) -> None:
                print_on(printer, paper)
                self.told.emit(self.tr("Printed. Paper is not protected by the vault."))

            self._run(self._services.notes.printed, opened.note.id, done=done)

    def _run(self, fn: Callable[..., object], *args: object, done: Callable[[object], None]) -> None:
        self._bridge.run("read", fn, *args, done=done, failed=self.failed.emit, owner=self)
