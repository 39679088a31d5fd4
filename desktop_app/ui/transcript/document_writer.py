"""Blocks described as values and written into a QTextDocument at a given place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from PySide6.QtGui import (
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextTableFormat,
)

_USER: Final = QTextFormat.Property.UserProperty.value
PAINT: Final = _USER + 1  # int: what is painted under the block, see the painters
CONTINUED: Final = _USER + 2  # bool: the block carries on the one before it
COPY_SKIPS: Final = _USER + 3  # bool: belongs to the window, not to what was said
DEPTH: Final = _USER + 4  # int: nesting of quotations

Run: TypeAlias = tuple[str, QTextCharFormat]


@dataclass(slots=True)
class TableSpec:
    """A table: cells row by row, the first row being the heading."""

    format: QTextTableFormat
    columns: int
    cells: list[list[Run]]
    cell_block: QTextBlockFormat


@dataclass(slots=True)
class BlockSpec:
    """One block: its format, the format of its empty line and its text in runs; or a table."""

    block: QTextBlockFormat
    char: QTextCharFormat
    runs: list[Run] = field(default_factory=list)
    table: TableSpec | None = None


def insert_blocks(document: QTextDocument, number: int, specs: Sequence[BlockSpec], state: int) -> int:
    """Write blocks before block ``number``, each with user state ``state``. Returns how many blocks that made."""
    if not specs:
        return 0
    before = document.blockCount()
    after = document.findBlockByNumber(number)
    after_state, after_format, after_char = after.userState(), after.blockFormat(), after.charFormat()
    cursor = QTextCursor(after)
    cursor.beginEditBlock()
    cursor.insertBlock(after_format, after_char)
    cursor.block().setUserState(after_state)
    cursor.movePosition(QTextCursor.MoveOperation.PreviousBlock)
    for index, spec in enumerate(specs):
        if index:
            cursor.insertBlock(spec.block, spec.char)
        else:
            cursor.setBlockFormat(spec.block)
            cursor.setBlockCharFormat(spec.char)
        cursor.block().setUserState(state)
        for text, char_format in spec.runs:
            cursor.insertText(text.replace("\n", "\u2028"), char_format)
        if spec.table is not None:
            _insert_table(cursor, spec, spec.table, state)
    cursor.endEditBlock()
    return document.blockCount() - before


def _insert_table(cursor: QTextCursor, spec: BlockSpec, table: TableSpec, state: int) -> None:
    rows = max(1, len(table.cells) // table.columns)
    widget = cursor.insertTable(rows, table.columns, table.format)
    for index, runs in enumerate(table.cells[: rows * table.columns]):
        cell = widget.cellAt(index // table.columns, index % table.columns).firstCursorPosition()
        cell.setBlockFormat(table.cell_block)
        cell.block().setUserState(state)
        for text, char_format in runs:
            cell.insertText(text.replace("\n", "\u2028"), char_format)
    cursor.setPosition(widget.lastPosition() + 1)
    cursor.setBlockFormat(spec.block)
    cursor.setBlockCharFormat(spec.char)
    cursor.block().setUserState(state)


def remove_blocks(document: QTextDocument, number: int, count: int) -> None:
    """Take ``count`` blocks from block ``number`` on out of the document; a block must follow them."""
    if count <= 0:
        return
    after: QTextBlock = document.findBlockByNumber(number + count)
    state, block_format, char_format = after.userState(), after.blockFormat(), after.charFormat()
    cursor = QTextCursor(document.findBlockByNumber(number))
    cursor.beginEditBlock()
    cursor.setPosition(after.position(), QTextCursor.MoveMode.KeepAnchor)
    cursor.removeSelectedText()
    cursor.setBlockFormat(block_format)
    cursor.setBlockCharFormat(char_format)
    cursor.block().setUserState(state)
    cursor.endEditBlock()
