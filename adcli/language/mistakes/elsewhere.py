"""Functions of other systems, and how they are written here.

`instead` turns a call that is none of ours into what was meant; `advice_on` says in words what to do
about a name that is not a matter of spelling. These are the only lists of such names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from adcli.language.mistakes.brackets import substituted
from adcli.operations import find

# Ours, and then the other names of the same function, with the same arguments in the same order.
RENAMED = """
sin       sinus sine sen seno
cos       cosinus cosine coseno
tan       tg tangent tangens tng
cot       ctg cotan cotg cotangent ctan
sec       secant
csc       cosecant
asin      arsin asn arcsine arcussinus
acos      arcos acs arccosine arcuscosinus
atan      arctg arctangent atn arcustangens atg
acot      arcctg arcctan actg acotan arccotan
atan2     arctg2 atan_2
sinh      sh shin
cosh      ch
tanh      th tgh tansig
coth      cth ctgh
asinh     arsh argsh argsinh ash
acosh     arch argch argcosh ach
atanh     arth argth argtanh ath
sind      sindg
cosd      cosdg
tand      tandg
exp       expo exponential
log       loge logarithm reallog
log10     lg logten
log2      ld lb
log1p     ln1p lnp1
sqrt      squareroot sqroot wurzel raiz racine realsqrt
cbrt      cuberoot cubicroot croot
pow       realpow
abs       absval absolutevalue modulus betrag
sign      signum
ceil      roundup
floor     rounddown
trunc     int truncate integer
mod       modulo
max       maximo
heaviside step unitstep heavisidetheta
degrees   deg todegrees todeg radtodeg
radians   rad toradians torad degtorad
lgamma    lngamma
digamma   psi0
erfinv    inverf inverseerf
normcdf   cdf pnorm normalcdf cnorm
normpdf   pdf dnorm normalpdf
sigmoid   sigm
softplus  log1pexp
relu      ramp
logsumexp lse
sum       total fsum
prod      product
mean      average avg
dot       vdot inner innerproduct dotproduct scalarproduct
norm      norm2 l2norm
inv       inverse
det       determinant
logdet    slogdet
trace     tr
outer     outerproduct
cross     crossproduct
eye       identity
cumsum    accumulate
concat    cat concatenate
where     if iif ifelse ite ifthenelse cond ifthen
clamp     bound limit
"""

# A call, and what is the same. The first names are parameters of the second.
FORMULAS = """
sqr(x), sq(x), square(x), squared(x), abs2(x)  = x^2
cube(x), cubed(x)                  = x^3
exp10(x), pow10(x)                 = 10^x
reciprocal(x), recip(x)            = 1/x
rsqrt(x), invsqrt(x)               = 1/sqrt(x)
neg(x), negative(x)                = -x
atan(y, x), arctan(y, x), arctg(y, x)  = atan2(y, x)
logn(x, n), logb(x, n), logbase(x, n)  = log(x, n)
root(x)                            = sqrt(x)
atan2d(y, x), arctan2d(y, x)       = degrees(atan2(y, x))
cotd(x), cotdg(x)                  = 1/tand(x)
secd(x)                            = 1/cosd(x)
cscd(x)                            = 1/sind(x)
sinpi(x)                           = sin(pi*x)
cospi(x)                           = cos(pi*x)
tanpi(x)                           = tan(pi*x)
hav(x), haversin(x)                = sin(x/2)^2
versin(x)                          = 2*sin(x/2)^2
cosm1(x)                           = -2*sin(x/2)^2
logcosh(x)                         = x + softplus(-2*x) - log(2)
logsigmoid(x), logexpit(x)         = -softplus(-x)
logsoftmax(v)                      = v - logsumexp(v)
softmin(v)                         = softmax(-v)
norminv(p), normppf(p), ndtri(p), probit(p), qnorm(p)  = sqrt(2)*erfinv(2*p - 1)
normcdf(x, m, s)                   = normcdf((x - m)/s)
normpdf(x, m, s)                   = normpdf((x - m)/s)/s
normsf(x)                          = normcdf(-x)
normlogpdf(x)                      = -x^2/2 - log(2*pi)/2
erfcinv(x)                         = erfinv(1 - x)
binomial(n, k), binom(n, k), ncr(n, k), comb(n, k), choose(n, k), nchoosek(n, k)  = factorial(n)/(factorial(k)*factorial(n - k))
npr(n, k), perm(n, k)              = factorial(n)/factorial(n - k)
perm(n), fact(n)                   = factorial(n)
betaln(a, b), lbeta(a, b), logbeta(a, b), lnbeta(a, b)  = lgamma(a) + lgamma(b) - lgamma(a + b)
lnfactorial(n), logfactorial(n)    = lgamma(n + 1)
polygamma(x)                       = digamma(x)
trigamma(x)                        = polygamma(1, x)
xlogy(x, y)                        = x*log(y)
xlog1py(x, y)                      = x*log1p(y)
entr(x)                            = -x*log(x)
relentr(x, y)                      = x*log(x/y)
relu6(x)                           = clamp(x, 0, 6)
leakyrelu(x)                       = where(x > 0, x, 0.01*x)
leakyrelu(x, a)                    = where(x > 0, x, a*x)
elu(x)                             = where(x > 0, x, expm1(x))
hardtanh(x)                        = clamp(x, -1, 1)
saturate(x)                        = clamp(x, 0, 1)
softsign(x)                        = x/(1 + abs(x))
mish(x)                            = x*tanh(softplus(x))
step(a, x)                         = heaviside(x - a)
fmod(x, y), rem(x, y)              = x - y*trunc(x/y)
floordivide(x, y)                  = x // y
copysign(x, y)                     = abs(x)*where(y < 0, -1, 1)
ldexp(x, n)                        = x*2^n
fma(a, b, c)                       = a*b + c
lerp(a, b, t), mix(a, b, t)        = a + t*(b - a)
isqrt(n)                           = floor(sqrt(n))
round(x, n)                        = round(x*10^n)/10^n
add(a, b), plus(a, b)              = a + b
subtract(a, b), minus(a, b)        = a - b
multiply(a, b), times(a, b)        = a*b
divide(a, b), truedivide(a, b), rdivide(a, b)  = a/b
real(x), re(x), conj(x), conjugate(x), float(x), double(x), float64(x)  = x
array(x), asarray(x), tensor(x), Float64(x), copy(x), deepcopy(x)  = x
distance(p, q), dist(p, q)         = norm(p - q)
sumsq(v)                           = sum(v^2)
sd(v), stdev(v)                    = std(v, ddof=1)
full(n, c)                         = c*ones(n)
arange(n)                          = range(n)
arange(a, b)                       = range(a, b)
arange(a, b, h)                    = range(a, b, h)
zeroslike(x)                       = 0*x
oneslike(x)                        = 0*x + 1
append(v, x)                       = concat(v, [x])
reversed(v), reverse(v), flip(v)   = v[::-1]
ravel(x), flatten(x)               = reshape(x, -1)
any(v)                             = max(v) > 0
all(v)                             = min(v) > 0
size(x), length(x), numel(x)       = len(x)
diff(v)                            = v[1:] - v[:-1]
trapz(y, x), trapezoid(y, x)       = sum((y[1:] + y[:-1])/2*(x[1:] - x[:-1]))
isclose(a, b)                      = abs(a - b) < 1e-9
columnstack(a, b)                  = stack(a, b, axis=1)
vstack(a, b)                       = stack(a, b)
hstack(a, b)                       = concat(a, b)
"""  # noqa: E501

# Functions that are not here, and are near in name to others that are.
ABSENT = """
gammainc gammaincc gammap gammaq expint exp1 expn expi betainc betaincinv gammaincinv erfi sinint
cosint sinhint coshint logint legendre lambertw zeta airy ellipk ellipe kron einsum conv fft ifft polylog
polyval polyfit roots tanc sinhc gammasgn glu rrelu prelu nbdtr bdtr
"""

# Calls in square brackets, as Mathematica has them.
IN_SQUARE_BRACKETS = {("ArcTan", 2): "atan2({1}, {0})", ("Log", 2): "log({1}, {0})"}

NO_SORTING = "nothing is sorted here; min(a, b) and max(a, b) put two numbers in order"
NO_CHANCE = "there are no random numbers here: make it an input, and give its value with --at"
NO_POSITIONS = "there are values, and no positions: max(x) and min(x) give the values"
IT_DIFFERENTIATES = "adcli differentiates: write the function itself"
ONLY_REAL = "there are no complex numbers here"
ONLY_NUMBERS = "there are only numbers and arrays of them: leave it out"

# What is said about names that stand for no expression of ours.
ADVICE = {
    "erfcx": "there is none yet: up to x = 26 it is exp(x^2)*erfc(x), from 1e4 on 1/(x*sqrt(pi))",
    "print": "results are named with output: write output x",
    "bool": "a number is true when it is not 0: leave it out",
    "list": "leave it out, or write [… for …]",
    "tuple": "leave it out",
    "map": "write [f(v) for v in x]",
    "filter": "write [v for v in x if …]",
    "roll": "write concat(x[-1:], x[:-1])",
    "tile": "write concat(x, x)",
    "squeeze": "write reshape(x, n)",
    "expanddims": "write reshape(x, n, 1)",
    "divmod": "write x // y and x % y",
    "remainder": "write mod(x, y), which has the sign of y; x - y*round(x/y) is the nearest remainder",
    "variance": "write var(x), which divides by n; var(x, ddof=1) divides by n - 1",
    "stddev": "write std(x), which divides by n; std(x, ddof=1) divides by n - 1",
    "frac": "write x - floor(x); x - trunc(x) keeps the sign",
    "nan": "there is no nan here: what has no value is an error",
    "isnan": "what has no value is an error here: leave it out",
    "isfinite": "compare with inf: abs(x) < inf",
    "isinf": "compare with inf: abs(x) == inf",
    "isinstance": ONLY_NUMBERS,
    "type": ONLY_NUMBERS,
    "str": ONLY_NUMBERS,
    "complex": ONLY_REAL,
    **dict.fromkeys(("imag", "im", "arg", "angle", "phase"), ONLY_REAL),
    **dict.fromkeys(("sort", "sorted", "argsort", "median", "quantile", "percentile"), NO_SORTING),
    **dict.fromkeys(("argmax", "argmin", "indexof"), NO_POSITIONS),
    **dict.fromkeys(("rand", "randn", "random", "uniform", "randint", "gauss", "randi"), NO_CHANCE),
    **dict.fromkeys(("grad", "gradient", "derivative", "hessian", "jacobian"), IT_DIFFERENTIATES),
}

# Modules whose functions are written here without them.
MODULES = """
np jnp numpy math Math scipy sp special linalg stats torch nn functional F tf keras K jax lax sympy sym sy
mpmath mp cmath std Base cupy cp anp autograd gsl onp pt ti random stan ca casadi xp tl th
"""


@cache
def _renamed() -> dict[str, str]:
    lines = (line.split() for line in RENAMED.strip().splitlines())
    return {plain(other): ours for ours, *others in lines for other in others}


@cache
def _formulas() -> dict[tuple[str, int], tuple[tuple[str, ...], str]]:
    """By name and number of arguments: the parameters, and the formula."""
    found = {}
    for line in FORMULAS.strip().splitlines():
        calls, _, formula = line.rpartition("  = ") if "  = " in line else line.partition(" = ")
        for name, inside in re.findall(r"(\w+)\(([^)]*)\)", calls):
            parameters = tuple(re.findall(r"\w+", inside))
            found[name, len(parameters)] = parameters, formula.strip()
    return found


def plain(name: str) -> str:
    """A name as it is compared with others: Log_10 and log10 are one."""
    return (name.replace("_", "") or name).lower()


def instead(name: str, arguments: Sequence[str]) -> str | None:
    """What to write instead of a call, by the texts of its arguments."""
    for spelt in (name, plain(name)):
        if known := _formulas().get((spelt, len(arguments))):
            parameters, formula = known
            return substituted(formula, dict(zip(parameters, arguments, strict=True)))
    if len(arguments) == 1 and (
        base := re.fullmatch(r"log_([^\W\d])|log_?(?!2$|10$)(\d+)", name)
    ):  # log_b(x)
        return f"log({arguments[0]}, {base[1] or base[2]})"
    ours = _renamed().get(plain(name))
    return f"{ours}({', '.join(arguments)})" if ours and accepts(ours, len(arguments)) else None


def accepts(name: str, count: int) -> bool:
    """Whether a function of ours takes so many arguments."""
    from adcli.language.grammar.vocabulary import CALLS

    entry = CALLS.get(name)
    return find(name, count) is not None or (entry is not None and entry.least <= count <= entry.most)


def other_name(name: str) -> str | None:
    """Our name for a function that has another elsewhere."""
    return _renamed().get(plain(name))


def advice_on(name: str) -> str | None:
    """What to do about a name that stands for no expression of ours."""
    return ADVICE.get(name) or ADVICE.get(plain(name))


def is_absent(name: str) -> bool:
    """Whether a name is that of a function elsewhere that has no counterpart here."""
    return plain(name) in ABSENT.split()


def is_module(name: str) -> bool:
    """Whether a name is a module's, as in `torch.exp(x)`."""
    return name in MODULES.split()
