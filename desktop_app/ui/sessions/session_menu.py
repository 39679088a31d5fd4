"""What can be done with the chosen sessions and with a folder, as menus."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMenu, QWidget

from desktop_app.domain.conversation import Folder, Person, Session, VaultKind
from desktop_app.services.facade import Services
from desktop_app.ui.actions import with_keys
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.dialogs.name import FolderNameDialog
from desktop_app.ui.dialogs.question import QuestionDialog
from desktop_app.ui.sessions.model import session_title
from desktop_app.ui.texts import format_number

_LISTED = 12  # people that a menu has room for


class SessionMenus(QObject):
    """Builds the menus of the list and carries out what is chosen there; renaming and deleting are the list's."""

    rename_requested = Signal()
    delete_requested = Signal()
    leaving = Signal(object)  # frozenset of sessions that leave the list
    created = Signal(object)  # a copied session
    move_requested = Signal(object)  # ids of sessions that are another patient's: there are too many for a menu

    def __init__(self, services: Services, bridge: EventBridge, parent: QWidget) -> None:
        super().__init__(parent)
        self._services = services
        self._bridge = bridge
        self._widget = parent

    def of_sessions(self, sessions: Sequence[Session], folders: Sequence[Folder], people: Sequence[Person]) -> QMenu:
        """The menu of one session, or of several together."""
        ids = [session.id for session in sessions]
        menu = self._menu()
        # The list answers to the keys itself; the menu only names them.
        if len(sessions) == 1:
            menu.addAction(with_keys(self.tr("Rename…"), "rename"), self.rename_requested.emit)
        pinned = all(session.pinned for session in sessions)
        menu.addAction(
            self.tr("Unpin") if pinned else self.tr("Pin to the top"), partial(self._set_pinned, ids, not pinned)
        )
        self._add_folders(menu, sessions, folders)
        if len(sessions) == 1:
            menu.addAction(self.tr("Duplicate"), partial(self._duplicate, sessions[0]))
        archived = all(session.archived for session in sessions)
        menu.addAction(
            self.tr("Fetch back from the archive") if archived else self.tr("Archive"),
            partial(self._set_archived, ids, not archived),
        )
        self._add_people(menu, sessions, people)
        menu.addSeparator()
        menu.addAction(with_keys(self.tr("Delete…"), "delete"), self.delete_requested.emit)
        return menu

    def of_folder(self, folder: Folder) -> QMenu:
        """The menu of a folder."""
        menu = self._menu()
        menu.addAction(with_keys(self.tr("Rename…"), "rename"), self.rename_requested.emit)
        fold = self.tr("Unfold") if folder.folded else self.tr("Fold")
        menu.addAction(fold, partial(self.set_folded, folder, not folder.folded))
        menu.addSeparator()
        menu.addAction(with_keys(self.tr("Dissolve the folder…"), "delete"), partial(self.dissolve, folder))
        return menu

    def set_folded(self, folder: Folder, folded: bool) -> None:
        """List a folder's name alone, or its sessions too."""
        self._run(self._services.folders.set_folded, folder, folded)

    def rename_folder(self, folder: Folder, name: str) -> None:
        """Give a folder another name."""
        self._run(self._services.folders.rename, folder, name)

    def dissolve(self, folder: Folder) -> None:
        """Ask whether to dissolve a folder; its sessions stay either way."""
        self._ask(
            self.tr("Dissolve the folder"),
            self.tr("Dissolve the folder “{name}”?").format(name=folder.name),
            self.tr("Its sessions stay. They stand under their days again."),
            self.tr("Dissolve"),
            lambda: self._run(self._services.folders.delete, folder),
        )

    def _menu(self) -> QMenu:
        menu = QMenu(self._widget)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return menu

    def _add_folders(self, menu: QMenu, sessions: Sequence[Session], folders: Sequence[Folder]) -> None:
        ids = [session.id for session in sessions]
        submenu = menu.addMenu(self.tr("Put into a folder"))
        inside = {session.folder_id for session in sessions}
        for folder in folders:
            action = submenu.addAction(_label(folder.name), partial(self._put, ids, folder.id))
            action.setCheckable(True)
            action.setChecked(inside == {folder.id})
        if folders:
            submenu.addSeparator()
        if inside != {None}:
            submenu.addAction(self.tr("Out of its folder"), partial(self._put, ids, None))
        submenu.addAction(self.tr("New folder…"), partial(self._ask_new_folder, ids, sessions[0].person_id))

    def _add_people(self, menu: QMenu, sessions: Sequence[Session], people: Sequence[Person]) -> None:
        others = [person for person in people if person.id != sessions[0].person_id]
        if not others:
            return
        clinical = self._services.vault_kind is VaultKind.CLINICAL
        if clinical and len(others) > _LISTED:
            ids = tuple(session.id for session in sessions)
            menu.addAction(self.tr("Move to another patient…"), partial(self.move_requested.emit, ids))
            return
        submenu = menu.addMenu(self.tr("Move to another patient") if clinical else self.tr("Move to another space"))
        for person in others:
            name = "  ".join(part for part in (person.name, person.record_number if clinical else "") if part)
            submenu.addAction(_label(name), partial(self._move, sessions, person))

    def _set_pinned(self, ids: Sequence[int], pinned: bool) -> None:
        for session_id in ids:
            self._run(self._services.sessions.set_pinned, session_id, pinned)

    def _put(self, ids: Sequence[int], folder_id: int | None) -> None:
        self._run(self._services.folders.put, ids, folder_id)

    def _ask_new_folder(self, ids: Sequence[int], person_id: int) -> None:
        dialog = FolderNameDialog(self._widget)
        dialog.submitted.connect(lambda name: self._run(self._services.folders.put_into_new, ids, person_id, name))
        dialog.open()

    def _duplicate(self, session: Session) -> None:
        title = self.tr("{title} (copy)").format(title=session_title(session))
        self._bridge.run(
            "read", self._services.sessions.duplicate, session.id, title, done=self.created.emit, owner=self
        )

    def _set_archived(self, ids: Sequence[int], archived: bool) -> None:
        self.leaving.emit(frozenset(ids))
        self._run(self._services.sessions.set_archived, ids, archived)

    def _move(self, sessions: Sequence[Session], person: Person) -> None:
        ids = [session.id for session in sessions]

        def move() -> None:
            self.leaving.emit(frozenset(ids))
            self._run(self._services.sessions.move, ids, person.id)

        if self._services.vault_kind is not VaultKind.CLINICAL:
            move()
            return
        question = (
            self.tr("Move “{title}” to {person}?").format(title=session_title(sessions[0]), person=person.name)
            if len(sessions) == 1
            else self.tr("Move {count} sessions to {person}?").format(
                count=format_number(len(sessions)), person=person.name
            )
        )
        told = self.tr(
            "What was said there becomes memory of {person} alone. Facts that rest only on it are looked for anew"
            " for {person}, and the prompts that were kept with it go, because they held facts of the other patient."
        ).format(person=person.name)
        self._ask(self.tr("Move to another patient"), question, told, self.tr("Move"), move)

    def _ask(self, title: str, question: str, told: str, yes: str, work: Callable[[], object]) -> None:
        box = QuestionDialog(self._widget, title, question, told)
        box.offer(yes, work)
        box.open()

    def _run(self, fn: Callable[..., object], *args: object) -> None:
        self._bridge.run("read", fn, *args)


def _label(name: str) -> str:
    """A name as a menu shows it: "&" is a sign there, not a key."""
    return name.replace("&", "&&")
