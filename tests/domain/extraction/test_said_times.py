"""What was not said is not known: no invented days, no habit as an appointment; and nothing said is lost."""

from __future__ import annotations

from datetime import date

import pytest

from desktop_app.domain.conversation import PERSON, VaultKind
from desktop_app.domain.extraction import extract
from desktop_app.domain.memory import Category, FactCandidate

SAID_ON = date(2026, 3, 10)  # a Tuesday


def read(text: str) -> list[FactCandidate]:
    return extract(text, speaker=PERSON, vault=VaultKind.PERSONAL, said_on=SAID_ON)


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("我最近老是咳嗽。", [("咳嗽", "", "")]),
        ("I've had a cough lately.", [("a cough", "", "")]),
        ("上周开始咳嗽。", [("咳嗽", "", "")]),
        ("昨天开始咳嗽。", [("咳嗽", "2026-03-09", "")]),
        ("前几天做了胃镜。", [("胃镜", "", "")]),
        ("I had a gastroscopy a few days ago.", [("gastroscopy", "", "")]),
        ("上周体检，低压92。", [("体检", "2026-03-02", "2026-03-08"), ("低压92", "2026-03-02", "2026-03-08")]),
        ("昨天血压136/80，心率70。", [("血压136/80", "2026-03-09", ""), ("心率70", "2026-03-09", "")]),
        ("去年体检过，现在体重64公斤。", [("体检", "2025-01-01", "2025-12-31"), ("体重64公斤", "2026-03-10", "")]),
        ("去年脑梗", [("脑梗", "2025-01-01", "2025-12-31")]),
        ("老伴去年3月脑梗", [("脑梗", "2025-03-01", "2025-03-31")]),
        ("昨天得了肺炎", [("肺炎", "2026-03-09", "")]),
        ("去年查出糖尿病", [("糖尿病", "2025-01-01", "")]),
        ("I had a stroke last year.", [("stroke", "2025-01-01", "2025-12-31")]),
        ("I had pneumonia in May 2019.", [("pneumonia", "2019-05-01", "2019-05-31")]),
        ("女儿明年6月高考", [("6月高考", "2027-06-01", "2027-06-30")]),
        ("Last week my blood pressure was 136/80.", [("blood pressure was 136/80", "2026-03-02", "2026-03-08")]),
    ],
)
def test_a_vague_time_stays_vague(text: str, times: list[tuple[str, str, str]]) -> None:
    assert [(one.value, one.valid_from, one.valid_to) for one in read(text)] == times


@pytest.mark.parametrize(
    "text",
    [
        "周末我喜欢去湖边散步。",
        "周六我一般去爬山。",
        "周日我们都去外婆家吃饭。",
        "周五晚上我经常和同事打球。",
        "On Saturday I usually go hiking.",
        "I like to swim on Sunday.",
    ],
)
def test_a_habit_is_no_appointment(text: str) -> None:
    assert [one for one in read(text) if one.category is Category.PLAN or one.valid_from] == []


@pytest.mark.parametrize(
    "text",
    [
        "每个月我回去看她一次。",
        "每周回去陪他吃饭。",
        "我周末回去看爸妈。",
        "每年回到老家过年。",
        "我昨天回去拿东西了。",
    ],
)
def test_a_visit_is_no_home(text: str) -> None:
    assert [one.value for one in read(text) if one.category is Category.RESIDENCE] == []


@pytest.mark.parametrize(
    ("text", "value", "name"),
    [
        ("下周四上午十点我要陪儿子去配眼镜", "上午十点我要陪儿子去配眼镜", "儿子去配眼镜"),
        ("明天下午两点半开会", "下午两点半开会", "开会"),
        ("3月15日15:30去复诊", "15:30去复诊", "复诊"),
        ("I have an eye test next Thursday at 10 am.", "eye test next Thursday at 10 am", "eye test"),
        ("On Thursday at 10 am I have an eye test.", "at 10 am I have an eye test", "eye test"),
    ],
)
def test_the_hour_of_a_plan_is_kept(text: str, value: str, name: str) -> None:
    (plan,) = read(text)
    assert (plan.category, plan.value, plan.attribute) == (Category.PLAN, value, name)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("每天晚上吃一片缬沙坦80毫克。", "每天晚上吃一片缬沙坦80毫克"),
        ("早晚各吃一片二甲双胍。", "早晚各吃一片二甲双胍"),
        ("睡前吃阿托伐他汀20毫克。", "睡前吃阿托伐他汀20毫克"),
        ("Every morning I take losartan 50 mg.", "Every morning I take losartan 50 mg"),
        ("每天吃缬沙坦80毫克。", "缬沙坦80毫克"),
    ],
)
def test_the_time_of_day_of_a_drug_is_kept(text: str, value: str) -> None:
    assert [one.value for one in read(text) if one.category is Category.MEDICATION] == [value]


def test_a_family_told_in_one_sentence_is_read_as_a_whole() -> None:
    found = read("我叫林慧，今年三十八岁，在苏州一家小学当语文老师，先生周明是工程师；女儿周小雨今年上初二。")
    assert [(one.subject, one.category.value, one.value) for one in found] == [
        ("self", "name", "林慧"),
        ("self", "age", "三十八岁"),
        ("self", "occupation", "语文老师"),
        ("先生", "name", "周明"),
        ("先生", "occupation", "工程师"),
        ("女儿", "name", "周小雨"),
    ]
