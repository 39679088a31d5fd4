"""Erase a whole vault, with a certificate."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from desktop_app.domain.clock import Clock
from desktop_app.storage.vault_erasure import erase_vault


def run(vault: Path, certificate: Path | None, clock: Clock, confirm: Callable[[str], str] | None = input) -> int:
    """Ask, erase, and print or write the certificate.

    Args:
        vault: its folder.
        certificate: the JSON file to write; printed if not given.
        clock: the time.
        confirm: asks the person to type the folder's name; None where that was done already.

    Returns:
        The exit status: 1 where the name was not typed or something is left.
    """
    question = f"Everything in {vault} and its backups beside it will be gone. Type {vault.name} to erase it: "
    if confirm is not None and confirm(question).strip() != vault.name:
        print("Nothing was erased.")
        return 1
    erased = erase_vault(vault, clock())
    if certificate is None:
        print(erased.as_json())
    else:
        certificate.write_text(erased.as_json() + "\n", encoding="utf-8")
    print(f"sha256 {erased.sha256}")
    print("Out of reach: exports, prints, copies elsewhere such as the second place of backups, worn-out flash cells.")
    return 0 if erased.holds else 1
