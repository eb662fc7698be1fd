"""Hyperbolic functions and their inverses; asech(x) = acosh(1/x) and so on.

The slopes are hidden operations: 1 - tanh(x)^2, say, has no digit left at x = 20.
"""

from __future__ import annotations

import math

from adcli.operations.floats import hyperbolic, inverse, squares
from adcli.operations.operation import Operation

MODERATE = (-20.0, 20.0)
RIGHT = (0.05, 20.0)
UNIT = (-0.999, 0.999)
OUTSIDE = (1.001, 50.0)
ANY = (-1e3, 1e3)

NOT_ZERO = "x ≠ 0"


def _of_zero(name: str) -> tuple[tuple[str, str], ...]:
    return (("x == 0", f"{name} of zero"),)


# fmt: off
OPERATIONS = (
    Operation("sinh", ("x",), math.sinh, numpy="np.sinh(x)", partials=("cosh(x)",), spellings=("sinh",),
              definition="(e^x - e^-x)/2", samples=(MODERATE,), cost=12),
    Operation("cosh", ("x",), math.cosh, numpy="np.cosh(x)", partials=("sinh(x)",), spellings=("cosh",),
              definition="(e^x + e^-x)/2", samples=(MODERATE,), cost=12),
    Operation("tanh", ("x",), hyperbolic.tanh, numpy="np.tanh(x)", partials=("sech2(x)",),
              spellings=("tanh",),
              definition="sinh(x)/cosh(x)", samples=(MODERATE,), cost=12),
    Operation("coth", ("x",), hyperbolic.coth, edges=("x",), numpy="1/np.tanh(x)", partials=("-csch2(x)",),
              spellings=("coth",), definition="cosh(x)/sinh(x)", domain=NOT_ZERO, faults=_of_zero("coth"),
              samples=(RIGHT,), cost=13),
    Operation("sech", ("x",), hyperbolic.sech, numpy="2/(np.exp(x) + np.exp(-x))", partials=("-sechtanh(x)",),
              spellings=("sech",), definition="1/cosh(x)", samples=(MODERATE,), cost=13),
    Operation("csch", ("x",), hyperbolic.csch, edges=("x",), numpy="1/np.sinh(x)", partials=("-cschcoth(x)",),
              spellings=("csch", "cosech"), definition="1/sinh(x)", domain=NOT_ZERO, faults=_of_zero("csch"),
              samples=(RIGHT,), cost=13),

    Operation("asinh", ("x",), math.asinh, numpy="np.arcsinh(x)", partials=("1/rootonepsq(x)",),
              spellings=("asinh", "arcsinh", "arsinh"), definition="log(x + sqrt(x^2 + 1))",
              samples=(ANY,), cost=16),
    Operation("acosh", ("x",), inverse.acosh, edges=("x - 1",),
              numpy="np.arccosh(x)", partials=("1/rootsqmone(x)",),
              spellings=("acosh", "arccosh", "arcosh"), definition="log(x + sqrt(x^2 - 1))",
              domain="x ≥ 1", samples=(OUTSIDE,), cost=16,
              faults=(("x < 1", "acosh of a number below 1"),)),
    Operation("atanh", ("x",), math.atanh, edges=("1 - x", "1 + x"),
              numpy="np.arctanh(x)", partials=("1/onemsq(x)",),
              spellings=("atanh", "arctanh", "artanh"), definition="log((1 + x)/(1 - x))/2",
              domain="-1 < x < 1", samples=(UNIT,), cost=14,
              near=(("(x == 1) | (x == -1)", "0.5*log((1 + x)/(1 - x))"),),
              faults=(("(x == 1) | (x == -1)", "atanh of 1 or -1, where it is infinite"),
                      ("(x < -1) | (x > 1)", "atanh of a number outside -1 to 1"))),
    Operation("acoth", ("x",), inverse.acoth, edges=("1 - x", "1 + x"),
              numpy="0.5*np.sign(x)*np.log1p(2/(np.abs(x) - 1))",
              partials=("1/onemsq(x)",), spellings=("acoth", "arccoth", "arcoth"),
              definition="atanh(1/x)", domain="x < -1 or x > 1", samples=(OUTSIDE,), cost=14,
              near=(("(x == 1) | (x == -1)", "0.5*log((x + 1)/(x - 1))"),),
              faults=(("(x == 1) | (x == -1)", "acoth of 1 or -1, where it is infinite"),
                      ("(x > -1) & (x < 1)", "acoth of a number between -1 and 1"))),
    Operation("asech", ("x",), inverse.asech, edges=("x", "1 - x"),
              numpy="np.where(x < 1e-300, np.log(2) - np.log(x), "
                    "np.log1p((1 - x + np.sqrt((1 - x)*(1 + x)))/x))",
              exact="np.log1p((1 - x + np.sqrt((1 - x)*(1 + x)))/x)",
              partials=("-1/asechden(x)",), spellings=("asech", "arcsech", "arsech"),
              definition="acosh(1/x)", domain="0 < x ≤ 1", samples=((0.001, 0.999),), cost=16,
              faults=(("x == 0", "asech of zero"),
                      ("(x < 0) | (x > 1)", "asech of a number outside 0 to 1"))),
    Operation("acsch", ("x",), inverse.acsch, edges=("x",),
              numpy="np.where(np.abs(x) < 1e-300, np.sign(x)*(np.log(2) - np.log(np.abs(x))), "
                    "np.arcsinh(1/x))",
              exact="np.arcsinh(1/x)", partials=("-1/acschden(x)",),
              spellings=("acsch", "arccsch", "arcsch"), definition="asinh(1/x)", domain=NOT_ZERO,
              faults=_of_zero("acsch"), samples=(RIGHT,), cost=16),

    # what the rules above use
    Operation("sech2", ("x",), hyperbolic.sech2, numpy="kernels.sech2(x)", exact="1/np.cosh(x)**2",
              partials=("-2*y*tanh(x)",), definition="1/cosh(x)^2", samples=(MODERATE,), cost=14),
    Operation("csch2", ("x",), hyperbolic.csch2, numpy="1/np.sinh(x)**2", partials=("-2*y*coth(x)",),
              definition="1/sinh(x)^2", domain=NOT_ZERO, faults=_of_zero("csch"), samples=(RIGHT,), cost=14),
    Operation("sechtanh", ("x",), hyperbolic.sechtanh, numpy="2*np.tanh(x)/(np.exp(x) + np.exp(-x))",
              partials=("sech(x)*((sech(x) - tanh(x))*(sech(x) + tanh(x)))",),
              definition="sinh(x)/cosh(x)^2", samples=(MODERATE,), cost=24),
    Operation("cschcoth", ("x",), hyperbolic.cschcoth, numpy="1/(np.sinh(x)*np.tanh(x))",
              partials=("-csch(x)*(csch2(x) + coth(x)*coth(x))",), definition="cosh(x)/sinh(x)^2",
              domain=NOT_ZERO, faults=_of_zero("csch"), samples=(RIGHT,), cost=24),
    Operation("asechden", ("x",), squares.asechden, numpy="x*np.sqrt((1 - x)*(1 + x))",
              partials=("(rootonemsq(x) - x)*(rootonemsq(x) + x)/rootonemsq(x)",),
              definition="x sqrt(1 - x^2)", near=(("(x == 1) | (x == -1)", "x*rootonemsq(x)"),),
              domain="-1 ≤ x ≤ 1", samples=((0.001, 0.999),), cost=9,
              faults=(("(x < -1) | (x > 1)", "sqrt of a negative number"),)),
    Operation("acschden", ("x",), squares.acschden, numpy="np.abs(x)*np.hypot(1.0, x)",
              partials=("sign(x)*(rootonepsq(x) + x*(x/rootonepsq(x)))",),
              definition="|x| sqrt(1 + x^2)", samples=(RIGHT,), cost=8),
)
# fmt: on
