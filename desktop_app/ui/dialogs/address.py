"""An address in somebody's text, shown whole before anything is done with it. The program itself opens none."""

from __future__ import annotations

from urllib.parse import urlsplit

from PySide6.QtCore import Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.widgets.basics import label

_WIDTH = 440
_LINES = 4


class AddressDialog(Dialog):
    """Shows where a link leads, and offers to copy it."""

    def __init__(self, address: str, parent: QWidget | None = None) -> None:
        super().__init__(parent, _WIDTH)
        self._address = address
        self._host = label("heading")
        self._host.setWordWrap(True)
        self.text = QPlainTextEdit(address)
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setFixedHeight(self.text.fontMetrics().lineSpacing() * _LINES + 16)
        self._note = label("caption")
        self._note.setWordWrap(True)
        for widget in (self._host, self.text, self._note):
            self.body.addWidget(widget)
        self.accepted.connect(self._copy)
        self.retranslate()

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._address)

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        self.set_title(self.tr("Address of the link"))
        host = _host(self._address)
        self._host.setText(self.tr("It leads to {host}").format(host=host) if host else "")
        self._host.setVisible(bool(host))
        self.text.setAccessibleName(self.tr("The whole address"))
        self._note.setText(
            self.tr(
                "The program is offline and opens no address. Copy it, and open it where you want to, if you trust it."
            )
        )
        self.accept_button.setText(self.tr("Copy address"))
        self.cancel_button.setText(self.tr("Close"))


def _host(address: str) -> str:
    """The machine an address names, as the network would read it: look-alike letters show as "xn--…"."""
    try:
        name = urlsplit(address).hostname or ""
        return name.encode("idna").decode("ascii") if name else ""
    except ValueError:
        return ""
