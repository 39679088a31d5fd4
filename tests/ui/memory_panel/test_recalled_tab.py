"""The Recalled tab: who spoke, and why recall by meaning was not there."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from desktop_app.domain.conversation import ASSISTANT, PERSON
from desktop_app.domain.errors import ModelError
from desktop_app.domain.events import EmbedderChanged
from desktop_app.domain.ledger import RecalledSnippet
from desktop_app.ui.memory_panel.recalled_cards import spoken
from tests.ui.fakes import BASE_MS, make_ledger, make_turn
from tests.ui.memory_panel.conftest import PanelScene

ASKED, ANSWERED = "萘普生让我起疹子", "记下了。\n以后不用萘普生。"


@pytest.mark.parametrize(
    ("speaker", "text", "parts"),
    [
        (PERSON, f"{ASKED}\n{ANSWERED}", [(PERSON, ASKED), (ASSISTANT, ANSWERED)]),
        ("family:妈妈", f"妈妈: {ASKED}\n{ANSWERED}", [("family:妈妈", ASKED), (ASSISTANT, ANSWERED)]),
        ("family:妈妈", f"妈妈: {ASKED}", [("family:妈妈", ASKED)]),
        (PERSON, "起疹子", [(PERSON, "起疹子")]),
        (PERSON, "以后不用萘普生。", [(ASSISTANT, "以后不用萘普生。")]),
        (PERSON, "萘普生", [("", "萘普生")]),  # both say it
        (PERSON, "别的话\n记下了。", [("", "别的话\n记下了。")]),  # the turn was edited since
    ],
)
def test_who_spoke_is_told_only_where_the_stored_turn_tells(
    speaker: str, text: str, parts: list[tuple[str, str]]
) -> None:
    assert spoken(text, make_turn(0, ASKED, ANSWERED, speaker=speaker)) == parts


def test_without_its_turn_a_snippet_stays_as_it_is() -> None:
    assert spoken("a\nb", None) == [("", "a\nb")]


def test_the_tab_names_who_spoke(scene: PanelScene, qtbot: QtBot) -> None:
    snippet = RecalledSnippet(7, 3, "认识一下", 701, 1, BASE_MS, f"{ASKED}\n记下了。", 0.74, 0.52, 0.68)
    elsewhere = replace(snippet, turn_id=999, ordinal=0, text="gone meanwhile")
    scene.services.sessions.turns[3] = [
        make_turn(0, "你好", "你好", session_id=3, turn_id=700),
        make_turn(1, ASKED, "记下了。", session_id=3, turn_id=701),
    ]
    scene.show()
    scene.panel.show_preview(make_ledger((), recalled=[snippet, elsewhere]))

    def lines() -> list[str]:
        return scene.text("recalled").replace("\u2002", " ").splitlines()

    qtbot.waitUntil(lambda: f"You {ASKED}" in lines())  # once their turns have been read
    assert "Assistant 记下了。" in lines()
    assert "gone meanwhile" in lines()


def test_a_model_on_its_way_is_not_called_missing(scene: PanelScene) -> None:
    scene.services.models.embedder_state = EmbedderChanged(False)
    scene.panel.show_preview(make_ledger((), recall_note="off"))
    assert "The embedding model was still loading" in scene.text("recalled")
    failed = EmbedderChanged(False, ModelError("model_missing", path=""))
    scene.services.models.embedder_state = failed
    scene.services.bus.publish(failed)
    scene.settle()
    assert "no embedding model" in scene.text("recalled")
    assert "still loading" not in scene.text("recalled")


def test_what_was_found_and_had_no_room_is_not_called_nothing(scene: PanelScene) -> None:
    scene.panel.show_preview(replace(make_ledger((), recall_note="nothing_relevant")))
    assert "Nothing relevant" in scene.text("recalled")
    scene.panel.show_preview(replace(make_ledger(()), recall_without_room=3))
    shown = scene.text("recalled")
    assert "Found, and without room in the prompt: 3." in shown
    assert "Nothing" not in shown
