from __future__ import annotations

import itertools
import time
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractScrollArea, QApplication, QTabBar, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.domain.conflicts import Settlement
from desktop_app.domain.conversation import FinishReason
from desktop_app.domain.events import Changed, SummaryChanged, TurnFinished, TurnStarted
from desktop_app.domain.ledger import ClipReason, Ledger, Piece, PieceKind, RecalledSnippet, Section
from desktop_app.domain.memory import Category, FactState, FactStatus, Polarity, Quote, SummarySegment
from desktop_app.services.summaries import ShownSegment
from desktop_app.ui.application import Translations
from desktop_app.ui.memory_panel.tab import SUMMARY
from desktop_app.ui.theme import ThemeName
from tests.ui.fakes import BASE_MS, make_fact, make_ledger, make_turn
from tests.ui.memory_panel.conftest import PanelScene

PIECES = [
    (Section.SYSTEM, 31),
    (Section.FACTS, 24),
    (Section.SUMMARY, 50),
    (Section.HISTORY, 402),
    (Section.RECALLED, 88),
    (Section.QUESTION, 19),
    (Section.TEMPLATE, 40),
]
SNIPPET = RecalledSnippet(7, 3, "Getting to know you", 901, 1, BASE_MS, "naproxen gave me hives", 0.74, 0.52, 0.68)
CLIPPED = [(0, ClipReason.SUMMARISED), (1, ClipReason.SMALL_TALK), (2, ClipReason.DUPLICATE)]


def full_ledger(**others: Any) -> Ledger:
    figures: dict[str, Any] = {"reused_tokens": 500, "computed_tokens": 154, **others}
    return make_ledger(range(3, 6), CLIPPED, pieces=PIECES, recalled=[SNIPPET], fact_ids=[1], **figures)


def with_session(scene: PanelScene, ledger: Ledger | None = None) -> Ledger:
    ledger = ledger or full_ledger()
    scene.services.sessions.turns[1] = [make_turn(i, f"question {i}", "a") for i in range(7)]
    scene.services.context.ledgers[106] = ledger
    scene.services.context.sessions[1] = 106
    scene.show()
    return ledger


def test_gauge_legend_and_context_agree_with_the_ledger(scene: PanelScene) -> None:
    ledger = with_session(scene)
    header = scene.panel.header
    assert header.total.text() == "654"
    assert header.limit.text() == "/ 1,024"
    painted = {segment.section: segment.tokens for segment, _ in header.gauge.rectangles()}
    assert sum(painted.values()) == ledger.context_limit
    model = header.legend.model()
    cells = [
        str(model.index(row, column).data(Qt.ItemDataRole.AccessibleTextRole) or "")
        for row in range(model.rowCount())
        for column in range(2)
    ]
    for section, words in ((Section.HISTORY, "History: 402 tokens"), (Section.TEMPLATE, "Template: 40 tokens")):
        assert words in cells
        assert painted[section] == ledger.sections[section]
    assert "Reply reserve: 256 tokens" in cells
    text = scene.text("context")
    listed = [int(line.split("\t")[1].replace(",", "")) for line in text.splitlines() if "\t" in line]
    assert listed[-1] == sum(listed[:-1]) == ledger.prompt_tokens


def test_stretches_of_the_gauge_are_two_pixels_apart(scene: PanelScene) -> None:
    with_session(scene)
    rectangles = [rect for _, rect in scene.panel.header.gauge.rectangles()]
    assert [b.left() - a.right() - 1 for a, b in itertools.pairwise(rectangles)] == [2] * 8
    assert rectangles[-1].right() + 1 == scene.panel.header.gauge.width()


def test_gauge_and_legend_open_tabs(scene: PanelScene) -> None:
    with_session(scene)
    gauge = scene.panel.header.gauge
    rect = next(rect for segment, rect in gauge.rectangles() if segment.section == Section.RECALLED)
    QTest.mouseClick(gauge, Qt.MouseButton.LeftButton, pos=rect.center())
    assert scene.panel.tabs.current_key() == "recalled"
    legend = scene.panel.header.legend
    legend.setCurrentIndex(legend.model().index(0, 1))
    QTest.keyClick(legend, Qt.Key.Key_Return)
    assert scene.panel.tabs.current_key() == "facts"


def test_context_sections_fold(scene: PanelScene) -> None:
    with_session(scene)
    assert "text of question" in scene.text("context")
    assert "text of history" not in scene.text("context")
    scene.panel.pages["context"].browser.anchorClicked.emit(QUrl("section:toggle/history"))
    assert "text of history" in scene.text("context")


