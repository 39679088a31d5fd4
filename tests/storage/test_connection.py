from __future__ import annotations

import secrets
from pathlib import Path

import apsw
import pytest

from desktop_app.domain.errors import VaultError
from desktop_app.storage import connection as connections
from desktop_app.storage.connection import open_connection, require_encryption, value

KEY = secrets.token_bytes(32)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "some.db"
    connection = open_connection(path, KEY, create=True)
    connection.execute("CREATE TABLE t (a); INSERT INTO t VALUES ('canary words')")
    connection.close()
    return path


def test_the_file_is_encrypted_and_opens_with_its_key_only(database: Path) -> None:
    assert not database.read_bytes().startswith(b"SQLite format 3")
    assert b"canary" not in database.read_bytes()
    require_encryption(database)
    connection = open_connection(database, KEY)
    assert value(connection, "SELECT a FROM t") == "canary words"
    connection.close()
    with pytest.raises(VaultError) as raised:
        open_connection(database, secrets.token_bytes(32))
    assert raised.value.code == "vault_wrong_key"


@pytest.mark.parametrize("length", [0, 1, 16, 31, 33, 64])
def test_a_key_of_another_length_is_refused_before_any_file_is_made(tmp_path: Path, length: int) -> None:
    with pytest.raises(VaultError) as raised:
        open_connection(tmp_path / "new.db", bytes(length), create=True)
    assert raised.value.code == "vault_key_damaged"
    assert list(tmp_path.iterdir()) == []


def test_a_plaintext_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "plain.db"
    plain = apsw.Connection(str(path))
    plain.execute("CREATE TABLE t (a)")
    plain.close()
    for attempt in (lambda: open_connection(path, KEY), lambda: require_encryption(path)):
        with pytest.raises(VaultError) as raised:
            attempt()
        assert raised.value.code == "not_encrypted"


def test_a_library_without_a_cipher_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "CIPHER", "no such cipher")
    with pytest.raises(VaultError) as raised:
        open_connection(tmp_path / "new.db", KEY, create=True)
    assert raised.value.code == "not_encrypted"


def test_the_key_is_in_no_exception(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A quotation mark makes the statement malformed, and SQLite would quote it.
    monkeypatch.setattr(connections, "CIPHER", "chacha20'")
    with pytest.raises(VaultError) as raised:
        open_connection(tmp_path / "new.db", KEY, create=True)
    error: BaseException | None = raised.value
    assert raised.value.__suppress_context__
    while error is not None:
        assert KEY.hex() not in str(error)
        error = error.__cause__


def test_missing_and_empty_files_are_told_apart_and_not_made(tmp_path: Path) -> None:
    path = tmp_path / "vault.db"
    with pytest.raises(VaultError) as missing:
        open_connection(path, KEY)
    assert (missing.value.code, path.exists()) == ("vault_missing", False)
    path.touch()
    with pytest.raises(VaultError) as empty:
        open_connection(path, KEY)
    assert (empty.value.code, path.stat().st_size) == ("vault_empty_file", 0)


def test_settings_of_a_connection(database: Path) -> None:
    connection = open_connection(database, KEY, cache_kib=8192)
    settings = ("journal_mode", "synchronous", "cache_size", "temp_store", "secure_delete", "foreign_keys")
    assert [value(connection, f"PRAGMA {name}") for name in settings] == ["wal", 2, -8192, 2, 1, 1]
    assert value(connection, "PRAGMA cipher") == "chacha20"
    assert connection.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, -1)
    connection.close()


def test_vectors_are_there_and_loading_code_is_not(database: Path) -> None:
    connection = open_connection(database, KEY)
    assert str(value(connection, "SELECT vec_version()")).startswith("v0.1.")
    with pytest.raises(apsw.SQLError, match="not authorized"):
        connection.execute("SELECT load_extension('anything')")
    with pytest.raises(apsw.ExtensionLoadingError):
        connection.load_extension("anything")
    connection.close()


def test_a_read_only_connection_does_not_write(database: Path) -> None:
    connection = open_connection(database, KEY, read_only=True)
    assert value(connection, "SELECT a FROM t") == "canary words"
    with pytest.raises(apsw.ReadOnlyError):
        connection.execute("DELETE FROM t")
    connection.close()
