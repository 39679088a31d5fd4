"""Lists of cards in one text: selectable, readable by keyboard and screen reader, fast at any length."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import partial
from itertools import groupby
from typing import Protocol

from PySide6.QtCore import QRect, QRectF, Qt, QTimer, QUrl, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextImageFormat,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QMenu, QWidget

from desktop_app.domain.ledger import Section
from desktop_app.ui.memory_panel.kept_place import Anchor, KeptPlace, anchors_of, place_after, place_of
from desktop_app.ui.theme import Theme
from desktop_app.ui.transcript.browser import SafeBrowser
from desktop_app.ui.transcript.captions import Phrase
from desktop_app.ui.transcript.display_text import printable
from desktop_app.ui.transcript.document_writer import COPY_SKIPS, PAINT, BlockSpec, Run, insert_blocks

MARGIN = 18  # of the panel's content, in pixels of the 14 px design
PADDING = 10  # of a card
_BAR = QTextFormat.Property.UserProperty.value + 40  # of a block: a share in thousandths
_BAND = _BAR + 1  # of a block: whether a band stands beside it
_BAR_LEFT, _BAR_RIGHT = 84, 44  # pixels that the words before and the figure behind a bar have
_ONE_PIECE = 8  # characters of a link that are not parted by the end of a line
_FIXED = QTextBlockFormat.LineHeightTypes.FixedHeight.value


class Role(StrEnum):
    """How a line of a card is set."""

    TITLE = "title"
    BODY = "body"
    MUTED = "muted"
    WARNING = "warning"
    GROUP = "group"  # a heading between cards
    PROMPT = "prompt"  # words of the prompt, exactly


class Tone(IntEnum):
    """What lies under a card."""

    NONE = 0
    PLAIN = 1
    TINTED = 2
    WARNING = 3


class Picture(Protocol):
    """Something drawn between the lines. Equal pictures look equal; what it shows must also stand in words."""

    @property
    def height(self) -> int:
        """In pixels of the 14 px design."""

    def draw(self, painter: QPainter, theme: Theme, width: float) -> None:
        """Draw in the look of a theme, as wide as the card."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a card: phrases from the left, ``right`` at the right edge.

    ``section`` puts a swatch of that section's colour before it, ``gap`` space above it. ``bar`` draws a
    share (0-1) between the phrases and ``right``, which says it in figures. ``banded`` draws a band at its left
    edge, as beside what the engine had read before. A ``picture``
    stands in the place of words.
    """

    phrases: tuple[Phrase, ...]
    role: Role = Role.MUTED
    right: str = ""
    section: str = ""
    gap: int = 0
    bar: float | None = None
    banded: bool = False
    picture: Picture | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """Lines on one ground."""

    lines: tuple[Line, ...]
    tone: Tone = Tone.PLAIN

    @property
    def links(self) -> tuple[Phrase, ...]:
        """Its phrases that can be pressed."""
        return tuple(phrase for line in self.lines for phrase in line.phrases if phrase.link)


def group_heading(text: str) -> Card:
    """A heading between cards."""
    return Card((Line((Phrase(text),), Role.GROUP),), Tone.NONE)


def message(text: str) -> Card:
    """A muted line where there is nothing to list."""
    return Card((Line((Phrase(text),)),), Tone.NONE)


def striped(cards: Sequence[Card]) -> list[Card]:
    """Plain cards with every second one tinted, so that lines keep together."""
    return [
        Card(card.lines, Tone.TINTED) if index % 2 and card.tone is Tone.PLAIN else card
        for index, card in enumerate(cards)
    ]


class CardBrowser(SafeBrowser):
    """Shows cards.

    Signals:
        place_changed: what somebody has gone to by keyboard, or has opened, as a QRect of the browser.
    """

    place_changed = Signal(object)
    menu_of: Callable[[Card], Sequence[Phrase]] | None = None  # the links of a card's menu, where not its own

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cards: tuple[Card, ...] = ()
        self._theme = theme
        self._written_width = 0
        self._sought = ""  # a link to stay at while its card is completed, until somebody moves
        self._left: KeptPlace | None = None  # where the focus was when it went elsewhere
        self._grows = False
        self._pressed = False  # a link was followed, and nobody has moved since: what it opens is to be seen
        self._pictures = 0
        self.background = self._paint_cards
        # Right edges stand at a pixel, so a new width writes the cards again, once it has settled.
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(30)
        self._settle.timeout.connect(self._write)
        self.link_activated.connect(self._on_pressed)
        self.verticalScrollBar().actionTriggered.connect(self._forget_place)
        self.cursorPositionChanged.connect(self._say_place)

    @property
    def cards(self) -> tuple[Card, ...]:
        """What is shown."""
        return self._cards

    def set_theme(self, theme: Theme) -> None:
        """Show the cards in another theme."""
        self._theme = theme
        self._write()

    def show_cards(self, cards: Sequence[Card]) -> None:
        """Show cards; what is shown already is left alone, the place read is kept."""
        if tuple(cards) != self._cards:
            self._cards = tuple(cards)
            self._write()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Come in at the first link, or at the last one from behind, so that the focus is seen."""
        super().focusInEvent(event)
        forward = event.reason() == Qt.FocusReason.TabFocusReason
        if (forward or event.reason() == Qt.FocusReason.BacktabFocusReason) and self._has_links():
            self.focusNextPrevChild(forward)

    def ring_color(self) -> QColor:
        """As round everything else."""
        return self._theme.color("focus")

    def extend_menu(self, menu: QMenu, block: QTextBlock) -> None:
        """Add what the links of a card do."""
        serial = block.userState()
        if not 0 <= serial < len(self._cards):
            return
        card = self._cards[serial]
        links = self.menu_of(card) if self.menu_of is not None else card.links
        if links:
            menu.addSeparator()
        for phrase in links:
            words = phrase.text[:1].upper() + phrase.text[1:]
            menu.addAction(words.replace("&", "&&"), partial(self.link_activated.emit, phrase.link))

    def set_grows(self, grows: bool) -> None:
        """Be as high as the cards, in a page that scrolls as a whole, or scroll by itself."""
        if grows != self._grows:
            self._grows = grows
            bar = Qt.ScrollBarPolicy.ScrollBarAlwaysOff if grows else Qt.ScrollBarPolicy.ScrollBarAsNeeded
            self.setVerticalScrollBarPolicy(bar)
            self._fit_height()

    def _fit_height(self) -> None:
        self.setMinimumHeight(math.ceil(self.document().size().height()) if self._grows else 0)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Say where the focus has gone within the list."""
        moved = super().focusNextPrevChild(forward)
        if self.hasFocus():
            self._say_place()
        return moved

    @Slot()
    def _say_place(self) -> None:
        if self.hasFocus():
            self.place_changed.emit(self.cursorRect())

    def take_focus(self) -> None:
        """Take the keyboard focus at the link that had it, else at the first one."""
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        if place_of(self.document(), self.textCursor()) is None and self._has_links():
            kept = self._left
            anchor = place_after(kept, anchors_of(self.document()), pressed=False) if kept is not None else None
            if anchor is not None:
                self._go_to(anchor)
            else:
                self.focusNextPrevChild(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Remember the link: the base class forgets it when the focus goes elsewhere in the window."""
        self._left = place_of(self.document(), self.textCursor()) or self._left
        super().focusOutEvent(event)

    def _has_links(self) -> bool:
        return any(phrase.link for card in self._cards for line in card.lines for phrase in line.phrases)

    def scroll_to_link(self, link: str) -> bool:
        """Bring the card with a link to the top and put the cursor on it. False if there is none."""
        having = (
            serial
            for serial, card in enumerate(self._cards)
            if any(phrase.link == link for line in card.lines for phrase in line.phrases)
        )
        wanted = next(having, None)
        self._sought = "" if wanted is None else link
        if wanted is None:
            return False
        block = self.document().begin()
        while block.isValid() and block.userState() != wanted:
            block = block.next()
        cursor = QTextCursor(block)
        cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)
        top = self.document().documentLayout().blockBoundingRect(block).top()
        self.verticalScrollBar().setValue(round(top) - self._theme.px(12))
        return True

    def _write(self) -> None:
        value = self.verticalScrollBar().value()
        document = self.document()
        kept = place_of(document, self.textCursor())
        edit = QTextCursor(document)
        edit.beginEditBlock()
        document.clear()
        document.setDefaultFont(self._theme.font("body"))
        self._fit_frame()
        specs = [spec for serial, card in enumerate(self._cards) for spec in self._specs(card, first=serial == 0)]
        insert_blocks(document, 0, specs, 0)
        self._number_blocks()
        self._end_small()
        edit.endEditBlock()
        self._written_width = self._text_width()
        self._fit_height()
        anchor = place_after(kept, anchors_of(document), pressed=self._pressed) if kept is not None else None
        if anchor is not None:
            self._go_to(anchor)
        self.verticalScrollBar().setValue(value)
        if self._sought:
            self.scroll_to_link(self._sought)
        elif self._pressed:
            self._reveal()

    def _go_to(self, anchor: Anchor) -> None:
        """Put the mark of the focus on a link, which only going on to it from the place before does."""
        cursor = QTextCursor(self.document())
        cursor.setPosition(max(0, anchor.start - 1))
        cursor.setPosition(anchor.start, QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)
        self.focusNextPrevChild(True)

    def _reveal(self) -> None:
        """Scroll no further than it takes to see the card of the focus in whole, its link at the least."""
        serial = self.textCursor().block().userState()
        block = self.document().begin()
        rects = []
        while block.isValid():
            if block.userState() == serial:
                rects.append(self.document().documentLayout().blockBoundingRect(block))
            block = block.next()
        if serial < 0 or not rects:
            return
        bar, height = self.verticalScrollBar(), self.viewport().height()
        space = max(0, min(self._theme.px(10), int(height - rects[-1].bottom() + rects[0].top()) // 2))
        top, bottom = round(rects[0].top()) - space, round(rects[-1].bottom()) + space
        value = max(bar.value(), bottom - height)
        bar.setValue(min(value, top))
        self.ensureCursorVisible()
        self.place_changed.emit(QRect(0, top - bar.value(), self.viewport().width(), bottom - top))

    @Slot()
    def _on_pressed(self) -> None:
        self._pressed = True

    @Slot()
    def _forget_place(self) -> None:
        self._sought = ""
        self._pressed = False

    def _fit_frame(self) -> None:
        """Set the margins so that the text is as wide with a scroll bar as without."""
        px = self._theme.px
        frame = self.document().rootFrame()
        frame_format = frame.frameFormat()
        frame_format.setLeftMargin(px(MARGIN))
        frame_format.setRightMargin(self.viewport().width() - px(MARGIN) - self._text_width())
        frame_format.setTopMargin(px(17))  # the first block's own margin does not count
        frame_format.setBottomMargin(px(16))
        frame.setFrameFormat(frame_format)

    def _text_width(self) -> int:
        return max(60, self.width() - 2 * self._theme.px(MARGIN))

    def _number_blocks(self) -> None:
        block = self.document().begin()
        for serial, card in enumerate(self._cards):
            for _ in card.lines:
                block.setUserState(serial)
                block = block.next()
        block.setUserState(-1)

    def _end_small(self) -> None:
        cursor = QTextCursor(self.document().lastBlock())
        block_format = QTextBlockFormat()
        block_format.setLineHeight(1, _FIXED)
        cursor.setBlockFormat(block_format)

    def _specs(self, card: Card, first: bool) -> list[BlockSpec]:
        specs: list[BlockSpec] = []
        px = self._theme.px
        inset = px(PADDING) if card.tone else 0
        for index, line in enumerate(card.lines):
            block_format = QTextBlockFormat()
            block_format.setLeftMargin(inset)
            block_format.setRightMargin(inset)
            heights = {Role.TITLE: 22, Role.BODY: 21, Role.PROMPT: 19, Role.GROUP: 20}
            block_format.setLineHeight(px(heights.get(line.role, 19)), _FIXED)
            ends = px(8) if card.tone else px(3)
            block_format.setTopMargin((px(12) if line.role is Role.GROUP and not first else ends) if index == 0 else 0)
            # Neighbours' margins do not add up in a document: the larger one counts for both.
            if index == len(card.lines) - 1:
                block_format.setBottomMargin(2 * ends + px(2) if card.tone else px(4))
            block_format.setTopMargin(block_format.topMargin() + px(line.gap) if line.gap else block_format.topMargin())
            block_format.setProperty(PAINT, int(card.tone))
            if line.bar is not None:
                block_format.setProperty(_BAR, round(1000 * min(1.0, max(0.0, line.bar))))
            if line.banded:
                block_format.setProperty(_BAND, True)
            runs = self._runs(line)
            if line.picture is not None:
                block_format.setLineHeight(0, QTextBlockFormat.LineHeightTypes.SingleHeight.value)
                block_format.setProperty(COPY_SKIPS, True)
                runs = [self._drawn(line.picture, self._text_width() - 2 * inset)]
            if line.right:
                runs.append(self._right_edge(line, runs, block_format, self._text_width() - 2 * inset))
            specs.append(BlockSpec(block_format, self._char(line.role), runs))
        return specs

    def _drawn(self, picture: Picture, width: int) -> Run:
        """Draw a picture and give the document its image."""
        height = self._theme.px(picture.height)
        ratio = self.devicePixelRatioF()
        image = QImage(round(width * ratio), round(height * ratio), QImage.Format.Format_ARGB32_Premultiplied)
        image.setDevicePixelRatio(ratio)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        picture.draw(painter, self._theme, width)
        painter.end()
        self._pictures += 1
        name = f"picture:{self._pictures}"
        self.document().addResource(QTextDocument.ResourceType.ImageResource.value, QUrl(name), image)
        char_format = QTextImageFormat()
        char_format.setName(name)
        char_format.setWidth(width)
        char_format.setHeight(height)
        return "\ufffc", char_format

    def _right_edge(self, line: Line, runs: Sequence[Run], block_format: QTextBlockFormat, width: int) -> Run:
        char_format = self._char(Role.MUTED)
        block_format.setTabPositions([QTextOption.Tab(width, QTextOption.TabType.RightTab)])
        used = sum(QFontMetricsF(run_format.font()).horizontalAdvance(text) for text, run_format in runs)
        right_width = QFontMetricsF(char_format.font()).horizontalAdvance(line.right)
        # A line that fits must not break; one that wraps keeps what stands at its edge in one piece.
        if used + right_width + self._theme.px(8) <= width:
            block_format.setNonBreakableLines(True)
            return f"\t{line.right}", char_format
        # The space parts it from what stands before it, or is where the line breaks.
        return "\u2002\t" + "\u2060".join(line.right.replace(" ", "\u00a0")), char_format

    def _runs(self, line: Line) -> list[Run]:
        base = self._char(line.role)
        runs: list[Run] = []
        if line.section:
            swatch = QTextCharFormat(base)
            swatch.setForeground(self._theme.section(line.section))
            label = self._theme.section_label(line.section)
            empty = "□" if self._theme.is_contrast else "■"
            runs.append((f"{label or empty}\u2002", swatch))
        for index, phrase in enumerate(line.phrases):
            if index and not phrase.joined:
                # Links that follow each other wrap together.
                pair = bool(phrase.link and line.phrases[index - 1].link)
                runs.append(("\u00a0\u00a0\u00a0" if pair else "\u2002\u2002" if phrase.link else "\u2002", base))
            char_format = QTextCharFormat(base)
            if phrase.strong:
                char_format.setFontWeight(QFont.Weight.DemiBold)
            if phrase.marked:
                char_format.setBackground(self._theme.color("selected"))
                char_format.setForeground(self._theme.color("selected_ink"))
                char_format.setFontWeight(QFont.Weight.DemiBold)
            if phrase.link:
                char_format.setAnchor(True)
                char_format.setAnchorHref(phrase.link)
                char_format.setFontUnderline(True)
                char_format.setUnderlineColor(self._theme.color("muted"))
            text = printable(phrase.text)
            if phrase.link and len(text) <= _ONE_PIECE and text >= "\u2e80":  # Chinese breaks between any two
                text = "\u2060".join(text)
            runs.append((text, char_format))
        return runs

    def _char(self, role: Role) -> QTextCharFormat:
        theme = self._theme
        char_format = QTextCharFormat()
        font = theme.font("body" if role in (Role.TITLE, Role.BODY) else "caption")
        if role in (Role.PROMPT, Role.WARNING):
            font.setPixelSize(theme.px(13))
        if role in (Role.GROUP, Role.WARNING):
            font.setWeight(QFont.Weight.DemiBold)
        char_format.setFont(font)
        color = {Role.MUTED: "muted", Role.GROUP: "muted", Role.WARNING: "warning"}.get(role, "ink")
        char_format.setForeground(theme.color(color))
        return char_format

    def _paint_cards(self, painter: QPainter, event: QPaintEvent) -> None:
        painter.translate(0, -self.verticalScrollBar().value())
        frame = self.document().rootFrame().frameFormat()
        px = self._theme.px
        for _, group in groupby(self.visible_blocks(60), key=lambda found: found[0].userState()):
            blocks = list(group)
            self._paint_ground(painter, blocks, frame.leftMargin())
            for block, rect in blocks:
                if block.blockFormat().boolProperty(_BAND):
                    band = QRectF(frame.leftMargin() + px(2), rect.top(), px(3), rect.height())
                    painter.fillRect(band, self._theme.color("muted"))
                if block.blockFormat().hasProperty(_BAR):
                    share = block.blockFormat().intProperty(_BAR) / 1000
                    inset = frame.leftMargin() + block.blockFormat().leftMargin()
                    self._paint_bar(painter, rect, inset, share)

    def _paint_bar(self, painter: QPainter, rect: QRectF, inset: float, share: float) -> None:
        px = self._theme.px
        left, right = inset + px(_BAR_LEFT), inset + self._text_width() - 2 * px(PADDING) - px(_BAR_RIGHT)
        track = QRectF(left, rect.bottom() - px(13), right - left, px(6))
        painter.setPen(QPen(self._theme.color("muted"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(track.adjusted(0.5, 0.5, -0.5, -0.5))
        filled = QRectF(left, track.top(), track.width() * share, track.height())
        painter.fillRect(filled, self._theme.section_brush(Section.RECALLED))

    def _paint_ground(self, painter: QPainter, blocks: Sequence[tuple[QTextBlock, QRectF]], left: float) -> None:
        px = self._theme.px
        tone = Tone(blocks[0][0].blockFormat().intProperty(PAINT))
        if tone in (Tone.NONE, Tone.PLAIN):
            return
        warning = tone is Tone.WARNING
        top = blocks[0][1].top() - px(8 if warning else 6)
        rect = QRectF(left, top, self._text_width(), blocks[-1][1].bottom() + px(8) - top)
        painter.setPen(QPen(self._theme.color("warning"), 1) if warning else Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color("warning_background" if warning else "hover"))
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), px(8), px(8))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Whoever scrolls has found the place."""
        self._forget_place()
        super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """So has who moves by keyboard."""
        self._forget_place()
        super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """And who presses something."""
        self._forget_place()
        super().mousePressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put what stands at the right edge there again."""
        super().resizeEvent(event)
        if self._text_width() != self._written_width:
            self._settle.start()
        else:
            self._fit_frame()
        if event.size().height() < event.oldSize().height():  # a notice below must not cover where somebody is
            if self._pressed:
                self._reveal()
            elif self.hasFocus():
                self.ensureCursorVisible()
