"""The reply that is being written, as far as it has arrived: what of it is answer, what thought, what is shown."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.domain.thinking import ThinkingStream


@dataclass(frozen=True, slots=True)
class LiveText:
    """What there is of an open reply."""

    thought: str
    answer: str
    is_thinking: bool = False


class LiveReply:
    """Collects the pieces of one reply, whichever session is shown. Taking what is new costs the same at any length."""

    def __init__(self) -> None:
        self.turn_id = 0
        self._answer: list[str] = []
        self._shown = 0  # how many of them the document has
        self._stream = ThinkingStream()

    def begin(self, turn_id: int, text: str = "") -> None:
        """Another reply; ``text`` is what it says already."""
        self.turn_id, self._answer, self._shown, self._stream = turn_id, [], 0, ThinkingStream()
        if text:
            self.add(text)

    def add(self, text: str) -> None:
        """Take the next piece."""
        if answer := self._stream.feed(text):
            self._answer.append(answer)

    @property
    def has_begun(self) -> bool:
        """Whether anything was written."""
        return bool(self._answer) or self._stream.has_thought

    @property
    def is_thinking(self) -> bool:
        """Whether what is written now is thought."""
        return self._stream.is_thinking

    def whole(self) -> LiveText:
        """Everything so far; it counts as shown from now on."""
        self._shown = len(self._answer)
        return LiveText(self._stream.thought, "".join(self._answer), self._stream.is_thinking)

    def take(self) -> str:
        """What of the answer is not shown yet; it is from now on."""
        new = "".join(self._answer[self._shown :])
        self._shown = len(self._answer)
        return new
