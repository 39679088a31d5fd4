"""The field of a setting, by the kind of its values."""

from __future__ import annotations

from pathlib import Path, PurePath
from typing import Final, cast

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFileDialog,
    QPlainTextEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from desktop_app.domain.setting_paths import SettingValue
from desktop_app.ui.file_dialogs import file_dialog
from desktop_app.ui.settings import descriptors as kinds
from desktop_app.ui.settings.descriptors import CONTEXT
from desktop_app.ui.texts import translate
from desktop_app.ui.widgets.basics import ElidedLabel, button
from desktop_app.ui.widgets.line_edit import LineEdit

_LINES: Final = 4  # a paragraph shows so many


class _WheelGuard(QObject):
    """The wheel scrolls the page; it turns a field only where the field has the focus."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leave the wheel to the page."""
        if event.type() == QEvent.Type.Wheel and isinstance(watched, QWidget) and not watched.hasFocus():
            event.ignore()
            return True
        return False


class Field(QWidget):
    """What a value is shown and changed in.

    Signals:
        changed: the value a person gave.
    """

    changed = Signal(object)  # SettingValue

    def __init__(self, control: QWidget) -> None:
        super().__init__()
        self.control = control
        self._guard = _WheelGuard(self)
        control.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        control.installEventFilter(self._guard)
        self.setFocusProxy(control)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(4)
        self._column.addWidget(control)

    def show_value(self, value: SettingValue) -> None:
        """Show a value without reporting it as a change."""
        self.control.blockSignals(True)
        self._show(value)
        self.control.blockSignals(False)

    def _show(self, value: SettingValue) -> None:
        raise NotImplementedError

    def words(self, value: SettingValue) -> str:
        """A value as people read it."""
        return str(value)

    def retranslate(self) -> None:
        """Name what stands in the field in the language in force."""

    def describe(self, name: str, explanation: str) -> None:
        """Name the field for screen readers."""
        self.control.setAccessibleName(name)
        self.control.setAccessibleDescription(explanation)


class _WholeField(Field):
    def __init__(self, kind: kinds.Whole) -> None:
        self._kind = kind
        self._box = QSpinBox()
        super().__init__(self._box)
        self._box.setRange(kind.least, kind.most)
        self._box.setSingleStep(kind.step)
        self._box.setGroupSeparatorShown(True)
        self._box.setKeyboardTracking(False)
        self._box.lineEdit().setTextMargins(8, 0, 0, 0)  # the style sheet's padding does not reach it
        self._box.valueChanged.connect(self._show_unit)
        self._box.valueChanged.connect(self.changed.emit)

    def _show(self, value: SettingValue) -> None:
        self._box.setValue(cast(int, value))

    def words(self, value: SettingValue) -> str:
        if self._kind.at_least_means and value == self._kind.least:
            return translate(CONTEXT, self._kind.at_least_means)
        return f"{value:,}{self._unit(cast(int, value))}"

    def _unit(self, value: int) -> str:
        """What is counted, behind its number: one turn, several turns."""
        unit = self._kind.unit_of_one if value == 1 and self._kind.unit_of_one else self._kind.unit
        return f" {translate(CONTEXT, unit)}" if unit else ""

    @Slot(int)
    def _show_unit(self, value: int) -> None:
        self._box.setSuffix(self._unit(value))

    def retranslate(self) -> None:
        self._box.blockSignals(True)
        self._show_unit(self._box.value())
        self._box.setSpecialValueText(
            translate(CONTEXT, self._kind.at_least_means) if self._kind.at_least_means else ""
        )
        self._box.blockSignals(False)


class _DecimalField(Field):
    def __init__(self, kind: kinds.Decimal) -> None:
        self._box = QDoubleSpinBox()
        super().__init__(self._box)
        self._box.setRange(kind.least, kind.most)
        self._box.setSingleStep(kind.step)
        self._box.setKeyboardTracking(False)
        self._box.lineEdit().setTextMargins(8, 0, 0, 0)
        self._box.valueChanged.connect(lambda value: self.changed.emit(round(value, 2)))

    def _show(self, value: SettingValue) -> None:
        self._box.setValue(cast(float, value))

    def words(self, value: SettingValue) -> str:
        return f"{value:.2f}"


