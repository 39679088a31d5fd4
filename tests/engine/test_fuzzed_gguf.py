"""Two hundred malformed model files by a seeded generator: a header or a word for each, at once (T3)."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from desktop_app.domain.error_words import ERROR_WORDS
from desktop_app.domain.errors import ModelError
from desktop_app.domain.ports import LoadOptions
from desktop_app.engine.chat import LlamaEngine
from desktop_app.engine.gguf import read_header
from tests.engine.conftest import ignore
from tests.engine.gguf_files import build, metadata, string, tensors, write

FILES = 200
SEED = 20_260_401
_ODD_NUMBERS = (0, 1, 2, 3, 255, 2**16, 2**31 - 1, 2**31, 2**32 - 1)


def _odd_value(chance: random.Random) -> tuple[str, Any]:
    return chance.choice(
        [
            ("u32", chance.choice(_ODD_NUMBERS)),
            ("u64", chance.choice((*_ODD_NUMBERS, 2**63, 2**64 - 1))),
            ("f32", chance.choice((0.0, -1.0, float("nan"), float("inf")))),
            ("bool", True),
            ("str", "x" * chance.choice((0, 1, 70_000))),
            ("strs", ["a"] * chance.choice((0, 1, 5000))),
            ("i32[]", [chance.choice((-1, 0, 7))] * chance.choice((0, 1, 300))),
        ]
    )


def malformed(chance: random.Random) -> bytes:
    """A file with one to three things wrong."""
    entries, shapes, wrong = metadata(), tensors(), {}
    for _ in range(chance.randrange(1, 4)):
        kind = chance.randrange(8)
        name = chance.choice(list(entries))
        if kind == 0:
            entries[name] = _odd_value(chance)
        elif kind == 1:
            entries.pop(name)
        elif kind == 2:
            wrong["tensor_count"] = chance.choice((0, 1, 10**6, 2**40, 2**63))
        elif kind == 3:
            wrong["entry_count"] = chance.choice((0, 1, 10**6, 2**40, 2**63))
        elif kind == 4:
            wrong["version"] = chance.choice((0, 1, 2, 4, 2**31))
        elif kind == 5:
            size = tuple(chance.choice((0, 1, 7, 2**31, 2**62)) for _ in range(chance.randrange(6)))
            shapes[chance.randrange(len(shapes))] = ("x" * chance.choice((0, 5, 100)), size)
        elif kind == 6:
            wrong["offset_shift"] = chance.choice((1, 32, 2**31, 2**63))
        else:
            wrong["extra"] = string("k") + chance.randbytes(chance.randrange(1, 40))
    data = bytearray(build(entries, shapes, kind=chance.choice((0, 0, 0, 77)), **wrong))  # type: ignore[arg-type]
    if chance.random() < 0.4:
        for _ in range(chance.randrange(1, 30)):
            data[chance.randrange(min(len(data), 9000))] = chance.randrange(256)
    if chance.random() < 0.2:
        del data[chance.randrange(len(data)) :]
    return bytes(data)


def _refusal(work: Callable[[], object]) -> str:
    """The code of the refusal, "" where there was none."""
    try:
        work()
    except ModelError as error:
        return error.code
    return ""


def test_every_malformed_header_is_read_or_refused_with_words_at_once(tmp_path: Path) -> None:
    chance = random.Random(SEED)
    refused = 0
    for number in range(FILES):
        path = write(tmp_path / "model.gguf", malformed(chance))
        began = time.monotonic()
        code = _refusal(partial(read_header, path))
        assert code == "" or code in ERROR_WORDS, number
        refused += code != ""
        assert time.monotonic() - began < 5, number
    assert refused > FILES // 2


@pytest.mark.slow
def test_what_passes_for_a_model_ends_the_child_at_most(llama: LlamaEngine, tmp_path: Path) -> None:
    chance = random.Random(SEED)
    before = llama.model
    tried = 0
    for number in range(FILES):
        path = write(tmp_path / f"{number}.gguf", malformed(chance))
        if _refusal(partial(read_header, path)):
            continue
        tried += 1
        began = time.monotonic()
        code = _refusal(partial(llama.load, path, LoadOptions(context_length=256, threads=1), ignore))
        if code:
            assert code in ERROR_WORDS, number
            assert llama.model == before, number
        before = llama.model
        assert time.monotonic() - began < 20, number  # a process of its own starts each time
    assert tried
