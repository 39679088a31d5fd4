"""A reply held against its prompt: what stands there, and what is not in the record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from functools import partial

from desktop_app.domain.extraction.lexicon import Mention
from desktop_app.domain.extraction.lexicons import people
from desktop_app.domain.extraction.medications import FOOD_NAMES
from desktop_app.domain.grounding.captions import Caption, sentence_around, split_caption
from desktop_app.domain.grounding.claims import Values, same_drug, values_in
from desktop_app.domain.grounding.dates import NamedDate
from desktop_app.domain.grounding.denials import ALLERGY, ANY, Said, speaks_of_absence
from desktop_app.domain.grounding.quantities import Quantity
from desktop_app.domain.grounding.trivial import is_trivial
from desktop_app.domain.ledger import Piece, PieceKind, Section
from desktop_app.domain.patterns import Pattern

_NO_CONVERSION = 1e-6


class ClaimKind(StrEnum):
    """What a marked value is."""

    DRUG = "drug"
    DOSE = "dose"
    NUMBER = "number"
    DATE = "date"
    NEGATION = "negation"
    ILLNESS = "illness"


@dataclass(frozen=True, slots=True)
class Claim:
    """A value of a reply.

    Attributes:
        kind: what it is.
        start: of it in the reply.
        end: behind it.
        text: the words themselves.
        in_record: whether the prompt holds it.
        sources: of the pieces that hold it, in the prompt's order, see `Piece.source`.
    """

    kind: ClaimKind
    start: int
    end: int
    text: str
    in_record: bool
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Held:
    """The values of one piece of a prompt with the piece's source, and the dates that only caption it."""

    source: str
    values: Values
    caption: Caption | None = None


def held_values(
    pieces: Iterable[Piece], today: date | None = None, values_of: Callable[[str, date | None], Values] = values_in
) -> list[Held]:
    """The values of a prompt's content, piece by piece; the template's own words hold none.

    Args:
        pieces: of the prompt.
        today: the day of the present message; its 昨天 and "last Tuesday" count as dates.
        values_of: reads a text; a caller that keeps what was read hands in its own.
    """
    held = []
    for piece in pieces:
        if piece.kind is PieceKind.CONTENT:
            words, caption = split_caption(piece)
            values = values_of(words, today if piece.section is Section.QUESTION else None)
            held.append(Held(piece.source, values, caption))
    return held


def check_reply(reply: str, record: Sequence[Held]) -> tuple[Claim, ...]:
    """The values of a reply, in order and without overlap, each with whether and where the record holds it.

    Args:
        reply: as the model wrote it.
        record: everything its prompt held.
    """
    said = values_in(reply, of_record=False)
    claims = [
        *_drug_claims(said, record),
        *_quantity_claims(said, record),
        *_date_claims(said, record),
        *_denial_claims(said, record),
        *_illness_claims(said, record),
    ]
    kept: list[Claim] = []
    # What is missing shows before what is not, a denial as a whole before the name in it.
    for claim in sorted(claims, key=lambda one: (one.in_record, one.start - one.end, one.start)):
        if all(claim.end <= other.start or other.end <= claim.start for other in kept):
            kept.append(claim)
    return tuple(
        Claim(one.kind, one.start, one.end, reply[one.start : one.end], one.in_record, one.sources)
        for one in sorted(kept, key=lambda one: one.start)
    )


def _claim(kind: ClaimKind, start: int, end: int, sources: Sequence[str] | None) -> Claim:
    return Claim(kind, start, end, "", sources is not None, tuple(dict.fromkeys(filter(None, sources or ()))))


def _where(record: Sequence[Held], holds: Callable[[Values], bool]) -> list[str] | None:
    found = [held.source for held in record if holds(held.values)]
    return found or None


def _drug_claims(said: Values, record: Sequence[Held]) -> Iterable[Claim]:
    for drug in said.drugs:
        name = said.text[drug.start : drug.end]
        eaten = name in FOOD_NAMES or drug.concept.startswith(_VITAMIN)
        if drug.concept in _CLASSES:
            continue
        if eaten and not any(0 <= one.start - drug.end <= 2 for one in said.quantities):
            continue  # food rich in calcium, a test of vitamin B12
        if speaks_of_absence(said.text, drug.start, drug.end):
            continue
        sources = _where(record, partial(_holds_drug, drug, name))
        yield _claim(ClaimKind.DRUG, drug.start, drug.end, sources)


def _holds_drug(drug: Mention, name: str, values: Values) -> bool:
    return any(same_drug(drug, other) for other in values.drugs) or (len(name) > 1 and name in values.text)


_VITAMIN = "维生素"
# Concepts of the drug list that name a class or a form: a reply that speaks of blood thinners names no drug.
_CLASSES = frozenset(
    "降压药 降糖药 降脂药 止痛药 感冒药 退烧药 消炎药 安眠药 抗抑郁药 抗过敏药 激素 抗凝药 利尿剂 "
    "止咳药 胃药 中药 西药 保健品 泻药 inhaler 疫苗 造影剂 nsaids 非甾体抗炎药 眼药水 滴眼液 ppi acei arb".split()
) | {"eye drops", "nasal spray", "beta blocker", "beta blockers", "ace inhibitor", "calcium channel blocker"}
_DOSES = frozenset({"mass", "volume", "iu", "piece"})


def _quantity_claims(said: Values, record: Sequence[Held]) -> Iterable[Claim]:
    for one in said.quantities:
        if is_trivial(said.text, one):
            continue
        kind = ClaimKind.DOSE if one.dimension in _DOSES else ClaimKind.NUMBER
        sources = _quantity_sources(one, record)
        yield _claim(kind, one.start, one.end, sources)


