"""Keys of the groups in which facts stand: ``own:3`` for a space's own category, else the value of a shipped one."""

from __future__ import annotations

from desktop_app.domain.memory import Category, Fact

_OWN = "own:"


def key_of(category: Category, own_category_id: int | None) -> str:
    """The key of a group."""
    return category.value if own_category_id is None else f"{_OWN}{own_category_id}"


def own_id(key: str) -> int | None:
    """The own category of a key; None where it is one that ships."""
    return int(key.removeprefix(_OWN)) if key.startswith(_OWN) else None


def group_key(fact: Fact) -> str:
    """The key of the group in which a fact stands: of its own category where somebody filed it."""
    return key_of(fact.category, fact.own_category.id if fact.own_category else None)
