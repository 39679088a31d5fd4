"""The first-run page: what the program is, and what it needs."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from desktop_app.domain.conversation import VaultKind
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.texts import product_name, product_statement
from desktop_app.ui.widgets.basics import label


class WelcomeDialog(Dialog):
    """Says once what to expect. Its second button leads to the models."""

    def __init__(self, kind: VaultKind, has_model: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent, 480)
        self._kind = kind
        self._has_model = has_model
        self._lines = [label("body") for _ in range(4)]
        for line in self._lines:
            line.setWordWrap(True)
            self.body.addWidget(line)
        self.retranslate()

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        self.set_title(self.tr("Welcome to {product}").format(product=product_name()))
        self.accept_button.setText(self.tr("Begin") if self._has_model else self.tr("Choose a model"))
        self.cancel_button.setText(self.tr("Close"))
        self.cancel_button.setVisible(not self._has_model)
        texts = (
            self.tr(
                "Write, and a model on this machine answers. It remembers across weeks; the panel on the "
                "right shows what it was sent, what was left out and why."
            ),
            self.tr("Nothing leaves this machine. Everything is kept in one encrypted vault."),
            self.tr(
                "The model that ships is small: it chats, but makes mistakes with facts and figures. "
                "You can choose any larger GGUF model."
            )
            if self._has_model
            else self.tr("No model is loaded yet. Choose a GGUF file to begin."),
            product_statement(),
        )
        for line, text in zip(self._lines, texts, strict=True):
            line.setText(text)
