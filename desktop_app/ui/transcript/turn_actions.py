"""What can be done with a turn of the transcript: by menu, by key, and on the bar over it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QMenu

from desktop_app.domain.conversation import FinishReason, Turn, VaultKind
from desktop_app.domain.errors import UserError
from desktop_app.domain.events import Notice, TurnAdded
from desktop_app.domain.prices import Price
from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.dialogs.question import QuestionDialog
from desktop_app.ui.preferences import PreferenceStore
from desktop_app.ui.privacy.retention import ReasonedDeletion
from desktop_app.ui.sessions.deletion import PendingDeletions
from desktop_app.ui.texts import format_number, translate
from desktop_app.ui.theme import Theme, ThemeManager
from desktop_app.ui.transcript.rows import RowKind
from desktop_app.ui.transcript.turn_bar import TurnBar
from desktop_app.ui.transcript.turn_copy import as_markdown, as_text
from desktop_app.ui.transcript.turn_editor import TurnEditor
from desktop_app.ui.transcript.turn_undo import TurnUndo
from desktop_app.ui.transcript.view import TranscriptView

_log = logging.getLogger(__name__)

_CONTROL, _SHIFT, _ALT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)
_NO_MODIFIER = Qt.KeyboardModifier.NoModifier
# Keys of the transcript; `actions.REGION_COMMANDS` lists them for people.
_KEYS: Final = {
    (Qt.Key.Key_F2, _NO_MODIFIER): "edit",
    (Qt.Key.Key_R, _CONTROL): "again",
    (Qt.Key.Key_Return, _CONTROL): "go_on",
    (Qt.Key.Key_Enter, _CONTROL): "go_on",
    (Qt.Key.Key_C, _CONTROL | _SHIFT): "markdown",
    (Qt.Key.Key_Left, _ALT): "older",
    (Qt.Key.Key_Right, _ALT): "newer",
    (Qt.Key.Key_Up, _ALT): "before",
    (Qt.Key.Key_Down, _ALT): "after",
}


class TurnActions(QObject):
    """Carries out commands on turns.

    Attributes:
        editor: the card for editing a message, to stand above the composer.
        undo: the line that undoes a deletion, to stand there too.
        bar: what shows over the turn the pointer is on.
        before_sending: gets an edited text and what sends it; may ask before it does.

    Signals:
        erase_requested: a turn is to be erased with a certificate.
        move_requested: the turns that are another patient's.
        deletion_waits: how many turns of the shown session are deleted and can still be had back.
    """

    erase_requested = Signal(object)  # Turn
    move_requested = Signal(object)
    deletion_waits = Signal(int)

    def __init__(
        self,
        services: Services,
        bridge: EventBridge,
        themes: ThemeManager,
        preferences: PreferenceStore,
        view: TranscriptView,
    ) -> None:
        super().__init__(view)
        self._services = services
        self._bridge = bridge
        self._preferences = preferences
        self._view = view
        self.editor, self.undo = TurnEditor(), TurnUndo()
        self.bar = TurnBar(view.browser, self._offered)
        self.bar.set_theme(themes.theme)
        themes.theme_changed.connect(self._on_theme)
        self.before_sending: Callable[[str, Callable[[], object]], object] = lambda text, send: send()
        self._deletions = PendingDeletions(self._delete_for_good, parent=self)
        self._deletions.changed.connect(self._on_deletions_changed)
        self._commands: dict[str, Callable[[Turn], object]] = {
            "copy": lambda turn: QGuiApplication.clipboard().setText(as_text(turn)),
            "markdown": self._copy_markdown,
            "edit": lambda turn: self.editor.open_turn(turn.id, turn.question.text),
            "again": lambda turn: self._bridge.run("turn", services.chat.ask_again, turn.id),
            "go_on": lambda turn: self._bridge.run("turn", services.chat.continue_reply, turn.id),
            "pin": lambda turn: self._bridge.run("read", services.sessions.pin_turn, turn.id, not turn.pinned),
            "older": lambda turn: view.show_version(turn.id, -1),
            "newer": lambda turn: view.show_version(turn.id, 1),
            "move": self._ask_to_move,
            "delete": self._ask_to_delete,
            "erase": self.erase_requested.emit,
            "more": self._open_menu,
        }
        view.browser.stop_at_reply_top = preferences.get().stop_at_reply_top
        view.browser.installEventFilter(self)
        view.turn_menu_requested.connect(self._extend_menu)
        view.continue_requested.connect(partial(self.run, "go_on"))
        view.session_shown.connect(self._on_session)
        self.bar.pressed.connect(self.run)
        self.bar.shown_for.connect(self._price_again)
        self.editor.sent.connect(self._resend)
        self.editor.closed.connect(lambda: view.browser.setFocus(Qt.FocusReason.ShortcutFocusReason))
        self.undo.undo_requested.connect(self.undo_deletion)
        bridge.event.connect(self._on_event)

    # --- what the window asks

    @Slot(str, int)
    def run(self, name: str, turn_id: int) -> None:
        """Carry out a command on a turn, where it can be."""
        turn = self._view.turn(turn_id)
        if turn is not None and name in self._offered(turn_id):
            self._commands[name](turn)

    @property
    def deleted(self) -> frozenset[int]:
        """Turns that are deleted as long as nobody undoes it."""
        return self._deletions.hidden

    @Slot()
    def undo_deletion(self) -> bool:
        """Keep the turn that was deleted last after all. False where none waits."""
        if not self._deletions.undoable:
            return False
        at_it = self.undo.undo_button.hasFocus()
        (turn_id,) = self._deletions.undoable
        self._deletions.undo()
        if at_it or self._view.browser.hasFocus():  # go on at what is back
            self._view.browser.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self._view.scroll_to_turn(turn_id)
        return True

    @Slot()
    def flush_deletions(self) -> None:
        """Delete what is pending before anything else is said: it must not be in the next prompt."""
        self._deletions.flush()

    def finish(self) -> None:
        """Carry out a pending deletion now, on this thread: the program is about to end."""
        pending = self._deletions.undoable
        self._deletions.undo()
        for turn_id in pending:
            try:
                self._services.sessions.delete_turn(turn_id, self._deletions.reason)
            except UserError as error:
                _log.error("a deletion was not carried out: %s", error.code)

    # --- what is offered

    def _offered(self, turn_id: int) -> frozenset[str]:
        turn = self._view.turn(turn_id)
        if turn is None or turn.finish_reason is None:
            return frozenset()
        offered = {"copy", "markdown", "pin", "delete", "erase", "more"}
        if self._services.vault_kind is VaultKind.CLINICAL:
            offered.add("move")
        if not turn.is_from_memory and turn.finish_reason is not FinishReason.RECORDED:
            offered |= {"edit", "again"}
        if turn.can_go_on and turn_id == self._view.turn_ids()[-1]:
            offered.add("go_on")
        versions = self._view.versions(turn_id)
        if versions:
            place = versions.index(turn_id)
            offered |= {"older"} if place else set()
            offered |= {"newer"} if place < len(versions) - 1 else set()
        return frozenset(offered)

    @Slot(object, int)
    def _extend_menu(self, menu: QMenu, turn_id: int) -> None:
        turn = self._view.turn(turn_id)
        offered = self._offered(turn_id)
        if turn is None or not offered:
            return
        menu.addSeparator()
        words = {
            "copy": translate("Transcript", "Copy message and reply"),
            "markdown": translate("Transcript", "Copy as Markdown"),
            "edit": translate("Transcript", "Edit and resend"),
            "again": translate("Transcript", "Regenerate the reply"),
            "go_on": translate("Transcript", "Continue the reply"),
            "older": translate("Transcript", "Show the version before"),
            "newer": translate("Transcript", "Show the version after"),
            "pin": translate("Transcript", "Unpin") if turn.pinned else translate("Transcript", "Pin"),
        }
        for name, text in words.items():
            if name in offered:
                action = menu.addAction(text, partial(self.run, name, turn_id))
                if name == "again":
                    self._price(turn, partial(self._say_price, action.setText))
        menu.addSeparator()
        if "move" in offered:
            menu.addAction(translate("Transcript", "Move to another patient …"), partial(self.run, "move", turn_id))
        menu.addAction(translate("Transcript", "Delete …"), partial(self.run, "delete", turn_id))
        menu.addAction(translate("Transcript", "Erase with certificate …"), partial(self.run, "erase", turn_id))
        menu.addSeparator()
        stop = menu.addAction(translate("Transcript", "Every long reply: stay at its beginning, do not scroll along"))
        stop.setCheckable(True)
        stop.setChecked(self._view.browser.stop_at_reply_top)
        stop.toggled.connect(self._set_stop_at_reply_top)

    @Slot(bool)
    def _set_stop_at_reply_top(self, stop: bool) -> None:
        self._view.browser.stop_at_reply_top = stop
        self._preferences.update(stop_at_reply_top=stop)

    def _open_menu(self, turn: Turn) -> None:
        browser = self._view.browser
        menu = QMenu(browser)
        index = browser.rows.index_of(turn.id)
        browser.extend_menu(menu, browser.rows.first_block(index))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.bar.mapToGlobal(QPoint(0, self.bar.height())))

    # --- prices

    def _price_again(self, turn_id: int) -> None:
        turn = self._view.turn(turn_id)
        if turn is not None and "again" in self._offered(turn_id):
            self._price(turn, partial(self._say_price, partial(self.bar.set_again_words, turn_id)))

    def _price(self, turn: Turn, told: Callable[[Price], None]) -> None:
        said = (turn.session_id, turn.id, turn.question.text, turn.question.speaker)
        of_again = self._services.prices.of_running_again
        # A price that cannot be told is no reason to say anything: asking again gives the reason itself.
        self._bridge.run("read", of_again, *said, done=told, failed=lambda _: None, owner=self)

    @staticmethod
    def _say_price(say: Callable[[str], object], price: Price) -> None:
        words = translate("Transcript", "Regenerate the reply ({price})")
        if price.seconds is None:
            cost = translate("Transcript", "reads {tokens} tokens").format(tokens=format_number(price.tokens))
        else:
            cost = translate("Transcript", "reads about {seconds} s").format(seconds=f"{price.seconds:.1f}")
        try:
            say(words.format(price=cost))
        except RuntimeError:
            _log.debug("the menu was closed before the price was known")

    # --- keys

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the transcript's own keys."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
            name = _KEYS.get((Qt.Key(event.key()), modifiers))
            if name in ("before", "after"):
                self._step(1 if name == "after" else -1)
                return True
            if name is not None:
                self.run(name, self.current_turn())
                return True
        return super().eventFilter(watched, event)

    def current_turn(self) -> int:
        """The turn the text cursor is in, the newest where it is in none; 0 where there is none."""
        browser = self._view.browser
        row = browser.rows.row_of(browser.textCursor().block().userState())
        if row is not None and row.kind is not RowKind.FOLD:
            return row.turn_id
        turn_ids = self._view.turn_ids()
        return turn_ids[-1] if turn_ids else 0

    def _step(self, step: int) -> None:
        turn_ids = self._view.turn_ids()
        current = self.current_turn()
        if current in turn_ids:
            place = min(len(turn_ids) - 1, max(0, turn_ids.index(current) + step))
            self._view.scroll_to_turn(turn_ids[place])

    # --- copying

    def _copy_markdown(self, turn: Turn) -> None:
        turns = self._selected_turns() or [turn]
        QGuiApplication.clipboard().setText(as_markdown(turns, self._services.vault_kind))

    def _selected_turns(self) -> list[Turn]:
        """The turns the selection touches, whole; none where nothing is selected."""
        browser = self._view.browser
        cursor = browser.textCursor()
        if not cursor.hasSelection():
            return []
        block = browser.document().findBlock(cursor.selectionStart())
        touched: dict[int, None] = {}
        while block.isValid() and block.position() < cursor.selectionEnd():
            row = browser.rows.row_of(block.userState())
            if row is not None and row.kind is not RowKind.FOLD:
                touched[row.turn_id] = None
            block = block.next()
        return [turn for turn_id in touched if (turn := self._view.turn(turn_id)) is not None]

    # --- editing

    @Slot(int, str)
    def _resend(self, turn_id: int, text: str) -> None:
        def send() -> None:
            if self.editor.turn_id == turn_id:  # an answer may take a while
                self.editor.set_busy(True)
                self._bridge.run("turn", self._services.chat.edit, turn_id, text, failed=self._on_not_resent)

        self.editor.set_busy(False)  # while it is asked whether the text belongs here
        self.before_sending(text, send)

    def _on_not_resent(self, error: UserError) -> None:
        self.editor.set_busy(False)
        self._bridge.event.emit(Notice(error))

    @Slot(object)
    def _on_event(self, event: object) -> None:
        if isinstance(event, TurnAdded) and event.session_id == self._view.session_id and self.editor.edit.isReadOnly():
            self.editor.done()

    @Slot()
    def _on_session(self) -> None:
        self.editor.leave()
        self.bar.hide()
        self._deletions.flush()

    # --- moving

    def _ask_to_move(self, turn: Turn) -> None:
        """The turn, or all that are selected where it is one of them."""
        selected = [one.id for one in self._selected_turns()]
        self.move_requested.emit(tuple(selected) if turn.id in selected else (turn.id,))

    # --- deleting

    def _ask_to_delete(self, turn: Turn) -> None:
        if self._services.vault_kind is VaultKind.CLINICAL:
            done = partial(self._ask_with_period, turn)
            self._bridge.run("read", self._reason_needed_until, turn.session_id, done=done, owner=self)
        else:
            self._ask_with_period(turn, None)

    def _reason_needed_until(self, session_id: int) -> date | None:
        """On a lane."""
        person_id = self._services.sessions.get(session_id).person_id
        return self._services.consents.reason_needed_until(person_id)

    def _ask_with_period(self, turn: Turn, until: date | None) -> None:
        title = translate("Transcript", "Delete message")
        question = translate("Transcript", "Delete this message and its reply?")
        told = translate(
            "Transcript",
            "What was learnt from it alone, its place in recall and in stored prompts go too. Replies of the model "
            "that repeat it stay where they are; they are recalled no more. For twenty seconds it can be undone.",
        )
        if until is not None:
            dialog = ReasonedDeletion(self._view, until, title, question, told)
            dialog.confirmed.connect(lambda reason: self._deletions.add(turn.id, reason=reason))
            dialog.open()
            return
        box = QuestionDialog(self._view, title, question, told, keep=translate("Transcript", "Keep"))
        box.offer(translate("Transcript", "Delete"), lambda: self._deletions.add(turn.id))
        box.open()

    def _delete_for_good(self, turn_id: int, reason: str) -> None:
        def failed(error: UserError) -> None:
            self._deletions.restore(turn_id)
            self._bridge.event.emit(Notice(error))

        # On the lane of the messages: one that is sent now finds it gone.
        self._bridge.run("turn", self._services.sessions.delete_turn, turn_id, reason, failed=failed, owner=self)

    @Slot()
    def _on_deletions_changed(self) -> None:
        self.undo.setVisible(bool(self._deletions.undoable))
        self.deletion_waits.emit(len(self._deletions.undoable))
        self._view.hide_turns(self._deletions.hidden)
        self.bar.hide()

    @Slot(object)
    def _on_theme(self, theme: Theme) -> None:
        self.bar.set_theme(theme)
