"""A certificate of erasure in words."""

from __future__ import annotations

from desktop_app.domain.certificates import Certificate, ErasedKind
from desktop_app.ui.texts import format_number, local_time, translate


def certificate_text(certificate: Certificate) -> str:
    """What went, when, how that was verified, and what no program can reach."""
    found = certificate.verification
    what = {
        ErasedKind.TURN: translate("Certificate", "turn no. {number}"),
        ErasedKind.SESSION: translate("Certificate", "session no. {number}"),
        ErasedKind.PERSON: translate("Certificate", "person no. {number}"),
        ErasedKind.VAULT: translate("Certificate", "the whole vault"),
    }[certificate.kind].format(number=certificate.number)
    lines = [
        translate("Certificate", "Erased: {what}").format(what=what),
        translate("Certificate", "Vault: {vault}").format(vault=certificate.vault_id),
        translate("Certificate", "Time: {time}").format(time=f"{local_time(certificate.at_ms):%Y-%m-%d %H:%M:%S %z}"),
        translate("Certificate", "Sessions: {sessions} · turns: {turns} · facts: {facts}").format(
            sessions=format_number(certificate.sessions),
            turns=format_number(certificate.turns),
            facts=format_number(certificate.facts),
        ),
        "",
        translate("Certificate", "How it was verified"),
        *(f"• {line}" for line in _verification(certificate)),
        "",
        translate("Certificate", "Result: nothing of it was found.")
        if certificate.holds
        else translate("Certificate", "Result: something may be left."),
        *(translate("Certificate", "Found in: {file}").format(file=name) for name in found.remnants),
        "",
        translate("Certificate", "What the program cannot reach"),
        *(
            f"• {line}"
            for line in (
                translate(
                    "Certificate", "exports, prints and copies made elsewhere, also a backup drive unplugged now"
                ),
                translate("Certificate", "the memory of the running program, until it is locked or closed"),
                translate("Certificate", "worn-out cells of a flash drive, which keep encrypted remains"),
            )
        ),
        "",
        f"SHA-256 {certificate.sha256}",
        translate("Certificate", "This hash stands in the log of what was done, where it cannot be changed unseen."),
    ]
    return "\n".join(lines) + "\n"


def _verification(certificate: Certificate) -> list[str]:
    found = certificate.verification
    lines = [
        translate("Certificate", "texts looked for: {texts}").format(texts=format_number(found.texts)),
        translate("Certificate", "decrypted pages searched, free ones included: {size} bytes").format(
            size=format_number(found.decrypted_bytes)
        ),
        translate("Certificate", "files of the data folder searched: {files}, {size} bytes").format(
            files=format_number(found.files), size=format_number(found.file_bytes)
        ),
        translate("Certificate", "rows and index entries left: {rows}").format(rows=format_number(found.rows_left)),
        translate("Certificate", "journal emptied")
        if certificate.journal_emptied
        else translate("Certificate", "the journal could not be emptied; it will be by the next start"),
    ]
    if certificate.backups_deleted:
        lines.append(
            translate("Certificate", "backups that held it, deleted: {count}; one without it was made").format(
                count=format_number(certificate.backups_deleted)
            )
        )
    if found.said_elsewhere:
        lines.append(
            translate(
                "Certificate", "of the texts, {count} also stand word for word in what is kept and prove nothing"
            ).format(count=format_number(found.said_elsewhere))
        )
    if found.too_short:
        lines.append(
            translate("Certificate", "of the texts, {count} are too short to be looked for byte by byte").format(
                count=format_number(found.too_short)
            )
        )
    return lines
