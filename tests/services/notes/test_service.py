from __future__ import annotations

from pathlib import Path

import pytest

from desktop_app.domain.conversation import CLINICIAN, PERSON, PersonState, VaultKind
from desktop_app.domain.errors import ModelError, UserError
from desktop_app.domain.named_texts import NamedText
from desktop_app.domain.notes.note import ChangeOf, Note, NoteKind, Origin, Part, SentenceState
from desktop_app.services.facade import Services
from tests.scripted_program import scripted_program
from tests.services.notes.consultations import EN, ZH, hold, template

CLINICAL = VaultKind.CLINICAL
FIRST_VISIT_ZH = NamedText("", "初诊", "主诉\n现病史\n既往史\n过敏史\n体格检查\n辅助检查\n初步诊断\n处理意见\n医师签名")


def texts(note: Note) -> dict[str, str]:
    return {section.plan.heading: section.text for section in note.sections}


def index_of(note: Note, part: Part) -> int:
    return next(at for at, section in enumerate(note.sections) if section.plan.part is part)


def actions(services: Services) -> list[str]:
    return [entry.action for entry in services.audit.entries() if entry.action.startswith("note.")][::-1]


def test_a_first_visit_is_drafted_from_what_was_said(tmp_path: Path) -> None:
    with scripted_program(tmp_path, kind=CLINICAL) as services:
        note = services.notes.draft(hold(services, ZH), FIRST_VISIT_ZH)
        assert texts(note) == {
            "主诉": "问：哪里不舒服？答：咳嗽三天了，有黄痰。",
            "现病史": "问：发烧吗？答：没有发烧，也不胸痛。",
            "既往史": "高血压十年，一直吃氨氯地平5毫克。",
            "过敏史": "青霉素过敏。",
            "体格检查": "体温36.8℃，血压142/88，咽部充血。",
            "辅助检查": "血常规白细胞11.2。",
            "初步诊断": "考虑急性支气管炎。",
            "处理意见": "给予阿奇霉素0.5g qd，口服3天，多饮水，3天后复诊。",
            "医师签名": "",
        }
        assert (note.language, note.is_confirmed, note.drafted_by) == ("zh", False, "")
        opened = services.notes.open(note.id)
        for section in note.sections:
            for sentence in section.sentences:
                words = "".join(opened.sources[message].text for message in sentence.sources)
                assert sentence.text in words or sentence.text.startswith("问：")
        assert actions(services) == ["note.drafted"]


@pytest.mark.parametrize("name", ["First visit", "Follow-up", "SOAP"])
def test_every_shipped_template_takes_the_diagnosis_from_the_clinician(tmp_path: Path, name: str) -> None:
    with scripted_program(tmp_path, kind=CLINICAL) as services:
        session = hold(services, EN)
        note = services.notes.draft(session, template(services, name))
        judged = note.sections[index_of(note, Part.DIAGNOSIS)]
        assert judged.text == "I think this is bacterial tonsillitis."
        services.chat.record(session, "I think it is cancer. Diagnosis: cancer.", PERSON)
        again = services.notes.draft(session, template(services, name))
        assert again.sections[index_of(again, Part.DIAGNOSIS)].text == judged.text


def test_without_a_word_of_the_clinician_diagnosis_and_plan_stay_empty(tmp_path: Path) -> None:
    with scripted_program(tmp_path, kind=CLINICAL) as services:
        session = hold(services, ((PERSON, "咳嗽三天。我觉得是肺炎，建议开头孢。"),))
        note = services.notes.draft(session, FIRST_VISIT_ZH)
        assert (texts(note)["初步诊断"], texts(note)["处理意见"]) == ("", "")


def test_what_earlier_visits_told_comes_with_its_day(tmp_path: Path) -> None:
    with scripted_program(tmp_path, kind=CLINICAL) as services:
        session = hold(services, ((CLINICIAN, "患者青霉素过敏。"),))
        assert services.consolidation.wait(20)
        person = services.people.list()[0]
        later = services.sessions.create(person.id, "next")
        services.chat.record(later.id, "头痛两天。", PERSON)
        note = services.notes.draft(later.id, FIRST_VISIT_ZH)
        allergies = note.sections[index_of(note, Part.ALLERGIES)]
        assert "青霉素过敏" in allergies.text
        assert "(20" in allergies.text
        opened = services.notes.open(note.id)
        assert {source.session_id for source in opened.sources.values()} == {session, later.id}


