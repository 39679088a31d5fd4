"""Marks in replies: values that are not in the record, and links from the others to where they were said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QTextBlock, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QToolTip

from desktop_app.domain.events import Changed
from desktop_app.services.facade import Services
from desktop_app.services.grounding import CheckedValue
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.texts import qt_length, translate
from desktop_app.ui.theme import Theme
from desktop_app.ui.transcript.captions import UNRECORDED_LINK
from desktop_app.ui.transcript.document_writer import PAINT
from desktop_app.ui.transcript.formats import Paint
from desktop_app.ui.transcript.page import TranscriptPageBrowser
from desktop_app.ui.transcript.rows import RowKind

MARK_LINK: Final = "unrecorded:value"
SOURCE_LINK: Final = "recorded:turn"
_BEYOND: Final = 400.0  # pixels above and below the view that are marked with it
_WAIT_MS: Final = 120  # after scrolling, before replies are checked


class GroundingMarks(QObject):
    """Has the replies that show checked on a lane, and marks them; its cost follows the viewport.

    Signals:
        counted: how many values of a reply are not in the record is known now, or anew, or that it advises on drugs.
        source_requested: session and turn where a value was said.
    """

    counted = Signal()
    source_requested = Signal(int, int)

    def __init__(self, services: Services, bridge: EventBridge, browser: TranscriptPageBrowser) -> None:
        super().__init__(browser)
        self._services = services
        self._bridge = bridge
        self._browser = browser
        self._checked: dict[int, tuple[CheckedValue, ...]] = {}
        self._advising: set[int] = set()  # turns whose reply says what to do with a medicine
        self._asked: set[int] = set()
        self._written: set[int] = set()  # rows, by serial, whose text carries its marks
        self._enabled = services.settings.get().mark_unrecorded
        self._missing, self._said = QTextCharFormat(), QTextCharFormat()
        self._last: dict[int, int] = {}  # by turn, the mark that was gone to
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_WAIT_MS)
        self._timer.timeout.connect(self.update)
        browser.verticalScrollBar().valueChanged.connect(self._timer.start)
        browser.document().contentsChanged.connect(self._timer.start)
        bridge.event.connect(self._on_event)

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of a theme; the kind of line tells the marks apart without them."""
        self._missing, self._said = QTextCharFormat(), QTextCharFormat()
        self._missing.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
        self._missing.setUnderlineColor(theme.color("warning"))
        self._said.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
        self._said.setUnderlineColor(theme.color("muted"))

    def unrecorded(self, turn_id: int) -> int:
        """How many values of a turn's reply are not in the record, as far as it was checked."""
        return len(self._unrecorded(turn_id))

    def advises_on_drugs(self, turn_id: int) -> bool:
        """Whether a turn's reply says what to do with a medicine, as far as it was checked."""
        return turn_id in self._advising

    def forget(self) -> None:
        """Begin anew: other turns show, or what was said has changed."""
        self._checked.clear()
        self._advising.clear()
        self._asked.clear()
        self._last.clear()

    def follow(self, name: str, argument: str) -> bool:
        """Do what a link of this kind asks for. Returns False where it is none."""
        if name == UNRECORDED_LINK:
            self._go_to_next(int(argument))
        elif name == MARK_LINK:
            turn_id, _, place = argument.partition("/")
            self._say(self._unrecorded(int(turn_id))[int(place)].claim.text)
        elif name == SOURCE_LINK:
            session_id, _, turn_id = argument.partition("/")
            self.source_requested.emit(int(session_id), int(turn_id))
        else:
            return False
        return True

    @Slot()
    def update(self) -> None:
        """Check and mark what shows now."""
        if not self._enabled:
            return
        wanted: list[int] = []
        for serial, block in self._replies():
            row = self._browser.rows.row_of(serial)
            if row is None or row.open or not row.text:
                continue
            values = self._checked.get(row.turn_id)
            if values is None:
                wanted.append(row.turn_id)
            elif serial not in self._written:
                self._written.add(serial)
                self._mark(row.turn_id, serial, block, values)
        for turn_id in reversed(wanted):  # one by one, so that other reading gets its turn; the newest first
            if turn_id not in self._asked:
                self._asked.add(turn_id)
                self._bridge.run("read", self._fetch, turn_id, done=self._take, owner=self)

    def _replies(self) -> Iterator[tuple[int, QTextBlock]]:
        """The replies within the view, each by the serial of its row and one of its blocks."""
        seen: set[int] = set()
        for block, _ in self._browser.visible_blocks(_BEYOND):
            serial = block.userState()
            row = self._browser.rows.row_of(serial)
            if serial not in seen and row is not None and row.kind is RowKind.REPLY:
                seen.add(serial)
                yield serial, block

    def _fetch(self, turn_id: int) -> tuple[int, tuple[CheckedValue, ...], bool]:
        grounding = self._services.grounding
        return turn_id, grounding.check(turn_id), grounding.advises_on_drugs(turn_id)

    @Slot(object)
    def _take(self, checked: tuple[int, tuple[CheckedValue, ...], bool]) -> None:
        turn_id, values, advises = checked
        if turn_id in self._asked:
            self._checked[turn_id] = values
            if advises:
                self._advising.add(turn_id)
            if advises or self.unrecorded(turn_id):
                self.counted.emit()
            self.update()

    def _unrecorded(self, turn_id: int) -> list[CheckedValue]:
        return [value for value in self._checked.get(turn_id, ()) if not value.claim.in_record]

    # Writing

    def _mark(self, turn_id: int, serial: int, block: QTextBlock, values: Sequence[CheckedValue]) -> None:
        while block.previous().isValid() and block.previous().userState() == serial:
            block = block.previous()
        position, missing = 0, 0
        for value in values:
            found = _find(value.claim.text, block, position, serial)
            if not value.claim.in_record:
                link, style = f"{MARK_LINK}/{turn_id}/{missing}", self._missing
                missing += 1
                words = translate("Transcript", "not in the record")
            elif value.corrected and value.place is not None:
                link, style = f"{SOURCE_LINK}/{value.place.session_id}/{value.place.turn_id}", self._missing
                words = _since(value)
            elif value.place is not None and value.place.turn_id != turn_id:
                link, style = f"{SOURCE_LINK}/{value.place.session_id}/{value.place.turn_id}", self._said
                words = translate("Transcript", "in the record: go to where it was said")
            else:
                continue
            if found is None:
                continue
            block, position = found
            cursor = QTextCursor(block)
            text = block.text()
            cursor.setPosition(block.position() + qt_length(text[:position]))
            position += len(value.claim.text)
            cursor.setPosition(block.position() + qt_length(text[:position]), QTextCursor.MoveMode.KeepAnchor)
            char_format = QTextCharFormat(style)
            char_format.setToolTip(words)
            if not cursor.charFormat().isAnchor():
                char_format.setAnchor(True)
                char_format.setAnchorHref(link)
            cursor.mergeCharFormat(char_format)

    # Reading them

    def _go_to_next(self, turn_id: int) -> None:
        """Select the next mark of a turn, from the first on again after the last, and say what it is."""
        values = self._unrecorded(turn_id)
        if not values:
            return
        place = self._last[turn_id] = (self._last.get(turn_id, -1) + 1) % len(values)
        cursor = self._place_of(f"{MARK_LINK}/{turn_id}/{place}", turn_id)
        if cursor is not None:
            self._browser.setTextCursor(cursor)
            self._browser.ensureCursorVisible()
        self._say(values[place].claim.text)

    def _place_of(self, link: str, turn_id: int) -> QTextCursor | None:
        """The words a link lies under."""
        block = self._browser.rows.first_block(max(0, self._browser.rows.index_of(turn_id)))
        while block.isValid():
            row = self._browser.rows.row_of(block.userState())
            if row is None or row.turn_id != turn_id:
                return None
            iterator = block.begin()
            while not iterator.atEnd():
                fragment = iterator.fragment()
                if fragment.charFormat().anchorHref() == link:
                    cursor = QTextCursor(block)
                    cursor.setPosition(fragment.position())
                    end = fragment.position() + fragment.length()
                    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
                    return cursor
                iterator += 1
            block = block.next()
        return None

    def _say(self, value: str) -> None:
        """Name a mark where it stands, and to a screen reader."""
        words = translate("Transcript", "“{value}”: not in the record. Nothing the model was given says this.")
        words = words.format(value=value)
        browser = self._browser
        place = browser.viewport().mapToGlobal(browser.cursorRect().bottomLeft())
        QToolTip.showText(place, words, browser)
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(browser, words))

    @Slot(object)
    def _on_event(self, event: object) -> None:
        if not isinstance(event, Changed) or event.origin.startswith("chat."):
            return
        if event.settings:
            enabled = self._services.settings.get().mark_unrecorded
            if enabled != self._enabled:
                self._enabled = enabled
                self.forget()
                self.counted.emit()
                self._browser.rewrite()
        elif event.turns or event.sessions or event.people:
            self.forget()
            self._timer.start()


def _since(value: CheckedValue) -> str:
    """What became of a value that was said, but no longer holds."""
    if value.now is None:
        return translate("Transcript", "said before, but corrected since: go to the correction")
    if value.now.stopped:
        words = translate("Transcript", "said before, but {drug} was stopped since: go to where that was said")
        return words.format(drug=value.now.words)
    words = translate("Transcript", "said before, but changed since to {value}: go to where that was said")
    return words.format(value=value.now.words)


def _find(text: str, block: QTextBlock, position: int, serial: int) -> tuple[QTextBlock, int] | None:
    """Where words stand next in a row, from a place on; code holds none."""
    while block.isValid() and block.userState() == serial:
        if block.blockFormat().intProperty(PAINT) != int(Paint.CODE):
            found = block.text().find(text, position)
            if found >= 0:
                return block, found
        block, position = block.next(), 0
    return None
