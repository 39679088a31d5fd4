"""Plays many turns on the context service and counts what an engine with a prefix cache computes."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from desktop_app.domain.ledger import Ledger, Piece, PieceKind, RecalledSnippet, Section
from desktop_app.domain.memory import Category, SummarySegment
from desktop_app.domain.ports import PromptPiece
from desktop_app.domain.settings import Settings
from tests.services.context_fakes import NOW_MS, Bench, FakeAnswer, FakeEngine, FakeRecall, FakeStore, model

_TEMPLATE_TOKEN = re.compile(r"<\|[^|]*\|>|\n|\w+")
_CONTENT_TOKEN = re.compile(r"\s?[^\s]+|\s+")
_WORDS = """table river letter window paper garden market engine summer winter doctor teacher painter captain
village station mountain harbour blanket pocket ticket basket camera guitar orange lemon silver copper
marble velvet copper lantern ladder hammer needle button feather candle mirror curtain carpet pillow""".split()
_WEIGHTY = ("take 5 mg of warfarin daily", "no penicillin ever", "meeting on 12 March at noon", "we decided on oak")
_IDLE = ("haha what a joke", "hello how are you", "lovely weather for a nap", "thanks a lot see you later")


def tokens_of(kind: PieceKind, text: str) -> list[str]:
    return (_TEMPLATE_TOKEN if kind is PieceKind.TEMPLATE else _CONTENT_TOKEN).findall(text)


def token_list(pieces: Sequence[Piece]) -> list[str]:
    return [token for piece in pieces for token in tokens_of(piece.kind, piece.text)]


def common_prefix(left: Sequence[str], right: Sequence[str]) -> int:
    count = 0
    for one, other in zip(left, right, strict=False):
        if one != other:
            break
        count += 1
    return count


class WordEngine(FakeEngine):
    def count(self, pieces: Sequence[PromptPiece]) -> list[int]:
        return [len(tokens_of(piece.kind, piece.text)) for piece in pieces]


class AlwaysRecall(FakeRecall):
    """Recalls another five snippets for each question."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__()
        self._rng = rng

    def search(self, person_id: int, question: str, **options: object) -> FakeAnswer:
        rng = random.Random(question)
        return FakeAnswer(
            tuple(
                RecalledSnippet(chunk, 2, "then", 100_000 + chunk, 0, NOW_MS, _words(rng, 26), 0.9, 0.9, 0.9)
                for chunk in rng.sample(range(1, 10_000), 5)
            )
        )


def _words(rng: random.Random, count: int) -> str:
    return " ".join(rng.choice(_WORDS) for _ in range(count))


@dataclass
class Figures:
    """What 200 turns cost, in tokens."""

    computed: int = 0
    lower_bound: int = 0
    new: int = 0
    naive: int = 0
    over_half: int = 0
    full_turns: int = 0  # since the first clip
    full_over_half: int = 0
    events: int = 0
    turns: int = 0
    largest: int = 0
    computed_by_turn: list[int] = field(default_factory=list)
    kept_tokens: int = 0

    def __str__(self) -> str:
        return (
            f"computed/bound {self.computed / self.lower_bound:.3f}, ours/naive {self.computed / self.naive:.3f}, "
            f"computed/new {self.computed / self.new:.2f}, over half {self.over_half}/{self.turns}, "
            f"since the first clip {self.full_over_half}/{self.full_turns}, "
            f"clips {self.events}, mean history {self.kept_tokens / self.turns:.0f}"
        )


