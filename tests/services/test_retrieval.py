from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app.domain.conversation import PersonState
from desktop_app.domain.errors import UserError
from desktop_app.domain.memory import SELF, Category, FactCandidate, FactState, FactStatus, Polarity
from desktop_app.domain.settings import RecallSettings
from desktop_app.storage import ballast
from desktop_app.storage.repositories import Repositories
from tests.services.recall_fakes import NOW_MS, Remembering, WordEmbedder

SAID = [
    "I keep two beehives behind the old barn",
    "The dentist pulled my wisdom tooth in spring",
    "My niece Clara plays the cello in Dresden",
    "I burned the apricot jam again yesterday",
    "The boiler needs a new valve before winter",
    "我对青霉素过敏，打针之前要说明",
    "妈妈的血压是150/95，医生加了药",
    "上周把自行车的刹车线换了",
    "我在学西班牙语，每周二上课",
    "The invoice number is ZX-9931",
]


@pytest.fixture
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Remembering]:
    monkeypatch.setattr(ballast, "BALLAST_BYTES", 64 * 1024)
    remembering = Remembering(tmp_path / "vault", WordEmbedder())
    yield remembering
    remembering.store.close()


@pytest.fixture
def me(memory: Remembering) -> int:
    person = memory.person()
    for text in SAID:
        memory.tell(memory.session(person), text)
    return person


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Where are my beehives?", SAID[0]),
        ("Which instrument does Clara play, the cello?", SAID[2]),
        ("What did I do with the apricot jam?", SAID[3]),
        ("青霉素过敏吗？", SAID[5]),
        ("妈妈的血压是多少？", SAID[6]),
        ("西班牙语课是每周几？", SAID[8]),
    ],
)
def test_what_was_said_is_found(memory: Remembering, me: int, question: str, answer: str) -> None:
    result = memory.ask(me, question)
    assert result.hits[0].text == answer
    assert result.note == ""
    assert 0.35 <= result.hits[0].score <= 1.0


@pytest.mark.parametrize("with_model", [True, False])
def test_an_off_topic_question_recalls_nothing(memory: Remembering, me: int, with_model: bool) -> None:
    memory.embedder.loaded = with_model
    questions = ["What is the melting point of tungsten?", "火星有几颗卫星？", "Explain the offside rule", "怎么炒股？"]
    for question in questions:
        result = memory.ask(me, question)
        assert result.hits == ()
        assert result.note == ("nothing_relevant" if with_model else "off")
        assert all(miss.score < 0.35 for miss in result.near_misses)


def test_bare_figures_answer_only_what_shares_a_word_with_them(memory: Remembering) -> None:
    person = memory.person()
    memory.embedder.meanings = dict.fromkeys(("8", "90", "height"), "number")
    memory.tell(memory.session(person), "8, 90")
    assert memory.found(person, "height?") == []
    assert memory.found(person, "8, 90") == ["8, 90"]
    memory.tell(memory.session(person), "tower: 8, 90")
    assert memory.found(person, "height?") == ["tower: 8, 90"]


@pytest.mark.parametrize("question", ["我对什么药过敏？", "What am I allergic to?"])
def test_a_fact_leads_to_the_turn_that_says_it(memory: Remembering, question: str) -> None:
    person = memory.person()
    turns = [memory.tell(memory.session(person), text) for text in (*SAID, "阿莫西林让我浑身起疹子，再也不敢碰了。")]
    other = memory.person("other")
    memory.tell(memory.session(other), "阿莫西林让我浑身起疹子。")
    before = memory.retrieval.rank(person, question, now_ms=NOW_MS)

    def learn(db: Repositories) -> None:
        turn = db.turns.get(turns[-1])
        message = turn.question
        fact = FactCandidate(
            SELF, Category.ALLERGY, "阿莫西林", "阿莫西林", Polarity.AFFIRMED, FactStatus.CURRENT, 0, 4, message.text
        )
        db.facts.add(
            person,
            fact,
            message=message,
            state=FactState.ACTIVE,
            observed_at_ms=NOW_MS,
            now_ms=NOW_MS,
        )

    memory.store.write(learn)
    after = memory.retrieval.rank(person, question, now_ms=NOW_MS)
    place = [item.turn_id for item in after].index(turns[-1])
    assert place < [item.turn_id for item in before].index(turns[-1])
    assert after[place].word > max(item.word for item in before if item.turn_id == turns[-1])
    chunks = memory.store.read(lambda db: db.chunks.get(one.chunk_id for one in after))
    assert {chunk.person_id for chunk in chunks.values()} == {person}


