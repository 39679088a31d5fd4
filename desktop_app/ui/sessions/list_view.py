"""The list of sessions itself: which keys it knows, and which rows are chosen."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from desktop_app.domain.conversation import Folder, Session
from desktop_app.ui.sessions.delegate import SessionDelegate
from desktop_app.ui.sessions.model import Index, SessionListModel
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.basics import KEYBOARD_REASONS
from desktop_app.ui.widgets.row_table import select_alone


class SessionList(QListView):
    """Rows of which several can be chosen; Delete only asks, and a folder opens and folds."""

    delete_requested = Signal()
    rename_requested = Signal()
    opened = Signal()
    fold_requested = Signal(object, bool)  # folder, whether to fold it

    def __init__(self, model: SessionListModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = model
        self.setModel(model)
        # After setModel: what Qt itself forgets at a reset is forgotten by the time it is marked again.
        model.modelAboutToBeReset.connect(self._keep_marks)
        model.modelReset.connect(self._mark_again)
        self._marked: tuple[Session, ...] = ()
        self._marked_current: Session | None = None
        self._marked_folder: Folder | None = None
        self.delegate = SessionDelegate(model, theme, self)
        self.setItemDelegate(self.delegate)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)

    def chosen(self) -> tuple[Session, ...]:
        """The sessions that are marked, in their order."""
        indexes = sorted(self.selectedIndexes(), key=lambda index: index.row())
        return tuple(session for index in indexes if (session := self._rows.session(index)) is not None)

    def show_current(self, index: Index) -> None:
        """Mark a row alone, unless it is the current one among others already."""
        if self.currentIndex() != index or not self.selectionModel().isSelected(index):
            select_alone(self, index)  # the keys that are held, as in Ctrl+N, mean something else

    @Slot()
    def _keep_marks(self) -> None:
        self._marked, self._marked_current = self.chosen(), self._rows.session(self.currentIndex())
        self._marked_folder = self._rows.folder(self.currentIndex())

    @Slot()
    def _mark_again(self) -> None:
        """A list that changed under the reader's hands keeps what was marked in it."""
        selection = self.selectionModel()
        for session in self._marked:
            selection.select(self._rows.index_of(session.id), QItemSelectionModel.SelectionFlag.Select)
        if self._marked_current is not None:
            current = self._rows.index_of(self._marked_current.id)
            selection.setCurrentIndex(current, QItemSelectionModel.SelectionFlag.NoUpdate)
        elif self._marked_folder is not None:
            select_alone(self, self._rows.index_of_folder(self._marked_folder.id))

    @property
    def is_editing(self) -> bool:
        """Whether a title is being typed in its row."""
        return self.state() == QAbstractItemView.State.EditingState

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus to whoever comes by keyboard; back from a field or a question it shows as before."""
        if event.reason() in KEYBOARD_REASONS:
            self.delegate.by_keyboard = True
        super().focusInEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Whoever uses the mouse sees where it is."""
        self.delegate.by_keyboard = False
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click on a folder opens or folds it."""
        super().mouseReleaseEvent(event)
        folder = self._rows.folder(self.indexAt(event.position().toPoint()))
        if folder is not None and event.button() == Qt.MouseButton.LeftButton and not event.modifiers():
            self.fold_requested.emit(folder, not folder.folded)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """F2 renames, Delete and Backspace ask, Enter opens; on a folder, arrows and the space bar fold."""
        self.delegate.by_keyboard = True
        if self.is_editing:
            super().keyPressEvent(event)
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.delete_requested.emit()
        elif event.key() == Qt.Key.Key_F2:
            self.rename_requested.emit()
        elif not self._fold(event):
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.opened.emit()
            else:
                super().keyPressEvent(event)

    def _fold(self, event: QKeyEvent) -> bool:
        folder = self._rows.folder(self.currentIndex())
        wanted = {
            Qt.Key.Key_Left: True,
            Qt.Key.Key_Right: False,
            Qt.Key.Key_Space: folder is not None and not folder.folded,
            Qt.Key.Key_Return: folder is not None and not folder.folded,
            Qt.Key.Key_Enter: folder is not None and not folder.folded,
        }.get(Qt.Key(event.key()))
        if folder is None or wanted is None:
            return False
        if wanted != folder.folded:
            self.fold_requested.emit(folder, wanted)
        return True
