"""The facts of an export, read alone: what was denied, stopped, contradicted or taken back says so in every format."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from desktop_app.domain.conversation import CLINICIAN, VaultKind
from desktop_app.domain.memory import Category, FactState, FactStatus, Polarity
from desktop_app.services.exchange.rendering import Renderer
from desktop_app.services.exchange.schema import ExportDoc, FactDoc, PersonDoc
from desktop_app.ui.exchange_words import export_words
from tests.ui.conftest import Speak

_FACT = FactDoc(
    1, "self", Category.CONDITION, "", Polarity.AFFIRMED, FactStatus.CURRENT, FactState.ACTIVE, CLINICIAN, 1, 1
)


def _of(category: Category, value: str, **more: Any) -> FactDoc:
    return replace(_FACT, category=category, value=value, **more)


_DENIED = {"polarity": Polarity.NEGATED}
_FACTS = (
    _of(Category.CONDITION, "发热", **_DENIED),
    _of(Category.ALLERGY, "NKDA", attribute="nkda", **_DENIED),
    _of(Category.ALLERGY, "头孢", state=FactState.CONFLICT),
    _of(Category.ALLERGY, "碘", state=FactState.CONFLICT, **_DENIED),
    _of(Category.MEDICATION, "氨氯地平", attribute="氨氯地平", status=FactStatus.PAST),
    _of(Category.MEDICATION, "氨氯地平5mg", attribute="氨氯地平", unit="mg", state=FactState.SUPERSEDED),
    _of(Category.CONDITION, "肺炎", status=FactStatus.SUSPECTED),
    _of(Category.CONDITION, "痛风", subject="mother"),
    _of(Category.CONDITION, "咳嗽"),
)
_WORDS = {
    "zh": (
        "否认 发热（", "无已知药物过敏（NKDA）（", "头孢（待核实）（", "否认 碘（待核实）（", "氨氯地平 · 已停（",
        "氨氯地平5mg · 已被取代（", "肺炎 · 疑似（", "妈妈 · 痛风（", "咳嗽（",
    ),
    "en": (
        "denied: 发热 (", "no known drug allergies (NKDA) (", "头孢 (unresolved) (", "denied: 碘 (unresolved) (",
        "氨氯地平 · stopped (", "氨氯地平5mg · replaced (", "肺炎 · suspected (", "mother · 痛风 (", "咳嗽 (",
    ),
}  # fmt: skip


@pytest.mark.parametrize("way", ["text", "markdown", "html"])
@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_fact_keeps_what_is_held_of_it(speak: Speak, way: str, language: str) -> None:
    speak(language)
    document = ExportDoc(0, VaultKind.CLINICAL, (PersonDoc("Anna", 1, facts=_FACTS),))
    shown = getattr(Renderer(export_words(VaultKind.CLINICAL, language)), way)(document)
    for words in _WORDS[language]:
        assert words in shown, words
    assert "mg mg" not in shown
    assert "氨氯地平 氨氯地平" not in shown
