"""One message as the rules see it, and the facts they have found in it so far."""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from desktop_app.domain.conversation import CLINICIAN, VaultKind
from desktop_app.domain.dates import DateMention, Toward, resolve
from desktop_app.domain.extraction.clause_subjects import NOBODY, ClauseSubjects
from desktop_app.domain.extraction.clauses import Clause, split
from desktop_app.domain.extraction.known_subjects import NOBODY_KNOWN, KnownSubjects
from desktop_app.domain.extraction.lexicon import Kind, Mention, find_mentions
from desktop_app.domain.extraction.named_people import NO_ONE, NamedPeople
from desktop_app.domain.extraction.normal import is_han, normalise
from desktop_app.domain.extraction.scope import is_denied, is_over, is_past, is_suspected
from desktop_app.domain.extraction.subjects import SubjectTracker
from desktop_app.domain.extraction.voices import BLANK, blank_foreign_words
from desktop_app.domain.memory import Category, FactCandidate, FactStatus, Polarity
from desktop_app.domain.patterns import Pattern

# A clause with more names than this is no sentence.
_MOST_MENTIONS = 40
_LIST_ONLY = Pattern(
    r"(?:[\s、,;/&+\"'。.]|\b(?:and|or|nor|any|a|an|the|either)\b|及|或者?|和|与|以及|等|还有|史|"
    r"病史|症状|都|也)*"
)
_NOW = Pattern(r"现在|目前|如今|眼下|\b(?:now|currently|at present)\b")
# Since August, 比去年: a span up to now, or what is compared with.
_REACHES = Pattern(r"(?:\b(?:since|over|for|from|than|compared (?:to|with))(?: the| late| early)?|自从?|从|比|较)\s?$")
# What happened once, and what says that it goes on.
_ONCE = Pattern(
    r"(?:小时候|小的时候|儿时)(?!起|就|开始)[^,。]{0,12}过|(?:吃|喝|用|打|碰|试|尝|接触)过(?:一|两|几)?[次回]"
    r"|\b(?:as a (?:child|kid|boy|girl|baby)|when i was (?:a |little|young|small|\d+))[^,.;]{0,40}\b"
    r"(?:ate|had|took|tried|drank|got|was given|was stung|swallowed)\b"
    r"|\b(?:i|he|she) (?:once )?(?:ate|tried|took|drank|had) (?:\w+ ){0,3}once\b"
)
_STILL = Pattern(r"现在|目前|至今|一直|还(?!好)|仍|最近|今天|\b(?:now|still|since|today|lately|these days|currently)\b")
_NAME_LAST = Pattern(r" [A-Z][a-z]+$")
# Whether a quote shows that something is denied.
_DENIES = Pattern(
    r"否认|[无没未不非冇勿]|阴性|排除|\(-\)|n't\b|\b(?:no|not|nor|never|den(?:y|ies|ied|ying)|without|neg(?:ative)?|nil|"
    r"none|nothing|free of|absent|ruled out|nkda|nkfa|nka|cannot|isnt|dont|doesnt|havent|hasnt|didnt|avoid\w*|"
    r"refus\w+|declin\w+)\b"
)
# 高血压（拟诊）
_IN_DOUBT = Pattern(
    r"(?:拟诊|待[查排诊](?:除|查)?|疑似?|可疑|可能|考虑|\?|suspected|provisional|possible|probable|tbc|to be confirmed)"
)
_DENIAL_OPENS = Pattern(r"否认|无|没|未|\b(?:no|not|denie[sd]|deny|without|negative|neg|don't|doesn't|never)\b|n't\b")


@dataclass(slots=True)
class View:
    """A clause with whom it is about and what is named in it (mention offsets within the message)."""

    index: int  # among the views of its message
    clause: Clause
    subjects: ClauseSubjects
    mentions: list[Mention]
    spans: list[tuple[int, int]]  # of the mentions, within the clause
    han: bool
    denied_list: bool = False  # a bare list that goes on with a denial

    @property
    def text(self) -> str:
        """The clause, normalised."""
        return self.clause.text

    @property
    def start(self) -> int:
        """Where the clause starts in the message."""
        return self.clause.start

    def place(self, match: re.Match[str], group: str | int = 0) -> tuple[int, int]:
        """Where a group of a match in the clause stands in the message."""
        start, end = match.span(group)
        return self.start + start, self.start + end


