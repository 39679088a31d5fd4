from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.errors import UserError
from desktop_app.domain.events import Changed, Event
from desktop_app.domain.vault_keys import KeySlotKind
from desktop_app.services.bus import EventBus
from desktop_app.services.vault_keys import VaultKeyService, check_strength
from desktop_app.storage.key_slots import KdfCost
from desktop_app.storage.store import Store

CHEAP = KdfCost(19 * 1024, 2, 1)
GOOD, OTHER = "lantern gravel otter sky", "纸鸢在河边慢慢飞走了"


@pytest.fixture
def heard() -> list[Event]:
    return []


@pytest.fixture
def keys(tmp_path: Path, heard: list[Event]) -> Iterator[VaultKeyService]:
    store = Store.create(tmp_path / "vault", VaultKind.PERSONAL, lambda: 1)
    bus = EventBus()
    bus.subscribe(heard.append)
    yield VaultKeyService(store, bus, lambda: 7, CHEAP)
    store.close()


def _kinds(keys: VaultKeyService) -> list[tuple[KeySlotKind, str]]:
    return [(slot.kind, slot.name) for slot in keys.slots()]


def _opens(directory: Path, secret: str | None) -> str:
    try:
        Store.open(directory, lambda: 2, secret).close()
    except UserError as error:
        return error.code
    return "opened"


def test_a_new_vault_says_that_its_files_open_it(keys: VaultKeyService) -> None:
    assert not keys.protected
    assert _kinds(keys) == [(KeySlotKind.DEVICE, "")]


def test_passphrases_are_set_changed_added_and_removed(
    keys: VaultKeyService, tmp_path: Path, heard: list[Event]
) -> None:
    keys.set_passphrase("Ann", GOOD)
    assert keys.protected
    keys.set_passphrase("Ben", OTHER)
    assert sorted(_kinds(keys)) == [(KeySlotKind.PASSPHRASE, "Ann"), (KeySlotKind.PASSPHRASE, "Ben")]
    keys.set_passphrase("Ann", OTHER + "!")  # in the place of the older one
    ann = next(slot for slot in keys.slots() if slot.name == "Ann")
    keys.remove(next(slot.id for slot in keys.slots() if slot.name == "Ben"))
    with pytest.raises(UserError) as caught:
        keys.remove(ann.id)
    assert caught.value.code == "last_key"
    assert [event for event in heard if isinstance(event, Changed) and event.vault_keys]
    keys._store.close()
    assert [_opens(tmp_path / "vault", secret) for secret in (OTHER + "!", GOOD, OTHER, None)] == [
        "opened",
        "vault_wrong_passphrase",
        "vault_wrong_passphrase",
        "vault_locked",
    ]


def test_a_recovery_code_opens_until_the_next_one_is_made(keys: VaultKeyService, tmp_path: Path) -> None:
    keys.set_passphrase("Ann", GOOD)
    old, new = keys.new_recovery_code(), keys.new_recovery_code()
    keys._store.close()
    assert _opens(tmp_path / "vault", new) == "opened"
    assert _opens(tmp_path / "vault", old) == "vault_wrong_passphrase"


def test_protection_is_taken_away_as_a_whole(keys: VaultKeyService, tmp_path: Path) -> None:
    keys.set_passphrase("Ann", GOOD)
    keys.new_recovery_code()
    keys.unprotect()
    assert _kinds(keys) == [(KeySlotKind.DEVICE, "")]
    keys._store.close()
    assert _opens(tmp_path / "vault", None) == "opened"


def test_a_clinical_vault_keeps_its_passphrase(tmp_path: Path) -> None:
    store = Store.create(tmp_path / "clinic", VaultKind.CLINICAL, lambda: 1)
    keys = VaultKeyService(store, EventBus(), lambda: 7, CHEAP)
    keys.set_passphrase("Dr Wu", GOOD)
    with pytest.raises(UserError) as caught:
        keys.unprotect()
    assert caught.value.code == "passphrase_required"
    assert keys.protected
    store.close()


@pytest.mark.parametrize("weak", ["", "1234", "12345678", "password1", "abcabcabc", "qwertyuiop", "20010203"])
def test_what_is_quickly_guessed_is_refused(weak: str) -> None:
    with pytest.raises(UserError) as caught:
        check_strength(weak)
    assert caught.value.code == "passphrase_too_weak"


@pytest.mark.parametrize("strong", [GOOD, OTHER, "x7#Kq2!vLp9", "z" * 5 + "correct horse battery" * 300])
def test_what_is_not_is_taken(strong: str) -> None:
    check_strength(strong)
