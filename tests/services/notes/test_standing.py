"""What became of an allergy that was said and denied: open it says so, settled it leaves the draft."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_app.domain.conflicts import Settlement
from desktop_app.domain.conversation import CLINICIAN, PERSON, VaultKind
from desktop_app.domain.errors import UserError
from desktop_app.domain.memory import Category, FactState, Polarity
from desktop_app.domain.named_texts import NamedText
from desktop_app.domain.notes.note import Note, Part, SentenceState
from desktop_app.services.facade import Services
from desktop_app.services.notes.pages import plain_text
from tests.scripted_program import scripted_program
from tests.services.notes.consultations import hold

NOTE = NamedText("", "初诊", "主诉\n现病史\n过敏史")
SAID = ((PERSON, "我对青霉素过敏。"), ("family:女儿", "他对青霉素不过敏。"), (PERSON, "咳嗽三天了。"))


def _allergies(note: Note) -> str:
    return next(section.text for section in note.sections if section.plan.part is Part.ALLERGIES)


def _held(services: Services) -> int:
    session = hold(services, SAID)
    assert services.consolidation.wait(20)
    return session


def test_an_open_contradiction_says_who_said_what(tmp_path: Path) -> None:
    with scripted_program(tmp_path, kind=VaultKind.CLINICAL) as services:
        note = services.notes.draft(_held(services), NOTE)
        assert _allergies(note) == "我对青霉素过敏。（患者说；待核实）\n他对青霉素不过敏。（女儿说；待核实）"
        at = next(at for at, section in enumerate(note.sections) if section.plan.part is Part.ALLERGIES)
        assert not services.notes.can_reword(note, at), "no rewording may lose it"


@pytest.mark.parametrize(
    ("decision", "left"),
    [(Settlement.KEEP_OLD, "我对青霉素过敏。"), (Settlement.KEEP_NEW, "他对青霉素不过敏。（女儿述）")],
)
def test_what_was_settled_against_is_not_drafted(tmp_path: Path, decision: Settlement, left: str) -> None:
    with scripted_program(tmp_path, kind=VaultKind.CLINICAL) as services:
        session = _held(services)
        (person,) = services.people.list()
        (conflict,) = services.memory.conflicts(person.id)
        services.memory.settle(conflict, decision)
        assert _allergies(services.notes.draft(session, NOTE)) == left
        later = services.sessions.create(person.id, "next")
        services.chat.record(later.id, "头痛两天。", CLINICIAN)
        assert _allergies(services.notes.draft(later.id, NOTE)).split(" (")[0] == left.replace("。", "")


def test_a_relatives_denial_behind_a_word_about_kin_contradicts_the_patient(tmp_path: Path) -> None:
    said = (
        (PERSON, "我对磺胺过敏。"),
        ("family:家属", "她父亲有脑卒中。她没有磺胺过敏，是对碘过敏。"),
        (PERSON, "咳嗽三天了。"),
    )
    with scripted_program(tmp_path, kind=VaultKind.CLINICAL) as services:
        session = hold(services, said)
        assert services.consolidation.wait(20)
        (person,) = services.people.list()
        allergies = {
            (fact.subject, fact.value, fact.polarity, fact.state)
            for fact in services.memory.facts(person.id)
            if fact.category is Category.ALLERGY
        }
        assert allergies == {
            ("self", "磺胺", Polarity.AFFIRMED, FactState.CONFLICT),
            ("self", "磺胺", Polarity.NEGATED, FactState.CONFLICT),
            ("self", "碘", Polarity.AFFIRMED, FactState.ACTIVE),
        }
        assert _allergies(services.notes.draft(session, NOTE)) == (
            "我对磺胺过敏。（患者说；待核实）\n她没有磺胺过敏，是对碘过敏。（家属说；待核实）"
        )


def _drafted(services: Services, said: tuple[tuple[str, str], ...]) -> dict[Part, list[str]]:
    session = hold(services, said)
    assert services.consolidation.wait(20)
    template = NamedText("", "初诊", "主诉\n现病史\n既往史\n过敏史")
    return {each.plan.part: each.text.splitlines() for each in services.notes.draft(session, template).sections}


def test_a_dose_that_stays_the_same_was_not_changed(tmp_path: Path) -> None:
    said = (
        (PERSON, "我在吃氨氯地平5mg。"),
        ("family:儿子", "他吃的是氨氯地平10mg，上个月加的量。"),
        (CLINICIAN, "目前在吃氨氯地平10mg qd。"),
    )
    with scripted_program(tmp_path, kind=VaultKind.CLINICAL) as services:
        past = _drafted(services, said)[Part.PAST]
    assert past[0].startswith("我在吃氨氯地平5mg。（已改为：氨氯地平")
    assert "他吃的是氨氯地平10mg，上个月加的量。（儿子述）" in past


def test_a_drug_that_is_refused_was_not_changed_but_is_in_doubt(tmp_path: Path) -> None:
    said = (
        (CLINICIAN, "糖尿病3年，目前吃二甲双胍0.85g bid。"),
        (PERSON, "二甲双胍我没吃，怕伤肾。"),
    )
    with scripted_program(tmp_path, kind=VaultKind.CLINICAL) as services:
        found = _drafted(services, said)
    told = [line for lines in found.values() for line in lines if "没吃" in line]
    assert told == ["二甲双胍我没吃，怕伤肾。（患者说；待核实）"]
    assert not any("已改为" in line for lines in found.values() for line in lines)


def test_that_a_drug_is_not_taken_after_all_is_told_where_it_was_settled(tmp_path: Path) -> None:
    said = ((CLINICIAN, "糖尿病3年，目前吃二甲双胍0.85g bid。"), (PERSON, "二甲双胍我没吃，怕伤肾。"))
    with scripted_program(tmp_path, kind=VaultKind.CLINICAL) as services:
        session = hold(services, said)
        assert services.consolidation.wait(20)
        (person,) = services.people.list()
        (conflict,) = services.memory.conflicts(person.id)
        services.memory.settle(conflict, Settlement.KEEP_NEW)
        note = services.notes.draft(session, NamedText("", "初诊", "既往史"))
    assert note.sections[0].text.splitlines() == [
        "糖尿病3年，目前吃二甲双胍0.85g bid。（经核实未用二甲双胍）",
        "二甲双胍我没吃，怕伤肾。",
    ]


def test_reactions_and_tolerance_stand_with_the_allergies_and_relatives_with_the_past(tmp_path: Path) -> None:
    said = (
        (CLINICIAN, "女62岁，头晕3天，否认药物过敏。"),
        (PERSON, "我吃磺胺药起过疹子。"),
        ("family:家属", "她妈妈是乳腺癌。"),
        ("family:家属", "她爸爸得过脑梗。"),
    )
    with scripted_program(tmp_path, kind=VaultKind.CLINICAL) as services:
        found = _drafted(services, said)
    assert "我吃磺胺药起过疹子。（患者说；待核实）" in found[Part.ALLERGIES]
    assert found[Part.PAST] == ["她妈妈是乳腺癌。（家属述）", "她爸爸得过脑梗。（家属述）"]
    assert not any("妈" in line or "爸" in line for line in (*found[Part.PRESENT], *found[Part.COMPLAINT]))


def _withdraw(services: Services, category: Category) -> None:
    (person,) = services.people.list()
    (wrong,) = [fact for fact in services.memory.facts(person.id) if fact.category is category]
    services.memory.retract(wrong.id)


def test_a_fact_that_was_withdrawn_by_hand_is_no_verification(tmp_path: Path) -> None:
    said = ((PERSON, "我对青霉素过敏，一直在吃氨氯地平5mg。"), (PERSON, "我对花生过敏。"), (PERSON, "咳嗽三天了。"))
    with scripted_program(tmp_path, kind=VaultKind.CLINICAL) as services:
        session = hold(services, said)
        assert services.consolidation.wait(20)
        _withdraw(services, Category.MEDICATION)
        (person,) = services.people.list()
        peanuts = next(fact for fact in services.memory.facts(person.id) if fact.value == "花生")
        services.memory.retract(peanuts.id)
        lines = [line for section in services.notes.draft(session, NOTE).sections for line in section.text.splitlines()]
        assert "我对花生过敏。（所记过敏“花生”已撤回）" in lines, "all that was recorded of it was withdrawn"
        assert any(line.startswith("我对青霉素过敏") and line[-1] in "敏。" for line in lines), (
            "the rest holds: no word"
        )
        assert not any("核实" in line for line in lines)


def test_a_withdrawn_side_of_a_contradiction_is_no_verification_either(tmp_path: Path) -> None:
    with scripted_program(tmp_path, kind=VaultKind.CLINICAL) as services:
        session = _held(services)
        (person,) = services.people.list()
        denial = next(
            fact
            for fact in services.memory.facts(person.id)
            if fact.category is Category.ALLERGY and fact.polarity is Polarity.NEGATED
        )
        services.memory.retract(denial.id)
        assert _allergies(services.notes.draft(session, NOTE)).splitlines() == [
            "我对青霉素过敏。",
            "他对青霉素不过敏。（女儿述）（所记过敏“青霉素”已撤回）",
        ]


def test_words_of_family_say_whose_they_are_also_behind_a_rewording(tmp_path: Path) -> None:
    said = (
        ("family:女儿", "我妈有糖尿病。"),
        ("family:女儿", "他咳嗽三天了，夜里咳得重。"),
        (CLINICIAN, "患者无发热。"),
        (PERSON, "我头晕两天了。"),
    )
    reply = "- 咳嗽三天，夜里咳得重。[1]\n- 头晕两天，无发热。[2, 3]\n"
    with scripted_program(tmp_path, kind=VaultKind.CLINICAL, grammar_replies=[reply]) as services:
        session = hold(services, said)
        note = services.notes.draft(session, NamedText("", "初诊", "主观"))
        assert note.sections[0].text.splitlines() == [
            "他咳嗽三天了，夜里咳得重。（女儿述）",
            "患者无发热。",
            "我头晕两天了。",
            "我妈有糖尿病。（女儿述）",
        ]
        assert "我妈有糖尿病。（女儿述）" in plain_text(services.notes.open(note.id))
        reworded = services.notes.reword(note.id, 0)
        assert "咳嗽三天，夜里咳得重。（女儿述）" in reworded.sections[0].text.splitlines()
        assert "我妈有糖尿病。（女儿述）" in reworded.sections[0].text.splitlines()


def test_a_sentence_that_names_another_patient_waits_whole_for_a_decision(tmp_path: Path) -> None:
    said = (
        (PERSON, "咳嗽三天了。"),
        (CLINICIAN, "王秀英的血钾回报5.8，停螺内酯。改为呋塞米20mg qd。"),
        (CLINICIAN, "处理：多饮水，3天后复诊。"),
    )
    with scripted_program(tmp_path, kind=VaultKind.CLINICAL) as services:
        services.people.create("王秀英", "female", "1946-07-05", "B20456")
        session = hold(services, said)
        assert services.consolidation.wait(20)
        note = services.notes.draft(session, NamedText("", "初诊", "现病史\n辅助检查\n处理意见\n血钾：血钾"))
        standing = "\n".join(section.text for section in note.sections)
        assert "螺内酯" not in standing
        assert "呋塞米" not in standing, "said behind it in the same message: it may be about her too"
        assert "3天后复诊" in standing
        waiting = [one for part in note.sections for one in part.sentences if one.state is SentenceState.UNSUPPORTED]
        whole = "王秀英的血钾回报5.8，停螺内酯。（提到另一位患者）"
        assert {one.text for one in waiting} == {whole, "改为呋塞米20mg qd。（提到另一位患者）"}
        with pytest.raises(UserError, match="note_unsettled"):
            services.notes.confirm(note.id, "李医师")
        kept = services.notes.settle(note.id, next(one.id for one in waiting if one.text == whole), keep=True)
        assert kept.unbacked == 0, "it was said, whoever it is about"


def test_a_measurement_that_was_corrected_says_so_whichever_it_is(tmp_path: Path) -> None:
    said = (
        (CLINICIAN, "查体：BP 150/90mmHg，HR 76。"),
        (CLINICIAN, "心率听错了，更正：HR 86次/分。"),
        (CLINICIAN, "血压也记错了，更正：BP 140/90mmHg。"),
    )
    with scripted_program(tmp_path, kind=VaultKind.CLINICAL) as services:
        session = hold(services, said)
        assert services.consolidation.wait(20)
        found = services.notes.draft(session, NamedText("", "查体", "体格检查")).sections[0].text
        assert "（其中“HR 76”经核实不成立）" in found
        assert "BP 150/90mmHg”经核实不成立）" in found
        assert "“HR 86" not in found
