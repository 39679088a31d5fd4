"""Where messages are written: text, speaker, what sending would do, Send and Stop."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QResizeEvent, QTextCursor
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QMenu, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from desktop_app.domain.conversation import CLINICIAN, DOCUMENT, FAMILY_PREFIX, PERSON, VaultKind, first_speaker
from desktop_app.ui.actions import keys_of
from desktop_app.ui.icons import ICON_PX, icon
from desktop_app.ui.message_edit import MessageEdit, plain
from desktop_app.ui.texts import speaker_name, translate
from desktop_app.ui.theme import Theme, ThemeManager
from desktop_app.ui.widgets.basics import ElidedLabel, button, label, restyle
from desktop_app.ui.widgets.flow import FlowLayout

_SIDE, _GAP = 14, 10
_VOICE_COMMANDS = ("clinician", "patient", "family")


def family_words() -> tuple[str, ...]:
    """Words for family members, in the language in force; the chosen one becomes part of the speaker."""
    return (
        translate("Speakers", "mother"),
        translate("Speakers", "father"),
        translate("Speakers", "wife"),
        translate("Speakers", "husband"),
        translate("Speakers", "son"),
        translate("Speakers", "daughter"),
    )


class Composer(QFrame):
    """A card with the text field; it knows nothing of sessions and says only what was asked."""

    submitted = Signal(str, str, bool)  # text, speaker, record only
    record_asked = Signal(str, str)  # text, speaker: to be answered from the record, without the model
    stop_requested = Signal()
    text_changed = Signal()
    queued_taken_back = Signal(int)  # position in the queue

    def __init__(self, kind: VaultKind, themes: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind = kind
        self._speaker = first_speaker(kind)
        self._family = ""  # the member of the family who spoke last
        self._busy = False
        self._refusal = ""
        self._closed = ""  # why nothing can be written to anybody at all
        self._queued: tuple[str, ...] = ()
        self._beside_speaker: list[QWidget] = []
        self._note = ""  # what sending would leave out
        self._read_text, self._read_revision = "", -1
        self.setProperty("surface", "card")
        self._edit = MessageEdit()
        self._edit.send_requested.connect(self.send)
        self._edit.record_requested.connect(self.record)
        self._edit.record_asked.connect(self.ask_record)
        self._edit.textChanged.connect(self._on_text_changed)
        self.setProperty("ringed", False)
        self._edit.focused.connect(lambda on: restyle(self, "ringed", on))
        self.setFocusProxy(self._edit)
        self._queue_rows = QVBoxLayout()
        self._queue_rows.setSpacing(4)
        self._problem = label("warning")
        self._problem.setWordWrap(True)
        self._problem.hide()
        self._speaker_button = button("small")
        self._speaker_menu = QMenu(self)  # not of the button, whose direction is reversed for its arrow
        self._speaker_menu.aboutToShow.connect(self._fill_speaker_menu)
        self._speaker_menu.aboutToHide.connect(self._edit.setFocus)
        self._speaker_button.clicked.connect(self._open_speaker_menu)
        self._voices: dict[str, QPushButton] = {}
        if kind is VaultKind.CLINICAL:
            self._add_voices()
        self._preview = label("caption")
        self._hint = label("caption")
        self._record = button("link")
        self._record.clicked.connect(self.record)
        self._ask_record = button("link")
        self._ask_record.clicked.connect(self.ask_record)
        self._key = label("caption")
        self._key.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Maximum)
        self._send = button("primary")
        self._send.clicked.connect(self._on_send_clicked)
        self._lay_out()
        self._on_theme_changed(themes.theme)
        themes.theme_changed.connect(self._on_theme_changed)
        self._retranslate()

    def _lay_out(self) -> None:
        self._bottom = bottom = QHBoxLayout()
        bottom.setSpacing(_GAP)
        if self._voices:
            voices = FlowLayout(2)
            for voice in self._voices.values():
                voices.addWidget(voice)
            self._voice_row = QWidget()
            self._voice_row.setLayout(voices)
            bottom.addWidget(self._voice_row, 0, Qt.AlignmentFlag.AlignVCenter)
        bottom.addWidget(self._speaker_button, 0, Qt.AlignmentFlag.AlignVCenter)
        bottom.addWidget(self._preview)
        bottom.addStretch(1)
        asides = FlowLayout(_GAP, at_end=True)
        for widget in (self._hint, self._ask_record, self._record):
            asides.addWidget(widget)
        self._asides = QWidget()
        self._asides.setLayout(asides)
        bottom.addWidget(self._asides, 0, Qt.AlignmentFlag.AlignVCenter)
        bottom.addWidget(self._key, 0, Qt.AlignmentFlag.AlignVCenter)
        bottom.addWidget(self._send)
        self._layout = layout = QVBoxLayout(self)
        layout.setContentsMargins(_SIDE, 12, _SIDE, 10)
        layout.setSpacing(8)
        layout.addLayout(self._queue_rows)
        layout.addWidget(self._edit)
        layout.addWidget(self._problem)
        self._own_row = QVBoxLayout()  # of the preview, where the bottom row has no room for it
        layout.addLayout(self._own_row)
        self._asides_row = QVBoxLayout()  # of what else can be done with the text, likewise
        layout.addLayout(self._asides_row)
        self._beside_row = QHBoxLayout()  # of what stands behind the speaker, likewise
        self._beside_row.addStretch(1)
        layout.addLayout(self._beside_row)
        layout.addLayout(bottom)

    # --- what stands in it

    @property
    def edit(self) -> MessageEdit:
        """The text field."""
        return self._edit

    def add_beside_speaker(self, widget: QWidget) -> None:
        """Put a control behind the speaker."""
        self._beside_speaker.append(widget)
        self._bottom.insertWidget(
            len(self._beside_speaker) + bool(self._voices), widget, 0, Qt.AlignmentFlag.AlignVCenter
        )
        self._place_preview()

    def add_above_text(self, widget: QWidget) -> None:
        """Put a row above the text."""
        self._layout.insertWidget(self._layout.indexOf(self._edit), widget)

    def set_note(self, note: str) -> None:
        """What sending would leave out, said by the button; "" for nothing."""
        self._note = note
        self._show_state()

    @property
    def length(self) -> int:
        """About how many characters the text has, without reading it."""
        return self._edit.document().characterCount()

    def text(self) -> str:
        """The text as it would be sent; read from the field once for each change, as it may be a megabyte."""
        revision = self._edit.document().revision()
        if revision != self._read_revision:
            self._read_revision = revision
            self._read_text = plain(self._edit.toPlainText())
        return self._read_text

    def set_text(self, text: str) -> None:
        """Put a text into the field, with the cursor at its end. Undo does not reach behind it.

        The text before may be another person's.
        """
        self._edit.setPlainText(text)
        self._edit.moveCursor(QTextCursor.MoveOperation.End)

    @property
    def speaker(self) -> str:
        """Who says the next message."""
        return self._speaker

    def set_speaker(self, speaker: str) -> None:
        """Choose who says the next message."""
        self._speaker = speaker
        if speaker.startswith(FAMILY_PREFIX):
            self._family = speaker
        self._show_speaker()
        self.text_changed.emit()

    def speak_as(self, speaker: str) -> None:
        """Choose who says the next message, and go on writing."""
        self.set_speaker(speaker)
        self._edit.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @Slot()
    def speak_as_family(self) -> None:
        """Let a member of the family say the next message: who did last, else a relative."""
        self.speak_as(self._family or FAMILY_PREFIX + translate("Speakers", "relative"))

    def take_key(self, event: QKeyEvent) -> None:
        """Take a character that was typed elsewhere, and the focus with it."""
        self._edit.setFocus(Qt.FocusReason.OtherFocusReason)
        QCoreApplication.sendEvent(self._edit, event)

    @Slot()
    def send(self) -> None:
        """Ask for the text to be sent, unless there is none."""
        self._submit(record_only=False)

    @Slot()
    def record(self) -> None:
        """Ask for the text to be stored without a reply, unless there is none."""
        self._submit(record_only=True)

    @Slot()
    def ask_record(self) -> None:
        """Ask for the text to be answered from facts and quotes of the record, unless there is none."""
        text = self.text()
        if text.strip() and not self._is_closed():
            self.record_asked.emit(text, self._speaker)

    def _submit(self, *, record_only: bool) -> None:
        text = self.text()
        if self._is_closed():
            return
        if text.strip():
            self.submitted.emit(text, self._speaker, record_only)

    def _is_closed(self) -> bool:
        """Whether there is nobody to write to; what to do first is said then, where one looks."""
        if self._closed:
            self._problem.setText(self._closed)
            self._problem.setAccessibleName(self._closed)
            self._problem.show()
        return bool(self._closed)

    # --- what the conversation says of it

    def set_preview(self, text: str) -> None:
        """What sending would do, in one line."""
        self._preview.setText(text)
        self._place_preview()

    @property
    def refusal(self) -> str:
        """Why nothing can be sent now, "" where it can."""
        return self._refusal

    def set_refusal(self, reason: str) -> None:
        """Why nothing can be sent now, "" where it can. Recording is not affected."""
        self._refusal = reason
        self._problem.setText(reason)
        self._problem.setAccessibleName(reason)
        self._problem.setVisible(bool(reason))
        self._show_state()

    @property
    def closed(self) -> str:
        """Why nothing can be written to anybody, "" where it can."""
        return self._closed

    def set_closed(self, reason: str, *, locked: bool = False) -> None:
        """What has to be done before anything can be written at all, "" where it can.

        Args:
            reason: what it is.
            locked: nothing can be typed either; the reason stands below whatever was.
        """
        if reason != self._closed:
            self._closed = reason
            told = reason if locked else self._refusal
            self._edit.setReadOnly(locked)
            self._edit.setEnabled(not locked)
            self._edit.setPlaceholderText("" if locked else reason or self.tr("Write a message"))
            self._problem.setText(told)
            self._problem.setAccessibleName(told)
            self._problem.setVisible(bool(told))
            self._show_state()

    def set_busy(self, busy: bool) -> None:
        """Whether a reply is being written: Stop stands in the place of Send and Enter queues."""
        self._busy = busy
        self._show_state()

    def set_queued(self, texts: Sequence[str]) -> None:
        """Show the messages that wait for their turn."""
        if tuple(texts) == self._queued:
            return
        self._queued = tuple(texts)
        while (item := self._queue_rows.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for position, text in enumerate(self._queued):
            self._queue_rows.addWidget(self._queue_row(position, text))

    @property
    def queued(self) -> tuple[str, ...]:
        """The texts shown as waiting."""
        return self._queued

    def _queue_row(self, position: int, text: str) -> QWidget:
        row = QWidget()
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(10)
        waiting = label("section", self.tr("Waiting"))
        shown = ElidedLabel("caption")
        shown.set_full_text(" ".join(text.split()))
        back = button("link")
        back.setText(self.tr("Take back"))
        back.setAccessibleName(self.tr("Take the waiting message back into the composer"))
        back.clicked.connect(lambda: self.queued_taken_back.emit(position))
        layout.addWidget(waiting)
        layout.addWidget(shown, 1)
        layout.addWidget(back)
        return row

    # --- inside

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the preview the row it fits into."""
        super().resizeEvent(event)
        self._place_preview()

    def _place_preview(self) -> None:
        """Give each part of the bottom row a row of its own where there is no room: the preview goes first."""
        room = self.width() - 2 * (_SIDE + _GAP)
        taken = _width(self._speaker_button) + _width(self._send)
        taken += _width(self._voice_row) if self._voices else 0
        asides_px = _width(self._asides) if self._asides.isVisibleTo(self) else 0
        asides_fit = taken + asides_px <= room
        taken += asides_px if asides_fit else 0
        self._key.setVisible(not self._busy and taken + _width(self._key) <= room)
        taken += _width(self._key) if self._key.isVisibleTo(self) else 0
        placed = 1 + bool(self._voices)  # what stands in the bottom row before the preview
        for number, widget in enumerate(self._beside_speaker):
            taken += _width(widget) if widget.isVisibleTo(self) else 0
            before = sum(self._beside_row.indexOf(each) >= 0 for each in self._beside_speaker[:number])
            self._put(widget, taken <= room, placed, self._beside_row, before)
            placed += self._bottom.indexOf(widget) >= 0
        preview_px = self._preview.fontMetrics().horizontalAdvance(self._preview.text())
        fits = taken + preview_px <= room
        self._preview.setWordWrap(not fits)
        self._put(self._preview, fits, placed, self._own_row)
        self._put(self._asides, asides_fit, self._bottom.indexOf(self._key), self._asides_row)

    def _put(self, widget: QWidget, fits: bool, at: int, own: QBoxLayout, at_own: int = 0) -> None:
        if fits == (self._bottom.indexOf(widget) >= 0):
            return
        if fits:
            own.removeWidget(widget)
            self._bottom.insertWidget(at, widget, 0, Qt.AlignmentFlag.AlignVCenter)
        else:
            self._bottom.removeWidget(widget)
            own.insertWidget(at_own, widget)

    @Slot()
    def _on_send_clicked(self) -> None:
        if self._busy:
            self.stop_requested.emit()
        else:
            self.send()
        self._edit.setFocus()  # the mouse took it; what comes next is most likely written

    @Slot()
    def _on_text_changed(self) -> None:
        self._show_state()
        self.text_changed.emit()

    def _show_state(self) -> None:
        empty = self._edit.document().isEmpty()
        restyle(self._send, "kind", "" if self._busy else "primary")
        self._send.setText(self.tr("Stop") if self._busy else self.tr("Send"))
        self._send.setEnabled(self._busy or not (self._refusal or self._closed or empty))
        self._send.setAccessibleName(self.tr("Stop the reply") if self._busy else self.tr("Send the message"))
        for aside in (self._record, self._ask_record):
            aside.setEnabled(not self._closed)
        why = "" if self._busy else self._closed or self._refusal or self._note
        self._send.setAccessibleDescription(why)
        self._send.setToolTip(why)
        self._hint.setText(self.tr("sent after the reply"))
        self._asides.setVisible(not empty)
        self._hint.setVisible(self._busy)
        self._place_preview()

    def _add_voices(self) -> None:
        """A button and a key for each of those who are in the room."""
        for name, choose in (
            (CLINICIAN, lambda: self.speak_as(CLINICIAN)),
            (PERSON, lambda: self.speak_as(PERSON)),
            (FAMILY_PREFIX, self.speak_as_family),
        ):
            voice = button("small")
            voice.setCheckable(True)
            voice.clicked.connect(choose)
            self._voices[name] = voice

    def _show_speaker(self) -> None:
        name = speaker_name(self._speaker, self._kind)
        for speaker, voice in self._voices.items():
            voice.setChecked(self._speaker == speaker or (speaker == FAMILY_PREFIX and self._is_family))
        # Beside the three buttons the menu only says who else it is.
        self._speaker_button.setText("" if self._speaker in self._voices else name)
        self._speaker_button.setAccessibleName(self.tr("Speaker: {name}").format(name=name))

    @property
    def _is_family(self) -> bool:
        return self._speaker.startswith(FAMILY_PREFIX)

    @Slot()
    def _open_speaker_menu(self) -> None:
        """Above the button, left edge at left edge; a button would place it by its own reversed direction."""
        self._fill_speaker_menu()  # its height is needed before it shows
        self._speaker_menu.popup(self._speaker_button.mapToGlobal(QPoint(0, -self._speaker_menu.sizeHint().height())))

    @Slot()
    def _fill_speaker_menu(self) -> None:
        self._speaker_menu.clear()
        own = (CLINICIAN, PERSON) if self._kind is VaultKind.CLINICAL else (PERSON,)
        for speaker in own:
            self._add_speaker(self._speaker_menu, speaker)
        family = self._speaker_menu.addMenu(self.tr("Family"))
        for word in family_words():
            self._add_speaker(family, FAMILY_PREFIX + word)
        self._add_speaker(self._speaker_menu, DOCUMENT)

    def _add_speaker(self, menu: QMenu, speaker: str) -> None:
        action = menu.addAction(speaker_name(speaker, self._kind))
        action.setCheckable(True)
        action.setChecked(speaker == self._speaker)
        action.triggered.connect(lambda: self.set_speaker(speaker))

    @Slot(object)
    def _on_theme_changed(self, theme: Theme) -> None:
        side = theme.px(ICON_PX)
        self._speaker_button.setIcon(icon("chevron_down", theme.color("muted"), side))
        self._speaker_button.setIconSize(QSize(side, side))
        self._speaker_button.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self._edit.updateGeometry()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Composer"))
        self._edit.setAccessibleName(self.tr("Message"))
        self._edit.setPlaceholderText(self._closed or self.tr("Write a message"))
        self._ask_record.setText(self.tr("Ask the record"))
        self._ask_record.setAccessibleName(self.tr("Ask the record, without the model"))
        self._ask_record.setAccessibleDescription(
            self.tr("Answers from facts and quotes of what was said. The model is not asked.")
        )
        self._ask_record.setToolTip(self.tr("From facts and quotes, without the model (Ctrl+Shift+Enter)"))
        self._record.setText(self.tr("Record only"))
        self._record.setAccessibleName(self.tr("Record without a reply"))
        self._record.setToolTip("Ctrl+Enter")
        names = {CLINICIAN: speaker_name(CLINICIAN, self._kind), PERSON: speaker_name(PERSON, self._kind)}
        for (speaker, voice), command in zip(self._voices.items(), _VOICE_COMMANDS, strict=False):
            word = names.get(speaker, self.tr("Family"))
            voice.setText(word)
            voice.setToolTip(keys_of(command))
            voice.setAccessibleName(self.tr("Speaker: {name}").format(name=word))
        self._key.setText("Enter")
        queued, self._queued = self._queued, ()
        self.set_queued(queued)
        self._show_speaker()
        self._show_state()


def _width(widget: QWidget) -> int:
    return widget.sizeHint().width() + _GAP
