"""Where the memory panel is: docked beside the conversation, floated in a window of its own, or folded to its gauge."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QMainWindow, QVBoxLayout, QWidget

from desktop_app.ui.memory_panel.folded import FoldedPanel
from desktop_app.ui.memory_panel.panel import MemoryPanel
from desktop_app.ui.preferences import PreferenceStore
from desktop_app.ui.privacy.cover import Cover
from desktop_app.ui.texts import product_name

_FOLD_BELOW_PX = 1100  # narrower windows begin without the docked panel
_FLOAT_SIZE = (560, 760)  # the first time


class _OwnWindow(QWidget):
    """Holds the floated panel. It belongs to the main window: minimised, closed and covered with it.

    Signals:
        dock_requested: somebody closed it, which puts the panel back.
    """

    dock_requested = Signal()

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window, Qt.WindowType.Window)
        self._layout = _without_margins(self)
        self.resize(*_FLOAT_SIZE)
        self._retranslate()

    def take(self, panel: QWidget) -> None:
        """Hold the panel."""
        self._layout.addWidget(panel)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Closing hides nothing for good: the panel goes back to where it came from."""
        event.ignore()
        self.dock_requested.emit()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() is QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        # Never a person or a session: titles show everywhere.
        self.setWindowTitle(self.tr("Memory · {product}").format(product=product_name()))


class MemoryPlace(QObject):
    """Moves the panel between its places and remembers them.

    Args:
        window: the main window, whose commands work in the floated window as well.
        panel: what is moved.
        folded: what stands in its place while it is docked and hidden, or floated and hidden.
        cover: what hides every window; while it is on nothing appears.
        preferences: where the places are kept.

    Signals:
        shown_changed: whether the panel is to be seen.
    """

    shown_changed = Signal(bool)

    def __init__(
        self,
        window: QMainWindow,
        panel: MemoryPanel,
        folded: FoldedPanel,
        cover: Cover,
        preferences: PreferenceStore,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._panel = panel
        panel.begin_at(preferences.get().memory_tab)
        self._folded = folded
        self._cover = cover
        self._preferences = preferences
        kept = preferences.get()
        self._wanted = kept.memory_panel
        self._floats = False
        self._narrow: bool | None = None  # of the main window, None before its size is known
        self.dock = QWidget()
        self._dock_layout = _without_margins(self.dock)
        self._dock_layout.addWidget(panel)
        self.own_window = _OwnWindow(window)
        if kept.memory_geometry:
            self.own_window.restoreGeometry(QByteArray.fromHex(kept.memory_geometry.encode("ascii", "ignore")))
        self.own_window.dock_requested.connect(self.put_back)
        panel.float_requested.connect(self.toggle_floating)

    @property
    def floats(self) -> bool:
        """Whether the panel is in a window of its own."""
        return self._floats

    @property
    def is_shown(self) -> bool:
        """Whether the panel is open, wherever it is; a cover over it changes nothing."""
        return not self._folded.isVisibleTo(self._window)

    def begin(self) -> None:
        """Take the place it was left in, once the main window shows."""
        if self._preferences.get().memory_floats and not self._floats:
            self._move(floats=True, shown=self._wanted)

    @Slot()
    def toggle(self) -> None:
        """Show the panel or fold it to its gauge."""
        if self._cover.is_covered:
            return
        self._wanted = not self.is_shown
        self._set_shown(self._wanted)

    @Slot()
    def toggle_floating(self) -> None:
        """Float the panel, or put it back."""
        if self._cover.is_covered:
            return
        self._wanted = True
        self._move(floats=not self._floats, shown=True)

    @Slot()
    def put_back(self) -> None:
        """Dock the panel, shown."""
        if self._floats:
            self.toggle_floating()

    def fit(self, width: int) -> None:
        """Fold the docked panel where a main window of so many pixels has no room for it, and bring it back."""
        narrow = width < _FOLD_BELOW_PX
        if narrow != self._narrow:
            self._narrow = narrow
            if not self._floats:
                self._set_shown(self._wanted and not narrow)

    def focus(self) -> None:
        """Show the panel and put the keyboard focus into it."""
        if not self.is_shown:
            self.toggle()
        if self._floats and not self._cover.is_covered:
            self.own_window.activateWindow()
        self._panel.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def close(self) -> None:
        """Keep the places and take the window of its own away."""
        self._preferences.update(
            memory_panel=self._wanted,
            memory_floats=self._floats,
            memory_tab=self._panel.tabs.current_key(),
            memory_geometry=bytes(self.own_window.saveGeometry().toHex().data()).decode("ascii"),
        )
        self.own_window.hide()

    def _move(self, *, floats: bool, shown: bool) -> None:
        self._floats = floats
        if floats:
            # The window's commands are its own ones; given here, when all of them are there.
            self.own_window.addActions(self._window.actions())
            self.own_window.take(self._panel)
            self.dock.hide()
        else:
            self._dock_layout.addWidget(self._panel)
            self.own_window.hide()
        self._panel.show()
        self._panel.set_floats(floats)
        self._set_shown(shown)
        if shown:
            self.focus()

    def _set_shown(self, shown: bool) -> None:
        (self.own_window if self._floats else self.dock).setVisible(shown)
        self._folded.setVisible(not shown)
        self.shown_changed.emit(shown)


def _without_margins(holder: QWidget) -> QVBoxLayout:
    layout = QVBoxLayout(holder)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    return layout
