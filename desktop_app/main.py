"""The command line: what was asked for, with which vault, in which front end."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from getpass import getpass
from pathlib import Path

from desktop_app import __version__
from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.error_words import english
from desktop_app.domain.errors import UserError
from desktop_app.support.own_command import READ_PDF, is_packaged

DONE, FAILED, WRONG_ARGUMENTS = 0, 1, 2


def parser() -> argparse.ArgumentParser:
    """The command line as documented in the README."""
    program = "retrace" if is_packaged() else "python -m desktop_app"
    top = argparse.ArgumentParser(prog=program, description="Retrace, a private assistant that remembers.")
    top.add_argument("--version", action="version", version=__version__)
    top.add_argument("--vault", type=Path, metavar="DIR", help="the vault to open in the window")
    commands = top.add_subparsers(dest="command", metavar="COMMAND")

    play = commands.add_parser("play", help="play a dialogue through the real window and engine")
    play.add_argument("script", type=Path, metavar="SCRIPT.jsonl")
    play.add_argument("--vault", type=Path, required=True, metavar="DIR", help="created where absent or empty")
    play.add_argument("--kind", choices=[kind.value for kind in VaultKind], default=VaultKind.PERSONAL.value)
    play.add_argument("--screenshots", type=Path, metavar="DIR")
    play.add_argument("--record", type=Path, metavar="FILE.json")
    play.add_argument("--context", type=_positive, metavar="N", help="context window in tokens")
    play.add_argument("--max-tokens", type=_positive, metavar="N", help="longest reply, and what is reserved for it")
    play.add_argument("--model", type=Path, metavar="FILE", help="a GGUF file; default: the one the window would use")
    play.add_argument("--embedding", default=None, metavar="minilm|e5|DIR")
    play.add_argument("--language", choices=["zh", "en"])
    play.add_argument("--theme", choices=["light", "dark", "contrast"])
    play.add_argument("--size", type=_size, metavar="WxH")
    play.add_argument("--wait-memory", action="store_true", help="let the memory work finish after each turn")

    evaluate = commands.add_parser("evaluate", help="score recall, fact extraction or clipping on files")
    evaluate.add_argument("kind", choices=["recall", "facts", "clip"])
    evaluate.add_argument("files", nargs="+", type=Path, metavar="FILE")
    evaluate.add_argument("--embedding", default=None, metavar="minilm|e5|DIR")
    evaluate.add_argument("--json", type=Path, metavar="FILE")
    evaluate.add_argument("--ranking", type=Path, metavar="OUT.jsonl")

    verify = commands.add_parser("verify", help="check a vault and rebuild every past prompt")
    verify.add_argument("--vault", type=Path, required=True, metavar="DIR")
    verify.add_argument("--json", type=Path, metavar="FILE")

    erase = commands.add_parser("erase", help="erase a whole vault with its backups, keys first, and certify it")
    erase.add_argument("--vault", type=Path, required=True, metavar="DIR")
    erase.add_argument("--certificate", type=Path, metavar="FILE.json")
    erase.add_argument("--yes", action="store_true", help="do not ask")

    install = commands.add_parser("install-models", help="copy models here from a folder or stick, each one checked")
    install.add_argument("folder", type=Path, metavar="FOLDER")

    doctor = commands.add_parser("doctor", help="look at this machine: versions, models, memory, what is missing")
    doctor.add_argument("--json", type=Path, metavar="FILE")

    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Returns the exit status: 0 done, 1 failed (named on stderr), 2 wrong arguments."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    os.umask(0o077)  # whatever is written is for this user alone
    if given == [READ_PDF]:
        from desktop_app.services import pdf_text

        return pdf_text.main()
    options = parser().parse_args(given)
    run = {
        "play": _play,
        "evaluate": _evaluate,
        "verify": _verify,
        "erase": _erase,
        "doctor": _doctor,
        "install-models": _install_models,
    }.get(options.command, _window)
    try:
        return run(options)
    except UserError as error:
        print(english(error), file=sys.stderr)
        return FAILED
    except OSError as error:
        print(f"{error.strerror}: {error.filename}", file=sys.stderr)
        return FAILED


def _window(options: argparse.Namespace) -> int:
    import gc

    gc.disable()  # all that the start makes is there to stay, see `desktop.run`
    from desktop_app import desktop

    return desktop.run(options.vault)


def _play(options: argparse.Namespace) -> int:
    from desktop_app import desktop
    from desktop_app.composition import Overrides
    from desktop_app.ui.play.script import ScriptError, read_script

    kind = VaultKind(options.kind)
    try:
        lines = read_script(options.script, kind)
    except ScriptError as error:
        print(error, file=sys.stderr)
        return WRONG_ARGUMENTS
    overrides = Overrides(options.context, options.max_tokens, options.model, options.embedding)
    return desktop.play(lines, options, kind, overrides)


def _evaluate(options: argparse.Namespace) -> int:
    from desktop_app.commands import evaluate

    return evaluate.run(options.kind, options.files, options.embedding, options.json, options.ranking)


def _verify(options: argparse.Namespace) -> int:
    from desktop_app.commands import verify
    from desktop_app.composition import wall_clock_ms
    from desktop_app.storage.keyfile import is_locked
    from desktop_app.storage.store import Store

    secret = getpass("Passphrase: ") if is_locked(options.vault) else None
    store = Store.open(options.vault, wall_clock_ms, secret)
    try:
        return verify.run(store, options.json)
    finally:
        store.close()


def _erase(options: argparse.Namespace) -> int:
    from desktop_app.commands import erase
    from desktop_app.composition import wall_clock_ms

    return erase.run(options.vault, options.certificate, wall_clock_ms, None if options.yes else input)


def _doctor(options: argparse.Namespace) -> int:
    from desktop_app.commands import doctor

    return doctor.run(options.json)


def _install_models(options: argparse.Namespace) -> int:
    from desktop_app.commands import install_models

    return install_models.run(options.folder)


def _positive(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a positive number")
    return value


def _size(text: str) -> tuple[int, int]:
    width, separator, height = text.lower().partition("x")
    if not (separator and width.isdigit() and height.isdigit()):
        raise argparse.ArgumentTypeError(f"{text} is not WIDTHxHEIGHT")
    return int(width), int(height)
