"""One section of a note: its sentences as lines to type in, and those of the model that wait for a decision."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence, QTextCharFormat, QTextCursor, QTextFormat, QWheelEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QTextEdit, QVBoxLayout, QWidget

from desktop_app.domain.notes.note import CLINICIAN_ONLY, NoteSection, Origin, Part, Sentence, SentenceState
from desktop_app.ui.texts import qt_length, translate
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.basics import button, label

_KEPT_AFTER_MS = 700
_LEAST_PX = 30


class _LineField(QTextEdit):
    """Plain text that is as high as its lines; Tab goes on to the next widget.

    Signals:
        left: the focus went elsewhere.
        undo_requested: undoing is wanted where nothing that was typed is left to undo.
    """

    left = Signal()
    undo_requested = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAcceptRichText(False)
        self.setTabChangesFocus(True)
        self.setProperty("bare", True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(2)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)

    @Slot()
    def _fit(self) -> None:
        self.setFixedHeight(max(_LEAST_PX, round(self.document().size().height()) + 2))

    def event(self, event: QEvent) -> bool:
        """Say when the focus leaves."""
        if event.type() == QEvent.Type.FocusOut:
            self.left.emit()
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Undo further than what was typed."""
        if event.matches(QKeySequence.StandardKey.Undo) and not self.document().isUndoAvailable():
            self.undo_requested.emit()
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Let the page scroll."""
        event.ignore()


class SectionCard(QFrame):
    """Shows a section and tells what is done to it.

    Signals:
        edited: the section's number and its text.
        chosen: the section's number and the id of the sentence the caret is in, 0 for none.
        settled: a sentence's id, and whether it is kept.
        copy_requested, reword_requested, restore_requested: the section's number.
    """

    edited = Signal(int, str)
    chosen = Signal(int, int)
    settled = Signal(int, bool)
    copy_requested = Signal(int)
    reword_requested = Signal(int)
    restore_requested = Signal(int)

    def __init__(self, number: int, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._number = number
        self._theme = theme
        self._section: NoteSection | None = None
        self._standing: list[Sentence] = []
        self.setProperty("surface", "card")
        self.heading, self._told = label("heading"), label("caption")
        self.copy_button, self.reword_button, self.restore_button = button("link"), button("link"), button("link")
        self.copy_button.clicked.connect(lambda: self.copy_requested.emit(self._number))
        self.reword_button.clicked.connect(lambda: self.reword_requested.emit(self._number))
        self.restore_button.clicked.connect(self._restore)
        self.field = _LineField(self)
        self.field.left.connect(self.keep)
        self.field.undo_requested.connect(self._restore)
        self.field.installEventFilter(self)
        self.field.cursorPositionChanged.connect(self._on_caret)
        self.field.textChanged.connect(self._on_text)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_KEPT_AFTER_MS)
        self._timer.timeout.connect(self.keep)
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(self.heading)
        head.addWidget(self._told, 1)
        head.addWidget(self.restore_button)
        head.addWidget(self.reword_button)
        head.addWidget(self.copy_button)
        self._waiting = QVBoxLayout()
        self._waiting.setSpacing(6)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 14, 10)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(self.field)
        column.addLayout(self._waiting)

    # --- showing

    def show_section(self, section: NoteSection, *, frozen: bool, can_reword: bool, can_restore: bool) -> None:
        """Show what is stored; what is being typed stays."""
        typing = self._section is not None and self.field.toPlainText() != self._section.text
        self._section = section
        self._standing = [each for each in section.sentences if each.stands]
        self.field.setReadOnly(frozen)
        if not (typing and self.field.hasFocus()) and self.field.toPlainText() != section.text:
            self.field.blockSignals(True)
            place = self.field.textCursor().position()
            self.field.setPlainText(section.text)
            cursor = self.field.textCursor()
            cursor.setPosition(min(place, qt_length(section.text)))
            self.field.setTextCursor(cursor)
            self.field.blockSignals(False)
        self.reword_button.setVisible(can_reword)
        self.restore_button.setVisible(can_restore)
        self._show_waiting(section, frozen)
        self._say()
        self._mark()

    def _show_waiting(self, section: NoteSection, frozen: bool) -> None:
        while (item := self._waiting.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for sentence in section.sentences:
            if sentence.state is SentenceState.UNSUPPORTED and not frozen:
                self._waiting.addWidget(self._waiting_row(sentence))

    def _waiting_row(self, sentence: Sentence) -> QWidget:
        row = QFrame(self)
        row.setProperty("surface", "warning")
        told = label(
            "warning",
            translate("NoteSection", "It names another patient or follows such words; left out until decided:")
            if sentence.origin is Origin.SAID
            else translate("NoteSection", "Not in the words it cites, left out:"),
        )
        words = label("body", sentence.text)
        for each in (told, words):
            each.setWordWrap(True)
        keep, drop = button("small"), button("small")
        keep.setText(translate("NoteSection", "Keep"))
        drop.setText(translate("NoteSection", "Drop"))
        keep.setAccessibleName(translate("NoteSection", "Keep: {sentence}").format(sentence=sentence.text))
        drop.setAccessibleName(translate("NoteSection", "Drop: {sentence}").format(sentence=sentence.text))
        keep.setAccessibleDescription(
            translate("NoteSection", "It stands in the note, and goes on saying that it names another patient.")
            if sentence.origin is Origin.SAID
            else translate("NoteSection", "It stands in the note, marked as kept by hand.")
        )
        drop.setAccessibleDescription(translate("NoteSection", "It stays out of the note."))
        keep.clicked.connect(partial(self.settled.emit, sentence.id, True))
        drop.clicked.connect(partial(self.settled.emit, sentence.id, False))
        texts = QVBoxLayout()
        texts.setSpacing(2)
        texts.addWidget(told)
        texts.addWidget(words)
        line = QHBoxLayout(row)
        line.setContentsMargins(10, 6, 10, 6)
        line.addLayout(texts, 1)
        line.addWidget(keep)
        line.addWidget(drop)
        return row

    def _say(self) -> None:
        section = self._section
        if section is None:
            return
        part = section.plan.part
        self.heading.setText(section.plan.heading)
        if part is Part.SIGNATURE:
            told, empty = translate("NoteSection", "for a pen"), ""
        elif part in CLINICIAN_ONLY:
            told, empty = (
                translate("NoteSection", "the clinician's words only"),
                translate("NoteSection", "The clinician said nothing of this. It stays empty."),
            )
        else:
            told, empty = "", translate("NoteSection", "Nothing was said of this.")
        self._told.setText(told)
        self.field.setPlaceholderText(empty)
        self.field.setAccessibleName(section.plan.heading)
        self.field.setAccessibleDescription(
            translate("NoteSection", "One sentence on each line. What it rests on is shown beside.")
        )
        self.copy_button.setText(translate("NoteSection", "Copy"))
        self.copy_button.setAccessibleName(
            translate("NoteSection", "Copy {heading}").format(heading=section.plan.heading)
        )
        self.copy_button.setAccessibleDescription(
            translate("NoteSection", "Copies the section as plain text for another system.")
        )
        self.reword_button.setText(translate("NoteSection", "Reword"))
        self.reword_button.setAccessibleName(
            translate("NoteSection", "Reword {heading}").format(heading=section.plan.heading)
        )
        self.reword_button.setAccessibleDescription(
            translate("NoteSection", "The model puts the words into sentences; each is held against the words.")
        )

        self.restore_button.setText(translate("NoteSection", "Restore the words"))
        self.restore_button.setAccessibleName(
            translate("NoteSection", "Restore the words of {heading}").format(heading=section.plan.heading)
        )
        self.restore_button.setAccessibleDescription(
            translate("NoteSection", "Puts the words back as they were said, before the model reworded them (Ctrl+Z).")
        )
        self.restore_button.setToolTip(self.restore_button.accessibleDescription())

    @Slot()
    def _restore(self) -> None:
        if not self.restore_button.isHidden():
            self.keep()
            self.restore_requested.emit(self._number)

    # --- the caret, and what is typed

    @property
    def sentence(self) -> Sentence | None:
        """The sentence the caret is in."""
        number = self.field.textCursor().blockNumber()
        return self._standing[number] if 0 <= number < len(self._standing) else None

    @Slot()
    def _on_caret(self) -> None:
        if self.field.hasFocus():
            self._announce()

    def _announce(self) -> None:
        chosen = self.sentence
        self._mark()
        self.chosen.emit(self._number, chosen.id if chosen is not None else 0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Announce the sentence when the field is entered."""
        if event.type() == QEvent.Type.FocusIn:
            QTimer.singleShot(0, self, self._announce)
        return super().eventFilter(watched, event)

    @Slot()
    def _on_text(self) -> None:
        if not self.field.isReadOnly():
            self._timer.start()

    @Slot()
    def keep(self) -> None:
        """Hand over what was typed."""
        self._timer.stop()
        text = self.field.toPlainText()
        if self._section is not None and not self.field.isReadOnly() and _lines(text) != _lines(self._section.text):
            self.edited.emit(self._number, text)
        self._mark()

    def _mark(self) -> None:
        """The line of the caret, and a dotted line below what rests on no words."""
        marks: list[QTextEdit.ExtraSelection] = []
        block = self.field.document().begin()
        for sentence in self._standing:
            if not block.isValid():
                break
            if sentence.is_unbacked:
                mark = QTextEdit.ExtraSelection()
                form = QTextCharFormat()
                form.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
                form.setUnderlineColor(self._theme.color("warning"))
                mark.format = form
                cursor = QTextCursor(block)
                cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
                mark.cursor = cursor
                marks.append(mark)
            block = block.next()
        if self.field.hasFocus() and self._standing:
            line = QTextEdit.ExtraSelection()
            form = QTextCharFormat()
            form.setBackground(self._theme.color("selected"))
            form.setForeground(self._theme.color("selected_ink"))
            form.setProperty(QTextFormat.Property.FullWidthSelection, True)
            line.format = form
            line.cursor = self.field.textCursor()
            line.cursor.clearSelection()
            marks.append(line)
        self.field.setExtraSelections(marks)


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]
