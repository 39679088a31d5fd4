"""Reactions to drugs in plain words are allergies; side effects are none; what was borne well is no current drug."""

from __future__ import annotations

from datetime import date

import pytest

from desktop_app.domain.conversation import PERSON, VaultKind
from desktop_app.domain.extraction import extract
from desktop_app.domain.extraction.drug_classes import are_related
from desktop_app.domain.memory import Category, FactCandidate, FactStatus, Polarity


def read(text: str, speaker: str = PERSON) -> list[FactCandidate]:
    return extract(text, speaker=speaker, vault=VaultKind.CLINICAL, said_on=date(2026, 11, 30))


def of(found: list[FactCandidate], category: Category) -> list[str]:
    return [one.value for one in found if one.category is category]


@pytest.mark.parametrize(
    ("text", "drugs"),
    [
        ("我吃磺胺药起过疹子。", ["磺胺药"]),
        ("上次吃阿莫西林全身起皮疹。", ["阿莫西林"]),
        ("打头孢曲松休克过。", ["头孢曲松"]),
        ("吃阿莫西林过敏性休克。", ["阿莫西林"]),
        ("输左氧氟沙星喘不上气。", ["左氧氟沙星"]),
        ("我用青霉素喉头水肿过。", ["青霉素"]),
        ("青霉素让我起过皮疹。", ["青霉素"]),
        ("阿莫西林吃了全身起疹子。", ["阿莫西林"]),
        ("头孢打过以后休克了。", ["头孢"]),
        ("以前吃过磺胺，起了一身皮疹。", ["磺胺"]),
        ("上次输头孢，十分钟就喘不上气。", ["头孢"]),
        ("吃了两片阿莫西林，没多久就浑身起风团。", ["阿莫西林"]),
        ("吃完布洛芬以后眼睛肿得睁不开。", ["布洛芬"]),
        ("患者既往青霉素使用后出现皮疹。", ["青霉素"]),
        ("吃布洛芬浑身痒。", ["布洛芬"]),
        ("皮疹是吃头孢引起的。", ["头孢"]),
        ("吃阿莫西林、头孢都起疹子。", ["阿莫西林", "头孢"]),
        ("打破伤风针起风团。", ["破伤风针"]),
        ("吃芒果起过疹子。", ["芒果"]),
        ("Amoxicillin gave me a rash.", ["Amoxicillin"]),
        ("Penicillin gave me hives.", ["Penicillin"]),
        ("My throat swelled after penicillin.", ["penicillin"]),
        ("My throat closed up when I took amoxicillin.", ["amoxicillin"]),
        ("I went into anaphylaxis after ceftriaxone.", ["ceftriaxone"]),
        ("I had anaphylaxis with penicillin.", ["penicillin"]),
        ("I broke out in a rash after amoxicillin.", ["amoxicillin"]),
        ("I react badly to sulfa.", ["sulfa"]),
        ("Cephalexin made my face swell.", ["Cephalexin"]),
        ("I took ibuprofen and came out in hives.", ["ibuprofen"]),
        ("I couldn't breathe after they gave me ceftriaxone.", ["ceftriaxone"]),
        ("I took amoxicillin last year. It gave me hives.", ["amoxicillin"]),
        ("Amoxicillin and Bactrim both gave me hives.", ["Amoxicillin", "Bactrim"]),
        ("Sulfa: hives", ["Sulfa"]),
    ],
)
def test_a_reaction_in_plain_words_is_an_allergy_and_nothing_else(text: str, drugs: list[str]) -> None:
    found = read(text)
    assert of(found, Category.ALLERGY) == drugs
    assert {(one.category, one.polarity, one.status) for one in found} == {
        (Category.ALLERGY, Polarity.AFFIRMED, FactStatus.CURRENT)
    }


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("以前吃过磺胺，起了一身皮疹。", "以前吃过磺胺，起了一身皮疹"),
        ("I took amoxicillin last year. It gave me hives.", "I took amoxicillin last year. It gave me hives"),
    ],
)
def test_the_quote_tells_the_reaction(text: str, quote: str) -> None:
    (found,) = read(text)
    assert found.quote == quote


