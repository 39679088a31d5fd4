"""Engines for tests: the scripted worker for everything around a model, small real models for the rest."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from desktop_app.domain.ledger import PieceKind
from desktop_app.domain.ports import LoadOptions, PromptPiece
from desktop_app.engine.chat import LlamaEngine
from desktop_app.engine.process import ProcessLimits
from desktop_app.engine.scripted import scripted_chat_engine
from tests.installed_models import small_chat_model


def template(text: str) -> PromptPiece:
    return PromptPiece(PieceKind.TEMPLATE, text)


def content(text: str) -> PromptPiece:
    return PromptPiece(PieceKind.CONTENT, text)


def chat(*messages: str) -> list[PromptPiece]:
    """A ChatML prompt of user, assistant, user … messages."""
    pieces: list[PromptPiece] = []
    for number, text in enumerate(messages):
        role = "assistant" if number % 2 else "user"
        pieces += [template(f"<|im_start|>{role}\n"), content(text), template("<|im_end|>\n")]
    return [*pieces, template("<|im_start|>assistant\n")]


def ignore(_event: object) -> None:
    """For callers who do not look at events."""


def wait_for(condition: Callable[[], bool], seconds: float = 10.0) -> None:
    """Wait until something is so; fails if it does not become so."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


@pytest.fixture
def script(tmp_path: Path) -> Callable[..., Path]:
    """Writes a scripted model's file."""

    def write(name: str = "scripted.json", **values: object) -> Path:
        path = tmp_path / name
        path.write_text(json.dumps(values), encoding="utf-8")
        return path

    return write


@pytest.fixture
def scripted(script: Callable[..., Path]) -> Iterator[LlamaEngine]:
    """A loaded scripted engine whose process counts as hung after one second."""
    engine = scripted_chat_engine(ProcessLimits(hang_s=1.0, load_hang_s=10.0))
    engine.load(script(), LoadOptions(), ignore)
    yield engine
    engine.close()


@pytest.fixture(scope="session")
def small_model() -> Path:
    """The small real chat model that the set-up fetches."""
    return small_chat_model()


@pytest.fixture(scope="module")
def llama(small_model: Path) -> Iterator[LlamaEngine]:
    """The small real model, loaded once for a module."""
    engine = LlamaEngine()
    engine.load(small_model, LoadOptions(context_length=2048, threads=1), ignore)
    yield engine
    engine.close()
