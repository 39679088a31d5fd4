"""The pieces of a prompt in their order.

``system prompt, standing facts, summary | history | date, facts for this question, recalled, question``

What changes each turn stands behind the history, so that everything before it stays in the engine's
cache. Content is tokenised without special tokens, so control words in it stay plain text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from desktop_app.domain.ledger import Piece, PieceKind, Section
from desktop_app.domain.templates import ChatTemplate

PieceCounter = Callable[[Sequence[Piece]], list[Piece]]


def content(section: Section, text: str, source: str = "") -> Piece:
    """A piece of content that is not counted yet."""
    return Piece(PieceKind.CONTENT, section, text, 0, source)


def _wrapping(text: str) -> Piece:
    return Piece(PieceKind.TEMPLATE, Section.TEMPLATE, text)


@dataclass(frozen=True, slots=True)
class RenderedTurn:
    """A turn of the history as it is sent, counted. ``reply`` is empty where there is none.

    ``tokens`` is the content's; ``saved_tokens`` what `denoise` left out. ``cut`` says that the
    middle is missing.
    """

    turn_id: int
    question: tuple[Piece, ...]
    reply: tuple[Piece, ...]
    tokens: int
    saved_tokens: int = 0
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Frame:
    """A chat template's wrappings as counted pieces."""

    has_system: bool
    bos: Piece
    system_prefix: Piece
    system_suffix: Piece
    user_prefix: Piece
    user_suffix: Piece
    assistant_prefix: Piece
    assistant_suffix: Piece
    generation_prefix: Piece
    break_: Piece  # between two texts of one message

    @classmethod
    def of(cls, template: ChatTemplate, count: PieceCounter) -> Frame:
        """Count the wrappings of a template once."""
        wrappings = [
            _wrapping(template.bos),
            _wrapping(template.system_prefix),
            _wrapping(template.system_suffix),
            _wrapping(template.user_prefix),
            _wrapping(template.user_suffix),
            _wrapping(template.assistant_prefix),
            _wrapping(template.assistant_suffix),
            _wrapping(template.generation_prefix),
            content(Section.TEMPLATE, "\n\n"),
        ]
        return cls(template.has_system, *count(wrappings))

    @property
    def turn_tokens(self) -> int:
        """At most what a turn of the history adds to its content."""
        return (
            self.user_prefix.tokens
            + self.user_suffix.tokens
            + self.assistant_prefix.tokens
            + self.assistant_suffix.tokens
            + self.break_.tokens
        )

    @property
    def fixed_tokens(self) -> int:
        """At most what the prompt around the history adds: system message, question, opened reply."""
        return (
            self.bos.tokens
            + self.system_prefix.tokens
            + self.system_suffix.tokens
            + self.user_prefix.tokens
            + self.user_suffix.tokens
            + self.generation_prefix.tokens
            + self.break_.tokens
        )


def assemble(
    frame: Frame, head: Sequence[Piece], history: Iterable[RenderedTurn], question: Sequence[Piece]
) -> tuple[Piece, ...]:
    """Put counted pieces into the template's order.

    Roles alternate whatever was stored: user messages without a reply between them become one
    message, and where the template has no system role the head opens the first user message.

    Args:
        frame: the counted template.
        head: system prompt, standing facts and summary.
        history: kept turns, oldest first.
        question: everything of the last user message: date, facts, recalled, question.
    """
    return tuple(piece for piece in _assemble(frame, head, history, question) if piece.text)


def _assemble(
    frame: Frame, head: Sequence[Piece], history: Iterable[RenderedTurn], question: Sequence[Piece]
) -> Iterator[Piece]:
    yield frame.bos
    user_is_open = False
    if head and frame.has_system:
        yield frame.system_prefix
        yield from head
        yield frame.system_suffix
    elif head:
        yield frame.user_prefix
        yield from head
        user_is_open = True
    for turn in history:
        yield frame.break_ if user_is_open else frame.user_prefix
        yield from turn.question
        user_is_open = not turn.reply
        if turn.reply:
            yield frame.user_suffix
            yield frame.assistant_prefix
            yield from turn.reply
            yield frame.assistant_suffix
    yield frame.break_ if user_is_open else frame.user_prefix
    yield from question
    yield frame.user_suffix
    yield frame.generation_prefix
