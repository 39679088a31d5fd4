"""What is said before a session is deleted."""

from __future__ import annotations

from desktop_app.storage.erasure import DerivedFromSession
from desktop_app.ui.sessions.deletion_words import deletion_words
from tests.ui.conftest import Speak


def test_everything_that_goes_is_named_and_counted(speak: Speak) -> None:
    speak("en")
    derived = DerivedFromSession(3, tuple(f"fact{n}" for n in range(10)), 1, 2, 6, 1_234)
    lines = deletion_words(derived).splitlines()
    assert lines[0] == "What goes with it: turns: 3, facts: 10, summaries: 2, vectors: 6, context records: 1,234"
    assert lines[1].startswith("Facts that rest on it alone: fact0, fact1,")
    assert lines[1].endswith("fact7 and 2 more")
    assert lines[2] == "Facts that were also said elsewhere and stay: 1"
    assert lines[3] == "You can undo this for 20 seconds."


def test_an_empty_session_takes_nothing_along(speak: Speak) -> None:
    speak("en")
    assert deletion_words(DerivedFromSession(0, (), 0, 0, 0, 0)) == "You can undo this for 20 seconds."
