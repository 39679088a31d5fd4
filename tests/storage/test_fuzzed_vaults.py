"""A hundred malformed vaults and key files by a seeded generator: each opens whole or is refused with words."""

from __future__ import annotations

import json
import random
import shutil
import time
from pathlib import Path
from typing import Any

import pytest

from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.error_words import ERROR_WORDS
from desktop_app.domain.errors import VaultError
from desktop_app.storage import key_slots, keyfile
from desktop_app.storage.key_slots import PASSPHRASE
from desktop_app.storage.store import Store
from tests.scripted_program import CHEAP
from tests.storage.storage_helpers import Clockwork, new_session, say

SEED = 20_260_402
SECRET = "lantern gravel otter sky"
KEY_FILES, DATABASES = ("vault.keys", "vault.keys.previous"), ("vault.db",)


def _vault(directory: Path, *, protected: bool) -> None:
    store = Store.create(directory, VaultKind.PERSONAL, Clockwork())
    session_id = store.write(new_session)
    store.write(lambda db: [say(db, session_id, f"question {n} {'x' * 200}") for n in range(60)])
    if protected:
        store.change_key_slots(
            lambda keys: [key_slots.wrap(PASSPHRASE, "", SECRET, keys.data_key, keys.vault_id, CHEAP, 1)], "keys"
        )
    store.close()


def _odd(chance: random.Random) -> Any:
    return chance.choice(
        (None, True, -1, 0, 2**70, 1.5, "", "zz", "00", "x" * 5000, [], {}, [[[[]]]], {"type": "device"})
    )


def _spoil_json(data: bytes, chance: random.Random) -> bytes:
    content = json.loads(data)
    place: Any = chance.choice([content, content, content["slots"][0], content["audit"]])
    name = chance.choice(list(place))
    if chance.random() < 0.25:
        del place[name]
    else:
        place[name] = _odd(chance)
    return json.dumps(content).encode()


def _spoil_bytes(data: bytes, chance: random.Random) -> bytes:
    spoiled = bytearray(data)
    kind = chance.randrange(5)
    if kind == 0:
        del spoiled[chance.randrange(len(spoiled)) :]
    elif kind == 1:
        start = chance.randrange(len(spoiled))
        spoiled[start : start + 4096] = bytes(min(4096, len(spoiled) - start))
    elif kind == 2:
        spoiled += chance.randbytes(chance.randrange(1, 9000))
    elif kind == 3:
        spoiled[:] = chance.randbytes(len(spoiled))
    for _ in range(chance.randrange(1, 12)):
        if spoiled:
            spoiled[chance.randrange(len(spoiled))] ^= 1 << chance.randrange(8)
    return bytes(spoiled)


def _try(directory: Path, number: int) -> str:
    """Returns the code of the refusal, "" where it opened with every word."""
    files = sorted(path.name for path in directory.iterdir())
    began = time.monotonic()
    code = ""
    try:
        store = Store.open(directory, Clockwork(), SECRET)
    except VaultError as error:
        code = error.code
    if code:
        assert code in ERROR_WORDS, number
        grown = {path.name for path in directory.iterdir()} - set(files)
        assert grown <= {"vault.lock", "vault.ballast", "vault.db-wal", "vault.db-shm"}, number
        assert time.monotonic() - began < 5, number
        return code
    said = store.read(lambda db: [turn.question.text[:9] for turn in db.turns.branch(1)])
    store.close()
    assert time.monotonic() - began < 5, number
    assert said == ["question "] * 60, number
    return ""


@pytest.mark.parametrize("protected", [False, True])
def test_malformed_vaults_and_key_files_are_refused_with_words_or_open_whole(tmp_path: Path, protected: bool) -> None:
    whole = tmp_path / "whole"
    _vault(whole, protected=protected)
    chance = random.Random(SEED + protected)
    codes = []
    for number in range(50):
        directory = tmp_path / f"{number}"
        shutil.copytree(whole, directory)
        keys = number % 2 == 0
        for name in KEY_FILES if keys else DATABASES:
            path = directory / name
            spoil = _spoil_json if keys and chance.random() < 0.7 else _spoil_bytes
            path.write_bytes(spoil(path.read_bytes(), chance))
        codes.append(_try(directory, number))
        shutil.rmtree(directory)
    assert sum(code != "" for code in codes) > 25
    assert len(set(codes)) > 3


def test_a_key_file_that_is_one_deep_list_is_named(tmp_path: Path) -> None:
    for name in KEY_FILES:
        (tmp_path / name).write_bytes(b"[" * 500_000)
    with pytest.raises(VaultError) as raised:
        keyfile.load(tmp_path)
    assert raised.value.code == "vault_key_damaged"
