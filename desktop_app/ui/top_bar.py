"""The bar at the top: whose memory, which model, settings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtGui import QIcon, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QWidget

from desktop_app.domain.conversation import Person, PersonState, VaultKind
from desktop_app.domain.events import EngineChanged, EngineState
from desktop_app.ui.actions import with_keys
from desktop_app.ui.icons import ICON_PX, icon
from desktop_app.ui.texts import person_identifiers, product_name, translate
from desktop_app.ui.theme import Theme, ThemeManager
from desktop_app.ui.widgets.basics import button, label, plain_tip
from desktop_app.ui.widgets.chip import Chip, Initial, StateDot

_GAP = 14
_MODEL_NAME_CHARACTERS = 28
_LEAST_NAME_CHARACTERS = 8  # of a name that is cut; fewer tell nothing
# What gives way where there is no room, one after the other: words that icons say as well, the model's state (its
# dot stays) and the end of its name, then what is said of the person, whose memory it is, and the end of their name.
# A dot alone says nothing: where not even the beginning of its name has room, the model goes.
_ALL, _NO_WORDS, _NO_STATE, _NO_MENU_WORDS, _SHORT_MODEL, _NO_DETAILS, _SHORT_NAME, _NO_MODEL = range(8)


class TopBar(QWidget):
    """Shows the person and the model as chips and opens what belongs to them."""

    person_chosen = Signal(int)
    new_person_requested = Signal()
    patients_requested = Signal()  # in a clinical vault, where a menu would be too long
    models_requested = Signal()
    search_requested = Signal()
    cover_requested = Signal()
    settings_requested = Signal()
    exchange_export_requested = Signal()
    exchange_import_requested = Signal()
    shortcuts_requested = Signal()
    about_requested = Signal()
    command_requested = Signal(str)  # one of the window's, by its name
    privacy_requested = Signal()
    audit_requested = Signal()
    erase_requested = Signal()
    memory_toggled = Signal()
    memory_float_requested = Signal()
    memory_test_requested = Signal()
    hygiene_requested = Signal()
    cases_requested = Signal()
    export_requested = Signal()
    open_record_requested = Signal()

    def __init__(
        self,
        kind: VaultKind,
        themes: ThemeManager,
        today: Callable[[], date] = date.today,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._kind = kind
        self._today = today
        self._themes = themes
        self._people: tuple[Person, ...] = ()
        self._person: Person | None = None
        self._beside = False
        self._engine = EngineChanged(EngineState.NONE, None)
        self._is_fitting = False
        self._settings_icon = QIcon()
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._build()
        self._retranslate()
        self._on_theme_changed(themes.theme)
        themes.theme_changed.connect(self._on_theme_changed)

    def _build(self) -> None:
        self._name = label("title")
        self._person_chip = Chip()
        self._initial = Initial()
        self._person_name, self._described, self._record = label("heading"), label(""), label("muted")
        self._person_arrow = label("")
        self._same_name, self._beside_mark, self._restricted = label("warning"), label("caption"), label("warning")
        for widget in (
            self._initial, self._person_name, self._restricted, self._same_name, self._described, self._record,
            self._beside_mark, self._person_arrow,
        ):  # fmt: skip
            self._person_chip.add(widget)
        self._person_menu = QMenu(self)
        self._person_menu.aboutToShow.connect(self._fill_person_menu)
        if self._kind is VaultKind.CLINICAL:
            self._person_chip.clicked.connect(self.patients_requested)
        else:
            self._person_chip.setMenu(self._person_menu)
        self._model_chip = Chip()
        self._model_name, self._model_arrow = label(""), label("")
        self._dot, self._model_state = StateDot(), label("muted")
        for chip_widget in (self._model_name, self._model_arrow, self._dot, self._model_state):
            self._model_chip.add(chip_widget)
        self._model_chip.clicked.connect(self.models_requested)
        self._search = button()
        self._search.clicked.connect(self.search_requested)
        self._cover = button()
        self._cover.clicked.connect(self.cover_requested)
        self._memory = button()
        self._memory.setCheckable(True)
        self._memory.clicked.connect(self.memory_toggled)
        self._memory_more = button()
        self._memory_menu = QMenu(self)
        self._memory_menu.aboutToShow.connect(self._fill_memory_menu)
        self._memory_more.setMenu(self._memory_menu)
        self._settings = button()
        self._settings.clicked.connect(self.settings_requested)
        self._help = button()
        self._help_menu = QMenu(self)
        self._help_menu.aboutToShow.connect(self._fill_help_menu)
        self._help.setMenu(self._help_menu)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 6, 16, 6)
        row.setSpacing(_GAP)
        row.addWidget(self._name)
        row.addWidget(self._person_chip)
        row.addWidget(self._model_chip)
        row.addStretch(1)
        self._memory_row = QHBoxLayout()
        self._memory_row.setSpacing(4)
        for control in (self._memory, self._memory_more):
            self._memory_row.addWidget(control)
        for control in (self._search, self._cover):
            row.addWidget(control)
        row.addLayout(self._memory_row)
        for control in (self._settings, self._help):
            row.addWidget(control)
        for chip in (self._person_chip, self._model_chip):
            chip.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def set_people(self, people: Sequence[Person], person_id: int | None) -> None:
        """Show who is chosen and who else can be."""
        self._people = tuple(people)
        self._person = next((person for person in self._people if person.id == person_id), None)
        self._show_person()

    def set_beside(self, beside: bool) -> None:
        """Say whether a patient sits beside, so that nobody else's name shows."""
        self._beside = beside
        self._show_person()

    def set_engine(self, state: EngineChanged) -> None:
        """Show the model and what it is doing."""
        self._engine = state
        self._show_engine()

    def set_memory_shown(self, shown: bool) -> None:
        """Say whether the memory panel is open."""
        self._memory.setChecked(shown)
        self._set_icons(self._themes.theme)

    @property
    def model_text(self) -> str:
        """The model chip in words."""
        return self._model_chip.accessibleName()

    def _show_person(self) -> None:
        person = self._person
        described, record = person_identifiers(person, self._kind, self._today()) if person else ("", "")
        name = self._person_words()
        self._initial.set_name(name)
        namesakes = sum(one.name == name for one in self._people) if person else 0
        alike = (
            translate("Patients", "same name ×{count}").format(count=namesakes)
            if namesakes > 1 and self._kind is VaultKind.CLINICAL
            else ""
        )
        restricted = self.tr("restricted") if person is not None and person.state is PersonState.RESTRICTED else ""
        for widget, text in (
            (self._same_name, alike), (self._restricted, restricted), (self._described, described),
            (self._record, record),
        ):  # fmt: skip
            widget.setText(text)
        for widget in (self._same_name, self._restricted):
            widget.setVisible(bool(widget.text()))
        beside = self._beside_text() if self._beside else ""
        self._beside_mark.setText(f"· {beside}")
        self._beside_mark.setVisible(self._beside)
        parts = [part for part in (name, restricted, alike, described, record, beside) if part]
        self._person_chip.setAccessibleName(self.tr("Person: {name}").format(name=", ".join(parts)))
        self._fit()

    def _show_engine(self) -> None:
        state, model = self._engine.state, self._engine.model
        name = self._model_words()
        words = {
            EngineState.NONE: self.tr("choose one"),
            EngineState.LOADING: self.tr("loading {percent}%").format(percent=round(self._engine.progress * 100)),
            EngineState.READY: self.tr("ready"),
            EngineState.ANSWERING: self.tr("answering"),
            EngineState.FAILED: self.tr("failed"),
        }
        self._model_state.setText(words[state])
        theme = self._themes.theme
        color = theme.color("warning") if state is EngineState.FAILED else theme.color("muted")
        self._dot.set_state(color, filled=state in (EngineState.READY, EngineState.ANSWERING))
        self._model_chip.setAccessibleName(
            self.tr("Model: {name}, {state}").format(name=model.name if model else name, state=words[state])
        )
        self._fit()

    def _person_words(self) -> str:
        return self._person.name if self._person else self._new_person_text()

    def _model_words(self) -> str:
        name = self._engine.model.name if self._engine.model else self.tr("No model")
        return name if len(name) <= _MODEL_NAME_CHARACTERS else name[: _MODEL_NAME_CHARACTERS - 1] + "…"

    def _beside_words(self) -> str:
        clinical = self._kind is VaultKind.CLINICAL
        words = (
            self.tr("Patient beside me: show no other name")
            if clinical
            else self.tr("Somebody beside me: show no other name")
        )
        return with_keys(words, "beside")

    def _beside_text(self) -> str:
        return self.tr("patient beside me") if self._kind is VaultKind.CLINICAL else self.tr("somebody beside me")

    def _new_person_text(self) -> str:
        return self.tr("New patient…") if self._kind is VaultKind.CLINICAL else self.tr("New space…")

    @Slot()
    def _fill_person_menu(self) -> None:
        self._person_menu.clear()
        for person in self._people:
            described, record = person_identifiers(person, self._kind, self._today())
            text = "  ".join(part for part in (person.name, described, record) if part)
            action = self._person_menu.addAction(text.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(person is self._person)
            action.setData(person.id)
            action.triggered.connect(lambda checked, chosen=person.id: self.person_chosen.emit(chosen))
        if self._people:
            self._person_menu.addSeparator()
        self._person_menu.addAction(self._new_person_text(), self.new_person_requested.emit)
        if self._person is not None and self._kind is VaultKind.PERSONAL:
            self._person_menu.addAction(self.tr("This space…"), lambda: self.command_requested.emit("space"))
        beside = self._person_menu.addAction(self._beside_words())
        beside.setCheckable(True)
        beside.setChecked(self._beside)
        beside.triggered.connect(lambda: self.command_requested.emit("beside"))
        self._person_menu.addSeparator()
        vaults = with_keys(self.tr("Open another vault…"), "vaults")
        self._person_menu.addAction(vaults, lambda: self.command_requested.emit("vaults"))

    @Slot()
    def _fill_memory_menu(self) -> None:
        self._memory_menu.clear()
        floating = with_keys(self.tr("In a window of its own, or back"), "float_memory")
        self._memory_menu.addAction(floating, self.memory_float_requested.emit)
        self._memory_menu.addSeparator()
        self._memory_menu.addAction(self.tr("Test my memory…"), self.memory_test_requested.emit)
        self._memory_menu.addAction(self.tr("Hygiene…"), self.hygiene_requested.emit)
        self._memory_menu.addAction(self.tr("Cases…"), self.cases_requested.emit)
        if self._kind is VaultKind.CLINICAL:
            notes = with_keys(self.tr("Notes and hand-outs…"), "notes")
            self._memory_menu.addAction(notes, lambda: self.command_requested.emit("notes"))
        self._memory_menu.addSeparator()
        export, import_ = self.tr("Export conversations…"), self.tr("Import conversations…")
        self._memory_menu.addAction(with_keys(export, "export"), self.exchange_export_requested.emit)
        self._memory_menu.addAction(with_keys(import_, "import"), self.exchange_import_requested.emit)
        self._memory_menu.addSeparator()
        self._memory_menu.addAction(self.tr("Export the record…"), self.export_requested.emit)
        self._memory_menu.addAction(self.tr("Open a record…"), self.open_record_requested.emit)

    @Slot()
    def _fill_help_menu(self) -> None:
        self._help_menu.clear()
        self._help_menu.addAction(self.tr("Guide"), lambda: self.command_requested.emit("guide"))
        palette = with_keys(self.tr("All commands…"), "palette")
        self._help_menu.addAction(palette, lambda: self.command_requested.emit("palette"))
        # The key is only written there: the window's own action holds it, and two holders would cancel each other.
        self._help_menu.addAction(with_keys(self.tr("Keyboard shortcuts"), "shortcuts"), self.shortcuts_requested.emit)
        self._help_menu.addSeparator()
        self._help_menu.addAction(self.tr("Privacy…"), self.privacy_requested.emit)
        self._help_menu.addAction(self.tr("What was done…"), self.audit_requested.emit)
        self._help_menu.addAction(self.tr("Erase with certificate…"), self.erase_requested.emit)
        self._help_menu.addSeparator()
        self._help_menu.addAction(self.tr("About {product}").format(product=product_name()), self.about_requested.emit)

    @Slot(object)
    def _on_theme_changed(self, theme: Theme) -> None:
        self._initial.set_theme(theme)
        self._set_icons(theme)
        self._show_engine()
        self._fit()

    def _set_icons(self, theme: Theme) -> None:
        side = theme.px(ICON_PX)
        arrow = icon("chevron_down", theme.color("muted"), side).pixmap(side, side)
        for widget in (self._person_arrow, self._model_arrow):
            widget.setPixmap(arrow)
        self._memory_more.setIcon(icon("chevron_down", theme.color("ink"), side))
        ink = theme.color("selected_ink" if self._memory.isChecked() else "ink")
        self._memory.setIcon(icon("panel", ink, side))
        self._search.setIcon(icon("search", theme.color("ink"), side))
        self._settings_icon = icon("settings", theme.color("ink"), side)
        for control in (self._memory, self._memory_more, self._search, self._settings):
            control.setIconSize(QSize(side, side))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave away what the icons, the tooltips and the menus say as well, where there is no room for it."""
        super().resizeEvent(event)
        self._fit()

    def minimumSizeHint(self) -> QSize:
        """The bar gives way and never widens the window."""
        return QSize(0, super().minimumSizeHint().height())

    def _fit(self) -> None:
        if self._is_fitting:  # what is shown or hidden lays the bar out at once, which may resize it
            return
        self._is_fitting = True
        for level in range(_NO_MODEL + 1):
            self._dress(level)
            if self._needed_px() <= self.width():
                break
        self._is_fitting = False

    def _needed_px(self) -> int:
        for chip in (self._person_chip, self._model_chip):
            chip.updateGeometry()
        self._memory_row.invalidate()  # a layout within a layout is told of new texts only when it is laid out
        return super().minimumSizeHint().width()

    def _dress(self, level: int) -> None:
        self._name.setVisible(level < _NO_WORDS)
        for control, text in ((self._search, self.tr("Search")), (self._memory, self.tr("Memory"))):
            control.setText("" if level >= _NO_WORDS else text)
        self._settings.setText("" if level >= _NO_MENU_WORDS else self.tr("Settings"))
        self._settings.setIcon(self._settings_icon if level >= _NO_MENU_WORDS else QIcon())
        self._help.setText("?" if level >= _NO_MENU_WORDS else self.tr("Help"))
        for control in (self._settings, self._help):
            control.setToolTip(control.accessibleName() if level >= _NO_MENU_WORDS else "")
        for widget in (self._described, self._record):
            widget.setVisible(level < _NO_DETAILS and bool(widget.text()))
        self._model_chip.setVisible(level < _NO_MODEL)
        self._model_state.setVisible(level < _NO_STATE)
        self._initial.setVisible(self._person is not None and level < _SHORT_NAME)
        names = (
            (self._model_name, self._model_words(), level >= _SHORT_MODEL),
            (self._person_name, self._person_words(), level >= _SHORT_NAME),
        )
        for widget, text, short in names:
            widget.setText(
                text[:_LEAST_NAME_CHARACTERS] + "…" if short and len(text) > _LEAST_NAME_CHARACTERS else text
            )
        for widget, text, short in reversed(names):  # what room is left is the person's first
            if short:
                left = self.width() - self._needed_px()
                room = widget.fontMetrics().horizontalAdvance(widget.text()) + (
                    left if level == _NO_MODEL else max(0, left)
                )
                cut = widget.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, max(0, room))
                widget.setText(cut if cut[:1] == text[:1] else text[:1])
        for chip, since in ((self._person_chip, _NO_DETAILS), (self._model_chip, _NO_STATE)):
            chip.setToolTip(plain_tip(chip.accessibleName()) if level >= since else "")

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self._name.setText(product_name())
        self._fit()
        self._search.setAccessibleName(self.tr("Search everything said"))
        self._search.setToolTip("Ctrl+K")
        self._cover.setText(self.tr("Cover"))
        self._cover.setAccessibleName(self.tr("Cover the window: hide every text"))
        self._cover.setToolTip("F8")
        self._memory.setAccessibleName(self.tr("Show or hide the memory panel"))
        self._memory.setToolTip("F9")
        self._memory_more.setAccessibleName(self.tr("More about memory"))
        self._memory_more.setToolTip(self.tr("More about memory"))
        self._settings.setAccessibleName(self.tr("Settings"))
        self._help.setAccessibleName(self.tr("Help"))
        self._show_person()
        self._show_engine()
