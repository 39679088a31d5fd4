"""The memory panel folded to its gauge: a narrow column that stays in sight and opens the panel."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.ui.memory_panel.figures import Figures
from desktop_app.ui.memory_panel.gauge import Gauge, describe
from desktop_app.ui.texts import translate
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.basics import Hairline, button


class FoldedPanel(QWidget):
    """A standing gauge with a button above it.

    Signals:
        opened: the panel shall be shown.
        section_clicked: a section of the gauge was pressed: the panel shall open there.
    """

    opened = Signal()
    section_clicked = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._figures: Figures | None = None
        self.open_button = button("quiet", self)
        self.open_button.setText("‹")
        self.open_button.clicked.connect(self.opened)
        self.gauge = Gauge(theme, self, standing=True)
        self.gauge.section_clicked.connect(self.section_clicked)
        column = QVBoxLayout()
        column.setContentsMargins(8, 10, 8, 14)
        column.setSpacing(10)
        column.addWidget(self.open_button)
        column.addWidget(self.gauge, 1, Qt.AlignmentFlag.AlignHCenter)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(Hairline(Qt.Orientation.Vertical, self))
        layout.addLayout(column)
        self._retranslate()

    def set_theme(self, theme: Theme) -> None:
        """Paint in another theme."""
        self.gauge.set_theme(theme)

    def show_figures(self, figures: Figures | None) -> None:
        """Show what the panel's gauge shows."""
        self._figures = figures
        self.gauge.set_figures(figures)
        self._retranslate()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() is QEvent.Type.LanguageChange:
            self.gauge.set_figures(self._figures)
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self.open_button.setAccessibleName(translate("Panel", "Show the memory panel"))
        self.open_button.setAccessibleDescription("" if self._figures is None else describe(self._figures))
        self.open_button.setToolTip(translate("Panel", "Show the memory panel"))
