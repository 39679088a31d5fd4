"""Folders: names under which sessions of one person stand together."""

from __future__ import annotations

from typing import TypeAlias

import apsw

from desktop_app.domain.conversation import Folder
from desktop_app.storage.connection import rows

_Folders: TypeAlias = list[Folder]


class FolderRepository:
    """Reads and writes folders over one connection; writing needs the writer's transaction."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def add(self, person_id: int, name: str) -> Folder:
        """The person's folder of this name, made where there is none."""
        self._connection.execute(
            "INSERT INTO folder (person_id, name) VALUES (?, ?) ON CONFLICT DO NOTHING", (person_id, name)
        )
        return next(folder for folder in self.list(person_id) if folder.name == name)

    def list(self, person_id: int) -> _Folders:
        """A person's folders by name."""
        found = rows(
            self._connection,
            "SELECT id, person_id, name, folded FROM folder WHERE person_id = ? ORDER BY name, id",
            (person_id,),
        )
        return [Folder(folder_id, person, name, bool(folded)) for folder_id, person, name, folded in found]

    def rename(self, folder_id: int, name: str) -> None:
        """Give a folder another name. One that has the name already takes its sessions in."""
        other = rows(
            self._connection,
            "SELECT o.id FROM folder AS f JOIN folder AS o ON o.person_id = f.person_id AND o.name = ?2"
            " WHERE f.id = ?1 AND o.id <> ?1",
            (folder_id, name),
        )
        if other:
            self._connection.execute("UPDATE session SET folder_id = ? WHERE folder_id = ?", (other[0][0], folder_id))
            self.delete(folder_id)
        else:
            self._connection.execute("UPDATE folder SET name = ? WHERE id = ?", (name, folder_id))

    def set_folded(self, folder_id: int, folded: bool) -> None:
        """List a folder's name alone, or its sessions too."""
        self._connection.execute("UPDATE folder SET folded = ? WHERE id = ?", (int(folded), folder_id))

    def delete(self, folder_id: int) -> None:
        """Dissolve a folder; its sessions stay."""
        self._connection.execute("DELETE FROM folder WHERE id = ?", (folder_id,))