def test_clipped_turns_have_reason_value_and_a_way_there(scene: PanelScene, qtbot: QtBot) -> None:
    with_session(scene)
    text = scene.text("clipped")
    assert "3 turns left out, 36 tokens saved" in text
    assert "question 1" in text
    assert "small talk, value 0.06" in text
    with qtbot.waitSignal(scene.panel.source_requested) as asked:
        scene.panel.pages["clipped"].browser.anchorClicked.emit(QUrl("turn:open/101"))
    assert asked.args == [1, 101]


def test_five_thousand_clipped_turns_are_quick(scene: PanelScene) -> None:
    ledger = make_ledger([5000], [(i, ClipReason.OLDEST) for i in range(5000)], pieces=PIECES)
    with_session(scene, ledger)
    began = time.process_time()
    text = scene.text("clipped")
    assert time.process_time() - began < 2
    assert text.count("oldest, value") == 200
    assert "show 200 more" in text
    scene.panel.pages["clipped"].browser.anchorClicked.emit(QUrl("clipped:more"))
    assert scene.text("clipped").count("oldest, value") == 400


def test_recalled_snippets_show_scores_and_source(scene: PanelScene, qtbot: QtBot) -> None:
    with_session(scene)
    text = scene.text("recalled")
    assert "naproxen gave me hives" in text
    assert "meaning\t0.74" in text
    assert "words\t0.52" in text
    assert "together\t0.68" in text
    assert "Getting to know you, turn 2" in text
    with qtbot.waitSignal(scene.panel.source_requested) as asked:
        scene.panel.pages["recalled"].browser.anchorClicked.emit(QUrl("turn:open/3/901"))
    assert asked.args == [3, 901]


@pytest.mark.parametrize(
    ("note", "words"),
    [
        ("nothing_relevant", "Nothing relevant"),
        ("off", "still loading"),
        ("failed", "The embedding model failed: words alone were searched"),
        ("empty", "no text to search with"),
        ("", "Nothing was added to the prompt from earlier"),
    ],
)
def test_no_recall_is_said(scene: PanelScene, note: str, words: str) -> None:
    with_session(scene, make_ledger(range(6), recall_note=note))
    assert words in scene.text("recalled")


def shown_segment(number: int, ordinals: tuple[int, ...], text: str, *said: str, stale: bool = False) -> ShownSegment:
    quotes = tuple(Quote(100 + ordinals[0], "family:妈妈", "2026-07-01", words) for words in said)
    covered = tuple(100 + ordinal for ordinal in ordinals)
    return ShownSegment(SummarySegment(number, text, covered, quotes, 1), ordinals, stale)


def summary_piece(text: str, number: int) -> Piece:
    return Piece(PieceKind.CONTENT, Section.SUMMARY, text, 9, f"summary:{number}")


def test_a_link_that_no_tab_knows_changes_nothing_and_is_logged(
    scene: PanelScene, caplog: pytest.LogCaptureFixture
) -> None:
    with_session(scene)
    text = scene.text("clipped")
    scene.panel.pages["clipped"].browser.anchorClicked.emit(QUrl("nobody:knows/these words"))
    assert "no tab follows the link nobody:knows" in caplog.text
    assert scene.text("clipped") == text


def shown_tabs(scene: PanelScene) -> list[str]:
    tabs = scene.panel.tabs
    return [tabs.tabData(index) for index in range(tabs.count())]


def test_the_summary_tab_is_there_only_with_a_summary(scene: PanelScene) -> None:
    with_session(scene, make_ledger(range(6)))
    others = [key for key in scene.panel.pages if key != SUMMARY]
    assert shown_tabs(scene) == others
    scene.services.summaries.stored[1] = (shown_segment(1, (0,), "They like roses."),)
    scene.show()
    assert "They like roses." in scene.text("summary")
    assert shown_tabs(scene) == list(scene.panel.pages)
    scene.services.summaries.stored.clear()
    scene.show()
    assert shown_tabs(scene) == others
    assert scene.panel.tabs.current_key() == "context"


