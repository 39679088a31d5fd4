"""The rows of the session list: headings, folders and sessions, grouped by day."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeAlias

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt, Signal

from desktop_app.domain.clock import day_of
from desktop_app.domain.conversation import Folder, Session
from desktop_app.ui.texts import format_clock, format_date, format_day, format_month, local_time, translate

Index: TypeAlias = QModelIndex | QPersistentModelIndex

# A session older than this many days stands under its month rather than its day.
DAYS_BY_DATE = 31

SESSION_ROLE = int(Qt.ItemDataRole.UserRole)


@dataclass(frozen=True, slots=True)
class Heading:
    """A row that names the sessions below it."""

    text: str


@dataclass(frozen=True, slots=True)
class FolderHeading:
    """A row that names a folder; its sessions follow unless it is folded."""

    folder: Folder
    count: int  # of sessions in it

    @property
    def text(self) -> str:
        """Its name with the number of its sessions."""
        return f"{self.folder.name}  {self.count}"


Row: TypeAlias = Heading | FolderHeading | Session


def session_title(session: Session) -> str:
    """The title, or what stands for one before the first message."""
    return session.title or translate("Sessions list", "New session")


def grouped(
    sessions: Iterable[Session], today: date, folders: Sequence[Folder] = (), *, unfold: bool = False
) -> list[Row]:
    """Sessions, newest first: the pinned ones, each folder's, then the others under Today, the day or the month.

    A pinned session that is in a folder stands first there: whoever filed it looks for it there.

    Args:
        sessions: of one person.
        today: the date.
        folders: of that person, in their order; where there are none the sessions stand under their days.
        unfold: show what is in folded folders too, and no empty ones: something is being looked for.
    """
    ordered = sorted(sessions, key=lambda s: (s.pinned, s.updated_at_ms, s.id), reverse=True)
    filed = {folder.id for folder in folders}
    pinned = [s for s in ordered if s.pinned and s.folder_id not in filed]
    rows: list[Row] = [Heading(translate("Sessions list", "Pinned")), *pinned] if pinned else []
    for folder in folders:
        inside = [s for s in ordered if s.folder_id == folder.id]
        if inside or not unfold:
            rows.append(FolderHeading(folder, len(inside)))
        if unfold or not folder.folded:
            rows.extend(inside)
    heading = ""
    names: dict[date, str] = {}  # thousands of sessions stand on some hundred days
    for session in ordered:
        if session.pinned or session.folder_id in filed:
            continue
        day = day_of(session.updated_at_ms)
        if day not in names:
            names[day] = _heading(day, today)
        if names[day] != heading:
            heading = names[day]
            rows.append(Heading(heading))
        rows.append(session)
    return rows


def _heading(day: date, today: date) -> str:
    return format_date(day, today) if (today - day).days <= DAYS_BY_DATE else format_month(day, today)


class SessionListModel(QAbstractListModel):
    """The sessions of one person as rows, filtered by title; deleted ones can be hidden before they are gone."""

    rename_requested = Signal(int, str)  # session id, new title
    folder_rename_requested = Signal(object, str)  # folder, new name

    def __init__(self) -> None:
        super().__init__()
        self._sessions: tuple[Session, ...] = ()
        self._folders: tuple[Folder, ...] = ()
        self._archived = False
        self._hidden: frozenset[int] = frozenset()
        self._waiting = (0, 0)  # a session, and how many of its turns wait for their deletion
        self._filter = ""
        self._today = date.min
        self._rows: list[Row] = []

    def set_sessions(self, sessions: Sequence[Session], today: date, folders: Sequence[Folder] = ()) -> None:
        """Show other sessions, or the same ones changed."""
        shown = (tuple(sessions), tuple(folders), today)
        if shown != (self._sessions, self._folders, self._today):
            self._sessions, self._folders, self._today = shown
            self.rebuild()

    def set_archived_shown(self, archived: bool) -> None:
        """Show what was put away, in the place of what was not."""
        if archived != self._archived:
            self._archived = archived
            self.rebuild()

    @property
    def shows_archived(self) -> bool:
        """Whether what was put away is shown."""
        return self._archived

    @property
    def folders(self) -> tuple[Folder, ...]:
        """The folders of the person."""
        return self._folders

    def set_filter(self, text: str) -> None:
        """Show only sessions whose title contains a text, whatever its case."""
        self._filter = text.strip().casefold()
        self.rebuild()

    def set_hidden(self, session_ids: frozenset[int]) -> None:
        """Leave sessions out that wait for their deletion."""
        if session_ids != self._hidden:
            self._hidden = session_ids
            self.rebuild()

    def count_without(self, session_id: int, turns: int) -> None:
        """Count so many turns less in a session: they wait for their deletion."""
        if self._waiting != (session_id, turns):
            self._waiting = (session_id, turns)
            if self._rows:
                self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1))

    def rebuild(self) -> None:
        """Group anew, also after a change of language."""
        shown = [
            s
            for s in self._sessions
            if s.archived == self._archived
            and s.id not in self._hidden
            and (not self._filter or self._filter in session_title(s).casefold())
        ]
        folders = () if self._archived else self._folders
        rows = grouped(shown, self._today, folders, unfold=bool(self._filter))
        if rows == self._rows:
            return
        if [_key(row) for row in rows] == [_key(row) for row in self._rows]:
            self._rows = rows
            self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    @property
    def sessions(self) -> tuple[Session, ...]:
        """The sessions in the order shown."""
        return tuple(row for row in self._rows if isinstance(row, Session))

    @property
    def is_filtered(self) -> bool:
        """Whether the filter is in force."""
        return bool(self._filter)

    def row(self, index: Index) -> Row:
        """What stands in a row."""
        return self._rows[index.row()]

    def index_of(self, session_id: int | None) -> QModelIndex:
        """The row of a session; an invalid index where it is not shown."""
        for number, row in enumerate(self._rows):
            if isinstance(row, Session) and row.id == session_id:
                return self.index(number)
        return QModelIndex()

    def index_of_folder(self, folder_id: int) -> QModelIndex:
        """The row that names a folder; an invalid index where it is not shown."""
        for number, row in enumerate(self._rows):
            if isinstance(row, FolderHeading) and row.folder.id == folder_id:
                return self.index(number)
        return QModelIndex()

    def session(self, index: Index) -> Session | None:
        """The session of a row, None for a heading or no row."""
        row = self._rows[index.row()] if index.isValid() else None
        return row if isinstance(row, Session) else None

    def folder(self, index: Index) -> Folder | None:
        """The folder that a row names, None for any other row."""
        row = self._rows[index.row()] if index.isValid() else None
        return row.folder if isinstance(row, FolderHeading) else None

    def details(self, session: Session) -> str:
        """The second line of a session's row: 10:42  41 turns. One under no day names it."""
        waiting = self._waiting[1] if session.id == self._waiting[0] else 0
        parts = [self.tr("%n turns", "", max(0, session.turn_count - waiting))]
        is_filed = any(folder.id == session.folder_id for folder in self._folders)
        if local_time(session.updated_at_ms).date() == self._today:
            parts.insert(0, format_clock(session.updated_at_ms))
        elif session.pinned or is_filed:
            parts.insert(0, format_day(session.updated_at_ms, self._today))
        if session.pinned and is_filed:  # no heading says it there
            parts.append(self.tr("pinned"))
        return "\u2003".join(parts)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """How many rows there are."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """The texts of a row, for painting, editing and screen readers."""
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == SESSION_ROLE:
            return row if isinstance(row, Session) else None
        if isinstance(row, FolderHeading):
            return self._folder_data(row, role)
        if isinstance(row, Heading):
            return row.text if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole) else None
        if role == Qt.ItemDataRole.DisplayRole:
            return session_title(row)
        if role == Qt.ItemDataRole.EditRole:
            return row.title  # as it is stored, not what stands for one that is missing
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{session_title(row)}, {self.details(row)}"
        return None

    def _folder_data(self, row: FolderHeading, role: int) -> Any:
        if role == Qt.ItemDataRole.DisplayRole:
            return row.text
        if role == Qt.ItemDataRole.EditRole:
            return row.folder.name
        if role == Qt.ItemDataRole.AccessibleTextRole:
            state = self.tr("folded") if row.folder.folded else self.tr("unfolded")
            count = self.tr("%n sessions", "", row.count)
            return self.tr("Folder {name}, {count}, {state}").format(name=row.folder.name, count=count, state=state)
        return None

    def setData(self, index: Index, value: Any, role: int = int(Qt.ItemDataRole.EditRole)) -> bool:
        """Ask for another title or name; the row changes once it is stored."""
        session, folder = self.session(index), self.folder(index)
        title = " ".join(str(value).split())
        if folder is not None and role == Qt.ItemDataRole.EditRole and title and title != folder.name:
            self.folder_rename_requested.emit(folder, title)
            return True
        if session is None or role != Qt.ItemDataRole.EditRole or not title or title == session.title:
            return False
        self.rename_requested.emit(session.id, title)
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Sessions and folders can be chosen and renamed, headings cannot."""
        if self.session(index) is None and self.folder(index) is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEditable


def _key(row: Row) -> object:
    if isinstance(row, FolderHeading):
        return row.folder.id, row.folder.name
    return row.id if isinstance(row, Session) else row.text
