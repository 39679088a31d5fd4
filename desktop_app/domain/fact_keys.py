"""Words by which a question asks for a kind of fact, whatever words the fact was said in.

Who says "amoxicillin brought me out in a rash" is found by "what am I allergic to?" through the
fact that was read there: its category and attribute are further keys to the turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from desktop_app.domain.memory import Category
from desktop_app.domain.terms import normalise

# In Chinese and English; a question that has one of a category's words asks for that category.
KEYS: Mapping[Category, tuple[str, ...]] = {
    Category.ALLERGY: ("过敏", "allergy", "allergic", "allergies"),
    Category.MEDICATION: ("吃药", "用药", "药物", "服药", "medication", "medications", "medicine", "drug", "drugs"),
    Category.CONDITION: ("疾病", "病史", "诊断", "diagnosis", "diagnosed", "condition", "illness", "disease"),
    Category.PROCEDURE: ("手术", "检查", "surgery", "operation", "procedure"),
    Category.RESIDENCE: ("住在", "住址", "地址", "live", "address", "residence"),
    Category.OCCUPATION: ("工作", "职业", "上班", "job", "work", "occupation", "profession"),
    Category.BLOOD_TYPE: ("血型", "blood type"),
    Category.CONTACT: ("电话", "联系方式", "邮箱", "phone", "email"),
    Category.PLAN: ("打算", "计划", "安排", "plan", "plans", "planned"),
    Category.GOAL: ("目标", "goal", "goals"),
    Category.PREFERENCE: ("喜欢", "讨厌", "爱吃", "like", "likes", "prefer", "favourite", "favorite"),
}


def categories_of(question: str) -> frozenset[Category]:
    """The categories a question asks for."""
    plain = normalise(question)
    words = set(plain.replace("?", " ").replace(",", " ").replace(".", " ").split())
    return frozenset(category for category, keys in KEYS.items() if any(_asks(key, plain, words) for key in keys))


def key_text(category: Category, attribute: str, value: str) -> str:
    """The words a fact adds to the turn it was said in."""
    return " ".join((attribute, value, *KEYS.get(category, ())))


def name_terms(terms: Iterable[str]) -> list[str]:
    """Of a question's terms those that may name an attribute: words, and pairs of characters."""
    return [term for term in terms if len(term) > (1 if not term.isascii() else 2)]


def _asks(key: str, plain: str, words: set[str]) -> bool:
    return key in words or (key in plain if " " in key or not key.isascii() else False)