def test_the_summary_tells_what_it_covers_and_what_of_it_is_sent(scene: PanelScene) -> None:
    ledger = full_ledger()
    sent = (summary_piece("They like roses.\n", 1), summary_piece("- No fever.\n", 1), summary_piece("Older.\n", 9))
    ledger = replace(ledger, pieces=(*(p for p in ledger.pieces if p.section is not Section.SUMMARY), *sent))
    scene.services.summaries.stored[1] = (
        shown_segment(1, (0, 1, 3), "They like roses.", "No fever.", "5 mg"),
        shown_segment(2, (4,), "They like tea.", stale=True),
        shown_segment(3, (5,), ""),
    )
    with_session(scene, ledger)
    text = scene.text("summary")
    assert "covers turns 1–2, 4–5" in text
    assert text.count("[left out: no room]") == 1
    assert text.index("5 mg") < text.index("[left out: no room]")
    assert "妈妈" in text
    assert text.index("turn 5") < text.index("out of date") < text.index("waits for the next clip")
    assert "it would save nothing" in text
    assert text.index("replaced since") < text.index("Older.")


def test_the_summary_can_be_made_anew_and_says_how_far_it_is(scene: PanelScene) -> None:
    scene.services.summaries.stored[1] = (shown_segment(1, (0,), "They like roses."),)
    with_session(scene)
    scene.text("summary")
    scene.panel.pages["summary"].browser.anchorClicked.emit(QUrl("summary:rebuild"))
    assert scene.services.summaries.rebuilt == [1]
    scene.services.bus.publish(SummaryChanged(1, 7))
    assert "Summing up: 7 turns to go" in scene.text("summary")
    scene.services.bus.publish(SummaryChanged(2, 9))
    scene.services.bus.publish(SummaryChanged(1, 0))
    assert "make anew" in scene.text("summary")


def test_what_the_figures_rest_on(scene: PanelScene) -> None:
    ledger = with_session(scene)
    header = scene.panel.header
    assert (header.title.full_text(), header.check.text()) == ("Sent to the model", "matches the engine ✓")
    assert header.cost.full_text() == "saved re-reading 500 tokens"
    scene.panel.show_preview(make_ledger(range(6), counts_exact=False))
    assert (header.title.full_text(), header.check.text(), header.cost.full_text()) == ("Would be sent", "estimate", "")
    scene.panel.show_preview(None)
    assert header.title.full_text() == "Sent to the model"
    scene.panel.show_ledger(103, make_ledger(range(3), reused_tokens=1, computed_tokens=1))
    assert header.title.full_text() == "Sent to the model, turn 4"
    assert header.check.text() == "the engine counted 2"
    broken = full_ledger(reused_tokens=0, computed_tokens=654, prefill_ms=6540.0, broke_prefix="history")
    scene.services.bus.publish(TurnStarted(1, 107, ledger))
    scene.services.bus.publish(TurnFinished(1, 107, FinishReason.STOP, broken, prefill_ms=6540.0, read_tokens=654))
    scene.settle()
    assert header.cost.full_text() == "read again 654: History changed"
    timed = replace(ledger, prefill_ms=1540.0)
    scene.services.bus.publish(TurnFinished(1, 108, FinishReason.STOP, timed, prefill_ms=1540.0, read_tokens=154))
    scene.settle()
    assert header.cost.full_text() == "saved re-reading 500, about 5 s"


def test_the_seconds_saved_are_by_the_speed_of_the_turn_itself(scene: PanelScene) -> None:
    slow = with_session(scene, full_ledger(reused_tokens=500, computed_tokens=154, prefill_ms=15_400.0))
    header = scene.panel.header
    assert header.cost.full_text() == "saved re-reading 500, about 50 s"
    fast = replace(slow, prefill_ms=1540.0)
    scene.services.bus.publish(TurnFinished(1, 108, FinishReason.STOP, fast, prefill_ms=1540.0, read_tokens=154))
    scene.settle()
    assert header.cost.full_text() == "saved re-reading 500, about 5 s"
    scene.panel.show_ledger(103, slow)  # another turn was faster since: what this one saved stays what it was
    assert header.cost.full_text() == "saved re-reading 500, about 50 s"
    scene.panel.show_ledger(104, replace(slow, computed_tokens=8, prefill_ms=90.0))  # too little to tell a speed
    assert header.cost.full_text() == "saved re-reading 500 tokens"


