"""The last word where the program cannot start: what is wrong and what to do."""

from __future__ import annotations

import sys

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMessageBox

from desktop_app.domain.errors import UserError
from desktop_app.ui.error_texts import error_text
from desktop_app.ui.texts import product_name

_NOBODY_SEES = ("offscreen", "minimal")


def somebody_sees() -> bool:
    """Whether there is a screen; a question without one would wait for ever."""
    return QGuiApplication.platformName() not in _NOBODY_SEES


def show_fatal(error: UserError) -> None:
    """Say an error on the terminal and, where somebody can see it, in a box of its own until it is read."""
    text = error_text(error)
    print(text.line, file=sys.stderr)
    if not somebody_sees():
        return  # a box there would wait for ever
    box = QMessageBox()
    box.setWindowTitle(product_name())
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setIcon(QMessageBox.Icon.Warning)
    box.setText(text.title)
    box.setInformativeText(text.advice)
    box.exec()
