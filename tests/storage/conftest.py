from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from desktop_app.domain.conversation import VaultKind
from desktop_app.storage import ballast
from desktop_app.storage.store import Store
from tests.storage.storage_helpers import Clockwork


@pytest.fixture(autouse=True)
def small_ballast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ballast, "BALLAST_BYTES", 64 * 1024)


@pytest.fixture
def clock() -> Clockwork:
    return Clockwork()


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    return tmp_path / "vault"


@pytest.fixture
def make_store(directory: Path, clock: Clockwork) -> Iterator[Callable[[], Store]]:
    """Opens the vault, creating it the first time; closes what the test left open."""
    made: list[Store] = []

    def make() -> Store:
        exists = (directory / "vault.db").exists()
        store = Store.open(directory, clock) if exists else Store.create(directory, VaultKind.CLINICAL, clock)
        made.append(store)
        return store

    yield make
    for store in made:
        store.close()


@pytest.fixture
def store(make_store: Callable[[], Store]) -> Store:
    return make_store()
