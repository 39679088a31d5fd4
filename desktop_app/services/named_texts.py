"""Personas and saved prompts: kept in the vault, edited, and filled in for a session."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from uuid import uuid4

import msgspec

from desktop_app.domain.clock import Clock
from desktop_app.domain.events import Changed
from desktop_app.domain.named_texts import NamedText, filled, values_for
from desktop_app.domain.settings import Settings
from desktop_app.services.bus import EventBus
from desktop_app.services.named_text_files import read_texts, write_texts
from desktop_app.storage.store import Store

Shipped = Callable[[], Sequence[NamedText]]


class NamedTextService:
    """A list of named texts in the vault, after those that ship with the program.

    Args:
        store: the vault.
        bus: hears of changes.
        name: of the list, e.g. "prompts".
        shipped: those of the program, in the language of the window.
    """

    def __init__(self, store: Store, bus: EventBus, name: str, shipped: Shipped) -> None:
        self._store = store
        self._bus = bus
        self._name = name
        self._shipped = shipped
        self._lock = threading.Lock()
        self._own: tuple[NamedText, ...] | None = None

    def list(self) -> tuple[NamedText, ...]:
        """All of them, the shipped ones first, then in the order they were added."""
        return (*self._shipped(), *self._kept())

    def get(self, text_id: str) -> NamedText | None:
        """One of them, None where it is gone."""
        return next((one for one in self.list() if one.id == text_id), None)

    def keep(self, text: NamedText) -> NamedText:
        """Add a text, or change the one with its id; returns it with its id.

        Raises:
            ValueError: it is one that ships.
        """
        if text.is_shipped:
            raise ValueError("what ships with the program is copied, not changed")
        kept = text if text.id else replace(text, id=uuid4().hex)
        own = self._kept()
        if any(one.id == kept.id for one in own):
            own = tuple(kept if one.id == kept.id else one for one in own)
        else:
            own = (*own, kept)
        self._put(own)
        return kept

    def write_to(self, path: Path) -> int:
        """Write the vault's own into a file; returns how many. What ships is wherever the program is.

        Raises:
            UserError: ``file_not_written``.
        """
        own = self._kept()
        write_texts(path, own)
        return len(own)

    def take_from(self, path: Path) -> int:
        """Add those of a file that are not here yet, word for word; returns how many. Nothing is replaced.

        Raises:
            UserError: ``texts_file_foreign``.
        """
        known = {(one.name, one.text) for one in self.list()}
        new = [one for one in dict.fromkeys(read_texts(path)) if (one.name, one.text) not in known]
        if new:
            self._put((*self._kept(), *(replace(one, id=uuid4().hex) for one in new)))
        return len(new)

    def delete(self, text_id: str) -> None:
        """Delete one of the vault's own."""
        self._put(tuple(one for one in self._kept() if one.id != text_id))

    def _kept(self) -> tuple[NamedText, ...]:
        with self._lock:
            if self._own is None:
                stored = self._store.read(lambda db: db.settings.get(self._name))
                try:
                    self._own = msgspec.json.decode(stored, type=tuple[NamedText, ...]) if stored else ()
                except msgspec.DecodeError:
                    # Written by a later version: the stored list stays until the next change.
                    self._own = ()
            return self._own

    def _put(self, own: tuple[NamedText, ...]) -> None:
        text = msgspec.json.encode(own).decode()
        self._store.write(lambda db: db.settings.put(self._name, text))
        with self._lock:
            self._own = own
        self._bus.publish(Changed(f"{self._name}.change", settings=True))


class PersonaService(NamedTextService):
    """Personas: named system prompts, chosen for a session.

    Args:
        store, bus, shipped: see `NamedTextService`.
        settings: the settings in force, for the user's name.
        clock: the time.
    """

    def __init__(
        self, store: Store, bus: EventBus, shipped: Shipped, settings: Callable[[], Settings], clock: Clock
    ) -> None:
        super().__init__(store, bus, "personas", shipped)
        self._settings = settings
        self._clock = clock

    def of_session(self, session_id: int) -> NamedText | None:
        """The persona of a session, None where it has none."""
        persona = self._store.read(lambda db: db.session_personas.get(session_id))
        return self.get(persona) if persona else None

    def choose(self, session_id: int, persona_id: str) -> None:
        """Hold a session with a persona from its next message on, "" for none."""
        self._store.write(lambda db: db.session_personas.put(session_id, persona_id))
        self._bus.publish(Changed("personas.choose", sessions=frozenset({session_id}), settings=True))

    def delete(self, text_id: str) -> None:
        """Delete a persona; its sessions go on with the system prompt of the settings."""
        self._store.write(lambda db: db.session_personas.forget(text_id))
        super().delete(text_id)

    def system_text(self, session_id: int) -> str:
        """The system prompt of a session's persona with its variables filled in, "" where it has none."""
        persona = self.of_session(session_id)
        return self.fill(persona.text, session_id) if persona is not None else ""

    def fill(self, text: str, session_id: int) -> str:
        """A text with its variables filled in for a session."""
        if "{{" not in text:
            return text
        person = self._store.read(lambda db: db.people.of_session(session_id))
        now = datetime.fromtimestamp(self._clock() / 1000).astimezone()
        return filled(text, values_for(text, self._settings().user_name, person.name, now))
