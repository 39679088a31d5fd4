"""Killed while keys change or a backup is made; the clock set back; the drive pulled (F11, F12, F13, F20, F21)."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.errors import VaultError
from desktop_app.storage.integrity import check
from desktop_app.storage.store import Store
from tests.storage.storage_helpers import Clockwork, new_session, say, start_child

Make = Callable[[], Store]
FIRST, SECOND = "lantern gravel otter sky", "velvet comet ladder moss"

# Forks: an interpreter of its own for each of twenty kills would take half a minute.
CHANGE_KEYS = """
import os, sys
from pathlib import Path
from desktop_app.storage import key_slots, keyfile, files
from desktop_app.storage.key_slots import KdfCost
from desktop_app.storage.keyfile import VaultKeys
directory, first, second = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
cheap = KdfCost(19 * 1024, 2, 1)
keys = keyfile.load(directory)
def slots(secret):
    return [key_slots.wrap("passphrase", "", secret, keys.data_key, keys.vault_id, cheap, 1)]
old, new = keys.with_slots(slots(first)), keys.with_slots(slots(second))
keyfile.replace_generations(directory, old)
opened = set()
for kill_at in range(1, 21):
    child = os.fork()
    if not child:
        calls = 0
        def counted(name):
            done = getattr(os, name)
            def call(*arguments, **named):
                global calls
                calls += 1
                if calls == kill_at:
                    os.kill(os.getpid(), 9)
                return done(*arguments, **named)
            setattr(os, name, call)
        for name in ("open", "fsync", "replace", "close"):
            counted(name)
        replace = Path.replace
        Path.replace = lambda self, target: os.replace(self, target)
        keyfile.replace_generations(directory, new)
        os._exit(0)
    os.waitpid(child, 0)
    for secret in (first, second):
        try:
            assert keyfile.load(directory, secret).data_key == keys.data_key
            opened.add(secret)
            break
        except keyfile.VaultError as error:
            assert error.code == "vault_wrong_passphrase", error.code
    else:
        sys.exit(f"kill {kill_at}: nothing opens the vault")
    keyfile.replace_generations(directory, old)
print(len(opened))
"""


def test_a_kill_while_keys_are_replaced_leaves_the_old_or_the_new_ones(make_store: Make, directory: Path) -> None:
    make_store().close()
    child = start_child(CHANGE_KEYS, directory, FIRST, SECOND)
    said = child.communicate()[0]
    assert child.returncode == 0
    assert said.strip() == "2"  # some kills came before the change, some after


def test_a_kill_during_a_backup_leaves_the_vault_and_no_half_backup(make_store: Make, directory: Path) -> None:
    store = make_store()
    session_id = store.write(new_session)
    store.write(lambda db: say(db, session_id, "kept"))
    store.close()
    child = start_child(
        """
        import sys, time
        from pathlib import Path
        from desktop_app.storage import backup
        from desktop_app.storage.store import Store
        def hang(*_):
            print("inside", flush=True)
            time.sleep(60)
        backup._verify = hang
        Store.open(Path(sys.argv[1]), lambda: 1).backup("automatic")
        """,
        directory,
    )
    assert child.stdout is not None
    assert child.stdout.readline().strip() == "inside"
    child.kill()
    child.communicate()
    assert list((directory / "backups").glob("*.partial"))
    store = make_store()
    assert store.backups() == []  # a half one is none
    made = store.backup("automatic")
    assert [path.name for path in made.parent.iterdir()] == [made.name]
    assert check(store).integrity == "ok"


@pytest.mark.parametrize("fault", ["wrong key", "empty", "short key", "swapped"])
def test_a_wrong_key_file_is_named_and_nothing_is_made(
    make_store: Make, directory: Path, tmp_path: Path, clock: Clockwork, fault: str
) -> None:
    make_store().close()
    if fault == "swapped":
        Store.create(tmp_path / "other", VaultKind.PERSONAL, clock).close()
    for name in ("vault.keys", "vault.keys.previous"):
        path = directory / name
        text = path.read_text()
        key = text.partition('"key": "')[2][:64]
        changed = {
            "wrong key": text.replace(key, "ab" * 32),
            "empty": "",
            "short key": text.replace(key, key[:62]),
            "swapped": (tmp_path / "other" / name).read_text() if fault == "swapped" else "",
        }[fault]
        path.write_text(changed)
    before = {path.name: path.read_bytes() for path in directory.iterdir()}
    with pytest.raises(VaultError) as raised:
        make_store()
    assert (
        raised.value.code
        == {
            "wrong key": "vault_wrong_key",
            "empty": "vault_key_damaged",
            "short key": "vault_key_damaged",
            "swapped": "vault_key_mismatch",
        }[fault]
    )
    assert {path.name: path.read_bytes() for path in directory.iterdir()} == before


def test_turns_keep_their_order_when_the_clock_is_set_back(store: Store) -> None:
    session_id = store.write(new_session)
    for number, now_ms in enumerate((9_000, 5_000, 1_000)):
        store.write(lambda db, number=number, now_ms=now_ms: say(db, session_id, f"{number}", now_ms=now_ms))
    assert [turn.question.text for turn in store.read(lambda db: db.turns.branch(session_id))] == ["0", "1", "2"]


@pytest.mark.skipif(os.name != "posix", reason="an open folder cannot be taken away elsewhere")
def test_a_drive_that_is_pulled_is_told_and_what_was_said_before_is_there_again(
    make_store: Make, directory: Path, tmp_path: Path
) -> None:
    store = make_store()
    session_id = store.write(new_session)
    store.write(lambda db: say(db, session_id, "before"))
    store.checkpoint()
    directory.rename(tmp_path / "pulled")
    with pytest.raises(VaultError) as raised:
        store.backup("automatic")
    assert raised.value.code in ("vault_io_failed", "vault_read_only", "vault_missing")
    store.close()  # no traceback at the end either
    if directory.exists():
        shutil.rmtree(directory)
    (tmp_path / "pulled").rename(directory)
    turns = make_store().read(lambda db: db.turns.branch(session_id))
    assert [turn.question.text for turn in turns] == ["before"]
