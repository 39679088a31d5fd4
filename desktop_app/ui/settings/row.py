"""One setting in the window: its words, its field, and the way back to the default."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from desktop_app.domain.setting_paths import SettingValue
from desktop_app.ui.settings.descriptors import Descriptor, Lines, Paragraph
from desktop_app.ui.settings.fields import field_for
from desktop_app.ui.settings.values import SettingValues
from desktop_app.ui.texts import sentences, shortened, translate
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.basics import button, label

FIELD_PX = 220
_BESIDE = 1.8  # times the field's width are needed for both
_NO_LIMIT = 16_777_215  # QWIDGETSIZE_MAX
_SHOWN_CHARACTERS = 32  # of a default value


class SettingRow(QWidget):
    """Name and explanation, the field beside or below them; what differs from the default says so."""

    def __init__(self, descriptor: Descriptor, values: SettingValues, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.descriptor = descriptor
        self._values = values
        self._field_px = FIELD_PX
        self._name = label("heading")
        self._name.setWordWrap(True)
        self._explanation = label("caption")
        self._explanation.setWordWrap(True)
        self._note = label("warning")
        self._note.setWordWrap(True)
        self._note.hide()
        self._mark = label("caption")
        self._mark.setWordWrap(True)
        self.field = field_for(descriptor.kind)
        self._name.setBuddy(self.field.control)
        self.reset_button = button("link")
        self.reset_button.clicked.connect(self._reset)
        self.reset_button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.field.changed.connect(self._on_changed)
        words = QVBoxLayout()
        words.setSpacing(3)
        for one in (self._name, self._explanation, self._note):
            words.addWidget(one)
        words.addStretch(1)  # beside a higher field they stay together
        back = QHBoxLayout()
        back.setSpacing(8)
        back.addWidget(self._mark, 1)
        back.addWidget(self.reset_button, 0, Qt.AlignmentFlag.AlignTop)
        own = QVBoxLayout()
        own.setSpacing(4)
        own.addWidget(self.field)
        own.addLayout(back)
        self._wide = isinstance(descriptor.kind, Paragraph | Lines)
        self._row = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._row.addLayout(words, 1)
        self._row.addLayout(own)
        self._row.setContentsMargins(0, 8, 0, 8)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the field beside the words where there is room for both."""
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        beside = not self._wide and self.width() >= _BESIDE * self._field_px
        self._row.setDirection(QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom)
        self._row.setSpacing(24 if beside else 6)
        for one in (self.field, self._mark):
            one.setMaximumWidth(self._field_px if beside else _NO_LIMIT)
        self.field.setMinimumWidth(self._field_px if beside else 0)

    def set_theme(self, theme: Theme) -> None:
        """Give the field its width at this size of text."""
        self._field_px = theme.px(FIELD_PX)
        self._place()

    def set_note(self, text: str) -> None:
        """Say what else is to be known of the value, "" for nothing."""
        self._note.setText(text)
        self._note.setVisible(bool(text))
        self._describe()

    @property
    def note(self) -> str:
        """What is said besides."""
        return self._note.text()

    @property
    def is_changed(self) -> bool:
        """Whether the value in force differs from the default."""
        path = self.descriptor.path
        return self._values.in_force(path) != self._values.default(path)

    @Slot(object)
    def _on_changed(self, value: SettingValue) -> None:
        self._values.put(self.descriptor.path, value)

    @Slot()
    def _reset(self) -> None:
        self._values.put(self.descriptor.path, self._values.default(self.descriptor.path))
        self.field.setFocus()

    @Slot()
    def show_value(self) -> None:
        """Show the value that holds, and whether it is the default."""
        path = self.descriptor.path
        self.field.show_value(self._values.value(path))
        changed = self.is_changed
        default = shortened(self.field.words(self._values.default(path)), _SHOWN_CHARACTERS)
        self._mark.setText(translate("Settings", "Changed; default: {value}").format(value=default) if changed else "")
        self._mark.setVisible(changed)
        self.reset_button.setVisible(changed or self._values.value(path) != self._values.default(path))

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        name = self.descriptor.name_in_words(self._values.person_name)
        self._name.setText(name)
        self._explanation.setText(self.descriptor.explanation_in_words())
        self.field.retranslate()
        self._describe()
        self.reset_button.setText(translate("Settings", "Reset"))
        self.reset_button.setAccessibleName(translate("Settings", "Reset {setting}").format(setting=name))
        self.show_value()

    def _describe(self) -> None:
        """Name the field for screen readers, with what is to be known of its value first."""
        parts = (self._note.text(), self._explanation.text())
        self.field.describe(self._name.text(), sentences(*parts))
