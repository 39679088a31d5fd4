"""Recall over a store of ordinary size: nothing for what was never said, always what holds a rare string."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.services.recall_fakes import Remembering, WordEmbedder

PLACES = ("kitchen", "garden", "cellar", "attic", "garage", "hall", "porch", "study", "larder", "stable", "loft")
THINGS = ("kettle", "ladder", "violin", "blanket", "lantern", "bicycle", "compass", "teapot")
OFF_TOPIC = (
    "What is the melting point of tungsten?",
    "Explain the offside rule in football",
    "Who composed the opera Tosca?",
    "How do glaciers carve valleys?",
    "火星有几颗卫星？",
    "怎么炒股？",
    "秦始皇统一了哪些国家？",
    "如何学习微积分？",
)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Remembering, int]]:
    """Eighty-eight memories, one of them with a string that stands nowhere else."""
    directory: Path = tmp_path_factory.mktemp("house")
    memory = Remembering(directory / "vault", WordEmbedder(dimensions=384))
    person = memory.person()
    session = memory.session(person)
    for place in PLACES:
        for thing in THINGS:
            code = " Its mark is QX-4471." if (place, thing) == ("loft", "lantern") else ""
            memory.tell(session, f"The {thing} of my aunt stands in the {place}.{code}", "Good to know.")
    yield memory, person
    memory.store.close()


@pytest.mark.parametrize("with_model", [True, False])
@pytest.mark.parametrize("question", OFF_TOPIC)
def test_what_was_never_talked_about_recalls_nothing(
    house: tuple[Remembering, int], question: str, with_model: bool
) -> None:
    memory, person = house
    memory.embedder.loaded = with_model

    result = memory.ask(person, question)

    assert result.hits == ()
    assert result.note == ("nothing_relevant" if with_model else "off")  # and no way around an empty choice


@pytest.mark.parametrize("with_model", [True, False])
@pytest.mark.parametrize("question", ["QX-4471", "What carries the mark qx-4471?", "QX-4471是什么？"])
def test_a_string_that_stands_in_one_of_eighty_eight_memories_brings_it(
    house: tuple[Remembering, int], question: str, with_model: bool
) -> None:
    memory, person = house
    memory.embedder.loaded = with_model

    first = memory.ask(person, question).hits[0]

    assert "QX-4471" in first.text
    assert first.score == 1.0


def test_an_identical_text_scores_above_a_related_one_and_both_above_the_rest(
    house: tuple[Remembering, int],
) -> None:
    memory, person = house
    memory.embedder.loaded = True
    identical = memory.ask(person, "The violin of my aunt stands in the cellar.").hits[0]
    related = memory.ask(person, "Where does the violin in the cellar stand?").hits[0]
    assert "violin" in identical.text
    assert "cellar" in identical.text
    assert 1.0 == identical.score >= related.score > 0.35
