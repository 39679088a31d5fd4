"""Record files: private, whole or not there, and read with every flaw named."""

from __future__ import annotations

import json
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from desktop_app.domain.conversation import PERSON
from desktop_app.domain.errors import UserError
from desktop_app.domain.ledger import Section
from desktop_app.services.exchange.collecting import Scope
from desktop_app.services.exchange.exporting import ExportFormat, ExportRequest
from desktop_app.services.exchange.schema import ExportDoc
from desktop_app.services.record_files import RecordFiles, json_schema
from desktop_app.support.paths import resources_directory
from tests.scripted_program import Heard, scripted_program


class Characters:
    def count(self, text: str) -> int:
        return len(text)


FILES = RecordFiles(Characters())
SECTIONS = dict.fromkeys((section.value for section in Section), 0)
TURN: dict[str, Any] = {
    "record": 0, "turn": 1, "session": "s", "person": "Ann", "speaker": "person", "user": "Hello", "reply": "Hi",
    "finish_reason": "stop", "context_limit": 100, "reserved": 20, "overflow": "whole",
    "sections": {**SECTIONS, "question": 5, "history": 3}, "prompt_tokens": 8, "reused_tokens": 3, "computed_tokens": 5,
    "prompt_sha256": "", "kept": [0], "clipped": [], "denoised": [], "recalled": [], "facts": [], "conflicts": 0,
    "first_token_ms": 1, "prefill_ms": 1, "decode_ms": 1, "completion_tokens": 1,
}  # fmt: skip


def put(path: Path, content: object) -> Path:
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    return path


def test_a_file_is_private_and_replaced_only_when_the_new_one_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    FILES.write_json(path, [TURN])
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert json.loads(path.read_text(encoding="utf-8")) == [TURN]

    def broken() -> Iterator[dict[str, object]]:
        yield TURN
        raise OSError

    with pytest.raises(UserError, match="file_not_written"):
        FILES.write_json(path, broken())
    assert json.loads(path.read_text(encoding="utf-8")) == [TURN]
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(UserError, match="file_not_written"):
        FILES.write(tmp_path / "nowhere" / "x", ["text"])


def test_a_record_is_read_with_its_turns_and_further_keys_are_passed_over(tmp_path: Path) -> None:
    opened = FILES.read(put(tmp_path / "r.json", [{**TURN, "later": {"x": 1}}]))
    assert (opened.name, len(opened.turns), opened.turns[0].user) == ("r.json", 1, "Hello")
    assert opened.turns[0].sections[Section.QUESTION] == 5
    assert FILES.read(put(tmp_path / "one.json", TURN)).turns == opened.turns


def test_the_schema_of_records_is_the_types() -> None:
    stored = resources_directory() / "schemas" / "retrace-record.schema.json"
    assert stored.read_bytes() == json_schema()


def test_a_real_record_and_a_real_export_keep_their_schemas(tmp_path: Path) -> None:
    """Every key that a schema demands is written, with a value its types take."""
    schemas = resources_directory() / "schemas"
    with scripted_program(tmp_path) as services:
        person = services.people.create("Ann")
        session = services.sessions.create(person.id)
        heard = Heard(services)
        turn_id = services.chat.send(session.id, "I am allergic to penicillin.", PERSON).id
        assert heard.last_end()
        record, export = tmp_path / "record.json", tmp_path / "export.json"
        services.record_files.write_json(record, services.records.records([turn_id]))
        request = ExportRequest(export, Scope(), ExportFormat.JSON)
        services.exports.export(request, services.exports.progress())
    wanted = json.loads((schemas / "retrace-record.schema.json").read_bytes())["$defs"]["TurnRecord"]
    [turn] = json.loads(record.read_bytes())
    assert set(wanted["required"]) <= set(turn)
    assert FILES.read(record).turns[0].user == "I am allergic to penicillin."
    wanted = json.loads((schemas / "retrace-export.schema.json").read_bytes())["$defs"]["ExportDoc"]
    assert set(wanted["required"]) <= set(json.loads(export.read_bytes()))
    assert msgspec.json.decode(export.read_bytes(), type=ExportDoc).people[0].name == "Ann"


