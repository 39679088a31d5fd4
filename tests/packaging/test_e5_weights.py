"""The 4-bit file is read as its makers wrote it, and the result finds meaning in two languages."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import e5_weights
import numpy as np
import pytest
from e5_weights import E5File, E5FormatError

from desktop_app.support.paths import data_paths

HIDDEN, LAYERS, HEADS, FEED_FORWARD, WORDS, POSITIONS, TYPES = 32, 1, 2, 64, 8, 16, 2
PIECES = [("<s>", 0.0), ("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0), ("▁", -2.0), ("▁磺胺", -3.0), ("过敏", -3.5)]
REPLACEMENTS = {"①": "1", "\u200b": "", "～": "~"}


def _blocks(weights: np.ndarray) -> bytes:
    """Packs a matrix whose values are multiples of a half between -4 and 3.5: 4-bit values at scale 0.5."""
    values = (weights / 0.5 + 8).astype(np.uint8).reshape(-1, 32)
    scale = np.array([0.5], "<f2").tobytes()
    return b"".join(
        scale + bytes(low | high << 4 for low, high in zip(row[:16], row[16:], strict=True)) for row in values
    )


def _matrix(rows: int, columns: int, seed: int) -> np.ndarray:
    return np.random.default_rng(seed).integers(-8, 8, (rows, columns)).astype(np.float32) * 0.5


def _tensors() -> dict[str, np.ndarray]:
    tensors = {
        "emb.word": _matrix(WORDS, HIDDEN, 1),
        "emb.pos": _matrix(POSITIONS, HIDDEN, 2),
        "emb.type": _matrix(TYPES, HIDDEN, 3),
        "emb.ln.w": _matrix(1, HIDDEN, 4)[0],
        "emb.ln.b": _matrix(1, HIDDEN, 5)[0],
    }
    shapes = {
        "q": (HIDDEN, HIDDEN),
        "k": (HIDDEN, HIDDEN),
        "v": (HIDDEN, HIDDEN),
        "ao": (HIDDEN, HIDDEN),
        "fi": (FEED_FORWARD, HIDDEN),
        "fo": (HIDDEN, FEED_FORWARD),
    }
    for seed, (name, (rows, columns)) in enumerate(shapes.items(), 10):
        tensors[f"l0.{name}.w"] = _matrix(rows, columns, seed)
        tensors[f"l0.{name}.b"] = _matrix(1, rows, seed + 10)[0]
    for seed, name in enumerate(("aln", "oln"), 40):
        tensors[f"l0.{name}.w"] = _matrix(1, HIDDEN, seed)[0]
        tensors[f"l0.{name}.b"] = _matrix(1, HIDDEN, seed + 2)[0]
    return tensors


def _file(tensors: dict[str, np.ndarray]) -> bytes:
    texts = [piece.encode() for piece, _ in PIECES]
    offsets = [sum(map(len, texts[:count])) for count in range(len(texts) + 1)]
    head = b"E5S1" + struct.pack("<I7ifi", 1, HIDDEN, LAYERS, HEADS, FEED_FORWARD, WORDS, POSITIONS, TYPES, 1e-12, 32)
    head += struct.pack("<5iQ", len(PIECES), 0, 2, 1, 3, offsets[-1])
    head += struct.pack(f"<{len(offsets)}I", *offsets) + struct.pack(
        f"<{len(PIECES)}f", *(score for _, score in PIECES)
    )
    head += b"".join(texts)
    entries = b"".join(
        struct.pack("<IB", ord(character), len(to)) + struct.pack(f"<{len(to)}I", *map(ord, to))
        for character, to in REPLACEMENTS.items()
    )
    head += struct.pack("<iI", len(REPLACEMENTS), len(entries)) + entries
    packed = {
        name: _blocks(tensor) if tensor.ndim == 2 and name not in ("emb.pos", "emb.type") else tensor.tobytes()
        for name, tensor in tensors.items()
    }
    directory_size = 4 + sum(2 + len(name) + 1 + 4 + 16 for name in packed)
    directory, body = struct.pack("<i", len(packed)), b""
    for name, content in packed.items():
        offset = len(head) + directory_size + len(body)
        directory += struct.pack("<H", len(name)) + name.encode()
        directory += struct.pack("<BIQQ", 0, tensors[name].size, offset, len(content))
        body += content
    return head + directory + body


def test_sizes_and_vocabulary() -> None:
    file = E5File(_file(_tensors()))
    assert (file.sizes.hidden, file.sizes.layers, file.sizes.feed_forward, file.sizes.words) == (32, 1, 64, 8)
    assert file.sizes.norm_epsilon == pytest.approx(1e-12)
    assert file.vocabulary.pieces == PIECES
    assert (file.vocabulary.begin, file.vocabulary.end, file.vocabulary.unknown) == (0, 2, 3)
    assert file.replacements == REPLACEMENTS


def test_weights_come_back_under_their_names() -> None:
    tensors = _tensors()
    weights = E5File(_file(tensors)).weights()
    np.testing.assert_array_equal(weights["embeddings.word_embeddings.weight"], tensors["emb.word"])
    np.testing.assert_array_equal(weights["embeddings.token_type_embeddings.weight"], tensors["emb.type"])
    layer = "encoder.layer.0."
    np.testing.assert_array_equal(weights[f"{layer}intermediate.dense.weight"], tensors["l0.fi.w"])
    np.testing.assert_array_equal(weights[f"{layer}output.dense.weight"], tensors["l0.fo.w"])
    np.testing.assert_array_equal(weights[f"{layer}attention.output.LayerNorm.bias"], tensors["l0.aln.b"])
    assert len(weights) == 5 + 16 + 2


def test_low_halves_come_before_high_halves() -> None:
    tensors = _tensors()
    tensors["emb.word"] = np.tile(np.arange(-8, 8, dtype=np.float32).repeat(2) * 0.5, (WORDS, 1))
    read = E5File(_file(tensors)).blocks("emb.word", WORDS, HIDDEN)
    np.testing.assert_array_equal(read[0], tensors["emb.word"][0])


@pytest.mark.parametrize("kept", [0, 3, 20, 60, 150, 400])
def test_file_cut_short_is_refused(kept: int) -> None:
    with pytest.raises(E5FormatError):
        E5File(_file(_tensors())[:kept])


def test_tensor_cut_short_is_refused() -> None:
    file = E5File(_file(_tensors())[:-4])
    with pytest.raises(E5FormatError, match=r"l0\.oln\.b"):
        file.weights()


def test_something_else_is_refused() -> None:
    with pytest.raises(E5FormatError, match="does not start with E5S1"):
        E5File(b"GGUF" + bytes(100))


def test_missing_tensor_is_named() -> None:
    tensors = _tensors()
    del tensors["l0.v.w"]
    with pytest.raises(E5FormatError, match=r"l0\.v\.w is missing"):
        E5File(_file(tensors)).weights()


def test_directory_is_complete_and_its_tokenizer_works(tmp_path: Path) -> None:
    from safetensors.numpy import load_file
    from tokenizers import Tokenizer

    source, target = tmp_path / "weights.bin", tmp_path / "model"
    source.write_bytes(_file(_tensors()))
    target.mkdir()
    e5_weights.convert(source, target)
    weights = load_file(target / "model.safetensors")
    assert {str(tensor.dtype) for tensor in weights.values()} == {"float16"}
    tokenizer = Tokenizer.from_file(str(target / "tokenizer.json"))
    assert tokenizer.encode("磺胺\u200b过敏").tokens == ["<s>", "▁磺胺", "过敏", "</s>"]
    config = json.loads((target / "config.json").read_text(encoding="utf-8"))
    assert (config["hidden_size"], config["vocab_size"], config["pad_token_id"]) == (HIDDEN, WORDS, 1)
    modules = json.loads((target / "modules.json").read_text(encoding="utf-8"))
    assert [module["type"].rpartition(".")[2] for module in modules] == ["Transformer", "Pooling", "Normalize"]
    assert all((target / module["path"]).is_dir() for module in modules)


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_converted_model_finds_meaning_in_two_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    import torch
    from sentence_transformers import SentenceTransformer

    torch.set_num_threads(1)
    model = SentenceTransformer(str(data_paths().embedding_model("e5")), device="cpu", local_files_only=True)
    assert model[0].auto_model.dtype == torch.float32, "processors are slow at half precision"
    passages = ["患者对磺胺类药物过敏，用后出皮疹。", "今天天气很好，去公园散步。", "I get a rash from penicillin."]
    passages.append("The stock market rose today.")
    found = model.encode([f"passage: {text}" for text in passages])
    questions = model.encode(["query: 我对什么药过敏？", "query: Which medicine am I allergic to?"])
    np.testing.assert_allclose(np.linalg.norm(found, axis=1), 1, atol=1e-3)
    chinese, english = questions @ found.T
    assert chinese[0] == max(chinese)
    assert chinese[0] > chinese[1] + 0.05
    assert english[2] > english[3] + 0.05
    assert english[0] > english[1], "an English question finds what was said in Chinese"
