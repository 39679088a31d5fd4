"""How the next token is drawn: llama.cpp's sampler chain."""

from __future__ import annotations

from typing import Final

import llama_cpp.llama_cpp as llama

from desktop_app.engine import protocol
from desktop_app.engine.workers.llama_context import LlamaContext
from desktop_app.engine.workers.llama_model import LlamaModel
from desktop_app.engine.workers.loop import RequestError

_PENALTY_WINDOW: Final = 64  # tokens of the reply looked back at; the default of llama.cpp


class Sampler:
    """A chain for one reply.

    The repeat penalty sees the reply alone: over the prompt it would punish the words of
    the question and the marker that ends a message.
    """

    def __init__(self, model: LlamaModel, how: protocol.SamplingData) -> None:
        """Build the chain. Raises `RequestError` ``bad_request`` if the grammar does not parse."""
        self._chain = llama.llama_sampler_chain_init(llama.llama_sampler_chain_default_params())
        if how.grammar:
            grammar = llama.llama_sampler_init_grammar(model.vocabulary, how.grammar.encode("utf-8"), b"root")
            if not grammar:  # the binding gives a null pointer, not None
                self.close()
                raise RequestError(protocol.BAD_REQUEST, what="grammar")
            self._add(grammar)
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

    def _add(self, sampler: llama.llama_sampler_p | None) -> None:
        if not sampler:
            raise RequestError(protocol.BAD_REQUEST, what="sampler")
        llama.llama_sampler_chain_add(self._chain, sampler)

    def draw(self, context: LlamaContext) -> int:
        """The next token after the last one evaluated; the chain remembers it."""
        return int(llama.llama_sampler_sample(self._chain, context.handle, -1))

    def close(self) -> None:
        """Free the chain with everything in it."""
        if self._chain is not None:
            llama.llama_sampler_free(self._chain)
            self._chain = None
