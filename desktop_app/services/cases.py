"""Cases: kept in the vault, run again after a change, carried between machines as JSON."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from desktop_app.domain.cases import (
    OF_TURNS,
    Case,
    CaseBook,
    CaseDraft,
    CaseResult,
    Checked,
    Expectation,
    ExpectationKind,
    TurnPlace,
)
from desktop_app.domain.clock import Clock
from desktop_app.domain.errors import UserError
from desktop_app.domain.events import Changed
from desktop_app.domain.ledger import Ledger
from desktop_app.services.bus import EventBus
from desktop_app.services.case_files import encoded, read_cases
from desktop_app.services.context import ContextService
from desktop_app.services.memory_test import Progress
from desktop_app.services.trials import TrialService
from desktop_app.services.why_not import WhyNotService
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store


class CaseService:
    """Keeps and runs cases. Calls block; `run` with replies belongs on the turn lane.

    A case is run by building the prompt of its turn again by the settings in force, with what is known by
    now; nothing is generated unless replies are asked for, and nothing of it is stored.
    """

    def __init__(
        self,
        store: Store,
        context: ContextService,
        why_not: WhyNotService,
        trials: TrialService,
        bus: EventBus,
        clock: Clock,
    ) -> None:
        self._store = store
        self._context = context
        self._why_not = why_not
        self._trials = trials
        self._bus = bus
        self._clock = clock

    def book(self, person_id: int) -> CaseBook:
        """The cases of a person."""
        return self._store.read(lambda db: _book(db, person_id))

    def draft(self, turn_id: int) -> CaseDraft:
        """What a case of a turn can expect. Raises KeyError."""

        def read(db: Repositories) -> CaseDraft:
            turn = db.turns.get(turn_id)
            ledger = db.ledgers.get(turn_id)
            recalled = dict.fromkeys(snippet.turn_id for snippet in ledger.recalled) if ledger else {}
            suggestions = tuple(Expectation(ExpectationKind.IN_PROMPT, one) for one in recalled)
            branch = [one.id for one in db.turns.branch(turn.session_id) if one.ordinal < turn.ordinal]
            places = _places(db, db.sessions.get(turn.session_id).person_id, (turn_id, *recalled, *branch))
            return CaseDraft(turn_id, places[turn_id], suggestions, places, tuple(branch))

        return self._store.read(read)

    def add(self, turn_id: int, name: str, expectations: Sequence[Expectation]) -> Case:
        """Keep a case."""
        return self.add_all([Case(0, turn_id, name, tuple(expectations))])[0]

    def add_all(self, cases: Iterable[Case]) -> list[Case]:
        """Keep cases, e.g. those that were deleted; of turns that are gone meanwhile none."""

        def work(db: Repositories) -> list[Case]:
            added = []
            for case in cases:
                with contextlib.suppress(KeyError):
                    turn_id = db.turns.get(case.turn_id).id
                    added.append(db.cases.add(turn_id, case.name, case.expectations, now_ms=self._clock()))
            return added

        return self._changed("cases.add", work)

    def delete(self, case_ids: Sequence[int]) -> None:
        """Delete cases; `add_all` brings them back."""

        def work(db: Repositories) -> list[Case]:
            for case_id in case_ids:
                db.cases.delete(case_id)
            return []

        self._changed("cases.delete", work)

    def _changed(self, origin: str, work: Callable[[Repositories], list[Case]]) -> list[Case]:
        result = self._store.write(work)
        self._bus.publish(Changed(origin))
        return result

    # --- running

    def run(self, cases: Sequence[Case], progress: Progress, *, replies: bool = False) -> tuple[CaseResult, ...] | None:
        """Look at cases again by the settings in force.

        Args:
            cases: which.
            progress: follows the cases and can end it.
            replies: also have the model answer those that expect something of the reply.

        Returns:
            None if it was cancelled.
        """
        progress.total = len(cases)
        results = []
        for case in cases:
            if progress.cancelled:
                return None
            results.append(self._run(case, replies))
            progress.done += 1
        return tuple(results)

    def _run(self, case: Case, replies: bool) -> CaseResult:
        asked = replies and any(one.kind is ExpectationKind.REPLY_CONTAINS for one in case.expectations)
        try:
            turn = self._store.read(lambda db: db.turns.get(case.turn_id))
            if not self._store.read(lambda db: db.turns.is_current(turn)):
                raise UserError("case_off_branch")
            reply: str | None = None
            if asked:
                trial = self._trials.run(self._trials.plan(turn.id))
                if trial.error is not None:
                    raise trial.error
                ledger, reply = trial.ledger, trial.generated.text
            else:
                ledger = self._context.preview(
                    turn.session_id, turn.question.text, turn.question.speaker, exclude_turn=turn.id
                )
            checked = tuple(self._check(turn.session_id, ledger, one, reply) for one in case.expectations)
        except KeyError:
            return CaseResult(case, (), error=UserError("case_turn_gone"))
        except UserError as error:
            return CaseResult(case, (), error=error)
        return CaseResult(case, checked, ledger.prompt_tokens)

    def _check(self, session_id: int, ledger: Ledger, wanted: Expectation, reply: str | None) -> Checked:
        if wanted.kind is ExpectationKind.REPLY_CONTAINS:
            return Checked(wanted, None if reply is None else wanted.text.casefold() in reply.casefold())
        if wanted.kind is ExpectationKind.RECALLED_CONTAINS:
            needle = wanted.text.casefold()
            return Checked(wanted, any(needle in snippet.text.casefold() for snippet in ledger.recalled))
        trace = self._why_not.of_turn(session_id, ledger, wanted.turn_id)
        passed = trace.present == (wanted.kind is ExpectationKind.IN_PROMPT)
        return Checked(wanted, passed, None if trace.present else trace)

    # --- files

    def export(self, person_id: int, path: Path) -> None:
        """Write the cases of a person as JSON. Raises UserError ``file_not_written``."""
        data = encoded(self.book(person_id))
        try:
            path.write_bytes(data)
        except OSError as error:
            raise UserError("file_not_written", path=str(path)) from error

    def import_from(self, person_id: int, path: Path) -> tuple[int, int]:
        """Keep the cases of a file. Returns how many, and how many name turns that are not here.

        Raises:
            UserError: ``file_unreadable``.
        """

        def find(db: Repositories, title: str, ordinal: int, question: str) -> int | None:
            for session in db.sessions.list(person_id):
                if session.title == title:
                    for turn in db.turns.branch(session.id, before_ordinal=ordinal + 1, limit=1):
                        if turn.ordinal == ordinal and turn.question.text == question:
                            return turn.id
            return None

        found, missing = self._store.read(lambda db: read_cases(path, lambda *named: find(db, *named)))
        self.add_all(Case(0, turn_id, name, expectations) for turn_id, name, expectations in found)
        return len(found), missing


def _book(db: Repositories, person_id: int) -> CaseBook:
    cases = tuple(db.cases.list(person_id))
    named = {case.turn_id for case in cases}
    named |= {one.turn_id for case in cases for one in case.expectations if one.kind in OF_TURNS}
    return CaseBook(cases, _places(db, person_id, sorted(named)))


def _places(db: Repositories, person_id: int, turn_ids: Iterable[int]) -> dict[int, TurnPlace]:
    """The places of those turns that are there; a session that was moved to somebody else says nothing here."""
    places: dict[int, TurnPlace] = {}
    titles = {session.id: session.title for session in db.sessions.list(person_id)}
    for turn_id in turn_ids:
        try:
            turn = db.turns.get(turn_id)
        except KeyError:
            continue
        if turn.session_id in titles:
            places[turn_id] = TurnPlace(turn.session_id, titles[turn.session_id], turn.ordinal, turn.question.text)
    return places
