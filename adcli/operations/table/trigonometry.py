"""Circular functions and their inverses, in radians.

Inverses of reciprocals by the convention acot(x) = atan(1/x). The slopes are hidden operations
(`sec2`, `onepsq` …): 1 + y^2 with a rounded y, or 1 - x^2 near x = 1, would lose digits.
"""

from __future__ import annotations

import math

from adcli.operations.floats import inverse, squares, trigonometric
from adcli.operations.operation import Kink, Operation

ANGLE = (-10.0, 10.0)
UNIT = (-0.999, 0.999)
OUTSIDE = (1.001, 50.0)
ANY = (-1e3, 1e3)

ON_UNIT = "-1 ≤ x ≤ 1"
OFF_UNIT = "x ≤ -1 or x ≥ 1"


def _beyond(name: str) -> tuple[tuple[str, str], ...]:
    return (("(x < -1) | (x > 1)", f"{name} of a number outside -1 to 1"),)


def _between(name: str) -> tuple[tuple[str, str], ...]:
    return (("(x > -1) & (x < 1)", f"{name} of a number between -1 and 1"),)


ACOT_JUMP = Kink("x == 0", "acot jumps at 0", True)
ATAN2_CUT = Kink("(v == 0) & (u < 0)", "atan2 jumps by 2π on the negative x-axis", True)
ATAN2_ORIGIN = Kink("(v == 0) & (u == 0)", "atan2 has no limit at the origin", True)
AT_ONE = "(x == 1) | (x == -1)"

