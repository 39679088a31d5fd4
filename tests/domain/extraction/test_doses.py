"""A dose that stands before the drug belongs to what is taken: losing it would be worse than not knowing the drug."""

from datetime import date

import pytest

from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.extraction import extract


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("I take 20 mg of atorvastatin every night.", ["20 mg of atorvastatin every night"]),
        (
            "I'm on 5 mg of lisinopril and 500 mg metformin twice a day.",
            ["5 mg of lisinopril", "500 mg metformin twice a day"],
        ),
        ("I take two tablets of paracetamol when needed.", ["two tablets of paracetamol"]),
        ("每天吃5毫克氨氯地平。", ["5毫克氨氯地平"]),
        ("我吃两片布洛芬。", ["两片布洛芬"]),
        ("每天早上吃一片氨氯地平5毫克。", ["每天早上吃一片氨氯地平5毫克"]),
        ("用阿托伐他汀20mg qn。", ["阿托伐他汀20mg qn"]),
        ("I take a baby aspirin.", ["aspirin"]),
    ],
)
def test_the_dose_before_the_drug_is_part_of_the_value(text: str, values: list[str]) -> None:
    found = extract(text, speaker="person", vault=VaultKind.PERSONAL, said_on=date(2026, 3, 10))

    assert [one.value for one in found if one.category == "medication"] == values
