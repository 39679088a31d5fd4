from __future__ import annotations

import json
from pathlib import Path

import pytest

from desktop_app.commands import erase
from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.errors import VaultError
from desktop_app.storage import vault_erasure
from desktop_app.storage.store import Store


def clock() -> int:
    return 1_790_000_000_000


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    store = Store.create(tmp_path / "vault", VaultKind.PERSONAL, clock)
    store.write(lambda db: db.people.add("Wilhelmina", now_ms=1))
    store.backup("manual")
    store.close()
    return tmp_path / "vault"


def test_a_vault_goes_with_its_backups_and_is_certified(vault: Path, tmp_path: Path) -> None:
    assert erase.run(vault, tmp_path / "c.json", clock, lambda _question: "vault") == 0
    assert not vault.exists()
    certificate = json.loads((tmp_path / "c.json").read_text(encoding="utf-8"))
    assert (certificate["kind"], certificate["backups_deleted"], certificate["holds"]) == ("vault", 1, True)


def test_nothing_goes_before_its_name_was_typed(vault: Path) -> None:
    before = sorted(path.name for path in vault.rglob("*"))
    assert erase.run(vault, None, clock, lambda _question: "yes") == 1
    assert sorted(path.name for path in vault.rglob("*")) == before


def test_the_keys_are_destroyed_before_anything_else(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = vault / "kept.txt"
    kept.write_text("somebody else's", encoding="utf-8")
    keys = [(vault / "vault.keys").open("rb")]  # what the disk holds of a file whose name is gone
    order: list[str] = []
    unlink = Path.unlink

    def note(path: Path, missing_ok: bool = False) -> None:
        order.append(path.name)
        unlink(path, missing_ok)

    monkeypatch.setattr(Path, "unlink", note)
    vault_erasure.erase_vault(vault, clock())
    assert order[0].startswith("vault.keys")
    assert order.index("vault.keys") < order.index("vault.db")
    assert set(keys[0].read()) == {0}
    keys[0].close()
    assert [path.name for path in vault.iterdir()] == ["kept.txt"]


def test_an_open_vault_and_a_folder_that_is_none_are_left_alone(vault: Path, tmp_path: Path) -> None:
    store = Store.open(vault, clock)
    with pytest.raises(VaultError) as caught:
        vault_erasure.erase_vault(vault, clock())
    assert caught.value.code == "vault_in_use"
    assert store.read(lambda db: db.people.list())
    store.close()
    with pytest.raises(VaultError) as caught:
        vault_erasure.erase_vault(tmp_path, clock())
    assert caught.value.code == "vault_missing"