# fmt: off
OPERATIONS = (
    Operation("sin", ("x",), trigonometric.sin, numpy="kernels.sin(x)", exact="np.sin(x)",
              partials=("cos(x)",), spellings=("sin",), definition="sine", samples=(ANGLE,), cost=8),
    Operation("cos", ("x",), trigonometric.cos, numpy="kernels.cos(x)", exact="np.cos(x)",
              partials=("-sin(x)",), spellings=("cos",), definition="cosine", samples=(ANGLE,), cost=8),
    Operation("tan", ("x",), trigonometric.tan, edges=("cos(x)",),
              numpy="kernels.tan(x)", exact="np.tan(x)", partials=("sec2(x)",), spellings=("tan",),
              definition="sin(x)/cos(x)", domain="x ≠ π/2 + kπ", samples=((-1.5, 1.5),), cost=10),
    Operation("cot", ("x",), trigonometric.cot, edges=("sin(x)",),
              numpy="1/tan(x)", partials=("-csc2(x)",),
              spellings=("cot",), definition="cos(x)/sin(x)", domain="x ≠ kπ", samples=((0.1, 3.0),), cost=12,
              faults=(("x == 0", "cot of zero"),)),
    Operation("sec", ("x",), trigonometric.sec, edges=("cos(x)",),
              numpy="1/cos(x)", partials=("sectan(x)",),
              spellings=("sec",), definition="1/cos(x)", domain="x ≠ π/2 + kπ", samples=((-1.5, 1.5),),
              cost=10),
    Operation("csc", ("x",), trigonometric.csc, edges=("sin(x)",),
              numpy="1/sin(x)", partials=("-csccot(x)",),
              spellings=("csc", "cosec"), definition="1/sin(x)", domain="x ≠ kπ", samples=((0.1, 3.0),),
              cost=10,
              faults=(("x == 0", "csc of zero"),)),

    Operation("asin", ("x",), math.asin, edges=("1 - x", "1 + x"),
              numpy="np.arcsin(x)", partials=("1/rootonemsq(x)",),
              spellings=("asin", "arcsin"), definition="inverse of sin, -π/2 to π/2",
              domain=ON_UNIT, faults=_beyond("asin"), samples=(UNIT,), cost=10),
    Operation("acos", ("x",), math.acos, edges=("1 - x", "1 + x"),
              numpy="np.arccos(x)", partials=("-1/rootonemsq(x)",),
              spellings=("acos", "arccos"), definition="inverse of cos, 0 to π",
              domain=ON_UNIT, faults=_beyond("acos"), samples=(UNIT,), cost=10),
    Operation("atan", ("x",), math.atan, numpy="np.arctan(x)", partials=("1/onepsq(x)",),
              spellings=("atan", "arctan"), definition="inverse of tan, -π/2 to π/2", samples=(ANY,),
              cost=10),
    Operation("acot", ("x",), inverse.acot, edges=("x",), numpy="np.where(x == 0, np.pi/2, np.arctan(1/x))",
              partials=("-1/onepsq(x)",), spellings=("acot", "arccot"), definition="atan(1/x); acot(0) = π/2",
              kinks=(ACOT_JUMP,), near=(("x == 0", "1.5707963267948966*sign(x) - atan(x)"),),
              samples=(ANY,), cost=11),
    Operation("asec", ("x",), inverse.asec, edges=("1 - x", "1 + x"),
              numpy="np.where(x < 0, np.pi - np.arctan(rootsqmone(x)), np.arctan(rootsqmone(x)))",
              partials=("1/asecden(x)",), spellings=("asec", "arcsec"), definition="acos(1/x)",
              domain=OFF_UNIT, faults=_between("asec"), samples=(OUTSIDE,), cost=16),
    Operation("acsc", ("x",), inverse.acsc, edges=("1 - x", "1 + x"),
              numpy="np.where(np.abs(x) > 1.5, np.arcsin(1/x), "
                    "np.sign(x)*(np.pi/2 - np.arctan(rootsqmone(np.abs(x)))))",
              partials=("-1/asecden(x)",), spellings=("acsc", "arccsc"), definition="asin(1/x)",
              domain=OFF_UNIT, faults=_between("acsc"), samples=(OUTSIDE,), cost=16),
    Operation("atan2", ("v", "u"), math.atan2, edges=("v if u < 0 else 1",), numpy="np.arctan2(v, u)",
              partials=("dipole(u, v)", "-dipole(v, u)"), spellings=("atan2", "arctan2"),
              definition="angle of the point (u, v), -π to π", kinks=(ATAN2_CUT, ATAN2_ORIGIN),
              near=(("(u == 0) & (v == 0)", "atan2(v/hypot(u, v), u/hypot(u, v))"),),
              samples=((0.1, 10.0), (-10.0, 10.0)), cost=12),

    # what the rules above use
    Operation("sec2", ("x",), trigonometric.sec2, numpy="1/cos(x)**2", partials=("2*y*tan(x)",),
              definition="1/cos(x)^2", samples=((-1.5, 1.5),), cost=12),
    Operation("csc2", ("x",), trigonometric.csc2, numpy="1/sin(x)**2", partials=("-2*y*cot(x)",),
              definition="1/sin(x)^2", domain="x ≠ kπ", samples=((0.1, 3.0),), cost=12,
              faults=(("x == 0", "csc of zero"),)),
    Operation("sectan", ("x",), trigonometric.sectan, numpy="sin(x)/cos(x)**2",
              partials=("sec(x)*(sec2(x) + tan(x)*tan(x))",),
              definition="sin(x)/cos(x)^2", samples=((-1.5, 1.5),), cost=20),
    Operation("csccot", ("x",), trigonometric.csccot, numpy="cos(x)/sin(x)**2",
              partials=("-csc(x)*(csc2(x) + cot(x)*cot(x))",),
              definition="cos(x)/sin(x)^2", domain="x ≠ kπ", samples=((0.1, 3.0),), cost=20,
              faults=(("x == 0", "csc of zero"),)),
    Operation("onepsq", ("x",), squares.onepsq, numpy="1 + x*x", partials=("2*x",),
              definition="1 + x^2", samples=(ANY,), cost=2),
    Operation("onemsq", ("x",), squares.onemsq, numpy="(1 - x)*(1 + x)", partials=("-2*x",),
              definition="1 - x^2", samples=(ANY,), cost=3),
    Operation("rootonepsq", ("x",), squares.rootonepsq, numpy="np.hypot(1.0, x)", partials=("x/y",),
              definition="sqrt(1 + x^2)", samples=(ANY,), cost=5),
    Operation("rootonemsq", ("x",), squares.rootonemsq, numpy="np.sqrt((1 - x)*(1 + x))", partials=("-x/y",),
              definition="sqrt(1 - x^2)", near=((AT_ONE, "sqrt((1 - x)*(1 + x))"),),
              domain=ON_UNIT, samples=(UNIT,), cost=7,
              faults=_beyond("sqrt(1 - x^2)")),
    Operation("rootsqmone", ("x",), squares.rootsqmone, numpy="np.sqrt(np.abs(x) - 1)*np.sqrt(np.abs(x) + 1)",
              partials=("x/y",), definition="sqrt(x^2 - 1)", near=((AT_ONE, "sqrt((x - 1)*(x + 1))"),),
              domain=OFF_UNIT, samples=(OUTSIDE,), cost=7,
              faults=_between("sqrt(x^2 - 1)")),
    Operation("asecden", ("x",), squares.asecden, numpy="np.abs(x)*rootsqmone(x)",
              partials=("sign(x)*(rootsqmone(x) + x*(x/rootsqmone(x)))",),
              definition="|x| sqrt(x^2 - 1)", near=((AT_ONE, "abs(x)*rootsqmone(x)"),),
              domain=OFF_UNIT, samples=(OUTSIDE,), cost=9,
              faults=_between("sqrt(x^2 - 1)")),
    Operation("dipole", ("u", "v"), squares.dipole, numpy="u/np.hypot(u, v)/np.hypot(u, v)",
              partials=("(v - u)/hypot(u, v)*((v + u)/hypot(u, v))/(hypot(u, v)*hypot(u, v))",
                        "-2*y*dipole(v, u)"),
              definition="u/(u^2 + v^2)", near=(("(u == 0) & (v == 0)", "u/(u*u + v*v)"),),
              domain="u, v not both 0", cost=12,
              faults=(("(u == 0) & (v == 0)", "division by zero"),),
              samples=((-10.0, 10.0), (0.1, 10.0))),
)
# fmt: on
