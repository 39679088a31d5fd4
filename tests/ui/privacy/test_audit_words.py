"""The log of what was done, in words: nothing of how the program calls things inside reaches the window."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

import desktop_app
from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.fact_changes import FactEntry
from desktop_app.domain.memory import Category
from desktop_app.services.facade import Services
from desktop_app.ui.privacy.audit_dialog import AuditDialog
from desktop_app.ui.privacy.audit_words import action_words, actor_words, detail_words, subject_words
from tests.ui.conftest import Speak
from tests.ui.vault_window import vault_window

_KINDS = (
    "turn|session|fact|facts|memory|person|people|note|keys|vault|audit|branch|trial|recall|consent|hand_out|summary"
)


def test_every_action_that_is_written_has_words(qapp: QApplication) -> None:
    root = Path(desktop_app.__file__).parent
    written = {
        action
        for folder in ("services", "storage")
        for path in (root / folder).rglob("*.py")
        for line in re.findall(r"(?:audit\(|append\(|action = |_done\(|_do\()[^#\n]*", path.read_text("utf-8"))
        for action in re.findall(rf'"((?:{_KINDS})\.[a-z_]+)"', line)
    }
    written.discard("vault.keys")  # the name of a file
    assert {"facts.enter", "recall.excluded", "turn.asked", "vault.repaired"} <= written
    assert [action for action in sorted(written) if action_words(action) == action] == []


def test_entries_read_in_chinese(speak: Speak) -> None:
    speak("zh")
    assert actor_words("user", VaultKind.PERSONAL) == actor_words("person", VaultKind.PERSONAL) == "我"
    assert actor_words("user", VaultKind.CLINICAL) == "窗口中的操作"
    assert subject_words("turn:24", {}) == "轮次 #24"
    assert subject_words("person:1", {1: "团团"}) == "团团"
    assert subject_words("vault", {}) == "保险库"
    asked = '{"prompt": "' + 64 * "6" + '", "recalled": [3, 4]}'
    assert detail_words(asked) == "提示：666666666666…；召回的轮次：3，4"
    assert detail_words('{"state": "conflict", "decision": "ask"}') == "状态：存疑；决定：待询问"
    assert detail_words("") == ""


def _enter(services: Services) -> None:
    services.fact_editing.add(services.people.list()[0].id, FactEntry(Category.OCCUPATION, "teacher"))


def test_the_table_shows_words(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> None:
    with vault_window(qtbot, qapp, tmp_path, language="zh", prepare=_enter) as (window, services):
        dialog = AuditDialog(services, window.bridge, window)
        dialog.open()
        qtbot.waitUntil(lambda: dialog.table.rowCount() > 0)
        rows = [
            [dialog.table.item(row, column).text() for column in range(2, 6)] for row in range(dialog.table.rowCount())
        ]
        assert ["我", "手工录入事实", "事实 #1", "状态：当前"] in rows
        dialog.reject()
