"""What a test of recall found, in the language of the window."""

from __future__ import annotations

from datetime import date

from desktop_app.services.memory_test import Outcome, Report, Verdict
from desktop_app.ui.texts import format_day, format_number, translate
from desktop_app.ui.transcript.display_text import printable


def summary(report: Report) -> str:
    """The figures of all questions."""
    if not report.scored:
        return translate("MemoryTest", "The file does not say what shall be recalled: look at each question yourself.")
    told = translate("MemoryTest", "{found} of {asked} questions recall their memory.").format(
        found=format_number(report.found), asked=format_number(report.scored)
    )
    missed = {
        Verdict.BELOW_MINIMUM: translate("MemoryTest", "below the least similarity: {count}"),
        Verdict.BEHIND: translate("MemoryTest", "others took the places: {count}"),
        Verdict.NO_ROOM: translate("MemoryTest", "no room: {count}"),
        Verdict.NOT_FOUND: translate("MemoryTest", "not among the candidates: {count}"),
    }
    counts = {kind: sum(one.verdict is kind for one in report.outcomes) for kind in missed}
    reasons = translate("MemoryTest", ", ").join(
        words.format(count=format_number(counts[kind])) for kind, words in missed.items() if counts[kind]
    )
    if reasons:
        told += " " + translate("MemoryTest", "Missed: {reasons}.").format(reasons=reasons)
    # Said apart: the order may be good where the least similarity lets little of it through.
    order = translate(
        "MemoryTest",
        "By their order alone, before anything is left out, {first}% stand first and {five}% among the first five.",
    )
    return f"{told} " + order.format(
        first=round(100 * report.hit_at(1)),
        five=round(100 * report.hit_at(5)),
    )


def verdict(outcome: Outcome) -> str:
    """What became of the memory a question asks for."""
    words = {
        Verdict.FOUND: translate("MemoryTest", "✓ recalled, rank {place}"),
        Verdict.BELOW_MINIMUM: translate("MemoryTest", "✗ missed: rank {place}, score {score} is below the minimum"),
        Verdict.BEHIND: translate("MemoryTest", "✗ missed: rank {place}, others took the places"),
        Verdict.NO_ROOM: translate("MemoryTest", "✗ missed: rank {place}, no room in the budget"),
        Verdict.NOT_FOUND: translate("MemoryTest", "✗ missed: not among the candidates"),
        Verdict.NOT_SCORED: translate("MemoryTest", "– not scored"),
    }
    return words[outcome.verdict].format(place=format_number(outcome.place), score=f"{outcome.score:.2f}")


def details(outcome: Outcome, today: date) -> str:
    """What a question recalled, memory by memory, best first."""
    where = translate("MemoryTest", "{day}, “{session}”, turn {number}: score {score}")
    recalled = [
        where.format(
            day=format_day(one.said_at_ms, today),
            session=printable(one.session_title),
            number=format_number(one.ordinal + 1),
            score=f"{one.score:.2f}",
        )
        + "\n"
        + printable(one.text)
        for one in outcome.recalled
    ]
    nothing = translate("MemoryTest", "Nothing would be recalled.")
    return "\n\n".join([printable(outcome.question.text), *(recalled or [nothing])])
