"""Save as case: what is expected of the prompt and the reply of a turn."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QListWidget, QListWidgetItem, QStackedWidget, QWidget

from desktop_app.domain.cases import OF_TURNS, Case, CaseDraft, Expectation, ExpectationKind
from desktop_app.domain.errors import UserError
from desktop_app.services.cases import CaseService
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.dialogs.case_words import expectation_words, kind_name, place_words
from desktop_app.ui.error_texts import error_text
from desktop_app.ui.texts import shortened
from desktop_app.ui.transcript.display_text import printable
from desktop_app.ui.widgets.basics import button, label
from desktop_app.ui.widgets.line_edit import LineEdit

_WIDTH = 640
_NAME_CHARACTERS = 60
_KINDS = tuple(ExpectationKind)


class SaveCaseDialog(Dialog):
    """Begins with what the turn's own prompt recalled; what is ticked is expected."""

    def __init__(self, cases: CaseService, bridge: EventBridge, turn_id: int, parent: QWidget | None = None) -> None:
        super().__init__(parent, _WIDTH)
        self._cases = cases
        self._bridge = bridge
        self._turn = turn_id
        self._draft: CaseDraft | None = None
        self._listed: list[Expectation] = []
        self.about = label("muted")
        self.about.setWordWrap(True)
        self.name = LineEdit()
        self.name_label = label("caption")
        self.name_label.setBuddy(self.name)
        self.list = QListWidget()
        self.list.setProperty("surface", "card")
        self.list.setWordWrap(True)
        self.list.setMinimumHeight(150)
        self.list.itemChanged.connect(self._update)
        self.kind = QComboBox()
        self.kind.activated.connect(self._on_kind)
        self.turn = QComboBox()
        self.text = LineEdit()
        self.what = QStackedWidget()
        self.what.addWidget(self.turn)
        self.what.addWidget(self.text)
        self.add = button()
        self.add.clicked.connect(self._on_add)
        self.text.textChanged.connect(self._update)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.kind)
        row.addWidget(self.what, 1)
        row.addWidget(self.add)
        self.turn.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.turn.setMinimumContentsLength(12)
        for widget in (self.about, self.name_label, self.name):
            self.body.addWidget(widget)
        self.body.addWidget(self.list, 1)
        self.body.addLayout(row)
        self.retranslate()
        bridge.run("read", cases.draft, turn_id, done=self._take, failed=self._on_failed)

    def _take(self, draft: CaseDraft) -> None:
        self._draft = draft
        self.name.setText(shortened(printable(draft.place.question), _NAME_CHARACTERS))
        for wanted in draft.suggestions:
            self._list(wanted)
        self._fill()

    def _list(self, wanted: Expectation) -> None:
        assert self._draft is not None
        self._listed.append(wanted)
        row = QListWidgetItem(expectation_words(wanted, self._draft.places))
        row.setFlags(row.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        row.setCheckState(Qt.CheckState.Checked)
        self.list.addItem(row)

    @property
    def expectations(self) -> tuple[Expectation, ...]:
        """What is ticked."""
        checked = Qt.CheckState.Checked
        return tuple(one for row, one in enumerate(self._listed) if self.list.item(row).checkState() == checked)

    @Slot()
    def _on_kind(self) -> None:
        of_turn = _KINDS[self.kind.currentIndex()] in OF_TURNS
        self.what.setCurrentWidget(self.turn if of_turn else self.text)
        self._update()

    @Slot()
    def _on_add(self) -> None:
        kind = _KINDS[self.kind.currentIndex()]
        if kind in OF_TURNS and self._draft is not None:
            self._list(Expectation(kind, self._choices()[self.turn.currentIndex()]))
        elif kind not in OF_TURNS:
            self._list(Expectation(kind, text=self.text.text().strip()))
            self.text.clear()
        self._update()

    def _choices(self) -> list[int]:
        """The turns that can be named: those before it in its session, the newest first, then what was recalled."""
        if self._draft is None:
            return []
        return list(dict.fromkeys((*reversed(self._draft.branch), *(one.turn_id for one in self._draft.suggestions))))

    @Slot()
    def _update(self) -> None:
        of_turn = _KINDS[self.kind.currentIndex()] in OF_TURNS
        self.add.setEnabled(bool(self._choices()) if of_turn else bool(self.text.text().strip()))
        self.accept_button.setEnabled(bool(self.expectations))

    def accept(self) -> None:
        """Keep the case."""
        name = self.name.text().strip() or self.name.placeholderText()
        cases = [Case(0, self._turn, name, self.expectations)]
        self._bridge.run("read", self._cases.add_all, cases, done=self._kept, failed=self._on_failed)

    def _kept(self, _: list[Case]) -> None:
        self.close()

    def _on_failed(self, error: UserError) -> None:
        self.about.setText(error_text(error).line)
        self.fit_height()

    def _fill(self) -> None:
        draft = self._draft
        self.turn.clear()
        for turn_id in self._choices():
            self.turn.addItem(place_words(draft.places if draft else {}, turn_id))
        for row, wanted in enumerate(self._listed):
            self.list.item(row).setText(expectation_words(wanted, draft.places if draft else {}))
        self._update()

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        self.set_title(self.tr("Save as case"))
        self.accept_button.setText(self.tr("Save"))
        self.about.setText(
            self.tr("Say what you expect of this turn. Cases are run again from the menu Memory, after a change.")
        )
        self.name_label.setText(self.tr("Name"))
        self.name.setAccessibleName(self.tr("Name of the case"))
        self.name.setPlaceholderText(self.tr("Unnamed case"))
        self.list.setAccessibleName(self.tr("What is expected"))
        self.list.setAccessibleDescription(self.tr("What is ticked is kept"))
        chosen = max(0, self.kind.currentIndex())
        self.kind.clear()
        self.kind.addItems([kind_name(kind) for kind in _KINDS])
        self.kind.setCurrentIndex(chosen)
        self.kind.setAccessibleName(self.tr("Kind of expectation"))
        self.turn.setAccessibleName(self.tr("Turn that is expected"))
        self.text.setAccessibleName(self.tr("Text that is expected"))
        self.add.setText(self.tr("Add"))
        self.add.setAccessibleName(self.tr("Add this expectation"))
        self._fill()
