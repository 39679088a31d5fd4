"""Measuring one thing against another: interleaved, by medians, with the growth over sizes."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table; the keys of ``bench.json``.

    Attributes:
        row: number of the line, e.g. ``P6``.
        what: is measured.
        ours: of the program, ``None`` if it was not run.
        theirs: of what it is compared with.
        unit: of both.
        ratio: ours to theirs.
        limit: the ratio that must not be passed.
        ok: whether it was not; ``None`` if it was not run.
        sizes: (size, ours) pairs where growth was measured.
        exponent: of the growth fitted over the sizes; 1 is linear.
    """

    row: str
    what: str
    ours: float | None
    theirs: float | None
    unit: str
    ratio: float | None
    limit: float
    ok: bool | None
    sizes: list[tuple[int, float]] = field(default_factory=list)
    exponent: float | None = None

    def as_json(self) -> dict[str, Any]:
        """The row as it is written."""
        return asdict(self)


def compared(
    row: str,
    what: str,
    ours: float,
    theirs: float,
    *,
    unit: str,
    limit: float,
    sizes: Sequence[tuple[int, float]] = (),
) -> Row:
    """A row from two measurements of which less is better."""
    ratio = ours / theirs
    exponent = growth_exponent(sizes) if len(sizes) > 1 else None
    return Row(row, what, ours, theirs, unit, ratio, limit, ratio <= limit, list(sizes), exponent)


def not_run(row: str, what: str, *, unit: str, limit: float) -> Row:
    """A row that this mode leaves out."""
    return Row(row, what, None, None, unit, None, limit, None)


def interleaved_ms(first: Callable[[], object], second: Callable[[], object], rounds: int = 7) -> tuple[float, float]:
    """Median times of two functions, called in turns so that both meet the same moods of the machine.

    Each is called once before, unmeasured, to fill caches.

    Returns:
        Milliseconds of the first and of the second.
    """
    functions = (first, second)
    times: tuple[list[float], list[float]] = ([], [])
    for function in functions:
        function()
    for _ in range(rounds):
        for function, measured in zip(functions, times, strict=True):
            start = time.perf_counter()
            function()
            measured.append((time.perf_counter() - start) * 1000)
    return statistics.median(times[0]), statistics.median(times[1])


def growth_exponent(sizes: Sequence[tuple[int, float]]) -> float:
    """The exponent e of value = c · size^e, fitted by least squares on the logarithms."""
    slope, _ = statistics.linear_regression(
        [math.log(size) for size, _ in sizes], [math.log(value) for _, value in sizes]
    )
    return slope


def as_table(rows: Sequence[Row]) -> str:
    """The rows for people, one a line."""
    lines = [f"{'':10}{'':<58}{'ours':>10}{'theirs':>10} {'':<6}{'ratio':>7}{'limit':>7}  growth"]
    for row in rows:
        mark = {True: "ok", False: "TOO MUCH", None: "not run"}[row.ok]
        growth = f"n^{row.exponent:.2f}" if row.exponent is not None else ""
        numbers = "".join(f"{value:>10.2f}" if value is not None else f"{'–':>10}" for value in (row.ours, row.theirs))
        ratio = f"{row.ratio:>7.2f}" if row.ratio is not None else f"{'–':>7}"
        lines.append(f"{row.row:<10}{row.what:<58}{numbers} {row.unit:<6}{ratio}{row.limit:>7.2f}  {growth:<8}{mark}")
    return "\n".join(lines)
