"""For every test: Qt is taken leave of before the interpreter ends."""

from __future__ import annotations

import sys

import pytest


def pytest_unconfigure(config: pytest.Config) -> None:
    """Take Python's message handler out of Qt: Qt still speaks while the process ends, and nobody would be there."""
    if "PySide6.QtCore" in sys.modules:
        from PySide6.QtCore import qInstallMessageHandler

        qInstallMessageHandler(None)
