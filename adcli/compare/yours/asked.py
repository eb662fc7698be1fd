"""What a user expects: asked for, and known to so many digits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from adcli.derivatives.axes.places import Element
from adcli.language.files.dialects import TOLD, Dialect
from adcli.language.grammar.decimals import to_number
from adcli.language.mistakes.brackets import arguments_in, closing
from adcli.language.mistakes.spelling import nearest
from adcli.language.program import Trace
from adcli.text.errors import AdError
from adcli.text.numerals import counted
from adcli.text.source import Span

DECIMAL = re.compile(r"[+\-−–]?\s*(\d[\d_]*)?(\.[\d_]*)?(?:[eE]([+-]?\d+))?")


EXACT_DIGITS = 17  # a number that is written with so many is the double that it names


@dataclass(frozen=True, slots=True)
class Expected:
    """A derivative as the user has it.

    `bound` is what rounding does to a formula; `known` how far off a number may be as it is written.
    """

    value: float
    bound: float = 0.0
    known: float = 0.0


@dataclass(frozen=True, slots=True)
class Asked:
    """The derivatives that are compared, of scalar outputs by scalar inputs, in the trace of a program."""

    trace: Trace
    outputs: Sequence[Element]
    inputs: Sequence[Element]
    dialect: Dialect = TOLD  # of tables in files

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The labels of output and input, row by row of the Jacobian."""
        return [(o.label, i.label) for o in self.outputs for i in self.inputs]

    def only_output(self, span: Span) -> str:
        """The output, where there is one. Raises AdError where names of inputs do not say enough."""
        if len(self.outputs) == 1:
            return self.outputs[0].label
        named = ", ".join(o.label for o in self.outputs[:8]) + (", …" if len(self.outputs) > 8 else "")
        raise AdError(
            "usage", f"there are {len(self.outputs)} outputs: {named}", span,
            hint="give the Jacobian in a file (@jac.json, @jac.npy), or choose one with --output NAME",
        )  # fmt: skip

    def input(self, name: str, span: Span) -> list[Element]:
        """The scalars of the input that a name, or `dx`, `df_dx`, means. Raises AdError if it is none."""
        for spelt in (name, *self._without_d(name)):
            mine = [e for e in self.inputs if spelt in (e.name, e.label)]
            if mine:
                return mine
        near = nearest(name, [e.name for e in self.inputs])
        known = ", ".join(dict.fromkeys(e.name for e in self.inputs))
        hint = f"did you mean `{near}`?" if near else f"there are: {known}"
        raise AdError("name", f"there is no input `{name}` to compare with", span, hint=hint)

    def _without_d(self, name: str) -> Iterator[str]:
        starts = ("d", "df_d", *(f"d{o.name}_d" for o in self.outputs))
        return (name.removeprefix(start) for start in starts if name.startswith(start))

    def spread(self, name: str, whole: Any, bound: float, span: Span, text: str = "") -> Given:
        """A number or an array for each scalar of one input; `text` is how it is written, if it is known."""
        output, mine, array = self.only_output(span), self.input(name, span), to_number(whole)
        single = isinstance(array, float)
        if (single and len(mine) != 1) or (not single and array.size != len(mine)):
            count = 1 if single else array.size
            raise AdError("shape", f"`{name}` has {len(mine)} elements, and {count} are given", span)
        numbers = written(flat(array, bound), text)
        return {(output, e.label): number for e, number in zip(mine, numbers, strict=True)}

    def in_order(self, numbers: Sequence[Expected], what: str, span: Span) -> Given:
        """Numbers for all derivatives, row by row of the Jacobian."""
        if len(numbers) != len(self.pairs):
            message = (
                f"{what} {counted(len(numbers), 'number')}, for {counted(len(self.pairs), 'derivative')}"
            )
            raise AdError("shape", message, span)
        return dict(zip(self.pairs, numbers, strict=True))


Given = dict[tuple[str, str], Expected]


Whole = tuple[Any, float]  # a number or an array, and the bound


def is_decimal(text: str) -> bool:
    """Whether a text is a number and no formula."""
    return DECIMAL.fullmatch(text.strip()) is not None and any(map(str.isdecimal, text))


def known_to(text: str) -> float:
    """How far off a number is at most, by its text: half a unit of its last digit.

    Whole numbers, numbers with all the digits of a double, and formulas are exact: 0.
    """
    match = DECIMAL.fullmatch(text.strip())
    if match is None or not is_decimal(text):
        return 0.0
    whole, fraction, exponent = (part or "" for part in match.groups())
    digits = f"{whole}{fraction[1:]}".replace("_", "")
    last = int(exponent or 0) - len(fraction[1:].replace("_", ""))
    if len(digits.lstrip("0")) >= EXACT_DIGITS or (last >= 0 and "." not in text):
        return 0.0
    return 0.5 * float(f"1e{last}")


def written(numbers: list[Expected], text: str) -> list[Expected]:
    """The numbers, as far as their text tells them, where it has one for each."""
    texts = list(leaves(text))
    if len(texts) != len(numbers):
        return numbers
    return [replace(number, known=known_to(part)) for number, part in zip(numbers, texts, strict=True)]


def leaves(text: str) -> Iterator[str]:
    """What stands in the innermost lists of a text such as `[1, 2*x], [[0.5]]`, in order."""
    for part in arguments_in(text):
        if part[0] in "[(" and closing(part, 0) == len(part) - 1:
            yield from leaves(part[1:-1])
        else:
            yield part


def flat(whole: Any, bound: float) -> list[Expected]:
    """The elements of a number or an array."""
    values = whole.ravel().tolist() if hasattr(whole, "ravel") else [float(whole)]
    return [Expected(value, bound) for value in values]
