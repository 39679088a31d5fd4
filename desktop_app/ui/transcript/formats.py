"""Rows and Markdown blocks as formatted blocks: the typography of the transcript."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QFontMetricsF,
    QTextBlockFormat,
    QTextCharFormat,
    QTextFrameFormat,
    QTextLength,
    QTextTableFormat,
)

from desktop_app.domain.turn_links import TURN_LINK
from desktop_app.ui.texts import translate
from desktop_app.ui.theme import Theme
from desktop_app.ui.transcript.browser import ADDRESS
from desktop_app.ui.transcript.captions import Phrase
from desktop_app.ui.transcript.display_text import printable
from desktop_app.ui.transcript.document_writer import (
    CONTINUED,
    COPY_SKIPS,
    DEPTH,
    PAINT,
    BlockSpec,
    Run,
    TableSpec,
)
from desktop_app.ui.transcript.highlight import CodeStyle
from desktop_app.ui.transcript.markdown import BlockKind, MarkdownBlock, Span, Style

COPY_LINK = "code:copy"
_FIXED = QTextBlockFormat.LineHeightTypes.FixedHeight.value


class Paint(IntEnum):
    """What is painted under a block besides the gutter."""

    NOTHING = 0
    BUBBLE = 1
    CODE = 2
    RULE = 3
    FOLD = 4


# Colours of code: quiet, and apart from the section hues, which mean memory and nothing else.
_CODE_LIGHT = {CodeStyle.STRING: "#3d6b35", CodeStyle.NUMBER: "#7d4a1e", CodeStyle.NAME: "#34475e"}
_CODE_DARK = {CodeStyle.STRING: "#a8cf9f", CodeStyle.NUMBER: "#dfbb93", CodeStyle.NAME: "#b9cbe0"}


class Formats:
    """The formats of one theme. Lengths are pixels of the 14 px design, scaled with the font size."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.gutter_width = theme.px(3)
        self.text_left = theme.px(19)
        self.bubble_padding = theme.px(14)
        self.line_height = theme.px(22)
        self.measure = self.text_left + 2 * self.bubble_padding + theme.px(14) * 45
        self.body = self._char(theme.font("body"), "ink")
        self.dim = self._char(theme.font("body"), "muted")
        self.muted = self._char(theme.font("caption"), "muted")
        self.strong = self._char(theme.font("caption"), "muted")
        self.strong.setFontWeight(QFont.Weight.DemiBold)
        self.warning = self._char(theme.font("caption"), "warning")
        self.mono = self._char(self._mono_font(), "ink")

    def _char(self, font: QFont, color: str) -> QTextCharFormat:
        char_format = QTextCharFormat()
        char_format.setFont(font)
        char_format.setForeground(self.theme.color(color))
        return char_format

    def _mono_font(self) -> QFont:
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
        families = [name for name in ("Noto Sans Mono", "Noto Sans Mono CJK SC") if QFontDatabase.hasFamily(name)]
        if fixed.lower() not in ("monospace", ""):
            families.insert(0, fixed)
        font = QFont([*(families or [fixed]), *self.theme.families])
        font.setPixelSize(self.theme.px(13))
        font.setStyleHint(QFont.StyleHint.Monospace)
        return font

    def block(self, top: int = 0, bottom: int = 0, left: int = 0, line: int = 0) -> QTextBlockFormat:
        """A block format; lengths of the 14 px design, ``left`` counts from the text's edge."""
        px = self.theme.px
        block_format = QTextBlockFormat()
        block_format.setTopMargin(px(top) if top else 0)
        block_format.setBottomMargin(px(bottom) if bottom else 0)
        block_format.setLeftMargin(self.text_left + (px(left) if left else 0))
        block_format.setLineHeight(px(line) if line else self.line_height, _FIXED)
        return block_format

    def link(self, base: QTextCharFormat, name: str) -> QTextCharFormat:
        """``base`` as something that can be pressed."""
        char_format = QTextCharFormat(base)
        char_format.setAnchor(True)
        char_format.setAnchorHref(name)
        char_format.setFontUnderline(True)
        char_format.setUnderlineColor(self.theme.color("muted"))
        return char_format

    def phrases(self, phrases: Sequence[Phrase], base: QTextCharFormat | None = None) -> list[Run]:
        """Caption words, kept apart by space."""
        runs: list[Run] = []
        for index, phrase in enumerate(phrases):
            if index:
                wide = bool(phrase.link)
                # Wide spaces instead of a dot between them: dots gape in Chinese.
                runs.append(("\u2002\u2002" if wide or index > 1 else "\u2002", self.muted))
            text_format = self.strong if phrase.strong else base or self.muted
            if phrase.link:
                text_format = self.link(text_format, phrase.link)
                text_format.setToolTip(phrase.tip)
            runs.append((printable(phrase.text), text_format))
        return runs

    def caption(self, phrases: Sequence[Phrase]) -> BlockSpec:
        """The line above a message."""
        block_format = self.block(top=20, line=19)
        block_format.setProperty(COPY_SKIPS, False)
        return BlockSpec(block_format, self.muted, self.phrases(phrases))

    def fold(self, phrases: Sequence[Phrase]) -> BlockSpec:
        """A folded run, centred between hairlines."""
        block_format = self.block(top=20, bottom=0, line=19)
        block_format.setLeftMargin(0)
        block_format.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        block_format.setProperty(PAINT, int(Paint.FOLD))
        block_format.setProperty(COPY_SKIPS, True)
        return BlockSpec(block_format, self.muted, self.phrases(phrases))

    def note(self, text: str, warning: bool, offer: Sequence[Phrase] = ()) -> BlockSpec:
        """A line about a reply, with what can be done about it."""
        char_format = self.warning if warning else self.muted
        return BlockSpec(self.block(top=6, line=19), char_format, self.phrases([Phrase(text), *offer], char_format))

    def files(self, text: str) -> BlockSpec:
        """The line below a question that names what went with it."""
        return BlockSpec(self.block(top=4, line=19), self.muted, [(text, self.muted)])

    def thought(self, heading: Sequence[Phrase], text: str) -> list[BlockSpec]:
        """What a model thought before its answer: a heading, and the text where it is unfolded."""
        first = self.block(top=2, line=19)
        first.setProperty(COPY_SKIPS, True)
        specs = [BlockSpec(first, self.muted, self.phrases(heading))]
        lines = printable(text).split("\n") if text else []
        for index, line in enumerate(lines):
            block_format = self.block(left=16, bottom=8 if index == len(lines) - 1 else 0)
            block_format.setProperty(DEPTH, 1)
            specs.append(BlockSpec(block_format, self.dim, [(line, self.dim)] if line else []))
        return specs

    def reading(self, text: str) -> BlockSpec:
        """The line that stands where the reply will come."""
        return BlockSpec(self.block(top=2), self.muted, [(text, self.muted)])

    def question(self, text: str, dim: bool) -> list[BlockSpec]:
        """The user's words, exactly as written, in a bubble."""
        char_format = self.dim if dim else self.body
        lines = printable(text).split("\n")
        specs = []
        for index, line in enumerate(lines):
            block_format = self.block(top=11 if index == 0 else 0, bottom=10 if index == len(lines) - 1 else 0, left=14)
            block_format.setRightMargin(self.bubble_padding)
            block_format.setProperty(PAINT, int(Paint.BUBBLE))
            specs.append(BlockSpec(block_format, char_format, [(line, char_format)] if line else []))
        return specs

    def reply(
        self, blocks: Sequence[MarkdownBlock], turn_id: int, dim: bool, first: bool, *, own_links: bool = False
    ) -> list[BlockSpec]:
        """Blocks of a reply.

        Args:
            blocks: of its text.
            turn_id: whose reply it is.
            dim: whether the turn is not in the prompt.
            first: whether they stand at its beginning.
            own_links: whether the program wrote it: its links to turns can be followed then.
        """
        specs: list[BlockSpec] = []
        for index, block in enumerate(blocks):
            specs += self._markdown(block, turn_id, self.dim if dim else self.body, first and index == 0)
            if own_links:
                specs[-1].runs[:] = [(text, self._led(char_format)) for text, char_format in specs[-1].runs]
        return specs

    @staticmethod
    def _led(char_format: QTextCharFormat) -> QTextCharFormat:
        """A link to a turn as one that leads there."""
        href = char_format.anchorHref().removeprefix(ADDRESS)
        if not href.startswith(TURN_LINK):
            return char_format
        leading = QTextCharFormat(char_format)
        leading.setAnchorHref(href)
        return leading

    def _markdown(self, block: MarkdownBlock, turn_id: int, base: QTextCharFormat, first: bool) -> list[BlockSpec]:
        if block.kind is BlockKind.CODE:
            return self._code(block, turn_id)
        top = 2 if first else 0 if block.continued else 10
        if block.kind is BlockKind.TABLE:
            return [self._table(block, base)]
        if block.kind is BlockKind.RULE:
            rule = self.block(top=8, bottom=8, line=8)
            rule.setProperty(PAINT, int(Paint.RULE))
            return [BlockSpec(rule, self.muted)]
        char_format = base
        if block.kind is BlockKind.HEADING:
            top = 2 if first else 16
            char_format = QTextCharFormat(base)
            font = self.theme.font("body")
            font.setPixelSize(self.theme.px({1: 18, 2: 16}.get(block.level, 14)))
            font.setWeight(QFont.Weight.DemiBold)
            char_format.setFont(font)
        elif block.depth and not first:
            top = 1 if block.tight else 8
        block_format = self.block(top=top, line={1: 27, 2: 25}.get(block.level, 22))
        self._indent(block_format, block, char_format)
        runs = self._runs(block.lines[0] if block.lines else (), char_format)
        if block.marker:
            runs.insert(0, (f"{block.marker} ", char_format))
        return [BlockSpec(block_format, char_format, runs)]

    def _indent(self, block_format: QTextBlockFormat, block: MarkdownBlock, char_format: QTextCharFormat) -> None:
        left = block_format.leftMargin() + block.quote * self.theme.px(16) + max(0, block.depth - 1) * self.theme.px(20)
        if block.depth:
            metrics = QFontMetricsF(char_format.font())
            hanging = metrics.horizontalAdvance(f"{block.marker} ") if block.marker else self.theme.px(16)
            left += hanging
            if block.marker:
                block_format.setTextIndent(-hanging)
        block_format.setLeftMargin(left)
        block_format.setProperty(DEPTH, block.quote)
        block_format.setProperty(CONTINUED, block.continued)

    def _runs(self, spans: Sequence[Span], base: QTextCharFormat) -> list[Run]:
        return [(span.text, self._span(span, base)) for span in spans]

    def _span(self, span: Span, base: QTextCharFormat) -> QTextCharFormat:
        if span.style is Style.PLAIN and not span.href:
            return base
        char_format = QTextCharFormat(base)
        if Style.CODE in span.style:
            font = self._mono_font()
            char_format.setFont(font)
            char_format.setBackground(self.theme.color("user"))
        if Style.BOLD in span.style:
            char_format.setFontWeight(QFont.Weight.Bold)
        if Style.ITALIC in span.style:
            char_format.setFontItalic(True)
        if Style.STRIKE in span.style:
            char_format.setFontStrikeOut(True)
        return self.link(char_format, ADDRESS + span.href) if span.href else char_format

    def _code(self, block: MarkdownBlock, turn_id: int) -> list[BlockSpec]:
        specs: list[BlockSpec] = []
        left = 12 + block.quote * 16 + block.depth * 16
        if not block.continued:
            header = self.block(top=14, line=22, left=left)
            header.setProperty(COPY_SKIPS, True)
            words = [Phrase(block.language)] if block.language else []
            copy = Phrase(translate("Transcript", "copy"), f"{COPY_LINK}/{turn_id}/{block.fence}")
            specs.append(BlockSpec(header, self.muted, self.phrases([*words, copy])))
        for index, line in enumerate(block.lines):
            last = index == len(block.lines) - 1
            block_format = self.block(line=20, left=left, bottom=14 if last else 0)
            specs.append(BlockSpec(block_format, self.mono, [(s.text, self._code_char(s.code)) for s in line]))
        for spec in specs:
            spec.block.setRightMargin(self.theme.px(12))
            spec.block.setProperty(PAINT, int(Paint.CODE))
            spec.block.setProperty(DEPTH, block.quote)
        return specs

    def _code_char(self, style: CodeStyle) -> QTextCharFormat:
        char_format = QTextCharFormat(self.mono)
        if style is CodeStyle.KEYWORD:
            char_format.setFontWeight(QFont.Weight.Bold)
        elif style is CodeStyle.COMMENT:
            char_format.setForeground(self.theme.color("muted"))
            char_format.setFontItalic(True)
        elif not self.theme.is_contrast:
            color = (_CODE_DARK if self.theme.is_dark else _CODE_LIGHT).get(style)
            if color:
                char_format.setForeground(QColor(color))
        return char_format

    def _table(self, block: MarkdownBlock, base: QTextCharFormat) -> BlockSpec:
        table_format = QTextTableFormat()
        table_format.setBorderCollapse(True)
        table_format.setBorder(1)
        table_format.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        table_format.setBorderBrush(self.theme.color("border"))
        table_format.setCellPadding(self.theme.px(6))
        table_format.setCellSpacing(0)
        table_format.setLeftMargin(self.text_left)
        table_format.setTopMargin(self.theme.px(8))
        table_format.setHeaderRowCount(1)
        table_format.setColumnWidthConstraints([QTextLength()] * block.columns)
        heading = QTextCharFormat(base)
        heading.setFontWeight(QFont.Weight.DemiBold)
        cells = [
            self._runs(spans, heading if index < block.columns else base) for index, spans in enumerate(block.lines)
        ]
        cell_block = QTextBlockFormat()
        cell_block.setLineHeight(self.theme.px(20), _FIXED)
        edge = self.block(line=9)
        edge.setProperty(COPY_SKIPS, True)
        return BlockSpec(edge, self.muted, table=TableSpec(table_format, block.columns, cells, cell_block))
