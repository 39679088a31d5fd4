"""What is asked of the memory by hand: remember, forget, what do you know; and questions to the record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from desktop_app.domain.clock import Clock, day_of
from desktop_app.domain.conversation import DOCUMENT, Message, Session, Turn, VaultKind
from desktop_app.domain.events import Changed
from desktop_app.domain.extraction import extract
from desktop_app.domain.fact_changes import HAND, FactsBefore
from desktop_app.domain.fact_lines import standing_order
from desktop_app.domain.fact_matching import (
    facts_asked_about,
    facts_named,
    facts_of_pronoun,
    names_the_patient,
    shares_words,
)
from desktop_app.domain.ledger import RecalledSnippet
from desktop_app.domain.memory import (
    HELD_STATES,
    SELF,
    Category,
    ChunkPart,
    Fact,
    FactCandidate,
    FactState,
    FactStatus,
    Polarity,
)
from desktop_app.domain.memory_answers import Answerer, excerpt
from desktop_app.domain.memory_commands import CommandKind, MemoryCommand, recognise
from desktop_app.domain.patterns import Pattern
from desktop_app.domain.prompt_words import language_of
from desktop_app.domain.shared_facts import with_shared
from desktop_app.domain.validity import Outcome, reconcile
from desktop_app.services.bus import EventBus
from desktop_app.services.chat import ChatService
from desktop_app.services.extraction import ExtractionService
from desktop_app.services.memory import MemoryService
from desktop_app.services.retrieval import RetrievalService
from desktop_app.services.said_words import said_in
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store

_READ_FIRST = 40  # turns that are read before an answer; a long import is not waited for
_MOST_NEAR = 3  # quotes where recall found nothing near enough, but words of the question were said
_BY_HAND = "asked"  # the extractor of a note that no rule reads
_CLAUSES = Pattern(r"[，,；;。.!！\n]")  # each is one character
_SAYS_SOMETHING = 4  # characters of a clause


@dataclass(frozen=True, slots=True)
class MemoryAnswer:
    """What came of a command.

    Attributes:
        turn: the command with its answer, as stored.
        kind: of the command.
        changed: what undoes it, None where nothing was changed.
        facts: what was remembered or forgotten.
        choices: the facts of which one was meant, where that has to be asked.
    """

    turn: Turn
    kind: CommandKind
    changed: FactsBefore | None = None
    facts: tuple[Fact, ...] = ()
    choices: tuple[Fact, ...] = ()


class AskedService:
    """Answers from facts and quotes without the model. Calls write: run them on the turn lane."""

    def __init__(
        self,
        store: Store,
        chat: ChatService,
        extraction: ExtractionService,
        retrieval: RetrievalService,
        memory: MemoryService,
        bus: EventBus,
        clock: Clock,
    ) -> None:
        self._store = store
        self._chat = chat
        self._extraction = extraction
        self._retrieval = retrieval
        self._memory = memory
        self._bus = bus
        self._clock = clock

    def answer(self, session_id: int, text: str, speaker: str) -> MemoryAnswer | None:
        """Carry out the command a message is; None where it is none, or means something else.

        Words that may as well be a question to the model ("what do you know about Rome?") are a
        command only where the memory holds something they name.
        """
        command = recognise(text) if speaker != DOCUMENT else None
        if command is None:
            return None
        unread = self._read_waiting(session_id)
        if not command.addressed:
            known = self._held if command.kind is CommandKind.FORGET else self._known
            facts = self._store.read(lambda db: known(db, session_id))
            if command.words and not self._named(command, facts, speaker):
                return None
        if command.kind is CommandKind.REMEMBER:
            return self._remember(session_id, text, speaker, command)
        if command.kind is CommandKind.FORGET:
            return self._forget(session_id, text, speaker, command)
        return self._tell(session_id, text, speaker, command, unread)

    def ask_record(self, session_id: int, text: str, speaker: str) -> Turn:
        """Answer a question from facts and verbatim quotes; says so where nothing in the record fits."""
        unread = self._read_waiting(session_id)
        session = self._store.read(lambda db: db.sessions.get(session_id))
        found = self._retrieval.search(
            session.person_id, text, session_id=session_id, exclude_turns=frozenset(), now_ms=self._clock()
        )
        near = [hit for hit in found.near_misses if shares_words(hit.text, text)][:_MOST_NEAR]
        said = self._store.read(lambda db: _quotes(db, found.hits, text) or _quotes(db, near, text))
        answerer = self._answerer(text)

        def reply(db: Repositories, turn: Turn) -> tuple[str, Sequence[str]]:
            facts = facts_asked_about(text, standing_order_of(self._known(db, session_id)))
            return answerer.with_unread(answerer.record(facts, said, session_id=session_id), unread), ()

        return self._chat.give_from_memory(session_id, text, speaker, reply)

    def forget_chosen(self, turn_id: int, fact_ids: Sequence[int]) -> FactsBefore:
        """Forget the facts that were chosen from the answer of a turn, and tell it there.

        Returns:
            What `undo` takes.

        Raises:
            KeyError: there is no such fact; nothing was changed.
        """
        change: list[FactsBefore] = []

        def work(db: Repositories, turn: Turn | None) -> str:
            facts = [db.facts.get(fact_id) for fact_id in fact_ids]
            change.append(self._tombstone(db, facts))
            return self._answerer(turn.question.text).forgotten(facts) if turn is not None else ""

        self._chat.add_to_answer(turn_id, work)
        self._announce("asked.forget", change[0].person_id)
        return change[0]

    def undo(self, turn_id: int, before: FactsBefore) -> None:
        """Take back what came of a command, and tell it in its answer."""
        self._memory.undo(before)
        self._chat.add_to_answer(
            turn_id,
            lambda _db, turn: self._answerer(turn.question.text).words.undone if turn is not None else "",
        )

    # --- the three commands

    def _remember(self, session_id: int, text: str, speaker: str, command: MemoryCommand) -> MemoryAnswer:
        answerer = self._answerer(text)
        change = FactsBefore(0, ())
        taken: list[Fact] = []

        def reply(db: Repositories, turn: Turn) -> tuple[str, Sequence[str]]:
            nonlocal change
            session = db.sessions.get(session_id)
            before = {fact.id: fact for fact in db.facts.list(session.person_id)}
            self._take_by_hand(db, session, turn.question, command)
            after = db.facts.list(session.person_id)
            change = _difference(db, session.person_id, before, turn.question)
            new = [fact for fact in after if fact.id not in before]
            again = [fact for fact in db.facts.from_message(turn.question.id) if fact.id in before]
            was_held = {fact.id for fact in change.facts if fact.state in HELD_STATES} - {fact.id for fact in again}
            touched = [fact for fact in after if fact.id in was_held]
            taken[:] = [*new, *again]
            text = answerer.remembered(
                new,
                again,
                replaced=[fact for fact in touched if fact.state not in HELD_STATES],
                against=[fact for fact in touched if fact.state is FactState.CONFLICT],
            )
            return text, ("embed",)

        turn = self._chat.give_from_memory(session_id, text, speaker, reply)
        self._announce("asked.remember", change.person_id)
        return MemoryAnswer(turn, command.kind, change, tuple(taken))

    def _forget(self, session_id: int, text: str, speaker: str, command: MemoryCommand) -> MemoryAnswer:
        answerer = self._answerer(text)
        change: FactsBefore | None = None
        choices: list[Fact] = []

        def reply(db: Repositories, turn: Turn) -> tuple[str, Sequence[str]]:
            nonlocal change
            found = self._named(command, self._held(db, session_id), speaker)
            if not found:
                said = said_in(db, turn, command.words) if command.words else []
                return answerer.nothing_fits(command.words or text.strip(), said, session_id=session_id), ()
            if len(found) > 1 or not command.certain:
                choices[:] = found
                return answerer.which(found), ()
            change = self._tombstone(db, found)
            return answerer.forgotten(found), ()

        turn = self._chat.give_from_memory(session_id, text, speaker, reply)
        if change is not None:
            self._announce("asked.forget", change.person_id)
        forgotten = change.facts[:1] if change is not None else ()
        return MemoryAnswer(turn, command.kind, change, forgotten, tuple(choices))

    def _tell(self, session_id: int, text: str, speaker: str, command: MemoryCommand, unread: int) -> MemoryAnswer:
        answerer = self._answerer(text)

        def reply(db: Repositories, turn: Turn) -> tuple[str, Sequence[str]]:
            facts = standing_order_of(self._named(command, self._known(db, session_id), speaker, wide=True))
            about = command.words
            if self._store.kind is VaultKind.CLINICAL and (not about or names_the_patient(about)):
                about = db.people.of_session(session_id).name
            return answerer.with_unread(answerer.known(facts, about), unread), ()

        return MemoryAnswer(self._chat.give_from_memory(session_id, text, speaker, reply), command.kind)

    # --- inside

    def _read_waiting(self, session_id: int) -> int:
        """Read first what was just said: an answer must not leave it out. Returns how many turns stay unread."""
        person_id = self._store.read(lambda db: db.sessions.get(session_id).person_id)
        changed, unread = self._extraction.read_waiting(person_id, _READ_FIRST)
        if changed:
            self._announce("asked.read", person_id)
        return unread

    def _answerer(self, text: str) -> Answerer:
        return Answerer(language_of(text), self._store.kind, self._today())

    def _today(self) -> date:
        return day_of(self._clock())

    @staticmethod
    def _held(db: Repositories, session_id: int) -> list[Fact]:
        return db.facts.list(db.sessions.get(session_id).person_id, HELD_STATES)

    def _known(self, db: Repositories, session_id: int) -> list[Fact]:
        """The person's facts and those of others that hold for everybody."""
        person_id = db.sessions.get(session_id).person_id
        return list(with_shared(self._held(db, session_id), db.facts.shared_with(person_id)))

    def _named(self, command: MemoryCommand, facts: Sequence[Fact], speaker: str, *, wide: bool = False) -> list[Fact]:
        """The facts a command is about; all of them where it names nothing."""
        if not command.words or (self._store.kind is VaultKind.CLINICAL and names_the_patient(command.words)):
            return list(facts)
        meant = facts_of_pronoun(command.words, facts)
        return meant or facts_named(command.words, facts, self._stated(command.words, speaker), wide=wide)

    def _stated(self, words: str, speaker: str, known: Sequence[Fact] = ()) -> list[FactCandidate]:
        return extract(words, speaker=speaker, vault=self._store.kind, said_on=self._today(), known=known)

    def _take_by_hand(self, db: Repositories, session: Session, message: Message, command: MemoryCommand) -> None:
        """Take what the words of a command state, or the words themselves as a note.

        They are pinned: what somebody asked to remember is sent before what was only picked up.
        """
        shift = command.start
        found = [
            replace(candidate, start=candidate.start + shift, end=candidate.end + shift, only_against=False)
            for candidate in self._stated(command.words, message.speaker, db.facts.list(session.person_id))
        ]
        candidates = found if _all_taken(command, found) else [*found, _note(command)]
        for candidate in candidates:
            self._lift_tombstones(db, session.person_id, candidate)
        self._extraction.take(db, session, message, candidates, FactState.ACTIVE)
        for fact in db.facts.from_message(message.id):
            db.facts.set_pinned(fact.id, True, now_ms=self._clock())

    def _lift_tombstones(self, db: Repositories, person_id: int, candidate: FactCandidate) -> None:
        """What was forgotten may be held again: it was asked for."""
        for fact in db.facts.list(person_id, (FactState.FORGOTTEN,)):
            if reconcile(candidate, [fact], self._today()).outcome is Outcome.FORGOTTEN:
                db.facts.set_state(fact.id, FactState.RETRACTED, now_ms=self._clock(), by=HAND)
                db.audit.append(HAND, "memory.lifted", f"fact:{fact.id}", "", self._clock())

    def _tombstone(self, db: Repositories, facts: Sequence[Fact]) -> FactsBefore:
        person_id = facts[0].person_id
        for fact in facts:
            db.facts.set_state(fact.id, FactState.FORGOTTEN, now_ms=self._clock(), by=HAND)
            db.audit.append(HAND, "memory.forget", f"fact:{fact.id}", "", self._clock())
        freed = db.facts.close_conflicts(person_id, now_ms=self._clock())
        return FactsBefore(person_id, (*facts, *freed))

    def _announce(self, origin: str, person_id: int) -> None:
        self._bus.publish(Changed(origin, facts_of_people=frozenset({person_id})))


