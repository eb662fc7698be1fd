"""Arithmetic: what has a sign of its own in the language.

Powers follow DESIGN's conventions (0^0 = 1; real results only): IEEE 754-2008 §9.2.1 for the
special points.
"""

from __future__ import annotations

import math
import operator

from adcli.operations.floats import powers
from adcli.operations.operation import Form, Kink, Operation

ANY = (-1e3, 1e3)


MOD_JUMP = Kink("y == 0", "mod jumps at multiples of its divisor", True, ties=True)
FLOORDIV_JUMP = Kink("mod(u, v) == 0", "floordiv jumps at whole quotients", True, ties=True)

# fmt: off
OPERATIONS = (
    Operation(
        "add", ("u", "v"), operator.add, lean=operator.iadd,
        numpy="u + v", partials=("1", "1"), symbol="{u} + {v}", definition="u + v", samples=(ANY, ANY),
    ),
    Operation(
        "sub", ("u", "v"), operator.sub, lean=operator.isub,
        numpy="u - v", partials=("1", "-1"), symbol="{u} - {v}", definition="u - v", samples=(ANY, ANY),
    ),
    Operation(
        "mul", ("u", "v"), operator.mul,
        numpy="u*v", partials=("v", "u"), symbol="{u}*{v}", definition="u v", samples=(ANY, ANY),
    ),
    Operation(
        "div", ("u", "v"), operator.truediv, edges=("v",),
        numpy="u/v", partials=("1/v", "-y/v"), symbol="{u}/{v}", definition="u/v", samples=(ANY, (0.1, 1e3)),
        domain="v ≠ 0", faults=(("v == 0", "division by zero"),),
    ),
    Operation(
        "neg", ("x",), operator.neg,
        numpy="-x", partials=("-1",), symbol="-{x}", definition="-x", samples=(ANY,),
    ),
    Operation(
        "pow", ("u", "v"), math.pow, edges=("u if v < 0 or v != floor(v) else 1",),
        numpy="np.power(u, v)", partials=("powslope(u, v)", "powlog(u, v, 1, 0)"), symbol="{u}^{v}",
        spellings=("pow", "power"),
        definition="u^v; 0^0 = 1", samples=((0.01, 20.0), (-5.0, 5.0)), cost=4,
        domain="u > 0; u = 0 with v ≥ 0; u < 0 with whole v",
        faults=(
            ("(u == 0) & (v < 0)", "zero to a negative power"),
            ("(u < 0) & (v != floor(v))", "a negative number to a fractional power",
                  "for odd roots of negative numbers write cbrt(x) or root(x, n)"),
        ),
    ),
    Operation(
        "mod", ("u", "v"), operator.mod, edges=("u - v*round(u/v)", "v"),
        numpy="np.mod(u, v)", partials=("1", "-floordiv(u, v)"), symbol="{u} % {v}", spellings=("mod",),
        definition="u - v floor(u/v)", domain="v ≠ 0", faults=(("v == 0", "a remainder modulo zero"),),
        kinks=(MOD_JUMP,), near=(("mod(u, v) == 0", "u - v*floor(u/v)"),), samples=(ANY, (0.1, 10.0)), cost=4,
    ),
    Operation(
        "floordiv", ("u", "v"), operator.floordiv, Form.CONSTANT, edges=("u - v*round(u/v)", "v"),
        numpy="np.floor_divide(u, v)", symbol="{u} // {v}", spellings=("floordiv",),
        definition="floor(u/v)", domain="v ≠ 0", faults=(("v == 0", "division by zero"),),
        kinks=(FLOORDIV_JUMP,), near=(("mod(u, v) == 0", "floor(u/v)"),), samples=(ANY, (0.1, 10.0)), cost=4,
    ),
    # what the rules above use
    Operation(
        "powlog", ("u", "v", "n", "k"), powers.powlog,
        numpy="kernels.powlog(u, v, n, k)",
        exact="np.where((u == 0) & (v > k) & (n > 0), 0.0, np.power(u, v - k)*np.log(u)**n)",
        partials=("(v - k)*powlog(u, v, n, k + 1) + n*powlog(u, v, n - 1, k + 1)", "powlog(u, v, n + 1, k)",
                  None, None),
        definition="u^(v - k) log(u)^n", domain="u > 0; u = 0 with v > k", cost=6,
        samples=((0.01, 20.0), (-5.0, 5.0), (1.0, 1.0), (0.0, 0.0)),
    ),
)
# fmt: on
