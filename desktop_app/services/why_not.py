"""Traces why a turn or a fact is not in a prompt, step by step, with the figures that decided it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from desktop_app.domain import rewriting
from desktop_app.domain.budget import divide
from desktop_app.domain.choices import NO_CHOICES, TurnChoices
from desktop_app.domain.clock import Clock
from desktop_app.domain.conversation import FinishReason, PersonState, Turn
from desktop_app.domain.errors import UserError
from desktop_app.domain.fact_lines import relevant_facts
from desktop_app.domain.ledger import ClipReason, Ledger, Section
from desktop_app.domain.memory import CURRENT_STATES, Category, Fact
from desktop_app.domain.ports import Embedder
from desktop_app.domain.settings import ContextSettings, RecallSettings, Settings
from desktop_app.domain.taken_back import leaves_nothing, taken_back
from desktop_app.domain.turn_value import says_nothing
from desktop_app.domain.why_not import Cause, Link, Step, Trace
from desktop_app.services.context import SettingsSource
from desktop_app.services.prompt_blocks import terms_of
from desktop_app.services.recall_inspection import Asked, RecallInspection
from desktop_app.services.recall_search import RankedChunk
from desktop_app.services.retrieval import RetrievalService
from desktop_app.services.working_memory import WorkingMemory
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store

_RECALL_STEPS = (Step.INDEXED, Step.EMBEDDED, Step.RANKED, Step.SCORED, Step.TOP_K, Step.BUDGET)


class WhyNotService:
    """Answers "why is it not here?". Calls block; nothing is written.

    What recall would do is looked up again as memory stands now: between a past turn and today
    something may have been indexed that was not then.
    """

    def __init__(
        self,
        store: Store,
        memory: WorkingMemory,
        retrieval: RetrievalService,
        inspection: RecallInspection,
        embedder: Embedder,
        settings: SettingsSource,
        clock: Clock,
    ) -> None:
        self._store = store
        self._memory = memory
        self._retrieval = retrieval
        self._inspection = inspection
        self._embedder = embedder
        self._settings = settings
        self._clock = clock

    def of_turn(self, session_id: int, ledger: Ledger, turn_id: int, choices: TurnChoices = NO_CHOICES) -> Trace:
        """Why a turn is not in a prompt of a session.

        Args:
            session_id: of the prompt.
            ledger: of the prompt, sent or not yet.
            turn_id: the turn that is missed, of any session.
            choices: made for the prompt, where it is not sent yet.

        Raises:
            KeyError: there is no such turn or session.
        """
        asked = self._inspection.asked(session_id, ledger)
        turn, person_id, current = self._store.read(lambda db: _found(db, turn_id))
        own = person_id == asked.person_id
        stored = _stored(turn, current=current, own=own, session_id=session_id, ledger=ledger)
        trace = self._trace_turn(asked, ledger, turn, stored, choices)
        return replace(trace, words=turn.question.text if own else "")

    def _trace_turn(self, asked: Asked, ledger: Ledger, turn: Turn, stored: Link, choices: TurnChoices) -> Trace:
        if not stored.passed:
            return Trace((stored,))
        links = [stored]
        clipped = next((one for one in ledger.clipped if one.turn_id == turn.id), None)
        if turn.session_id == asked.session_id and turn.ordinal == ledger.turns_before:
            return Trace((stored,), present=True)  # the prompt is its own
        if turn.session_id == asked.session_id:
            figures: dict[str, float | int | str] = {}
            if clipped is not None:
                figures = {"reason": clipped.reason.value, "value": clipped.value, "tokens": clipped.tokens}
            by_rule = clipped is not None and clipped.reason is ClipReason.EXCLUDED and turn.is_from_memory
            cause = Cause.FROM_MEMORY if by_rule else Cause.NONE
            links.append(Link(Step.HISTORY, clipped is None, cause, figures))
            if clipped is None:
                return Trace(tuple(links), present=True)
        links += self._recall_links(asked, ledger, turn, choices)
        return Trace(tuple(links), present=any(one.turn_id == turn.id for one in ledger.recalled))

    def of_fact(self, session_id: int, ledger: Ledger, fact_id: int, choices: TurnChoices = NO_CHOICES) -> Trace:
        """Why a fact is not in a prompt of a session, see `of_turn`."""
        asked = self._inspection.asked(session_id, ledger)
        _, facts = self._memory.person(asked.person_id)
        fact = next((one for one in facts if one.id == fact_id), None)
        if fact is None:
            return Trace((Link(Step.STORED, False, Cause.OTHER_PERSON),))
        held = fact.state in CURRENT_STATES
        links = [Link(Step.STORED, True), Link(Step.HELD, held, figures={"state": fact.state.value})]
        chosen = fact_id not in choices.drop_facts
        links.append(Link(Step.CHOSEN, chosen if held else None))
        relevant = _is_relevant(fact, asked.text)
        reached = held and chosen
        links.append(Link(Step.RELEVANT, relevant if reached else None, figures={"category": fact.category.value}))
        present = fact_id in ledger.fact_ids
        window = divide(self._context_settings(choices), ledger.context_limit)
        room = _room(ledger, Section.FACTS, window.facts_cap)
        links.append(Link(Step.FACTS_BUDGET, present if reached and relevant else None, figures=room))
        return Trace(tuple(links), present)

    # --- recall

    def _recall_links(self, asked: Asked, ledger: Ledger, turn: Turn, choices: TurnChoices) -> list[Link]:
        settings = choices.recall or self._settings.get().recall
        searched = self._searched(asked, settings)
        links = [Link(Step.SEARCHED, not searched, searched)]
        if searched:
            return links + [Link(step, None) for step in (Step.ALLOWED, *_RECALL_STEPS)]
        excluded = self._excluded(asked.person_id, turn, choices)
        links.append(Link(Step.ALLOWED, not excluded, excluded))
        if excluded:
            return links + [Link(step, None) for step in _RECALL_STEPS]
        indexed, embedded = self._indexed(turn)
        links.append(indexed)
        if not indexed.passed:
            return links + [Link(step, None) for step in _RECALL_STEPS[1:]]
        links.append(embedded)
        return links + self._weighed(asked, ledger, turn, choices, settings)

    def _searched(self, asked: Asked, settings: RecallSettings) -> Cause:
        person, _ = self._memory.person(asked.person_id)
        if person.state is PersonState.RESTRICTED:
            return Cause.RESTRICTED
        if not settings.enabled or settings.top_k < 1:
            return Cause.RECALL_OFF
        if not asked.text.strip():
            return Cause.NO_TEXT
        return Cause.SMALL_TALK if says_nothing(asked.text) else Cause.NONE

    def _excluded(self, person_id: int, turn: Turn, choices: TurnChoices) -> Cause:
        always, said = self._store.read(
            lambda db: (db.recall_exclusions.turns_of(person_id), db.chunks.of_turn(turn.id))
        )
        if turn.id in always:
            return Cause.ALWAYS
        _, facts = self._memory.person(person_id)
        if said and all(leaves_nothing(one.text, taken_back(one.text, turn.id, facts)) for one in said):
            return Cause.TAKEN_BACK
        chunks = {one.id for one in said}
        return Cause.THIS_TIME if chunks and chunks <= choices.exclude_chunks else Cause.NONE

    def _indexed(self, turn: Turn) -> tuple[Link, Link]:
        info = self._embedder.info

        def read(db: Repositories) -> tuple[int, int, str | None]:
            missing = db.chunks.missing_vectors(info.fingerprint, turn_ids=[turn.id]) if info else []
            return len(db.chunks.of_turn(turn.id)), len(missing), db.jobs.error_of(turn.id, "embed")

        chunks, missing, error = self._store.read(read)
        waits = Cause.NOTHING_TO_INDEX if error is None else Cause.FAILED if error else Cause.WAITING
        figures: dict[str, float | int | str] = {"error": error} if error else {}
        indexed = Link(Step.INDEXED, chunks > 0, Cause.NONE if chunks else waits, {} if chunks else figures)
        if info is None:
            return indexed, Link(Step.EMBEDDED, False, Cause.NO_MODEL)
        unfinished = Cause.FAILED if error else Cause.WAITING
        embedded = Link(Step.EMBEDDED, not missing, unfinished if missing else Cause.NONE, figures if missing else {})
        return indexed, embedded

    def _weighed(
        self, asked: Asked, ledger: Ledger, turn: Turn, choices: TurnChoices, settings: RecallSettings
    ) -> list[Link]:
        question = rewriting.standalone(asked.text, asked.recent)
        try:
            ranked = self._retrieval.rank(
                asked.person_id, question, exclude_turns=asked.in_prompt, now_ms=self._clock(), settings=settings
            )
        except UserError as error:
            failed = Link(Step.RANKED, False, Cause.FAILED, {"error": error.code})
            return [failed, *(Link(step, None) for step in (Step.SCORED, Step.TOP_K, Step.BUDGET))]
        place, best = _best(ranked, turn.id)
        figures: dict[str, float | int | str] = {"rank": place, "candidates": len(ranked)}
        links = [Link(Step.RANKED, best is not None, figures=figures)]
        if best is None:
            return links + [Link(step, None) for step in (Step.SCORED, Step.TOP_K, Step.BUDGET)]
        enough = best.score >= settings.minimum_score
        scores: dict[str, float | int | str] = {"score": best.score, "least": settings.minimum_score}
        links.append(Link(Step.SCORED, enough, figures=scores))
        if not enough:
            return [*links, Link(Step.TOP_K, None), Link(Step.BUDGET, None)]
        return links + self._taken(asked, ledger, turn, choices, settings)

    def _taken(
        self, asked: Asked, ledger: Ledger, turn: Turn, choices: TurnChoices, settings: RecallSettings
    ) -> list[Link]:
        hits = self._retrieval.search(
            asked.person_id,
            asked.text,
            session_id=asked.session_id,
            exclude_turns=asked.in_prompt,
            recent=asked.recent,
            now_ms=self._clock(),
            settings=settings,
        ).hits
        is_hit = any(one.turn_id == turn.id for one in hits)
        repeat = not is_hit and len(hits) < settings.top_k
        limit: dict[str, float | int | str] = {"top_k": settings.top_k}
        links = [Link(Step.TOP_K, is_hit, Cause.REPEAT if repeat else Cause.NONE, limit)]
        recalled = any(one.turn_id == turn.id for one in ledger.recalled)
        window = divide(self._context_settings(choices), ledger.context_limit)
        room = _room(ledger, Section.RECALLED, window.recall_cap)
        return [*links, Link(Step.BUDGET, recalled if is_hit else None, figures=room)]

    def _context_settings(self, choices: TurnChoices) -> ContextSettings:
        settings: Settings = self._settings.get()
        return choices.context or settings.context


def _found(db: Repositories, turn_id: int) -> tuple[Turn, int, bool]:
    turn = db.turns.get(turn_id)
    return turn, db.sessions.get(turn.session_id).person_id, db.turns.is_current(turn)


def _stored(turn: Turn, *, current: bool, own: bool, session_id: int, ledger: Ledger) -> Link:
    cause = Cause.NONE
    if not own:
        cause = Cause.OTHER_PERSON
    elif not current:
        cause = Cause.OTHER_BRANCH
    elif turn.session_id == session_id and turn.ordinal > ledger.turns_before:
        cause = Cause.LATER
    elif turn.finish_reason is FinishReason.REFUSED:
        cause = Cause.REFUSED
    elif turn.finish_reason is None:
        cause = Cause.UNFINISHED
    return Link(Step.STORED, not cause, cause)


def _room(ledger: Ledger, section: Section, budget: int) -> dict[str, float | int | str]:
    """What a section takes of its budget, and what is free in the whole window."""
    free = ledger.context_limit - ledger.reserved - ledger.prompt_tokens
    return {"used": ledger.sections[section], "budget": budget, "free": max(0, free)}


def _best(ranked: Sequence[RankedChunk], turn_id: int) -> tuple[int, RankedChunk | None]:
    """The place (from 1) and the best chunk of a turn among the candidates; 0 and None where it is not there."""
    return next(((place, one) for place, one in enumerate(ranked, 1) if one.turn_id == turn_id), (0, None))


def _is_relevant(fact: Fact, question: str) -> bool:
    """Whether a current fact is a candidate: all but plans that are not pinned stand in every prompt."""
    return (
        fact.pinned or fact.category is not Category.PLAN or bool(relevant_facts([fact], terms_of(question), terms_of))
    )
