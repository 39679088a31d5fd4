"""The index of what was said: chunks with their words, and their vectors while there is a model."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from desktop_app.domain import chunking
from desktop_app.domain.conversation import ASSISTANT, PersonState, Turn
from desktop_app.domain.memory import Chunk
from desktop_app.domain.memory_commands import CommandKind, recognise
from desktop_app.domain.ports import Embedder, EmbeddingInfo
from desktop_app.domain.probes import CHINESE_PROBES, ENGLISH_PROBES
from desktop_app.domain.vectors import combined
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store

_BATCH = 32  # chunks embedded between two looks at who is waiting


@dataclass(frozen=True, slots=True)
class ReadyModel:
    """A loaded embedding model with the vectors of its probes."""

    fingerprint: str
    english: tuple[bytes, ...]
    chinese: tuple[bytes, ...]


class RecallIndex:
    """Keeps chunks, words and vectors of turns. Calls block.

    Args:
        store: the open vault.
        embedder: loaded or not.
        names: shown names of speakers that indexed text carries, see `chunking.TurnContext`.
    """

    def __init__(self, store: Store, embedder: Embedder, names: Mapping[str, str]) -> None:
        self._store = store
        self._embedder = embedder
        self._names = dict(names)
        self._model: ReadyModel | None = None
        self._model_lock = threading.Lock()

    def index_turn(self, turn_id: int, *, embed: bool = True) -> None:
        """Index a turn: its words at once, its vectors if a model is loaded. Idempotent.

        The turn before is indexed again where the new one is its context.

        Args:
            turn_id: of a stored turn; one that is gone is passed over.
            embed: without, the vectors are left to `reembed_batch`, which takes many at a time.

        Raises:
            UserError: the embedding model failed. The words are stored by then, a repeat does the rest.
        """
        changed = self._store.write(lambda db: _index(db, turn_id, self._names))
        model = self.ready_model() if embed else None
        if model is None:
            return
        missing = self._store.read(lambda db: db.chunks.missing_vectors(model.fingerprint, turn_ids=changed))
        for start in range(0, len(missing), _BATCH):
            self._embed(missing[start : start + _BATCH], model)

    def reembed_batch(self) -> int:
        """Embed some chunks that have no vector of the loaded model. Resumable.

        Returns:
            How many chunks still wait; 0 too while no model is loaded.
        """
        model = self.ready_model()
        if model is None:
            return 0
        missing = self._store.read(lambda db: db.chunks.missing_vectors(model.fingerprint, limit=_BATCH))
        if missing:
            self._embed(missing, model)
        return self._store.read(lambda db: db.chunks.count_missing_vectors())

    def _embed(self, chunks: Sequence[Chunk], model: ReadyModel) -> None:
        texts = [chunking.embedded_texts(chunk.part, chunk.text, chunk.indexed_text) for chunk in chunks]
        vectors = iter(self._embedder.embed_passages([text for group in texts for text in group]))
        made = [combined([next(vectors) for _ in group]) for group in texts]
        info = self._embedder.info
        if info is None or info.fingerprint != model.fingerprint:
            return  # another model was loaded meanwhile: these vectors are of no use

        def store(db: Repositories) -> None:
            for chunk, vector in zip(chunks, made, strict=True):
                db.chunks.set_vector(chunk.id, vector, model.fingerprint)

        self._store.write(store)

    def ready_model(self) -> ReadyModel | None:
        """The loaded model, with its probes embedded and room for its vectors; None without one."""
        info = self._embedder.info
        if info is None:
            return None
        with self._model_lock:
            if self._model is None or self._model.fingerprint != info.fingerprint:
                self._model = self._make_ready(info)
            return self._model

    def _make_ready(self, info: EmbeddingInfo) -> ReadyModel:
        probes = self._embedder.embed_passages([*ENGLISH_PROBES, *CHINESE_PROBES], background=False)
        split = len(ENGLISH_PROBES)
        # A combined vector has one dimension more than the model's.
        self._store.write(lambda db: db.chunks.ensure_vector_table(info.dimensions + 1, info.fingerprint))
        return ReadyModel(info.fingerprint, tuple(probes[:split]), tuple(probes[split:]))


def _index(db: Repositories, turn_id: int, names: Mapping[str, str]) -> list[int]:
    """Store the chunks of a turn and of the one before it. Returns the turns whose chunks may lack vectors."""
    try:
        turn = db.turns.get(turn_id)
    except KeyError:
        return []  # erased meanwhile
    before = db.turns.get(turn.parent_id) if turn.parent_id is not None else None
    turns = [turn] if before is None else [before, turn]
    person_id = db.sessions.get(turn.session_id).person_id
    if db.people.get(person_id).state is not PersonState.ACTIVE:
        return []
    for one in turns:
        if not _is_recalled(one) or db.turn_copies.is_copy(one.id):
            continue
        context = _context(db, one, turn if one is before else None, names)
        question, reply = _utterances(one)
        drafts = chunking.chunks_of(question, reply, context)
        db.chunks.replace_turn(person_id, one.session_id, one.id, drafts, one.created_at_ms)
    return [one.id for one in turns]


def _is_recalled(turn: Turn) -> bool:
    """Whether a turn says something: what is asked of the memory itself says nothing but what to remember."""
    if not turn.is_from_memory:
        return True
    command = recognise(turn.question.text)
    return command is not None and command.kind is CommandKind.REMEMBER


def _context(db: Repositories, turn: Turn, after: Turn | None, names: Mapping[str, str]) -> chunking.TurnContext:
    before = db.turns.get(turn.parent_id) if turn.parent_id is not None else None
    opening = db.turns.get(db.chunks.opening_turn(turn.id)) if before is not None else None
    last: chunking.Utterance | None = None
    if before is not None and _is_recalled(before):
        asked, answered = _utterances(before)
        last = answered or asked
    if after is None:
        following = db.chunks.following_turn(turn.id)
        after = db.turns.get(following) if following is not None else None
    return chunking.TurnContext(
        opening=_utterances(opening)[0] if opening is not None and _is_recalled(opening) else None,
        before=last,
        after=_utterances(after)[0] if after is not None and _is_recalled(after) else None,
        names=names,
    )


def _utterances(turn: Turn) -> tuple[chunking.Utterance, chunking.Utterance | None]:
    question = chunking.Utterance(turn.question.speaker, turn.question.text)
    if turn.reply is None or turn.is_from_memory or not turn.reply.answer.strip():
        return question, None  # an answer from memory repeats what is found where it was said
    return question, chunking.Utterance(ASSISTANT, turn.reply.answer)
