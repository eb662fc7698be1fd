"""Germs: powers of t, their order, and the operations of the table beside a point."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product as pairs
from math import inf, isfinite, pi

import mpmath
import pytest

from adcli.numbers.germs.exponents import exponent, logs_of, power_of
from adcli.numbers.germs.germ import Beyond, Germ, Line, Unknown, compared, sign
from adcli.numbers.germs.onarrays import GERMS, on_germs
from adcli.numbers.germs.singular import power
from adcli.operations import TABLE, Form
from adcli.operations.operation import UNDEFINED
from tests.operations.points import SCALARS, admitted, count_of

ELEMENTWISE = [operation for operation in SCALARS if operation.form is Form.ELEMENTWISE]


def germ(*terms: float, order: int = 8) -> Germ:
    """Σ c_k t^k."""
    return Germ(Line(order), dict(enumerate(map(float, terms))), order)


def coefficients(g: Germ, count: int) -> list[float]:
    return [float(g.terms.get(k, 0.0)) for k in range(count)]


def test_arithmetic_is_that_of_series() -> None:
    x = germ(2, 1)
    assert coefficients(x * x, 4) == [4, 4, 1, 0]
    assert coefficients(1 / x, 4) == [0.5, -0.25, 0.125, -0.0625]
    assert coefficients((x * x) / x, 4) == [2, 1, 0, 0]
    assert coefficients(3 - x, 3) == [1, -1, 0]
    assert (x - x).terms == {}


def test_poles_and_roots_are_powers() -> None:
    t = germ(0, 1)
    assert (1 / (t * t)).terms == {-2: 1.0}
    assert power(t * 4, 0.5).terms == {Fraction(1, 2): 2.0}
    assert power(t * t + t * t * t, 0.5).terms[1] == 1.0
    assert power(t * t + t * t * t, 0.5).terms[2] == 0.5
    assert power(-t, 3.0).terms == {3: -1.0}
    with pytest.raises(Beyond):
        power(-t, 0.5)
    with pytest.raises(Unknown):
        (1 / t).integral(0.0)


def test_logarithms_are_below_every_power() -> None:
    t = germ(0, 1)
    log_t = on_germs(TABLE["log"], t)
    assert log_t.terms == {exponent(0, 1): -1.0}
    assert (t * log_t).terms == {exponent(1, 1): -1.0}
    assert (t * log_t).slope().terms == {exponent(0, 1): -1.0, 0: 1.0}
    assert (t * log_t).slope().integral(0.0).terms == (t * log_t).terms
    assert compared(t * log_t, t) == -1
    assert compared(log_t * log_t, 1 / power(t, 1 / 64)) == -1
    assert (1 / log_t).limit == 0.0
    assert on_germs(TABLE["exp"], 2.0 * log_t).terms == {2: 1.0}
    tower = on_germs(TABLE["pow"], t, t)
    assert tower.truncated(4).terms == on_germs(TABLE["exp"], t * log_t).truncated(4).terms
    assert tower.terms[exponent(2, 2)] == 0.5
    for endless in (lambda: 1 / (1.0 + log_t), lambda: power(1.0 + log_t, 0.5)):
        with pytest.raises(Unknown):
            endless()


def test_exp_of_a_negative_pole_is_below_every_power() -> None:
    t = germ(0, 1)
    assert on_germs(TABLE["exp"], -1 / t).terms == {}
    with pytest.raises(Unknown):
        on_germs(TABLE["exp"], 1 / t)


def test_the_lowest_power_decides() -> None:
    t = germ(0, 1)
    assert sign(t) == sign(t * t) == 1
    assert sign(-t + 1e9 * t * t) == -1
    assert compared(t, t * t) == 1
    assert compared(1 / t, 1e300) == 1
    assert (t > 0, t < 0, t == t, t <= t * t) == (True, False, True, False)
    assert (t + 1 == 1) is False


def test_what_is_not_known_to_differ_is_said_to_be_undecided() -> None:
    x = germ(0, 1, order=3)
    assert compared(x + 1, (x * 2 + 2) / 2) == 0
    assert x.line.undecided


@pytest.mark.parametrize(
    "operation", [o for o in SCALARS if o.form is Form.ELEMENTWISE], ids=lambda o: o.name
)
def test_smooth_operations_have_their_first_partials(operation: object) -> None:
    """Along each argument the term of order 1 is the partial, as floats have it."""
    from adcli.operations.rules.floats import FLOATS
    from adcli.operations.rules.texts import product

    count = count_of(operation)  # type: ignore[arg-type]
    samples = operation.samples  # type: ignore[attr-defined]
    point = tuple(0.3 * a + 0.7 * b for a, b in (samples[min(i, len(samples) - 1)] for i in range(count)))
    if not admitted(operation, point):  # type: ignore[arg-type]
        pytest.skip("outside its domain")
    for i in range(count):
        line = Line(3)
        arguments = [Germ(line, {0: a, 1: 1.0}, 3) if j == i else a for j, a in enumerate(point)]
        y = operation.value(*point)  # type: ignore[attr-defined]
        partial = product(operation, count, i, FLOATS)(1.0, *point, y)
        try:
            found = on_germs(operation, *arguments)  # type: ignore[arg-type]
        except (Unknown, *UNDEFINED):
            assert partial is None
            continue
        assert isfinite(partial)
        assert found.terms.get(1, 0.0) == pytest.approx(partial, rel=1e-12, abs=1e-300)


SINGULAR = [
    ("sqrt", (0.0,), (1.0,)), ("cbrt", (0.0,), (1.0,)), ("cbrt", (0.0,), (-1.0,)), ("asin", (1.0,), (-1.0,)),
    ("asin", (-1.0,), (1.0,)), ("acos", (1.0,), (-1.0,)), ("acosh", (1.0,), (1.0,)), ("asech", (1.0,),
    (-1.0,)),
    ("asec", (1.0,), (1.0,)), ("acsc", (-1.0,), (-1.0,)), ("root", (0.0, 3.0), (1.0, 0.0)),
    ("pow", (0.0, 0.5), (1.0, 0.0)), ("pow", (0.0, 1.5), (1.0, 0.0)), ("hypot", (0.0, 0.0), (1.0, -2.0)),
    ("pow", (0.0, 0.0), (1.0, 1.0)), ("pow", (0.0, 0.5), (2.0, -1.0)), ("log", (0.0,), (3.0,)), ("log10",
    (0.0,), (1.0,)), ("log2", (0.0,), (1.0,)), ("log1p", (-1.0,), (1.0,)),
    ("logbase", (0.0, 3.0), (1.0, 0.0)),
    ("atanh", (1.0,), (-1.0,)), ("atanh", (-1.0,), (1.0,)), ("acoth", (1.0,), (1.0,)), ("acoth", (-1.0,),
    (-1.0,)), ("logit", (0.0,), (1.0,)), ("logit", (1.0,), (-1.0,)),
]  # fmt: skip


@pytest.mark.parametrize(("name", "point", "move"), SINGULAR)
def test_singular_points_have_the_powers_of_mpmath_s_values(
    name: str, point: tuple[float, ...], move: tuple[float, ...]
) -> None:
    """At t = 2^-20 the germ is the value to the order of what it leaves out."""
    line = Line(4)
    arguments = [Germ(line, {0: a, 1: d}, 4) if d else a for a, d in zip(point, move, strict=True)]
    found = on_germs(TABLE[name], *arguments)
    t = 2.0**-20
    value = TABLE[name].value(*(a + d * t for a, d in zip(point, move, strict=True)))
    with mpmath.workdps(40):
        total = sum(
            mpmath.mpf(c)
            * mpmath.mpf(t) ** mpmath.mpf(str(float(power_of(e))))
            * (-mpmath.log(t)) ** logs_of(e)
            for e, c in found.terms.items()
        )
    assert float(total) == pytest.approx(value, rel=1e-12)


def test_a_jump_takes_the_side_it_is_reached_from() -> None:
    line = Line(4)
    for name, x, d, value in [
        ("floor", 2.0, -1.0, 1.0), ("floor", 2.0, 1.0, 2.0), ("ceil", 2.0, 1.0, 3.0),
        ("sign", 0.0, -1.0, -1.0),
        ("round", 0.5, 1.0, 1.0), ("round", 1.5, -1.0, 1.0), ("trunc", -2.0, 1.0, -1.0),
        ("heaviside", 0.0, 1.0, 1.0),
    ]:  # fmt: skip
        assert on_germs(TABLE[name], Germ(line, {0: x, 1: d}, 4)) == value, (name, x, d)
    below = on_germs(TABLE["atan2"], Germ(line, {0: 0.0, 1: -1.0}, 4), -2.0)
    assert below.limit == -pi


def test_texts_of_the_table_run_on_germs() -> None:
    x, y = germ(0, 1), germ(0, 0, 1)
    assert GERMS.compiled("u, v", "max(u, v)")(x, y) is x
    assert GERMS.compiled("u, v", "u - v*floor(u/v)")(y, x).terms == {2: 1.0}
    assert on_germs(TABLE["exp"], germ(0, 0, 1)).terms == {0: 1.0, 2: 1.0, 4: 0.5, 6: pytest.approx(1 / 6)}


@pytest.mark.parametrize(("a", "b"), list(pairs([0.0, 1.0, -1.0], repeat=2)))
def test_orders_and_limits(a: float, b: float) -> None:
    g = germ(a, b)
    assert g.limit == a
    assert sign(g) == ((a or b) > 0) - ((a or b) < 0)
    assert (1 / germ(0, b or 1)).limit == (b or 1) * inf


def test_the_work_of_a_power_does_not_branch() -> None:
    """Base and exponent move, by powers of √t: its partials lead to several others at every order."""
    line = Line(24)
    moving = Germ(line, {0: 0.7, Fraction(1, 2): 1.0}, 24)
    y = on_germs(TABLE["pow"], moving, moving)
    assert len(line.known) < 1000
    assert float(y.terms[Fraction(1, 2)]) == pytest.approx(0.7**0.7 * (1 + math.log(0.7)), rel=1e-14)
    assert y.limit == 0.7**0.7
