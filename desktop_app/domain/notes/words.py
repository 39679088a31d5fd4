"""The words on a printed note, in the note's own language whatever the window speaks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from desktop_app.domain.notes.note import Note
from desktop_app.domain.prompt_words import Language


@dataclass(frozen=True, slots=True)
class NoteWords:
    """Labels and statements. Fields in braces are filled in."""

    statement: str
    not_legal: str
    drafted_by_model: str
    drafted_from_words: str
    models_left: str  # where a model drafted in it and nothing of that is left
    checked: str
    not_checked: str
    watermark: str
    patient: str
    birth_date: str
    record_number: str
    unknown: str
    sexes: Mapping[str, str]
    drafted_on: str
    printed_on: str
    nothing: str
    nothing_of_the_clinician: str
    addendum: str
    cut: str
    page: str
    handout_note: str
    ask: str
    by_hand: str
    not_in_record: str
    corrected: str
    see_addendum: str

    def drafted(self, note: Note) -> str:
        """Who drafted it, and whether a hand wrote in it too."""
        if note.model:
            drafted = self.drafted_by_model.format(model=note.model)
        else:
            drafted = self.models_left if note.drafted_by else self.drafted_from_words
        return drafted + self.by_hand if note.is_changed_by_hand else drafted

    def checked_by(self, note: Note, moment: str) -> str:
        """Who checked it and when, or that nobody did."""
        return self.checked.format(name=note.confirmed_by, time=moment) if note.is_confirmed else self.not_checked


NOTE_WORDS: Final[Mapping[Language, NoteWords]] = {
    "zh": NoteWords(
        statement="记录与回忆工具，不诊断、不开方；由医师核对并负责。",
        not_legal="本页不是法定病历。",
        drafted_by_model="由 AI 起草（{model}）",
        drafted_from_words="由 AI 起草（按原话整理，未用模型改写）",
        models_left="按原话整理（模型所写的句子均已删去）",
        checked="核对：{name}，{time}",
        not_checked="未核对",
        watermark="草稿 未核对",
        patient="患者",
        birth_date="出生日期",
        record_number="病历号",
        unknown="未填",
        sexes={"male": "男", "female": "女"},
        drafted_on="起草时间",
        printed_on="输出时间",
        nothing="无记录",
        nothing_of_the_clinician="医师未说，留空",
        addendum="补记：{name}，{time}",
        cut="有句子因其依据的原话已删除或移走而不在此处。",
        page="第 {page} 页，共 {pages} 页",
        handout_note="本说明来自医师当面说的话，并经医师核对。",
        ask="有疑问请联系医师；情况紧急请立即就医。",
        by_hand="，有人工所写或改动的句子",
        not_in_record="〔未见于记录〕",
        corrected="核对之后，身份信息于 {time} 更正为：{identity}",
        see_addendum="（医师另有补记，见下）",
    ),
    "en": NoteWords(
        statement="Records and remembers; does not diagnose, prescribe or advise on drugs; the clinician checks and "
        "answers.",
        not_legal="This page is not the legal record.",
        drafted_by_model="Drafted by AI ({model})",
        drafted_from_words="Drafted by AI (from the words said, not reworded by a model)",
        models_left="From the words said (every sentence of the model was taken out)",
        checked="Checked by {name}, {time}",
        not_checked="Not checked",
        watermark="DRAFT, NOT CHECKED",
        patient="Patient",
        birth_date="Born",
        record_number="Record no.",
        unknown="not given",
        sexes={"male": "male", "female": "female"},
        drafted_on="Drafted",
        printed_on="Written out",
        nothing="Nothing recorded",
        nothing_of_the_clinician="The clinician said nothing; left empty",
        addendum="Addendum by {name}, {time}",
        cut="Sentences are missing here because the words they rested on were erased or moved away.",
        page="Page {page} of {pages}",
        handout_note="This sheet is made from what the clinician told you and was checked by the clinician.",
        ask="If you have questions, contact your clinician; in an emergency, get help at once.",
        by_hand=", with sentences written or changed by hand",
        not_in_record="[not in the record]",
        corrected="After it was checked the identity was corrected on {time}: {identity}",
        see_addendum=" (see the clinician's addendum below)",
    ),
}
