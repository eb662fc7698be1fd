"""What is said about functions."""

from __future__ import annotations

import pytest

from adcli.export.notation.cards import Card, card, groups, hidden_in, named, names
from adcli.export.notation.mathematics import mathematics
from adcli.operations import SPELLINGS, TABLE

CARDS = [card for _, cards in groups() for card in cards]


@pytest.mark.parametrize(
    ("name", "derivative"),
    [
        ("log", "1/x"),
        ("log10", "1/(log(10)*x)"),
        ("tanh", "1/cosh(x)^2"),
        ("asin", "1/sqrt(1 - x^2)"),
        ("atanh", "1/(1 - x^2)"),
        ("acosh", "1/sqrt(x^2 - 1)"),
        ("erf", "2/sqrt(π)*e^-x²"),
        ("pow", "d/du = v*u^(v - 1), d/dv = u^v log(u)"),
        ("abs", "sign(x) where x ≠ 0"),
        ("floor", "0"),
        ("sum", "dy = sum(dx)"),
        ("matmul", "dy = matmul(du, v) + matmul(u, dv)"),
        ("stack", "dy = stack(du1, …)"),
        ("polygamma", "d/dx = polygamma(n + 1, x)"),
    ],
)
def test_derivatives_read_as_in_a_book(name: str, derivative: str) -> None:
    assert card(TABLE[name]).derivative_text() == derivative


def test_what_stands_for_a_sum_is_bracketed() -> None:
    assert mathematics("1/onemsq(x)") == "1/(1 - x^2)"


def test_every_function_of_the_language_is_there_once() -> None:
    names = [(card.name, card.call) for card in CARDS]
    assert len(names) == len(set(names))
    assert {operation.spellings[0] for operations in SPELLINGS.values() for operation in operations} <= {
        name for name, _ in names
    }


@pytest.mark.parametrize("described", CARDS, ids=lambda described: described.call)
def test_a_card_is_complete(described: Card) -> None:
    assert described.definition
    assert described.derivative
    assert all(described.derivative.values())
    assert "*others" not in described.derivative_text()
    assert set(hidden_in(described.derivative_text()).values()) != {""}


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("^", "u^v"),
        ("power", "u^v"),
        ("+", "u + v"),
        ("ln", "log(x)"),
        ("@", "u @ v"),
        ("dot", "u @ v"),
        ("mean", "mean(x)"),
    ],
)
def test_names_aliases_and_signs(name: str, call: str) -> None:
    assert call in [card.call for card in named(name)]


def test_an_unknown_name() -> None:
    assert named("sinx") == []


@pytest.mark.parametrize("name", names())
def test_everything_that_can_be_called_is_described(name: str) -> None:
    found = named(name)
    assert found
    assert all(described.definition for described in found)
    assert any(name in (described.name, *described.aliases) for described in CARDS)
    assert {described.call for described in found} <= {described.call for described in CARDS}


def test_named_arguments_are_told() -> None:
    assert [(card.call, card.options) for card in named("max")] == [("max(u1, …)", ()), ("max(x)", ("axis",))]
    assert named("var")[0].options == ("axis", "ddof")


@pytest.mark.parametrize("name", ["broadcast", "unbroadcast", "scale", "store_element"])
def test_what_only_rules_use_is_no_function(name: str) -> None:
    assert named(name) == []
