import pytest

from desktop_app.domain.verbatim import PutBack, Source, is_weighty, prove, sentences, statements, tells_day


def put_back(prose: str, *texts: str) -> list[str]:
    return [item.text for item in prove(prose, [Source(text) for text in texts]).verbatim]


def test_sentences_are_verbatim_and_dots_inside_them_end_nothing() -> None:
    text = "血压150/95，心率88。No fever, weight 72.5 kg. Dr. Smith gave 100 mg p.o. q.d. since May."
    text += "\n剂量1,200毫克；明天复查！"

    assert sentences(text) == [
        "血压150/95，心率88。",
        "No fever, weight 72.5 kg.",
        "Dr. Smith gave 100 mg p.o. q.d. since May.",
        "剂量1,200毫克；明天复查！",
    ]


def test_a_list_is_one_statement() -> None:
    assert statements("Allergies:\n- mango\n- latex\n\nSlept well.") == ["Allergies:\n- mango\n- latex", "Slept well."]
    assert statements("过敏：\n芒果\n睡得好。") == ["过敏：\n芒果", "睡得好。"]
    assert statements("过敏：\n芒果\n腰果\n\n好") == ["过敏：\n芒果\n腰果", "好"]
    assert put_back("", "过敏食物：\n1. 芒果\n2. 腰果") == ["过敏食物：\n1. 芒果\n2. 腰果"]


@pytest.mark.parametrize(
    "text",
    [
        "血压150/95",
        "每天吃半片",
        "我没有过敏",
        "no known allergies",
        "twice daily",
        "确诊糖尿病",
        "on Tuesday",
        "I don't smoke",
        "i dont smoke",
        "I'm a non-smoker",
        "我叫王芳",
        "Penicillin",
        "八十了",
        "空腹血糖十二点三",
        "my father snores",
        "She works with Peter",
        "检查结果阴性",
    ],
)
def test_weighty(text: str) -> None:
    assert is_weighty(text)


@pytest.mark.parametrize("text", ["气氛很好", "lovely weather", "我非常喜欢散步", "特别好看", "谢谢医生", "一起看花"])
def test_light(text: str) -> None:
    assert not is_weighty(text)


@pytest.mark.parametrize(
    ("prose", "statement", "carried"),
    [
        ("患者对青霉素过敏。", "我对青霉素过敏", True),
        ("患者对青霉素不过敏。", "我对青霉素过敏", False),
        ("患者的父亲对青霉素过敏。", "我对青霉素过敏", False),
        ("患者可能对青霉素过敏。", "我对青霉素过敏", False),
        ("患者对青霉素过敏吗？", "我对青霉素过敏", False),
        ("每天吃氨氯地平10毫克", "每天吃氨氯地平5毫克", False),
        ("每天吃氨氯地平5毫克", "每天吃氨氯地平5毫克", True),
        ("每天吃二十片", "每天吃十片", False),
        ("He takes 20 mg of atorvastatin.", "I take 20 mg of atorvastatin", True),
        ("He takes 20 g of atorvastatin nightly.", "20 mg of atorvastatin", False),
        ("He does not take 20 mg of atorvastatin.", "20 mg of atorvastatin", False),
        ("He used to take 20 mg of atorvastatin.", "I take 20 mg of atorvastatin", False),
        ("He smokes.", "I don't smoke", False),
        ("He does not smoke.", "I don't smoke", True),
        ("The 5 mg tablet was lisinopril.", "5 mg amlodipine", False),
        ("He takes metformin 5 mg and aspirin 500 mg.", "I take metformin 500 mg and aspirin 5 mg", False),
        ("He takes metformin.", "He takes metformin", False),  # whoever "he" is
    ],
)
def test_a_statement_is_carried_only_whole_and_as_often_denied(prose: str, statement: str, carried: bool) -> None:
    assert (not prove(prose, [Source(statement)]).verbatim) is carried


