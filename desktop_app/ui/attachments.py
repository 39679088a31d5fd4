"""Files that go with the message being written: chosen, dropped or pasted, shown with their size, removable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.domain.conversation import Attachment
from desktop_app.domain.errors import UserError
from desktop_app.domain.ledger import AttachmentCut
from desktop_app.services.attachments import ENDINGS
from desktop_app.services.facade import Services
from desktop_app.support.sizes import format_bytes
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.file_dialogs import ask_for_files
from desktop_app.ui.texts import format_number
from desktop_app.ui.transcript.display_text import printable
from desktop_app.ui.widgets.basics import ElidedLabel, button


class AttachmentBar(QWidget):
    """A row for each file of the open session's next message; hidden where there is none.

    Signals:
        changed: other files go with the message now.
        to_keep: the files of a session's next message are these now.
        failed: a `UserError` of a file that could not be attached.
        left: files were chosen or one was removed; what follows is the message.
    """

    changed = Signal()
    to_keep = Signal(int, object)  # session id, tuple[Attachment, ...]
    failed = Signal(object)
    left = Signal()

    def __init__(self, services: Services, bridge: EventBridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._services = services
        self._bridge = bridge
        self._session_id: int | None = None
        self._files: dict[int | None, list[Attachment]] = {}
        self._known: set[int] = set()  # sessions whose kept files were asked for
        self._being_read: Counter[int | None] = Counter()  # files, by the session they are read for
        self.add_button = button("link")
        self.add_button.clicked.connect(self._choose)
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(4)
        self.retranslate()

    @property
    def attachments(self) -> tuple[Attachment, ...]:
        """What goes with the message."""
        return tuple(self._files.get(self._session_id, ()))

    def show_session(self, session_id: int | None) -> None:
        """Turn to another session; its files are kept until it is opened again."""
        if self._session_id is None and session_id is not None and None in self._files:
            self._files.setdefault(session_id, []).extend(self._files.pop(None))  # chosen before it was there
            self._keep(session_id)
        self._session_id = session_id
        self._show()
        if session_id is not None and session_id not in self._known:
            self._known.add(session_id)
            self._bridge.run(
                "read", self._services.sessions.draft_files, session_id,
                done=lambda kept: self._on_kept(session_id, kept), owner=self,
            )  # fmt: skip

    @Slot(object)
    def add_files(self, paths: Sequence[Path]) -> None:
        """Read files and let them go with the message."""
        session_id = self._session_id
        self._being_read[session_id] += len(paths)
        for path in paths:
            self._bridge.run(
                "read", self._services.attachments.read, path,
                done=partial(self._on_read, session_id), failed=partial(self._on_unreadable, session_id), owner=self,
            )  # fmt: skip

    def holds_files(self, session_id: int) -> bool:
        """Whether files were chosen for the next message of a session, those that are still being read included."""
        return bool(self._files.get(session_id)) or self._being_read[session_id] > 0

    def take(self) -> tuple[Attachment, ...]:
        """What goes with the message; from now on nothing does."""
        taken = self.attachments
        if taken:
            del self._files[self._session_id]
            self._keep(self._session_id)
            self._show()
        return taken

    def give_back(self, session_id: int | None, attachments: Sequence[Attachment]) -> None:
        """Take the files of a message that was not sent."""
        for each in attachments:
            self._add(session_id, each)

    def cut_text(self, cuts: Sequence[AttachmentCut]) -> str:
        """What of the files has no room in a prompt, in words; "" where all has."""
        names = [each.name for each in self.attachments]
        return " ".join(
            self.tr("{left_out} of {parts} parts of “{name}” have no room; those closest to the question go.").format(
                left_out=format_number(cut.left_out),
                parts=format_number(cut.parts),
                name=printable(names[cut.attachment]),
            )
            for cut in cuts
            if cut.attachment < len(names)
        )

    def _on_kept(self, session_id: int, kept: Sequence[Attachment]) -> None:
        """Put what was attached before the program ended in front of what was attached since."""
        if kept:
            added = self._files.get(session_id, [])
            self._files[session_id] = [*kept, *added]
            if added:
                self._keep(session_id)
            self._show()

    def _keep(self, session_id: int | None) -> None:
        if session_id is not None:
            self.to_keep.emit(session_id, tuple(self._files.get(session_id, ())))

    def _on_read(self, session_id: int | None, read: Attachment) -> None:
        self._being_read[session_id] -= 1
        self._add(session_id, read)

    def _on_unreadable(self, session_id: int | None, error: UserError) -> None:
        self._being_read[session_id] -= 1
        self.failed.emit(error)

    def _add(self, session_id: int | None, read: Attachment) -> None:
        self._files.setdefault(session_id, []).append(read)
        self._keep(session_id)
        self._show()

    def _remove(self, read: Attachment) -> None:
        files = self._files[self._session_id]
        files.remove(read)
        if not files:
            del self._files[self._session_id]
        self._keep(self._session_id)
        self._show()
        self.left.emit()

    def _show(self) -> None:
        while (item := self._rows.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        files = self._files.get(self._session_id, [])
        for read in files:
            self._rows.addWidget(self._row(read))
        self.setVisible(bool(files))
        self.changed.emit()

    def _row(self, read: Attachment) -> QWidget:
        row = QWidget()
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(10)
        name = printable(read.name)
        tokens = self.tr("about {tokens} tokens").format(tokens=format_number(read.tokens)) if read.tokens else ""
        size = format_bytes(read.file_bytes) if read.file_bytes else ""
        shown = ElidedLabel("caption")
        shown.set_full_text(" · ".join(part for part in (name, size, tokens) if part))
        remove = button("link")
        remove.setText(self.tr("Remove"))
        remove.setAccessibleName(self.tr("Remove the attachment {name}").format(name=name))
        remove.setAccessibleDescription(self.tr("The message is sent without it."))
        remove.clicked.connect(lambda: self._remove(read))
        layout.addWidget(shown, 1)
        layout.addWidget(remove)
        return row

    @Slot()
    def _choose(self) -> None:
        kinds = " ".join(f"*{ending}" for ending in ENDINGS)
        chosen = ask_for_files(
            self, self.tr("Attach files"), self.tr("Text and documents ({kinds})").format(kinds=kinds)
        )
        self.add_files(chosen)
        if chosen:
            self.left.emit()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        self.add_button.setText(self.tr("Attach…"))
        self.add_button.setAccessibleName(self.tr("Attach files"))
        self.add_button.setAccessibleDescription(
            self.tr("Their text goes with the message: .txt, .md, .csv, .pdf, .docx. It is never taken for facts.")
        )
        self.setAccessibleName(self.tr("Attached files"))
        self._show()
