"""Which turns of a person say certain words: where something stands that no fact holds."""

from __future__ import annotations

from collections.abc import Mapping

from desktop_app.domain.conversation import ASSISTANT, MEMORY, Session, Turn
from desktop_app.domain.fact_matching import bare_name
from desktop_app.domain.terms import has_chinese, index_terms, query_terms
from desktop_app.storage.repositories import Repositories

_MOST_TURNS = 3
_READ = 200  # messages that are looked at for each term
_LEAST_SHARE = 0.3  # of what the words weigh, for a turn that does not say them as they are
_WORD_STEM = 4  # letters: fishing and fish are one word


def said_in(db: Repositories, asking: Turn, words: str) -> list[tuple[Turn, Session]]:
    """The turns in which somebody said words, in order of time; at most three, those that say most of them.

    Args:
        db: the vault.
        asking: the turn in which it is asked, whose person's messages are searched.
        words: as somebody calls what was said; whose it is does not matter.

    Returns:
        Turns of the current branches that a person or a document said; commands to the memory are left out.
    """
    person_id = db.sessions.get(asking.session_id).person_id
    named = bare_name(words)
    found = _turns_with(db, person_id, named, asking.id)
    weights = dict.fromkeys(found, 1.0) if found else _weighed(db, person_id, named, asking.id)
    best = sorted(weights, key=lambda turn_id: (-weights[turn_id], -turn_id))[:_MOST_TURNS]
    turns = [db.turns.get(turn_id) for turn_id in sorted(best)]
    sessions = db.sessions.by_ids({turn.session_id for turn in turns})
    return [(turn, sessions[turn.session_id]) for turn in turns]


def _weighed(db: Repositories, person_id: int, words: str, asking: int) -> Mapping[int, float]:
    """Turns by the share of the words they say; a word that few turns say weighs more."""
    terms = [term for term in query_terms(words) if len(term) > 1]
    holding = {term: _turns_with(db, person_id, term, asking) for term in terms}
    weight = {term: 1 / max(1, len(turns)) for term, turns in holding.items()}
    shares: dict[int, float] = {}
    for term, turns in holding.items():
        for turn_id in turns:
            shares[turn_id] = shares.get(turn_id, 0.0) + weight[term] / sum(weight.values())
    best = max(shares.values(), default=0.0)
    return {turn_id: share for turn_id, share in shares.items() if share >= max(_LEAST_SHARE, best / 2)}


def _turns_with(db: Repositories, person_id: int, words: str, asking: int) -> list[int]:
    stem = words if has_chinese(words) else words[: max(_WORD_STEM, len(words) - len("ing"))]
    hits = [
        hit
        for hit in db.search.search(person_id, stem, _READ)
        if hit.message.turn_id != asking and hit.message.speaker not in (ASSISTANT, MEMORY)
    ]
    abandoned = db.chunks.abandoned_turns({hit.session_id for hit in hits})
    turn_ids = dict.fromkeys(hit.message.turn_id for hit in hits if _says(hit.message.text, stem))
    return [turn_id for turn_id in turn_ids if turn_id not in abandoned and not db.turns.get(turn_id).is_from_memory]


def _says(text: str, words: str) -> bool:
    """Whether words begin words of a text, as the search takes them; Chinese stands anywhere."""
    if has_chinese(words):
        return True
    end = " " if len(words) < _WORD_STEM else ""  # go is not good
    return f" {words.lower()}{end}" in f" {index_terms(text)} "
