"""A file that somebody wants to import: what it is, and what it holds as a document of ours."""

from __future__ import annotations

import codecs
import hashlib
import re
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.errors import UserError
from desktop_app.domain.patterns import Pattern
from desktop_app.services.exchange.archives import LARGEST_BYTES, conversation_files
from desktop_app.services.exchange.checking import check
from desktop_app.services.exchange.foreign import (
    ChatGptConversation,
    Foreign,
    ListedConversation,
    ListedMessage,
    from_chatgpt,
    from_messages,
)
from desktop_app.services.exchange.schema import FORMAT, VERSION, ExportDoc, PersonDoc

T = TypeVar("T")

_SQLITE = b"SQLite format 3\0"
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_SURROGATE: Final = rb"\\u[dD][89a-fA-F]"
# Every escape, so that none is taken for one behind a backslash that is meant itself; the group is half a character.
_ESCAPE: Final = rb"\\(?:u[dD][89abAB]\w\w\\u[dD][c-fC-F]\w\w|(u[dD][89a-fA-F]\w\w)|.)"
_PLACE = Pattern(r" - at `([^`]*)`")


class ImportSource(StrEnum):
    """Which program wrote it."""

    OWN = "own"
    BACKUP = "backup"  # of this vault
    CHATGPT = "chatgpt"
    MESSAGES = "messages"


FOREIGN: Final = (ImportSource.CHATGPT, ImportSource.MESSAGES)


@dataclass(frozen=True, slots=True)
class Incoming:
    """What a file holds.

    Attributes:
        source: which program wrote it.
        document: its content; of another program one person without a name.
        left_out: messages that hold no text of a person or a model.
        sha256: of the file, hexadecimal.
    """

    source: ImportSource
    document: ExportDoc
    left_out: int
    sha256: str


class _Probe(msgspec.Struct):
    """What tells the formats apart; everything else is passed over."""

    format: str | None = None
    version: int | None = None
    mapping: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    messages: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    role: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


def read_import(path: Path, now_ms: int) -> Incoming:
    """Read a file without changing anything.

    Args:
        path: the file.
        now_ms: the time of messages that say none.

    Raises:
        UserError: an ``import_…`` code says why it cannot be imported.
    """
    try:
        with path.open("rb") as file:
            start = file.read(len(_SQLITE))
        if not start:
            raise UserError("import_empty", path=str(path))
        if start == _SQLITE:
            raise UserError("import_database", path=str(path))
        if start.startswith(_ZIP):
            contents = conversation_files(path)
        else:
            if path.stat().st_size > LARGEST_BYTES:
                raise UserError("import_too_large", limit_bytes=LARGEST_BYTES)
            contents = [path.read_bytes()]
    except (OSError, ValueError):
        raise UserError("import_unreadable", path=str(path)) from None
    sha256 = hashlib.sha256(b"".join(contents)).hexdigest()
    return _Reader(path, now_ms, sha256).read([_utf8(content, path) for content in contents])


class _Reader:
    def __init__(self, path: Path, now_ms: int, sha256: str) -> None:
        self._path = path
        self._now_ms = now_ms
        self._sha256 = sha256

    def read(self, contents: list[bytes]) -> Incoming:
        first = contents[0].lstrip()
        if first.startswith(b"{"):
            return self._object(contents[0])
        if not first.startswith(b"["):
            self._decode(contents[0], msgspec.Raw)  # says where text is no JSON at all
            raise self._unknown()
        entries = [entry for content in contents for entry in self._decode(content, list[msgspec.Raw])]
        if not entries:
            raise UserError("import_empty", path=str(self._path))
        probe = self._probe(entries[0])
        if probe.mapping is not msgspec.UNSET:
            found = [self._decode(entry, ChatGptConversation) for entry in entries]
            return self._foreign(ImportSource.CHATGPT, from_chatgpt(found, self._now_ms))
        if probe.messages is not msgspec.UNSET:
            return self._listed([self._decode(entry, ListedConversation) for entry in entries])
        if probe.role is not msgspec.UNSET:
            messages = [self._decode(entry, ListedMessage) for entry in entries]
            return self._listed([ListedConversation(messages, self._path.stem)])
        raise self._unknown()

    def _object(self, content: bytes) -> Incoming:
        probe = self._probe(content)
        if probe.format == FORMAT:
            if probe.version is not None and probe.version > VERSION:
                raise UserError("import_newer", version=probe.version)
            document = self._decode(content, ExportDoc)
            check(document)
            return Incoming(ImportSource.OWN, document, 0, self._sha256)
        if probe.mapping is not msgspec.UNSET:
            conversation = self._decode(content, ChatGptConversation)
            return self._foreign(ImportSource.CHATGPT, from_chatgpt([conversation], self._now_ms))
        if probe.messages is not msgspec.UNSET:
            return self._listed([self._decode(content, ListedConversation)])
        raise self._unknown()

    def _listed(self, conversations: list[ListedConversation]) -> Incoming:
        return self._foreign(ImportSource.MESSAGES, from_messages(conversations, self._now_ms))

    def _foreign(self, source: ImportSource, found: Foreign) -> Incoming:
        if not found.sessions:
            raise UserError("import_empty", path=str(self._path))
        person = PersonDoc("", self._now_ms, sessions=tuple(found.sessions))
        document = ExportDoc(self._now_ms, VaultKind.PERSONAL, (person,))
        check(document)
        return Incoming(source, document, found.left_out, self._sha256)

    def _probe(self, content: bytes | msgspec.Raw) -> _Probe:
        try:
            return self._decode(content, _Probe)
        except UserError as error:
            if error.code == "import_invalid":
                raise self._unknown() from None
            raise

    def _decode(self, content: bytes | msgspec.Raw, kind: type[T]) -> T:
        try:
            return msgspec.json.decode(content, type=kind)
        except msgspec.ValidationError as error:
            place = _PLACE.search(str(error))
            raise UserError("import_invalid", where=place.group(1) if place else "$") from None
        except RecursionError:
            raise UserError("import_too_deep", path=str(self._path)) from None
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise UserError("import_not_json", path=str(self._path)) from None

    def _unknown(self) -> UserError:
        return UserError("import_unknown_format", path=str(self._path))


def _utf8(content: bytes, path: Path) -> bytes:
    """The content in UTF-8 without a byte order mark and without half characters."""
    encoding = next((name for mark, name in _MARKS if content.startswith(mark)), "utf-8")
    try:
        return _without_halves(content.decode(encoding).encode("utf-8"))
    except UnicodeError:
        raise UserError("import_not_utf8", path=str(path)) from None


def _without_halves(content: bytes) -> bytes:
    """JSON with U+FFFD for each escape of half a character, which programs leave that cut texts by their length."""
    if re.search(_SURROGATE, content) is None:
        return content
    return re.sub(_ESCAPE, lambda escape: rb"\ufffd" if escape.group(1) else escape.group(), content, flags=re.DOTALL)
