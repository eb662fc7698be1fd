"""Exponentials, logarithms and roots.

Where the textbook's rule would cancel, overflow or round too often, the rule names a hidden
operation instead (`rootslope`, `xlog` …), which is the same mathematics with its own kernel.
"""

from __future__ import annotations

import math

from adcli.operations.floats import powers, squares
from adcli.operations.operation import Kink, Operation

MODERATE = (-20.0, 20.0)
POSITIVE = (1e-3, 1e3)
ANY = (-1e3, 1e3)

# fmt: off
OPERATIONS = (
    Operation(
        "exp", ("x",), math.exp,
        numpy="np.exp(x)", partials=("y",), spellings=("exp",), definition="e^x",
        samples=(MODERATE,), cost=8,
    ),
    Operation(
        "expm1", ("x",), math.expm1,
        numpy="np.expm1(x)", partials=("exp(x)",), spellings=("expm1",), definition="e^x - 1",
        samples=(MODERATE,), cost=10,
    ),
    Operation(
        "exp2", ("x",), math.exp2,
        numpy="np.exp2(x)", partials=("0.6931471805599453*y",), spellings=("exp2",), definition="2^x",
        samples=(MODERATE,), cost=8,
    ),
    Operation(
        "log", ("x",), math.log, edges=("x",),
        numpy="np.log(x)", partials=("1/x",), spellings=("log", "ln"), definition="natural logarithm",
        domain="x > 0", samples=(POSITIVE,), cost=8,
        faults=(("x == 0", "log of zero"), ("x < 0", "log of a negative number")),
    ),
    Operation(
        "logbase", ("x", "b"), powers.logbase, edges=("x", "b", "b - 1"),
        numpy="np.log(x)/np.log(np.where(b == 0, np.nan, b))",
        partials=("1/xlog(x, b)", "-logslope(x, b)"), spellings=("log",),
        symbol="log({x}, {b})", definition="log(x)/log(b)", domain="x > 0, b > 0, b ≠ 1",
        samples=(POSITIVE, (1.1, 20.0)), cost=17, near=(("x == 0", "log(x)/log(b)"),),
        faults=(
            ("x == 0", "log of zero"), ("x < 0", "log of a negative number"),
            ("b <= 0", "log to a base that is not positive"), ("b == 1", "log to base 1"),
        ),
    ),
    Operation(
        "log10", ("x",), math.log10, edges=("x",),
        numpy="np.log10(x)", partials=("0.4342944819032518/x",), spellings=("log10",),
        definition="log(x)/log(10)", domain="x > 0", samples=(POSITIVE,), cost=9,
        near=(("x == 0", "0.4342944819032518*log(x)"),),
        faults=(("x == 0", "log10 of zero"), ("x < 0", "log10 of a negative number")),
    ),
    Operation(
        "log2", ("x",), math.log2, edges=("x",),
        numpy="np.log2(x)", partials=("1.4426950408889634/x",), spellings=("log2",),
        definition="log(x)/log(2)", domain="x > 0", samples=(POSITIVE,), cost=9,
        near=(("x == 0", "1.4426950408889634*log(x)"),),
        faults=(("x == 0", "log2 of zero"), ("x < 0", "log2 of a negative number")),
    ),
    Operation(
        "log1p", ("x",), math.log1p, edges=("1 + x",),
        numpy="np.log1p(x)", partials=("1/(1 + x)",), spellings=("log1p",), definition="log(1 + x)",
        domain="x > -1", samples=((-0.99, 1e3),), cost=10, near=(("x == -1", "log(1 + x)"),),
        faults=(("x == -1", "log1p of -1, the logarithm of zero"),
                ("x < -1", "log1p of a number below -1")),
    ),
    Operation(
        "sqrt", ("x",), powers.sqrt, edges=("x",),
        numpy="np.sqrt(x) + 0.0", exact="np.sqrt(x)", partials=("0.5/y",),
        spellings=("sqrt",), definition="square root",
        domain="x ≥ 0", samples=(POSITIVE,), cost=4, near=(("x == 0", "pow(x, 0.5)"),),
        faults=(("x < 0", "sqrt of a negative number"),),
    ),
    Operation(
        "cbrt", ("x",), powers.cbrt, edges=("x",),
        numpy="np.cbrt(x)", partials=("rootslope(x, 3)",), spellings=("cbrt",),
        definition="real cube root", near=(("x == 0", "sign(x)*pow(abs(x), 1/3)"),),
        samples=(MODERATE,), cost=10,
    ),
    Operation(
        "root", ("x", "n"), powers.root, edges=("x",), exact="np.root(x, n)",
        partials=("rootslope(x, n)", "-rootlog(x, n)"), spellings=("root", "nthroot", "surd"),
        definition="x^(1/n), real for negative x where n is odd",
        near=(("x == 0", "sign(x)*pow(abs(x), 1/n) if mod(n, 2) == 1 else pow(x, 1/n)"),),
        domain="x ≥ 0; x < 0 with odd n; n ≠ 0; x ≠ 0 where n < 0", samples=(POSITIVE, (2.0, 9.0)), cost=12,
        faults=(
            ("n == 0", "a root of order zero"),
            ("(x == 0) & (n < 0)", "a root of negative order of zero"),
            ("(x < 0) & (mod(n, 2) != 1)", "a root of a negative number whose order is not odd"),
        ),
    ),
    Operation("hypot", ("u", "v"), math.hypot, numpy="np.hypot(u, v)", partials=("cosine(u, v)",
              "cosine(v, u)"),
              kinks=(Kink("y == 0", "hypot has a corner at the origin"),),
              near=(("(u == 0) & (v == 0)", "sqrt(u*u + v*v)"),),
              spellings=("hypot",), definition="sqrt(u^2 + v^2)", samples=(ANY, (0.1, 1e3)), cost=6),
    # what the rules above use
    Operation(
        "xlog", ("x", "b"), powers.xlog,
        numpy="x*np.log(b)", partials=("log(b)", "x/b"), definition="x log(b)",
        domain="b > 0", samples=(POSITIVE, (1.1, 20.0)), cost=9,
        faults=(("b <= 0", "log of a number that is not positive"),),
    ),
    Operation(
        "logslope", ("x", "b"), powers.logslope,
        numpy="np.log(x)/(b*np.log(b)**2)",
        partials=("1/(x*(b*(log(b)*log(b))))", "-y*(log(b) + 2)/(b*log(b))"),
        definition="log(x)/(b log(b)^2)", domain="x > 0, b > 0, b ≠ 1",
        samples=(POSITIVE, (1.1, 20.0)), cost=20,
        faults=(("x <= 0", "log of a number that is not positive"),
                ("(b <= 0) | (b == 1)", "log to a base that is not positive, or 1")),
    ),
    Operation(
        "rootslope", ("x", "n"), powers.rootslope, exact="np.root(x, n)/(n*x)",
        partials=("y*(1 - n)/(n*x)", "-y*(log(abs(x))/n + 1)/n"), definition="x^(1/n)/(n x)",
        near=(("x == 0", "root(x, n)/(n*x)"),),
        domain="as root", samples=(POSITIVE, (2.0, 9.0)), cost=14,
        faults=(("(n == 0) | ((x < 0) & (mod(n, 2) != 1))", "a root that is not real"),),
    ),
    Operation(
        "rootlog", ("x", "n"), powers.rootlog, exact="np.root(x, n)*np.log(x)/(n*n)",
        partials=("rootslope(x, n)*(log(x)/n + 1)/n", "-y*(log(x)/n + 2)/n"),
        definition="x^(1/n) log(x)/n^2", domain="x ≥ 0", samples=(POSITIVE, (2.0, 9.0)), cost=20,
        faults=(("n == 0", "a root of order zero"), ("x < 0", "log of a negative number")),
    ),
    Operation("cosine", ("u", "v"), squares.cosine,
              numpy="np.where((u == 0) & (v == 0), 0.0, u/np.hypot(u, v))",
              partials=("cosine(v, u)*cosine(v, u)/hypot(u, v)", "-y*cosine(v, u)/hypot(u, v)"),
              definition="u/hypot(u, v); 0 at the origin",
              near=(("(u == 0) & (v == 0)", "u/hypot(u, v)"),), samples=(ANY, (0.1, 1e3)), cost=7),
)
# fmt: on
