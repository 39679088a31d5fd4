"""Markdown as a list of plain values, ready to be written into a document.

markdown-it-py parses (CommonMark with tables and strikethrough, HTML off); nothing here makes
HTML, so nothing in a reply can load, run or hide anything. `MarkdownStream` takes a reply as
it grows: what stands before the last open block is closed and never parsed or drawn again, and
very long blocks are closed piece by piece, so that an update costs the same at any length.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Flag, StrEnum, auto
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

from desktop_app.domain.patterns import Pattern
from desktop_app.ui.transcript.display_text import printable
from desktop_app.ui.transcript.highlight import CodeStyle, highlighted_lines

LONG_PARAGRAPH = 1_200  # characters after which an open paragraph is closed piece by piece
LONG_FENCE = 30  # lines after which open code is closed piece by piece


class Style(Flag):
    """How a span is set."""

    PLAIN = 0
    BOLD = auto()
    ITALIC = auto()
    STRIKE = auto()
    CODE = auto()


@dataclass(frozen=True, slots=True)
class Span:
    """Text in one style; ``href`` is an address to show, never to follow."""

    text: str
    style: Style = Style.PLAIN
    href: str = ""
    code: CodeStyle = CodeStyle.PLAIN


class BlockKind(StrEnum):
    """What a block is."""

    PARAGRAPH = "paragraph"
    HEADING = "heading"
    CODE = "code"
    RULE = "rule"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class MarkdownBlock:
    """One block of a reply.

    ``lines`` holds one line of spans, except for code (one per line of code) and tables (one
    per cell, row by row, ``columns`` wide, the first row being the heading). ``marker`` is a
    list item's number or bullet, ``depth`` its nesting, ``quote`` the nesting of quotations.
    ``continued`` blocks carry on the block before them. ``fence`` counts code blocks from zero.
    """

    kind: BlockKind
    lines: tuple[tuple[Span, ...], ...] = ()
    level: int = 0
    depth: int = 0
    marker: str = ""
    quote: int = 0
    tight: bool = False
    continued: bool = False
    language: str = ""
    fence: int = -1
    columns: int = 0


_PARSER: Final = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
# Where a very long paragraph may go on in a new block: after a sentence, else before a word.
_SENTENCE_BREAK: Final = Pattern(r"(?<=[.!?]\s)(?=\w)|(?<=[。！？])(?=\w)")
_WORD_BREAK: Final = Pattern(r"(?<=[\s；，、])(?=\w)")


def code_of_fence(source: str, fence: int) -> str:
    """The text of the ``fence``-th code block of ``source``, "" if there is none."""
    codes = [token.content for token in _PARSER.parse(printable(source)) if token.type in ("fence", "code_block")]
    return codes[fence].removesuffix("\n") if 0 <= fence < len(codes) else ""


def render(source: str) -> list[MarkdownBlock]:
    """All blocks of a finished text."""
    stream = MarkdownStream()
    stream.feed(source)
    return stream.take() + stream.tail


class MarkdownStream:
    """Markdown that grows at its end.

    Feed text, `take` the blocks closed since, and draw `tail` after them until the next time.
    """

    def __init__(self) -> None:
        self._pending = ""
        self._fences = 0
        self._continues = False
        self.tail: list[MarkdownBlock] = []

    def feed(self, text: str) -> None:
        """Add text at the end."""
        self._pending += printable(text)

    def take(self) -> list[MarkdownBlock]:
        """The blocks that closed since the last call; renews `tail`."""
        closed: list[MarkdownBlock] = []
        while True:
            tokens = _PARSER.parse(self._pending)
            index = _last_start(tokens)
            if index:
                closed += self._write(tokens[:index])
                token_map = tokens[index].map
                self._drop_lines(token_map[0] if token_map else 0)
                continue
            if not self._split_long(tokens, closed):
                break
        fences, continues = self._fences, self._continues
        self.tail = self._write(tokens)
        self._fences, self._continues = fences, continues
        return closed

    def _write(self, tokens: list[Token]) -> list[MarkdownBlock]:
        writer = _Writer(self._fences)
        blocks = writer.write(tokens)
        if self._continues and blocks:
            fence = blocks[0].fence
            blocks[0] = replace(blocks[0], continued=True, fence=fence - 1 if fence >= 0 else fence)
            if fence >= 0:
                blocks[1:] = [replace(b, fence=b.fence - 1) if b.fence >= 0 else b for b in blocks[1:]]
                writer.fences -= 1
        self._fences, self._continues = writer.fences, False
        return blocks

    def _drop_lines(self, count: int) -> None:
        start = 0
        for _ in range(count):
            start = self._pending.index("\n", start) + 1
        self._pending = self._pending[start:]

    def _split_long(self, tokens: list[Token], closed: list[MarkdownBlock]) -> bool:
        """Close the beginning of an only block that has become very long."""
        first = tokens[0] if tokens else None
        if first is None:
            return False
        if first.type == "paragraph_open" and len(self._pending) > LONG_PARAGRAPH + 200:
            cut = _paragraph_cut(self._pending)
            closed += self._write(_PARSER.parse(self._pending[:cut]))
            self._pending = self._pending[cut:]
        elif first.type == "fence" and first.content.count("\n") > LONG_FENCE:
            lines = first.content.split("\n")
            head = first.copy(content="\n".join(lines[:LONG_FENCE]) + "\n")
            closed += self._write([head])
            marker = self._pending[: self._pending.index("\n") + 1]
            self._drop_lines(LONG_FENCE + 1)
            self._pending = marker + self._pending
        else:
            return False
        self._continues = True
        return True


def _paragraph_cut(text: str) -> int:
    for pattern in (_SENTENCE_BREAK, _WORD_BREAK):
        breaks = [match.start() for match in pattern.finditer(text, LONG_PARAGRAPH // 2, LONG_PARAGRAPH)]
        if breaks:
            return breaks[-1]
    return LONG_PARAGRAPH


def _last_start(tokens: list[Token]) -> int:
    """Index of the token that opens the last block or the last item of an outermost list; 0 if it is the first."""
    for index in range(len(tokens) - 1, 0, -1):
        token = tokens[index]
        if token.map is None or token.nesting < 0:
            continue
        if token.level == 0:
            return index
        if token.type == "list_item_open" and token.level == 1:
            # The first item opens with its list and is the same place.
            return index if index > 1 else 0
    return 0


class _Writer:
    """Walks tokens and collects blocks."""

    def __init__(self, fences: int) -> None:
        self.fences = fences
        self._blocks: list[MarkdownBlock] = []
        self._lists: list[int | None] = []  # next number of an ordered list, None for bullets
        self._marker = ""
        self._quote = 0
        self._level = 0
        self._tight = False
        self._cells: list[tuple[Span, ...]] | None = None
        self._columns = 0

    def write(self, tokens: list[Token]) -> list[MarkdownBlock]:
        """The blocks of a token list, which may end inside a list."""
        for token in tokens:
            self._token(token)
        return self._blocks

    def _token(self, token: Token) -> None:
        kind = token.type
        if kind == "inline":
            self._inline(token)
        elif kind in ("fence", "code_block"):
            self._code(token)
        elif kind == "hr":
            self._add(MarkdownBlock(BlockKind.RULE, quote=self._quote, depth=len(self._lists)))
        elif kind in ("bullet_list_open", "ordered_list_open"):
            start = token.attrs.get("start", 1)
            self._lists.append(int(start) if kind == "ordered_list_open" else None)
        elif kind in ("bullet_list_close", "ordered_list_close"):
            self._lists.pop()
        elif kind == "list_item_open":
            self._item(token)
        elif kind == "paragraph_open":
            self._tight = token.hidden
        elif kind in ("blockquote_open", "blockquote_close"):
            self._quote += token.nesting
        elif kind in ("heading_open", "heading_close"):
            self._level = int(token.tag[1:]) if token.nesting > 0 else 0
        elif kind == "table_open":
            self._cells, self._columns = [], 0
        elif kind == "th_open":
            self._columns += 1
        elif kind == "table_close" and self._cells is not None:
            lines, self._cells = tuple(self._cells), None
            self._add(MarkdownBlock(BlockKind.TABLE, lines, columns=self._columns, quote=self._quote))

    def _item(self, token: Token) -> None:
        number = self._lists[-1]
        if number is None:
            self._marker = "•"
        else:
            # The author's own number counts for the first item, also where a stream was cut.
            self._marker = f"{token.info or number}{token.markup}"
            self._lists[-1] = number + 1

    def _add(self, block: MarkdownBlock) -> None:
        self._blocks.append(replace(block, marker=self._marker) if self._marker else block)
        self._marker = ""

    def _inline(self, token: Token) -> None:
        spans = _spans(token.children or [])
        if self._cells is not None:
            self._cells.append(spans)
            return
        kind = BlockKind.HEADING if self._level else BlockKind.PARAGRAPH
        self._add(
            MarkdownBlock(
                kind, (spans,), level=self._level, depth=len(self._lists), quote=self._quote, tight=self._tight
            )
        )
        self._tight = False

    def _code(self, token: Token) -> None:
        language = token.info.split()[0] if token.info.split() else ""
        lines = tuple(
            tuple(Span(text, Style.CODE, code=style) for text, style in line)
            for line in highlighted_lines(token.content.removesuffix("\n"), language)
        )
        self._add(
            MarkdownBlock(
                BlockKind.CODE,
                lines,
                language=language,
                fence=self.fences,
                quote=self._quote,
                depth=len(self._lists),
            )
        )
        self.fences += 1


_STYLE_TOKENS: Final = {"strong": Style.BOLD, "em": Style.ITALIC, "s": Style.STRIKE}


def _spans(children: list[Token]) -> tuple[Span, ...]:
    spans: list[Span] = []
    style = Style.PLAIN
    href = ""

    def add(text: str, extra: Style = Style.PLAIN, address: str = "") -> None:
        span = Span(text, style | extra, address or href)
        if spans and (spans[-1].style, spans[-1].href) == (span.style, span.href):
            span = replace(span, text=spans.pop().text + text)
        if text:
            spans.append(span)

    for token in children:
        name, _, end = token.type.partition("_")
        if name in _STYLE_TOKENS and end in ("open", "close"):
            flag = _STYLE_TOKENS[name]
            style = style | flag if end == "open" else style & ~flag
        elif token.type == "link_open":
            href = str(token.attrs.get("href", ""))
        elif token.type == "link_close":
            href = ""
        elif token.type == "code_inline":
            add(token.content, Style.CODE)
        elif token.type in ("softbreak", "hardbreak"):
            add("\n")
        elif token.type == "image":
            # A picture is never loaded: its words stand for it and its address can be copied.
            add(token.content or str(token.attrs.get("src", "")), Style.ITALIC, str(token.attrs.get("src", "")))
        elif token.content:
            add(token.content)
    return tuple(spans)
