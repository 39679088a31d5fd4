from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QUrl
from pytestqt.qtbot import QtBot

from desktop_app.domain.choices import NO_CHOICES, TurnChoices
from desktop_app.domain.conversation import MEMORY
from desktop_app.domain.ledger import ClipReason, EarlierFileCut
from desktop_app.domain.prices import Price
from desktop_app.ui.memory_panel.clipped_cards import ClippedShown, clipped_cards, price_words
from tests.ui.fakes import make_ledger, make_turn
from tests.ui.memory_panel.conftest import PanelScene
from tests.ui.memory_panel.test_panel import full_ledger, with_session


def press(scene: PanelScene, link: str) -> None:
    scene.panel.pages["clipped"].browser.anchorClicked.emit(QUrl(link))
    scene.settle()


def test_each_turn_says_what_bringing_it_back_costs(scene: PanelScene, qtbot: QtBot) -> None:
    with_session(scene)
    text = scene.text("clipped")
    assert text.count("reads 900 tokens more, about 6 s") == 3
    assert text.count("bring back") == 3
    with qtbot.waitSignal(scene.panel.choices_changed) as changed:
        press(scene, "clipped:bring/101")
    assert changed.args == [TurnChoices(bring_back=frozenset({101}))]


def test_what_is_chosen_is_shown_with_what_leaves_for_it_and_can_be_taken_back(scene: PanelScene, qtbot: QtBot) -> None:
    with_session(scene)
    scene.text("clipped")
    scene.panel.show_choices(TurnChoices(bring_back=frozenset({101})))
    text = scene.text("clipped")
    assert "Back with the next message: turns 2, 3" in text
    assert "leaves for it: turn 4" in text
    assert text.count("bring back") == 2  # not the one that is back
    assert "fill now" not in text
    with qtbot.waitSignal(scene.panel.choices_changed) as changed:
        press(scene, "clipped:undo")
    assert changed.args == [NO_CHOICES]
    scene.panel.show_choices(NO_CHOICES)
    assert "Back with" not in scene.text("clipped")


def test_free_space_is_explained_and_can_be_filled(scene: PanelScene, qtbot: QtBot) -> None:
    ledger = with_session(scene)
    free = ledger.context_limit - ledger.reserved - ledger.prompt_tokens
    text = scene.text("clipped")
    assert f"{free} tokens are free" in text
    assert "turns 2, 3 kept out to save re-reading 900 tokens, about 6 s" in text
    with qtbot.waitSignal(scene.panel.choices_changed) as changed:
        press(scene, "clipped:fill")
    assert changed.args == [TurnChoices(fill_now=True)]
    scene.services.prices.filling = False
    scene.panel.show_session(1, 1)
    assert "fill now" not in scene.text("clipped")


def test_pinning_lasts_and_can_be_undone(scene: PanelScene) -> None:
    with_session(scene)
    scene.text("clipped")
    scene.services.context.pinned_turns = (make_turn(0, "question 0", "a"),)
    press(scene, "clipped:pin/100")
    assert scene.services.sessions.pinned == {100: True}
    assert "turn 1 is pinned" in scene.text("clipped")
    press(scene, "clipped:unpin/100")
    assert scene.services.sessions.pinned == {100: False}


def test_an_older_turn_offers_no_choice(scene: PanelScene) -> None:
    with_session(scene)
    scene.panel.show_ledger(103, make_ledger([2], [(0, ClipReason.OLDEST)]))
    text = scene.text("clipped")
    assert "turn 1" in text
    assert "bring back" not in text
    assert "fill now" not in text


def test_prices_are_asked_once_for_the_same_turns(scene: PanelScene) -> None:
    with_session(scene)
    scene.text("clipped")
    asked = scene.services.prices.asked
    for _ in range(5):
        scene.panel.show_preview(full_ledger())
        scene.text("clipped")
    assert scene.services.prices.asked == asked == 1


def test_a_price_without_a_measurement_names_no_seconds() -> None:
    assert price_words(Price(1200, None)) == "reads 1,200 tokens more"
    assert price_words(Price(0, 0.0)) == "nothing has to be read again for it"
    assert price_words(Price(120, 0.84)) == "reads 120 tokens more, about 0.8 s"


