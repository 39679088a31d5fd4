"""The lock of a vault: why it cannot be had."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from desktop_app.domain.errors import VaultError
from desktop_app.storage import lock
from desktop_app.storage.lock import VaultLock, is_in_use


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (errno.EROFS, "vault_read_only"),
        (errno.EACCES, "vault_read_only"),
        (errno.EPERM, "vault_read_only"),
        (errno.ENOSPC, "disk_full"),
    ],
)
def test_a_folder_that_takes_no_lock_says_why(
    number: int, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "vault.lock"
    path.touch()

    def refuse(*_: object) -> int:
        raise OSError(number, os.strerror(number), str(path))

    monkeypatch.setattr(lock.os, "open", refuse)
    with pytest.raises(VaultError) as refused:
        VaultLock(path)
    assert (refused.value.code, refused.value.facts["path"]) == (code, str(tmp_path))
    assert not is_in_use(path)  # so that the start goes on to where it is told


def test_a_lock_is_held_until_it_is_released(tmp_path: Path) -> None:
    held = VaultLock(tmp_path / "vault.lock")
    assert is_in_use(tmp_path / "vault.lock")
    held.release()
    assert not is_in_use(tmp_path / "vault.lock")
