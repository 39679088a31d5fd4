"""The close look at a vault: every page, every index, and whether the word indexes match what was said."""

from __future__ import annotations

from desktop_app.domain.clock import Clock
from desktop_app.domain.errors import UserError, VaultError
from desktop_app.domain.events import Notice
from desktop_app.services.bus import EventBus
from desktop_app.storage.integrity import DERIVED_MISMATCH, check
from desktop_app.storage.store import Store
from desktop_app.storage.word_indexes import rebuild_word_indexes

EVERY_DAYS = 7
_NAME = "self_check"  # in the vault's settings: when it was found whole last
_DAY_MS = 86_400_000


class SelfCheck:
    """Checks once a week, before a backup: a damaged vault must not push the good copies out.

    Args:
        store: the open vault.
        bus: hears of word indexes that were made anew.
        clock: the time.
    """

    def __init__(self, store: Store, bus: EventBus, clock: Clock) -> None:
        self._store = store
        self._bus = bus
        self._clock = clock

    def if_due(self) -> None:
        """Check if the last good check is a week ago. Raises VaultError ``vault_damaged``."""
        last_ms = int(self._store.read(lambda db: db.settings.get(_NAME)) or 0)
        now_ms = self._clock()
        if not 0 <= now_ms - last_ms < EVERY_DAYS * _DAY_MS:  # a clock that was set back makes it due
            self.check()

    def check(self) -> None:
        """Check now; words that do not match what was said are made anew.

        Raises:
            VaultError: ``vault_damaged``.
        """
        report = check(self._store)
        if report.integrity == DERIVED_MISMATCH:
            self._store.write(rebuild_word_indexes)
            self._bus.publish(Notice(UserError("words_rebuilt")))
            report = check(self._store)
        if report.integrity != "ok":
            raise VaultError("vault_damaged", path=str(self._store.directory))
        now_ms = self._clock()
        self._store.write(lambda db: db.settings.put(_NAME, str(now_ms)))
