"""Corrections over several messages: the corrected value holds, the one taken back does not, whoever speaks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app.domain.conversation import CLINICIAN, PERSON, VaultKind
from desktop_app.domain.fact_lines import named_value
from desktop_app.domain.memory import Category, Fact, FactState, Polarity
from desktop_app.domain.validity import series_key
from desktop_app.storage import ballast
from tests.services.memory_fakes import FactVault

HELD = (FactState.ACTIVE, FactState.CONFLICT, FactState.PROPOSED)


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


def held(vault: FactVault, person: int, category: Category) -> list[Fact]:
    return [fact for fact in vault.all_facts(person) if fact.category is category and fact.state in HELD]


@pytest.mark.parametrize(
    ("category", "said", "corrected", "value", "attribute"),
    [
        (Category.AGE, "我今年三十七岁。", "我记错了，我今年三十八岁，不是三十七岁。", "三十八岁", ""),
        (Category.AGE, "我今年37岁。", "我不是三十七岁，是三十八岁。", "三十八岁", ""),
        (Category.AGE, "我今年三十七岁。", "不是37岁，是38岁。", "38岁", ""),
        (Category.AGE, "I'm 37 years old.", "I was wrong, I'm 38, not 37.", "38", ""),
        (Category.AGE, "I'm 37 years old.", "I'm not thirty-seven, I'm thirty-eight.", "thirty-eight", ""),
        (
            Category.MEDICATION, "我每天吃缬沙坦80毫克。",
            "说错了，缬沙坦是160毫克，不是80毫克。", "缬沙坦是160毫克", "缬沙坦",
        ),
        (Category.MEDICATION, "我每天吃缬沙坦八十毫克。", "缬沙坦不是80毫克，是160毫克。", "160毫克", "缬沙坦"),
        (Category.MEDICATION, "我每天吃缬沙坦80毫克。", "不是80毫克，是160毫克。", "160毫克", "缬沙坦"),
        (Category.MEDICATION, "我每天吃缬沙坦80毫克。", "说错了，应该是160毫克。", "160毫克", "缬沙坦"),
        (
            Category.MEDICATION, "我每天吃缬沙坦80毫克。",
            "缬沙坦从80毫克改成160毫克。", "缬沙坦从80毫克改成160毫克", "缬沙坦",
        ),
        (Category.MEDICATION, "I take losartan 50 mg.", "Sorry, it's 100 mg, not 50 mg.", "100 mg", "losartan"),
        (Category.MEDICATION, "I take losartan 50 mg.", "Losartan is not 50 mg but 100 mg.", "100 mg", "losartan"),
        (
            Category.MEDICATION, "I take losartan 50 mg.",
            "I take 100 mg of losartan, not 50 mg.", "100 mg of losartan", "losartan",
        ),
        (Category.MEASUREMENT, "体检高压是126。", "高压是136，不是126。", "高压是136", "收缩压"),
        (Category.MEASUREMENT, "体检高压是126。", "高压不是一百二十六，是一百三十六。", "一百三十六", "收缩压"),
        (Category.MEASUREMENT, "体检高压是126。", "记错了，高压是136。", "高压是136", "收缩压"),
        (Category.MEASUREMENT, "体检高压是 126。", "我记错了，高压是 136，不是 126。", "高压是 136", "收缩压"),
        (Category.MEASUREMENT, "体检高压是126。", "高压不是 126，是 136。", "136", "收缩压"),
        (Category.MEASUREMENT, "收缩压126。", "说错了，高压应该是 136，不是 126", "136", "收缩压"),
        (
            Category.MEASUREMENT, "My systolic was 126 today.",
            "I was wrong, my systolic is 136, not 126", "systolic is 136", "systolic pressure",
        ),
        (Category.MEASUREMENT, "体检高压是126。", "不是126，是136。", "136", "收缩压"),
        (Category.MEASUREMENT, "我体重61公斤。", "体重不是六十一公斤，是六十四公斤。", "六十四公斤", "体重"),
        (Category.MEASUREMENT, "My weight is 61 kg.", "My weight is 64 kg, not 61.", "weight is 64 kg", "weight"),
        (
            Category.MEASUREMENT, "My BP is 126/80.",
            "My mistake, BP is 136/80, not 126/80.", "BP is 136/80", "blood pressure",
        ),
        (Category.NAME, "我叫林慧。", "我叫林惠，不是林慧。", "林惠", ""),
        (Category.RESIDENCE, "我住在苏州。", "更正一下，我住在无锡，不是苏州。", "无锡", ""),
        (Category.RESIDENCE, "I live in Leeds.", "I live in York, not Leeds.", "York", ""),
        (Category.ALLERGY, "我对虾过敏。", "不对，我对蟹过敏，不是对虾过敏。", "蟹", "蟹"),
    ],
)  # fmt: skip
def test_the_corrected_value_holds_and_the_other_is_taken_back(
    vault: FactVault, category: Category, said: str, corrected: str, value: str, attribute: str
) -> None:
    person, session = vault.session()
    vault.tell(session, said)
    (before,) = held(vault, person, category)
    vault.tell(session, corrected)
    affirmed = [fact for fact in held(vault, person, category) if fact.polarity is Polarity.AFFIRMED]
    assert [(fact.value, fact.attribute, fact.state) for fact in affirmed] == [(value, attribute, FactState.ACTIVE)]
    old = next(fact for fact in vault.all_facts(person) if fact.id == before.id)
    assert old.state in (FactState.RETRACTED, FactState.SUPERSEDED)
    assert old.superseded_by == affirmed[0].id


@pytest.mark.parametrize(
    ("said", "corrected", "upper", "lower"),
    [
        ("血压126/80。", "我记错了，高压是 136，不是 126。", "高压是 136", "80"),
        ("血压126/80。", "记错了，高压是136。", "高压是136", "80"),
        ("血压126/80。", "低压不是80，是84。", "126", "84"),
        ("My BP is 126/80.", "I was wrong, my systolic is 136, not 126.", "systolic is 136", "80"),
        ("My BP is 126/80.", "Sorry, diastolic is 84, not 80.", "126", "diastolic is 84"),
    ],
)
def test_one_half_of_a_pair_is_corrected_and_the_other_still_holds(
    vault: FactVault, said: str, corrected: str, upper: str, lower: str
) -> None:
    person, session = vault.session()
    vault.tell(session, said)
    (pair,) = held(vault, person, Category.MEASUREMENT)
    vault.tell(session, corrected, days=1)
    now = {series_key(f.category, f.attribute, f.value): f for f in held(vault, person, Category.MEASUREMENT)}
    assert {name: fact.value for name, fact in now.items()} == {"systolic pressure": upper, "diastolic pressure": lower}
    assert {fact.valid_from for fact in now.values()} == {pair.valid_from}
    kept = next(fact for fact in now.values() if fact.turn_id == pair.turn_id)
    assert (kept.quote, kept.speaker, kept.observed_at_ms) == (pair.quote, pair.speaker, pair.observed_at_ms)
    assert next(fact for fact in vault.all_facts(person) if fact.id == pair.id).state is FactState.RETRACTED


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("高压 126，我记错了，高压是 136，不是 126", "高压是 136"),
        ("My systolic is 126. I was wrong, my systolic is 136, not 126.", "systolic is 136"),
    ],
)
def test_a_reading_is_corrected_within_one_message(vault: FactVault, text: str, value: str) -> None:
    person, session = vault.session()
    vault.tell(session, text)
    assert [fact.value for fact in held(vault, person, Category.MEASUREMENT)] == [value]


def test_a_second_reading_is_no_correction_of_a_pair(vault: FactVault) -> None:
    person, session = vault.session()
    vault.tell(session, "血压126/80。")
    vault.tell(session, "今天高压136。", days=1)
    assert [fact.value for fact in held(vault, person, Category.MEASUREMENT)] == ["血压126/80", "高压136"]


@pytest.mark.parametrize(
    "text", ["我不是三十七岁。", "I'm not 37.", "高压不是126。", "缬沙坦不是80毫克。", "My weight isn't 61 kg."]
)
def test_what_is_denied_is_no_fact(vault: FactVault, text: str) -> None:
    person, session = vault.session()
    vault.tell(session, text)
    assert [fact for fact in vault.all_facts(person) if fact.polarity is Polarity.AFFIRMED] == []


def test_a_corrected_reading_takes_the_time_of_the_one_it_replaces(vault: FactVault) -> None:
    person, session = vault.session()
    vault.tell(session, "昨天血压126/80。")
    (before,) = held(vault, person, Category.MEASUREMENT)
    vault.tell(session, "血压是136/80，不是126/80。", days=2)
    (after,) = held(vault, person, Category.MEASUREMENT)
    assert (after.value, after.valid_from) == ("血压是136/80", before.valid_from)


def test_only_the_reading_that_is_meant_is_taken_back(vault: FactVault) -> None:
    person, session = vault.session()
    vault.tell(session, "血压126/80。")
    vault.tell(session, "血压126/80。", days=1)
    vault.tell(session, "血压131/80。", days=2)
    vault.tell(session, "血压是136/80，不是126/80。", days=3)
    assert [fact.value for fact in held(vault, person, Category.MEASUREMENT)] == [
        "血压126/80",
        "血压131/80",
        "血压是136/80",
    ]


def test_a_number_of_something_else_corrects_nothing(vault: FactVault) -> None:
    person, session = vault.session()
    vault.tell(session, "高压126。")
    vault.tell(session, "我的房间号不是126，是136。")
    assert vault.states(person) == [("高压126", FactState.ACTIVE)]


def test_a_correction_in_another_session_names_what_it_corrects(vault: FactVault) -> None:
    person, session = vault.session()
    vault.tell(session, "我每天吃缬沙坦80毫克。")
    later = vault.store.write(lambda db: db.sessions.add(person, "another", now_ms=vault.now_ms)).id
    vault.tell(later, "缬沙坦是160毫克，不是80毫克。", days=5)
    assert vault.states(person) == [("缬沙坦80毫克", FactState.RETRACTED), ("缬沙坦是160毫克", FactState.ACTIVE)]


@pytest.mark.parametrize(
    ("speaker", "said", "corrected", "value"),
    [
        (CLINICIAN, "患者37岁。", "更正：患者38岁，不是37岁。", "38岁"),
        (CLINICIAN, "Pt is 37 years old.", "Correction: pt is 38, not 37.", "38"),
        (PERSON, "我今年三十七岁。", "我记错了，我今年三十八岁，不是三十七岁。", "三十八岁"),
        ("family:女儿", "我妈三十七岁。", "我妈三十八岁，不是三十七岁。", "三十八岁"),
        ("family:女儿", "我妈三十七岁。", "不是三十七岁，是三十八岁。", "三十八岁"),
    ],
)
def test_in_a_clinical_vault_everybody_may_correct(
    clinic: FactVault, speaker: str, said: str, corrected: str, value: str
) -> None:
    person, session = clinic.session()
    clinic.tell(session, said, speaker=speaker)
    clinic.tell(session, corrected, speaker=speaker)
    assert [(one.value, one.subject) for one in held(clinic, person, Category.AGE)] == [(value, "self")]


def test_a_clinician_corrects_the_dose_a_patient_said(clinic: FactVault) -> None:
    person, session = clinic.session()
    clinic.tell(session, "我每天吃缬沙坦80毫克。", speaker=PERSON)
    clinic.tell(session, "更正：缬沙坦160毫克qd，不是80毫克。", speaker=CLINICIAN)
    (drug,) = held(clinic, person, Category.MEDICATION)
    assert (drug.value, drug.speaker) == ("缬沙坦160毫克qd", CLINICIAN)


@pytest.mark.parametrize(
    ("said", "corrected", "value", "attribute"),
    [
        ("血钾 3.1 mmol/L。", "血钾录错，应为 4.1 mmol/L", "4.1 mmol/L", "血钾"),
        ("血钾 3.1 mmol/L。", "血钾录错，应为4.1", "4.1", "血钾"),
        ("血钾 3.1 mmol/L。", "血钾录错了。应该是4.1。", "4.1", "血钾"),
        ("空腹血糖 9.2 mmol/L", "空腹血糖打错，应该是7.2mmol/L", "7.2mmol/L", "空腹血糖"),
        ("糖化血红蛋白8.1%", "糖化血红蛋白录入有误，应为7.1%", "7.1%", "糖化血红蛋白"),
        ("血红蛋白 81 g/L", "血红蛋白录错：应为 118 g/L", "118 g/L", "血红蛋白"),
        ("Potassium 3.1 mmol/L.", "Potassium was entered wrong, should be 4.1", "4.1", "potassium level"),
        ("Potassium 3.1 mmol/L.", "I entered the potassium wrong, it should be 4.1.", "4.1", "potassium level"),
        ("Potassium 3.1 mmol/L.", "Potassium was wrong. It should be 4.1.", "4.1", "potassium level"),
        ("HbA1c 8.1%", "HbA1c was a typo, should be 7.1%", "7.1%", "hba1c"),
    ],
)
def test_a_measurement_that_was_noted_wrongly(
    clinic: FactVault, said: str, corrected: str, value: str, attribute: str
) -> None:
    person, session = clinic.session()
    clinic.tell(session, said, speaker=CLINICIAN)
    clinic.tell(session, corrected, speaker=CLINICIAN)
    (fact,) = held(clinic, person, Category.MEASUREMENT)
    assert (fact.value, fact.attribute) == (value, attribute)
    (old,) = [one for one in clinic.all_facts(person) if one.state not in HELD]
    assert old.state is FactState.RETRACTED


@pytest.mark.parametrize(
    ("said", "changed", "shown"),
    [
        ("氨氯地平5mg每日一次。", "氨氯地平改为10mg每天一次。", "氨氯地平 10mg 每天一次"),
        ("氨氯地平5mg每日一次。", "氨氯地平改为每日两次。", "氨氯地平 5mg 每日两次"),
        ("氨氯地平5mg每日一次。", "氨氯地平每日两次。", "氨氯地平 5mg 每日两次"),
        ("Amlodipine 5 mg daily.", "Amlodipine changed to twice daily.", "Amlodipine 5 mg twice daily"),
        ("Amlodipine 5 mg daily.", "Amlodipine increased to 10 mg daily.", "Amlodipine 10 mg daily"),
    ],
)
def test_a_drug_that_is_taken_otherwise_is_shown_with_dose_and_frequency(
    clinic: FactVault, said: str, changed: str, shown: str
) -> None:
    person, session = clinic.session()
    clinic.tell(session, said, speaker=CLINICIAN)
    clinic.tell(session, changed, speaker=CLINICIAN)
    (fact,) = held(clinic, person, Category.MEDICATION)
    assert named_value(fact, fact.value) == shown
    assert fact.quote == changed.rstrip("。.")


def test_the_age_of_a_pet_by_name_is_corrected_and_not_the_persons_own(vault: FactVault) -> None:
    person, session = vault.session()
    vault.tell(session, "我今年四十二岁。我养了一只橘猫，叫团团，三岁。")
    vault.tell(session, "我记错了，团团不是三岁，是五岁。")
    ages = {(fact.subject, fact.value, fact.state) for fact in held(vault, person, Category.AGE)}
    assert ages == {("self", "四十二岁", FactState.ACTIVE), ("橘猫", "五岁", FactState.ACTIVE)}


def test_the_age_of_somebody_unknown_is_proposed_and_replaces_nothing(vault: FactVault) -> None:
    person, session = vault.session()
    vault.tell(session, "我今年四十二岁。我养了一只橘猫，叫团团，三岁。")
    vault.tell(session, "毛毛不是三岁，是五岁。")
    ages = {(fact.subject, fact.value, fact.state) for fact in held(vault, person, Category.AGE)}
    assert ages == {
        ("self", "四十二岁", FactState.ACTIVE),
        ("橘猫", "三岁", FactState.ACTIVE),
        ("橘猫", "五岁", FactState.PROPOSED),
    }
