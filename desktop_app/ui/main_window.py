"""The window: sessions, conversation and memory, a bar above and a line below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from pathlib import Path

from PySide6.QtCore import QByteArray, QEvent, QMargins, QPoint, QRect, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QCloseEvent, QKeyEvent, QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QSplitter, QVBoxLayout, QWidget

from desktop_app.domain.conversation import CLINICIAN, PERSON, Person, PersonState, VaultKind
from desktop_app.domain.errors import UserError
from desktop_app.domain.events import Changed, EmbedderChanged, EngineChanged, EngineState, Notice, TurnStarted
from desktop_app.domain.ledger import Ledger
from desktop_app.domain.memory import Fact
from desktop_app.services.facade import Services
from desktop_app.ui.actions import TURN_COMMANDS, commands_of, palette_commands
from desktop_app.ui.application import Translations
from desktop_app.ui.backups.mark import BackupMark
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.composer import Composer
from desktop_app.ui.conversation import Conversation
from desktop_app.ui.exchange import ExchangeDialogs
from desktop_app.ui.fact_notices import ConflictNotice, ProposalNotice
from desktop_app.ui.help.palette import PaletteDialog, PalettePlace
from desktop_app.ui.memory_notice import MemoryNotice
from desktop_app.ui.memory_panel.folded import FoldedPanel
from desktop_app.ui.memory_panel.gauge import tab_of
from desktop_app.ui.memory_panel.links import TURN
from desktop_app.ui.memory_panel.panel import MemoryPanel
from desktop_app.ui.memory_panel.place import MemoryPlace
from desktop_app.ui.memory_panel.tab import CLIPPED, FACTS, TIMELINE
from desktop_app.ui.patients.name_guard import NameGuard
from desktop_app.ui.patients.note import ClinicalNote
from desktop_app.ui.patients.pages import PatientPages
from desktop_app.ui.patients.restriction import RestrictionMarks
from desktop_app.ui.preferences import PreferenceStore
from desktop_app.ui.privacy.cover import Cover
from desktop_app.ui.search.find_bar import FindBar
from desktop_app.ui.sessions.deletion import Deleted
from desktop_app.ui.sessions.panel import SessionPanel
from desktop_app.ui.status_bar import StatusBar
from desktop_app.ui.texts import product_name
from desktop_app.ui.theme import MEASURE_PX, Theme, ThemeManager
from desktop_app.ui.top_bar import TopBar
from desktop_app.ui.transcript.turn_actions import TurnActions
from desktop_app.ui.transcript.view import TranscriptView
from desktop_app.ui.type_ahead import TypeAhead
from desktop_app.ui.way_back import LeftTurn, WayBack
from desktop_app.ui.widgets.basics import Hairline
from desktop_app.ui.widgets.column import Column
from desktop_app.ui.widgets.context_menu import open_context_menu
from desktop_app.ui.widgets.notice_bar import NoticeBar
from desktop_app.ui.window_dialogs import Place, WindowDialogs
from desktop_app.ui.writing.helps import WritingHelps

_DEFAULT_SIZE = (1280, 800)
# The frame comes from the window manager, on a busy machine seconds after the window is shown; some give none.
_LOOKED_FOR_FRAME_MS, _FRAME_COMES_MS = 100, 20_000
# Columns of the design, at most so wide and at most such a share of the window.
_SESSIONS_PX, _SESSIONS_SHARE = 228, 0.24
_MEMORY_PX, _MEMORY_SHARE = 520, 0.318


class MainWindow(QMainWindow):
    """Puts the regions together and carries what one of them says to the others."""

    closed = Signal()
    lock_requested = Signal()
    person_shown = Signal(int)
    scratch_requested = Signal()
    vaults_requested = Signal()

    def __init__(
        self,
        services: Services,
        bridge: EventBridge,
        themes: ThemeManager,
        translations: Translations,
        preferences: PreferenceStore,
        today: Callable[[], date] = date.today,
    ) -> None:
        super().__init__()
        self._services = services
        self._bridge = bridge
        self._themes = themes
        self._preferences = preferences
        self._people: tuple[Person, ...] = ()
        self._person_id: int | None = None
        self._keeps_to_screen = False  # whether it was fitted to the screen it is on
        self._columns_chosen = False  # whether somebody moved a border between the regions
        self._beside = preferences.get().beside  # a patient sits beside: no other name shows
        if self._beside:
            services.people.show_only(preferences.get().person_id or None)
        self._closing = False
        self.locked = False  # whether it was closed to be locked
        self.restore_from: Path | None = None  # the backup it was closed for, to be restored
        self.next_vault: Path | None = None  # the vault it was closed for, to be opened in this one's place
        self.top_bar = TopBar(services.vault_kind, themes, today)
        self.sessions = SessionPanel(services, bridge, themes, today)
        self.transcript = TranscriptView(services, bridge, themes)
        self.composer = Composer(services.vault_kind, themes)
        for region in (self.transcript.browser, self.sessions.list):
            TypeAhead(region, self.composer.take_key)
        self.turn_actions = TurnActions(services, bridge, themes, preferences, self.transcript)
        self.composer.submitted.connect(self.turn_actions.flush_deletions)  # before the message is sent
        self.memory_panel = MemoryPanel(services, bridge, themes, services.vault_kind)
        self.folded_panel = FoldedPanel(themes.theme)
        self.memory_panel.figures_changed.connect(self.folded_panel.show_figures)
        self.status_bar = StatusBar(bridge, lambda: services.vault_keys.protected)
        self.notices = NoticeBar()
        self.find_bar = FindBar(services, bridge, themes)
        self.memory_notice = MemoryNotice(services, bridge)
        self.way_back = WayBack()
        self._opening: int | None = None  # a session the list is being led to
        self.proposal_notice = ProposalNotice(services, bridge)
        self.conflict_notice = ConflictNotice(services, bridge)
        self.writing = WritingHelps(services, bridge, themes, self.composer)
        self.conversation = Conversation(services, bridge, self.composer, self)
        self.dialogs = WindowDialogs(services, bridge, themes, translations, preferences, self._place, self)
        self.exchange = ExchangeDialogs(services, bridge, self._place, self)
        self.patients = PatientPages(
            services, bridge, themes, lambda: self._place().person, self,
            language=lambda: translations.language, today=today,
        )  # fmt: skip
        self._restriction = RestrictionMarks(self.notices, self.memory_panel.safety, self)
        self._clinical_note: ClinicalNote | None = None
        if services.vault_kind is VaultKind.CLINICAL:
            self._clinical_note = ClinicalNote(services, bridge)
            guard = NameGuard(services, bridge, self, self.open_person, self._show_failure)
            self.conversation.before_sending = lambda person_id, text, send: guard.check(
                person_id, text, send, self._open_with_text
            )
            self.turn_actions.before_sending = lambda text, send: guard.check(self.person_id or 0, text, send)
        self._actions: dict[str, QAction] = {}
        self._content = QWidget()
        self.cover = Cover(self._content)
        self.memory_place = MemoryPlace(self, self.memory_panel, self.folded_panel, self.cover, preferences)
        self._lay_out()
        self._connect()
        self._add_actions()
        self._retranslate()
        self._on_theme_changed(themes.theme)
        self.top_bar.set_engine(services.models.state)
        self._restore_place()
        self.top_bar.set_beside(self._beside)
        self.reload_people()

    # --- putting together

    def _lay_out(self) -> None:
        middle = QWidget()
        middle_layout = QVBoxLayout(middle)
        middle_layout.setContentsMargins(0, 0, 0, 0)
        middle_layout.setSpacing(0)
        writing = QWidget()
        writing_layout = QVBoxLayout(writing)
        writing_layout.setContentsMargins(0, 0, 0, 0)
        writing_layout.setSpacing(8)
        writing_layout.addWidget(self.way_back)
        writing_layout.addWidget(self.conflict_notice)
        writing_layout.addWidget(self.proposal_notice)
        writing_layout.addWidget(self.memory_notice)
        writing_layout.addWidget(self.turn_actions.undo)
        writing_layout.addWidget(self.turn_actions.editor)
        writing_layout.addWidget(self.composer)
        if self._clinical_note is not None:
            writing_layout.addWidget(self._clinical_note)
        self._column = Column(writing, MEASURE_PX)
        middle_layout.addWidget(self.notices)
        middle_layout.addWidget(self.find_bar)
        middle_layout.addWidget(self.transcript, 1)
        middle_layout.addWidget(self._column)
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._splitter.setHandleWidth(1)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.splitterMoved.connect(self._on_columns_moved)
        for region, least, stretch in ((self.sessions, 180, 0), (middle, 420, 1), (self.memory_place.dock, 300, 0)):
            region.setMinimumWidth(least)
            self._splitter.addWidget(region)
            self._splitter.setStretchFactor(self._splitter.count() - 1, stretch)
        layout = QVBoxLayout(self._content)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.top_bar)
        layout.addWidget(Hairline())
        regions = QHBoxLayout()
        regions.setSpacing(0)
        regions.addWidget(self._splitter, 1)
        regions.addWidget(self.folded_panel)
        layout.addLayout(regions, 1)
        layout.addWidget(Hairline())
        layout.addWidget(self.status_bar)
        self.setCentralWidget(self.cover)

    def _connect(self) -> None:
        self.top_bar.person_chosen.connect(self.open_person)
        self.top_bar.new_person_requested.connect(self.dialogs.new_person)
        self.top_bar.search_requested.connect(self.dialogs.search)
        self.top_bar.cover_requested.connect(self.cover.cover)
        self.top_bar.models_requested.connect(self.dialogs.models)
        self.top_bar.settings_requested.connect(self.dialogs.settings)
        self.top_bar.exchange_export_requested.connect(self.exchange.export)
        self.top_bar.exchange_import_requested.connect(self.exchange.import_)
        self.top_bar.shortcuts_requested.connect(self.dialogs.shortcuts)
        self.top_bar.about_requested.connect(self.dialogs.about)
        self.top_bar.command_requested.connect(lambda name: self._actions[name].trigger())
        self.writing.personas_requested.connect(self.dialogs.personas)
        self.writing.prompts_requested.connect(self.dialogs.prompts)
        self.writing.notes_requested.connect(self.dialogs.notes)
        self.status_bar.memory_work_requested.connect(self.dialogs.memory_work)
        self.status_bar.protection_requested.connect(self.dialogs.protection)
        self.status_bar.add_mark(BackupMark(self._services.backups.state, self._bridge), self.dialogs.backups)
        self.dialogs.restore_requested.connect(self._end_to_restore)
        self.dialogs.person_created.connect(self._go_to_person)
        self.dialogs.turn_chosen.connect(self._open_found)
        self.dialogs.turn_chosen.connect(self.transcript.take_focus)
        self.dialogs.fact_chosen.connect(self._open_fact)
        self.dialogs.why_requested.connect(lambda turn_id: self.memory_panel.ask_why(TURN, turn_id))
        self.dialogs.source_requested.connect(self.go_to_turn)
        self.dialogs.source_requested.connect(self.transcript.take_focus)
        self.dialogs.failed.connect(self._show_failure)
        self.top_bar.patients_requested.connect(self.patients.find)
        self.patients.person_chosen.connect(self.open_person)
        self.patients.new_person_requested.connect(self.dialogs.new_person)
        self.patients.source_requested.connect(self._open_found)
        self.patients.source_requested.connect(self.transcript.take_focus)
        self.patients.failed.connect(self._show_failure)
        self.turn_actions.move_requested.connect(self.patients.move_turns)
        self.sessions.move_requested.connect(self.patients.move_sessions)
        self.top_bar.memory_toggled.connect(self.toggle_memory)
        self.top_bar.memory_float_requested.connect(self.memory_place.toggle_floating)
        self.memory_place.shown_changed.connect(self.top_bar.set_memory_shown)
        self.folded_panel.opened.connect(self.focus_memory)
        self.folded_panel.section_clicked.connect(self._show_section)
        self.top_bar.memory_test_requested.connect(self.dialogs.test_memory)
        self.top_bar.hygiene_requested.connect(self.dialogs.show_hygiene)
        self.top_bar.export_requested.connect(self.dialogs.export_record)
        self.top_bar.open_record_requested.connect(self.dialogs.open_record)
        self.top_bar.cases_requested.connect(self.dialogs.show_cases)
        self.transcript.case_requested.connect(self.dialogs.save_case)
        self.sessions.session_chosen.connect(self._on_session_chosen)
        self.sessions.composer_wanted.connect(self.focus_composer)
        self.sessions.session_awaited.connect(self._on_session_awaited)
        self.sessions.session_made.connect(self.conversation.take_new_session)
        self.turn_actions.deletion_waits.connect(self._on_deletion_waits)
        self.conversation.session_opened.connect(self._on_session_opened)
        self.conversation.preview_changed.connect(self._on_preview_changed)
        self.conversation.standing_changed.connect(self.memory_panel.show_standing)
        self.conversation.typed_counted.connect(self.memory_panel.show_typed)
        self.conversation.ledger_changed.connect(self._on_ledger_changed)
        self.conversation.choices_changed.connect(self.memory_panel.show_choices)
        self.conversation.what_if_changed.connect(self.memory_panel.show_what_if)
        self.memory_panel.choices_changed.connect(self.conversation.choose)
        self.conversation.failed.connect(self._on_send_failed)
        self.memory_panel.source_requested.connect(self._follow_source)
        self.memory_panel.past_shown.connect(self.transcript.set_ledger)
        self.memory_panel.ask_again_requested.connect(self.ask_again)
        self.memory_panel.categories_requested.connect(self.dialogs.space)
        self.transcript.turn_ledger_requested.connect(self._show_ledger_of)
        self.transcript.source_requested.connect(self._follow_source)
        self.way_back.wanted.connect(lambda place: self._open_source(place.session_id, place.turn_id))
        self.transcript.ask_again_requested.connect(self._ask_again_here)
        self.conversation.answered.connect(self.memory_notice.take)
        self.memory_notice.facts_requested.connect(lambda: self._show_tab(FACTS))
        self.proposal_notice.facts_requested.connect(lambda: self._show_tab(FACTS))
        self.conflict_notice.facts_requested.connect(self._show_conflicts)
        self.memory_notice.left.connect(self.focus_composer)
        self.find_bar.turn_wanted.connect(self.transcript.go_to_match)
        self.find_bar.needles_changed.connect(self.transcript.mark_matches)
        self.find_bar.closed.connect(self.focus_transcript)
        self.transcript.panel_tab_requested.connect(self._show_tab)
        self.transcript.clipped_requested.connect(self._show_clipped)
        self.transcript.timeline_requested.connect(self._show_in_timeline)
        self.transcript.why_requested.connect(partial(self.memory_panel.ask_why, TURN))
        self._bridge.event.connect(self._on_event)
        self._themes.theme_changed.connect(self._on_theme_changed)
        self.cover.covered_changed.connect(self._on_covered)

    def _add_actions(self) -> None:
        services = self._services
        handlers: dict[str, Callable[[], object]] = {
            "new_session": self.sessions.create_session,
            "palette": lambda: PaletteDialog(
                palette_commands(services.vault_kind), self._actions, self._places(), self
            ).open(),
            "spaces": lambda: PaletteDialog((), {}, self._places(), self).open(),
            "what_if": self._open_what_if,
            "add_fact": self._add_fact,
            "guide": self.dialogs.guide,
            "new_person": self.dialogs.new_person,
            "space": self.dialogs.space,
            "test_memory": self.dialogs.test_memory,
            "hygiene": self.dialogs.show_hygiene,
            "protection": self.dialogs.protection,
            "privacy": self.top_bar.privacy_requested.emit,
            "audit": self.top_bar.audit_requested.emit,
            "erase": self.top_bar.erase_requested.emit,
            "notes": self.dialogs.notes,
            "note_templates": self.dialogs.note_templates,
            "export_record": self.dialogs.export_record,
            "open_record": self.dialogs.open_record,
            "about": self.dialogs.about,
            "scratch": self.scratch_requested.emit,
            "vaults": self.vaults_requested.emit,
            "patients": self.patients.find,
            "patient_page": self.patients.show_page,
            "consents": self.patients.show_consents,
            "clinician": lambda: self.composer.speak_as(CLINICIAN),
            "patient": lambda: self.composer.speak_as(PERSON),
            "family": self.composer.speak_as_family,
            "search": self.dialogs.search,
            "why": self.dialogs.search,
            "find": self.find_bar.open_bar,
            "cover": self._toggle_cover,
            "beside": self.toggle_beside,
            "lock": self.lock_requested.emit,
            "stop": self.conversation.stop,
            "sessions": self.sessions.focus_list,
            "transcript": self.focus_transcript,
            "composer": self.focus_composer,
            "memory": self.focus_memory,
            "toggle_memory": self.toggle_memory,
            "float_memory": self.memory_place.toggle_floating,
            "context_menu": self._open_context_menu,
            "models": self.dialogs.models,
            "backups": self.dialogs.backups,
            "export": self.exchange.export,
            "import": self.exchange.import_,
            "settings": self.dialogs.settings,
            "personas": self.dialogs.personas,
            "prompts": self.dialogs.prompts,
            "larger": self.dialogs.enlarge_text,
            "smaller": self.dialogs.reduce_text,
            "usual_size": self.dialogs.usual_text,
            "shortcuts": self.dialogs.shortcuts,
            "quit": self.close,
        }
        for command in commands_of(self._services.vault_kind):
            action = QAction(self)
            action.setShortcuts([QKeySequence(keys) for keys in command.keys])
            action.triggered.connect(handlers[command.name])
            action.setAutoRepeat(command.name != "cover")  # a key held down would uncover again
            self.addAction(action)
            self._actions[command.name] = action
        for name, on_turn in TURN_COMMANDS.items():  # their keys are the conversation's own
            action = QAction(self)
            action.triggered.connect(partial(self._run_on_turn, on_turn))
            self._actions[name] = action

    def _places(self) -> list[PalettePlace]:
        """The other spaces, by their names; patients are found with a reason, and nobody while one sits beside."""
        if self._services.vault_kind is VaultKind.CLINICAL or self._beside:
            return []
        others = (person for person in self._people if person.id != self._person_id)
        return [PalettePlace(person.name, partial(self._go_to_person, person.id)) for person in others]

    def _go_to_person(self, person_id: int) -> None:
        self.open_person(person_id)
        self.focus_composer()

    @Slot()
    def _open_what_if(self) -> None:
        self.memory_place.focus()
        self.memory_panel.open_what_if()

    @Slot()
    def _add_fact(self) -> None:
        self._show_tab(FACTS)
        self.memory_panel.facts.add_fact()

    def _run_on_turn(self, name: str) -> None:
        self.turn_actions.run(name, self.turn_actions.current_turn())

    @property
    def privacy_actions(self) -> tuple[QAction, ...]:
        """What hides what shows: to be had from every window of the program."""
        return self._actions["cover"], self._actions["lock"]

    @Slot()
    def _open_context_menu(self) -> None:
        """Not every system tells Qt of the key for it."""
        own = self.memory_place.own_window
        focused = (own if own.isActiveWindow() else self).focusWidget()
        if focused is not None:
            open_context_menu(focused)

    def _restore_place(self) -> None:
        preferences = self._preferences.get()
        geometry = QByteArray.fromHex(preferences.geometry.encode("ascii", "ignore"))
        if not (preferences.geometry and self.restoreGeometry(geometry)):
            self.resize(*_DEFAULT_SIZE)
        widths = preferences.column_widths
        self._columns_chosen = len(widths) == self._splitter.count() and all(width > 0 for width in widths)
        if self._columns_chosen:
            self._splitter.setSizes(list(widths))
        self.memory_place.fit(self.width())

    @Slot()
    def _on_columns_moved(self) -> None:
        self._columns_chosen = True

    def fit_to_screen(self) -> None:
        """Keep the shown window with its frame within the screen, also when the frame comes later.

        From then on it comes back into the screen whenever the size of the text has changed.
        """
        self._keeps_to_screen = True
        self._fit_to_screen()
        self._fit_with_frame(_FRAME_COMES_MS)

    def _fit_with_frame(self, patience_ms: int) -> None:
        """Fit once the frame is there, and again when the window manager has placed what came of it."""
        if not self._frame().isNull():
            self._fit_to_screen()
            QTimer.singleShot(_LOOKED_FOR_FRAME_MS, self, self._fit_to_screen)
        elif patience_ms > 0:
            again = partial(self._fit_with_frame, patience_ms - _LOOKED_FOR_FRAME_MS)
            QTimer.singleShot(_LOOKED_FOR_FRAME_MS, self, again)

    def _frame(self) -> QMargins:
        """What the window manager put around the window, as it stands now: the widget's own figure may be older."""
        return self.windowHandle().frameMargins()

    @Slot()
    def _fit_to_screen(self) -> None:
        if self.isMaximized() or self.isFullScreen():
            return
        room, around = self.screen().availableGeometry(), self._frame()
        frame = self.geometry().marginsAdded(around)
        if not room.contains(frame):
            size = self.size().boundedTo(room.marginsRemoved(around).size())
            frame.setSize(size.grownBy(around))
            left = max(room.left(), min(frame.left(), room.right() + 1 - frame.width()))
            top = max(room.top(), min(frame.top(), room.bottom() + 1 - frame.height()))
            self.setGeometry(QRect(QPoint(left, top), frame.size()).marginsRemoved(around))

    def _spread_columns(self) -> None:
        """The proportions of the design, until somebody moves a border."""
        px, width = self._themes.theme.px, self.width()
        sessions = min(px(_SESSIONS_PX), round(width * _SESSIONS_SHARE))
        memory = min(px(_MEMORY_PX), round(width * _MEMORY_SHARE))
        self._splitter.setSizes([sessions, width - sessions - memory, memory])

    def _place(self) -> Place:
        person = next((one for one in self._people if one.id == self._person_id), None)
        deleted = Deleted(self.sessions.deleted, self.turn_actions.deleted, self.memory_panel.facts.hidden)
        return Place(person, self.session_id, deleted)

    # --- what others may ask

    @property
    def bridge(self) -> EventBridge:
        """Where events and results of work arrive."""
        return self._bridge

    @property
    def theme(self) -> Theme:
        """The look in force."""
        return self._themes.theme

    @property
    def person_id(self) -> int | None:
        """The person whose memory is shown."""
        return self._person_id

    @property
    def session_id(self) -> int | None:
        """The open session."""
        return self.conversation.session_id

    @property
    def last_error(self) -> UserError | None:
        """Why the message submitted last was not sent, None where it was."""
        return self.conversation.last_error

    def open_session(self, person_id: int, session_id: int) -> None:
        """Show a session of a person; the lists follow."""
        changed_person = person_id != self._person_id
        self._opening = session_id
        self._set_person(person_id)
        if changed_person:
            self.sessions.show_person(person_id, session_id)
        else:
            self.sessions.select_session(session_id)
        if session_id != self.conversation.session_id or changed_person:
            self._show_session(session_id)

    @Slot(int)
    def open_person(self, person_id: int, session_id: int | None = None) -> None:
        """Show a person with a session, the newest where none is named or it is gone."""
        if person_id != self._person_id:
            self.way_back.forget()
            self._set_person(person_id)
            self._show_session(None)
            self.sessions.show_person(person_id, session_id)

    def _open_with_text(self, person_id: int) -> None:
        """Show the person a text is about, and take it there."""
        text = self.conversation.take_away()
        self.open_person(person_id)
        self.conversation.take_along(text)

    @Slot(int, int)
    def go_to_turn(self, session_id: int, turn_id: int) -> None:
        """Open a session of this person at a turn."""
        if self._person_id is not None:
            self.open_session(self._person_id, session_id)
            self.transcript.point_to_turn(turn_id)

    @Slot(int, int)
    def _follow_source(self, session_id: int, turn_id: int) -> None:
        """Go to where something was said, and keep the way back."""
        here = self.turn_actions.current_turn()
        if self._person_id is not None and self.session_id is not None and here not in (0, turn_id):
            self.way_back.left(LeftTurn(self.session_id, here))
        self._open_source(session_id, turn_id)

    @Slot(int, int)
    def _open_source(self, session_id: int, turn_id: int) -> None:
        """Open a turn of any session: what holds in every space was said in one of them."""
        self._bridge.run(
            "read",
            self._services.sessions.get,
            session_id,
            done=lambda session: self._open_found(session.person_id, session_id, turn_id),
            owner=self,
        )

    @Slot(int, int, int)
    def _open_found(self, person_id: int, session_id: int, turn_id: int) -> None:
        self.open_session(person_id, session_id)
        self.transcript.point_to_turn(turn_id)

    @Slot(object)
    def _open_fact(self, fact: Fact) -> None:
        self._show_tab(FACTS)
        self.memory_panel.facts.show_only(fact)
        self.focus_memory()

    @Slot(int, int)
    def ask_again(self, session_id: int, turn_id: int) -> None:
        """Ask the question of a turn of this person once more, with what is known by now."""
        self.go_to_turn(session_id, turn_id)
        self._bridge.run("turn", self._services.chat.ask_again, turn_id)

    @Slot(int)
    def _ask_again_here(self, turn_id: int) -> None:
        if self.session_id is not None:
            self.ask_again(self.session_id, turn_id)

    @Slot()
    def reload_people(self) -> None:
        """Look at the vault's people again."""
        self._bridge.run("read", self._services.people.list, done=self._take_people)

    @Slot()
    def toggle_memory(self) -> None:
        """Show or hide the memory panel; the focus goes on in the composer where it was in what is hidden."""
        inside = self.memory_panel.isAncestorOf(self.focusWidget())
        self.memory_place.toggle()
        if inside and not self.memory_place.is_shown:
            self.focus_composer()

    @Slot(str)
    def _show_section(self, section: str) -> None:
        self._show_tab(tab_of(section))
        self.memory_panel.show_tab(tab_of(section), section)

    @Slot()
    def end_locked(self) -> None:
        """Close the window for the program to start again at the question for the passphrase."""
        self.locked = True
        self.close()

    @Slot(object)
    def _end_to_restore(self, backup: Path) -> None:
        self.restore_from = backup
        self.close()

    @Slot(object)
    def end_for_vault(self, vault: Path) -> None:
        """Close the window for the program to start again with another vault."""
        self.next_vault = vault
        self.close()

    @Slot()
    def toggle_beside(self) -> None:
        """Show no name but that of the person shown, or all of them again."""
        self._beside = not self._beside
        self._services.people.show_only(self._person_id if self._beside else None)
        self.notices.dismiss_unless_of(self._person_id)
        self.top_bar.set_beside(self._beside)

    @Slot()
    def _toggle_cover(self) -> None:
        if self.cover.is_covered:
            self.cover.uncover()
        else:
            self.cover.cover()

    @Slot(bool)
    def _on_covered(self, covered: bool) -> None:
        """While the window is covered its keys do nothing; only the way back works, and quitting."""
        for name, action in self._actions.items():
            action.setEnabled(not covered or name in ("cover", "lock", "quit"))

    @Slot()
    def focus_composer(self) -> None:
        """Put the keyboard focus into the composer."""
        self.composer.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @Slot()
    def focus_transcript(self) -> None:
        """Put the keyboard focus into the transcript."""
        self.transcript.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @Slot()
    def focus_memory(self) -> None:
        """Show the memory panel and put the keyboard focus into it."""
        self.memory_place.focus()

    # --- what happens

    def _take_people(self, people: Sequence[Person]) -> None:
        self._people = tuple(people)
        if self._person_id is None and self._people:
            self._reopen()
        self.top_bar.set_people(self._people, self._person_id)
        self._show_whose()

    def _show_whose(self) -> None:
        """What follows from who is shown: whether there is anybody to write about, and whether that is restricted."""
        person = self._place().person
        self._restriction.show_person(person)
        restricted = person is not None and person.state is PersonState.RESTRICTED
        self.conversation.show_whose(person is not None, restricted=restricted)

    def _reopen(self) -> None:
        """Begin where the window was closed, if that is still there."""
        preferences = self._preferences.get()
        if any(person.id == preferences.person_id for person in self._people):
            self.open_person(preferences.person_id, preferences.session_id or None)
        else:
            self.open_person(self._people[0].id)

    def _set_person(self, person_id: int) -> None:
        if person_id != self._person_id:
            self.notices.dismiss_unless_of(person_id)
        self._person_id = person_id
        if self._beside:
            self._services.people.show_only(person_id)
        self.person_shown.emit(person_id)
        self.top_bar.set_people(self._people, person_id)
        if all(person.id != person_id for person in self._people):
            self.conversation.show_whose(True)  # somebody new: one may write to them before their name is read
            self.reload_people()
        else:
            self._show_whose()

    @Slot(object)
    def _on_session_chosen(self, session_id: int | None) -> None:
        if session_id != self.conversation.session_id or session_id is None:
            if session_id != self._opening:
                self.way_back.forget()  # somebody went elsewhere on purpose
            self._opening = None
            self._show_session(session_id, known=True)

    @Slot()
    def _on_session_awaited(self) -> None:
        self._show_session(None)
        self.conversation.await_session()

    @Slot(int, int)
    def _on_session_opened(self, person_id: int, session_id: int) -> None:
        if person_id == self._person_id and self.conversation.session_id is None:
            self.open_session(person_id, session_id)

    def _show_session(self, session_id: int | None, *, known: bool = False) -> None:
        """Show a session; ``known`` says that the list of sessions has arrived."""
        left = self.conversation.session_id
        self.transcript.show_session(session_id, self.sessions.has_sessions if known else None)
        if self._person_id is not None:
            self.memory_panel.show_session(self._person_id, session_id)
        self.conversation.open(self._person_id, session_id)
        self.writing.show_session(session_id)
        self.memory_notice.show_session(session_id)
        self.proposal_notice.show_person(self._person_id)
        self.conflict_notice.show_person(self._person_id)
        self.find_bar.show_session(self._person_id, session_id)
        self.status_bar.show_session(session_id)
        if left is not None and left != session_id and not self.conversation.holds(left):
            self.sessions.leave(left)

    @Slot(object)
    def _on_preview_changed(self, preview: Ledger | None) -> None:
        sent = self.conversation.sent
        self.memory_panel.show_preview(preview)
        if preview is not None:
            self.transcript.set_ledger(preview)
        elif self.memory_panel.shows_past:
            self.transcript.set_ledger(self.memory_panel.ledger)
        elif sent is not None:
            self._on_ledger_changed(*sent)

    @Slot(int, object)
    def _on_ledger_changed(self, turn_id: int, ledger: Ledger) -> None:
        if not self.memory_panel.shows_past:
            self.memory_panel.show_ledger(turn_id, ledger)
            self.transcript.set_ledger(ledger)

    @Slot(int)
    def _show_ledger_of(self, turn_id: int) -> None:
        def show(ledger: Ledger | None) -> None:
            if ledger is not None:
                turn = self.transcript.turn(turn_id)
                self.memory_panel.show_ledger(turn_id, ledger, turn.ordinal + 1 if turn is not None else 0)

        self._bridge.run("read", self._services.context.ledger, turn_id, done=show, owner=self)

    @Slot(str)
    def _show_tab(self, key: str) -> None:
        if not self.memory_place.is_shown:
            self.toggle_memory()
        self.memory_panel.show_tab(key)

    @Slot()
    def _show_conflicts(self) -> None:
        if not self.memory_place.is_shown:
            self.toggle_memory()
        self.memory_panel.show_conflicts()

    @Slot(int)
    def _show_in_timeline(self, turn_id: int) -> None:
        self._show_tab(TIMELINE)
        self.memory_panel.timeline.show_turn(turn_id)

    @Slot(int)
    def _show_clipped(self, turn_id: int) -> None:
        self._show_tab(CLIPPED)
        self.memory_panel.show_clipped(turn_id)

    @Slot(object)
    def _on_send_failed(self, error: UserError) -> None:
        if error.code not in ("message_too_large", "model_not_loaded"):  # the composer says these
            self._show_failure(error)

    @Slot(int)
    def _on_deletion_waits(self, turns: int) -> None:
        if self.session_id is not None:
            self.sessions.count_without(self.session_id, turns)

    @Slot(object)
    def _show_failure(self, error: UserError) -> None:
        self.notices.show_error(error, self._person_id)

    @Slot(object)
    def _on_event(self, event: object) -> None:
        if isinstance(event, TurnStarted) and event.session_id == self.session_id:
            self.way_back.forget()  # the conversation goes on from here
        if isinstance(event, EngineChanged):
            self.top_bar.set_engine(event)
            if event.state is EngineState.LOADING:
                self.notices.dismiss_codes("model_", "engine_")
        elif isinstance(event, EmbedderChanged) and event.error is None:  # it is there, or on its way again
            self.notices.dismiss_codes("embedding_")
        elif isinstance(event, Changed) and event.people:
            self.notices.dismiss_unless_of(self._person_id)  # it may be over: a restriction lifted, a record erased
            self.reload_people()
        if isinstance(event, EmbedderChanged) and event.error is not None:
            self.notices.show_error(_of_embedder(event.error))
        elif isinstance(event, Notice | EngineChanged) and event.error is not None:
            self.notices.show_error(event.error)

    @Slot(object)
    def _on_theme_changed(self, theme: Theme) -> None:
        self._column.set_measure(theme.px(MEASURE_PX))
        self.folded_panel.set_theme(theme)
        if self._keeps_to_screen:
            QTimer.singleShot(0, self, self._fit_to_screen)  # once everything has its new size
        if not self._columns_chosen:
            self._spread_columns()

    # --- the window itself

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold the memory panel where there is no room for it, and bring it back."""
        super().resizeEvent(event)
        self.memory_place.fit(self.width())
        if not self._columns_chosen:
            self._spread_columns()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Undo the deletion of a turn by the keys for it, wherever what has the focus has nothing to undo itself."""
        if not (event.matches(QKeySequence.StandardKey.Undo) and self.turn_actions.undo_deletion()):
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Begin in the composer, the first time with a word of welcome."""
        super().showEvent(event)
        if not event.spontaneous():
            self.memory_place.begin()
            self.focus_composer()
            if not self._preferences.get().welcomed:
                self.dialogs.welcome()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Keep what was typed and carry out what was pending; a reply being written is stopped and kept."""
        if not self._closing:
            self._closing = True
            self._preferences.update(
                geometry=bytes(self.saveGeometry().toHex().data()).decode("ascii"),
                column_widths=self._kept_widths(),
                person_id=self._person_id or 0,
                session_id=self.session_id or 0,
                beside=self._beside,
            )
            self.memory_place.close()
            self._bridge.close()
            self.conversation.close()
            self.sessions.finish()
            self.turn_actions.finish()
            self.memory_panel.finish()
            self.closed.emit()
        super().closeEvent(event)

    def _kept_widths(self) -> tuple[int, ...]:
        """The widths somebody gave the columns; those of before while one of them is folded or floats."""
        if not self._columns_chosen:
            return ()
        widths = tuple(self._splitter.sizes())
        return widths if all(widths) else self._preferences.get().column_widths

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self.setWindowTitle(product_name())  # never a person or a session: titles show everywhere
        self.conversation.retranslate()
        for command in commands_of(self._services.vault_kind):
            self._actions[command.name].setText(command.text)


def _of_embedder(error: UserError) -> UserError:
    """The engine's own codes speak of the model that writes; here it was the one that recalls."""
    return UserError("embedding_failed") if error.code.startswith(("engine_", "model_")) else error
