"""The Context tab: a search field over the exact prompt, and what is fetched for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QWidget

from desktop_app.domain.choices import NO_CHOICES, TurnChoices
from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.ledger import Ledger, Section
from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.memory_panel import context_cards as links
from desktop_app.ui.memory_panel.card_tab import CardTab
from desktop_app.ui.memory_panel.cards import Card
from desktop_app.ui.memory_panel.context_cards import ContextShown, context_cards
from desktop_app.ui.memory_panel.links import TOGGLE
from desktop_app.ui.memory_panel.tab import CONTEXT
from desktop_app.ui.texts import format_number, translate
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.basics import label
from desktop_app.ui.widgets.line_edit import LineEdit

_FIRST_EXPANDED = frozenset({Section.FACTS.value, Section.RECALLED.value, Section.QUESTION.value})


class ContextTab(CardTab):
    """The exact prompt, with a field to search it."""

    key = CONTEXT

    def __init__(
        self, services: Services, bridge: EventBridge, kind: VaultKind, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(services, bridge, kind, theme, parent)
        self._ledger: Ledger | None = None
        self._estimated: Ledger | None = None  # the ledger that was counted by cl100k as well
        self._choices = NO_CHOICES
        self._shown = ContextShown(expanded=_FIRST_EXPANDED)
        self.search = LineEdit(self)
        self.search.setClearButtonEnabled(True)
        self.found = label("caption", parent=self)
        self.search.textChanged.connect(self._on_needle)
        self.search.returnPressed.connect(self.find_next)
        shortcut = QShortcut(QKeySequence.StandardKey.Find, self)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(self._focus_search)
        row = QHBoxLayout()
        row.setContentsMargins(18, 8, 18, 0)
        row.setSpacing(8)
        row.addWidget(self.search, 1)
        row.addWidget(self.found)
        self.rows.insertLayout(0, row)
        self.setTabOrder(self.search, self.browser)
        self.retranslate()

    # --- what the panel asks of it

    def name(self) -> str:
        """What the strip calls the tab."""
        return translate("Panel", "Context")

    def accessible_name(self) -> str:
        """What a screen reader calls the list."""
        return translate("Panel", "What the model is sent, section by section")

    def show_session(self, person_id: int | None, session_id: int | None) -> None:
        """Begin with another session."""
        super().show_session(person_id, session_id)
        self._shown = replace(self._shown, characters={}, tokens={})

    def show_choices(self, choices: TurnChoices) -> None:
        """Show what is chosen for the next message."""
        if choices != self._choices:
            self._choices = choices
            self.rewrite()

    def expand(self, section: str) -> None:
        """Unfold a section."""
        self._shown = replace(self._shown, expanded=frozenset({*self._shown.expanded, section}))
        self.rewrite()

    def show_fact_names(self, names: Mapping[int, str]) -> None:
        """Show facts by these words."""
        self._shown = replace(self._shown, fact_names=names)
        self.rewrite()

    def cards_of(self, ledger: Ledger) -> list[Card]:
        """The cards for a ledger."""
        if ledger is not self._ledger:
            self._ledger = ledger
            self._shown = replace(self._shown, tokens={}, cl100k=None)
            self._say_found()
        view = self._view
        # A link at every fact would be in the way of who only reads.
        can_choose = view.trying and view.can_choose
        self._shown = replace(self._shown, full=view.full, can_choose=can_choose, choices=self._choices)
        return context_cards(ledger, self._shown)

    def read(self, ledger: Ledger) -> None:
        """Fetch the count by cl100k and the tokens that the developer view lacks."""
        if self._estimated is not ledger and self._services.settings.get().show_cl100k:
            self._estimated = ledger
            self._bridge.run(
                "read",
                self._services.context.cl100k_tokens,
                ledger,
                done=partial(self._cl100k_read, ledger),
                owner=self,
            )
        if self._session is None or not (self._shown.developer and self._shown.full):
            return
        wanted = [place for section in self._shown.expanded for place in links.shown_places(ledger, section)]
        missing = [place for place in wanted if place not in self._shown.tokens]
        if missing:
            self._bridge.run(
                "read", self._services.context.tokens, self._session, ledger, missing,
                done=partial(self._tokens_read, ledger), owner=self,
            )  # fmt: skip

    def follow(self, action: str, arguments: Sequence[str]) -> bool:
        """Do what a link of the tab says; False if it is none of its own."""
        name = arguments[0] if arguments else ""
        shown = self._shown
        if action == TOGGLE:
            self._shown = replace(shown, expanded=frozenset(shown.expanded) ^ {name})
        elif action == links.MORE:
            characters = shown.characters.get(name, links.FIRST_CHARACTERS) + links.NEXT_CHARACTERS
            self._shown = replace(shown, characters={**shown.characters, name: characters})
        elif action == links.DEVELOPER:
            self._shown = replace(shown, developer=not shown.developer)
        elif action == links.COPY:
            if self._ledger is not None:
                QGuiApplication.clipboard().setText(links.text_of(self._ledger, name))
            return True
        elif action == links.DROP:
            dropped = self._choices.drop_facts | {int(name)}
            self.choices_changed.emit(replace(self._choices, drop_facts=dropped))
            return True
        elif action == links.UNDROP:
            self.choices_changed.emit(replace(self._choices, drop_facts=frozenset()))
            return True
        else:
            return False
        self.rewrite()
        return True

    @Slot()
    def find_next(self) -> None:
        """Go to the next place of what is searched for, from the top again after the last."""
        needle = self.search.text().strip()
        if needle and not self.browser.find(needle):
            self.browser.moveCursor(QTextCursor.MoveOperation.Start)
            self.browser.find(needle)

    # --- inside

    def _cl100k_read(self, ledger: Ledger, tokens: int | None) -> None:
        if ledger is self._ledger:
            self._shown = replace(self._shown, cl100k=tokens)
            self.rewrite()

    def _tokens_read(self, ledger: Ledger, tokens: Mapping[int, Sequence[tuple[int, bytes]]]) -> None:
        if ledger is self._ledger:
            self._shown = replace(self._shown, tokens={**self._shown.tokens, **tokens})
            self.rewrite()

    @Slot(str)
    def _on_needle(self, text: str) -> None:
        self._shown = replace(self._shown, needle=text.strip())
        self._say_found()
        self.rewrite()

    def _say_found(self) -> None:
        needle = self._shown.needle
        self.found.setVisible(bool(needle))
        if self._ledger is not None and needle:
            count = links.count_matches(self._ledger, needle)
            self.found.setText(translate("Panel", "{count} found").format(count=format_number(count)))

    @Slot()
    def _focus_search(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def retranslate(self) -> None:
        """Name the parts of the page in the language in force."""
        super().retranslate()
        self.search.setPlaceholderText(translate("Panel", "Search what is sent"))
        self.search.setAccessibleName(translate("Panel", "Search what is sent"))
        self._say_found()
