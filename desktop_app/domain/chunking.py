"""From a turn to its chunks: what is recalled, and what is indexed for it.

A chunk is at most one question with its answer. What finds it is more than its own words:

- Chinese turns are one chunk, question and answer together, indexed with the session's opening
  line in front: it carries the topic that later questions of the session leave out.
- Other turns give one chunk a message, indexed with the messages before and after it.

Long messages are cut at sentence ends, because an embedding model reads a limited length.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from desktop_app.domain.conversation import ASSISTANT, FAMILY_PREFIX
from desktop_app.domain.memory import ChunkPart
from desktop_app.domain.patterns import Pattern
from desktop_app.domain.terms import chinese_share, has_chinese, index_terms, query_terms

# multilingual-e5-small reads 512 tokens: about 700 Chinese characters or 2,000 Latin ones. The cut
# leaves room for the context in front.
MAX_CHINESE_CHARACTERS = 480
MAX_OTHER_CHARACTERS = 1200
# How much of a neighbouring message serves as context.
_CONTEXT_SHARE = 0.25
_MOSTLY_CHINESE = 0.5
_SENTENCE_END = Pattern(r"(?<=[。！？!?；;\n])|(?<=\.\s)")


@dataclass(frozen=True, slots=True)
class Utterance:
    """A message as chunking sees it; ``speaker`` as in `conversation.Message`."""

    speaker: str
    text: str


@dataclass(frozen=True, slots=True)
class TurnContext:
    """What was said around a turn in its session.

    ``names`` are shown names of speakers that indexed text carries; a speaker without one is
    not named, except family members, who are named by their word.
    """

    opening: Utterance | None = None  # the session's first message; None for the first turn
    before: Utterance | None = None  # the message before the question
    after: Utterance | None = None  # the message after the reply
    names: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ChunkDraft:
    """A chunk that is not stored yet; fields as in `memory.Chunk`."""

    position: int
    part: ChunkPart
    text: str
    indexed_text: str
    is_chinese: bool
    content_terms: int


def terms_of(part: ChunkPart, text: str, indexed_text: str) -> str:
    """The terms a chunk is stored under. A single message counts its own words twice: context once."""
    terms = index_terms(indexed_text)
    return terms if part is ChunkPart.BOTH else f"{terms} {index_terms(text)}"


def embedded_texts(part: ChunkPart, text: str, indexed_text: str) -> tuple[str, ...]:
    """What a chunk's vector is made of: the text in its context and, for a single message, alone."""
    return (indexed_text,) if part is ChunkPart.BOTH or text == indexed_text else (indexed_text, text)


def chunks_of(question: Utterance, reply: Utterance | None, around: TurnContext) -> list[ChunkDraft]:
    """The chunks of a turn, by position. A turn without any text gives none.

    Args:
        question: the user's message.
        reply: the answer, None or empty where there is none.
        around: the turn's context.
    """
    if reply is not None and not reply.text.strip():
        reply = None
    if not question.text.strip():
        if reply is None:
            return []
        return _numbered(_single(reply, ChunkPart.REPLY, around.before, around.after, around.names))
    own = question.text + (reply.text if reply else "")
    if chinese_share(own) >= _MOSTLY_CHINESE:
        return _numbered(_pair(question, reply, around))
    drafts = _single(question, ChunkPart.QUESTION, around.before, reply or around.after, around.names)
    if reply:
        drafts += _single(reply, ChunkPart.REPLY, question, around.after, around.names)
    return _numbered(drafts)


def _pair(question: Utterance, reply: Utterance | None, around: TurnContext) -> list[tuple[ChunkPart, str, str]]:
    opening = [_spoken(around.opening, around.names, MAX_CHINESE_CHARACTERS)] if around.opening else []
    asked = _pieces(question.text, MAX_CHINESE_CHARACTERS)
    answered = _pieces(reply.text, MAX_CHINESE_CHARACTERS) if reply else []
    if reply and len(question.text) + len(reply.text) <= MAX_CHINESE_CHARACTERS:
        said = [_named(question, around.names), _named(reply, around.names)]
        return [(ChunkPart.BOTH, "\n".join(said), "\n".join(opening + said))]
    ask = _prefix(question.speaker, around.names)
    drafts = [(ChunkPart.QUESTION, ask + piece, "\n".join([*opening, ask + piece])) for piece in asked]
    if reply:
        # Each piece of a long answer keeps the question in sight.
        lead = _spoken(question, around.names, MAX_CHINESE_CHARACTERS)
        answer = _prefix(reply.speaker, around.names)
        drafts += [(ChunkPart.REPLY, answer + piece, "\n".join([*opening, lead, answer + piece])) for piece in answered]
    return drafts


def _single(
    message: Utterance,
    part: ChunkPart,
    before: Utterance | None,
    after: Utterance | None,
    names: Mapping[str, str],
) -> list[tuple[ChunkPart, str, str]]:
    lead = [_spoken(before, names, MAX_OTHER_CHARACTERS)] if before else []
    trail = [_spoken(after, names, MAX_OTHER_CHARACTERS)] if after else []
    prefix = _prefix(message.speaker, names)
    return [
        (part, prefix + piece, "\n".join([*lead, prefix + piece, *trail]))
        for piece in _pieces(message.text, MAX_OTHER_CHARACTERS)
    ]


def _numbered(drafts: list[tuple[ChunkPart, str, str]]) -> list[ChunkDraft]:
    return [
        ChunkDraft(position, part, text, indexed_text, chinese_share(text) >= _MOSTLY_CHINESE, len(query_terms(text)))
        for position, (part, text, indexed_text) in enumerate(drafts)
    ]


def _prefix(speaker: str, names: Mapping[str, str]) -> str:
    name = names.get(speaker, "")
    if not name and speaker.startswith(FAMILY_PREFIX):
        name = speaker.removeprefix(FAMILY_PREFIX)
    return f"{name}: " if name else ""


def _named(message: Utterance, names: Mapping[str, str]) -> str:
    return _prefix(message.speaker, names) + message.text


def _spoken(message: Utterance, names: Mapping[str, str], limit: int) -> str:
    """A neighbouring message as context: its beginning, or its end if it is an answer's end that leads on."""
    room = int(limit * _CONTEXT_SHARE)
    text = message.text
    if len(text) > room:
        text = text[:room] if message.speaker != ASSISTANT else text[-room:]
    return _prefix(message.speaker, names) + text


def _pieces(text: str, limit: int) -> list[str]:
    """The text in pieces of at most ``limit`` characters, cut at sentence ends where there are any."""
    if len(text) <= limit:
        return [text]
    limit = min(limit, MAX_CHINESE_CHARACTERS) if has_chinese(text) else limit
    pieces = [""]
    for sentence in (part for part in _SENTENCE_END.split(text) if part):
        for start in range(0, len(sentence), limit):
            part = sentence[start : start + limit]
            if pieces[-1] and len(pieces[-1]) + len(part) > limit:
                pieces.append("")
            pieces[-1] += part
    return [piece.strip() for piece in pieces if piece.strip()]
