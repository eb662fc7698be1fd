"""What an operation is: one declaration, from which everything about it follows.

The mathematics is written as text on the argument names and on `y`, the result, with the
language's own functions: `1/x`, `1 + y^2`, `-y/v`. Such a text is at once what `adcli functions`
prints and, compiled for a kind of number (see `rules`), what the sweeps run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any


class Form(Enum):
    """The forms of derivative."""

    ELEMENTWISE = "elementwise"  # local partials
    SELECTING = "selecting"  # passes the derivative of what it chose, and nothing else
    LINEAR = "linear"  # its own tangent rule; the reverse rule is its adjoint operation
    BILINEAR = "bilinear"  # two products
    WHOLE = "whole"  # of matrices and reductions: a differential of the whole array
    CONSTANT = "constant"  # locally constant, or no function of reals: comparisons, floor


# A rule of a linear or bilinear operation: (apply, position, number, arguments, y, attributes) ->
# the contribution of the argument at the position to the tangent, or of the adjoint to it. `apply`
# performs an operation, by its name, on the kind of number at hand.
Rule = Callable[[Any, int, Any, Any, Any, tuple[Any, ...]], Any]


@dataclass(frozen=True, slots=True)
class Pass:
    """Where an argument of a selecting operation is passed on, and with which weight."""

    where: str  # a condition on the arguments and y
    weight: str = "1"


# A condition on the arguments under which there is no value, why, and perhaps what to write instead.
Fault = tuple[str, str] | tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Kink:
    """Points where the one-sided derivatives may differ, or the value jump.

    `where` is the condition, in the arguments and y (on whole arrays a function of the argument, y
    and the attributes). What the function is on either side follows
    from its order (selecting), its values beside the point (steps), or `Operation.near`.
    """

    where: str | Callable[..., Any]
    says: str  # "abs bends at 0"
    jumps: bool = False  # whether the value does
    ties: bool = False  # whether it is one between arguments, so that there is none where all are one node


@dataclass(frozen=True, slots=True, eq=False)
class Operation:
    """One operation of the language, or one that only rules use (`hidden`).

    name        unique; what `operation` is called in JSON
    arguments   names used in the texts; one that begins with `*` stands for any number from there:
                in texts `*u` is all of them and `*du` their components; in the partial by one of
                them `u` is that one and `*others` are the others
    least       how many arguments one with `*` takes at least
    value       the result on floats; may raise ValueError, ZeroDivisionError, OverflowError where
                there is no finite one (`faults` then says why)
    numpy       the result on NumPy arrays, as a text with `np` (and `kernels`, of `operations.values`);
                empty: `value`, element by element
    scipy       the same with `sp` (scipy.special), used where SciPy is there
    exact       the same for enclosures, where neither of them will do (see `rigorous.functions`)
    partials    elementwise: the partial by each argument (None: none, though an argument)
    passes      selecting: when each argument is passed on; `split` shares a tie evenly
    faults      where there is no value and why, in this order
    domain      the same for people; empty: all reals
    kinks       where the function bends or jumps
    near        (condition on the arguments, the same function there): where the partials have no limit,
                and powers of what moves tell what the function is beside the point (see `engine.germs`)
    edges       what is 0 at its kinks and at the edges of its domain, of one that shares its ties
                (`split`) the differences of its arguments where nothing stands here
    reduces     on arrays: the operation on scalars that it is, of all elements along an axis
    spellings   names in the language, the first one preferred; empty: hidden
    symbol      how a call is shown: `{u} + {v}`; empty: name(u, v)
    definition  what it is, as mathematics
    samples     per argument, intervals inside the domain that tests draw from
    cost        operations that one value costs, an addition being 1
    push, pull  linear and bilinear: the rules of the forward and of the reverse sweep
    joint       linear in several arguments: the forward rule for all their tangents at once
    reads       positions of the arguments whose values `push` and `pull` read
    differential  of a whole array: dy as mathematics, for people
    written     how a call on arrays is written, from the operands' texts and the attributes
    lean        the same value where the first argument is not needed any more: it may take that over
    updates     whether the reverse rule adds into adjoints, or clears them, in place
    moves       on arrays: "gather" where every element of the result is one of an argument's elements,
                or 0; "scatter" where every element of the argument is added into one of the result's;
                "along" where it depends on the elements at its own place only
    """

    name: str
    arguments: tuple[str, ...]
    value: Callable[..., Any]
    form: Form = Form.ELEMENTWISE
    numpy: str = ""
    scipy: str = ""
    exact: str = ""
    partials: tuple[str | None, ...] = ()
    passes: tuple[Pass | None, ...] = ()
    split: bool = False
    faults: tuple[Fault, ...] = ()
    domain: str = ""
    kinks: tuple[Kink, ...] = ()
    near: tuple[tuple[str, str], ...] = ()
    edges: tuple[str, ...] = ()
    reduces: str = ""
    spellings: tuple[str, ...] = ()
    symbol: str = ""
    definition: str = ""
    samples: tuple[tuple[float, float], ...] = ()
    cost: int = 1
    least: int = 0
    push: Rule | None = None
    pull: Rule | None = None
    joint: Rule | None = None
    reads: tuple[int, ...] = ()
    lean: Callable[..., Any] | None = None
    updates: bool = False
    moves: str = ""
    differential: str = ""
    written: Callable[[Sequence[str], tuple[Any, ...]], str] | None = None

    @property
    def variadic(self) -> bool:
        """Whether the last argument stands for any number of them."""
        return bool(self.arguments) and self.arguments[-1].startswith("*")

    @property
    def tensor(self) -> bool:
        """Whether it works on whole arrays, with attributes and rules of its own."""
        return self.pull is not None

    def accepts(self, count: int) -> bool:
        """Whether it can be called with `count` arguments."""
        if self.variadic:
            return count >= max(len(self.arguments), self.least)
        return count == len(self.arguments)

    def names(self, count: int) -> tuple[str, ...]:
        """The argument names in the texts, for a call with `count` arguments."""
        if not self.variadic:
            return self.arguments
        head, tail = self.arguments[:-1], self.arguments[-1][1:]
        return (*head, *(f"{tail}{k}" for k in range(1, count - len(head) + 1)))


UNDEFINED = (ValueError, ZeroDivisionError, OverflowError)
