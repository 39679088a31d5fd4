"""Testing recall on the person's own history: which questions find their memory, by which settings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDoubleSpinBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QPlainTextEdit,
    QProgressBar,
    QSpinBox,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from desktop_app.domain.errors import UserError
from desktop_app.domain.events import EmbedderChanged
from desktop_app.domain.memory_questions import MemoryQuestion
from desktop_app.domain.settings import Settings
from desktop_app.services.facade import Services
from desktop_app.services.memory_test import Outcome, Progress, Report, TriedSettings
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.dialogs.memory_test_words import details, summary, verdict
from desktop_app.ui.error_texts import error_text
from desktop_app.ui.file_dialogs import ask_for_file
from desktop_app.ui.texts import counted, format_number, sentences
from desktop_app.ui.theme import ThemeManager
from desktop_app.ui.transcript.display_text import printable
from desktop_app.ui.widgets.basics import Hairline, button, label

_WIDTH = 880
_LIST_HEIGHT = 250
_RESULT_CHARACTERS, _COMPARED_CHARACTERS = 170, 55  # of the longest words there usually are
_SPACING = 6
_BESIDE_BODY_PX = 60  # margins and scroll bar
_FOLLOW_MS = 100
_FIELD_PX = 110


class MemoryTestDialog(Dialog):
    """Asks, shows what each question recalled, and lets other settings be tried before they are kept.

    Signals:
        settings_kept: the whole settings, with those that were tried.
        source_requested: session and turn of a memory to look at.
    """

    settings_kept = Signal(object)
    source_requested = Signal(int, int)

    def __init__(
        self,
        services: Services,
        bridge: EventBridge,
        themes: ThemeManager,
        person_id: int,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent, themes.theme.px(_WIDTH))
        self._services = services
        self._bridge = bridge
        self._person_id = person_id
        self._settings: Settings = services.settings.get()
        self._questions: tuple[MemoryQuestion, ...] | None = None
        self._file: Path | None = None
        self._progress = Progress()
        self._asking = False
        self._waiting = False  # for recall by meaning, before the first question
        self._before: Report | None = None  # by the settings in force
        self._report: Report | None = None
        self._shown_report: Report | None = None
        self._labels: list[tuple[QLabel, QWidget]] = []
        self._build()
        self._timer = QTimer(self)
        self._timer.setInterval(_FOLLOW_MS)
        self._timer.timeout.connect(self._follow)
        bridge.event.connect(self._on_event)
        self._source.activated.connect(self._on_source)
        self._run.clicked.connect(self._on_run)
        self._list.currentRowChanged.connect(self._show_details)
        self._go.clicked.connect(self._on_go)
        for field in (self._top_k, self._minimum, self._meaning, self._budget):
            field.valueChanged.connect(self._update)
        self.retranslate()
        self._ask_history()

    def _build(self) -> None:
        self._note = label("muted")
        self._note.setWordWrap(True)
        self._source = QComboBox()
        self._run = button()
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        policy = self._bar.sizePolicy()
        policy.setRetainSizeWhenHidden(True)  # what stands before it keeps its place
        self._bar.setSizePolicy(policy)
        top = QHBoxLayout()
        top.setSpacing(10)
        top.addWidget(self._source)
        top.addWidget(self._run)
        top.addWidget(self._bar, 1)
        self._top_k = QSpinBox()
        self._top_k.setRange(1, 50)
        self._top_k.setValue(max(1, self._settings.recall.top_k))
        self._minimum = QDoubleSpinBox()
        self._minimum.setRange(0.0, 1.0)
        self._minimum.setSingleStep(0.05)
        self._minimum.setValue(self._settings.recall.minimum_score)
        self._meaning = QSpinBox()
        self._meaning.setRange(0, 100)
        self._meaning.setSingleStep(5)
        self._meaning.setSuffix(" %")
        self._meaning.setValue(round(self._settings.recall.vector_weight * 100))
        self._budget = QSpinBox()
        self._budget.setRange(0, 16_384)
        self._budget.setSingleStep(50)
        self._budget.setValue(self._settings.context.recall_budget_tokens)
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(4)
        for column, field in enumerate((self._top_k, self._minimum, self._meaning, self._budget)):
            name = label("caption")
            name.setBuddy(field)
            field.setMinimumWidth(_FIELD_PX)
            field.lineEdit().setTextMargins(8, 0, 0, 0)  # the style sheet's padding does not reach it
            self._labels.append((name, field))
            grid.addWidget(name, 0, column)
            grid.addWidget(field, 1, column)
            grid.setColumnStretch(column, 1)
        self._result, self._compared = label("heading"), label("muted")
        for line in (self._result, self._compared):
            line.setWordWrap(True)
            line.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._list = QListWidget()
        self._list.setProperty("surface", "card")
        self._list.setWordWrap(True)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self._details = QPlainTextEdit()
        self._details.setReadOnly(True)
        self._details.setTabChangesFocus(True)
        self._go = button("link")
        right = QWidget()
        right_layout = QVBoxLayout(right)
        right_layout.setContentsMargins(8, 0, 0, 0)
        right_layout.setSpacing(6)
        right_layout.addWidget(self._details, 1)
        right_layout.addWidget(self._go, 0, Qt.AlignmentFlag.AlignLeft)
        halves = QSplitter(Qt.Orientation.Horizontal)
        halves.setChildrenCollapsible(False)
        halves.addWidget(self._list)
        halves.addWidget(right)
        halves.setSizes([_WIDTH // 2, _WIDTH // 2])
        halves.setMinimumHeight(_LIST_HEIGHT)
        self.body.addWidget(self._note)
        self.body.addLayout(top)
        self.body.addLayout(grid)
        self.body.addWidget(Hairline())
        self._words = QWidget()
        words = QVBoxLayout(self._words)
        words.setContentsMargins(0, 0, 0, 0)
        words.setSpacing(_SPACING)
        for line in (self._result, self._compared):
            words.addWidget(line)
        words.addStretch(1)
        self.body.addWidget(self._words)
        self.body.addWidget(halves, 1)

    # --- questions

    @Slot(int)
    def _on_source(self, index: int) -> None:
        if index == 0:
            self._file = None
            self._ask_history()
            return
        title = self.tr("Questions to ask")
        path = ask_for_file(self, title, self.tr("JSON files (*.json *.jsonl)"))
        if path is not None:
            self.ask_file(path)
        else:
            self._source.setCurrentIndex(1 if self._file else 0)

    def ask_file(self, path: Path) -> None:
        """Ask the questions of a file."""
        self._file = path
        self._source.setCurrentIndex(1)
        self._begin_over()
        self._bridge.run(
            "read",
            self._services.memory_test.from_file,
            path,
            done=partial(self._take_questions, path),
            failed=self._on_failed,
            owner=self,
        )

    def _ask_history(self) -> None:
        self._begin_over()
        self._bridge.run(
            "read",
            self._services.memory_test.from_history,
            self._person_id,
            done=partial(self._take_questions, None),
            failed=self._on_failed,
            owner=self,
        )

    def _begin_over(self) -> None:
        self._progress.cancel()
        self._questions = self._before = self._report = None
        self._fill()

    def _take_questions(self, source: Path | None, questions: Sequence[MemoryQuestion]) -> None:
        if source == self._file:
            self._questions = tuple(questions)
            self._fill()
            state = self._services.models.embedder_state
            self._waiting = not state.ready and state.error is None and bool(self._questions)
            if self._waiting:
                self._update()  # the model that compares meanings is still being loaded
            else:
                self._start()

    @Slot(object)
    def _on_event(self, event: object) -> None:
        if isinstance(event, EmbedderChanged) and self._waiting and (event.ready or event.error is not None):
            self._start()

    # --- asking

    def _tried(self) -> TriedSettings:
        recall = replace(
            self._settings.recall,
            enabled=True,
            top_k=self._top_k.value(),
            minimum_score=round(self._minimum.value(), 2),
            vector_weight=self._meaning.value() / 100,
        )
        return TriedSettings(recall, self._budget.value())

    @property
    def _differs(self) -> bool:
        """Whether the fields say something else than the settings in force."""
        tried = self._tried()
        kept = replace(self._settings.recall, enabled=True)
        return tried != TriedSettings(kept, self._settings.context.recall_budget_tokens)

    @Slot()
    def _on_run(self) -> None:
        if self._asking:
            self._progress.cancel()
        else:
            self._start()

    def _start(self) -> None:
        self._waiting = False
        if not self._questions:
            return
        self._progress = Progress()
        self._asking = True
        self._timer.start()
        self._bridge.run(
            "read",
            self._services.memory_test.run,
            self._person_id,
            self._questions,
            self._tried(),
            self._progress,
            done=partial(self._take_report, self._progress),
            failed=self._on_failed,
            owner=self,
        )
        self._update()

    def _take_report(self, progress: Progress, report: Report | None) -> None:
        if progress is not self._progress:
            return
        self._stop_following()
        if report is not None:
            self._report = report
            kept = replace(self._settings.recall, enabled=True)
            if report.tried == TriedSettings(kept, self._settings.context.recall_budget_tokens):
                self._before = report
        self._fill()

    def _on_failed(self, error: UserError) -> None:
        self._stop_following()
        self._update()
        self._result.setText(error_text(error).line)

    def _stop_following(self) -> None:
        self._asking = False
        self._timer.stop()

    @Slot()
    def _follow(self) -> None:
        self._bar.setRange(0, max(1, self._progress.total))
        self._bar.setValue(self._progress.done)

    def done(self, result: int) -> None:
        """Stop asking."""
        self._progress.cancel()
        self._services.memory_test.forget()
        super().done(result)

    def accept(self) -> None:
        """Keep the settings that were tried."""
        tried = self._tried()
        settings = self._services.settings.get()
        context = replace(settings.context, recall_budget_tokens=tried.budget_tokens)
        self.settings_kept.emit(replace(settings, recall=tried.recall, context=context))
        super().accept()

    # --- what is shown

    def _fill(self) -> None:
        """Show the report, or the questions while there is none."""
        row = max(0, self._list.currentRow())
        self._list.blockSignals(True)
        self._list.clear()
        if self._report is not None:
            for outcome in self._report.outcomes:
                self._list.addItem(f"{verdict(outcome)}\n{printable(outcome.question.text)}")
        elif self._questions is not None:
            for question in self._questions:
                self._list.addItem(printable(question.text))
        self._list.setCurrentRow(min(row, self._list.count() - 1))
        self._list.blockSignals(False)
        self._show_details()
        self._update()

    @Slot()
    def _update(self) -> None:
        """Say what came of it, and what can be done now."""
        self._bar.setVisible(self._asking)
        self._run.setText(self.tr("Stop") if self._asking else self.tr("Ask again"))
        self._run.setEnabled(bool(self._questions))
        self._source.setEnabled(not self._asking)
        report = self._report
        self.accept_button.setEnabled(
            not self._asking and self._differs and report is not None and report.tried == self._tried()
        )
        if self._asking:
            self._result.setText(
                counted(
                    len(self._questions or ()),
                    self.tr("Asking 1 question."),
                    self.tr("Asking: {count} questions in all."),
                )
            )
        elif self._questions is None:
            self._result.setText(self.tr("Looking for questions in what was said…"))
        elif not self._questions:
            self._result.setText(self.tr("Too little was said so far to ask about it."))
        elif self._waiting:
            self._result.setText(
                self.tr("Recall by meaning is being loaded; then it asks. “Ask again” asks at once, by words alone.")
            )
        elif report is None:
            self._result.setText(
                counted(
                    len(self._questions),
                    self.tr("Not asked yet: 1 question."),
                    self.tr("Not asked yet: {count} questions in all."),
                )
            )
        else:
            words_only = self.tr("Recall by meaning is off: words alone were searched.")
            self._result.setText(sentences(words_only, summary(report)) if report.words_only else summary(report))
        self._compared.setText(self._comparison())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep room for what comes of it: neither the questions nor a button may move when it comes."""
        super().resizeEvent(event)
        kept = _SPACING
        for line, characters in ((self._result, _RESULT_CHARACTERS), (self._compared, _COMPARED_CHARACTERS)):
            metrics = line.fontMetrics()
            lines = 1 + characters * metrics.averageCharWidth() // max(1, self.width() - _BESIDE_BODY_PX)
            kept += lines * metrics.lineSpacing()
        self._words.setMinimumHeight(kept)

    def _comparison(self) -> str:
        report, before = self._report, self._before
        if report is not None and report.tried != self._tried() and not self._asking:
            return self.tr("Other settings are entered: ask again to see what they do.")
        if report is not None and before is not None and report is not before and report.scored:
            difference = report.found - before.found
            change = f"{difference:+d}" if difference else "±0"
            return self.tr("With the settings in force: {found} of {asked} ({change}).").format(
                found=format_number(before.found), asked=format_number(before.scored), change=change
            )
        return ""

    @Slot()
    def _show_details(self) -> None:
        outcome = self._outcome()
        self._go.setEnabled(outcome is not None and bool(outcome.recalled))
        self._details.setPlainText(details(outcome, date.today()) if outcome else "")

    def _outcome(self) -> Outcome | None:
        row = self._list.currentRow()
        return self._report.outcomes[row] if self._report is not None and row >= 0 else None

    @Slot()
    def _on_go(self) -> None:
        outcome = self._outcome()
        if outcome is not None and outcome.recalled:
            best = outcome.recalled[0]
            self.reject()
            self.source_requested.emit(best.session_id, best.turn_id)

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        self.set_title(self.tr("Test my memory"))
        self.accept_button.setText(self.tr("Keep these settings"))
        self.cancel_button.setText(self.tr("Close"))
        self._note.setText(
            self.tr(
                "Questions about what was said are asked, and what would be recalled is compared with the turn "
                "that answers. Change the settings below and ask again; nothing is kept until you say so."
            )
        )
        chosen = max(0, self._source.currentIndex())
        self._source.clear()
        self._source.addItems([self.tr("Questions from my history"), self.tr("Questions from a file…")])
        self._source.setCurrentIndex(chosen)
        texts = (
            self.tr("Memories recalled at most"),
            self.tr("Least similarity (together)"),
            self.tr("Meaning against words"),
            self.tr("Room for them"),
        )
        for (name, field), text in zip(self._labels, texts, strict=True):
            name.setText(text)
            field.setAccessibleName(text)
        self._budget.setSuffix(self.tr(" tokens"))
        self._source.setAccessibleName(self.tr("What is asked"))
        self._bar.setAccessibleName(self.tr("Questions asked so far"))
        self._list.setAccessibleName(self.tr("Questions and what became of them"))
        self._details.setAccessibleName(self.tr("What the question recalled"))
        self._go.setText(self.tr("Show the best in the conversation"))
        self._fill()
