"""What the words for relatives say: of which sex they are, and who may be whom to the patient."""

from __future__ import annotations

from desktop_app.domain.conversation import FAMILY_PREFIX
from desktop_app.domain.patterns import Pattern

FEMALE = Pattern(
    r"[妈媽母娘姐姊妹姨姑婶嫂嫲婆奶姥妻媳女囡]|太太$|mother|mom|mum|sister|aunt|daughter|wife|niece|gran(?!d)|nana?$"
)
MALE = Pattern(
    r"(?<!岳)(?<!祖)(?<!外祖)[爸爹]|父$|父亲|[哥弟兄叔舅伯夫]$|[爷公]$|爷爷|先生$|儿子|father|dad|brother|uncle|son$|husband|nephew"
)
_CHILDREN = frozenset(["女儿", "儿子", "闺女", "孩子", "son", "daughter", "child"])
_PARENTS = frozenset(
    ["妈妈", "爸爸", "母亲", "父亲", "妈", "爸", "mother", "father", "mom", "dad", "mum", "parent", "家长"]
)
_COUPLE = frozenset(
    [
        "老公",
        "老婆",
        "丈夫",
        "妻子",
        "爱人",
        "先生",
        "太太",
        "媳妇",
        "配偶",
        "husband",
        "wife",
        "spouse",
        "partner",
        "boyfriend",
        "girlfriend",
        "男朋友",
        "女朋友",
        "男友",
        "女友",
        "老伴",
    ]
)
SIBLINGS = frozenset(["哥哥", "弟弟", "姐姐", "妹妹", "哥", "弟", "姐", "妹", "brother", "sister", "sibling"])
_PARENT_WORDS = frozenset(
    [
        "妈",
        "妈妈",
        "老妈",
        "母亲",
        "爸",
        "爸爸",
        "老爸",
        "父亲",
        "爹",
        "老爹",
        "娘",
        "老娘",
        "阿妈",
        "阿爸",
        "mother",
        "mom",
        "mum",
        "father",
        "dad",
        "mommy",
        "daddy",
        "老人",
    ]
)
_CHILD_WORDS = frozenset(
    [
        "孩子",
        "小孩",
        "宝宝",
        "宝贝",
        "娃",
        "娃儿",
        "儿子",
        "女儿",
        "闺女",
        "仔仔",
        "囡囡",
        "baby",
        "child",
        "kid",
        "son",
        "daughter",
        "toddler",
        "infant",
        "newborn",
    ]
)
_GRANDCHILD_WORDS = frozenset(["孙子", "孙女", "外孙", "外孙女", "grandson", "granddaughter", "grandchild"])
_GRANDPARENTS = frozenset(
    ["爷爷", "奶奶", "外公", "外婆", "姥姥", "姥爷", "grandma", "grandpa", "grandmother", "grandfather"]
)
RELATIONS = (_CHILDREN, _PARENTS, _COUPLE, SIBLINGS, _GRANDPARENTS)


def is_patient(word: str, relation: str, sex: str) -> bool:
    """Whether a relative's "my mother" is the session's person, given what the relative is to the person.

    Args:
        word: for a relative of the speaker.
        relation: what the speaker is to the person.
        sex: of the person, "male", "female" or "" where it is not known.
    """
    if not may_be_of_sex(word, sex):
        return False
    return (
        (relation in _CHILDREN and word in _PARENT_WORDS)
        or (relation in _PARENTS and word in _CHILD_WORDS)
        or (relation in _COUPLE and word in _COUPLE)
        or (relation in SIBLINGS and word in SIBLINGS)
        or (relation in _GRANDPARENTS and word in _GRANDCHILD_WORDS)
    )


def may_be_of_sex(word: str, sex: str) -> bool:
    """Whether a word for a relative may mean somebody of a sex: 爸 is no woman, 老伴 may be either."""
    female, male = bool(FEMALE.search(word)), bool(MALE.search(word))
    return female == male or not sex or female is (sex == "female")


def may_be_the_patient(word: str, speaker: str, sex: str) -> bool:
    """Whether a relative's "my father" may be the session's person where nobody said what the relative is to them.

    Args:
        word: for a relative of the speaker.
        speaker: of the message.
        sex: of the person, "" where it is not known.
    """
    relation = speaker.removeprefix(FAMILY_PREFIX) if speaker.startswith(FAMILY_PREFIX) else ""
    if not relation or any(relation in words for words in RELATIONS):
        return False
    near = word in _PARENT_WORDS or word in _CHILD_WORDS or word in _COUPLE or word in SIBLINGS
    return near and may_be_of_sex(word, sex)
