"""A dialogue of sixty turns played through the real window: every number the panel shows is that of the record."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.composition import Overrides, Program, open_or_create
from desktop_app.domain.conversation import PERSON, VaultKind
from desktop_app.services.facade import Services
from desktop_app.support.paths import DataPaths
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.memory_panel.tab import CLIPPED, CONTEXT, FACTS, RECALLED, TIMELINE
from desktop_app.ui.memory_panel.timeline.page import TABLE
from desktop_app.ui.play import player
from desktop_app.ui.play.player import Player
from desktop_app.ui.play.script import ScriptLine
from desktop_app.ui.preferences import PreferenceStore
from desktop_app.ui.shell import build_window
from desktop_app.ui.texts import section_name
from desktop_app.ui.theme import FREE, RESERVE, ThemeName
from tests.installed_models import embedding_model, small_chat_model
from tests.scripted_program import scripted_program

TURNS = 60
_SUBJECTS = (
    "the beehives behind the barn",
    "the cello lessons",
    "the leaking roof",
    "the tax letter",
    "the old bicycle",
)
_SAID = (
    "I take {n} mg of atorvastatin in the evening, and I want to see to {subject} before Friday.",
    "Haha, thanks, that was funny!",
    "On the {n}th we decided to spend {n} euros on {subject}, not a cent more.",
    "What did I say about {subject}?",
    "Good morning! Lovely weather today.",
    "My sister says that {subject} can wait; I am allergic to bee stings since {n} years.",
)

_SCORES = ("vector", "word", "score")

Record = dict[str, Any]


def script(turns: int = TURNS) -> list[ScriptLine]:
    """An everyday dialogue in two sessions, the first of them short."""
    lines = []
    for number in range(turns):
        said = _SAID[number % len(_SAID)].format(n=number + 1, subject=_SUBJECTS[number % len(_SUBJECTS)])
        lines.append(ScriptLine(f"s{min(1, number // 8)}", "Ann", PERSON, said))
    return lines


def compare(window: MainWindow, services: Services, record: Record, qtbot: QtBot) -> None:
    """What the panel shows now is the record."""
    panel = window.memory_panel
    qtbot.waitUntil(lambda: panel.header.total.text() == f"{record['prompt_tokens']:,}", timeout=20_000)
    qtbot.waitUntil(lambda: panel.header.check.text() == "matches the engine ✓", timeout=20_000)
    sections: dict[str, int] = record["sections"]
    # Gauge, its table, and the limit.
    free = record["context_limit"] - record["reserved"] - record["prompt_tokens"]
    drawn = {segment.section: segment.tokens for segment, _ in panel.header.gauge.rectangles()}
    assert {name: drawn.get(name, 0) for name in sections} == sections
    assert (drawn.get(RESERVE, 0), drawn.get(FREE, 0)) == (record["reserved"], free)
    assert panel.header.limit.text() == f"/ {record['context_limit']:,}"
    table = panel.header.legend.model()
    cells = [table.index(row, column) for row in range(table.rowCount()) for column in range(table.columnCount())]
    listed = {cell.data(): cell.data(Qt.ItemDataRole.AccessibleTextRole) for cell in cells if cell.data() is not None}
    for name, tokens in {**sections, RESERVE: record["reserved"]}.items():
        assert section_name(name) in listed or not tokens
        assert _numbers(listed.get(section_name(name), "0"))[0] == tokens
    assert f"computed {record['computed_tokens']:,} of {record['prompt_tokens']:,}" in window.status_bar.texts
    # The tabs.
    _same_context(panel, record)
    _same_clipped(panel, record)
    _same_recalled(panel, record)
    panel.show_tab(FACTS)
    held = [fact for fact in record["facts"] if fact["state"] not in ("superseded", "retracted")]
    qtbot.waitUntil(lambda: _count(panel, FACTS) == len(held), timeout=20_000)
    panel.show_tab(CONTEXT)


def _numbers(text: str) -> list[int]:
    return [int(found.replace(",", "")) for found in re.findall(r"\d[\d,]*", text)]


def _count(panel: Any, key: str) -> int:
    tabs = panel.tabs
    name = next(tabs.accessibleTabName(index) for index in range(tabs.count()) if tabs.tabData(index) == key)
    return (_numbers(name) or [0])[0]


def _titles(panel: Any, key: str) -> dict[str, str]:
    """What stands at the right of each card's first line, by its section or else the words at its left."""
    lines = [card.lines[0] for card in panel.pages[key].browser.cards if card.lines]
    return {line.section or line.phrases[0].text: line.right for line in lines if line.phrases}


def _same_context(panel: Any, record: Record) -> None:
    panel.show_tab(CONTEXT)
    titles = _titles(panel, CONTEXT)
    shown = {name: titles.get(name, "0") for name in record["sections"]}
    assert shown == {name: f"{tokens:,}" for name, tokens in record["sections"].items()}
    assert titles["Total"] == f"{record['prompt_tokens']:,}"