def standing_order_of(facts: Sequence[Fact]) -> list[Fact]:
    """Facts in the order of the prompt, then those that have no standing place in it."""
    ordered = standing_order(facts)
    return [*ordered, *(fact for fact in facts if fact not in ordered)]


def _all_taken(command: MemoryCommand, found: Sequence[FactCandidate]) -> bool:
    """Whether something was taken from every clause of the words that says more than a turn of phrase."""
    place = command.start
    for clause in _CLAUSES.split(command.words):
        end = place + len(clause)
        if len(clause.strip()) >= _SAYS_SOMETHING and not any(one.start < end and one.end > place for one in found):
            return False
        place = end + 1
    return bool(found)


def _note(command: MemoryCommand) -> FactCandidate:
    """The words of a command as a fact of their own."""
    return FactCandidate(
        subject=SELF,
        category=Category.OTHER,
        attribute="",
        value=command.words,
        polarity=Polarity.AFFIRMED,
        status=FactStatus.CURRENT,
        start=command.start,
        end=command.start + len(command.words),
        quote=command.words,
        extractor=_BY_HAND,
    )


def _difference(db: Repositories, person_id: int, before: dict[int, Fact], message: Message) -> FactsBefore:
    """What undoes everything that became of a person's facts through a message."""
    after = db.facts.list(person_id)
    changed = [before[fact.id] for fact in after if fact.id in before and fact != before[fact.id]]
    new_sources = (
        source.id for fact in changed for source in db.fact_history.sources(fact.id) if source.message_id == message.id
    )
    added = tuple(fact.id for fact in after if fact.id not in before)
    return FactsBefore(person_id, tuple(changed), added, tuple(new_sources))


def _quotes(db: Repositories, hits: Sequence[RecalledSnippet], question: str) -> list[tuple[RecalledSnippet, str, str]]:
    """What people and documents said in recalled snippets, with the speaker; each text once.

    What the model replied is no record of anything, and a command to the memory says nothing. Where a reply
    was found, the message it answers is quoted if it says something of the question itself.
    """
    quotes: dict[str, tuple[RecalledSnippet, str, str]] = {}
    for hit in hits:
        message = db.turns.get(hit.turn_id).question
        chunk = db.chunks.get([hit.chunk_id]).get(hit.chunk_id)
        if chunk is None or (chunk.part is not ChunkPart.QUESTION and not shares_words(message.text, question)):
            continue
        command = recognise(message.text)
        if command is None or not command.addressed or command.kind is CommandKind.REMEMBER:
            quotes.setdefault(message.text, (hit, message.speaker, excerpt(message.text, question)))
    return list(quotes.values())