def test_scores_point_the_right_way(memory: Remembering, me: int) -> None:
    identical = memory.ask(me, SAID[2]).hits[0]
    related = memory.ask(me, "Does Clara still play the cello?").hits[0]
    unrelated = memory.ask(me, "What is the melting point of tungsten?").near_misses[0]
    assert identical.text == related.text == SAID[2]
    assert identical.score == pytest.approx(1.0)
    assert identical.vector > related.vector > unrelated.vector
    assert identical.score >= related.score > unrelated.score


def test_the_exact_sentence_of_fifty_turns_ago_is_first(memory: Remembering) -> None:
    person = memory.person()
    session = memory.session(person)
    sentence = "The garden gate squeaks when the wind turns north"
    memory.tell(session, sentence, "Oil the hinges.")
    for number in range(50):
        memory.tell(
            session, f"The garden gate and the wind, part {number}: it squeaks a bit", "The gate squeaks, north"
        )
    assert memory.found(person, sentence)[0] == sentence


@pytest.mark.parametrize("with_model", [True, False])
@pytest.mark.parametrize("question", ["ZX-9931", "Who sent me ZX-9931 and when should it be paid?", "血压150/95"])
def test_a_rare_string_is_always_found(memory: Remembering, me: int, question: str, with_model: bool) -> None:
    memory.embedder.loaded = with_model
    assert memory.ask(me, question).hits[0].score == 1.0
    assert ("ZX-9931" in memory.found(me, question)[0]) or ("150/95" in memory.found(me, question)[0])


def test_meaning_is_found_without_a_shared_word(memory: Remembering) -> None:
    memory.embedder.meanings = {"physician": "doctor", "appointment": "visit"}
    person = memory.person()
    memory.tell(memory.session(person), "doctor visit")
    memory.tell(memory.session(person), "lawn mower")
    assert memory.found(person, "physician appointment") == ["doctor visit"]


def test_without_a_model_words_serve_and_the_note_says_so(memory: Remembering, me: int) -> None:
    memory.embedder.loaded = False
    result = memory.ask(me, "Where are the beehives and the barn?")
    assert [hit.text for hit in result.hits] == [SAID[0]]
    assert result.note == "off"
    assert result.hits[0].vector == 0.0


def test_a_failing_model_is_an_error_and_words_serve(memory: Remembering, me: int) -> None:
    memory.embedder.failing = True
    result = memory.ask(me, "Where are the beehives and the barn?")
    assert [hit.text for hit in result.hits] == [SAID[0]]
    assert result.note == "failed"
    assert result.error is not None
    assert result.error.code == "engine_crashed"


@pytest.mark.parametrize("question", ["", "  \n"])
def test_an_empty_question_is_a_state_of_its_own(memory: Remembering, me: int, question: str) -> None:
    result = memory.ask(me, question)
    assert (result.hits, result.note) == ((), "empty")


def test_no_memory_at_all_is_no_error(memory: Remembering) -> None:
    person = memory.person()
    assert memory.ask(person, "Where are the beehives?").note == "nothing_relevant"
    memory.embedder.loaded = False
    assert memory.ask(person, "Where are the beehives?").note == "off"


def test_turns_in_the_prompt_are_never_recalled(memory: Remembering) -> None:
    person = memory.person()
    session = memory.session(person)
    turns = [memory.tell(session, f"beehives in row {number}", f"Row {number} noted.") for number in range(8)]
    excluded = frozenset(turns[:5])
    result = memory.ask(person, "beehives in a row", exclude_turns=excluded)
    assert result.hits
    assert not excluded & {item.turn_id for item in (*result.hits, *result.near_misses)}


