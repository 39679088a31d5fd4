"""Cases as JSON: an array of objects that name turns by session title and zero-based place, as records do.

``{"case": "…", "session": "…", "turn": 3, "user": "…", "expect": [{"kind": "in_prompt", "session": "…", "turn": 1,
"user": "…"}, {"kind": "reply_contains", "text": "…"}]}``
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from desktop_app.domain.cases import OF_TURNS, CaseBook, Expectation, ExpectationKind, TurnPlace
from desktop_app.domain.errors import UserError

_LARGEST_BYTES = 4 * 1024 * 1024
Finder = Callable[[str, int, str], int | None]  # a turn by session title, place and question


class _Expect(msgspec.Struct):
    kind: ExpectationKind
    session: str = ""
    turn: int = 0
    user: str = ""
    text: str = ""


class _Case(msgspec.Struct):
    case: str
    session: str
    turn: int
    user: str
    expect: list[_Expect]


def encoded(book: CaseBook) -> bytes:
    """The cases of a book as indented JSON; expectations of turns that are gone are left out."""
    written = [
        {"case": case.name, **_named(book.places[case.turn_id]), "expect": _expected(case.expectations, book.places)}
        for case in book.cases
    ]
    return msgspec.json.format(msgspec.json.encode(written), indent=1) + b"\n"


def read_cases(path: Path, find: Finder) -> tuple[list[tuple[int, str, tuple[Expectation, ...]]], int]:
    """Cases of a file as turn, name and expectations, and how many name turns that are not here.

    Raises:
        UserError: ``file_unreadable``.
    """
    try:
        if path.stat().st_size > _LARGEST_BYTES:
            raise UserError("file_unreadable", path=str(path), line=0)
        written = msgspec.json.decode(path.read_bytes(), type=list[_Case])
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise UserError("file_unreadable", path=str(path), line=0) from error
    found: list[tuple[int, str, tuple[Expectation, ...]]] = []
    for case in written:
        turn_id = find(case.session, case.turn, case.user)
        expectations = [_read(one, find) for one in case.expect]
        if turn_id is not None and all(expectations):
            found.append((turn_id, case.case, tuple(filter(None, expectations))))
    return found, len(written) - len(found)


def _named(place: TurnPlace) -> dict[str, Any]:
    return {"session": place.session_title, "turn": place.ordinal, "user": place.question}


def _expected(expectations: tuple[Expectation, ...], places: Mapping[int, TurnPlace]) -> list[dict[str, Any]]:
    return [
        {"kind": one.kind.value, **(_named(places[one.turn_id]) if one.kind in OF_TURNS else {"text": one.text})}
        for one in expectations
        if one.kind not in OF_TURNS or one.turn_id in places
    ]


def _read(one: _Expect, find: Finder) -> Expectation | None:
    if one.kind not in OF_TURNS:
        return Expectation(one.kind, text=one.text)
    turn_id = find(one.session, one.turn, one.user)
    return None if turn_id is None else Expectation(one.kind, turn_id)
