"""Titles that the local model gives to sessions in idle time, where no person gave one."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from desktop_app.domain import titles
from desktop_app.domain.consent import refusal
from desktop_app.domain.conversation import TitledBy, Turn
from desktop_app.domain.jobs import Job
from desktop_app.domain.ports import ChatEngine
from desktop_app.domain.prompt_words import language_of
from desktop_app.services.background_asking import ask_in_background
from desktop_app.services.settings import SettingsService
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store

JOB = "title"


class TitleService:
    """Asks the model for a title after the first replies. Calls block; they belong on the background lane.

    The beginning of the first message stands as long as the model has found nothing better, and what a person
    wrote is never touched.
    """

    def __init__(self, store: Store, engine: ChatEngine, settings: SettingsService) -> None:
        self._store = store
        self._engine = engine
        self._settings = settings
        self._cancel = threading.Event()

    @property
    def ready(self) -> bool:
        """Whether there is a model to ask."""
        return self._engine.model is not None

    def stop(self) -> None:
        """Give up what is being asked, for good. Callable from any thread."""
        self._cancel.set()

    def do(self, job: Job) -> tuple[bool, int | None]:
        """Do the job of a turn.

        Returns:
            Whether it is done, or had to make way; and the session whose title changed.

        Raises:
            ModelError: the model failed; the title is what it was.
        """
        found = self._store.read(lambda db: self._to_name(db, job.turn_id))
        title = ""
        if found is not None:
            answer = self._ask(*found)
            if answer is None:
                return False, None
            title = answer
        return True, self._store.write(lambda db: self._name(db, job, title))

    def _to_name(self, db: Repositories, turn_id: int) -> tuple[Sequence[Turn], str] | None:
        """The first turns of a session and what people and files said in them; None where it needs no name."""
        try:
            session = db.sessions.get(db.turns.get(turn_id).session_id)
        except KeyError:
            return None  # erased meanwhile
        if session.titled_by is not TitledBy.PROGRAM:
            return None
        if refusal(db.people.get(session.person_id), self._settings.get()):
            return None
        # What was asked of the memory itself names what is known or to be forgotten, not what is talked about.
        turns = [
            turn for turn in db.turns.branch(session.id, before_ordinal=titles.READ_TURNS) if not turn.is_from_memory
        ]
        files = (file.text for turn in turns for file in db.attachments.of(turn.question.id))
        return (turns, "\n".join([*(turn.question.text for turn in turns), *files])) if turns else None

    def _ask(self, turns: Sequence[Turn], heard: str) -> str | None:
        """The model's title, "" where it found none that can be believed; None if it had to make way.

        Args:
            turns: what the title is for.
            heard: what people and files said: a word that only a reply of the model brought in makes no title.
        """
        lines = [
            message.text.strip()[: titles.READ_CHARACTERS]
            for turn in turns
            for message in (turn.question, turn.reply)
            if message is not None and message.text.strip()
        ]
        said = "\n".join(lines)
        language = language_of(turns[0].question.text)
        words = titles.WORDS[language]
        title = ask_in_background(
            self._engine,
            self._cancel,
            instruction=words.instruction,
            question=f"{words.begin}{said}{words.end}",
            grammar=titles.GRAMMAR,
            reply_tokens=titles.REPLY_TOKENS,
        )
        return titles.believable(title, heard, language) if title else title

    @staticmethod
    def _name(db: Repositories, job: Job, title: str) -> int | None:
        named = None
        if title and db.jobs.error_of(job.turn_id, JOB) is not None:
            session = db.sessions.get(db.turns.get(job.turn_id).session_id)
            if session.titled_by is TitledBy.PROGRAM:  # nobody named it in the meantime
                db.sessions.rename(session.id, title, TitledBy.MODEL)
                named = session.id
        db.jobs.done(job)
        return named
