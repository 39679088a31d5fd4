"""The head of the panel: what it speaks of, the total, the gauge, the legend and what it cost."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.domain.events import TurnFinished
from desktop_app.domain.ledger import Ledger
from desktop_app.ui.memory_panel.figures import Figures
from desktop_app.ui.memory_panel.gauge import Gauge
from desktop_app.ui.memory_panel.legend import Legend
from desktop_app.ui.texts import format_number, section_name, translate
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.basics import ElidedLabel, label


@dataclass(frozen=True, slots=True)
class Shown:
    """A ledger with what the panel knows about it.

    ``number``: of the turn, from one, 0 where only its ledger tells; ``preview``: it would be sent;
    ``older``: a turn before the newest; ``confirmed``: the engine answered on it.
    """

    ledger: Ledger
    turn_id: int = 0
    number: int = 0
    preview: bool = False
    older: bool = False
    confirmed: bool = True

    @property
    def turn_number(self) -> int:
        """The turn as the window counts them, from one. A ledger also counts turns that were deleted since."""
        return self.number or len(self.ledger.kept) + len(self.ledger.clipped) + 1


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
        self._prefill_rate = 0.0  # prompt tokens a second, of the last turn that read enough to tell
        self.title = label("heading", parent=self)
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
        top.setSpacing(5)
        top.addWidget(self.title, 1, Qt.AlignmentFlag.AlignBottom)
        top.addWidget(self.total, 0, Qt.AlignmentFlag.AlignBottom)
        top.addWidget(self.limit, 0, Qt.AlignmentFlag.AlignBottom)
        bottom = QHBoxLayout()
        bottom.setSpacing(12)
        bottom.addWidget(self.cost, 1, Qt.AlignmentFlag.AlignTop)
        bottom.addWidget(self.check, 0, Qt.AlignmentFlag.AlignTop)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 14, 18, 12)
        layout.setSpacing(8)
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
        # An empty label and one with a sign of another font are not as high by themselves.
        height = max(theme.px(18), QFontMetrics(theme.font("caption")).height())
        self.cost.setFixedHeight(height)
        self.check.setFixedHeight(height)

    def retranslate(self) -> None:
        """Say everything again in the language in force."""
        self.legend.retranslate()
        self.show_ledger(self._shown, self._full)

    def learn_speed(self, event: TurnFinished) -> None:
        """Remember how fast the engine reads, to say what reuse saves in seconds."""
        if event.ledger is not None and event.read_tokens >= 32 and event.prefill_ms > 0:
            self._prefill_rate = event.read_tokens / event.prefill_ms * 1000

    def show_ledger(self, shown: Shown | None, full: bool) -> None:
        """Show the figures of a ledger, or an empty gauge."""
        self._shown, self._full = shown, full
        figures = None if shown is None else Figures.of(shown.ledger)
        self.title.setText(_title(shown))
        self.total.setVisible(full and figures is not None)
        self.limit.setVisible(full and figures is not None)
        if figures is not None:
            self.total.setText(format_number(figures.prompt_tokens))
            self.limit.setText(f"/ {format_number(figures.context_limit)}")
        self.gauge.set_figures(figures)
        self.legend.set_figures(figures, full)
        self.cost.set_full_text(self._cost_words(shown) if shown is not None and full else "")
        self.check.setText(_check_words(shown) if shown is not None and full else "")
        self.cost.setVisible(full)
        self.check.setVisible(full)

    def show_typed(self, shown: Shown, tokens: int, full: bool) -> Figures:
        """Show at once that the message being typed has so many tokens. Returns what is shown."""
        figures = Figures.while_typing(shown.ledger, tokens, sent=not shown.preview)
        self.title.setText(translate("Panel", "Would be sent"))
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
        if self._prefill_rate > 0:
            return translate("Panel", "saved re-reading {tokens}, about {seconds} s").format(
                tokens=saved, seconds=max(1, round(ledger.reused_tokens / self._prefill_rate))
            )
        return translate("Panel", "saved re-reading {tokens} tokens").format(tokens=saved)


def _title(shown: Shown | None) -> str:
    if shown is None:
        return translate("Panel", "Memory")
    if shown.preview:
        return translate("Panel", "Would be sent")
    if shown.older:
        return translate("Panel", "Sent to the model, turn {number}").format(number=shown.turn_number)
    return translate("Panel", "Sent to the model")


def _check_words(shown: Shown) -> str:
    ledger = shown.ledger
    if not ledger.counts_exact:
        return translate("Panel", "estimate")
    if shown.preview:
        return translate("Panel", "counted by the model")
    evaluated = ledger.reused_tokens + ledger.computed_tokens
    if not shown.confirmed or not evaluated:
        return ""
    if evaluated == ledger.prompt_tokens:
        return translate("Panel", "matches the engine ✓")
    return translate("Panel", "the engine counted {tokens}").format(tokens=format_number(evaluated))
