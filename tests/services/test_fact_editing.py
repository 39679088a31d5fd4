"""Facts written by hand: entered, corrected, made into one, deleted; each undone as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from desktop_app.domain.conversation import CLINICIAN, PERSON, VaultKind
from desktop_app.domain.errors import UserError
from desktop_app.domain.fact_changes import HAND, ChangeKind, FactEntry, FactsBefore
from desktop_app.domain.ledger import Piece, PieceKind, Section
from desktop_app.domain.memory import Category, Fact, FactState, Polarity
from tests.services.memory_fakes import DAY_MS, MARCH, FactVault
from tests.storage.storage_helpers import generation_of, ledger_of

ACTIVE, CONFLICT = FactState.ACTIVE, FactState.CONFLICT
RETRACTED, SUPERSEDED = FactState.RETRACTED, FactState.SUPERSEDED
DRUG = FactEntry(Category.MEDICATION, "氨氯地平5mg", "氨氯地平")


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[FactVault]:
    made = FactVault(tmp_path / "vault")
    yield made
    made.store.close()


def carry(vault: FactVault, turn_id: int, fact: Fact) -> None:
    """Store a prompt of a turn that carried a fact."""
    piece = Piece(PieceKind.CONTENT, Section.FACTS, f"- {fact.value}", 3, f"fact:{fact.id}")
    ledger = ledger_of([piece], fact_ids=(fact.id,))
    vault.store.write(lambda db: db.ledgers.put(turn_id, ledger, generation_of(db, ledger)))


def test_a_fact_entered_by_hand_rests_on_a_hand(vault: FactVault) -> None:
    person, _ = vault.session()
    before = vault.editing.add(person, DRUG)
    (fact,) = vault.memory.facts(person)
    assert (fact.value, fact.state, fact.by_hand, fact.speaker) == ("氨氯地平5mg", ACTIVE, True, PERSON)
    assert (fact.quote, fact.turn_id, fact.source_count) == ("", 0, 0)
    assert before == FactsBefore(person, added=(fact.id,))
    assert vault.heard.changes() == ["facts.add"]
    vault.memory.undo(before)
    assert vault.all_facts(person) == []


def test_in_a_clinical_vault_the_clinician_vouches(tmp_path: Path) -> None:
    vault = FactVault(tmp_path / "vault", VaultKind.CLINICAL)
    person, _ = vault.session()
    vault.editing.add(person, DRUG)
    assert vault.memory.facts(person)[0].speaker == CLINICIAN
    vault.store.close()


def test_what_is_entered_meets_what_is_held(vault: FactVault) -> None:
    person, session = vault.session()
    vault.tell(session, "我对青霉素过敏。我住在杭州。")
    vault.editing.add(person, FactEntry(Category.ALLERGY, "青霉素", "青霉素", polarity=Polarity.NEGATED))
    before = vault.editing.add(person, FactEntry(Category.RESIDENCE, "苏州"))
    states = {(fact.category, fact.value, fact.by_hand): fact.state for fact in vault.all_facts(person)}
    assert states == {
        (Category.ALLERGY, "青霉素", False): CONFLICT,
        (Category.ALLERGY, "青霉素", True): CONFLICT,
        (Category.RESIDENCE, "杭州", False): SUPERSEDED,
        (Category.RESIDENCE, "苏州", True): ACTIVE,
    }
    assert len(vault.memory.conflicts(person)) == 1
    vault.memory.undo(before)
    homes = [(f.value, f.state) for f in vault.all_facts(person) if f.category is Category.RESIDENCE]
    assert homes == [("杭州", ACTIVE)]


def test_entering_what_is_held_confirms_it(vault: FactVault) -> None:
    person, _ = vault.session()
    vault.editing.add(person, DRUG)
    assert vault.editing.add(person, DRUG).added == ()
    vault.editing.add(person, replace(DRUG, valid_from="2026-01-05"))
    assert [(f.valid_from, f.state) for f in vault.all_facts(person)] == [("", SUPERSEDED), ("2026-01-05", ACTIVE)]


def test_a_correction_keeps_the_original_as_history(vault: FactVault) -> None:
    person, session = vault.session()
    vault.tell(session, "我对青霉素过敏。")
    (said,) = vault.memory.facts(person)
    vault.memory.set_pinned(said.id, True)
    vault.now_ms += DAY_MS

    before = vault.editing.edit(said.id, FactEntry(Category.ALLERGY, "阿莫西林", "阿莫西林"))

    old, new = vault.all_facts(person)
    assert (old.state, old.superseded_by, old.quote) == (SUPERSEDED, new.id, said.quote)
    assert (new.value, new.state, new.by_hand, new.pinned) == ("阿莫西林", ACTIVE, True, True)
    assert new.observed_at_ms == said.observed_at_ms == MARCH  # it corrects what was said that day
    dossier = vault.memory.dossier(new.id)
    assert [(c.fact_id, c.actor, c.kind) for c in dossier.changes] == [
        (old.id, PERSON, ChangeKind.ADDED),
        (old.id, HAND, ChangeKind.PINNED),
        (new.id, HAND, ChangeKind.ADDED),
        (old.id, HAND, ChangeKind.EDITED),
        (new.id, HAND, ChangeKind.PINNED),
    ]
    assert dossier.changes[-1].at_ms == MARCH + DAY_MS
    assert dossier.related == (old,)
    vault.memory.undo(before)
    (back,) = vault.all_facts(person)
    assert (back.state, back.superseded_by, back.pinned) == (ACTIVE, None, True)
    assert vault.memory.dossier(back.id).changes[-1].kind is ChangeKind.UNDONE


def test_an_edit_that_changes_nothing_changes_nothing(vault: FactVault) -> None:
    person, session = vault.session()
    vault.tell(session, "我对青霉素过敏。")
    (said,) = vault.memory.facts(person)
    assert vault.editing.edit(said.id, FactEntry.of(said)) == FactsBefore(person)
    assert vault.memory.facts(person) == [said]
    with pytest.raises(UserError, match="fact_empty"):
        vault.editing.edit(said.id, FactEntry(Category.ALLERGY, "  "))


def test_correcting_one_side_of_a_contradiction_ends_it(vault: FactVault) -> None:
    person, session = vault.session()
    vault.tell(session, "我对青霉素过敏。")
    vault.tell(session, "我对青霉素不过敏。", days=9)
    allergy, denial = vault.all_facts(person)
    before = vault.editing.edit(allergy.id, FactEntry(Category.ALLERGY, "磺胺", "磺胺"))
    assert vault.states(person) == [("青霉素", SUPERSEDED), ("青霉素", ACTIVE), ("磺胺", ACTIVE)]
    vault.memory.undo(before)
    assert vault.all_facts(person) == [allergy, denial]


def test_two_facts_become_one_with_the_words_of_both(vault: FactVault) -> None:
    person, session = vault.session()
    vault.tell(session, "我对青霉素过敏。")
    vault.tell(session, "我对磺胺过敏。", days=1)
    first, second = vault.all_facts(person)

    before = vault.editing.merge(first.id, [second.id, first.id])

    kept, taken = vault.all_facts(person)
    assert (kept.state, kept.source_count) == (ACTIVE, 2)
    assert (taken.state, taken.superseded_by) == (SUPERSEDED, first.id)
    dossier = vault.memory.dossier(first.id)
    assert [source.quote for source in dossier.sources] == [first.quote, second.quote]
    assert [source.said_at_ms for source in dossier.sources] == [MARCH, MARCH + DAY_MS]
    assert {ChangeKind.TOOK_IN, ChangeKind.MERGED} <= {change.kind for change in dossier.changes}
    vault.memory.undo(before)
    assert vault.all_facts(person) == [first, second]


def test_facts_of_two_people_are_never_made_into_one(vault: FactVault) -> None:
    people = [vault.session(name) for name in ("Ann", "Ben")]
    for _, session in people:
        vault.tell(session, "我对青霉素过敏。")
    one, two = (vault.all_facts(person)[0] for person, _ in people)
    with pytest.raises(UserError, match="facts_of_two_people"):
        vault.editing.merge(one.id, [two.id])
    assert vault.all_facts(people[1][0]) == [two]


def test_many_are_changed_in_one_transaction_and_undone_together(vault: FactVault) -> None:
    person, session = vault.session()
    vault.tell(session, "我对青霉素过敏。我对磺胺过敏。")
    facts = vault.all_facts(person)
    assert len(facts) == 2
    vault.heard.events.clear()
    before = vault.memory.forget(*(fact.id for fact in facts))
    assert [fact.state for fact in vault.all_facts(person)] == [FactState.FORGOTTEN] * 2
    vault.memory.undo(before)
    assert vault.all_facts(person) == facts
    assert vault.heard.changes() == ["memory.forget", "memory.undo"]


def test_deleted_facts_leave_the_stored_prompts_too(vault: FactVault) -> None:
    person, session = vault.session()
    turn = vault.tell(session, "我对青霉素过敏。")
    (fact,) = vault.memory.facts(person)
    carry(vault, turn.id, fact)
    vault.editing.delete(fact.id)
    assert vault.all_facts(person) == []
    assert not vault.store.read(lambda db: db.ledgers.is_whole(turn.id))
    assert vault.store.read(lambda db: db.ledgers.used_in(f"fact:{fact.id}")) == []


def test_what_a_hand_entered_outlives_the_words_it_took_in(vault: FactVault) -> None:
    person, session = vault.session()
    turn = vault.tell(session, "我对青霉素过敏。")
    vault.editing.add(person, DRUG)
    said, entered = sorted(vault.memory.facts(person), key=lambda fact: fact.id)
    vault.editing.merge(entered.id, [said.id])
    vault.store.write(lambda db: db.turns.delete(turn.id))
    (left,) = vault.all_facts(person)
    assert (left.id, left.state, left.source_count) == (entered.id, ACTIVE, 0)


def test_replies_that_rested_on_a_corrected_fact_are_known(vault: FactVault) -> None:
    person, session = vault.session()
    vault.tell(session, "我对青霉素过敏。我住在杭州。")
    allergy, home = vault.all_facts(person)
    replies = ("青霉素和阿莫西林都不要用。", "杭州今天有雨。", "不客气。")
    turns = [vault.say(session, text, days=1, reply=reply) for text, reply in zip("一二三", replies, strict=True)]
    carry(vault, turns[0].id, allergy)
    carry(vault, turns[1].id, home)
    vault.now_ms = MARCH + 2 * DAY_MS
    ids = [turn.id for turn in turns]
    assert [use.turn_id for use in vault.memory.dossier(allergy.id).uses] == [ids[0]]
    assert vault.memory.outdated(ids) == {}

    edited = vault.editing.edit(allergy.id, FactEntry(Category.ALLERGY, "阿莫西林", "阿莫西林"))
    assert vault.memory.outdated(ids) == {ids[0]: False}
    vault.memory.undo(edited)
    assert vault.memory.outdated(ids) == {}
    forgotten = vault.memory.forget(allergy.id)
    assert vault.memory.outdated(ids) == {ids[0]: True}
    vault.memory.undo(forgotten)
    assert vault.memory.outdated(ids) == {}

    vault.memory.retract(home.id)
    assert vault.memory.outdated(ids) == {ids[1]: False}
    # A fact that was used meanwhile is not made undone: it is retracted.
    added = vault.editing.add(person, DRUG)
    drug = next(fact for fact in vault.memory.facts(person) if fact.by_hand)
    carry(vault, ids[2], drug)
    vault.memory.undo(added)
    assert next(fact for fact in vault.all_facts(person) if fact.id == drug.id).state is RETRACTED


@pytest.mark.parametrize("reply", ["您今年三十八岁。", ""])
def test_a_reply_that_says_nothing_of_a_forgotten_fact_does_not_rest_on_it(vault: FactVault, reply: str) -> None:
    person, session = vault.session()
    vault.tell(session, "我妈有哮喘。")
    (illness,) = vault.all_facts(person)
    silent = vault.say(session, "我多大了？", days=1, reply=reply)
    said = vault.say(session, "我妈怎么样？", days=1, reply="您母亲有哮喘。")
    translated = vault.say(session, "What about my mother?", days=1, reply="Your mother has asthma.")
    for turn in (silent, said, translated):
        carry(vault, turn.id, illness)
    vault.now_ms = MARCH + 2 * DAY_MS
    vault.memory.forget(illness.id)
    assert vault.memory.outdated([silent.id, said.id, translated.id]) == {said.id: True, translated.id: True}


def test_moving_house_makes_no_reply_outdated(vault: FactVault) -> None:
    person, session = vault.session()
    vault.tell(session, "我住在杭州。")
    (home,) = vault.all_facts(person)
    turn = vault.say(session, "一", days=1, reply="嗯")
    carry(vault, turn.id, home)
    vault.tell(session, "我搬到苏州了，现在住在苏州。", days=2)
    assert vault.all_facts(person)[0].state is SUPERSEDED
    assert vault.memory.outdated([turn.id]) == {}
