"""The cover: hides every text of the program at once, while a reply goes on being written."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QGuiApplication, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QStackedWidget, QVBoxLayout, QWidget
from shiboken6 import isValid

from desktop_app.ui.texts import product_name, translate
from desktop_app.ui.widgets.basics import button, label, restyle

# Menus and tooltips: gone is gone.
_PASSING = (Qt.WindowType.Popup, Qt.WindowType.ToolTip)


class CoverPage(QWidget):
    """What stands in the place of everything: the name of the program and the way back.

    Signals:
        uncover_requested: somebody wants to go on.
    """

    uncover_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "background")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._name, self._said = label("number"), label("muted")
        self.go_on = button("primary")
        self.go_on.clicked.connect(self.uncover_requested)
        column = QVBoxLayout(self)
        column.setSpacing(12)
        column.addStretch(2)
        for widget in (self._name, self._said, self.go_on):
            column.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)
        self.retranslate()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape and Enter uncover."""
        if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.uncover_requested.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show on the button that Enter goes on; the page keeps the keys, so that what is typed on does nothing."""
        super().focusInEvent(event)
        restyle(self.go_on, "ringed", True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Take the sign away."""
        super().focusOutEvent(event)
        restyle(self.go_on, "ringed", False)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """A double click uncovers; one click might be chance."""
        self.uncover_requested.emit()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        self._name.setText(product_name())
        self._said.setText(translate("Cover", "Covered. A reply that is being written goes on."))
        self.go_on.setText(translate("Cover", "Uncover"))
        self.setAccessibleName(translate("Cover", "Covered"))


class Cover(QStackedWidget):
    """Holds the window's content and its cover; only one of them exists for eyes and screen readers.

    Signals:
        covered_changed: whether the cover is on.
    """

    covered_changed = Signal(bool)

    def __init__(self, content: QWidget) -> None:
        super().__init__()
        self._page = CoverPage()
        self._page.uncover_requested.connect(self.uncover)
        self._hidden: list[QWidget] = []
        self._focus: QWidget | None = None
        self._sealed = False
        self.addWidget(content)
        self.addWidget(self._page)

    @property
    def is_covered(self) -> bool:
        """Whether the cover is on."""
        return self.currentWidget() is self._page

    @Slot()
    def cover(self) -> None:
        """Hide the content, and every other window of the program with it."""
        own = self.window()
        # Dialogs, menus, tooltips and floated panels show texts too.
        others = [
            each for each in QApplication.topLevelWidgets() if each is not own and each.isVisible() and each.isWindow()
        ]
        self._cover(others)

    def cover_alone(self) -> None:
        """Hide the content only: another window is being covered and has hidden the rest."""
        self._cover([])

    def _cover(self, others: list[QWidget]) -> None:
        if self.is_covered:
            return
        self._focus = QApplication.focusWidget()
        in_use = QApplication.activeWindow() is not None
        self._hidden = list(others)
        for each in others:
            # A question that was waited for, as for a file, ends with being hidden, and its window is gone.
            each.destroyed.connect(partial(self._forget, each))
            each.hide()
        self.setCurrentWidget(self._page)
        if in_use:
            self.window().activateWindow()  # the dialog that had the keys is hidden
        self._page.setFocus(Qt.FocusReason.OtherFocusReason)
        input_method = QGuiApplication.inputMethod()
        if input_method.isVisible():
            input_method.reset()  # its candidates are text as well
        self.repaint()
        self.covered_changed.emit(True)

    def _forget(self, gone: QWidget) -> None:
        self._hidden = [each for each in self._hidden if each is not gone]

    def seal(self) -> None:
        """Cover for good: the program is being locked, and nothing brings the texts back in this process."""
        self.cover()
        self._sealed = True

    @Slot()
    def uncover(self) -> None:
        """Show everything as it was."""
        if not self.is_covered or self._sealed:
            return
        self.setCurrentIndex(0)
        for each in self._hidden:
            # Some may have been closed meanwhile, such as a dialog whose work was done.
            if isValid(each) and each.windowType() not in _PASSING:
                each.show()
        self._hidden = []
        if self._focus is not None and isValid(self._focus):
            self._focus.setFocus(Qt.FocusReason.OtherFocusReason)
        self._focus = None
        self.covered_changed.emit(False)
