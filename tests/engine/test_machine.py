"""The memory estimate."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from desktop_app.domain.errors import ModelError
from desktop_app.domain.ports import LoadOptions
from desktop_app.engine import machine, protocol
from desktop_app.engine.chat_loading import ChatLoader
from desktop_app.engine.gguf import read_header
from desktop_app.engine.process import ProcessLimits
from desktop_app.engine.scripted import scripted_chat_engine
from tests.engine.conftest import ignore


def test_the_cache_of_the_small_model_takes_23_kilobytes_a_token(small_model: Path) -> None:
    need = machine.memory_need(read_header(small_model))
    assert need.cache_per_token == 30 * 3 * (64 + 64) * 2 == 23040
    assert need.scores_per_token == 512 * 9 * 4  # a batch, heads, float32
    assert need.total(4096) - need.total(2048) == 2048 * (23040 + 512 * 9 * 4)
    assert need.weights == small_model.stat().st_size


def test_the_largest_context_fits_and_the_next_does_not() -> None:
    need = machine.MemoryNeed(weights=1_000_000, cache_per_token=1000, overhead=500_000)
    length = need.largest_context(4_000_000)
    assert length == 2304
    assert need.total(length) <= 4_000_000 < need.total(length + 256)
    assert need.largest_context(1_600_000) == 0  # no context of use


def test_attention_scores_are_held_while_they_are_small() -> None:
    need = machine.MemoryNeed(weights=0, cache_per_token=1000, overhead=0, scores_per_token=65_536)
    assert not need.wants_flash_attention(4096)  # 256 MiB
    assert need.wants_flash_attention(4097)
    assert need.total(8192) - need.total(4096) == 4096 * 1000  # no more of them beyond
    assert need.largest_context(need.total(2048)) == 2048
    assert need.largest_context(need.total(8192)) == 8192


def test_too_little_memory_is_refused_before_loading_with_a_context_that_fits(
    small_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from desktop_app.engine.chat import LlamaEngine

    need = machine.memory_need(read_header(small_model))
    monkeypatch.setattr(machine, "free_memory_bytes", lambda: need.total(1024))
    engine = LlamaEngine()
    with pytest.raises(ModelError) as refused:
        engine.load(small_model, LoadOptions(context_length=8192), ignore)
    assert refused.value.code == "model_no_memory"
    assert refused.value.facts["suggested_context"] == 1024
    assert refused.value.facts["needed_bytes"] == need.total(8192)
    assert engine.pid == 0


def test_the_model_before_leaves_first_where_both_do_not_fit(script, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    engine = scripted_chat_engine()
    engine.load(script("one.json", replies=["one"]), LoadOptions(), ignore)
    first = engine.pid
    monkeypatch.setattr(machine, "free_memory_bytes", lambda: 1_000_000)
    monkeypatch.setattr(machine, "private_bytes", lambda pid: 10_000_000_000 if pid == first else 0)
    with pytest.raises(ModelError, match="model_unsupported"):
        engine.load(script("two.json", load="model_unsupported"), LoadOptions(), ignore)
    assert engine.model is not None  # the first one is back
    assert engine.model.name == "one"
    assert engine.pid != first
    engine.close()


def test_threads_leave_a_core_free() -> None:
    import psutil

    assert machine.default_threads() == max(1, (psutil.cpu_count(logical=False) or 1) - 1)


class _Asked:
    """A launcher and its process; keeps what it is asked and cannot load."""

    def __init__(self) -> None:
        self.requests: list[protocol.LoadChat] = []

    def start(self, _limits: ProcessLimits) -> _Asked:
        return self

    def next_id(self) -> int:
        return 1

    def call(self, request: protocol.LoadChat, **_how: object) -> protocol.Failed:
        self.requests.append(request)
        return protocol.Failed(1, "model_load_failed", {})

    def close(self) -> None:
        pass


@pytest.mark.parametrize(("context", "gpu_layers", "flash"), [(4096, 0, False), (32_768, 0, True), (4096, 1, True)])
def test_flash_attention_is_for_graphics_processors_and_very_long_contexts(
    small_model: Path, context: int, gpu_layers: int, flash: bool
) -> None:
    header = replace(read_header(small_model), trained_context_length=None)
    asked = _Asked()
    options = LoadOptions(context_length=context, gpu_layers=gpu_layers)
    with pytest.raises(ModelError):
        ChatLoader(asked, ProcessLimits(), header, options, False, ignore).load()  # type: ignore[arg-type]
    assert [request.flash_attention for request in asked.requests] == [flash]
