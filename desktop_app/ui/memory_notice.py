"""What was just done to the facts from the composer, above it: undo it, or say which fact was meant."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial

from PySide6.QtCore import QEvent, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from desktop_app.domain.events import Changed
from desktop_app.domain.fact_changes import FactsBefore
from desktop_app.domain.memory import Fact
from desktop_app.domain.memory_commands import CommandKind
from desktop_app.services.asked import MemoryAnswer
from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.memory_panel.fact_words import fact_name, quoted, said_on, with_words_left
from desktop_app.ui.texts import translate
from desktop_app.ui.widgets.basics import ElidedLabel, button, label

LASTS_MS, UNDO_LASTS_MS = 10_000, 20_000  # what was done; with what undoes it
_RESTS_MS = 1_500  # that the mouse has rested before anything moves under it
_MOST_ROWS = 6  # of facts to choose from; more are in the Facts tab


@dataclass(frozen=True, slots=True)
class _State:
    """What is shown of one session: words with what undoes them, or facts to choose from."""

    turn_id: int
    kind: CommandKind
    facts: tuple[Fact, ...]
    undo: FactsBefore | None = None
    undone: bool = False
    asks: bool = False
    until: float = math.inf  # by the clock of `time.monotonic`; a question waits for its answer


class MemoryNotice(QFrame):
    """A question stays until it is answered; what was done shows for some seconds, and as long as somebody is at it.

    Signals:
        facts_requested: the Facts tab is to be shown.
        left: the keyboard focus has nowhere to stay here.
    """

    facts_requested = Signal()
    left = Signal()

    def __init__(self, services: Services, bridge: EventBridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._services = services
        self._bridge = bridge
        self._session_id: int | None = None
        self._states: dict[int, _State] = {}
        self._pointer = QCursor.pos()  # where the mouse was when it was last looked at
        self.setProperty("surface", "card")
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._on_time_over)
        self._title = label("heading")
        self._title.setWordWrap(True)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(6)
        self._undo = self._link(self._on_undo)
        self._all = self._link(self._on_all)
        self._more = self._link(self.facts_requested.emit)
        self._dismiss = self._link(self._on_dismiss)
        actions = QHBoxLayout()
        actions.setSpacing(14)
        actions.addWidget(self._title, 1)
        for each in (self._undo, self._all, self._more, self._dismiss):
            actions.addWidget(each, 0, Qt.AlignmentFlag.AlignTop)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 10, 14, 10)
        layout.setSpacing(8)
        layout.addLayout(actions)
        layout.addLayout(self._rows)
        self.hide()
        bridge.event.connect(self._on_event)

    @staticmethod
    def _link(action: Callable[[], object]) -> QPushButton:
        made = button("link")
        made.clicked.connect(lambda: action())
        return made

    # --- what the window tells

    def show_session(self, session_id: int | None) -> None:
        """Show what was last done in a session, if that can still be answered."""
        now = time.monotonic()
        self._states = {told: state for told, state in self._states.items() if state.until > now}
        self._session_id = session_id
        self._show()

    def take(self, answer: MemoryAnswer) -> None:
        """Show what came of a command, in the session it was given in."""
        state = None
        if answer.choices:
            state = _State(answer.turn.id, answer.kind, answer.choices, asks=True)
        elif answer.changed is not None:
            state = _State(answer.turn.id, answer.kind, answer.facts, answer.changed)
        if state is not None:  # what changed nothing leaves the way back to what did
            self._put(answer.turn.session_id, state)

    @Slot(object)
    def _on_event(self, event: object) -> None:
        """Say nothing any more of sessions whose words were erased."""
        if isinstance(event, Changed) and event.origin in ("sessions.delete", "sessions.clear"):
            for session_id in event.sessions:
                self._put(session_id, None)

    # --- what a person does

    def _on_undo(self) -> None:
        state, session_id = self._states.get(self._session_id or 0), self._session_id
        if state is None or state.undo is None or session_id is None:
            return
        self._bridge.run(
            "read",
            self._services.asked.undo,
            state.turn_id,
            state.undo,
            done=lambda _: self._put(session_id, _State(state.turn_id, state.kind, state.facts, undone=True)),
            owner=self,
        )

    def _on_all(self) -> None:
        state = self._states.get(self._session_id or 0)
        if state is not None:
            self._forget(state.turn_id, state.facts)

    def _forget(self, turn_id: int, facts: Sequence[Fact]) -> None:
        session_id = self._session_id
        if session_id is None:
            return
        forgotten = tuple(facts)
        self._bridge.run(
            "read",
            self._services.asked.forget_chosen,
            turn_id,
            [fact.id for fact in forgotten],
            done=lambda before: self._put(session_id, _State(turn_id, CommandKind.FORGET, forgotten, before)),
            owner=self,
        )

    def _on_time_over(self) -> None:
        focus: QWidget | None = QApplication.focusWidget()
        if self.underMouse() or (focus is not None and self.isAncestorOf(focus)):
            self._timer.start(LASTS_MS)  # somebody is about to use it
        elif (pointer := QCursor.pos()) != self._pointer:
            self._pointer = pointer
            self._timer.start(_RESTS_MS)  # what is pressed next must not move away under the mouse
        else:
            self._on_dismiss()

    def _on_dismiss(self) -> None:
        if self._session_id is not None:
            self._put(self._session_id, None)

    # --- showing

    def _put(self, session_id: int, state: _State | None) -> None:
        self._states.pop(session_id, None)
        if state is not None:
            lasts_ms = UNDO_LASTS_MS if state.undo is not None else LASTS_MS
            until = math.inf if state.asks else time.monotonic() + lasts_ms / 1000
            self._states[session_id] = replace(state, until=until)
        if session_id == self._session_id:
            self._show()

    def _show(self) -> None:
        focus: QWidget | None = QApplication.focusWidget()
        had_focus = focus is not None and self.isAncestorOf(focus)
        while (item := self._rows.takeAt(0)) is not None:
            if (row := item.widget()) is not None:
                row.hide()
                row.deleteLater()
        state = self._states.get(self._session_id or 0)
        self.setVisible(state is not None)
        self._timer.stop()
        if state is not None:
            self._fill(state)
            if not state.asks:
                self._timer.start(max(0, round(1000 * (state.until - time.monotonic()))))
        if had_focus:
            self._keep_focus()

    def _fill(self, state: _State) -> None:
        words = _words(state)
        self._title.setText(words)
        self.setAccessibleName(words)
        self._undo.setVisible(state.undo is not None)
        self._all.setVisible(state.asks and len(state.facts) > 1)
        self._more.setVisible(state.asks and len(state.facts) > _MOST_ROWS)
        if state.asks:
            for fact in state.facts[:_MOST_ROWS]:
                self._rows.addWidget(self._choice(state.turn_id, fact))
        self._name_actions(state)

    def _choice(self, turn_id: int, fact: Fact) -> QWidget:
        today = date.today()
        name = fact_name(fact, today)
        row = QWidget()
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(10)
        shown = ElidedLabel("caption")
        quote = [quoted(" ".join(fact.quote.split()))] if fact.quote else []
        shown.set_full_text("  ".join([name, *quote, said_on(fact, today)]))
        forget = button("small")
        forget.setText(translate("MemoryNotice", "Forget"))
        forget.setAccessibleName(translate("MemoryNotice", "Forget: {fact}").format(fact=name))
        forget.setAccessibleDescription(shown.full_text())
        forget.clicked.connect(partial(self._forget, turn_id, (fact,)))
        layout.addWidget(shown, 1)
        layout.addWidget(forget)
        return row

    def _name_actions(self, state: _State) -> None:
        keep = translate("MemoryNotice", "Keep all") if state.asks else translate("MemoryNotice", "Close")
        for each, text, name in (
            (self._undo, translate("MemoryNotice", "Undo"), translate("MemoryNotice", "Undo: {what}")),
            (self._all, translate("MemoryNotice", "Forget all of these"), ""),
            (self._more, translate("MemoryNotice", "Show all in Facts"), ""),
            (self._dismiss, keep, ""),
        ):
            each.setText(text)
            each.setAccessibleName(name.format(what=self._title.text()) if name else text)
            each.setAccessibleDescription(self._title.text())

    def _keep_focus(self) -> None:
        """Go on with the question, or writing: on Undo, the next space that is typed would take back what was done."""
        state = self._states.get(self._session_id or 0)
        if state is not None and state.asks and self.isVisibleTo(self.window()):
            self._dismiss.setFocus()
        else:
            self.left.emit()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._show()
        super().changeEvent(event)


def _words(state: _State) -> str:
    today = date.today()
    facts = translate("MemoryNotice", ", ").join(fact_name(fact, today) for fact in state.facts)
    if state.asks:
        return translate("MemoryNotice", "Which of these is to be forgotten?")
    if state.undone:
        pattern = translate("MemoryNotice", "Undone, as it was before: {facts}")
    elif state.kind is CommandKind.FORGET:
        return with_words_left(translate("MemoryNotice", "Forgotten: {facts}").format(facts=facts), state.facts)
    else:
        pattern = translate("MemoryNotice", "Remembered: {facts}")
    return pattern.format(facts=facts)
