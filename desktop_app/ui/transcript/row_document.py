"""Rows kept in one QTextDocument: only what changed is rewritten, the open reply only at its tail."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from typing import Final

from PySide6.QtGui import QTextBlock, QTextCursor, QTextDocument

from desktop_app.domain.conversation import MEMORY
from desktop_app.ui.transcript.document_writer import BlockSpec, insert_blocks, remove_blocks
from desktop_app.ui.transcript.formats import Formats
from desktop_app.ui.transcript.markdown import MarkdownBlock, MarkdownStream
from desktop_app.ui.transcript.rows import Presence, Row, RowKind

_END: Final = 0  # user state of the last, empty block; rows count from one


class RowDocument:
    """Writes rows and remembers which blocks are whose.

    Attributes:
        rows: what the document shows, in order.
        blocks_written: how many blocks were written so far; tells the cost of an update.
    """

    def __init__(self, document: QTextDocument, caption_of: Callable[[Formats, Row], list[BlockSpec]]) -> None:
        self.rows: list[Row] = []
        self.blocks_written = 0
        self._document = document
        self._caption_of = caption_of
        self._formats: Formats | None = None
        self._counts: list[int] = []
        self._serials: list[int] = []
        self._by_serial: dict[int, Row] = {}
        self._next_serial = _END + 1
        self._open: _OpenReply | None = None
        document.begin().setUserState(_END)

    def set_formats(self, formats: Formats) -> None:
        """Set the typography; what is shown is rewritten in it."""
        self._formats = formats
        last = self._document.lastBlock()
        cursor = QTextCursor(last)
        cursor.setBlockFormat(formats.block(line=12))
        last.setUserState(_END)
        self.rewrite()

    def rewrite(self) -> None:
        """Write every row again, after a change of language or theme."""
        rows = list(self.rows)
        self._splice(0, len(rows), [])
        self.show(rows)

    def row_of(self, serial: int) -> Row | None:
        """The row whose blocks carry ``serial`` as their user state."""
        return self._by_serial.get(serial)

    def first_block(self, index: int) -> QTextBlock:
        """The first block of the row at ``index``; the empty last block for ``len(rows)``."""
        return self._document.findBlockByNumber(sum(self._counts[:index]))

    def index_of(self, turn_id: int) -> int:
        """Index of a turn's first row that is no fold line, -1 if it is not shown."""
        return next(
            (i for i, row in enumerate(self.rows) if row.turn_id == turn_id and row.kind is not RowKind.FOLD), -1
        )

    def reply_text(self, turn_id: int) -> str:
        """The answer of a turn as it is read, without marks, and how it ended where it did not simply end well."""
        lines: list[str] = []
        for index, row in enumerate(self.rows):
            if row.turn_id == turn_id and row.kind in (RowKind.REPLY, RowKind.NOTE):
                block, end = self.first_block(index), self.first_block(index + 1)
                while block.isValid() and block != end:
                    lines.append(block.text())
                    block = block.next()
        return "\n".join(lines).strip()

    def index_at(self, block: QTextBlock) -> int:
        """Index of the row a block belongs to, ``len(rows)`` for the last block."""
        try:
            return self._serials.index(block.userState())
        except ValueError:
            return len(self.rows)

    def show(self, rows: Sequence[Row]) -> bool:
        """Show these rows. Returns whether anything had to be rewritten."""
        self._adopt_finished(rows)
        old, new = self.rows, list(rows)
        start = 0
        while start < min(len(old), len(new)) and old[start] == new[start]:
            start += 1
        end = 0
        while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
            end += 1
        middle_old, middle_new = old[start : len(old) - end], new[start : len(new) - end]
        if not middle_old and not middle_new:
            return False
        matcher = SequenceMatcher(None, middle_old, middle_new, autojunk=False)
        edit = QTextCursor(self._document)
        edit.beginEditBlock()
        for tag, i1, i2, j1, j2 in reversed(matcher.get_opcodes()):
            if tag != "equal":
                self._splice(start + i1, start + i2, middle_new[j1:j2])
        edit.endEditBlock()
        return True

    def append(self, text: str) -> None:
        """Add text to the open reply, rewriting its open tail only."""
        if self._open is None or self._formats is None:
            return
        index = len(self.rows) - 1
        row = self._by_serial[self._serials[index]] = self.rows[index] = replace(
            self.rows[index], text=self.rows[index].text + text
        )
        edit = QTextCursor(self._document)
        edit.beginEditBlock()
        first = sum(self._counts[:index])
        if self._open.placeholder:
            remove_blocks(self._document, first, self._counts[index])
            self._counts[index] = self._open.placeholder = 0
        self._counts[index] += self._open.grow(text, first, self._serials[index], row, self._formats)
        self.blocks_written += self._open.last_written
        edit.endEditBlock()

    def set_reading(self, text: str) -> None:
        """Show progress where the open reply will stand, as long as it has no text."""
        if self._open is None or self._formats is None or self.rows[-1].text:
            return
        index = len(self.rows) - 1
        first = sum(self._counts[:index])
        edit = QTextCursor(self._document)
        edit.beginEditBlock()
        remove_blocks(self._document, first, self._counts[index])
        written = insert_blocks(self._document, first, [self._formats.reading(text)], self._serials[index])
        self._counts[index] = self._open.placeholder = written
        edit.endEditBlock()

    def _adopt_finished(self, rows: Sequence[Row]) -> None:
        """Where the open reply ended with the text it shows, keep its blocks."""
        if self._open is None:
            return
        row = self.rows[-1]
        for new in reversed(rows):
            if new.kind is RowKind.REPLY and new.turn_id == row.turn_id:
                same_look = new.mark.presence == row.mark.presence
                if new.text == row.text and row.text and same_look and not new.open:
                    self.rows[-1] = self._by_serial[self._serials[-1]] = new
                    self._open = None
                return

    def _splice(self, start: int, stop: int, rows: Sequence[Row]) -> None:
        first = sum(self._counts[:start])
        remove_blocks(self._document, first, sum(self._counts[start:stop]))
        if self._open is not None and stop == len(self.rows) and stop > start:
            self._open = None
        for serial in self._serials[start:stop]:
            del self._by_serial[serial]
        counts: list[int] = []
        serials: list[int] = []
        number = first
        for row in rows:
            serial, self._next_serial = self._next_serial, self._next_serial + 1
            self._by_serial[serial] = row
            written = self._write(row, number, serial)
            self.blocks_written += written
            counts.append(written)
            serials.append(serial)
            number += written
        self.rows[start:stop] = list(rows)
        self._counts[start:stop] = counts
        self._serials[start:stop] = serials

    def _write(self, row: Row, number: int, serial: int) -> int:
        formats = self._formats
        if formats is None:
            return 0
        dim = row.mark.presence is Presence.LEFT_OUT
        if row.kind is RowKind.QUESTION:
            specs = formats.question(row.text, dim)
        elif row.kind is RowKind.REPLY:
            reply = _OpenReply(self._document)
            written = reply.grow(row.text, number, serial, row, formats)
            if row.open:
                self._open = reply
                if not written:
                    written = reply.placeholder = insert_blocks(self._document, number, [formats.reading("…")], serial)
            return written
        else:
            specs = self._caption_of(formats, row)
        return insert_blocks(self._document, number, specs, serial)


