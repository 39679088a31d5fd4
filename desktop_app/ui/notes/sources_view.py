"""Beside a note: what the chosen sentence rests on, what it said before, and what was left out by hand."""

from __future__ import annotations

from datetime import date
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from desktop_app.domain.conversation import VaultKind
from desktop_app.domain.notes.note import ChangeOf, Origin, Sentence, SentenceState
from desktop_app.domain.notes.rewording import set_aside
from desktop_app.services.notes.opened import OpenNote, SourceWords
from desktop_app.ui.texts import format_moment, speaker_name, translate
from desktop_app.ui.widgets.basics import button, label


class SourcesView(QScrollArea):
    """Reads an open note; nothing is changed here.

    Signals:
        source_requested: session and turn to go to.
    """

    source_requested = Signal(int, int)

    def __init__(self, kind: VaultKind, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind = kind
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def show_sentence(self, opened: OpenNote, section: int, sentence_id: int) -> None:
        """Show what a sentence rests on; with 0, how to choose one."""
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(14, 2, 8, 8)
        column.setSpacing(8)
        title = label("section", translate("NoteSources", "What it rests on"))
        column.addWidget(title)
        sentences = opened.note.sections[section].sentences if section < len(opened.note.sections) else ()
        chosen = next((each for each in sentences if each.id == sentence_id), None)
        if chosen is None:
            column.addWidget(
                _wrapped(
                    "muted", translate("NoteSources", "Put the caret into a sentence to see the words it rests on.")
                )
            )
        else:
            column.addWidget(_wrapped("caption", _origin_words(chosen)))
            for message in chosen.sources:
                if message in opened.sources:
                    column.addWidget(self._source(opened.sources[message]))
            for change in opened.note.changes:
                if change.sentence_id == chosen.id and change.before and change.kind is ChangeOf.EDITED:
                    column.addWidget(label("section", translate("NoteSources", "Before it was edited")))
                    column.addWidget(_wrapped("body", change.before))
        before = set_aside(opened.note, section) if sentences else ()
        standing = [each.text for each in sentences if each.stands]
        gone = [
            each
            for each in sentences
            if each.state is SentenceState.DROPPED
            and each not in before
            and not any(each.text.rstrip(" .。") in text for text in standing)  # it was only put together with another
        ]
        for title_of, left in (
            (translate("NoteSources", "The words before the rewording"), before),
            (translate("NoteSources", "Left out of this section by hand"), gone),
        ):
            if left:
                column.addWidget(label("section", title_of))
                for each in left:
                    column.addWidget(_wrapped("muted", each.text))
        column.addStretch(1)
        self.setWidget(body)
        body.setAccessibleName(title.text())

    def _source(self, words: SourceWords) -> QWidget:
        card = QFrame()
        card.setProperty("surface", "card")
        column = QVBoxLayout(card)
        column.setContentsMargins(10, 8, 10, 8)
        column.setSpacing(4)
        moment = format_moment(words.said_at_ms, date.today())
        head = " · ".join((speaker_name(words.speaker, self._kind), moment))
        column.addWidget(_wrapped("caption", head))
        column.addWidget(_wrapped("body", words.text))
        go = button("link")
        go.setText(translate("NoteSources", "Go to the turn"))
        go.setAccessibleName(translate("NoteSources", "Go to the turn: {words}").format(words=words.text[:60]))
        go.setAccessibleDescription(translate("NoteSources", "Closes the notes and shows where it was said."))
        go.clicked.connect(partial(self.source_requested.emit, words.session_id, words.turn_id))
        column.addWidget(go, 0, Qt.AlignmentFlag.AlignLeft)
        return card


def _origin_words(sentence: Sentence) -> str:
    if sentence.origin is Origin.SAID:
        return translate("NoteSources", "As it was said.")
    if sentence.origin is Origin.MODEL:
        if sentence.state is SentenceState.SUPPORTED:
            return translate("NoteSources", "Reworded by the model, held against these words.")
        return translate("NoteSources", "Written by the model and not in these words; kept by hand.")
    if sentence.sources and sentence.is_unbacked:
        return translate("NoteSources", "Changed by hand; what it says now is not in these words.")
    if sentence.sources:
        return translate("NoteSources", "Edited by hand; it was drafted from these words.")
    return translate("NoteSources", "Written by hand; no words of the record stand behind it.")


def _wrapped(role: str, text: str) -> QWidget:
    found = label(role, text)
    found.setWordWrap(True)
    found.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return found
