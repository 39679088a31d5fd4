"""Has the model put the lines of a section into words, in as many questions as it takes for nothing to be cut."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from desktop_app.domain.conversation import FinishReason
from desktop_app.domain.ledger import PieceKind
from desktop_app.domain.notes import prompts
from desktop_app.domain.notes.lines import Line
from desktop_app.domain.notes.prompts import Item
from desktop_app.domain.ports import ChatEngine, PromptPiece
from desktop_app.domain.prompt_words import Language
from desktop_app.services.background_asking import generate_in_background
from desktop_app.services.settings import SettingsService

# A rewording is no longer than its lines, but for the numbers of lines and what marks them.
_TOKENS_A_LINE = 16
_MOST_LINES = 12  # at once; a small model loses its way among more


class NoteWriter:
    """Asks in the background, so that the person's own questions go first. Calls block.

    Args:
        engine: the chat model.
        settings: what a reply may cost.
    """

    def __init__(self, engine: ChatEngine, settings: SettingsService) -> None:
        self._engine = engine
        self._settings = settings
        self._cancel = threading.Event()
        self._closing = threading.Event()

    @property
    def model_name(self) -> str:
        """The model that would write, "" where none is loaded."""
        model = self._engine.model
        return model.name if model is not None else ""

    def begin(self) -> None:
        """Allow work after it was stopped."""
        if not self._closing.is_set():
            self._cancel.clear()

    def stop(self) -> None:
        """Give up what is being written; its lines stay as they were said. Callable from any thread."""
        self._cancel.set()

    def close(self) -> None:
        """Give up for good."""
        self._closing.set()
        self._cancel.set()

    def items(
        self, heading: str, lines: Sequence[Line], language: Language, *, translate: bool = False
    ) -> list[Item] | None:
        """What the model makes of lines, None where it was stopped.

        The lines are asked about in groups whose reply fits the reserve. A reply that is cut counts as far as its
        sentences are whole; the lines it did not reach are asked about again, and a single line that is cut is left
        out: it stands as it was said.

        Raises:
            ModelError: no model is loaded, or it failed.
        """
        found: list[Item] = []
        open_places = list(range(len(lines)))
        while open_places:
            group = self._group(lines, open_places)
            asked = [lines[place] for place in group]
            made, reached = self._ask(heading, asked, language, translate=translate)
            if made is None:
                return None
            found += [Item(item.text, tuple(group[place] for place in item.lines)) for item in made]
            open_places = open_places[max(1, reached) :]
        return found

    def _group(self, lines: Sequence[Line], places: Sequence[int]) -> list[int]:
        """As many of the lines as one reply has room for; one at least."""
        room = self._reply_tokens() - _TOKENS_A_LINE
        texts = [PromptPiece(PieceKind.CONTENT, lines[place].text) for place in places[:_MOST_LINES]]
        group: list[int] = []
        for place, tokens in zip(places, self._engine.count(texts), strict=False):
            room -= 2 * tokens + _TOKENS_A_LINE
            if group and room < 0:
                break
            group.append(place)
        return group

    def _ask(
        self, heading: str, lines: Sequence[Line], language: Language, *, translate: bool
    ) -> tuple[list[Item] | None, int]:
        """What the model makes of a group, None where it was stopped, and how many of the lines it got to."""
        count = len(lines)
        while True:
            generated = generate_in_background(
                self._engine,
                self._cancel,
                instruction=prompts.instruction(language, translate=translate),
                question=prompts.question(heading, lines[:count], language),
                grammar=prompts.grammar(count),
                reply_tokens=self._reply_tokens(),
            )
            if generated is None and count > 1:
                count //= 2  # the group is larger than the window
                continue
            if generated is None:
                return [], 1
            if generated.finish_reason is not FinishReason.CANCELLED:
                break
            if self._cancel.is_set():
                return None, 0  # else somebody's message went first
        made = prompts.items_of(generated.text, count)
        if generated.finish_reason is not FinishReason.LENGTH:
            return made, count
        return made, max((place + 1 for item in made for place in item.lines), default=1)

    def _reply_tokens(self) -> int:
        model = self._engine.model
        window = model.context_length if model is not None else 0
        return max(1, min(self._settings.get().context.reply_reserve_tokens, window // 2))
