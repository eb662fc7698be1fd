"""Special functions: the error function's and the gamma function's families, sinc's Bessel family."""

from __future__ import annotations

import math

from adcli.operations.floats import bessel, beta, errorfunctions, gammas
from adcli.operations.operation import Operation

POSITIVE = (0.1, 20.0)
BULK = (3.0, 20.0)
SMALL = (-5.0, 5.0)

POLES = "x not 0, -1, -2, …"


def _pole(name: str) -> tuple[tuple[str, str], ...]:
    return (("(x <= 0) & (x == floor(x))", f"{name} of zero or a negative whole number"),)


# fmt: off
OPERATIONS = (
    Operation("erf", ("x",), math.erf, scipy="sp.erf(x)", partials=("1.1283791670955126*gauss(x)",),
              spellings=("erf",), definition="2/sqrt(π) ∫ e^-t² dt from 0 to x", samples=(SMALL,), cost=20),
    Operation("erfc", ("x",), math.erfc, scipy="sp.erfc(x)", partials=("-1.1283791670955126*gauss(x)",),
              spellings=("erfc",), definition="1 - erf(x)", samples=(SMALL,), cost=20),
    Operation("erfinv", ("x",), errorfunctions.erfinv, scipy="sp.erfinv(x)", partials=("erfinvslope(x)",),
              spellings=("erfinv",), definition="inverse of erf", domain="-1 < x < 1",
              samples=((-0.999, 0.999),), cost=60,
              faults=(("(x == 1) | (x == -1)", "erfinv of 1 or -1, where it is infinite"),
                      ("(x < -1) | (x > 1)", "erfinv of a number outside -1 to 1"))),
    Operation("normpdf", ("x",), errorfunctions.normpdf, numpy="kernels.gauss(x, 0.5)/np.sqrt(2*np.pi)",
              exact="np.exp(-0.5*x*x)/np.sqrt(2*np.pi)",
              partials=("-x*y",), spellings=("normpdf",), definition="e^(-x²/2)/sqrt(2π)",
              samples=(SMALL,), cost=12),
    Operation("normcdf", ("x",), errorfunctions.normcdf, scipy="sp.ndtr(x)", partials=("normpdf(x)",),
              spellings=("normcdf", "ndtr"), definition="∫ normpdf from -∞ to x", samples=(SMALL,), cost=24),
    Operation("gamma", ("x",), gammas.gamma, scipy="sp.gamma(x)", partials=("y*digamma(x)",),
              spellings=("gamma", "tgamma"), definition="∫ t^(x-1) e^-t dt from 0 to ∞",
              domain=POLES, faults=_pole("gamma"), samples=(POSITIVE,), cost=30),
    Operation("lgamma", ("x",), gammas.lgamma, scipy="sp.gammaln(x)", partials=("digamma(x)",),
              spellings=("lgamma", "gammaln", "loggamma"), definition="log |gamma(x)|",
              domain=POLES, faults=_pole("lgamma"), samples=(POSITIVE,), cost=30),
    Operation("digamma", ("x",), gammas.digamma, scipy="sp.digamma(x)", partials=("polygamma(1, x)",),
              spellings=("digamma", "psi"), definition="derivative of log gamma(x)",
              domain=POLES, faults=_pole("digamma"), samples=(POSITIVE,), cost=40),
    Operation("polygamma", ("n", "x"), gammas.polygamma, scipy="sp.polygamma(n, x)",
              partials=(None, "polygamma(n + 1, x)"), spellings=("polygamma",),
              definition="n-th derivative of digamma(x)", domain="whole n ≥ 0; " + POLES,
              samples=((1.0, 1.0), POSITIVE), cost=80,
              faults=(("(n < 0) | (n != floor(n))", "polygamma whose order is not a whole number from 0"),
                      *_pole("polygamma"))),
    Operation("beta", ("a", "b"), beta.beta, scipy="sp.beta(a, b)",
              partials=("betaslope(a, b)", "betaslope(b, a)"), spellings=("beta",),
              definition="gamma(a) gamma(b)/gamma(a + b)", domain="a, b not 0, -1, -2, …",
              samples=(POSITIVE, POSITIVE), cost=90,
              faults=(("((a <= 0) & (a == floor(a))) | ((b <= 0) & (b == floor(b)))",
                       "beta of zero or a negative whole number"),)),
    Operation("factorial", ("x",), gammas.factorial, scipy="sp.gamma(x + 1)", partials=("y*digamma(x + 1)",),
              spellings=("factorial",), definition="gamma(x + 1)", domain="x not -1, -2, …",
              samples=((0.0, 20.0),), cost=31,
              faults=(("(x < 0) & (x == floor(x))", "factorial of a negative whole number"),)),
    Operation("sinc", ("x",), bessel.sinc, numpy="np.where(x == 0, 1.0, sin(x)/np.where(x == 0, 1.0, x))",
              partials=("-sphj(x, 1)",), spellings=("sinc",), definition="sin(x)/x; sinc(0) = 1",
              samples=((-10.0, 10.0),), cost=10),

    # what the rules above use
    Operation("gauss", ("x",), errorfunctions.gauss, numpy="kernels.gauss(x, 1.0)",
              exact="np.exp(-x*x)", partials=("-2*x*y",),
              definition="e^-x²", samples=(SMALL,), cost=10),
    Operation("erfinvslope", ("x",), errorfunctions.erfinvslope, partials=("2*erfinv(x)*y^2",),
              scipy="0.886226925452758*np.exp(sp.erfinv(x)**2)",
              definition="sqrt(π)/2 e^(erfinv(x)²)", domain="-1 < x < 1", samples=((-0.999, 0.999),), cost=70,
              faults=(("(x <= -1) | (x >= 1)", "erfinv of a number outside -1 to 1"),)),
    # near a = 0 and b = 0 betacross is regular, but its rules, which third derivatives need, cancel
    Operation("betaslope", ("a", "b"), beta.betaslope, exact="beta(a, b)*psidiff(0, a, b)",
              partials=("y*psidiff(0, a, b) + beta(a, b)*psidiff(1, a, b)", "betacross(a, b)"),
              definition="beta(a, b)*(digamma(a) - digamma(a + b))", domain="a, b not 0, -1, -2, …",
              samples=(BULK, BULK), cost=250),
    Operation("betacross", ("a", "b"), beta.betacross,
              exact="beta(a, b)*(psidiff(0, a, b)*psidiff(0, b, a) - polygamma(1, a + b))",
              partials=("betaslope(b, a)*(psidiff(0, a, b)*psidiff(0, a, b) + psidiff(1, a, b))"
                        " - beta(a, b)*(2*polygamma(1, a + b)*psidiff(0, a, b) + polygamma(2, a + b))",
                        "betaslope(a, b)*(psidiff(0, b, a)*psidiff(0, b, a) + psidiff(1, b, a))"
                        " - beta(a, b)*(2*polygamma(1, a + b)*psidiff(0, b, a) + polygamma(2, a + b))"),
              definition="the mixed second derivative of beta", domain="a, b not 0, -1, -2, …",
              samples=(BULK, BULK), cost=800),
    Operation("psidiff", ("n", "a", "b"), beta.psidiff,
              exact="sp.polygamma(n, a) - sp.polygamma(n, a + b)",
              partials=(None, "psidiff(n + 1, a, b)", "-polygamma(n + 1, a + b)"),
              definition="polygamma(n, a) - polygamma(n, a + b)", domain="a, a + b not 0, -1, -2, …",
              samples=((0.0, 0.0), POSITIVE, POSITIVE), cost=160,
              faults=(("((a <= 0) & (a == floor(a))) | ((a + b <= 0) & (a + b == floor(a + b)))",
                       "digamma of zero or a negative whole number"),)),
    Operation("sphj", ("x", "n"), bessel.sphj, exact="sp.spherical_jn(n, x)",
              partials=("(n*sphj(x, n - 1) - (n + 1)*sphj(x, n + 1))/(2*n + 1)", None),
              definition="spherical Bessel function j_n(x)", samples=((-10.0, 10.0), (1.0, 1.0)), cost=30),
)
# fmt: on
