"""The memory panel: header and gauge above, safety strip, tabs below."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import date
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from desktop_app.domain.choices import NO_CHOICES, TurnChoices
from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.events import Changed, TurnFinished, TurnStarted
from desktop_app.domain.ledger import Ledger
from desktop_app.domain.memory import Fact
from desktop_app.domain.prices import WhatIf
from desktop_app.domain.settings import Settings
from desktop_app.domain.why_not import Cause, Link, Step, Trace
from desktop_app.services.facade import Services
from desktop_app.services.recall_inspection import question_of
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.dialogs.why_not import WhyNotDialog
from desktop_app.ui.memory_panel.card_tab import CardTab
from desktop_app.ui.memory_panel.clipped_tab import ClippedTab
from desktop_app.ui.memory_panel.context_tab import ContextTab
from desktop_app.ui.memory_panel.fact_words import fact_name
from desktop_app.ui.memory_panel.facts_tab import FactsTab
from desktop_app.ui.memory_panel.figures import Figures
from desktop_app.ui.memory_panel.footer import Footer
from desktop_app.ui.memory_panel.gauge import tab_of
from desktop_app.ui.memory_panel.header import Header, Shown
from desktop_app.ui.memory_panel.ledger_cards import excerpt
from desktop_app.ui.memory_panel.links import FACT, OPEN_TURN, TURN, WHY, linked_turn
from desktop_app.ui.memory_panel.memory_map.tab import MapTab
from desktop_app.ui.memory_panel.recalled_tab import RecalledTab
from desktop_app.ui.memory_panel.safety_strip import SafetyStrip
from desktop_app.ui.memory_panel.summary_tab import SummaryTab
from desktop_app.ui.memory_panel.tab import CLIPPED, CONTEXT, FACTS, PanelTab, View
from desktop_app.ui.memory_panel.tab_strip import TabStrip, TabWords
from desktop_app.ui.memory_panel.timeline.tab import TimelineTab
from desktop_app.ui.memory_panel.what_if import WhatIfStrip
from desktop_app.ui.texts import translate
from desktop_app.ui.theme import Theme, ThemeManager
from desktop_app.ui.widgets.basics import Hairline

_log = logging.getLogger(__name__)

TABS: tuple[type[PanelTab], ...] = (
    ContextTab, ClippedTab, RecalledTab, FactsTab, SummaryTab, TimelineTab, MapTab,
)  # fmt: skip

_TURNS_SINCE = 50  # turns without a prompt that are looked through for the number of the last that had one
_LEAST_PAGE = 210  # pixels of the 14 px design that a tab gets before the head shows more than its gauge
_LEAST_STACK = 80  # pixels
_LEAST_PAGE_TRYING = 90  # and beside the form of what-if

T = TypeVar("T", bound=PanelTab)


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
        self._past: tuple[Shown | None] | None = None  # of the earlier turn that is chosen in the timeline
        self._standing: Ledger | None = None  # what a message would be added to
        self._view = View()
        self._kept_tab = ""
        self._choices = NO_CHOICES
        self._facts: list[Fact] = []
        self._build(theme_manager.theme)
        self._apply_theme(theme_manager.theme)
        self._retranslate()
        theme_manager.theme_changed.connect(self._apply_theme)
        bridge.event.connect(self._on_event)

    def _build(self, theme: Theme) -> None:
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        # Made in the order in which they stand, which is that of the Tab key.
        self.header = Header(theme, self)
        self.header.section_requested.connect(lambda section: self.show_tab(tab_of(section), section))
        self.safety = SafetyStrip(self)
        self.safety.setVisible(self._kind is VaultKind.CLINICAL)
        self.safety.conflicts_requested.connect(self.show_conflicts)
        self.tabs = TabStrip(theme, self)
        self.setFocusProxy(self.tabs)
        self.tabs.currentChanged.connect(self._on_tab)
        self._stack = QStackedWidget(self)
        self.pages = {tab.key: tab(self._services, self._bridge, self._kind, theme, self) for tab in TABS}
        for page in self.pages.values():
            page.changed.connect(self._on_page_changed)
            page.choices_changed.connect(self.choices_changed)
            page.source_requested.connect(self.source_requested)
            page.why_requested.connect(self.ask_why)
            if isinstance(page, CardTab):
                page.browser.link_activated.connect(self._follow_link)
            self._stack.addWidget(page)
        self._context, self._clipped = self._page(ContextTab), self._page(ClippedTab)
        self.map = self._page(MapTab)
        self.timeline = self._page(TimelineTab).page
        self.timeline.ledger_chosen.connect(self._on_past_chosen)
        self.facts = self._page(FactsTab)
        self.facts.facts_read.connect(self._take_facts)
        self.facts.ask_again_requested.connect(self.ask_again_requested)
        self.facts.categories_requested.connect(self.categories_requested)
        # Less than what its largest page asks for: the window must not grow when something opens beside it.
        self._stack.setMinimumHeight(_LEAST_STACK)
        # Below the page and beside the button that opens it: nothing above moves when it opens or says more.
        self.what_if = WhatIfStrip(theme, self)
        self.what_if.choices_changed.connect(self.choices_changed)
        self.what_if.keep_requested.connect(self._keep_settings)
        self.what_if.open_changed.connect(self._on_what_if_open)
        self.footer = Footer(self)
        self.what_if.left.connect(partial(self.footer.what_if.setFocus, Qt.FocusReason.ShortcutFocusReason))
        self.footer.what_if_requested.connect(self._toggle_what_if)
        self.footer.float_requested.connect(self.float_requested)
        self.footer.figures_requested.connect(lambda: self.set_full(not self._view.full))
        tab_row = QHBoxLayout()
        tab_row.setContentsMargins(12, 0, 12, 0)
        tab_row.addWidget(self.tabs, 1)
        tab_row.addWidget(self.tabs.more)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for part in (self.header, Hairline(parent=self), self.safety):
            layout.addWidget(part)
        layout.addLayout(tab_row)
        layout.addWidget(Hairline(parent=self))
        layout.addWidget(self._stack, 1)
        layout.addWidget(self.what_if)
        layout.addWidget(Hairline(parent=self))
        layout.addWidget(self.footer)

    def _page(self, kind: type[T]) -> T:
        return next(page for page in self.pages.values() if isinstance(page, kind))

    # What the window asks for

    def show_session(self, person_id: int | None, session_id: int | None) -> None:
        """Show a session of a person: its newest ledger and the person's facts."""
        if person_id != self._person:
            self._facts = []
        if session_id != self._session:
            self.show_choices(NO_CHOICES)
        self._person, self._session = person_id, session_id
        self._sent = self._standing = self._past = None
        self._view = replace(self._view, shown=None, is_reading=session_id is not None)
        if session_id is not None:  # before the pages ask for anything: it is what is looked at
            self._bridge.run(
                "read", self._fetch_sent, session_id,
                done=partial(self._latest_read, session_id), owner=self,
            )  # fmt: skip
        for page in self.pages.values():
            page.set_view(self._view)
            page.show_session(person_id, session_id)
        self._refresh()

    def show_preview(self, ledger: Ledger | None) -> None:
        """Show what would be sent; None returns to what was sent last."""
        self._show(self._now_or_past() if ledger is None else Shown(ledger, preview=True))

    def show_typed(self, tokens: int) -> None:
        """Show at once that the message being typed has so many tokens; the pause tells what else would be sent."""
        shown = self._view.shown
        if self._standing is not None and (shown is None or not shown.preview):
            shown = Shown(self._standing, preview=True)  # turns answered without the model are in it as well
        if shown is not None:
            self.figures_changed.emit(self.header.show_typed(shown, tokens, self._view.full))

    @Slot(object)
    def show_standing(self, ledger: Ledger | None) -> None:
        """Take what a message typed from here on would be added to."""
        self._standing = ledger

    def show_ledger(self, turn_id: int, ledger: Ledger, number: int = 0) -> None:
        """Show what a turn was sent; ``number`` of the turn, from one, where it is known."""
        older = self._sent is not None and turn_id < self._sent.turn_id
        shown, before = Shown(ledger, turn_id, number, older=older), self._view.shown
        # The end of a turn reaches the panel itself too, and its refresh holds up the window.
        if before is None or before.ledger is not ledger or before != shown:
            self._show(shown)

    def show_choices(self, choices: TurnChoices) -> None:
        """Show what is chosen for the next message of the session."""
        self._choices = choices
        for page in self.pages.values():
            page.show_choices(choices)
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
        self.show_tab(CLIPPED)
        self._clipped.show_turn(turn_id)

    def set_full(self, full: bool) -> None:
        """Show figures and scores, or hide them."""
        self.what_if.set_full(full)
        self.footer.set_full(full)
        self._set_view(replace(self._view, full=full))

    def set_floats(self, floats: bool) -> None:
        """Say whether the panel is in a window of its own, which its button leads back from."""
        self.footer.set_floats(floats)

    @property
    def shows_past(self) -> bool:
        """Whether an earlier turn is chosen in the timeline, which the head then speaks of."""
        return self._past is not None

    def _now_or_past(self) -> Shown | None:
        return self._sent if self._past is None else self._past[0]

    @property
    def ledger(self) -> Ledger | None:
        """The ledger that is shown."""
        return self._view.ledger

    # Ledger

    def _fetch_sent(self, session_id: int) -> Shown | None:
        """What was sent last, on a lane: turns that no model answered may have followed."""
        latest = self._services.context.latest(session_id)
        if latest is None:
            return None
        turn_id, ledger = latest
        newest = self._services.sessions.page(session_id, None, 1).turns
        if not newest or newest[-1].id == turn_id:
            return Shown(ledger, turn_id=turn_id)
        since = self._services.sessions.page(session_id, None, _TURNS_SINCE).turns
        number = next((turn.ordinal + 1 for turn in since if turn.id == turn_id), 0)
        return Shown(ledger, turn_id=turn_id, number=number, followed=True)

    def _read_latest_again(self) -> None:
        """The branch is another, or has lost or got turns: what was sent last may be another prompt."""
        session_id = self._session
        if session_id is None:
            return

        def read(sent: Shown | None) -> None:
            if session_id == self._session:
                self._sent = sent
                if not self.shows_past and (self._view.shown is None or not self._view.shown.preview):
                    self._show(self._sent)

        self._bridge.run("read", self._fetch_sent, session_id, done=read, owner=self)

    def _latest_read(self, session_id: int, sent: Shown | None) -> None:
        if session_id != self._session:
            return
        self._view = replace(self._view, is_reading=False)
        if sent is not None and self._sent is None:
            self._sent = sent
        if self._view.shown is None:
            self._show(self._sent)

    def _show(self, shown: Shown | None) -> None:
        self._set_view(replace(self._view, shown=shown))

    def _set_view(self, view: View) -> None:
        self._view = view
        self._refresh()

    def _refresh(self) -> None:
        shown = self._view.shown
        self.figures_changed.emit(None if shown is None else Figures.of(shown.ledger))
        self.header.show_ledger(shown, self._view.full)
        self.what_if.show_limit(shown.ledger.context_limit if shown is not None else 0)
        for page in self.pages.values():
            page.set_view(self._view)
        self._on_page_changed()
        self._fit_parts()
        if (layout := self.layout()) is not None:
            layout.activate()  # at once: while models are loaded the window may not come to it for a while

    def _fit_parts(self) -> None:
        """Share the height: the page comes before the figures of the head, the form of what-if before the foot.

        The form takes its room from the page, never from the head: what is above the page stays where it is.
        """
        px, width = self._theme_manager.theme.px, self.width()
        foot = _height(self.footer, width)
        others = sum(_height(part, width) for part in (self.safety, self.tabs) if not part.isHidden()) + foot
        left = self.height() - others
        self.header.fit(left - px(_LEAST_PAGE))
        room = left - _height(self.header, width) - px(_LEAST_PAGE_TRYING)
        has_foot = not self.what_if.is_open or room >= self.what_if.least_height
        self.footer.setVisible(has_foot)
        room += 0 if has_foot else foot
        # In a window too low for both the form stands in the page's place: the figures it changes stay in sight.
        has_page = has_foot or room >= self.what_if.least_height
        self._stack.setMinimumHeight(_LEAST_STACK if has_page else 1)
        self.what_if.fit(room)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a low panel the page comes before the figures of the head."""
        super().resizeEvent(event)
        self._fit_parts()

    def _set_tabs(self) -> None:
        there = [page for page in self.pages.values() if page.is_there()]
        self.tabs.set_tabs([TabWords(page.key, page.name(), page.count(), page.mark()) for page in there])
        if any(page.key == self._kept_tab for page in there):
            kept, self._kept_tab = self._kept_tab, ""
            self.show_tab(kept)

    # Pages: only the open one is written

    @Slot(int)
    def _on_tab(self, _index: int) -> None:
        self._kept_tab = ""  # somebody wants another one
        self._refresh_page()

    def _refresh_page(self) -> None:
        page = self.pages[self.tabs.current_key()]
        self._stack.setCurrentWidget(page)
        page.refresh()

    @Slot()
    def _on_page_changed(self) -> None:
        self._set_tabs()
        self._refresh_page()

    # Timeline

    @Slot(int, object)
    def _on_past_chosen(self, turn_id: int, ledger: Ledger | None) -> None:
        if ledger is not None:
            turn = self.timeline.turn
            self.show_ledger(turn_id, ledger, turn.ordinal + 1 if turn is not None else 0)
        else:  # nothing was sent then: the head must not speak of another turn, at the end it returns to now
            self._show(self._sent if self.timeline.is_at_end else None)
        self._past = None if self.timeline.is_at_end else (self._view.shown,)
        self.past_shown.emit(ledger)

    # Facts

    @Slot(object)
    def _take_facts(self, facts: list[Fact]) -> None:
        self._facts = facts
        today = date.today()
        self._context.show_fact_names({fact.id: fact_name(fact, today) for fact in facts})
        self.safety.show_facts(facts)

    @Slot()
    def show_conflicts(self) -> None:
        """Go to the contradictions that wait for a decision."""
        self.show_tab(FACTS)
        self.facts.open_conflicts()

    def finish(self) -> None:
        """Carry out what could still be undone, on this thread: the program is about to end."""
        self.facts.finish()

    # What if

    @Slot()
    def _toggle_what_if(self) -> None:
        if self.what_if.is_open:
            self.what_if.set_open(False)
        else:
            self.open_what_if()

    @Slot()
    def open_what_if(self) -> None:
        """Show what other memory the next message could have, ready to be changed."""
        self.what_if.show_choices(self._services.settings.get(), self._choices)
        self.what_if.set_open(True)
        self.what_if.form.top_k.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(bool)
    def _on_what_if_open(self, is_open: bool) -> None:
        self._set_view(replace(self._view, trying=is_open))

    @Slot(object)
    def _keep_settings(self, settings: Settings) -> None:
        self._bridge.run("read", self._services.settings.update, settings, done=self._settings_kept)

    def _settings_kept(self, _: object) -> None:
        self.choices_changed.emit(replace(self._choices, context=None, recall=None))

    # Why is it not here?

    @Slot(str, int)
    def ask_why(self, subject: str, identity: int) -> None:
        """Say why a turn (`links.TURN`) or a fact is not in the prompt that is shown.

        Where the session has sent nothing yet, it is the prompt a first message would be added to.
        """
        ledger, session_id = self.ledger or self._standing, self._session
        if ledger is None or session_id is None:
            self._show_why(subject, identity, "", Trace((Link(Step.SEARCHED, False, Cause.NO_PROMPT),)))
            return
        why = self._services.why_not
        choices = self._choices if self._view.can_choose else NO_CHOICES
        self._bridge.run(
            "read", why.of_turn if subject == TURN else why.of_fact, session_id, ledger, identity, choices,
            done=partial(self._show_why, subject, identity, question_of(ledger)), owner=self,
        )  # fmt: skip

    def _show_why(self, subject: str, identity: int, question: str, trace: Trace) -> None:
        fact = next((fact for fact in self._facts if subject == FACT and fact.id == identity), None)
        about = fact_name(fact, date.today()) if fact is not None else excerpt(trace.words)
        dialog = WhyNotDialog(trace, about, excerpt(question), self._theme_manager.theme, self.window())
        dialog.what_if_requested.connect(self.open_what_if)
        dialog.open()

    # Links

    @Slot(str)
    def _follow_link(self, link: str) -> None:
        action, *arguments = link.split("/")
        if action == OPEN_TURN:
            if (place := linked_turn(arguments, self._session)) is not None:
                self.source_requested.emit(*place)
        elif action == WHY:
            self.ask_why(arguments[0], int(arguments[1]))
        elif not any(page.follow(action, arguments) for page in self.pages.values()):
            _log.error("no tab follows the link %s", action)

    # Events

    @Slot(object)
    def _on_event(self, event: object) -> None:
        if isinstance(event, TurnStarted) and event.session_id == self._session:
            self._past = None
            self._sent = Shown(event.ledger, turn_id=event.turn_id)
            self._show(self._sent)
        elif isinstance(event, TurnFinished):
            if event.session_id == self._session and event.ledger is None:
                self._read_latest_again()  # answered without the model: what was sent last is an older turn's
            elif event.session_id == self._session and event.ledger is not None:
                self._sent = Shown(event.ledger, turn_id=event.turn_id)
                if not self.shows_past:  # whoever looks at an earlier turn goes on looking at it
                    self._show(self._sent)
        elif isinstance(event, Changed):
            if event.settings:
                self.what_if.follow_settings(self._services.settings.get())
            if event.origin == "sessions.delete" and self._session in event.sessions:
                self.show_session(self._person, None)
            elif event.origin == "sessions.clear" and self._session in event.sessions:
                self.show_session(self._person, self._session)
            elif event.changes_branch and self._session in event.sessions:
                self._past = None  # the timeline tells it again where that turn is still there
                self._read_latest_again()

    # Language and theme

    @Slot(object)
    def _apply_theme(self, theme: Theme) -> None:
        self.header.set_theme(theme)
        self.what_if.set_theme(theme)
        self.tabs.set_theme(theme)
        for page in self.pages.values():
            page.set_theme(theme)
        self._fit_parts()

    def changeEvent(self, event: QEvent) -> None:
        """Say everything again when the language changes."""
        if event.type() is QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self.setAccessibleName(translate("Panel", "Memory"))
        self.tabs.setAccessibleName(translate("Panel", "Memory tabs"))
        self.header.retranslate()
        self.footer.retranslate()
        self.safety.show_facts(self._facts)
        self._refresh()


def _height(part: QWidget, width: int) -> int:
    """What a part of the panel takes of its height where it is shown, in pixels."""
    return part.heightForWidth(width) if part.hasHeightForWidth() else part.sizeHint().height()
