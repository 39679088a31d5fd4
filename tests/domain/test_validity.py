"""What a new fact does to those already held, and what time does to a fact."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from desktop_app.domain.conversation import CLINICIAN, PERSON, VaultKind
from desktop_app.domain.extraction import extract
from desktop_app.domain.memory import Category, Fact, FactCandidate, FactState, FactStatus, Polarity
from desktop_app.domain.validity import (
    CARDINALITY,
    Cardinality,
    Outcome,
    age_on,
    effective_status,
    reconcile,
    series_key,
)

DAY = date(2026, 3, 10)


def stored(candidate: FactCandidate, fact_id: int, said_on: date, state: FactState = FactState.ACTIVE) -> Fact:
    at_ms = int(datetime(said_on.year, said_on.month, said_on.day, 12, tzinfo=UTC).timestamp() * 1000)
    return Fact(
        fact_id, 1, candidate.subject, candidate.category, candidate.attribute, candidate.value, candidate.unit,
        candidate.polarity, candidate.status, state, PERSON, candidate.confidence, at_ms, candidate.valid_from,
        candidate.valid_to, at_ms, None, None, False, candidate.quote, 1, fact_id, fact_id, candidate.start,
        candidate.end, candidate.extractor,
    )  # fmt: skip


class Memory:
    """Facts of one person, kept as the extraction service keeps them."""

    def __init__(self) -> None:
        self.facts: dict[int, Fact] = {}
        self.outcomes: list[Outcome] = []

    def hear(self, text: str, said_on: date = DAY, speaker: str = PERSON) -> None:
        vault = VaultKind.CLINICAL if speaker == CLINICIAN else VaultKind.PERSONAL
        for candidate in extract(text, speaker=speaker, vault=vault, said_on=said_on):
            decision = reconcile(candidate, list(self.facts.values()), said_on)
            self.outcomes.append(decision.outcome)
            for fact_id in decision.retracted:
                self._set(fact_id, FactState.RETRACTED)
            if decision.outcome in (Outcome.FORGOTTEN, Outcome.SEEN_AGAIN):
                continue
            conflict = decision.outcome is Outcome.CONFLICT
            new_id = len(self.facts) + 1
            self.facts[new_id] = stored(
                candidate, new_id, said_on, FactState.CONFLICT if conflict else FactState.ACTIVE
            )
            for fact_id in decision.fact_ids:
                self._set(fact_id, FactState.CONFLICT if conflict else FactState.SUPERSEDED)

    def _set(self, fact_id: int, state: FactState) -> None:
        self.facts[fact_id] = replace(self.facts[fact_id], state=state)

    def forget(self, value: str) -> None:
        for fact in list(self.facts.values()):
            if fact.value == value:
                self._set(fact.id, FactState.FORGOTTEN)

    def held(self, state: FactState = FactState.ACTIVE) -> list[str]:
        return [
            ("-" if fact.polarity is Polarity.NEGATED else "")
            + fact.value
            + ("<" if fact.status is FactStatus.PAST else "")
            for fact in self.facts.values()
            if fact.state is state
        ]


def test_every_category_has_a_cardinality() -> None:
    assert set(CARDINALITY) == set(Category)
    assert CARDINALITY[Category.MEDICATION] is Cardinality.SET


def test_a_second_drug_never_replaces_the_first() -> None:
    memory = Memory()
    memory.hear("我在吃二甲双胍500毫克。")
    memory.hear("医生又开了阿托伐他汀20毫克，每天吃。")
    assert memory.held() == ["二甲双胍500毫克", "阿托伐他汀20毫克"]
    memory.hear("二甲双胍我已经停了。")
    assert memory.held() == ["阿托伐他汀20毫克", "二甲双胍<"]
    assert memory.held(FactState.SUPERSEDED) == ["二甲双胍500毫克"]


def test_a_changed_dose_supersedes() -> None:
    memory = Memory()
    memory.hear("I take metformin 500 mg daily.")
    memory.hear("I take metformin.")
    assert memory.outcomes[-1] is Outcome.SEEN_AGAIN
    memory.hear("I take metformin 1000 mg daily.")
    assert memory.held() == ["metformin 1000 mg daily"]


def test_three_blood_pressures_are_a_series() -> None:
    memory = Memory()
    memory.hear("早上量血压是150/95，心率88。", date(2026, 3, 1))
    memory.hear("血压142/90。", date(2026, 3, 5))
    memory.hear("BP 138/86.", date(2026, 3, 9))
    memory.hear("BP 138/86.", date(2026, 3, 9))
    keys = [series_key(fact.category, fact.attribute, fact.value) for fact in memory.facts.values()]
    assert keys == ["blood pressure", "heart rate", "blood pressure", "blood pressure"]
    assert memory.outcomes == [Outcome.ADD, Outcome.ADD, Outcome.ADD, Outcome.ADD, Outcome.SEEN_AGAIN]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("我对青霉素过敏。", "我对青霉素不过敏。"),
        ("I'm allergic to penicillin.", "我对青霉素不过敏。"),
        ("我对青霉素过敏。", "我没有药物过敏。"),
        ("我没有药物过敏。", "我对青霉素过敏。"),
        ("I'm allergic to peanuts.", "I have no known allergies."),
        ("我有糖尿病。", "我没有糖尿病。"),
        ("I take warfarin.", "I don't take warfarin."),
    ],
)
def test_contradictions_of_weight_keep_both(first: str, second: str) -> None:
    memory = Memory()
    memory.hear(first)
    memory.hear(second)
    assert memory.outcomes == [Outcome.ADD, Outcome.CONFLICT]
    assert len(memory.held(FactState.CONFLICT)) == 2


def test_a_general_denial_contradicts_every_specific_allergy() -> None:
    memory = Memory()
    memory.hear("我对青霉素、磺胺和花生过敏。")
    memory.hear("我没有过敏史。")
    assert memory.held(FactState.CONFLICT) == ["青霉素", "磺胺", "花生", "-过敏史"]


def test_a_drug_allergy_denial_leaves_food_alone() -> None:
    memory = Memory()
    memory.hear("我对花生过敏。")
    memory.hear("NKDA.", speaker=CLINICIAN)
    assert memory.held() == ["花生", "-NKDA"]


def test_another_subject_is_no_contradiction() -> None:
    memory = Memory()
    memory.hear("我对青霉素过敏。我妈对青霉素不过敏。")
    assert memory.held() == ["青霉素", "-青霉素"]


def test_a_symptom_comes_and_goes_without_conflict() -> None:
    memory = Memory()
    memory.hear("我发烧了。", date(2026, 3, 1))
    memory.hear("没有发烧。", date(2026, 3, 5))
    assert memory.held() == ["-发烧"]


def test_a_correction_retracts() -> None:
    memory = Memory()
    memory.hear("我对青霉素过敏。")
    memory.hear("不对，我刚才说错了，不是青霉素，是头孢过敏。")
    assert memory.held(FactState.RETRACTED) == ["青霉素"]
    assert memory.held() == ["-青霉素", "头孢"]


def test_one_residence_at_a_time() -> None:
    memory = Memory()
    memory.hear("我住在杭州。", date(2025, 1, 1))
    memory.hear("我现在住在成都。")
    assert memory.held() == ["成都"]
    memory.hear("我以前住在上海。")
    assert memory.held() == ["成都", "上海<"]
    memory.hear("我住在成都。")
    assert memory.outcomes[-1] is Outcome.SEEN_AGAIN


def test_a_habit_given_up_is_superseded() -> None:
    memory = Memory()
    memory.hear("我每天抽烟。")
    memory.hear("我已经戒烟了。")
    assert memory.held() == ["烟<"]


def test_what_was_forgotten_stays_forgotten() -> None:
    memory = Memory()
    memory.hear("我对青霉素过敏。我住在杭州。")
    memory.forget("青霉素")
    memory.forget("杭州")
    memory.hear("我对青霉素过敏。我住在杭州。我住在成都。")
    assert memory.held() == ["成都"]


def test_no_unrelated_fact_is_touched() -> None:
    memory = Memory()
    memory.hear("我叫王芳，今年52岁，对青霉素过敏，有高血压，每天吃氨氯地平。我住在杭州，是小学老师。")
    before = len(memory.held())
    memory.hear("我女儿有哮喘，对芒果过敏，血型是A型。")
    assert set(memory.outcomes) == {Outcome.ADD}
    assert len(memory.held()) == before + 3


@pytest.mark.parametrize(
    ("text", "today", "years"),
    [
        ("患者男68岁。", date(2026, 3, 10), 68),
        ("患者男68岁。", date(2027, 3, 9), 68),
        ("患者男68岁。", date(2027, 3, 10), 69),
        ("I'm 41 years old.", date(2030, 3, 10), 45),
        ("我今年三十五岁。", date(2028, 4, 1), 37),
        ("我奶奶一百零二岁。", date(2028, 4, 1), 104),
        ("我1985年出生。", date(2026, 3, 10), 41),
        ("My baby is 8 months old.", date(2027, 3, 10), 1),
    ],
)
def test_ages_grow_with_the_clock(text: str, today: date, years: int) -> None:
    (age,) = [
        one
        for one in extract(text, speaker=PERSON, vault=VaultKind.PERSONAL, said_on=DAY)
        if one.category is Category.AGE
    ]
    assert age_on(stored(age, 1, DAY), today) == years


def test_an_age_a_year_later_is_seen_again() -> None:
    memory = Memory()
    memory.hear("我今年52岁。", date(2025, 3, 1))
    memory.hear("我今年53岁。", date(2026, 3, 10))
    assert memory.outcomes == [Outcome.ADD, Outcome.SEEN_AGAIN]


def test_a_plan_whose_date_has_passed_is_past() -> None:
    (plan,) = extract("下周三上午我要去复查胃镜。", speaker=PERSON, vault=VaultKind.PERSONAL, said_on=DAY)
    fact = stored(plan, 1, DAY)
    assert effective_status(fact, date(2026, 3, 18)) is FactStatus.CURRENT
    assert effective_status(fact, date(2026, 3, 19)) is FactStatus.PAST


@pytest.mark.parametrize(
    ("first", "second", "held", "doubted"),
    [
        ("My name is Ann.", "My name is Beth.", [], ["Ann", "Beth"]),
        ("我叫王芳。", "我叫李敏。", [], ["王芳", "李敏"]),
        ("My name is Ann.", "Please call me Annie.", ["Annie"], []),
        ("My name is Ann.", "I changed my name, my name is Beth now.", ["Beth"], []),
        ("I'm Tom.", "My name is Tom Becker.", ["Tom Becker"], []),
        ("My name is Tom Becker.", "I'm Tom, by the way.", ["Tom Becker"], []),
        ("我叫王芳。", "My name is Fiona.", ["王芳", "Fiona"], []),
        ("我儿子叫豆豆。", "我叫王芳。", ["豆豆", "王芳"], []),
    ],
)
def test_two_names_are_asked_about_unless_the_words_explain_them(
    first: str, second: str, held: list[str], doubted: list[str]
) -> None:
    memory = Memory()
    memory.hear(first)
    memory.hear(second)
    assert (memory.held(), memory.held(FactState.CONFLICT)) == (held, doubted)


def test_an_allergy_said_in_the_other_language_is_seen_again() -> None:
    memory = Memory()
    memory.hear("我对青霉素过敏。")
    memory.hear("I'm allergic to penicillin.")
    assert (memory.outcomes, memory.held()) == ([Outcome.ADD, Outcome.SEEN_AGAIN], ["青霉素"])


def test_heart_rate_and_blood_pressure_are_never_one_series() -> None:
    memory = Memory()
    for text in ("心率88。", "血压142/90。", "脉搏90次/分，血压140/88。", "HR 92, BP 150/95."):
        memory.hear(text)
    series: dict[str, list[str]] = {}
    for fact in memory.facts.values():
        series.setdefault(series_key(fact.category, fact.attribute, fact.value), []).append(fact.value)
    assert series == {
        "heart rate": ["心率88", "HR 92"],
        "pulse": ["脉搏90次/分"],
        "blood pressure": ["血压142/90", "血压140/88", "BP 150/95"],
    }


def test_a_68_year_old_is_69_a_year_later() -> None:
    (age,) = extract("患者男，68岁。", speaker=CLINICIAN, vault=VaultKind.CLINICAL, said_on=DAY)[1:]
    assert age_on(stored(age, 1, DAY), date(2027, 3, 10)) == 69


def test_not_that_but_this_takes_the_first_back() -> None:
    memory = Memory()
    memory.hear("我对青霉素过敏。")
    memory.hear("不对，我刚才说错了，不是青霉素，是头孢过敏。")
    assert memory.held() == ["-青霉素", "头孢"]
    assert memory.held(FactState.RETRACTED) == ["青霉素"]


def test_forgotten_in_one_language_stays_forgotten_in_the_other() -> None:
    memory = Memory()
    memory.hear("我对青霉素过敏。")
    memory.forget("青霉素")
    memory.hear("I'm allergic to penicillin.")
    assert memory.outcomes[-1] is Outcome.FORGOTTEN
