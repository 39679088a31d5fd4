import pytest

from desktop_app.domain.events import Changed, Event
from desktop_app.services.bus import EventBus


def test_every_subscriber_hears_events_in_order() -> None:
    bus = EventBus()
    heard: list[tuple[str, Event]] = []
    bus.subscribe(lambda event: heard.append(("first", event)))
    bus.subscribe(lambda event: heard.append(("second", event)))
    one, two = Changed("one"), Changed("two")

    bus.publish(one)
    bus.publish(two)

    assert heard == [("first", one), ("second", one), ("first", two), ("second", two)]


def test_unsubscribed_callbacks_hear_nothing() -> None:
    bus = EventBus()
    heard: list[Event] = []
    unsubscribe = bus.subscribe(heard.append)
    unsubscribe()
    unsubscribe()  # twice is harmless

    bus.publish(Changed("late"))

    assert heard == []


def test_a_broken_subscriber_does_not_silence_the_others(caplog: pytest.LogCaptureFixture) -> None:
    bus = EventBus()
    heard: list[Event] = []

    def broken(_event: Event) -> None:
        raise RuntimeError("secret words")

    bus.subscribe(broken)
    bus.subscribe(heard.append)

    bus.publish(Changed("x"))

    assert heard == [Changed("x")]
    assert "secret words" not in caplog.text
    assert "RuntimeError" in caplog.text
