"""Versions of what was said: edited, asked again, switched; facts, recall and summary follow the branch."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app.domain.conversation import FinishReason
from desktop_app.domain.errors import MessageTooLarge
from desktop_app.domain.events import Changed
from desktop_app.domain.memory import FactState, Polarity
from desktop_app.services.facade import Services
from tests.scripted_program import Heard, scripted_program

HELD = (FactState.ACTIVE, FactState.CONFLICT, FactState.PROPOSED)


@pytest.fixture
def program(tmp_path: Path) -> Iterator[tuple[Services, int]]:
    with scripted_program(tmp_path, context_length=2048, replies=("Noted.", "I see.", "Good.")) as services:
        person = services.people.create("Ann")
        yield services, services.sessions.create(person.id).id


def held(services: Services) -> list[str]:
    """What is held of Ann by now."""
    assert services.consolidation.wait(20)
    person = services.people.list()[0].id
    return sorted(fact.value for fact in services.memory.facts(person) if fact.state in HELD)


def test_an_edited_message_stands_beside_the_old_one_and_its_facts_take_the_old_ones_place(
    program: tuple[Services, int],
) -> None:
    services, session = program
    services.chat.send(session, "Good morning.", "person")
    old = services.chat.send(session, "I live in Lisbon.", "person")
    services.chat.send(session, "I am allergic to penicillin.", "person")
    assert held(services) == ["Lisbon", "penicillin"]
    heard = Heard(services)

    new = services.chat.edit(old.id, "I live in Porto.")

    assert (new.parent_id, new.ordinal) == (old.parent_id, old.ordinal)
    assert [turn.question.text for turn in services.sessions.page(session).turns] == [
        "Good morning.",
        "I live in Porto.",
    ]
    assert services.branches.versions([new.id, new.parent_id or 0]) == {new.id: (old.id, new.id)}
    prompt = services.context.ledger(new.id)
    assert prompt is not None
    said = "".join(piece.text for piece in prompt.pieces)
    assert "Lisbon" not in said, "withdrawn before the model was asked"
    assert "penicillin" not in said
    assert any(isinstance(event, Changed) and event.facts_of_people for event in heard.events)
    assert held(services) == ["Porto"]

    assert services.branches.show_branch(old.id) is True
    assert held(services) == ["Lisbon", "penicillin"]
    assert len(services.sessions.page(session).turns) == 3, "the newest branch through it"
    assert services.branches.show_branch(old.id) is False

    services.branches.show_branch(new.id)
    assert held(services) == ["Porto"]


def test_what_an_edited_message_had_replaced_holds_again(program: tuple[Services, int]) -> None:
    services, session = program
    services.chat.send(session, "I live in Berlin.", "person")
    moved = services.chat.send(session, "I moved to Paris.", "person")
    assert held(services) == ["Paris"]

    other = services.chat.edit(moved.id, "What a day!")
    assert held(services) == ["Berlin"]
    (berlin,) = [f for f in services.memory.facts(services.people.list()[0].id) if f.value == "Berlin"]
    assert berlin.valid_to == ""

    services.branches.show_branch(moved.id)
    assert held(services) == ["Paris"]
    services.branches.show_branch(other.id)
    assert held(services) == ["Berlin"]


def test_what_an_edited_message_had_corrected_away_holds_again(program: tuple[Services, int]) -> None:
    services, session = program
    services.chat.send(session, "我对青霉素过敏。", "person")
    corrected = services.chat.send(session, "不对，不是青霉素，是头孢过敏。", "person")

    def affirmed() -> list[str]:
        assert services.consolidation.wait(20)
        facts = services.memory.facts(services.people.list()[0].id)
        return [fact.value for fact in facts if fact.state in HELD and fact.polarity is Polarity.AFFIRMED]

    assert affirmed() == ["头孢"]
    other = services.chat.edit(corrected.id, "谢谢。")
    assert affirmed() == ["青霉素"]
    services.branches.show_branch(corrected.id)
    assert affirmed() == ["头孢"]
    services.sessions.delete_turn(corrected.id)
    services.branches.show_branch(other.id)
    assert affirmed() == ["青霉素"]


def test_facts_said_elsewhere_or_by_hand_stay(program: tuple[Services, int]) -> None:
    services, session = program
    person = services.people.list()[0].id
    elsewhere = services.sessions.create(person).id
    services.chat.send(elsewhere, "I am allergic to penicillin.", "person")
    again = services.chat.send(session, "I am allergic to penicillin.", "person")
    assert held(services) == ["penicillin"]

    services.chat.edit(again.id, "Tell me a story.")

    assert held(services) == ["penicillin"]


def test_asking_again_keeps_the_facts_of_the_question(program: tuple[Services, int]) -> None:
    services, session = program
    person = services.people.list()[0].id
    old = services.chat.send(session, "I am allergic to penicillin.", "person")
    assert held(services) == ["penicillin"]
    (before,) = services.memory.facts(person)
    services.memory.set_pinned(before.id, True)

    new = services.chat.ask_again(old.id)

    (fact,) = services.memory.facts(person)
    assert (fact.id, fact.pinned, fact.source_count) == (before.id, True, 2), "not found anew: the same words"
    assert held(services) == ["penicillin"]
    services.sessions.delete_turn(old.id)
    assert held(services) == ["penicillin"], "it rests on the words that are left"
    services.sessions.delete_turn(new.id)
    assert held(services) == []


def test_extraction_that_comes_after_the_edit_holds_nothing_of_the_old_words(program: tuple[Services, int]) -> None:
    services, session = program
    old = services.chat.send(session, "I live in Lisbon.", "person")

    services.chat.edit(old.id, "I live in Porto.")  # before anything was read for facts

    assert held(services) == ["Porto"]
    services.branches.show_branch(old.id)
    assert held(services) == ["Lisbon"]


def test_what_followed_a_deleted_version_follows_another_one_and_is_no_version_itself(
    program: tuple[Services, int],
) -> None:
    services, session = program
    services.chat.send(session, "Good morning.", "person")
    old = services.chat.send(session, "I live in Lisbon.", "person")
    new = services.chat.edit(old.id, "I live in Porto.")
    after = services.chat.send(session, "What blooms in June?", "person")

    services.sessions.delete_turn(new.id)

    shown = services.sessions.page(session).turns
    assert [(turn.ordinal, turn.question.text) for turn in shown] == [
        (0, "Good morning."),
        (1, "I live in Lisbon."),
        (2, "What blooms in June?"),
    ]
    assert services.branches.versions([after.id, old.id]) == {}
    assert held(services) == ["Lisbon"]


def test_a_session_whose_end_is_deleted_shows_the_other_version_to_its_end(program: tuple[Services, int]) -> None:
    services, session = program
    services.chat.send(session, "Good morning.", "person")
    old = services.chat.send(session, "I live in Lisbon.", "person")
    end = services.chat.send(session, "What blooms in June?", "person")
    new = services.chat.edit(old.id, "I live in Porto.")

    services.sessions.delete_turn(new.id)

    assert [turn.id for turn in services.sessions.page(session).turns][1:] == [old.id, end.id]
    assert services.branches.versions([end.id, old.id]) == {}


def test_deleting_the_last_turn_of_a_branch_brings_back_what_the_other_says(program: tuple[Services, int]) -> None:
    services, session = program
    old = services.chat.send(session, "I live in Lisbon.", "person")
    new = services.chat.edit(old.id, "I live in Porto.")
    assert held(services) == ["Porto"]

    services.sessions.delete_turn(new.id)

    assert [turn.id for turn in services.sessions.page(session).turns] == [old.id]
    assert held(services) == ["Lisbon"]


def test_an_edit_that_does_not_fit_changes_nothing(program: tuple[Services, int]) -> None:
    services, session = program
    turn = services.chat.send(session, "I live in Lisbon.", "person")
    assert held(services) == ["Lisbon"]

    with pytest.raises(MessageTooLarge):
        services.chat.edit(turn.id, "word " * 3000)

    assert [one.id for one in services.sessions.page(session).turns] == [turn.id]
    assert held(services) == ["Lisbon"]


def test_recall_and_working_memory_leave_abandoned_versions_out(program: tuple[Services, int]) -> None:
    services, session = program
    person = services.people.list()[0].id
    old = services.chat.send(session, "The blue kettle of my aunt whistles at night.", "person")
    services.chat.send(session, "And the red one is silent.", "person")
    services.consolidation.wait(20)
    services.chat.edit(old.id, "Tell me about rivers.")
    services.consolidation.wait(20)
    elsewhere = services.sessions.create(person).id

    preview = services.context.preview(elsewhere, "Which kettle whistles at night?", "person")
    assert all(snippet.turn_id != old.id for snippet in preview.recalled)
    here = services.context.preview(session, "Go on", "person")
    assert len(here.kept) == 1
    assert not any("kettle" in piece.text for piece in here.pieces)

    services.branches.show_branch(old.id)
    back = services.context.preview(elsewhere, "Which kettle whistles at night?", "person")
    assert old.id in {snippet.turn_id for snippet in back.recalled}
    assert len(services.context.preview(session, "Go on", "person").kept) == 2


def test_a_refused_message_can_be_tried_again(tmp_path: Path) -> None:
    with scripted_program(tmp_path, context_length=512, replies=("Read.",)) as services:
        session = services.sessions.create(services.people.create("Ann").id).id
        too_large = services.chat.send(session, "word " * 600, "person")
        assert too_large.finish_reason is FinishReason.REFUSED
        with pytest.raises(MessageTooLarge):
            services.chat.ask_again(too_large.id)
        shorter = services.chat.edit(too_large.id, "a few words")
        assert shorter.finish_reason is FinishReason.STOP
        assert services.branches.versions([shorter.id]) == {shorter.id: (too_large.id, shorter.id)}


def test_a_summary_that_covers_an_edited_turn_holds_only_on_its_own_branch(program: tuple[Services, int]) -> None:
    services, session = program
    turns = [services.chat.send(session, f"The garden has {number} roses.", "person") for number in range(3)]
    covered = [turn.id for turn in turns[:2]]
    services.sessions._store.write(
        lambda db: db.summaries.add(session, "brief", "Roses were counted.", covers=covered, now_ms=1)
    )

    def shown() -> list[tuple[str, bool]]:
        return [(segment.segment.text, segment.stale) for segment in services.summaries.segments(session)]

    assert shown() == [("Roses were counted.", False)]
    services.chat.edit(turns[1].id, "The garden has no roses.")
    assert shown() == [("Roses were counted.", True)]
    services.branches.show_branch(turns[1].id)
    assert shown() == [("Roses were counted.", False)]


def test_a_thought_is_kept_and_sent_no_more(tmp_path: Path) -> None:
    reply = "<think>\nHe may mean the kettle in the attic.\n</think>\n\nIt is in the kitchen."
    with scripted_program(tmp_path, replies=(reply, "Yes.")) as services:
        person = services.people.create("Ann").id
        session = services.sessions.create(person).id
        turn = services.chat.send(session, "Where is it?", "person")
        assert turn.reply is not None
        assert turn.reply.text == reply
        assert services.consolidation.wait(20)

        second = services.chat.send(session, "Really?", "person")

        ledger = services.context.ledger(second.id)
        assert ledger is not None
        sent = "".join(piece.text for piece in ledger.pieces)
        assert "It is in the kitchen." in sent
        assert "attic" not in sent
        found = services.context.preview(services.sessions.create(person).id, "Is it in the kitchen?", "person")
        assert all("attic" not in snippet.text for snippet in found.recalled)


def test_a_person_goes_with_everything_and_nobody_else(tmp_path: Path) -> None:
    with scripted_program(tmp_path, replies=("Noted.",)) as services:
        ann, ben = services.people.create("Ann"), services.people.create("Ben")
        for person in (ann, ben):
            session = services.sessions.create(person.id)
            services.chat.send(session.id, f"I am allergic to {'nuts' if person is ann else 'wasps'}.", "person")
        assert services.consolidation.wait(20)
        heard = Heard(services)

        goes = services.people.derived(ann.id)
        services.people.delete(ann.id)

        assert (goes.sessions, goes.turns, goes.facts, goes.context_records) == (1, 1, ("nuts",), 1)
        assert services.people.list() == (ben,)
        assert services.search.find(None, "nuts") == ()
        assert [fact.value for fact in services.memory.facts(ben.id)] == ["wasps"]
        assert any(isinstance(event, Changed) and event.people == {ann.id} for event in heard.events)
        with pytest.raises(KeyError):
            services.people.delete(ann.id)
