"""A session that cannot be read is said to be so, and never taken for an empty one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.domain.errors import UserError, VaultError
from desktop_app.services.facade import Services
from desktop_app.storage.turns import TurnRepository
from tests.ui.vault_window import vault_window


def _fail(*_: Any, **__: Any) -> Any:
    raise VaultError("disk_error", path="vault.db")


def test_a_read_error_shows_itself_and_nothing_of_the_session_changes(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def talk(services: Services) -> None:
        session = services.sessions.create(1, "Knee")
        for said in ("My knee hurts.", "Since Monday."):
            services.chat.give(session.id, said, "person", "Noted.")
        services.sessions.create(1, "Other")

    with vault_window(qtbot, qapp, tmp_path, prepare=talk) as (window, services):
        ids = {session.title: session.id for session in services.sessions.list(1)}
        window.open_session(1, ids["Other"])
        qtbot.waitUntil(lambda: window.session_id == ids["Other"])
        before = services.sessions.page(ids["Knee"])
        with monkeypatch.context() as faulty:
            faulty.setattr(TurnRepository, "branch", _fail)
            window.open_session(1, ids["Knee"])
            empty = window.transcript._empty
            qtbot.waitUntil(lambda: "could not be read" in empty.text())
            assert empty.isVisible()
            assert "Nothing was changed" in empty.text()
            with pytest.raises(UserError):  # what cannot be read is not written on
                services.chat.send(ids["Knee"], "Is it better?", "person")
        assert services.sessions.page(ids["Knee"]) == before
        assert services.sessions.list(1)
        window.open_session(1, ids["Other"])
        window.open_session(1, ids["Knee"])
        qtbot.waitUntil(lambda: "Since Monday." in window.transcript.browser.toPlainText())
        assert "could not be read" not in empty.text()
