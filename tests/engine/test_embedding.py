"""The embedding engine: the golden ranking, hostile directories, order and faults."""

from __future__ import annotations

import json
import math
import os
import shutil
import signal
import struct
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from desktop_app.domain.errors import ModelError
from desktop_app.engine.embedding import EmbeddingEngine
from desktop_app.engine.embedding_files import check_directory
from desktop_app.engine.process import ProcessLimits
from desktop_app.engine.scripted import scripted_embedder
from tests.engine.conftest import wait_for
from tests.installed_models import embedding_model

REFERENCE = json.loads((Path(__file__).parents[1] / "data/golden/reference.json").read_text(encoding="utf-8"))


def numbers(vector: bytes) -> tuple[float, ...]:
    return struct.unpack(f"<{len(vector) // 4}f", vector)


def cosine(one: bytes, other: bytes) -> float:
    return sum(a * b for a, b in zip(numbers(one), numbers(other), strict=True))


@pytest.fixture(scope="module")
def minilm() -> Iterator[EmbeddingEngine]:
    engine = EmbeddingEngine()
    engine.load(embedding_model("minilm"))
    yield engine
    engine.close()


def test_the_golden_ranking(minilm: EmbeddingEngine) -> None:
    golden = REFERENCE["recall"]
    [query] = minilm.embed_queries([golden["query"]])
    scores = [cosine(query, passage) for passage in minilm.embed_passages(golden["documents"])]
    assert scores == pytest.approx(golden["cosine"], abs=0.002)
    assert sorted(range(3), key=lambda n: -scores[n])[: golden["top_k"]] == golden["ranking"]


def test_vectors_are_normalised_float32_whatever_the_batch(minilm: EmbeddingEngine) -> None:
    texts = [f"text number {n} " + "long " * (n % 7) for n in range(35)]
    vectors = minilm.embed_passages(texts)
    assert minilm.info is not None
    assert {len(vector) for vector in vectors} == {4 * minilm.info.dimensions} == {4 * 384}
    assert all(math.isclose(cosine(vector, vector), 1, abs_tol=1e-5) for vector in vectors)
    [alone] = minilm.embed_passages([texts[33]])
    assert cosine(alone, vectors[33]) > 0.9999
    assert minilm.embed_passages([]) == []


@pytest.mark.parametrize("text", ["", "   ", "\n\t　"])
def test_an_empty_text_is_the_callers_mistake(minilm: EmbeddingEngine, text: str) -> None:
    with pytest.raises(ValueError, match="empty"):
        minilm.embed_queries(["fine", text])


@pytest.mark.parametrize("text", ["\0", "\ud83d", "a" * 20000, "头痛" * 3000, "<|im_start|>[CLS][SEP]"])
def test_odd_texts_have_vectors(minilm: EmbeddingEngine, text: str) -> None:
    [vector] = minilm.embed_queries([text])
    assert cosine(vector, vector) == pytest.approx(1, abs=1e-5)


@pytest.mark.slow
def test_a_model_with_prompts_gets_them() -> None:
    engine = EmbeddingEngine()
    info = engine.load(embedding_model("e5"))
    assert info.dimensions == 384
    [query] = engine.embed_queries(["血压高吗？"])
    [passage] = engine.embed_passages(["血压高吗？"])
    assert 0.5 < cosine(query, passage) < 0.9999  # "query: " and "passage: " before the same text
    same, other = engine.embed_passages(["blood pressure is 150/95", "the cat sat on the mat"])
    assert cosine(query, same) > cosine(query, other)
    engine.close()


