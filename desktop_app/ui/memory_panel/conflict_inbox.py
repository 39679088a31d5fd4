"""The contradictions that wait for a decision: both statements side by side, one contradiction at a time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from desktop_app.domain.conflicts import Conflict, Settlement
from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.memory import Doubt, Fact
from desktop_app.ui.memory_panel.fact_words import as_said_on, category_name, fact_value, quoted, source_words, whose
from desktop_app.ui.texts import format_clock, local_time, translate
from desktop_app.ui.transcript.display_text import printable
from desktop_app.ui.widgets.basics import button, label

_LONGEST_QUOTE = 160  # characters; the source has the rest
_MOST_QUOTES = 3  # of a side


class _Side(QWidget):
    """One side of a contradiction: its quotes, who said them and when, the way to the source."""

    source_requested = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._turn = (0, 0)
        self.quote = label("body", parent=self)
        self.said = label("caption", parent=self)
        for text in (self.quote, self.said):
            text.setWordWrap(True)
            text.setMinimumWidth(60)
            text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.source = button("link", self)
        self.source.clicked.connect(lambda: self.source_requested.emit(*self._turn))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(self.quote)
        layout.addWidget(self.said)
        layout.addWidget(self.source, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addStretch(1)

    def show_facts(self, facts: Sequence[Fact], kind: VaultKind, today: date) -> None:
        """Show the statements of this side."""
        quotes = [quoted(_short(fact.quote)) if fact.quote else fact_value(fact, today) for fact in facts]
        if len(quotes) > _MOST_QUOTES:
            left_out = len(quotes) - _MOST_QUOTES
            quotes[_MOST_QUOTES:] = [translate("Facts", "and {count} more").format(count=left_out)]
        self.quote.setText("\n".join(printable(quote) for quote in quotes))
        newest = facts[-1]
        self.said.setText(source_words(newest, kind, today))
        self._turn = newest.session_id, newest.turn_id
        self.source.setVisible(bool(newest.turn_id))
        self.source.setText(translate("Facts", "source"))
        self.source.setAccessibleName(translate("Facts", "Go to where it was said: {quote}").format(quote=quotes[0]))


class ConflictInbox(QWidget):
    """Shows one contradiction and takes the decision about it.

    Signals:
        settled: the `Conflict` and the `Settlement` chosen.
        source_requested: session and turn of a quote.
    """

    settled = Signal(object, object)
    source_requested = Signal(int, int)

    def __init__(self, kind: VaultKind, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind = kind
        self._conflicts: tuple[Conflict, ...] = ()
        self._at = 0
        self._open = True
        self.setProperty("surface", "warning")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.title = label("warning", parent=self)
        self.title.setWordWrap(True)
        self.fold = button("link", self)
        self.fold.clicked.connect(lambda: self.set_open(not self._open))
        self.previous, self.next = button("small", self), button("small", self)
        self.previous.clicked.connect(lambda: self._go(-1))
        self.next.clicked.connect(lambda: self._go(1))
        self.older, self.newer = _Side(self), _Side(self)
        for side in (self.older, self.newer):
            side.source_requested.connect(self.source_requested)
        self.choices: dict[Settlement, QPushButton] = {}
        for settlement in Settlement:
            choice = button("small", self)
            choice.clicked.connect(lambda _=False, decision=settlement: self._settle(decision))
            self.choices[settlement] = choice
        self._lay_out()
        self.show_conflicts((), date.today())

    def _lay_out(self) -> None:
        heading = QHBoxLayout()
        heading.setSpacing(4)
        heading.setAlignment(Qt.AlignmentFlag.AlignTop)
        heading.addWidget(self.title, 1)
        heading.addWidget(self.fold, 0, Qt.AlignmentFlag.AlignTop)
        heading.addWidget(self.previous, 0, Qt.AlignmentFlag.AlignTop)
        heading.addWidget(self.next, 0, Qt.AlignmentFlag.AlignTop)
        self._body = QWidget(self)
        sides = QHBoxLayout()
        sides.setSpacing(16)
        sides.addWidget(self.older, 1)
        sides.addWidget(self.newer, 1)
        choices = QGridLayout()
        choices.setSpacing(6)
        places = (Settlement.KEEP_OLD, Settlement.KEEP_NEW, Settlement.ASK, Settlement.KEEP_BOTH)
        for index, settlement in enumerate(places):
            choices.addWidget(self.choices[settlement], index // 2, index % 2)
        body = QVBoxLayout(self._body)
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(7)
        body.addLayout(sides)
        body.addLayout(choices)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 9, 18, 9)
        layout.setSpacing(7)
        layout.addLayout(heading)
        layout.addWidget(self._body)

    @property
    def conflict(self) -> Conflict | None:
        """The contradiction that is shown."""
        return self._conflicts[self._at] if self._conflicts else None

    @property
    def is_open(self) -> bool:
        """Whether both sides are shown, not only what it is about."""
        return self._open

    def set_open(self, opened: bool) -> None:
        """Show both sides with the choices, or only what it is about."""
        self._open = opened
        self._body.setVisible(opened)
        self._write()

    def show_conflicts(self, conflicts: Sequence[Conflict], today: date) -> None:
        """Show these, staying with the one that is shown; without any the inbox hides."""
        shown = {fact.id for fact in self.conflict.facts} if self.conflict is not None else set()
        self._conflicts = tuple(conflicts)
        self._today = today
        same = [at for at, one in enumerate(conflicts) if shown & {fact.id for fact in one.facts}]
        self._at = same[0] if same else min(self._at, max(0, len(conflicts) - 1))
        self.setVisible(bool(conflicts))
        self._write()

    def show_conflict_of(self, fact_id: int) -> None:
        """Turn to the contradiction a fact is part of."""
        for at, conflict in enumerate(self._conflicts):
            if any(fact.id == fact_id for fact in conflict.facts):
                self._at = at
                self._write()

    def _go(self, step: int) -> None:
        self._at = (self._at + step) % len(self._conflicts)
        self._write()

    def _settle(self, decision: Settlement) -> None:
        if self.conflict is not None:
            self.settled.emit(self.conflict, decision)

    def retranslate(self) -> None:
        """Say everything in the language in force."""
        self._write()

    def _write(self) -> None:
        conflict = self.conflict
        if conflict is None:
            return
        today = self._today
        self.older.show_facts(conflict.older, self._kind, today)
        self.newer.show_facts(conflict.newer, self._kind, today)
        self.title.setText(self._title(conflict))
        self.fold.setText(translate("Facts", "fold") if self._open else translate("Facts", "settle"))
        self.fold.setAccessibleName(
            translate("Facts", "Fold the contradiction")
            if self._open
            else translate("Facts", "Show both sides of the contradiction")
        )
        for step, words, name in (
            (self.previous, "‹", translate("Facts", "Previous contradiction")),
            (self.next, "›", translate("Facts", "Next contradiction")),
        ):
            step.setVisible(self._open and len(self._conflicts) > 1)
            step.setText(words)
            step.setAccessibleName(name)
            step.setToolTip(name)
        old, new = _named_apart(conflict.older[-1], conflict.newer[-1], today)
        clinical = self._kind is VaultKind.CLINICAL
        for settlement, words, says in (
            (Settlement.KEEP_OLD, old, translate("Facts", "Hold what was said before")),
            (Settlement.KEEP_NEW, new, translate("Facts", "Hold what was said last")),
            (
                Settlement.ASK,
                translate("Facts", "ask the patient") if clinical else translate("Facts", "ask me later"),
                translate("Facts", "It stays open and is listed as to be asked"),
            ),
            (
                Settlement.KEEP_BOTH,
                translate("Facts", "keep both in doubt"),
                translate("Facts", "Both stay, marked as in doubt, and are not asked about again"),
            ),
        ):
            choice = self.choices[settlement]
            choice.setText(words)
            choice.setAccessibleName(words)
            choice.setAccessibleDescription(says)
            choice.setToolTip(says)
        self.choices[Settlement.ASK].setEnabled(conflict.doubt is not Doubt.TO_ASK)
        self.setAccessibleName(self.title.text())

    def _title(self, conflict: Conflict) -> str:
        first = conflict.facts[0]
        to_ask = conflict.doubt is Doubt.TO_ASK
        parts = [translate("Facts", "To be asked") if to_ask else translate("Facts", "To settle")]
        if len(self._conflicts) > 1:
            parts.append(
                translate("Facts", "{number} of {count}").format(number=self._at + 1, count=len(self._conflicts))
            )
        matter = first.attribute or fact_value(first, self._today)
        parts.append(" ".join(part for part in (whose(first), category_name(first.category), matter) if part))
        return "  ".join(printable(part) for part in parts)


def _named_apart(old: Fact, new: Fact, today: date) -> tuple[str, str]:
    """What the two choices are called: by their days, by the time of day where that is the same one."""
    if local_time(old.observed_at_ms).date() != local_time(new.observed_at_ms).date():
        return as_said_on(old, today), as_said_on(new, today)
    at = translate("Facts", "as at {clock}")
    clocks = format_clock(old.observed_at_ms), format_clock(new.observed_at_ms)
    if clocks[0] != clocks[1]:
        return at.format(clock=clocks[0]), at.format(clock=clocks[1])
    return translate("Facts", "as said first"), translate("Facts", "as said last")


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_QUOTE else text[: _LONGEST_QUOTE - 1].rstrip() + "…"
