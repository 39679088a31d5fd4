from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.domain.conversation import PERSON, PersonState
from desktop_app.domain.search import normalise
from desktop_app.storage.message_search import message_terms
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store
from tests.storage.storage_helpers import new_session, say

TEXTS = [
    "患者头痛三天，青霉素过敏",
    "血压 150/95 mmHg，心率 80",
    "she writes C++ (and a little C)",
    'He said "never"; it\'s 50% off',
    "头痛好转。青霉素停用",
    "CAFÉ Résumé naïve",
    "ＢＰ　１４２／８８",
    "a*b: NEAR(x) ^y -z AND OR NOT",
    "🙂‍↔️ 𠮷野家 𝒳",
    "medication since 2019-03-04",
]


@pytest.fixture
def talk(store: Store) -> Store:
    session_id = store.write(new_session)
    for text in TEXTS:
        store.write(lambda db, t=text: say(db, session_id, t, None))  # type: ignore[misc]
    return store


def found(store: Store, text: str, limit: int = 50) -> list[int]:
    """Positions in TEXTS, in the order they were found."""
    hits = store.read(lambda db: db.search.search(None, text, limit))
    return [TEXTS.index(hit.message.text) for hit in hits]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("头痛", [4, 0]),
        ("痛", [4, 0]),
        ("头痛三", [0]),
        ("青霉素", [4, 0]),
        ("青霉素过敏", [0]),
        ("青霉素 头痛", [4, 0]),
        ("痛头", []),
        ("三天，青霉素", [0]),
        ("150/95", [1]),
        ("150", [1]),
        ("15", [1]),
        ("150-95", []),
        ("142/88", [6]),
        ("bp", [6]),
        ("C++", [2]),
        ("c", [5, 2]),  # the beginning of CAFÉ too
        ("(", [7, 2]),
        ('"', [3]),
        ('"never"', [3]),
        ("it's", [3]),
        ("50%", [3]),
        ("*", [7]),
        ("a*b:", [7]),
        ("^", [7]),
        ("-x", []),
        ("-z", [7]),
        ("NEAR(", [7]),
        ("AND OR", [7]),
        ("NOT", [7]),
        ("café", [5]),
        ("cafe", []),  # literally
        ("medic", [9]),
        ("medication", [9]),
        ("edication", []),  # a word is found from its beginning
        ("2019-03", [9]),
        ("🙂", [8]),
        ("𠮷野", [8]),
        ("野家", [8]),
        ("", []),
        ("   ", []),
        ("\u3000", []),
        ("\x00", []),
        ("nothing at all", []),
    ],
)
def test_what_is_typed_is_found_literally_newest_first(talk: Store, text: str, expected: list[int]) -> None:
    assert found(talk, text) == expected


def test_the_limit_takes_the_newest(talk: Store) -> None:
    assert found(talk, "头痛", 1) == [4]
    assert found(talk, "头痛", 0) == []


def test_hits_say_where_they_are_and_stay_with_their_person(store: Store) -> None:
    first = store.write(lambda db: new_session(db, "王芳"))
    second = store.write(lambda db: new_session(db, "李雷"))
    turn = store.write(lambda db: say(db, first, "头痛", "是的，头痛"))
    other = store.write(lambda db: say(db, second, "头痛", None))
    hits = store.read(lambda db: db.search.search(None, "头痛", 9))
    assert [(hit.message, hit.session_id, hit.person_id) for hit in hits] == [
        (other.question, second, 2),
        (turn.reply, first, 1),
        (turn.question, first, 1),
    ]
    assert {hit.person_id for hit in store.read(lambda db: db.search.search(1, "头痛", 9))} == {1}
    assert store.read(lambda db: db.search.search(3, "头痛", 9)) == []
    store.write(lambda db: db.people.set_state(2, PersonState.RESTRICTED))
    assert {hit.person_id for hit in store.read(lambda db: db.search.search(None, "头痛", 9))} == {1}
    assert store.read(lambda db: db.search.search(2, "头痛", 9)) == []


def test_what_others_said_is_not_even_looked_at(store: Store) -> None:
    """Counted in steps of SQLite's machine: a person's few words among everybody's many."""

    def work(db: Repositories) -> tuple[int, int]:
        mine, others = new_session(db, "王芳"), new_session(db, "李雷")
        say(db, mine, "头痛", None)
        counts = []
        for _ in range(2):
            for n in range(300):
                say(db, others, f"头痛 {n}", None)
            calls = 0

            def tick() -> bool:
                nonlocal calls
                calls += 1
                return False

            db.connection.set_progress_handler(tick, 1)
            assert len(db.search.search(1, "头痛", 9)) == 1
            db.connection.set_progress_handler(None)
            counts.append(calls)
        return counts[0], counts[1]

    among_300, among_600 = store.write(work)
    assert among_600 < among_300 + 300  # not even one step for each message more


def test_a_reply_is_found_once_it_is_finished(store: Store) -> None:
    session_id = store.write(new_session)

    def begin(db: Repositories) -> int:
        turn = db.turns.add(session_id, None, "q", PERSON, now_ms=1)
        db.turns.begin_reply(turn.id, now_ms=1)
        db.turns.save_reply(turn.id, "unfinished")
        return turn.id

    turn_id = store.write(begin)
    assert store.read(lambda db: db.search.search(None, "unfinished", 9)) == []
    store.write(lambda db: db.turns.delete(turn_id))  # nothing to take out of the index for it
    assert store.read(lambda db: db.search.search(None, "q", 9)) == []


ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30)


@given(ANY_TEXT)
def test_terms_are_the_same_for_a_text_and_its_normal_form(text: str) -> None:
    assert message_terms(normalise(text)) == message_terms(text)


@given(ANY_TEXT, st.integers(0, 29), st.integers(1, 30))
def test_terms_of_any_run_of_chinese_stand_in_its_text(text: str, start: int, length: int) -> None:
    chinese = "患者头痛三天青霉素过敏血压正常" + text
    part = chinese[start % 10 : start % 10 + min(length, 4)]
    assert f" {' '.join(message_terms(part).split())} " in f" {' '.join(message_terms(chinese).split())} "


def test_any_text_finds_itself(store: Store) -> None:
    session_id = store.write(new_session)
    seen: set[int] = set()

    @given(ANY_TEXT)
    def finds_itself(text: str) -> None:
        turn = store.write(lambda db: say(db, session_id, text, None))
        seen.add(turn.id)
        if not normalise(text).split():
            return
        hits = store.read(lambda db: db.search.search(None, text, 1000))
        assert turn.question.id in {hit.message.id for hit in hits}

    finds_itself()
    assert seen
