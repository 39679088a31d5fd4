"""What the storage tests share: a clock, people who talk, and child processes."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

from desktop_app.domain.chunking import ChunkDraft
from desktop_app.domain.conversation import PERSON, FinishReason, MessageStatus, Turn
from desktop_app.domain.generation import GenerationRecord
from desktop_app.domain.ledger import Ledger, Overflow, Piece
from desktop_app.domain.memory import ChunkPart
from desktop_app.domain.ports import ModelInfo
from desktop_app.storage.repositories import Repositories

ROOT = Path(__file__).resolve().parents[2]


class Clockwork:
    """A clock that moves on by a second each time it is asked."""

    def __init__(self) -> None:
        self.now_ms = 1_700_000_000_000

    def __call__(self) -> int:
        self.now_ms += 1000
        return self.now_ms


def new_session(db: Repositories, name: str = "王芳", title: str = "first") -> int:
    return db.sessions.add(db.people.add(name, now_ms=1).id, title, now_ms=1).id


def say(
    db: Repositories,
    session_id: int,
    text: str,
    reply: str | None = "好的",
    *,
    parent: int | str | None = "head",
    now_ms: int = 5,
    speaker: str = PERSON,
) -> Turn:
    """A finished turn after the session's head, or after ``parent``."""
    parent_id = db.sessions.head(session_id) if isinstance(parent, str) else parent
    turn = db.turns.add(session_id, parent_id, text, speaker, now_ms=now_ms)
    if reply is None:
        db.turns.finish(turn.id, None, MessageStatus.COMPLETE, FinishReason.RECORDED)
    else:
        db.turns.begin_reply(turn.id, now_ms=now_ms)
        db.turns.finish(turn.id, reply, MessageStatus.COMPLETE, FinishReason.STOP)
    return db.turns.get(turn.id)


def index_chunk(db: Repositories, turn: Turn, person_id: int, text: str, vector: bytes | None = None) -> int:
    draft = ChunkDraft(position=0, part=ChunkPart.BOTH, text=text, indexed_text=text, is_chinese=False, content_terms=1)
    chunk_id = db.chunks.add(person_id, turn.session_id, turn.id, draft, 1)
    if vector is not None:
        db.chunks.set_vector(chunk_id, vector, "f")
    return chunk_id


def model(sha256: str = "ab" * 32) -> ModelInfo:
    return ModelInfo(
        path=Path("model.gguf"),
        name="Tiny",
        architecture="llama",
        quantisation="Q4_1",
        parameters=135_000_000,
        file_bytes=1000,
        sha256=sha256,
        context_length=1024,
        trained_context_length=2048,
        chat_template="",
        licence="apache-2.0",
        engine_build="0.3.36",
        safe_load=False,
    )


def ledger_of(pieces: list[Piece], **more: object) -> Ledger:
    values: dict[str, object] = {
        "context_limit": 1024,
        "reserved": 128,
        "overflow": Overflow.WHOLE,
        "pieces": tuple(pieces),
        "kept": (),
        "clipped": (),
    }
    return Ledger(**(values | more))  # type: ignore[arg-type]


def generation_of(db: Repositories, ledger: Ledger) -> GenerationRecord:
    return GenerationRecord(
        model_id=db.models.upsert(model()),
        engine_build="0.3.36",
        context_limit=ledger.context_limit,
        reserved=ledger.reserved,
        prompt_tokens=ledger.prompt_tokens,
        reused_tokens=ledger.reused_tokens,
        computed_tokens=ledger.computed_tokens,
        completion_tokens=7,
        first_token_ms=1.5,
        prefill_ms=ledger.prefill_ms,
        decode_ms=20.0,
        prompt_sha256=ledger.sha256,
        sampler='{"seed":1}',
        settings_sha256="s",
        template_sha256="t",
        reply_token_ids=(1, 50_000, 2),
    )


def start_child(code: str, *arguments: object) -> subprocess.Popen[str]:
    """Run Python code in a process of its own; its standard output is read line by line."""
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code), *map(str, arguments)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    )


def bytes_of(directory: Path) -> bytes:
    """Everything that stands in the files of a directory, but the ballast."""
    files = [path for path in sorted(directory.rglob("*")) if path.is_file() and path.name != "vault.ballast"]
    return b"\n".join(path.read_bytes() for path in files)
