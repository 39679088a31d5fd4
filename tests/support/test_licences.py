"""The licences of what is inside: named as they are, with every text."""

from __future__ import annotations

import sys
from importlib import metadata
from pathlib import Path

import pytest

from desktop_app.support import licences
from desktop_app.support.inventory import components
from desktop_app.support.licences import licence_of, texts_of


def _described(
    folder: Path, *fields: str, name: str = "some", files: dict[str, str] | None = None
) -> metadata.Distribution:
    home = folder / f"{name}-1.0.dist-info"
    home.mkdir(parents=True)
    lines = ["Metadata-Version: 2.4", f"Name: {name}", "Version: 1.0", *fields]
    (home / "METADATA").write_text("\n".join(lines) + "\n", encoding="utf-8")
    for place, text in (files or {}).items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_text(text, encoding="utf-8")
    (home / "RECORD").write_text("".join(f"{place},,\n" for place in files or {}), encoding="utf-8")
    return metadata.Distribution.at(home)


LONG_EXPRESSION = " AND ".join(("Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-2-Clause", "BSL-1.0", "MIT"))


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ((f"License-Expression: {LONG_EXPRESSION}",), LONG_EXPRESSION),
        (("License: Apache 2.0 License",), "Apache-2.0"),
        (("License: GPLv2-or-later with a special exception which allows to build and distribute other programs",),
         "GPLv2-or-later with a special exception which allows to build and distribute other programs"),
        (("License: OSI Approved",), ""),
        (("License: UNKNOWN", "Classifier: License :: OSI Approved :: MIT License"), "MIT"),
        (("License: Copyright (c) 2001 Somebody", "Classifier: License :: OSI Approved :: ISC License"), "ISC License"),
        (("Classifier: License :: OSI Approved",), ""),
        ((), ""),
    ],
)  # fmt: skip
def test_a_licence_is_named_as_the_package_does_and_never_by_what_is_none(
    tmp_path: Path, fields: tuple[str, ...], named: str
) -> None:
    assert licence_of(_described(tmp_path, *fields)) == named


def test_what_its_text_says_is_known_of_a_package_that_does_not_say_it(tmp_path: Path) -> None:
    assert licence_of(_described(tmp_path, "License: OSI Approved", name="apsw_sqlite3mc")).startswith("Zlib OR")


def test_texts_stand_below_where_they_lie_and_equal_ones_once(tmp_path: Path) -> None:
    found = _described(
        tmp_path,
        files={
            "some-1.0.dist-info/licenses/LICENSE": "of some\n",
            "some-1.0.dist-info/licenses/third_party/one/LICENSE.txt": "of others\n",
            "some/parts/COPYING": "of others",
            "some/license.py": "code = 1",
        },
    )
    assert texts_of(found) == "LICENSE\n\nof some\n\n\nthird_party/one/LICENSE.txt, some/parts/COPYING\n\nof others"


def test_in_a_package_all_texts_lie_in_one_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(licences, "_project", lambda: tmp_path)
    for place, text in (("some/deep/NOTICE", "kept"), ("Retrace/LICENSE", "ours"), ("Python/LICENSE.txt", "Python's")):
        (tmp_path / "licences" / place).parent.mkdir(parents=True)
        (tmp_path / "licences" / place).write_text(text, encoding="utf-8")
    found = _described(tmp_path / "inside", "License-Expression: MIT")
    assert texts_of(found) == "deep/NOTICE\n\nkept"
    monkeypatch.setattr(metadata, "distributions", lambda: [found])
    assert [(one.name, one.licence, one.text.rsplit("\n", 1)[-1]) for one in components()] == [
        ("Retrace", "Apache-2.0", "ours"), ("Python", "PSF-2.0", "Python's"), ("some", "MIT", "kept"),
    ]  # fmt: skip


def test_everything_inside_names_a_licence_and_has_its_text() -> None:
    without = [one.name for one in components() if not one.licence or not one.text]
    assert without == []
