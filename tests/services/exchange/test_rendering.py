"""Exports for people: complete, escaped, without anything that runs."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import msgspec
import pytest

from desktop_app.domain.conversation import ASSISTANT, CLINICIAN, PERSON, FinishReason, MessageStatus, VaultKind
from desktop_app.domain.csv_cells import safe_cell
from desktop_app.domain.memory import Category, FactState, FactStatus, Polarity
from desktop_app.services.exchange.rendering import Renderer
from desktop_app.services.exchange.schema import (
    AttachmentDoc,
    ExportDoc,
    FactDoc,
    MessageDoc,
    PersonDoc,
    QuoteDoc,
    SessionDoc,
    SourceDoc,
    SummaryDoc,
    TurnDoc,
)
from desktop_app.services.exchange.words import ExportWords

_EVIL = '<script>alert(1)</script><img src="http://x">'
_TURNS = (
    TurnDoc(
        1,
        MessageDoc(PERSON, _EVIL, 1_714_550_000_000, attachments=(AttachmentDoc("a.txt", "```\nfence\n```"),)),
        MessageDoc(ASSISTANT, "**bold** reply", 1_714_550_060_000),
        pinned=True,
        context={"prompt_tokens": 321, "kept": [0], "clipped": [], "recalled": [{}, {}]},
    ),
    TurnDoc(2, MessageDoc(CLINICIAN, "left version", 1), None, 1, FinishReason.RECORDED),
    TurnDoc(3, MessageDoc("family:妈妈", "=HYPERLINK(1)", 2), None, 1, FinishReason.RECORDED),
)
_FACT = FactDoc(
    1, "self", Category.MEDICATION, "500", Polarity.AFFIRMED, FactStatus.CURRENT, FactState.ACTIVE, PERSON, 1, 1,
    attribute="metformin", unit="mg", valid_from="2019", sources=(SourceDoc(1, 1, "user", 0, 1, "<b>"),),
)  # fmt: skip
_SUMMARY = SummaryDoc("Short & sweet", "normal", (1,), 1, (QuoteDoc(1, PERSON, "2024-05-01", "word for word"),))
_SESSION = SessionDoc("# Knee *pain*", 1, 1, _TURNS, head=3, summaries=(_SUMMARY,))
_DOCUMENT = ExportDoc(0, VaultKind.PERSONAL, (PersonDoc("[Me](x)", 1, sessions=(_SESSION,), facts=(_FACT,)),))


@pytest.mark.parametrize("way", ["text", "markdown", "html"])
def test_everything_is_in_it(way: str) -> None:
    shown = getattr(Renderer(ExportWords()), way)(_DOCUMENT)
    for part in ("left version", "another version", "word for word", "metformin 500 mg", "a.txt", "321 tokens", "妈妈"):
        assert part in shown, part
    assert "not encrypted" in shown
    assert "2024-05-0" in shown
    assert shown.count("another version") == 1


@pytest.mark.parametrize("way", ["text", "markdown", "html"])
def test_half_a_reply_says_that_it_is(way: str) -> None:
    asked = MessageDoc(PERSON, "And then?", 1)
    replies = (
        MessageDoc(ASSISTANT, "Half a sen", 2, MessageStatus.CANCELLED),
        MessageDoc(ASSISTANT, "Still at it", 2, MessageStatus.INTERRUPTED),
        MessageDoc(ASSISTANT, "", 2, MessageStatus.CANCELLED),
        MessageDoc(ASSISTANT, "Whole.", 2),
    )
    turns = tuple(TurnDoc(n + 1, asked, reply, n or None) for n, reply in enumerate(replies))
    person = PersonDoc("Me", 1, sessions=(SessionDoc("Knee", 1, 1, turns, head=4),))
    for bare in (True, False):
        renderer = Renderer(ExportWords(), with_times=not bare, with_speakers=not bare)
        shown = getattr(renderer, way)(ExportDoc(0, VaultKind.PERSONAL, (person,)))
        assert shown.count("stopped before its end") == 2
        assert shown.count("not finished") == 1
        assert shown.count("nothing was written") == 1


def test_html_holds_no_markup_of_others() -> None:
    page = Renderer(ExportWords()).html(_DOCUMENT)
    assert "<script" not in page
    assert "<img" not in page
    assert "<b>" not in page
    assert "default-src 'none'" in page
    assert "&lt;script&gt;" in page


def test_markdown_marks_only_what_is_its_own() -> None:
    page = Renderer(ExportWords()).markdown(_DOCUMENT)
    assert "## \\[Me\\](x)" in page
    assert "### \\# Knee \\*pain\\*" in page
    assert "**bold** reply" in page
    assert "````\n```\nfence\n```\n````" in page


def test_times_and_speakers_can_be_left_out() -> None:
    page = Renderer(ExportWords(), with_times=False, with_speakers=False).text(_DOCUMENT)
    assert "2024-05-0" not in page.split("Facts")[0].split("word for word")[0]
    assert "Clinician" not in page


def test_a_spreadsheet_computes_nothing() -> None:
    table = list(csv.reader(io.StringIO(Renderer(ExportWords()).csv(_DOCUMENT).removeprefix("\ufeff"))))
    assert [row[5] for row in table[1:]] == [_EVIL, "**bold** reply", "left version", "'=HYPERLINK(1)"]
    for start in "=+-@\t\r":
        assert safe_cell(start + "1") == f"'{start}1"
    assert safe_cell("1=1") == "1=1"


@pytest.mark.parametrize(
    ("category", "first", "last", "shown"),
    [
        (Category.MEDICATION, "2026-11-30", "", "metformin 500 mg (Person, since 2026-11-30)"),
        (Category.MEDICATION, "", "2026-12-02", "metformin 500 mg (Person, until 2026-12-02)"),
        (Category.MEDICATION, "2026-11-30", "2026-12-02", "metformin 500 mg (Person, 2026-11-30 – 2026-12-02)"),
        (Category.MEASUREMENT, "2026-11-30", "", "metformin 500 mg (Person, 2026-11-30)"),
        (Category.MEASUREMENT, "2026-11-30", "2026-11-30", "metformin 500 mg (Person, 2026-11-30)"),
        (Category.MEDICATION, "", "", "metformin 500 mg (Person)"),
    ],
)
def test_a_fact_says_when_it_holds(category: Category, first: str, last: str, shown: str) -> None:
    fact = msgspec.structs.replace(_FACT, category=category, valid_from=first, valid_to=last)
    document = ExportDoc(0, VaultKind.PERSONAL, (PersonDoc("Me", 1, facts=(fact,)),))
    assert f"- {category.value}: {shown}\n" in Renderer(ExportWords()).text(document)
    chinese = replace(
        ExportWords(),
        since="自 {day} 起",
        until="至 {day}",
        aside="{text}（{more}）",
        comma="，",
        labelled="{label}：{text}",
    )
    if shown.endswith("since 2026-11-30)"):
        assert "- medication：metformin 500 mg（Person，自 2026-11-30 起）" in Renderer(chinese).text(document)


@pytest.mark.parametrize("state", [FactState.FORGOTTEN, FactState.RETRACTED])
def test_what_was_forgotten_stands_in_no_export_for_people(state: FactState) -> None:
    gone = msgspec.structs.replace(_FACT, value="forgotten words", state=state)
    document = ExportDoc(0, VaultKind.PERSONAL, (PersonDoc("Me", 1, facts=(_FACT, gone)),))
    for way in ("text", "markdown", "html"):
        text = getattr(Renderer(ExportWords()), way)(document)
        assert _FACT.value in text
        assert "forgotten words" not in text
