"""What if: changes for the next message are shown with their price before they are sent, and are taken back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop_app.domain.choices import NO_CHOICES
from desktop_app.domain.settings import ClipStrategy
from desktop_app.services.facade import Services
from desktop_app.ui.memory_panel.what_if import signed
from desktop_app.ui.theme import ThemeManager
from tests.ui.memory_panel.vault_scene import QUESTION, VaultScene


@pytest.fixture
def trying(qtbot: QtBot, themes: ThemeManager, played: tuple[Services, int, int]) -> Iterator[VaultScene]:
    services, person, _ = played
    # What a test before this one sent is remembered too, and must not come up in the middle of this one.
    assert services.consolidation.wait(60)
    scene = VaultScene(qtbot, services, themes)
    scene.open(person, services.sessions.create(person, "Try").id)
    scene.type(QUESTION)
    scene.wait(lambda: scene.panel.ledger is not None and scene.panel.ledger.recalled)
    qtbot.mouseClick(scene.panel.footer.what_if, Qt.MouseButton.LeftButton)
    assert scene.panel.what_if.isVisible()
    yield scene
    scene.close()


def test_a_change_shows_the_exact_prompt_and_its_price_by_section(trying: VaultScene) -> None:
    strip = trying.panel.what_if
    plain = trying.panel.ledger
    assert plain is not None
    strip.form.top_k.setValue(0)
    trying.wait(lambda: trying.panel.ledger is not plain and not trying.panel.ledger.recalled)
    chosen = trying.panel.ledger
    assert chosen is not None
    assert f"{plain.prompt_tokens:,} → {chosen.prompt_tokens:,} tokens" in strip.price.text()
    recalled = chosen.sections["recalled"] - plain.sections["recalled"]
    assert recalled < 0
    assert f"Recalled {signed(recalled)}" in strip.price.text()
    assert "other recall" in strip.changes.text()
    assert trying.panel.header.title.full_text() == "Would be sent"


def test_reset_takes_everything_back(trying: VaultScene, qtbot: QtBot) -> None:
    strip = trying.panel.what_if
    plain = trying.panel.ledger
    assert plain is not None
    strip.form.facts_budget.setValue(50)
    strip.form.strategy.setCurrentIndex(1)
    strip.form.strategy.activated.emit(1)
    trying.wait(lambda: strip.reset.isVisible() and strip.price.text())
    qtbot.mouseClick(strip.reset, Qt.MouseButton.LeftButton)
    assert strip.form.facts_budget.value() == trying.services.settings.get().context.facts_budget_tokens
    trying.wait(lambda: trying.panel.ledger == plain)
    assert not strip.reset.isVisible()
    assert strip.changes.text().startswith("Nothing is changed")


def test_what_is_chosen_goes_with_one_message_and_no_further(trying: VaultScene) -> None:
    strip = trying.panel.what_if
    strip.form.top_k.setValue(0)
    trying.wait(lambda: trying.panel.ledger and not trying.panel.ledger.recalled)
    expected = trying.panel.ledger
    assert expected is not None
    trying.composer.send()
    session = trying.conversation.session_id
    assert session is not None
    trying.wait(lambda: trying.services.context.latest(session))
    latest = trying.services.context.latest(session)
    assert latest is not None
    assert [piece.text for piece in latest[1].pieces] == [piece.text for piece in expected.pieces]
    assert strip.form.top_k.value() == trying.services.settings.get().recall.top_k
    assert not strip.reset.isVisible()


def test_kept_settings_are_those_of_the_vault(trying: VaultScene, qtbot: QtBot) -> None:
    strip = trying.panel.what_if
    before = trying.services.settings.get()
    strip.form.strategy.setCurrentIndex(1)
    strip.form.strategy.activated.emit(1)
    strip.form.minimum_score.setValue(0.5)
    trying.wait(lambda: strip.keep.isVisible())
    qtbot.mouseClick(strip.keep, Qt.MouseButton.LeftButton)
    trying.wait(lambda: not strip.keep.isVisible())
    kept = trying.services.settings.get()
    assert kept.context.clip_strategy is ClipStrategy.NEWEST_ONLY
    assert kept.recall.minimum_score == 0.5
    trying.services.settings.update(before)


def test_closed_it_leaves_one_line_while_something_is_chosen(trying: VaultScene) -> None:
    strip = trying.panel.what_if
    strip.close_button.click()
    assert not strip.isVisible()
    strip.set_open(True)
    strip.form.recall_budget.setValue(0)
    strip.close_button.click()
    assert strip.isVisible()
    assert not strip.form.top_k.isVisible()
    assert "other budgets or clip" in strip.changes.text()
    trying.panel.choices_changed.emit(NO_CHOICES)
    assert not strip.isVisible()


def test_a_number_that_is_not_in_force_says_so_with_what_is(trying: VaultScene) -> None:
    strip = trying.panel.what_if
    ledger = trying.panel.ledger
    assert ledger is not None
    assert "For the reply" not in strip.refused.text()
    strip.form.reserve.setValue(ledger.context_limit)
    trying.wait(lambda: "For the reply" in strip.refused.text())
    assert strip.refused.isVisible()
    assert f"For the reply {ledger.context_limit // 2:,}" in strip.refused.text()
    strip.form.reserve.setValue(64)
    trying.wait(lambda: "For the reply" not in strip.refused.text())


def test_what_is_not_chosen_follows_the_settings_and_what_is_chosen_stays(trying: VaultScene) -> None:
    strip, settings = trying.panel.what_if, trying.services.settings
    before = settings.get()
    strip.form.facts_budget.setValue(50)
    trying.wait(lambda: strip.price.text())
    try:
        settings.update(replace(before, context=replace(before.context, keep_last_turns=1)))
        trying.wait(lambda: strip.form.keep_last.value() == 1)
        assert strip.form.facts_budget.value() == 50
        settings.update(replace(before, context=replace(before.context, facts_budget_tokens=50)))
        trying.wait(lambda: strip.form.keep_last.value() == before.context.keep_last_turns)
        trying.wait(lambda: strip.reset.isHidden())  # what was chosen is what is in force
    finally:
        settings.update(before)


def test_escape_closes_the_form_and_leads_back_to_its_button(trying: VaultScene, qtbot: QtBot) -> None:
    strip = trying.panel.what_if
    strip.form.top_k.setValue(0)
    strip.form.top_k.setFocus()
    qtbot.keyClick(strip.form.top_k, Qt.Key.Key_Escape)
    assert not strip.is_open
    assert trying.panel.footer.what_if.hasFocus()
    trying.wait(lambda: strip.isVisible() and "other recall" in strip.changes.text())  # what is tried stays
