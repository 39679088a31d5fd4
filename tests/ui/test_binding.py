"""The Qt binding itself: PySide6 6.12.0 on CPython 3.11 loses references to None and True."""

from __future__ import annotations

import sys

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication


class _Emitter(QObject):
    fired = Signal(int)


def test_void_calls_and_emits_keep_the_references_to_none_and_true(qapp: QApplication) -> None:
    emitter = _Emitter()
    rounds = 5_000
    none_before, true_before = sys.getrefcount(None), sys.getrefcount(True)
    for number in range(rounds):
        emitter.setObjectName("name")
        emitter.fired.emit(number)
    # A broken binding drops one reference a call; on 3.12 and later both are immortal.
    assert none_before - sys.getrefcount(None) < rounds // 10
    assert true_before - sys.getrefcount(True) < rounds // 10