@pytest.mark.parametrize(
    "text",
    [
        "吃二甲双胍拉肚子。",
        "吃布洛芬胃疼。",
        "吃氨氯地平脚肿。",
        "吃依那普利咳嗽。",
        "Metformin gives me diarrhea.",
        "metformin upsets my stomach",
        "lisinopril makes me cough",
        "amlodipine made my ankles swell",
        "ibuprofen gives me heartburn",
        "因为皮疹涂炉甘石。",
        "起了皮疹，吃氯雷他定。",
        "喉头水肿，打了肾上腺素。",
        "吃西替利嗪，皮疹好了。",
        "吃氯雷他定不痒了。",
        "吃抗过敏药。",
        "昨天吃了布洛芬退烧，今天出疹子。",
        "感染性休克，输万古霉素。",
        "打篮球身上起疙瘩。",
        "小时候打针起过疹子。",
        "吃虾没起疹子。",
        "I take cetirizine for hives.",
        "I got a rash, so I took benadryl.",
        "The rash cleared up after hydrocortisone.",
        "如果吃阿莫西林起皮疹就停药。",
        "吃阿莫西林会起疹子吗？",
        "我怕吃阿莫西林起疹子。",
        "If I get a rash from amoxicillin I will stop.",
        "Does penicillin cause a rash?",
        "I'm worried I'll get a rash from penicillin.",
    ],
)
def test_side_effects_remedies_fears_and_questions_are_no_allergies(text: str) -> None:
    assert of(read(text), Category.ALLERGY) == []


def test_whose_reaction_it_is() -> None:
    assert [(one.subject, one.value) for one in read("我妈吃阿司匹林起过疹子。")] == [("妈", "阿司匹林")]
    (found,) = read("她吃阿司匹林起过疹子。", "family:女儿")
    assert (found.subject, found.category) == ("self", Category.ALLERGY)


def test_a_collapse_after_an_injection_is_suspected() -> None:
    (found,) = read("打青霉素晕过去了。")
    assert (found.category, found.status) == (Category.ALLERGY, FactStatus.SUSPECTED)


@pytest.mark.parametrize(
    ("text", "drugs"),
    [
        ("头孢我能吃，前年吃过头孢克肟没事。", ["头孢", "头孢克肟"]),
        ("小时候打过青霉素没事。", ["青霉素"]),
        ("用过头孢，没有反应。", ["头孢"]),
        ("吃青霉素没起疹子。", ["青霉素"]),
        ("我青霉素可以打。", ["青霉素"]),
        ("I can take cephalexin fine.", ["cephalexin"]),
        ("I tolerate penicillin fine.", ["penicillin"]),
        ("I've had amoxicillin before with no problems.", ["amoxicillin"]),
        ("I took cephalexin last year and it was fine.", ["cephalexin"]),
        ("I had penicillin as a child without any trouble.", ["penicillin"]),
        ("Penicillin never gave me a rash.", ["Penicillin"]),
    ],
)
def test_what_was_borne_well_is_no_drug_and_counts_only_against_an_allergy(text: str, drugs: list[str]) -> None:
    found = read(text)
    assert [one.value for one in found] == drugs
    assert all(
        one.category is Category.ALLERGY and one.polarity is Polarity.NEGATED and one.only_against for one in found
    )


@pytest.mark.parametrize(
    ("text", "drug"),
    [
        ("现在每天吃二甲双胍，没什么不舒服。", "二甲双胍"),
        ("每天吃氨氯地平5mg，没有不舒服。", "氨氯地平5mg"),
        ("I take metformin 500 mg twice a day with no problems.", "metformin 500 mg twice a day"),
        ("I'm taking atorvastatin and I'm fine.", "atorvastatin"),
    ],
)
def test_a_drug_that_is_taken_and_borne_well_is_still_taken(text: str, drug: str) -> None:
    assert of(read(text), Category.MEDICATION) == [drug]


