"""The name of the space a personal vault begins with, in the language in force."""

from __future__ import annotations

from typing import Final

from desktop_app.domain.conversation import VaultKind
from desktop_app.services.facade import Services

FIRST_SPACE: Final = {"zh": "我", "en": "Me"}


def follow_language(services: Services, language: str) -> None:
    """Name the first space in another language, where nobody gave it a name of its own. Call it on a lane."""
    if services.vault_kind is not VaultKind.PERSONAL:
        return
    people = services.people.list()
    first = min(people, key=lambda person: person.id, default=None)
    name = FIRST_SPACE[language]
    if first is not None and first.name in FIRST_SPACE.values() and all(one.name != name for one in people):
        services.patients.identify(first.id, name, first.sex, first.birth_date, first.record_number)
