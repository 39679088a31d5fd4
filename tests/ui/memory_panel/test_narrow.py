"""The panel in little room: large text, many tabs, a low window."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.domain.choices import TurnChoices
from desktop_app.domain.ledger import Section
from desktop_app.domain.prices import WhatIf
from desktop_app.domain.settings import Settings
from desktop_app.ui.memory_panel.figures import Figures
from desktop_app.ui.memory_panel.header import Header, Shown
from desktop_app.ui.memory_panel.legend import Legend
from desktop_app.ui.memory_panel.tab_strip import TabStrip, TabWords
from desktop_app.ui.texts import section_name
from desktop_app.ui.theme import RESERVE, ThemeName, make_theme
from tests.ui.fakes import make_ledger
from tests.ui.memory_panel.conftest import PanelScene


@pytest.mark.parametrize("body_px", [14, 28])
def test_every_tab_is_whole_or_in_the_menu(qtbot: QtBot, scene: PanelScene, body_px: int) -> None:
    tabs = [TabWords(page.key, page.name(), "12") for page in scene.panel.pages.values()]
    panel = QWidget()
    qtbot.addWidget(panel)
    panel.resize(380, 300)
    strip = TabStrip(make_theme(ThemeName.LIGHT, body_px), panel)
    panel.show()
    strip.resize(380, 80)
    strip.set_tabs(tabs)
    shown = [index for index in range(strip.count()) if index not in strip.hidden]
    for index in shown:
        rect = strip.tabRect(index)
        assert rect.right() < 380
        assert rect.width() >= QFontMetrics(strip._fonts(strip._metrics()[0])[0]).horizontalAdvance(
            strip.tabText(index)
        )
        # A count that has no room is told by pointing at the tab, and to screen readers in any case.
        assert strip.tabToolTip(index) == ("" if strip._metrics()[0].counts else f"{strip.tabText(index)} 12")
        assert strip.accessibleTabName(index) == f"{strip.tabText(index)} 12"
    assert bool(strip.hidden) == strip.more.isVisible()
    if body_px == 28:
        assert strip.hidden
        strip._menu.aboutToShow.emit()
        actions = strip._menu.actions()
        assert [action.text() for action in actions] == [f"{strip.tabText(index)} 12" for index in strip.hidden]
        assert strip.tabText(strip.hidden[-1]) in strip.more.accessibleName()
        actions[-1].trigger()
        assert strip.current_key() == tabs[-1].key
        assert strip.count() - 1 not in strip.hidden


@pytest.mark.parametrize(("body_px", "columns"), [(14, 2), (28, 1)])
def test_names_and_figures_of_the_legend_never_overlap(
    qtbot: QtBot, qapp: QApplication, body_px: int, columns: int
) -> None:
    theme = make_theme(ThemeName.LIGHT, body_px)
    legend = Legend(theme)
    qtbot.addWidget(legend)
    legend.resize(344, 300)
    legend.show()
    legend.set_figures(Figures.of(make_ledger(pieces=[(Section.HISTORY, 12_345)], limit=40_000, reserved=8_192)))
    assert legend.columns == columns
    metrics = QFontMetrics(theme.font("control"))
    needed = metrics.horizontalAdvance(section_name(RESERVE)) + metrics.horizontalAdvance("8,192") + theme.px(17)
    assert legend.columnWidth(0) >= needed
    listed = {legend.model().index(row, c).data() for row in range(legend.model().rowCount()) for c in range(columns)}
    assert section_name(RESERVE) in listed


def test_opening_what_if_never_makes_the_window_grow(scene: PanelScene) -> None:
    scene.show()
    scene.panel.resize(380, 700)
    least = scene.panel.minimumSizeHint().height()
    scene.panel.footer.what_if.click()
    scene.settle()
    assert scene.panel.what_if.isVisible()
    assert scene.panel.height() == 700
    assert scene.panel.minimumSizeHint().height() <= 700
    assert least < 500


def test_the_form_of_what_if_is_never_wider_than_the_panel(scene: PanelScene) -> None:
    scene.show()
    scene.panel.resize(400, 760)
    scene.panel.footer.what_if.click()
    scene.settle()
    form = scene.panel.what_if.form
    right = form.strategy.mapTo(scene.panel, form.strategy.rect().topRight()).x()
    assert right <= scene.panel.width() - 18


def test_the_title_is_never_cut_beside_the_figures(qtbot: QtBot, qapp: QApplication) -> None:
    header = Header(make_theme(ThemeName.LIGHT, 14))
    qtbot.addWidget(header)
    header.resize(600, 200)
    header.show()
    header.show_ledger(Shown(make_ledger(limit=40_000)), True)
    assert header.title.text() == "Sent to the model"
    needed = QFontMetrics(header.title.font()).horizontalAdvance("Sent to the model")
    header.resize(header.width() - (header.title.width() - needed) - 6, 200)
    assert header.title.text() == "Sent"
    header.resize(600, 200)
    assert header.title.text() == "Sent to the model"


def test_the_figures_of_a_folded_head_are_told_by_pointing(qtbot: QtBot, qapp: QApplication) -> None:
    header = Header(make_theme(ThemeName.LIGHT, 28))
    qtbot.addWidget(header)
    header.resize(371, 400)
    header.show()
    header.show_ledger(Shown(make_ledger(limit=40_000)), True)
    assert header.total.toolTip() == ""
    header.fit(100)
    assert header.is_folded
    told = header.total.toolTip().splitlines()
    assert [line.split(": ")[0] for line in told] == [
        section_name(segment.section) for segment in Figures.of(make_ledger(limit=40_000)).segments
    ]
    header.show_ledger(Shown(make_ledger(limit=40_000)), False)
    assert header.total.toolTip() == ""  # no figures are wanted


@pytest.mark.parametrize(("body_px", "width"), [(14, 371), (14, 300), (20, 371), (28, 371)])
def test_nothing_below_the_figures_moves_when_one_more_is_listed(qtbot: QtBot, body_px: int, width: int) -> None:
    theme = make_theme(ThemeName.LIGHT, body_px)
    header = Header(theme)
    header.set_theme(theme)
    qtbot.addWidget(header)
    header.resize(width, 60 * body_px)
    header.show()
    plain = make_ledger(limit=40_000)
    attached = replace(plain, pieces=(*plain.pieces, replace(plain.pieces[1], section=Section.ATTACHMENTS, tokens=512)))
    assert len(Figures.of(attached).listed) == len(Figures.of(plain).listed) + 1
    heights = set()
    for ledger in (None, plain, attached, plain):
        header.show_ledger(None if ledger is None else Shown(ledger), True)
        QApplication.processEvents()
        legend = header.legend
        heights.add((header.sizeHint().height(), legend.height(), legend.columns))
        lines = legend.model().rowCount()
        line = legend.verticalHeader().defaultSectionSize()
        assert line >= QFontMetrics(theme.font("control")).height() - 1
        # The lines of two columns are all in sight; those of one scroll in a low window.
        assert legend.columns == 1 or lines * line <= legend.height()
    assert len(heights) == 1


@pytest.mark.parametrize(("body_px", "size"), [(14, (371, 700)), (14, (371, 980)), (28, (371, 980))])
def test_what_if_moves_nothing_that_stands_above_it(
    qtbot: QtBot, scene: PanelScene, body_px: int, size: tuple[int, int]
) -> None:
    panel = scene.panel
    scene.themes.set_body_px(body_px)
    scene.show()
    panel.resize(*size)
    scene.settle()
    strip, form = panel.what_if, panel.what_if.form

    def places() -> dict[str, int]:
        parts: dict[str, QWidget] = {"tabs": panel.tabs, "page": panel.pages["context"], "legend": panel.header.legend}
        return {name: part.mapTo(panel, QPoint()).y() for name, part in parts.items()}

    def fields() -> list[int]:
        parts = (form.top_k, strip.close_button, strip.reset, panel.footer.what_if)
        return [part.mapTo(panel, QPoint()).y() for part in parts]

    before = places()
    panel.footer.what_if.click()
    scene.settle()
    assert strip.isVisible()
    assert places() == before
    opened = fields()
    # What it would change comes by itself, in one line and more.
    ledger = make_ledger()
    chosen = replace(ledger, reserved=ledger.reserved + 1)
    strip.show_choices(Settings(), TurnChoices(fill_now=True))
    for what_if in (None, WhatIf(ledger, chosen, 176, 1.5), WhatIf(ledger, chosen, 0, None), None):
        strip.show_what_if(what_if)
        scene.settle()
        assert fields() == opened
        assert places() == before
        for words in (strip.changes, strip.price):
            assert words.isHidden() or words.height() >= words.heightForWidth(words.width())
    panel.footer.what_if.click() if panel.footer.isVisible() else strip.set_open(False)
    scene.settle()
    assert places() == before
