"""Files with records: written privately, and read again with every flaw named."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from desktop_app.domain.errors import UserError
from desktop_app.domain.ledger import ClipReason, Section
from desktop_app.domain.ports import EstimateCounter
from desktop_app.storage.files import write_chunks_atomically

MOST_BYTES = 256_000_000
Count = Annotated[int, msgspec.Meta(ge=0)]
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]


class ClippedRecord(msgspec.Struct, frozen=True):
    """A turn that was left out."""

    turn: Count
    reason: ClipReason
    value: Share
    tokens: Count


class RecalledRecord(msgspec.Struct, frozen=True):
    """A memory that was put into the prompt."""

    text: str
    session: str
    turn: Count
    vector: Share
    word: Share
    score: Share


class FactRecord(msgspec.Struct, frozen=True):
    """A fact as it stood after the turn."""

    category: str
    attribute: str
    value: str
    polarity: str
    status: str
    state: str
    speaker: str
    quote: str
    session: str
    turn: Count | None
    in_prompt: bool
    subject: str = "self"
    own_category: str = ""
    valid_from: str | None = None
    valid_to: str | None = None


class TurnRecord(msgspec.Struct, frozen=True):
    """One turn of a record as the README documents it; further keys are passed over."""

    turn: Count
    session: str
    person: str
    speaker: str
    user: str
    reply: str
    finish_reason: str
    context_limit: Count
    reserved: Count
    overflow: Literal["whole", "clipped"]
    sections: dict[Section, Count]
    prompt_tokens: Count
    reused_tokens: Count
    computed_tokens: Count
    prompt_sha256: str
    kept: tuple[Count, ...]
    clipped: tuple[ClippedRecord, ...]
    recalled: tuple[RecalledRecord, ...]
    facts: tuple[FactRecord, ...]


class MessageRecord(msgspec.Struct, frozen=True):
    """One message of a list in the form of OpenAI's chat interface, with its tokens by the cl100k table."""

    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    text: str
    tokens: int


class OpenedRecord(msgspec.Struct, frozen=True):
    """What a file held: turns, or messages."""

    name: str
    turns: tuple[TurnRecord, ...] = ()
    messages: tuple[MessageRecord, ...] = ()


def json_schema() -> bytes:
    """The JSON schema (2020-12) of a file of records, as it stands in ``resources/schemas``."""
    schema = msgspec.json.schema(tuple[TurnRecord, ...])
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Retrace records", **schema}
    return msgspec.json.format(msgspec.json.encode(schema, order="sorted"), indent=1) + b"\n"


class RecordFiles:
    """Writes and reads files. Calls block; nothing of a file that is read is stored."""

    def __init__(self, estimate: EstimateCounter) -> None:
        self._estimate = estimate

    @staticmethod
    def write(path: Path, texts: Iterable[str]) -> None:
        """Write texts into one file that only its owner may read, whole or not at all.

        Raises:
            UserError: ``file_not_written``; a file that was there before is untouched.
        """
        _write_chunks(path, (text.encode("utf-8", "replace") for text in texts))

    @staticmethod
    def write_data(path: Path, data: bytes) -> None:
        """Write a file, as `write` does."""
        _write_chunks(path, (data,))

    def write_json(self, path: Path, records: Iterable[Mapping[str, object]]) -> None:
        """Write records as a JSON array, one object a turn. See `write`."""
        self.write(path, _array(records))

    def read(self, path: Path) -> OpenedRecord:
        """Read a record, or a list of messages (alone or as ``messages`` of an object).

        Raises:
            UserError: ``record_missing``, ``record_too_large``, ``record_not_text``, ``record_not_json``,
                ``record_empty`` or ``record_unknown``, with the reason.
        """
        value = _json(path)
        if isinstance(value, dict):
            value = value.get("messages", [value])
        if not isinstance(value, list):
            raise UserError("record_unknown", path=str(path), reason=f"`{type(value).__name__}`")
        if not value:
            raise UserError("record_empty", path=str(path))
        first = value[0]
        try:
            if isinstance(first, dict) and "role" in first:
                return OpenedRecord(path.name, messages=self._messages(value))
            turns = msgspec.convert(value, tuple[TurnRecord, ...])
            _check_sums(turns)
        except (msgspec.ValidationError, RecursionError) as error:
            raise UserError("record_unknown", path=str(path), reason=str(error)[:200].rstrip(".")) from error
        return OpenedRecord(path.name, turns=turns)

    def _messages(self, values: Sequence[Any]) -> tuple[MessageRecord, ...]:
        messages = msgspec.convert(values, tuple[_Message, ...])
        texts = [_text(message.content, place) for place, message in enumerate(messages)]
        return tuple(
            MessageRecord(message.role, text, self._estimate.count(text))
            for message, text in zip(messages, texts, strict=True)
        )


class _Message(msgspec.Struct):
    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: str | list[dict[str, Any]] | None = None


def _text(content: str | list[dict[str, Any]] | None, place: int) -> str:
    """The words of a message; parts that are no text are named by their type."""
    if content is None or isinstance(content, str):
        return content or ""
    texts = []
    for part in content:
        text = part.get("text", f"[{part.get('type', '?')}]")
        if not isinstance(text, str):
            raise msgspec.ValidationError(f"Expected `str` - at `$[{place}].content[...].text`")
        texts.append(text)
    return "\n".join(texts)


def _json(path: Path) -> Any:
    try:
        if not path.is_file():
            raise UserError("record_missing", path=str(path))
        if path.stat().st_size > MOST_BYTES:
            raise UserError("record_too_large", path=str(path), limit_bytes=MOST_BYTES)
        data = path.read_bytes()
    except OSError as error:
        raise UserError("record_missing", path=str(path)) from error
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UserError("record_not_text", path=str(path)) from error
    if "\x00" in text:
        raise UserError("record_not_text", path=str(path))
    if not text.strip():
        raise UserError("record_empty", path=str(path))
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise UserError("record_not_json", path=str(path), reason=str(error)[:200].rstrip(".")) from error


def _check_sums(turns: Sequence[TurnRecord]) -> None:
    for place, turn in enumerate(turns):
        total = sum(turn.sections.values())
        if total != turn.prompt_tokens:
            raise msgspec.ValidationError(f"sections sum to {total}, not {turn.prompt_tokens} - at `$[{place}]`")
        if turn.prompt_tokens and turn.prompt_tokens + turn.reserved > turn.context_limit:
            raise msgspec.ValidationError(f"more tokens than the window has - at `$[{place}]`")


def _array(records: Iterable[Mapping[str, object]]) -> Iterator[str]:
    opening = "[\n"
    for record in records:
        yield opening + json.dumps(record, ensure_ascii=False)
        opening = ",\n"
    yield from chain(("[",) if opening == "[\n" else (), ("\n]\n",))


def _write_chunks(path: Path, chunks: Iterable[bytes]) -> None:
    try:
        write_chunks_atomically(path, chunks)
    except OSError as error:
        raise UserError("file_not_written", path=str(path)) from error
