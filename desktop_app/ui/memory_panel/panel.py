"""The memory panel: header and gauge above, safety strip, tabs below."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from desktop_app.domain.choices import NO_CHOICES, TurnChoices
from desktop_app.domain.conversation import FinishReason, VaultKind
from desktop_app.domain.events import Changed, EmbedderChanged, SummaryChanged, TurnFinished, TurnStarted
from desktop_app.domain.ledger import Ledger, Section
from desktop_app.domain.memory import Fact, FactState
from desktop_app.domain.prices import WhatIf
from desktop_app.domain.settings import Settings, SummaryLevel
from desktop_app.domain.why_not import Trace
from desktop_app.services.facade import Services
from desktop_app.services.summaries import ShownSegment
from desktop_app.ui.actions import keys_of
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.dialogs.why_not import WhyNotDialog
from desktop_app.ui.memory_panel import ledger_cards, summary_cards
from desktop_app.ui.memory_panel.cards import Card, CardBrowser
from desktop_app.ui.memory_panel.clipped_tab import ClippedTab
from desktop_app.ui.memory_panel.context_tab import ContextTab
from desktop_app.ui.memory_panel.fact_details import SOURCE
from desktop_app.ui.memory_panel.fact_words import fact_name
from desktop_app.ui.memory_panel.facts_tab import FactsTab
from desktop_app.ui.memory_panel.figures import Figures
from desktop_app.ui.memory_panel.gauge import tab_of
from desktop_app.ui.memory_panel.header import Header, Shown
from desktop_app.ui.memory_panel.memory_map.page import MapPage
from desktop_app.ui.memory_panel.recalled_tab import RecalledTab
from desktop_app.ui.memory_panel.safety_strip import SafetyStrip
from desktop_app.ui.memory_panel.tab_strip import TabStrip
from desktop_app.ui.memory_panel.timeline.page import TimelinePage
from desktop_app.ui.memory_panel.what_if import WhatIfStrip
from desktop_app.ui.memory_panel.why_words import FACT, TURN, WHY
from desktop_app.ui.texts import format_number, translate
from desktop_app.ui.theme import Theme, ThemeManager
from desktop_app.ui.widgets.basics import Hairline, button
from desktop_app.ui.widgets.flow import FlowLayout

CONTEXT, CLIPPED, RECALLED, FACTS, SUMMARY = "context", "clipped", "recalled", "facts", "summary"
TIMELINE, MAP = "timeline", "map"  # pages of widgets
TABS = (CONTEXT, CLIPPED, RECALLED, FACTS, SUMMARY)  # lists of cards


class MemoryPanel(QWidget):
    """Shows the ledger of a turn or of what is being typed, and the facts of a person.

    Signals:
        source_requested: session and turn a quote or a snippet comes from.
        ask_again_requested: session and turn whose question is to be asked again.
        choices_changed: TurnChoices for the next message of the session.
        figures_changed: the Figures that are shown now, None where there are none.
        past_shown: the Ledger of the turn chosen in the timeline, None where nothing was sent then.
        float_requested: the panel shall be in a window of its own, or go back.
        categories_requested: the space's own categories are to be set up.
    """

    source_requested = Signal(int, int)
    ask_again_requested = Signal(int, int)
    choices_changed = Signal(object)
    figures_changed = Signal(object)
    past_shown = Signal(object)
    float_requested = Signal()
    categories_requested = Signal()

    def __init__(
        self,
        services: Services,
        bridge: EventBridge,
        theme_manager: ThemeManager,
        vault_kind: VaultKind,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._services = services
        self._bridge = bridge
        self._theme_manager = theme_manager
        self._kind = vault_kind
        self._person: int | None = None
        self._session: int | None = None
        self._sent: Shown | None = None  # of the newest turn, to return to when nothing is typed
        self._standing: Ledger | None = None  # what a message would be added to
        self._shown: Shown | None = None
        self._is_reading = False  # the newest ledger of the session
        self._full = True
        self._floats = False
        self._kept_tab = ""
        self._choices = NO_CHOICES
        self._facts: list[Fact] = []
        self._context = ContextTab(services, bridge, theme_manager.theme, self)
        self._context.changed.connect(lambda: self._rewrite(CONTEXT))
        self._context.choices_changed.connect(self.choices_changed)
        self._clipped = ClippedTab(services, bridge, self)
        self._clipped.changed.connect(lambda: self._rewrite(CLIPPED))
        self._clipped.choices_changed.connect(self.choices_changed)
        self._recalled = RecalledTab(services, bridge, self)
        self._recalled.changed.connect(lambda: self._rewrite(RECALLED))
        self._recalled.choices_changed.connect(self.choices_changed)
        self._segments: tuple[ShownSegment, ...] = ()
        self._unsummarised = 0
        self._stale: set[str] = set(TABS)
        self._build(theme_manager.theme)
        self._apply_theme(theme_manager.theme)
        self._retranslate()
        theme_manager.theme_changed.connect(self._apply_theme)
        bridge.event.connect(self._on_event)

    def _build(self, theme: Theme) -> None:
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.header = Header(theme, self)
        self.header.section_requested.connect(lambda section: self.show_tab(tab_of(section), section))
        self.safety = SafetyStrip(self)
        self.safety.setVisible(self._kind is VaultKind.CLINICAL)
        self.safety.conflicts_requested.connect(self._show_conflicts)
        self.what_if = WhatIfStrip(theme, self)
        self.what_if.choices_changed.connect(self.choices_changed)
        self.what_if.keep_requested.connect(self._keep_settings)
        self.tabs = TabStrip(theme, self)
        self.setFocusProxy(self.tabs)
        self.tabs.currentChanged.connect(self._on_tab)
        self.facts = FactsTab(self._services, self._bridge, self._kind, theme, self)
        self.facts.facts_read.connect(self._take_facts)
        self.facts.source_requested.connect(self.source_requested)
        self.facts.ask_again_requested.connect(self.ask_again_requested)
        self.facts.why_requested.connect(partial(self.ask_why, FACT))
        self.facts.categories_requested.connect(self.categories_requested)
        own = {CONTEXT: self._context.browser, FACTS: self.facts.page}
        self.pages = {key: own.get(key) or CardBrowser(theme, self) for key in TABS}
        self._stack = QStackedWidget(self)
        for key, page in self.pages.items():
            if key != FACTS:
                page.link_activated.connect(self._follow_link)
            self._stack.addWidget(self._widget(key))
        self.timeline = TimelinePage(self._services, self._bridge, theme, self)
        self.timeline.ledger_chosen.connect(self._on_past_chosen)
        self.timeline.turn_requested.connect(self._on_turn_requested)
        # Where the panel is too low for it, as with large text, the page scrolls.
        self._timeline_room = QScrollArea(self)
        self._timeline_room.setFrameShape(QFrame.Shape.NoFrame)
        self._timeline_room.setWidgetResizable(True)
        self._timeline_room.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._timeline_room.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._timeline_room.setWidget(self.timeline)
        self.timeline.setProperty("surface", "panel")
        self.timeline.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._stack.addWidget(self._timeline_room)
        self.map = MapPage(self._services, self._bridge, theme, self)
        self.map.source_requested.connect(self.source_requested)
        self._stack.addWidget(self.map)
        # Less than what its largest page asks for: the window must not grow when something opens above it.
        self._stack.setMinimumHeight(80)
        self.detail = button("link", self)
        self.detail.clicked.connect(lambda: self.set_full(not self._full))
        footer = QHBoxLayout()
        footer.setContentsMargins(18, 7, 18, 9)
        footer.setSpacing(16)
        self.what_if_button = button("link", self)
        self.what_if_button.clicked.connect(self._toggle_what_if)
        footer.addWidget(self.what_if_button)
        self.float_button = button("link", self)
        self.float_button.clicked.connect(self.float_requested)
        endings = FlowLayout(footer.spacing(), at_end=True)
        endings.addWidget(self.float_button)
        endings.addWidget(self.detail)
        footer.addLayout(endings, 1)
        tab_row = QHBoxLayout()
        tab_row.setContentsMargins(12, 0, 12, 0)
        tab_row.addWidget(self.tabs, 1)
        tab_row.addWidget(self.tabs.more)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.header)
        layout.addWidget(Hairline(parent=self))
        layout.addWidget(self.what_if)
        layout.addWidget(self.safety)
        layout.addLayout(tab_row)
        layout.addWidget(Hairline(parent=self))
        layout.addWidget(self._stack, 1)
        layout.addWidget(Hairline(parent=self))
        layout.addLayout(footer)

    def _widget(self, key: str) -> QWidget:
        return {CONTEXT: self._context, FACTS: self.facts}.get(key) or self.pages[key]

    # What the window asks for

    def show_session(self, person_id: int | None, session_id: int | None) -> None:
        """Show a session of a person: its newest ledger and the person's facts."""
        if person_id != self._person:
            self._facts = []
        if session_id != self._session:
            self.show_choices(NO_CHOICES)
        self._person, self._session = person_id, session_id
        self._sent = self._standing = None
        self._is_reading = session_id is not None
        self._context.show_session(session_id)
        self._clipped.show_session(session_id)
        self._recalled.show_session(session_id)
        self.timeline.show_session(session_id)
        self.map.show_session(person_id, session_id)
        self._segments, self._unsummarised = (), 0
        self._show(None)
        if session_id is not None:
            self._bridge.run(
                "read", self._services.context.latest, session_id,
                done=partial(self._latest_read, session_id), owner=self,
            )  # fmt: skip
        self.facts.show_person(person_id, session_id)
        self._read_summary()

    def show_preview(self, ledger: Ledger | None) -> None:
        """Show what would be sent; None returns to what was sent last."""
        self._show(self._sent if ledger is None else Shown(ledger, preview=True))

    def show_typed(self, tokens: int) -> None:
        """Show at once that the message being typed has so many tokens; the pause tells what else would be sent."""
        shown = self._shown
        if self._standing is not None and (shown is None or not shown.preview):
            shown = Shown(self._standing, preview=True)  # turns answered without the model are in it as well
        if shown is not None:
            self.figures_changed.emit(self.header.show_typed(shown, tokens, self._full))

    @Slot(object)
    def show_standing(self, ledger: Ledger | None) -> None:
        """Take what a message typed from here on would be added to."""
        self._standing = ledger

    def show_ledger(self, turn_id: int, ledger: Ledger, number: int = 0) -> None:
        """Show what a turn was sent; ``number`` of the turn, from one, where it is known."""
        older = self._sent is not None and turn_id < self._sent.turn_id
        self._show(Shown(ledger, turn_id, number, older=older))

    def show_choices(self, choices: TurnChoices) -> None:
        """Show what is chosen for the next message of the session."""
        self._context.show_choices(choices)
        self._clipped.show_choices(choices)
        self._recalled.show_choices(choices)
        self._choices = choices
        self.what_if.show_choices(self._services.settings.get(), choices)

    @Slot(object)
    def show_what_if(self, what_if: WhatIf | None) -> None:
        """Show what the choices change about the next prompt, None where nothing is chosen."""
        self.what_if.show_what_if(what_if)

    def show_tab(self, key: str, section: str = "") -> None:
        """Open a tab by its key; in the context tab unfold a section."""
        if section and key == CONTEXT:
            self._context.expand(section)
        self.tabs.select(key)
        self._refresh_page()

    def begin_at(self, key: str) -> None:
        """Open a tab, as soon as it is there: that of the summary comes with the session."""
        self._kept_tab = key
        self._set_tabs()

    def show_clipped(self, turn_id: int) -> None:
        """Open the tab of what was left out at a turn."""
        if self.ledger is not None and self._clipped.list_turn(self.ledger, turn_id):
            self._stale.add(CLIPPED)
        self.show_tab(CLIPPED)
        self.pages[CLIPPED].scroll_to_link(f"{ledger_cards.GO_TO}/{turn_id}")

    def set_full(self, full: bool) -> None:
        """Show figures and scores, or hide them."""
        self._full = full
        self.what_if.set_full(full)
        self.timeline.set_full(full)
        self.map.set_full(full)
        self.facts.set_full(full)
        self._stale.update(TABS)
        self._retranslate()

    def set_floats(self, floats: bool) -> None:
        """Say whether the panel is in a window of its own, which its button leads back from."""
        self._floats = floats
        self._name_float_button()

    @property
    def ledger(self) -> Ledger | None:
        """The ledger that is shown."""
        return self._shown.ledger if self._shown is not None else None

    # Ledger

    def _read_latest_again(self) -> None:
        """The branch is another, or has lost turns: what was sent last may be another prompt."""
        session_id = self._session
        if session_id is None:
            return

        def read(latest: tuple[int, Ledger] | None) -> None:
            if session_id == self._session:
                self._sent = Shown(latest[1], turn_id=latest[0]) if latest is not None else None
                if self._shown is None or not self._shown.preview:
                    self._show(self._sent)

        self._bridge.run("read", self._services.context.latest, session_id, done=read, owner=self)

    def _latest_read(self, session_id: int, latest: tuple[int, Ledger] | None) -> None:
        if session_id != self._session:
            return
        self._is_reading = False
        if latest is not None and self._sent is None:
            self._sent = Shown(latest[1], turn_id=latest[0])
        if self._shown is None:
            self._show(self._sent)

    def _show(self, shown: Shown | None) -> None:
        self._shown = shown
        self._stale.update(TABS)
        self._refresh()

    def _refresh(self) -> None:
        self.figures_changed.emit(None if self._shown is None else Figures.of(self._shown.ledger))
        self.header.show_ledger(self._shown, self._full)
        self.map.show_ledger(self.ledger)
        self._set_tabs()
        self._refresh_page()
        if (layout := self.layout()) is not None:
            layout.activate()  # at once: while models are loaded the window may not come to it for a while

    def _set_tabs(self) -> None:
        ledger = self.ledger
        held = [fact for fact in self._facts if fact.state not in (FactState.SUPERSEDED, FactState.RETRACTED)]
        tabs = [
            (CONTEXT, translate("Panel", "Context"), ""),
            (CLIPPED, translate("Panel", "Clipped"), format_number(len(ledger.clipped)) if ledger else ""),
            (RECALLED, translate("Panel", "Recalled"), format_number(len(ledger.recalled)) if ledger else ""),
            (FACTS, translate("Panel", "Facts"), format_number(len(held))),
        ]
        if self._segments or self._unsummarised or (ledger is not None and ledger.sections[Section.SUMMARY]):
            tabs.append((SUMMARY, translate("Panel", "Summary"), ""))
        tabs += [(TIMELINE, translate("Panel", "Timeline"), ""), (MAP, translate("Panel", "Map"), "")]
        self.tabs.set_tabs(tabs)
        if any(key == self._kept_tab for key, _, _ in tabs):
            kept, self._kept_tab = self._kept_tab, ""
            self.show_tab(kept)

    # Pages: only the open one is written

    @Slot(int)
    def _on_tab(self, _index: int) -> None:
        self._kept_tab = ""  # somebody wants another one
        self._refresh_page()

    def _refresh_page(self) -> None:
        key = self.tabs.current_key()
        if key == TIMELINE:
            self._stack.setCurrentWidget(self._timeline_room)
            self.timeline.refresh()
        elif key == MAP:
            self._stack.setCurrentWidget(self.map)
            self.map.refresh()
        if key not in self.pages:
            return
        self._stack.setCurrentWidget(self._widget(key))
        if key == FACTS:
            self.facts.show_prompt(self.ledger.fact_ids if self.ledger is not None else ())
        elif key in self._stale:
            self._stale.discard(key)
            self.pages[key].show_cards(self._cards(key))
            if key == CONTEXT and self.ledger is not None:
                self._context.read(self.ledger)
            elif key == CLIPPED and self.ledger is not None:
                self._clipped.read(self.ledger)
            elif key == RECALLED and self.ledger is not None:
                self._recalled.read(self.ledger)

    def _cards(self, key: str) -> list[Card]:
        if key == SUMMARY:
            return summary_cards.summary_cards(
                self.ledger,
                self._segments,
                self._unsummarised,
                self._kind,
                self._services.settings.get().context.summary_level,
            )
        ledger = self.ledger
        if ledger is None:
            return [ledger_cards.reading() if self._is_reading else ledger_cards.nothing_yet()]
        cards: dict[str, Callable[[], list[Card]]] = {
            # A link at every fact would be in the way of who only reads.
            CONTEXT: lambda: self._context.cards(
                ledger, full=self._full, can_choose=self.what_if.is_open and not self._shown_is_older()
            ),
            CLIPPED: lambda: self._clipped.cards(ledger, full=self._full, can_choose=not self._shown_is_older()),
            RECALLED: lambda: self._recalled.cards(
                ledger, self._kind, full=self._full, can_choose=not self._shown_is_older()
            ),
        }
        return cards[key]()

    def _shown_is_older(self) -> bool:
        return self._shown is not None and self._shown.older

    # Timeline

    @Slot(int, object)
    def _on_past_chosen(self, turn_id: int, ledger: Ledger | None) -> None:
        if ledger is not None:
            turn = self.timeline.turn
            self.show_ledger(turn_id, ledger, turn.ordinal + 1 if turn is not None else 0)
        else:  # nothing was sent then: the head must not speak of another turn, at the end it returns to now
            self._show(self._sent if self.timeline.is_at_end else None)
        self.past_shown.emit(ledger)

    @Slot(int)
    def _on_turn_requested(self, turn_id: int) -> None:
        if self._session is not None:
            self.source_requested.emit(self._session, turn_id)

    # Summary

    def _read_summary(self) -> None:
        if self._session is not None:
            self._bridge.run(
                "read", self._services.summaries.segments, self._session,
                done=partial(self._summary_read, self._session), owner=self,
            )  # fmt: skip

    def _summary_read(self, session_id: int, segments: tuple[ShownSegment, ...]) -> None:
        if session_id == self._session:
            self._segments = segments
            self._stale.add(SUMMARY)
            self._set_tabs()
            self._refresh_page()

    # Facts

    @Slot(object)
    def _take_facts(self, facts: list[Fact]) -> None:
        self._facts = facts
        today = date.today()
        self._context.show_fact_names({fact.id: fact_name(fact, today) for fact in facts})
        self.safety.show_facts(facts)
        self._set_tabs()

    @Slot()
    def _show_conflicts(self) -> None:
        self.show_tab(FACTS)
        self.facts.open_conflicts()

    def finish(self) -> None:
        """Carry out what could still be undone, on this thread: the program is about to end."""
        self.facts.finish()

    def _set_summary_level(self, level: SummaryLevel) -> None:
        settings = self._services.settings.get()
        changed = replace(settings, context=replace(settings.context, summary_level=level))
        self._bridge.run(
            "read", self._services.settings.update, changed, done=lambda _: self._rewrite(SUMMARY), owner=self
        )

    # What if

    @Slot()
    def _toggle_what_if(self) -> None:
        if self.what_if.is_open:
            self.what_if.set_open(False)
            self._rewrite(CONTEXT)
        else:
            self._open_what_if()

    @Slot()
    def _open_what_if(self) -> None:
        self.what_if.show_choices(self._services.settings.get(), self._choices)
        self.what_if.set_open(True)
        self._rewrite(CONTEXT)  # each fact can be left out now
        self.what_if.form.top_k.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(object)
    def _keep_settings(self, settings: Settings) -> None:
        self._bridge.run("read", self._services.settings.update, settings, done=self._settings_kept)

    def _settings_kept(self, _: object) -> None:
        self.choices_changed.emit(replace(self._choices, context=None, recall=None))

    # Why is it not here?

    def ask_why(self, subject: str, identity: int) -> None:
        """Say why a turn (`why_words.TURN`) or a fact is not in the prompt that is shown."""
        ledger, session_id = self.ledger, self._session
        if ledger is None or session_id is None:
            return
        why = self._services.why_not
        choices = NO_CHOICES if self._shown_is_older() else self._choices
        self._bridge.run(
            "read", why.of_turn if subject == TURN else why.of_fact, session_id, ledger, identity, choices,
            done=partial(self._show_why, subject, identity), owner=self,
        )  # fmt: skip

    def _show_why(self, subject: str, identity: int, trace: Trace) -> None:
        fact = next((fact for fact in self._facts if subject == FACT and fact.id == identity), None)
        about = fact_name(fact, date.today()) if fact is not None else ""
        dialog = WhyNotDialog(trace, about, self._theme_manager.theme, self.window())
        dialog.what_if_requested.connect(self._open_what_if)
        dialog.open()

    # Links

    @Slot(str)
    def _follow_link(self, link: str) -> None:
        action, *arguments = link.split("/")
        if action == SOURCE:
            self.source_requested.emit(int(arguments[0]), int(arguments[1]))
        elif action == ledger_cards.GO_TO:
            if self._session is not None:
                self.source_requested.emit(self._session, int(arguments[0]))
        elif self._context.follow(action, arguments):
            return
        elif action == summary_cards.REBUILD:
            if self._session is not None:
                self._bridge.run("read", self._services.summaries.rebuild, self._session)
        elif action == summary_cards.LEVEL:
            self._set_summary_level(SummaryLevel(arguments[0]))
        elif action == WHY:
            self.ask_why(arguments[0], int(arguments[1]))
        else:
            identity = int(arguments[0]) if arguments else 0
            if not self._clipped.follow(action, identity):
                self._recalled.follow(action, identity)

    def _rewrite(self, key: str) -> None:
        self._stale.add(key)
        self._refresh_page()

    # Events

    @Slot(object)
    def _on_event(self, event: object) -> None:
        if isinstance(event, TurnStarted) and event.session_id == self._session:
            self._sent = Shown(event.ledger, turn_id=event.turn_id)
            self._show(self._sent)
        elif isinstance(event, TurnFinished):
            self.header.learn_speed(event)
            if event.session_id == self._session and event.ledger is not None:
                failed = event.finish_reason in (FinishReason.FAILED, FinishReason.REFUSED)
                self._sent = Shown(event.ledger, turn_id=event.turn_id, confirmed=not failed)
                self._show(self._sent)
        elif isinstance(event, EmbedderChanged):
            self._rewrite(RECALLED)
        elif isinstance(event, SummaryChanged):
            if event.session_id == self._session:
                self._unsummarised = event.remaining
                self._read_summary()
        elif isinstance(event, Changed):
            if self._person in event.facts_of_people:
                self.facts.read()
            if event.origin == "recall.exclude":
                self._recalled.forget()
            if event.origin == "sessions.delete" and self._session in event.sessions:
                self.show_session(self._person, None)
            elif event.origin == "sessions.clear" and self._session in event.sessions:
                self.show_session(self._person, self._session)
            elif event.changes_branch and self._session in event.sessions:
                self._read_latest_again()

    # Language and theme

    @Slot(object)
    def _apply_theme(self, theme: Theme) -> None:
        self.header.set_theme(theme)
        self.what_if.set_theme(theme)
        self.tabs.set_theme(theme)
        for page in self.pages.values():
            page.set_theme(theme)
        self.timeline.set_theme(theme)
        self.map.set_theme(theme)

    def changeEvent(self, event: QEvent) -> None:
        """Say everything again when the language changes."""
        if event.type() is QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self.setAccessibleName(translate("Panel", "Memory"))
        self.tabs.setAccessibleName(translate("Panel", "Memory tabs"))
        for key, name in (
            (CONTEXT, translate("Panel", "What the model is sent, section by section")),
            (CLIPPED, translate("Panel", "Turns left out of the prompt")),
            (RECALLED, translate("Panel", "Recalled from earlier")),
            (SUMMARY, translate("Panel", "Summary of earlier turns")),
        ):
            self.pages[key].setAccessibleName(name)
        self.detail.setText(
            translate("Panel", "Hide figures") if self._full else translate("Panel", "Show all figures")
        )
        self.detail.setAccessibleName(self.detail.text())
        self._name_float_button()
        self.what_if_button.setText(translate("Panel", "What if…"))
        self.what_if_button.setAccessibleName(translate("Panel", "What if: try changes for the next message"))
        self.header.retranslate()
        self.facts.retranslate()
        self.safety.show_facts(self._facts)
        self._stale.update(TABS)
        self._refresh()

    def _name_float_button(self) -> None:
        name = translate("Panel", "Back into the window") if self._floats else translate("Panel", "Own window")
        self.float_button.setText(name)
        self.float_button.setAccessibleName(name)
        self.float_button.setToolTip(keys_of("float_memory"))
