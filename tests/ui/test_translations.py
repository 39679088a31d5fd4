"""The translations are complete, up to date and whole."""

from __future__ import annotations

import re
import shutil
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import i18n
import pytest
from PySide6.QtCore import QCoreApplication

from tests.ui.conftest import Speak


def _messages(path: Path) -> list[tuple[str, str, list[str]]]:
    return [
        (context.findtext("name", ""), message.findtext("source", ""), i18n._forms(message))
        for context in ElementTree.parse(path).getroot().iter("context")
        for message in context.iter("message")
    ]


@pytest.mark.parametrize("path", i18n.FILES, ids=lambda path: path.name)
def test_no_text_is_untranslated(path: Path) -> None:
    assert i18n.missing(path) == []


def test_the_files_know_every_text_of_the_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = {path: {entry[:2] for entry in _messages(path)} for path in i18n.FILES}
    copies = {path: tmp_path / path.name for path in i18n.FILES}
    for path, copy in copies.items():
        shutil.copy(path, copy)
    monkeypatch.setattr(i18n, "CHINESE", copies[i18n.CHINESE])
    monkeypatch.setattr(i18n, "ENGLISH", copies[i18n.ENGLISH])
    i18n.update()
    for path, copy in copies.items():
        assert {entry[:2] for entry in _messages(copy)} == before[path]


def test_what_the_window_loads_was_compiled_from_them(tmp_path: Path) -> None:
    i18n.compile_texts(tmp_path)
    for path in i18n.FILES:
        compiled = path.with_suffix(".qm")
        assert (tmp_path / compiled.name).read_bytes() == compiled.read_bytes()


def test_placeholders_survive_translation() -> None:
    for path in i18n.FILES:
        for context, source, forms in _messages(path):
            for form in forms:
                wanted, got = (sorted(set(re.findall(r"\{\w*\}|%n", text))) for text in (source, form))
                if got != wanted:  # a singular may write its number out
                    assert "%n" in source, (context, source, form)


def test_chinese_follows_the_house_style() -> None:
    for context, source, forms in _messages(i18n.CHINESE):
        for form in forms:
            assert "·" not in form, (context, source)
            assert "令牌" not in form, (context, source)
            assert not re.search("[\u4e00-\u9fff][,;!?]", form), (context, source, form)


def test_fill_takes_texts_by_context_and_without(tmp_path: Path) -> None:
    path = tmp_path / "x.ts"
    path.write_text(
        '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1" language="zh_CN">'
        "<context><name>A</name><message><source>one</source><translation type='unfinished'/></message></context>"
        "<context><name>B</name><message><source>one</source><translation type='unfinished'/></message>"
        "<message numerus='yes'><source>%n x</source><translation type='unfinished'/></message></context></TS>",
        encoding="utf-8",
    )
    assert i18n.fill({"A": {"one": "甲"}, "one": "一", "%n x": ["%n 个"]}, path) == 3
    assert [(c, s, f) for c, s, f in _messages(path)] == [
        ("A", "one", ["甲"]),
        ("B", "one", ["一"]),
        ("B", "%n x", ["%n 个"]),
    ]
    assert i18n.missing(path) == []


def test_qt_itself_speaks_the_language(speak: Speak) -> None:
    translations = speak("zh")
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "取消"
    translations.set_choice("en")
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Cancel"
    assert QCoreApplication.translate("SessionListModel", "%n turns", "", 1) == "1 turn"
