"""Tunes the weights of ranking on some histories and scores them on others, fold by fold.

python -m tests.benchmarks.cross_validation --cache FILE HISTORIES.jsonl ...

Each history is a group: its questions are scored only with weights that were chosen without it. The
objective is the mean over files of hit@5 + MRR. What is printed compares the shipped weights with
those that would have been chosen: only a gain on unseen histories is one.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from desktop_app.domain.memory import Chunk
from desktop_app.domain.ranking import WEIGHTS, Candidate, Weights, order
from desktop_app.domain.settings import Settings
from desktop_app.engine.embedding import EmbeddingEngine
from desktop_app.engine.process import ProcessLimits
from desktop_app.services.evaluation.conversations import read_conversations, remembered
from desktop_app.services.recall_search import Question, Search
from desktop_app.storage.repositories import Repositories
from tests.benchmarks.embedding_cache import CachedEmbedder
from tests.installed_models import embedding_model

_STEPS = (0.5, 0.75, 1.25, 1.5)  # times the value in force
_DIVISORS = ("thin_terms",)  # the others may also be nothing
_VECTOR_WEIGHTS = (0.45, 0.5, 0.55, 0.6, 0.65, 0.7)
_ROUNDS = 1
_SEED = 5


@dataclass(frozen=True, slots=True)
class Setting:
    """What is tuned."""

    weights: Weights = WEIGHTS
    vector_weight: float = Settings().recall.vector_weight

    def neighbours(self, name: str) -> list[Setting]:
        """This setting with other values of one weight."""
        if name == "vector_weight":
            return [replace(self, vector_weight=value) for value in _VECTOR_WEIGHTS]
        value = getattr(self.weights, name)
        steps = _STEPS if name in _DIVISORS else (0.0, *_STEPS)
        return [replace(self, weights=replace(self.weights, **{name: value * step})) for step in steps]

    def as_text(self) -> str:
        """What differs from the shipped setting."""
        names = Weights.__dataclass_fields__
        changed = {n: getattr(self.weights, n) for n in names if getattr(self.weights, n) != getattr(WEIGHTS, n)}
        if self.vector_weight != Setting().vector_weight:
            changed["vector_weight"] = self.vector_weight
        return ", ".join(f"{name} {value:.3g}" for name, value in changed.items()) or "as shipped"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its candidates and those of them that hold evidence."""

    group: str
    file: str
    candidates: tuple[Candidate, ...]
    units: dict[int, tuple[str, ...]]
    evidence: frozenset[str]

    def score(self, setting: Setting) -> float:
        """Hit among the first five units plus reciprocal rank, 0-2."""
        units = dict.fromkeys(
            self.units[candidate.chunk_id]
            for candidate, _ in order(self.candidates, setting.vector_weight, setting.weights)
        )
        rank = next((place for place, unit in enumerate(units, 1) if self.evidence & set(unit)), 0)
        return float(0 < rank <= 5) + (1.0 / rank if rank else 0.0)


def asked_of(path: Path, embedder: CachedEmbedder, limit: int) -> list[Asked]:
    """The questions of a file, at most so many of each history, with what recall would weigh."""
    rng = random.Random(_SEED)
    found = []
    for conversation in read_conversations(path):
        with remembered(conversation, embedder, Settings()) as memory:
            questions = list(conversation.questions)
            for question in rng.sample(questions, min(limit, len(questions))):
                asked = memory.retrieval.asked(question.text, conversation.end_ms)
                candidates = memory.store.read(
                    partial(_candidates, person_id=memory.person_id, asked=asked), recall=True
                )
                chunks = memory.store.read(partial(_chunks, candidates=candidates))
                units = {chunk.id: memory.unit_ids[chunk.turn_id, chunk.part] for chunk in chunks.values()}
                found.append(Asked(conversation.id, path.name, tuple(candidates), units, question.evidence))
    return found


def _candidates(db: Repositories, *, person_id: int, asked: Question) -> list[Candidate]:
    return Search(db, person_id, asked, frozenset(), Settings().recall.vector_weight).candidates()


def _chunks(db: Repositories, *, candidates: Sequence[Candidate]) -> dict[int, Chunk]:
    return db.chunks.get(candidate.chunk_id for candidate in candidates)


def mean(questions: Sequence[Asked], setting: Setting) -> float:
    """The mean over files of the mean score of their questions, so that a large file does not decide alone."""
    by_file: dict[str, list[float]] = {}
    for question in questions:
        by_file.setdefault(question.file, []).append(question.score(setting))
    return sum(sum(scores) / len(scores) for scores in by_file.values()) / len(by_file)


def tuned(questions: Sequence[Asked]) -> Setting:
    """The best setting found by changing one weight after the other."""
    best = Setting()
    best_score = mean(questions, best)
    for _ in range(_ROUNDS):
        for name in ("vector_weight", *Weights.__dataclass_fields__):
            for other in best.neighbours(name):
                score = mean(questions, other)
                if score > best_score:
                    best, best_score = other, score
    return best


def main() -> int:
    """Prints each fold and the sums."""
    parser = argparse.ArgumentParser(description="Cross-validates the weights of ranking over histories.")
    parser.add_argument("files", nargs="+", type=Path, help="conversations with questions, one a line")
    parser.add_argument("--cache", type=Path, required=True, help="file that keeps the vectors")
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--limit", type=int, default=40, help="questions of one history at most")
    options = parser.parse_args()
    embedder = CachedEmbedder(EmbeddingEngine(threads=1, limits=ProcessLimits(hang_s=600.0)), options.cache)
    try:
        embedder.load(embedding_model("e5"))
        questions = [one for file in options.files for one in asked_of(file, embedder, options.limit)]
    finally:
        embedder.close()
    groups = sorted({(one.file, one.group) for one in questions})
    shipped: dict[str, list[float]] = {}
    chosen: dict[str, list[float]] = {}
    for fold in range(options.folds):
        held = set(groups[fold :: options.folds])
        setting = tuned([one for one in questions if (one.file, one.group) not in held])
        for one in questions:
            if (one.file, one.group) in held:
                shipped.setdefault(one.file, []).append(one.score(Setting()))
                chosen.setdefault(one.file, []).append(one.score(setting))
        sys.stdout.write(f"fold {fold + 1}: {setting.as_text()}\n")
        sys.stdout.flush()
    for file in shipped:
        count = len(shipped[file])
        before, after = sum(shipped[file]) / count, sum(chosen[file]) / count
        sys.stdout.write(f"{file}: {count} questions, shipped {before:.4f}, tuned on the others {after:.4f}\n")
    sys.stdout.write(f"on all: {tuned(questions).as_text()}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
