from __future__ import annotations

import json
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from desktop_app.domain.errors import VaultError
from desktop_app.storage import keyfile
from desktop_app.storage.keyfile import AuditHead, VaultKeys, hkdf_sha256


def test_hkdf_matches_rfc_5869_case_1() -> None:
    key = hkdf_sha256(bytes([0x0B]) * 22, salt=bytes(range(13)), info=bytes(range(0xF0, 0xFA)))
    assert key.hex() == "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf"


def test_keys_come_back_as_they_were_saved(tmp_path: Path) -> None:
    keys = VaultKeys.generate().with_database(bytes(range(16))).with_audit(AuditHead(3, b"mac"))
    keyfile.save(tmp_path, keys)
    assert keyfile.load(tmp_path) == keys
    for name in ("vault.keys", "vault.keys.previous"):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600


def test_the_key_is_not_in_the_representation() -> None:
    keys = VaultKeys.generate()
    assert keys.data_key.hex() not in repr(keys)
    assert keys.data_key.hex() not in f"{keys}"


def test_sub_keys_differ_by_purpose_and_from_the_data_key() -> None:
    keys = VaultKeys.generate()
    assert len({keys.data_key, keys.derive("a"), keys.derive("b")}) == 3
    assert keys.derive("a") == keys.derive("a")


def test_the_previous_generation_serves_where_the_current_one_is_lost(tmp_path: Path) -> None:
    keys = VaultKeys.generate()
    keyfile.save(tmp_path, keys)
    keyfile.save(tmp_path, keys.with_audit(AuditHead(9, b"nine")))
    (tmp_path / "vault.keys").write_bytes(b"\x00" * 100)
    assert keyfile.load(tmp_path) == keys
    (tmp_path / "vault.keys").unlink()
    assert keyfile.load(tmp_path) == keys


def test_slots_of_other_kinds_are_kept(tmp_path: Path) -> None:
    keyfile.save(tmp_path, VaultKeys.generate())
    path = tmp_path / "vault.keys"
    content = json.loads(path.read_bytes())
    content["slots"].append({"type": "passphrase", "kdf": "argon2id", "memory_kib": 65536})
    path.write_text(json.dumps(content))
    keyfile.save(tmp_path, keyfile.load(tmp_path).with_audit(AuditHead(1, b"x")))
    assert json.loads(path.read_bytes())["slots"] == content["slots"]


def _without_slots(content: dict[str, Any]) -> None:
    content["slots"] = []


def _short_key(content: dict[str, Any]) -> None:
    content["slots"][0]["key"] = content["slots"][0]["key"][:-2]


def _empty_key(content: dict[str, Any]) -> None:
    content["slots"][0]["key"] = ""


def _no_hexadecimal(content: dict[str, Any]) -> None:
    content["slots"][0]["key"] = "zz" * 32


def _no_format(content: dict[str, Any]) -> None:
    content["format"] = "one"


def _unknown_slot_only(content: dict[str, Any]) -> None:
    content["slots"][0]["type"] = "unheard-of"


def _no_audit(content: dict[str, Any]) -> None:
    del content["audit"]


@pytest.mark.parametrize(
    "spoil",
    [_without_slots, _short_key, _empty_key, _no_hexadecimal, _no_format, _unknown_slot_only, _no_audit],
)
def test_a_damaged_key_file_is_named(tmp_path: Path, spoil: Callable[[dict[str, Any]], None]) -> None:
    keyfile.save(tmp_path, VaultKeys.generate())
    content = json.loads((tmp_path / "vault.keys").read_bytes())
    spoil(content)
    for name in ("vault.keys", "vault.keys.previous"):
        (tmp_path / name).write_text(json.dumps(content))
    with pytest.raises(VaultError) as raised:
        keyfile.load(tmp_path)
    assert raised.value.code == "vault_key_damaged"


def test_a_newer_format_is_named(tmp_path: Path) -> None:
    keyfile.save(tmp_path, VaultKeys.generate())
    content = json.loads((tmp_path / "vault.keys").read_bytes())
    (tmp_path / "vault.keys").write_text(json.dumps(content | {"format": 2}))
    with pytest.raises(VaultError) as raised:
        keyfile.load(tmp_path)
    assert raised.value.code == "vault_newer"


@pytest.mark.parametrize("data", [b"", b"null", b"[]", b'"x"', b"{", b"\xff\xfe", b" " * (2 << 20)])
def test_bytes_that_are_no_key_file(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "vault.keys").write_bytes(data)
    with pytest.raises(VaultError) as raised:
        keyfile.load(tmp_path)
    assert raised.value.code == "vault_key_damaged"


def test_a_missing_key_file_is_named_and_not_made(tmp_path: Path) -> None:
    with pytest.raises(VaultError) as raised:
        keyfile.load(tmp_path)
    assert raised.value.code == "vault_key_missing"
    assert list(tmp_path.iterdir()) == []


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = VaultKeys.generate()
    keyfile.save(tmp_path, keys)

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        keyfile.save(tmp_path, keys.with_audit(AuditHead(4, b"four")))
    assert keyfile.load(tmp_path) == keys


@pytest.mark.parametrize("entries", [-1, 1 << 63, 1.5, "7", None, float("inf")])
def test_a_generation_with_an_impossible_number_of_audit_entries_does_not_serve(tmp_path: Path, entries: Any) -> None:
    keys = VaultKeys.generate()
    keyfile.save(tmp_path, keys)
    path = tmp_path / "vault.keys"
    content = json.loads(path.read_bytes())
    content["audit"]["entries"] = entries
    path.write_text(json.dumps(content))
    assert keyfile.load(tmp_path) == keys
    (tmp_path / "vault.keys.previous").write_bytes(path.read_bytes())
    with pytest.raises(VaultError, match="vault_key_damaged"):
        keyfile.load(tmp_path)
