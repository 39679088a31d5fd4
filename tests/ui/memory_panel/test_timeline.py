"""The timeline through its real widgets, over a played session in a real vault."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.domain.ledger import Piece, PieceKind, Section
from desktop_app.domain.ledger_diff import difference
from desktop_app.domain.timeline import EventKind, PromptFigures, Series, TurnFigures
from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.memory_panel.panel import MemoryPanel
from desktop_app.ui.memory_panel.tab import TIMELINE
from desktop_app.ui.memory_panel.timeline.chart import TimelineChart
from desktop_app.ui.memory_panel.timeline.page import CHANGES, PROMPT, TABLE, TRIAL, TimelinePage
from desktop_app.ui.memory_panel.timeline.prompt_cards import context_cards, diff_cards
from desktop_app.ui.theme import ThemeManager, ThemeName, make_theme
from tests.scripted_program import scripted_program
from tests.ui.fakes import make_ledger
from tests.ui.vault_window import vault_window

TURNS = 24
RECORDED = 9  # a turn without a prompt


@dataclass
class Scene:
    qtbot: QtBot
    services: Services
    session: int
    panel: MemoryPanel

    @property
    def page(self) -> TimelinePage:
        return self.panel.timeline

    def wait_for(self, position: int) -> None:
        turn = self.services.timeline.turns(self.session)[position]
        self.qtbot.waitUntil(lambda: self.page.past is not None and self.page.past.turn_id == turn.turn_id)

    def go_to(self, position: int) -> None:
        self.page.choose(position)
        self.wait_for(position)

    def text(self) -> str:
        key = self.page.changes if self.page.changes.isVisible() else self.page.prompt
        return key.toPlainText().replace("\u2060", "").replace("\u00a0", " ").replace("\u2002", " ")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Services, int, int]]:
    with scripted_program(tmp_path_factory.mktemp("vault"), context_length=512, reserve=64) as services:
        person = services.people.create("Ann").id
        session = services.sessions.create(person, "Knee").id
        for number in range(TURNS):
            text = f"Question {number}: how much is {number} mg, and does it matter with naproxen?"
            if number == RECORDED:
                services.chat.record(session, "I'm allergic to naproxen.", "person")
                assert services.consolidation.wait(60)
            else:
                services.chat.send(session, text, "person")
        assert services.consolidation.wait(60)
        yield services, person, session


@pytest.fixture
def scene(qtbot: QtBot, themes: ThemeManager, played: tuple[Services, int, int]) -> Iterator[Scene]:
    services, person, session = played
    bridge = EventBridge(services.bus, services.tasks)
    panel = MemoryPanel(services, bridge, themes, services.vault_kind)
    panel.resize(390, 800)
    panel.show()
    panel.show_session(person, session)
    panel.show_tab(TIMELINE)
    made = Scene(qtbot, services, session, panel)
    made.wait_for(len(services.timeline.turns(session)) - 1)
    yield made
    bridge.close()
    shiboken6.delete(panel)


def test_gauge_records_table_and_chart_agree_number_by_number(scene: Scene) -> None:
    page, model = scene.page, scene.page.table.model()
    page.show_view(TABLE)
    columns = [model.headerData(c, Qt.Orientation.Horizontal) for c in range(model.columnCount())]
    for position, turn in enumerate(scene.services.timeline.turns(scene.session)):
        record = scene.services.records.record(turn.turn_id)
        shown = {name: model.index(position, c).data() for c, name in enumerate(columns)}
        if position == RECORDED:
            assert turn.prompt is None
            assert shown["Prompt"] == ""
            continue
        assert turn.prompt is not None
        assert dict(zip((s.value for s in Section), turn.prompt.sections, strict=True)) == record["sections"]
        assert shown["Prompt"] == f"{record['prompt_tokens']:,}"
        assert shown["Read"] == f"{record['computed_tokens']:,}"
        assert shown["Reused"] == f"{record['reused_tokens']:,}"
        assert turn.prompt.clipped_turns == len(record["clipped"])  # type: ignore[arg-type]
        assert f"{record['prompt_tokens']:,} tokens" in page.chart.words_at(position)
    for position in (3, TURNS - 1):
        scene.go_to(position)
        record = scene.services.records.record(scene.services.timeline.turns(scene.session)[position].turn_id)
        assert scene.panel.header.total.text() == f"{record['prompt_tokens']:,}"
        drawn = {segment.section: segment.tokens for segment, _ in scene.panel.header.gauge.rectangles()}
        assert all(drawn.get(name, 0) == tokens for name, tokens in record["sections"].items())  # type: ignore[attr-defined]


def test_the_slider_is_moved_by_keys_and_says_where_it_stands(scene: Scene) -> None:
    slider = scene.page.slider
    slider.setFocus()
    QTest.keyClick(slider, Qt.Key.Key_Home)
    assert slider.accessibleDescription().startswith(f"turn 1 of {TURNS}, ")
    QTest.keyClick(slider, Qt.Key.Key_Right)
    assert slider.accessibleDescription().startswith(f"turn 2 of {TURNS}, ")
    assert scene.page.moment.full_text() == slider.accessibleDescription()
    scene.wait_for(1)
    assert scene.panel.header.title.full_text() == "Sent to the model, turn 2"
    QTest.keyClick(slider, Qt.Key.Key_End)
    scene.wait_for(TURNS - 1)
    assert not scene.page.now.isVisible()


def test_knob_chart_and_table_follow_each_other(scene: Scene, qtbot: QtBot) -> None:
    page = scene.page
    x = round(page.chart.center_of(4))
    qtbot.mouseClick(page.chart, Qt.MouseButton.LeftButton, pos=QPoint(x, page.chart.plot().center().y()))
    assert page.slider.value() == 4
    qtbot.mouseClick(page.slider, Qt.MouseButton.LeftButton, pos=QPoint(round(page.chart.center_of(7)), 10))
    assert page.turn is not None
    assert page.turn.ordinal == 7
    page.show_view(TABLE)
    assert page.table.currentIndex().row() == 7
    page.table.setFocus()
    QTest.keyClick(page.table, Qt.Key.Key_Down)
    assert page.slider.value() == 8
    QTest.keyClick(page.table, Qt.Key.Key_Home)
    assert page.slider.value() == 0
    cell = page.table.model().index(0, 2).data(Qt.ItemDataRole.AccessibleTextRole)
    assert cell == f"Prompt: {page.table.model().index(0, 2).data()}"
    page.show_view(CHANGES)


def test_escape_and_the_link_lead_back_to_now_and_to_the_conversation(scene: Scene, qtbot: QtBot) -> None:
    scene.go_to(5)
    with qtbot.waitSignal(scene.panel.source_requested) as asked:
        qtbot.mouseClick(scene.page.go_to, Qt.MouseButton.LeftButton)
    assert asked.args == [scene.session, scene.services.timeline.turns(scene.session)[5].turn_id]
    assert scene.page.now.isVisible()
    QTest.keyClick(scene.page.slider, Qt.Key.Key_Escape)
    scene.wait_for(TURNS - 1)
    assert scene.panel.header.title.full_text() == "Sent to the model"


def test_choosing_a_turn_lets_the_gutter_speak_of_it(scene: Scene, qtbot: QtBot) -> None:
    with qtbot.waitSignal(scene.panel.past_shown) as shown:
        scene.page.choose(6)
    turn = scene.services.timeline.turns(scene.session)[6]
    assert shown.args[0] == scene.services.context.ledger(turn.turn_id)


def test_the_exact_prompt_is_shown_and_copied_with_its_hash_checked(scene: Scene, qtbot: QtBot) -> None:
    scene.go_to(12)
    scene.page.show_view(PROMPT)
    past = scene.page.past
    assert past is not None
    text = scene.text()
    assert "prompt hash matches" in text
    assert past.generation.prompt_sha256[:32] in text
    scene.page.prompt.link_activated.emit("section:toggle/history")
    history = [piece.text for piece in past.ledger.pieces if piece.section is Section.HISTORY]
    assert len(history) > 2
    shown = scene.text()
    assert all(piece in shown for piece in history)
    scene.page.prompt.link_activated.emit("timeline:copy")
    assert QGuiApplication.clipboard().text() == "".join(piece.text for piece in past.ledger.pieces)


def test_a_turn_without_a_prompt_says_so(scene: Scene) -> None:
    scene.page.choose(RECORDED)
    scene.qtbot.waitUntil(lambda: "No prompt was built" in scene.text())
    assert "no prompt was built" in scene.page.chart.words_at(RECORDED)


def test_the_difference_adds_up_and_can_be_taken_to_any_turn(scene: Scene) -> None:
    turns = scene.services.timeline.turns(scene.session)
    assert all(turns[place].prompt is not None for place in (2, 3, 20))
    scene.go_to(3)
    text = scene.text()
    before, after = turns[2].prompt, turns[3].prompt
    assert before is not None
    assert after is not None
    assert f"turn 3: {before.tokens:,} → turn 4: {after.tokens:,}" in text
    assert f"Difference\t+{after.tokens - before.tokens:,}" in text
    scene.page.other.setValue(21)
    far = turns[20].prompt
    assert far is not None
    scene.qtbot.waitUntil(lambda: f"turn 21: {far.tokens:,} → turn 4: {after.tokens:,}" in scene.text())
    scene.page.other.setValue(0)
    scene.qtbot.waitUntil(lambda: "turn 3:" in scene.text())


def test_events_are_marked_where_the_ledgers_have_them(scene: Scene) -> None:
    turns = scene.services.timeline.turns(scene.session)
    ledgers = [scene.services.context.ledger(turn.turn_id) for turn in turns]
    built = [(place, ledger) for place, ledger in enumerate(ledgers) if ledger is not None]
    clips = [
        place
        for (_, one), (place, two) in itertools.pairwise(built)
        if {turn.turn_id for turn in one.clipped} != {turn.turn_id for turn in two.clipped}
    ]
    breaks = [place for place, ledger in built if ledger.broke_prefix]
    assert clips
    assert breaks
    kinds = [{event.kind for event in scene.page.chart.events_at(place)} for place in range(TURNS)]
    marked = {kind: [place for place in range(TURNS) if kind in kinds[place]] for kind in EventKind}
    assert marked[EventKind.CLIP] == clips
    assert marked[EventKind.PREFIX] == breaks
    assert f"clips {len(clips)}" in scene.page.marks.full_text()
    scene.go_to(clips[0])
    assert "clip:" in scene.text()


def test_figures_can_be_hidden(scene: Scene) -> None:
    scene.go_to(3)
    scene.panel.set_full(False)
    assert "Difference" not in scene.text()
    assert "tokens" not in scene.page.chart.words_at(3)
    assert not scene.page.view_buttons[TABLE].isVisible()
    scene.panel.set_full(True)


def test_run_again_without_a_fact_shows_price_and_both_replies_and_stores_nothing(scene: Scene, qtbot: QtBot) -> None:
    scene.go_to(TURNS - 2)
    before = scene.services.sessions.page(scene.session)
    scene.page.show_view(TRIAL)
    view = scene.page.trial
    qtbot.waitUntil(lambda: view.plan is not None and view.parts.count() > 0)
    assert view.question.toPlainText() == before.turns[TURNS - 2].question.text
    assert scene.page.past is not None
    assert f"then {scene.page.past.ledger.prompt_tokens:,} → now" in view.price.text()
    plain = view.plan
    item = next(view.parts.item(row) for row in range(view.parts.count()) if view.parts.item(row).text() == "naproxen")
    item.setCheckState(Qt.CheckState.Unchecked)
    qtbot.waitUntil(lambda: view.plan is not plain and bool(view.plan and view.plan.choices.drop_facts))
    assert view.plan is not None
    assert plain is not None
    assert view.plan.ledger.sections["facts"] < plain.ledger.sections["facts"]
    view.question.setPlainText("@@say Take 20 mg, that is all.")
    qtbot.waitUntil(lambda: view.plan is not None and view.plan.question.startswith("@@say"))
    qtbot.mouseClick(view.run, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: view.trial is not None)
    assert view.comparison.trial.text.toPlainText() == "Take 20 mg, that is all."
    reply = before.turns[TURNS - 2].reply
    assert reply is not None
    assert view.comparison.original.text.toPlainText() == reply.text
    assert "difference" in view.comparison.summary.text()
    assert view.keep.isVisible()
    assert scene.services.sessions.page(scene.session) == before


def test_a_corrected_fact_takes_the_place_of_the_stored_one(scene: Scene, qtbot: QtBot) -> None:
    scene.go_to(TURNS - 3)
    scene.page.show_view(TRIAL)
    view = scene.page.trial
    qtbot.waitUntil(lambda: view.plan is not None and view.parts.count() > 0)
    item = next(view.parts.item(row) for row in range(view.parts.count()) if view.parts.item(row).text() == "naproxen")
    item.setText("ibuprofen")
    qtbot.waitUntil(lambda: bool(view.plan and view.plan.choices.facts))
    assert view.plan is not None
    facts = "".join(piece.text for piece in view.plan.ledger.pieces if piece.section is Section.FACTS)
    assert "ibuprofen" in facts
    assert "naproxen" not in facts


def figures(tokens: int) -> PromptFigures:
    sections = (50, 60, 40, tokens, 30, 20, 0, 25)
    return PromptFigures(sections, 4096, 512, 0, 0, 1, "m", 0, 0, 0, "")


@pytest.mark.parametrize("theme", [ThemeName.LIGHT, ThemeName.CONTRAST])
def test_ten_thousand_turns_are_drawn_as_columns_and_only_once(qtbot: QtBot, theme: ThemeName) -> None:
    chart = TimelineChart(make_theme(theme))
    qtbot.addWidget(chart)
    chart.resize(360, 150)
    turns = tuple(TurnFigures(n + 1, n, 1_790_000_000_000 + n, None, figures(n % 3000)) for n in range(10_000))
    chart.set_series(Series.of(turns), full=True)
    chart.show()
    chart.grab()
    picture = chart._picture
    assert len(chart.bars()) == chart.plot().width()
    for position in range(0, 10_000, 500):
        chart.select(position)
        chart.grab()
        assert chart._picture is picture  # what moves is painted over it
    # Where many turns share a column, none is fuller than the one that is drawn.
    tokens = [turn.prompt.tokens for turn in turns if turn.prompt is not None]
    width = chart.plot().width()
    for column, (position, _, _) in enumerate(chart.bars()):
        shared = range(column * 10_000 // width, (column + 1) * 10_000 // width)
        assert tokens[position] == max(tokens[place] for place in shared)


def test_a_dragged_slider_reads_one_prompt_not_one_a_step(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    scene.go_to(2)
    read: list[int] = []
    prompt = scene.services.timeline.prompt
    monkeypatch.setattr(
        type(scene.services.timeline), "prompt", lambda _self, turn_id: read.append(turn_id) or prompt(turn_id)
    )
    for position in range(3, 20):
        scene.page.slider.setValue(position)
        assert scene.page.moment.full_text().startswith(f"turn {position + 1} of")
    scene.wait_for(19)
    turns = scene.services.timeline.turns(scene.session)
    assert sorted(read) == [turns[18].turn_id, turns[19].turn_id]  # the turn, and the one it is compared with


def test_a_prompt_that_held_erased_text_says_so(tmp_path: Path) -> None:
    with scripted_program(tmp_path) as services:
        session = services.sessions.create(services.people.create("Ann").id, "first").id
        for text in ("my cat is called Minka", "and my dog Bello"):
            services.chat.send(session, text, "person")
        first, second = services.sessions.page(session).turns
        services.sessions.delete_turn(first.id)
        past = services.timeline.prompt(second.id)
    assert past is not None
    assert not past.matches
    cards = context_cards(past, {"history"}, True, {})
    words = [phrase.text for card in cards for line in card.lines for phrase in line.phrases]
    assert words[0].startswith("erased: ")
    assert "[erased]" in words
    assert not any("Minka" in text for text in words)


def test_the_head_follows_to_turns_without_a_prompt_and_counts_as_the_timeline_does(
    qtbot: QtBot, themes: ThemeManager, tmp_path: Path
) -> None:
    with scripted_program(tmp_path, context_length=2048) as services:
        session = services.sessions.create(services.people.create("Ann").id, "Knee").id
        for text in ("How are you?", "What blooms in June?", "And in July?"):
            services.chat.send(session, text, "person")
        services.chat.record(session, "The roses are red.", "person")
        bridge = EventBridge(services.bus, services.tasks)
        panel = MemoryPanel(services, bridge, themes, services.vault_kind)
        panel.resize(390, 800)
        panel.show()
        panel.show_session(1, session)
        panel.show_tab(TIMELINE)
        try:
            title = panel.header.title
            qtbot.waitUntil(lambda: len(services.timeline.turns(session)) == len(panel.timeline._series.turns))
            panel.timeline.choose(1)
            qtbot.waitUntil(lambda: title.full_text() == "Sent to the model, turn 2")
            panel.timeline.return_to_now()  # the newest turn was only recorded: what was sent is an older one's
            qtbot.waitUntil(lambda: title.full_text() == "Sent to the model, turn 3")
            newest = services.context.latest(session)
            assert newest is not None
            assert panel.ledger == newest[1]

            panel.timeline.choose(1)
            qtbot.waitUntil(lambda: title.full_text() == "Sent to the model, turn 2")
            services.sessions.delete_turn(services.timeline.turns(session)[0].turn_id)
            qtbot.waitUntil(lambda: title.full_text() == "Sent to the model, turn 1")
            assert panel.timeline.moment.full_text().startswith("turn 1 of 3")

            third = services.timeline.turns(session)[1].turn_id
            panel.timeline.return_to_now()
            qtbot.waitUntil(lambda: title.full_text() == "Sent to the model, turn 2")
            other = services.chat.edit(third, "And in the whole of August?")
            qtbot.waitUntil(lambda: panel.ledger == services.context.ledger(other.id))
            services.branches.show_branch(third)
            qtbot.waitUntil(lambda: panel.ledger == services.context.ledger(third))
        finally:
            bridge.close()
            shiboken6.delete(panel)


def _lines(before: list[Piece], after: list[Piece]) -> list[str]:
    diff = difference(*(replace(make_ledger(), pieces=tuple(pieces)) for pieces in (before, after)))
    cards = diff_cards(diff, ("turn 1", "turn 2"), {}, (), full=True)
    return [" | ".join(p.text for p in line.phrases) + f" | {line.right}" for card in cards for line in card.lines]


def test_what_would_read_the_same_is_one_line_with_its_number() -> None:
    asked = [Piece(PieceKind.CONTENT, Section.HISTORY, "And then?", 3, f"message:{n}") for n in range(4)]
    lines = _lines(asked[:1], asked)
    assert [line for line in lines if "And then?" in line] == ["And then? | × 3 | +9"]


def test_a_change_far_into_a_long_text_is_shown_where_it_is() -> None:
    same = "The garden is watered in the morning. " * 6
    pieces = [
        Piece(PieceKind.CONTENT, Section.SUMMARY, f"{same}{ends}", 60 + n, "summary:1")
        for n, ends in enumerate(("Two beds are dry.", "Three beds are dry."))
    ]
    (line,) = [line for line in _lines(pieces[:1], pieces[1:]) if "→" in line and "beds" in line]
    before, after = line.split(" → ")
    assert before.endswith("morning. Two beds are dry.")
    assert after.startswith("…")
    assert "Three beds are dry." in after


def test_head_and_timeline_speak_of_the_same_turn_while_one_goes_on(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    """A new prompt leads both to now; what is typed and taken back leads the head to the turn that is chosen."""
    with vault_window(qtbot, qapp, tmp_path) as (window, services):
        session = services.sessions.create(1, "Knee").id
        for number in range(4):
            services.chat.send(session, f"Question {number}", "person")
        window.open_session(1, session)
        panel, page = window.memory_panel, window.memory_panel.timeline
        panel.show_tab(TIMELINE)

        def agree(ordinal: int) -> bool:
            turn = services.timeline.turns(session)[ordinal]
            return (
                page.turn is not None
                and page.turn.turn_id == turn.turn_id
                and turn.prompt is not None
                and panel.header.total.text() == f"{sum(turn.prompt.sections):,}"
            )

        qtbot.waitUntil(lambda: agree(3))
        page.choose(1)
        qtbot.waitUntil(lambda: agree(1))
        window.composer.set_text("What else?")
        qtbot.waitUntil(lambda: panel.ledger is not None and not agree(1))  # the head says what would be sent
        window.composer.set_text("")
        qtbot.waitUntil(lambda: agree(1))
        window.composer.set_text("What else?")
        window.composer.send()
        qtbot.waitUntil(lambda: len(services.timeline.turns(session)) == 5 and agree(4), timeout=10_000)
        page.choose(2)
        qtbot.waitUntil(lambda: agree(2))
        services.chat.ask_again(services.timeline.turns(session)[4].turn_id)
        qtbot.waitUntil(lambda: agree(4), timeout=10_000)


def test_a_turn_answered_from_memory_says_so_and_the_head_names_the_turn_it_speaks_of(
    qtbot: QtBot, themes: ThemeManager, tmp_path: Path
) -> None:
    with scripted_program(tmp_path, context_length=2048) as services:
        session = services.sessions.create(services.people.create("Ann").id, "Knee").id
        services.chat.send(session, "How are you?", "person")
        bridge = EventBridge(services.bus, services.tasks)
        panel = MemoryPanel(services, bridge, themes, services.vault_kind)
        panel.resize(390, 800)
        panel.show()
        panel.show_session(1, session)
        panel.show_tab(TIMELINE)
        try:
            qtbot.waitUntil(lambda: panel.header.title.full_text() == "Sent to the model")
            assert services.asked.answer(session, "What do you know about me?", "person") is not None
            qtbot.waitUntil(lambda: panel.header.title.full_text() == "Sent to the model, turn 1")
            qtbot.waitUntil(lambda: panel.timeline.is_at_end and len(panel.timeline._series.turns) == 2)
            words = "No prompt was built for this turn: it was answered from memory."
            qtbot.waitUntil(lambda: words in panel.timeline.changes.toPlainText())
            services.chat.record(session, "The roses are red.", "person")
            qtbot.waitUntil(lambda: "it was only recorded" in panel.timeline.changes.toPlainText())
        finally:
            bridge.close()
            shiboken6.delete(panel)
