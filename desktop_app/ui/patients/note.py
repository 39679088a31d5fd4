"""The line under the composer of a clinical vault: what the program is not, and whether its model was checked."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.domain.events import Changed, EngineChanged
from desktop_app.domain.model_names import is_named
from desktop_app.domain.ports import ModelInfo
from desktop_app.domain.settings import Settings
from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.texts import short_statement
from desktop_app.ui.widgets.basics import label


class ClinicalNote(QWidget):
    """Says it always; a second line appears while a model is loaded that nobody checked for clinical text."""

    def __init__(self, services: Services, bridge: EventBridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._services = services
        self._bridge = bridge
        self._model: ModelInfo | None = services.models.state.model
        self._fit: tuple[str, ...] = ()
        self.statement, self.doubt = label("caption"), label("warning")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2, 0, 2, 0)
        layout.setSpacing(1)
        for line in (self.statement, self.doubt):
            line.setWordWrap(True)
            layout.addWidget(line)
        bridge.event.connect(self._on_event)
        self._retranslate()
        self._read_settings()

    @Slot(object)
    def _on_event(self, event: object) -> None:
        if isinstance(event, EngineChanged):
            self._model = event.model
            self._show_doubt()
        elif isinstance(event, Changed) and event.settings:
            self._read_settings()

    def _read_settings(self) -> None:
        self._bridge.run("read", self._services.settings.get, done=self._take_settings)

    def _take_settings(self, settings: Settings) -> None:
        self._fit = settings.clinical.fit_models
        self._show_doubt()

    def _show_doubt(self) -> None:
        self.doubt.setVisible(self._model is not None and not is_named(self._model.name, self._fit))
        name = self._model.name if self._model is not None else ""
        self.doubt.setText(self.tr("{model} is not known to be fit for clinical text.").format(model=name))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self.statement.setText(short_statement())
        self._show_doubt()
