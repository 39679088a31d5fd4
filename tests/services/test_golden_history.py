"""The published example of ordered, isolated session history, reproduced by the real vault and services."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from desktop_app.domain.ledger import PieceKind
from desktop_app.services.facade import Services
from tests.scripted_program import scripted_program

GOLDEN = json.loads((Path(__file__).parents[1] / "data" / "golden" / "reference.json").read_text("utf-8"))[
    "session_history"
]


def prompt_messages(services: Services, turn_id: int) -> list[tuple[str, str]]:
    """(role, text) of each message of a turn's prompt, read back from its ledger; ChatML."""
    ledger = services.context.ledger(turn_id)
    assert ledger is not None
    messages: list[tuple[str, str]] = []
    for piece in ledger.pieces:
        if piece.kind is PieceKind.TEMPLATE:
            role = piece.text.rpartition("<|im_start|>")[2].strip()
            if "<|im_start|>" in piece.text:
                messages.append((role, ""))
        else:
            messages[-1] = (messages[-1][0], messages[-1][1] + piece.text)
    return messages


def test_the_history_is_ordered_and_sessions_do_not_see_each_other(tmp_path: Path) -> None:
    with scripted_program(tmp_path) as services:
        services.settings.update(replace(services.settings.get(), system_prompt=GOLDEN["system"]))
        person = services.people.create("我")
        first = services.sessions.create(person.id, "a").id
        second = services.sessions.create(person.id, "b").id
        for question, answer in GOLDEN["rounds"]:
            services.chat.give(first, question, "person", answer)

        asked = services.chat.send(first, "@@say 好", "person")
        other = services.chat.send(second, "@@say 好", "person")

        messages = prompt_messages(services, asked.id)
        assert [role for role, _ in messages[: len(GOLDEN["roles"])]] == GOLDEN["roles"]
        assert messages[0][1].startswith(GOLDEN["system"])
        history = [text for _, text in messages[1 : len(GOLDEN["roles"])]]
        assert history == [text for round_ in GOLDEN["rounds"] for text in round_]
        assert [role for role, _ in prompt_messages(services, other.id)][:2] == ["system", "user"]
        assert len(services.sessions.page(second).turns) == 1

        services.sessions.clear(first)

        assert services.sessions.page(first).total == 0
        assert services.sessions.page(second).total == 1
