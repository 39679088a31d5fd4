"""The head of the panel: what it speaks of, the total, the gauge, the legend and what it cost."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.domain.ledger import Ledger
from desktop_app.ui.memory_panel.figures import Figures
from desktop_app.ui.memory_panel.gauge import Gauge, segment_words
from desktop_app.ui.memory_panel.legend import Legend
from desktop_app.ui.texts import format_number, section_name, translate
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.basics import ElidedLabel, label

_ENOUGH_READ = 32  # tokens; fewer tell nothing of the engine's speed
_MARGINS = (18, 14, 18, 12)
_SPACING = 8
_GAP = 5  # between title and figures


@dataclass(frozen=True, slots=True)
class Shown:
    """A ledger with what the panel knows about it.

    ``number``: of the turn, from one, 0 where only its ledger tells; ``preview``: it would be sent;
    ``older``: a turn before the newest that was sent; ``followed``: turns without a prompt came after it.
    """

    ledger: Ledger
    turn_id: int = 0
    number: int = 0
    preview: bool = False
    older: bool = False
    followed: bool = False

    @property
    def turn_number(self) -> int:
        """The turn as the window counts them, from one. A ledger also counts turns that were deleted since."""
        return self.number or self.ledger.turns_before + 1


class Header(QWidget):
    """Shows one ledger's figures.

    Signals:
        section_requested: a section of gauge or legend was chosen.
    """

    section_requested = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: Shown | None = None
        self._full = True
        self._folded = False  # to title and gauge
        self.title = ElidedLabel("heading", self)
        self.title.setAlignment(Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft)
        self.total = label("number", parent=self)
        self.limit = label("caption", parent=self)
        self.gauge = Gauge(theme, self)
        self.legend = Legend(theme, self)
        # One line with a place of its own, see set_theme: what is below must not move when a reply ends.
        self.cost = ElidedLabel("caption", self)
        self.check = label("caption", parent=self)
        self.gauge.section_clicked.connect(self.section_requested)
        self.legend.section_activated.connect(self.section_requested)
        top = QHBoxLayout()
        top.setSpacing(_GAP)
        top.addWidget(self.title, 1, Qt.AlignmentFlag.AlignBottom)
        top.addWidget(self.total, 0, Qt.AlignmentFlag.AlignBottom)
        top.addWidget(self.limit, 0, Qt.AlignmentFlag.AlignBottom)
        bottom = QHBoxLayout()
        bottom.setSpacing(12)
        bottom.addWidget(self.cost, 1, Qt.AlignmentFlag.AlignTop)
        bottom.addWidget(self.check, 0, Qt.AlignmentFlag.AlignTop)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(*_MARGINS)
        layout.setSpacing(_SPACING)
        layout.addLayout(top)
        layout.addWidget(self.gauge)
        layout.addWidget(self.legend)
        layout.addLayout(bottom)

    def set_theme(self, theme: Theme) -> None:
        """Paint in another theme."""
        self.gauge.set_theme(theme)
        self.legend.set_theme(theme)
        # The limit stands on the line of the large number.
        self.limit.setContentsMargins(0, 0, 0, theme.px(3))
        self.title.setContentsMargins(0, 0, 0, theme.px(3))
        # As high as the large number, which comes and goes.
        self.title.setMinimumHeight(QFontMetrics(theme.font("number")).height())
        # An empty label and one with a sign of another font are not as high by themselves.
        height = max(theme.px(18), QFontMetrics(theme.font("caption")).height())
        self.cost.setFixedHeight(height)
        self.check.setFixedHeight(height)

    def retranslate(self) -> None:
        """Say everything again in the language in force."""
        self.legend.retranslate()
        self.show_ledger(self._shown, self._full)

    def show_ledger(self, shown: Shown | None, full: bool) -> None:
        """Show the figures of a ledger, or an empty gauge."""
        self._shown, self._full = shown, full
        figures = None if shown is None else Figures.of(shown.ledger)
        self.total.setVisible(full and figures is not None)
        self.limit.setVisible(full and figures is not None)
        if figures is not None:
            self.total.setText(format_number(figures.prompt_tokens))
            self.limit.setText(f"/ {format_number(figures.context_limit)}")
        self._say_title()
        self.gauge.set_figures(figures)
        self.legend.set_figures(figures, full)
        self.cost.set_full_text(self._cost_words(shown) if shown is not None and full else "")
        self.check.setText(_check_words(shown) if shown is not None and full else "")
        self._show_parts()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the title beside the figures."""
        super().resizeEvent(event)
        self._say_title()

    def _say_title(self) -> None:
        """In full where there is room beside the figures, else in a word."""
        figures = [each for each in (self.total, self.limit) if each.isVisibleTo(self)]
        room = self.width() - _MARGINS[0] - _MARGINS[2] - sum(each.sizeHint().width() + _GAP for each in figures)
        words = _title(self._shown)
        if QFontMetrics(self.title.font()).horizontalAdvance(words) > room:
            words = _short_title(self._shown)
        self.title.set_full_text(words)

    def fit(self, room: int) -> None:
        """Fold to title and gauge where the whole head has no room in so many pixels of height.

        The figures by section are in the Context tab as well.
        """
        inner = self.width() - _MARGINS[0] - _MARGINS[2]
        whole = self.folded_height() + self.legend.height_at(inner) + _SPACING
        whole += (self.cost.sizeHint().height() + _SPACING) if self._full else 0
        if (whole > room) != self._folded:
            self._folded = whole > room
            self._show_parts()

    def folded_height(self) -> int:
        """The height of title and gauge, in pixels."""
        return _MARGINS[1] + self.title.minimumHeight() + _SPACING + self.gauge.sizeHint().height() + _MARGINS[3]

    def minimumSizeHint(self) -> QSize:
        """Folded: until `fit` has been told of the room, as after another size of text, the window must not grow."""
        return QSize(super().minimumSizeHint().width(), self.folded_height())

    @property
    def is_folded(self) -> bool:
        """Whether only title and gauge are shown."""
        return self._folded

    def _show_parts(self) -> None:
        self.legend.setVisible(not self._folded)
        self.cost.setVisible(self._full and not self._folded)
        self.check.setVisible(self._full and not self._folded)
        figures = Figures.of(self._shown.ledger) if self._folded and self._full and self._shown is not None else None
        for part in (self.total, self.limit):  # what the folded legend would say
            part.setToolTip("" if figures is None else "\n".join(map(segment_words, figures.segments)))

    def show_typed(self, shown: Shown, tokens: int, full: bool) -> Figures:
        """Show at once that the message being typed has so many tokens. Returns what is shown."""
        figures = Figures.while_typing(shown.ledger, tokens, sent=not shown.preview)
        self.title.set_full_text(translate("Panel", "Would be sent"))
        self.total.setText(format_number(figures.prompt_tokens))
        self.gauge.set_figures(figures)
        self.legend.set_figures(figures, full)
        self.cost.set_full_text("")
        self.check.setText(translate("Panel", "estimate") if full else "")
        return figures

    def _cost_words(self, shown: Shown) -> str:
        ledger = shown.ledger
        if shown.preview or not ledger.reused_tokens + ledger.computed_tokens:
            return ""
        if ledger.broke_prefix:
            return translate("Panel", "read again {tokens}: {section} changed").format(
                tokens=format_number(ledger.computed_tokens), section=section_name(ledger.broke_prefix)
            )
        saved = format_number(ledger.reused_tokens)
        if not ledger.reused_tokens:
            return translate("Panel", "read {tokens}, nothing to reuse").format(
                tokens=format_number(ledger.computed_tokens)
            )
        if ledger.computed_tokens >= _ENOUGH_READ and ledger.prefill_ms > 0:  # by this turn's own speed
            seconds = ledger.reused_tokens / ledger.computed_tokens * ledger.prefill_ms / 1000
            return translate("Panel", "saved re-reading {tokens}, about {seconds} s").format(
                tokens=saved, seconds=max(1, round(seconds))
            )
        return translate("Panel", "saved re-reading {tokens} tokens").format(tokens=saved)


def _title(shown: Shown | None) -> str:
    if shown is None:
        return translate("Panel", "Memory")
    if shown.preview:
        return translate("Panel", "Would be sent")
    if shown.older or shown.followed:
        return translate("Panel", "Sent to the model, turn {number}").format(number=shown.turn_number)
    return translate("Panel", "Sent to the model")


def _short_title(shown: Shown | None) -> str:
    """The title in large text."""
    if shown is None or shown.preview:
        return _title(shown)
    if shown.older or shown.followed:
        return translate("Panel", "Turn {number}").format(number=shown.turn_number)
    return translate("Panel", "Sent")


def _check_words(shown: Shown) -> str:
    ledger = shown.ledger
    if not ledger.counts_exact:
        return translate("Panel", "estimate")
    if shown.preview:
        return translate("Panel", "counted by the model")
    evaluated = ledger.reused_tokens + ledger.computed_tokens
    if not evaluated:
        return ""
    if evaluated == ledger.prompt_tokens:
        return translate("Panel", "matches the engine ✓")
    return translate("Panel", "the engine counted {tokens}").format(tokens=format_number(evaluated))
