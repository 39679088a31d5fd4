"""A careful reader of GGUF headers: what a model file is, before anything else opens it.

Format: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md. Every length is checked
against the size of the file before it is used, because a crafted header is how a model
file attacks (CVE-2025-53630, CVE-2026-27940) and some headers end llama.cpp with SIGABRT.
"""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final, TypeAlias

from desktop_app.domain.errors import ModelError
from desktop_app.domain.patterns import Pattern

Value: TypeAlias = "int | float | bool | str | tuple[int | float | bool, ...]"

_MAGIC: Final = b"GGUF"
_VERSIONS: Final = (2, 3)
_STRING: Final = 8
_ARRAY: Final = 9
_SCALARS: Final = {
    0: "<B", 1: "<b", 2: "<H", 3: "<h", 4: "<I", 5: "<i", 6: "<f", 7: "<?", 10: "<Q", 11: "<q", 12: "<d",
}  # fmt: skip
_MAX_KEY_BYTES: Final = 65535  # the format's own limit
_MAX_STRING_BYTES: Final = 16 * 1024 * 1024  # chat templates are kilobytes
_MAX_ENTRIES: Final = 1 << 16  # of metadata and of tensors; real files have hundreds
_MAX_ARRAY: Final = 1 << 24  # vocabularies have a few hundred thousand
_KEPT_ARRAY: Final = 512  # numbers kept of an array: one for each layer
_MAX_BLOCKS: Final = 512
_MAX_EXPERTS: Final = 1024
_MAX_DIMENSION: Final = 1 << 24
_MAX_ALIGNMENT: Final = 1 << 20
_BLOCK_BYTES: Final = 1 << 20

# ggml_type -> (name, elements of a block, bytes of a block); ggml/src/ggml.c, type_traits.
_TENSOR_TYPES: Final = {
    0: ("F32", 1, 4), 1: ("F16", 1, 2), 2: ("Q4_0", 32, 18), 3: ("Q4_1", 32, 20), 6: ("Q5_0", 32, 22),
    7: ("Q5_1", 32, 24), 8: ("Q8_0", 32, 34), 9: ("Q8_1", 32, 36), 10: ("Q2_K", 256, 84), 11: ("Q3_K", 256, 110),
    12: ("Q4_K", 256, 144), 13: ("Q5_K", 256, 176), 14: ("Q6_K", 256, 210), 15: ("Q8_K", 256, 292),
    16: ("IQ2_XXS", 256, 66), 17: ("IQ2_XS", 256, 74), 18: ("IQ3_XXS", 256, 98), 19: ("IQ1_S", 256, 50),
    20: ("IQ4_NL", 32, 18), 21: ("IQ3_S", 256, 110), 22: ("IQ2_S", 256, 82), 23: ("IQ4_XS", 256, 136),
    24: ("I8", 1, 1), 25: ("I16", 1, 2), 26: ("I32", 1, 4), 27: ("I64", 1, 8), 28: ("F64", 1, 8),
    29: ("IQ1_M", 256, 56), 30: ("BF16", 1, 2), 34: ("TQ1_0", 256, 54), 35: ("TQ2_0", 256, 66),
    39: ("MXFP4", 32, 17),
}  # fmt: skip

# general.file_type -> name; llama.cpp include/llama.h, enum llama_ftype.
_FILE_TYPES: Final = {
    0: "F32", 1: "F16", 2: "Q4_0", 3: "Q4_1", 7: "Q8_0", 8: "Q5_0", 9: "Q5_1", 10: "Q2_K", 11: "Q3_K_S",
    12: "Q3_K_M", 13: "Q3_K_L", 14: "Q4_K_S", 15: "Q4_K_M", 16: "Q5_K_S", 17: "Q5_K_M", 18: "Q6_K", 19: "IQ2_XXS",
    20: "IQ2_XS", 21: "Q2_K_S", 22: "IQ3_XS", 23: "IQ3_XXS", 24: "IQ1_S", 25: "IQ4_NL", 26: "IQ3_S", 27: "IQ3_M",
    28: "IQ2_S", 29: "IQ2_M", 30: "IQ4_XS", 31: "IQ1_M", 32: "BF16", 36: "TQ1_0", 37: "TQ2_0", 38: "MXFP4",
}  # fmt: skip

