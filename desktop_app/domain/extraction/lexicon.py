"""Finding the words of the lists in a text, in time linear in its length."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache

from desktop_app.domain.extraction.lexicons import conditions, drugs, people, procedures
from desktop_app.domain.patterns import Pattern


class Kind(Enum):
    """What a word of the lists, or a name built like one, stands for."""

    CHRONIC = "chronic"
    ACUTE = "acute"
    SYMPTOM = "symptom"
    DRUG = "drug"
    PROCEDURE = "procedure"
    MEASURE = "measure"

    @property
    def is_condition(self) -> bool:
        """Whether it is a disease or a symptom."""
        return self in (Kind.CHRONIC, Kind.ACUTE, Kind.SYMPTOM)


@dataclass(frozen=True, slots=True)
class Mention:
    """A listed or built name in a normalised text. ``listed`` is False for a name known by its shape."""

    kind: Kind
    start: int
    end: int
    concept: str
    listed: bool = True
    negated: bool = False  # the negation stands inside: 头不痛


_LISTS = (
    (Kind.CHRONIC, conditions.CHRONIC),
    (Kind.ACUTE, conditions.ACUTE),
    (Kind.SYMPTOM, conditions.SYMPTOMS),
    (Kind.DRUG, drugs.DRUGS),
    (Kind.PROCEDURE, procedures.PROCEDURES),
    (Kind.MEASURE, procedures.MEASURES),
)


def concept_lines(words: str) -> Iterator[list[str]]:
    """The concepts of a list, each as its names."""
    for line in words.strip().splitlines():
        if line.startswith("~"):
            for name in line[1:].split(","):
                yield [name.strip()]
        else:
            yield [name.strip() for name in line.split(",")]


class _Index:
    """Names by their first two characters, longest first."""

    def __init__(self) -> None:
        self._by_start: dict[str, list[tuple[str, Kind, str]]] = defaultdict(list)
        self.concepts: dict[tuple[Kind, str], str] = {}

    def add(self, name: str, kind: Kind, concept: str) -> None:
        self._by_start[name[:2]].append((name, kind, concept))
        self.concepts.setdefault((kind, name), concept)

    def close(self) -> None:
        for names in self._by_start.values():
            names.sort(key=lambda entry: -len(entry[0]))

    def at(self, text: str, position: int) -> Iterator[tuple[str, Kind, str]]:
        """Names that stand at a position, longest first."""
        for entry in self._by_start.get(text[position : position + 2], ()):
            if text.startswith(entry[0], position):
                yield entry
        for entry in self._by_start.get(text[position : position + 1], ()):
            yield entry


@cache
def _index() -> _Index:
    index = _Index()
    for kind, words in _LISTS:
        for names in concept_lines(words):
            for name in names:
                index.add(name, kind, names[0])
    index.close()
    return index


def concept_of(kind: Kind, name: str) -> str:
    """The concept a name stands for; the name itself where no list has it."""
    return _index().concepts.get((kind, name), name)


# 咯血压: the blood belongs to what is measured.
_BLOOD_OF = tuple("压糖脂型管氧钾钙")


def _is_word(character: str) -> bool:
    return character.isascii() and character.isalnum()


def _whole_word(text: str, start: int, end: int) -> int:
    """End of a Latin name that stands as a word of its own (a plural s allowed), 0 if it does not."""
    if start and _is_word(text[start - 1]) and _is_word(text[start]):
        return 0
    if end < len(text) and _is_word(text[end]) and _is_word(text[end - 1]):
        if text[end - 1].isdigit() != text[end].isdigit() and text[end].isdigit():
            return end  # BP142/88
        if text[end] == "s" and end - start > 3 and (end + 1 == len(text) or not _is_word(text[end + 1])):
            return end + 1
        return 0
    return end


@cache
def _shapes() -> list[tuple[Kind, Pattern, frozenset[str]]]:
    """Patterns of names by their shape; compiled when the first text is read."""
    return [
        (
            Kind.DRUG,
            Pattern(
                rf"(?<![a-z])(?:{drugs.EN_DRUG_MORPHOLOGY}|{drugs.EN_DRUG_PREFIX})(?![a-z])"
                rf"|[\u4e00-\u9fff]{{1,4}}(?:{drugs.ZH_DRUG_SUFFIXES})(?:{drugs.ZH_FORMS})?"
            ),
            drugs.EN_DRUG_MORPHOLOGY_NOT,
        ),
        (
            Kind.PROCEDURE,
            Pattern(
                rf"(?<![a-z]){procedures.EN_PROCEDURE_MORPHOLOGY}(?![a-z])"
                rf"|(?:经皮|腹腔镜下?|胸腔镜下?|内镜下?|微创|开放|左|右|双侧?|全|部分|"
                rf"次全){{0,3}}(?:{conditions.ZH_ORGANS}){{1,3}}(?:瘤|癌|结石|息肉|囊肿|骨折|"
                rf"大部|全|部分){{0,2}}"
                rf"(?:{procedures.ZH_PROCEDURE_SUFFIXES})"
                rf"|(?:腹腔镜下?|胸腔镜下?|内镜下?|微创)[\u4e00-\u9fff]{{1,8}}?(?:术)"
            ),
            procedures.EN_PROCEDURE_NOT,
        ),
        (
            Kind.CHRONIC,
            Pattern(
                rf"(?:{conditions.ZH_MODIFIERS}){{0,4}}(?:{conditions.ZH_ORGANS}){{1,3}}(?:有点儿?|有些|有|轻微)?"
                rf"(?:{conditions.ZH_MODIFIERS}){{0,2}}(?:{conditions.ZH_DISEASE_SUFFIXES}){{1,2}}"
                rf"|(?:{conditions.ZH_MODIFIERS}){{1,3}}(?:{conditions.ZH_DISEASE_SUFFIXES})"
                rf"|(?<![a-z0-9])(?:(?:{conditions.EN_ORGANS})[ -]){{1,4}}(?:{conditions.EN_DISEASE_SUFFIXES})(?![a-z])"
                rf"|(?<![a-z]){conditions.EN_MORPHOLOGY}(?![a-z])"
            ),
            conditions.EN_MORPHOLOGY_NOT,
        ),
        (
            Kind.SYMPTOM,
            Pattern(
                rf"(?:左|右|双|两)?侧?(?P<part>{conditions.ZH_BODY_PARTS})(?:部|"
                rf"侧)?(?P<how>有点儿?|有些|有一点|很|老是|总是|老|总|一直|经常|偶尔|时不时|特别|非常|也|还|又|都|"
                rf"好|挺|天天|整天|成天|"
                rf"不太|不怎么|不|没有|没|一阵阵|隐隐|突然|开始|常常|常|持续|阵发性|反复|会|就|觉得|感觉|里|"
                rf"上|处)?(?P<how2>有点儿?|有些|很|特别|隐隐|作|老|总|是)?"
                rf"(?:{conditions.ZH_COMPLAINTS})"
            ),
            frozenset[str](),
        ),
        (
            Kind.SYMPTOM,
            Pattern(
                r"(?:左|右|双)?(?:膝盖?|腰|肠胃|脾胃|胃|眼睛|耳朵|心脏|肝脏?|肾|肺|皮肤|颈椎|腰椎|关节|牙齿?|"
                r"视力|听力|嗓子|"
                r"腿脚?|气管|骨头|脚踝|肩膀)(?P<how>)(?:一直|也|都|最近|有点|向来)*(?:不好(?!意思|看|吃|说|办)|"
                r"不太好|不是很好|很差|听不太?清|看不太?清)"
                r"|(?<![a-z])bad (?:knees?|back|hips?|shoulders?|stomach|heart|ankles?|eyesight|hearing|"
                r"joints)(?![a-z])"
            ),
            frozenset[str](),
        ),
    ]


# Beginnings that a drug name built on its ending must not swallow: 每天吃X, 对X, 停X, 无X.
_ZH_DRUG_HEAD = Pattern(
    r".*(?:开始|现在|正在|一直|坚持|前(?!列)|近|期|续|始"
    r"|[往吃服用打完输涂滴喷抹对停换成能开早晚上午夜拜了的是和与及或、在加改减给过用含有片天次种叫予以配无没未否认者诉述称曾已需须我你您她妈爸爷奶姥哥弟姐妹就也都又只仅把将为由至从到议虑嘱])"
)
_DENIED_INSIDE = frozenset({"不", "没", "没有", "不太", "不怎么"})


def _built(text: str) -> Iterator[Mention]:
    for kind, pattern, refused in _shapes():
        for match in pattern.finditer(text):
            start, end, word = match.start(), match.end(), match.group()
            if word in refused or (kind is Kind.CHRONIC and word.rstrip("s") in refused):
                continue
            if kind is Kind.DRUG and is_cjk(word[0]):
                if word[0] == "他" and any(name == word[1:] for name, _, _ in _index().at(text, start + 1)):
                    start += 1  # 他氨氯地平不吃了, but 他克莫司
                head = _ZH_DRUG_HEAD.match(word[:-2])
                if head:
                    start = match.start() + head.end()
                    if end - start < 3:
                        continue
            negated = kind is Kind.SYMPTOM and match["how"] in _DENIED_INSIDE
            yield Mention(kind, start, end, text[start:end], listed=False, negated=negated)


def is_cjk(character: str) -> bool:
    """Whether a character is Chinese."""
    return "\u4e00" <= character <= "\u9fff"


def _listed(text: str) -> Iterator[Mention]:
    index = _index()
    before = " "
    for position, character in enumerate(text):
        # Latin names begin at the beginning of a word.
        if not character.isspace() and not (_is_word(character) and _is_word(before)):
            for name, kind, concept in index.at(text, position):
                end = position + len(name)
                if name[0].isascii() or name[-1].isascii():
                    end = _whole_word(text, position, end)
                if end and not (name.endswith("血") and text[end : end + 1] in _BLOOD_OF):
                    yield Mention(kind, position, end, concept)
                    break
        before = character


def find_mentions(text: str) -> list[Mention]:
    """Names of diseases, symptoms, drugs, procedures and measurements in a normalised text.

    Returns:
        Mentions in order, without overlaps; of two that overlap the longer one stays, a listed
        one before a built one.
    """
    found = sorted([*_listed(text), *_built(text)], key=lambda one: (one.start - one.end, not one.listed, one.start))
    taken = bytearray(len(text))
    kept = []
    for mention in found:
        if any(taken[mention.start : mention.end]):
            continue
        taken[mention.start : mention.end] = b"\x01" * (mention.end - mention.start)
        kept.append(mention)
    kept.sort(key=lambda one: one.start)
    return kept


def alternation(words: str | Iterable[str]) -> str:
    """A pattern of alternatives, the longest first."""
    names = words.split("|") if isinstance(words, str) else list(words)
    return "|".join(re.escape(name) for name in sorted(set(names), key=lambda name: (-len(name), name)))


SURNAME = f"(?:{people.COMPOUND_SURNAMES_ZH}|[{people.SURNAMES_ZH}])"


_ALLERGIES_AT_LARGE = frozenset(
    "药物 食物 药 药品 东西 任何药物 任何东西 什么 食品 任何药 任何食物 任何 药物和食物 drug drugs food foods "
    "medication medications medicine medicines any anything known environmental".split()
)


def is_general_allergen(value: str) -> bool:
    """Whether an allergy's value stands for allergies at large: 药物, any drug, NKDA."""
    word = value.strip().lower()
    return (
        word in _ALLERGIES_AT_LARGE
        or word.startswith(("过敏", "allerg", "nk", "any "))
        or word.endswith(("过敏史", "allergies", "allergy"))
    )
