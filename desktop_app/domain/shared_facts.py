"""Facts that hold in every space of a personal vault, beside those of one space."""

from __future__ import annotations

from collections.abc import Sequence

from desktop_app.domain.memory import CURRENT_STATES, Fact
from desktop_app.domain.validity import CARDINALITY, Cardinality, series_key_of


def with_shared(own: Sequence[Fact], shared: Sequence[Fact]) -> tuple[Fact, ...]:
    """A space's own facts and those of others that hold there too.

    Where a space says otherwise of what can hold one value at a time (a name, a residence), its own
    word goes before.
    """
    said = {_place(fact) for fact in own if fact.state in CURRENT_STATES} - {None}
    return (*own, *(fact for fact in shared if fact.state in CURRENT_STATES and _place(fact) not in said))


def _place(fact: Fact) -> tuple[str, str, str] | None:
    """What a fact is the one value of; None where several hold at a time."""
    if CARDINALITY[fact.category] is not Cardinality.SINGLE:
        return None
    return fact.subject, fact.category.value, series_key_of(fact)
