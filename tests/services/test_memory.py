"""Settling contradictions: one decision, one transaction, undone as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app.domain.conflicts import Settlement
from desktop_app.domain.errors import UserError
from desktop_app.domain.memory import Doubt, FactState
from desktop_app.services.fact_writing import FactWriting
from desktop_app.storage.connection import rows
from tests.services.memory_fakes import FactVault

ACTIVE, CONFLICT = FactState.ACTIVE, FactState.CONFLICT
RETRACTED, SUPERSEDED = FactState.RETRACTED, FactState.SUPERSEDED


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[FactVault]:
    made = FactVault(tmp_path / "vault")
    yield made
    made.store.close()


@pytest.fixture
def doubted(vault: FactVault) -> tuple[FactVault, int, int]:
    """Allergic in March, not allergic nine days later."""
    person, session = vault.session()
    vault.tell(session, "我对青霉素过敏。")
    vault.tell(session, "我对青霉素不过敏。", days=9)
    vault.heard.events.clear()
    return vault, person, session


def states(vault: FactVault, person: int) -> list[FactState]:
    return [state for _, state in vault.states(person)]


def test_the_newer_words_are_kept_and_the_older_give_way_with_the_date(doubted: tuple[FactVault, int, int]) -> None:
    vault, person, _ = doubted
    (conflict,) = vault.memory.conflicts(person)
    assert conflict.doubt is Doubt.OPEN

    vault.memory.settle(conflict, Settlement.KEEP_NEW)

    old, new = vault.all_facts(person)
    assert (old.state, new.state) == (SUPERSEDED, ACTIVE)
    assert (old.superseded_by, old.valid_to) == (new.id, "2026-03-12")
    assert old.retracted_at_ms is not None
    assert vault.memory.conflicts(person) == []
    assert vault.heard.changes() == ["memory.settle"]


def test_the_older_words_are_kept_and_the_newer_were_wrong(doubted: tuple[FactVault, int, int]) -> None:
    vault, person, _ = doubted
    (conflict,) = vault.memory.conflicts(person)

    vault.memory.settle(conflict, Settlement.KEEP_OLD)

    assert states(vault, person) == [ACTIVE, RETRACTED]
    assert vault.all_facts(person)[0].valid_to == ""


@pytest.mark.parametrize(("decision", "doubt"), [(Settlement.KEEP_BOTH, Doubt.LEFT), (Settlement.ASK, Doubt.TO_ASK)])
def test_what_is_left_or_to_be_asked_stays_in_doubt_and_is_remembered_so(
    doubted: tuple[FactVault, int, int], decision: Settlement, doubt: Doubt
) -> None:
    vault, person, session = doubted
    (conflict,) = vault.memory.conflicts(person)

    before = vault.memory.settle(conflict, decision)

    (left,) = vault.memory.conflicts(person)
    assert left.doubt is doubt
    assert states(vault, person) == [CONFLICT, CONFLICT]
    vault.memory.undo(before)
    assert vault.memory.conflicts(person) == [conflict]
    vault.memory.settle(conflict, decision)
    vault.tell(session, "我没有药物过敏。", days=20)
    (wider,) = vault.memory.conflicts(person)
    assert (len(wider.facts), wider.doubt) == (3, Doubt.OPEN)


@pytest.mark.parametrize("decision", list(Settlement))
def test_a_decision_is_undone_as_a_whole_and_everything_is_in_the_audit_log(
    doubted: tuple[FactVault, int, int], decision: Settlement
) -> None:
    vault, person, _ = doubted
    before = vault.all_facts(person)
    (conflict,) = vault.memory.conflicts(person)

    vault.memory.undo(vault.memory.settle(conflict, decision))

    assert vault.all_facts(person) == before
    entries = vault.store.read(
        lambda db: rows(db.connection, "SELECT action, subject, detail FROM audit_log WHERE action LIKE 'memory.%'")
    )
    assert [(action, subject) for action, subject, _ in entries] == [
        ("memory.settle", f"fact:{before[0].id}"),
        ("memory.settle", f"fact:{before[1].id}"),
        ("memory.undo", f"fact:{before[0].id}"),
        ("memory.undo", f"fact:{before[1].id}"),
    ]
    assert all(f'"decision": "{decision.value}"' in detail for _, _, detail in entries[:2])
    assert not any("青霉素" in detail for _, _, detail in entries)
    assert vault.store.read(lambda db: db.audit.verify()) is None


def test_one_general_denial_against_many_allergies_is_one_contradiction(vault: FactVault) -> None:
    person, session = vault.session()
    vault.tell(session, "我对青霉素和花生过敏。")
    vault.tell(session, "我没有过敏史。", days=1)
    (conflict,) = vault.memory.conflicts(person)
    assert [len(conflict.older), len(conflict.newer)] == [2, 1]

    vault.memory.settle(conflict, Settlement.KEEP_OLD)

    assert states(vault, person) == [ACTIVE, ACTIVE, RETRACTED]


def test_contradictions_about_different_things_are_settled_apart(vault: FactVault) -> None:
    person, session = vault.session()
    for days, text in enumerate(("我对青霉素过敏。", "我有糖尿病。", "我对青霉素不过敏。", "我没有糖尿病。")):
        vault.tell(session, text, days=days)
    allergy, disease = vault.memory.conflicts(person)

    vault.memory.settle(disease, Settlement.KEEP_NEW)

    assert states(vault, person) == [CONFLICT, SUPERSEDED, CONFLICT, ACTIVE]
    assert vault.memory.conflicts(person) == [allergy]


def test_a_contradiction_that_grew_after_it_was_shown_is_not_decided_blindly(
    doubted: tuple[FactVault, int, int],
) -> None:
    vault, person, session = doubted
    (conflict,) = vault.memory.conflicts(person)
    vault.tell(session, "我没有药物过敏。", days=20)
    before = vault.states(person)

    with pytest.raises(UserError, match="facts_changed"):
        vault.memory.settle(conflict, Settlement.KEEP_OLD)

    assert vault.states(person) == before


def test_nothing_is_changed_when_a_decision_breaks_off(
    doubted: tuple[FactVault, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    vault, person, _ = doubted
    (conflict,) = vault.memory.conflicts(person)
    monkeypatch.setattr(FactWriting, "audit", lambda *_: 1 / 0)

    with pytest.raises(ZeroDivisionError):
        vault.memory.settle(conflict, Settlement.KEEP_NEW)

    assert vault.memory.conflicts(person) == [conflict]


def test_to_vouch_for_one_side_settles(doubted: tuple[FactVault, int, int]) -> None:
    vault, person, _ = doubted
    old, _ = vault.all_facts(person)
    before = vault.memory.confirm(old.id)
    assert states(vault, person) == [ACTIVE, RETRACTED]
    vault.memory.undo(before)
    assert states(vault, person) == [CONFLICT, CONFLICT]


@pytest.mark.parametrize("end", ["retract", "forget"])
def test_what_a_fact_contradicted_holds_again_when_the_fact_is_gone(
    doubted: tuple[FactVault, int, int], end: str
) -> None:
    vault, person, _ = doubted
    old, new = vault.all_facts(person)
    before = getattr(vault.memory, end)(new.id)
    assert states(vault, person)[0] is ACTIVE
    vault.memory.undo(before)
    assert vault.all_facts(person) == [old, new]


def test_words_that_take_a_fact_back_end_the_contradiction(doubted: tuple[FactVault, int, int]) -> None:
    vault, person, session = doubted
    vault.tell(session, "不对，我刚才说错了，不是青霉素，是头孢过敏。", days=10)
    assert CONFLICT not in states(vault, person)
