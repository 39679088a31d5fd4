"""Files that are no export, or no whole one: refused with the reason, and nothing is lost."""

from __future__ import annotations

import json
import random
import sqlite3
import stat
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from desktop_app.domain.consent import Basis, Form, Use
from desktop_app.domain.conversation import ASSISTANT, PERSON, FinishReason, VaultKind
from desktop_app.domain.error_words import ERROR_WORDS
from desktop_app.domain.errors import UserError
from desktop_app.domain.patients import Arrival
from desktop_app.services.exchange import archives, reading
from desktop_app.services.exchange.importing import ImportChoice
from desktop_app.services.exchange.reading import ImportSource, read_import
from desktop_app.services.exchange.schema import (
    ArrivalDoc,
    ConsentDoc,
    ExportDoc,
    MessageDoc,
    PersonDoc,
    SessionDoc,
    TurnDoc,
    encode,
)
from tests.services.exchange.exchange_bench import Bench, bench

_TURNS = (
    TurnDoc(1, MessageDoc(PERSON, "早", 10), MessageDoc(ASSISTANT, "早上好", 11)),
    TurnDoc(2, MessageDoc(PERSON, "晚", 12), None, 1, FinishReason.RECORDED),
)
_CONSENT = ConsentDoc(Basis.CONSENT, (Use.KEEP,), Form.WRITTEN, "2026-03-12", "Dr Li", 7)
_DOCUMENT = ExportDoc(
    0,
    VaultKind.PERSONAL,
    (
        PersonDoc(
            "我",
            1,
            sessions=(SessionDoc("日记", 5, 6, _TURNS, head=2),),
            keep_until="2041-03-12",
            consents=(_CONSENT,),
            arrivals=(ArrivalDoc("2026-03-12", Arrival.SEEN, 8),),
        ),
    ),
)


def _chatgpt() -> list[dict[str, Any]]:
    def node(name: str, parent: str | None, children: list[str], role: str = "", *parts: Any) -> dict[str, Any]:
        message = {
            "author": {"role": role},
            "create_time": 1_700_000_000.5,
            "content": {"content_type": "text", "parts": list(parts)},
        }
        return {"id": name, "parent": parent, "children": children, "message": message if role else None}

    return [
        {
            "title": "Knee",
            "create_time": 1_700_000_000.0,
            "update_time": 1_700_000_009.0,
            "current_node": "b2",
            "mapping": {
                "root": node("root", None, ["sys"]),
                "sys": node("sys", "root", ["q"], "system", "You are…"),
                "q": node("q", "sys", ["b1", "b2"], "user", "My knee hurts\0", {"asset_pointer": "file://x"}),
                "b1": node("b1", "q", [], "assistant", "Rest it."),
                "b2": node("b2", "q", ["tool"], "assistant", "Since when?"),
                "tool": node("tool", "b2", ["b3"], "tool", "{}"),
                "b3": node("b3", "tool", ["q2"], "assistant", "And where?"),
                "q2": node("q2", "b3", [], "user", "I am allergic to penicillin"),
            },
        }
    ]


def _deep() -> bytes:
    return b'{"format": "retrace-export", "people": ' + b"[" * 200_000 + b"]" * 200_000 + b"}"


def _changed(change: Callable[[Any], object]) -> bytes:
    plain = json.loads(encode(_DOCUMENT))
    change(plain["people"][0]["sessions"][0])
    return json.dumps(plain).encode()


def _changed_person(change: Callable[[Any], object]) -> bytes:
    plain = json.loads(encode(_DOCUMENT))
    change(plain["people"][0])
    return json.dumps(plain).encode()


def _database(directory: Path) -> bytes:
    path = directory / "foreign.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE message (text)")
    connection.execute("CREATE VIEW person AS SELECT load_extension('evil')")
    connection.close()
    return path.read_bytes()


