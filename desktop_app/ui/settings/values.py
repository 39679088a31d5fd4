"""The settings behind the window: where each lies, what it is by default, and putting changes in force."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop_app.domain.conversation import Person, VaultKind
from desktop_app.domain.events import Changed
from desktop_app.domain.setting_paths import SettingValue, setting_at, with_setting
from desktop_app.domain.settings import FactMode, Settings, default_settings
from desktop_app.services.facade import Services
from desktop_app.ui.application import Translations
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.preferences import Preferences, PreferenceStore
from desktop_app.ui.settings.descriptors import Descriptor
from desktop_app.ui.settings.registry import REGISTRY
from desktop_app.ui.texts import format_number, translate
from desktop_app.ui.theme import ThemeManager, ThemeName

KEPT_AFTER_MS = 350  # a number that is being turned is put in force once

_RESERVE, _LENGTH = "context.reply_reserve_tokens", "context.context_length"
_EVERYWHERE = {False: "here", True: "everywhere"}


class SettingValues(QObject):
    """Reads and changes settings of the vault, of the window and of the person who is shown.

    Those of the window take effect at once, the others after a moment without another change, and when
    `keep` is called.
    """

    changed = Signal()  # some value, by whomever
    edited = Signal()  # a value, here, a moment before it counts as changed

    def __init__(
        self,
        services: Services,
        bridge: EventBridge,
        themes: ThemeManager,
        translations: Translations,
        preferences: PreferenceStore,
        person: Person | None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._services = services
        self._bridge = bridge
        self._themes = themes
        self._translations = translations
        self._preferences = preferences
        self._person = person
        self._waiting: dict[str, SettingValue] = {}
        self._on_the_way: dict[str, SettingValue] = {}
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(KEPT_AFTER_MS)
        self._timer.timeout.connect(self.keep)
        self._defaults = default_settings(services.vault_kind)
        bridge.event.connect(self._on_event)

    @property
    def person_name(self) -> str:
        """Whose own settings are shown, "" for nobody."""
        return self._person.name if self._person is not None else ""

    @property
    def shown(self) -> tuple[Descriptor, ...]:
        """The settings that exist here: in this kind of vault, with this engine, for a person or without one."""
        model = self._services.models.state.model
        personal = self._services.vault_kind is VaultKind.PERSONAL
        return tuple(
            descriptor
            for descriptor in REGISTRY
            if (self._person is not None or not descriptor.path.startswith("person."))
            and not (descriptor.only_clinical if personal else descriptor.only_personal)
            and (not descriptor.needs_gpu or (model is not None and model.may_use_gpu))
        )

    def value(self, path: str) -> SettingValue:
        """What holds, or will in a moment."""
        for changes in (self._waiting, self._on_the_way):
            if path in changes:
                return changes[path]
        place, _, name = path.partition(".")
        if place == "window":
            return self._window_value(name)
        if place == "person":
            return self._person_value(name)
        return setting_at(self._services.settings.get(), path)

    def default(self, path: str) -> SettingValue:
        """What holds in a new vault of this kind."""
        place, _, name = path.partition(".")
        if place == "window":
            return cast(SettingValue, getattr(Preferences(), name))
        if place == "person":
            return "" if name == "fact_mode" else _EVERYWHERE[False]
        return setting_at(self._defaults, path)

    def put(self, path: str, value: SettingValue) -> None:
        """Change a setting."""
        if value == self.value(path):
            return
        place, _, name = path.partition(".")
        if place == "window":
            self._put_window(name, value)
        elif place == "person":
            self._put_person(name, value)
        else:
            self._waiting[path] = value
            self._timer.start()
        self.edited.emit()
        self.changed.emit()

    def put_all(self, values: Mapping[str, SettingValue]) -> None:
        """Change several settings at once."""
        for path, value in values.items():
            self.put(path, value)
        self.keep()

    def in_force(self, path: str) -> SettingValue:
        """What holds: the value asked for, unless it is refused."""
        if self.refusals().get(path):
            return setting_at(self._services.settings.get(), path)
        return self.value(path)

    def refusals(self) -> dict[str, str]:
        """Why settings that were changed cannot be put in force yet, by path."""
        reserve, length = self.value(_RESERVE), self.value(_LENGTH)
        if not isinstance(reserve, int) or not isinstance(length, int) or reserve <= length // 2:
            return {}
        says = {
            _LENGTH: translate(
                "Settings",
                "Not in force: {reserve} tokens are kept for the reply, which may take half of the context at most. "
                "Give {least} tokens or more, or keep less for the reply first.",
            ),
            _RESERVE: translate(
                "Settings",
                "Not in force: the reply may take half of the context length at most, here {most} tokens.",
            ),
        }
        figures = {
            "reserve": format_number(reserve),
            "least": format_number(2 * reserve),
            "most": format_number(length // 2),
        }
        return {path: words.format(**figures) for path, words in says.items() if path in self._waiting}

    @Slot()
    def keep(self) -> None:
        """Put in force what was changed, but for what is refused."""
        self._timer.stop()
        refused = self.refusals()
        changes = {path: value for path, value in self._waiting.items() if path not in refused}
        if not changes:
            return
        self._waiting = {path: value for path, value in self._waiting.items() if path in refused}
        self._on_the_way.update(changes)

        def change(settings: Settings) -> Settings:
            for path, value in changes.items():
                settings = with_setting(settings, path, value)
            return settings

        def done(_: object) -> None:
            for path, value in changes.items():
                if path in self._on_the_way and self._on_the_way[path] == value:
                    del self._on_the_way[path]
            self.changed.emit()

        self._bridge.run("read", self._services.settings.change, change, done=done, owner=self)

    def _window_value(self, name: str) -> SettingValue:
        if name == "language":
            return self._translations.choice
        return self._themes.choice.value if name == "theme" else self._themes.theme.body_px

    def _put_window(self, name: str, value: SettingValue) -> None:
        if name == "language":
            self._translations.set_choice(str(value))
        elif name == "theme":
            self._themes.set_choice(ThemeName(str(value)))
        else:
            self._themes.set_body_px(cast(int, value))
        kept = ThemeName(str(value)) if name == "theme" else value
        self._preferences.update(**{name: kept})

    def _person_value(self, name: str) -> SettingValue:
        person = self._person
        if person is None:
            return self.default(f"person.{name}")
        return person.fact_mode if name == "fact_mode" else _EVERYWHERE[person.shares_facts]

    def _put_person(self, name: str, value: SettingValue) -> None:
        if self._person is None:
            return
        if name == "fact_mode":
            self._person = replace(self._person, fact_mode=str(value))
        else:
            self._person = replace(self._person, shares_facts=value == _EVERYWHERE[True])
        person = self._person
        mode = FactMode(person.fact_mode) if person.fact_mode else None
        self._bridge.run("read", self._services.people.set_memory, person.id, mode, person.shares_facts)

    @Slot(object)
    def _on_event(self, event: object) -> None:
        if isinstance(event, Changed) and event.settings:
            self.changed.emit()