@pytest.mark.parametrize(
    ("text", "drug"),
    [
        ("二甲双胍我没吃，怕伤肾。", "二甲双胍"),
        ("二甲双胍我不肯吃。", "二甲双胍"),
        ("医生开了阿托伐他汀，我没吃。", "阿托伐他汀"),
        ("胰岛素我不打。", "胰岛素"),
        ("头孢我不能吃。", "头孢"),
        ("metformin - not taking it", "metformin"),
        ("I was prescribed metformin but I'm not taking it.", "metformin"),
        ("I never started the atorvastatin.", "atorvastatin"),
    ],
)
def test_what_is_refused_is_not_taken(text: str, drug: str) -> None:
    (found,) = [one for one in read(text) if one.category is Category.MEDICATION]
    assert (found.value, found.polarity) == (drug, Polarity.NEGATED)


def test_a_drug_that_was_stopped_without_trouble_was_stopped() -> None:
    (found,) = [one for one in read("氨氯地平停了，没什么不舒服。") if one.category is Category.MEDICATION]
    assert (found.value, found.status) == ("氨氯地平", FactStatus.PAST)


def test_what_a_relative_can_take_is_no_drug_of_anybody() -> None:
    assert read("我妈头孢能吃。") == []


def test_who_asks_whether_to_take_a_drug_does_not_take_it() -> None:
    assert read("阿司匹林我能吃吗？") == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("格列美脲2mg，早上一次。", "格列美脲2mg，早上一次"),
        ("格列美脲2mg早上一次", "格列美脲2mg早上一次"),
        ("氨氯地平5mg，每日一次", "氨氯地平5mg，每日一次"),
        ("美托洛尔25mg，一天两次", "美托洛尔25mg，一天两次"),
        ("metformin 500 mg, twice a day", "metformin 500 mg, twice a day"),
        ("lisinopril 10 mg once every morning", "lisinopril 10 mg once every morning"),
        ("大夫给开了缬沙坦，一天一次80mg", "缬沙坦，一天一次80mg"),
        ("邻居大夫给我换成缬沙坦了，一天一粒80的。", "缬沙坦了，一天一粒80"),
        ("我吃缬沙坦一天一粒80的", "缬沙坦一天一粒80"),
        ("改吃厄贝沙坦了，每天150毫克", "厄贝沙坦了，每天150毫克"),
        ("换上氯沙坦了，一天两片", "氯沙坦了，一天两片"),
        ("改为替米沙坦80mg qd", "替米沙坦80mg qd"),
        ("The doctor switched me to valsartan, once a day 80 mg.", "valsartan, once a day 80 mg"),
        ("我吃布洛芬，头不疼了", "布洛芬"),
    ],
)
def test_how_often_stays_with_the_dose(text: str, value: str) -> None:
    assert of(read(text), Category.MEDICATION) == [value]


@pytest.mark.parametrize(
    ("one", "other", "related"),
    [
        ("头孢", "头孢克肟", True),
        ("cephalosporin", "cefepime", True),
        ("青霉素", "amoxicillin", True),
        ("磺胺药", "Bactrim", True),
        ("头孢克肟", "头孢曲松", False),
        ("青霉素", "头孢", False),
    ],
)
def test_a_class_and_its_members(one: str, other: str, related: bool) -> None:
    assert are_related(one, other) is related


@pytest.mark.parametrize(
    ("text", "allergen"),
    [
        ("我对阿司匹林过敏，吃了就喘。", "阿司匹林"),
        ("我对海鲜过敏，一吃就喘不上气", "海鲜"),
        ("患者对磺胺过敏，表现为皮疹", "磺胺"),
        ("青霉素过敏，打了以后全身起疹子。", "青霉素"),
        ("I'm allergic to aspirin, it makes me wheeze.", "aspirin"),
        ("I'm allergic to latex, I get hives.", "latex"),
    ],
)
def test_how_somebody_reacts_belongs_to_the_allergy(text: str, allergen: str) -> None:
    (found,) = read(text)
    assert (found.category, found.value) == (Category.ALLERGY, allergen)
    assert found.quote == text.rstrip("。.")


@pytest.mark.parametrize(
    "text", ["我对阿司匹林过敏，还有哮喘", "I'm allergic to aspirin, and I have asthma.", "对青霉素过敏，气喘3天"]
)
def test_a_complaint_beside_an_allergy_is_one(text: str) -> None:
    assert [one.category for one in read(text)] == [Category.ALLERGY, Category.CONDITION]