@pytest.mark.parametrize("width", [300, 360, 436])
def test_what_is_below_the_figures_stays_when_a_reply_ends(scene: PanelScene, width: int) -> None:
    scene.panel.resize(width, 700)
    with_session(scene, full_ledger(reused_tokens=0, computed_tokens=0))
    header = scene.panel.header
    heights = []
    for reused, computed, broken in ((0, 0, ""), (500, 154, ""), (0, 654, ""), (0, 653, "history")):
        ledger = full_ledger(reused_tokens=reused, computed_tokens=computed, broke_prefix=broken)
        scene.services.bus.publish(TurnStarted(1, 107, full_ledger(reused_tokens=0, computed_tokens=0)))
        scene.settle()
        heights.append((header.height(), scene.panel.tabs.y()))
        scene.services.bus.publish(TurnFinished(1, 107, FinishReason.STOP, ledger, prefill_ms=9.0, read_tokens=654))
        scene.settle()
        heights.append((header.height(), scene.panel.tabs.y()))
        scene.panel.show_preview(make_ledger(range(6), pieces=PIECES, counts_exact=False))
        scene.settle()
        heights.append((header.height(), scene.panel.tabs.y()))
        scene.panel.show_preview(None)
    assert len(set(heights)) == 1, heights


def test_events_of_other_sessions_change_nothing(scene: PanelScene) -> None:
    with_session(scene)
    scene.services.bus.publish(TurnStarted(2, 500, make_ledger((), pieces=[(Section.SYSTEM, 5)])))
    scene.settle()
    assert scene.panel.header.total.text() == "654"


def test_figures_can_be_hidden(scene: PanelScene) -> None:
    with_session(scene)
    scene.panel.footer.figures.click()
    assert scene.panel.header.total.isHidden()
    assert not scene.panel.header.legend.figures_shown
    assert "0.06" not in scene.text("clipped")
    assert "0.74" not in scene.text("recalled")
    assert "402" not in scene.text("context")
    scene.panel.footer.figures.click()
    assert "0.74" in scene.text("recalled")


def some_facts(scene: PanelScene) -> None:
    scene.services.memory.stored[1] = [
        make_fact(1, Category.ALLERGY, "磺胺", "我对磺胺过敏", attribute="磺胺", state=FactState.CONFLICT),
        make_fact(
            2,
            Category.ALLERGY,
            "磺胺",
            "我没有药物过敏",
            attribute="磺胺",
            polarity=Polarity.NEGATED,
            state=FactState.CONFLICT,
            at_ms=BASE_MS + 86_400_000,
        ),
        make_fact(3, Category.MEDICATION, "atorvastatin", "I take atorvastatin"),
        make_fact(4, Category.MEDICATION, "aspirin", "aspirin was stopped", status=FactStatus.PAST),
        make_fact(5, Category.MEASUREMENT, "71", "I weigh 71 kg", attribute="weight", unit="kg"),
        make_fact(6, Category.HABIT, "smokes", "he smokes", state=FactState.PROPOSED),
    ]


def test_facts_stand_by_category_with_quote_and_state(scene: PanelScene) -> None:
    some_facts(scene)
    with_session(scene)
    text = scene.text("facts")
    assert text.index("Allergies") < text.index("Medication") < text.index("Measurements")
    assert "“I take atorvastatin”" in text
    assert "aspirin stopped" in text.replace("\u2002", " ")
    assert "weight 71 kg" in text
    assert "to confirm" in text
    inbox = scene.panel.facts.inbox
    assert inbox.title.text() == "To settle · Allergies: 磺胺"
    assert (inbox.older.statements[0].quote.text(), inbox.newer.statements[0].quote.text()) == (
        "“我对磺胺过敏”",
        "“我没有药物过敏”",
    )


def test_correcting_a_fact_can_be_undone(scene: PanelScene) -> None:
    some_facts(scene)
    with_session(scene)
    tab = scene.panel.facts
    scene.text("facts")
    tab.browser.anchorClicked.emit(QUrl("fact:manage/3"))
    assert "forget" in scene.text("facts")
    tab.browser.anchorClicked.emit(QUrl("fact:forget/3"))
    scene.settle()
    assert "“I take atorvastatin”" not in scene.text("facts")
    assert tab.undo_bar.words.full_text() == (
        "Forgotten: atorvastatin. The conversation still has the words; delete its turn to take them out of it too."
    )
    tab.undo_bar.undo.click()
    scene.settle()
    assert "“I take atorvastatin”" in scene.text("facts")
    assert tab.undo_bar.isHidden()
    tab.browser.anchorClicked.emit(QUrl("fact:confirm/6"))
    scene.settle()
    states = {fact.id: fact.state for fact in scene.services.memory.stored[1]}
    assert states[6] is FactState.ACTIVE


