"""Arithmetic: what has a sign of its own in the language.

Powers follow DESIGN's conventions (0^0 = 1; real results only): IEEE 754-2008 §9.2.1 for the
special points.
"""

from __future__ import annotations

import math
import operator

from adcli.operations.operation import Form, Kink, Operation

ANY = (-1e3, 1e3)


def pow_(u: float, v: float) -> float:
    """u^v in the reals; ValueError for a negative u with a fractional v."""
    return math.pow(u, v)


def powlog(u: float, v: float, n: float) -> float:
    """u^v log(u)^n, the n-th derivative of u^v by v; its limit 0 at u = 0 < v. nan for u < 0."""
    if n == 0:
        return math.pow(u, v)
    if u == 0 and v > 0:
        return 0.0
    return math.pow(u, v) * math.log(u) ** n if u > 0 else math.nan




OPERATIONS = (
    Operation(
        "add", ("u", "v"), operator.add,
        numpy="u + v", partials=("1", "1"), symbol="{u} + {v}", definition="u + v", samples=(ANY, ANY),
    ),
    Operation(
        "sub", ("u", "v"), operator.sub,
        numpy="u - v", partials=("1", "-1"), symbol="{u} - {v}", definition="u - v", samples=(ANY, ANY),
    ),
    Operation(
        "mul", ("u", "v"), operator.mul,
        numpy="u*v", partials=("v", "u"), symbol="{u}*{v}", definition="u v", samples=(ANY, ANY),
    ),
    Operation(
        "div", ("u", "v"), operator.truediv,
        numpy="u/v", partials=("1/v", "-y/v"), symbol="{u}/{v}", definition="u/v", samples=(ANY, (0.1, 1e3)),
        domain="v ≠ 0", faults=(("v == 0", "division by zero"),),
    ),
    Operation(
        "neg", ("x",), operator.neg,
        numpy="-x", partials=("-1",), symbol="-{x}", definition="-x", samples=(ANY,),
    ),
    Operation(
        "pow", ("u", "v"), pow_,
        numpy="np.power(u, v)", partials=("powslope(u, v)", "powlog(u, v, 1)"), symbol="{u}^{v}",
        definition="u^v; 0^0 = 1", samples=((0.01, 20.0), (-5.0, 5.0)), cost=4,
        domain="u > 0; u = 0 with v ≥ 0; u < 0 with whole v",
        faults=(
            ("(u == 0) & (v < 0)", "zero to a negative power"),
            ("(u < 0) & (v != floor(v))", "a negative number to a fractional power"),
        ),
        hint="for odd roots of negative numbers write cbrt(x) or root(x, n)",
    ),
    Operation(
        "powlog", ("u", "v", "n"), powlog,
        partials=("v*powlog(u, v - 1, n) + n*powlog(u, v - 1, n - 1)", "powlog(u, v, n + 1)", None),
        definition="u^v log(u)^n", cost=6,
    ),
)
