"""What a person changes about one turn's context before it is sent."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TypeVar

from desktop_app.domain.conversation import Attachment
from desktop_app.domain.memory import Fact
from desktop_app.domain.settings import ContextSettings, RecallSettings, Settings

_Group = TypeVar("_Group", ContextSettings, RecallSettings)


@dataclass(frozen=True, slots=True)
class TurnChoices:
    """Wishes for one turn; the stored conversation and the settings stay as they are.

    Attributes:
        bring_back: turns that were left out and shall be in the prompt. They stay until the next
            clip, because taking them out again would cost another reading of what follows.
        leave_out: turns that shall not be in the prompt.
        pin: turns to treat as pinned.
        exclude_chunks: snippets that shall not be recalled.
        drop_facts: facts that shall not be in the prompt.
        facts: facts to take in place of the stored ones with the same ids. As when a stored fact changes,
            the block at the top keeps its words and the change stands below; where the id is among
            ``drop_facts`` too, the old words leave the prompt.
        context: other context settings, e.g. for running a past turn again.
        recall: other recall settings.
        persona: the system text of another persona, "" for none; None for the session's own.
        attachments: texts of files that go with the message, and into the prompt as far as there is room.
        fill_now: use all the free space at once, whatever has to be read again for it.
    """

    bring_back: frozenset[int] = frozenset()
    leave_out: frozenset[int] = frozenset()
    pin: frozenset[int] = frozenset()
    exclude_chunks: frozenset[int] = frozenset()
    drop_facts: frozenset[int] = frozenset()
    facts: tuple[Fact, ...] = ()
    context: ContextSettings | None = None
    recall: RecallSettings | None = None
    persona: str | None = None
    fill_now: bool = False
    attachments: tuple[Attachment, ...] = ()


NO_CHOICES = TurnChoices()


def on_other_settings(choices: TurnChoices, before: Settings, now: Settings) -> TurnChoices:
    """The same choices once other settings are in force: what was not chosen follows them."""
    return replace(
        choices,
        context=_on_others(choices.context, before.context, now.context),
        recall=_on_others(choices.recall, before.recall, now.recall),
    )


def _on_others(chosen: _Group | None, before: _Group, now: _Group) -> _Group | None:
    if chosen is None:
        return None
    names = [field.name for field in fields(chosen) if getattr(chosen, field.name) != getattr(before, field.name)]
    merged = replace(now, **{name: getattr(chosen, name) for name in names})
    return None if merged == now else merged
