"""Doses that were changed: which drug, and to what."""

from __future__ import annotations

import re

from desktop_app.domain.extraction.dosing import CHANGE_ZH, CHANGED_EN, DOSE_UNIT, FREQUENCY, NUMBER
from desktop_app.domain.extraction.lexicon import Kind, concept_of
from desktop_app.domain.extraction.reading import Reading, View
from desktop_app.domain.memory import Category, FactStatus, Polarity
from desktop_app.domain.patterns import Pattern

_NEW_DOSE = Pattern(
    rf"[^,。;!?\d]{{0,6}}(?:的?(?:剂量|用量|量))?(?:从|由)?(?:{NUMBER} ?(?:{DOSE_UNIT})?)?[^,。;!?\d]{{0,6}}?"
    rf"{CHANGE_ZH} ?(?:每[天日次晚早]|一天|一次)?"
    rf"(?P<zh>{NUMBER} ?(?:-|~)? ?(?:{NUMBER})? ?(?P<zh_unit>{DOSE_UNIT})(?![a-z])"
    rf"(?:[ ]{{0,2}}{FREQUENCY}(?![a-z]))*)"
    rf"|(?: \d[\d.]* ?(?:{DOSE_UNIT})?)?(?: {FREQUENCY})? (?:dose |dosage )?(?:was |is |has been |got |went )?"
    rf"(?:now |recently |just )?{CHANGED_EN}(?: up| down| back)?(?: from \d[\d.]* ?(?:{DOSE_UNIT})?)?"
    rf" to (?P<en>\d[\d.]* ?(?P<en_unit>{DOSE_UNIT})(?![a-z])(?:[ ]{{1,2}}{FREQUENCY}(?![a-z]))*)"
)
# Increase amlodipine (from 5 mg) to 10 mg: the change stands before the name.
_CHANGES_EN = Pattern(
    r"\b(?:increas|rais|chang|reduc|lower|decreas|cut|adjust|titrat|uptitrat|downtitrat|taper|switch)(?:e[ds]?|ing|ed|"
    r"s|t?ting|)(?: up| down| back)?(?: (?:the|his|her|my|your|their))?(?: (?:dose|dosage) of)?(?: from)? ?$"
)
_CHANGES_ZH = Pattern(r"(?:增加|减少|加大|上调|下调|提高|降低|调整|加量|减量)$")
_TO_DOSE_ZH = Pattern(
    rf"(?:的?(?:剂量|用量))?(?:(?:从|由)?{NUMBER} ?(?:{DOSE_UNIT}))?(?:至|到)(?:每[天日次晚早]|一天|一次)?"
    rf"(?P<zh>{NUMBER} ?(?P<zh_unit>{DOSE_UNIT})(?![a-z])(?:[ ]{{0,2}}{FREQUENCY}(?![a-z]))*)"
)
_TO_DOSE_EN = Pattern(
    rf"(?:(?: from)? \d[\d.]* ?(?:{DOSE_UNIT})?(?: {FREQUENCY})?)?(?: dose| dosage)? to "
    rf"(?P<en>\d[\d.]* ?(?P<en_unit>{DOSE_UNIT})(?![a-z])(?:[ ]{{1,2}}{FREQUENCY}(?![a-z]))*)"
)
# 改为10mg每日一次 in a clause of its own, behind the one that names the drug.
_NEW_DOSE_ALONE = Pattern(
    rf"(?:我|今天|今日|现在|目前|今|现|起|开始|给予?|予以?|先|再|已|就|请|都|\s)*"
    rf"{CHANGE_ZH} ?(?:每[天日次晚早]|一天|一次)?"
    rf"(?P<zh>{NUMBER} ?(?P<unit>{DOSE_UNIT})(?![a-z])(?:[ ]{{0,2}}{FREQUENCY}(?![a-z]))*"
    rf"|{FREQUENCY}(?![a-z])).{{0,12}}"
)


def new_dose_of(view: View, left: int, right: int) -> re.Match[str] | None:
    """The dose that the drug at ``left:right`` of a clause was changed to."""
    match = _NEW_DOSE.match(view.text, right)
    if match is None and _CHANGES_EN.search(view.text[:left]):
        match = _TO_DOSE_EN.match(view.text, right)
    if match is None and _CHANGES_ZH.search(view.text[:left]):
        match = _TO_DOSE_ZH.match(view.text, right)
    if match is None:
        return None
    others = any(
        mention.kind is Kind.DRUG and right < mention.end - view.start <= match.end() for mention in view.mentions
    )
    return None if others else match  # A、B改成10毫克 is B's


def extract_lone_dose(reading: Reading, view: View) -> None:
    """氨氯地平5mg每日一次，改为10mg: a clause that only changes a dose speaks of the one drug before it."""
    match = _NEW_DOSE_ALONE.fullmatch(view.text)
    if match is None or not view.index or not reading.says(view, view.start):
        return
    before = reading.views[view.index - 1]
    named = {
        (one.attribute, one.subject)
        for one in reading.candidates
        if one.category is Category.MEDICATION
        and before.start <= one.start < before.clause.end
        and one.status is FactStatus.CURRENT
        and one.polarity is Polarity.AFFIRMED
    }
    if len(named) != 1 or before.clause.sentence < view.clause.sentence - 1:
        return
    ((attribute, subject),) = named
    start, end = view.place(match, "zh")
    reading.add(Category.MEDICATION, start, end, subjects=(subject,), attribute=attribute, unit=match["unit"] or "")


def add_changed_dose(reading: Reading, view: View, start: int, end: int, dose: re.Match[str], *, listed: bool) -> None:
    """Keep a drug with the dose it was changed to; it is taken on, whatever was changed."""
    group = "zh" if dose.groupdict().get("zh") else "en"
    name = reading.norm[start:end]
    reading.add(
        Category.MEDICATION,
        start,
        view.start + dose.end(group),
        attribute=name if listed else concept_of(Kind.DRUG, name),
        unit=dose[f"{group}_unit"],
    )
