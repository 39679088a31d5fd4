"""A past prompt, byte for byte, and what lies between two of them, as cards."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from desktop_app.domain.conversation import FinishReason, turn_of_message
from desktop_app.domain.ledger import Ledger, Piece, PieceKind, Section
from desktop_app.domain.ledger_diff import Change, LedgerDiff, SectionDiff
from desktop_app.domain.timeline import TimelineEvent, TurnFigures
from desktop_app.services.timeline import PastPrompt
from desktop_app.ui.memory_panel.cards import Card, Line, Role, Tone, message
from desktop_app.ui.memory_panel.ledger_cards import EXCERPT, LONG_SECTION, excerpt
from desktop_app.ui.memory_panel.links import TOGGLE
from desktop_app.ui.memory_panel.timeline.words import event_words
from desktop_app.ui.memory_panel.what_if import signed
from desktop_app.ui.texts import format_number, section_name, translate
from desktop_app.ui.theme import SECTION_ORDER
from desktop_app.ui.transcript.captions import Phrase

COPY = "timeline:copy"
_LEAD = 12  # characters both texts have in common that stand before where they differ
_LISTED = 6  # lines of one kind that are listed in a section before it is unfolded
_SECTIONS = tuple(Section(section) for section in SECTION_ORDER if section in set(Section))


def no_prompt(turn: TurnFigures) -> Card:
    """What stands there for a turn that had none."""
    if turn.from_memory:
        return message(translate("Timeline", "No prompt was built for this turn: it was answered from memory."))
    words = {
        FinishReason.RECORDED: translate("Timeline", "No prompt was built for this turn: it was only recorded."),
        FinishReason.REFUSED: translate("Timeline", "No prompt was built for this turn: it was too large to send."),
        FinishReason.GIVEN: translate("Timeline", "No prompt was built for this turn: its reply was brought along."),
    }
    otherwise = translate("Timeline", "No prompt is kept of this turn.")
    return message(words.get(turn.finish_reason, otherwise) if turn.finish_reason else otherwise)


def context_cards(past: PastPrompt, expanded: Collection[str], full: bool, ordinals: Mapping[int, int]) -> list[Card]:
    """The prompt section by section, every character of it, with the check of its hash.

    Args:
        past: the prompt.
        expanded: sections that are unfolded.
        full: whether figures are shown.
        ordinals: of the turns of the session, by id, to name whose words a piece is.
    """
    ledger = past.ledger
    cards = [Card(tuple(_check_lines(past, full)), Tone.NONE if past.matches else Tone.WARNING)]
    for section in _SECTIONS:
        pieces = [piece for piece in ledger.pieces if piece.section is section]
        if not pieces:
            continue
        is_open = section in expanded
        right = format_number(sum(piece.tokens for piece in pieces)) if full else ""
        lines = [Line((Phrase(section_name(section), f"{TOGGLE}/{section}", strong=True),), Role.TITLE, right, section)]
        if is_open:
            lines += _exact_lines(pieces, ordinals)
        cards.append(Card(tuple(lines), Tone.TINTED if is_open else Tone.PLAIN))
    if full:
        total = Phrase(translate("Timeline", "Total"), strong=True)
        cards.append(Card((Line((total,), Role.TITLE, format_number(ledger.prompt_tokens)),)))
    return cards


def _check_lines(past: PastPrompt, full: bool) -> list[Line]:
    if not past.whole:
        words = translate("Timeline", "erased: text of this prompt was deleted since, so it cannot be shown in full")
        return [Line((Phrase(words),), Role.WARNING)]
    copy = Phrase(translate("Timeline", "copy the prompt"), COPY)
    if not past.matches:
        words = translate("Timeline", "prompt hash does not match: this is not what the engine got")
        return [Line((Phrase(words), copy), Role.WARNING)]
    lines = [Line((Phrase(translate("Timeline", "prompt hash matches ✓")), copy))]
    if full:
        lines.append(Line((Phrase(f"sha256 {past.generation.prompt_sha256[:32]}…"),)))
    return lines


def _exact_lines(pieces: Sequence[Piece], ordinals: Mapping[int, int]) -> list[Line]:
    """All characters of a section, each piece from a new line on, messages under whose they are; erased ones say so."""
    lines: list[Line] = []
    room, source = LONG_SECTION, ""
    for piece in pieces:
        words = piece.text if piece.text or not piece.tokens else _erased()
        if piece.source != source and (said := _said_by(piece, ordinals)):
            lines.append(Line((Phrase(said),), Role.MUTED, gap=4 if lines else 0))
        source = piece.source or source
        shown = words[: max(0, room)].removeprefix("\n").removesuffix("\n")
        if shown:
            lines += [Line((Phrase(part or "\u00a0"),), Role.PROMPT) for part in shown.split("\n")]
        room -= len(words)
    if room < 0:
        lines.append(Line((Phrase(translate("Timeline", "The rest is in the copy.")),)))
    return lines


def _said_by(piece: Piece, ordinals: Mapping[int, int]) -> str:
    """Whose words a piece of the history is: "turn 3, message" or "turn 3, reply"."""
    kind, _, number = piece.source.partition(":")
    if piece.section is not Section.HISTORY or kind != "message":
        return ""
    is_reply = int(number) % 2 == 0  # a turn's messages have the ids 2n - 1 and 2n
    words = translate("Timeline", "{turn}, reply") if is_reply else translate("Timeline", "{turn}, message")
    return words.format(turn=source_name(piece.source, ordinals) or translate("Timeline", "earlier"))


def prompt_text(ledger: Ledger) -> str:
    """The whole prompt as the engine got it, for the clipboard."""
    return "".join(piece.text for piece in ledger.pieces)


def diff_cards(
    diff: LedgerDiff,
    names: tuple[str, str],
    ordinals: Mapping[int, int],
    expanded: Collection[str],
    events: Sequence[TimelineEvent] = (),
    *,
    full: bool,
) -> list[Card]:
    """What entered, left and changed, section by section, with sums that add up.

    Args:
        diff: between the two prompts.
        names: of the two turns.
        ordinals: of the turns of the session, by id, to name whose words a piece is.
        expanded: sections whose pieces are all listed.
        events: what happened at the later turn.
        full: with figures.
    """
    cards = [_heading(diff, names, events, full)]
    if diff.is_empty:
        return [*cards, message(translate("Timeline", "Both prompts are the same."))]
    for section in diff.sections:
        if not section.is_empty:
            cards.append(_section_card(section, ordinals, section.section in expanded, full))
    if full:
        cards.append(_sum_card(diff))
    return cards


def _heading(diff: LedgerDiff, names: tuple[str, str], events: Sequence[TimelineEvent], full: bool) -> Card:
    if full:
        text = translate("Timeline", "{earlier}: {before} → {later}: {after}").format(
            earlier=names[0],
            before=format_number(diff.before_tokens),
            later=names[1],
            after=format_number(diff.after_tokens),
        )
    else:
        text = translate("Timeline", "{earlier} → {later}").format(earlier=names[0], later=names[1])
    right = signed(diff.after_tokens - diff.before_tokens) if full else ""
    lines = [Line((Phrase(text),), Role.GROUP, right), *(Line((Phrase(event_words(event)),)) for event in events)]
    return Card(tuple(lines), Tone.NONE)


def _section_card(section: SectionDiff, ordinals: Mapping[int, int], is_open: bool, full: bool) -> Card:
    right = signed(section.after_tokens - section.before_tokens) if full else ""
    name = Phrase(section_name(section.section), f"{TOGGLE}/{section.section}", strong=True)
    lines = [Line((name,), Role.TITLE, right, section.section)]
    groups: tuple[tuple[str, Sequence[Piece | Change], int], ...] = (
        ("+", section.entered, section.entered_tokens),
        ("−", section.left, -section.left_tokens),
        ("±", section.changed, section.changed_tokens),
    )
    for sign, pieces, tokens in groups:
        if pieces:
            lines.append(_group_line(sign, pieces, tokens, full))
            listed = _listed(sign, [piece for piece in pieces if _worth(piece)], ordinals, full)
            shown = listed if is_open else listed[:_LISTED]
            lines += shown
            if len(shown) < len(listed):
                more = translate("Timeline", "all {count}").format(count=format_number(len(listed)))
                lines.append(Line((Phrase(more, f"{TOGGLE}/{section.section}"),)))
    return Card(tuple(lines), Tone.TINTED if is_open else Tone.PLAIN)


def _worth(piece: Piece | Change) -> bool:
    """Wrappings of the template are counted, not listed one by one."""
    return isinstance(piece, Change) or piece.kind is PieceKind.CONTENT


def _group_line(sign: str, pieces: Sequence[Piece | Change], tokens: int, full: bool) -> Line:
    words = {
        "+": translate("Timeline", "+ entered: {count}"),
        "−": translate("Timeline", "− left: {count}"),
        "±": translate("Timeline", "± changed: {count}"),
    }[sign]
    phrase = Phrase(words.format(count=format_number(len(pieces))), strong=True)
    return Line((phrase,), Role.BODY, signed(tokens) if full else "", gap=2)


def _listed(sign: str, pieces: Sequence[Piece | Change], ordinals: Mapping[int, int], full: bool) -> list[Line]:
    """A line for each piece; what would read the same is one line with its number and its tokens together."""
    alike: dict[tuple[str, str], list[int]] = {}
    for piece in pieces:
        name, text, tokens = _piece_words(sign, piece, ordinals)
        alike.setdefault((name, text), []).append(tokens)
    lines = []
    for (name, text), counts in alike.items():
        times = f"× {format_number(len(counts))}" if len(counts) > 1 else ""
        phrases = (Phrase(name, strong=True), Phrase(text), Phrase(times))
        shown = tuple(phrase for phrase in phrases if phrase.text)
        lines.append(Line(shown, Role.MUTED, signed(sum(counts)) if full else ""))
    return lines


def _piece_words(sign: str, piece: Piece | Change, ordinals: Mapping[int, int]) -> tuple[str, str, int]:
    """Whose words a piece is, what it says and its signed tokens."""
    if isinstance(piece, Change):
        before, after = _where_they_differ(piece.before.text, piece.after.text)
        text = f"{excerpt(before) or _erased()} → {excerpt(after) or _erased()}"
        return source_name(piece.after.source, ordinals), text, piece.tokens
    text = excerpt(piece.text) or _erased()
    return source_name(piece.source, ordinals), text, piece.tokens if sign == "+" else -piece.tokens


def _where_they_differ(before: str, after: str) -> tuple[str, str]:
    """Both texts from shortly before the first difference on, so that an excerpt shows it."""
    alike = min(len(before), len(after))
    common = next((place for place in range(alike) if before[place] != after[place]), alike)
    if common <= EXCERPT // 2:
        return before, after
    start = common - _LEAD
    return f"…{before[start:]}", f"…{after[start:]}"


def _erased() -> str:
    return "[" + translate("Timeline", "erased") + "]"


def source_name(source: str, ordinals: Mapping[int, int]) -> str:
    """Whose words a piece is: the turn, where it is one of this session."""
    kind, _, number = source.partition(":")
    if kind != "message" or not number.isdigit():
        return ""
    ordinal = ordinals.get(turn_of_message(int(number)))
    return "" if ordinal is None else translate("Panel", "turn {number}").format(number=ordinal + 1)


def _sum_card(diff: LedgerDiff) -> Card:
    """The calculation: entered less left plus changed is the difference of the totals."""
    rows = (
        (translate("Timeline", "Entered"), diff.entered_tokens),
        (translate("Timeline", "Left"), -diff.left_tokens),
        (translate("Timeline", "Changed"), diff.changed_tokens),
    )
    lines = [Line((Phrase(name),), Role.MUTED, signed(tokens)) for name, tokens in rows]
    total = Phrase(translate("Timeline", "Difference"), strong=True)
    lines.append(Line((total,), Role.TITLE, signed(diff.after_tokens - diff.before_tokens)))
    return Card(tuple(lines))
