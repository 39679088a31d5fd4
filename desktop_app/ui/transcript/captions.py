"""The words around messages: who spoke, where a turn stands, how a reply ended."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from desktop_app.domain.conversation import MEMORY, AttachedFile, FinishReason, VaultKind
from desktop_app.domain.errors import UserError
from desktop_app.domain.ledger import ClipReason, is_crowded_out
from desktop_app.support.sizes import format_bytes
from desktop_app.ui.error_texts import error_text
from desktop_app.ui.texts import counted, format_moment, format_number, speaker_name, translate
from desktop_app.ui.transcript.display_text import printable
from desktop_app.ui.transcript.rows import Mark, Offer, Presence, Row

FACTS_LINK = "panel:facts"
CLIPPED_LINK = "panel:clipped"
RECALLED_LINK = "panel:recalled"
UNRECORDED_LINK = "unrecorded:next"  # go to the next of the values that are not in the record
ASK_AGAIN_LINK = "reply:again"
CONTINUE_LINK = "reply:continue"
OLDER_LINK = "version:older"
NEWER_LINK = "version:newer"
THOUGHT_LINK = "thought:fold"
SHOW_LINK = "fold:show"
HIDE_LINK = "fold:hide"


@dataclass(frozen=True, slots=True)
class Phrase:
    """A piece of a caption; ``link`` names what pressing it does, "" for plain words.

    ``marked`` lays a ground under it, as under a word that matched; ``joined`` leaves no space before it.
    """

    text: str
    link: str = ""
    strong: bool = False
    marked: bool = False
    joined: bool = False
    tip: str = ""


def reason_name(reason: ClipReason, value: float = 0.0) -> str:
    """Why a turn of this value (0-1) was left out, in a few words."""
    if is_crowded_out(reason, value):
        return translate("Memory", "no room: worth less than what stayed")
    return {
        ClipReason.SMALL_TALK: translate("Memory", "small talk"),
        ClipReason.FILLER: translate("Memory", "filler"),
        ClipReason.DUPLICATE: translate("Memory", "duplicate"),
        ClipReason.NEAR_DUPLICATE: translate("Memory", "near duplicate"),
        ClipReason.LOW_VALUE: translate("Memory", "low value"),
        ClipReason.OLDEST: translate("Memory", "oldest"),
        ClipReason.SUMMARISED: translate("Memory", "in the summary"),
        ClipReason.EXCLUDED: translate("Memory", "kept out"),
    }[reason]


def presence_words(mark: Mark) -> str:
    """Where a turn stands towards the prompt, as its caption says it; "" where nothing needs saying."""
    if mark.presence is Presence.SUMMARISED:
        words = translate("Transcript", "covered by the summary")
    elif mark.presence is Presence.LEFT_OUT and mark.from_memory and mark.reason is ClipReason.EXCLUDED:
        words = translate("Transcript", "not in this prompt: answered from memory")
    elif mark.presence is Presence.LEFT_OUT and mark.reason is not None:
        words = translate("Transcript", "not in this prompt: {reason}, value {value}").format(
            reason=reason_name(mark.reason, mark.value), value=f"{mark.value:.2f}"
        )
    else:
        return ""
    return words + translate("Transcript", ", recalled as a quote") if mark.recalled else words


def caption(row: Row, kind: VaultKind, today: date) -> list[Phrase]:
    """The caption of a message."""
    phrases = [Phrase(speaker_name(row.speaker, kind), strong=True)]
    if row.open:
        return [*phrases, Phrase(translate("Transcript", "answering"))]
    phrases.append(Phrase(format_moment(row.at_ms, today)))
    if row.finish is FinishReason.RECORDED:
        phrases.append(Phrase(translate("Transcript", "recorded, no reply asked")))
    if row.finish is FinishReason.GIVEN:
        from_memory = row.speaker == MEMORY
        phrases.append(
            Phrase(
                translate("Transcript", "from facts and quotes, without the model")
                if from_memory
                else translate("Transcript", "fixed reply")
            )
        )
    if row.versions:
        phrases += _versions(row)
    if row.pinned:
        phrases.append(Phrase(translate("Transcript", "pinned")))
    words = presence_words(row.mark)
    if words:
        phrases.append(Phrase(words, f"{CLIPPED_LINK}/{row.turn_id}"))
    return phrases + _used(row)


def files_line(row: Row) -> str:
    """Which files went with a question: "Attached: leaflet.pdf (34 KB, about 812 tokens)"."""
    return translate("Transcript", "Attached: {files}").format(
        files=translate("Transcript", ", ").join(_file(each) for each in row.files)
    )


def _file(file: AttachedFile) -> str:
    name = printable(file.name)
    figures = [format_bytes(file.file_bytes)] if file.file_bytes else []
    if file.tokens:
        figures.append(translate("Transcript", "about {tokens} tokens").format(tokens=format_number(file.tokens)))
    if not figures:
        return name
    return translate("Transcript", "{name} ({figures})").format(
        name=name, figures=translate("Transcript", ", ").join(figures)
    )


def _versions(row: Row) -> list[Phrase]:
    """The switch between the versions of a message: "‹ 2 / 3 ›"."""
    older = f"{OLDER_LINK}/{row.turn_id}" if row.version > 1 else ""
    newer = f"{NEWER_LINK}/{row.turn_id}" if row.version < row.versions else ""
    return [
        Phrase("\u2002‹\u2002", older, strong=True, tip=translate("Transcript", "The version before")),
        Phrase(f"{row.version} / {row.versions}"),
        Phrase("\u2002›\u2002", newer, strong=True, tip=translate("Transcript", "The version after")),
    ]


def thought_line(row: Row) -> list[Phrase]:
    """The heading of what a model thought before it answered."""
    if row.open:
        return [Phrase(translate("Transcript", "Thinking …"))]
    fold = translate("Transcript", "hide") if row.expanded else translate("Transcript", "show")
    heading = Phrase(translate("Transcript", "Thought before the answer; not sent again"))
    return [heading, Phrase(fold, f"{THOUGHT_LINK}/{row.turn_id}")]


def offer(row: Row) -> list[Phrase]:
    """What can be done about a reply that did not end well."""
    if row.offer is Offer.GO_ON:
        return [Phrase(translate("Transcript", "Continue"), f"{CONTINUE_LINK}/{row.turn_id}", strong=True)]
    if row.offer is Offer.TRY_AGAIN:
        return [Phrase(translate("Transcript", "Try again"), f"{ASK_AGAIN_LINK}/{row.turn_id}", strong=True)]
    return []


def _used(row: Row) -> list[Phrase]:
    used = row.used
    if used is None:
        return []
    phrases = [Phrase(translate("Transcript", "used"))] if used.facts or used.recalled or used.file else []
    if used.file:
        phrases.append(Phrase(translate("Transcript", "the attached file")))
    if used.facts:
        text = translate("Transcript", "1 fact") if used.facts == 1 else translate("Transcript", "{count} facts")
        phrases.append(Phrase(text.format(count=used.facts), f"{FACTS_LINK}/{row.turn_id}"))
    if used.recalled:
        text = translate("Transcript", "{count} recalled").format(count=used.recalled)
        phrases.append(Phrase(text, f"{RECALLED_LINK}/{row.turn_id}"))
    if used.unrecorded:
        text = (
            translate("Transcript", "1 value not in the record")
            if used.unrecorded == 1
            else translate("Transcript", "{count} values not in the record").format(count=used.unrecorded)
        )
        phrases.append(Phrase(text, f"{UNRECORDED_LINK}/{row.turn_id}"))
    if used.advises:
        words = translate("Transcript", "speaks of medicines: no advice, the clinician decides")
        phrases.append(Phrase(words, strong=True, marked=True))
    if used.outdated:
        since = (
            translate("Transcript", "a fact it used was forgotten since")
            if used.forgotten
            else translate("Transcript", "a fact it used was corrected since")
        )
        phrases.append(Phrase(since, strong=True))
        phrases.append(Phrase(translate("Transcript", "ask again"), f"{ASK_AGAIN_LINK}/{row.turn_id}"))
    return phrases


def fold_line(row: Row) -> list[Phrase]:
    """What stands for a folded run: "7 turns not in this prompt: small talk 5, duplicate 2"."""
    total = sum(count for _, count in row.counts)
    named = [
        (reason_name(reason), count - row.crowded * (reason is ClipReason.LOW_VALUE)) for reason, count in row.counts
    ]
    named.append((reason_name(ClipReason.LOW_VALUE, 1.0), row.crowded))
    reasons = translate("Transcript", ", ").join(f"{name} {count}" for name, count in named if count)
    words = counted(
        total,
        translate("Transcript", "1 turn not in this prompt: {reasons}"),
        translate("Transcript", "{count} turns not in this prompt: {reasons}"),
    ).format(reasons=reasons)
    if row.expanded:
        return [Phrase(words), Phrase(translate("Transcript", "hide"), f"{HIDE_LINK}/{row.turn_id}")]
    return [Phrase(words), Phrase(translate("Transcript", "show"), f"{SHOW_LINK}/{row.turn_id}")]


def ending(row: Row) -> str:
    """How a reply ended, where it did not simply end well."""
    if row.error:
        return error_text(UserError(row.error, **dict(row.facts))).line
    if row.finish is None:
        return ""
    if row.blank and row.finish is FinishReason.CANCELLED:
        return translate("Transcript", "Stopped before anything was written.")
    if row.blank and row.finish is FinishReason.INTERRUPTED:
        return translate("Transcript", "Interrupted before anything was written: the model or the program ended.")
    return {
        FinishReason.LENGTH: translate(
            "Transcript", "The reply reached its length limit and stops here. Ask it to go on, or raise the limit."
        ),
        FinishReason.CANCELLED: translate("Transcript", "Stopped. What was written is kept."),
        FinishReason.FAILED: translate("Transcript", "The model could not finish this reply. The question is kept."),
        FinishReason.INTERRUPTED: translate(
            "Transcript", "Interrupted: the model or the program ended. What was written is kept."
        ),
        FinishReason.REFUSED: translate(
            "Transcript", "Not sent: the message is larger than the window. It is kept here; shorten or split it."
        ),
    }.get(row.finish, "")


def reading_line(read_tokens: int, total_tokens: int, seconds_left: float | None) -> str:
    """Progress of prompt reading; the time only once it can be told."""
    if seconds_left is None:
        return translate("Transcript", "reading {read} of {total}").format(
            read=format_number(read_tokens), total=format_number(total_tokens)
        )
    return translate("Transcript", "reading {read} of {total}, about {seconds} s").format(
        read=format_number(read_tokens), total=format_number(total_tokens), seconds=max(1, round(seconds_left))
    )
