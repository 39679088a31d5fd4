"""The last word where the program cannot start: what is wrong and what to do."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox

from desktop_app.domain.errors import UserError
from desktop_app.ui.error_texts import error_text
from desktop_app.ui.texts import product_name


def show_fatal(error: UserError) -> None:
    """Show an error in a box of its own and wait until it is read."""
    text = error_text(error)
    box = QMessageBox()
    box.setWindowTitle(product_name())
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setIcon(QMessageBox.Icon.Warning)
    box.setText(text.title)
    box.setInformativeText(text.advice)
    box.exec()
