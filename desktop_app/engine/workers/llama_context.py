"""A llama.cpp context: reading prompts on top of what is kept, one token at a time after that."""

from __future__ import annotations

import ctypes
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import llama_cpp.llama_cpp as llama

from desktop_app.engine.workers.llama_model import LlamaModel, load_error
from desktop_app.engine.workers.loop import Job, RequestError
from desktop_app.engine.workers.prefix import KeptPrefix

_ABORTED: Final = 2  # llama_decode: the abort callback said so
_CHUNK_S: Final = 0.9  # a chunk of prompt takes about this long, so that progress comes every second
_SMALLEST_CHUNK: Final = 8
_FIRST_CHUNK: Final = 32

# The abort callback is asked some 500 times a token. A Python function costs the interpreter
# lock each time (4 % of decoding measured), so it is the C library's strlen: "should it
# stop?" is "is the string longer than nothing?", and cancelling writes one byte.
_libc = ctypes.CDLL("msvcrt" if os.name == "nt" else None)
_strlen = ctypes.cast(_libc.strlen, llama.ggml_abort_callback)


@dataclass(frozen=True, slots=True)
class Reading:
    """What reading a prompt cost."""

    reused_tokens: int
    computed_tokens: int  # evaluated now, or read ahead and charged now
    complete: bool  # False: cancelled on the way


class LlamaContext:
    """One sequence of tokens in a cache over shared weights."""

    def __init__(self, model: LlamaModel, context_length: int, batch: int, threads: int, flash_attention: bool) -> None:
        """Allocate. Raises `RequestError` ``model_no_memory`` if that fails."""
        params = llama.llama_context_default_params()
        params.n_ctx = context_length
        params.n_batch = batch
        params.n_ubatch = min(batch, 512)
        params.n_threads = threads
        params.n_threads_batch = threads
        params.n_outputs_max = 1  # logits of the last token only: the compute buffer stays small
        params.swa_full = True  # keep what sliding windows would drop, else a prefix cannot be reused
        params.no_perf = True
        params.flash_attn_type = (
            llama.LLAMA_FLASH_ATTN_TYPE_AUTO if flash_attention else llama.LLAMA_FLASH_ATTN_TYPE_DISABLED
        )
        handle = llama.llama_init_from_model(model.handle, params)
        if not handle:
            raise load_error("model_no_memory")
        self.handle = handle
        self._model = model
        self._memory = llama.llama_get_memory(handle)
        self._batch = batch
        self._stop = ctypes.create_string_buffer(2)
        llama.llama_set_abort_callback(handle, _strlen, ctypes.cast(self._stop, ctypes.c_void_p))
        self._prefix = KeptPrefix()
        self._tokens_per_second = 0.0

    @property
    def length(self) -> int:
        """Positions really allocated."""
        return int(llama.llama_n_ctx(self.handle))

    def close(self) -> None:
        """Free the cache."""
        if self.handle is not None:
            llama.llama_free(self.handle)
            self.handle = None

    def clear(self) -> None:
        """Forget everything."""
        llama.llama_memory_clear(self._memory, True)
        self._prefix.cut(0)

    def plan(self, tokens: Sequence[int]) -> int:
        """Prompt tokens that would be reused, those read ahead for it not counted."""
        kept = self._prefix.common(tokens[:-1])
        return kept - self._prefix.unpaid(kept)

    def read(self, tokens: Sequence[int], job: Job, progress: Callable[[int], None]) -> Reading:
        """Bring the prompt into the cache, ready to sample.

        Args:
            tokens: the whole prompt.
            job: its cancel stops even in the middle of a chunk.
            progress: called with the tokens that are in the cache, at least each second.
        """
        kept = self._keep(tokens[:-1])  # the last token is evaluated again for its logits
        ahead = self._prefix.charge(kept)
        progress(kept)
        evaluated = self._evaluate(tokens[kept:], job, progress, ahead=False)
        return Reading(kept - ahead, ahead + evaluated, kept + evaluated == len(tokens))

    def read_ahead(self, tokens: Sequence[int], job: Job, progress: Callable[[int], None]) -> int:
        """Bring a prompt prefix into the cache before it is asked for; tokens evaluated."""
        kept = self._keep(tokens)
        return self._evaluate(tokens[kept:], job, progress, ahead=True)

    def append(self, token: int, job: Job) -> bool:
        """Evaluate one token of the reply; False if it was cancelled."""
        return self._evaluate((token,), job, _ignore, ahead=False) == 1

    def _keep(self, tokens: Sequence[int]) -> int:
        """Cut the cache to what it has in common with the prompt; its length."""
        kept = self._prefix.common(tokens)
        self._cut(kept)
        return len(self._prefix)

    def _cut(self, length: int) -> None:
        """Forget positions from ``length`` on, or everything where the model's memory cannot be cut."""
        if length == len(self._prefix) or llama.llama_memory_seq_rm(self._memory, 0, length, -1):
            self._prefix.cut(length)
        else:  # recurrent and hybrid models
            self.clear()

    def _evaluate(self, tokens: Sequence[int], job: Job, progress: Callable[[int], None], ahead: bool) -> int:
        """Evaluate tokens in chunks behind what is kept; how many were, fewer only if cancelled."""
        self._stop[0] = b"\0"
        job.on_cancel(self._ask_stop)
        done = 0
        try:
            while done < len(tokens) and not job.cancelled:
                chunk = tokens[done : done + self._chunk()]
                began = time.monotonic()
                if not self._decode(chunk):
                    self._drop_partial()
                    break
                self._prefix.append(chunk, ahead)
                done += len(chunk)
                if len(chunk) >= _SMALLEST_CHUNK:
                    self._tokens_per_second = len(chunk) / max(1e-6, time.monotonic() - began)
                progress(len(self._prefix))
        finally:
            job.on_cancel(None)
        return done

    def _ask_stop(self) -> None:
        self._stop[0] = b"\1"

    def _chunk(self) -> int:
        if not self._tokens_per_second:
            return min(_FIRST_CHUNK, self._batch)
        fitting = int(self._tokens_per_second * _CHUNK_S)
        return max(_SMALLEST_CHUNK, min(self._batch, fitting // 32 * 32 or fitting))

    def _decode(self, chunk: Sequence[int]) -> bool:
        buffer = (llama.llama_token * len(chunk))(*chunk)
        status = llama.llama_decode(self.handle, llama.llama_batch_get_one(buffer, len(chunk)))
        if status not in (0, _ABORTED):
            self.clear()  # nobody knows what the cache holds now
            raise RequestError("model_no_memory" if status == 1 else "engine_crashed", status=status)
        return bool(status == 0)

    def _drop_partial(self) -> None:
        """After an abort: forget the part of a chunk that may have been evaluated."""
        if not llama.llama_memory_seq_rm(self._memory, 0, len(self._prefix), -1):
            self.clear()


def _ignore(_tokens: int) -> None:
    """Progress nobody asked for."""
