"""The first-run page: what the program is, and what it needs."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QWidget

from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.events import EngineChanged, EngineState
from desktop_app.ui.actions import keys_of
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.texts import product_name, product_statement
from desktop_app.ui.widgets.basics import button, label
from desktop_app.ui.widgets.language_choice import LanguageChoice


class WelcomeDialog(Dialog):
    """Says once what to expect, in either language, and offers a passphrase. Without a model it leads to them.

    Signals:
        models_requested, install_requested, protection_requested: these are to be shown.
        language_chosen: "zh" or "en".
    """

    models_requested = Signal()
    install_requested = Signal()
    protection_requested = Signal()
    language_chosen = Signal(str)

    def __init__(
        self,
        state: EngineChanged,
        bridge: EventBridge,
        *,
        kind: VaultKind,
        protected: bool,
        language: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent, 480)
        self._has_model = _has_model(state)
        bridge.event.connect(self._on_event)
        self._protected = protected
        self._kind = kind
        languages = LanguageChoice(language)
        languages.chosen.connect(self.language_chosen)
        self.language_buttons = languages.buttons
        self.body.addWidget(languages)
        self._lines = [label("body") for _ in range(5)]
        for line in self._lines:
            line.setWordWrap(True)
            self.body.addWidget(line)
        self.protect_button = button()
        self.protect_button.clicked.connect(self._protect)
        self.protect_button.setVisible(not protected)
        self.body.insertWidget(3, self.protect_button, 0, Qt.AlignmentFlag.AlignLeft)
        self.install_button = button()
        self.install_button.clicked.connect(self.install_requested)
        self.body.insertWidget(5, self.install_button, 0, Qt.AlignmentFlag.AlignLeft)
        self.retranslate()

    def accept(self) -> None:
        """Begin, or go on to the models."""
        super().accept()
        if not self._has_model:
            self.models_requested.emit()

    @Slot()
    def _protect(self) -> None:
        super().accept()
        self.protection_requested.emit()

    @Slot(object)
    def _on_event(self, event: object) -> None:
        if isinstance(event, EngineChanged):
            self._has_model = _has_model(event)
            self.retranslate()
            self.fit_height()

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        self.set_title(self.tr("Welcome to {product}").format(product=product_name()))
        self.accept_button.setText(self.tr("Begin") if self._has_model else self.tr("Choose a model"))
        self.protect_button.setText(self.tr("Set a passphrase…"))
        self.install_button.setText(self.tr("Install models from a folder…"))
        self.install_button.setAccessibleDescription(self.tr("From a stick, for a machine without a network"))
        self.install_button.setVisible(not self._has_model)
        self.cancel_button.setText(self.tr("Close"))
        self.cancel_button.setVisible(not self._has_model)
        texts = (
            self.tr(
                "Write, and a model on this machine answers. It remembers across weeks; the panel on the "
                "right shows what it was sent, what was left out and why."
            ),
            self.tr("Nothing leaves this machine. Everything is kept in one encrypted vault.")
            if self._protected
            else self.tr(
                "Nothing leaves this machine. Everything is kept in one encrypted vault, whose key lies beside it "
                "until you set a passphrase. Then only the passphrase opens it, or the recovery code you can make: "
                "without either nobody does, not who takes the computer and not you."
            ),
            self.tr(
                "The model that ships is small: it chats, but makes mistakes with facts and figures. "
                "You can choose any larger GGUF model."
            )
            if self._has_model
            else self.tr(
                "No model is here yet. Install those that go with the program from the folder or stick you were "
                "given, or choose any GGUF file."
            ),
            product_statement(),
            self.tr("For work with patients make a clinical vault: {keys}, “New…”, “Clinical”.").format(
                keys=keys_of("vaults")
            ),
        )
        for line, text in zip(self._lines, texts, strict=True):
            line.setText(text)
        self._lines[-1].setVisible(self._kind is VaultKind.PERSONAL)


def _has_model(state: EngineChanged) -> bool:
    """Whether there is a model, loaded, unloaded or on its way; where there is none, the state says what is wrong."""
    return state.state is not EngineState.FAILED and state.error is None
