"""The words for every error code, in English: what happened and what to do.

They stand here, below the window, because the commands without a window need them too. Fields in
braces are facts of the error.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from desktop_app.domain.errors import UserError


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:  # noqa: N802 - the name by which Qt's lupdate finds the text
    """Mark a text for translation; the window translates it when it shows it."""
    return text


ERROR_WORDS: Final[Mapping[str, tuple[str, str]]] = {
    "message_too_large": (
        QT_TRANSLATE_NOOP(
            "Errors",
            "Too large to send: {section} needs {needed_tokens} tokens, {available_tokens} are free.",
        ),
        QT_TRANSLATE_NOOP(
            "Errors",
            "Shorten the message, send it in parts, or raise the context length in Settings (now "
            "{context_limit}, {reserved} of it kept for the reply).",
        ),
    ),
    "settings_file_foreign": (
        QT_TRANSLATE_NOOP("Errors", "This is not a settings file of this program: {path}"),
        QT_TRANSLATE_NOOP("Errors", "Nothing was changed. Choose a file that was written by Export in Settings."),
    ),
    "texts_file_foreign": (
        QT_TRANSLATE_NOOP("Errors", "This is no file of personas or saved prompts: {path}"),
        QT_TRANSLATE_NOOP("Errors", "Nothing was changed. Choose a file that was written by Export in that window."),
    ),
    "settings_value_refused": (
        QT_TRANSLATE_NOOP("Errors", "The file gives a value that “{setting}” does not take: {value}"),
        QT_TRANSLATE_NOOP("Errors", "Nothing was changed. Correct that value in the file, or take it out."),
    ),
    "settings_name_unknown": (
        QT_TRANSLATE_NOOP("Errors", "The file has a setting that this version does not know: {setting}"),
        QT_TRANSLATE_NOOP("Errors", "Nothing was changed. Take it out of the file, or update the program."),
    ),
    "file_not_written": (
        QT_TRANSLATE_NOOP("Errors", "The file could not be written: {path}"),
        QT_TRANSLATE_NOOP("Errors", "Choose another folder, or make room on the disk."),
    ),
    "note_confirmed": (
        QT_TRANSLATE_NOOP("Errors", "This note is confirmed and is only added to."),
        QT_TRANSLATE_NOOP("Errors", "Write an addendum; what is confirmed stays as it is."),
    ),
    "note_name_missing": (
        QT_TRANSLATE_NOOP("Errors", "A note is confirmed by somebody who answers for it."),
        QT_TRANSLATE_NOOP("Errors", "Enter the name of the clinician who checked it."),
    ),
    "note_unsettled": (
        QT_TRANSLATE_NOOP("Errors", "Sentences not supported by what was said: {count}."),
        QT_TRANSLATE_NOOP("Errors", "Keep or drop each of them, then confirm the note."),
    ),
    "note_unchecked": (
        QT_TRANSLATE_NOOP("Errors", "A hand-out is printed after the clinician has checked it."),
        QT_TRANSLATE_NOOP("Errors", "Read it, correct it, and confirm it by name; then print it."),
    ),
    "note_template_empty": (
        QT_TRANSLATE_NOOP("Errors", "This template has no sections."),
        QT_TRANSLATE_NOOP("Errors", "Edit it: write one heading on each line."),
    ),
    "model_missing": (
        QT_TRANSLATE_NOOP("Errors", "The model file is not there: {path}"),
        QT_TRANSLATE_NOOP("Errors", "Choose a model file, or install those that go with the program from a folder."),
    ),
    "bundle_missing": (
        QT_TRANSLATE_NOOP("Errors", "There is no bundle of models in the folder {path}."),
        QT_TRANSLATE_NOOP("Errors", "Choose the folder “retrace-models”; it holds the file models.json."),
    ),
    "bundle_unreadable": (
        QT_TRANSLATE_NOOP("Errors", "The list of models, {path}, cannot be read or names what is no model."),
        QT_TRANSLATE_NOOP("Errors", "Nothing was changed. Copy the bundle again from where it came."),
    ),
    "bundle_incomplete": (
        QT_TRANSLATE_NOOP("Errors", "The file {path} of the bundle is missing, cut short or cannot be read."),
        QT_TRANSLATE_NOOP("Errors", "Nothing was changed. Put the stick in again, or copy the bundle again."),
    ),
    "bundle_damaged": (
        QT_TRANSLATE_NOOP("Errors", "The file {path} of the bundle is not what its checksum says."),
        QT_TRANSLATE_NOOP("Errors", "Nothing was changed. Copy the bundle again from where it came."),
    ),
    "bundle_no_room": (
        QT_TRANSLATE_NOOP(
            "Errors", "Not enough room for the models: {needed_bytes} are needed, {free_bytes} are free."
        ),
        QT_TRANSLATE_NOOP("Errors", "Nothing was changed. Make room on the disk and try again."),
    ),
    "bundle_not_written": (
        QT_TRANSLATE_NOOP("Errors", "The models could not be written into the folder {path}."),
        QT_TRANSLATE_NOOP("Errors", "Look whether the data folder may be written and the disk has room; try again."),
    ),
    "model_empty": (
        QT_TRANSLATE_NOOP("Errors", "The model file is empty: {path}"),
        QT_TRANSLATE_NOOP("Errors", "Copy it again; the model loaded before still answers."),
    ),
    "model_truncated": (
        QT_TRANSLATE_NOOP("Errors", "The model file is incomplete: {path}"),
        QT_TRANSLATE_NOOP(
            "Errors",
            "A download or copy broke off. Copy it again; the model loaded before still answers.",
        ),
    ),
    "model_not_gguf": (
        QT_TRANSLATE_NOOP("Errors", "This is not a model in GGUF format: {path}"),
        QT_TRANSLATE_NOOP("Errors", "Choose a file that ends in .gguf."),
    ),
    "model_unsupported": (
        QT_TRANSLATE_NOOP("Errors", "The engine does not know this kind of model: {architecture}"),
        QT_TRANSLATE_NOOP("Errors", "Choose another model, or update the program."),
    ),
    "model_is_embedding": (
        QT_TRANSLATE_NOOP("Errors", "This is an embedding model; it cannot write replies: {path}"),
        QT_TRANSLATE_NOOP("Errors", "Choose a chat model here."),
    ),
    "model_no_memory": (
        QT_TRANSLATE_NOOP(
            "Errors",
            "Not enough memory for this model: it needs {needed_bytes}, {free_bytes} are free.",
        ),
        QT_TRANSLATE_NOOP(
            "Errors",
            "Close other programs, choose a smaller model, or set the context length to {suggested_context}.",
        ),
    ),
    "model_load_failed": (
        QT_TRANSLATE_NOOP("Errors", "The model could not be loaded: {path}"),
        QT_TRANSLATE_NOOP("Errors", "The file may be damaged. Copy it again or choose another one."),
    ),
    "model_not_loaded": (
        QT_TRANSLATE_NOOP("Errors", "No model is loaded."),
        QT_TRANSLATE_NOOP("Errors", "Choose one above; Ctrl+Enter still records without a reply."),
    ),
    "reply_not_open": (
        QT_TRANSLATE_NOOP("Errors", "This reply cannot be continued."),
        QT_TRANSLATE_NOOP("Errors", "Only the last reply shown goes on where it was cut off. Regenerate it instead."),
    ),
    "summary_failed": (
        QT_TRANSLATE_NOOP("Errors", "The summary of earlier turns could not be made."),
        QT_TRANSLATE_NOOP("Errors", "Nothing was changed; it is tried again later."),
    ),
    "engine_crashed": (
        QT_TRANSLATE_NOOP("Errors", "The model stopped unexpectedly."),
        QT_TRANSLATE_NOOP(
            "Errors",
            "What it had written is kept; it is being started again. Send the message once more.",
        ),
    ),
    "engine_hung": (
        QT_TRANSLATE_NOOP("Errors", "The model gave no sign for too long and was ended."),
        QT_TRANSLATE_NOOP(
            "Errors",
            "What it had written is kept. Send the message once more, or choose a smaller model.",
        ),
    ),
    "play_not_taken": (
        QT_TRANSLATE_NOOP("Errors", "The window did not take this message of the script: {text}"),
        QT_TRANSLATE_NOOP("Errors", "Look at what the window says with --screenshots, or play it in a new vault."),
    ),
    "engine_gave_up": (
        QT_TRANSLATE_NOOP("Errors", "This model stopped three times within a minute: {path}"),
        QT_TRANSLATE_NOOP("Errors", "It is not started again. Choose another model."),
    ),
    "embedding_missing": (
        QT_TRANSLATE_NOOP("Errors", "The model for recall by meaning is missing."),
        QT_TRANSLATE_NOOP("Errors", "Recall goes by words only until it is installed, see Models."),
    ),
    "embedding_unusable": (
        QT_TRANSLATE_NOOP("Errors", "The model for recall by meaning cannot be used: {path}"),
        QT_TRANSLATE_NOOP(
            "Errors",
            "Recall goes by words only. Choose another folder of a sentence-transformers model.",
        ),
    ),
    "embedding_failed": (
        QT_TRANSLATE_NOOP("Errors", "The model for recall by meaning stopped or gave no answer."),
        QT_TRANSLATE_NOOP(
            "Errors", "Recall goes by words only for now and tries it again within a minute; chatting is not affected."
        ),
    ),
    "person_restricted": (
        QT_TRANSLATE_NOOP("Errors", "The record of {person} is restricted."),
        QT_TRANSLATE_NOOP(
            "Errors",
            "It is kept and can be read; nothing is added to it, asked of it, confirmed, copied out or printed. A copy "
            "for the patient is made with Ctrl+Shift+K.",
        ),
    ),
    "basis_missing": (
        QT_TRANSLATE_NOOP("Errors", "No basis is recorded for {person}."),
        QT_TRANSLATE_NOOP(
            "Errors",
            "Record a consent or another basis (Ctrl+Shift+K). Until then no model is asked about this patient.",
        ),
    ),
    "hand_out_not_agreed": (
        QT_TRANSLATE_NOOP("Errors", "It was not agreed that words of {person} are exported or printed."),
        QT_TRANSLATE_NOOP(
            "Errors",
            "Record that it was agreed, or another basis (Ctrl+Shift+K). A readable copy for the patient is made there "
            "too.",
        ),
    ),
    "record_number_taken": (
        QT_TRANSLATE_NOOP("Errors", "The record number {number} belongs to {person}."),
        QT_TRANSLATE_NOOP("Errors", "Two patients cannot share one. If they are the same person, merge them."),
    ),
    "reason_needed": (
        QT_TRANSLATE_NOOP("Errors", "The record of {person} is to be kept until {day}."),
        QT_TRANSLATE_NOOP("Errors", "Name a reason to erase it before that day. It is noted in the audit log."),
    ),
    "vault_missing": (
        QT_TRANSLATE_NOOP("Errors", "The vault is not there: {path}"),
        QT_TRANSLATE_NOOP("Errors", "Plug in the drive it lies on or name its folder. Nothing new was created."),
    ),
    "vault_empty_file": (
        QT_TRANSLATE_NOOP("Errors", "The vault's file is empty: {path}"),
        QT_TRANSLATE_NOOP("Errors", "Take it from a backup. Nothing was written over it."),
    ),
    "vault_damaged": (
        QT_TRANSLATE_NOOP("Errors", "The vault is damaged: {path}"),
        QT_TRANSLATE_NOOP(
            "Errors",
            "Keep a copy of the folder and take the vault from a backup. Nothing was written over it.",
        ),
    ),
    "vault_wrong_key": (
        QT_TRANSLATE_NOOP("Errors", "The key does not open this vault."),
        QT_TRANSLATE_NOOP("Errors", "Check the passphrase, or take the key file that belongs to it from a backup."),
    ),
    "vault_locked": (
        QT_TRANSLATE_NOOP("Errors", "This vault needs its passphrase: {path}"),
        QT_TRANSLATE_NOOP("Errors", "Enter the passphrase or the recovery code."),
    ),
    "vault_wrong_passphrase": (
        QT_TRANSLATE_NOOP("Errors", "This does not open the vault."),
        QT_TRANSLATE_NOOP(
            "Errors", "Check the keyboard layout and Caps Lock, or use the recovery code. Nothing was changed."
        ),
    ),
    "passphrase_too_weak": (
        QT_TRANSLATE_NOOP("Errors", "This passphrase is too easily guessed."),
        QT_TRANSLATE_NOOP(
            "Errors", "Take at least {least} characters; four words that have nothing in common are good."
        ),
    ),
    "passphrase_required": (
        QT_TRANSLATE_NOOP("Errors", "A clinical vault keeps its passphrase."),
        QT_TRANSLATE_NOOP("Errors", "Change it instead, or add another one."),
    ),
    "lock_needs_passphrase": (
        QT_TRANSLATE_NOOP("Errors", "Without a passphrase there is nothing to lock with."),
        QT_TRANSLATE_NOOP("Errors", "Set one, or cover the window instead: that hides every text at once."),
    ),
    "last_key": (
        QT_TRANSLATE_NOOP("Errors", "Nothing else would open the vault."),
        QT_TRANSLATE_NOOP("Errors", "Set another passphrase first, or take the protection away altogether."),
    ),
    "vault_key_missing": (
        QT_TRANSLATE_NOOP("Errors", "The vault's key file is missing: {path}"),
        QT_TRANSLATE_NOOP("Errors", "Take vault.keys from a backup; without it the vault cannot be opened."),
    ),
    "vault_key_damaged": (
        QT_TRANSLATE_NOOP("Errors", "The vault's key file is damaged: {path}"),
        QT_TRANSLATE_NOOP("Errors", "Take vault.keys from a backup; the vault itself was not touched."),
    ),
    "vault_key_mismatch": (
        QT_TRANSLATE_NOOP("Errors", "The key file belongs to another vault."),
        QT_TRANSLATE_NOOP("Errors", "Put the vault and its own vault.keys into one folder. Nothing new was created."),
    ),
    "vault_newer": (
        QT_TRANSLATE_NOOP("Errors", "The vault was written by a newer version of the program."),
        QT_TRANSLATE_NOOP("Errors", "Update the program. The vault was not changed."),
    ),
    "no_vault_here": (
        QT_TRANSLATE_NOOP("Errors", "There is no vault in this folder: {path}"),
        QT_TRANSLATE_NOOP("Errors", "Choose the folder that holds vault.db and vault.keys."),
    ),
    "vault_name_unusable": (
        QT_TRANSLATE_NOOP("Errors", "A folder cannot be called so on every system: {name}"),
        QT_TRANSLATE_NOOP("Errors", "Leave out slashes, colons, quotes and the like, and a dot at either end."),
    ),
    "vault_name_taken": (
        QT_TRANSLATE_NOOP("Errors", "There is something called {name} already."),
        QT_TRANSLATE_NOOP("Errors", "Choose another name; nothing was changed."),
    ),
    "vault_unreleased": (
        QT_TRANSLATE_NOOP("Errors", "This vault was written by a trial version of the program: {path}"),
        QT_TRANSLATE_NOOP(
            "Errors", "Open it in the window once: everything in it is brought over. Nothing was changed so far."
        ),
    ),
    "vault_not_brought_over": (
        QT_TRANSLATE_NOOP("Errors", "This vault could not be brought over: what stands in “{table}” does not fit."),
        QT_TRANSLATE_NOOP(
            "Errors", "Nothing was changed. Open it with the version that wrote it, export everything, and import that."
        ),
    ),
    "facts_changed": (
        QT_TRANSLATE_NOOP("Errors", "These facts have changed since they were shown."),
        QT_TRANSLATE_NOOP("Errors", "Look at them again, then decide; nothing was changed."),
    ),
    "fact_empty": (
        QT_TRANSLATE_NOOP("Errors", "A fact needs a value."),
        QT_TRANSLATE_NOOP("Errors", "Write what is known, for example a drug or a number; nothing was changed."),
    ),
    "category_nameless": (
        QT_TRANSLATE_NOOP("Errors", "A category needs a name."),
        QT_TRANSLATE_NOOP("Errors", "Write one, for example Characters; nothing was changed."),
    ),
    "category_name_long": (
        QT_TRANSLATE_NOOP("Errors", "This name has {count} characters; a category's has {limit} at most."),
        QT_TRANSLATE_NOOP("Errors", "Write a shorter one; nothing was changed."),
    ),
    "category_name_taken": (
        QT_TRANSLATE_NOOP("Errors", "This space has a category “{name}” already."),
        QT_TRANSLATE_NOOP("Errors", "Choose another name; nothing was changed."),
    ),
    "facts_of_two_people": (
        QT_TRANSLATE_NOOP("Errors", "These facts belong to different people."),
        QT_TRANSLATE_NOOP("Errors", "Only facts of one person can be made into one; nothing was changed."),
    ),
    "nothing_to_erase": (
        QT_TRANSLATE_NOOP("Errors", "There is no turn in this session to erase."),
        QT_TRANSLATE_NOOP("Errors", "Choose the session itself, or open another one."),
    ),
    "audit_broken": (
        QT_TRANSLATE_NOOP("Errors", "The log of what was done was changed: entry {entry} is not what was written."),
        QT_TRANSLATE_NOOP(
            "Errors",
            "Somebody who can open this vault wrote into its file past the program, or the file is damaged. What was "
            "said is not affected. See Help, What was done.",
        ),
    ),
    "audit_missing": (
        QT_TRANSLATE_NOOP("Errors", "The newest {missing} entries of the log of what was done are missing."),
        QT_TRANSLATE_NOOP(
            "Errors",
            "An older copy of the vault was put in its place, or its last writes were lost. What was done since then "
            "is missing from the vault as well.",
        ),
    ),
    "audit_replaced": (
        QT_TRANSLATE_NOOP("Errors", "The log of what was done is another one than when the vault was last closed."),
        QT_TRANSLATE_NOOP(
            "Errors",
            "An older copy of the vault was put in its place and gone on with elsewhere. What was done here since that "
            "copy was made is missing.",
        ),
    ),
    "vault_in_use": (
        QT_TRANSLATE_NOOP("Errors", "The vault is already open in another window."),
        QT_TRANSLATE_NOOP("Errors", "Use that window, or close it first."),
    ),
    "vault_read_only": (
        QT_TRANSLATE_NOOP("Errors", "The vault can be read but not written."),
        QT_TRANSLATE_NOOP("Errors", "Check the permissions of its folder. What you typed stays in the composer."),
    ),
    "disk_full": (
        QT_TRANSLATE_NOOP("Errors", "The disk is full; nothing more can be stored."),
        QT_TRANSLATE_NOOP(
            "Errors",
            "Free some space and send again. What was stored before is safe, what you typed stays in the composer.",
        ),
    ),
    "vault_io_failed": (
        QT_TRANSLATE_NOOP("Errors", "The disk of the vault could not be read or written: {path}"),
        QT_TRANSLATE_NOOP("Errors", "Check that the drive is connected. What was stored before is safe."),
    ),
    "words_rebuilt": (
        QT_TRANSLATE_NOOP("Errors", "The word search did not match what was said and was made anew."),
        QT_TRANSLATE_NOOP("Errors", "Nothing is lost; there is nothing to do."),
    ),
    "vault_beyond_repair": (
        QT_TRANSLATE_NOOP("Errors", "Nothing in the vault's file can be read any more: {path}"),
        QT_TRANSLATE_NOOP("Errors", "Restore a backup. The damaged file is kept as it is."),
    ),
    "backup_unusable": (
        QT_TRANSLATE_NOOP("Errors", "This backup cannot be used: {path}"),
        QT_TRANSLATE_NOOP("Errors", "It is damaged or of another vault. Choose another one; nothing was changed."),
    ),
    "backup_place_missing": (
        QT_TRANSLATE_NOOP("Errors", "The second place for backups is not there: {path}"),
        QT_TRANSLATE_NOOP("Errors", "Plug in its drive. Until then backups are made beside the vault only."),
    ),
    "backup_place_full": (
        QT_TRANSLATE_NOOP("Errors", "The second place for backups is full: {path}"),
        QT_TRANSLATE_NOOP("Errors", "Free some space there or choose another place; beside the vault it was made."),
    ),
    "backup_place_failed": (
        QT_TRANSLATE_NOOP("Errors", "The second place for backups could not be written: {path}"),
        QT_TRANSLATE_NOOP("Errors", "Check the drive and its permissions; beside the vault it was made."),
    ),
    "backup_place_inside": (
        QT_TRANSLATE_NOOP("Errors", "This folder lies in the vault itself: {path}"),
        QT_TRANSLATE_NOOP("Errors", "Choose one on another drive; what happens to the vault would happen to it too."),
    ),
    "not_encrypted": (
        QT_TRANSLATE_NOOP("Errors", "The vault would not be encrypted and was not opened."),
        QT_TRANSLATE_NOOP("Errors", "Install the program again; its database library lacks encryption."),
    ),
    "file_unreadable": (
        QT_TRANSLATE_NOOP("Errors", "The file could not be read: {path}, line {line}"),
        QT_TRANSLATE_NOOP("Errors", "Check that it is there, that it is whole, and that its text is UTF-8."),
    ),
    "record_missing": (
        QT_TRANSLATE_NOOP("Errors", "The file could not be read: {path}"),
        QT_TRANSLATE_NOOP("Errors", "Check that it is there and that you may read it."),
    ),
    "record_too_large": (
        QT_TRANSLATE_NOOP("Errors", "{path} is larger than what can be shown ({limit_bytes})."),
        QT_TRANSLATE_NOOP("Errors", "Export a single turn, or a shorter session."),
    ),
    "record_not_text": (
        QT_TRANSLATE_NOOP("Errors", "{path} is not a text in UTF-8."),
        QT_TRANSLATE_NOOP("Errors", "Choose a record in JSON, or a list of messages."),
    ),
    "record_not_json": (
        QT_TRANSLATE_NOOP("Errors", "{path} is not JSON: {reason}."),
        QT_TRANSLATE_NOOP("Errors", "The file may be cut short. Export it again, or choose another one."),
    ),
    "record_empty": (
        QT_TRANSLATE_NOOP("Errors", "{path} holds neither turns nor messages."),
        QT_TRANSLATE_NOOP("Errors", "Choose a record in JSON, or a list of messages."),
    ),
    "record_unknown": (
        QT_TRANSLATE_NOOP("Errors", "{path} is neither a record nor a list of messages: {reason}."),
        QT_TRANSLATE_NOOP("Errors", "Choose a record in JSON, or a list of messages."),
    ),
    "case_off_branch": (
        QT_TRANSLATE_NOOP("Errors", "This case is of a turn that was edited away."),
        QT_TRANSLATE_NOOP("Errors", "Show that version in its session, then run the case again."),
    ),
    "case_turn_gone": (
        QT_TRANSLATE_NOOP("Errors", "This case speaks of a turn that was deleted."),
        QT_TRANSLATE_NOOP("Errors", "Delete the case, or save it anew from another turn."),
    ),
    "display_remote": (
        QT_TRANSLATE_NOOP("Errors", "The display {display} is on another machine."),
        QT_TRANSLATE_NOOP(
            "Errors",
            "Retrace opens no network connection. Start it on the machine whose screen you use.",
        ),
    ),
    "exchange_cancelled": (
        QT_TRANSLATE_NOOP("Errors", "Cancelled."),
        QT_TRANSLATE_NOOP("Errors", "Nothing was changed."),
    ),
    "export_failed": (
        QT_TRANSLATE_NOOP("Errors", "The file could not be written: {path}"),
        QT_TRANSLATE_NOOP("Errors", "Choose another folder, or check that the disk has room and may be written to."),
    ),
    "attachment_kind": (
        QT_TRANSLATE_NOOP("Errors", "Files of this kind cannot be attached: {path}"),
        QT_TRANSLATE_NOOP("Errors", "Text (.txt, .md, .csv), .pdf and .docx can."),
    ),
    "attachment_too_large": (
        QT_TRANSLATE_NOOP("Errors", "The file is too large to attach: {path}"),
        QT_TRANSLATE_NOOP("Errors", "At most {limit_bytes}. Attach the part that matters."),
    ),
    "attachment_empty": (
        QT_TRANSLATE_NOOP("Errors", "There is no text in this file: {path}"),
        QT_TRANSLATE_NOOP("Errors", "Scanned pages are pictures; their text has to be typed or recognised first."),
    ),
    "attachment_unreadable": (
        QT_TRANSLATE_NOOP("Errors", "The text of the file could not be taken: {path}"),
        QT_TRANSLATE_NOOP("Errors", "It may be damaged or locked. Save it as text and attach that."),
    ),
    "import_unreadable": (
        QT_TRANSLATE_NOOP("Errors", "The file could not be read: {path}"),
        QT_TRANSLATE_NOOP("Errors", "Check that it is there and may be read; nothing was changed."),
    ),
    "import_empty": (
        QT_TRANSLATE_NOOP("Errors", "There is nothing in this file: {path}"),
        QT_TRANSLATE_NOOP("Errors", "Export it again; nothing was changed."),
    ),
    "import_too_large": (
        QT_TRANSLATE_NOOP("Errors", "The file is too large: more than {limit_bytes}."),
        QT_TRANSLATE_NOOP("Errors", "Export it in parts; nothing was changed."),
    ),
    "import_database": (
        QT_TRANSLATE_NOOP("Errors", "This is a database, not an export: {path}"),
        QT_TRANSLATE_NOOP(
            "Errors", "Databases of others are never opened, because they can hold programs. Choose a JSON export."
        ),
    ),
    "import_not_utf8": (
        QT_TRANSLATE_NOOP("Errors", "The file is not text in UTF-8: {path}"),
        QT_TRANSLATE_NOOP("Errors", "Save it as UTF-8 in a text editor and try again; nothing was changed."),
    ),
    "import_not_json": (
        QT_TRANSLATE_NOOP("Errors", "The file is not whole JSON: {path}"),
        QT_TRANSLATE_NOOP("Errors", "A download or copy may have broken off. Export it again; nothing was changed."),
    ),
    "import_too_deep": (
        QT_TRANSLATE_NOOP("Errors", "The file is nested too deeply to be an export: {path}"),
        QT_TRANSLATE_NOOP("Errors", "Nothing was changed."),
    ),
    "import_unknown_format": (
        QT_TRANSLATE_NOOP("Errors", "This file has no format that can be imported: {path}"),
        QT_TRANSLATE_NOOP(
            "Errors",
            "Exports of this program, ChatGPT's conversations.json (also zipped) and lists of messages can be.",
        ),
    ),
    "import_newer": (
        QT_TRANSLATE_NOOP("Errors", "The export was written by a newer version of the program (format {version})."),
        QT_TRANSLATE_NOOP("Errors", "Update the program; nothing was changed."),
    ),
    "import_invalid": (
        QT_TRANSLATE_NOOP("Errors", "The export contradicts its format at {where}."),
        QT_TRANSLATE_NOOP("Errors", "It was damaged or changed by hand. Export it again; nothing was changed."),
    ),
    "import_archive_unsafe": (
        QT_TRANSLATE_NOOP("Errors", "This archive is not what an export looks like: {path}"),
        QT_TRANSLATE_NOOP(
            "Errors",
            "It holds links, doubled or unusual names, or far more than its size. Unpack it yourself and choose "
            "conversations.json; nothing was changed.",
        ),
    ),
    "import_one_person": (
        QT_TRANSLATE_NOOP("Errors", "This export holds several people."),
        QT_TRANSLATE_NOOP("Errors", "Import it as it is; nobody's memory is mixed with another's."),
    ),
    "internal_error": (
        QT_TRANSLATE_NOOP("Errors", "Something went wrong in the program ({kind})."),
        QT_TRANSLATE_NOOP("Errors", "Nothing stored was lost. If it happens again, the log says where."),
    ),
}


class _Facts(dict[str, str]):
    """Facts as words; one that an error does not carry reads as a dash."""

    def __missing__(self, key: str) -> str:
        return "–"


def in_words(words: tuple[str, str], error: UserError, facts: Mapping[str, str]) -> tuple[str, str]:
    """Fill an error's facts into its title and advice.

    Args:
        words: title and advice, in any language.
        error: gives its code where there are no words for it.
        facts: the error's facts as they read in that language.
    """
    known = _Facts(facts)
    if error.code not in ERROR_WORDS:
        known["kind"] = error.code  # an unknown code is shown by its name rather than hidden
    title, advice = words
    return title.format_map(known).strip(" :："), advice.format_map(known)


def words_for(error: UserError) -> tuple[str, str]:
    """Title and advice of an error in English, with the facts' places left open."""
    return ERROR_WORDS.get(error.code, ERROR_WORDS["internal_error"])


def english(error: UserError) -> str:
    """An error in one English line, for a terminal."""
    return " ".join(
        in_words(words_for(error), error, {name: str(value) for name, value in error.facts.items()})
    ).strip()