def _quantity_sources(one: Quantity, record: Sequence[Held]) -> list[str] | None:
    """Where a number stands; a range or a pair also where both its ends stand apart."""
    whole = _where(record, lambda values: any(_equal(one, other) for other in values.quantities))
    if whole is not None or len(one.values) == 1:
        return whole
    day = _where(record, partial(_holds_day, one))  # 12/14 of 14 December
    if day is not None:
        return day
    ends = [
        _where(record, partial(_holds_number, value, raw, one)) for value, raw in zip(one.values, one.raw, strict=True)
    ]
    return None if None in ends else [source for found in ends for source in found or ()]


def _holds_day(one: Quantity, values: Values) -> bool:
    pair = {one.raw, one.raw[::-1]}
    return one.dimension == "pressure" and any((date.month, date.day) in pair for date in values.dates)


def _holds_number(value: float, raw: float, one: Quantity, values: Values) -> bool:
    return any(_names(value, raw, one, other) for other in values.quantities)


def _equal(one: Quantity, other: Quantity) -> bool:
    if len(one.values) == len(other.values):
        pairs = zip(one.values, one.raw, other.values, other.raw, strict=True)
        return all(_same(value, raw, one, v, r, other) for value, raw, v, r in pairs)
    return len(one.values) == 1 and _names(one.values[0], one.raw[0], one, other)


def _names(value: float, raw: float, one: Quantity, other: Quantity) -> bool:
    return any(_same(value, raw, one, v, r, other) for v, r in zip(other.values, other.raw, strict=True))


def _same(value: float, raw: float, one: Quantity, other_value: float, other_raw: float, other: Quantity) -> bool:
    """Whether two numbers are equal; by the measure where both have a unit, as written where one has none."""
    if one.dimension and other.dimension:
        if one.dimension != other.dimension:
            return raw == other_raw and frozenset({one.dimension, other.dimension}) in _ALIKE
        return abs(value - other_value) <= _NO_CONVERSION * max(1.0, abs(value))
    return raw == other_raw


# Units that mean the same in a context: "120 over 80" of a pulse, 度 of fever, 34 years (old), 5 units of insulin.
_ALIKE = frozenset(
    map(
        frozenset,
        (
            ("pressure", "rate"),
            ("months", "age"),
            ("rate", "times"),
            ("rate", "beats"),
            ("mmol/l", "percent"),
            ("time", "clock"),
        ),
    )
)


def _date_claims(said: Values, record: Sequence[Held]) -> Iterable[Claim]:
    for one in said.dates:
        sources = _where(record, partial(_holds_date, one))
        if sources is None:
            begin, sentence = sentence_around(said.text, one.start, one.end)
            here = replace(one, start=one.start - begin, end=one.end - begin)
            sources = [
                held.source for held in record if held.caption and held.caption.bears_out(here, sentence)
            ] or None
        yield _claim(ClaimKind.DATE, one.start, one.end, sources)


def _holds_date(one: NamedDate, values: Values) -> bool:
    return any(one.stands_in(other) for other in values.dates)


def _denial_claims(said: Values, record: Sequence[Held]) -> Iterable[Claim]:
    for one in said.said:
        if not one.states:
            continue
        if one.denied:
            sources = _where(record, partial(_holds_denial, one))
            yield _claim(ClaimKind.NEGATION, one.start, one.end, sources)
        elif one.about == ALLERGY and one.concept != ANY:
            known = [other for held in record for other in held.values.said if _speaks_of(other, one)]
            if known and all(other.denied for other in known):
                yield _claim(ClaimKind.NEGATION, one.start, one.end, None)


# Whom an illness is said of; a reply that explains one says nothing of the person.
_OF_SOMEBODY = Pattern(
    rf"[您你我他她](?!们?可以)|患者|{people.FAMILY_ZH}"
    rf"|(?<![a-z])(?:you|your|you've|he|she|his|her|the patient|my)(?![a-z])|(?<![a-z])(?:{people.FAMILY_EN})(?![a-z])"
)
_HAS = Pattern(
    r"[有患得]|诊断|确诊|病史|病情|是|(?<![a-z])(?:have|has|had|with|suffer\w*|diagnosed|is|was|history)(?![a-z])|'(?:s|ve)"
)


def _illness_claims(said: Values, record: Sequence[Held]) -> Iterable[Claim]:
    """Illnesses that a reply says somebody has and that stand nowhere in its prompt."""
    stated = {(one.end, one.concept) for one in said.said if one.states and not one.denied and not one.about}
    for one in said.illnesses:
        begin, sentence = sentence_around(said.text, one.start, one.end)
        before = sentence[: one.start - begin]
        if (one.end, one.concept) not in stated or not _OF_SOMEBODY.search(before) or not _HAS.search(before):
            continue
        name = said.text[one.start : one.end]
        if not any(_holds_illness(one, name, held.values) for held in record):
            yield _claim(ClaimKind.ILLNESS, one.start, one.end, None)


def _holds_illness(illness: Mention, name: str, values: Values) -> bool:
    return name in values.text or any(illness.concept == other.concept for other in values.illnesses)


def _speaks_of(other: Said, one: Said) -> bool:
    return other.about == one.about and other.concept == one.concept


def _holds_denial(one: Said, values: Values) -> bool:
    return any(other.denied and _speaks_of(other, one) for other in values.said)