class _SwitchField(Field):
    def __init__(self, kind: kinds.Switch) -> None:
        self._kind = kind
        self._box = QCheckBox()
        super().__init__(self._box)
        self._box.toggled.connect(self.changed.emit)

    def _show(self, value: SettingValue) -> None:
        self._box.setChecked(bool(value))

    def words(self, value: SettingValue) -> str:
        return translate("Settings", "on") if value else translate("Settings", "off")

    def retranslate(self) -> None:
        self._box.setText(translate(CONTEXT, self._kind.words))


class _ChoiceField(Field):
    def __init__(self, options: tuple[tuple[str, str], ...]) -> None:
        self._options = options
        self._box = QComboBox()
        super().__init__(self._box)
        self._box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._box.currentIndexChanged.connect(self._on_index)

    @Slot(int)
    def _on_index(self, index: int) -> None:
        self.changed.emit(self._options[index][0])

    def _show(self, value: SettingValue) -> None:
        self._box.setCurrentIndex([option for option, _ in self._options].index(str(value)))

    def words(self, value: SettingValue) -> str:
        return next((translate(CONTEXT, words) for option, words in self._options if option == value), str(value))

    def retranslate(self) -> None:
        chosen = max(0, self._box.currentIndex())
        self._box.blockSignals(True)
        self._box.clear()
        self._box.addItems([translate(CONTEXT, words) for _, words in self._options])
        self._box.setCurrentIndex(chosen)
        self._box.blockSignals(False)


class _ParagraphField(Field):
    """Several lines: a text, or where ``as_lines`` a text a line."""

    def __init__(self, if_empty: str, *, as_lines: bool) -> None:
        self._if_empty = if_empty
        self._as_lines = as_lines
        self._edit = QPlainTextEdit()
        super().__init__(self._edit)
        self._edit.setTabChangesFocus(True)
        self._edit.textChanged.connect(self._on_text)

    @Slot()
    def _on_text(self) -> None:
        text = self._edit.toPlainText()
        if self._as_lines:
            self.changed.emit(tuple(line for line in text.splitlines() if line))
        else:
            self.changed.emit(text.strip())

    def _show(self, value: SettingValue) -> None:
        text = "\n".join(value) if isinstance(value, tuple) else str(value)
        if self._as_lines:
            same = tuple(line for line in self._edit.toPlainText().splitlines() if line) == value
        else:
            same = self._edit.toPlainText().strip() == text
        if not same:  # else the cursor and a line just begun would be lost while somebody types
            self._edit.setPlainText(text)

    def words(self, value: SettingValue) -> str:
        text = " ".join(value) if isinstance(value, tuple) else str(value)
        return text or translate(CONTEXT, self._if_empty)

    def retranslate(self) -> None:
        self._edit.setPlaceholderText(translate(CONTEXT, self._if_empty))
        self._edit.setFixedHeight(self._edit.fontMetrics().lineSpacing() * _LINES + 18)

    def changeEvent(self, event: QEvent) -> None:
        """Keep as many lines in sight at every text size."""
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._edit.setFixedHeight(self._edit.fontMetrics().lineSpacing() * _LINES + 18)
        super().changeEvent(event)


class _LineField(Field):
    def __init__(self, kind: kinds.Line) -> None:
        self._kind = kind
        self._edit = LineEdit()
        super().__init__(self._edit)
        self._edit.textEdited.connect(lambda text: self.changed.emit(text.strip()))

    def _show(self, value: SettingValue) -> None:
        if self._edit.text().strip() != value:
            self._edit.setText(str(value))

    def words(self, value: SettingValue) -> str:
        return str(value) or translate(CONTEXT, self._kind.if_empty)

    def retranslate(self) -> None:
        self._edit.setPlaceholderText(translate(CONTEXT, self._kind.if_empty))


