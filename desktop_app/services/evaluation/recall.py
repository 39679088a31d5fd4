"""Scores of recall: where the evidence stands in the ranking, and whether it would reach a prompt."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from desktop_app.domain.ports import Embedder
from desktop_app.domain.settings import Settings
from desktop_app.services.evaluation.conversations import (
    Conversation,
    Question,
    RememberedConversation,
    count_tokens,
    read_conversations,
    remembered,
)

BUDGETS = (512, 1024, 2048)
_LEAST_ROOM = 8  # tokens below which no utterance fits


@dataclass(frozen=True, slots=True)
class RankingLine:
    """The ranking for one question, as `--ranking` writes it."""

    conversation_id: str
    question: str
    units: list[list[str]]


@dataclass(slots=True)
class Scores:
    """Sums of the scores of questions, by category."""

    by_category: dict[str, list[dict[str, float]]] = field(default_factory=lambda: defaultdict(list))

    def add(self, category: str, scores: dict[str, float]) -> None:
        """Count one question."""
        self.by_category[category].append(scores)

    def as_json(self) -> dict[str, object]:
        """Means over all questions and by category."""
        every = [scores for group in self.by_category.values() for scores in group]
        categories = {name: _means(group) for name, group in sorted(self.by_category.items())}
        return {**_means(every), "by_category": categories}


def evaluate_recall(
    path: Path,
    embedder: Embedder,
    settings: Settings,
    on_ranking: Callable[[RankingLine], None] = lambda _line: None,
) -> dict[str, object]:
    """Scores of a file of conversations.

    Args:
        path: one conversation a line.
        embedder: loaded, or words only.
        settings: of the product.
        on_ranking: gets the ranking of each question.

    Returns:
        ``n``, ``hit@1``, ``hit@5``, ``rec@10``, ``mrr``, ``ctx@512``..., ``injected_hit`` and the
        same ``by_category``, as fractions.

    Raises:
        UserError: the file cannot be read, or the embedding model failed.
    """
    scores = Scores()
    for conversation in read_conversations(path):
        with remembered(conversation, embedder, settings) as memory:
            sizes = conversation.token_counts()
            for question in conversation.questions:
                units = ranking_of(memory, question.text, conversation.end_ms)
                on_ranking(RankingLine(conversation.id, question.text, units))
                found = score(question, units, sizes)
                found["injected_hit"] = float(_is_injected(memory, conversation, question, settings))
                scores.add(question.category, found)
    return scores.as_json()


def ranking_of(memory: RememberedConversation, question: str, now_ms: int) -> list[list[str]]:
    """Units (utterance ids) best first, before top-k, minimum score and budget."""
    ranked = memory.retrieval.rank(memory.person_id, question, now_ms=now_ms)
    units = dict.fromkeys(memory.unit_ids[item.turn_id, item.part] for item in ranked)
    return [list(unit) for unit in units]


def score(question: Question, units: Sequence[Sequence[str]], sizes: dict[str, int]) -> dict[str, float]:
    """The scores of one ranking: hit@k, rec@k, reciprocal rank, and evidence in a packed context."""
    rank = next((place for place, unit in enumerate(units, 1) if question.evidence & set(unit)), 0)
    return {
        "hit@1": float(rank == 1),
        "hit@5": float(0 < rank <= 5),
        "rec@10": question.share(_union(units[:10])),
        "mrr": 1.0 / rank if rank else 0.0,
        **{f"ctx@{budget}": question.share(packed(units, sizes, budget)) for budget in BUDGETS},
    }


def packed(units: Sequence[Sequence[str]], sizes: dict[str, int], budget: int) -> set[str]:
    """Utterances that fit into a budget when units are packed best first; what does not fit is passed over."""
    kept: set[str] = set()
    for unit in units:
        new = [utterance for utterance in unit if utterance not in kept]
        cost = sum(sizes[utterance] for utterance in new)
        if cost <= budget:
            budget -= cost
            kept.update(new)
        if budget < _LEAST_ROOM:
            break
    return kept


def _is_injected(
    memory: RememberedConversation, conversation: Conversation, question: Question, settings: Settings
) -> bool:
    """Whether the settings would have put evidence into the prompt."""
    result = memory.retrieval.search(
        memory.person_id,
        question.text,
        session_id=None,
        exclude_turns=frozenset(),
        now_ms=conversation.end_ms,
    )
    parts = memory.store.read(lambda db: db.chunks.get(hit.chunk_id for hit in result.hits))
    room = settings.context.recall_budget_tokens
    for hit in result.hits:
        cost = count_tokens(hit.text)
        if cost <= room:
            room -= cost
            if question.evidence & set(memory.unit_ids[hit.turn_id, parts[hit.chunk_id].part]):
                return True
    return False


def _union(units: Iterable[Sequence[str]]) -> set[str]:
    return {utterance for unit in units for utterance in unit}


def _means(group: Sequence[dict[str, float]]) -> dict[str, float]:
    names = group[0] if group else {}
    means = {name: sum(scores[name] for scores in group) / len(group) for name in names}
    return {"n": len(group), **{name: round(value, 6) for name, value in means.items()}}
