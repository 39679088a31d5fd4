"""Token counts: exact from the loaded model, else the estimate; nothing is counted twice."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from desktop_app.domain.conversation import Message
from desktop_app.domain.ledger import Piece, PieceKind
from desktop_app.domain.ports import ChatEngine, EstimateCounter, ModelInfo, PromptPiece
from desktop_app.storage.store import Store

BATCH_PIECES = 256
_TEXTS_KEPT = 8192
_MODELS_KEPT = 3


class ModelCounts:
    """Counts under one tokenizer. Not thread-safe."""

    def __init__(self, store: Store, engine: ChatEngine, estimate: EstimateCounter, model: ModelInfo | None) -> None:
        self._store = store
        self._engine = engine
        self._estimate = estimate
        self.model = model
        self._model_id: int | None = None
        self._by_text: OrderedDict[tuple[PieceKind, str], int] = OrderedDict()
        self._by_message: dict[int, int] = {}
        self._unsaved: dict[int, int] = {}

    @property
    def exact(self) -> bool:
        """Whether the loaded model's own tokenizer counts."""
        return self.model is not None

    def pieces(self, pieces: Sequence[Piece]) -> list[Piece]:
        """The same pieces with their tokens."""
        missing = [(p.kind, p.text) for p in pieces if (p.kind, p.text) not in self._by_text]
        for key, tokens in zip(missing, self._count(missing), strict=True):
            self._by_text[key] = tokens
        counted = [replace(piece, tokens=self._by_text[piece.kind, piece.text]) for piece in pieces]
        while len(self._by_text) > _TEXTS_KEPT:
            self._by_text.popitem(last=False)
        return counted

    def messages(self, messages: Iterable[Message]) -> dict[int, int]:
        """Tokens of whole stored messages by their id, read from the vault where they were counted before."""
        wanted = {message.id: message for message in messages}
        missing = [message_id for message_id in wanted if message_id not in self._by_message]
        if missing and self.model is not None:
            self._by_message.update(self._load(missing))
            missing = [message_id for message_id in missing if message_id not in self._by_message]
        keys = [(PieceKind.CONTENT, wanted[message_id].text) for message_id in missing]
        for message_id, tokens in zip(missing, self._count(keys), strict=True):
            self._by_message[message_id] = self._unsaved[message_id] = tokens
        return {message_id: self._by_message[message_id] for message_id in wanted}

    def save(self) -> None:
        """Keep what was counted since in the vault."""
        unsaved, self._unsaved = self._unsaved, {}
        if unsaved and self.model is not None and not self._store.read_only:
            model, known_id = self.model, self._model_id
            model_id = self._store.write(lambda db: known_id if known_id is not None else db.models.upsert(model))
            # Deleted meanwhile: a count without its message is refused by the vault and not needed.
            self._store.write(lambda db: db.models.put_tokens(model_id, unsaved))
            self._model_id = model_id

    def _load(self, message_ids: list[int]) -> dict[int, int]:
        assert self.model is not None
        if self._model_id is None:
            if self._store.read_only:
                return {}
            model = self.model
            self._model_id = self._store.write(lambda db: db.models.upsert(model))
        model_id = self._model_id
        return self._store.read(lambda db: db.models.tokens(model_id, message_ids))

    def _count(self, keys: Sequence[tuple[PieceKind, str]]) -> list[int]:
        texts = [(kind, text) for kind, text in dict.fromkeys(keys) if text]
        counts: dict[tuple[PieceKind, str], int] = {}
        if self.model is None:
            counts = {(kind, text): self._estimate.count(text) for kind, text in texts}
        else:
            for start in range(0, len(texts), BATCH_PIECES):
                batch = texts[start : start + BATCH_PIECES]
                found = self._engine.count([PromptPiece(kind, text) for kind, text in batch])
                counts.update(zip(batch, found, strict=True))
        return [counts.get(key, 0) for key in keys]


class TokenCounts:
    """The counts of the models used of late; switching the model recounts, switching back does not."""

    def __init__(self, store: Store, engine: ChatEngine, estimate: EstimateCounter) -> None:
        self._store = store
        self._engine = engine
        self._estimate = estimate
        self._models: OrderedDict[str, ModelCounts] = OrderedDict()

    def current(self) -> ModelCounts:
        """Counts under the model that is loaded now, or the estimate."""
        model = self._engine.model
        key = f"{model.sha256} {model.engine_build}" if model else ""
        counts = self._models.get(key)
        if counts is None:
            counts = ModelCounts(self._store, self._engine, self._estimate, model)
            self._models[key] = counts
        elif counts.model != model:
            counts.model = model  # the same file, loaded with another context length
        self._models.move_to_end(key)
        while len(self._models) > _MODELS_KEPT:
            self._models.popitem(last=False)
        return counts
