"""What is said of another patient by name is not the open patient's own."""

from __future__ import annotations

from datetime import date

import pytest

from desktop_app.domain.conversation import CLINICIAN, PERSON, VaultKind
from desktop_app.domain.extraction import extract


@pytest.mark.parametrize(
    ("speaker", "text", "own"),
    [
        (CLINICIAN, "李建国的胃镜提示幽门螺杆菌阳性。", []),
        (CLINICIAN, "李建国的胃镜提示幽门螺杆菌阳性。患者咳嗽三天。", ["咳嗽"]),
        (CLINICIAN, "李建国有糖尿病。他吃二甲双胍0.5g。高血压十年。", []),
        (CLINICIAN, "李建国对青霉素过敏，王秀英有哮喘", ["哮喘"]),
        (CLINICIAN, "李建国的母亲有糖尿病", []),
        (CLINICIAN, "王秀英有糖尿病，高血压", ["糖尿病", "高血压"]),
        (CLINICIAN, "Anna Li has diabetes. She takes metformin 500 mg.", []),
        (CLINICIAN, "Annabel has diabetes.", ["diabetes"]),
        (PERSON, "李建国的胃镜提示幽门螺杆菌阳性。", []),
        (PERSON, "我跟李建国是邻居，我有高血压", ["高血压"]),
    ],
)
def test_another_patients_facts_are_not_taken(speaker: str, text: str, own: list[str]) -> None:
    found = extract(
        text, speaker=speaker, vault=VaultKind.CLINICAL, said_on=date(2026, 3, 10),
        own_name="王秀英", others=("李建国", "Anna", "Anna Li"),
    )  # fmt: skip
    assert [one.value for one in found if one.subject == "self"] == own


def test_a_namesake_is_taken_for_the_patient() -> None:
    found = extract(
        "李建国有糖尿病", speaker=CLINICIAN, vault=VaultKind.CLINICAL, said_on=date(2026, 3, 10),
        own_name="李建国", others=("李建国",),
    )  # fmt: skip
    assert [(one.value, one.subject) for one in found] == [("糖尿病", "self")]
