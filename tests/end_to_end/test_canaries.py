"""Phrases that nobody else says are looked for on the disk and, after locking, in the memory of every process."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

ROOT = Path(__file__).resolve().parents[2]
CANARIES = ("the heron keeps a copper key beneath the third stone", "金丝雀在灰色的窗台上唱了三遍")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(300),
    pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc"),
]

# Runs the window over scripted models, says what stands in a file, and locks when told to. It must not know the
# phrases itself: it is run again after locking.
DRIVER = """
import json, sys
from pathlib import Path

sys.path.insert(0, {root!r})
folder = Path({folder!r})

if __name__ == "__main__":
    import os
    os.umask(0o077)
    from PySide6.QtCore import QTimer
    from desktop_app import desktop
    from desktop_app.composition import Overrides, Program
    from desktop_app.domain.events import TurnFinished
    from desktop_app.engine.scripted import scripted_chat_engine, scripted_embedder
    from tests.scripted_program import CHEAP

    def program(store, paths, **others):
        others["overrides"] = Overrides(1024, 64, folder / "smollm-scripted.json", str(folder / "embedding"))
        engine, embedder = scripted_chat_engine(), scripted_embedder()
        return Program(store, paths, engine=engine, embedder=embedder, key_cost=CHEAP, **others)

    desktop.Program = program
    script = folder / "script.json"
    if script.exists():
        said = json.loads(script.read_text(encoding="utf-8"))
        script.unlink()
        build = desktop.build_window

        def build_and_drive(application, services, preferences, *others):
            preferences.update(welcomed=True)
            window = build(application, services, preferences, *others)
            ended = []
            services.bus.subscribe(lambda event: isinstance(event, TurnFinished) and ended.append(1))
            sent = []

            def step():
                if len(sent) < len(said):
                    ready = services.models.state.model is not None and window.person_id is not None
                    if ready and len(ended) == len(sent):
                        window.composer.set_text(said[len(sent)])
                        window.composer.send()
                        sent.append(1)
                elif len(ended) == len(sent) and not (folder / "said").exists():
                    (folder / "said").touch()
                elif (folder / "lock").exists():
                    timer.stop()
                    services.vault_keys.set_passphrase("", "seven quiet lanterns drift past")
                    window.lock_requested.emit()

            timer = QTimer(window)
            timer.timeout.connect(step)
            timer.start(100)
            return window

        desktop.build_window = build_and_drive
    else:
        (folder / "started again").touch()
    raise SystemExit(desktop.run(Path({vault!r})))
"""


def needles() -> list[bytes]:
    """The phrases as Python, SQLite and Qt hold them."""
    return [phrase.encode(encoding) for phrase in CANARIES for encoding in ("utf-8", "utf-16-le", "utf-32-le")]


def in_memory(pid: int) -> list[bytes]:
    """Which of them stand in what a process can write to."""
    found: set[bytes] = set()
    wanted = needles()
    with Path(f"/proc/{pid}/maps").open(encoding="utf-8") as maps, Path(f"/proc/{pid}/mem").open("rb", 0) as memory:
        for line in maps:
            span, mode = line.split()[:2]
            if "r" not in mode or "w" not in mode:
                continue
            start, end = (int(part, 16) for part in span.split("-"))
            for at in range(start, end, 1 << 24):
                try:
                    memory.seek(at)
                    data = memory.read(min((1 << 24) + 256, end - at))
                except (OSError, OverflowError, ValueError):
                    break
                found.update(needle for needle in wanted if needle in data)
    return sorted(found)


def on_disk(folder: Path) -> list[str]:
    """The files below a folder in which any of them stands."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return [str(path) for path in files if any(needle in path.read_bytes() for needle in needles())]


def wait_for(condition: Callable[[], bool], process: subprocess.Popen[bytes], seconds: float = 90) -> None:
    give_up_at = time.monotonic() + seconds
    while not condition():
        assert process.poll() is None, f"the program ended with {process.returncode}"
        assert time.monotonic() < give_up_at, "took too long"
        time.sleep(0.1)


@pytest.fixture
def program(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    import json

    for name in ("data", "home", "temporary", "embedding"):
        (tmp_path / name).mkdir()
    (tmp_path / "smollm-scripted.json").write_text('{"context_length": 1024}', encoding="utf-8")
    (tmp_path / "script.json").write_text(json.dumps([f"I say that {text}." for text in CANARIES]), encoding="utf-8")
    driver = tmp_path / "driver.py"
    vault = tmp_path / "data" / "vaults" / "personal"
    driver.write_text(DRIVER.format(root=str(ROOT), folder=str(tmp_path), vault=str(vault)), encoding="utf-8")
    environment = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "RETRACE_DATA": str(tmp_path / "data"),
        "HOME": str(tmp_path / "home"),
        "TMPDIR": str(tmp_path / "temporary"),
        "XDG_CONFIG_HOME": str(tmp_path / "home"),
        "XDG_CACHE_HOME": str(tmp_path / "home"),
    }
    with (tmp_path / "output.log").open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, str(driver)], cwd=ROOT, env=environment, stdout=output, stderr=subprocess.STDOUT
        )
    yield process
    for one in [*psutil.Process(process.pid).children(recursive=True), process] if process.poll() is None else []:
        one.kill()
    process.wait(10)


def test_nothing_said_stands_on_the_disk_or_after_locking_in_memory(
    program: subprocess.Popen[bytes], tmp_path: Path
) -> None:
    wait_for((tmp_path / "said").exists, program)
    children = [child.pid for child in psutil.Process(program.pid).children(recursive=True)]
    assert len(children) >= 2
    assert in_memory(program.pid), "the search finds nothing even where it must"
    assert on_disk(tmp_path) == []

    (tmp_path / "lock").touch()
    wait_for((tmp_path / "started again").exists, program)
    time.sleep(3.0)  # until it asks for the passphrase
    assert program.poll() is None
    assert in_memory(program.pid) == []
    for pid in children:
        assert not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE or not in_memory(pid)
    assert on_disk(tmp_path) == []
