"""A space of a personal vault: what it is called, and the categories of its own that its facts can be filed in."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from desktop_app.domain.conversation import Person
from desktop_app.domain.errors import UserError
from desktop_app.domain.memory import OwnCategory
from desktop_app.domain.own_categories import NAME_LIMIT, same_name, tidy
from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.dialogs.question import QuestionDialog
from desktop_app.ui.error_texts import error_text
from desktop_app.ui.widgets.basics import button, label, restyle
from desktop_app.ui.widgets.line_edit import LineEdit

_LIST_PX = 180
_PERSON_NAME_LIMIT = 200


class SpaceDialog(Dialog):
    """Names a space and orders its own categories. Every change is kept at once, the name when the dialog closes."""

    def __init__(self, services: Services, bridge: EventBridge, person: Person, parent: QWidget | None = None) -> None:
        super().__init__(parent, 460)
        self._services = services
        self._bridge = bridge
        self._person = person
        self._categories: tuple[tuple[OwnCategory, int], ...] = ()
        self._is_taken = False  # whether the name in the field is that of a category there is
        self.name, self.category = LineEdit(), LineEdit()
        self.list = QListWidget()
        self.list.setProperty("surface", "card")
        self.list.setMinimumHeight(_LIST_PX)
        self.add, self.rename, self.up, self.down, self.delete = (button() for _ in range(5))
        self._name_label, self._list_label, self._category_label = label(""), label("heading"), label("")
        self._hint, self.said = label("caption"), label("muted")
        for line in (self._hint, self.said):
            line.setWordWrap(True)
        self.said.hide()
        self.name.setMaxLength(_PERSON_NAME_LIMIT)
        self.name.setText(person.name)
        self.category.setMaxLength(NAME_LIMIT)
        self.cancel_button.hide()
        self._build()
        self._connect()
        self.retranslate()
        self._check()
        self._read()

    def _build(self) -> None:
        self._name_label.setBuddy(self.name)
        self._category_label.setBuddy(self.category)
        moves = QVBoxLayout()
        moves.setSpacing(6)
        for each in (self.up, self.down, self.delete):
            moves.addWidget(each)
        moves.addStretch(1)
        middle = QHBoxLayout()
        middle.setSpacing(10)
        middle.addWidget(self.list, 1)
        middle.addLayout(moves)
        entry = QHBoxLayout()
        entry.setSpacing(8)
        entry.addWidget(self.category, 1)
        for each in (self.add, self.rename):
            entry.addWidget(each)
        for widget in (self._name_label, self.name, self._list_label, self._hint):
            self.body.addWidget(widget)
        self.body.addLayout(middle, 1)
        self.body.addWidget(self._category_label)
        self.body.addLayout(entry)
        self.body.addWidget(self.said)

    def _connect(self) -> None:
        self.name.textChanged.connect(self._check)
        self.category.textChanged.connect(self._check)
        self.category.returnPressed.connect(self._say_taken)
        self.list.currentRowChanged.connect(self._on_row)
        self.add.clicked.connect(self._add)
        self.rename.clicked.connect(self._rename)
        self.up.clicked.connect(lambda: self._move(-1))
        self.down.clicked.connect(lambda: self._move(1))
        self.delete.clicked.connect(self._ask_delete)
        self.finished.connect(self._keep_name)

    # --- reading

    def _read(self, choose: int = 0) -> None:
        self._bridge.run(
            "read", self._services.own_categories.counted, self._person.id,
            done=lambda found: self._show(found, choose), owner=self,
        )  # fmt: skip

    def _show(self, categories: tuple[tuple[OwnCategory, int], ...], choose: int) -> None:
        self._categories = categories
        self.list.blockSignals(True)
        self.list.clear()
        for category, count in categories:
            item = QListWidgetItem(f"{category.name}   {count or ''}".rstrip())
            words = self.tr("{name}, facts: {count}").format(name=category.name, count=count)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, words)
            item.setToolTip(words)
            self.list.addItem(item)
        rows = [row for row, (category, _) in enumerate(categories) if category.id == choose]
        self.list.setCurrentRow(rows[0] if rows else -1)
        self.list.blockSignals(False)
        self._on_row(self.list.currentRow())

    @property
    def _chosen(self) -> OwnCategory | None:
        row = self.list.currentRow()
        return self._categories[row][0] if 0 <= row < len(self._categories) else None

    @Slot(int)
    def _on_row(self, row: int) -> None:
        """The chosen category's name is in the field, to be changed or written over."""
        chosen = self._chosen
        if chosen is not None:
            self.category.setText(chosen.name)
        self.up.setEnabled(row > 0)
        self.down.setEnabled(0 <= row < len(self._categories) - 1)
        self.delete.setEnabled(chosen is not None)
        self._check()

    @Slot()
    def _check(self) -> None:
        """Offer what the name in the field is good for; Enter does the first of it."""
        name, chosen = tidy(self.category.text()), self._chosen
        there = [category for category, _ in self._categories]
        is_new = bool(name) and same_name(there, name) is None
        others = [category for category in there if chosen is None or category.id != chosen.id]
        renames = chosen is not None and bool(name) and name != chosen.name and same_name(others, name) is None
        self.add.setEnabled(is_new)
        self.rename.setEnabled(renames)
        self._is_taken = bool(name) and not is_new and not renames
        for each in (self.rename, self.add, self.accept_button):
            each.setDefault(False)
        if not self._is_taken:  # Enter on a name that is there already must not close the dialog
            (self.rename if renames else self.add if is_new else self.accept_button).setDefault(True)
        self.accept_button.setEnabled(bool(self.name.text().strip()))

    @Slot()
    def _say_taken(self) -> None:
        if self._is_taken:
            self._say(error_text(UserError("category_name_taken")).line, "warning")

    # --- changing

    def _run(self, work: Callable[[], None], choose: int) -> None:
        def done(_: None) -> None:
            self._say("", "muted")
            self._read(choose)

        self._bridge.run("read", work, done=done, failed=self._failed, owner=self)

    def _failed(self, error: UserError) -> None:
        self._say(error_text(error).line, "warning")
        self._read()

    @Slot()
    def _add(self) -> None:
        def done(_category: OwnCategory) -> None:
            self._say("", "muted")
            self.category.clear()
            self.category.setFocus()
            self._read()

        self._bridge.run(
            "read", self._services.own_categories.add, self._person.id, self.category.text(),
            done=done, failed=self._failed, owner=self,
        )  # fmt: skip

    @Slot()
    def _rename(self) -> None:
        chosen = self._chosen
        if chosen is not None:
            self._run(partial(self._services.own_categories.rename, chosen.id, self.category.text()), chosen.id)

    def _move(self, step: int) -> None:
        row, chosen = self.list.currentRow(), self._chosen
        if chosen is not None:
            ids = [category.id for category, _ in self._categories]
            ids.insert(row + step, ids.pop(row))
            self._run(partial(self._services.own_categories.put_in_order, self._person.id, ids), chosen.id)

    @Slot()
    def _ask_delete(self) -> None:
        chosen = self._chosen
        if chosen is None:
            return
        count = self._categories[self.list.currentRow()][1]
        if not count:
            self._delete(chosen)
            return
        box = QuestionDialog(
            self,
            self.tr("Delete a category"),
            self.tr("Delete the category “{name}”?").format(name=chosen.name),
            self.tr("No fact is deleted. Facts that go back to the category they were found under: {count}.").format(
                count=count
            ),
            keep=self.tr("Keep"),
        )
        box.offer(self.tr("Delete"), lambda: self._delete(chosen))
        box.open()

    def _delete(self, category: OwnCategory) -> None:
        def done(count: int) -> None:
            words = self.tr("“{name}” is gone. Facts that are back under the category they were found under: {count}.")
            self.category.clear()
            self._say(words.format(name=category.name, count=count), "muted")
            self._read()

        self._bridge.run(
            "read", self._services.own_categories.delete, category.id, done=done, failed=self._failed, owner=self
        )

    @Slot()
    def _keep_name(self) -> None:
        name, person = self.name.text().strip(), self._person
        if name and name != person.name:
            self._bridge.run(
                "read", self._services.patients.identify, person.id, name, person.sex, person.birth_date,
                person.record_number,
            )  # fmt: skip

    # --- words

    def _say(self, text: str, role: str) -> None:
        restyle(self.said, "role", role)
        self.said.setText(text)
        self.said.setVisible(bool(text))
        self.fit_height()

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        self.set_title(self.tr("This space"))
        self.accept_button.setText(self.tr("Close"))
        self._name_label.setText(self.tr("Name of the space"))
        self.name.setAccessibleName(self.tr("Name of the space"))
        self._list_label.setText(self.tr("Own categories of facts"))
        self._hint.setText(
            self.tr("What the program finds by itself stands under the usual categories; you put it into yours.")
        )
        self.list.setAccessibleName(self.tr("Own categories of facts"))
        self.list.setAccessibleDescription(self.tr("In the order in which they stand above the others"))
        self._category_label.setText(self.tr("Name of a category"))
        self.category.setAccessibleName(self.tr("Name of a category"))
        self.category.setPlaceholderText(self.tr("for example: Characters, Places, Plot decisions"))
        for each, words, says in (
            (self.add, self.tr("Add"), self.tr("Add a category of this name")),
            (self.rename, self.tr("Rename"), self.tr("Give the chosen category this name")),
            (self.up, self.tr("Up"), self.tr("Move the chosen category up")),
            (self.down, self.tr("Down"), self.tr("Move the chosen category down")),
            (self.delete, self.tr("Delete"), self.tr("Delete the chosen category; its facts stay")),
        ):
            each.setText(words)
            each.setAccessibleName(says)
            each.setToolTip(says)
        self.said.hide()  # in the language before
