from __future__ import annotations

import sys
from pathlib import Path

import pytest

from desktop_app.support.swap import Swap, swap_state

pytestmark = pytest.mark.skipif(sys.platform == "darwin", reason="always encrypted there")
HEADER = "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n"


@pytest.mark.parametrize(
    ("devices", "state"),
    [
        ((), Swap.NONE),
        (("/dev/dm-1",), Swap.ENCRYPTED),
        (("/dev/zram0",), Swap.ENCRYPTED),
        (("/dev/dm-2",), Swap.PLAIN),
        (("/swapfile",), Swap.PLAIN),
        (("/dev/dm-1", "/dev/sda2"), Swap.PLAIN),
    ],
)
def test_swap_is_told_by_its_device(tmp_path: Path, devices: tuple[str, ...], state: Swap) -> None:
    for name, kind in (("dm-1", "CRYPT-PLAIN-swap"), ("dm-2", "LVM-x")):
        (tmp_path / name / "dm").mkdir(parents=True)
        (tmp_path / name / "dm" / "uuid").write_text(kind, encoding="utf-8")
    swaps = tmp_path / "swaps"
    swaps.write_text(HEADER + "".join(f"{device} partition 1 0 -2\n" for device in devices), encoding="utf-8")
    assert swap_state(swaps, tmp_path) is state


def test_a_system_that_does_not_tell_is_unknown(tmp_path: Path) -> None:
    assert swap_state(tmp_path / "none", tmp_path) is Swap.UNKNOWN
