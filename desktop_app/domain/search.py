"""What the search box finds."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.domain.conversation import Message


@dataclass(frozen=True, slots=True)
class MessageHit:
    """A message that contains what was searched for, and where it was said."""

    message: Message
    session_id: int
    person_id: int
