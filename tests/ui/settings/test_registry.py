"""Every setting there is can be reached, with words and a range that takes its default."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QObject

from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.setting_paths import setting_at, setting_types, with_setting
from desktop_app.domain.settings import Settings, default_settings
from desktop_app.ui.settings.matching import SettingFinder
from desktop_app.ui.settings.presets import PRESETS
from desktop_app.ui.settings.registry import BY_PATH, REGISTRY


def test_every_field_of_the_settings_stands_in_the_registry_once() -> None:
    own = [one.path for one in REGISTRY if not one.path.startswith(("window.", "person."))]
    assert sorted(own) == sorted(setting_types())
    assert len(BY_PATH) == len(REGISTRY)


@pytest.mark.parametrize("kind", tuple(VaultKind))
def test_every_default_is_in_its_range_and_nothing_odd_is(kind: VaultKind) -> None:
    settings = default_settings(kind)
    for path in setting_types():
        assert BY_PATH[path].kind.accepts(setting_at(settings, path)), path
        assert not BY_PATH[path].kind.accepts(-1), path
    assert not BY_PATH["reply.temperature"].kind.accepts(float("nan"))
    assert not BY_PATH["context.context_length"].kind.accepts(True)
    assert not BY_PATH["model.path"].kind.accepts("/nowhere/model.gguf")
    assert not BY_PATH["model.embedding"].kind.accepts("/nowhere/model")


def test_presets_set_values_the_settings_take() -> None:
    for preset in PRESETS:
        for path, value in preset.values.items():
            assert BY_PATH[path].kind.accepts(value)
            assert setting_at(with_setting(Settings(), path, value), path) == value
    assert len({tuple(preset.values.values()) for preset in PRESETS}) == len(PRESETS)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("THREADS", "model.threads"),
        ("线程", "model.threads"),
        ("seed", "reply.seed"),
        ("种子", "reply.seed"),
        ("simil least", "recall.minimum_score"),
        ("外观 语言", "window.language"),
    ],
)
def test_a_setting_is_found_by_words_of_both_languages(
    speak: Callable[[str], object], qapp: QObject, language: str, text: str, path: str
) -> None:
    speak(language)
    finder = SettingFinder(qapp)
    found = [one.path for one in REGISTRY if finder.matches(one, text)]
    assert path in found
    assert len(found) < 6
