"""The words of the language: constants, and the functions with what they take."""

from __future__ import annotations

import math
from typing import NamedTuple

from adcli.operations import SPELLINGS, find

CONSTANTS = {"pi": math.pi, "e": math.e, "tau": math.tau, "inf": math.inf}


MANY = 1_000_000  # arguments: as many as you like


class Entry(NamedTuple):
    """How a function is called; what it does stands in `functions.table`.

    `call`, `definition` and `derivative` are for people; they are empty where an operation of the
    same name says it all.
    """

    least: int  # positional arguments
    most: int
    options: tuple[str, ...]  # named arguments
    call: str = ""
    definition: str = ""
    derivative: str = ""


CALLS: dict[str, Entry] = {
    "sum": Entry(1, 1, ("axis",)),
    "prod": Entry(
        1,
        1,
        ("axis",),
        "prod(x)",
        "Π x, over all elements or along an axis",
        "dy = Σ dx_k, each times the product of the others",
    ),
    "mean": Entry(1, 1, ("axis",), "mean(x)", "sum(x)/n", "dy = mean(dx)"),
    "var": Entry(
        1,
        1,
        ("axis", "ddof"),
        "var(x)",
        "Σ (x - mean(x))²/(n - ddof)",
        "dy = 2 Σ (x - mean(x)) dx/(n - ddof)",
    ),
    "std": Entry(1, 1, ("axis", "ddof"), "std(x)", "sqrt(var(x))", "dy = Σ (x - mean(x)) dx/((n - ddof) y)"),
    "max": Entry(1, MANY, ("axis",)),
    "min": Entry(1, MANY, ("axis",)),
    "logsumexp": Entry(1, MANY, ("axis",)),
    "softmax": Entry(1, 1, ("axis",)),
    "cumsum": Entry(1, 1, ("axis",)),
    "norm": Entry(1, 1, ("axis",)),
    "dot": Entry(2, 2, ()),
    "matmul": Entry(2, 2, ()),
    "outer": Entry(2, 2, ()),
    "cross": Entry(2, 2, ()),
    "transpose": Entry(1, 1, ()),
    "reshape": Entry(2, MANY, ()),
    "concat": Entry(1, MANY, ("axis",)),
    "stack": Entry(1, MANY, ("axis",)),
    "diag": Entry(1, 1, ()),
    "trace": Entry(1, 1, (), "trace(x)", "the sum of the diagonal", "dy = trace(dx)"),
    "det": Entry(1, 1, ()),
    "inv": Entry(1, 1, ()),
    "logdet": Entry(1, 1, ()),
    "solve": Entry(2, 2, ()),
    "zeros": Entry(1, MANY, (), "zeros(n, …)", "an array of 0, of this shape", "0"),
    "ones": Entry(1, MANY, (), "ones(n, …)", "an array of 1, of this shape", "0"),
    "eye": Entry(1, 1, (), "eye(n)", "the identity matrix", "0"),
    "linspace": Entry(
        3, 3, (), "linspace(a, b, n)", "n numbers from a to b, at equal distances", "dy = linspace(da, db, n)"
    ),
    "range": Entry(1, 3, (), "range(a, b, step)", "whole numbers from a (0) to below b, by steps (1)", "0"),
    "len": Entry(1, 1, (), "len(x)", "the length of the first axis", "0"),
    "shape": Entry(1, 1, (), "shape(x)", "the lengths of all axes", "0"),
    "enumerate": Entry(
        1, 1, (), "enumerate(x)", "pairs of a position and an element, for loops", "that of the elements"
    ),
    "zip": Entry(1, MANY, (), "zip(u1, …)", "elements side by side, for loops", "that of the elements"),
}


def is_ours(name: str) -> bool:
    """Whether there is a function of this name."""
    return name in SPELLINGS or name in CALLS


def takes(name: str, count: int, named: bool) -> bool:
    """Whether a call with so many positional arguments is one of these, not of an operation on numbers."""
    return name in CALLS and (named or count == 1 or find(name, count) is None)
