"""Every command of the window, in one place, with its keys where it has some."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP
from PySide6.QtGui import QKeySequence

from desktop_app.domain.conversation import VaultKind
from desktop_app.ui.texts import translate


@dataclass(frozen=True, slots=True)
class Command:
    """A command of the window. ``keys`` are in Qt's portable spelling; it is found by ``also`` too."""

    name: str
    source_text: str
    keys: tuple[str, ...]
    only_in: VaultKind | None = None  # the kind of vault in which alone it exists
    also: str = ""  # other words for it, in English; in Chinese they are translated

    @property
    def text(self) -> str:
        """What it does, in the language in force."""
        return translate("Commands", self.source_text)


def _command(
    name: str, source_text: object, *keys: str, only_in: VaultKind | None = None, also: object = ""
) -> Command:
    return Command(name, str(source_text), keys, only_in, str(also))


def commands_of(kind: VaultKind) -> tuple[Command, ...]:
    """The commands of the window over a vault of a kind."""
    return tuple(c for c in WINDOW_COMMANDS if c.only_in in (None, kind))


# Keys that the window listens to wherever the focus is.
WINDOW_COMMANDS: Final = (
    _command(
        "new_session",
        QT_TRANSLATE_NOOP("Commands", "New session"),
        "Ctrl+N",
        also=QT_TRANSLATE_NOOP("CommandWords", "chat conversation thread"),
    ),
    _command("palette", QT_TRANSLATE_NOOP("Commands", "All commands"), "Ctrl+Shift+P"),
    _command(
        "scratch",
        QT_TRANSLATE_NOOP("Commands", "New scratch session: nothing is kept"),
        "Ctrl+Shift+N",
        also=QT_TRANSLATE_NOOP("CommandWords", "private temporary incognito"),
    ),
    _command(
        "vaults",
        QT_TRANSLATE_NOOP("Commands", "Open another vault"),
        "Ctrl+Shift+O",
        also=QT_TRANSLATE_NOOP("CommandWords", "switch file"),
    ),
    _command(
        "patients", QT_TRANSLATE_NOOP("Commands", "Find a patient; today's list"), "Ctrl+P", only_in=VaultKind.CLINICAL
    ),
    _command("patient_page", QT_TRANSLATE_NOOP("Commands", "Patient page"), "Ctrl+I", only_in=VaultKind.CLINICAL),
    _command(
        "consents",
        QT_TRANSLATE_NOOP("Commands", "Consent, restriction and retention"),
        "Ctrl+Shift+K",
        only_in=VaultKind.CLINICAL,
    ),
    _command("clinician", QT_TRANSLATE_NOOP("Commands", "The clinician speaks"), "F5", only_in=VaultKind.CLINICAL),
    _command("patient", QT_TRANSLATE_NOOP("Commands", "The patient speaks"), "F6", only_in=VaultKind.CLINICAL),
    _command("family", QT_TRANSLATE_NOOP("Commands", "The family speaks"), "F7", only_in=VaultKind.CLINICAL),
    _command(
        "spaces",
        QT_TRANSLATE_NOOP("Commands", "Go to another space"),
        "Ctrl+P",
        only_in=VaultKind.PERSONAL,
        also=QT_TRANSLATE_NOOP("CommandWords", "switch person book change"),
    ),
    _command(
        "search",
        QT_TRANSLATE_NOOP("Commands", "Search everything said"),
        "Ctrl+K",
        also=QT_TRANSLATE_NOOP("CommandWords", "find look for anything said"),
    ),
    _command(
        "why",
        QT_TRANSLATE_NOOP("Commands", "Why is it not here? Find a message and ask"),
        also=QT_TRANSLATE_NOOP("CommandWords", "why forgot missing not recalled remember"),
    ),
    _command(
        "find",
        QT_TRANSLATE_NOOP("Commands", "Find in this session"),
        "Ctrl+F",
        also=QT_TRANSLATE_NOOP("CommandWords", "look for search this session"),
    ),
    _command(
        "cover",
        QT_TRANSLATE_NOOP("Commands", "Cover the window"),
        "F8",
        also=QT_TRANSLATE_NOOP("CommandWords", "hide screen"),
    ),
    _command(
        "beside",
        QT_TRANSLATE_NOOP("Commands", "Patient beside me: show no other name"),
        "Shift+F8",
        only_in=VaultKind.CLINICAL,
    ),
    _command(
        "beside",
        QT_TRANSLATE_NOOP("Commands", "Somebody beside me: show no other name"),
        "Shift+F8",
        only_in=VaultKind.PERSONAL,
    ),
    _command(
        "lock",
        QT_TRANSLATE_NOOP("Commands", "Lock the program"),
        "Ctrl+Shift+L",
        also=QT_TRANSLATE_NOOP("CommandWords", "password log out"),
    ),
    _command(
        "stop",
        QT_TRANSLATE_NOOP("Commands", "Stop the reply"),
        "Ctrl+.",
        also=QT_TRANSLATE_NOOP("CommandWords", "cancel abort"),
    ),
    _command("sessions", QT_TRANSLATE_NOOP("Commands", "Go to the sessions"), "Ctrl+1"),
    _command("transcript", QT_TRANSLATE_NOOP("Commands", "Go to the conversation"), "Ctrl+2"),
    _command("composer", QT_TRANSLATE_NOOP("Commands", "Go to the composer"), "Ctrl+3", "Ctrl+L"),
    _command("memory", QT_TRANSLATE_NOOP("Commands", "Go to the memory panel"), "Ctrl+4"),
    _command(
        "toggle_memory",
        QT_TRANSLATE_NOOP("Commands", "Show or hide the memory panel"),
        "F9",
        also=QT_TRANSLATE_NOOP("CommandWords", "side panel facts"),
    ),
    _command(
        "what_if",
        QT_TRANSLATE_NOOP("Commands", "What if: try other memory for the next message"),
        also=QT_TRANSLATE_NOOP("CommandWords", "budget experiment settings"),
    ),
    _command(
        "add_fact",
        QT_TRANSLATE_NOOP("Commands", "Add a fact"),
        also=QT_TRANSLATE_NOOP("CommandWords", "new remember note"),
    ),
    _command("float_memory", QT_TRANSLATE_NOOP("Commands", "Memory in a window of its own, or back"), "Shift+F9"),
    _command("context_menu", QT_TRANSLATE_NOOP("Commands", "Menu of what has the focus"), "Shift+F10"),
    _command(
        "models",
        QT_TRANSLATE_NOOP("Commands", "Choose a model"),
        "Ctrl+M",
        also=QT_TRANSLATE_NOOP("CommandWords", "load model language model"),
    ),
    _command(
        "backups",
        QT_TRANSLATE_NOOP("Commands", "Backups"),
        "Ctrl+Shift+B",
        also=QT_TRANSLATE_NOOP("CommandWords", "save copy restore"),
    ),
    _command(
        "export",
        QT_TRANSLATE_NOOP("Commands", "Export conversations"),
        "Ctrl+Shift+E",
        also=QT_TRANSLATE_NOOP("CommandWords", "save share file"),
    ),
    _command(
        "import",
        QT_TRANSLATE_NOOP("Commands", "Import conversations"),
        "Ctrl+Shift+I",
        also=QT_TRANSLATE_NOOP("CommandWords", "load bring in file"),
    ),
    _command(
        "settings",
        QT_TRANSLATE_NOOP("Commands", "Settings"),
        "Ctrl+,",
        also=QT_TRANSLATE_NOOP("CommandWords", "options preferences configure theme language"),
    ),
    _command(
        "personas",
        QT_TRANSLATE_NOOP("Commands", "Personas"),
        "Ctrl+Shift+A",
        also=QT_TRANSLATE_NOOP("CommandWords", "system prompt role character"),
    ),
    _command(
        "prompts",
        QT_TRANSLATE_NOOP("Commands", "Saved prompts"),
        "Ctrl+/",
        also=QT_TRANSLATE_NOOP("CommandWords", "templates snippets"),
    ),
    _command(
        "notes",
        QT_TRANSLATE_NOOP("Commands", "Notes and hand-outs of this session"),
        "Ctrl+Shift+D",
        only_in=VaultKind.CLINICAL,
    ),
    _command("note_templates", QT_TRANSLATE_NOOP("Commands", "Templates of notes"), only_in=VaultKind.CLINICAL),
    _command(
        "larger",
        QT_TRANSLATE_NOOP("Commands", "Larger text"),
        "Ctrl++",
        "Ctrl+=",
        also=QT_TRANSLATE_NOOP("CommandWords", "zoom in bigger font"),
    ),
    _command(
        "smaller",
        QT_TRANSLATE_NOOP("Commands", "Smaller text"),
        "Ctrl+-",
        also=QT_TRANSLATE_NOOP("CommandWords", "zoom out font"),
    ),
    _command(
        "usual_size",
        QT_TRANSLATE_NOOP("Commands", "Text in its usual size"),
        "Ctrl+0",
        also=QT_TRANSLATE_NOOP("CommandWords", "zoom reset font"),
    ),
    _command(
        "shortcuts",
        QT_TRANSLATE_NOOP("Commands", "Keyboard shortcuts"),
        "F1",
        also=QT_TRANSLATE_NOOP("CommandWords", "help keys hotkeys"),
    ),
    _command(
        "guide",
        QT_TRANSLATE_NOOP("Commands", "Guide"),
        also=QT_TRANSLATE_NOOP("CommandWords", "help manual how to first steps"),
    ),
    _command("new_person", QT_TRANSLATE_NOOP("Commands", "New patient"), only_in=VaultKind.CLINICAL),
    _command("new_person", QT_TRANSLATE_NOOP("Commands", "New space"), only_in=VaultKind.PERSONAL),
    _command(
        "space",
        QT_TRANSLATE_NOOP("Commands", "This space: its name and its own categories"),
        only_in=VaultKind.PERSONAL,
    ),
    _command("test_memory", QT_TRANSLATE_NOOP("Commands", "Test my memory")),
    _command(
        "hygiene",
        QT_TRANSLATE_NOOP("Commands", "Tidy up the memory"),
        also=QT_TRANSLATE_NOOP("CommandWords", "clean up duplicates delete old"),
    ),
    _command(
        "protection",
        QT_TRANSLATE_NOOP("Commands", "Passphrase and recovery code"),
        also=QT_TRANSLATE_NOOP("CommandWords", "password lock encryption"),
    ),
    _command(
        "privacy",
        QT_TRANSLATE_NOOP("Commands", "Privacy: what every process has open"),
        also=QT_TRANSLATE_NOOP("CommandWords", "network connections"),
    ),
    _command(
        "audit",
        QT_TRANSLATE_NOOP("Commands", "What was done: the audit log"),
        also=QT_TRANSLATE_NOOP("CommandWords", "history log"),
    ),
    _command(
        "erase",
        QT_TRANSLATE_NOOP("Commands", "Erase with certificate"),
        also=QT_TRANSLATE_NOOP("CommandWords", "delete forget for ever"),
    ),
    _command("export_record", QT_TRANSLATE_NOOP("Commands", "Write the record of this session into a file")),
    _command("open_record", QT_TRANSLATE_NOOP("Commands", "Open a record")),
    _command(
        "about",
        QT_TRANSLATE_NOOP("Commands", "About the program"),
        also=QT_TRANSLATE_NOOP("CommandWords", "version licence help"),
    ),
    _command(
        "quit", QT_TRANSLATE_NOOP("Commands", "Quit"), "Ctrl+Q", also=QT_TRANSLATE_NOOP("CommandWords", "exit close")
    ),
)

