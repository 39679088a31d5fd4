from __future__ import annotations

import pytest

from desktop_app.domain.conversation import PERSON
from desktop_app.domain.notes.drafting import joined
from desktop_app.domain.notes.lines import Line
from desktop_app.domain.notes.note import Origin, SentenceState
from desktop_app.domain.notes.prompts import Item, grammar, items_of
from desktop_app.domain.notes.support import carries_whole, supported_translation, unsupported_words


@pytest.mark.parametrize(
    ("sentence", "lines"),
    [
        ("患者咳嗽3天，有黄痰", ["咳嗽三天了，有黄痰，晚上厉害。"]),
        ("右膝疼痛两周", ["右膝疼痛两周了"]),
        ("Patient has a sore throat for 4 days.", ["I've had a sore throat for four days and it hurts to swallow."]),
        ("没有发烧，不胸痛。", ["没有发烧，也不胸痛。"]),
        ("患者发热，目前咳嗽。", ["发烧了，还咳嗽。"]),
        ("夜里咳。", ["夜里有点咳。"]),
        ("血压应为152/88。", ["更正：血压应为 152/88。"]),
        ("Patient reports wheezing and tired legs.", ["I wheeze and my legs are tired."]),
    ],
)
def test_what_the_lines_say_is_supported(sentence: str, lines: list[str]) -> None:
    assert unsupported_words(sentence, lines) == ()


@pytest.mark.parametrize(
    ("sentence", "lines", "missing"),
    [
        ("发烧，不胸痛", ["没有发烧，也不胸痛。"], "发烧"),
        ("高血压10年，糖尿病", ["高血压十年。", "没有糖尿病"], "糖尿病"),
        ("氨氯地平10毫克", ["一直吃氨氯地平5毫克"], "10毫克"),
        ("硝苯地平5毫克", ["一直吃氨氯地平5毫克"], "硝苯地平"),
        ("左膝疼痛", ["右膝疼痛两周"], "左"),
        ("Patient has pneumonia.", ["I've had a cough."], "pneumonia"),
        ("Severe headache.", ["I have a mild headache."], "severe"),
        ("Sleeps well.", ["I don't sleep well."], "Sleeps well."),
        ("I like walking by the river with my dog", ["I like tea"], "river"),
        ("头痛", [], "头痛"),
        ("健康，血压为 152/88，刚才量错了。", ["更正：血压应为 152/88，刚才量错了。"], "健康"),
        ("神志清楚，血压142/88", ["血压142/88"], "神志清楚"),
        ("走路稳健", ["走路稳"], "健"),
        ("每天散步", ["每天走路"], "散步"),
        ("Healthy, blood pressure 152/88.", ["Blood pressure 152/88."], "healthy"),
        ("Chronic smoker with a cough.", ["I have a cough and I am a smoker."], "chronic"),
    ],
)
def test_what_they_do_not_say_is_told(sentence: str, lines: list[str], missing: str) -> None:
    assert missing in unsupported_words(sentence, lines)


def test_a_sentence_that_leaves_out_a_value_does_not_carry_its_line() -> None:
    assert carries_whole("咳嗽三天，有黄痰", "咳嗽三天了，有黄痰。")
    assert not carries_whole("咳嗽三天", "咳嗽三天了，没有发烧。")
    assert not carries_whole("takes amlodipine", "I take amlodipine 5 mg")
    assert not carries_whole("Nitrites and leucocytes.", "Urine dipstick positive for nitrites and leucocytes.")


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("血压为 152/88，刚才量错了。", "更正：血压应为 152/88，刚才量错了。"),
        ("血压应为 152/88。", "更正：血压应为 152/88，刚才量错了。"),
        ("肺部感染，要拍片", "可能是肺部感染，要拍片"),
        ("平时吃降压药", "平时偶尔吃降压药"),
        ("Blood pressure 152/88, just now.", "Correction: blood pressure 152/88, just now it was wrong."),
        ("An infection of the chest.", "Perhaps an infection of the chest."),
    ],
)
def test_a_word_that_turns_a_line_may_not_be_dropped(sentence: str, line: str) -> None:
    assert not carries_whole(sentence, line)
    assert carries_whole(line, line)


def test_a_finding_nobody_stated_stays_out_and_the_words_stand() -> None:
    line = Line("更正：血压应为 152/88，刚才量错了。", (7,), PERSON)
    for reworded in ("健康，血压为 152/88，刚才量错了。", "血压为 152/88，刚才量错了。"):
        standing = [each for each in joined([line], [Item(reworded, (0,))]) if each.stands]
        assert [(each.text, each.origin) for each in standing] == [(line.text, Origin.SAID)]


def test_a_translation_keeps_drugs_and_numbers() -> None:
    assert supported_translation("阿莫西林500毫克，每天3次", ["amoxicillin 500 mg, 3 times a day"])
    assert not supported_translation("阿莫西林250毫克，每天3次", ["amoxicillin 500 mg, 3 times a day"])
    assert not supported_translation("多喝水", ["amoxicillin 500 mg, 3 times a day"])


LINES = [
    Line("咳嗽三天了，有黄痰。", (1,), PERSON),
    Line("没有发烧。", (3,), PERSON),
    Line("青霉素过敏。", (5,), PERSON, "2026-05-03"),
]


def test_what_the_model_cannot_carry_stands_as_it_was_said() -> None:
    made = joined(LINES, [Item("咳嗽三天，有黄痰。", (0,)), Item("发烧39度。", (1,)), Item("咳嗽", (0,))])
    assert [(each.text, each.origin, each.state, each.sources) for each in made] == [
        ("咳嗽三天，有黄痰。", Origin.MODEL, SentenceState.SUPPORTED, (1,)),
        ("没有发烧。", Origin.SAID, SentenceState.SUPPORTED, (3,)),
        ("青霉素过敏。 (2026-05-03)", Origin.SAID, SentenceState.SUPPORTED, (5,)),
        ("发烧39度。", Origin.MODEL, SentenceState.UNSUPPORTED, (3,)),
    ]


def test_a_reply_is_read_as_far_as_it_is_whole_and_without_what_it_repeats() -> None:
    reply = "- 咳嗽三天。[1]\n- 不发烧，无过敏。[2, 3]\n- 青霉"
    assert items_of(reply, 3) == [Item("咳嗽三天。", (0,)), Item("不发烧，无过敏。", (1, 2))]
    assert items_of("- 一句话[9]\n", 3) == []
    assert items_of("- 睡眠不好，半夜总醒。[1]\n- 头痛。[1]\n- 头痛。[1]\n", 1) == [Item("头痛。", (0,))]
    assert '"1" | "2"' in grammar(2)
    assert '"3"' not in grammar(2)
