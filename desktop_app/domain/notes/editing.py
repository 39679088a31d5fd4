"""What a hand changed in a section: the lines of its field against the sentences that stood there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from desktop_app.domain.notes.note import ChangeOf, Origin, Sentence, SentenceState

_CLOSING = " .;,。；，"
_SAME = 0.5  # of 1, from which a changed line is the sentence that stood there


@dataclass(frozen=True, slots=True)
class Edit:
    """One change. ``before`` is "" where the sentence is new; ``place`` is among those of the section."""

    kind: ChangeOf
    sentence: Sentence
    before: str


@dataclass(frozen=True, slots=True)
class Edited:
    """A section after a hand: its sentences in order, those that do not stand included, and what was changed."""

    sentences: tuple[Sentence, ...]
    edits: tuple[Edit, ...]


def edited(sentences: Sequence[Sentence], text: str, bears_out: Callable[[Sentence, str], bool]) -> Edited:
    """Take over what was typed.

    A line that is like a sentence is that sentence, changed; it goes on citing its words, and where these no longer
    bear it out it stands as one that only a hand kept. One that is gone is dropped, not deleted, so that what the
    draft said stays visible.

    Args:
        sentences: of the section, as stored.
        text: of its field, a sentence a line.
        bears_out: whether the words that a sentence cites bear out another wording of it.
    """
    standing = [each for each in sentences if each.stands]
    rest = [each for each in sentences if not each.stands]
    typed = [line.strip() for line in text.splitlines() if line.strip()]
    found: list[Sentence] = []
    edits: list[Edit] = []
    matcher = SequenceMatcher(None, [each.text for each in standing], typed, autojunk=False)
    for tag, begin, end, first, last in matcher.get_opcodes():
        if tag == "equal":
            found += standing[begin:end]
            continue
        gone = list(standing[begin:end])
        for line in typed[first:last]:
            old = next((each for each in gone if _alike(each.text, line)), None)
            if old is None:
                new = Sentence(line, Origin.USER, SentenceState.KEPT)
                edits.append(Edit(ChangeOf.ADDED, new, ""))
            else:
                gone.remove(old)
                state = SentenceState.SUPPORTED if bears_out(old, line) else SentenceState.KEPT
                new = replace(old, text=line, origin=Origin.USER, state=state)
                edits.append(Edit(ChangeOf.EDITED, new, old.text))
            found.append(new)
        for old in gone:
            dropped = replace(old, state=SentenceState.DROPPED)
            edits.append(Edit(ChangeOf.DROPPED, dropped, old.text))
            rest.append(dropped)
    return Edited((*found, *rest), tuple(edits))


def _alike(one: str, other: str) -> bool:
    if one.strip(_CLOSING) in other:
        return True  # all of it stands there still, however much was typed behind it
    return SequenceMatcher(None, one, other, autojunk=False).ratio() >= _SAME
