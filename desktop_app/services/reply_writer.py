"""A reply while it grows: announced piece by piece, saved once a second."""

from __future__ import annotations

import time

from desktop_app.domain.conversation import Turn
from desktop_app.domain.events import PromptRead, ReplyDelta
from desktop_app.domain.ports import Delta, Prefill
from desktop_app.services.bus import EventBus
from desktop_app.services.generating import GrowingReply
from desktop_app.storage.store import Store

SAVE_EVERY_S = 1.0  # a crash costs at most this much of a reply


class ReplyWriter(GrowingReply):
    """Publishes a growing reply and saves it once a second.

    Args:
        store: the vault.
        bus: where it is announced.
        turn: whose reply it is; what the reply says already stands before what is written now.
    """

    def __init__(self, store: Store, bus: EventBus, turn: Turn) -> None:
        super().__init__()
        self._store = store
        self._bus = bus
        self._turn = turn
        self._before = turn.reply.text if turn.reply is not None else ""
        self._saved_at = time.monotonic()

    def was_read(self, event: Prefill) -> None:
        """Announce how far the prompt is read."""
        self._bus.publish(PromptRead(self._turn.id, event.read_tokens, event.total_tokens))

    def was_written(self, event: Delta) -> None:
        """Announce what was written, and keep it every second."""
        self._bus.publish(ReplyDelta(self._turn.session_id, self._turn.id, event.text))
        if time.monotonic() - self._saved_at >= SAVE_EVERY_S:
            text = self._before + self.text
            self._store.write(lambda db: db.turns.save_reply(self._turn.id, text))
            self._saved_at = time.monotonic()
