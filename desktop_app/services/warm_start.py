"""Reads the standing part of an open session's prompt before anyone types."""

from __future__ import annotations

import logging
import threading

from desktop_app.domain.clipping import stable_length
from desktop_app.domain.errors import UserError
from desktop_app.domain.events import EngineChanged, EngineState, Event
from desktop_app.domain.ports import ChatEngine
from desktop_app.services.context import ContextService
from desktop_app.services.prompt_cache import PromptCache
from desktop_app.services.tasks import Tasks

_log = logging.getLogger(__name__)

DWELL_S = 0.4  # who leafs through sessions does not have each of them read


class WarmStart:
    """Has the engine read ahead for the session that is shown. Calls return at once, from any thread.

    The first message then waits only for what changes with it. Reading makes way for a message
    that is sent, and for another session.
    """

    def __init__(self, engine: ChatEngine, context: ContextService, tasks: Tasks, cache: PromptCache) -> None:
        self._engine = engine
        self._context = context
        self._tasks = tasks
        self._cache = cache
        self._lock = threading.Lock()
        self._session_id: int | None = None
        self._cancel = threading.Event()
        self._model: tuple[str, int] | None = None

    def show(self, session_id: int | None) -> None:
        """Read ahead for this session, as soon as there is a model, and for no other any more."""
        with self._lock:
            self._session_id = session_id
            self._begin(DWELL_S)

    def stop(self) -> None:
        """Make way for a message: end what is being read; what was read stays."""
        with self._lock:
            self._cancel.set()

    def on_event(self, event: Event) -> None:
        """Begin anew when another model is loaded; to be subscribed to the bus."""
        if isinstance(event, EngineChanged) and event.state is not EngineState.LOADING:
            model = (event.model.sha256, event.model.context_length) if event.model else None
            with self._lock:
                changed, self._model = model != self._model, model
                if changed:
                    self._begin(0.0)

    def _begin(self, delay_s: float) -> None:
        self._cancel.set()
        cancel = self._cancel = threading.Event()
        session_id = self._session_id
        if session_id is not None and self._engine.model is not None:
            self._tasks.later("read", delay_s, lambda: self._read(session_id, cancel))

    def _read(self, session_id: int, cancel: threading.Event) -> None:
        if cancel.is_set():
            return
        try:
            ledger = self._context.standing(session_id)
            if ledger is None:
                return
            pieces = self._context.prompt(session_id, ledger)
            end = stable_length(ledger.pieces)
            computed = self._engine.read_ahead(pieces[:end], cancel)
        except KeyError:
            return  # the session was deleted meanwhile
        except UserError as error:
            _log.info("reading ahead ended: %s", error.code)
            return
        self._cache.note(ledger.pieces[:end], computed, complete=not cancel.is_set())
