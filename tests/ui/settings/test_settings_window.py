"""The settings through the window: live, resettable, searchable, and as a file."""

from __future__ import annotations

import json
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QDoubleSpinBox, QPlainTextEdit, QPushButton, QSpinBox
from pytestqt.qtbot import QtBot

from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.errors import UserError
from desktop_app.domain.settings import Settings
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.settings.descriptors import Lines, Page
from desktop_app.ui.settings.dialog import SettingsDialog
from desktop_app.ui.settings.row import SettingRow
from desktop_app.ui.theme import ThemeName
from tests.ui.conftest import OpenWindow


def opened(window: MainWindow) -> SettingsDialog:
    window.dialogs.settings()
    dialog = next(w for w in QApplication.topLevelWidgets() if isinstance(w, SettingsDialog) and w.isVisible())
    return dialog


def row_of(dialog: SettingsDialog, path: str) -> SettingRow:
    return next(row for row in dialog.rows if row.descriptor.path == path)


def shown(dialog: SettingsDialog) -> list[str]:
    return [row.descriptor.path for row in dialog.rows if row.isVisibleTo(dialog)]


def test_a_change_is_in_force_without_saving_and_can_be_reset(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, program = open_window()
    dialog = opened(window)
    row = row_of(dialog, "recall.top_k")
    control = row.field.control
    assert isinstance(control, QSpinBox)
    assert not row.is_changed
    assert row.reset_button.isHidden()
    control.setValue(7)
    assert row.is_changed
    assert "5" in row._mark.text()
    qtbot.waitUntil(lambda: program.settings.get().recall.top_k == 7)
    qtbot.waitUntil(lambda: program.models.followed == 1)
    row.reset_button.click()
    dialog.accept()
    qtbot.waitUntil(lambda: program.settings.get() == Settings())


def test_closing_keeps_what_was_changed_a_moment_ago(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, program = open_window()
    dialog = opened(window)
    control = row_of(dialog, "context.keep_last_turns").field.control
    assert isinstance(control, QSpinBox)
    control.setValue(1)
    assert control.text() == "1 turn"
    control.setValue(6)
    assert control.text() == "6 turns"
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: program.settings.get().context.keep_last_turns == 6)


def test_a_refused_value_says_why_beside_its_field_and_waits_until_it_is_mended(
    open_window: OpenWindow, qtbot: QtBot
) -> None:
    window, program = open_window()
    dialog = opened(window)
    refused, other = (row_of(dialog, f"context.{name}") for name in ("reply_reserve_tokens", "context_length"))
    reserve, length = refused.field.control, other.field.control
    assert isinstance(reserve, QSpinBox)
    assert isinstance(length, QSpinBox)
    reserve.setValue(3000)
    assert "here 2,048 tokens" in refused.note
    assert "half of the context" in reserve.accessibleDescription()
    assert not refused.is_changed
    assert refused._mark.isHidden()
    assert not refused.reset_button.isHidden()  # the way back
    assert "half" not in other.note
    row_of(dialog, "recall.top_k").field.control.setValue(7)  # nothing else waits for it
    qtbot.waitUntil(lambda: program.settings.get().recall.top_k == 7)
    assert program.settings.get().context == Settings().context
    length.setValue(8192)
    assert not refused.note
    qtbot.waitUntil(lambda: program.settings.get().context.reply_reserve_tokens == 3000)
    assert program.settings.get().context.context_length == 8192
    length.setValue(512)
    assert "6,000 tokens or more" in other.note
    assert "default" in other._mark.text()  # 8,192 is in force, and not the default
    other.reset_button.click()
    assert not other.is_changed or "6,000" in other.note


def test_every_field_changes_its_own_setting(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, program = open_window()
    dialog = opened(window)
    expected: dict[str, object] = {}
    for row in dialog.rows:
        control, path = row.field.control, row.descriptor.path
        if path.startswith(("window.", "person.")):
            continue
        match control:
            case QSpinBox():
                control.setValue(control.value() + control.singleStep())
                expected[path] = control.value()
            case QDoubleSpinBox():
                control.setValue(control.value() - 0.05)
                expected[path] = round(control.value(), 2)
            case QCheckBox():
                control.toggle()
                expected[path] = control.isChecked()
            case QPlainTextEdit():
                control.setPlainText("END")
                expected[path] = ("END",) if isinstance(row.descriptor.kind, Lines) else "END"
    row_of(dialog, "reply.seed").field.changed.emit(7)
    dialog._values.keep()
    qtbot.waitUntil(lambda: program.settings.get().reply.seed == 7)
    values = dialog._values
    assert {path: values.value(path) for path in expected} == expected
    assert len(expected) > 20


def test_pages_and_the_search_over_all_of_them(open_window: OpenWindow) -> None:
    window, _ = open_window(VaultKind.CLINICAL)
    dialog = opened(window)
    assert shown(dialog) == ["window.language", "window.theme", "window.body_px"]
    dialog.show_page(Page.PRIVACY)
    assert "privacy.lock_after_minutes" in shown(dialog)
    dialog._search.setText("temperat")
    assert shown(dialog) == ["reply.temperature"]
    dialog._search.setText("锁定")
    assert set(shown(dialog)) <= {path for path in shown(dialog) if path.startswith("privacy.")}
    assert "privacy.lock_with_system" in shown(dialog)
    dialog._search.setText("zebra crossing")
    assert shown(dialog) == []
    assert dialog._nothing.isVisibleTo(dialog)
    dialog.show_page(Page.FACTS)
    assert "person.fact_mode" in shown(dialog)
    assert "person.shares_facts" not in [row.descriptor.path for row in dialog.rows]
    assert "model.gpu_layers" not in [row.descriptor.path for row in dialog.rows]  # this build has none


def test_appearance_is_live_and_kept(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, _ = open_window()
    dialog = opened(window)
    language = row_of(dialog, "window.language").field.control
    assert isinstance(language, QComboBox)
    language.setCurrentIndex(1)
    qtbot.waitUntil(lambda: dialog.windowTitle() == "设置")
    assert language.accessibleName() == "语言"
    theme = row_of(dialog, "window.theme").field.control
    assert isinstance(theme, QComboBox)
    theme.setCurrentIndex(2)
    assert window._themes.theme.name is ThemeName.DARK
    size = row_of(dialog, "window.body_px").field.control
    assert isinstance(size, QSpinBox)
    size.setValue(28)
    assert window._preferences.get().language == "zh"
    assert window._preferences.get().theme is ThemeName.DARK
    assert window._preferences.get().body_px == 28
    assert dialog.height() <= dialog.screen().availableGeometry().height()
    assert dialog.width() <= dialog.screen().availableGeometry().width()


def test_presets_set_what_they_say(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, program = open_window()
    dialog = opened(window)
    dialog.show_page(Page.REPLIES)
    exact, balanced, inventive = dialog._presets.findChildren(QPushButton)
    assert balanced.isChecked()
    exact.click()
    qtbot.waitUntil(lambda: program.settings.get().reply.temperature == 0.2)
    assert exact.isChecked()
    assert not balanced.isChecked()
    assert "Temperature 0.2" in dialog._presets._says.text()
    inventive.click()
    qtbot.waitUntil(lambda: program.settings.get().reply.top_k == 100)
    row_of(dialog, "reply.top_k").field.changed.emit(50)
    assert not inventive.isChecked()
    assert "your own" in dialog._presets._says.text()


def test_a_file_brings_the_settings_back(open_window: OpenWindow, qtbot: QtBot, tmp_path: Path) -> None:
    window, program = open_window()
    dialog = opened(window)
    row_of(dialog, "reply.temperature").field.changed.emit(0.35)
    row_of(dialog, "reply.stop").field.changed.emit(("###", "终"))
    file = tmp_path / "settings.json"
    dialog.export_to(str(file))
    qtbot.waitUntil(lambda: program.settings.get().reply.temperature == 0.35)
    qtbot.wait(50)  # what was done stays said when the values come into force
    assert "settings.json" in dialog._state.text()
    kept = program.settings.get()
    for row in dialog.rows:
        if not row.descriptor.path.startswith("window.") and row.is_changed:
            row._reset()
    assert "settings.json" not in dialog._state.text()
    dialog._values.keep()
    qtbot.waitUntil(lambda: program.settings.get() == Settings())
    dialog.import_from(str(file))
    qtbot.waitUntil(lambda: program.settings.get() == kept)


ODD_FILES = (
    ("Dear diary", "settings_file_foreign"),
    ("[1, 2]", "settings_file_foreign"),
    ('{"settings": {}}', "settings_file_foreign"),
    ({"reply": {"temperature": "hot"}}, "settings_value_refused"),
    ({"reply": {"temperature": 9}}, "settings_value_refused"),
    ({"context": {"context_length": True}}, "settings_value_refused"),
    ({"model": {"path": "/nowhere/model.gguf"}}, "settings_value_refused"),
    ({"fact_mode": "sometimes"}, "settings_value_refused"),
    ({"recall": {"top_k": 9, "colour": 1}}, "settings_name_unknown"),
)


def test_an_odd_file_is_refused_with_the_reason(open_window: OpenWindow, tmp_path: Path) -> None:
    window, program = open_window()
    dialog = opened(window)
    file = tmp_path / "odd.json"
    for content, code in ODD_FILES:
        text = content
        if not isinstance(content, str):
            text = json.dumps({"format": "retrace-settings", "version": 1, "settings": content})
        file.write_text(str(text), encoding="utf-8")
        dialog.import_from(str(file))
        assert isinstance(dialog._error, UserError)
        assert dialog._error.code == code, content
        assert "Nothing was changed" in dialog._problem.text()
    dialog._values.keep()
    assert program.settings.get() == Settings()


def test_the_true_context_is_said_where_it_is_not_the_one_asked_for(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, program = open_window()
    dialog = opened(window)
    dialog.show_page(Page.MODEL)
    row = row_of(dialog, "context.context_length")
    assert row.note == ""
    row.field.changed.emit(65_536)
    dialog._values.keep()
    qtbot.waitUntil(lambda: program.settings.get().context.context_length == 65_536)
    qtbot.waitUntil(lambda: "4,096" in row.note)
    assert "32,768" in row.note  # it was trained for no more
