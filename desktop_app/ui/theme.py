"""Colours, patterns and fonts of the window: three themes, one place.

The tokens are constants of the product. Section hues mean memory and nothing else; the
interface itself is ink on paper.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Literal, TypeAlias

from PySide6.QtCore import QLocale, QObject, Qt, Signal, Slot
from PySide6.QtGui import QBrush, QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from desktop_app.domain.ledger import Section
from desktop_app.ui.style_sheet import style_sheet
from desktop_app.ui.texts import translate

FontRole: TypeAlias = Literal["body", "control", "caption", "number", "heading"]

RESERVE = "reply_reserve"
FREE = "free"
# Order of the gauge, the legend and every other list of sections.
SECTION_ORDER: tuple[str, ...] = (
    Section.SYSTEM,
    Section.FACTS,
    Section.SUMMARY,
    Section.HISTORY,
    Section.RECALLED,
    Section.QUESTION,
    Section.ATTACHMENTS,
    Section.TEMPLATE,
    RESERVE,
    FREE,
)


class ThemeName(StrEnum):
    """What a person may choose; ``SYSTEM`` follows the desktop's light, dark or contrast."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"
    CONTRAST = "contrast"


_COLORS: dict[ThemeName, dict[str, str]] = {
    ThemeName.LIGHT: {
        "background": "#f6f6f3",
        "panel": "#ffffff",
        "line": "#e5e4df",
        "ink": "#1f2328",
        "primary": "#24292f",
        "primary_ink": "#ffffff",
        "primary_hover": "#3a4047",
        "muted": "#5a6068",
        "selected": "#ecebe5",
        "selected_ink": "#1f2328",
        "hover": "#f1f0ec",
        "user": "#eeeeea",
        "user_line": "#eeeeea",
        "warning": "#a84c19",
        "warning_background": "#fbeee5",
        "text_selection": "#cfd8e3",
        "text_selection_ink": "#1f2328",
        "border": "#d5d4ce",
        "focus": "#1f2328",
        "disabled": "#8b9096",
    },
    ThemeName.DARK: {
        "background": "#16181b",
        "panel": "#1d2024",
        "line": "#2c3036",
        "ink": "#e6e8ea",
        "primary": "#e6e8ea",
        "primary_ink": "#16181b",
        "primary_hover": "#ffffff",
        "muted": "#a9b0b7",
        "selected": "#2a2e33",
        "selected_ink": "#e6e8ea",
        "hover": "#23272c",
        "user": "#23282c",
        "user_line": "#23282c",
        "warning": "#e59a66",
        "warning_background": "#33271e",
        "text_selection": "#3d4b5c",
        "text_selection_ink": "#e6e8ea",
        "border": "#3a3f46",
        "focus": "#e6e8ea",
        "disabled": "#747b83",
    },
    ThemeName.CONTRAST: {
        "background": "#000000",
        "panel": "#000000",
        "line": "#ffffff",
        "ink": "#ffffff",
        "primary": "#ffffff",
        "primary_ink": "#000000",
        "primary_hover": "#ffff00",
        "muted": "#ffffff",
        "selected": "#ffff00",
        "selected_ink": "#000000",
        "hover": "#333333",
        "user": "#000000",
        "user_line": "#ffffff",
        "warning": "#ffb000",
        "warning_background": "#000000",
        "text_selection": "#ffff00",
        "text_selection_ink": "#000000",
        "border": "#ffffff",
        "focus": "#00ffff",
        "disabled": "#8f8f8f",
    },
}

_SECTIONS: dict[ThemeName, dict[str, str]] = {
    ThemeName.LIGHT: {
        Section.SYSTEM: "#7b8794",
        Section.FACTS: "#c28a1e",
        Section.SUMMARY: "#5b3d8c",
        Section.HISTORY: "#3f77b8",
        Section.RECALLED: "#14766b",
        Section.QUESTION: "#c4553d",
        Section.ATTACHMENTS: "#735a41",
        Section.TEMPLATE: "#b9bec5",
        RESERVE: "#9aa0a6",
        FREE: "#e5e4df",
    },
    ThemeName.DARK: {
        Section.SYSTEM: "#757f8a",
        Section.FACTS: "#e0ad48",
        Section.SUMMARY: "#cbb8ee",
        Section.HISTORY: "#6aa1e0",
        Section.RECALLED: "#45b8a8",
        Section.QUESTION: "#e5806a",
        Section.ATTACHMENTS: "#c9a987",
        Section.TEMPLATE: "#7a828b",
        RESERVE: "#6b727a",
        FREE: "#2c3036",
    },
    ThemeName.CONTRAST: {
        Section.SYSTEM: "#9a9a9a",
        Section.FACTS: "#ffffff",
        Section.SUMMARY: "#ffffff",
        Section.HISTORY: "#4da6ff",
        Section.RECALLED: "#ffffff",
        Section.QUESTION: "#ffffff",
        Section.ATTACHMENTS: "#ffffff",
        Section.TEMPLATE: "#ffffff",
        RESERVE: "#ffffff",
        FREE: "#000000",
    },
}

