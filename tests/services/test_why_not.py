"""Why is it not here? One vault for each step that can fail: the right step is named, with its setting."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from desktop_app.domain.choices import NO_CHOICES, TurnChoices
from desktop_app.domain.conversation import PERSON, FinishReason, MessageStatus, PersonState
from desktop_app.domain.events import Changed
from desktop_app.domain.ledger import Ledger
from desktop_app.domain.memory import SELF, Category, FactCandidate, FactState, FactStatus, Polarity
from desktop_app.domain.ports import ChatEngine
from desktop_app.domain.settings import ContextSettings, RecallSettings
from desktop_app.domain.why_not import Cause, Step, Trace
from desktop_app.services.bus import EventBus
from desktop_app.services.context import ContextService
from desktop_app.services.recall_inspection import RecallInspection
from desktop_app.services.why_not import WhyNotService
from desktop_app.services.working_memory import WorkingMemory
from tests.scripted_program import scripted_program
from tests.services.context_fakes import FakeEstimate
from tests.services.recall_fakes import NOW_MS, Remembering, WordEmbedder

BEES = "Our beehives stand behind the old barn near the orchard."
QUESTION = "Where do our beehives stand, behind the barn?"


class Asking(Remembering):
    """A vault whose contexts are built as the program builds them, counted by the character."""

    def __init__(self, directory: Path, embedder: WordEmbedder) -> None:
        super().__init__(directory, embedder)
        self.source.settings = replace(
            self.source.settings, context=ContextSettings(context_length=4_000, reply_reserve_tokens=500)
        )
        self.working = WorkingMemory(self.store)
        engine = cast(ChatEngine, SimpleNamespace(model=None))
        self.context = ContextService(
            self.store, self.working, engine, FakeEstimate(), self.retrieval, self.source, lambda: NOW_MS,
            system_prompt=lambda: "Be brief.",
        )  # fmt: skip
        self.bus = bus = EventBus()
        bus.subscribe(self.working.on_event)
        self.inspection = RecallInspection(self.store, self.working, self.retrieval, bus, lambda: NOW_MS)
        self.why = WhyNotService(
            self.store, self.working, self.retrieval, self.inspection, embedder, self.source, lambda: NOW_MS
        )
        self.me = self.person()
        self.then, self.today = self.session(self.me, "then"), self.session(self.me, "today")

    def ledger(self, question: str = QUESTION, choices: TurnChoices = NO_CHOICES) -> Ledger:
        return self.context.preview(self.today, question, PERSON, choices=choices)

    def trace(self, turn_id: int, question: str = QUESTION, choices: TurnChoices = NO_CHOICES) -> Trace:
        return self.why.of_turn(self.today, self.ledger(question, choices), turn_id, choices)

    def fact(self, category: Category, value: str, state: FactState = FactState.ACTIVE) -> int:
        turn = self.say(self.then, value)
        candidate = FactCandidate(
            SELF, category, "", value, Polarity.AFFIRMED, FactStatus.CURRENT, 0, len(value), value
        )
        fact_id = self.store.write(
            lambda db: (
                db.facts.add(
                    self.me,
                    candidate,
                    message=db.turns.get(turn).question,
                    state=state,
                    observed_at_ms=NOW_MS,
                    now_ms=NOW_MS,
                ).id
            )
        )
        self.working.forget_facts(self.me)
        return fact_id

    def trace_fact(self, fact_id: int, question: str = QUESTION, choices: TurnChoices = NO_CHOICES) -> Trace:
        return self.why.of_fact(self.today, self.ledger(question, choices), fact_id, choices)


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Asking]:
    made = Asking(tmp_path / "vault", WordEmbedder())
    yield made
    made.store.close()


def long_talk(vault: Asking) -> list[int]:
    """Turns of about 400 characters, more than the window has room for."""
    texts = (f"Matter {n}: {' '.join(f'item{n}x{k}' for k in range(50))}." for n in range(20))
    return [vault.tell(vault.today, text) for text in texts]


def named(trace: Trace) -> tuple[Step, Cause, str]:
    assert not trace.present
    assert trace.failed is not None
    return trace.failed.step, trace.failed.cause, trace.setting


def steps(trace: Trace) -> dict[Step, bool | None]:
    return {link.step: link.passed for link in trace.links}


def test_what_is_recalled_or_in_the_window_is_here(vault: Asking) -> None:
    earlier, recent = vault.tell(vault.then, BEES), vault.tell(vault.today, "Good morning to you all.")
    for turn in (earlier, recent):
        trace = vault.trace(turn)
        assert (trace.present, trace.failed, trace.setting) == (True, None, "")
        assert all(passed for passed in steps(trace).values())


def test_stored_names_what_was_never_part_of_this(vault: Asking) -> None:
    stranger = vault.tell(vault.session(vault.person("other")), BEES)
    refused = vault.store.write(lambda db: db.turns.add(vault.today, None, BEES, PERSON, now_ms=NOW_MS).id)
    vault.store.write(lambda db: db.turns.finish(refused, None, MessageStatus.COMPLETE, FinishReason.REFUSED))
    root = vault.tell(vault.then, "The first message.")
    abandoned = vault.tell(vault.then, BEES, parent=root)
    vault.tell(vault.then, "It was said otherwise.", parent=root)
    assert named(vault.trace(stranger)) == (Step.STORED, Cause.OTHER_PERSON, "")
    assert named(vault.trace(refused)) == (Step.STORED, Cause.REFUSED, "")
    assert named(vault.trace(abandoned)) == (Step.STORED, Cause.OTHER_BRANCH, "")


def test_the_question_of_a_prompt_is_in_its_own_prompt(vault: Asking) -> None:
    vault.tell(vault.today, "The first message.")
    asked = vault.tell(vault.today, BEES)
    later = vault.tell(vault.today, "What was said after it.")
    ledger = replace(vault.ledger(BEES), kept=(0,), clipped=())
    assert vault.why.of_turn(vault.today, ledger, asked).present
    assert named(vault.why.of_turn(vault.today, ledger, later)) == (Step.STORED, Cause.LATER, "")


def test_history_names_the_clip_where_nothing_is_looked_up(vault: Asking) -> None:
    turns = long_talk(vault)
    trace = vault.trace(turns[0], choices=TurnChoices(recall=RecallSettings(enabled=False)))
    assert named(trace) == (Step.HISTORY, Cause.NONE, "context.clip_strategy")
    assert trace.failed is not None
    assert trace.failed.figures["reason"] in ("oldest", "low_value", "near_duplicate")
    assert int(trace.failed.figures["tokens"]) > 300


def test_a_clipped_turn_that_recall_could_have_brought_back_names_recall(vault: Asking) -> None:
    turns = long_talk(vault)
    trace = vault.trace(turns[0], choices=TurnChoices(recall=RecallSettings(minimum_score=1.0)))
    assert steps(trace)[Step.HISTORY] is False
    assert named(trace) == (Step.SCORED, Cause.NONE, "recall.minimum_score")


@pytest.mark.parametrize(
    ("question", "cause", "setting"),
    [(QUESTION, Cause.RECALL_OFF, "recall.enabled"), ("", Cause.NO_TEXT, ""), ("Thanks!", Cause.SMALL_TALK, "")],
)
def test_searched_names_why_nothing_was_looked_up(vault: Asking, question: str, cause: Cause, setting: str) -> None:
    turn = vault.tell(vault.then, BEES)
    off = TurnChoices(recall=RecallSettings(enabled=cause is not Cause.RECALL_OFF))
    assert named(vault.trace(turn, question, off)) == (Step.SEARCHED, cause, setting)


def test_searched_names_a_restricted_person(vault: Asking) -> None:
    sent = vault.ledger()  # before: nothing more is built for a restricted person
    turn = vault.tell(vault.then, BEES)
    vault.store.write(lambda db: db.people.set_state(vault.me, PersonState.RESTRICTED))
    vault.bus.publish(Changed("restricted", people=frozenset({vault.me})))
    assert named(vault.why.of_turn(vault.today, sent, turn, NO_CHOICES)) == (Step.SEARCHED, Cause.RESTRICTED, "")


def test_allowed_names_an_exclusion(vault: Asking) -> None:
    turn = vault.tell(vault.then, BEES)
    chunks = vault.store.read(lambda db: frozenset(chunk.id for chunk in db.chunks.of_turn(turn)))
    assert named(vault.trace(turn, choices=TurnChoices(exclude_chunks=chunks))) == (Step.ALLOWED, Cause.THIS_TIME, "")
    vault.inspection.set_excluded(turn, True)
    assert named(vault.trace(turn)) == (Step.ALLOWED, Cause.ALWAYS, "")


def test_indexed_and_embedded_name_work_that_waits_or_failed(vault: Asking) -> None:
    turn = vault.say(vault.then, BEES)
    vault.store.write(lambda db: db.jobs.add(turn, ("embed",)))
    assert named(vault.trace(turn)) == (Step.INDEXED, Cause.WAITING, "")
    vault.retrieval.index_turn(turn, embed=False)
    trace = vault.trace(turn, question="Who looks after the bees?")
    assert named(trace) == (Step.EMBEDDED, Cause.WAITING, "")
    vault.store.write(lambda db: [db.jobs.fail(job, "engine_crashed", NOW_MS) for job in db.jobs.due(NOW_MS, 9)])
    trace = vault.trace(turn, question="Who looks after the bees?")
    assert named(trace) == (Step.EMBEDDED, Cause.FAILED, "")
    assert trace.failed is not None
    assert trace.failed.figures == {"error": "engine_crashed"}
    vault.embedder.loaded = False
    assert named(vault.trace(turn, question="Who looks after them?")) == (Step.EMBEDDED, Cause.NO_MODEL, "")


def test_ranked_names_what_is_too_far_to_be_a_candidate(vault: Asking) -> None:
    far = vault.tell(vault.session(vault.me, "apart"), "Zebra xylophone quartz.")
    for number in range(101):  # the hundred nearest are candidates, the words find none of the rest
        vault.retrieval.index_turn(vault.say(vault.then, f"beehives barn {number}"), embed=False)
    while vault.retrieval.reembed_batch():
        pass
    trace = vault.trace(far)
    assert named(trace) == (Step.RANKED, Cause.NONE, "")
    assert trace.failed is not None
    assert trace.failed.figures["candidates"] >= 100  # type: ignore[operator]


def test_scored_names_the_threshold_with_both_numbers(vault: Asking) -> None:
    turn = vault.tell(vault.then, "The lawn mower needs new spark plugs before spring.")
    trace = vault.trace(turn)
    assert named(trace) == (Step.SCORED, Cause.NONE, "recall.minimum_score")
    assert trace.failed is not None
    assert float(trace.failed.figures["score"]) < float(trace.failed.figures["least"]) == 0.35


def test_top_k_names_the_number_that_may_be_recalled_and_a_repeat(vault: Asking) -> None:
    vault.tell(vault.then, f"{QUESTION} Yes, they do.")
    second = vault.tell(vault.then, BEES)
    one = TurnChoices(recall=RecallSettings(top_k=1, minimum_score=0.0))
    assert named(vault.trace(second, choices=one)) == (Step.TOP_K, Cause.NONE, "recall.top_k")
    again = vault.tell(vault.then, BEES)
    many = TurnChoices(recall=RecallSettings(top_k=9, minimum_score=0.0))
    traces = [vault.trace(turn, choices=many) for turn in (second, again)]
    assert [trace.present for trace in traces].count(True) == 1
    assert named(next(t for t in traces if not t.present)) == (Step.TOP_K, Cause.REPEAT, "")


def test_budget_names_the_tokens_recall_may_take(vault: Asking) -> None:
    vault.tell(vault.then, f"{QUESTION} {'Bees like barns. ' * 8}")
    second = vault.tell(vault.then, f"{BEES} {'The barn is red and old. ' * 8}")
    tight = TurnChoices(
        context=replace(vault.source.settings.context, recall_budget_tokens=280),
        recall=RecallSettings(minimum_score=0.0),
    )
    trace = vault.trace(second, choices=tight)
    assert named(trace) == (Step.BUDGET, Cause.NONE, "context.recall_budget_tokens")
    assert trace.failed is not None
    assert trace.failed.figures["budget"] == 280


def test_a_fact_names_its_step(vault: Asking) -> None:
    pianist = vault.fact(Category.OCCUPATION, "pianist")
    retracted = vault.fact(Category.CONDITION, "gout", FactState.RETRACTED)
    trip = vault.fact(Category.PLAN, "a trip to Norway")
    assert vault.trace_fact(pianist).present
    assert named(vault.trace_fact(retracted))[0] is Step.HELD
    assert named(vault.trace_fact(pianist, choices=TurnChoices(drop_facts=frozenset({pianist}))))[0] is Step.CHOSEN
    assert named(vault.trace_fact(trip))[0] is Step.RELEVANT
    assert vault.trace_fact(trip, "When is the trip to Norway?").present
    none = TurnChoices(context=replace(vault.source.settings.context, facts_budget_tokens=10))
    trace = vault.trace_fact(pianist, choices=none)
    assert named(trace) == (Step.FACTS_BUDGET, Cause.NONE, "context.facts_budget_tokens")


def test_what_was_corrected_as_a_whole_is_not_recalled_and_the_trace_says_so(tmp_path: Path) -> None:
    with scripted_program(tmp_path) as services:
        person = services.people.create("Ann").id
        old, now = services.sessions.create(person, "then").id, services.sessions.create(person, "now").id
        services.chat.record(old, "My systolic is 138.", "person")
        assert services.consolidation.wait()
        services.chat.record(old, "I was wrong, my systolic is 148, not 138.", "person")
        assert services.consolidation.wait()
        ledger = services.context.preview(now, "What is my systolic?", "person")
        first = services.sessions.page(old).turns[0].id
        assert first not in [hit.turn_id for hit in ledger.recalled]
        failed = services.why_not.of_turn(now, ledger, first).failed
        assert failed is not None
        assert (failed.step, failed.cause) == (Step.ALLOWED, Cause.TAKEN_BACK)
