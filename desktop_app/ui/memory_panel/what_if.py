"""What if: other settings and choices for the next message, and what they change, before it is sent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from desktop_app.domain.choices import NO_CHOICES, TurnChoices, on_other_settings
from desktop_app.domain.prices import WhatIf
from desktop_app.domain.settings import Settings
from desktop_app.ui.memory_panel.choice_form import ChoiceForm
from desktop_app.ui.memory_panel.clipped_cards import whole_seconds
from desktop_app.ui.texts import format_number, section_name, translate
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.basics import ElidedLabel, Hairline, button, label

_SPACING = 6
_MARGINS = (18, 8, 18, 10)
_LEAST_FORM, _SMALLEST_FORM = 64, 40  # pixels of the 14 px design, usually and beside many words; the rest scrolls
_WORDS_LINES = 3  # kept free for what the choices change and cost, which comes by itself
_ANY_HEIGHT = 16_777_215  # Qt's own largest


class WhatIfStrip(QWidget):
    """A form of what can be tried for one message. It shows as one line while it is closed and something is chosen.

    Signals:
        choices_changed: TurnChoices for the next message.
        keep_requested: Settings to keep from now on.
        open_changed: whether the form is shown now.
        left: the form was closed by Escape, with the focus in it.
    """

    choices_changed = Signal(object)
    keep_requested = Signal(object)
    open_changed = Signal(bool)
    left = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = Settings()
        self._choices = NO_CHOICES
        self._what_if: WhatIf | None = None
        self._open = False
        self._full = True
        self._context_limit = 0  # tokens, 0 while it is not known
        self._room = 0  # pixels of height
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._theme = theme
        self.form = ChoiceForm(theme)
        self.form.setProperty("surface", "panel")
        self.form.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        # In a low window or with large text the form scrolls, so that what it changes stays in sight.
        self._area = QScrollArea(self)
        self._area.setWidget(self.form)
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QScrollArea.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.title = ElidedLabel("heading", self)
        self.changes = label("caption", parent=self)
        self.price = label("caption", parent=self)
        self.refused = label("warning", parent=self)
        self._words = (self.refused, self.changes, self.price)
        for words in self._words:
            words.setWordWrap(True)
        self.reset = button("link", self)
        self.keep = button("link", self)
        self.close_button = button("link", self)
        self._lay_out()
        self._connect()
        self._retranslate()
        self._show()

    def _lay_out(self) -> None:
        self._heading = QHBoxLayout()
        self._heading.addWidget(self.title, 1)
        self._links = QHBoxLayout()
        self._links.setSpacing(14)
        self._links.addWidget(self.reset)
        self._links.addWidget(self.keep)
        self._links.addStretch(1)
        self._links.addWidget(self.close_button)
        policy = self.reset.sizePolicy()
        policy.setRetainSizeWhenHidden(True)  # the line of links is there before there is anything to take back
        self.reset.setSizePolicy(policy)
        layout = QVBoxLayout()
        layout.setContentsMargins(*_MARGINS)
        layout.setSpacing(_SPACING)
        layout.addLayout(self._heading)
        for widget in (self._area, *self._words):
            layout.addWidget(widget)
        layout.addStretch(1)
        layout.addLayout(self._links)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(Hairline(parent=self))
        whole.addLayout(layout)

    def _connect(self) -> None:
        self.form.edited.connect(self.choices_changed)
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
        if shown != self._open:
            # Beside the heading while there is one: a line of its own would be taken from the page below.
            (self._heading if shown else self._links).addWidget(self.close_button)
        self._open = shown
        self._show()
        self.open_changed.emit(shown)

    def set_full(self, full: bool) -> None:
        """Show figures, or hide them."""
        self._full = full
        self._show()

    def set_theme(self, theme: Theme) -> None:
        """Fit the sizes of a theme."""
        self._theme = theme
        self.form.set_theme(theme)
        self._fit()

    def show_choices(self, settings: Settings, choices: TurnChoices) -> None:
        """Show what is in force and what is chosen for the next message."""
        self._settings, self._choices = settings, choices
        if choices == NO_CHOICES:
            self._what_if = None
        self.form.show_choices(settings, choices)
        self._show()

    def show_limit(self, context_limit: int) -> None:
        """Say which numbers are not in force in a window of so many tokens; 0 where none is known."""
        if context_limit != self._context_limit:
            self._context_limit = context_limit
            self._show()

    def follow_settings(self, settings: Settings) -> None:
        """Other settings are in force: what was not chosen here is what they say."""
        choices = on_other_settings(self._choices, self._settings, settings)
        if choices == self._choices:
            self.show_choices(settings, choices)
        else:
            self._settings = settings
            self.choices_changed.emit(choices)

    def show_what_if(self, what_if: WhatIf | None) -> None:
        """Show what the choices change about the prompt."""
        self._what_if = what_if
        self._show()

    # --- inside

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
        self._area.setVisible(self._open)
        self.title.setVisible(self._open)
        self.close_button.setText(translate("WhatIf", "close") if self._open else translate("WhatIf", "change"))
        self.close_button.setAccessibleName(
            translate("WhatIf", "Close what if") if self._open else translate("WhatIf", "Change what is tried")
        )
        self.reset.setVisible(chosen)
        self.keep.setVisible(self._choices.context is not None or self._choices.recall is not None)
        refused = self.form.refused_words(self._context_limit) if self._open and self._context_limit else ""
        self.refused.setText(refused)
        self.refused.setVisible(bool(refused))
        self.changes.setText(self._change_words())
        self.price.setText(self._price_words())
        self.price.setVisible(bool(self.price.text()))
        self._fit()

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

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes the form; what is tried stays."""
        if event.key() == Qt.Key.Key_Escape and self._open:
            self.set_open(False)
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap the words anew."""
        super().resizeEvent(event)
        self._fit()

    def fit(self, room: int) -> None:
        """Take so many pixels of height while the form is open, if there is any use for them."""
        self._room = room
        self._fit()

    @property
    def least_height(self) -> int:
        """The height below which it cannot be used while the form is open, in pixels."""
        return self._frame_height() + self._kept_for_words() + self._theme.px(_LEAST_FORM)

    def _fit(self) -> None:
        """Keep the height whatever the words say: where they need more lines, the form scrolls in fewer."""
        if not self._open:
            self.setMinimumHeight(0)
            self.setMaximumHeight(_ANY_HEIGHT)
            return
        width = self.width() - _MARGINS[0] - _MARGINS[2]
        words = sum(one.heightForWidth(width) + _SPACING for one in self._words if not one.isHidden())
        frame, form = self._frame_height(), self.form.sizeHint().height()
        whole = min(max(self._room, self.least_height), frame + form + self._kept_for_words())
        area = max(self._theme.px(_SMALLEST_FORM), min(form, whole - frame - words))
        self._area.setFixedHeight(area)
        self.setFixedHeight(max(whole, frame + area + words))

    def _frame_height(self) -> int:
        """What heading, links and the space between take."""
        lines = self._heading.sizeHint().height() + self._links.sizeHint().height()
        return lines + _MARGINS[1] + _MARGINS[3] + 2 * _SPACING + 1

    def _kept_for_words(self) -> int:
        return _WORDS_LINES * QFontMetrics(self._theme.font("caption")).lineSpacing() + 2 * _SPACING

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() is QEvent.Type.LanguageChange:
            self._retranslate()
            self._show()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self.setAccessibleName(translate("WhatIf", "What if"))
        self.title.set_full_text(translate("WhatIf", "What if the next message…"))
        self.form.retranslate()
        self.reset.setText(translate("WhatIf", "reset"))
        self.reset.setAccessibleName(translate("WhatIf", "Take back everything tried for the next message"))
        self.keep.setText(translate("WhatIf", "keep as settings"))
        self.keep.setAccessibleName(translate("WhatIf", "Keep these settings from now on"))


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
