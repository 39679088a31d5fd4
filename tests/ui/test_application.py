"""What is set before Qt starts, and what a person chose about the window."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, Qt, qCritical, qDebug, qInstallMessageHandler, qWarning
from PySide6.QtWidgets import QFileDialog, QLabel, QTreeView
from pytestqt.qtbot import QtBot

from desktop_app.domain.errors import UserError
from desktop_app.ui.application import prepare_environment, survive_uncaught_errors
from desktop_app.ui.preferences import Preferences, PreferenceStore
from desktop_app.ui.qt_messages import log_qt_messages
from desktop_app.ui.theme import ThemeName
from tests.ui.conftest import Speak

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="X11 and Wayland")


@linux
@pytest.mark.parametrize("display", ["localhost:10", "10.0.0.7:0", "host:0.0", "tcp/host:0", "[::1]:0"])
def test_a_display_with_a_host_is_refused(display: str, tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        prepare_environment({"DISPLAY": display}, tmp_path)
    assert caught.value.code == "display_remote"
    assert caught.value.facts["display"] == display


@linux
@pytest.mark.parametrize("display", [":0", ":0.0", ":99", "unix:0", "/private/tmp/launch/org.xquartz:0"])
def test_a_local_display_is_used(display: str, tmp_path: Path) -> None:
    environment = {"DISPLAY": display}
    prepare_environment(environment, tmp_path)
    assert "QT_QPA_PLATFORM" not in environment


@linux
def test_without_a_display_the_window_is_drawn_offscreen(tmp_path: Path) -> None:
    environment: dict[str, str] = {}
    prepare_environment(environment, tmp_path)
    assert environment["QT_QPA_PLATFORM"] == "offscreen"


def test_ibus_stands_in_where_the_fcitx_plugin_is_missing(tmp_path: Path) -> None:
    environment = {"QT_IM_MODULE": "fcitx5", "QT_QPA_PLATFORM": "offscreen"}
    prepare_environment(environment, tmp_path)
    assert environment["QT_IM_MODULE"] == "ibus"
    (tmp_path / "libfcitx5platforminputcontextplugin.so").touch()
    environment["QT_IM_MODULE"] = "fcitx"
    prepare_environment(environment, tmp_path)
    assert environment["QT_IM_MODULE"] == "fcitx"


def test_preferences_come_back(tmp_path: Path) -> None:
    store = PreferenceStore(tmp_path / "deep" / "window.json")
    store.update(language="zh", theme=ThemeName.DARK, column_widths=(200, 600, 400))
    again = PreferenceStore(tmp_path / "deep" / "window.json").get()
    assert again == Preferences(language="zh", theme=ThemeName.DARK, column_widths=(200, 600, 400))


@pytest.mark.parametrize("content", [b"", b"\xff\x00garbage", b'{"theme": "plaid"}', b"[1, 2]"])
def test_unreadable_preferences_give_the_defaults_and_are_kept(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "window.json"
    path.write_bytes(content)
    store = PreferenceStore(path)
    assert store.get() == Preferences()
    store.update(language="zh")
    assert path.with_suffix(".broken").read_bytes() == content


def test_preferences_from_a_later_version_keep_what_is_known(tmp_path: Path) -> None:
    path = tmp_path / "window.json"
    path.write_text('{"language": "zh", "new_thing": 3}', encoding="utf-8")
    assert PreferenceStore(path).get().language == "zh"


@pytest.fixture
def qt_log(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    """What Qt says, as the program logs it."""
    before = qInstallMessageHandler(None)
    log_qt_messages()
    with caplog.at_level(logging.DEBUG, "retrace.qt"):
        yield caplog
    qInstallMessageHandler(before)


def test_what_qt_says_goes_to_the_log_and_not_to_the_terminal(
    qt_log: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    qWarning("QAction::event: Ambiguous shortcut overload: canary")
    qCritical("something about canary")
    qDebug("QPixmap: canary")
    qWarning("This plugin does not support propagateSizeHints()")
    assert [(record.name, record.levelno, record.getMessage()) for record in qt_log.records] == [
        ("retrace.qt", logging.WARNING, "Qt (default): QAction::event"),
        ("retrace.qt", logging.ERROR, "Qt (default): a message"),
        ("retrace.qt", logging.DEBUG, "Qt (default): QPixmap"),
    ]
    assert capfd.readouterr() == ("", "")


def test_an_error_nobody_caught_is_reported_without_its_text(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    reported: list[UserError] = []
    survive_uncaught_errors(reported.append)
    sys.excepthook(ValueError, ValueError("canary"), None)
    assert [(e.code, e.facts) for e in reported] == [("internal_error", {"kind": "ValueError"})]
    assert "canary" not in caplog.text


def test_qts_own_file_dialog_speaks_chinese(qtbot: QtBot, speak: Speak) -> None:
    speak("zh")
    dialog = QFileDialog()
    qtbot.addWidget(dialog)
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    words = [label.text() for label in dialog.findChildren(QLabel)]
    model = dialog.findChild(QTreeView).model()
    words += [model.headerData(column, Qt.Orientation.Horizontal) for column in range(model.columnCount())]
    assert [word for word in words if word and word.isascii()] == []
    assert "大小" in words
    assert QCoreApplication.translate("QAbstractFileIconProvider", "Folder") == "文件夹"


def test_the_window_gets_the_interpreter_back_within_a_millisecond() -> None:
    code = "import sys; from desktop_app.ui.application import make_application as m; a = m(['retrace'])"
    ended = subprocess.run(
        [sys.executable, "-c", f"{code}; print(sys.getswitchinterval())"],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        stdout=subprocess.PIPE,
        check=True,
    )
    assert float(ended.stdout) <= 0.001
