"""Erasing with a certificate, and a search of its own for what should be gone."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from desktop_app.domain.certificates import Certificate, ErasedKind
from desktop_app.domain.conversation import VaultKind
from desktop_app.services.facade import Services
from desktop_app.storage.backup import BACKUP_DIRECTORY
from desktop_app.storage.connection import open_connection, rows
from desktop_app.storage.remnants import Fragments
from desktop_app.storage.store import Store
from tests.scripted_program import Heard, scripted_program

CANARY_ZH, CANARY_EN = "金丝雀在灰色的窗台上唱了三遍", "the heron keeps a copper key beneath the third stone"


def store_of(services: Services) -> Store:
    return services.people._store


def say(services: Services, session_id: int, text: str) -> int:
    heard = Heard(services)
    turn_id = services.chat.send(session_id, text, "person").id
    services.chat.wait_until_idle(30)
    assert heard.last_end().turn_id == turn_id
    return turn_id


def found_in(store: Store, data_folder: Path, text: str) -> list[str]:
    """Where a text stands: in the decrypted pages of the vault and of each backup, or in a file as it is."""
    needle = text.encode("utf-8")
    key = store._keys.data_key
    found = []
    for path in (store.directory / "vault.db", *(store.directory / BACKUP_DIRECTORY).glob("*.db")):
        connection = open_connection(path, key, read_only=True)
        if needle in connection.serialize("main"):
            found.append(path.name)
        connection.close()
    found += [path.name for path in data_folder.rglob("*") if path.is_file() and needle in path.read_bytes()]
    return found


@pytest.mark.parametrize("kind", [ErasedKind.TURN, ErasedKind.SESSION, ErasedKind.PERSON])
def test_what_is_erased_is_gone_from_the_vault_and_its_backups(tmp_path: Path, kind: ErasedKind) -> None:
    with scripted_program(tmp_path) as services:
        person = services.people.create("Wilhelmina Quartz")
        other = services.people.create("Someone else")
        session, kept = services.sessions.create(person.id, "heron notes"), services.sessions.create(other.id)
        turn_id = say(services, session.id, f"{CANARY_EN}, {CANARY_ZH}")
        say(services, kept.id, "My sister keeps bees behind the mill.")
        services.backups.back_up_now()
        store = store_of(services)
        assert {path.split("-")[0] for path in found_in(store, tmp_path, CANARY_EN)} == {"vault.db", "vault"}
        number = {ErasedKind.TURN: turn_id, ErasedKind.SESSION: session.id, ErasedKind.PERSON: person.id}[kind]

        certificate = services.erasure.erase(kind, number)

        assert found_in(store, tmp_path, CANARY_EN) == []
        assert found_in(store, tmp_path, CANARY_ZH) == []
        assert found_in(store, tmp_path, "sister keeps bees")
        assert certificate.holds
        assert (certificate.turns, certificate.backups_deleted, certificate.backup_made) == (1, 1, True)
        assert certificate.verification.texts >= 1
        assert certificate.verification.decrypted_bytes > 100_000
        for word in ("Quartz", "heron", "金丝雀"):
            assert word not in certificate.as_json()
        last = store.read(lambda db: rows(db.connection, "SELECT action, detail FROM audit_log ORDER BY seq DESC"))[0]
        assert last[0] == "erased"
        assert certificate.sha256 in last[1]
        assert store.read(lambda db: db.audit.verify()) is None


def test_words_that_somebody_else_said_too_are_not_taken_for_a_remnant(tmp_path: Path) -> None:
    with scripted_program(tmp_path) as services:
        sessions = [services.sessions.create(services.people.create(name).id).id for name in ("One", "Two")]
        for session_id in sessions:
            say(services, session_id, "Please remember that the bakery closes early on Fridays.")
        certificate = services.erasure.erase(ErasedKind.SESSION, sessions[0])
        assert certificate.holds
        assert certificate.verification.said_elsewhere >= 1


def test_a_remnant_makes_the_certificate_say_so(tmp_path: Path) -> None:
    with scripted_program(tmp_path) as services:
        session = services.sessions.create(services.people.create("One").id)
        say(services, session.id, CANARY_EN)
        (tmp_path / "left.txt").write_text(f"... {CANARY_EN[5:40]} ...", encoding="utf-8")
        certificate = services.erasure.erase(ErasedKind.SESSION, session.id)
        assert not certificate.holds
        assert certificate.verification.remnants == ("left.txt",)


def test_a_table_that_erasing_forgets_is_found(tmp_path: Path) -> None:
    with scripted_program(tmp_path) as services:
        store = store_of(services)
        session = services.sessions.create(services.people.create("One").id)
        say(services, session.id, CANARY_ZH)
        store.write(lambda db: db.connection.execute("CREATE TABLE forgotten AS SELECT text FROM message"))
        certificate = services.erasure.erase(ErasedKind.SESSION, session.id)
        assert certificate.verification.remnants == ("vault.db",)


def test_erasing_what_is_not_there_says_so(tmp_path: Path) -> None:
    with scripted_program(tmp_path) as services, pytest.raises(KeyError):
        services.erasure.erase(ErasedKind.PERSON, 99)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_one_of_twenty_people_leaves_a_large_vault_within_ten_seconds(tmp_path: Path) -> None:
    with scripted_program(tmp_path, kind=VaultKind.CLINICAL) as services:
        store = store_of(services)
        _fill(services, store, people=20, turns=500)
        count = "SELECT count(*) FROM message"
        assert store.read(lambda db: rows(db.connection, count)) == [(20_000,)]
        before = store.read(lambda db: rows(db.connection, "SELECT text FROM message ORDER BY id"))
        began = time.monotonic()
        certificate: Certificate = services.erasure.erase(ErasedKind.PERSON, 7)
        took = time.monotonic() - began
        after = store.read(lambda db: rows(db.connection, "SELECT text FROM message ORDER BY id"))
        assert certificate.holds
        assert after == [row for row in before if _mark(7) not in row[0]]
        assert len(after) == 19_000
        assert found_in(store, tmp_path, _mark(7)) == []
        assert took < 10, f"{took:.1f} s"


def _mark(person: int) -> str:
    """What every text of a person has; too long to stand among encrypted bytes by chance."""
    return f"patient-{person}-of-twenty"


def _fill(services: Services, store: Store, *, people: int, turns: int) -> None:
    from tests.storage.storage_helpers import say as say_in_storage

    for person in range(1, people + 1):
        made = services.people.create(f"Patient {_mark(person)}")
        session = services.sessions.create(made.id, f"visit {_mark(person)}")

        def add(db: object, person: int = person, session_id: int = session.id) -> None:
            for turn in range(turns):
                text = (
                    f"{_mark(person)} {turn}: 今天血压 {100 + turn % 60}，头痛 {_mark(person)} and took {turn} mg of it"
                )
                say_in_storage(db, session_id, text, f"noted {_mark(person)} {turn}, 记下了")  # type: ignore[arg-type]

        store.write(add)


def test_fragments_are_found_at_any_offset_and_chance_finds_none() -> None:
    texts = [f"text number {number} of this small collection".encode() for number in range(50)] + ["王芳".encode()]
    fragments = Fragments(texts)
    assert (fragments.texts, fragments.too_short) == (51, 0)
    for offset in range(17):
        padding = bytes(range(100, 100 + offset))
        assert fragments.are_in(padding + texts[9][3:30] + b"!")
        assert fragments.are_in(padding + texts[-1] + b"!!")
        assert not fragments.are_in(padding + b"nothing of the kind stands in here, at no place at all")
    assert Fragments([b"short"]).too_short == 1


def test_what_is_kept_is_ignored_at_any_offset() -> None:
    fragments = Fragments([b"the same sentence said by both of them", b"said by one of them alone, never twice"])
    assert fragments.ignore(b"xyz the same sentence said by both of them") == 1
    assert not fragments.are_in(b"a the same sentence said by both of them")
    assert fragments.are_in(b"said by one of them alone, never twice")
