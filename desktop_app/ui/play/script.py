"""Scripts for `play`: one dialogue line each, checked as a whole before anything starts."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from desktop_app.domain.conversation import VaultKind, first_speaker, is_speaker

_KEYS = {"session", "person", "speaker", "user", "assistant", "record_only"}


class ScriptError(Exception):
    """A line of the script cannot be played; the text names it."""


@dataclass(frozen=True, slots=True)
class ScriptLine:
    """One thing to say. ``user`` None only opens the session; ``person`` "" is the vault's first person."""

    session: str
    person: str
    speaker: str
    user: str | None
    assistant: str | None = None
    record_only: bool = False


def read_script(path: Path, kind: VaultKind) -> list[ScriptLine]:
    """Read a script; session, person and speaker default to the last ones.

    Raises:
        ScriptError: names the first bad line by its number.
        OSError: the file cannot be read.
    """
    lines: list[ScriptLine] = []
    session, person, speaker = "s1", "", first_speaker(kind)
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not text.strip():
            continue
        entry = _entry(number, text)
        session = _text(number, entry, "session", session)
        person = _text(number, entry, "person", person)
        speaker = _text(number, entry, "speaker", speaker)
        if not is_speaker(speaker):
            raise ScriptError(f"line {number}: unknown speaker {speaker!r}")
        lines.append(_line(number, entry, session, person, speaker))
    return lines


def _entry(number: int, text: str) -> dict[str, object]:
    try:
        entry = json.loads(text)
    except json.JSONDecodeError as error:
        raise ScriptError(f"line {number}: not JSON ({error.msg}, column {error.colno})") from None
    if not isinstance(entry, dict):
        raise ScriptError(f"line {number}: not a JSON object")
    unknown = sorted(entry.keys() - _KEYS)
    if unknown:
        raise ScriptError(f"line {number}: unknown key {unknown[0]!r}")
    if "user" not in entry:
        raise ScriptError(f'line {number}: "user" is missing')
    return entry


def _text(number: int, entry: dict[str, object], key: str, last: str) -> str:
    value = entry.get(key)
    if value is None:
        return last
    if not isinstance(value, str) or not value.strip():
        raise ScriptError(f'line {number}: "{key}" is not a text')
    return value


def _line(number: int, entry: dict[str, object], session: str, person: str, speaker: str) -> ScriptLine:
    user, assistant, record_only = entry["user"], entry.get("assistant"), entry.get("record_only", False)
    if user is not None and (not isinstance(user, str) or not user.strip()):
        raise ScriptError(f'line {number}: "user" is neither null nor a text')
    if assistant is not None and not isinstance(assistant, str):
        raise ScriptError(f'line {number}: "assistant" is not a text')
    if not isinstance(record_only, bool):
        raise ScriptError(f'line {number}: "record_only" is neither true nor false')
    if user is None and (assistant is not None or record_only):
        raise ScriptError(f"line {number}: a line that only opens a session has no reply and records nothing")
    if assistant is not None and record_only:
        raise ScriptError(f'line {number}: "assistant" and "record_only" exclude each other')
    return ScriptLine(session, person, speaker, user, assistant, record_only)
