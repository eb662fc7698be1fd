"""Characters that stand for others: signs and digits that only look different, raised and lowered ones.

A text is read as it looks: a minus sign of another width is a minus sign, `𝜋` is π and x₁ is x1. What
has another meaning on its own line, such as the ˣ of 2ˣ, is no part of a name.
"""

from __future__ import annotations

import re
from functools import cache
from unicodedata import decomposition, normalize

SPELLINGS = {"√": "sqrt", "π": "pi"}
HYPHENS = "\u2010\u2011\u2012\u2013\u2212\ufe63\uff0d"  # hyphens, short dashes and the minus sign
STYLED_DIGITS = range(0x1D7CE, 0x1D800)  # 𝟎 to 𝟿
UNREADABLE = ("<super>", "<circle>", "<square>", "<fraction>")  # forms of a letter that change its meaning
PRIMES = "ʹʼˈ"  # letters to Unicode
PIN = "ϖ"  # a letter of its own, which Unicode takes for a form of π

RAISED_SIGNS = "⁄/ᐟ·"  # between raised characters
SIGNS = str.maketrans({"−": "-", "⁄": "/", "ᐟ": "/", "·": "*"})


@cache
def _alike() -> dict[int, str]:
    """The plain characters by the code of those that only look different."""
    digits = {code: normalize("NFKC", chr(code)) for code in STYLED_DIGITS}
    return dict.fromkeys(map(ord, HYPHENS), "-") | digits


def legible(text: str, apart: str = r"(?!)") -> str:
    """The text with the plain characters for those that only look different, each in its place.

    What the pattern `apart` matches stays: a file's name is what it is.
    """
    if text.isascii():
        return text
    pieces = re.compile(f"({apart})").split(text)
    return "".join(piece if k % 2 else piece.translate(_alike()) for k, piece in enumerate(pieces))


def spelled(word: str) -> str:
    """The name that a word stands for (`x₁` is x1, `𝜋` is pi), or "" where it is no name."""
    if not word.isascii():
        if word in SPELLINGS:
            return SPELLINGS[word]
        if is_lowered(word[0]) or any(_form(c) in UNREADABLE or c in PRIMES for c in word):
            return ""
        word = PIN.join(normalize("NFKC", part) for part in word.split(PIN))
        word = SPELLINGS.get(word, word)
    return word if word.isidentifier() else ""


def _form(character: str) -> str:
    """What kind of another character this is: `<super>`, `<font>`, …, or ""."""
    return "" if character.isascii() else decomposition(character).partition(" ")[0]


def is_raised(character: str) -> bool:
    """Whether it is a superscript."""
    return _form(character) == "<super>"


def is_lowered(character: str) -> bool:
    """Whether it is a subscript."""
    return _form(character) == "<sub>"


def raised_around(text: str, at: int) -> tuple[int, int]:
    """Where the superscripts around `at` begin and end."""
    start = end = at
    while start and (is_raised(text[start - 1]) or _joins(text, start - 1)):
        start -= 1
    while end < len(text) and (is_raised(text[end]) or _joins(text, end)):
        end += 1
    return start, end


def _joins(text: str, at: int) -> bool:
    """Whether this sign stands between two superscripts."""
    inside = 0 < at < len(text) - 1
    return inside and text[at] in RAISED_SIGNS and is_raised(text[at - 1]) and is_raised(text[at + 1])


def exponents(raised: str) -> list[str]:
    """How superscripts are written behind ^: the ways in which they can be read."""
    plain = normalize("NFKC", raised).translate(SIGNS)
    product = re.sub(r"(?<=[^\W_])(?=[^\W\d_])", "*", plain)
    ways = [product]
    if re.search(r"[^\W\d_][0-9]", product):  # e⁻ˣ²
        ways = [re.sub(r"(?<=[^\W\d_])(?=[0-9])", sign, product) for sign in "^*"]
    elif re.search(r"[^\W\d_]{2}", plain):  # xᵃᵇ
        ways = [product, plain]
    return [way if re.fullmatch(r"\w+|\([^()]*\)", way) else f"({way})" for way in ways]
