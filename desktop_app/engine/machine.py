"""What this machine can carry: memory for a model, threads for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from desktop_app.engine.gguf import GgufHeader

# Beside weights and cache: the process itself with its libraries (measured 130 MB) and the
# compute buffers of a 512-token batch; those grow with the model's width.
_PROCESS_BYTES: Final = 200 * 1024 * 1024
_CACHE_TYPE_BYTES: Final = 2  # float16
_SCORE_BYTES: Final = 4  # float32
# Attention scores of a batch may take so much; beyond it they are computed in passing (flash attention).
_MOST_SCORES_BYTES: Final = 256 * 1024 * 1024
_CONTEXT_STEP: Final = 256
_SMALLEST_CONTEXT: Final = 512


@dataclass(frozen=True, slots=True)
class MemoryNeed:
    """Estimated memory of a loaded chat model, in bytes."""

    weights: int
    cache_per_token: int
    overhead: int
    scores_per_token: int = 0

    def total(self, context_length: int) -> int:
        """With a context of so many tokens."""
        scores = min(self.scores_per_token * context_length, _MOST_SCORES_BYTES)
        return self.weights + self.cache_per_token * context_length + scores + self.overhead

    def largest_context(self, free_bytes: int) -> int:
        """The longest context that fits into so much memory, 0 if none of use does."""
        room = free_bytes - self.weights - self.overhead
        beyond = (room - _MOST_SCORES_BYTES) // max(1, self.cache_per_token)
        within = room // max(1, self.cache_per_token + self.scores_per_token)
        length = max(beyond, within) // _CONTEXT_STEP * _CONTEXT_STEP
        return length if length >= _SMALLEST_CONTEXT else 0

    def wants_flash_attention(self, context_length: int) -> bool:
        """Whether attention scores should be computed in passing instead of being held for a whole batch.

        That saves their memory, but on a processor a token after 3,000 kept ones takes half as
        long again (40-54 against 60-100 ms measured), so only where they would take too much.
        """
        return self.scores_per_token * context_length > _MOST_SCORES_BYTES


def memory_need(header: GgufHeader, batch: int = 512) -> MemoryNeed:
    """What a model will need: its file, its cache and a margin.

    Keys and values are kept for every layer as float16, also where a sliding window or a
    recurrent layer would need less: an estimate that is too high asks, one that is too
    low ends the process.
    """
    heads = header.kv_heads or (header.heads,) * header.block_count
    per_token = sum(heads) * (header.key_length + header.value_length) * _CACHE_TYPE_BYTES
    at_once = min(batch, 512)
    compute = at_once * (header.embedding_length * 24 + header.feed_forward_length * 8)
    return MemoryNeed(header.total_bytes, per_token, _PROCESS_BYTES + compute, at_once * header.heads * _SCORE_BYTES)


def free_memory_bytes() -> int:
    """Memory a new process can have without swapping."""
    import psutil

    return int(psutil.virtual_memory().available)


def private_bytes(pid: int) -> int:
    """Memory that comes back when a process ends, 0 if there is none.

    Mapped files are not counted: the system takes their memory back whenever it needs it.
    """
    import psutil

    if not pid:
        return 0
    try:
        memory = psutil.Process(pid).memory_info()
    except psutil.Error:
        return 0
    return max(0, int(memory.rss) - int(getattr(memory, "shared", 0)))


def default_threads() -> int:
    """Threads for a model: all physical cores but one, which the window and the system share.

    More threads than free cores wait for each other: 0.7 tokens a second instead of 31.9
    was measured with two on two busy cores.
    """
    import psutil

    return max(1, (psutil.cpu_count(logical=False) or 1) - 1)
