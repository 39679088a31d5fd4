"""How this program is started once more: from a package of its own, or by the interpreter from its sources."""

from __future__ import annotations

import sys
from typing import Final

# Not a command for people: the program asks itself, in a process that a hostile file may end.
READ_PDF: Final = "read-pdf"


def is_packaged() -> bool:
    """Whether the program runs from a package that holds the interpreter and every library."""
    return bool(getattr(sys, "frozen", False))


def own_command() -> list[str]:
    """The start of a command line that runs this program; its arguments follow."""
    return [sys.executable] if is_packaged() else [sys.executable, "-m", "desktop_app"]
