"""Selection and steps: what passes one of its arguments on, and what is constant between jumps.

Conventions at the points where books differ: ties are shared evenly, abs and steps have slope 0.
"""

from __future__ import annotations

import math

from adcli.operations.floats import stepwise as steps
from adcli.operations.operation import Form, Kink, Operation, Pass

ANY = (-1e3, 1e3)

CLAMP_TIES = Kink("(x == lo) | (x == hi) | (lo == hi)", "clamp bends at its bounds", ties=True)

# fmt: off
OPERATIONS = (
    Operation("abs", ("x",), math.fabs, Form.SELECTING, edges=("x",),
              numpy="np.abs(x)", passes=(Pass("x != 0",
              "sign(x)"),),
              kinks=(Kink("x == 0", "abs bends at 0"),), spellings=("abs", "fabs", "absolute"),
              definition="x or -x, whichever is not negative", samples=(ANY,)),
    Operation("max", ("*u",), steps.maximum, Form.SELECTING, exact="np.largest(*u)",
              passes=(Pass("u == y"),), split=True, least=2,
              kinks=(Kink("ties(y, *u) > 1", "max bends where its arguments are equal", ties=True),),
              spellings=("max", "maximum", "fmax"), definition="the largest argument", samples=(ANY,)),
    Operation("min", ("*u",), steps.minimum, Form.SELECTING, exact="np.smallest(*u)",
              passes=(Pass("u == y"),), split=True, least=2,
              kinks=(Kink("ties(y, *u) > 1", "min bends where its arguments are equal", ties=True),),
              spellings=("min", "minimum", "fmin"), definition="the smallest argument", samples=(ANY,)),
    Operation("clamp", ("x", "lo", "hi"), steps.clamp, Form.SELECTING, edges=("x - lo", "x - hi"),
              numpy="np.where(lo > hi, np.nan, np.minimum(np.maximum(x, lo), hi))",
              passes=(Pass("x == y"), Pass("lo == y"), Pass("hi == y")), split=True, kinks=(CLAMP_TIES,),
              spellings=("clamp", "clip"), definition="min(max(x, lo), hi)",
              domain="lo ≤ hi", faults=(("lo > hi", "clamp with a lower bound above its upper bound"),),
              samples=(ANY, (-100.0, -1.0), (1.0, 100.0)), cost=2),

    Operation("floor", ("x",), steps.floor, Form.CONSTANT, edges=("x - round(x)",),
              numpy="np.floor(x)", spellings=("floor",),
              kinks=(Kink("x == y", "floor jumps at whole numbers", True),),
              definition="the largest whole number up to x", samples=(ANY,)),
    Operation("ceil", ("x",), steps.ceil, Form.CONSTANT, edges=("x - round(x)",),
              numpy="np.ceil(x)", spellings=("ceil", "ceiling"),
              kinks=(Kink("x == y", "ceil jumps at whole numbers", True),),
              definition="the smallest whole number from x on", samples=(ANY,)),
    Operation("round", ("x",), steps.round_, Form.CONSTANT, edges=("x - floor(x) - 0.5",),
              numpy="np.round(x)", spellings=("round", "rint"),
              kinks=(Kink("abs(x - y) == 0.5", "round jumps at halves", True),),
              definition="the nearest whole number, halves to even", samples=(ANY,)),
    Operation("trunc", ("x",), steps.trunc, Form.CONSTANT, edges=("x - round(x)",),
              numpy="np.trunc(x)", spellings=("trunc", "fix"),
              kinks=(Kink("(x == y) & (x != 0)", "trunc jumps at whole numbers", True),),
              definition="x without its fraction", samples=(ANY,)),
    Operation("sign", ("x",), steps.sign, Form.CONSTANT, edges=("x",),
              numpy="np.sign(x)", spellings=("sign", "sgn"),
              kinks=(Kink("x == 0", "sign jumps at 0", True),),
              definition="-1, 0 or 1", samples=(ANY,)),
    Operation("heaviside", ("x",), steps.heaviside, Form.CONSTANT, edges=("x",), numpy="np.heaviside(x, 0.5)",
              kinks=(Kink("x == 0", "heaviside jumps at 0", True),), spellings=("heaviside",),
              definition="0, 1/2 or 1 for x below, at or above 0", samples=(ANY,)),

    # what the rules above use
    Operation("ties", ("top", "*u"), steps.ties, Form.CONSTANT, exact="np.ties(top, *u)",
              definition="how many u equal the first", samples=(ANY, ANY)),
)
# fmt: on
