"""Use cases around what opens the vault: passphrases and the recovery code."""

from __future__ import annotations

from collections.abc import Sequence

from desktop_app.domain.clock import Clock
from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.errors import UserError
from desktop_app.domain.events import Changed
from desktop_app.domain.vault_keys import KeySlot, KeySlotKind
from desktop_app.services.bus import EventBus
from desktop_app.storage import key_slots
from desktop_app.storage.key_slots import KdfCost, Slot
from desktop_app.storage.keyfile import VaultKeys
from desktop_app.storage.store import SlotChange, Store

LEAST_CHARACTERS = 8
# zxcvbn's estimate of the guesses a passphrase takes. At the cost of one argon2id guess here, 10^8 of them
# keep a good machine busy for years.
LEAST_GUESSES = 10**8


class VaultKeyService:
    """Sets, changes and removes what opens the vault. Deriving a key takes about a second.

    Args:
        store: the open vault.
        bus: hears of changes.
        clock: the time.
        cost: of guessing a secret.
    """

    def __init__(self, store: Store, bus: EventBus, clock: Clock, cost: KdfCost) -> None:
        self._store = store
        self._bus = bus
        self._clock = clock
        self._cost = cost

    @property
    def protected(self) -> bool:
        """Whether a secret is needed to open the vault."""
        return all(slot.kind is not KeySlotKind.DEVICE for slot in self.slots())

    def slots(self) -> tuple[KeySlot, ...]:
        """What opens the vault."""
        return tuple(_shown(slot) for slot in self._store.key_slots if slot["type"] in set(KeySlotKind))

    def set_passphrase(self, name: str, passphrase: str) -> None:
        """Let a passphrase open the vault, in the place of an older one of the same name.

        The first one takes the place of the device's own key: from then on the files alone open nothing.

        Raises:
            UserError: ``passphrase_too_weak``; or the key file could not be written.
        """
        check_strength(passphrase)

        def change(keys: VaultKeys) -> Sequence[Slot]:
            slot = self._wrapped(keys, KeySlotKind.PASSPHRASE, name, passphrase)
            kept = [
                other
                for other in keys.slots
                if other["type"] != KeySlotKind.DEVICE
                and not (other["type"] == KeySlotKind.PASSPHRASE and other.get("name") == name)
            ]
            return [slot, *kept]

        self._change(change, "keys.passphrase_set")

    def new_recovery_code(self) -> str:
        """Make a recovery code, which takes the place of an older one; it is shown once and kept nowhere."""
        code = key_slots.new_recovery_code()

        def change(keys: VaultKeys) -> Sequence[Slot]:
            kept = [slot for slot in keys.slots if slot["type"] != KeySlotKind.RECOVERY]
            return [*kept, self._wrapped(keys, KeySlotKind.RECOVERY, "", code)]

        self._change(change, "keys.recovery_code_made")
        return code

    def remove(self, slot_id: str) -> None:
        """Take a passphrase or the recovery code away.

        Raises:
            UserError: ``last_key``: nothing else would open the vault.
        """

        def change(keys: VaultKeys) -> Sequence[Slot]:
            kept = [slot for slot in keys.slots if slot.get("id", "") != slot_id]
            if not any(slot["type"] in (KeySlotKind.PASSPHRASE, KeySlotKind.DEVICE) for slot in kept):
                raise UserError("last_key")
            return kept

        self._change(change, "keys.removed")

    def unprotect(self) -> None:
        """Let the files alone open the vault again; every passphrase and code is taken away.

        Raises:
            UserError: ``passphrase_required``: in a clinical vault.
        """
        if self._store.kind is VaultKind.CLINICAL:
            raise UserError("passphrase_required")
        self._change(lambda keys: [key_slots.device_slot(keys.data_key)], "keys.unprotected")

    def _wrapped(self, keys: VaultKeys, kind: KeySlotKind, name: str, secret: str) -> Slot:
        return key_slots.wrap(kind.value, name, secret, keys.data_key, keys.vault_id, self._cost, self._clock())

    def _change(self, change: SlotChange, action: str) -> None:
        self._store.change_key_slots(change, action)
        self._bus.publish(Changed("vault_keys", vault_keys=True))


def check_strength(passphrase: str) -> None:
    """Refuse what is quickly guessed.

    Raises:
        UserError: ``passphrase_too_weak``.
    """
    from zxcvbn import zxcvbn  # its word lists take a moment

    # Beyond this length its search takes long, and no such passphrase is weak.
    if len(passphrase) < LEAST_CHARACTERS or zxcvbn(passphrase[:64])["guesses"] < LEAST_GUESSES:
        raise UserError("passphrase_too_weak", least=LEAST_CHARACTERS)


def _shown(slot: Slot) -> KeySlot:
    return KeySlot(
        slot.get("id", ""), KeySlotKind(slot["type"]), slot.get("name", ""), int(slot.get("created_at_ms", 0))
    )
