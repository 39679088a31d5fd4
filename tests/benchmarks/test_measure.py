"""The arithmetic of the measurements."""

from __future__ import annotations

import pytest

from tests.benchmarks.measure import as_table, compared, growth_exponent, interleaved_ms, not_run


def test_growth_is_fitted() -> None:
    assert growth_exponent([(10, 5.0), (100, 50.0), (1000, 500.0)]) == pytest.approx(1.0)
    assert growth_exponent([(10, 2.0), (20, 8.0), (40, 32.0)]) == pytest.approx(2.0)


def test_limit_decides() -> None:
    good = compared("P1", "x", 3.0, 2.0, unit="ms", limit=1.5)
    assert (good.ratio, good.ok, good.exponent) == (1.5, True, None)
    assert compared("P1", "x", 3.1, 2.0, unit="ms", limit=1.5).ok is False


def test_a_row_left_out_is_neither_good_nor_bad() -> None:
    row = not_run("P7", "x", unit="ms", limit=1.0)
    assert row.as_json()["ok"] is None
    assert "not run" in as_table([row])


def test_both_sides_take_turns() -> None:
    calls: list[str] = []
    first, second = interleaved_ms(lambda: calls.append("a"), lambda: calls.append("b"), rounds=2)
    assert calls == ["a", "b", "a", "b", "a", "b"]
    assert first >= 0
    assert second >= 0
