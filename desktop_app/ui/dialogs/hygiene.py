"""Hygiene: what is said twice, never used, out of date or left undone, each with what can be done about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from desktop_app.domain.errors import UserError
from desktop_app.domain.events import Changed, ConsolidationProgress
from desktop_app.domain.fact_changes import FactsBefore
from desktop_app.domain.hygiene import HygieneReport, Layer, SaidTurn
from desktop_app.services.facade import Services
from desktop_app.support.sizes import format_bytes
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.dialogs.memory_work import MemoryWorkDialog
from desktop_app.ui.dialogs.question import QuestionDialog
from desktop_app.ui.error_texts import error_text
from desktop_app.ui.memory_panel.fact_words import fact_name
from desktop_app.ui.privacy.retention import ReasonedDeletion
from desktop_app.ui.texts import counted, format_day, format_moment, format_number, shortened
from desktop_app.ui.transcript.display_text import printable
from desktop_app.ui.widgets.basics import button, label
from desktop_app.ui.widgets.flow import FlowLayout

DUPLICATES, FACTS, SUMMARIES, WORK = range(4)
_WIDTH = 760
_LIST_HEIGHT = 290
_CHARACTERS = 110
_REREAD_AFTER_MS = 400  # memory work announces each step, and looking through much takes seconds
_MULTIPLE = QAbstractItemView.SelectionMode.ExtendedSelection


class HygieneDialog(Dialog):
    """Shows what was found with a person. What is done here can be undone, or is asked about first.

    Signals:
        source_requested: session and turn of something that is listed.
    """

    source_requested = Signal(int, int)

    def __init__(self, services: Services, bridge: EventBridge, person_id: int, parent: QWidget | None = None) -> None:
        super().__init__(parent, _WIDTH)
        self._services = services
        self._bridge = bridge
        self._person = person_id
        self._report: HygieneReport | None = None
        self._layers: tuple[Layer, ...] = ()
        self._undo_work: Callable[[], object] | None = None
        self._build()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_REREAD_AFTER_MS)
        self._timer.timeout.connect(self._read)
        bridge.event.connect(self._on_event)
        self.retranslate()
        self._read()
        bridge.run("read", services.hygiene.layers, done=self._take_layers)

    def _build(self) -> None:
        self.accept_button.hide()
        self.tabs = QTabWidget()
        self.lists = [self._list() for _ in range(3)]
        self.notes = [label("muted") for _ in range(4)]
        for note in self.notes:
            note.setWordWrap(True)
        self.go = [button("link") for _ in range(2)]
        for key, control in zip((DUPLICATES, FACTS), self.go, strict=True):
            control.clicked.connect(partial(self._on_go, key))
        self.leave_out, self.delete, self.retract, self.rebuild, self.work = (button() for _ in range(5))
        self.leave_out.clicked.connect(self._on_leave_out)
        self.delete.clicked.connect(self._on_delete)
        self.retract.clicked.connect(self._on_retract)
        self.rebuild.clicked.connect(self._on_rebuild)
        self.work.clicked.connect(lambda: MemoryWorkDialog(self._services.consolidation, self._bridge, self).open())
        self.sizes = QTableWidget(0, 3)
        self.sizes.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.sizes.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.sizes.setShowGrid(False)
        self.sizes.setTabKeyNavigation(False)
        self.sizes.verticalHeader().hide()
        self.sizes.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        pages = (
            (self.lists[DUPLICATES], (self.leave_out, self.delete), self.go[0]),
            (self.lists[FACTS], (self.retract,), self.go[1]),
            (self.lists[SUMMARIES], (self.rebuild,), None),
            (self.sizes, (self.work,), None),
        )
        for key, (shown, actions, link) in enumerate(pages):
            self.tabs.addTab(self._page(self.notes[key], shown, actions, link), "")
        self.state = label("muted")
        self.state.setWordWrap(True)
        self.undo = button("link")
        self.undo.hide()
        self.undo.clicked.connect(self._on_undo)
        self.body.addWidget(self.tabs, 1)
        self.buttons.insertWidget(0, self.undo)
        self.buttons.insertWidget(0, self.state)

    def _list(self) -> QListWidget:
        made = QListWidget()
        made.setProperty("surface", "card")
        made.setWordWrap(True)
        made.setSelectionMode(_MULTIPLE)
        made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        made.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        made.setMinimumHeight(_LIST_HEIGHT)
        made.itemSelectionChanged.connect(self._update)
        return made

    @staticmethod
    def _page(note: QWidget, shown: QWidget, actions: Iterable[QPushButton], link: QPushButton | None) -> QWidget:
        page = QWidget()
        row = FlowLayout(8)
        for action in actions:
            row.addWidget(action)
        if link is not None:
            row.addWidget(link)
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, 10, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(note)
        layout.addWidget(shown, 1)
        layout.addLayout(row)
        return page

    # --- reading

    def _read(self) -> None:
        self._bridge.run("read", self._services.hygiene.report, self._person, done=self._take)

    def _take(self, report: HygieneReport) -> None:
        if report != self._report:
            self._report = report
            self._fill()

    def _take_layers(self, layers: tuple[Layer, ...]) -> None:
        self._layers = layers
        self._fill_sizes()

    @Slot(object)
    def _on_event(self, event: object) -> None:
        if isinstance(event, ConsolidationProgress | Changed):
            self._timer.start()

    def _fill(self) -> None:
        report = self._report
        for shown in self.lists:
            shown.clear()
        for group in report.duplicates if report else ():
            self._add(DUPLICATES, self._group_words(group))
        for fact in report.unused_facts if report else ():
            when = format_day(fact.observed_at_ms, date.today())
            self._add(FACTS, f"{fact_name(fact, date.today())}\n{when}  {printable(fact.quote)}".rstrip())
        for summary in report.stale if report else ():
            words = self.tr("{title}\nsegments out of date: {count}")
            title = printable(summary.title)
            self._add(SUMMARIES, words.format(title=title, count=format_number(summary.segments)))
        self._name_tabs()
        self._update()

    def _add(self, key: int, words: str) -> None:
        self.lists[key].addItem(QListWidgetItem(words))

    def _group_words(self, group: tuple[SaidTurn, ...]) -> str:
        newest = group[-1]
        said = self.tr("said {count} times: {places}").format(
            count=format_number(len(group)),
            places=self.tr("; ").join(
                self.tr("{session}, turn {turn}, {time}").format(
                    session=printable(turn.session_title),
                    turn=turn.ordinal + 1,
                    time=format_moment(turn.at_ms, date.today()),
                )
                for turn in group
            ),
        )
        return f"{shortened(printable(newest.text), _CHARACTERS)}\n{said}"

    def _fill_sizes(self) -> None:
        names = {
            "turns": self.tr("Turns and sessions"),
            "chunks": self.tr("Memories"),
            "vectors": self.tr("Vectors"),
            "words": self.tr("Word indexes"),
            "facts": self.tr("Facts"),
            "summaries": self.tr("Summaries"),
            "ledgers": self.tr("Records of prompts"),
            "other": self.tr("Settings, audit trail, other"),
        }
        order = list(names)
        layers = sorted(self._layers, key=lambda layer: order.index(layer.name))
        self.sizes.setRowCount(len(layers))
        for row, layer in enumerate(layers):
            counted = format_number(layer.rows) if layer.name != "other" else ""
            for column, text in enumerate((names[layer.name], counted, format_bytes(layer.bytes))):
                cell = QTableWidgetItem(text)
                side = Qt.AlignmentFlag.AlignRight if column else Qt.AlignmentFlag.AlignLeft
                cell.setTextAlignment(side | Qt.AlignmentFlag.AlignVCenter)
                self.sizes.setItem(row, column, cell)

    def _update(self) -> None:
        chosen = [bool(shown.selectedItems()) for shown in self.lists]
        for control, key in (
            (self.leave_out, DUPLICATES), (self.delete, DUPLICATES), (self.go[0], DUPLICATES),
            (self.retract, FACTS), (self.go[1], FACTS), (self.rebuild, SUMMARIES),
        ):  # fmt: skip
            control.setEnabled(chosen[key])

    # --- doing

    def _chosen(self, key: int) -> list[int]:
        """The places of what is chosen in the report."""
        return sorted(self.lists[key].row(item) for item in self.lists[key].selectedItems())

    def _older(self) -> list[int]:
        """The turns of the chosen groups but the newest of each."""
        groups = self._report.duplicates if self._report else ()
        return [turn.turn_id for place in self._chosen(DUPLICATES) for turn in groups[place][:-1]]

    @Slot()
    def _on_leave_out(self) -> None:
        turns = self._older()
        self._run(
            partial(self._exclude, turns, True),
            counted(
                len(turns), self.tr("1 turn is recalled no longer."), self.tr("{count} turns are recalled no longer.")
            ),
            undo=partial(self._exclude, turns, False),
        )

    def _exclude(self, turns: list[int], excluded: bool) -> None:
        for turn_id in turns:
            self._services.recall.set_excluded(turn_id, excluded)

    @Slot()
    def _on_delete(self) -> None:
        needed = self._services.consents.reason_needed_until
        self._bridge.run("read", needed, self._person, done=partial(self._ask_to_delete, self._older()), owner=self)

    def _ask_to_delete(self, turns: list[int], until: date | None) -> None:
        question = counted(len(turns), self.tr("Delete 1 turn for ever?"), self.tr("Delete {count} turns for ever?"))
        told = self.tr(
            "The newest of each group stays. The others go with their replies, what was derived from them, "
            "and their words in the records of prompts. This cannot be undone."
        )
        if until is not None:
            dialog = ReasonedDeletion(self, until, self.tr("Memory hygiene"), question, told)
            dialog.confirmed.connect(partial(self._delete, turns))
            dialog.open()
            return
        box = QuestionDialog(self, self.tr("Memory hygiene"), question, told, keep=self.tr("Keep"))
        box.offer(self.tr("Delete"), lambda: self._delete(turns, ""))
        box.open()

    def _delete(self, turns: list[int], reason: str) -> None:
        def work() -> None:
            for turn_id in turns:
                self._services.sessions.delete_turn(turn_id, reason)

        self._run(work, counted(len(turns), self.tr("1 turn deleted."), self.tr("{count} turns deleted.")))

    @Slot()
    def _on_retract(self) -> None:
        facts = [self._report.unused_facts[place].id for place in self._chosen(FACTS)] if self._report else []
        before: list[FactsBefore] = []
        memory = self._services.memory

        def undo() -> None:
            for one in before:
                memory.undo(one)

        self._run(
            lambda: before.append(memory.retract(*facts)),
            counted(len(facts), self.tr("1 fact retracted."), self.tr("{count} facts retracted.")),
            undo=undo,
        )

    @Slot()
    def _on_rebuild(self) -> None:
        sessions = [self._report.stale[place].session_id for place in self._chosen(SUMMARIES)] if self._report else []

        def work() -> None:
            for session_id in sessions:
                self._services.summaries.rebuild(session_id)

        self._run(work, self.tr("The summaries are made anew in idle time; what there is holds until then."))

    def _run(self, work: Callable[[], object], words: str, undo: Callable[[], object] | None = None) -> None:
        self._undo_work = None
        self.undo.hide()

        def done(_: object) -> None:
            self.state.setText(words)
            self._undo_work = undo
            self.undo.setVisible(undo is not None)
            self._read()

        self._bridge.run("read", work, done=done, failed=self._on_failed, owner=self)

    @Slot()
    def _on_undo(self) -> None:
        if self._undo_work is not None:
            self._run(self._undo_work, self.tr("Undone."))

    def _on_failed(self, error: UserError) -> None:
        self.state.setText(error_text(error).line)
        self._read()

    def _on_go(self, key: int, _checked: bool = False) -> None:
        chosen = self._chosen(key)
        if self._report is None or not chosen:
            return
        if key == DUPLICATES:
            turn = self._report.duplicates[chosen[0]][-1]
            place = (turn.session_id, turn.turn_id)
        else:
            fact = self._report.unused_facts[chosen[0]]
            place = (fact.session_id, fact.turn_id)
        if place[1]:  # a fact that was entered by hand was said nowhere
            self.source_requested.emit(*place)
            self.close()

    # --- words

    def _name_tabs(self) -> None:
        names = (self.tr("Said twice"), self.tr("Unused facts"), self.tr("Stale summaries"), self.tr("Work and sizes"))
        report = self._report
        counts = (len(report.duplicates), len(report.unused_facts), len(report.stale)) if report else ()
        for key, name in enumerate(names):
            self.tabs.setTabText(key, f"{name} {format_number(counts[key])}" if key < len(counts) else name)
        if report is None:
            return
        about = (
            self.tr("Turns that say nearly the same. Recall takes one of each group, and searches all of them."),
            self.tr("Facts that are held and that no prompt has carried so far."),
            self.tr("Sessions whose summary covers turns that have changed since."),
        )
        for note, words, count in zip(self.notes, about, counts, strict=False):
            note.setText(words if count else self.tr("{about} Nothing was found.").format(about=words))
        self.notes[WORK].setText(
            self.tr(
                "Memory work: {waiting} steps waiting, {failed} of them failed before. Sizes are the vault's."
            ).format(waiting=format_number(report.waiting), failed=format_number(report.failed))
        )

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        self.set_title(self.tr("Memory hygiene"))
        self.cancel_button.setText(self.tr("Close"))
        for control, text in (
            (self.leave_out, self.tr("Recall only the newest")),
            (self.delete, self.tr("Delete the older…")),
            (self.retract, self.tr("Retract")),
            (self.rebuild, self.tr("Rebuild")),
            (self.work, self.tr("Memory work…")),
            (self.undo, self.tr("Undo")),
            *((link, self.tr("to the conversation")) for link in self.go),
        ):
            control.setText(text)
            control.setAccessibleName(text.rstrip("…"))
        names = (self.tr("Repeated turns"), self.tr("Facts without use"), self.tr("Summaries out of date"))
        for shown, name in zip(self.lists, names, strict=True):
            shown.setAccessibleName(name)
            shown.setAccessibleDescription(self.tr("Several can be chosen; the buttons below act on what is chosen"))
        self.sizes.setHorizontalHeaderLabels([self.tr("Layer"), self.tr("Rows"), self.tr("Size")])
        self.sizes.setAccessibleName(self.tr("Sizes of the layers of memory"))
        self.tabs.tabBar().setAccessibleName(self.tr("Kinds of findings"))
        self._fill()
        self._fill_sizes()
