"""Replacing what identifies people in a text: numbers, addresses, dates and names.

It finds what looks like an identifier; what it does not recognise stays. So a text that went through it is
less telling, never anonymous, and a person looks at what was replaced before it leaves.

Full-width characters, invisible ones between digits, and digits that are set apart by spaces or hyphens are seen
through: patterns are looked for in the text after NFKC without invisible characters, and replaced in the text
as it was written.

Sources: identity numbers GB 11643-1999 (18 digits, check digit by ISO 7064 MOD 11-2) and its predecessor with 15;
mobile numbers by the Chinese numbering plan (1, then 3-9); bank cards ISO/IEC 7812 (12-19 digits).
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from desktop_app.domain.calendar_words import MONTHS
from desktop_app.domain.extraction.lexicon import SURNAME
from desktop_app.domain.patterns import Pattern


class Identifier(StrEnum):
    """What a replaced stretch of text was taken for."""

    ID_NUMBER = "id_number"
    PHONE = "phone"
    BANK_CARD = "bank_card"
    PASSPORT = "passport"
    RECORD_NUMBER = "record_number"
    EMAIL = "email"
    ACCOUNT = "account"
    ADDRESS = "address"
    DATE = "date"
    NAME = "name"
    LISTED = "listed"


DEFAULT_LABELS: Mapping[Identifier, str] = {kind: kind.value.replace("_", " ") for kind in Identifier}

_GAP = r"[ \t\u00a0\-\u2010-\u2015]{0,2}"


def _spaced(first: str, count: int, digit: str = r"\d") -> str:
    """A pattern for digits that may be set apart."""
    return first + f"(?:{_GAP}{digit}){{{count}}}"


_NOT_AFTER_DIGIT, _NOT_BEFORE_DIGIT = r"(?<![\d])", r"(?![\d])"
_VALUE = r"[A-Za-z0-9](?:[A-Za-z0-9\-_/]*[A-Za-z0-9])?"
_LABEL_END = r"\s{0,2}(?:[:：=#]|是|为|is)?\s{0,2}"
_NUMBERED = (
    (
        Identifier.ID_NUMBER,
        rf"{_NOT_AFTER_DIGIT}{_spaced('[1-9]', 16)}{_GAP}[\dXx]{_NOT_BEFORE_DIGIT}",
    ),
    (Identifier.ID_NUMBER, rf"{_NOT_AFTER_DIGIT}{_spaced('[1-9]', 14)}{_NOT_BEFORE_DIGIT}"),
    (Identifier.PHONE, rf"(?<![\d])(?:(?:\+|00)?86{_GAP})?1{_GAP}{_spaced('[3-9]', 9)}{_NOT_BEFORE_DIGIT}"),
    (Identifier.PHONE, rf"(?<![\d])(?:\(0\d{{2,3}}\)|0\d{{2,3}}){_GAP}{_spaced('[2-9]', 7)}(?:{_GAP}\d)?(?![\d])"),
    (Identifier.PHONE, rf"(?<![\d])(?:400|800){_GAP}{_spaced('[0-9]', 6)}{_NOT_BEFORE_DIGIT}"),
    (Identifier.PHONE, r"(?<![\d\w])(?:\+\d{1,3}[ \-]?)?\(?\d{3}\)?[ \-.]\d{3}[ \-.]\d{4}(?!\d)"),
)
_BANK = Pattern(rf"(?<!\d)\d{{3,}}(?:{_GAP}\d{{3,}})*(?!\d)")
_LABELLED = (
    (
        Identifier.ID_NUMBER,
        rf"(?:身份证件?号?码?|证件号码?|ID(?: card)?(?: no\.?| number)?){_LABEL_END}(\d(?:{_GAP}[\dXx]){{5,19}})",
    ),
    (Identifier.PHONE, rf"(?:电话|手机|座机|tel|phone|mobile)(?:号码?|no\.?)?{_LABEL_END}(\+?\d(?:{_GAP}\d){{6,14}})"),
    (
        Identifier.BANK_CARD,
        rf"(?:银行卡|卡号|账号|帐号|bank (?:card|account)|card no\.?)(?:号码?)?{_LABEL_END}(\d(?:{_GAP}\d){{7,24}})",
    ),
    (
        Identifier.PASSPORT,
        rf"(?:护照|通行证|回乡证|台胞证|passport|permit)(?:号码?| no\.?| number)?{_LABEL_END}"
        rf"([A-Za-z]{{0,2}}(?:{_GAP}\d){{6,10}})",
    ),
    (
        Identifier.RECORD_NUMBER,
        r"(?:病历|病案|住院|门诊|就诊卡?|登记|社保卡?|医保卡?|检查|标本|床位?|record|chart|MRN|case|admission)"
        rf"(?:编?号码?| ?no\.?| ?number| ?ID)?{_LABEL_END}({_VALUE.replace('*', '{2,30}')}|\d{{3,}})",
    ),
    (
        Identifier.ACCOUNT,
        rf"(?:微信|wechat|weixin|wx|vx|QQ)(?:账?号| ?id)?{_LABEL_END}([A-Za-z0-9][A-Za-z0-9_\-]{{4,29}})",
    ),
    (
        Identifier.ADDRESS,
        r"(?:住址|地址|现住址?|家住|居住地|户籍(?:地址?)?|籍贯|address|lives at|residing at)"
        r"\s{0,2}(?:[:：]|是|为|在|is)?\s{0,2}([^\n，。;；,.!?！？]{2,60})",
    ),
)
_PLACE = r"[\u4e00-\u9fff]"
_FREE = (
    (Identifier.EMAIL, r"[A-Za-z0-9][A-Za-z0-9._%+\-]*@[A-Za-z0-9\-]+(?:\.[A-Za-z0-9\-]+)+"),
    (Identifier.PASSPORT, r"(?<![A-Za-z0-9])(?:[EGDSPK]\d{8}|E[A-HJ-NP-Z]\d{7}|[HMC]\d{8}(?:\d{2})?)(?![A-Za-z0-9])"),
    (Identifier.PASSPORT, r"(?<![A-Za-z0-9])[A-Z]{1,2}\d{6}\([0-9A]\)"),
    (
        Identifier.ADDRESS,
        rf"(?:{_PLACE}{{2,7}}?(?:省|自治区|市|区|县|镇|乡|街道))+{_PLACE}{{0,12}}?(?:路|街|道|巷|弄|村|里|小区|花园|苑)"
        rf"[\u4e00-\u9fffA-Za-z0-9\-]{{0,20}}?\d+[号弄](?:院|楼)?(?:[A-Za-z0-9\-]+(?:号楼|栋|幢|座|单元|楼|层|室|号|户))*",
    ),
    (
        Identifier.ADDRESS,
        rf"{_PLACE}{{2,6}}(?:路|街|大道|巷|弄)\d+[号弄](?:院|楼)?(?:[A-Za-z0-9\-]+(?:号楼|栋|幢|座|单元|楼|层|室|号|户))*",
    ),
    (
        Identifier.ADDRESS,
        r"\b\d{1,5} (?:[A-Z][a-z]+ ){1,3}"
        r"(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Dr|Boulevard|Blvd|Court|Ct)\b\.?",
    ),
)
_MONTH = rf"(?:{'|'.join(name for name in MONTHS if len(name) == 3)})[a-z]*\.?"
_DATES = Pattern(
    rf"(?<!\d)(?P<y>(?:19|20)\d{{2}})(?:\s?[-/.年]\s?)(?P<m>\d{{1,2}})(?:\s?[-/.月]\s?)(?P<d>\d{{1,2}})(?!\d)(?:\s?[日号])?"
    rf"|(?<!\d)(?P<y2>(?:19|20)\d{{2}})年(?P<m2>\d{{1,2}})月(?!\s?\d)"
    rf"|(?<!\d)(?P<d3>\d{{1,2}})/(?P<m3>\d{{1,2}})/(?P<y3>(?:19|20)\d{{2}})(?!\d)"
    rf"|(?<![A-Za-z\d])(?P<d4>\d{{1,2}})(?:st|nd|rd|th)? (?P<n4>{_MONTH}),? (?P<y4>(?:19|20)\d{{2}})(?!\d)"
    rf"|(?<![A-Za-z])(?P<n5>{_MONTH}) (?P<d5>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<y5>(?:19|20)\d{{2}})(?!\d)"
    rf"|(?<!\d)(?P<y6>(?:19|20)\d{{2}})(?P<m6>0[1-9]|1[0-2])(?P<d6>0[1-9]|[12]\d|3[01])(?!\d)"
    rf"|(?<!\d)(?P<m7>\d{{1,2}})月(?P<d7>\d{{1,2}})[日号]",
    re.IGNORECASE,
)
_HAN_NAME = r"[\u4e00-\u9fff][\u4e00-\u9fff·]{1,5}?"
_LATIN_NAME = r"[A-Z][A-Za-z'\-]+(?: [A-Z][A-Za-z'\-.]*){0,3}"
_NAME_LABEL_ZH = (
    r"姓\s?名|患者姓名|患者|病人|联系人|家属|监护人|陪护人?|主治医[生师]|经治医[生师]|主管医[生师]|责任护士|"
    r"医[生师]签名|医[生师]|护士|记录人|签名|签字|曾用名|配偶|父亲|母亲|丈夫|妻子|儿子|女儿"
)
_NAME_LABEL_EN = (
    r"(?:full |patient |last |first |maiden |patient's )?name|patient|contact(?: person)?|next of kin|guardian|"
    r"attending|physician|doctor|nurse|signed(?: by)?|spouse"
)
_NAMES = (
    Pattern(rf"(?:{_NAME_LABEL_ZH})\s{{0,2}}[:：]\s{{0,3}}({_HAN_NAME}|{_LATIN_NAME})(?=[^\u4e00-\u9fff·]|$)"),
    Pattern(rf"(?:我叫|名叫|名字是|姓名是?|患者|病人|家属)\s?({SURNAME}[\u4e00-\u9fff]{{1,2}})(?=[^\u4e00-\u9fff]|$)"),
    Pattern(rf"(?i:\b(?:{_NAME_LABEL_EN}))\s?[:：]\s{{0,3}}({_LATIN_NAME}|{_HAN_NAME}(?=[^\u4e00-\u9fff·]|$))"),
    Pattern(rf"\b(?:[Mm]y name is|I am called|Mr\.?|Mrs\.?|Ms\.?|Dr\.?|Miss) ({_LATIN_NAME})"),
    Pattern(
        rf"(?<![\u4e00-\u9fff])({SURNAME}[\u4e00-\u9fff]{{1,2}}?)(?=先生|女士|小姐|医生|医师|大夫|主任|护士|老师|同志|阿姨|大爷)"
    ),
)
_NOT_A_NAME = frozenset("患者 病人 家属 本人 自己 同意 拒绝 未知 不详 无 否认 先生 女士 医生 护士 主任 签名".split())
_LABELLED_PATTERNS = tuple((kind, Pattern(pattern, re.IGNORECASE)) for kind, pattern in _LABELLED)
_FREE_PATTERNS = tuple((kind, Pattern(pattern)) for kind, pattern in _FREE)
_NUMBER_PATTERNS = tuple((kind, Pattern(pattern)) for kind, pattern in _NUMBERED)
_BANK_DIGITS = range(12, 20)


@dataclass(frozen=True, slots=True)
class Replacement:
    """What was put in the place of an identifier, and how often."""

    kind: Identifier
    before: str
    after: str
    count: int


class Deidentifier:
    """Replaces identifiers, the same one always by the same words.

    Args:
        names: of people the texts are about.
        listed: further words that identify somebody, the user's own.
        shift_days: move exact dates by so many days; None leaves of each its year.
        labels: the words for each kind of identifier.
    """

    def __init__(
        self,
        names: Iterable[str] = (),
        listed: Iterable[str] = (),
        *,
        shift_days: int | None = None,
        labels: Mapping[Identifier, str] = DEFAULT_LABELS,
    ) -> None:
        self._shift_days = shift_days
        self._labels = labels
        self._names: dict[str, str] = {}
        self._listed = sorted({each.strip() for each in listed if each.strip()}, key=len, reverse=True)
        self._counts: Counter[tuple[Identifier, str, str]] = Counter()
        for name in names:
            self.add_name(name)

    def add_name(self, name: str) -> None:
        """Take a person's name; every later text has something else in its place."""
        name = " ".join(name.split())
        if len(name) >= 2 and name not in self._names and name not in _NOT_A_NAME:
            self._names[name] = f"[{self._labels[Identifier.NAME]} {len(self._names) + 1}]"

    def learn(self, text: str) -> None:
        """Take the names that stand in labelled fields of a text, so that they are known in all others."""
        plain = _Plain(text).text
        for pattern in _NAMES:
            for match in pattern.finditer(plain):
                self.add_name(match.group(1))

    def replacements(self) -> tuple[Replacement, ...]:
        """What was replaced so far, by kind, the most frequent first."""
        found = [Replacement(*key, count) for key, count in self._counts.items()]
        return tuple(sorted(found, key=lambda one: (one.kind, -one.count, one.before)))

    def text(self, text: str, *, counts: bool = True) -> str:
        """The text without what identifies; what only repeats another text is not to count."""
        self.learn(text)
        plain = _Plain(text)
        taken = _Taken(len(plain.text))
        for start, end, kind, after in self._found(plain.text):
            taken.take(start, end, kind, after)
        parts: list[str] = []
        done = 0
        for start, end, kind, after in taken.in_order():
            first, last = plain.place(start, end)
            before = text[first:last]
            if after == before:
                continue
            parts += [text[done:first], after]
            done = last
            if counts:
                self._counts[kind, before, after] += 1
        return "".join([*parts, text[done:]])

    def date(self, iso: str) -> str:
        """An ISO date, shifted or as its year; anything else as a text."""
        if len(iso) == 10 and self._shift_days is not None:
            return _shifted(iso, self._shift_days) or iso[:4]
        return iso[:4]

    def time(self, at_ms: int) -> int:
        """A time (Unix ms): shifted, or the beginning of its year."""
        if self._shift_days is not None:
            return max(0, at_ms + self._shift_days * 86_400_000)
        year = date(1970, 1, 1) + timedelta(days=at_ms // 86_400_000)
        return (date(year.year, 1, 1) - date(1970, 1, 1)).days * 86_400_000

    def _found(self, text: str) -> Iterable[tuple[int, int, Identifier, str]]:
        """Stretches with what stands in their place; where two meet, the first stays."""
        for word in self._listed:
            yield from ((*span, Identifier.LISTED, self._label(Identifier.LISTED)) for span in _spans(word, text))
        for kind, pattern in _LABELLED_PATTERNS:
            yield from ((*match.span(1), kind, self._label(kind)) for match in pattern.finditer(text))
        for kind, pattern in _FREE_PATTERNS:
            yield from ((*match.span(), kind, self._label(kind)) for match in pattern.finditer(text))
        for match in _DATES.finditer(text):
            yield (*match.span(), Identifier.DATE, self._date_words(match))
        for kind, pattern in _NUMBER_PATTERNS:
            yield from ((*match.span(), kind, self._label(kind)) for match in pattern.finditer(text))
        for match in _BANK.finditer(text):
            if sum(character.isdigit() for character in match.group()) in _BANK_DIGITS:
                yield (*match.span(), Identifier.BANK_CARD, self._label(Identifier.BANK_CARD))
        for name in sorted(self._names, key=len, reverse=True):
            yield from ((*span, Identifier.NAME, self._names[name]) for span in _spans(name, text))

    def _label(self, kind: Identifier) -> str:
        return f"[{self._labels[kind]}]"

    def _date_words(self, match: re.Match[str]) -> str:
        groups = {name[0]: value for name, value in match.groupdict().items() if value is not None}
        year, month, day = groups.get("y"), groups.get("m"), groups.get("d")
        if "n" in groups:
            month = str(MONTHS[groups["n"][:3].lower()])
        if self._shift_days is not None and year and month and day:
            shifted = _shifted(f"{year}-{int(month):02}-{int(day):02}", self._shift_days)
            if shifted is not None:
                return shifted
        if year is None:
            return self._label(Identifier.DATE)
        return f"{year}年" if "年" in match.group() else year


class _Plain:
    """A text after NFKC without invisible characters, and where each of its characters came from."""

    def __init__(self, text: str) -> None:
        characters: list[str] = []
        self._origin: list[int] = []
        for position, character in enumerate(text):
            if unicodedata.category(character) == "Cf":
                continue
            for normal in character if character.isascii() else unicodedata.normalize("NFKC", character):
                characters.append(normal)
                self._origin.append(position)
        self.text = "".join(characters)

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Where a stretch stands in the text as it was written."""
        return self._origin[start], self._origin[end - 1] + 1


class _Taken:
    """Stretches of a text that are spoken for."""

    def __init__(self, length: int) -> None:
        self._taken = bytearray(length)
        self._found: list[tuple[int, int, Identifier, str]] = []

    def take(self, start: int, end: int, kind: Identifier, after: str) -> None:
        """Take a stretch unless some of it is taken."""
        if start < end and not any(self._taken[start:end]):
            self._taken[start:end] = b"\1" * (end - start)
            self._found.append((start, end, kind, after))

    def in_order(self) -> list[tuple[int, int, Identifier, str]]:
        """What was taken, as it stands in the text."""
        return sorted(self._found)


def _spans(word: str, text: str) -> Iterable[tuple[int, int]]:
    """Where a word stands; a Latin one as a whole word, in any case."""
    plain = unicodedata.normalize("NFKC", word)
    latin = plain.isascii()
    pattern = rf"(?<![A-Za-z]){re.escape(plain)}(?![A-Za-z])" if latin else re.escape(plain)
    return [match.span() for match in re.finditer(pattern, text, re.IGNORECASE if latin else 0)]


def _shifted(iso: str, days: int) -> str | None:
    try:
        return (date.fromisoformat(iso) + timedelta(days=days)).isoformat()
    except (ValueError, OverflowError):
        return None
