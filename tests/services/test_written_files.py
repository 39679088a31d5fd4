"""What the program writes is what the privacy page lists, file by file."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from desktop_app.services.written_files import written_files
from desktop_app.storage.store import Store
from desktop_app.support import raise_request
from tests.scripted_program import Clock, scripted_program

ROOT = Path(__file__).resolve().parents[2]


def unlisted(folder: Path, *places: Path | None) -> list[str]:
    """The files below a folder that no entry of the list covers."""
    vault, data, known, second = places
    assert vault is not None
    assert data is not None
    assert known is not None
    listed = written_files(vault, data, known, second)
    files = [path for path in folder.rglob("*") if path.is_file()]
    return [str(path) for path in files if not any(one.covers(path) for one in listed)]


def test_a_program_that_talks_backs_up_and_changes_its_keys_writes_nothing_else(tmp_path: Path) -> None:
    place = tmp_path / "drive"
    place.mkdir()
    with scripted_program(tmp_path / "data", load=False) as services:
        session = services.sessions.create(services.people.create("Me").id).id
        services.chat.record(session, "The blue door sticks when it rains.", "person")
        services.backups.set_second_place(str(place))
        services.vault_keys.set_passphrase("", "lantern gravel otter sky")
        services.backups.back_up_now()
        services.backup_merge.merge(services.backups.list()[0], services.backup_merge.progress())
        written = services.privacy.written()
    (tmp_path / "data" / "smollm-scripted.json").unlink()  # the test's own
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(files) >= 6
    assert [str(path) for path in files if not any(one.covers(path) for one in written)] == []
    names = {path.name for path in place.rglob("*") if path.is_file()}
    assert any(name.endswith(".db") for name in names)
    assert "vault.keys" in names


@pytest.mark.skipif(sys.platform == "win32", reason="ended by a signal")
def test_the_window_by_itself_writes_nothing_else(tmp_path: Path) -> None:
    data, home = tmp_path / "data", tmp_path / "home"
    environment = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "RETRACE_DATA": str(data),
        **dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"), str(home)),
        "TMPDIR": str(tmp_path / "temporary"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    for folder in (home, tmp_path / "temporary"):
        folder.mkdir()
    process = subprocess.Popen([sys.executable, "-m", "desktop_app"], cwd=ROOT, env=environment)
    try:
        give_up_at = time.monotonic() + 60
        while not (data / "logs" / "fatal.txt").exists():
            assert process.poll() is None
            assert time.monotonic() < give_up_at
            time.sleep(0.1)
        for _ in range(2):  # the second request is taken only once events are handled
            raise_request.ask(data / "vaults" / "personal")
            while raise_request.is_waiting(data / "vaults" / "personal"):
                assert process.poll() is None
                assert time.monotonic() < give_up_at
                time.sleep(0.1)
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
    finally:
        process.kill()
    known = data / "vaults.json"
    assert known.exists()
    assert (data / "window.json").exists()
    assert unlisted(tmp_path, data / "vaults" / "personal", data, known, None) == []
    Store.open(data / "vaults" / "personal", Clock()).close()
