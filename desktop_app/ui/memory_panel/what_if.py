"""What if: other settings and choices for the next message, and what they change, before it is sent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QComboBox,
    QDoubleSpinBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from desktop_app.domain.choices import NO_CHOICES, TurnChoices
from desktop_app.domain.prices import WhatIf
from desktop_app.domain.settings import ClipStrategy, Settings
from desktop_app.ui.memory_panel.clipped_cards import whole_seconds
from desktop_app.ui.texts import format_number, section_name, translate
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.basics import button, label

_STRATEGIES = (ClipStrategy.BY_VALUE, ClipStrategy.NEWEST_ONLY)
_TWO_COLUMNS_FROM = 330  # pixels of the 14 px design


class WhatIfStrip(QWidget):
    """A form of what can be tried for one message. It shows as one line while it is closed and something is chosen.

    Signals:
        choices_changed: TurnChoices for the next message.
        keep_requested: Settings to keep from now on.
    """

    choices_changed = Signal(object)
    keep_requested = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._settings = Settings()
        self._choices = NO_CHOICES
        self._what_if: WhatIf | None = None
        self._open = False
        self._full = True
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
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
        self.title = label("heading", parent=self)
        self.changes = label("caption", parent=self)
        self.price = label("caption", parent=self)
        for words in (self.changes, self.price):
            words.setWordWrap(True)
        self.reset = button("link", self)
        self.keep = button("link", self)
        self.close_button = button("link", self)
        self._lay_out()
        self._connect()
        self._retranslate()
        self._show()

    def _spin(self, least: int, most: int, step: int) -> QSpinBox:
        spin = QSpinBox(self)
        spin.setRange(least, most)
        spin.setSingleStep(step)
        self._add_field(spin)
        return spin

    def _add_field(self, field: QWidget) -> None:
        if isinstance(field, QAbstractSpinBox):
            # Each change builds a prompt; a number that is being typed is none yet.
            field.setKeyboardTracking(False)
        name = label("caption", parent=self)
        name.setBuddy(field)
        self._fields.append((name, field))

    def _lay_out(self) -> None:
        self._form = QWidget(self)
        self._grid = QGridLayout(self._form)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(4)
        self._columns = 0
        self._arrange(2)
        links = QHBoxLayout()
        links.setSpacing(14)
        links.addWidget(self.reset)
        links.addWidget(self.keep)
        links.addStretch(1)
        links.addWidget(self.close_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 8, 18, 10)
        layout.setSpacing(6)
        for widget in (self.title, self._form, self.changes, self.price):
            layout.addWidget(widget)
        layout.addLayout(links)

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

    def _connect(self) -> None:
        for _, field in self._fields:
            if isinstance(field, QSpinBox):
                field.valueChanged.connect(self._on_changed)
        self.minimum_score.valueChanged.connect(self._on_changed)
        self.strategy.activated.connect(self._on_changed)
        self.reset.clicked.connect(lambda: self.choices_changed.emit(NO_CHOICES))
        self.keep.clicked.connect(self._keep)
        self.close_button.clicked.connect(lambda: self.set_open(not self._open))

    # --- what the panel says of it

    @property
    def is_open(self) -> bool:
        """Whether the form is shown."""
        return self._open

    def set_open(self, shown: bool) -> None:
        """Show the form, or what is chosen in one line."""
        self._open = shown
        self._show()

    def set_full(self, full: bool) -> None:
        """Show figures, or hide them."""
        self._full = full
        self._show()

    def set_theme(self, theme: Theme) -> None:
        """Fit the sizes of a theme."""
        self._theme = theme
        self._fit()

    def show_choices(self, settings: Settings, choices: TurnChoices) -> None:
        """Show what is in force and what is chosen for the next message."""
        self._settings, self._choices = settings, choices
        if choices == NO_CHOICES:
            self._what_if = None
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
        self._show()

    def show_what_if(self, what_if: WhatIf | None) -> None:
        """Show what the choices change about the prompt."""
        self._what_if = what_if
        self._show()

    # --- inside

    @Slot()
    def _on_changed(self) -> None:
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
        self.choices_changed.emit(
            replace(
                self._choices,
                context=None if context == self._settings.context else context,
                recall=None if recall == self._settings.recall else recall,
            )
        )

    @Slot()
    def _keep(self) -> None:
        choices = self._choices
        self.keep_requested.emit(
            replace(
                self._settings,
                context=choices.context or self._settings.context,
                recall=choices.recall or self._settings.recall,
            )
        )

    def _show(self) -> None:
        chosen = self._choices != NO_CHOICES
        self.setVisible(self._open or chosen)
        self._form.setVisible(self._open)
        self.title.setVisible(self._open)
        self.close_button.setText(translate("WhatIf", "close") if self._open else translate("WhatIf", "change"))
        self.close_button.setAccessibleName(
            translate("WhatIf", "Close what if") if self._open else translate("WhatIf", "Change what is tried")
        )
        self.reset.setVisible(chosen)
        self.keep.setVisible(self._choices.context is not None or self._choices.recall is not None)
        self.changes.setText(self._change_words())
        self.price.setText(self._price_words())
        self.price.setVisible(bool(self.price.text()))

    def _change_words(self) -> str:
        if self._choices == NO_CHOICES:
            return translate("WhatIf", "Nothing is changed: the next message goes out as usual.")
        what = translate("WhatIf", "; ").join(chosen_words(self._choices, self._settings))
        return translate("WhatIf", "With the next message: {changes}").format(changes=what)

    def _price_words(self) -> str:
        what_if = self._what_if
        if what_if is None or not self._full:
            return ""
        lines = [
            translate("WhatIf", "{before} → {after} tokens").format(
                before=format_number(what_if.plain.prompt_tokens), after=format_number(what_if.chosen.prompt_tokens)
            )
        ]
        if what_if.sections:
            sections = (f"{section_name(name)} {signed(tokens)}" for name, tokens in what_if.sections.items())
            lines[0] += translate("WhatIf", ": ") + translate("Transcript", ", ").join(sections)
        if not what_if.tokens:
            lines.append(translate("WhatIf", "nothing more is read again"))
        elif what_if.seconds is None:
            lines.append(translate("WhatIf", "read again: {tokens} tokens").format(tokens=signed(what_if.tokens)))
        else:
            lines.append(
                translate("WhatIf", "read again: {tokens} tokens, about {seconds} s").format(
                    tokens=signed(what_if.tokens), seconds=whole_seconds(abs(what_if.seconds))
                )
            )
        return "\n".join(lines)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use one column where two have no room."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self._arrange(2 if self.width() >= self._theme.px(_TWO_COLUMNS_FROM) else 1)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() is QEvent.Type.LanguageChange:
            self._retranslate()
            self._show()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self.setAccessibleName(translate("WhatIf", "What if"))
        self.title.setText(translate("WhatIf", "What if the next message…"))
        names = (
            translate("WhatIf", "Recall at most"),
            translate("WhatIf", "Least similarity"),
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
        self.reset.setText(translate("WhatIf", "reset"))
        self.reset.setAccessibleName(translate("WhatIf", "Take back everything tried for the next message"))
        self.keep.setText(translate("WhatIf", "keep as settings"))
        self.keep.setAccessibleName(translate("WhatIf", "Keep these settings from now on"))


def strategy_name(strategy: ClipStrategy) -> str:
    """A clip strategy in words."""
    if strategy is ClipStrategy.BY_VALUE:
        return translate("WhatIf", "least valuable")
    return translate("WhatIf", "oldest")


def signed(tokens: int) -> str:
    """A difference with its sign: +176, −20."""
    return f"+{format_number(tokens)}" if tokens > 0 else format_number(tokens).replace("-", "−")


def chosen_words(choices: TurnChoices, settings: Settings) -> Sequence[str]:
    """What is chosen, one item each."""
    words: list[str] = []
    for count, one, several in (
        (
            len(choices.bring_back),
            translate("WhatIf", "1 turn brought back"),
            translate("WhatIf", "{count} turns brought back"),
        ),
        (len(choices.leave_out), translate("WhatIf", "1 turn left out"), translate("WhatIf", "{count} turns left out")),
        (len(choices.pin), translate("WhatIf", "1 turn pinned"), translate("WhatIf", "{count} turns pinned")),
        (
            len(choices.exclude_chunks),
            translate("WhatIf", "1 memory left out"),
            translate("WhatIf", "{count} memories left out"),
        ),
        (
            len(choices.drop_facts),
            translate("WhatIf", "1 fact left out"),
            translate("WhatIf", "{count} facts left out"),
        ),
        (len(choices.facts), translate("WhatIf", "1 fact changed"), translate("WhatIf", "{count} facts changed")),
    ):
        if count:
            words.append(one if count == 1 else several.format(count=count))
    if choices.fill_now:
        words.append(translate("WhatIf", "all the free space used"))
    if choices.recall is not None and choices.recall != settings.recall:
        words.append(translate("WhatIf", "other recall"))
    if choices.context is not None and choices.context != settings.context:
        words.append(translate("WhatIf", "other budgets or clip"))
    return words
