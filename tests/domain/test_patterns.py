"""Expressions that are compiled at their first use are right before it."""

from __future__ import annotations

import importlib
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest

import desktop_app
from desktop_app.domain.patterns import Pattern

LEFT_OUT = ("desktop_app.engine.workers", "desktop_app.__main__")  # the workers' libraries are not for this process


def _within(value: object) -> Iterator[Pattern]:
    if isinstance(value, Pattern):
        yield value
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from _within(key)
            yield from _within(one)
    elif isinstance(value, tuple | list | set | frozenset):
        for one in value:
            yield from _within(one)


def test_every_pattern_of_the_program_compiles() -> None:
    found = 0
    for module in pkgutil.walk_packages(desktop_app.__path__, "desktop_app."):
        if module.name.startswith(LEFT_OUT):
            continue
        for name, value in vars(importlib.import_module(module.name)).items():
            for pattern in _within(value):
                try:
                    assert pattern.compiled.pattern == pattern.pattern
                except re.error as error:
                    pytest.fail(f"{module.name}.{name}: {error}")
                found += 1
    assert found > 500


def test_a_pattern_does_what_re_does() -> None:
    lazy, real = Pattern(r"(\d+) ?MG", re.IGNORECASE), re.compile(r"(\d+) ?MG", re.IGNORECASE)
    text = "5 mg, then 10mg and 20"
    assert [m.span() for m in lazy.finditer(text)] == [m.span() for m in real.finditer(text)]
    assert (found := lazy.search(text, 4)) is not None
    assert found.span() == (11, 15)
    assert lazy.match(text, 1) is None
    assert lazy.fullmatch("5 mg") is not None
    assert lazy.fullmatch(text, 0, 4) is not None
    assert lazy.findall(text) == real.findall(text) == ["5", "10"]
    assert lazy.split(text, 1) == real.split(text, 1)
    assert lazy.sub(lambda m: f"{m[1]} g", text, 1) == "5 g, then 10mg and 20"


def test_the_window_is_imported_without_compiling_the_rules_and_without_the_dialogs() -> None:
    script = (
        "import sys, desktop_app.composition, desktop_app.ui.shell\n"
        "from desktop_app.domain.extraction import conditions\n"
        "from desktop_app.domain.patterns import Pattern\n"
        "print(sum(v._compiled is not None for v in vars(conditions).values() if isinstance(v, Pattern)))\n"
        "print('desktop_app.ui.notes.dialog' in sys.modules, 'desktop_app.ui.settings.dialog' in sys.modules)"
    )
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["0", "False", "False"]
