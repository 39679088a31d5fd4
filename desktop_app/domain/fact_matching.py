"""Which facts somebody means who names them in his own words: 青霉素, my allergies, “my mother has diabetes”."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from desktop_app.domain.extraction.lexicon import find_mentions
from desktop_app.domain.extraction.normal import normalise
from desktop_app.domain.extraction.quantities import quantities, says_quantity
from desktop_app.domain.memory import SELF, Category, Fact, FactCandidate
from desktop_app.domain.patterns import Pattern
from desktop_app.domain.pressure_pairs import is_half_of
from desktop_app.domain.terms import has_chinese, query_terms
from desktop_app.domain.validity import series_key, series_key_of

_LEAST_NAME = 2  # characters of a name that is looked for in a question
_LEAST_COVERAGE = 0.6  # of what the words say, for a fact that no name points at

# What people call a whole category, in both languages.
_CATEGORIES: tuple[tuple[Category, Pattern], ...] = (
    (Category.ALLERGY, Pattern(r"过敏(?:史|源|原|情况)?|allerg(?:y|ies)")),
    (
        Category.MEDICATION,
        Pattern(r"(?:用|吃|服)?药(?:物|品)?(?:史|情况)?|(?:medications?|medicines?|drugs?|meds|pills)"),
    ),
    (
        Category.CONDITION,
        Pattern(r"病(?:史|情|症)?|疾病|诊断|症状|(?:conditions?|diseases?|diagnos[ei]s|illness(?:es)?|health)"),
    ),
    (Category.MEASUREMENT, Pattern(r"测量(?:值)?|化验(?:结果)?|检查结果|(?:measurements?|readings?|lab results?)")),
    (Category.PROCEDURE, Pattern(r"手术(?:史)?|(?:procedures?|operations?|surger(?:y|ies))")),
    (Category.NAME, Pattern(r"姓名|名字|叫什么|name")),
    (Category.AGE, Pattern(r"年龄|岁数|多大(?:了|年纪|岁数)?|几岁|(?:age|how old)")),
    (Category.BLOOD_TYPE, Pattern(r"血型|blood (?:type|group)")),
    (Category.HABIT, Pattern(r"习惯|habits?")),
    (Category.PLAN, Pattern(r"计划|安排|打算|(?:plans?|appointments?)")),
    (Category.GOAL, Pattern(r"目标|goals?")),
    (Category.PREFERENCE, Pattern(r"喜好|偏好|爱好|口味|(?:preferences?|likes|tastes?|hobbies)")),
    (
        Category.OCCUPATION,
        Pattern(r"工作|职业|(?:做|干)(?:什么|啥|嘛|吗)的?|干嘛的?|(?:上|下)班|单位|(?:job|work|occupation|profession)"),
    ),
    (
        Category.RESIDENCE,
        Pattern(r"住址|地址|住处|住在?哪|(?:address|home|residence|where (?:do|does) [a-z ]{1,20} live)"),
    ),
    (Category.CONTACT, Pattern(r"电话(?:号码)?|手机(?:号码?)?|联系方式|邮箱|(?:phone(?: number)?|contact|e-?mail)")),
)
_WHOSE = Pattern(
    r"(?:我的?|我们的?|本人的?|患者的?|病人的?|他的?|她的?|"
    r"(?:my|our|his|her|the|their|the patient's|patient's)\s+)(?=.)"
)
# Whether something may be eaten or taken: what one is allergic to decides it, whatever it is called.
_MAY_TAKE = Pattern(
    r"(?:能|可以|可不可以|能不能|可否|敢|该|适合|宜|会不会).{0,6}?(?:吃|喝|服|用药|打针|注射)|(?:吃|喝|服|用).{0,12}?(?:行|可以|没事|要紧|安全)|"
    r"\b(?:can|may|could|should|safe|allowed|okay|ok)\b.{0,30}?\b(?:eat|drink|take|have|try|use)\b"
)
_OWN = Pattern(r"我(?!们)|\b(?:i|me|my|mine|am)\b")
_NAMES = Pattern(r"(?<=[\w,] )[A-Z][a-zà-ÿ][\w-]+")  # a capital inside a sentence: who is Odile?
_PRONOUNS = Pattern(r"他|她|他们|她们|him|her|them|he|she")
_PATIENT = Pattern(r"(?:这[个位名])?(?:患者|病人|病员)|他|她|(?:the |this )?patient|him|her")
_HER = frozenset(
    "妈妈 妈 母亲 老妈 奶奶 外婆 姥姥 女儿 老婆 妻子 太太 媳妇 姐姐 妹妹 阿姨 姑姑 女朋友 女友 嫂子 岳母 婆婆 "
    "mother mom mum grandmother grandma wife daughter sister aunt girlfriend niece granny".split()
)
_HIM = frozenset(
    "爸爸 爸 父亲 老爸 爷爷 外公 姥爷 儿子 老公 丈夫 先生 哥哥 弟弟 叔叔 舅舅 男朋友 男友 岳父 公公 "
    "father dad grandfather grandpa husband son brother uncle boyfriend nephew".split()
)


def facts_named(
    words: str, facts: Sequence[Fact], candidates: Iterable[FactCandidate] = (), *, wide: bool = False
) -> list[Fact]:
    """The facts that words name, in the order given.

    Args:
        words: what somebody calls them.
        facts: those to choose from.
        candidates: what extraction reads in the words; where they name facts, no other fits better.
        wide: take every way in which words can name a fact, to tell what is known; otherwise only the
            surest way that finds something, to change what is held.
    """
    plain = bare_name(words)
    stated = list(candidates)
    tests: tuple[Callable[[Fact], bool], ...] = (
        lambda fact: any(_says(fact, candidate) for candidate in stated),
        lambda fact: _is_called(fact, plain),
        lambda fact: _is_of_category(fact, plain),
        lambda fact: _is_about(fact, normalise(words)),
        lambda fact: max(_coverage(fact, words), _coverage(fact, plain)) >= _LEAST_COVERAGE,
    )
    if wide:
        return [fact for fact in facts if any(test(fact) for test in tests)]
    for test in tests:
        found = [fact for fact in facts if test(fact)]
        if found:
            return found
    return []


def facts_meant(words: str, facts: Sequence[Fact]) -> list[Fact]:
    """The facts that a searched word means in other words: its name in either language, a part, its category."""
    plain = bare_name(words)
    return [fact for fact in facts if _is_called(fact, plain) or _is_part(fact, plain) or _is_of_category(fact, plain)]


def facts_asked_about(question: str, facts: Sequence[Fact]) -> list[Fact]:
    """The facts that a question in free words is about; empty where none is.

    Returns:
        Allergies first where it is asked whether something may be eaten or taken, then what the question
        names, then what belongs to a category it speaks of; each in the order given. Of a category only
        the facts of those the question is about: 我是做什么工作的 does not ask for the wife's work.
    """
    plain = normalise(question)
    mentioned = {mention.concept for mention in find_mentions(plain)}
    categories = {category for category, pattern in _CATEGORIES if _mentions(pattern, plain)}
    people = {normalise(name) for name in _NAMES.findall(question)}
    subjects = {fact.subject for fact in facts if fact.subject != SELF and _holds(plain, normalise(fact.subject))}
    if not subjects and _OWN.search(plain):
        subjects = {SELF}

    def is_named(fact: Fact) -> bool:
        names = {normalise(fact.attribute), normalise(fact.value), _filed(fact)} - {""}
        return (
            any(mention.concept in mentioned for name in names for mention in find_mentions(name))
            or any(len(name) >= _LEAST_NAME and _holds(plain, name) for name in names)
            or any(_holds(normalise(f"{fact.subject} {fact.attribute} {fact.value}"), name) for name in people)
            or _coverage(fact, question) >= _LEAST_COVERAGE
        )

    may_take = _MAY_TAKE.search(plain) is not None
    ranks: dict[int, list[Fact]] = {}
    for fact in facts:
        of_them = not subjects or fact.subject in subjects
        if may_take and fact.category is Category.ALLERGY and of_them:
            ranks.setdefault(0 if _holds(plain, normalise(fact.value)) else 1, []).append(fact)
        elif is_named(fact):
            ranks.setdefault(2, []).append(fact)
        elif fact.category in categories and of_them:
            ranks.setdefault(3, []).append(fact)
    return [fact for rank in sorted(ranks) for fact in ranks[rank]]


def rests_on(reply: str, fact: Fact) -> bool:
    """Whether a reply says what a fact says, in either language, rather than only having had it in its prompt."""
    plain = normalise(reply)
    names = {normalise(fact.attribute), normalise(fact.value)} - {""}
    if any(len(name) >= _LEAST_NAME and _holds(plain, name) for name in names):
        return True
    own = {mention.concept for name in names for mention in find_mentions(name)}
    if own & {mention.concept for mention in find_mentions(plain)}:
        return True
    said = quantities(normalise(fact.value))
    if said and fact.category is not Category.MEDICATION:
        return says_quantity(plain, said)
    held = _content(fact.value)
    return len(held & _content(reply)) >= _LEAST_COVERAGE * len(held) > 0


def bare_name(words: str) -> str:
    """What words name, without whose it is and the marks around it: my allergies, 我钓鱼, that I go fishing."""
    return _bare(normalise(words).strip(" .。!,?"))


def shares_words(text: str, question: str) -> bool:
    """Whether a text says a word of a question that carries content."""
    return bool(_content(text) & _content(question))


def names_the_patient(words: str) -> bool:
    """Whether words mean the person a clinical session is about."""
    return _PATIENT.fullmatch(normalise(words).strip()) is not None


def facts_of_pronoun(words: str, facts: Sequence[Fact]) -> list[Fact]:
    """The facts about those of the family that "him" or "her" can mean; empty for other words."""
    plain = normalise(words).strip()
    if not _PRONOUNS.fullmatch(plain):
        return []
    meant = {"他": _HIM, "him": _HIM, "he": _HIM, "她": _HER, "her": _HER, "she": _HER}.get(plain, _HIM | _HER)
    return [fact for fact in facts if normalise(fact.subject) in meant]


def _mentions(pattern: Pattern, plain: str) -> bool:
    """Whether a category is named anywhere; an English word only as a whole."""
    return any(
        not match.group().isascii() or _holds(plain, match.group())
        for match in pattern.finditer(plain)
        if match.group()
    )


def _holds(plain: str, name: str) -> bool:
    """Whether a name stands in a text, a Latin one as whole words."""
    if has_chinese(name):
        return name in plain
    return re.search(rf"(?<![a-z0-9]){re.escape(name)}(?![a-z0-9])", plain) is not None


def _bare(plain: str) -> str:
    """A name without whose it is: my allergies, 我的住址."""
    return _WHOSE.sub("", plain, count=1) if _WHOSE.match(plain) else plain


def _says(fact: Fact, candidate: FactCandidate) -> bool:
    same_kind = fact.category is candidate.category and normalise(fact.subject) == normalise(candidate.subject)
    return same_kind and series_key_of(fact) == series_key_of(candidate)


def _is_called(fact: Fact, plain: str) -> bool:
    """Whether the words are the fact's own name, in either language: 青霉素 and penicillin, 血压 and BP."""
    if not plain:
        return False
    if fact.attribute and series_key(fact.category, plain, plain) == series_key_of(fact):
        return True
    if fact.category is Category.OTHER:
        return plain in normalise(fact.value)
    return plain in (normalise(fact.value), normalise(fact.attribute))


