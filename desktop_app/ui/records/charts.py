"""The gauge and the chart of a session as SVG, for pages that must carry their pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from desktop_app.domain.ledger import Section
from desktop_app.domain.timeline import TurnFigures
from desktop_app.ui.memory_panel.figures import Segment, pixel_widths
from desktop_app.ui.texts import format_number, section_name, translate
from desktop_app.ui.theme import FREE, RESERVE, SECTION_ORDER, Theme

WIDTH = 880
_GAUGE_HEIGHT, _CHART_HEIGHT = 26, 180
_HEADROOM = 20  # above the measuring line, for its figure
_FAR_BELOW = 4  # prompts that fill less than this part of the window are measured by the longest
_WIDEST = 30.0
_MOST_BARS = 600  # more turns are drawn as every n-th


def segments(sections: Mapping[str, int], reserved: int, limit: int) -> tuple[Segment, ...]:
    """The stretches of a gauge, all of them together the window."""
    free = max(0, limit - sum(sections.values()) - reserved)
    tokens = {**sections, RESERVE: reserved, FREE: free}
    return tuple(Segment(str(section), tokens.get(str(section), 0)) for section in SECTION_ORDER)


def gauge_svg(parts: Sequence[Segment], theme: Theme) -> str:
    """How full the window was, and of what; each stretch says its name and figure."""
    widths = pixel_widths(tuple(parts), WIDTH, 2)
    name = escape(translate("Gauge", "How full the window is"))
    pieces = [f'<svg viewBox="0 0 {WIDTH} {_GAUGE_HEIGHT}" role="img" aria-label="{name}">{_hatching(theme)}']
    x = 0
    for part, width in zip(parts, widths, strict=True):
        if width:
            pieces.append(_bar(x, 0, width, _GAUGE_HEIGHT, part.section, part.tokens, theme))
            x += width + 2
    return "".join([*pieces, "</svg>"])


def timeline_svg(turns: Sequence[TurnFigures], theme: Theme) -> str:
    """The tokens of every prompt of a session by section; a dashed line, with its figure, measures them.

    The line is the window's limit, or the longest prompt where that is far below the limit.
    """
    sent = [turn for turn in turns if turn.prompt is not None]
    step = -(-len(sent) // _MOST_BARS) or 1
    shown = sent[::step]
    limit = max((turn.prompt.context_limit for turn in shown if turn.prompt), default=1)
    longest = max((turn.prompt.tokens for turn in shown if turn.prompt), default=1)
    measure = limit if longest * _FAR_BELOW > limit else longest
    top = round(measure * (1 + _HEADROOM / _CHART_HEIGHT))
    name = escape(translate("Records", "Tokens of every prompt, by section"))
    room = min(_WIDEST, WIDTH / max(1, len(shown)))
    width = max(0.8, room - min(3.0, room / 4))
    pieces = [f'<svg viewBox="0 0 {WIDTH} {_CHART_HEIGHT}" role="img" aria-label="{name}">']
    for place, turn in enumerate(shown):
        pieces.extend(_stack(turn, place * room, width, top, theme))
    ink = theme.color("muted").name()
    y = _CHART_HEIGHT * (1 - measure / top)
    pieces.append(f'<line x1="0" x2="{WIDTH}" y1="{y:.1f}" y2="{y:.1f}" stroke="{ink}" stroke-dasharray="6 4"/>')
    figure = format_number(measure)
    pieces.append(
        f'<text x="{WIDTH - 4}" y="{y - 5:.1f}" text-anchor="end" font-size="12" fill="{ink}">{figure}</text>'
    )
    return "".join([*pieces, "</svg>"])


def _stack(turn: TurnFigures, x: float, width: float, top: int, theme: Theme) -> Iterator[str]:
    assert turn.prompt is not None
    y = float(_CHART_HEIGHT)
    number = translate("Panel", "turn {number}").format(number=turn.ordinal + 1)
    for section, tokens in zip(Section, turn.prompt.sections, strict=True):
        if tokens:
            height = tokens / top * _CHART_HEIGHT
            y -= height
            yield _bar(x, y, width, height, section, tokens, theme, f"{number}, ")


def _bar(
    x: float, y: float, width: float, height: float, section: str, tokens: int, theme: Theme, before: str = ""
) -> str:
    words = escape(f"{before}{section_name(section)}: {format_number(tokens)}")
    fill = "url(#reserve)" if section == RESERVE else theme.section(section).name()
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{fill}">'
        f"<title>{words}</title></rect>"
    )


def _hatching(theme: Theme) -> str:
    line = theme.section(RESERVE).name()
    return (
        '<defs><pattern id="reserve" width="6" height="6" patternUnits="userSpaceOnUse">'
        f'<path d="M-1 7L7 -1" stroke="{line}" stroke-width="1.2"/></pattern></defs>'
    )
