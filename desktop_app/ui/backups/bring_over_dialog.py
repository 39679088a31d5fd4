"""A vault of a trial version: bring it over into the tables of this one, or leave it as it is."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from desktop_app.domain.errors import UserError
from desktop_app.services.rescue import VaultRescue
from desktop_app.storage.bringing_over import BringOverReport
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.error_texts import error_text
from desktop_app.ui.texts import format_number, product_name
from desktop_app.ui.widgets.basics import label


class BringOverDialog(Dialog):
    """Accepted once the vault can be opened.

    Args:
        rescue: of the vault.
        bridge: runs what takes time.
        parent: none: there is no window yet.
    """

    def __init__(self, rescue: VaultRescue, bridge: EventBridge, parent: QWidget | None = None) -> None:
        super().__init__(parent, 560)
        self._rescue = rescue
        self._bridge = bridge
        self._error: UserError | None = None
        self._report: BringOverReport | None = None
        self._working = False
        self.said, self._promise, self.told = label("body"), label("muted"), label("warning")
        for text in (self.said, self._promise, self.told):
            text.setWordWrap(True)
            self.body.addWidget(text)
        self.accept_button.clicked.disconnect()
        self.accept_button.clicked.connect(self._go_on)
        self.retranslate()
        self.accept_button.setFocus()

    @Slot()
    def _go_on(self) -> None:
        if self._report is not None:
            self.accept()
        elif not self._working:
            self._working, self._error = True, None
            self.retranslate()
            self._bridge.run(
                "background", self._rescue.bring_over, done=self._on_done, failed=self._on_failed, owner=self
            )

    def _on_failed(self, error: UserError) -> None:
        self._working, self._error = False, error
        self.retranslate()
        self.fit_height()

    def _on_done(self, report: BringOverReport) -> None:
        self._working, self._report = False, report
        self.retranslate()
        self.accept_button.setFocus()
        self.fit_height()

    def reject(self) -> None:
        """Leave everything as it is; not while something is being written."""
        if not self._working:
            super().reject()

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        report = self._report
        if report is None:
            self.set_title(self.tr("This memory is from a trial version"))
            self.said.setText(
                self.tr(
                    "“{name}” was written before the form of the file was settled. Everything in it can be brought"
                    " over: people, sessions, messages, facts, settings and the log of what was done."
                ).format(name=self._rescue.directory.name)
            )
            self._promise.setText(
                self.tr(
                    "The file is first copied as it is. If anything does not fit, nothing is changed. Search by words"
                    " is made anew at once, recall by meaning afterwards, in idle time."
                )
            )
            self.accept_button.setText(self.tr("Bring it over"))
        else:
            self.set_title(self.tr("Everything was brought over"))
            self.said.setText(self._outcome(report))
            self.accept_button.setText(self.tr("Open it"))
        self.setWindowTitle(product_name())
        self.cancel_button.setText(self.tr("Quit, change nothing"))
        self.cancel_button.setVisible(report is None)
        self._promise.setVisible(report is None)
        self.accept_button.setEnabled(not self._working)
        self.cancel_button.setEnabled(not self._working)
        if self._working:
            self.told.setText(self.tr("Working… this can take a minute."))
        elif self._error is not None:
            self.told.setText(error_text(self._error).line)
        self.told.setVisible(self._working or self._error is not None)

    def _outcome(self, report: BringOverReport) -> str:
        lines = [
            self.tr("Messages: {count}").format(count=format_number(report.messages)),
            self.tr("Facts: {count}").format(count=format_number(report.facts)),
            self.tr("The file as it was is kept in the vault's folder: {name}").format(name=report.kept_copy.name),
        ]
        if report.left_behind:
            names = ", ".join(report.left_behind)
            lines.append(
                self.tr("Without a place in this version, kept in that copy alone: {names}").format(names=names)
            )
        return "\n".join(lines)
