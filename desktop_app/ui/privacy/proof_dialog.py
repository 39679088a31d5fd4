"""The privacy page: what every process of the program has open, as it tells itself, every two seconds."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QTimer, Slot
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QPlainTextEdit, QTableWidget, QTableWidgetItem, QWidget

from desktop_app.domain.processes import ProcessReport
from desktop_app.services.privacy import PrivacyProof, PrivacyService
from desktop_app.services.written_files import FilePurpose
from desktop_app.support.swap import Swap
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.texts import format_number
from desktop_app.ui.widgets.basics import label

REFRESH_MS = 2_000


class ProofDialog(Dialog):
    """Shows the proof and keeps it fresh while it is open."""

    def __init__(self, privacy: PrivacyService, bridge: EventBridge, parent: QWidget | None = None) -> None:
        super().__init__(parent, 760)
        self._privacy = privacy
        self._bridge = bridge
        self._proof: PrivacyProof | None = None
        self._asked = False
        self.said, self.swap, self.vault = label("body"), label("body"), label("body")
        self._files_heading, self._places_heading = label("heading"), label("heading")
        for text in (self.said, self.swap, self.vault):
            text.setWordWrap(True)
        self.table = QTableWidget(0, 5)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setTabKeyNavigation(False)
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.table.horizontalHeader().setStretchLastSection(True)
        self.table.setFixedHeight(150)
        self.files, self.places = QPlainTextEdit(), QPlainTextEdit()
        for area in (self.files, self.places):
            area.setReadOnly(True)
            area.setTabChangesFocus(True)
            area.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
            area.setFixedHeight(112)
        for part in (
            self.said, self.table, self.swap, self.vault,
            self._files_heading, self.files, self._places_heading, self.places,
        ):  # fmt: skip
            self.body.addWidget(part)
        self.cancel_button.hide()
        self._timer = QTimer(self)
        self._timer.setInterval(REFRESH_MS)
        self._timer.timeout.connect(self._ask)
        self._timer.start()
        self.retranslate()
        self._ask()

    @Slot()
    def _ask(self) -> None:
        if not self._asked:  # a machine under load is not asked twice at once
            self._asked = True
            self._bridge.run("read", self._privacy.proof, done=self._take, failed=self._on_failed, owner=self)

    def _take(self, proof: PrivacyProof) -> None:
        self._asked = False
        self._proof = proof
        self._fill(proof)

    def _on_failed(self, _error: object) -> None:
        self._asked = False
        self.said.setText(self.tr("The processes did not answer. They are asked again."))

    def _fill(self, proof: PrivacyProof) -> None:
        self.said.setText(self._verdict(proof.processes))
        self.table.setRowCount(len(proof.processes))
        for row, process in enumerate(proof.processes):
            for column, text in enumerate(self._row(process)):
                self.table.setItem(row, column, QTableWidgetItem(text))
        self.swap.setText(self._swap_words(proof.swap))
        self.vault.setText(
            self.tr("This vault opens only with a passphrase or its recovery code.")
            if proof.protected
            else self.tr("This vault has no passphrase: its key lies beside it, and whoever takes both can read it.")
        )
        files = sorted({f"{path}" for process in proof.processes for path in process.files})
        places = [f"{self._purpose(one.purpose)}: {one.pattern}" for one in proof.written]
        for area, lines in ((self.files, files), (self.places, places)):
            if area.toPlainText() != "\n".join(lines):  # keep the place somebody scrolled to
                area.setPlainText("\n".join(lines))

    def _verdict(self, processes: Iterable[ProcessReport]) -> str:
        reports = list(processes)
        if any(set(report.sockets) - {"AF_UNIX"} for report in reports):
            return self.tr("A process has a network socket open. Please report this: it must not happen.")
        if all(report.kernel_refuses for report in reports):
            return self.tr(
                "No process has a network socket open, and the system's kernel refuses to make one. Every process "
                "tried it just now and was refused."
            )
        return self.tr(
            "No process has a network socket open. The kernel does not guard this machine; the program refuses "
            "attempts of its own and of its libraries itself."
        )

    def _row(self, report: ProcessReport) -> tuple[str, ...]:
        roles = {
            "window": self.tr("Window"),
            "chat": self.tr("Model that answers"),
            "embedding": self.tr("Model that recalls"),
        }
        names = {"AF_UNIX": self.tr("inside this machine"), "AF_INET": "IPv4", "AF_INET6": "IPv6"}
        sockets = ", ".join(f"{names.get(family, family)}: {n}" for family, n in sorted(report.sockets.items()))
        refused = ", ".join(f"{what}: {format_number(n)}" for what, n in sorted(report.refused.items()))
        guards = [
            self.tr("kernel") if report.kernel_refuses else "",
            self.tr("program") if report.interpreter_refuses else "",
        ]
        return (
            roles.get(report.role, report.role),
            str(report.pid),
            self.tr(" and ").join(filter(None, guards)) or self.tr("none"),
            sockets or self.tr("none"),
            refused or self.tr("none"),
        )

    def _swap_words(self, swap: Swap) -> str:
        return {
            Swap.NONE: self.tr("Memory is never written to the disk: this machine uses no swap."),
            Swap.ENCRYPTED: self.tr("Memory that is written to the disk (swap) is encrypted."),
            Swap.PLAIN: self.tr(
                "This machine may write memory to the disk without encryption (swap), and with it what you read here. "
                "Encrypt the swap or the whole disk."
            ),
            Swap.UNKNOWN: self.tr(
                "It cannot be told whether memory is written to the disk (swap). Whole-disk encryption covers it."
            ),
        }[swap]

    def _purpose(self, purpose: FilePurpose) -> str:
        return {
            FilePurpose.VAULT: self.tr("Vault, encrypted"),
            FilePurpose.KEYS: self.tr("What opens the vault"),
            FilePurpose.LOCK: self.tr("Empty: one window at a time"),
            FilePurpose.BALLAST: self.tr("Empty room for a full disk"),
            FilePurpose.BACKUPS: self.tr("Backups, encrypted"),
            FilePurpose.KEPT: self.tr("Kept before a repair, encrypted"),
            FilePurpose.WINDOW: self.tr("Window size and language"),
            FilePurpose.KNOWN: self.tr("Folders of vaults"),
            FilePurpose.LOGS: self.tr("Logs, without what was said"),
        }[purpose]

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        self.set_title(self.tr("Privacy"))
        self.accept_button.setText(self.tr("Close"))
        self.table.setHorizontalHeaderLabels(
            [
                self.tr("Process"),
                self.tr("Number"),
                self.tr("Network refused by"),
                self.tr("Open sockets"),
                self.tr("Refused attempts"),
            ]
        )
        self.table.setAccessibleName(self.tr("Processes of the program"))
        self.table.setAccessibleDescription(self.tr("What each has open and what it was refused, as it tells itself"))
        self._files_heading.setText(self.tr("Files open now"))
        self.files.setAccessibleName(self.tr("Files open now"))
        self._places_heading.setText(self.tr("Everything the program writes"))
        self.places.setAccessibleName(self.tr("Everything the program writes"))
        if self._proof is not None:
            self._fill(self._proof)
        else:
            self.said.setText(self.tr("The processes are being asked…"))