def test_a_turn_far_down_is_listed_and_stands_at_the_top(scene: PanelScene) -> None:
    ledger = make_ledger([900], [(i, ClipReason.OLDEST) for i in range(900)])
    scene.panel.show_preview(ledger)
    scene.show()
    scene.panel.show_preview(ledger)
    scene.panel.show_clipped(150)
    scene.settle()
    page = scene.panel.pages["clipped"].browser
    assert scene.panel.tabs.current_key() == "clipped"
    block = page.textCursor().block()
    assert "turn 51" in "".join(block.text() + block.next().text()).replace("\u2060", "")
    assert page.verticalScrollBar().value() > 0


def test_a_value_says_what_it_is_made_of(scene: PanelScene) -> None:
    scene.services.sessions.turns[1] = [
        make_turn(0, "I take amlodipine 5 mg since 3 May, no aspirin.", "Noted."),
        make_turn(1, "hm", "Yes?"),
        make_turn(2, "go on", "a"),
    ]
    scene.services.context.ledgers[102] = make_ledger([], [(0, ClipReason.OLDEST), (1, ClipReason.FILLER)])
    scene.services.context.sessions[1] = 102
    scene.show()
    text = scene.text("clipped")
    assert "its words hold a quantity, a word about health" in text
    assert "a negation" in text
    assert "its words hold nothing that speaks for it" in text
    scene.panel.set_full(False)
    assert "its words hold" not in scene.text("clipped")


def test_a_valuable_turn_that_had_to_leave_is_not_called_low(scene: PanelScene) -> None:
    ledger = make_ledger([3], [(0, ClipReason.LOW_VALUE), (1, ClipReason.LOW_VALUE), (2, ClipReason.LOW_VALUE)])
    values = (0.98, 0.2, 0.5)
    clipped = tuple(replace(turn, value=value) for turn, value in zip(ledger.clipped, values, strict=True))
    with_session(scene, replace(ledger, clipped=clipped))
    text = scene.text("clipped")
    crowded = "no room: worth less than what stayed"
    assert f"{crowded}: 2, low value: 1" in text
    assert f"{crowded}, value 0.98" in text
    assert f"{crowded}, value 0.50" in text
    assert "low value, value 0.20" in text
    assert [turn.reason.value for turn in clipped] == ["low_value"] * 3  # what the record says stays


def test_files_of_earlier_turns_that_are_not_in_the_prompt_are_named(scene: PanelScene) -> None:
    ledger = with_session(scene)
    cut = EarlierFileCut(turn_id=101, ordinal=0, attachment=0, parts=5, left_out=5)
    cards = clipped_cards(replace(ledger, clipped=(), earlier_file_cuts=(cut,)), ClippedShown())
    text = " ".join(phrase.text for card in cards for line in card.lines for phrase in line.phrases)
    assert "Nothing was left out" not in text
    assert "File 1 of turn 1: 5 of 5 parts are not in the prompt" in text
    assert any(phrase.link.endswith("/101") for card in cards for line in card.lines for phrase in line.phrases)


def test_what_the_memory_answered_did_not_leave_to_make_room(scene: PanelScene) -> None:
    memory = make_turn(1, "What do you know about me?", "Nothing yet.")
    assert memory.reply is not None
    memory = replace(memory, reply=replace(memory.reply, speaker=MEMORY))
    scene.services.sessions.turns[1] = [make_turn(0, "hm", "Yes?"), memory, make_turn(2, "go on", "a")]
    both = [(0, ClipReason.OLDEST), (1, ClipReason.EXCLUDED)]
    scene.services.context.ledgers[102] = make_ledger([], both)
    scene.services.context.sessions[1] = 102
    scene.show()
    scene.panel.show_session(1, 1)
    text = scene.text("clipped")
    assert text.startswith("1 turn left out, ")
    assert "1 turn answered from memory, not shown to the model" in text
    assert text.count("saves ") == 1
    assert scene.panel.pages["clipped"].count() == "1"
    scene.panel.show_ledger(102, make_ledger([0], both[1:]))
    text = scene.text("clipped")
    assert text.startswith("No turn had to make room.")
    assert "saved" not in text
    assert scene.panel.pages["clipped"].count() == "0"
