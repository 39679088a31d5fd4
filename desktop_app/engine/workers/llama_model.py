"""A GGUF model in memory: its weights and its vocabulary, through llama.cpp's C interface."""

from __future__ import annotations

import ctypes
import hashlib
import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

import llama_cpp
import llama_cpp.llama_cpp as llama

from desktop_app.domain.patterns import Pattern
from desktop_app.domain.ports import GPU_MARK
from desktop_app.engine.workers.loop import RequestError

_LOG_ERROR: Final = 4  # GGML_LOG_LEVEL_ERROR
_HASH_BLOCK_BYTES: Final = 8 * 1024 * 1024
_NO_MEMORY: Final = Pattern(
    r"bad_alloc|failed to allocate|unable to allocate|insufficient memory|cannot allocate", re.I
)
_UNSUPPORTED: Final = Pattern(
    r"unknown model architecture|unknown pre-tokenizer|unsupported model|invalid model type", re.I
)
# Markers that some model files declare as ordinary added tokens instead of control tokens.
_MARKER: Final = Pattern(r"<\|[^<>|]+\|?>|</?[A-Za-z_]+>|\[/?[A-Z_]+\]|<｜[^<>]+｜>")


class _ErrorLog:
    """Keeps the last error lines of llama.cpp in memory, for telling failures apart; writes none."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._callback = llama.llama_log_callback(self._note)
        llama.llama_log_set(self._callback, ctypes.c_void_p(0))

    def _note(self, level: int, text: bytes, _data: object) -> None:
        if level == _LOG_ERROR:
            self.lines = [*self.lines[-19:], text.decode("utf-8", "replace")]


_log = _ErrorLog()
llama.llama_backend_init()


def file_sha256(path: Path, progress: Callable[[float], None]) -> str:
    """SHA-256 of a file, hexadecimal; ``progress`` 0-1."""
    size = max(1, path.stat().st_size)
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_HASH_BLOCK_BYTES):
            digest.update(block)
            progress(min(1.0, file.tell() / size))
    return digest.hexdigest()


def engine_build() -> str:
    """The version of the engine and the processor features it was built for."""
    flags = llama.llama_print_system_info().decode("utf-8", "replace").replace(" = 1", "").strip(" |")
    gpu = GPU_MARK if llama.llama_supports_gpu_offload() else ""
    return f"llama-cpp-python {llama_cpp.__version__}; {flags}{gpu}"


class LlamaModel:
    """Weights and vocabulary. One per process; the vocabulary may be asked from any thread."""

    def __init__(self, path: Path, gpu_layers: int, safe_load: bool, progress: Callable[[float], None]) -> None:
        """Load a file.

        Args:
            path: a GGUF file whose header was checked before.
            gpu_layers: layers to put on a graphics processor.
            safe_load: without extra buffer types, whose kernels crash on some processors
                (llama.cpp issue 20824).
            progress: 0-1.

        Raises:
            RequestError: ``model_no_memory``, ``model_unsupported`` or ``model_load_failed``.
        """
        params = llama.llama_model_default_params()
        params.n_gpu_layers = gpu_layers
        params.use_extra_bufts = not safe_load

        def on_progress(fraction: float, _data: object) -> bool:
            progress(fraction)
            return True

        callback = llama.llama_progress_callback(on_progress)
        params.progress_callback = callback
        _log.lines = []
        handle = llama.llama_model_load_from_file(str(path).encode("utf-8"), params)
        if not handle:
            raise load_error("model_load_failed")
        self.handle = handle
        self._vocab = llama.llama_model_get_vocab(handle)
        self._size = llama.llama_vocab_n_tokens(self._vocab)
        self._pieces: dict[tuple[int, bool], bytes] = {}
        chats = llama.llama_model_has_decoder(handle) and not llama.llama_model_has_encoder(handle)
        if not chats or llama.llama_model_is_diffusion(handle):
            self.close()
            raise RequestError("model_unsupported")

    @property
    def vocabulary(self) -> llama.llama_vocab_p:
        """The C vocabulary."""
        return self._vocab

    @property
    def vocabulary_size(self) -> int:
        """Number of tokens."""
        return int(self._size)

    @property
    def trained_context_length(self) -> int:
        """Positions the model was trained with."""
        return int(llama.llama_model_n_ctx_train(self.handle))

    @property
    def parameters(self) -> int:
        """Number of weights."""
        return int(llama.llama_model_n_params(self.handle))

    def close(self) -> None:
        """Free the weights. Contexts must be closed before."""
        if self.handle is not None:
            llama.llama_model_free(self.handle)
            self.handle = None

    def tokenize(self, text: str, is_template: bool) -> list[int]:
        """Token ids of a piece.

        Only the template's own words are parsed for control tokens. In content even
        markers a file wrongly declares as ordinary words are taken apart, so that what a
        user types is never a boundary of a message.
        """
        tokens = self._tokenize(text, is_template)
        if is_template or not any(self._is_marker(token) for token in tokens):
            return tokens
        parts: list[int] = []
        start = 0
        for marker in _MARKER.finditer(text):  # cut after the first character of each marker
            parts += self._tokenize(text[start : marker.start() + 1], False)
            start = marker.start() + 1
        return parts + self._tokenize(text[start:], False)

    def _tokenize(self, text: str, parse_special: bool) -> list[int]:
        data = text.encode("utf-8")
        if not data:
            return []
        room = len(data) + 8
        while True:
            buffer = (llama.llama_token * room)()
            count = llama.llama_tokenize(self._vocab, data, len(data), buffer, room, False, parse_special)
            if count >= 0:
                return list(buffer[:count])
            room = -count

    def _is_marker(self, token: int) -> bool:
        if not llama.llama_vocab_get_attr(self._vocab, token) & llama.LLAMA_TOKEN_ATTR_USER_DEFINED:
            return False
        return _MARKER.fullmatch(self.piece(token, True).decode("utf-8", "replace")) is not None

    def piece(self, token: int, is_template: bool) -> bytes:
        """The bytes a token stands for; control tokens have some only in a template piece."""
        key = (token, is_template)
        known = self._pieces.get(key)
        if known is None:
            room = 64
            while True:
                buffer = ctypes.create_string_buffer(room)
                count = llama.llama_token_to_piece(self._vocab, token, buffer, room, 0, is_template)
                if count >= 0:
                    break
                room = -count
            known = self._pieces[key] = buffer.raw[:count]
        return known

    def accepts(self, tokens: tuple[int, ...], text: str, is_template: bool) -> bool:
        """Whether tokens given from outside may stand for ``text``: they detokenise to it, without control tokens."""
        if any(not 0 <= token < self._size for token in tokens):
            return False
        if not is_template and any(llama.llama_vocab_is_control(self._vocab, token) for token in tokens):
            return False
        return b"".join(self.piece(token, is_template) for token in tokens) == text.encode("utf-8")

    def ends_reply(self, token: int) -> bool:
        """Whether the model says with this token that it is done."""
        return bool(llama.llama_vocab_is_eog(self._vocab, token))


def load_error(otherwise: str) -> RequestError:
    """Why the last native call failed, from what llama.cpp said."""
    said = "\n".join(_log.lines)
    if _NO_MEMORY.search(said):
        return RequestError("model_no_memory")
    if _UNSUPPORTED.search(said):
        return RequestError("model_unsupported")
    return RequestError(otherwise)
