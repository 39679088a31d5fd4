"""Above and below the list of facts: search and filters, what is done to selected ones, what can be undone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QComboBox, QHBoxLayout, QMenu, QPushButton, QVBoxLayout, QWidget

from desktop_app.domain.memory import OwnCategory
from desktop_app.ui.memory_panel.fact_filter import FactFilter, Origin, Standing
from desktop_app.ui.memory_panel.fact_words import group_choices, origin_name, standing_name
from desktop_app.ui.texts import format_number, translate
from desktop_app.ui.widgets.basics import ElidedLabel, button, label
from desktop_app.ui.widgets.flow import FlowLayout
from desktop_app.ui.widgets.line_edit import LineEdit

UNDO_MS = 20_000
_SETTLE_MS = 120  # after the last key, before the list is written again


class FactToolbar(QWidget):
    """Search, filters, and the ways to add and to select.

    Signals:
        filter_changed: the `FactFilter` wanted.
        add_requested: a fact is to be entered by hand.
        selecting_changed: whether facts are to be selected.
    """

    filter_changed = Signal(object)
    add_requested = Signal()
    selecting_changed = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.search = LineEdit(self)
        self.search.setClearButtonEnabled(True)
        # Made in the order in which they stand, which is that of the Tab key.
        self.filters, self.select, self.add = (button("small", self) for _ in range(3))
        self.group, self.origin, self.standing = QComboBox(self), QComboBox(self), QComboBox(self)
        self._own: tuple[OwnCategory, ...] = ()
        self.filters.setCheckable(True)
        self.select.setCheckable(True)
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(_SETTLE_MS)
        self._settle.timeout.connect(self._announce)
        self.search.textChanged.connect(lambda: self._settle.start())
        for choice in (self.group, self.origin, self.standing):
            choice.setMinimumContentsLength(6)
            choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            choice.currentIndexChanged.connect(self._announce)
        self.add.clicked.connect(self.add_requested)
        self.select.toggled.connect(self.selecting_changed)
        self._choices = QWidget(self)
        self._first = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._ways, second, choices = QHBoxLayout(), QHBoxLayout(), QVBoxLayout(self._choices)
        choices.setContentsMargins(0, 0, 0, 0)
        for row in (self._first, self._ways, second, choices):
            row.setSpacing(6)
        self._first.addWidget(self.search, 1)
        self._first.addLayout(self._ways)
        for each in (self.filters, self.select, self.add):
            self._ways.addWidget(each)
        second.addWidget(self.origin, 1)
        second.addWidget(self.standing, 1)
        choices.addWidget(self.group)
        choices.addLayout(second)
        self._choices.hide()
        self.filters.toggled.connect(self._choices.setVisible)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 8, 18, 8)
        layout.setSpacing(6)
        layout.addLayout(self._first)
        layout.addWidget(self._choices)
        self.retranslate()

    @property
    def filter(self) -> FactFilter:
        """What is wanted."""
        return FactFilter(
            self.search.text(),
            Origin(self.origin.currentData() or ""),
            Standing(self.standing.currentData() or ""),
            self.group.currentData() or "",
        )

    def set_own(self, own: Sequence[OwnCategory]) -> None:
        """Take the space's own categories; what was chosen of those that are gone is chosen no more."""
        if self._own != tuple(own):
            self._own = tuple(own)
            wanted = self.filter.group
            self._fill_groups()
            if self.filter.group != wanted:
                self._announce()

    def clear(self) -> None:
        """Want everything again."""
        self.search.clear()
        self.group.setCurrentIndex(0)
        self.origin.setCurrentIndex(0)
        self.standing.setCurrentIndex(0)
        self.select.setChecked(False)
        self.filters.setChecked(False)

    def _announce(self) -> None:
        self._settle.stop()
        if self.filter.origin or self.filter.standing or self.filter.group:
            self.filters.setChecked(True)  # what is left out must not be a riddle
        self.filter_changed.emit(self.filter)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the buttons below the field where it would be too narrow for its own words."""
        super().resizeEvent(event)
        words = self.search.fontMetrics().horizontalAdvance(self.search.placeholderText())
        field = words + 2 * self.search.fontMetrics().height()
        has_room = field + self._first.spacing() + self._ways.sizeHint().width() <= self._first.geometry().width()
        self._first.setDirection(QBoxLayout.Direction.LeftToRight if has_room else QBoxLayout.Direction.TopToBottom)

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        self.search.setPlaceholderText(translate("Facts", "Find a fact"))
        self.search.setAccessibleName(translate("Facts", "Find among the facts"))
        self.filters.setText(translate("Facts", "Filter"))
        self.filters.setAccessibleName(translate("Facts", "Filter the facts by category, source and state"))
        self.add.setText(translate("Facts", "Add"))
        self.add.setAccessibleName(translate("Facts", "Enter a fact by hand"))
        self.select.setText(translate("Facts", "Select"))
        self.select.setAccessibleName(translate("Facts", "Select several facts"))
        self._fill_groups()
        self.group.setAccessibleName(translate("Facts", "Facts of which category"))
        _fill(self.origin, [(origin_name(origin), origin.value) for origin in Origin])
        _fill(self.standing, [(standing_name(standing), standing.value) for standing in Standing])
        self.origin.setAccessibleName(translate("Facts", "Facts from which source"))
        self.standing.setAccessibleName(translate("Facts", "Facts in which state"))

    def _fill_groups(self) -> None:
        own, shipped = group_choices(self._own)
        _fill(self.group, [(translate("Facts", "all categories"), ""), *own, *shipped])
        if own:
            self.group.insertSeparator(1 + len(own))


def _fill(choice: QComboBox, items: list[tuple[str, str]]) -> None:
    """Offer choices by their words; the one that was chosen stays so while it is offered."""
    chosen = choice.currentData()
    choice.blockSignals(True)
    choice.clear()
    for text, value in items:
        choice.addItem(text[:1].upper() + text[1:], value)
    choice.setCurrentIndex(max(0, choice.findData(chosen)))
    choice.blockSignals(False)


class SelectionBar(QWidget):
    """What can be done to the facts that are selected.

    Signals:
        chosen: what to do, by its name in `ACTIONS`.
        filing_requested: the own category they are to be filed in; None for none.
        categories_requested: the space's own categories are to be set up.
    """

    chosen = Signal(str)
    filing_requested = Signal(object)
    categories_requested = Signal()
    ACTIONS = ("all", "confirm", "retract", "forget", "merge", "delete")

    def __init__(self, *, files: bool, parent: QWidget | None = None) -> None:
        """``files``: whether facts can be filed in own categories."""
        super().__init__(parent)
        self.setProperty("surface", "background")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.count = label("heading", parent=self)
        self.buttons: dict[str, QPushButton] = {}
        self._own: tuple[OwnCategory, ...] = ()
        self.move_button = button("small", self)
        for name in self.ACTIONS:
            each = button("small", self)
            each.clicked.connect(lambda _=False, action=name: self.chosen.emit(action))
            self.buttons[name] = each
        self.menu = QMenu(self)
        self.menu.aboutToShow.connect(self._fill_menu)
        self.move_button.setMenu(self.menu)
        self.move_button.setVisible(files)
        row = FlowLayout(6)  # where the text is large they go on in the next line
        rest = (self.buttons[name] for name in self.ACTIONS if name not in ("all", "merge"))
        shown = (self.buttons["all"], self.buttons["merge"], self.move_button, *rest)
        for each in shown:
            row.addWidget(each)
        for before, after in pairwise(shown):
            self.setTabOrder(before, after)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 7, 18, 8)
        layout.setSpacing(6)
        layout.addWidget(self.count)
        layout.addLayout(row)
        self._selected = 0
        self.show_count(0)

    def set_own(self, own: Sequence[OwnCategory]) -> None:
        """Take the space's own categories."""
        self._own = tuple(own)

    @Slot()
    def _fill_menu(self) -> None:
        self.menu.clear()
        for category in self._own:
            action = self.menu.addAction(category.name.replace("&", "&&"))
            action.triggered.connect(lambda _=False, chosen=category.id: self.filing_requested.emit(chosen))
        if self._own:
            self.menu.addSeparator()
            out = self.menu.addAction(translate("Facts", "Out of the own categories"))
            out.triggered.connect(lambda: self.filing_requested.emit(None))
        self.menu.addAction(translate("Facts", "Set up own categories…"), self.categories_requested.emit)

    def show_count(self, selected: int) -> None:
        """Say how many are selected and offer what can be done to so many."""
        self._selected = selected
        for name, each in self.buttons.items():
            each.setEnabled(name == "all" or selected >= (2 if name == "merge" else 1))
        self.move_button.setEnabled(selected > 0)
        self.retranslate()

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        count = translate("Facts", "{count} selected").format(count=format_number(self._selected))
        self.count.setText(count)
        self.move_button.setText(translate("Facts", "Move"))
        says = translate("Facts", "Move the selected facts to a category of your own")
        self.move_button.setAccessibleName(says)
        self.move_button.setToolTip(says)
        for name, words, says in (
            ("all", translate("Facts", "All shown"), translate("Facts", "Select all facts that are listed")),
            ("confirm", translate("Facts", "Confirm"), translate("Facts", "Confirm the selected facts")),
            (
                "retract",
                translate("Facts", "Retract"),
                translate("Facts", "Retract the selected facts as wrong"),
            ),
            (
                "forget",
                translate("Facts", "Forget"),
                translate("Facts", "Forget the selected facts; they are not learnt again"),
            ),
            (
                "merge",
                translate("Facts", "Merge"),
                translate("Facts", "Make the selected facts one, the first of them, with the words of all"),
            ),
            (
                "delete",
                translate("Facts", "Delete"),
                translate("Facts", "Delete the selected facts with their history"),
            ),
        ):
            each = self.buttons[name]
            each.setText(words)
            each.setAccessibleName(says)
            each.setToolTip(says)


