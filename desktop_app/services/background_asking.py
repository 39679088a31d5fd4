"""Short questions to the model in idle time: deterministic, under a grammar, giving way to the person."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from desktop_app.domain.conversation import FinishReason
from desktop_app.domain.errors import ModelError
from desktop_app.domain.ledger import Piece, Section
from desktop_app.domain.ports import ChatEngine, Generated, GenerationEvent, PromptPiece, Sampling
from desktop_app.domain.prompt import Frame, assemble, content
from desktop_app.domain.templates import template_for


def ask_in_background(
    engine: ChatEngine, cancel: threading.Event, *, instruction: str, question: str, grammar: str, reply_tokens: int
) -> str | None:
    """The model's reply, "" where the question does not fit its window; None if it had to make way.

    Args:
        engine: with a model loaded.
        cancel: set when the person wants the engine.
        instruction: the system message.
        question: what is asked, with what it is about.
        grammar: GBNF the reply follows.
        reply_tokens: at most this many.

    Raises:
        ModelError: no model is loaded, or it failed.
    """
    generated = generate_in_background(
        engine, cancel, instruction=instruction, question=question, grammar=grammar, reply_tokens=reply_tokens
    )
    if generated is None:
        return ""
    return None if generated.finish_reason is FinishReason.CANCELLED else generated.text


def generate_in_background(
    engine: ChatEngine, cancel: threading.Event, *, instruction: str, question: str, grammar: str, reply_tokens: int
) -> Generated | None:
    """The model's reply with how it ended, CANCELLED if it had to make way; None where it does not fit its window.

    Args:
        engine: as for `ask_in_background`, and so are the others.
        cancel: set when the work shall end.
        instruction: the system message.
        question: what is asked.
        grammar: GBNF.
        reply_tokens: at most.

    Raises:
        ModelError: no model is loaded, or it failed.
    """
    model = engine.model
    if model is None:
        raise ModelError("model_not_loaded")
    template = template_for(model.architecture, model.chat_template, model.name)
    head = [content(Section.SYSTEM, instruction)]
    pieces = assemble(Frame.of(template, _uncounted), head, (), [content(Section.QUESTION, question)])
    prompt = [PromptPiece(piece.kind, piece.text) for piece in pieces]
    if sum(engine.count(prompt)) + reply_tokens > model.context_length:
        return None
    how = Sampling(
        temperature=0.0, top_p=1.0, top_k=1, min_p=0.0, repeat_penalty=1.0, stop=template.stop, grammar=grammar
    )
    generated = engine.generate(prompt, how, reply_tokens, _unheard, cancel, background=True)
    if generated.finish_reason in (FinishReason.FAILED, FinishReason.INTERRUPTED):
        raise ModelError(generated.error_code or "engine_crashed")
    return generated


def _uncounted(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces as they are: the engine counts the prompt as a whole."""
    return list(pieces)


def _unheard(event: GenerationEvent) -> None:
    """Nobody watches work in idle time."""
