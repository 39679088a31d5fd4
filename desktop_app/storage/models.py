"""Chat models that answered, and token counts under their tokenizers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import apsw

from desktop_app.domain.ports import ModelInfo
from desktop_app.storage.connection import rows, value


class ModelRepository:
    """A model is its file's hash; everything else of it may change."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def upsert(self, model: ModelInfo) -> int:
        """The id of a model, stored or brought up to date."""
        self._connection.execute(
            "INSERT INTO model (sha256, path, name, architecture, quantisation, parameters, file_bytes, licence)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (sha256) DO UPDATE SET path = excluded.path,"
            " name = excluded.name, architecture = excluded.architecture, quantisation = excluded.quantisation,"
            " parameters = excluded.parameters, file_bytes = excluded.file_bytes, licence = excluded.licence",
            (
                model.sha256,
                str(model.path),
                model.name,
                model.architecture,
                model.quantisation,
                model.parameters,
                model.file_bytes,
                model.licence,
            ),
        )
        return int(value(self._connection, "SELECT id FROM model WHERE sha256 = ?", (model.sha256,)))

    def tokens(self, model_id: int, message_ids: Iterable[int]) -> dict[int, int]:
        """Tokens by message id; messages not counted yet are left out."""
        ids = "[" + ",".join(str(int(message_id)) for message_id in message_ids) + "]"
        found = rows(
            self._connection,
            "SELECT message_id, tokens FROM message_tokens"
            " WHERE model_id = ? AND message_id IN (SELECT value FROM json_each(?))",
            (model_id, ids),
        )
        return dict(found)

    def forget_tokens(self, message_id: int) -> None:
        """Forget what a message counts: its text grows."""
        self._connection.execute("DELETE FROM message_tokens WHERE message_id = ?", (message_id,))

    def put_tokens(self, model_id: int, tokens: Mapping[int, int]) -> None:
        """Keep token counts. Messages that are gone meanwhile are skipped."""
        self._connection.executemany(
            "INSERT INTO message_tokens (message_id, model_id, tokens) SELECT id, ?, ? FROM message WHERE id = ?"
            " ON CONFLICT (message_id, model_id) DO UPDATE SET tokens = excluded.tokens",
            [(model_id, count, message_id) for message_id, count in tokens.items()],
        )