def test_nothing_of_another_person_is_found(memory: Remembering) -> None:
    rng = random.Random(3)
    words = ["beehive", "cello", "boiler", "invoice", "garden", "青霉素", "血压", "自行车"]
    people = [memory.person(f"p{number}") for number in range(20)]
    for number in range(200):
        person = people[number % 20]
        text = f"{' '.join(rng.choices(words, k=3))} secret{number % 20}x"
        memory.retrieval.index_turn(memory.say(memory.session(person), text), embed=False)
    while memory.retrieval.reembed_batch():
        pass
    memory.source.recall(minimum_score=0.0, top_k=50)
    for _ in range(50):
        number = rng.randrange(20)
        result = memory.ask(people[number], " ".join(rng.choices(words, k=3)))
        found = (*result.hits, *result.near_misses)
        assert found
        assert all(f"secret{number}x" in item.text for item in found)


def test_a_session_of_another_person_is_refused(memory: Remembering, me: int) -> None:
    other = memory.session(memory.person("other"))
    with pytest.raises(ValueError):
        memory.ask(me, "beehives", session_id=other)


def test_a_restricted_person_is_not_recalled(memory: Remembering, me: int) -> None:
    memory.store.write(lambda db: db.people.set_state(me, PersonState.RESTRICTED))
    assert memory.found(me, "Where are my beehives?") == []


def test_recall_can_be_switched_off(memory: Remembering, me: int) -> None:
    memory.source.recall(enabled=False)
    assert memory.ask(me, "Where are my beehives?").hits == ()


def test_top_k_and_minimum_are_settings(memory: Remembering) -> None:
    person = memory.person()
    for number in range(8):
        memory.tell(memory.session(person), f"beehives stand in garden number {number} near {SAID[number][:12]}")
    assert len(memory.found(person, "beehives garden")) == 5
    memory.source.recall(top_k=2)
    assert len(memory.found(person, "beehives garden")) == 2
    memory.source.recall(minimum_score=1.01)
    result = memory.ask(person, "beehives garden")
    assert (result.hits, result.note) == ((), "nothing_relevant")
    assert result.near_misses
    wide = RecallSettings(top_k=7, minimum_score=0.0)  # for one search, beyond the settings in force
    assert len(memory.found(person, "beehives garden", settings=wide)) == 7
    assert memory.found(person, "beehives garden") == []
    assert memory.found(person, "beehives garden", settings=RecallSettings(enabled=False)) == []


def test_a_repeated_statement_takes_one_place(memory: Remembering) -> None:
    person = memory.person()
    for _ in range(3):
        memory.tell(memory.session(person), "beehives stand behind the barn")
    memory.tell(memory.session(person), "beehives need sugar in winter")
    assert sorted(memory.found(person, "beehives")) == [
        "beehives need sugar in winter",
        "beehives stand behind the barn",
    ]


def test_a_named_day_finds_what_was_said_then(memory: Remembering) -> None:
    person = memory.person()
    for days in range(1, 12):
        memory.tell(memory.session(person), f"note about weather and lunch number {days}", days_ago=days)
    # 15 May 2024 is a Wednesday: last Tuesday was yesterday.
    assert memory.found(person, "What was my lunch note last Tuesday?")[0].endswith(" 1")
    assert memory.found(person, "5月10日的 lunch note 是什么？")[0].endswith(" 5")


def test_a_follow_up_is_understood_from_what_was_said(memory: Remembering, me: int) -> None:
    assert memory.found(me, "And why?") == []
    result = memory.ask(me, "And what about it?", recent=["Tell me about the apricot jam I burned"])
    assert result.hits[0].text == SAID[3]
    assert result.query.endswith("And what about it?")


@pytest.mark.parametrize("thanks", ["Ha, good to know.", "Perfect, thank you, bye.", "好的好的，谢谢。"])
def test_thanks_do_not_recall_what_was_asked_before(memory: Remembering, me: int, thanks: str) -> None:
    recent = ["Tell me about the apricot jam I burned"]
    assert memory.ask(me, recent[0]).hits

    result = memory.ask(me, thanks, recent=recent)

    assert (result.hits, result.note) == ((), "nothing_relevant")


def test_a_turn_edited_away_is_not_recalled(memory: Remembering) -> None:
    person = memory.person()
    session = memory.session(person)
    first = memory.tell(session, "hello there friend")
    memory.tell(session, "beehives stand in the meadow", parent=first)
    memory.tell(session, "beehives stand behind the barn", parent=first)
    found = memory.found(person, "Where do the beehives stand?")
    assert "beehives stand behind the barn" in found
    assert "beehives stand in the meadow" not in found


