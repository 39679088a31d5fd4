"""The line at the bottom: the last turn's figures left, what holds for the whole program right."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from desktop_app.domain.events import Changed, ConsolidationProgress, PromptRead, ReplyDelta, TurnFinished
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.texts import format_number, format_rate
from desktop_app.ui.widgets.basics import button, label
from desktop_app.ui.widgets.flow import FlowLayout

_GAP = 22


class StatusBar(QWidget):
    """Shows speed, time to first token, how much of the prompt had to be computed, and memory work.

    Args:
        kind: of the vault.
        bridge: brings the events.
        is_protected: whether the vault needs a secret to be opened.

    Signals:
        memory_work_requested: somebody wants to know what of the memory work waits, and what failed.
        protection_requested: somebody wants to see what opens the vault.
    """

    memory_work_requested = Signal()
    protection_requested = Signal()

    def __init__(self, bridge: EventBridge, is_protected: Callable[[], bool], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_protected = is_protected
        self._turns: dict[int, TurnFinished] = {}  # the last of each session that was spoken in
        self._session_id: int | None = None
        self._reading: PromptRead | None = None
        self._memory = ConsolidationProgress(0, 0)
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._speed, self._first_token, self._computed = (label("caption") for _ in range(3))
        self._memory_text, self._memory_failed = button("link"), button("link")
        for work in (self._memory_text, self._memory_failed):
            work.clicked.connect(self.memory_work_requested)
        self._offline, self._encrypted = label("caption"), button("link")
        self._encrypted.clicked.connect(self.protection_requested)
        # Both sides go on in further lines where large text leaves no room: the window is never wider for them.
        figures, self._states = FlowLayout(_GAP), FlowLayout(_GAP, at_end=True)
        for widget in (self._speed, self._first_token, self._computed, self._memory_text, self._memory_failed):
            figures.addWidget(widget)
        for widget in (self._offline, self._encrypted):
            self._states.addWidget(widget)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 5, 16, 5)
        row.setSpacing(_GAP)
        for side, stretch in ((figures, 1), (self._states, 0)):
            holder = QWidget()
            holder.setLayout(side)
            row.addWidget(holder, stretch)
        bridge.event.connect(self._on_event)
        self._retranslate()

    def add_mark(self, mark: QPushButton, clicked: Callable[[], object]) -> None:
        """Put a button to the right, before how the vault is kept."""
        mark.clicked.connect(clicked)
        self._states.insert(0, mark)

    def show_session(self, session_id: int | None) -> None:
        """Show the figures of the last reply of a session, none where none was given since the start."""
        self._session_id = session_id
        self._show()

    @property
    def texts(self) -> tuple[str, ...]:
        """What is shown on the left, for tests and screen readers."""
        shown = (self._speed, self._first_token, self._computed, self._memory_text, self._memory_failed)
        return tuple(widget.text() for widget in shown if widget.text())

    @Slot(object)
    def _on_event(self, event: object) -> None:
        if isinstance(event, PromptRead):
            self._reading = event
        elif isinstance(event, ReplyDelta):
            if self._reading is None:
                return
            self._reading = None
        elif isinstance(event, TurnFinished):
            self._reading = None
            if event.completion_tokens or event.ledger is not None:
                self._turns[event.session_id] = event
        elif isinstance(event, ConsolidationProgress):
            self._memory = event
        elif isinstance(event, Changed) and event.vault_keys:
            self._show_protection()
        else:
            return
        self._show()

    def _show(self) -> None:
        self._show_figures()
        waiting, failed = self._memory.waiting, self._memory.failed
        words = self.tr("memory steps failed: {count}").format(count=format_number(failed))
        _set(self._memory_failed, words if failed else "")
        left = waiting - failed
        _set(self._memory_text, self.tr("%n memory steps waiting", "", left) if left else "")

    def _show_figures(self) -> None:
        if self._reading is not None:
            _set(
                self._speed,
                self.tr("reading {read} of {total}").format(
                    read=format_number(self._reading.read_tokens), total=format_number(self._reading.total_tokens)
                ),
            )
            _set(self._first_token, "")
            _set(self._computed, "")
            return
        turn = self._turns.get(self._session_id or 0)
        speed = first = computed = ""
        if turn is not None and turn.completion_tokens and turn.decode_ms > 0:
            speed = self.tr("{rate} tok/s").format(rate=format_rate(turn.completion_tokens * 1000 / turn.decode_ms))
        if turn is not None and turn.first_token_ms > 0:
            first = self.tr("first token {seconds} s").format(seconds=format_rate(turn.first_token_ms / 1000))
        if turn is not None and turn.ledger is not None and turn.completion_tokens:
            computed = self.tr("computed {computed} of {total}").format(
                computed=format_number(turn.ledger.computed_tokens), total=format_number(turn.ledger.prompt_tokens)
            )
        for widget, text in ((self._speed, speed), (self._first_token, first), (self._computed, computed)):
            _set(widget, text)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Status"))
        self._memory_text.setAccessibleDescription(self.tr("Shows what waits, and what failed"))
        self._memory_failed.setAccessibleDescription(self.tr("Shows what failed, why, and when it is tried again"))
        for figure, says in (
            (self._speed, self.tr("How fast the last reply was written")),
            (self._first_token, self.tr("How long it took until the reply began")),
            (self._computed, self.tr("Tokens of the prompt that were read for it; the others were still known")),
        ):
            figure.setToolTip(says)
            figure.setAccessibleDescription(says)
        self._offline.setText(self.tr("offline"))
        self._show_protection()
        self._show()

    def _show_protection(self) -> None:
        state = self.tr("encrypted") if self._is_protected() else self.tr("encrypted, no passphrase")
        self._encrypted.setText(state)
        self._encrypted.setAccessibleName(self.tr("{state}: what opens this vault").format(state=state))


def _set(widget: QLabel | QPushButton, text: str) -> None:
    widget.setText(text)
    widget.setVisible(bool(text))
