"""The Facts tab: contradictions to settle, the list of facts, and everything that is done to them by hand."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from functools import partial

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.domain.conflicts import Conflict, Settlement, conflicts_of
from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.errors import UserError
from desktop_app.domain.events import Changed
from desktop_app.domain.fact_changes import FactEntry, FactsBefore, FactUse, only_filed
from desktop_app.domain.memory import Fact, FactState, OwnCategory
from desktop_app.domain.prices import Price
from desktop_app.domain.validity import series_key_of
from desktop_app.services.facade import Services
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.dialogs.fact import FactDialog
from desktop_app.ui.dialogs.question import QuestionDialog
from desktop_app.ui.memory_panel import fact_cards
from desktop_app.ui.memory_panel.card_tab import CardTab
from desktop_app.ui.memory_panel.cards import Card
from desktop_app.ui.memory_panel.conflict_inbox import ConflictInbox
from desktop_app.ui.memory_panel.fact_cards import FactsShown
from desktop_app.ui.memory_panel.fact_details import ASK_AGAIN, FactLook, price_words
from desktop_app.ui.memory_panel.fact_filter import FactFilter
from desktop_app.ui.memory_panel.fact_toolbar import FactToolbar, SelectionBar, UndoBar
from desktop_app.ui.memory_panel.fact_words import fact_name, with_words_left
from desktop_app.ui.memory_panel.tab import FACTS, View
from desktop_app.ui.texts import format_number, translate
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.basics import Hairline
from desktop_app.ui.widgets.focus_area import FocusArea

_log = logging.getLogger(__name__)

_UNDO_STEPS = 20
# Pixels of the 14 px design.
_ROOM_PX = 460  # of the tab, from which the list has enough beside an open contradiction
_LEAST_LIST_PX = 130  # of toolbar and list together; with less beside an open contradiction they give way to it

Words = Callable[[], str]


class FactsTab(CardTab):
    """Shows a person's facts and changes them.

    Signals:
        facts_read: the facts of the person, newly read.
        ask_again_requested: session and turn whose question is to be asked again.
        categories_requested: the space's own categories are to be set up.
    """

    key = FACTS

    facts_read = Signal(object)
    ask_again_requested = Signal(int, int)
    categories_requested = Signal()

    def __init__(
        self, services: Services, bridge: EventBridge, kind: VaultKind, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(services, bridge, kind, theme, parent)
        self._facts: list[Fact] = []
        self._own: tuple[OwnCategory, ...] = ()
        self._shown = FactsShown(kind, date.today(), full=True)
        self._undo: list[tuple[FactsBefore, Words]] = []
        self._pending: tuple[tuple[int, ...], Words] | None = None  # deletions that can still be undone
        self._settling: set[int] = set()  # facts left in doubt that are to be settled after all
        self.inbox = ConflictInbox(kind, self)
        self.toolbar = FactToolbar(self)
        self.selection = SelectionBar(files=kind is VaultKind.PERSONAL, parent=self)
        self.undo_bar = UndoBar(self)
        self.selection.hide()
        self._lay_out()
        self._connect()
        self.retranslate()
        bridge.event.connect(self._on_event)

    def _lay_out(self) -> None:
        # A low panel folds what stands around the list rather than growing.
        self.rows.setSizeConstraint(QVBoxLayout.SizeConstraint.SetNoConstraint)
        # An open contradiction scrolls where it is higher than the tab.
        self._inbox_area = FocusArea(self.inbox, self)
        for place, part in enumerate((self._inbox_area, self.toolbar, Hairline(parent=self))):
            self.rows.insertWidget(place, part)
        self.rows.addWidget(self.selection)
        self.rows.addWidget(self.undo_bar)
        self.setTabOrder(self.toolbar.standing, self.browser)

    def _connect(self) -> None:
        self.browser.menu_of = lambda card: fact_cards.menu_of(card, self._facts, self._shown)
        self.inbox.settled.connect(self._settle)
        self.inbox.fitted.connect(self._fit_inbox)
        self.inbox.source_requested.connect(self.source_requested)
        self.toolbar.filter_changed.connect(self._on_filter)
        self.toolbar.add_requested.connect(self.add_fact)
        self.toolbar.selecting_changed.connect(self._on_selecting)
        self.selection.chosen.connect(self._on_selection_action)
        self.selection.filing_requested.connect(self._file)
        self.selection.categories_requested.connect(self.categories_requested)
        self.undo_bar.undo_requested.connect(self.undo_last)
        self.undo_bar.expired.connect(self.flush)
        self.undo_bar.focus_left.connect(self.browser.take_focus)
        shortcut = QShortcut(QKeySequence.StandardKey.Undo, self)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(self.undo_last)

    # What the panel asks for

    def name(self) -> str:
        """What the strip calls the tab."""
        return translate("Panel", "Facts")

    def count(self) -> str:
        """How many facts are held, or wait to be."""
        ended = (FactState.SUPERSEDED, FactState.RETRACTED)
        return format_number(sum(fact.state not in ended for fact in self._listed()))

    def mark(self) -> str:
        """How many contradictions wait to be settled, also those that were left to be asked."""
        waiting = len(fact_cards.open_conflicts(self._listed()))
        if not waiting:
            return ""
        words = translate("Panel", "1 to settle") if waiting == 1 else translate("Panel", "{count} to settle")
        return words.format(count=format_number(waiting))

    def accessible_name(self) -> str:
        """What a screen reader calls the list."""
        return translate("Panel", "Facts about this person")

    def show_session(self, person_id: int | None, session_id: int | None) -> None:
        """Show the facts of a person; prices are those of the session's next message."""
        if person_id != self._person:
            self.flush()
            self._facts, self._undo = [], []
            self._take_own(())
            self._settling.clear()
            self.undo_bar.dismiss()
            self.toolbar.clear()
            self._shown = FactsShown(self._shown.kind, date.today(), self._shown.full)
        elif self._session is not None and session_id != self._session:
            self.toolbar.clear()  # what was looked for there hides here what is not looked for
        super().show_session(person_id, session_id)
        self.read_facts()

    def read_facts(self) -> None:
        """Read the facts anew."""
        if self._person is None:
            self._take(None, [])
            return
        self._bridge.run(
            "read", self._services.memory.facts, self._person, done=partial(self._take, self._person), owner=self
        )
        if self._shown.kind is VaultKind.PERSONAL:
            self._bridge.run(
                "read", self._services.own_categories.list, self._person,
                done=partial(self._take_own_of, self._person), owner=self,
            )  # fmt: skip

    def _take_own_of(self, person_id: int, own: tuple[OwnCategory, ...]) -> None:
        if person_id == self._person:
            self._take_own(own)

    def _take_own(self, own: tuple[OwnCategory, ...]) -> None:
        self._own = own
        self.toolbar.set_own(own)
        self.selection.set_own(own)

    def open_conflicts(self) -> None:
        """Go to the contradictions that wait for a decision."""
        self.inbox.take_focus()

    def show_only(self, fact: Fact) -> None:
        """List a fact alone, by its words, which can be taken away again in the field for searching."""
        self.toolbar.clear()
        self.toolbar.search.setText(" ".join(fact.value.split()))

    def set_view(self, view: View) -> None:
        """Mark the facts that are in the prompt which is shown; show figures, or hide them."""
        self._view = view
        in_prompt = tuple(view.ledger.fact_ids) if view.ledger is not None else ()
        if (self._shown.in_prompt, self._shown.full) != (in_prompt, view.full):
            self._shown = replace(self._shown, in_prompt=in_prompt, full=view.full)
            self._stale = True

    def cards(self) -> list[Card]:
        """The facts, whatever was sent."""
        listed = self._listed()
        ends = {fact.superseded_by for fact in listed}
        corrections = {fact.id: fact for fact in listed if fact.id in ends}
        return fact_cards.fact_cards(listed, replace(self._shown, corrections=corrections))

    def retranslate(self) -> None:
        """Say everything in the language in force."""
        super().retranslate()
        for part in (self.inbox, self.toolbar, self.selection, self.undo_bar):
            part.retranslate()

    @Slot()
    def flush(self) -> None:
        """Carry out the deletion that could still be undone."""
        if self._pending is not None:
            fact_ids, self._pending = self._pending[0], None
            self._bridge.run("read", self._services.fact_editing.delete, *fact_ids)
            # Until they are gone from the vault they stay out of the list.
            self._facts = [fact for fact in self._facts if fact.id not in fact_ids]

    def finish(self) -> None:
        """Carry out a pending deletion now, on this thread: the program is about to end."""
        if self._pending is not None:
            fact_ids, self._pending = self._pending[0], None
            try:
                self._services.fact_editing.delete(*fact_ids)
            except UserError as error:
                _log.error("facts were not deleted: %s", error.code)

    def minimumSizeHint(self) -> QSize:
        """As small as the panel likes."""
        return QSize(0, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold the contradiction where it would leave no room for the list, until somebody opens it."""
        super().resizeEvent(event)
        if event.oldSize().height() != event.size().height():
            self.inbox.set_open(event.size().height() >= self._theme.px(_ROOM_PX) or self.inbox.has_focus)
        self._fit_inbox()

    def event(self, event: QEvent) -> bool:
        """Share the height anew where a bar comes or goes, or the text becomes larger."""
        if event.type() is QEvent.Type.LayoutRequest:
            self._fit_inbox()
        return super().event(event)

    @Slot()
    def _fit_inbox(self) -> None:
        """Give the contradiction the height it needs; an open one takes that of the list where both have no room."""
        shown = self.inbox.conflict is not None
        self._inbox_area.setVisible(shown)
        if not self.isVisible():
            return  # its width is not known yet
        bars = sum(bar.sizeHint().height() for bar in (self.selection, self.undo_bar) if not bar.isHidden())
        wanted, room = self.inbox.heightForWidth(self.width()), self.height() - bars
        crowded = shown and self.inbox.is_open and wanted + self._theme.px(_LEAST_LIST_PX) > room
        self.toolbar.setVisible(not crowded)
        self.browser.setVisible(not crowded)
        self._inbox_area.setFixedHeight(max(0, min(wanted, room) if crowded else wanted))

    # Showing

    def _take(self, person_id: int | None, facts: list[Fact]) -> None:
        if person_id != self._person:
            return
        self._facts = facts
        known = {fact.id for fact in facts}
        selected = tuple(fact_id for fact_id in self._shown.selected if fact_id in known)
        self._show(replace(self._shown, today=date.today(), selected=selected))
        self._show_selection()
        self._show_conflicts()
        self.facts_read.emit(self._listed())
        for fact_id in self._shown.managed:
            if fact_id in known:
                self._look_at(fact_id)

    @property
    def hidden(self) -> frozenset[int]:
        """Facts that are deleted as long as nobody undoes it."""
        return frozenset(self._pending[0] if self._pending is not None else ())

    def _listed(self) -> list[Fact]:
        hidden = self.hidden
        return [fact for fact in self._facts if fact.id not in hidden]

    def _show_conflicts(self) -> None:
        waiting = fact_cards.open_conflicts(self._listed())
        called = [
            conflict
            for conflict in conflicts_of(self._listed())
            if conflict not in waiting and any(fact.id in self._settling for fact in conflict.facts)
        ]
        left = self.inbox.has_focus and not (waiting or called)
        self.inbox.show_conflicts([*waiting, *called], self._shown.today)
        self._fit_inbox()
        if left:
            self.browser.take_focus()

    def _show(self, shown: FactsShown) -> None:
        self._shown = shown
        self.rewrite()

    @Slot(object)
    def _on_filter(self, wanted: FactFilter) -> None:
        self._show(replace(self._shown, filter=wanted, count=fact_cards.PAGE))

    def _look_at(self, fact_id: int) -> None:
        self._bridge.run(
            "read", self._look, fact_id, self._session, done=partial(self._looked, fact_id),
            failed=lambda _error: None, owner=self,
        )  # fmt: skip

    def _look(self, fact_id: int, session_id: int | None) -> FactLook:
        dossier = self._services.memory.dossier(fact_id)
        # What is only proposed costs something when it is confirmed, the others when they end.
        after = FactState.ACTIVE if dossier.fact.state is FactState.PROPOSED else FactState.RETRACTED
        return FactLook(dossier, self._price(session_id, replace(dossier.fact, state=after)))

    def _price(self, session_id: int | None, changed: Fact) -> Price | None:
        """What it costs that a fact becomes this one; None where no prompt can be built."""
        if session_id is None:
            return None
        try:
            return self._services.prices.of_fact(session_id, changed)
        except UserError:
            return None

    def _looked(self, fact_id: int, look: FactLook) -> None:
        self._show(replace(self._shown, looks={**self._shown.looks, fact_id: look}))

    @Slot(object)
    def _on_event(self, event: object) -> None:
        if isinstance(event, Changed) and self._person in event.facts_of_people:
            self.read_facts()

    # Links

    def follow(self, action: str, arguments: Sequence[str]) -> bool:
        """Do what a link of the tab says; False if it is none of its own."""
        if action == ASK_AGAIN:
            say, uses = self._shown.affected
            left = tuple(use for use in uses if use.turn_id != int(arguments[1]))
            self._show(replace(self._shown, affected=(say, left)))
            self.ask_again_requested.emit(int(arguments[0]), int(arguments[1]))
        elif action == fact_cards.MORE:
            self._show(replace(self._shown, count=self._shown.count + 2 * fact_cards.PAGE))
        elif action == fact_cards.DISMISS:
            self._show(replace(self._shown, affected=(str, ())))
        elif action == fact_cards.TABLE:
            self._show(replace(self._shown, tables=frozenset(self._shown.tables) ^ {arguments[0]}))
        elif action == fact_cards.EACH:
            self._show(replace(self._shown, each=frozenset(self._shown.each) ^ {arguments[0]}))
        elif action.startswith(fact_cards.ABOUT_ONE):
            fact = next((fact for fact in self._facts if fact.id == int(arguments[0])), None)
            if fact is not None:
                self._act(action, fact)
        else:
            return False
        return True

    def _act(self, action: str, fact: Fact) -> None:
        if action == fact_cards.MANAGE:
            self._show(replace(self._shown, managed=frozenset(self._shown.managed) ^ {fact.id}))
            if fact.id in self._shown.managed:
                self._look_at(fact.id)
        elif action == fact_cards.SELECT:
            chosen = self._shown.selected
            without = tuple(one for one in chosen if one != fact.id)
            self._show(replace(self._shown, selected=without if fact.id in chosen else (*chosen, fact.id)))
            self._show_selection()
        elif action == fact_cards.SETTLE and not any(fact in one.facts for one in conflicts_of(self._facts)):
            self._do("confirm", (fact,))  # nothing contradicts it any more
        elif action == fact_cards.SETTLE:
            self._settling.add(fact.id)
            self._show_conflicts()
            self.inbox.show_conflict_of(fact.id)
            self.inbox.take_focus()
        elif action == fact_cards.EDIT:
            self.edit_fact(fact)
        elif action in (fact_cards.PIN, fact_cards.UNPIN):
            pinned = action == fact_cards.PIN
            say = _pinned(fact) if pinned else _unpinned(fact)
            self._run(partial(self._services.memory.set_pinned, fact.id, pinned), say)
        else:
            self._do(_BY_LINK[action], (fact,))

    # Changing

    def _run(self, work: Callable[[], FactsBefore], say: Words, *, corrects: bool = False) -> None:
        """Change facts on a lane; then offer to undo it and, if it was a correction, show what it touches."""
        self.flush()
        self._bridge.run("read", work, done=partial(self._done, self._person, say, corrects), owner=self)

    def _done(self, person_id: int | None, say: Words, corrects: bool, before: FactsBefore) -> None:
        if person_id != self._person or not (before.facts or before.added):
            return
        self._undo = [*self._undo[1 - _UNDO_STEPS :], (before, say)]
        self.undo_bar.offer(say)
        if corrects:
            fact_ids = [fact.id for fact in before.facts]
            self._bridge.run(
                "read", self._services.memory.uses, fact_ids, done=partial(self._touched, person_id, say), owner=self
            )

    def _touched(self, person_id: int | None, say: Words, uses: tuple[FactUse, ...]) -> None:
        if person_id == self._person:
            self._show(replace(self._shown, affected=(say, uses)))

    def _do(self, action: str, facts: Sequence[Fact]) -> None:
        """Confirm, retract, forget, merge or delete facts."""
        fact_ids = tuple(fact.id for fact in facts)
        memory = self._services.memory
        say = _said(action, facts)
        if action == "confirm":
            self._run(partial(memory.confirm, *fact_ids), say)
        elif action == "retract":
            self._run(partial(memory.retract, *fact_ids), say, corrects=True)
        elif action == "forget":
            self._run(partial(memory.forget, *fact_ids), say, corrects=True)
        elif action == "merge":
            merge = partial(self._services.fact_editing.merge, fact_ids[0], fact_ids[1:])
            self._ask_whether_one(facts, partial(self._run, merge, say))
        elif action == "delete":
            self.flush()
            self._pending = (fact_ids, say)
            self.undo_bar.offer(say)
            self._hidden_changed()
        if self._shown.selecting and action != "confirm":
            self._show(replace(self._shown, selected=()))
            self._show_selection()

    def _ask_whether_one(self, facts: Sequence[Fact], merge: Callable[[], None]) -> None:
        """Merge facts about one thing at once; ask first where an allergy or a drug would vanish in another."""
        kept, *others = facts
        names = [fact_name(fact, date.today(), self._kind) for fact in others if _about(fact) != _about(kept)]
        if not names:
            merge()
            return
        box = QuestionDialog(
            self,
            translate("Facts", "Merge into one fact?"),
            translate(
                "Facts", "{others} will no longer be held by itself: it counts as another way of saying {kept}."
            ).format(others=", ".join(names), kept=fact_name(kept, date.today(), self._kind)),
            translate("Facts", "Merge only what means the same, as two names of one drug do."),
        )
        box.offer(translate("Facts", "Merge"), merge)
        box.open()

    def _hidden_changed(self) -> None:
        self._show(self._shown)
        self._show_conflicts()
        self.facts_read.emit(self._listed())

    @Slot(object, object)
    def _settle(self, conflict: Conflict, decision: Settlement) -> None:
        self._settling -= {fact.id for fact in conflict.facts}
        decided = decision in (Settlement.KEEP_OLD, Settlement.KEEP_NEW)
        kept = conflict.older if decision is Settlement.KEEP_OLD else conflict.newer
        self._run(
            partial(self._services.memory.settle, conflict, decision), _settled(decision, kept[-1]), corrects=decided
        )

    @Slot()
    def undo_last(self) -> None:
        """Undo the last thing that was done to facts of this person."""
        self.undo_bar.dismiss()
        if self._pending is not None:
            self._pending = None
            self._hidden_changed()
        elif self._undo:
            before, _ = self._undo.pop()
            self._show(replace(self._shown, affected=(str, ())))
            self._bridge.run("read", self._services.memory.undo, before)

    # By hand

    @Slot()
    def add_fact(self) -> None:
        """Ask for a fact to enter."""
        if self._person is None:
            return
        dialog = FactDialog(None, self._own, self._shown.filter.group, self.window())
        dialog.submitted.connect(self._add)
        dialog.open()

    @Slot(object)
    def _add(self, entry: FactEntry) -> None:
        if self._person is not None:
            self._run(partial(self._services.fact_editing.add, self._person, entry), _added(entry))

    def edit_fact(self, fact: Fact) -> None:
        """Ask how a fact should read."""
        dialog = FactDialog(FactEntry.of(fact), self._own, parent=self.window())
        dialog.submitted.connect(partial(self._edit, fact))
        dialog.changed.connect(partial(self._price_edit, fact, dialog))
        dialog.open()

    def _edit(self, fact: Fact, entry: FactEntry) -> None:
        filed = only_filed(fact, entry)  # no reply rested on where it stands
        written = self._as_written(fact, entry)
        is_same = fact_name(fact, date.today()) == fact_name(written, date.today())
        say = _moved(fact) if filed or is_same else _corrected(fact, written)
        self._run(partial(self._services.fact_editing.edit, fact.id, entry), say, corrects=not filed)
        edited = replace(fact, attribute=entry.attribute, value=entry.value, unit=entry.unit, subject=entry.subject)
        if not FactFilter(words=self._shown.filter.words).chosen([edited], self._shown.today):
            self.toolbar.clear()  # the words looked for would show the old fact alone

    def _price_edit(self, fact: Fact, dialog: FactDialog, entry: FactEntry) -> None:
        """Ask what saving would cost; an answer that comes after the dialog is dropped."""
        changed = self._as_written(fact, entry)

        def show(price: Price | None) -> None:
            words = price_words(price) if price is not None else ""
            dialog.show_price(translate("Facts", "Saving costs {price}").format(price=words) if words else "")

        self._bridge.run(
            "read", self._price, self._session, changed, done=show, failed=lambda _error: None, owner=dialog
        )

    def _as_written(self, fact: Fact, entry: FactEntry) -> Fact:
        """The fact as an entry would have it."""
        return replace(
            fact,
            category=entry.category,
            value=entry.value,
            attribute=entry.attribute,
            unit=entry.unit,
            subject=entry.subject,
            polarity=entry.polarity,
            status=entry.status,
            valid_from=entry.valid_from,
            valid_to=entry.valid_to,
            own_category=next((one for one in self._own if one.id == entry.own_category_id), None),
        )

    # Several

    @Slot(bool)
    def _on_selecting(self, selecting: bool) -> None:
        self._show(replace(self._shown, selecting=selecting, selected=()))
        if selecting:
            self.inbox.set_open(False)
        self._show_selection()

    def _show_selection(self) -> None:
        self.selection.setVisible(self._shown.selecting)
        self.selection.show_count(len(self._shown.selected))

    @Slot(str)
    def _on_selection_action(self, action: str) -> None:
        if action == "all":
            wanted = fact_cards.listed(self._shown.filter.chosen(self._listed(), self._shown.today))
            self._show(replace(self._shown, selected=tuple(fact.id for fact in wanted)))
            self._show_selection()
            return
        known = {fact.id: fact for fact in self._listed()}
        facts = [known[fact_id] for fact_id in self._shown.selected if fact_id in known]
        if facts:
            self._do(action, facts)

    @Slot(object)
    def _file(self, category_id: int | None) -> None:
        """File the selected facts in an own category, or in none."""
        fact_ids = self._shown.selected
        name = next((category.name for category in self._own if category.id == category_id), "")
        if fact_ids:
            self._run(partial(self._services.own_categories.file, fact_ids, category_id), _filed(len(fact_ids), name))
            self._show(replace(self._shown, selected=()))
            self._show_selection()


_BY_LINK = {
    fact_cards.CONFIRM: "confirm",
    fact_cards.RETRACT: "retract",
    fact_cards.FORGET: "forget",
    fact_cards.DELETE: "delete",
}


def _about(fact: Fact) -> tuple[str, str, str]:
    """Whose fact it is and what it speaks of."""
    return fact.subject, fact.category.value, series_key_of(fact)


def _said(action: str, facts: Sequence[Fact]) -> Words:
    """What was done to facts, said in the language in force when it is asked for."""

    def say() -> str:
        if len(facts) == 1 or action == "merge":
            one = {
                "confirm": translate("Facts", "Confirmed: {value}"),
                "retract": translate("Facts", "Retracted: {value}"),
                "forget": translate("Facts", "Forgotten: {value}"),
                "merge": translate("Facts", "Merged into: {value}"),
                "delete": translate("Facts", "Deleted: {value}"),
            }[action]
            words = one.format(value=fact_name(facts[0], date.today()))
            return with_words_left(words, facts) if action == "forget" else words
        many = {
            "confirm": translate("Facts", "{count} facts confirmed"),
            "retract": translate("Facts", "{count} facts retracted"),
            "forget": translate("Facts", "{count} facts forgotten"),
            "delete": translate("Facts", "{count} facts deleted"),
        }[action]
        words = many.format(count=format_number(len(facts)))
        return with_words_left(words, facts) if action == "forget" else words

    return say


def _settled(decision: Settlement, kept: Fact) -> Words:
    def say() -> str:
        words = {
            Settlement.ASK: translate("Facts", "To be asked: {value}"),
            Settlement.KEEP_BOTH: translate("Facts", "Left in doubt: {value}"),
        }.get(decision, translate("Facts", "Settled: {value}"))
        return words.format(value=fact_name(kept, date.today()))

    return say


def _filed(count: int, name: str) -> Words:
    def say() -> str:
        if not name:
            return translate("Facts", "Taken out of the own categories: {count}").format(count=format_number(count))
        return translate("Facts", "Moved to {category}: {count}").format(category=name, count=format_number(count))

    return say


def _pinned(fact: Fact) -> Words:
    return lambda: translate("Facts", "Pinned: {value}").format(value=fact_name(fact, date.today()))


def _unpinned(fact: Fact) -> Words:
    return lambda: translate("Facts", "No longer pinned: {value}").format(value=fact_name(fact, date.today()))


def _added(entry: FactEntry) -> Words:
    return lambda: translate("Facts", "Entered: {value}").format(value=f"{entry.attribute} {entry.value}".strip())


def _moved(fact: Fact) -> Words:
    return lambda: translate("Facts", "Put into another category: {value}").format(value=fact_name(fact, date.today()))


def _corrected(fact: Fact, written: Fact) -> Words:
    return lambda: translate("Facts", "Corrected: {old} → {new}").format(
        old=fact_name(fact, date.today()), new=fact_name(written, date.today())
    )
