"""What a person chose about the window itself. It holds no word of what was said, so it lies beside the vaults."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec

from desktop_app.ui.theme import BODY_PX, ThemeName

_log = logging.getLogger(__name__)

FILE_NAME = "window.json"


@dataclass(frozen=True, slots=True)
class Preferences:
    """Language ("system", "zh", "en"), look and place of the window."""

    language: str = "system"
    theme: ThemeName = ThemeName.SYSTEM
    body_px: int = BODY_PX
    geometry: str = ""  # QWidget.saveGeometry, hexadecimal
    column_widths: tuple[int, ...] = ()
    memory_panel: bool = True
    memory_floats: bool = False  # in a window of its own
    memory_geometry: str = ""  # of that window, hexadecimal
    memory_tab: str = ""  # its open tab, by its key
    person_id: int = 0  # open when the window was closed; numbers only, never a name
    session_id: int = 0
    beside: bool = False  # a patient sits beside: no other name shows
    stop_at_reply_top: bool = False  # the view follows a reply only until its first line reaches the top
    welcomed: bool = False  # the first-run page was read


class PreferenceStore:
    """Keeps `Preferences` in a small JSON file.

    Args:
        path: the file, or None to keep them for this run only.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._preferences = self._load()

    def get(self) -> Preferences:
        """The preferences in force."""
        return self._preferences

    def update(self, **changes: Any) -> None:
        """Change some fields and write the file; a file that cannot be written is only logged."""
        self._preferences = replace(self._preferences, **changes)
        if self._path is None:
            return
        temporary = self._path.with_suffix(".new")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            temporary.write_bytes(msgspec.json.format(msgspec.json.encode(self._preferences)))
            temporary.replace(self._path)
        except OSError as error:
            _log.warning("the window's preferences could not be written: %s", type(error).__name__)

    def _load(self) -> Preferences:
        if self._path is None:
            return Preferences()
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=Preferences)
        except FileNotFoundError:
            return Preferences()
        except (OSError, msgspec.DecodeError) as error:
            _log.warning("the window's preferences could not be read: %s", type(error).__name__)
            _keep_copy(self._path)
            return Preferences()


def _keep_copy(path: Path) -> None:
    """Put an unreadable file aside, so that the next change does not destroy it."""
    try:
        path.replace(path.with_suffix(".broken"))
    except OSError as error:
        _log.warning("the unreadable preferences could not be put aside: %s", type(error).__name__)
