"""The chat engine: `ports.ChatEngine` over a supervised process."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from desktop_app.domain.conversation import FinishReason
from desktop_app.domain.errors import MessageTooLarge, ModelError
from desktop_app.domain.ports import (
    Delta,
    Generated,
    GenerationEvent,
    LoadOptions,
    ModelInfo,
    Prefill,
    PromptPiece,
    Sampling,
)
from desktop_app.engine import machine, protocol
from desktop_app.engine.chat_loading import ChatLoader
from desktop_app.engine.gguf import GgufHeader, read_header
from desktop_app.engine.model_host import ModelHost
from desktop_app.engine.process import ProcessLimits, WorkerLost
from desktop_app.engine.scheduler import Preempted, Priority
from desktop_app.engine.supervisor import Supervisor, model_error
from desktop_app.engine.workers.loop import WorkerKind

_AnswerT = TypeVar("_AnswerT", bound=protocol.Answer)


class LlamaEngine(ModelHost[ModelInfo]):
    """A chat model in a process of its own; implements `ports.ChatEngine`.

    Each model gets a fresh process, so a failed load leaves the model before untouched and
    a closed one gives back all its memory. A lost process is started again by the next call.

    Args:
        safe_load: always load without extra buffer types (the set-up found that they crash here).
        limits: how long a process may be silent, and its address space.
        kind: the worker; the scripted one needs another ``header_of``.
        header_of: reads and checks a model file.
    """

    def __init__(
        self,
        *,
        safe_load: bool = False,
        limits: ProcessLimits | None = None,
        kind: WorkerKind = WorkerKind.CHAT,
        header_of: Callable[[Path], GgufHeader] = read_header,
    ) -> None:
        super().__init__(kind, limits)
        self._safe_load = safe_load
        self._header_of = header_of

    @property
    def model(self) -> ModelInfo | None:
        """The loaded model, None if there is none or it crashed too often."""
        return self._served

    def load(self, path: Path, options: LoadOptions, progress: Callable[[float], None]) -> ModelInfo:
        """Load a GGUF file; see `ports.ChatEngine.load`."""
        with self._load_lock:
            header = self._header_of(path)
            before = self._serving
            safe_load = self._safe_load or (before is not None and before.gave_up and before.info.path == path)
            loader = ChatLoader(self._launcher, self._limits, header, options, safe_load, progress)
            unload_first = self._must_unload_first(loader)
            if unload_first:
                self._serve(None)
            try:
                loaded = Supervisor(str(path), loader.load)
            except ModelError:
                if unload_first and before is not None:
                    self._serve(Supervisor(str(before.info.path), before.load))
                raise
            self._serve(loaded)
            progress(1.0)
            return loaded.info

    def unload(self) -> None:
        """Give the model's memory back to the system, once no reply is being written."""
        with self._load_lock:
            self._serve(None)

    def count(self, pieces: Sequence[PromptPiece]) -> list[int]:
        """Tokens of each piece; does not wait for a reply that is being written."""
        return list(self._ask(protocol.Counts, lambda id: protocol.Count(id, _wire(pieces))).counts)

    def tokenize(self, piece: PromptPiece) -> list[tuple[int, bytes]]:
        """Token ids of a piece with the bytes each stands for."""
        return list(self._ask(protocol.Tokens, lambda id: protocol.Tokenize(id, _wire([piece])[0])).tokens)

    def read_ahead(self, pieces: Sequence[PromptPiece], cancel: threading.Event) -> int:
        """Evaluate a stable prefix before anyone asks; a reply somebody waits for goes first.

        Raises:
            MessageTooLarge: the prefix alone fills the window.
            ModelError: no model is loaded, or its process was lost.
        """
        stop = threading.Event()
        try:
            with self._scheduler.turn(Priority.AHEAD, stop, cancel):
                answer = self._ask(
                    protocol.ReadAheadDone,
                    lambda id: protocol.ReadAhead(id, _wire(pieces)),
                    lambda: cancel.is_set() or stop.is_set(),
                )
        except Preempted:
            return 0
        return answer.computed_tokens

    def generate(
        self,
        pieces: Sequence[PromptPiece],
        sampling: Sampling,
        max_tokens: int,
        on_event: Callable[[GenerationEvent], None],
        cancel: threading.Event,
        background: bool = False,
    ) -> Generated:
        """Read the prompt and write a reply; see `ports.ChatEngine.generate`.

        Raises:
            MessageTooLarge: prompt and ``max_tokens`` do not fit the window; nothing was evaluated.
            ValueError: the prompt is empty or the grammar does not parse.
            ModelError: no model is loaded, or it cannot be started any more.
        """
        stop = threading.Event()
        run = _Run(on_event)
        how = _wire_sampling(sampling)
        priority = Priority.BACKGROUND if background else Priority.INTERACTIVE
        try:
            with self._scheduler.turn(priority, stop, cancel):
                process = self._require().process()
                answer = process.call(
                    protocol.Generate(process.next_id(), _wire(pieces), how, max_tokens, background),
                    on_report=run.report,
                    cancelled=lambda: cancel.is_set() or stop.is_set(),
                )
        except Preempted:
            return run.partial(FinishReason.CANCELLED)
        except WorkerLost as lost:
            if cancel.is_set() or stop.is_set():
                return run.partial(FinishReason.CANCELLED)
            return run.partial(FinishReason.INTERRUPTED, lost.code)
        if isinstance(answer, protocol.Done):
            return _generated(answer)
        assert isinstance(answer, protocol.Failed)
        _raise_refused(answer, max_tokens)
        code = "engine_crashed" if answer.code == protocol.INTERNAL else answer.code
        return run.partial(FinishReason.FAILED, code)

    def _require(self) -> Supervisor[ModelInfo]:
        serving = self._serving
        if serving is None:
            raise ModelError("model_not_loaded")
        return serving

    def _ask(
        self,
        kind: type[_AnswerT],
        request: Callable[[int], protocol.Request],
        cancelled: Callable[[], bool] | None = None,
    ) -> _AnswerT:
        serving = self._require()
        path = str(serving.info.path)
        process = serving.process()
        try:
            answer = process.call(request(process.next_id()), cancelled=cancelled)
        except WorkerLost as lost:
            raise model_error(lost, path) from lost
        if isinstance(answer, kind):
            return answer
        assert isinstance(answer, protocol.Failed)
        _raise_refused(answer, 0)
        raise ModelError("engine_crashed", path=path, **answer.facts)

    def _must_unload_first(self, loader: ChatLoader) -> bool:
        """Whether the new model fits only without the one before. Raises ``model_no_memory`` if not even then."""
        free = machine.free_memory_bytes()
        if loader.needed_bytes <= free:
            return False
        freed = machine.private_bytes(self.pid)
        if freed and loader.needed_bytes <= free + freed:
            return True
        raise loader.no_memory(free + freed)

    def _serve(self, loaded: Supervisor[ModelInfo] | None) -> None:
        """Serve another model, or none, once no reply is being written."""
        with self._scheduler.turn(Priority.INTERACTIVE, threading.Event()):
            before, self._serving = self._serving, loaded
        if before is not None:
            before.close()


