"""The package for Debian: what lies beside the program, and that its texts are whole."""

from __future__ import annotations

import configparser
import gzip
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import debian_package
import pytest
from program_icons import PNG_SIZES

from desktop_app import __version__
from desktop_app.main import parser
from desktop_app.storage.keyfile import KEY_FILE
from desktop_app.storage.store import DATABASE_FILE

FILES = Path(debian_package.__file__).parent / "debian"


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    icons = tmp_path / "build" / "package" / "icons"
    icons.mkdir(parents=True)
    for size in PNG_SIZES:
        (icons / f"retrace-{size}.png").write_bytes(b"png")
    (tmp_path / "resources").symlink_to(debian_package.PROJECT / "resources")
    monkeypatch.setattr(debian_package, "PROJECT", tmp_path)
    debian_package._put_beside(tmp_path / "tree", "1.2.3")
    return tmp_path / "tree"


def test_the_command_leads_to_the_program_and_the_licences_to_theirs(tree: Path) -> None:
    assert (tree / "usr/bin/retrace").readlink() == Path("../lib/retrace/retrace")
    licences = tree / "usr/share/doc/retrace/licences"
    target = (licences.parent / licences.readlink()).resolve()
    assert target == (tree / "usr/lib/retrace/_internal/licences").resolve()


def test_the_menu_entry_names_what_is_installed(tree: Path) -> None:
    entry = configparser.ConfigParser(interpolation=None)
    entry.read(tree / "usr/share/applications/retrace.desktop", encoding="utf-8")
    section = entry["Desktop Entry"]
    assert (tree / "usr/bin" / section["Exec"]).is_symlink()
    assert (tree / f"usr/share/icons/hicolor/scalable/apps/{section['Icon']}.svg").is_file()
    assert (tree / f"usr/share/icons/hicolor/48x48/apps/{section['Icon']}.png").is_file()
    assert section["Name[zh_CN]"] == "溯忆"


def test_the_kinds_of_files_are_those_the_program_writes(tree: Path) -> None:
    kinds = ElementTree.parse(tree / "usr/share/mime/packages/retrace.xml")
    patterns = {glob.get("pattern") for glob in kinds.iterfind(".//{*}glob")}
    assert patterns == {DATABASE_FILE, KEY_FILE}


def test_the_manual_page_names_every_command(tree: Path) -> None:
    manual = gzip.decompress((tree / "usr/share/man/man1/retrace.1.gz").read_bytes()).decode("utf-8")
    assert "Retrace 1.2.3" in manual
    said = {action.dest: action for action in parser()._subparsers._group_actions}["command"]  # type: ignore[union-attr]
    for command in (choice.dest for choice in said._choices_actions):  # type: ignore[attr-defined]
        assert f"\\fB{command.replace('-', chr(92) + '-')}\\fR" in manual, command


def test_the_version_is_the_programs() -> None:
    assert debian_package._version() == __version__


def test_nothing_runs_at_installation_or_removal() -> None:
    scripts = {"preinst", "postinst", "prerm", "postrm", "triggers", "config"}
    assert not scripts & {file.name for file in FILES.iterdir()}
    control = (FILES / "control").read_text(encoding="utf-8")
    filled = control.format(version="1", architecture="amd64", size=1, depends="libc6", recommends="x")
    assert "Depends: libc6\n" in filled


@pytest.mark.skipif(sys.platform != "linux" or not shutil.which("cc"), reason="needs a compiler on Linux")
def test_only_those_are_looked_at_that_need_more_of_the_system_than_the_c_library(tmp_path: Path) -> None:
    def linked(name: str, *libraries: str) -> Path:
        made = tmp_path / name
        command = ["cc", "-shared", "-nostartfiles", f"-L{tmp_path}", "-Wl,--no-as-needed", "-x", "c", "-o", str(made)]
        subprocess.run([*command, "-", *libraries], input="int f(void) { return 1; }", text=True, check=True)
        return made

    binaries = [
        linked("libalone.so", "-lm"),
        linked("libinner.so", "-lalone"),
        linked("libouter.so", "-lstdc++"),
        linked("retrace"),
    ]
    assert [file.name for file in debian_package._using_the_system(binaries)] == ["libouter.so", "retrace"]