_EMBEDDING_ARCHITECTURES: Final = frozenset(
    (
        "bert",
        "nomic-bert",
        "nomic-bert-moe",
        "jina-bert-v2",
        "jina-bert-v3",
        "neo-bert",
        "modern-bert",
        "eurobert",
        "gemma-embedding",
        "t5encoder",
    )
)
# Files in this format that hold no chat model: projectors, speech, pictures, translation.
_OTHER_ARCHITECTURES: Final = frozenset(
    ("clip", "whisper", "wavtokenizer-dec", "flux", "sd1", "sd3", "sdxl", "t5", "llada", "dream")
)
_SPLIT_NAME: Final = Pattern(r"^(?P<stem>.*)-(?P<number>\d{5})-of-(?P<count>\d{5})\.gguf$", re.I)


@dataclass(frozen=True, slots=True)
class GgufHeader:
    """What a chat model file says of itself. Sizes are in bytes, lengths in tokens."""

    path: Path
    name: str
    architecture: str
    quantisation: str
    parameters: int
    licence: str
    chat_template: str
    trained_context_length: int
    block_count: int
    embedding_length: int
    feed_forward_length: int
    heads: int
    kv_heads: tuple[int, ...]  # one for each block
    key_length: int
    value_length: int
    vocabulary_size: int
    total_bytes: int  # of all parts, where a model is split over files


class _Cut(Exception):
    """The header goes on behind the end of the file."""


class _Damaged(Exception):
    """The header says something that cannot be."""


class _Cursor:
    """A place in a file. Never reads behind its end, never believes a length.

    Plain reads, not a memory map: a file that shrinks under a map ends the process with
    SIGBUS, and this one has the window.
    """

    def __init__(self, file: BinaryIO, size: int) -> None:
        self.at = 0
        self.size = size
        self._file = file
        self._data = bytearray()

    def room(self, size: int) -> None:
        """Make sure that ``size`` more bytes exist."""
        if size > self.size - self.at:
            raise _Cut

    def _load(self, end: int) -> None:
        """Have the bytes up to ``end`` at hand."""
        if end > self.size:
            raise _Cut
        while len(self._data) < end:
            block = self._file.read(max(_BLOCK_BYTES, end - len(self._data)))
            if not block:
                raise _Cut
            self._data += block

    def bytes(self, size: int) -> bytes:
        """The next bytes."""
        self._load(self.at + size)
        start, self.at = self.at, self.at + size
        return bytes(self._data[start : self.at])

    def number(self, form: str) -> int | float | bool:
        """One little-endian number of a struct format."""
        value: int | float | bool = struct.unpack(form, self.bytes(struct.calcsize(form)))[0]
        return value

    def count(self, form: str, most: int) -> int:
        """One unsigned number that may not pass ``most``."""
        value = int(self.number(form))
        if value > most:
            raise _Damaged
        return value

    def string(self, most: int) -> str:
        """A string with its length before it."""
        return self.bytes(self.count("<Q", most)).decode("utf-8", "replace")

    def skip(self, size: int) -> None:
        """Pass over bytes that exist."""
        self.room(size)
        self.at += size

    def skip_strings(self, count: int) -> None:
        """Pass over an array of strings."""
        self.room(count * 8)
        unpack, data, at = struct.Struct("<Q").unpack_from, self._data, self.at
        for _ in range(count):
            if at + 8 > len(data):
                self._load(at + 8)
            (length,) = unpack(data, at)
            if length > _MAX_STRING_BYTES:
                raise _Damaged
            at += 8 + length
        self.skip(at - self.at)


