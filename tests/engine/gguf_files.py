"""Writes small GGUF files, right ones and wrong ones. No model was harmed: weights are zeros."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

_KINDS = {"u32": (4, "<I"), "u64": (10, "<Q"), "f32": (6, "<f"), "bool": (7, "<?"), "i32": (5, "<i")}

# A byte vocabulary with two letters; "<|user|>" is declared as an ordinary added word, as some real files do.
WORDS = ["<unk>", "<s>", "</s>", *[f"<0x{byte:02X}>" for byte in range(256)], "a", "b", "<|user|>"]
TYPES = [2, 3, 3, *[6] * 256, 1, 1, 4]


def string(text: str | bytes) -> bytes:
    data = text.encode() if isinstance(text, str) else text
    return struct.pack("<Q", len(data)) + data


def value(kind: str, content: Any) -> bytes:
    """A typed metadata value."""
    if kind == "str":
        return struct.pack("<I", 8) + string(content)
    if kind == "strs":
        return struct.pack("<IIQ", 9, 8, len(content)) + b"".join(string(each) for each in content)
    if kind.endswith("[]"):
        number, form = _KINDS[kind[:-2]]
        return struct.pack("<IIQ", 9, number, len(content)) + b"".join(struct.pack(form, each) for each in content)
    number, form = _KINDS[kind]
    return struct.pack("<I", number) + struct.pack(form, content)


def metadata(architecture: str = "llama", **changes: tuple[str, Any] | None) -> dict[str, tuple[str, Any]]:
    """The metadata of a tiny llama; names in ``changes`` have __ for dots, None removes."""
    found: dict[str, tuple[str, Any]] = {
        "general.architecture": ("str", architecture),
        "general.name": ("str", "Tiny 小"),
        "general.license": ("str", "apache-2.0"),
        "general.file_type": ("u32", 0),
        f"{architecture}.block_count": ("u32", 1),
        f"{architecture}.context_length": ("u32", 128),
        f"{architecture}.embedding_length": ("u32", 32),
        f"{architecture}.feed_forward_length": ("u32", 64),
        f"{architecture}.attention.head_count": ("u32", 4),
        f"{architecture}.attention.head_count_kv": ("u32", 2),
        f"{architecture}.attention.layer_norm_rms_epsilon": ("f32", 1e-5),
        "tokenizer.ggml.model": ("str", "llama"),
        "tokenizer.ggml.tokens": ("strs", WORDS),
        "tokenizer.ggml.scores": ("f32[]", [0.0] * len(WORDS)),
        "tokenizer.ggml.token_type": ("i32[]", TYPES),
        "tokenizer.ggml.bos_token_id": ("u32", 1),
        "tokenizer.ggml.eos_token_id": ("u32", 2),
        "tokenizer.chat_template": ("str", "{{ messages }}"),
    }
    for name, change in changes.items():
        key = name.replace("__", ".")
        if change is None:
            found.pop(key, None)
        else:
            found[key] = change
    return found


def tensors() -> list[tuple[str, tuple[int, ...]]]:
    """Names and shapes of the tiny llama's weights."""
    block = {
        "attn_norm": (32,),
        "attn_q": (32, 32),
        "attn_k": (32, 16),
        "attn_v": (32, 16),
        "attn_output": (32, 32),
        "ffn_norm": (32,),
        "ffn_gate": (32, 64),
        "ffn_up": (32, 64),
        "ffn_down": (64, 32),
    }
    named = [(f"blk.0.{name}.weight", shape) for name, shape in block.items()]
    return [
        ("token_embd.weight", (32, len(WORDS))),
        *named,
        ("output_norm.weight", (32,)),
        ("output.weight", (32, len(WORDS))),
    ]


def build(
    entries: dict[str, tuple[str, Any]] | None = None,
    shapes: list[tuple[str, tuple[int, ...]]] | None = None,
    *,
    magic: bytes = b"GGUF",
    version: int = 3,
    tensor_count: int | None = None,
    entry_count: int | None = None,
    extra: bytes = b"",
    kind: int = 0,
    offset_shift: int = 0,
) -> bytes:
    """A file's bytes; everything can be made wrong."""
    entries = metadata() if entries is None else entries
    shapes = tensors() if shapes is None else shapes
    head = magic + struct.pack("<I", version)
    head += struct.pack("<Q", len(shapes) if tensor_count is None else tensor_count)
    head += struct.pack("<Q", len(entries) if entry_count is None else entry_count)
    head += b"".join(string(key) + value(*content) for key, content in entries.items()) + extra
    offset = 0
    for name, shape in shapes:
        head += string(name) + struct.pack("<I", len(shape)) + b"".join(struct.pack("<Q", each) for each in shape)
        head += struct.pack("<IQ", kind, (offset + offset_shift) % 2**64)
        size = 4
        for each in shape:
            size *= each
        offset += -(-size // 32) * 32
    return head + b"\0" * (-len(head) % 32) + b"\0" * min(offset, 1 << 20)


def write(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path
