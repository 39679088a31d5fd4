"""The settings of a vault, kept in it."""

from __future__ import annotations

import threading
from collections.abc import Callable

import msgspec

from desktop_app.domain.events import Changed
from desktop_app.domain.settings import Settings, default_settings
from desktop_app.services.bus import EventBus
from desktop_app.storage.store import Store

_NAME = "settings"


class SettingsService:
    """Reads settings from memory and writes them through to the vault.

    Args:
        store: the vault.
        bus: hears of changes.
        for_this_run: changes the stored settings without storing the change.
    """

    def __init__(self, store: Store, bus: EventBus, for_this_run: Callable[[Settings], Settings] = lambda s: s) -> None:
        self._store = store
        self._bus = bus
        self._lock = threading.Lock()
        self._changing = threading.Lock()  # held while a change is written; reading never waits for it
        self._settings = for_this_run(self._load())

    def get(self) -> Settings:
        """The settings in force."""
        with self._lock:
            return self._settings

    def update(self, settings: Settings) -> None:
        """Put other settings in force and keep them."""
        self.change(lambda _: settings)

    def change(self, change: Callable[[Settings], Settings]) -> None:
        """Change the settings in force and keep them; two changes at the same time both count."""
        with self._changing:
            before = self.get()
            settings = change(before)
            if settings == before:
                return
            text = msgspec.json.encode(settings).decode()
            self._store.write(lambda db: db.settings.put(_NAME, text))
            with self._lock:
                self._settings = settings
        self._bus.publish(Changed("settings.update", settings=True))

    def _load(self) -> Settings:
        text = self._store.read(lambda db: db.settings.get(_NAME))
        if text is None:
            return default_settings(self._store.kind)
        try:
            return msgspec.json.decode(text, type=Settings)
        except msgspec.DecodeError:
            # Written by a later or broken version: the defaults serve, the stored text stays until the next change.
            return default_settings(self._store.kind)
