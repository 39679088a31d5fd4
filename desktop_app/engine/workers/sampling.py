"""How the next token is drawn: llama.cpp's sampler chain."""

from __future__ import annotations

import ctypes
import math
from typing import Any, Final

import llama_cpp.llama_cpp as llama
import numpy as np

from desktop_app.engine import protocol
from desktop_app.engine.workers.llama_context import LlamaContext
from desktop_app.engine.workers.llama_model import LlamaModel
from desktop_app.engine.workers.loop import RequestError

_CANDIDATE: Final = np.dtype([("id", np.int32), ("logit", np.float32), ("p", np.float32)])  # llama_token_data
_PENALTY_WINDOW: Final = 64  # tokens of the reply looked back at; the default of llama.cpp


class Sampler:
    """A chain for one reply.

    The repeat penalty sees the reply alone: over the prompt it would punish the words of
    the question and the marker that ends a message.

    A grammar is asked about the one token that was drawn, and only where it refuses that
    about the whole vocabulary: the other way round it took 65 ms a token with 150,000 words.
    """

    def __init__(self, model: LlamaModel, how: protocol.SamplingData) -> None:
        """Build the chain. Raises `RequestError` ``bad_request`` if the grammar does not parse."""
        self._grammar: Any = None
        self._candidates = np.zeros(model.vocabulary_size if how.grammar else 0, _CANDIDATE)
        if how.grammar:
            self._grammar = llama.llama_sampler_init_grammar(model.vocabulary, how.grammar.encode("utf-8"), b"root")
            if not self._grammar:  # the binding gives a null pointer, not None
                raise RequestError(protocol.BAD_REQUEST, what="grammar")
        self._chain: Any = llama.llama_sampler_chain_init(llama.llama_sampler_chain_default_params())
        if how.repeat_penalty > 0 and how.repeat_penalty != 1.0:
            size = model.vocabulary_size
            self._add(llama.llama_sampler_init_penalties(size, _PENALTY_WINDOW, how.repeat_penalty, 0.0, 0.0))
        if how.temperature <= 0:
            self._add(llama.llama_sampler_init_greedy())
            return
        if how.top_k > 0:
            self._add(llama.llama_sampler_init_top_k(how.top_k))
        if how.top_p < 1:
            self._add(llama.llama_sampler_init_top_p(how.top_p, 1))
        if how.min_p > 0:
            self._add(llama.llama_sampler_init_min_p(how.min_p, 1))
        self._add(llama.llama_sampler_init_temp(how.temperature))
        self._add(llama.llama_sampler_init_dist(how.seed & 0xFFFFFFFF))

    def _add(self, sampler: Any) -> None:
        llama.llama_sampler_chain_add(self._chain, sampler)

    def draw(self, context: LlamaContext) -> int:
        """The next token after the last one evaluated; the chain remembers it."""
        if self._grammar is None:
            return int(llama.llama_sampler_sample(self._chain, context.handle, -1))
        logits = np.ctypeslib.as_array(llama.llama_get_logits_ith(context.handle, -1), (len(self._candidates),))
        token = self._choose(logits, obey=False)
        if not self._allows(token):
            token = self._choose(logits, obey=True)
        llama.llama_sampler_accept(self._chain, token)
        llama.llama_sampler_accept(self._grammar, token)
        return token

    def _choose(self, logits: np.ndarray[tuple[int], np.dtype[np.float32]], obey: bool) -> int:
        candidates = self._candidates
        candidates["id"] = np.arange(len(candidates), dtype=np.int32)
        candidates["logit"] = logits
        candidates["p"] = 0
        data = candidates.ctypes.data_as(ctypes.POINTER(llama.llama_token_data))
        array = llama.llama_token_data_array(data, len(candidates), -1, False)
        if obey:
            llama.llama_sampler_apply(self._grammar, ctypes.byref(array))
        llama.llama_sampler_apply(self._chain, ctypes.byref(array))
        return int(array.data[array.selected].id)

    def _allows(self, token: int) -> bool:
        one = llama.llama_token_data(token, 1.0, 0.0)
        array = llama.llama_token_data_array(ctypes.pointer(one), 1, -1, False)
        llama.llama_sampler_apply(self._grammar, ctypes.byref(array))
        return not math.isinf(one.logit)

    def close(self) -> None:
        """Free the chain with everything in it, and the grammar."""
        llama.llama_sampler_free(self._chain)
        if self._grammar is not None:
            llama.llama_sampler_free(self._grammar)
