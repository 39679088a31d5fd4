"""Source code split into coloured spans by Pygments."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, Name, Number, String, _TokenType
from pygments.util import ClassNotFound


class CodeStyle(StrEnum):
    """The few kinds of code a reader tells apart."""

    PLAIN = "plain"
    KEYWORD = "keyword"
    STRING = "string"
    NUMBER = "number"
    COMMENT = "comment"
    NAME = "name"


_STYLES: tuple[tuple[_TokenType, CodeStyle], ...] = (
    (Comment, CodeStyle.COMMENT),
    (Keyword, CodeStyle.KEYWORD),
    (String, CodeStyle.STRING),
    (Number, CodeStyle.NUMBER),
    (Name.Function, CodeStyle.NAME),
    (Name.Class, CodeStyle.NAME),
    (Name.Decorator, CodeStyle.NAME),
    (Name.Tag, CodeStyle.NAME),
)


@lru_cache(maxsize=16)
def _lexer(language: str) -> Lexer | None:
    try:
        return get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None


def _style(token: _TokenType) -> CodeStyle:
    for kind, style in _STYLES:
        if token is kind or token.split()[: len(kind.split())] == kind.split():
            return style
    return CodeStyle.PLAIN


def highlighted_lines(code: str, language: str) -> Iterator[list[tuple[str, CodeStyle]]]:
    """The lines of ``code`` as (text, style) spans; plain where the language is unknown."""
    lexer = _lexer(language.lower()) if language else None
    if lexer is None:
        for line in code.split("\n"):
            yield [(line, CodeStyle.PLAIN)] if line else []
        return
    spans: list[tuple[str, CodeStyle]] = []
    for token, text in lexer.get_tokens(code):
        style = _style(token)
        first, *rest = text.split("\n")
        if first:
            spans.append((first, style))
        for line in rest:
            yield spans
            spans = [(line, style)] if line else []
    yield spans


def warm_up() -> None:
    """Load what the common languages need, so that the first code in a reply does not wait for it."""
    for language in ("python", "json", "bash"):
        list(highlighted_lines("x = 1", language))
