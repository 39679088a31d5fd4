"""The rows of the session list: headings and sessions, grouped by day."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeAlias

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt, Signal

from desktop_app.domain.conversation import Session
from desktop_app.ui.texts import format_clock, format_day, format_month, local_time, translate

Index: TypeAlias = QModelIndex | QPersistentModelIndex

# A session older than this many days stands under its month rather than its day.
DAYS_BY_DATE = 31

SESSION_ROLE = int(Qt.ItemDataRole.UserRole)


@dataclass(frozen=True, slots=True)
class Heading:
    """A row that names the sessions below it."""

    text: str


Row: TypeAlias = Heading | Session


def session_title(session: Session) -> str:
    """The title, or what stands for one before the first message."""
    return session.title or translate("Sessions list", "New session")


def grouped(sessions: Iterable[Session], today: date) -> list[Row]:
    """Sessions, newest first, under Pinned, Today, the day or the month."""
    ordered = sorted(sessions, key=lambda s: (s.pinned, s.updated_at_ms, s.id), reverse=True)
    rows: list[Row] = []
    heading = ""
    for session in ordered:
        name = _heading(session, today)
        if name != heading:
            heading = name
            rows.append(Heading(name))
        rows.append(session)
    return rows


def _heading(session: Session, today: date) -> str:
    if session.pinned:
        return translate("Sessions list", "Pinned")
    day = local_time(session.updated_at_ms).date()
    if (today - day).days <= DAYS_BY_DATE:
        return format_day(session.updated_at_ms, today)
    return format_month(day, today)


class SessionListModel(QAbstractListModel):
    """The sessions of one person as rows, filtered by title; deleted ones can be hidden before they are gone."""

    rename_requested = Signal(int, str)  # session id, new title

    def __init__(self) -> None:
        super().__init__()
        self._sessions: tuple[Session, ...] = ()
        self._hidden: frozenset[int] = frozenset()
        self._filter = ""
        self._today = date.min
        self._rows: list[Row] = []

    def set_sessions(self, sessions: Sequence[Session], today: date) -> None:
        """Show other sessions, or the same ones changed."""
        self._sessions = tuple(s for s in sessions if not s.archived)
        self._today = today
        self.rebuild()

    def set_filter(self, text: str) -> None:
        """Show only sessions whose title contains a text, whatever its case."""
        self._filter = text.strip().casefold()
        self.rebuild()

    def set_hidden(self, session_ids: frozenset[int]) -> None:
        """Leave sessions out that wait for their deletion."""
        self._hidden = session_ids
        self.rebuild()

    def rebuild(self) -> None:
        """Group anew, also after a change of language."""
        shown = [
            s
            for s in self._sessions
            if s.id not in self._hidden and (not self._filter or self._filter in session_title(s).casefold())
        ]
        rows = grouped(shown, self._today)
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

    def session(self, index: Index) -> Session | None:
        """The session of a row, None for a heading or no row."""
        row = self._rows[index.row()] if index.isValid() else None
        return row if isinstance(row, Session) else None

    def details(self, session: Session) -> str:
        """The second line of a session's row: 10:42  41 turns. A pinned one stands under no day, so it names it."""
        parts = [self.tr("%n turns", "", session.turn_count)]
        if local_time(session.updated_at_ms).date() == self._today:
            parts.insert(0, format_clock(session.updated_at_ms))
        elif session.pinned:
            parts.insert(0, format_day(session.updated_at_ms, self._today))
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
        if isinstance(row, Heading):
            return row.text if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole) else None
        if role == Qt.ItemDataRole.DisplayRole:
            return session_title(row)
        if role == Qt.ItemDataRole.EditRole:
            return row.title  # as it is stored, not what stands for one that is missing
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{session_title(row)}, {self.details(row)}"
        return None

    def setData(self, index: Index, value: Any, role: int = int(Qt.ItemDataRole.EditRole)) -> bool:
        """Ask for another title; the row changes once it is stored."""
        session = self.session(index)
        title = " ".join(str(value).split())
        if session is None or role != Qt.ItemDataRole.EditRole or not title or title == session.title:
            return False
        self.rename_requested.emit(session.id, title)
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Sessions can be chosen and renamed, headings cannot."""
        if self.session(index) is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEditable


def _key(row: Row) -> object:
    return row.id if isinstance(row, Session) else row.text
