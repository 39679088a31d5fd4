"""The window of the settings: pages, a search over all of them, and every change in force at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QListWidget,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop_app.domain.errors import UserError
from desktop_app.domain.events import EmbedderChanged, EngineChanged, EngineState
from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.error_texts import error_text
from desktop_app.ui.file_dialogs import file_dialog
from desktop_app.ui.settings.descriptors import Page
from desktop_app.ui.settings.fields import ModelField
from desktop_app.ui.settings.matching import SettingFinder
from desktop_app.ui.settings.presets import PresetRow
from desktop_app.ui.settings.registry import PAGE_NAMES
from desktop_app.ui.settings.row import SettingRow
from desktop_app.ui.settings.transfer import export_settings, read_settings
from desktop_app.ui.settings.values import SettingValues
from desktop_app.ui.texts import counted, format_number, translate
from desktop_app.ui.theme import Theme, ThemeManager
from desktop_app.ui.widgets.basics import Hairline, button, label
from desktop_app.ui.widgets.line_edit import LineEdit

_SIZE = (860, 620)
_PAGES_PX = 160
FILE_NAME = "retrace-settings.json"


class SettingsDialog(Dialog):
    """Shows `SettingValues`; there is nothing to save, and each setting has its own way back.

    Signals:
        models_requested, personas_requested, prompts_requested: show those there are.
    """

    models_requested = Signal()
    personas_requested = Signal()
    prompts_requested = Signal()

    def __init__(
        self,
        values: SettingValues,
        services: Services,
        bridge: EventBridge,
        themes: ThemeManager,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent, 480)
        values.setParent(self)
        self._values = values
        self._services = services
        self._themes = themes
        self._finder = SettingFinder(self)
        self._search = LineEdit()
        self._search.setClearButtonEnabled(True)
        self._pages = QListWidget()
        self._pages.setProperty("surface", "card")
        self._column = QVBoxLayout()
        self._headings = {page: label("title") for page in Page}
        self._presets = PresetRow(values)
        self._rows: list[SettingRow] = []
        self._lines: dict[QWidget, Hairline] = {}
        self._nothing = label("muted")
        self._state = label("caption")
        self._problem = label("warning")
        self._import, self._export = button(), button()
        self._personas, self._prompts = button(), button()
        self._texts = QWidget()  # the two of them
        self._error: UserError | None = None
        self._done: Callable[[], str] | None = None  # what was done with a file, in words
        self.cancel_button.hide()
        self._build()
        self._connect(bridge)
        self._set_theme(themes.theme)
        self.retranslate()
        self._pages.setCurrentRow(0)
        self.finished.connect(values.keep)

    # --- putting together

    def _build(self) -> None:
        self._column.setContentsMargins(2, 2, 14, 12)
        self._column.setSpacing(0)
        texts = QHBoxLayout(self._texts)
        texts.setContentsMargins(0, 8, 0, 4)
        texts.setSpacing(8)
        for one in (self._personas, self._prompts):
            texts.addWidget(one)
        texts.addStretch(1)
        for page in Page:
            self._pages.addItem(PAGE_NAMES[page])
            self._headings[page].setContentsMargins(0, 4, 0, 6)
            self._column.addWidget(self._headings[page])
            if page is Page.REPLIES:
                self._column.addWidget(self._presets)
                self._column.addWidget(self._texts)
            for descriptor in (one for one in self._values.shown if one.page is page):
                row = SettingRow(descriptor, self._values)
                if isinstance(row.field, ModelField):
                    row.field.models_wanted.connect(self.models_requested)
                self._rows.append(row)
                self._lines[row] = Hairline()
                self._column.addWidget(row)
                self._column.addWidget(self._lines[row])
        self._column.addWidget(self._nothing)
        self._column.addStretch(1)
        content = QWidget()
        content.setLayout(self._column)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its fields take the focus and scroll it
        self._area.setWidget(content)
        middle = QHBoxLayout()
        middle.setSpacing(18)
        middle.addWidget(self._pages)
        middle.addWidget(self._area, 1)
        self.body.addWidget(self._search)
        self.body.addLayout(middle, 1)
        for line in (self._state, self._problem):
            line.setWordWrap(True)
            line.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
            self.body.addWidget(line)
        self.buttons.insertWidget(0, self._import)
        self.buttons.insertWidget(1, self._export)

    def _connect(self, bridge: EventBridge) -> None:
        self._search.textChanged.connect(self._filter)
        self._pages.currentRowChanged.connect(self._on_page)
        self._presets.chosen.connect(self._values.put_all)
        self._import.clicked.connect(self._ask_import)
        self._export.clicked.connect(self._ask_export)
        self._personas.clicked.connect(self.personas_requested)
        self._prompts.clicked.connect(self.prompts_requested)
        self._values.edited.connect(self._forget_what_was_done)
        self._values.changed.connect(self._show_values)
        self._themes.theme_changed.connect(self._set_theme)
        bridge.event.connect(self._on_event)

    # --- what is shown

    @property
    def rows(self) -> tuple[SettingRow, ...]:
        """A row for each setting there is here."""
        return tuple(self._rows)

    def show_page(self, page: Page) -> None:
        """Turn to a page."""
        self._search.clear()
        self._pages.setCurrentRow(list(Page).index(page))

    @Slot(int)
    def _on_page(self) -> None:
        if self._search.text():
            self._search.clear()  # filters again
        else:
            self._filter()

    @Slot()
    def _filter(self) -> None:
        text = self._search.text().strip()
        chosen = list(Page)[max(0, self._pages.currentRow())]
        found: set[Page] = set()
        for row in self._rows:
            page = row.descriptor.page
            shown = self._finder.matches(row.descriptor, text, self._values.person_name) if text else page is chosen
            row.setVisible(shown)
            self._lines[row].setVisible(shown)
            if shown:
                found.add(page)
        for page, heading in self._headings.items():
            heading.setVisible(page in found)
        for one in (self._presets, self._texts):
            one.setVisible(Page.REPLIES in found and not text)
        self._nothing.setVisible(not found)
        self._area.verticalScrollBar().setValue(0)

    @Slot()
    def _show_values(self) -> None:
        for row in self._rows:
            row.show_value()
        self._say()

    @Slot()
    def _forget_what_was_done(self) -> None:
        self._done = None

    def _say(self) -> None:
        problem = error_text(self._error).line if self._error is not None else ""
        self._problem.setText(problem)
        self._problem.setAccessibleName(problem)
        self._problem.setVisible(bool(problem))
        state = self._done() if self._done is not None else self._loading()
        self._state.setText(state)
        self._state.setVisible(bool(state))
        notes = {"context.context_length": self._context_note(), **self._values.refusals()}
        for row in self._rows:
            row.set_note(notes.get(row.descriptor.path, ""))

    def _loading(self) -> str:
        state = self._services.models.state
        if state.state is EngineState.LOADING:
            return translate("Settings", "Loading the model: {percent} %").format(percent=round(state.progress * 100))
        if state.error is not None:
            return error_text(state.error).line
        return ""

    def _context_note(self) -> str:
        """What the engine really allocated, where that is not what was asked for."""
        state = self._services.models.state
        model = state.model
        asked = self._services.settings.get().context.context_length
        if model is None or state.state is EngineState.LOADING or model.context_length == asked:
            return ""
        has = translate("Settings", "The model has {tokens} tokens now: ").format(
            tokens=format_number(model.context_length)
        )
        if state.error is not None:
            return has + translate("Settings", "it could not be loaded with more.")
        if 0 < model.trained_context_length < asked and model.context_length <= model.trained_context_length:
            return has + translate("Settings", "it was trained for no more than {tokens}.").format(
                tokens=format_number(model.trained_context_length)
            )
        return has + translate("Settings", "that is what the engine gave.")

    @Slot(object)
    def _on_event(self, event: object) -> None:
        if isinstance(event, EngineChanged | EmbedderChanged):
            self._say()

    @Slot(object)
    def _set_theme(self, theme: Theme) -> None:
        self._pages.setFixedWidth(theme.px(_PAGES_PX))
        self._pages.scheduleDelayedItemsLayout()  # the items were measured in another size of text
        for row in self._rows:
            row.set_theme(theme)
        self.fit_height()

    def fit_height(self) -> None:
        """As large as the design at this size of text, and no larger than the screen has room for; the rest scrolls."""
        self.resize_within_screen(*(self._themes.theme.px(side) for side in _SIZE))

    # --- files

    @Slot()
    def _ask_export(self) -> None:
        dialog = self._file_dialog(translate("Settings", "Export the settings"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("json")
        dialog.selectFile(FILE_NAME)
        dialog.fileSelected.connect(self.export_to)
        dialog.open()

    @Slot()
    def _ask_import(self) -> None:
        dialog = self._file_dialog(translate("Settings", "Import settings"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self.import_from)
        dialog.open()

    def _file_dialog(self, title: str) -> QFileDialog:
        dialog = file_dialog(self, title)
        dialog.setNameFilters([translate("Settings", "Settings (*.json)"), translate("Settings", "All files (*)")])
        return dialog

    @Slot(str)
    def export_to(self, path: str) -> None:
        """Write the settings to a file."""
        self._values.keep()
        self._error = None
        try:
            export_settings(self._values, Path(path))
        except UserError as error:
            self._error = error
        else:
            self._done = lambda: translate("Settings", "Exported to {file}.").format(file=Path(path).name)
        self._say()

    @Slot(str)
    def import_from(self, path: str) -> None:
        """Take the settings of a file, all of them or none."""
        self._error = None
        try:
            read = read_settings(Path(path))
        except UserError as error:
            self._error = error
            self._say()
            return
        changed = sum(self._values.value(name) != value for name, value in read.items())
        self._values.put_all(read)
        self._done = lambda: counted(
            changed,
            translate("Settings", "Imported: 1 setting changed."),
            translate("Settings", "Imported: {count} settings changed."),
        )
        self._say()

    # --- words

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        self.set_title(translate("Settings", "Settings"))
        self.accept_button.setText(translate("Settings", "Close"))
        self._import.setText(translate("Settings", "Import…"))
        self._import.setAccessibleName(translate("Settings", "Import settings from a file"))
        self._export.setText(translate("Settings", "Export…"))
        self._export.setAccessibleName(translate("Settings", "Export the settings to a file"))
        self._personas.setText(translate("Settings", "Personas…"))
        self._personas.setAccessibleDescription(
            translate("Settings", "System prompts with names, chosen for a session")
        )
        self._prompts.setText(translate("Settings", "Saved prompts…"))
        self._prompts.setAccessibleDescription(translate("Settings", "Put into the composer by typing /"))
        self._search.setPlaceholderText(translate("Settings", "Search the settings"))
        self._search.setAccessibleName(translate("Settings", "Search the settings"))
        self._pages.setAccessibleName(translate("Settings", "Pages of the settings"))
        self._nothing.setText(translate("Settings", "No setting has these words."))
        for position, page in enumerate(Page):
            name = translate("Settings", PAGE_NAMES[page])
            self._headings[page].setText(name)
            self._pages.item(position).setText(name)
        for row in self._rows:
            row.retranslate()
        self._presets.retranslate()
        self._say()
