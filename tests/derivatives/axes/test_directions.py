"""Directions by element, by position and as one list."""

from __future__ import annotations

import numpy as np
import pytest

from adcli.language.points.seeds import ALL, read_seeds
from adcli.text.errors import AdError
from tests.conftest import Adcli

POINT = ("--at", "A=[[1, 2], [3, 4]], t=5")
LINEAR = "sum(A*[[1, 10], [100, 1000]]) + 10000*t"


@pytest.mark.parametrize(
    ("tangent", "jvp"),
    [
        ("A[0,1]=1", 10.0),
        ("A[1, 0]=2, t=1", 10200.0),
        ("A=[[1, 1], [1, 1]], A[1,1]=0", 111.0),
        ("[1, 0, 0, 1, 0]", 1001.0),
        ("[0, 0, 0, 0, 2 - 1]", 10000.0),
    ],
)
def test_tangents_by_name_element_or_list(adcli: Adcli, tangent: str, jvp: float) -> None:
    ran = adcli("jvp", LINEAR, *POINT, "--tangent", tangent, "--json")
    assert ran.json["jvp"] == {"f": jvp}
    assert adcli("hvp", LINEAR + "^2/2", *POINT, "--tangent", tangent, "--json").status == 0


@pytest.mark.parametrize(
    ("adjoint", "vjp"),
    [
        ("[1, 2]", {"x": 2.0, "y": 8.0}),
        ("f[1]=1", {"x": 0.0, "y": 4.0}),
        ("f[0]=1,f[1]=2", {"x": 2.0, "y": 8.0}),
    ],
)
def test_outputs_whose_labels_cannot_be_typed(adcli: Adcli, adjoint: str, vjp: dict[str, float]) -> None:
    assert adcli("vjp", "x^2, y^2", "--at", "x=1,y=2", "--adjoint", adjoint, "--json").json["vjp"] == vjp


def test_an_array_output_by_its_elements(adcli: Adcli) -> None:
    asked = ("vjp", "[x*y, x + y]", "--at", "x=2,y=3", "--json", "--adjoint")
    assert adcli(*asked, "f[1]=1").json["vjp"] == {"x": 1.0, "y": 1.0}
    assert adcli(*asked, "[1, 0]").json["vjp"] == {"x": 3.0, "y": 2.0}


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("vjp", "x^2, y^2", "--adjoint", "f=1"), 'write --adjoint f[0]=1, or "[1, 1]"'),
        (("vjp", "x^2, y^2", "--adjoint", "f[2]=1"), "in this order: x^2, y^2"),
        (("vjp", "x^2, y^2", "--adjoint", "[1]"), "the adjoint has 1 number, for 2 outputs"),
        (("jvp", "x*y", "--tangent", "[1, 2, 3]"), "in this order: x, y"),
        (("jvp", "x*y", "--tangent", "x[0]=1"), "there is no input `x[0]`"),
        (("jvp", "x*y", "--tangent", "x[=1"), "--tangent:1:"),
        (("jvp", "v = [x, y]; v[0]", "--tangent", "[1, 1/0]"), "--tangent:1:5"),
    ],
)
def test_what_does_not_fit(adcli: Adcli, args: tuple[str, ...], says: str) -> None:
    ran = adcli(*args, "--at", "x=1,y=2")
    assert ran.status == 2
    assert says in ran.stderr
    assert "ˑ" not in ran.stderr


def test_names_and_elements_are_read() -> None:
    assert read_seeds("x[0]=1, θ[ 1 , 2 ]=2, y=3", "--tangent").values == {
        "x[0]": 1.0,
        "θ[1,2]": 2.0,
        "y": 3.0,
    }
    assert np.array_equal(read_seeds(" [1, 2]", "--tangent").values[ALL], [1.0, 2.0])
    with pytest.raises(AdError):
        read_seeds("x[0]==1", "--tangent")
