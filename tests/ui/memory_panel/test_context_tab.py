"""The Context tab over a real vault: the exact prompt, searched, copied and, token by token, marked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.domain.events import SummaryChanged
from desktop_app.domain.ledger import Piece, PieceKind, Section
from desktop_app.domain.memory import Category
from desktop_app.services.facade import Services
from desktop_app.ui.memory_panel import context_cards
from desktop_app.ui.memory_panel.cards import Line, Role
from desktop_app.ui.memory_panel.context_cards import FIRST_CHARACTERS, NEXT_CHARACTERS
from desktop_app.ui.memory_panel.links import FACT, WHY
from desktop_app.ui.texts import format_number
from desktop_app.ui.theme import ThemeManager
from tests.ui.fakes import make_fact, make_ledger
from tests.ui.memory_panel.conftest import PanelScene
from tests.ui.memory_panel.vault_scene import VaultScene, remembering


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Services, int, int]]:
    with remembering(tmp_path_factory.mktemp("vault"), context_length=8192) as found:
        services, person, session = found
        for text in ("I am allergic to naproxen.", "Where do the beehives stand?"):
            services.chat.send(session, text, "person")
        assert services.consolidation.wait(60)
        yield services, person, session


@pytest.fixture
def sent(qtbot: QtBot, themes: ThemeManager, played: tuple[Services, int, int]) -> Iterator[VaultScene]:
    services, person, session = played
    scene = VaultScene(qtbot, services, themes)
    scene.open(person, session)
    scene.wait(lambda: scene.panel.ledger is not None)
    yield scene
    scene.close()


def lines(scene: VaultScene) -> list[Line]:
    scene.panel.show_tab("context")
    return [line for card in scene.panel.pages["context"].browser.cards for line in card.lines]


def unfold_all(scene: VaultScene) -> None:
    for section in Section:
        scene.panel.show_tab("context", section.value)


def test_search_finds_in_folded_sections_and_says_how_often(sent: VaultScene) -> None:
    tab = sent.panel._context
    assert "naproxen" not in sent.text("context")  # the history is folded
    QTest.keyClicks(tab.search, "Naproxen")
    marked = [phrase.text for line in lines(sent) for phrase in line.phrases if phrase.marked]
    assert sent.panel.ledger is not None
    times = sum(piece.text.lower().count("naproxen") for piece in sent.panel.ledger.pieces)
    assert len(marked) == times > 0
    assert tab.found.text() == f"{times} found"
    tab.find_next()
    assert sent.panel.pages["context"].browser.textCursor().selectedText().lower() == "naproxen"
    tab.search.clear()
    assert not any(phrase.marked for line in lines(sent) for phrase in line.phrases)


def test_one_turn_is_not_called_turns(sent: VaultScene) -> None:
    assert sent.panel.ledger is not None
    assert len(sent.panel.ledger.kept) == 1
    words = [phrase.text for line in lines(sent) for phrase in line.phrases]
    assert "1 turn" in words
    assert "1 turns" not in words


def test_a_section_and_the_whole_prompt_are_copied_exactly(sent: VaultScene) -> None:
    sent.text("context")
    ledger = sent.panel.ledger
    assert ledger is not None
    sent.follow("context", f"{context_cards.COPY}/history")
    history = "".join(piece.text for piece in ledger.pieces if piece.section is Section.HISTORY)
    assert QGuiApplication.clipboard().text() == history
    sent.follow("context", f"{context_cards.COPY}/all")
    assert QGuiApplication.clipboard().text() == "".join(piece.text for piece in ledger.pieces)


def test_what_was_read_before_has_a_band_and_a_figure(sent: VaultScene) -> None:
    unfold_all(sent)
    ledger = sent.panel.ledger
    assert ledger is not None
    assert ledger.reused_tokens > 0
    shown = lines(sent)
    assert any(line.banded for line in shown)
    question = next(i for i, line in enumerate(shown) if line.section == Section.QUESTION)
    assert not any(line.banded for line in shown[question : question + 4])
    system = ledger.sections["system"]
    assert f"read before: {system} of {system}" in sent.text("context")


def test_the_developer_view_shows_the_engine_s_own_tokens(sent: VaultScene) -> None:
    unfold_all(sent)
    sent.follow("context", context_cards.DEVELOPER)
    sent.wait(lambda: "Reading the tokens" not in sent.text("context"))
    ledger = sent.panel.ledger
    assert ledger is not None
    tokens = [phrase for line in lines(sent) for phrase in line.phrases if phrase.text.rpartition(":")[2].isdigit()]
    assert len(tokens) == ledger.prompt_tokens
    control = {phrase.text.rpartition(":")[0] for phrase in tokens if phrase.marked}
    assert "<|im_start|>" in control
    assert all(word.startswith("<") for word in control)
    sent.follow("context", context_cards.DEVELOPER)


def test_a_very_long_question_is_shown_in_parts(sent: VaultScene) -> None:
    text = "\n".join(f"line {number} of a long letter" for number in range(800))
    sent.type(text)
    sent.wait(lambda: sent.panel.header.title.full_text() == "Would be sent")
    shown = sent.text("context")
    assert "line 9 of" in shown
    assert "line 799 of" not in shown
    assert sent.panel.ledger is not None
    whole = len(context_cards.text_of(sent.panel.ledger, Section.QUESTION))
    assert f"{whole - FIRST_CHARACTERS:,} characters left" in shown
    assert whole < FIRST_CHARACTERS + NEXT_CHARACTERS
    sent.follow("context", f"{context_cards.MORE}/question")
    assert "line 799 of" in sent.text("context")


def test_a_fact_is_left_out_of_the_next_message_and_allowed_again(sent: VaultScene) -> None:
    sent.type("What should I avoid?")
    sent.wait(lambda: sent.panel.ledger and sent.panel.ledger.fact_ids)
    assert sent.panel.ledger is not None
    fact = sent.panel.ledger.fact_ids[0]
    sent.text("context")
    assert sent.link("context", context_cards.DROP) == ""
    sent.panel.footer.what_if.click()
    sent.text("context")
    assert sent.link("context", context_cards.DROP) == f"{context_cards.DROP}/{fact}"
    sent.follow("context", f"{context_cards.DROP}/{fact}")
    sent.wait(lambda: sent.panel.ledger and fact not in sent.panel.ledger.fact_ids)
    sent.wait(lambda: "Not with the next message: 1 fact" in sent.text("context"))
    assert "1 fact left out" in sent.panel.what_if.changes.text()
    sent.follow("context", context_cards.UNDROP)
    sent.wait(lambda: sent.panel.ledger and fact in sent.panel.ledger.fact_ids)


def test_a_count_by_cl100k_stands_beside_the_models_where_it_is_asked_for(
    qtbot: QtBot, themes: ThemeManager, played: tuple[Services, int, int]
) -> None:
    services, person, session = played
    services.settings.update(replace(services.settings.get(), show_cl100k=True))
    scene = VaultScene(qtbot, services, themes)
    try:
        scene.open(person, session)
        scene.wait(lambda: "by cl100k, an estimate" in scene.text("context"))
        ledger = scene.panel.ledger
        assert ledger is not None
        row = next(line for line in lines(scene) if line.phrases[0].text == "by cl100k, an estimate")
        assert row.right == format_number(services.context.cl100k_tokens(ledger) or 0)
    finally:
        services.settings.update(replace(services.settings.get(), show_cl100k=False))
        scene.close()


def test_facts_without_room_are_listed_and_can_be_asked_about(scene: PanelScene) -> None:
    scene.services.memory.stored[1] = [
        make_fact(1, Category.ALLERGY, "penicillin", "penicillin"),
        make_fact(2, Category.PREFERENCE, "tea", "I like tea"),
    ]
    scene.services.context.ledgers[106] = make_ledger((), (), fact_ids=[1], facts_left_out=(2,))
    scene.services.context.sessions[1] = 106
    scene.show()
    assert "Facts left out, no room: 1" in scene.text("context")
    links = [p.link for card in scene.panel.pages["context"].browser.cards for line in card.lines for p in line.phrases]
    assert f"{WHY}/{FACT}/2" in links


def test_until_the_newest_prompt_is_read_the_tab_says_so(scene: PanelScene) -> None:
    scene.services.context.ledgers[106] = make_ledger((), ())
    scene.services.context.sessions[1] = 106
    scene.panel.show_session(1, 1)
    page = scene.panel.pages["context"].browser
    assert "Reading what was sent last" in page.toPlainText()
    scene.settle()
    assert "Reading what was sent last" not in page.toPlainText()
    scene.panel.show_session(1, 2)  # nothing was sent there
    scene.settle()
    assert "Nothing has been sent yet" in page.toPlainText()


def test_the_summary_s_level_is_chosen_beside_it(sent: VaultScene) -> None:
    sent.services.bus.publish(SummaryChanged(sent.panel._session, 2))
    sent.wait(lambda: sent.panel.pages["summary"].is_there())
    sent.wait(lambda: "brief" in sent.text("summary"))
    assert sent.link("summary", "summary:level/normal") == ""  # it is the one in force
    sent.follow("summary", sent.link("summary", "summary:level/brief"))
    sent.wait(lambda: sent.services.settings.get().context.summary_level == "brief")
    sent.wait(lambda: sent.link("summary", "summary:level/normal"))


def test_a_piece_is_left_out_from_its_last_line_even_where_that_line_stands_in_it_before(qapp: QApplication) -> None:
    facts = Piece(PieceKind.CONTENT, Section.FACTS, "a\nb\na\n", 6, "fact:7")
    ledger = replace(make_ledger((), ()), pieces=(facts,))
    shown = context_cards.ContextShown(expanded={Section.FACTS.value}, can_choose=True)
    cards = context_cards.context_cards(ledger, shown)
    body = [line for card in cards for line in card.lines if line.role is Role.PROMPT]
    assert [line.phrases[0].text for line in body] == ["a", "b", "a"]
    assert [line.phrases[-1].link for line in body] == ["", "", f"{context_cards.DROP}/7"]
