"""Vaults of every released schema open in this version, and what cannot be is refused (E10)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from desktop_app.domain.backups import BackupReason
from desktop_app.domain.conversation import PERSON
from desktop_app.domain.error_words import ERROR_WORDS
from desktop_app.domain.errors import VaultError
from desktop_app.domain.fact_changes import FactEntry
from desktop_app.domain.memory import Category, Fact, FactState
from desktop_app.storage import schema
from desktop_app.storage.connection import rows, value
from desktop_app.storage.integrity import check
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.schema import Migration, shipped_migrations
from desktop_app.storage.store import Store
from tests.storage import kept_vaults
from tests.storage.storage_helpers import Clockwork


def open_and_compare(directory: Path) -> None:
    """Everything that was said is there, found, and whole."""
    store = Store.open(directory, Clockwork())
    try:
        (session,) = store.read(lambda db: db.sessions.list(1))
        said = [turn.question.text for turn in store.read(lambda db: db.turns.branch(session.id))]
        assert said == list(kept_vaults.QUESTIONS)
        assert len(store.read(lambda db: db.search.search(1, "naproxen", 5))) == 1
        assert (
            store.read(lambda db: value(db.connection, "PRAGMA user_version")) == schema.shipped_migrations()[-1].number
        )
        assert store.read(lambda db: db.audit.verify()) is None
        assert store.read(lambda db: db.settings.get("kept")) == "1"
        assert check(store).integrity == "ok"
    finally:
        store.close()


def test_a_vault_of_each_schema_before_the_newest_is_kept() -> None:
    """A new migration changes vaults that people have: keep one of the schema before it first."""
    newest = shipped_migrations()[-1].number
    assert sorted(kept_vaults.kept())[: newest - 1] == list(range(1, newest))


def test_a_frozen_schema_is_not_changed() -> None:
    """Whoever has a vault of it could not open it any more: a change is a file of its own."""
    for migration in shipped_migrations():
        noted = kept_vaults.hash_file(migration)
        assert not noted.exists() or noted.read_text(encoding="ascii").strip() == kept_vaults.digest(migration)
        assert noted.exists() == (migration.number in kept_vaults.kept())


def test_freezing_keeps_a_vault_and_a_hash_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_vaults, "FOLDER", tmp_path / "vaults")
    monkeypatch.setattr(kept_vaults, "MIGRATIONS", tmp_path)
    kept_vaults.freeze()
    newest = shipped_migrations()[-1]
    assert list(kept_vaults.kept()) == [newest.number]
    test_a_frozen_schema_is_not_changed()
    kept_vaults.hash_file(newest).write_text(kept_vaults.digest(newest)[::-1], encoding="ascii")
    with pytest.raises(AssertionError):
        test_a_frozen_schema_is_not_changed()
    with pytest.raises(FileExistsError):
        kept_vaults.freeze()


@pytest.mark.parametrize("number", [0, *kept_vaults.kept()])
def test_kept_vaults_open_and_hold_everything(tmp_path: Path, number: int) -> None:
    """Number 0: one that this version writes itself."""
    directory = tmp_path / "vault"
    if number:
        shutil.copytree(kept_vaults.kept()[number], directory)
    else:
        kept_vaults.write(directory)
    open_and_compare(directory)


def test_a_vault_of_schema_1_gets_own_categories_after_a_backup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    directory = tmp_path / "vault"
    shutil.copytree(kept_vaults.kept()[1], directory)
    store = Store.open(directory, Clockwork())
    assert [copy.schema for copy in store.backups()] == [1]
    entry = FactEntry(Category.OTHER, "naproxen")

    def file(db: Repositories) -> Fact:
        fact = db.facts.add_by_hand(1, entry, speaker=PERSON, state=FactState.ACTIVE, observed_at_ms=1, now_ms=1)
        db.facts.file(fact.id, db.own_categories.add(1, "药").id, now_ms=2)
        return db.facts.get(fact.id)

    filed = store.write(file)
    assert filed.own_category is not None
    store.close()
    monkeypatch.setattr(schema, "shipped_migrations", lambda: shipped_migrations()[:1])
    with pytest.raises(VaultError) as refused:  # the version before leaves it alone and says why
        Store.open(directory, Clockwork())
    assert (refused.value.code, refused.value.facts["version"], refused.value.facts["newest"]) == (
        "vault_newer",
        shipped_migrations()[-1].number,
        1,
    )
    assert "newer version" in ERROR_WORDS[refused.value.code][0]


def test_the_next_number_upgrades_in_place_after_a_backup_that_can_be_gone_back_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    directory = tmp_path / "vault"
    kept_vaults.write(directory)
    number = shipped_migrations()[-1].number + 1
    more = (*shipped_migrations(), Migration(number, "next", "CREATE TABLE next_thing (a TEXT) STRICT"))
    monkeypatch.setattr(schema, "shipped_migrations", lambda: more)
    open_and_compare(directory)
    store = Store.open(directory, Clockwork())
    assert store.read(lambda db: rows(db.connection, "SELECT number FROM schema_migration"))[-1] == (number,)
    (copy,) = store.backups()
    assert copy.schema == number - 1
    store.close()
    monkeypatch.undo()
    before = {path.name: path.read_bytes() for path in directory.iterdir() if path.is_file()}
    with pytest.raises(VaultError) as raised:
        Store.open(directory, Clockwork())
    assert (raised.value.code, raised.value.facts["version"]) == ("vault_newer", number)
    assert {path.name: path.read_bytes() for path in directory.iterdir() if path.is_file()} == before
    monkeypatch.setattr(schema, "shipped_migrations", lambda: more)
    store = Store.open(directory, Clockwork())
    store.replace_with(copy.path)  # an old backup is restored and brought to the newest schema
    open_and_compare(directory)


@pytest.mark.parametrize("number", [one for one in kept_vaults.kept() if one < shipped_migrations()[-1].number])
def test_a_backup_of_each_earlier_schema_is_read_in_memory_by_the_newest(tmp_path: Path, number: int) -> None:
    """What only an old backup holds can be added to a vault that went on; the backup itself stays as it is."""
    shutil.copytree(kept_vaults.kept()[number], tmp_path / "vault")
    store = Store.open(tmp_path / "vault", Clockwork())
    try:
        (backup,) = store.backups()
        assert (backup.reason, backup.schema) == (BackupReason.BEFORE_MIGRATION, number)
        before, files = backup.path.read_bytes(), {path.name for path in tmp_path.rglob("*")}

        def read(db: Repositories) -> tuple[int, list[str]]:
            newest = int(value(db.connection, "PRAGMA user_version"))
            return newest, [turn.question.text for turn in db.turns.branch(db.sessions.list(1)[0].id)]

        assert store.read_backup(backup.path, read) == (shipped_migrations()[-1].number, list(kept_vaults.QUESTIONS))
        assert backup.path.read_bytes() == before
        assert {path.name for path in tmp_path.rglob("*")} == files
    finally:
        store.close()
