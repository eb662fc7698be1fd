"""A gradient of the user's own, against AD."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from adcli.answers.comparison import Allowance, Comparison
from adcli.compare.yours.asked import Asked, known_to
from adcli.compare.yours.expected import read_expected
from adcli.compare.yours.hints import hint
from adcli.compare.yours.own import own_gradient
from adcli.derivatives.axes.places import elements
from adcli.language.points.bindings import read_bindings
from adcli.language.program import load
from adcli.text.errors import AdError
from adcli.text.source import Source


def held(text: str, at: str, *expected: str) -> Comparison:
    return own_gradient(load(Source(text)), read_bindings([at]), expected)


def verdicts(answer: Comparison) -> dict[str, str]:
    return {row.input: row.verdict for row in answer.rows}


def test_numbers_and_formulas() -> None:
    assert verdicts(held("x^2*y", "x=3,y=2", "x=12,y=9")) == {"x": "agree", "y": "agree"}
    assert verdicts(held("x^2*y", "x=3,y=2", "x=2*x*y, y=x^2")) == {"x": "agree", "y": "agree"}
    wrong = held("x^2*y", "x=3,y=2", "x=12,y=8")
    assert verdicts(wrong) == {"x": "agree", "y": "disagree"}
    assert not wrong.ok
    assert wrong.rows[1].error == 1.0
    assert wrong.rows[1].fd == pytest.approx(9, rel=1e-9)


def test_what_is_not_given_is_named() -> None:
    answer = held("x*y*z", "x=1,y=2,z=3", "y=3")
    assert [row.input for row in answer.rows] == ["y"]
    assert answer.missing == ("x", "z")
    assert answer.ok


def test_a_later_text_wins() -> None:
    assert held("x^2", "x=3", "x=7", "x=6").ok


@pytest.mark.parametrize(
    ("text", "at", "formula"),
    [
        ("exp(1000*x)", "x=0.7", "1000*exp(1000*x)"),
        ("sin(1e6*x)", "x=1.1", "1e6*cos(1e6*x)"),
        ("sigmoid(x)", "x=2", "exp(-x)/(1 + exp(-x))^2"),
        ("(1 - cos(x))/x^2", "x=0.001", "sin(x)/x^2 - 2*(1 - cos(x))/x^3"),
        ("x/(x + y)", "x=1e8,y=1e-8", "y/(x + y)^2"),
        ("log(x)/log(10)", "x=3", "1/(x*log(10))"),
        ("tan(x)", "x=1.57", "1/cos(x)^2"),
        ("sqrt(x^2 + 1) - 1", "x=1e-5", "x/sqrt(x^2 + 1)"),
    ],
)
def test_two_right_ways_agree_whatever_rounding_does(text: str, at: str, formula: str) -> None:
    (row, *_) = held(text, at, f"x={formula}").rows
    assert row.verdict == "agree", row


def test_the_tolerance_is_a_few_units_in_the_last_place_where_the_formula_is_harmless() -> None:
    (row,) = held("x^3", "x=2", "x=3*x^2*(1 + 1e-13)").rows
    assert row.verdict == "disagree"
    assert row.tolerance is not None
    assert row.tolerance < 1e-13 * 12


@pytest.mark.parametrize(
    ("text", "at", "expected", "says"),
    [
        ("x^2*y", "x=3,y=2", "x=-2*x*y", "the sign is wrong"),
        ("x^2*y", "x=3,y=2", "x=x*y", "2 times too small"),
        ("x^2*y", "x=3,y=2", "x=9,y=12", "derivative by y: swapped?"),
        ("sind(x)", "x=30", "x=cosd(x)", "degrees for radians"),
        ("log10(x)", "x=7", "x=1/x", "natural for decimal logarithm"),
        ("log2(x)", "x=7", "x=1/x", "natural for binary logarithm"),
        ("sin(x*y)", "x=0.3,y=7", "x=cos(x*y)", "a factor y forgotten?"),
        ("x^5", "x=3.7", "x=5*x^5", "one factor x too many?"),
        ("x^2*y", "x=3,y=2", "x=12.00001", "right to 6 digits"),
        ("exp(2*x) + x", "x=1.5", "x=exp(2*x) + x", "the value, not the derivative"),
        ("x^3 + x", "x=2", "x=1/(3*x^2 + 1)", "the reciprocal"),
    ],
)
def test_a_wrong_derivative_gets_a_hint(text: str, at: str, expected: str, says: str) -> None:
    row = held(text, at, expected).rows[0]
    assert row.verdict == "disagree"
    assert says in row.note
    assert row.note.endswith("finite differences agree with AD")


def test_no_hint_where_nothing_fits() -> None:
    assert hint(1.2345, 6.789, {"y": 3.0}, {"x": 4.0}, 5.0) == ""
    assert hint(0.0, 6.789, {}, {}, 5.0) == ""


@pytest.mark.parametrize(
    ("given", "verdict"), [("0", "agree"), ("0.5", "kink"), ("-1", "kink"), ("2", "disagree")]
)
def test_at_a_kink_any_slope_between_will_do(given: str, verdict: str) -> None:
    (row,) = held("abs(x)", "x=0", f"x={given}").rows
    assert row.verdict == verdict
    assert (row.left, row.right) == (-1, 1)


def test_expected_derivatives_may_be_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("object.json").write_text('{"x": 12, "y": 9}')
    gradient = {"x": 12, "y": 9}
    Path("answer.json").write_text(json.dumps({"inputs": {"x": 3}, "value": 18, "gradient": gradient}))
    Path("list.json").write_text("[12, 9]")
    np.save("g.npy", np.array([12.0, 9.0]))
    Path("order.ad").write_text("a = 2*x*y\nb = x^2\noutput a, b\n")
    Path("labels.ad").write_text("input y, x\noutput dy = x^2, dx = 2*x*y\n")
    for name in ("object.json", "answer.json", "list.json", "g.npy", "order.ad", "labels.ad"):
        answer = held("x^2*y", "x=3,y=2", f"@{name}")
        assert verdicts(answer) == {"x": "agree", "y": "agree"}, name


@pytest.mark.parametrize(
    ("contents", "name", "kind", "says"),
    [
        ("[1, 2, 3]", "g.json", "shape", "3 numbers"),
        ('{"x": "a"}', "g.json", "file", "not a number"),
        ("{", "g.json", "file", "is not JSON"),
        ('{"q": 1}', "g.json", "name", "`q`"),
        ("output a = x, b = x, c = x\n", "g.ad", "shape", "a, b, c"),
        ("2*z\n", "g.ad", "name", "`z`"),
    ],
)
def test_files_that_do_not_fit(
    contents: str, name: str, kind: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).write_text(contents)
    with pytest.raises(AdError) as caught:
        held("x^2*y", "x=3,y=2", f"@{name}")
    assert caught.value.kind == kind
    assert says in caught.value.message
    with pytest.raises(AdError) as caught:
        held("x^2*y", "x=3,y=2", "@nothing.json")
    assert caught.value.kind == "file"


@pytest.mark.parametrize(
    ("expected", "kind", "column", "hint"),
    [
        ("x=2*x*z", "name", 7, "there are: x, y"),
        ("y=1, x=(-x)^0.5", "domain", 8, "cbrt"),
        ("q=1", "name", 3, "there are: x, y"),
        ("x=[1, 2]", "shape", 3, ""),
    ],
)
def test_errors_point_into_the_option(expected: str, kind: str, column: int, hint: str) -> None:
    with pytest.raises(AdError) as caught:
        held("x^2*y", "x=3,y=2", expected)
    assert caught.value.kind == kind
    assert caught.value.span is not None
    assert (caught.value.span.source.name, caught.value.span.column) == ("--expect", column)
    assert caught.value.span.source.text == expected
    assert hint in caught.value.hint


def test_several_outputs_ask_for_one() -> None:
    with pytest.raises(AdError, match="2 outputs"):
        held("output a = x, b = 2*x", "x=1", "x=1")
    program = load(Source("output a = x, b = 2*x"))
    assert own_gradient(program, read_bindings(["x=1"]), ["x=2"], output="b").ok


def test_a_constant_that_is_an_input_is_one_in_formulas_too() -> None:
    trace = load(Source("a*e")).trace({"a": 2.0, "e": 3.0})
    asked = Asked(trace, list(elements(trace, trace.outputs)), list(elements(trace, trace.inputs)))
    found = read_expected(["a=e, e=a"], asked)
    assert {name: number.value for (_, name), number in found.items()} == {"a": 3.0, "e": 2.0}


def test_arrays_element_by_element() -> None:
    assert verdicts(held("sum(v^2)", "v=[1, 2, 3]", "v=2*v")) == dict.fromkeys(
        ("v[0]", "v[1]", "v[2]"), "agree"
    )
    wrong = held("sum(v^2)*x", "v=[1, 2, 3], x=2", "v=[4, 8, 13], x=14")
    assert verdicts(wrong) == {"v[0]": "agree", "v[1]": "agree", "v[2]": "disagree", "x": "agree"}


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("0.866025403784", 5e-13), ("-0.5", 0.05), ("1.", 0.5), ("12", 0), ("1e6", 0), ("-1.5e-3", 5e-5),
        ("1e-3", 5e-4), (".25", 5e-3), ("0.86602540378443865", 0), ("1_000.25", 5e-3),
        ("0.10000000000000001", 0),
        ("x", 0), ("2*0.5", 0), ("e5", 0), ("pi/6", 0), ("", 0),
    ],
)  # fmt: skip
def test_what_the_text_of_a_number_tells_of_its_error(text: str, known: float) -> None:
    assert known_to(text) == pytest.approx(known, rel=1e-12, abs=0)


def test_numbers_count_to_half_a_unit_of_their_last_digit() -> None:
    (row,) = held("sin(x)", "x=pi/6", "x=0.866025403784").rows
    assert (row.verdict, row.note) == ("agree", "right to the digits that are given")
    assert held("sin(x)", "x=pi/6", "x=0.866025403786").rows[0].verdict == "disagree"
    assert held("sin(x)", "x=pi/6", "x=1*0.866025403784").rows[0].verdict == "disagree"
    assert verdicts(held("x^2*y", "x=3,y=2", "x=12.0, y=8.94")) == {"x": "agree", "y": "disagree"}
    assert verdicts(held("sum(sin(v))", "v=[1, 2]", "v=[0.54, -0.42]")) == {"v[0]": "agree", "v[1]": "agree"}


@pytest.mark.parametrize(
    "expected",
    ["12, 9", "[12, 9]", "2*x*y, x^2", "dx=12, dy=9", "df_dx=12,df_dy=9", "y=9,dx=12", " 12.0 ,9.00"],
)
def test_every_spelling_of_a_derivative_is_understood(expected: str) -> None:
    assert verdicts(held("x^2*y", "x=3,y=2", expected)) == {"x": "agree", "y": "agree"}


def test_elements_by_name_and_all_in_order() -> None:
    assert verdicts(held("sum(v^2)*x", "v=[1, 2], x=3", "v[1]=12, x=5")) == {"v[1]": "agree", "x": "agree"}
    assert verdicts(held("sum(v^2)*x", "v=[1, 2], x=3", "6, 12, 5")) == dict.fromkeys(
        ("v[0]", "v[1]", "x"), "agree"
    )
    assert verdicts(held("A[0,1]*2", "A=[[1, 2], [3, 4]]", "A[0, 1]=2")) == {"A[0,1]": "agree"}
    assert verdicts(held("dx*x", "dx=2, x=3", "dx=3, x=2")) == {"dx": "agree", "x": "agree"}


@pytest.mark.parametrize(
    ("expected", "kind", "column", "says"),
    [
        ("12", "shape", 1, "1 number, for 2 derivatives"),
        ("12, z", "name", 5, "`z`"),
        ("x[0]=1", "name", 6, "no input `x[0]`"),
    ],
)
def test_spellings_that_do_not_fit(expected: str, kind: str, column: int, says: str) -> None:
    with pytest.raises(AdError) as caught:
        held("x^2*y", "x=3,y=2", expected)
    assert (caught.value.kind, caught.value.span and caught.value.span.column) == (kind, column)
    assert says in caught.value.message


def test_tables_and_numbers_of_32_bits(tmp_path: Path) -> None:
    table = tmp_path / "g.csv"
    table.write_text("input, derivative\ny, 9\nx, 12\n")
    assert verdicts(held("x^2*y", "x=3,y=2", f"@{table}")) == {"x": "agree", "y": "agree"}
    for contents in ("input,derivative\nx,0.3333\n", "0.3333\n", "output,value,x\nf,0.66667,0.3333\n"):
        table.write_text(contents)
        assert held("x/3", "x=2", f"@{table}").rows[0].verdict == "agree"
        table.write_text(contents.replace("0.3333", "0.3332"))
        assert held("x/3", "x=2", f"@{table}").rows[0].verdict == "disagree"
    for kind, verdict in ((np.float32, "agree"), (np.float64, "disagree")):
        np.save(tmp_path / "g.npy", np.array([np.float32(0.1)], dtype=kind))
        assert held("x*0.1", "x=3", f"@{tmp_path / 'g.npy'}").rows[0].verdict == verdict


JACOBIANS = {
    "jac.json": '{"outputs": ["b", "a"], "columns": ["y", "x"], "jacobian": [[2, 1], [3, 4]]}',
    "list.json": "[[4, 3], [1, 2]]",
    "matrix.csv": "4,3\n1,2\n",
    "answer.csv": "output,value,y,x\nb,11,2,1\na,12,3,4\n",
    "table.csv": "output,input,derivative\nb,x,1\na,x,4\na,y,3\nb,y,2\n",
    "jacobian.ad": "[[4, x], [1, 2]]\n",
}


@pytest.mark.parametrize("name", JACOBIANS)
def test_jacobians_in_files(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(JACOBIANS[name])
    answer = held("output a = x*y, b = x + 2*y", "x=3,y=4", f"@{path}")
    assert [(r.output, r.input, r.verdict) for r in answer.rows] == [
        (output, name, "agree") for output in "ab" for name in "xy"
    ]
    path.write_text(JACOBIANS[name].replace("4", "5"))
    wrong = held("output a = x*y, b = x + 2*y", "x=3,y=4", f"@{path}")
    assert [(r.output, r.input) for r in wrong.rows if r.verdict == "disagree"] == [("a", "x")]


def test_names_of_inputs_say_not_enough_of_several_outputs() -> None:
    with pytest.raises(AdError) as caught:
        held("output a = x*y, b = x + 2*y", "x=3,y=4", "x=4")
    assert "2 outputs: a, b" in caught.value.message
    assert "--output" in caught.value.hint


def test_a_tolerance_of_ones_own() -> None:
    def verdict(relative: float, absolute: float) -> str:
        program, point = load(Source("x^2*y")), read_bindings(["x=3,y=2"])
        allowance = Allowance(relative, absolute)
        return own_gradient(program, point, ["x=12.001*1"], allowance=allowance).rows[0].verdict

    assert verdict(1e-4, 0.0) == verdict(0.0, 2e-3) == verdict(5e-5, 5e-4) == "agree"
    assert verdict(1e-5, 0.0) == verdict(0.0, 5e-4) == "disagree"


def test_derivatives_that_cancel_agree_on_arrays_too() -> None:
    text = "sum((v - mean(v))^2) + 1e6*sum(v)"
    assert set(verdicts(held(text, "v=[1, 2, 1e5]", "v=2*v - 2*mean(v) + 1e6")).values()) == {"agree"}


@pytest.mark.parametrize(
    ("text", "at", "expected"),
    [
        ("v[0]*v[1]/3 + z", "v=[2,2], z=1", "[0.67, 0.67], 1"),
        ("v[0]*v[1]/3 + z", "v=[2,2], z=1", "[[0.67], [0.67]], [1]"),
        ("v[0]*v[1]/3 + z", "v=[2,2], z=1", "[0.67, 6.7e-1], z/z"),
        ("v[0]*v[1]/3 + z", "v=[2,2], z=1", "v[0]=0.67, v[1]=.667, z=1"),
        ("v[0]*v[1]/3 + z", "v=[2,2], z=1", "v=[0.67, 2/3], z=1"),
        ("v[0]*v[1]/3 + z", "v=[2,2], z=1", "v/3, 1.0"),
        ("u[0]/3 + w[0]/3", "u=[2,2], w=[2,2]", "[0.33, 0], [0.33, 0]"),
        ("det(A)/3", "A=[[1,2],[3,5]]", "A=[[1.67, -1], [-.67, 0.33]]"),
        ("det(A)/3", "A=[[1,2],[3,5]]", "[[1.67, -1.0], [-0.67, 33.3e-2]]"),
        ("det(A)/3", "A=[[1,2],[3,5]]", "[1.67, -1.0], [−0.67, + 0.3]"),
        ("x/3", "x=1", "3.3e-1"),
        ("x/3", "x=1", "(0.33)"),
        ("x*2e5/3", "x=1", "6.67e4"),
    ],
)
def test_half_a_unit_of_the_last_digit_is_allowed_wherever_a_number_stands(
    text: str, at: str, expected: str
) -> None:
    assert set(verdicts(held(text, at, expected)).values()) == {"agree"}


@pytest.mark.parametrize(
    ("text", "at", "expected", "wrong"),
    [
        ("v[0]*v[1]/3 + z", "v=[2,2], z=1", "[0.67, 0.66], 1", ["v[1]"]),
        ("v[0]*v[1]/3 + z", "v=[2,2], z=1", "[1, 0.67], 1", ["v[0]"]),
        ("v[0]*v[1]/3 + z", "v=[2,2], z=1", "[0.67, 0.67*1], 1.06", ["v[1]", "z"]),
        ("det(A)/3", "A=[[1,2],[3,5]]", "[[1.67, -1.0], [-0.66, 0.333]]", ["A[1,0]"]),
    ],
)
def test_and_no_more_than_that(text: str, at: str, expected: str, wrong: list[str]) -> None:
    assert [name for name, v in verdicts(held(text, at, expected)).items() if v == "disagree"] == wrong


def test_an_item_that_is_wrong_is_shown_where_it_stands() -> None:
    with pytest.raises(AdError) as caught:
        held("x*y", "x=1,y=2", "2.0, sqrt(q)")
    assert caught.value.span is not None
    assert (caught.value.span.column, caught.value.span.text) == (11, "q")
