"""What the program answers from memory, in the language of the question; Markdown, every quote verbatim."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from desktop_app.domain.clock import day_of
from desktop_app.domain.conversation import (
    ASSISTANT,
    CLINICIAN,
    DOCUMENT,
    FAMILY_PREFIX,
    MEMORY,
    PERSON,
    Session,
    Turn,
    VaultKind,
)
from desktop_app.domain.fact_lines import fact_line
from desktop_app.domain.ledger import RecalledSnippet
from desktop_app.domain.memory import Category, Fact, FactState
from desktop_app.domain.patterns import Pattern
from desktop_app.domain.prompt_words import WORDS, Language
from desktop_app.domain.terms import query_terms
from desktop_app.domain.turn_links import escaped, turn_link

LONGEST_QUOTE = 300  # characters of a quote from a long message
_SENTENCE = Pattern(r"[^.!?。！？\n]*[.!?。！？\n]*")


@dataclass(frozen=True, slots=True)
class AnswerWords:
    """The program's own words in one language. Fields in braces are filled in."""

    remembered: str
    known_already: str
    replaces: str
    contradicts: str
    forgotten: str
    forgotten_note: str
    undone: str
    unread_one: str
    unread: str
    which: str
    which_one: str
    nothing_fits: str
    said_there: str
    turn: str
    turn_of: str
    known: str
    known_about: str
    nothing_known: str
    waiting: str
    record_facts: str
    record_said: str
    nothing_in_record: str
    by_hand: str
    in_session: str
    quote: str
    dash: str
    comma: str
    source: str
    speakers: Mapping[str, str]


EN_WORDS = AnswerWords(
    remembered="Remembered:",
    known_already="This was known already; these words are noted with it:",
    replaces="It takes the place of:",
    contradicts="It contradicts what is held. Both are kept until you settle it in the Facts tab:",
    forgotten="Forgotten:",
    forgotten_note="It stays where it was said in the conversation, and is not learnt again unless you ask for it.",
    undone="Undone: everything is as it was before.",
    unread_one="1 turn is not read yet; what it says may be missing here.",
    unread="{count} turns are not read yet; what they say may be missing here.",
    which="More than one fact may be meant. Nothing is forgotten until it is chosen in the card above the composer:",
    which_one="This may be meant. It is forgotten once you say so in the card above the composer:",
    nothing_fits="Nothing in the fact memory fits “{words}”. Nothing was changed.",
    said_there="The words stand in the conversation: {turns}. To take them out too, delete or erase them there.",
    turn="turn {number}",
    turn_of="turn {number} of “{title}”",
    known="What is held about you ({count}):",
    known_about="What is held about {about} ({count}):",
    nothing_known="Nothing is held yet.",
    waiting="to be confirmed",
    record_facts="Facts:",
    record_said="Said:",
    nothing_in_record="There is nothing in the record about this.",
    by_hand="entered by hand",
    in_session="in “{title}”",
    quote="“{text}”",
    dash=" — ",
    comma=", ",
    source=" ({source})",
    speakers={PERSON: "you", CLINICIAN: "clinician", DOCUMENT: "document", ASSISTANT: "assistant", MEMORY: "memory"},
)
ZH_WORDS = AnswerWords(
    remembered="已记住：",
    known_already="这一点早已记下，这次的原话也一并记入：",
    replaces="取代了：",
    contradicts="与已记录的内容矛盾。两者都保留，请在“事实”页中核实：",
    forgotten="已忘掉：",
    forgotten_note="对话里的原话仍在；除非您再次要求，不会重新记住。",
    undone="已撤销，一切恢复原样。",
    unread_one="还有 1 轮没有读完，其中说到的可能不在这里。",
    unread="还有 {count} 轮没有读完，其中说到的可能不在这里。",
    which="可能是指以下几条。在输入框上方的卡片里选定后才会忘掉：",
    which_one="可能是指这一条。在输入框上方的卡片里确认后才会忘掉：",
    nothing_fits="事实记忆中没有与“{words}”相符的内容，未作任何改动。",
    said_there="原话还在对话里：{turns}。要一并去掉，请到那里删除或抹去那一轮。",
    turn="第 {number} 轮",
    turn_of="“{title}”第 {number} 轮",
    known="关于您的记录（{count} 条）：",
    known_about="关于{about}的记录（{count} 条）：",
    nothing_known="目前还没有任何记录。",
    waiting="待确认",
    record_facts="事实：",
    record_said="原话：",
    nothing_in_record="记录中没有相关内容。",
    by_hand="手工录入",
    in_session="对话“{title}”",
    quote="“{text}”",
    dash="，原话",
    comma="，",
    source="（{source}）",
    speakers={PERSON: "您", CLINICIAN: "医师", DOCUMENT: "文档", ASSISTANT: "助手", MEMORY: "记忆"},
)
ANSWER_WORDS: Mapping[Language, AnswerWords] = {"en": EN_WORDS, "zh": ZH_WORDS}


