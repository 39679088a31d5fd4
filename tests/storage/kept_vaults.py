"""Vaults of released schemas, kept as they were written; every later version must open them.

    python -m tests.storage.kept_vaults

keeps one of the newest schema. Do so once, when that schema is released, and never again for the same number.
"""

from __future__ import annotations

import sys
from pathlib import Path

from desktop_app.domain.conversation import VaultKind
from desktop_app.storage import ballast
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.schema import shipped_migrations
from desktop_app.storage.store import Store
from tests.storage.storage_helpers import Clockwork, index_chunk, new_session, say

FOLDER = Path(__file__).resolve().parents[1] / "data" / "vaults"
QUESTIONS = ("I am allergic to naproxen.", "我每天吃二甲双胍500毫克。", "What do I take?")
_UNIT = b"\x00\x00\x80?" + bytes(12)


def kept() -> dict[int, Path]:
    """The kept vaults by the number of their schema."""
    return {int(path.name.removeprefix("schema-")): path for path in sorted(FOLDER.glob("schema-*"))}


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
    target = FOLDER / f"schema-{shipped_migrations()[-1].number}"
    if target.exists():
        sys.exit(f"{target} is kept already")
    write(target)
