"""Which vault to open: at the start of the program where there are several, and from the menu."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from desktop_app.domain.errors import UserError
from desktop_app.services.vault_shelf import ShelvedVault, VaultShelf
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.error_texts import error_text
from desktop_app.ui.file_dialogs import ask_for_folder
from desktop_app.ui.texts import product_name
from desktop_app.ui.theme import Theme
from desktop_app.ui.vaults.new_dialog import NewVaultDialog
from desktop_app.ui.vaults.shelf_list import ShelfList
from desktop_app.ui.widgets.basics import button, label
from desktop_app.ui.widgets.line_edit import ENTER_KEYS


class VaultDialog(Dialog):
    """Lists the vaults, takes in another one, or makes a new one; accepted once one is `chosen`.

    Args:
        shelf: the vaults there are.
        bridge: runs what takes time.
        theme: in force.
        current: the vault that is open now, None at the start.
        parent: the window, None at the start.

    Attributes:
        chosen: the folder to open.
    """

    def __init__(
        self,
        shelf: VaultShelf,
        bridge: EventBridge,
        theme: Theme,
        current: Path | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent, 600)
        self._shelf = shelf
        self._bridge = bridge
        self._current = current
        self.chosen: Path | None = None
        self._said, self.told = label("muted"), label("warning")
        for text in (self._said, self.told):
            text.setWordWrap(True)
        self.told.hide()
        self.list = ShelfList(current, theme)
        self.list.opened.connect(self.accept)
        self.list.marked.connect(self._enable)
        self.another, self.new, self.leave_out = button(), button(), button("link")
        self.another.clicked.connect(self._look)
        self.new.clicked.connect(self._make)
        self.leave_out.clicked.connect(self._leave_out)
        for place, control in enumerate((self.new, self.another, self.leave_out)):
            self.buttons.insertWidget(place, control)
        for part in (self._said, self.list, self.told):
            self.body.addWidget(part)
        self.retranslate()
        self._reload()
        self.list.setFocus()

    def accept(self) -> None:
        """Open the marked vault, if it is there."""
        vault = self.list.chosen
        if vault is not None and self._can_open(vault):
            self._open(vault.folder)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter in the list opens, whichever button is the default one."""
        if event.key() in ENTER_KEYS and self.list.hasFocus():
            self.accept()
        else:
            super().keyPressEvent(event)

    def take(self, folder: Path) -> None:
        """Take in a vault that lies elsewhere."""
        self.told.hide()
        self._bridge.run(
            "read",
            self._shelf.take,
            folder,
            done=lambda _: self._reload(folder.absolute()),
            failed=self._on_failed,
            owner=self,
        )

    def _open(self, folder: Path) -> None:
        self.chosen = folder
        super().accept()

    def _can_open(self, vault: ShelvedVault) -> bool:
        return vault.present and vault.folder != self._current

    def _reload(self, wanted: Path | None = None) -> None:
        def show(vaults: Sequence[ShelvedVault]) -> None:
            self.list.show_vaults(vaults, wanted)
            self._enable()
            self.fit_height()

        self._bridge.run("read", self._shelf.list, done=show, owner=self)

    @Slot()
    def _enable(self) -> None:
        vault = self.list.chosen
        self.accept_button.setEnabled(vault is not None and self._can_open(vault))
        self.leave_out.setVisible(vault is not None and not vault.present)

    @Slot()
    def _look(self) -> None:
        folder = ask_for_folder(self, self.tr("Folder of the vault"))
        if folder is not None:
            self.take(folder)

    @Slot()
    def _make(self) -> None:
        dialog = NewVaultDialog(self._shelf, self._bridge, self)
        dialog.created.connect(self._open)
        dialog.open()

    @Slot()
    def _leave_out(self) -> None:
        vault = self.list.chosen
        if vault is not None:
            self._bridge.run(
                "read", self._shelf.leave_out, vault.folder, done=lambda _: self._reload(), failed=self._on_failed,
                owner=self,
            )  # fmt: skip

    def _on_failed(self, error: UserError) -> None:
        self.told.setText(error_text(error).line)
        self.told.show()
        self.fit_height()

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        self.set_title(self.tr("Which vault?") if self._current is None else self.tr("Vaults"))
        self.setWindowTitle(product_name())
        self._said.setText(
            self.tr("Each vault is a memory of its own, with its own key. Nothing passes from one to another.")
            if self._current is None
            else self.tr(
                "Each vault is a memory of its own. To open another one the program ends and starts anew, so that"
                " nothing of this one stays in its memory; a reply that is being written is stopped and kept."
            )
        )
        self.list.setAccessibleName(self.tr("Vaults"))
        self.list.setAccessibleDescription(self.tr("Arrow keys choose, Enter opens"))
        self.accept_button.setText(self.tr("Open"))
        self.cancel_button.setText(self.tr("Quit") if self._current is None else self.tr("Close"))
        self.another.setText(self.tr("Add another…"))
        self.another.setAccessibleDescription(self.tr("Adds a vault that lies in another folder to this list"))
        self.new.setText(self.tr("New…"))
        self.new.setAccessibleDescription(self.tr("Makes a new, empty vault"))
        self.leave_out.setText(self.tr("Take off the list"))
        self.leave_out.setAccessibleDescription(self.tr("Its files stay as they are"))
