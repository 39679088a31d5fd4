"""A filter in the Linux kernel under which a process, and all it starts, can make no network socket."""

from __future__ import annotations

import ctypes
import errno
import platform
import socket
import sys
from collections.abc import Sequence
from typing import Final, NamedTuple

# linux/prctl.h, linux/seccomp.h, linux/audit.h, asm/unistd.h
_PR_SET_SECCOMP, _PR_SET_NO_NEW_PRIVS, _SECCOMP_MODE_FILTER = 22, 38, 2
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000  # SECCOMP_RET_ALLOW, SECCOMP_RET_ERRNO
_IO_URING_SETUP = 425
_NR_OFFSET, _ARCH_OFFSET, _FIRST_ARGUMENT_OFFSET = 0, 4, 16  # in struct seccomp_data; little-endian
_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_X32_BIT = 0x40000000  # system calls of the x32 interface, by which a filter over x86-64 numbers is passed by

_NO_FAMILY = 250


class _Machine(NamedTuple):
    """What a processor calls itself and the system call that makes sockets."""

    audit_arch: int
    socket_call: int


_MACHINES: Final = {"x86_64": _Machine(0xC000003E, 41), "aarch64": _Machine(0xC00000B7, 198)}


class _Instruction(ctypes.Structure):
    _fields_ = (("code", ctypes.c_ushort), ("yes", ctypes.c_ubyte), ("no", ctypes.c_ubyte), ("k", ctypes.c_uint))


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.POINTER(_Instruction)))


def refuse_sockets() -> bool:
    """Let this process and its children make sockets of the Unix family only, for good.

    Call it before the first thread is started: the filter holds for the calling thread and what that starts.
    A second call, as after the program started itself anew, adds nothing.

    Returns:
        Whether the kernel refuses from now on; False on another system or processor.
    """
    if sockets_refused():
        return True
    machine = _MACHINES.get(platform.machine()) if sys.platform == "linux" else None
    if machine is None:
        return False
    code = _program(machine)
    instructions = (_Instruction * len(code))(*code)
    program = _Program(len(code), instructions)
    libc = ctypes.CDLL(None, use_errno=True)
    # Without privileges a filter is only taken from a process that can gain none.
    if libc.prctl(_PR_SET_NO_NEW_PRIVS, *map(ctypes.c_ulong, (1, 0, 0, 0))) != 0:
        return False
    libc.prctl(_PR_SET_SECCOMP, ctypes.c_ulong(_SECCOMP_MODE_FILTER), ctypes.byref(program))
    return sockets_refused()


def sockets_refused() -> bool:
    """Whether the kernel refuses this thread every socket but the Unix family's: found out by asking for one.

    It is asked for a family that does not exist. A kernel without the filter says so; the filter, which knows
    what is allowed and nothing else, forbids it.
    """
    if sys.platform != "linux":
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    # Not through the socket module, whose attempts are counted.
    return libc.socket(_NO_FAMILY, int(socket.SOCK_DGRAM), 0) < 0 and ctypes.get_errno() == errno.EACCES


def _program(machine: _Machine) -> Sequence[_Instruction]:
    """Refuse foreign system call tables, io_uring (it makes sockets too) and sockets of any family but Unix."""
    refuse, pretend_absent = _REFUSE | errno.EACCES, _REFUSE | errno.ENOSYS
    lines = (
        (_LOAD, 0, 0, _ARCH_OFFSET),
        (_EQUAL, 0, 7, machine.audit_arch),  # else refuse
        (_LOAD, 0, 0, _NR_OFFSET),
        (_AT_LEAST, 5, 0, _X32_BIT),  # refuse
        (_EQUAL, 5, 0, _IO_URING_SETUP),  # pretend to be an older kernel
        (_EQUAL, 0, 2, machine.socket_call),  # else allow
        (_LOAD, 0, 0, _FIRST_ARGUMENT_OFFSET),
        (_EQUAL, 0, 1, int(socket.AF_UNIX)),  # else refuse
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, refuse),
        (_RETURN, 0, 0, pretend_absent),
    )
    return [_Instruction(*line) for line in lines]
