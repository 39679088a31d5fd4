"""A relative's word ends with its sentence for whoever tells of a patient, and a relative known by name is one."""

from __future__ import annotations

from datetime import date

import pytest

from desktop_app.domain.conversation import CLINICIAN, PERSON, VaultKind
from desktop_app.domain.extraction import extract
from desktop_app.domain.memory import SELF, Fact, FactState, Polarity

RELATIVE = "family:家属"


def subjects(text: str, speaker: str, others: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    found = extract(
        text, speaker=speaker, vault=VaultKind.CLINICAL, said_on=date(2026, 3, 10), own_name="李建国", others=others
    )
    denied = {Polarity.AFFIRMED: "", Polarity.NEGATED: "-"}
    return [(one.subject, denied[one.polarity] + one.value) for one in found]


@pytest.mark.parametrize("speaker", [RELATIVE, CLINICIAN])
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("她父亲有脑卒中。她没有磺胺过敏，是对碘过敏。", [("父亲", "脑卒中"), (SELF, "-磺胺"), (SELF, "碘")]),
        ("她父亲有脑卒中，她对碘过敏。", [("父亲", "脑卒中"), (SELF, "碘")]),
        ("他父亲有脑卒中。他对碘过敏。", [("父亲", "脑卒中"), (SELF, "碘")]),
        ("她父亲有脑卒中。没有磺胺过敏，对碘过敏。", [("父亲", "脑卒中"), (SELF, "-磺胺"), (SELF, "碘")]),
        ("他母亲有青光眼。她还有糖尿病。他对碘过敏。", [("母亲", "青光眼"), ("母亲", "糖尿病"), (SELF, "碘")]),
        (
            "Her father had a stroke. She is not allergic to sulfa, she is allergic to iodine.",
            [("father", "stroke"), (SELF, "-sulfa"), (SELF, "iodine")],
        ),
        ("His mother has glaucoma. She also has asthma.", [("mother", "glaucoma"), ("mother", "asthma")]),
    ],
)
def test_who_tells_of_a_patient_comes_back_to_them(speaker: str, text: str, found: list[tuple[str, str]]) -> None:
    assert subjects(text, speaker) == found


def test_the_patients_own_story_of_a_relative_goes_on() -> None:
    assert subjects("我爸有高血压。他对碘过敏。", PERSON) == [("爸", "高血压"), ("爸", "碘")]
    assert subjects("我爸有高血压。她对碘过敏。", PERSON) == [("爸", "高血压")]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Anna keeps the lamp. Her father John Miller has glaucoma.", []),
        ("His late mother has glaucoma.", []),
        ("My wife is here. Her father has glaucoma.", [("wife's father", "glaucoma")]),
        ("My father has glaucoma.", [("father", "glaucoma")]),
    ],
)
def test_somebody_elses_relative_is_not_the_speakers(text: str, found: list[tuple[str, str]]) -> None:
    assert subjects(text, PERSON) == found


@pytest.mark.parametrize(
    ("speaker", "text", "found"),
    [
        (RELATIVE, "王秀英是他母亲，她有青光眼", [("母亲", "青光眼")]),
        (PERSON, "王秀英是我母亲，她有青光眼", [("母亲", "青光眼")]),
        ("family:女儿", "王秀英是我妈，她有青光眼", [(SELF, "青光眼")]),
        (CLINICIAN, "他母亲王秀英有青光眼。他对青霉素过敏", [("母亲", "青光眼"), (SELF, "青霉素")]),
        (CLINICIAN, "Mary Wang is his mother, she has glaucoma.", [("mother", "glaucoma")]),
        (CLINICIAN, "王秀英也有青光眼，她对碘过敏", []),
    ],
)
def test_another_patient_who_is_kin(speaker: str, text: str, found: list[tuple[str, str]]) -> None:
    assert subjects(text, speaker, ("王秀英", "Mary Wang")) == found


def test_the_name_of_a_relative_is_not_the_patients() -> None:
    assert ("母亲", "王秀英") in subjects("他母亲叫王秀英，有青光眼", CLINICIAN, ("王秀英",))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "我是他闺女。我爸以前打过青霉素没事，他是吃头孢起疹子。我妈有糖尿病。",
            [(SELF, "-青霉素"), (SELF, "头孢"), ("闺女的妈", "糖尿病")],
        ),
        ("我是患者的女儿，我妈对青霉素过敏。", [(SELF, "青霉素")]),
        ("我是她儿子，我妈有糖尿病，我爸有高血压。", [(SELF, "糖尿病"), ("儿子的爸", "高血压")]),
        ("我是他老伴。我老伴对磺胺过敏，我有哮喘。", [(SELF, "磺胺"), ("老伴", "哮喘")]),
        ("我是他妹妹。我妈有高血压，我哥对碘过敏。", [("妈", "高血压"), (SELF, "碘")]),
        ("患者是我爸。我爸有糖尿病。", [(SELF, "糖尿病")]),
        ("他爸对青霉素过敏。", [("爸", "青霉素")]),
        ("我爷爷青霉素过敏。", [("爷爷", "青霉素")]),
        (
            "I'm his daughter. My father is allergic to penicillin, and my mother has diabetes.",
            [(SELF, "penicillin"), ("daughter's mother", "diabetes")],
        ),
        ("He is my dad. My dad has asthma.", [(SELF, "asthma")]),
    ],
)
def test_a_relative_who_says_whose_they_are_speaks_of_the_patient(text: str, found: list[tuple[str, str]]) -> None:
    assert subjects(text, RELATIVE) == found


@pytest.mark.parametrize(
    "text", ["我爸吃头孢起疹子。", "我妈头孢过敏", "我老伴头孢过敏", "My dad gets hives from cephalexin."]
)
def test_an_allergy_that_may_be_the_patients_is_not_lost_among_the_familys(text: str) -> None:
    (found,) = extract(text, speaker=RELATIVE, vault=VaultKind.CLINICAL, said_on=date(2026, 3, 10))
    assert (found.subject, found.unsure) == (SELF, True)
    (own,) = extract(text, speaker=PERSON, vault=VaultKind.CLINICAL, said_on=date(2026, 3, 10))
    assert (own.subject != SELF, own.unsure) == (True, False)


def test_the_sex_that_is_known_tells_which_parent_the_patient_is() -> None:
    (man,) = extract("男，60岁", speaker=CLINICIAN, vault=VaultKind.CLINICAL, said_on=date(2026, 3, 10))[:1]
    known = Fact(
        1, 1, SELF, man.category, "", man.value, "", man.polarity, man.status, FactState.ACTIVE,
        CLINICIAN, 1.0, 1, "", "", 1, None, None, False, "", 1, 1, 1, 0, 1, "rules",
    )  # fmt: skip
    text = "我妈有青光眼，我爸有哮喘。"
    found = extract(text, speaker="family:女儿", vault=VaultKind.CLINICAL, said_on=date(2026, 3, 10), known=[known])
    assert [(one.subject, one.value) for one in found] == [("女儿的妈", "青光眼"), (SELF, "哮喘")]
