"""Facts over several messages of one vault: one source after the other, corrections, names, charts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app.domain.conflicts import Settlement, conflicts_of
from desktop_app.domain.conversation import CLINICIAN, PERSON, VaultKind
from desktop_app.domain.memory import CURRENT_STATES, Category, FactState, FactStatus, Polarity
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
        "患者女，68岁，否认发热，青霉素过敏史，BP 142/88，NKDA。父亲患胃癌。邻床患者磺胺过敏。",
        speaker=CLINICIAN,
    )
    clinic.tell(session, "我妈最近头晕，我自己有哮喘。", speaker="family:女儿")
    found = {(fact.subject, fact.category, fact.value) for fact in clinic.all_facts(person)}
    assert {
        ("self", Category.SEX, "女"),
        ("self", Category.AGE, "68岁"),
        ("self", Category.CONDITION, "发热"),
        ("self", Category.ALLERGY, "青霉素"),
        ("self", Category.ALLERGY, "NKDA"),
        ("self", Category.MEASUREMENT, "BP 142/88"),
        ("父亲", Category.CONDITION, "胃癌"),
        ("self", Category.CONDITION, "头晕"),
        ("女儿", Category.CONDITION, "哮喘"),
    } == found


def test_whose_daughter_speaks_may_have_been_said_before(clinic: FactVault) -> None:
    person, session = clinic.session("李建国")
    clinic.tell(session, "我是他闺女。", speaker="family:家属")
    clinic.tell(session, "好的，请说。", speaker=CLINICIAN)
    clinic.tell(session, "我爸吃头孢起疹子。我妈有糖尿病。", speaker="family:家属")
    found = [(fact.subject, fact.value, fact.state) for fact in clinic.all_facts(person)]
    assert found == [("self", "头孢", FactState.ACTIVE), ("闺女的妈", "糖尿病", FactState.ACTIVE)]


def test_an_allergy_that_may_be_the_patients_waits_to_be_confirmed(clinic: FactVault) -> None:
    person, session = clinic.session("李建国")
    clinic.tell(session, "我爸吃头孢起疹子。", speaker="family:家属")
    clinic.tell(session, "患者男，68岁。", speaker=CLINICIAN)
    clinic.tell(session, "我妈对青霉素过敏。", speaker="family:家属")
    found = [(f.subject, f.value, f.state) for f in clinic.all_facts(person) if f.category is Category.ALLERGY]
    assert found == [("self", "头孢", FactState.PROPOSED), ("妈", "青霉素", FactState.ACTIVE)]


@pytest.mark.parametrize(
    ("held", "told"),
    [
        ("否认药物过敏。", "我吃磺胺药起过疹子。"),
        ("NKDA.", "I broke out in a rash after amoxicillin."),
        ("头孢过敏。", "头孢我能吃。"),
        ("头孢过敏。", "前年吃过头孢克肟没事。"),
        ("青霉素过敏史。", "小时候打过青霉素没事。"),
        ("青霉素过敏史。", "青霉素我不过敏，前年住院皮试阴性，还打了一个礼拜。"),
        ("Allergic to penicillin.", "Penicillin I'm not allergic to."),
        ("Allergic to penicillin.", "I've had amoxicillin before with no problems."),
        ("Allergic to cephalosporins.", "I can take cephalexin fine."),
        ("二甲双胍0.85g bid。", "二甲双胍我没吃，怕伤肾。"),
        ("Metformin 500 mg bid.", "Metformin - I'm not taking it."),
    ],
)
def test_what_the_patient_tells_against_the_chart_is_asked_about(clinic: FactVault, held: str, told: str) -> None:
    person, session = clinic.session()
    clinic.tell(session, held, speaker=CLINICIAN)
    clinic.tell(session, told)
    (conflict,) = conflicts_of(clinic.all_facts(person))
    assert [fact.speaker for fact in conflict.facts] == [CLINICIAN, PERSON]


@pytest.mark.parametrize("speaker", [PERSON, "family:家属"])
@pytest.mark.parametrize(
    ("ordered", "told", "drug"),
    [
        ("氨氯地平10mg qd。", "{he}氨氯地平早就不吃了，换成缬沙坦了，一天一粒80的。", "氨氯地平"),
        ("氨氯地平10mg qd。", "{he}把氨氯地平停了。", "氨氯地平"),
        ("二甲双胍0.5g bid。", "二甲双胍{he}不吃了，伤胃。", "二甲双胍"),
        ("Metformin 500 mg bid.", "{he} stopped taking metformin last month.", "metformin"),
    ],
)
def test_what_was_ordered_is_not_stopped_by_others(
    clinic: FactVault, ordered: str, told: str, drug: str, speaker: str
) -> None:
    person, session = clinic.session()
    clinic.tell(session, ordered, speaker=CLINICIAN)
    he = "他" if drug != "metformin" else "He"
    own = "我" if drug != "metformin" else "I"
    clinic.tell(session, told.format(he=own if speaker == PERSON else he), speaker=speaker)
    (conflict,) = conflicts_of(clinic.all_facts(person))
    assert [(fact.speaker, fact.polarity) for fact in conflict.facts] == [
        (CLINICIAN, Polarity.AFFIRMED),
        (speaker, Polarity.NEGATED),
    ]
    assert conflict.facts[1].attribute == drug
    clinic.tell(session, f"停{drug}。" if drug != "metformin" else "Metformin stopped.", speaker=CLINICIAN)
    assert not conflicts_of(clinic.all_facts(person))
    held = [fact for fact in clinic.all_facts(person) if fact.attribute == drug and fact.state in CURRENT_STATES]
    assert [fact.status for fact in held] == [FactStatus.PAST]


@pytest.mark.parametrize(
    ("ordered", "told"),
    [
        ("布洛芬0.3g prn。", "昨晚吃了两片布洛芬。"),
        ("布洛芬0.3g prn。", "昨天我吃了布洛芬。"),
        ("布洛芬0.3g prn。", "昨晚我吃了2片布洛芬。"),
        ("Ibuprofen 400 mg prn.", "I took two ibuprofen last night."),
    ],
)
def test_a_drug_taken_once_ends_no_order(clinic: FactVault, ordered: str, told: str) -> None:
    person, session = clinic.session()
    clinic.tell(session, ordered, speaker=CLINICIAN)
    clinic.tell(session, told)
    (fact,) = clinic.all_facts(person)
    assert (fact.speaker, fact.status, fact.state) == (CLINICIAN, FactStatus.CURRENT, FactState.ACTIVE)


def test_a_patients_own_drug_ends_with_their_words(clinic: FactVault) -> None:
    person, session = clinic.session()
    clinic.tell(session, "我在吃氨氯地平。")
    clinic.tell(session, "氨氯地平我不吃了。")
    assert not conflicts_of(clinic.all_facts(person))


def test_a_relative_who_knows_of_no_reaction_contradicts_the_patient(clinic: FactVault) -> None:
    person, session = clinic.session()
    clinic.tell(session, "头孢我一打就喘。")
    clinic.tell(session, "他头孢没事的，去年住院打过头孢曲松，好好的。", speaker="family:家属")
    (conflict,) = conflicts_of(clinic.all_facts(person))
    assert [fact.value for fact in conflict.facts][:2] == ["头孢", "头孢"]


@pytest.mark.parametrize("told", ["头孢我能吃。", "小时候打过青霉素没事。", "I can take cephalexin fine."])
def test_that_a_drug_was_borne_well_is_kept_only_against_an_allergy(clinic: FactVault, told: str) -> None:
    person, session = clinic.session()
    clinic.tell(session, "否认药物过敏，花生过敏。", speaker=CLINICIAN)
    before = clinic.states(person)
    clinic.tell(session, told)
    assert clinic.states(person) == before


def test_a_city_that_was_wrong_gives_way_to_the_right_one(vault: FactVault) -> None:
    person, session = vault.session()
    vault.tell(session, "我弟在重庆")
    vault.tell(session, "诶说错了，我弟不在重庆，在绵阳")
    states = [(f.subject, f.value, f.state) for f in vault.all_facts(person)]
    assert states == [("弟", "重庆", FactState.RETRACTED), ("弟", "绵阳", FactState.ACTIVE)]