_ODD: dict[str, tuple[Callable[[Path], bytes], str]] = {
    "empty": (lambda _: b"", "import_empty"),
    "truncated": (lambda _: encode(_DOCUMENT)[:-40], "import_not_json"),
    "wrong encoding": (lambda _: encode(_DOCUMENT).decode().encode("gbk"), "import_not_utf8"),
    "foreign format": (lambda _: b'{"notes": ["a"]}', "import_unknown_format"),
    "no JSON": (lambda _: b"%PDF-1.7 abc", "import_not_json"),
    "a number": (lambda _: b"42", "import_unknown_format"),
    "deep nesting": (lambda _: _deep(), "import_too_deep"),
    "wrong types": (lambda _: _changed(lambda s: s.update(turns="none")), "import_invalid"),
    "NUL": (lambda _: _changed(lambda s: s.update(title="a\0b")), "import_invalid"),
    "duplicate ids": (lambda _: _changed(lambda s: s["turns"].append(s["turns"][0])), "import_invalid"),
    "a circle": (lambda _: _changed(lambda s: s["turns"][0].update(parent=2)), "import_invalid"),
    "a head that is not there": (lambda _: _changed(lambda s: s.update(head=9)), "import_invalid"),
    "a speaker nobody knows": (
        lambda _: _changed(lambda s: s["turns"][0]["question"].update(speaker="system")),
        "import_invalid",
    ),
    "a basis nobody knows": (
        lambda _: _changed_person(lambda p: p["consents"][0].update(basis="custom")),
        "import_invalid",
    ),
    "a consent without its day": (
        lambda _: _changed_person(lambda p: p["consents"][0].update(given_on="")),
        "import_invalid",
    ),
    "a NUL in a consent": (lambda _: _changed_person(lambda p: p["consents"][0].update(note="a\0b")), "import_invalid"),
    "a day that is none": (
        lambda _: _changed_person(lambda p: p["arrivals"][0].update(day="2026-13-45")),
        "import_invalid",
    ),
    "a period that is none": (lambda _: _changed_person(lambda p: p.update(keep_until="2026-02")), "import_invalid"),
    "foreign SQLite": (_database, "import_database"),
    "newer": (lambda _: b'{"format": "retrace-export", "version": 2}', "import_newer"),
    "no zip inside": (lambda _: b"PK\x03\x04garbage", "import_archive_unsafe"),
    "nothing said": (lambda _: b'{"messages": [{"role": "system", "content": "x"}]}', "import_empty"),
}


@pytest.mark.parametrize("name", _ODD)
def test_an_odd_file_is_refused_with_the_reason(tmp_path: Path, name: str) -> None:
    make, code = _ODD[name]
    path = tmp_path / "odd.json"
    path.write_bytes(make(tmp_path))
    with pytest.raises(UserError) as caught:
        read_import(path, 0)
    assert caught.value.code == code
    assert caught.value.code in ERROR_WORDS


