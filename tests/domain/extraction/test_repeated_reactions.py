"""What somebody reacts to whenever it is taken is an allergy; what tires, chokes or upsets anybody is none."""

from __future__ import annotations

from datetime import date

import pytest

from desktop_app.domain.conversation import PERSON, VaultKind
from desktop_app.domain.extraction import extract
from desktop_app.domain.memory import SELF, Category, FactCandidate, FactStatus, Polarity


def read(text: str, speaker: str = PERSON) -> list[FactCandidate]:
    return extract(text, speaker=speaker, vault=VaultKind.CLINICAL, said_on=date(2026, 11, 30))


@pytest.mark.parametrize(
    ("text", "substances"),
    [
        ("头孢我一打就喘。", ["头孢"]),
        ("头孢，我一打就喘", ["头孢"]),
        ("一打左氧氟沙星就喘", ["左氧氟沙星"]),
        ("阿莫西林一吃就起疹子", ["阿莫西林"]),
        ("布洛芬我一吃就哮喘发作", ["布洛芬"]),
        ("我一吃海鲜身上就痒", ["海鲜"]),
        ("海鲜我一吃身上就痒", ["海鲜"]),
        ("我每次吃花生都喘", ["花生"]),
        ("只要吃虾就喘", ["虾"]),
        ("虾、蟹我一碰就喘", ["虾", "蟹"]),
        ("芒果我一碰嘴就肿", ["芒果"]),
        ("every time I take amoxicillin I get hives", ["amoxicillin"]),
        ("Whenever I eat shrimp I start wheezing.", ["shrimp"]),
        ("Whenever I eat peanuts, my lips swell", ["peanuts"]),
        ("I wheeze every time I take ibuprofen", ["ibuprofen"]),
    ],
)
def test_what_brings_a_reaction_every_time_is_an_allergy_and_no_complaint(text: str, substances: list[str]) -> None:
    found = read(text)
    assert [one.value for one in found] == substances
    assert {(one.subject, one.category, one.polarity, one.status) for one in found} == {
        (SELF, Category.ALLERGY, Polarity.AFFIRMED, FactStatus.CURRENT)
    }
    assert {one.quote for one in found} == {text.rstrip("。.")}


@pytest.mark.parametrize(
    ("text", "speaker", "found"),
    [
        ("海鲜我妈一吃就痒", PERSON, [("妈", "海鲜")]),
        ("Every time my mom takes aspirin she gets hives", PERSON, [("mom", "aspirin")]),
        ("头孢他一打就喘", "family:家属", [(SELF, "头孢")]),
    ],
)
def test_who_reacts_every_time(text: str, speaker: str, found: list[tuple[str, str]]) -> None:
    assert [(one.subject, one.value) for one in read(text, speaker) if one.category is Category.ALLERGY] == found


@pytest.mark.parametrize(
    "text",
    [
        "海鲜我一吃就拉肚子",
        "楼梯我一爬就喘",
        "一喝凉水就喘",
        "一吃饭就喘",
        "一打球就喘",
        "一打喷嚏就喘",
        "一用力就喘",
        "一闻油烟味就喘",
        "我一喝酒就喘",
        "沙丁胺醇一用就不喘了",
        "氨氯地平一吃脚就肿",
        "我一吃氨氯地平腿就肿",
        "我怕一打头孢就喘",
        "头孢一打就喘吗？",
        "Whenever I take the stairs I wheeze.",
        "Whenever I have a cold I start wheezing",
        "Every time I eat too fast I wheeze",
        "when I take benadryl my hives go away",
        "Every time I take amlodipine my ankles swell",
        "If I take amoxicillin I get hives",
    ],
)
def test_efforts_side_effects_fears_and_questions_are_no_allergies(text: str) -> None:
    assert [one.value for one in read(text) if one.category is Category.ALLERGY] == []


def test_that_a_drug_did_no_harm_counts_against_the_allergy() -> None:
    found = read("他头孢没事的，去年住院打过头孢曲松，好好的。", "family:家属")
    assert [(one.value, one.polarity, one.only_against) for one in found] == [
        ("头孢", Polarity.NEGATED, True),
        ("头孢曲松", Polarity.NEGATED, True),
    ]
