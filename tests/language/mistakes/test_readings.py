"""What reads two ways is refused, and every spelling that is shown means what it says."""

from __future__ import annotations

import re
from typing import Any

import pytest

from adcli.language.program import load
from adcli.text.errors import AdError
from adcli.text.source import Source

POINT = {
    "x": 3.0,
    "y": 5.0,
    "n": 2.0,
    "a": 4.0,
    "b": 7.0,
    "d": 6.0,
    "d0": 8.0,
    "f": 9.0,
    "f0": 2.5,
    "k": 11.0,
}


def value(text: str) -> Any:
    """The value of an expression at the point, arrays as lists."""
    program = load(Source(text, "expression"))
    point = {name: POINT[name] for name in program.inputs()}
    run = program.trace(point, keep=True)
    (output,) = run.outputs.values()
    found = run.value(output)
    return found.tolist() if hasattr(found, "tolist") else found


def spellings(text: str) -> list[str]:
    """The spellings that the error for a text shows, in place of what it points at."""
    with pytest.raises(AdError) as caught:
        value(text)
    error = caught.value
    assert error.kind == "syntax"
    assert error.span is not None
    shown = re.sub(r" for [a-z ]+(?=,|$)|, or a name before it$", "", (error.hint or "").split("write ")[1])
    head, tail = text[: error.span.start], text[error.span.end :]
    return [head + way + tail for way in re.split(r",? or ", shown)]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        # superscripts
        ("2ˣ", [8]),
        ("nˣ²", [512, 64]),
        ("xⁿ/ᵃ", [3**0.5]),
        ("x⁽ⁿ⁺¹⁾", [27]),
        ("10ˣ + 1", [1001]),
        ("x²ⁿ", [81]),
        ("xᵃ⁺ⁿ", [729]),
        ("2⁻ˣ", [0.125]),
        ("x⁻ⁿ", [1 / 9]),
        ("2 + xʸ", [245]),
        ("2xⁿ", [18]),
        ("(x + 1)ⁿ", [16]),
        ("absⁿ(-x)", [9]),
        ("yⁿ/x", [25 / 3]),
        ("x²yⁿ", [225]),
        ("ⁿ√(a)", [2]),
        ("³√(8)", [2]),
        ("x¹/²", [3**0.5]),
        ("x¹⁄²*x¹⁄²", []),
        ("2 + x^²", [11]),
        # subscripts
        ("2ₓ", [6]),
        # fractions
        ("3½", [3.5]),
        ("½x", [1.5]),
        ("x½", [1.5]),
        ("2 + x½", [3.5]),
        ("a^½", [2]),
        ("⅟x", [1 / 3]),
        # numbers of other languages
        ("1.0d-3", [0.001, 3]),
        ("2.0d-3*x", [0.006, 3]),
        ("1.5d0", [1.5, 12]),
        ("3.0f0", [3, 7.5]),
        ("2d+1", [20, 13]),
        ("1.0f", [1, 9]),
        ("1e-3f", [0.001, 0.009]),
        ("2 + 1f0", [3, 4.5]),
        ("1.0_8", [1, 1.08]),
        ("(10%\n + 250)", [250.1, 10]),
        # percent
        ("10% + 250", [250.1, 10]),
        ("20% - x", [0.2 - 3, 20 % -3]),
        ("10%-3", [0.1 - 3, 10 % -3]),
        ("x + 10% + 2", [5.1, 3 + 10 % 2]),
        ("2*10% + 7", [7.2, 20 % 7]),
        ("x/2% + 5", [155, 1.5]),
        ("x^2% + 5", [5.09, 9 % 5]),
        ("x% - y", [0.03 - 5, 3 % -5]),
        ("20% x", [0.6, 20 % 3]),
        ("20% (x + 1)", [0.8, 0]),
        ("5%*x", [0.15]),
        ("x + 10%", [3.1]),
        ("10% of x", [0.3]),
        ("2*(10%)", [0.2]),
        ("100/5%", [2000]),
        # lists
        ("[0]*3", [[0, 0, 0], [0]]),
        ("[0.0]*n", [[0, 0], [0]]),
        ("3*[0]", [[0, 0, 0], [0]]),
        ("[1]*(n + 1)", [[1, 1, 1], [3]]),
        ("[5]*2", [[5, 5], [10]]),
        ("m = 2; [x]*m", [[3, 3], [6]]),
        ("m = len([1, 2]); [0.5]*m", [[0.5, 0.5], [1]]),
        ("[0]*floor(n)", [[0, 0], [0]]),
        ("[0]*2^n", [[0, 0, 0, 0], [0]]),
        ("[False]*2", [[0, 0], [0]]),
        ("[-1]*3", [[-1, -1, -1], [-3]]),
        ("[x]*2", [[3, 3], [6]]),
        ("[x + 1]*2", [[4, 4], [8]]),
        ("[k]*2", [[11, 11], [22]]),
        ("[x]*len([1, 2])", [[3, 3], [6]]),
        ("(len([1, 2]) - 1)*[x]", [[3], [3]]),
        ("[[0]*2, [1, 1]]", []),
    ],
)
def test_every_spelling_shown_means_what_it_says(text: str, values: list[Any]) -> None:
    ways = spellings(text)
    if values:
        assert [value(way) for way in ways] == [pytest.approx(v, rel=1e-14) for v in values]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("2𝜋", "2*pi"),
        ("sin(𝝅/6)", "sin(pi/6)"),
        ("1e−3", "0.001"),
        ("1e–3*x", "0.003"),
        ("1.5E−2", "0.015"),
        ("x‑1", "x - 1"),
        ("x－1", "x - 1"),
        ("𝑥² + 𝟏𝟎", "19"),
        ("𝟏.𝟓", "1.5"),
        ("ℯ^x", "e^x"),
        ("ⅇ", "e"),
        ("ｘ + 𝐱", "2*x"),
        ("x₁ = x; x1", "x"),
        ("log₂(8)", "3"),
        ("y = 2; y if x > 2 𝐞𝐥𝐬𝐞 x", "2"),
        ("10 % 3", "1"),
        ("10%3", "1"),
        ("a % -b", "-3"),
        ("a%-b", "-3"),
        ("10 % -3", "-2"),
        ("x%y", "3"),
        ("x% y", "3"),
        ("10% 3", "1"),
        ("2d", "12"),
        ("2d - 3", "9"),
        ("0.5d", "3"),
        ("2f", "18"),
        ("2*[1, 2]", "[2, 4]"),
        ("[1, 2]*2", "[2, 4]"),
        ("x*[[1, 2]]", "[[3, 6]]"),
        ("[[0]]*3", "[[0]]"),
        ("[x]*y", "[15]"),
        ("m = 2.5; [x]*m", "[7.5]"),
        ("m = 2; m = m*y; [x]*m", "[30]"),
        ("[2.5]*n", "[5]"),
        ("[0]*[1, 2]", "[0, 0]"),
        ("[2]*3.0", "[6]"),
    ],
)
def test_what_looks_like_something_is_read_so(text: str, meant: str) -> None:
    assert value(text) == value(meant)


def test_the_pi_symbol_is_a_letter_of_its_own() -> None:
    assert list(load(Source("ϖ + 1", "expression")).inputs()) == ["ϖ"]


@pytest.mark.parametrize(
    "text", ["ˣ", "x①", "①x", "xª", "㎡", "xʼ", "x₊₁", "(x)₁", "²", "x²₁ₓ", "2₁", "1L", "1i", "0x10"]
)
def test_other_forms_are_no_part_of_a_name(text: str) -> None:
    with pytest.raises(AdError) as caught:
        value(text)
    assert caught.value.hint


@pytest.mark.parametrize("text", ["²i", "½j", "x + ²j", "1.0i", "1i"])
def test_digits_of_another_look_before_an_imaginary_unit(text: str) -> None:
    with pytest.raises(AdError):
        load(Source(text))
