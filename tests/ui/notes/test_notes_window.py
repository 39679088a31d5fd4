"""Notes through the window: drafting, sources, decisions, editing, confirming, copying, paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QPushButton, QTextEdit, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.named_texts import NamedText
from desktop_app.domain.notes.note import Part, SentenceState
from desktop_app.services.exchange.collecting import Scope
from desktop_app.services.exchange.rendering import Renderer
from desktop_app.services.exchange.words import ExportWords
from desktop_app.services.facade import Services
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.notes.dialog import NotesDialog
from desktop_app.ui.notes.section_card import SectionCard
from desktop_app.ui.notes.signing import SigningDialog
from desktop_app.ui.writing.named_texts_dialog import NamedTextsDialog
from tests.services.notes.consultations import EN, ZH, hold
from tests.services.notes.test_service import FIRST_VISIT_ZH
from tests.ui.vault_window import shown_dialog, vault_window

LEFT = Qt.MouseButton.LeftButton
Opened = tuple[MainWindow, Services, NotesDialog]
Open = Callable[..., AbstractContextManager[Opened]]


@pytest.fixture
def open_notes(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> Open:
    """Opens the notes of a consultation by the button beside the composer."""

    @contextmanager
    def make(said: tuple[tuple[str, str], ...] = EN, language: str = "en", **script: object) -> Iterator[Opened]:
        prepare = partial(hold, said=said)
        kind = VaultKind.CLINICAL
        with vault_window(
            qtbot, qapp, tmp_path, kind=kind, language=language, people=(), prepare=prepare, **script
        ) as (window, services):
            notes = window.writing.notes
            qtbot.waitUntil(notes.isVisible)
            qtbot.mouseClick(notes, LEFT)
            dialog = shown_dialog(qtbot)
            assert isinstance(dialog, NotesDialog)
            qtbot.waitUntil(lambda: dialog.template_box.count() > 0)
            yield window, services, dialog
            dialog.close()

    return make


def draft(qtbot: QtBot, dialog: NotesDialog, template: int = 0) -> None:
    before = dialog.note
    dialog.template_box.setCurrentIndex(template)
    qtbot.mouseClick(dialog.draft_button, LEFT)
    qtbot.waitUntil(lambda: dialog.note is not None and dialog.note is not before)


def card(dialog: NotesDialog, part: Part) -> SectionCard:
    assert dialog.note is not None
    number = next(at for at, each in enumerate(dialog.note.sections) if each.plan.part is part)
    return dialog.page.cards[number]


def sign(qtbot: QtBot, dialog: NotesDialog, name: str, text: str = "") -> None:
    qtbot.mouseClick(dialog.confirm_button, LEFT)
    signing = dialog.findChild(SigningDialog)
    assert signing is not None
    signing.name.setText(name)
    signing.text.setPlainText(text)
    assert dialog.note is not None
    before = (dialog.note.is_confirmed, len(dialog.note.addenda))
    qtbot.mouseClick(signing.accept_button, LEFT)

    def changed() -> bool:
        note = dialog.note
        return note is not None and (note.is_confirmed, len(note.addenda)) != before

    qtbot.waitUntil(changed)


def button_in(parent: QWidget, text: str) -> QPushButton:
    return next(each for each in parent.findChildren(QPushButton) if each.text() == text and each.isVisible())


def test_a_note_is_drafted_by_a_template_and_shows_where_each_sentence_was_said(qtbot: QtBot, open_notes: Open) -> None:
    with open_notes() as (_, services, dialog):
        assert "No note yet" in dialog.empty.text()
        qtbot.waitUntil(lambda: "王芳 female  ·  Born 1968-03-02  ·  Record no. A-1007" in dialog.who.full_text())
        assert [dialog.template_box.itemText(row) for row in range(3)] == ["First visit", "Follow-up", "SOAP"]
        draft(qtbot, dialog)
        plan = card(dialog, Part.PLAN)
        assert plan.field.toPlainText() == "Start amoxicillin 500 mg tid for 7 days.\nRest and drink plenty."
        assert "not checked" in dialog.status.text()
        assert "王芳" in dialog.who.full_text()
        assert "A-1007" in dialog.who.full_text()
        plan.field.setFocus()
        plan.field.moveCursor(QTextCursor.MoveOperation.End)
        qtbot.waitUntil(lambda: len(dialog.page.sources.findChildren(QPushButton)) == 1)
        chosen: list[tuple[int, int]] = []
        dialog.source_requested.connect(lambda session, turn: chosen.append((session, turn)))
        qtbot.mouseClick(button_in(dialog.page.sources, "Go to the turn"), LEFT)
        (session, turn) = chosen[0]
        assert session == services.notes.of_session(session)[0].session_id
        assert turn == len(EN)  # the last of the visit
        qtbot.waitUntil(lambda: not dialog.isVisible())


def test_without_the_clinicians_words_diagnosis_and_plan_say_that_they_stay_empty(
    qtbot: QtBot, open_notes: Open
) -> None:
    with open_notes((("person", "I have had a cough for a week. I think it is pneumonia."),)) as (_, _, dialog):
        draft(qtbot, dialog)
        for part in (Part.DIAGNOSIS, Part.PLAN):
            field = card(dialog, part).field
            assert field.toPlainText() == ""
            assert "stays empty" in field.placeholderText()


def test_unsupported_sentences_stay_out_until_somebody_decides(qtbot: QtBot, open_notes: Open) -> None:
    reply = "- The patient has pneumonia.[1]\n- Yes, 38.4 last night, and a rash.[1]\n"
    with open_notes(grammar_replies=[reply]) as (_, _, dialog):
        draft(qtbot, dialog)
        history = card(dialog, Part.PRESENT)
        qtbot.mouseClick(history.reword_button, LEFT)
        qtbot.waitUntil(lambda: len([b for b in history.findChildren(QPushButton) if b.text() == "Keep"]) == 2)
        assert "pneumonia" not in history.field.toPlainText()
        assert "2 to decide" in dialog.status.text()
        qtbot.mouseClick(dialog.confirm_button, LEFT)
        signing = dialog.findChild(SigningDialog)
        assert signing is not None
        signing.name.setText("Dr Li")
        qtbot.mouseClick(signing.accept_button, LEFT)
        qtbot.waitUntil(lambda: dialog.problem.isVisible())
        assert "not supported" in dialog.problem.text()
        qtbot.mouseClick(button_in(history, "Keep"), LEFT)
        qtbot.waitUntil(lambda: "pneumonia" in history.field.toPlainText())
        qtbot.mouseClick(dialog.drop_button, LEFT)
        qtbot.waitUntil(lambda: dialog.note is not None and dialog.note.unsupported == 0)
        assert "rash" not in history.field.toPlainText()


def test_all_sections_are_reworded_one_after_the_other_but_diagnosis_and_plan(qtbot: QtBot, open_notes: Open) -> None:
    with open_notes(grammar_replies=["- Made up.[1]\n"]) as (_, _, dialog):
        draft(qtbot, dialog)
        assert dialog.note is not None
        before = dialog.note
        qtbot.mouseClick(dialog.reword_button, LEFT)
        qtbot.waitUntil(lambda: dialog.reword_button.text() == "Reword all" and dialog.note is not before)
        assert dialog.note is not None
        for was, now in zip(before.sections, dialog.note.sections, strict=True):
            assert now.text == was.text
            added = [each for each in now.sentences if each.state is SentenceState.UNSUPPORTED]
            only_clinician = was.plan.part in (Part.DIAGNOSIS, Part.PLAN, Part.SIGNATURE)
            assert bool(added) is (bool(was.sentences) and not only_clinician)


def test_what_is_typed_is_kept_with_what_stood_there(qtbot: QtBot, open_notes: Open) -> None:
    with open_notes() as (_, services, dialog):
        draft(qtbot, dialog)
        diagnosis = card(dialog, Part.DIAGNOSIS)
        diagnosis.field.setFocus()
        diagnosis.field.moveCursor(QTextCursor.MoveOperation.End)
        qtbot.keyClicks(diagnosis.field, " Left side worse.")
        qtbot.waitUntil(lambda: dialog.note is not None and bool(dialog.note.changes), timeout=8000)
        (note,) = services.notes.of_session(1)
        assert note.changes[0].before == "I think this is bacterial tonsillitis."
        assert note.sections[6].text == "I think this is bacterial tonsillitis. Left side worse."
        qtbot.waitUntil(lambda: "Before it was edited" in _texts(dialog.page.sources))


def _texts(parent: QWidget) -> str:
    return "\n".join(each.text() for each in parent.findChildren(QLabel))


def test_a_confirmed_note_is_only_added_to(qtbot: QtBot, open_notes: Open) -> None:
    with open_notes() as (_, _, dialog):
        draft(qtbot, dialog)
        sign(qtbot, dialog, "Dr Li")
        qtbot.waitUntil(lambda: "Checked by Dr Li" in dialog.status.text())
        assert all(each.field.isReadOnly() for each in dialog.page.cards)
        assert not dialog.delete_button.isVisible()
        sign(qtbot, dialog, "Dr Li", "Phoned: better.")
        qtbot.waitUntil(lambda: "Phoned: better." in _texts(dialog.page))


def test_a_section_and_the_whole_note_are_copied_as_plain_text(qtbot: QtBot, open_notes: Open) -> None:
    with open_notes() as (_, _, dialog):
        draft(qtbot, dialog)
        qtbot.mouseClick(card(dialog, Part.ALLERGIES).copy_button, LEFT)
        assert QGuiApplication.clipboard().text() == "Allergies: Asked “Any allergies?”: “No.”"
        qtbot.mouseClick(dialog.copy_button, LEFT)
        text = QGuiApplication.clipboard().text()
        for words in ("王芳 female", "Record no. A-1007", "Not checked", "does not diagnose", "not the legal record"):
            assert words in text


def test_a_hand_out_is_made_of_the_plan_and_printed_only_when_checked(
    qtbot: QtBot, open_notes: Open, tmp_path: Path
) -> None:
    with open_notes() as (_, services, dialog):
        draft(qtbot, dialog)
        dialog.handout_box.setCurrentIndex(1)
        qtbot.mouseClick(dialog.handout_button, LEFT)
        qtbot.waitUntil(lambda: dialog.note is not None and dialog.note.title == "For the patient")
        medicines = card(dialog, Part.MEDICINES).field.toPlainText()
        assert medicines == "Start amoxicillin 500 mg three times a day for 7 days."
        assert not dialog.print_button.isEnabled()
        assert not dialog.pdf_button.isEnabled()
        sign(qtbot, dialog, "Dr Li")
        qtbot.waitUntil(dialog.print_button.isEnabled)
        printer = QPrinter()
        printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
        printer.setOutputFileName(str(tmp_path / "handout.pdf"))
        dialog.print_with(printer)
        qtbot.waitUntil(lambda: (tmp_path / "handout.pdf").is_file())
        assert any(entry.action == "note.printed" for entry in services.audit.entries())


def test_a_template_of_ones_own_is_edited_like_a_persona(qtbot: QtBot, open_notes: Open) -> None:
    with open_notes() as (_, services, dialog):
        qtbot.mouseClick(dialog.templates_button, LEFT)
        texts = next(w for w in QApplication.topLevelWidgets() if isinstance(w, NamedTextsDialog))
        qtbot.waitUntil(lambda: texts._list.count() == 3)
        services.notes.templates.keep(NamedText("", "Short", "Chief complaint\nThroat: throat, tonsils"))
        texts.close()
        qtbot.waitUntil(lambda: dialog.template_box.count() == 4)
        draft(qtbot, dialog, 3)
        assert dialog.note is not None
        assert [section.plan.heading for section in dialog.note.sections] == ["Chief complaint", "Throat"]
        assert "tonsils red" in dialog.note.sections[1].text


@pytest.mark.parametrize(("language", "said"), [("en", EN), ("zh", ZH)])
def test_every_control_has_a_name_and_is_reached_by_tab(
    qtbot: QtBot, open_notes: Open, language: str, said: tuple[tuple[str, str], ...]
) -> None:
    with open_notes(said, language) as (_, _, dialog):
        draft(qtbot, dialog)
        for kind in (QAbstractButton, QComboBox, QTextEdit):
            for widget in dialog.findChildren(kind):
                if widget.isVisible():
                    assert widget.accessibleName() or getattr(widget, "text", str)(), widget
                    assert widget.focusPolicy() & Qt.FocusPolicy.TabFocus, widget


def test_a_draft_is_deleted_and_the_dialog_is_as_before(qtbot: QtBot, open_notes: Open) -> None:
    with open_notes() as (_, services, dialog):
        draft(qtbot, dialog)
        qtbot.mouseClick(dialog.delete_button, LEFT)
        qtbot.waitUntil(lambda: dialog.note is None)
        assert services.notes.of_session(1) == []
        assert not dialog.confirm_button.isVisible()


@pytest.mark.parametrize(
    ("said", "language", "typed", "mark", "by_hand"),
    [
        (
            EN,
            "en",
            "Diabetes for ten years.",
            "Diabetes for ten years. [not in the record]",
            "written or changed by hand",
        ),
        (ZH, "zh", "患者有糖尿病10年。", "患者有糖尿病10年。 〔未见于记录〕", "有人工所写或改动的句子"),
    ],
)
def test_what_nobody_said_is_marked_wherever_the_note_goes(
    qtbot: QtBot,
    open_notes: Open,
    tmp_path: Path,
    said: tuple[tuple[str, str], ...],
    language: str,
    typed: str,
    mark: str,
    by_hand: str,
) -> None:
    with open_notes(said) as (_, services, dialog):
        for text in ("Allergic to ibuprofen.", "Not allergic to ibuprofen."):
            services.chat.record(1, text, "clinician")
        assert services.consolidation.wait(30)
        if language == "zh":  # a template in Chinese; the program of the test speaks English
            chinese = services.notes.draft(1, FIRST_VISIT_ZH)
            dialog._read_notes(chinese.id)
            qtbot.waitUntil(lambda: dialog.note is not None)
        else:
            draft(qtbot, dialog)
        assert dialog.note is not None
        services.notes.edit(dialog.note.id, 0, typed)
        dialog._open(dialog.note.id)
        qtbot.waitUntil(lambda: dialog.note is not None and dialog.note.unbacked == 1)
        qtbot.mouseClick(dialog.confirm_button, LEFT)
        signing = dialog.findChild(SigningDialog)
        assert signing is not None
        qtbot.waitUntil(signing.open_points.isVisible)
        told = signing.open_points.text().splitlines()
        assert [line.rstrip(".").split(": ")[-1] for line in told] == ["1", "1"]
        signing.reject()
        qtbot.mouseClick(dialog.copy_button, LEFT)
        copied = QGuiApplication.clipboard().text()
        qtbot.mouseClick(dialog.page.cards[0].copy_button, LEFT)
        document = services.exports.document(Scope(), services.exports.progress())
        exported = Renderer(ExportWords()).markdown(document), Renderer(ExportWords()).html(document)
        for text in (copied, QGuiApplication.clipboard().text(), dialog.paper().html):
            assert mark in text
            assert text.count(mark[len(typed) :]) == 1
        for text in exported:
            assert mark in text.replace("\\", "")
        for text in (copied, dialog.paper().html, *exported):
            assert by_hand in text


def test_a_confirmed_note_keeps_whose_it_was_and_says_what_was_corrected(
    qtbot: QtBot, open_notes: Open, tmp_path: Path
) -> None:
    with open_notes() as (_, services, dialog):
        draft(qtbot, dialog)
        services.patients.identify(1, "王芳", "female", "1968-03-20", "A-1007")
        sign(qtbot, dialog, "Dr Li")
        assert dialog.note is not None
        note_id = dialog.note.id
        assert not dialog.corrected.isVisible()
        services.patients.identify(1, "王芳", "male", "1968-03-20", "A-1007")
        dialog._open(note_id)
        qtbot.waitUntil(dialog.corrected.isVisible)
        assert "王芳 female  ·  Born 1968-03-20" in dialog.who.full_text()
        told = dialog.corrected.text()
        assert "identity was corrected on 20" in told
        assert "王芳 male" in told
        qtbot.mouseClick(dialog.copy_button, LEFT)
        for text in (QGuiApplication.clipboard().text(), dialog.paper().html):
            assert "王芳 female" in text
            assert told in text
        assert "王芳 female" in dialog.paper().foot
        document = services.exports.document(Scope(), services.exports.progress())
        (kept,) = document.people[0].sessions[0].notes
        assert kept.confirmed_as is not None
        assert kept.confirmed_as.sex == "female"