def test_dropped_and_changed_statements_come_back_word_for_word() -> None:
    sources = [
        Source("我对青霉素过敏。每天早上吃一片氨氯地平5毫克。不抽烟，也不喝酒。"),
        Source("昨天量血压150/95，心率88。"),
    ]

    proved = prove("患者对青霉素过敏。每天吃氨氯地平10毫克。心率88。", sources)

    assert proved.prose == "患者对青霉素过敏。心率88。"
    assert proved.removed == ("每天吃氨氯地平10毫克。",)
    assert proved.verbatim == (
        PutBack(0, "每天早上吃一片氨氯地平5毫克。"),
        PutBack(0, "不抽烟，也不喝酒。"),
        PutBack(1, "昨天量血压150/95，心率88。"),
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("No fever, cough, or chest pain.", "No fever, cough, or chest pain."),
        ("否认高血压、糖尿病史。", "否认高血压、糖尿病史。"),
        ("我爸爸血糖高，每天打胰岛素20单位。", "我爸爸血糖高，每天打胰岛素20单位。"),
        ("阿司匹林，100毫克，每天一次。", "阿司匹林，100毫克，每天一次。"),
        ("Allergic to penicillin, sulfa and latex.", "Allergic to penicillin, sulfa and latex."),
    ],
)
def test_what_a_denial_or_a_subject_reaches_stays_together(text: str, said: str) -> None:
    assert put_back("", text) == [said]


def test_prose_that_invents_is_removed() -> None:
    source = "I take 20 mg of atorvastatin every night. I don't smoke."

    proved = prove(
        "The patient takes 20 mg of atorvastatin every night. He smokes 10 cigarettes. He likes sailing.",
        [Source(source)],
    )

    assert proved.prose == "The patient takes 20 mg of atorvastatin every night."
    assert [item.text for item in proved.verbatim] == ["I don't smoke."]


@pytest.mark.parametrize(
    ("source", "prose"),
    [
        ("I am allergic to penicillin and take aspirin.", "The patient is allergic to aspirin."),
        ("Amlodipine 5 mg, aspirin 100 mg.", "5 mg aspirin."),
        ("氨氯地平5毫克、阿司匹林100毫克。", "5毫克阿司匹林。"),
        ("Lately I don't sleep well.", "The patient sleeps well."),
        ("No fever, but aspirin daily.", "No aspirin daily."),
        ("If the test is bad I take aspirin.", "The patient takes aspirin."),
        ("我睡得不好。", "患者睡得好。"),
        ("我妈对头孢过敏。", "患者对头孢过敏。"),
    ],
)
def test_prose_never_says_what_was_not_said(source: str, prose: str) -> None:
    proved = prove(prose, [Source(source)])

    assert proved.prose == ""
    assert [item.text for item in proved.verbatim] == [source]


def test_what_the_assistant_said_is_no_evidence_but_may_be_summed_up() -> None:
    proved = prove(
        "They spoke about gardens and roses. The patient takes 5 mg of warfarin.",
        [Source("Roses are lovely.")],
        replies=["Gardens with roses are lovely. You take 5 mg of warfarin."],
    )

    assert proved.prose == "They spoke about gardens and roses."
    assert proved.verbatim == ()
    assert prove("Gardens with roses are lovely.", [], ["Gardens with roses are lovely."]).prose == ""


def test_prose_that_hangs_on_its_day_gives_way_to_the_quote() -> None:
    proved = prove("The patient fell yesterday.", [Source("I fell yesterday.")])

    assert (proved.prose, proved.verbatim) == ("", (PutBack(0, "I fell yesterday."),))


def test_what_somebody_else_said_is_put_back_and_never_told_as_the_persons_own() -> None:
    proved = prove("The patient takes 5 mg of warfarin.", [Source("I take 5 mg of warfarin.", own=False)])

    assert (proved.prose, proved.verbatim) == ("", (PutBack(0, "I take 5 mg of warfarin."),))


def test_a_bare_answer_is_kept() -> None:
    assert prove("", [Source("Eggs", answers=True)]).verbatim == (PutBack(0, "Eggs"),)
    assert prove("", [Source("Eggs")]).verbatim == ()


def test_an_empty_summary_loses_nothing_and_repeats_nothing() -> None:
    source = ["Penicillin allergy. BP 142/88, no fever.", "哈哈", "Penicillin allergy. Fine."]

    assert put_back("", *source) == ["Penicillin allergy.", "BP 142/88, no fever."]
    assert put_back("") == []
    assert prove("Walks. Walks. Walks.", [Source("I like walks.")]).prose == "Walks."


def test_a_statement_that_hangs_on_its_day() -> None:
    said = ["昨天发烧了", "I fell last week", "我对青霉素过敏", "5 mg daily"]

    assert [tells_day(text) for text in said] == [True, True, False, False]
