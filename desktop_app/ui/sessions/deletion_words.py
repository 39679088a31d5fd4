"""What goes with a session, in words."""

from __future__ import annotations

from desktop_app.storage.erasure import DerivedFromSession
from desktop_app.ui.texts import format_number, translate
from desktop_app.ui.transcript.display_text import printable

_NAMED = 8  # facts; the others are only counted


def deletion_words(derived: DerivedFromSession) -> str:
    """What goes if a session is deleted, what stays, and that it can be undone."""
    going = (
        (derived.turns, translate("Deletion", "turns: {count}")),
        (len(derived.facts), translate("Deletion", "facts: {count}")),
        (derived.summaries, translate("Deletion", "summaries: {count}")),
        (derived.vectors, translate("Deletion", "vectors: {count}")),
        (derived.context_records, translate("Deletion", "context records: {count}")),
    )
    counts = translate("Deletion", ", ").join(
        words.format(count=format_number(count)) for count, words in going if count
    )
    lines = [translate("Deletion", "What goes with it: {counts}").format(counts=counts)] if counts else []
    if derived.facts:
        named = translate("Deletion", ", ").join(map(printable, derived.facts[:_NAMED]))
        more = len(derived.facts) - _NAMED
        words = (
            translate("Deletion", "Facts that rest on it alone: {facts} and {count} more")
            if more > 0
            else translate("Deletion", "Facts that rest on it alone: {facts}")
        )
        lines.append(words.format(facts=named, count=format_number(more)))
    if derived.facts_kept:
        kept = translate("Deletion", "Facts that were also said elsewhere and stay: {count}")
        lines.append(kept.format(count=format_number(derived.facts_kept)))
    lines.append(translate("Deletion", "You can undo this for 20 seconds."))
    return "\n".join(lines)
