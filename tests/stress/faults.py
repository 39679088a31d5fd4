"""Lets writes and syncs of the database fail, one at a time, at random places."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.errors import VaultError
from desktop_app.storage import ballast
from desktop_app.storage.integrity import check
from desktop_app.storage.store import Store
from tests.storage.faulty_disk import faulty_disk
from tests.storage.storage_helpers import Clockwork, new_session, say
from tests.stress.report import Report

_REOPEN_EVERY = 10


def run(times: int, seed: int) -> Report:
    """Say something while a write or sync fails; what was acknowledged must be there, and nothing else."""
    report = Report("write and sync failures")
    chance = random.Random(seed)
    ballast.BALLAST_BYTES = 64 * 1024
    with tempfile.TemporaryDirectory() as name, faulty_disk() as disk:
        directory, clock = Path(name) / "vault", Clockwork()
        store = Store.create(directory, VaultKind.PERSONAL, clock)
        session_id = store.write(new_session)
        promised: list[str] = []
        tries = 0
        while report.times < times and tries < 20 * times:
            tries += 1
            text = f"message {tries} " + "x" * chance.randrange(12_000)
            disk.fail(chance.choice(("write", "sync")), chance.randrange(1, 14))
            try:
                if chance.random() < 0.15:
                    store.backup("manual")
                else:
                    store.write(lambda db, text=text: say(db, session_id, text))
                    promised.append(text)
            except VaultError as error:
                report.count(error.code)
            report.times += disk.hit
            disk.heal()
            if tries % _REOPEN_EVERY == 0:
                for old in store.backups()[1:]:
                    old.path.unlink()
                store.close()
                store = Store.open(directory, clock)
            stored = [turn.question.text for turn in store.read(lambda db: db.turns.branch(session_id))]
            if stored != promised:
                report.wrong.append(f"try {tries}: {len(stored)} messages where {len(promised)} were acknowledged")
                promised = stored
        found = check(store)
        if found.integrity != "ok":
            report.wrong.append(found.integrity)
        report.acknowledged = len(promised)
        store.close()
    return report
