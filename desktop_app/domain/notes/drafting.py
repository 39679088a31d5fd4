"""From lines and what a model made of them to the sentences of a section."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from desktop_app.domain.notes.lines import Line
from desktop_app.domain.notes.note import Origin, Sentence, SentenceState
from desktop_app.domain.notes.prompts import Item
from desktop_app.domain.notes.support import carries_whole, supported_translation, unsupported_words
from desktop_app.domain.patterns import Pattern

# The day behind a sentence, where it is of another one: as `as_said` writes it.
SAID_ON: Final = Pattern(r" \((?P<day>\d{4}-\d\d-\d\d)\)$")


def as_said(line: Line) -> Sentence:
    """The words of a line as they were said, with the day where it was another and what has to be known with it.

    One that names another patient waits for somebody to decide whether it belongs here.
    """
    text = " ".join(line.text.split()) + line.teller + line.mark
    state = SentenceState.UNSUPPORTED if line.names_other else SentenceState.SUPPORTED
    return Sentence(f"{text} ({line.said_on})" if line.said_on else text, Origin.SAID, state, line.messages)


def joined(lines: Sequence[Line], items: Iterable[Item], *, translated: bool = False) -> tuple[Sentence, ...]:
    """The sentences of a section.

    A sentence of the model stands where its lines bear it out and it leaves out nothing of them that could matter.
    One that says what they do not say is marked. What no sentence carries stands as it was said, in its place. Words
    of family stay theirs: a sentence that puts them together with another's does not stand.

    Args:
        lines: of the section, in order.
        items: what the model made of them.
        translated: the model wrote in another language than the lines'.
    """
    standing: dict[int, Sentence] = {}  # by the first line each rests on
    doubtful: list[Sentence] = []
    carried: set[int] = set()
    for item in items:
        texts = [lines[place].text for place in item.lines]
        sources = tuple(sorted({message for place in item.lines for message in lines[place].messages}))
        tellers = {lines[place].teller for place in item.lines}
        teller = tellers.pop() if len(tellers) == 1 else None
        bears = supported_translation(item.text, texts) if translated else not unsupported_words(item.text, texts)
        if not bears:
            doubtful.append(Sentence(item.text + (teller or ""), Origin.MODEL, SentenceState.UNSUPPORTED, sources))
        elif (
            not carried.intersection(item.lines)
            and teller is not None
            and (translated or all(carries_whole(item.text, text) for text in texts))
        ):
            days = sorted({lines[place].said_on for place in item.lines} - {""})
            text = f"{item.text}{teller} ({days[-1]})" if days else item.text + teller
            standing[min(item.lines)] = Sentence(text, Origin.MODEL, SentenceState.SUPPORTED, sources)
            carried.update(item.lines)
    for place, line in enumerate(lines):
        if place not in carried:
            standing[place] = as_said(line)
    unique = {sentence.text: sentence for _, sentence in sorted(standing.items(), reverse=True)}
    return (*reversed(unique.values()), *doubtful)
