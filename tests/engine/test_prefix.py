"""The bookkeeping of what is in the cache and who paid for it."""

from __future__ import annotations

from desktop_app.engine.workers.prefix import KeptPrefix


def test_the_common_prefix_and_cutting() -> None:
    kept = KeptPrefix()
    kept.append([1, 2, 3, 4])
    assert kept.common([1, 2, 9, 4]) == 2
    assert kept.common([1, 2, 3, 4, 5]) == 4
    assert kept.common([]) == 0
    kept.cut(2)
    assert len(kept) == 2
    assert kept.common([1, 2, 3]) == 2


def test_tokens_read_ahead_are_charged_once() -> None:
    kept = KeptPrefix()
    kept.append([1, 2])
    kept.append([3, 4, 5], ahead=True)
    assert kept.unpaid(3) == 1
    assert kept.unpaid(5) == 3
    assert kept.charge(4) == 2
    assert kept.unpaid(5) == 1
    assert kept.charge(5) == 1
    assert kept.charge(5) == 0


def test_what_was_cut_is_charged_to_nobody() -> None:
    kept = KeptPrefix()
    kept.append([1, 2, 3], ahead=True)
    kept.cut(1)
    kept.append([7, 8])
    assert kept.charge(3) == 1
