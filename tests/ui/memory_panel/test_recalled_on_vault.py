"""The Recalled tab over a real vault: what matched, what nearly did, and what never shall."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from desktop_app.domain.choices import TurnChoices
from desktop_app.domain.settings import RecallSettings
from desktop_app.services.facade import Services
from desktop_app.ui.memory_panel import recalled_cards
from desktop_app.ui.theme import ThemeManager
from tests.ui.memory_panel.vault_scene import QUESTION, VaultScene


@pytest.fixture
def today(qtbot: QtBot, themes: ThemeManager, played: tuple[Services, int, int]) -> Iterator[VaultScene]:
    services, person, session = played
    scene = VaultScene(qtbot, services, themes)
    scene.open(person, session)
    scene.type(QUESTION)
    scene.panel.show_tab("recalled")
    scene.wait(lambda: scene.panel.ledger is not None and scene.panel.ledger.recalled)
    yield scene
    scene.close()


def marked(scene: VaultScene) -> set[str]:
    cards = scene.panel.pages["recalled"].browser.cards
    return {phrase.text for card in cards for line in card.lines for phrase in line.phrases if phrase.marked}


def test_bars_say_the_ledger_s_scores_and_matched_words_are_marked(today: VaultScene) -> None:
    assert today.panel.ledger is not None
    snippet = today.panel.ledger.recalled[0]
    today.wait(lambda: marked(today))
    bars = [line for card in today.panel.pages["recalled"].browser.cards for line in card.lines if line.bar is not None]
    assert [line.bar for line in bars[:3]] == [snippet.vector, snippet.word, snippet.score]
    assert [line.right for line in bars[:3]] == [f"{s:.2f}" for s in (snippet.vector, snippet.word, snippet.score)]
    assert {"beehives", "stand", "barn"} <= marked(today)
    assert not marked(today) & {"Our", "the", "orchard", "old"}
    today.panel.set_full(False)
    assert all(line.bar is None for card in today.panel.pages["recalled"].browser.cards for line in card.lines)
    today.panel.set_full(True)


def test_what_is_left_out_once_leaves_the_prompt_and_comes_back(today: VaultScene) -> None:
    assert today.panel.ledger is not None
    chunk = today.panel.ledger.recalled[0].chunk_id
    today.follow("recalled", f"{recalled_cards.SKIP}/{chunk}")
    today.wait(lambda: today.panel.ledger and chunk not in {one.chunk_id for one in today.panel.ledger.recalled})
    today.wait(lambda: "Not with the next message: 1 memory" in today.text("recalled"))
    today.follow("recalled", recalled_cards.UNSKIP)
    today.wait(lambda: today.panel.ledger and chunk in {one.chunk_id for one in today.panel.ledger.recalled})


def test_what_is_never_recalled_is_listed_and_can_be_allowed_again(today: VaultScene) -> None:
    assert today.panel.ledger is not None
    turn = today.panel.ledger.recalled[0].turn_id
    today.follow("recalled", f"{recalled_cards.NEVER}/{turn}")
    today.wait(lambda: today.panel.ledger and turn not in {one.turn_id for one in today.panel.ledger.recalled})
    today.wait(lambda: "Never recalled: 1 turn" in today.text("recalled"))
    today.follow("recalled", recalled_cards.EXCLUDED)
    today.wait(lambda: "Our beehives stand behind" in today.text("recalled"))
    today.follow("recalled", today.link("recalled", recalled_cards.ALLOW))
    today.wait(lambda: today.panel.ledger and turn in {one.turn_id for one in today.panel.ledger.recalled})


def test_what_was_nearly_recalled_is_shown_on_demand_with_the_reason(today: VaultScene) -> None:
    today.conversation.choose(TurnChoices(recall=RecallSettings(top_k=1, minimum_score=0.9)))
    today.wait(lambda: today.panel.ledger and len(today.panel.ledger.recalled) == 1)
    assert "lawn mower" not in today.text("recalled")
    today.follow("recalled", recalled_cards.NEAR)
    today.wait(lambda: "lawn mower" in today.text("recalled"))
    text = today.text("recalled")
    assert "Nearly recalled: not in the prompt" in text
    assert ": below the least similarity of 0.90" in text
    assert "together 0." in text
    # The list begins where the link was pressed: with the best one, not with its end.
    assert text.index("hide what was nearly recalled") < text.index("Nearly recalled: not in the prompt")


def test_what_was_nearly_recalled_begins_at_its_top(today: VaultScene) -> None:
    today.panel.resize(400, 460)
    today.conversation.choose(TurnChoices(recall=RecallSettings(top_k=1, minimum_score=0.9)))
    today.wait(lambda: today.panel.ledger and len(today.panel.ledger.recalled) == 1)
    today.text("recalled")
    browser = today.panel.pages["recalled"].browser
    browser.setFocus()
    browser.scroll_to_link(recalled_cards.NEAR)
    today.follow("recalled", recalled_cards.NEAR)
    today.wait(lambda: "lawn mower" in browser.toPlainText())
    heading = browser.document().find("Nearly recalled")
    assert browser.verticalScrollBar().maximum() > 0, "there is more than the panel has room for"
    assert 0 <= browser.cursorRect(heading).top() < browser.viewport().height()
