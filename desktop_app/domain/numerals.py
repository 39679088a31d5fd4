"""Numbers in digits and in Chinese or English words."""

from __future__ import annotations

from desktop_app.domain.patterns import Pattern

_DIGITS = {char: value for value, char in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_TENS = {"十": 10, "百": 100, "千": 1000}
_WORDS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60,
    "eighty": 80, "ninety": 90, "half": 0.5,
}  # fmt: skip
ARABIC = r"(?:[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])|[0-9]+)(?:\.[0-9]+)?"
CHINESE = (
    r"(?:[零〇一二两三四五六七八九十百千半](?:[零〇一二两三四五六七八九十百千万]*(?:点[零〇一二三四五六七八九]+)?))"
)
ENGLISH = r"(?<![a-z-])(?:" + "|".join(_WORDS) + r")(?![a-z])"
_ARABIC = Pattern(ARABIC)


def is_arabic(word: str) -> bool:
    """Whether a number is written in digits."""
    return bool(_ARABIC.fullmatch(word))


def values_of(word: str) -> tuple[float, ...]:
    """The value of a number; two for 两三 and 三五 (an approximation), none where the characters are no number."""
    if is_arabic(word):
        return (float(word.replace(",", "")),)
    if word in _WORDS:
        return (float(_WORDS[word]),)
    if word == "半":
        return (0.5,)
    whole, point, fraction = word.partition("点")
    if point:
        number = _chinese(whole) if whole and fraction and all(char in _DIGITS for char in fraction) else None
        return () if number is None else (float(f"{number}.{''.join(str(_DIGITS[char]) for char in fraction)}"),)
    if len(word) == 2 and all(char in _DIGITS for char in word) and 0 < _DIGITS[word[0]] < _DIGITS[word[1]]:
        return (float(_DIGITS[word[0]]), float(_DIGITS[word[1]]))
    number = _chinese(whole)
    return () if number is None else (float(number),)


def _chinese(word: str) -> int | None:
    """The value of 一百五十, 一百五, 二零二四 or 三万; None where it is none."""
    if word and all(char in _DIGITS for char in word):
        return int("".join(str(_DIGITS[char]) for char in word))
    above, ten_thousands, below = word.partition("万")
    if ten_thousands:
        high, low = _chinese(above), _chinese(below) if below else 0
        return None if high is None or low is None else high * 10_000 + low
    total, digit, last = 0, None, 0
    for char in word:
        if char in _DIGITS:
            if digit:
                return None
            digit = _DIGITS[char]
            if digit == 0:
                digit, last = None, 10  # 一百零五: what follows are ones
        elif char in _TENS:
            last = _TENS[char]
            total += (1 if digit is None else digit) * last
            digit = None
        else:
            return None
    if digit is not None:  # 一百五 is 150, 十五 is 15
        total += digit * (last // 10 if last >= 100 else 1)
    return total
