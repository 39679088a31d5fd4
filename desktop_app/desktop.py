"""Runs the window over a vault: for a person, or for a script."""

from __future__ import annotations

import argparse
import gc
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, QSocketNotifier, Qt
from PySide6.QtWidgets import QApplication

from desktop_app.composition import Overrides, Program, open_or_create, wall_clock_ms
from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.errors import VaultError
from desktop_app.domain.events import EngineState
from desktop_app.services.bus import EventBus
from desktop_app.services.rescue import RESCUABLE, UNRELEASED, VaultRescue
from desktop_app.services.tasks import Tasks
from desktop_app.services.vault_shelf import VaultShelf, holds_vault
from desktop_app.storage.lock import is_in_use
from desktop_app.storage.store import LOCK_FILE, Store
from desktop_app.support import raise_request
from desktop_app.support.crash_log import CrashLog, installed
from desktop_app.support.known_vaults import KnownVaults, known_vaults_file
from desktop_app.support.own_command import is_packaged
from desktop_app.support.paths import data_paths
from desktop_app.ui.application import LANGUAGES, Translations, make_application, prepare_environment, system_language
from desktop_app.ui.backups.bring_over_dialog import BringOverDialog
from desktop_app.ui.backups.rescue_dialog import RescueDialog
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.dialogs.fatal import show_fatal, somebody_sees
from desktop_app.ui.dialogs.missing_vault import MissingVaultDialog
from desktop_app.ui.dialogs.unlock import Outcome, UnlockDialog
from desktop_app.ui.first_space import FIRST_SPACE
from desktop_app.ui.help.crash import CrashDialog
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.play.player import Player, write_records
from desktop_app.ui.play.script import ScriptLine
from desktop_app.ui.play.waiting import wait_until
from desktop_app.ui.preferences import FILE_NAME, PreferenceStore
from desktop_app.ui.raising import RaiseWatcher
from desktop_app.ui.shell import build_window
from desktop_app.ui.theme import ThemeManager, ThemeName
from desktop_app.ui.vaults.dialog import VaultDialog

T = TypeVar("T")

MODELS_TIMEOUT_MS = 10 * 60_000
IN_USE_PATIENCE_S = 5.0  # a second start while the first window is still writing its last words
_IN_USE_POLL_S = 0.1
_VAULT_OPTION = "--vault"


def run(named: Path | None = None) -> int:
    """Open the window on a vault, making a personal one where there was none. Returns the exit status.

    Where another process has the vault open, its window comes forward, and that is all.

    Args:
        named: the vault's folder; where none is named and there are several, the person is asked.
    """
    prepare_environment()
    paths = data_paths()
    known = KnownVaults(known_vaults_file(paths.root))
    shelf = VaultShelf(known, paths.vaults, wall_clock_ms)
    vaults = shelf.list() if named is None else ()
    application = None
    preferences = PreferenceStore(paths.root / FILE_NAME)
    if named is None and len(vaults) > 1:
        application = make_application(sys.argv[:1])
        vault = _ask_which(application, preferences, shelf) if somebody_sees() else paths.personal_vault
        if vault is None:
            return 0
    else:
        vault = named or (vaults[0].folder if vaults else paths.personal_vault)
    if hand_over(vault):
        print("Retrace is already open with this vault; its window comes forward.")
        print("溯忆已打开此保险库，其窗口将显示到前面。")
        return 0
    application = application or make_application(sys.argv[:1])
    place = _place_of(application, vault, preferences, known)
    if place is None:
        return 0 if somebody_sees() else 1
    store = _open(application, place, preferences)
    if isinstance(store, int):
        return store
    known.add(store.directory, store.kind.value)
    crashes = CrashLog(paths.logs)
    noted = crashes.unread()
    crashes.watch()
    program = Program(store, paths, language=lambda: _language(preferences))
    try:
        _first_person(program, store, _language(preferences))
        window = build_window(application, program.services, preferences, program.scratch)
        installed(crashes)
        # Its end is the program's, whatever other windows there are; queued, since it is still closing.
        window.closed.connect(application.quit, Qt.ConnectionType.QueuedConnection)
        RaiseWatcher(store.directory, window)
        window.vaults_requested.connect(partial(offer_vaults, window, shelf, store.directory))
        window.show()
        window.fit_to_screen()
        window.dialogs.require_passphrase()
        if noted:
            CrashDialog(noted, crashes, window).open()
        program.start()
        # The window and its libraries stay to the end: going through all of that again for every full
        # collection of garbage would stop the window for a tenth of a second in long sessions.
        gc.freeze()
        gc.enable()
        with _QuitOnSignals(application.quit):
            application.exec()
        window.close()
        if window.restore_from is not None:
            _restore(program, window.restore_from)
    finally:
        program.close()
        crashes.stop_watching()
    if window.next_vault is not None:
        _start_again(window.next_vault)
    if window.locked or window.restore_from is not None:
        _start_again(store.directory)
    return 0


