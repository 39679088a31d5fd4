"""The part of the settings about fact memory: for the vault, and for the person who is shown."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QComboBox, QWidget

from desktop_app.domain.conversation import Person, VaultKind
from desktop_app.domain.settings import FactMode
from desktop_app.ui.texts import translate

_MODES = (FactMode.AUTOMATIC, FactMode.ASK, FactMode.OFF)


class MemorySettings:
    """Fields for the form of the settings.

    Args:
        mode: of the vault.
        person: who is shown, None for nobody.
        kind: of the vault; among patients nothing is shared.
    """

    def __init__(self, mode: FactMode, person: Person | None, kind: VaultKind) -> None:
        self._person = person
        self._mode, self._own_mode, self._scope = QComboBox(), QComboBox(), QComboBox()
        self._chosen = [_MODES.index(mode), 0, 0]
        self.fields: list[QWidget] = [self._mode]
        if person is not None:
            self._chosen[1] = 1 + _MODES.index(FactMode(person.fact_mode)) if person.fact_mode else 0
            self.fields.append(self._own_mode)
            if kind is VaultKind.PERSONAL:
                self._chosen[2] = int(person.shares_facts)
                self.fields.append(self._scope)

    @property
    def mode(self) -> FactMode:
        """What was chosen for the vault."""
        return _MODES[self._mode.currentIndex()]

    @property
    def changed_person(self) -> tuple[int, FactMode | None, bool] | None:
        """Person, mode (None: the vault's) and whether facts hold everywhere; None where nothing was changed."""
        person = self._person
        if person is None:
            return None
        at = self._own_mode.currentIndex()
        mode = _MODES[at - 1] if at > 0 else None
        shares = self._scope.currentIndex() == 1
        if (mode.value if mode else "", shares) == (person.fact_mode, person.shares_facts):
            return None
        return person.id, mode, shares

    def labels(self) -> list[str]:
        """What stands before the fields, in order; fills the fields in the language in force."""
        modes = (
            translate("MemorySettings", "Kept at once"),
            translate("MemorySettings", "Proposed, kept when confirmed"),
            translate("MemorySettings", "Not taken"),
        )
        self._fill(0, self._mode, modes)
        labels = [translate("MemorySettings", "Facts found in what is said")]
        if self._person is not None:
            name = self._person.name
            self._fill(1, self._own_mode, (translate("MemorySettings", "As above"), *modes))
            labels.append(translate("MemorySettings", "For {name}").format(name=name))
            scopes = (translate("MemorySettings", "In this space"), translate("MemorySettings", "In every space"))
            self._fill(2, self._scope, scopes)
            labels.append(translate("MemorySettings", "Facts of {name} are used").format(name=name))
        return labels[: len(self.fields)]

    def _fill(self, number: int, box: QComboBox, texts: Sequence[str]) -> None:
        chosen = box.currentIndex() if box.count() else self._chosen[number]
        box.clear()
        box.addItems(list(texts))
        box.setCurrentIndex(chosen)
