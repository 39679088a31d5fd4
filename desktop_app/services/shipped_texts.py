"""The texts that come with the program: system prompts, personas, templates of notes."""

from __future__ import annotations

import msgspec

from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.named_texts import CLINICAL_PERSONAS, NamedText
from desktop_app.support.paths import resources_directory


def shipped_system_prompt(kind: VaultKind, language: str) -> str:
    """The system prompt that comes with the program, for a kind of vault in a language."""
    return (resources_directory() / "prompts" / f"{kind.value}_{language}.txt").read_text(encoding="utf-8").strip()


def shipped_personas(language: str, kind: VaultKind) -> tuple[NamedText, ...]:
    """The personas that come with the program, in a language; for a clinical vault those made for one."""
    path = resources_directory() / "prompts" / f"personas_{language}.json"
    personas = msgspec.json.decode(path.read_bytes(), type=tuple[NamedText, ...])
    return tuple(one for one in personas if kind is VaultKind.PERSONAL or one.id in CLINICAL_PERSONAS)


def shipped_note_templates(language: str) -> tuple[NamedText, ...]:
    """The templates of notes that come with the program, in a language."""
    path = resources_directory() / "prompts" / f"note_templates_{language}.json"
    return msgspec.json.decode(path.read_bytes(), type=tuple[NamedText, ...])