def test_the_model_rewords_and_what_it_invents_is_marked(tmp_path: Path) -> None:
    reply = "- 不发烧，不胸痛，咳嗽好了。[1]\n- 肺炎。[1]\n"
    with scripted_program(tmp_path, kind=CLINICAL, grammar_replies=[reply]) as services:
        note = services.notes.draft(hold(services, ZH), FIRST_VISIT_ZH)
        at = index_of(note, Part.PRESENT)
        note = services.notes.reword(note.id, at)
        assert note.sections[at].text == "问：发烧吗？答：没有发烧，也不胸痛。"
        doubtful = [each for each in note.sections[at].sentences if each.state is SentenceState.UNSUPPORTED]
        assert [each.text for each in doubtful] == ["不发烧，不胸痛，咳嗽好了。", "肺炎。"]
        assert note.drafted_by
        with pytest.raises(UserError, match="note_unsettled"):
            services.notes.confirm(note.id, "李医生")
        services.notes.settle(note.id, doubtful[0].id, keep=True)
        note = services.notes.settle(note.id, doubtful[1].id, keep=False)
        assert note.sections[at].text.endswith("不发烧，不胸痛，咳嗽好了。")
        assert "肺炎" not in note.sections[at].text
        assert [change.kind for change in note.changes] == [ChangeOf.KEPT, ChangeOf.DROPPED]


def test_a_rewording_that_says_all_takes_the_place_of_the_words(tmp_path: Path) -> None:
    with scripted_program(tmp_path, kind=CLINICAL, grammar_replies=["- 咳嗽3天，有黄痰。[1]\n"]) as services:
        note = services.notes.draft(hold(services, ((PERSON, "咳嗽三天了，有黄痰。"),)), FIRST_VISIT_ZH)
        note = services.notes.reword(note.id, 0)
        (sentence,) = [each for each in note.sections[0].sentences if each.stands]
        assert (sentence.text, sentence.origin) == ("咳嗽3天，有黄痰。", Origin.MODEL)
        assert len(sentence.sources) == 1
        assert note.sections[0].text == "咳嗽3天，有黄痰。"


def test_the_words_come_back_in_their_order_and_what_a_hand_did_stays(tmp_path: Path) -> None:
    said = ((PERSON, "咳嗽三天了，有黄痰。头痛三天了。夜里咳得重。"),)
    reply = "- 头痛3天。[1]\n- 健康。[2]\n"
    with scripted_program(tmp_path, kind=CLINICAL, grammar_replies=[reply]) as services:
        drafted = services.notes.draft(hold(services, said), NamedText("", "短", "现病史"))
        at = 0
        assert drafted.sections[at].text == "头痛三天了。\n夜里咳得重。"
        assert not services.notes.can_restore(drafted, at)
        note = services.notes.reword(drafted.id, at)
        assert note.sections[at].text == "头痛3天。\n夜里咳得重。"
        assert note.drafted_by
        assert services.notes.can_restore(note, at)
        note = services.notes.edit(note.id, at, note.sections[at].text + "\n多喝水。")
        note = services.notes.restore(note.id, at)
        assert note.sections[at].text == drafted.sections[at].text + "\n多喝水。"
        kept = [(each.id, each.text, each.origin, each.state) for each in note.sections[at].sentences]
        assert kept[:-1] == [(e.id, e.text, e.origin, e.state) for e in drafted.sections[at].sentences]
        assert note.unsupported == 0, "the model's held-back sentence leaves with its rewording"
        assert note.drafted_by == "", "no word of the model is left"
        assert not services.notes.can_restore(note, at)
        assert any(entry.action == "note.restored" for entry in services.audit.entries())
        services.notes.confirm(note.id, "李医生")
        with pytest.raises(UserError, match="note_confirmed"):
            services.notes.restore(note.id, at)


def test_diagnosis_and_plan_are_never_reworded(tmp_path: Path) -> None:
    with scripted_program(tmp_path, kind=CLINICAL, grammar_replies=["- 肺癌。[1]\n"]) as services:
        note = services.notes.draft(hold(services, ZH), FIRST_VISIT_ZH)
        for part in (Part.DIAGNOSIS, Part.PLAN, Part.SIGNATURE):
            at = index_of(note, part)
            assert not services.notes.can_reword(note, at)
            assert services.notes.reword(note.id, at).sections[at] == note.sections[at]


@pytest.mark.parametrize("reserve", [16, 48, 400])
def test_no_section_is_cut_at_any_reserve(tmp_path: Path, reserve: int) -> None:
    said = tuple((PERSON, f"第{number}天咳嗽，体温37.{number}度，夜里睡不好。") for number in range(1, 9))
    reply = "".join(f"- 第{number}天咳嗽，体温37.{number}度，夜里睡不好。[{number}]\n" for number in range(1, 9))
    with scripted_program(
        tmp_path, kind=CLINICAL, context_length=1200, reserve=reserve, grammar_replies=[reply]
    ) as services:
        note = services.notes.draft(hold(services, said), FIRST_VISIT_ZH)
        for at in range(len(note.sections)):
            note = services.notes.reword(note.id, at)
        for section in note.sections:
            for sentence in section.sentences:
                assert sentence.text.endswith(("。", "。)"))
        whole = "\n".join(section.text for section in note.sections)
        for number in range(1, 9):
            assert f"37.{number}度" in whole


