"""A certificate of erasure in words."""

from __future__ import annotations

from desktop_app.domain.certificates import Certificate, ErasedKind
from desktop_app.domain.consent import ErasureReason
from desktop_app.domain.conversation import VaultKind
from desktop_app.ui.patients.words import reason_name
from desktop_app.ui.texts import counted, format_number, local_time, product_statement, translate


def result_words(certificate: Certificate) -> str:
    """What became of it, in a sentence that holds also where others said the same."""
    elsewhere = certificate.verification.said_elsewhere
    if not certificate.holds:
        return translate("Certificate", "It was erased, but something may be left: see below.")
    if elsewhere:
        return counted(
            elsewhere,
            translate(
                "Certificate",
                "It is gone. Nothing of it was found but 1 text that also stands in what is kept, such as another "
                "record; there it was left.",
            ),
            translate(
                "Certificate",
                "It is gone. Nothing of it was found but {count} texts that also stand in what is kept, such as "
                "another record; there they were left.",
            ),
        )
    return translate("Certificate", "It is gone. Nothing of it was found.")


def _left_out(kind: VaultKind) -> str:
    """What a certificate does not say, and why."""
    if kind is VaultKind.CLINICAL:
        return translate(
            "Certificate",
            "Name and record number are not written here on purpose: they were erased too. The number above is the "
            "one the log of what was done knows it by.",
        )
    return translate(
        "Certificate",
        "What was erased is not named here on purpose: the name was erased too. The number above is the one the log "
        "of what was done knows it by.",
    )


def certificate_text(certificate: Certificate, kind: VaultKind) -> str:
    """What went, when, why and by whom, how that was verified, and what no program can reach."""
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
        translate("Certificate", "Reason: {reason}").format(
            reason=reason_name(ErasureReason(certificate.reason))
            if certificate.reason
            else translate("Certificate", "none was asked for")
        ),
        translate("Certificate", "Erased by: {who}").format(who=_who(certificate)),
        _left_out(kind),
        "",
        translate("Certificate", "How it was verified"),
        *(f"• {line}" for line in _verification(certificate)),
        "",
        translate("Certificate", "Result: {words}").format(words=result_words(certificate)),
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
        *(("", product_statement()) if kind is VaultKind.CLINICAL else ()),
    ]
    return "\n".join(lines) + "\n"


def _who(certificate: Certificate) -> str:
    how = (
        translate("Certificate", "who opened the vault with its passphrase or recovery code")
        if certificate.with_secret
        else translate("Certificate", "who used this machine: the vault opens without a passphrase")
    )
    if not certificate.erased_by:
        return how
    return translate("Certificate", "{name}, {how}").format(name=certificate.erased_by, how=how)


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
                "Certificate",
                "of the texts, {count} also stand word for word in what is kept, such as another record: they were "
                "left there, and were not looked for",
            ).format(count=format_number(found.said_elsewhere))
        )
    if found.too_short:
        lines.append(
            translate("Certificate", "of the texts, {count} are too short to be looked for byte by byte").format(
                count=format_number(found.too_short)
            )
        )
    return lines