class UndoBar(QWidget):
    """Says what was done and offers to undo it for twenty seconds.

    Signals:
        undo_requested: it is to be undone.
        expired: the twenty seconds are over.
        focus_left: it hides, and had the keyboard focus.
    """

    focus_left = Signal()
    undo_requested = Signal()
    expired = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "background")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.words = ElidedLabel("body", self)
        self.undo = button("small", self)
        self.undo.clicked.connect(self.undo_requested)
        self.timer = QTimer(self)
        self.timer.setSingleShot(True)
        self.timer.setInterval(UNDO_MS)
        self.timer.timeout.connect(self._expire)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(18, 6, 18, 6)
        layout.addWidget(self.words, 1)
        layout.addWidget(self.undo)
        self._say: Callable[[], str] = str
        self.hide()

    def offer(self, say: Callable[[], str]) -> None:
        """Offer to undo something for twenty seconds; ``say`` gives it in words, in the language in force."""
        self._say = say
        self.retranslate()
        self.show()
        self.timer.start()

    def dismiss(self) -> None:
        """Offer nothing."""
        self.timer.stop()
        self._leave()

    def _expire(self) -> None:
        self._leave()
        self.expired.emit()

    def _leave(self) -> None:
        if self.undo.hasFocus():
            self.focus_left.emit()
        self.hide()

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        self.words.set_full_text(self._say())
        self.undo.setText(translate("Facts", "Undo"))
        self.undo.setAccessibleName(translate("Facts", "Undo: {what}").format(what=self._say()))
        self.undo.setToolTip(translate("Facts", "Undo (Ctrl+Z)"))
