"""What a reasoning model thinks before it answers: told apart from the answer, also while it is written."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Final

OPENING: Final = "<think>"
CLOSING: Final = "</think>"


class _At(Enum):
    BEGINNING = auto()
    THOUGHT = auto()
    AFTER = auto()  # behind the thought, before the first character of the answer
    ANSWER = auto()


@dataclass(slots=True)
class ThinkingStream:
    """Divides a reply that arrives in pieces of any size.

    Only a reply that begins with the opening tag has a thought; the tags anywhere else are text.

    Attributes:
        thought: so far, without its tags.
    """

    thought: str = ""
    _at: _At = _At.BEGINNING
    _held: str = field(default="")  # may still turn out to be a tag, or space around it

    @property
    def is_thinking(self) -> bool:
        """Whether the thought is not closed yet."""
        return self._at is _At.THOUGHT

    @property
    def has_thought(self) -> bool:
        """Whether the reply began with a thought, maybe an empty one."""
        return self._at in (_At.THOUGHT, _At.AFTER) or bool(self.thought)

    def feed(self, text: str) -> str:
        """Take the next piece. Returns what of it belongs to the answer."""
        if self._at is _At.ANSWER:
            return text
        self._held += text
        at = self._begun() if self._at is _At.BEGINNING else self._at
        if at is _At.THOUGHT:
            at = self._thought()
        if at is _At.AFTER and self._held.strip():
            self._held = self._held.lstrip()
            at = _At.ANSWER
        self._at = at
        return self._released() if at is _At.ANSWER else ""

    def finish(self) -> str:
        """What was held back, once nothing follows: it belongs to the answer, or to a thought that was cut off."""
        if self._at is _At.THOUGHT:
            self.thought = (self.thought + self._released()).strip()
            return ""
        return "" if self._at is _At.AFTER else self._released()

    def _begun(self) -> _At:
        """Look for the opening tag."""
        seen = self._held.lstrip()
        if seen.startswith(OPENING):
            self._held = seen[len(OPENING) :]
            return _At.THOUGHT
        return _At.BEGINNING if OPENING.startswith(seen) else _At.ANSWER

    def _thought(self) -> _At:
        """Take what certainly belongs to the thought."""
        thought, closed, rest = self._held.partition(CLOSING)
        if closed:
            self.thought, self._held = (self.thought + thought).strip(), rest
            return _At.AFTER
        safe = max(0, len(self._held) - len(CLOSING) + 1)
        self.thought, self._held = self.thought + self._held[:safe], self._held[safe:]
        return _At.THOUGHT

    def _released(self) -> str:
        held, self._held = self._held, ""
        return held


def divided(reply: str) -> tuple[str, str]:
    """The thought of a reply ("" for none) and its answer."""
    if OPENING not in reply:
        return "", reply
    stream = ThinkingStream()
    answer = stream.feed(reply)
    answer += stream.finish()
    return stream.thought, answer
