"""Error against step."""

from __future__ import annotations

import pytest

from adcli.answers.comparison import Method, Variation
from adcli.compare.comparison import comparison
from adcli.language.points.bindings import read_bindings
from adcli.language.program import load
from adcli.text.errors import AdError
from adcli.text.source import Source


def varied(
    text: str, at: str, vary: str = "", method: Method = "central", wrt: str | None = None
) -> list[Variation]:
    answer = comparison(load(Source(text)), read_bindings([at]), vary=vary, method=method, wrt=wrt)
    return list(answer.variations)


@pytest.mark.parametrize(("method", "best"), [("central", 1e-9), ("forward", 1e-6), ("richardson", 1e-11)])
def test_truncation_falls_and_rounding_rises(method: Method, best: float) -> None:
    (found,) = varied("exp(x)", "x=1", method=method)
    errors = {step.h: step.error for step in found.steps}
    assert len(errors) == 16
    assert found.chosen in errors
    assert all(error is not None for error in errors.values())
    smallest = min(errors, key=lambda h: errors[h] or 0.0)
    assert (errors[smallest] or 0.0) < best
    assert (errors[0.1] or 0.0) > 10 * best
    assert (errors[1e-15] or 0.0) > 1e-3
    assert (errors[found.chosen] or 0.0) < 30 * best


def test_steps_are_relative_to_the_point() -> None:
    (found,) = varied("log(x)", "x=1e-50")
    assert found.steps[0].h == 1e-51
    (found,) = varied("cos(x)", "x=0")
    assert found.steps[0].h == 0.1


def test_no_value_no_difference() -> None:
    (found,) = varied("sqrt(x)", "x=0", method="central")
    assert all(step.fd is None and step.error is None for step in found.steps)


def test_the_program_runs_anew_across_a_decision() -> None:
    (found,) = varied("x^2 if x > 1 else x", "x=1.005")
    assert found.steps[0].fd == pytest.approx(((1.1055**2) - 0.9045) / 0.201)


def test_which_inputs() -> None:
    assert [v.input for v in varied("x*y*z", "x=1,y=2,z=3")] == ["x", "y", "z"]
    assert [v.input for v in varied("x*y*z", "x=1,y=2,z=3", "z,x")] == ["x", "z"]
    with pytest.raises(AdError) as caught:
        varied("x*y", "x=1,y=2", "q")
    assert caught.value.span is not None
    assert caught.value.span.source.name == "--vary-h"
    with pytest.raises(AdError, match="not among those"):
        varied("x*y", "x=1,y=2", "x", wrt="y")
