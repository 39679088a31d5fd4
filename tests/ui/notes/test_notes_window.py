"""Notes through the window: drafting, sources, decisions, editing, confirming, copying, paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLabel,
    QPushButton,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from desktop_app.domain.conflicts import Settlement
from desktop_app.domain.consent import Basis, ConsentEntry, Form, Use
from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.errors import UserError
from desktop_app.domain.named_texts import NamedText
from desktop_app.domain.notes.note import Part, SentenceState
from desktop_app.services.exchange.collecting import Scope
from desktop_app.services.exchange.rendering import Renderer
from desktop_app.services.exchange.words import ExportWords
from desktop_app.services.facade import Services
from desktop_app.ui.dialogs.question import QuestionDialog
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
    qtbot.waitUntil(lambda: dialog.findChild(SigningDialog) is not None)
    signing = dialog.findChild(SigningDialog)
    signing.name.setText(name)
    signing.text.setPlainText(text)
    assert dialog.note is not None
    before = (dialog.note.is_confirmed, len(dialog.note.addenda))
    qtbot.mouseClick(signing.accept_button, LEFT)

    def changed() -> bool:
        note = dialog.note
        return note is not None and (note.is_confirmed, len(note.addenda)) != before

    qtbot.waitUntil(changed)


def copied_by(qtbot: QtBot, control: QWidget) -> str:
    """What a button puts on the clipboard."""
    QGuiApplication.clipboard().clear()
    qtbot.mouseClick(control, LEFT)
    qtbot.waitUntil(lambda: bool(QGuiApplication.clipboard().text()))
    return QGuiApplication.clipboard().text()


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


def test_what_the_clinician_said_and_no_section_holds_is_told_below(qtbot: QtBot, open_notes: Open) -> None:
    with open_notes((*EN, ("clinician", "She came with her neighbour Tom."))) as (_, services, dialog):
        draft(qtbot, dialog)
        assert not dialog.page.unplaced.isVisible()
        services.notes.templates.keep(NamedText("", "Short", "Chief complaint"))
        qtbot.waitUntil(lambda: dialog.template_box.findText("Short") >= 0)
        draft(qtbot, dialog, dialog.template_box.findText("Short"))
        qtbot.waitUntil(lambda: not dialog.page.unplaced.isHidden())
        assert "· Start amoxicillin 500 mg tid for 7 days." in dialog.page.unplaced.text()
        assert "What brings you in?" not in dialog.page.unplaced.text(), "a question states nothing"


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
        assert dialog.findChild(SigningDialog) is None, "nobody is asked for a name in vain"
        assert dialog.problem.isVisible()
        assert "not supported" in dialog.problem.text()
        qtbot.waitUntil(lambda: any(b.text() == "Keep" and b.isVisible() for b in history.findChildren(QPushButton)))
        button_in(history, "Keep").click()
        qtbot.waitUntil(lambda: "pneumonia" in history.field.toPlainText())
        qtbot.mouseClick(dialog.drop_button, LEFT)
        qtbot.waitUntil(lambda: dialog.note is not None and dialog.note.unsupported == 0)
        assert "rash" not in history.field.toPlainText()


@pytest.mark.parametrize("way", ["button", "key in the field", "key in the window"])
def test_the_words_come_back_after_a_rewording(qtbot: QtBot, open_notes: Open, way: str) -> None:
    with open_notes(grammar_replies=["- What brings you in? A sore throat for 4 days.[1]\n"]) as (_, _, dialog):
        draft(qtbot, dialog)
        complaint = card(dialog, Part.COMPLAINT)
        said = complaint.field.toPlainText()
        assert complaint.restore_button.isHidden()
        qtbot.mouseClick(complaint.reword_button, LEFT)
        qtbot.waitUntil(lambda: "A sore throat for 4 days." in complaint.field.toPlainText())
        qtbot.waitUntil(complaint.restore_button.isVisible)
        if way == "button":
            qtbot.mouseClick(complaint.restore_button, LEFT)
        else:
            where = complaint.field if "field" in way else dialog.copy_button
            where.setFocus()
            qtbot.keyClick(where, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        qtbot.waitUntil(lambda: complaint.field.toPlainText() == said)
        qtbot.waitUntil(complaint.restore_button.isHidden)
        assert "no model reworded them" in dialog.told.text() or dialog._told_timer.isActive()


def test_what_was_added_to_the_note_is_on_a_hand_out_only_when_chosen(qtbot: QtBot, open_notes: Open) -> None:
    with open_notes() as (_, _, dialog):
        draft(qtbot, dialog)
        sign(qtbot, dialog, "Dr Li")
        sign(qtbot, dialog, "Dr Li", "Amoxicillin 250 mg instead.")
        assert dialog.addenda_box.isHidden()
        dialog.handout_box.setCurrentIndex(1)
        qtbot.mouseClick(dialog.handout_button, LEFT)
        qtbot.waitUntil(lambda: dialog.note is not None and dialog.note.title == "For the patient")
        assert dialog.addenda_box.isVisible()
        assert not dialog.addenda_box.isChecked()
        assert dialog.contradicted.isVisible()
        assert "250 mg" not in _texts(dialog.page)
        dialog.addenda_box.click()
        qtbot.waitUntil(lambda: "Amoxicillin 250 mg instead." in _texts(dialog.page))
        qtbot.waitUntil(dialog.contradicted.isHidden)
        dialog.addenda_box.click()
        qtbot.waitUntil(lambda: dialog.note is not None and not dialog.note.addenda)
        assert not dialog.addenda_box.isChecked()


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


def test_what_a_sentence_rests_on_is_told_anew_as_one_types(qtbot: QtBot, open_notes: Open) -> None:
    """However much is typed behind a sentence, it is still there, and what is added is told as not said."""
    with open_notes() as (_, _, dialog):
        draft(qtbot, dialog)
        field = card(dialog, Part.DIAGNOSIS).field
        field.setFocus()
        field.moveCursor(QTextCursor.MoveOperation.End)
        qtbot.waitUntil(lambda: "As it was said." in _texts(dialog.page.sources))
        field.insertPlainText(" She has had diabetes for ten years and takes metformin 0.5 g twice a day with meals.")
        unsaid = "Changed by hand; what it says now is not in these words."
        qtbot.waitUntil(lambda: unsaid in _texts(dialog.page.sources), timeout=3000)
        assert "Left out of this section by hand" not in _texts(dialog.page.sources), "nothing was left out"
        field.selectAll()
        field.insertPlainText("Something else altogether, 12345.")
        written = "Written by hand; no words of the record stand behind it."
        qtbot.waitUntil(lambda: written in _texts(dialog.page.sources), timeout=3000)
        assert "Left out of this section by hand" in _texts(dialog.page.sources)


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
    with open_notes() as (_, services, dialog):
        draft(qtbot, dialog)
        assert copied_by(qtbot, card(dialog, Part.ALLERGIES).copy_button) == "Allergies: Asked “Any allergies?”: “No.”"
        text = copied_by(qtbot, dialog.copy_button)
        for words in ("王芳 female", "Record no. A-1007", "Not checked", "does not diagnose", "not the legal record"):
            assert words in text
        assert dialog.told.text().startswith("Copied.")
        assert [entry.action for entry in services.audit.entries()].count("note.copied") == 2


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
        dialog.exits.print_with(printer)
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
        for wanted in ("Keep", "Delete"):
            qtbot.mouseClick(dialog.delete_button, LEFT)
            box = dialog.findChild(QuestionDialog)
            assert box is not None
            assert "First visit" in box.question.text()
            assert len(services.notes.of_session(1)) == 1
            qtbot.mouseClick(next(b for b in box.findChildren(QPushButton) if b.text() == wanted), LEFT)
            qtbot.waitUntil(lambda: dialog.findChild(QuestionDialog) is None)
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
        qtbot.waitUntil(lambda: dialog.findChild(SigningDialog) is not None)
        signing = dialog.findChild(SigningDialog)
        qtbot.waitUntil(signing.open_points.isVisible)
        told = signing.open_points.text().splitlines()
        assert [line.rstrip(".").split(": ")[-1] for line in told] == ["1", "1"]
        signing.reject()
        copied = copied_by(qtbot, dialog.copy_button)
        section = copied_by(qtbot, dialog.page.cards[0].copy_button)
        document = services.exports.document(Scope(), services.exports.progress())
        exported = Renderer(ExportWords()).markdown(document), Renderer(ExportWords()).html(document)
        for text in (copied, section, dialog.exits.paper().html):
            assert mark in text
            assert text.count(mark[len(typed) :]) == 1
        for text in exported:
            assert mark in text.replace("\\", "")
        for text in (copied, dialog.exits.paper().html, *exported):
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
        for text in (copied_by(qtbot, dialog.copy_button), dialog.exits.paper().html):
            assert "王芳 female" in text
            assert told in text
        assert "王芳 female" in dialog.exits.paper().foot
        document = services.exports.document(Scope(), services.exports.progress())
        (kept,) = document.people[0].sessions[0].notes
        assert kept.confirmed_as is not None
        assert kept.confirmed_as.sex == "female"


def test_the_notes_of_other_sessions_are_told_of_and_opened(qtbot: QtBot, open_notes: Open) -> None:
    """Who sees "no note yet" writes a second one, which repeats or contradicts the first."""
    with open_notes() as (window, services, dialog):
        assert not dialog.elsewhere_button.isVisible()
        draft(qtbot, dialog)
        sign(qtbot, dialog, "Dr Li")
        assert dialog.note is not None
        first = dialog.note.id
        dialog.hide()
        later = services.sessions.create(1, "control")
        services.chat.record(later.id, "The throat is better.", "person")
        window.open_session(1, later.id)
        qtbot.mouseClick(window.writing.notes, LEFT)
        qtbot.waitUntil(lambda: any(d.isVisible() and d is not dialog for d in window.findChildren(NotesDialog)))
        other = next(d for d in window.findChildren(NotesDialog) if d.isVisible() and d is not dialog)
        qtbot.waitUntil(other.elsewhere_button.isVisible)
        assert other.elsewhere_button.text() in ("1 note of other sessions", "1 notes of other sessions")
        assert "Other sessions of this patient have notes" in other.empty.text()
        assert "session “visit”" in other.notes_box.itemText(0)
        assert other.notes_box.currentIndex() == -1
        qtbot.mouseClick(other.elsewhere_button, LEFT)
        qtbot.waitUntil(lambda: other.note is not None and other.note.id == first)
        assert "Checked by Dr Li" in other.status.text()
        draft(qtbot, other, 1)  # is of the session that is open
        assert other.note is not None
        assert other.note.session_id == later.id
        other.close()


def _agree(services: Services, uses: tuple[Use, ...]) -> None:
    services.consents.record(1, ConsentEntry(Basis.CONSENT, uses, Form.WRITTEN, "2026-09-01", "Dr Li"))


def test_what_was_not_agreed_to_leaves_only_after_a_question_that_is_noted(
    qtbot: QtBot, open_notes: Open, tmp_path: Path
) -> None:
    with open_notes() as (_, services, dialog):
        _agree(services, (Use.KEEP, Use.PROMPT))
        draft(qtbot, dialog)
        dialog.exits.ask_file = lambda proposed: str(tmp_path / Path(proposed).name)
        for control, what in (
            (dialog.copy_button, "copy"),
            (dialog.pdf_button, "file"),
            (dialog.handout_button, "hand-out"),
        ):
            QGuiApplication.clipboard().clear()
            qtbot.mouseClick(control, LEFT)
            qtbot.waitUntil(lambda: dialog.findChild(QuestionDialog) is not None)
            box = dialog.findChild(QuestionDialog)
            assert "王芳" in box.question.text()
            assert "put before the language model" in box.told.text()
            qtbot.mouseClick(next(b for b in box.findChildren(QPushButton) if b.text() == "Leave it"), LEFT)
            qtbot.waitUntil(lambda: dialog.findChild(QuestionDialog) is None)
            noted = f'{{"what": "{what}", "went_on": false}}'
            qtbot.waitUntil(lambda noted=noted: noted in [entry.detail for entry in services.audit.entries()])
            assert QGuiApplication.clipboard().text() == ""
            assert list(tmp_path.glob("*.pdf")) == []
            assert len(services.notes.of_session(1)) == 1
        qtbot.mouseClick(dialog.pdf_button, LEFT)
        qtbot.waitUntil(lambda: dialog.findChild(QuestionDialog) is not None)
        box = dialog.findChild(QuestionDialog)
        qtbot.mouseClick(next(b for b in box.findChildren(QPushButton) if b.text() == "Go on all the same"), LEFT)
        name = f"Note_A-1007_{date.today():%Y%m%d}.pdf"
        qtbot.waitUntil((tmp_path / name).is_file)
        qtbot.waitUntil(lambda: name in dialog.told.text())
        QGuiApplication.clipboard().clear()
        qtbot.mouseClick(dialog.copy_button, LEFT)  # the answer was for the file alone
        qtbot.waitUntil(lambda: dialog.findChild(QuestionDialog) is not None)
        assert QGuiApplication.clipboard().text() == ""
        dialog.findChild(QuestionDialog).reject()
        _agree(services, (Use.HAND_OUT,))
        assert copied_by(qtbot, dialog.copy_button)


def test_where_a_basis_is_required_nothing_of_a_note_leaves_without_one(qtbot: QtBot, open_notes: Open) -> None:
    with open_notes() as (_, services, dialog):
        draft(qtbot, dialog)
        _agree(services, (Use.KEEP, Use.PROMPT))
        services.settings.change(lambda now: replace(now, clinical=replace(now.clinical, require_basis=True)))
        QGuiApplication.clipboard().clear()
        for control in (dialog.copy_button, dialog.pdf_button, dialog.handout_button, dialog.page.cards[0].copy_button):
            dialog.problem.hide()
            qtbot.mouseClick(control, LEFT)
            qtbot.waitUntil(dialog.problem.isVisible)
            assert "It was not agreed that words of 王芳 are exported" in dialog.problem.text()
        assert QGuiApplication.clipboard().text() == ""
        assert len(services.notes.of_session(1)) == 1


def test_rewording_says_what_it_does_and_what_came_of_it(qtbot: QtBot, open_notes: Open) -> None:
    """Nothing the model gave could be taken: the words stand, and nobody says that the model drafted them."""
    with open_notes(grammar_replies=["\n"]) as (_, _, dialog):
        draft(qtbot, dialog)
        said: list[str] = []
        keep = dialog.told.setText
        dialog.told.setText = lambda words: (said.append(words), keep(words))  # type: ignore[method-assign,func-returns-value]
        qtbot.mouseClick(dialog.reword_button, LEFT)
        qtbot.waitUntil(lambda: dialog.told.text().startswith("The model changed nothing"), timeout=15_000)
        assert any("puts “Chief complaint” into words" in words for words in said)
        assert dialog.note is not None
        assert dialog.note.drafted_by == ""
        qtbot.waitUntil(lambda: dialog.reword_button.text() == "Reword all")
        dialog._told_timer.stop()
        dialog._told_timer.timeout.emit()
        assert dialog.told.text().startswith("The model changed nothing"), "it is not over when somebody looks up"


def test_nothing_is_said_of_a_note_before_there_is_one(open_notes: Open) -> None:
    with open_notes() as (window, services, first):
        assert window.session_id is not None
        dialog = NotesDialog(services, window.bridge, first._themes, window.session_id, window)
        dialog.show()
        assert not dialog.addenda_box.isVisible()
        assert not dialog.contradicted.isVisible()
        dialog.close()


def test_that_no_basis_is_recorded_is_said_and_nothing_is_asked(qtbot: QtBot, open_notes: Open) -> None:
    with open_notes() as (_, services, dialog):
        qtbot.waitUntil(dialog.basis.isVisible)
        assert "No basis is recorded" in dialog.basis.text()
        draft(qtbot, dialog)
        assert copied_by(qtbot, dialog.copy_button)
        _agree(services, tuple(Use))
        dialog.basis.show_for(1)
        qtbot.wait(100)
        assert not dialog.basis.isVisible()


def test_of_a_restricted_patient_a_note_is_read_and_no_more(qtbot: QtBot, open_notes: Open) -> None:
    with open_notes() as (_, services, dialog):
        draft(qtbot, dialog)
        services.consents.restrict(1)
        assert dialog.note is not None
        before = dialog._opened
        dialog._open(dialog.note.id)
        qtbot.waitUntil(lambda: dialog._opened is not before)
        QGuiApplication.clipboard().clear()
        controls = (
            dialog.copy_button, dialog.pdf_button, dialog.print_button, dialog.handout_button, dialog.confirm_button,
            dialog.page.cards[0].copy_button,
        )  # fmt: skip
        for control in controls:
            dialog.problem.hide()
            qtbot.mouseClick(control, LEFT)
            qtbot.waitUntil(dialog.problem.isVisible)
            assert "The record of 王芳 is restricted" in dialog.problem.text()
        assert QGuiApplication.clipboard().text() == ""
        assert dialog.findChild(SigningDialog) is None
        assert card(dialog, Part.PLAN).field.isReadOnly()
        assert "amoxicillin" in card(dialog, Part.PLAN).field.toPlainText()
        with pytest.raises(UserError, match="person_restricted"):
            services.notes.confirm(dialog.note.id, "Dr Li")


def _question(qtbot: QtBot, dialog: NotesDialog) -> QuestionDialog:
    qtbot.waitUntil(lambda: dialog.findChild(QuestionDialog) is not None)
    return dialog.findChild(QuestionDialog)


def test_a_note_that_names_another_patient_is_asked_about_when_typed_and_when_confirmed(
    qtbot: QtBot, open_notes: Open
) -> None:
    with open_notes() as (_, services, dialog):
        services.people.create("王秀英", "female", "1946-07-05", "B20456")
        draft(qtbot, dialog)
        qtbot.waitUntil(lambda: dialog._guard._mentions is not None and not dialog._guard._reading)
        field = card(dialog, Part.PRESENT).field
        field.setFocus()
        field.moveCursor(QTextCursor.MoveOperation.End)
        field.insertPlainText("\n王秀英血钾5.8。")
        box = _question(qtbot, dialog)
        assert "王秀英" in box.question.text()
        assert "B20456" in box.question.text()
        assert "王芳" in box.told.text()
        qtbot.mouseClick(button_in(box, "It belongs here"), LEFT)
        qtbot.waitUntil(lambda: dialog.findChild(QuestionDialog) is None)
        assert dialog.note is not None
        assert "王秀英血钾5.8。" in "".join(each.text for each in dialog.note.sections), "nothing typed is lost"
        qtbot.mouseClick(dialog.confirm_button, LEFT)
        box = _question(qtbot, dialog)  # by a name somebody answers for it: asked again
        assert "王秀英" in box.question.text()
        qtbot.mouseClick(button_in(box, "Back to the text"), LEFT)
        qtbot.waitUntil(lambda: dialog.findChild(QuestionDialog) is None)
        assert dialog.findChild(SigningDialog) is None
        qtbot.mouseClick(dialog.confirm_button, LEFT)
        qtbot.mouseClick(button_in(_question(qtbot, dialog), "It belongs here"), LEFT)
        qtbot.waitUntil(lambda: dialog.findChild(SigningDialog) is not None)
        dialog.findChild(SigningDialog).reject()


CONTRADICTED = (
    ("clinician", "否认药物过敏。"),
    ("family:家属", "他对磺胺过敏。"),
    ("person", "咳嗽三天了。"),
)


def test_a_draft_says_what_was_settled_since_and_counts_what_a_hand_left_open(qtbot: QtBot, open_notes: Open) -> None:
    with open_notes(CONTRADICTED) as (_, services, dialog):
        assert services.consolidation.wait(20)
        template = NamedText("", "初诊", "主诉\n过敏史")
        left, typed = services.notes.draft(1, template), services.notes.draft(1, template)
        open_mark = "他对磺胺过敏。（家属说；待核实）"
        assert open_mark in typed.sections[1].text
        services.notes.edit(typed.id, 1, typed.sections[1].text.replace("他对磺胺过敏。", "他说对磺胺过敏。"))
        (conflict,) = services.memory.conflicts(1)
        services.memory.settle(conflict, Settlement.KEEP_NEW)
        dialog._read_notes(left.id)
        qtbot.waitUntil(lambda: dialog.note is not None and dialog.note.id == left.id)
        assert card(dialog, Part.ALLERGIES).field.toPlainText() == "他对磺胺过敏。（家属述）"
        assert "settled or changed since" in dialog.told.text()
        dialog._open(typed.id)
        qtbot.waitUntil(lambda: dialog.note is not None and dialog.note.id == typed.id)
        assert "他说对磺胺过敏。（家属说；待核实）" in card(dialog, Part.ALLERGIES).field.toPlainText(), (
            "a hand's stays"
        )
        assert "1 call unresolved" in dialog.status.text()
        qtbot.mouseClick(dialog.confirm_button, LEFT)
        qtbot.waitUntil(lambda: dialog.findChild(SigningDialog) is not None)
        signing = dialog.findChild(SigningDialog)
        assert "call unresolved what was settled since: 1" in signing.open_points.text()
        signing.reject()


def test_a_note_of_which_nothing_is_the_models_does_not_say_that_it_drafted_it(qtbot: QtBot, open_notes: Open) -> None:
    with open_notes(grammar_replies=["- The patient has pneumonia.[1]\n"]) as (_, _, dialog):
        draft(qtbot, dialog)
        history = card(dialog, Part.PRESENT)
        qtbot.mouseClick(history.reword_button, LEFT)
        qtbot.waitUntil(lambda: dialog.note is not None and dialog.note.unsupported == 1)
        assert dialog.note is not None
        assert dialog.note.model
        qtbot.mouseClick(dialog.drop_button, LEFT)
        qtbot.waitUntil(lambda: dialog.note is not None and dialog.note.unsupported == 0)
        assert "Drafted by AI" not in copied_by(qtbot, dialog.copy_button)
        assert "Drafted by AI" not in dialog.exits.paper().html
