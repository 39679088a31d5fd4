"""A record as one HTML page that needs nothing else: no script, no address, its pictures inside."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Any

from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.fact_lines import period
from desktop_app.domain.ledger import ClipReason, Piece
from desktop_app.domain.memory import Category
from desktop_app.domain.timeline import TurnFigures
from desktop_app.ui.memory_panel.fact_words import category_name
from desktop_app.ui.records.charts import gauge_svg, segments, timeline_svg
from desktop_app.ui.texts import format_number, product_name, section_name, speaker_name, translate
from desktop_app.ui.theme import SECTION_ORDER, Theme
from desktop_app.ui.transcript.captions import reason_name
from desktop_app.ui.transcript.display_text import printable

# Nothing may be fetched, whatever a text on the page contains.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_STYLE = """
body{font:15px/1.55 system-ui,"Noto Sans CJK SC","Microsoft YaHei",sans-serif;color:#1d2125;background:#f6f7f3;margin:0}
main{max-width:880px;margin:0 auto;padding:32px 24px}
h1{font-size:22px;margin:0 0 4px}h2{font-size:17px;margin:32px 0 8px}h3{font-size:14px;margin:20px 0 6px}
p,pre{margin:4px 0}.muted{color:#5d646b;font-size:13px}article{border-top:1px solid #d9dcd6;padding:4px 0 20px}
.said{background:#fff;border:1px solid #e1e3de;border-radius:10px;padding:10px 14px;white-space:pre-wrap;
overflow-wrap:anywhere}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:13px/1.5 ui-monospace,monospace;background:#fff;padding:10px}
table{border-collapse:collapse;width:100%;font-size:13px}td,th{border-bottom:1px solid #e1e3de;padding:4px 8px 4px 0;
text-align:left;vertical-align:top}.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
svg{width:100%;height:auto;border-radius:4px;background:#e5e6e1;display:block;margin:8px 0}
.swatch{display:inline-block;width:10px;height:10px;margin-right:6px}summary{cursor:pointer}
@media print{body{background:#fff}}
"""


def html_page(
    records: Iterable[dict[str, Any]],
    kind: VaultKind,
    theme: Theme,
    turns: Sequence[TurnFigures] = (),
    pieces: Sequence[Piece] = (),
) -> Iterator[str]:
    """The page, part by part.

    Args:
        records: one a turn, as `RecordService.records` gives them.
        kind: of the vault, for what speakers are called.
        theme: whose colours the pictures have.
        turns: of the whole session, for its chart; none where a single turn is written.
        pieces: the exact prompt of a single turn.
    """
    facts: list[dict[str, Any]] = []
    for number, record in enumerate(records):
        if not number:
            yield _head(record, turns, theme)
        facts = record["facts"]
        yield from _turn(record, kind, theme, pieces)
    yield from _facts(facts, kind)
    yield f"<p class='muted'>{_text(translate('Records', 'Written by {product}.').format(product=product_name()))}</p>"
    yield "</main></body></html>\n"


def _text(value: object) -> str:
    return escape(printable(str(value)))


def _head(record: dict[str, Any], turns: Sequence[TurnFigures], theme: Theme) -> str:
    title = _text(translate("Records", "Record of “{session}”").format(session=record["session"]))
    warning = _text(translate("Records", "This file is not encrypted."))
    chart = ""
    if turns:
        heading = _text(translate("Records", "Tokens of every prompt, by section"))
        chart = f"<h2>{heading}</h2>{timeline_svg(turns, theme)}"
    return (
        "<!DOCTYPE html>\n<html><head><meta charset='utf-8'>"
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        f"<meta name='viewport' content='width=device-width'><title>{title}</title><style>{_STYLE}</style></head>"
        f"<body><main><h1>{title}</h1><p class='muted'>{_text(record['person'])}&ensp;{warning}</p>{chart}"
    )


def _turn(record: dict[str, Any], kind: VaultKind, theme: Theme, pieces: Sequence[Piece]) -> Iterator[str]:
    number = translate("Panel", "turn {number}").format(number=record["turn"] + 1)
    yield f"<article><h2>{_text(number)}</h2>"
    name = _text(speaker_name(record["speaker"], kind))
    yield f"<p class='muted'>{name}</p><div class='said'>{_text(record['user'])}</div>"
    if record["reply"]:
        name = _text(speaker_name("assistant", kind))
        yield f"<p class='muted'>{name}</p><div class='said'>{_text(record['reply'])}</div>"
    if record["prompt_tokens"]:
        yield from _prompt(record, theme, pieces)
    yield "</article>"


def _prompt(record: dict[str, Any], theme: Theme, pieces: Sequence[Piece]) -> Iterator[str]:
    sections, limit = record["sections"], record["context_limit"]
    heading = translate("Records", "Sent to the model: {tokens} of {limit} tokens").format(
        tokens=format_number(record["prompt_tokens"]), limit=format_number(limit)
    )
    yield f"<h3>{_text(heading)}</h3>{gauge_svg(segments(sections, record['reserved'], limit), theme)}"
    yield "<table>"
    for section in SECTION_ORDER:
        tokens = sections.get(str(section), 0)
        if tokens:
            swatch = f"<span class='swatch' style='background:{theme.section(section).name()}'></span>"
            yield f"<tr><td>{swatch}{_text(section_name(section))}</td><td class='n'>{format_number(tokens)}</td></tr>"
    reused = translate("Records", "read before {reused}, computed {computed}").format(
        reused=format_number(record["reused_tokens"]), computed=format_number(record["computed_tokens"])
    )
    yield f"</table><p class='muted'>{_text(reused)}&ensp;sha256 {_text(record['prompt_sha256'])}</p>"
    if pieces:
        summary = _text(translate("Records", "The exact prompt"))
        words = _text("".join(piece.text for piece in pieces))
        yield f"<details><summary>{summary}</summary><pre>{words}</pre></details>"
    yield from _clipped(record)
    yield from _recalled(record)


def _clipped(record: dict[str, Any]) -> Iterator[str]:
    if not record["clipped"]:
        return
    heads = (
        translate("Records", "Turn"),
        translate("Records", "Reason"),
        translate("Records", "Value"),
        translate("Records", "Tokens saved"),
    )
    yield f"<h3>{_text(translate('Records', 'Left out'))}</h3>{_table_head(heads)}"
    for turn in record["clipped"]:
        reason = _text(reason_name(ClipReason(turn["reason"]), turn["value"]))
        yield _row(turn["turn"] + 1, reason, f"{turn['value']:.2f}", format_number(turn["tokens"]))
    yield "</table>"


def _recalled(record: dict[str, Any]) -> Iterator[str]:
    if not record["recalled"]:
        return
    heads = (
        translate("Records", "Memory"),
        translate("Records", "From"),
        translate("Panel", "meaning"),
        translate("Panel", "words"),
        translate("Panel", "together"),
    )
    yield f"<h3>{_text(section_name('recalled'))}</h3>{_table_head(heads)}"
    for memory in record["recalled"]:
        place = f"{memory['session']}, {memory['turn'] + 1}"
        scores = (f"{memory[key]:.2f}" for key in ("vector", "word", "score"))
        yield _row(_text(memory["text"]), _text(place), *scores)
    yield "</table>"


def _facts(facts: Sequence[dict[str, Any]], kind: VaultKind) -> Iterator[str]:
    if not facts:
        return
    heads = (
        section_name("facts"),
        translate("Records", "Quote"),
        translate("Records", "Said by"),
        translate("Records", "Holds"),
    )
    yield f"<h2>{_text(section_name('facts'))}</h2>{_table_head(heads)}"
    for fact in facts:
        denied = translate("Records", "not: {value}").format(value=fact["value"])
        value = denied if fact["polarity"] == "negated" else fact["value"]
        first, last = fact["valid_from"], fact["valid_to"]
        held = period(first, last) if first and last else first or last
        name = f"{fact['own_category'] or category_name(Category(fact['category']))}: {value}"
        quote = translate("Records", "“{quote}”").format(quote=fact["quote"])
        yield _row(_text(name), _text(quote), _text(speaker_name(fact["speaker"], kind)), _text(held))
    yield "</table>"


def _table_head(names: Sequence[str]) -> str:
    return "<table><tr>" + "".join(f"<th>{_text(name)}</th>" for name in names) + "</tr>"


def _row(*cells: object) -> str:
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"
