"""Deletions that can be undone for twenty seconds before they happen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot

UNDO_MS = 20_000


@dataclass(frozen=True, slots=True)
class Deleted:
    """Ids of what was deleted in the window and is still in the vault: nothing may show it."""

    sessions: frozenset[int] = frozenset()
    turns: frozenset[int] = frozenset()
    facts: frozenset[int] = frozenset()


NOTHING_DELETED: Final = Deleted()


class PendingDeletions(QObject):
    """Holds what was deleted in the window, sessions or turns, and is still in the vault.

    A deletion is carried out when its time is over, when another one follows, or at the end of
    the program; a kill in between loses nothing.

    Args:
        carry_out: deletes a session or turn for good, for a reason where one was asked for.
    """

    changed = Signal()

    def __init__(
        self, carry_out: Callable[[int, str], None], undo_ms: int = UNDO_MS, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._carry_out = carry_out
        self._pending: tuple[int, ...] = ()
        self.reason = ""  # of what is pending
        self._going: set[int] = set()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(undo_ms)
        self._timer.timeout.connect(self.flush)

    @property
    def undoable(self) -> tuple[int, ...]:
        """The sessions whose deletion can be undone, together."""
        return self._pending

    @property
    def hidden(self) -> frozenset[int]:
        """Sessions that are to be shown no longer."""
        return frozenset(self._going).union(self._pending)

    def add(self, *session_ids: int, reason: str = "") -> None:
        """Delete sessions in twenty seconds."""
        self.flush()
        self._pending, self.reason = session_ids, reason
        self._timer.start()
        self.changed.emit()

    @Slot()
    def undo(self) -> None:
        """Keep the sessions after all."""
        self._timer.stop()
        self._pending = ()
        self.changed.emit()

    @Slot()
    def flush(self) -> None:
        """Carry out what is pending."""
        self._timer.stop()
        if not self._pending:
            return
        session_ids, self._pending = self._pending, ()
        self._going.update(session_ids)
        for session_id in session_ids:
            self._carry_out(session_id, self.reason)
        self.changed.emit()

    def restore(self, session_id: int) -> None:
        """Show a session again whose deletion failed."""
        self._going.discard(session_id)
        self.changed.emit()
