"""The package for Debian: what lies beside the program, and that its texts are whole."""

from __future__ import annotations

import configparser
import gzip
import itertools
import re
import shutil
import subprocess
import sys
from pathlib import Path

import debian_package
import pytest
from program_icons import PNG_SIZES

from desktop_app import __version__
from desktop_app.main import parser

FILES = Path(debian_package.__file__).parent / "debian"


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    icons = tmp_path / "build" / "package" / "icons"
    icons.mkdir(parents=True)
    for size in PNG_SIZES:
        (icons / f"retrace-{size}.png").write_bytes(b"png")
    for name in ("resources", "CHANGELOG.md"):
        (tmp_path / name).symlink_to(debian_package.PROJECT / name)
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


def test_no_kind_of_file_is_claimed_that_a_double_click_would_not_open(tree: Path) -> None:
    assert not (tree / "usr/share/mime").exists()
    assert "MimeType" not in (tree / "usr/share/applications/retrace.desktop").read_text(encoding="utf-8")


def test_the_list_of_changes_is_debians_and_leads_to_the_programs(tree: Path) -> None:
    documents = tree / "usr/share/doc/retrace"
    changes = gzip.decompress((documents / "changelog.gz").read_bytes()).decode("utf-8")
    assert changes.startswith("retrace (1.2.3) unstable; urgency=medium\n\n  * ")
    trailer = changes.splitlines()[-1]
    day = r"[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} \+0000"
    assert re.fullmatch(rf" -- [^<]+ <[^>]+>  {day}", trailer), trailer
    if shutil.which("dpkg-parsechangelog"):
        parsed = subprocess.run(
            ["dpkg-parsechangelog", "-l", "-"], input=changes, capture_output=True, text=True, check=True
        )
        assert "Version: 1.2.3\n" in parsed.stdout
        assert parsed.stderr == ""
    named = re.search(r"/usr/share/doc/retrace/(\S+\.gz)", changes)
    assert named is not None
    ours = gzip.decompress((documents / named[1]).read_bytes()).decode("utf-8")
    assert ours == (Path(debian_package.__file__).parents[1] / "CHANGELOG.md").read_text(encoding="utf-8")


def test_who_answers_for_it_is_the_same_everywhere() -> None:
    control, changes = ((FILES / name).read_text(encoding="utf-8") for name in ("control", "changelog"))
    named = re.search(r"Maintainer: (.+)", control)
    assert named is not None
    assert f" -- {named[1]}  " in changes


def test_what_is_left_unheeded_of_lintian_has_its_reason(tree: Path) -> None:
    lines = (tree / "usr/share/lintian/overrides/retrace").read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("# ")
    for before, line in itertools.pairwise(lines):
        assert re.fullmatch(r"#.*|retrace: [a-z0-9-]+|", line), line
        assert not line.startswith("retrace: ") or before, "a tag without a reason above it"


def test_the_manual_page_names_every_command(tree: Path) -> None:
    manual = gzip.decompress((tree / "usr/share/man/man1/retrace.1.gz").read_bytes()).decode("utf-8")
    assert "Retrace 1.2.3" in manual
    said = {action.dest: action for action in parser()._subparsers._group_actions}["command"]  # type: ignore[union-attr]
    listed = [choice.dest for choice in said._choices_actions]  # type: ignore[attr-defined]
    assert sorted(listed) == sorted(said.choices or ()), "what is not for people is offered where a command is wrong"
    for command in listed:
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
