"""Runs the measurements and prints one table.

python -m tests.benchmarks [--short] [--json FILE] [--only P1 P2]
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path

from tests.benchmarks import (
    adding,
    context_building,
    decoding,
    prefix,
    recall,
    soak,
    typing_search,
    window,
    window_pace,
)
from tests.benchmarks.measure import Row, as_table

MEASUREMENTS: dict[str, Callable[..., Row]] = {
    "P1": prefix.against_lower_bound,
    "P2": prefix.against_naive_layout,
    "P3": decoding.first_token,
    "P4": decoding.writing,
    "P5": context_building.building,
    "P6": recall.vector_search,
    "P6 hybrid": recall.hybrid_search,
    "P7": recall.million_vectors,
    "P8 single": adding.one_at_a_time,
    "P8 bulk": adding.together,
    "P9": typing_search.typing,
    "P10": window.starting,
    "P11": window.opening,
    "P12": window_pace.longest_gap,
    "P13": window.memory,
    "P14": window_pace.preview,
    "P14 timeline": window_pace.timeline,
    "P15": soak.soaking,
}


def main() -> int:
    """Measures and prints; a row that passes its limit is marked, which is no failure of measuring."""
    parser = argparse.ArgumentParser(description="Measures the program against what it builds on.")
    parser.add_argument("--short", action="store_true", help="smaller sizes, under five minutes")
    parser.add_argument("--json", type=Path, help="also write the rows here")
    parser.add_argument(
        "--only",
        nargs="+",
        choices=sorted(MEASUREMENTS),
        help="some rows; P1 and P2, P3 and P4, P11 and P13 share a run",
    )
    options = parser.parse_args()
    rows = []
    for name, measurement in MEASUREMENTS.items():
        if options.only is None or name in options.only:
            sys.stderr.write(f"{name} …\n")
            rows.append(measurement(short=options.short))
    print(as_table(rows))
    if options.json:
        options.json.parent.mkdir(parents=True, exist_ok=True)
        options.json.write_text(json.dumps([row.as_json() for row in rows], indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
