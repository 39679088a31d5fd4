"""A process that ends with a reply being written ends cleanly: status 0 and nothing said by Qt."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

SCRIPT = """
from PySide6.QtCore import QTimer
from desktop_app.ui.application import make_application
from desktop_app.ui.preferences import PreferenceStore
from desktop_app.ui.shell import build_window
from tests.ui.window_fakes import FakeProgram

application = make_application(["retrace"])
program = FakeProgram()
program.sessions.add(1, "Knee", turns=3)
program.chat.gate.clear()
preferences = PreferenceStore(None)
preferences.update(welcomed=True)
window = build_window(application, program, preferences)
window.show()

def say():
    window.composer.set_text("hello")
    window.composer.send()
    window.dialogs.settings()
    QTimer.singleShot(300, window.close)

QTimer.singleShot(200, say)
QTimer.singleShot(1500, application.quit)
application.exec()
assert len(program.chat.sent) == 1
program.close()
"""


def test_the_process_ends_cleanly_in_the_middle_of_a_reply() -> None:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)}
    ended = subprocess.run(
        [sys.executable, "-c", SCRIPT], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60
    )
    assert (ended.returncode, ended.stderr) == (0, "")
