"""The line above the composer that leads back to where a source was followed from."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from desktop_app.ui.widgets.basics import button


@dataclass(frozen=True, slots=True)
class LeftTurn:
    """A turn from which a source was followed."""

    session_id: int
    turn_id: int


class WayBack(QFrame):
    """There while somebody is at a source; each source followed from there adds a step back.

    Signals:
        wanted: the `LeftTurn` to go back to.
    """

    wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "card")
        self._steps: list[LeftTurn] = []
        self.back_button, self.stay_button = button("link"), button("link")
        self.back_button.clicked.connect(self._go)
        self.stay_button.clicked.connect(self.forget)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 6, 14, 6)
        layout.addWidget(self.back_button, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addStretch(1)
        layout.addWidget(self.stay_button)
        self.hide()
        self._retranslate()

    def left(self, place: LeftTurn) -> None:
        """A source was followed from here."""
        if place not in self._steps[-1:]:
            self._steps.append(place)
        self.show()

    @Slot()
    def forget(self) -> None:
        """Stay: nobody goes back from here any more."""
        self._steps.clear()
        self.hide()

    @Slot()
    def _go(self) -> None:
        place = self._steps.pop()
        self.setVisible(bool(self._steps))
        self.wanted.emit(place)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self.back_button.setText(self.tr("← Back to where you were"))
        self.back_button.setAccessibleDescription(self.tr("To the turn from which you went to the source"))
        self.stay_button.setText(self.tr("Stay here"))
        self.stay_button.setAccessibleDescription(self.tr("The way back is forgotten"))
