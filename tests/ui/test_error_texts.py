"""Every error code has words, in both languages."""

from __future__ import annotations

import re

import pytest
from PySide6.QtWidgets import QApplication

from desktop_app.domain import errors
from desktop_app.domain.error_words import ERROR_WORDS
from desktop_app.domain.errors import MessageTooLarge, ModelError, UserError
from desktop_app.ui.error_texts import error_text
from tests.ui.conftest import Speak

DOCUMENTED = re.findall(r"``([a-z_]+)``", (errors.ModelError.__doc__ or "") + (errors.VaultError.__doc__ or ""))
FACT_NAMES = {"architecture", "needed_bytes", "free_bytes", "suggested_context", "path", "version", "newest"}


def test_every_documented_code_has_words() -> None:
    codes = set(DOCUMENTED) - FACT_NAMES
    assert len(codes) > 20
    assert codes <= set(ERROR_WORDS)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("code", sorted(ERROR_WORDS))
def test_every_code_reads_well_even_without_facts(speak: Speak, language: str, code: str) -> None:
    speak(language)
    text = error_text(UserError(code))
    assert text.title
    assert text.advice
    assert "{" not in text.line
    assert (re.search("[\u4e00-\u9fff]", text.title) is not None) == (language == "zh")


def test_numbers_and_sections_stand_in_the_text(speak: Speak) -> None:
    speak("zh")
    text = error_text(MessageTooLarge("question", 5000, 3200, 4096, 512))
    assert text.title == "内容过长，无法发送：问题需要 5,000 词元，可用 3,200 词元。"
    assert "4,096" in text.advice
    assert error_text(ModelError("model_no_memory", needed_bytes=4_100_000_000, free_bytes=900_000_000)).title == (
        "内存不足：这个模型需要 4.1 GB，可用 900 MB。"
    )


def test_a_path_shows_its_file_only_and_an_unknown_code_its_name(qapp: QApplication) -> None:
    assert "王芳" not in error_text(ModelError("model_empty", path="/home/王芳/m.gguf")).line
    assert "m.gguf" in error_text(ModelError("model_empty", path="/home/王芳/m.gguf")).title
    assert "brand_new_code" in error_text(UserError("brand_new_code")).title
