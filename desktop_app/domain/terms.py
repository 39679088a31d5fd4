"""Terms of the word index: what a text is split into, for storing and for asking.

A text becomes space-separated terms for FTS5's ``porter unicode61`` tokenizer:

- Latin (and any other alphabetic) words in lower case; the tokenizer stems English;
- Chinese, Japanese and Korean runs as single characters and overlapping pairs, which finds
  words of any length without a dictionary;
- literal tokens such as ``150/95``, ``2.5`` or ``C++`` whole, beside their parts. The tokenizer
  would split them, so the signs inside travel as private-use characters, which it keeps.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from desktop_app.domain.patterns import Pattern

_CJK = "\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
_CJK_RUN = Pattern(f"[{_CJK}]+")
_WORD = f"(?:(?![{_CJK}])[^\\W_])+"
# A literal token: words joined by signs that carry meaning inside it, or ending in ++, + or #.
_LITERAL = Pattern(f"{_WORD}(?:[./:,@_-]{_WORD})*(?:\\+{{1,2}}|#)?")
_PART = Pattern(_WORD)
_SPAN = Pattern(f"(?P<cjk>[{_CJK}]+)|(?P<literal>{_LITERAL.pattern})")
_PRIVATE_USE = 0xE000
# "it's" and "it’s" are one word and a stop word; the apostrophe must not make a term of "s".
_APOSTROPHE = Pattern(r"(?<=\w)['\u2019](?:s|t|re|ve|ll|d|m)\b")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ENGLISH_STOP_WORDS = _words(
    """
    a about above after again all also am an and any are as at be because been before being below between
    both but by can cannot could did didn do does doesn doing don down during each ever few for from further
    get got had has hasn have haven having he her here hers herself him himself his how i if in into is isn it
    its itself just know let like many may me might more most much must my myself need no nor not now of off on
    once only or other our ours ourselves out over own please really recall remember remind said same say says
    shall she should so some such tell than that the their theirs them themselves then there these they thing
    things this those through to told too under until up us very was wasn we were weren what when where which
    while who whom whose why will with won would yes you your yours yourself yourselves
    """
)

# Characters that alone never are a topic. Pairs are kept whatever they are made of: measured, a
# question's turn of phrase (哪两种, 还能好) finds the answer that repeats it, and BM25 weighs them.
CHINESE_STOP_WORDS = _words(
    """
    我 你 您 他 她 它 们 咱 的 了 着 过 吗 呢 吧 啊 呀 哦 嗯 么 嘛 啦 哪 谁 何 几 是 在 有 和 与 跟 及 或
    也 都 就 还 又 再 很 太 更 最 把 被 给 让 对 向 从 到 于 以 为 而 但 并 因 所 如 若 则 之 其 此 这 那
    该 个 些 种 样 件 位 会 能 可 要 想 请 曾 已 将 来 去 上 下 里 中 时 候 说 问 讲 告 诉 记 得 起 做 用
    没 不 什 怎 多 少 好 一
    """
)


def normalise(text: str) -> str:
    """NFKC and lower case: full-width digits, ligatures and case do not matter to the words."""
    return unicodedata.normalize("NFKC", text).lower()


def has_chinese(text: str) -> bool:
    """Whether any character is Chinese, Japanese or Korean."""
    return _CJK_RUN.search(text) is not None


def has_words(text: str) -> bool:
    """Whether any character is a letter of any script: not only figures and signs."""
    return any(char.isalpha() for char in text)


def chinese_share(text: str) -> float:
    """Share of the letters and digits that are Chinese, Japanese or Korean, 0-1 (0 for an empty text).

    A Latin word counts as two characters, about its length in Chinese.
    """
    chinese = sum(len(run) for run in _CJK_RUN.findall(text))
    words = len(_PART.findall(text))
    return chinese / (chinese + 2 * words) if chinese else 0.0


def index_terms(text: str) -> str:
    """The terms a text is stored under, space-separated, in order and with repetitions."""
    return " ".join(_terms(_APOSTROPHE.sub("", normalise(text))))


def query_terms(text: str) -> list[str]:
    """The distinct terms a question looks for, in order, without stop words.

    A question made of nothing but stop words keeps none: it has no topic.
    """
    found = dict.fromkeys(_terms(_APOSTROPHE.sub("", normalise(text))))
    return [term for term in found if not _is_stop_term(term)]


def term_spans(text: str) -> Iterator[tuple[int, int, str]]:
    """Where the terms of a text stand in it: start, end and the normalised term, to mark what matched.

    Of a Chinese run the pairs, and the character where it stands alone; of a literal token its parts.
    """
    for match in _SPAN.finditer(text):
        run = match.group("cjk")
        start = match.start()
        if run:
            size = min(2, len(run))
            for at in range(len(run) - size + 1):
                yield start + at, start + at + size, normalise(run[at : at + size])
            continue
        for part in _PART.finditer(match.group("literal")):
            yield start + part.start(), start + part.end(), normalise(part.group())


def _terms(text: str) -> Iterator[str]:
    for match in _SPAN.finditer(text):
        run = match.group("cjk")
        if run:
            yield from run
            yield from (run[i : i + 2] for i in range(len(run) - 1))
            continue
        literal = match.group("literal")
        if literal.isalnum():  # nearly all: one word
            yield literal
            continue
        parts = _PART.findall(literal)
        if len(parts) > 1 or literal != parts[0]:
            yield "".join(char if char.isalnum() else chr(_PRIVATE_USE + ord(char)) for char in literal)
        yield from parts


def _is_stop_term(term: str) -> bool:
    if not _CJK_RUN.match(term):
        return term in ENGLISH_STOP_WORDS
    return term in CHINESE_STOP_WORDS
