"""Run again with changes: what to leave out, what to ask, what it costs, and both replies side by side."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from desktop_app.domain.choices import NO_CHOICES, TurnChoices
from desktop_app.domain.conversation import Turn
from desktop_app.domain.errors import UserError
from desktop_app.domain.events import EngineChanged, TrialDelta, TrialRead
from desktop_app.domain.ledger import Ledger
from desktop_app.domain.memory import Fact
from desktop_app.services.facade import Services
from desktop_app.services.trials import Trial, TrialPlan, corrected
from desktop_app.ui.bridge import EventBridge
from desktop_app.ui.error_texts import error_text
from desktop_app.ui.memory_panel.choice_form import ChoiceForm
from desktop_app.ui.memory_panel.clipped_cards import whole_seconds
from desktop_app.ui.memory_panel.fact_words import fact_value
from desktop_app.ui.memory_panel.ledger_cards import excerpt, turn_number
from desktop_app.ui.memory_panel.timeline.comparison import ReplyComparison
from desktop_app.ui.memory_panel.what_if import signed
from desktop_app.ui.texts import format_number, section_name, translate
from desktop_app.ui.theme import Theme
from desktop_app.ui.transcript.captions import reading_line
from desktop_app.ui.widgets.basics import button, label, plain_tip

PLAN_AFTER_MS = 250
_FACT, _CHUNK = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
_TOLD_SECONDS = 0.5  # less than this is not worth a word
_ROWS = 5  # of the list that are shown at once
MARGIN = 18


class TrialView(QScrollArea):
    """A form over one past turn. Nothing of it is stored unless "keep" is pressed.

    Signals:
        kept: a trial was stored as a turn, by its id.
    """

    kept = Signal(int)

    def __init__(self, services: Services, bridge: EventBridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._services = services
        self._bridge = bridge
        self._turn_id: int | None = None
        self._past: Ledger | None = None
        self._choices = NO_CHOICES
        self._plan: TrialPlan | None = None
        self._trial: Trial | None = None
        self._running: TrialPlan | None = None
        self._growing = ""
        self._full = True
        self._error: UserError | None = None
        self._plan_timer = QTimer(self)
        self._plan_timer.setSingleShot(True)
        self._plan_timer.setInterval(PLAN_AFTER_MS)
        self._plan_timer.timeout.connect(self._ask_plan)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._build(theme)
        self.set_theme(theme)
        self.retranslate()
        bridge.event.connect(self._on_event)

    def _build(self, theme: Theme) -> None:
        self._body = QWidget(self)
        self._body.setProperty("surface", "panel")
        self._body.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.question = QPlainTextEdit(self._body)
        self.question.setTabChangesFocus(True)
        self.question.textChanged.connect(self._plan_timer.start)
        self.parts_label = label("section", parent=self._body)
        self.parts = QListWidget(self._body)
        self.parts.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.parts.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.parts.setWordWrap(False)
        self.parts.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.parts.itemChanged.connect(self._on_part)
        self.parts_label.setBuddy(self.parts)
        self.hint = label("caption", parent=self._body)
        self.hint.setWordWrap(True)
        self.settings_button = button("link", self._body)
        self.settings_button.clicked.connect(self._toggle_form)
        self.form = ChoiceForm(theme, self._body)
        self.form.hide()
        self.form.edited.connect(self._on_settings)
        self.price = label("caption", parent=self._body)
        self.price.setWordWrap(True)
        self.run = button("primary", self._body)
        self.run.clicked.connect(self._run)
        self.stop = button("", self._body)
        self.stop.clicked.connect(self._services.trials.stop)
        self.keep = button("link", self._body)
        self.keep.clicked.connect(self._keep)
        self.progress = label("caption", parent=self._body)
        self.comparison = ReplyComparison(theme, self._body)
        row = QHBoxLayout()
        row.setSpacing(10)
        for widget in (self.run, self.stop, self.keep):
            row.addWidget(widget)
        row.addStretch(1)
        settings_row = QHBoxLayout()
        settings_row.addWidget(self.settings_button)
        settings_row.addStretch(1)
        layout = QVBoxLayout(self._body)
        layout.setContentsMargins(MARGIN, 8, MARGIN, 12)
        layout.setSpacing(7)
        layout.addWidget(self.question)
        layout.addWidget(self.parts_label)
        layout.addWidget(self.parts)
        layout.addWidget(self.hint)
        layout.addLayout(settings_row)
        layout.addWidget(self.form)
        layout.addWidget(self.price)
        layout.addLayout(row)
        layout.addWidget(self.progress)
        layout.addWidget(self.comparison)
        layout.addStretch(1)
        self.setWidget(self._body)

    # What the page asks for

    def show_turn(self, turn_id: int | None, past: Ledger | None) -> None:
        """Begin with another turn and the prompt it had; with the same one everything stays as it is."""
        if turn_id == self._turn_id:
            return
        self._turn_id, self._past = turn_id, past
        self._choices, self._plan, self._trial, self._error = NO_CHOICES, None, None, None
        with QSignalBlocker(self.question):
            self.question.clear()
        self.parts.clear()
        self.form.show_choices(self._services.settings.get(), NO_CHOICES)
        self._show()
        if self.isVisible():
            self.begin()

    def begin(self) -> None:
        """Plan the turn as it was asked, once somebody looks."""
        if self._turn_id is not None and self._plan is None:
            self._ask(None)

    def set_full(self, full: bool) -> None:
        """Show figures, or hide them."""
        self._full = full
        self._show()

    @property
    def plan(self) -> TrialPlan | None:
        """What would be run now."""
        return self._plan

    @property
    def trial(self) -> Trial | None:
        """What came of the last run."""
        return self._trial

    # Planning

    @Slot()
    def _ask_plan(self) -> None:
        if self._turn_id is not None and self._plan is not None:
            self._ask(self.question.toPlainText())

    def _ask(self, text: str | None) -> None:
        asked = (self._turn_id, text, self._choices)
        self._bridge.run(
            "read", self._services.trials.plan, *asked,
            done=lambda plan: self._planned(asked, plan, None),
            failed=lambda error: self._planned(asked, None, error), owner=self,
        )  # fmt: skip

    def _planned(
        self, asked: tuple[int | None, str | None, TurnChoices], plan: TrialPlan | None, error: UserError | None
    ) -> None:
        turn_id, text, choices = asked
        if turn_id != self._turn_id or choices != self._choices:
            return
        if text is not None and text != self.question.toPlainText():
            return  # typed on meanwhile: the timer asks again
        first = self._plan is None
        self._error = error
        if plan is not None:
            self._plan = plan
            if first:
                with QSignalBlocker(self.question):
                    self.question.setPlainText(plan.question)
            self._list_parts(plan)
        self._show()

    def _list_parts(self, plan: TrialPlan) -> None:
        """Everything of the plain prompt that can be left out, in its order, with what was done about it."""
        changed = {fact.id: fact for fact in self._choices.facts}
        with QSignalBlocker(self.parts):
            row = self.parts.currentRow()
            self.parts.clear()
            for fact in plan.facts:
                shown = changed.get(fact.id, fact)
                item = self._part(fact.id not in self._choices.drop_facts or fact.id in changed)
                item.setData(_FACT, fact)
                item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
                item.setText(shown.value)
                words = translate("Timeline", "Fact: {words}").format(words=fact_value(shown, date.today()))
                item.setData(Qt.ItemDataRole.AccessibleTextRole, words)
                item.setToolTip(words)
            for snippet in plan.plain.recalled:
                item = self._part(snippet.chunk_id not in self._choices.exclude_chunks)
                item.setData(_CHUNK, snippet.chunk_id)
                item.setText(translate("Timeline", "recalled: {words}").format(words=excerpt(snippet.text)))
                item.setToolTip(plain_tip(snippet.text))
            self.parts.setCurrentRow(row)
        self._fit_parts()

    def _part(self, taken: bool) -> QListWidgetItem:
        item = QListWidgetItem(self.parts)
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        item.setCheckState(Qt.CheckState.Checked if taken else Qt.CheckState.Unchecked)
        return item

    @Slot(QListWidgetItem)
    def _on_part(self, item: QListWidgetItem) -> None:
        taken = item.checkState() is Qt.CheckState.Checked
        fact, chunk_id = item.data(_FACT), item.data(_CHUNK)
        choices = self._choices
        if isinstance(fact, Fact):
            others = tuple(other for other in choices.facts if other.id != fact.id)
            value = item.text().strip()
            if taken and value and value != fact.value:
                # The old words leave the prompt as well, see TurnChoices.facts.
                dropped, facts = choices.drop_facts | {fact.id}, (*others, corrected(fact, value))
            else:
                dropped = choices.drop_facts - {fact.id} if taken else choices.drop_facts | {fact.id}
                facts = others
            choices = replace(choices, drop_facts=dropped, facts=facts)
        else:
            excluded = choices.exclude_chunks
            choices = replace(choices, exclude_chunks=excluded - {chunk_id} if taken else excluded | {chunk_id})
        self._choose(choices)

    @Slot()
    def _toggle_form(self) -> None:
        self.form.setVisible(self.form.isHidden())
        self._show()  # which numbers are in force is said beside the form

    @Slot(object)
    def _on_settings(self, choices: TurnChoices) -> None:
        self._choose(replace(self._choices, context=choices.context, recall=choices.recall))

    def _choose(self, choices: TurnChoices) -> None:
        if choices != self._choices:
            self._choices = choices
            self.form.show_choices(self._services.settings.get(), choices)
            self._plan_timer.start()

    # Running

    @Slot()
    def _run(self) -> None:
        plan = self._plan
        if plan is None or self._running is not None:
            return
        self._running, self._trial, self._growing, self._error = plan, None, "", None
        self._show()
        self.stop.setFocus(Qt.FocusReason.OtherFocusReason)
        self._bridge.run(
            "turn", self._services.trials.run, plan,
            done=lambda trial: self._ran(plan, trial, None),
            failed=lambda error: self._ran(plan, None, error), owner=self,
        )  # fmt: skip

    def _ran(self, plan: TrialPlan, trial: Trial | None, error: UserError | None) -> None:
        self._running = None
        if plan.turn.id == self._turn_id:
            self._trial = trial
            self._error = error or (trial.error if trial is not None else None)
            self._ask_plan()  # the engine holds this prompt now: the next one has another price
        self._show()

    @Slot()
    def _keep(self) -> None:
        if self._trial is not None:
            trial, self._trial = self._trial, None
            self._bridge.run("read", self._services.trials.keep, trial, done=self._on_kept, owner=self)

    def _on_kept(self, turn: Turn) -> None:
        self._show()
        self.kept.emit(turn.id)

    @Slot(object)
    def _on_event(self, event: object) -> None:
        running = self._running
        if isinstance(event, EngineChanged):
            self._show_buttons()
        elif running is None or running.turn.id != self._turn_id:
            return
        elif isinstance(event, TrialDelta):
            self._growing += event.text
            self.progress.setText("")
            self._show_replies()
        elif isinstance(event, TrialRead):
            self.progress.setText(reading_line(event.read_tokens, event.total_tokens, None))

    # Showing

    def _show(self) -> None:
        self.price.setText(self._price_words())
        self._show_buttons()
        self._show_replies()

    def _show_buttons(self) -> None:
        plan, running = self._plan, self._running is not None
        seconds = plan.price.seconds if plan is not None else None
        words = translate("Timeline", "Run again")
        if seconds is not None and seconds >= _TOLD_SECONDS and self._full:
            words = translate("Timeline", "Run again, about {seconds} s to read").format(seconds=whole_seconds(seconds))
        self.run.setText(words)
        self.run.setAccessibleName(words)
        self.run.setEnabled(plan is not None and not running and self._services.models.state.model is not None)
        self.run.setVisible(not running)
        self.stop.setVisible(running)
        self.keep.setVisible(self._trial is not None and not running)
        self.progress.setVisible(running)

    def _show_replies(self) -> None:
        plan = self._running or (self._trial.plan if self._trial is not None else self._plan)
        trial = self._trial
        self.comparison.setVisible(trial is not None or self._running is not None)
        if plan is None:
            return
        before = plan.turn.reply.text if plan.turn.reply is not None else ""
        after = trial.generated.text if trial is not None else self._growing
        self.comparison.set_headings(
            translate("Timeline", "Original, {turn}").format(turn=turn_number(plan.turn.ordinal)),
            translate("Timeline", "Trial, not saved"),
        )
        self.comparison.show_replies(before, after, finished=trial is not None)

    def _price_words(self) -> str:
        if self._error is not None:
            return error_text(self._error).line
        if self._plan is None:
            return translate("Timeline", "Looking up what would be sent…") if self._turn_id is not None else ""
        if not self._full or self._past is None:
            return ""
        before, after = self._past, self._plan.ledger
        words = translate("Timeline", "then {before} → now {after} tokens").format(
            before=format_number(before.prompt_tokens), after=format_number(after.prompt_tokens)
        )
        sections = [
            f"{section_name(name)} {signed(tokens - before.sections[name])}"
            for name, tokens in after.sections.items()
            if tokens != before.sections[name]
        ]
        read = translate("Timeline", "reads {tokens} tokens").format(tokens=format_number(self._plan.price.tokens))
        refused = self.form.refused_words(after.context_limit) if self.form.isVisible() else ""
        return "\n".join(part for part in ("; ".join([words, *sections, read]), refused) if part)

    def _fit_parts(self) -> None:
        rows = min(_ROWS, self.parts.count())
        height = max((self.parts.sizeHintForRow(row) for row in range(rows)), default=0)
        self.parts.setFixedHeight(rows * height + 4)
        self.parts.setVisible(bool(rows))
        self.parts_label.setVisible(bool(rows))
        self.hint.setVisible(bool(rows))

    def set_theme(self, theme: Theme) -> None:
        """Show everything in another theme."""
        self.form.set_theme(theme)
        self.comparison.set_theme(theme)
        self.question.setFixedHeight(theme.px(62))
        self._fit_parts()

    def changeEvent(self, event: QEvent) -> None:
        """Say everything again when the language changes."""
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def retranslate(self) -> None:
        """Name everything in the language in force."""
        self.question.setAccessibleName(translate("Timeline", "What to ask"))
        self.question.setPlaceholderText(self.question.accessibleName())
        self.parts_label.setText(translate("Timeline", "With these facts and memories"))
        self.parts.setAccessibleName(self.parts_label.text())
        words = translate(
            "Timeline", "Untick what to leave out; F2 corrects a fact for this run. Facts are as known today."
        )
        self.hint.setText(words)
        self.parts.setAccessibleDescription(words)
        self.settings_button.setText(translate("Timeline", "other settings"))
        self.settings_button.setAccessibleName(translate("Timeline", "Other settings for this run"))
        self.form.retranslate()
        self.stop.setText(translate("Timeline", "Stop"))
        self.stop.setAccessibleName(translate("Timeline", "Stop the trial"))
        self.keep.setText(translate("Timeline", "keep as a branch"))
        self.keep.setAccessibleName(translate("Timeline", "Keep this trial as a turn beside the original"))
        self._show()
