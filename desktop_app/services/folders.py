"""Use cases around the folders of a person's sessions."""

from __future__ import annotations

from collections.abc import Iterable

from desktop_app.domain.conversation import Folder
from desktop_app.domain.events import Changed
from desktop_app.services.bus import EventBus
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store


class FolderService:
    """Names, fills, folds and dissolves folders; no session ever goes with one."""

    def __init__(self, store: Store, bus: EventBus) -> None:
        self._store = store
        self._bus = bus

    def list(self, person_id: int) -> tuple[Folder, ...]:
        """A person's folders by name."""
        return tuple(self._store.read(lambda db: db.folders.list(person_id)))

    def put(self, session_ids: Iterable[int], folder_id: int | None) -> None:
        """Put sessions into a folder of their person, or out of any."""
        ids = frozenset(session_ids)

        def work(db: Repositories) -> None:
            for session_id in ids:
                db.sessions.put_into(session_id, folder_id)

        self._store.write(work)
        self._bus.publish(Changed("folders.put", sessions=ids))

    def put_into_new(self, session_ids: Iterable[int], person_id: int, name: str) -> Folder:
        """Put sessions into the person's folder of a name, which is made where there is none."""
        ids = frozenset(session_ids)

        def work(db: Repositories) -> Folder:
            folder = db.folders.add(person_id, " ".join(name.split()))
            for session_id in ids:
                db.sessions.put_into(session_id, folder.id)
            return folder

        folder = self._store.write(work)
        self._bus.publish(Changed("folders.add", sessions=ids, people=frozenset({person_id})))
        return folder

    def rename(self, folder: Folder, name: str) -> None:
        """Give a folder another name; one that has it already takes the sessions in."""
        self._store.write(lambda db: db.folders.rename(folder.id, " ".join(name.split())))
        self._changed("folders.rename", folder)

    def set_folded(self, folder: Folder, folded: bool) -> None:
        """List a folder's name alone, or its sessions too."""
        self._store.write(lambda db: db.folders.set_folded(folder.id, folded))
        self._changed("folders.set_folded", folder)

    def delete(self, folder: Folder) -> None:
        """Dissolve a folder; its sessions stay."""
        self._store.write(lambda db: db.folders.delete(folder.id))
        self._changed("folders.delete", folder)

    def _changed(self, origin: str, folder: Folder) -> None:
        self._bus.publish(Changed(origin, people=frozenset({folder.person_id})))