_CONTRAST_PATTERNS: dict[str, Qt.BrushStyle] = {
    Section.FACTS: Qt.BrushStyle.Dense5Pattern,
    Section.SUMMARY: Qt.BrushStyle.HorPattern,
    Section.RECALLED: Qt.BrushStyle.DiagCrossPattern,
    Section.ATTACHMENTS: Qt.BrushStyle.VerPattern,
    Section.TEMPLATE: Qt.BrushStyle.NoBrush,
    FREE: Qt.BrushStyle.NoBrush,
}

# Companions for Chinese, in order of preference; Qt takes the first one a machine has.
CJK_FAMILIES = ("Noto Sans CJK SC", "Source Han Sans SC", "PingFang SC", "Microsoft YaHei UI", "Microsoft YaHei")
# Not somebody's choice but what fontconfig falls back to; the companion's Latin is better.
_FALLBACK_FAMILIES = ("Sans Serif", "Sans", "DejaVu Sans", "Bitstream Vera Sans")

BODY_PX = 14
MINIMUM_BODY_PX, MAXIMUM_BODY_PX = 12, 28
_ROLE_PX: dict[FontRole, int] = {"body": 14, "control": 13, "caption": 12, "number": 22, "heading": 13}
_ROLE_WEIGHTS: dict[FontRole, QFont.Weight] = {"number": QFont.Weight.Bold, "heading": QFont.Weight.DemiBold}
# Width of the conversation column, in pixels of the 14 px design: 45 Chinese characters or about
# 80 Latin ones, with the gutter and a bubble's padding.
MEASURE_PX = 677


def _colors(table: Mapping[str, str]) -> Mapping[str, QColor]:
    return MappingProxyType({str(key): QColor(value) for key, value in table.items()})


@dataclass(frozen=True, slots=True)
class Theme:
    """One look of the window. ``name`` is never ``SYSTEM``; ``body_px`` is the size of body text."""

    name: ThemeName
    colors: Mapping[str, QColor]
    sections: Mapping[str, QColor]
    fonts: Mapping[FontRole, QFont]
    body_px: int = BODY_PX

    @property
    def is_dark(self) -> bool:
        """Whether text is light on a dark ground."""
        return self.name is not ThemeName.LIGHT

    @property
    def is_contrast(self) -> bool:
        """Whether sections carry patterns and labels and regions carry borders."""
        return self.name is ThemeName.CONTRAST

    def color(self, token: str) -> QColor:
        """The colour of a token (background, panel, line, ink, muted, …). Raises KeyError."""
        return self.colors[token]

    def section(self, section: str) -> QColor:
        """The colour of a section of the prompt, of ``RESERVE`` or of ``FREE``. Raises KeyError."""
        return self.sections[section]

    def section_brush(self, section: str) -> QBrush:
        """What fills a section in gauge, chart and legend: a colour, or a pattern in high contrast."""
        if section == RESERVE:
            return QBrush(self.section(section), Qt.BrushStyle.BDiagPattern)
        if self.is_contrast:
            return QBrush(self.section(section), _CONTRAST_PATTERNS.get(section, Qt.BrushStyle.SolidPattern))
        return QBrush(self.section(section))

    def section_label(self, section: str) -> str:
        """A letter that stands on the section where colour may not be relied on, else ""."""
        return _letter(section) if self.is_contrast else ""

    @property
    def families(self) -> tuple[str, ...]:
        """The families of every font, in order of preference."""
        return tuple(self.fonts["body"].families())

    def px(self, size: int) -> int:
        """A length or type size of the 14 px design at the chosen font size."""
        return _scaled(size, self.body_px)

    def font(self, role: FontRole) -> QFont:
        """The font of a role: tabular figures, system family with its Chinese companion. A copy of its own."""
        return QFont(self.fonts[role])


def _letter(section: str) -> str:
    return {
        Section.SYSTEM.value: translate("SectionLetters", "S"),
        Section.FACTS.value: translate("SectionLetters", "F"),
        Section.SUMMARY.value: translate("SectionLetters", "Σ"),
        Section.HISTORY.value: translate("SectionLetters", "H"),
        Section.RECALLED.value: translate("SectionLetters", "R"),
        Section.QUESTION.value: translate("SectionLetters", "Q"),
        Section.ATTACHMENTS.value: translate("SectionLetters", "A"),
    }.get(section, "")


def font_families() -> tuple[str, ...]:
    """The system's UI family and the Chinese companions after it."""
    system = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family()
    if system in _FALLBACK_FAMILIES:
        return (*CJK_FAMILIES, system)
    return (system, *CJK_FAMILIES)


