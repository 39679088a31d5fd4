"""Consultations for the tests of notes, in both languages."""

from __future__ import annotations

from desktop_app.domain.conversation import CLINICIAN, PERSON
from desktop_app.domain.named_texts import NamedText
from desktop_app.services.facade import Services

ZH = (
    (CLINICIAN, "哪里不舒服？"),
    (PERSON, "咳嗽三天了，有黄痰。"),
    (CLINICIAN, "发烧吗？"),
    (PERSON, "没有发烧，也不胸痛。"),
    (PERSON, "高血压十年，一直吃氨氯地平5毫克。青霉素过敏。"),
    (CLINICIAN, "查体：体温36.8℃，血压142/88，咽部充血。"),
    (CLINICIAN, "血常规白细胞11.2。"),
    (CLINICIAN, "考虑急性支气管炎。给予阿奇霉素0.5g qd，口服3天，多饮水，3天后复诊。"),
)
EN = (
    (CLINICIAN, "What brings you in?"),
    (PERSON, "I've had a sore throat for four days."),
    (CLINICIAN, "Any fever?"),
    (PERSON, "Yes, 38.4 last night."),
    (CLINICIAN, "Any allergies?"),
    (PERSON, "No."),
    (CLINICIAN, "On examination temp 38.1, tonsils red, chest clear."),
    (
        CLINICIAN,
        "I think this is bacterial tonsillitis. Start amoxicillin 500 mg tid for 7 days. Rest and drink plenty.",
    ),
)


def hold(services: Services, said: tuple[tuple[str, str], ...], name: str = "王芳") -> int:
    """A session with a consultation. Returns its id."""
    person = services.people.create(name, "female", "1968-03-02", "A-1007")
    session = services.sessions.create(person.id, "visit")
    for speaker, text in said:
        services.chat.record(session.id, text, speaker)
    return session.id


def template(services: Services, name: str) -> NamedText:
    """A template that ships, by its name."""
    return next(each for each in services.notes.templates.list() if each.name == name)
