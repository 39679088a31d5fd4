from __future__ import annotations

from desktop_app.domain.chunking import (
    MAX_CHINESE_CHARACTERS,
    MAX_OTHER_CHARACTERS,
    TurnContext,
    Utterance,
    chunks_of,
    embedded_texts,
    terms_of,
)
from desktop_app.domain.conversation import ASSISTANT, PERSON
from desktop_app.domain.memory import ChunkPart


def said(text: str, speaker: str = PERSON) -> Utterance:
    return Utterance(speaker, text)


def test_a_chinese_turn_is_one_chunk_with_the_opening_in_front() -> None:
    around = TurnContext(opening=said("心脏早搏怎么办"), before=said("做过检查吗", ASSISTANT))
    (chunk,) = chunks_of(said("吃什么药"), said("稳心颗粒", ASSISTANT), around)
    assert chunk.part is ChunkPart.BOTH
    assert chunk.text == "吃什么药\n稳心颗粒"
    assert chunk.indexed_text == "心脏早搏怎么办\n吃什么药\n稳心颗粒"
    assert chunk.is_chinese


def test_an_english_turn_is_two_chunks_each_with_its_neighbours() -> None:
    around = TurnContext(
        opening=said("Hello"), before=said("How are you?", ASSISTANT), after=said("Three years old."), names={}
    )
    question, reply = chunks_of(said("I got a dog."), said("How old?", ASSISTANT), around)
    assert (question.part, question.text) == (ChunkPart.QUESTION, "I got a dog.")
    assert question.indexed_text == "How are you?\nI got a dog.\nHow old?"
    assert (reply.part, reply.text) == (ChunkPart.REPLY, "How old?")
    assert reply.indexed_text == "I got a dog.\nHow old?\nThree years old."
    assert [chunk.position for chunk in (question, reply)] == [0, 1]


def test_names_and_family_words_stand_in_front() -> None:
    (chunk,) = chunks_of(said("她血压高", "family:妈妈"), None, TurnContext(names={PERSON: "王芳"}))
    assert chunk.text == "妈妈: 她血压高"
    (chunk,) = chunks_of(said("I sold it."), None, TurnContext(names={PERSON: "Ann"}))
    assert chunk.text == "Ann: I sold it."


def test_long_messages_are_cut_at_sentences_and_lose_nothing() -> None:
    sentences = [f"第{number}点要注意休息，按时吃药，定期复查。" for number in range(80)]
    answer = "".join(sentences)
    chunks = chunks_of(said("怎么办"), said(answer, ASSISTANT), TurnContext())
    replies = [chunk for chunk in chunks if chunk.part is ChunkPart.REPLY]
    assert len(replies) > 1
    assert "".join(chunk.text for chunk in replies) == answer
    assert all(len(chunk.text) <= MAX_CHINESE_CHARACTERS and chunk.text.endswith("。") for chunk in replies)
    assert all(chunk.indexed_text.startswith("怎么办\n") for chunk in replies)


def test_text_without_sentences_is_cut_all_the_same() -> None:
    chunks = chunks_of(said("x" * 5000), None, TurnContext())
    assert "".join(chunk.text for chunk in chunks) == "x" * 5000
    assert all(len(chunk.text) <= MAX_OTHER_CHARACTERS for chunk in chunks)


def test_neighbours_are_kept_short() -> None:
    around = TurnContext(before=said("b" * 5000, ASSISTANT))
    (chunk,) = chunks_of(said("What now?"), None, around)
    assert len(chunk.indexed_text) < MAX_OTHER_CHARACTERS


def test_nothing_said_gives_no_chunk() -> None:
    assert chunks_of(said("  "), None, TurnContext()) == []
    assert [chunk.part for chunk in chunks_of(said(""), said("Hi there", ASSISTANT), TurnContext())] == [
        ChunkPart.REPLY
    ]
    assert [chunk.part for chunk in chunks_of(said("Hi there"), said(" ", ASSISTANT), TurnContext())] == [
        ChunkPart.QUESTION
    ]


def test_a_single_message_is_embedded_alone_and_in_context() -> None:
    assert embedded_texts(ChunkPart.REPLY, "b", "a\nb\nc") == ("a\nb\nc", "b")
    assert embedded_texts(ChunkPart.BOTH, "b", "a\nb") == ("a\nb",)
    assert embedded_texts(ChunkPart.QUESTION, "b", "b") == ("b",)
    assert terms_of(ChunkPart.REPLY, "dog", "cat\ndog").split() == ["cat", "dog", "dog"]
    assert terms_of(ChunkPart.BOTH, "dog", "cat\ndog").split() == ["cat", "dog"]
