"""The library's face."""

from __future__ import annotations

from pathlib import Path
from typing import Any

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


def test_a_value_alone_is_a_number() -> None:
    assert adcli.eval("x^2", x=3).value == 9.0
    assert adcli.eval("output a = x, b = 2*x", x=3).value == {"a": 3.0, "b": 6.0}
