"""The header reader against right files, wrong files and files made to hurt."""

from __future__ import annotations

import contextlib
import os
import random
import struct
from pathlib import Path

import pytest

from desktop_app.domain.errors import ModelError
from desktop_app.engine.gguf import read_header
from tests.engine.gguf_files import WORDS, build, metadata, string, tensors, value, write

HUGE = 2**63
CRAFTED: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "model_empty"),
    "one byte": (b"G", "model_truncated"),
    "magic alone": (b"GGUF", "model_truncated"),
    "text": (b"This is a poem about a model.\n" * 50, "model_not_gguf"),
    "short text": (b"hi", "model_not_gguf"),
    "zip": (b"PK\3\4" + bytes(500), "model_not_gguf"),
    "zeros": (bytes(4096), "model_not_gguf"),
    "old magic": (build(magic=b"ggjt"), "model_not_gguf"),
    "version 0": (build(version=0), "model_unsupported"),
    "version 1": (build(version=1), "model_unsupported"),
    "version of the future": (build(version=4), "model_unsupported"),
    "big endian": (build(version=3 << 24), "model_unsupported"),
    "tensor count huge": (build(tensor_count=HUGE), "model_not_gguf"),
    "tensor count over the file": (build(tensor_count=60000), "model_truncated"),
    "tensor count one too many": (build(tensor_count=13), "model_not_gguf"),
    "entry count huge": (build(entry_count=HUGE), "model_not_gguf"),
    "entry count one too many": (build(entry_count=len(metadata()) + 1), "model_not_gguf"),
    "no entries": (build({}), "model_not_gguf"),
    "no architecture": (build(metadata(general__architecture=None)), "model_not_gguf"),
    "architecture is a number": (build(metadata(general__architecture=("u32", 7))), "model_not_gguf"),
    "key twice": (
        build(entry_count=len(metadata()) + 1, extra=string("general.name") + value("str", "x")),
        "model_not_gguf",
    ),
    "key length huge": (
        build(entry_count=len(metadata()) + 1, extra=struct.pack("<Q", HUGE)),
        "model_not_gguf",
    ),
    "value length huge": (
        build(entry_count=len(metadata()) + 1, extra=string("x") + struct.pack("<IQ", 8, HUGE)),
        "model_not_gguf",
    ),
    "value type unknown": (
        build(entry_count=len(metadata()) + 1, extra=string("x") + struct.pack("<I", 99)),
        "model_not_gguf",
    ),
    "array of arrays": (
        build(entry_count=len(metadata()) + 1, extra=string("x") + struct.pack("<IIQ", 9, 9, 1)),
        "model_not_gguf",
    ),
    "array length overflows": (
        build(entry_count=len(metadata()) + 1, extra=string("x") + struct.pack("<IIQ", 9, 10, 2**61)),
        "model_not_gguf",
    ),
    "array longer than the file": (
        build(entry_count=len(metadata()) + 1, extra=string("x") + struct.pack("<IIQ", 9, 10, 2**23)),
        "model_truncated",
    ),
    "strings longer than the file": (
        build(entry_count=len(metadata()) + 1, extra=string("x") + struct.pack("<IIQ", 9, 8, 2**20)),
        "model_truncated",
    ),
    "alignment 0": (build(metadata(general__alignment=("u32", 0))), "model_not_gguf"),
    "alignment 3": (build(metadata(general__alignment=("u32", 3))), "model_not_gguf"),
    "alignment huge": (build(metadata(general__alignment=("u32", 2**31))), "model_not_gguf"),
    "block count 0": (build(metadata(llama__block_count=("u32", 0))), "model_not_gguf"),
    "block count 513": (build(metadata(llama__block_count=("u32", 513))), "model_not_gguf"),
    "block count 4e9": (build(metadata(llama__block_count=("u32", 4_000_000_000))), "model_not_gguf"),
    "block count missing": (build(metadata(llama__block_count=None)), "model_not_gguf"),
    "block count a word": (build(metadata(llama__block_count=("str", "many"))), "model_not_gguf"),
    "width 0": (build(metadata(llama__embedding_length=("u32", 0))), "model_not_gguf"),
    "heads 4e9": (build(metadata(llama__attention__head_count=("u32", 4_000_000_000))), "model_not_gguf"),
    "kv heads negative": (build(metadata(llama__attention__head_count_kv=("i32[]", [-1]))), "model_not_gguf"),
    "experts 4e9": (build(metadata(llama__expert_count=("u32", 4_000_000_000))), "model_not_gguf"),
    "no vocabulary": (build(metadata(tokenizer__ggml__tokens=None)), "model_unsupported"),
    "vocabulary empty": (build(metadata(tokenizer__ggml__tokens=("strs", []))), "model_unsupported"),
    "vocabulary alone": (build(shapes=[]), "model_unsupported"),
    "projector": (build(metadata("clip")), "model_unsupported"),
    "adapter": (build(metadata(general__type=("str", "adapter"))), "model_unsupported"),
    "bert": (build(metadata("bert")), "model_is_embedding"),
    "nomic": (build(metadata("nomic-bert")), "model_is_embedding"),
    "pooled": (build(metadata(llama__pooling_type=("u32", 3))), "model_is_embedding"),
    "tensor with 5 dimensions": (build(shapes=[("x", (1, 1, 1, 1, 1))]), "model_not_gguf"),
    "tensor of nothing": (build(shapes=[("x", (0,))]), "model_not_gguf"),
    "tensor dimension huge": (build(shapes=[*tensors(), ("x", (2**40,))]), "model_not_gguf"),
    "tensor twice": (build(shapes=[("x", (32,)), ("x", (32,))]), "model_not_gguf"),
    "tensor offset off the alignment": (build(offset_shift=1), "model_not_gguf"),
    "tensor behind the end": (build(offset_shift=1 << 30), "model_truncated"),
    "tensor offset overflows": (build(offset_shift=2**63), "model_truncated"),
    "cut by a byte": (build()[:-1], "model_truncated"),
    "cut in half": (build()[: len(build()) // 2], "model_truncated"),
    "cut in the header": (build()[:700], "model_truncated"),
    "parts missing": (build(metadata(split__count=("u32", 3))), "model_not_gguf"),
}


@pytest.mark.parametrize("name", CRAFTED)
def test_crafted_files_are_refused_with_their_code(tmp_path: Path, name: str) -> None:
    data, code = CRAFTED[name]
    path = write(tmp_path / "model.gguf", data)
    with pytest.raises(ModelError) as refused:
        read_header(path)
    assert refused.value.code == code
    assert refused.value.facts["path"] == str(path)


def test_a_right_file_is_described(tmp_path: Path) -> None:
    header = read_header(write(tmp_path / "tiny.gguf", build()))
    assert header.name == "Tiny 小"
    assert header.architecture == "llama"
    assert header.quantisation == "F32"
    assert header.licence == "apache-2.0"
    assert header.chat_template == "{{ messages }}"
    assert header.trained_context_length == 128
    assert header.block_count == 1
    assert header.kv_heads == (2,)
    assert header.key_length == header.value_length == 8
    assert header.vocabulary_size == len(WORDS)
    sizes = [shape[0] * (shape[1] if len(shape) > 1 else 1) for _name, shape in tensors()]
    assert header.parameters == sum(sizes)
    assert header.total_bytes == len(build())


def test_names_come_from_the_file_name_and_unknown_types_are_left_to_the_engine(tmp_path: Path) -> None:
    entries = metadata(general__name=None, general__file_type=("u32", 4242))
    header = read_header(write(tmp_path / "tiny-q9.gguf", build(entries, kind=77)))
    assert header.name == "tiny-q9"
    assert header.quantisation == ""


def test_missing_files_and_folders(tmp_path: Path) -> None:
    for path in (tmp_path / "none.gguf", tmp_path):
        with pytest.raises(ModelError) as refused:
            read_header(path)
        assert refused.value.code == "model_missing"


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.gguf")
    with pytest.raises(ModelError, match="model_missing"):
        read_header(tmp_path / "pipe.gguf")


def test_all_parts_of_a_split_model_must_be_there(tmp_path: Path) -> None:
    data = build(metadata(split__count=("u32", 2)))
    first = write(tmp_path / "m-00001-of-00002.gguf", data)
    with pytest.raises(ModelError) as refused:
        read_header(first)
    assert refused.value.code == "model_missing"
    assert refused.value.facts["path"] == str(tmp_path / "m-00002-of-00002.gguf")
    write(tmp_path / "m-00002-of-00002.gguf", bytes(1000))
    assert read_header(first).total_bytes == len(data) + 1000


def test_any_cut_and_any_flipped_byte_ends_in_a_header_or_an_error(tmp_path: Path) -> None:
    whole = build()
    chance = random.Random(7)
    for _ in range(300):
        data = bytearray(whole)
        if chance.random() < 0.5:
            del data[chance.randrange(1, len(data)) :]
        for _ in range(chance.randrange(4)):
            data[chance.randrange(min(len(data), 8192))] = chance.randrange(256)
        with contextlib.suppress(ModelError):  # anything else fails the test
            read_header(write(tmp_path / "model.gguf", bytes(data)))


def test_the_real_small_model(small_model: Path) -> None:
    header = read_header(small_model)
    assert (header.architecture, header.quantisation, header.block_count) == ("llama", "Q4_1", 30)
    assert header.parameters == 134_515_008
    assert header.trained_context_length == 8192
