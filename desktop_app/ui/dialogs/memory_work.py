"""Memory work that failed: what, why, and when it is tried again; with a button that tries it now."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QWidget

from desktop_app.domain.errors import UserError
from desktop_app.domain.events import ConsolidationProgress
from desktop_app.domain.jobs import FailedJob
from desktop_app.services.consolidation import ConsolidationService
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.dialogs.base import Dialog
from desktop_app.ui.error_texts import error_text
from desktop_app.ui.texts import format_moment, format_number
from desktop_app.ui.transcript.display_text import printable
from desktop_app.ui.widgets.basics import label


class MemoryWorkDialog(Dialog):
    """Lists what failed, and follows it until nothing is left."""

    def __init__(self, consolidation: ConsolidationService, bridge: EventBridge, parent: QWidget | None = None) -> None:
        super().__init__(parent, 560)
        self._consolidation = consolidation
        self._bridge = bridge
        self._failures: tuple[FailedJob, ...] | None = None  # None until they were read
        self._waiting = 0  # steps, those that failed among them
        self._state = label("muted")
        self._state.setWordWrap(True)
        self._list = QListWidget()
        self._list.setProperty("surface", "card")
        self._list.setMinimumHeight(200)
        self._list.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self._list.setWordWrap(True)
        self._list.setSpacing(2)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.body.addWidget(self._state)
        self.body.addWidget(self._list, 1)
        bridge.event.connect(self._on_event)
        self.retranslate()
        self._read()

    def accept(self) -> None:
        """Try again now; the dialog stays and shows what comes of it."""
        self.accept_button.setEnabled(False)
        self._bridge.run("read", self._consolidation.retry_now, owner=self)

    @Slot(object)
    def _on_event(self, event: object) -> None:
        if isinstance(event, ConsolidationProgress):
            self._read()

    def _read(self) -> None:
        self._bridge.run(
            "read", lambda: (self._consolidation.failures(), self._consolidation.waiting()), done=self._take
        )

    def _take(self, found: tuple[Sequence[FailedJob], int]) -> None:
        failures, waiting = found
        if (tuple(failures), waiting) != (self._failures, self._waiting):
            self._failures, self._waiting = tuple(failures), waiting
            self._fill()
        self.accept_button.setEnabled(bool(failures))

    def _fill(self) -> None:
        if self._failures:
            self._state.setText(self.tr("Nothing that was said is lost. Each step is tried again by itself."))
        elif self._waiting:
            self._state.setText(
                self.tr(
                    "%n steps wait. They are done in idle time, those of the model once it is loaded.",
                    "",
                    self._waiting,
                )
            )
        elif self._failures is not None:
            self._state.setText(self.tr("Nothing has failed. What is said is remembered in idle time."))
        self._list.clear()
        for failure in self._failures or ():
            self._list.addItem(f"{self._what(failure)}\n{self._why(failure)}\n{self._when(failure)}")

    def _what(self, failure: FailedJob) -> str:
        step = {
            "embed": self.tr("Make it findable"),
            "extract": self.tr("Read it for facts"),
            "guess": self.tr("Let the model look for facts"),
            "summarise": self.tr("Sum up earlier turns"),
            "title": self.tr("Give the session a title"),
        }[failure.kind]
        return self.tr("{step}: turn {number} of “{session}”").format(
            step=step, number=failure.ordinal + 1, session=printable(failure.session_title)
        )

    @staticmethod
    def _why(failure: FailedJob) -> str:
        # The engine's own codes speak of the model that writes; here it was the one that recalls.
        of_embedder = failure.kind == "embed" and failure.error.startswith("engine_")
        return error_text(UserError("embedding_failed" if of_embedder else failure.error)).line

    def _when(self, failure: FailedJob) -> str:
        failed = self.tr("failed tries: {count}").format(count=format_number(failure.attempts))
        if failure.next_try_ms == 0:
            return self.tr("{failed}; being tried again").format(failed=failed)
        return self.tr("{failed}; next try {time}").format(
            failed=failed, time=format_moment(failure.next_try_ms, date.today())
        )

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        super().retranslate()
        self.set_title(self.tr("Memory work"))
        self.accept_button.setText(self.tr("Try again now"))
        self.cancel_button.setText(self.tr("Close"))
        self._list.setAccessibleName(self.tr("Steps that failed"))
        self._list.setAccessibleDescription(self.tr("Each with its reason and when it is tried again"))
        self._fill()
