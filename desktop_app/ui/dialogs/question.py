"""A question before something that cannot be taken back easily, in the look of every other dialog."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget

from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.widgets.basics import button, label

_WIDTH = 480


class QuestionDialog(Dialog):
    """Asks one question. Enter and Escape leave everything as it is; `offer` adds what else can be chosen.

    Args:
        parent: stands behind it.
        title: of the dialog.
        question: what is asked.
        told: what it means.
        keep: names the button that changes nothing; "Cancel" where nothing better is said.

    Attributes:
        question, told: the labels; both show texts of people as they are, never as markup.
    """

    def __init__(self, parent: QWidget | None, title: str, question: str, told: str = "", *, keep: str = "") -> None:
        super().__init__(parent, _WIDTH)
        self._title, self._keep = title, keep
        self.question, self.told = label("body"), label("muted")
        for text, words in ((self.question, question), (self.told, told)):
            text.setTextFormat(Qt.TextFormat.PlainText)
            text.setWordWrap(True)
            text.setText(words)
            text.setVisible(bool(words))
            self.body.addWidget(text)
        self.accept_button.setDefault(False)
        self.accept_button.hide()
        self.cancel_button.setDefault(True)
        self.cancel_button.setFocus(Qt.FocusReason.OtherFocusReason)
        self.retranslate()

    def offer(self, words: str, work: Callable[[], object], *, aside: bool = False) -> QPushButton:
        """Add a choice: a button that closes the dialog and carries something out.

        Args:
            words: on the button.
            work: what it does.
            aside: put it below the text: another way out of the matter, and perhaps a long one.
        """
        choice = button()
        choice.setText(words)
        choice.setAutoDefault(False)
        choice.clicked.connect(self.accept)
        choice.clicked.connect(lambda: work())
        if aside:
            self.body.addWidget(choice, 0, Qt.AlignmentFlag.AlignLeft)
        else:
            self.buttons.addWidget(choice)
        return choice

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        self.set_title(self._title)
        if self._keep:
            self.cancel_button.setText(self._keep)
