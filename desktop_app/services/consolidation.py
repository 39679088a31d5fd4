"""Work in idle time: stored turns are embedded, read for facts, summed up once clipped, and sessions named; once."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from desktop_app.domain.clock import Clock
from desktop_app.domain.errors import UserError
from desktop_app.domain.events import (
    Changed,
    ConsolidationProgress,
    EmbedderChanged,
    Event,
    Notice,
    SummaryChanged,
    TurnFinished,
)
from desktop_app.domain.jobs import FailedJob, Job
from desktop_app.services.bus import EventBus
from desktop_app.services.extraction import JOB as EXTRACTION_JOB
from desktop_app.services.extraction import ExtractionService
from desktop_app.services.guessing import JOB as GUESSING_JOB
from desktop_app.services.guessing import GuessingService
from desktop_app.services.retrieval import RetrievalService
from desktop_app.services.summaries import JOB as SUMMARY_JOB
from desktop_app.services.summaries import SummaryService
from desktop_app.services.tasks import Tasks
from desktop_app.services.titles import JOB as TITLE_JOB
from desktop_app.services.titles import TitleService
from desktop_app.storage.store import Store

IDLE_S = 2.0
_LANE = "background"
_FIRST_RETRY_MS = 5_000
_LONGEST_RETRY_MS = 15 * 60_000
_MADE_WAY_MS = 5_000  # until work of the model that had to make way is tried again
_NO_MODEL_MS = 30_000


class ConsolidationService:
    """Works off the jobs queued with each turn, one after the other, on the background lane.

    A job is queued in the transaction that stores the reply and leaves the queue in the
    transaction that stores its result, so a kill at any moment repeats it or finds it done.
    """

    def __init__(
        self,
        store: Store,
        retrieval: RetrievalService,
        extraction: ExtractionService,
        guessing: GuessingService,
        summaries: SummaryService,
        titles: TitleService,
        tasks: Tasks,
        bus: EventBus,
        clock: Clock,
        *,
        user_is_waiting: Callable[[], bool],
    ) -> None:
        self._store = store
        self._retrieval = retrieval
        self._extraction = extraction
        self._guessing = guessing
        self._summaries = summaries
        self._titles = titles
        self._tasks = tasks
        self._bus = bus
        self._clock = clock
        self._user_is_waiting = user_is_waiting
        self._running = threading.Lock()
        self._summary_failed = False
        self._wakes_at_ms = 0  # for jobs that were put off

    def on_event(self, event: Event) -> None:
        """Begin after a moment of idleness; to be subscribed to the bus."""
        if isinstance(event, TurnFinished):
            self.resume(IDLE_S)
        elif (isinstance(event, Changed) and event.leaves_memory_work) or (
            isinstance(event, EmbedderChanged) and event.ready
        ):
            self.resume()
        elif isinstance(event, SummaryChanged) and event.remaining and not self._running.locked():
            self.resume()  # somebody asked for it

    def resume(self, delay_s: float = 0.0) -> None:
        """Work off what is queued, after a delay."""
        self._tasks.later(_LANE, delay_s, self.work)

    def work(self) -> None:
        """Do the jobs that are due, yielding to the user, and to what waits for the lane, between two of them."""
        self._work(lambda: self._tasks.is_awaited(_LANE))

    def _work(self, lane_is_awaited: Callable[[], bool]) -> None:
        if not self._running.acquire(blocking=False):
            return  # the run under way takes the new jobs too
        try:
            while not (self._user_is_waiting() or lane_is_awaited()):
                due = self._store.read(lambda db: db.jobs.due(self._clock(), 1))
                if not due:
                    if not self._retrieval.reembed_batch():
                        break
                    continue  # another embedding model: batch after batch, while nobody waits
                self._do(due[0], lane_is_awaited)
            else:
                self.resume(IDLE_S)  # made way; whatever becomes of the message, the rest is not forgotten
        finally:
            self._running.release()
            self._wake_for_what_waits()
            self._announce()

    def failures(self) -> list[FailedJob]:
        """The jobs that failed, with when each is tried again."""
        return self._store.read(lambda db: db.jobs.failed())

    def waiting(self) -> int:
        """How many jobs are queued, those that failed among them."""
        return self._store.read(lambda db: db.jobs.counts())[0]

    def retry_now(self) -> None:
        """Try what failed at once instead of waiting for its time. Returns at once."""
        self._store.write(lambda db: db.jobs.retry())
        self.resume()

    def wait(self, timeout_s: float = 120.0) -> bool:
        """Work until nothing is queued; returns whether that was reached. For scripts and tests."""
        end = time.monotonic() + timeout_s
        while time.monotonic() < end:
            self._work(lambda: False)  # who waits may hold the lane: what is behind cannot begin before
            waiting, failed = self._store.read(lambda db: db.jobs.counts())
            if waiting == failed:  # what failed waits for its next try
                return failed == 0
            time.sleep(0.02)
        return False

    def _do(self, job: Job, lane_is_awaited: Callable[[], bool]) -> None:
        try:
            if job.kind == "embed":
                self._retrieval.index_turn(job.turn_id)
                self._store.write(lambda db: db.jobs.done(job))
            elif job.kind == EXTRACTION_JOB:
                person_id = self._extraction.do(job)
                if person_id is not None:
                    self._bus.publish(Changed("consolidation.facts", facts_of_people=frozenset({person_id})))
            elif job.kind == GUESSING_JOB:
                self._guess(job)
            elif job.kind == SUMMARY_JOB:
                self._summarise(job, lane_is_awaited)
            elif job.kind == TITLE_JOB:
                self._name(job)
        except UserError as error:
            self._retry_later(job, error.code)
            if job.kind == SUMMARY_JOB and not self._summary_failed:
                self._summary_failed = True  # said once, not with every turn
                self._bus.publish(Notice(UserError("summary_failed")))
        except Exception as error:  # a job must not end the lane; its type is kept with the job and shown
            self._retry_later(job, type(error).__name__)
        self._announce()

    def _summarise(self, job: Job, lane_is_awaited: Callable[[], bool]) -> None:
        if self._summaries.ready:
            session_id = self._store.read(lambda db: db.turns.get(job.turn_id).session_id)
            if self._summaries.extend(session_id, lane_is_awaited):
                # A kill before this line finds nothing left to sum up.
                self._store.write(lambda db: db.jobs.done(job))
                self._summary_failed = False
                return
            if lane_is_awaited():
                return  # it stays due: the run ends here and begins again when the lane is free
            delay_ms = _MADE_WAY_MS
        else:
            delay_ms = _NO_MODEL_MS
        self._postpone(job, delay_ms)

    def _guess(self, job: Job) -> None:
        if not self._guessing.ready:
            self._postpone(job, _NO_MODEL_MS)
            return
        guessed = self._guessing.do(job)
        if not guessed.done:
            self._postpone(job, _MADE_WAY_MS)
        elif guessed.person_id is not None:
            self._bus.publish(Changed("consolidation.facts", facts_of_people=frozenset({guessed.person_id})))

    def _name(self, job: Job) -> None:
        if not self._titles.ready:
            self._postpone(job, _NO_MODEL_MS)
            return
        done, session_id = self._titles.do(job)
        if not done:
            self._postpone(job, _MADE_WAY_MS)
        elif session_id is not None:
            self._bus.publish(Changed("consolidation.title", sessions=frozenset({session_id})))

    def _postpone(self, job: Job, delay_ms: int) -> None:
        """Keep a job that had to make way, or has no model yet, for later."""
        not_before_ms = self._clock() + delay_ms
        self._store.write(lambda db: db.jobs.postpone(job, not_before_ms))

    def _retry_later(self, job: Job, error: str) -> None:
        delay_ms = min(_FIRST_RETRY_MS * 2**job.attempts, _LONGEST_RETRY_MS)
        not_before_ms = self._clock() + delay_ms
        self._store.write(lambda db: db.jobs.fail(job, error, not_before_ms))

    def _wake_for_what_waits(self) -> None:
        """Come back when the next job may run; an earlier run of the program may have put it off."""
        at_ms, now_ms = self._store.read(lambda db: db.jobs.next_at()), self._clock()
        if at_ms is None or at_ms <= now_ms:
            return  # nothing waits, or the run made way and comes back by itself
        if not now_ms < self._wakes_at_ms <= at_ms:
            self._wakes_at_ms = at_ms
            self.resume((at_ms - now_ms) / 1000)

    def _announce(self) -> None:
        waiting, failed = self._store.read(lambda db: db.jobs.counts())
        self._bus.publish(ConsolidationProgress(waiting, failed))
