"""What every part of the stress run hands back."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Report:
    """One part: how often it hurt the program, and everything that was wrong afterwards."""

    name: str
    times: int = 0
    acknowledged: int = 0
    wrong: list[str] = field(default_factory=list)
    seconds: float = 0.0
    notes: dict[str, int] = field(default_factory=dict)

    def count(self, what: str) -> None:
        """Note that something happened once more."""
        self.notes[what] = self.notes.get(what, 0) + 1
