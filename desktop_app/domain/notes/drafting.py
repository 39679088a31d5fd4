"""From lines and what a model made of them to the sentences of a section."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from desktop_app.domain.notes.lines import Line
from desktop_app.domain.notes.note import Origin, Sentence, SentenceState
from desktop_app.domain.notes.prompts import Item
from desktop_app.domain.notes.support import carries_whole, supported_translation, unsupported_words


def as_said(line: Line) -> Sentence:
    """The words of a line as they were said, with the day where it was another and what has to be known with it."""
    text = " ".join(line.text.split()) + line.mark
    return Sentence(
        f"{text} ({line.said_on})" if line.said_on else text, Origin.SAID, SentenceState.SUPPORTED, line.messages
    )


def joined(lines: Sequence[Line], items: Iterable[Item], *, translated: bool = False) -> tuple[Sentence, ...]:
    """The sentences of a section.

    A sentence of the model stands where its lines bear it out and it leaves out nothing of them that could matter.
    One that says what they do not say is marked. What no sentence carries stands as it was said, in its place.

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
        bears = supported_translation(item.text, texts) if translated else not unsupported_words(item.text, texts)
        if not bears:
            doubtful.append(Sentence(item.text, Origin.MODEL, SentenceState.UNSUPPORTED, sources))
        elif not carried.intersection(item.lines) and (
            translated or all(carries_whole(item.text, text) for text in texts)
        ):
            days = sorted({lines[place].said_on for place in item.lines} - {""})
            text = f"{item.text} ({days[-1]})" if days else item.text
            standing[min(item.lines)] = Sentence(text, Origin.MODEL, SentenceState.SUPPORTED, sources)
            carried.update(item.lines)
    for place, line in enumerate(lines):
        if place not in carried:
            standing[place] = as_said(line)
    unique = {sentence.text: sentence for _, sentence in sorted(standing.items(), reverse=True)}
    return (*reversed(unique.values()), *doubtful)
