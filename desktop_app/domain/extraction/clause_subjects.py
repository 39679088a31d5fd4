"""Whom the parts of one clause are about."""

from __future__ import annotations

from dataclasses import dataclass

NOBODY = ""  # people in general, professionals, a clinician's own self: no fact is kept


@dataclass(frozen=True, slots=True)
class Reference:
    """Somebody named at ``start:end`` of the text; ``subject`` in the words used, lower-cased Latin."""

    start: int
    end: int
    subject: str


@dataclass(frozen=True, slots=True)
class ClauseSubjects:
    """Whom the parts of one clause are about."""

    references: tuple[Reference, ...]
    inherited: tuple[str, ...]
    together: bool

    def at(self, position: int) -> tuple[str, ...]:
        """Subjects of what stands at a position of the clause: one, or several that are told of together."""
        before = [one for one in self.references if one.start < position]
        if not before:
            return self.inherited
        if self.together and len(before) > 1:
            return tuple(dict.fromkeys(one.subject for one in before if one.subject)) or (NOBODY,)
        return (before[-1].subject,)

    def leading(self, position: int) -> tuple[str, ...]:
        """The grammatical subject of what stands at a position: the first one named before it, else the topic."""
        if self.references and self.references[0].start <= position:
            return (self.references[0].subject,)
        return self.inherited

    def ends_at(self, position: int) -> bool:
        """Whether somebody's name ends just there."""
        return any(one.end == position for one in self.references)

    @property
    def names_somebody(self) -> bool:
        """Whether the clause itself names anybody."""
        return bool(self.references)
