"""Notes of played consultations with the small model that ships: what it invents is marked, nothing is cut.

A consultation takes the model a minute or two, so every fifth of the twenty is taken; CONSULTATIONS=20 takes all.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from desktop_app.composition import Overrides, Program, open_or_create
from desktop_app.domain.conversation import CLINICIAN, VaultKind
from desktop_app.domain.extraction.lexicon import Kind, find_mentions
from desktop_app.domain.extraction.normal import normalise
from desktop_app.domain.named_texts import NamedText
from desktop_app.domain.notes.note import CLINICIAN_ONLY, Note, Origin, SentenceState
from desktop_app.domain.notes.support import unsupported_words
from desktop_app.domain.verbatim import sentences
from desktop_app.engine.scripted import scripted_embedder
from desktop_app.services.facade import Services
from desktop_app.support.paths import DataPaths
from tests.installed_models import small_chat_model
from tests.scripted_program import CHEAP, Clock

DATA = Path(__file__).parents[1] / "data" / "consultations.jsonl"
TEMPLATES = {
    "zh": NamedText("", "初诊", "主诉\n现病史\n既往史\n过敏史\n体格检查\n辅助检查\n初步诊断\n处理意见\n医师签名"),
    "en": NamedText(
        "", "First visit",
        "Chief complaint\nHistory of present illness\nPast history\nAllergies\nExamination\nInvestigations\n"
        "Diagnosis\nPlan\nSignature",
    ),
}  # fmt: skip
RESERVES = (32, 128, 512)


class Spoken(msgspec.Struct, frozen=True):
    """Something said in a consultation."""

    speaker: str
    text: str


class Consultation(msgspec.Struct, frozen=True):
    """A visit written for these tests."""

    language: str
    turns: tuple[Spoken, ...]


def consultations() -> list[Consultation]:
    return [msgspec.json.decode(line, type=Consultation) for line in DATA.read_bytes().splitlines()]


def illnesses(text: str) -> set[str]:
    return {one.concept for one in find_mentions(normalise(text)) if one.kind in (Kind.CHRONIC, Kind.ACUTE)}


def check(services: Services, note: Note, visit: Consultation) -> None:
    """Hold a note against what was said."""
    opened = services.notes.open(note.id)
    clinicians = "\n".join(turn.text for turn in visit.turns if turn.speaker == CLINICIAN)
    said = "\n".join(turn.text for turn in visit.turns)
    for section in note.sections:
        for sentence in section.sentences:
            words = [opened.sources[message].text for message in sentence.sources]
            assert words, sentence
            if sentence.state is SentenceState.UNSUPPORTED:
                continue
            if sentence.origin is Origin.MODEL:
                # All that was said in them together, or one statement of them, as the program holds it against lines.
                evidence = [["\n".join(words)], words, *([one] for message in words for one in sentences(message))]
                assert not all(unsupported_words(sentence.text, lines) for lines in evidence), sentence
            else:  # word for word
                assert all(part in said for part in _parts(sentence.text)), sentence
            if section.plan.part in CLINICIAN_ONLY:
                assert sentence.origin is Origin.SAID
                assert sentence.text in clinicians
                assert illnesses(sentence.text) <= illnesses(clinicians)


def _parts(text: str) -> list[str]:
    """What stands word for word: a sentence, or a question and its answer."""
    for left, middle, right in (("问：", "答：", ""), ("Asked “", "”: “", "”")):
        if text.startswith(left):
            question, _, answer = text.removeprefix(left).removesuffix(right).partition(middle)
            return [question, answer]
    return [text]


@pytest.mark.slow
@pytest.mark.timeout(3000)
def test_consultations_with_the_small_model(tmp_path: Path) -> None:
    every = consultations()
    assert len(every) == 20
    visits = every[:: 20 // int(os.environ.get("CONSULTATIONS", "4"))]
    assert {visit.language for visit in visits} == {"zh", "en"}
    program = Program(
        open_or_create(tmp_path / "vault", VaultKind.CLINICAL, Clock()),
        DataPaths(tmp_path),
        language=lambda: "en",
        overrides=Overrides(2048, 128, small_chat_model(), None),
        clock=Clock(),
        embedder=scripted_embedder(),
        key_cost=CHEAP,
    )
    reworded = sentences = marked = 0
    try:
        services = program.services
        assert services.models.load_default() is not None
        for number, visit in enumerate(visits):
            settings = services.settings.get()
            context = replace(settings.context, reply_reserve_tokens=RESERVES[number % len(RESERVES)])
            services.settings.update(replace(settings, context=context))
            session = services.sessions.create(services.people.create(f"P{number}").id, "visit")
            for turn in visit.turns:
                services.chat.record(session.id, turn.text, turn.speaker)
            before = services.notes.draft(session.id, TEMPLATES[visit.language])
            check(services, before, visit)
            note = before
            for section in range(len(note.sections)):
                note = services.notes.reword(note.id, section)
            check(services, note, visit)
            for was, now in zip(before.sections, note.sections, strict=True):
                # Nothing is lost or cut: what no sentence of the model carries stands as it was said.
                covered = {message for each in now.sentences if each.stands for message in each.sources}
                assert {message for each in was.sentences for message in each.sources} <= covered
            found = [each for section in note.sections for each in section.sentences]
            sentences += len(found)
            reworded += sum(each.origin is Origin.MODEL and each.stands for each in found)
            marked += sum(each.state is SentenceState.UNSUPPORTED for each in found)
    finally:
        program.close()
    print(f"{sentences} sentences, {reworded} reworded and borne out, {marked} marked")
    assert reworded  # the model was asked
