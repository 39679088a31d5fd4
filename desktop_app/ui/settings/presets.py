"""Ways of writing that set several values of a reply at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.domain.setting_paths import SettingValue
from desktop_app.domain.settings import ReplySettings
from desktop_app.ui.settings.registry import BY_PATH
from desktop_app.ui.settings.values import SettingValues
from desktop_app.ui.texts import translate
from desktop_app.ui.widgets.basics import button, label


@dataclass(frozen=True, slots=True)
class Preset:
    """A way of writing: its words, and the values it stands for, by path."""

    name: str
    purpose: str
    values: Mapping[str, SettingValue]


def _preset(name: object, purpose: object, reply: ReplySettings) -> Preset:
    set_by_it = ("temperature", "top_p", "top_k", "min_p", "repeat_penalty")
    return Preset(str(name), str(purpose), {f"reply.{field}": getattr(reply, field) for field in set_by_it})


PRESETS: Final = (
    _preset(
        QT_TRANSLATE_NOOP("Settings", "Exact"),
        QT_TRANSLATE_NOOP("Settings", "for records, figures and code"),
        ReplySettings(temperature=0.2, top_p=0.9, top_k=20, min_p=0.1, repeat_penalty=1.05),
    ),
    _preset(
        QT_TRANSLATE_NOOP("Settings", "Balanced"),
        QT_TRANSLATE_NOOP("Settings", "for conversation"),
        ReplySettings(),
    ),
    _preset(
        QT_TRANSLATE_NOOP("Settings", "Inventive"),
        QT_TRANSLATE_NOOP("Settings", "for stories and ideas"),
        ReplySettings(temperature=1.1, top_p=0.98, top_k=100, min_p=0.02, repeat_penalty=1.1),
    ),
)


class PresetRow(QWidget):
    """A button for each preset; under them what the one in force, or the one under the hand, sets."""

    chosen = Signal(object)  # Mapping[str, SettingValue]

    def __init__(self, values: SettingValues, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._values = values
        self._buttons = [button() for _ in PRESETS]
        self._says = label("caption")
        self._says.setWordWrap(True)
        row = QHBoxLayout()
        row.setSpacing(8)
        for preset, choose in zip(PRESETS, self._buttons, strict=True):
            choose.setCheckable(True)
            choose.clicked.connect(lambda _=False, preset=preset: self._choose(preset))
            row.addWidget(choose)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(row)
        column.addWidget(self._says)
        values.changed.connect(self.show_values)

    def _choose(self, preset: Preset) -> None:
        self.chosen.emit(preset.values)
        self.show_values()

    @Slot()
    def show_values(self) -> None:
        """Mark the preset whose values hold, if it is one's."""
        in_force = None
        for preset, choose in zip(PRESETS, self._buttons, strict=True):
            holds = all(self._values.value(path) == value for path, value in preset.values.items())
            choose.setChecked(holds)
            if holds:
                in_force = preset
        if in_force is None:
            self._says.setText(translate("Settings", "Values of your own. A preset sets the first five below."))
        else:
            self._says.setText(_set_by(in_force))

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        for preset, choose in zip(PRESETS, self._buttons, strict=True):
            choose.setText(translate("Settings", preset.name))
            choose.setAccessibleDescription(_set_by(preset))
            choose.setToolTip(_set_by(preset))
        self.show_values()


def _set_by(preset: Preset) -> str:
    comma = translate("Settings", ", ")
    values = comma.join(f"{BY_PATH[path].name_in_words()} {value}" for path, value in preset.values.items())
    return translate("Settings", "{preset}, {purpose}: {values}").format(
        preset=translate("Settings", preset.name), purpose=translate("Settings", preset.purpose), values=values
    )