@pytest.mark.parametrize("wrapped", [False, True])
def test_messages_are_read_alone_or_in_an_object_and_counted(tmp_path: Path, wrapped: bool) -> None:
    messages = [
        {"role": "system", "content": "Be kind."},
        {"role": "user", "content": [{"type": "text", "text": "Look"}, {"type": "image_url", "image_url": {}}]},
        {"role": "assistant", "content": None, "tool_calls": []},
    ]
    opened = FILES.read(put(tmp_path / "m.json", {"model": "x", "messages": messages} if wrapped else messages))
    assert [(one.role, one.text, one.tokens) for one in opened.messages] == [
        ("system", "Be kind.", 8),
        ("user", "Look\n[image_url]", 16),
        ("assistant", "", 0),
    ]


def changed(**keys: object) -> list[dict[str, Any]]:
    return [{**TURN, **keys}]


ODD: dict[str, tuple[object, str]] = {
    "empty": (b"", "record_empty"),
    "blank": (b" \n\t", "record_empty"),
    "empty_list": ([], "record_empty"),
    "no_messages": ({"messages": []}, "record_empty"),
    "cut_short": (json.dumps([TURN]).encode()[:-9], "record_not_json"),
    "no_json": (b"# Notes\n\nHello", "record_not_json"),
    "json_lines": (b'{"role": "user"}\n{"role": "user"}\n', "record_not_json"),
    "utf_16": ("[]".encode("utf-16"), "record_not_text"),
    "picture": (b"\x89PNG\r\n\x1a\n\xff\xd8", "record_not_text"),
    "zeros": (b"\x00" * 64, "record_not_text"),
    "number": (b"12", "record_unknown"),
    "text": (b'"hello"', "record_unknown"),
    "null": (b"null", "record_unknown"),
    "numbers": ([1, 2], "record_unknown"),
    "other_object": ({"name": "package", "version": 1}, "record_unknown"),
    "messages_text": ({"messages": "hello"}, "record_unknown"),
    "unknown_role": ([{"role": "robot", "content": "x"}], "record_unknown"),
    "content_number": ([{"role": "user", "content": 5}], "record_unknown"),
    "part_number": ([{"role": "user", "content": [{"type": "text", "text": 5}]}], "record_unknown"),
    "mixed": ([{"role": "user", "content": "x"}, TURN], "record_unknown"),
    "key_missing": ([{k: v for k, v in TURN.items() if k != "kept"}], "record_unknown"),
    "wrong_sum": (changed(prompt_tokens=9), "record_unknown"),
    "too_many_tokens": (changed(context_limit=10), "record_unknown"),
    "negative": (changed(reused_tokens=-1), "record_unknown"),
    "unknown_section": (changed(sections={**SECTIONS, "other": 8}), "record_unknown"),
    "unknown_reason": (changed(clipped=[{"turn": 0, "reason": "bored", "value": 0, "tokens": 1}]), "record_unknown"),
    "score_above_one": (
        changed(recalled=[{"text": "", "session": "", "turn": 0, "vector": 2, "word": 0, "score": 0}]),
        "record_unknown",
    ),
    "very_deep": (b"[" * 100_000, "record_not_json"),
}  # fmt: skip


@pytest.mark.parametrize("name", ODD)
def test_an_odd_file_is_refused_with_the_reason(tmp_path: Path, name: str) -> None:
    content, code = ODD[name]
    path = put(tmp_path / "odd.json", content)
    with pytest.raises(UserError) as refused:
        FILES.read(path)
    assert refused.value.code == code
    assert refused.value.facts["path"] == str(path)
    assert refused.value.facts.get("reason", "some")


def test_a_folder_or_nothing_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.json"):
        with pytest.raises(UserError, match="record_missing"):
            FILES.read(path)
