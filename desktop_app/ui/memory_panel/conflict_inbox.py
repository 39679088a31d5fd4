"""The contradictions that wait for a decision: both statements side by side, one contradiction at a time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from desktop_app.domain.conflicts import Conflict, Settlement
from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.memory import Doubt, Fact
from desktop_app.ui.memory_panel.fact_words import category_name, claim, fact_value, quoted, source_words, whose
from desktop_app.ui.texts import translate
from desktop_app.ui.transcript.display_text import printable
from desktop_app.ui.widgets.basics import button, label

_LONGEST_QUOTE = 160  # characters; the source has the rest
_LONGEST_CLAIM = 28  # characters of what a choice is called by
_MOST_QUOTES = 3  # of a side
_MOST_NAMED = 2  # who said it, on a choice
_MARGIN, _GAP = 18, 6  # pixels
_CHOICES = (Settlement.KEEP_OLD, Settlement.KEEP_NEW, Settlement.ASK, Settlement.KEEP_BOTH)  # as they are read


class _Statement(QWidget):
    """One statement of a side: its words, who said them and when, the way to the source."""

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

    def show_fact(self, fact: Fact, kind: VaultKind, today: date) -> None:
        """Show what was said."""
        words = quoted(_short(fact.quote)) if fact.quote else fact_value(fact, today)
        self.quote.setText(printable(words))
        self.said.setText(source_words(fact, kind, today))
        self._turn = fact.session_id, fact.turn_id
        self.source.setVisible(bool(fact.turn_id))
        self.source.setText(translate("Facts", "source"))
        self.source.setAccessibleName(translate("Facts", "Go to where it was said: {quote}").format(quote=words))


class _Side(QWidget):
    """One side of a contradiction: its statements, each under who made it."""

    source_requested = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.statements = [_Statement(self) for _ in range(_MOST_QUOTES)]
        self.more = label("caption", parent=self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(_GAP)
        for statement in self.statements:
            statement.source_requested.connect(self.source_requested)
            layout.addWidget(statement)
        layout.addWidget(self.more)
        layout.addStretch(1)

    def show_facts(self, facts: Sequence[Fact], kind: VaultKind, today: date) -> None:
        """Show the statements of this side, the oldest first; of many the last are counted."""
        for statement in self.statements[len(facts) :]:
            statement.hide()
        for statement, fact in zip(self.statements, facts, strict=False):
            statement.show_fact(fact, kind, today)
            statement.show()
        left_out = len(facts) - len(self.statements)
        self.more.setVisible(left_out > 0)
        self.more.setText(translate("Facts", "and {count} more").format(count=left_out))


class ConflictInbox(QWidget):
    """Shows one contradiction and takes the decision about it.

    Signals:
        settled: the `Conflict` and the `Settlement` chosen.
        source_requested: session and turn of a quote.
        fitted: it needs another height now.
    """

    fitted = Signal()
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
        self.title.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)  # beside its buttons
        self.fold = button("link", self)
        self.fold.clicked.connect(lambda: self.set_open(not self._open))
        self.previous, self.next = button("small", self), button("small", self)
        self.previous.clicked.connect(lambda: self._go(-1))
        self.next.clicked.connect(lambda: self._go(1))
        self.older, self.newer = _Side(self), _Side(self)
        for side in (self.older, self.newer):
            side.source_requested.connect(self.source_requested)
        self.choices: dict[Settlement, QPushButton] = {}
        for settlement in _CHOICES:
            choice = button("small", self)
            choice.clicked.connect(lambda _=False, decision=settlement: self._settle(decision))
            self.choices[settlement] = choice
        self._lay_out()
        self.show_conflicts((), date.today())

    def _lay_out(self) -> None:
        heading = QHBoxLayout()
        heading.setSpacing(4)
        heading.addWidget(self.title, 1)
        heading.addWidget(self.fold, 0, Qt.AlignmentFlag.AlignTop)
        heading.addWidget(self.previous, 0, Qt.AlignmentFlag.AlignTop)
        heading.addWidget(self.next, 0, Qt.AlignmentFlag.AlignTop)
        self._body = QWidget(self)
        sides = QHBoxLayout()
        sides.setSpacing(16)
        sides.addWidget(self.older, 1)
        sides.addWidget(self.newer, 1)
        self._grid = QGridLayout()
        self._grid.setSpacing(_GAP)
        self._columns = 0
        self._arrange(2)
        body = QVBoxLayout(self._body)
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(7)
        body.addLayout(sides)
        body.addLayout(self._grid)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(_MARGIN, 9, _MARGIN, 9)
        layout.setSpacing(7)
        layout.addLayout(heading)
        layout.addWidget(self._body)

    def _arrange(self, columns: int) -> None:
        if columns != self._columns:
            self._columns = columns
            for index, settlement in enumerate(_CHOICES):
                self._grid.addWidget(self.choices[settlement], index // columns, index % columns)
            self.fitted.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the choices below each other where two have no room side by side."""
        super().resizeEvent(event)
        widest = max(choice.sizeHint().width() for choice in self.choices.values())
        self._arrange(2 if 2 * widest + _GAP <= self.width() - 2 * _MARGIN else 1)

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
        self.fitted.emit()

    def take_focus(self) -> None:
        """Open, with the keyboard focus at the first source: no key that is held down may settle anything."""
        self.set_open(True)
        sources = [each.source for side in (self.older, self.newer) for each in side.statements]
        shown = next((source for source in sources if source.isVisibleTo(self)), self.fold)
        shown.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def has_focus(self) -> bool:
        """Whether something in it has the keyboard focus."""
        return self.isAncestorOf(self.window().focusWidget())

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
        self.fitted.emit()

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
        old, new = (self._choice(side) for side in (conflict.older, conflict.newer))
        clinical = self._kind is VaultKind.CLINICAL
        for settlement, words, says in (
            (Settlement.KEEP_OLD, old, translate("Facts", "Hold what stands on the left")),
            (Settlement.KEEP_NEW, new, translate("Facts", "Hold what stands on the right")),
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
            choice.setAccessibleName(words.replace("\n", " "))
            choice.setAccessibleDescription(says)
            choice.setToolTip(says)
        self.choices[Settlement.ASK].setEnabled(conflict.doubt is not Doubt.TO_ASK)
        self.setAccessibleName(self.title.text())

    def _choice(self, side: Sequence[Fact]) -> str:
        """What a choice is called: what is held then, and below who says so."""
        first = side[0]
        said = list(dict.fromkeys(source_words(fact, self._kind, self._today) for fact in side))
        who = translate("Facts", "; ").join(said[:_MOST_NAMED])
        if len(said) > _MOST_NAMED:
            who = translate("Facts", "{who} …").format(who=who)
        content = quoted(printable(_short(claim(first, self._today), _LONGEST_CLAIM)))
        return translate("Facts", "hold {claim}\n({who})").format(claim=content, who=printable(who))

    def _title(self, conflict: Conflict) -> str:
        first = conflict.facts[0]
        to_ask = conflict.doubt is Doubt.TO_ASK
        parts = [translate("Facts", "To be asked") if to_ask else translate("Facts", "To settle")]
        if len(self._conflicts) > 1:
            parts.append(
                translate("Facts", "{number} of {count}").format(number=self._at + 1, count=len(self._conflicts))
            )
        matter = first.attribute or fact_value(first, self._today)
        of_whom = f"{whose(first)} {category_name(first.category)}".strip()
        parts.append(translate("Facts", "{category}: {value}").format(category=of_whom, value=matter))
        return " · ".join(printable(part) for part in parts)


def _short(text: str, longest: int = _LONGEST_QUOTE) -> str:
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"
