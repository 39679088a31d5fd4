"""Facts over several messages of one vault: one source after the other, corrections, names, charts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app.domain.conflicts import Settlement, conflicts_of
from desktop_app.domain.conversation import CLINICIAN, VaultKind
from desktop_app.domain.memory import Category, FactState, FactStatus
from desktop_app.storage import ballast
from desktop_app.storage.connection import rows
from tests.services.memory_fakes import FactVault


@pytest.fixture(autouse=True)
def small_ballast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ballast, "BALLAST_BYTES", 64 * 1024)


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[FactVault]:
    made = FactVault(tmp_path / "vault")
    yield made
    made.store.close()


@pytest.fixture
def clinic(tmp_path: Path) -> Iterator[FactVault]:
    made = FactVault(tmp_path / "vault", VaultKind.CLINICAL)
    yield made
    made.store.close()


def test_the_same_allergy_in_the_other_language_adds_its_source(vault: FactVault) -> None:
    person, session = vault.session()
    vault.tell(session, "我对青霉素过敏。")
    vault.tell(session, "I'm allergic to penicillin.", days=1)
    (fact,) = vault.all_facts(person)
    quotes = vault.store.read(
        lambda db: rows(db.connection, "SELECT quote FROM fact_source WHERE fact_id = ? ORDER BY id", (fact.id,))
    )
    assert quotes == [("我对青霉素过敏",), ("I'm allergic to penicillin",)]


def test_a_bare_correction_takes_the_last_one_back(vault: FactVault) -> None:
    person, session = vault.session()
    vault.tell(session, "我对青霉素过敏。")
    vault.tell(session, "不对，是头孢。")
    assert vault.states(person) == [("青霉素", FactState.RETRACTED), ("头孢", FactState.ACTIVE)]


def test_two_drugs_hold_and_one_is_stopped(vault: FactVault) -> None:
    person, session = vault.session()
    vault.tell(session, "I take metformin 500 mg and lisinopril 10 mg.")
    vault.tell(session, "I stopped lisinopril last week.", days=3)
    active = [(fact.value, fact.status) for fact in vault.all_facts(person) if fact.state is FactState.ACTIVE]
    assert active == [("metformin 500 mg", FactStatus.CURRENT), ("lisinopril", FactStatus.PAST)]


def test_a_second_name_is_asked_about_and_settled(vault: FactVault) -> None:
    person, session = vault.session()
    vault.tell(session, "My name is Ann.")
    vault.tell(session, "My name is Beth.", days=1)
    (conflict,) = conflicts_of(vault.all_facts(person))
    assert ([f.value for f in conflict.older], [f.value for f in conflict.newer]) == (["Ann"], ["Beth"])
    vault.memory.settle(conflict, Settlement.KEEP_NEW)
    assert vault.states(person) == [("Ann", FactState.SUPERSEDED), ("Beth", FactState.ACTIVE)]


def test_a_chart_is_about_the_patient_and_family_words_about_family(clinic: FactVault) -> None:
    person, session = clinic.session("王芳")
    clinic.tell(
        session,
        "患者男，68岁，否认发热，青霉素过敏史，BP 142/88，NKDA。父亲患胃癌。邻床患者磺胺过敏。",
        speaker=CLINICIAN,
    )
    clinic.tell(session, "我妈最近头晕，我自己有哮喘。", speaker="family:女儿")
    found = {(fact.subject, fact.category, fact.value) for fact in clinic.all_facts(person)}
    assert {
        ("self", Category.SEX, "男"),
        ("self", Category.AGE, "68岁"),
        ("self", Category.CONDITION, "发热"),
        ("self", Category.ALLERGY, "青霉素"),
        ("self", Category.ALLERGY, "NKDA"),
        ("self", Category.MEASUREMENT, "BP 142/88"),
        ("父亲", Category.CONDITION, "胃癌"),
        ("self", Category.CONDITION, "头晕"),
        ("女儿", Category.CONDITION, "哮喘"),
    } == found
