"""The settings: the window's own, and those of the vault."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QLabel,
    QPlainTextEdit,
    QSpinBox,
    QWidget,
)

from desktop_app.domain.conversation import Person, VaultKind
from desktop_app.domain.settings import Settings, SummaryLevel
from desktop_app.ui.application import Translations
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.dialogs.memory_settings import MemorySettings
from desktop_app.ui.theme import MAXIMUM_BODY_PX, MINIMUM_BODY_PX, ThemeManager, ThemeName
from desktop_app.ui.widgets.basics import Hairline, label

_LANGUAGES = ("system", "zh", "en")
_FIELD_PX = 200
_LEVELS = (SummaryLevel.BRIEF, SummaryLevel.NORMAL, SummaryLevel.DETAILED)
_THEMES = (ThemeName.SYSTEM, ThemeName.LIGHT, ThemeName.DARK, ThemeName.CONTRAST)


class SettingsDialog(Dialog):
    """Appearance takes effect at once and is taken back by Cancel; the rest takes effect with Save."""

    saved = Signal(object)  # Settings
    appearance_saved = Signal()
    person_saved = Signal(int, object, bool)  # person, FactMode or None for the vault's, facts hold everywhere

    def __init__(
        self,
        settings: Settings,
        themes: ThemeManager,
        translations: Translations,
        parent: QWidget | None = None,
        *,
        person: Person | None = None,
        kind: VaultKind = VaultKind.PERSONAL,
    ) -> None:
        super().__init__(parent, 540)
        self._settings = settings
        self._themes = themes
        self._translations = translations
        self._before = (translations.choice, themes.choice, themes.theme.body_px)
        self._labels: list[tuple[QLabel, QWidget]] = []
        self._language, self._theme = QComboBox(), QComboBox()
        self._font_size = _spin(MINIMUM_BODY_PX, MAXIMUM_BODY_PX, 1, themes.theme.body_px)
        self._context = _spin(256, 131_072, 256, settings.context.context_length)
        self._reserve = _spin(16, 8_192, 64, settings.context.reply_reserve_tokens)
        self._top_k = _spin(0, 50, 1, settings.recall.top_k)
        self._level = QComboBox()
        self._cl100k = QCheckBox()
        self._cl100k.setChecked(settings.show_cl100k)
        self._unrecorded = QCheckBox()
        self._unrecorded.setChecked(settings.mark_unrecorded)
        self._model_facts = QCheckBox()
        self._model_facts.setChecked(settings.model_facts)
        self._minimum = QDoubleSpinBox()
        self._minimum.setRange(0.0, 1.0)
        self._minimum.setSingleStep(0.05)
        self._minimum.setValue(settings.recall.minimum_score)
        self._memory = MemorySettings(settings.fact_mode, person, kind)
        self._system_prompt = QPlainTextEdit(settings.system_prompt)
        self._system_prompt.setTabChangesFocus(True)
        self._system_prompt.setFixedHeight(58)
        self._note = label("caption")
        self._note.setWordWrap(True)
        self._problem = label("warning")
        self._problem.setWordWrap(True)
        self._build()
        self.retranslate()
        self._language.currentIndexChanged.connect(self._on_language)
        self._theme.currentIndexChanged.connect(self._on_theme)
        self._font_size.valueChanged.connect(self._themes.set_body_px)
        for spin in (self._context, self._reserve):
            spin.valueChanged.connect(self._check)

    def _build(self) -> None:
        form = QFormLayout()
        form.setHorizontalSpacing(24)
        form.setVerticalSpacing(5)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.FieldsStayAtSizeHint)
        groups: tuple[tuple[QWidget, ...], ...] = (
            (self._language, self._theme, self._font_size),
            (self._context, self._reserve, self._top_k, self._minimum, self._level, self._cl100k),
            (*self._memory.fields, self._model_facts, self._unrecorded),
        )
        for group in groups:
            for field in group:
                field.setMinimumWidth(_FIELD_PX)
                if isinstance(field, QAbstractSpinBox):
                    field.lineEdit().setTextMargins(8, 0, 0, 0)  # the style sheet's padding does not reach it
                self._add_row(form, field)
            form.addRow(Hairline())
        self.body.addLayout(form)
        prompt_label = label("")
        prompt_label.setBuddy(self._system_prompt)
        self._labels.append((prompt_label, self._system_prompt))
        self.body.addWidget(prompt_label)
        self.body.addWidget(self._system_prompt)
        self.body.addWidget(self._note)
        self.body.addWidget(self._problem)

    def _add_row(self, form: QFormLayout, field: QWidget) -> None:
        name = label("")
        name.setBuddy(field)
        self._labels.append((name, field))
        form.addRow(name, field)

    def accept(self) -> None:
        """Hand the settings over."""
        if self._problem_text():
            return
        self.appearance_saved.emit()
        changed = replace(
            self._settings,
            system_prompt=self._system_prompt.toPlainText().strip(),
            show_cl100k=self._cl100k.isChecked(),
            mark_unrecorded=self._unrecorded.isChecked(),
            model_facts=self._model_facts.isChecked(),
            fact_mode=self._memory.mode,
            context=replace(
                self._settings.context,
                context_length=self._context.value(),
                reply_reserve_tokens=self._reserve.value(),
                summary_level=_LEVELS[self._level.currentIndex()],
            ),
            recall=replace(
                self._settings.recall,
                top_k=self._top_k.value(),
                minimum_score=round(self._minimum.value(), 2),
                enabled=self._top_k.value() > 0,
            ),
        )
        if changed != self._settings:
            self.saved.emit(changed)
        if self._memory.changed_person is not None:
            self.person_saved.emit(*self._memory.changed_person)
        super().accept()

    def reject(self) -> None:
        """Take the appearance back."""
        language, theme, body_px = self._before
        self._translations.set_choice(language)
        self._themes.set_choice(theme)
        self._themes.set_body_px(body_px)
        super().reject()

    @Slot(int)
    def _on_language(self, index: int) -> None:
        self._translations.set_choice(_LANGUAGES[index])

    @Slot(int)
    def _on_theme(self, index: int) -> None:
        self._themes.set_choice(_THEMES[index])

    def _problem_text(self) -> str:
        if self._reserve.value() > self._context.value() // 2:
            return self.tr("The reply may take half of the context length at most.")
        return ""

    @Slot()
    def _check(self) -> None:
        problem = self._problem_text()
        self._problem.setText(problem)
        self._problem.setVisible(bool(problem))
        self.accept_button.setEnabled(not problem)

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        self.set_title(self.tr("Settings"))
        self.accept_button.setText(self.tr("Save"))
        texts = (
            self.tr("Language"),
            self.tr("Appearance"),
            self.tr("Text size"),
            self.tr("Context length"),
            self.tr("Kept for the reply"),
            self.tr("Memories recalled at most"),
            self.tr("Least similarity"),
            self.tr("Summary of earlier turns"),
            self.tr("Count by cl100k as well"),
            *self._memory.labels(),
            self.tr("Also let the model look for facts"),
            self.tr("Check replies against the record"),
            self.tr("System prompt"),
        )
        for (name, field), text in zip(self._labels, texts, strict=True):
            name.setText(text)
            field.setAccessibleName(text)
        for spin in (self._context, self._reserve):
            spin.setSuffix(self.tr(" tokens"))
        self._cl100k.setText(self.tr("shown as an estimate"))
        self._unrecorded.setText(self.tr("mark what is not in it"))
        checked = self.tr("Drugs, doses, numbers, dates and denials of a reply that stand nowhere in its prompt.")
        self._unrecorded.setAccessibleDescription(checked)
        self._unrecorded.setToolTip(checked)
        self._model_facts.setText(self.tr("as proposals"))
        found = self.tr("Where the rules find nothing. What the model finds is proposed, never believed by itself.")
        self._model_facts.setAccessibleDescription(found)
        self._model_facts.setToolTip(found)
        self._font_size.setSuffix(self.tr(" px"))
        self._top_k.setSpecialValueText(self.tr("none, recall is off"))
        self._system_prompt.setPlaceholderText(self.tr("Empty: the prompt that ships with the program"))
        self._note.setText(
            self.tr("A changed context length loads the model again. Similarity runs from 0 to 1; 1 is identical.")
        )
        _fill(
            self._language,
            (self.tr("As the system"), "中文", "English"),
            _LANGUAGES.index(self._translations.choice),
        )
        chosen = self._level.currentIndex()
        _fill(
            self._level,
            (self.tr("Brief"), self.tr("Normal"), self.tr("Detailed")),
            chosen if chosen >= 0 else _LEVELS.index(self._settings.context.summary_level),
        )
        _fill(
            self._theme,
            (self.tr("As the system"), self.tr("Light"), self.tr("Dark"), self.tr("High contrast")),
            _THEMES.index(self._themes.choice),
        )
        self._check()


def _spin(minimum: int, maximum: int, step: int, value: int) -> QSpinBox:
    spin = QSpinBox()
    spin.setRange(minimum, maximum)
    spin.setSingleStep(step)
    spin.setValue(value)
    return spin


def _fill(box: QComboBox, texts: tuple[str, ...], chosen: int) -> None:
    box.blockSignals(True)
    box.clear()
    box.addItems(list(texts))
    box.setCurrentIndex(chosen)
    box.blockSignals(False)
