"""Circular functions of degrees, exact where the mathematics is: sind(180) = 0, sind(30) = 1/2."""

from __future__ import annotations

from adcli.operations.floats import trigonometric as trig
from adcli.operations.operation import Operation

ANGLE = (-720.0, 720.0)
UNIT = (-0.999, 0.999)
ANY = (-1e3, 1e3)

ON_UNIT = "-1 ≤ x ≤ 1"

# fmt: off
OPERATIONS = (
    Operation("sind", ("x",), trig.sind, exact="np.sinpi(x/180)",
              partials=("0.017453292519943295*cosd(x)",),
              spellings=("sind",), definition="sin(π x/180)", samples=(ANGLE,), cost=12),
    Operation("cosd", ("x",), trig.cosd, exact="np.cospi(x/180)",
              partials=("-0.017453292519943295*sind(x)",),
              spellings=("cosd",), definition="cos(π x/180)", samples=(ANGLE,), cost=12),
    Operation("tand", ("x",), trig.tand, edges=("cosd(x)",), exact="np.sinpi(x/180)/np.cospi(x/180)",
              partials=("tandslope(x)",), spellings=("tand",),
              definition="tan(π x/180)", domain="x ≠ 90 + 180 k", samples=((-89.0, 89.0),), cost=14,
              faults=(("mod(x, 180) == 90", "tand of an odd multiple of 90"),)),
    Operation("asind", ("x",), trig.asind, edges=("1 - x", "1 + x"), exact="np.degrees(np.arcsin(x))",
              partials=("57.29577951308232/rootonemsq(x)",),
              spellings=("asind", "arcsind"), definition="180/π asin(x)", domain=ON_UNIT, samples=(UNIT,),
              cost=12,
              faults=(("(x < -1) | (x > 1)", "asind of a number outside -1 to 1"),)),
    Operation("acosd", ("x",), trig.acosd, edges=("1 - x", "1 + x"), exact="np.degrees(np.arccos(x))",
              partials=("-57.29577951308232/rootonemsq(x)",),
              spellings=("acosd", "arccosd"), definition="180/π acos(x)", domain=ON_UNIT, samples=(UNIT,),
              cost=12,
              faults=(("(x < -1) | (x > 1)", "acosd of a number outside -1 to 1"),)),
    Operation("atand", ("x",), trig.atand, exact="np.degrees(np.arctan(x))",
              partials=("57.29577951308232/onepsq(x)",),
              spellings=("atand", "arctand"), definition="180/π atan(x)", samples=(ANY,), cost=12),
    Operation("radians", ("x",), trig.radians, numpy="np.radians(x)", partials=("0.017453292519943295",),
              spellings=("radians", "deg2rad"), definition="π x/180", samples=(ANGLE,)),
    Operation("degrees", ("x",), trig.degrees, numpy="np.degrees(x)", partials=("57.29577951308232",),
              spellings=("degrees", "rad2deg"), definition="180 x/π", samples=(ANY,)),

    # what the rules above use
    Operation("tandslope", ("x",), trig.tandslope, exact="np.pi/(180*np.cospi(x/180)**2)",
              partials=("0.03490658503988659*y*tand(x)",),
              definition="π/180/cos(π x/180)^2", domain="x ≠ 90 + 180 k", samples=((-89.0, 89.0),), cost=14,
              faults=(("mod(x, 180) == 90", "tand of an odd multiple of 90"),)),
)
# fmt: on
