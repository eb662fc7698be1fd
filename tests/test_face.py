"""The library's face."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import adcli


def test_what_is_there() -> None:
    assert dir(adcli) == sorted(adcli.__all__)
    assert all(hasattr(adcli, name) for name in adcli.__all__)
    assert issubclass(adcli.AdError, Exception)
    assert not hasattr(adcli, "AdErrors")


@pytest.mark.parametrize("value", [None, "a", [1, None], {"a": 1}, object()])
def test_what_is_no_number(value: Any) -> None:
    for ask in (lambda: adcli.grad("x", x=value), lambda: adcli.eval("x", at={"x": value})):
        with pytest.raises(adcli.AdError, match="`x` is neither a number nor an array of numbers") as caught:
            ask()
        assert caught.value.kind == "usage"


@pytest.mark.parametrize("name", ["m.ad", Path("folder") / "m.ad"])
def test_a_file_is_loaded_first(name: Any) -> None:
    with pytest.raises(adcli.AdError, match=r'adcli\.load\("(folder/)?m\.ad"\) reads it'):
        adcli.grad(name)


def test_directions_by_element() -> None:
    assert adcli.jvp("sum(x^2)", {"x[1]": 1.0}, x=[1.0, 2.0]).jvp == {"f": 4.0}
    assert adcli.vjp("x^2, y^2", {"f[1]": 1.0}, x=1.0, y=2.0).vjp == {"x": 0.0, "y": 4.0}


def test_a_mode_that_there_is_not() -> None:
    with pytest.raises(adcli.AdError, match="`backward` is not auto, forward or reverse"):
        adcli.grad("x^2", x=3, mode="backward")


def test_values_without_names() -> None:
    for call in (
        lambda: adcli.load("sum(x^2)").value_and_grad(np.ones(2)),  # type: ignore[arg-type]
        lambda: adcli.jvp("x*y", [1, 0], x=1, y=2),  # type: ignore[arg-type]
    ):
        with pytest.raises(adcli.AdError, match="values are given by name"):
            call()


def test_expected_numbers() -> None:
    model = adcli.load("sum(v^2)*y")
    point = {"v": [1.0, 2.0], "y": 0.1}
    right = {"v": np.array([0.2, 0.4]), "y": 5}
    assert adcli.check(model, at=point, expect=right).complete
    assert adcli.check(model, at=point, expect={"dy": 5}).missing == ("v[0]", "v[1]")
    assert not adcli.check(model, at=point, expect={"y": 5 + 1e-9}).ok
    for wrong in ({"q": 1}, {"v": 1}, {"y": "5"}):
        with pytest.raises(adcli.AdError):
            adcli.check(model, at=point, expect=wrong)


def test_a_value_alone_is_a_number() -> None:
    assert adcli.eval("x^2", x=3).value == 9.0
    assert adcli.eval("output a = x, b = 2*x", x=3).value == {"a": 3.0, "b": 6.0}
