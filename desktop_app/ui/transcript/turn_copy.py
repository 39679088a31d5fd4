"""Turns as text for other programs: plain, and as Markdown with who spoke."""

from __future__ import annotations

from collections.abc import Sequence

from desktop_app.domain.conversation import Turn, VaultKind
from desktop_app.ui.texts import speaker_name
from desktop_app.ui.transcript.display_text import printable


def as_text(turn: Turn) -> str:
    """What was said in a turn, question and answer, without marks."""
    said = [turn.question.text, turn.reply.answer if turn.reply is not None else ""]
    return "\n\n".join(printable(text).strip() for text in said if text.strip())


def as_markdown(turns: Sequence[Turn], kind: VaultKind) -> str:
    """Turns as Markdown, oldest first: each message under its speaker's name, replies as the model wrote them."""
    parts: list[str] = []
    for turn in turns:
        parts.append(f"**{speaker_name(turn.question.speaker, kind)}**\n\n{printable(turn.question.text).strip()}")
        if turn.reply is not None and turn.reply.answer.strip():
            parts.append(f"**{speaker_name(turn.reply.speaker, kind)}**\n\n{printable(turn.reply.answer).strip()}")
    return "\n\n".join(parts) + "\n" if parts else ""
