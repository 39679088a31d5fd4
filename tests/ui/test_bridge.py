"""Events and results arrive on the GUI thread, all of them, in order."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from PySide6.QtCore import QObject, QThread, Slot
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.domain.errors import UserError
from desktop_app.domain.events import Notice, ReplyDelta
from desktop_app.services.bus import EventBus
from desktop_app.services.tasks import Tasks
from desktop_app.ui.bridge import EventBridge


class _Receiver(QObject):
    def __init__(self) -> None:
        super().__init__()
        self.events: list[Any] = []
        self.results: list[Any] = []
        self.foreign_threads = 0

    @Slot(object)
    def take(self, event: object) -> None:
        self.foreign_threads += QThread.currentThread() is not self.thread()
        self.events.append(event)

    def take_result(self, result: object) -> None:
        self.foreign_threads += QThread.currentThread() is not self.thread()
        self.results.append(result)


@pytest.fixture
def tasks() -> Any:
    lanes = Tasks()
    yield lanes
    lanes.close()


def test_5000_events_from_foreign_threads_arrive_without_loss_and_in_order(
    qapp: QApplication, qtbot: QtBot, tasks: Tasks
) -> None:
    bus = EventBus()
    bridge = EventBridge(bus, tasks)
    receiver = _Receiver()
    bridge.event.connect(receiver.take)
    senders, each = 5, 1_000

    def publish(sender: int) -> None:
        for number in range(each):
            bus.publish(ReplyDelta(sender, number, "x"))

    threads = [threading.Thread(target=publish, args=(sender,)) for sender in range(senders)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    qtbot.waitUntil(lambda: len(receiver.events) == senders * each)
    assert receiver.foreign_threads == 0
    for sender in range(senders):
        assert [e.turn_id for e in receiver.events if e.session_id == sender] == list(range(each))
    bridge.close()


def test_a_result_is_delivered_on_the_gui_thread(qapp: QApplication, qtbot: QtBot, tasks: Tasks) -> None:
    bridge = EventBridge(EventBus(), tasks)
    receiver = _Receiver()
    bridge.run("read", lambda a, b: a + b, 2, 3, done=receiver.take_result)
    qtbot.waitUntil(lambda: receiver.results == [5])
    assert receiver.foreign_threads == 0


def test_a_failure_without_a_handler_becomes_a_notice(qapp: QApplication, qtbot: QtBot, tasks: Tasks) -> None:
    bridge = EventBridge(EventBus(), tasks)
    receiver = _Receiver()
    bridge.event.connect(receiver.take)

    def fail() -> None:
        raise UserError("disk_full")

    bridge.run("read", fail)
    qtbot.waitUntil(lambda: len(receiver.events) == 1)
    assert isinstance(receiver.events[0], Notice)
    assert receiver.events[0].error.code == "disk_full"


def test_an_unexpected_error_arrives_named_and_is_logged_without_its_text(
    qapp: QApplication, qtbot: QtBot, tasks: Tasks, caplog: pytest.LogCaptureFixture
) -> None:
    bridge = EventBridge(EventBus(), tasks)
    failures: list[UserError] = []

    said = "".join(("can", "ary 青霉素过敏"))  # not to stand in the source line the log quotes

    def fail() -> None:
        raise ValueError(said)

    bridge.run("read", fail, failed=failures.append)
    qtbot.waitUntil(lambda: len(failures) == 1)
    assert (failures[0].code, failures[0].facts) == ("internal_error", {"kind": "ValueError"})
    assert "ValueError" in caplog.text
    assert "canary" not in caplog.text


def test_nobody_is_called_after_their_object_was_deleted(qapp: QApplication, qtbot: QtBot, tasks: Tasks) -> None:
    bridge = EventBridge(EventBus(), tasks)
    gone, here = _Receiver(), _Receiver()
    gate = threading.Event()
    bridge.run("read", gate.wait, done=gone.take_result)
    bridge.run("read", gate.wait, done=lambda result: gone.results.append(result), owner=gone)
    gone.deleteLater()
    qapp.sendPostedEvents(gone, 0)
    gate.set()
    bridge.run("read", str, done=here.take_result)
    qtbot.waitUntil(lambda: here.results == [""])
    qtbot.wait(20)
    assert gone.results == []


def test_a_closed_bridge_says_nothing(qapp: QApplication, qtbot: QtBot, tasks: Tasks) -> None:
    bus = EventBus()
    bridge = EventBridge(bus, tasks)
    receiver = _Receiver()
    bridge.event.connect(receiver.take)
    bridge.run("read", str, done=receiver.take_result)
    bridge.close()
    bus.publish(ReplyDelta(1, 1, "x"))
    qtbot.wait(30)
    assert receiver.events == []
    assert receiver.results == []
