"""What a file is called whose place is asked for: never by a name of a person, as names of files show anywhere."""

from __future__ import annotations

from datetime import date

from desktop_app.domain.conversation import Person


def proposed_name(what: str, ending: str, day: date, person: Person | None = None) -> str:
    """A name that tells files of several people and days apart: 病历_A1001_20261130.pdf.

    Args:
        what: the kind of file in a word or two of the window's language.
        ending: without its dot.
        day: it is written on.
        person: whose record number it has; None for none, as where what identifies is left out.
    """
    number = person.record_number if person is not None else ""
    parts = (what, number, day.strftime("%Y%m%d"))
    words = ("".join(one if one.isalnum() or one == "-" else "-" for one in part).strip("-") for part in parts)
    return "_".join(word for word in words if word) + f".{ending}"
