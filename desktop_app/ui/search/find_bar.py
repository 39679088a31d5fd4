"""The bar that finds words in the open session."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from desktop_app.domain.conversation import PersonState
from desktop_app.domain.search import Found, SearchFilter, needles_of
from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.icons import ICON_PX, icon
from desktop_app.ui.theme import Theme, ThemeManager
from desktop_app.ui.widgets.basics import button, label
from desktop_app.ui.widgets.line_edit import ENTER_KEYS, LineEdit

SEARCH_AFTER_MS = 80
LIMIT = 2_000


class FindBar(QWidget):
    """Goes through the turns of a session that contain what is typed, from the newest on.

    Signals:
        turn_wanted: the turn to bring into view.
        needles_changed: list of str, what is to be marked in the text; empty for nothing.
        closed: the bar was closed.
    """

    turn_wanted = Signal(int)
    needles_changed = Signal(object)
    closed = Signal()

    def __init__(self, services: Services, bridge: EventBridge, themes: ThemeManager) -> None:
        super().__init__()
        self._services = services
        self._bridge = bridge
        self._person_id: int | None = None
        self._session_id: int | None = None
        self._asked: tuple[int, str, SearchFilter, int] | None = None
        self._turns: list[int] = []  # newest first
        self._at = 0
        self._restricted = False  # whether nothing was searched, as the person's record is restricted
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.field = LineEdit()
        self.count = label("muted")
        self._older, self._newer, self._close = button("quiet"), button("quiet"), button("quiet")
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 6, 16, 6)
        row.setSpacing(8)
        row.addWidget(self.field, 1)
        for widget in (self.count, self._older, self._newer, self._close):
            row.addWidget(widget)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SEARCH_AFTER_MS)
        self._timer.timeout.connect(self._search)
        self.field.textChanged.connect(self._timer.start)
        self._older.clicked.connect(self.go_older)
        self._newer.clicked.connect(self.go_newer)
        self._close.clicked.connect(self.close_bar)
        self._apply_theme(themes.theme)
        themes.theme_changed.connect(self._apply_theme)
        self._retranslate()
        self.hide()

    def open_bar(self) -> None:
        """Show the bar with its field ready to be typed over."""
        self.show()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()
        self._search()

    def show_session(self, person_id: int | None, session_id: int | None) -> None:
        """Turn to another session."""
        if (person_id, session_id) != (self._person_id, self._session_id):
            self._person_id, self._session_id = person_id, session_id
            if self.isVisible():
                self._search()

    @Slot()
    def close_bar(self) -> None:
        """Take the bar and its marks away."""
        if self.isVisible():
            self.hide()
            self.needles_changed.emit([])
            self.closed.emit()

    @Slot()
    def go_older(self) -> None:
        """Go to the next older turn, from the oldest to the newest."""
        self._go(self._at + 1)

    @Slot()
    def go_newer(self) -> None:
        """Go to the next newer turn, from the newest to the oldest."""
        self._go(self._at - 1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes to an older turn, Shift+Enter to a newer one, Escape closes."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_bar()
        elif event.key() in ENTER_KEYS:
            # Enter that belongs to an input method never arrives here: the field keeps it.
            newer = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self._go(self._at - 1 if newer else self._at + 1)
        else:
            super().keyPressEvent(event)

    @Slot()
    def _search(self) -> None:
        typed = self.field.text().strip()
        self.needles_changed.emit(needles_of(typed))
        if not typed or self._person_id is None or self._session_id is None:
            self._asked = None
            self._restricted = False
            self._turns = []
            self._show_count()
            return
        services, person_id = self._services, self._person_id
        asked = self._asked = (person_id, typed, SearchFilter(self._session_id), LIMIT)

        def done(read: tuple[bool, tuple[Found, ...]]) -> None:
            if asked == self._asked:
                self._restricted, found = read
                self._turns = list(dict.fromkeys(hit.message.turn_id for hit in found if hit.current))
                if self._restricted:
                    self.needles_changed.emit([])
                self._go(0)

        def work() -> tuple[bool, tuple[Found, ...]]:
            """On a lane."""
            restricted = services.people.get(person_id).state is PersonState.RESTRICTED
            return restricted, services.search.find(*asked)

        self._bridge.run("read", work, done=done, owner=self)

    def _go(self, at: int) -> None:
        if self._turns:
            self._at = at % len(self._turns)
            self.turn_wanted.emit(self._turns[self._at])
        self._show_count()

    def _show_count(self) -> None:
        if self._turns:
            text = self.tr("message {position} of {count}").format(position=self._at + 1, count=len(self._turns))
        else:
            absent = self.tr("restricted: not searched") if self._restricted else self.tr("not found")
            text = absent if self._asked else ""
        self.count.setText(text)
        for control in (self._older, self._newer):
            control.setEnabled(len(self._turns) > 1)

    @Slot(object)
    def _apply_theme(self, theme: Theme) -> None:
        side = theme.px(ICON_PX)
        for control, name in (
            (self._older, "chevron_up_neutral"),
            (self._newer, "chevron_down"),
            (self._close, "close"),
        ):
            control.setIcon(icon(name, theme.color("ink"), side))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Find in this session"))
        self.field.setPlaceholderText(self.tr("Find in this session"))
        self.field.setAccessibleName(self.tr("Find in this session"))
        for control, name, keys in (
            (self._older, self.tr("Older match"), "Enter"),
            (self._newer, self.tr("Newer match"), "Shift+Enter"),
            (self._close, self.tr("Close the search"), "Esc"),
        ):
            control.setAccessibleName(name)
            control.setToolTip(f"{name} ({keys})")
        self._show_count()
