"""Says of a restricted patient that they are one, as long as their record is shown."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from desktop_app.domain.conversation import Person, PersonState
from desktop_app.domain.errors import UserError
from desktop_app.ui.memory_panel.safety_strip import SafetyStrip
from desktop_app.ui.widgets.notice_bar import NoticeBar

_CODE = "person_restricted"


class RestrictionMarks(QObject):
    """Marks the safety strip, and brings the notice back with the patient until somebody puts it away.

    Args:
        notices: of the window; another notice is left where it stands.
        strip: of the memory panel.
        parent: the window.
    """

    def __init__(self, notices: NoticeBar, strip: SafetyStrip, parent: QObject) -> None:
        super().__init__(parent)
        self._notices = notices
        self._strip = strip
        self._shown: int | None = None
        self._put_away: set[int] = set()  # people
        notices.put_away.connect(self._on_put_away)

    def show_person(self, person: Person | None) -> None:
        """Turn to a person, or to what became of one."""
        restricted = person is not None and person.state is PersonState.RESTRICTED
        self._shown = person.id if person is not None else None
        self._strip.show_restricted(restricted)
        if person is None:
            return
        if not restricted:
            self._put_away.discard(person.id)
        elif person.id not in self._put_away and self._notices.error is None:
            self._notices.show_error(UserError(_CODE, person=person.name), person.id)

    @Slot(object)
    def _on_put_away(self, error: UserError) -> None:
        if error.code == _CODE and self._shown is not None:
            self._put_away.add(self._shown)