def test_indexing_twice_changes_nothing(memory: Remembering) -> None:
    person = memory.person()
    turn = memory.tell(memory.session(person), "beehives", "Nice.")
    before = memory.store.read(lambda db: db.chunks.of_turn(turn))
    count = len(memory.embedder.embedded)
    memory.retrieval.index_turn(turn)
    assert memory.store.read(lambda db: db.chunks.of_turn(turn)) == before
    assert len(memory.embedder.embedded) == count


def test_a_new_turn_becomes_context_of_the_one_before(memory: Remembering) -> None:
    session = memory.session(memory.person())
    first = memory.tell(session, "I bought a boat.", "What colour?")
    memory.tell(session, "Bright green.", "Lovely.")
    reply = memory.store.read(lambda db: db.chunks.of_turn(first))[1]
    assert reply.indexed_text == "I bought a boat.\nWhat colour?\nBright green."
    assert memory.store.read(lambda db: db.chunks.count_missing_vectors()) == 0


def test_a_turn_that_is_gone_is_passed_over(memory: Remembering) -> None:
    turn = memory.say(memory.session(memory.person()), "beehives")
    memory.store.write(lambda db: db.turns.delete(turn))
    memory.retrieval.index_turn(turn)


def test_what_was_erased_is_gone_from_neighbours_too(memory: Remembering) -> None:
    person = memory.person()
    session = memory.session(person)
    memory.tell(session, "hello there friend", "Hi.")
    secret = memory.tell(session, "The password is Rumpelstilzchen.", "I forget it.")
    memory.tell(session, "What a day it was", "Indeed.")
    memory.store.write(lambda db: db.turns.delete(secret))
    chunks = memory.store.read(lambda db: db.chunks.of_person(person))
    assert not any("Rumpelstilzchen" in chunk.indexed_text for chunk in chunks)


def test_another_model_embeds_everything_again_in_steps(memory: Remembering, me: int) -> None:
    memory.embedder.fingerprint = "words-2"
    assert memory.found(me, "Where are the beehives and the barn?") == [SAID[0]]  # words serve meanwhile
    assert memory.store.read(lambda db: db.chunks.count_missing_vectors()) == len(SAID)
    while memory.retrieval.reembed_batch():
        pass
    assert memory.store.read(lambda db: db.chunks.count_missing_vectors()) == 0
    assert memory.ask(me, "Where are the beehives and the barn?").hits[0].vector > 0


def test_reembedding_resumes_after_a_crash_of_the_model(memory: Remembering, me: int) -> None:
    memory.embedder.fingerprint = "words-2"
    memory.embedder.failing = True
    with pytest.raises(UserError):
        memory.retrieval.reembed_batch()
    memory.embedder.failing = False
    assert memory.retrieval.reembed_batch() == 0


def test_the_snippet_says_where_it_comes_from(memory: Remembering) -> None:
    person = memory.person()
    session = memory.session(person, "bees")
    memory.tell(session, "hello there friend", "Hi.")
    turn = memory.tell(session, "我养了两箱蜜蜂，在谷仓后面", "蜂蜜够吃一年。", days_ago=2)
    (hit, *_) = memory.ask(person, "蜜蜂养在哪里？").hits
    assert (hit.session_id, hit.session_title, hit.turn_id, hit.ordinal) == (session, "bees", turn, 1)
    assert hit.said_at_ms == NOW_MS - 2 * 86_400_000
    assert hit.text == "我养了两箱蜜蜂，在谷仓后面\n蜂蜜够吃一年。"


def test_an_excluded_turn_is_passed_over_until_it_is_allowed_again(memory: Remembering) -> None:
    person = memory.person()
    turn = memory.tell(memory.session(person), "The beehives stand behind the barn.")
    other = memory.tell(memory.session(memory.person("other")), "The beehives stand in the garden.")
    memory.store.write(lambda db: db.recall_exclusions.add(turn, now_ms=1))
    memory.store.write(lambda db: db.recall_exclusions.add(other, now_ms=2))
    result = memory.ask(person, "Where do the beehives stand?")
    assert (result.hits, result.near_misses) == ((), ())
    assert memory.store.read(lambda db: db.recall_exclusions.turns_of(person)) == {turn}
    memory.store.write(lambda db: db.recall_exclusions.remove(turn))
    assert memory.found(person, "Where do the beehives stand?") == ["The beehives stand behind the barn."]