def test_an_edit_keeps_the_difference_and_the_sources(tmp_path: Path) -> None:
    with scripted_program(tmp_path, kind=CLINICAL) as services:
        note = services.notes.draft(hold(services, ZH), FIRST_VISIT_ZH)
        note = services.notes.edit(note.id, 0, "咳嗽三天，有黄痰。\n夜间加重。")
        (first, second) = [each for each in note.sections[0].sentences if each.stands]
        assert first.sources
        assert (second.sources, second.origin) == ((), Origin.USER)
        assert [(change.kind, change.before) for change in note.changes] == [
            (ChangeOf.EDITED, "问：哪里不舒服？答：咳嗽三天了，有黄痰。"),
            (ChangeOf.ADDED, ""),
        ]


def test_a_confirmed_note_is_only_added_to(tmp_path: Path) -> None:
    with scripted_program(tmp_path, kind=CLINICAL) as services:
        note = services.notes.draft(hold(services, ZH), FIRST_VISIT_ZH)
        with pytest.raises(UserError, match="note_name_missing"):
            services.notes.confirm(note.id, " ")
        note = services.notes.confirm(note.id, "李医生")
        assert (note.confirmed_by, note.is_confirmed) == ("李医生", True)
        for change in (
            lambda: services.notes.edit(note.id, 0, "other"),
            lambda: services.notes.reword(note.id, 0),
            lambda: services.notes.confirm(note.id, "another"),
            lambda: services.notes.delete(note.id),
        ):
            with pytest.raises(UserError, match="note_confirmed"):
                change()
        added = services.notes.add(note.id, "李医生", "电话随访，已好转。")
        assert [each.text for each in added.addenda] == ["电话随访，已好转。"]
        assert added.sections == note.sections
        assert actions(services) == ["note.drafted", "note.confirmed", "note.added_to"]


def test_a_hand_out_says_the_plan_in_plain_words_and_is_checked_first(tmp_path: Path) -> None:
    with scripted_program(tmp_path, kind=CLINICAL) as services:
        note = services.notes.draft(hold(services, ZH), FIRST_VISIT_ZH)
        made = services.notes.hand_out(note.id, "zh")
        assert made.kind is NoteKind.HANDOUT
        assert texts(made) == {
            "用药": "给予阿奇霉素0.5克，每天1次，口服3天",
            "检查": "",
            "生活上注意": "多饮水",
            "复诊与何时就医": "3天后复诊。",
        }
        with pytest.raises(UserError, match="note_unchecked"):
            services.notes.printed(made.id)
        services.notes.confirm(made.id, "李医生")
        services.notes.printed(made.id)
        assert actions(services)[-1] == "note.printed"


def test_a_hand_out_in_another_language_is_translated_and_held_against_the_words(tmp_path: Path) -> None:
    replies = ["- Azithromycin 0.5 g once a day by mouth for 3 days.[1]\n", "- Drink plenty of aspirin 100 mg.[1]\n"]
    with scripted_program(tmp_path, kind=CLINICAL, grammar_replies=replies) as services:
        note = services.notes.draft(hold(services, ZH), FIRST_VISIT_ZH)
        made = services.notes.hand_out(note.id, "en")
        assert services.notes.can_reword(made, 0)
        made = services.notes.reword(made.id, 0)
        assert made.sections[0].text == "Azithromycin 0.5 g once a day by mouth for 3 days."
        made = services.notes.reword(made.id, 2)
        assert made.sections[2].text == "多饮水"
        assert made.unsupported == 1


def test_nothing_is_drafted_about_a_restricted_person(tmp_path: Path) -> None:
    with scripted_program(tmp_path, kind=CLINICAL) as services:
        session = hold(services, ZH)
        note = services.notes.draft(session, FIRST_VISIT_ZH)
        person = services.people.list()[0]
        store = services.people._store
        store.write(lambda db: db.people.set_state(person.id, PersonState.RESTRICTED))
        with pytest.raises(UserError, match="person_restricted"):
            services.notes.draft(session, FIRST_VISIT_ZH)
        with pytest.raises(UserError, match="person_restricted"):
            services.notes.reword(note.id, 0)


def test_a_draft_needs_no_model_and_a_rewording_says_that_there_is_none(tmp_path: Path) -> None:
    with scripted_program(tmp_path, kind=CLINICAL, load=False) as services:
        note = services.notes.draft(hold(services, ZH), FIRST_VISIT_ZH)
        assert texts(note)["主诉"]
        with pytest.raises(ModelError, match="model_not_loaded"):
            services.notes.reword(note.id, 0)
        assert services.notes.open(note.id).note == note


def test_a_template_of_ones_own(tmp_path: Path) -> None:
    with scripted_program(tmp_path, kind=CLINICAL) as services:
        kept = services.notes.templates.keep(NamedText("", "短病历", "主诉\n睡眠：失眠、早醒"))
        session = hold(services, ((PERSON, "头痛两天。最近总是失眠。"),))
        note = services.notes.draft(session, kept)
        assert texts(note)["睡眠"] == "最近总是失眠。"
        with pytest.raises(UserError, match="note_template_empty"):
            services.notes.draft(session, NamedText("", "leer", "\n"))
