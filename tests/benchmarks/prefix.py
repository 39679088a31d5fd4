"""P1 and P2: what the product has the engine read over a long dialogue, by the engine's own figures.

The replies are given: the real model reads every prompt and writes one token, which is thrown away.
Everything else is the program as it runs, memory work included.
"""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from desktop_app.composition import Overrides, Program, open_or_create
from desktop_app.domain.clipping import stable_length
from desktop_app.domain.conversation import FinishReason, VaultKind
from desktop_app.domain.ledger import Ledger, Piece, PieceKind, Section
from desktop_app.domain.ports import Generated, GenerationEvent, PromptPiece, Sampling
from desktop_app.domain.templates import ChatTemplate
from desktop_app.engine.chat import LlamaEngine
from desktop_app.engine.embedding import EmbeddingEngine
from desktop_app.services.facade import Services
from desktop_app.support.paths import SMALL_CHAT_MODEL, data_paths, engine_needs_safe_load
from tests.benchmarks.dialogue import Exchange, dialogue
from tests.benchmarks.measure import Row, compared

WINDOW, RESERVE = 2048, 512
RECALL, SUMMARY = 150, 150
SHORT_TURNS, FULL_TURNS = 40, 200
MEMORY_TIMEOUT_S = 120.0


class GivenReplies(LlamaEngine):
    """The real engine, whose replies are exchanged for given ones once it has read the prompt.

    Background calls are answered without reading anything: what a summary says costs the dialogue
    nothing, and the product puts the words of the turns into it where the model's prose tells nothing.
    """

    def __init__(self, replies: Sequence[str]) -> None:
        super().__init__(safe_load=engine_needs_safe_load())
        self._replies: Iterator[str] = iter(replies)

    def generate(
        self,
        pieces: Sequence[PromptPiece],
        sampling: Sampling,
        max_tokens: int,
        on_event: Callable[[GenerationEvent], None],
        cancel: threading.Event,
        background: bool = False,
    ) -> Generated:
        """Read the prompt; the reply is the next of those given."""
        if background:
            return Generated("", (), FinishReason.STOP, tuple(self.count(pieces)), "", 0, 0, 0, 0.0, 0.0, 0.0)
        read = super().generate(pieces, sampling, 1, lambda _event: None, cancel)
        assert read.finish_reason in (FinishReason.LENGTH, FinishReason.STOP), read
        return replace(read, text=next(self._replies), token_ids=(), finish_reason=FinishReason.STOP)


@dataclass
class Run:
    """Figures of a dialogue, in tokens."""

    computed: list[int] = field(default_factory=list)
    prompts: list[int] = field(default_factory=list)
    bounds: list[int] = field(default_factory=list)
    naive: list[int] = field(default_factory=list)
    recalled: list[int] = field(default_factory=list)
    clips: int = 0

    @property
    def over_half(self) -> int:
        """Turns that had more than half of their prompt read."""
        return sum(computed * 2 > prompt for computed, prompt in zip(self.computed, self.prompts, strict=True))


class Tokenizer:
    """Token lists by the engine, each piece once."""

    def __init__(self, engine: LlamaEngine) -> None:
        self._engine = engine
        self._known: dict[tuple[PieceKind, str], list[int]] = {}

    def ids(self, kind: PieceKind, text: str) -> list[int]:
        """The tokens of a piece."""
        key = (kind, text)
        if key not in self._known:
            self._known[key] = [token for token, _ in self._engine.tokenize(PromptPiece(kind, text))] if text else []
        return self._known[key]

    def list_of(self, pieces: Sequence[Piece]) -> list[int]:
        """The tokens of a prompt."""
        return [token for piece in pieces for token in self.ids(piece.kind, piece.text)]


@contextmanager
def _program(folder: Path, engine: LlamaEngine) -> Iterator[Services]:
    paths = data_paths()
    overrides = Overrides(WINDOW, RESERVE, paths.chat_models / SMALL_CHAT_MODEL, None)
    store = open_or_create(folder / "vault", VaultKind.PERSONAL)
    program = Program(
        store, paths, language=lambda: "en", overrides=overrides, engine=engine, embedder=EmbeddingEngine()
    )
    try:
        services = program.services
        settings = services.settings.get()
        context = replace(settings.context, recall_budget_tokens=RECALL, summary_budget_tokens=SUMMARY)
        services.settings.update(replace(settings, context=context))
        assert services.models.load_default() is not None
        services.models.load_embedder()
        yield services
    finally:
        program.close()