def read_header(path: Path) -> GgufHeader:
    """Read and check the header of a chat model.

    Raises:
        ModelError: ``model_missing``, ``model_empty``, ``model_not_gguf`` (not such a file,
            or a damaged header), ``model_truncated``, ``model_is_embedding`` or
            ``model_unsupported``; facts: ``path``, ``architecture`` where it is known.
    """
    try:
        if not path.is_file():
            raise ModelError("model_missing", path=str(path))
        size = path.stat().st_size
        if size == 0:
            raise ModelError("model_empty", path=str(path))
        with path.open("rb") as file:
            return _read(path, _Cursor(file, size))
    except OSError as error:
        raise ModelError("model_missing", path=str(path)) from error
    except _Cut:
        raise ModelError("model_truncated", path=str(path)) from None
    except _Damaged:
        raise ModelError("model_not_gguf", path=str(path)) from None


def _read(path: Path, cursor: _Cursor) -> GgufHeader:
    magic = cursor.bytes(min(4, cursor.size))
    if magic != _MAGIC:
        raise _Cut if _MAGIC.startswith(magic) else _Damaged
    version = cursor.number("<I")
    if version not in _VERSIONS:
        raise ModelError("model_unsupported", path=str(path), architecture=f"GGUF {version}")
    tensor_count = cursor.count("<Q", _MAX_ENTRIES)
    entry_count = cursor.count("<Q", _MAX_ENTRIES)
    cursor.room(entry_count * 13 + tensor_count * 24)  # the least each can take
    values, lengths = _metadata(cursor, entry_count)
    kind = _check_kind(path, values, lengths, tensor_count)
    parameters, types = _tensors(cursor, tensor_count, _alignment(values))
    return _header(path, kind, values, lengths, parameters, types, _all_bytes(path, values, cursor.size))


def _metadata(cursor: _Cursor, count: int) -> tuple[dict[str, Value], dict[str, int]]:
    """Values by key (of arrays only short ones of numbers) and the lengths of arrays."""
    values: dict[str, Value] = {}
    lengths: dict[str, int] = {}
    for _ in range(count):
        key = cursor.string(_MAX_KEY_BYTES)
        if not key or key in values or key in lengths:
            raise _Damaged
        kind = cursor.number("<I")
        if kind == _STRING:
            values[key] = cursor.string(_MAX_STRING_BYTES)
        elif kind == _ARRAY:
            element = cursor.number("<I")
            length = lengths[key] = cursor.count("<Q", _MAX_ARRAY)
            if element == _STRING:
                cursor.skip_strings(length)
            elif (form := _SCALARS.get(int(element))) is not None:
                cursor.room(length * struct.calcsize(form))
                kept = min(length, _KEPT_ARRAY)
                values[key] = tuple(cursor.number(form) for _ in range(kept))
                cursor.skip((length - kept) * struct.calcsize(form))
            else:
                raise _Damaged
        elif (form := _SCALARS.get(int(kind))) is not None:
            values[key] = cursor.number(form)
        else:
            raise _Damaged
    return values, lengths


def _check_kind(path: Path, values: dict[str, Value], lengths: dict[str, int], tensor_count: int) -> str:
    """The architecture, if it is one of a chat model with weights and a vocabulary."""
    architecture = values.get("general.architecture")
    if not isinstance(architecture, str) or not architecture:
        raise _Damaged
    facts = {"path": str(path), "architecture": architecture}
    pooled = values.get(f"{architecture}.pooling_type", 0)  # 0: none, as in every chat model
    if architecture in _EMBEDDING_ARCHITECTURES or (pooled not in (0, -1)):
        raise ModelError("model_is_embedding", **facts)
    if architecture in _OTHER_ARCHITECTURES or values.get("general.type", "model") != "model":
        raise ModelError("model_unsupported", **facts)
    vocabulary = values.get("tokenizer.ggml.model", "none")
    if vocabulary in ("none", "no_vocab") or not lengths.get("tokenizer.ggml.tokens") or not tensor_count:
        raise ModelError("model_unsupported", **facts)
    return architecture


def _alignment(values: dict[str, Value]) -> int:
    alignment = values.get("general.alignment", 32)
    if not isinstance(alignment, int) or not 0 < alignment <= _MAX_ALIGNMENT or alignment & (alignment - 1):
        raise _Damaged
    return alignment


