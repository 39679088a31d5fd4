"""What the program is, what it is not, and whose work it stands on."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Slot, qVersion
from PySide6.QtWidgets import QHBoxLayout, QLabel, QListWidget, QListWidgetItem, QPlainTextEdit, QWidget

from desktop_app import __version__
from desktop_app.support.inventory import Component
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.icons import application_icon
from desktop_app.ui.texts import product_name, product_statement
from desktop_app.ui.widgets.basics import label

_LIST_PX, _TEXT_PX = 130, 150


class AboutDialog(Dialog):
    """Name, version, statement, and the licences of everything inside with their texts."""

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
        self._components: tuple[Component, ...] = ()
        self._inside_label, self._inside = label("muted"), QListWidget()
        self._inside.setFixedHeight(_LIST_PX)
        self._inside.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._inside.currentRowChanged.connect(self._show_text)
        self._inside_label.setBuddy(self._inside)
        self._text = QPlainTextEdit()
        self._text.setReadOnly(True)
        self._text.setTabChangesFocus(True)
        self._text.setFixedHeight(_TEXT_PX)
        for text in (self._purpose, self._statement, self._offline, self._licence):
            text.setWordWrap(True)
            self.body.addWidget(text)
        self.body.addWidget(self._inside_label)
        self.body.addWidget(self._inside)
        self.body.addWidget(self._text)
        self.retranslate()

    def show_components(self, components: Sequence[Component]) -> None:
        """List what is inside the program, with versions and licences; the text of the chosen one below."""
        unnamed = self.tr("no licence named")
        self._components = tuple(components)
        self._inside.clear()
        for one in self._components:
            entry = QListWidgetItem(f"{one.name} {one.version}\u2003{one.licence or unnamed}", self._inside)
            entry.setToolTip(one.licence)  # the longest do not fit
        self._inside.setCurrentRow(0)

    @Slot(int)
    def _show_text(self, number: int) -> None:
        if 0 <= number < len(self._components):
            one = self._components[number]
            self._text.setPlainText(one.text or self.tr("{name} carries no text of its licence.").format(name=one.name))
            self._text.setAccessibleDescription(one.name)

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
        self._inside.setAccessibleDescription(self.tr("The text of the chosen licence stands below."))
        self._text.setPlaceholderText(self.tr("Looking…"))
        self._text.setAccessibleName(self.tr("Text of the licence"))
        self._inside.setAccessibleName(self.tr("What is inside, with its licence"))
        self._licence.setText(
            self.tr("Apache License 2.0. It stands on Qt, llama.cpp, SQLite, sqlite-vec and sentence-transformers.")
        )
