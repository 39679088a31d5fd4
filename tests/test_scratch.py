"""A scratch program keeps nothing: not on the disk, not in the vault, not after it is closed."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from desktop_app.composition import Overrides, Program, open_or_create
from desktop_app.domain.conversation import VaultKind
from desktop_app.engine.scripted import scripted_chat_engine, scripted_embedder
from desktop_app.storage.store import Store
from desktop_app.support.paths import DataPaths
from tests.scripted_program import CHEAP, READY, Clock

CANARY = "zinnoberfisch"
SAID = f"I am allergic to {CANARY} and my cat is called {CANARY}."


def make_program(directory: Path) -> Program:
    model = directory / "smollm-scripted.json"
    model.write_text('{"context_length": 1024}', encoding="utf-8")
    (directory / "embedding").mkdir()
    program = Program(
        open_or_create(directory / "vault", VaultKind.PERSONAL, Clock()),
        DataPaths(directory),
        language=lambda: "en",
        overrides=Overrides(1024, 64, model, str(directory / "embedding")),
        clock=Clock(),
        engine=scripted_chat_engine(READY),
        embedder=scripted_embedder(READY),
        key_cost=CHEAP,
    )
    assert program.services.models.load_default() is not None
    program.services.models.load_embedder()
    return program


def vault_text(store: Store) -> str:
    """Every value of every table that is not a shadow of an index, as text."""

    def read(db: object) -> str:
        connection = db.connection  # type: ignore[attr-defined]
        names = [row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        found = []
        for name in names:
            for row in connection.execute(f'SELECT * FROM "{name}"'):
                found.extend(v.decode("utf-8", "ignore") if isinstance(v, bytes) else str(v) for v in row)
        return "\n".join(found)

    return store.read(read)


def _counts(store: Store) -> list[int]:
    tables = ("session", "turn", "message", "chunk", "fact", "ledger", "summary", "consolidation_job", "person")
    return store.read(
        lambda db: [db.connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in tables]
    )


def test_what_is_said_in_a_scratch_session_is_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    for name in ("TMPDIR", "SQLITE_TMPDIR"):
        monkeypatch.setenv(name, str(temporary))
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    monkeypatch.chdir(temporary)
    program = make_program(tmp_path)
    try:
        program.services.people.create("Me")
        before = _counts(program._store)
        scratch = program.scratch("Scratch")
        services = scratch.services
        session = services.sessions.create(services.people.list()[0].id)
        services.sessions.save_draft(session.id, SAID)
        turn = services.chat.send(session.id, SAID, "person")
        assert turn.reply is not None
        # While it is open it is a program like any other: it recalls, knows facts, and shows what the model sees.
        assert services.consolidation.wait()
        assert services.context.ledger(turn.id) is not None
        assert any(CANARY in fact.value for fact in services.memory.facts(1))
        services.chat.send(session.id, f"What is {CANARY}?", "person")
        for closed in (False, True):
            if closed:
                scratch.close()
            assert CANARY not in vault_text(program._store)
            assert _counts(program._store) == before
            for path in tmp_path.rglob("*"):
                if path.is_file():
                    assert CANARY.encode() not in path.read_bytes(), path
        assert list(temporary.iterdir()) == []
        # The models it used are still there for the program beside it.
        kept = program.services.sessions.create(1)
        assert program.services.chat.send(kept.id, "Hello", "person").reply is not None
    finally:
        program.close()


def test_a_scratch_hears_of_the_models_and_settings_of_its_host(tmp_path: Path) -> None:
    program = make_program(tmp_path)
    try:
        scratch = program.scratch("Scratch")
        heard: list[object] = []
        scratch.services.bus.subscribe(heard.append)
        assert scratch.services.models.state.model == program.services.models.state.model
        program.services.models.unload()
        assert [type(event).__name__ for event in heard] == ["EngineChanged"]
        scratch.close()
        heard.clear()
        program.services.models.load_default()
        assert heard == []
    finally:
        program.close()


def test_the_host_ends_its_scratches(tmp_path: Path) -> None:
    program = make_program(tmp_path)
    scratch = program.scratch("Scratch")
    program.close()
    with pytest.raises(Exception, match=r"(?i)closed"):
        scratch.services.people.list()
