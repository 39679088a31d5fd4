"""Builds a session's prompts again by other settings, without generating anything."""

from __future__ import annotations

from desktop_app.domain.choices import TurnChoices
from desktop_app.domain.errors import UserError
from desktop_app.domain.replay import PromptOutline, ReplayedTurn
from desktop_app.services.context import ContextService
from desktop_app.services.memory_test import Progress
from desktop_app.storage.store import Store


class ReplayService:
    """Replays sessions. Calls block; nothing is written.

    Each prompt is built from the turns that really came before it, with what is known by now: facts,
    summaries and memories of other sessions are today's.
    """

    def __init__(self, store: Store, context: ContextService) -> None:
        self._store = store
        self._context = context

    def run(self, session_id: int, choices: TurnChoices, progress: Progress) -> tuple[ReplayedTurn, ...] | None:
        """Every turn of the session's branch that had a prompt, oldest first.

        Args:
            session_id: which session.
            choices: its context and recall settings are tried.
            progress: follows the turns and can end it.

        Returns:
            None if it was cancelled.
        """
        turns = self._store.read(lambda db: db.turns.branch(session_id))
        progress.total = len(turns)
        replayed: list[ReplayedTurn] = []
        for turn in turns:
            if progress.cancelled:
                return None
            progress.done += 1
            was = self._context.ledger(turn.id)
            if was is None:
                continue
            now: PromptOutline | None = None
            refusal: UserError | None = None
            try:
                now = PromptOutline.of(
                    self._context.preview(
                        session_id, turn.question.text, turn.question.speaker, exclude_turn=turn.id, choices=choices
                    )
                )
            except UserError as error:
                refusal = error
            replayed.append(ReplayedTurn(turn.id, turn.ordinal, PromptOutline.of(was), now, refusal))
        return tuple(replayed)
