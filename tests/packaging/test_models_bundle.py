"""A bundle that was written can be installed, and holds what its models' licences ask for."""

from __future__ import annotations

from pathlib import Path

import models_bundle
import pytest

from desktop_app.domain.errors import UserError
from desktop_app.services.bus import EventBus
from desktop_app.services.exchange.progress import Progress
from desktop_app.services.model_bundles import ModelBundles
from desktop_app.support.models_list import listed_files
from tests.services.test_model_bundles import CHAT, make_bundle


def test_what_is_written_can_be_installed(tmp_path: Path) -> None:
    source, output = make_bundle(tmp_path / "models"), tmp_path / "out" / "retrace-models"
    size = models_bundle.write_bundle(source, output, frozenset(["small.gguf"]), Progress(EventBus()))
    assert size == (source / CHAT).stat().st_size
    assert [file.path for file in listed_files(output / "models.json")] == [CHAT]
    assert {"Apache-2.0.txt", "MIT.txt", "MODELS.txt"} == {path.name for path in (output / "licences").iterdir()}
    bundles = ModelBundles(tmp_path / "data" / "models", EventBus())
    assert bundles.install(output.parent, bundles.progress()).models == ("small.gguf",)


def test_a_model_that_is_not_as_listed_makes_no_bundle(tmp_path: Path) -> None:
    source = make_bundle(tmp_path / "models")
    (source / CHAT).write_bytes(b"?" + (source / CHAT).read_bytes()[1:])
    with pytest.raises(UserError, match="bundle_damaged"):
        models_bundle.write_bundle(source, tmp_path / "out", frozenset(["small.gguf"]), Progress(EventBus()))
    assert not (tmp_path / "out" / "models.json").exists()
