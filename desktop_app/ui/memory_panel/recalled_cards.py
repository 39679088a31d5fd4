"""The Recalled tab: what came back from earlier, how well it fits, what nearly did, and what never shall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from desktop_app.domain.choices import NO_CHOICES, TurnChoices
from desktop_app.domain.conversation import ASSISTANT, FAMILY_PREFIX, Turn, VaultKind
from desktop_app.domain.events import EmbedderChanged
from desktop_app.domain.ledger import Ledger, RecalledSnippet
from desktop_app.domain.settings import RecallSettings
from desktop_app.services.recall_inspection import RecallLook
from desktop_app.ui.memory_panel.cards import Card, Line, Role, Tone, group_heading, message, striped
from desktop_app.ui.memory_panel.ledger_cards import excerpt, turn_number
from desktop_app.ui.memory_panel.links import turn_link
from desktop_app.ui.memory_panel.marked_words import marked_words
from desktop_app.ui.texts import counted, format_day, format_number, speaker_name, translate
from desktop_app.ui.transcript.captions import Phrase

SKIP, UNSKIP, NEVER, ALLOW = "recalled:skip", "recalled:unskip", "recalled:never", "recalled:allow"
NEAR, EXCLUDED = "recalled:near", "recalled:excluded"
_BEST = 3  # of what came near that are listed, however far they were


@dataclass(frozen=True, slots=True)
class RecalledShown:
    """What the tab depends on besides the ledger.

    Without an error ``embedder`` is on its way or there: a ledger without recall by meaning was too
    early for it. ``turns`` are the stored turns of the snippets, by id, as far as they are read, and
    ``look`` what stands behind them. ``can_choose`` says that the next message can still be changed.
    """

    kind: VaultKind
    today: date
    full: bool
    embedder: EmbedderChanged
    settings: RecallSettings
    turns: Mapping[int, Turn] = field(default_factory=dict)
    look: RecallLook | None = None
    choices: TurnChoices = NO_CHOICES
    can_choose: bool = True
    near_shown: bool = False
    excluded_shown: bool = False


def recalled_cards(ledger: Ledger, shown: RecalledShown) -> list[Card]:
    """The cards of the tab."""
    cards = [message(words) for words in _notes(ledger, shown)]
    cards += striped([_card(snippet, shown) for snippet in ledger.recalled])
    return [*cards, *_skipped(shown), *_near(ledger, shown), *_excluded(shown)]


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
    if ledger.recall_without_room:
        notes.append(
            translate(
                "Panel",
                "Found, and without room in the prompt: {count}. A larger budget for recall would take them in.",
            ).format(count=format_number(ledger.recall_without_room))
        )
    if not ledger.recalled and ledger.recall_without_room:
        return notes
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
    speaker, reply = turn.question.speaker, turn.reply.words if turn.reply is not None else ""
    named = f"{speaker.removeprefix(FAMILY_PREFIX)}: " if speaker.startswith(FAMILY_PREFIX) else ""
    if reply and text == f"{named}{turn.question.text}\n{reply}":
        return [(speaker, turn.question.text), (ASSISTANT, reply)]
    asked = text.removeprefix(named)
    in_question, in_reply = asked in turn.question.text, text in reply
    if in_question == in_reply:
        return [("", text)]
    return [(speaker, asked) if in_question else (ASSISTANT, text)]


def _card(snippet: RecalledSnippet, shown: RecalledShown, *, why: str = "") -> Card:
    spans = shown.look.matched.get(snippet.chunk_id, ()) if shown.look is not None else ()
    lines: list[Line] = []
    at = 0
    for speaker, text in spoken(snippet.text, shown.turns.get(snippet.turn_id)):
        name = [Phrase(speaker_name(speaker, shown.kind), strong=True)] if speaker else []
        at = max(at, snippet.text.find(text, at))
        places = [(left - at, right - at) for left, right in spans]
        lines.append(Line((*name, *marked_words(text, places)), Role.BODY))
        at += len(text)
    if shown.full:
        lines += score_lines(snippet)
    if why:
        lines.append(Line((Phrase(why),)))
    where = Phrase(
        translate("Panel", "{day}, {session}, turn {number}").format(
            day=format_day(snippet.said_at_ms, shown.today), session=snippet.session_title, number=snippet.ordinal + 1
        )
    )
    source = Phrase(translate("Facts", "source"), turn_link(snippet.turn_id, snippet.session_id))
    lines.append(Line((where, source)))
    if not why:
        never = Phrase(translate("Panel", "never recall"), f"{NEVER}/{snippet.turn_id}")
        skip = Phrase(translate("Panel", "not this time"), f"{SKIP}/{snippet.chunk_id}")
        lines.append(Line((skip, never) if shown.can_choose else (never,)))
    return Card(tuple(lines))


def score_lines(snippet: RecalledSnippet) -> list[Line]:
    """The scores of a memory as bars with their figures."""
    scores = (
        (translate("Panel", "meaning"), snippet.vector),
        (translate("Panel", "words"), snippet.word),
        (translate("Panel", "together"), snippet.score),
    )
    return [Line((Phrase(name),), right=f"{value:.2f}", bar=value) for name, value in scores]


def _skipped(shown: RecalledShown) -> list[Card]:
    count = len(shown.choices.exclude_chunks)
    if not count or not shown.can_choose:
        return []
    words = counted(
        count,
        translate("Panel", "Not with the next message: 1 memory"),
        translate("Panel", "Not with the next message: {count} memories"),
    )
    back = Phrase(translate("Panel", "allow them after all"), UNSKIP)
    return [Card((Line((Phrase(words), back)),), Tone.NONE)]


def _near(ledger: Ledger, shown: RecalledShown) -> list[Card]:
    if ledger.recall_note == "empty":
        return []
    if not shown.near_shown:
        return [_link_card(translate("Panel", "show what was nearly recalled"), NEAR)]
    near = _close(shown)
    # Where the link to it stood: whoever pressed that stays there, and reads on from the best one.
    hide = _link_card(translate("Panel", "hide what was nearly recalled"), NEAR)
    if near is None:
        return [hide, message(translate("Panel", "Searching…"))]
    if not near:
        return [hide, message(translate("Panel", "Nothing else was found for these words."))]
    heading = group_heading(translate("Panel", "Nearly recalled: not in the prompt"))
    return [hide, heading, *striped([_card(one, shown, why=_why_missed(one, shown)) for one in near])]


def _close(shown: RecalledShown) -> Sequence[RecalledSnippet] | None:
    """What came near: whatever reaches half of the least similarity, and the best few in any case."""
    near = shown.look.near if shown.look is not None else None
    if near is None:
        return None
    enough = shown.settings.minimum_score / 2
    return [one for place, one in enumerate(near) if place < _BEST or one.score >= enough]


def _why_missed(snippet: RecalledSnippet, shown: RecalledShown) -> str:
    if snippet.chunk_id in shown.choices.exclude_chunks:
        return translate("Panel", "left out by you this time")
    least = shown.settings.minimum_score
    if snippet.score < least:
        if not shown.full:
            return translate("Panel", "not similar enough")
        return translate("Panel", "together {score}: below the least similarity of {least}").format(
            score=f"{snippet.score:.2f}", least=f"{least:.2f}"
        )
    return translate("Panel", "similar enough, but no room: at most {count} memories within their budget").format(
        count=format_number(shown.settings.top_k)
    )


def _excluded(shown: RecalledShown) -> list[Card]:
    turns = shown.look.excluded if shown.look is not None else ()
    if not turns:
        return []
    words = counted(
        len(turns), translate("Panel", "Never recalled: 1 turn"), translate("Panel", "Never recalled: {count} turns")
    )
    toggle = translate("Panel", "hide") if shown.excluded_shown else translate("Panel", "show")
    cards = [Card((Line((Phrase(words), Phrase(toggle, EXCLUDED))),), Tone.NONE)]
    if shown.excluded_shown:
        cards += striped([_excluded_card(turn, shown) for turn in turns])
    return cards


def _excluded_card(turn: Turn, shown: RecalledShown) -> Card:
    day = format_day(turn.question.created_at_ms, shown.today)
    where = Phrase(
        translate("Panel", "{day}, {turn}").format(day=day, turn=turn_number(turn.ordinal)),
    )
    source = Phrase(translate("Facts", "source"), turn_link(turn.id, turn.session_id))
    allow = Phrase(translate("Panel", "recall it again"), f"{ALLOW}/{turn.id}")
    return Card((Line((Phrase(excerpt(turn.question.text)),), Role.BODY), Line((where, source, allow))))


def _link_card(words: str, link: str) -> Card:
    return Card((Line((Phrase(words, link),)),), Tone.NONE)
