"""Entries of the audit log in words: who, what, about what, and the figures that were noted."""

from __future__ import annotations

import json
from collections.abc import Mapping

from desktop_app.domain.conversation import PERSON, VaultKind
from desktop_app.domain.memory import FactState
from desktop_app.ui.texts import format_number, speaker_name, translate

_SHORT_HASH = 12  # characters of a hash that are shown; the export has all
_HASH = 40  # characters from which a word is shown as a hash


def actor_words(actor: str, kind: VaultKind) -> str:
    """Who did it; in a personal vault the hand in the window is the person's own."""
    if actor == "user":
        personal = kind is VaultKind.PERSONAL
        return speaker_name(PERSON, kind) if personal else translate("AuditDialog", "Hand in the window")
    return translate("AuditDialog", "Program") if actor == "program" else speaker_name(actor, kind)


def subject_words(subject: str, people: Mapping[int, str]) -> str:
    """What an entry is about, by its number in the vault; a person by name."""
    thing, _, number = subject.partition(":")
    if thing == "person" and number.isdigit() and int(number) in people:
        return people[int(number)]
    names = {
        "turn": translate("AuditDialog", "Turn"),
        "session": translate("AuditDialog", "Session"),
        "person": translate("AuditDialog", "Person"),
        "fact": translate("AuditDialog", "Fact"),
        "summary": translate("AuditDialog", "Summary"),
        "note": translate("AuditDialog", "Note"),
        "vault": translate("AuditDialog", "Vault"),
    }
    name = names.get(thing, thing)
    return translate("AuditDialog", "{thing} #{number}").format(thing=name, number=number) if number else name


def detail_words(detail: str) -> str:
    """What was noted besides, each with its name."""
    if not detail:
        return ""
    noted = json.loads(detail)
    if not isinstance(noted, dict):
        return detail
    pattern = translate("AuditDialog", "{name}: {value}")
    parts = (
        pattern.format(name=_names().get(key, key), value=_value(key, value))
        for key, value in noted.items()
        if value not in ("", None, [])
    )
    return translate("AuditDialog", "; ").join(parts)


def _names() -> dict[str, str]:
    return {
        "prompt": translate("AuditDialog", "prompt"),
        "recalled": translate("AuditDialog", "turns recalled"),
        "state": translate("AuditDialog", "state"),
        "reason": translate("AuditDialog", "reason"),
        "format": translate("AuditDialog", "format"),
        "bytes": translate("AuditDialog", "bytes"),
        "sha256": translate("AuditDialog", "SHA-256"),
        "deidentified": translate("AuditDialog", "de-identified"),
        "source": translate("AuditDialog", "source"),
        "turns": translate("AuditDialog", "turns"),
        "facts": translate("AuditDialog", "facts"),
        "from": translate("AuditDialog", "from"),
        "to": translate("AuditDialog", "to"),
        "into": translate("AuditDialog", "into"),
        "was": translate("AuditDialog", "number before"),
        "until": translate("AuditDialog", "until"),
        "day": translate("AuditDialog", "day"),
        "consent": translate("AuditDialog", "consent"),
        "basis": translate("AuditDialog", "basis"),
        "uses": translate("AuditDialog", "uses"),
        "what": translate("AuditDialog", "what"),
        "went_on": translate("AuditDialog", "went on"),
        "certificate": translate("AuditDialog", "certificate"),
        "holds": translate("AuditDialog", "nothing left"),
        "entries": translate("AuditDialog", "entries"),
        "entry": translate("AuditDialog", "entry"),
        "missing": translate("AuditDialog", "missing"),
        "head": translate("AuditDialog", "head of the log"),
        "messages": translate("AuditDialog", "messages"),
        "turns_placed": translate("AuditDialog", "turns placed"),
        "sessions": translate("AuditDialog", "sessions"),
        "session": translate("AuditDialog", "session"),
        "section": translate("AuditDialog", "section"),
        "sentences": translate("AuditDialog", "sentences"),
        "changes": translate("AuditDialog", "changes"),
        "checked": translate("AuditDialog", "confirmed"),
        "kind": translate("AuditDialog", "kind"),
        "change": translate("AuditDialog", "change"),
        "categories": translate("AuditDialog", "categories"),
        "fact_mode": translate("AuditDialog", "facts found"),
        "shares_facts": translate("AuditDialog", "facts in every space"),
        "decision": translate("AuditDialog", "decision"),
        "confirmed": translate("AuditDialog", "confirmed fact"),
        "kept": translate("AuditDialog", "kept fact"),
        "beside": translate("AuditDialog", "beside turn"),
    }


def _value(key: str, value: object) -> str:
    if isinstance(value, bool):
        return translate("AuditDialog", "yes") if value else translate("AuditDialog", "no")
    if isinstance(value, int):
        return format_number(value)
    if isinstance(value, list):
        return translate("Transcript", ", ").join(_value(key, one) for one in value)
    text = str(value)
    words = _states() if key == "state" else _decisions() if key == "decision" else {}
    return words.get(text) or (text if len(text) < _HASH or " " in text else f"{text[:_SHORT_HASH]}…")


def _states() -> dict[str, str]:
    """Of facts; that of somebody on the list of the day stays as it is kept."""
    return {
        FactState.ACTIVE: translate("Facts", "current"),
        FactState.PROPOSED: translate("Facts", "to confirm"),
        FactState.CONFLICT: translate("Facts", "in doubt"),
        FactState.SUPERSEDED: translate("Facts", "replaced"),
        FactState.RETRACTED: translate("Facts", "retracted"),
        FactState.FORGOTTEN: translate("MemoryNotice", "Forgotten"),
    }


