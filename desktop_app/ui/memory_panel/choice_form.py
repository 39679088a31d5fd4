"""The settings that can be tried for one prompt, as a form."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QDoubleSpinBox, QGridLayout, QLabel, QSpinBox, QWidget

from desktop_app.domain.budget import divide
from desktop_app.domain.choices import NO_CHOICES, TurnChoices
from desktop_app.domain.settings import ClipStrategy, Settings
from desktop_app.ui.texts import format_number, translate
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.basics import label

_STRATEGIES = (ClipStrategy.BY_VALUE, ClipStrategy.NEWEST_ONLY)
_TWO_COLUMNS_FROM = 330  # pixels of the 14 px design


class ChoiceForm(QWidget):
    """Recall, budgets and clip strategy of one prompt.

    Signals:
        edited: the TurnChoices as they are now.
    """

    edited = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._settings = Settings()
        self._choices = NO_CHOICES
        self._fields: list[tuple[QLabel, QWidget]] = []
        self.top_k = self._spin(0, 50, 1)
        self.minimum_score = QDoubleSpinBox(self)
        self.minimum_score.setRange(0.0, 1.0)
        self.minimum_score.setSingleStep(0.05)
        self._add_field(self.minimum_score)
        self.recall_budget = self._spin(0, 8_192, 50)
        self.facts_budget = self._spin(0, 8_192, 50)
        self.summary_budget = self._spin(0, 8_192, 50)
        self.reserve = self._spin(16, 8_192, 64)
        self.keep_last = self._spin(0, 100, 1)
        self.strategy = QComboBox(self)
        self._add_field(self.strategy)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(4)
        self._columns = 0
        self._arrange(2)
        for _, field in self._fields:
            if isinstance(field, QSpinBox):
                field.valueChanged.connect(self._on_edited)
        self.minimum_score.valueChanged.connect(self._on_edited)
        self.strategy.activated.connect(self._on_edited)
        self.retranslate()

    def _spin(self, least: int, most: int, step: int) -> QSpinBox:
        spin = QSpinBox(self)
        spin.setRange(least, most)
        spin.setSingleStep(step)
        self._add_field(spin)
        return spin

    def _add_field(self, field: QWidget) -> None:
        # Narrower than they ask for, so that two columns fit a narrow panel.
        field.setMinimumWidth(64 if isinstance(field, QAbstractSpinBox) else 92)
        if isinstance(field, QAbstractSpinBox):
            # Each change builds a prompt; a number that is being typed is none yet.
            field.setKeyboardTracking(False)
            field.lineEdit().setTextMargins(8, 0, 0, 0)  # the style sheet's padding does not reach it
        name = label("caption", parent=self)
        name.setBuddy(field)
        self._fields.append((name, field))

    def _arrange(self, columns: int) -> None:
        if columns == self._columns:
            return
        self._columns = columns
        rows = -(-len(self._fields) // columns)
        for place, (name, field) in enumerate(self._fields):
            column, row = divmod(place, rows)
            self._grid.addWidget(name, row, 2 * column)
            self._grid.addWidget(field, row, 2 * column + 1)
        for column in range(4):
            self._grid.setColumnStretch(column, 1 if column % 2 == 0 and column < 2 * columns else 0)

    def set_theme(self, theme: Theme) -> None:
        """Fit the sizes of a theme."""
        self._theme = theme
        self._widen_strategy()
        self._fit()

    def show_choices(self, settings: Settings, choices: TurnChoices) -> None:
        """Show what is in force and what is chosen instead."""
        self._settings, self._choices = settings, choices
        context, recall = choices.context or settings.context, choices.recall or settings.recall
        for spin, value in (
            (self.top_k, recall.top_k if recall.enabled else 0),
            (self.recall_budget, context.recall_budget_tokens),
            (self.facts_budget, context.facts_budget_tokens),
            (self.summary_budget, context.summary_budget_tokens),
            (self.reserve, context.reply_reserve_tokens),
            (self.keep_last, context.keep_last_turns),
        ):
            with QSignalBlocker(spin):
                spin.setValue(value)
        with QSignalBlocker(self.minimum_score):
            self.minimum_score.setValue(recall.minimum_score)
        self.strategy.setCurrentIndex(_STRATEGIES.index(context.clip_strategy))

    def refused_words(self, context_limit: int) -> str:
        """Which numbers tried are not in force in a window of so many tokens, and what is instead; "" where all are.

        What the settings say is no number that somebody tries: nothing is told of it.
        """
        kept = self._settings.context
        window = divide(self._choices.context or kept, context_limit)
        capped = [
            translate("WhatIf", "{name} {most}").format(name=field.accessibleName(), most=format_number(most))
            for field, setting, most in (
                (self.recall_budget, kept.recall_budget_tokens, window.recall_cap),
                (self.facts_budget, kept.facts_budget_tokens, window.facts_cap),
                (self.summary_budget, kept.summary_budget_tokens, window.summary_cap),
                (self.reserve, kept.reply_reserve_tokens, window.reserved),
            )
            if field.value() > most and field.value() != setting
        ]
        if not capped:
            return ""
        listed = translate("Transcript", ", ").join(capped)
        return translate("WhatIf", "More than this context has room for. In force: {limits}").format(limits=listed)

    @Slot()
    def _on_edited(self) -> None:
        context = replace(
            self._choices.context or self._settings.context,
            recall_budget_tokens=self.recall_budget.value(),
            facts_budget_tokens=self.facts_budget.value(),
            summary_budget_tokens=self.summary_budget.value(),
            reply_reserve_tokens=self.reserve.value(),
            keep_last_turns=self.keep_last.value(),
            clip_strategy=_STRATEGIES[self.strategy.currentIndex()],
        )
        top_k = self.top_k.value()
        now = self._choices.recall or self._settings.recall
        recall = replace(
            now,
            enabled=top_k > 0,
            top_k=top_k or now.top_k,
            minimum_score=round(self.minimum_score.value(), 2),
        )
        self.edited.emit(
            replace(
                self._choices,
                context=None if context == self._settings.context else context,
                recall=None if recall == self._settings.recall else recall,
            )
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use one column where two have no room."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        wide = self.width() >= max(self._theme.px(_TWO_COLUMNS_FROM), self._two_columns_px())
        self._arrange(2 if wide else 1)

    def _two_columns_px(self) -> int:
        """How wide two columns are at least, with every word in full."""
        rows = -(-len(self._fields) // 2)
        columns = (self._fields[:rows], self._fields[rows:])
        needed = sum(
            max(name.sizeHint().width() for name, _ in column) + max(field.minimumWidth() for _, field in column)
            for column in columns
        )
        return needed + 3 * self._grid.horizontalSpacing()

    def retranslate(self) -> None:
        """Name the fields in the language in force."""
        names = (
            translate("WhatIf", "Recall at most"),
            translate("WhatIf", "Least score"),
            translate("WhatIf", "For recall"),
            translate("WhatIf", "For facts"),
            translate("WhatIf", "For summary"),
            translate("WhatIf", "For the reply"),
            translate("WhatIf", "Newest kept"),
            translate("WhatIf", "Leaves first"),
        )
        descriptions = (
            translate("WhatIf", "Memories recalled for this message; 0 recalls nothing"),
            translate("WhatIf", "From 0 to 1; what fits less is not recalled"),
            translate("WhatIf", "Tokens that recalled memories may take"),
            translate("WhatIf", "Tokens that facts may take"),
            translate("WhatIf", "Tokens that the summary may take"),
            translate("WhatIf", "Tokens kept free for the reply"),
            translate("WhatIf", "Newest turns that are never left out"),
            translate("WhatIf", "Which turns leave when the window is full"),
        )
        for (name, field), text, description in zip(self._fields, names, descriptions, strict=True):
            name.setText(text)
            field.setAccessibleName(text)
            field.setAccessibleDescription(description)
            field.setToolTip(description)
        chosen = max(0, self.strategy.currentIndex())
        with QSignalBlocker(self.strategy):
            self.strategy.clear()
            self.strategy.addItems([strategy_name(strategy) for strategy in _STRATEGIES])
            self.strategy.setCurrentIndex(chosen)
        self._widen_strategy()

    def _widen_strategy(self) -> None:
        """Each of its words stands in full."""
        self.strategy.setMinimumWidth(self.strategy.sizeHint().width())


def strategy_name(strategy: ClipStrategy) -> str:
    """A clip strategy in words."""
    if strategy is ClipStrategy.BY_VALUE:
        return translate("WhatIf", "low value")
    return translate("WhatIf", "oldest")
