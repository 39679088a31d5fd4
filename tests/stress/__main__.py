"""Hurts the program where it can be hurt and counts what it lost: nothing, or the exit status is 1.

python -m tests.stress [--kills 50] [--faults 300] [--full 50] [--seed 7] [--minutes 90] [--json FILE]

The kills take the time: a start of the program each. After so many minutes no further one is begun.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from pathlib import Path

from tests.stress import faults, full_disk, kills
from tests.stress.report import Report


def main() -> int:
    """Run the three parts; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.stress")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--faults", type=int, default=300)
    parser.add_argument("--full", type=int, default=50)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--minutes", type=float, default=90)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    parts: list[tuple[Callable[[int, int], Report], int]] = [
        (faults.run, options.faults),
        (full_disk.run, options.full),
        (partial(kills.run, longest_s=60 * options.minutes), options.kills),
    ]
    reports = []
    print(f"{'what':<26}{'times':>6}{'promised':>10}{'wrong':>7}{'s':>8}")
    for part, times in parts:
        if not times:
            continue
        began = time.monotonic()
        report = part(times, options.seed)
        report.seconds = round(time.monotonic() - began, 1)
        reports.append(report)
        print(
            f"{report.name:<26}{report.times:>6}{report.acknowledged:>10}{len(report.wrong):>7}{report.seconds:>8.1f}"
            f"  {report.notes or ''}",
            flush=True,
        )
        for wrong in report.wrong[:20]:
            print(f"  {wrong}")
    if options.json:
        options.json.write_text(json.dumps([asdict(one) for one in reports], indent=1), encoding="utf-8")
    return 1 if any(one.wrong for one in reports) else 0


if __name__ == "__main__":
    sys.exit(main())
