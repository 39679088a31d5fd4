"""Texts that say the same in nearly the same words, found without comparing each with each."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping

from desktop_app.domain.terms import query_terms

SHARED = 0.9  # of all their terms together; what recall calls a repeat
_LEAST_TERMS = 3  # a text of fewer says too little to be called a repetition


def near_duplicates(texts: Mapping[int, str], shared: float = SHARED) -> list[tuple[int, ...]]:
    """Groups of texts that share most of their terms (Jaccard), each in ascending order of their numbers.

    Two sets that share that much have one of their rarest few terms in common (prefix filtering, Chaudhuri
    et al., ICDE 2006), so that only texts with such a term in common are compared.
    """
    terms = {number: frozenset(query_terms(text)) for number, text in texts.items()}
    terms = {number: found for number, found in terms.items() if len(found) >= _LEAST_TERMS}
    counts = Counter(term for found in terms.values() for term in found)
    by_term: defaultdict[str, list[int]] = defaultdict(list)
    group_of: dict[int, int] = {}
    # Texts of the very same terms are one: a sentence said a thousand times is compared once.
    first_of: dict[frozenset[str], int] = {}
    for number in sorted(terms):
        found = terms[number]
        first = first_of.setdefault(found, number)
        group_of[number] = _root(group_of, first) if first != number else number
        if first != number:
            continue
        rarest = sorted(found, key=lambda term: (counts[term], term))
        prefix = rarest[: len(found) - math.ceil(shared * len(found)) + 1]
        for other in dict.fromkeys(other for term in prefix for other in by_term[term]):
            if len(found & terms[other]) >= shared * len(found | terms[other]):
                group_of[_root(group_of, number)] = _root(group_of, other)
        for term in prefix:
            by_term[term].append(number)
    groups: defaultdict[int, list[int]] = defaultdict(list)
    for number in sorted(group_of):
        groups[_root(group_of, number)].append(number)
    return sorted(tuple(members) for members in groups.values() if len(members) > 1)


def _root(group_of: Mapping[int, int], number: int) -> int:
    while group_of[number] != number:
        number = group_of[number]
    return number
