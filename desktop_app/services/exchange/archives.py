"""Conversations inside a zip archive of somebody else: read by name, never unpacked."""

from __future__ import annotations

import stat
import zipfile
import zlib
from pathlib import Path

from desktop_app.domain.errors import UserError
from desktop_app.domain.patterns import Pattern

MOST_MEMBERS = 50_000  # an export holds a file for every picture
LARGEST_BYTES = 256 * 2**20
LARGEST_RATIO = 200  # JSON of conversations shrinks to a tenth; a bomb to a thousandth
_BLOCK = 2**20
_WANTED = Pattern(r"(?:[^/]+/)?conversations(?:-\d+)?\.json")
_RESERVED = Pattern(r"(?i)(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?")


def conversation_files(path: Path) -> list[bytes]:
    """The contents of ``conversations.json``, or of its numbered parts, in order.

    Raises:
        UserError: ``import_archive_unsafe``, ``import_too_large``, ``import_unknown_format``.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            members = archive.infolist()
            if len(members) > MOST_MEMBERS or not _are_usual(members):
                raise UserError("import_archive_unsafe", path=str(path))
            wanted = sorted(
                (each for each in members if _WANTED.fullmatch(each.filename)), key=lambda each: each.filename
            )
            if not wanted:
                raise UserError("import_unknown_format", path=str(path))
            left = LARGEST_BYTES
            contents = []
            for member in wanted:
                contents.append(_read(archive, member, left, path))
                left -= len(contents[-1])
            return contents
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError):
        # Damaged, encrypted, or packed by a method that is not known here.
        raise UserError("import_archive_unsafe", path=str(path)) from None


def _are_usual(members: list[zipfile.ZipInfo]) -> bool:
    names = {member.filename.casefold() for member in members}
    return len(names) == len(members) and all(_is_usual(member) for member in members)


def _is_usual(member: zipfile.ZipInfo) -> bool:
    # The name as it stands in the file: `filename` ends at a NUL and has other separators replaced.
    name = member.orig_filename
    mode = member.external_attr >> 16
    parts = name.rstrip("/").split("/")
    return not (
        "\0" in name
        or "\\" in name
        or ":" in name
        or stat.S_ISLNK(mode)
        or any(part in ("", ".", "..") or _RESERVED.fullmatch(part) for part in parts)
    )


def _read(archive: zipfile.ZipFile, member: zipfile.ZipInfo, limit: int, path: Path) -> bytes:
    """A member's bytes; what its header says of its size is not believed."""
    limit_by_ratio = max(_BLOCK, member.compress_size * LARGEST_RATIO)
    parts: list[bytes] = []
    size = 0
    with archive.open(member) as file:
        while block := file.read(_BLOCK):
            size += len(block)
            if size > limit_by_ratio:
                raise UserError("import_archive_unsafe", path=str(path))
            if size > limit:
                raise UserError("import_too_large", limit_bytes=LARGEST_BYTES)
            parts.append(block)
    return b"".join(parts)
