"""Making the word indexes anew from what they derive from."""

from __future__ import annotations

from desktop_app.domain.chunking import terms_of
from desktop_app.domain.memory import ChunkPart
from desktop_app.storage.connection import rows
from desktop_app.storage.repositories import Repositories


def rebuild_word_indexes(db: Repositories) -> None:
    """Empty ``message_fts`` and ``chunk_fts`` and fill them again; to be run in a writing transaction."""
    connection = db.connection
    connection.execute("INSERT INTO message_fts (message_fts) VALUES ('delete-all')")
    connection.execute("INSERT INTO chunk_fts (chunk_fts) VALUES ('delete-all')")
    for (message_id,) in rows(connection, "SELECT id FROM message ORDER BY id"):
        db.search.index(message_id)
    for chunk_id, part, text, indexed_text in rows(connection, "SELECT id, part, text, indexed_text FROM chunk"):
        connection.execute(
            "INSERT INTO chunk_fts (rowid, terms) VALUES (?, ?)",
            (chunk_id, terms_of(ChunkPart(part), text, indexed_text)),
        )
