"""Makes the pictures of the README and the guide: dialogues played with the real models, windows over their vaults.

python -m tests.pictures [--vaults DIR] [--into DIR] [--only NAME …]

A vault that was played before is used again: only what the window shows is taken anew.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path

import numpy as np
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from desktop_app.composition import Overrides, Program, open_or_create, wall_clock_ms
from desktop_app.domain.events import EngineState
from desktop_app.support.paths import data_paths
from desktop_app.ui.application import make_application
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.play.player import Player
from desktop_app.ui.play.script import read_script
from desktop_app.ui.play.waiting import settle, wait_until
from desktop_app.ui.preferences import PreferenceStore
from desktop_app.ui.shell import build_window
from desktop_app.ui.theme import ThemeName
from tests.installed_models import embedding_model
from tests.pictures.scenes import DIALOGUES, PICTURES, Dialogue, Picture

ROOT = Path(__file__).parent.parent.parent
DAY_MS = 24 * 3600 * 1000
MODELS_TIMEOUT_MS = 5 * 60_000
MOST_BYTES = 150_000
SETTLE_MS = 4_000  # for what the panel reads and lays out


class Calendar:
    """The clock of a dialogue: today, or so many days before."""

    def __init__(self) -> None:
        self.days_ago = 0

    def __call__(self) -> int:
        """Milliseconds since 1970."""
        return wall_clock_ms() - self.days_ago * DAY_MS


@contextmanager
def opened(dialogue: Dialogue, vault: Path, calendar: Calendar) -> Iterator[Program]:
    """The program over a dialogue's vault, its models loaded."""
    model = data_paths().chat_models / dialogue.model
    overrides = Overrides(dialogue.context, dialogue.reply, model, str(embedding_model("e5")))
    program = Program(
        open_or_create(vault, dialogue.kind, calendar),
        data_paths(),
        language=lambda: dialogue.language,
        overrides=overrides,
        clock=calendar,
    )
    try:
        program.start()
        models = program.services.models
        ready = wait_until(
            lambda: models.state.state is EngineState.READY and models.embedder_state.ready, MODELS_TIMEOUT_MS
        )
        assert ready, "the models are not installed: run `make set-up`"
        yield program
    finally:
        program.close()


def a_window(application: QApplication, program: Program, language: str, theme: ThemeName) -> MainWindow:
    """The window in a language and a look."""
    preferences = PreferenceStore(None)
    preferences.update(welcomed=True, language=language, theme=theme)
    return build_window(application, program.services, preferences)


def end(window: MainWindow) -> None:
    """Close a window and be rid of it."""
    window.close()
    window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def play(application: QApplication, dialogue: Dialogue, vault: Path) -> None:
    """Play a dialogue into a new vault, each session on its day."""
    calendar = Calendar()
    with opened(dialogue, vault, calendar) as program:
        who = dialogue.patient
        if who is not None:
            program.services.people.create(who.name, who.sex, who.birth_date, who.record_number)
        name = who.name if who is not None else "Ruth"
        window = a_window(application, program, dialogue.language, ThemeName.LIGHT)
        window.resize(1280, 800)
        window.show()
        player = Player(window, program.services, window.bridge, default_person=name, wait_memory=True)
        lines = read_script(dialogue.script, dialogue.kind)
        for session, said in groupby(lines, key=lambda line: line.session):
            calendar.days_ago = dialogue.days_ago[session]
            for record in player.play(list(said), None):
                sys.stderr.write(f"{session} {record['turn']}: {record['reply']}\n")
        end(window)


def take(application: QApplication, program: Program, picture: Picture, into: Path) -> Path:
    """Take a picture and store it with as few colours as it needs."""
    window = a_window(application, program, picture.language, picture.theme)
    window.resize(*picture.size)
    window.show()
    person = program.services.people.list()[0]
    newest = program.services.sessions.list(person.id)[0]
    window.open_session(person.id, newest.id)
    wait_until(lambda: window.memory_panel.ledger is not None, 30_000)
    settle(SETTLE_MS)  # a draft that was kept arrives meanwhile
    window.composer.set_text(picture.typed)
    picture.arrange(window)
    settle(SETTLE_MS)
    path = into / f"{picture.name}.png"
    shown = window.memory_panel if picture.panel_only else window
    small = _fewer_colours(shown.grab().toImage())
    assert small.save(str(path), "PNG", 0)
    end(window)
    return path


def _fewer_colours(image: QImage) -> QImage:
    """The picture in its 256 most frequent colours: flat ground and the steps of its letters' edges."""
    whole = image.convertToFormat(QImage.Format.Format_RGB32)
    colours, counts = np.unique(np.frombuffer(whole.constBits(), dtype=np.uint32), return_counts=True)
    table = [int(colour) for colour in colours[np.argsort(-counts)[:256]]]
    flat = Qt.ImageConversionFlag.ThresholdDither | Qt.ImageConversionFlag.AvoidDither
    return whole.convertToFormat(QImage.Format.Format_Indexed8, table, flat)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play what is not played yet and take the pictures. Status 1: one is too large."""
    parser = argparse.ArgumentParser(description="Makes the pictures of the README and the guide.")
    parser.add_argument("--vaults", type=Path, default=ROOT / "build" / "pictures", help="where the dialogues are kept")
    parser.add_argument("--into", type=Path, default=ROOT / "resources" / "pictures")
    parser.add_argument("--only", nargs="+", choices=[picture.name for picture in PICTURES])
    options = parser.parse_args(arguments)
    application = make_application(sys.argv[:1])
    options.into.mkdir(parents=True, exist_ok=True)
    wanted = [picture for picture in PICTURES if options.only is None or picture.name in options.only]
    too_large = []
    for name, dialogue in DIALOGUES.items():
        pictures = [picture for picture in wanted if picture.dialogue == name]
        if not pictures:
            continue
        vault = options.vaults / name
        if not vault.exists():
            play(application, dialogue, vault)
        with opened(dialogue, vault, Calendar()) as program:
            for picture in pictures:
                path = take(application, program, picture, options.into)
                print(f"{path.name}: {path.stat().st_size:,} bytes")
                too_large += [path] * (path.stat().st_size > MOST_BYTES)
    return 1 if too_large else 0


if __name__ == "__main__":
    sys.exit(main())