def offer_vaults(window: MainWindow, shelf: VaultShelf, current: Path) -> None:
    """Let a person open another vault in the place of this window's."""
    dialog = VaultDialog(shelf, window.bridge, window.theme, current, window)

    def go_on() -> None:
        if dialog.chosen is not None:
            window.end_for_vault(dialog.chosen)

    dialog.accepted.connect(go_on)
    dialog.open()


def _ask_which(application: QApplication, preferences: PreferenceStore, shelf: VaultShelf) -> Path | None:
    """The vault to open, None where the person thinks better of it."""

    def ask(bridge: EventBridge) -> Path | None:
        dialog = VaultDialog(shelf, bridge, themes.theme)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        try:
            dialog.exec()
            return dialog.chosen
        finally:
            dialog.deleteLater()

    with _looks(application, preferences) as (themes, _):
        return _with_bridge(ask)


def _restore(program: Program, backup: Path) -> None:
    try:
        program.replace_vault_with(backup)
    except VaultError as error:
        show_fatal(error)  # and open what it was


def hand_over(vault: Path, patience_s: float = IN_USE_PATIENCE_S) -> bool:
    """Ask the process that has a vault open to show its window.

    Returns:
        Whether it did; not where nobody has the vault open, or who has it is ending or has no window.
    """
    lock = vault / LOCK_FILE
    if not is_in_use(lock) or not raise_request.ask(vault):
        return False
    give_up_at = time.monotonic() + patience_s
    while time.monotonic() < give_up_at and is_in_use(lock):
        if not raise_request.is_waiting(vault):
            return True
        time.sleep(_IN_USE_POLL_S)
    return not raise_request.take(vault)


def _place_of(application: QApplication, vault: Path, preferences: PreferenceStore, known: KnownVaults) -> Path | None:
    """The folder to open: another one, or none, where a vault that was there before is gone."""
    if holds_vault(vault) or not known.has(vault):
        return vault
    if not somebody_sees():
        show_fatal(VaultError("vault_missing", path=str(vault)))
        return None
    with _looks(application, preferences) as (_, translations):
        dialog = MissingVaultDialog(vault, holds_vault, translations.language)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)

        def choose(language: str) -> None:
            preferences.update(language=language)
            translations.set_choice(language)

        dialog.language_chosen.connect(choose)
        dialog.exec()
        dialog.deleteLater()
    if dialog.chosen is not None:
        known.forget(vault)
    return dialog.chosen