def _is_chinese() -> bool:
    return QLocale().language() == QLocale.Language.Chinese


def _scaled(size: int, body_px: int) -> int:
    return max(1, round(size * body_px / BODY_PX))


def _fonts(body_px: int) -> Mapping[FontRole, QFont]:
    fonts: dict[FontRole, QFont] = {}
    families = list(font_families())
    for role, size in _ROLE_PX.items():
        font = QFont(families)
        font.setPixelSize(_scaled(size, body_px))
        font.setFeature(QFont.Tag("tnum"), 1)
        if role != "body" and not _is_chinese():  # body texts may be in any language
            font.setFeature(QFont.Tag("pwid"), 1)  # a Chinese family draws “ and ” as wide as a character
        if role in _ROLE_WEIGHTS:
            font.setWeight(_ROLE_WEIGHTS[role])
        fonts[role] = font
    return MappingProxyType(fonts)


def make_theme(name: ThemeName, body_px: int = BODY_PX) -> Theme:
    """Build a theme by name (not ``SYSTEM``) at a body size in pixels, kept within 12-28."""
    size = min(MAXIMUM_BODY_PX, max(MINIMUM_BODY_PX, body_px))
    return Theme(name, _colors(_COLORS[name]), _colors(_SECTIONS[name]), _fonts(size), size)


def _palette(theme: Theme) -> QPalette:
    palette = QPalette()
    role = QPalette.ColorRole
    for color_role, token in (
        (role.Window, "background"),
        (role.WindowText, "ink"),
        (role.Base, "panel"),
        (role.AlternateBase, "background"),
        (role.Text, "ink"),
        (role.Button, "panel"),
        (role.ButtonText, "ink"),
        (role.BrightText, "ink"),
        (role.ToolTipBase, "panel"),
        (role.ToolTipText, "ink"),
        (role.PlaceholderText, "muted"),
        (role.Highlight, "text_selection"),
        (role.HighlightedText, "text_selection_ink"),
        (role.Link, "ink"),
        (role.LinkVisited, "ink"),
        (role.Light, "panel"),
        (role.Midlight, "line"),
        (role.Mid, "line"),
        (role.Dark, "border"),
        (role.Shadow, "border"),
        (role.Accent, "ink"),
    ):
        palette.setColor(color_role, theme.color(token))
    for color_role in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, color_role, theme.color("disabled"))
    return palette


class ThemeManager(QObject):
    """Holds the theme in force, dresses the application in it and follows the desktop where asked."""

    theme_changed = Signal(object)  # Theme

    def __init__(
        self,
        application: QApplication,
        choice: ThemeName = ThemeName.SYSTEM,
        body_px: int = BODY_PX,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._application = application
        self._choice = choice
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(self._follow_system)
        hints.accessibility().contrastPreferenceChanged.connect(self._follow_system)
        self._theme = make_theme(self._resolve(), body_px)
        self._chinese = _is_chinese()
        self._apply()

    @property
    def theme(self) -> Theme:
        """The theme in force."""
        return self._theme

    @property
    def choice(self) -> ThemeName:
        """What the person chose, which may be ``SYSTEM``."""
        return self._choice

    def set_choice(self, choice: ThemeName) -> None:
        """Switch the theme."""
        self._choice = choice
        self._switch(self._resolve(), self._theme.body_px)

    def set_body_px(self, body_px: int) -> None:
        """Switch the size of body text; everything else follows in proportion."""
        self._switch(self._theme.name, body_px)

    @Slot()
    def follow_language(self) -> None:
        """Set quotation marks as the language in force has them."""
        self._switch(self._resolve(), self._theme.body_px)

    def _resolve(self) -> ThemeName:
        if self._choice is not ThemeName.SYSTEM:
            return self._choice
        hints = QGuiApplication.styleHints()
        if hints.accessibility().contrastPreference() == Qt.ContrastPreference.HighContrast:
            return ThemeName.CONTRAST
        return ThemeName.DARK if hints.colorScheme() == Qt.ColorScheme.Dark else ThemeName.LIGHT

    def _switch(self, name: ThemeName, body_px: int) -> None:
        theme = make_theme(name, body_px)
        chinese = _is_chinese()
        if (theme.name, theme.body_px, chinese) == (self._theme.name, self._theme.body_px, self._chinese):
            return
        self._theme, self._chinese = theme, chinese
        self._apply()
        self.theme_changed.emit(theme)

    def _apply(self) -> None:
        self._application.setFont(self._theme.font("control"))
        self._application.setPalette(_palette(self._theme))
        self._application.setStyleSheet(style_sheet(self._theme.colors, self._theme.px, fills=self._theme.is_contrast))

    @Slot()
    def _follow_system(self) -> None:
        if self._choice is ThemeName.SYSTEM:
            self._switch(self._resolve(), self._theme.body_px)