def _tensors(cursor: _Cursor, count: int, alignment: int) -> tuple[int, dict[str, int]]:
    """Number of weights and bytes by type; raises if a tensor ends behind the end of the file."""
    parameters = 0
    types: dict[str, int] = {}
    names: set[str] = set()
    end = 0
    for _ in range(count):
        name = cursor.string(_MAX_KEY_BYTES)
        if not name or name in names:
            raise _Damaged
        names.add(name)
        elements = 1
        for _ in range(cursor.count("<I", 4)):
            dimension = cursor.count("<Q", _MAX_DIMENSION)
            elements *= dimension
        form = _TENSOR_TYPES.get(int(cursor.number("<I")))
        offset = int(cursor.number("<Q"))
        if elements == 0 or offset % alignment:
            raise _Damaged
        parameters += elements
        if form is None:  # a type newer than this table: the engine decides
            continue
        kind, block, block_bytes = form
        if elements % block:
            raise _Damaged
        tensor_bytes = elements // block * block_bytes
        types[kind] = types.get(kind, 0) + tensor_bytes
        end = max(end, offset + tensor_bytes)
    start = -(-cursor.at // alignment) * alignment
    if count and start + end > cursor.size:
        raise _Cut
    return parameters, types


def _header(
    path: Path,
    architecture: str,
    values: dict[str, Value],
    lengths: dict[str, int],
    parameters: int,
    types: dict[str, int],
    total_bytes: int,
) -> GgufHeader:
    def number(key: str, default: int, most: int, least: int = 1) -> int:
        value = values.get(f"{architecture}.{key}", default)
        if isinstance(value, tuple):  # some models give one for each layer
            value = max(value, default=default)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise _Damaged
        return value

    blocks = number("block_count", 0, _MAX_BLOCKS)
    number("expert_count", 0, _MAX_EXPERTS, least=0)
    width = number("embedding_length", 0, _MAX_DIMENSION)
    heads = number("attention.head_count", 1, 1 << 16, least=0)
    by_block = values.get(f"{architecture}.attention.head_count_kv", heads)
    kv_heads = by_block if isinstance(by_block, tuple) else (by_block,) * blocks
    if not all(isinstance(each, int) and 0 <= each <= 1 << 16 for each in kv_heads):
        raise _Damaged
    head = width // heads if heads else 0

    def text(key: str) -> str:
        value = values.get(key, "")
        return value if isinstance(value, str) else ""

    file_type = values.get("general.file_type")
    largest = max(types, key=lambda kind: types[kind], default="")
    return GgufHeader(
        path=path,
        name=text("general.name") or path.stem,
        architecture=architecture,
        quantisation=_FILE_TYPES.get(file_type, largest) if isinstance(file_type, int) else largest,
        parameters=parameters,
        licence=text("general.license"),
        chat_template=text("tokenizer.chat_template"),
        trained_context_length=number("context_length", 0, 1 << 30, least=0),
        block_count=blocks,
        embedding_length=width,
        feed_forward_length=number("feed_forward_length", 4 * width, _MAX_DIMENSION * 4, least=0),
        heads=heads,
        kv_heads=tuple(int(each) for each in kv_heads),
        key_length=number("attention.key_length", head, 1 << 16, least=0),
        value_length=number("attention.value_length", head, 1 << 16, least=0),
        vocabulary_size=lengths["tokenizer.ggml.tokens"],
        total_bytes=total_bytes,
    )


def _all_bytes(path: Path, values: dict[str, Value], size: int) -> int:
    """Bytes of all parts of a split model; its first part is the one to open."""
    count = values.get("split.count", 0)
    if not isinstance(count, int) or count <= 1:
        return size
    name = _SPLIT_NAME.match(path.name)
    if name is None or int(name["count"]) != count or count > 1000:
        raise _Damaged
    total = 0
    for number in range(1, count + 1):
        part = path.with_name(f"{name['stem']}-{number:05d}-of-{count:05d}.gguf")
        try:
            total += part.stat().st_size
        except OSError as error:
            raise ModelError("model_missing", path=str(part)) from error
    return total


def is_later_part(name: str) -> bool:
    """Whether a file name is that of a split model's part other than its first."""
    match = _SPLIT_NAME.match(name)
    return match is not None and int(match["number"]) != 1
