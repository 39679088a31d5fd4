"""What people lost in other programs and must never lose here, done through the window over a real vault."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from desktop_app.domain.fact_changes import FactEntry
from desktop_app.domain.memory import Category, FactState
from desktop_app.services.exchange.collecting import Scope
from desktop_app.services.exchange.exporting import ExportFormat
from desktop_app.services.facade import Services
from desktop_app.storage.connection import rows, value
from desktop_app.storage.store import Store
from desktop_app.ui.dialogs.export import ExchangeExportDialog
from desktop_app.ui.dialogs.import_ import ImportDialog
from desktop_app.ui.dialogs.question import QuestionDialog
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.sessions.list_view import SessionList
from tests.ui.vault_window import answer, do_with_turn, vault_window

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def errors_end_the_test(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("desktop_app.ui.shell.survive_uncaught_errors", lambda report: None)


def store_of(services: Services) -> Store:
    return services.people._store


def messages(services: Services) -> dict[int, str]:
    """Everything the vault holds of what was said."""
    return dict(store_of(services).read(lambda db: rows(db.connection, "SELECT id, text FROM message ORDER BY id")))


def traces(services: Services) -> dict[str, list[tuple[object, ...]]]:
    """What was derived from what was said: units with their vectors, facts with the words they rest on, contexts."""
    queries = {
        "chunks": "SELECT id, turn_id, text, embedding_fingerprint FROM chunk ORDER BY id",
        "vectors": "SELECT * FROM chunk_vec ORDER BY 1",
        "facts": "SELECT id, value, state, pinned FROM fact ORDER BY id",
        "sources": 'SELECT fact_id, message_id, start, "end", quote FROM fact_source ORDER BY id',
        "summaries": "SELECT id, text FROM summary ORDER BY id",
        "contexts": "SELECT turn_id, hex(body) FROM ledger ORDER BY turn_id",
    }
    return store_of(services).read(lambda db: {name: list(rows(db.connection, sql)) for name, sql in queries.items()})


def talk(services: Services) -> None:
    """Two sessions of one person; the drug is said in both, the place in the first alone."""
    person = services.people.list()[0].id
    for title, texts in (
        ("Knee", ("I live in Lisbon and I am allergic to naproxen.", "What blooms in June?")),
        ("Other", ("I am allergic to naproxen.",)),
    ):
        session = services.sessions.create(person, title)
        for text in texts:
            services.chat.send(session.id, text, "person")
            services.chat.wait_until_idle(30)
    assert services.consolidation.wait(60)


def open_knee(qtbot: QtBot, window: MainWindow, services: Services) -> int:
    knee = next(one for one in services.sessions.list(window.person_id or 0) if one.title == "Knee")
    window.open_session(window.person_id or 0, knee.id)
    qtbot.waitUntil(lambda: window.session_id == knee.id)
    qtbot.waitUntil(lambda: len(window.transcript.turn_ids()) == 2)
    return knee.id


# --- E3: no save shrinks a session, and only one program has a vault


def test_nothing_that_is_done_in_the_window_shrinks_a_session(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> None:
    with vault_window(qtbot, qapp, tmp_path, people=("Me",), prepare=talk, reserve=40) as (window, services):
        session = open_knee(qtbot, window, services)
        first = window.transcript.turn_ids()[0]
        held = messages(services)
        other = next(one.id for one in services.sessions.list(window.person_id or 0) if one.id != session)

        def nothing_is_lost(done: str) -> None:
            now = messages(services)
            assert {number: now.get(number) for number in held} == held, done
            held.update(now)

        def ask(text: str) -> None:
            count = len(messages(services))
            window.composer.set_text(text)
            qtbot.keyClick(window.composer._edit, Qt.Key.Key_Return)
            qtbot.waitUntil(lambda: len(messages(services)) > count, timeout=20_000)
            qtbot.waitUntil(lambda: not services.chat.busy, timeout=20_000)

        assert second_program(store_of(services).directory) == "vault_in_use"
        nothing_is_lost("a second program")
        ask("And in July?")
        nothing_is_lost("a message")
        do_with_turn(qtbot, window, "again", services.sessions.page(session).turns[-1].id)
        qtbot.waitUntil(lambda: len(messages(services)) > len(held), timeout=20_000)
        qtbot.waitUntil(lambda: not services.chat.busy, timeout=20_000)
        nothing_is_lost("another reply")
        services.branches.show_branch(first)  # as a click on the other version does
        nothing_is_lost("another version")
        ask("An answer below an earlier turn")
        nothing_is_lost("an answer in the middle")
        window.composer.set_text("a draft that is never sent")
        window.open_session(window.person_id or 0, other)  # away in the middle of a sentence, and back
        qtbot.waitUntil(lambda: window.session_id == other)
        window.open_session(window.person_id or 0, session)
        qtbot.waitUntil(lambda: window.session_id == session)
        nothing_is_lost("another session")
        services.sessions.rename(session, "Knees")
        services.sessions.set_pinned(session, True)
        nothing_is_lost("name and pin")
        assert services.consolidation.wait(60)
        nothing_is_lost("work in idle time")
    with vault_window(qtbot, qapp, tmp_path) as (window, services):
        qtbot.waitUntil(lambda: window.session_id is not None)
        now = messages(services)
        assert {number: now.get(number) for number in held} == held, "closed and opened again"


def second_program(directory: Path) -> str:
    """What a second program is told that opens the vault."""
    script = """
        import sys
        from pathlib import Path
        from desktop_app.composition import open_or_create
        from desktop_app.domain.conversation import VaultKind
        from desktop_app.domain.errors import VaultError
        try:
            open_or_create(Path(sys.argv[1]), VaultKind.PERSONAL)
        except VaultError as error:
            print(error.code)
    """
    command = [sys.executable, "-c", textwrap.dedent(script), str(directory)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True).stdout.strip()


# --- E7: one message deleted, and back


def test_an_undone_deletion_gives_back_text_place_vectors_and_links(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    with vault_window(qtbot, qapp, tmp_path, people=("Me",), prepare=talk, reserve=40) as (window, services):
        session = open_knee(qtbot, window, services)
        first, second = services.sessions.page(session).turns
        before = traces(services)
        assert len(before["vectors"]) == 6, "of each question and each reply"
        assert {row[1] for row in before["sources"]} >= {first.question.id}
        actions = window.turn_actions

        def delete() -> None:
            actions.run("delete", first.id)
            (box,) = window.transcript.findChildren(QuestionDialog)
            next(button for button in box.findChildren(QPushButton) if button.text() == "Delete").click()
            qtbot.waitUntil(lambda: not window.transcript.findChildren(QuestionDialog))
            assert "Lisbon" not in window.transcript.browser.toPlainText()

        delete()
        qtbot.mouseClick(actions.undo.undo_button, Qt.MouseButton.LeftButton)
        assert "Lisbon" in window.transcript.browser.toPlainText()
        actions.flush_deletions()  # when the time is over, nothing is left to be carried out
        assert services.consolidation.wait(60)
        assert services.sessions.page(session).turns == (first, second)
        assert traces(services) == before

        delete()
        actions.flush_deletions()
        qtbot.waitUntil(lambda: services.sessions.page(session).turns != (first, second), timeout=20_000)
        assert services.consolidation.wait(60)
        after = traces(services)
        assert len(after["vectors"]) == 4
        assert not {row[1] for row in after["sources"]} & {first.question.id}
        assert "Lisbon" not in [row[1] for row in after["facts"]]


# --- I7: a session is deleted with what was made of it


def test_deleting_a_session_lists_what_goes_and_takes_what_has_no_other_source(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    def summed_up(services: Services) -> None:
        talk(services)
        session = services.sessions.list(services.people.list()[0].id)
        knee = next(one for one in session if one.title == "Knee")
        turn = services.sessions.page(knee.id).turns[0].id
        store_of(services).write(lambda db: db.summaries.add(knee.id, "brief", "In Lisbon.", covers=[turn], now_ms=1))

    with vault_window(qtbot, qapp, tmp_path, people=("Me",), prepare=summed_up, reserve=40) as (window, services):
        session = open_knee(qtbot, window, services)
        sessions: SessionList = window.sessions.findChild(SessionList)
        sessions.setFocus()
        qtbot.keyClick(sessions, Qt.Key.Key_Delete)
        box = answer(qtbot, "Delete")
        words = f"{box.question.text()} {box.told.text()}"
        for part in ("turns: 2", "facts: 1", "summaries: 1", "vectors: 4", "context records: 2"):
            assert part in words
        assert "Facts that rest on it alone: Lisbon" in words
        assert "also said elsewhere and stay: 1" in words
        assert len(services.sessions.list(window.person_id or 0)) == 2  # it can still be undone
        window.sessions._deletions.flush()
        qtbot.waitUntil(lambda: len(services.sessions.list(window.person_id or 0)) == 1, timeout=20_000)
        assert services.consolidation.wait(60)
        left = traces(services)
        assert [row[1] for row in left["facts"]] == ["naproxen"]
        assert {row[1] for row in left["sources"]} == {3 * 2 - 1}  # the turn of the other session alone
        assert (len(left["vectors"]), len(left["contexts"]), left["summaries"]) == (2, 1, [])
        gone = store_of(services).read(
            lambda db: value(db.connection, "SELECT count(*) FROM turn WHERE session_id = ?", (session,))
        )
        assert gone == 0


# --- D19: the memory out of one vault and into another


def test_facts_leave_and_return_with_history_and_provenance(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lived(services: Services) -> None:
        person = services.people.list()[0].id
        session = services.sessions.create(person)
        services.chat.record(session.id, "I live in Lisbon and I am allergic to naproxen.", "person")
        assert services.consolidation.wait(60)
        for fact in services.memory.facts(person):
            if fact.value == "Lisbon":
                services.fact_editing.edit(fact.id, FactEntry(Category.RESIDENCE, "Porto"))
            else:
                services.memory.set_pinned(fact.id, True)
        services.memory.forget(services.fact_editing.add(person, FactEntry(Category.OTHER, "a secret")).added[0])

    def exported(services: Services) -> list[tuple[object, ...]]:
        (person,) = services.exports.document(Scope(), services.exports.progress()).people
        texts = {(session.id, turn.id): turn.question.text for session in person.sessions for turn in session.turns}
        return [
            (
                fact.value, fact.category, fact.state, fact.pinned, fact.speaker, fact.observed_at_ms, fact.by_hand,
                tuple((each.quote, each.start, each.end, texts[each.session, each.turn]) for each in fact.sources),
                tuple((each.at_ms, each.actor, each.kind, each.state) for each in fact.changes),
            )
            for fact in person.facts
        ]  # fmt: skip

    def click(widget: QPushButton) -> None:
        qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)

    path = tmp_path / "memory.json"
    keys = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    with vault_window(qtbot, qapp, tmp_path / "one", people=("Me",), prepare=lived, load=False) as (window, services):
        before = exported(services)
        qtbot.keyClick(window, Qt.Key.Key_E, keys)
        (out,) = window.findChildren(ExchangeExportDialog)
        out._choose_file = lambda ending: str(path)
        out.scope.setCurrentIndex(1)
        out.format.setCurrentIndex(out.format.findData(ExportFormat.JSON.value))
        click(out.accept_button)
        qtbot.waitUntil(path.exists, timeout=20_000)
        qtbot.waitUntil(lambda: out._state.isVisible(), timeout=20_000)
        click(out.cancel_button)
    states = {fact[0]: fact[2] for fact in before}
    assert states == {
        "naproxen": FactState.ACTIVE,
        "Lisbon": FactState.SUPERSEDED,
        "Porto": FactState.ACTIVE,
        "a secret": FactState.FORGOTTEN,
    }
    with vault_window(qtbot, qapp, tmp_path / "two", people=("Somebody",), load=False) as (window, services):
        monkeypatch.setattr("PySide6.QtWidgets.QFileDialog.getOpenFileName", lambda *_: (str(path), ""))
        qtbot.keyClick(window, Qt.Key.Key_I, keys)
        (into,) = window.findChildren(ImportDialog)
        qtbot.waitUntil(lambda: into.accept_button.isVisible(), timeout=20_000)
        click(into.accept_button)
        qtbot.waitUntil(lambda: len(services.people.list()) == 2, timeout=20_000)
        somebody = services.people.list()[0].id
        assert services.memory.facts(somebody) == []
        click(into.cancel_button)
        services.people.delete(somebody)
        assert exported(services) == before
