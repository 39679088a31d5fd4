"""A disk whose writes and syncs fail when told to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import apsw


class Disk:
    """Counts writes and syncs of every database file, and lets one of them fail."""

    def __init__(self) -> None:
        self.countdown: int | None = None
        self.kind = ""
        self.hit = False

    def fail(self, kind: str, after: int) -> None:
        self.kind, self.countdown, self.hit = kind, after, False

    def heal(self) -> None:
        self.countdown = None

    def check(self, kind: str, error: type[apsw.Error]) -> None:
        if self.countdown is None or kind != self.kind:
            return
        self.countdown -= 1
        if self.countdown <= 0:
            self.hit = True
            raise error("injected")


@contextmanager
def faulty_disk() -> Iterator[Disk]:
    """Every database opened inside lies on it."""
    disk = Disk()
    default = apsw.vfs_names()[0]

    class FaultyFile(apsw.VFSFile):
        def __init__(self, name: str | apsw.URIFilename | None, flags: list[int]) -> None:
            super().__init__(default, name, flags)

        def xWrite(self, data: bytes, offset: int) -> None:
            disk.check("write", apsw.IOError)
            disk.check("full", apsw.FullError)
            super().xWrite(data, offset)

        def xSync(self, flags: int) -> None:
            disk.check("sync", apsw.IOError)
            super().xSync(flags)

    class FaultyDisk(apsw.VFS):
        def __init__(self) -> None:
            super().__init__("faulty", default, makedefault=True)

        def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> FaultyFile:
            return FaultyFile(name, flags)

    vfs = FaultyDisk()
    try:
        yield disk
    finally:
        vfs.unregister()
