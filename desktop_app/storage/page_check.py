"""The quick look at a database when it is opened."""

from __future__ import annotations

import apsw

from desktop_app.storage.connection import rows, value

# Ordinary tables, those that word and vector indexes are made of among them.
_TABLES = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'shadow')"


def pages_hold(connection: apsw.Connection) -> bool:
    """Whether every page of every table can be read and the trees hold together.

    Table by table: asked for the whole database, the check also compares the word indexes with their terms, which
    takes ten times as long and is left to the weekly look.

    Raises:
        apsw.Error: a page is damaged so that it cannot be read at all.
    """
    return all(value(connection, f'PRAGMA quick_check("{name}")') == "ok" for (name,) in rows(connection, _TABLES))
