"""Names of the categories that people set up themselves: how they are written, and when two are the same."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from desktop_app.domain.errors import UserError
from desktop_app.domain.memory import OwnCategory
from desktop_app.domain.patients import folded

NAME_LIMIT = 40  # characters


def tidy(name: str) -> str:
    """A name as it is stored: composed, on one line, with single spaces."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def same_name(categories: Iterable[OwnCategory], name: str) -> OwnCategory | None:
    """The category that already has a name; case, width and script of Chinese make no difference."""
    key = _key(name)
    return next((category for category in categories if _key(category.name) == key), None)


def checked(name: str, others: Iterable[OwnCategory]) -> str:
    """A name to be stored.

    Args:
        name: as it was typed.
        others: the other categories of the space.

    Raises:
        UserError: ``category_nameless``, ``category_name_long`` or ``category_name_taken``.
    """
    name = tidy(name)
    if not name:
        raise UserError("category_nameless")
    if len(name) > NAME_LIMIT:
        raise UserError("category_name_long", count=len(name), limit=NAME_LIMIT)
    if same_name(others, name) is not None:
        raise UserError("category_name_taken", name=name)
    return name


def _key(name: str) -> str:
    return folded(unicodedata.normalize("NFKC", name))
