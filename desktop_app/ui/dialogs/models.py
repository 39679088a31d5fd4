"""Choosing the chat model: those found on this machine, or any file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QAbstractItemView, QFileDialog, QListWidget, QListWidgetItem, QWidget

from desktop_app.domain.ports import ModelFile
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.texts import format_bytes, format_number
from desktop_app.ui.widgets.basics import button, label

_PATH_ROLE = Qt.ItemDataRole.UserRole


class ModelsDialog(Dialog):
    """Lists models with what a person needs to choose one."""

    chosen = Signal(object)  # Path

    def __init__(self, current: Path | None, parent: QWidget | None = None) -> None:
        super().__init__(parent, 560)
        self._current = current
        self._models: tuple[ModelFile, ...] | None = None  # None while they are being looked for
        self._state = label("muted")
        self._state.setWordWrap(True)
        self._list = QListWidget()
        self._list.setProperty("surface", "card")
        self._list.setMinimumHeight(260)
        self._list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self._list.setWordWrap(True)
        self._list.setSpacing(2)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.itemActivated.connect(self.accept)
        self._list.currentItemChanged.connect(self._on_current_changed)
        self._open_file = button()
        self._open_file.clicked.connect(self._choose_file)
        self.buttons.insertWidget(0, self._open_file)
        self.body.addWidget(self._state)
        self.body.addWidget(self._list, 1)
        self.retranslate()

    def set_models(self, models: Sequence[ModelFile]) -> None:
        """Show what was found."""
        self._models = tuple(models)
        self._fill()

    def accept(self) -> None:
        """Take the chosen model."""
        item = self._list.currentItem()
        if item is None:
            return
        self.chosen.emit(Path(item.data(_PATH_ROLE)))
        super().accept()

    def _fill(self) -> None:
        models = self._models or ()
        if self._models is None:
            self._state.setText(self.tr("Looking for models on this machine…"))
        elif not models:
            self._state.setText(self.tr("No model was found in the usual folders. Open a GGUF file."))
        else:
            self._state.setText(self.tr("Found on this machine. Any other GGUF file can be opened too."))
        self._list.clear()
        for model in models:
            item = QListWidgetItem(f"{self._name(model)}\n{self._details(model)}")
            item.setData(_PATH_ROLE, str(model.path))
            self._list.addItem(item)
            if self._is_current(model):
                self._list.setCurrentItem(item)
        self._on_current_changed()

    def _is_current(self, model: ModelFile) -> bool:
        return self._current is not None and model.path.resolve() == self._current.resolve()

    def _name(self, model: ModelFile) -> str:
        if self._is_current(model):
            return self.tr("{name} (in use)").format(name=model.name)
        return model.name

    def _details(self, model: ModelFile) -> str:
        parts = [
            model.architecture,
            model.quantisation,
            format_bytes(model.file_bytes),
            self.tr("context {tokens}").format(tokens=format_number(model.trained_context_length)),
            model.licence,
            model.found_in,
        ]
        if not model.fits:
            parts.append(
                self.tr("needs {size} of memory, more than is free").format(size=format_bytes(model.needed_bytes))
            )
        return "  ".join(part for part in parts if part)

    @Slot()
    def _on_current_changed(self) -> None:
        self.accept_button.setEnabled(self._list.currentItem() is not None)

    @Slot()
    def _choose_file(self) -> None:
        dialog = QFileDialog(self, self.tr("Open a model"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([self.tr("GGUF models (*.gguf)"), self.tr("All files (*)")])
        dialog.fileSelected.connect(self._on_file)
        dialog.open()

    @Slot(str)
    def _on_file(self, path: str) -> None:
        self.chosen.emit(Path(path))
        super().accept()

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        self.set_title(self.tr("Choose a model"))
        self.accept_button.setText(self.tr("Load"))
        self._open_file.setText(self.tr("Open a file…"))
        self._open_file.setAccessibleName(self.tr("Open a model file"))
        self._list.setAccessibleName(self.tr("Models on this machine"))
        self._fill()
