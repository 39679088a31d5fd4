"""A tab of the memory panel: what the panel tells it, and what it tells the panel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QWidget

from desktop_app.domain.choices import TurnChoices
from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.ledger import Ledger
from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.memory_panel.header import Shown
from desktop_app.ui.theme import Theme

CONTEXT, CLIPPED, RECALLED, FACTS, SUMMARY = "context", "clipped", "recalled", "facts", "summary"
TIMELINE, MAP = "timeline", "map"


@dataclass(frozen=True, slots=True)
class View:
    """What the panel shows, and how.

    Attributes:
        shown: the ledger, None where there is none.
        is_reading: whether the newest ledger of the session is still being read.
        full: whether figures are shown.
        trying: whether the form of what-if is open.
    """

    shown: Shown | None = None
    is_reading: bool = False
    full: bool = True
    trying: bool = False

    @property
    def ledger(self) -> Ledger | None:
        """The ledger that is shown."""
        return self.shown.ledger if self.shown is not None else None

    @property
    def can_choose(self) -> bool:
        """Whether what is shown can still be changed for the next message."""
        return self.shown is None or not self.shown.older


class PanelTab(QWidget):
    """The page of a tab, with its key and its names.

    The panel makes each tab of its list, tells all of them what it shows, and has only the open one
    written, by `refresh`.

    Signals:
        changed: the page, its name or its count reads otherwise now.
        choices_changed: the TurnChoices for the next message of the session.
        source_requested: session and turn to be shown in the conversation.
        why_requested: what somebody asks of why it is not in the prompt: `links.TURN` or `links.FACT`, and its id.
    """

    key = ""

    changed = Signal()
    choices_changed = Signal(object)
    source_requested = Signal(int, int)
    why_requested = Signal(str, int)

    def __init__(
        self, services: Services, bridge: EventBridge, kind: VaultKind, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._services = services
        self._bridge = bridge
        self._kind = kind
        self._theme = theme
        self._person: int | None = None
        self._session: int | None = None
        self._view = View()

    def name(self) -> str:
        """What the strip calls the tab."""
        raise NotImplementedError

    def count(self) -> str:
        """The figure beside the name, "" for none."""
        return ""

    def mark(self) -> str:
        """What waits in the tab to be decided, in the figure's place; "" for nothing."""
        return ""

    def is_there(self) -> bool:
        """Whether there is anything that the tab is for."""
        return True

    def show_session(self, person_id: int | None, session_id: int | None) -> None:
        """Begin with another session, or with the same anew."""
        self._person, self._session = person_id, session_id

    def set_view(self, view: View) -> None:
        """Take what the panel shows; nothing needs to be written before `refresh`."""
        self._view = view

    def show_choices(self, choices: TurnChoices) -> None:
        """Take what is chosen for the next message."""

    def refresh(self) -> None:
        """Write what has changed and fetch what is missing: the tab is the open one."""
        raise NotImplementedError

    def follow(self, action: str, arguments: Sequence[str]) -> bool:
        """Do what a link says; False if it is none of the tab's own."""
        return False

    def set_theme(self, theme: Theme) -> None:
        """Take the look of a theme."""
        self._theme = theme

    def retranslate(self) -> None:
        """Name the parts of the page in the language in force."""
        raise NotImplementedError

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)
