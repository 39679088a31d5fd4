"""Who stands where the subject stands: pets, names, people at large and things are not the speaker."""

from __future__ import annotations

from datetime import date

import pytest

from desktop_app.domain.conversation import CLINICIAN, PERSON, VaultKind
from desktop_app.domain.extraction import extract
from desktop_app.domain.extraction.holidays import next_holiday
from desktop_app.domain.extraction.normal import normalise
from desktop_app.domain.extraction.strangers import find_stranger
from desktop_app.domain.memory import SELF, FactCandidate

SAID_ON = date(2026, 3, 10)


def read(text: str) -> list[FactCandidate]:
    return extract(text, speaker=PERSON, vault=VaultKind.PERSONAL, said_on=SAID_ON)


def stranger(text: str, before: str = "") -> str | None:
    found = find_stranger(normalise(text), text, normalise(before))
    return None if found is None else found[2]


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("豆豆最近不爱吃东西", "豆豆"),
        ("小美不吃辣", "小美"),
        ("杭州人爱吃片儿川", ""),
        ("楼下的大爷每天跑步", ""),
        ("这台电脑用了六年", ""),
        ("Biscuit is 4", "Biscuit"),
        ("Zhang Wei 对磺胺过敏", "Zhang Wei"),
        ("Ilse也对头孢过敏", "Ilse"),
        ("Patient 对青霉素过敏", None),
        ("CT 对比剂过敏", None),
        ("The class has 28 pupils", ""),
        ("The puppy is 10 weeks old", "puppy"),
        ("最近不爱吃东西", None),
        ("现在住在武汉", None),
        ("每天抽烟", None),
        ("膝盖不喜欢冷", None),
        ("The pain is worse", None),
        ("Metformin is fine", None),
        ("Still has pain", None),
        ("夏天特别喜欢吃西瓜", None),
        ("大学毕业后一直住在南京", None),
        ("音乐喜欢听爵士", None),
        ("My left knee is swollen", None),
        ("Nora from my book club drinks wine", "Nora"),
        ("Teenagers hate getting up early", ""),
        ("公司新来的前台才20岁", ""),
    ],
)
def test_the_head_of_a_clause(text: str, subject: str | None) -> None:
    assert stranger(text) == subject


def test_who_was_brought_in_is_named_next() -> None:
    assert stranger("叫年糕", "我养了一只橘猫") == "橘猫"


@pytest.mark.parametrize(
    "text",
    [
        "豆豆最近不爱吃东西，是换了粮的缘故吗？",
        "咪咪三岁了，特别喜欢晒太阳。",
        "班里有三十二个学生，最小的才11岁。",
        "这台电脑用了六年，老是发热。",
        "The class has 28 pupils, aged 11.",
        "Our company is 15 years old this month.",
        "Jack from accounting is allergic to cats.",
    ],
)
def test_nothing_of_it_is_the_speakers(text: str) -> None:
    assert [one for one in read(text) if one.subject == SELF] == []


def test_a_thing_is_forgotten_with_its_sentence() -> None:
    assert [one.value for one in read("这台电脑用了六年，老是发热。最近头疼。")] == ["头疼"]


def test_the_speaker_may_come_in_later() -> None:
    (fact,) = read("这道菜我不喜欢放香菜。")
    assert (fact.subject, fact.value) == (SELF, "放香菜")


@pytest.mark.parametrize(
    ("text", "subject", "value"),
    [
        ("妈妈也一起去，她膝盖不好，不能爬山。", "妈妈", "膝盖不好"),
        ("Mum is coming too; she has a bad knee.", "Mum", "bad knee"),
        ("My daughter Emma is fine. Emma has a bad knee.", "daughter", "bad knee"),
    ],
)
def test_a_pronoun_means_who_was_named(text: str, subject: str, value: str) -> None:
    assert (subject.lower(), value) in [(one.subject.lower(), one.value) for one in read(text)]


@pytest.mark.parametrize(
    "text",
    [
        "A friend of mine has migraines. She takes sumatriptan.",
        "I'm baking a cake for Leo, he's allergic to nuts.",
        "My boss is 60 and just had a bypass.",
        "My friend's mom has dementia.",
        "Taylor Swift is 34 and has three cats.",
        "邻居老李得了肺癌，真让人难受。",
        "同事说他女儿有哮喘，天天吸药。",
        "我表哥的同学去年得了抑郁症。",
        "王阿姨住我楼上，八十岁了，糖尿病三十年。",
        "隔壁床的大爷血压180，吓人。",
        "他发我的：我叫刘洋，过敏体质，别点海鲜。",
        "My sister texted me: I have the flu.",
    ],
)
def test_nothing_is_kept_of_people_outside_the_family(text: str) -> None:
    assert read(text) == []


def test_a_patient_in_the_next_bed_is_another_one() -> None:
    found = extract("邻床患者青霉素过敏。", speaker=CLINICIAN, vault=VaultKind.CLINICAL, said_on=SAID_ON)
    assert found == []


@pytest.mark.parametrize(
    ("text", "value", "first", "last"),
    [
        ("我们打算国庆节去一趟云南，七天。", "去一趟云南", "2026-10-01", "2026-10-07"),
        ("除夕我要值班。", "值班", "", ""),
        ("On Christmas Eve I'm flying to Oslo.", "to Oslo", "2026-12-24", "2026-12-24"),
        ("We're going to Portugal at Christmas with the kids.", "Portugal", "2026-12-25", "2026-12-25"),
    ],
)
def test_a_holiday_is_one_word_of_date(text: str, value: str, first: str, last: str) -> None:
    (plan,) = read(text)
    assert (plan.value, plan.valid_from, plan.valid_to) == (value, first, last)


def test_a_holiday_that_is_over_is_next_years() -> None:
    found = next_holiday("情人节", SAID_ON)
    assert found is not None
    assert found.first == date(2027, 2, 14)


def test_what_a_sentence_goes_on_to_say_of_somebody_unknown_is_only_proposed() -> None:
    assert [(one.value, one.unsure) for one in read("林晚今年二十七岁，住在苏州。我住在杭州。")] == [
        ("二十七岁", True),
        ("苏州", True),
        ("杭州", False),
    ]
    assert [(one.value, one.unsure) for one in read("今年二十七岁，住在苏州。")] == [
        ("二十七岁", False),
        ("苏州", False),
    ]
