"""The transcript: the conversation of one session with its memory gutter."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial

from PySide6.QtCore import QEvent, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QGuiApplication
from PySide6.QtWidgets import QLabel, QMenu, QStackedLayout, QWidget

from desktop_app.domain.conversation import AskedAgain, AttachedFile, FinishReason, Turn, VaultKind
from desktop_app.domain.errors import UserError
from desktop_app.domain.events import (
    Changed,
    PromptRead,
    ReplyDelta,
    TurnAdded,
    TurnFinished,
    TurnStarted,
)
from desktop_app.domain.ledger import Ledger, Section
from desktop_app.domain.turn_links import TURN_LINK
from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.texts import translate
from desktop_app.ui.theme import Theme, ThemeManager
from desktop_app.ui.transcript import captions
from desktop_app.ui.transcript.document_writer import BlockSpec
from desktop_app.ui.transcript.formats import COPY_LINK, Formats
from desktop_app.ui.transcript.grounding_marks import GroundingMarks
from desktop_app.ui.transcript.highlight import warm_up
from desktop_app.ui.transcript.live_reply import LiveReply
from desktop_app.ui.transcript.markdown import code_of_fence
from desktop_app.ui.transcript.match_marks import MatchMarks
from desktop_app.ui.transcript.page import TranscriptPageBrowser
from desktop_app.ui.transcript.rows import Marks, Presence, Row, RowKind, Shown, Used, row_list

FIRST_PAGE = 40  # turns read when a session opens: enough for any screen, the same for any length
NEXT_PAGE = 80  # turns read each time the reader comes near the top
FLUSH_MS = 34  # the open reply is redrawn at most 30 times a second


@dataclass(frozen=True, slots=True)
class _Loaded:
    """What a reading lane brings: turns, how many there are, and the newest ledger where asked."""

    turns: tuple[Turn, ...]
    total: int
    latest: tuple[int, Ledger] | None = None
    versions: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    again: Mapping[int, AskedAgain] = field(default_factory=dict)
    files: Mapping[int, tuple[AttachedFile, ...]] = field(default_factory=dict)


class TranscriptView(QWidget):
    """Shows a session, follows its events and streams its open reply.

    Signals:
        panel_tab_requested: a caption's link asks the memory panel for a tab ("facts", "recalled").
        ask_again_requested: the turn whose question is to be asked again.
        continue_requested: the turn whose reply is to go on.
        turn_menu_requested: the QMenu that is about to open over a turn, and the turn.
        session_shown: another session, or none, is shown.
        turn_ledger_requested: the turn whose context that tab should show.
        clipped_requested: a turn that is not in the prompt; the panel has it among those left out.
        why_requested: a turn of which it is asked why it is not in the prompt.
        timeline_requested: a turn whose prompt is to be shown in the timeline.
        case_requested: a turn of which a case is to be saved.
        source_requested: session and turn that an answer from memory names as its source.
    """

    panel_tab_requested = Signal(str)
    turn_ledger_requested = Signal(int)
    ask_again_requested = Signal(int)
    continue_requested = Signal(int)
    turn_menu_requested = Signal(object, int)
    session_shown = Signal()
    clipped_requested = Signal(int)
    why_requested = Signal(int)
    timeline_requested = Signal(int)
    case_requested = Signal(int)
    source_requested = Signal(int, int)

    def __init__(
        self, services: Services, bridge: EventBridge, theme_manager: ThemeManager, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._services = services
        self._bridge = bridge
        self._session: int | None = None
        self._has_others: bool | None = None
        self._turns: list[Turn] = []
        self._ordinals: dict[int, int] = {}
        self._total = 0
        self._own_marks = Marks(None)
        self._marks = self._own_marks
        self._expanded: set[int] = set()
        self._used: dict[int, Used] = {}
        self._outdated: dict[int, bool] = {}  # turns that rest on facts corrected since: whether all were forgotten
        self._errors: dict[int, UserError] = {}
        self._loading = False
        self._replaced = False  # whether another branch is shown than the one that is loaded
        self._warm = False  # whether code can be coloured without delay
        self._wanted_turn: int | None = None
        self._unsaid_turn: int | None = None  # its reply is finished and goes to a screen reader once it is shown
        self._reading_since: tuple[float, int] | None = None
        self._live = LiveReply()
        self._versions: dict[int, tuple[int, ...]] = {}
        self._again: dict[int, AskedAgain] = {}
        self._files: dict[int, tuple[AttachedFile, ...]] = {}
        self._thoughts: set[int] = set()  # turns whose thoughts are unfolded
        self._hidden: frozenset[int] = frozenset()  # turns that are being deleted
        self._flush_timer = QTimer(self)
        self._flush_timer.setSingleShot(True)
        self._flush_timer.setInterval(FLUSH_MS)
        self._flush_timer.timeout.connect(self._flush)
        # Another prompt changes the marks of many turns. That is written behind what else the window paints
        # then, so that no single step of its thread takes long.
        self._marks_timer = QTimer(self)
        self._marks_timer.setSingleShot(True)
        self._marks_timer.timeout.connect(self._refresh)

        self.browser = TranscriptPageBrowser(self._row_specs, self._presence_of, self)
        self._match_marks = MatchMarks(self.browser)
        self._grounding = GroundingMarks(services, bridge, self.browser)
        self._grounding.counted.connect(self._refresh)
        self._grounding.source_requested.connect(self.source_requested)
        self.setFocusProxy(self.browser)
        self.browser.near_top.connect(self._load_earlier)
        self.browser.link_activated.connect(self._follow_link)
        self.browser.turn_menu_requested.connect(self._extend_menu)
        self.browser.gutter_pressed.connect(self._on_gutter)
        self._empty = QLabel(self)
        self._empty.setTextFormat(Qt.TextFormat.PlainText)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setWordWrap(True)
        self._empty.setProperty("role", "muted")
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self.browser)
        self._retranslate()
        self._apply_theme(theme_manager.theme)
        theme_manager.theme_changed.connect(self._apply_theme)
        bridge.event.connect(self._on_event)

    # What the window asks for

    def show_session(self, session_id: int | None, has_others: bool | None = None) -> None:
        """Show a session from its end, or nothing.

        Args:
            session_id: the session, None for none.
            has_others: where none is shown, whether there are sessions to open; None while that is
                not known, and nothing is said then.
        """
        self._flush_timer.stop()
        self._marks_timer.stop()
        self._session = session_id
        self._has_others = has_others
        self._forget()
        self.browser.show_rows([])
        if session_id is not None:
            self._read(session_id, None, FIRST_PAGE)
        self._show_empty()
        self.session_shown.emit()

    def scroll_to_turn(self, turn_id: int) -> None:
        """Bring a turn of the shown session into view, reading earlier pages and unfolding as needed."""
        self._wanted_turn = turn_id
        if turn_id not in self._ordinals:  # further back, or on a branch that is not shown
            self._bridge.run("read", self._services.branches.show_branch, turn_id)
        self._go_to_wanted()

    def point_to_turn(self, turn_id: int) -> None:
        """Bring a turn into view and frame it for a moment, so that it is seen which one is meant."""
        self.scroll_to_turn(turn_id)
        self.browser.point_to(turn_id)

    @Slot()
    def take_focus(self) -> None:
        """Put the keyboard focus on the conversation, as soon as it is read."""
        self._wants_focus = not self._turns
        if self._turns:
            self.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_version(self, turn_id: int, step: int) -> None:
        """Show another version of a turn: the one after it, or before it where ``step`` is -1."""
        versions = self._versions.get(turn_id, ())
        place = versions.index(turn_id) + step if versions else -1
        if 0 <= place < len(versions):
            self.scroll_to_turn(versions[place])

    @Slot(object)
    def mark_matches(self, needles: Sequence[str]) -> None:
        """Mark what is searched for wherever it shows; nothing for none."""
        self._match_marks.set_needles(needles)

    @Slot(int)
    def go_to_match(self, turn_id: int) -> None:
        """Bring a turn that contains what is searched for into view and mark that this is where the search stands."""
        self._match_marks.set_current(turn_id)
        self.scroll_to_turn(turn_id)

    def set_ledger(self, ledger: Ledger | None) -> None:
        """Let the gutter speak of this ledger; None returns to the session's newest one."""
        own = ledger is None or ledger is self._own_marks.ledger
        self._marks = self._own_marks if own else Marks(ledger)
        self._marks_timer.start()

    @property
    def session_id(self) -> int | None:
        """The session that is shown."""
        return self._session

    def turn(self, turn_id: int) -> Turn | None:
        """A turn that is loaded, None for any other."""
        return next((turn for turn in self._turns if turn.id == turn_id), None)

    def versions(self, turn_id: int) -> tuple[int, ...]:
        """All versions of a turn that was edited or asked again; () for any other."""
        return self._versions.get(turn_id, ())

    def hide_turns(self, turn_ids: frozenset[int]) -> None:
        """Leave out turns that are being deleted."""
        self._hidden = turn_ids
        self._refresh()

    def turn_ids(self) -> list[int]:
        """Ids of the turns that are loaded, oldest first."""
        return [turn.id for turn in self._turns]

    # State

    def _forget(self) -> None:
        self._turns = []
        self._ordinals = {}
        self._total = 0
        self._own_marks = self._marks = Marks(None)
        self._expanded = set()
        self._versions, self._again = {}, {}
        self._files = {}
        self._thoughts = set()
        self._used = {}
        self._grounding.forget()
        self._outdated = {}
        self._errors = {}
        self._loading = False
        self._wanted_turn = self._unsaid_turn = None
        self._wants_focus = False  # once there is something to read

    def _presence_of(self, turn_id: int) -> Presence:
        return self._marks.of(self._ordinals.get(turn_id, -1)).presence

    # Reading

    def _fetch(self, session_id: int, before: int | None, limit: int) -> _Loaded:
        page = self._services.sessions.page(session_id, before, limit)
        latest = self._services.context.latest(session_id) if before is None else None
        branches, read = self._services.branches, [turn.id for turn in page.turns]
        return _Loaded(page.turns, page.total, latest, branches.versions(read), branches.asked_again(read), page.files)

    def _read(self, session_id: int, before: int | None, limit: int) -> None:
        self._loading = True
        self._bridge.run(
            "read", self._fetch, session_id, before, limit,
            done=partial(self._loaded, session_id), failed=partial(self._not_loaded, session_id), owner=self,
        )  # fmt: skip

    def _not_loaded(self, session_id: int, error: Exception) -> None:
        if session_id == self._session:
            self._loading = False
            self._empty.setText(translate("Transcript", "This conversation could not be read. Nothing was changed."))
            if not self._turns:
                self._stack.setCurrentWidget(self._empty)

    def _loaded(self, session_id: int, loaded: _Loaded) -> None:
        if session_id != self._session:
            return
        self._loading = False
        self._total = loaded.total
        if self._replaced:
            self._replaced, self._turns = False, []
        if loaded.latest is not None and self._own_marks.is_empty:
            self._own_marks = Marks(loaded.latest[1])
            if self._marks.is_empty:
                self._marks = self._own_marks
        self._merge(loaded.turns)
        read = {turn.id for turn in loaded.turns}
        self._versions = {
            turn_id: versions
            for turn_id, versions in {**self._versions, **loaded.versions}.items()
            if turn_id in loaded.versions or turn_id not in read
        }
        self._again = {turn_id: one for turn_id, one in self._again.items() if turn_id not in read} | dict(loaded.again)
        self._files.update(loaded.files)
        self._refresh()
        if not self._warm:
            self._warm = True
            self._bridge.run("read", warm_up)
        self._read_used(loaded.turns)
        self._read_outdated()
        self._go_to_wanted()
        if self._unsaid_turn in read:
            self._read_out(self._unsaid_turn)

    def _read_out(self, turn_id: int) -> None:
        """Give a finished reply to a screen reader, whole and once: its pieces would cut each other off."""
        self._unsaid_turn = None
        words = self.browser.rows.reply_text(turn_id)
        if words and self.browser.isVisible():  # under the cover nothing is shown, and nothing said
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.browser, words))

    def _merge(self, turns: Sequence[Turn]) -> None:
        """Put a contiguous stretch of the branch among the turns that are loaded."""
        if not turns:
            if not self._total:
                self._turns = []
            return
        first, last = turns[0].ordinal, turns[-1].ordinal
        before = [turn for turn in self._turns if turn.ordinal < first]
        after = [turn for turn in self._turns if turn.ordinal > last]
        if before and before[-1].ordinal + 1 != first:
            before = []
        self._turns = [*before, *turns, *(turn for turn in after if turn.ordinal < self._total)]
        self._ordinals = {turn.id: turn.ordinal for turn in self._turns}

    def _load_earlier(self) -> None:
        if self._session is not None and not self._loading and self._turns and self._turns[0].ordinal > 0:
            self._read(self._session, self._turns[0].ordinal, NEXT_PAGE)

    def _read_newest(self, limit: int) -> None:
        if self._session is not None:
            self._read(self._session, None, limit)

    def _read_used(self, turns: Sequence[Turn]) -> None:
        missing = [turn.id for turn in reversed(turns) if turn.reply is not None and turn.id not in self._used]
        if missing:
            self._bridge.run(
                "read", self._fetch_used, missing, done=partial(self._used_read, self._session), owner=self
            )

    def _fetch_used(self, turn_ids: Sequence[int]) -> dict[int, Used]:
        ledgers = {turn_id: self._services.context.ledger(turn_id) for turn_id in turn_ids}
        return {turn_id: used_by(ledger) for turn_id, ledger in ledgers.items()}

    def _used_read(self, session_id: int | None, used: dict[int, Used]) -> None:
        if session_id == self._session:
            self._used.update(used)
            self._refresh()

    def _read_outdated(self) -> None:
        """Look which replies that are shown rest on facts that were corrected since."""
        answered = [turn.id for turn in self._turns if turn.reply is not None]
        if answered:
            self._bridge.run(
                "read", self._services.memory.outdated, answered,
                done=partial(self._outdated_read, self._session), owner=self,
            )  # fmt: skip

    def _outdated_read(self, session_id: int | None, outdated: Mapping[int, bool]) -> None:
        if session_id == self._session and self._outdated != outdated:
            self._outdated = dict(outdated)
            self._refresh()

    # Showing

    @Slot()
    def _refresh(self) -> None:
        self._flush()  # so that the open reply is what it was and is not written anew
        self._write_rows()

    def _write_rows(self) -> None:
        used = {
            turn_id: replace(
                one,
                outdated=turn_id in self._outdated,
                forgotten=self._outdated.get(turn_id, False),
                unrecorded=self._grounding.unrecorded(turn_id),
                advises=self._grounding.advises_on_drugs(turn_id),
            )
            for turn_id, one in self._used.items()
        }
        shown = Shown(
            used=used,
            errors=self._errors,
            live={self._live.turn_id: self._live.whole()} if self._live.turn_id else {},
            versions=self._versions,
            again=self._again,
            files=self._files,
            thoughts=self._thoughts,
            last=self._turns[-1].id if self._turns else 0,
        )
        turns = [turn for turn in self._turns if turn.id not in self._hidden]
        rows = row_list(turns, self._marks, expanded=self._expanded, shown=shown)
        self._show_empty()
        self.browser.show_rows(rows)
        self._ordinals = {turn.id: turn.ordinal for turn in self._turns}
        self.browser.viewport().update()

    def _show_empty(self) -> None:
        self._stack.setCurrentWidget(self.browser if self._turns else self._empty)
        if self._wants_focus and self._turns:
            self.take_focus()
        if not self._turns:
            self._empty.setText(self._empty_text())

    def _empty_text(self) -> str:
        if self._session is None and self._has_others is None:
            return ""
        if self._session is None and not self._has_others:
            return translate("Transcript", "Write below, and a session begins.")
        if self._session is None:
            return translate("Transcript", "Open a session on the left, or begin a new one.")
        if self._loading:
            return ""
        if self._services.vault_kind is VaultKind.PERSONAL:
            return translate(
                "Transcript",
                "Nothing said yet.\nWhat you write here stays on this machine and is remembered in this space only.",
            )
        return translate(
            "Transcript",
            "Nothing said yet.\nWhat you write here stays on this machine and is remembered for this person only.",
        )

    def _row_specs(self, formats: Formats, row: Row) -> list[BlockSpec]:
        if row.kind is RowKind.FOLD:
            return [formats.fold(captions.fold_line(row))]
        if row.kind is RowKind.NOTE:
            harmless = row.finish in (FinishReason.CANCELLED, FinishReason.LENGTH)
            return [formats.note(captions.ending(row), not harmless, captions.offer(row))]
        if row.kind is RowKind.FILES:
            return [formats.files(captions.files_line(row))]
        if row.kind is RowKind.THOUGHT:
            return formats.thought(captions.thought_line(row), row.text)
        return [formats.caption(captions.caption(row, self._services.vault_kind, date.today()))]

    def _go_to_wanted(self) -> None:
        turn_id = self._wanted_turn
        if turn_id is None or self._loading:
            return
        if turn_id not in self._ordinals:
            if self._turns and self._turns[0].ordinal > 0:
                self._load_earlier()
            return
        self._wanted_turn = None
        if self.browser.rows.index_of(turn_id) < 0:
            self._expanded.add(turn_id)
            self._refresh()
        self.browser.scroll_to_turn(turn_id)

    @Slot(str)
    def _follow_link(self, link: str) -> None:
        name, _, argument = link.partition("/")
        if name in (captions.FACTS_LINK, captions.RECALLED_LINK):
            self.turn_ledger_requested.emit(int(argument))
            self.panel_tab_requested.emit(name.partition(":")[2])
        elif name == captions.CLIPPED_LINK:
            self.clipped_requested.emit(int(argument))
        elif name.startswith(TURN_LINK):
            self.source_requested.emit(int(name.removeprefix(TURN_LINK)), int(argument))
        elif name == captions.ASK_AGAIN_LINK:
            self.ask_again_requested.emit(int(argument))
        elif name == captions.CONTINUE_LINK:
            self.continue_requested.emit(int(argument))
        elif name in (captions.OLDER_LINK, captions.NEWER_LINK):
            self.show_version(int(argument), 1 if name == captions.NEWER_LINK else -1)
        elif name == captions.THOUGHT_LINK:
            self._thoughts ^= {int(argument)}
            self._refresh()
        elif name in (captions.SHOW_LINK, captions.HIDE_LINK):
            self._fold(int(argument), name == captions.SHOW_LINK)
        elif self._grounding.follow(name, argument):
            return
        elif name == COPY_LINK:
            turn_id, _, fence = argument.partition("/")
            self._copy_code(int(turn_id), int(fence))

    @Slot(object, int)
    def _extend_menu(self, menu: QMenu, turn_id: int) -> None:
        self.turn_menu_requested.emit(menu, turn_id)
        menu.addSeparator()
        why = translate("Transcript", "Why is it not here?")  # where it is, the answer says so
        menu.addAction(why, lambda: self.why_requested.emit(turn_id))
        then = translate("Transcript", "Show in the timeline")
        menu.addAction(then, lambda: self.timeline_requested.emit(turn_id))
        case = translate("Transcript", "Save as case…")
        menu.addAction(case, lambda: self.case_requested.emit(turn_id))
        if self._is_out(turn_id):
            there = translate("Transcript", "Show among what was left out")
            menu.addAction(there, lambda: self.clipped_requested.emit(turn_id))

    @Slot(int)
    def _on_gutter(self, turn_id: int) -> None:
        if self._is_out(turn_id):
            self.clipped_requested.emit(turn_id)

    def _is_out(self, turn_id: int) -> bool:
        return self._presence_of(turn_id) in (Presence.LEFT_OUT, Presence.SUMMARISED)

    def _fold(self, turn_id: int, shown: bool) -> None:
        whole = self._marks.run(self._ordinals[turn_id])
        run = {turn.id for turn in self._turns if whole.first <= turn.ordinal <= whole.last}
        self._expanded = self._expanded | run if shown else self._expanded - run
        self._refresh()

    def _copy_code(self, turn_id: int, fence: int) -> None:
        source = next(
            (row.text for row in self.browser.rows.rows if row.kind is RowKind.REPLY and row.turn_id == turn_id), ""
        )
        QGuiApplication.clipboard().setText(code_of_fence(source, fence))

    # Events

    @Slot(object)
    def _on_event(self, event: object) -> None:
        if isinstance(event, ReplyDelta):
            self._on_delta(event)
        elif isinstance(event, PromptRead):
            self._on_prompt_read(event)
        elif isinstance(event, TurnStarted):
            self._on_started(event)
        elif isinstance(event, TurnAdded):
            if event.session_id == self._session:
                self.browser.follow()
                self._read_newest(2)
        elif isinstance(event, TurnFinished):
            self._on_finished(event)
        elif isinstance(event, Changed):
            self._on_changed(event)

    def _on_started(self, event: TurnStarted) -> None:
        self._live.begin(event.turn_id, event.reply)
        self._reading_since = None
        if event.session_id == self._session:
            self._own_marks = self._marks = Marks(event.ledger)
            self._used[event.turn_id] = used_by(event.ledger)
            self._marks_timer.start()
            if event.reply:
                self._read_newest(2)  # an older reply is open again

    def _on_delta(self, event: ReplyDelta) -> None:
        if event.turn_id != self._live.turn_id:
            self._live.begin(event.turn_id)
        self._live.add(event.text)
        if event.session_id == self._session and not self._flush_timer.isActive():
            self._flush_timer.start()

    @Slot()
    def _flush(self) -> None:
        rows = self.browser.rows.rows
        if not (rows and rows[-1].open and rows[-1].turn_id == self._live.turn_id):
            return
        heading = rows[-2] if len(rows) > 1 and rows[-2].kind is RowKind.THOUGHT else None
        if self._live.is_thinking != (heading is not None and heading.open):
            self._write_rows()  # the thought begins, or the answer behind it
        elif text := self._live.take():
            self.browser.append(text)

    def _on_prompt_read(self, event: PromptRead) -> None:
        if event.turn_id != self._live.turn_id or self._live.has_begun:
            return
        now = time.monotonic()
        seconds: float | None = None
        if self._reading_since is None:
            self._reading_since = (now, event.read_tokens)
        else:
            since, read = self._reading_since
            if now - since > 0.5 and event.read_tokens > read:
                rate = (event.read_tokens - read) / (now - since)
                seconds = (event.total_tokens - event.read_tokens) / rate
        rows = self.browser.rows.rows
        if rows and rows[-1].open and rows[-1].turn_id == event.turn_id:
            self.browser.set_reading(captions.reading_line(event.read_tokens, event.total_tokens, seconds))

    def _on_finished(self, event: TurnFinished) -> None:
        if event.session_id == self._session:
            self._flush_timer.stop()
            self._flush()
            if event.error is not None:
                self._errors[event.turn_id] = event.error
            if event.ledger is not None:
                self._own_marks = self._marks = Marks(event.ledger)
                self._used[event.turn_id] = used_by(event.ledger)
            self._unsaid_turn = event.turn_id
            self._read_newest(2)

    def _on_changed(self, event: Changed) -> None:
        if event.facts_of_people:
            self._read_outdated()
        # Turns that are added or finished announce themselves; names and pins of sessions do not show here.
        shown = self._session in event.sessions or any(turn_id in self._ordinals for turn_id in event.turns)
        if not shown or self._session is None or event.origin.startswith("chat."):
            return
        if event.origin == "branches.show":
            self._own_marks = self._marks = Marks(None)
            self._replaced = True
        if event.origin in ("sessions.rename", "sessions.set_pinned", "sessions.create"):
            return
        if event.origin in ("sessions.clear", "sessions.delete"):
            self.show_session(self._session if event.origin == "sessions.clear" else None)
            return
        self._read_newest(max(FIRST_PAGE, len(self._turns)))

    # Language and theme

    @Slot(object)
    def _apply_theme(self, theme: Theme) -> None:
        self.browser.set_formats(Formats(theme))
        self._match_marks.set_theme(theme)
        self._grounding.set_theme(theme)

    def changeEvent(self, event: QEvent) -> None:
        """Say everything again when the language changes."""
        if event.type() is QEvent.Type.LanguageChange:
            self._retranslate()
            self.browser.rewrite()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self.browser.setAccessibleName(translate("Transcript", "Conversation"))
        self.browser.retranslate()
        self._empty.setText(self._empty_text())


def used_by(ledger: Ledger | None) -> Used:
    """What a reply's prompt carried, for its caption."""
    if ledger is None:
        return Used()
    return Used(len(ledger.fact_ids), len(ledger.recalled), file=ledger.sections.get(Section.ATTACHMENTS, 0) > 0)
