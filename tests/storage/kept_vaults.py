"""Vaults of released schemas, kept as they were written; every later version must open them.

    python -m tests.storage.kept_vaults

freezes the newest schema: a vault of it is kept, and the hash of its file is written beside it. Do so once, when that
schema is released; from then on a test fails when its file is changed, and every change is a file of its own.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

from desktop_app.domain.conversation import VaultKind
from desktop_app.storage import ballast, schema
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.schema import Migration, shipped_migrations
from desktop_app.storage.store import Store
from tests.storage.storage_helpers import Clockwork, index_chunk, new_session, say

FOLDER = Path(__file__).resolve().parents[1] / "data" / "vaults"
QUESTIONS = ("I am allergic to naproxen.", "我每天吃二甲双胍500毫克。", "What do I take?")
MIGRATIONS = Path(schema.__file__).with_name("migrations")
_UNIT = b"\x00\x00\x80?" + bytes(12)


def kept() -> dict[int, Path]:
    """The kept vaults by the number of their schema."""
    return {int(path.name.removeprefix("schema-")): path for path in sorted(FOLDER.glob("schema-*"))}


def hash_file(migration: Migration) -> Path:
    """Where the hash of a frozen schema lies."""
    return MIGRATIONS / f"{migration.number:04}_{migration.name}.sha256"


def digest(migration: Migration) -> str:
    """SHA-256 (hex) of a schema's text."""
    return hashlib.sha256(migration.sql.encode()).hexdigest()


def freeze() -> None:
    """Keep a vault of the newest schema and note the hash of its file. Raises FileExistsError where that was done."""
    newest = shipped_migrations()[-1]
    target = FOLDER / f"schema-{newest.number}"
    if target.exists() or hash_file(newest).exists():
        raise FileExistsError(str(target))
    write(target)
    hash_file(newest).write_text(digest(newest) + "\n", encoding="ascii")


def write(directory: Path) -> None:
    """A small vault of the newest schema with something in every layer of memory."""
    ballast.BALLAST_BYTES = 1
    store = Store.create(directory, VaultKind.CLINICAL, Clockwork())

    def fill(db: Repositories) -> None:
        session_id = new_session(db)
        db.chunks.ensure_vector_table(4, "f")
        for question in QUESTIONS:
            index_chunk(db, say(db, session_id, question), 1, question, _UNIT)
        db.settings.put("kept", "1")

    store.write(fill)
    store.close()
    for name in ("vault.ballast", "vault.lock", "vault.keys.previous"):
        (directory / name).unlink(missing_ok=True)


if __name__ == "__main__":
    try:
        freeze()
    except FileExistsError as error:
        sys.exit(f"{error} is frozen already; later changes are migrations of their own")
