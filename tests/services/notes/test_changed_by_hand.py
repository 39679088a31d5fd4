"""A sentence changed by hand beyond its words is marked wherever it goes, and a hand-out tells what was added."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_app.domain.conversation import CLINICIAN, PERSON, VaultKind
from desktop_app.domain.named_texts import NamedText
from desktop_app.domain.notes.note import Note, Origin, Part, SentenceState
from desktop_app.services.exchange.notes import note_document, note_lines
from desktop_app.services.facade import Services
from desktop_app.services.notes.pages import html, plain_text
from tests.scripted_program import scripted_program
from tests.services.notes.consultations import hold

NOTE_ZH = NamedText("", "初诊", "现病史\n处理意见")
NOTE_EN = NamedText("", "First visit", "History of present illness\nPlan")
ZH = ((PERSON, "咳嗽三天，没有发烧，左侧胸痛。"), (CLINICIAN, "处理：氨氯地平改为10mg每天一次，3天后复诊。"))
EN = (
    (PERSON, "I've had a cough for three days, no fever, pain on the left side."),
    (CLINICIAN, "Increase amlodipine to 10 mg once a day, come back in 3 days."),
)


def _drafted(services: Services) -> Note:
    return services.notes.draft(hold(services, ZH), NOTE_ZH)


def _changed(services: Services, note: Note, part: Part, old: str, new: str) -> Note:
    at = next(at for at, each in enumerate(note.sections) if each.plan.part is part)
    assert old in note.sections[at].text
    return services.notes.edit(note.id, at, note.sections[at].text.replace(old, new))


CHANGES_ZH = (
    (Part.PLAN, "10mg", "100mg", 1),
    (Part.PLAN, "10mg", "10g", 1),
    (Part.PLAN, "氨氯地平", "硝苯地平", 1),
    (Part.PLAN, "每天一次", "每天两次", 1),
    (Part.PRESENT, "没有发烧", "发烧", 1),
    (Part.PRESENT, "左侧", "右侧", 1),
    (Part.PRESENT, "三天", "五天", 1),
    (Part.PRESENT, "三天", "3天", 0),
    (Part.PRESENT, "没有发烧", "无发热", 0),
    (Part.PLAN, "每天一次", "，每天1次", 0),
)
CHANGES_EN = (
    (Part.PLAN, "10 mg", "100 mg", 1),
    (Part.PLAN, "amlodipine", "nifedipine", 1),
    (Part.PRESENT, "no fever", "fever", 1),
    (Part.PRESENT, "left", "right", 1),
    (Part.PRESENT, "three days", "3 days", 0),
    (Part.PRESENT, "I've had a cough", "Cough", 0),
)


@pytest.mark.parametrize(("said", "template", "changes"), [(ZH, NOTE_ZH, CHANGES_ZH), (EN, NOTE_EN, CHANGES_EN)])
def test_what_the_cited_words_no_longer_say_is_not_borne_out(
    tmp_path: Path,
    said: tuple[tuple[str, str], ...],
    template: NamedText,
    changes: tuple[tuple[Part, str, str, int], ...],
) -> None:
    with scripted_program(tmp_path, kind=VaultKind.CLINICAL) as services:
        session = hold(services, said)
        for part, old, new, unbacked in changes:
            note = _changed(services, services.notes.draft(session, template), part, old, new)
            assert note.unbacked == unbacked, new


def test_undoing_the_change_lifts_the_mark(tmp_path: Path) -> None:
    with scripted_program(tmp_path, kind=VaultKind.CLINICAL) as services:
        note = _changed(services, _drafted(services), Part.PLAN, "10mg", "100mg")
        assert note.unbacked == 1
        note = _changed(services, note, Part.PLAN, "100mg", "10mg")
        assert note.unbacked == 0
        assert note.is_changed_by_hand


def test_it_is_marked_on_paper_in_the_clipboard_and_in_the_export(tmp_path: Path) -> None:
    marked = "氨氯地平改为100mg每天一次，3天后复诊。 〔未见于记录〕"
    with scripted_program(tmp_path, kind=VaultKind.CLINICAL) as services:
        note = _changed(services, _drafted(services), Part.PLAN, "10mg", "100mg")
        services.notes.confirm(note.id, "李医生")
        opened = services.notes.open(note.id)
        assert marked in plain_text(opened)
        assert marked in html(opened, 0)
        document = services.people._store.read(lambda db: note_document(db, opened.note, ()))
        assert any(marked in text for _, text in note_lines(document, ""))


@pytest.mark.parametrize("before", [True, False])
def test_a_hand_out_marks_it_too_and_tells_what_was_added_once_that_is_chosen(tmp_path: Path, before: bool) -> None:
    with scripted_program(tmp_path, kind=VaultKind.CLINICAL) as services:
        note = _changed(services, _drafted(services), Part.PLAN, "10mg", "100mg")
        services.notes.confirm(note.id, "李医生")
        if before:
            services.notes.add(note.id, "李医生", "氨氯地平应为10mg。")
        made = services.notes.hand_out(note.id, "zh")
        if not before:
            services.notes.add(note.id, "李医生", "氨氯地平应为10mg。")
        opened = services.notes.open(made.id)
        assert opened.note.addenda == ()
        assert opened.contradicted, "a line of it is spoken of in what is not on it"
        assert opened.note.sections[0].sentences[0].text.endswith("氨氯地平改为100毫克每天一次")
        assert "氨氯地平应为10mg。" not in html(opened, 0) + plain_text(opened)
        services.notes.choose_addenda(made.id, shown=True)
        opened = services.notes.open(made.id)
        assert not opened.contradicted
        (medicine,) = opened.note.sections[0].sentences
        assert medicine.text.endswith("氨氯地平改为100毫克每天一次（医师另有补记，见下）")
        assert (medicine.origin, medicine.state, bool(medicine.sources)) == (Origin.USER, SentenceState.KEPT, True)
        assert opened.note.unbacked == 2, "the line was one sentence with that of the follow-up"
        assert [each.text for each in opened.note.addenda] == ["氨氯地平应为10mg。"]
        page = html(opened, 0)
        assert page.index("〔未见于记录〕") < page.index("补记：李医生") < page.index("氨氯地平应为10mg。")
        services.notes.add(note.id, "李医生", "复诊改为5天后。")
        assert len(services.notes.open(made.id).note.addenda) == 2, "what is added later comes too"
        services.notes.choose_addenda(made.id, shown=False)
        opened = services.notes.open(made.id)
        assert opened.note.addenda == ()
        assert "见下" not in plain_text(opened)


def test_what_only_changed_in_wording_is_not_presented_as_said(tmp_path: Path) -> None:
    with scripted_program(tmp_path, kind=VaultKind.CLINICAL) as services:
        note = _changed(services, _drafted(services), Part.PLAN, "每天一次", "，每天1次")
        made = services.notes.hand_out(note.id, "zh")
        assert made.unbacked == 0
        assert {each.origin for section in made.sections for each in section.sentences} == {Origin.USER}
