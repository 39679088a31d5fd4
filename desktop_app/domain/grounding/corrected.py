"""Values of a reply that somebody said and took back before: they have a source, but none that holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from desktop_app.domain.extraction.normal import normalise
from desktop_app.domain.grounding.claims import values_in
from desktop_app.domain.grounding.marks import Claim, Held, check_reply
from desktop_app.domain.memory import CURRENT_STATES, Fact, FactState
from desktop_app.domain.patterns import Pattern

# 不是138, "not 138": the reply itself says that it is taken back.
_TAKEN_BACK = Pattern(
    r"(?:不是|并非|而非|原来|之前|以前|更正前?|(?<![a-z])(?:not|instead of|rather than|was|earlier|before))\s*$"
)
_BEFORE = 12  # characters of a reply that are read for that


def was_known_wrong(fact: Fact, facts: Mapping[int, Fact], turn_id: int, at_ms: int) -> bool:
    """Whether a fact had been taken back when the reply of a turn was written: by an earlier turn, or by hand."""
    if fact.state is not FactState.RETRACTED:
        return False
    instead = facts.get(fact.superseded_by or 0)
    if instead is not None and instead.turn_id:
        return instead.turn_id <= turn_id
    return fact.retracted_at_ms is not None and fact.retracted_at_ms <= at_ms


def correction_of(
    claim: Claim, reply: str, wrong: Sequence[Fact], facts: Mapping[int, Fact], turns: Mapping[str, int]
) -> Fact | None:
    """The fact whose statement a value rests on although it was taken back; None where it rests on another too.

    Args:
        claim: of the reply, one that the record holds.
        reply: as the model wrote it.
        wrong: the facts that had been taken back by then.
        facts: all facts of the person by id.
        turns: by source, the turn in which a person said it. Earlier replies and summaries are no witnesses.
    """
    if not claim.in_record or _TAKEN_BACK.search(normalise(reply[max(0, claim.start - _BEFORE) : claim.start])):
        return None
    named = [fact for fact in wrong if holds(fact, claim)]
    if not named or any(fact.state in CURRENT_STATES and holds(fact, claim) for fact in facts.values()):
        return None
    own = {f"fact:{fact.id}" for fact in named}
    where = {fact.turn_id for fact in named}
    # The words that correct it name it as well.
    where.update(facts[instead].turn_id for fact in named if (instead := fact.superseded_by or 0) in facts)
    witnesses = [source for source in claim.sources if source in own or source in turns]
    rests = bool(witnesses) and all(source in own or turns.get(source) in where for source in witnesses)
    return named[-1] if rests else None


def holds(fact: Fact, claim: Claim, value: str | None = None) -> bool:
    """Whether a fact says what a claim says; ``value``: its own in other words."""
    words = f"{fact.attribute} {fact.value if value is None else value}{fact.unit}"
    found = check_reply(claim.text, [Held("", values_in(words))])
    return any(one.in_record for one in found)
