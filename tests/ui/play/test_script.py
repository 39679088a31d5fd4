import json
from pathlib import Path

import pytest

from desktop_app.domain.conversation import VaultKind
from desktop_app.ui.play.script import ScriptError, ScriptLine, read_script


def write(path: Path, *entries: object) -> Path:
    path.write_text("\n".join(e if isinstance(e, str) else json.dumps(e, ensure_ascii=False) for e in entries), "utf-8")
    return path


def test_session_person_and_speaker_default_to_the_last_ones(tmp_path: Path) -> None:
    script = write(
        tmp_path / "s.jsonl",
        {"user": "你好"},
        {"session": "s2", "person": "王芳", "speaker": "family:妈妈", "user": "她头痛"},
        "",
        {"user": None},
        {"user": "记一下", "record_only": True},
        {"user": "再见", "assistant": "再见。"},
    )

    assert read_script(script, VaultKind.PERSONAL) == [
        ScriptLine("s1", "", "person", "你好"),
        ScriptLine("s2", "王芳", "family:妈妈", "她头痛"),
        ScriptLine("s2", "王芳", "family:妈妈", None),
        ScriptLine("s2", "王芳", "family:妈妈", "记一下", None, True),
        ScriptLine("s2", "王芳", "family:妈妈", "再见", "再见。"),
    ]


def test_a_clinical_script_starts_with_the_clinician(tmp_path: Path) -> None:
    script = write(tmp_path / "s.jsonl", {"user": "患者男68岁"})

    assert read_script(script, VaultKind.CLINICAL)[0].speaker == "clinician"


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        ("{", "not JSON"),
        ("[1]", "not a JSON object"),
        ({"text": "x"}, "unknown key 'text'"),
        ({"session": "s1"}, '"user" is missing'),
        ({"user": "  "}, "neither null nor a text"),
        ({"user": 3}, "neither null nor a text"),
        ({"user": "x", "speaker": "nurse"}, "unknown speaker 'nurse'"),
        ({"user": "x", "speaker": "family:"}, "unknown speaker 'family:'"),
        ({"user": "x", "person": ""}, '"person" is not a text'),
        ({"user": "x", "assistant": 1}, '"assistant" is not a text'),
        ({"user": "x", "record_only": "yes"}, "neither true nor false"),
        ({"user": None, "assistant": "x"}, "only opens a session"),
        ({"user": "x", "assistant": "y", "record_only": True}, "exclude each other"),
    ],
)
def test_a_bad_line_is_refused_with_its_number(tmp_path: Path, bad: object, reason: str) -> None:
    script = write(tmp_path / "s.jsonl", {"user": "fine"}, bad)

    with pytest.raises(ScriptError) as caught:
        read_script(script, VaultKind.PERSONAL)

    assert str(caught.value).startswith("line 2: ")
    assert reason in str(caught.value)
