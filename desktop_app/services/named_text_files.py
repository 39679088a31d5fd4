"""Personas and saved prompts as a file: names and texts, checked as a whole before any of them counts."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final, Literal

import msgspec

from desktop_app.domain.errors import UserError
from desktop_app.domain.named_texts import NamedText

_MAX_BYTES: Final = 4 * 1024 * 1024


class _Text(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    text: str


class _File(msgspec.Struct, forbid_unknown_fields=True):
    format: Literal["retrace-texts"]
    version: Literal[1]
    texts: list[_Text]


def write_texts(path: Path, texts: Iterable[NamedText]) -> None:
    """Write texts with their names as JSON.

    Raises:
        UserError: ``file_not_written``.
    """
    content = _File("retrace-texts", 1, [_Text(one.name, one.text) for one in texts])
    try:
        path.write_bytes(msgspec.json.format(msgspec.json.encode(content), indent=2) + b"\n")
    except OSError as error:
        raise UserError("file_not_written", path=str(path)) from error


def read_texts(path: Path) -> tuple[NamedText, ...]:
    """The texts of a file, as new ones.

    Raises:
        UserError: ``texts_file_foreign``.
    """
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise UserError("texts_file_foreign", path=str(path))
        content = msgspec.json.decode(path.read_bytes().removeprefix(b"\xef\xbb\xbf"), type=_File)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UserError("texts_file_foreign", path=str(path)) from error
    return tuple(NamedText("", one.name, one.text) for one in content.texts)
