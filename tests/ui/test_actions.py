"""The commands of the window and their keys."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtGui import QKeySequence

from desktop_app.domain.conversation import VaultKind
from desktop_app.support.paths import resources_directory
from desktop_app.ui.actions import REGION_COMMANDS, WINDOW_COMMANDS, commands_of, keys_of, with_keys

_KEYS = re.compile(r"(?<![\w+])(?:(?:Ctrl|Shift|Alt)\+)+(?:F\d+|Enter|回车|[A-Z.,/=-]|\d)|(?<![\w+.])F\d{1,2}(?!\w)")
_PAGES = (
    *sorted((resources_directory() / "guide").rglob("*.md")),
    *sorted(Path(__file__).parents[2].glob("README*.md")),
)
# What a text says beside its keys, and the command these must then be of.
_SAID = (
    ("draft", "notes"), ("起草病历", "notes"), ("find a patient", "patients"), ("finds a patient", "patients"),
    ("位患者中查找", "patients"), ("opens the patient page", "patient_page"), ("打开患者页", "patient_page"),
    ("what was agreed", "consents"), ("同意了什么", "consents"), ("makes one", "vaults"), ("就建好了", "vaults"),
    ("scratch session", "scratch"), ("草稿会话", "scratch"),
)  # fmt: skip


@pytest.mark.parametrize("kind", list(VaultKind))
def test_no_two_commands_of_a_window_share_keys(kind: VaultKind) -> None:
    keys = Counter(QKeySequence(key).toString() for command in commands_of(kind) for key in command.keys)
    assert [key for key, count in keys.items() if count > 1 or not key] == []


def test_a_menu_names_the_keys_of_its_command() -> None:
    assert with_keys("Search", "search") == f"Search\t{keys_of('search')}"
    with pytest.raises(KeyError):
        keys_of("guide")


def test_every_shortcut_in_the_guide_and_the_readme_is_one() -> None:
    known = {QKeySequence(key).toString() for c in (*WINDOW_COMMANDS, *REGION_COMMANDS) for key in c.keys}
    found = 0
    for page in _PAGES:
        for keys in _KEYS.findall(page.read_text(encoding="utf-8")):
            found += 1
            assert QKeySequence(keys.replace("回车", "Enter")).toString() in known, f"{page.name}: {keys}"
    assert found > 40


def test_the_guide_names_the_keys_of_the_command_it_speaks_of() -> None:
    """The first keys of a sentence that says what they do are those of that command."""
    spoken = Counter[str]()
    for page in _PAGES:
        text = page.read_text(encoding="utf-8")
        for line in re.split(r"\n(?=- |\n|\*\*)", text):
            for sentence in re.split(r"(?<=[。.])\s*(?=\S)", line.replace("\n", " ")):
                keys = _KEYS.search(sentence)
                for words, name in _SAID:
                    if keys and words in sentence.casefold():
                        assert QKeySequence(keys.group()).toString() == keys_of(name), (page.name, sentence)
                        spoken[name] += 1
    assert set(spoken) == {name for _, name in _SAID}
