from __future__ import annotations

from datetime import date

import pytest

from desktop_app.domain.conversation import Person
from desktop_app.domain.patient_mentions import PatientMentions, stated_sexes

TODAY = date(2026, 11, 30)
SHARED = PatientMentions(
    [
        Person(1, "李建国", "male", "1958-03-12", "A1001"),
        Person(2, "李建国", "male", "1975-08-20", "A2002"),
        Person(3, "王秀英", "female", "1950-01-05", "20731"),
        Person(4, "赵敏", "female", "1975-08-20", "120"),
        Person(5, "Ann Lee", "female", "1980-02-03", "2026-0012"),
    ]
)


@pytest.mark.parametrize(
    ("text", "sexes"),
    [
        ("患者男68岁，咳嗽3天", {"male"}),
        ("女，62岁，糖尿病3年", {"female"}),
        ("68岁男性，胸痛", {"male"}),
        ("A 68-year-old man with a cough", {"male"}),
        ("Female patient, 62", {"female"}),
        ("她妈妈是乳腺癌，儿子5岁", set()),
        ("患者女儿陪来", set()),
        ("I am 40 and married to a man", set()),
    ],
)
def test_a_sex_said_of_the_patient(text: str, sexes: set[str]) -> None:
    assert stated_sexes(text) == sexes


def test_names_are_found_in_a_text() -> None:
    names = ("李建国", "Ann Lee", "李建", "王", "單曉")
    mentions = PatientMentions([Person(number, name) for number, name in enumerate(names, 1)])

    def named(text: str) -> list[int]:
        return [person.id for person in mentions.others_in(text, 0, TODAY)]

    assert named("李建国的血压") == [1]  # and not the shorter name inside it
    assert named("ask ann lee tomorrow") == [2]
    assert named("Joann Leeds") == []
    assert named("单晓来过，王先生没有") == [5]


@pytest.mark.parametrize(
    ("shown", "text", "others"),
    [
        (2, "李建国咳嗽3天。", []),  # the own name, shared or not
        (2, "李建国1958-03-12，病历号A1001，心电图ST段压低。", [1]),
        (2, "李建国，1958年3月12日生，心电图ST段压低。", [1]),
        (2, "李建国，68岁，心电图ST段压低。", [1]),
        (2, "李建国，51岁，咳嗽。", []),
        (2, "他父亲68岁，咳嗽。", []),
        (4, "A1001 血钾3.2", [1]),
        (4, "ａ１００１血钾3.2", [1]),
        (4, "XA1001 血钾3.2", []),  # inside another number
        (4, "李建国A1001复诊", [1]),  # and not the one who only shares the name
        (4, "李建国复诊", [1, 2]),
        (4, "生于1975-08-20", []),  # the own birth date, which another has as well
        (2, "born 12 Mar 1958", [1]),
        (2, "born March 12, 1958", [1]),
        (2, "19580312 复查", [1]),
        (2, "1958-13-12", []),
        (1, "病人号20731血糖高", [3]),
        (1, "血压120/80，心率120", []),  # a reading, not the number of a patient
        (1, "病历号120，血糖高", [4]),
        (1, "Ann Lee and chart no. 2026-0012", [5]),
        (2, "看了2026-0012的片子", [5]),
        (1, "病历号A1001，1958-03-12", []),  # the own number
    ],
)
def test_another_patient_is_told_by_number_birth_date_or_a_shared_name_with_an_age(
    shown: int, text: str, others: list[int]
) -> None:
    assert [person.id for person in SHARED.others_in(text, shown, TODAY)] == others
