"""The text of a PDF is the text of its page, to be copied and searched."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pypdf
import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication

from desktop_app.ui.notes.paper import Paper, pdf
from desktop_app.ui.pdf import pdf_of
from desktop_app.ui.theme import ThemeManager, ThemeName

_TEXT = (
    "李建国，患者主诉大夫我这胸口闷得慌，有小半个月了，一上三楼就喘，没发烧。高血压10年，青霉素过敏史。骨、食、见、长、门。"
    "氨氯地平 5 mg qd BP 152/88，Dr. Smith’s first efflux of 1,234,567.89"
)


@pytest.fixture(params=["zh_CN", "en_GB"])
def language(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[str]:
    before = QLocale()
    QLocale.setDefault(QLocale(request.param))
    themes = ThemeManager(qapp, ThemeName.LIGHT, 14)  # its font, with what it asks of glyphs, is the window's
    yield request.param
    themes.deleteLater()
    qapp.setStyleSheet("")
    QLocale.setDefault(before)


def _text(data: bytes) -> str:
    text = "".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(data)).pages)
    return "".join(text.split())


def _page(text: str) -> str:
    style = "<style>body { font-family: sans-serif; }</style>"
    table = f'<table border="1"><tr><td>{text}</td></tr></table>'
    return f"<html><head>{style}</head><body><h1>{text}</h1><p>{text}</p>{table}</body></html>"


def test_every_character_of_a_note_can_be_copied_from_its_pdf(language: str) -> None:
    text = _text(pdf(Paper(_page(_TEXT), "脚注 李建国 1958-03-12", "第 {page} 页，共 {pages} 页", "未经医师核对")))
    said = "".join(_TEXT.split())
    assert text.count(said) == 3
    for mark in ("脚注李建国1958-03-12", "第1页，共1页", "未经医师核对"):
        assert mark in text


def test_every_character_of_another_page_too(language: str) -> None:
    text = _text(pdf_of(_page(_TEXT)))
    assert text.count("".join(_TEXT.split())) == 3
    assert pdf_of(_page("only Latin")).startswith(b"%PDF")
