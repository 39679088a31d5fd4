"""Facts from what somebody says: rules over clauses, in Chinese and English.

Deterministic and linear in the length of the text. Every fact rests on a span of the message;
questions, suppositions, small talk, stories, quotations, pasted text, documents and the
assistant's own words yield none.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from desktop_app.domain.conversation import ASSISTANT, DOCUMENT, VaultKind
from desktop_app.domain.memory import Fact, FactCandidate
from desktop_app.domain.patterns import Pattern

# What is longer is not read on: nobody says that much about himself in one message.
LONGEST_TEXT = 20_000
# Keys, hashes and encoded files: a rule would find words in them by chance.
_NO_WORDS = Pattern(r"[A-Za-z0-9+/=_\-]{40,}")


def extract(
    text: str,
    *,
    speaker: str,
    vault: VaultKind,
    said_on: date,
    recent: Sequence[Fact] = (),
    own_name: str = "",
    others: Sequence[str] = (),
    known: Sequence[Fact] = (),
    earlier: Sequence[str] = (),
) -> list[FactCandidate]:
    """The facts a message states.

    Args:
        text: the message, as stored.
        speaker: who says it: a person, a clinician, ``family:WORD`` or a document.
        vault: the kind of vault the message lies in.
        said_on: the day it is said; relative dates and ages are anchored to it.
        recent: facts of the same session, the newest first; a message that only corrects
            (不对，是头孢) is about the first that its value fits.
        own_name: what the session's person is called, "" where nobody is called anything.
        others: what other people of the vault are called; what is said of one of them is not the person's own.
        known: the person's facts of every session: whom a name means, and whose value a correction may be about.
        earlier: what the same relative said before in the session, for who they are to the patient.

    Returns:
        Candidates in the order of the text. ``value`` is ``text[start:end]``, ``quote`` the
        clause around it.
    """
    if speaker in (DOCUMENT, ASSISTANT) or not text.strip():
        return []
    # Imported with the first message: their patterns take some tenths of a second to compile,
    # for which the start of the program must not wait.
    from desktop_app.domain.extraction.known_subjects import KnownSubjects
    from desktop_app.domain.extraction.named_people import NamedPeople
    from desktop_app.domain.extraction.rules import apply_rules

    return apply_rules(
        _NO_WORDS.sub(lambda found: " " * len(found.group()), text[:LONGEST_TEXT]),
        speaker=speaker,
        vault=vault,
        said_on=said_on,
        recent=recent,
        named=NamedPeople(own_name, others),
        known=KnownSubjects.of(known),
        earlier=earlier,
    )