def play(
    *,
    window: int,
    turns: int,
    reserve: int,
    question_tokens: int = 25,
    reply_tokens: int = 60,
    recall_tokens: int = 150,
    summary_tokens: int = 150,
    facts_every: int = 25,
    seed: int = 7,
) -> Figures:
    """Play ``turns`` turns of a fixed script and count."""
    rng = random.Random(seed)
    settings = Settings()
    context = replace(
        settings.context,
        reply_reserve_tokens=reserve,
        recall_budget_tokens=recall_tokens,
        summary_budget_tokens=summary_tokens,
    )
    settings = replace(settings, context=context)
    desk = Bench(FakeStore(), WordEngine(model(window)), AlwaysRecall(rng), settings)
    if not recall_tokens:
        desk.settings = replace(settings, recall=replace(settings.recall, enabled=False))
    figures = Figures(turns=turns)
    before: list[str] = []
    naive_before: list[str] = []
    last: Ledger | None = None
    for number in range(turns):
        kind = rng.random()
        start = rng.choice(_IDLE) if kind < 0.3 else rng.choice(_WEIGHTY) if kind < 0.5 else _words(rng, 5)
        question = start if kind < 0.3 else f"{start} {_words(rng, max(1, question_tokens - len(start.split())))}"
        reply = _words(rng, reply_tokens)
        if facts_every and number % facts_every == 3:
            desk.store.add_fact(Category.PREFERENCE, f"likes {_words(rng, 2)} {number}")
            desk.memory.forget_facts(1)
        ledger = desk.ask(question, reply)
        now = token_list(ledger.pieces)
        assert len(now) == ledger.prompt_tokens
        computed = len(now) - common_prefix(before, now)
        figures.computed += computed
        figures.computed_by_turn.append(computed)
        figures.over_half += computed * 2 > len(now)
        figures.events += last is not None and ledger.clipped != last.clipped
        if ledger.clipped:
            figures.full_turns += 1
            figures.full_over_half += computed * 2 > len(now)
        figures.largest = max(figures.largest, len(now))
        figures.lower_bound += _lower_bound(desk, ledger, number)
        figures.new += question_tokens + reply_tokens
        figures.kept_tokens += ledger.sections["history"]
        naive = _naive(desk, ledger, window - reserve)
        figures.naive += len(naive) - common_prefix(naive_before, naive)
        if summary_tokens and last is not None and ledger.clipped != last.clipped:
            covered = tuple(turn.turn_id for turn in ledger.clipped)
            desk.summary = SummarySegment(number, _words(rng, summary_tokens - 20), covered)
        before, naive_before, last = now, naive, ledger
    return figures


def _lower_bound(desk: Bench, ledger: Ledger, number: int) -> int:
    """Previous turn with its template, recalled, facts for this question, question."""
    volatile = next(i for i, piece in enumerate(ledger.pieces) if piece.section is Section.QUESTION)
    below = sum(
        piece.tokens
        for piece in ledger.pieces[volatile:]
        if piece.section in (Section.QUESTION, Section.RECALLED, Section.FACTS)
    )
    if number == 0:
        return ledger.prompt_tokens
    previous = desk.store.turns[-2]
    assert previous.reply is not None
    wrapping = 7  # of a ChatML turn
    return (
        below
        + wrapping
        + sum(len(tokens_of(PieceKind.CONTENT, text)) for text in (previous.question.text, previous.reply.text))
    )


def _naive(desk: Bench, ledger: Ledger, available: int) -> list[str]:
    """Everything rebuilt each turn: system, recalled, facts and summary on top, then the newest turns that fit."""
    groups = {
        section: [t for p in ledger.pieces if p.section is section for t in tokens_of(p.kind, p.text)]
        for section in Section
    }
    top = [token for name in ("SYSTEM", "RECALLED", "FACTS", "SUMMARY") for token in groups[Section[name]]]
    end = [*groups[Section.QUESTION]]
    room = available - len(top) - len(end)
    history: list[str] = []
    for turn in reversed(desk.store.turns[:-1]):
        assert turn.reply is not None
        text = ["<u>", *tokens_of(PieceKind.CONTENT, turn.question.text), "<a>"]
        text += tokens_of(PieceKind.CONTENT, turn.reply.text)
        if len(text) + len(history) > room:
            break
        history = text + history
    return top + history + end
