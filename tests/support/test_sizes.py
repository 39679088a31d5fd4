"""Sizes in the unit that fits them."""

from __future__ import annotations

import pytest

from desktop_app.support.sizes import format_bytes


@pytest.mark.parametrize(
    ("size", "words"),
    [
        (0, "0 B"),
        (187, "187 B"),
        (674, "674 B"),
        (1_200, "1 KB"),
        (34_400, "34 KB"),
        (999_600, "1 MB"),
        (94_000_000, "94 MB"),
        (1_240_000_000, "1.2 GB"),
    ],
)
def test_a_size_is_said_in_its_own_unit(size: int, words: str) -> None:
    assert format_bytes(size) == words
