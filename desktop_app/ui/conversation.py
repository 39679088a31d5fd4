"""Between the composer and the services: sending, drafts, and what sending would do."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from desktop_app.domain.choices import NO_CHOICES, TurnChoices
from desktop_app.domain.conversation import Attachment, Turn, VaultKind
from desktop_app.domain.errors import UserError
from desktop_app.domain.events import Changed, EngineChanged, EngineState, TurnFinished, TurnStarted
from desktop_app.domain.ledger import Ledger
from desktop_app.domain.prices import WhatIf
from desktop_app.services.facade import Services
from desktop_app.ui.attachments import AttachmentBar
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.composer import Composer
from desktop_app.ui.drafts import Drafts
from desktop_app.ui.error_texts import error_text
from desktop_app.ui.outbox import Outbox, Outgoing, is_for_memory
from desktop_app.ui.texts import format_number, shortened

_log = logging.getLogger(__name__)

PREVIEW_AFTER_MS = 200
COUNT_AFTER_MS = 30  # while typing; several keys share a count
_COUNTED_CHARACTERS = 20_000  # longer messages are counted on the pause only

_PIN_CHARACTERS = 40  # of a pinned message that has no room, to name it


class Conversation(QObject):
    """Runs the composer for the open session.

    Attributes:
        before_sending: gets person, text and what sends it; may ask before it does.
    """

    typed_counted = Signal(int)  # tokens of the message while it is typed, before the preview knows the rest
    standing_changed = Signal(object)  # Ledger of a message nobody has written yet, None where nothing may be sent
    preview_changed = Signal(object)  # Ledger, or None where nothing is typed
    ledger_changed = Signal(int, object)  # turn id and Ledger of what was sent last in the open session
    what_if_changed = Signal(object)  # WhatIf of what is chosen, None where nothing is
    choices_changed = Signal(object)  # TurnChoices for the next message of the open session
    session_opened = Signal(int, int)  # person id, session id
    answered = Signal(object)  # MemoryAnswer: what came of a command to the memory
    failed = Signal(object)  # UserError: a message was not sent

    def __init__(
        self, services: Services, bridge: EventBridge, composer: Composer, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._services = services
        self._bridge = bridge
        self._composer = composer
        self.before_sending: Callable[[int, str, Callable[[], object]], object] = lambda person_id, text, send: send()
        self._drafts = Drafts(services.sessions, bridge, self)
        self._outbox = Outbox(services, bridge, self)
        self.attachments = AttachmentBar(services, bridge)
        composer.add_above_text(self.attachments)
        composer.add_beside_speaker(self.attachments.add_button)
        composer.edit.files_dropped.connect(self.attachments.add_files)
        self.attachments.failed.connect(self.failed)
        self.attachments.left.connect(lambda: composer.setFocus(Qt.FocusReason.ShortcutFocusReason))
        self.attachments.to_keep.connect(self._drafts.put_files)
        self._person_id: int | None = None
        self._session_id: int | None = None
        self._engine = services.models.state
        self._sent: tuple[int, Ledger] | None = None
        self._choices: dict[int, TurnChoices] = {}  # for the next message, by session
        self._somebody = True  # whether anybody is open to write to; until it is known, that is assumed
        self._preview: Ledger | None = None
        self._pins_out: tuple[Turn, ...] = ()  # pinned turns for which the preview has no room
        self._too_large: UserError | None = None
        self._last_error: UserError | None = None
        self._previewing = False
        self._taking_text = False
        self._typed = False  # since the draft was kept
        self._carried: set[int] = set()  # sessions that were given a text before their own draft was read
        self._preview_timer = QTimer(self)
        self._preview_timer.setSingleShot(True)
        self._preview_timer.setInterval(PREVIEW_AFTER_MS)
        self._preview_timer.timeout.connect(self._ask_preview)
        self._counting = False
        self._counted = False  # the panel shows the typed count, which a preview, or none, must take away again
        self._count_timer = QTimer(self)
        self._count_timer.setSingleShot(True)
        self._count_timer.setInterval(COUNT_AFTER_MS)
        self._count_timer.timeout.connect(self._count_typed)
        self.attachments.changed.connect(self._preview_timer.start)
        composer.text_changed.connect(self._on_text_changed)
        composer.submitted.connect(self._on_submitted)
        composer.record_asked.connect(self._on_record_asked)
        composer.stop_requested.connect(self._outbox.stop)
        composer.queued_taken_back.connect(self._on_taken_back)
        self._outbox.changed.connect(self._show_outbox)
        self._outbox.session_opened.connect(self.session_opened)
        self._outbox.answered.connect(self.answered)
        self._outbox.refused.connect(self._on_refused)
        bridge.event.connect(self._on_event)
        self._on_engine(self._engine)

    # --- what the window asks of it

    @property
    def session_id(self) -> int | None:
        """The open session."""
        return self._session_id

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being sent or answered."""
        return self._outbox.is_idle

    @property
    def sent(self) -> tuple[int, Ledger] | None:
        """Turn and ledger of the last prompt of the open session."""
        return self._sent

    @property
    def last_error(self) -> UserError | None:
        """Why the message submitted last was not sent, None where it was."""
        return self._last_error

    def open(self, person_id: int | None, session_id: int | None) -> None:
        """Turn to another session: its draft, its last prompt."""
        self._keep_draft()
        same_new_session = self._session_id is None and self._person_id == person_id and session_id is not None
        carried = self._composer.text() if same_new_session else ""  # typed before there was a session
        self._person_id, self._session_id = person_id, session_id
        self._sent = None
        self._set_preview(None, None)
        self._take_text((self._drafts.known(session_id) or "") if session_id is not None else "")
        self.attachments.show_session(session_id)
        self._show_outbox()
        self._services.warm_start.show(session_id)
        if session_id is None:
            return
        self.choices_changed.emit(self._choices_here())
        if self._drafts.known(session_id) is None:
            self._bridge.run(
                "read",
                self._services.sessions.draft,
                session_id,
                done=lambda text: self._on_draft(session_id, text),
                owner=self,
            )
        if carried:
            self.take_along(carried)
        self._bridge.run(
            "read",
            self._services.context.latest,
            session_id,
            done=lambda latest: self._on_latest(session_id, latest),
            owner=self,
        )
        self._preview_timer.start()

    def holds(self, session_id: int) -> bool:
        """Whether something of a session is kept here that the vault may not have yet, or never has."""
        return (
            bool(self._drafts.known(session_id))
            or session_id in self._carried
            or self._choices.get(session_id, NO_CHOICES) != NO_CHOICES
            or self.attachments.holds_files(session_id)
            or any(message.session_id == session_id for message in self._outbox.unfinished)
        )

    def await_session(self) -> None:
        """A new session is being made and nothing is open: what is sent meanwhile waits for it."""
        self._outbox.await_session()

    @Slot(int, int)
    def take_new_session(self, person_id: int, session_id: int) -> None:
        """The session that was awaited is there; 0 where none could be made."""
        self._outbox.take_session(person_id, session_id)

    def take_away(self) -> str:
        """Take the text that is typed out of the composer; nothing of it stays as a draft."""
        text = self._composer.text()
        self._take_text("")
        if self._session_id is not None:
            self._drafts.put(self._session_id, "")
        self._typed = False
        return text

    def take_along(self, text: str) -> None:
        """Put a text into the open session, behind what was typed there before."""
        known = self._drafts.known(self._session_id) if self._session_id is not None else ""
        joined = "\n\n".join(part for part in (known, text) if part)
        if self._session_id is not None:
            if known is None:
                self._carried.add(self._session_id)
            self._drafts.put(self._session_id, joined)
        self._take_text(joined)
        self._preview_timer.start()

    def show_whose(self, somebody: bool, *, restricted: bool = False) -> None:
        """Say in the composer what to do first where nobody is open to write to, or the record is restricted."""
        self._somebody = somebody
        if restricted:
            told = self.tr("Restricted: nothing is recorded or sent here. Lift it under Consent and retention.")
            self._composer.set_closed(told, locked=True)
            return
        clinical = self._services.vault_kind is VaultKind.CLINICAL
        first = (
            self.tr("Choose or create a patient first (Ctrl+P).")
            if clinical
            else self.tr("Choose or create a space first.")
        )
        self._composer.set_closed("" if somebody else first)

    @Slot(object)
    def choose(self, choices: TurnChoices) -> None:
        """Change what the next message of the open session is sent with."""
        if self._session_id is not None:
            self._choices[self._session_id] = choices
            self.choices_changed.emit(choices)
            self._preview_timer.start()

    def _choices_here(self) -> TurnChoices:
        return NO_CHOICES if self._session_id is None else self._choices.get(self._session_id, NO_CHOICES)

    @Slot()
    def stop(self) -> None:
        """End the reply that is being written."""
        self._outbox.stop()

    def close(self) -> None:
        """Keep what was typed and not sent, waiting messages included. Writes on this thread."""
        self._keep_draft()
        for message in self._outbox.unfinished:
            if message.session_id is not None:
                self.attachments.give_back(message.session_id, message.choices.attachments)
        self._preview_timer.stop()
        self._count_timer.stop()
        self._services.chat.stop()
        try:
            self._drafts.save_now()
        except UserError as error:
            _log.error("the draft could not be kept: %s", error.code)

    # --- text and drafts

    def _take_text(self, text: str) -> None:
        self._taking_text = True
        self._composer.set_text(text)
        self._taking_text = False

    def _on_draft(self, session_id: int, text: str) -> None:
        if session_id == self._session_id:
            self._keep_draft()
        if session_id in self._carried:
            self._carried.discard(session_id)
            if text:
                joined = f"{text}\n\n{self._drafts.known(session_id) or ''}"
                self._drafts.put(session_id, joined)
                if session_id == self._session_id:
                    self._take_text(joined)
                    self._preview_timer.start()
                return
        counts = self._drafts.loaded(session_id, text)
        if session_id == self._session_id and not self._composer.text():
            self._take_text(counts)
            self._preview_timer.start()

    @Slot()
    def _on_text_changed(self) -> None:
        if not self._taking_text:
            self._typed = True  # the text itself is read after the pause: it may be a megabyte
            self._preview_timer.start()
            if not self._count_timer.isActive():
                self._count_timer.start()

    def _keep_draft(self) -> None:
        """Remember what was typed since the last time."""
        if self._typed and self._session_id is not None:
            self._drafts.put(self._session_id, self._composer.text())
        self._typed = False

    # --- sending

    @Slot(str, str, bool)
    def _on_submitted(self, text: str, speaker: str, record_only: bool) -> None:
        self._last_error = None
        if self._person_id is None:
            return
        refusal = None if record_only else self._refusal(text)
        if refusal is not None:
            self._show_refusal()
            self._fail(refusal)
            return
        attached = "\n".join(attachment.text for attachment in self.attachments.attachments)
        self._send_guarded(
            self._person_id,
            f"{text}\n{attached}" if attached else text,
            partial(self._submit, text, speaker, record_only),
        )

    def _send_guarded(self, person_id: int, text: str, submit: Callable[[], None]) -> None:
        here = (person_id, self._session_id)

        def send() -> None:
            if here == (self._person_id, self._session_id):  # an answer may take a while
                submit()

        self.before_sending(person_id, text, send)

    def _submit(self, text: str, speaker: str, record_only: bool) -> None:
        choices = NO_CHOICES if record_only else self._choices_here()
        if choices != NO_CHOICES:
            self.choose(NO_CHOICES)
        choices = replace(choices, attachments=self.attachments.take())
        self._send_away(text, speaker, record_only=record_only, choices=choices)

    @Slot(str, str)
    def _on_record_asked(self, text: str, speaker: str) -> None:
        self._last_error = None
        if self._person_id is not None:
            self._send_guarded(self._person_id, text, partial(self._send_away, text, speaker, ask_record=True))

    def _send_away(
        self,
        text: str,
        speaker: str,
        *,
        record_only: bool = False,
        choices: TurnChoices = NO_CHOICES,
        ask_record: bool = False,
    ) -> None:
        assert self._person_id is not None
        self._composer.set_text("")
        self._keep_draft()
        message = Outgoing(self._person_id, self._session_id, text, speaker, record_only, choices, ask_record)
        self._outbox.submit(message)

    @Slot(object, object)
    def _on_refused(self, message: Outgoing, error: UserError) -> None:
        """Give the text back, and what was chosen for it: nothing of it was stored."""
        self.attachments.give_back(message.session_id, message.choices.attachments)
        choices = replace(message.choices, attachments=())
        if message.session_id is not None and choices != NO_CHOICES:
            self._choices[message.session_id] = choices
            self.choices_changed.emit(self._choices_here())
        if message.session_id == self._session_id:
            typed = self._composer.text()
            self._composer.set_text(f"{message.text}\n\n{typed}" if typed else message.text)
            if error.code == "message_too_large":
                self._too_large = error
                self._show_refusal()
        elif message.session_id is not None:
            known = self._drafts.known(message.session_id) or ""
            self._drafts.put(message.session_id, f"{message.text}\n\n{known}".strip())
        self._fail(error)

    def _fail(self, error: UserError) -> None:
        self._last_error = error
        self.failed.emit(error)

    @Slot(int)
    def _on_taken_back(self, position: int) -> None:
        message = self._waiting_here()[position]
        self._outbox.take_back(message)
        self.attachments.give_back(message.session_id, message.choices.attachments)
        typed = self._composer.text()
        self._composer.set_text(f"{message.text}\n\n{typed}" if typed else message.text)
        self._composer.setFocus()

    def _waiting_here(self) -> list[Outgoing]:
        return [message for message in self._outbox.waiting if message.session_id == self._session_id]

    @Slot()
    def _show_outbox(self) -> None:
        self._keep_what_is_on_the_way()
        self._composer.set_queued([message.text for message in self._waiting_here()])
        self._composer.set_busy(self._outbox.is_busy_in(self._session_id))

    def _keep_what_is_on_the_way(self) -> None:
        """Until a message is a turn of the vault its words are a draft there: the program may end at any moment."""
        texts: dict[int, str] = {}
        for message in self._outbox.unfinished:
            if message.session_id is not None:
                before = texts.get(message.session_id)
                texts[message.session_id] = f"{before}\n\n{message.text}" if before else message.text
        self._drafts.put_on_the_way(texts)

    def _refusal(self, text: str) -> UserError | None:
        """Why a message cannot be sent now."""
        if is_for_memory(text, self._composer.speaker):
            return None
        if self._engine.state in (EngineState.NONE, EngineState.FAILED):
            return UserError("model_not_loaded")
        return self._too_large

    def _show_refusal(self) -> None:
        text = self._composer.text()
        refusal = self._refusal(text) if text.strip() else None
        self._composer.set_refusal(error_text(refusal).line if refusal is not None else "")

    # --- what sending would do

    @Slot()
    def _count_typed(self) -> None:
        """Tokens at once: what would leave and what would be recalled waits for the pause."""
        if self._counting or self._session_id is None or self._composer.length > _COUNTED_CHARACTERS:
            return
        text = self._composer.text()
        if not text.strip() or is_for_memory(text, self._composer.speaker):
            return
        self._counting = True

        def counted(tokens: int | None) -> None:
            self._counting = False
            if not (self._preview_timer.isActive() or self._previewing):
                return  # the preview has said more
            if tokens is not None:
                self._counted = True
                self.typed_counted.emit(tokens)
            if self._composer.text() != text:
                self._count_timer.start()

        self._bridge.run(
            "read", self._services.context.count, text,
            done=counted, failed=lambda _error: counted(None), owner=self,
        )  # fmt: skip

    @Slot()
    def _ask_preview(self) -> None:
        self._keep_draft()
        text, speaker, session_id = self._composer.text(), self._composer.speaker, self._session_id
        choices = self._choices_here()
        for_memory = is_for_memory(text, speaker)
        if session_id is None or for_memory or (not text.strip() and choices == NO_CHOICES):
            self._set_preview(None, None)  # nothing would be sent
            if session_id is not None:
                self._ask_standing(session_id)
            return
        if self._previewing:
            return  # asked again when the answer to the older question is there
        self._previewing = True
        attachments = self.attachments.attachments
        asked = (session_id, text, speaker, choices, attachments)

        def answered(found: Ledger | WhatIf | None, pins_out: tuple[Turn, ...], error: UserError | None) -> None:
            self._previewing = False
            here = (self._session_id, self._composer.text(), self._composer.speaker, self._choices_here())
            if asked == (*here, self.attachments.attachments):
                self._set_preview(found, error, pins_out)
            else:
                self._ask_preview()

        self._bridge.run(
            "read", self._fetch_preview, session_id, text, speaker, choices, attachments,
            done=lambda read: answered(read[0], read[1], None),
            failed=lambda error: answered(None, (), error),
            owner=self,
        )  # fmt: skip

    def _ask_standing(self, session_id: int) -> None:
        """Read what the next message will be added to: the prompt sent last may be older than the last turns."""

        def read(ledger: Ledger | None) -> None:
            if session_id == self._session_id:
                self.standing_changed.emit(ledger)

        self._bridge.run(
            "read", self._services.context.standing, session_id,
            done=read, failed=lambda _error: read(None), owner=self,
        )  # fmt: skip

    def _fetch_preview(
        self, session_id: int, text: str, speaker: str, choices: TurnChoices, attachments: tuple[Attachment, ...]
    ) -> tuple[Ledger | WhatIf, tuple[Turn, ...]]:
        """What would be sent, and the pinned turns that would not be. On a lane."""
        context = self._services.context
        if choices == NO_CHOICES:
            ledger = context.preview(session_id, text, speaker, choices=replace(choices, attachments=attachments))
            return ledger, context.pins_left_out(session_id, ledger)
        choices = replace(choices, attachments=attachments)
        found = self._services.prices.what_if(session_id, text, speaker, choices=choices)
        return found, context.pins_left_out(session_id, found.chosen, choices)

    def _set_preview(
        self, found: Ledger | WhatIf | None, error: UserError | None, pins_out: tuple[Turn, ...] = ()
    ) -> None:
        self._pins_out = pins_out
        preview = found.chosen if isinstance(found, WhatIf) else found
        changed = preview is not self._preview or self._counted
        self._preview, self._counted = preview, False
        self._too_large = error if error is not None and error.code == "message_too_large" else None
        if error is not None and self._too_large is None:
            self._composer.set_preview(error_text(error).title)
        else:
            self._say_preview()
        self._show_refusal()
        if changed:
            self.preview_changed.emit(preview)
        self.what_if_changed.emit(found if isinstance(found, WhatIf) else None)

    def _say_preview(self) -> None:
        if is_for_memory(self._composer.text(), self._composer.speaker):
            self._composer.set_preview(self.tr("answered from memory, without the model"))
            return
        preview = self._preview if self._composer.text().strip() else None
        cut = self.attachments.cut_text(preview.attachment_cuts) if preview is not None else ""
        said = self._preview_text(preview) if preview is not None else ""
        self._composer.set_preview(f"{said}. {cut}" if cut else said)
        self._composer.set_note(cut)

    def _preview_text(self, preview: Ledger) -> str:
        out_before = {turn.turn_id for turn in self._sent[1].clipped} if self._sent is not None else set()
        leaving = sum(turn.turn_id not in out_before for turn in preview.clipped)
        tokens = format_number(preview.prompt_tokens)
        sends = (
            self.tr("would send {tokens} tokens")
            if preview.counts_exact
            else self.tr("would send about {tokens} tokens")
        ).format(tokens=tokens)
        leaves = self.tr("%n turns would leave", "", leaving) if leaving else self.tr("nothing leaves")
        if not self._pins_out:
            return self.tr("{sends}; {leaves}").format(sends=sends, leaves=leaves)
        openings = [shortened(turn.question.text, _PIN_CHARACTERS) for turn in self._pins_out]
        named = self.tr(", ").join(self.tr("“{words}”").format(words=opening) for opening in openings)
        return self.tr("{sends}; no room for what you pinned: {pins}").format(sends=sends, pins=named)

    # --- what happens

    def _on_latest(self, session_id: int, latest: tuple[int, Ledger] | None) -> None:
        if session_id == self._session_id and latest is not None and self._sent is None:
            self._set_sent(*latest)

    def _read_latest_again(self, session_id: int) -> None:
        def read(latest: tuple[int, Ledger] | None) -> None:
            if session_id == self._session_id:
                self._sent = latest

        self._bridge.run("read", self._services.context.latest, session_id, done=read, owner=self)

    def _set_sent(self, turn_id: int, ledger: Ledger) -> None:
        self._sent = (turn_id, ledger)
        self.ledger_changed.emit(turn_id, ledger)

    def _on_engine(self, state: EngineChanged) -> None:
        self._engine = state
        self._outbox.hold(state.state is EngineState.LOADING)
        self._show_refusal()

    def retranslate(self) -> None:
        """Say the preview and the refusal again in another language."""
        self.show_whose(self._somebody)
        self._say_preview()
        self._show_refusal()

    @Slot(object)
    def _on_event(self, event: object) -> None:
        if isinstance(event, EngineChanged):
            changed_model = event.model != self._engine.model
            self._on_engine(event)
            if changed_model:
                self._preview_timer.start()  # another model counts otherwise
        elif isinstance(event, TurnStarted | TurnFinished):
            if event.session_id == self._session_id and event.ledger is not None:
                self._set_sent(event.turn_id, event.ledger)
            if isinstance(event, TurnFinished) and event.session_id == self._session_id:
                self._preview_timer.start()  # the history has grown
        elif (
            isinstance(event, Changed)
            and (event.changes_branch or event.rewritten)
            and self._session_id in event.sessions
        ):
            self._read_latest_again(self._session_id)
            self._preview_timer.start()  # the history is another
        elif isinstance(event, Changed) and (
            event.settings or event.facts_of_people or event.origin in ("sessions.pin_turn", "recall.exclude")
        ):
            self._preview_timer.start()