def _same_clipped(panel: Any, record: Record) -> None:
    panel.show_tab(CLIPPED)
    clipped: list[Record] = record["clipped"]
    assert _count(panel, CLIPPED) == len(clipped)
    if clipped:
        saved = sum(turn["tokens"] for turn in clipped)
        assert f"{len(clipped):,} turns left out, {saved:,} tokens saved" in _titles(panel, CLIPPED)
    wanted = {turn["turn"] + 1: turn for turn in clipped}
    cards = [
        card
        for card in panel.pages[CLIPPED].browser.cards
        if len(card.lines) > 1 and any(phrase.text.startswith("saves ") for phrase in card.lines[1].phrases)
    ]
    assert len(cards) == min(len(clipped), len(cards) or len(clipped))
    for card in cards:
        words = [phrase.text for phrase in card.lines[1].phrases]
        turn = wanted[_numbers(words[0])[0]]
        assert words[2] == f"saves {turn['tokens']:,} tokens"
        assert float(words[1].rsplit(" ", 1)[1]) == pytest.approx(turn["value"], abs=0.0051)


def _same_recalled(panel: Any, record: Record) -> None:
    panel.show_tab(RECALLED)
    recalled: list[Record] = record["recalled"]
    assert _count(panel, RECALLED) == len(recalled)
    bars = [[line for line in card.lines if line.bar is not None] for card in panel.pages[RECALLED].browser.cards]
    lines = [line for found in bars for line in found]
    # A record rounds to four places: rounding that once more to two could differ in the last one.
    assert [round(line.bar, 4) for line in lines] == [one[key] for one in recalled for key in _SCORES]
    assert [line.right for line in lines] == [f"{line.bar:.2f}" for line in lines]


def same_timeline(window: MainWindow, records: Sequence[Record], qtbot: QtBot) -> None:
    """The table of the timeline says of every turn what its record says."""
    page = window.memory_panel.timeline
    window.memory_panel.show_tab(TIMELINE)
    page.show_view(TABLE)
    model = page.table.model()
    qtbot.waitUntil(lambda: model.rowCount() == len(records), timeout=20_000)
    columns = [model.headerData(c, Qt.Orientation.Horizontal) for c in range(model.columnCount())]
    for row, record in enumerate(records):
        shown = {name: model.index(row, c).data() for c, name in enumerate(columns)}
        assert shown["Turn"] == f"{record['turn'] + 1:,}"
        assert shown["Prompt"] == f"{record['prompt_tokens']:,}"
        assert (shown["Read"], shown["Reused"]) == (f"{record['computed_tokens']:,}", f"{record['reused_tokens']:,}")
        assert {name: shown[section_name(name)] for name in record["sections"]} == {
            name: f"{tokens:,}" for name, tokens in record["sections"].items()
        }


def _play(qtbot: QtBot, qapp: QApplication, services: Services, lines: Sequence[ScriptLine]) -> list[Record]:
    preferences = PreferenceStore(None)
    preferences.update(welcomed=True, language="en", theme=ThemeName.LIGHT)
    window = build_window(qapp, services, preferences)
    window.resize(1280, 800)
    window.show()
    records: list[Record] = []
    plays = Player(window, services, window.bridge, default_person="Ann", wait_memory=True)
    for record in plays.play(lines, None):
        compare(window, services, record, qtbot)
        records.append(record)
    same_timeline(window, [record for record in records if record["session"] == "s1"], qtbot)
    window.close()
    window.deleteLater()
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    qapp.setStyleSheet("")
    return records


def _is_rich(records: Sequence[Record]) -> None:
    """The dialogue has something of everything that is compared."""
    assert len(records) == TURNS
    assert any(record["overflow"] == "clipped" and record["clipped"] for record in records)
    assert any(record["recalled"] for record in records)
    assert any(record["facts"] for record in records)
    assert any(record["sections"]["facts"] for record in records)
    assert any(record["reused_tokens"] for record in records)


def test_the_panel_shows_the_numbers_of_every_record(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("desktop_app.ui.shell.survive_uncaught_errors", lambda report: None)
    monkeypatch.setattr(player, "SETTLE_MS", 0)
    with scripted_program(tmp_path, context_length=640, reserve=64) as services:
        _is_rich(_play(qtbot, qapp, services, script()))


@contextmanager
def _real_program(directory: Path) -> Iterator[Services]:
    overrides = Overrides(1024, 24, small_chat_model(), str(embedding_model("minilm")))
    program = Program(
        open_or_create(directory / "vault", VaultKind.PERSONAL),
        DataPaths(directory),
        language=lambda: "en",
        overrides=overrides,
    )
    try:
        assert program.services.models.load_default() is not None
        program.services.models.load_embedder()
        yield program.services
    finally:
        program.close()


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_with_the_real_model_the_numbers_are_the_same_too(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("desktop_app.ui.shell.survive_uncaught_errors", lambda report: None)
    monkeypatch.setattr(player, "SETTLE_MS", 0)
    with _real_program(tmp_path) as services:
        _is_rich(_play(qtbot, qapp, services, script()))
