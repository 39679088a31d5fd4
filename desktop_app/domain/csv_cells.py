"""Cells of a CSV file that a spreadsheet opens: text stays text."""

from __future__ import annotations

_COMPUTED = ("=", "+", "-", "@", "\t", "\r")


def safe_cell(text: str) -> str:
    """The cell with an apostrophe in front where a spreadsheet would take it for a formula.

    Source: OWASP, CSV Injection.
    """
    return f"'{text}" if text.startswith(_COMPUTED) else text
