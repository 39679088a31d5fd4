"""Installing models from a folder or a stick: which folder, how far it is, what came of it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QFileDialog, QProgressBar, QWidget

from desktop_app.domain.errors import UserError
from desktop_app.domain.events import ExchangeProgress
from desktop_app.services.facade import Services
from desktop_app.services.model_bundles import InstalledModels
from desktop_app.support.sizes import format_bytes
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.error_texts import error_text
from desktop_app.ui.file_dialogs import file_dialog
from desktop_app.ui.widgets.basics import label


class InstallModelsDialog(Dialog):
    """Asks for a folder, copies and checks the models in it on a lane, and loads those that are wanted.

    Ending it half-way leaves the models as they were.
    """

    def __init__(self, services: Services, bridge: EventBridge, parent: QWidget | None = None) -> None:
        super().__init__(parent, 480)
        self._services = services
        self._bridge = bridge
        self._progress = services.model_bundles.progress()
        self._running = False
        self._result: InstalledModels | None = None
        self._error: UserError | None = None
        self._state = label("body")
        self._state.setWordWrap(True)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.body.addWidget(self._state)
        self.body.addWidget(self.bar)
        bridge.event.connect(self._on_event)
        self.retranslate()

    def accept(self) -> None:
        """Ask for the folder; once the models are installed, close."""
        if self._result is not None:
            super().accept()
            return
        dialog = file_dialog(self, self.tr("Folder or stick with the models"))
        dialog.fileSelected.connect(self.install)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.open()

    @Slot(str)
    def install(self, folder: str) -> None:
        """Install the models of a folder."""
        self._running, self._error = True, None
        self._progress = self._services.model_bundles.progress()
        # Empty until it is known how much there is to copy: a bar without an end would move for ever.
        self.bar.setRange(0, 1)
        self.bar.setValue(0)
        self._bridge.run(
            "background", self._services.model_bundles.install, Path(folder), self._progress,
            done=self._on_installed, failed=self._on_failed, owner=self,
        )  # fmt: skip
        self._show_state()

    def reject(self) -> None:
        """End the copying, of which nothing stays then, or close."""
        if self._running:
            self._progress.cancel()
        else:
            super().reject()

    def _on_installed(self, result: InstalledModels) -> None:
        self._running, self._result = False, result
        models = self._services.models
        if models.model is None:
            self._bridge.run("turn", models.load_default)
        if not models.embedder_state.ready:
            self._bridge.run("read", models.load_embedder)
        self._show_state()

    def _on_failed(self, error: UserError) -> None:
        self._running, self._error = False, error
        self._show_state()

    @Slot(object)
    def _on_event(self, event: object) -> None:
        if self._running and isinstance(event, ExchangeProgress):
            self.bar.setRange(0, event.total)
            self.bar.setValue(event.done)

    def _show_state(self) -> None:
        self.bar.setVisible(self._running)
        self.accept_button.setEnabled(not self._running)
        self.accept_button.setText(self.tr("Close") if self._result else self.tr("Choose the folder…"))
        self.cancel_button.setVisible(self._result is None)
        self._state.setText(self._state_text())
        self._state.setAccessibleName(self._state.text())
        if self.isVisible():
            self.fit_height()

    def _state_text(self) -> str:
        if self._result is not None:
            names = ", ".join(self._result.models)
            if not self._result.copied_bytes:
                return self.tr("All of them were here already, whole: {names}.").format(names=names)
            return self.tr("Installed and checked, {size}: {names}.").format(
                size=format_bytes(self._result.copied_bytes), names=names
            )
        if self._running:
            return self.tr("Copying the models and comparing each with its checksum…")
        if self._error is not None:
            return error_text(self._error).line
        return self.tr(
            "Choose the folder “retrace-models”, or the stick it lies on. Its models are copied to this machine and "
            "each is compared with its checksum before it is used. No network is needed."
        )

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        self.set_title(self.tr("Install models from a folder"))
        self.bar.setAccessibleName(self.tr("Progress of copying"))
        self._show_state()
