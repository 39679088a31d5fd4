"""`verify`: is the vault whole, and can every past prompt be rebuilt as the engine got it?"""

from __future__ import annotations

import json
from pathlib import Path

from desktop_app.domain.ledger import prompt_sha256, section_tokens
from desktop_app.storage.integrity import check
from desktop_app.storage.repositories import Repositories
from desktop_app.storage.store import Store


def verify(store: Store) -> dict[str, object]:
    """Check an open vault. The keys are documented in the README."""

    def work(db: Repositories) -> dict[str, object]:
        turns = erased = mismatched_hashes = mismatched_sums = 0
        for turn_id in db.turns.all_ids():
            turns += 1
            generation = db.ledgers.generation(turn_id)
            ledger = db.ledgers.get(turn_id)
            if generation is None or ledger is None:
                continue
            if not db.ledgers.is_whole(turn_id):
                erased += 1  # its prompt held text that was erased since; its hash can match no longer
                continue
            mismatched_hashes += prompt_sha256(ledger.pieces) != generation.prompt_sha256
            mismatched_sums += sum(section_tokens(ledger.pieces).values()) != generation.prompt_tokens
        broken_at = db.audit.verify()
        return {
            "audit": "ok" if broken_at is None else f"broken at entry {broken_at}",
            "turns": turns,
            "turns_erased": erased,
            "prompt_hash_mismatches": mismatched_hashes,
            "section_sum_mismatches": mismatched_sums,
            "facts_without_quote": db.facts.without_quote(),
        }

    report = store.read(work)
    derived = check(store)
    return {
        "integrity": derived.integrity,
        **report,
        "chunks": derived.chunks,
        "vectors": derived.vectors,
        "words": derived.words,
    }


def run(store: Store, json_file: Path | None) -> int:
    """Print the report for people, or write it as JSON. Returns 0 if everything is as it should be."""
    report = verify(store)
    if json_file is not None:
        json_file.write_text(json.dumps(report, indent=1), encoding="utf-8")
    else:
        for name, value in report.items():
            print(f"{name.replace('_', ' '):24}{value}")
    faults = ("prompt_hash_mismatches", "section_sum_mismatches", "facts_without_quote")
    sound = report["integrity"] == "ok" and report["audit"] == "ok" and not any(report[name] for name in faults)
    return 0 if sound else 1
