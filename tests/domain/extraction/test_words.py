"""Normal form, word lists and names known by their shape."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.domain.extraction.lexicon import Kind, concept_of, find_mentions, is_cjk, is_general_allergen
from desktop_app.domain.extraction.lexicons import drugs
from desktop_app.domain.extraction.normal import normalise
from desktop_app.domain.extraction.voices import BLANK, blank_foreign_words


@given(st.text())
def test_the_normal_form_keeps_every_offset(text: str) -> None:
    assert len(normalise(text)) == len(text)
    assert len(blank_foreign_words(normalise(text))) == len(text)


def test_normal_form() -> None:
    assert normalise("我媽媽對ＡＢＣ，It’s") == "我妈妈对abc,it's"


@pytest.mark.parametrize(
    ("text", "kind", "name"),
    [
        ("得了慢性胆囊炎", Kind.CHRONIC, "慢性胆囊炎"),
        ("头也老痛", Kind.SYMPTOM, "头也老痛"),
        ("吃瑞舒伐他汀钙片", Kind.DRUG, "瑞舒伐他汀钙片"),
        ("做了胆囊切除术", Kind.PROCEDURE, "胆囊切除术"),
        ("lumbar disc herniation, nephropathy", Kind.CHRONIC, "nephropathy"),
        ("takes candesartan", Kind.DRUG, "candesartan"),
        ("had a laparoscopy", Kind.PROCEDURE, "laparoscopy"),
    ],
)
def test_names(text: str, kind: Kind, name: str) -> None:
    assert (kind, name) in [(one.kind, text[one.start : one.end]) for one in find_mentions(text)]


def test_a_longer_name_wins() -> None:
    assert [one.concept for one in find_mentions("高血压")] == ["高血压"]
    assert [one.kind for one in find_mentions("the flu shot")] == [Kind.PROCEDURE]


def test_latin_names_are_whole_words() -> None:
    assert find_mentions("the cat scanner painting") == []


def test_concepts_join_the_languages() -> None:
    assert concept_of(Kind.DRUG, "penicillin") == concept_of(Kind.DRUG, "青霉素")
    assert concept_of(Kind.MEASURE, "bp") == concept_of(Kind.MEASURE, "血压")
    assert concept_of(Kind.MEASURE, "hr") != concept_of(Kind.MEASURE, "血压")


@pytest.mark.parametrize(
    ("value", "general"),
    [
        ("药物", True),
        ("NKDA", True),
        ("过敏史", True),
        ("allergies", True),
        ("青霉素", False),
        ("nuts", False),
    ],
)
def test_general_allergens(value: str, general: bool) -> None:
    assert is_general_allergen(value) is general


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("我叫“小王”,有哮喘", "我叫 小王 ,有哮喘"),
        ("他说“我有哮喘,很重”", "他说"),
        ("i am 5'9\" tall", "i am 5'9\" tall"),
        ("> i have asthma\nme too", "\nme too"),
        ("我喜欢看小说", "我喜欢看小说"),
    ],
)
def test_foreign_words_are_blanked(text: str, left: str) -> None:
    assert blank_foreign_words(text).replace(BLANK, "") == left


@pytest.mark.parametrize("head", ["无", "否认", "没有", "患者无", "自诉", "目前", "最近", "长期", "开始", "我妈"])
def test_what_stands_before_a_drug_is_no_part_of_its_name(head: str) -> None:
    names = {name for line in drugs.DRUGS.splitlines() for name in line.split(",") if name and all(map(is_cjk, name))}
    assert len(names) > 300
    for name in sorted(names):
        for text in (f"{head}{name}", f"{head}{name}过敏史"):
            starts = [one.start for one in find_mentions(text) if one.kind is Kind.DRUG]
            assert starts == [len(head)] or text.startswith("没有孕酮"), text  # 有孕 is a word of its own
