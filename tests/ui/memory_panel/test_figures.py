from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from desktop_app.domain.ledger import Section
from desktop_app.ui.memory_panel.figures import Figures, Segment, pixel_widths
from desktop_app.ui.theme import FREE, RESERVE, SECTION_ORDER
from tests.ui.fakes import make_ledger

PIECES = [
    (Section.SYSTEM, 30),
    (Section.FACTS, 24),
    (Section.HISTORY, 400),
    (Section.QUESTION, 19),
    (Section.TEMPLATE, 40),
]


def test_all_segments_together_are_the_window() -> None:
    ledger = make_ledger(range(3), pieces=PIECES)
    figures = Figures.of(ledger)
    tokens = {segment.section: segment.tokens for segment in figures.segments}
    assert sum(tokens.values()) == ledger.context_limit == 1024
    assert sum(tokens[section] for section in Section) == ledger.prompt_tokens == figures.prompt_tokens == 513
    assert {str(section): tokens[section] for section in Section} == ledger.sections
    assert tokens[RESERVE] == 256
    assert tokens[FREE] == 1024 - 513 - 256


def test_the_legend_lists_attachments_only_where_there_are_some() -> None:
    assert Section.ATTACHMENTS not in [segment.section for segment in Figures.of(make_ledger(())).listed]
    attached = make_ledger((), pieces=[*PIECES, (Section.ATTACHMENTS, 5)])
    assert Section.ATTACHMENTS in [segment.section for segment in Figures.of(attached).listed]


@given(st.lists(st.integers(0, 100_000), min_size=1, max_size=10), st.integers(120, 800))
def test_widths_fill_the_bar_and_show_whatever_is_there(tokens: list[int], width: int) -> None:
    segments = tuple(Segment(str(index), value) for index, value in enumerate(tokens))
    widths = pixel_widths(segments, width, gap=2)
    present = sum(value > 0 for value in tokens)
    assert all((pixels >= 3) == (value > 0) for pixels, value in zip(widths, tokens, strict=True))
    if present:
        assert sum(widths) + 2 * (present - 1) == width


def test_every_section_a_prompt_can_have_has_a_place_in_the_gauge() -> None:
    assert set(SECTION_ORDER) >= {section.value for section in Section}
