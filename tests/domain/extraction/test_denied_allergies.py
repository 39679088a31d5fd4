"""Who does not react to something may name it first; what nobody has named is not denied."""

from __future__ import annotations

from datetime import date

import pytest

from desktop_app.domain.conversation import CLINICIAN, PERSON, VaultKind
from desktop_app.domain.extraction import extract
from desktop_app.domain.memory import Category, FactCandidate, FactStatus, Polarity

FAMILY = "family:家属"


def read(text: str, speaker: str = PERSON) -> list[FactCandidate]:
    return extract(text, speaker=speaker, vault=VaultKind.CLINICAL, said_on=date(2026, 3, 10))


def allergies(text: str, speaker: str = PERSON) -> list[tuple[str, str]]:
    sign = {Polarity.AFFIRMED: "+", Polarity.NEGATED: "-"}
    return [(one.subject, sign[one.polarity] + one.value) for one in read(text, speaker)]


@pytest.mark.parametrize(
    ("text", "speaker", "found"),
    [
        ("青霉素我不过敏", PERSON, [("self", "-青霉素")]),
        ("我青霉素不过敏。", PERSON, [("self", "-青霉素")]),
        ("阿莫西林我不过敏的", PERSON, [("self", "-阿莫西林")]),
        ("头孢我自己倒是不过敏", PERSON, [("self", "-头孢")]),
        ("海鲜我从来没过敏过", PERSON, [("self", "-海鲜")]),
        ("青霉素没过敏过", PERSON, [("self", "-青霉素")]),
        ("青霉素和磺胺我都不过敏", PERSON, [("self", "-青霉素"), ("self", "-磺胺")]),
        ("青霉素，我不过敏", PERSON, [("self", "-青霉素")]),
        ("青霉素他不过敏", CLINICIAN, [("self", "-青霉素")]),
        ("青霉素、头孢均不过敏", CLINICIAN, [("self", "-青霉素"), ("self", "-头孢")]),
        ("头孢我妈不过敏", PERSON, [("妈", "-头孢")]),
        ("我没有过敏史", PERSON, [("self", "-过敏史")]),
        ("我妈没有过敏史", PERSON, [("妈", "-过敏史")]),
        ("他没有药物过敏", CLINICIAN, [("self", "-药物")]),
        ("我从来没过敏过", PERSON, [("self", "-过敏")]),
        ("花生我会过敏", PERSON, [("self", "+花生")]),
        ("不锈钢过敏", PERSON, [("self", "+锈钢")]),
        ("我可能青霉素过敏", PERSON, [("self", "+青霉素")]),
        ("我妈青霉素过敏，我不过敏", PERSON, [("妈", "+青霉素")]),
        ("Penicillin I'm not allergic to.", PERSON, [("self", "-Penicillin")]),
        (
            "Aspirin I am allergic to, but latex I'm not allergic to at all.",
            PERSON,
            [("self", "+Aspirin"), ("self", "-latex")],
        ),
        ("I'm not allergic to penicillin at all.", PERSON, [("self", "-penicillin")]),
        ("青霉素不知道过不过敏", PERSON, []),
        ("医生问我青霉素过敏不过敏", PERSON, []),
        ("我对青霉素一点都不过敏", PERSON, [("self", "-青霉素")]),
        ("药我都不过敏", PERSON, [("self", "-药")]),
        ("不清楚青霉素过敏不", PERSON, []),
        ("That's what I'm allergic to.", PERSON, []),
    ],
)
def test_what_is_named_first_is_what_is_denied(text: str, speaker: str, found: list[tuple[str, str]]) -> None:
    assert allergies(text, speaker) == found


