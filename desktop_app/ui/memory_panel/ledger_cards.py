"""Words and links that several tabs share."""

from __future__ import annotations

from desktop_app.ui.memory_panel.cards import Card, message
from desktop_app.ui.texts import shortened, translate

EXCERPT = 120  # characters of a turn
LONG_SECTION = 40_000  # characters of one section shown at once


def reading() -> Card:
    """What stands there while the newest ledger is fetched."""
    return message(translate("Panel", "Reading what was sent last…"))


def nothing_yet() -> Card:
    """What stands there before there is any ledger."""
    return message(translate("Panel", "Nothing has been sent yet. The first message shows here what the model gets."))


def turn_number(ordinal: int) -> str:
    """A turn as the window counts them, from one."""
    return translate("Panel", "turn {number}").format(number=ordinal + 1)


def excerpt(text: str) -> str:
    """The beginning of a text in one line."""
    return shortened(text, EXCERPT)
