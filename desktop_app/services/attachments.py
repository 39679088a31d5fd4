"""Text out of files that are attached to a message: on this machine, within limits, nothing else taken from them."""

from __future__ import annotations

import codecs
import subprocess
import zipfile
import zlib
from pathlib import Path
from xml.etree import ElementTree

from desktop_app.domain.conversation import Attachment
from desktop_app.domain.errors import UserError
from desktop_app.domain.ports import EstimateCounter
from desktop_app.support.own_command import READ_PDF, own_command

ENDINGS = (".txt", ".md", ".csv", ".pdf", ".docx")
LARGEST_FILE_BYTES = 30 * 2**20
LARGEST_TEXT_CHARACTERS = 2_000_000
PDF_TIMEOUT_S = 30.0
_DOCUMENT = "word/document.xml"
_WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


class AttachmentService:
    """Reads files. Calls block; run them on a lane."""

    def __init__(self, estimate: EstimateCounter) -> None:
        self._estimate = estimate

    def read(self, path: Path) -> Attachment:
        """The text of a file.

        Raises:
            UserError: ``attachment_kind``, ``attachment_too_large``, ``attachment_empty``, ``attachment_unreadable``.
        """
        ending = path.suffix.lower()
        if ending not in ENDINGS:
            raise UserError("attachment_kind", path=str(path))
        try:
            if path.stat().st_size > LARGEST_FILE_BYTES:
                raise UserError("attachment_too_large", path=str(path), limit_bytes=LARGEST_FILE_BYTES)
            data = path.read_bytes()
        except OSError:
            raise UserError("attachment_unreadable", path=str(path)) from None
        if ending == ".pdf":
            text = _pdf_text(data, path)
        elif ending == ".docx":
            text = _docx_text(path)
        else:
            text = _decoded(data, path)
        text = text.replace("\0", "").replace("\r\n", "\n").replace("\r", "\n").strip()
        if not text:
            raise UserError("attachment_empty", path=str(path))
        if len(text) > LARGEST_TEXT_CHARACTERS:
            raise UserError("attachment_too_large", path=str(path), limit_bytes=LARGEST_FILE_BYTES)
        return Attachment(path.name, text, len(data), self._estimate.count(text))


def _decoded(data: bytes, path: Path) -> str:
    """Text in UTF-8, in UTF-16 with its mark, or in the encoding of older Chinese files."""
    encoding = next((name for mark, name in _MARKS if data.startswith(mark)), None)
    for candidate in (encoding,) if encoding else ("utf-8", "gb18030"):
        try:
            return data.decode(candidate)
        except UnicodeDecodeError:
            continue
    raise UserError("attachment_unreadable", path=str(path))


def _docx_text(path: Path) -> str:
    try:
        with zipfile.ZipFile(path) as archive, archive.open(_DOCUMENT) as member:
            data = member.read(LARGEST_FILE_BYTES + 1)
    except (zipfile.BadZipFile, zlib.error, EOFError, KeyError, NotImplementedError, RuntimeError, OSError):
        raise UserError("attachment_unreadable", path=str(path)) from None
    if len(data) > LARGEST_FILE_BYTES:
        raise UserError("attachment_too_large", path=str(path), limit_bytes=LARGEST_FILE_BYTES)
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data:  # Word writes none; with them a small file can become endless
        raise UserError("attachment_unreadable", path=str(path))
    try:
        root = ElementTree.fromstring(data)
    except ElementTree.ParseError:
        raise UserError("attachment_unreadable", path=str(path)) from None
    lines = []
    for paragraph in root.iter(f"{_WORD}p"):
        parts = []
        for node in paragraph.iter():
            if node.tag == f"{_WORD}t":
                parts.append(node.text or "")
            elif node.tag in (f"{_WORD}tab", f"{_WORD}br"):
                parts.append("\t" if node.tag.endswith("tab") else "\n")
        lines.append("".join(parts))
    return "\n".join(lines)


def _pdf_text(data: bytes, path: Path) -> str:
    """The text of a PDF, read by a process of its own that a hostile file can neither hang nor fill."""
    command = [*own_command(), READ_PDF]
    root = Path(__file__).resolve().parents[2]  # where the sources are found
    try:
        done = subprocess.run(command, input=data, capture_output=True, timeout=PDF_TIMEOUT_S, cwd=root, check=False)
    except (subprocess.TimeoutExpired, OSError):
        raise UserError("attachment_unreadable", path=str(path)) from None
    if done.returncode != 0:
        raise UserError("attachment_unreadable", path=str(path))
    return done.stdout.decode("utf-8", "replace")