class _SeedField(Field):
    def __init__(self, kind: kinds.Seed) -> None:
        self._kind = kind
        self._value: SettingValue = None
        self._edit = LineEdit()
        super().__init__(self._edit)
        self._edit.editingFinished.connect(self._on_finished)

    @Slot()
    def _on_finished(self) -> None:
        text = self._edit.text().strip()
        value = int(text) if text.isascii() and text.isdigit() else None
        if text and (value is None or not self._kind.accepts(value)):
            self._show(self._value)  # no number the engine takes
        else:
            self.changed.emit(value)

    def _show(self, value: SettingValue) -> None:
        self._value = value
        self._edit.setText("" if value is None else str(value))

    def words(self, value: SettingValue) -> str:
        return translate(CONTEXT, self._kind.if_empty) if value is None else str(value)

    def retranslate(self) -> None:
        self._edit.setPlaceholderText(translate(CONTEXT, self._kind.if_empty))


class ModelField(Field):
    """The model's file by name, and the way to choose another.

    Signals:
        models_wanted: show the models there are.
    """

    models_wanted = Signal()

    def __init__(self, kind: kinds.ModelChoice) -> None:
        self._kind = kind
        self._choose = button()
        super().__init__(self._choose)
        self._name = ElidedLabel("caption")
        self._column.addWidget(self._name)
        self._value = ""
        self._choose.clicked.connect(self.models_wanted)

    def _show(self, value: SettingValue) -> None:
        self._value = str(value)
        self._name.set_full_text(self.words(value))

    def words(self, value: SettingValue) -> str:
        """The file's name; its folder may name people."""
        return PurePath(str(value)).name if value else translate(CONTEXT, self._kind.if_empty)

    def retranslate(self) -> None:
        """Name the button and the shipped model."""
        self._choose.setText(translate("Settings", "Choose a model…"))
        self._show(self._value)


class _EmbeddingField(Field):
    def __init__(self, kind: kinds.EmbeddingChoice) -> None:
        self._kind = kind
        self._box = QComboBox()
        super().__init__(self._box)
        self._box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._value = kind.options[0][0]
        self._box.activated.connect(self._on_activated)

    def _folders(self) -> list[str]:
        known = [option for option, _ in self._kind.options]
        return known if self._value in known else [*known, self._value]

    @Slot(int)
    def _on_activated(self, index: int) -> None:
        folders = self._folders()
        if index < len(folders):
            self.changed.emit(folders[index])
            return
        self._fill()  # the choice stays what it was until a folder is named
        dialog = file_dialog(self, translate("Settings", "Folder of a sentence-transformers model"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.fileSelected.connect(self.changed.emit)
        dialog.open()

    def _show(self, value: SettingValue) -> None:
        self._value = str(value)
        self._fill()

    def words(self, value: SettingValue) -> str:
        known = dict(self._kind.options)
        return translate(CONTEXT, known[str(value)]) if value in known else Path(str(value)).name

    def _fill(self) -> None:
        folders = self._folders()
        self._box.blockSignals(True)
        self._box.clear()
        self._box.addItems([self.words(folder) for folder in folders])
        self._box.addItem(translate("Settings", "Choose a folder…"))
        self._box.setCurrentIndex(folders.index(self._value))
        self._box.blockSignals(False)

    def retranslate(self) -> None:
        self._fill()


def field_for(kind: kinds.Kind) -> Field:
    """The field for a kind of values."""
    match kind:
        case kinds.Whole():
            return _WholeField(kind)
        case kinds.Decimal():
            return _DecimalField(kind)
        case kinds.Switch():
            return _SwitchField(kind)
        case kinds.Choice():
            return _ChoiceField(kind.options)
        case kinds.Paragraph():
            return _ParagraphField(kind.if_empty, as_lines=False)
        case kinds.Line():
            return _LineField(kind)
        case kinds.Lines():
            return _ParagraphField(kind.if_empty, as_lines=True)
        case kinds.Seed():
            return _SeedField(kind)
        case kinds.ModelChoice():
            return ModelField(kind)
        case kinds.EmbeddingChoice():
            return _EmbeddingField(kind)
