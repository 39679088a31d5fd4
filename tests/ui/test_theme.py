"""Contrast is computed, neighbours in the gauge stay apart for colour-blind eyes, switching is live."""

from __future__ import annotations

import itertools
import math

import pytest
from PySide6.QtGui import QColor, QFont
from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.domain.ledger import Section
from desktop_app.ui.style_sheet import style_sheet
from desktop_app.ui.theme import SECTION_ORDER, Theme, ThemeManager, ThemeName, make_theme
from desktop_app.ui.widgets.basics import button

NAMES = (ThemeName.LIGHT, ThemeName.DARK, ThemeName.CONTRAST)

# Machado, Oliveira & Fernandes 2009, severity 1.0, on linear RGB.
_DEFICIENCIES = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def _linear(color: QColor) -> tuple[float, ...]:
    return tuple(
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (color.redF(), color.greenF(), color.blueF())
    )


def _luminance(color: QColor) -> float:
    return sum(weight * value for weight, value in zip((0.2126, 0.7152, 0.0722), _linear(color), strict=True))


def _contrast(one: QColor, other: QColor) -> float:
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _lab(rgb: tuple[float, ...]) -> tuple[float, float, float]:
    r, g, b = (min(1.0, max(0.0, value)) for value in rgb)
    xyz = (
        (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047,
        0.2126729 * r + 0.7151522 * g + 0.0721750 * b,
        (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883,
    )
    x, y, z = (value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116 for value in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _seen(color: QColor, deficiency: str) -> tuple[float, float, float]:
    rgb = _linear(color)
    return _lab(tuple(sum(a * b for a, b in zip(row, rgb, strict=True)) for row in _DEFICIENCIES[deficiency]))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("text", "ground"),
    [
        ("ink", "background"),
        ("ink", "panel"),
        ("ink", "user"),
        ("ink", "hover"),
        ("muted", "background"),
        ("muted", "panel"),
        ("muted", "user"),
        ("muted", "hover"),
        ("ink", "warning_background"),
        ("muted", "warning_background"),
        ("selected_ink", "selected"),
        ("primary_ink", "primary"),
        ("primary_ink", "primary_hover"),
        ("warning", "warning_background"),
        ("warning", "panel"),
        ("warning", "background"),
        ("text_selection_ink", "text_selection"),
    ],
)
def test_text_contrast_is_at_least_4_5(qapp: QApplication, name: ThemeName, text: str, ground: str) -> None:
    theme = make_theme(name)
    assert _contrast(theme.color(text), theme.color(ground)) >= 4.5


@pytest.mark.parametrize("name", NAMES)
def test_what_is_drawn_and_means_something_has_a_contrast_of_3(qapp: QApplication, name: ThemeName) -> None:
    theme = make_theme(name)
    drawn = [Section.SYSTEM, Section.SUMMARY, Section.HISTORY, Section.RECALLED, Section.QUESTION, Section.ATTACHMENTS]
    for ground in ("panel", "background", "hover"):
        for section in drawn:
            assert _contrast(theme.section(section), theme.color(ground)) >= 3.0, (section, ground)
        assert _contrast(theme.color("muted"), theme.color(ground)) >= 3.0


@pytest.mark.parametrize("name", [ThemeName.LIGHT, ThemeName.DARK])
@pytest.mark.parametrize("deficiency", sorted(_DEFICIENCIES))
def test_neighbours_in_the_gauge_stay_apart_without_colour_vision(
    qapp: QApplication, name: ThemeName, deficiency: str
) -> None:
    theme = make_theme(name)
    for one, other in itertools.pairwise(SECTION_ORDER[:8]):
        apart = math.dist(_seen(theme.section(one), deficiency), _seen(theme.section(other), deficiency))
        assert apart >= 10.0, (one, other, apart)


def test_sections_of_the_contrast_theme_carry_a_pattern_or_a_label(qapp: QApplication) -> None:
    theme = make_theme(ThemeName.CONTRAST)
    looks = {
        (theme.section(s).name(), theme.section_brush(s).style(), theme.section_label(s)) for s in SECTION_ORDER[:8]
    }
    assert len(looks) == 8
    assert [theme.section_label(s) for s in SECTION_ORDER[:7]] == ["S", "F", "Σ", "H", "R", "Q", "A"]
    assert theme.section_label("template") == ""


def test_the_theme_switches_live_and_says_so_once(qapp: QApplication, qtbot: QtBot) -> None:
    manager = ThemeManager(qapp, ThemeName.LIGHT)
    heard: list[Theme] = []
    manager.theme_changed.connect(heard.append)
    manager.set_choice(ThemeName.DARK)
    manager.set_choice(ThemeName.DARK)
    assert [theme.name for theme in heard] == [ThemeName.DARK]
    assert qapp.palette().window().color() == QColor("#16181b")
    manager.set_body_px(20)
    assert heard[-1].font("body").pixelSize() == 20
    assert heard[-1].font("number").pixelSize() == 31
    manager.set_body_px(99)
    assert heard[-1].body_px == 28
    qapp.setStyleSheet("")


def test_figures_are_tabular_and_chinese_has_a_companion(qapp: QApplication) -> None:
    font = make_theme(ThemeName.LIGHT).font("caption")
    assert font.isFeatureSet(QFont.Tag("tnum"))
    assert font.featureValue(QFont.Tag("tnum")) == 1
    assert any("CJK" in family or "PingFang" in family or "YaHei" in family for family in font.families())


def test_a_section_or_token_that_does_not_exist_is_an_error(qapp: QApplication) -> None:
    theme = make_theme(ThemeName.LIGHT)
    with pytest.raises(KeyError):
        theme.color("pink")
    with pytest.raises(KeyError):
        theme.section("pink")


@pytest.mark.parametrize("name", NAMES)
def test_the_chosen_one_of_segmented_buttons_is_told_from_the_others(
    qapp: QApplication, qtbot: QtBot, name: ThemeName
) -> None:
    """Its ground differs from that of the others by 3 to 1, and its words are readable on it; as painted."""
    theme = make_theme(name)
    row = QWidget()
    qtbot.addWidget(row)
    row.setStyleSheet(style_sheet(theme.colors, theme.px, fills=theme.is_contrast))
    layout = QHBoxLayout(row)
    buttons = [button("small", row) for _ in range(2)]
    for place, each in enumerate(buttons):
        each.setCheckable(True)
        each.setChecked(place == 0)
        each.setText("      ")  # so that only the ground is painted in the middle
        layout.addWidget(each)
    row.show()
    chosen, other = (each.grab().toImage().pixelColor(each.rect().center()) for each in buttons)
    assert _contrast(chosen, other) >= 3.0
    ink = theme.color("selected_ink" if name is ThemeName.CONTRAST else "panel")
    assert _contrast(chosen, ink) >= 4.5
