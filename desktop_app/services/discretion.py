"""Whose names may show while a patient sits beside the one who writes."""

from __future__ import annotations


class Discretion:
    """Everybody's, or one person's alone. Lists and searches of people ask it; what is remembered is not touched.

    Attributes:
        only: the one person who may be named, None for everybody.
    """

    def __init__(self) -> None:
        self.only: int | None = None

    def may_name(self, person_id: int) -> bool:
        """Whether a person may show."""
        return self.only is None or person_id == self.only
