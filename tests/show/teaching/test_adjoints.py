"""Adjoints of operations on arrays, as mathematics."""

from __future__ import annotations

import pytest

from tests.conftest import Adcli

AT = "A=[[2, 1], [1, 3]], B=[[1, 2], [3, 4]], x=[1, 2]"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("sum(A @ x)", ["v̄1·xᵀ", "Aᵀ·v̄1"]),
        ("sum(x @ A)", ["v̄1·Aᵀ", "xᵀ·v̄1"]),
        ("sum(A @ B)", ["v̄1·Bᵀ", "Aᵀ·v̄1"]),
        ("x @ x", ["v̄1·x + v̄1·x"]),
        ("sum(outer(x, 2*x))", ["v̄2·v1", "v̄2ᵀ·x"]),
        ("norm(x)", ["v̄1·x/‖x‖"]),
        ("logsumexp(x)", ["v̄1·softmax(x)"]),
        ("det(A)", ["v̄1·cofactors(A)"]),
        ("logdet(A.T)", ["v̄1ᵀ", "v̄2·v1⁻ᵀ"]),
        ("sum(inv(A))", ["-v1ᵀ·v̄1·v1ᵀ"]),
        ("sum(solve(A, x))", ["-(A⁻ᵀ·v̄1)·v1ᵀ", "A⁻ᵀ·v̄1"]),
    ],
)
def test_an_adjoint_is_written_as_mathematics(adcli: Adcli, text: str, written: list[str]) -> None:
    shown = adcli("trace", text, "--at", AT, "--mode", "reverse", "--quiet").stdout
    for rule in written:
        assert f"= {rule}" in shown


def test_a_rule_without_a_short_text_is_the_adjoint_of_its_operation(adcli: Adcli) -> None:
    assert "= sumᵀ(v̄1)" in adcli("trace", "sum(x)", "--at", "x=[1, 2]", "--mode", "reverse").stdout
