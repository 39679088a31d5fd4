"""Remember, forget, what do you know, ask the record: over a real vault, without the model."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from desktop_app.domain.choices import TurnChoices
from desktop_app.domain.conversation import CLINICIAN, DOCUMENT, MEMORY, PERSON, FinishReason, VaultKind
from desktop_app.domain.memory import Category, Fact, FactState
from desktop_app.domain.turn_links import plain_words
from desktop_app.services.asked import MemoryAnswer
from desktop_app.services.facade import Services
from desktop_app.ui.transcript.turn_copy import as_text
from tests.scripted_program import scripted_program


class Talk:
    """A session of a person, answered from memory or recorded."""

    def __init__(self, services: Services, name: str = "Ann", speaker: str = PERSON) -> None:
        self.services = services
        self.speaker = speaker
        self.person = services.people.create(name)
        self.session = services.sessions.create(self.person.id).id

    def ask(self, text: str) -> MemoryAnswer:
        answer = self.services.asked.answer(self.session, text, self.speaker)
        assert answer is not None, text
        return answer

    def reply(self, text: str) -> str:
        reply = self.ask(text).turn.reply
        assert reply is not None
        return reply.text

    def record(self, text: str) -> None:
        self.services.chat.record(self.session, text, self.speaker)
        assert self.services.consolidation.wait()

    def record_answer(self, text: str) -> str:
        reply = self.services.asked.ask_record(self.session, text, self.speaker).reply
        assert reply is not None
        return reply.text

    @property
    def facts(self) -> list[Fact]:
        return self.services.memory.facts(self.person.id)

    @property
    def held(self) -> list[tuple[Category, str]]:
        return [(fact.category, fact.value) for fact in self.facts if fact.state is FactState.ACTIVE]


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Talk]:
    """A personal vault in which no model is loaded: nothing here may need one."""
    with scripted_program(tmp_path, load=False) as services:
        yield Talk(services)


@pytest.fixture
def ward(tmp_path: Path) -> Iterator[Talk]:
    """A clinical vault."""
    with scripted_program(tmp_path, kind=VaultKind.CLINICAL, load=False) as services:
        yield Talk(services, "王芳", CLINICIAN)


# --- remember


@pytest.mark.parametrize(
    ("text", "category", "value"),
    [
        ("Remember that I'm allergic to penicillin.", Category.ALLERGY, "penicillin"),
        ("请记住我对青霉素过敏。", Category.ALLERGY, "青霉素"),
        ("记一下：血压150/95", Category.MEASUREMENT, "血压150/95"),
        ("Remember: the spare key is with Mrs Hill", Category.OTHER, "the spare key is with Mrs Hill"),
        ("请记住车位在B2", Category.OTHER, "车位在B2"),
    ],
)
def test_remember_adds_a_fact_with_the_words_of_the_message(
    talk: Talk, text: str, category: Category, value: str
) -> None:
    answer = talk.ask(text)

    [fact] = talk.facts
    assert (fact.category, fact.value, fact.state) == (category, value, FactState.ACTIVE)
    assert text[fact.start : fact.end] == value
    assert fact.quote in text
    assert (fact.turn_id, fact.speaker) == (answer.turn.id, PERSON)
    assert fact.pinned  # sent before what was only picked up
    assert [one.id for one in answer.facts] == [fact.id]
    assert answer.turn.finish_reason is FinishReason.GIVEN
    assert answer.turn.reply is not None
    assert answer.turn.reply.speaker == MEMORY
    assert value in answer.turn.reply.text


@pytest.mark.parametrize(
    "asked", ["请记住：我女儿陆小雨明年６月高考", "Remember that my daughter sits her exams next June"]
)
def test_what_was_asked_to_be_remembered_comes_before_what_was_picked_up(tmp_path: Path, asked: str) -> None:
    """In another session, with a question about something else and a budget that does not hold all facts."""
    with scripted_program(tmp_path, context_length=2048) as services:
        settings = services.settings.get()
        services.settings.update(replace(settings, context=replace(settings.context, facts_budget_tokens=85)))
        talk = Talk(services)
        for text in ("我是地铁司机", "我住在成都", "我不喝酒", "我喜欢钓鱼", "我老婆是幼儿园老师"):
            talk.record(text)
        remembered = talk.ask(asked).facts
        session = services.sessions.create(talk.person.id).id
        ledger = services.context.preview(session, "今天吃什么好呢？", PERSON)
        assert remembered
        assert {fact.id for fact in remembered} <= set(ledger.fact_ids)
        assert len(ledger.fact_ids) < len(talk.facts)


def test_what_no_rule_reads_of_a_statement_is_remembered_word_for_word(talk: Talk) -> None:
    words = "我妹陆晓梅下个月8号来住几天，她不吃辣"
    remembered = talk.ask(f"记一下，{words}").facts
    assert any(fact.value == words for fact in remembered)
    assert any("辣" in fact.value and fact.value != words for fact in remembered), "and what the rules read of it"
    (whole,) = talk.ask("Remember that I'm allergic to penicillin").facts
    assert whole.value == "penicillin"


def test_remember_is_answered_in_the_language_of_the_question(talk: Talk) -> None:
    assert talk.reply("请记住我不吃香菜").startswith("已记住：")
    assert talk.reply("Remember that I like coriander after all").startswith("Remembered:")


def test_background_work_finds_nothing_more_in_a_command(talk: Talk) -> None:
    talk.ask("Remember that I'm allergic to penicillin")
    talk.ask("Forget that I'm allergic to penicillin")
    assert talk.services.consolidation.wait()
    assert talk.facts == []


def test_undoing_remember_takes_the_fact_back_and_forbids_nothing(talk: Talk) -> None:
    answer = talk.ask("Remember that I'm allergic to penicillin")
    assert answer.changed is not None
    talk.services.memory.undo(answer.changed)
    assert talk.held == []
    talk.record("I'm allergic to penicillin")
    assert talk.held == [(Category.ALLERGY, "penicillin")]


def test_remember_tells_and_undo_restores_what_it_replaced(talk: Talk) -> None:
    talk.record("I live in Lyon")
    answer = talk.ask("Remember that I live in Bern")
    assert answer.turn.reply is not None
    assert "It takes the place of:" in answer.turn.reply.text
    assert talk.held == [(Category.RESIDENCE, "Bern")]
    assert answer.changed is not None
    talk.services.memory.undo(answer.changed)
    assert talk.held == [(Category.RESIDENCE, "Lyon")]


def test_remember_says_what_it_contradicts(talk: Talk) -> None:
    talk.record("I'm not allergic to penicillin")
    reply = talk.reply("Remember that I'm allergic to penicillin")
    assert "contradicts" in reply
    assert {fact.state for fact in talk.facts} == {FactState.CONFLICT}


def test_what_is_known_already_is_noted_again(talk: Talk) -> None:
    talk.record("I'm allergic to penicillin")
    reply = talk.reply("Remember that I'm allergic to penicillin")
    assert reply.startswith("This was known already")
    assert len(talk.facts) == 1


def test_a_document_gives_no_commands(talk: Talk) -> None:
    assert talk.services.asked.answer(talk.session, "Remember that I'm allergic to penicillin", DOCUMENT) is None


# --- forget


def test_forget_with_one_match_forgets_and_can_be_undone(talk: Talk) -> None:
    talk.record("I'm allergic to penicillin. I smoke.")
    answer = talk.ask("forget that I'm allergic to penicillin")
    assert talk.held == [(Category.HABIT, "smoke")]
    assert answer.choices == ()
    assert answer.turn.reply is not None
    assert "penicillin" in answer.turn.reply.text
    assert answer.changed is not None
    talk.services.memory.undo(answer.changed)
    assert (Category.ALLERGY, "penicillin") in talk.held


def test_what_was_forgotten_is_not_learnt_again_until_it_is_asked_for(talk: Talk) -> None:
    talk.record("我对青霉素过敏")
    talk.ask("忘掉我对青霉素过敏这件事")
    talk.record("我对青霉素过敏")
    assert talk.held == []
    talk.ask("请记住我对青霉素过敏")
    assert talk.held == [(Category.ALLERGY, "青霉素")]
    talk.record("我对青霉素过敏")
    assert talk.held == [(Category.ALLERGY, "青霉素")]


def test_forget_with_several_matches_asks_which(talk: Talk) -> None:
    talk.record("I take aspirin and metoprolol")
    answer = talk.ask("Forget what I said about my medication")
    assert sorted(fact.value for fact in answer.choices) == ["aspirin", "metoprolol"]
    assert answer.changed is None
    assert len(talk.held) == 2
    aspirin = next(fact for fact in answer.choices if fact.value == "aspirin")
    change = talk.services.memory.forget(aspirin.id)
    assert [value for _, value in talk.held] == ["metoprolol"]
    talk.services.memory.undo(change)
    assert len(talk.held) == 2


def test_forget_in_words_that_may_mean_something_else_asks_first(talk: Talk) -> None:
    talk.record("我对青霉素过敏")
    answer = talk.ask("忘掉青霉素")
    assert [fact.value for fact in answer.choices] == ["青霉素"]
    assert len(talk.held) == 1


def test_forget_that_fits_nothing_changes_nothing(talk: Talk) -> None:
    talk.record("I smoke")
    assert "Nothing was changed" in talk.reply("forget that my sister lives in Lyon")
    assert len(talk.held) == 1


@pytest.mark.parametrize("text", ["忘掉我钓鱼的事", "忘掉钓鱼", "忘了钓鱼的事吧"])
def test_forget_that_fits_no_fact_tells_in_which_turns_the_words_stand(talk: Talk, text: str) -> None:
    talk.record("今天天气不错")
    talk.record("府南河边钓鱼的人真多")
    talk.ask("忘掉钓鱼")  # a command is no place where it was said
    answer = talk.ask(text)
    assert answer.changed is None
    assert answer.turn.reply is not None
    reply = answer.turn.reply.text
    said = talk.services.sessions.page(talk.session).turns[1]
    assert "钓鱼”相符的内容，未作任何改动" in reply
    assert f"[第 2 轮](turn:{talk.session}/{said.id})" in reply
    assert reply.count("](turn:") == 1


def test_a_fact_is_named_with_whose_it_is(talk: Talk) -> None:
    talk.record("周末常去府南河钓鱼")
    assert [fact.category for fact in talk.ask("忘掉我钓鱼的事").choices] == [Category.PLAN]


def test_forget_names_the_turn_that_says_most_of_the_words_in_any_session(talk: Talk) -> None:
    talk.record("每天四点半出车，时间很紧")
    talk.record("时间过得真快")
    first = talk.session
    talk.services.sessions.rename(first, "第一天")
    talk.session = talk.services.sessions.create(talk.person.id).id
    reply = talk.reply("忘掉出车时间吧")
    assert "[“第一天”第 1 轮](turn:" in reply
    assert "第 2 轮" not in reply
    talk.record("The fishing boats at the quay were red")
    talk.record("That is a good fish soup? no, a good cake")
    assert "[turn 2](turn:" in talk.reply("forget that I go fishing")
    assert "turn:" not in talk.reply("forget that I go skiing")


def test_words_of_somebody_else_are_not_pointed_at(talk: Talk) -> None:
    other = Talk(talk.services, "Ben")
    other.record("周末常去府南河钓鱼")
    assert "turn:" not in talk.reply("忘掉钓鱼")


def test_what_only_begins_like_a_wish_to_forget_is_for_the_model(talk: Talk) -> None:
    for text in ("忘掉烦恼的歌词是什么？", "我忘了带药", "忘了带药", "忘掉过去真难"):
        assert talk.services.asked.answer(talk.session, text, PERSON) is None


def test_forget_everything_asks(talk: Talk) -> None:
    talk.record("I smoke. I take aspirin.")
    assert len(talk.ask("Forget everything you know about me").choices) == 2


# --- what do you know


def test_what_do_you_know_tells_facts_with_quote_date_and_speaker(talk: Talk) -> None:
    talk.record("I'm allergic to penicillin")
    talk.services.chat.record(talk.session, "He was born in Lyon. His mother has diabetes.", "family:wife")
    reply = talk.reply("What do you know about me?")
    assert "allergy: penicillin" in reply
    assert "— “I'm allergic to penicillin” (you, [2026-" in reply
    assert "turn:" in reply


@pytest.mark.parametrize("text", ["你都知道我什么？", "关于青霉素你知道什么"])
def test_what_do_you_know_in_chinese(talk: Talk, text: str) -> None:
    talk.record("我对青霉素过敏")
    reply = talk.reply(text)
    assert "过敏：青霉素" in reply
    assert "“我对青霉素过敏”（您，[2026-" in reply


def test_a_topic_finds_facts_in_the_other_language(talk: Talk) -> None:
    talk.record("我对青霉素过敏。我抽烟。")
    reply = talk.reply("What do you know about penicillin?")
    assert "青霉素" in reply
    assert "抽烟" not in reply


def test_what_nobody_told_is_a_question_for_the_model(talk: Talk) -> None:
    talk.record("I smoke")
    for text in ("What do you know about penicillin?", "what do you know about her?", "关于糖尿病你知道什么"):
        assert talk.services.asked.answer(talk.session, text, PERSON) is None
    assert len(talk.services.sessions.page(talk.session).turns) == 1


def test_her_means_those_of_the_family(talk: Talk) -> None:
    talk.record("My mother has diabetes. My brother has asthma. I smoke.")
    reply = talk.reply("What do you know about her?")
    assert "diabetes" in reply
    assert "asthma" not in reply
    assert "smoke" not in reply


def test_nothing_is_held_yet(talk: Talk) -> None:
    assert talk.reply("What do you know about me?") == "Nothing is held yet."


def test_in_a_clinical_vault_it_is_about_the_patient(ward: Talk) -> None:
    ward.record("患者男68岁，青霉素过敏")
    for text in ("你都知道她什么", "你都知道我什么", "What do you know about the patient?"):
        reply = ward.reply(text)
        assert "王芳" in reply
        assert "青霉素" in reply


def test_another_persons_facts_are_never_told(talk: Talk) -> None:
    other = Talk(talk.services, "The novel")
    other.record("I'm allergic to penicillin")
    assert talk.reply("What do you know about me?") == "Nothing is held yet."
    assert talk.record_answer("What am I allergic to?") == "There is nothing in the record about this."


# --- as a turn


def test_the_record_of_a_command_is_truthful(talk: Talk) -> None:
    answer = talk.ask("Remember that I'm allergic to penicillin")
    record = talk.services.records.record(answer.turn.id)
    assert (record["finish_reason"], record["prompt_tokens"], record["kept"]) == ("given", 0, [])
    assert record["user"] == "Remember that I'm allergic to penicillin"
    [fact] = record["facts"]  # type: ignore[misc]
    assert fact["value"] in fact["quote"]


def test_answers_and_what_is_to_be_forgotten_are_not_recalled(tmp_path: Path) -> None:
    with scripted_program(tmp_path) as services:
        talk = Talk(services)
        talk.ask("Remember: the spare key is with Mrs Hill")
        talk.ask("Forget that my sister lives in Lyon")
        talk.ask("What do you know about me?")
        services.chat.send(talk.session, "a question about gardening", PERSON)
        assert services.consolidation.wait()
        fresh = services.sessions.create(talk.person.id).id

        preview = services.context.preview(fresh, "Where is the spare key?", PERSON)
        assert [snippet.text for snippet in preview.recalled] == ["Remember: the spare key is with Mrs Hill"]
        preview = services.context.preview(fresh, "Does my sister live in Lyon?", PERSON)
        assert preview.recalled == ()


def test_a_turn_that_was_answered_from_memory_is_not_shown_to_the_model(tmp_path: Path) -> None:
    with scripted_program(tmp_path) as services:
        talk = Talk(services)
        talk.ask("Remember that I'm allergic to penicillin")
        turn = services.chat.send(talk.session, "hello", PERSON)
        record = services.records.record(turn.id)
        assert record["kept"] == []
        [clipped] = record["clipped"]
        assert (clipped["turn"], clipped["reason"]) == (0, "excluded")
        assert sum(record["sections"].values()) == record["prompt_tokens"]  # type: ignore[attr-defined]


# --- ask the record


def test_the_record_answers_with_facts_and_quotes(talk: Talk) -> None:
    talk.record("I'm allergic to penicillin")
    talk.record("The roof was repaired in May by Mr Stone")
    reply = talk.record_answer("Am I allergic to penicillin?")
    assert "allergy: penicillin" in reply
    reply = talk.record_answer("Who repaired the roof?")
    assert "“The roof was repaired in May by Mr Stone” (you, " in reply
    assert "turn:" in reply


def test_the_record_quotes_people_and_neither_the_model_nor_commands(talk: Talk) -> None:
    said = "在成都开地铁的，4号线司机"
    talk.services.chat.give(talk.session, said, PERSON, "我的工作是开火锅店，开地铁也不错。")
    talk.services.chat.give(talk.session, "忘掉开地铁", PERSON, "忘掉开地铁。")
    talk.services.chat.give(talk.session, "讲个笑话吧", PERSON, "成都的地铁里有个司机。")
    assert talk.services.consolidation.wait()
    reply = talk.record_answer("成都开地铁的4号线司机是谁？")
    assert said in reply
    assert "火锅店" not in reply
    assert "忘掉" not in reply
    assert "助手" not in reply
    assert "笑话" not in reply


def _facts_told(reply: str) -> list[str]:
    lines = reply.partition("事实：")[2].partition("原话：")[0].splitlines()
    return [line.removeprefix("- ").partition("，原话")[0] for line in lines if line.startswith("- ")]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("我能吃虾饺吗", ["过敏：虾", "过敏：青霉素"]),
        ("阿莫西林可以吃吗？", ["过敏：虾", "过敏：青霉素"]),
        ("我在哪上班", ["职业：地铁司机"]),
        ("我是做什么工作的", ["职业：地铁司机"]),
        ("我老婆是干嘛的", ["老婆的职业：幼儿园老师"]),
    ],
)
def test_the_record_puts_the_facts_that_decide_the_question_first(talk: Talk, question: str, told: list[str]) -> None:
    for text in ("我对青霉素过敏", "我对虾过敏", "我是地铁司机", "我老婆是幼儿园老师", "高压142，低压91"):
        talk.record(text)
    assert sorted(_facts_told(talk.record_answer(question))[: len(told)]) == sorted(told)
    if "虾" in question:
        assert _facts_told(talk.record_answer(question))[0] == "过敏：虾"
    else:
        assert len(_facts_told(talk.record_answer(question))) == len(told)


def test_the_record_puts_allergies_first_in_english_too(talk: Talk) -> None:
    for text in ("I'm allergic to shrimp", "I take metoprolol", "I work as a nurse"):
        talk.record(text)
    reply = talk.record_answer("Can I eat shrimp dumplings?")
    assert reply.startswith("Facts:\n\n- allergy: shrimp")
    assert "metoprolol" not in reply
    assert "nurse" in talk.record_answer("Where do I work?")


def test_the_record_says_when_it_holds_nothing(talk: Talk) -> None:
    talk.record("我对青霉素过敏")
    assert talk.record_answer("月球离地球有多远？") == "记录中没有相关内容。"


def test_a_question_to_the_record_leaves_no_fact_and_no_memory(talk: Talk) -> None:
    talk.record_answer("I'm allergic to penicillin")
    assert talk.services.consolidation.wait()
    assert talk.facts == []
    assert talk.record_answer("allergic to penicillin?") == "There is nothing in the record about this."


def test_an_answer_travels_as_words_without_its_links(tmp_path: Path) -> None:
    with scripted_program(tmp_path, context_length=2048) as services:
        talk = Talk(services)
        talk.record("The C++ course is on Tuesdays.")
        answer = talk.record_answer("When is the C++ course?")
        assert "](turn:" in answer, "in the conversation it leads there"
        hits = services.search.find(talk.person.id, "course is on")
        (said,) = [hit.passage.text for hit in hits if hit.message.speaker == MEMORY]
        assert said == plain_words(answer).replace("\n", " ")
        assert "C++" in said
        assert services.search.find(talk.person.id, "turn:1") == ()

        asked = services.chat.send(talk.session, "Thank you.", PERSON)

        ledger = services.context.ledger(asked.id)
        assert ledger is not None
        prompt = "".join(piece.text for piece in ledger.pieces)
        assert "The C++ course is on Tuesdays." in prompt
        assert "turn:" not in prompt
        copied = as_text(services.sessions.page(talk.session).turns[1])
        assert "C++" in copied
        assert "turn:" not in copied


def test_the_record_is_found_by_a_name_among_other_words(talk: Talk) -> None:
    talk.ask("Remember that Odile's twin brother drowned in 1987")
    assert "twin brother" in talk.record_answer("Who is Odile and what about the lighthouse Bastien?")
    assert "twin brother" not in talk.record_answer("Who is Ilse and what about the lighthouse Bastien?")


# --- what the model is shown of all this


def prompt_of(services: Services, turn_id: int) -> str:
    ledger = services.context.ledger(turn_id)
    assert ledger is not None
    return "".join(piece.text for piece in ledger.pieces)


def test_nothing_of_a_forgetting_comes_into_a_later_prompt(tmp_path: Path) -> None:
    with scripted_program(tmp_path) as services:
        talk = Talk(services)
        talk.record("My mother has diabetes")
        elsewhere = services.sessions.create(talk.person.id).id
        answer = services.asked.answer(elsewhere, "Forget that my mother has diabetes", PERSON)
        assert answer is not None
        turn = services.chat.send(elsewhere, "What did she say?", PERSON)
        told = services.context.ledger(turn.id)
        assert told is not None
        # What was said before stays where it was said; the forgetting adds nothing, by title, recall or history.
        assert not any("Forget that" in piece.text for piece in told.pieces)
        assert "diabetes" not in services.sessions.get(elsewhere).title
        assert told.kept == ()
        assert [clipped.turn_id for clipped in told.clipped] == [answer.turn.id]


def test_the_newest_turn_that_stays_is_one_the_model_answered(tmp_path: Path) -> None:
    with scripted_program(tmp_path, context_length=300) as services:
        talk = Talk(services)
        services.chat.send(talk.session, "Tell me of the harbour. " * 6, PERSON)
        for _ in range(3):
            talk.ask("What do you know about me?")
        turn = services.chat.send(talk.session, "And of the river?", PERSON)
        record = services.records.record(turn.id)
        assert record["kept"] == [0]
        assert [(one["turn"], one["value"]) for one in record["clipped"]] == [(1, 0.0), (2, 0.0), (3, 0.0)]


def test_a_pinned_answer_from_memory_is_sent_and_unpinned_no_longer(tmp_path: Path) -> None:
    with scripted_program(tmp_path) as services:
        talk = Talk(services)
        asked = talk.ask("Remember that I'm allergic to penicillin").turn
        services.sessions.pin_turn(asked.id, True)
        turn = services.chat.send(talk.session, "hello", PERSON)
        assert "Remember that I'm allergic" in prompt_of(services, turn.id)
        services.sessions.pin_turn(asked.id, False)
        turn = services.chat.send(talk.session, "hello again", PERSON)
        assert "Remember that I'm allergic" not in prompt_of(services, turn.id)
        back = services.context.preview(
            talk.session, "once more", PERSON, choices=TurnChoices(bring_back=frozenset({asked.id}))
        )
        assert 0 in back.kept


def test_an_answer_from_memory_in_between_leaves_the_prompt_before_it_as_it_was(tmp_path: Path) -> None:
    with scripted_program(tmp_path) as services:
        talk = Talk(services)
        for text in ("Tell me of the harbour", "And of the river"):
            services.chat.send(talk.session, text, PERSON)
        talk.ask("What do you know about me?")
        turn = services.chat.send(talk.session, "And of the hills", PERSON)
        ledger = services.context.ledger(turn.id)
        assert ledger is not None
        assert ledger.kept == (0, 1)
        assert ledger.broke_prefix == ""
        assert services.records.record(turn.id)["prompt_sha256"] == ledger.sha256


def test_an_answer_from_memory_leaves_what_was_said_before_its_value(tmp_path: Path) -> None:
    with scripted_program(tmp_path, context_length=420, reserve=32) as services:
        talk = Talk(services)
        first = services.chat.send(talk.session, "I take 80 mg of valsartan every morning for my blood", PERSON)
        talk.ask("Remember that I take 80 mg of valsartan every morning for my blood")
        for number in range(12):
            last = services.chat.send(talk.session, f"Tell me about harbour number {number} and its boats", PERSON)
        ledger = services.context.ledger(last.id)
        assert ledger is not None
        out = {one.turn_id: one.reason.value for one in ledger.clipped}
        assert out.get(first.id) not in ("duplicate", "near_duplicate")


@pytest.mark.parametrize(
    ("said", "forget", "done", "undone"),
    [
        ("I'm allergic to penicillin", "Forget about penicillin", "Forgotten:", "Undone:"),
        ("我对青霉素过敏", "忘掉青霉素", "已忘掉：", "已撤销"),
    ],
)
def test_what_was_chosen_is_told_in_the_answer_that_asked(
    talk: Talk, said: str, forget: str, done: str, undone: str
) -> None:
    talk.record(said)
    answer = talk.ask(forget)
    assert answer.choices
    assert answer.turn.reply is not None
    assert done not in answer.turn.reply.text
    before = talk.services.asked.forget_chosen(answer.turn.id, [fact.id for fact in answer.choices])
    assert talk.held == []
    told = talk.services.sessions.page(talk.session).turns[-1].reply
    assert told is not None
    assert told.text.startswith(answer.turn.reply.text)
    assert done in told.text
    talk.services.asked.undo(answer.turn.id, before)
    assert len(talk.held) == 1
    told = talk.services.sessions.page(talk.session).turns[-1].reply
    assert told is not None
    assert told.text.index(undone) > told.text.index(done)


def test_what_is_chosen_is_forgotten_although_its_turn_is_deleted(talk: Talk) -> None:
    talk.record("I'm allergic to penicillin")
    answer = talk.ask("Forget about penicillin")
    talk.services.sessions.delete_turn(answer.turn.id)
    talk.services.asked.forget_chosen(answer.turn.id, [fact.id for fact in answer.choices])
    assert talk.held == []


# --- what is not read yet


def test_what_was_just_said_is_read_before_the_memory_answers(talk: Talk) -> None:
    talk.services.chat.record(talk.session, "I'm allergic to penicillin", PERSON)  # nobody waits for the work
    assert "penicillin" in talk.reply("What do you know about me?")
    talk.services.chat.record(talk.session, "My sister lives in Lyon", PERSON)
    assert "allergy" not in talk.record_answer("Where does my sister live?")
    assert "not read yet" not in talk.reply("What do you know about me?")


@pytest.mark.parametrize(
    ("question", "note"),
    [("What do you know about me?", "2 turns are not read yet"), ("你都知道我什么？", "还有 2 轮没有读完")],
)
def test_turns_that_cannot_be_read_now_are_told(
    talk: Talk, monkeypatch: pytest.MonkeyPatch, question: str, note: str
) -> None:
    monkeypatch.setattr("desktop_app.services.asked._READ_FIRST", 1)
    at_work = talk.services.consolidation._running
    assert at_work.acquire(timeout=5)  # the background work does not get to them
    try:
        for text in ("I'm allergic to penicillin", "I live in York", "I work as a nurse"):
            talk.services.chat.record(talk.session, text, PERSON)
        told = talk.reply(question)
    finally:
        at_work.release()
    assert note in told
    assert "York" not in told
