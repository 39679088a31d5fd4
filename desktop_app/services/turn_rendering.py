"""Turns of the history as they are sent: denoised, named, cut where too large, and counted."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

from desktop_app.domain.budget import head_and_tail
from desktop_app.domain.conversation import DOCUMENT, Message, Turn
from desktop_app.domain.denoise import denoise
from desktop_app.domain.ledger import Piece, Section
from desktop_app.domain.prompt import RenderedTurn, content
from desktop_app.domain.prompt_words import PromptWords
from desktop_app.services.token_counts import ModelCounts
from desktop_app.services.working_memory import OpenSession

_CUT_ATTEMPTS = 8
_CUT_MARGIN = 0.95  # tokens are not spread evenly over characters


@dataclass(frozen=True, slots=True)
class TurnRenderer:
    """Renders turns once; the same turn gives the same bytes until a setting or the model changes.

    Attributes:
        counts: the tokenizer.
        words: the session's language.
        default_speaker: whose messages stand without a name in front.
        denoise: whether fillers and repetitions are left out.
        turn_cap: tokens from which a turn is sent as head and tail.
    """

    counts: ModelCounts
    words: PromptWords
    default_speaker: str
    denoise: bool
    turn_cap: int

    def render(self, session: OpenSession, positions: Iterable[int]) -> dict[int, RenderedTurn]:
        """The rendered turns of a session by position, at least those at ``positions``."""
        key: Hashable = (id(self.counts), self.words.summary, self.default_speaker, self.denoise, self.turn_cap)
        if session.rendered_for != key:
            session.rendered, session.rendered_for = {}, key
        rendered = session.rendered
        missing = [position for position in positions if position not in rendered]
        if missing:
            turns = [session.turns[position] for position in missing]
            rendered.update(zip(missing, self._render(turns), strict=True))
        return rendered

    def whole_tokens(self, turns: Sequence[Turn], positions: Sequence[int]) -> dict[int, int]:
        """Tokens of turns as they were said, by position; cheaper than rendering them."""
        said = {p: [m for m in (turns[p].question, turns[p].reply) if m is not None] for p in positions}
        counted = self.counts.messages(message for messages in said.values() for message in messages)
        return {position: sum(counted[message.id] for message in messages) for position, messages in said.items()}

    def squeezed(self, turn: Turn, cap: int) -> RenderedTurn:
        """One turn cut down to ``cap`` tokens of content."""
        return self._cut(next(iter(self._render([turn]))), cap)

    def _render(self, turns: Sequence[Turn]) -> list[RenderedTurn]:
        messages = [message for turn in turns for message in (turn.question, turn.reply) if message is not None]
        whole = self.counts.messages(messages)
        shorter = self._denoised(messages, whole)
        rendered: list[RenderedTurn] = []
        for turn in turns:
            question = (*self._tag(turn.question.speaker), *_pieces(turn.question, whole, shorter))
            reply = _pieces(turn.reply, whole, shorter) if turn.reply else ()
            saved = sum(
                whole[message.id] - shorter[message.id].tokens
                for message in (turn.question, turn.reply)
                if message is not None and message.id in shorter
            )
            tokens = sum(piece.tokens for piece in (*question, *reply))
            one = RenderedTurn(turn.id, question, reply, tokens, saved)
            rendered.append(self._cut(one, self.turn_cap) if tokens > self.turn_cap else one)
        return rendered

    def _denoised(self, messages: Sequence[Message], whole: dict[int, int]) -> dict[int, Piece]:
        """The pieces without thoughts and, where that is wanted, denoised, that are really shorter; by message id."""
        pieces: list[Piece] = []
        ids: list[int] = []
        for message in messages:
            if message.speaker == DOCUMENT:
                continue
            text = message.answer
            if self.denoise:
                text = denoise(text, assistant=message.role == "assistant").text
            if text != message.text:
                ids.append(message.id)
                pieces.append(content(Section.HISTORY, text, f"message:{message.id}"))
        counted = self.counts.pieces(pieces)
        return {
            message_id: piece
            for message_id, piece in zip(ids, counted, strict=True)
            if piece.tokens < whole[message_id]
        }

    def _tag(self, speaker: str) -> tuple[Piece, ...]:
        if speaker == self.default_speaker:
            return ()
        return tuple(self.counts.pieces([content(Section.HISTORY, self.words.speaker_tag(speaker))]))

    def _cut(self, turn: RenderedTurn, cap: int) -> RenderedTurn:
        """Head and tail of a turn: the longer message gives first, both where both are long."""
        question, reply = _tokens(turn.question), _tokens(turn.reply)
        if min(question, reply) <= cap // 2:
            question_cap = min(question, cap - min(reply, cap // 2)) if question >= reply else question
            reply_cap = cap - question_cap
        else:
            question_cap = cap // 2
            reply_cap = cap - question_cap
        new_question = self._cut_pieces(turn.question, question_cap)
        new_reply = self._cut_pieces(turn.reply, reply_cap)
        return RenderedTurn(
            turn.turn_id, new_question, new_reply, _tokens(new_question) + _tokens(new_reply), turn.saved_tokens, True
        )

    def _cut_pieces(self, pieces: tuple[Piece, ...], cap: int) -> tuple[Piece, ...]:
        tokens = _tokens(pieces)
        if tokens <= cap:
            return pieces
        *tags, message = pieces
        room = cap - _tokens(tuple(tags))
        characters = int(len(message.text) * max(room, 0) / max(message.tokens, 1) * _CUT_MARGIN)
        for _ in range(_CUT_ATTEMPTS):
            cut = head_and_tail(message.text, characters)
            mark = self.words.omitted.format(count=f"{cut.omitted:,}")
            texts = [(cut.head, message.source), (mark, ""), (cut.tail, message.source)]
            new = self.counts.pieces([content(Section.HISTORY, text, source) for text, source in texts if text])
            total = _tokens(tuple(new))
            if total <= room or characters == 0:
                break
            characters = int(characters * room / total * _CUT_MARGIN) if room > 0 else 0
        return (*tags, *new)


def _pieces(message: Message, whole: dict[int, int], shorter: dict[int, Piece]) -> tuple[Piece, ...]:
    if message.id in shorter:
        return (shorter[message.id],) if shorter[message.id].text else ()
    if not message.text:
        return ()
    piece = content(Section.HISTORY, message.text, f"message:{message.id}")
    return (Piece(piece.kind, piece.section, piece.text, whole[message.id], piece.source),)


def _tokens(pieces: Sequence[Piece]) -> int:
    return sum(piece.tokens for piece in pieces)
