"""One walk from the first start to paper: statement, author, status and identifiers in both languages."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.named_texts import NamedText
from desktop_app.services.exchange.collecting import Scope
from desktop_app.services.exchange.exporting import ExportFormat, ExportRequest
from desktop_app.services.facade import Services
from desktop_app.services.shipped_texts import shipped_personas
from desktop_app.ui.dialogs.welcome import WelcomeDialog
from desktop_app.ui.exchange_words import export_words
from desktop_app.ui.notes.dialog import NotesDialog
from desktop_app.ui.notes.signing import SigningDialog
from desktop_app.ui.pdf import pdf_of
from tests.services.notes.consultations import EN, ZH, hold
from tests.ui.vault_window import shown_dialog, vault_window

LEFT = Qt.MouseButton.LeftButton
ZH_TEMPLATE = NamedText("", "初诊", "主诉\n现病史\n初步诊断\n处理意见\n医师签名")
WORDS = {
    "en": (
        "does not diagnose", "Drafted by AI", "Not checked", "Checked by Dr Li", "Record no. A-1007", "Born 1968-03-02",
        "not the legal record", "diagnose",
    ),
    "zh": (
        "不诊断、不开方", "由 AI 起草", "未核对", "核对：Dr Li", "病历号 A-1007", "出生日期 1968-03-02", "不是法定病历",
        "不诊断",
    ),
}  # fmt: skip


def prepare(services: Services, said: tuple[tuple[str, str], ...], language: str) -> None:
    if language == "zh":
        services.notes.templates.keep(ZH_TEMPLATE)
    hold(services, said)


@pytest.mark.parametrize(("language", "said"), [("en", EN), ("zh", ZH)])
def test_what_it_is_is_said_from_the_first_start_to_paper(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, language: str, said: tuple[tuple[str, str], ...]
) -> None:
    statement, drafted, unchecked, checked, record, born, legal, persona_says = WORDS[language]
    with vault_window(
        qtbot, qapp, tmp_path, kind=VaultKind.CLINICAL, language=language, people=(), welcomed=False,
        prepare=partial(prepare, said=said, language=language),
    ) as (window, services):  # fmt: skip
        # First run.
        welcome = shown_dialog(qtbot)
        assert isinstance(welcome, WelcomeDialog)
        assert statement in "\n".join(each.text() for each in welcome.findChildren(QLabel))
        assert not welcome._lines[-1].isVisible()  # how to make a clinical vault: this is one
        welcome.close()
        # Persona: what the model is told it is not.
        persona = next(one for one in shipped_personas(language, VaultKind.CLINICAL) if one.id == "shipped:clinic")
        assert persona_says in persona.text
        # Note.
        qtbot.waitUntil(window.writing.notes.isVisible)
        qtbot.mouseClick(window.writing.notes, LEFT)
        dialog = shown_dialog(qtbot)
        assert isinstance(dialog, NotesDialog)
        qtbot.waitUntil(lambda: dialog.template_box.count() >= 3)
        dialog.template_box.setCurrentIndex(dialog.template_box.count() - 1 if language == "zh" else 0)
        qtbot.mouseClick(dialog.draft_button, LEFT)
        qtbot.waitUntil(lambda: dialog.note is not None)
        assert statement in dialog.statement.text()
        paper = dialog.exits.paper()
        for words in (statement, drafted, unchecked, record, born, legal, "王芳"):
            assert words in paper.html
        assert paper.watermark
        assert record in paper.foot
        # Print and PDF, once confirmed.
        qtbot.mouseClick(dialog.confirm_button, LEFT)
        qtbot.waitUntil(lambda: dialog.findChild(SigningDialog) is not None)
        signing = dialog.findChild(SigningDialog)
        signing.name.setText("Dr Li")
        qtbot.mouseClick(signing.accept_button, LEFT)
        qtbot.waitUntil(lambda: dialog.note is not None and dialog.note.is_confirmed)
        paper = dialog.exits.paper()
        for words in (statement, drafted, checked, record, born, legal):
            assert words in paper.html
        assert not paper.watermark
        assert checked in paper.foot
        printer = QPrinter()
        printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
        printer.setOutputFileName(str(tmp_path / "printed.pdf"))
        dialog.exits.print_with(printer)
        dialog.exits.save_pdf(tmp_path / "note.pdf")
        for name in ("printed.pdf", "note.pdf"):
            qtbot.waitUntil(lambda name=name: (tmp_path / name).is_file() and (tmp_path / name).stat().st_size > 1000)
        dialog.close()
        # Export.
        words_of_export = export_words(VaultKind.CLINICAL, language)
        request = ExportRequest(
            tmp_path / "all.md", Scope(), ExportFormat.MARKDOWN, True, True, False, words_of_export, pdf_of
        )
        services.exports.export(request, services.exports.progress())
        text = (tmp_path / "all.md").read_text(encoding="utf-8")
        for words in (statement, drafted, checked, legal):
            assert words in text
