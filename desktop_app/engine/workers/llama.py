"""The chat model's process: llama.cpp behind the pipe."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from desktop_app.domain.conversation import FinishReason
from desktop_app.domain.ledger import PieceKind
from desktop_app.engine import protocol
from desktop_app.engine.workers.llama_context import LlamaContext
from desktop_app.engine.workers.llama_model import LlamaModel, engine_build, file_sha256
from desktop_app.engine.workers.loop import Job, RequestError
from desktop_app.engine.workers.prompts import received_sha256
from desktop_app.engine.workers.sampling import Sampler
from desktop_app.engine.workers.streaming import ReplyStream, tokens_of

_HASH_SHARE: Final = 0.3  # of the load's progress bar
_BACKGROUND_STEP: Final = 512  # the background context grows in such steps
_REPORT_EVERY_S: Final = 0.25


class LlamaWorker:
    """Serves one model: the interactive context and, while it is needed, a background one."""

    def __init__(self) -> None:
        self._model: LlamaModel | None = None
        self._main: LlamaContext | None = None
        self._background: LlamaContext | None = None
        self._batch = 0
        self._threads = 1
        self._flash_attention = False

    def work(self, job: Job) -> protocol.Answer:
        """Load, generate, read ahead. See `loop.Worker`."""
        request = job.request
        if isinstance(request, protocol.LoadChat):
            return self._load(job, request)
        if isinstance(request, protocol.Generate):
            return self._generate(job, request)
        if isinstance(request, protocol.ReadAhead):
            return self._read_ahead(job, request)
        raise RequestError(protocol.BAD_REQUEST, what=type(request).__name__)

    def quick(self, job: Job) -> protocol.Answer:
        """Count and tokenise: reads the vocabulary only, which is safe beside a running decode."""
        request = job.request
        if isinstance(request, protocol.Count):
            return protocol.Counts(job.id, tuple(len(self._tokens(piece)) for piece in request.pieces))
        if isinstance(request, protocol.Tokenize):
            model, is_template = self._loaded, request.piece.kind == PieceKind.TEMPLATE
            tokens = self._tokens(request.piece)
            return protocol.Tokens(job.id, tuple((token, model.piece(token, is_template)) for token in tokens))
        raise RequestError(protocol.BAD_REQUEST, what=type(request).__name__)

    def idle(self) -> None:
        """Give the background context's memory back."""
        if self._background is not None:
            self._background.close()
            self._background = None

    def close(self) -> None:
        """Free contexts before the weights they use."""
        self.idle()
        if self._main is not None:
            self._main.close()
        if self._model is not None:
            self._model.close()

    @property
    def _loaded(self) -> LlamaModel:
        if self._model is None:
            raise RequestError("model_not_loaded")
        return self._model

    def _load(self, job: Job, request: protocol.LoadChat) -> protocol.ChatLoaded:
        if self._model is not None:
            raise RequestError(protocol.BAD_REQUEST, what="loaded already")
        path = Path(request.path)
        report = _throttled(lambda fraction: job.report(protocol.LoadProgress(job.id, fraction)))
        sha256 = file_sha256(path, lambda fraction: report(_HASH_SHARE * fraction))
        model = LlamaModel(
            path,
            request.gpu_layers,
            request.safe_load,
            lambda fraction: report(_HASH_SHARE + (0.95 - _HASH_SHARE) * fraction),
        )
        trained = model.trained_context_length
        length = min(request.context_length, trained) if trained > 0 else request.context_length
        context = LlamaContext(model, length, request.batch, request.threads, request.flash_attention)
        # A batch of several tokens goes through other kernels than a single one: where they
        # crash on this processor, it happens here and not in somebody's first turn.
        context.read(list(range(min(16, model.vocabulary_size))), job, lambda _tokens: None)
        context.clear()
        self._model, self._main = model, context
        self._batch, self._threads = request.batch, request.threads
        self._flash_attention = request.flash_attention
        return protocol.ChatLoaded(job.id, context.length, trained, model.parameters, engine_build(), sha256)

    def _tokens(self, piece: protocol.PieceData) -> Sequence[int]:
        model, is_template = self._loaded, piece.kind == PieceKind.TEMPLATE
        if piece.token_ids is not None and model.accepts(piece.token_ids, piece.text, is_template):
            return piece.token_ids
        return model.tokenize(piece.text, is_template)

    def _read_ahead(self, job: Job, request: protocol.ReadAhead) -> protocol.ReadAheadDone:
        context = self._context(background=False, needed=0)
        tokens = [token for piece in request.pieces for token in self._tokens(piece)]
        if len(tokens) >= context.length:
            raise RequestError(protocol.TOO_LARGE, prompt_tokens=len(tokens), context_limit=context.length)

        def progress(read: int) -> None:
            job.report(protocol.PrefillProgress(job.id, read, len(tokens)))

        return protocol.ReadAheadDone(job.id, context.read_ahead(tokens, job, progress))

    def _context(self, background: bool, needed: int) -> LlamaContext:
        """The context to work in; the background one is made, or made larger, when it is needed."""
        if self._main is None:
            raise RequestError("model_not_loaded")
        if not background:
            return self._main
        if self._background is not None and self._background.length < needed:
            self.idle()
        if self._background is None:
            length = min(self._main.length, -(-needed // _BACKGROUND_STEP) * _BACKGROUND_STEP)
            self._background = LlamaContext(self._loaded, length, self._batch, self._threads, self._flash_attention)
        return self._background

    def _generate(self, job: Job, request: protocol.Generate) -> protocol.Done:
        pieces = [self._tokens(piece) for piece in request.pieces]
        prompt = [token for tokens in pieces for token in tokens]
        if not prompt:
            raise RequestError(protocol.BAD_REQUEST, what="empty prompt")
        limit = self._context(background=False, needed=0).length
        if len(prompt) + request.max_tokens > limit:
            raise RequestError(protocol.TOO_LARGE, prompt_tokens=len(prompt), context_limit=limit)
        context = self._context(request.background, len(prompt) + request.max_tokens)
        sampler = Sampler(self._loaded, request.sampling)
        try:
            return self._reply(job, request, pieces, prompt, context, sampler)
        finally:
            sampler.close()

    def _reply(
        self,
        job: Job,
        request: protocol.Generate,
        pieces: Sequence[Sequence[int]],
        prompt: Sequence[int],
        context: LlamaContext,
        sampler: Sampler,
    ) -> protocol.Done:
        counts = tuple(len(tokens) for tokens in pieces)
        sha256 = received_sha256(request.pieces)
        job.report(protocol.Started(job.id, counts, sha256, context.plan(prompt)))
        began = time.monotonic()
        reading = context.read(
            prompt, job, lambda read: job.report(protocol.PrefillProgress(job.id, read, len(prompt)))
        )
        read_at = time.monotonic()
        reply = _Reply(self._loaded, job, request)
        reason = reply.write(context, sampler) if reading.complete else FinishReason.CANCELLED
        ended = time.monotonic()
        text = reply.stream.text
        return protocol.Done(
            id=job.id,
            text=text,
            token_ids=tokens_of(text, reply.tokens, reply.pieces),
            finish_reason=reason.value,
            piece_tokens=counts,
            prompt_sha256=sha256,
            reused_tokens=reading.reused_tokens,
            computed_tokens=reading.computed_tokens,
            completion_tokens=len(reply.tokens),
            first_token_ms=(reply.first_at - job.received_at) * 1000 if reply.first_at else 0.0,
            prefill_ms=(read_at - began) * 1000,
            decode_ms=(ended - read_at) * 1000 if reading.complete else 0.0,
        )


class _Reply:
    """A reply while it is written."""

    def __init__(self, model: LlamaModel, job: Job, request: protocol.Generate) -> None:
        self._model = model
        self._job = job
        self._max_tokens = request.max_tokens
        self.stream = ReplyStream(request.sampling.stop)
        self.tokens: list[int] = []
        self.pieces: list[bytes] = []
        self.first_at = 0.0  # monotonic seconds, 0 before the first token

    def write(self, context: LlamaContext, sampler: Sampler) -> FinishReason:
        """Draw tokens until something ends the reply; every new character goes out at once."""
        reason = self._write(context, sampler)
        self._send(self.stream.finish())
        return reason

    def _write(self, context: LlamaContext, sampler: Sampler) -> FinishReason:
        while len(self.tokens) < self._max_tokens:
            if self._job.cancelled:
                return FinishReason.CANCELLED
            token = sampler.draw(context)
            self.first_at = self.first_at or time.monotonic()
            if self._model.ends_reply(token):
                return FinishReason.STOP
            piece = self._model.piece(token, False)
            self.tokens.append(token)
            self.pieces.append(piece)
            self._send(self.stream.push(piece))
            if self.stream.stopped:
                return FinishReason.STOP
            # The last token needs no evaluation: nothing is drawn after it.
            if len(self.tokens) < self._max_tokens and not context.append(token, self._job):
                return FinishReason.CANCELLED
        return FinishReason.LENGTH

    def _send(self, text: str) -> None:
        if text:
            self._job.report(protocol.TextDelta(self._job.id, text))


def _throttled(report: Callable[[float], None]) -> Callable[[float], None]:
    """Pass on a fraction a few times a second."""
    last = 0.0

    def maybe(fraction: float) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= _REPORT_EVERY_S:
            last = now
            report(fraction)

    return maybe
