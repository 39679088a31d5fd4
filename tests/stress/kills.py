"""Kills a talking program at random moments and looks at what it left."""

from __future__ import annotations

import json
import math
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from desktop_app.composition import wall_clock_ms
from desktop_app.domain.errors import VaultError
from desktop_app.storage.integrity import DERIVED_MISMATCH, check
from desktop_app.storage.store import Store
from tests.stress.report import Report
from tests.stress.talker import NONE

ROOT = Path(__file__).resolve().parents[2]
_START_S = 60.0
_LONGEST_S = 2.5  # from the first promise to the kill


def run(kills: int, seed: int, longest_s: float = math.inf) -> Report:
    """One vault, killed again and again; every restart must find all that was promised before.

    Args:
        kills: how often.
        seed: of the moments.
        longest_s: no further kill is begun after so many seconds; how many there were stands in the report.
    """
    report = Report("kills")
    give_up_at = time.monotonic() + longest_s
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        script = {"context_length": 1024, "tokens_per_second": 400}
        (directory / "smollm-scripted.json").write_text(json.dumps(script), encoding="utf-8")
        (directory / "embedding").mkdir()
        promised: dict[int, int] = {}
        secrets = [NONE]
        for number in range(kills):
            if time.monotonic() >= give_up_at:
                report.notes["not done for want of time"] = kills - number
                break
            secrets = _kill_once(directory, secrets, promised, chance, report, number)
            report.times += 1
    report.acknowledged = len(promised)
    return report


def _kill_once(
    directory: Path, secrets: list[str], promised: dict[int, int], chance: random.Random, report: Report, number: int
) -> list[str]:
    """Returns what may open the vault now, the likeliest first."""
    told, complained = directory / "told", directory / "complained"
    with told.open("wb") as out, complained.open("wb") as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.stress.talker", str(directory), secrets[0]],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=out,
            stderr=errors,
        )
        give_up_at = time.monotonic() + _START_S
        kill_at = give_up_at
        while time.monotonic() < kill_at and process.poll() is None:
            if kill_at == give_up_at and b"said" in told.read_bytes():
                kill_at = time.monotonic() + chance.random() * _LONGEST_S
            time.sleep(0.005)
        if process.poll() is not None:
            report.wrong.append(f"kill {number}: the program ended by itself: {complained.read_text()[-500:]}")
        process.send_signal(signal.SIGKILL)
        process.wait()
    lines = told.read_text(encoding="utf-8").split("\n")[:-1]  # a line that was cut promises nothing
    for line in lines:
        kind, _, what = line.partition(" ")
        if kind == "said":
            turn_id, said = map(int, what.split())
            promised[turn_id] = said
        elif kind == "key":
            secrets = [secrets[0], what]
        elif kind == "kept":
            secrets = [what]
        elif kind == "backup":
            report.count("backups")
    report.count("passphrase being changed" if len(secrets) > 1 else "passphrase at rest")
    return _look(directory, secrets, promised, report, number)


def _look(directory: Path, secrets: list[str], promised: dict[int, int], report: Report, number: int) -> list[str]:
    for secret in secrets:
        try:
            store = Store.open(directory / "vault", wall_clock_ms, None if secret == NONE else secret)
        except VaultError as error:
            if error.code not in ("vault_wrong_passphrase", "vault_locked"):
                report.wrong.append(f"kill {number}: {error.code}")
                return secrets
            continue
        try:
            _compare(store, promised, report, number)
        finally:
            store.close()
        return [secret]
    report.wrong.append(f"kill {number}: no passphrase that was in force opens the vault")
    return secrets


def _compare(store: Store, promised: dict[int, int], report: Report, number: int) -> None:
    found = check(store)
    if found.integrity not in ("ok", DERIVED_MISMATCH):
        report.wrong.append(f"kill {number}: {found.integrity}")
    elif found.integrity == DERIVED_MISMATCH:
        report.wrong.append(f"kill {number}: words do not match what was said")
    if store.missing_actions:
        report.wrong.append(f"kill {number}: {store.missing_actions} actions missing")
    if store.read(lambda db: db.audit.verify()) is not None:
        report.wrong.append(f"kill {number}: the audit chain is broken")
    texts = store.read(
        lambda db: dict(db.connection.execute("SELECT turn_id, text FROM message WHERE role = 'user'").fetchall())
    )
    for turn_id, said in promised.items():
        if f" {said} mg" not in texts.get(turn_id, ""):
            report.wrong.append(f"kill {number}: turn {turn_id} is lost")
    newest = next(iter(store.backups()), None)
    if newest is not None and store.turns_in(newest.path) is None:
        report.wrong.append(f"kill {number}: a backup cannot be read")
