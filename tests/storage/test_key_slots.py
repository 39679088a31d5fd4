from __future__ import annotations

import json
from pathlib import Path

import pytest

from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.errors import VaultError
from desktop_app.storage import key_slots, keyfile
from desktop_app.storage.key_slots import KdfCost
from desktop_app.storage.keyfile import VaultKeys
from desktop_app.storage.store import Store

CHEAP = KdfCost(19 * 1024, 2, 1)  # the least that is accepted
KEY = bytes(range(32))
SECRET = "纸 鸢 lantern 四十二"


def _wrapped(kind: str = key_slots.PASSPHRASE, secret: str = SECRET) -> key_slots.Slot:
    return key_slots.wrap(kind, "Ann", secret, KEY, "vault-1", CHEAP, 5)


def test_a_slot_opens_with_its_secret_only() -> None:
    slot = _wrapped()
    assert key_slots.unwrap(slot, SECRET, "vault-1") == KEY
    assert key_slots.unwrap(slot, SECRET + " ", "vault-1") is None
    assert key_slots.unwrap(slot, "", "vault-1") is None
    assert KEY.hex() not in json.dumps(slot)


def test_a_slot_opens_no_other_vault() -> None:
    assert key_slots.unwrap(_wrapped(), SECRET, "vault-2") is None


@pytest.mark.parametrize("member", ["name", "created_at_ms", "iterations", "id", "nonce", "salt", "wrapped_key"])
def test_nothing_of_a_slot_can_be_changed(member: str) -> None:
    slot = _wrapped()
    old = slot[member]
    slot[member] = old + 1 if isinstance(old, int) else ("0" if old[0] != "0" else "1") + old[1:]
    assert key_slots.unwrap(slot, SECRET, "vault-1") is None


@pytest.mark.parametrize(
    "cost",
    [{"memory_kib": 8}, {"memory_kib": 2**31}, {"iterations": 1}, {"iterations": 10**9}, {"lanes": 0}, {"lanes": 99},
     {"kdf": "md5"}],
)  # fmt: skip
def test_a_hostile_cost_is_refused_without_paying_it(cost: dict[str, object]) -> None:
    with pytest.raises(VaultError) as caught:
        key_slots.unwrap({**_wrapped(), **cost}, SECRET, "vault-1")
    assert caught.value.code == "vault_key_damaged"


def test_a_passphrase_is_the_same_however_it_was_composed() -> None:
    assert key_slots.unwrap(_wrapped(secret="caf\u00e9 au lait"), "cafe\u0301 au lait", "vault-1") == KEY


def test_a_recovery_code_is_read_from_paper() -> None:
    code = key_slots.new_recovery_code()
    groups = code.split("-")
    assert [len(group) for group in groups] == [4] * 8
    assert code != key_slots.new_recovery_code()
    slot = _wrapped(key_slots.RECOVERY, code)
    typed = code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    assert key_slots.unwrap(slot, typed, "vault-1") == KEY


def _protect(directory: Path, *secrets: str) -> VaultKeys:
    store = Store.create(directory, VaultKind.PERSONAL, lambda: 1)

    def slots(keys: VaultKeys) -> list[key_slots.Slot]:
        return [
            key_slots.wrap(key_slots.PASSPHRASE, str(number), secret, keys.data_key, keys.vault_id, CHEAP, 1)
            for number, secret in enumerate(secrets)
        ]

    store.change_key_slots(slots, "keys.passphrase_set")
    store.close()
    return store._keys


def test_a_protected_vault_opens_with_any_of_its_secrets(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    _protect(vault, "first secret", "second secret")
    assert keyfile.is_locked(vault)
    for secret in ("first secret", "second secret"):
        store = Store.open(vault, lambda: 2, secret)
        assert store.read(lambda db: db.audit.verify()) is None
        store.close()
    for secret, code in ((None, "vault_locked"), ("third secret", "vault_wrong_passphrase")):
        with pytest.raises(VaultError) as caught:
            Store.open(vault, lambda: 2, secret)
        assert caught.value.code == code


def test_no_file_of_a_protected_vault_holds_its_key(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    key = _protect(vault, "a secret").data_key
    for path in vault.rglob("*"):
        if path.is_file():
            content = path.read_bytes()
            assert key not in content
            assert key.hex().encode() not in content


def test_what_the_key_file_was_is_overwritten(tmp_path: Path) -> None:
    keys = VaultKeys.generate()
    keyfile.save(tmp_path, keys)
    with (tmp_path / "vault.keys").open("rb") as old:  # the blocks of the old file, as a thief would read them
        slot = key_slots.wrap(key_slots.PASSPHRASE, "", SECRET, keys.data_key, keys.vault_id, CHEAP, 1)
        keyfile.replace_generations(tmp_path, keys.with_slots([slot]))
        assert not any(old.read())
    assert keyfile.load(tmp_path, SECRET).data_key == keys.data_key


def test_the_audit_head_follows_behind_a_passphrase(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    _protect(vault, "a secret")
    store = Store.open(vault, lambda: 2, "a secret")
    store.write(lambda db: db.audit.append("user", "looked", "", "", 2))
    store.close()
    store = Store.open(vault, lambda: 3, "a secret")
    assert store.missing_actions == 0
    assert [slot["type"] for slot in store.key_slots] == ["passphrase"]
    store.close()


def test_a_damaged_slot_does_not_hide_a_sound_one(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    _protect(vault, "first secret", "second secret")
    for name in ("vault.keys", "vault.keys.previous"):
        content = json.loads((vault / name).read_bytes())
        content["slots"][0]["memory_kib"] = 1
        (vault / name).write_text(json.dumps(content))
    Store.open(vault, lambda: 2, "second secret").close()
    content["slots"] = content["slots"][:1]
    for name in ("vault.keys", "vault.keys.previous"):
        (vault / name).write_text(json.dumps(content))
    with pytest.raises(VaultError) as caught:
        Store.open(vault, lambda: 2, "first secret")
    assert caught.value.code == "vault_key_damaged"
