"""Allergies: what somebody reacts to, or that nothing is known."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from desktop_app.domain.extraction.allergen_lists import keep_allergy
from desktop_app.domain.extraction.allergies_en import ALLERGY_RULES_EN
from desktop_app.domain.extraction.allergies_zh import ALLERGY_RULES_ZH
from desktop_app.domain.extraction.lexicon import Kind
from desktop_app.domain.extraction.reading import Reading
from desktop_app.domain.extraction.relatives import may_be_the_patient
from desktop_app.domain.memory import SELF, Category, Polarity
from desktop_app.domain.patterns import Pattern

# 吃了就喘, 一碰就起疹子, "it makes me wheeze", "I get hives"
_REACTS_SO = Pattern(
    r"(?:表现(?:为|是)|反应(?:为|是))?(?:(?:我|他|她|患者)(?:一|只要)?|一|只要|每次)?"
    r"(?:(?:吃|喝|碰|闻|用|打|接触|沾|服|输|摸|吸)(?:了|到|上|着|完|过|下去)?(?:它|一点儿?|一口)?(?:以后|之后|后)?)?(?:就|会|便|都|能|马上|立马|立刻|立即|当场|要|总|老|开始|全身|浑身|身上|脸上?|嘴唇?|喉咙|嗓子|皮肤|"
    r"出现|有点|特别|的)*(?:气?喘|哮喘(?:发作)?|憋气?|胸闷|气短|呼吸困难|喘不(?:上|过)来?气|休克|过敏性休克|"
    r"(?:[起长出发]+(?:皮|红|荨麻)?疹|皮疹)(?:子|块)?|起?(?:荨麻疹|风团|疙瘩|红点)"
    r"|发?痒|瘙痒|红?肿(?:起来)?|水肿|喉头水肿|拉肚子|呕吐|恶心|晕倒|发麻)(?:得(?:厉害|不行|很|要命))?(?:了|的)?"
    r"|(?:and |then )?(?:it |that |they )?(?:makes?|made|gives?|gave) (?:me|him|her) (?:an? )?(?:bad |severe |itchy )?"
    r"(?:wheez\w*|hives|rash|itch\w*|swell\w*|sick|vomit\w*|short of breath|anaphyla\w+|asthma)"
    r"|(?:and |then )?(?:i|he|she) (?:gets?|got|breaks? out in|broke out in|starts? to|started to|starts?) ?(?:an? )?"
    r"(?:bad |severe |itchy )?"
    r"(?:wheez\w*|hives|rash|itch\w*|swell\w*|short of breath|anaphyla\w+|asthma)"
    r"|(?:and )?(?:i|he|she) (?:wheezes?|itch(?:es)?|swells? up)"
)
_SKIN_TEST = Pattern(r"(?:皮肤?试验?|过敏试验)(?:结果)?(?:是|为|:)?\s?(?P<result>阳性|阴性|\(\+\)|\(-\)|\+|-)")


def extract_allergies(reading: Reading) -> None:
    """Find allergies in every sentence and claim their words."""
    for group in reading.sentences():
        start, end = group[0].start, group[-1].clause.end
        for rule in _RULES:
            rule(reading, start, end)
    _with_reactions(reading)
    _of_the_patient_maybe(reading)


def _with_reactions(reading: Reading) -> None:
    """对阿司匹林过敏，吃了就喘: how somebody reacts belongs to the allergy, and is no complaint of today."""
    for view, following in pairwise(reading.views):
        if following.clause.sentence != view.clause.sentence or not reading.says(following, following.start):
            continue
        told = [
            one
            for one in reading.candidates
            if one.category is Category.ALLERGY
            and one.polarity is Polarity.AFFIRMED
            and view.start <= one.start < view.clause.end
        ]
        if not told or following.clause.opener == "(" or not _REACTS_SO.fullmatch(following.text):
            continue
        for one in told:
            quote = reading.text[min(view.start, one.start) : following.clause.end]
            reading.candidates[reading.candidates.index(one)] = replace(one, quote=quote)
        reading.claim(following.start, following.clause.end)


def _of_the_patient_maybe(reading: Reading) -> None:
    """我爸吃头孢起疹子, told by a relative nobody knows more of: it may be the patient's and must not be lost."""
    for one in list(reading.candidates):
        if one.category is not Category.ALLERGY or one.only_against or one.polarity is Polarity.NEGATED:
            continue
        own = re.search(
            rf"(?:我|俺|咱)(?:家|的|们家)?{re.escape(one.subject)}|\bmy {re.escape(one.subject)}\b", reading.norm
        )
        if own and may_be_the_patient(one.subject, reading.speaker, reading.known.sex):
            reading.candidates[reading.candidates.index(one)] = replace(one, subject=SELF, unsure=True)


def _skin_test(reading: Reading, start: int, end: int) -> None:
    for match in _SKIN_TEST.finditer(reading.norm, start, end):
        view = reading.view_at(match.start())
        drug = (
            next((one for one in view.mentions if one.kind is Kind.DRUG and one.end == match.start()), None)
            if view
            else None
        )
        if drug:
            keep_allergy(
                reading, drug.start, drug.end, anchor=drug.start, negated=match["result"] in ("阴性", "-", "(-)", "－")
            )
            reading.claim(drug.start, match.end())


_RULES = (*ALLERGY_RULES_ZH, *ALLERGY_RULES_EN, _skin_test)
