"""The licences of what is inside: taken from the packages whose files were collected, and never silently missing."""

from __future__ import annotations

import sys
from pathlib import Path

import notices
import pytest


def _distribution(folder: Path, name: str, *, text: str = "", licence: str = "License-Expression: MIT") -> Path:
    described = folder / f"{name}-1.0.dist-info"
    described.mkdir(parents=True)
    (described / "METADATA").write_text(
        f"Metadata-Version: 2.4\nName: {name}\nVersion: 1.0\n{licence}\n", encoding="utf-8"
    )
    code = folder / f"{name}.py"
    code.write_text("", encoding="utf-8")
    record = [f"{name}.py,,", f"{name}-1.0.dist-info/METADATA,,", f"{name}-1.0.dist-info/RECORD,,"]
    if text:
        (described / "licenses").mkdir()
        (described / "licenses" / "LICENSE").write_text(text, encoding="utf-8")
        record.append(f"{name}-1.0.dist-info/licenses/LICENSE,,")
    (described / "RECORD").write_text("\n".join(record) + "\n", encoding="utf-8")
    return code


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.setattr(sys, "path", [str(folder)])
    monkeypatch.setattr(notices, "interpreter_text", lambda: notices.PROJECT / "LICENSE")
    return folder


def test_texts_come_from_what_is_inside_and_from_nothing_else(site: Path, tmp_path: Path) -> None:
    inside = _distribution(site, "inside", text="the licence of inside")
    _distribution(site, "outside", text="not shipped")
    entries = notices.write_notices([inside, tmp_path / "resources" / "x.svg"], tmp_path / "licences")
    assert (tmp_path / "licences" / "inside" / "LICENSE").read_text(encoding="utf-8") == "the licence of inside"
    assert not (tmp_path / "licences" / "outside").exists()
    listed = (tmp_path / "licences" / "NOTICES.txt").read_text(encoding="utf-8")
    assert "inside 1.0: MIT" in listed
    assert "outside" not in listed
    places = {place for place, _, _ in entries}
    assert {"licences/NOTICES.txt", "licences/inside/LICENSE", "licences/Retrace/LICENSE"} <= places
    assert "inside-1.0.dist-info/METADATA" in places, "the packaged program tells its libraries' versions"


def test_a_package_without_a_text_stops_the_build_until_one_is_kept(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = _distribution(site, "bare")
    with pytest.raises(notices.LicenceMissing, match="bare"):
        notices.write_notices([code], tmp_path / "licences")
    kept = tmp_path / "kept"
    (kept / "bare").mkdir(parents=True)
    (kept / "bare" / "LICENSE").write_text("kept", encoding="utf-8")
    monkeypatch.setattr(notices, "KEPT_TEXTS", kept)
    notices.write_notices([code], tmp_path / "licences")
    assert (tmp_path / "licences" / "bare" / "LICENSE").read_text(encoding="utf-8") == "kept"


def test_a_package_that_names_no_licence_stops_the_build(site: Path, tmp_path: Path) -> None:
    code = _distribution(site, "vague", text="the licence of vague", licence="License: OSI Approved")
    with pytest.raises(notices.LicenceMissing, match="vague"):
        notices.write_notices([code], tmp_path / "licences")


def test_texts_of_others_keep_their_folders(site: Path, tmp_path: Path) -> None:
    code = _distribution(site, "inside", text="the licence of inside")
    for place in ("third_party/one/LICENSE", "third_party/two/LICENSE"):
        file = site / "inside-1.0.dist-info" / "licenses" / place
        file.parent.mkdir(parents=True)
        file.write_text(place, encoding="utf-8")
        with (site / "inside-1.0.dist-info" / "RECORD").open("a", encoding="utf-8") as record:
            record.write(f"inside-1.0.dist-info/licenses/{place},,\n")
    notices.write_notices([code], tmp_path / "licences")
    for place in ("third_party/one/LICENSE", "third_party/two/LICENSE"):
        assert (tmp_path / "licences" / "inside" / place).read_text(encoding="utf-8") == place