class _Run:
    """What is known of a generation while it runs: all there is if the process is lost."""

    def __init__(self, on_event: Callable[[GenerationEvent], None]) -> None:
        self._on_event = on_event
        self._text: list[str] = []
        self._started: protocol.Started | None = None
        self._read_tokens = 0

    def report(self, report: protocol.Report) -> None:
        """Note a report and pass on what the caller wants to know."""
        if isinstance(report, protocol.TextDelta):
            self._text.append(report.text)
            self._on_event(Delta(report.text))
        elif isinstance(report, protocol.PrefillProgress):
            self._read_tokens = report.read_tokens
            self._on_event(Prefill(report.read_tokens, report.total_tokens))
        elif isinstance(report, protocol.Started):
            self._started = report

    def partial(self, reason: FinishReason, error_code: str = "") -> Generated:
        """The reply as far as it came."""
        started = self._started or protocol.Started(0, (), "", 0)
        return Generated(
            text="".join(self._text),
            token_ids=(),
            finish_reason=reason,
            piece_tokens=started.piece_tokens,
            prompt_sha256=started.prompt_sha256,
            reused_tokens=started.reused_tokens,
            computed_tokens=max(0, self._read_tokens - started.reused_tokens),
            completion_tokens=0,
            first_token_ms=0.0,
            prefill_ms=0.0,
            decode_ms=0.0,
            error_code=error_code,
        )


def _generated(done: protocol.Done) -> Generated:
    return Generated(
        text=done.text,
        token_ids=done.token_ids,
        finish_reason=FinishReason(done.finish_reason),
        piece_tokens=done.piece_tokens,
        prompt_sha256=done.prompt_sha256,
        reused_tokens=done.reused_tokens,
        computed_tokens=done.computed_tokens,
        completion_tokens=done.completion_tokens,
        first_token_ms=done.first_token_ms,
        prefill_ms=done.prefill_ms,
        decode_ms=done.decode_ms,
    )


def _raise_refused(failed: protocol.Failed, max_tokens: int) -> None:
    """Raise for a request that was refused before anything was done."""
    if failed.code == protocol.TOO_LARGE:
        limit = int(failed.facts["context_limit"])
        needed = int(failed.facts["prompt_tokens"])
        raise MessageTooLarge("question", needed, max(0, limit - max_tokens), limit, max_tokens)
    if failed.code == protocol.BAD_REQUEST:
        raise ValueError(f"the engine refused: {failed.facts.get('what')}")
    if failed.code == "model_not_loaded":
        raise ModelError(failed.code)


def _wire(pieces: Sequence[PromptPiece]) -> tuple[protocol.PieceData, ...]:
    return tuple(
        protocol.PieceData(int(piece.kind), protocol.wire_text(piece.text), piece.token_ids) for piece in pieces
    )


def _wire_sampling(sampling: Sampling) -> protocol.SamplingData:
    return protocol.SamplingData(
        temperature=sampling.temperature,
        top_p=sampling.top_p,
        top_k=sampling.top_k,
        min_p=sampling.min_p,
        repeat_penalty=sampling.repeat_penalty,
        seed=sampling.seed,
        stop=tuple(protocol.wire_text(word) for word in sampling.stop),
        grammar=sampling.grammar,
    )
