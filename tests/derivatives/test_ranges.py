"""Second derivatives where squares and powers inside the rules would leave the range of doubles."""

from __future__ import annotations

import pytest

from adcli.answers.series import Taylor
from adcli.derivatives.questions.hessian import hessian
from adcli.derivatives.questions.products import hvp
from adcli.derivatives.questions.taylor import diff
from adcli.language.points.bindings import bindings_of
from adcli.language.program import load
from adcli.text.source import Source


def seconds_of(text: str, x: float) -> list[tuple[float, bool]]:
    """The second derivative as `hess`, `hvp` and `diff` have it, and whether there is a warning."""
    program, point = load(Source(text)), bindings_of({"x": x})
    matrix = hessian(program, point)
    product = hvp(program, point, bindings_of({"x": 1.0}))
    series = diff(program, point, order=2)
    assert matrix.hessian is not None
    assert isinstance(series, Taylor)
    return [
        (matrix.hessian[0][0], bool(matrix.warnings)),
        (product.hvp["x"], bool(product.warnings)),
        (series.derivatives[2], bool(series.warnings)),
    ]


@pytest.mark.parametrize(
    ("text", "x", "right"),
    [
        ("log1p(exp(x))", 400.0, 0.0),
        ("log(exp(x))", 400.0, 0.0),
        ("log2(exp(x))", 400.0, 0.0),
        ("log(cosh(x))", 400.0, 0.0),
        ("log(gamma(x))", 120.0, 0.008368152004830876),
        ("1/exp(x)", 300.0, 5.148200222412014e-131),
        ("asinh(x^100)", 1000.0, -0.0001),
        ("exp(x)^0.5", 600.0, 4.856065988103139e129),
        ("cbrt(exp(x))", 600.0, 8.028859742361943e85),
        ("root(exp(x), 5)", 600.0, 5.216723513574529e50),
        ("sum(log(exp([x, x])))", 400.0, 0.0),
        ("sum(1/exp([x, x]))", 300.0, 1.0296400444824029e-130),
    ],
)
def test_squares_and_powers_in_rules_stay_in_range(text: str, x: float, right: float) -> None:
    for second, _ in seconds_of(text, x):
        assert second == pytest.approx(right, rel=1e-12, abs=1e-10 * (right == 0.0))
