"""Vaults side by side: found, added, made, each with its own key."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.errors import UserError
from desktop_app.services.vault_shelf import VaultShelf
from desktop_app.storage.store import Store
from desktop_app.support.known_vaults import KnownVaults
from tests.scripted_program import Clock


@pytest.fixture
def known(tmp_path: Path) -> KnownVaults:
    return KnownVaults(tmp_path / "config" / "vaults.json")


@pytest.fixture
def shelf(tmp_path: Path, known: KnownVaults) -> VaultShelf:
    return VaultShelf(known, tmp_path / "vaults", Clock())


def names(shelf: VaultShelf) -> list[tuple[str, VaultKind | None, bool]]:
    return [(one.name, one.kind, one.present) for one in shelf.list()]


def test_there_is_nothing_to_choose_at_first(shelf: VaultShelf) -> None:
    assert shelf.list() == ()


def test_new_ones_stand_beside_each_other_the_usual_one_first(shelf: VaultShelf) -> None:
    for name, kind in (
        ("Practice", VaultKind.CLINICAL),
        ("personal", VaultKind.PERSONAL),
        ("日记", VaultKind.PERSONAL),
    ):
        folder = shelf.create(name, kind)
        store = Store.open(folder, Clock())
        assert store.kind is kind
        store.close()
    assert names(shelf) == [
        ("personal", VaultKind.PERSONAL, True),
        ("Practice", VaultKind.CLINICAL, True),
        ("日记", VaultKind.PERSONAL, True),
    ]


def test_each_has_its_own_key(shelf: VaultShelf) -> None:
    first, second = shelf.create("a", VaultKind.PERSONAL), shelf.create("b", VaultKind.CLINICAL)
    (first / "vault.keys").write_bytes((second / "vault.keys").read_bytes())
    (first / "vault.keys.previous").unlink(missing_ok=True)
    with pytest.raises(UserError) as raised:
        Store.open(first, Clock())
    assert raised.value.code == "vault_key_mismatch"


@pytest.mark.parametrize("name", ["", "  ", "a/b", "..", ".hidden", "a:b", 'a"b', "x" * 61, "a\nb"])
def test_a_name_that_no_folder_can_have_is_refused(shelf: VaultShelf, tmp_path: Path, name: str) -> None:
    with pytest.raises(UserError) as raised:
        shelf.create(name, VaultKind.PERSONAL)
    assert raised.value.code == "vault_name_unusable"
    assert not (tmp_path / "vaults").exists()


def test_a_name_is_taken_in_whatever_case(shelf: VaultShelf) -> None:
    shelf.create("Diary", VaultKind.PERSONAL)
    with pytest.raises(UserError) as raised:
        shelf.create("diary", VaultKind.CLINICAL)
    assert (raised.value.code, raised.value.facts["name"]) == ("vault_name_taken", "diary")


def test_one_from_elsewhere_is_added_noticed_missing_and_taken_off(shelf: VaultShelf, tmp_path: Path) -> None:
    shelf.create("personal", VaultKind.PERSONAL)
    elsewhere = tmp_path / "drive" / "old"
    with pytest.raises(UserError) as raised:
        shelf.take(elsewhere)
    assert raised.value.code == "no_vault_here"
    Store.create(elsewhere, VaultKind.CLINICAL, Clock()).close()
    shelf.take(elsewhere)
    assert names(shelf)[1:] == [("old", None, True)]  # its kind lies inside, encrypted
    elsewhere.rename(tmp_path / "gone")
    assert names(shelf)[1:] == [("old", None, False)]
    shelf.leave_out(elsewhere)
    assert len(shelf.list()) == 1


def test_one_opened_by_name_alone_is_not_offered_at_every_start(
    shelf: VaultShelf, known: KnownVaults, tmp_path: Path
) -> None:
    shelf.create("personal", VaultKind.PERSONAL)
    known.add(tmp_path / "trial", "clinical")
    assert known.has(tmp_path / "trial")
    assert len(shelf.list()) == 1


def test_a_list_of_an_earlier_version_is_read(tmp_path: Path) -> None:
    file = tmp_path / "vaults.json"
    file.write_text(json.dumps(["/a", {"folder": "/b", "kind": "clinical", "chosen": True}, 7]), encoding="utf-8")
    known = KnownVaults(file)
    assert [(one.folder, one.kind, one.chosen) for one in known.list()] == [("/a", "", False), ("/b", "clinical", True)]
    known.add(Path("/a"), "personal")
    known.add(Path("/b"))
    assert [(one.folder, one.kind, one.chosen) for one in KnownVaults(file).list()] == [
        ("/a", "personal", False),
        ("/b", "clinical", True),
    ]
