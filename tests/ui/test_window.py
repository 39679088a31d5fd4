"""The window as a whole: language, look, names for screen readers, dialogs, closing."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QDialog,
    QLabel,
    QPushButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from desktop_app.domain.choices import NO_CHOICES, TurnChoices
from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.errors import ModelError, UserError
from desktop_app.domain.events import (
    ConsolidationProgress,
    EmbedderChanged,
    EngineChanged,
    EngineState,
    Notice,
    PromptRead,
)
from desktop_app.ui.dialogs.fatal import show_fatal
from desktop_app.ui.theme import ThemeName
from desktop_app.ui.widgets.line_edit import LineEdit
from tests.ui.conftest import OpenWindow
from tests.ui.window_fakes import MODEL, FakeProgram

CANARY = "膝盖canary"


def _dialog(qtbot: QtBot) -> QDialog:
    def shown() -> list[QDialog]:
        return [w for w in QApplication.topLevelWidgets() if isinstance(w, QDialog) and w.isVisible()]

    qtbot.waitUntil(lambda: len(shown()) == 1)
    return shown()[0]


def _shown_texts(root: QWidget) -> list[str]:
    labels = [w.text() for w in root.findChildren(QLabel) if w.isVisible()]
    return labels + [w.text() for w in root.findChildren(QPushButton) if w.isVisible()]


def _nameless(root: QWidget) -> list[str]:
    """Visible widgets that take the focus and have nothing a screen reader could say."""
    return [
        f"{type(w).__name__} {w.objectName()}"
        for w in (root, *root.findChildren(QWidget))
        if w.isVisible()
        and w.focusPolicy() != Qt.FocusPolicy.NoFocus
        and not (w.accessibleName() or getattr(w, "text", str)())
        and not isinstance(w.parent(), QAbstractItemView | QComboBox)
        and not w.inherits("QDialog")
    ]


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("kind", tuple(VaultKind))
def test_everything_that_takes_the_focus_has_a_name(
    open_window: OpenWindow, qtbot: QtBot, language: str, kind: VaultKind
) -> None:
    window, program = open_window(kind, language=language)
    program.chat.gate.clear()
    for text in ("first", "second", "third"):
        window.composer.set_text(text)
        window.composer.send()
    window.composer.set_text("fourth")
    window.notices.show_error(UserError("disk_full"))
    qtbot.wait(50)
    for region in (window.top_bar, window.sessions, window.composer, window.notices, window.status_bar):
        assert _nameless(region) == []
    for opening in (window.dialogs.settings, window.dialogs.about, window.dialogs.new_person, window.dialogs.models):
        opening()
        dialog = _dialog(qtbot)
        assert _nameless(dialog) == []
        dialog.reject()
        qtbot.waitUntil(lambda: not [w for w in QApplication.topLevelWidgets() if isinstance(w, QDialog)])


def test_the_language_switches_live(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, _ = open_window(VaultKind.CLINICAL, language="en")
    window.composer.set_text("hello")
    window.notices.show_error(UserError("disk_full"))
    qtbot.waitUntil(lambda: "would send" in window.composer._preview.text())
    assert window.windowTitle() == "Retrace"
    window.dialogs._translations.set_choice("zh")
    QApplication.processEvents()
    texts = _shown_texts(window.top_bar) + _shown_texts(window.sessions) + _shown_texts(window.composer)
    texts += _shown_texts(window.notices) + _shown_texts(window.status_bar)
    for expected in (
        "溯忆",
        "男 69 岁",
        "病历号 20881",
        "就绪",
        "新会话",
        "发送",
        "只记录",
        "知道了",
        "完全离线",
        "已加密",
    ):
        assert expected in texts
    assert window.windowTitle() == "溯忆"
    assert window.composer._preview.text() == "将发送 3,376 词元；无内容移出"
    assert "磁盘已满，无法继续保存。" in texts
    english = [t for t in texts if t.isascii() and any(c.isalpha() for c in t)]
    assert sorted(english) == ["Enter", "Qwen3-4B"]
    window.dialogs._translations.set_choice("en")
    QApplication.processEvents()
    assert "New session" in _shown_texts(window.sessions)


def test_the_theme_switches_live(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, _ = open_window(theme=ThemeName.LIGHT)
    assert window.grab().toImage().pixelColor(4, window.height() // 2).name() == "#f6f6f3"
    window._themes.set_choice(ThemeName.DARK)
    assert window.grab().toImage().pixelColor(4, window.height() // 2).name() == "#16181b"
    window.dialogs.enlarge_text()
    qtbot.waitUntil(lambda: window._themes.theme.body_px == 15)
    assert window._preferences.get().body_px == 15


def test_the_title_names_neither_person_nor_session(open_window: OpenWindow) -> None:
    window, _ = open_window(prepare=lambda program: program.sessions.add(1, CANARY))
    assert CANARY in window.sessions.titles
    assert window.windowTitle() == "Retrace"


def test_the_memory_panel_folds_in_a_narrow_window_and_comes_back(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, _ = open_window()
    assert window.memory_panel.isVisible()
    window.resize(1000, 700)
    qtbot.waitUntil(lambda: not window.memory_panel.isVisible())
    window.toggle_memory()
    assert window.memory_panel.isVisible()
    window.toggle_memory()
    window.toggle_memory()
    window.resize(1280, 800)
    qtbot.waitUntil(lambda: window.memory_panel.isVisible())


def test_the_status_line_has_the_figures_of_the_turn(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, program = open_window()
    program.bus.publish(PromptRead(1, 1200, 3000))
    qtbot.waitUntil(lambda: window.status_bar.texts == ("reading 1,200 of 3,000",))
    window.composer.set_text("hello")
    window.composer.send()
    qtbot.waitUntil(lambda: len(window.status_bar.texts) == 3)
    assert window.status_bar.texts == ("9.6 tok/s", "first token 0.8 s", "computed 286 of 3,376")
    shown = window.session_id
    window._show_session(None)  # the figures are those of a session, not of another one
    assert window.status_bar.texts == ()
    window._show_session(shown)
    assert len(window.status_bar.texts) == 3
    program.bus.publish(ConsolidationProgress(waiting=1, failed=0))
    qtbot.waitUntil(lambda: window.status_bar.texts[-1] == "1 memory step waiting")
    program.bus.publish(ConsolidationProgress(waiting=3, failed=2))
    qtbot.waitUntil(lambda: window.status_bar.texts[-2:] == ("1 memory step waiting", "memory steps failed: 2"))


def test_the_model_chip_follows_the_engine(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, program = open_window()
    assert window.top_bar.model_text == "Model: Qwen3-4B, ready"
    for state, words in (
        (EngineChanged(EngineState.LOADING, MODEL, 0.4), "Model: Qwen3-4B, loading 40%"),
        (EngineChanged(EngineState.ANSWERING, MODEL), "Model: Qwen3-4B, answering"),
        (
            EngineChanged(EngineState.FAILED, None, error=ModelError("model_empty", path="/x/a.gguf")),
            "Model: No model, failed",
        ),
    ):
        program.models.set_state(state)
        qtbot.waitUntil(lambda words=words: window.top_bar.model_text == words)
    assert window.notices.error is not None
    assert "a.gguf" in window.notices._title.text()


def test_a_notice_is_shown_and_dismissed(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, program = open_window()
    program.bus.publish(Notice(UserError("vault_read_only")))
    qtbot.waitUntil(window.notices.isVisible)
    qtbot.mouseClick(window.notices.findChild(QPushButton), Qt.MouseButton.LeftButton)
    assert not window.notices.isVisible()


def test_a_notice_about_recall_names_the_right_model_and_goes_when_it_is_over(
    open_window: OpenWindow, qtbot: QtBot
) -> None:
    window, program = open_window()
    program.bus.publish(EmbedderChanged(False, ModelError("engine_hung")))
    qtbot.waitUntil(window.notices.isVisible)
    assert window.notices._title.text() == "The model for recall by meaning stopped or gave no answer."
    program.bus.publish(EmbedderChanged(True))
    qtbot.waitUntil(lambda: not window.notices.isVisible())


def test_a_model_that_does_not_load_is_named(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, program = open_window()
    program.models.fail = ModelError("model_truncated", path="/home/me/half.gguf")
    window.dialogs.load_model(Path("half.gguf"))
    qtbot.waitUntil(window.notices.isVisible)
    assert window.notices._title.text() == "The model file is incomplete: half.gguf"
    window.composer.set_text("still there?")
    window.composer.send()
    qtbot.waitUntil(lambda: len(program.chat.sent) == 1)


def _field(dialog: QDialog, kind: type[QWidget], name: str) -> QWidget:
    return next(w for w in dialog.findChildren(kind) if w.accessibleName() == name)


def test_a_patient_is_created_and_enter_of_an_input_method_does_not_end_the_dialog(
    open_window: OpenWindow, qtbot: QtBot
) -> None:
    window, program = open_window(VaultKind.CLINICAL)
    window.dialogs.new_person()
    dialog = _dialog(qtbot)
    name = _field(dialog, LineEdit, "Name")
    QApplication.sendEvent(name, QInputMethodEvent("zhangsan", []))
    qtbot.keyClick(name, Qt.Key.Key_Return)
    assert dialog.isVisible()
    commit = QInputMethodEvent()
    commit.setCommitString("张三")
    QApplication.sendEvent(name, commit)
    birth = _field(dialog, LineEdit, "Birth date")
    birth.setText("1957-13-40")
    qtbot.keyClick(name, Qt.Key.Key_Return)
    assert dialog.isVisible()
    birth.setText("1957-03-12")
    qtbot.keyClick(name, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.person_id == 3)
    assert [(p.name, p.birth_date) for p in program.people.all[2:]] == [("张三", "1957-03-12")]
    qtbot.waitUntil(lambda: window.top_bar._person_name.text() == "张三")
    assert window.session_id is None


def test_switching_the_person_leaves_nothing_of_the_one_before(open_window: OpenWindow, qtbot: QtBot) -> None:
    def prepare(program: FakeProgram) -> None:
        program.sessions.add(1, CANARY, turns=1)

    window, _ = open_window(VaultKind.CLINICAL, prepare=prepare)
    window.composer.set_text("about the first patient")
    window.open_person(2)
    qtbot.waitUntil(lambda: window.sessions.titles == ())
    assert window.composer.text() == ""
    assert window.session_id is None
    assert all(CANARY not in text and "李建国" not in text for text in _shown_texts(window))


def test_closing_during_a_reply_stops_it_and_ends_cleanly(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, program = open_window()
    program.chat.gate.clear()
    window.composer.set_text("first")
    window.composer.send()
    qtbot.waitUntil(lambda: len(program.chat.sent) == 1)
    with qtbot.waitSignal(window.closed):
        window.close()
    assert program.chat.stops >= 1
    program.close()
    qtbot.wait(30)  # what still arrives finds nobody


@pytest.mark.slow
def test_two_hundred_dialogs_leave_no_objects(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, _ = open_window()

    def rounds(count: int) -> int:
        for _ in range(count):
            window.dialogs.about()
            _dialog(qtbot).accept()
            QApplication.sendPostedEvents(None, 52)  # DeferredDelete
        return len(window.findChildren(QWidget))

    before = rounds(3)
    assert rounds(60) == before


def test_the_first_start_says_what_the_program_is_and_leads_to_the_models(
    open_window: OpenWindow, qtbot: QtBot
) -> None:
    window, program = open_window()
    window._preferences.update(welcomed=False)
    window.hide()
    window.show()
    welcome = _dialog(qtbot)
    assert any("does not diagnose, prescribe or advise" in text for text in _shown_texts(welcome))
    assert "Begin" in _shown_texts(welcome)
    program.models.set_state(EngineChanged(EngineState.FAILED, None, error=ModelError("model_missing", path="")))
    qtbot.waitUntil(lambda: "Choose a model" in _shown_texts(welcome))
    welcome.accept()
    qtbot.waitUntil(lambda: _dialog(qtbot).windowTitle() == "Models")
    assert window._preferences.get().welcomed


def test_an_error_before_the_window_is_said_on_the_terminal(
    qapp: QApplication, capsys: pytest.CaptureFixture[str]
) -> None:
    show_fatal(UserError("vault_in_use"))
    assert "already open in another window" in capsys.readouterr().err


def test_what_is_chosen_in_the_panel_goes_with_the_next_message_only(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, program = open_window()
    window.composer.set_text("first")
    window.composer.send()
    qtbot.waitUntil(lambda: len(program.chat.choices) == 1)
    qtbot.waitUntil(lambda: window.session_id is not None)
    chosen = TurnChoices(bring_back=frozenset({7}))
    window.memory_panel.choices_changed.emit(chosen)
    window.composer.set_text("second")
    qtbot.waitUntil(lambda: program.context.chosen == chosen)  # the preview shows it
    window.composer.send()
    qtbot.waitUntil(lambda: len(program.chat.choices) == 2)
    window.composer.set_text("third")
    window.composer.send()
    qtbot.waitUntil(lambda: len(program.chat.choices) == 3)
    assert program.chat.choices == [NO_CHOICES, chosen, NO_CHOICES]


def test_a_refused_message_keeps_what_was_chosen_for_it(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, program = open_window()
    window.composer.set_text("first")
    window.composer.send()
    qtbot.waitUntil(lambda: len(program.chat.choices) == 1)
    qtbot.waitUntil(lambda: window.session_id is not None)
    window.memory_panel.choices_changed.emit(TurnChoices(fill_now=True))
    program.chat.fail = UserError("person_restricted", person="Ann")
    window.composer.set_text("second")
    window.composer.send()
    qtbot.waitUntil(lambda: window.last_error is not None)
    program.chat.fail = None
    window.composer.send()
    qtbot.waitUntil(lambda: len(program.chat.choices) == 2)
    assert program.chat.choices[-1] == TurnChoices(fill_now=True)


def test_the_session_that_is_shown_is_read_ahead(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, program = open_window()
    session = program.sessions.add(1, "Lamps", turns=3)
    window.open_session(1, session.id)
    assert program.warm_start.shown[-1] == session.id
