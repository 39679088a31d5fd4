"""The Recalled tab: what came back from earlier, who said it, from where, and how well it fits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import partial

from PySide6.QtCore import QObject, Signal

from desktop_app.domain.conversation import ASSISTANT, FAMILY_PREFIX, Turn, VaultKind
from desktop_app.domain.events import EmbedderChanged
from desktop_app.domain.ledger import Ledger, RecalledSnippet
from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.memory_panel.cards import Card, Line, Role, message, striped
from desktop_app.ui.memory_panel.fact_cards import SOURCE
from desktop_app.ui.texts import format_day, speaker_name, translate
from desktop_app.ui.transcript.captions import Phrase


@dataclass(frozen=True, slots=True)
class RecalledShown:
    """What the tab depends on besides the ledger.

    Without an error ``embedder`` is on its way or there: a ledger without recall by meaning was too
    early for it. ``turns`` are the stored turns of the snippets, by id, as far as they are read.
    """

    kind: VaultKind
    today: date
    full: bool
    embedder: EmbedderChanged
    turns: Mapping[int, Turn] = field(default_factory=dict)


class RecalledTab(QObject):
    """Makes the cards of the tab and reads the turns that tell who spoke.

    Signals:
        changed: the cards read differently now.
    """

    changed = Signal()

    def __init__(self, services: Services, bridge: EventBridge, parent: QObject) -> None:
        super().__init__(parent)
        self._services = services
        self._bridge = bridge
        self._read_for: tuple[RecalledSnippet, ...] = ()
        self._turns: dict[int, Turn] = {}

    def cards(self, ledger: Ledger, kind: VaultKind, *, full: bool) -> list[Card]:
        """The cards for a ledger."""
        embedder = self._services.models.embedder_state
        return recalled_cards(ledger, RecalledShown(kind, date.today(), full, embedder, self._turns))

    def read(self, ledger: Ledger) -> None:
        """Fetch the turns that the snippets of a ledger come from."""
        snippets = tuple(ledger.recalled)
        if snippets and snippets != self._read_for:
            self._read_for = snippets
            self._bridge.run("read", self._fetch, snippets, done=partial(self._fetched, snippets), owner=self)

    def _fetch(self, snippets: Sequence[RecalledSnippet]) -> dict[int, Turn]:
        # A turn that is gone or on another branch is not found in its place: its snippet stays without names.
        pages = (self._services.sessions.page(one.session_id, one.ordinal + 1, 1) for one in snippets)
        return {turn.id: turn for page in pages for turn in page.turns}

    def _fetched(self, snippets: tuple[RecalledSnippet, ...], turns: dict[int, Turn]) -> None:
        if snippets == self._read_for:
            self._turns = turns
            self.changed.emit()


def recalled_cards(ledger: Ledger, shown: RecalledShown) -> list[Card]:
    """The cards of the tab."""
    cards = [message(words) for words in _notes(ledger, shown)]
    return cards + striped([_card(snippet, shown) for snippet in ledger.recalled])


def _notes(ledger: Ledger, shown: RecalledShown) -> list[str]:
    """How was looked up, where not as usual, and why nothing was added."""
    notes: list[str] = []
    if ledger.recall_note == "off" and shown.embedder.error is None:
        notes.append(translate("Panel", "The embedding model was still loading: words alone were searched."))
    elif ledger.recall_note == "off":
        notes.append(translate("Panel", "Recall by meaning is off: no embedding model. Words alone are searched."))
    elif ledger.recall_note == "failed":
        notes.append(
            translate(
                "Panel", "The embedding model failed: words alone were searched. The next message tries it again."
            )
        )
    elif ledger.recall_note == "empty":
        return [translate("Panel", "The message has no text to search with: nothing was looked up.")]
    if not ledger.recalled and ledger.recall_note:
        notes.append(translate("Panel", "Nothing relevant: nothing was added to the prompt."))
    elif not ledger.recalled:
        notes.append(translate("Panel", "Nothing was added to the prompt from earlier."))
    return notes


def spoken(text: str, turn: Turn | None) -> list[tuple[str, str]]:
    """A snippet's text by speaker, in order; the speaker is "" where the stored turn does not tell.

    A snippet is a question with its reply on the next line, or a piece of one of the two; a family
    member's words begin with the family word (`domain.chunking`).
    """
    if turn is None:
        return [("", text)]
    speaker, reply = turn.question.speaker, turn.reply.text if turn.reply is not None else ""
    named = f"{speaker.removeprefix(FAMILY_PREFIX)}: " if speaker.startswith(FAMILY_PREFIX) else ""
    if reply and text == f"{named}{turn.question.text}\n{reply}":
        return [(speaker, turn.question.text), (ASSISTANT, reply)]
    asked = text.removeprefix(named)
    in_question, in_reply = asked in turn.question.text, text in reply
    if in_question == in_reply:
        return [("", text)]
    return [(speaker, asked) if in_question else (ASSISTANT, text)]


def _card(snippet: RecalledSnippet, shown: RecalledShown) -> Card:
    lines: list[Line] = []
    for speaker, text in spoken(snippet.text, shown.turns.get(snippet.turn_id)):
        name = [Phrase(speaker_name(speaker, shown.kind), strong=True)] if speaker else []
        lines.append(Line((*name, Phrase(text)), Role.BODY))
    if shown.full:
        scores = translate("Panel", "meaning {meaning}, words {words}, together {score}").format(
            meaning=f"{snippet.vector:.2f}", words=f"{snippet.word:.2f}", score=f"{snippet.score:.2f}"
        )
        lines.append(Line((Phrase(scores),)))
    where = Phrase(
        translate("Panel", "{day}, {session}, turn {number}").format(
            day=format_day(snippet.said_at_ms, shown.today), session=snippet.session_title, number=snippet.ordinal + 1
        )
    )
    source = Phrase(translate("Facts", "source"), f"{SOURCE}/{snippet.session_id}/{snippet.turn_id}")
    return Card((*lines, Line((where, source))))
