"""What the chat engine keeps of the last prompt, and how fast it reads, as far as the services can know."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from desktop_app.domain.conversation import FinishReason
from desktop_app.domain.events import EngineChanged, EngineState, Event, PromptRead, TurnFinished, TurnStarted
from desktop_app.domain.ledger import Piece
from desktop_app.domain.ports import ModelInfo
from desktop_app.domain.prices import first_tokens, tokens_to_read

LEAST_TOKENS = 32  # fewer tell nothing of the speed
_OLDER_SHARE = 0.6  # weight of all samples before, for each new one

_LOST = (FinishReason.FAILED, FinishReason.INTERRUPTED)


class PromptCache:
    """Follows the engine through the events of the bus. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._model = ""
        self._pieces: tuple[Piece, ...] = ()
        self._reading: tuple[int, int] | None = None  # turn, and tokens of its prompt that are read
        self._speeds: dict[str, tuple[float, float]] = {}  # decaying sums of tokens and milliseconds

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces the engine holds in its cache, in order; what it wrote after them is left out."""
        with self._lock:
            return self._pieces

    def seconds(self, tokens: int) -> float | None:
        """How long the loaded model reads so many tokens, from its last turns; None before the first."""
        with self._lock:
            read, took_ms = self._speeds.get(self._model, (0.0, 0.0))
            return tokens * took_ms / read / 1000 if read else None

    def note(self, pieces: Sequence[Piece], computed_tokens: int, *, complete: bool) -> None:
        """Take note of a prefix that was read ahead, ``computed_tokens`` of it now, maybe not to its end."""
        with self._lock:
            if complete:
                self._pieces = tuple(pieces)
                return
            common = sum(piece.tokens for piece in pieces) - tokens_to_read(self._pieces, pieces)
            self._pieces = first_tokens(pieces, common + computed_tokens)

    def on_event(self, event: Event) -> None:
        """Keep up with the engine; to be subscribed to the bus."""
        with self._lock:
            if isinstance(event, EngineChanged):
                self._on_engine(event)
            elif isinstance(event, TurnStarted):
                self._pieces, self._reading = event.ledger.pieces, (event.turn_id, 0)
            elif isinstance(event, PromptRead):
                self._reading = (event.turn_id, event.read_tokens)
            elif isinstance(event, TurnFinished):
                self._on_finished(event)

    def _on_engine(self, event: EngineChanged) -> None:
        if event.state is EngineState.LOADING:
            return  # the model before still serves
        model = _identity(event.model)
        if model != self._model:
            self._model, self._pieces = model, ()

    def _on_finished(self, event: TurnFinished) -> None:
        if event.ledger is None:
            return
        turn_id, read = self._reading or (0, 0)
        if event.finish_reason in _LOST:
            self._pieces = ()
        elif turn_id == event.turn_id and event.completion_tokens == 0:
            self._pieces = first_tokens(event.ledger.pieces, read)  # stopped while it read
        if event.read_tokens >= LEAST_TOKENS and event.prefill_ms > 0:
            tokens, took_ms = self._speeds.get(self._model, (0.0, 0.0))
            self._speeds[self._model] = (
                tokens * _OLDER_SHARE + event.read_tokens,
                took_ms * _OLDER_SHARE + event.prefill_ms,
            )


def _identity(model: ModelInfo | None) -> str:
    return f"{model.sha256} {model.context_length}" if model else ""