def _is_part(fact: Fact, plain: str) -> bool:
    """Whether a reading is one of the two that are said as a pair: 血压 means 收缩压 and 舒张压."""
    return fact.category is Category.MEASUREMENT and is_half_of(fact.attribute, plain)


def _filed(fact: Fact) -> str:
    return normalise(fact.own_category.name) if fact.own_category else ""


def _is_of_category(fact: Fact, plain: str) -> bool:
    if plain and plain == _filed(fact):
        return True
    return any(category is fact.category and pattern.fullmatch(plain) for category, pattern in _CATEGORIES)


def _is_about(fact: Fact, plain: str) -> bool:
    """Whether the words name whom the fact is about: my mother, 我妈妈的病."""
    subject = normalise(fact.subject)
    if fact.subject == SELF or subject not in plain:
        return False
    rest = _bare(plain).replace(subject, "", 1).strip(" 的's")
    return not rest or _is_of_category(fact, rest) or _is_called(fact, rest)


def _coverage(fact: Fact, words: str) -> float:
    """The share of what the words say that stands in the fact, 0-1."""
    asked = _content(words)
    held = _content(f"{fact.subject} {fact.attribute} {fact.value} {fact.quote}")
    return len(asked & held) / len(asked) if asked else 0.0


def _content(text: str) -> frozenset[str]:
    """Terms with content; of Chinese the pairs, because single characters stand everywhere."""
    return frozenset(term for term in query_terms(text) if len(term) > 1 or not has_chinese(term))
