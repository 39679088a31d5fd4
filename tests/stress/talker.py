"""A program that talks, remembers, backs up and changes its passphrase until somebody kills it.

    python -m tests.stress.talker DIRECTORY SECRET

What it has been promised it prints: ``said TURN NUMBER``, ``key SECRET`` before a change and ``kept SECRET`` after it.
The secret "-" stands for a vault that has none yet.
"""

from __future__ import annotations

import itertools
import random
import sys
import threading
from pathlib import Path

from desktop_app.composition import Overrides, Program, open_or_create, wall_clock_ms
from desktop_app.domain.conversation import PERSON, VaultKind
from desktop_app.engine.scripted import scripted_chat_engine, scripted_embedder
from desktop_app.services.facade import Services
from desktop_app.storage import ballast
from desktop_app.support.paths import DataPaths
from tests.scripted_program import CHEAP

ballast.BALLAST_BYTES = 64 * 1024
NONE = "-"
SECRETS = ("lantern gravel otter sky", "velvet comet ladder moss")
_said = threading.Lock()


def tell(line: str) -> None:
    with _said:
        print(line, flush=True)


def trouble(services: Services, secret: str) -> None:
    """Backups and changes of the passphrase, beside the talk."""
    chance = random.Random()
    for number in itertools.count():
        if chance.random() < 0.5:
            services.backups.back_up_now()
            tell("backup")
        else:
            secret = SECRETS[(SECRETS.index(secret) + 1) % 2] if secret in SECRETS else SECRETS[number % 2]
            tell(f"key {secret}")
            services.vault_keys.set_passphrase("", secret)
            tell(f"kept {secret}")


def main(directory: Path, secret: str) -> None:
    model = directory / "smollm-scripted.json"
    embedding = directory / "embedding"
    store = open_or_create(directory / "vault", VaultKind.PERSONAL, secret=None if secret == NONE else secret)
    tell(f"kept {secret}")
    program = Program(
        store,
        DataPaths(directory),
        language=lambda: "en",
        overrides=Overrides(1024, 64, model, str(embedding)),
        clock=wall_clock_ms,
        engine=scripted_chat_engine(),
        embedder=scripted_embedder(),
        key_cost=CHEAP,
    )
    services = program.services
    services.models.load_default()
    services.models.load_embedder()
    people = services.people.list()
    person = people[0] if people else services.people.create("Me")
    sessions = services.sessions.list(person.id)
    session = sessions[0] if sessions else services.sessions.create(person.id, "talk")
    threading.Thread(target=trouble, args=(services, secret), daemon=True).start()
    for number in itertools.count():
        turn = services.chat.send(session.id, f"I take warfarin {number} mg and I live in town {number}.", PERSON)
        tell(f"said {turn.id} {number}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
