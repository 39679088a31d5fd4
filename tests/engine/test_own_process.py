from __future__ import annotations

import json
import os
import sys
import threading
from pathlib import Path

import pytest

from desktop_app.domain.errors import ModelError
from desktop_app.domain.ports import LoadOptions
from desktop_app.engine.own_process import report
from desktop_app.engine.scripted import scripted_chat_engine, scripted_embedder
from desktop_app.engine.workers.loop import ENVIRONMENT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


def test_a_process_sees_its_own_files_and_sockets(tmp_path: Path) -> None:
    import socket

    one, two = socket.socketpair()
    with one, two, (tmp_path / "open.txt").open("w") as file:
        seen = report("window")
        assert file.name in seen.files
        assert seen.sockets["AF_UNIX"] >= 2
    assert seen.pid == os.getpid()
    assert not seen.kernel_refuses  # nobody isolated this one
    assert str(tmp_path / "open.txt") not in report("window").files
    assert not [path for path in seen.files if path.startswith(("/usr/", "/proc/", sys.prefix))]


def test_the_model_processes_are_cut_off_and_say_so(tmp_path: Path) -> None:
    model = tmp_path / "model.json"
    model.write_text(json.dumps({"context_length": 256}), encoding="utf-8")
    engine, embedder = scripted_chat_engine(), scripted_embedder()
    try:
        assert engine.reports() == []
        engine.load(model, LoadOptions(256), lambda _fraction: None)
        embedder.load(tmp_path)
        reports = [*engine.reports(), *embedder.reports()]
    finally:
        engine.close()
        embedder.close()
    assert len({one.pid for one in reports} | {os.getpid()}) == 3
    for one in reports:
        assert one.kernel_refuses
        assert one.interpreter_refuses
        assert one.refused == {}
        assert set(one.sockets) <= {"AF_UNIX"}
    assert engine.reports() == []


def test_a_report_is_there_while_a_model_is_being_loaded(tmp_path: Path) -> None:
    model = tmp_path / "model.json"
    model.write_text(json.dumps({"context_length": 256, "load": "stall"}), encoding="utf-8")
    engine = scripted_chat_engine()

    def load() -> None:
        with pytest.raises(ModelError):
            engine.load(model, LoadOptions(256), lambda _fraction: None)

    loading = threading.Thread(target=load)
    loading.start()
    try:
        while not (reports := engine.reports()):
            pass
        assert loading.is_alive()
        assert reports[0].kernel_refuses
    finally:
        engine.close()
        loading.join()


def test_torch_finds_the_folder_it_would_make_among_the_temporary_files() -> None:
    assert Path(ENVIRONMENT["TORCHINDUCTOR_CACHE_DIR"]).is_dir()