def test_settling_a_conflict_keeps_one_side_and_can_be_undone(scene: PanelScene) -> None:
    some_facts(scene)
    with_session(scene)
    tab = scene.panel.facts
    tab.inbox.choices[Settlement.KEEP_OLD].click()
    scene.settle()
    states = {fact.id: fact.state for fact in scene.services.memory.stored[1]}
    assert (states[1], states[2]) == (FactState.ACTIVE, FactState.RETRACTED)
    assert tab.inbox.isHidden()
    tab.undo_bar.undo.click()
    scene.settle()
    states = {fact.id: fact.state for fact in scene.services.memory.stored[1]}
    assert (states[1], states[2]) == (FactState.CONFLICT, FactState.CONFLICT)
    assert not tab.inbox.isHidden()


def test_new_facts_appear(scene: PanelScene) -> None:
    with_session(scene)
    assert "Nothing is known yet" in scene.text("facts")
    some_facts(scene)
    scene.services.bus.publish(Changed("extraction", facts_of_people=frozenset({1})))
    scene.settle()
    assert "atorvastatin" in scene.text("facts")


def test_the_safety_strip_is_clinical(scene: PanelScene, clinic: PanelScene) -> None:
    for each in (scene, clinic):
        some_facts(each)
        with_session(each)
    assert not scene.panel.safety.isVisible()
    strip = clinic.panel.safety
    assert strip.isVisible()
    assert strip.allergies.text() == "Allergy 磺胺 (unresolved)"
    assert strip.drugs.text() == "Medication atorvastatin"
    assert strip.conflicts.text() == "1 conflict"
    clinic.panel.show_tab("context")
    strip.conflicts.click()
    assert clinic.panel.tabs.current_key() == "facts"


def test_a_denied_allergy_and_silence_differ(clinic: PanelScene) -> None:
    clinic.show()
    assert clinic.panel.safety.allergies.text() == "No allergy recorded"
    denied = make_fact(1, Category.ALLERGY, "drugs", "no drug allergy", polarity=Polarity.NEGATED)
    clinic.services.memory.stored[1] = [denied]
    clinic.show()
    assert clinic.panel.safety.allergies.text() == "Allergy denied"


@pytest.mark.parametrize("chinese", [False, True])
@pytest.mark.parametrize("width", [320, 360, 436])
def test_tabs_never_cut_their_names(scene: PanelScene, qapp: QApplication, width: int, chinese: bool) -> None:
    translations = Translations(qapp, "zh" if chinese else "en")
    try:
        ledger = make_ledger([5000], [(i, ClipReason.OLDEST) for i in range(1234)], pieces=PIECES, recalled=[SNIPPET])
        with_session(scene, ledger)
        scene.panel.setMinimumWidth(300)  # as the window has it
        scene.panel.resize(width, 640)
        scene.panel.set_full(True)
        scene.settle()
        tabs = scene.panel.tabs
        assert tabs.tabText(0) == ("上下文" if chinese else "Context")
        assert shown_tabs(scene) == list(scene.panel.pages)
        assert bool(tabs.hidden) == tabs.more.isVisible()
        for index in (index for index in range(tabs.count()) if index not in tabs.hidden):
            rect = tabs.tabRect(index)
            metrics = QFontMetrics(tabs._fonts(tabs._metrics()[0])[0])
            assert rect.width() >= metrics.horizontalAdvance(tabs.tabText(index))
        right = tabs.mapTo(scene.panel, QPoint(tabs.tabRect(tabs.count() - 1).right(), 0)).x()
        assert right < width
    finally:
        translations.set_choice("en")


def test_themes_and_widths_keep_the_text(scene: PanelScene) -> None:
    some_facts(scene)
    with_session(scene)
    text = scene.text("facts")
    for name in (ThemeName.DARK, ThemeName.CONTRAST):
        scene.themes.set_choice(name)
        scene.panel.grab()
        assert scene.text("facts") == text
    scene.panel.resize(300, 500)
    scene.settle()
    scene.panel.grab()


def test_everything_that_takes_the_focus_has_a_name(clinic: PanelScene) -> None:
    some_facts(clinic)
    with_session(clinic)
    unnamed = [
        widget
        for widget in clinic.panel.findChildren(QWidget)
        if isinstance(widget, QAbstractButton | QTabBar | QAbstractScrollArea)
        and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and widget.isVisibleTo(clinic.panel)
        and not widget.accessibleName()
    ]
    assert unnamed == []
    assert clinic.panel.header.gauge.accessibleName()
    assert "History: 402 tokens" in clinic.panel.header.gauge.accessibleDescription()