def test_a_huge_file_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "LARGEST_BYTES", 100)
    path = tmp_path / "huge.json"
    path.write_bytes(encode(_DOCUMENT))
    with pytest.raises(UserError, match="import_too_large"):
        read_import(path, 0)
    with pytest.raises(UserError, match="import_unreadable"):
        read_import(tmp_path / "absent.json", 0)
    with pytest.raises(UserError, match="import_unreadable"):
        read_import(tmp_path, 0)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_does_no_harm(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "marked.json"
    path.write_bytes(encode(_DOCUMENT).decode().encode(encoding))
    assert read_import(path, 0).document == _DOCUMENT


# --- other programs


def _take(there: Bench, path: Path, speaker: str = PERSON) -> None:
    me = there.store.write(lambda db: db.people.add("我", now_ms=1)).id
    choice = ImportChoice(me, speaker)
    there.imports.merge(there.imports.read(path), choice, there.imports.progress())


def test_chatgpts_graph_becomes_turns_with_versions(tmp_path: Path) -> None:
    path = tmp_path / "conversations.json"
    path.write_text(json.dumps(_chatgpt()))
    incoming = read_import(path, 0)
    assert (incoming.source, incoming.left_out) == (ImportSource.CHATGPT, 2)
    (session,) = incoming.document.people[0].sessions
    assert [
        (turn.parent, turn.question.text, turn.reply.text if turn.reply else None, turn.finish_reason.value)
        for turn in session.turns
    ] == [
        (None, "My knee hurts", "Rest it.", "given"),
        (None, "My knee hurts", "Since when?\n\nAnd where?", "given"),
        (2, "I am allergic to penicillin", None, "recorded"),
    ]
    assert (session.title, session.created_at_ms, session.head) == ("Knee", 1_700_000_000_000, 2)
    assert session.turns[0].question.at_ms == 1_700_000_000_500


def test_half_characters_and_messages_of_nobody_cost_no_file(tmp_path: Path) -> None:
    exported = _chatgpt()
    exported[0]["mapping"]["q2"]["message"]["author"] = None
    exported[0]["mapping"]["q"]["message"]["content"]["parts"] = ["cut \ud83d, whole \U0001f642, C:\\ud83d"]
    path = tmp_path / "conversations.json"
    path.write_text(json.dumps(exported))  # spells every character beyond ASCII as an escape
    assert b"\\ud83d, whole \\ud83d\\ude42, C:\\\\ud83d" in path.read_bytes()
    incoming = read_import(path, 0)
    first, *_ = incoming.document.people[0].sessions[0].turns
    assert first.question.text == "cut \ufffd, whole \U0001f642, C:\\ud83d"
    assert incoming.left_out == 3


def test_only_what_the_person_said_is_read_for_facts(tmp_path: Path) -> None:
    path = tmp_path / "conversations.json"
    path.write_text(json.dumps(_chatgpt()))
    with bench(tmp_path / "vault") as there:
        _take(there, path)
        jobs = there.store.read(lambda db: db.jobs.due(2**60, 99))
        assert {(job.turn_id, job.kind) for job in jobs} == {
            (n, kind) for n in (1, 2, 3) for kind in ("embed", "extract")
        }
        assert there.resumed == 1
        speakers = there.store.read(lambda db: {db.turns.get(1).reply.speaker, db.turns.get(1).question.speaker})  # type: ignore[union-attr]
        assert speakers == {ASSISTANT, PERSON}


def test_an_imported_document_is_never_read_for_facts(tmp_path: Path) -> None:
    path = tmp_path / "list.json"
    path.write_text(json.dumps([{"role": "user", "content": "对青霉素过敏"}, {"role": "assistant", "content": "好"}]))
    with bench(tmp_path / "vault") as there:
        _take(there, path, "document")
        assert {job.kind for job in there.store.read(lambda db: db.jobs.due(2**60, 99))} == {"embed"}


@pytest.mark.parametrize("wrapped", ["list", "object", "several"])
def test_lists_of_messages(tmp_path: Path, wrapped: str) -> None:
    messages = [
        {"role": "system", "content": "be brief"},
        {"role": "user", "content": [{"type": "text", "text": "a"}, {"type": "image_url", "image_url": {"url": "x"}}]},
        {"role": "assistant", "content": "b"},
        {"role": "tool", "content": None},
        {"role": "user", "content": "c"},
    ]
    whole = {"list": messages, "object": {"messages": messages}, "several": [{"messages": messages}]}[wrapped]
    path = tmp_path / "talk.json"
    path.write_text(json.dumps(whole))
    incoming = read_import(path, 77)
    assert (incoming.source, incoming.left_out) == (ImportSource.MESSAGES, 2)
    (session,) = incoming.document.people[0].sessions
    said = [(turn.question.text, turn.reply.text if turn.reply else None) for turn in session.turns]
    assert said == [("a", "b"), ("c", None)]


def test_several_conversations_that_begin_alike_stay_apart(tmp_path: Path) -> None:
    path = tmp_path / "many.json"
    path.write_text(json.dumps([{"messages": [{"role": "user", "content": "hi"}]}] * 3))
    with bench(tmp_path / "vault") as there:
        _take(there, path)
        assert there.store.read(lambda db: [session.turn_count for session in db.sessions.list(1)]) == [1, 1, 1]
    path.write_text(json.dumps(_chatgpt() * 2))
    assert [session.id for session in read_import(path, 0).document.people[0].sessions] == [1, 2]


# --- archives


def _zip(path: Path, members: list[tuple[str | zipfile.ZipInfo, bytes]]) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            archive.writestr(name, content)


def test_conversations_inside_an_archive(tmp_path: Path) -> None:
    path = tmp_path / "export.zip"
    _zip(path, [("chat.html", b"<html>"), ("conversations.json", json.dumps(_chatgpt()).encode())])
    assert len(read_import(path, 0).document.people[0].sessions) == 1
    assert sorted(file.name for file in tmp_path.iterdir()) == ["export.zip"]


def _link() -> zipfile.ZipInfo:
    info = zipfile.ZipInfo("conversations.json")
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return info


@pytest.mark.parametrize(
    "members",
    [
        [("../conversations.json", b"[]")],
        [("/etc/conversations.json", b"[]")],
        [("C:/conversations.json", b"[]")],
        [("a\\conversations.json", b"[]")],
        [("conversations.json", b"[]"), ("nul", b"")],
        [(_link(), b"/etc/passwd")],
        [("conversations.json", b"[]"), ("Conversations.json", b"[]")],
        [("conversations.json", b" " * 30_000_000 + b"[]")],
    ],
    ids=["above", "absolute", "drive", "backslash", "reserved", "link", "doubled", "bomb"],
)
def test_an_unsafe_archive_is_refused(tmp_path: Path, members: list[tuple[str | zipfile.ZipInfo, bytes]]) -> None:
    path = tmp_path / "export.zip"
    _zip(path, members)
    with pytest.raises(UserError, match="import_archive_unsafe"):
        read_import(path, 0)


def test_the_caps_of_archives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "export.zip"
    _zip(path, [(f"{number}.png", b"") for number in range(12)])
    with pytest.raises(UserError, match="import_unknown_format"):
        read_import(path, 0)
    monkeypatch.setattr(archives, "MOST_MEMBERS", 10)
    with pytest.raises(UserError, match="import_archive_unsafe"):
        read_import(path, 0)
    monkeypatch.setattr(archives, "LARGEST_BYTES", 10)
    _zip(path, [("conversations.json", json.dumps(_chatgpt()).encode())])
    with pytest.raises(UserError, match="import_too_large"):
        read_import(path, 0)


# --- anything at all


def _mutations(rng: random.Random) -> Iterator[bytes]:
    seeds = [encode(_DOCUMENT), json.dumps(_chatgpt()).encode(), b'[{"role": "user", "content": "a"}]']
    values: list[Any] = [None, -1, 2**70, 1e308, "", "\0", [], {}, "x" * 1000, True, "user", [[[]]]]
    while True:
        seed = rng.choice(seeds)
        if rng.random() < 0.4:
            data = bytearray(seed)
            for _ in range(rng.randint(1, 8)):
                data[rng.randrange(len(data))] = rng.randrange(256)
            yield bytes(data[: rng.randint(1, len(data))] if rng.random() < 0.3 else data)
            continue
        plain = json.loads(seed)
        for _ in range(rng.randint(1, 3)):
            _mutate(plain, rng, values)
        yield json.dumps(plain).encode()


def _mutate(plain: Any, rng: random.Random, values: list[Any]) -> None:
    """Put something else somewhere into a document."""
    while True:
        keys = list(plain) if isinstance(plain, dict) else list(range(len(plain)))
        if not keys:
            return
        key = rng.choice(keys)
        if isinstance(plain[key], dict | list) and plain[key] and rng.random() < 0.8:
            plain = plain[key]
            continue
        plain[key] = rng.choice(values)
        return


def test_a_hundred_malformed_imports(tmp_path: Path) -> None:
    rng = random.Random(20260711)
    mutations = _mutations(rng)
    path = tmp_path / "odd.json"
    codes: list[str] = []
    with bench(tmp_path / "vault") as there:
        me = there.store.write(lambda db: db.people.add("我", now_ms=1)).id
        session = there.store.write(lambda db: db.sessions.add(me, "留着", now_ms=2)).id
        there.store.write(lambda db: db.turns.add(session, None, "这句话", PERSON, now_ms=3))
        for _ in range(100):
            path.write_bytes(next(mutations))
            try:
                incoming = there.imports.read(path)
                choice = ImportChoice(me, PERSON)
                there.imports.merge(incoming, choice, there.imports.progress())
            except UserError as error:
                codes.append(error.code)
        assert there.store.read(lambda db: [turn.question.text for turn in db.turns.branch(session)]) == ["这句话"]
        assert there.store.read(lambda db: db.audit.verify()) is None
    assert codes
    assert set(codes) <= set(ERROR_WORDS)
    assert 30 < len(codes) < 100
