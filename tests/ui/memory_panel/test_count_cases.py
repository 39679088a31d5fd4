"""What is counted while one types is what is sent, and figures of speed are the engine's."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.domain.conversation import FinishReason
from desktop_app.domain.events import PromptRead, TurnFinished
from desktop_app.domain.ledger import Ledger
from desktop_app.ui.conversation import PREVIEW_AFTER_MS
from desktop_app.ui.status_bar import StatusBar
from desktop_app.ui.theme import ThemeManager, ThemeName
from tests.scripted_program import Heard
from tests.ui.memory_panel.vault_scene import VaultScene, remembering


@pytest.fixture
def scene(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> Iterator[VaultScene]:
    themes = ThemeManager(qapp, ThemeName.LIGHT)
    with remembering(tmp_path, tokens_per_second=200.0) as (services, person, session):
        opened = VaultScene(qtbot, services, themes)
        opened.open(person, session)
        yield opened
        opened.close()
    themes.deleteLater()
    qapp.setStyleSheet("")


def test_of_a_prompt_that_was_stopped_while_it_was_read_nothing_is_claimed(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    themes = ThemeManager(qapp, ThemeName.LIGHT)
    with remembering(tmp_path, prompt_tokens_per_second=20.0) as (services, person, session):
        scene, heard = VaultScene(qtbot, services, themes), Heard(services)
        scene.open(person, session)
        status = StatusBar(scene.bridge, lambda: True)
        status.show_session(session)
        scene.type("How are the bees?")
        scene.composer.send()
        scene.wait(lambda: any(isinstance(event, PromptRead) and event.read_tokens for event in heard.events))
        scene.conversation.stop()
        scene.wait(lambda: any(isinstance(event, TurnFinished) for event in heard.events))
        end = heard.last_end()
        assert (end.finish_reason, end.completion_tokens) == (FinishReason.CANCELLED, 0)
        scene.wait(lambda: scene.panel.header.title.full_text() == "Sent to the model")
        header = scene.panel.header
        assert (header.check.text(), header.cost.full_text()) == ("", "")
        assert not any("computed" in text for text in status.texts)
        scene.panel.show_session(person, None)  # as when it is read from the vault later
        scene.panel.show_session(person, session)
        scene.wait(lambda: scene.panel.ledger is not None)
        assert (header.check.text(), header.cost.full_text()) == ("", "")
        record = services.records.record(end.turn_id)
        assert record["prompt_tokens"] == record["reused_tokens"] + record["computed_tokens"] > 0
        status.deleteLater()
        scene.close()
    themes.deleteLater()
    qapp.setStyleSheet("")


@pytest.mark.parametrize("text", ["How are the bees?", "蜂箱还好吗？", "`x = 1`  🙂‍↔️ and ﬁne"])
def test_the_count_while_typing_is_the_count_that_is_sent(scene: VaultScene, text: str) -> None:
    previews: list[Ledger] = []
    scene.conversation.preview_changed.connect(lambda ledger: previews.append(ledger) if ledger else None)
    scene.type(text)
    scene.wait(lambda: previews)
    counted = previews[-1]
    assert counted.counts_exact
    heard = Heard(scene.services)
    assert scene.conversation.session_id is not None
    scene.services.chat.send(scene.conversation.session_id, text, "person")
    sent = heard.last_end().ledger
    assert sent is not None
    assert sent.prompt_tokens == counted.prompt_tokens
    assert sum(sent.sections.values()) == sent.prompt_tokens == sum(piece.tokens for piece in sent.pieces)


def test_turns_answered_without_the_model_count_while_one_types_and_leave_no_estimate(scene: VaultScene) -> None:
    session, services = scene.conversation.session_id, scene.services
    assert session is not None
    services.chat.send(session, "How are the bees?", "person")
    scene.wait(lambda: scene.panel.ledger is not None)
    sent = scene.panel.ledger
    assert sent is not None
    for words in ("the lighthouse keeper limps since the great storm", "the lantern burns salt-white"):
        assert services.asked.answer(session, f"Remember that {words}", "person") is not None
    services.chat.give(session, "Where is the boat?", "person", "It lies behind the old harbour wall, as ever.")
    standing: list[Ledger | None] = []
    scene.conversation.standing_changed.connect(standing.append)
    plan = services.context.plan(session)
    assert plan.sections["history"] > sent.sections["history"] + sent.sections["question"]
    assert plan.sections["facts"] > 0
    assert [turn.ordinal for turn in plan.clipped] == [1, 2]  # what the memory answered counts by its facts
    scene.wait(lambda: standing and standing[-1] is not None and standing[-1].prompt_tokens == plan.prompt_tokens)
    scene.conversation._preview_timer.setInterval(3000)
    scene.type("And the barn")
    scene.wait(lambda: scene.panel.header.title.full_text() == "Would be sent")
    drawn = {segment.section: segment.tokens for segment, _ in scene.panel.header.gauge.rectangles()}
    assert (drawn["history"], drawn["facts"]) == (plan.sections["history"], plan.sections["facts"])
    tokens = services.context.count("And the barn")
    assert scene.panel.header.total.text() == str(plan.prompt_tokens - plan.sections["question"] + tokens)
    scene.conversation._preview_timer.setInterval(0)
    scene.type("What do you know about me?")  # is answered without the model: nothing would be sent
    scene.wait(lambda: scene.panel.header.title.full_text() == "Sent to the model, turn 1")


def test_tokens_follow_each_key_and_the_rest_the_pause(scene: VaultScene) -> None:
    session = scene.conversation.session_id
    assert session is not None
    scene.services.chat.send(session, "How are the bees?", "person")
    scene.wait(lambda: scene.panel.ledger is not None)
    previews: list[Ledger] = []
    typed: list[int] = []
    scene.conversation.preview_changed.connect(lambda ledger: previews.append(ledger) if ledger else None)
    scene.conversation._preview_timer.setInterval(3000)  # so that the counts come long before
    scene.conversation.typed_counted.connect(typed.append)
    header = scene.panel.header

    scene.type("And the barn")
    scene.wait(lambda: typed)
    sent = scene.panel.ledger
    assert sent is not None
    drawn = {segment.section: segment.tokens for segment, _ in header.gauge.rectangles()}
    assert drawn["question"] == typed[-1] == scene.services.context.count("And the barn")
    assert drawn["history"] == sent.sections["history"] + sent.sections["question"]
    assert sum(drawn.values()) == sent.context_limit
    assert (header.title.full_text(), header.check.text()) == ("Would be sent", "estimate")
    assert not previews

    scene.type("And the barn, is it still dry in there after all that rain?")
    scene.wait(lambda: len(typed) > 1)
    assert typed[-1] > typed[0]
    scene.conversation._preview_timer.setInterval(0)
    scene.type("And the barn?")
    scene.wait(lambda: previews)
    assert header.total.text() == str(previews[-1].prompt_tokens)
    assert header.check.text() == "counted by the model"


def test_counting_waits_for_a_pause_and_not_for_long() -> None:
    assert 0 < PREVIEW_AFTER_MS < 300


def test_tokens_a_second_are_those_the_engine_wrote(scene: VaultScene) -> None:
    status = StatusBar(scene.bridge, lambda: True)
    assert scene.conversation.session_id is not None
    status.show_session(scene.conversation.session_id)
    heard = Heard(scene.services)
    scene.services.chat.send(scene.conversation.session_id, "@@tokens 60", "person")
    end = heard.last_end()
    rate = end.completion_tokens * 1000 / end.decode_ms
    scene.wait(lambda: status.texts)
    assert f"{rate:.1f} tok/s" in status.texts
    # The scripted model writes 200 a second; a busy machine can only make it slower.
    assert 20 < rate < 210
    status.deleteLater()
