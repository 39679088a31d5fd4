"""Why is it not here? asked from the panel over a real vault; the dialog names the step and what would change it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from desktop_app.domain.choices import TurnChoices
from desktop_app.domain.settings import RecallSettings
from desktop_app.domain.why_not import Cause, Link, Step, Trace
from desktop_app.services.facade import Services
from desktop_app.ui.dialogs.why_not import WhyNotDialog
from desktop_app.ui.memory_panel.ledger_cards import excerpt
from desktop_app.ui.memory_panel.links import TURN
from desktop_app.ui.memory_panel.why_words import advice, link_words, step_name, verdict
from desktop_app.ui.theme import ThemeManager
from tests.ui.memory_panel.vault_scene import QUESTION, VaultScene


@pytest.fixture
def asking(qtbot: QtBot, themes: ThemeManager, played: tuple[Services, int, int]) -> Iterator[VaultScene]:
    services, person, session = played
    scene = VaultScene(qtbot, services, themes)
    scene.open(person, session)
    scene.type(QUESTION)
    scene.wait(lambda: scene.panel.ledger is not None and scene.panel.ledger.recalled)
    yield scene
    scene.close()


def asked_about(scene: VaultScene, turn_id: int) -> WhyNotDialog:
    scene.panel.ask_why(TURN, turn_id)
    scene.wait(lambda: scene.panel.findChildren(WhyNotDialog))
    (dialog,) = scene.panel.findChildren(WhyNotDialog)
    return dialog


def test_the_dialog_shows_the_chain_and_leads_to_what_would_change_it(asking: VaultScene) -> None:
    asking.conversation.choose(TurnChoices(recall=RecallSettings(top_k=1, minimum_score=0.95)))
    asking.wait(lambda: asking.panel.ledger and len(asking.panel.ledger.recalled) == 1)
    other = asking.services.sessions.page(1).turns[2].id
    dialog = asked_about(asking, other)
    text = dialog.chain.toPlainText().replace("\u2060", "")
    assert "✓\u2002Looked up" in text
    assert "✗\u2002Similar enough" in text
    assert "at least 0.95 is asked" in text
    assert "failed" in text
    assert "–\u2002Room for it" in text
    # The whole chain is in sight without scrolling.
    assert dialog.chain.verticalScrollBar().maximum() == 0
    assert dialog.verdict.text().startswith("It is not here: it is not similar enough (0.")
    assert dialog.advice.text() == "To change it: lower the least similarity."
    assert QUESTION[:20] in dialog.question.text()
    assert dialog.about.text() == excerpt(asking.services.sessions.page(1).turns[2].question.text) != ""
    dialog.accept_button.click()
    assert asking.panel.what_if.isVisible()
    assert asking.panel.what_if.form.minimum_score.value() == 0.95


def test_what_is_here_needs_no_change(asking: VaultScene) -> None:
    assert asking.panel.ledger is not None
    dialog = asked_about(asking, asking.panel.ledger.recalled[0].turn_id)
    assert dialog.verdict.text() == "It is here: the model is sent it."
    assert not dialog.accept_button.isVisible()
    dialog.reject()


def test_for_a_turn_that_left_the_window_the_headline_says_so_first() -> None:
    links = (
        Link(Step.HISTORY, False, figures={"reason": "oldest", "value": 0.31, "tokens": 40}),
        Link(Step.SCORED, False, figures={"score": 0.21, "least": 0.35}),
    )
    told = verdict(Trace(links))
    assert told.startswith("It left the window to make room (")
    assert told.endswith("recall did not bring it back: it is not similar enough (0.21; at least 0.35 is asked).")
    assert "pin it" in advice(Trace(links))
    assert verdict(Trace(links[1:])).startswith("It is not here: it is not similar enough")


def test_the_headline_says_of_each_step_that_it_failed() -> None:
    told = {step: verdict(Trace((Link(step, False, Cause.NO_TEXT),))) for step in Step}
    assert len(set(told.values())) >= len(Step) - 1  # no room is no room
    assert not any(step_name(step) in words for step, words in told.items())


def test_a_turn_answered_from_memory_was_kept_out_not_crowded_out() -> None:
    links = (
        Link(Step.HISTORY, False, Cause.FROM_MEMORY, {"reason": "excluded", "value": 0.0, "tokens": 40}),
        Link(Step.INDEXED, False, Cause.NOTHING_TO_INDEX),
    )
    assert "make room" not in verdict(Trace(links))
    assert verdict(Trace(links)).startswith("It was kept out of the window")
    assert advice(Trace(links)) == "To have it sent after all: bring it back or pin it."  # no larger window


@pytest.mark.parametrize("cause", [cause for cause in Cause if cause is not Cause.NONE])
def test_every_cause_has_words(cause: Cause) -> None:
    assert link_words(Link(Step.STORED, False, cause))


@pytest.mark.parametrize("step", list(Step))
def test_every_step_has_a_name(step: Step) -> None:
    assert step_name(step)


def test_what_was_said_after_a_prompt_is_not_called_unstored() -> None:
    told = verdict(Trace((Link(Step.STORED, False, Cause.LATER),)))
    assert told == "It is not here: it was said after this prompt."


def test_before_anything_was_sent_it_says_so(qtbot: QtBot, asking: VaultScene) -> None:
    empty = asking.services.sessions.create(1, "Empty").id
    asking.panel.show_session(1, empty)
    asking.panel.ask_why(TURN, 1)
    asking.wait(lambda: asking.panel.findChildren(WhyNotDialog))
    (dialog,) = asking.panel.findChildren(WhyNotDialog)
    assert dialog.verdict.text() == "Nothing was sent in this session yet: write a message and ask again."
    dialog.reject()
