"""Is a vault whole? The checks `verify` reports and a backup asks for."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.storage.connection import value
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store

DERIVED_MISMATCH = "derived data does not match what was said"


@dataclass(frozen=True, slots=True)
class IntegrityReport:
    """What was found. ``integrity`` is "ok" or the first fault; the rest counts rows.

    ``chunks`` and ``words`` are equal in a sound vault, ``vectors`` at most as many;
    ``messages`` and ``indexed_messages`` are equal but for replies that are being written.
    """

    integrity: str
    chunks: int
    vectors: int
    words: int
    messages: int
    indexed_messages: int


def check(store: Store) -> IntegrityReport:
    """Check the file, every index, every reference, and that derived data matches what it derives from."""
    return store.read(_check)


def _check(db: Repositories) -> IntegrityReport:
    connection = db.connection
    # integrity_check looks into the FTS tables too.
    integrity = str(value(connection, "PRAGMA integrity_check(1)"))
    dangling = connection.execute("PRAGMA foreign_key_check").fetchone()
    if integrity == "ok" and dangling is not None:
        integrity = f"{dangling[0]} row {dangling[1]} refers to a missing {dangling[2]}"
    vectors = 0
    if db.chunks.vector_dimensions():
        vectors = int(value(connection, "SELECT count(*) FROM chunk_vec_rowids"))
    report = IntegrityReport(
        integrity=integrity,
        chunks=int(value(connection, "SELECT count(*) FROM chunk")),
        vectors=vectors,
        words=int(value(connection, "SELECT count(*) FROM chunk_fts_docsize")),
        messages=int(value(connection, "SELECT count(*) FROM message WHERE status <> 'streaming'")),
        indexed_messages=int(value(connection, "SELECT count(*) FROM message_fts_docsize")),
    )
    if integrity == "ok" and (report.words != report.chunks or report.indexed_messages != report.messages):
        return IntegrityReport(DERIVED_MISMATCH, *_counts(report))
    return report


def _counts(report: IntegrityReport) -> tuple[int, int, int, int, int]:
    return report.chunks, report.vectors, report.words, report.messages, report.indexed_messages
