"""What the program is, what it is not, and whose work it stands on."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import qVersion
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPlainTextEdit, QWidget

from desktop_app import __version__
from desktop_app.support.inventory import Component
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.icons import application_icon
from desktop_app.ui.texts import product_name, product_statement
from desktop_app.ui.widgets.basics import label


class AboutDialog(Dialog):
    """Name, version, statement, licence."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, 520)
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
        self._inside_label, self._inside = label("muted"), QPlainTextEdit()
        self._inside.setReadOnly(True)
        self._inside.setTabChangesFocus(True)
        self._inside.setFixedHeight(160)
        self._inside.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self._inside_label.setBuddy(self._inside)
        for text in (self._purpose, self._statement, self._offline, self._licence):
            text.setWordWrap(True)
            self.body.addWidget(text)
        self.body.addWidget(self._inside_label)
        self.body.addWidget(self._inside)
        self.retranslate()

    def show_components(self, components: Sequence[Component]) -> None:
        """List what is inside the program, with versions and licences."""
        unnamed = self.tr("no licence named")
        self._inside.setPlainText(
            "\n".join(f"{one.name} {one.version}\u2003{one.licence or unnamed}" for one in components)
        )

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
        self._inside_label.setText(self.tr("What is inside, with its licence"))
        self._inside.setPlaceholderText(self.tr("Looking…"))
        self._inside.setAccessibleName(self.tr("What is inside, with its licence"))
        self._licence.setText(
            self.tr("Apache License 2.0. It stands on Qt, llama.cpp, SQLite, sqlite-vec and sentence-transformers.")
        )
