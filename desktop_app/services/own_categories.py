"""Use cases around the categories that people set up for the facts of a space."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar

from desktop_app.domain.clock import Clock
from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.events import Changed
from desktop_app.domain.fact_changes import HAND, FactsBefore
from desktop_app.domain.memory import Fact, OwnCategory
from desktop_app.domain.own_categories import checked
from desktop_app.services.bus import EventBus
from desktop_app.services.fact_writing import FactWriting
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store

_OwnCategories: TypeAlias = tuple[OwnCategory, ...]
_T = TypeVar("_T")


class OwnCategoryService:
    """Names, orders and dissolves the own categories of a space, and files facts in them.

    No fact ever goes with one. A clinical vault has none: what a patient's facts are called there is what ships.
    """

    def __init__(self, store: Store, bus: EventBus, clock: Clock) -> None:
        self._store = store
        self._bus = bus
        self._clock = clock
        self._writing = FactWriting(store, bus, clock)

    def list(self, person_id: int) -> _OwnCategories:
        """A space's own categories in their order."""
        return tuple(self._store.read(lambda db: db.own_categories.list(person_id)))

    def counted(self, person_id: int) -> tuple[tuple[OwnCategory, int], ...]:
        """A space's own categories in their order, each with the number of its facts."""

        def read(db: Repositories) -> tuple[tuple[OwnCategory, int], ...]:
            counts = db.own_categories.counts(person_id)
            return tuple((category, counts[category.id]) for category in db.own_categories.list(person_id))

        return self._store.read(read)

    def add(self, person_id: int, name: str) -> OwnCategory:
        """Add a category behind the others.

        Raises:
            UserError: ``category_nameless``, ``category_name_long``, ``category_name_taken``.
            ValueError: the vault is a clinical one.
        """
        if self._store.kind is VaultKind.CLINICAL:
            raise ValueError("patients have no categories of their own")

        def work(db: Repositories) -> tuple[int, OwnCategory]:
            name_given = checked(name, db.own_categories.list(person_id))
            return person_id, db.own_categories.add(person_id, name_given)

        return self._change("add", work)

    def rename(self, category_id: int, name: str) -> None:
        """Give a category another name.

        Raises:
            UserError: ``category_nameless``, ``category_name_long``, ``category_name_taken``.
            KeyError: there is no such category.
        """

        def work(db: Repositories) -> tuple[int, None]:
            person_id = db.own_categories.person_of(category_id)
            others = [one for one in db.own_categories.list(person_id) if one.id != category_id]
            db.own_categories.rename(category_id, checked(name, others))
            return person_id, None

        self._change("rename", work)

    def put_in_order(self, person_id: int, category_ids: Sequence[int]) -> None:
        """Let the categories of a space stand in this order; those not named follow in theirs."""

        def work(db: Repositories) -> tuple[int, None]:
            there = [one.id for one in db.own_categories.list(person_id)]
            named = [category_id for category_id in category_ids if category_id in there]
            db.own_categories.put_in_order([*named, *(one for one in there if one not in named)])
            return person_id, None

        self._change("order", work)

    def delete(self, category_id: int) -> int:
        """Dissolve a category. Its facts are back under the categories they were found under.

        Returns:
            How many facts that were, those that were forgotten left out.

        Raises:
            KeyError: there is no such category.
        """

        def work(db: Repositories) -> tuple[int, int]:
            person_id = db.own_categories.person_of(category_id)
            count = db.own_categories.counts(person_id)[category_id]
            db.own_categories.delete(category_id)
            return person_id, count

        return self._change("delete", work)

    def file(self, fact_ids: Sequence[int], category_id: int | None) -> FactsBefore:
        """File facts of one person in a category of its own, or take them out of any.

        Returns:
            What `MemoryService.undo` takes.

        Raises:
            KeyError: there is no such fact, or no such category of this person.
        """

        def file_one(db: Repositories, fact: Fact) -> Sequence[Fact]:
            if category_id is not None and db.own_categories.person_of(category_id) != fact.person_id:
                raise KeyError(category_id)
            if (fact.own_category.id if fact.own_category else None) == category_id:
                return ()
            db.facts.file(fact.id, category_id, now_ms=self._clock())
            self._writing.audit(db, "facts.file", (fact,))
            return (fact,)

        return self._writing.change_each("facts.file", fact_ids, file_one)

    def _change(self, action: str, work: Callable[[Repositories], tuple[int, _T]]) -> _T:
        """Run ``work``, which returns whose categories it changed; note it and announce it."""

        def noted(db: Repositories) -> tuple[int, _T]:
            person_id, result = work(db)
            count = len(db.own_categories.list(person_id))
            detail = json.dumps({"change": action, "categories": count})
            db.audit.append(HAND, "people.categories", f"person:{person_id}", detail, self._clock())
            return person_id, result

        person_id, result = self._store.write(noted)
        changed = frozenset({person_id})
        self._bus.publish(Changed("people.categories", people=changed, facts_of_people=changed))
        return result
