"""The map through its real widgets, over a real vault; and a large one by itself."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from time import perf_counter

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop_app.domain.errors import ModelError
from desktop_app.domain.events import EmbedderChanged
from desktop_app.domain.memory_map import MapPoint, MapQuestion, MemoryMap
from desktop_app.ui.memory_panel.memory_map.canvas import MapCanvas
from desktop_app.ui.memory_panel.memory_map.tab import LIST
from desktop_app.ui.memory_panel.memory_map.table import MapTable
from desktop_app.ui.memory_panel.tab import MAP
from desktop_app.ui.theme import ThemeManager, ThemeName, make_theme
from tests.scripted_program import scripted_program
from tests.ui.conftest import Speak
from tests.ui.memory_panel.vault_scene import VaultScene, remembering

QUESTION = "Where do our beehives stand?"


@pytest.fixture
def scene(qtbot: QtBot, themes: ThemeManager, tmp_path: Path) -> Iterator[VaultScene]:
    with remembering(tmp_path) as (services, person, today):
        made = VaultScene(qtbot, services, themes)
        made.open(person, today)
        made.panel.show_tab(MAP)
        made.wait(lambda: made.panel.map.map is not None and made.panel.map.map.points)
        yield made
        made.close()


def test_points_are_read_by_pointer_and_keys_and_lead_to_their_source(scene: VaultScene, qtbot: QtBot) -> None:
    page = scene.panel.map
    canvas = page.canvas
    assert page.map is not None
    assert "3 memories" in page.state.full_text()
    place = canvas.place_at(canvas.position_of(1) + QPointF(2, -2))
    assert place == 1
    assert canvas.words_at(1).startswith("The lawn mower needs new spark plugs before spring.\nThe bees · ")
    with qtbot.waitSignal(scene.panel.source_requested) as went:
        QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=canvas.position_of(1).toPoint())
    assert went.args == [page.map.points[1].session_id, page.map.points[1].turn_id]
    assert page.text.text().startswith("The lawn mower")
    assert page.caption.full_text().startswith("The bees · ")
    canvas.setFocus()
    QTest.keyClick(canvas, Qt.Key.Key_Home)
    assert canvas.accessibleDescription().startswith("Our beehives stand")
    here = canvas.position_of(0)
    right = [p for p in (1, 2) if canvas.position_of(p).x() > here.x() + 1]
    QTest.keyClick(canvas, Qt.Key.Key_Right if right else Qt.Key.Key_Left)
    assert not canvas.accessibleDescription().startswith("Our beehives stand")
    with qtbot.waitSignal(scene.panel.source_requested):
        QTest.keyClick(canvas, Qt.Key.Key_Return)
    assert page.go_to.isVisible()


def test_the_typed_question_is_linked_to_what_it_recalls(scene: VaultScene) -> None:
    page = scene.panel.map
    assert page.question is None
    scene.type(QUESTION)
    scene.wait(lambda: page.question is not None and page.question.recalled)
    assert page.map is not None
    best = page.map.points[page.canvas.recalled[0]]
    assert best.text.startswith("Our beehives")
    assert page.canvas.question_position() is not None
    page.select(page.canvas.recalled[0])
    assert page.caption.full_text().endswith("recalled, number 1")
    assert "question" in page.legend.accessibleDescription()


def test_the_legend_shows_the_shapes_that_are_on_the_map(scene: VaultScene) -> None:
    page = scene.panel.map
    scene.wait(lambda: page.map is not None and page.map.points)
    here, others = page.canvas.shapes
    assert page.map is not None
    (one,) = page.map.sessions
    assert one != page.canvas._session
    assert (here, others) == (None, (0,))
    assert page.legend.accessibleDescription().startswith("other sessions")
    page.canvas.show_map(page.map, one, facts=False)
    assert page.canvas.shapes == (0, ())


def test_the_list_is_the_map_for_keyboard_and_screen_reader(scene: VaultScene, qtbot: QtBot) -> None:
    page = scene.panel.map
    scene.type(QUESTION)
    scene.wait(lambda: page.question is not None and page.question.recalled)
    page.view_buttons[LIST].click()
    assert page.table.isVisible()
    assert not page.canvas.isVisible()
    model = page.table.model()
    rows = [[model.index(row, column).data() for column in range(4)] for row in range(model.rowCount())]
    recalled = len(page.canvas.recalled)
    assert rows[0][:3] == ["1", "Our beehives stand behind the old barn near the orchard.", "The bees"]
    assert [row[0] == "" for row in rows] == [False] * recalled + [True] * (3 - recalled)
    assert model.index(0, 2).data(Qt.ItemDataRole.AccessibleTextRole) == "Session: The bees"
    page.table.setFocus()
    page.table.setCurrentIndex(model.index(0, 1))
    assert page.text.text().startswith("Our beehives")
    with qtbot.waitSignal(scene.panel.source_requested) as went:
        QTest.keyClick(page.table, Qt.Key.Key_Return)
    assert page.map is not None
    assert went.args[1] == page.map.points[page.canvas.recalled[0]].turn_id


def test_a_low_page_gives_the_picture_the_place_of_the_legend(scene: VaultScene) -> None:
    page = scene.panel.map
    assert page.legend.isVisible()
    parts = (page.state, page._stack, page.text, page.caption)
    for height, has_legend in ((480, True), (500, False)):  # from there the head has the figures by section
        scene.panel.resize(380, height)
        scene.wait(lambda wanted=has_legend: page.legend.isVisible() is wanted)
        for above, below in pairwise(parts):
            assert above.geometry().bottom() < below.geometry().top()
    scene.panel.resize(380, 800)
    scene.wait(page.legend.isVisible)


@pytest.mark.parametrize("body_px", [14, 20, 28])
def test_what_to_do_is_said_as_short_as_there_is_room(scene: VaultScene, themes: ThemeManager, body_px: int) -> None:
    themes.set_body_px(body_px)
    page = scene.panel.map
    for height in (300, 800):
        scene.panel.resize(380, height)
        scene.wait(page.text.text)
        assert "…" not in page.text.text()
        assert page.text.text().startswith("Point at a memory")
        assert page.text.heightForWidth(page.text.width()) <= page.text.height() + 2  # for rounding: not a second line


def test_what_is_read_fits_again_when_only_its_own_width_changes(scene: VaultScene) -> None:
    text = scene.panel.map.text
    words = ("Point at a memory to read it.", "Point at a memory.")
    narrow = text.fontMetrics().horizontalAdvance(words[0]) - 5
    text.set_lines(1, 20)
    text.set_wordings(*words)
    for width, shown in ((narrow + 100, words[0]), (narrow, words[1]), (narrow + 100, words[0])):
        text.resize(width, text.height())
        assert text.text() == shown


def test_what_is_said_meanwhile_appears_and_moves_nothing_else(scene: VaultScene) -> None:
    page = scene.panel.map
    assert page.map is not None
    before = [page.canvas.position_of(place) for place in range(3)]
    session = scene.conversation.session_id
    assert session is not None
    scene.services.chat.record(session, "Our beehives stand behind the old barn near the river.", "person")
    assert scene.services.consolidation.wait(60)
    scene.wait(lambda: page.map is not None and len(page.map.points) == 4)
    assert page.map.sessions[session] == "Today"
    # What stands outside the frame widens it; the order along both axes is what it was.
    after = [page.canvas.position_of(place) for place in range(3)]
    for axis in (QPointF.x, QPointF.y):
        assert sorted(range(3), key=lambda p: axis(after[p])) == sorted(range(3), key=lambda p: axis(before[p]))


def test_memories_that_facts_rest_on_are_marked_when_asked(qtbot: QtBot, themes: ThemeManager, tmp_path: Path) -> None:
    with scripted_program(tmp_path) as services:
        person = services.people.create("Ann").id
        session = services.sessions.create(person, "Visit").id
        services.chat.record(session, "I am allergic to naproxen.", "person")
        services.chat.record(session, "The lawn mower needs new spark plugs.", "person")
        assert services.consolidation.wait(60)
        scene = VaultScene(qtbot, services, themes)
        scene.open(person, session)
        scene.panel.show_tab(MAP)
        page = scene.panel.map
        scene.wait(lambda: page.map is not None and len(page.map.points) == 2)
        page.select(0)
        assert "facts" not in page.caption.full_text()
        page.facts.click()
        assert page.caption.full_text().endswith("facts: naproxen")
        page.select(1)
        assert "facts" not in page.caption.full_text()
        assert page.legend.accessibleDescription().endswith("has a fact")
        scene.close()


def test_without_an_embedding_model_the_tab_says_so(qtbot: QtBot, themes: ThemeManager, tmp_path: Path) -> None:
    with scripted_program(tmp_path, load=False) as services:
        person = services.people.create("Ann").id
        session = services.sessions.create(person, "Visit").id
        services.chat.record(session, "The lawn mower needs new spark plugs.", "person")
        scene = VaultScene(qtbot, services, themes)
        scene.open(person, session)
        scene.panel.show_tab(MAP)
        page = scene.panel.map
        scene.wait(lambda: "is being loaded" in page.nothing.text())
        services.models._announce_embedder(EmbedderChanged(False, ModelError("embedding_missing", path="")))
        scene.wait(lambda: "in Settings, page Model, at “Model that recalls”" in page.nothing.text())
        services.models._announce_embedder(EmbedderChanged(False, ModelError("engine_crashed", path="")))
        scene.wait(lambda: "tried again within a minute" in page.nothing.text())
        assert not page.canvas.isVisible()
        scene.close()


def _large(count: int) -> MemoryMap:
    chance = random.Random(5)
    points = tuple(
        MapPoint(n, n % 40, n, 1_790_000_000_000, f"Memory {n}", chance.uniform(-1, 1), chance.uniform(-1, 1))
        for n in range(count)
    )
    return MemoryMap(1, points, {n: f"Session {n}" for n in range(40)}, {}, 0.3, 0, True)


def test_ten_thousand_points_stay_smooth(qtbot: QtBot, themes: ThemeManager) -> None:
    canvas = MapCanvas(make_theme(ThemeName.LIGHT))
    qtbot.addWidget(canvas)
    canvas.resize(520, 500)
    drawn = _large(10_000)
    canvas.show_map(drawn, 3, facts=False)
    canvas.show_question(MapQuestion("?", 0.1, 0.1, (5, 50, 500)))
    canvas.show()
    image = QImage(520, 500, QImage.Format.Format_RGB32)
    canvas.render(image, QPoint())
    frames = []
    for step in range(20):
        began = perf_counter()
        QTest.mouseMove(canvas, QPoint(20 + step * 20, 30 + step * 20))
        canvas.render(image, QPoint())
        frames.append(perf_counter() - began)
    assert sorted(frames)[10] < 0.05
    began = perf_counter()
    QTest.keyClick(canvas, Qt.Key.Key_Home)
    QTest.keyClick(canvas, Qt.Key.Key_Right)
    assert perf_counter() - began < 0.3
    # Picking finds what a look at every point finds.
    for x, y in ((60, 70), (260, 250), (500, 20)):
        at = QPointF(x, y)
        nearest = min(range(10_000), key=lambda p: (canvas.position_of(p) - at).manhattanLength())
        if (canvas.position_of(nearest) - at).manhattanLength() <= 6:
            assert canvas.place_at(at) == nearest


def test_a_question_beyond_the_map_stands_at_its_edge(qtbot: QtBot, themes: ThemeManager) -> None:
    canvas = MapCanvas(make_theme(ThemeName.CONTRAST))
    qtbot.addWidget(canvas)
    canvas.resize(300, 300)
    drawn = replace(_large(3), waiting=1)
    canvas.show_map(drawn, None, facts=True)
    canvas.show_question(MapQuestion("?", 4.0, -0.5, (1, 99)))
    at = canvas.question_position()
    assert at is not None
    assert canvas.rect().contains(at.toPoint())
    assert canvas.recalled == [1]


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("body_px", [14, 28])
@pytest.mark.parametrize("width", [371, 560, 1100])
def test_no_time_and_no_rank_of_the_list_is_cut(
    qtbot: QtBot, themes: ThemeManager, speak: Speak, width: int, body_px: int, language: str
) -> None:
    speak(language)
    themes.set_body_px(body_px)
    table = MapTable(themes.theme)
    qtbot.addWidget(table)
    table.resize(width, 400)
    table.show()
    table.retranslate()
    drawn = _large(6)
    long_ago = replace(drawn.points[1], said_at_ms=978_033_600_000)
    table.show_map(replace(drawn, points=(drawn.points[0], long_ago, *drawn.points[2:])), MapQuestion("?", 0, 0, (1,)))
    shown = [column for column in range(4) if not table.isColumnHidden(column)]
    assert shown == ([0, 1] if width // body_px < 32 else [0, 1, 2, 3])
    for column in (0, 3):
        if column in shown:
            assert table.columnWidth(column) >= table.sizeHintForColumn(column)
            assert table.columnWidth(column) >= table.horizontalHeader().sectionSizeHint(column)
    assert sum(table.columnWidth(column) for column in shown) <= table.viewport().width()
    assert len(shown) == 2 or table.columnWidth(1) >= table.fontMetrics().horizontalAdvance("m" * 20)


@pytest.mark.parametrize("body_px", [14, 28])
def test_a_low_page_scrolls_and_the_list_keeps_five_rows(
    scene: VaultScene, qtbot: QtBot, themes: ThemeManager, body_px: int
) -> None:
    themes.set_body_px(body_px)
    page = scene.panel.map
    page.show_view(LIST)
    bar = page._area.verticalScrollBar()
    scene.panel.resize(400, 25 * body_px)
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    row = page.table.verticalHeader().defaultSectionSize()
    assert page.table.viewport().height() >= 5 * row

    def reads_below() -> bool:  # down to what the chosen memory says, once the page has settled
        bar.setValue(bar.maximum())
        return page.text.visibleRegion().boundingRect().height() == page.text.height()

    qtbot.waitUntil(reads_below)
    scene.panel.resize(400, 75 * body_px)
    qtbot.waitUntil(lambda: bar.maximum() == 0)
    assert page.table.viewport().height() >= 5 * row