def _start_again(vault: Path) -> None:
    """Replace this process by a new one, started the same way: nothing of what was read stays in memory.

    Closing the vault and dropping every reference leaves copies of texts in the freed memory; measured,
    only a new process image leaves none.

    Args:
        vault: the one to open.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    arguments = sys.argv[1:] if is_packaged() else sys.orig_argv[1:]
    os.execv(sys.executable, [sys.executable, *naming_vault(arguments, vault)])


def naming_vault(arguments: Sequence[str], vault: Path) -> list[str]:
    """The arguments of a command line with a vault in the place of the one they name, if any."""
    kept: list[str] = []
    waiting = iter(arguments)
    for argument in waiting:
        if argument == _VAULT_OPTION:
            next(waiting, None)
        elif not argument.startswith(f"{_VAULT_OPTION}="):
            kept.append(argument)
    return [*kept, _VAULT_OPTION, str(vault)]


def _open(application: QApplication, vault: Path, preferences: PreferenceStore) -> Store | int:
    """Open a vault, asking for its passphrase where it has one; else the exit status: leaving there is no failure."""
    with _looks(application, preferences):
        try:
            return open_patiently(vault)
        except VaultError as error:
            if error.code == "vault_locked":
                return ask_and_open(vault) or 0
            if error.code in RESCUABLE and somebody_sees():
                return rescue_and_open(vault, error) or 1
            show_fatal(error)
            return 1


@contextmanager
def _looks(application: QApplication, preferences: PreferenceStore) -> Iterator[tuple[ThemeManager, Translations]]:
    """The language and the look of the preferences, for what is asked before there is a window."""
    chosen = preferences.get()
    translations = Translations(application, chosen.language)
    themes = ThemeManager(application, chosen.theme, chosen.body_px)
    translations.language_changed.connect(themes.follow_language)
    try:
        yield themes, translations
    finally:
        themes.deleteLater()
        translations.deleteLater()


def ask_and_open(vault: Path) -> Store | None:
    """Ask for the secret of a vault until it opens; None where the person gives up."""

    def open_or_rescue(secret: str) -> Store | VaultRescue:
        try:
            return open_patiently(vault, secret=secret)
        except VaultError as error:
            if error.code not in RESCUABLE:
                raise
            return VaultRescue(vault, error, wall_clock_ms, secret)

    opened = _ask_secret(vault, open_or_rescue)
    return _rescue(opened) if isinstance(opened, VaultRescue) else opened


def rescue_and_open(vault: Path, error: VaultError) -> Store | None:
    """Offer what can be done for a vault that does not open; None where it stays as it is.

    Args:
        vault: its folder.
        error: why it does not open.
    """
    try:
        return _rescue(VaultRescue(vault, error, wall_clock_ms))
    except VaultError as keys_error:
        if keys_error.code != "vault_locked":
            show_fatal(error)
            return None
    rescue = _ask_secret(vault, lambda secret: VaultRescue(vault, error, wall_clock_ms, secret))
    return _rescue(rescue) if rescue is not None else None


def _rescue(rescue: VaultRescue) -> Store | None:
    def done(bridge: EventBridge) -> bool:
        kind = BringOverDialog if rescue.error.code == UNRELEASED else RescueDialog
        dialog = kind(rescue, bridge)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        try:
            return dialog.exec() == kind.DialogCode.Accepted
        finally:
            dialog.deleteLater()

    if not _with_bridge(done):
        return None
    try:
        return open_patiently(rescue.directory, secret=rescue.secret)
    except VaultError as error:
        show_fatal(error)
        return None


def _ask_secret(vault: Path, attempt: Callable[[str], T]) -> T | None:
    """Ask until the attempt with a secret gives something; None where the person gives up."""
    given: list[T] = []

    def ask(bridge: EventBridge) -> None:
        def open_with(secret: str, told: Outcome) -> None:
            def done(result: T) -> None:
                given.append(result)
                told(None)

            bridge.run("read", attempt, secret, done=done, failed=told, owner=dialog)

        dialog = UnlockDialog(vault.name, open_with)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        try:
            dialog.exec()
        finally:
            dialog.deleteLater()

    _with_bridge(ask)
    return given[0] if given else None


def _with_bridge(work: Callable[[EventBridge], T]) -> T:
    """Run something that needs lanes before there is a program."""
    tasks = Tasks()
    bridge = EventBridge(EventBus(), tasks)
    try:
        return work(bridge)
    finally:
        bridge.close()
        tasks.close()


def open_patiently(vault: Path, patience_s: float = IN_USE_PATIENCE_S, secret: str | None = None) -> Store:
    """Open a vault or make a personal one; a window that is just being closed gets the time to end.

    Args:
        vault: its folder.
        patience_s: how long another process may still have it.
        secret: the passphrase or recovery code of a vault that has one.

    Raises:
        VaultError: ``vault_in_use`` only after ``patience_s`` seconds.
    """
    give_up_at = time.monotonic() + patience_s
    while True:
        try:
            return open_or_create(vault, VaultKind.PERSONAL, secret=secret)
        except VaultError as error:
            if error.code != "vault_in_use" or time.monotonic() >= give_up_at:
                raise
        time.sleep(_IN_USE_POLL_S)


def play(lines: Sequence[ScriptLine], options: argparse.Namespace, kind: VaultKind, overrides: Overrides) -> int:
    """Play a script through the window; see `main.parser` for the options. Returns the exit status."""
    prepare_environment()
    application = make_application(sys.argv[:1])
    preferences = PreferenceStore(None)
    preferences.update(welcomed=True)
    if options.language:
        preferences.update(language=options.language)
    if options.theme:
        preferences.update(theme=ThemeName(options.theme))
    store = open_or_create(options.vault, kind)
    program = Program(store, data_paths(), language=lambda: _language(preferences), overrides=overrides)
    try:
        window = build_window(application, program.services, preferences)
        if options.size:
            window.resize(*options.size)
        window.show()
        program.start()
        _wait_for_models(program)
        player = Player(
            window,
            program.services,
            window.bridge,
            default_person=FIRST_SPACE[_language(preferences)],
            wait_memory=options.wait_memory,
        )
        records: list[dict[str, object]] = []
        try:
            for record in player.play(lines, options.screenshots):
                records.append(record)
        finally:
            if options.record:
                write_records(records, options.record)
        window.close()
        return 0
    finally:
        program.close()


def _language(preferences: PreferenceStore) -> str:
    choice = preferences.get().language
    return choice if choice in LANGUAGES else system_language()


def _first_person(program: Program, store: Store, language: str) -> None:
    """A new personal vault starts with a space of its own; patients are added by hand."""
    if store.kind is VaultKind.PERSONAL and not program.services.people.list():
        program.services.people.create(FIRST_SPACE[language])


def _wait_for_models(program: Program) -> None:
    """Let the window paint until both models are there or are known not to come."""
    models = program.services.models

    def settled() -> bool:
        chat, embedder = models.state, models.embedder_state
        chat_known = chat.state not in (EngineState.NONE, EngineState.LOADING)
        return chat_known and (embedder.ready or embedder.error is not None)

    wait_until(settled, MODELS_TIMEOUT_MS)


class _QuitOnSignals(QObject):
    """Ends the event loop on SIGINT and SIGTERM, which Python alone would not notice inside it."""

    _SIGNALS = (signal.SIGINT, signal.SIGTERM)

    def __init__(self, quit_application: Callable[[], None]) -> None:
        super().__init__()
        self._quit = quit_application

    def __enter__(self) -> None:
        self._reader, self._writer = os.pipe()
        os.set_blocking(self._writer, False)
        self._old_fd = signal.set_wakeup_fd(self._writer, warn_on_full_buffer=False)
        self._old_handlers = [signal.signal(number, lambda *_: None) for number in self._SIGNALS]
        self._notifier = QSocketNotifier(self._reader, QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._quit)

    def __exit__(self, *_: object) -> None:
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(self._old_fd)
        for number, handler in zip(self._SIGNALS, self._old_handlers, strict=True):
            signal.signal(number, handler)
        os.close(self._reader)
        os.close(self._writer)
