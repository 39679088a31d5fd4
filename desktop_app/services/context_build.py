"""One context being built, step by step: division, standing blocks, clip, recall, assembly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from desktop_app.domain.attachment_parts import SentFiles, worth_sending_again
from desktop_app.domain.budget import Window, overflow_check, require_fit
from desktop_app.domain.choices import TurnChoices
from desktop_app.domain.clipping import (
    ClipState,
    Economy,
    broken_section,
)
from desktop_app.domain.clock import day_of
from desktop_app.domain.conversation import DOCUMENT, Turn, VaultKind, first_speaker
from desktop_app.domain.fact_lines import standing_order
from desktop_app.domain.ledger import (
    DenoisedTurn,
    EarlierFileCut,
    Ledger,
    Overflow,
    Piece,
    RecalledSnippet,
    Section,
)
from desktop_app.domain.memory import CURRENT_STATES, SummarySegment
from desktop_app.domain.memory_commands import asks_to_forget
from desktop_app.domain.prices import tokens_to_read
from desktop_app.domain.prompt import Frame, assemble, content
from desktop_app.domain.prompt_words import WORDS, language_of
from desktop_app.domain.settings import ContextSettings, RecallSettings
from desktop_app.domain.summarising import holding
from desktop_app.domain.taken_back import leaves_nothing, note_of, taken_back
from desktop_app.services.prompt_blocks import (
    Blocks,
    current_fact_ids,
    standing_is_usable,
)
from desktop_app.services.token_counts import ModelCounts
from desktop_app.services.turn_rendering import TurnRenderer
from desktop_app.services.turn_selection import Selection, TurnSelector
from desktop_app.services.working_memory import WorkingMemory

_USUAL_TURNS = 8  # newest turns whose mean length is taken for usual
_ATTACHMENTS_SHARE = 0.5  # of the window, at most, for the files of one message
_EARLIER_FILES_SHARE = 0.15  # of the window, at most, for files of earlier messages that belong to this one
RECENT_QUESTIONS = 3  # given to recall for questions that make sense only after them


def recent_questions(turns: Sequence[Turn]) -> tuple[str, ...]:
    """The last messages that tell recall what "it" is, the newest last; none that asks to forget something."""
    return tuple(
        turn.question.text
        for turn in turns[-RECENT_QUESTIONS:]
        if not (turn.is_from_memory and asks_to_forget(turn.question.text))
    )


class RecallAnswer(Protocol):
    """What recall found."""

    @property
    def hits(self) -> tuple[RecalledSnippet, ...]:
        """Snippets worth having, best first."""

    @property
    def note(self) -> str:
        """Why there are none or how they were found, see `Ledger.recall_note`."""


class Recall(Protocol):
    """Finds earlier turns of a person that help with a question."""

    def search(
        self,
        person_id: int,
        question: str,
        *,
        session_id: int | None,
        exclude_turns: frozenset[int],
        recent: Sequence[str] = (),
        now_ms: int,
        settings: RecallSettings | None = None,
    ) -> RecallAnswer:
        """Look up a question by these settings (None: those in force), never among ``exclude_turns``."""


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked of a build."""

    session_id: int
    question: str
    speaker: str
    exclude_turn: int | None
    choices: TurnChoices
    context: ContextSettings
    recall: RecallSettings
    search: bool
    system_text: str
    now_ms: int
    kind: VaultKind
    reply: tuple[Piece, ...] = ()  # what a reply that is continued says already, counted


@dataclass(frozen=True, slots=True)
class _Head:
    """The standing blocks. ``covered`` are the turns its summary stands for, where it is new."""

    system: tuple[Piece, ...]
    facts: tuple[Piece, ...] = ()
    summary: tuple[Piece, ...] = ()
    covered: frozenset[int] = frozenset()

    @property
    def pieces(self) -> tuple[Piece, ...]:
        return (*self.system, *self.facts, *self.summary)


