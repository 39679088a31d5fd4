"""Categories that people set up for the facts of a space."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import apsw

from desktop_app.domain.memory import OwnCategory
from desktop_app.storage.connection import rows, value

_OwnCategories: TypeAlias = list[OwnCategory]


class OwnCategoryRepository:
    """Reads and writes own categories over one connection; writing needs the writer's transaction."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def add(self, person_id: int, name: str) -> OwnCategory:
        """Add a category behind the others of a person."""
        self._connection.execute(
            "INSERT INTO own_category (person_id, name, position) VALUES (?1, ?2,"
            " (SELECT coalesce(max(position) + 1, 0) FROM own_category WHERE person_id = ?1))",
            (person_id, name),
        )
        return self.get(self._connection.last_insert_rowid())

    def get(self, category_id: int) -> OwnCategory:
        """One category. Raises KeyError."""
        found = rows(self._connection, "SELECT id, name, position FROM own_category WHERE id = ?", (category_id,))
        if not found:
            raise KeyError(category_id)
        return OwnCategory(*found[0])

    def list(self, person_id: int) -> _OwnCategories:
        """A person's categories in their order."""
        sql = "SELECT id, name, position FROM own_category WHERE person_id = ? ORDER BY position, id"
        return [OwnCategory(*fields) for fields in rows(self._connection, sql, (person_id,))]

    def person_of(self, category_id: int) -> int:
        """Whose category it is. Raises KeyError."""
        person_id = value(self._connection, "SELECT person_id FROM own_category WHERE id = ?", (category_id,))
        if person_id is None:
            raise KeyError(category_id)
        return int(person_id)

    def counts(self, person_id: int) -> dict[int, int]:
        """How many facts are filed in each of a person's categories, those that were forgotten left out."""
        sql = (
            "SELECT o.id, count(f.id) FROM own_category AS o"
            " LEFT JOIN fact AS f ON f.own_category_id = o.id AND f.state <> 'forgotten'"
            " WHERE o.person_id = ? GROUP BY o.id"
        )
        return dict(rows(self._connection, sql, (person_id,)))

    def rename(self, category_id: int, name: str) -> None:
        """Give a category another name."""
        self._connection.execute("UPDATE own_category SET name = ? WHERE id = ?", (name, category_id))

    def put_in_order(self, category_ids: Sequence[int]) -> None:
        """Let categories stand in this order."""
        self._connection.executemany(
            "UPDATE own_category SET position = ? WHERE id = ?",
            [(position, category_id) for position, category_id in enumerate(category_ids)],
        )

    def delete(self, category_id: int) -> None:
        """Dissolve a category; its facts stay under the categories they were found under."""
        self._connection.execute("DELETE FROM own_category WHERE id = ?", (category_id,))
