"""A vault of a trial version, whose tables are not the released ones: told apart, refused, brought over whole."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from desktop_app.domain.errors import VaultError
from desktop_app.domain.ledger import Piece, PieceKind, Section
from desktop_app.services.rescue import VaultRescue
from desktop_app.storage import keyfile
from desktop_app.storage.connection import open_connection, rows, value
from desktop_app.storage.integrity import check
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store
from tests.storage.storage_helpers import Clockwork, generation_of, index_chunk, ledger_of, new_session, say

TURNS = 30
UNIT = b"\x00\x00\x80?" + bytes(12)
# What trial versions did not have yet, or had otherwise.
EARLIER = """
DROP TABLE ledger_figure; DROP TABLE map_plane; DROP TABLE recall_exclusion; DROP TABLE memory_case;
DROP TABLE session_persona; DROP INDEX session_by_folder; ALTER TABLE session DROP COLUMN folder_id; DROP TABLE folder;
ALTER TABLE fact DROP COLUMN by_hand; ALTER TABLE fact DROP COLUMN doubt;
ALTER TABLE chunk DROP COLUMN content_terms;
ALTER TABLE fact RENAME COLUMN unit TO measure;
ALTER TABLE attachment RENAME TO enclosure;
ALTER TABLE vault DROP COLUMN vector_generation;
ALTER TABLE person DROP COLUMN shares_facts;
CREATE TABLE scrap (id INTEGER PRIMARY KEY, text TEXT); INSERT INTO scrap (text) VALUES ('kept by nobody now');
CREATE TABLE empty_thing (a TEXT);
"""

Make = Callable[[], Store]


def fill(db: Repositories) -> None:
    session_id = new_session(db)
    db.chunks.ensure_vector_table(4, "f")
    for number in range(TURNS):
        turn = say(db, session_id, f"question {number} 头痛", f"reply {number}")
        index_chunk(db, turn, 1, f"question {number}", UNIT)
        ledger = ledger_of([Piece(PieceKind.CONTENT, Section.QUESTION, f"question {number}", 3, f"turn:{turn.id}")])
        db.ledgers.put(turn.id, ledger, generation_of(db, ledger))
    db.connection.execute(
        "INSERT INTO fact (person_id, subject, category, attribute, value, unit, polarity, status, state, speaker,"
        " confidence, observed_at_ms, recorded_at_ms) VALUES"
        " (1, 'person', 'medication', '', 'metformin', 'mg', 'affirmed', 'current', 'active', 'person', 1, 1, 1)"
    )
    db.settings.put("kept", "1")
    db.audit.append("user", "something", "turn:1", "", 7)


def age(directory: Path, sql: str) -> None:
    connection = open_connection(directory / "vault.db", keyfile.load(directory).data_key)
    connection.execute("PRAGMA foreign_keys=OFF")
    connection.execute(sql)
    connection.close()


@pytest.fixture
def earlier(make_store: Make, directory: Path) -> Path:
    store = make_store()
    store.write(fill)
    triggers = store.read(lambda db: rows(db.connection, "SELECT name FROM sqlite_schema WHERE type = 'trigger'"))
    store.close()
    # No trigger was there, and some name columns that go.
    dropped = "".join(f"DROP TRIGGER {name};" for (name,) in triggers if not name.startswith("audit_log"))
    age(directory, dropped + EARLIER)
    return directory


def refused(directory: Path) -> VaultError:
    with pytest.raises(VaultError) as raised:
        Store.open(directory, Clockwork())
    return raised.value


def files(directory: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in directory.iterdir() if path.suffix in (".db", ".keys")}


def test_it_is_told_apart_and_left_as_it_is(earlier: Path) -> None:
    before = files(earlier)
    error = refused(earlier)
    assert (error.code, error.facts["path"]) == ("vault_unreleased", str(earlier / "vault.db"))
    assert files(earlier) == before


def test_everything_is_brought_over(earlier: Path, clock: Clockwork, make_store: Make) -> None:
    before = files(earlier)
    report = VaultRescue(earlier, refused(earlier), clock).bring_over()
    assert (report.messages, report.facts) == (2 * TURNS, 1)
    assert set(report.left_behind) == {"fact.measure", "scrap"}
    assert {path.name: path.read_bytes() for path in report.kept_copy.iterdir()}["vault.db"] == before["vault.db"]
    store = make_store()
    assert store.missing_actions == 0
    assert not store.replaced_actions
    said = store.read(lambda db: db.turns.branch(1))
    assert [(turn.question.text, turn.reply.text) for turn in said if turn.reply] == [
        (f"question {number} 头痛", f"reply {number}") for number in range(TURNS)
    ]
    assert len(store.read(lambda db: db.search.search(1, "头痛", 100))) == TURNS
    figures = store.read(lambda db: db.ledgers.timeline(1))
    question = list(Section).index(Section.QUESTION)
    assert [turn.prompt.sections[question] for turn in figures if turn.prompt] == [3] * TURNS
    assert store.read(lambda db: db.facts.list(1))[0].value == "metformin"
    assert store.read(lambda db: db.settings.get("kept")) == "1"
    assert store.read(lambda db: db.audit.verify()) is None
    actions = [action for (action,) in store.read(lambda db: rows(db.connection, "SELECT action FROM audit_log"))]
    assert actions[0] == "something"
    assert "vault.brought_over" in actions
    waiting = store.read(lambda db: value(db.connection, "SELECT count(*) FROM consolidation_job WHERE kind = 'embed'"))
    assert waiting == TURNS  # chunks lacked a column: they are made anew with their vectors
    assert check(store).integrity == "ok"
    new = store.write(lambda db: say(db, 1, "one more"))
    assert new.id == TURNS + 1  # ids that were given out are not given out again


def test_chunks_that_have_everything_are_kept_and_embedded_again(
    make_store: Make, directory: Path, clock: Clockwork
) -> None:
    store = make_store()
    store.write(fill)
    store.close()
    age(directory, "DROP TABLE memory_case")
    report = VaultRescue(directory, refused(directory), clock).bring_over()
    assert report.left_behind == ()
    store = make_store()
    assert (
        store.read(lambda db: value(db.connection, "SELECT count(*) FROM chunk WHERE embedding_fingerprint = ''"))
        == TURNS
    )
    found = "SELECT count(*) FROM chunk_fts WHERE chunk_fts MATCH 'question'"
    assert store.read(lambda db: value(db.connection, found)) == TURNS


def test_rows_that_do_not_fit_stop_it_and_nothing_is_changed(earlier: Path, clock: Clockwork) -> None:
    age(
        earlier,
        "CREATE TABLE s2 AS SELECT * FROM setting; DROP TABLE setting;"
        " ALTER TABLE s2 RENAME TO setting; INSERT INTO setting VALUES ('kept', '2')",
    )
    before = files(earlier)
    with pytest.raises(VaultError) as raised:
        VaultRescue(earlier, refused(earlier), clock).bring_over()
    assert (raised.value.code, raised.value.facts["table"]) == ("vault_not_brought_over", "setting")
    assert files(earlier) == before
    assert refused(earlier).code == "vault_unreleased"


def test_a_damaged_one_is_not_brought_over_but_can_be_repaired(earlier: Path, clock: Clockwork) -> None:
    error = refused(earlier)
    data = bytearray((earlier / "vault.db").read_bytes())
    data[-1000] ^= 1
    (earlier / "vault.db").write_bytes(data)
    with pytest.raises(VaultError) as raised:
        VaultRescue(earlier, error, clock).bring_over()
    assert raised.value.code == "vault_damaged"


def test_a_backup_of_a_trial_version_is_brought_over_after_it_is_restored(
    earlier: Path, clock: Clockwork, make_store: Make
) -> None:
    copy = earlier / "backups" / "vault-20260101-000000-v1-manual.db"
    copy.parent.mkdir(exist_ok=True)
    copy.write_bytes((earlier / "vault.db").read_bytes())
    VaultRescue(earlier, refused(earlier), clock).bring_over()
    store = make_store()
    store.replace_with(copy)
    assert VaultRescue(earlier, refused(earlier), clock).bring_over().messages == 2 * TURNS


def test_a_trigger_from_a_foreign_hand_is_found_and_not_brought_along(
    make_store: Make, directory: Path, clock: Clockwork
) -> None:
    store = make_store()
    store.write(fill)
    store.close()
    age(directory, "CREATE TRIGGER evil AFTER INSERT ON message BEGIN DELETE FROM fact; END")
    VaultRescue(directory, refused(directory), clock).bring_over()
    store = make_store()
    assert store.read(lambda db: rows(db.connection, "SELECT name FROM sqlite_schema WHERE name = 'evil'")) == []


def test_what_triggers_guard_is_copied_and_guarded_again(make_store: Make, directory: Path, clock: Clockwork) -> None:
    """Sentences of a confirmed note: nobody adds to them, and a copy must hold them all the same."""
    store = make_store()
    store.write(fill)
    store.write(_confirmed_note)
    triggers = store.read(lambda db: rows(db.connection, "SELECT sql FROM sqlite_schema WHERE type = 'trigger'"))
    store.close()
    age(directory, "DROP TABLE memory_case")
    VaultRescue(directory, refused(directory), clock).bring_over()
    store = make_store()
    assert store.read(lambda db: value(db.connection, "SELECT count(*) FROM note_sentence")) == 1
    guarded = store.read(lambda db: rows(db.connection, "SELECT sql FROM sqlite_schema WHERE type = 'trigger'"))
    assert sorted(guarded) == sorted(triggers)


def _confirmed_note(db: Repositories) -> None:
    db.connection.execute(
        "INSERT INTO note (id, session_id, kind, title, language, created_at_ms, updated_at_ms)"
        " VALUES (1, 1, 'note', 'visit', 'en', 1, 1)"
    )
    db.connection.execute(
        "INSERT INTO note_sentence (note_id, section, position, text, origin, state)"
        " VALUES (1, 0, 0, 'her words', 'said', 'supported')"
    )
    db.connection.execute("UPDATE note SET confirmed_at_ms = 5")
