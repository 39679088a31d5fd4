"""The foot of the panel: what if, a window of its own, and whether figures are shown."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from desktop_app.ui.actions import keys_of
from desktop_app.ui.texts import translate
from desktop_app.ui.widgets.basics import button
from desktop_app.ui.widgets.flow import FlowLayout


class Footer(QWidget):
    """Buttons for the whole panel.

    Signals:
        what_if_requested: the form of what-if shall open, or close.
        float_requested: the panel shall be in a window of its own, or go back.
        figures_requested: figures shall be shown, or hidden.
    """

    what_if_requested = Signal()
    float_requested = Signal()
    figures_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._full = True
        self._floats = False
        self.what_if = button("link", self)
        self.what_if.clicked.connect(self.what_if_requested)
        self.float_button = button("link", self)
        self.float_button.clicked.connect(self.float_requested)
        self.figures = button("link", self)
        self.figures.clicked.connect(self.figures_requested)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(18, 7, 18, 9)
        layout.setSpacing(16)
        layout.addWidget(self.what_if)
        endings = FlowLayout(layout.spacing(), at_end=True)
        endings.addWidget(self.float_button)
        endings.addWidget(self.figures)
        layout.addLayout(endings, 1)
        self.retranslate()

    def set_full(self, full: bool) -> None:
        """Say whether figures are shown."""
        self._full = full
        self.retranslate()

    def set_floats(self, floats: bool) -> None:
        """Say whether the panel is in a window of its own, which the button leads back from."""
        self._floats = floats
        self.retranslate()

    def retranslate(self) -> None:
        """Name the buttons in the language in force."""
        figures = translate("Panel", "Hide figures") if self._full else translate("Panel", "Show all figures")
        self.figures.setText(figures)
        self.figures.setAccessibleName(figures)
        self.what_if.setText(translate("Panel", "What if…"))
        self.what_if.setAccessibleName(translate("Panel", "What if: try changes for the next message"))
        place = translate("Panel", "Back into the window") if self._floats else translate("Panel", "Own window")
        self.float_button.setText(place)
        self.float_button.setAccessibleName(place)
        self.float_button.setToolTip(keys_of("float_memory"))
