"""The commands of the window and their keys."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtGui import QKeySequence

from desktop_app.domain.conversation import VaultKind
from desktop_app.ui.actions import commands_of, keys_of, with_keys


@pytest.mark.parametrize("kind", list(VaultKind))
def test_no_two_commands_of_a_window_share_keys(kind: VaultKind) -> None:
    keys = Counter(QKeySequence(key).toString() for command in commands_of(kind) for key in command.keys)
    assert [key for key, count in keys.items() if count > 1 or not key] == []


def test_a_menu_names_the_keys_of_its_command() -> None:
    assert with_keys("Search", "search") == f"Search\t{keys_of('search')}"
    with pytest.raises(KeyError):
        keys_of("guide")
