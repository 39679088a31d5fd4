"""What a fresh interpreter loads: the services no window and no model, the commands no Qt."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
QT = "PySide6"
MODELS = ("torch", "llama_cpp", "sentence_transformers", "transformers")
NETWORK = ("requests", "httpx", "aiohttp", "urllib3", "PySide6.QtNetwork", "PySide6.QtWebEngineCore")


def loaded_after(statement: str) -> set[str]:
    """The modules a fresh interpreter has loaded after a statement."""
    code = f"{statement}\nimport sys\nprint('\\n'.join(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True, timeout=60
    )
    return set(done.stdout.split())


@pytest.mark.parametrize(
    ("statement", "forbidden"),
    [
        ("import desktop_app.services.facade", (QT, *MODELS, *NETWORK)),
        ("import desktop_app.composition", (QT, *MODELS, *NETWORK)),
        ("import desktop_app.commands.verify, desktop_app.commands.doctor, desktop_app.main", (QT, *MODELS, *NETWORK)),
        ("import desktop_app.commands.evaluate", (QT, *MODELS, *NETWORK)),
        ("import desktop_app.desktop", (*MODELS, *NETWORK, "numpy")),
        ("import desktop_app.__main__", (QT, *MODELS, *NETWORK, "desktop_app.main")),
    ],
)
def test_nothing_loads_what_it_must_not(statement: str, forbidden: tuple[str, ...]) -> None:
    loaded = loaded_after(statement)

    assert "sys" in loaded
    assert {name for name in loaded if name in forbidden} == set()


def test_the_check_can_fail() -> None:
    assert "numpy" in loaded_after("import numpy")
