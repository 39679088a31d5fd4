"""What a process of the program tells of itself."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ProcessReport:
    """What a process has open and what it was refused."""

    role: str  # "window", "chat", "embedding"
    pid: int
    kernel_refuses: bool  # no network socket can be made: tried just now
    interpreter_refuses: bool
    refused: dict[str, int] = field(default_factory=dict)  # attempts, by what was tried: {"connect": 1}
    sockets: dict[str, int] = field(default_factory=dict)  # open ones, by family: {"AF_UNIX": 2}
    files: tuple[str, ...] = ()  # open or mapped, without the system's and the libraries'
