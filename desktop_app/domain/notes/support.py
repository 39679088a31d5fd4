"""Whether a sentence of a note says what its lines say: compared by words and values, never judged by a model.

What is compared: drugs, doses, numbers, dates and denials (see `domain.grounding`), every disease, symptom and
procedure with whether it is denied, sides and degrees, and every word of content (`domain.notes.wording`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from desktop_app.domain.extraction.lexicon import Kind, find_mentions
from desktop_app.domain.extraction.normal import normalise
from desktop_app.domain.grounding.claims import values_in
from desktop_app.domain.grounding.marks import Claim, Held, check_reply
from desktop_app.domain.notes.wording import foreign_words, lost_turns
from desktop_app.domain.patterns import Pattern
from desktop_app.domain.verbatim import new_share, same_stance

MOST_LEFT_OUT: Final = 0.5  # of a line's wording, by a sentence that shall stand in its place
_NUMBER = Pattern(r"\d+(?:\.\d+)?")
# One of these in the place of another turns a sentence round.
_TURNING = Pattern(
    r"左|右|双侧|上|下|(?<!目)前|后|内|外|轻|中度|重|急性|慢性|加重|减轻|好转|恶化|升高|降低|增|减|停|阳性|阴性|正常|异常|(?<![a-z])(?:left|right|bilateral|upper|"
    r"lower|mild|moderate|severe|acute|chronic|worse\w*|better|improv\w+|increas\w+|decreas\w+|rais\w+|stop\w*|start\w*|"
    r"positive|negative|normal|abnormal|before|after|day|night|morning|evening|week|month|year)s?(?![a-z])"
)
_KINDS = frozenset({Kind.CHRONIC, Kind.ACUTE, Kind.SYMPTOM, Kind.PROCEDURE})


def unsupported_words(sentence: str, lines: Sequence[str]) -> tuple[str, ...]:
    """What of a sentence its lines do not say, in its own words; () where they say all of it.

    Args:
        sentence: of a note.
        lines: the texts it cites.
    """
    if not lines:
        return (sentence,)
    found = [*_missing_values(sentence, lines), *_missing_names(sentence, lines), *_missing_turns(sentence, lines)]
    held = [range(claim.start, claim.end) for claim in _claims(sentence, lines) if claim.in_record]
    found += foreign_words(sentence, lines, held)
    if not found and not same_stance(sentence, lines):
        found.append(sentence)
    return tuple(dict.fromkeys(found))


def departed_words(sentence: str, lines: Sequence[str]) -> tuple[str, ...]:
    """What of a sentence a hand changed is no longer in its lines; () where only the wording is other.

    A hand may word things as it likes. What it may not do unseen is change a number, a unit, a drug, a disease, a side
    or a denial.

    Args:
        sentence: as it stands now.
        lines: the texts it cites.
    """
    found = [*_missing_values(sentence, lines), *_missing_names(sentence, lines), *_missing_turns(sentence, lines)]
    if not found and not same_stance(sentence, lines):
        found.append(sentence)
    return tuple(dict.fromkeys(found))


def supported_translation(sentence: str, lines: Sequence[str]) -> bool:
    """Whether a sentence in another language names the same drugs, quantities and dates, and no others."""
    return not _missing_values(sentence, lines, numbers=False) and all(
        not _missing_values(line, [sentence], numbers=False) for line in lines
    )


def carries_whole(sentence: str, line: str) -> bool:
    """Whether a sentence leaves out nothing of a line that could matter."""
    if new_share(line, [sentence]) > MOST_LEFT_OUT or lost_turns(sentence, line):
        return False
    return not (
        _missing_values(line, [sentence]) or _missing_names(line, [sentence]) or _missing_turns(line, [sentence])
    )


def _claims(sentence: str, lines: Sequence[str]) -> tuple[Claim, ...]:
    return check_reply(sentence, [Held(str(number), values_in(line)) for number, line in enumerate(lines)])


def _missing_values(sentence: str, lines: Sequence[str], *, numbers: bool = True) -> list[str]:
    claims = _claims(sentence, lines)
    missing = [claim.text for claim in claims if not claim.in_record]
    if not numbers:
        return missing
    checked = [range(claim.start, claim.end) for claim in claims]
    known = {float(number) for line in lines for number in _NUMBER.findall(normalise(line))}
    for match in _NUMBER.finditer(normalise(sentence)):
        if not any(match.start() in each for each in checked) and float(match.group()) not in known:
            missing.append(match.group())
    return missing


def _missing_names(sentence: str, lines: Sequence[str]) -> list[str]:
    """Diseases, symptoms and procedures the lines do not name, or of which they say the contrary."""
    text = normalise(sentence)
    said = {one.concept: one.denied for one in values_in(sentence).said}
    told: dict[str, set[bool]] = {}
    named: set[str] = set()
    for line in lines:
        for one in values_in(line).said:
            told.setdefault(one.concept, set()).add(one.denied)
        named |= {mention.concept for mention in find_mentions(normalise(line))}
    joined = "\n".join(map(normalise, lines))
    missing: list[str] = []
    for mention in find_mentions(text):
        words = text[mention.start : mention.end]
        if mention.kind not in _KINDS:
            continue
        if (mention.concept not in named and words not in joined) or (
            mention.concept in said and mention.concept in told and said[mention.concept] not in told[mention.concept]
        ):
            missing.append(words)
    return missing


def _missing_turns(sentence: str, lines: Sequence[str]) -> list[str]:
    known = {word for line in lines for word in _TURNING.findall(normalise(line))}
    return [word for word in _TURNING.findall(normalise(sentence)) if word not in known]
