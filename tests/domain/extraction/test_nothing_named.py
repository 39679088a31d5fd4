"""Words that name nothing are no facts; and how sure a fact is tells how it was said."""

from __future__ import annotations

import base64
import random
from datetime import date

import pytest

from desktop_app.domain.conversation import PERSON, VaultKind
from desktop_app.domain.extraction import extract
from desktop_app.domain.memory import Category, FactCandidate


def read(text: str) -> list[FactCandidate]:
    return extract(text, speaker=PERSON, vault=VaultKind.PERSONAL, said_on=date(2026, 11, 30))


def values(text: str, category: Category) -> list[str]:
    return [one.value for one in read(text) if one.category is category]


@pytest.mark.parametrize(
    ("text", "allergens"),
    [
        ("小时候吃了一口就全身起疹子", []),
        ("吃了它就起疹子", []),
        ("吃了很多，马上就浑身痒", []),
        ("喝了两杯就起荨麻疹", []),
        ("I get a rash when I eat too much", []),
        ("I broke out in hives after one bite", []),
        ("吃了一口花生就全身起疹子", ["花生"]),
        ("吃了两片阿莫西林就起疹子", ["阿莫西林"]),
        ("喝牛奶身上就长疹子", ["牛奶"]),
        ("不能吃虾，一吃就浑身起疹子", ["虾"]),
        ("我对花生过敏，小时候吃了一口就全身起疹子", ["花生"]),
        ("I get a rash when I eat a bite of peanut butter", ["peanut butter"]),
    ],
)
def test_an_allergen_is_a_thing_not_an_amount_or_what_leads_on(text: str, allergens: list[str]) -> None:
    assert values(text, Category.ALLERGY) == allergens


@pytest.mark.parametrize(
    ("text", "goals"),
    [
        ("帮我想一句问候语", []),
        ("替我想个名字", []),
        ("请你准备写一份菜单", []),
        ("你能帮我计划一下去日本的旅行吗", []),
        ("想几个标题", []),
        ("I want you to write a poem", []),
        ("我想一个人去西藏", ["一个人去西藏"]),
        ("我想学游泳", ["学游泳"]),
        ("我和你准备去爬山", ["去爬山"]),
        ("医生，帮我看看，我想戒烟", ["戒烟"]),
    ],
)
def test_what_somebody_else_is_to_do_is_no_goal(text: str, goals: list[str]) -> None:
    assert values(text, Category.GOAL) == goals


def test_the_confidence_tells_how_it_was_said() -> None:
    sure = {
        text: read(text)[0].confidence
        for text in ("我对青霉素过敏", "我对芒果过敏", "吃芒果后嘴唇会肿", "我可能对芒果过敏")
    }
    assert list(sure.values()) == sorted(set(sure.values()), reverse=True)
    assert read("I have asthma")[0].confidence > read("I think I have asthma")[0].confidence
    assert read("我的血压是130/80")[0].confidence > read("我想学游泳")[0].confidence


def test_keys_and_encoded_files_say_nothing() -> None:
    noise = base64.b64encode(random.Random(7).randbytes(15_000)).decode()
    assert read(noise) == []
    wrapped = "\n".join(noise[start : start + 76] for start in range(0, len(noise), 76))
    assert read(wrapped) == []
    told = read(f"My key is {noise[:200]}. I am allergic to penicillin.")
    assert [(fact.category, fact.value) for fact in told] == [(Category.ALLERGY, "penicillin")]
