"""What every dialog of the program has in common."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from desktop_app.ui.widgets.basics import button, label
from desktop_app.ui.widgets.context_menu import open_context_menu

_LEAST_LINES = 6  # of a body that scrolls
_MARGIN_PX = 4  # above and below what the body scrolls to
_SCREEN_SHARE = 0.92  # a dialog leaves the rest of the screen to its frame and the window behind


class _BodyArea(QScrollArea):
    """The body as large as it wants to be; where the screen has less room, it scrolls."""

    def __init__(self, content: QWidget) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what stands in it takes the focus and scrolls it
        self._content = content
        self.setWidget(content)
        content.installEventFilter(self)
        policy = self.sizePolicy()
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def sizeHint(self) -> QSize:
        """As the content."""
        return self._content.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """The width of the content; its height can scroll."""
        least = self._content.minimumSizeHint()
        bar = self.verticalScrollBar().sizeHint().width()
        return QSize(least.width() + bar, min(least.height(), self.fontMetrics().lineSpacing() * _LEAST_LINES))

    def hasHeightForWidth(self) -> bool:
        """Where the content has wrapped texts."""
        return self._content.hasHeightForWidth()

    def heightForWidth(self, width: int) -> int:
        """As the content."""
        return self._content.heightForWidth(width)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Scroll only where the content does not fit."""
        super().resizeEvent(event)
        self._fit_bar()

    def _fit_bar(self) -> None:
        """No bar where everything fits without one: it would narrow the texts so that they need it."""
        content = self._content
        needed = (
            content.heightForWidth(self.width()) if content.hasHeightForWidth() else content.minimumSizeHint().height()
        )
        fits = needed <= self.height()
        bar = Qt.ScrollBarPolicy.ScrollBarAlwaysOff if fits else Qt.ScrollBarPolicy.ScrollBarAsNeeded
        if bar != self.verticalScrollBarPolicy():
            self.setVerticalScrollBarPolicy(bar)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Home and End lead to the ends, beside the keys that every scroll area knows."""
        bar = self.verticalScrollBar()
        ends = {Qt.Key.Key_Home: bar.minimum(), Qt.Key.Key_End: bar.maximum()}
        if (end := ends.get(Qt.Key(event.key()))) is not None:
            bar.setValue(end)
        else:
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ask for room again when the content wants another size."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
            self._fit_bar()
        return super().eventFilter(watched, event)


class Dialog(QDialog):
    """A dialog with a title line, a body and a row of buttons; deletes itself when it is closed.

    Subclasses fill ``body``, name things in `retranslate`, and call it at the end of their own set-up.
    """

    def __init__(self, parent: QWidget | None, width: int) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(min(width, round(self.screen().availableGeometry().width() * _SCREEN_SHARE)))
        self.heading = label("title")
        self._content = QWidget()
        self.body = QVBoxLayout(self._content)
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(10)
        self.accept_button = button("primary")
        self.accept_button.setDefault(True)
        self.accept_button.clicked.connect(self.accept)
        self.cancel_button = button()
        self.cancel_button.clicked.connect(self.reject)
        self.buttons = QHBoxLayout()
        self.buttons.setSpacing(8)
        self.buttons.addStretch(1)
        self.buttons.addWidget(self.cancel_button)
        self.buttons.addWidget(self.accept_button)
        self._layout = layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 20, 24, 18)
        layout.setSpacing(16)
        layout.addWidget(self.heading)
        self._body_area = _BodyArea(self._content)
        layout.addWidget(self._body_area, 1)
        layout.addLayout(self.buttons)

    def scroll_by_keys(self) -> None:
        """Let the body take the focus: it only shows, so that nothing in it would scroll it for the keyboard."""
        self._body_area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._body_area.setFocus(Qt.FocusReason.TabFocusReason)

    def name_body(self, name: str) -> None:
        """Name a body that takes the focus, for screen readers."""
        self._body_area.setAccessibleName(name)
        self._body_area.setAccessibleDescription(self.tr("Arrows and Page Up or Page Down scroll"))

    def show_in_body(self, widget: QWidget, part: QRect) -> None:
        """Scroll the body to a part of a widget in it, its upper edge first where it is higher than the body."""
        top, bottom = (widget.mapTo(self._content, point) for point in (part.topLeft(), part.bottomLeft()))
        for place in (bottom, top):
            self._body_area.ensureVisible(0, place.y(), 0, _MARGIN_PX)

    def add_below(self, widget: QWidget) -> None:
        """Put something below the body that must not scroll away with it, such as what came of it."""
        self._layout.insertWidget(self._layout.count() - 1, widget)

    def showEvent(self, event: QShowEvent) -> None:
        """Open as high as the wrapped texts need."""
        if not event.spontaneous():
            self.fit_height()
        super().showEvent(event)

    def fit_height(self) -> None:
        """Grow until every text stands in full; Qt itself guesses the height of wrapped lines for another width."""
        layout = self._layout
        self._body_area.updateGeometry()  # what was shown just now asks for its room in an event still to come
        layout.activate()
        width = max(self.minimumWidth(), layout.totalSizeHint().width(), self.width() if self.isVisible() else 0)
        height = layout.totalHeightForWidth(width) if layout.hasHeightForWidth() else layout.totalSizeHint().height()
        self.resize_within_screen(width, height)

    def resize_within_screen(self, width: int, height: int) -> None:
        """Take a size, or as much of it as the screen has room for; what scrolls inside does the rest."""
        room = self.screen().availableGeometry()
        self.resize(min(width, round(room.width() * _SCREEN_SHARE)), min(height, round(room.height() * _SCREEN_SHARE)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Shift+F10 opens the menu of what has the focus, as in the window, whose keys do not reach here."""
        focused = self.focusWidget()
        shift = event.modifiers() == Qt.KeyboardModifier.ShiftModifier
        if event.key() == Qt.Key.Key_F10 and shift and focused is not None:
            open_context_menu(focused)
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
            if self.isVisible():
                self.fit_height()
        super().changeEvent(event)

    def set_title(self, text: str) -> None:
        """Name the dialog, in its frame and in its title line."""
        self.setWindowTitle(text)
        self.heading.setText(text)

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        self.accept_button.setText(self.tr("OK"))
        self.cancel_button.setText(self.tr("Cancel"))
