"""The models: those on this machine, loading and unloading them, and those worth copying here."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFileDialog,
    QHBoxLayout,
    QListWidgetItem,
    QProgressBar,
    QWidget,
)

from desktop_app.domain.events import Changed, EngineChanged, EngineState
from desktop_app.domain.ports import FoundModels, ModelFile
from desktop_app.domain.recommended_models import RECOMMENDED
from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.dialogs.model_words import details, model_in_use, of_no_use, recommended
from desktop_app.ui.error_texts import error_text
from desktop_app.ui.file_dialogs import file_dialog
from desktop_app.ui.texts import format_number
from desktop_app.ui.theme import ThemeManager
from desktop_app.ui.widgets.basics import button, label
from desktop_app.ui.widgets.whole_list import WholeList

_PATH_ROLE = Qt.ItemDataRole.UserRole
_SIZE = (760, 640)


class ModelsDialog(Dialog):
    """Lists models with what a person needs to choose one; stays open while one is loaded.

    Signals:
        chosen: path and context length, 0 for the one of the settings.
        unload_requested: give the model's memory back.
        folder_added: look for models there too.
        install_requested: copy models here from a folder or stick.
        settings_requested: show the settings of models.
    """

    chosen = Signal(object, int)  # Path
    unload_requested = Signal()
    folder_added = Signal(str)
    install_requested = Signal()
    settings_requested = Signal()

    def __init__(
        self, services: Services, bridge: EventBridge, themes: ThemeManager, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent, 480)
        self._services = services
        self._bridge = bridge
        self._themes = themes
        self._found: FoundModels | None = None  # None while they are being looked for
        self._in_use = label("heading")
        self._unload, self._parameters = button("small"), button("small")
        self._progress = QProgressBar()
        self._progress.setTextVisible(False)
        self._problem = label("warning")
        self._state = label("muted")
        self._list, self._recommended = WholeList(), WholeList()
        self._recommended_heading, self._copy_here = label("heading"), label("caption")
        self._copy_path = button("small")
        self._open_file, self._add_folder, self._install = button(), button(), button()
        self._build()
        self._list.itemActivated.connect(self.accept)
        self._list.currentItemChanged.connect(self._on_current_changed)
        self._unload.clicked.connect(self.unload_requested)
        self._parameters.clicked.connect(self.settings_requested)
        self._copy_path.clicked.connect(self._on_copy_path)
        self._open_file.clicked.connect(self._choose_file)
        self._add_folder.clicked.connect(self._choose_folder)
        self._install.clicked.connect(self.install_requested)
        bridge.event.connect(self._on_event)
        self.retranslate()
        self.look()

    def _build(self) -> None:
        for wrapped in (self._in_use, self._problem, self._state, self._copy_here):
            wrapped.setWordWrap(True)
        self._list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self._recommended.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        for rows in (self._list, self._recommended):
            rows.row_reached.connect(partial(self.show_in_body, rows))
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self._in_use, 1)
        top.addWidget(self._parameters)
        top.addWidget(self._unload)
        copying = QHBoxLayout()
        copying.setSpacing(8)
        copying.addWidget(self._copy_here, 1)
        copying.addWidget(self._copy_path, 0, Qt.AlignmentFlag.AlignTop)
        self.body.addLayout(top)
        self.body.addWidget(self._progress)
        self.body.addWidget(self._problem)
        self.body.addWidget(self._state)
        self.body.addWidget(self._list)
        self.body.addWidget(self._recommended_heading)
        self.body.addLayout(copying)
        self.body.addWidget(self._recommended)
        self.body.addStretch(1)
        self.buttons.insertWidget(0, self._open_file)
        self.buttons.insertWidget(1, self._add_folder)
        self.buttons.insertWidget(2, self._install)

    def look(self) -> None:
        """Look for models again."""
        self._bridge.run("read", self._services.models.catalogue, done=self._take, owner=self)

    def fit_height(self) -> None:
        """As large as the design at this size of text, and no larger than the screen has room for."""
        self.resize_within_screen(*(self._themes.theme.px(side) for side in _SIZE))

    def _take(self, found: FoundModels) -> None:
        self._found = found
        self._fill()

    @Slot()
    def accept(self) -> None:
        """Load the chosen model, with a context there is memory for."""
        model = self._current()
        if model is not None and self.accept_button.isEnabled():
            self.chosen.emit(model.path, 0 if model.fits else model.fitting_context)

    def _current(self) -> ModelFile | None:
        row = self._list.currentRow()
        models = self._found.usable if self._found is not None else ()
        return models[row] if 0 <= row < len(models) else None

    def _fill(self) -> None:
        found = self._found or FoundModels()
        models = found.usable
        if self._found is None:
            self._state.setText(self.tr("Looking for models on this machine…"))
        elif not models and not found.unusable:
            self._state.setText(self.tr("No model was found in the usual folders. Open a GGUF file."))
        else:
            self._state.setText(self.tr("Found on this machine. Any other GGUF file can be opened too."))
        chosen = self._current()
        self._list.blockSignals(True)
        self._list.clear()
        for row, model in enumerate(models):
            name = self.tr("{name} (in use)").format(name=model.name) if self._is_current(model) else model.name
            item = QListWidgetItem(f"{name}\n{details(model, in_use=self._is_current(model))}")
            item.setData(_PATH_ROLE, str(model.path))
            item.setToolTip(str(model.path))
            self._list.addItem(item)
            if model is chosen or (chosen is None and self._is_current(model)):
                self._list.setCurrentRow(row)
        for unusable in found.unusable:
            item = QListWidgetItem(of_no_use(unusable))
            item.setToolTip(str(unusable.path))
            self._list.addItem(item)
        self._list.blockSignals(False)
        self._on_current_changed()

    def _is_current(self, model: ModelFile) -> bool:
        loaded = self._services.models.state.model
        return loaded is not None and model.path.resolve() == loaded.path.resolve()

    @Slot()
    def _on_current_changed(self) -> None:
        model = self._current()
        loading = self._services.models.state.state is EngineState.LOADING
        self.accept_button.setEnabled(model is not None and not loading and (model.fits or model.fitting_context > 0))
        if model is not None and not model.fits and model.fitting_context:
            tokens = format_number(model.fitting_context)
            self.accept_button.setText(self.tr("Load with {tokens} tokens").format(tokens=tokens))
        else:
            self.accept_button.setText(self.tr("Load"))

    def _show_state(self) -> None:
        state = self._services.models.state
        loading = state.state is EngineState.LOADING
        self._in_use.setText(model_in_use(state, self._services.settings.get().context.context_length))
        self._unload.setVisible(state.model is not None and not loading)
        self._progress.setVisible(loading)
        self._progress.setValue(round(state.progress * 100))
        problem = error_text(state.error).line if state.error is not None else ""
        self._problem.setText(problem)
        self._problem.setVisible(bool(problem))

    @Slot(object)
    def _on_event(self, event: object) -> None:
        if isinstance(event, EngineChanged):
            self._show_state()
            if event.state is EngineState.LOADING:
                self._on_current_changed()
            else:
                self._fill()
        elif isinstance(event, Changed) and event.settings:
            self.look()

    @Slot()
    def _on_copy_path(self) -> None:
        QGuiApplication.clipboard().setText(str(self._services.models.folder))

    @Slot()
    def _choose_file(self) -> None:
        dialog = file_dialog(self, self.tr("Open a model"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([self.tr("GGUF models (*.gguf)"), self.tr("All files (*)")])
        dialog.fileSelected.connect(self._on_file)
        dialog.open()

    @Slot(str)
    def _on_file(self, path: str) -> None:
        self.chosen.emit(Path(path), 0)

    @Slot()
    def _choose_folder(self) -> None:
        dialog = file_dialog(self, self.tr("Look for models in a folder"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.fileSelected.connect(self.folder_added.emit)
        dialog.open()

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        self.set_title(self.tr("Models"))
        self.cancel_button.setText(self.tr("Close"))
        self._unload.setText(self.tr("Unload"))
        self._unload.setAccessibleName(self.tr("Unload the model and give its memory back"))
        self._parameters.setText(self.tr("Settings…"))
        self._parameters.setAccessibleName(self.tr("Settings of the model that writes and of the one that recalls"))
        self._progress.setAccessibleName(self.tr("Progress of loading"))
        self._open_file.setText(self.tr("Open a file…"))
        self._open_file.setAccessibleName(self.tr("Open a model file"))
        self._add_folder.setText(self.tr("Add a folder…"))
        self._add_folder.setAccessibleName(self.tr("Look for models in another folder too"))
        self._install.setText(self.tr("Install…"))
        self._install.setAccessibleName(self.tr("Install models from a folder or stick"))
        self._list.setAccessibleName(self.tr("Models on this machine"))
        self._recommended_heading.setText(self.tr("Worth copying here"))
        self._copy_here.setText(
            self.tr(
                "This program fetches nothing. Get the file on a machine with a network and put it into the folder of "
                "models; it then stands above. Sizes are approximate."
            )
        )
        self._copy_path.setText(self.tr("Copy the folder's path"))
        self._recommended.setAccessibleName(self.tr("Models worth copying here"))
        free_bytes = self._services.models.free_memory()
        self._recommended.clear()
        self._recommended.addItems([recommended(model, free_bytes) for model in RECOMMENDED])
        self._show_state()
        self._fill()
