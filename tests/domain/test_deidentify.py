"""De-identification over five hundred synthetic notes, and over what must stay."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from desktop_app.domain.deidentify import Deidentifier, Identifier
from desktop_app.domain.extraction.lexicons.people import SURNAMES_ZH

_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)  # GB 11643-1999
_GIVEN = "伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉兰建国志文斌晨"
_FIRST, _LAST = ("Alice", "Robert", "Meiling", "Dmitri"), ("Carter", "O'Neill", "Nakamura", "Petrov")


def _id_18(rng: random.Random, *, valid: bool) -> str:
    body = f"{rng.randint(110000, 659000)}{rng.randint(1930, 2015)}{rng.randint(1, 12):02}{rng.randint(1, 28):02}"
    body += f"{rng.randint(0, 999):03}"
    check = "10X98765432"[sum(int(digit) * weight for digit, weight in zip(body, _WEIGHTS, strict=True)) % 11]
    return body + (check if valid else rng.choice([one for one in "0123456789" if one != check]))


def _digits(rng: random.Random, count: int) -> str:
    return "".join(str(rng.randint(0, 9)) for _ in range(count))


def _disguised(rng: random.Random, number: str) -> str:
    """The number as people write and paste it."""
    way = rng.randrange(5)
    if way == 1:
        return number.translate({ord(str(digit)): 0xFF10 + digit for digit in range(10)})
    if way == 2:
        return "\u200b".join(number)
    if way == 3:
        return " ".join(number[start : start + 4] for start in range(0, len(number), 4))
    if way == 4:
        return "-".join(number[start : start + 4] for start in range(0, len(number), 4))
    return number


def _numbers(rng: random.Random) -> list[tuple[str, str]]:
    """Kinds of numbers with one of each."""
    return [
        ("身份证号", _disguised(rng, _id_18(rng, valid=True))),
        ("证件", _disguised(rng, _id_18(rng, valid=False))),
        (
            "老证",
            _disguised(
                rng, f"{rng.randint(110000, 659000)}{rng.randint(30, 99)}0{rng.randint(1, 9)}1{_digits(rng, 4)}"
            ),
        ),
        ("手机", _disguised(rng, f"1{rng.randint(3, 9)}{_digits(rng, 9)}")),
        ("电话", f"0{rng.randint(10, 29)}-{rng.randint(2, 8)}{_digits(rng, 7)}"),
        ("银行卡", _disguised(rng, f"62{_digits(rng, rng.choice([14, 17]))}")),
        ("护照", f"E{_digits(rng, 8)}"),
        ("港澳通行证", f"C{_digits(rng, 8)}"),
        ("住院号", f"{rng.choice(['ZY', 'A', ''])}{_digits(rng, 7)}"),
        ("邮箱", f"user{_digits(rng, 4)}@example.org"),
        ("微信号", f"wx_{_digits(rng, 6)}"),
    ]


def _note(rng: random.Random) -> tuple[str, list[str], str]:
    """A note, its numbers, and the name in its labelled field."""
    numbers = rng.sample(_numbers(rng), 4)
    if rng.random() < 0.7:
        name = rng.choice(SURNAMES_ZH) + "".join(rng.choice(_GIVEN) for _ in range(rng.randint(1, 2)))
        label = rng.choice(["姓名：", "患者姓名: ", "患者：", "联系人：", "主治医师："])
    else:
        name = f"{rng.choice(_FIRST)} {rng.choice(_LAST)}"
        label = rng.choice(["Name: ", "Patient: ", "Physician: "])
    lines = [f"{label}{name}", "血压 150/95 mmHg，心率 78 次/分，服二甲双胍 500mg"]
    for kind, number in numbers:
        lines.append(f"{kind}{rng.choice(['：', ':', ' ', '是'])}{number}{rng.choice(['。', '', '，请核对'])}")
    lines.append(f"{name}，复诊")
    return "\n".join(lines), [number for _, number in numbers], name


def test_five_hundred_notes() -> None:
    rng = random.Random(7)
    numbers = found_numbers = found_names = 0
    missed: list[str] = []
    for _ in range(500):
        text, inside, name = _note(rng)
        result = Deidentifier().text(text)
        assert "150/95" in result
        assert "500mg" in result
        for number in inside:
            numbers += 1
            found = number not in result
            found_numbers += found
            missed += [] if found else [number]
        found_names += name not in result
        missed += [] if name not in result else [name]
    print(f"numbers {found_numbers}/{numbers}, names {found_names}/500, missed: {missed}")
    assert found_numbers / numbers >= 0.99, missed
    assert found_names / 500 >= 0.95, missed


@pytest.mark.parametrize(
    "text",
    [
        "血压 150/95，心率 72，体温 36.5",
        "阿司匹林 100 mg 每日一次，3 天后复查",
        "空腹血糖 7.8 mmol/L，HbA1c 6.9%",
        "白细胞 5600，血小板 210000，尿酸 420",
        "I take metformin 500 mg twice a day and walk 8000 steps",
        "第 12 章写到 2000 字",
        "眼压 15 16 17 18 14 15",
    ],
)
def test_what_identifies_nobody_stays(text: str) -> None:
    assert Deidentifier().text(text) == text


@pytest.mark.parametrize(
    ("text", "year", "shifted"),
    [
        ("生于1957年3月12日", "生于1957年", "生于1957-03-22"),
        ("on 2024-05-01 he", "on 2024 he", "on 2024-05-11 he"),
        ("May 3rd, 2021", "2021", "2021-05-13"),
        ("12 Sept 2020", "2020", "2020-09-22"),
        ("2024年5月开始", "2024年开始", "2024年开始"),
        ("5月3日手术", "[date]手术", "[date]手术"),
        ("2019年开始", "2019年开始", "2019年开始"),
    ],
)
def test_exact_dates(text: str, year: str, shifted: str) -> None:
    assert Deidentifier().text(text) == year
    assert Deidentifier(shift_days=10).text(text) == shifted


def test_addresses() -> None:
    for text in (
        "家住浙江省杭州市西湖区文三路478号3单元502室，常来",
        "地址：幸福小区7栋2单元",
        "lives at 12 Long Meadow",
        "He lives near 1200 Elm Street now",
    ):
        found = Deidentifier()
        found.text(text)
        assert [one.kind for one in found.replacements()] == [Identifier.ADDRESS], text


def test_a_name_is_the_same_one_everywhere() -> None:
    found = Deidentifier(["王小明"], ["青山项目"])
    assert found.text("王小明和李娜医生谈青山项目") == "[name 1]和李娜医生谈[listed]"
    assert found.text("姓名：李娜，王小明的朋友") == "姓名：[name 2]，[name 1]的朋友"
    assert found.text("李娜来了") == "[name 2]来了"
    counts = Counter({one.before: one.count for one in found.replacements()})
    assert counts == {"王小明": 2, "李娜": 2, "青山项目": 1}


def test_times() -> None:
    assert Deidentifier(shift_days=2).time(86_400_000) == 3 * 86_400_000
    assert Deidentifier().time(400 * 86_400_000) == 365 * 86_400_000
    assert (Deidentifier().date("2024-05-01"), Deidentifier(shift_days=1).date("2024-05-01")) == ("2024", "2024-05-02")
