"""JSON documents."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest

from adcli.answers.values import Evaluation, Gradient
from adcli.show.formats.json import document, error_document, line, plain
from adcli.text.errors import AdError
from adcli.text.notices import Notice
from adcli.text.source import Source, Span

SOURCE = Source("abs(x)\n + y")


def gradient(**changes: Any) -> Gradient:
    fields: dict[str, Any] = {
        "source": SOURCE.text,
        "inputs": {"x": 0.1, "A": np.array([[1.0, math.inf], [3.0, -math.inf]])},
        "output": "f",
        "value": 1 / 3,
        "gradient": {"x": math.nan, "A": np.zeros((2, 2))},
        "mode": "reverse",
        "reason": "reverse: because",
        "sweeps": 1,
    }
    return Gradient(**(fields | changes))


def test_the_fields_of_a_gradient_in_their_order() -> None:
    notice = Notice("kink", "abs bends at 0", Span(SOURCE, 8, 10), input="x", left=-1.0, right=1.0)
    assert document(gradient(warnings=(notice, Notice("unused", "b is unused")))) == {
        "source": "abs(x)\n + y",
        "inputs": {"x": 0.1, "A": [[1.0, "inf"], [3.0, "-inf"]]},
        "value": 1 / 3,
        "gradient": {"x": "nan", "A": [[0.0, 0.0], [0.0, 0.0]]},
        "mode": "reverse",
        "reason": "reverse: because",
        "sweeps": 1,
        "warnings": [
            {
                "kind": "kink",
                "message": "abs bends at 0",
                "line": 2,
                "column": 2,
                "input": "x",
                "left": -1.0,
                "right": 1.0,
            },
            {"kind": "unused", "message": "b is unused"},
        ],
    }
    assert list(document(gradient())) == [
        "source", "inputs", "value", "gradient", "mode", "reason", "sweeps", "warnings",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("outputs", "value"),
    [
        ({"f": 2.0}, 2.0),
        ({"f": 2.0, "g": math.nan}, {"f": 2.0, "g": "nan"}),
        ({"v": np.array([1.0, 2.0])}, {"v": [1.0, 2.0]}),
    ],
)
def test_the_value_of_one_output_or_of_several(outputs: dict[str, Any], value: Any) -> None:
    assert document(Evaluation(source="", inputs={}, outputs=outputs))["value"] == value


@pytest.mark.parametrize("number", [0.1, 1 / 3, 5e-324, 1.7976931348623157e308, -0.0, 1e16, 123456789.125])
def test_numbers_make_the_round_trip(number: float) -> None:
    back = json.loads(line({"n": plain(number)}))["n"]
    assert math.copysign(1, back) == math.copysign(1, number)
    assert back == number


def test_digits_round() -> None:
    assert plain({"a": [2 / 3, 123456.0]}, 3) == {"a": [0.667, 123000.0]}


def test_characters_are_kept_or_escaped_where_they_cannot_be_said() -> None:
    assert line({"θ": 1.0}) == '{"θ": 1.0}'
    assert line({"θ": 1.0}, "latin-1") == '{"\\u03b8": 1.0}'
    assert line({"θ": "\udcff"}) == '{"\\u03b8": "\\udcff"}'


def test_an_error_with_and_without_a_place() -> None:
    error = AdError("domain", "log of zero", Span(SOURCE, 0, 3), hint="try log1p")
    assert error_document(error)["error"] == {
        "kind": "domain", "message": "log of zero", "line": 1, "column": 1, "hint": "try log1p",
    }  # fmt: skip
    assert error_document(AdError("usage", "no"))["error"] == {
        "kind": "usage", "message": "no", "line": None, "column": None, "hint": None,
    }  # fmt: skip
