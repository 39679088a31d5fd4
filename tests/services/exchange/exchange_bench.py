"""A vault with the two services of exchange and nothing else; documents that do not depend on ids."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.settings import Settings
from desktop_app.services.bus import EventBus
from desktop_app.services.exchange.collecting import Scope
from desktop_app.services.exchange.exporting import ExportService
from desktop_app.services.exchange.importing import ImportChoice, ImportService
from desktop_app.services.exchange.merging import Merged
from desktop_app.services.exchange.reading import ImportSource, Incoming
from desktop_app.services.exchange.schema import ExportDoc
from desktop_app.services.settings import SettingsService
from desktop_app.storage.store import Store
from tests.scripted_program import Clock


class Bench:
    """An open vault."""

    def __init__(self, store: Store) -> None:
        self.store = store
        bus, clock = EventBus(), Clock()
        self.settings = SettingsService(store, bus)
        self.resumed = 0
        self.exports = ExportService(store, self.settings.get, bus, clock)
        self.imports = ImportService(store, self.settings.update, self._resume, bus, clock)

    def _resume(self) -> None:
        self.resumed += 1

    def document(self) -> ExportDoc:
        """An export of everything."""
        return self.exports.document(Scope(), self.exports.progress())

    def wipe(self) -> None:
        """Erase everybody."""
        for person in self.store.read(lambda db: db.people.list()):
            self.store.write(lambda db, person_id=person.id: db.people.delete(person_id))  # type: ignore[misc]

    def take(self, document: ExportDoc, into: int | None = None, *, with_settings: bool = False) -> Merged:
        """Import a document of our own."""
        incoming = Incoming(ImportSource.OWN, document, 0, "0" * 64)
        return self.imports.merge(incoming, ImportChoice(into, "", with_settings), self.imports.progress())

    @property
    def stored_settings(self) -> Settings:
        """The settings in force."""
        return self.settings.get()


@contextmanager
def bench(directory: Path, kind: VaultKind = VaultKind.PERSONAL) -> Iterator[Bench]:
    """A new vault in a directory."""
    store = Store.create(directory, kind, Clock())
    try:
        yield Bench(store)
    finally:
        store.close()


def without_ids(document: ExportDoc) -> Any:
    """The document as plain data in which ids are places in their lists."""
    plain = msgspec.to_builtins(document)
    del plain["exported_at_ms"], plain["vault_id"]
    for person in plain["people"]:
        del person["id"]
        sessions = {session["id"]: place for place, session in enumerate(person["sessions"])}
        facts = {fact["id"]: place for place, fact in enumerate(person["facts"])} | {None: None}
        turns = {}
        for session in person["sessions"]:
            session_id, session["id"] = session["id"], None
            own = {turn["id"]: place for place, turn in enumerate(session["turns"])} | {None: None}
            turns[session_id] = own
            session["head"] = own[session["head"]]
            for turn in session["turns"]:
                turn["id"], turn["parent"] = None, own[turn["parent"]]
            for summary in session["summaries"]:
                summary["covers"] = [own[turn] for turn in summary["covers"]]
                for quote in summary["quotes"]:
                    quote["turn"] = own[quote["turn"]]
        for turn in (turn for session in person["sessions"] for turn in session["turns"] if turn["copy_of"]):
            place = turn["copy_of"]
            turn["copy_of"] = sessions[place["session"]], turns[place["session"]][place["turn"]]
        for fact in person["facts"]:
            fact["id"], fact["superseded_by"] = None, facts[fact["superseded_by"]]
            for source in fact["sources"]:
                source["turn"] = turns[source["session"]][source["turn"]]
                source["session"] = sessions[source["session"]]
            for change in fact["changes"]:
                change["other"] = facts[change["other"]]
    return plain
