"""Why is it not here? The chain of steps as a list, with the one that failed and what would change it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop_app.domain.why_not import Link, Trace
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.memory_panel.cards import Card, CardBrowser, Line, Role, Tone
from desktop_app.ui.memory_panel.why_words import advice, link_words, state_word, step_name, verdict
from desktop_app.ui.theme import Theme
from desktop_app.ui.transcript.captions import Phrase
from desktop_app.ui.widgets.basics import label

_WIDTH = 520
_AROUND_PX, _STEP_PX, _FURTHER_PX = 60, 31, 19  # of the chain, of each step and of each further line
_MOST_PX = 470  # the chain scrolls where it is longer, as with large text


class WhyNotDialog(Dialog):
    """Shows a `Trace`.

    Args:
        trace: the chain.
        about: what is missed, "" where that is plain.
        question: the beginning of the question whose prompt it is, "" where nothing is asked yet.
        theme: for the sizes.
        parent: the window.

    Signals:
        what_if_requested: the setting that decided it shall be tried with another value.
    """

    what_if_requested = Signal()

    def __init__(self, trace: Trace, about: str, question: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, theme.px(_WIDTH))
        self._trace = trace
        self._question = question
        self._theme = theme
        self.about = label("muted", about)
        self.about.setWordWrap(True)
        self.about.setVisible(bool(about))
        self.question = label("muted")
        self.question.setWordWrap(True)
        self.question.setVisible(bool(question))
        self.verdict = label("heading")
        self.verdict.setWordWrap(True)
        self.advice = label("muted")
        self.advice.setWordWrap(True)
        self.chain = CardBrowser(theme, self)
        for widget in (self.about, self.question, self.verdict, self.advice, self.chain):
            self.body.addWidget(widget)
        self.accept_button.setVisible(bool(trace.setting))
        self.accepted.connect(self.what_if_requested)
        self.cancel_button.setDefault(not trace.setting)
        self.retranslate()

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        self.set_title(self.tr("Why is it not here?"))
        self.question.setText(self.tr("In the prompt of the question “{question}”").format(question=self._question))
        self.verdict.setText(verdict(self._trace))
        self.advice.setText(advice(self._trace))
        self.advice.setVisible(bool(self.advice.text()))
        self.accept_button.setText(self.tr("Try another setting"))
        self.cancel_button.setText(self.tr("Close"))
        self.chain.setAccessibleName(self.tr("The steps on the way into the prompt"))
        self.chain.show_cards([_card(link, link is self._trace.failed) for link in self._trace.links])
        further = sum(len(card.lines) - 1 for card in self.chain.cards)
        wanted = _AROUND_PX + _STEP_PX * len(self.chain.cards) + _FURTHER_PX * further
        self.chain.setFixedHeight(self._theme.px(min(_MOST_PX, wanted)))


def _card(link: Link, decisive: bool) -> Card:
    sign = "–" if link.passed is None else "✓" if link.passed else "✗"
    role = Role.WARNING if decisive else Role.BODY if link.passed is not None else Role.MUTED
    lines = [Line((Phrase(sign), Phrase(step_name(link.step))), role, right=state_word(link.passed), gap=6)]
    words = link_words(link)
    if words:
        lines.append(Line((Phrase(words),)))
    return Card(tuple(lines), Tone.WARNING if decisive else Tone.NONE)
