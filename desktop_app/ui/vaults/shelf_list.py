"""The list of vaults: a name with its kind, and under it where it lies."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from desktop_app.domain.conversation import VaultKind
from desktop_app.services.vault_shelf import ShelvedVault
from desktop_app.ui.icons import icon
from desktop_app.ui.texts import translate
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.row_ground import paint_row_ground

_Index = QModelIndex | QPersistentModelIndex
_ROW_PX, _SIDE_PX, _INITIAL_PX, _RADIUS = 58, 12, 32, 8
_SHOWN_ROWS = 6


def vault_name(vault: ShelvedVault) -> str:
    """What a vault is called: as its folder, the first one by what it is."""
    return translate("Vaults", "Personal") if vault.name == VaultKind.PERSONAL.value else vault.name


def kind_words(vault: ShelvedVault, current: Path | None) -> str:
    """Kind and state of a vault in one line."""
    kinds = {
        VaultKind.PERSONAL: translate("Vaults", "personal"),
        VaultKind.CLINICAL: translate("Vaults", "clinical"),
        None: "",
    }
    parts = ["" if vault.name == vault.kind else kinds[vault.kind]]  # its name says it
    if vault.folder == current:
        parts.append(translate("Vaults", "open now"))
    elif not vault.present:
        parts.append(translate("Vaults", "not there: moved, or its drive is not connected"))
    elif vault.locked:
        parts.append(translate("Vaults", "asks for its passphrase"))
    return " · ".join(part for part in parts if part)


class ShelfModel(QAbstractListModel):
    """Vaults in rows; what is not there cannot be chosen."""

    def __init__(self, current: Path | None) -> None:
        super().__init__()
        self.current = current
        self.vaults: tuple[ShelvedVault, ...] = ()

    def show(self, vaults: Sequence[ShelvedVault]) -> None:
        """Put other vaults into the list."""
        self.beginResetModel()
        self.vaults = tuple(vaults)
        self.endResetModel()

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """How many vaults."""
        return 0 if parent.isValid() else len(self.vaults)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The name, and all there is for screen readers."""
        vault = self.vaults[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return vault_name(vault)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{vault_name(vault)}, {kind_words(vault, self.current)}, {vault.folder}"
        return None


class ShelfList(QListView):
    """Chosen by arrows, by the first letters and by mouse; Enter or a double click opens.

    Signals:
        opened: a vault is to be opened.
        marked: another row became the current one.
    """

    opened = Signal()
    marked = Signal()

    def __init__(self, current: Path | None, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.shelf = ShelfModel(current)
        self.setModel(self.shelf)
        self.setItemDelegate(_Delegate(self.shelf, theme, self))
        self.setMouseTracking(True)
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.doubleClicked.connect(self.opened)
        self.selectionModel().currentChanged.connect(self._on_current)

    @property
    def chosen(self) -> ShelvedVault | None:
        """The marked vault."""
        row = self.currentIndex().row()
        return self.shelf.vaults[row] if 0 <= row < len(self.shelf.vaults) else None

    def show_vaults(self, vaults: Sequence[ShelvedVault], wanted: Path | None) -> None:
        """Fill the list and mark a vault, the first one that can be opened where none is wanted."""
        self.shelf.show(vaults)
        folders = [vault.folder for vault in vaults]
        openable = [row for row, one in enumerate(vaults) if one.present and one.folder != self.shelf.current]
        row = folders.index(wanted) if wanted in folders else next(iter(openable), 0)
        self.setCurrentIndex(self.shelf.index(row))
        self.setFixedHeight(self._theme.px(_ROW_PX) * max(1, min(len(vaults), _SHOWN_ROWS)) + 2)

    @Slot()
    def _on_current(self) -> None:
        self.marked.emit()


class _Delegate(QStyledItemDelegate):
    def __init__(self, model: ShelfModel, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        """A row of 58 px in the 14 px design."""
        return QSize(0, self._theme.px(_ROW_PX))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Draw a row: the initial on a square, name and kind, and where it lies."""
        vault, theme = self._model.vaults[index.row()], self._theme
        state, area = option.state, option.rect.adjusted(0, 1, 0, -1)
        selected = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        paint_row_ground(painter, area, theme, state)
        ink = theme.color("selected_ink" if selected else "ink" if vault.present else "muted")
        muted = theme.color("selected_ink" if selected else "muted")
        side = theme.px(_INITIAL_PX)
        square = QRect(area.left() + theme.px(_SIDE_PX), area.center().y() - side // 2 + 1, side, side)
        painter.setPen(QPen(muted, 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(square, _RADIUS, _RADIUS)
        painter.setFont(theme.font("heading"))
        painter.setPen(ink)
        painter.drawText(square, Qt.AlignmentFlag.AlignCenter, vault_name(vault)[:1].upper())
        self._paint_lines(painter, area.adjusted(square.right() - area.left() + theme.px(_SIDE_PX), 0, 0, 0), vault,
                          ink=ink, muted=muted)  # fmt: skip
        if vault.folder == self._model.current:
            mark = theme.px(16)
            place = QRect(area.right() - theme.px(_SIDE_PX) - mark, area.center().y() - mark // 2, mark, mark)
            icon("check", ink, mark).paint(painter, place)
        painter.restore()

    def _paint_lines(self, painter: QPainter, area: QRect, vault: ShelvedVault, *, ink: QColor, muted: QColor) -> None:
        theme = self._theme
        room = area.adjusted(0, theme.px(9), -theme.px(40), -theme.px(9))
        heading, caption = theme.font("heading"), theme.font("caption")
        name = QFontMetrics(heading).elidedText(vault_name(vault), Qt.TextElideMode.ElideRight, room.width() // 2)
        painter.setFont(heading)
        painter.setPen(ink)
        top = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
        painter.drawText(room, top, name)
        indent = QFontMetrics(heading).horizontalAdvance(name) + theme.px(10)
        painter.setFont(caption)
        painter.setPen(muted)
        metrics = QFontMetrics(caption)
        words = kind_words(vault, self._model.current)
        beside = room.adjusted(indent, QFontMetrics(heading).ascent() - metrics.ascent(), 0, 0)
        painter.drawText(beside, top, metrics.elidedText(words, Qt.TextElideMode.ElideRight, beside.width()))
        path = metrics.elidedText(str(vault.folder), Qt.TextElideMode.ElideMiddle, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom, path)
