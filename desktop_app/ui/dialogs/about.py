"""What the program is, what it is not, and whose work it stands on."""

from __future__ import annotations

from PySide6.QtCore import qVersion
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from desktop_app import __version__
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.icons import application_icon
from desktop_app.ui.texts import product_name, product_statement
from desktop_app.ui.widgets.basics import label


class AboutDialog(Dialog):
    """Name, version, statement, licence."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, 440)
        self.cancel_button.hide()
        mark = QLabel()
        mark.setPixmap(application_icon().pixmap(64, 64))
        mark.setFixedSize(64, 64)
        self._purpose, self._statement, self._offline = label("body"), label("body"), label("muted")
        self._version, self._licence = label("muted"), label("muted")
        row = QHBoxLayout()
        row.setSpacing(16)
        row.addWidget(mark)
        row.addWidget(self._version, 1)
        self.body.addLayout(row)
        for text in (self._purpose, self._statement, self._offline, self._licence):
            text.setWordWrap(True)
            self.body.addWidget(text)
        self.retranslate()

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        self.set_title(self.tr("About {product}").format(product=product_name()))
        self.accept_button.setText(self.tr("Close"))
        self._version.setText(self.tr("Version {version}\nQt {qt}").format(version=__version__, qt=qVersion()))
        self._purpose.setText(
            self.tr("A private assistant on a local model that remembers, and shows its memory while it works.")
        )
        self._statement.setText(product_statement())
        self._offline.setText(
            self.tr("Everything stays on this machine, encrypted. The program opens no network connection.")
        )
        self._licence.setText(
            self.tr("Apache License 2.0. It stands on Qt, llama.cpp, SQLite, sqlite-vec and sentence-transformers.")
        )
