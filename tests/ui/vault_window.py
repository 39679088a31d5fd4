"""The real window over a real vault with a scripted model, and what a person does in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication, QDialog, QPushButton
from pytestqt.qtbot import QtBot

from desktop_app.domain.conversation import VaultKind
from desktop_app.services.facade import Services
from desktop_app.ui.dialogs.question import QuestionDialog
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.preferences import PreferenceStore
from desktop_app.ui.shell import build_window
from desktop_app.ui.theme import ThemeName
from tests.scripted_program import scripted_program


@contextmanager
def vault_window(
    qtbot: QtBot,
    qapp: QApplication,
    directory: Path,
    *,
    kind: VaultKind = VaultKind.PERSONAL,
    language: str = "en",
    theme: ThemeName = ThemeName.LIGHT,
    people: tuple[str, ...] = ("Me", "The novel"),
    welcomed: bool = True,
    prepare: Callable[[Services], object] = lambda services: None,
    **script: object,
) -> Iterator[tuple[MainWindow, Services]]:
    """Open the window on the first of some people; ``prepare`` fills the vault before the window reads it."""
    with scripted_program(directory, kind=kind, **script) as services:  # type: ignore[arg-type]
        if not services.people.list():
            for name in people:
                services.people.create(name)
        prepare(services)
        preferences = PreferenceStore(None)
        preferences.update(welcomed=welcomed, language=language, theme=theme)
        window = build_window(qapp, services, preferences)
        window.resize(1280, 800)
        window.show()
        qtbot.waitUntil(lambda: window.person_id is not None)
        yield window, services
        window.close()
        window.deleteLater()
        qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        qapp.setStyleSheet("")


def do_with_turn(qtbot: QtBot, window: MainWindow, name: str, turn_id: int) -> None:
    """Carry out a command on a turn as soon as the transcript offers it, as somebody who sees it would."""
    qtbot.waitUntil(lambda: name in window.turn_actions._offered(turn_id), timeout=20_000)
    window.turn_actions.run(name, turn_id)


def shown_dialog(qtbot: QtBot) -> QDialog:
    """The one dialog that is open, once it is."""

    def shown() -> list[QDialog]:
        return [w for w in QApplication.topLevelWidgets() if isinstance(w, QDialog) and w.isVisible()]

    qtbot.waitUntil(lambda: len(shown()) == 1)
    return shown()[0]


def answer(qtbot: QtBot, text: str) -> QuestionDialog:
    """Click a button of the question that is asked."""
    box = shown_dialog(qtbot)
    assert isinstance(box, QuestionDialog)
    assert box.question.textFormat() == Qt.TextFormat.PlainText
    qtbot.mouseClick(next(b for b in box.findChildren(QPushButton) if b.text() == text), Qt.MouseButton.LeftButton)
    return box
