"""Settings by their dotted paths: ``context.context_length`` and so on, as forms and files name them."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from enum import StrEnum
from typing import Any, TypeAlias, cast, get_type_hints

from desktop_app.domain.settings import Settings

SettingValue: TypeAlias = int | float | bool | str | tuple[str, ...] | None


def setting_types(kind: type[Any] = Settings) -> dict[str, Any]:
    """The type of every single setting, by path, in the order they are declared in."""
    hints = get_type_hints(kind)
    found: dict[str, Any] = {}
    for one in fields(kind):
        hint = hints[one.name]
        if isinstance(hint, type) and is_dataclass(hint):
            found.update({f"{one.name}.{path}": inner for path, inner in setting_types(hint).items()})
        else:
            found[one.name] = hint
    return found


def setting_at(settings: Settings, path: str) -> SettingValue:
    """The value of one setting. Raises AttributeError where there is none of that name."""
    value: Any = settings
    for name in path.split("."):
        value = getattr(value, name)
    return cast(SettingValue, value)


def with_setting(settings: Settings, path: str, value: SettingValue) -> Settings:
    """The settings with one of them changed; a choice may be given as its text.

    Raises:
        AttributeError: there is no setting of that name.
        ValueError: there is no such choice.
    """
    return cast(Settings, _with(settings, path.split("."), value))


def _with(group: Any, names: list[str], value: SettingValue) -> Any:
    name, *rest = names
    before = getattr(group, name)
    if rest:
        return replace(group, **{name: _with(before, rest, value)})
    return replace(group, **{name: type(before)(str(value)) if isinstance(before, StrEnum) else value})
