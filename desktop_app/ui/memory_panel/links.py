"""Links that more than one tab has. A link is its action and its arguments, parted by slashes."""

from __future__ import annotations

from collections.abc import Sequence

OPEN_TURN = "turn:open"
TOGGLE = "section:toggle"  # with the name of a section, to fold or unfold it
WHY, TURN, FACT = "why:ask", "turn", "fact"  # a link is WHY/TURN/id or WHY/FACT/id


def turn_link(turn_id: int, session_id: int | None = None) -> str:
    """A link to a turn in the conversation: of a session, or of the one that is shown."""
    return f"{OPEN_TURN}/{turn_id}" if session_id is None else f"{OPEN_TURN}/{session_id}/{turn_id}"


def linked_turn(arguments: Sequence[str], shown_session: int | None) -> tuple[int, int] | None:
    """Session and turn of such a link; None where it speaks of the shown session and there is none."""
    *sessions, turn = map(int, arguments)
    session = sessions[0] if sessions else shown_session
    return None if session is None else (session, turn)
