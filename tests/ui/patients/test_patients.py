"""A clinical vault in the window: finding patients, today's list, three voices, the right record, the patient page."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.domain.audit import AuditFilter
from desktop_app.domain.consent import Basis, ConsentEntry, ErasureReason, Form, Use
from desktop_app.domain.conversation import PersonState, VaultKind
from desktop_app.domain.errors import UserError
from desktop_app.domain.named_texts import NamedText
from desktop_app.domain.patients import Arrival
from desktop_app.services.exchange.reading import read_import
from desktop_app.services.facade import Services
from desktop_app.ui.dialogs.export import ExchangeExportDialog
from desktop_app.ui.dialogs.person import PersonDialog
from desktop_app.ui.dialogs.question import QuestionDialog
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.patients.consent_dialog import ConsentDialog
from desktop_app.ui.patients.documents import Paper
from desktop_app.ui.patients.finder import PatientsDialog
from desktop_app.ui.patients.page import PatientPageDialog
from desktop_app.ui.patients.words import identified
from desktop_app.ui.privacy.erase_dialog import EraseDialog
from desktop_app.ui.privacy.retention import ReasonedDeletion
from desktop_app.ui.search.dialog import SEARCH_AFTER_MS, SearchDialog
from desktop_app.ui.texts import product_statement
from tests.ui.vault_window import answer, do_with_turn, shown_dialog, vault_window


def _prepare(services: Services) -> None:
    create = services.people.create
    create("王芳", "female", "1984-05-06", "20112")
    create("李建国", "male", "1957-03-12", "20731")
    create("李建国", "male", "1962-11-02", "20988")
    create("曾小贤", "male", "1979-09-09", "11231")
    session = services.sessions.create(1, "初诊")
    for text in ("青霉素过敏。", "血压150/95。", "血压142/88。", "服用氨氯地平5mg每日一次。"):
        services.chat.record(session.id, text, "clinician")
    assert services.consolidation.wait(30)


@pytest.fixture
def opened(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> Iterator[tuple[MainWindow, Services]]:
    with vault_window(
        qtbot, qapp, tmp_path, kind=VaultKind.CLINICAL, people=(), prepare=_prepare, context_length=2048
    ) as (window, services):
        window.activateWindow()
        yield window, services


def _finder(window: MainWindow, qtbot: QtBot) -> PatientsDialog:
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.keyClick(window, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    dialog = shown_dialog(qtbot)
    assert isinstance(dialog, PatientsDialog)
    qtbot.waitUntil(lambda: len(dialog.table.entries) > 0)
    return dialog


def test_a_patient_is_found_by_three_keys_and_enter(opened: tuple[MainWindow, Services], qtbot: QtBot) -> None:
    window, services = opened
    services.patients.set_arrival(3, date.today(), Arrival.ARRIVED)
    dialog = _finder(window, qtbot)
    qtbot.keyClicks(dialog.field, "ljg")
    assert [entry.person.id for entry in dialog.table.entries] == [3, 2]
    shown = [dialog.table.model().index(0, column).data() for column in range(6)]
    assert shown[1] == "李建国"
    assert shown[2].startswith("male 6")
    assert shown[3:] == ["1962-11-02", "20988", "same name ×2, here"]
    qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.person_id == 3)


_SURNAMES, _GIVEN = "王张刘陈杨黄周吴徐孙", "伟芳娜敏静丽强磊军洋勇艳杰娟涛明超霞平刚"
_NAMESAKES = ((1200, "male", "1957-03-12"), (2600, "male", "1962-11-02"), (4400, "male", "1990-01-30"))


def _five_thousand(services: Services) -> None:
    """A practice of five thousand, three of them of one name; the second of those is here today."""
    names = [(f"{a}{b}{c}", "female", "1980-01-01") for a in _SURNAMES for b in _GIVEN for c in _GIVEN + "文华兰英玉"]
    for place, sex, born in _NAMESAKES:
        names[place] = ("李建国", sex, born)
    people = [(*name, f"{20000 + place}", place) for place, name in enumerate(names)]
    assert len(people) == 5000
    services.people._store.write(
        lambda db: db.connection.executemany(
            "INSERT INTO person (name, sex, birth_date, record_number, created_at_ms) VALUES (?, ?, ?, ?, ?)", people
        )
    )
    services.patients.set_arrival(_NAMESAKES[1][0] + 1, date.today(), Arrival.ARRIVED)


def _type(qtbot: QtBot, field: QWidget, character: str) -> None:
    """One character, from the keyboard or from an input method."""
    if character.isascii():
        qtbot.keyClicks(field, character)
        return
    event = QInputMethodEvent()
    event.setCommitString(character)
    QApplication.sendEvent(field, event)


def test_the_right_one_of_three_namesakes_among_five_thousand(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> None:
    """Three keys and Enter, by name, by pinyin initials, by number, by both; the list answers each key at once."""
    here = _NAMESAKES[1][0] + 1
    scene = vault_window(qtbot, qapp, tmp_path, kind=VaultKind.CLINICAL, people=(), prepare=_five_thousand, load=False)
    with scene as (window, _services):
        dialog = _finder(window, qtbot)
        for keys in ("李建国", "600", "l00", "ljg"):
            dialog.field.clear()
            slowest = 0.0
            for key in keys:
                began = time.perf_counter()
                _type(qtbot, dialog.field, key)
                slowest = max(slowest, time.perf_counter() - began)
            assert len(keys) <= 3
            assert slowest < 0.5
            assert dialog.table.current is not None
            assert (dialog.table.current.person.id, dialog.table.current.namesakes) == (here, 2)
        qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: window.person_id == here)
        dialog = _finder(window, qtbot)  # one who is not on today's list: Alt and the digit of the row
        for character in "李建国":
            _type(qtbot, dialog.field, character)
        assert [entry.person.id - 1 for entry in dialog.table.entries][:3] == [2600, 1200, 4400]
        qtbot.keyClick(dialog.field, Qt.Key.Key_3, Qt.KeyboardModifier.AltModifier)
        qtbot.waitUntil(lambda: window.person_id == _NAMESAKES[2][0] + 1)


def test_alt_and_a_digit_takes_that_row(opened: tuple[MainWindow, Services], qtbot: QtBot) -> None:
    window, _ = opened
    dialog = _finder(window, qtbot)
    qtbot.keyClicks(dialog.field, "zxx")  # 曾 read as a surname
    assert [entry.person.name for entry in dialog.table.entries] == ["曾小贤"]
    dialog.field.clear()
    qtbot.keyClicks(dialog.field, "lj")
    qtbot.keyClick(dialog.field, Qt.Key.Key_2, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: window.person_id in (2, 3))


def test_who_comes_is_put_on_todays_list(opened: tuple[MainWindow, Services], qtbot: QtBot) -> None:
    window, services = opened
    dialog = _finder(window, qtbot)
    qtbot.keyClicks(dialog.field, "11231")
    dialog.arrivals[Arrival.ARRIVED].click()
    qtbot.waitUntil(lambda: services.patients.list(date.today())[3].arrival is Arrival.ARRIVED)
    dialog.field.clear()
    qtbot.waitUntil(lambda: dialog.table.entries[0].person.id == 4)
    dialog.reject()


def test_a_row_stays_under_the_pointer_when_its_place_of_today_changes(
    opened: tuple[MainWindow, Services], qtbot: QtBot
) -> None:
    window, _ = opened
    dialog = _finder(window, qtbot)
    qtbot.waitUntil(lambda: len(dialog.table.entries) == 4)
    before = [entry.person.id for entry in dialog.table.entries]
    dialog.table.setCurrentIndex(dialog.table.model().index(3, 1))
    dialog.arrivals[Arrival.ARRIVED].click()
    qtbot.waitUntil(lambda: dialog.table.entries[3].arrival is Arrival.ARRIVED)
    assert [entry.person.id for entry in dialog.table.entries] == before
    assert dialog.table.current is not None
    assert dialog.table.current.person.id == before[3]
    dialog.reject()
    again = _finder(window, qtbot)
    qtbot.waitUntil(lambda: len(again.table.entries) == 4)
    assert again.table.entries[0].person.id == before[3], "who is here comes first when the list is opened again"
    again.reject()


def test_each_voice_in_the_room_has_a_key(opened: tuple[MainWindow, Services], qtbot: QtBot) -> None:
    window, _ = opened
    for key, speaker in (
        (Qt.Key.Key_F6, "person"),
        (Qt.Key.Key_F7, "family:relative"),
        (Qt.Key.Key_F5, "clinician"),
    ):
        qtbot.keyClick(window, key)
        assert window.composer.speaker == speaker
    window.composer.set_speaker("family:mother")
    qtbot.keyClick(window, Qt.Key.Key_F5)
    qtbot.keyClick(window, Qt.Key.Key_F7)
    assert window.composer.speaker == "family:mother"  # who spoke last


def test_a_text_that_names_another_patient_asks_first(opened: tuple[MainWindow, Services], qtbot: QtBot) -> None:
    window, services = opened
    window.composer.set_text("曾小贤说头痛。")
    window.composer.record()
    box = answer(qtbot, "Back to the text")
    assert "曾小贤" in box.question.text()
    assert "11231" in box.question.text()
    assert "王芳" in box.told.text()
    assert window.composer.text() == "曾小贤说头痛。"
    window.composer.record()
    answer(qtbot, "It belongs here")
    qtbot.waitUntil(lambda: window.composer.text() == "")
    session_id = services.sessions.list(1)[0].id
    qtbot.waitUntil(lambda: services.sessions.page(session_id).turns[-1].question.text == "曾小贤说头痛。")
    count = len(services.sessions.page(session_id).turns)
    window.composer.set_text("曾小贤说头痛。")  # the very same text again
    window.composer.record()
    qtbot.waitUntil(lambda: len(services.sessions.page(session_id).turns) == count + 1)


def test_that_one_text_belongs_here_says_nothing_of_the_next(opened: tuple[MainWindow, Services], qtbot: QtBot) -> None:
    window, services = opened
    session_id = services.sessions.list(1)[0].id
    window.composer.set_text("邻居曾小贤陪同来诊。")
    window.composer.record()
    answer(qtbot, "It belongs here")
    qtbot.waitUntil(lambda: services.sessions.page(session_id).turns[-1].question.text == "邻居曾小贤陪同来诊。")
    qtbot.waitUntil(lambda: window.composer.text() == "")
    order = "曾小贤停用氯吡格雷。"
    window.composer.set_text(order)
    window.composer.record()
    box = answer(qtbot, "Back to the text")
    assert "11231" in box.question.text()
    assert window.composer.text() == order
    assert services.sessions.page(session_id).turns[-1].question.text == "邻居曾小贤陪同来诊。"


def test_a_text_about_another_patient_is_taken_there_and_none_is_left_behind(
    opened: tuple[MainWindow, Services], qtbot: QtBot
) -> None:
    window, services = opened
    here = window.person_id
    other = next(person for person in services.people.list() if person.name == "曾小贤")
    window.composer.set_text("曾小贤说头痛。")
    window.composer.record()
    answer(qtbot, f"Open {identified(services.people.get(4), date.today())}")
    qtbot.waitUntil(lambda: window.person_id == other.id)
    qtbot.waitUntil(lambda: window.composer.text() == "曾小贤说头痛。")
    assert here is not None
    window.open_person(here)
    qtbot.waitUntil(lambda: window.conversation.session_id is not None)
    qtbot.wait(50)
    assert window.composer.text() == ""


def test_another_sex_than_the_records_asks_first(opened: tuple[MainWindow, Services], qtbot: QtBot) -> None:
    window, services = opened
    session_id = services.sessions.list(1)[0].id
    before = len(services.sessions.page(session_id).turns)
    window.composer.set_text("患者男68岁，头痛。")
    window.composer.record()
    box = answer(qtbot, "Back to the text")
    assert "“male”" in box.question.text()
    assert "“female”" in box.question.text()
    assert window.composer.text() == "患者男68岁，头痛。"
    window.composer.set_text("患者女，头痛。")
    window.composer.record()
    qtbot.waitUntil(lambda: len(services.sessions.page(session_id).turns) == before + 1)


def test_the_composer_of_a_restricted_record_is_closed_and_says_why(
    opened: tuple[MainWindow, Services], qtbot: QtBot
) -> None:
    window, services = opened
    window.composer.set_text("头痛")
    services.consents.restrict(1)
    qtbot.waitUntil(lambda: not window.composer.edit.isEnabled())
    assert not window.composer._send.isEnabled()
    assert window.composer._problem.isVisible()
    assert "Restricted" in window.composer._problem.text()
    assert window.composer.text() == "头痛", "nothing that was typed is lost"
    services.consents.lift(1)
    qtbot.waitUntil(window.composer.edit.isEnabled)
    assert not window.composer._problem.isVisible()


def test_restricting_stays_where_it_was_done(opened: tuple[MainWindow, Services], qtbot: QtBot) -> None:
    window, _ = opened
    window.patients.show_consents()
    dialog = shown_dialog(qtbot)
    assert isinstance(dialog, ConsentDialog)
    qtbot.waitUntil(lambda: dialog.tabs.currentIndex() == 1)  # nothing was agreed yet: a new entry
    dialog.tabs.setCurrentIndex(2)
    dialog.restrict_button.click()
    qtbot.waitUntil(lambda: dialog.restrict_button.text() == "Lift the restriction")
    assert dialog.tabs.currentIndex() == 2
    dialog.close()


def test_confirmed_notes_stand_on_the_patient_page(opened: tuple[MainWindow, Services], qtbot: QtBot) -> None:
    window, services = opened
    session_id = services.sessions.list(1)[0].id
    note = services.notes.draft(session_id, NamedText("", "Short visit", "Chief complaint"))
    assert services.notes.confirmed(1) == []
    services.notes.confirm(note.id, "Dr Li")
    window.patients.show_page()
    dialog = shown_dialog(qtbot)
    assert isinstance(dialog, PatientPageDialog)
    qtbot.waitUntil(lambda: "Confirmed notes" in dialog.right.toPlainText())
    assert "Short visit" in dialog.right.toPlainText()
    assert "checked by Dr Li" in dialog.right.toPlainText()
    dialog.close()


def test_a_text_with_the_number_or_birth_date_of_another_patient_asks_too(
    opened: tuple[MainWindow, Services], qtbot: QtBot
) -> None:
    """Also of one who has the same name: two records of one name are the likeliest to be mixed up."""
    window, services = opened
    window.open_person(2)
    for text, told, other in (
        ("20988 血钾3.2", "20988", "20731"),
        ("李建国，1962-11-02生，心电图ST段压低。", "20988", "20112"),
        ("王芳也来了。", "20112", "20988"),
    ):
        window.composer.set_text(text)
        window.composer.record()
        box = answer(qtbot, "Back to the text")
        assert told in box.question.text()
        assert other not in box.question.text()
        assert "20731" in box.told.text()
        assert window.composer.text() == text
        assert services.sessions.list(2) == ()
    window.composer.set_text("李建国，1957-03-12生，门诊号20731，头晕。")  # the patient's own
    window.composer.record()
    qtbot.waitUntil(lambda: len(services.sessions.list(2)) == 1)


def test_it_is_asked_without_a_name_while_the_patient_sits_beside(
    opened: tuple[MainWindow, Services], qtbot: QtBot
) -> None:
    window, services = opened
    window.open_person(1)
    window.toggle_beside()
    session_id = services.sessions.list(1)[0].id
    for text, ask in (("曾小贤也咳嗽。", window.composer.record), ("11231对什么过敏？", window.composer.ask_record)):
        window.composer.set_text(text)
        ask()
        box = answer(qtbot, "Back to the text")
        said = box.question.text() + box.told.text() + "".join(each.text() for each in box.findChildren(QPushButton))
        assert "曾小贤" not in said
        assert "11231" not in said
        assert "王芳" in box.told.text()
    assert len(services.sessions.page(session_id).turns) == 4
    window.composer.ask_record()
    answer(qtbot, "It belongs here")
    qtbot.waitUntil(lambda: len(services.sessions.page(session_id).turns) == 5)
    window.toggle_beside()


def test_an_edited_message_that_names_another_patient_asks_too(
    opened: tuple[MainWindow, Services], qtbot: QtBot
) -> None:
    window, services = opened
    session_id, editor = services.sessions.list(1)[0].id, window.turn_actions.editor
    services.chat.send(session_id, "药吃完了。", "clinician")
    qtbot.waitUntil(lambda: len(window.transcript.turn_ids()) == 5 and services.chat.wait_until_idle(0))
    turn_id = window.transcript.turn_ids()[-1]
    do_with_turn(qtbot, window, "edit", turn_id)
    editor.edit.setPlainText("药吃完了，曾小贤也是。")
    editor.send_button.click()
    box = answer(qtbot, "Back to the text")
    assert "11231" in box.question.text()
    assert editor.edit.toPlainText() == "药吃完了，曾小贤也是。"
    assert not editor.edit.isReadOnly()
    assert services.sessions.page(session_id).turns[-1].question.text == "药吃完了。"
    editor.send_button.click()
    answer(qtbot, "It belongs here")
    qtbot.waitUntil(lambda: services.sessions.page(session_id).turns[-1].question.text == "药吃完了，曾小贤也是。")
    qtbot.waitUntil(lambda: not editor.isVisible())


def test_a_question_to_the_record_that_names_another_patient_asks_too(
    opened: tuple[MainWindow, Services], qtbot: QtBot
) -> None:
    window, services = opened
    session_id = services.sessions.list(1)[0].id
    window.composer.set_text("曾小贤对什么过敏？")
    window.composer.ask_record()
    box = answer(qtbot, "Back to the text")
    assert "曾小贤" in box.question.text()
    assert window.composer.text() == "曾小贤对什么过敏？"
    assert len(services.sessions.page(session_id).turns) == 4
    window.composer.ask_record()
    answer(qtbot, "It belongs here")
    qtbot.waitUntil(lambda: len(services.sessions.page(session_id).turns) == 5)
    assert window.composer.text() == ""


def test_deleting_words_before_their_time_asks_why_and_notes_the_kind_of_reason(
    opened: tuple[MainWindow, Services], qtbot: QtBot
) -> None:
    window, services = opened
    qtbot.waitUntil(lambda: len(window.transcript.turn_ids()) == 4)
    session_id, turn_id = services.sessions.list(1)[0].id, window.transcript.turn_ids()[0]

    def deleted(reason: ErasureReason) -> None:
        dialog = shown_dialog(qtbot)
        assert isinstance(dialog, ReasonedDeletion)
        assert "2041" in dialog.retention.kept.text()
        assert not dialog.accept_button.isEnabled()
        dialog.accept()
        assert dialog.isVisible()  # not without a reason
        dialog.retention.reason.setCurrentIndex(dialog.retention.reason.findData(reason))
        qtbot.mouseClick(dialog.accept_button, Qt.MouseButton.LeftButton)

    do_with_turn(qtbot, window, "delete", turn_id)
    deleted(ErasureReason.MISTAKE)
    window.turn_actions.flush_deletions()
    qtbot.waitUntil(lambda: len(services.sessions.page(session_id).turns) == 3)
    window.sessions.delete_current()
    deleted(ErasureReason.REQUEST)
    window.sessions._deletions.flush()
    qtbot.waitUntil(lambda: services.sessions.list(1) == ())
    noted = {entry.action: entry.detail for entry in services.audit.entries(AuditFilter())}
    assert (noted["turn.deleted"], noted["session.deleted"]) == ('{"reason": "mistake"}', '{"reason": "request"}')


def test_a_turn_moves_to_the_right_patient(opened: tuple[MainWindow, Services], qtbot: QtBot) -> None:
    window, services = opened
    qtbot.waitUntil(lambda: len(window.transcript.turn_ids()) == 4)
    do_with_turn(qtbot, window, "move", window.transcript.turn_ids()[0])
    dialog = shown_dialog(qtbot)
    assert isinstance(dialog, PatientsDialog)
    qtbot.waitUntil(lambda: len(dialog.table.entries) == 3)  # not the one whose it is now
    qtbot.keyClicks(dialog.field, "zxx")
    qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
    box = answer(qtbot, "Move")
    assert "曾小贤" in box.question.text()
    assert "青霉素" in box.question.text(), "the message that moves is quoted"
    qtbot.waitUntil(lambda: len(services.sessions.list(4)) == 1)
    qtbot.waitUntil(lambda: len(window.transcript.turn_ids()) == 3)
    assert services.consolidation.wait(30)
    assert [fact.value for fact in services.memory.facts(4)] == ["青霉素"]


def test_merging_asks_with_which_record(opened: tuple[MainWindow, Services], qtbot: QtBot) -> None:
    window, services = opened
    dialog = _finder(window, qtbot)
    qtbot.keyClicks(dialog.field, "20731")
    dialog.merge_button.click()
    qtbot.waitUntil(lambda: shown_dialog(qtbot) is not dialog)
    other = shown_dialog(qtbot)
    assert isinstance(other, PatientsDialog)
    qtbot.waitUntil(lambda: len(other.table.entries) == 3)
    qtbot.keyClicks(other.field, "20988")
    qtbot.keyClick(other.field, Qt.Key.Key_Return)
    answer(qtbot, "Merge")
    qtbot.waitUntil(lambda: {person.id for person in services.people.list()} == {1, 3, 4})


def test_the_page_shows_what_matters_first_and_leads_to_the_words(
    opened: tuple[MainWindow, Services], qtbot: QtBot
) -> None:
    window, services = opened
    qtbot.keyClick(window, Qt.Key.Key_I, Qt.KeyboardModifier.ControlModifier)
    page = shown_dialog(qtbot)
    assert isinstance(page, PatientPageDialog)
    qtbot.waitUntil(lambda: bool(page.left.cards))
    left, right = (shown.toPlainText().replace("\u2060", "") for shown in (page.left, page.right))
    assert left.index("青霉素") < left.index("氨氯地平")
    assert "mmHg" in right
    assert "初诊" in right
    assert "20112" in page.identity.text()
    assert "1984-05-06" in page.state.text()
    links = [p.link for card in page.left.cards for line in card.lines for p in line.phrases if p.link]
    turns = services.sessions.page(services.sessions.list(1)[0].id).turns
    assert links[0] == f"turn:open/{turns[0].session_id}/{turns[0].id}"
    page.left.link_activated.emit(links[0])
    qtbot.waitUntil(lambda: not page.isVisible())
    assert window.session_id == turns[0].session_id


def test_a_consent_is_recorded_withdrawn_and_its_papers_are_written(
    opened: tuple[MainWindow, Services], qtbot: QtBot, tmp_path: Path
) -> None:
    window, services = opened
    window.patients._choose_file = lambda proposed: str(tmp_path / proposed)
    services.patients.set_arrival(1, date.today(), Arrival.ARRIVED)
    qtbot.keyClick(window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    dialog = shown_dialog(qtbot)
    assert isinstance(dialog, ConsentDialog)
    qtbot.waitUntil(lambda: dialog.tabs.currentIndex() == 1)  # nothing is recorded yet
    assert not dialog.form.record_button.isEnabled()
    dialog.form.recorded_by.setText("张医师")
    dialog.form.given_by.setText("王强")
    dialog.form.relation.setText("父亲")
    dialog.form.record_button.click()
    qtbot.waitUntil(lambda: dialog.list.count() == 1)
    assert "王强" in dialog.list.item(0).text()
    for paper in Paper:
        dialog.papers[paper].click()
        number = "_20112" if paper is Paper.NOTICE else ""  # and never a name
        name = f"{paper.heading.replace(' ', '-')}{number}_{date.today():%Y%m%d}.pdf"
        qtbot.waitUntil(lambda name=name: (tmp_path / name).exists() and name in dialog._saved.text())
        assert (tmp_path / name).read_bytes().startswith(b"%PDF")
    dialog.copy_button.click()
    asked = window.findChildren(QuestionDialog)[-1]
    next(each for each in asked.findChildren(QPushButton) if each.text() == "For the patient").click()
    name = f"everything_20112_{date.today():%Y%m%d}.html"
    qtbot.waitUntil(lambda: (tmp_path / name).exists() and name in dialog._saved.text())
    copy = (tmp_path / name).read_text(encoding="utf-8")
    for words in ("does not diagnose, prescribe or advise on drugs", "20112", "1984-05-06", "青霉素过敏"):
        assert words in copy
    assert "<h3>Consent and retention</h3><ul>\n<li>Consent: recorded and remembered, " in copy
    assert "by 王强 (父亲), written down by 张医师.</li>" in copy
    assert f"<h3>On the lists of days</h3><ul>\n<li>{date.today().isoformat()} here</li>" in copy
    dialog._ask_guardian = lambda: ("王强", True)
    dialog.withdraw_button.click()
    qtbot.waitUntil(lambda: services.people.get(1).state is PersonState.RESTRICTED)
    qtbot.waitUntil(lambda: "Restricted" in dialog.state.text())
    dialog.reject()


def test_an_export_follows_what_was_agreed_where_a_basis_is_required(
    opened: tuple[MainWindow, Services], qtbot: QtBot, tmp_path: Path
) -> None:
    window, services = opened
    services.settings.change(lambda now: replace(now, clinical=replace(now.clinical, require_basis=True)))
    entry = ConsentEntry(Basis.CONSENT, tuple(Use), Form.WRITTEN, "2026-09-01", "张医师")
    services.consents.record(2, entry)
    window.exchange.export()
    dialog = shown_dialog(qtbot)
    assert isinstance(dialog, ExchangeExportDialog)
    dialog._choose_file = lambda ending: str(tmp_path / f"out.{ending}")
    dialog.deidentify.setChecked(False)
    assert dialog.agreed_only.isHidden()  # it is of one patient
    qtbot.mouseClick(dialog.accept_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "It was not agreed that words of 王芳 are exported" in dialog._state.text())
    assert "Ctrl+Shift+K" in dialog._state.text()
    assert not (tmp_path / "out.json").exists()
    dialog.scope.setCurrentIndex(dialog.scope.count() - 1)
    assert not dialog.agreed_only.isHidden()
    dialog.agreed_only.setChecked(True)
    qtbot.mouseClick(dialog.accept_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog._state.text().startswith("Written"))
    document = read_import(tmp_path / "out.json", 0).document
    assert [person.birth_date for person in document.people] == ["1957-03-12"]
    assert document.statement == product_statement()
    dialog.reject()


def test_the_readable_copy_tells_of_consents_and_visits_in_chinese(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    scene = vault_window(
        qtbot, qapp, tmp_path, kind=VaultKind.CLINICAL, people=(), prepare=_prepare, language="zh", load=False
    )
    with scene as (window, services):
        entry = ConsentEntry(Basis.CARE, (Use.KEEP, Use.PROMPT), Form.SPOKEN, "2026-09-01", "张医师", "王强", "父亲")
        services.consents.record(1, entry)
        services.consents.keep_until(1, date(2044, 2, 29))
        services.patients.set_arrival(1, date(2026, 9, 21), Arrival.SEEN)
        window.patients._choose_file = lambda proposed: str(tmp_path / "copy.html")
        window.patients._save_copy(services.people.get(1), lambda name: None)
        answer(qtbot, "给患者本人")
        qtbot.waitUntil((tmp_path / "copy.html").exists)
        copy = (tmp_path / "copy.html").read_text(encoding="utf-8")
    assert "<h3>同意与保存期限</h3><ul>\n<li>诊疗所需：" in copy
    assert "王强（父亲）于 2026-09-01 口头给出，张医师记录。</li>\n<li>保存至 2044-02-29。</li>" in copy
    assert "<h3>历日名单</h3><ul>\n<li>2026-09-21 " in copy


def test_the_statement_stands_under_the_composer_and_doubts_an_unknown_model(
    opened: tuple[MainWindow, Services], qtbot: QtBot
) -> None:
    window, services = opened
    note = window._clinical_note
    assert note is not None
    assert "does not diagnose, prescribe or advise on drugs" in note.statement.text()
    qtbot.waitUntil(note.doubt.isVisible)
    assert "smollm-scripted" in note.doubt.text()
    services.settings.change(lambda now: replace(now, clinical=replace(now.clinical, fit_models=("SmolLM-scripted",))))
    qtbot.waitUntil(lambda: not note.doubt.isVisible())


def test_a_text_that_names_nobody_is_sent_at_once(opened: tuple[MainWindow, Services], qtbot: QtBot) -> None:
    window, _ = opened
    window.composer.set_text("头痛三天。")
    window.composer.record()
    qtbot.waitUntil(lambda: window.composer.text() == "")
    assert not [w for w in QApplication.topLevelWidgets() if isinstance(w, QuestionDialog) and w.isVisible()]


def test_a_notice_about_one_patient_never_stands_over_another(
    opened: tuple[MainWindow, Services], qtbot: QtBot
) -> None:
    window, services = opened
    services.consents.restrict(1)

    def refuse() -> None:
        window.composer.set_text("头痛三天。")
        window.composer.record()
        qtbot.waitUntil(lambda: window.notices.isVisible())
        assert "王芳" in window.notices._title.text()

    refuse()
    window.open_person(2)
    assert not window.notices.isVisible()
    window.open_person(1)
    refuse()
    qtbot.keyClick(window, Qt.Key.Key_F8, Qt.KeyboardModifier.ShiftModifier)
    assert not window.notices.isVisible()
    refuse()
    services.consents.record(1, ConsentEntry(Basis.CARE, tuple(Use), Form.SPOKEN, "2026-09-01", "张医师"))
    services.consents.lift(1)
    qtbot.waitUntil(lambda: not window.notices.isVisible())
    window.notices.show_error(UserError("disk_full"))  # of the machine, whoever is shown
    window.open_person(2)
    assert window.notices.isVisible()


def test_the_bar_and_the_erase_dialog_tell_namesakes_apart(opened: tuple[MainWindow, Services], qtbot: QtBot) -> None:
    window, _ = opened
    bar = window.top_bar
    assert not bar._same_name.isVisible()  # 王芳 is the only one
    window.open_person(3)
    assert bar._same_name.isVisible()
    assert bar._same_name.text() == "same name ×2"
    assert "same name ×2" in bar._person_chip.accessibleName()
    bar.erase_requested.emit()
    dialog = shown_dialog(qtbot)
    assert isinstance(dialog, EraseDialog)
    qtbot.waitUntil(lambda: "李建国" in dialog.whom.text())
    assert "20988" in dialog.whom.text()
    dialog.reject()


def test_a_refused_new_patient_keeps_the_form_with_what_was_typed(
    opened: tuple[MainWindow, Services], qtbot: QtBot
) -> None:
    window, services = opened
    shown = window.person_id
    window.dialogs.new_person()
    dialog = shown_dialog(qtbot)
    assert isinstance(dialog, PersonDialog)
    dialog._name.setText("李建国")
    qtbot.waitUntil(dialog._namesakes.isVisible)  # said while it is typed
    for words in ("李建国", "20731", "20988", "1957-03-12"):
        assert words in dialog._namesakes.text()
    assert dialog._namesakes.property("role") == "warning"
    dialog._birth_date.setText("1990-13-45")
    assert dialog._birth_problem.isVisible()
    assert "no such day" in dialog._birth_problem.text()
    assert not dialog.accept_button.isEnabled()
    dialog._birth_date.setText("1990年1月2日")
    assert not dialog._birth_problem.isVisible()
    dialog._record_number.setText("20731")
    assert dialog._record_problem.isVisible()
    assert "taken: 李建国" in dialog._record_problem.text()
    assert not dialog.accept_button.isEnabled()
    dialog.accept()
    assert dialog.isVisible()
    assert (dialog._name.text(), dialog._birth_date.text()) == ("李建国", "1990年1月2日")
    assert (len(services.people.list()), window.person_id) == (4, shown)
    assert window.notices.error is None
    dialog._record_number.setText("30001")
    assert not dialog._record_problem.isVisible()
    area = dialog._body_area
    told = dialog._namesakes
    assert area.rect().contains(told.mapTo(area, told.rect().bottomLeft())), "seen without scrolling"
    assert not area.verticalScrollBar().isVisible()
    dialog._record_number.setFocus()
    qtbot.keyClick(dialog._record_number, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: dialog.findChild(QuestionDialog) is not None)
    box = dialog.findChild(QuestionDialog)
    assert "1957-03-12" in box.question.text()
    qtbot.keyClick(box, Qt.Key.Key_Return)  # a second Enter changes nothing
    qtbot.waitUntil(lambda: dialog.findChild(QuestionDialog) is None)
    assert len(services.people.list()) == 4
    dialog.accept()
    qtbot.waitUntil(lambda: dialog.findChild(QuestionDialog) is not None)
    choices = dialog.findChild(QuestionDialog).findChildren(QPushButton)
    next(each for each in choices if each.text() == "Somebody else: create").click()
    qtbot.waitUntil(lambda: window.person_id == 5)
    assert services.people.get(5).birth_date == "1990-01-02"
    qtbot.waitUntil(lambda: not window.findChildren(PersonDialog))


def test_of_a_restricted_patient_nothing_is_searched_and_everything_says_so(
    opened: tuple[MainWindow, Services], qtbot: QtBot
) -> None:
    window, services = opened
    services.consents.restrict(1)
    strip = window.memory_panel.safety
    qtbot.waitUntil(strip.restricted.isVisible)
    assert "restricted" in window.top_bar._person_chip.accessibleName()
    assert window.top_bar._restricted.text() == "restricted"
    qtbot.waitUntil(lambda: window.notices.error is not None)
    window.open_person(4)
    assert not strip.restricted.isVisible()
    assert window.top_bar._restricted.text() == ""
    assert window.notices.error is None
    window.open_person(1)
    qtbot.waitUntil(lambda: window.notices.error is not None)  # back, as nobody put it away
    assert window.notices.error is not None
    assert window.notices.error.code == "person_restricted"
    window.dialogs.search()
    (dialog,) = window.findChildren(SearchDialog)
    dialog.field.setText("青霉素")
    qtbot.waitUntil(lambda: "restricted" in dialog._told.text())
    qtbot.wait(SEARCH_AFTER_MS * 2)
    assert "restricted" in dialog._told.text()
    assert (dialog._model.rowCount(), dialog.facts.list.count()) == (0, 0)
    dialog.reject()
    window.find_bar.open_bar()
    with qtbot.waitSignal(window.find_bar.needles_changed, check_params_cb=lambda needles: needles == []):
        window.find_bar.field.setText("青霉素")
    assert window.find_bar.count.text() == "restricted: not searched"
    qtbot.mouseClick(window.notices._dismiss, Qt.MouseButton.LeftButton)
    window.open_person(4)
    window.open_person(1)
    qtbot.wait(50)
    assert window.notices.error is None  # somebody has read it
    services.consents.lift(1)
    qtbot.waitUntil(lambda: not strip.restricted.isVisible())


def test_with_no_patient_the_composer_says_what_to_do_first(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.ui.vault_window.QtBot.waitUntil", lambda self, callback, **_: None)
    scene = vault_window(qtbot, qapp, tmp_path, kind=VaultKind.CLINICAL, people=(), load=False)
    with scene as (window, services):
        monkeypatch.undo()
        first = "Choose or create a patient first"
        qtbot.waitUntil(lambda: first in window.composer.edit.placeholderText())
        qtbot.keyClicks(window.composer.edit, "headache")
        assert not window.composer._send.isEnabled()
        assert not window.composer._record.isEnabled()
        for modifier in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier):
            window.composer._problem.hide()
            qtbot.keyClick(window.composer.edit, Qt.Key.Key_Return, modifier)
            assert window.composer._problem.isVisible()
            assert first in window.composer._problem.text()
            assert window.composer.text() == "headache"
        person = services.people.create("王芳")
        window.open_person(person.id)
        qtbot.waitUntil(lambda: window.composer.edit.placeholderText() == "Write a message")
        assert not window.composer._problem.isVisible() or first not in window.composer._problem.text()
        window.composer.set_text("headache")
        window.composer.record()
        qtbot.waitUntil(lambda: len(services.sessions.list(person.id)) == 1)


def test_who_is_hidden_is_told_and_a_namesake_is_marked_where_one_is_left_out(
    opened: tuple[MainWindow, Services], qtbot: QtBot
) -> None:
    window, _services = opened
    window.open_person(2)
    window.patients.move_sessions(())
    dialog = shown_dialog(qtbot)
    assert isinstance(dialog, PatientsDialog)
    qtbot.waitUntil(lambda: len(dialog.table.entries) == 3)
    assert not dialog._hidden.isVisible()
    assert {entry.person.id: entry.namesakes for entry in dialog.table.entries}[3] == 1
    dialog.reject()
    window.toggle_beside()
    dialog = _finder(window, qtbot)
    assert dialog._hidden.isVisible()
    assert "hidden while the patient is beside you" in dialog._hidden.text()
    dialog.reject()
    window.toggle_beside()


def test_after_an_identity_was_corrected_the_next_patient_is_sought(
    opened: tuple[MainWindow, Services], qtbot: QtBot
) -> None:
    window, services = opened
    finder = _finder(window, qtbot)
    person_id = finder.table.entries[0].person.id
    finder.edit_button.setFocus()
    finder.edit_button.click()
    dialog = finder.findChild(PersonDialog)
    assert dialog is not None
    qtbot.waitUntil(dialog.isVisible)
    dialog._record_number.setText("77001")
    dialog.accept_button.click()
    qtbot.waitUntil(lambda: services.people.get(person_id).record_number == "77001")
    qtbot.waitUntil(lambda: finder.focusWidget() is finder.field)
    finder.reject()


def test_the_recorder_is_remembered_and_the_button_stays_where_it_is(
    opened: tuple[MainWindow, Services], qtbot: QtBot
) -> None:
    window, services = opened
    services.consents.record(4, ConsentEntry(Basis.CARE, (Use.KEEP,), Form.SPOKEN, "2026-09-01", "张医师"))
    window.open_person(1)
    window.patients.show_consents()
    dialog = shown_dialog(qtbot)
    assert isinstance(dialog, ConsentDialog)
    qtbot.waitUntil(lambda: dialog.form.recorded_by.text() == "张医师")
    place = dialog.form.record_button.pos()
    dialog.form.recorded_by.clear()
    assert not dialog.form.record_button.isEnabled()
    QApplication.processEvents()
    assert dialog.form.record_button.pos() == place
    dialog.reject()


def test_a_reply_that_advises_on_a_medicine_says_readably_that_it_is_none(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    scene = vault_window(
        qtbot, qapp, tmp_path, kind=VaultKind.CLINICAL, people=(), prepare=_prepare, context_length=2048,
        replies=["应避免使用含糖的药物，如氨氯地平。", "他咳嗽三天。"],
    )  # fmt: skip
    words = "speaks of medicines: no advice, the clinician decides"
    with scene as (window, services):
        session_id = services.sessions.list(1)[0].id
        window.open_session(1, session_id)
        services.chat.send(session_id, "吃药有什么要注意？", "clinician")
        assert services.chat.wait_until_idle(20)
        qtbot.waitUntil(lambda: words in window.transcript.browser.toPlainText())
        services.chat.send(session_id, "他哪里不舒服？", "clinician")
        assert services.chat.wait_until_idle(20)
        qtbot.waitUntil(lambda: "他咳嗽三天。" in window.transcript.browser.toPlainText())
        qtbot.wait(300)
        assert window.transcript.browser.toPlainText().count(words) == 1
