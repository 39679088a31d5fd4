"""Memory work seen through the window of a real program: what failed, why, when again, and again now."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication, QListWidget
from pytestqt.qtbot import QtBot

from desktop_app.domain.errors import ModelError
from desktop_app.domain.memory import Category
from desktop_app.services.facade import Services
from desktop_app.ui.dialogs.memory_work import MemoryWorkDialog
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.preferences import PreferenceStore
from desktop_app.ui.shell import build_window
from tests.scripted_program import Clock, scripted_program


@pytest.fixture
def scene(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[MainWindow, Services, Clock]]:
    """The window over a scripted program with one session; work begins without the idle seconds."""
    monkeypatch.setattr("desktop_app.ui.shell.survive_uncaught_errors", lambda report: None)
    monkeypatch.setattr("desktop_app.services.consolidation.IDLE_S", 0.05)
    clock = Clock()
    with scripted_program(tmp_path, clock=clock) as services:
        services.sessions.create(services.people.create("Ann").id, "Knee")
        preferences = PreferenceStore(None)
        preferences.update(language="en", welcomed=True)
        window = build_window(qapp, services, preferences)
        window.resize(1280, 800)
        window.show()
        qtbot.waitUntil(lambda: window.session_id is not None)
        yield window, services, clock
        window.close()
        window.deleteLater()
        qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        qapp.setStyleSheet("")


@pytest.fixture
def failing() -> Iterator[pytest.MonkeyPatch]:
    """Undone before anything else."""
    with pytest.MonkeyPatch.context() as patch:
        yield patch


def open_dialog(window: MainWindow, qtbot: QtBot) -> tuple[MemoryWorkDialog, QListWidget]:
    link = window.status_bar._memory_failed
    qtbot.waitUntil(link.isVisible)
    qtbot.mouseClick(link, Qt.MouseButton.LeftButton)
    (dialog,) = (w for w in QApplication.topLevelWidgets() if isinstance(w, MemoryWorkDialog) and w.isVisible())
    (shown,) = dialog.findChildren(QListWidget)
    qtbot.waitUntil(lambda: shown.count() > 0)
    return dialog, shown


def test_a_failed_step_is_shown_with_its_reason_and_tried_again_at_once_on_demand(
    scene: tuple[MainWindow, Services, Clock], qtbot: QtBot, failing: pytest.MonkeyPatch
) -> None:
    window, services, _ = scene

    def broken(*_: object, **__: object) -> list[object]:
        raise RuntimeError("secret words")

    def gone(*_: object, **__: object) -> list[bytes]:
        raise ModelError("engine_crashed")

    failing.setattr("desktop_app.services.extraction.extract", broken)
    failing.setattr(services.consolidation._retrieval._embedder, "embed_passages", gone)
    window.composer.set_text("I'm allergic to naproxen.")
    window.composer.send()
    qtbot.waitUntil(lambda: window.status_bar.texts[-1:] == ("memory steps failed: 2",), timeout=10_000)
    dialog, shown = open_dialog(window, qtbot)

    texts = sorted(shown.item(row).text() for row in range(shown.count()))
    assert texts[0].startswith("Make it findable: turn 1 of “Knee”")
    assert texts[1].startswith("Read it for facts: turn 1 of “Knee”")
    assert "RuntimeError" in texts[1]
    assert all("failed tries: 1; next try" in text for text in texts)
    assert not any("secret" in text for text in texts)
    # It fails again: the count goes up and the next try is further away.
    waits = [failure.next_try_ms for failure in services.consolidation.failures()]
    qtbot.mouseClick(dialog.accept_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "failed tries: 2" in shown.item(shown.count() - 1).text(), timeout=10_000)
    qtbot.waitUntil(lambda: all("failed tries: 2" in shown.item(row).text() for row in range(shown.count())))
    assert min(failure.next_try_ms for failure in services.consolidation.failures()) > max(waits) + 4_000
    # And now it works, at once.
    failing.undo()
    qtbot.waitUntil(dialog.accept_button.isEnabled)
    qtbot.mouseClick(dialog.accept_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: shown.count() == 0, timeout=10_000)

    qtbot.waitUntil(lambda: not window.status_bar._memory_failed.isVisible())
    assert window.person_id is not None
    assert [fact.category for fact in services.memory.facts(window.person_id)] == [Category.ALLERGY]
    dialog.reject()


def test_a_message_is_answered_while_memory_work_is_stuck_and_the_work_follows(
    scene: tuple[MainWindow, Services, Clock], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, services, _ = scene
    waiting = services.consolidation._user_is_waiting
    monkeypatch.setattr(services.consolidation, "_user_is_waiting", lambda: True)
    for number in range(2):
        window.composer.set_text(f"I'm allergic to {('naproxen', 'penicillin')[number]}.")
        window.composer.send()
        qtbot.waitUntil(lambda: window.composer.text() == "" and not services.chat.busy)
    assert window.session_id is not None
    qtbot.waitUntil(lambda: services.sessions.page(window.session_id or 0).total == 2)
    qtbot.waitUntil(lambda: window.status_bar.texts[-1:] == ("4 memory steps waiting",), timeout=10_000)

    link = window.status_bar._memory_text  # leads to what waits
    qtbot.mouseClick(link, Qt.MouseButton.LeftButton)
    (dialog,) = window.findChildren(MemoryWorkDialog)
    qtbot.waitUntil(lambda: dialog._state.text().startswith("4 steps wait."))
    dialog.reject()

    monkeypatch.setattr(services.consolidation, "_user_is_waiting", waiting)

    qtbot.waitUntil(lambda: not any("memory step" in text for text in window.status_bar.texts), timeout=10_000)
    assert window.person_id is not None
    assert {fact.value for fact in services.memory.facts(window.person_id)} == {"naproxen", "penicillin"}
