from __future__ import annotations

from pathlib import Path

import pytest

from desktop_app import main
from tests.services.test_model_bundles import CHAT, make_bundle


def test_models_are_installed_from_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RETRACE_DATA", str(tmp_path / "data"))
    bundle = make_bundle(tmp_path / "retrace-models")
    assert main.main(["install-models", str(tmp_path)]) == main.DONE
    assert "2 MB copied and checked: small.gguf, e5" in capsys.readouterr().out
    assert (tmp_path / "data" / "models" / CHAT).read_bytes() == (bundle / CHAT).read_bytes()


def test_a_folder_without_models_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RETRACE_DATA", str(tmp_path / "data"))
    assert main.main(["install-models", str(tmp_path)]) == main.FAILED
    assert "There is no bundle of models" in capsys.readouterr().err