class Reading:
    """A message under extraction. Offsets are those of the message unless a name says otherwise."""

    def __init__(
        self,
        text: str,
        *,
        speaker: str,
        vault: VaultKind,
        said_on: date,
        named: NamedPeople = NO_ONE,
        known: KnownSubjects = NOBODY_KNOWN,
        earlier: Sequence[str] = (),
    ) -> None:
        self.text = text
        self.norm = blank_foreign_words(normalise(text))
        self.speaker = speaker
        self.vault = vault
        self.said_on = said_on
        self.clinical = speaker == CLINICIAN
        self.candidates: list[FactCandidate] = []
        self._taken: dict[Category, bytearray] = {}
        self._dates: dict[tuple[int, Toward], list[DateMention]] = {}
        self._claimed = bytearray(len(text))
        mentions = find_mentions(self.norm)
        starts = [mention.start for mention in mentions]
        self.known = known
        tracker = SubjectTracker(speaker, named, known)
        for said in earlier:
            for clause in split(normalise(said)):
                tracker.introduce(clause.text)
        self.views: list[View] = []
        for clause in split(self.norm):
            if BLANK in clause.text and not clause.text.strip(BLANK + " \"'“”:,"):
                continue
            inside = mentions[bisect.bisect_left(starts, clause.start) : bisect.bisect_left(starts, clause.end)]
            inside = [mention for mention in inside if mention.end <= clause.end][:_MOST_MENTIONS]
            spans = [(mention.start - clause.start, mention.end - clause.start) for mention in inside]
            view = View(
                len(self.views),
                clause,
                tracker.read(clause.text, text[clause.start : clause.end], clause.sentence),
                inside,
                spans,
                any(map(is_han, clause.text)),
            )
            view.denied_list = self._continues_denial(view)
            self.views.append(view)
        self._starts = [view.start for view in self.views]

    def _continues_denial(self, view: View) -> bool:
        """No fever, chills or cough: the bare rest of a list that began with a denial."""
        if not self.views or not view.spans:
            return False
        before = self.views[-1]
        if before.clause.sentence != view.clause.sentence or view.clause.opener not in (",", " "):
            return False
        at = 0
        for start, end in view.spans:
            if not _LIST_ONLY.fullmatch(view.text, at, start):
                return False
            at = end
        if not _LIST_ONLY.fullmatch(view.text, at):
            return False
        if before.denied_list:
            return True
        if not _DENIAL_OPENS.search(before.text) or not before.spans:
            return False
        start, end = before.spans[-1]
        return is_denied(before.text, start, end, before.spans) and end >= len(before.text) - 4

    # --- looking

    def sentences(self) -> Iterator[list[View]]:
        """The clauses of each sentence."""
        group: list[View] = []
        for view in self.views:
            if group and group[-1].clause.sentence != view.clause.sentence:
                yield group
                group = []
            group.append(view)
        if group:
            yield group

    def view_at(self, position: int) -> View | None:
        """The clause that holds a position."""
        index = bisect.bisect_right(self._starts, position) - 1
        if index < 0 or position >= self.views[index].clause.end:
            return None
        return self.views[index]

    def first_of_sentence(self, view: View) -> View:
        """The first clause of the sentence that a clause belongs to."""
        while view.index and self.views[view.index - 1].clause.sentence == view.clause.sentence:
            view = self.views[view.index - 1]
        return view

    def subjects_at(self, position: int, *, leading: bool = False) -> tuple[str, ...]:
        """Whom the words at a position are about."""
        view = self.view_at(position)
        if view is None:
            return (NOBODY,)
        return view.subjects.leading(position - view.start) if leading else view.subjects.at(position - view.start)

    def person_ends_at(self, view: View, position: int) -> bool:
        """Whether a person's words end at a position of the clause, the name after them included: my cat Pepper."""
        if view.subjects.ends_at(position):
            return True
        name = _NAME_LAST.search(self.text[view.start : view.start + position])
        return name is not None and view.subjects.ends_at(name.start())

    def says(self, view: View, position: int) -> bool:
        """Whether the words at a position state something, rather than ask or suppose."""
        return not view.clause.hypothetical and position < view.clause.asks_from

    def denied(self, view: View, start: int, end: int) -> bool:
        """Whether the clause denies what stands at ``start:end``."""
        return view.denied_list or is_denied(view.text, start - view.start, end - view.start, view.spans)

    def suspected(self, view: View, start: int, end: int, kind: Kind | None = None) -> bool:
        """Whether the clause only supposes what stands at ``start:end``."""
        if is_suspected(view.text, start - view.start, end - view.start, kind):
            return True
        after = view.index + 1
        if after < len(self.views) and self.views[after].clause.opener == "(" and end == view.clause.end:
            return _IN_DOUBT.fullmatch(self.views[after].text) is not None
        return False

    def past(self, view: View, start: int, end: int, *, lasting: bool = False) -> bool:
        """Whether the clause puts what stands at ``start:end`` into the past."""
        if is_past(view.text, start - view.start, end - view.start, lasting=lasting):
            return True
        if not lasting and self._goes_on_telling(view):
            return True
        after = view.index + 1
        if after < len(self.views) and self.views[after].clause.opener == "(" and end == view.clause.end:
            return is_over(self.views[after].text, 0, 0)
        return False

    def _goes_on_telling(self, view: View) -> bool:
        """Whether a clause tells what came of something that happened once: 小时候吃过一次，喉咙肿."""
        if not view.index or _STILL.search(view.text):
            return False
        before = self.views[view.index - 1]
        together = before.clause.sentence == view.clause.sentence and view.clause.opener in (",", " ", "")
        return together and _ONCE.search(before.text) is not None

    def dates(self, view: View, toward: Toward) -> list[DateMention]:
        """The dates a clause names, offsets within the clause."""
        key = (view.index, toward)
        if key not in self._dates:
            self._dates[key] = resolve(view.text, self.said_on, toward)
        return self._dates[key]

    def period(self, view: View) -> tuple[str, str]:
        """When something was that a clause tells of, in ISO dates: a day, or the first and last day of a span.

        A clause without a date takes that of the clause before it in the sentence: 上周体检，高压138. "" and "" where
        no time is named, or only a vague one.
        """
        found: list[DateMention] = []
        earlier = () if _NOW.search(view.text) else reversed(self.views[max(0, view.index - 2) : view.index])
        for one in (view, *earlier):
            if one.clause.sentence == view.clause.sentence and not found:
                found = [
                    when
                    for when in self.dates(one, Toward.PAST)
                    if when.first <= self.said_on and not _REACHES.search(one.text[: when.start])
                ]
        if not found or found[0].vague:
            return "", ""
        first, last = found[0].first, min(found[0].last, self.said_on)
        return first.isoformat(), "" if first == last else last.isoformat()

    def has(self, category: Category, start: int = 0, end: int | None = None) -> bool:
        """Whether a fact of a category has been found, anywhere or in a stretch."""
        taken = self._taken.get(category)
        return taken is not None and any(taken[start:end])

    # --- claiming

    def is_claimed(self, start: int, end: int) -> bool:
        """Whether an earlier rule has used these words up."""
        return any(self._claimed[start:end])

    def is_open(self, view: View, start: int, end: int) -> bool:
        """Whether the words at ``start:end`` state something and no earlier rule has used them up."""
        return self.says(view, start) and not self.is_claimed(start, end)

    def claim(self, start: int, end: int) -> None:
        """Use words up, so that later rules leave them alone."""
        self._claimed[start:end] = b"\x01" * (end - start)

    def add(
        self,
        category: Category,
        start: int,
        end: int,
        *,
        subjects: tuple[str, ...] | None = None,
        attribute: str = "",
        negated: bool = False,
        status: FactStatus = FactStatus.CURRENT,
        unit: str = "",
        valid_from: str = "",
        valid_to: str = "",
        retracts: str = "",
        claim: bool = True,
        confidence: float = 0.9,
        extractor: str = "rules",
        quoted: tuple[int, int] | None = None,
        only_against: bool = False,
    ) -> None:
        """Keep a fact whose value is the message's ``start:end``, for each of its subjects.

        ``quoted``: words outside of the value's clause that its quote has to reach over as well.
        """
        while start < end and (self.text[start].isspace() or self.text[start] in "\"'“”,，、:：。."):
            start += 1
        while end > start and (self.text[end - 1].isspace() or self.text[end - 1] in "\"'“”,，、:：。;；!！?？"):
            end -= 1
        if start >= end or BLANK in self.norm[start:end]:
            return
        taken = self._taken.setdefault(category, bytearray(len(self.text)))
        if any(taken[start:end]):
            return
        kept = False
        for subject in self.subjects_at(start) if subjects is None else subjects:
            if subject == NOBODY:
                continue
            kept = True
            self.candidates.append(
                FactCandidate(
                    subject=subject,
                    category=category,
                    attribute=attribute or "",
                    value=self.text[start:end],
                    polarity=Polarity.NEGATED if negated else Polarity.AFFIRMED,
                    status=status,
                    start=start,
                    end=end,
                    quote=self._quote(start, end, negated=negated, reach=quoted or (start, end)),
                    unit=unit,
                    valid_from=valid_from,
                    valid_to=valid_to,
                    retracts=retracts,
                    confidence=confidence,
                    extractor=extractor,
                    only_against=only_against,
                )
            )
        if kept:
            taken[start:end] = b"\x01" * (end - start)
        if claim:
            self.claim(start, end)

    def _quote(self, start: int, end: int, *, negated: bool, reach: tuple[int, int]) -> str:
        """The clause around a value; a denial reaches as far as the words that deny."""
        first, last = self.view_at(start), self.view_at(max(start, end - 1))
        left = min(start, first.clause.start) if first else start
        right = max(end, last.clause.end) if last else end
        left, right = min(left, reach[0]), max(right, reach[1])
        if negated and first and not _DENIES.search(self.norm[left:right]):
            while first.denied_list and first.index:
                first = self.views[first.index - 1]
            left = min(left, first.start)
            if not _DENIES.search(self.norm[left:right]):
                same = [view for view in self.views if view.clause.sentence == first.clause.sentence]
                left, right = min(left, same[0].start), max(right, same[-1].clause.end)
        return self.text[left:right]