# Keys that one region handles itself; listed so that people find them.
REGION_COMMANDS: Final = (
    _command("send", QT_TRANSLATE_NOOP("Commands", "Send the message"), "Enter"),
    _command("break_line", QT_TRANSLATE_NOOP("Commands", "Break the line"), "Shift+Enter"),
    _command("record", QT_TRANSLATE_NOOP("Commands", "Record without a reply"), "Ctrl+Enter"),
    _command("ask_record", QT_TRANSLATE_NOOP("Commands", "Ask the record, without the model"), "Ctrl+Shift+Enter"),
    _command("edit_turn", QT_TRANSLATE_NOOP("Commands", "In the conversation: edit the message and resend"), "F2"),
    _command("again", QT_TRANSLATE_NOOP("Commands", "In the conversation: regenerate the reply"), "Ctrl+R"),
    _command("go_on", QT_TRANSLATE_NOOP("Commands", "In the conversation: continue the reply"), "Ctrl+Enter"),
    _command("markdown", QT_TRANSLATE_NOOP("Commands", "In the conversation: copy as Markdown"), "Ctrl+Shift+C"),
    _command("versions", QT_TRANSLATE_NOOP("Commands", "In the conversation: other version"), "Alt+Left", "Alt+Right"),
    _command("turns", QT_TRANSLATE_NOOP("Commands", "In the conversation: other message"), "Alt+Up", "Alt+Down"),
    _command("pin_turn", QT_TRANSLATE_NOOP("Commands", "In the conversation: pin or unpin the message")),
    _command("delete_turn", QT_TRANSLATE_NOOP("Commands", "In the conversation: delete the message")),
    _command("slash", QT_TRANSLATE_NOOP("Commands", "Put in a saved prompt"), "/"),
    _command("history", QT_TRANSLATE_NOOP("Commands", "What was sent before, in an empty composer"), "Up"),
    _command("rename", QT_TRANSLATE_NOOP("Commands", "Rename the session"), "F2"),
    _command("delete", QT_TRANSLATE_NOOP("Commands", "Delete the session"), "Del"),
)

# Those of them that act on the current message, with their names among the actions on a turn.
TURN_COMMANDS: Final = {
    "edit_turn": "edit",
    "again": "again",
    "go_on": "go_on",
    "markdown": "markdown",
    "pin_turn": "pin",
    "delete_turn": "delete",
}


def palette_commands(kind: VaultKind) -> tuple[Command, ...]:
    """The commands that can be given by their words: the window's, and those on the current message."""
    return (*commands_of(kind), *(c for c in REGION_COMMANDS if c.name in TURN_COMMANDS))


_FIRST_KEYS: Final = {c.name: c.keys[0] for c in (*WINDOW_COMMANDS, *REGION_COMMANDS) if c.keys}


def keys_of(name: str) -> str:
    """The first keys of a command, as this system writes them.

    Raises:
        KeyError: there is no such command, or it has no keys.
    """
    return QKeySequence(_FIRST_KEYS[name]).toString(QKeySequence.SequenceFormat.NativeText)


def with_keys(text: str, name: str) -> str:
    """The text of a menu entry with the keys of its command beside it; the window's own action holds the keys."""
    return f"{text}\t{keys_of(name)}"
