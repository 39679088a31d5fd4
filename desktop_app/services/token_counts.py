"""Token counts: exact from the loaded model, else the estimate; nothing is counted twice."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from desktop_app.domain.conversation import ASSISTANT, Message, MessageStatus
from desktop_app.domain.ledger import Piece, PieceKind
from desktop_app.domain.ports import ChatEngine, EstimateCounter, ModelInfo, PromptPiece
from desktop_app.storage.store import Store

BATCH_PIECES = 256
_TEXTS_KEPT = 8192
_REPLIES_KEPT = 1024  # token lists; a prompt holds far fewer
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
        self._written_ids: OrderedDict[int, tuple[int, ...] | None] = OrderedDict()

    @property
    def exact(self) -> bool:
        """Whether the loaded model's own tokenizer counts."""
        return self.model is not None

    def text(self, text: str) -> int:
        """Tokens of a text that will be another one in a moment: not kept."""
        return self._count([PromptPiece(PieceKind.CONTENT, text)])[0]

    def pieces(self, pieces: Sequence[Piece]) -> list[Piece]:
        """The same pieces with their tokens."""
        missing = [(p.kind, p.text) for p in pieces if (p.kind, p.text) not in self._by_text]
        for key, tokens in zip(missing, self._count([PromptPiece(*key) for key in missing]), strict=True):
            self._by_text[key] = tokens
        counted = [replace(piece, tokens=self._by_text[piece.kind, piece.text]) for piece in pieces]
        while len(self._by_text) > _TEXTS_KEPT:
            self._by_text.popitem(last=False)
        return counted

    def messages(self, messages: Iterable[Message]) -> dict[int, int]:
        """Tokens of whole stored messages by their id, read from the vault where they were counted before.

        A reply counts as the tokens that the model wrote, see `written_ids`.
        """
        wanted = {message.id: message for message in messages}
        missing = [message_id for message_id in wanted if message_id not in self._by_message]
        if missing and self.model is not None:
            self._by_message.update(self._load(missing))
            missing = [message_id for message_id in missing if message_id not in self._by_message]
        written = self.written_ids([wanted[message_id] for message_id in missing])
        pieces = [
            PromptPiece(PieceKind.CONTENT, wanted[message_id].text, written.get(message_id)) for message_id in missing
        ]
        growing: dict[int, int] = {}
        for message_id, tokens in zip(missing, self._count(pieces), strict=True):
            if wanted[message_id].status is MessageStatus.STREAMING:
                growing[message_id] = tokens  # another number next time
            else:
                self._by_message[message_id] = self._unsaved[message_id] = tokens
        return {message_id: growing.get(message_id) or self._by_message.get(message_id, 0) for message_id in wanted}

    def written_ids(self, messages: Iterable[Message]) -> dict[int, tuple[int, ...]]:
        """The tokens of those finished replies that this very model wrote, by message id.

        A tokenizer may cut the same text otherwise than the model did while it wrote; with its own
        tokens a reply stands in later prompts exactly as it stood in the engine's cache.
        """
        replies = [m for m in messages if m.speaker == ASSISTANT and m.status is not MessageStatus.STREAMING]
        missing = [message for message in replies if message.id not in self._written_ids]
        model_id = self.model_id() if missing else None
        if model_id is not None:
            turn_ids = [message.turn_id for message in missing]
            found = self._store.read(lambda db: db.ledgers.reply_token_ids(model_id, turn_ids))
            self._written_ids.update((message.id, found.get(message.turn_id)) for message in missing)
        known = {message.id: self._written_ids.get(message.id) for message in replies}
        while len(self._written_ids) > _REPLIES_KEPT:
            self._written_ids.popitem(last=False)
        return {message_id: ids for message_id, ids in known.items() if ids}

    def forget(self, message_id: int) -> None:
        """Count a message anew: its text grew."""
        for known in (self._by_message, self._unsaved, self._written_ids):
            known.pop(message_id, None)

    def save(self) -> None:
        """Keep what was counted since in the vault."""
        unsaved, self._unsaved = self._unsaved, {}
        if unsaved and self.model is not None and not self._store.read_only:
            model_id = self.model_id()
            assert model_id is not None
            # Deleted meanwhile: a count without its message is refused by the vault and not needed.
            self._store.write(lambda db: db.models.put_tokens(model_id, unsaved))

    def _load(self, message_ids: list[int]) -> dict[int, int]:
        model_id = self.model_id()
        return {} if model_id is None else self._store.read(lambda db: db.models.tokens(model_id, message_ids))

    def model_id(self) -> int | None:
        """The model's number in the vault; None without a model, or where it cannot be given one."""
        if self._model_id is None and self.model is not None and not self._store.read_only:
            model = self.model
            self._model_id = self._store.write(lambda db: db.models.upsert(model))
        return self._model_id

    def _count(self, pieces: Sequence[PromptPiece]) -> list[int]:
        wanted = [piece for piece in dict.fromkeys(pieces) if piece.text]
        counts: dict[PromptPiece, int] = {}
        if self.model is None:
            counts = {piece: self._estimate.count(piece.text) for piece in wanted}
        else:
            for start in range(0, len(wanted), BATCH_PIECES):
                batch = wanted[start : start + BATCH_PIECES]
                counts.update(zip(batch, self._engine.count(batch), strict=True))
        return [counts.get(piece, 0) for piece in pieces]


class TokenCounts:
    """The counts of the models used of late; switching the model recounts, switching back does not."""

    def __init__(self, store: Store, engine: ChatEngine, estimate: EstimateCounter) -> None:
        self._store = store
        self._engine = engine
        self._estimate = estimate
        self._models: OrderedDict[str, ModelCounts] = OrderedDict()

    def forget(self, message_id: int) -> None:
        """Count a message anew, under every model."""
        for counts in self._models.values():
            counts.forget(message_id)

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
