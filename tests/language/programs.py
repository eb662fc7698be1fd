"""What the tests of programs share: gradients in both modes, differences, and errors."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import adcli
from adcli.answers.values import Gradient
from adcli.text.errors import AdError


def flat(numbers: dict[str, Any]) -> list[float]:
    """Numbers and arrays by name, one after the other."""
    return [float(x) for value in numbers.values() for x in np.ravel(np.asarray(value, dtype=float))]


def gradient(text: str, **point: Any) -> list[float]:
    """The gradient, the same in both modes, all finite."""
    ahead, back = (flat(adcli.grad(text, mode=mode, at=point).gradient) for mode in ("forward", "reverse"))
    assert all(map(math.isfinite, ahead))
    assert ahead == pytest.approx(back, rel=1e-12, abs=1e-13)
    return back


def value(text: str, **point: Any) -> float:
    return float(adcli.eval(text, at=point).outputs["f"])


def along(point: dict[str, Any], step: dict[str, Any], h: float) -> dict[str, Any]:
    return {name: np.asarray(number, dtype=float) + h * step[name] for name, number in point.items()}


def agrees_with_differences(text: str, **point: Any) -> None:
    """Along a random direction: both modes give the slope of the value, H v that of the gradient."""
    rng = np.random.default_rng(11)
    step = {name: rng.normal(size=np.shape(number)) for name, number in point.items()}
    h = 1e-6
    slope = (value(text, **along(point, step, h)) - value(text, **along(point, step, -h))) / (2 * h)
    assert np.dot(gradient(text, **point), flat(step)) == pytest.approx(slope, rel=1e-6, abs=1e-7)
    h = 1e-5
    after, before = (np.array(gradient(text, **along(point, step, d))) for d in (h, -h))
    product = flat(adcli.hvp(text, step, at=point).hvp)
    assert np.isfinite(product).all()
    np.testing.assert_allclose(product, (after - before) / (2 * h), rtol=1e-6, atol=1e-6)


def result(text: str, **point: Any) -> Gradient:
    return adcli.grad(text, at=point)


def error(text: str, **point: Any) -> AdError:
    """The error that a program ends with."""
    with pytest.raises(AdError) as caught:
        adcli.eval(text, at=point)
    assert caught.value.span is not None
    return caught.value
