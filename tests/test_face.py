"""The library's face."""

from __future__ import annotations

import contextlib
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


WRONG: list[Any] = [
    ["x"], ("x",), [], {"x": 1}, {"x"}, 1, 1.5, True, None, b"x", object(), len, np.array([1.0]), "", [None],
    np.float64(2), [["x"]], {1: 2}, type, range(3), "\x00", lambda x: x,
]  # fmt: skip
ASKS = [name for name in adcli.__all__ if name not in ("AdError", "__version__", "load")]
NEEDED = {"jvp": {"x": 1.0}, "hvp": {"x": 1.0}, "vjp": {"f": 1.0}}


@pytest.mark.parametrize("name", ASKS)
def test_what_is_of_the_wrong_kind_is_an_error_of_ours(name: str) -> None:
    """Each argument of each function: accepted, or an AdError, never one from inside."""
    import inspect

    ask: Any = getattr(adcli, name)
    more = [NEEDED[name]] if name in NEEDED else []
    options = [p.name for p in inspect.signature(ask).parameters.values() if p.kind is p.KEYWORD_ONLY]
    for wrong in WRONG:
        calls: list[tuple[list[Any], dict[str, Any]]] = [
            ([wrong, *more], {}),
            (["x^2*y", *more], {"x": wrong, "y": 1.0}),
            *((["x^2*y", *more], {"at": {"x": 1.0, "y": 2.0}, option: wrong}) for option in options),
            *((["x^2*y", wrong], {"x": 1.0, "y": 2.0}) for _ in more),
        ]
        for given, named in calls:
            with contextlib.suppress(adcli.AdError):
                ask(*given, **named)


@pytest.mark.parametrize("name", ["value", "value_and_grad", "at"])
def test_a_model_given_what_is_of_the_wrong_kind(name: str) -> None:
    ask = getattr(adcli.load("x^2*y"), name)
    options = ("output",) if name != "value_and_grad" else ("wrt", "output", "mode")
    for wrong in WRONG:
        for point, more in [(wrong, {}), *(({"x": 1.0, "y": 2.0}, {option: wrong}) for option in options)]:
            with contextlib.suppress(adcli.AdError):
                ask(point, **more)


def test_names_in_lists() -> None:
    lists: Any = {"wrt": ["y", "x"], "output": ("u",)}
    answer = adcli.grad("u = x*y\nw = x\noutput u, w", x=2.0, y=3.0, **lists)
    assert list(answer.gradient.items()) == [("y", 2.0), ("x", 3.0)]
    one: Any = ("y",)
    assert adcli.load("x*y").value_and_grad({"x": 2.0, "y": 3.0}, wrt=one) == (6.0, {"y": 2.0})


def test_a_function_of_python() -> None:
    with pytest.raises(adcli.AdError, match="`text` is an expression or a program, as a text") as caught:
        adcli.grad(lambda x: x**2, x=1.0)  # type: ignore[arg-type]
    assert 'adcli.grad("x^2*y", x=2, y=3)' in caught.value.hint


def test_inputs_that_are_named_like_options() -> None:
    assert adcli.grad("order*text + seed", order=2.0, text=3.0, seed=1.0).gradient["order"] == 3.0


@pytest.mark.parametrize(
    ("text", "point", "hint"),
    [
        ("x^2", {}, "add x=…, or at={'x': …}"),
        ("x*y*z", {"y": 2}, "add x=…, z=…, or at={'x': …, 'z': …}"),
        ("input v[3], y\nsum(v)*y", {}, "add v=[…], y=…, or at={'v': […], 'y': …}"),
        ("x*at", {"x": 1}, "add at={'at': …}"),
        ("x*lambda", {"x": 1}, "add at={'lambda': …}"),
        ("x + Pi", {"x": 1}, "did you mean `pi`? or add Pi=…, or at={'Pi': …}"),
    ],
)
def test_missing_values_are_asked_for_in_python(text: str, point: dict[str, Any], hint: str) -> None:
    for function in (adcli.eval, adcli.grad, adcli.check, adcli.jac, adcli.hess, adcli.trace):
        with pytest.raises(adcli.AdError) as caught:
            function(text, **point)
        assert caught.value.hint == hint
        assert "--at" not in str(caught.value)


def test_an_output_is_chosen_in_python() -> None:
    model = adcli.load("x*y, x")
    for ask in (lambda: adcli.grad("x*y, x", x=1, y=2), lambda: model.value({"x": 1, "y": 2})):
        with pytest.raises(adcli.AdError) as caught:
            ask()
        assert caught.value.hint == '`adcli.jac` gives the derivatives of all; output="NAME" chooses one'
    wrongs: list[dict[str, Any]] = [{}, {"wrt": "x,y", "order": 3}]
    for wrong in wrongs:
        with pytest.raises(adcli.AdError) as caught:
            adcli.diff("x*y", x=1, y=2, **wrong)
        assert "--" not in caught.value.hint


def test_a_model_asks_for_them_in_its_point() -> None:
    model = adcli.load("x*y")
    for function in (model.value, model.value_and_grad, model.at):
        with pytest.raises(adcli.AdError) as caught:
            function({"x": 1})
        assert caught.value.hint == "add 'y': … to the point"
