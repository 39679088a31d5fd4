"""Testing recall on one's own history: where questions come from, what is counted, and what it needs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from desktop_app.domain.conversation import PERSON, VaultKind
from desktop_app.domain.errors import UserError
from desktop_app.domain.memory import Category
from desktop_app.domain.memory_questions import MemoryQuestion, Statement, about_facts, about_statements, spread
from desktop_app.domain.settings import RecallSettings
from desktop_app.services.memory_test import MemoryTest, Progress, TriedSettings, Verdict
from desktop_app.storage import ballast
from tests.scripted_program import scripted_program
from tests.services.context_fakes import FakeEstimate, FakeStore
from tests.services.recall_fakes import NOW_MS, Remembering, WordEmbedder

TRIED = TriedSettings(RecallSettings(minimum_score=0.0), 600)
SAID = (
    "My beehives stand behind the old barn near the creek.",
    "The cello teacher moved her lesson to Thursday evening.",
    "Our boiler lost pressure because a valve was leaking.",
    "我把青霉素过敏的事情告诉了门诊的护士。",
)


@pytest.fixture
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Remembering]:
    monkeypatch.setattr(ballast, "BALLAST_BYTES", 64 * 1024)
    remembering = Remembering(tmp_path / "vault", WordEmbedder())
    yield remembering
    remembering.store.close()


def examiner(memory: Remembering) -> MemoryTest:
    return MemoryTest(memory.store, memory.retrieval, FakeEstimate(), lambda: NOW_MS)


def told(memory: Remembering) -> tuple[int, list[int]]:
    person = memory.person()
    return person, [memory.tell(memory.session(person), text, "Noted.") for text in SAID]


def test_messages_become_questions_by_their_rare_words() -> None:
    statements = [Statement(number, text) for number, text in enumerate(SAID)]
    questions = about_statements([*statements, Statement(9, "Where is it?"), Statement(10, "ok")])
    assert [question.turn_ids for question in questions] == [{0}, {1}, {2}, {3}]
    assert questions[0].text == "What was said about beehives and stand?"
    assert questions[3].text == "关于“我把青霉素过敏的事情告诉了门诊的护士”，之前说过什么？"


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("我女儿陆小雨在读高三，明年要高考", "我女儿陆小雨在读高三"),
        ("早上四点半出车，下午回来睡一觉。", "早上四点半出车"),
        ("开４号线，好的！是的是的是的是的", "开４号线"),
    ],
)
def test_a_chinese_message_is_quoted_by_a_whole_clause(text: str, clause: str) -> None:
    """Never cut inside a word: “儿陆小雨” or “点半出车” are no words of anybody."""
    common = [Statement(9, "下午回来睡一觉，明年要高考，好的")] * 3
    (question,) = [one for one in about_statements([Statement(1, text), *common]) if one.turn_ids == {1}]
    assert question.text == f"关于“{clause}”，之前说过什么？"


def test_what_is_never_recalled_is_not_asked_about(tmp_path: Path) -> None:
    with scripted_program(tmp_path, load=False) as services:
        person = services.people.create("Ann").id
        session = services.sessions.create(person).id
        services.chat.record(session, "每周六我都去府南河边钓鱼散心", PERSON)
        services.chat.give(session, "忘掉我弟弟在重庆开火锅店的事", PERSON, "忘掉了。")
        assert services.asked.answer(session, "请忘记我的那只橘色的猫咪吧", PERSON) is not None
        assert services.asked.answer(session, "请记住：我女儿陆小雨明年参加高考", PERSON) is not None
        services.asked.ask_record(session, "我弟弟的火锅店到底开在重庆的哪条街上呀", PERSON)
        assert services.consolidation.wait()
        asked = " ".join(question.text for question in services.memory_test.from_history(person))
    assert "府南河" in asked
    assert "陆小雨" in asked
    for never in ("请记住", "火锅", "忘掉", "橘色"):
        assert never not in asked


def test_facts_become_questions_by_their_category() -> None:
    store = FakeStore()
    facts = [
        store.add_fact(Category.ALLERGY, "青霉素", attribute="青霉素", turn_id=4, quote="我对青霉素过敏"),
        store.add_fact(Category.ALLERGY, "青霉素", attribute="青霉素", turn_id=7, quote="青霉素过敏"),
        store.add_fact(Category.RESIDENCE, "Leeds", turn_id=5, quote="I live in Leeds"),
        store.add_fact(Category.MEDICATION, "aspirin", attribute="aspirin", subject="mother", turn_id=6, quote="q"),
        store.add_fact(Category.RESIDENCE, "by hand", turn_id=0),
    ]
    personal = about_facts(facts, VaultKind.PERSONAL)
    assert {question.text: question.turn_ids for question in personal} == {
        "对青霉素过敏吗？": {4, 7},
        "Where do I live?": {5},
        "mother: How much aspirin is taken, and how often?": {6},
    }
    assert "Where does the patient live?" in {one.text for one in about_facts(facts, VaultKind.CLINICAL)}


def test_questions_are_spread_over_the_history() -> None:
    questions = [MemoryQuestion(str(number)) for number in range(10)]
    assert [one.text for one in spread(questions, 3)] == ["0", "3", "6"]
    assert spread(questions, 20) == questions


def test_the_history_answers_its_own_questions(memory: Remembering) -> None:
    person, turns = told(memory)
    test = examiner(memory)
    questions = test.from_history(person)
    assert {turn for question in questions for turn in question.turn_ids} == set(turns)
    progress = Progress()
    report = test.run(person, questions, TRIED, progress)
    assert report is not None
    assert (report.scored, report.found, report.hit_at(1)) == (4, 4, 1.0)
    assert (progress.done, progress.total) == (4, 4)
    assert not report.words_only
    stranger = memory.person("stranger")
    assert test.from_history(stranger) == []
    nothing = test.run(stranger, questions, TRIED, Progress())
    assert nothing is not None
    assert all(one.recalled == () and one.verdict is Verdict.NOT_FOUND for one in nothing.outcomes)


def test_each_miss_says_why(memory: Remembering) -> None:
    person = memory.person()
    turns = [
        memory.tell(memory.session(person), f"The beehives gave honey number {n} near {SAID[n]}") for n in range(3)
    ]
    test = examiner(memory)
    asked = test.run(person, [MemoryQuestion("beehives honey", frozenset({turns[0]}))], TRIED, Progress())
    assert asked is not None
    order = [hit.turn_id for hit in asked.outcomes[0].recalled]
    last = MemoryQuestion("beehives honey", frozenset({order[-1]}))
    for tried, expected in (
        (TRIED, Verdict.FOUND),
        (replace(TRIED, recall=replace(TRIED.recall, top_k=1)), Verdict.BEHIND),
        (replace(TRIED, budget_tokens=0), Verdict.NO_ROOM),
        (replace(TRIED, recall=replace(TRIED.recall, minimum_score=1.01)), Verdict.BELOW_MINIMUM),
    ):
        report = test.run(person, [last], tried, Progress())
        assert report is not None
        assert report.outcomes[0].verdict is expected
        assert report.outcomes[0].place == len(order)


def test_it_can_be_cancelled_and_goes_by_words_without_a_model(memory: Remembering) -> None:
    person, _ = told(memory)
    test = examiner(memory)
    progress = Progress()
    progress.cancel()
    assert test.run(person, test.from_history(person), TRIED, progress) is None
    memory.embedder.loaded = False
    report = test.run(person, test.from_history(person), TRIED, Progress())
    assert report is not None
    assert report.words_only
    assert report.found


def test_a_failing_model_is_told(memory: Remembering) -> None:
    person, _ = told(memory)
    memory.embedder.failing = True
    with pytest.raises(UserError):
        examiner(memory).run(person, [MemoryQuestion("beehives?")], TRIED, Progress())


def test_questions_come_from_a_file(memory: Remembering, tmp_path: Path) -> None:
    person, _ = told(memory)
    items = [{"question": "Where do the beehives stand?", "expect": "behind the old BARN"}, "And the cello lesson?"]
    lines = tmp_path / "questions.jsonl"
    lines.write_text("\n\n".join(map(json.dumps, items)), encoding="utf-8")
    whole = tmp_path / "questions.json"
    whole.write_text(json.dumps(items), encoding="utf-8")
    questions = MemoryTest.from_file(lines)
    assert questions == MemoryTest.from_file(whole)
    report = examiner(memory).run(person, questions, TRIED, Progress())
    assert report is not None
    assert [one.verdict for one in report.outcomes] == [Verdict.FOUND, Verdict.NOT_SCORED]
    assert report.scored == 1


@pytest.mark.parametrize(
    ("text", "line"), [("{}", 1), ('"a?"\n{"question": 5}', 2), ("[1,", 1), ('"a?"\nno', 2), ("[3]", 0)]
)
def test_a_bad_file_is_named_with_its_line(tmp_path: Path, text: str, line: int) -> None:
    path = tmp_path / "questions.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UserError) as raised:
        MemoryTest.from_file(path)
    assert (raised.value.code, raised.value.facts["line"]) == ("file_unreadable", line)
    with pytest.raises(UserError):
        MemoryTest.from_file(tmp_path / "missing.json")
