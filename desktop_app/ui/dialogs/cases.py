"""Cases: a table of what is expected and what became of it; and the replay of a session by other settings."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QPlainTextEdit,
    QProgressBar,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from desktop_app.domain.cases import Case, CaseBook, CaseResult
from desktop_app.domain.errors import UserError
from desktop_app.services.facade import Services
from desktop_app.services.memory_test import Progress
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.dialogs.case_words import (
    checked_words,
    expectation_words,
    first_reason,
    place_words,
    result_word,
)
from desktop_app.ui.dialogs.replay_view import ReplayView
from desktop_app.ui.error_texts import error_text
from desktop_app.ui.file_dialogs import ask_for_file, ask_where_to_save
from desktop_app.ui.texts import format_number
from desktop_app.ui.theme import Theme
from desktop_app.ui.transcript.display_text import printable
from desktop_app.ui.widgets.basics import button, label, plain_tip
from desktop_app.ui.widgets.row_table import select_alone

_WIDTH = 820
_TABLE_HEIGHT = 190
_DETAILS_HEIGHT = 120
_FOLLOW_MS = 100


class CasesDialog(Dialog):
    """The cases of a person.

    Signals:
        source_requested: session and turn of a case.
    """

    source_requested = Signal(int, int)

    def __init__(
        self,
        services: Services,
        bridge: EventBridge,
        theme: Theme,
        person_id: int,
        session_id: int | None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent, _WIDTH)
        self._services = services
        self._bridge = bridge
        self._person = person_id
        self._book = CaseBook((), {})
        self._results: dict[int, CaseResult] = {}
        self._progress = Progress()
        self._running = False
        self._deleted: list[Case] = []
        self.replay = ReplayView(services, bridge, theme, session_id)
        self._build()
        self._timer = QTimer(self)
        self._timer.setInterval(_FOLLOW_MS)
        self._timer.timeout.connect(self._follow)
        self.finished.connect(self._on_finished)
        self.retranslate()
        self._read()

    def _build(self) -> None:
        self.accept_button.hide()
        self.table = QTableWidget(0, 3)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.table.setShowGrid(False)
        self.table.setTabKeyNavigation(False)
        self.table.verticalHeader().hide()
        self.table.setMinimumHeight(_TABLE_HEIGHT)
        header = self.table.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Interactive)
        header.resizeSection(0, 270)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        self.table.itemSelectionChanged.connect(self._show_details)
        self.details = QPlainTextEdit()
        self.details.setReadOnly(True)
        self.details.setTabChangesFocus(True)
        self.details.setMaximumHeight(_DETAILS_HEIGHT)
        self.run, self.run_replies, self.delete, self.export, self.load = (button() for _ in range(5))
        self.undo, self.go = button("link"), button("link")
        self.run.clicked.connect(lambda: self._on_run(replies=False))
        self.run_replies.clicked.connect(lambda: self._on_run(replies=True))
        self.delete.clicked.connect(self._on_delete)
        self.undo.clicked.connect(self._on_undo)
        self.undo.hide()
        self.go.clicked.connect(self._on_go)
        self.export.clicked.connect(self._on_export)
        self.load.clicked.connect(self._on_import)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.hide()
        self.state = label("muted")
        self.state.setWordWrap(True)
        actions = QHBoxLayout()
        actions.setSpacing(8)
        for control in (self.run, self.run_replies, self.delete, self.export, self.load):
            actions.addWidget(control)
        actions.addStretch(1)
        below = QHBoxLayout()
        below.addWidget(self.undo)
        below.addStretch(1)
        below.addWidget(self.go)
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, 10, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.state)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.details)
        layout.addLayout(below)
        layout.addWidget(self.bar)
        layout.addLayout(actions)
        self.tabs = QTabWidget()
        self.tabs.addTab(page, "")
        self.tabs.addTab(self.replay, "")
        self.body.addWidget(self.tabs, 1)

    # --- cases

    def _read(self) -> None:
        self._bridge.run("read", self._services.cases.book, self._person, done=self._take)

    def _take(self, book: CaseBook, words: str = "") -> None:
        self._book = book
        self._fill()
        if words:
            self.state.setText(words)

    def _fill(self) -> None:
        chosen = {case.id for case in self._chosen()}
        self.table.setRowCount(len(self._book.cases))
        for row, case in enumerate(self._book.cases):
            result = self._results.get(case.id)
            verdict = result_word(result.passed if result is not None else None)
            reason = first_reason(result) if result is not None else ""
            for column, text in enumerate((printable(case.name), verdict, reason)):
                cell = QTableWidgetItem(text)
                cell.setToolTip(plain_tip(text))
                self.table.setItem(row, column, cell)
        self.table.clearSelection()
        for row, case in enumerate(self._book.cases):
            if case.id in chosen or (not chosen and row == 0):
                select_alone(self.table, self.table.model().index(row, 0))
                break
        self._say_state()
        self._show_details()

    def _say_state(self) -> None:
        if not self._book.cases:
            self.state.setText(
                self.tr("No cases yet. Save one from a turn of the conversation: right click, “Save as case…”.")
            )
        elif not self._results:
            self.state.setText(
                self.tr("Running builds each prompt again by the settings in force. Replies are made only when asked.")
            )
        else:
            failed = sum(not result.passed for result in self._results.values())
            words = self.tr("{passed} passed, {failed} failed.")
            passed = format_number(len(self._results) - failed)
            self.state.setText(words.format(passed=passed, failed=format_number(failed)))

    def _chosen(self) -> list[Case]:
        rows = sorted({index.row() for index in self.table.selectedIndexes()})
        return [self._book.cases[row] for row in rows if row < len(self._book.cases)]

    @Slot()
    def _show_details(self) -> None:
        chosen = self._chosen()
        for control in (self.delete, self.go):
            control.setEnabled(bool(chosen))
        for control in (self.run, self.run_replies, self.export):
            control.setEnabled(bool(self._book.cases))
        if not chosen:
            self.details.setPlainText("")
            return
        case, places = chosen[0], self._book.places
        result = self._results.get(case.id)
        lines = [place_words(places, case.turn_id)]
        if result is not None and result.error is not None:
            lines.append(error_text(result.error).line)
        elif result is not None:
            lines += [checked_words(one, places) for one in result.checked]
            lines.append(self.tr("prompt: {count} tokens").format(count=format_number(result.tokens)))
        else:
            lines += [expectation_words(one, places) for one in case.expectations]
        self.details.setPlainText("\n".join(lines))

    # --- running

    def _on_run(self, *, replies: bool) -> None:
        if self._running:
            self._progress.cancel()
            self._services.trials.stop()
            return
        self._running = True
        self._progress = Progress()
        self.bar.show()
        self._timer.start()
        self._name_run()

        def work() -> tuple[CaseResult, ...] | None:
            return self._services.cases.run(self._book.cases, self._progress, replies=replies)

        # Only the turn lane may have the model answer.
        self._bridge.run(
            "turn" if replies else "read", work, done=self._take_results, failed=self._on_failed, owner=self
        )

    @Slot()
    def _follow(self) -> None:
        self.bar.setRange(0, max(1, self._progress.total))
        self.bar.setValue(self._progress.done)

    def _take_results(self, results: tuple[CaseResult, ...] | None) -> None:
        self._ended()
        if results is not None:
            self._results = {result.case.id: result for result in results}
            self._fill()

    def _ended(self) -> None:
        self._running = False
        self._timer.stop()
        self.bar.hide()
        self._name_run()

    def _on_failed(self, error: UserError) -> None:
        self._ended()
        self.state.setText(error_text(error).line)

    @Slot()
    def _on_finished(self) -> None:
        self._progress.cancel()
        self.replay.stop()
        if self._running:
            self._services.trials.stop()

    # --- keeping

    @Slot()
    def _on_delete(self) -> None:
        cases = self._chosen()
        ids = [case.id for case in cases]

        def done(_: object) -> None:
            self._deleted = cases
            for case_id in ids:
                self._results.pop(case_id, None)
            self.undo.show()
            self._read()

        self._bridge.run("read", self._services.cases.delete, ids, done=done, failed=self._on_failed, owner=self)

    @Slot()
    def _on_undo(self) -> None:
        self.undo.hide()
        self._bridge.run(
            "read", self._services.cases.add_all, self._deleted,
            done=lambda _: self._read(), failed=self._on_failed, owner=self,
        )  # fmt: skip

    @Slot()
    def _on_go(self) -> None:
        for case in self._chosen()[:1]:
            self.source_requested.emit(self._book.places[case.turn_id].session_id, case.turn_id)
            self.close()

    @Slot()
    def _on_export(self) -> None:
        path = ask_where_to_save(self, self.export.text(), "cases.json", self.tr("JSON files (*.json)"))
        if path is not None:
            self.export_to(path)

    def export_to(self, path: Path) -> None:
        """Write all cases to a file."""
        words = self.tr("Written: {path}").format(path=path)
        self._bridge.run(
            "read", self._services.cases.export, self._person, path,
            done=lambda _: self.state.setText(words), failed=self._on_failed, owner=self,
        )  # fmt: skip

    @Slot()
    def _on_import(self) -> None:
        path = ask_for_file(self, self.load.text(), self.tr("JSON files (*.json)"))
        if path is not None:
            self.import_from(path)

    def import_from(self, path: Path) -> None:
        """Take the cases of a file."""

        def done(counts: tuple[int, int]) -> None:
            words = self.tr("{added} cases taken; {missing} speak of turns that are not here.")
            added, missing = map(format_number, counts)
            self._say_after_reading(words.format(added=added, missing=missing))

        self._bridge.run(
            "read", self._services.cases.import_from, self._person, path, done=done, failed=self._on_failed, owner=self
        )

    def _say_after_reading(self, words: str) -> None:
        self._bridge.run(
            "read", self._services.cases.book, self._person,
            done=lambda book: self._take(book, words), owner=self,
        )  # fmt: skip

    # --- words

    def _name_run(self) -> None:
        stop = self.tr("Stop")
        self.run.setText(stop if self._running else self.tr("Run all"))
        self.run_replies.setText(self.tr("Run with replies"))
        self.run_replies.setVisible(not self._running)
        for control in (self.run, self.run_replies):
            control.setAccessibleName(control.text())

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        self.set_title(self.tr("Cases"))
        self.cancel_button.setText(self.tr("Close"))
        self.tabs.setTabText(0, self.tr("Cases"))
        self.tabs.setTabText(1, self.tr("Replay a session"))
        self.tabs.tabBar().setAccessibleName(self.tr("Cases or replay"))
        self._name_run()
        for control, text in (
            (self.delete, self.tr("Delete")),
            (self.export, self.tr("Export…")),
            (self.load, self.tr("Import…")),
            (self.undo, self.tr("Undo")),
            (self.go, self.tr("to the conversation")),
        ):
            control.setText(text)
            control.setAccessibleName(text.rstrip("…"))
        self.bar.setAccessibleName(self.tr("Progress"))
        self.table.setHorizontalHeaderLabels([self.tr("Case"), self.tr("Result"), self.tr("Reason")])
        self.table.setAccessibleName(self.tr("Cases with their results"))
        self.details.setAccessibleName(self.tr("What is expected of the chosen case"))
        self._fill()
