"""A vault with one very long played session, made in seconds: one turn is really sent, the others are copies of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from desktop_app.composition import open_or_create
from desktop_app.domain.conversation import FinishReason, MessageStatus, VaultKind
from desktop_app.domain.ledger import ClippedTurn, ClipReason
from desktop_app.services.facade import Services
from desktop_app.storage.repositories import Repositories
from tests.benchmarks.dialogue import dialogue
from tests.scripted_program import Clock, scripted_program

_CLIP_EVERY = 40  # turns between two clips
_CLIPPED_TOKENS = 80


@dataclass(frozen=True, slots=True)
class LongSession:
    """The program over the vault, with who is in it."""

    services: Services
    person_id: int
    session_id: int


@contextmanager
def long_session(
    directory: Path, turns: int, *, context_length: int = 4096, reserve: int = 512, **script: Any
) -> Iterator[LongSession]:
    """Make the vault and open the program over it.

    Args:
        directory: an empty one.
        turns: how many; each has its message, its reply, its ledger and the engine's figures.
        context_length: the model's window in tokens.
        reserve: tokens of it for the reply.
        script: what the scripted model does, as for `scripted_program`.
    """
    with scripted_program(directory, context_length=context_length, reserve=reserve) as services:
        person = services.people.create("Me").id
        session = services.sessions.create(person, "long").id
        first = services.chat.send(session, "Where does the watering can stand?", "person").id
        assert services.consolidation.wait(60)
    _lengthen(directory, session, first, turns - 1)
    with scripted_program(directory, context_length=context_length, reserve=reserve, **script) as services:
        yield LongSession(services, person, session)


def _lengthen(directory: Path, session_id: int, first: int, turns: int) -> None:
    store = open_or_create(directory / "vault", VaultKind.PERSONAL, Clock())
    try:
        ledger = store.read(lambda db: db.ledgers.get(first))
        generation = store.read(lambda db: db.ledgers.generation(first))
        assert ledger is not None
        assert generation is not None

        def work(db: Repositories) -> None:
            parent = first
            clipped: tuple[ClippedTurn, ...] = ()
            ids = [first]
            for number, exchange in enumerate(dialogue(turns), start=1):
                parent = db.turns.add(session_id, parent, exchange.question, "person", now_ms=number).id
                db.turns.begin_reply(parent, now_ms=number)
                db.turns.finish(parent, exchange.reply, MessageStatus.COMPLETE, FinishReason.STOP)
                if number % _CLIP_EVERY == 0:
                    # In the end all but the newest have left; before that a few stand for them, which saves minutes.
                    is_last = number > turns - _CLIP_EVERY
                    left = range(0 if is_last else number - _CLIP_EVERY, number)
                    clipped = tuple(
                        ClippedTurn(ids[place], place, ClipReason.OLDEST, 0.2, _CLIPPED_TOKENS) for place in left
                    )
                db.ledgers.put(parent, replace(ledger, clipped=clipped), generation)
                ids.append(parent)

        store.write(work)
    finally:
        store.close()
