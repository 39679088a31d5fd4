"""Starting over a vault that another window still holds."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from desktop_app.composition import open_or_create
from desktop_app.desktop import open_patiently
from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.errors import VaultError


def test_a_window_that_is_being_closed_is_waited_for(tmp_path: Path) -> None:
    first = open_or_create(tmp_path / "vault", VaultKind.PERSONAL)
    closing = threading.Timer(0.4, first.close)
    closing.start()
    began = time.monotonic()
    open_patiently(tmp_path / "vault", 10).close()
    assert 0.2 < time.monotonic() - began < 8
    closing.join()


def test_a_window_that_stays_open_is_named(tmp_path: Path) -> None:
    first = open_or_create(tmp_path / "vault", VaultKind.PERSONAL)
    began = time.monotonic()
    with pytest.raises(VaultError) as caught:
        open_patiently(tmp_path / "vault", 0.3)
    assert caught.value.code == "vault_in_use"
    assert time.monotonic() - began >= 0.3
    first.close()


def test_another_error_is_not_waited_for(tmp_path: Path) -> None:
    (tmp_path / "other.txt").write_text("no vault", encoding="utf-8")
    began = time.monotonic()
    with pytest.raises(VaultError):
        open_patiently(tmp_path, 10)
    assert time.monotonic() - began < 5
