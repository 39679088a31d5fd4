"""Questions about things never said, on histories of several sizes: how many recall nothing.

python -m tests.benchmarks.off_topic --language zh --cache FILE [--sizes 50 500 5000] [HISTORY.jsonl ...]
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from desktop_app.domain.ports import Embedder
from desktop_app.domain.settings import Settings
from desktop_app.engine.embedding import EmbeddingEngine
from desktop_app.engine.process import ProcessLimits
from desktop_app.services.evaluation.conversations import Conversation, remembered
from tests.benchmarks.embedding_cache import CachedEmbedder
from tests.benchmarks.histories import history
from tests.installed_models import embedding_model

QUESTIONS = Path(__file__).parents[1] / "data" / "recall_off_topic.jsonl"


def recalled_scores(conversation: Conversation, questions: list[str], embedder: Embedder) -> dict[str, float]:
    """The best score each question gets; what the default settings recall is at their minimum score or above."""
    with remembered(conversation, embedder, Settings()) as memory:
        scores = {}
        for question in questions:
            found = memory.retrieval.search(
                memory.person_id, question, session_id=None, exclude_turns=frozenset(), now_ms=conversation.end_ms
            )
            scores[question] = max((hit.score for hit in (*found.hits, *found.near_misses)), default=0.0)
    return scores


def main() -> int:
    """Prints a line for each size."""
    parser = argparse.ArgumentParser(description="How many questions about things never said recall nothing.")
    parser.add_argument("files", nargs="*", type=Path, help="conversations, told before the small talk")
    parser.add_argument("--language", choices=("zh", "en"), required=True, help="of the history")
    parser.add_argument("--sizes", nargs="+", type=int, default=[50, 500, 5000], help="chunks")
    parser.add_argument("--cache", type=Path, required=True, help="file that keeps the vectors")
    options = parser.parse_args()
    questions = [json.loads(line)["text"] for line in QUESTIONS.read_text(encoding="utf-8").splitlines()]
    embedder = CachedEmbedder(EmbeddingEngine(threads=1, limits=ProcessLimits(hang_s=600.0)), options.cache)
    try:
        embedder.load(embedding_model("e5"))
        for size in options.sizes:
            conversation = history(options.files, size, chinese=options.language == "zh")
            scores = recalled_scores(conversation, questions, embedder)
            minimum = Settings().recall.minimum_score
            recalled = {question: round(score, 2) for question, score in scores.items() if score >= minimum}
            silent = 1.0 - len(recalled) / len(questions)
            sys.stdout.write(f"{options.language} {size:>6}: {100 * silent:.1f} % recall nothing  {recalled or ''}\n")
            sys.stdout.flush()
    finally:
        embedder.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
