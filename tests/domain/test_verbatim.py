import pytest

from desktop_app.domain.verbatim import carries, clauses, is_weighty, prove, sentences


def test_sentences_and_clauses_are_verbatim() -> None:
    text = "血压150/95，心率88。No fever, weight 72.5 kg. 剂量1,200毫克；明天复查！"

    assert sentences(text) == ["血压150/95，心率88。", "No fever, weight 72.5 kg.", "剂量1,200毫克；", "明天复查！"]
    assert clauses(text) == ["血压150/95", "心率88", "No fever", "weight 72.5 kg", "剂量1,200毫克", "明天复查"]


@pytest.mark.parametrize(
    "clause",
    [
        "血压150/95",
        "每天吃半片",
        "我没有过敏",
        "no known allergies",
        "twice daily",
        "确诊糖尿病",
        "on Tuesday",
        "I don't smoke",
        "我叫王芳",
    ],
)
def test_weighty_clauses(clause: str) -> None:
    assert is_weighty(clause)


@pytest.mark.parametrize(
    "clause", ["今天气氛很好".replace("今天", ""), "lovely weather", "我非常喜欢散步", "特别好看", "谢谢医生"]
)
def test_light_clauses(clause: str) -> None:
    assert not is_weighty(clause)


@pytest.mark.parametrize(
    ("prose", "clause", "carried"),
    [
        ("患者对青霉素过敏。", "我对青霉素过敏", True),
        ("患者对青霉素不过敏。", "我对青霉素过敏", False),
        ("每天吃氨氯地平10毫克", "每天吃氨氯地平5毫克", False),
        ("每天吃氨氯地平5毫克", "每天吃氨氯地平5毫克", True),
        ("He takes 20 mg of atorvastatin nightly.", "20 mg of atorvastatin", True),
        ("He takes 20 g of atorvastatin nightly.", "20 mg of atorvastatin", False),
        ("He smokes.", "I don't smoke", False),
        ("The 5 mg tablet was lisinopril.", "5 mg amlodipine", False),
    ],
)
def test_a_clause_is_carried_only_with_its_numbers_and_its_polarity(prose: str, clause: str, carried: bool) -> None:
    assert carries(sentences(prose), clause) is carried


def test_dropped_and_changed_items_come_back_word_for_word() -> None:
    source = ["我对青霉素过敏。每天早上吃一片氨氯地平5毫克。不抽烟，也不喝酒。", "昨天量血压150/95，心率88。"]

    proved = prove("患者对青霉素过敏。每天吃氨氯地平10毫克。心率88。", source)

    assert proved.prose == "患者对青霉素过敏。心率88。"
    assert proved.removed == ("每天吃氨氯地平10毫克。",)
    assert proved.verbatim == ("每天早上吃一片氨氯地平5毫克", "不抽烟", "也不喝酒", "昨天量血压150/95")


def test_prose_that_invents_is_removed() -> None:
    source = ["I take 20 mg of atorvastatin every night. I don't smoke."]

    proved = prove(
        "The patient takes 20 mg of atorvastatin every night. He smokes 10 cigarettes. He likes sailing.", source
    )

    assert proved.prose == "The patient takes 20 mg of atorvastatin every night."
    assert proved.verbatim == ("I don't smoke",)


def test_an_empty_summary_loses_nothing() -> None:
    source = ["Penicillin allergy. BP 142/88, no fever.", "哈哈"]

    assert prove("", source).verbatim == ("Penicillin allergy", "BP 142/88", "no fever")
    assert prove("", []).verbatim == ()