@cache
def run(*, short: bool) -> Run:
    """Play the dialogue once; both rows are about the same run."""
    script = dialogue(SHORT_TURNS if short else FULL_TURNS)
    engine = GivenReplies([exchange.reply for exchange in script])
    figures = Run()
    with tempfile.TemporaryDirectory() as temporary, _program(Path(temporary), engine) as services:
        session = services.sessions.create(services.people.create("Me").id).id
        tokenizer = Tokenizer(engine)
        naive_before: list[int] = []
        clipped_before: frozenset[int] = frozenset()
        for number, exchange in enumerate(script):
            turn = services.chat.send(session, exchange.question, "person")
            ledger = services.context.ledger(turn.id)
            assert ledger is not None
            template = services.context.template()
            figures.computed.append(ledger.computed_tokens)
            figures.prompts.append(ledger.prompt_tokens)
            figures.recalled.append(ledger.sections[Section.RECALLED])
            previous = script[number - 1] if number else None
            figures.bounds.append(_lower_bound(ledger, previous, template, tokenizer))
            naive = tokenizer.list_of(_naive(ledger, script[: number + 1], template, tokenizer))
            figures.naive.append(len(naive) - _common(naive_before, naive))
            naive_before = naive
            clipped = frozenset(each.turn_id for each in ledger.clipped)
            figures.clips += clipped != clipped_before
            clipped_before = clipped
            assert services.consolidation.wait(MEMORY_TIMEOUT_S)
    return figures


def _lower_bound(ledger: Ledger, previous: Exchange | None, template: ChatTemplate, tokenizer: Tokenizer) -> int:
    """Previous question and reply with their template, recalled, facts for this question, and the question.

    The date before the question and the question's own template are not part of it.
    """
    if previous is None:
        return ledger.prompt_tokens
    below = ledger.pieces[stable_length(ledger.pieces) :]
    changing = sum(piece.tokens for piece in below if piece.section in (Section.RECALLED, Section.FACTS))
    question = next(piece for piece in reversed(below) if piece.section is Section.QUESTION)
    wrapped = tokenizer.list_of(_exchange(previous, template))
    return len(wrapped) + changing + question.tokens


def _exchange(exchange: Exchange, template: ChatTemplate) -> list[Piece]:
    return [
        Piece(PieceKind.TEMPLATE, Section.TEMPLATE, template.user_prefix),
        Piece(PieceKind.CONTENT, Section.HISTORY, exchange.question),
        Piece(PieceKind.TEMPLATE, Section.TEMPLATE, template.user_suffix),
        Piece(PieceKind.TEMPLATE, Section.TEMPLATE, template.assistant_prefix),
        Piece(PieceKind.CONTENT, Section.HISTORY, exchange.reply),
        Piece(PieceKind.TEMPLATE, Section.TEMPLATE, template.assistant_suffix),
    ]


def _naive(ledger: Ledger, said: Sequence[Exchange], template: ChatTemplate, tokenizer: Tokenizer) -> list[Piece]:
    """The naive layout: everything rebuilt each turn, recall at the top, then the newest turns that fit."""

    def wrapping(text: str) -> Piece:
        return Piece(PieceKind.TEMPLATE, Section.TEMPLATE, text)

    top = [wrapping(template.system_prefix)]
    for section in (Section.SYSTEM, Section.RECALLED, Section.FACTS, Section.SUMMARY):
        top += [piece for piece in ledger.pieces if piece.section is section]
    top.append(wrapping(template.system_suffix))
    question = [piece for piece in ledger.pieces if piece.section is Section.QUESTION]
    end = [
        wrapping(template.user_prefix),
        *question,
        wrapping(template.user_suffix),
        wrapping(template.generation_prefix),
    ]
    room = ledger.context_limit - ledger.reserved - len(tokenizer.list_of(top)) - len(tokenizer.list_of(end))
    history: list[Piece] = []
    for exchange in reversed(said[:-1]):
        pieces = _exchange(exchange, template)
        room -= len(tokenizer.list_of(pieces))
        if room < 0:
            break
        history = [*pieces, *history]
    return [*top, *history, *end]


def _common(left: Sequence[int], right: Sequence[int]) -> int:
    count = 0
    for one, other in zip(left, right, strict=False):
        if one != other:
            break
        count += 1
    return count


def against_lower_bound(*, short: bool) -> Row:
    """P1: prompt tokens computed, against what any layout has to read."""
    figures = run(short=short)
    turns = len(figures.computed)
    what = (
        f"prompt tokens computed, {turns} turns, {figures.clips} clips, {figures.over_half} turns over half, "
        f"recalled {sum(figures.recalled) // turns} a turn"
    )
    row = compared("P1", what, sum(figures.computed), sum(figures.bounds), unit="tokens", limit=1.35)
    return replace(row, ok=bool(row.ok) and figures.over_half * 6 <= turns)


def against_naive_layout(*, short: bool) -> Row:
    """P2: the same against everything rebuilt each turn with recall at the top, counted by common prefixes."""
    figures = run(short=short)
    what = f"prompt tokens computed, {len(figures.computed)} turns, against the naive layout"
    return compared("P2", what, sum(figures.computed), sum(figures.naive), unit="tokens", limit=0.35)
