"""Variables in personas and saved prompts."""

from __future__ import annotations

from datetime import datetime

from desktop_app.domain.named_texts import filled, values_for

NOW = datetime(2026, 3, 4, 9, 30)


def test_variables_are_filled_once_and_what_is_unknown_stays() -> None:
    values = {"user": "{{person}}", "person": "Ann"}
    assert (
        filled("{{user}} asks {{ Person }} about {{colour}} {user}", values)
        == "{{person}} asks Ann about {{colour}} {user}"
    )


def test_a_value_follows_the_language_of_the_text_and_the_person_stands_for_a_nameless_user() -> None:
    chinese = values_for("今天是{{date}}，{{weekday}}", "", "小说", NOW)
    english = values_for("Today is {{date}}, a {{weekday}}", "Bo", "The novel", NOW)
    assert (chinese["user"], chinese["date"], chinese["weekday"]) == ("小说", "2026-03-04", "周三")
    assert (english["user"], english["person"], english["weekday"]) == ("Bo", "The novel", "Wed")
