"""Replay: the prompts of a session built by other settings, beside those that were sent."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, QTimer, Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QProgressBar,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from desktop_app.domain.choices import NO_CHOICES, TurnChoices
from desktop_app.domain.errors import UserError
from desktop_app.domain.replay import ReplayedTurn
from desktop_app.services.facade import Services
from desktop_app.services.memory_test import Progress
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.error_texts import error_text
from desktop_app.ui.memory_panel.choice_form import ChoiceForm
from desktop_app.ui.texts import format_number, translate
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.basics import button, label

_FOLLOW_MS = 100


class ReplayView(QWidget):
    """Settings to try, and a row for each turn that had a prompt."""

    def __init__(
        self,
        services: Services,
        bridge: EventBridge,
        theme: Theme,
        session_id: int | None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._services = services
        self._bridge = bridge
        self._session = session_id
        self._choices = NO_CHOICES
        self._progress = Progress()
        self._replayed: tuple[ReplayedTurn, ...] | None = None
        self._running = False
        self.form = ChoiceForm(theme, self)
        self.form.edited.connect(self._on_edited)
        self.form.show_choices(services.settings.get(), NO_CHOICES)
        self.run = button("", self)
        self.run.clicked.connect(self._on_run)
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        policy = self.bar.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.bar.setSizePolicy(policy)
        self.bar.hide()
        self.state = label("muted", parent=self)
        self.state.setWordWrap(True)
        self.table = QTableWidget(0, 5, self)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setShowGrid(False)
        self.table.setTabKeyNavigation(False)
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self._timer = QTimer(self)
        self._timer.setInterval(_FOLLOW_MS)
        self._timer.timeout.connect(self._follow)
        row = QHBoxLayout()
        row.addWidget(self.run)
        row.addWidget(self.bar, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 10, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.form)
        layout.addLayout(row)
        layout.addWidget(self.state)
        layout.addWidget(self.table, 1)
        self.retranslate()

    def stop(self) -> None:
        """End what is running."""
        self._progress.cancel()

    @Slot(object)
    def _on_edited(self, choices: TurnChoices) -> None:
        self._choices = choices

    @Slot()
    def _on_run(self) -> None:
        if self._running:
            self._progress.cancel()
            return
        if self._session is None:
            return
        self._running = True
        self._progress = Progress()
        self.bar.show()
        self._timer.start()
        self.retranslate()
        self._bridge.run(
            "read", self._services.replay.run, self._session, self._choices, self._progress,
            done=self._take, failed=self._on_failed, owner=self,
        )  # fmt: skip

    @Slot()
    def _follow(self) -> None:
        self.bar.setRange(0, max(1, self._progress.total))
        self.bar.setValue(self._progress.done)

    def _ended(self) -> None:
        self._running = False
        self._timer.stop()
        self.bar.hide()
        self.retranslate()

    def _take(self, replayed: tuple[ReplayedTurn, ...] | None) -> None:
        if replayed is not None:
            self._replayed = replayed
        self._ended()

    def _on_failed(self, error: UserError) -> None:
        self._ended()
        self.state.setText(error_text(error).line)

    def _fill(self) -> None:
        replayed = self._replayed or ()
        self.table.setRowCount(len(replayed))
        for row, turn in enumerate(replayed):
            for column, text in enumerate(_cells(turn)):
                cell = QTableWidgetItem(text)
                cell.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                self.table.setItem(row, column, cell)

    def _state_words(self) -> str:
        if self._session is None:
            return translate("Replay", "Open a session first.")
        if self._replayed is None:
            return translate(
                "Replay",
                "Builds the prompt of every turn of the open session again by these settings. Nothing is generated "
                "or changed; facts, summaries and memories are today's.",
            )
        was = sum(turn.was.tokens for turn in self._replayed)
        now = sum(turn.now.tokens for turn in self._replayed if turn.now is not None)
        changed = sum(turn.now != turn.was for turn in self._replayed)
        return translate(
            "Replay", "{changed} of {count} prompts would differ; {was} tokens were sent, now {now}."
        ).format(
            changed=format_number(changed),
            count=format_number(len(self._replayed)),
            was=format_number(was),
            now=format_number(now),
        )

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        self.run.setText(translate("Replay", "Stop") if self._running else translate("Replay", "Replay the session"))
        self.run.setAccessibleName(self.run.text())
        self.run.setEnabled(self._session is not None)
        self.bar.setAccessibleName(translate("Replay", "Progress"))
        self.table.setAccessibleName(translate("Replay", "Prompts as they were and as they would be"))
        self.table.setHorizontalHeaderLabels(
            [
                translate("Replay", "Turn"),
                translate("Replay", "Tokens"),
                translate("Replay", "Kept"),
                translate("Replay", "Left out"),
                translate("Replay", "Recalled"),
            ]
        )
        self.state.setText(self._state_words())
        self._fill()


def _cells(turn: ReplayedTurn) -> tuple[str, ...]:
    was, now = turn.was, turn.now
    number = format_number(turn.ordinal + 1)
    if now is None:
        return number, error_text(turn.error).title if turn.error else "", "", "", ""
    return (
        number,
        _change(was.tokens, now.tokens),
        _change(len(was.kept), len(now.kept), moved=was.kept != now.kept),
        _change(len(was.clipped), len(now.clipped), moved=was.clipped != now.clipped),
        _change(len(was.recalled), len(now.recalled), moved=was.recalled != now.recalled),
    )


def _change(was: int, now: int, *, moved: bool = False) -> str:
    """One figure where it stays, both where it changes; others of the same number are said to be others."""
    if was != now:
        return f"{format_number(was)} → {format_number(now)}"
    return translate("Replay", "{count}, others").format(count=format_number(now)) if moved else format_number(now)
