"""The persona of the open session beside the composer, and changing it with its price told before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from desktop_app.domain.choices import TurnChoices
from desktop_app.domain.events import Changed
from desktop_app.domain.named_texts import NamedText
from desktop_app.domain.prices import Price
from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.icons import ICON_PX, icon
from desktop_app.ui.memory_panel.clipped_cards import price_words
from desktop_app.ui.texts import shortened
from desktop_app.ui.theme import Theme, ThemeManager
from desktop_app.ui.widgets.basics import Button, plain_tip

_NAME_CHARACTERS = 24


@dataclass(frozen=True, slots=True)
class _Look:
    """What was read for the menu: the personas, and the session's."""

    personas: tuple[NamedText, ...]
    chosen: NamedText | None


class PersonaButton(Button):
    """Shows nothing while no session is open.

    Signals:
        edit_requested: show the personas there are, for changing them.
    """

    edit_requested = Signal()

    def __init__(self, services: Services, bridge: EventBridge, themes: ThemeManager, parent: QWidget) -> None:
        super().__init__("small", parent)
        self._services = services
        self._bridge = bridge
        self._session_id: int | None = None
        self._look = _Look((), None)
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the arrow behind the name
        self._menu = QMenu(parent)  # not of the button, whose direction is reversed for its arrow
        self._menu.setToolTipsVisible(True)
        self._menu.aboutToShow.connect(self._fill_menu)
        self.setMenu(self._menu)
        self.hide()
        self._on_theme_changed(themes.theme)
        themes.theme_changed.connect(self._on_theme_changed)
        bridge.event.connect(self._on_event)
        self._retranslate()

    @property
    def persona(self) -> NamedText | None:
        """The persona of the open session, None for none."""
        return self._look.chosen

    def show_session(self, session_id: int | None) -> None:
        """Turn to another session."""
        self._session_id = session_id
        self._look = _Look(self._look.personas, None)
        self.setVisible(session_id is not None)
        self._retranslate()
        self._read()

    def _read(self) -> None:
        session_id = self._session_id
        if session_id is None:
            return

        def look() -> _Look:
            personas = self._services.personas
            return _Look(personas.list(), personas.of_session(session_id))

        def take(found: _Look) -> None:
            if session_id == self._session_id:
                self._look = found
                self._retranslate()

        self._bridge.run("read", look, done=take, owner=self)

    @Slot()
    def _fill_menu(self) -> None:
        self._menu.clear()
        chosen = self._look.chosen.id if self._look.chosen is not None else ""
        self._add("", self.tr("No persona"), self.tr("The system prompt of the settings"), not chosen)
        self._menu.addSeparator()
        for persona in self._look.personas:
            self._add(persona.id, persona.name, shortened(persona.text, 200), persona.id == chosen)
        self._menu.addSeparator()
        self._menu.addAction(self.tr("Edit personas…")).triggered.connect(self.edit_requested)

    def _add(self, persona_id: str, name: str, hint: str, chosen: bool) -> None:
        action = self._menu.addAction(name)
        action.setCheckable(True)
        action.setChecked(chosen)
        action.setToolTip(plain_tip(hint))
        action.triggered.connect(self._chooser(persona_id))
        if not chosen:
            self._ask_price(persona_id, name, action)

    def _chooser(self, persona_id: str) -> Callable[[], None]:
        def choose() -> None:
            if self._session_id is not None:
                self._bridge.run("read", self._services.personas.choose, self._session_id, persona_id)

        return choose

    def _ask_price(self, persona_id: str, name: str, action: QAction) -> None:
        """Say beside the name what has to be read again: everything stands behind the system prompt."""
        session_id = self._session_id
        if session_id is None:
            return

        def price() -> Price:
            persona = self._services.personas.get(persona_id) if persona_id else None
            text = self._services.personas.fill(persona.text, session_id) if persona is not None else ""
            return self._services.prices.of_choices(session_id, TurnChoices(persona=text))

        def show(found: Price) -> None:
            action.setText(self.tr("{persona}: {price}").format(persona=name, price=price_words(found)))

        def unknown(_error: object) -> None:
            action.setText(name)  # nothing can be sent now, so nothing would be read again

        self._bridge.run("read", price, done=show, failed=unknown, owner=action)

    @Slot(object)
    def _on_event(self, event: object) -> None:
        if isinstance(event, Changed) and event.origin.startswith("personas."):
            self._read()

    @Slot(object)
    def _on_theme_changed(self, theme: Theme) -> None:
        side = theme.px(ICON_PX)
        self.setIcon(icon("chevron_down", theme.color("muted"), side))
        self.setIconSize(QSize(side, side))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language, in which the shipped personas are written too."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
            self._read()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        name = self._look.chosen.name if self._look.chosen is not None else self.tr("No persona")
        self.setText(shortened(name, _NAME_CHARACTERS))
        self.setAccessibleName(self.tr("Persona: {name}").format(name=name))
        self.setAccessibleDescription(self.tr("What the model is told to be in this session"))
