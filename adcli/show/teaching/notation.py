"""How a trace writes names, numbers, expressions and rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from typing import Any
from unicodedata import normalize

from adcli.answers.steps import Contribution, Partial, Step, Steps
from adcli.export.notation.symbols import bracketed, expression, factor, partial
from adcli.operations import Form
from adcli.show.layout.page import Page
from adcli.show.teaching.adjoints import adjoint_text
from adcli.text.numerals import number

SHORT = re.compile(r"[^\W\d_]\d*")  # a letter with a number: it can carry a bar or a dot
BAR, DOT = "\N{COMBINING MACRON}", "\N{COMBINING DOT ABOVE}"
PREVIEW = 3  # elements of an array that a line shows


class Notation:
    """The texts of one answer on one page; `shortened` tells whether one left something out."""

    def __init__(self, answer: Steps, page: Page) -> None:
        self.answer = answer
        self.symbols = page.symbols
        self.digits = page.digits
        self.whole = page.whole
        self.shortened = False

    @property
    def dots(self) -> str:
        """What stands for something left out."""
        return "…" if self.symbols else "..."

    def left_out(self) -> str:
        """The same where this text leaves something out, which is remembered."""
        self.shortened = True
        return self.dots

    # names and numbers

    def adjoint(self, name: str) -> str:
        """v̄1; without Unicode, or for a longer name, v1_bar."""
        return self._marked(name, BAR, "bar")

    def tangent(self, name: str) -> str:
        """v̇1, in the same way."""
        return self._marked(name, DOT, "dot")

    def _marked(self, name: str, mark: str, word: str) -> str:
        if self.symbols and SHORT.fullmatch(name):
            return normalize("NFC", name[0] + mark) + name[1:]
        return f"{name}_{word}"

    def derivative(self, of: str, by: str) -> str:
        """∂f/∂x."""
        return f"∂{of}/∂{by}" if self.symbols else f"d{of}/d{by}"

    def number(self, value: Any) -> str:
        """A number; an array as its shape and its first elements, or in full."""
        shape = getattr(value, "shape", ())
        if not shape:
            return number(value, self.digits)
        sizes = f"({('×' if self.symbols else 'x').join(map(str, shape))})"
        if self.whole:
            return f"{sizes} {_nested(value.tolist(), self._one)}"
        flat = value.reshape(-1)
        few = [self._one(item) for item in flat[:PREVIEW]]
        more = [] if flat.size <= PREVIEW else [self.left_out()]
        return f"{sizes} [{', '.join([*few, *more])}]"

    def _one(self, item: Any) -> str:
        return number(item, self.digits)

    # expressions and rules

    def expression(self, step: Step) -> str:
        """The operation in terms of earlier steps: v1·x2."""
        assert step.applied is not None
        return self.written(expression(step.applied, self._names(step)))

    def with_numbers(self, step: Step) -> str:
        """The same with the numbers put in: 0.5·3."""
        assert step.applied is not None
        return self.written(expression(step.applied, self._values(step)))

    def partial(self, step: Step, position: int, value: Any) -> str:
        """The rule in symbols; a number where the point decides it."""
        assert step.applied is not None
        text = partial(step.applied, position, self._names(step), step.name)
        return self.written(text) if text else self.number(value)

    def partial_with_numbers(self, step: Step, position: int, value: Any) -> str:
        """The rule with the numbers put in."""
        assert step.applied is not None
        text = partial(step.applied, position, self._values(step), self.number(step.value))
        return self.written(text) if text else self.number(value)

    def written(self, text: str) -> str:
        """A text with the sign for products that the page can show."""
        return text.replace("*", "·") if self.symbols else text

    def times(self, a: str, b: str) -> str:
        """A product of a name or number and a text, which is in brackets where it must be."""
        return f"{bracketed(a)}{'·' if self.symbols else '*'}{factor(b)}"

    def contribution(self, part: Contribution) -> str:
        """What an adjoint received, in symbols: v̄2·cos(x2)."""
        step = self.answer.steps[part.source]
        adjoint = self.adjoint(step.name)
        if part.product is None:
            return f"nothing from {step.name}"
        if part.partial is None:
            return self._adjoint_call(step, part.position)
        return self.times(adjoint, self.partial(step, part.position, part.partial))

    def terms(self, step: Step, moving: Sequence[Partial]) -> list[str]:
        """What a tangent receives from the arguments that move: ẋ1·x2, ẋ2·x1; from all at once: [ẋ1, ẋ2]."""
        assert step.applied is not None
        operation, names = step.applied.operation, self._names(step)
        moves = {by.position for by in moving}
        if operation.form is Form.WHOLE and moving:
            return [self._differential(step, moves)]
        if operation.joint is None or not moving:
            return [self._term(step, by) for by in moving]
        linear = operation.reads[0] if operation.reads else len(names)  # indices come last
        tangents = [self.tangent(name) if k in moves else "0" for k, name in enumerate(names[:linear])]
        return [expression(step.applied, [*tangents, *names[linear:]])]

    def _differential(self, step: Step, moves: Collection[int]) -> str:
        """The differential in the table, of a matrix or a reduction as a whole: Σ x ẋ/v1."""
        assert step.applied is not None
        words = {"y": step.name}
        for k, (argument, name) in enumerate(
            zip(step.applied.operation.arguments, self._names(step), strict=True)
        ):
            words |= {argument: name, f"d{argument}": self.tangent(name) if k in moves else "0"}
        return re.sub(
            r"\b[a-z]+\b", lambda word: words.get(word[0], word[0]), step.applied.operation.differential
        )

    def _term(self, step: Step, by: Partial) -> str:
        """What a tangent receives from one argument: ẋ2·cos(x2)."""
        tangent = self.tangent(str(step.operands[by.position]))
        if by.value is not None:
            return self.times(tangent, self.partial(step, by.position, by.value))
        assert step.applied is not None
        names = self._names(step)
        return expression(step.applied, [*names[: by.position], tangent, *names[by.position + 1 :]])

    def _adjoint_call(self, step: Step, position: int) -> str:
        """The adjoint of an operation on arrays: v̄1·xᵀ, sumᵀ(v̄3); of several arguments, its part [k]."""
        assert step.applied is not None
        operation, adjoint = step.applied.operation, self.adjoint(step.name)
        names, attributes = self._names(step), step.applied.attributes
        text = adjoint_text(operation.name, position, adjoint, names, step.name, attributes, self.symbols)
        if text:
            return text
        name = operation.name + ("ᵀ" if self.symbols else "^T")
        if operation.form is Form.BILINEAR:
            others = [other for k, other in enumerate(names) if k != position]
            return f"{name}({', '.join([adjoint, *others])})"
        part = f"[{position}]" if operation.joint is not None else ""
        return f"{name}({adjoint}){part}"

    def _names(self, step: Step) -> list[str]:
        return [item if isinstance(item, str) else self.number(item) for item in step.operands]

    def _values(self, step: Step) -> list[str]:
        named = self.answer.named
        return [self.number(named(x).value if isinstance(x, str) else x) for x in step.operands]


def added(texts: list[str]) -> str:
    """Numbers or terms as a sum; negative numbers after the first in brackets."""
    return " + ".join(text if k == 0 else bracketed(text) for k, text in enumerate(texts))


def _nested(items: Any, one: Callable[[Any], str]) -> str:
    """A nested list, every number as `one` writes it."""
    if isinstance(items, list):
        return f"[{', '.join(_nested(item, one) for item in items)}]"
    return one(items)