def _decisions() -> dict[str, str]:
    return {
        "keep_new": translate("Facts", "the side said last"),
        "keep_old": translate("Facts", "the other side"),
        "keep_both": translate("Facts", "keep both in doubt"),
        "ask": translate("Facts", "to be asked"),
    }


def action_words(action: str) -> str:
    """What was done."""
    return {
        "turn.asked": translate("AuditDialog", "asked"),
        "turn.answered": translate("AuditDialog", "answered"),
        "turn.answered_from_memory": translate("AuditDialog", "answered from memory"),
        "turn.recorded": translate("AuditDialog", "recorded"),
        "turn.given": translate("AuditDialog", "given"),
        "turn.refused": translate("AuditDialog", "refused: too large"),
        "turn.continued": translate("AuditDialog", "reply continued"),
        "turn.deleted": translate("AuditDialog", "turn deleted"),
        "session.cleared": translate("AuditDialog", "session cleared"),
        "session.moved": translate("AuditDialog", "session moved"),
        "summary.added": translate("AuditDialog", "summary added"),
        "people.set_memory": translate("AuditDialog", "memory settings changed"),
        "people.categories": translate("AuditDialog", "own categories changed"),
        "facts.file": translate("AuditDialog", "fact put into another category"),
        "facts.delete": translate("AuditDialog", "fact deleted"),
        "memory.forget": translate("AuditDialog", "forgotten"),
        "keys.passphrase_set": translate("AuditDialog", "passphrase set"),
        "keys.recovery_code_made": translate("AuditDialog", "recovery code made"),
        "keys.removed": translate("AuditDialog", "key removed"),
        "keys.unprotected": translate("AuditDialog", "protection taken away"),
        "vault.actions_missing": translate("AuditDialog", "entries were missing"),
        "vault.actions_replaced": translate("AuditDialog", "entries were replaced"),
        "session.deleted": translate("AuditDialog", "session deleted"),
        "person.deleted": translate("AuditDialog", "person deleted"),
        "person.viewed": translate("AuditDialog", "viewed"),
        "person.identified": translate("AuditDialog", "identity corrected"),
        "person.arrival": translate("AuditDialog", "today's list changed"),
        "person.merged": translate("AuditDialog", "records merged"),
        "person.restricted": translate("AuditDialog", "restricted"),
        "person.unrestricted": translate("AuditDialog", "restriction lifted"),
        "person.retention": translate("AuditDialog", "retention changed"),
        "consent.recorded": translate("AuditDialog", "consent recorded"),
        "consent.withdrawn": translate("AuditDialog", "consent withdrawn"),
        "hand_out.answered": translate("AuditDialog", "asked whether words may leave"),
        "turn.moved": translate("AuditDialog", "turn moved"),
        "fact.added": translate("AuditDialog", "fact added"),
        "fact.changed": translate("AuditDialog", "fact changed"),
        "fact.retracted": translate("AuditDialog", "fact retracted"),
        "erased": translate("AuditDialog", "erased, with certificate"),
        "vault.unlocked": translate("AuditDialog", "unlocked"),
        "vault.exported": translate("AuditDialog", "exported"),
        "note.drafted": translate("AuditDialog", "note drafted"),
        "note.reworded": translate("AuditDialog", "note reworded by the model"),
        "note.brought_up": translate("AuditDialog", "marks of a draft brought up to date"),
        "note.restored": translate("AuditDialog", "words of a note restored"),
        "note.addenda_chosen": translate("AuditDialog", "addendum put on a hand-out, or taken off"),
        "note.edited": translate("AuditDialog", "note edited"),
        "note.kept": translate("AuditDialog", "unsupported sentence kept"),
        "note.dropped": translate("AuditDialog", "unsupported sentence dropped"),
        "note.confirmed": translate("AuditDialog", "note confirmed"),
        "note.added_to": translate("AuditDialog", "note added to"),
        "note.deleted": translate("AuditDialog", "draft of a note deleted"),
        "note.copied": translate("AuditDialog", "note copied"),
        "note.printed": translate("AuditDialog", "note printed"),
        "note.saved": translate("AuditDialog", "note written into a file"),
        "vault.imported": translate("AuditDialog", "imported"),
        "audit.exported": translate("AuditDialog", "log exported"),
        "branch.shown": translate("AuditDialog", "another version shown"),
        "trial.ran": translate("AuditDialog", "run again on trial"),
        "trial.kept": translate("AuditDialog", "trial kept as a version"),
        "facts.add": translate("AuditDialog", "fact entered by hand"),
        "facts.enter": translate("AuditDialog", "fact entered by hand"),
        "facts.edit": translate("AuditDialog", "fact corrected"),
        "facts.merge": translate("AuditDialog", "facts merged"),
        "memory.confirm": translate("AuditDialog", "fact confirmed"),
        "memory.retract": translate("AuditDialog", "fact retracted"),
        "memory.settle": translate("AuditDialog", "contradiction settled"),
        "memory.undo": translate("AuditDialog", "change to facts undone"),
        "memory.lifted": translate("AuditDialog", "remembered again after forgetting"),
        "fact.withdrawn": translate("AuditDialog", "fact withdrawn with its version"),
        "fact.returned": translate("AuditDialog", "fact returned with its version"),
        "recall.excluded": translate("AuditDialog", "never to be recalled"),
        "recall.allowed": translate("AuditDialog", "may be recalled again"),
        "vault.restored": translate("AuditDialog", "vault restored from a backup"),
        "vault.repaired": translate("AuditDialog", "vault repaired"),
        "vault.brought_over": translate("AuditDialog", "vault brought over from a trial version"),
    }.get(action, action)
