"""Looking behind recall: which words matched, what was nearly recalled, and what is never to be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from desktop_app.domain.choices import NO_CHOICES, TurnChoices
from desktop_app.domain.clock import Clock
from desktop_app.domain.conversation import Turn
from desktop_app.domain.events import Changed
from desktop_app.domain.ledger import Ledger, RecalledSnippet, Section
from desktop_app.domain.terms import CHINESE_STOP_WORDS, query_terms, term_spans
from desktop_app.services.bus import EventBus
from desktop_app.services.context_build import recent_questions
from desktop_app.services.retrieval import RetrievalService
from desktop_app.services.working_memory import WorkingMemory
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store


@dataclass(frozen=True, slots=True)
class Asked:
    """The question of a ledger as recall got it.

    Attributes:
        person_id: whose memory was searched.
        session_id: where it was asked.
        text: the message, word for word.
        recent: the messages before it, the newest last.
        in_prompt: turns that were in the prompt, and those that followed.
    """

    person_id: int
    session_id: int
    text: str
    recent: tuple[str, ...]
    in_prompt: frozenset[int]


@dataclass(frozen=True, slots=True)
class RecallLook:
    """What the panel shows of recall besides the ledger.

    Attributes:
        matched: by chunk id, the stretches (start, end) of its text that the question's words matched.
        excluded: the turns of this person that are never recalled, the one excluded last first.
        near: the next best memories, which were not recalled; None where they were not asked for.
    """

    matched: Mapping[int, tuple[tuple[int, int], ...]]
    excluded: tuple[Turn, ...]
    near: tuple[RecalledSnippet, ...] | None = None


def question_of(ledger: Ledger) -> str:
    """The message a prompt was built for, "" where there was none yet."""
    own = (Section.QUESTION, Section.ATTACHMENTS)  # a document that is said; files stand before what is said
    said = [piece.text for piece in ledger.pieces if piece.section in own and piece.source]
    return said[-1] if said else ""


class RecallInspection:
    """Explains recall and keeps what is excluded from it. Calls block."""

    def __init__(
        self, store: Store, memory: WorkingMemory, retrieval: RetrievalService, bus: EventBus, clock: Clock
    ) -> None:
        self._store = store
        self._memory = memory
        self._retrieval = retrieval
        self._bus = bus
        self._clock = clock

    def asked(self, session_id: int, ledger: Ledger) -> Asked:
        """What recall was asked when a ledger of this session was built. Raises KeyError."""
        opened = self._memory.session(session_id)
        first = opened.turns[0].ordinal if opened.turns else 0
        before = ledger.turns_before
        kept = {opened.turns[o - first].id for o in ledger.kept if 0 <= o - first < len(opened.turns)}
        return Asked(
            opened.session.person_id,
            session_id,
            question_of(ledger),
            recent_questions(opened.turns[:before]),
            frozenset(kept.union(turn.id for turn in opened.turns[before:])),
        )

    def look(
        self, session_id: int, ledger: Ledger, *, choices: TurnChoices = NO_CHOICES, near: bool = False
    ) -> RecallLook:
        """What there is to see behind the recall of a ledger.

        Args:
            session_id: of the ledger's turn.
            ledger: of a turn, or a preview.
            choices: made for the next message, where the ledger is a preview.
            near: search again for what was nearly recalled.

        Raises:
            KeyError: there is no such session.
        """
        asked = self.asked(session_id, ledger)
        missed = self._near(asked, ledger, choices) if near else None
        snippets = (*ledger.recalled, *(missed or ()))

        def read(db: Repositories) -> RecallLook:
            excluded = (db.turns.get(turn_id) for turn_id in db.recall_exclusions.newest_first(asked.person_id))
            return RecallLook(_matches(db, asked.text, snippets), tuple(excluded), missed)

        return self._store.read(read)

    def set_excluded(self, turn_id: int, excluded: bool) -> None:
        """Never recall a turn again, or let it be recalled. Its words stay where they were said."""

        def work(db: Repositories) -> None:
            turn = db.turns.get(turn_id)
            if excluded:
                db.recall_exclusions.add(turn.id, now_ms=self._clock())
            else:
                db.recall_exclusions.remove(turn.id)
            action = "recall.excluded" if excluded else "recall.allowed"
            db.audit.append("user", action, f"turn:{turn_id}", "", self._clock())

        self._store.write(work)
        self._bus.publish(Changed("recall.exclude", turns=frozenset({turn_id})))

    def _near(self, asked: Asked, ledger: Ledger, choices: TurnChoices) -> tuple[RecalledSnippet, ...]:
        found = self._retrieval.search(
            asked.person_id,
            asked.text,
            session_id=asked.session_id,
            exclude_turns=asked.in_prompt,
            recent=asked.recent,
            now_ms=self._clock(),
            settings=choices.recall,
        )
        recalled = {snippet.chunk_id for snippet in ledger.recalled}
        return tuple(one for one in (*found.hits, *found.near_misses) if one.chunk_id not in recalled)


def _matches(
    db: Repositories, question: str, snippets: Sequence[RecalledSnippet]
) -> dict[int, tuple[tuple[int, int], ...]]:
    """Where the snippets have the question's words, as the index compares them."""
    asked = [term for term in query_terms(question) if not CHINESE_STOP_WORDS.issuperset(term)]  # 什么 tells nothing
    wanted = db.chunks.stems(" ".join(asked))
    known: dict[str, bool] = {}

    def is_match(term: str) -> bool:
        if term not in known:
            known[term] = bool(wanted & db.chunks.stems(term))
        return known[term]

    return {
        one.chunk_id: _joined([(start, end) for start, end, term in term_spans(one.text) if is_match(term)])
        for one in snippets
    }


def _joined(spans: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Stretches that overlap or touch as one."""
    joined: list[tuple[int, int]] = []
    for start, end in spans:
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return tuple(joined)
