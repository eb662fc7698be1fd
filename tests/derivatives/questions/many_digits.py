"""Random programs, and what they give in many digits: for tests of bounds of rounding errors."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import mpmath
from mpmath import mp, mpf

DIGITS = 60
LARGEST = 1e12  # arguments; of larger ones many digits take long
UNARY = (
    "sin", "cos", "exp", "log", "sqrt", "tanh", "atan", "expm1", "log1p", "erf", "normcdf", "sinh", "cosh",
    "sigmoid", "softplus", "asin", "cbrt", "tan", "acosh", "erfc", "square",
)  # fmt: skip
BINARY = ("+", "-", "*", "/")
NUMBERS = ("0.1", "0.3", "3", "2", "1e-3", "7.7", "1e8", "1e-9", "0.5", "1", "100", "pi")


def _real(function: Callable[[mpf], Any]) -> Callable[[mpf], mpf]:
    def real(x: mpf) -> mpf:
        if abs(x) > LARGEST:
            raise ValueError
        y = function(x)
        if not mp.isfinite(y) or mp.im(y) != 0:
            raise ValueError
        return mp.re(y)

    return real


def _functions() -> dict[str, Any]:
    table: dict[str, Any] = {name: _real(getattr(mpmath, name)) for name in UNARY if hasattr(mpmath, name)}
    table |= {
        "normcdf": _real(mpmath.ncdf),
        "sigmoid": _real(lambda x: 1 / (1 + mp.exp(-x))),
        "softplus": _real(lambda x: mp.log1p(mp.exp(x))),
        "cbrt": lambda x: mp.sign(x) * mp.cbrt(abs(x)),
        "norm": lambda v: mp.sqrt(sum(x * x for x in v)),
        "sum": sum,
        "prod": mpmath.fprod,
        "dot": lambda u, v: sum(a * b for a, b in zip(u, v, strict=True)),
        "M": lambda text: mpf(float(text)),
        "pi": mpf(float(mp.pi)),
        "square": lambda x: x * x,
    }
    return table


def text_of(random: Random) -> str:
    """A program of x, y and the vector v: lines, loops, updates, an output."""
    names, lines = ["x", "y", "v[0]", "v[1]", "v[2]"], ["input x, y, v[3]"]
    for k in range(random.randint(0, 3)):
        kind = random.random()
        if kind < 0.35:
            lines.append(f"a{k} = {expression(random, names, 2)}")
            names.append(f"a{k}")
        elif kind < 0.6:
            lines.append(f"v[{random.randint(0, 2)}] = {expression(random, names, 2)}")
        elif kind < 0.8:
            lines.append(f"s{k} = {expression(random, names, 1)}")
            lines.append(f"for i in range({random.randint(2, 4)}):")
            lines.append(f"    s{k} = {expression(random, [*names, f's{k}', 'i'], 2)}")
            names.append(f"s{k}")
        else:
            lines.append(f"c{k} = {expression(random, [], 2)}")
            names.append(f"c{k}")
    if random.random() < 0.4:
        names += ["norm(v)", "sum(v)", "prod(v)", "dot(v, v)"]
    lines.append(f"output {expression(random, names, 3)}")
    return "\n".join(lines)


def expression(random: Random, names: list[str], depth: int) -> str:
    if depth == 0 or random.random() < 0.15:
        number = random.choice(NUMBERS)
        return random.choice(names) if names and random.random() < 0.7 else f"({number})"
    if random.random() < 0.4:
        name = random.choice(UNARY)
        inner = expression(random, names, depth - 1)
        return f"({inner})**2" if name == "square" else f"{name}({inner})"
    if random.random() < 0.08:
        return f"({expression(random, names, depth - 1)})**{random.choice((3, -1, 4, '0.5'))}"
    left, right = (expression(random, names, depth - 1) for _ in range(2))
    return f"({left} {random.choice(BINARY)} {right})"


def exactly(text: str, point: dict[str, Any]) -> mpf:
    """The output of a program in many digits, where literals are the nearest doubles."""
    body = re.sub(r"(?<!range)\((\d+\.?\d*(?:e-?\d+)?)\)", r"(M('\1'))", text.partition("\n")[2])
    names = _functions() | {k: list(x) if isinstance(x, list) else x for k, x in point.items()}
    exec(body.replace("output ", "f = "), names)
    value = names["f"]
    if not mp.isfinite(value) or mp.im(value) != 0:
        raise ValueError
    return mpf(value)
