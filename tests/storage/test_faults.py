"""The disk fills up, or fails: what was acknowledged stays, what was not is told."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.errors import VaultError
from desktop_app.storage import ballast as storage_ballast
from desktop_app.storage.integrity import check
from desktop_app.storage.store import Store
from tests.storage.faulty_disk import Disk, faulty_disk
from tests.storage.storage_helpers import Clockwork, new_session, say, start_child


@pytest.fixture
def disk() -> Iterator[Disk]:
    with faulty_disk() as disk:
        yield disk


def texts(store: Store, session_id: int) -> list[str]:
    return [turn.question.text for turn in store.read(lambda db: db.turns.branch(session_id))]


@pytest.mark.parametrize("kind", ["write", "sync"])
@pytest.mark.parametrize("after", [1, 2, 3, 5, 8, 13])
def test_a_failing_write_is_told_and_a_second_try_works(
    disk: Disk, make_store: Callable[[], Store], kind: str, after: int
) -> None:
    store = make_store()
    session_id = store.write(new_session)
    store.write(lambda db: say(db, session_id, "before"))
    disk.fail(kind, after)
    code = ""
    try:
        store.write(lambda db: say(db, session_id, "x" * 20_000))
    except VaultError as error:
        code = error.code
    disk.heal()
    assert code == ("vault_io_failed" if disk.hit else "")
    expected = ["before"] if code else ["before", "x" * 20_000]
    assert texts(store, session_id) == expected
    store.write(lambda db: say(db, session_id, "again"))
    store.close()
    store = make_store()
    assert texts(store, session_id) == [*expected, "again"]
    assert check(store).integrity == "ok"


def test_a_full_disk_makes_the_vault_read_only_but_for_deleting(
    disk: Disk, make_store: Callable[[], Store], directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = [0]
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: SimpleNamespace(free=free[0]))
    store = make_store()
    session_id = store.write(new_session)
    turn = store.write(lambda db: say(db, session_id, "before"))
    ballast = directory / "vault.ballast"
    assert ballast.exists()
    disk.fail("full", 1)
    with pytest.raises(VaultError) as raised:
        store.write(lambda db: say(db, session_id, "does not fit"))
    assert raised.value.code == "disk_full"
    assert store.read_only
    assert not ballast.exists()
    disk.heal()
    with pytest.raises(VaultError) as raised:
        store.write(lambda db: say(db, session_id, "still refused"))
    assert raised.value.code == "disk_full"
    assert texts(store, session_id) == ["before"]
    store.write(lambda db: db.turns.delete(turn.id), frees_space=True)
    assert store.read_only
    free[0] = storage_ballast.BALLAST_BYTES + 1  # the ballast's own room is no gain: deleting still needs it
    with pytest.raises(VaultError):
        store.write(lambda db: say(db, session_id, "still refused"))
    free[0] = 2 * storage_ballast.BALLAST_BYTES
    store.write(lambda db: say(db, session_id, "fits again"))
    assert not store.read_only
    assert ballast.exists()
    assert texts(store, session_id) == ["fits again"]


def test_without_room_for_the_ballast_the_vault_stays_read_only(
    disk: Disk, make_store: Callable[[], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    store = make_store()
    disk.fail("full", 1)
    with pytest.raises(VaultError):
        store.write(new_session)
    disk.heal()

    def full(*_arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "posix_fallocate", full, raising=False)
    monkeypatch.setattr(os, "write", full)
    with pytest.raises(VaultError) as raised:
        store.write(new_session)
    assert raised.value.code == "disk_full"
    assert store.read_only


def test_a_file_size_limit_is_survived(make_store: Callable[[], Store], directory: Path) -> None:
    """Not injected: the kernel refuses the write (EFBIG), as it does on a full disk (ENOSPC)."""
    make_store().close()
    child = start_child(
        """
        import resource, sys
        from pathlib import Path
        from tests.storage.storage_helpers import new_session, say
        from desktop_app.domain.errors import VaultError
        from desktop_app.storage.store import Store
        store = Store.open(Path(sys.argv[1]), lambda: 1)
        session = store.write(new_session)
        store.write(lambda db: say(db, session, "before"))
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, limits[1]))
        try:
            store.write(lambda db: say(db, session, "x" * 1_000_000))
        except VaultError as error:
            print(error.code, store.read_only)
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        store.write(lambda db: say(db, session, "after"))
        print([turn.question.text for turn in store.read(lambda db: db.turns.branch(session))])
        store.close()
        """,
        directory,
    )
    assert child.communicate()[0].splitlines() == ["disk_full True", "['before', 'after']"]
    assert check(make_store()).integrity == "ok"


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="permissions are tried as another user")
def test_a_directory_that_may_not_be_written_is_named(clock: Clockwork) -> None:
    with tempfile.TemporaryDirectory() as name:  # pytest's own directories are closed to other users
        Path(name).chmod(0o755)
        directory = Path(name) / "vault"
        Store.create(directory, VaultKind.PERSONAL, clock).close()
        for path in directory.iterdir():
            path.chmod(0o444)
        directory.chmod(0o555)
        child = start_child(
            """
            import os, sys
            from pathlib import Path
            from desktop_app.domain.errors import VaultError
            from desktop_app.storage.store import Store
            os.setuid(65534)
            try:
                Store.open(Path(sys.argv[1]), lambda: 1)
            except VaultError as error:
                print(error.code)
            """,
            directory,
        )
        assert child.communicate()[0].strip() == "vault_read_only"