class _OpenReply:
    """The blocks of a reply that may still grow."""

    def __init__(self, document: QTextDocument) -> None:
        self.placeholder = 0  # blocks that stand there until the first text
        self.last_written = 0
        self._document = document
        self._stream = MarkdownStream()
        self._closed = 0  # document blocks that will not change
        self._any = False
        self._tail: list[tuple[MarkdownBlock, int]] = []  # with the document blocks of each

    def grow(self, text: str, first: int, serial: int, row: Row, formats: Formats) -> int:
        """Add text; ``first`` is the reply's first block number. Returns the change in blocks."""
        self._stream.feed(text)
        closed = self._stream.take()
        blocks = closed + self._stream.tail
        same = 0
        while same < min(len(blocks), len(self._tail)) and blocks[same] == self._tail[same][0]:
            same += 1
        kept = self._tail[:same]
        removed = sum(count for _, count in self._tail[same:])
        number = first + self._closed + sum(count for _, count in kept)
        remove_blocks(self._document, number, removed)
        written = 0
        for index, block in enumerate(blocks[same:], start=same):
            at_start = not self._any and index == 0
            dim = row.mark.presence is Presence.LEFT_OUT
            specs = formats.reply([block], row.turn_id, dim, at_start, own_links=row.speaker == MEMORY)
            count = insert_blocks(self._document, number, specs, serial)
            kept.append((block, count))
            number += count
            written += count
        self._closed += sum(count for _, count in kept[: len(closed)])
        self._any = self._any or bool(closed)
        self._tail = kept[len(closed) :]
        self.last_written = written
        return written - removed
