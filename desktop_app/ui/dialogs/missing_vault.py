"""Asks what to do where the memory of an earlier time is not in its place any more."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QWidget

from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.file_dialogs import ask_for_folder
from desktop_app.ui.widgets.basics import button, label
from desktop_app.ui.widgets.language_choice import LanguageChoice


class MissingVaultDialog(Dialog):
    """Offers to look for the vault, to begin a new one, or to end, in either language.

    Args:
        vault: the folder it was in.
        holds_vault: whether there is a vault in a folder.
        language: "zh" or "en", the one in force.
        parent: the window it stands over, if any.

    Attributes:
        chosen: the folder to open, None where the program should end.
        begins_anew: whether a new vault may be made in it.

    Signals:
        language_chosen: "zh" or "en".
    """

    language_chosen = Signal(str)

    def __init__(
        self, vault: Path, holds_vault: Callable[[Path], bool], language: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent, 520)
        self._vault = vault
        self._holds_vault = holds_vault
        self.chosen: Path | None = None
        self.begins_anew = False
        languages = LanguageChoice(language)
        languages.chosen.connect(self.language_chosen)
        self.body.addWidget(languages)
        self._told, self._problem = label("body"), label("warning")
        for text in (self._told, self._problem):
            text.setWordWrap(True)
            self.body.addWidget(text)
        self._problem.hide()
        self._anew = button()
        self._anew.clicked.connect(self._begin_anew)
        self.buttons.insertWidget(0, self._anew)
        self.accept_button.clicked.disconnect()
        self.accept_button.clicked.connect(self._look)
        self.retranslate()

    @Slot()
    def _look(self) -> None:
        folder = ask_for_folder(self, self.tr("Where is the memory?"))
        if folder is not None:
            self.take(folder)

    def take(self, folder: Path) -> None:
        """Take a folder in which the vault is now, if it is there."""
        if self._holds_vault(folder):
            self.chosen = folder
            self.accept()
        else:
            self._problem.setText(self.tr("There is no memory in {folder}.").format(folder=folder))
            self._problem.show()
            self.fit_height()

    @Slot()
    def _begin_anew(self) -> None:
        self.chosen, self.begins_anew = self._vault, True
        self.accept()

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        self.set_title(self.tr("The memory is not there"))
        self._told.setText(
            self.tr(
                "It was in {path}. Perhaps the folder was moved, or the drive it lies on is not connected."
                " Nothing was created or changed."
            ).format(path=self._vault)
        )
        self.accept_button.setText(self.tr("Show me where it is…"))
        self._anew.setText(self.tr("Begin a new, empty memory"))
        self.cancel_button.setText(self.tr("Quit"))
