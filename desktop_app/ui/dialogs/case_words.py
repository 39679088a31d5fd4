"""Expectations and what became of them, in words."""

from __future__ import annotations

from collections.abc import Mapping

from desktop_app.domain.cases import CaseResult, Checked, Expectation, ExpectationKind, TurnPlace
from desktop_app.domain.why_not import Trace
from desktop_app.ui.error_texts import error_text
from desktop_app.ui.memory_panel.why_words import advice, verdict
from desktop_app.ui.texts import sentences, shortened, translate
from desktop_app.ui.transcript.display_text import printable

_CHARACTERS = 60


def kind_name(kind: ExpectationKind) -> str:
    """A kind of expectation, as it is chosen."""
    return {
        ExpectationKind.IN_PROMPT: translate("Cases", "a turn is in the prompt"),
        ExpectationKind.NOT_IN_PROMPT: translate("Cases", "a turn is not in the prompt"),
        ExpectationKind.RECALLED_CONTAINS: translate("Cases", "what is recalled contains"),
        ExpectationKind.REPLY_CONTAINS: translate("Cases", "the reply contains"),
    }[kind]


def place_words(places: Mapping[int, TurnPlace], turn_id: int) -> str:
    """A turn by its session, number and first words."""
    place = places.get(turn_id)
    if place is None:
        return translate("Cases", "a turn that was deleted")
    return translate("Cases", "“{text}” ({session}, turn {number})").format(
        text=shortened(printable(place.question), _CHARACTERS),
        session=printable(place.session_title),
        number=place.ordinal + 1,
    )


def expectation_words(wanted: Expectation, places: Mapping[int, TurnPlace]) -> str:
    """What is expected, as a sentence."""
    if wanted.kind is ExpectationKind.IN_PROMPT:
        return translate("Cases", "in the prompt: {turn}").format(turn=place_words(places, wanted.turn_id))
    if wanted.kind is ExpectationKind.NOT_IN_PROMPT:
        return translate("Cases", "not in the prompt: {turn}").format(turn=place_words(places, wanted.turn_id))
    if wanted.kind is ExpectationKind.RECALLED_CONTAINS:
        return translate("Cases", "recalled contains “{text}”").format(text=printable(wanted.text))
    return translate("Cases", "reply contains “{text}”").format(text=printable(wanted.text))


def result_word(passed: bool | None) -> str:
    """How a case or an expectation came out."""
    if passed is None:
        return translate("Cases", "– not looked at")
    return translate("Cases", "✓ passed") if passed else translate("Cases", "✗ failed")


def checked_words(checked: Checked, places: Mapping[int, TurnPlace]) -> str:
    """An expectation with what became of it, and the reason where it failed."""
    words = f"{result_word(checked.passed)}  {expectation_words(checked.expectation, places)}"
    reason = reason_words(checked)
    return f"{words}\n{reason}" if reason else words


def reason_words(checked: Checked) -> str:
    """Why an expectation failed, and what would change it; "" where it did not."""
    if checked.passed is not False:
        return ""
    if checked.trace is not None:
        return _trace_words(checked.trace)
    return {
        ExpectationKind.IN_PROMPT: "",
        ExpectationKind.NOT_IN_PROMPT: translate("Cases", "The model is sent it."),
        ExpectationKind.RECALLED_CONTAINS: translate("Cases", "No recalled memory holds this text."),
        ExpectationKind.REPLY_CONTAINS: translate("Cases", "The reply does not hold this text."),
    }[checked.expectation.kind]


def _trace_words(trace: Trace) -> str:
    return sentences(verdict(trace), advice(trace))


def first_reason(result: CaseResult) -> str:
    """The reason that stands in the table: of the first expectation that failed."""
    if result.error is not None:
        return error_text(result.error).line
    failed = next((one for one in result.checked if one.passed is False), None)
    return reason_words(failed) if failed is not None else ""
