"""The panel in little room: large text, many tabs, a low window."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.domain.ledger import Section
from desktop_app.ui.memory_panel.figures import Figures
from desktop_app.ui.memory_panel.legend import Legend
from desktop_app.ui.memory_panel.tab_strip import TabStrip
from desktop_app.ui.texts import section_name
from desktop_app.ui.theme import RESERVE, ThemeName, make_theme
from tests.ui.fakes import make_ledger
from tests.ui.memory_panel.conftest import PanelScene

TABS = [
    (name.lower(), name, "12") for name in ("Context", "Clipped", "Recalled", "Facts", "Summary", "Timeline", "Map")
]


@pytest.mark.parametrize("body_px", [14, 28])
def test_every_tab_is_whole_or_in_the_menu(qtbot: QtBot, qapp: QApplication, body_px: int) -> None:
    panel = QWidget()
    qtbot.addWidget(panel)
    panel.resize(380, 300)
    strip = TabStrip(make_theme(ThemeName.LIGHT, body_px), panel)
    panel.show()
    strip.resize(380, 80)
    strip.set_tabs(TABS)
    shown = [index for index in range(strip.count()) if index not in strip.hidden]
    for index in shown:
        rect = strip.tabRect(index)
        assert rect.right() < 380
        assert rect.width() >= QFontMetrics(strip._fonts(strip._metrics()[0])[0]).horizontalAdvance(
            strip.tabText(index)
        )
    assert bool(strip.hidden) == strip.more.isVisible()
    if body_px == 28:
        assert strip.hidden
        strip._menu.aboutToShow.emit()
        actions = strip._menu.actions()
        assert [action.text() for action in actions] == [f"{strip.tabText(index)} 12" for index in strip.hidden]
        assert strip.tabText(strip.hidden[-1]) in strip.more.accessibleName()
        actions[-1].trigger()
        assert strip.current_key() == "map"
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
    scene.panel.what_if_button.click()
    scene.settle()
    assert scene.panel.what_if.isVisible()
    assert scene.panel.height() == 700
    assert scene.panel.minimumSizeHint().height() <= 700
    assert least < 500


def test_the_form_of_what_if_is_never_wider_than_the_panel(scene: PanelScene) -> None:
    scene.show()
    scene.panel.resize(400, 760)
    scene.panel.what_if_button.click()
    scene.settle()
    form = scene.panel.what_if.form
    right = form.strategy.mapTo(scene.panel, form.strategy.rect().topRight()).x()
    assert right <= scene.panel.width() - 18
