"""Asks once before words of a patient leave the vault who agreed to other things but not to that."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from desktop_app.domain.errors import UserError
from desktop_app.services.consents import HandOutDoubt
from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.dialogs.question import QuestionDialog
from desktop_app.ui.patients.words import identified, use_name


class HandOutQuestion(QObject):
    """Lets copying, saving, printing and exporting go on: at once, after a question, or not at all.

    Args:
        services, bridge: of the window.
        window: stands behind the question.
        failed: gets a `UserError` where a basis is required that is not there.
    """

    def __init__(
        self, services: Services, bridge: EventBridge, window: QWidget, failed: Callable[[UserError], None]
    ) -> None:
        super().__init__(window)
        self._services = services
        self._bridge = bridge
        self._window = window
        self._failed = failed

    def ask(self, person_id: Callable[[], int], what: str, go_on: Callable[[], object]) -> None:
        """Go on where nothing stands against it, or somebody wants it all the same; the answer is noted.

        Args:
            person_id: tells on a lane whose words they are.
            what: "copy", "file", "print", "hand-out" or "export", for the audit log.
            go_on: does it.
        """
        consents = self._services.consents

        def done(doubt: HandOutDoubt | None) -> None:
            if doubt is None:
                go_on()
            else:
                self._ask(doubt, what, go_on)

        self._bridge.run(
            "read", lambda: consents.hand_out_doubt(person_id()), done=done, failed=self._failed, owner=self
        )

    def _ask(self, doubt: HandOutDoubt, what: str, go_on: Callable[[], object]) -> None:
        named = identified(doubt.person, date.today())
        question = self.tr("{person} did not agree that words are exported or printed.").format(person=named)
        uses = self.tr(", ").join(use_name(use) for use in doubt.agreed)
        told = [self.tr("Agreed was: {uses}.").format(uses=uses)] if uses else []
        told.append(
            self.tr("What is copied, saved or printed is no longer protected by the vault. The answer is noted.")
        )
        title = self.tr("Not agreed to")
        box = QuestionDialog(self._window, title, question, "\n".join(told), keep=self.tr("Leave it"))

        def answered(wanted: bool) -> None:
            def noted(_: object) -> None:
                if wanted:
                    go_on()

            self._bridge.run(
                "read", self._services.consents.answer_hand_out, doubt.person.id, what, wanted,
                done=noted, failed=self._failed, owner=self,
            )  # fmt: skip

        box.offer(self.tr("Go on all the same"), lambda: answered(True))
        box.rejected.connect(lambda: answered(False))
        box.open()