class ContextBuild:
    """Builds one context. Use `run` once."""

    def __init__(
        self,
        request: Request,
        window: Window,
        memory: WorkingMemory,
        counts: ModelCounts,
        frame: Frame,
        recall: Recall,
        segments: Sequence[SummarySegment],
    ) -> None:
        self._request = request
        self._window = window
        self._frame = frame
        self._counts = counts
        self._recall = recall
        self._segments = segments
        self._session = memory.session(request.session_id)
        self._turns = _before(self._session.turns, request.exclude_turn)
        self._person, facts = memory.person(self._session.session.person_id)
        changed = {fact.id: fact for fact in request.choices.facts}
        dropped = request.choices.drop_facts
        self._facts = tuple(changed.get(f.id, f) for f in facts if f.id in changed or f.id not in dropped)
        self._may_stand = tuple(f for f in self._facts if f.id not in dropped)  # in the words of the last prompt
        opening = self._turns[0].question.text if self._turns else request.question
        words = WORDS[language_of(opening, language_of(request.system_text))]
        today = day_of(request.now_ms)
        self._blocks = Blocks(counts, words, window, today)
        speaker = first_speaker(request.kind)
        renderer = TurnRenderer(counts, words, speaker, request.context.denoise, window.turn_cap)
        self._state = self._usable_state(memory.clip_state(request.session_id, len(self._turns)))
        self._selector = TurnSelector(
            self._session,
            len(self._turns),
            renderer,
            frame.turn_tokens,
            self._state,
            request.choices,
            request.context,
            window.available,
        )
        tag = "" if request.speaker == speaker else words.speaker_tag(request.speaker)
        section = Section.ATTACHMENTS if request.speaker == DOCUMENT else Section.QUESTION
        self._question = self._blocks.question(request.question, section, tag)
        attached, self._attachment_cuts = self._blocks.attachments(
            request.choices.attachments, request.question, self._room_for_attachments()
        )
        self._question = (self._question[0], *attached, *self._question[1:])
        self._system = tuple(
            counts.pieces([content(Section.SYSTEM, request.system_text)] if request.system_text else [])
        )
        leave_out = request.choices.leave_out
        files = memory.files(request.session_id, len(self._turns))
        again, self._earlier_file_cuts = self._earlier_files([one for one in files if one.turn_id not in leave_out])
        self._question = (self._question[0], *again, *self._question[1:])
        self._fresh_facts = self._blocks.standing_facts(self._person, request.kind, self._facts)
        self._hits: tuple[RecalledSnippet, ...] = ()
        self._notes: dict[int, str] = {}
        self._note = ""

    def run(self) -> Ledger:
        """Build it.

        Raises:
            MessageTooLarge: what cannot be left out does not fit.
        """
        head = self._fitting(self._standing_head())
        facts, changes_fit = self._facts_below(head)
        if not changes_fit:
            # More has changed than the small block can say: the block at the top is written anew.
            head = self._fitting(self._fresh_head())
            facts, _ = self._facts_below(head)
        selector = self._selector
        if not selector.must_change:
            self._search(selector.carried_on)
            room = self._room(head, facts) - selector.cost(selector.carried_on.kept)
            if room >= min(self._recalled_tokens(), self._recall_floor()) or (room >= 0 and not selector.can_shrink):
                return self._assembled(head, facts, selector.carried_on)
            half_reused = self._clipped_little(head, facts)
            if half_reused is not None:
                return half_reused
        head = self._fitting(self._fresh_head())
        facts, _ = self._facts_below(head)
        selection = self._clipped(head, facts)
        self._search(selection)
        return self._assembled(head, facts, selection)

    # --- the standing blocks

    def _usable_state(self, state: ClipState | None) -> ClipState | None:
        """A state of another window says nothing: the engine's cache is empty then anyway."""
        window = self._window
        if state is None or (state.context_limit, state.reserved) != (window.context_limit, window.reserved):
            return None
        return state

    def _standing_head(self) -> _Head:
        """The blocks as the last prompt had them, unless something in them may stand no longer."""
        state = self._state
        if state is None or not standing_is_usable(state.facts, self._fresh_facts, self._may_stand):
            return self._fresh_head()
        if (
            self._request.kind is VaultKind.CLINICAL
            and state.facts
            and state.facts[0].text != self._fresh_facts[0].text
        ):
            return self._fresh_head()  # the patient's identity was corrected
        # A summary that was erased since is gone here too; a newer one waits for the next clip.
        summary = state.summary if self._segments else ()
        if not all(piece.text for piece in summary):
            return self._fresh_head()
        return _Head(self._system, tuple(self._counts.pieces(state.facts)), tuple(self._counts.pieces(summary)))

    def _fresh_head(self) -> _Head:
        branch = {turn.id for turn in self._turns} if self._segments else set[int]()
        segments = holding(self._segments, branch)
        summary, covered = self._blocks.summary(segments, first_speaker(self._request.kind))
        return _Head(self._system, self._fresh_facts, summary, covered)

    def _fitting(self, head: _Head) -> _Head:
        """The head, or what of it fits beside the question. Raises MessageTooLarge."""
        safety = self._blocks.safety_facts(head.facts, self._facts)
        smaller = (head, replace(head, summary=(), covered=frozenset()), _Head(self._system, safety))
        for candidate in smaller:
            if self._room(candidate, ()) >= 0:
                return candidate
        needed: dict[Section, int] = {Section.TEMPLATE: self._frame.fixed_tokens}
        for piece in (*smaller[-1].pieces, *self._question, *self._request.reply):
            needed[piece.section] = needed.get(piece.section, 0) + piece.tokens
        require_fit(needed, self._window)
        return smaller[-1]

    def _facts_below(self, head: _Head) -> tuple[tuple[Piece, ...], bool]:
        pieces, changes_fit = self._blocks.facts_below(
            head.facts, self._fresh_facts, self._facts, self._request.question
        )
        # Beside a very large question facts that are merely related give way.
        return (pieces if self._room(head, pieces) >= 0 else ()), changes_fit

    def _room(self, head: _Head, facts: Sequence[Piece]) -> int:
        """Tokens for history and recalled snippets."""
        fixed = self._frame.fixed_tokens + _tokens(head.pieces) + _tokens(facts) + _tokens(self._question)
        fixed += _tokens(self._request.reply)
        return self._window.available - fixed

    def _room_for_attachments(self) -> int:
        """Tokens for attached files: a half of the window, less where the message itself is large."""
        free = self._window.available - self._frame.fixed_tokens - _tokens(self._question)
        return min(int(self._window.available * _ATTACHMENTS_SHARE), max(0, free // 2))

    def _earlier_files(self, files: Sequence[SentFiles]) -> tuple[tuple[Piece, ...], tuple[EarlierFileCut, ...]]:
        """What of the files of earlier messages belongs to this one too, and what of them stays away."""
        if not files:
            return (), ()
        question = self._request.question
        found = worth_sending_again(files, question, self._turns[-1].question.text) if question.strip() else []
        # What the message cannot do without has its room first, so that a file never makes it too large.
        standing = (*self._system, *self._question, *self._request.reply)
        free = self._window.available - self._frame.fixed_tokens - _tokens(standing) - self._window.facts_cap
        room = min(int(self._window.available * _EARLIER_FILES_SHARE), max(0, free // 2))
        pieces, taken = self._blocks.earlier_files(found, room)
        ordinals = {turn.id: turn.ordinal for turn in self._turns}
        cuts = []
        for sent in files:
            for number in range(len(sent.names)):
                own = [part for part in sent.index.parts if part.attachment == number]
                out = [part for part in own if (sent.turn_id, number, part.position) not in taken]
                if out:
                    cuts.append(EarlierFileCut(sent.turn_id, ordinals[sent.turn_id], number, len(own), len(out)))
        return pieces, tuple(cuts)

    # --- the clip

    def _clipped_little(self, head: _Head, facts: Sequence[Piece]) -> Ledger | None:
        """A prompt after a small block, None where that would not leave half of it as it was."""
        if self._state is None:
            return None
        behind = self._frame.fixed_tokens + _tokens(facts) + _tokens(self._question) + _tokens(self._request.reply)
        usual = self._clipped(head, facts)
        selection = self._selector.clip_little(usual, _tokens(head.pieces), behind, self._room(head, facts))
        if selection is None:
            return None
        bare = self._assembled(head, facts, selection, recall_room=0)
        spare = bare.prompt_tokens - 2 * tokens_to_read(self._state.stable, bare.pieces)
        if spare < 0:
            return None
        self._search(selection)
        return self._assembled(head, facts, selection, recall_room=spare - self._frame.break_.tokens)

    def _clipped(self, head: _Head, facts: Sequence[Piece]) -> Selection:
        room = self._room(head, facts)
        self._selector.squeeze_newest(room)
        return self._selector.clip(
            room,
            self._recall_floor(),
            self._economy(head, facts),
            self._request.question,
            {fact.turn_id for fact in self._facts if fact.state in CURRENT_STATES},
            head.covered,
        )

    def _economy(self, head: _Head, facts: Sequence[Piece]) -> Economy:
        state = self._state
        changes = state is None or (*state.facts, *state.summary) != (*head.facts, *head.summary)
        return Economy(
            head_tokens=_tokens((*head.facts, *head.summary)) if changes else 0,
            fresh_tokens=_tokens(facts) + _tokens(self._question) + self._recalled_tokens(),
            turn_tokens=self._selector.usual_cost(_USUAL_TURNS),
        )

    # --- recall

    def _recall_floor(self) -> int:
        """Tokens recall may claim even if turns must leave for them; above, it takes what is free."""
        return self._window.recall_floor if self._searches() else 0

    def _recalled_tokens(self) -> int:
        """Tokens that everything found would take, within the cap."""
        return self._blocks.recalled(self._hits, self._window.recall_cap, self._notes)[2]

    def _searches(self) -> bool:
        return self._request.search and bool(self._request.question.strip()) and self._window.recall_cap > 0

    def _search(self, selection: Selection) -> None:
        """Look up the question among all turns that are not in the prompt."""
        if not self._searches():
            if self._request.search and not self._request.question.strip():
                self._note = "empty"
            return
        in_prompt = {self._turns[position].id for position in selection.kept}
        in_prompt.update(turn.id for turn in self._session.turns[len(self._turns) :])
        answer = self._recall.search(
            self._person.id,
            self._request.question,
            session_id=self._request.session_id,
            exclude_turns=frozenset(in_prompt),
            recent=recent_questions(self._turns),
            now_ms=self._request.now_ms,
            settings=self._request.recall,
        )
        hits = [
            hit
            for hit in answer.hits
            if hit.turn_id not in in_prompt and hit.chunk_id not in self._request.choices.exclude_chunks
        ]
        known = {fact.id: fact for fact in self._facts}
        gone = {hit.chunk_id: taken_back(hit.text, hit.turn_id, self._facts) for hit in hits}
        self._hits = tuple(hit for hit in hits if not leaves_nothing(hit.text, gone[hit.chunk_id]))
        self._notes = {chunk: note_of(facts, known, self._blocks.words) for chunk, facts in gone.items() if facts}
        self._note = answer.note

    # --- the end

    def _assembled(
        self, head: _Head, facts: Sequence[Piece], selection: Selection, recall_room: int | None = None
    ) -> Ledger:
        """The prompt. What was recalled has the room that is left, or ``recall_room`` of it."""
        room = self._room(head, facts) - self._selector.cost(selection.kept)
        budget = room if recall_room is None else min(room, recall_room)
        recalled, taken, _ = self._blocks.recalled(self._hits, budget, self._notes)
        turns = [self._selector.turn(position) for position in selection.kept]
        date, *question = self._question
        below = (*facts, *recalled)
        gap = (self._frame.break_,) if below and question else ()
        pieces = assemble(self._frame, head.pieces, turns, (date, *below, *gap, *question))
        pieces = (*pieces, *self._request.reply)
        available = self._window.available
        fact_ids = current_fact_ids(pieces, self._facts)
        ledger = Ledger(
            context_limit=self._window.context_limit,
            reserved=self._window.reserved,
            overflow=Overflow.CLIPPED if selection.clipped else overflow_check(_tokens(pieces), available),
            pieces=pieces,
            kept=tuple(self._turns[position].ordinal for position in selection.kept),
            clipped=selection.clipped,
            denoised=tuple(
                DenoisedTurn(turn.turn_id, self._turns[position].ordinal, turn.saved_tokens)
                for position, turn in zip(selection.kept, turns, strict=True)
                if turn.saved_tokens > 0
            ),
            recalled=taken,
            recall_without_room=len(self._hits) - len(taken),
            fact_ids=fact_ids,
            attachment_cuts=self._attachment_cuts,
            earlier_file_cuts=self._earlier_file_cuts,
            facts_left_out=tuple(fact.id for fact in standing_order(self._facts) if fact.id not in fact_ids),
            recall_note=self._note,
            broke_prefix=broken_section(self._state.stable, pieces) if self._state else "",
            counts_exact=self._counts.exact,
        )
        # The accounting above is an upper bound; a prompt over the budget is a defect of this program.
        assert ledger.prompt_tokens <= available, (ledger.prompt_tokens, self._window)
        return ledger


def _before(turns: tuple[Turn, ...], exclude_turn: int | None) -> tuple[Turn, ...]:
    if exclude_turn is None:
        return turns
    for position in reversed(range(len(turns))):
        if turns[position].id == exclude_turn:
            return turns[:position]
    return turns


def _tokens(pieces: Sequence[Piece]) -> int:
    return sum(piece.tokens for piece in pieces)
