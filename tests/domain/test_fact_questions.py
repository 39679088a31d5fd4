"""Whom a free question names, and what is no plan."""

from __future__ import annotations

from datetime import date

from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.extraction import extract
from desktop_app.domain.memory import Category


def test_an_alibi_for_a_day_is_no_plan() -> None:
    day = date(2026, 11, 30)
    said = "The Baron's daughter Ilse has an alibi for Tuesday night."
    assert extract(said, speaker="person", vault=VaultKind.PERSONAL, said_on=day) == []
    (plan,) = extract(
        "I have a dentist appointment on Tuesday.", speaker="person", vault=VaultKind.PERSONAL, said_on=day
    )
    assert plan.category is Category.PLAN