def test_the_fingerprint_changes_with_any_file_that_matters(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(embedding_model("minilm"), copy)
    before = check_directory(copy)
    assert before == check_directory(embedding_model("minilm"))
    (copy / "README.md").write_text("other words")
    assert check_directory(copy) == before
    config = json.loads((copy / "config.json").read_text())
    (copy / "config.json").write_text(json.dumps({**config, "hidden_act": "relu"}))
    assert check_directory(copy) != before


def directory(path: Path) -> Path:
    """Something that looks like a model."""
    path.mkdir()
    modules = [
        {"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"},
        {"idx": 1, "name": "1", "path": "1_Pooling", "type": "sentence_transformers.models.Pooling"},
    ]
    (path / "modules.json").write_text(json.dumps(modules))
    (path / "config.json").write_text('{"model_type": "bert"}')
    (path / "tokenizer.json").write_text("{}")
    (path / "model.safetensors").write_bytes(bytes(100))
    return path


def modules_of(kind: str, path: str = "") -> str:
    return json.dumps([{"idx": 0, "name": "0", "path": path, "type": kind}])


EVIL: dict[str, tuple[str, bytes]] = {
    "python": ("modeling.py", b"print('owned')"),
    "pickle": ("pytorch_model.bin", b"\x80\x04"),
    "pt": ("model.pt", b"\x80\x04"),
    "pkl": ("x.pkl", b"\x80\x04"),
    "in a folder": ("1_Pooling/custom.py", b"print('owned')"),
    "library": ("evil.so", b"\x7fELF"),
    "module of its own": ("modules.json", modules_of("modeling.Evil").encode()),
    "any installed module": ("modules.json", modules_of("subprocess.Popen").encode()),
    "module elsewhere": ("modules.json", modules_of("sentence_transformers.models.Transformer", "../x").encode()),
    "no modules": ("modules.json", b"[]"),
    "modules no list": ("modules.json", b'{"a": 1}'),
    "auto_map": ("config.json", b'{"auto_map": {"AutoModel": "modeling.Evil"}}'),
    "auto_map deep": ("tokenizer_config.json", b'{"a": [{"auto_map": {}}]}'),
    "kernel": ("config.json", b'{"attn_implementation": "someone/kernel"}'),
    "no json": ("config.json", b"{"),
    "deep json": ("config.json", b"[" * 100_000),
}


@pytest.mark.parametrize("name", EVIL)
def test_evil_directories_are_refused_before_anything_loads_them(tmp_path: Path, name: str) -> None:
    good = directory(tmp_path / "good")
    assert len(check_directory(good)) == 64
    file, data = EVIL[name]
    (good / file).parent.mkdir(exist_ok=True)
    (good / file).write_bytes(data)
    with pytest.raises(ModelError) as refused:
        check_directory(good)
    assert refused.value.code == "embedding_unusable"
    assert refused.value.facts["file"]


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    for path in (tmp_path / "nowhere", tmp_path):
        with pytest.raises(ModelError, match="embedding_missing"):
            check_directory(path)
    good = directory(tmp_path / "good")
    (good / "model.safetensors").unlink()
    with pytest.raises(ModelError, match=r"model\.safetensors"):
        check_directory(good)


@pytest.mark.slow
def test_weights_that_are_none_leave_the_model_before(minilm: EmbeddingEngine, tmp_path: Path) -> None:
    before = minilm.info
    with pytest.raises(ModelError) as refused:
        minilm.load(directory(tmp_path / "hollow"))
    assert refused.value.code == "embedding_unusable"
    assert minilm.info == before
    assert len(minilm.embed_queries(["still there?"])) == 1


# --- around the model, with the scripted worker ------------------------------------------


@pytest.fixture
def scripted(tmp_path: Path) -> Iterator[EmbeddingEngine]:
    engine = scripted_embedder(ProcessLimits(hang_s=1))
    engine.load(tmp_path)
    yield engine
    engine.close()


def test_a_hang_is_an_error_and_the_next_call_works(scripted: EmbeddingEngine) -> None:
    victim = scripted.pid
    os.kill(victim, signal.SIGSTOP)
    with pytest.raises(ModelError) as refused:
        scripted.embed_queries(["x"])
    assert refused.value.code == "engine_hung"
    assert len(scripted.embed_queries(["x"])) == 1
    assert scripted.pid != victim


def test_a_process_that_was_killed_meanwhile_is_replaced(scripted: EmbeddingEngine) -> None:
    os.kill(scripted.pid, signal.SIGKILL)
    wait_for(lambda: scripted.pid == 0)
    assert len(scripted.embed_queries(["x"])) == 1


def test_questions_go_between_the_batches_of_passages(
    scripted: EmbeddingEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []
    batch: Callable[..., tuple[bytes, ...]] = scripted._batch
    first = threading.Event()

    def noted(texts: tuple[str, ...], is_query: bool) -> tuple[bytes, ...]:
        order.append("query" if is_query else "passages")
        assert len(texts) <= 16
        if len(order) == 1:
            first.set()
            wait_for(lambda: len(scripted._scheduler._waiting) == 1)
        return batch(texts, is_query)

    monkeypatch.setattr(scripted, "_batch", noted)
    thread = threading.Thread(target=lambda: scripted.embed_passages([f"p{n}" for n in range(100)]))
    thread.start()
    assert first.wait(5)
    scripted.embed_queries(["now"])
    thread.join(10)
    assert order == ["passages", "query", *["passages"] * 6]


def test_nothing_is_embedded_without_a_model() -> None:
    engine = scripted_embedder()
    assert engine.info is None
    with pytest.raises(ModelError, match="embedding_missing"):
        engine.embed_queries(["x"])
