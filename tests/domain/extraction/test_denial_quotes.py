"""The quote of a denial carries the denial: without it the words read as their opposite."""

from __future__ import annotations

from datetime import date

import pytest

from desktop_app.domain.conversation import CLINICIAN, PERSON, VaultKind
from desktop_app.domain.extraction import extract
from desktop_app.domain.memory import SELF, Polarity


@pytest.mark.parametrize(
    ("speaker", "text", "quotes"),
    [
        (CLINICIAN, "他对青霉素不过敏。", ["他对青霉素不过敏"]),
        (CLINICIAN, "女儿说他对青霉素不过敏。", ["女儿说他对青霉素不过敏"]),
        ("family:女儿", "他对头孢不过敏，您放心。", ["他对头孢不过敏"]),
        (PERSON, "青霉素，磺胺都不过敏", ["青霉素，磺胺都不过敏", "磺胺都不过敏"]),
        (CLINICIAN, "否认发热，咳嗽", ["否认发热", "否认发热，咳嗽"]),
        (CLINICIAN, "No fever, chills or cough.", ["No fever"] + ["No fever, chills or cough"] * 2),
        (PERSON, "我不过敏，不过有点咳嗽", ["我不过敏"]),
        (CLINICIAN, "He is not allergic to penicillin.", ["He is not allergic to penicillin"]),
    ],
)
def test_a_denial_is_quoted_with_what_denies(speaker: str, text: str, quotes: list[str]) -> None:
    found = extract(text, speaker=speaker, vault=VaultKind.CLINICAL, said_on=date(2026, 3, 10))
    denied = [one for one in found if one.polarity is Polarity.NEGATED]
    assert [one.quote for one in denied] == quotes
    assert {one.subject for one in denied} == {SELF}
