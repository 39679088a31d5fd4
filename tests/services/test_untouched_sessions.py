"""A session that was opened and nothing else was ever done with is taken away; every other one stays."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from desktop_app.domain.conversation import Attachment, VaultKind
from desktop_app.services.facade import Services
from tests.scripted_program import Heard, scripted_program

_TOUCHES: dict[str, Callable[[Services, int], object]] = {
    "draft": lambda services, session: services.sessions.save_draft(session, "half a sentence"),
    "file": lambda services, session: services.sessions.save_draft_files(session, [Attachment("a.txt", "text")]),
    "name": lambda services, session: services.sessions.rename(session, "Knee"),
    "emptied name": lambda services, session: services.sessions.rename(session, ""),
    "pin": lambda services, session: services.sessions.set_pinned(session, True),
    "archive": lambda services, session: services.sessions.set_archived([session], True),
    "folder": lambda services, session: services.folders.put_into_new([session], 1, "Health"),
    "persona": lambda services, session: services.personas.choose(session, services.personas.list()[0].id),
    "turn": lambda services, session: services.chat.give(session, "My knee hurts.", "person", "I see."),
    "turn that was deleted": lambda services, session: services.sessions.delete_turn(
        services.chat.give(session, "My knee hurts.", "person", "I see.").id, "consent_withdrawn"
    ),
}


@pytest.mark.parametrize("kind", VaultKind)
def test_an_untouched_session_leaves_no_trace(tmp_path: Path, kind: VaultKind) -> None:
    with scripted_program(tmp_path, kind=kind, load=False) as services:
        person = services.people.create("Anna")
        before = len(services.audit.entries())
        kept, empty = services.sessions.create(person.id, "Knee"), services.sessions.create(person.id)
        heard = Heard(services)
        assert services.sessions.discard_untouched(empty.id)
        assert services.sessions.list(person.id) == (kept,)
        assert [event.sessions for event in heard.events] == [frozenset({empty.id})]
        assert not services.sessions.discard_untouched(empty.id)
        assert len(services.audit.entries()) == before


@pytest.mark.parametrize("touch", _TOUCHES)
def test_whatever_was_done_with_a_session_keeps_it(tmp_path: Path, touch: str) -> None:
    with scripted_program(tmp_path) as services:
        person = services.people.create("Anna")
        session = services.sessions.create(person.id)
        _TOUCHES[touch](services, session.id)
        assert not services.sessions.discard_untouched(session.id)
        assert [one.id for one in services.sessions.list(person.id)] == [session.id]
