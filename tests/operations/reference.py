"""What every operation is, in mpmath; derivatives of that by central differences at high precision.

f' is (f(x + h) - f(x - h))/2h with h = 2^-120 min(|x|, 1): next to a singularity, at a distance of
2^-53 |x|, the truncation error is 2^-134, and the working precision leaves the cancellation room.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mpmath import mp, mpf

from adcli.operations import Operation

Reference = Callable[..., Any]


def _pow(u: Any, v: Any) -> Any:
    return mpf(1) if v == 0 else mp.power(u, v)


def _root(x: Any, n: Any) -> Any:
    if x < 0:
        return -mp.power(-x, 1 / n) if mp.floor(n) == n and n % 2 == 1 else mp.power(x, 1 / n)
    return mp.power(x, 1 / n)


def _share(x: Any, *u: Any) -> Any:
    return 1 / (1 + mp.fsum(mp.exp(a - x) for a in u))


def _rest(x: Any, *u: Any) -> Any:
    others = mp.fsum(mp.exp(a - x) for a in u)
    return others / (1 + others)


def _sphj(x: Any, n: Any) -> Any:
    if n < 0:
        return mpf(0)
    if n == 0:
        return mp.sin(x) / x if x else mpf(1)
    with mp.workprec(2 * mp.prec):
        return mp.sign(x) ** int(n) * mp.sqrt(mp.pi / (2 * abs(x))) * mp.besselj(n + mpf(1) / 2, abs(x))


def _psi(n: Any, x: Any) -> Any:
    return mp.psi(int(n), x)


def _erfinvslope(x: Any) -> Any:
    return mp.sqrt(mp.pi) / 2 * mp.exp(mp.erfinv(x) ** 2)


def _sigmoid(x: Any) -> Any:
    return 1 / (1 + mp.exp(-x))


def _beta(a: Any, b: Any) -> Any:
    return mp.gammaprod([a, b], [a + b])


def _betaslope(a: Any, b: Any) -> Any:
    return _beta(a, b) * (mp.digamma(a) - mp.digamma(a + b))


def _betacross(a: Any, b: Any) -> Any:
    with mp.workprec(mp.prec + 200):
        s = mp.digamma(a + b)
        return _beta(a, b) * ((mp.digamma(a) - s) * (mp.digamma(b) - s) - mp.psi(1, a + b))


def _lgamma(x: Any) -> Any:
    return mp.re(mp.loggamma(x)) if x > 0 else mp.log(abs(mp.gamma(x)))


def _normcdf(x: Any) -> Any:
    return mp.erfc(-x / mp.sqrt(2)) / 2


def _siluslope(x: Any) -> Any:
    s = _sigmoid(x)
    return s + x * s * _sigmoid(-x)


REFERENCE: dict[str, Reference] = {
    "add": lambda u, v: u + v,
    "sub": lambda u, v: u - v,
    "mul": lambda u, v: u * v,
    "div": lambda u, v: u / v,
    "neg": lambda x: -x,
    "pow": _pow,
    "powlog": lambda u, v, n, k: mpf(0) if u == 0 else mp.power(u, v - k) * mp.log(u) ** n,
    "mod": lambda u, v: u - v * mp.floor(u / v),
    "floordiv": lambda u, v: mp.floor(u / v),
    "exp": mp.exp,
    "expm1": mp.expm1,
    "exp2": lambda x: mp.power(2, x),
    "log": mp.log,
    "logbase": lambda x, b: mp.log(x) / mp.log(b),
    "log10": lambda x: mp.log(x) / mp.log(10),
    "log2": lambda x: mp.log(x) / mp.log(2),
    "log1p": mp.log1p,
    "sqrt": mp.sqrt,
    "cbrt": lambda x: _root(x, mpf(3)),
    "root": _root,
    "xlog": lambda x, b: x * mp.log(b),
    "logslope": lambda x, b: mp.log(x) / (b * mp.log(b) ** 2),
    "rootslope": lambda x, n: _root(x, n) / (n * x),
    "rootlog": lambda x, n: _root(x, n) * mp.log(x) / n**2,
    "sin": mp.sin,
    "cos": mp.cos,
    "tan": mp.tan,
    "cot": mp.cot,
    "sec": mp.sec,
    "csc": mp.csc,
    "asin": mp.asin,
    "acos": mp.acos,
    "atan": mp.atan,
    "acot": lambda x: mp.pi / 2 if x == 0 else mp.atan(1 / x),
    "asec": lambda x: mp.acos(1 / x),
    "acsc": lambda x: mp.asin(1 / x),
    "atan2": mp.atan2,
    "sec2": lambda x: 1 / mp.cos(x) ** 2,
    "csc2": lambda x: 1 / mp.sin(x) ** 2,
    "sectan": lambda x: mp.sin(x) / mp.cos(x) ** 2,
    "csccot": lambda x: mp.cos(x) / mp.sin(x) ** 2,
    "onepsq": lambda x: 1 + x**2,
    "onemsq": lambda x: 1 - x**2,
    "rootonepsq": lambda x: mp.sqrt(1 + x**2),
    "rootonemsq": lambda x: mp.sqrt(1 - x**2),
    "rootsqmone": lambda x: mp.sqrt(x**2 - 1),
    "asecden": lambda x: abs(x) * mp.sqrt(x**2 - 1),
    "dipole": lambda u, v: u / (u**2 + v**2),
    "sind": lambda x: mp.sinpi(x / 180),
    "cosd": lambda x: mp.cospi(x / 180),
    "tand": lambda x: mp.sinpi(x / 180) / mp.cospi(x / 180),
    "asind": lambda x: mp.asin(x) * 180 / mp.pi,
    "acosd": lambda x: mp.acos(x) * 180 / mp.pi,
    "atand": lambda x: mp.atan(x) * 180 / mp.pi,
    "radians": lambda x: x * mp.pi / 180,
    "degrees": lambda x: x * 180 / mp.pi,
    "tandslope": lambda x: mp.pi / 180 / mp.cospi(x / 180) ** 2,
    "sinh": mp.sinh,
    "cosh": mp.cosh,
    "tanh": mp.tanh,
    "coth": mp.coth,
    "sech": mp.sech,
    "csch": mp.csch,
    "asinh": mp.asinh,
    "acosh": mp.acosh,
    "atanh": mp.atanh,
    "acoth": lambda x: mp.atanh(1 / x),
    "asech": lambda x: mp.acosh(1 / x),
    "acsch": lambda x: mp.asinh(1 / x),
    "sech2": lambda x: mp.sech(x) ** 2,
    "csch2": lambda x: mp.csch(x) ** 2,
    "sechtanh": lambda x: mp.sech(x) * mp.tanh(x),
    "cschcoth": lambda x: mp.csch(x) * mp.coth(x),
    "asechden": lambda x: x * mp.sqrt(1 - x**2),
    "acschden": lambda x: abs(x) * mp.sqrt(1 + x**2),
    "sigmoid": _sigmoid,
    "logit": lambda x: mp.log(x / (1 - x)),
    "softplus": lambda x: mp.log1p(mp.exp(x)),
    "silu": lambda x: x * _sigmoid(x),
    "gelu": lambda x: x * _normcdf(x),
    "relu": lambda x: max(x, mpf(0)),
    "logsumexp": lambda *u: max(u) + mp.log(mp.fsum(mp.exp(a - max(u)) for a in u)),
    "sigmoidslope": lambda x: _sigmoid(x) * _sigmoid(-x),
    "siluslope": _siluslope,
    "logisticmap": lambda x: x * (1 - x),
    "share": _share,
    "rest": _rest,
    "erf": mp.erf,
    "erfc": mp.erfc,
    "erfinv": mp.erfinv,
    "normpdf": lambda x: mp.exp(-(x**2) / 2) / mp.sqrt(2 * mp.pi),
    "normcdf": _normcdf,
    "gamma": mp.gamma,
    "lgamma": _lgamma,
    "digamma": mp.digamma,
    "polygamma": _psi,
    "beta": _beta,
    "betaslope": _betaslope,
    "betacross": _betacross,
    "factorial": lambda x: mp.gamma(x + 1),
    "sinc": lambda x: mp.sin(x) / x if x else mpf(1),
    "gauss": lambda x: mp.exp(-(x**2)),
    "erfinvslope": _erfinvslope,
    "psidiff": lambda n, a, b: _psi(n, a) - _psi(n, a + b),
    "sphj": _sphj,
    "abs": abs,
    "max": max,
    "min": min,
    "clamp": lambda x, lo, hi: min(max(x, lo), hi),
    "hypot": mp.hypot,
    "floor": mp.floor,
    "ceil": mp.ceil,
    "round": mp.nint,
    "trunc": lambda x: mp.sign(x) * mp.floor(abs(x)),
    "sign": mp.sign,
    "heaviside": lambda x: (1 + mp.sign(x)) / 2,
    "cosine": lambda u, v: u / mp.hypot(u, v) if u or v else mpf(0),
    "ties": lambda top, *u: mpf(u.count(top)),
}


MOST = 6000  # bits; a difference that is lost even then is 0
LEFT = 230  # bits: more than the steps' 120, which an argument's own rounding loses


def _exponent(point: Sequence[float]) -> int:
    return max((abs(int(mp.frexp(mpf(x))[1])) for x in point if x), default=0)


def value(operation: Operation, point: Sequence[float]) -> Any:
    """The operation at the point."""
    with mp.workprec(300 + _exponent(point)):
        return REFERENCE[operation.name](*map(mpf, point))


def step(x: float) -> Any:
    """h for central differences."""
    return mp.ldexp(min(abs(mpf(x)), mpf(1)) if x else mpf(1), -120)


def _difference(point: Sequence[float], terms: Callable[[], list[Any]]) -> Any:
    """The sum of the terms, at a precision at which enough bits of it are left."""
    bits = 600 + 3 * _exponent(point)
    while True:
        with mp.workprec(bits):
            parts = terms()
            total = mp.fsum(parts)
            if abs(total) * mp.ldexp(1, bits - LEFT) > max(map(abs, parts)):
                return total
        if bits > MOST:
            return mpf(0)
        bits *= 2


def _at(operation: Operation, point: Sequence[float], moves: dict[int, Any]) -> Any:
    x = [mpf(a) for a in point]
    for i, move in moves.items():
        x[i] += move
    return REFERENCE[operation.name](*x)


def first(operation: Operation, point: Sequence[float], i: int) -> Any:
    """The partial by argument i."""
    h = step(point[i])

    def terms() -> list[Any]:
        return [_at(operation, point, {i: h}), -_at(operation, point, {i: -h})]

    with mp.workprec(420):
        return _difference(point, terms) / (2 * h)


def second(operation: Operation, point: Sequence[float], i: int, j: int) -> Any:
    """The second partial by arguments i and j."""
    h, k = step(point[i]), step(point[j])

    def pure() -> list[Any]:
        middle = _at(operation, point, {})
        return [_at(operation, point, {i: h}), -middle, -middle, _at(operation, point, {i: -h})]

    def mixed() -> list[Any]:
        return [a * b * _at(operation, point, {i: a * h, j: b * k}) for a in (1, -1) for b in (1, -1)]

    with mp.workprec(420):
        return _difference(point, pure) / h**2 if i == j else _difference(point, mixed) / (4 * h * k)
