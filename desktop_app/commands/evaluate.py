"""`evaluate`: scores the product's own services on files of questions with known answers. Imports no Qt."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

from desktop_app.domain.ports import Embedder
from desktop_app.domain.settings import Settings
from desktop_app.engine.chat import LlamaEngine
from desktop_app.engine.embedding import EmbeddingEngine
from desktop_app.engine.machine import default_threads
from desktop_app.engine.process import ProcessLimits
from desktop_app.services.evaluation.clip import evaluate_clip
from desktop_app.services.evaluation.facts import evaluate_facts
from desktop_app.services.evaluation.recall import RankingLine, evaluate_recall
from desktop_app.support.paths import DataPaths, data_paths

# Nobody waits in front of a window: on a busy machine loading or a batch may take its time.
_PATIENCE_S = 300.0


def run(
    kind: str, files: Sequence[Path], embedding: str | None, json_file: Path | None, ranking_file: Path | None
) -> int:
    """Score files and print the table, or write it as JSON.

    Args:
        kind: ``recall``, ``clip`` or ``facts``.
        files: each is scored for itself.
        embedding: ``e5``, ``minilm`` or a directory; None takes the default setting.
        json_file: for programs.
        ranking_file: gets the ranking of each question of ``recall``, one JSON object a line.

    Raises:
        UserError: a file cannot be read, or the embedding model cannot be loaded.
        OSError: a file is missing or cannot be written.
    """
    settings = Settings()
    name = embedding or settings.model.embedding
    with ExitStack() as stack:
        ranking = stack.enter_context(ranking_file.open("w", encoding="utf-8")) if ranking_file else None
        if kind == "facts":
            name = ""
            today = datetime.now(UTC).astimezone().date()
            scored: dict[str, Mapping[str, object]] = {file.name: evaluate_facts(file, today) for file in files}
        else:
            embedder = _embedder(name, data_paths(), stack)
            score = _scorer(kind, embedder, settings, ranking, stack)
            scored = {file.name: score(file) for file in files}
    report: dict[str, object] = {"kind": kind, "embedding": name, "files": scored}
    if json_file is not None:
        json_file.write_text(json.dumps(report, ensure_ascii=False, indent=1), encoding="utf-8")
    else:
        _print(scored)
    return 0


def _embedder(name: str, paths: DataPaths, stack: ExitStack) -> Embedder:
    embedder = EmbeddingEngine(
        threads=default_threads(), limits=ProcessLimits(hang_s=_PATIENCE_S, load_hang_s=_PATIENCE_S)
    )
    stack.callback(embedder.close)
    embedder.load(paths.embedding_model(name))
    return embedder


def _scorer(
    kind: str, embedder: Embedder, settings: Settings, ranking: TextIO | None, stack: ExitStack
) -> Callable[[Path], dict[str, object]]:
    if kind == "clip":
        engine = LlamaEngine()
        stack.callback(engine.close)
        return lambda file: evaluate_clip(file, embedder, engine, settings)

    def write(line: RankingLine) -> None:
        if ranking is not None:
            fields = {"conversation_id": line.conversation_id, "question": line.question, "units": line.units}
            ranking.write(json.dumps(fields, ensure_ascii=False) + "\n")

    return lambda file: evaluate_recall(file, embedder, settings, write)


def _print(scored: Mapping[str, Mapping[str, object]]) -> None:
    for file, scores in scored.items():
        print(file)
        for name, value in scores.items():
            if isinstance(value, float):
                print(f"  {name:14}{100 * value:7.1f} %")
            elif not isinstance(value, Mapping):
                print(f"  {name:14}{value}")
