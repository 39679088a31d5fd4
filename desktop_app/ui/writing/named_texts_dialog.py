"""Editing personas, saved prompts or templates of notes: a list, and name and text of the one that is chosen."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from pathlib import Path

from PySide6.QtCore import QTimer, Slot
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QListWidget, QPlainTextEdit, QVBoxLayout, QWidget

from desktop_app.domain.named_texts import VARIABLES, NamedText
from desktop_app.services.named_texts import NamedTextService
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.error_texts import error_text
from desktop_app.ui.file_dialogs import file_dialog
from desktop_app.ui.texts import format_number
from desktop_app.ui.theme import ThemeManager
from desktop_app.ui.widgets.basics import button, label, restyle
from desktop_app.ui.widgets.line_edit import LineEdit

KEPT_AFTER_MS = 500
_SIZE = (720, 520)
_LIST_PX = 170


class Subject(Enum):
    """What is edited."""

    PERSONAS = auto()
    PROMPTS = auto()
    NOTE_TEMPLATES = auto()


_FILE_NAMES = {Subject.PERSONAS: "retrace-personas.json", Subject.PROMPTS: "retrace-prompts.json"}


class NamedTextsDialog(Dialog):
    """Every change is kept after a moment and when the dialog closes; what ships is copied before it is changed."""

    def __init__(
        self,
        subject: Subject,
        texts: NamedTextService,
        bridge: EventBridge,
        themes: ThemeManager,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent, 480)
        self._subject = subject
        self._service = texts
        self._bridge = bridge
        self._themes = themes
        self._texts: tuple[NamedText, ...] = ()
        self._current: NamedText | None = None
        self._list = QListWidget()
        self._list.setProperty("surface", "card")
        self._name, self._text = LineEdit(), QPlainTextEdit()
        self._text.setTabChangesFocus(True)
        self._hint = label("caption")
        self._hint.setWordWrap(True)
        self._said = label("warning")  # what came of a file
        self._said.setWordWrap(True)
        self._said.hide()
        self._new, self._copy, self._delete = button(), button(), button()
        self._import, self._export = button(), button()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(KEPT_AFTER_MS)
        self._timer.timeout.connect(self._keep)
        self.cancel_button.hide()
        self._build()
        self._list.currentRowChanged.connect(self._on_row)
        self._name.textEdited.connect(lambda: self._timer.start())
        self._text.textChanged.connect(self._timer.start)
        self._new.clicked.connect(self._add)
        self._copy.clicked.connect(self._duplicate)
        self._delete.clicked.connect(self._remove)
        self._import.clicked.connect(self._ask_import)
        self._export.clicked.connect(self._ask_export)
        self.finished.connect(self._keep)
        self.retranslate()
        self._read("")

    def _build(self) -> None:
        own = QVBoxLayout()
        own.setSpacing(8)
        own.addWidget(self._name)
        own.addWidget(self._text, 1)
        own.addWidget(self._hint)
        middle = QHBoxLayout()
        middle.setSpacing(14)
        self._list.setFixedWidth(self._themes.theme.px(_LIST_PX))
        middle.addWidget(self._list)
        middle.addLayout(own, 1)
        self.body.addLayout(middle, 1)
        self.body.addWidget(self._said)
        for position, one in enumerate((self._new, self._copy, self._delete, self._import, self._export)):
            self.buttons.insertWidget(position, one)

    def fit_height(self) -> None:
        """As large as the design at this size of text, and no larger than the screen has room for."""
        self.resize_within_screen(*(self._themes.theme.px(side) for side in _SIZE))

    # --- reading and keeping

    def _read(self, choose: str) -> None:
        self._bridge.run("read", self._service.list, done=lambda texts: self._show(texts, choose), owner=self)

    def _show(self, texts: tuple[NamedText, ...], choose: str) -> None:
        self._texts = texts
        self._list.blockSignals(True)
        self._list.clear()
        self._list.addItems([one.name or self.tr("Without a name") for one in texts])
        row = next((row for row, one in enumerate(texts) if one.id == choose), 0 if texts else -1)
        self._list.setCurrentRow(row)
        self._list.blockSignals(False)
        self._on_row(row)

    @Slot(int)
    def _on_row(self, row: int) -> None:
        self._keep()
        self._current = self._texts[row] if 0 <= row < len(self._texts) else None
        shown = self._current or NamedText("", "", "")
        own = self._current is not None and not shown.is_shipped
        self._text.blockSignals(True)
        self._name.setText(shown.name)
        self._text.setPlainText(shown.text)
        self._text.blockSignals(False)
        self._name.setReadOnly(not own)
        self._text.setReadOnly(not own)
        self._copy.setEnabled(self._current is not None)
        self._delete.setEnabled(own)
        self._say_hint()

    @Slot()
    def _keep(self) -> None:
        """Keep what was typed, unless nothing was."""
        self._timer.stop()
        current = self._current
        if current is None or current.is_shipped:
            return
        typed = NamedText(current.id, self._name.text().strip(), self._text.toPlainText())
        if typed == current:
            return
        self._current = typed
        self._texts = tuple(typed if one.id == typed.id else one for one in self._texts)
        row = next(row for row, one in enumerate(self._texts) if one.id == typed.id)
        self._list.item(row).setText(typed.name or self.tr("Without a name"))
        self._bridge.run("read", self._service.keep, typed)

    @Slot()
    def _add(self) -> None:
        self._keep_new(NamedText("", self.tr("New"), ""))

    @Slot()
    def _duplicate(self) -> None:
        self._keep()
        if self._current is not None:
            name = self.tr("{name}, copy").format(name=self._current.name)
            self._keep_new(NamedText("", name, self._current.text))

    def _keep_new(self, text: NamedText) -> None:
        self._keep()

        def done(kept: NamedText) -> None:
            self._read(kept.id)
            self._name.setFocus()

        self._bridge.run("read", self._service.keep, text, done=done, owner=self)

    @Slot()
    def _remove(self) -> None:
        current, self._current = self._current, None
        if current is not None and not current.is_shipped:
            self._bridge.run("read", self._service.delete, current.id, done=lambda _: self._read(""), owner=self)

    # --- files

    @Slot()
    def _ask_export(self) -> None:
        dialog = self._file_dialog(self.tr("Export what is your own here"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("json")
        dialog.selectFile(_FILE_NAMES[self._subject])
        dialog.fileSelected.connect(self.export_to)
        dialog.open()

    @Slot()
    def _ask_import(self) -> None:
        dialog = self._file_dialog(self.tr("Import from a file"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self.import_from)
        dialog.open()

    def _file_dialog(self, title: str) -> QFileDialog:
        dialog = file_dialog(self, title)
        dialog.setNameFilters([self.tr("Names and texts (*.json)"), self.tr("All files (*)")])
        return dialog

    @Slot(str)
    def export_to(self, path: str) -> None:
        """Write the vault's own texts to a file."""
        self._keep()
        self._run_file(self._service.write_to, Path(path), self.tr("Written to the file: {count}."))

    @Slot(str)
    def import_from(self, path: str) -> None:
        """Add the texts of a file to those there are."""
        self._keep()
        self._run_file(self._service.take_from, Path(path), self.tr("New from the file: {count}."))

    def _run_file(self, work: Callable[[Path], int], path: Path, words: str) -> None:
        def done(count: int) -> None:
            self._say(words.format(count=format_number(count)), role="muted")
            self._read(self._current.id if self._current is not None else "")

        self._bridge.run(
            "read", work, path, done=done,
            failed=lambda error: self._say(error_text(error).line, role="warning"), owner=self,
        )  # fmt: skip

    def _say(self, text: str, role: str) -> None:
        restyle(self._said, "role", role)
        self._said.setText(text)
        self._said.setAccessibleName(text)
        self._said.show()

    # --- words

    def _say_hint(self) -> None:
        variables = ", ".join("{{" + name + "}}" for name in VARIABLES)
        if self._current is None:
            self._hint.setText(self.tr("There is none yet."))
        elif self._subject is Subject.NOTE_TEMPLATES and not self._current.is_shipped:
            self._hint.setText(
                self.tr(
                    "A heading on each line. Usual ones, such as 主诉 or Plan, know what belongs there; any other "
                    "takes the lines that hold a word behind its colon, for example “Sleep: insomnia, snoring”."
                )
            )
        elif self._current.is_shipped:
            self._hint.setText(self.tr("It ships with the program. Duplicate it to change it."))
        else:
            self._hint.setText(self.tr("Filled in when it is used: {variables}").format(variables=variables))

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        title, of_text = {
            Subject.PERSONAS: (self.tr("Personas"), self.tr("System prompt")),
            Subject.PROMPTS: (self.tr("Saved prompts"), self.tr("Text of the prompt")),
            Subject.NOTE_TEMPLATES: (self.tr("Templates of notes"), self.tr("Sections of the note")),
        }[self._subject]
        self.set_title(title)
        self.accept_button.setText(self.tr("Close"))
        self._list.setAccessibleName(title)
        self._name.setAccessibleName(self.tr("Name"))
        self._name.setPlaceholderText(self.tr("Name"))
        self._text.setAccessibleName(of_text)
        self._new.setText(self.tr("New"))
        self._copy.setText(self.tr("Duplicate"))
        self._delete.setText(self.tr("Delete"))
        self._import.setText(self.tr("Import…"))
        self._import.setAccessibleDescription(self.tr("Adds those of a file; nothing here is replaced."))
        self._export.setText(self.tr("Export…"))
        self._export.setAccessibleDescription(self.tr("Writes your own, not those that ship, to a file."))
        self._said.hide()  # in the language before
        self._say_hint()
