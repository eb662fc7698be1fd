"""How accurate a value, a derivative and a second derivative must be.

Elementary functions: value and derivative within 2 ulp. Special functions, and second derivatives:
1e-14, relative. Next to a zero of a special function or of a second derivative the error is measured
against the terms that cancel there (`SCALES`); everywhere else these scales are below the value itself.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from mpmath import mp, mpf

from adcli.operations import TABLE, Operation
from adcli.operations.table import special

ULPS = 2
RELATIVE = 1e-14
SPECIAL = {operation.name for operation in special.OPERATIONS} - {"sinc"} | {"gelu"}
SMALLEST = 2.3e-308  # below are subnormal numbers
SUBNORMAL = 1e-319  # what a product with a subnormal number may be off by; underflow to 0 passes too


def _value(name: str) -> Callable[..., float]:
    return lambda *point: abs(TABLE[name].value(*point))


def _distance(x: float) -> float:
    return abs(x - round(x))


def _poles(n: float, x: float) -> float:
    """The nearest pole's part of polygamma(n, x) on the negative axis."""
    return math.factorial(int(n)) * max(_distance(x), 0.25) ** -(n + 1) if x < 0 else 0.0


# (operation, order of the derivative): the size of what cancels at its zeros
SCALES: dict[tuple[str, int], Callable[..., float]] = {
    ("lgamma", 0): lambda x: 1.0 if x < 0 else 0.0,
    ("lgamma", 1): lambda x: 1.0,
    ("lgamma", 2): lambda x: 0.0,
    ("digamma", 0): lambda x: 1.0,
    ("digamma", 2): lambda x: _poles(2, x),
    ("gamma", 1): _value("gamma"),
    ("factorial", 1): _value("factorial"),
    ("gamma", 2): lambda x: abs(TABLE["gamma"].value(x)) if x < 0 else 0.0,
    ("factorial", 2): lambda x: abs(TABLE["factorial"].value(x)) if x < -1 else 0.0,
    ("polygamma", 0): lambda n, x: _poles(n, x) if n else 1.0,
    ("polygamma", 1): lambda n, x: _poles(n + 1, x),
    ("polygamma", 2): lambda n, x: _poles(n + 2, x),
    ("gelu", 1): _value("normcdf"),
    ("gelu", 2): _value("normpdf"),
    ("normpdf", 2): _value("normpdf"),
    ("silu", 2): _value("sigmoidslope"),
    ("sinc", 2): lambda x: 1.0 / max(1.0, abs(x)),
    ("sech", 2): _value("sech"),
    ("asech", 2): lambda x: 1.0 / TABLE["asechden"].value(x),
    ("pow", 2): lambda u, v: abs(TABLE["pow"].value(u, v - 1.0)),
    ("logbase", 2): lambda x, b: TABLE["logbase"].value(x, b) / b / b,
    ("root", 2): lambda x, n: abs(TABLE["rootslope"].value(x, n)) / abs(n),
}


def allowed(operation: Operation, order: int, point: Sequence[float], want: Any) -> float:
    """The largest error that passes, where `want` is the true value or derivative."""
    size = float(abs(want))
    if size < SMALLEST:
        return max(size, SUBNORMAL)
    if operation.name not in SPECIAL and order < 2:
        return max(ULPS * math.ulp(size), SUBNORMAL if order else 0.0)
    return max(RELATIVE * scale_of(operation, order, point, size), SUBNORMAL)


def scale_of(operation: Operation, order: int, point: Sequence[float], size: float) -> float:
    """What a relative error is relative to: the true number's size, or that of what cancels there."""
    scale = SCALES.get((operation.name, order))
    return max(size, scale(*point) if scale else 0.0)


def error(got: float, want: Any) -> float:
    """|got - want|."""
    with mp.workprec(420):
        return float(abs(mpf(got) - want))


def finite(want: Any) -> bool:
    """Whether a double can hold it (and it is real)."""
    return bool(mp.im(want) == 0 and abs(want) < mpf(2) ** 1023)