@dataclass(frozen=True, slots=True)
class Answerer:
    """Writes answers in one language.

    Attributes:
        language: of the question.
        kind: of the vault; it decides what the person is called.
        today: the day it is.
    """

    language: Language
    kind: VaultKind
    today: date

    @property
    def words(self) -> AnswerWords:
        """The program's words."""
        return ANSWER_WORDS[self.language]

    def remembered(
        self, new: Sequence[Fact], again: Sequence[Fact], replaced: Sequence[Fact], against: Sequence[Fact]
    ) -> str:
        """Facts taken up by hand, what they replace and what they contradict."""
        return self._parts(
            (self.words.remembered, new),
            (self.words.known_already, again),
            (self.words.replaces, replaced),
            (self.words.contradicts, against),
        )

    def forgotten(self, facts: Sequence[Fact]) -> str:
        """What was forgotten, and what that means."""
        return f"{self._parts((self.words.forgotten, facts))}\n\n{self.words.forgotten_note}"

    def which(self, facts: Sequence[Fact]) -> str:
        """Asks which of several facts to forget; `forgotten` follows in the same answer once one is chosen."""
        return self._parts((self.words.which if len(facts) > 1 else self.words.which_one, facts))

    def nothing_fits(self, words: str, said: Sequence[tuple[Turn, Session]] = (), *, session_id: int = 0) -> str:
        """Says that no fact fits, and where the words were said.

        Args:
            words: what was named.
            said: turns that say it, with their sessions.
            session_id: where it is asked; a turn of another session names it.
        """
        answer = self.words.nothing_fits.format(words=escaped(words))
        if not said:
            return answer
        links = [self._turn(turn, session, session.id != session_id) for turn, session in said]
        return f"{answer}\n\n{self.words.said_there.format(turns=self.words.comma.join(links))}"

    def known(self, facts: Sequence[Fact], about: str = "") -> str:
        """What is held, about the person or about something."""
        if not facts:
            return self.words.nothing_known
        count = len(facts)
        title = self.words.known_about.format(about=escaped(about), count=count) if about else ""
        return self._parts((title or self.words.known.format(count=count), facts))

    def with_unread(self, answer: str, turns: int) -> str:
        """An answer with a note where turns are not read yet, which it therefore cannot know."""
        if not turns:
            return answer
        words = self.words.unread_one if turns == 1 else self.words.unread
        return f"{answer}\n\n{words.format(count=turns)}"

    def record(
        self, facts: Sequence[Fact], said: Sequence[tuple[RecalledSnippet, str, str]], *, session_id: int = 0
    ) -> str:
        """Facts and quotes on a question; of each quote the snippet it stands in, its speaker and the words.

        Args:
            facts: the facts.
            said: the quotes.
            session_id: where it is asked; a quote from elsewhere names its conversation.
        """
        if not facts and not said:
            return self.words.nothing_in_record
        parts = [self._parts((self.words.record_facts, facts))] if facts else []
        if said:
            lines = [f"- {self._said(hit, speaker, text, hit.session_id != session_id)}" for hit, speaker, text in said]
            parts.append("\n".join([self.words.record_said, "", *lines]))
        return "\n\n".join(parts)

    def _parts(self, *parts: tuple[str, Sequence[Fact]]) -> str:
        return "\n\n".join(
            "\n".join([title, "", *(f"- {self._fact(fact)}" for fact in facts)]) for title, facts in parts if facts
        )

    def _fact(self, fact: Fact) -> str:
        """A fact with its words, who said them, and the day, which leads there."""
        line = escaped(fact_line(fact, WORDS[self.language], self.today.isoformat()))
        waiting = [self.words.waiting] if fact.state is FactState.PROPOSED else []
        day = day_of(fact.observed_at_ms).isoformat()
        if not fact.quote:
            return self._with_source(line, "", [*waiting, self.words.by_hand, day])
        if fact.category is Category.OTHER and fact.quote == fact.value:
            line = ""  # a note is its own quote
        source = [*waiting, self._speaker(fact.speaker), turn_link(day, fact.session_id, fact.turn_id)]
        return self._with_source(line, self._quoted(fact.quote), source)

    def _said(self, hit: RecalledSnippet, speaker: str, text: str, elsewhere: bool) -> str:
        name = _title(hit.session_title)
        title = [self.words.in_session.format(title=escaped(name))] if name and elsewhere else []
        source = [
            self._speaker(speaker),
            *title,
            turn_link(day_of(hit.said_at_ms).isoformat(), hit.session_id, hit.turn_id),
        ]
        return self._with_source("", self._quoted(text), source)

    def _turn(self, turn: Turn, session: Session, elsewhere: bool) -> str:
        name = _title(session.title) if elsewhere else ""
        words = self.words.turn_of if name else self.words.turn
        return turn_link(words.format(number=turn.ordinal + 1, title=escaped(name)), turn.session_id, turn.id)

    def _with_source(self, line: str, quote: str, source: Sequence[str]) -> str:
        said = self.words.dash.join(part for part in (line, quote) if part)
        return said + self.words.source.format(source=self.words.comma.join(source))

    def _speaker(self, speaker: str) -> str:
        if speaker.startswith(FAMILY_PREFIX):
            return escaped(speaker.removeprefix(FAMILY_PREFIX))
        if speaker == PERSON and self.kind is VaultKind.CLINICAL:
            return WORDS[self.language].speakers[PERSON]
        return self.words.speakers[speaker]

    def _quoted(self, text: str) -> str:
        return self.words.quote.format(text=escaped(" ".join(text.split())))


def _title(title: str) -> str:
    return " ".join(title.split()).rstrip(" .。!！?？,，;；…")


def excerpt(text: str, question: str) -> str:
    """What a long text says on a question, word for word: the sentences that share most words with it."""
    if len(text) <= LONGEST_QUOTE:
        return text
    asked = set(query_terms(question))
    sentences: list[str] = [part for part in _SENTENCE.findall(text) if part.strip()]
    best = max(range(len(sentences)), key=lambda at: (len(asked & set(query_terms(sentences[at]))), -at))
    quote = sentences[best]
    for sentence in sentences[best + 1 :]:
        if len(quote) + len(sentence) > LONGEST_QUOTE:
            break
        quote += sentence
    return quote[:LONGEST_QUOTE].strip()
