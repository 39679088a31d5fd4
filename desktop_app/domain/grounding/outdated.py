"""Drugs and doses of a reply that the record holds, but only as they were before they were stopped or changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from desktop_app.domain.extraction.dosing import as_taken
from desktop_app.domain.grounding.captions import sentence_around
from desktop_app.domain.grounding.corrected import holds
from desktop_app.domain.grounding.marks import Claim, ClaimKind
from desktop_app.domain.memory import CURRENT_STATES, SELF, Category, Fact, FactState, FactStatus, Polarity
from desktop_app.domain.patterns import Pattern

# The reply itself says that it was so before.
_TELLS_OF_CHANGE = Pattern(
    r"停|改|换|调整|[加减]量|[加减增]至|原来|之前|以前|曾|不再|(?<![a-z])(?:stop\w*|chang\w*|switch\w*|increas\w*|reduc\w*|rais\w*|"
    r"lower\w*|no longer|not|previous\w*|used to|was|were|until|before|earlier)(?![a-z])"
)


def replaced_by(claims: Sequence[Claim], reply: str, facts: Mapping[int, Fact], at_ms: int) -> dict[Claim, Fact]:
    """What is taken instead of what a reply says is taken, by the claim of it; claims that hold are left out.

    Args:
        claims: all of the reply, in order.
        reply: as the model wrote it.
        facts: of the person, by id.
        at_ms: when the reply was written; what was changed later was right then.
    """
    ended = [
        (fact, instead)
        for fact in facts.values()
        if fact.category is Category.MEDICATION and fact.subject == SELF and fact.polarity is Polarity.AFFIRMED
        for instead in (_taken_instead(fact, facts, at_ms),)
        if instead is not None
    ]
    if not ended:
        return {}
    found: dict[Claim, Fact] = {}
    taken = [fact for fact in facts.values() if fact.category is Category.MEDICATION and _is_taken(fact)]
    drug: Claim | None = None
    for claim in claims:
        begin, sentence = sentence_around(reply, claim.start, claim.end)
        if claim.kind is ClaimKind.DRUG:
            drug = claim
        if not claim.in_record or _TELLS_OF_CHANGE.search(sentence.casefold()):
            continue
        if claim.kind is ClaimKind.DRUG and not any(holds(fact, claim) for fact in taken):
            stopped = [instead for fact, instead in ended if holds(fact, claim) and is_stopped(instead)]
            if stopped:
                found[claim] = stopped[-1]
        elif claim.kind is ClaimKind.DOSE and drug is not None and drug.start >= begin:
            own = [fact for fact in taken if holds(fact, drug)]
            before = [instead for fact, instead in ended if holds(fact, drug) and holds(fact, claim)]
            if before and not any(holds(fact, claim, as_taken(fact.value)) for fact in own):
                found[claim] = before[-1]
    return found


def is_stopped(fact: Fact) -> bool:
    """Whether what took the place of a drug that was taken says that it is taken no more."""
    return fact.polarity is not Polarity.AFFIRMED or fact.status is FactStatus.PAST


def _is_taken(fact: Fact) -> bool:
    return fact.state in CURRENT_STATES and not is_stopped(fact)


def _taken_instead(fact: Fact, facts: Mapping[int, Fact], at_ms: int) -> Fact | None:
    """The last that took the place of a fact by a time, None where nothing had."""
    found, seen = fact, {fact.id}
    while found.state is FactState.SUPERSEDED and found.superseded_by not in seen:
        after = facts.get(found.superseded_by or 0)
        if after is None or after.observed_at_ms > at_ms:
            break
        seen.add(after.id)
        found = after
    return found if found is not fact else None
