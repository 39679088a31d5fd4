"""Pages of HTML on paper or in a PDF, each with a foot and, where asked for, a watermark."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QPagedPaintDevice,
    QPainter,
    QPdfWriter,
    QTextDocument,
)

from desktop_app.ui.pdf import page_font, painted_pdf, set_margins, set_page

_DPI = 150
_FOOT_INCHES = 0.45
_WATERMARK = QColor(168, 76, 25, 46)
_MUTED = QColor("#5a6068")


@dataclass(frozen=True, slots=True)
class Paper:
    """What is printed.

    Attributes:
        html: the pages.
        foot: stands below every page, left.
        page: names the page, right; ``{page}`` and ``{pages}`` are filled in.
        watermark: across every page, "" for none.
    """

    html: str
    foot: str
    page: str
    watermark: str = ""


def pdf(paper: Paper) -> bytes:
    """The pages on A4. May run on any thread; nothing is loaded from anywhere."""

    def paint(writer: QPdfWriter) -> None:
        writer.setResolution(_DPI)
        print_on(writer, paper)

    return painted_pdf(paint, "".join((paper.html, paper.foot, paper.page, paper.watermark)))


def print_on(device: QPagedPaintDevice, paper: Paper) -> None:
    """Paint all pages on a printer or into a file."""
    set_margins(device)
    painter = QPainter(device)
    try:
        room = QRectF(painter.viewport())
        foot = _FOOT_INCHES * device.logicalDpiY()
        document = QTextDocument()
        document.documentLayout().setPaintDevice(device)
        document.setDocumentMargin(0)
        set_page(document, paper.html)
        document.setPageSize(QSizeF(room.width(), room.height() - foot))
        pages = document.pageCount()
        for number in range(pages):
            if number:
                device.newPage()
            _paint_page(painter, document, number, QSizeF(room.width(), room.height() - foot))
            _paint_marks(painter, paper, room, number + 1, pages)
    finally:
        painter.end()


def _paint_page(painter: QPainter, document: QTextDocument, number: int, size: QSizeF) -> None:
    painter.save()
    top = number * size.height()
    painter.translate(QPointF(0, -top))
    view = QRectF(0, top, size.width(), size.height())
    painter.setClipRect(view)
    context = QAbstractTextDocumentLayout.PaintContext()
    context.clip = view
    document.documentLayout().draw(painter, context)
    painter.restore()


def _paint_marks(painter: QPainter, paper: Paper, room: QRectF, number: int, pages: int) -> None:
    painter.save()
    font = page_font()
    font.setPointSizeF(8.5)
    painter.setFont(font)
    painter.setPen(_MUTED)
    bottom = Qt.AlignmentFlag.AlignBottom
    painter.drawText(room, bottom | Qt.AlignmentFlag.AlignLeft, paper.foot)
    painter.drawText(room, bottom | Qt.AlignmentFlag.AlignRight, paper.page.format(page=number, pages=pages))
    if paper.watermark:
        font.setPointSizeF(46)
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(_WATERMARK)
        painter.translate(room.center())
        painter.rotate(-38)
        reach = room.height()
        painter.drawText(QRectF(-reach / 2, -reach / 2, reach, reach), Qt.AlignmentFlag.AlignCenter, paper.watermark)
    painter.restore()
