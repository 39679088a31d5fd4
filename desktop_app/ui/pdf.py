"""HTML pages of ours as a PDF whose text can be copied and searched."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QLocale, QMarginsF
from PySide6.QtGui import (
    QFont,
    QFontInfo,
    QPagedPaintDevice,
    QPageLayout,
    QPageSize,
    QPdfWriter,
    QRawFont,
    QTextDocument,
)

from desktop_app.ui.theme import CJK_FAMILIES

_MARGIN_MM = 18.0
_FAMILY: Final = "font-family: sans-serif"  # of the pages' own style
# A line of a font's table of characters: the glyphs from and to, what they are.
_CODES: Final = rb"(<[0-9A-F]+> <[0-9A-F]+> )(\[[^\]]*\]|<[0-9A-F]+>)"
_LIGATURES: Final = {
    f"{0xFB00 + place:04X}".encode(): letters.encode("utf-16-be").hex().upper().encode()
    for place, letters in enumerate(("ff", "fi", "fl", "ffi", "ffl"))
}
# Radicals of Chinese characters, which fonts draw with the glyphs of the characters themselves.
_RADICALS: Final = (*range(0x2E80, 0x2EF4), *range(0x2F00, 0x2FD6))


def pdf_of(html: str) -> bytes:
    """The pages on A4. May run on any thread; nothing is loaded from anywhere."""
    document = QTextDocument()
    set_page(document, html)
    return painted_pdf(document.print_, html)


def painted_pdf(paint: Callable[[QPdfWriter], None], text: str) -> bytes:
    """What ``paint`` puts on pages of A4, as a PDF that says it holds the characters of ``text``."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    set_margins(writer)
    paint(writer)
    buffer.close()
    return _with_readable_text(bytes(data.data()), text)


def set_margins(device: QPagedPaintDevice) -> None:
    """Give the pages of a PDF or a printer the margins of all of ours."""
    margins = QMarginsF(_MARGIN_MM, _MARGIN_MM, _MARGIN_MM, _MARGIN_MM)
    device.setPageMargins(margins, QPageLayout.Unit.Millimeter)


def page_font() -> QFont:
    """The font of pages.

    WORKAROUND: where a font has other glyphs for the language in force than its usual ones, Qt writes a PDF that does
    not say which characters they are. So Chinese pages begin with the Chinese fonts, which "sans-serif" often is not,
    and others with the Latin one.
    """
    chinese = QLocale().language() == QLocale.Language.Chinese
    latin = QFontInfo(QFont("sans-serif")).family()  # by its own name: in a list Qt passes over what is no family
    font = QFont()
    for feature in ("pwid", "tnum"):  # of the interface's font; they draw other glyphs as well
        font.setFeature(QFont.Tag(feature), 0)
    font.setFamilies((*CJK_FAMILIES, latin) if chinese else (latin, *CJK_FAMILIES))
    return font


def set_page(document: QTextDocument, html: str) -> None:
    """Fill a document with a page, set in `page_font`."""
    font = page_font()
    document.setDefaultFont(font)
    families = ", ".join(f"'{name}'" for name in font.families())
    document.setHtml(html.replace(_FAMILY, f"font-family: {families}"))


def _with_readable_text(data: bytes, text: str) -> bytes:
    """A PDF that says it holds the characters of ``text`` where Qt names radicals or ligatures that look like them."""
    characters = {**_LIGATURES, **_drawn_alike(text)}
    import pypdf  # only here: it takes a moment
    from pypdf.generic import DecodedStreamObject, NameObject

    def named(entry: re.Match[bytes]) -> bytes:
        codes = re.sub(rb"[0-9A-F]{4}", lambda code: characters.get(code.group(), code.group()), entry.group(2))
        return entry.group(1) + codes

    writer = pypdf.PdfWriter(clone_from=io.BytesIO(data))
    for page in writer.pages:
        for reference in page["/Resources"]["/Font"].values():  # type: ignore[index]
            font = reference.get_object()
            table = font["/ToUnicode"].get_object()
            stream = DecodedStreamObject()
            stream.set_data(re.sub(_CODES, named, table.get_data()))
            font[NameObject("/ToUnicode")] = writer._add_object(stream.flate_encode())
    written = io.BytesIO()
    writer.write(written)
    return written.getvalue()


def _drawn_alike(text: str) -> dict[bytes, bytes]:
    """The radicals that have the glyph of a character of ``text``, with it; both as the PDF spells them."""
    found: dict[bytes, bytes] = {}
    characters = sorted({character for character in text if "\u3400" <= character <= "\u9fff"})
    if not characters:
        return found
    for family in page_font().families():
        font = QRawFont.fromFont(QFont(family))
        by_glyph = {font.glyphIndexesForString(character)[0]: character for character in characters}
        by_glyph.pop(0, None)  # not in this font
        for radical in _RADICALS:
            character = by_glyph.get(font.glyphIndexesForString(chr(radical))[0])
            if character is not None:
                found.setdefault(f"{radical:04X}".encode(), f"{ord(character):04X}".encode())
    return found
