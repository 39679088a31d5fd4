"""The left region: new session, filter, the list, the archive, and the undo of a deletion."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import partial

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QListView, QStackedLayout, QVBoxLayout, QWidget

from desktop_app.domain.conversation import Folder, Person, Session
from desktop_app.domain.errors import UserError
from desktop_app.domain.events import Changed, Notice, TurnAdded, TurnFinished
from desktop_app.services.facade import Services
from desktop_app.storage.erasure import DerivedFromSession
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.dialogs.question import QuestionDialog
from desktop_app.ui.icons import ICON_PX, icon
from desktop_app.ui.privacy.retention import ReasonedDeletion
from desktop_app.ui.sessions.deletion import PendingDeletions
from desktop_app.ui.sessions.deletion_words import deletion_words
from desktop_app.ui.sessions.list_view import SessionList
from desktop_app.ui.sessions.model import SessionListModel, session_title
from desktop_app.ui.sessions.session_menu import SessionMenus
from desktop_app.ui.texts import format_number
from desktop_app.ui.theme import Theme, ThemeManager
from desktop_app.ui.widgets.basics import ElidedLabel, button, label
from desktop_app.ui.widgets.line_edit import LineEdit

_log = logging.getLogger(__name__)

_REFRESH_MS = 60  # several changes in a row are one look at the vault


@dataclass(frozen=True, slots=True)
class _Listed:
    """What the list is made of."""

    sessions: tuple[Session, ...]
    folders: tuple[Folder, ...]
    people: tuple[Person, ...]


class SessionPanel(QWidget):
    """Lists the sessions of one person and says which one is chosen."""

    session_chosen = Signal(object)  # int, or None where the person has no session
    move_requested = Signal(object)  # ids of sessions that are another patient's
    composer_wanted = Signal()  # Enter on a session, or a new one
    session_awaited = Signal()  # a new session is being made: what is written from now on is for it
    session_made = Signal(int, int)  # person id and session id, 0 where none could be made

    def __init__(
        self,
        services: Services,
        bridge: EventBridge,
        themes: ThemeManager,
        today: Callable[[], date] = date.today,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._services = services
        self._bridge = bridge
        self._today = today
        self._person_id: int | None = None
        self._making = False  # a session is being made
        self._session_id: int | None = None
        self._sessions: tuple[Session, ...] = ()
        self._others: tuple[Person, ...] = ()
        self._wanted: int | None = None  # to be chosen once the list has it
        self._announced = False  # whether the window has heard which session is chosen
        self._deletions = PendingDeletions(self._delete_for_good, parent=self)
        self._deletions.changed.connect(self._on_deletions_changed)
        self._refresh = QTimer(self)
        self._refresh.setSingleShot(True)
        self._refresh.setInterval(_REFRESH_MS)
        self._refresh.timeout.connect(self.reload)
        self._model = SessionListModel()
        self._model.setParent(self)
        self._model.rename_requested.connect(self._rename)
        self._menus = SessionMenus(services, bridge, self)
        self._model.folder_rename_requested.connect(self._menus.rename_folder)
        self._build(themes.theme)
        self._retranslate()
        themes.theme_changed.connect(self._on_theme_changed)
        bridge.event.connect(self._on_event)

    def _build(self, theme: Theme) -> None:
        self.setProperty("surface", "background")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._new = button("primary")
        self._new.clicked.connect(self.create_session)
        self._filter = LineEdit()
        self._clear = self._filter.addAction(
            icon("close", theme.color("muted")), LineEdit.ActionPosition.TrailingPosition
        )
        self._clear.setVisible(False)
        self._clear.triggered.connect(self._filter.clear)
        self._filter.textChanged.connect(self._on_filter_changed)
        self._list = SessionList(self._model, theme)
        self._list.customContextMenuRequested.connect(self._show_menu)
        self._list.selectionModel().currentChanged.connect(self._on_current_changed)
        self._list.delete_requested.connect(self.delete_current)
        self._list.rename_requested.connect(self.rename_current)
        self._list.opened.connect(self.composer_wanted)
        self._list.fold_requested.connect(self._menus.set_folded)
        self._menus.rename_requested.connect(self.rename_current)
        self._menus.delete_requested.connect(self.delete_current)
        self._menus.leaving.connect(self._let_go)
        self._menus.created.connect(self._on_created)
        self._menus.move_requested.connect(self.move_requested)
        self._archive = button("link")
        self._archive.hide()
        self._archive.clicked.connect(self._toggle_archive)
        self._empty = label("muted")
        self._empty.setWordWrap(True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._empty.setContentsMargins(8, 12, 8, 0)
        self._stack = QStackedLayout()
        self._stack.addWidget(self._list)
        self._stack.addWidget(self._empty)
        self._undo_bar = QWidget()
        self._undo_text = ElidedLabel("caption")
        self._undo = button("link")
        self._undo.clicked.connect(self._take_back)
        self._undo_keys = QShortcut(
            QKeySequence.StandardKey.Undo, self, context=Qt.ShortcutContext.WidgetWithChildrenShortcut
        )
        self._undo_keys.activated.connect(self._take_back)
        self._undo_keys.setEnabled(False)  # they are the window's where nothing is deleted here
        undo_row = QHBoxLayout(self._undo_bar)
        undo_row.setContentsMargins(8, 4, 8, 4)
        undo_row.addWidget(self._undo_text, 1)
        undo_row.addWidget(self._undo)
        self._undo_bar.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 12, 10, 8)
        layout.setSpacing(10)
        layout.addWidget(self._new)
        layout.addWidget(self._filter)
        layout.addLayout(self._stack, 1)
        layout.addWidget(self._archive, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self._undo_bar)
        self._set_icons(theme)

    # --- what the window asks of it

    @property
    def session_id(self) -> int | None:
        """The chosen session."""
        return self._session_id

    @property
    def has_sessions(self) -> bool:
        """Whether the person has a session that can be opened, shown by the filter or not."""
        return any(session.id not in self._deletions.hidden and not session.archived for session in self._sessions)

    @property
    def list(self) -> QListView:
        """The list itself, for who watches its keys."""
        return self._list

    @property
    def titles(self) -> tuple[str, ...]:
        """The titles in the order shown."""
        return tuple(session_title(session) for session in self._model.sessions)

    def show_person(self, person_id: int | None, session_id: int | None = None) -> None:
        """List the sessions of a person and choose one of them, the newest if none is named."""
        if person_id != self._person_id:
            self._person_id = person_id
            self._filter.clear()
            self._sessions = ()
            self._model.set_archived_shown(False)
            self._model.set_sessions((), self._today())
        self._session_id = None
        self._announced = False
        self._wanted = session_id
        self.reload()

    def select_session(self, session_id: int) -> None:
        """Choose a session of the present person, now or as soon as the list has it."""
        self._wanted = session_id
        if any(session.id == session_id for session in self._sessions):
            self._choose_wanted()
        else:
            self.reload()

    def focus_list(self) -> None:
        """Put the keyboard focus into the list."""
        self._list.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @property
    def deleted(self) -> frozenset[int]:
        """Sessions that are deleted as long as nobody undoes it."""
        return self._deletions.hidden

    def count_without(self, session_id: int, turns: int) -> None:
        """Count so many turns less in a session, since they wait for their deletion; 0 where none waits any more."""
        self._model.count_without(session_id, turns)

    def leave(self, session_id: int) -> None:
        """Somebody turned to another session: one that nothing was ever done with does not stay behind."""
        if session_id not in self._deletions.hidden:  # that one may be wanted back
            self._bridge.run("read", self._discard_untouched, session_id, owner=self)

    def _discard_untouched(self, session_id: int) -> None:
        """On a lane, which may have had other work first: somebody may be back."""
        if session_id != self._session_id:
            self._services.sessions.discard_untouched(session_id)

    def finish(self) -> None:
        """Carry out a pending deletion and leave the open session, on this thread: the program is about to end."""
        pending = self._deletions.undoable
        self._deletions.undo()
        for session_id in pending:
            try:
                self._services.sessions.delete(session_id, self._deletions.reason)
            except UserError as error:
                _log.error("a deletion was not carried out: %s", error.code)
        if self._session_id is not None:
            try:
                self._services.sessions.discard_untouched(self._session_id)
            except UserError as error:
                _log.error("an empty session stays: %s", error.code)

    @Slot()
    def reload(self) -> None:
        """Look at the vault again."""
        if self._list.is_editing:
            self._refresh.start()  # a reset of the rows would close the field under the typing hands
        elif self._person_id is not None:
            person_id = self._person_id
            self._bridge.run(
                "read",
                self._look,
                person_id,
                done=lambda listed: self._take(person_id, listed),
                owner=self,
            )

    @Slot()
    def create_session(self) -> None:
        """Open a new session, or go to the present one where nothing was said in it yet."""
        current = self._current()
        if self._person_id is None or self._making:
            return
        if current is not None and current.turn_count == 0:
            self.composer_wanted.emit()
            return
        self._filter.clear()
        person_id = self._person_id

        def failed(error: UserError) -> None:
            self._making = False
            self.session_made.emit(person_id, 0)
            self._bridge.event.emit(Notice(error))

        self._making = True
        self.session_awaited.emit()
        self._bridge.run(
            "read", self._services.sessions.create, person_id, done=self._on_created, failed=failed, owner=self
        )

    @Slot()
    def rename_current(self) -> None:
        """Edit the title of the chosen session, or the name of the folder, in its row."""
        index = self._list.currentIndex()
        if self._model.session(index) is not None or self._model.folder(index) is not None:
            self._list.setFocus()
            self._list.edit(index)

    @Slot()
    def delete_current(self) -> None:
        """Ask whether to delete the chosen sessions, or to dissolve the folder."""
        chosen = self._list.chosen()
        folder = self._model.folder(self._list.currentIndex())
        if chosen:
            self._bridge.run(
                "read",
                self._look_what_goes,
                chosen,
                done=partial(self._ask_to_delete, chosen),
                owner=self,
            )
        elif folder is not None:
            self._menus.dissolve(folder)

    def _look_what_goes(self, chosen: tuple[Session, ...]) -> tuple[DerivedFromSession, date | None]:
        """On a lane: what goes with sessions, and until when a reason is needed for it."""
        derived = self._services.sessions.derived(*(session.id for session in chosen))
        return derived, self._services.consents.reason_needed_until(chosen[0].person_id) if derived.turns else None

    def _ask_to_delete(self, chosen: tuple[Session, ...], found: tuple[DerivedFromSession, date | None]) -> None:
        derived, until = found
        title = self.tr("Delete session") if len(chosen) == 1 else self.tr("Delete sessions")
        question = (
            self.tr("Delete “{title}”?").format(title=session_title(chosen[0]))
            if len(chosen) == 1
            else self.tr("Delete {count} sessions?").format(count=format_number(len(chosen)))
        )

        def delete(reason: str = "") -> None:
            self._deletions.add(*(session.id for session in chosen), reason=reason)

        if until is not None:
            dialog = ReasonedDeletion(self, until, title, question, deletion_words(derived))
            dialog.confirmed.connect(delete)
            dialog.open()
            return
        box = QuestionDialog(self, title, question, deletion_words(derived), keep=self.tr("Keep"))
        box.offer(self.tr("Delete"), delete)
        box.open()

    # --- what happens to it

    def _look(self, person_id: int) -> _Listed:
        services = self._services
        return _Listed(services.sessions.list(person_id), services.folders.list(person_id), services.people.list())

    def _take(self, person_id: int, listed: _Listed) -> None:
        if person_id != self._person_id:
            return
        self._sessions, self._others = listed.sessions, listed.people
        self._model.set_sessions(listed.sessions, self._today(), listed.folders)
        self._choose_wanted()

    @Slot(object)
    def _let_go(self, session_ids: frozenset[int]) -> None:
        """The open session is among those that leave the list: another one is to be chosen, or none announced."""
        if self._session_id in session_ids:
            self._session_id, self._announced = None, False

    @Slot()
    def _toggle_archive(self) -> None:
        self._model.set_archived_shown(not self._model.shows_archived)
        self._choose_wanted()

    def _choose_wanted(self) -> None:
        """Choose the wanted session, keep the present one, or fall back to the newest."""
        known = {session.id: session for session in self._sessions if session.id not in self._deletions.hidden}
        target = next((i for i in (self._wanted, self._session_id) if i in known), None)
        if target is not None and target == self._wanted and known[target].archived != self._model.shows_archived:
            self._model.set_archived_shown(known[target].archived)  # somebody asked for it: show where it is
        if target is None and not self._model.is_filtered:
            shown = [s for s in known.values() if s.archived == self._model.shows_archived]
            target = max(shown, key=lambda s: (s.updated_at_ms, s.id)).id if shown else None
        if target == self._wanted:
            self._wanted = None
        changed = target != self._session_id or not self._announced
        self._session_id = target
        self._announced = True
        if changed or self._model.folder(self._list.currentIndex()) is None or not self._list.hasFocus():
            self._list.show_current(self._model.index_of(target))  # whoever is at a folder by keyboard stays there
        if changed:
            self.session_chosen.emit(target)
        self._show_emptiness()

    def _show_emptiness(self) -> None:
        has_rows = self._model.rowCount() > 0
        self._stack.setCurrentWidget(self._list if has_rows else self._empty)
        self._empty.setText(
            ""  # nothing was read yet, and nothing is claimed
            if not self._announced
            else self.tr("No session has this in its title.")
            if self._model.is_filtered
            else self.tr("Nothing is archived.")
            if self._model.shows_archived
            else self.tr("No sessions yet. Write below, and one begins.")
        )
        count = sum(s.archived and s.id not in self._deletions.hidden for s in self._sessions)
        self._archive.setVisible(bool(count) or self._model.shows_archived)
        self._archive.setText(
            self.tr("Back to the sessions")
            if self._model.shows_archived
            else self.tr("Archived: {count}").format(count=format_number(count))
        )

    def _current(self) -> Session | None:
        return next((session for session in self._sessions if session.id == self._session_id), None)

    @Slot(QModelIndex, QModelIndex)
    def _on_current_changed(self, current: QModelIndex, previous: QModelIndex) -> None:
        session = self._model.session(current)
        if session is not None and session.id != self._session_id:
            self._session_id = session.id
            self.session_chosen.emit(session.id)

    @Slot(str)
    def _on_filter_changed(self, text: str) -> None:
        self._clear.setVisible(bool(text))
        self._model.set_filter(text)
        self._choose_wanted()

    @Slot()
    def _on_deletions_changed(self) -> None:
        self._model.set_hidden(self._deletions.hidden)
        pending = [s for s in self._sessions if s.id in self._deletions.undoable]
        self._undo_bar.setVisible(bool(pending))
        self._undo_keys.setEnabled(bool(pending))
        if pending:
            self._undo_text.set_full_text(
                self.tr("Deleted “{title}”").format(title=session_title(pending[0]))
                if len(pending) == 1
                else self.tr("Deleted {count} sessions").format(count=format_number(len(pending)))
            )
            self._let_go(frozenset(s.id for s in pending))
        self._choose_wanted()

    @Slot()
    def _take_back(self) -> None:
        """Undo the deletion and go on in the list, at what is back."""
        pending = self._deletions.undoable
        if pending:
            self._wanted = pending[0]
            self._deletions.undo()
            self.focus_list()

    def _on_created(self, session: Session) -> None:
        self._making = False
        self.select_session(session.id)
        self.session_made.emit(session.person_id, session.id)
        self.composer_wanted.emit()

    def _delete_for_good(self, session_id: int, reason: str) -> None:
        def failed(error: UserError) -> None:
            self._deletions.restore(session_id)
            self._bridge.event.emit(Notice(error))

        self._bridge.run("read", self._services.sessions.delete, session_id, reason, failed=failed, owner=self)

    @Slot(int, str)
    def _rename(self, session_id: int, title: str) -> None:
        self._bridge.run("read", self._services.sessions.rename, session_id, title)

    @Slot(QPoint)
    def _show_menu(self, position: QPoint) -> None:
        index = self._list.indexAt(position)
        session, folder = self._model.session(index), self._model.folder(index)
        if session is not None:
            chosen = self._list.chosen()
            sessions = chosen if session in chosen else (session,)
            menu = self._menus.of_sessions(sessions, self._model.folders, self._others)
        elif folder is not None:
            menu = self._menus.of_folder(folder)
        else:
            return
        menu.popup(self._list.viewport().mapToGlobal(position))

    @Slot(object)
    def _on_event(self, event: object) -> None:
        if isinstance(event, TurnFinished) or (isinstance(event, Changed) and (event.sessions or event.people)):
            self._refresh.start()
        elif isinstance(event, TurnAdded) and (current := self._current()) is not None and not current.turn_count:
            self._refresh.start()  # while its first reply is written another session can be begun

    @Slot(object)
    def _on_theme_changed(self, theme: Theme) -> None:
        self._list.delegate.set_theme(theme)
        self._list.doItemsLayout()
        self._set_icons(theme)

    def _set_icons(self, theme: Theme) -> None:
        side = theme.px(ICON_PX)
        self._new.setIcon(icon("plus", theme.color("primary_ink"), side))
        self._new.setIconSize(QSize(side, side))
        self._clear.setIcon(icon("close", theme.color("muted")))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Sessions"))
        self._new.setText(self.tr("New session"))
        self._filter.setPlaceholderText(self.tr("Filter sessions"))
        self._filter.setAccessibleName(self.tr("Filter sessions"))
        self._clear.setText(self.tr("Clear the filter"))
        self._list.setAccessibleName(self.tr("Sessions"))
        self._archive.setAccessibleDescription(self.tr("Shows the sessions that were put away, or the others again"))
        self._undo.setText(self.tr("Undo"))
        self._undo.setAccessibleName(self.tr("Undo the deletion"))
        undo_keys = QKeySequence(QKeySequence.StandardKey.Undo)
        self._undo.setToolTip(undo_keys.toString(QKeySequence.SequenceFormat.NativeText))
        self._model.rebuild()
        if self._announced:
            self._choose_wanted()
        self._list.viewport().update()
        self._show_emptiness()
