"""The dialogs of the window: opening them, and carrying out what is decided in them.

Each is imported when it is opened first: together they are a third of the window's code, and no start needs one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QWidget

from desktop_app.domain.conversation import Person, VaultKind
from desktop_app.domain.events import Changed
from desktop_app.domain.settings import Settings
from desktop_app.services.facade import Services
from desktop_app.services.named_texts import NamedTextService
from desktop_app.services.record_files import OpenedRecord
from desktop_app.support.inventory import components
from desktop_app.ui.application import Translations
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.file_dialogs import ask_for_file
from desktop_app.ui.first_space import follow_language
from desktop_app.ui.preferences import PreferenceStore
from desktop_app.ui.sessions.deletion import NOTHING_DELETED, Deleted
from desktop_app.ui.theme import BODY_PX, MAXIMUM_BODY_PX, MINIMUM_BODY_PX, ThemeManager

if TYPE_CHECKING:
    from desktop_app.ui.settings.descriptors import Page
    from desktop_app.ui.writing.named_texts_dialog import Subject


TEXT_SIZE_AFTER_MS = 150  # after the last key


@dataclass(frozen=True, slots=True)
class Place:
    """Where the window is: whose memory and which session it shows, and what was deleted in it a moment ago."""

    person: Person | None
    session_id: int | None
    deleted: Deleted = NOTHING_DELETED


class WindowDialogs(QObject):
    """Opens the dialogs over a window.

    Args:
        services, bridge, themes, translations, preferences: what the dialogs show and change.
        place: tells where the window is.
        window: stands behind the dialogs.

    Signals:
        person_created: the new person's id.
        turn_chosen: person, session and turn that should be shown.
        fact_chosen: the Fact of the shown person that should be shown.
        why_requested: a turn of the shown person of which it is asked why the prompt does not have it.
        source_requested: session and turn of the shown person that should be shown.
        restore_requested: the backup that shall take the place of the vault.
        failed: a `UserError` of something decided in a dialog.
    """

    person_created = Signal(int)
    turn_chosen = Signal(int, int, int)
    fact_chosen = Signal(object)
    why_requested = Signal(int)
    source_requested = Signal(int, int)
    failed = Signal(object)
    restore_requested = Signal(object)

    def __init__(
        self,
        services: Services,
        bridge: EventBridge,
        themes: ThemeManager,
        translations: Translations,
        preferences: PreferenceStore,
        place: Callable[[], Place],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._services = services
        self._bridge = bridge
        self._themes = themes
        self._translations = translations
        self._preferences = preferences
        self._place = place
        self._window = window
        self._text_px = 0  # the size chosen by keys, until it is laid out
        self._text_timer = QTimer(self)
        self._text_timer.setSingleShot(True)
        self._text_timer.setInterval(TEXT_SIZE_AFTER_MS)
        self._text_timer.timeout.connect(self._set_text_size)
        translations.language_changed.connect(self._on_language)
        bridge.event.connect(self._on_event)

    @Slot()
    def new_person(self) -> None:
        """Ask for a new person."""
        from desktop_app.ui.dialogs.person import PersonDialog

        dialog = PersonDialog(self._services.vault_kind, self._window)

        def create(*identity: str) -> None:
            def done(person: Person) -> None:
                dialog.taken()
                self.person_created.emit(person.id)

            self._bridge.run(
                "read", self._services.people.create, *identity, done=done, failed=dialog.refuse, owner=dialog
            )

        dialog.submitted.connect(create)
        self._bridge.run("read", self._services.people.list, done=dialog.show_people, owner=dialog)
        dialog.open()

    @Slot()
    def space(self) -> None:
        """Show what this space is called and its own categories."""
        from desktop_app.ui.dialogs.space import SpaceDialog

        person = self._place().person
        if person is not None:
            SpaceDialog(self._services, self._bridge, person, self._window).open()

    @Slot()
    def search(self) -> None:
        """Search everything that was said with this person."""
        from desktop_app.ui.search.dialog import SearchDialog

        place = self._place()
        person_id = place.person.id if place.person is not None else None
        dialog = SearchDialog(
            self._services, self._bridge, self._themes, person_id, place.session_id, place.deleted, parent=self._window
        )
        dialog.chosen.connect(self.turn_chosen)
        dialog.fact_chosen.connect(self.fact_chosen)
        dialog.why_requested.connect(self.why_requested)
        dialog.open()

    @Slot()
    def models(self) -> None:
        """Show the models on this machine."""
        from desktop_app.ui.dialogs.models import ModelsDialog
        from desktop_app.ui.settings.descriptors import Page

        dialog = ModelsDialog(self._services, self._bridge, self._themes, self._window)
        dialog.chosen.connect(self.load_model)
        dialog.unload_requested.connect(self._unload_model)
        dialog.folder_added.connect(self._add_folder)
        dialog.install_requested.connect(lambda: self._install_models(dialog))
        dialog.settings_requested.connect(lambda: self.settings_at(Page.MODEL))
        dialog.open()

    @Slot()
    def settings(self) -> None:
        """Show the settings."""
        from desktop_app.ui.settings.descriptors import Page

        self.settings_at(Page.APPEARANCE)

    def settings_at(self, page: Page) -> None:
        """Show a page of the settings."""
        from desktop_app.ui.settings.dialog import SettingsDialog
        from desktop_app.ui.settings.values import SettingValues

        values = SettingValues(
            self._services, self._bridge, self._themes, self._translations, self._preferences, self._place().person
        )
        dialog = SettingsDialog(values, self._services, self._bridge, self._themes, self._window)
        dialog.models_requested.connect(self.models)
        dialog.personas_requested.connect(self.personas)
        dialog.prompts_requested.connect(self.prompts)
        dialog.show_page(page)
        dialog.open()

    @Slot()
    def personas(self) -> None:
        """Show the personas."""
        from desktop_app.ui.writing.named_texts_dialog import Subject

        self._named_texts(Subject.PERSONAS, self._services.personas)

    @Slot()
    def prompts(self) -> None:
        """Show the saved prompts."""
        from desktop_app.ui.writing.named_texts_dialog import Subject

        self._named_texts(Subject.PROMPTS, self._services.prompts)

    def _named_texts(self, subject: Subject, texts: NamedTextService) -> None:
        from desktop_app.ui.writing.named_texts_dialog import NamedTextsDialog

        NamedTextsDialog(subject, texts, self._bridge, self._themes, self._window).open()

    @Slot()
    def backups(self) -> None:
        """Show the backups."""
        from desktop_app.ui.backups.dialog import BackupsDialog

        dialog = BackupsDialog(self._services.backups, self._services.backup_merge, self._bridge, self._window)
        dialog.restore_requested.connect(self.restore_requested)
        dialog.open()

    @Slot()
    def shortcuts(self) -> None:
        """Show the shortcut table."""
        from desktop_app.ui.dialogs.shortcuts import ShortcutsDialog

        ShortcutsDialog(self._services.vault_kind, self._window).open()

    @Slot()
    def memory_work(self) -> None:
        """Show what of the memory work failed."""
        from desktop_app.ui.dialogs.memory_work import MemoryWorkDialog

        MemoryWorkDialog(self._services.consolidation, self._bridge, self._window).open()

    @Slot()
    def test_memory(self) -> None:
        """Ask questions about this person's history and show what is recalled."""
        from desktop_app.ui.dialogs.memory_test import MemoryTestDialog

        person = self._place().person
        if person is not None:
            dialog = MemoryTestDialog(self._services, self._bridge, self._themes, person.id, self._window)
            dialog.settings_kept.connect(self._save_settings)
            dialog.source_requested.connect(self.source_requested)
            dialog.open()

    @Slot()
    def show_hygiene(self) -> None:
        """Show what of this person's memory can be tidied up."""
        from desktop_app.ui.dialogs.hygiene import HygieneDialog

        person = self._place().person
        if person is not None:
            dialog = HygieneDialog(self._services, self._bridge, person.id, self._window)
            dialog.source_requested.connect(self.source_requested)
            dialog.open()

    @Slot()
    def notes(self) -> None:
        """Show the notes of the shown session."""
        from desktop_app.ui.notes.dialog import NotesDialog

        session_id = self._place().session_id
        if session_id is not None:
            dialog = NotesDialog(self._services, self._bridge, self._themes, session_id, self._window)
            dialog.source_requested.connect(self.source_requested)
            dialog.templates_requested.connect(self.note_templates)
            dialog.open()

    @Slot()
    def note_templates(self) -> None:
        """Show the templates of notes."""
        from desktop_app.ui.writing.named_texts_dialog import Subject

        self._named_texts(Subject.NOTE_TEMPLATES, self._services.notes.templates)

    @Slot()
    def export_record(self) -> None:
        """Write the record of the shown session, or of a turn of it, into a file."""
        from desktop_app.ui.records.export_dialog import ExportDialog

        session_id = self._place().session_id
        if session_id is not None:
            ExportDialog(self._services, self._bridge, session_id, self._window).open()

    @Slot()
    def open_record(self) -> None:
        """Choose a file with a record or a list of messages, and show it."""
        title = self.tr("Open a record")
        path = ask_for_file(self._window, title, self.tr("JSON files (*.json)"))
        if path is not None:
            self._bridge.run(
                "read", self._services.record_files.read, path,
                done=self._show_record, failed=self.failed.emit, owner=self,
            )  # fmt: skip

    @Slot(object)
    def _show_record(self, opened: OpenedRecord) -> None:
        from desktop_app.ui.records.viewer import RecordDialog

        RecordDialog(opened, self._themes, self._window).open()

    @Slot()
    def show_cases(self) -> None:
        """Show this person's cases, and the replay of the open session."""
        from desktop_app.ui.dialogs.cases import CasesDialog

        place = self._place()
        if place.person is not None:
            theme = self._themes.theme
            dialog = CasesDialog(self._services, self._bridge, theme, place.person.id, place.session_id, self._window)
            dialog.source_requested.connect(self.source_requested)
            dialog.open()

    @Slot(int)
    def save_case(self, turn_id: int) -> None:
        """Ask what is expected of a turn."""
        from desktop_app.ui.dialogs.save_case import SaveCaseDialog

        SaveCaseDialog(self._services.cases, self._bridge, turn_id, self._window).open()

    @Slot()
    def about(self) -> None:
        """Show what the program is."""
        from desktop_app.ui.dialogs.about import AboutDialog

        dialog = AboutDialog(self._window)
        self._bridge.run("read", components, done=dialog.show_components, owner=dialog)
        dialog.open()

    @Slot()
    def guide(self) -> None:
        """Show the guide."""
        from desktop_app.ui.help.guide import GuideDialog

        GuideDialog(self._window).open()

    @Slot()
    def protection(self) -> None:
        """Show what opens the vault."""
        from desktop_app.ui.dialogs.protection import ProtectionDialog

        ProtectionDialog(self._services, self._bridge, self._window).open()

    def require_passphrase(self) -> None:
        """Let nobody work in a clinical vault that opens without a secret; who will not set one quits."""
        from desktop_app.ui.dialogs.protection import ProtectionDialog

        if self._services.vault_kind is VaultKind.CLINICAL and not self._services.vault_keys.protected:
            dialog = ProtectionDialog(self._services, self._bridge, self._window, required=True)
            dialog.given_up.connect(self._window.close)
            dialog.open()

    @Slot()
    def welcome(self) -> None:
        """Show the first-run page."""
        from desktop_app.ui.dialogs.welcome import WelcomeDialog

        protected = self._services.vault_keys.protected
        state = self._services.models.state
        language = self._translations.language
        dialog = WelcomeDialog(
            state, self._bridge, kind=self._services.vault_kind, protected=protected, language=language,
            parent=self._window,
        )  # fmt: skip
        dialog.language_chosen.connect(self._choose_language)
        dialog.models_requested.connect(self.models)
        dialog.install_requested.connect(lambda: self._install_models(dialog))
        dialog.protection_requested.connect(self.protection)
        dialog.open()
        self._preferences.update(welcomed=True)

    @Slot(str)
    def _choose_language(self, language: str) -> None:
        self._translations.set_choice(language)
        self._save_appearance()

    @Slot(str)
    def _on_language(self, language: str) -> None:
        self._bridge.run("read", follow_language, self._services, language)

    def _install_models(self, parent: Dialog) -> None:
        """Install models from a folder; the dialog that offered it stays and shows what came of it."""
        from desktop_app.ui.dialogs.install_models import InstallModelsDialog
        from desktop_app.ui.dialogs.models import ModelsDialog

        dialog = InstallModelsDialog(self._services, self._bridge, parent)
        if isinstance(parent, ModelsDialog):
            dialog.accepted.connect(parent.look)
        dialog.open()

    @Slot()
    def enlarge_text(self) -> None:
        """One step larger."""
        self._change_text_size(1)

    @Slot()
    def reduce_text(self) -> None:
        """One step smaller."""
        self._change_text_size(-1)

    @Slot(object, int)
    def load_model(self, path: Path, context_length: int = 0) -> None:
        """Load another model, with a context of its own where one is given."""
        self._bridge.run("turn", self._services.models.load, path, context_length, failed=self.failed.emit, owner=self)

    @Slot()
    def _unload_model(self) -> None:
        self._bridge.run("turn", self._services.models.unload)

    @Slot(str)
    def _add_folder(self, folder: str) -> None:
        def add(settings: Settings) -> Settings:
            folders = tuple(dict.fromkeys((*settings.model.folders, folder)))
            return replace(settings, model=replace(settings.model, folders=folders))

        self._bridge.run("read", self._services.settings.change, add)

    @Slot(object)
    def _save_settings(self, settings: Settings) -> None:
        self._bridge.run("read", self._services.settings.update, settings)

    @Slot(object)
    def _on_event(self, event: object) -> None:
        if isinstance(event, Changed) and event.settings:
            self._bridge.run("turn", self._services.models.follow_settings)

    @Slot()
    def usual_text(self) -> None:
        """The size the program comes with."""
        self._choose_text_size(BODY_PX)

    def _change_text_size(self, step: int) -> None:
        self._choose_text_size((self._text_px or self._themes.theme.body_px) + step)

    def _choose_text_size(self, px: int) -> None:
        """Lay everything out once for the last of several steps: each takes its time in a long conversation."""
        self._text_px = min(MAXIMUM_BODY_PX, max(MINIMUM_BODY_PX, px))
        self._text_timer.start()

    @Slot()
    def _set_text_size(self) -> None:
        self._themes.set_body_px(self._text_px)
        self._text_px = 0
        self._save_appearance()

    @Slot()
    def _save_appearance(self) -> None:
        self._preferences.update(
            language=self._translations.choice, theme=self._themes.choice, body_px=self._themes.theme.body_px
        )
