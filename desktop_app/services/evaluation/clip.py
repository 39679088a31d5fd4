"""Scores of clipping: how much of the evidence the context builder keeps within a budget."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from desktop_app.domain.budget import Window
from desktop_app.domain.choices import NO_CHOICES
from desktop_app.domain.conversation import PERSON, VaultKind
from desktop_app.domain.ledger import Ledger
from desktop_app.domain.memory import ChunkPart
from desktop_app.domain.patterns import Pattern
from desktop_app.domain.ports import ChatEngine, Embedder
from desktop_app.domain.prompt import Frame
from desktop_app.domain.settings import Settings
from desktop_app.domain.templates import CHATML
from desktop_app.services.context_build import ContextBuild, Request
from desktop_app.services.evaluation.conversations import (
    Conversation,
    Question,
    RememberedConversation,
    read_conversations,
    remembered,
)
from desktop_app.services.token_counts import ModelCounts
from desktop_app.services.working_memory import WorkingMemory

BUDGETS = (512, 1024, 2048)
_NEWEST_SHARE = 0.25
_SNIPPETS = 120  # more than the budgets here hold
_SNIPPET = Pattern(r"\A> \[[^\]]*\] (?P<text>.*)\n\Z", re.DOTALL)


@dataclass(frozen=True, slots=True)
class HistoryCounter:
    """Counts what was said as the benchmark does and everything around it as nothing.

    Attributes:
        messages: tokens by the text of a stored message.
        snippets: tokens by the text of a chunk.
    """

    messages: Mapping[str, int]
    snippets: Mapping[str, int]

    def count(self, text: str) -> int:
        """Tokens of a message or a recalled snippet, 0 for any other piece of a prompt."""
        quoted = _SNIPPET.match(text)
        if quoted:
            return self.snippets.get(quoted["text"].replace("\n> ", "\n"), 0)
        return self.messages.get(text, 0)


def evaluate_clip(path: Path, embedder: Embedder, engine: ChatEngine, settings: Settings) -> dict[str, object]:
    """Scores of a file of conversations.

    The question is asked in the last session. A quarter of the budget is for that session's newest
    turns, the rest for what is recalled, as much as fits; the context builder is the product's.

    Args:
        path: one conversation a line.
        embedder: loaded, or words only.
        engine: a chat engine without a model; nothing is generated.
        settings: of the product.

    Returns:
        ``n``, ``kept@512``, ``kept@1024``, ``kept@2048`` (share of the evidence kept) and ``over``,
        the number of contexts larger than their budget; such a context counts as having kept nothing.

    Raises:
        UserError: the file cannot be read, or the embedding model failed.
    """
    recall = replace(settings.recall, top_k=_SNIPPETS, minimum_score=0.0)
    # Fillers left out of a turn would make it cheaper here than the benchmark counts it.
    settings = replace(settings, recall=recall, context=replace(settings.context, denoise=False))
    kept = dict.fromkeys(BUDGETS, 0.0)
    asked = over = 0
    for conversation in read_conversations(path):
        with remembered(conversation, embedder, settings) as memory:
            clipper = _Clipper(conversation, memory, engine, settings)
            for question in conversation.questions:
                asked += 1
                for budget in BUDGETS:
                    share = clipper.share_kept(question, budget)
                    over += share is None
                    kept[budget] += share or 0.0
    scores = {f"kept@{budget}": round(total / max(asked, 1), 6) for budget, total in kept.items()}
    return {"n": asked, **scores, "over": over}


class _Clipper:
    """Builds contexts over one remembered conversation."""

    def __init__(
        self, conversation: Conversation, memory: RememberedConversation, engine: ChatEngine, settings: Settings
    ) -> None:
        self._conversation = conversation
        self._memory = memory
        self._settings = settings
        self._sizes = conversation.token_counts()
        self._working_memory = WorkingMemory(memory.store)
        self._parts: dict[int, ChunkPart] = {}
        counter = HistoryCounter(self._message_sizes(), self._snippet_sizes())
        self._counts = ModelCounts(memory.store, engine, counter, None)

    def share_kept(self, question: Question, budget: int) -> float | None:
        """Share of the evidence in the context, None if the context is over its budget."""
        ledger = self._build(question.text, budget)
        utterances = self._utterances(ledger)
        if sum(self._sizes[utterance] for utterance in utterances) > budget:
            return None
        return question.share(utterances)

    def _build(self, question: str, budget: int) -> Ledger:
        for_newest = int(budget * _NEWEST_SHARE)
        for_recall = budget - for_newest
        window = Window(
            context_limit=budget,
            reserved=0,
            recall_cap=2 * for_recall,
            recall_floor=for_recall,
            facts_cap=0,
            summary_cap=0,
            turn_cap=budget,
        )
        request = Request(
            session_id=self._memory.last_session_id,
            question=question,
            speaker=PERSON,
            exclude_turn=None,
            choices=NO_CHOICES,
            context=replace(self._settings.context, keep_last_turns=self._turns_within(for_newest)),
            recall=self._settings.recall,
            search=True,
            system_text="",
            now_ms=self._conversation.end_ms,
            kind=VaultKind.PERSONAL,
        )
        frame = Frame.of(CHATML, self._counts.pieces)
        return ContextBuild(
            request, window, self._working_memory, self._counts, frame, self._memory.retrieval, ()
        ).run()

    def _turns_within(self, tokens: int) -> int:
        """How many of the newest turns of the last session fit."""
        count = 0
        for turn in reversed(self._working_memory.session(self._memory.last_session_id).turns):
            tokens -= sum(self._sizes[utterance] for utterance in self._memory.unit_ids[turn.id, ChunkPart.BOTH])
            if tokens < 0:
                break
            count += 1
        return count

    def _utterances(self, ledger: Ledger) -> set[str]:
        turns = self._working_memory.session(self._memory.last_session_id).turns
        units = self._memory.unit_ids
        kept = {utterance for ordinal in ledger.kept for utterance in units[turns[ordinal].id, ChunkPart.BOTH]}
        for snippet in ledger.recalled:
            kept.update(units[snippet.turn_id, self._parts[snippet.chunk_id]])
        return kept

    def _message_sizes(self) -> dict[str, int]:
        return {said.text: self._sizes[said.id] for meeting in self._conversation.meetings for said in meeting.said}

    def _snippet_sizes(self) -> dict[str, int]:
        chunks = self._memory.store.read(lambda db: db.chunks.of_person(self._memory.person_id))
        self._parts = {chunk.id: chunk.part for chunk in chunks}
        return {
            chunk.text.strip(): sum(
                self._sizes[utterance] for utterance in self._memory.unit_ids[chunk.turn_id, chunk.part]
            )
            for chunk in chunks
        }
