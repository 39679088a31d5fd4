"""A look at an embedding model's directory before anything loads it.

A directory from somewhere may carry code: Python files, pickles, class names in its
configuration. Only weights as safetensors, JSON and plain text are let through, and only
module classes that are known (sentence-transformers issues 3801, 3804, 3683).
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path, PurePosixPath
from typing import Any, Final

from desktop_app.domain.errors import ModelError

_SUFFIXES: Final = frozenset((".safetensors", ".json", ".txt", ".md"))
_IGNORED: Final = frozenset((".gitattributes", ".gitignore", "LICENSE", "NOTICE"))
_MODULES: Final = frozenset(
    (
        "sentence_transformers.models.Transformer",
        "sentence_transformers.models.Pooling",
        "sentence_transformers.models.Normalize",
        "sentence_transformers.base.modules.transformer.Transformer",
        "sentence_transformers.base.modules.normalize.Normalize",
        "sentence_transformers.sentence_transformer.modules.transformer.Transformer",
        "sentence_transformers.sentence_transformer.modules.pooling.Pooling",
        "sentence_transformers.sentence_transformer.modules.normalize.Normalize",
    )
)
# Keys by which a configuration names code to run: a class of its own, a kernel to fetch.
_FORBIDDEN_KEYS: Final = frozenset(("auto_map", "kernel_config", "custom_pipelines", "trust_remote_code"))
_ATTENTION_KEYS: Final = frozenset(("attn_implementation", "_attn_implementation"))
_MAX_FILES: Final = 100
_MAX_JSON_BYTES: Final = 64 * 1024 * 1024  # tokenizer.json of a large vocabulary has 17 MB
_HASH_BLOCK_BYTES: Final = 8 * 1024 * 1024


def check_directory(directory: Path) -> str:
    """Check a sentence-transformers directory.

    Returns:
        Its fingerprint: SHA-256 over everything that decides what the vectors are.

    Raises:
        ModelError: ``embedding_missing``, or ``embedding_unusable`` with ``file`` and ``why``.
    """
    if not (directory / "modules.json").is_file():
        raise ModelError("embedding_missing", path=str(directory))
    files = _files(directory)
    weights = [file for file in files if file.suffix == ".safetensors"]
    if not weights:
        raise _unusable(directory, "model.safetensors", "missing")
    for file in files:
        if file.suffix == ".json":
            _check_values(directory, file, _read_json(directory, file))
    _check_modules(directory)
    return _fingerprint(directory, files)


def _files(directory: Path) -> list[Path]:
    found: list[Path] = []
    for path in sorted(directory.rglob("*")):
        if path.is_dir() or path.name in _IGNORED:
            continue
        name = path.relative_to(directory).as_posix()
        if path.suffix not in _SUFFIXES or not path.is_file():
            raise _unusable(directory, name, "kind of file")
        found.append(path)
        if len(found) > _MAX_FILES:
            raise _unusable(directory, name, "too many files")
    return found


def _read_json(directory: Path, file: Path) -> Any:
    name = file.relative_to(directory).as_posix()
    if file.stat().st_size > _MAX_JSON_BYTES:
        raise _unusable(directory, name, "too large")
    try:
        return json.loads(file.read_bytes())
    except (ValueError, RecursionError) as error:
        raise _unusable(directory, name, "not JSON") from error


def _check_values(directory: Path, file: Path, value: Any) -> None:
    if file.name in ("tokenizer.json", "vocab.json"):
        return  # words and merges, read by the tokenizer library as data
    stack = [value]
    while stack:
        each = stack.pop()
        if isinstance(each, list):
            stack += each
        elif isinstance(each, dict):
            stack += each.values()
            forbidden = _FORBIDDEN_KEYS.intersection(each)
            forbidden |= {key for key in _ATTENTION_KEYS.intersection(each) if "/" in str(each[key])}
            if forbidden:
                raise _unusable(directory, file.relative_to(directory).as_posix(), sorted(forbidden)[0])


def _check_modules(directory: Path) -> None:
    modules = _read_json(directory, directory / "modules.json")
    if not isinstance(modules, list) or not modules:
        raise _unusable(directory, "modules.json", "not a list")
    for module in modules:
        kind = module.get("type") if isinstance(module, dict) else None
        if kind not in _MODULES:
            raise _unusable(directory, "modules.json", str(kind)[:200])
        path = module.get("path", "")
        if not isinstance(path, str) or PurePosixPath(path).is_absolute() or ".." in PurePosixPath(path).parts:
            raise _unusable(directory, "modules.json", "path")


def _fingerprint(directory: Path, files: list[Path]) -> str:
    digest = hashlib.sha256()
    for file in files:
        if file.suffix == ".md":
            continue
        digest.update(file.relative_to(directory).as_posix().encode() + b"\0")
        content = hashlib.sha256()
        with file.open("rb") as stream:
            while block := stream.read(_HASH_BLOCK_BYTES):
                content.update(block)
        digest.update(content.digest())
    return digest.hexdigest()


def _unusable(directory: Path, name: str, why: str) -> ModelError:
    return ModelError("embedding_unusable", path=str(directory), file=name, why=why)
