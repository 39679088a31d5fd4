"""Settings as a file: every value under its path, checked one by one before any of them counts."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from desktop_app.domain.errors import UserError
from desktop_app.domain.setting_paths import SettingValue, setting_types
from desktop_app.ui.settings.registry import BY_PATH
from desktop_app.ui.settings.values import SettingValues

FORMAT: Final = "retrace-settings"
VERSION: Final = 1
_MAX_BYTES: Final = 1024 * 1024
_WINDOW_TYPES: Final[dict[str, Any]] = {"window.language": str, "window.theme": str, "window.body_px": int}


def export_settings(values: SettingValues, path: Path) -> None:
    """Write all settings of vault and window, those of a person excepted, as JSON.

    Raises:
        UserError: ``file_not_written``.
    """
    tree: dict[str, Any] = {}
    for name in _types():
        *groups, last = name.split(".")
        place = tree
        for group in groups:
            place = place.setdefault(group, {})
        place[last] = values.value(name)
    text = json.dumps({"format": FORMAT, "version": VERSION, "settings": tree}, ensure_ascii=False, indent=2)
    try:
        path.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise UserError("file_not_written", path=str(path)) from error


def read_settings(path: Path) -> dict[str, SettingValue]:
    """The values of a file, by path. Settings the file says nothing of are not in it.

    Raises:
        UserError: ``settings_file_foreign``, ``settings_name_unknown`` or ``settings_value_refused``.
    """
    types = _types()
    found: dict[str, SettingValue] = {}
    for name, raw in _leaves(_tree(path)):
        if name not in types:
            raise UserError("settings_name_unknown", setting=name)
        descriptor = BY_PATH[name]
        try:
            value = msgspec.convert(raw, types[name])
        except msgspec.ValidationError as error:
            raise UserError("settings_value_refused", setting=descriptor.name_in_words(), value=_short(raw)) from error
        if not descriptor.kind.accepts(value):
            raise UserError("settings_value_refused", setting=descriptor.name_in_words(), value=_short(raw))
        found[name] = value
    return found


def _types() -> dict[str, Any]:
    return {**_WINDOW_TYPES, **setting_types()}


def _tree(path: Path) -> Mapping[str, Any]:
    foreign = UserError("settings_file_foreign", path=str(path))
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise foreign
        content = json.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:
        raise foreign from error
    if not isinstance(content, dict) or content.get("format") != FORMAT or content.get("version") != VERSION:
        raise foreign
    tree = content.get("settings")
    if not isinstance(tree, dict):
        raise foreign
    return tree


def _leaves(tree: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in tree.items():
        if isinstance(value, dict):
            yield from _leaves(value, f"{before}{name}.")
        else:
            yield f"{before}{name}", value


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else text[:39] + "…"