def test_a_denied_allergen_is_no_drug_that_is_taken() -> None:
    found = read("青霉素我不过敏，前年住院皮试阴性，还打了一个礼拜。")
    assert [(one.category, one.value, one.polarity) for one in found] == [
        (Category.ALLERGY, "青霉素", Polarity.NEGATED),
        (Category.PROCEDURE, "皮试阴性", Polarity.AFFIRMED),
    ]


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("吃了两片布洛芬，头还是疼。", FactStatus.PAST),
        ("昨晚布洛芬吃了两片", FactStatus.PAST),
        ("还打了一个礼拜青霉素", FactStatus.PAST),
        ("布洛芬吃了三天了", FactStatus.CURRENT),
        ("二甲双胍吃了三年了", FactStatus.CURRENT),
        ("我每天吃两片布洛芬", FactStatus.CURRENT),
        ("I took two ibuprofen last night.", FactStatus.PAST),
    ],
)
def test_so_many_doses_or_days_are_over(text: str, status: FactStatus) -> None:
    assert [one.status for one in read(text) if one.category is Category.MEDICATION] == [status]


@pytest.mark.parametrize(
    ("text", "results"),
    [
        ("皮试阴性", ["皮试阴性"]),
        ("前年住院皮试阴性", ["皮试阴性"]),
        ("新冠抗原阴性，结核菌素试验阴性。", ["新冠抗原阴性", "结核菌素试验阴性"]),
        ("乙肝表面抗原阳性，HIV抗体（-）", ["乙肝表面抗原阳性", "HIV抗体（-）"]),
        ("痰培养结果阴性", ["痰培养结果阴性"]),
        ("患者查了新冠抗原，阴性", ["新冠抗原，阴性"]),
        ("HBsAg阳性，抗-HCV阴性", ["HBsAg阳性", "抗-HCV阴性"]),
        ("PPD was negative.", ["PPD was negative"]),
        ("The covid test came back positive.", ["covid test came back positive"]),
        ("新冠抗原阴性吗？", []),
        ("还没做皮试", []),
    ],
)
def test_what_a_test_came_out_as_is_neither_denial_nor_disease(text: str, results: list[str]) -> None:
    found = [one for one in read(text, CLINICIAN) if one.polarity is Polarity.AFFIRMED]
    assert [(one.category, one.value, one.status) for one in found] == [
        (Category.PROCEDURE, value, FactStatus.PAST) for value in results
    ]


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("否认发热、咳嗽、咯血、胸痛。", ["发热", "咳嗽", "咯血", "胸痛"]),
        ("否认发烧、咯血。", ["发烧", "咯血"]),
        ("无尿急、尿痛，无气促、咳嗽", ["尿急", "尿痛", "气促", "咳嗽"]),
        ("也没发烧，没咯血", ["发烧", "咯血"]),
        ("Denies fever, cough and hemoptysis.", ["fever", "cough", "hemoptysis"]),
    ],
)
def test_each_denied_item_is_its_own(text: str, denied: list[str]) -> None:
    found = read(text, CLINICIAN)
    assert [one.value for one in found] == denied
    assert {one.polarity for one in found} == {Polarity.NEGATED}


def test_a_drug_in_a_skin_test_stays_an_allergy_or_its_denial() -> None:
    assert allergies("青霉素皮试阴性", CLINICIAN) == [("self", "-青霉素")]
    assert allergies("头孢皮试阳性", CLINICIAN) == [("self", "+头孢")]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("青霉素过敏，否认其他药物过敏史", [("self", "+青霉素")]),
        ("否认其它药物过敏", []),
        ("青霉素过敏，没有别的过敏", [("self", "+青霉素")]),
        ("Allergic to penicillin, no other drug allergies.", [("self", "+penicillin")]),
        ("Other than that no known drug allergies", [("self", "-drug")]),
        ("否认药物过敏史", [("self", "-药物")]),
    ],
)
def test_what_is_denied_besides_contradicts_nothing(text: str, found: list[tuple[str, str]]) -> None:
    assert allergies(text, CLINICIAN) == found


def test_every_item_of_a_denied_list_is_denied() -> None:
    found = [(one.value, one.polarity) for one in read("无喘气、咳嗽", CLINICIAN)]
    assert found == [("喘气", Polarity.NEGATED), ("咳嗽", Polarity.NEGATED)]
